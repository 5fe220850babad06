/* Figure files: there, well-formed, drawn from today's model; and captions that agree with them. */
#include <expat.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "lint/claims.h"

enum { MAX_FIGURE_BYTES = 64 << 20 };

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Where the page says, else in the directory of --figures; NULL: in neither. */
static const char *find_file(struct judge *judge, const struct page_block *block)
{
    struct arena *arena = &judge->page->arena;
    const char *path = page_relative(arena, block->file, block->argument);
    if (block->argument[0] != '/' && is_file(path))
        return path;
    if (!judge->options->figures)
        return NULL;
    path = arena_printf(arena, "%s/%s", judge->options->figures, last_part(block->argument));
    return is_file(path) ? path : NULL;
}

/* --- SVG --- */

/* What stands inside <metadata>. */
struct metadata {
    struct buffer text;
    int depth;
};

static void start_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    (void)attributes;
    struct metadata *metadata = context;
    metadata->depth += metadata->depth > 0 || !strcmp(name, "metadata");
}

static void end_element(void *context, const XML_Char *name)
{
    (void)name;
    struct metadata *metadata = context;
    metadata->depth -= metadata->depth > 0;
}

static void characters(void *context, const XML_Char *text, int n)
{
    struct metadata *metadata = context;
    if (metadata->depth > 0)
        buffer_append(&metadata->text, text, (size_t)n);
}

/* NULL, or where it is not well-formed XML. */
static const char *parse_svg(struct judge *judge, const struct buffer *bytes,
                             struct metadata *metadata)
{
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser)
        return "out of memory";
    XML_SetUserData(parser, metadata);
    XML_SetElementHandler(parser, start_element, end_element);
    XML_SetCharacterDataHandler(parser, characters);
    const char *fault = NULL;
    if (XML_Parse(parser, bytes->data ? bytes->data : "", (int)bytes->size, XML_TRUE) !=
        XML_STATUS_OK)
        fault = note_text(judge, "not well-formed XML: line %lu: %s",
                          (unsigned long)XML_GetCurrentLineNumber(parser),
                          XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    return fault;
}

/* NULL, or that the figure is not what smfviz draws under this name today. A figure without a
 * model's digest is not smfviz's, and is only looked at as XML. */
static const char *stale(struct judge *judge, const struct metadata *metadata, const char *basename)
{
    static const char key[] = "model: ";
    const char *model = metadata->text.data ? strstr(metadata->text.data, key) : NULL;
    enum lint_figure_state state = LINT_FIGURE_OTHER;
    if (!model || !judge->options->compare_figure || judge->status != STATUS_OK)
        return NULL;
    model += sizeof key - 1;
    const char *digest = note_text(judge, "%.*s", (int)strcspn(model, " \n"), model);
    judge->status = judge->options->compare_figure(judge->options->context, basename, digest,
                                                   &state, judge->error);
    if (judge->status != STATUS_OK || state != LINT_FIGURE_STALE)
        return NULL;
    return note_text(judge, "not today's figure: smfviz draws no model %s under this name", digest);
}

static const char *fault_of_file(struct judge *judge, const char *path)
{
    struct buffer bytes = {0};
    struct metadata metadata = {0};
    struct error why = {0};
    const char *fault = NULL, *dot = strrchr(path, '.');
    if (file_read(path, MAX_FIGURE_BYTES, &bytes, &why) != STATUS_OK)
        fault = note_text(judge, "%s", why.text);
    else if (dot && !strcasecmp(dot, ".svg"))
        fault = parse_svg(judge, &bytes, &metadata);
    if (!fault)
        fault = stale(judge, &metadata, last_part(path));
    buffer_free(&metadata.text);
    buffer_free(&bytes);
    return fault;
}

static void list_figure(struct judge *judge, const struct page_block *block)
{
    struct lint_report *report = judge->report;
    struct lint_figure *grown =
        arena_room(&report->arena, report->figures, report->n_figures, sizeof *grown);
    if (!grown)
        return;
    const char *path = arena_copy(&report->arena, block->argument, strlen(block->argument));
    report->figures = grown;
    grown[report->n_figures++] = (struct lint_figure){
        .page = arena_copy(&report->arena, block->file, strlen(block->file)),
        .line = block->line,
        .path = path,
        .basename = last_part(path),
    };
}

static void judge_file(struct judge *judge, const struct page_block *block)
{
    list_figure(judge, block);
    if (strstr(block->argument, "://")) {
        claim_unknown(judge, block, block->line, "figure", block->argument, "it is elsewhere");
        return;
    }
    const char *path = find_file(judge, block);
    const char *fault = path ? fault_of_file(judge, path) : NULL;
    if (!path)
        claim_unknown(judge, block, block->line, "figure", block->argument,
                      "the file is not there");
    else if (fault)
        claim_wrong(judge, block, block->line, "figure", block->argument, fault, 0, 0, "");
    else
        claim_right(judge);
}

/* --- captions against names --- */

static void judge_caption(struct judge *judge, const struct unit *unit, const struct hint *name)
{
    const struct hint *said = &unit->hint;
    const char *fault = NULL;
    bool comparable = (said->m && name->m) || (said->k && name->k) || (said->m && said->k) ||
                      (said->operand != HINT_NO_OPERAND && name->operand != HINT_NO_OPERAND);
    if (!comparable)
        return;
    if (said->m && name->m && said->m != name->m)
        fault = note_text(judge, "the figure's name says %dx%d", name->m, name->n);
    else if (said->k && name->k && said->k != name->k)
        fault = note_text(judge, "the figure's name says K = %d", name->k);
    else if (said->operand != HINT_NO_OPERAND && name->operand != HINT_NO_OPERAND &&
             said->operand != name->operand)
        fault = note_text(judge, "the figure's name says %s",
                          opmap_operand_title((enum opmap_operand)name->operand));
    struct hint both = *said;
    both.operand = HINT_NO_OPERAND; /* K counts, for C/D too */
    if (!fault && said->m && said->k && context_instructions(&both, judge->archs).n == 0)
        fault = note_text(judge, "%s has no %dx%dx%d SMFMAC", arch_words(judge), said->m, said->n,
                          said->k);
    if (fault)
        claim_wrong(judge, unit->block, unit->line, "caption", unit->flat, fault, 0, 0, "");
    else
        claim_right(judge);
}

void claims_of_figures(struct judge *judge)
{
    struct hint name = {.operand = HINT_NO_OPERAND};
    bool captioned = false;
    for (int u = 0; u < judge->units.n; u++) {
        const struct unit *unit = &judge->units.unit[u];
        if (unit->kind == UNIT_FIGURE) {
            judge_file(judge, unit->block);
            name = unit->hint;
            captioned = false;
        } else if (unit->kind == UNIT_ALT || (unit->kind == UNIT_CAPTION && !captioned)) {
            judge_caption(judge, unit, &name);
            captioned = unit->kind == UNIT_CAPTION; /* its first sentence names the figure */
        }
    }
}
