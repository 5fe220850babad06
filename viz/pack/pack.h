/* 2:4 compression of A, and its register images.
 *
 * Knows: the element types of A and what is a zero in each, conversion between them, which two of
 * four values are stored and how an index nibble says so, and how packed data is examined.
 * Refuses to know: where an element sits in the registers (layout/ says it), devices.
 *
 * A K group is four consecutive k of one row. Two of its values are stored, slot 0 and slot 1; the
 * group's nibble holds selector 0 (their places in the group) in its low two bits and selector 1
 * above it. Legal is selector 0 < selector 1: 4 8 C 9 D E (CDNA4 ISA guide, section 7.5).
 * A group with fewer than two non-zeros stores a zero of its lowest free place as well, so that
 * every nibble is legal. A zero is stored as +0.
 */
#ifndef PACK_PACK_H
#define PACK_PACK_H

#include <stdint.h>

#include "base/buffer.h"
#include "isa/isa.h"

/* --- types.c: elements are codes of 1, 2 or 4 bytes, little-endian --- */

enum pack_type {
    PACK_F32,
    PACK_F16,
    PACK_BF16,
    PACK_I8,
    PACK_E4M3FNUZ, /* what gfx942 calls fp8 */
    PACK_E5M2FNUZ, /* what gfx942 calls bf8 */
    PACK_E4M3FN,
    PACK_E5M2,
    PACK_N_TYPES,
};

const char *pack_type_name(enum pack_type type);
size_t pack_type_bytes(enum pack_type type);

/* A type by its name; also "fp8" and "bf8" for gfx942's. STATUS_USAGE with the names. */
enum status pack_parse_type(const char *word, enum pack_type *type, struct error *err);

/* What `insn` takes as A and as B, on the architecture that had it first. */
enum pack_type pack_a_type(const struct isa_smfmac *insn);
enum pack_type pack_b_type(const struct isa_smfmac *insn);

bool pack_is_zero(enum pack_type type, uint32_t code); /* either zero */
bool pack_is_nan(enum pack_type type, uint32_t code);
float pack_value(enum pack_type type, uint32_t code);

/* The same value: equal codes, two zeros, or two NaNs. */
bool pack_same_value(enum pack_type type, uint32_t l, uint32_t r);

/* Nearest code to `value`, which is not NaN or infinite for PACK_I8; ties to even; what is finite
 * and beyond the largest number becomes the largest. An infinity becomes NaN where the type has
 * none. */
uint32_t pack_encode(enum pack_type type, float value);

/* A dense matrix, row after row. */
struct pack_matrix {
    enum pack_type type;
    size_t m, k;
    uint8_t *codes; /* owned */
};

/* All zeros. STATUS_FILE where m * k is more than can be. Free with pack_matrix_free, which a
 * zeroed matrix survives too. */
enum status pack_matrix_init(struct pack_matrix *matrix, enum pack_type type, size_t m, size_t k,
                             struct error *err);
void pack_matrix_free(struct pack_matrix *matrix);
uint32_t pack_get(const struct pack_matrix *matrix, size_t i, size_t k);
void pack_set(struct pack_matrix *matrix, size_t i, size_t k, uint32_t code);

/* --- convert.c --- */

/* What happened to how many elements, and to which first. */
struct pack_event {
    size_t n, i, k;
};
struct pack_conversion {
    struct pack_event nan, infinite; /* in the source */
    struct pack_event saturated;     /* finite, beyond the type's largest number */
    struct pack_event vanished;      /* not zero, but rounded to zero */
    struct pack_event negative_zero; /* in the source */
};

/* `from` as codes of `type`, rounded as pack_encode does; elements of that type already keep their
 * bits. STATUS_FILE for a NaN or an infinity that is to become an integer. */
enum status pack_convert(const struct pack_matrix *from, enum pack_type type,
                         struct pack_matrix *to, struct pack_conversion *conversion,
                         struct error *err);

/* `from` in the upper left corner of a matrix of whole tiles of `insn`. */
enum status pack_pad(const struct pack_matrix *from, const struct isa_smfmac *insn,
                     struct pack_matrix *to, struct error *err);

/* --- dense.c --- */

struct pack_source {
    const char *path;
    size_t m, k;         /* of a raw file; 0, 0: not said */
    bool typed;          /* whether `type` was said */
    enum pack_type type; /* of the file's elements */
};

/* Reads a dense matrix: .npy, comma or space separated numbers (.csv, .txt), or raw codes, which
 * need a shape and a type. Unless a type was said, uint16 is bf16 and uint8 is `a_type` if that is
 * an fp8 kind. */
enum status pack_read_dense(const struct pack_source *source, enum pack_type a_type,
                            struct pack_matrix *matrix, struct error *err);

/* The numbers of a text, one line a row; read as double, kept as float such that a later rounding
 * to a shorter type is right (rounded to odd). */
enum status pack_parse_csv(const char *name, const struct buffer *text, struct pack_matrix *matrix,
                           struct error *err);

/* --- compress.c --- */

/* In memory order. */
struct pack_packed {
    enum pack_type type;
    size_t m, k;  /* dense shape; k is a multiple of 4 */
    uint8_t *a;   /* codes, [m][k / 2]; owned */
    uint8_t *idx; /* [m][pack_idx_bytes(k)], two groups a byte, the lower one in bits 3:0; owned */
};

/* Bytes of a row's index. If the number of groups is odd the last byte's upper nibble belongs to
 * none; it is written as a legal one and never looked at. */
