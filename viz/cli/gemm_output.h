/* Whole products and their verdicts as text and JSON. Private to cli/. */
#ifndef CLI_GEMM_OUTPUT_H
#define CLI_GEMM_OUTPUT_H

#include "base/buffer.h"
#include "gemm/gemm.h"

/* One product that was computed. */
struct gemm_run {
    const struct isa_smfmac *insn;
    enum gemm_kernel kernel;
    const char *pattern; /* fixed, random or a file's name */
    size_t m, n, k;
    struct gemm_verdict verdict;
};

enum { GEMM_WHAT_BYTES = 1024 };

/* "f32_16x16x64_fp8_fp8 tiled random 77x45x132" */
const char *gemm_run_what(const struct gemm_run *run, char text[GEMM_WHAT_BYTES]);

struct gemm_output {
    const struct gemm_run *runs;
    size_t n_runs;
    struct opmap_provenance provenance;
    const char *numerics; /* the emulator's, NULL: not said */
};

void gemm_output_text(const struct gemm_output *results, struct buffer *out);
enum status gemm_output_json(const struct gemm_output *results, struct buffer *out,
                             struct error *err);

#endif
