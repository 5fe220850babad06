// One output, product by product.
import assert from 'node:assert/strict';
import {cell, lit, says, text} from './page.mjs';

const VALUE = / (?:is|=) (-?\d+)/;

export const tests = {
    async 'steps through every product to the sum, and each is right'({open}) {
        const page = await open({hash: '#at=D,6,3'});
        await page.click('#step_first');
        await says(
            page,
            'step_said',
            /^D\[6\]\[3\] begins as C\[6\]\[3\] = \d, in D v2\{19\}\. 16 products are to come\.$/,
        );
        let sum = Number(/= (\d)/.exec(await text(page, 'step_said'))[1]);
        for (let n = 1; n <= 16; n++) {
            await page.click('#step_next');
            const said = await text(page, 'step_said');
            const [, a, b, product, now] = /\. (\d+) × (\d+) = (\d+); the sum is now (\d+)/
                .exec(said)
                .map(Number);
            assert.match(said, new RegExp(`^Product ${n} of 16\\. `));
            assert.equal(product, a * b);
            sum += product;
            assert.equal(now, sum);
            const k = Number(/= \d+ \+ \d = (\d+)\. B\[/.exec(said)[1]);
            assert.equal(Math.floor(k / 4), Math.floor((n - 1) / 2));
            // the panels show this product alone, and its value in B is the one that B's own sentence says
            const slot = (n - 1) % 2;
            assert.deepEqual(await lit(page, 'b', `slot${slot}`), [`B[${k}][3]`]);
            assert.deepEqual(await lit(page, 'a', `slot${slot}`), [
                `A[6][${Math.floor((n - 1) / 2)}.${slot}]`,
            ]);
            assert.equal(await page.locator(`#diagram td.slot${1 - slot}`).count(), 0);
            await cell(page, `B[${k}][3]`).hover();
            assert.equal(Number(VALUE.exec(await text(page, 'say'))[1]), b);
            await cell(page, `A[6][${Math.floor((n - 1) / 2)}.${slot}]`).hover();
            assert.equal(Number(VALUE.exec(await text(page, 'say'))[1]), a);
            await page.mouse.move(5, 5);
        }
        await says(
            page,
            'step_said',
            new RegExp(`the sum is now ${sum}, and that is D\\[6\\]\\[3\\]\\.$`),
        );
        assert.equal(await page.isDisabled('#step_next'), true);
        assert.equal(
            await page.locator('#steps tbody tr').last().locator('td').last().innerText(),
            String(sum),
        );
    },

    async 'goes back, to the start and to the sum; the K group follows'({open}) {
        const page = await open({hash: '#at=D,6,3'});
        await page.click('#step_last');
        await says(page, 'step_said', /^Product 16 of 16/);
        assert.match(await text(page, 'group_name'), /^K group 7 of 8/);
        await page.click('#step_back');
        await page.click('#step_back');
        await says(page, 'step_said', /^Product 14 of 16/);
        assert.match(await text(page, 'group_name'), /^K group 6 of 8/);
        assert.equal(await page.locator('#steps [aria-current="step"] th').innerText(), '14');
        assert.equal(await page.locator('#steps .to_come').count(), 2);
        await page.click('#step_first');
        assert.match(await text(page, 'group_name'), /^K group 0 of 8/);
        assert.equal(await page.isDisabled('#step_back'), true);
    },

    async 'is about the output that was selected last'({open}) {
        const page = await open();
        await cell(page, 'D[9][1]').click();
        assert.equal(await text(page, 'sum_title'), 'D[9][1], product by product');
        await page.click('#step_next');
        await says(page, 'say', /^Product 1 of 16\. A v0\{9\}\[15:0\] is /);
        await cell(page, 'D[9][2]').click();
        await says(page, 'step_said', /^C\[9\]\[2\] = .* Step through them\.$/);
        await page.mouse.move(5, 5);
        await says(page, 'say', /^D\[9\]\[2\] is in /);
    },
};