size_t pack_idx_bytes(size_t k);

/* Uninitialised arrays. Free with pack_packed_free, which a zeroed one survives too. */
enum status pack_packed_init(struct pack_packed *packed, enum pack_type type, size_t m, size_t k,
                             struct error *err);
void pack_packed_free(struct pack_packed *packed);

unsigned pack_nibble(const struct pack_packed *packed, size_t i, size_t q);
void pack_set_nibble(struct pack_packed *packed, size_t i, size_t q, unsigned nibble);
uint32_t pack_stored(const struct pack_packed *packed, size_t i, size_t q, int s);
void pack_set_stored(struct pack_packed *packed, size_t i, size_t q, int s, uint32_t code);
bool pack_nibble_legal(unsigned nibble);

/* STATUS_FILE for a group with more than two non-zeros (row, group and values are named), and for a
 * k that is no multiple of 4. */
enum status pack_compress(const struct pack_matrix *dense, struct pack_packed *packed,
                          struct error *err);

/* The inverse. STATUS_FILE for an illegal nibble, with row and group. */
enum status pack_expand(const struct pack_packed *packed, struct pack_matrix *dense,
                        struct error *err);

struct pack_pruned {
    size_t n_values, n_groups;
    size_t i, k; /* of the largest that was dropped */
    float value;
};
typedef void pack_drop_fn(void *context, size_t i, size_t k, float value);

/* Zeroes all but the two largest magnitudes of each group of four; of equal ones the first stay.
 * NaN counts as the largest. `drop`, if not NULL, is told of each non-zero that went. */
void pack_prune(struct pack_matrix *dense, struct pack_pruned *pruned, pack_drop_fn *drop,
                void *context);

/* --- image.c --- */

/* What the registers of A and idx hold, tile by tile. */
struct pack_image {
    const struct isa_smfmac *insn;
    int cbsz, abid;
    size_t tiles_i, tiles_k;
    uint32_t *a;   /* [tile_i][tile_k][lane][vgpr]; owned */
    uint32_t *idx; /* [tile_i][tile_k][lane]; bits outside the selected set are 0; owned */
};

/* Zeroed arrays. Free with pack_image_free, which a zeroed image survives too. */
enum status pack_image_init(struct pack_image *image, const struct isa_smfmac *insn, int cbsz,
                            int abid, size_t tiles_i, size_t tiles_k, struct error *err);
void pack_image_free(struct pack_image *image);

/* By the documented layout. STATUS_FILE unless `packed` is whole tiles. */
enum status pack_place(const struct pack_packed *packed, const struct isa_smfmac *insn, int cbsz,
                       int abid, struct pack_image *image, struct error *err);

/* The inverse; no bit outside the selected index set is looked at. */
enum status pack_collect(const struct pack_image *image, struct pack_packed *packed,
                         struct error *err);

/* --- examine.c --- */

enum pack_fault { PACK_ILLEGAL, PACK_DIFFERS };

/* One finding. A value that differs is at k = 4 q + place. */
struct pack_difference {
    enum pack_fault fault;
    size_t i, q;
    unsigned nibble;
    size_t k;
    int slot;                 /* of the stored value found there; -1: none is */
    uint32_t found, expected; /* codes */
};
typedef void pack_difference_fn(void *context, const struct pack_difference *difference);

struct pack_examination {
    size_t n_groups;
    size_t n_illegal; /* groups */
    size_t n_differ;  /* dense elements */
    size_t nibbles[16];
    size_t masks[16]; /* groups by which of their four values are not zero: bit p is place p */
    size_t pairs_exercised, masks_exercised; /* of 6 legal nibbles and of 11 masks */
};

/* Whether `packed` can be the packed form of `dense`, as it is or padded to tiles of `insn`. */
bool pack_shape_fits(const struct pack_packed *packed, const struct isa_smfmac *insn,
                     const struct pack_matrix *dense);

/* Looks at every group. With `dense` (of packed's type, and of a shape that fits) compares what the
 * group decompresses to, each slot following its own selector. Where two slots meet and neither is
 * zero, that is a difference. `tell` may be NULL. */
void pack_examine(const struct pack_packed *packed, const struct pack_matrix *dense,
                  struct pack_examination *examination, pack_difference_fn *tell, void *context);

/* --- cause.c --- */

enum pack_cause_kind {
    PACK_NIBBLES_REVERSED,
    PACK_SLOTS_SWAPPED,
    PACK_LANE_GROUP_OFF,
    PACK_OTHER_INDEX_SET,
    PACK_ONE_ROWS_INDEX,
    PACK_8_BIT_SET,
    PACK_TRANSPOSED,
};
struct pack_cause {
    enum pack_cause_kind kind;
    char text[128]; /* "nibbles reversed: ..." */
};
enum { PACK_MAX_CAUSES = 16 };

/* Finds single mistakes that explain every finding of pack_examine: undone, no nibble is illegal
 * and no value differs from `dense`. `image` is NULL for data in memory order; `dense` may be NULL,
 * then legality alone judges. Returns how many there are in *n_causes; data without a fault has
 * none. */
enum status pack_find_causes(const struct pack_packed *packed, const struct isa_smfmac *insn,
                             const struct pack_image *image, const struct pack_matrix *dense,
                             struct pack_cause causes[PACK_MAX_CAUSES], int *n_causes,
                             struct error *err);

#endif
