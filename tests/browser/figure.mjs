// A figure in Chromium, and that the tests' own guards see what they are for.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';

// Numbers of different colours in a screenshot.
async function colours(page, browser) {
    const shot = (await page.screenshot()).toString('base64');
    const context = await browser.newContext();
    const canvas = await context.newPage();
    const n = await canvas.evaluate(async png => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
        drawing.drawImage(image, 0, 0);
        return new Set(
            new Uint32Array(drawing.getImageData(0, 0, image.width, image.height).data.buffer),
        ).size;
    }, shot);
    await context.close();
    return n;
}

export const tests = {
    async 'an SVG figure of the tool renders'({openFile, browser, smfviz, work}) {
        smfviz('render', 'f32_16x16x64_fp8_fp8', '--operand', 'b', '-o', `${work}/b.svg`);
        const page = await openFile(`${work}/b.svg`, {width: 800, height: 600});
        const svg = await page.evaluate(() => {
            const root = document.documentElement,
                box = root.getBoundingClientRect();
            return {
                name: root.tagName,
                title: root.querySelector('title').textContent,
                width: box.width,
                errors: document.querySelectorAll('parsererror').length,
            };
        });
        assert.equal(svg.name, 'svg');
        assert.equal(svg.errors, 0);
        assert.match(svg.title, /B/);
        assert.ok(svg.width > 700);
        // four tints of lane groups and their bands, ink, paper, and what lies between
        assert.ok((await colours(page, browser)) > 20);
    },

    async 'a page that asks for something, complains or throws is found out'({browser, work}) {
        const {open} = await import('./browser.mjs');
        writeFileSync(
            `${work}/bad.html`,
            '<img src="http://localhost:9/x.png"><link rel="stylesheet" href="other.css">' +
                '<script>console.error("complaint"); throw new Error("thrown")</script>',
        );
        const page = await open(browser, `${work}/bad.html`);
        await page.waitForTimeout(300);
        const all = page.complaints.join('\n');
        for (const expected of [
            'request: http://localhost:9/x.png',
            'other.css',
            'console: complaint',
            'exception: thrown',
        ])
            assert.ok(all.includes(expected), `${expected} is not in:\n${all}`);
        await page.context().close();
    },
};
