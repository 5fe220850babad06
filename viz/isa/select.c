/* Naming instructions: builtins, mnemonics, short names and globs over them. */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "isa/isa.h"

static const char BUILTIN_PREFIX[] = "__builtin_amdgcn_smfmac_";
static const char MNEMONIC_PREFIX[] = "v_smfmac_";

enum { NAME_BYTES = 96, N_NEAR = 3 };

static bool matches(const struct isa_smfmac *insn, const char *pattern)
{
    char full[NAME_BYTES];
    if (fnmatch(pattern, insn->name, FNM_CASEFOLD) == 0)
        return true;
    snprintf(full, sizeof full, "%s%s", MNEMONIC_PREFIX, insn->name);
    if (fnmatch(pattern, full, FNM_CASEFOLD) == 0)
        return true;
    snprintf(full, sizeof full, "%s%s", BUILTIN_PREFIX, insn->name);
    return fnmatch(pattern, full, FNM_CASEFOLD) == 0;
}

static void add(struct isa_selection *sel, const struct isa_smfmac *insn)
{
    int at = 0;
    while (at < sel->n && sel->insn[at]->id < insn->id)
        at++;
    if (at < sel->n && sel->insn[at] == insn)
        return;
    memmove(&sel->insn[at + 1], &sel->insn[at], (size_t)(sel->n - at) * sizeof sel->insn[0]);
    sel->insn[at] = insn;
    sel->n++;
}

static const char *without_prefix(const char *name)
{
    if (!strncasecmp(name, BUILTIN_PREFIX, sizeof BUILTIN_PREFIX - 1))
        return name + sizeof BUILTIN_PREFIX - 1;
    if (!strncasecmp(name, MNEMONIC_PREFIX, sizeof MNEMONIC_PREFIX - 1))
        return name + sizeof MNEMONIC_PREFIX - 1;
    return name;
}

/* How far a name is from the one asked for: not at all if it only goes on. */
static int name_distance(const char *asked, const char *name)
{
    return strncasecmp(asked, name, strlen(asked)) == 0 ? 0 : text_distance(asked, name);
}

/* Up to N_NEAR instructions of `arch` whose names are nearest; with more than a third of the
 * letters wrong it is another word. */
static void near_names(const char *pattern, enum isa_arch arch, char *text, size_t size)
{
    const char *name = without_prefix(pattern);
    const struct isa_smfmac *near[N_NEAR] = {0};
    int near_distance[N_NEAR] = {0};
    text[0] = 0;
    int n_near = 0, most = 1 + (int)strlen(name) / 3;
    if (!*name || text_distance(name, name) < 0)
        return;
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        if (!isa_available(&isa_smfmacs[id], arch))
            continue;
        int d = name_distance(name, isa_smfmacs[id].name);
        int at = d > most ? N_NEAR : n_near;
        while (d <= most && at > 0 && d < near_distance[at - 1])
            at--;
        if (at == N_NEAR)
            continue;
        n_near += n_near < N_NEAR;
        for (int move = n_near - 1; move > at; move--) {
            near[move] = near[move - 1];
            near_distance[move] = near_distance[move - 1];
        }
        near[at] = &isa_smfmacs[id];
        near_distance[at] = d;
    }
    for (int n = 0; n < n_near; n++) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", n ? ", " : "; near: ", near[n]->name);
    }
}

static enum status no_match(const char *pattern, enum isa_arch arch, struct error *err)
{
    if (strpbrk(pattern, "*?["))
        return error_set(err, STATUS_USAGE,
                         "no instruction of %s matches '%s' ('smfviz list' names them)",
                         isa_arch_name(arch), pattern);
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        if (matches(&isa_smfmacs[id], pattern))
            return error_set(err, STATUS_USAGE, "%s has no instruction '%s': it is one of %s",
                             isa_arch_name(arch), pattern, isa_arch_name(isa_smfmacs[id].arch));
    char near[4 * NAME_BYTES];
    near_names(pattern, arch, near, sizeof near);
    return error_set(err, STATUS_USAGE, "no instruction '%s' on %s%s", pattern, isa_arch_name(arch),
                     near[0] ? near : " ('smfviz list' names them)");
}

enum status isa_select(const char *pattern, enum isa_arch arch, struct isa_selection *sel,
                       struct error *err)
{
    bool any = false;
    for (int id = 0; id < ISA_N_SMFMAC; id++) {
        if (!isa_available(&isa_smfmacs[id], arch) || !matches(&isa_smfmacs[id], pattern))
            continue;
        add(sel, &isa_smfmacs[id]);
        any = true;
    }
    return any ? STATUS_OK : no_match(pattern, arch, err);
}

void isa_select_all(enum isa_arch arch, struct isa_selection *sel)
{
    for (int id = 0; id < ISA_N_SMFMAC; id++)
        if (isa_available(&isa_smfmacs[id], arch))
            add(sel, &isa_smfmacs[id]);
}
