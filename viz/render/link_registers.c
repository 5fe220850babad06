/* The linked figure by register: what the lanes that take part hold. */
#include "render/link_site.h"

#include <math.h>
#include <stdio.h>

#define ROW_H 12.5
#define TICK_H 10.5
#define LANE_W 22.0
#define B_W 46.0
#define D_W 86.0
#define BETWEEN 24.0
#define BLOCK_W (LANE_W + 4 * B_W + BETWEEN + LANE_W + D_W)
#define LEFT_W (SCENE_WIDTH - 2 * SCENE_MARGIN - BLOCK_W - 2 * BETWEEN)
#define MAX_SLOT_W 80.0
#define MIN_SLOT_W 44.0
#define EQUATION_H 38.0
#define LINK_H 24.0 /* between A and idx */
#define TEXT 7.25

/* Lanes of B and D that stand in one block; what is more stands beside it. */
enum { BLOCK_ROWS = 16 };

/* The one text size for all registers. */
static double text_size(const struct figure *figure, const struct scene_font *font, double slot_w)
{
    double size = TEXT;
    for (enum opmap_operand o = 0; o < OPMAP_N_OPERANDS; o++) {
        double w = (o <= OPMAP_IDX ? slot_w : o == OPMAP_B ? B_W : D_W) - 4;
        struct grid_arrangement widest = {.n_lines = 1};
        for (int n = 0; n < figure->link.n[o]; n++)
            grid_measure_register(link_cell(figure, o, n), font, &widest);
        size = fmin(size, floor(w / (widest.head + widest.tail) * 4) / 4);
    }
    return size;
}

/* Registers in a row, or `down` a column; head and tail of all texts meet in one place. */
static void place_registers(const struct link_site *site, const struct fig_cell *cells, int n,
                            bool down, struct scene_box first,
                            const struct grid_arrangement *widest, double size)
{
    for (int c = 0; c < n; c++) {
        struct scene_box box = first;
        *(down ? &box.y : &box.x) += c * (down ? box.h : box.w);
        box.colour = link_fill(site->figure, &cells[c]);
        scene_add_box(site->scene, box);
        if (!cells[c].traced)
            link_outline(site, box, false);
    }
    for (enum grid_part part = GRID_HEAD; part <= GRID_TAIL; part++)
        for (int c = 0; c < n; c++) {
            struct scene_box box = first;
            *(down ? &box.y : &box.x) += c * (down ? box.h : box.w);
            box.colour = link_fill(site->figure, &cells[c]);
            grid_place_part(site->figure, site->font, &cells[c], widest, part, size, &box,
                            site->scene);
        }
}

/* The register and bits of one column in two lines of ticks. */
static void place_heading(const struct link_site *site, const struct fig_cell *cell,
                          struct scene_box box)
{
    char vgpr[FIG_LABEL_BYTES], bits[FIG_LABEL_BYTES];
    link_place_text(cell, vgpr, bits);
    box.h = TICK_H;
    if (!bits[0])
        box.y += TICK_H;
    link_note(site, box, cell->traced, vgpr);
    box.y += TICK_H;
    if (bits[0])
        link_note(site, box, cell->traced, bits);
}

/* What one lane holds of A or idx: heading, ticks, registers; of idx the other way round, so that
 * nothing stands between the two. */
static void place_lane(const struct link_site *site, enum opmap_operand operand, double y,
                       double slot_w, double size, double slot_x[2])
{
    const struct figure *figure = site->figure;
    const struct fig_cell *cells = link_cell(figure, operand, 0);
    bool below = operand == OPMAP_IDX;
    int n = figure->link.n[operand];
    char name[64];
    double ticks_y = y + (below ? ROW_H + 6 : GRID_BAND + 2);
    double row_y = below ? y : ticks_y + 2 * TICK_H;
    struct grid_arrangement widest = {.n_lines = 1};
    for (int c = 0; c < n; c++)
        grid_measure_register(&cells[c], site->font, &widest);
    struct scene_box first = {SCENE_MARGIN, row_y, slot_w, ROW_H + 4, 0};
    place_registers(site, cells, n, false, first, &widest, size);
    for (int c = 0; c < n; c++) {
        double x = SCENE_MARGIN + c * slot_w;
        if (cells[c].traced)
            slot_x[cells[c].coord[0].s] = x + slot_w / 2;
        place_heading(site, &cells[c], (struct scene_box){x, ticks_y, slot_w, 0, 0});
    }
    for (int c = 0; c < n; c++)
        if (cells[c].traced)
            link_outline(site,
                         (struct scene_box){SCENE_MARGIN + c * slot_w, row_y, slot_w, ROW_H + 4, 0},
                         true);
    snprintf(name, sizeof name, "%s, lane %d", below ? "idx" : "A", cells[0].slot[0].lane);
    grid_band(figure, site->font,
              (struct scene_box){SCENE_MARGIN, below ? ticks_y + 2 * TICK_H : y, n * slot_w,
                                 GRID_BAND, 0},
              cells[0].group, name, false, site->scene);
}

