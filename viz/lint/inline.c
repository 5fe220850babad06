/* Inline markup: roles, literals, formulas, links and emphasis are taken off and kept as spans. */
#include <ctype.h>
#include <string.h>

#include "lint/page.h"

/* How far markup is followed to its end; beyond, it is taken for a plain character. */
enum { LITERAL_REACH = 8192, EMPHASIS_REACH = 1024, RULER = 64 };

struct inline_reader {
    struct page_source *source;
    const char *raw;
    size_t at;
    size_t counted; /* line is that of raw[counted] */
    int line;
    char *plain; /* never longer than raw */
    int n;
    struct page_span *spans;
    int n_spans;
};

static void put(struct inline_reader *r, const char *text, size_t n)
{
    memcpy(r->plain + r->n, text, n);
    r->n += (int)n;
}

static void add_span(struct inline_reader *r, enum page_span_kind kind, int start,
                     const char *target)
{
    struct page_span *spans =
        arena_room(&r->source->page->arena, r->spans, r->n_spans, sizeof *spans);
    if (!spans)
        return;
    r->spans = spans;
    spans[r->n_spans++] = (struct page_span){kind, start, r->n, target};
}

static void put_span(struct inline_reader *r, enum page_span_kind kind, const char *text, size_t n,
                     const char *target)
{
    int start = r->n;
    put(r, text, n);
    add_span(r, kind, start, target);
}

static void complain_open(struct inline_reader *r, const char *what)
{
    for (; r->counted < r->at; r->counted++)
        r->line += r->raw[r->counted] == '\n';
    page_complain(r->source, r->line, "%s that does not end", what);
}

/* strstr within reach. */
static const char *find_near(const char *text, const char *what)
{
    return memmem(text, strnlen(text, LITERAL_REACH), what, strlen(what));
}

/* "text <target>": the target in the arena, and *n becomes the length of the text. */
static const char *split_target(struct inline_reader *r, const char *text, size_t *n)
{
    struct arena *arena = &r->source->page->arena;
    const char *open = *n && text[*n - 1] == '>' ? memrchr(text, '<', *n) : NULL;
    if (!open)
        return arena_copy(arena, text, *n);
    const char *target = arena_copy(arena, open + 1, (size_t)(text + *n - 1 - (open + 1)));
    size_t left = (size_t)(open - text);
    while (left && isspace((unsigned char)text[left - 1]))
        left--;
    if (left)
        *n = left;
    return target;
}

/* --- emphasis, alike in both formats --- */

static bool opens_after(const char *raw, size_t at)
{
    return at == 0 || isspace((unsigned char)raw[at - 1]) || strchr("'\"([{<-/:*_", raw[at - 1]);
}

/* How many of `mark` stand at p; of a ruler of them, as many as tell that it is one. */
static size_t marks_at(const char *p, char mark)
{
    size_t n = 0;
    while (n < RULER && p[n] == mark)
        n++;
    return n;
}

/* Whether the run of `mark` at r->at begins emphasis that ends in the same text: how long it is. */
static size_t emphasis_at(const struct inline_reader *r, char mark)
{
    const char *p = r->raw + r->at;
    size_t run = marks_at(p, mark);
    if (run > 3 || !opens_after(r->raw, r->at) || !p[run] || isspace((unsigned char)p[run]))
        return 0;
    const char *limit = p + run + strnlen(p + run, EMPHASIS_REACH);
    for (const char *end = p + run; (end = memchr(end, mark, (size_t)(limit - end))) != NULL; end++)
        if (!isspace((unsigned char)end[-1]) && marks_at(end, mark) >= run &&
            !isalnum((unsigned char)end[marks_at(end, mark)]))
            return run;
    return 0;
}

static bool closes_emphasis(const struct inline_reader *r, char mark)
{
    const char *p = r->raw + r->at;
    size_t run = marks_at(p, mark);
    return r->at > 0 && !isspace((unsigned char)p[-1]) && !isalnum((unsigned char)p[run]);
}

