/* Tables written here in each notation, of maps without any regularity, and read back. */
#include "check/table.h"
#include "scramble.h"

/* A map whose places follow no rule; the two slots of an A or idx group stay neighbours, as the
 * calculator's notation needs. */
static void shuffled(int id, struct opmap *map)
{
    uint64_t state = 7 + (uint64_t)id;
    scramble_start(id, 0, 0, map);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        int step = o == OPMAP_A || o == OPMAP_IDX ? 2 : 1;
        for (int n = opmap_count(map->insn, o) / step - 1; n > 0; n--) {
            int m = (int)(scramble_random(&state) % (uint32_t)(n + 1));
            for (int s = 0; s < step; s++) {
                struct opmap_slot *a = &map->slot[o][step * n + s],
                                  *b = &map->slot[o][step * m + s];
                struct opmap_slot other = *a;
                *a = *b;
                *b = other;
            }
        }
    }
}

static void write_probe(const struct opmap *map, struct buffer *out)
{
    buffer_puts(out, "instruction,cbsz,abid,provenance,operand,i,j,k,k_group,slot,lane,vgpr,bit_lo,"
                     "bit_hi\n");
    for (int o = 0; o < OPMAP_N_OPERANDS; o++)
        for (int n = 0; n < opmap_count(map->insn, o); n++) {
            struct opmap_coord c = opmap_coord(map->insn, o, n);
            struct opmap_slot s = map->slot[o][n];
            const int members[] = {c.i, c.j, c.k, c.q, c.s};
            buffer_printf(out, "%s,0,0,formula,%s", map->insn->name, opmap_operand_title(o));
            for (int m = 0; m < 5; m++) {
                buffer_puts(out, ",");
                if (members[m] >= 0)
                    buffer_printf(out, "%d", members[m]);
            }
            buffer_printf(out, ",%d,%d,%d,%d\n", s.lane, s.vgpr, s.bit_lo, s.bit_hi);
        }
}

/* Where matrix element [row][column] sits, A being dense: both slots of its group. */
static struct opmap_slot dense_place(const struct opmap *map, enum opmap_operand o, int row,
                                     int column)
{
    struct opmap_coord c = {row, column, row, column / 4, 0};
    struct opmap_slot place = map->slot[o][opmap_ordinal(map->insn, o, c)];
    if (o == OPMAP_A || o == OPMAP_IDX)
        place.bit_hi = map->slot[o][opmap_ordinal(map->insn, o, c) + 1].bit_hi;
    return place;
}

static void print_bits(struct opmap_slot s, struct buffer *out)
{
    if (s.bit_lo != 0 || s.bit_hi != 31)
        buffer_printf(out, ".[%d:%d]", s.bit_hi, s.bit_lo);
}

static const char *const letters[] = {"A", "K", "B", "D"};

static void sizes(const struct isa_smfmac *insn, enum opmap_operand o, int *rows, int *columns)
{
    *rows = o == OPMAP_B ? insn->k : insn->m;
    *columns = o <= OPMAP_IDX ? insn->k : insn->n;
}

static void write_matrices(const struct opmap *map, bool transposed, struct buffer *out)
{
    static const char *const heads[2][4] = {{"A[M][K]", "K[M][K]", "B[K][N]", "D[M][N]"},
                                            {"A[K][M]", "K[K][M]", "B[N][K]", "D[N][M]"}};
    buffer_printf(out, "Architecture: CDNA3\nInstruction: V_SMFMAC_%s\n", map->insn->name);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        int rows, columns;
        sizes(map->insn, o, &rows, &columns);
        int lines = transposed ? columns : rows, across = transposed ? rows : columns;
        buffer_printf(out, "Block 0\n%s", heads[transposed][o]);
        for (int c = 0; c < across; c++)
            buffer_printf(out, ",%d", c);
        for (int r = 0; r < lines; r++) {
            buffer_printf(out, "\n%d", r);
            for (int c = 0; c < across; c++) {
                struct opmap_slot s =
                    transposed ? dense_place(map, o, c, r) : dense_place(map, o, r, c);
                buffer_printf(out, ",v%d{%d}", s.vgpr, s.lane);
                print_bits(s, out);
            }
        }
        buffer_puts(out, "\n");
    }
}

