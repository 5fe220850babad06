/* Each word rule: five ways to say what is wrong, and five true sentences about the same thing. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "lint/lint.h"

enum { N_SENTENCES = 5 };

static const struct {
    const char *rule;
    const char *wrong[N_SENTENCES], *right[N_SENTENCES];
} rules[] = {
    {"modifiers-unused",
     {"Sparse builtins ignore ``cbsz`` and ``abid``.",
      "The CBSZ and ABID fields have no effect on SMFMAC.",
      "For v_smfmac instructions, cbsz and abid are reserved and must be zero.",
      "None of the modifiers cbsz, abid and blgp is used; they are meaningless here.",
      "SMFMAC doesn't support the ``abid`` modifier."},
     {"CBSZ and ABID select the index set.", "ABID is ignored where CBSZ[1:0] is not 0.",
      "With one index set, CBSZ and ABID have no effect.", "BLGP is not used by SMFMAC.",
      "The dense MFMA instructions of one block do not use cbsz and abid."}},
    {"exactly-two",
     {"Exactly two of every four elements are non-zero.",
      "Each group of four K values holds precisely two nonzero entries.",
      "The two non-zero values of a group are stored next to each other.",
      "In 2:4 sparsity two out of four consecutive elements must be zero, the others are always "
      "two "
      "nonzeros.",
      "A's rows have 2 of every 4 values non-zero."},
     {"At most two of every four elements are non-zero.",
      "Two values are stored for each group of four.",
      "A group may have fewer than two non-zero values.",
      "Up to two non-zero values of each group are kept.",
      "No more than two of four values are nonzero."}},
    {"fnuz",
     {"FNUZ means finite, no unsigned zero.",
      "The fp8 kind is called FNUZ (Finite with No Unsigned Zeros).",
      "FNUZ formats lack an unsigned zero.", "In FNUZ encodings zero is signed.",
      "E4M3 FNUZ has a negative zero."},
     {"FNUZ means finite, NaN, unsigned zero.", "FNUZ has no negative zero.",
      "The one zero of FNUZ has no sign.",
      "FNUZ formats have neither infinities nor a negative zero.",
      "In FNUZ, 0x80 is NaN and 0x00 is the unsigned zero."}},
    {"fp8-encoding",
     {"FP8 is e4m3fn.", "The exponent of fp8 has a bias of 7.", "The largest fp8 value is 448.",
      "On this GPU bf8 is stored as IEEE-like e5m2 with infinities.",
      "Operands: FP8 (OCP E4M3) or BF8."},
     {"fp8 is e4m3fnuz with a bias of 8.", "The largest fp8 value is 240.",
      "fp8 and bf8 have no infinities.", "e4m3fn has a bias of 7.", "fp8 is FNUZ here, not OCP."}},
    {"negative-zero",
     {"In FNUZ, 0x80 is negative zero.", "0x80 encodes -0.0 in fp8.",
      "The byte 0x80 is a signed zero.", "For fp8 values 0x00 and 0x80 both represent zero.",
      "An fp8 of 0x80 means zero."},
     {"In fp8, 0x80 is NaN and 0x00 is zero.", "0x80 is not negative zero in FNUZ.",
      "OCP fp8 has a negative zero, 0x80.", "The f16 0x8000 is negative zero.",
      "On gfx950 0x80 is negative zero."}},
    {"older-arch",
     {"Sparse matrix builtins are also available on gfx90a.",
      "CDNA2 GPUs (MI200 series) support SMFMAC as well.", "Equivalent builtins exist for gfx908.",
      "The sparse instructions of MI100 are documented elsewhere.",
      "SMFMAC is supported on gfx908, gfx90a and gfx942."},
     {"gfx908 and gfx90a have no SMFMAC.", "SMFMAC does not exist on CDNA2.",
      "Sparse matrix instructions were introduced after MI200, with gfx942.",
      "Unlike gfx90a, gfx942 has sparse matrix instructions.",
      "Dense MFMA is available on gfx908, gfx90a and gfx942."}},
    {"fragment-sizes",
     {"Only the sizes of the A and B fragments differ between K=64 and K=32.",
      "The K=64 and K=32 variants differ only in the length of their input fragments.",
      "Apart from larger A and B operands, K=64 is identical to K=32.",
      "The only difference to K=16 is the size of the input operands.",
      "Nothing but the A and B fragment sizes changes from K=16 to K=32."},
     {"A and B take the same number of registers in both variants; only the element width differs.",
      "The output layout is the same for every K.",
      "Only the index bits and the size of an element differ.",
      "For 32x32 tiles the accumulator is larger than for 16x16 tiles.",
      "A and B differ in size: A takes two registers, B four."}},
    {"compressed-panel",
     {"Each instruction multiplies a K-wide compressed panel of A by B.",
      "A row of compressed A is K elements wide.", "The compressed A fragment has width K.",
      "The A operand holds K=64 compressed elements a row.",
      "K stored values of each row of A are multiplied; they are compressed."},
     {"A row of compressed A holds K/2 values.", "The panel of A is K-wide before compression.",
      "B is a K-wide dense panel.", "Compressed, a row of A is half as long as K.",
      "The compressed A of K=64 stores 32 values in each row."}},
    {"peak",
     {"Theoretical peak = operations per instruction / cycles * clock frequency.",
      "Peak throughput is the number of ops divided by the cycle count, times the clock.",
      "To get the peak, divide ops by cycles and multiply with the frequency in GHz.",
      "The maximum throughput of the device is clock x ops / cycles.",
      "Peak FLOPS: ops per cycle (ops / cycles) at the given clock."},
     {"Peak throughput is ops / cycles x clock of one matrix core, times four, times the compute "
      "units.",
      "An instruction makes 32768 ops in 16 cycles.", "The clock frequency is 2100 MHz at peak.",
      "Peak per device: ops / cycles x 4 matrix cores x 304 CUs x clock.",
      "The cycle count is that of the scheduler model."}},
    {"dense-semantics",
     {"``cbsz`` and ``abid`` have the same semantics as in dense MFMA.",
      "In SMFMAC, abid works like it does for dense MFMA instructions.",
      "The cbsz modifier of SMFMAC is identical to the dense one.",
      "cbsz broadcasts a block of A to other blocks in sparse instructions.",
      "cbsz: equivalent to the parameter of the dense builtins."},
     {"In SMFMAC cbsz and abid broadcast nothing; they select the index set.",
      "Unlike in dense MFMA, cbsz and abid choose the index set.",
      "cbsz and abid differ from their dense counterparts.",
      "Dense MFMA uses cbsz to broadcast, whereas SMFMAC selects a set by it.",
      "abid names the index set, 0 to 3 for 16-bit types."}},
    {"requires-gfx942",
     {"This example requires gfx942.", "SMFMAC requires an AMD Instinct MI300.",
      "The builtins run only on CDNA3.", "It needs a CDNA 3 GPU.",
      "Sparse FP8 is exclusive to gfx942."},
     {"This example requires gfx942 or later.", "It runs on gfx942 and gfx950.",
      "The example was compiled for gfx942.", "SMFMAC needs a CDNA3 or CDNA4 GPU.",
      "gfx942 reads fp8 as FNUZ."}},
    {"lane-register",
     {"Four bytes are packed into a 32-bit lane.",
      "Each 32-bit register lane holds two f16 values of A.",
      "Values are shifted within the 32-bit wide lanes.",
      "B's elements fill 32-bit lanes from the low end.", "Every register lane packs four bytes."},
     {"Four bytes are packed into a 32-bit register.", "Each lane holds two VGPRs of A.",
      "A VGPR holds 32 bits in each lane.", "Lanes 32 to 63 hold the upper K groups.",
      "A wavefront has 64 lanes of several 32-bit VGPRs."}},
};
enum { N_RULES = sizeof rules / sizeof rules[0] };

/* Whether the rule speaks of the sentence, which stands alone on a page. */
static bool speaks(const char *rule, const char *sentence, const char *name)
{
    char page[2048];
    bool markdown = strstr(name, ".md") != NULL;
    snprintf(page, sizeof page,
             markdown ? "# SMFMAC on gfx942\n\nA page.\n\n%s\n"
                      : "SMFMAC on gfx942\n================\n\nA page.\n\n%s\n",
             sentence);
    struct lint_options options = {0};
    struct lint_report report = {0};
    struct error err = {0};
    cr_assert_eq(lint_text(name, page, strlen(page), &options, &report, &err), STATUS_OK, "%s",
                 err.text);
    bool found = false;
    for (int n = 0; n < report.n_findings; n++)
        if (!strcmp(report.findings[n].rule, rule)) {
            cr_assert_eq(report.findings[n].line, markdown ? 5 : 6);
            cr_assert_neq(report.findings[n].severity, LINT_ERROR);
            found = true;
        }
    lint_report_free(&report);
    return found;
}

