#include "render/svg.h"

#include <stdlib.h>
#include <string.h>

/* Tags. */

struct slice {
    const char *data;
    size_t size;
};

enum { MAX_ATTRIBUTES = 24 };

/* Attributes and the properties inside style="…" alike: cairo 1.16 writes the latter, 1.18 the
 * former. */
struct tag {
    struct slice name;
    bool closing;
    int n_attributes;
    struct slice key[MAX_ATTRIBUTES], value[MAX_ATTRIBUTES];
};

static bool slice_is(struct slice s, const char *text)
{
    return s.size == strlen(text) && !memcmp(s.data, text, s.size);
}

static bool slice_starts(struct slice s, const char *text)
{
    return s.size >= strlen(text) && !memcmp(s.data, text, strlen(text));
}

/* Takes text up to one of `stops` off the front of *rest. */
static struct slice take(struct slice *rest, const char *stops)
{
    struct slice taken = {rest->data, 0};
    while (taken.size < rest->size && !strchr(stops, rest->data[taken.size]))
        taken.size++;
    rest->data += taken.size;
    rest->size -= taken.size;
    return taken;
}

static void skip(struct slice *rest, const char *what)
{
    while (rest->size && strchr(what, *rest->data)) {
        rest->data++;
        rest->size--;
    }
}

static void drop(struct slice *rest, size_t n)
{
    n = n < rest->size ? n : rest->size;
    rest->data += n;
    rest->size -= n;
}

static void add_attribute(struct tag *tag, struct slice key, struct slice value)
{
    if (tag->n_attributes < MAX_ATTRIBUTES && key.size) {
        tag->key[tag->n_attributes] = key;
        tag->value[tag->n_attributes++] = value;
    }
}

static void add_style(struct tag *tag, struct slice style)
{
    while (style.size) {
        skip(&style, "; ");
        struct slice key = take(&style, ":;");
        skip(&style, ": ");
        add_attribute(tag, key, take(&style, ";"));
    }
}

/* The next tag of the document; false at its end. */
static bool next_tag(struct slice *rest, struct tag *tag)
{
    take(rest, "<");
    skip(rest, "<");
    struct slice inside = take(rest, ">");
    if (!inside.size)
        return false;
    *tag = (struct tag){.closing = *inside.data == '/'};
    skip(&inside, "/");
    tag->name = take(&inside, " \n\t\r/");
    for (;;) {
        skip(&inside, " \n\t\r/?");
        struct slice key = take(&inside, "=");
        if (!key.size || !inside.size)
            return true;
        drop(&inside, 1);
        const char quote[2] = {inside.size ? *inside.data : 0, 0};
        drop(&inside, 1);
        struct slice value = take(&inside, quote);
        drop(&inside, 1);
        if (slice_is(key, "style"))
            add_style(tag, value);
        else
            add_attribute(tag, key, value);
    }
}

static struct slice attribute(const struct tag *tag, const char *key)
{
    for (int n = 0; n < tag->n_attributes; n++)
        if (slice_is(tag->key[n], key))
            return tag->value[n];
    return (struct slice){"", 0};
}

/* Refuses attributes that are not among `known`, a list ended by NULL. */
static enum status check_attributes(const struct tag *tag, const char *const *known,
                                    struct error *err)
{
    for (int n = 0; n < tag->n_attributes; n++) {
        int k = 0;
        while (known[k] && !slice_is(tag->key[n], known[k]))
            k++;
        if (!known[k])
            return error_set(err, STATUS_UNSUPPORTED, "svg: cairo wrote <%.*s %.*s=\"%.*s\">",
                             (int)tag->name.size, tag->name.data, (int)tag->key[n].size,
                             tag->key[n].data, (int)tag->value[n].size, tag->value[n].data);
    }
    return STATUS_OK;
}

/* Values. */

static bool take_number(struct slice *rest, int32_t *hundredths)
{
    const char *at = rest->data;
    if (!svg_take_number(&at, rest->data + rest->size, hundredths))
        return false;
    drop(rest, (size_t)(at - rest->data));
    return true;
}

static bool number(struct slice text, int32_t *hundredths)
{
    return take_number(&text, hundredths) && text.size == 0;
}

