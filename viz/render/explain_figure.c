/* A line for each stored value, two a K group: the dense row of A with what is stored, the group's
 * nibble and its selectors, the value of A, the value of B that is selected, the product; below
 * them the sum as one adds on paper. */
#include "render/explain_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_SIZE 17.0
#define BODY_SIZE 9.5
#define LINE_H 18.0              /* of one stored value */
#define GROUP_H (2 * LINE_H + 6) /* of one K group */
#define CELL_W 33.0              /* of a place of the dense row */
#define VALUE_W 54.0
#define NAME_W 84.0 /* of a register or an element */

/* Where the columns begin. */
static const double K_X = 14, DENSE_X = 66, NIBBLE_X = 214, SELECTOR_X = 242, IDX_X = 268,
                    A_X = 348, A_AT_X = 406, TIMES_X = 486, B_NAME_X = 496, B_X = 560, B_AT_X = 618,
                    PRODUCT_X = 714, RIGHT_X = 786;

/* Lanes that occur, in the order of the list: each has a hue. */
struct lanes {
    int n;
    uint8_t lane[ISA_LANES];
};

struct site {
    struct scene *scene;
    const struct explain *explain;
    const struct scene_font *font;
    const struct palette *palette;
    struct lanes a, b;
};

static int lane_number(const struct lanes *lanes, int lane)
{
    int n = 0;
    while (n < lanes->n && lanes->lane[n] != lane)
        n++;
    return n;
}

static void add_lane(struct lanes *lanes, int lane)
{
    if (lane_number(lanes, lane) == lanes->n && lanes->n < ISA_LANES)
        lanes->lane[lanes->n++] = (uint8_t)lane;
}

/* Texts. */

static struct scene_text soft(const struct site *site)
{
    return (struct scene_text){.size = SCENE_SMALL_TEXT,
                               .colour = site->palette->ink_soft,
                               .background = site->palette->paper};
}

static struct scene_text strong(const struct site *site, uint32_t background)
{
    return (struct scene_text){
        .size = BODY_SIZE, .colour = site->palette->ink, .background = background};
}

/* Adds a line in `room`, smaller if it must be and cut if even that does not help. */
static void put_line(const struct site *site, struct scene_box room, struct scene_text style,
                     enum scene_anchor anchor, const char *string)
{
    char line[1024];
    snprintf(line, sizeof line, "%s", string);
    size_t length = strlen(line);
    double width = site->font->width(site->font->context, line, style.bold);
    while (width * SCENE_MIN_TEXT > room.w && length > 4) {
        for (length -= 4; length > 0 && ((unsigned char)line[length] & 0xc0) == 0x80;)
            length--; /* not inside a character */
        snprintf(line + length, sizeof line - length, "…");
        width = site->font->width(site->font->context, line, style.bold);
    }
    if (width * style.size > room.w)
        style.size = fmax(SCENE_MIN_TEXT, floor(room.w / width * 4) / 4);
    style.anchor = anchor;
    style.room = room;
    style.x = anchor == SCENE_START ? room.x
              : anchor == SCENE_END ? room.x + room.w
                                    : room.x + room.w / 2;
    style.y = room.y + room.h / 2 + style.size * SCENE_CAP_HEIGHT / 2;
    scene_add_text(site->scene, style, line);
}

/* The most digits that fit; "≈" in front where some are left out. */
static void put_number(const struct site *site, struct scene_box room, struct scene_text style,
                       enum scene_anchor anchor, double value)
{
    char text[32] = "";
    for (int digits = 9; digits > 1; digits--) {
        char plain[24];
        snprintf(plain, sizeof plain, "%.*g", digits, value);
        bool whole = isnan(value) || strtod(plain, NULL) == value;
        snprintf(text, sizeof text, "%s%s", whole ? "" : "≈", plain);
        double w = site->font->width(site->font->context, text, style.bold);
        if (w * SCENE_MIN_TEXT <= room.w - 2)
            break;
    }
    room.x += 1;
    room.w -= 2;
    put_line(site, room, style, anchor, text);
}