Test(words, each_rule_finds_five_paraphrases)
{
    for (int r = 0; r < N_RULES; r++)
        for (int s = 0; s < N_SENTENCES; s++)
            cr_expect(speaks(rules[r].rule, rules[r].wrong[s], "page.rst"), "%s misses: %s",
                      rules[r].rule, rules[r].wrong[s]);
}

Test(words, each_rule_leaves_five_true_sentences_alone)
{
    for (int r = 0; r < N_RULES; r++)
        for (int s = 0; s < N_SENTENCES; s++)
            for (int other = 0; other < N_RULES; other++)
                cr_expect(!speaks(rules[other].rule, rules[r].right[s], "page.rst"), "%s: %s",
                          rules[other].rule, rules[r].right[s]);
}

/* Sentences that a rule knows to be right count as claims that hold. */
static const struct {
    const char *rule;
    const char *known[N_SENTENCES], *unknown[N_SENTENCES];
} right_rules[] = {
    {"index-set",
     {"CBSZ and ABID select the index set.", "abid chooses one of the four index sets.",
      "Which index set is read is determined by ``cbsz`` and ``abid``.",
      "In SMFMAC, ABID picks the set of sparsity indices.",
      "The abid operand names the index set that is used."},
     {"ABID does not select an index set.", "cbsz chooses how many blocks there are.",
      "The index set is in one register.", "abid is 4 bits wide.",
      "The set of instructions is chosen by the target."}},
    {"at-most-two",
     {"At most two of every four values are non-zero.",
      "A group of four holds up to two non-zero values.",
      "No more than two nonzero values may stand in a group.",
      "Of four elements, a maximum of two are non-zero.",
      "Two or fewer values of each group are non-zero."},
     {"Two values of a group are stored.", "At most two instructions are issued.",
      "Up to four groups are held by a lane.", "A stored value may be zero.",
      "At most two lanes share a group."}},
    {"wave-lanes",
     {"A wavefront has 64 lanes.", "One wave (64 work-items) executes it.",
      "All 64 lanes of the wavefront take part.", "It is a 64-lane wave.",
      "The 64 threads of a wave hold the tile."},
     {"A wave has 4 VGPRs.", "Half of the 64 lanes of a wave hold it.", "K is 64.",
      "Lanes 0 to 31 hold the first rows.", "A tile of 64 columns is computed by waves."}},
};
enum { N_RIGHT = sizeof right_rules / sizeof right_rules[0] };

