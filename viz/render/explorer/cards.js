/* What stands beside the panels: the pattern of a K group, one output's sum, one lane's registers. */

function drawKeep() {
    const {i, q} = state;
    const pattern = patternOf(i, q);
    const buttons = count(4).map(p => {
        const s = pattern.select.findIndex((select, slot) => select === p && pattern.live[slot]);
        return make(
            'button',
            {
                type: 'button',
                class: s < 0 ? 'dropped' : `kept slot${s}`,
                'data-place': p,
                'aria-pressed': s >= 0,
            },
            [
                make('span', {class: 'where', text: `k ${4 * q + p}`}),
                make('span', {class: 'value', text: s < 0 ? '0' : valueA(i, q, s)}),
                make('span', {class: 'note', text: s < 0 ? 'zero' : `slot ${s}`}),
            ],
        );
    });
    const focused = $('keep').contains(document.activeElement)
        ? document.activeElement.dataset.place
        : null;
    $('keep').replaceChildren(...buttons);
    if (focused !== null) buttons[focused].focus();
}

const sameSpelling = (x, y) =>
    String(x.select) === String(y.select) && String(x.live) === String(y.live);

function spellingText({select, live}, i, q) {
    const values = select.map((p, s) => (live[s] ? denseA(i, 4 * q + p) : 0));
    return `${hex(nibbleOf(select), 1)}: values ${values.join(', ')} at places ${select.join(', ')}`;
}

/* A group with fewer than two values can be written in several ways, all of them right. */
function drawSpelling() {
    const {i, q} = state;
    const pattern = patternOf(i, q);
    const ways = spellings(keptOf(pattern));
    $('spelling_label').hidden = ways.length < 2;
    $('spelling').replaceChildren(
        ...ways.map((way, n) => make('option', {value: n, text: spellingText(way, i, q)})),
    );
    $('spelling').value = Math.max(
        0,
        ways.findIndex(way => sameSpelling(way, pattern)),
    );
}

function wordBar(bits) {
    const {i, q} = state;
    return make(
        'div',
        {class: 'word', 'aria-hidden': 'true'},
        count(32).map(n => {
            const bit = bits[31 - n];
            const ours = bit && bit.i === i && bit.q === q;
            return make('span', {
                class: !bit ? 'unread' : ours ? `slot${bit.s}` : 'read',
                text: bit ? bit.value : '·',
            });
        }),
    );
}

function drawFacts() {
    const {i, q, j} = state;
    const pattern = patternOf(i, q);
    const nibble = nibbleOf(pattern.select);
    const stored = s => ({panel: 'a', i, q, s});
    const selector = s => ({panel: 'idx', i, q, s});
    const bits = indexWord(selector(0));
    const slot = slotOf(layout(), selector(0));
    const row = (name, ...content) => [make('dt', {text: name}), make('dd', {}, content)];
    const value = s =>
        pattern.live[s] ? `A[${i}][${depthOf(i, q, s)}] = ${valueA(i, q, s)}` : '0';
    $('pattern_facts').replaceChildren(
        make('dl', {}, [
            ...row(
                'Stored',
                ...[0, 1].map(s =>
                    make('span', {
                        class: `chip slot${s}`,
                        text: `slot ${s}: ${value(s)} in A ${where(stored(s))}`,
                    }),
                ),
            ),
            ...row(
                'Nibble',
                make('span', {
                    id: 'nibble',
                    text:
                        `${hex(nibble, 1)} = ${binary(pattern.select[1])} ` +
                        `${binary(pattern.select[0])}: slot 0 takes k ${depthOf(i, q, 0)}, slot 1 takes k ${depthOf(i, q, 1)}`,
                }),
            ),
            ...row(
                'Index word',
                make('span', {
                    id: 'word',
                    text:
                        `idx v${slot.vgpr}{${slot.lane}} = ` +
                        hex(wordValue(bits), 8) +
                        (bits.includes(null) ? ', with 0 where no bit is read' : ''),
                }),
                wordBar(bits),
            ),
            ...row(
                'Selects',
                make('span', {
                    id: 'selects',
                    text:
                        [0, 1]
                            .map(s => {
                                const k = depthOf(i, q, s);
                                return `B[${k}][${j}] in ${where({panel: 'b', k, j})}`;
                            })
                            .join(' and ') + `, and so in every column`,
                }),
            ),
        ]),
    );
}

function drawStrip() {
    const {i, insn} = state;
    setText($('row_title'), `Row ${i}, all its K groups`);
    const buttons = count(insn.k / 4).map(q => {
        const pattern = patternOf(i, q);
        const kept = keptOf(pattern);
        const nibble = nibbleOf(pattern.select).toString(16).toUpperCase();
        return make(
            'button',
            {
                type: 'button',
                'data-group': q,
                'aria-current': q === state.q ? 'true' : null,
                'aria-label':
                    `K group ${q}: keeps ${kept.length ? 'k ' + listText(kept.map(p => `${4 * q + p}`)) : 'nothing'}, ` +
                    `nibble ${nibble}`,
            },
            [
                make(
                    'span',
                    {class: 'dots', 'aria-hidden': 'true'},
                    count(4).map(p =>
                        make('span', {
                            class: kept.includes(p) ? `on slot${pattern.select.indexOf(p)}` : '',
                        }),
                    ),
                ),
                make('span', {text: nibble}),
            ],
        );
    });
    fillToolbar($('strip'), buttons, buttons, state.q);
}

