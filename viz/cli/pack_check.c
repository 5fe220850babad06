#include "cli/pack_check.h"

#include <stdio.h>

#include "layout/layout.h"

enum { MOST_LINES = 10 }; /* without -v */

/* The lines about single findings. */
struct listing {
    struct buffer *out;
    const struct isa_smfmac *insn;
    const struct pack_image *image; /* NULL: memory order, where cbsz and abid are 0 */
    enum pack_type type;
    size_t n, most;
};

static struct opmap_slot slot_of(const struct listing *l, enum opmap_operand operand, size_t i,
                                 size_t q, int s)
{
    struct opmap_coord coord = {-1, -1, -1, -1, s};
    coord.i = (int)(i % (size_t)l->insn->m);
    coord.q = (int)(q % (size_t)isa_k_groups(l->insn));
    return layout_slot(l->insn, l->image ? l->image->cbsz : 0, l->image ? l->image->abid : 0,
                       operand, coord);
}

/* "idx v0{21}[15:12]", or "A v1{21}[23:16]" where a stored value is meant. */
static void put_place(const struct listing *l, const struct pack_difference *d, int s)
{
    char text[OPMAP_TEXT_BYTES];
    enum opmap_operand operand = s < 0 ? OPMAP_IDX : OPMAP_A;
    struct opmap_slot slot = slot_of(l, operand, d->i, d->q, s < 0 ? 0 : s);
    if (s < 0)
        slot.bit_hi = (uint8_t)(slot.bit_lo + 3);
    buffer_printf(l->out, "row %zu, group %zu, lane %d, %s %s: ", d->i, d->q, slot.lane,
                  opmap_operand_title(operand), opmap_slot_text(slot, text));
}

static void tell(void *context, const struct pack_difference *d)
{
    struct listing *l = context;
    unsigned p0 = d->nibble & 3, p1 = d->nibble >> 2;
    if (l->n++ >= l->most)
        return;
    if (d->fault == PACK_ILLEGAL) {
        put_place(l, d, -1);
        buffer_printf(l->out, "nibble %X (%u,%u) is illegal\n", d->nibble, p0, p1);
        return;
    }
    put_place(l, d, d->slot);
    buffer_printf(l->out, "k %zu is %.9g (nibble %X: %u,%u), dense has %.9g\n", d->k,
                  (double)pack_value(l->type, d->found), d->nibble, p0, p1,
                  (double)pack_value(l->type, d->expected));
}

static void put_counts(const struct pack_examination *e, struct buffer *out)
{
    static const unsigned legal[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    buffer_printf(out, "pairs: %zu of 6 exercised:", e->pairs_exercised);
    for (size_t n = 0; n < sizeof legal / sizeof legal[0]; n++)
        buffer_printf(out, "%s %X (%u,%u) %zu", n ? "," : "", legal[n], legal[n] & 3, legal[n] >> 2,
                      e->nibbles[legal[n]]);
    buffer_printf(out, "\nmasks: %zu of 11 exercised:", e->masks_exercised);
    bool first = true;
    for (unsigned mask = 0; mask < 16; mask++) {
        if (__builtin_popcount(mask) > 2)
            continue;
        char places[5] = "....";
        for (int p = 0; p < 4; p++)
            if (mask >> p & 1)
                places[p] = 'x';
        buffer_printf(out, "%s %s %zu", first ? "" : ",", places, e->masks[mask]);
        first = false;
    }
    buffer_puts(out, "\n");
}

static enum status put_causes(const struct isa_smfmac *insn, const struct pack_packed *packed,
                              const struct pack_image *image, const struct pack_matrix *dense,
                              struct buffer *out, struct error *err)
{
    struct pack_cause causes[PACK_MAX_CAUSES];
    int n_causes = 0;
    enum status status = pack_find_causes(packed, insn, image, dense, causes, &n_causes, err);
    if (status != STATUS_OK)
        return status;
    for (int n = 0; n < n_causes; n++)
        buffer_printf(out, "%s: %s\n", n ? "or" : "cause", causes[n].text);
    if (n_causes == 0)
        buffer_puts(out, "cause: no single known mistake explains all\n");
    return STATUS_OK;
}

/* A matrix of another shape can only be the transposed one. */
static enum status check_transposed(const struct isa_smfmac *insn, const struct pack_packed *packed,
                                    const struct pack_matrix *dense, struct buffer *out,
                                    struct error *err)
{
    struct pack_matrix turned = {dense->type, dense->k, dense->m, NULL};
    if (!pack_shape_fits(packed, insn, &turned))
        return error_set(err, STATUS_FILE, "--dense is %zu x %zu, the packed data %zu x %zu",
                         dense->m, dense->k, packed->m, packed->k);
    buffer_printf(out, "shape: dense is %zu x %zu, the packed data %zu x %zu\n", dense->m, dense->k,
                  packed->m, packed->k);
    return STATUS_OK;
}

enum status pack_check(const struct cli_options *options, const struct isa_smfmac *insn,
                       const struct pack_packed *packed, const struct pack_image *image,
                       const struct pack_matrix *dense, struct buffer *out, bool *passed,
                       struct error *err)
{
    bool fits = !dense || pack_shape_fits(packed, insn, dense);
    struct pack_examination e;
    struct listing listing = {
        out, insn, image, packed->type, 0, options->given & CLI(VERBOSE) ? SIZE_MAX : MOST_LINES};
    buffer_printf(out, "%s, %s order: %zu x %zu of %s\n", insn->name, image ? "register" : "memory",
                  packed->m, packed->k, pack_type_name(packed->type));
    enum status status = STATUS_OK;
    if (!fits)
        status = check_transposed(insn, packed, dense, out, err);
    if (status != STATUS_OK)
        return status;
    pack_examine(packed, fits ? dense : NULL, &e, tell, &listing);
    if (listing.n > listing.most)
        buffer_printf(out, "... and %zu more (-v lists all)\n", listing.n - listing.most);
    buffer_printf(out, "nibbles: %zu of %zu illegal\n", e.n_illegal, e.n_groups);
    if (dense && fits)
        buffer_printf(out, "values: %zu of %zu differ\n", e.n_differ, packed->m * packed->k);
    put_counts(&e, out);
    *passed = fits && e.n_illegal == 0 && e.n_differ == 0;
    return *passed ? STATUS_OK : put_causes(insn, packed, image, dense, out, err);
}
