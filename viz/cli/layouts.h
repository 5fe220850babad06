/* Layouts that were written down: probe's JSON or CSV, or a capture. Private to cli/. */
#ifndef CLI_LAYOUTS_H
#define CLI_LAYOUTS_H

#include "cli/cli.h"

struct layout {
    struct opmap map;
    char reason[512]; /* why it is not recoverable, the map being empty; else empty */
};

struct layouts {
    const char *path;
    char
        words[1024]; /* who says so: "measured: AMD Instinct MI300X, gfx942; board, driver, date" */
    struct layout *layout;
    int n;
    struct device *capture; /* open, if the file is one; else NULL */
};

/* Reads what the file holds, told apart by its first bytes. STATUS_FILE with file, place and value
 * for what is none of the three, or incomplete, or no layout of the instruction. Free also after a
 * failure. */
enum status layouts_read(const char *path, struct layouts *layouts, struct error *err);
void layouts_free(struct layouts *layouts);

/* The layout of one instruction and modifiers; NULL: it is not there. */
const struct layout *layouts_find(const struct layouts *layouts, const struct isa_smfmac *insn,
                                  int cbsz, int abid);

/* For the readers. Their messages name the place in the file, layouts_read puts the file's name
 * before. */

enum status layouts_from_json(const struct buffer *text, struct layouts *layouts,
                              struct error *err);
enum status layouts_from_csv(const struct buffer *text, struct layouts *layouts, struct error *err);
enum status layouts_from_capture(struct layouts *layouts, struct error *err);

extern const char layouts_csv_start[];

/* Adds an empty layout. STATUS_FILE if there is no such instruction or index set, or it is there
 * already. */
enum status layouts_add(struct layouts *layouts, const char *name, int cbsz, int abid,
                        struct error *err);

/* Puts an element into the last layout; numbers as they were read, -1 for none. STATUS_FILE if a
 * number is out of range or the element has a place already. */
struct layout_numbers {
    int i, j, k, k_group, slot, lane, vgpr, bit_lo, bit_hi;
};
enum status layouts_put(struct layouts *layouts, enum opmap_operand operand,
                        const struct layout_numbers *numbers, struct error *err);

/* STATUS_FILE with the first element of the last layout that was not put. */
enum status layouts_check_last(const struct layouts *layouts, struct error *err);

#endif
