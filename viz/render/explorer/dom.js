/* Making and filling parts of the document. */

const $ = id => document.getElementById(id);

/* An element of the document: make('td', {class: 'x', text: 'y', 'aria-label': 'z'}, children). */
function make(tag, attributes = {}, children = []) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name === 'text') node.textContent = value;
        else if (value !== null) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
}

function setText(node, text) {
    if (node.textContent !== text) node.textContent = text;
}

/* The same words, with elements and registers set apart. */
const PLACES = /(v\d+\{\d+\}(?:\[\d+:\d+\])?)|([ABCDK]\[\d+\]\[[\d.]+\])/;
function setWords(node, text) {
    if (node.textContent === text) return;
    const parts = text.split(PLACES).filter(Boolean);
    node.replaceChildren(
        ...parts.map(part =>
            !PLACES.test(part) ? part : make(part.startsWith('v') ? 'code' : 'b', {text: part}),
        ),
    );
}

const count = (end, from = 0) => Array.from({length: end}, (_, n) => from + n);

/* A toolbar is one stop of Tab; arrow keys go on inside. */
function rove(container) {
    container.addEventListener('keydown', event => {
        const buttons = [...container.querySelectorAll('button')];
        const at = buttons.indexOf(document.activeElement);
        const to = {
            ArrowRight: at + 1,
            ArrowDown: at + 1,
            ArrowLeft: at - 1,
            ArrowUp: at - 1,
            Home: 0,
            End: buttons.length - 1,
        }[event.key];
        if (to === undefined || at < 0) return;
        event.preventDefault();
        if (!buttons[to]) return;
        buttons.forEach(button => (button.tabIndex = -1));
        buttons[to].tabIndex = 0;
        buttons[to].focus();
    });
}

/* Fills a toolbar with rows that hold buttons; the focus stays at its place if it was inside. */
function fillToolbar(container, rows, buttons, current) {
    const inside = [...container.querySelectorAll('button')].indexOf(document.activeElement);
    buttons.forEach(button => (button.tabIndex = -1));
    container.replaceChildren(...rows);
    const stop =
        buttons[inside >= 0 ? Math.min(inside, buttons.length - 1) : current] || buttons[0];
    if (!stop) return;
    stop.tabIndex = 0;
    if (inside >= 0) stop.focus();
}