static void outline(const struct site *site, struct scene_box b)
{
    const struct scene_line lines[] = {
        {b.x, b.y, b.x + b.w, b.y, 0.5, site->palette->rule},
        {b.x, b.y + b.h, b.x + b.w, b.y + b.h, 0.5, site->palette->rule},
        {b.x, b.y, b.x, b.y + b.h, 0.5, site->palette->rule},
        {b.x + b.w, b.y, b.x + b.w, b.y + b.h, 0.5, site->palette->rule},
    };
    for (int n = 0; n < 4; n++)
        scene_add_line(site->scene, lines[n]);
}

/* On paper without colours a box may have the paper's own. */
static void put_box(const struct site *site, struct scene_box *box, uint32_t colour)
{
    box->colour = colour;
    scene_add_box(site->scene, *box);
    if (site->palette->hatched)
        outline(site, *box);
}

/* A coloured box with a number in it. */
static void put_value(const struct site *site, struct scene_box box, int hue, double value)
{
    put_box(site, &box, palette_cell(site->palette, hue));
    put_number(site, box, strong(site, box.colour), SCENE_MIDDLE, value);
}

static void put_slot(const struct site *site, double x, double y, struct opmap_slot slot)
{
    char text[OPMAP_TEXT_BYTES];
    put_line(site, (struct scene_box){x, y, NAME_W - 10, LINE_H - 2, 0}, soft(site), SCENE_START,
             opmap_slot_text(slot, text));
}

/* Parts. */

/* The four places of a K group in the dense row: a stored value stands where its selector says. */
static void put_dense(const struct site *site, const struct explain_group *g, double y)
{
    for (int place = 0; place < 4; place++) {
        struct scene_box cell = {DENSE_X + place * (CELL_W + 2), y, CELL_W, 2 * LINE_H - 2, 0};
        int held = 0; /* slots that name this place */
        for (int s = 0; s < 2; s++)
            held += g->term[s].selector == place;
        if (!held) {
            outline(site, cell);
            continue;
        }
        put_box(site, &cell,
                palette_cell(site->palette, lane_number(&site->a, g->term[0].a_at.lane)));
        for (int s = 0, line = 0; s < 2; s++) {
            if (g->term[s].selector != place)
                continue;
            struct scene_box upper = {cell.x, cell.y + 2 + line * LINE_H, cell.w, LINE_H - 3, 0};
            put_number(site, upper, strong(site, cell.colour), SCENE_MIDDLE, g->term[s].a);
            line++;
            if (held == 2)
                continue;
            struct scene_text style = soft(site);
            style.background = cell.colour;
            upper.y += LINE_H - 2;
            put_line(site, upper, style, SCENE_MIDDLE, s ? "slot 1" : "slot 0");
        }
    }
}

static void put_term(const struct site *site, const struct explain_group *g, int s, double y)
{
    const struct explain_term *t = &g->term[s];
    int a_hue = lane_number(&site->a, t->a_at.lane), b_hue = lane_number(&site->b, t->b_at.lane);
    struct scene_box line = {0, y, 0, LINE_H - 2, 0};
    char name[OPMAP_TEXT_BYTES];

    line.x = SELECTOR_X, line.w = 22;
    put_value(site, line, lane_number(&site->a, t->idx_at.lane), t->selector);
    put_slot(site, IDX_X, y, t->idx_at);
    line.x = A_X, line.w = VALUE_W;
    put_value(site, line, a_hue, t->a);
    put_slot(site, A_AT_X, y, t->a_at);
    line.x = TIMES_X, line.w = 10;
    put_line(site, line, soft(site), SCENE_MIDDLE, "×");
    snprintf(name, sizeof name, "B[%d][%d]", t->k, site->explain->j);
    line.x = B_NAME_X, line.w = B_X - B_NAME_X - 6;
    put_line(site, line, soft(site), SCENE_END, name);
    line.x = B_X, line.w = VALUE_W;
    put_value(site, line, b_hue, t->b);
    put_slot(site, B_AT_X, y, t->b_at);
    line.x = PRODUCT_X - 14, line.w = 10;
    put_line(site, line, soft(site), SCENE_MIDDLE, "=");
    line.x = PRODUCT_X, line.w = RIGHT_X - PRODUCT_X;
    put_number(site, line, strong(site, site->palette->paper), SCENE_END, t->product);
}

