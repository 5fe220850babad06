// Chromium, and pages in it that may fetch nothing and must not complain.
import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

// $CHROMIUM, else what Debian or another distribution calls it.
function findChromium() {
    const names = process.env.CHROMIUM
        ? [process.env.CHROMIUM]
        : ['chromium', 'chromium-browser', 'google-chrome'];
    const paths = names.flatMap(name =>
        name.includes('/')
            ? [name]
            : process.env.PATH.split(delimiter).map(directory => join(directory, name)),
    );
    const found = paths.find(path => {
        try {
            accessSync(path, constants.X_OK);
            return true;
        } catch {
            return false;
        }
    });
    if (!found) throw new Error('no chromium: make setup-browser, or CHROMIUM=/path/to/it');
    return found;
}

// The sandbox of chromium refuses to run as root.
export function launch() {
    return chromium.launch({
        executablePath: findChromium(),
        args: process.getuid() === 0 ? ['--no-sandbox'] : [],
    });
}

// Opens a file. `page.complaints` collects errors of the console, exceptions, and requests other than
// the file itself, which are refused.
export async function open(
    browser,
    path,
    {hash = '', width = 1600, height = 1000, ...options} = {},
) {
    const context = await browser.newContext({viewport: {width, height}, ...options});
    const page = await context.newPage();
    const url = pathToFileURL(path).href;
    page.complaints = [];
    page.on('console', message => {
        if (message.type() === 'error' || message.type() === 'warning')
            page.complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', error => page.complaints.push(`exception: ${error.message}`));
    await page.route('**', route => {
        const wanted = route.request().url();
        if (wanted.split('#')[0] === url) return route.continue();
        page.complaints.push(`request: ${wanted}`);
        return route.abort();
    });
    await page.goto(url + hash);
    return page;
}
