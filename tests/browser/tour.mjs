// The tour for beginners.
import assert from 'node:assert/strict';
import {lit, says, selected, text} from './page.mjs';

export const tests = {
    async 'each station shows what it speaks of'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_fp8&show=all&at=B,40,9'});
        await page.click('#tour_start');
        const stations = [];
        for (let n = 1; n <= 8; n++) {
            assert.equal(await text(page, 'tour_title'), `Tour, ${n} of 8`);
            stations.push((await selected(page).getAttribute('aria-label'))[0]);
            if (n === 1) assert.match(await text(page, 'tour_text'), /^A wave has 64 lanes/);
            if (n === 5) {
                await says(page, 'say', /^Product 1 of 32\./);
                assert.equal((await lit(page, 'b', 'slot0')).length, 1);
            }
            if (n === 7)
                assert.match(await text(page, 'tour_text'), /There is room for 2 such sets/);
            await page.click('#tour_next');
        }
        assert.equal(stations.join(''), 'DAKBDAKD');
        assert.equal(await page.locator('#tour').isVisible(), false);
        assert.equal(await page.evaluate(() => document.activeElement.id), 'tour_start');
    },

    async 'goes back, ends early, and is in the address'({open}) {
        const page = await open();
        await page.click('#tour_start');
        await page.keyboard.press('Enter'); // the focus is on Next
        await page.click('#tour_next');
        await page.click('#tour_back');
        assert.equal(await text(page, 'tour_title'), 'Tour, 2 of 8');
        await page.waitForTimeout(300);
        const other = await open({hash: await page.evaluate(() => location.hash)});
        assert.equal(await text(other, 'tour_title'), 'Tour, 2 of 8');
        await page.click('#tour_end');
        assert.equal(await page.locator('#tour').isVisible(), false);
    },
};
