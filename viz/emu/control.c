/* The side door, abi/smfhip.h, and the environment for programs that do not know it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/front.h"

FRONT_EXPORT int smfhip_control(uint32_t version, struct smfhip_control *control);

/* The environment. */

/* A setting that is not understood must not be taken for its default: every call fails, and the
 * report says why. */
static void refuse_setting(const char *name, const char *value, const char *expected)
{
    struct error err;
    error_set(&err, STATUS_USAGE, "emu: %s=%.100s: not understood; %s", name, value, expected);
    front.sticky = front_refuse(&err);
}

void front_configure(void)
{
    const char *report = getenv("SMFHIP_REPORT");
    if (report && *report) {
        front.report_chosen = !strcmp(report, "stderr") || !strcmp(report, "none");
        front.report_to_stderr = front.summary_wanted = !strcmp(report, "stderr");
        if (!front.report_chosen)
            refuse_setting("SMFHIP_REPORT", report, "stderr or none");
    }
    const char *numerics = getenv("SMFHIP_NUMERICS");
    if (numerics && !strcmp(numerics, "fma"))
        front.options.numerics = SMFHIP_NUMERICS_FMA;
    else if (numerics && *numerics && strcmp(numerics, "mi300") != 0)
        refuse_setting("SMFHIP_NUMERICS", numerics, "mi300 or fma");
    const char *strict = getenv("SMFHIP_STRICT");
    if (strict && *strict) {
        if (strcmp(strict, "0") != 0 && strcmp(strict, "1") != 0)
            refuse_setting("SMFHIP_STRICT", strict, "0 or 1");
        front.options.strict = !strcmp(strict, "1");
    }
    const char *budget = getenv("SMFHIP_BUDGET");
    if (budget && *budget) {
        char *end;
        errno = 0;
        unsigned long long value = strtoull(budget, &end, 10);
        if (*end || errno || !value || *budget == '-')
            refuse_setting("SMFHIP_BUDGET", budget, "a number of wave instructions");
        front.budget = value;
    }
}

bool front_summary(char *text, size_t size)
{
    const struct smfhip_counters *c = &front.counters;
    if (!front.summary_wanted || !c->results_not_order_free)
        return false;
    snprintf(text, size,
             "of %llu SMFMAC results %llu are not exact, %llu not order-free: other arithmetic may "
             "give others",
             (unsigned long long)c->results_judged, (unsigned long long)c->results_not_exact,
             (unsigned long long)c->results_not_order_free);
    return true;
}

__attribute__((destructor)) static void summarize(void)
{
    char text[256];
    if (front_summary(text, sizeof text))
        fprintf(stderr, "libsmfhip: %s\n", text);
}

/* Scrambles. */

/* A copy of a table that must be a permutation of 0..n-1; NULL stays NULL. False if it is none, or
 * there is no memory. */
static bool copy_permutation(const uint16_t *table, uint32_t n, const uint16_t **out)
{
    *out = NULL;
    if (!table)
        return true;
    if (!n || n > 1u << 16)
        return false;
    uint16_t *copy = malloc(n * sizeof *copy);
    uint8_t *seen = calloc(n, 1);
    bool good = copy && seen;
    for (uint32_t at = 0; good && at < n; at++) {
        copy[at] = table[at];
        good = table[at] < n && !seen[table[at]];
        if (good)
            seen[table[at]] = 1;
    }
    free(seen);
    if (good)
        *out = copy;
    else
        free(copy);
    return good;
}

static void free_scramble(struct smfhip_scramble *scramble)
{
    free((void *)(uintptr_t)scramble->a_bytes);
    free((void *)(uintptr_t)scramble->b_bytes);
    free((void *)(uintptr_t)scramble->idx_bits);
    free((void *)(uintptr_t)scramble->cd_dwords);
    *scramble = (struct smfhip_scramble){0};
}

static int set_scramble(const struct smfhip_scramble *scramble)
{
    struct smfhip_scramble copy = {0};
    if (scramble) {
        copy = *scramble;
        copy.a_bytes = copy.b_bytes = copy.idx_bits = copy.cd_dwords = NULL;
        if (!copy_permutation(scramble->a_bytes, scramble->n_a_bytes, &copy.a_bytes) ||
            !copy_permutation(scramble->b_bytes, scramble->n_b_bytes, &copy.b_bytes) ||
            !copy_permutation(scramble->idx_bits, scramble->n_idx_bits, &copy.idx_bits) ||
            !copy_permutation(scramble->cd_dwords, scramble->n_cd_dwords, &copy.cd_dwords)) {
            free_scramble(&copy);
            return -1;
        }
    }
    free_scramble(&front.scramble);
    front.scramble = copy;
    front.options.scramble = scramble ? &front.scramble : NULL;
    return 0;
}

/* Requests. */

static int get_report(struct smfhip_control *control)
{
    if (!control->text || !control->text_bytes)
        return -1;
    snprintf(control->text, control->text_bytes, "%s", front.report);
    front.report[0] = 0;
    return 0;
}

static int handle(struct smfhip_control *control)
{
    switch (control->request) {
    case SMFHIP_GET_REPORT:
        return get_report(control);
    case SMFHIP_GET_COUNTERS:
        if (!control->counters)
            return -1;
        *control->counters = front.counters;
        return 0;
    case SMFHIP_RESET_COUNTERS:
        front.counters = (struct smfhip_counters){0};
        return 0;
    case SMFHIP_SET_NUMERICS:
        if (control->value != SMFHIP_NUMERICS_FMA && control->value != SMFHIP_NUMERICS_MI300)
            return -1;
        front.options.numerics = (enum smfhip_numerics)control->value;
        return 0;
    case SMFHIP_SET_BUDGET:
        front.budget = control->value;
        return 0;
    case SMFHIP_SET_STRICT:
        front.options.strict = control->value != 0;
        return 0;
    case SMFHIP_SET_SCRAMBLE:
        return set_scramble(control->scramble);
    case SMFHIP_SET_VARIANT:
        front.options.variant = control->variant ? &front.variant : NULL;
        if (control->variant)
            front.variant = *control->variant;
        return 0;
    case SMFHIP_SET_REPORT:
        front.report_chosen = true;
        front.report_to_stderr = control->value != 0;
        return 0;
    default:
        return -1;
    }
}

FRONT_EXPORT int smfhip_control(uint32_t version, struct smfhip_control *control)
{
    if (version != SMFHIP_VERSION || !control)
        return -1;
    front_enter();
    front.side_door_used = true;
    int result = handle(control);
    front_leave(HIP_SUCCESS);
    return result;
}
