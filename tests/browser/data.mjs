// The page against `smfviz probe`.
import assert from 'node:assert/strict';
import {cell, random, selected, says, text, visit} from './page.mjs';

const SEED = 20;

// A row of probe's JSON as the page's address, name and place.
function asPage(operand, row) {
    const bits = row.bit_lo === 0 && row.bit_hi === 31 ? '' : `[${row.bit_hi}:${row.bit_lo}]`;
    const slot = `v${row.vgpr}{${row.lane}}${bits}`;
    if (operand === 'CD')
        return {at: `D,${row.i},${row.j}`, name: `D[${row.i}][${row.j}]`, slot, bits};
    if (operand === 'B')
        return {at: `B,${row.k},${row.j}`, name: `B[${row.k}][${row.j}]`, slot, bits};
    const letter = operand === 'A' ? 'A' : 'K';
    return {
        at: `${letter},${row.i},${row.k_group}.${row.slot}`,
        name: `${letter}[${row.i}][${row.k_group}.${row.slot}]`,
        slot,
        bits,
    };
}

// Cell, its heads and the sentence say where probe found the element.
async function compare(page, instruction, pair, operand, row, scope) {
    const {at, name, slot, bits} = asPage(operand, row);
    await visit(
        page,
        `#insn=${instruction}&cbsz=${pair[0]}&abid=${pair[1]}&show=${scope}&at=${at}`,
    );
    const where = `${instruction} cbsz ${pair[0]} abid ${pair[1]} ${name}`;
    assert.equal(
        (await selected(page).getAttribute('aria-label')).split(', ').slice(0, 2).join(', '),
        `${name}, ${slot}`,
        where,
    );
    assert.ok(
        (await text(page, 'say')).includes(slot),
        `${where}: ${await text(page, 'say')} does not say ${slot}`,
    );
    const shown = await selected(page).evaluate(td => {
        const column = [...td.parentNode.children].indexOf(td);
        const heads = [
            td.parentNode.querySelector('th'),
            td.closest('table').tHead.lastElementChild.children[column],
        ];
        return (
            td.firstChild.textContent +
            heads
                .map(head =>
                    [...head.querySelectorAll('span')].map(span => span.textContent).join(''),
                )
                .join('')
        );
    });
    assert.equal(shown, `${row.lane}v${row.vgpr}${bits}`, where);
}

export const tests = {
    async 'two hundred random cells are where probe finds them'({open, smfviz}) {
        const page = await open();
        const pick = random(SEED);
        const list = JSON.parse(smfviz('list', '--format', 'json'));
        const names = (list.instructions ?? list).map(row => row.name);
        assert.equal(names.length, 14);
        let compared = 0;
        for (const name of names) {
            const sets = await page.evaluate(
                n =>
                    JSON.parse(document.getElementById('data').textContent).instructions.find(
                        insn => insn.name === n,
                    ).sets,
                name,
            );
            const pair = [pick(8), pick(sets)];
            const probed = JSON.parse(
                smfviz('probe', name, '--cbsz', pair[0], '--abid', pair[1], '--format', 'json'),
            );
            for (let n = 0; n < 15; n++) {
                const operand = ['A', 'idx', 'B', 'CD'][pick(4)];
                const rows = probed.instructions[0][operand];
                await compare(
                    page,
                    name,
                    pair,
                    operand,
                    rows[pick(rows.length)],
                    pick(4) ? 'group' : 'all',
                );
                compared++;
            }
        }
        assert.ok(compared >= 200);
    },

    async 'every cell of an instruction is where probe finds it'({open, smfviz}) {
        const page = await open({hash: '#insn=f32_16x16x64_bf8_fp8&abid=1&show=all'});
        const {
            instructions: [probed],
        } = JSON.parse(smfviz('probe', 'f32_16x16x64_bf8_fp8', '--abid', '1', '--format', 'json'));
        const expected = ['A', 'idx', 'B', 'CD']
            .flatMap(operand =>
                probed[operand].map(row => {
                    const {name, slot} = asPage(operand, row);
                    return `${name}, ${slot}`;
                }),
            )
            .sort();
        const shown = await page
            .locator('#diagram td[aria-label]')
            .evaluateAll(cells => cells.map(c => c.getAttribute('aria-label')));
        assert.deepEqual(shown.sort(), expected);
    },

    async 'the page says that it is emulated, twice, and never that it is measured'({open}) {
        const page = await open();
        assert.match(
            await text(page, 'provenance'),
            /^emulated: .*gfx942.*says nothing about silicon/,
        );
        assert.match(await text(page, 'stamp'), /emulated: /);
        assert.doesNotMatch(await page.locator('body').innerText(), /measured/i);
    },

    async 'a page of other layouts shows those: nothing is computed'({openFile, work}) {
        const {readFileSync, writeFileSync} = await import('node:fs');
        const html = readFileSync(`${work}/page.html`, 'utf8');
        // Exchange B[0][0] and B[31][3] of the first instruction's table, as a scrambled machine would.
        const data = /(<script type="application\/json" id="data">)(.*?)(<\/script>)/s;
        const json = JSON.parse(data.exec(html)[2]);
        const number = json.instructions[0].layouts[0][4];
        const slots = json.tables[number].match(/.{4}/g);
        const ordinal = 31 * 16 + 3;
        [slots[0], slots[ordinal]] = [slots[ordinal], slots[0]];
        json.tables[number] = slots.join('');
        writeFileSync(
            `${work}/scrambled.html`,
            html.replace(data, (_, a, __, c) => a + JSON.stringify(json) + c),
        );
        const page = await openFile(`${work}/scrambled.html`, {hash: '#at=B,0,0'});
        await says(page, 'say', /^B\[0\]\[0\] = \d is in B v3\{51\}\[31:16\]\./);
        // the row's cells no longer share their register, so each says its own
        assert.equal(await cell(page, 'B[0][0]').innerText(), 'v3{51}[31:16]');
        assert.equal(await cell(page, 'B[0][1]').innerText(), 'v0{1}[15:0]');
        await page.fill('#wanted', 'b:v0{0}[15:0]');
        await page.press('#wanted', 'Enter');
        await says(page, 'found', 'B v0{0}[15:0] holds B[31][3].');
    },
};
