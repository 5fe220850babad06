#include "render/svg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What occurs more than once. */

/* A distinct word: glyphs at the same distances. Or a distinct line, across or down: words of one
 * colour at the same distances. `first` is the item that stands for all of them. */
struct shared {
    int first, n_items; /* n_items: of a line */
    int count;          /* uses in the file written */
    int id;             /* > 0 once it is defined */
};

struct writer {
    const struct svg_drawing *drawing;
    int *word_of, *line_of; /* an item's word; the line that starts at an item, else -1 */
    struct shared *words, *lines;
    int n_words, n_lines, n_ids;
    int *glyph_id;
    char prefix[SVG_PREFIX_BYTES];
    struct buffer *out;
};

static const struct svg_glyph_use *glyph_uses(const struct svg_drawing *drawing, int item)
{
    return &drawing->uses[drawing->items[item].first_use];
}

static bool same_word(const struct svg_drawing *drawing, int a, int b)
{
    const struct svg_glyph_use *x = glyph_uses(drawing, a), *y = glyph_uses(drawing, b);
    int n = drawing->items[a].n_uses;
    if (n != drawing->items[b].n_uses)
        return false;
    for (int u = 0; u < n; u++)
        if (x[u].glyph != y[u].glyph || x[u].x - x->x != y[u].x - y->x ||
            x[u].y - x->y != y[u].y - y->y)
            return false;
    return true;
}

static void find_words(struct writer *writer)
{
    const struct svg_drawing *drawing = writer->drawing;
    for (int i = 0; i < drawing->n_items; i++) {
        if (!drawing->items[i].is_word || !drawing->items[i].n_uses)
            continue;
        int w = 0;
        while (w < writer->n_words && !same_word(drawing, writer->words[w].first, i))
            w++;
        if (w == writer->n_words)
            writer->words[writer->n_words++] = (struct shared){.first = i};
        writer->word_of[i] = w;
    }
}

/* Whether item `next` goes on with the run of words that is [first, next): along one baseline, or
 * from baseline to baseline down. Where a run is cut only decides how small the file gets. */
static bool continues(const struct writer *writer, int first, int next)
{
    const struct svg_drawing *drawing = writer->drawing;
    if (next >= drawing->n_items || writer->word_of[next] < 0 ||
        drawing->items[first].colour != drawing->items[next].colour)
        return false;
    bool down =
        next > first + 1 && glyph_uses(drawing, first)->y != glyph_uses(drawing, first + 1)->y;
    int32_t step = glyph_uses(drawing, next)->y - glyph_uses(drawing, next - 1)->y;
    return down ? step > 0 : step == 0 || (next == first + 1 && step > 0);
}

static bool same_line(const struct writer *writer, const struct shared *line, int item, int n)
{
    const struct svg_drawing *drawing = writer->drawing;
    if (line->n_items != n)
        return false;
    int32_t dx = glyph_uses(drawing, item)->x - glyph_uses(drawing, line->first)->x;
    int32_t dy = glyph_uses(drawing, item)->y - glyph_uses(drawing, line->first)->y;
    for (int w = 0; w < n; w++) {
        const struct svg_glyph_use *a = glyph_uses(drawing, line->first + w);
        const struct svg_glyph_use *b = glyph_uses(drawing, item + w);
        if (writer->word_of[line->first + w] != writer->word_of[item + w] || b->x - a->x != dx ||
            b->y - a->y != dy)
            return false;
    }
    return true;
}

static void find_lines(struct writer *writer)
{
    const struct svg_drawing *drawing = writer->drawing;
    for (int i = 0, end; i < drawing->n_items; i = end) {
        end = i + 1;
        if (writer->word_of[i] < 0)
            continue;
        while (continues(writer, i, end))
            end++;
        if (end == i + 1)
            continue;
        int l = 0;
        while (l < writer->n_lines && !same_line(writer, &writer->lines[l], i, end - i))
            l++;
        if (l == writer->n_lines)
            writer->lines[writer->n_lines++] = (struct shared){.first = i, .n_items = end - i};
        writer->lines[l].count++;
        writer->line_of[i] = l;
    }
}

/* A word counts once for each place where it will be written. */
static void count_words(struct writer *writer)
{
    for (int i = 0; i < writer->drawing->n_items; i++) {
        int l = writer->line_of[i];
        if (l >= 0 && writer->lines[l].count > 1 && writer->lines[l].first != i)
            i += writer->lines[l].n_items - 1;
        else if (writer->word_of[i] >= 0)
            writer->words[writer->word_of[i]].count++;
    }
}

/* Writing. */

static void put_id(struct writer *writer, int id)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    char text[8];
    int n = 0;
    for (; id || !n; id /= 36)
        text[n++] = digits[id % 36];
    buffer_puts(writer->out, writer->prefix);
    while (n--)
        buffer_append(writer->out, &text[n], 1);
}

static void put_use(struct writer *writer, int id, int32_t x, int32_t y)
{
    buffer_puts(writer->out, "<use xlink:href=\"#");
    put_id(writer, id);
    if (x) {
        buffer_puts(writer->out, "\" x=\"");
        svg_put_number(writer->out, x);
    }
    if (y) {
        buffer_puts(writer->out, "\" y=\"");
        svg_put_number(writer->out, y);
    }
    buffer_puts(writer->out, "\"/>");
}

/* A word's glyphs, shifted by (-x, -y). */
static void put_glyphs(struct writer *writer, int item, int32_t x, int32_t y)
{
    const struct svg_glyph_use *use = glyph_uses(writer->drawing, item);
    for (int u = 0; u < writer->drawing->items[item].n_uses; u++)
        put_use(writer, writer->glyph_id[use[u].glyph], use[u].x - x, use[u].y - y);
}

