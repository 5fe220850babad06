/* Number formats smaller than float, by the host's double arithmetic. Shared by references only;
 * knows nothing of viz/base. */
#ifndef FORMATS_H
#define FORMATS_H

#include <stdint.h>

struct format {
    int exponent_bits, mantissa_bits, bias;
    int fnuz; /* no infinity, no negative zero, one NaN: the sign bit alone */
};

extern const struct format f16_format, bf16_format, fp8_format, bf8_format;

double decode(const struct format *format, uint32_t code);
/* Nearest, ties to even, subnormals kept; beyond the largest: Inf, or NaN in a format without. */
uint32_t encode(const struct format *format, double x);
/* The nearest that is not larger in magnitude; for finite x. */
uint32_t encode_towards_zero(const struct format *format, double x);

#endif
