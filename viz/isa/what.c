/* Reading the words of what.h. */
#include "isa/what.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MAX_TEXT = 64, MESSAGE_BYTES = 256 };

/* The word and how far it has been read. */
struct reader {
    const char *text, *at;
    const struct isa_smfmac *insn;
    struct what *what;
    struct error *err;
};

/* How many characters the first `n` bytes are, by UTF-8's lead bytes. */
static int columns(const char *text, size_t n)
{
    int count = 0;
    for (size_t b = 0; b < n; b++)
        count += ((unsigned char)text[b] & 0xc0) != 0x80;
    return count;
}

/* The message, the word and a caret under `at`. */
__attribute__((format(printf, 3, 4))) static enum status fail(struct reader *r, const char *at,
                                                              const char *format, ...)
{
    char message[MESSAGE_BYTES], shown[MAX_TEXT + 1];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    size_t n = strlen(r->text);
    for (size_t b = 0; b <= n; b++)
        shown[b] = iscntrl((unsigned char)r->text[b]) && r->text[b] ? '?' : r->text[b];
    int caret = columns(r->text, (size_t)(at - r->text));
    return error_set(r->err, STATUS_USAGE, "%s\n  %s\n  %*s^", message, shown, caret, "");
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

/* Whether the next character is `c`, which is then behind. */
static bool take(struct reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static enum status expect(struct reader *r, char c)
{
    return take(r, c) ? STATUS_OK : fail(r, r->at, "'%c' is expected here", c);
}

/* A number from 0 to n - 1, called `name` in messages. */
static enum status take_number(struct reader *r, const char *name, int n, int *number)
{
    skip_blanks(r);
    const char *start = r->at;
    long value = 0;
    for (; isdigit((unsigned char)*r->at); r->at++)
        if (value <= n) /* beyond that it only gets worse */
            value = 10 * value + (*r->at - '0');
    if (r->at == start)
        return fail(r, start, "a number is expected here: %s, 0..%d", name, n - 1);
    if (value >= n)
        return fail(r, start, "%s %.*s: %s of %s has %s 0..%d", name, (int)(r->at - start), start,
                    opmap_operand_title(r->what->operand), r->insn->name, name, n - 1);
    *number = (int)value;
    return STATUS_OK;
}

static enum status take_operand(struct reader *r)
{
    static const struct {
        const char *name;
        enum opmap_operand operand;
    } names[] = {
        {"a", OPMAP_A},  {"k", OPMAP_IDX}, {"idx", OPMAP_IDX}, {"b", OPMAP_B},
        {"d", OPMAP_CD}, {"c", OPMAP_CD},  {"cd", OPMAP_CD},
    };
    skip_blanks(r);
    size_t length = 0;
    while (isalpha((unsigned char)r->at[length]))
        length++;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
        if (length == strlen(names[n].name) && !strncasecmp(names[n].name, r->at, length)) {
            r->what->operand = names[n].operand;
            r->at += length;
            return STATUS_OK;
        }
    return fail(r, r->at, "an operand is expected here: A, K or idx, B, D or C");
}

/* k, or q.s */
static enum status take_depth_of_a(struct reader *r)
{
    struct opmap_coord *c = &r->what->coord;
    const char *start = r->at;
    size_t digits = strspn(start, " \t0123456789");
    if (start[digits] != '.') {
        enum status status = take_number(r, "k", r->insn->k, &c->k);
        c->q = c->k / 4;
        return status;
    }
    enum status status = take_number(r, "K group", isa_k_groups(r->insn), &c->q);
    if (status == STATUS_OK)
        status = expect(r, '.');
    return status == STATUS_OK ? take_number(r, "slot", 2, &c->s) : status;
}

static enum status take_first(struct reader *r)
{
    struct opmap_coord *c = &r->what->coord;
    return r->what->operand == OPMAP_B ? take_number(r, "k", r->insn->k, &c->k)
                                       : take_number(r, "i", r->insn->m, &c->i);
}

static enum status take_second(struct reader *r)
{
    bool dense = r->what->operand == OPMAP_B || r->what->operand == OPMAP_CD;
    return dense ? take_number(r, "j", r->insn->n, &r->what->coord.j) : take_depth_of_a(r);
}

/* "[2][31]" or ",2,31" */
static enum status take_element(struct reader *r)
{
    bool brackets = take(r, '[');
    enum status status = brackets ? STATUS_OK : expect(r, ',');
    if (status == STATUS_OK)
        status = take_first(r);
    if (status == STATUS_OK && brackets)
        status = expect(r, ']');
    if (status == STATUS_OK)
        status = expect(r, brackets ? '[' : ',');
    if (status == STATUS_OK)
        status = take_second(r);
    return status == STATUS_OK && brackets ? expect(r, ']') : status;
}

/* "31:24", "24-31" or "5": either end may come first. */
static enum status take_bits(struct reader *r)
{
    int first, last;
    enum status status = take_number(r, "bit", ISA_VGPR_BITS, &first);
    last = first;
    if (status == STATUS_OK && (take(r, ':') || take(r, '-')))
        status = take_number(r, "bit", ISA_VGPR_BITS, &last);
    if (status != STATUS_OK)
        return status;
    r->what->slot.bit_lo = (uint8_t)(first < last ? first : last);
    r->what->slot.bit_hi = (uint8_t)(first < last ? last : first);
    return STATUS_OK;
}

/* "v3{19}[31:24]" or "v3,19,24-31", with or without bits */
static enum status take_register(struct reader *r)
{
    int vgpr, lane;
    if (!take(r, 'v') && !take(r, 'V'))
        return fail(r, r->at, "a register is expected here, as in v0{3} or v0,3");
    enum status status = take_number(r, "VGPR", opmap_vgprs(r->insn, r->what->operand), &vgpr);
    bool braces = status == STATUS_OK && take(r, '{');
    if (status == STATUS_OK && !braces && !take(r, ','))
        return fail(r, r->at, "a lane is expected here, as in v0{3} or v0,3");
    if (status == STATUS_OK)
        status = take_number(r, "lane", ISA_LANES, &lane);
    if (status == STATUS_OK && braces)
        status = expect(r, '}');
    if (status != STATUS_OK)
        return status;
    r->what->slot = (struct opmap_slot){
        .lane = (uint8_t)lane, .vgpr = (uint8_t)vgpr, .bit_hi = ISA_VGPR_BITS - 1};
    if (take(r, ','))
        return take_bits(r);
    if (!take(r, '['))
        return STATUS_OK;
    status = take_bits(r);
    return status == STATUS_OK ? expect(r, ']') : status;
}

enum status what_parse(const char *text, const struct isa_smfmac *insn, struct what *what,
                       struct error *err)
{
    struct what read = {.coord = {-1, -1, -1, -1, -1}};
    struct reader r = {text, text, insn, &read, err};
    if (strlen(text) > MAX_TEXT)
        return error_set(err, STATUS_USAGE,
                         "'%.20s...' has %zu characters: no element or register is named so", text,
                         strlen(text));
    enum status status = take_operand(&r);
    if (status != STATUS_OK)
        return status;
    read.is_register = take(&r, ':');
    if (!read.is_register && *r.at != '[' && *r.at != ',')
        return fail(&r, r.at, "'[' or ',' and an element, or ':' and a register, is expected here");
    status = read.is_register ? take_register(&r) : take_element(&r);
    if (status != STATUS_OK)
        return status;
    skip_blanks(&r);
    if (*r.at)
        return fail(&r, r.at, "nothing more is expected here");
    *what = read;
    return STATUS_OK;
}
