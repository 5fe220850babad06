/* Union-find over slot numbers: parent[x] = x for a root, which is its class's lowest number. */
#ifndef PROBE_FOREST_H
#define PROBE_FOREST_H

#include <stdint.h>

static inline void forest_init(uint16_t *parent, int n)
{
    for (int x = 0; x < n; x++)
        parent[x] = (uint16_t)x;
}

static inline int forest_root(uint16_t *parent, int x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

static inline void forest_unite(uint16_t *parent, int x, int y)
{
    if (parent[x] == parent[y])
        return;
    x = forest_root(parent, x);
    y = forest_root(parent, y);
    parent[x > y ? x : y] = (uint16_t)(x < y ? x : y);
}

#endif
