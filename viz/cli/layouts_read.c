/* The three forms in which layouts are written down. */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/layouts.h"
#include "cli/probe_output.h"
#include "probe/probe.h"

static void set_words(struct layouts *layouts, const char *kind, const char *device,
                      const char *arch, const char *attest)
{
    snprintf(layouts->words, sizeof layouts->words, "%s: %s, %s%s%s", kind, device, arch,
             attest[0] ? "; " : "", attest);
}

/* --- JSON of probe, schema 1 --- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* -1 for what is no number of an element. */
static int number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    return number >= 0 && number <= INT_MAX ? (int)number : -1;
}

static enum status json_element(struct layouts *layouts, enum opmap_operand operand,
                                const json_t *row, struct error *err)
{
    const struct layout_numbers numbers = {
        .i = number_of(row, "i"),
        .j = number_of(row, "j"),
        .k = number_of(row, "k"),
        .k_group = number_of(row, "k_group"),
        .slot = number_of(row, "slot"),
        .lane = number_of(row, "lane"),
        .vgpr = number_of(row, "vgpr"),
        .bit_lo = number_of(row, "bit_lo"),
        .bit_hi = number_of(row, "bit_hi"),
    };
    return layouts_put(layouts, operand, &numbers, err);
}

static enum status json_layout(struct layouts *layouts, const json_t *instruction,
                               struct error *err)
{
    enum status status =
        layouts_add(layouts, text_of(instruction, "name"), number_of(instruction, "cbsz"),
                    number_of(instruction, "abid"), err);
    for (int o = 0; o < OPMAP_N_OPERANDS && status == STATUS_OK; o++) {
        enum opmap_operand operand = (enum opmap_operand)o;
        const json_t *rows = json_object_get(instruction, opmap_operand_title(operand));
        for (size_t n = 0; n < json_array_size(rows) && status == STATUS_OK; n++)
            status = json_element(layouts, operand, json_array_get(rows, n), err);
    }
    return status == STATUS_OK ? layouts_check_last(layouts, err) : status;
}

static void json_words(struct layouts *layouts, const json_t *provenance)
{
    char kind[512];
    snprintf(kind, sizeof kind, "%s", text_of(provenance, "kind"));
    if (json_object_get(provenance, "recorded"))
        snprintf(kind, sizeof kind, "%s (%s: %s)", text_of(provenance, "kind"),
                 text_of(provenance, "file"), text_of(provenance, "recorded"));
    set_words(layouts, kind, text_of(provenance, "device"), text_of(provenance, "arch"),
              text_of(provenance, "attest"));
}

enum status layouts_from_json(const struct buffer *text, struct layouts *layouts, struct error *err)
{
    json_error_t fault;
    json_t *root = json_loadb(text->data, text->size, JSON_REJECT_DUPLICATES, &fault);
    if (!root)
        return error_set(err, STATUS_FILE, "line %d: %s", fault.line, fault.text);
    const json_t *instructions = json_object_get(root, "instructions");
    enum status status = STATUS_OK;
    if (number_of(root, "schema") != 1)
        status = error_set(err, STATUS_FILE, "its \"schema\" is %d; this smfviz reads 1",
                           number_of(root, "schema"));
    else if (!json_is_array(instructions))
        status = error_set(err, STATUS_FILE, "no JSON of 'probe': it has no \"instructions\"");
    else
        json_words(layouts, json_object_get(root, "provenance"));
    for (size_t n = 0; n < json_array_size(instructions) && status == STATUS_OK; n++)
        status = json_layout(layouts, json_array_get(instructions, n), err);
    json_decref(root);
    return status;
}

/* --- CSV of probe --- */

enum { CSV_FIELDS = 14 };

/* Cuts a line into fields, in place; quotes as in RFC 4180. Returns their number, -1 for a quote
 * that does not end. */
static int cut_line(char *line, char *fields[CSV_FIELDS])
{
    int n = 0;
    char *read = line, *write = line;
    for (;;) {
        bool quoted = *read == '"';
        if (n < CSV_FIELDS)
            fields[n] = write;
        n++;
        read += quoted;
        while (*read && (quoted || *read != ',')) {
            if (quoted && *read == '"' && *++read != '"')
                break;
            *write++ = *read++;
        }
        if (quoted && read[-1] != '"')
            return -1;
        bool last = *read != ',';
        read++;
        *write++ = 0;
        if (last)
            return n;
    }
}

/* An empty field is -1, what is no number is -2. */
static int csv_number(const char *field)
{
    if (!field[0])
        return -1;
    char *end;
    errno = 0;
    long value = strtol(field, &end, 10);
    return *end || errno || value < 0 || value > INT_MAX ? -2 : (int)value;
}

static enum status csv_layout(struct layouts *layouts, char *const fields[CSV_FIELDS],
                              struct error *err)
{
    int cbsz = csv_number(fields[1]), abid = csv_number(fields[2]);
    const struct opmap *last = layouts->n ? &layouts->layout[layouts->n - 1].map : NULL;
    if (last && !strcmp(last->insn->name, fields[0]) && last->cbsz == cbsz && last->abid == abid)
        return STATUS_OK;
    enum status status = last ? layouts_check_last(layouts, err) : STATUS_OK;
    return status == STATUS_OK ? layouts_add(layouts, fields[0], cbsz, abid, err) : status;
}

