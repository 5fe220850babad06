// Pointing and arrow keys in the four panels.
import assert from 'node:assert/strict';
import {cell, lit, says, selected, text, visit} from './page.mjs';

const FP8 = '#insn=f32_16x16x64_fp8_fp8';

export const tests = {
    async 'opens on one K group'({open}) {
        const page = await open();
        assert.equal(await page.locator('#panel_a td[aria-label]').count(), 16 * 2);
        assert.equal(await page.locator('#panel_idx td[aria-label]').count(), 16 * 2);
        assert.equal(await page.locator('#panel_b td[aria-label]').count(), 4 * 16);
        assert.equal(await page.locator('#panel_cd td[aria-label]').count(), 16 * 16);
        assert.match(await text(page, 'group_name'), /^K group 0 of 8: k 0–3$/);
    },

    async 'all of K shows every stored value, selector and row of B'({open}) {
        const page = await open();
        await page.getByLabel('all of K').check();
        assert.equal(await page.locator('#panel_a td[aria-label]').count(), 16 * 16);
        assert.equal(await page.locator('#panel_b td[aria-label]').count(), 32 * 16);
        await page.getByLabel('one K group').check();
        assert.equal(await page.locator('#panel_b td[aria-label]').count(), 4 * 16);
    },

    async 'every instruction can be picked, and shows its shape'({open}) {
        const page = await open();
        const names = await page.locator('#insn option').allInnerTexts();
        assert.equal(names.length, 14);
        for (const name of names) {
            await page.selectOption('#insn', name);
            const [, m, n, k] = /_(\d+)x(\d+)x(\d+)_/.exec(name);
            assert.equal(await text(page, 'equation'), `D = A × B + C, ${m} × ${n} × ${k}`);
            assert.equal(await page.locator('#panel_cd td[aria-label]').count(), m * n);
            assert.ok((await text(page, 'stamp')).includes(name));
        }
    },

    async 'pointing at an output lights its two chains and says them'({open}) {
        const page = await open({hash: '#edit=3.0.8'});
        await cell(page, 'D[3][7]').hover();
        await says(
            page,
            'say',
            'D[3][7] is in D v3{7}, where C[3][7] was. K group 0 adds A[3][0] × B[0][7] (A v0{3}[15:0], ' +
                'B v0{7}[15:0]) and A[3][2] × B[2][7] (A v0{3}[31:16], B v1{7}[15:0]); all 8 K groups add 16 products.',
        );
        assert.deepEqual(await lit(page, 'a', 'slot0'), ['A[3][0.0]']);
        assert.deepEqual(await lit(page, 'a', 'slot1'), ['A[3][0.1]']);
        assert.deepEqual(await lit(page, 'idx', 'slot1'), ['K[3][0.1]']);
        assert.deepEqual(await lit(page, 'b', 'slot0'), ['B[0][7]']);
        assert.deepEqual(await lit(page, 'b', 'slot1'), ['B[2][7]']);
        assert.deepEqual(await lit(page, 'cd', 'out'), ['D[3][7]']);
    },

    async 'pointing at a stored value lights its selector, its row of B and its row of D'({open}) {
        const page = await open({hash: '#edit=3.0.d'});
        await cell(page, 'A[3][0.1]').hover();
        await says(
            page,
            'say',
            /^A v0\{3\}\[31:16\] holds A\[3\]\[3\] = \d: .*selector in idx v0\{3\}\[3:2\] is 11, so it multiplies row 3 of B/,
        );
        assert.deepEqual(await lit(page, 'idx', 'slot1'), ['K[3][0.1]']);
        assert.deepEqual(
            await lit(page, 'b', 'slot1'),
            Array.from({length: 16}, (_, j) => `B[3][${j}]`),
        );
        assert.deepEqual(
            await lit(page, 'cd', 'out'),
            Array.from({length: 16}, (_, j) => `D[3][${j}]`),
        );
        assert.equal(await page.locator('#diagram td.slot0').count(), 0);
    },

    async 'pointing at a selector says its bits and nibble'({open}) {
        const page = await open({hash: '#insn=f32_16x16x32_f16&abid=3&edit=5.1.9&group=1'});
        await cell(page, 'K[5][1.0]').hover();
        await says(
            page,
            'say',
            /^idx v0\{5\}\[29:28\] is 01: the value of row 5, K group 1, slot 0, which is in A v1\{5\}\[15:0\], stands at k = 4 \+ 1 = 5 and multiplies row 5 of B\. With the other slot's it makes nibble 0x9\.$/,
        );
    },

    async 'pointing at B lights the rows of A that keep its k'({open}) {
        const edits = Array.from(
            {length: 16},
            (_, i) => `${i}.0.${i === 4 ? '8' : i === 9 ? 'e' : 'd'}`,
        ).join('+');
        const page = await open({hash: `#edit=${edits}`});
        await cell(page, 'B[2][6]').hover();
        await says(
            page,
            'say',
            /^B\[2\]\[6\] = \d is in B v1\{6\}\[15:0\]\. It meets the rows of A that keep k = 2: 4 and 9\. The products go into the same rows of D, column 6\.$/,
        );
        assert.deepEqual(await lit(page, 'a', 'slot1'), ['A[4][0.1]']);
        assert.deepEqual(await lit(page, 'a', 'slot0'), ['A[9][0.0]']);
        assert.deepEqual(await lit(page, 'idx', 'slot1'), ['K[4][0.1]']);
        assert.deepEqual(await lit(page, 'idx', 'slot0'), ['K[9][0.0]']);
        assert.deepEqual(await lit(page, 'cd', 'out'), ['D[4][6]', 'D[9][6]']);
        await cell(page, 'B[0][6]').hover();
        await says(
            page,
            'say',
            /It meets the row of A that keeps k = 0: 4\. The product goes into the same row of D, column 6\.$/,
        );
        await page.mouse.move(5, 5);
        await visit(page, `#edit=${edits.replaceAll('.8', '.d')}`);
        await cell(page, 'B[0][6]').hover();
        await says(page, 'say', /No row of A keeps k = 0 now, so nothing multiplies it\.$/);
    },

    async 'when the pointer leaves, what was selected is lit and said again'({open}) {
        const page = await open({hash: '#at=D,4,4'});
        const said = await text(page, 'say');
        await cell(page, 'B[1][1]').hover();
        await says(page, 'say', /^B\[1\]\[1\]/);
        await page.mouse.move(5, 5);
        await says(page, 'say', said);
        assert.deepEqual(await lit(page, 'cd', 'out'), ['D[4][4]']);
    },

    async 'a click selects'({open}) {
        const page = await open();
        await cell(page, 'B[1][9]').click();
        assert.match(await selected(page).getAttribute('aria-label'), /^B\[1\]\[9\],/);
        await page.mouse.move(5, 5);
        await says(page, 'say', /^B\[1\]\[9\]/);
    },

    async 'arrow keys go from cell to cell, light and say'({open}) {
        const page = await open({hash: '#at=D,2,5'});
        await selected(page).focus();
        const at = async () => (await selected(page).getAttribute('aria-label')).split(',')[0];
        const press = async keys => {
            for (const key of keys.split(' ')) await page.keyboard.press(key);
            return at();
        };
        assert.equal(await press('ArrowRight ArrowDown'), 'D[3][6]');
        await says(page, 'say', /^D\[3\]\[6\] is in D v3\{6\}/);
        assert.deepEqual(await lit(page, 'cd', 'out'), ['D[3][6]']);
        assert.equal(await press('ArrowLeft ArrowUp'), 'D[2][5]');
        assert.equal(await press('Home'), 'D[2][0]');
        assert.equal(await press('ArrowLeft'), 'D[2][0]');
        assert.equal(await press('End'), 'D[2][15]');
        assert.equal(await press('Control+End'), 'D[15][15]');
        assert.equal(await press('Control+Home'), 'D[0][0]');
        assert.equal(
            await page.evaluate(() => document.activeElement.getAttribute('aria-selected')),
            'true',
        );
    },

    async 'keys lead on to the next K group, and the panels follow'({open}) {
        const page = await open({hash: `${FP8}&at=A,2,0.1`});
        await selected(page).focus();
        await page.keyboard.press('ArrowRight');
        assert.match(await selected(page).getAttribute('aria-label'), /^A\[2\]\[1\.0\],/);
        assert.match(await text(page, 'group_name'), /^K group 1 of 16/);
        assert.equal(await cell(page, 'B[4][0]').count(), 1);
        assert.equal(await cell(page, 'B[3][0]').count(), 0);
        await page.keyboard.press('PageDown');
        assert.match(await text(page, 'group_name'), /^K group 2 of 16/);
        await cell(page, 'D[1][1]').focus();
        await page.keyboard.press('PageUp');
        assert.match(await text(page, 'group_name'), /^K group 1 of 16/);
        await cell(page, 'B[7][1]').focus();
        await page.keyboard.press('ArrowDown');
        assert.match(await selected(page).getAttribute('aria-label'), /^B\[8\]\[1\],/);
    },

    async 'cbsz and abid choose the index bits'({open}) {
        const page = await open({hash: '#at=K,2,0.0'});
        await page.selectOption('#abid', '3');
        await says(page, 'say', /^idx v0\{2\}\[25:24\] /);
        await says(
            page,
            'found',
            'With cbsz 0, abid 3 the instruction reads 4 selectors of each lane, in bits 31 to 24.',
        );
        await page.selectOption('#cbsz', '1');
        await says(page, 'say', /^idx v0\{2\}\[1:0\] /);
        await page.selectOption('#cbsz', '4');
        await says(page, 'say', /^idx v0\{2\}\[25:24\] /);
        await page.selectOption('#insn', 'f32_16x16x64_fp8_fp8');
        assert.equal(await page.locator('#abid option').count(), 2);
        assert.equal(await page.inputValue('#abid'), '0');
    },

    async 'says how many pairs of cbsz and abid read the same index bits'({open}) {
        // set 0: cbsz 0 and 4 with abid 0, and the six others with each of four abids
        const page = await open();
        assert.match(await text(page, 'stamp'), / 25 of the other 31 pairs of cbsz and abid/);
        await page.selectOption('#abid', '2');
        assert.match(await text(page, 'stamp'), / 1 of the other 31 pairs of cbsz and abid/);
    },

    async 'the lane beside it shows every register, and leads to what they hold'({open}) {
        const page = await open({hash: `${FP8}&at=D,5,7`});
        assert.equal(await text(page, 'lane_title'), 'Lane 23, register by register');
        assert.equal(await page.locator('#lane .register_row').count(), 2 + 1 + 4 + 4);
        assert.equal(await page.locator('#lane .here .register').innerText(), 'D v1');
        await page.getByRole('button', {name: 'B v3{23}[31:24]: B[31][7]'}).click();
        assert.match(await selected(page).getAttribute('aria-label'), /^B\[31\]\[7\],/);
        assert.equal(await page.locator('#lane .here .register').innerText(), 'B v3');
    },
};
