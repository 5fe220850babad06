/* From one element type to another, and to whole tiles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pack/pack.h"

static void note(struct pack_event *event, size_t i, size_t k)
{
    if (event->n++ == 0) {
        event->i = i;
        event->k = k;
    }
}

static bool is_beyond(enum pack_type type, float value)
{
    static const uint32_t largest[PACK_N_TYPES] = {
        [PACK_F32] = 0x7f7fffff, [PACK_F16] = 0x7bff,    [PACK_BF16] = 0x7f7f, [PACK_I8] = 0x7f,
        [PACK_E4M3FNUZ] = 0x7f,  [PACK_E5M2FNUZ] = 0x7f, [PACK_E4M3FN] = 0x7e, [PACK_E5M2] = 0x7b,
    };
    float most = pack_value(type, largest[type]);
    float least = type == PACK_I8 ? -most - 1 : -most;
    return isfinite(value) && (value > most || value < least);
}

/* What becomes of one code. */
enum {
    NAN_IN = 1,
    INFINITE_IN = 2,
    SATURATED = 4,
    VANISHED = 8,
    NEGATIVE_ZERO_IN = 16,
    REFUSED = 32,
};
struct outcome {
    uint32_t code;
    unsigned events; /* or'ed */
};

static struct outcome outcome_of(enum pack_type from, enum pack_type to, uint32_t code)
{
    float value = pack_value(from, code);
    struct outcome o = {code, 0};
    if (isnan(value))
        o.events = NAN_IN;
    else if (isinf(value))
        o.events = INFINITE_IN;
    else if (value == 0 && signbit(value))
        o.events = NEGATIVE_ZERO_IN;
    if (from == to)
        return o;
    if (to == PACK_I8 && !isfinite(value)) {
        o.events |= REFUSED;
        return o;
    }
    o.code = pack_encode(to, value);
    if (is_beyond(to, value))
        o.events |= SATURATED;
    if (value != 0 && pack_is_zero(to, o.code))
        o.events |= VANISHED;
    return o;
}

static void note_all(struct pack_conversion *c, unsigned events, size_t i, size_t k)
{
    if (events & NAN_IN)
        note(&c->nan, i, k);
    if (events & INFINITE_IN)
        note(&c->infinite, i, k);
    if (events & SATURATED)
        note(&c->saturated, i, k);
    if (events & VANISHED)
        note(&c->vanished, i, k);
    if (events & NEGATIVE_ZERO_IN)
        note(&c->negative_zero, i, k);
}

/* The outcome of every code, where there are more elements than codes; else NULL, as where there is
 * no memory for it: then each element is looked at on its own. */
static struct outcome *table_of(const struct pack_matrix *from, enum pack_type to)
{
    size_t bytes = pack_type_bytes(from->type);
    if (bytes > 2 || from->m * from->k < (size_t)1 << 8 * bytes)
        return NULL;
    struct outcome *table = malloc(((size_t)1 << 8 * bytes) * sizeof *table);
    for (uint32_t code = 0; table && code < UINT32_C(1) << 8 * bytes; code++)
        table[code] = outcome_of(from->type, to, code);
    return table;
}

enum status pack_convert(const struct pack_matrix *from, enum pack_type type,
                         struct pack_matrix *to, struct pack_conversion *conversion,
                         struct error *err)
{
    struct pack_conversion c = {0};
    struct pack_matrix result = {0};
    enum status status = pack_matrix_init(&result, type, from->m, from->k, err);
    if (status != STATUS_OK)
        return status;
    struct outcome *table = table_of(from, type);
    for (size_t i = 0; i < from->m && status == STATUS_OK; i++)
        for (size_t k = 0; k < from->k; k++) {
            uint32_t code = pack_get(from, i, k);
            if (!code)
                continue; /* +0 in every type, and what the result is full of */
            struct outcome o = table ? table[code] : outcome_of(from->type, type, code);
            if (o.events)
                note_all(&c, o.events, i, k);
            if (o.events & REFUSED) {
                status = error_set(err, STATUS_FILE, "row %zu, k %zu is %s: no i8 stands for it", i,
                                   k, o.events & NAN_IN ? "NaN" : "infinite");
                break;
            }
            pack_set(&result, i, k, o.code);
        }
    free(table);
    if (status != STATUS_OK) {
        pack_matrix_free(&result);
        return status;
    }
    *to = result;
    *conversion = c;
    return STATUS_OK;
}

static size_t round_up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

enum status pack_pad(const struct pack_matrix *from, const struct isa_smfmac *insn,
                     struct pack_matrix *to, struct error *err)
{
    struct pack_matrix result = {0};
    enum status status = pack_matrix_init(&result, from->type, round_up(from->m, (size_t)insn->m),
                                          round_up(from->k, (size_t)insn->k), err);
    if (status != STATUS_OK)
        return status;
    size_t bytes = pack_type_bytes(from->type);
    for (size_t i = 0; i < from->m; i++)
        memcpy(result.codes + i * result.k * bytes, from->codes + i * from->k * bytes,
               from->k * bytes);
    *to = result;
    return STATUS_OK;
}