/* "A[0][4] A[0][5] A[0][6] A[0][7]": the elements at one place. */
static void print_elements(const struct opmap *map, enum opmap_operand o, struct opmap_slot place,
                           int lane, struct buffer *out)
{
    int rows, columns;
    const char *before = "";
    sizes(map->insn, o, &rows, &columns);
    place.lane = (uint8_t)lane;
    buffer_puts(out, ",");
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            if (opmap_slot_equal(dense_place(map, o, r, c), place)) {
                buffer_printf(out, "%s%s[%d][%d]", before, letters[o], r, c);
                before = " ";
            }
}

static void write_lanes(const struct opmap *map, bool transposed, struct buffer *out)
{
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        struct opmap_slot places[64];
        int n_places = 0, step = o <= OPMAP_IDX ? 4 : 1, rows, columns;
        sizes(map->insn, o, &rows, &columns);
        for (int n = 0; n < rows * columns; n += step) {
            struct opmap_slot s = dense_place(map, o, n / columns, n % columns);
            int p = 0;
            for (s.lane = 0; p < n_places && !opmap_slot_equal(places[p], s); p++)
                ;
            if (p == n_places)
                places[n_places++] = s;
        }
        buffer_puts(out, "lane");
        for (int c = 0; c < (transposed ? 64 : n_places); c++) {
            buffer_printf(out, transposed ? ",%d" : ",v%d", transposed ? c : places[c].vgpr);
            if (!transposed)
                print_bits(places[c], out);
        }
        for (int r = 0; r < (transposed ? n_places : 64); r++) {
            buffer_printf(out, transposed ? "\nv%d" : "\n%d", transposed ? places[r].vgpr : r);
            if (transposed)
                print_bits(places[r], out);
            for (int c = 0; c < (transposed ? 64 : n_places); c++)
                print_elements(map, o, places[transposed ? r : c], transposed ? c : r, out);
        }
        buffer_puts(out, "\n");
    }
}

static void expect_read(const struct opmap *map, const struct buffer *text, const char *kind)
{
    struct check_table table;
    struct error err = {0};
    cr_assert_eq(check_table_init(&table, map->insn, 0, 0, &err), STATUS_OK);
    cr_expect_eq(check_table_read(&table, "t.csv", text, &err), STATUS_OK, "%s %s: %s", kind,
                 map->insn->name, err.text);
    for (int o = 0; o < OPMAP_N_OPERANDS; o++) {
        int differ = 0;
        cr_expect(table.has[o], "%s %s %s", kind, map->insn->name, opmap_operand_title(o));
        for (int n = 0; n < opmap_count(map->insn, o); n++)
            differ += !opmap_slot_equal(table.map.slot[o][n], map->slot[o][n]);
        cr_expect_eq(differ, 0, "%s %s %s: %d differ", kind, map->insn->name,
                     opmap_operand_title(o), differ);
    }
    check_table_free(&table);
}

Test(table, what_each_notation_says_is_what_is_read)
{
    static const int ids[] = {ISA_SMFMAC_f32_16x16x32_f16, ISA_SMFMAC_f32_32x32x16_bf16,
                              ISA_SMFMAC_i32_16x16x64_i8, ISA_SMFMAC_f32_32x32x32_fp8_bf8};
    for (size_t n = 0; n < sizeof ids / sizeof ids[0]; n++) {
        struct opmap map;
        struct buffer probe = {0}, text[4] = {0};
        shuffled(ids[n], &map);
        write_probe(&map, &probe);
        expect_read(&map, &probe, "probe");
        for (int kind = 0; kind < 4; kind++) {
            (kind < 2 ? write_matrices : write_lanes)(&map, kind % 2, &text[kind]);
            expect_read(&map, &text[kind], kind < 2 ? "-R" : "-M");
            buffer_free(&text[kind]);
        }
        buffer_free(&probe);
        opmap_free(&map);
    }
}