/* Skips marks of emphasis; counts what is open in *depth. */
static bool skip_emphasis(struct inline_reader *r, char mark, int *depth)
{
    if (r->raw[r->at] != mark)
        return false;
    size_t run = emphasis_at(r, mark);
    if (run) {
        ++*depth;
    } else if (*depth > 0 && closes_emphasis(r, mark)) {
        run = strspn(r->raw + r->at, (const char[]){mark, 0});
        --*depth;
    }
    r->at += run;
    return run > 0;
}

/* --- reStructuredText --- */

static bool rst_literal(struct inline_reader *r)
{
    const char *p = r->raw + r->at;
    if (strncmp(p, "``", 2) != 0)
        return false;
    const char *end = find_near(p + 2, "``");
    if (!end) {
        complain_open(r, "a literal");
        put(r, "``", 2);
        r->at += 2;
        return true;
    }
    while (end[2] == '`')
        end++;
    put_span(r, SPAN_LITERAL, p + 2, (size_t)(end - p - 2), NULL);
    r->at = (size_t)(end + 2 - r->raw);
    return true;
}

static void put_role(struct inline_reader *r, const char *role, size_t role_n, const char *text,
                     size_t n)
{
    static const char *const references[] = {"ref",  "doc", "any",     "numref",
                                             "term", "eq",  "external"};
    if (role_n == 4 && !strncmp(role, "math", 4)) {
        put_span(r, SPAN_MATH, text, n, NULL);
        return;
    }
    if (role_n == 8 && !strncmp(role, "download", 8)) {
        const char *target = split_target(r, text, &n);
        put_span(r, SPAN_DOWNLOAD, text, n, target);
        return;
    }
    for (size_t k = 0; k < sizeof references / sizeof *references; k++)
        if (strlen(references[k]) == role_n && !strncmp(role, references[k], role_n)) {
            const char *target = split_target(r, text, &n);
            put_span(r, SPAN_REFERENCE, text, n, target);
            return;
        }
    put_span(r, SPAN_LITERAL, text, n, NULL); /* code, file, c:func and their like */
}

/* :role:`text` and `text`_ . */
static bool rst_role(struct inline_reader *r)
{
    const char *p = r->raw + r->at, *role = p + 1, *tick = p;
    size_t role_n = 0;
    if (*p == ':') {
        role_n = strspn(role, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:");
        if (role_n < 2 || role[role_n - 1] != ':' || role[role_n] != '`')
            return false;
        role_n--;
        tick = role + role_n + 1;
    } else if (*p != '`' || !opens_after(r->raw, r->at)) {
        return false;
    }
    const char *end = tick + 1, *limit = end + strnlen(end, LITERAL_REACH);
    while (end < limit && *end != '`')
        end += *end == '\\' && end[1] && role_n == 0 ? 2 : 1;
    if (end >= limit) {
        complain_open(r, role_n ? "a role" : "interpreted text");
        put(r, p, (size_t)(tick + 1 - p));
        r->at = (size_t)(tick + 1 - r->raw);
        return true;
    }
    size_t n = (size_t)(end - tick - 1);
    r->at = (size_t)(end + 1 - r->raw);
    if (role_n) {
        put_role(r, role, role_n, tick + 1, n);
    } else {
        const char *target = split_target(r, tick + 1, &n);
        put_span(r, SPAN_REFERENCE, tick + 1, n, target);
        r->at += strspn(end + 1, "_");
    }
    return true;
}

static void read_rst(struct inline_reader *r)
{
    int depth = 0;
    while (r->raw[r->at]) {
        char c = r->raw[r->at];
        if (rst_literal(r) || rst_role(r) || skip_emphasis(r, '*', &depth))
            continue;
        if (c == '\\' && r->raw[r->at + 1]) { /* the next character is itself; a blank is nothing */
            r->at++;
            if (r->raw[r->at] == ' ')
                r->at++;
            else
                put(r, &r->raw[r->at++], 1);
            continue;
        }
        put(r, &c, 1);
        r->at++;
    }
}

/* --- Markdown --- */

/* `code`, also ``with ` inside``. MyST's roles stand before it: {math}`x`. */
static bool md_code(struct inline_reader *r)
{
    const char *p = r->raw + r->at;
    if (*p != '`')
        return false;
    size_t run = strspn(p, "`");
    const char *end = p + run, *limit = end + strnlen(end, LITERAL_REACH);
    while (end < limit && (end = memchr(end, '`', (size_t)(limit - end))) != NULL &&
           strspn(end, "`") != run)
        end += strspn(end, "`");
    if (!end || end >= limit) {
        complain_open(r, "code");
        put(r, p, run);
        r->at += run;
        return true;
    }
    static const char myst[] = "{math}";
    enum page_span_kind kind = SPAN_LITERAL;
    if (r->n >= (int)sizeof myst - 1 &&
        !memcmp(r->plain + r->n - (sizeof myst - 1), myst, sizeof myst - 1)) {
        r->n -= (int)sizeof myst - 1;
        kind = SPAN_MATH;
    }
    put_span(r, kind, p + run, (size_t)(end - p) - run, NULL);
    r->at = (size_t)(end - r->raw) + run;
    return true;
}

/* $x$, $`x`$, $$x$$ and \(x\). A dollar sign followed by a blank is one. */
static bool md_math(struct inline_reader *r)
{
    static const char *const pairs[][2] = {{"$`", "`$"}, {"$$", "$$"}, {"$", "$"}, {"\\(", "\\)"}};
    const char *p = r->raw + r->at;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        size_t open = strlen(pairs[k][0]);
        if (strncmp(p, pairs[k][0], open) != 0)
            continue;
        const char *end = find_near(p + open, pairs[k][1]);
        if (!end || end == p + open)
            return false;
        if (open == 1 && pairs[k][0][0] == '$' &&
            (isspace((unsigned char)p[1]) || isspace((unsigned char)end[-1]) ||
             isdigit((unsigned char)end[1])))
            return false;
        put_span(r, SPAN_MATH, p + open, (size_t)(end - p) - open, NULL);
        r->at = (size_t)(end - r->raw) + strlen(pairs[k][1]);
        return true;
    }
    return false;
}

