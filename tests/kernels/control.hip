/* Control flow: loops whose length differs from lane to lane, divergent branches, switches, calls.
 */
#include "kernel.h"

/* out[3i]: steps of the Collatz sequence of in[i]; +1: its peak; +2: a sum of nested loops. */
KERNEL loops(const unsigned *in, unsigned *out)
{
    unsigned i = global_x(), x = in[i], steps = 0, peak = x, sum = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        peak = x > peak ? x : peak;
        steps++;
    }
    for (unsigned a = 0; a < in[i] % 17; a++) {
        if (a % 3 == 1)
            continue;
        for (unsigned b = a; b < 40; b++) {
            if ((a * b + in[i]) % 11 == 0)
                break;
            sum += a ^ b;
        }
        do {
            sum += 3;
        } while (sum % 7);
    }
    out[3 * i] = steps;
    out[3 * i + 1] = peak;
    out[3 * i + 2] = sum;
}

KERNEL divergence(const int *in, int *out, int n)
{
    int i = (int)global_x();
    if (i >= n)
        return;
    int x = in[i], result = 0;
    if (x < 0) {
        if (x % 2) {
            result = x < -500 ? 1 : x * 3;
        } else {
            for (int k = 0; k < 8; k++) {
                if ((x >> k) & 1)
                    continue;
                result += k;
                if (result > 12)
                    break;
            }
        }
    } else if (x == 0) {
        out[i] = -1;
        return;
    } else {
        int rest = x;
        while (true) {
            if (rest < 10)
                break;
            if (rest % 10 == 7) {
                result = -rest;
                goto done;
            }
            rest /= 10;
            result++;
        }
        result = result * 100 + rest;
    }
done:
    out[i] = result;
}

/* A machine of 16 opcodes: each work-item runs a program of 16 bytes. */
KERNEL switches(const unsigned char *programs, int *out)
{
    unsigned i = global_x();
    int a = (int)i, b = 1;
    for (int pc = 0; pc < 16; pc++) {
        switch (programs[16 * i + pc] & 15) {
        case 0:
            a += b;
            break;
        case 1:
            a -= b;
            break;
        case 2:
            a *= 3;
            break;
        case 3:
            b = a;
            break;
        case 4:
            a ^= b;
            [[fallthrough]];
        case 5:
            b += 7;
            break;
        case 6:
            a = a < b ? b : a;
            break;
        case 7:
            pc += a & 1;
            break;
        case 8:
            b = -b;
            break;
        case 9:
            a = (int)((unsigned)a << (b & 7));
            break;
        case 10:
            a >>= 1;
            break;
        case 11:
            goto end;
        case 12:
            b ^= 0x5555;
            [[fallthrough]];
        case 13:
            a |= 1;
            [[fallthrough]];
        case 14:
            b &= 0xffff;
            break;
        default:
            a = ~a;
        }
    }
end:
    out[2 * i] = a;
    out[2 * i + 1] = b;
}

struct complex_sum {
    double re, im;
    int n;
};

NOINLINE complex_sum add_up(complex_sum so_far, short weight, double re, double im)
{
    so_far.re += weight * re;
    so_far.im -= weight * im;
    so_far.n++;
    return so_far;
}

struct sixteen {
    int v[16];
};

NOINLINE int many(int a, sixteen s, long b, sixteen t, char c, short d, int *through)
{
    int sum = a + (int)(b ^ (b >> 32)) + 5 * c + 6 * d;
    for (int k = 0; k < 16; k++)
        sum += (k + 1) * s.v[k] - (k + 3) * t.v[15 - k];
    *through = s.v[2] - t.v[9];
    return sum;
}

/* Results through memory, by value, and of a function with more arguments than registers for them.
 */
KERNEL calls(const int *in, double *sums, int *out)
{
    unsigned i = global_x();
    complex_sum sum = {0.5, -0.25, 0};
    int x = in[i], through_pointer;
    for (int k = 0; k <= x % 5; k++)
        sum = add_up(sum, (short)(k - 2), x, k * 0.125);
    sums[2 * i] = sum.re;
    sums[2 * i + 1] = sum.im;
    out[3 * i] = sum.n;
    sixteen s, t;
    for (int k = 0; k < 16; k++)
        s.v[k] = x * k, t.v[k] = x ^ (k << 4);
    out[3 * i + 1] = many(x, s, (long)x << 29, t, (char)x, (short)-x, &through_pointer);
    out[3 * i + 2] = through_pointer;
}

NOINLINE int op_add(int a, int b) { return a + b; }
NOINLINE int op_sub(int a, int b) { return a - b; }
NOINLINE int op_mul(int a, int b) { return a * b; }
NOINLINE int op_mix(int a, int b) { return (a << 3) ^ b; }
typedef int operation(int, int);
static __attribute__((device)) operation *const operations[4] = {op_add, op_sub, op_mul, op_mix};

/* Calls through pointers that differ from lane to lane. */
KERNEL indirect_calls(const int *in, int *out)
{
    unsigned i = global_x();
    int value = 1;
    for (int k = 0; k < 4; k++)
        value = operations[(in[i] >> (2 * k)) & 3](value, in[i] + k);
    out[i] = value;
}

NOINLINE int binomial(int n, int k)
{
    return k == 0 || k == n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
}

KERNEL recursion(const int *in, int *out)
{
    unsigned i = global_x();
    out[i] = binomial(in[2 * i], in[2 * i + 1]);
}
