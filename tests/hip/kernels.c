/* Runs the small kernels of tests/kernels at each level of optimisation and compares with the host.
 *
 *   kernels DIRECTORY [KERNEL]     code objects are DIRECTORY/O<0..3>/<subject>.co
 */
#include <stdio.h>

#include "harness.h"

int main(int argc, char **argv)
{
    static const struct subject *const subjects[] = {
        &control_subject,        &memory_subject,
        &grid_subject,           &lds_subject,
        &atomics_subject,        &lanes_subject,
        &integers_subject,       &floats_subject,
        &approximations_subject, &halves_subject,
        &conversions_subject,    &matrix_subject,
        &programs_subject,       NULL,
    };
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s DIRECTORY [KERNEL]\n", argv[0]);
        return 2;
    }
    return run_subjects(subjects, argv[1], argc > 2 ? argv[2] : NULL);
}
