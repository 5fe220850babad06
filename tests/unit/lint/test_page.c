/* Pages as blocks: what is read, and on which line it stands. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "lint/page.h"

static const char *const kinds[] = {
    [PAGE_SECTION] = "section", [PAGE_PARAGRAPH] = "text", [PAGE_MATH] = "math",
    [PAGE_TABLE] = "table",     [PAGE_FIGURE] = "figure",  [PAGE_CODE] = "code",
    [PAGE_INCLUDE] = "include", [PAGE_LITERAL] = "shown",  [PAGE_META] = "meta",
};

static void dump_text(const struct page_text *text, struct buffer *out)
{
    static const char *const marks[] = {"$", "`", "^", "v"}; /* enum page_span_kind */
    int span = 0;
    for (int n = 0; n <= text->n; n++) {
        while (span < text->n_spans && text->spans[span].end == n && text->spans[span].start < n)
            buffer_puts(out, marks[text->spans[span++].kind]);
        if (n == text->n)
            break;
        if (span < text->n_spans && text->spans[span].start == n)
            buffer_puts(out, marks[text->spans[span].kind]);
        buffer_append(out, text->plain[n] == '\n' ? "/" : &text->plain[n], 1);
    }
}

/* "kind line (argument): text" for each block, cells as [line:text]. */
static void dump(const struct page *page, struct buffer *out)
{
    for (int b = 0; b < page->n_blocks; b++) {
        const struct page_block *block = &page->blocks[b];
        buffer_printf(out, "%s %d", kinds[block->kind], block->line);
        if (block->level)
            buffer_printf(out, ".%d", block->level);
        if (block->argument[0])
            buffer_printf(out, " (%s)", block->argument);
        if (block->alt.n)
            buffer_printf(out, " alt %d %s", block->alt.line, block->alt.plain);
        buffer_puts(out, ": ");
        dump_text(&block->text, out);
        for (int r = 0; r < block->n_rows; r++) {
            buffer_puts(out, r < block->n_header ? "\n  head" : "\n  row");
            for (int c = 0; c < block->rows[r].n_cells; c++) {
                buffer_printf(out, " [%d:", block->rows[r].cells[c].line);
                dump_text(&block->rows[r].cells[c], out);
                buffer_puts(out, "]");
            }
        }
        buffer_puts(out, "\n");
    }
    for (int p = 0; p < page->n_problems; p++)
        buffer_printf(out, "problem %d: %s\n", page->problems[p].line, page->problems[p].what);
}

static void expect(const char *name, const char *text, const char *expected)
{
    struct page page = {0};
    struct buffer out = {0};
    struct error err = {0};
    cr_assert_eq(page_read_text(name, text, strlen(text), &page, &err), STATUS_OK, "%s", err.text);
    dump(&page, &out);
    cr_expect_str_eq(out.data ? out.data : "", expected);
    buffer_free(&out);
    page_free(&page);
}

Test(page, has_sections_by_their_rules)
{
    expect(
        "a.rst",
        "=====\nTitle\n=====\n\nOne\n===\n\n  quoted\n\nTwo\n---\n\ntext\nmore\n\nThree\n=====\n",
        "section 2.1: Title\nsection 5.2: One\ntext 8: quoted\nsection 10.3: Two\n"
        "text 13: text/more\nsection 16.2: Three\n");
    expect("a.md", "# Title #\n\nOne\n---\n\n### Deep\ntext\n",
           "section 1.1: Title\nsection 3.2: One\nsection 6.3: Deep\ntext 7: text\n");
}

Test(page, takes_inline_markup_off)
{
    expect("a.rst",
           "A :math:`i \\bmod\n4` and ``x*y`` and **bold *not* so**, 16*floor(i/4) * 2 \\*\n",
           "text 1: A $i \\bmod/4$ and `x*y` and bold not so, 16*floor(i/4) * 2 *\n");
    expect("a.rst",
           "See :ref:`here <there>`, :doc:`that`, `link <http://x>`_ :download:`f <../f.c>`.\n",
           "text 1: See ^here^, ^that^, ^link^ vfv.\n");
    expect("a.md",
           "A $i \\bmod 4$, `x*y`, ``a`b``, *so* __and__ [so](x), \\* snake_case_name 5 $ 6\n",
           "text 1: A $i \\bmod 4$, `x*y`, `a`b`, so and ^so^, * snake_case_name 5 $ 6\n");
}

Test(page, has_formulas_of_several_lines)
{
    expect("a.rst", ".. math::\n   :label: x\n\n   a &= b \\\\\n     c &= d\n\n.. math:: e = f\n",
           "math 4: a &= b \\\\/  c &= d\nmath 7: e = f\n");
    expect("a.md", "so\n$$\na = b\n$$\n$$ c = d $$\n```math\ne\n```\n\\[\nf\n\\]\n",
           "text 1: so\nmath 2: /a = b/\nmath 5:  c = d \nmath 7: e\nmath 9: /f/\n");
}

