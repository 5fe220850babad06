/* Formulas as people want to see them: a statement on one line, a fault with a caret under it. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "expr/expr.h"

enum status expr_refuse(struct expr_fault *fault, int text, size_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(fault->why, sizeof fault->why, format, args);
    va_end(args);
    fault->text = text;
    fault->at = at;
    fault->kind = 0;
    return STATUS_USAGE;
}

enum { LINE_WIDTH = 96, BEFORE = 64 }; /* of a long line this much is shown, before the caret too */

/* Appends the character at `text` as a terminal, or JSON, can have it; returns its bytes. */
static size_t show(const char *text, struct buffer *out)
{
    size_t n = text_character(text);
    bool control = (unsigned char)text[0] < ' ' || text[0] == 0x7f;
    if (n == 0 || control)
        buffer_puts(out, text[0] == '\t' ? " " : "?");
    else
        buffer_append(out, text, n);
    return n > 0 ? n : 1;
}

static size_t back(const char *text, size_t at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80);
    return at;
}

static bool ends_line(char c) { return c == 0 || c == '\n' || c == '\r'; }

enum status expr_report(const struct expr_set *set, const struct expr_fault *fault,
                        struct error *err)
{
    const char *text = set->text[fault->text];
    struct buffer line = {0}, caret = {0};
    size_t start = fault->at;
    int before = 0;
    for (; start > 0 && !ends_line(text[start - 1]) && before < BEFORE; before++)
        start = back(text, start);
    bool cut = start > 0 && !ends_line(text[start - 1]);
    buffer_puts(&line, cut ? "…" : "");
    buffer_puts(&caret, cut ? " " : "");
    int width = 0;
    for (size_t at = start; !ends_line(text[at]) && width < LINE_WIDTH; width++) {
        size_t n = show(text + at, &line);
        if (at < fault->at)
            buffer_puts(&caret, " ");
        at += n;
        if (width + 1 == LINE_WIDTH && !ends_line(text[at]))
            buffer_puts(&line, "…");
    }
    buffer_puts(&caret, "^");
    enum status status = buffer_check(&line, err);
    if (status == STATUS_OK)
        status = buffer_check(&caret, err);
    if (status == STATUS_OK)
        status = error_set(err, STATUS_USAGE, "%s\n  %s\n  %s", fault->why, line.data, caret.data);
    buffer_free(&line);
    buffer_free(&caret);
    return status;
}

const char *expr_text(const struct expr_set *set, int statement, char *text, size_t size)
{
    const struct expr_statement *s = &set->statement[statement];
    const char *from = set->text[s->text];
    size_t n = 0;
    if (s->is_link && strlen(set->name[s->name].text) + 3 < size)
        n = (size_t)snprintf(text, size, "%s = ", set->name[s->name].text);
    for (size_t at = s->at; at < s->end;) {
        size_t bytes = text_character(from + at);
        bool blank = isspace((unsigned char)from[at]),
             bad = bytes == 0 || iscntrl((unsigned char)from[at]);
        const char *shown = blank ? " " : bad ? "?" : from + at;
        size_t length = blank || bad ? 1 : bytes;
        if (!(blank && n > 0 && text[n - 1] == ' ')) {
            if (n + length >= size)
                break;
            memcpy(text + n, shown, length);
            n += length;
        }
        at += bytes > 0 ? bytes : 1;
    }
    text[n] = 0;
    return text;
}
