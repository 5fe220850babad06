/* Structs that kernels take by value, shared by the kernels (HIP) and the host (C). */
#ifndef TESTS_ARGUMENTS_H
#define TESTS_ARGUMENTS_H

struct inner {
    char tag;
    short weights[3];
    double scale;
};

struct outer {
    unsigned char head;
    struct inner in[2];
    float offsets[5];
    long long big;
    char tail;
};

struct three_bytes {
    unsigned char b[3];
};

/* Fields that start at any byte. */
struct __attribute__((packed)) packed {
    char c;
    int i;
    short s;
    long long l;
    double d;
};

#ifdef __cplusplus
static_assert(sizeof(outer) == 80 && sizeof(packed) == 23, "the host passes them");
#else
_Static_assert(sizeof(struct outer) == 80 && sizeof(struct packed) == 23, "the kernels take them");
#endif

#endif
