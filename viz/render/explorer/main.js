/* Events, and what follows from them. */

/* Makes an element the one that is looked at. */
function lookAt(e) {
    const moved = e.panel !== 'cd' || e.i !== state.i || e.j !== state.j;
    state.at = e;
    if (e.panel === 'b') {
        [state.q, state.j] = [groupOf(e.k), e.j];
    } else {
        state.i = e.i;
        if (e.panel === 'cd') state.j = e.j;
        else [state.q, state.s] = [e.q, e.s];
    }
    if (moved) state.step = null;
}

/* What lights up while nothing is hovered. */
function rest() {
    const {step, i, j, at} = state;
    if (step > 0) {
        const {q, s} = productsOf(i, j)[step - 1];
        light([...chain(i, q, s, j), {element: {panel: 'cd', i, j}, role: 'out'}], at);
    } else {
        light(step === 0 ? [{element: at, role: 'out'}] : touchedBy(at), at);
    }
    setWords($('say'), step === null ? say(at) : sayStep(step, i, j));
}

function drawBar() {
    const {insn, cbsz, abid, scope} = state;
    $('insn').value = insn.name;
    $('cbsz').value = cbsz;
    if ($('abid').options.length !== insn.sets)
        $('abid').replaceChildren(...count(insn.sets).map(n => make('option', {text: n})));
    $('abid').value = abid;
    for (const radio of document.getElementsByName('scope'))
        radio.checked = radio.value === state.scope;
    $('theme').value = state.theme;
    document.documentElement.dataset.theme = state.theme;
    $('main').className = scope === 'all' || insn.m > 16 ? 'broad' : '';
}

function drawCorner() {
    const {insn, q, scope} = state;
    const groups = insn.k / 4;
    setText($('equation'), `D = A × B + C, ${insn.m} × ${insn.n} × ${insn.k}`);
    setText($('group_name'), `K group ${q} of ${groups}: k ${4 * q}–${4 * q + 3}`);
    $('pager').hidden = scope === 'all';
    $('previous_group').disabled = q === 0;
    $('next_group').disabled = q === groups - 1;
    const titles = {
        a: `A, stored: ${insn.a_type}`,
        idx: `idx, abid ${state.abid}`,
        b: `B: ${insn.b_type}`,
        cd: `D, and C: ${insn.cd_type}`,
    };
    for (const panel of PANELS) setText($(`title_${panel}`), titles[panel]);
    const width = insn.m;
    $('legend').replaceChildren(
        ...count(Math.ceil(layout().lanes / width)).map(g =>
            make('li', {}, [
                make('span', {class: `key g${g % 4}`}),
                `lanes ${g * width}–${(g + 1) * width - 1}`,
            ]),
        ),
    );
    const same = sameIndexBits(layout()).length;
    setText(
        $('stamp'),
        `${DATA.tool}, ${insn.name}, cbsz ${state.cbsz}, abid ${state.abid}. ${provenanceText()}` +
            (same
                ? ` ${same} of the other ${insn.layouts.length - 1} pairs of cbsz and abid here read the same index bits.`
                : ''),
    );
}

let pending = 0;

/* Not at every key: browsers limit how often an address may change. */
function keepFragment() {
    clearTimeout(pending);
    pending = setTimeout(() => history.replaceState(null, '', fragmentOf()), 150);
}

function show() {
    drawBar();
    drawCorner();
    buildPanels();
    placeFocus();
    rest();
    drawPattern();
    drawSum();
    drawLane();
    drawQuiz();
    drawTour();
    revealPlaces();
    revealStep();
}

function update() {
    show();
    keepFragment();
}

function go(e, focus) {
    lookAt(e);
    update();
    if (focus) cellOf(e).focus();
}

/* --- the panels --- */

const cellUnder = event => event.target.closest && event.target.closest('#diagram td[tabindex]');