static long right_claims(const char *sentence)
{
    char page[1024];
    struct lint_options options = {0};
    struct lint_report report = {0};
    snprintf(page, sizeof page, "# SMFMAC on gfx942\n\nA page.\n\n%s\n", sentence);
    cr_assert_eq(lint_text("page.md", page, strlen(page), &options, &report, NULL), STATUS_OK);
    long right = report.claims.right;
    cr_expect_eq(report.claims.found, right);
    lint_report_free(&report);
    return right;
}

Test(words, that_are_known_to_be_right_count)
{
    for (int r = 0; r < N_RIGHT; r++)
        for (int s = 0; s < N_SENTENCES; s++) {
            cr_expect_eq(right_claims(right_rules[r].known[s]), 1, "%s misses: %s",
                         right_rules[r].rule, right_rules[r].known[s]);
            cr_expect_eq(right_claims(right_rules[r].unknown[s]), 0, "%s: %s", right_rules[r].rule,
                         right_rules[r].unknown[s]);
        }
}

/* Markup, case, line ends and typography are not what a rule reads. */
Test(words, are_read_whatever_they_are_dressed_in)
{
    cr_expect(speaks("fnuz", "**FNUZ** (*finite,\nno unsigned   zero*) is used.", "page.rst"));
    cr_expect(speaks("fnuz", "__FNUZ__ is `finite, no unsigned zero`.", "page.md"));
    cr_expect(speaks("compressed-panel", "A :math:`K`-wide compressed panel of :math:`\\pmb{A}`.",
                     "page.rst"));
    cr_expect(speaks("peak", "The peak is ops × clock ÷ cycles.", "page.rst"));
    cr_expect(speaks("modifiers-unused", "`cbsz` isn’t used: SMFMAC ignores it.", "page.md"));
}

Test(words, every_rule_of_the_table_is_tested_here)
{
    static const char *const table[] = {
#define RULE(name, ...) name,
#include "lint/word_rules.def"
    };
    const int n_table = sizeof table / sizeof table[0];
    cr_assert_eq(n_table, N_RULES + N_RIGHT);
    for (int r = 0; r < n_table; r++) {
        const char *tested = r < N_RULES ? rules[r].rule : right_rules[r - N_RULES].rule;
        int n = 0;
        for (int t = 0; t < n_table; t++)
            n += !strcmp(tested, table[t]);
        cr_expect_eq(n, 1, "%s", tested);
    }
}
