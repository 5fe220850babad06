// The state in the address: there, restored, and harmless whatever stands in it.
import assert from 'node:assert/strict';
import {cell, says, selected, text, visit} from './page.mjs';

// Everything that a reader can see of the state.
async function view(page) {
    const ids = [
        'say',
        'equation',
        'group_name',
        'nibble',
        'word',
        'step_said',
        'question',
        'lane_title',
        'stamp',
    ];
    const said = {};
    for (const id of ids) said[id] = await page.locator(`#${id}`).textContent();
    said.selected = await selected(page).getAttribute('aria-label');
    said.theme = await page.inputValue('#theme');
    said.scope = await page.locator('#diagram').getAttribute('class');
    return said;
}

async function settledHash(page) {
    let hash = await page.evaluate(() => location.hash),
        before;
    do {
        before = hash;
        await page.waitForTimeout(250);
        hash = await page.evaluate(() => location.hash);
    } while (hash !== before);
    return hash;
}

export const tests = {
    async 'a view is restored from its address'({open}) {
        const page = await open();
        await page.selectOption('#insn', 'f32_32x32x16_bf16');
        await page.selectOption('#abid', '2');
        await page.selectOption('#cbsz', '4');
        await page.selectOption('#theme', 'dark');
        await cell(page, 'A[7][0.0]').click();
        while (await page.locator('#keep button[aria-pressed="true"]').count())
            await page.locator('#keep button[aria-pressed="true"]').first().click();
        await page.locator('#keep button[data-place="3"]').click();
        await cell(page, 'D[7][9]').click();
        await page.click('#quiz_next');
        await page.click('#step_last');
        await page.click('#step_back');
        const hash = await settledHash(page);
        const there = await view(page);
        assert.match(there.step_said, /^Product 7 of 8/);
        const other = await open({hash});
        assert.deepEqual(await view(other), there);
        assert.equal(await text(other, 'found'), '');
    },

    async 'a view of all of K is restored, and so is a selected cell of each panel'({open}) {
        for (const at of ['A,3,5.1', 'K,3,5.1', 'B,21,4', 'D,3,4']) {
            const page = await open({hash: `#insn=f32_16x16x64_bf8_bf8&at=${at}`});
            await page.getByLabel('all of K').check();
            const hash = await settledHash(page);
            assert.ok(hash.includes(`at=${at}`), hash);
            const other = await open({hash});
            assert.deepEqual(await view(other), await view(page));
        }
    },

    async 'going back in the history restores too'({open}) {
        const page = await open({hash: '#at=B,1,1'});
        await visit(page, '#at=D,9,9');
        await says(page, 'say', /^D\[9\]\[9\]/);
        await page.goBack();
        await says(page, 'say', /^B\[1\]\[1\]/);
    },

    async 'hostile addresses do nothing but are said'({open}) {
        const page = await open();
        const plain = await view(page);
        page.on('dialog', dialog => {
            page.complaints.push(`dialog: ${dialog.message()}`);
            dialog.dismiss();
        });
        for (const [hash, names] of [
            ['#insn=f64_1x1x1', ['insn']],
            ['#insn=<script>alert(1)</script>', ['insn']],
            ['#cbsz=8', ['cbsz']],
            ['#abid=99', ['abid']],
            ['#cbsz=1e0', ['cbsz']],
            ['#abid=', ['abid']],
            ['#abid=-1', ['abid']],
            ['#show=everything', ['show']],
            ['#at=B,99,1', ['at']],
            ['#at=v3,1', ['at']],
            ['#at=D,1,1.5', ['at']],
            [`#at=D,${'9'.repeat(2000)},1`, ['at']],
            ['#group=99', ['group']],
            ['#group=0x1', ['group']],
            ['#step=999', ['step']],
            ['#step=-1', ['step']],
            ['#edit=1.1.1', ['edit']],
            ['#edit=99.0.4', ['edit']],
            ['#edit=1.8.4', ['edit']],
            ['#group=8', ['group']],
            ['#edit=__proto__', ['edit']],
            ['#quiz=abc', ['quiz']],
            ['#tour=9', ['tour']],
            ['#theme=javascript:alert(1)', ['theme']],
            ['#constructor=1&__proto__=2&toString=3', ['constructor', '__proto__', 'toString']],
            ['#<img src=x onerror=alert(1)>', ['<img src']],
            ['#%', ['%']],
            ['#%E0%A4%A', ['']],
            [`#${'x=1&'.repeat(5000)}`, ['x']],
        ]) {
            await visit(page, hash);
            const said = await page.locator('#found').textContent();
            assert.match(
                said,
                /^The address holds what this page does not understand, and does without: /,
                hash,
            );
            for (const name of names) assert.ok(said.includes(name), `${hash}: ${said}`);
            assert.ok(said.length < 300, said);
            assert.deepEqual(await view(page), plain, hash);
        }
        await visit(page, '#at=D,1,1');
        assert.equal(await page.locator('#found').textContent(), '');
    },

    async 'what is understood of a half wrong address is taken'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_fp8&abid=7&at=B,31,3&nonsense=1'});
        assert.match(
            await selected(page).getAttribute('aria-label'),
            /^B\[31\]\[3\], v3\{19\}\[31:24\]/,
        );
        await says(
            page,
            'found',
            'The address holds what this page does not understand, and does without: “nonsense” and “abid”.',
        );
    },

    async 'an edited pattern travels whole'({open}) {
        const page = await open({hash: '#at=A,4,0.0&edit=4.0.9-1+4.1.e+4.2.4-'});
        assert.match(await text(page, 'nibble'), /^0x9 = 10 01/);
        assert.match(
            await page.locator('#pattern_facts .chip').first().innerText(),
            /slot 0: 0 in/,
        );
        await page.click('#next_group');
        assert.match(await text(page, 'nibble'), /^0xE/);
        await page.click('#next_group');
        assert.equal(await page.locator('#keep button[aria-pressed="true"]').count(), 0);
    },
};
