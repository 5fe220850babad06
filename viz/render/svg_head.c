/* What both writers of SVG put around and into a drawing. */
#include "render/svg.h"

void svg_put_escaped(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            buffer_puts(out, "&amp;");
        else if (*text == '<')
            buffer_puts(out, "&lt;");
        else if (*text == '>')
            buffer_puts(out, "&gt;");
        else
            buffer_append(out, text, 1);
    }
}

void svg_prefix(const struct svg_frame *frame, char prefix[SVG_PREFIX_BYTES])
{
    uint64_t digest = frame->digest;
    int n = 0;
    for (; n < SVG_PREFIX_BYTES - 1; n++, digest /= 26)
        prefix[n] = (char)('a' + digest % 26);
    prefix[n] = 0;
}

void svg_put_head(const struct svg_frame *frame, const char *attributes, struct buffer *out)
{
    char prefix[SVG_PREFIX_BYTES];
    svg_prefix(frame, prefix);
    buffer_printf(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                  "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%d\" height=\"%d\" "
                  "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-t %s-d\"%s>\n",
                  frame->width, frame->height, frame->width, frame->height, prefix, prefix,
                  attributes);
    buffer_printf(out, "<title id=\"%s-t\">", prefix);
    svg_put_escaped(out, frame->title);
    buffer_printf(out, "</title>\n<desc id=\"%s-d\">", prefix);
    svg_put_escaped(out, frame->description);
    buffer_puts(out, "</desc>\n<metadata>");
    svg_put_escaped(out, frame->metadata);
    buffer_puts(out, "</metadata>\n");
}
