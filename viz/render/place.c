/* The page around the grid: heading, key, formula, caption, stamp. */
#include "render/link_site.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define KEY_CELL_W 46.0
#define KEY_W 158.0 /* the sample cell and what its lines mean */
/* Few sizes: each has its own outlines in the SVG. */
#define TITLE_SIZE 17.0
#define BODY_SIZE 9.5

enum { LINE_BYTES = 512 };

/* Takes from `string` the words that fit on a line of width `w`, at least one, into `line`. Returns
 * where the next line starts. */
static const char *break_line(const struct scene_font *font, const struct scene_text *style,
                              double w, const char *string, char line[LINE_BYTES])
{
    size_t length = 0, best = 0;
    do {
        length += strcspn(string + length + (string[length] == ' '), " ") + (string[length] == ' ');
        if (length >= LINE_BYTES)
            break;
        snprintf(line, LINE_BYTES, "%.*s", (int)length, string);
        if (best && font->width(font->context, line, style->bold) * style->size > w)
            break;
        best = length;
    } while (string[length]);
    snprintf(line, LINE_BYTES, "%.*s", (int)best, string);
    return string + best + strspn(string + best, " ");
}

/* How many lines a paragraph of width `w` takes; *last gets the width of its last. */
static int count_lines(const struct scene_font *font, const struct scene_text *style, double w,
                       const char *string, double *last)
{
    char line[LINE_BYTES] = "";
    int n = 0;
    for (; *string; n++)
        string = break_line(font, style, w, string, line);
    *last = font->width(font->context, line, style->bold) * style->size;
    return n;
}

/* A width of at most `w` that leaves no lone word on a paragraph's last line, if one does that in
 * as many lines. */
static double even_width(const struct scene_font *font, const struct scene_text *style, double w,
                         const char *string)
{
    double last;
    int n = count_lines(font, style, w, string, &last);
    for (int percent = 100; n > 1 && percent > 50; percent -= 2) {
        double even = w * percent / 100;
        if (count_lines(font, style, even, string, &last) > n)
            break;
        if (last >= w / 4)
            return even;
    }
    return w;
}

/* Adds `string` from (x, y) down in lines no longer than `w`, broken at blanks; returns the next
 * line's baseline. */
static double place_paragraph(struct scene *scene, const struct scene_font *font,
                              struct scene_text style, double w, const char *string)
{
    char line[LINE_BYTES];
    w = even_width(font, &style, w, string);
    while (*string && !scene->failed) {
        string = break_line(font, &style, w, string, line);
        style.room = (struct scene_box){style.x, style.y - style.size, w, style.size * 1.3, 0};
        scene_add_text(scene, style, line);
        style.y += style.size * 1.4;
    }
    return style.y;
}

/* The first cell that has all that a cell can have: of dense k one that either slot may hold. */
static const struct fig_cell *sample(const struct figure *figure)
{
    int n_slots = figure->options.dense_axis ? 2 : 1, n = 0;
    while (figure->cells[n].n_slots < n_slots)
        n++;
    return &figure->cells[n];
}

static void place_meaning(struct scene *scene, const struct figure *figure, double x, double y,
                          const char *meaning)
{
    struct scene_text style = {
        .x = x,
        .y = y + SCENE_SMALL_TEXT * SCENE_CAP_HEIGHT,
        .size = SCENE_SMALL_TEXT,
        .colour = figure->palette->ink_soft,
        .background = figure->palette->paper,
        .room = {x, y - 2, KEY_W - KEY_CELL_W - 6, SCENE_SMALL_TEXT + 2, 0},
    };
    scene_add_text(scene, style, meaning);
}

/* One of the bits or slots at an axis, and what they mean; returns where the next may stand. */
static double place_key_note(struct scene *scene, const struct figure *figure,
                             const struct scene_font *font, double x, double y, const char *note,
                             const char *meaning)
{
    struct scene_box box = {x, y, KEY_CELL_W, GRID_NOTE - 0.75,
                            figure_band_colour(figure, sample(figure)->group)};
    struct scene_text style = {
        .size = SCENE_SMALL_TEXT, .colour = figure->palette->ink, .background = box.colour};
    scene_add_box(scene, box);
    grid_outline(figure, box, scene);
    scene_fit_text(scene, font, box, style, note);
    double cap = SCENE_SMALL_TEXT * SCENE_CAP_HEIGHT;
    place_meaning(scene, figure, x + KEY_CELL_W + 6, y + (box.h - cap) / 2, meaning);
    return y + GRID_NOTE;
}

