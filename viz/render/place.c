/* The page around the grid: heading, key, formula, caption, stamp. */
#include "render/grid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define KEY_CELL_W 46.0
#define KEY_W 158.0 /* the sample cell and what its lines mean */
/* Few sizes: each has its own outlines in the SVG. */
#define TITLE_SIZE 17.0
#define BODY_SIZE 9.5

/* Adds `string` from (x, y) down in lines no longer than `w`, broken at blanks; returns the next
 * line's baseline. */
static double place_paragraph(struct scene *scene, const struct scene_font *font,
                              struct scene_text style, double w, const char *string)
{
    char line[512];
    while (*string && !scene->failed) {
        size_t length = 0, best = 0;
        do {
            length +=
                strcspn(string + length + (string[length] == ' '), " ") + (string[length] == ' ');
            if (length >= sizeof line)
                break;
            snprintf(line, sizeof line, "%.*s", (int)length, string);
            if (best && font->width(font->context, line, style.bold) * style.size > w)
                break;
            best = length;
        } while (string[length]);
        snprintf(line, sizeof line, "%.*s", (int)best, string);
        style.room = (struct scene_box){style.x, style.y - style.size, w, style.size * 1.3, 0};
        scene_add_text(scene, style, line);
        style.y += style.size * 1.4;
        string += best + strspn(string + best, " ");
    }
    return style.y;
}

/* A cell of the figure, enlarged, beside the meaning of its lines. */
static void place_key(struct scene *scene, const struct figure *figure,
                      const struct scene_font *font, double x, double y)
{
    bool two_bits = figure->show_bits && figure->options.dense_axis;
    const char *const meaning[GRID_N_PARTS] = {
        "VGPR of the operand",
        "lane",
        two_bits ? "bits if in slot 0" : "bits, high:low",
        "bits if in slot 1",
    };
    const struct fig_cell *cell = figure_cell(figure, 0, figure->options.dense_axis ? 1 : 0);
    struct grid_arrangement stack = {2 + figure->show_bits + two_bits, {0, 1, 2, 3}};
    double size = SCENE_SMALL_TEXT, pitch = grid_line_pitch(size);
    struct scene_box box = {x, y, KEY_CELL_W, stack.n_lines * pitch + 6,
                            palette_cell(figure->palette, cell->group)};
    scene_add_box(scene, box);
    grid_place_cell(figure, font, cell, &stack, size, &box, scene);
    double block = (stack.n_lines - 1) * pitch + size * SCENE_CAP_HEIGHT;
    for (int l = 0; l < stack.n_lines; l++) {
        struct scene_text style = {
            .x = x + KEY_CELL_W + 6,
            .y = y + (box.h - block) / 2 + size * SCENE_CAP_HEIGHT + l * pitch,
            .size = SCENE_SMALL_TEXT,
            .colour = figure->palette->ink_soft,
            .background = figure->palette->paper,
            .room = {x + KEY_CELL_W + 6, y + l * pitch, KEY_W - KEY_CELL_W - 6, pitch + 6, 0},
        };
        scene_add_text(scene, style, meaning[l]);
    }
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
    place_key(scene, figure, font, key_x, SCENE_MARGIN);
    return fmax(y, SCENE_MARGIN + 52);
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

enum status scene_init(struct scene *scene, const struct figure *figure,
                       const struct scene_font *font, struct error *err)
{
    *scene = (struct scene){0};
    struct grid grid;
    enum status status = grid_plan(&grid, figure, font, err);
    if (status)
        return status;
    double y = place_heading(scene, figure, font);
    grid_place(&grid, figure, font, y, scene);
    y = place_formula(scene, figure, font, y + grid.height + 10);
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
