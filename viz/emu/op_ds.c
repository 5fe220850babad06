/* LDS (CDNA3 ISA guide, chapter "Data Share"; opcodes in "LDS & GDS Instructions").
 *
 * Misaligned loads and stores are allowed, as the HSA ABI sets the machine up (LLVM's features
 * unaligned-ds-access and unaligned-access-mode). Beyond the workgroup's LDS: see access.h. Atomics
 * are op_dsatomic.c's; ds_bpermute_b32, ds_permute_b32 and ds_swizzle_b32, which touch no memory,
 * stand at the end.
 *
 * Not here: GDS, ds_gws_* and ds_*_addtid_*: clang emits none of them for HIP kernels.
 */
#include "emu/access.h"

/* A row's aux: bytes that a lane accesses at one address, what becomes of less than a dword, and
 * how many bytes an offset of the two-address forms counts. */
#define AUX(bytes, part, unit) ((uint32_t)(bytes) | (uint32_t)(part) << 8 | (uint32_t)(unit) << 16)
#define AUX_BYTES(aux) ((aux)&255)
#define AUX_PART(aux) ((aux) >> 8 & 255)
#define AUX_UNIT(aux) ((aux) >> 16)

/* Loads and stores. */

static inline void load(struct emu_wave *w, const struct emu_access *a, unsigned reg)
{
    switch (a->bytes) {
    case 4:
        emu_load_dwords(w, a, reg, 1);
        break;
    case 8:
        emu_load_dwords(w, a, reg, 2);
        break;
    case 12:
        emu_load_dwords(w, a, reg, 3);
        break;
    default:
        emu_load_dwords(w, a, reg, 4);
        break;
    }
}

static inline void store(struct emu_wave *w, const struct emu_access *a, unsigned reg)
{
    switch (a->bytes) {
    case 4:
        emu_store_dwords(w, a, reg, 1);
        break;
    case 8:
        emu_store_dwords(w, a, reg, 2);
        break;
    case 12:
        emu_store_dwords(w, a, reg, 3);
        break;
    default:
        emu_store_dwords(w, a, reg, 4);
        break;
    }
}

/* op: destination, address. */
static void ds_read(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (emu_reach_lds(w, in, 1, (uint32_t)in->offset, AUX_BYTES(in->row->aux), "load", &a))
        load(w, &a, in->op[0].reg);
}

static void ds_read_part(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (emu_reach_lds(w, in, 1, (uint32_t)in->offset, AUX_BYTES(in->row->aux), "load", &a))
        emu_load_part(w, &a, in->op[0].reg, AUX_PART(in->row->aux));
}

/* op: address, data. */
static void ds_write(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (emu_reach_lds(w, in, 0, (uint32_t)in->offset, AUX_BYTES(in->row->aux), "store", &a))
        store(w, &a, in->op[1].reg);
}

static void ds_write_part(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a;
    if (emu_reach_lds(w, in, 0, (uint32_t)in->offset, AUX_BYTES(in->row->aux), "store", &a))
        emu_store_part(w, &a, in->op[1].reg, AUX_PART(in->row->aux));
}

/* Both addresses of a two-address form. */
static inline bool reach2(struct emu_wave *w, const struct emu_insn *in, int addr, const char *what,
                          struct emu_access *a, struct emu_access *b)
{
    uint32_t unit = AUX_UNIT(in->row->aux), bytes = AUX_BYTES(in->row->aux);
    return emu_reach_lds(w, in, addr, unit * (uint32_t)in->offset, bytes, what, a) &&
           emu_reach_lds(w, in, addr, unit * (uint32_t)in->offset1, bytes, what, b);
}

/* op: destination of both, address. */
static void ds_read2(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a, b;
    if (!reach2(w, in, 1, "load", &a, &b))
        return;
    load(w, &a, in->op[0].reg);
    load(w, &b, in->op[0].reg + a.bytes / 4);
}