/* A cell and what its lines mean; returns the lower end. */
static double place_key_cell(struct scene *scene, const struct figure *figure,
                             const struct scene_font *font, double x, double y,
                             const struct fig_cell *cell, const struct grid_arrangement *stack,
                             const char *const *meaning, int n_meanings)
{
    double size = SCENE_SMALL_TEXT, pitch = grid_line_pitch(size);
    struct scene_box box = {x, y, KEY_CELL_W, stack->n_lines * pitch + 6,
                            figure_cell_colour(figure, cell->group)};
    if ((stack->head + stack->tail) * size > box.w - 2)
        size = floor((box.w - 2) / (stack->head + stack->tail) * 4) / 4;
    scene_add_box(scene, box);
    grid_outline(figure, box, scene);
    grid_place_cell(figure, font, cell, stack, size, &box, scene);
    double block = (n_meanings - 1) * pitch + SCENE_SMALL_TEXT * SCENE_CAP_HEIGHT;
    for (int l = 0; l < n_meanings; l++)
        place_meaning(scene, figure, x + KEY_CELL_W + 6, y + (box.h - block) / 2 + l * pitch,
                      meaning[l]);
    return y + box.h;
}

/* A register of the figure with the bits above its column. */
static double place_owner_key(struct scene *scene, const struct figure *figure,
                              const struct scene_font *font, double x, double y)
{
    static const char *const element[OPMAP_N_OPERANDS] = {
        "A [row][K group.slot]", "K [row][K group.slot]", "B [k][column]", "D [row][column]"};
    struct grid_arrangement one_line = {.n_lines = 1};
    const struct fig_cell *cell = sample(figure);
    grid_measure_register(cell, font, &one_line);
    if (figure->columns.span)
        y = place_key_note(scene, figure, font, x, y, figure->columns.tick[0], "bits, high:low");
    return place_key_cell(scene, figure, font, x, y, cell, &one_line,
                          &element[figure->options.operand], 1);
}

/* What a cell of B and D says; what stands in registers says itself. */
static double place_link_key(struct scene *scene, const struct figure *figure,
                             const struct scene_font *font, double x, double y)
{
    static const char *const meaning[] = {"VGPR of the operand", "lane", "bits, high:low"};
    const struct grid_arrangement stack = {2 + figure->show_bits, {0, 1, 2}, 0, 0};
    const struct fig_cell *cell =
        link_cell(figure, OPMAP_B, figure->link.selector[0] * figure->insn->n);
    if (figure->options.owner)
        return y;
    return place_key_cell(scene, figure, font, x, y, cell, &stack, meaning, stack.n_lines);
}

/* A cell of the figure with what stands above its column or beside its row, and what that means;
 * returns the lower end. */
static double place_key(struct scene *scene, const struct figure *figure,
                        const struct scene_font *font, double x, double y)
{
    bool dense = figure->options.dense_axis, two_bits = figure->show_bits && dense;
    const struct grid_arrangement stack = grid_stack(figure);
    const char *const parts[] = {"VGPR of the operand", "lane",
                                 two_bits ? "bits if in slot 0" : "bits, high:low",
                                 "bits if in slot 1"};
    const char *meaning[4] = {parts[0]};
    for (int m = 1, p = figure->options.brief ? 2 : 1; p < 4; m++, p++)
        meaning[m] = parts[p];
    const struct fig_axis *columns = &figure->columns, *rows = &figure->rows;
    const struct fig_cell *cell = sample(figure);
    int n = (int)(cell - figure->cells), row = n / columns->n, column = n % columns->n;
    if (columns->bits_span)
        y = place_key_note(scene, figure, font, x, y, columns->bits[column / columns->bits_span][0],
                           dense ? "a slot's bits, high:low" : "bits, high:low");
    if (rows->bits_span)
        y = place_key_note(scene, figure, font, x, y, rows->bits[row][0], "bits, high:low");
    if (dense)
        y = place_key_note(scene, figure, font, x, y, columns->slots[column], "slots for this k");
    return place_key_cell(scene, figure, font, x, y, cell, &stack, meaning, stack.n_lines);
}