static void put_group(const struct site *site, const struct explain_group *g, double y)
{
    char text[32];
    struct scene_box box = {K_X, y, DENSE_X - K_X - 6, 2 * LINE_H - 2, 0};
    snprintf(text, sizeof text, "k %d–%d", 4 * g->q, 4 * g->q + 3);
    put_line(site, box, soft(site), SCENE_START, text);
    put_dense(site, g, y);
    box = (struct scene_box){NIBBLE_X, y, 26, 2 * LINE_H - 2, 0};
    put_box(site, &box, palette_band(site->palette, lane_number(&site->a, g->term[0].idx_at.lane)));
    struct scene_text style = strong(site, box.colour);
    style.bold = true;
    snprintf(text, sizeof text, "%X%s", g->nibble, g->legal ? "" : "!");
    put_line(site, box, style, SCENE_MIDDLE, text);
    put_term(site, g, 0, y);
    put_term(site, g, 1, y + LINE_H);
}

static void put_headings(const struct site *site, double y)
{
    const struct explain *e = site->explain;
    char row[32], column[32];
    snprintf(row, sizeof row, "row %d of A, dense", e->i);
    snprintf(column, sizeof column, "column %d of B, selected", e->j);
    const struct {
        double x, w;
        enum scene_anchor anchor;
        const char *text;
    } headings[] = {
        {DENSE_X, 4 * CELL_W + 6, SCENE_START, row},
        {NIBBLE_X, A_X - NIBBLE_X - 10, SCENE_START, "nibble, selectors"},
        {A_X, B_NAME_X - A_X - 10, SCENE_START, "stored value of A"},
        {B_NAME_X, PRODUCT_X - B_NAME_X - 10, SCENE_START, column},
        {PRODUCT_X, RIGHT_X - PRODUCT_X, SCENE_END, "product"},
    };
    for (size_t n = 0; n < sizeof headings / sizeof headings[0]; n++) {
        struct scene_text style = soft(site);
        style.bold = true;
        put_line(site, (struct scene_box){headings[n].x, y, headings[n].w, 12, 0}, style,
                 headings[n].anchor, headings[n].text);
    }
}

/* One line of the addition below the products. */
static double put_addend(const struct site *site, double y, const char *what, double value,
                         bool bold)
{
    struct scene_text style = strong(site, site->palette->paper);
    style.bold = bold;
    struct scene_box line = {B_NAME_X - 160, y, PRODUCT_X - B_NAME_X + 150, 14, 0};
    put_line(site, line, style, SCENE_END, what);
    line.x = PRODUCT_X - 4, line.w = RIGHT_X - PRODUCT_X + 4;
    put_number(site, line, style, SCENE_END, value);
    return y + 15;
}

static double put_sum(const struct site *site, double y)
{
    const struct explain *e = site->explain;
    const struct scene_line rule = {PRODUCT_X - 4, 0, RIGHT_X, 0, 0.75, site->palette->ink};
    char text[128], at[OPMAP_TEXT_BYTES];
    struct scene_line line = rule;
    line.y0 = line.y1 = y;
    scene_add_line(site->scene, line);
    y = put_addend(site, y + 3, "sum of the products", e->products, false);
    snprintf(text, sizeof text, "C[%d][%d], %s", e->i, e->j, opmap_slot_text(e->cd_at, at));
    y = put_addend(site, y, text, e->c, false);
    line.y0 = line.y1 = y + 1;
    scene_add_line(site->scene, line);
    snprintf(text, sizeof text, "D[%d][%d], %s", e->i, e->j, at);
    y = put_addend(site, y + 4, text, e->d, true);
    if (e->executed) {
        snprintf(text, sizeof text, "executed, %s", opmap_source_name(e->provenance.source));
        y = put_addend(site, y, text, explain_cd_value(e->insn, e->executed_code), false);
    }
    return y;
}