/* op: address, data of the first, of the second. */
static void ds_write2(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a, b;
    if (!reach2(w, in, 0, "store", &a, &b))
        return;
    store(w, &a, in->op[1].reg);
    store(w, &b, in->op[2].reg);
}

/* op: destination of both, address, new values. */
static void ds_wrxchg2(struct emu_wave *w, const struct emu_insn *in)
{
    struct emu_access a, b;
    if (!reach2(w, in, 1, "exchange", &a, &b) || !emu_access_aligned(w, &a, a.bytes) ||
        !emu_access_aligned(w, &b, b.bytes))
        return;
    LANES_U32(data[4]);
    unsigned n = a.bytes / 4;
    for (unsigned d = 0; d < n; d++) {
        memcpy(data[d], w->vgpr[in->op[2].reg + d], sizeof data[d]);
        memcpy(data[n + d], w->vgpr[in->op[3].reg + d], sizeof data[d]);
    }
    /* Lane by lane: lanes may share an address. */
    for (uint64_t rest = a.lanes; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        uint8_t *at[] = {emu_at(&a, l), emu_at(&b, l)};
        for (unsigned d = 0; d < 2 * n; d++) {
            uint8_t *dword = at[d / n] + 4 * (d % n);
            memcpy(&w->vgpr[in->op[0].reg + d][l], dword, 4);
            memcpy(dword, &data[d][l], 4);
        }
    }
}

/* Between lanes. */

/* op: destination, address, data. Lanes wrap; a lane that is off gives 0. */
static void ds_bpermute(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(from);
    LANES_U32(result);
    uint64_t exec = emu_exec(w);
    const uint32_t *addr = w->vgpr[in->op[1].reg], *data = w->vgpr[in->op[2].reg];
    FOR_LANES(l) from[l] = (exec >> l) & 1 ? data[l] : 0;
    FOR_LANES(l) result[l] = from[(addr[l] + (uint32_t)in->offset) / 4 % EMU_LANES];
    emu_write_vgpr(w, in->op[0].reg, result, exec);
}

/* op: destination, address, data. Of lanes that send to one lane the highest is received. */
static void ds_permute(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(result) = {0};
    uint64_t exec = emu_exec(w);
    const uint32_t *addr = w->vgpr[in->op[1].reg], *data = w->vgpr[in->op[2].reg];
    for (uint64_t rest = exec; rest; rest &= rest - 1) {
        int l = __builtin_ctzll(rest);
        result[(addr[l] + (uint32_t)in->offset) / 4 % EMU_LANES] = data[l];
    }
    emu_write_vgpr(w, in->op[0].reg, result, exec);
}

/* op: destination, data. The offset is a pattern: bit 15 set, four 2-bit selectors of a lane of
 * each quad; else three 5-bit masks of the lane's number in its half: and, or, xor. A lane that is
 * off gives 0. */
static void ds_swizzle(struct emu_wave *w, const struct emu_insn *in)
{
    LANES_U32(from);
    LANES_U32(result);
    uint32_t pattern = (uint32_t)in->offset;
    uint64_t exec = emu_exec(w);
    const uint32_t *data = w->vgpr[in->op[1].reg];
    FOR_LANES(l) from[l] = (exec >> l) & 1 ? data[l] : 0;
    if (pattern & 0x8000) {
        FOR_LANES(l) result[l] = from[(l & ~3) | (pattern >> (2 * (l & 3)) & 3)];
    } else {
        uint32_t and = pattern & 31, or = pattern >> 5 & 31, xor = pattern >> 10 & 31;
        FOR_LANES(l) result[l] = from[(l & 32) | ((((uint32_t)l & and) | or) ^ xor)];
    }
    emu_write_vgpr(w, in->op[0].reg, result, exec);
}

static void ds_nop(struct emu_wave *w, const struct emu_insn *in) { (void)w, (void)in; }

