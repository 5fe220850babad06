/* What tests/kernels/grid.hip must give. */
#include "harness.h"

static void positions(struct run *run)
{
    const struct size groups = {3, 4, 2}, block = {5, 3, 7};
    enum { X = 15, Y = 12, Z = 14 };
    static uint32_t expected[X * Y * Z];
    for (uint32_t z = 0; z < Z; z++)
        for (uint32_t y = 0; y < Y; y++)
            for (uint32_t x = 0; x < X; x++)
                expected[(z * Y + y) * X + x] =
                    x | y << 8 | z << 16 | (x % block.x + y % block.y + z % block.z) << 24;
    void *out = room(run, sizeof expected);
    launch(run, groups, block, 0, ARGUMENTS(&out));
    want_u32(run, out, expected, X * Y * Z);
}

static void hidden(struct run *run)
{
    /* counts, sizes, remainders, offsets, dimensions; then the grid's depth from the packet */
    static const uint64_t expected[14] = {6, 5, 3, 32, 4, 2, 0, 0, 0, 0, 0, 0, 3, 6};
    void *out = room(run, sizeof expected);
    launch(run, (struct size){6, 5, 3}, (struct size){32, 4, 2}, 0, ARGUMENTS(&out));
    want_u64(run, out, expected, 14);
}

static void stencil(struct run *run)
{
    enum { W = 75, H = 41 };
    static int32_t in[H + 2][W + 2], plane[H * W], expected[H * W]; /* `in` has a border of zeros */
    int32_t width = W, height = H;
    for (int y = 1; y <= H; y++)
        for (int x = 1; x <= W; x++)
            plane[(y - 1) * W + x - 1] = in[y][x] = (int32_t)(random_u32(run) % 2001) - 1000;
    for (int y = 1; y <= H; y++)
        for (int x = 1; x <= W; x++)
            for (int k = 0; k < 9; k++)
                expected[(y - 1) * W + x - 1] +=
                    in[y - 1 + k / 3][x - 1 + k % 3] * (2 + 2 * (k % 3) + 3 * (k / 3));
    void *d_in = give(run, plane, sizeof plane), *out = room(run, sizeof expected);
    launch(run, (struct size){5, 6, 1}, (struct size){16, 8, 1}, 0,
           ARGUMENTS(&d_in, &out, &width, &height));
    want_i32(run, out, expected, W * H);
}

static const struct kernel_test tests[] = {
    {"positions", positions}, {"hidden", hidden}, {"stencil", stencil}, {NULL, NULL}};
const struct subject grid_subject = {"grid", tests};
