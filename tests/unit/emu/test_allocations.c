/* Which addresses exist. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "emu/memory.h"

Test(allocations, end_where_they_end)
{
    struct emu_range range;
    static const size_t sizes[] = {1, 7, 64, 255, 256, 4096, 100001};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        void *memory = emu_memory_allocate(sizes[n], EMU_MEMORY_DEVICE);
        uint64_t first = (uint64_t)(uintptr_t)memory, end = first + sizes[n];
        cr_assert_not_null(memory);
        cr_expect_eq(first % EMU_MEMORY_ALIGN, 0);
        cr_expect(emu_memory_find(first, sizes[n], &range));
        cr_expect_eq(range.first, first);
        cr_expect_eq(range.end, end);
        cr_expect(emu_memory_find(end - 1, 1, &range));
        cr_expect_not(emu_memory_find(end - 1, 2, &range));
        cr_expect_not(emu_memory_find(first - 1, 2, &range));
        cr_expect_not(emu_memory_find(first, UINT64_MAX, &range));
        cr_expect_not(emu_memory_find(UINT64_MAX, 1, &range));
    }
}

Test(allocations, do_not_touch_each_other)
{
    enum { COUNT = 300 };
    void *memory[COUNT];
    struct emu_range range;
    for (unsigned n = 0; n < COUNT; n++)
        memory[n] =
            emu_memory_allocate(1 + n * 37 % 600, n % 2 ? EMU_MEMORY_DEVICE : EMU_MEMORY_HOST);
    for (unsigned n = 0; n < COUNT; n++) {
        uint64_t first = (uint64_t)(uintptr_t)memory[n], end = first + 1 + n * 37 % 600;
        for (uint64_t far = 1; far <= EMU_MEMORY_GUARD / 2; far++) {
            cr_assert_not(emu_memory_find(first - far, 1, &range));
            cr_assert_not(emu_memory_find(end - 1 + far, 1, &range));
        }
    }
}

Test(allocations, are_freed_once_and_by_their_own_kind)
{
    char *memory = emu_memory_allocate(100, EMU_MEMORY_DEVICE);
    struct emu_range range;
    cr_expect_eq(emu_memory_used(), 100);
    cr_expect_not(emu_memory_free(memory, EMU_MEMORY_HOST));
    cr_expect_not(emu_memory_free(memory + 1, EMU_MEMORY_DEVICE));
    cr_expect_not(emu_memory_free(NULL, EMU_MEMORY_DEVICE));
    cr_expect(emu_memory_free(memory, EMU_MEMORY_DEVICE));
    cr_expect_not(emu_memory_free(memory, EMU_MEMORY_DEVICE));
    cr_expect_not(emu_memory_find((uint64_t)(uintptr_t)memory, 1, &range));
    cr_expect_eq(emu_memory_used(), 0);
}

Test(allocations, do_not_come_back_at_once)
{
    uint64_t last[10] = {0};
    for (unsigned n = 0; n < 200; n++) {
        void *memory = emu_memory_allocate(1000, EMU_MEMORY_DEVICE);
        for (unsigned back = 0; back < 10; back++)
            cr_assert_neq((uint64_t)(uintptr_t)memory, last[back]);
        last[n % 10] = (uint64_t)(uintptr_t)memory;
        emu_memory_free(memory, EMU_MEMORY_DEVICE);
    }
}

Test(allocations, are_zero_and_no_more_than_there_is)
{
    unsigned char *memory = emu_memory_allocate(100000, EMU_MEMORY_DEVICE);
    for (unsigned n = 0; n < 100000; n++)
        cr_assert_eq(memory[n], 0);
    cr_expect_null(emu_memory_allocate(emu_memory_total(), EMU_MEMORY_DEVICE));
    cr_expect_null(emu_memory_allocate(SIZE_MAX, EMU_MEMORY_DEVICE));
    cr_expect_null(emu_memory_allocate(SIZE_MAX, EMU_MEMORY_HOST));
}

Test(allocations, the_nearest_one_is_described)
{
    char text[200];
    emu_memory_nearest(0x1234, text, sizeof text);
    cr_expect_str_eq(text, "nothing is allocated");
    cr_assert(emu_memory_register(0x10000, 0x11000, EMU_MEMORY_CODE));
    cr_assert(emu_memory_register(0x20000, 0x20010, EMU_MEMORY_CODE));
    static const struct {
        uint64_t addr;
        const char *text;
    } cases[] = {
        {0x11000, "nearest allocation 0x10000 + 4096 bytes, 0 bytes past its end"},
        {0xfff0, "nearest allocation 0x10000 + 4096 bytes, 16 bytes before its start"},
        {0x1fff0, "nearest allocation 0x20000 + 16 bytes, 16 bytes before its start"},
        {0x20100, "nearest allocation 0x20000 + 16 bytes, 240 bytes past its end"},
        {0x2000c, "inside allocation 0x20000 + 16 bytes, 4 before its end"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        emu_memory_nearest(cases[n].addr, text, sizeof text);
        cr_expect_str_eq(text, cases[n].text);
    }
}