$('diagram').addEventListener('pointerover', event => {
    const cell = cellUnder(event);
    if (event.pointerType === 'touch') return;
    if (!cell) return rest();
    const e = elementOfCell.get(cell);
    light(touchedBy(e), e);
    setWords($('say'), say(e));
});
$('diagram').addEventListener('pointerleave', rest);
$('diagram').addEventListener('click', event => {
    const cell = cellUnder(event);
    if (cell) go(elementOfCell.get(cell), true);
});
$('diagram').addEventListener('keydown', event => {
    const cell = cellUnder(event);
    if (!cell || event.altKey || event.metaKey) return;
    const e = elementOfCell.get(cell);
    if (e.panel === 'cd' && (event.key === 'PageUp' || event.key === 'PageDown')) {
        event.preventDefault();
        return turnGroup(event.key === 'PageUp' ? -1 : 1);
    }
    const to = keyTarget(e, event);
    if (to === undefined) return;
    event.preventDefault();
    if (to) go(to, true);
});
$('diagram').addEventListener('focusin', event => {
    const cell = cellUnder(event);
    if (cell && !sameElement(elementOfCell.get(cell), state.at)) go(elementOfCell.get(cell), true);
});

/* Another K group of the same row and column. */
function turnGroup(step) {
    const q = state.q + step;
    if (q < 0 || q >= state.insn.k / 4) return;
    const {at} = state;
    if (at.panel === 'b') lookAt({...at, k: at.k + 4 * step});
    else if (at.panel !== 'cd') lookAt({...at, q});
    state.q = q;
    state.step = null;
    const inside =
        $('diagram').contains(document.activeElement) && document.activeElement.tagName === 'TD';
    update();
    if (inside) cellOf(state.at).focus();
}
$('previous_group').addEventListener('click', () => turnGroup(-1));
$('next_group').addEventListener('click', () => turnGroup(1));

/* --- the bar --- */

/* What still exists is kept. */
function changeInstruction(insn) {
    const old = state.insn;
    state.insn = insn;
    if (!layoutOf(insn, state.cbsz, state.abid)) state.abid = 0;
    state.step = null;
    for (const key of state.edits.keys()) {
        const [i, q] = key.split('.').map(Number);
        if (i >= insn.m || q >= insn.k / 4) state.edits.delete(key);
    }
    if (old.m !== insn.m || old.k !== insn.k) {
        const fit = (value, end) => Math.min(value, end - 1);
        Object.assign(state, {
            i: fit(state.i, insn.m),
            j: fit(state.j, insn.n),
            q: fit(state.q, insn.k / 4),
        });
    }
    if (!isElement(insn, state.at)) state.at = {panel: 'cd', i: state.i, j: state.j};
    update();
}

$('insn').addEventListener('change', () =>
    changeInstruction(DATA.instructions.find(insn => insn.name === $('insn').value)),
);
for (const name of ['cbsz', 'abid'])
    $(name).addEventListener('change', () => {
        state[name] = Number($(name).value);
        update();
        const {cbsz, abid} = state;
        const places = new Set(layout().slots.idx.map(bitsText));
        setWords(
            $('found'),
            `With cbsz ${cbsz}, abid ${abid} the instruction reads ${places.size} selectors of each lane, ` +
                `in bits ${Math.max(...layout().slots.idx.map(s => Math.max(s.lo, s.hi)))} to ` +
                `${Math.min(...layout().slots.idx.map(s => Math.min(s.lo, s.hi)))}.`,
        );
    });
for (const radio of document.getElementsByName('scope'))
    radio.addEventListener('change', () => {
        state.scope = radio.value;
        update();
    });
$('theme').addEventListener('change', () => {
    state.theme = $('theme').value;
    update();
});
$('print').addEventListener('click', () => window.print());
$('skip').addEventListener('click', event => {
    event.preventDefault();
    cellOf(state.at).focus();
});

$('find').addEventListener('submit', event => {
    event.preventDefault();
    const found = find($('wanted').value);
    if (found.elements) go(found.elements[0], false);
    $('wanted').setAttribute('aria-invalid', Boolean(found.error));
    $('found').classList.toggle('error', Boolean(found.error));
    setWords($('found'), found.error || found.text);
});

/* --- the cards --- */

