/* Which A slots share a wave: one of every row, no two in one lane.
 *
 * Rows and lanes are the two sides of a bipartite multigraph whose edges are the A slots; a turn is
 * a colour. As many colours as the largest degree suffice (D. Kőnig, 1916): an edge whose free
 * colours at both ends differ gets one of them after a path of those two colours is flipped. Every
 * row has K/2 slots and no lane more, so K/2 turns do, and each has a hot slot of every row.
 */
#include <assert.h>
#include <string.h>

#include "probe/recovery.h"

enum { FREE = 0xffff };

struct colouring {
    const struct recovery *r;
    uint16_t of_row[MAX_ROWS][MAX_TURNS];   /* the A slot that has a colour at a row, or FREE */
    uint16_t of_lane[ISA_LANES][MAX_TURNS]; /* ... at a lane */
};

static int lane_of(const struct recovery *r, int a) { return a / isa_a_elements(r->insn); }

static int free_colour(const uint16_t *slots, int n_turns)
{
    int colour = 0;
    while (slots[colour] != FREE)
        colour++;
    assert(colour < n_turns);
    (void)n_turns;
    return colour;
}

/* Frees `at_row` at `lane`: swaps the two colours along the path that starts there. The path never
 * comes to the row where at_row is free, since it would have to enter that row by at_row. */
static void flip_path(struct colouring *g, int lane, int at_row, int at_lane)
{
    uint16_t path[MAX_ROWS + ISA_LANES];
    int n = 0, want = at_row;
    bool from_lane = true;
    for (int node = lane;;) {
        int a = from_lane ? g->of_lane[node][want] : g->of_row[node][want];
        if (a == FREE)
            break;
        path[n++] = (uint16_t)a;
        node = from_lane ? g->r->row_of_a[a] : lane_of(g->r, a);
        from_lane = !from_lane;
        want = want == at_row ? at_lane : at_row;
    }
    for (int i = 0; i < n; i++) {
        int old = i % 2 ? at_lane : at_row;
        g->of_row[g->r->row_of_a[path[i]]][old] = FREE;
        g->of_lane[lane_of(g->r, path[i])][old] = FREE;
    }
    for (int i = 0; i < n; i++) {
        int new = i % 2 ? at_row : at_lane;
        g->of_row[g->r->row_of_a[path[i]]][new] = path[i];
        g->of_lane[lane_of(g->r, path[i])][new] = path[i];
    }
}

void schedule_make(struct recovery *r)
{
    struct colouring g = {.r = r};
    memset(g.of_row, 0xff, sizeof g.of_row);
    memset(g.of_lane, 0xff, sizeof g.of_lane);
    r->n_turns = r->insn->k / 2;
    for (int a = 0; a < r->n_a; a++) {
        int row = r->row_of_a[a], lane = lane_of(r, a);
        int at_row = free_colour(g.of_row[row], r->n_turns);
        int at_lane = free_colour(g.of_lane[lane], r->n_turns);
        if (g.of_lane[lane][at_row] != FREE)
            flip_path(&g, lane, at_row, at_lane);
        g.of_row[row][at_row] = (uint16_t)a;
        g.of_lane[lane][at_row] = (uint16_t)a;
    }
    for (int turn = 0; turn < r->n_turns; turn++)
        for (int row = 0; row < r->insn->m; row++)
            r->hot[turn][row] = g.of_row[row][turn];
}
