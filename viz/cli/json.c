#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum status cli_json(json_t *value, struct buffer *out, struct error *err)
{
    char *text = value ? json_dumps(value, JSON_INDENT(1) | JSON_PRESERVE_ORDER) : NULL;
    json_decref(value);
    if (!text)
        return error_set(err, STATUS_INTERNAL, "JSON: a value could not be put together");
    buffer_printf(out, "%s\n", text);
    free(text);
    return STATUS_OK;
}

json_t *cli_json_text(const char *text)
{
    json_t *value = json_string(text); /* NULL if it is not UTF-8 */
    char *copy = value ? NULL : strdup(text);
    for (char *c = copy; c && *c; c++)
        *c = (unsigned char)*c < 0x80 ? *c : '?';
    if (copy)
        value = json_string(copy);
    free(copy);
    return value;
}

json_t *cli_json_provenance(const struct opmap_provenance *p)
{
    json_t *value = json_pack("{s:s, s:s, s:s}", "kind", opmap_source_name(p->source), "device",
                              p->device, "arch", p->arch);
    if (value && p->source == OPMAP_CAPTURED) {
        json_object_set_new(value, "file", json_string(p->capture));
        json_object_set_new(value, "recorded", json_string(opmap_source_name(p->recorded)));
    }
    if (value && p->attest[0])
        json_object_set_new(value, "attest", json_string(p->attest));
    return value;
}
