/* Questions, and answers explained by what the registers hold. A question is drawn from a seed, so
 * that it can be shared. */

const score = {right: 0, asked: 0, open: true};

function draw(panel, seed) {
    return elementAt(
        state.insn,
        panel,
        mix(seed, 7, panel.length) % elementCount(state.insn, panel),
    );
}

/* {element, reverse}: reverse asks for the element of a place. */
function questionOf(seed) {
    const kinds = [
        ['b', false],
        ['cd', false],
        ['b', true],
        ['a', false],
        ['cd', true],
        ['idx', false],
    ];
    const [panel, reverse] = kinds[mix(seed, 5) % kinds.length];
    return {element: draw(panel, seed), reverse};
}

/* The element's name as the dense matrices have it. */
function askedText(e) {
    if (e.panel === 'b' || e.panel === 'cd') return elementText(e);
    const value = `the value in slot ${e.s} of row ${e.i}, K group ${e.q}`;
    return e.panel === 'a' ? value : `the selector of ${value}`;
}

function questionText({element, reverse}) {
    if (reverse)
        return `Which element of ${PANEL_TITLES[element.panel]} is in ${where(element)}? Write ${element.panel === 'b' ? 'B[k][j]' : 'D[i][j]'}.`;
    const operand = element.panel === 'idx' ? 'of the index' : `of ${PANEL_TITLES[element.panel]}`;
    return `Which register ${operand}, in which lane, holds ${askedText(element)}? Write v0{0}; bits if you like.`;
}

/* What a lane or one of its registers holds of an operand, as ranges. */
function holdsText(elements) {
    const values = letter => [...new Set(elements.map(e => e[letter]))].sort((x, y) => x - y);
    const named = (name, letter) =>
        `${name}${values(letter).length > 1 ? 's' : ''} ${rangesText(values(letter))}`;
    const {panel} = elements[0];
    if (panel === 'b') return `k ${rangesText(values('k'))} of ${named('column', 'j')}`;
    return panel === 'cd'
        ? `${named('row', 'i')} of ${named('column', 'j')}`
        : `${named('K group', 'q')} of ${named('row', 'i')}`;
}

function explain(e) {
    const slot = slotOf(layout(), e),
        {panel} = e;
    const inLane = count(layout().vgprs[panel]).flatMap(v =>
        heldIn(layout(), panel, slot.lane, v).map(h => h.element),
    );
    const inRegister = heldIn(layout(), panel, slot.lane, slot.vgpr).map(h => h.element);
    return (
        `${askedText(e)} is in ${where(e)}. Of ${PANEL_TITLES[panel]}, lane ${slot.lane} holds ${holdsText(inLane)}; ` +
        `its v${slot.vgpr} holds ${holdsText(inRegister)}` +
        (inRegister.length > 1
            ? `, this one in bits ${slot.hi} to ${slot.lo}.`
            : ' and nothing else.')
    );
}

/* {right, text} of what was typed, or {text} if it cannot be an answer. */
function judge({element, reverse}, typed) {
    const register = REGISTER.exec(typed.trim().toLowerCase().replace(/\s+/g, ' '));
    if (reverse === Boolean(register))
        return {
            text: reverse
                ? 'That is a register; an element is asked for.'
                : 'Write a register and a lane, as v0{0}.',
        };
    const typedText =
        reverse || typed.includes(':v')
            ? typed
            : `${element.panel}:${typed.replace(/^\s*\w+\s*:\s*(?=v)/i, '')}`;
    const found = find(typedText);
    if (found.error) return {text: found.error};
    const right = found.elements.some(e => sameElement(e, element));
    const other = right
        ? ''
        : `${reverse ? `${elementText(found.elements[0])} is in ${where(found.elements[0])}` : found.text.replace(/\.$/, '')}. `;
    return {right, text: `${right ? 'Right' : 'No'}: ${other}${explain(element)}`};
}

/* A new question makes the last verdict void, and counts. */
function drawQuiz() {
    const text = questionText(questionOf(state.seed));
    if ($('question').textContent !== text) {
        setWords($('question'), text);
        setWords($('verdict'), '');
        score.open = true;
    }
    setText($('score'), score.asked ? `${score.right} right of ${score.asked}.` : '');
}