/* BLOCK_ROWS of a column. */
static void place_column(const struct link_site *site, const struct fig_cell *cells,
                         struct scene_box column, const struct grid_arrangement *widest,
                         double size)
{
    place_registers(site, cells, BLOCK_ROWS, true,
                    (struct scene_box){column.x, column.y, column.w, ROW_H, 0}, widest, size);
    for (int j = 1; j < BLOCK_ROWS && cells[0].traced; j++) {
        double y = column.y + j * ROW_H;
        scene_add_line(site->scene, (struct scene_line){column.x, y, column.x + column.w, y,
                                                        GRID_LINE, site->figure->palette->gap});
    }
    if (cells[0].traced)
        link_outline(site, column, true);
}

static void place_lane_ticks(const struct link_site *site, const struct fig_cell *cells, double x,
                             double y)
{
    char tick[16];
    struct scene_box box = {x - LANE_W, y - TICK_H, LANE_W, TICK_H, 0};
    link_note(site, box, false, "lane");
    for (int j = 0; j < BLOCK_ROWS; j++) {
        snprintf(tick, sizeof tick, "%d", cells[j].slot[0].lane);
        link_note(site, (struct scene_box){box.x, y + j * ROW_H, LANE_W, ROW_H, 0}, false, tick);
    }
}

static struct grid_arrangement widest_of(const struct link_site *site, enum opmap_operand operand)
{
    struct grid_arrangement widest = {.n_lines = 1};
    for (int n = 0; n < site->figure->link.n[operand]; n++)
        grid_measure_register(link_cell(site->figure, operand, n), site->font, &widest);
    return widest;
}

/* Columns `first` to first + 15 of B and D, each a row of registers; returns the lower end. */
static double place_block(const struct link_site *site, int first, double x, double y, double size)
{
    const struct figure *figure = site->figure;
    const struct fig_cell *b = link_cell(figure, OPMAP_B, 0), *d = link_cell(figure, OPMAP_CD, 0);
    struct grid_arrangement widest = widest_of(site, OPMAP_B);
    int n = figure->insn->n, k0 = 4 * figure->link.q;
    char name[64];
    double ticks_y = y + GRID_BAND + 2, rows_y = ticks_y + 3 * TICK_H;
    double b_x = x + LANE_W, d_x = x + BLOCK_W - D_W;
    snprintf(name, sizeof name, "B, k %d–%d", k0, k0 + 3);
    link_band(site, (struct scene_box){b_x - LANE_W, y, LANE_W + 4 * B_W, GRID_BAND, 0}, name, b,
              4 * n);
    snprintf(name, sizeof name, "D, row %d", figure->link.i);
    link_band(site, (struct scene_box){d_x - LANE_W, y, LANE_W + D_W, GRID_BAND, 0}, name, d, n);
    for (int p = 0; p < 4; p++) {
        struct scene_box column = {b_x + p * B_W, rows_y, B_W, BLOCK_ROWS * ROW_H, 0};
        const struct fig_cell *cells = &b[p * n + first];
        snprintf(name, sizeof name, "k %d", k0 + p);
        link_note(site, (struct scene_box){column.x, ticks_y, B_W, TICK_H, 0}, cells[0].traced,
                  name);
        place_heading(site, cells, (struct scene_box){column.x, ticks_y + TICK_H, B_W, 0, 0});
        place_column(site, cells, column, &widest, size);
    }
    struct scene_box column = {d_x, rows_y, D_W, BLOCK_ROWS * ROW_H, 0};
    widest = widest_of(site, OPMAP_CD);
    place_heading(site, d, (struct scene_box){d_x, ticks_y + TICK_H, D_W, 0, 0});
    place_column(site, &d[first], column, &widest, size);
    place_lane_ticks(site, &b[first], b_x, rows_y);
    place_lane_ticks(site, &d[first], d_x, rows_y);
    return rows_y + BLOCK_ROWS * ROW_H;
}