/* [text](target); an image, ![alt](path), is no text but a block of its own. */
static bool md_link(struct inline_reader *r)
{
    const char *p = r->raw + r->at;
    bool image = p[0] == '!' && p[1] == '[';
    if (*p != '[' && !image)
        return false;
    const char *close = find_near(p, "]");
    if (!close || close[1] != '(')
        return false;
    const char *end = find_near(close, ")");
    if (!end)
        return false;
    const char *target =
        arena_copy(&r->source->page->arena, close + 2, (size_t)(end - (close + 2)));
    if (!image)
        put_span(r, SPAN_REFERENCE, p + 1, (size_t)(close - p - 1), target);
    r->at = (size_t)(end + 1 - r->raw);
    return true;
}

static bool md_entity(struct inline_reader *r)
{
    static const char *const entities[][2] = {{"&lt;", "<"},   {"&gt;", ">"},   {"&amp;", "&"},
                                              {"&le;", "≤"},   {"&nbsp;", " "}, {"&times;", "×"},
                                              {"&ndash;", "–"}};
    for (size_t k = 0; k < sizeof entities / sizeof *entities; k++)
        if (!strncmp(r->raw + r->at, entities[k][0], strlen(entities[k][0]))) {
            put(r, entities[k][1], strlen(entities[k][1]));
            r->at += strlen(entities[k][0]);
            return true;
        }
    return false;
}

static void read_md(struct inline_reader *r)
{
    int stars = 0, underscores = 0;
    while (r->raw[r->at]) {
        char c = r->raw[r->at];
        if (md_code(r) || md_math(r) || md_link(r) || md_entity(r) ||
            skip_emphasis(r, '*', &stars) || skip_emphasis(r, '_', &underscores))
            continue;
        if (c == '\\' && ispunct((unsigned char)r->raw[r->at + 1]))
            c = r->raw[++r->at];
        put(r, &c, 1);
        r->at++;
    }
}

struct page_text page_inline(struct page_source *source, const char *raw, int line)
{
    struct inline_reader r = {.source = source, .raw = raw, .line = line};
    r.plain = arena_alloc(&source->page->arena, strlen(raw) + 1);
    if (!r.plain)
        return page_verbatim("", line);
    if (source->format == PAGE_MD)
        read_md(&r);
    else
        read_rst(&r);
    r.plain[r.n] = 0;
    return (struct page_text){r.plain, r.n, line, r.spans, r.n_spans};
}
