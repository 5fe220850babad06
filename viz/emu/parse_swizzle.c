/* ds_swizzle_b32's pattern, which LLVM prints in words: "swizzle(BITMASK_PERM,"01pip")" (LLVM's
 * "Syntax of AMDGPU Instruction Modifiers", swizzle pattern). The encoding is the CDNA3 ISA
 * guide's, "DS_SWIZZLE_B32": in bits 4:0 an AND mask, 9:5 OR, 14:10 XOR; or with bit 15 four lanes
 * of a quad. */
#include <stdio.h>
#include <string.h>

#include "emu/parse.h"

static uint32_t pattern(uint32_t and, uint32_t or, uint32_t xor)
{
    return and | or << 5 | xor << 10;
}

/* Five characters, highest bit first: 0 and 1 are themselves, p preserves the bit, i inverts it. */
static bool bitmask(const char *bits, uint32_t *value)
{
    uint32_t and = 0, or = 0, xor = 0;
    for (int n = 0; n < 5; n++) {
        uint32_t bit = 16u >> n;
        if (!bits[n] || !strchr("01pi", bits[n]))
            return false;
        and |= bits[n] == 'p' || bits[n] == 'i' ? bit : 0;
        or |= bits[n] == '1' ? bit : 0;
        xor |= bits[n] == 'i' ? bit : 0;
    }
    *value = pattern(and, or, xor);
    return true;
}

static bool power_of_two(unsigned n, unsigned least, unsigned most)
{
    return n >= least && n <= most && (n & (n - 1)) == 0;
}

bool emu_parse_swizzle(const char *text, uint32_t *value)
{
    unsigned a, b, c, d;
    char bits[6], closing = 0;
    if (sscanf(text, "swizzle(QUAD_PERM,%1u,%1u,%1u,%1u%c", &a, &b, &c, &d, &closing) == 5) {
        *value = 0x8000 | a | b << 2 | c << 4 | d << 6;
        return closing == ')' && a < 4 && b < 4 && c < 4 && d < 4;
    }
    if (sscanf(text, "swizzle(BITMASK_PERM,\"%5c\"%c", bits, &closing) == 2)
        return closing == ')' && bitmask(bits, value);
    if (sscanf(text, "swizzle(BROADCAST,%u,%u%c", &a, &b, &closing) == 3) {
        *value = pattern(32 - a, b, 0);
        return closing == ')' && power_of_two(a, 2, 32) && b < a;
    }
    if (sscanf(text, "swizzle(SWAP,%u%c", &a, &closing) == 2) {
        *value = pattern(31, 0, a);
        return closing == ')' && power_of_two(a, 1, 16);
    }
    if (sscanf(text, "swizzle(REVERSE,%u%c", &a, &closing) == 2) {
        *value = pattern(31, 0, a - 1);
        return closing == ')' && power_of_two(a, 2, 32);
    }
    return false;
}