$('keep').addEventListener('click', event => {
    const button = event.target.closest('button');
    if (!button) return;
    const said = togglePlace(Number(button.dataset.place));
    update();
    setWords($('pattern_said'), said);
});
$('spelling').addEventListener('change', () => {
    const {i, q} = state;
    state.edits.set(`${i}.${q}`, spellings(keptOf(patternOf(i, q)))[Number($('spelling').value)]);
    update();
    setWords(
        $('pattern_said'),
        `Written as ${$('spelling').selectedOptions[0].text}. The product is the same.`,
    );
});
$('strip').addEventListener('click', event => {
    const button = event.target.closest('button');
    if (button) turnGroup(Number(button.dataset.group) - state.q);
});
$('row_same').addEventListener('click', () => {
    const {select, live} = patternOf(state.i, state.q);
    for (const q of count(state.insn.k / 4))
        state.edits.set(`${state.i}.${q}`, {select: [...select], live: [...live]});
    update();
    setWords(
        $('pattern_said'),
        `All ${state.insn.k / 4} K groups of row ${state.i} are alike now.`,
    );
});
$('row_reset').addEventListener('click', () => {
    state.edits.clear();
    update();
    setWords($('pattern_said'), 'All patterns are as they were at first.');
});
rove($('strip'));
rove($('lane'));

for (const [id, to] of [
    ['step_first', () => 0],
    ['step_back', n => n - 1],
    ['step_next', n => n + 1],
    ['step_last', () => 1e9],
])
    $(id).addEventListener('click', () => {
        goToStep(to(state.step ?? 0));
        update();
        if ($(id).disabled)
            $(id === 'step_next' || id === 'step_last' ? 'step_back' : 'step_next').focus();
    });

$('lane').addEventListener('click', event => {
    const button = event.target.closest('button');
    if (button) go(elementOfCell.get(button), false);
});

$('quiz').addEventListener('submit', event => {
    event.preventDefault();
    const verdict = judge(questionOf(state.seed), $('answer').value);
    if (verdict.right !== undefined && score.open) {
        score.asked++;
        score.right += verdict.right;
        score.open = false;
    }
    drawQuiz();
    $('verdict').className = verdict.right === undefined ? '' : verdict.right ? 'right' : 'wrong';
    setWords($('verdict'), verdict.text);
});
$('quiz_show').addEventListener('click', () => {
    const {element} = questionOf(state.seed);
    score.open = false;
    go(element, false);
    setWords($('verdict'), explain(element));
    $('verdict').className = '';
});
$('quiz_next').addEventListener('click', () => {
    state.seed = (state.seed + 1) % 1e9;
    $('answer').value = '';
    update();
    $('answer').focus();
});

for (const [id, to] of [
    ['tour_start', () => 1],
    ['tour_back', n => n - 1],
    ['tour_next', n => (n + 1) % (TOUR.length + 1)],
    ['tour_end', () => 0],
])
    $(id).addEventListener('click', () => {
        goToStation(to(state.tour));
        update();
        const stay = state.tour
            ? id === 'tour_back' && state.tour > 1
                ? 'tour_back'
                : 'tour_next'
            : 'tour_start';
        $(stay).focus();
    });

/* --- the beginning --- */

function start() {
    const shapes = new Map();
    for (const insn of DATA.instructions) {
        const shape = `${insn.m} × ${insn.n} × ${insn.k}`;
        shapes.set(shape, [...(shapes.get(shape) || []), insn]);
    }
    $('insn').replaceChildren(
        ...[...shapes].map(([shape, insns]) =>
            make(
                'optgroup',
                {label: shape},
                insns.map(insn => make('option', {text: insn.name})),
            ),
        ),
    );
    $('cbsz').replaceChildren(...count(8).map(n => make('option', {text: n})));
    setText($('provenance'), provenanceText());
    window.addEventListener('hashchange', restore);
    restore();
}

function restore() {
    const refused = readFragment(location.hash);
    show();
    setWords($('found'), refused);
    $('found').classList.toggle('error', Boolean(refused));
}

start();
