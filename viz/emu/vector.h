/* Vectors of 32-bit lanes as wide as the level's registers (op.h): sums that stay in registers.
 *
 * GCC's vector extensions do most of it. Where a level has one instruction for what they say in
 * three, it stands here; elsewhere the same in plain operations.
 */
#ifndef EMU_VECTOR_H
#define EMU_VECTOR_H

#include <stdint.h>
#include <string.h>

#if defined __AVX2__
#include <immintrin.h>
#endif

#if defined __AVX512BW__ && defined __AVX512CD__
enum { VECTOR_LANES = 16 };
#elif defined __AVX2__
enum { VECTOR_LANES = 8 };
#else
enum { VECTOR_LANES = 4 };
#endif

#define VECTOR_OF(type) type __attribute__((vector_size(4 * VECTOR_LANES)))
typedef VECTOR_OF(float) floats;
typedef VECTOR_OF(int32_t) ints; /* as a condition: -1 where it holds, else 0 */
typedef VECTOR_OF(uint32_t) words;
typedef VECTOR_OF(uint16_t) halves;
typedef VECTOR_OF(uint8_t) octets;

/* Loops of up to eight are unrolled before anything else, so that arrays become registers. */
#if defined __GNUC__ && !defined __clang__
#define UNROLLED _Pragma("GCC unroll 8")
#else
#define UNROLLED
#endif

/* What is loaded above is loaded above. gcc would move loads down to their use, and meanwhile keep
 * their addresses in vector registers. */
#define LOADED_ABOVE() __asm__ volatile("" ::: "memory")

#define VECTOR_INLINE static inline __attribute__((always_inline))

VECTOR_INLINE words load_words(const uint32_t *from)
{
    words x;
    memcpy(&x, from, sizeof x);
    return x;
}

VECTOR_INLINE void store_words(uint32_t *to, words x) { memcpy(to, &x, sizeof x); }

VECTOR_INLINE ints ints_of(int32_t x) { return x - (ints){0}; }
VECTOR_INLINE words words_of(uint32_t x) { return x - (words){0}; }

VECTOR_INLINE ints select_ints(ints condition, ints yes, ints no)
{
    return (condition & yes) | (~condition & no);
}

/* Toward zero; beyond int32 the lane is unspecified. */
VECTOR_INLINE ints truncate(floats x) { return __builtin_convertvector(x, ints); }

/* To nearest, ties to even. */
VECTOR_INLINE floats round_ints(ints x) { return __builtin_convertvector(x, floats); }

#if !defined __AVX512CD__
/* Of x >= 0. x & ~(x >> 1) has x's leading bit and is never rounded up to the next; 0 has no
 * exponent and gets what is far beyond 32. */
VECTOR_INLINE ints leading_zeros(ints x)
{
    return 127 + 31 - ((ints)round_ints(x & ~(x >> 1)) >> 23);
}
#endif

/* Shifts take any n from 0 on; beyond 31 what is left is the sign, or 0. */

#if defined __AVX512BW__ && defined __AVX512CD__

VECTOR_INLINE ints max_ints(ints a, ints b)
{
    return (ints)_mm512_max_epi32((__m512i)a, (__m512i)b);
}
VECTOR_INLINE words max_octets(words a, words b)
{
    return (words)_mm512_max_epu8((__m512i)a, (__m512i)b);
}
VECTOR_INLINE words max_halves(words a, words b)
{
    return (words)_mm512_max_epu16((__m512i)a, (__m512i)b);
}
VECTOR_INLINE ints leading_zeros(ints x) { return (ints)_mm512_lzcnt_epi32((__m512i)x); }
VECTOR_INLINE ints shift_right(ints x, ints n)
{
    return (ints)_mm512_srav_epi32((__m512i)x, (__m512i)n);
}
VECTOR_INLINE ints shift_left(ints x, ints n)
{
    return (ints)_mm512_sllv_epi32((__m512i)x, (__m512i)n);
}

#elif defined __AVX2__

VECTOR_INLINE ints max_ints(ints a, ints b)
{
    return (ints)_mm256_max_epi32((__m256i)a, (__m256i)b);
}
VECTOR_INLINE words max_octets(words a, words b)
{
    return (words)_mm256_max_epu8((__m256i)a, (__m256i)b);
}
VECTOR_INLINE words max_halves(words a, words b)
{
    return (words)_mm256_max_epu16((__m256i)a, (__m256i)b);
}
VECTOR_INLINE ints shift_right(ints x, ints n)
{
    return (ints)_mm256_srav_epi32((__m256i)x, (__m256i)n);
}
VECTOR_INLINE ints shift_left(ints x, ints n)
{
    return (ints)_mm256_sllv_epi32((__m256i)x, (__m256i)n);
}

#else

VECTOR_INLINE ints max_ints(ints a, ints b) { return select_ints(a > b, a, b); }
VECTOR_INLINE words max_octets(words a, words b)
{
    octets larger = (octets)((octets)a > (octets)b);
    return (words)((larger & (octets)a) | (~larger & (octets)b));
}
VECTOR_INLINE words max_halves(words a, words b)
{
    halves larger = (halves)((halves)a > (halves)b);
    return (words)((larger & (halves)a) | (~larger & (halves)b));
}
VECTOR_INLINE ints shift_right(ints x, ints n) { return x >> select_ints(n < 31, n, ints_of(31)); }
VECTOR_INLINE ints shift_left(ints x, ints n)
{
    return (ints)((words)x << (words)(n & 31)) & (n < 32);
}

#endif

/* Tables of 16 bytes: table[x & 15] where x < 128, else 0. SSE2 has no instruction for them. */
#if defined __AVX512BW__ && defined __AVX512CD__
#define VECTOR_TABLES 1
VECTOR_INLINE octets look_up(const uint8_t table[16], octets x)
{
    __m512i tables = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
    return (octets)_mm512_shuffle_epi8(tables, (__m512i)x);
}
#elif defined __AVX2__
#define VECTOR_TABLES 1
VECTOR_INLINE octets look_up(const uint8_t table[16], octets x)
{
    __m256i tables = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
    return (octets)_mm256_shuffle_epi8(tables, (__m256i)x);
}
#endif

/* Conditions. */

VECTOR_INLINE int any(ints condition)
{
#if defined __AVX512BW__ && defined __AVX512CD__
    return _mm512_test_epi32_mask((__m512i)condition, (__m512i)condition) != 0;
#elif defined __AVX2__
    return !_mm256_testz_si256((__m256i)condition, (__m256i)condition);
#else
    return (condition[0] | condition[1] | condition[2] | condition[3]) != 0;
#endif
}

/* In how many lanes it holds. */
VECTOR_INLINE unsigned count_lanes(ints condition)
{
#if defined __AVX512BW__ && defined __AVX512CD__
    return (unsigned)__builtin_popcount(
        _mm512_test_epi32_mask((__m512i)condition, (__m512i)condition));
#else
    unsigned n = 0;
    for (int lane = 0; lane < VECTOR_LANES; lane++)
        n += condition[lane] != 0;
    return n;
#endif
}

#endif