function drawPattern() {
    const {i, q} = state;
    const title = `Row ${i}, K group ${q}: which two of four?`;
    if ($('pattern_title').textContent !== title) {
        setText($('pattern_title'), title);
        setText($('pattern_said'), '');
    }
    drawKeep();
    drawSpelling();
    drawFacts();
    drawStrip();
}

/* Turns a place of the current group on or off; says why if it cannot. */
function togglePlace(p) {
    const {i, q} = state;
    const kept = keptOf(patternOf(i, q));
    const next = kept.includes(p) ? kept.filter(other => other !== p) : [...kept, p].sort();
    if (next.length > 2)
        return `Two are on already, k ${listText(kept.map(x => `${4 * q + x}`))}. At most two of four: turn one off first.`;
    state.edits.set(`${i}.${q}`, spellings(next)[0]);
    return (
        `Row ${i}, K group ${q} keeps ${next.length ? 'k ' + listText(next.map(x => `${4 * q + x}`)) : 'nothing'}: ` +
        `nibble ${hex(nibbleOf(patternOf(i, q).select), 1)}.`
    );
}

/* --- one output, product by product --- */

function stepRow(n, {q, s, k, a, b, sum}) {
    const {i, j, step} = state;
    const done = step === null || n < step;
    const cell = (text, place) =>
        make('td', {}, [make('span', {text}), ...(place ? [make('code', {text: place})] : [])]);
    return make(
        'tr',
        {
            class: `slot${s}${done ? '' : ' to_come'}`,
            'aria-current': step === n + 1 ? 'step' : null,
        },
        [
            make('th', {scope: 'row', text: n + 1}),
            cell(a, where({panel: 'a', i, q, s})),
            cell(`${binary(k % 4)} → k ${k}`, where({panel: 'idx', i, q, s})),
            cell(b, where({panel: 'b', k, j})),
            make('td', {text: done ? a * b : ''}),
            make('td', {text: done ? sum : ''}),
        ],
    );
}

function drawSum() {
    const {i, j, step} = state;
    const products = productsOf(i, j);
    setText($('sum_title'), `D[${i}][${j}], product by product`);
    const n = step === null ? products.length : step;
    setWords(
        $('step_said'),
        step === null
            ? `C[${i}][${j}] = ${valueC(i, j)} and ${products.length} products make ` +
                  `D[${i}][${j}] = ${products[products.length - 1].sum}. Step through them.`
            : sayStep(n, i, j),
    );
    const heads = ['', 'A', 'idx', 'B', 'a×b', 'sum'];
    $('steps').replaceChildren(
        make('table', {'aria-labelledby': 'sum_title'}, [
            make('thead', {}, [
                make(
                    'tr',
                    {},
                    heads.map((text, at) => (at ? make('th', {scope: 'col', text}) : make('td'))),
                ),
            ]),
            make(
                'tbody',
                {},
                products.map((product, at) => stepRow(at, product)),
            ),
        ]),
    );
    $('step_first').disabled = step === 0;
    $('step_back').disabled = !step;
    $('step_next').disabled = step === products.length;
    $('step_last').disabled = step === products.length;
}

/* Scrolls the list to the product that was just added. */
function revealStep() {
    const current = $('steps').querySelector('[aria-current]');
    if (current) $('steps').scrollTop = current.offsetTop - $('steps').clientHeight / 2;
}

/* Goes to the state after n products; the view follows to the K group of the last of them. */
function goToStep(n) {
    const {i, j} = state;
    const products = productsOf(i, j);
    state.step = Math.max(0, Math.min(n, products.length));
    state.at = {panel: 'cd', i, j};
    if (state.step > 0) ({q: state.q, s: state.s} = products[state.step - 1]);
    else [state.q, state.s] = [0, 0];
}

/* --- one lane --- */

function segment({element, slot}) {
    const low = Math.min(slot.lo, slot.hi),
        high = Math.max(slot.lo, slot.hi);
    const {panel, i, q, s} = element;
    let text = elementText(element);
    if (panel === 'a') text = patternOf(i, q).live[s] ? `A[${i}][${depthOf(i, q, s)}]` : '0';
    else if (panel === 'idx') text = binary(patternOf(i, q).select[s]);
    const here = sameElement(element, state.at);
    const name =
        `${PANEL_TITLES[panel]} ${slotText(slot)}: ${elementText(element)}` +
        (text === elementText(element) ? '' : `, ${text}`);
    const button = make('button', {
        type: 'button',
        class: `segment ${tintOf(slot)}`,
        'aria-current': here ? 'true' : null,
        'aria-label': name,
        text,
        style: `grid-column: ${32 - high} / ${33 - low}`,
    });
    elementOfCell.set(button, element);
    return button;
}

function drawLane() {
    const {lane, vgpr} = slotOf(layout(), state.at);
    const rows = [],
        buttons = [];
    setText($('lane_title'), `Lane ${lane}, register by register`);
    for (const panel of PANELS)
        for (const v of count(layout().vgprs[panel])) {
            const segments = heldIn(layout(), panel, lane, v).map(segment);
            buttons.push(...segments);
            const here = panel === state.at.panel && v === vgpr;
            rows.push(
                make('div', {class: `register_row${here ? ' here' : ''}`}, [
                    make('span', {class: 'register', text: `${PANEL_TITLES[panel]} v${v}`}),
                    make('div', {class: 'register_bits'}, segments),
                ]),
            );
        }
    fillToolbar(
        $('lane'),
        rows,
        buttons,
        buttons.findIndex(button => button.hasAttribute('aria-current')),
    );
}
