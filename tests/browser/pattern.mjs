// Which two of four: nibble, index word and the selected B follow.
import assert from 'node:assert/strict';
import {lit, says, text} from './page.mjs';

const place = (page, p) => page.locator(`#keep button[data-place="${p}"]`);

// Index word of row 2, lane 2, by hand: K groups 0 and 1 of f32_16x16x32_f16 are nibbles 0 and 1.
const TWO_GROUPS = '#at=A,2,0.0&edit=2.0.4+2.1.9';

export const tests = {
    async 'switching values changes nibble, index word and B'({open}) {
        const page = await open({hash: TWO_GROUPS});
        assert.match(
            await text(page, 'nibble'),
            /^0x4 = 01 00: slot 0 takes k 0, slot 1 takes k 1$/,
        );
        assert.match(await text(page, 'word'), /^idx v0\{2\} = 0x00000094/);
        assert.match(
            await text(page, 'selects'),
            /^B\[0\]\[5\] in v0\{5\}\[15:0\] and B\[1\]\[5\] in v0\{5\}\[31:16\]/,
        );
        await place(page, 0).click();
        await place(page, 3).click();
        assert.match(
            await text(page, 'nibble'),
            /^0xD = 11 01: slot 0 takes k 1, slot 1 takes k 3$/,
        );
        assert.match(await text(page, 'word'), /^idx v0\{2\} = 0x0000009D/);
        assert.match(
            await text(page, 'selects'),
            /^B\[1\]\[5\] in v0\{5\}\[31:16\] and B\[3\]\[5\] in v1\{5\}\[31:16\]/,
        );
        await says(page, 'pattern_said', 'Row 2, K group 0 keeps k 1 and 3: nibble 0xD.');
        assert.deepEqual((await lit(page, 'b', 'slot0')).slice(0, 1), ['B[1][0]']);
        assert.equal(
            await page.locator('#panel_a td[aria-label^="A[2][0.1],"]').getAttribute('data-note'),
            'k 3',
        );
        assert.equal(
            await page.locator('#panel_idx td[aria-label^="K[2][0.1],"]').getAttribute('data-note'),
            '11',
        );
    },

    async 'all six pairs make their nibbles'({open}) {
        const page = await open({hash: '#at=A,7,1.0'});
        for (const [pair, nibble] of [
            ['01', '4'],
            ['02', '8'],
            ['03', 'C'],
            ['12', '9'],
            ['13', 'D'],
            ['23', 'E'],
        ]) {
            while (await page.locator('#keep button[aria-pressed="true"]').count())
                await page.locator('#keep button[aria-pressed="true"]').first().click();
            for (const p of pair) await place(page, p).click();
            assert.match(await text(page, 'nibble'), new RegExp(`^0x${nibble} = `), pair);
        }
    },

    async 'a third value is refused, and the reason given'({open}) {
        const page = await open({hash: TWO_GROUPS});
        await place(page, 2).click();
        await says(
            page,
            'pattern_said',
            'Two are on already, k 0 and 1. At most two of four: turn one off first.',
        );
        assert.match(await text(page, 'nibble'), /^0x4/);
        assert.equal(await place(page, 2).getAttribute('aria-pressed'), 'false');
    },

    async 'one value can be written in three ways, none in six; all are legal'({open}) {
        const page = await open({hash: TWO_GROUPS});
        await place(page, 1).click();
        assert.equal(await page.locator('#spelling option').count(), 3);
        assert.match(
            await page.locator('#spelling option').first().innerText(),
            /^0x4: values \d, 0 at places 0, 1$/,
        );
        await page.selectOption('#spelling', {index: 2});
        assert.match(await text(page, 'nibble'), /^0xC = 11 00/);
        await says(
            page,
            'pattern_said',
            /^Written as 0xC: values \d, 0 at places 0, 3\. The product is the same\.$/,
        );
        await place(page, 0).click();
        assert.equal(await page.locator('#spelling option').count(), 6);
        const nibbles = (await page.locator('#spelling option').allInnerTexts()).map(t =>
            t.slice(0, 3),
        );
        assert.deepEqual(nibbles.sort(), ['0x4', '0x8', '0x9', '0xC', '0xD', '0xE']);
        await says(page, 'pattern_said', 'Row 2, K group 0 keeps nothing: nibble 0x4.');
        await place(page, 3).click();
        // the zero of the lowest free place is stored, as `pack` does
        assert.match(await text(page, 'nibble'), /^0xC = 11 00/);
        assert.match(
            await page.locator('#pattern_facts .chip').first().innerText(),
            /slot 0: 0 in A v0\{2\}\[15:0\]/,
        );
    },

    async 'a slot without a value is said to add nothing'({open}) {
        const page = await open({hash: '#at=D,2,5&edit=2.0.9-1'});
        await says(
            page,
            'say',
            /K group 0 adds 0 × B\[1\]\[5\] \(.*\) and A\[2\]\[2\] × B\[2\]\[5\] /,
        );
        await page.locator('#panel_a td[aria-label^="A[2][0.0],"]').hover();
        await says(page, 'say', /^A v0\{2\}\[15:0\] holds no value, just a zero: row 2/);
        // what was said of one K group is not left to stand at another
        await place(page, 3).click();
        await page.click('#next_group');
        assert.equal(await page.locator('#pattern_said').textContent(), '');
    },

    async 'how a group is written does not change the sum'({open}) {
        const page = await open({hash: '#at=D,2,5&edit=2.0.4-0'});
        const sum = async () => /= (\d+)\. Step/.exec(await text(page, 'step_said'))[1];
        const first = await sum();
        const nibbles = new Set();
        for (let n = 0; n < 3; n++) {
            await page.selectOption('#spelling', {index: n});
            nibbles.add(await text(page, 'nibble'));
            assert.equal(await sum(), first);
        }
        assert.equal(nibbles.size, 3);
        await place(page, 0).click();
        assert.notEqual(await sum(), first);
    },

    async 'a row of alike K groups fills its index word'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_fp8&abid=1&at=A,2,0.0&edit=2.0.8'});
        await page.click('#row_same');
        assert.match(
            await text(page, 'word'),
            /^idx v0\{2\} = 0x88880000, with 0 where no bit is read$/,
        );
        assert.deepEqual(
            await page
                .locator('#strip button')
                .allInnerTexts()
                .then(all => [...new Set(all)]),
            ['8'],
        );
        await page.click('#row_reset');
        assert.notDeepEqual(
            await page
                .locator('#strip button')
                .allInnerTexts()
                .then(all => [...new Set(all)]),
            ['8'],
        );
    },

    async 'the strip names each K group of the row and leads to it'({open}) {
        const page = await open({hash: '#at=D,2,5&edit=2.3.9'});
        const button = page.getByRole('button', {name: 'K group 3: keeps k 13 and 14, nibble 9'});
        await button.click();
        assert.equal(await text(page, 'pattern_title'), 'Row 2, K group 3: which two of four?');
        assert.equal(await page.locator('#strip [aria-current]').innerText(), '9');
    },
};
