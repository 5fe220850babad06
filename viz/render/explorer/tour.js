/* A tour for whom all of this is new: what to know, and a view in which it can be seen. */

/* `at` is a function because the pattern may have been edited. */
const TOUR = [
    {
        text: () =>
            `A wave has ${layout().lanes} lanes, and each lane has registers of 32 bits of its own, the VGPRs. Every cell ` +
            'below is one element of a matrix. The number in it is the lane that holds it; at the head of its row or column ' +
            'stand the register and, where elements share a register, the bits.',
        at: () => ({panel: 'cd', i: 2, j: 5}),
    },
    {
        text: () =>
            'A is sparse and stored compressed: of every four k of a row, a K group, at most two values are kept, in slot 0 ' +
            'and slot 1. Beside the lane stands the k at which the value belongs.',
        at: () => ({panel: 'a', i: 2, q: 0, s: 0}),
    },
    {
        text: () =>
            'The index says where a kept value stood among its four: two bits, its selector. Both selectors of a K group ' +
            'make a nibble.',
        at: () => ({panel: 'idx', i: 2, q: 0, s: 0}),
    },
    {
        text: () =>
            'The selector names the row of B that the kept value multiplies. The other rows of the K group are not ' +
            'needed for it, though another row of A may need them.',
        at: () => ({panel: 'b', k: depthOf(2, 0, 0), j: 5}),
    },
    {
        text: () =>
            'Both products are added to one element of D, and so are those of all other K groups. Go through them one by ' +
            'one with “Next product”.',
        at: () => ({panel: 'cd', i: 2, j: 5}),
        step: 1,
    },
    {
        text: () =>
            'Now change which two of the four are kept, under “which two of four?”. Nibble, index word and the selected ' +
            'elements of B follow.',
        at: () => ({panel: 'a', i: 2, q: 0, s: 0}),
    },
    {
        text: () =>
            `One instruction reads only part of the index register. There is room for ${state.insn.sets} such sets, and ` +
            'abid chooses one of them while the two low bits of cbsz are 0. Try other values of both: only the index moves.',
        at: () => ({panel: 'idx', i: 2, q: 0, s: 0}),
    },
    {
        text: () =>
            'That is all. “All of K” shows whole operands, “Find” goes to any element or register, and at the end of the ' +
            'page there are questions.',
        at: () => ({panel: 'cd', i: 2, j: 5}),
    },
];

/* Station n, from 1 on; 0 ends the tour. */
function goToStation(n) {
    state.tour = n;
    if (!n) return;
    setText($('found'), ''); /* the answer to another question */
    const {at, step} = TOUR[n - 1];
    state.scope = 'group';
    state.q = 0;
    state.step = null;
    lookAt(at());
    if (step) goToStep(step);
}

function drawTour() {
    const n = state.tour;
    $('tour').hidden = !n;
    $('tour_start').hidden = Boolean(n);
    if (!n) return;
    setText($('tour_title'), `Tour, ${n} of ${TOUR.length}`);
    setText($('tour_text'), TOUR[n - 1].text());
    $('tour_back').disabled = n === 1;
    setText($('tour_next'), n === TOUR.length ? 'Done' : 'Next');
}
