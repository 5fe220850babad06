#include "unit/render/families.h"

#include <stdlib.h>

#include "render/figure.h"

static void draw(const struct family *family, const struct render_options *options,
                 struct buffer *out)
{
    struct error err = {0};
    cr_assert_eq(render_api.figure(family->maps, family->n, options, out, &err), STATUS_OK, "%s",
                 err.text);
    cr_assert_gt(out->size, 0);
}

/* The same bytes twice, whatever the clock says; and the instruction's name where a format is not
 * compressed. */
Test(formats, are_the_same_bytes_every_time, .timeout = 60)
{
    struct family family;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_16x16x32_f16], 0, 0));
    for (int format = RENDER_SVG; format <= RENDER_MD; format++) {
        for (int view = 0; view < 6; view++) {
            struct buffer once = {0}, again = {0};
            struct render_options options = {.operand = OPMAP_B,
                                             .format = (enum render_format)format,
                                             .owner = view & 1,
                                             .linked = view >> 1 == 1,
                                             .live_text = view >> 1 == 2,
                                             .theme = (enum render_theme)(view >> 1)};
            draw(&family, &options, &once);
            setenv("TZ", "Pacific/Auckland", 1);
            draw(&family, &options, &again);
            cr_expect(once.size == again.size && !memcmp(once.data, again.data, once.size),
                      "format %d view %d", format, view);
            if (format != RENDER_PDF && format != RENDER_RST && format != RENDER_MD)
                cr_expect(memmem(once.data, once.size, "v_smfmac_f32_16x16x32_bf16", 26),
                          "format %d", format);
            buffer_free(&once);
            buffer_free(&again);
        }
    }
    family_free(&family);
}

static int columns_of(const char *line, size_t n)
{
    int columns = 0;
    for (size_t c = 0; c < n; c++)
        columns += ((unsigned char)line[c] & 0xc0) != 0x80;
    return columns;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (text = strstr(text, word); text; text = strstr(text + 1, word))
        n++;
    return n;
}

/* Text is no wider than asked for, and has every element: lane 37 holds 16 of B, v3 1,024 / 4. */
Test(formats, text_fits_the_terminal)
{
    struct family family;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_16x16x64_i8], 0, 0));
    for (int columns = 60; columns <= 140; columns += 40) {
        struct buffer text = {0};
        draw(
            &family,
            &(struct render_options){.operand = OPMAP_B, .format = RENDER_TEXT, .columns = columns},
            &text);
        for (const char *line = text.data; *line; line += strcspn(line, "\n") + 1)
            cr_expect_leq(columns_of(line, strcspn(line, "\n")), columns, "%.*s",
                          (int)strcspn(line, "\n"), line);
        cr_expect_eq(count(text.data, " L37 ") + count(text.data, " L37\n"), 16);
        cr_expect_eq(count(text.data, " v3 L"), 256);
        cr_expect_eq(count(text.data, "\033"), 0);
        buffer_free(&text);
    }
    family_free(&family);
}

Test(formats, text_is_coloured_by_lane_group_if_asked)
{
    struct family family;
    struct buffer text = {0};
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16], 0, 0));
    draw(&family,
         &(struct render_options){.operand = OPMAP_CD, .format = RENDER_TEXT, .colour = true},
         &text);
    cr_expect_eq(count(text.data, "\033[30;48;5;153m"), 512);
    cr_expect_eq(count(text.data, "\033[30;48;5;222m"), 512);
    cr_expect_eq(count(text.data, "\033[30;48;5;153mv15 L31"), 1);
    buffer_free(&text);
    family_free(&family);
}

/* A device's name, and a caller's words, may hold anything. */
Test(formats, what_markup_would_take_for_its_own_is_escaped)
{
    static const char odd[] = "50% of {A_B} & $x^2 ~ `#1` *a* |b| <c> \\d";
    struct family family;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_f32_32x32x16_f16], 0, 0));
    for (int m = 0; m < family.n; m++) {
        family.map[m].provenance.source = OPMAP_MEASURED;
        strcpy(family.map[m].provenance.attest, odd);
    }
    static const struct {
        enum render_format format;
        const char *escaped;
    } cases[] = {
        {RENDER_TEX,
         "50\\% of \\{A\\_B\\} \\& \\$x\\textasciicircum{}2 \\textasciitilde{} `\\#1` *a* "
         "$|$b$|$ $<$c$>$ \\textbackslash{}d"},
        {RENDER_RST, "50% of {A\\_B} & $x^2 ~ \\`#1\\` \\*a\\* \\|b\\| <c> \\\\d"},
        {RENDER_MD, "50% of {A\\_B} & $x^2 ~ \\`#1\\` \\*a\\* \\|b\\| \\<c> \\\\d"},
        {RENDER_SVG, "50% of {A_B} &amp; $x^2 ~ `#1` *a* |b| &lt;c&gt; \\d"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct buffer text = {0};
        draw(&family, &(struct render_options){.operand = OPMAP_A, .format = cases[n].format},
             &text);
        for (size_t c = 0; cases[n].format == RENDER_RST && c < text.size; c++)
            if (text.data[c] == '\n' && !strncmp(&text.data[c], "\n   ", 4) &&
                text.data[c + 4] != ':')
                memmove(&text.data[c], &text.data[c + 3], text.size - c - 2), text.data[c] = ' ';
        cr_expect(strstr(text.data, cases[n].escaped), "%s", text.data);
        buffer_free(&text);
    }
    family_free(&family);
}

/* The name of the figure that a block shows is that of the file that render writes. */
Test(formats, blocks_show_the_figure_by_its_name)
{
    struct family family;
    cr_assert(family_init(&family, &isa_smfmacs[ISA_SMFMAC_i32_32x32x32_i8], 0, 1));
    struct render_options options = {.operand = OPMAP_IDX,
                                     .format = RENDER_RST,
                                     .theme = RENDER_PRINT,
                                     .figure_path = "../data"};
    struct buffer rst = {0}, md = {0};
    draw(&family, &options, &rst);
    cr_expect(strstr(rst.data,
                     ".. figure:: ../data/smfmac-layout-32x32x32-idx-abid1-print.svg\n"
                     "   :alt: 32x32, K=32 SMFMAC sparsity index layout. Lanes 0–31 hold"),
              "%s", rst.data);
    options.format = RENDER_MD;
    options.figure_path = NULL;
    draw(&family, &options, &md);
    cr_expect(strstr(md.data, "](smfmac-layout-32x32x32-idx-abid1-print.svg)\n\n**32×32, K=32: "
                              "sparsity index layout.** Lanes 0–31 hold"),
              "%s", md.data);
    buffer_free(&rst);
    buffer_free(&md);
    family_free(&family);
}