Test(page, has_tables_of_every_kind)
{
    expect(
        "a.rst",
        ".. list-table::\n   :header-rows: 1\n\n   * - a\n     - b\n   * - c\n\n       d\n     -\n",
        "table 1: \n  head [4:a] [5:b]\n  row [6:c//d] [9:]\n");
    expect("a.rst",
           "+---+----+\n| a | b  |\n+===+====+\n| c | ``d |\n|   | e``|\n+---+----+\nend\n",
           "table 1: \n  head [2:a] [2:b]\n  row [4:c/] [4:`d/e`]\ntext 7: end\n");
    expect("a.rst", "===  ==\na    b\n===  ==\nc    long text\n     e\n===  ==\n\nend\n",
           "table 1: \n  head [2:a] [2:b]\n  row [4:c/] [4:long text/e]\ntext 8: end\n");
    expect("a.rst", ".. csv-table::\n   :header: a, \"b, c\"\n\n   1, \"2 \"\"x\"\"\"\n",
           "table 1: \n  head [1:a] [1:b, c]\n  row [4:1] [4:2 \"x\"]\n");
    expect("a.md", "| a | b |\n|---|:-:|\n| `c|d` | e\\|f |\n| g |\nend\n",
           "table 1: \n  head [1:a] [1:b]\n  row [3:`c|d`] [3:e|f]\n  row [4:g]\ntext 5: end\n");
}

Test(page, has_figures_with_alt_and_caption)
{
    expect("a.rst",
           ".. figure:: a/b.svg\n   :alt: one\n         two\n   :width: 5\n\n   Caption,\n   goes "
           "on.\n\n"
           "   Legend.\n\n.. image:: c.png\n",
           "figure 1 (a/b.svg) alt 2 one\n      two: Caption,/goes on.\ntext 9: Legend.\n"
           "figure 11 (c.png): \n");
    expect("a.md", "text ![alt *x*](a/b.svg \"title\") goes on\n",
           "figure 1 (a/b.svg) alt 1 alt *x*: \ntext 1: text  goes on\n");
}

Test(page, looks_into_directives_lists_and_quotations)
{
    expect(
        "a.rst",
        ".. note::\n\n   noted\n\n   * item\n     goes on\n\n     .. math:: x = y\n   * second\n\n"
        "1. first\n\nterm\n    meaning\n",
        "text 3: noted\ntext 5: item/goes on\nmath 8: x = y\ntext 9: second\ntext 11: first\n"
        "text 13: term\ntext 14: meaning\n");
}

Test(page, keeps_code_and_leaves_comments)
{
    expect("a.rst",
           ".. a comment\n   :math:`x`\n\n.. _target:\n\nCode::\n\n   x = 1\n\n     y\n\n.. "
           "code-block:: cpp\n"
           "   :linenos:\n\n   z\n",
           "text 6: Code::\ncode 8: x = 1//  y\ncode 15 (cpp): z\n");
    expect("a.md", "<!-- no\n`x -->\n```cpp\n# x\n```\n~~~\ny\n",
           "code 4 (cpp): # x\ncode 7: y\nproblem 6: a fence that does not end\n");
}

Test(page, says_what_it_could_read_in_part_only)
{
    expect("a.rst", "open :math:`x and\n\n``y\n",
           "text 1: open :math:`x and\ntext 3: ``y\nproblem 1: a role that does not end\n"
           "problem 3: a literal that does not end\n");
    expect("a.md", "a `b\n\n$$\nc\n",
           "text 1: a `b\ntext 3: $$/c\nproblem 1: code that does not end\n"
           "problem 3: a formula that does not end\n");
}

Test(page, is_the_same_with_crlf_and_tabs)
{
    expect("a.rst", "A\r\n=\r\n\r\n*\titem\r\n\tmore\r\n", "text 1: A/=\ntext 4: item/more\n");
    expect("a.rst", "Title\r\n=====\r\n", "section 1.1: Title\n");
}

Test(page, may_be_empty) { expect("a.rst", "", ""); }

/* Nested without end, it is read as text from some depth on. */
Test(page, may_be_nested_without_end)
{
    struct buffer text = {0};
    for (int depth = 0; depth < 500; depth++)
        buffer_printf(&text, "%*s* x\n\n", 2 * depth, "");
    struct page page = {0};
    struct error err = {0};
    cr_assert_eq(page_read_text("a.rst", text.data, text.size, &page, &err), STATUS_OK);
    cr_expect_eq(page.n_problems, 1);
    cr_expect_str_eq(page.problems[0].what, "nested too deeply: read as text");
    page_free(&page);
    buffer_free(&text);
}

Test(page, must_be_utf8)
{
    static const struct {
        const char *bytes;
        size_t n;
    } bad[] = {{"a\n\xc0\xaf", 4}, {"a\n\xed\xa0\x80", 5}, {"a\n\xf5\x80\x80\x80", 6},
               {"a\n\xe2\x82", 4}, {"a\n\x80", 3},         {"a\n\0", 3}};
    for (size_t n = 0; n < sizeof bad / sizeof *bad; n++) {
        struct page page = {0};
        struct error err = {0};
        cr_expect_eq(page_read_text("a.rst", bad[n].bytes, bad[n].n, &page, &err), STATUS_FILE);
        cr_expect_eq(strncmp(err.text, "a.rst:2: ", 9), 0, "%s", err.text);
        page_free(&page);
    }
}
