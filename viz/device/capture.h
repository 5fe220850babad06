/* Captures: launches kept as text, so that their results can be judged where there is no device.
 * docs/capture.md describes the format. Private to device/.
 */
#ifndef DEVICE_CAPTURE_H
#define DEVICE_CAPTURE_H

#include "base/buffer.h"
#include "device/device.h"

enum {
    CAPTURE_VERSION = 1,
    CAPTURE_SUM_HEX = 64,              /* SHA-256 in hexadecimal */
    CAPTURE_LINE_BYTES = 512,          /* of a line that is no data */
    CAPTURE_MAX_FILE_BYTES = 1 << 28,  /* longer files are no captures of ours */
    CAPTURE_MAX_BLOCK_BYTES = 1 << 28, /* of one launch's input or output */
};

/* SHA-256 as text. */
struct capture_sum {
    char hex[CAPTURE_SUM_HEX + 1];
};
struct capture_sum capture_sum_of(const void *bytes, size_t size);

/* What is said once, before the launches. */
struct capture_head {
    char tool[64];
    enum opmap_source source; /* OPMAP_EMULATED or OPMAP_UNATTESTED */
    char device[256], arch[256], library[256];
    int runtime_version, driver_version;
    char attest[256]; /* empty: nobody vouched */
};

struct capture_launch {
    char kernel[128];
    struct capture_sum code;
    unsigned n_workgroups, workgroup_lanes;
    double seconds; /* negative: not measured */
    uint8_t *in;
    size_t in_bytes, out_bytes;
    uint8_t *packed_out; /* zlib's */
    size_t packed_out_bytes;
    bool answered; /* by capture_answer */
};

/* A code object that launches refer to by its checksum. */
struct capture_object {
    struct capture_sum sum;
    uint8_t *bytes;
    size_t n_bytes;
};

struct capture {
    char path[512];
    struct capture_head head;
    struct capture_object *objects;
    int n_objects;
    struct capture_launch *launches;
    int n_launches;
    bool complete;      /* has its last line */
    size_t whole_bytes; /* from the start to the end of the last whole section */
};

/* --- capture_write.c --- */

void capture_put_head(const struct capture_head *head, struct buffer *out);
/* Code object `number`, from 1, of a job. */
enum status capture_put_object(int number, const struct device_job *job, struct buffer *out,
                               struct error *err);
/* Launch `number`, from 1, of a job that was run; seconds as in struct capture_launch. */
enum status capture_put_launch(int number, const struct device_job *job,
                               const struct capture_sum *code, double seconds, struct buffer *out,
                               struct error *err);
/* The last line, over all that stands before it. */
void capture_put_end(int n_launches, const struct capture_sum *sum, struct buffer *out);

/* --- capture_read.c --- */

/* Reads a capture. A journal may end anywhere after its head; what follows its last whole section
 * is ignored. STATUS_FILE with the section (or line) that is broken. */
enum status capture_read(const char *path, bool journal, struct capture *capture,
                         struct error *err);
void capture_free(struct capture *capture);

/* NULL: the file does not hold it. */
const struct capture_object *capture_object(const struct capture *capture,
                                            const struct capture_sum *sum);

/* --- capture_answer.c --- */

/* The launch that kept this job, else NULL: the first that has not answered yet, else the last.
 * `code` NULL: under any code object. */
struct capture_launch *capture_find(const struct capture *capture, const struct device_job *job,
                                    const struct capture_sum *code);
/* Fills job->out with what the launch put out. */
enum status capture_unpack(const struct capture *capture, struct capture_launch *launch,
                           const struct device_job *job, struct error *err);
/* STATUS_FILE: the capture does not hold the job's kernel, or not with this plan. */
enum status capture_lacks(const struct capture *capture, const struct device_job *job,
                          struct error *err);
/* STATUS_FILE: it holds the job with another code object, and `why` that will not do. */
enum status capture_other_code(const struct capture *capture, const struct capture_launch *launch,
                               const struct capture_sum *code, const char *why, struct error *err);

/* --- capture_compare.c --- */

enum status capture_compare(const struct capture *x, const struct capture *y,
                            struct device_compared *compared, struct error *err);

#endif
