/* The state in the page's address, so that a view can be sent to somebody. Whatever stands there is a
 * stranger's: each part has to be what it should be, or it is left out and named. */

/* Rows and K groups whose pattern was edited, as "row.group.nibble" and, where a slot holds no value,
 * a dash and the slots that hold one. */
function editsText() {
    return [...state.edits]
        .map(
            ([key, {select, live}]) =>
                `${key}.${nibbleOf(select).toString(16)}` +
                (live[0] && live[1] ? '' : `-${live.map((on, s) => (on ? s : '')).join('')}`),
        )
        .join(' ');
}

function readEdit(text, insn) {
    const match = /^(\d{1,3})\.(\d{1,3})\.([0-9a-f])(-0?1?)?$/.exec(text);
    if (!match) return null;
    const [i, q, nibble] = [Number(match[1]), Number(match[2]), parseInt(match[3], 16)];
    const select = [nibble & 3, nibble >> 2];
    if (i >= insn.m || q >= insn.k / 4 || select[0] >= select[1]) return null;
    const live = [0, 1].map(s => !match[4] || match[4].includes(s));
    return [`${i}.${q}`, {select, live}];
}

function atText(e) {
    if (e.panel === 'cd') return `D,${e.i},${e.j}`;
    return e.panel === 'b'
        ? `B,${e.k},${e.j}`
        : `${e.panel === 'a' ? 'A' : 'K'},${e.i},${e.q}.${e.s}`;
}

function fragmentOf() {
    const parts = [
        ['insn', state.insn.name],
        ['cbsz', state.cbsz],
        ['abid', state.abid],
        ['show', state.scope],
        ['at', atText(state.at)],
        ['group', state.q],
        ['step', state.step ?? ''],
        ['edit', editsText()],
        ['quiz', state.seed === 1 ? '' : state.seed],
        ['tour', state.tour || ''],
        ['theme', state.theme === 'auto' ? '' : state.theme],
    ];
    return (
        '#' +
        parts
            .filter(([, value]) => value !== '')
            .map(
                ([name, value]) =>
                    `${name}=${encodeURIComponent(value).replace(/%2C/g, ',').replace(/%20/g, '+')}`,
            )
            .join('&')
    );
}

/* Reads one part into the state; false if it is not what it should be. */
const READERS = {
    insn(text) {
        const insn = DATA.instructions.find(other => other.name === text);
        if (insn) state.insn = insn;
        return Boolean(insn);
    },
    cbsz: text => readModifiers(Number(text), state.abid, text),
    abid: text => readModifiers(state.cbsz, Number(text), text),
    show(text) {
        if (text === 'group' || text === 'all') state.scope = text;
        return text === state.scope;
    },
    at(text) {
        const found = text.length < 40 && /^[ABDK],\d+,[\d.]+$/.test(text) && find(text);
        if (!found || found.error) return false;
        lookAt(found.elements[0]);
        return true;
    },
    group(text) {
        const q = Number(text);
        if (
            !/^\d{1,3}$/.test(text) ||
            q >= state.insn.k / 4 ||
            (state.at.panel !== 'cd' && q !== state.q)
        )
            return false;
        state.q = q;
        return true;
    },
    edit(text) {
        const edits = text
            .slice(0, 20000)
            .split(' ')
            .map(word => readEdit(word, state.insn));
        edits.filter(Boolean).forEach(([key, pattern]) => state.edits.set(key, pattern));
        return !edits.includes(null);
    },
    step(text) {
        if (!/^\d{1,3}$/.test(text) || Number(text) > state.insn.k / 2) return false;
        if (state.at.panel === 'cd') goToStep(Number(text));
        return state.at.panel === 'cd';
    },
    quiz(text) {
        if (/^\d{1,9}$/.test(text)) state.seed = Number(text);
        return /^\d{1,9}$/.test(text);
    },
    tour(text) {
        const known = /^\d$/.test(text) && Number(text) <= TOUR.length;
        if (known) state.tour = Number(text);
        return known;
    },
    theme(text) {
        const known = ['auto', 'light', 'dark'].includes(text);
        if (known) state.theme = text;
        return known;
    },
};

/* The pair may be read one after the other, so an abid is judged when both are known. */
function readModifiers(cbsz, abid, text) {
    const known = /^\d{1,2}$/.test(text) && layoutOf(state.insn, cbsz, abid);
    if (known) [state.cbsz, state.abid] = [cbsz, abid];
    return Boolean(known);
}

/* Restores the state; what was not understood, as a sentence, or "". */
function readFragment(fragment) {
    const given = new URLSearchParams(fragment.slice(1));
    const refused = [...new Set(given.keys())].filter(name => !Object.hasOwn(READERS, name));
    Object.assign(state, initialState());
    for (const name of Object.keys(READERS))
        if (given.has(name) && !READERS[name](given.get(name))) refused.push(name);
    if (!refused.length) return '';
    const names = refused.slice(0, 4).map(name => `“${name.slice(0, 20)}”`);
    return (
        `The address holds what this page does not understand, and does without: ${listText(names)}` +
        (refused.length > 4 ? ` and ${refused.length - 4} more.` : '.')
    );
}
