/* libFuzzer: any bytes as a table of a layout, as `check --table` reads them. See
 * tests/fuzz/README.md. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct check_table table;
    struct error err = {0};
    struct buffer text = {0};
    buffer_append(&text, bytes, size); /* as file_read does: a NUL behind it */
    if (check_table_init(&table, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0, &err) !=
        STATUS_OK)
        abort();
    enum status status = check_table_read(&table, "t.csv", &text, &err);
    if (status != STATUS_OK && (status != STATUS_FILE || strncmp(err.text, "t.csv:", 6) != 0))
        abort();
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(table.map.insn, o) && table.has[o]; n++)
            if (table.map.slot[o][n].lane >= ISA_LANES || table.map.slot[o][n].bit_hi > 31)
                abort();
    check_table_free(&table);
    buffer_free(&text);
    return 0;
}
