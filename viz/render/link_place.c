/* The linked figure by element: A and idx left as two tracks, slot 0 and slot 1; B above the row of
 * D, as in a product on paper. */
#include "render/link_site.h"

#include <math.h>
#include <stdio.h>

#define NAME_W 13.0 /* "A", "idx", upwards */
#define BOX_W 78.0
#define BOX_H 37.0
#define BOX_GAP 10.0
#define TRACKS_W (NAME_W + 2 * BOX_W + BOX_GAP)
#define ARROW_ROOM 16.0
#define TICK_W 28.0
#define NOTE_W 27.0
#define CELLS_X (SCENE_MARGIN + TRACKS_W + ARROW_ROOM + TICK_W + NOTE_W)
#define ABOVE_IDX 12.0 /* between B and the boxes of idx */
#define BELOW_IDX 10.0 /* between these and the heading of D */
#define MAX_TEXT 9.0
#define FILL 0.87

struct tracing {
    const struct link_site *site;
    int n; /* columns */
    struct grid_arrangement stack;
    double cell_w, cell_h, size;
};

static double track_x(int s) { return SCENE_MARGIN + NAME_W + s * (BOX_W + BOX_GAP); }

static bool plan(struct tracing *t)
{
    const struct figure *figure = t->site->figure;
    const struct scene_font *font = t->site->font;
    double widest = 0;
    t->n = figure->insn->n;
    t->cell_w = floor((SCENE_WIDTH - SCENE_MARGIN - CELLS_X) / t->n * 4) / 4;
    t->stack = (struct grid_arrangement){2 + figure->show_bits, {0, 1, 2}, 0, 0};
    for (int c = 0; c < 5 * t->n; c++)
        for (enum grid_part part = GRID_VGPR; part <= GRID_BITS0; part++) {
            const char *text = grid_part_text(figure, link_cell(figure, OPMAP_B, c), part);
            if (text)
                widest = fmax(widest, font->width(font->context, text, part == GRID_VGPR));
        }
    t->size = fmin(MAX_TEXT, floor(FILL * t->cell_w / widest * 4) / 4);
    t->cell_h = t->stack.n_lines * grid_line_pitch(t->size) + 4.5;
    return t->size >= SCENE_MIN_TEXT;
}

/* One row of B or D with its ticks; `tick` is NULL where a heading says it. */
static void place_row(const struct tracing *t, double y, const struct fig_cell *cells,
                      const char *tick)
{
    const struct link_site *site = t->site;
    const struct figure *figure = site->figure;
    struct scene_box row = {CELLS_X, y, t->n * t->cell_w, t->cell_h, 0};
    char vgpr[FIG_LABEL_BYTES], bits[FIG_LABEL_BYTES];
    for (int j = 0; j < t->n; j++) {
        struct scene_box box = {CELLS_X + j * t->cell_w, y, t->cell_w, t->cell_h,
                                link_fill(figure, &cells[j])};
        scene_add_box(site->scene, box);
        if (j)
            scene_add_line(site->scene, (struct scene_line){box.x, y, box.x, y + t->cell_h,
                                                            GRID_LINE, figure->palette->rule});
    }
    for (enum grid_part part = GRID_VGPR; part <= GRID_BITS0; part++)
        for (int j = 0; j < t->n; j++) {
            struct scene_box box = {CELLS_X + j * t->cell_w, y, t->cell_w, t->cell_h,
                                    link_fill(figure, &cells[j])};
            grid_place_part(figure, site->font, &cells[j], &t->stack, part, t->size, &box,
                            site->scene);
        }
    link_outline(site, row, cells[0].traced);
    link_note(site, (struct scene_box){CELLS_X - NOTE_W - TICK_W, y, TICK_W, t->cell_h, 0},
              cells[0].traced, tick);
    link_place_text(&cells[0], vgpr, bits);
    if (!figure->show_bits && bits[0])
        link_note(site, (struct scene_box){CELLS_X - NOTE_W, y, NOTE_W - 2, t->cell_h, 0}, false,
                  bits);
}

static double place_b(const struct tracing *t, double y, double row_y[4])
{
    const struct link_site *site = t->site;
    const struct figure *figure = site->figure;
    const struct fig_cell *cells = link_cell(figure, OPMAP_B, 0);
    char name[32], tick[16];
    int k0 = 4 * figure->link.q;
    snprintf(name, sizeof name, "B, k %d–%d", k0, k0 + 3);
    link_band(site, (struct scene_box){CELLS_X, y, t->n * t->cell_w, GRID_BAND, 0}, name, cells,
              4 * t->n);
    y += GRID_BAND + 2;
    struct scene_box box = {CELLS_X - NOTE_W - TICK_W, y, TICK_W + NOTE_W, GRID_COLUMN_TICK, 0};
    link_note(site, box, false, "column j");
    for (int j = 0; j < t->n; j++) {
        snprintf(tick, sizeof tick, "%d", j);
        box.x = CELLS_X + j * t->cell_w, box.w = t->cell_w;
        link_note(site, box, false, tick);
    }
    y += GRID_COLUMN_TICK;
    for (int p = 0; p < 4; p++) {
        snprintf(tick, sizeof tick, "k %d", k0 + p);
        place_row(t, y, &cells[p * t->n], tick);
        row_y[p] = y + t->cell_h / 2;
        y += t->cell_h + 2;
    }
    return y;
}

