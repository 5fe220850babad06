#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum status error_set(struct error *err, enum status code, const char *format, ...)
{
    if (!err)
        return code;
    va_list args;
    va_start(args, format);
    err->code = code;
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return code;
}

void error_prefix(struct error *err, const char *format, ...)
{
    if (!err)
        return;
    char context[256];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);

    char rest[ERROR_TEXT_BYTES];
    memcpy(rest, err->text, sizeof rest);
    int n = snprintf(err->text, sizeof err->text, "%s: ", context);
    if (n > 0 && (size_t)n < sizeof err->text)
        snprintf(err->text + n, sizeof err->text - (size_t)n, "%s", rest);
}

void error_append(struct error *err, const char *text)
{
    if (!err)
        return;
    size_t used = strlen(err->text);
    snprintf(err->text + used, sizeof err->text - used, "%s", text);
}
