/* What the ten illegal nibbles do, slot by slot.
 *
 * One K group of every row is hot: 1 in slot 0, 16 in slot 1, alone and together. B is 1, 2, 4, 8
 * down that group and 0 elsewhere, so D spells which positions each slot multiplied: x of slot 0
 * and 16 y of slot 1, x and y being sets of positions. Asked of the first and the last group; the
 * six legal nibbles are asked too, as a control.
 */
#include <stdio.h>
#include <string.h>

#include "survey/wave.h"

enum { N_NIBBLES = 16, N_GROUPS_ASKED = 2, N_HOT = 3, WAVES_A_NIBBLE = N_GROUPS_ASKED * N_HOT };
enum { BOTH = 2 }; /* of hot: slot 0, slot 1, both */

/* Positions that a slot multiplied, one bit each; x[slot]. */
struct reach {
    bool clear; /* all rows, columns and both groups say the same */
    bool apart; /* together the slots do what each does alone */
    int x[2];
};

static void plan(struct waves *waves, int w, int nibble, int q, int hot)
{
    const struct isa_smfmac *insn = waves->insn;
    wave_fill_nibbles(waves, w, 0, wave_legal[0]);
    for (int i = 0; i < insn->m; i++) {
        wave_put_nibble(waves, w, 0, i, q, (uint32_t)nibble);
        for (int s = 0; s < 2; s++)
            if (hot == s || hot == BOTH)
                wave_put_a(waves, w, i, q, s, wave_code(insn->a_type, s ? 16 : 1));
    }
    for (int p = 0; p < 4; p++)
        for (int j = 0; j < insn->n; j++)
            wave_put_b(waves, w, 4 * q + p, j, wave_code(insn->b_type, 1 << p));
}

static struct reach read_reach(const struct waves *waves, int first)
{
    struct reach reach = {true, true, {0, 0}};
    for (int g = 0; g < N_GROUPS_ASKED; g++) {
        int d[N_HOT];
        for (int hot = 0; hot < N_HOT; hot++)
            if (!wave_count(waves, first + g * N_HOT + hot, 255, &d[hot]))
                return (struct reach){0};
        bool again = g == 0 || (reach.x[0] == d[0] && reach.x[1] == d[1] / 16);
        if (d[0] > 15 || d[1] % 16 || !again)
            return (struct reach){0};
        reach.x[0] = d[0];
        reach.x[1] = d[1] / 16;
        reach.apart &= d[BOTH] == d[0] + d[1];
    }
    return reach;
}

static const char *positions_text(int positions, char text[16])
{
    size_t used = 0;
    if (!positions)
        return "nothing";
    for (int p = 0; p < 4; p++)
        if (positions >> p & 1)
            used += (size_t)snprintf(text + used, 16 - used, "%s%d", used ? "+" : "k ", p);
    return text;
}

static void say(struct survey_answer *answer, int nibble, struct reach reach)
{
    char what[32], slot_0[16], slot_1[16];
    snprintf(what, sizeof what, "nibble %X (%d, %d)%s", (unsigned)nibble, nibble & 3, nibble >> 2,
             nibble_is_legal(nibble) ? ", legal" : "");
    if (reach.clear)
        answer_case(answer, what, "slot 0: %s, slot 1: %s%s", positions_text(reach.x[0], slot_0),
                    positions_text(reach.x[1], slot_1),
                    reach.apart ? "" : "; both at once: not the sum of these");
    else
        answer_case(answer, what, "not the same in all rows, columns and groups");
}

/* --- rules that were thought of --- */

static int own(int nibble, int s) { return 1 << (nibble >> (2 * s) & 3); }
static int first_for_both(int nibble, int s)
{
    (void)s;
    return own(nibble, 0);
}
static int second_for_both(int nibble, int s)
{
    (void)s;
    return own(nibble, 1);
}
static int nothing(int nibble, int s)
{
    (void)nibble, (void)s;
    return 0;
}
static int sorted(int nibble, int s)
{
    bool descends = (nibble & 3) > nibble >> 2;
    return own(nibble, descends ? !s : s);
}
static int first_alone(int nibble, int s) { return s == 0 ? own(nibble, 0) : 0; }
static int second_alone(int nibble, int s) { return s == 1 ? own(nibble, 1) : 0; }
static int next_position(int nibble, int s)
{
    return s == 0 ? own(nibble, 0) : 1 << (((nibble & 3) + 1) & 3);
}

