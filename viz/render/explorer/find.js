/* Reading what somebody types: B[31][3], A[2][13], A[2][3.1], v3{19}, b:v3{19}[31:24], and the same
 * without brackets: B,31,3 and b:v3,19,24-31. */

const OPERANDS = {a: 'a', k: 'idx', idx: 'idx', b: 'b', c: 'cd', d: 'cd', cd: 'cd'};
const ELEMENT =
    /^(a|k|idx|b|cd|c|d) ?(?:\[(\d{1,4})\] ?\[(\d{1,4})(?:\.(\d))?\]|, ?(\d{1,4}), ?(\d{1,4})(?:\.(\d))?)$/;
const REGISTER =
    /^(?:(a|k|idx|b|cd|c|d) ?: ?)?v(\d{1,4}) ?(?:\{(\d{1,4})\} ?(?:\[(\d{1,2}):(\d{1,2})\])?|, ?(\d{1,4})(?:, ?(\d{1,2})-(\d{1,2}))?)$/;

const HINT =
    'Write an element as B[31][3], A[2][13] or D[5][7], a register as v3{19} or b:v3{19}[31:24].';

function outOfRange(name, value, end) {
    return value < end
        ? null
        : `${name} = ${value}: ${state.insn.name} has ${name} from 0 to ${end - 1}.`;
}

/* {elements, text} or {error}. Of several elements the first is the one to go to. */
function findStored(panel, i, second, s) {
    const {m, k} = state.insn;
    const exact = s !== undefined;
    const error =
        outOfRange('i', i, m) ||
        (exact
            ? outOfRange('K group', second, k / 4) || outOfRange('slot', s, 2)
            : outOfRange('k', second, k));
    if (error) return {error};
    if (exact)
        return {
            elements: [{panel, i, q: second, s}],
            text:
                `${elementText({panel, i, q: second, s})} is in ` +
                `${PANEL_TITLES[panel]} ${where({panel, i, q: second, s})}.`,
        };
    const q = groupOf(second),
        pattern = patternOf(i, q);
    const both = [0, 1].map(slot => ({panel, i, q, s: slot}));
    if (panel === 'idx')
        return {
            elements: both,
            text:
                `The nibble that covers A[${i}][${second}]: its selectors are in idx ` +
                `${where(both[0])} and ${where(both[1])}.`,
        };
    const kept = both.find(e => pattern.live[e.s] && depthOf(i, q, e.s) === second);
    if (kept)
        return {
            elements: [kept],
            text: `A[${i}][${second}] is kept, in slot ${kept.s} of K group ${q}: A ${where(kept)}.`,
        };
    return {
        elements: both,
        text:
            `A[${i}][${second}] is not kept by this pattern, so it is stored nowhere. The slots of ` +
            `its K group are A ${where(both[0])} and ${where(both[1])}.`,
    };
}

function findElement(panel, first, second, s) {
    const {m, n, k} = state.insn;
    if (panel === 'a' || panel === 'idx') return findStored(panel, first, second, s);
    if (s !== undefined) return {error: `Only A and K have slots. ${HINT}`};
    const error =
        (panel === 'b' ? outOfRange('k', first, k) : outOfRange('i', first, m)) ||
        outOfRange('j', second, n);
    if (error) return {error};
    const e = panel === 'b' ? {panel, k: first, j: second} : {panel, i: first, j: second};
    return {elements: [e], text: `${elementText(e)} is in ${PANEL_TITLES[panel]} ${where(e)}.`};
}

function findRegister(panels, vgpr, lane, high, low) {
    if (lane >= layout().lanes)
        return {error: `Lane ${lane}: lanes are 0 to ${layout().lanes - 1}.`};
    const existing = panels.filter(panel => vgpr < layout().vgprs[panel]);
    if (!existing.length)
        return {
            error:
                `v${vgpr}: ` +
                panels
                    .map(
                        panel =>
                            `${PANEL_TITLES[panel]} has ${layout().vgprs[panel] > 1 ? `v0 to v${layout().vgprs[panel] - 1}` : 'v0 only'}`,
                    )
                    .join(', ') +
                '.',
        };
    const bits = low === undefined ? '' : `[${high}:${low}]`;
    if (low !== undefined && (low > high || high > 31))
        return {error: `Bits ${bits}: write the high one first, from 31 down to 0.`};
    const elements = [],
        words = [];
    for (const panel of existing) {
        const held = heldIn(layout(), panel, lane, vgpr)
            .filter(
                ({slot}) =>
                    low === undefined ||
                    (Math.max(slot.lo, slot.hi) >= low && Math.min(slot.lo, slot.hi) <= high),
            )
            .map(h => h.element);
        elements.push(...held);
        words.push(
            `${PANEL_TITLES[panel]} v${vgpr}{${lane}}${bits} holds ` +
                (held.length
                    ? listText(held.map(elementText))
                    : `nothing that is read with cbsz ${state.cbsz}, abid ${state.abid}`),
        );
    }
    const text = words.join('; ') + '.';
    return elements.length ? {elements, text} : {error: text};
}

function find(typed) {
    const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
    const number = word => (word === undefined ? undefined : Number(word));
    const element = ELEMENT.exec(text);
    if (element) {
        const [, name, a, b, s, a2, b2, s2] = element;
        return findElement(OPERANDS[name], number(a ?? a2), number(b ?? b2), number(s ?? s2));
    }
    const register = REGISTER.exec(text);
    if (register) {
        const [, name, vgpr, lane, high, low, lane2, low2, high2] = register;
        return findRegister(
            name ? [OPERANDS[name]] : PANELS,
            number(vgpr),
            number(lane ?? lane2),
            number(high ?? high2),
            number(low ?? low2),
        );
    }
    if (!text) return {error: `Nothing to find. ${HINT}`};
    const quoted = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed;
    return {error: `“${quoted}” is neither an element nor a register. ${HINT}`};
}
