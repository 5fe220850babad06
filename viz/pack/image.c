/* Between memory order and the registers, by the documented layout. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "layout/layout.h"
#include "pack/pack.h"

enum status pack_image_init(struct pack_image *image, const struct isa_smfmac *insn, int cbsz,
                            int abid, size_t tiles_i, size_t tiles_k, struct error *err)
{
    size_t n_lanes, n_registers;
    if (!size_mul(tiles_i, tiles_k, &n_lanes) || !size_mul(n_lanes, ISA_LANES, &n_lanes) ||
        !size_mul(n_lanes, (size_t)isa_a_vgprs(insn), &n_registers))
        return error_set(err, STATUS_FILE, "%zu x %zu tiles are more than can be", tiles_i,
                         tiles_k);
    uint32_t *a = calloc(n_registers + 1, sizeof *a);
    uint32_t *idx = calloc(n_lanes + 1, sizeof *idx);
    if (!a || !idx) {
        free(a);
        free(idx);
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    }
    *image = (struct pack_image){.insn = insn,
                                 .cbsz = cbsz,
                                 .abid = abid,
                                 .tiles_i = tiles_i,
                                 .tiles_k = tiles_k,
                                 .a = a,
                                 .idx = idx};
    return STATUS_OK;
}

void pack_image_free(struct pack_image *image)
{
    free(image->a);
    free(image->idx);
    *image = (struct pack_image){0};
}

/* One tile's place in both forms. */
struct tile {
    size_t i0, q0;     /* its first row and K group */
    uint32_t *a, *idx; /* its registers */
};

static struct tile tile_at(const struct pack_image *image, size_t ti, size_t tk)
{
    size_t n = ti * image->tiles_k + tk;
    return (struct tile){
        .i0 = ti * (size_t)image->insn->m,
        .q0 = tk * (size_t)isa_k_groups(image->insn),
        .a = image->a + n * ISA_LANES * (size_t)isa_a_vgprs(image->insn),
        .idx = image->idx + n * ISA_LANES,
    };
}

static void place_tile(const struct pack_packed *packed, const struct opmap *map, struct tile tile)
{
    const struct isa_smfmac *insn = map->insn;
    unsigned bits = (unsigned)isa_type_bits(insn->a_type);
    for (int n = 0; n < opmap_count(insn, OPMAP_A); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_A, n);
        size_t i = tile.i0 + (size_t)c.i, q = tile.q0 + (size_t)c.q;
        struct opmap_slot at = map->slot[OPMAP_A][n], idx = map->slot[OPMAP_IDX][n];
        uint32_t *a = &tile.a[at.lane * isa_a_vgprs(insn) + at.vgpr];
        *a = bits_put(*a, at.bit_lo, bits, pack_stored(packed, i, q, c.s));
        unsigned selector = pack_nibble(packed, i, q) >> 2 * c.s & 3;
        tile.idx[idx.lane] = bits_put(tile.idx[idx.lane], idx.bit_lo, 2, selector);
    }
}

static void collect_tile(const struct opmap *map, struct tile tile, struct pack_packed *packed)
{
    const struct isa_smfmac *insn = map->insn;
    unsigned bits = (unsigned)isa_type_bits(insn->a_type);
    for (int n = 0; n < opmap_count(insn, OPMAP_A); n++) {
        struct opmap_coord c = opmap_coord(insn, OPMAP_A, n);
        size_t i = tile.i0 + (size_t)c.i, q = tile.q0 + (size_t)c.q;
        struct opmap_slot at = map->slot[OPMAP_A][n], idx = map->slot[OPMAP_IDX][n];
        uint32_t a = tile.a[at.lane * isa_a_vgprs(insn) + at.vgpr];
        pack_set_stored(packed, i, q, c.s, bits_get(a, at.bit_lo, bits));
        uint32_t selector = bits_get(tile.idx[idx.lane], idx.bit_lo, 2);
        unsigned nibble = pack_nibble(packed, i, q);
        pack_set_nibble(packed, i, q, bits_put(nibble, 2 * (unsigned)c.s, 2, selector));
    }
}

enum status pack_place(const struct pack_packed *packed, const struct isa_smfmac *insn, int cbsz,
                       int abid, struct pack_image *image, struct error *err)
{
    size_t m = (size_t)insn->m, k = (size_t)insn->k;
    if (packed->m % m != 0 || packed->k % k != 0)
        return error_set(err, STATUS_FILE,
                         "%zu x %zu are no whole tiles of %s (%d x %d); --pad fills the last ones "
                         "with zeros",
                         packed->m, packed->k, insn->name, insn->m, insn->k);
    struct opmap map = {0};
    enum status status = layout_map(insn, cbsz, abid, &map, err);
    if (status == STATUS_OK)
        status = pack_image_init(image, insn, cbsz, abid, packed->m / m, packed->k / k, err);
    if (status == STATUS_OK)
        for (size_t ti = 0; ti < image->tiles_i; ti++)
            for (size_t tk = 0; tk < image->tiles_k; tk++)
                place_tile(packed, &map, tile_at(image, ti, tk));
    opmap_free(&map);
    return status;
}

enum status pack_collect(const struct pack_image *image, struct pack_packed *packed,
                         struct error *err)
{
    const struct isa_smfmac *insn = image->insn;
    struct opmap map = {0};
    size_t m, k;
    if (!size_mul(image->tiles_i, (size_t)insn->m, &m) ||
        !size_mul(image->tiles_k, (size_t)insn->k, &k))
        return error_set(err, STATUS_FILE, "%zu x %zu tiles are more than can be", image->tiles_i,
                         image->tiles_k);
    enum status status = layout_map(insn, image->cbsz, image->abid, &map, err);
    if (status == STATUS_OK)
        status = pack_packed_init(packed, pack_a_type(insn), m, k, err);
    if (status == STATUS_OK) {
        memset(packed->idx, 0, m * pack_idx_bytes(k));
        for (size_t ti = 0; ti < image->tiles_i; ti++)
            for (size_t tk = 0; tk < image->tiles_k; tk++)
                collect_tile(&map, tile_at(image, ti, tk), packed);
    }
    opmap_free(&map);
    return status;
}