/* A value or a selector: what it is, then where. */
static void place_slot(const struct tracing *t, enum opmap_operand operand, int s, double y)
{
    const struct link_site *site = t->site;
    const struct figure *figure = site->figure;
    const struct fig_cell *cell = link_cell(figure, operand, s);
    struct scene_box box = {track_x(s), y, BOX_W, BOX_H, link_fill(figure, cell)};
    char line[3][2 * FIG_LABEL_BYTES + 16];
    snprintf(line[0], sizeof line[0], "%s%s", cell->head, cell->tail);
    if (operand == OPMAP_IDX)
        snprintf(line[0], sizeof line[0], "%s%s = %d", cell->head, cell->tail,
                 figure->link.selector[s]);
    snprintf(line[1], sizeof line[1], "%s  %s", cell->vgpr, cell->lane);
    snprintf(line[2], sizeof line[2], "bits %s", cell->bits[0]);
    scene_add_box(site->scene, box);
    link_outline(site, box, true);
    struct scene_box room = box;
    room.y += 2, room.h = (BOX_H - 4) / 3;
    for (int n = 0; n < 3; n++) {
        struct scene_text style = {.size = SCENE_SMALL_TEXT,
                                   .bold = n == 0,
                                   .colour =
                                       n == 2 ? figure->palette->ink_soft : figure->palette->ink,
                                   .background = box.colour};
        scene_fit_text(site->scene, site->font, room, style, line[n]);
        room.y += room.h;
    }
}

static void place_tracks(const struct tracing *t, double idx_y, double a_y, const double row_y[4])
{
    const struct link_site *site = t->site;
    double arrow_end = CELLS_X - NOTE_W - TICK_W - 1, middle = a_y + BOX_H / 2;
    for (int s = 0; s < 2; s++) {
        double x = track_x(s) + BOX_W / 2, y = row_y[site->figure->link.selector[s]];
        place_slot(t, OPMAP_IDX, s, idx_y);
        place_slot(t, OPMAP_A, s, a_y);
        link_line(site, x, a_y, x, idx_y + BOX_H, false);
        link_line(site, x, idx_y, x, y, false);
        link_line(site, x, y, arrow_end, y, true);
    }
    link_line(site, track_x(0) + BOX_W, middle, track_x(1), middle, false);
    link_line(site, track_x(1) + BOX_W, middle, arrow_end, middle, true);

    struct scene_text style = {.size = SCENE_SMALL_TEXT,
                               .bold = true,
                               .upwards = true,
                               .colour = site->figure->palette->ink,
                               .background = site->figure->palette->paper};
    struct scene_box name = {SCENE_MARGIN, idx_y, NAME_W - 2, BOX_H, 0};
    scene_fit_text(site->scene, site->font, name, style, "idx");
    name.y = a_y;
    scene_fit_text(site->scene, site->font, name, style, "A");
}

enum status link_place_matrix(const struct link_site *site, double *y, struct error *err)
{
    struct tracing t = {.site = site};
    double row_y[4];
    char name[32], tick[32];
    if (!plan(&t))
        return error_set(err, STATUS_UNSUPPORTED,
                         "render: %s cannot be drawn with text of %g px at a width of %d",
                         site->figure->title, SCENE_MIN_TEXT, SCENE_WIDTH);
    double idx_y = place_b(&t, *y, row_y) + ABOVE_IDX;
    double d_y = idx_y + BOX_H + BELOW_IDX + GRID_BAND + 2;
    double a_y = d_y + t.cell_h / 2 - BOX_H / 2;
    if (a_y < idx_y + BOX_H + BELOW_IDX) { /* low rows: D moves down */
        d_y += idx_y + BOX_H + BELOW_IDX - a_y;
        a_y = idx_y + BOX_H + BELOW_IDX;
    }
    place_tracks(&t, idx_y, a_y, row_y);
    link_equation(site, (struct scene_box){CELLS_X, idx_y - 2, t.n * t.cell_w, BOX_H, 0});
    snprintf(name, sizeof name, "D, row %d", site->figure->link.i);
    link_band(site, (struct scene_box){CELLS_X, d_y - GRID_BAND - 2, t.n * t.cell_w, GRID_BAND, 0},
              name, link_cell(site->figure, OPMAP_CD, 0), t.n);
    snprintf(tick, sizeof tick, "i %d", site->figure->link.i);
    place_row(&t, d_y, link_cell(site->figure, OPMAP_CD, 0), tick);
    *y = fmax(d_y + t.cell_h, a_y + BOX_H);
    return STATUS_OK;
}
