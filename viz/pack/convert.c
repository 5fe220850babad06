/* From one element type to another, and to whole tiles. */
#include <math.h>
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

enum status pack_convert(const struct pack_matrix *from, enum pack_type type,
                         struct pack_matrix *to, struct pack_conversion *conversion,
                         struct error *err)
{
    struct pack_conversion c = {0};
    struct pack_matrix result = {0};
    enum status status = pack_matrix_init(&result, type, from->m, from->k, err);
    for (size_t i = 0; i < from->m && status == STATUS_OK; i++)
        for (size_t k = 0; k < from->k; k++) {
            uint32_t code = pack_get(from, i, k);
            float value = pack_value(from->type, code);
            if (isnan(value))
                note(&c.nan, i, k);
            else if (isinf(value))
                note(&c.infinite, i, k);
            else if (value == 0 && signbit(value))
                note(&c.negative_zero, i, k);
            if (type != from->type) {
                if (type == PACK_I8 && !isfinite(value)) {
                    status =
                        error_set(err, STATUS_FILE, "row %zu, k %zu is %s: no i8 stands for it", i,
                                  k, isnan(value) ? "NaN" : "infinite");
                    break;
                }
                code = pack_encode(type, value);
                if (is_beyond(type, value))
                    note(&c.saturated, i, k);
                if (value != 0 && pack_is_zero(type, code))
                    note(&c.vanished, i, k);
            }
            pack_set(&result, i, k, code);
        }
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
