/* What went wrong, as a value.
 *
 * Knows: the tool's error codes and how a message is kept.
 * Refuses to know: how an error is shown (cli/ prints, nothing else does).
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

/* The order is that of the exit codes in cli/: each code maps to one of them. */
enum status {
    STATUS_OK = 0,
    STATUS_DIFFERS,     /* a check found a difference, or nothing could be recovered */
    STATUS_USAGE,       /* the caller asked for something that does not exist */
    STATUS_FILE,        /* a file could not be read, understood or written */
    STATUS_DEVICE,      /* no device, or the device reported a fault */
    STATUS_UNSUPPORTED, /* known, but not modelled */
    STATUS_NO_MEMORY,
    STATUS_INTERNAL, /* our own bug */
};

enum { ERROR_TEXT_BYTES = 1024 };

/* Filled by the function that failed; untouched by one that succeeded. */
struct error {
    enum status code;
    char text[ERROR_TEXT_BYTES]; /* one or more lines, no trailing newline */
};

/* Sets *err (which may be NULL) and returns `code`, so that a failure is one statement:
 * `return error_set(err, STATUS_FILE, "%s: %s", path, strerror(errno));`
 * A text that is too long is cut, never overrun. */
enum status error_set(struct error *err, enum status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "context: " before the message that is already in *err. */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends to the message that is already in *err. */
void error_append(struct error *err, const char *text);

#endif