/* "rgb(10%,20%,30%)", the only form of colour that cairo 1.16 and 1.18 write. */
static bool colour(struct slice text, uint32_t *rgb)
{
    if (!slice_starts(text, "rgb("))
        return false;
    drop(&text, 4);
    *rgb = 0;
    for (int n = 0; n < 3; n++) {
        int32_t percent;
        skip(&text, ", ");
        if (!take_number(&text, &percent) || percent < 0 || percent > 10000)
            return false;
        skip(&text, "%");
        *rgb = *rgb << 8 | (uint32_t)(percent * 255 + 5000) / 10000;
    }
    return slice_is(text, ")");
}

/* The document. */

struct reader {
    struct svg_drawing *drawing;
    bool in_defs, in_word;
};

static void *grow(struct svg_drawing *drawing, void **array, int *count, int *capacity, size_t size)
{
    if (*count == *capacity) {
        int more = *capacity ? 2 * *capacity : 256;
        void *bigger = realloc(*array, (size_t)more * size);
        if (!bigger) {
            drawing->paths.failed = true;
            return NULL;
        }
        *array = bigger;
        *capacity = more;
    }
    return (char *)*array + (size_t)(*count)++ * size;
}

static enum status put_item(struct svg_drawing *drawing, struct svg_item item, struct error *err)
{
    void *array = drawing->items;
    struct svg_item *new =
        grow(drawing, &array, &drawing->n_items, &drawing->capacity[0], sizeof *drawing->items);
    drawing->items = array;
    if (!new)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    *new = item;
    return STATUS_OK;
}

static enum status refuse(const struct tag *tag, struct error *err)
{
    return error_set(err, STATUS_UNSUPPORTED, "svg: cairo wrote an unknown <%.*s>",
                     (int)tag->name.size, tag->name.data);
}

static bool copy_path(const struct tag *tag, struct svg_drawing *drawing)
{
    struct slice d = attribute(tag, "d");
    return svg_copy_path(d.data, d.size, &drawing->paths);
}

/* <symbol id="glyph0-1"> of 1.16, <g id="glyph-0-1"> of 1.18. */
static enum status read_glyph(struct reader *reader, const struct tag *tag, struct error *err)
{
    struct svg_drawing *drawing = reader->drawing;
    struct slice id = attribute(tag, "id");
    if (!slice_starts(id, "glyph"))
        return tag->n_attributes ? refuse(tag, err) : STATUS_OK;
    void *array = drawing->glyphs;
    struct svg_glyph *glyph =
        grow(drawing, &array, &drawing->n_glyphs, &drawing->capacity[1], sizeof *drawing->glyphs);
    drawing->glyphs = array;
    if (!glyph)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    *glyph = (struct svg_glyph){id.data, id.size, drawing->paths.size};
    buffer_append(&drawing->paths, "", 1); /* a blank has no outline */
    return STATUS_OK;
}

static enum status read_outline(struct reader *reader, const struct tag *tag, struct error *err)
{
    struct svg_drawing *drawing = reader->drawing;
    if (!drawing->n_glyphs)
        return refuse(tag, err);
    drawing->glyphs[drawing->n_glyphs - 1].path = drawing->paths.size;
    if (!copy_path(tag, drawing))
        return refuse(tag, err);
    return STATUS_OK;
}

static enum status read_shape(struct reader *reader, const struct tag *tag, struct error *err)
{
    static const char *const known[] = {
        "fill",         "fill-rule",      "fill-opacity",    "stroke", "stroke-opacity",
        "stroke-width", "stroke-linecap", "stroke-linejoin", "d",      "stroke-miterlimit",
        NULL,
    };
    struct svg_item shape = {.path = reader->drawing->paths.size};
    enum status status = check_attributes(tag, known, err);
    if (status)
        return status;
    struct slice fill = attribute(tag, "fill"), stroke = attribute(tag, "stroke");
    bool stroked = stroke.size && !slice_is(stroke, "none");
    if (!colour(stroked ? stroke : fill, &shape.colour) ||
        (stroked && !number(attribute(tag, "stroke-width"), &shape.stroke_width)) ||
        !copy_path(tag, reader->drawing))
        return refuse(tag, err);
    return put_item(reader->drawing, shape, err);
}

