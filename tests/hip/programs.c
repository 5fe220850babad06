/* What tests/kernels/programs.hip must give. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* Digests that sha256sum printed. */
static void sha256(struct run *run)
{
    static const struct {
        char text[56];
        const char *digest;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"a", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},
        {"The quick brown fox jumps over the lazy dog",
         "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"},
        {"0123456789012345678901234567890123456789012345678901234",
         "f34d5a0f80c0cbf84c8c0b90218c22637abd199965249da736a20143c8c9c9d9"},
        {"V_SMFMAC_F32_16X16X64_FP8_FP8",
         "974f0f37716ee1fabb83034d2caff9e47c61a67c577378f641d6a84a8c536c26"},
        {"sphinx of black quartz",
         "2f323027649253803aeeb8409dc18fc3853edc2eb3424b224e0a03556fc43138"},
    };
    enum { KNOWN = sizeof known / sizeof *known, N = 128 };
    static uint8_t texts[N][56], expected[N][32];
    for (int i = 0; i < N; i++) { /* neighbours differ in length, hence in control flow */
        memcpy(texts[i], known[i % KNOWN].text, 56);
        for (int k = 0; k < 32; k++) {
            unsigned byte;
            sscanf(known[i % KNOWN].digest + 2 * k, "%2x", &byte);
            expected[i][k] = (uint8_t)byte;
        }
    }
    void *d_texts = give(run, texts, sizeof texts), *out = room(run, sizeof expected);
    launch(run, LINE(1, N), 0, ARGUMENTS(&d_texts, &out));
    want_u8(run, out, &expected[0][0], sizeof expected);
}

static void philox(struct run *run)
{
    enum { N = 256 };
    uint32_t expected[4 * N], key0 = random_u32(run), key1 = random_u32(run);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t *c = &expected[4 * i], k0 = key0, k1 = key1;
        c[0] = i, c[1] = i ^ 0xdeadbeef, c[2] = 7 * i, c[3] = 42;
        for (int round = 0; round < 10; round++, k0 += 0x9E3779B9, k1 += 0xBB67AE85) {
            const uint64_t p = (uint64_t)c[0] * 0xD2511F53, q = (uint64_t)c[2] * 0xCD9E8D57;
            c[0] = (uint32_t)(q >> 32) ^ c[1] ^ k0;
            c[1] = (uint32_t)q;
            c[2] = (uint32_t)(p >> 32) ^ c[3] ^ k1;
            c[3] = (uint32_t)p;
        }
    }
    void *out = room(run, sizeof expected);
    launch(run, LINE(2, N / 2), 0, ARGUMENTS(&key0, &key1, &out));
    want_u32(run, out, expected, 4 * N);
}

static void register_pressure(struct run *run)
{
    enum { S = 8, N = 128 };
    static uint32_t in[N][2][S][S], expected[N][S][S];
    random_u32s(run, &in[0][0][0][0], sizeof in / sizeof(uint32_t));
    for (int i = 0; i < N; i++) /* A (A B) + B */
        for (int c = 0; c < S; c++) {
            uint32_t once[S] = {0};
            for (int rk = 0; rk < S * S; rk++)
                once[rk / S] += in[i][0][rk / S][rk % S] * in[i][1][rk % S][c];
            for (int r = 0; r < S; r++) {
                expected[i][r][c] = in[i][1][r][c];
                for (int k = 0; k < S; k++)
                    expected[i][r][c] += in[i][0][r][k] * once[k];
            }
        }
    void *d_in = give(run, in, sizeof in), *out = room(run, sizeof expected);
    launch(run, LINE(N / 64, 64), 0, ARGUMENTS(&d_in, &out));
    want_u32(run, out, &expected[0][0][0], sizeof expected / sizeof(uint32_t));
}

static const struct kernel_test tests[] = {
    {"sha256", sha256}, {"philox", philox}, {"register_pressure", register_pressure}, {NULL, NULL}};
const struct subject programs_subject = {"programs", tests};
