// The quiz: its answers are those of the cells.
import assert from 'node:assert/strict';
import {cell, says, selected, text} from './page.mjs';

async function answer(page, typed) {
    await page.fill('#answer', typed);
    await page.press('#answer', 'Enter');
}

// The right answer, read from the panels and not from the quiz.
async function lookUp(page) {
    const question = await text(page, 'question');
    const reverse = /Which element of (\w+) is in (v\d+\{\d+\}(?:\[\d+:\d+\])?)\?/.exec(question);
    if (reverse) {
        const label = await page
            .locator(`#panel_${reverse[1] === 'B' ? 'b' : 'cd'} td`)
            .evaluateAll(
                (cells, place) =>
                    cells
                        .map(c => c.getAttribute('aria-label'))
                        .find(l => l && l.endsWith(`, ${place}`)),
                reverse[2],
            );
        return {
            right: label.split(',')[0],
            wrong: reverse[1] === 'B' ? 'B[0][0]' : 'D[0][0]',
            name: label.split(',')[0],
        };
    }
    const dense = /holds ([BD]\[\d+\]\[\d+\])\?/.exec(question);
    const stored = /slot (\d) of row (\d+), K group (\d+)\?/.exec(question);
    const name = dense
        ? dense[1]
        : `${question.includes('selector') ? 'K' : 'A'}[${stored[2]}][${stored[3]}.${stored[1]}]`;
    const label = await cell(page, name).getAttribute('aria-label');
    return {right: label.split(', ')[1], wrong: 'v0{0}', name};
}

export const tests = {
    async 'right answers are right, wrong ones wrong, and both are explained'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_bf8&show=all'});
        const kinds = new Set();
        let right = 0,
            asked = 0;
        for (let n = 0; n < 24; n++) {
            const question = await text(page, 'question');
            kinds.add(question.replace(/[\d[\]{}:]+/g, ''));
            const known = await lookUp(page);
            if (
                n % 3 === 2 &&
                known.wrong !== known.right &&
                !known.right.startsWith(known.wrong)
            ) {
                await answer(page, known.wrong);
                await says(page, 'verdict', /^No: /);
                assert.ok(
                    (await page.locator('#verdict').textContent()).includes(known.right),
                    question,
                );
            } else {
                await answer(page, known.right);
                await says(page, 'verdict', /^Right: /);
                right++;
            }
            asked++;
            await says(page, 'score', `${right} right of ${asked}.`);
            await answer(page, known.right); // a second answer does not count
            await says(page, 'score', `${right} right of ${asked}.`);
            await page.click('#quiz_next');
        }
        assert.ok(kinds.size >= 5, [...kinds].join('; '));
    },

    async 'the explanation says what lane and register hold'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_fp8'});
        for (let seed = 1; seed < 200; seed++) {
            const question = await text(page, 'question');
            const asked = /Which register of B, in which lane, holds B\[(\d+)\]\[(\d+)\]\?/.exec(
                question,
            );
            if (!asked) {
                await page.click('#quiz_next');
                continue;
            }
            await page.fill('#wanted', `B[${asked[1]}][${asked[2]}]`);
            await page.press('#wanted', 'Enter');
            const [, vgpr, lane, bits] = /v(\d)\{(\d+)\}\[(\d+:\d+)\]/.exec(
                await selected(page).getAttribute('aria-label'),
            );
            await answer(page, `v${vgpr}{${lane}}`);
            const held = await page
                .locator('#lane .register_row')
                .evaluateAll(rows =>
                    rows.map(row => [
                        row.querySelector('.register').textContent,
                        [...row.querySelectorAll('button')].map(b =>
                            Number(/B\[(\d+)\]/.exec(b.textContent)?.[1]),
                        ),
                    ]),
                );
            const ofRegister = held
                .find(([name]) => name === `B v${vgpr}`)[1]
                .sort((x, y) => x - y);
            const ofLane = held
                .filter(([name]) => name.startsWith('B '))
                .flatMap(([, ks]) => ks)
                .sort((x, y) => x - y);
            await says(
                page,
                'verdict',
                `Right: B[${asked[1]}][${asked[2]}] is in v${vgpr}{${lane}}[${bits}]. Of B, lane ${lane} holds ` +
                    `k ${ofLane[0]}–${ofLane.at(-1)} of column ${asked[2]}; its v${vgpr} holds k ${ofRegister[0]}–${ofRegister.at(-1)} of column ` +
                    `${asked[2]}, this one in bits ${bits.replace(':', ' to ')}.`,
            );
            return;
        }
        assert.fail('no question about B');
    },

    async 'what is no answer is not counted'({open}) {
        const page = await open();
        await answer(page, 'somewhere');
        assert.equal(await page.locator('#score').textContent(), '');
        assert.match(
            await page.locator('#verdict').textContent(),
            /neither an element nor a register|register and a lane|element is asked for/,
        );
        await answer(page, 'v9{0}');
        assert.equal(await page.locator('#score').textContent(), '');
    },

    async 'another instruction makes another question, and the old verdict void'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_bf8'});
        await answer(page, 'v0{0}');
        await answer(page, 'D[0][0]');
        assert.notEqual(await page.locator('#verdict').textContent(), '');
        const question = await text(page, 'question');
        await page.selectOption('#insn', 'f32_32x32x32_fp8_bf8');
        assert.notEqual(await text(page, 'question'), question);
        assert.equal(await page.locator('#verdict').textContent(), '');
    },

    async 'show me selects the answer, and the question is over'({open}) {
        const page = await open({hash: '#show=all'});
        const known = await lookUp(page);
        await page.click('#quiz_show');
        assert.ok((await selected(page).getAttribute('aria-label')).startsWith(`${known.name},`));
        await answer(page, known.right);
        assert.equal(await page.locator('#score').textContent(), '');
    },
};