static const struct rule {
    int (*positions)(int nibble, int s);
    const char *verdict, *words;
} rules[] = {
    {own, "own selectors", "each slot follows its own selector, as with legal nibbles"},
    {first_for_both, "slot 0's selector", "both slots follow the selector of slot 0"},
    {second_for_both, "slot 1's selector", "both slots follow the selector of slot 1"},
    {sorted, "sorted", "slot 0 follows the smaller selector, slot 1 the larger"},
    {nothing, "nothing", "neither slot multiplies anything"},
    {first_alone, "slot 0 alone", "slot 0 follows its selector, slot 1 multiplies nothing"},
    {second_alone, "slot 1 alone", "slot 1 follows its selector, slot 0 multiplies nothing"},
    {next_position, "next position",
     "slot 0 follows its selector, slot 1 takes the position after that"},
};
enum { N_RULES = sizeof rules / sizeof rules[0] };

static bool follows(const struct rule *rule, const struct reach *reach, int nibble)
{
    return reach[nibble].clear && reach[nibble].apart &&
           reach[nibble].x[0] == rule->positions(nibble, 0) &&
           reach[nibble].x[1] == rule->positions(nibble, 1);
}

enum kind { LEGAL, EQUAL_SELECTORS, DESCENDING };
static enum kind kind_of(int nibble)
{
    return nibble_is_legal(nibble)         ? LEGAL
           : (nibble & 3) == (nibble >> 2) ? EQUAL_SELECTORS
                                           : DESCENDING;
}

/* The first rule that all nibbles of a kind follow, else NULL. */
static const struct rule *rule_of(const struct reach *reach, enum kind a, enum kind b)
{
    for (int r = 0; r < N_RULES; r++) {
        bool all = true;
        for (int nibble = 0; nibble < N_NIBBLES; nibble++)
            if (kind_of(nibble) == a || kind_of(nibble) == b)
                all &= follows(&rules[r], reach, nibble);
        if (all)
            return &rules[r];
    }
    return NULL;
}

static void judge(const struct reach *reach, struct survey_answer *answer)
{
    const struct rule *illegal = rule_of(reach, EQUAL_SELECTORS, DESCENDING);
    const struct rule *equal = rule_of(reach, EQUAL_SELECTORS, EQUAL_SELECTORS);
    const struct rule *descending = rule_of(reach, DESCENDING, DESCENDING);
    if (rule_of(reach, LEGAL, LEGAL) != &rules[0])
        answer_verdict(answer, "control failed",
                       "not even legal nibbles are followed: nothing can be said of the others");
    else if (illegal)
        answer_verdict(answer, illegal->verdict, "%s", illegal->words);
    else if (equal && descending)
        answer_verdict(answer, "two rules", "equal selectors (0, 5, A, F): %s; descending ones: %s",
                       equal->words, descending->words);
    else
        answer_verdict(answer, "unforeseen",
                       "no rule that was thought of fits; the cases say which k each slot takes");
}

enum status ask_nibbles(struct device *device, const struct survey_maps *maps,
                        struct survey_answer *answer, struct error *err)
{
    struct waves waves;
    enum status status = waves_init(&waves, maps, N_NIBBLES * WAVES_A_NIBBLE, err);
    if (status != STATUS_OK)
        return status;
    int last = isa_k_groups(waves.insn) - 1;
    for (int w = 0; w < waves.n; w++)
        plan(&waves, w, w / WAVES_A_NIBBLE, w / N_HOT % N_GROUPS_ASKED ? last : 0, w % N_HOT);
    status = waves_run(&waves, device, err);
    struct reach reach[N_NIBBLES];
    for (int nibble = 0; status == STATUS_OK && nibble < N_NIBBLES; nibble++) {
        reach[nibble] = read_reach(&waves, nibble * WAVES_A_NIBBLE);
        say(answer, nibble, reach[nibble]);
    }
    if (status == STATUS_OK)
        judge(reach, answer);
    waves_free(&waves);
    return status;
}
