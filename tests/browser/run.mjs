// The interactive page, and a figure, in Chromium. Ends with "N passed, N failed".
//
//   node tests/browser/run.mjs BUILD [WORD...]     only tests whose names have one of the words
//                                              TIMES=1: how long each takes
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {launch, open} from './browser.mjs';

const build = resolve(process.argv[2] ?? 'build');
const words = process.argv.slice(3);
const work = mkdtempSync(join(tmpdir(), 'smfviz-browser-'));
const smfviz = (...args) =>
    execFileSync(join(build, 'bin/smfviz'), args, {encoding: 'utf8', maxBuffer: 1 << 28});

const files = [
    'data',
    'panels',
    'pattern',
    'sum',
    'find',
    'address',
    'quiz',
    'tour',
    'access',
    'appearance',
    'figure',
];
const browser = await launch();
let passed = 0,
    failed = 0;

// What a test gets: open(options) gives a page whose complaints are judged when the test is over.
function makeTools() {
    const pages = [];
    return {
        work,
        smfviz,
        browser,
        pages,
        async open(options) {
            const page = await open(browser, join(work, 'page.html'), options);
            pages.push(page);
            return page;
        },
        async openFile(path, options) {
            const page = await open(browser, path, options);
            pages.push(page);
            return page;
        },
    };
}

async function run(name, test) {
    const tools = makeTools();
    const start = performance.now();
    try {
        await test(tools);
        const complaints = tools.pages.flatMap(page => page.complaints);
        if (complaints.length) throw new Error(complaints.join('\n'));
        passed++;
    } catch (error) {
        failed++;
        console.log(`${name}: ${error.message}`);
    }
    for (const page of tools.pages) await page.context().close();
    if (process.env.TIMES)
        console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

try {
    smfviz('explore', '-q', '-o', join(work, 'page.html'));
    for (const file of files)
        for (const [name, test] of Object.entries((await import(`./${file}.mjs`)).tests)) {
            const full = `${file}: ${name}`;
            if (!words.length || words.some(word => full.includes(word))) await run(full, test);
        }
} finally {
    await browser.close();
    rmSync(work, {recursive: true});
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
