// What it looks like, as far as numbers can say: sizes, alignment, colours, paper.
import assert from 'node:assert/strict';
import {cell, lit, says, visit} from './page.mjs';

const SHAPES = [
    'f32_16x16x32_f16',
    'f32_32x32x16_f16',
    'f32_16x16x64_fp8_fp8',
    'f32_32x32x32_fp8_fp8',
];

// Cells and heads whose text is wider or higher than they are.
const spilling = page =>
    page.evaluate(() =>
        [
            ...document.querySelectorAll(
                '#diagram td[aria-label], #diagram th, .keep button, .strip button, .segment, .chip',
            ),
        ]
            .filter(node => {
                const range = document.createRange();
                range.selectNodeContents(node);
                const inner = range.getBoundingClientRect(),
                    outer = node.getBoundingClientRect();
                return (
                    outer.width &&
                    inner.width &&
                    (node.scrollWidth > node.clientWidth + 1 ||
                        inner.left < outer.left - 1 ||
                        inner.right > outer.right + 1 ||
                        inner.top < outer.top - 1 ||
                        inner.bottom > outer.bottom + 1)
                );
            })
            .map(node => node.getAttribute('aria-label') || node.textContent),
    );

const paper = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

export const tests = {
    async 'nothing is wider than the window, nor spills over its cell'({open}) {
        const page = await open();
        for (const insn of SHAPES)
            for (const show of ['group', 'all'])
                for (const width of [360, 768, 1024, 1366, 1600]) {
                    await page.setViewportSize({width, height: 1000});
                    await visit(page, `#insn=${insn}&show=${show}&at=D,10,10`);
                    const where = `${width} ${insn} ${show}`;
                    assert.ok(
                        await page.evaluate(
                            () => document.documentElement.scrollWidth <= innerWidth,
                        ),
                        `${where}: wider than the window`,
                    );
                    assert.deepEqual((await spilling(page)).slice(0, 4), [], where);
                }
    },

    async 'rows of A and columns of B stand in line with those of D'({open}) {
        for (const width of [1366, 1600])
            for (const insn of SHAPES) {
                const page = await open({width, hash: `#insn=${insn}&at=D,10,10`});
                for (const n of [0, 3, 15]) {
                    const boxes = {};
                    for (const name of [
                        `A[${n}][0.1]`,
                        `K[${n}][0.0]`,
                        `B[2][${n}]`,
                        `D[${n}][${n}]`,
                    ])
                        boxes[name[0]] = await cell(page, name).boundingBox();
                    assert.ok(
                        Math.abs(boxes.A.y - boxes.D.y) < 1 && Math.abs(boxes.K.y - boxes.D.y) < 1,
                        `${insn} row ${n}`,
                    );
                    assert.ok(
                        Math.abs(boxes.B.x - boxes.D.x) < 1 &&
                            Math.abs(boxes.B.width - boxes.D.width) < 1,
                        `${insn} column ${n}`,
                    );
                }
                await page.close();
            }
    },

    async 'all four panels of a 16x16 and the sentence fit on a 1600x1000 screen'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_fp8'});
        const box = await page.locator('#diagram').boundingBox();
        assert.ok(box.y + box.height < 1150, JSON.stringify(box));
        await page.mouse.wheel(0, 400);
        await says(page, 'say', /./);
        await page.waitForTimeout(100);
        const sentence = await page.locator('#say').boundingBox();
        assert.ok(sentence.y >= 0 && sentence.y < 100, 'the sentence is out of sight');
    },

    async 'where panels scroll, what is looked at is scrolled into sight'({open}) {
        const page = await open({width: 360, height: 740});
        for (const at of ['D,6,14', 'B,2,15', 'D,6,0', 'A,3,7.1']) {
            await visit(page, `#at=${at}&show=${at[0] === 'A' ? 'all' : 'group'}`);
            const hidden = await page.evaluate(() =>
                [...document.querySelectorAll('#diagram td[tabindex="0"]')]
                    .filter(cell => {
                        const inner = cell.getBoundingClientRect();
                        const outer = cell.closest('.scroll').getBoundingClientRect();
                        return inner.left < outer.left || inner.right > outer.right;
                    })
                    .map(cell => cell.getAttribute('aria-label')),
            );
            assert.deepEqual(hidden, [], at);
        }
    },

    async 'colours follow the system, and the switch'({open}) {
        const light = await open({colorScheme: 'light'});
        const dark = await open({colorScheme: 'dark'});
        const [white, black] = [await paper(light), await paper(dark)];
        assert.notEqual(white, black);
        await light.selectOption('#theme', 'dark');
        await dark.selectOption('#theme', 'light');
        assert.equal(await paper(light), black);
        assert.equal(await paper(dark), white);
        await light.selectOption('#theme', 'auto');
        assert.equal(await paper(light), white);
    },

    async 'slot 0, slot 1 and output differ in colour, and slot 1 in more than colour'({open}) {
        const page = await open({hash: '#at=D,3,3'});
        const style = role =>
            page
                .locator(`#diagram td.${role}`)
                .first()
                .evaluate(td => {
                    const {backgroundColor, boxShadow} = getComputedStyle(td);
                    return {backgroundColor, boxShadow};
                });
        const [zero, one, out] = [await style('slot0'), await style('slot1'), await style('out')];
        assert.equal(new Set([zero, one, out].map(s => s.backgroundColor)).size, 3);
        assert.notEqual(zero.boxShadow, one.boxShadow);
    },

    async 'a touch selects; nothing needs a pointer that hovers'({open}) {
        const page = await open({width: 360, height: 740, hasTouch: true});
        await cell(page, 'D[1][1]').tap();
        await says(page, 'say', /^D\[1\]\[1\] is in D v1\{1\}/);
        assert.deepEqual(await lit(page, 'cd', 'out'), ['D[1][1]']);
    },

    async 'on paper the controls are gone, the provenance is not, and nothing is cut off'({open}) {
        for (const insn of SHAPES)
            for (const show of ['group', 'all']) {
                const page = await open({
                    hash: `#insn=${insn}&at=D,5,5&theme=dark&show=${show}`,
                    width: 703,
                    height: 1030,
                });
                await page.emulateMedia({media: 'print'});
                for (const gone of [
                    '#insn',
                    '#find',
                    '#print',
                    '#step_next',
                    '#quiz',
                    '#next_group',
                ])
                    assert.equal(await page.locator(gone).isVisible(), false, gone);
                for (const there of ['#provenance', '#say', '#stamp', '#steps', '#lane'])
                    assert.equal(await page.locator(there).isVisible(), true, there);
                assert.equal(await paper(page), 'rgb(255, 255, 255)');
                assert.ok(
                    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                    `${insn} ${show}: wider than the paper`,
                );
                const cut = await page.evaluate(() =>
                    [...document.querySelectorAll('#diagram table, #steps table, #step_said')]
                        .filter(
                            node =>
                                node.getBoundingClientRect().right >
                                node.closest('.card, .diagram').getBoundingClientRect().right,
                        )
                        .map(node => node.className || node.id),
                );
                assert.deepEqual(cut, [], `${insn} ${show}`);
                await page.close();
            }
    },

    async prints({open}) {
        const page = await open({hash: '#insn=f32_32x32x32_fp8_fp8'});
        const pdf = await page.pdf({format: 'A4', printBackground: true});
        assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
        assert.ok(pdf.length > 20000);
    },

    async 'the Print button opens the print dialog'({open}) {
        const page = await open();
        await page.evaluate(() => {
            window.printed = 0;
            window.print = () => window.printed++;
        });
        await page.click('#print');
        assert.equal(await page.evaluate(() => window.printed), 1);
    },
};
