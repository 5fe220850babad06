/* The recovered layouts. Where an element is, is read here and nowhere computed.
 *
 * An element is {panel, i, q, s} in A and idx, {panel, k, j} in B, {panel, i, j} in C/D, with the
 * tool's letters: row i, column j, dense depth k, K group q (four consecutive k), slot s. */

const DATA = JSON.parse(document.getElementById('data').textContent);
const PANELS = ['a', 'idx', 'b', 'cd'];
const PANEL_TITLES = {a: 'A', idx: 'idx', b: 'B', cd: 'D'};

const groupOf = k => Math.floor(k / 4);

/* Numbers of an operand's elements, in the order in which the tables list them. */
function elementCount(insn, panel) {
    if (panel === 'cd') return insn.m * insn.n;
    return panel === 'b' ? insn.k * insn.n : (insn.m * insn.k) / 2;
}

function ordinalOf(insn, e) {
    if (e.panel === 'cd') return e.i * insn.n + e.j;
    return e.panel === 'b' ? e.k * insn.n + e.j : ((e.i * insn.k) / 4 + e.q) * 2 + e.s;
}

function elementAt(insn, panel, ordinal) {
    const row = width => Math.floor(ordinal / width);
    if (panel === 'cd') return {panel, i: row(insn.n), j: ordinal % insn.n};
    if (panel === 'b') return {panel, k: row(insn.n), j: ordinal % insn.n};
    return {panel, i: row(insn.k / 2), q: row(2) % (insn.k / 4), s: ordinal % 2};
}

function isElement(insn, e) {
    const below = (value, end) => Number.isInteger(value) && value >= 0 && value < end;
    if (e.panel === 'cd') return below(e.i, insn.m) && below(e.j, insn.n);
    if (e.panel === 'b') return below(e.k, insn.k) && below(e.j, insn.n);
    return below(e.i, insn.m) && below(e.q, insn.k / 4) && below(e.s, 2);
}

const sameElement = (e, f) =>
    e.panel === f.panel && e.i === f.i && e.q === f.q && e.s === f.s && e.k === f.k && e.j === f.j;

/* A slot is four characters of base64: lane 7:0, vgpr 13:8, bit_lo 18:14, bit_hi 23:19. */
function decodeTable(text) {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const value = new Map([...letters].map((letter, n) => [letter, n]));
    const slots = [];
    for (let at = 0; at < text.length; at += 4) {
        let bits = 0;
        for (let n = 0; n < 4; n++) bits = (bits << 6) | value.get(text[at + n]);
        slots.push({
            lane: bits & 255,
            vgpr: (bits >> 8) & 63,
            lo: (bits >> 14) & 31,
            hi: (bits >> 19) & 31,
        });
    }
    return slots;
}

const decoded = new Map();
function table(number) {
    if (!decoded.has(number)) decoded.set(number, decodeTable(DATA.tables[number]));
    return decoded.get(number);
}

const registerKey = (panel, lane, vgpr) => `${panel} ${lane} ${vgpr}`;

/* What sits in each register, highest bits first. */
function invert(insn, slots) {
    const registers = new Map();
    for (const panel of PANELS)
        slots[panel].forEach((slot, ordinal) => {
            const key = registerKey(panel, slot.lane, slot.vgpr);
            if (!registers.has(key)) registers.set(key, []);
            registers.get(key).push({element: elementAt(insn, panel, ordinal), slot});
        });
    for (const held of registers.values())
        held.sort((x, y) => Math.max(y.slot.lo, y.slot.hi) - Math.max(x.slot.lo, x.slot.hi));
    return registers;
}

const layouts = new Map();

/* {insn, cbsz, abid, tables, slots, registers, lanes, vgprs} of a pair that was recovered, else null. */
function layoutOf(insn, cbsz, abid) {
    const row = insn.layouts.find(l => l[0] === cbsz && l[1] === abid);
    if (!row) return null;
    const key = `${insn.name} ${cbsz} ${abid}`;
    if (!layouts.has(key)) {
        const tables = row.slice(2);
        const slots = {};
        const vgprs = {};
        let lanes = 0;
        PANELS.forEach((panel, n) => {
            slots[panel] = table(tables[n]);
            vgprs[panel] = 1 + Math.max(...slots[panel].map(slot => slot.vgpr));
            lanes = Math.max(lanes, 1 + Math.max(...slots[panel].map(slot => slot.lane)));
        });
        layouts.set(key, {
            insn,
            cbsz,
            abid,
            tables,
            slots,
            vgprs,
            lanes,
            registers: invert(insn, slots),
        });
    }
    return layouts.get(key);
}

const slotOf = (layout, e) => layout.slots[e.panel][ordinalOf(layout.insn, e)];
const heldIn = (layout, panel, lane, vgpr) =>
    layout.registers.get(registerKey(panel, lane, vgpr)) || [];

/* Other pairs of (cbsz, abid) that read the same index bits as this one. */
const sameIndexBits = layout =>
    layout.insn.layouts.filter(
        l => l[3] === layout.tables[1] && !(l[0] === layout.cbsz && l[1] === layout.abid),
    );
