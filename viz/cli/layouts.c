#include "cli/layouts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { MAX_FILE_BYTES = 1 << 28, NOWHERE = 255 /* the lane of an element that was not put */ };

const char layouts_csv_start[] = "instruction,cbsz,abid,";

/* The readers of text name the place, not the file. */
static enum status prefixed(const char *path, enum status status, struct error *err)
{
    if (status != STATUS_OK)
        error_prefix(err, "%s", path);
    return status;
}

enum status layouts_read(const char *path, struct layouts *layouts, struct error *err)
{
    static const char capture[] = "smfviz capture ";
    struct buffer text = {0};
    *layouts = (struct layouts){.path = path};
    enum status status = file_read(path, MAX_FILE_BYTES, &text, err);
    if (status == STATUS_OK) {
        buffer_puts(&text, "");
        status = buffer_check(&text, err);
    }
    if (status != STATUS_OK)
        goto out;
    if (!strncmp(text.data, capture, strlen(capture)))
        status = layouts_from_capture(layouts, err);
    else if (!strncmp(text.data, layouts_csv_start, strlen(layouts_csv_start)))
        status = prefixed(path, layouts_from_csv(&text, layouts, err), err);
    else if (text.data[strspn(text.data, " \t\r\n")] == '{')
        status = prefixed(path, layouts_from_json(&text, layouts, err), err);
    else
        status = error_set(err, STATUS_FILE,
                           "%s: neither JSON nor CSV of 'probe', nor a capture, by its first bytes",
                           path);
    if (status == STATUS_OK && layouts->n == 0)
        status = error_set(err, STATUS_FILE, "%s: it holds no layout", path);
out:
    buffer_free(&text);
    return status;
}

void layouts_free(struct layouts *layouts)
{
    for (int n = 0; n < layouts->n; n++)
        opmap_free(&layouts->layout[n].map);
    free(layouts->layout);
    device_close(layouts->capture);
    *layouts = (struct layouts){0};
}

const struct layout *layouts_find(const struct layouts *layouts, const struct isa_smfmac *insn,
                                  int cbsz, int abid)
{
    for (int n = 0; n < layouts->n; n++) {
        const struct opmap *map = &layouts->layout[n].map;
        if (map->insn == insn && map->cbsz == cbsz && map->abid == abid)
            return &layouts->layout[n];
    }
    return NULL;
}

static const struct isa_smfmac *find_instruction(const char *name)
{
    for (int n = 0; n < ISA_N_SMFMAC; n++)
        if (!strcmp(isa_smfmacs[n].name, name))
            return &isa_smfmacs[n];
    return NULL;
}

enum status layouts_add(struct layouts *layouts, const char *name, int cbsz, int abid,
                        struct error *err)
{
    const struct isa_smfmac *insn = find_instruction(name);
    if (!insn)
        return error_set(err, STATUS_FILE, "no instruction is called '%s'", name);
    if (isa_check_modifiers(insn, cbsz, abid, err) != STATUS_OK)
        return STATUS_FILE;
    if (layouts_find(layouts, insn, cbsz, abid))
        return error_set(err, STATUS_FILE, "%s cbsz %d abid %d is there twice", name, cbsz, abid);
    struct layout *grown = realloc(layouts->layout, ((size_t)layouts->n + 1) * sizeof *grown);
    if (!grown)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    layouts->layout = grown;
    struct layout *layout = &grown[layouts->n];
    *layout = (struct layout){0};
    enum status status = opmap_init(&layout->map, insn, cbsz, abid, err);
    if (status != STATUS_OK)
        return status;
    layouts->n++;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int e = 0; e < opmap_count(insn, (enum opmap_operand)o); e++)
            layout->map.slot[o][e].lane = NOWHERE;
    return STATUS_OK;
}

static enum status fail(const struct layouts *layouts, struct error *err, const char *what)
{
    const struct opmap *map = &layouts->layout[layouts->n - 1].map;
    return error_set(err, STATUS_FILE, "%s cbsz %d abid %d: %s", map->insn->name, map->cbsz,
                     map->abid, what);
}

/* One number of an element, and where it ends. */
struct bound {
    const char *name;
    int value, end;
};

