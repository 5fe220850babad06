/* What the page says. Every place in it is a slot of the recovered layout. */

/* "v3{19}[31:24]", or "v3{19}" where it is the whole register. */
function slotText(slot) {
    return `v${slot.vgpr}{${slot.lane}}` + bitsText(slot);
}

const bitsText = slot => (slot.lo === 0 && slot.hi === 31 ? '' : `[${slot.hi}:${slot.lo}]`);

/* As the find box reads it, and as the tool writes it. */
function elementText(e) {
    if (e.panel === 'cd') return `D[${e.i}][${e.j}]`;
    if (e.panel === 'b') return `B[${e.k}][${e.j}]`;
    return `${e.panel === 'a' ? 'A' : 'K'}[${e.i}][${e.q}.${e.s}]`;
}

const where = e => slotText(slotOf(layout(), e));

function listText(words) {
    return words.length < 2
        ? words.join('')
        : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/* "12-15, 20" of ascending numbers. */
function rangesText(numbers) {
    const ranges = [];
    for (const n of numbers) {
        const last = ranges[ranges.length - 1];
        if (last && n === last[1] + 1) last[1] = n;
        else ranges.push([n, n]);
    }
    return listText(ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)));
}

const binary = selector => selector.toString(2).padStart(2, '0');

function sayStored(e) {
    const k = depthOf(e.i, e.q, e.s),
        live = patternOf(e.i, e.q).live[e.s];
    const holds = live ? `A[${e.i}][${k}] = ${valueA(e.i, e.q, e.s)}` : 'no value, just a zero';
    return (
        `A ${where(e)} holds ${holds}: row ${e.i}, K group ${e.q}, slot ${e.s}. Its selector in idx ` +
        `${where({...e, panel: 'idx'})} is ${binary(k % 4)}, so it multiplies row ${k} of B, and each product ` +
        `goes into row ${e.i} of D.`
    );
}

function saySelector(e) {
    const k = depthOf(e.i, e.q, e.s),
        pattern = patternOf(e.i, e.q);
    return (
        `idx ${where(e)} is ${binary(k % 4)}: the value of row ${e.i}, K group ${e.q}, slot ${e.s}, ` +
        `which is in A ${where({...e, panel: 'a'})}, stands at k = ${4 * e.q} + ${k % 4} = ${k} and multiplies row ` +
        `${k} of B. With the other slot's it makes nibble ${hex(nibbleOf(pattern.select), 1)}.`
    );
}

function sayB(e) {
    const rows = rowsThatSelect(e.k);
    const place = `${elementText(e)} = ${valueB(e.k, e.j)} is in B ${where(e)}. `;
    if (!rows.length) return `${place}No row of A keeps k = ${e.k} now, so nothing multiplies it.`;
    const plural = rows.length > 1 ? 's' : '';
    return (
        `${place}It meets the row${plural} of A that keep${plural ? '' : 's'} k = ${e.k}: ` +
        `${rangesText(rows.map(r => r.i))}. The product${plural} go${plural ? '' : 'es'} into the same ` +
        `row${plural} of D, column ${e.j}.`
    );
}

function sayOutput(e) {
    const terms = [0, 1].map(s => {
        const k = depthOf(e.i, state.q, s);
        const a = patternOf(e.i, state.q).live[s] ? `A[${e.i}][${k}]` : '0';
        return (
            `${a} × B[${k}][${e.j}] (A ${where({panel: 'a', i: e.i, q: state.q, s})}, B ` +
            `${where({panel: 'b', k, j: e.j})})`
        );
    });
    return (
        `${elementText(e)} is in D ${where(e)}, where C[${e.i}][${e.j}] was. K group ${state.q} adds ` +
        `${terms.join(' and ')}; all ${state.insn.k / 4} K groups add ${state.insn.k / 2} products.`
    );
}

function say(e) {
    return {a: sayStored, idx: saySelector, b: sayB, cd: sayOutput}[e.panel](e);
}

function sayStep(n, i, j) {
    const products = productsOf(i, j);
    if (n === 0)
        return (
            `D[${i}][${j}] begins as C[${i}][${j}] = ${valueC(i, j)}, in D ${where({panel: 'cd', i, j})}. ` +
            `${products.length} products are to come.`
        );
    const {q, s, k, a, b, sum} = products[n - 1];
    const A = {panel: 'a', i, q, s};
    return (
        `Product ${n} of ${products.length}. A ${where(A)} is ${a}. Its selector, idx ` +
        `${where({...A, panel: 'idx'})}, is ${binary(k % 4)}: k = ${4 * q} + ${k % 4} = ${k}. B[${k}][${j}], in B ` +
        `${where({panel: 'b', k, j})}, is ${b}. ${a} × ${b} = ${a * b}; the sum is now ${sum}` +
        (n === products.length ? `, and that is D[${i}][${j}].` : '.')
    );
}

function provenanceText() {
    const {kind, device, arch, attest} = DATA.provenance;
    const note = kind === 'emulated' ? ' It says nothing about silicon.' : '';
    return (
        `${kind}: ${device}, ${arch}` +
        (attest ? `; vouched for by: ${attest}` : '') +
        `. Recovered from what executed instructions put out.${note}`
    );
}
