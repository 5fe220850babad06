#include "unit/render/families.h"

#include "render/document.h"

static void write_document(const struct family *family, enum document_markup markup,
                           struct buffer *out)
{
    struct error err;
    cr_assert_eq(document_layout(family->maps, family->n, markup, out, &err), STATUS_OK, "%s",
                 err.text);
}

/* The formulas of the CDNA3 page's accumulator, to the letter but for blanks and for terms that are
 * equal (G mod 4 of four registers is G). */
Test(document, has_the_formulas_of_the_cdna3_page)
{
    static const char *const small[] = {
        "   \\text{lane} &= 16 \\lfloor \\frac{i}{4} \\rfloor + j \\\\\n"
        "   \\text{VGPR} &= i \\bmod 4\n",
        "   i &= 4 \\lfloor \\frac{L}{16} \\rfloor + G \\\\\n   j &= L \\bmod 16\n",
    };
    static const char *const large[] = {
        "   \\text{lane} &= 32 \\left( \\lfloor \\frac{i}{4} \\rfloor \\bmod 2 \\right) + j \\\\\n"
        "   \\text{VGPR} &= 4 \\lfloor \\frac{i}{8} \\rfloor + \\left( i \\bmod 4 \\right)\n",
        "   i &= 4 \\lfloor \\frac{L}{32} \\rfloor + 8 \\lfloor \\frac{G}{4} \\rfloor + \\left( G "
        "\\bmod 4 \\right) \\\\\n   j &= L \\bmod 32\n",
    };
    static const enum isa_smfmac_id ids[] = {ISA_SMFMAC_i32_16x16x64_i8,
                                             ISA_SMFMAC_i32_32x32x32_i8};
    for (int n = 0; n < 2; n++) {
        struct family family;
        struct buffer text = {0};
        cr_assert(family_init(&family, &isa_smfmacs[ids[n]], 0, 0));
        write_document(&family, DOCUMENT_RST, &text);
        for (int f = 0; f < 2; f++)
            cr_expect(strstr(text.data, n ? large[f] : small[f]), "%s", text.data);
        buffer_free(&text);
        family_free(&family);
    }
}

/* The row table of C/D is the documented one, line by line. */
Test(document, has_the_documented_row_table)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        struct family family;
        struct buffer text = {0};
        struct layout_rows rows[LAYOUT_MAX_ROWS];
        if (!family_init(&family, &isa_smfmacs[id], 0, 0))
            continue;
        write_document(&family, DOCUMENT_MD, &text);
        const char *at = strstr(text.data, "| Rows | Lanes | VGPRs |\n|---|---|---|\n");
        cr_assert_not_null(at);
        at += strlen("| Rows | Lanes | VGPRs |\n|---|---|---|\n");
        int n = layout_row_table(&isa_smfmacs[id], rows);
        for (int r = 0; r < n; r++) {
            char line[64];
            int length = snprintf(line, sizeof line, "| %d–%d | %d–%d | %d–%d |\n", rows[r].row_lo,
                                  rows[r].row_hi, rows[r].lane_lo, rows[r].lane_hi, rows[r].vgpr_lo,
                                  rows[r].vgpr_hi);
            cr_expect(!strncmp(at, line, (size_t)length), "%s%.40s", line, at);
            at += length;
        }
        cr_expect_eq(*at, '\n');
        buffer_free(&text);
        family_free(&family);
    }
}

/* One element out of place: what it contradicts is not said, the rest is. */
Test(document, says_nothing_that_fails_somewhere)
{
    struct family family;
    struct buffer text = {0};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    family.n = 1;
    struct opmap_slot *cd = family.map[0].slot[OPMAP_CD], keep = cd[37];
    cd[37] = cd[38];
    cd[38] = keep;
    write_document(&family, DOCUMENT_RST, &text);
    const char *accumulator = strstr(text.data, "accumulator.**");
    cr_assert_not_null(accumulator);
    cr_expect(!strstr(accumulator, "\\text{lane}"), "%s", accumulator);
    cr_expect(strstr(accumulator, "\\text{VGPR} &= i \\bmod 4"), "%s", accumulator);
    cr_expect(!strstr(accumulator, "j &="), "%s", accumulator);
    cr_expect(strstr(accumulator, "i &= 4 \\lfloor \\frac{L}{16} \\rfloor + G"), "%s", accumulator);

    /* A register that a lane leaves out: the table's line would claim it. */
    cd[38] = cd[37];
    cd[37] = keep;
    cd[37].vgpr = 9;
    buffer_free(&text);
    text = (struct buffer){0};
    write_document(&family, DOCUMENT_RST, &text);
    accumulator = strstr(text.data, "accumulator.**");
    cr_expect(strstr(accumulator, "No table of a few lines holds for every element."), "%s",
              accumulator);
    buffer_free(&text);
    family_free(&family);
}

Test(document, refuses_layouts_that_differ)
{
    struct family family;
    struct buffer text = {0};
    struct error err;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    family.map[1].slot[OPMAP_B][17].lane ^= 1;
    cr_assert_eq(document_layout(family.maps, family.n, DOCUMENT_RST, &text, &err), STATUS_DIFFERS);
    cr_expect_str_eq(err.text,
                     "B[1][1] is elsewhere in f32_16x16x32_bf16 than in f32_16x16x32_f16: "
                     "no common text");
    buffer_free(&text);
    family_free(&family);
}

/* Of a set that is not the first only some bits are known: floor(bit/19) would explain them too. */
Test(document, cuts_fields_out_of_bits)
{
    struct family family;
    struct buffer text = {0};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16], 0, 2));
    write_document(&family, DOCUMENT_RST, &text);
    cr_expect(strstr(text.data, "   q &= 2 \\lfloor \\frac{L}{32} \\rfloor + \\left( \\lfloor "
                                "\\frac{\\text{bit}}{4} \\rfloor \\bmod 2 \\right) \\\\\n"),
              "%s", text.data);
    buffer_free(&text);
    family_free(&family);
}
