#include "unit/render/families.h"

#include <math.h>
#include <stdlib.h>

#include "render/paint.h"
#include "render/svg.h"

/* The number of attribute `name` (" x=\"") of the tag that starts at `tag`, or of its parent. */
static double attribute(const char *tag, const char *parent, const char *name)
{
    for (int n = 0; n < 2; n++, tag = parent) {
        const char *end = strchr(tag, '>'), *at = strstr(tag, name);
        if (at && at < end)
            return strtod(at + strlen(name), NULL);
    }
    cr_assert_fail("no%s in %.40s", name, parent);
    abort();
}

struct word {
    double x, y;
    char text[512];
};

/* Undoes the three entities that the writer uses. */
static void unescape(const char *from, size_t n, char *to)
{
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;"};
    for (const char *end = from + n; from < end; to++) {
        int e = 0;
        while (e < 3 && strncmp(from, entity[e], strlen(entity[e])) != 0)
            e++;
        *to = e < 3 ? "&<>"[e] : *from;
        from += e < 3 ? strlen(entity[e]) : 1;
    }
    *to = 0;
}

/* All words of <text> and <tspan>, in the file's order. */
static int read_words(const char *file, struct word *words, int most)
{
    int n = 0;
    for (const char *text = strstr(file, "<text"); text; text = strstr(text + 1, "<text")) {
        const char *end = strstr(text, "</text>");
        const char *tag = strstr(text, "<tspan");
        bool spans = tag && tag < end;
        for (tag = spans ? tag : text; tag && tag < end;
             tag = spans ? strstr(tag + 1, "<tspan") : end) {
            const char *from = strchr(tag, '>') + 1;
            cr_assert_lt(n, most);
            bool turned = strstr(tag, "translate(") && strstr(tag, "translate(") < from;
            if (turned) {
                char *rest;
                words[n].x = strtod(strstr(tag, "translate(") + 10, &rest);
                words[n].y = strtod(rest, NULL);
            } else {
                words[n].x = attribute(tag, text, " x=\"");
                words[n].y = attribute(tag, text, " y=\"");
            }
            unescape(from, strcspn(from, "<"), words[n++].text);
        }
    }
    return n;
}

static int by_text(const void *a, const void *b)
{
    const struct word *l = a, *r = b;
    int order = strcmp(l->text, r->text);
    if (order)
        return order;
    if (fabs(l->y - r->y) > 0.02)
        return l->y < r->y ? -1 : 1;
    return l->x < r->x ? -1 : 1;
}

enum { MAX_WORDS = 8000 };

/* Every text of the scene stands in the file, at its place, and nothing else does. */
static void claim_words(struct family *family, const struct render_options *options)
{
    struct error err;
    struct figure figure;
    struct painter *painter;
    struct scene scene;
    struct buffer file = {0};
    struct render_options live = *options;
    live.live_text = true;
    if (family->maps[0]->insn->arch != ISA_GFX942)
        return; /* no other forms, twice the time */
    cr_assert_eq(painter_create(&painter, &err), STATUS_OK);
    cr_assert_eq(figure_init(&figure, family->maps, family->n, &live, &err), STATUS_OK);
    struct scene_font font = painter_font(painter);
    cr_assert_eq(scene_init(&scene, &figure, &font, &err), STATUS_OK);
    cr_assert_eq(render_api.figure(family->maps, family->n, &live, &file, &err), STATUS_OK);
    struct word *found = calloc(MAX_WORDS, sizeof *found),
                *wanted = calloc(MAX_WORDS, sizeof *wanted);
    cr_assert(found && wanted && scene.n_texts <= MAX_WORDS);
    for (int n = 0; n < scene.n_texts; n++) {
        wanted[n].x = scene.texts[n].x;
        wanted[n].y = scene.texts[n].y;
        snprintf(wanted[n].text, sizeof wanted[n].text, "%s",
                 scene_string(&scene, &scene.texts[n]));
    }
    int n_found = read_words(file.data, found, MAX_WORDS);
    cr_assert_eq(n_found, scene.n_texts);
    qsort(found, (size_t)n_found, sizeof *found, by_text);
    qsort(wanted, (size_t)n_found, sizeof *wanted, by_text);
    for (int n = 0; n < n_found; n++) {
        cr_assert_str_eq(found[n].text, wanted[n].text);
        cr_assert(fabs(found[n].x - wanted[n].x) < 0.0051 &&
                      fabs(found[n].y - wanted[n].y) < 0.0051,
                  "%s: \"%s\" at (%g, %g), not (%g, %g)", figure.title, found[n].text, found[n].x,
                  found[n].y, wanted[n].x, wanted[n].y);
    }
    free(found);
    free(wanted);
    buffer_free(&file);
    scene_free(&scene);
    figure_free(&figure);
    painter_destroy(painter);
}

Test(live, every_text_is_text_in_its_place, .timeout = 120)
{
    for_each_figure(RENDER_SVG, claim_words);
}

/* AMD's own figures have 1,024 cells with a label each: the VGPR. */
static void expect_size(bool live, bool brief, size_t most)
{
    static const struct {
        enum isa_smfmac_id id;
        enum opmap_operand operand;
    } figures[] = {{ISA_SMFMAC_i32_32x32x32_i8, OPMAP_CD},
                   {ISA_SMFMAC_i32_32x32x32_i8, OPMAP_B},
                   {ISA_SMFMAC_i32_16x16x64_i8, OPMAP_B}};
    for (size_t f = 0; f < 3; f++) {
        struct family family;
        struct error err;
        struct buffer file = {0};
        struct render_options options = {
            .operand = figures[f].operand, .live_text = live, .brief = brief};
        cr_assert(family_init(&family, &isa_smfmacs[figures[f].id], 0, 0));
        cr_assert_eq(render_api.figure(family.maps, family.n, &options, &file, &err), STATUS_OK);
        cr_expect_leq(file.size, most, "%zu bytes", file.size);
        cr_expect_gt(file.size, 20000);
        buffer_free(&file);
        family_free(&family);
    }
}

Test(live, a_thousand_cells_fit_into_60_kb_or_150_kb_outlined)
{
    expect_size(true, true, 60000);
    expect_size(false, true, 150000);
    expect_size(true, false, 75000); /* with lanes as well */
    expect_size(false, false, 100000);
}
