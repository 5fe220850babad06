// Keyboard alone, names for screen readers, and axe-core's rules.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {find, says, selected} from './page.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

async function violations(page) {
    await page.evaluate(
        source => (0, eval)(source),
        (await import('node:fs')).readFileSync(axe, 'utf8'),
    );
    const {violations: found, passes} = await page.evaluate(() =>
        axe.run(document, {resultTypes: ['violations', 'passes']}),
    );
    assert.ok(passes.length > 20, 'axe did not run');
    return found.map(
        v =>
            `${v.id}: ${v.nodes
                .slice(0, 3)
                .map(n => `${n.target} ${n.failureSummary}`)
                .join(' | ')}`,
    );
}

// What has the focus, told from everything else.
const focused = page =>
    page.evaluate(() => {
        const node = document.activeElement;
        const within = node.closest('.panel, #keep, #strip, #lane');
        return node === document.body
            ? ''
            : node.id ||
                  `${within ? within.id : '?'}: ${node.tagName} ${node.getAttribute('aria-label') || node.value || node.textContent}`;
    });

export const tests = {
    async 'axe-core finds nothing, light and dark, in many states'({open}) {
        for (const [colorScheme, hash] of [
            ['light', ''],
            ['dark', '#at=D,4,4&step=5&edit=4.2.4-0'],
            ['light', '#insn=f32_32x32x16_bf16&at=B,9,9&tour=2'],
            ['dark', '#at=A,2,3.1&edit=2.3.4-&show=all'],
        ]) {
            const page = await open({hash, colorScheme, bypassCSP: true});
            await find(page, hash ? 'B[99][99]' : 'v3{19}');
            await page.fill('#answer', 'v0{1}');
            await page.press('#answer', 'Enter');
            assert.deepEqual(await violations(page), [], `${colorScheme} ${hash}`);
            await page.close();
        }
    },

    async 'axe-core finds nothing at 360 pixels'({open}) {
        const page = await open({width: 360, height: 740, bypassCSP: true});
        assert.deepEqual(await violations(page), []);
    },

    async 'the Tab key reaches every control'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_fp8&at=D,3,3&step=3&edit=3.1.4-0'});
        const reached = new Set();
        for (let n = 0; n < 80; n++) {
            await page.keyboard.press('Tab');
            const at = await focused(page);
            if (!at || reached.has(at)) break;
            reached.add(at);
            assert.ok(
                await page.evaluate(() => {
                    const style = getComputedStyle(document.activeElement);
                    return (
                        (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) ||
                        document.activeElement.type === 'radio'
                    );
                }),
                `${at} does not show its focus`,
            );
        }
        const controls = await page.evaluate(() =>
            [...document.querySelectorAll('a[href], button, select, input, [tabindex]')]
                .filter(
                    node =>
                        !node.disabled &&
                        node.tabIndex >= 0 &&
                        node.offsetParent &&
                        !(node.type === 'radio' && !node.checked),
                )
                .map(
                    node =>
                        node.id ||
                        node.getAttribute('aria-label') ||
                        node.value ||
                        node.textContent,
                ),
        );
        assert.ok(controls.length > 25);
        for (const control of controls)
            assert.ok(
                [...reached].some(at => at === control || at.endsWith(control)),
                `Tab does not reach ${control}`,
            );
        for (const panel of [
            'panel_a',
            'panel_idx',
            'panel_b',
            'panel_cd',
            'keep',
            'strip',
            'lane',
        ])
            assert.ok(
                [...reached].some(at => at.startsWith(`${panel}:`)),
                `Tab does not reach ${panel}`,
            );
    },

    async 'arrow keys reach every cell'({open}) {
        const page = await open({hash: '#insn=f32_16x16x32_bf16&at=A,0,0.0'});
        // all of A, which crosses the K groups, and of D; the edges of the others
        for (const [panel, rows, columns, whole] of [
            ['a', 16, 16, true],
            ['idx', 16, 16, false],
            ['b', 32, 16, false],
            ['cd', 16, 16, true],
        ]) {
            await page.locator(`#panel_${panel} td[tabindex="0"]`).focus();
            await page.keyboard.press('Control+Home');
            // which cells had the focus, remembered by the page: asking after each key takes long
            await page.evaluate(() => {
                const name = cell => cell.getAttribute('aria-label')?.split(', ')[0];
                window.seen = new Set([name(document.activeElement)]);
                addEventListener('focusin', event => window.seen.add(name(event.target)));
            });
            for (let r = 0; r < rows; r++) {
                const across = whole || r === rows - 1 ? columns - 1 : 0;
                for (let c = 0; c < across; c++)
                    await page.keyboard.press(whole && r % 2 ? 'ArrowLeft' : 'ArrowRight');
                await page.keyboard.press('ArrowDown');
            }
            const expected = whole ? rows * columns : rows + columns - 1;
            assert.equal(await page.evaluate(() => window.seen.size), expected, panel);
        }
    },

    async 'arrow keys move inside of the toolbars, and Enter acts'({open}) {
        const page = await open({hash: '#at=D,3,3'});
        await page.locator('#strip button[tabindex="0"]').focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await says(page, 'pattern_title', 'Row 3, K group 2: which two of four?');
        assert.equal(await page.evaluate(() => document.activeElement.dataset.group), '2');
        await page.locator('#lane button[tabindex="0"]').focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('Enter');
        assert.match(await selected(page).getAttribute('aria-label'), /^A\[/);
        assert.ok(
            await page.evaluate(() =>
                document.getElementById('lane').contains(document.activeElement),
            ),
        );
        await page.locator('#keep button').first().focus();
        await page.keyboard.press('Space');
        assert.equal(await page.evaluate(() => document.activeElement.dataset.place), '0');
    },

    async 'a whole lesson by keyboard'({open}) {
        const page = await open();
        const tabTo = async test => {
            for (let n = 0; n < 80; n++) {
                await page.keyboard.press('Tab');
                if (await page.evaluate(test)) return;
            }
            assert.fail(`not reached: ${test}`);
        };
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter'); // skip to the operands
        assert.match(
            await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
            /^D\[2\]\[5\]/,
        );
        await page.keyboard.press('ArrowDown');
        await says(page, 'say', /^D\[3\]\[5\] /);
        await tabTo('document.activeElement.id === "step_next"');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await says(page, 'step_said', /^Product 2 of 16/);
        await tabTo('document.activeElement.id === "answer"');
        await page.keyboard.type('v0{0}');
        await page.keyboard.press('Enter');
        assert.notEqual(await page.locator('#verdict').textContent(), '');
    },

    async 'stepping to an end keeps the focus on a button that works'({open}) {
        const page = await open({hash: '#at=D,3,3&step=15'});
        await page.locator('#step_next').focus();
        await page.keyboard.press('Enter');
        await says(page, 'step_said', /^Product 16 of 16/);
        assert.equal(await page.evaluate(() => document.activeElement.id), 'step_back');
    },

    async 'roles and names for a screen reader'({open}) {
        const page = await open({hash: '#insn=f32_16x16x64_fp8_fp8'});
        for (const name of ['A, stored: fp8', 'idx, abid 0', 'B: fp8', 'D, and C: f32'])
            assert.equal(await page.getByRole('grid', {name}).count(), 1, name);
        const b = page.getByRole('grid', {name: 'B: fp8'});
        assert.equal(
            await b.getByRole('gridcell', {name: 'B[3][5], v0{5}[31:24]', exact: true}).count(),
            1,
        );
        assert.equal(await b.getByRole('rowheader', {name: '3 v0[31:24]'}).count(), 1);
        assert.equal(await b.getByRole('columnheader', {name: '5', exact: true}).count(), 1);
        for (const id of ['say', 'found', 'pattern_said', 'verdict'])
            assert.equal(await page.getAttribute(`#${id}`, 'role'), 'status', id);
        assert.equal(await page.getByRole('button', {pressed: true}).count(), 2);
        assert.equal(await page.locator('html').getAttribute('lang'), 'en');
        for (const role of ['banner', 'main', 'contentinfo', 'search'])
            assert.equal(await page.getByRole(role).count(), 1, role);
    },
};
