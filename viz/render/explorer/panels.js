/* The four panels: tables of cells, what lights up in them, and which cell the keyboard is at. */

/* panel -> {key, cells: by ordinal} of what stands in the document; cell -> its two heads */
const grids = {};
const elementOfCell = new WeakMap();
const headsOfCell = new WeakMap();

/* The rows and columns of a panel: element(row, column) for each cell. */
function frameOf(panel) {
    const {m, n, k} = state.insn;
    const all = state.scope === 'all';
    const groups = all ? count(k / 4) : [state.q];
    if (panel === 'cd')
        return {rows: count(m), columns: count(n), element: (i, j) => ({panel, i, j})};
    if (panel === 'b')
        return {
            rows: groups.flatMap(q => count(4, 4 * q)),
            columns: count(n),
            element: (kk, j) => ({panel, k: kk, j}),
        };
    return {
        rows: count(m),
        columns: groups.flatMap(q => [
            {q, s: 0},
            {q, s: 1},
        ]),
        groups,
        element: (i, {q, s}) => ({panel, i, q, s}),
    };
}

/* What the cells of a line share is said once, at its head: "v3" and "[31:24]", else nothing. */
function sharedText(elements) {
    const slots = elements.map(e => slotOf(layout(), e));
    const first = slots[0];
    const shared = slots.every(
        s => s.vgpr === first.vgpr && s.lo === first.lo && s.hi === first.hi,
    );
    return shared ? {register: `v${first.vgpr}`, bits: bitsText(first)} : null;
}

function headText(shared) {
    if (!shared) return [];
    return [
        make('span', {class: 'register', text: shared.register}),
        ...(shared.bits ? [make('span', {class: 'bits', text: shared.bits})] : []),
    ];
}

/* Lanes by the tile's edge, as in the tool's figures. */
const tintOf = slot => `g${Math.floor(slot.lane / state.insn.m) % 4}`;

function makeCell(e, shared) {
    const slot = slotOf(layout(), e);
    const noted = state.scope === 'group' && (e.panel === 'a' || e.panel === 'idx');
    const name = `${elementText(e)}, ${slotText(slot)}${noted ? `, ${noteOf(e)}` : ''}`;
    const cell = make('td', {
        class: tintOf(slot),
        tabindex: -1,
        'aria-label': name,
        'data-note': noted ? noteOf(e) : null,
    });
    cell.append(
        make('span', {
            class: shared ? 'lane_number' : 'whole',
            text: shared ? slot.lane : slotText(slot),
        }),
    );
    elementOfCell.set(cell, e);
    grids[e.panel].cells[ordinalOf(state.insn, e)] = cell;
    return cell;
}

/* Beside a stored value its k, beside a selector its bits. */
function noteOf(e) {
    const pattern = patternOf(e.i, e.q);
    if (e.panel === 'idx') return binary(pattern.select[e.s]);
    return pattern.live[e.s] ? `k ${depthOf(e.i, e.q, e.s)}` : 'zero';
}

/* A and idx: one head a K group, below it one a slot. */
function storedHead(frame, shared) {
    const groups = make('tr', {}, [
        make('td', {class: 'nothing'}),
        ...frame.groups.map(q =>
            make('th', {scope: 'colgroup', colspan: 2, text: `k ${4 * q}–${4 * q + 3}`}),
        ),
    ]);
    const slots = make('tr', {}, [
        make('th', {scope: 'col', text: 'i'}),
        ...frame.columns.map(({s}, n) =>
            make('th', {scope: 'col', class: 'slot_head'}, [
                make('b', {text: state.scope === 'group' ? `slot ${s}` : s}),
                ...headText(shared[n]),
            ]),
        ),
    ]);
    return [groups, slots];
}

function buildPanel(panel) {
    const frame = frameOf(panel);
    const stored = panel === 'a' || panel === 'idx';
    const table = make('table', {
        role: 'grid',
        'aria-labelledby': `title_${panel}`,
        class: `${panel} ${state.scope} m${state.insn.m}`,
    });
    const columnShared = frame.columns.map(
        c => stored && sharedText(frame.rows.map(r => frame.element(r, c))),
    );
    grids[panel].cells = [];
    if (stored) table.append(make('thead', {}, storedHead(frame, columnShared)));
    else
        table.append(
            make('thead', {}, [
                make('tr', {}, [
                    make('th', {scope: 'col', text: panel === 'b' ? 'k \\ j' : 'i \\ j'}),
                    ...frame.columns.map(j => make('th', {scope: 'col', text: j})),
                ]),
            ]),
        );
    const heads = table.querySelectorAll('thead tr:last-child th');
    table.append(
        make(
            'tbody',
            {},
            frame.rows.map(r => {
                const shared = !stored && sharedText(frame.columns.map(c => frame.element(r, c)));
                const head = make('th', {scope: 'row'}, [
                    make('b', {text: r}),
                    ...headText(shared),
                ]);
                const cells = frame.columns.map((c, n) =>
                    makeCell(frame.element(r, c), stored ? columnShared[n] : shared),
                );
                cells.forEach((cell, n) => headsOfCell.set(cell, [head, heads[n + 1]]));
                return make('tr', {class: panel === 'b' && r % 4 === 0 ? 'begins_group' : null}, [
                    head,
                    ...cells,
                ]);
            }),
        ),
    );
    $(`panel_${panel}`).querySelector('.scroll').replaceChildren(table);
}