static void put_lanes(const char *operand, const struct lanes *lanes, struct buffer *out)
{
    buffer_printf(out, "%s", operand);
    for (int n = 0; n < lanes->n; n++)
        buffer_printf(out, "%s %d", n ? "," : "", lanes->lane[n]);
}

/* Sentences, one a line. */
static double put_caption(const struct site *site, double y)
{
    const struct explain *e = site->explain;
    struct buffer colours = {0}, stamp = {0};
    bool legal = true;
    for (int g = 0; g < e->n_groups; g++)
        legal = legal && e->group[g].legal;
    put_lanes(site->palette->hatched ? "Lanes: A and index"
                                     : "A hue is a lane, in this order: A and index",
              &site->a, &colours);
    put_lanes("; B", &site->b, &colours);
    buffer_puts(&colours, ".");
    buffer_printf(&stamp, "%s · cbsz %d, abid %d · registers: %s%s%s · data: %s · smfviz %s",
                  e->provenance.arch, e->cbsz, e->abid, opmap_source_name(e->provenance.source),
                  e->provenance.device[0] ? ", " : "", e->provenance.device, e->data,
                  SMFVIZ_VERSION);
    const char *const lines[] = {
        explain_exactness(e),
        legal
            ? NULL
            : "! Selector 0 is not below selector 1. What silicon does then is unknown; here each "
              "slot follows its own.",
        colours.failed ? NULL : colours.data,
    };
    struct scene_box room = {SCENE_MARGIN, y, SCENE_WIDTH - 2 * SCENE_MARGIN, 14, 0};
    for (int n = 0; n < 3; n++)
        if (lines[n]) {
            put_line(site, room, strong(site, site->palette->paper), SCENE_START, lines[n]);
            room.y += 14;
        }
    scene_add_line(site->scene, (struct scene_line){room.x, room.y + 3, room.x + room.w, room.y + 3,
                                                    0.5, site->palette->rule});
    room.y += 5;
    if (!stamp.failed)
        put_line(site, room, soft(site), SCENE_START, stamp.data);
    site->scene->failed = site->scene->failed || stamp.failed || colours.failed;
    buffer_free(&stamp);
    buffer_free(&colours);
    return room.y + 14;
}

static double put_title(const struct site *site, double y)
{
    const struct explain *e = site->explain;
    struct scene_text style = strong(site, site->palette->paper);
    struct scene_box room = {SCENE_MARGIN, y, SCENE_WIDTH - 2 * SCENE_MARGIN, 20, 0};
    char text[160 + EXPLAIN_TITLE_BYTES];
    style.size = TITLE_SIZE;
    style.bold = true;
    put_line(site, room, style, SCENE_START, explain_title(e, text));
    snprintf(text, sizeof text,
             "D[%d][%d] = C[%d][%d] + Σ A[%d][k] · B[k][%d]. Of four k, A stores two; the index "
             "nibble says which, and so selects from B.",
             e->i, e->j, e->i, e->j, e->i, e->j);
    style = soft(site);
    style.size = BODY_SIZE;
    room.y += 21;
    room.h = 14;
    put_line(site, room, style, SCENE_START, text);
    return room.y + 20;
}

enum status explain_scene(struct scene *scene, const struct explain *explain,
                          const struct scene_font *font, const struct palette *palette,
                          struct error *err)
{
    struct site site = {scene, explain, font, palette, {0}, {0}};
    *scene = (struct scene){0};
    for (int g = 0; g < explain->n_groups; g++)
        for (int s = 0; s < 2; s++) {
            add_lane(&site.a, explain->group[g].term[s].a_at.lane);
            add_lane(&site.b, explain->group[g].term[s].b_at.lane);
        }
    double y = put_title(&site, SCENE_MARGIN - 3);
    put_headings(&site, y);
    y += 16;
    for (int g = 0; g < explain->n_groups; g++)
        put_group(&site, &explain->group[g], y + g * GROUP_H);
    y = put_sum(&site, y + explain->n_groups * GROUP_H);
    y = put_caption(&site, y + 8);
    scene->height = ceil(y + SCENE_MARGIN / 2);
    if (scene->failed) {
        scene_free(scene);
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    }
    return STATUS_OK;
}
