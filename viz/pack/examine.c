/* Packed data as it is: which nibbles, which masks, which values. */
#include "pack/pack.h"

bool pack_shape_fits(const struct pack_packed *packed, const struct isa_smfmac *insn,
                     const struct pack_matrix *dense)
{
    return packed->m >= dense->m && packed->m - dense->m < (size_t)insn->m &&
           packed->k >= dense->k && packed->k - dense->k < (size_t)insn->k;
}

/* What a group decompresses to. */
struct group {
    uint32_t code[4];
    int slot[4];   /* which stored value is there; -1: none */
    bool met[4];   /* two values that are not zero */
    unsigned mask; /* of non-zeros */
};

static struct group decompress(const struct pack_packed *packed, size_t i, size_t q)
{
    struct group g = {.slot = {-1, -1, -1, -1}};
    unsigned nibble = pack_nibble(packed, i, q);
    for (int s = 0; s < 2; s++) {
        unsigned p = nibble >> 2 * s & 3;
        uint32_t code = pack_stored(packed, i, q, s);
        bool zero = pack_is_zero(packed->type, code);
        g.met[p] = g.mask >> p & 1 && !zero;
        if (g.slot[p] < 0 || !zero) {
            g.code[p] = code;
            g.slot[p] = s;
        }
        g.mask |= (unsigned)!zero << p;
    }
    return g;
}

static void compare(const struct pack_packed *packed, const struct pack_matrix *dense,
                    const struct group *g, struct pack_difference at,
                    struct pack_examination *examination, pack_difference_fn *tell, void *context)
{
    at.fault = PACK_DIFFERS;
    for (unsigned p = 0; p < 4; p++) {
        at.k = 4 * at.q + p;
        bool inside = at.i < dense->m && at.k < dense->k;
        at.expected = inside ? pack_get(dense, at.i, at.k) : 0;
        at.found = g->code[p];
        at.slot = g->slot[p];
        if (!g->met[p] && pack_same_value(packed->type, at.found, at.expected))
            continue;
        examination->n_differ++;
        if (tell)
            tell(context, &at);
    }
}

void pack_examine(const struct pack_packed *packed, const struct pack_matrix *dense,
                  struct pack_examination *examination, pack_difference_fn *tell, void *context)
{
    struct pack_examination e = {0};
    for (size_t i = 0; i < packed->m; i++)
        for (size_t q = 0; q < packed->k / 4; q++) {
            struct group g = decompress(packed, i, q);
            struct pack_difference at = {
                .fault = PACK_ILLEGAL, .i = i, .q = q, .nibble = pack_nibble(packed, i, q)};
            e.n_groups++;
            e.nibbles[at.nibble]++;
            e.masks[g.mask]++;
            if (!pack_nibble_legal(at.nibble)) {
                e.n_illegal++;
                if (tell)
                    tell(context, &at);
            }
            if (dense)
                compare(packed, dense, &g, at, &e, tell, context);
        }
    for (unsigned n = 0; n < 16; n++) {
        e.pairs_exercised += pack_nibble_legal(n) && e.nibbles[n];
        e.masks_exercised += e.masks[n] > 0;
    }
    *examination = e;
}