/* Builds what is not as it should be. */
function buildPanels() {
    const {insn, cbsz, abid, scope, q} = state;
    for (const panel of PANELS) {
        const group = scope === 'group' && panel !== 'cd' ? q : '';
        const pattern =
            panel === 'a' || panel === 'idx'
                ? [...state.edits.keys()].map(key => {
                      const {select, live} = state.edits.get(key);
                      return [key, select, live];
                  })
                : '';
        const key = JSON.stringify([insn.name, cbsz, abid, scope, group, pattern]);
        if (grids[panel] && grids[panel].key === key) continue;
        grids[panel] = {key, cells: []};
        buildPanel(panel);
    }
    $('diagram').className = `diagram ${scope} ${insn.m > 16 ? 'big' : ''}`;
}

const cellOf = e => grids[e.panel].cells[ordinalOf(state.insn, e)];

let lit = [];
const ROLES = ['slot0', 'slot1', 'out', 'self'];

/* Lights up [{element, role}], and `self` in the middle of it. */
function light(touched, self) {
    for (const cell of lit) cell.classList.remove(...ROLES);
    lit = [];
    const add = (element, role) => {
        const cell = cellOf(element);
        if (!cell) return;
        cell.classList.add(role);
        lit.push(cell);
    };
    touched.forEach(({element, role}) => add(element, role));
    add(self, 'self');
    for (const head of headsOfCell.get(cellOf(self)) || []) {
        head.classList.add('self');
        lit.push(head);
    }
}

/* The cell of each panel that Tab comes to. */
function placeOf(panel) {
    const {at, i, q, s, j} = state;
    if (at.panel === panel) return at;
    if (panel === 'cd') return {panel, i, j};
    return panel === 'b' ? {panel, k: depthOf(i, q, s), j} : {panel, i, q, s};
}

function placeFocus() {
    for (const panel of PANELS) {
        const old = $(`panel_${panel}`).querySelector('td[tabindex="0"]');
        const cell = cellOf(placeOf(panel));
        if (old && old !== cell) old.tabIndex = -1;
        if (cell) cell.tabIndex = 0;
        for (const marked of $(`panel_${panel}`).querySelectorAll('[aria-selected]'))
            marked.removeAttribute('aria-selected');
    }
    cellOf(state.at).setAttribute('aria-selected', 'true');
}

/* Scrolls panels sideways, and nothing else, until those cells are in sight. It asks for sizes, so it
 * comes after everything that changes them. */
function revealPlaces() {
    for (const panel of PANELS) {
        const cell = cellOf(placeOf(panel));
        if (!cell) continue;
        const box = cell.closest('.scroll');
        const inside = cell.getBoundingClientRect(),
            outside = box.getBoundingClientRect();
        if (inside.left < outside.left || inside.right > outside.right)
            box.scrollLeft += inside.left - outside.left - outside.width / 2;
    }
}

/* Where an arrow key leads to, or null at the end. In A and idx a column is a slot. */
function neighbour(e, rows, columns) {
    const next = {...e};
    if (e.panel === 'b') {
        next.k += rows;
        next.j += columns;
    } else {
        next.i += rows;
        if (e.panel === 'cd') {
            next.j += columns;
        } else {
            const column = 2 * e.q + e.s + columns;
            next.q = Math.floor(column / 2);
            next.s = ((column % 2) + 2) % 2;
        }
    }
    return isElement(state.insn, next) ? next : null;
}

/* First or last cell of the line, or of the whole panel. */
function endOf(e, last, whole) {
    const {m, n, k} = state.insn;
    const next = {...e};
    if (e.panel === 'a' || e.panel === 'idx') {
        next.s = last ? 1 : 0;
        if (state.scope === 'all' || whole) next.q = last ? k / 4 - 1 : 0;
    } else {
        next.j = last ? n - 1 : 0;
    }
    if (whole && e.panel === 'b') next.k = last ? k - 1 : 0;
    else if (whole) next.i = last ? m - 1 : 0;
    return next;
}

function otherGroup(e, step) {
    if (e.panel === 'b') return neighbour(e, 4 * step, 0);
    return e.panel === 'cd' ? null : neighbour(e, 0, 2 * step);
}

function keyTarget(e, event) {
    switch (event.key) {
        case 'ArrowUp':
            return neighbour(e, -1, 0);
        case 'ArrowDown':
            return neighbour(e, 1, 0);
        case 'ArrowLeft':
            return neighbour(e, 0, -1);
        case 'ArrowRight':
            return neighbour(e, 0, 1);
        case 'Home':
            return endOf(e, false, event.ctrlKey);
        case 'End':
            return endOf(e, true, event.ctrlKey);
        case 'PageUp':
            return otherGroup(e, -1);
        case 'PageDown':
            return otherGroup(e, 1);
        default:
            return undefined;
    }
}
