/* Numbers and path data. */
#include "render/svg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void svg_put_number(struct buffer *out, int32_t hundredths)
{
    uint32_t n = (uint32_t)abs(hundredths);
    buffer_puts(out, hundredths < 0 ? "-" : "");
    if (n >= 100 || n == 0)
        buffer_printf(out, "%" PRIu32, n / 100);
    if (n % 10)
        buffer_printf(out, ".%02" PRIu32, n % 100);
    else if (n % 100)
        buffer_printf(out, ".%" PRIu32, n % 100 / 10);
}

bool svg_take_number(const char **at, const char *end, int32_t *hundredths)
{
    const char *p = *at;
    bool minus = p < end && *p == '-';
    int64_t thousandths = 0;
    int decimals = -1, digits = 0;
    for (p += minus; p < end; p++) {
        if (*p == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (*p < '0' || *p > '9')
            break;
        digits++;
        if (decimals >= 3 || thousandths > 100000000)
            continue;
        thousandths = thousandths * 10 + (*p - '0');
        decimals += decimals >= 0;
    }
    for (int d = decimals < 0 ? 0 : decimals; d < 3; d++)
        thousandths *= 10;
    int64_t rounded = (thousandths + 5) / 10;
    if (!digits || rounded > INT32_MAX / 4)
        return false;
    *hundredths = (int32_t)(minus ? -rounded : rounded);
    *at = p;
    return true;
}

/* A path being written: relative coordinates are shorter than cairo's absolute ones, and exact
 * because hundredths are whole numbers. */
struct pen {
    struct buffer *out;
    int32_t x, y, start_x, start_y; /* where it is; where the outline began */
    int32_t move_x, move_y;         /* a move that is written when something is drawn after it */
    bool started, move_due;
    char command;  /* in force: it need not be repeated */
    bool number;   /* a number was written last... */
    bool fraction; /* ...and it has a point */
};

static void put_command(struct pen *pen, char command)
{
    if (command == pen->command)
        return;
    buffer_append(pen->out, &command, 1);
    pen->command = command;
    pen->number = false;
}

static void put_value(struct pen *pen, int32_t value)
{
    bool bare_point = value > 0 && value < 100; /* ".5" */
    if (pen->number && value >= 0 && !(bare_point && pen->fraction))
        buffer_puts(pen->out, " ");
    svg_put_number(pen->out, value);
    pen->number = true;
    pen->fraction = value % 100 != 0;
}

static void put_due_move(struct pen *pen)
{
    if (!pen->move_due)
        return;
    put_command(pen, pen->started ? 'm' : 'M');
    put_value(pen, pen->move_x - pen->x);
    put_value(pen, pen->move_y - pen->y);
    pen->x = pen->start_x = pen->move_x;
    pen->y = pen->start_y = pen->move_y;
    pen->command = pen->started ? 'l' : 'L'; /* what more numbers would mean */
    pen->started = true;
    pen->move_due = false;
}

static void put_line(struct pen *pen, int32_t x, int32_t y)
{
    put_due_move(pen);
    if (y == pen->y) {
        put_command(pen, 'h');
        put_value(pen, x - pen->x);
    } else if (x == pen->x) {
        put_command(pen, 'v');
        put_value(pen, y - pen->y);
    } else {
        put_command(pen, 'l');
        put_value(pen, x - pen->x);
        put_value(pen, y - pen->y);
    }
    pen->x = x;
    pen->y = y;
}

static void put_curve(struct pen *pen, const int32_t v[6])
{
    put_due_move(pen);
    put_command(pen, 'c');
    for (int n = 0; n < 6; n++)
        put_value(pen, v[n] - (n % 2 ? pen->y : pen->x));
    pen->x = v[4];
    pen->y = v[5];
}

static void put_close(struct pen *pen)
{
    put_due_move(pen);
    buffer_puts(pen->out, "z");
    pen->x = pen->start_x;
    pen->y = pen->start_y;
    pen->command = 0;
    pen->number = false;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == ',' || *at == '\n'))
        at++;
    return at;
}

bool svg_copy_path(const char *d, size_t n_bytes, struct buffer *out)
{
    const char *end = d + n_bytes;
    struct pen pen = {.out = out};
    char command = 0;
    while ((d = skip_blanks(d, end)) < end) {
        if (*d == 'Z') {
            put_close(&pen);
            d++;
            continue;
        }
        if (*d == 'M' || *d == 'L' || *d == 'C')
            command = *d++;
        int n = command == 'C' ? 6 : command ? 2 : 0;
        int32_t v[6];
        for (int i = 0; i < n; i++) {
            d = skip_blanks(d, end);
            if (!svg_take_number(&d, end, &v[i]))
                return false;
        }
        if (!n)
            return false;
        if (command == 'M') {
            pen.move_x = v[0];
            pen.move_y = v[1];
            pen.move_due = true;
        } else if (command == 'L') {
            put_line(&pen, v[0], v[1]);
        } else {
            put_curve(&pen, v);
        }
    }
    buffer_append(out, "", 1);
    return true;
}