static enum status csv_line(struct layouts *layouts, char *line, struct error *err)
{
    char *f[CSV_FIELDS] = {0};
    int operand = 0, n = cut_line(line, f);
    if (n < 0)
        return error_set(err, STATUS_FILE, "a quote that does not end");
    if (n != CSV_FIELDS)
        return error_set(err, STATUS_FILE, "%d fields where there should be %d", n, CSV_FIELDS);
    enum status status = csv_layout(layouts, f, err);
    if (status != STATUS_OK)
        return status;
    if (!layouts->words[0]) /* the device's name is not in CSV */
        snprintf(layouts->words, sizeof layouts->words, "%s", f[3]);
    while (operand < OPMAP_N_OPERANDS && strcmp(opmap_operand_title(operand), f[4]) != 0)
        operand++;
    if (operand == OPMAP_N_OPERANDS)
        return error_set(err, STATUS_FILE, "operand '%s' (known: A, idx, B, CD)", f[4]);
    const struct layout_numbers numbers = {csv_number(f[5]),  csv_number(f[6]),  csv_number(f[7]),
                                           csv_number(f[8]),  csv_number(f[9]),  csv_number(f[10]),
                                           csv_number(f[11]), csv_number(f[12]), csv_number(f[13])};
    return layouts_put(layouts, (enum opmap_operand)operand, &numbers, err);
}

enum status layouts_from_csv(const struct buffer *text, struct layouts *layouts, struct error *err)
{
    enum status status = STATUS_OK;
    if (strlen(text->data) != text->size) /* what follows would not be seen */
        return error_set(err, STATUS_FILE, "byte %zu is NUL: not a text", strlen(text->data) + 1);
    char *copy = strdup(text->data), *rest = copy, *line;
    if (!copy)
        return error_set(err, STATUS_NO_MEMORY, "out of memory");
    int number = 0;
    while (status == STATUS_OK && (line = strsep(&rest, "\n")) && (rest || *line)) {
        line[strcspn(line, "\r")] = 0;
        number++;
        if (number == 1 && strncmp(line, probe_output_csv_head, strlen(line)) != 0)
            status = error_set(err, STATUS_FILE, "the columns are not those of 'probe'");
        else if (number > 1)
            status = csv_line(layouts, line, err);
    }
    free(copy);
    if (status == STATUS_FILE)
        error_prefix(err, "line %d", number);
    return status == STATUS_OK && layouts->n ? layouts_check_last(layouts, err) : status;
}

/* --- captures --- */

struct counted_device {
    struct device *device;
    int n_launches;
};

static enum status run_counted(void *context, const struct isa_smfmac *insn,
                               const struct probe_plan *plans, int n_waves, uint32_t *out,
                               struct error *err)
{
    struct counted_device *counted = context;
    counted->n_launches++;
    return probe_run_on_device(counted->device, insn, plans, n_waves, out, err);
}

/* Nothing says which layouts a capture holds: those whose first launch is there. */
static enum status try_layout(struct layouts *layouts, const struct isa_smfmac *insn, int cbsz,
                              int abid, struct error *err)
{
    struct counted_device counted = {.device = layouts->capture};
    struct opmap map = {0};
    struct probe_stats stats;
    struct error why;
    enum status status = probe_recover(insn, cbsz, abid, run_counted, &counted, &map, &stats, &why);
    if (status == STATUS_FILE && counted.n_launches == 1 && device_lacks_job(layouts->capture))
        return STATUS_OK;
    if (status != STATUS_OK && status != STATUS_DIFFERS) {
        *err = why;
        return status;
    }
    enum status added = layouts_add(layouts, insn->name, cbsz, abid, err);
    if (added != STATUS_OK) {
        opmap_free(&map);
        return added;
    }
    struct layout *layout = &layouts->layout[layouts->n - 1];
    if (status == STATUS_DIFFERS) {
        snprintf(layout->reason, sizeof layout->reason, "%.*s", (int)sizeof layout->reason - 1,
                 why.text);
        return STATUS_OK;
    }
    opmap_free(&layout->map);
    layout->map = map;
    return STATUS_OK;
}

enum status layouts_from_capture(struct layouts *layouts, struct error *err)
{
    struct buffer spec = {0};
    buffer_printf(&spec, "capture:%s", layouts->path);
    enum status status = buffer_check(&spec, err);
    if (status == STATUS_OK)
        status = device_open(spec.data, &layouts->capture, err);
    buffer_free(&spec);
    if (status != STATUS_OK)
        return status;
    struct opmap_provenance p;
    char kind[OPMAP_KIND_BYTES];
    device_provenance(layouts->capture, NULL, &p);
    set_words(layouts, opmap_kind_text(&p, kind), p.device, p.arch, p.attest);
    for (int n = 0; n < ISA_N_SMFMAC; n++)
        for (int cbsz = 0; cbsz < 8; cbsz++)
            for (int abid = 0; abid < 16; abid++) {
                const struct isa_smfmac *insn = &isa_smfmacs[n];
                if (insn->arch != ISA_GFX942 ||
                    isa_check_modifiers(insn, cbsz, abid, NULL) != STATUS_OK)
                    continue;
                status = try_layout(layouts, insn, cbsz, abid, err);
                if (status != STATUS_OK)
                    return status;
            }
    return STATUS_OK;
}
