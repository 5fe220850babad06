#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numfmt.h"
#include "pack/pack.h"

static const struct {
    const char *name;
    size_t bytes;
    uint32_t magnitude; /* the bits that are all 0 in a zero, of either sign if there are two */
} types[PACK_N_TYPES] = {
    [PACK_F32] = {"f32", 4, 0x7fffffff},     [PACK_F16] = {"f16", 2, 0x7fff},
    [PACK_BF16] = {"bf16", 2, 0x7fff},       [PACK_I8] = {"i8", 1, 0xff},
    [PACK_E4M3FNUZ] = {"e4m3fnuz", 1, 0xff}, [PACK_E5M2FNUZ] = {"e5m2fnuz", 1, 0xff},
    [PACK_E4M3FN] = {"e4m3fn", 1, 0x7f},     [PACK_E5M2] = {"e5m2", 1, 0x7f},
};

const char *pack_type_name(enum pack_type type) { return types[type].name; }

size_t pack_type_bytes(enum pack_type type) { return types[type].bytes; }

enum status pack_parse_type(const char *word, enum pack_type *type, struct error *err)
{
    if (!strcmp(word, "fp8"))
        word = "e4m3fnuz";
    else if (!strcmp(word, "bf8"))
        word = "e5m2fnuz";
    for (int t = 0; t < PACK_N_TYPES; t++)
        if (!strcmp(types[t].name, word)) {
            *type = (enum pack_type)t;
            return STATUS_OK;
        }
    return error_set(
        err, STATUS_USAGE,
        "unknown type '%s' (known: f32, f16, bf16, i8, e4m3fnuz = fp8, e5m2fnuz = bf8, "
        "e4m3fn, e5m2)",
        word);
}

static enum pack_type type_of(enum isa_type type, enum isa_arch arch)
{
    bool fnuz = arch == ISA_GFX942;
    switch (type) {
    case ISA_F16:
        return PACK_F16;
    case ISA_BF16:
        return PACK_BF16;
    case ISA_FP8:
        return fnuz ? PACK_E4M3FNUZ : PACK_E4M3FN;
    case ISA_BF8:
        return fnuz ? PACK_E5M2FNUZ : PACK_E5M2;
    default:
        assert(type == ISA_I8);
        return PACK_I8;
    }
}

enum pack_type pack_a_type(const struct isa_smfmac *insn)
{
    return type_of(insn->a_type, insn->arch);
}

enum pack_type pack_b_type(const struct isa_smfmac *insn)
{
    return type_of(insn->b_type, insn->arch);
}

bool pack_is_zero(enum pack_type type, uint32_t code) { return !(code & types[type].magnitude); }

bool pack_is_nan(enum pack_type type, uint32_t code) { return isnan(pack_value(type, code)); }

bool pack_same_value(enum pack_type type, uint32_t l, uint32_t r)
{
    return l == r || (pack_is_zero(type, l) && pack_is_zero(type, r)) ||
           (pack_is_nan(type, l) && pack_is_nan(type, r));
}

float pack_value(enum pack_type type, uint32_t code)
{
    switch (type) {
    case PACK_F16:
        return numfmt_decode_f16((uint16_t)code);
    case PACK_BF16:
        return numfmt_decode_bf16((uint16_t)code);
    case PACK_I8:
        return (float)(int8_t)code;
    case PACK_E4M3FNUZ:
        return numfmt_decode_e4m3fnuz((uint8_t)code);
    case PACK_E5M2FNUZ:
        return numfmt_decode_e5m2fnuz((uint8_t)code);
    case PACK_E4M3FN:
        return numfmt_decode_e4m3fn((uint8_t)code);
    case PACK_E5M2:
        return numfmt_decode_e5m2((uint8_t)code);
    default:
        return bits_to_f32(code);
    }
}

/* By adding and subtracting 1.5 * 2^23, below which an f32 has no fraction: the sum is rounded to
 * the nearest integer, ties to even. */
static uint32_t encode_i8(float value)
{
    const float no_fraction = 0x1.8p23f;
    float clamped = value < -128 ? -128 : value > 127 ? 127 : value;
    volatile float sum = clamped + no_fraction;
    return (uint8_t)(int8_t)(sum - no_fraction);
}

uint32_t pack_encode(enum pack_type type, float value)
{
    switch (type) {
    case PACK_F16:
        return numfmt_encode_f16(value, NUMFMT_SATURATE);
    case PACK_BF16:
        return numfmt_encode_bf16(value, NUMFMT_SATURATE);
    case PACK_I8:
        return encode_i8(value);
    case PACK_E4M3FNUZ:
        return numfmt_encode_e4m3fnuz(value, NUMFMT_SATURATE);
    case PACK_E5M2FNUZ:
        return numfmt_encode_e5m2fnuz(value, NUMFMT_SATURATE);
    case PACK_E4M3FN:
        return numfmt_encode_e4m3fn(value, NUMFMT_SATURATE);
    case PACK_E5M2:
        return numfmt_encode_e5m2(value, NUMFMT_SATURATE);
    default:
        return bits_of_f32(value);
    }
}

enum status pack_matrix_init(struct pack_matrix *matrix, enum pack_type type, size_t m, size_t k,
                             struct error *err)
{
    size_t bytes;
    if (!size_mul(m, k, &bytes) || !size_mul(bytes, types[type].bytes, &bytes))
        return error_set(err, STATUS_FILE, "a matrix of %zu x %zu is more than can be", m, k);
    uint8_t *codes = calloc(bytes ? bytes : 1, 1);
    if (!codes)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    *matrix = (struct pack_matrix){.type = type, .m = m, .k = k, .codes = codes};
    return STATUS_OK;
}

void pack_matrix_free(struct pack_matrix *matrix)
{
    free(matrix->codes);
    *matrix = (struct pack_matrix){0};
}

/* Codes are little-endian, as is every processor that this is built for. */
uint32_t pack_get(const struct pack_matrix *matrix, size_t i, size_t k)
{
    size_t bytes = types[matrix->type].bytes;
    const uint8_t *from = matrix->codes + (i * matrix->k + k) * bytes;
    uint16_t half;
    uint32_t whole;
    switch (bytes) {
    case 1:
        return *from;
    case 2:
        memcpy(&half, from, sizeof half);
        return half;
    default:
        memcpy(&whole, from, sizeof whole);
        return whole;
    }
}

void pack_set(struct pack_matrix *matrix, size_t i, size_t k, uint32_t code)
{
    size_t bytes = types[matrix->type].bytes;
    uint8_t *to = matrix->codes + (i * matrix->k + k) * bytes;
    uint16_t half = (uint16_t)code;
    switch (bytes) {
    case 1:
        *to = (uint8_t)code;
        break;
    case 2:
        memcpy(to, &half, sizeof half);
        break;
    default:
        memcpy(to, &code, sizeof code);
        break;
    }
}
