// How fast the page is: rows of the table of `make bench`.
//
//   node tests/browser/bench.mjs BUILD
//
// The floor is a page of one sentence in the same browser, measured in turn with it.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {launch, open} from './browser.mjs';
import {random} from './page.mjs';

const RUNS = 7,
    HOVERS = 40;
const build = resolve(process.argv[2] ?? 'build');
const work = mkdtempSync(join(tmpdir(), 'smfviz-bench-'));
const paths = {page: join(work, 'page.html'), floor: join(work, 'floor.html')};

const median = values => values.sort((x, y) => x - y)[Math.floor(values.length / 2)];

// Milliseconds from the start of the navigation until something is painted, and until the page's
// program has run.
function loading(page) {
    return page.evaluate(
        () =>
            new Promise(resolve => {
                const report = () => {
                    const [paint] = performance.getEntriesByName('first-contentful-paint');
                    if (paint)
                        resolve({
                            paint: paint.startTime,
                            ready: performance.getEntriesByType('navigation')[0]
                                .domContentLoadedEventEnd,
                        });
                    else setTimeout(report, 5);
                };
                report();
            }),
    );
}

// Watches the pointer: `work` until the handlers have run and the style is known, `frame` until the
// frame that shows it has been made.
function watch(page) {
    return page.evaluate(() => {
        window.hovers = [];
        let start;
        addEventListener('pointerover', () => (start = performance.now()), true);
        addEventListener('pointerover', event => {
            document.body.getBoundingClientRect();
            const work = performance.now() - start;
            requestAnimationFrame(() => {
                const {port1, port2} = new MessageChannel();
                port1.onmessage = () =>
                    window.hovers.push({work, frame: performance.now() - event.timeStamp});
                port2.postMessage(null);
            });
        });
    });
}

// Medians over cells of all four panels, in an order that jumps.
async function hover(page, boxes) {
    const pick = random(7);
    await watch(page);
    for (let n = 0; n < HOVERS; n++) {
        const box = boxes[pick(boxes.length)];
        await page.mouse.move(box.x, box.y);
        await page.waitForTimeout(30);
    }
    const hovers = await page.evaluate(() => window.hovers);
    return {work: median(hovers.map(h => h.work)), frame: median(hovers.map(h => h.frame))};
}

const cellsOf = page =>
    page.evaluate(() =>
        [...document.querySelectorAll('#diagram td[aria-label]')].map(cell => {
            const {x, y, width, height} = cell.getBoundingClientRect();
            return {x: x + width / 2, y: y + height / 2};
        }),
    );

const row = (name, aim, value, floor) =>
    console.log(
        `| ${name} | ${(value / aim).toFixed(2)} of ${aim} ms | ` +
            `${floor === undefined ? '' : (value / floor).toFixed(1)} | ${value.toFixed(1)} | ${floor === undefined ? '' : floor.toFixed(1)} |`,
    );

const browser = await launch();
try {
    execFileSync(join(build, 'bin/smfviz'), ['explore', '-q', '-o', paths.page]);
    writeFileSync(
        paths.floor,
        '<!DOCTYPE html><title>floor</title><table><tr><td>one sentence</table>',
    );
    const seen = {page: [], floor: []};
    for (let run = 0; run < RUNS; run++)
        for (const name of ['page', 'floor']) {
            const page = await open(browser, paths[name]);
            seen[name].push(await loading(page));
            await page.context().close();
        }
    const hovers = {};
    for (const [name, path, hash] of [
        ['floor', paths.floor, ''],
        ['group', paths.page, '#insn=f32_16x16x64_fp8_fp8'],
        ['all', paths.page, '#insn=f32_32x32x32_fp8_fp8&show=all'],
    ]) {
        const page = await open(browser, path, {hash, height: 4000});
        const boxes =
            name === 'floor'
                ? [
                      {x: 10, y: 10},
                      {x: 500, y: 500},
                  ]
                : await cellsOf(page);
        hovers[name] = await hover(page, boxes);
        await page.context().close();
    }
    console.log('| page | of the aim | times the floor | ms | floor ms |\n|---|---|---|---|---|');
    for (const [name, key] of [
        ['first paint', 'paint'],
        ['ready', 'ready'],
    ])
        row(name, 1000, median(seen.page.map(s => s[key])), median(seen.floor.map(s => s[key])));
    for (const [name, what] of [
        ['group', 'one K group'],
        ['all', 'all of K, 32x32x32'],
    ]) {
        row(`hover, work, ${what}`, 16.7, hovers[name].work);
        row(`hover, until its frame, ${what}`, 50, hovers[name].frame, hovers.floor.frame);
    }
    console.log(
        `\nThe page has ${statSync(paths.page).size} bytes (${(statSync(paths.page).size / 600000).toFixed(2)} of the aim, 600,000). ` +
            `Medians of ${RUNS} loads and ${HOVERS} hovers in ${browser.version()}.`,
    );
} finally {
    await browser.close();
    rmSync(work, {recursive: true});
}