static double place_heading(struct scene *scene, const struct figure *figure,
                            const struct scene_font *font)
{
    double key_x = SCENE_WIDTH - SCENE_MARGIN - KEY_W;
    double w = key_x - SCENE_MARGIN - 20;
    struct scene_text style = {.x = SCENE_MARGIN,
                               .y = SCENE_MARGIN + 13,
                               .size = TITLE_SIZE,
                               .bold = true,
                               .colour = figure->palette->ink,
                               .background = figure->palette->paper};
    style.y = place_paragraph(scene, font, style, w, figure->title);
    style.size = BODY_SIZE;
    style.bold = false;
    style.colour = figure->palette->ink_soft;
    style.y -= 5;
    double y = place_paragraph(scene, font, style, w, figure->subtitle.data);
    double key_end =
        (figure->options.linked  ? place_link_key
         : figure->options.owner ? place_owner_key
                                 : place_key)(scene, figure, font, key_x, SCENE_MARGIN);
    return fmax(y, key_end + 8);
}

/* The formulas, side by side if they fit on one line. */
static double place_formula(struct scene *scene, const struct figure *figure,
                            const struct scene_font *font, double y)
{
    if (!figure->formula.size)
        return y;
    struct scene_text style = {.x = SCENE_MARGIN,
                               .y = y + BODY_SIZE,
                               .size = BODY_SIZE,
                               .colour = figure->palette->ink,
                               .background = figure->palette->paper};
    char line[256];
    for (const char *at = figure->formula.data; *at; at += strcspn(at, "\n") + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        double w = font->width(font->context, line, false) * style.size;
        if (style.x > SCENE_MARGIN && style.x + w > SCENE_WIDTH - SCENE_MARGIN) {
            style.x = SCENE_MARGIN;
            style.y += 15;
        }
        style.room = (struct scene_box){style.x, style.y - BODY_SIZE, w + 1, 14, 0};
        scene_add_text(scene, style, line);
        style.x += w + 28;
    }
    return style.y + 7;
}

static double place_stamp(struct scene *scene, const struct figure *figure,
                          const struct scene_font *font, double y)
{
    struct scene_text style = {.x = SCENE_MARGIN,
                               .y = y + 11,
                               .size = SCENE_SMALL_TEXT,
                               .colour = figure->palette->ink_soft,
                               .background = figure->palette->paper};
    double w = SCENE_WIDTH - 2 * SCENE_MARGIN;
    scene_add_line(scene, (struct scene_line){SCENE_MARGIN, y, SCENE_WIDTH - SCENE_MARGIN, y, 0.5,
                                              figure->palette->rule});
    struct buffer stamp = {0};
    buffer_printf(&stamp, "%s · cbsz %d, abid %d · %s · smfviz %s", figure->arch, figure->cbsz,
                  figure->abid, figure->provenance.data, SMFVIZ_VERSION);
    style.y = place_paragraph(scene, font, style, w, figure->instructions.data);
    if (stamp.failed)
        scene->failed = true;
    else
        style.y = place_paragraph(scene, font, style, w, stamp.data);
    buffer_free(&stamp);
    return style.y - SCENE_SMALL_TEXT;
}

static enum status place_linked(struct scene *scene, const struct figure *figure,
                                const struct scene_font *font, double *y, struct error *err)
{
    const struct link_site site = {figure, font, scene};
    enum status status =
        (figure->options.owner ? link_place_registers : link_place_matrix)(&site, y, err);
    *y += 10;
    return status;
}

static enum status place_grid(struct scene *scene, const struct figure *figure,
                              const struct scene_font *font, double *y, struct error *err)
{
    struct grid grid;
    enum status status = grid_plan(&grid, figure, font, err);
    if (status)
        return status;
    grid_place(&grid, figure, font, *y, scene);
    *y = place_formula(scene, figure, font, *y + grid.height + 10);
    return STATUS_OK;
}

enum status scene_init(struct scene *scene, const struct figure *figure,
                       const struct scene_font *font, struct error *err)
{
    *scene = (struct scene){0};
    double y = place_heading(scene, figure, font);
    enum status status =
        (figure->options.linked ? place_linked : place_grid)(scene, figure, font, &y, err);
    if (status) {
        scene_free(scene);
        return status;
    }
    struct scene_text style = {.x = SCENE_MARGIN,
                               .y = y + BODY_SIZE,
                               .size = BODY_SIZE,
                               .colour = figure->palette->ink,
                               .background = figure->palette->paper};
    y = place_paragraph(scene, font, style, SCENE_WIDTH - 2 * SCENE_MARGIN, figure->caption.data);
    y = place_stamp(scene, figure, font, y - 3);
    scene->height = ceil(y + SCENE_MARGIN / 2);
    if (scene->failed) {
        scene_free(scene);
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    }
    return STATUS_OK;
}