/* Places that public reports ask for, in the calculator's own notation. */
Test(table, single_cells_are_the_places_that_they_name)
{
    struct buffer text = {0};
    struct check_table table;
    struct error err;
    struct opmap map;
    char place[OPMAP_TEXT_BYTES];
    scramble_start(ISA_SMFMAC_f32_16x16x32_f16, 0, 0, &map);
    write_matrices(&map, false, &text);
    cr_assert(strstr(text.data, "\n2,v0{2}.[3:0],v0{2}.[3:0]"));
    cr_assert_eq(check_table_init(&table, map.insn, 0, 0, &err), STATUS_OK);
    cr_assert_eq(check_table_read(&table, "t.csv", &text, &err), STATUS_OK);
    const struct opmap_coord k_2_31 = {2, -1, -1, 7, 1}, k_2_24 = {2, -1, -1, 6, 0},
                             b_1_0 = {-1, 0, 1, -1, -1}, d_5_7 = {5, 7, -1, -1, -1};
    const struct {
        enum opmap_operand operand;
        struct opmap_coord coord;
        const char *place;
    } samples[] = {
        {OPMAP_IDX, k_2_31, "v0{50}[7:6]"}, /* of the nibble [7:4] the upper selector */
        {OPMAP_IDX, k_2_24, "v0{50}[1:0]"},
        {OPMAP_B, b_1_0, "v0{0}[31:16]"},
        {OPMAP_CD, d_5_7, "v1{23}"},
    };
    for (size_t n = 0; n < sizeof samples / sizeof samples[0]; n++) {
        int ordinal = opmap_ordinal(map.insn, samples[n].operand, samples[n].coord);
        cr_expect_str_eq(opmap_slot_text(table.map.slot[samples[n].operand][ordinal], place),
                         samples[n].place);
    }
    check_table_free(&table);
    opmap_free(&map);
    buffer_free(&text);
}

/* Two k of a group at two places: no layout is so, and none that it is compared with. */
Test(table, a_group_in_two_places_is_in_neither)
{
    struct buffer text = {0};
    struct check_table table;
    struct error err;
    struct opmap map;
    scramble_start(ISA_SMFMAC_f32_16x16x32_f16, 0, 0, &map);
    for (int k = 0; k < 4; k++) {
        write_matrices(&map, false, &text);
        char *line = strstr(text.data, "\n3,v0{3},v0{3},v0{3},v0{3},");
        char *cell = line + strlen("\n3,") + (size_t)k * strlen("v0{3},");
        cell[1] = '1'; /* v1{3} */
        cr_assert_eq(check_table_init(&table, map.insn, 0, 0, &err), STATUS_OK);
        cr_assert_eq(check_table_read(&table, "t.csv", &text, &err), STATUS_OK, "%s", err.text);
        int differ = 0;
        for (int n = 0; n < opmap_count(map.insn, OPMAP_A); n++)
            differ += !opmap_slot_equal(table.map.slot[OPMAP_A][n], map.slot[OPMAP_A][n]);
        cr_expect_eq(differ, 1, "k %d: %d", k, differ);
        check_table_free(&table);
        buffer_free(&text);
        text = (struct buffer){0};
    }
    opmap_free(&map);
}

/* Whatever is cut off or changed: read, or refused with a place, and never more than that. */
Test(table, damaged_tables_are_read_or_refused)
{
    struct buffer text[3] = {0};
    struct opmap map;
    uint64_t state = 1;
    int refused = 0;
    scramble_start(ISA_SMFMAC_f32_32x32x16_f16, 0, 0, &map);
    write_probe(&map, &text[0]);
    write_matrices(&map, false, &text[1]);
    write_lanes(&map, true, &text[2]);
    for (int round = 0; round < 600; round++) {
        struct check_table table;
        struct error err = {0};
        struct buffer copy = {0};
        const struct buffer *from = &text[round % 3];
        buffer_append(&copy, from->data, round % 2 ? from->size : from->size / 2);
        for (int change = 0; change < 3; change++)
            copy.data[scramble_random(&state) % copy.size] =
                "0123456789,[]{}\n v\"Ak\xff"[scramble_random(&state) % 22];
        cr_assert_eq(check_table_init(&table, map.insn, 0, 0, &err), STATUS_OK);
        if (check_table_read(&table, "t.csv", &copy, &err) != STATUS_OK) {
            refused++;
            cr_expect_eq(err.code, STATUS_FILE);
            cr_expect(!strncmp(err.text, "t.csv:", 6), "%s", err.text);
        }
        check_table_free(&table);
        buffer_free(&copy);
    }
    cr_expect_gt(refused, 300);
    for (int n = 0; n < 3; n++)
        buffer_free(&text[n]);
    opmap_free(&map);
}
