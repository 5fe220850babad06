/* Elements and registers looked up in a map. A register is found by searching, so that the answer
 * is that of the map, whoever made it. */
#include "isa/what.h"

#include "base/bits.h"

uint32_t what_bits(enum opmap_operand operand, struct opmap_slot slot)
{
    if (operand == OPMAP_IDX)
        return UINT32_C(1) << slot.bit_lo | UINT32_C(1) << slot.bit_hi;
    return bits_put(0, slot.bit_lo, (unsigned)(slot.bit_hi - slot.bit_lo + 1), UINT32_MAX);
}

static void add(struct what_found *found, int ordinal, uint32_t bits, uint32_t asked)
{
    if (found->n == WHAT_MAX_PARTS) /* a map with several elements in one bit */
        return;
    found->part[found->n++] = (struct what_part){ordinal, bits & asked, !(bits & ~asked)};
    found->unused &= ~bits;
}

static void find_element(const struct what *what, const struct opmap *map, struct what_found *found)
{
    bool in_slots = what->operand == OPMAP_A || what->operand == OPMAP_IDX;
    int n_slots = in_slots && what->coord.s < 0 ? 2 : 1;
    for (int s = 0; s < n_slots; s++) {
        struct opmap_coord c = what->coord;
        if (n_slots == 2)
            c.s = s;
        int ordinal = opmap_ordinal(map->insn, what->operand, c);
        uint32_t bits = what_bits(what->operand, map->slot[what->operand][ordinal]);
        add(found, ordinal, bits, bits);
    }
}

/* Into the order of their lowest bits. */
static void sort(const struct what *what, const struct opmap *map, struct what_found *found)
{
    const struct opmap_slot *slots = map->slot[what->operand];
    for (int n = 1; n < found->n; n++) {
        struct what_part part = found->part[n];
        int at = n;
        for (; at > 0 && slots[found->part[at - 1].ordinal].bit_lo > slots[part.ordinal].bit_lo;
             at--)
            found->part[at] = found->part[at - 1];
        found->part[at] = part;
    }
}

static void find_register(const struct what *what, const struct opmap *map,
                          struct what_found *found)
{
    struct opmap_slot at = what->slot;
    uint32_t asked = bits_put(0, at.bit_lo, (unsigned)(at.bit_hi - at.bit_lo + 1), UINT32_MAX);
    found->unused = asked;
    for (int n = 0; n < opmap_count(map->insn, what->operand); n++) {
        struct opmap_slot slot = map->slot[what->operand][n];
        uint32_t bits = what_bits(what->operand, slot);
        if (slot.lane == at.lane && slot.vgpr == at.vgpr && (bits & asked))
            add(found, n, bits, asked);
    }
    sort(what, map, found);
}

void what_find(const struct what *what, const struct opmap *map, struct what_found *found)
{
    *found = (struct what_found){0};
    if (what->is_register)
        find_register(what, map, found);
    else
        find_element(what, map, found);
}