static void put_word(struct writer *writer, int item, int32_t x, int32_t y)
{
    const struct shared *word = &writer->words[writer->word_of[item]];
    const struct svg_glyph_use *use = glyph_uses(writer->drawing, item);
    if (word->id) {
        put_use(writer, word->id, use->x - x, use->y - y);
    } else if (writer->drawing->items[item].n_uses < 6) {
        put_glyphs(writer, item, x, y);
    } else { /* a sentence: one place for all, and no y on any */
        buffer_puts(writer->out, "<g transform=\"translate(");
        svg_put_number(writer->out, use->x - x);
        buffer_puts(writer->out, " ");
        svg_put_number(writer->out, use->y - y);
        buffer_puts(writer->out, ")\">");
        put_glyphs(writer, item, use->x, use->y);
        buffer_puts(writer->out, "</g>");
    }
}

static void open_definition(struct writer *writer, struct shared *shared)
{
    shared->id = ++writer->n_ids;
    buffer_puts(writer->out, "<g id=\"");
    put_id(writer, shared->id);
    buffer_puts(writer->out, "\">");
}

static void put_definitions(struct writer *writer)
{
    const struct svg_drawing *drawing = writer->drawing;
    buffer_puts(writer->out, "<defs>\n");
    for (int g = 0; g < drawing->n_glyphs; g++) {
        if (!writer->glyph_id[g])
            continue;
        writer->glyph_id[g] = ++writer->n_ids;
        buffer_puts(writer->out, "<path id=\"");
        put_id(writer, writer->glyph_id[g]);
        buffer_printf(writer->out, "\" d=\"%s\"/>\n",
                      drawing->paths.data + drawing->glyphs[g].path);
    }
    for (int w = 0; w < writer->n_words; w++) {
        int item = writer->words[w].first;
        if (writer->words[w].count < 2 || drawing->items[item].n_uses < 2)
            continue;
        open_definition(writer, &writer->words[w]);
        put_glyphs(writer, item, glyph_uses(drawing, item)->x, glyph_uses(drawing, item)->y);
        buffer_puts(writer->out, "</g>\n");
    }
    for (int l = 0; l < writer->n_lines; l++) {
        struct shared *line = &writer->lines[l];
        if (line->count < 2)
            continue;
        open_definition(writer, line);
        for (int n = 0; n < line->n_items; n++)
            put_word(writer, line->first + n, glyph_uses(drawing, line->first)->x,
                     glyph_uses(drawing, line->first)->y);
        buffer_puts(writer->out, "</g>\n");
    }
    buffer_puts(writer->out, "</defs>\n");
}

static void put_shape(struct writer *writer, const struct svg_item *item)
{
    const char *path = writer->drawing->paths.data + item->path;
    if (!item->stroke_width) {
        buffer_printf(writer->out, "<path fill=\"#%06" PRIx32 "\" d=\"%s\"/>\n", item->colour,
                      path);
        return;
    }
    buffer_printf(writer->out, "<path fill=\"none\" stroke=\"#%06" PRIx32 "\" stroke-width=\"",
                  item->colour);
    svg_put_number(writer->out, item->stroke_width);
    buffer_printf(writer->out, "\" d=\"%s\"/>\n", path);
}

/* Words of one colour share a group. */
static void put_items(struct writer *writer)
{
    const struct svg_drawing *drawing = writer->drawing;
    const struct svg_item *open = NULL;
    for (int i = 0; i < drawing->n_items; i++) {
        const struct svg_item *item = &drawing->items[i];
        if (item->is_word && !item->n_uses)
            continue;
        if (open && (!item->is_word || item->colour != open->colour)) {
            buffer_puts(writer->out, "</g>\n");
            open = NULL;
        }
        if (!item->is_word) {
            put_shape(writer, item);
            continue;
        }
        if (!open)
            buffer_printf(writer->out, "<g fill=\"#%06" PRIx32 "\">\n", item->colour);
        open = item;
        const struct shared *line =
            writer->line_of[i] >= 0 ? &writer->lines[writer->line_of[i]] : NULL;
        if (line && line->id) {
            put_use(writer, line->id, glyph_uses(drawing, i)->x, glyph_uses(drawing, i)->y);
            i += line->n_items - 1;
        } else {
            put_word(writer, i, 0, 0);
        }
        buffer_puts(writer->out, "\n");
    }
    if (open)
        buffer_puts(writer->out, "</g>\n");
}

void svg_write(const struct svg_drawing *drawing, const struct svg_frame *frame, struct buffer *out)
{
    size_t n = (size_t)drawing->n_items + 1;
    struct writer writer = {
        .drawing = drawing,
        .word_of = malloc(n * sizeof(int)),
        .line_of = malloc(n * sizeof(int)),
        .words = calloc(n, sizeof(struct shared)),
        .lines = calloc(n, sizeof(struct shared)),
        .glyph_id = calloc((size_t)drawing->n_glyphs + 1, sizeof(int)),
        .out = out,
    };
    svg_prefix(frame, writer.prefix);
    if (!writer.word_of || !writer.line_of || !writer.words || !writer.lines || !writer.glyph_id) {
        out->failed = true;
        goto out;
    }
    for (size_t i = 0; i < n; i++)
        writer.word_of[i] = writer.line_of[i] = -1;
    for (int u = 0; u < drawing->n_uses; u++)
        writer.glyph_id[drawing->uses[u].glyph] = 1;
    find_words(&writer);
    find_lines(&writer);
    count_words(&writer);
    svg_put_head(frame, "", out);
    put_definitions(&writer);
    put_items(&writer);
    buffer_puts(out, "</svg>\n");
out:
    free(writer.word_of);
    free(writer.line_of);
    free(writer.words);
    free(writer.lines);
    free(writer.glyph_id);
}
