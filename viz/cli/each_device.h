/* --device hip:all: the same work on each device in turn, and whether they agree. Private to cli/.
 */
#ifndef CLI_EACH_DEVICE_H
#define CLI_EACH_DEVICE_H

#include "cli/compare.h"

enum { EACH_MAX_DEVICES = 64 };

/* One device, and how it compares with the first: X is the first, Y this one. */
struct each_one {
    char name[32];              /* "hip:1"; of a single device what --device says */
    struct cli_options options; /* with --device NAME and --record FILE.1 */
    char *record, *part;
    struct compare_row *rows; /* of all but the first */
    struct compare_summary summary;
};

struct each_device {
    bool all; /* hip:all was asked for, even if that is one */
    int n;
    struct each_one *one;
    int n_rows; /* layouts of each */
};

/* What --device names. Of hip:all devices that cannot run the probes are named on stderr and left
 * out. STATUS_DEVICE if none can. */
enum status each_device_find(const struct cli_options *options, struct each_device *each,
                             struct error *err);
void each_device_free(struct each_device *each);

/* Compares the others with the first; sides is [device][layout]. */
enum status each_device_compare(struct each_device *each, const struct compare_side *sides,
                                int n_layouts, struct error *err);
bool each_device_agrees(const struct each_device *each);

/* "1 of 36 layouts differs from hip:0's, first ..." into `why`, empty if device n agrees. */
enum { EACH_WHY_BYTES = 512 };
void each_device_why(const struct each_device *each, int n, char why[EACH_WHY_BYTES]);

/* One report, "text" or "json", of the devices' own, which are that too, and of how they compare.
 */
enum status each_device_write(const struct each_device *each, const char *format,
                              const struct buffer *reports, struct buffer *out, struct error *err);

#endif
