/* One element of D taken apart: which values of A, which selectors and which values of B make it.
 *
 * Knows: the matrices that one instruction multiplies, what each index nibble selects, and when a
 * sum is the same in every order.
 * Refuses to know: layouts (it is given a map), devices, how the result is shown. render/ draws a
 * struct explain and calls nothing of this room.
 */
#ifndef EXPLAIN_EXPLAIN_H
#define EXPLAIN_EXPLAIN_H

#include "base/bits.h"
#include "isa/opmap.h"
#include "pack/pack.h"

enum {
    EXPLAIN_MAX_EDGE = 32,   /* rows, columns */
    EXPLAIN_MAX_GROUPS = 32, /* K groups of the deepest instruction */
    EXPLAIN_MAX_A_VGPRS = 4,
    EXPLAIN_MAX_B_VGPRS = 8,
    EXPLAIN_MAX_CD_VGPRS = 16,
};

/* --- explain_data.c --- */

/* What one instruction multiplies, as codes. */
struct explain_data {
    const struct isa_smfmac *insn;
    struct pack_packed a;                            /* M x K; owned */
    struct pack_matrix b;                            /* K x N; owned */
    uint32_t c[EXPLAIN_MAX_EDGE * EXPLAIN_MAX_EDGE]; /* [M][N], f32 or i32 */
};

/* 2:4 sparse A with two, one and no non-zeros in a group, B and C, all small whole numbers: no sum
 * rounds in any order. Free with explain_data_free, which zeroed data survives too. */
enum status explain_random(const struct isa_smfmac *insn, uint64_t seed, struct explain_data *data,
                           struct error *err);
void explain_data_free(struct explain_data *data);

/* What the registers hold, [lane][vgpr], placed by `map`; index bits that it does not use are 0. */
struct explain_registers {
    uint32_t a[ISA_LANES * EXPLAIN_MAX_A_VGPRS];
    uint32_t b[ISA_LANES * EXPLAIN_MAX_B_VGPRS];
    uint32_t c[ISA_LANES * EXPLAIN_MAX_CD_VGPRS];
    uint32_t idx[ISA_LANES];
};
void explain_place(const struct explain_data *data, const struct opmap *map,
                   struct explain_registers *registers);

/* --- explain.c --- */

/* A stored value of A, and the value of B that its selector names. */
struct explain_term {
    int selector, k; /* k = 4 q + selector */
    uint32_t a_code, b_code;
    double a, b, product; /* exact; NaN and infinities as IEEE 754 has them */
    struct opmap_slot a_at, idx_at, b_at;
};

struct explain_group {
    int q;
    unsigned nibble;
    bool legal;      /* selector 0 < selector 1 */
    char pattern[5]; /* a letter a place: x holds a non-zero, o a stored zero, . nothing */
    struct explain_term term[2];
};

struct explain {
    const struct isa_smfmac *insn;
    int cbsz, abid;
    struct opmap_provenance provenance; /* of the registers */
    char data[512];                     /* where the values are from: "seed 0" */
    int i, j;
    int n_groups;
    struct explain_group group[EXPLAIN_MAX_GROUPS];
    struct opmap_slot cd_at;
    uint32_t c_code, d_code;
    double c, products, d; /* d = c + products, as `order_free` says */
    /* Every order of f32 (or of wrapping i32) additions gives d. Otherwise d is one chain of f32
     * fused multiply-adds, from C on, groups and slots ascending. */
    bool order_free;
    bool executed; /* a device has computed executed_code */
    uint32_t executed_code;
};

/* Takes D[i][j] apart. Each slot follows its own selector, legal or not. */
void explain_take(const struct explain_data *data, const struct opmap *map, int i, int j,
                  struct explain *explain);

/* What render/ needs too, which links nothing of this room. */

/* The value of a C/D code: f32 or i32. */
static inline double explain_cd_value(const struct isa_smfmac *insn, uint32_t code)
{
    return insn->cd_type == ISA_F32 ? (double)bits_to_f32(code) : (double)(int32_t)code;
}

/* Whether the device's result is `d`: the same value, or NaN both. */
static inline bool explain_executed_right(const struct explain *explain)
{
    double found = explain_cd_value(explain->insn, explain->executed_code);
    return found == explain->d || (found != found && explain->d != explain->d);
}

/* What `d` is, in a sentence. */
static inline const char *explain_exactness(const struct explain *explain)
{
    if (explain->insn->cd_type == ISA_I32)
        return explain->c + explain->products == explain->d
                   ? "Exact: i32 additions in any order."
                   : "Wrapped modulo 2^32, as i32 additions do in any order.";
    return explain->order_free ? "Exact: f32 additions in any order do not round."
                               : "Not exact in every order: this is a chain of f32 fused "
                                 "multiply-adds from C on, as "
                                 "listed. Others may round otherwise.";
}

#endif
