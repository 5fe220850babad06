// Words that the tests share: reading the page, and going somewhere in it.
import assert from 'node:assert/strict';

export const text = (page, id) => page.locator(`#${id}`).innerText();
export const selected = page => page.locator('#diagram td[aria-selected="true"]');

// Text that is there soon; a failure says what was there instead.
export async function says(page, id, expected) {
    const is = said => (expected instanceof RegExp ? expected.test(said) : said === expected);
    let said;
    for (let n = 0; n < 40; n++) {
        said = (await page.locator(`#${id}`).textContent()).trim();
        if (is(said)) return;
        await page.waitForTimeout(25);
    }
    assert.fail(`#${id} says “${said}”, not ${expected}`);
}

// Another address in the same page.
export async function visit(page, hash) {
    await page.evaluate(to => {
        const gone = new Promise(resolve => addEventListener('hashchange', resolve, {once: true}));
        if (location.hash === to) return;
        location.hash = to;
        return gone;
    }, hash);
}

export async function find(page, wanted) {
    await page.fill('#wanted', wanted);
    await page.press('#wanted', 'Enter');
}

export const cell = (page, name) => page.locator(`#diagram td[aria-label^="${name},"]`);

// Names of the lit cells of a panel, by role: lit(page, 'a', 'slot0') -> ['A[2][0.0]'].
export function lit(page, panel, role) {
    return page
        .locator(`#panel_${panel} td.${role}`)
        .evaluateAll(cells => cells.map(c => c.getAttribute('aria-label').split(', ')[0]));
}

// Numbers from a seed, so that a failure comes again.
export function random(seed) {
    let state = seed >>> 0;
    return end => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * end);
    };
}