/* Every column has one register, one k of B one lane a column j: what headings say is true. */
static bool has_headings(const struct figure *figure)
{
    int n = figure->insn->n;
    bool agree = link_places_agree(link_cell(figure, OPMAP_CD, 0), n);
    for (int p = 0; p < 4; p++) {
        const struct fig_cell *row = link_cell(figure, OPMAP_B, p * n);
        agree = agree && link_places_agree(row, n);
        for (int j = 0; j < n; j++)
            agree = agree && row[j].slot[0].lane == link_cell(figure, OPMAP_B, j)->slot[0].lane;
    }
    for (enum opmap_operand o = OPMAP_A; o <= OPMAP_IDX; o++)
        for (int c = 1; c < figure->link.n[o]; c++)
            agree = agree &&
                    link_cell(figure, o, c)->slot[0].lane == link_cell(figure, o, 0)->slot[0].lane;
    return agree;
}

enum status link_place_registers(const struct link_site *site, double *y, struct error *err)
{
    const struct figure *figure = site->figure;
    int most = figure->link.n[OPMAP_A] > figure->link.n[OPMAP_IDX] ? figure->link.n[OPMAP_A]
                                                                   : figure->link.n[OPMAP_IDX];
    bool wide = most * MIN_SLOT_W > LEFT_W; /* then A and idx have all of the page's width */
    double room = wide ? SCENE_WIDTH - 2 * SCENE_MARGIN : LEFT_W;
    double slot_w = fmin(MAX_SLOT_W, floor(room / most * 4) / 4), a_x[2] = {0}, idx_x[2] = {0};
    double size = text_size(figure, site->font, slot_w);
    if (!has_headings(figure) || size < SCENE_MIN_TEXT)
        return error_set(err, STATUS_UNSUPPORTED,
                         "render: %s: lanes differ in what they hold where, or hold too much, for "
                         "one heading",
                         figure->title);
    double top = *y, a_bottom = top + GRID_BAND + 2 + 2 * TICK_H + ROW_H + 4;
    double left_end = a_bottom + LINK_H + ROW_H + 6 + 2 * TICK_H + GRID_BAND;
    double right_x = SCENE_WIDTH - SCENE_MARGIN - BLOCK_W;
    place_lane(site, OPMAP_A, top, slot_w, size, a_x);
    place_lane(site, OPMAP_IDX, a_bottom + LINK_H, slot_w, size, idx_x);
    for (int s = 0; s < 2; s++)
        link_line(site, a_x[s], a_bottom, idx_x[s], a_bottom + LINK_H - 1.5, true);
    struct scene_box equation = {SCENE_MARGIN, left_end + 12, LEFT_W, EQUATION_H, 0};
    double blocks_y = left_end + 18;
    bool beside = !wide && figure->insn->n == BLOCK_ROWS;
    if (beside)
        blocks_y = top;
    else if (figure->insn->n > BLOCK_ROWS)
        equation =
            (struct scene_box){right_x, (top + left_end - EQUATION_H) / 2, BLOCK_W, EQUATION_H, 0};
    if (wide && figure->insn->n > BLOCK_ROWS) {
        equation = (struct scene_box){SCENE_MARGIN, left_end + 8, room, EQUATION_H, 0};
        blocks_y += EQUATION_H;
    }
    link_equation(site, equation);
    for (int first = figure->insn->n - BLOCK_ROWS; first >= 0; first -= BLOCK_ROWS) {
        bool right = first || figure->insn->n == BLOCK_ROWS;
        *y = place_block(site, first, right ? right_x : SCENE_MARGIN, blocks_y, size);
    }
    *y = fmax(*y, equation.y + EQUATION_H);
    return STATUS_OK;
}