static enum status check_bounds(const struct layouts *layouts, enum opmap_operand operand,
                                const struct bound *bounds, int n, struct error *err)
{
    char what[128];
    for (int b = 0; b < n; b++) {
        if (bounds[b].value >= 0 && bounds[b].value < bounds[b].end)
            continue;
        if (bounds[b].value < 0)
            snprintf(what, sizeof what, "an element of %s has no number as %s",
                     opmap_operand_title(operand), bounds[b].name);
        else
            snprintf(what, sizeof what, "an element of %s has %s %d; it goes from 0 to %d",
                     opmap_operand_title(operand), bounds[b].name, bounds[b].value,
                     bounds[b].end - 1);
        return fail(layouts, err, what);
    }
    return STATUS_OK;
}

static enum status check_coord(const struct layouts *layouts, enum opmap_operand operand,
                               const struct layout_numbers *x, struct opmap_coord *coord,
                               struct error *err)
{
    const struct isa_smfmac *insn = layouts->layout[layouts->n - 1].map.insn;
    const struct bound i = {"i", x->i, insn->m}, j = {"j", x->j, insn->n}, k = {"k", x->k, insn->k};
    const struct bound q = {"k_group", x->k_group, isa_k_groups(insn)}, s = {"slot", x->slot, 2};
    const struct bound stored[] = {i, q, s}, dense[] = {k, j}, result[] = {i, j};
    *coord = (struct opmap_coord){-1, -1, -1, -1, -1};
    switch (operand) {
    case OPMAP_B:
        coord->k = x->k;
        coord->j = x->j;
        return check_bounds(layouts, operand, dense, 2, err);
    case OPMAP_CD:
        coord->i = x->i;
        coord->j = x->j;
        return check_bounds(layouts, operand, result, 2, err);
    default:
        coord->i = x->i;
        coord->q = x->k_group;
        coord->s = x->slot;
        return check_bounds(layouts, operand, stored, 3, err);
    }
}

static enum status check_place(const struct layouts *layouts, enum opmap_operand operand,
                               const struct layout_numbers *x, struct error *err)
{
    const struct isa_smfmac *insn = layouts->layout[layouts->n - 1].map.insn;
    const struct bound bounds[] = {{"lane", x->lane, ISA_LANES},
                                   {"vgpr", x->vgpr, opmap_vgprs(insn, operand)},
                                   {"bit_lo", x->bit_lo, ISA_VGPR_BITS},
                                   {"bit_hi", x->bit_hi, ISA_VGPR_BITS}};
    enum status status = check_bounds(layouts, operand, bounds, 4, err);
    /* The two bits of a selector may be exchanged. */
    if (status == STATUS_OK && operand != OPMAP_IDX && x->bit_lo > x->bit_hi)
        return fail(layouts, err, "an element has bit_lo above bit_hi");
    return status;
}

enum status layouts_put(struct layouts *layouts, enum opmap_operand operand,
                        const struct layout_numbers *numbers, struct error *err)
{
    struct opmap *map = &layouts->layout[layouts->n - 1].map;
    struct opmap_coord coord;
    enum status status = check_coord(layouts, operand, numbers, &coord, err);
    if (status == STATUS_OK)
        status = check_place(layouts, operand, numbers, err);
    if (status != STATUS_OK)
        return status;
    struct opmap_slot *slot = &map->slot[operand][opmap_ordinal(map->insn, operand, coord)];
    if (slot->lane != NOWHERE) {
        char what[64], text[OPMAP_TEXT_BYTES];
        snprintf(what, sizeof what, "%s is there twice", opmap_coord_text(operand, coord, text));
        return fail(layouts, err, what);
    }
    *slot = (struct opmap_slot){(uint8_t)numbers->lane, (uint8_t)numbers->vgpr,
                                (uint8_t)numbers->bit_lo, (uint8_t)numbers->bit_hi};
    return STATUS_OK;
}

enum status layouts_check_last(const struct layouts *layouts, struct error *err)
{
    const struct opmap *map = &layouts->layout[layouts->n - 1].map;
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        enum opmap_operand operand = (enum opmap_operand)o;
        for (int e = 0; e < opmap_count(map->insn, operand); e++) {
            char what[64], text[OPMAP_TEXT_BYTES];
            if (map->slot[o][e].lane != NOWHERE)
                continue;
            snprintf(what, sizeof what, "%s is missing",
                     opmap_coord_text(operand, opmap_coord(map->insn, operand, e), text));
            return fail(layouts, err, what);
        }
    }
    return STATUS_OK;
}