/* Cairo writes a fill of the whole page as a rectangle. */
static enum status read_rectangle(struct reader *reader, const struct tag *tag, struct error *err)
{
    static const char *const known[] = {"x",      "y", "width", "height", "fill", "fill-opacity",
                                        "stroke", NULL};
    struct svg_item shape = {.path = reader->drawing->paths.size};
    enum status status = check_attributes(tag, known, err);
    if (status)
        return status;
    int32_t x, y, w, h;
    struct buffer *out = &reader->drawing->paths;
    if (!number(attribute(tag, "x"), &x) || !number(attribute(tag, "y"), &y) ||
        !number(attribute(tag, "width"), &w) || !number(attribute(tag, "height"), &h) ||
        !colour(attribute(tag, "fill"), &shape.colour))
        return refuse(tag, err);
    const struct {
        const char *command;
        int32_t value;
    } part[] = {{"M", x}, {" ", y}, {"h", w}, {"v", h}, {"h", -w}};
    for (size_t n = 0; n < sizeof part / sizeof *part; n++) {
        buffer_puts(out, part[n].command);
        svg_put_number(out, part[n].value);
    }
    buffer_append(out, "Z", 2);
    return put_item(reader->drawing, shape, err);
}

/* A group is a word if it has a colour; else it is cairo's wrapper around a surface. */
static enum status read_group(struct reader *reader, const struct tag *tag, struct error *err)
{
    static const char *const known[] = {"id", "fill", "fill-opacity", NULL};
    enum status status = check_attributes(tag, known, err);
    if (status)
        return status;
    struct slice fill = attribute(tag, "fill");
    if (!fill.size)
        return STATUS_OK;
    struct svg_item word = {.is_word = true};
    if (!colour(fill, &word.colour))
        return refuse(tag, err);
    word.first_use = reader->drawing->n_uses;
    reader->in_word = true;
    return put_item(reader->drawing, word, err);
}

static int find_glyph(const struct svg_drawing *drawing, struct slice href)
{
    for (int n = drawing->n_glyphs - 1; n >= 0; n--) {
        const struct svg_glyph *glyph = &drawing->glyphs[n];
        if (href.size == glyph->name_bytes + 1 && href.data[0] == '#' &&
            !memcmp(href.data + 1, glyph->name, glyph->name_bytes))
            return n;
    }
    return -1;
}

static enum status read_use(struct reader *reader, const struct tag *tag, struct error *err)
{
    struct svg_drawing *drawing = reader->drawing;
    struct svg_glyph_use use = {.glyph = find_glyph(drawing, attribute(tag, "xlink:href"))};
    if (!reader->in_word || use.glyph < 0 || !number(attribute(tag, "x"), &use.x) ||
        !number(attribute(tag, "y"), &use.y))
        return refuse(tag, err);
    if (!drawing->paths.data[drawing->glyphs[use.glyph].path])
        return STATUS_OK; /* a blank */
    void *array = drawing->uses;
    struct svg_glyph_use *new =
        grow(drawing, &array, &drawing->n_uses, &drawing->capacity[2], sizeof *drawing->uses);
    drawing->uses = array;
    if (!new)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    *new = use;
    drawing->items[drawing->n_items - 1].n_uses++;
    return STATUS_OK;
}

static enum status read_tag(struct reader *reader, const struct tag *tag, struct error *err)
{
    if (slice_is(tag->name, "?xml") || slice_is(tag->name, "svg"))
        return STATUS_OK;
    if (slice_is(tag->name, "defs")) {
        reader->in_defs = !tag->closing;
        return STATUS_OK;
    }
    if (tag->closing) {
        reader->in_word = false;
        return STATUS_OK;
    }
    bool path = slice_is(tag->name, "path"), group = slice_is(tag->name, "g");
    if (reader->in_defs && (group || slice_is(tag->name, "symbol")))
        return read_glyph(reader, tag, err);
    if (path)
        return reader->in_defs ? read_outline(reader, tag, err) : read_shape(reader, tag, err);
    if (group)
        return read_group(reader, tag, err);
    if (slice_is(tag->name, "rect"))
        return read_rectangle(reader, tag, err);
    if (slice_is(tag->name, "use"))
        return read_use(reader, tag, err);
    return refuse(tag, err);
}

enum status svg_read(const char *document, size_t n_bytes, struct svg_drawing *drawing,
                     struct error *err)
{
    *drawing = (struct svg_drawing){0};
    struct reader reader = {.drawing = drawing};
    struct slice rest = {document, n_bytes};
    struct tag tag;
    while (next_tag(&rest, &tag)) {
        enum status status = read_tag(&reader, &tag, err);
        if (!status)
            status = buffer_check(&drawing->paths, err);
        if (status) {
            svg_drawing_free(drawing);
            return status;
        }
    }
    return STATUS_OK;
}

void svg_drawing_free(struct svg_drawing *drawing)
{
    free(drawing->glyphs);
    free(drawing->uses);
    free(drawing->items);
    buffer_free(&drawing->paths);
    *drawing = (struct svg_drawing){0};
}