const struct emu_row EMU_ROWS(ds)[] = {
    {"ds_read_u8", "ww", ds_read_part, AUX(1, 0, 0)},
    {"ds_read_i8", "ww", ds_read_part, AUX(1, EMU_PART_SIGNED, 0)},
    {"ds_read_u16", "ww", ds_read_part, AUX(2, 0, 0)},
    {"ds_read_i16", "ww", ds_read_part, AUX(2, EMU_PART_SIGNED, 0)},
    {"ds_read_u8_d16", "ww", ds_read_part, AUX(1, EMU_PART_D16, 0)},
    {"ds_read_u8_d16_hi", "ww", ds_read_part, AUX(1, EMU_PART_HI, 0)},
    {"ds_read_i8_d16", "ww", ds_read_part, AUX(1, EMU_PART_SIGNED | EMU_PART_D16, 0)},
    {"ds_read_i8_d16_hi", "ww", ds_read_part, AUX(1, EMU_PART_SIGNED | EMU_PART_HI, 0)},
    {"ds_read_u16_d16", "ww", ds_read_part, AUX(2, EMU_PART_D16, 0)},
    {"ds_read_u16_d16_hi", "ww", ds_read_part, AUX(2, EMU_PART_HI, 0)},
    {"ds_read_b32", "ww", ds_read, AUX(4, 0, 0)},
    {"ds_read_b64", "qw", ds_read, AUX(8, 0, 0)},
    {"ds_read_b96", "3w", ds_read, AUX(12, 0, 0)},
    {"ds_read_b128", "4w", ds_read, AUX(16, 0, 0)},
    {"ds_read2_b32", "qw", ds_read2, AUX(4, 0, 4)},
    {"ds_read2_b64", "4w", ds_read2, AUX(8, 0, 8)},
    {"ds_read2st64_b32", "qw", ds_read2, AUX(4, 0, 4 * 64)},
    {"ds_read2st64_b64", "4w", ds_read2, AUX(8, 0, 8 * 64)},
    {"ds_write_b8", "ww", ds_write_part, AUX(1, 0, 0)},
    {"ds_write_b8_d16_hi", "ww", ds_write_part, AUX(1, EMU_PART_HI, 0)},
    {"ds_write_b16", "ww", ds_write_part, AUX(2, 0, 0)},
    {"ds_write_b16_d16_hi", "ww", ds_write_part, AUX(2, EMU_PART_HI, 0)},
    {"ds_write_b32", "ww", ds_write, AUX(4, 0, 0)},
    {"ds_write_b64", "wq", ds_write, AUX(8, 0, 0)},
    {"ds_write_b96", "w3", ds_write, AUX(12, 0, 0)},
    {"ds_write_b128", "w4", ds_write, AUX(16, 0, 0)},
    {"ds_write2_b32", "www", ds_write2, AUX(4, 0, 4)},
    {"ds_write2_b64", "wqq", ds_write2, AUX(8, 0, 8)},
    {"ds_write2st64_b32", "www", ds_write2, AUX(4, 0, 4 * 64)},
    {"ds_write2st64_b64", "wqq", ds_write2, AUX(8, 0, 8 * 64)},
    {"ds_wrxchg2_rtn_b32", "qwww", ds_wrxchg2, AUX(4, 0, 4)},
    {"ds_wrxchg2_rtn_b64", "4wqq", ds_wrxchg2, AUX(8, 0, 8)},
    {"ds_wrxchg2st64_rtn_b32", "qwww", ds_wrxchg2, AUX(4, 0, 4 * 64)},
    {"ds_wrxchg2st64_rtn_b64", "4wqq", ds_wrxchg2, AUX(8, 0, 8 * 64)},
    {"ds_bpermute_b32", "www", ds_bpermute, 0},
    {"ds_permute_b32", "www", ds_permute, 0},
    {"ds_swizzle_b32", "ww", ds_swizzle, 0},
    {"ds_nop", "*", ds_nop, 0},
    {0},
};
