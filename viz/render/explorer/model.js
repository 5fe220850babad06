/* The instruction as arithmetic: which two of four are kept, made-up values, and who meets whom.
 * A selector p in K group q names row 4q + p of B: that is what a K group is, not where it sits. */

/* Legal pairs of selectors, lower places first. */
const PAIRS = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
];
const nibbleOf = select => select[0] | (select[1] << 2);

/* Spreads small numbers; any mixing would do. */
function mix(...numbers) {
    let h = 0x9e3779b9;
    for (const n of numbers) {
        h = Math.imul(h ^ n, 0x85ebca6b);
        h ^= h >>> 13;
    }
    h = Math.imul(h, 0xc2b2ae35);
    return (h ^ (h >>> 16)) >>> 0;
}

/* What the page shows at first. `i q s j` follow what was last looked at in each operand. */
const initialState = () => ({
    insn: DATA.instructions[0],
    cbsz: 0,
    abid: 0,
    scope: 'group', // or 'all'
    at: {panel: 'cd', i: 2, j: 5},
    i: 2,
    q: 0,
    s: 0,
    j: 5,
    step: null, // how many products are done; null: nobody steps
    edits: new Map(), // "i.q" -> {select, live}
    theme: 'auto', // or 'light', 'dark'
    seed: 1, // of the quiz
    tour: 0, // its station; 0: nobody is on tour
});
const state = initialState();

const layout = () => layoutOf(state.insn, state.cbsz, state.abid);

/* Of row i, K group q: the selectors of both slots, and which of them hold a value. */
function patternOf(i, q) {
    return (
        state.edits.get(`${i}.${q}`) || {
            select: PAIRS[mix(i, q) % PAIRS.length],
            live: [true, true],
        }
    );
}

/* Where the slot's element is in dense A. */
const depthOf = (i, q, s) => 4 * q + patternOf(i, q).select[s];

/* Small whole numbers, which every type holds exactly. */
const denseA = (i, k) => 1 + (mix(1, i, k) % 5);
const valueA = (i, q, s) => (patternOf(i, q).live[s] ? denseA(i, depthOf(i, q, s)) : 0);
const valueB = (k, j) => 1 + (mix(2, k, j) % 5);
const valueC = (i, j) => mix(3, i, j) % 10;

/* The ways to write a group whose places `kept` (0..3, at most two) are non-zero. The first is that of
 * `pack`: a zero of the lowest free place is stored too. */
function spellings(kept) {
    return PAIRS.filter(pair => kept.every(p => pair.includes(p))).map(select => ({
        select,
        live: select.map(p => kept.includes(p)),
    }));
}

const keptOf = pattern => pattern.select.filter((p, s) => pattern.live[s]);

/* The products of D[i][j], in order of k. */
function productsOf(i, j) {
    const products = [];
    let sum = valueC(i, j);
    for (let q = 0; q < state.insn.k / 4; q++)
        for (let s = 0; s < 2; s++) {
            const k = depthOf(i, q, s),
                a = valueA(i, q, s),
                b = valueB(k, j);
            sum += a * b;
            products.push({q, s, k, a, b, sum});
        }
    return products;
}

/* Rows whose K group of k selects k: [{i, q, s}]. */
function rowsThatSelect(k) {
    const q = groupOf(k),
        rows = [];
    for (let i = 0; i < state.insn.m; i++)
        for (let s = 0; s < 2; s++) if (depthOf(i, q, s) === k) rows.push({i, q, s});
    return rows;
}

/* One stored value, its selector, and B's element that it meets in column j. */
function chain(i, q, s, j) {
    return [
        {panel: 'a', i, q, s},
        {panel: 'idx', i, q, s},
        {panel: 'b', k: depthOf(i, q, s), j},
    ].map(element => ({element, role: `slot${s}`}));
}

/* Everything that an element touches, itself included: [{element, role}]. */
function touchedBy(e) {
    const {m, n, k} = state.insn;
    const out = (i, j) => ({element: {panel: 'cd', i, j}, role: 'out'});
    const upTo = (end, make) => Array.from({length: end}, (_, x) => make(x)).flat();
    if (e.panel === 'b')
        return [
            {element: e, role: 'out'},
            ...rowsThatSelect(e.k).flatMap(r => [
                ...chain(r.i, r.q, r.s, e.j).slice(0, 2),
                out(r.i, e.j),
            ]),
        ];
    if (e.panel === 'cd')
        return [
            out(e.i, e.j),
            ...upTo(k / 4, q => [...chain(e.i, q, 0, e.j), ...chain(e.i, q, 1, e.j)]),
        ];
    return [
        ...chain(e.i, e.q, e.s, 0).slice(0, 2),
        ...upTo(n, j => [chain(e.i, e.q, e.s, j)[2], out(e.i, j)]),
    ];
}

/* The index word of the lane and register that hold an index element: each bit {value, i, q, s} or
 * null where this cbsz and abid do not read. Bit 0 first. */
function indexWord(e) {
    const slot = slotOf(layout(), e);
    const bits = Array(32).fill(null);
    for (const {
        element: {i, q, s},
        slot: at,
    } of heldIn(layout(), 'idx', slot.lane, slot.vgpr)) {
        const selector = patternOf(i, q).select[s];
        bits[at.lo] = {value: selector & 1, i, q, s};
        bits[at.hi] = {value: selector >> 1, i, q, s};
    }
    return bits;
}

const wordValue = bits =>
    bits.reduce((word, bit, n) => (bit && bit.value ? word + 2 ** n : word), 0);
const hex = (value, digits) => '0x' + value.toString(16).toUpperCase().padStart(digits, '0');
