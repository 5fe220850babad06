/* The smallest change that makes a wrong formula right. Private to claim/.
 *
 * A change is of the text, so that a suggestion is in the notation of who wrote it, and is read and
 * judged like any other formula before it is made:
 *
 *   change                                            counts as
 *   a constant into another power of two, or a mask   1 + how many times it is doubled or halved
 *   (a power less one)                                (a mask if it was none: 2 more)
 *   + into -, / into %, << into >>, & into |, or back 3
 *   a name into another of its kind                   4
 *   a name x into floor(x / 2^n) or x % 2^n           6 + n
 *
 * One change a claim, in its formula or in a definition that it uses, which must not make another
 * claim wrong. Of equally small ones the first: formula before definitions, left before right.
 */
#ifndef CLAIM_SUGGEST_H
#define CLAIM_SUGGEST_H

#include "claim/points.h"

/* Fills claim[c].suggestion of a report if there is one. */
void claim_suggest(const struct points *points, const struct expr_set *set, int n_threads,
                   struct claim_report *report, int c);

/* Whether the claim holds at every point; of `exchanged`, with i and j in each other's place. */
bool claim_holds(const struct points *points, const struct expr_set *set, int statement,
                 bool exchanged);

#endif
