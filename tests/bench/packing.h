/* How fast pack/ compresses, beside copying the same bytes. */
#ifndef BENCH_PACKING_H
#define BENCH_PACKING_H

#include "clock.h"
#include "pack/pack.h"

struct packing; /* a 2:4 sparse matrix that no cache holds */

/* Elements of `from`, to be packed as `to`: converted first if these differ. */
struct packing *packing_create(enum pack_type from, enum pack_type to);
void packing_destroy(struct packing *packing);

double packing_bytes(const struct packing *packing); /* of the dense matrix */

/* One pass over all of it on one core. */
struct seconds packing_compress(struct packing *packing);
struct seconds packing_copy(struct packing *packing);

#endif
