/* Memory: structs by value, stack arrays, tables, variables, narrow, wide and unaligned accesses.
 */
#include "kernel.h"
#include "arguments.h"

KERNEL structs(char first, outer o, three_bytes t, double *out, const outer *array)
{
    unsigned i = global_x();
    const outer &other = array[i];
    double sum = first + o.head + o.tail + (double)o.big;
    for (int k = 0; k < 2; k++)
        for (int w = 0; w < 3; w++)
            sum += o.in[k].tag * o.in[k].weights[w] * o.in[k].scale + other.in[1 - k].weights[w];
    for (int k = 0; k < 5; k++)
        sum += (double)o.offsets[k] * (k + 1) - (double)other.offsets[4 - k];
    out[i] = sum + t.b[0] - 2 * t.b[1] + 4 * t.b[2] + (double)other.big;
}

/* A permutation is built and cycled through in a private array, indexed at run time. */
KERNEL stack_arrays(const unsigned *in, unsigned *out)
{
    unsigned i = global_x(), seed = in[i], order[40];
    unsigned short seen[40] = {};
    for (unsigned k = 0; k < 40; k++)
        order[k] = k;
    for (unsigned k = 39; k > 0; k--) {
        seed = seed * 1664525 + 1013904223;
        unsigned other = (seed >> 8) % (k + 1), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    unsigned at = 0, length = 0;
    while (!seen[at]) {
        seen[at] = (unsigned short)(++length);
        at = order[at];
    }
    unsigned hash = length;
    for (unsigned k = 0; k < 40; k++)
        hash = hash * 31 + order[k] + 1000 * seen[k];
    out[i] = hash;
}

CONSTANT short table[7][9] = {
    {3, 1, 4, 1, 5, 9, 2, 6, 5},     {-3, 5, -8, 9, -7, 9, 3, -2, 3}, {8, 4, 6, 2, 6, 4, 3, 3, 8},
    {3, 2, 7, 9, 5, 0, 2, 8, 8},     {4, 1, 9, 7, 1, 6, 9, 3, 9},     {9, 3, 7, 5, 1, 0, 5, 8, 2},
    {0, 9, 7, 4, 9, 4, 4, 5, -9999},
};
CONSTANT char text[] = "sphinx of black quartz, judge my vow";

KERNEL tables(const unsigned *in, int *out)
{
    unsigned i = global_x(), x = in[i];
    out[i] = table[x % 7][(x >> 8) % 9] * 256 + text[(x >> 16) % (sizeof text - 1)];
}

extern "C" __attribute__((device)) int counters[4] = {10, 20, 30, 40};
extern "C" __attribute__((device)) float factor = 1.5f;
extern "C" __attribute__((device)) unsigned zeros[1000] = {};
extern "C" __attribute__((device)) const int *chain = &counters[2];

/* The host reads and writes the variables by name. */
KERNEL globals(float *out)
{
    unsigned i = global_x();
    out[i] = (float)counters[i % 4] * factor + (float)*chain;
    zeros[i] = zeros[i] + i * 3 + 1;
    barrier();
    if (i == 0)
        counters[1] += 5;
}

/* Bytes and shorts, signed and not, at every alignment: in[i] seen as each. */
KERNEL narrow(const unsigned char *in, int *sums, unsigned char *bytes, short *shorts)
{
    unsigned i = global_x();
    signed char sc = (signed char)in[i];
    short s = ((const short *)in)[i];
    unsigned short us = ((const unsigned short *)in)[i];
    sums[i] = sc * 3 + in[i + 1] * 5 + s * 7 + us * 11;
    bytes[3 * i] = (unsigned char)(sc >> 1);
    bytes[3 * i + 1] = (unsigned char)us;
    bytes[3 * i + 2] = (unsigned char)(us >> 8);
    shorts[i] = (short)(s - sc);
}

KERNEL wide(const vector<int, 4> *in, vector<int, 4> *out, const vector<double, 2> *doubles,
            vector<double, 2> *sums, const vector<int, 3> *threes, int *dots)
{
    unsigned i = global_x();
    out[i] = in[i].wzyx * 3 + in[i + 1];
    sums[i] = doubles[i].yx + doubles[i + 1] * 2.0;
    dots[i] = threes[i].x * 5 - threes[i].y * 7 + threes[i].z;
}

KERNEL unaligned(const packed *in, packed *out)
{
    unsigned i = global_x();
    packed p = in[i];
    out[i].c = (char)(p.c + 1);
    out[i].i = p.i * 3;
    out[i].s = (short)-p.s;
    out[i].l = p.l ^ p.i;
    out[i].d = p.d * 0.5;
}
