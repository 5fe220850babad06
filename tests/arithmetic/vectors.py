#!/usr/bin/python3
"""Which sums the emulator's arithmetic is tested on, and their results by the slow model.

    vectors.py            prints tests/golden/arithmetic.txt
    vectors.py --mutants  in how many of its lines each mutant of the model, and a chain of fused
                          multiply-adds, has another result
    vectors.py --exact    fails if a sum that is called exact or order-free is not
    vectors.py --largest  fails if a product of 8-bit codes reaches 2^128
    vectors.py --judge N FILE   fails if FILE, of such lines, has another result or not N lines

Each group is a function: its first line is its comment in the file, and what it yields are lines
(kind, products, c). A product is a pair, and a pair's or c's value is a number that its type holds
exactly or a text: a code in hexadecimal. Products stand at k = 0, 1, ... or, in a dict, where it
says; the rest is 0 * 1.5. A line has one chunk unless a product stands beyond it, or two, as many
as some SMFMAC has, so that each line can also be executed.
"""
import random
import sys
from fractions import Fraction

import model

KINDS_16 = ["f16", "bf16"]
KINDS_8 = ["fp8", "bf8", "fp8_bf8", "bf8_fp8"]
INF = {"f16": "7c00", "bf16": "7f80", "f32": "7f800000"}
NEGATIVE_INF = {"f16": "fc00", "bf16": "ff80", "f32": "ff800000"}


def two(exponent):
    return Fraction(2) ** exponent


def code(form, value):
    """The code of a number, which must be exact; a text is a code already."""
    if isinstance(value, str):
        return int(value, 16)
    value = Fraction(value)
    exponent = max(model.leading(value), form.min_exponent) if value else form.min_exponent
    significand = abs(value) / two(exponent - form.fraction_bits)
    found = (exponent + form.bias - 1 << form.fraction_bits) + int(significand)
    found |= (value < 0) << (form.bits - 1)
    assert model.decode(form, found).number == value, (form, value)
    return found


def line(kind, products, c):
    """The line's codes: kind, a, b, c."""
    if not isinstance(products, dict):
        products = dict(enumerate(products))
    one_chunk = 8 if kind in KINDS_16 else 16
    n = one_chunk if max(products, default=0) < one_chunk else 2 * one_chunk
    pairs = [products.get(k, (0, 1.5)) for k in range(n)]
    kinds = kind.split("_")
    a = [code(model.FORMATS[kinds[0]], x) for x, _ in pairs]
    b = [code(model.FORMATS[kinds[-1]], y) for _, y in pairs]
    return kind, a, b, code(model.F32, c)


def worked_example():
    """The worked example of docs/arithmetic.md."""
    yield "fp8", {0: (128, 128), 2: (two(-5), two(-5)), 4: (two(-5), two(-6)), 6: (128, -128)}, 0


def infinite_operands():
    """Infinite operands: times numbers, zeros, infinities; against each other and against c."""
    for kind in KINDS_16:
        inf, neg = INF[kind], NEGATIVE_INF[kind]
        yield kind, [(inf, 1.5), (2, 3)], 1
        yield kind, [(2, 3), (-1.5, inf)], 1
        yield kind, [(inf, neg)], -4
        yield kind, [(neg, neg), (1, 1)], 0
        yield kind, [(inf, 0)], 0
        yield kind, [("8000", neg)], 7
        yield kind, [(inf, 2), (-3, inf)], 0
        yield kind, [(inf, 2), (3, inf)], 0
        yield kind, [(neg, 2)], INF["f32"]
        yield kind, [(inf, 2)], INF["f32"]
        yield kind, {3: (inf, 1), 9: (2, 2)}, 0
        yield kind, {3: (2, 2), 9: (inf, -1)}, 0
        yield kind, {3: (inf, 1), 9: (inf, -1)}, 0
        yield kind, {1: (inf, 0), 12: (inf, 1)}, 0


def nan_operands():
    """NaN: quiet or not, of either sign, in a, b and c, also beside infinities and times zero."""
    for kind, nans in (("f16", ["7e00", "fe00", "7c01", "ffff"]),
                       ("bf16", ["7fc0", "ffc0", "7f81", "ffff"])):
        for nan in nans:
            yield kind, [(1, 2), (nan, 3)], 1
            yield kind, [(0, nan)], -1
        yield kind, [(nans[0], 1), (INF[kind], 1)], 0
        yield kind, {2: (nans[1], 1), 11: (1.5, 1.25)}, 0
    for kind in KINDS_8:
        yield kind, {0: ("80", 1.5)}, 2
        yield kind, {5: (1.5, "80")}, -2
        yield kind, {6: (0, "80"), 7: (3, 3)}, 0
        yield kind, {9: ("80", "80"), 21: (3, 3)}, 0
    for kind in model.KINDS:
        for nan in ("7fc00000", "ffc12345", "7f800001"):
            yield kind, {1: (1.5, 3)}, nan
        yield kind, {}, "fffffffe"


def infinite_c():
    """c infinite, beside products of either sign, and beside none."""
    for kind in model.KINDS:
        for c in (INF["f32"], NEGATIVE_INF["f32"]):
            yield kind, {0: (1.5, 2), 3: (-3, 4)}, c
            yield kind, {2: (-28, 28), 5: (-28, 24)}, c
            yield kind, {}, c
            yield kind, {3: (1.5, -2), 19 if kind in KINDS_8 else 9: (7, 7)}, c


def zeros():
    """Zeros of all signs in a, b and c: the result is +0."""
    for kind in KINDS_16:
        for signs in range(8):
            a, b, c = ("8000" if signs & bit else "0" for bit in (1, 2, 4))
            yield kind, [(a, b)] * 8, "80000000" if c != "0" else 0
        yield kind, [("8000", 1.5)] * 8, "80000000"
        yield kind, [("0", -1.5), (-2, "8000")], "80000000"
    for kind in KINDS_8:
        for c in (0, "80000000"):
            yield kind, {k: (0, -1.5) for k in range(16)}, c
            yield kind, {k: (-2, 0) for k in range(32)}, c


def zero_sums():
    """S = 0: products against each other and against c, whose sign is not kept."""
    for kind in model.KINDS:
        for c in (0, "80000000"):
            yield kind, {0: (3, 5), 2: (-3, 5)}, c
            yield kind, {0: (3, 5), 1: (-5, 3)}, c
        yield kind, {4: (3, 5), 7: (1, 1)}, -16
        yield kind, {4: (-3, 5), 6: (-1, 1)}, 16
        yield kind, {0: (1.5, 1.5), 17 if kind in KINDS_8 else 8: (-1.5, 1.5)}, "80000000"
        yield kind, {0: (1.5, 1.5)}, -2.25


def subnormal_maximum():
    """The largest product has a subnormal factor: its exponent is that of the field."""
    yield "f16", [(two(-24), 1), (3 * two(-24), two(-24))], 0
    yield "f16", [(3 * two(-24), 1.5), (two(-20), -1.5 * two(-14))], two(-30)
    yield "f16", [(two(-24), two(-24)), (3 * two(-24), -5 * two(-24))], two(-60)
    yield "f16", [(two(-23), 1023 * two(-24))], -two(-47)
    yield "f16", [(two(-24), 0.5), (two(-24), two(-24))], 0  # f32 sums would not lose 2^-48
    yield "f16", [(5 * two(-24), 1.5)], two(-52) * 5
    yield "bf16", [(two(-133), two(100)), (3 * two(-133), two(70))], 0
    yield "bf16", [(3 * two(-133), -1.5 * two(96)), (two(-60), 1.5 * two(-1))], two(-58)
    yield "bf16", [(127 * two(-133), two(40)), (-1, two(-113))], two(-115)
    for kind in KINDS_8:
        tiny, least = (two(-10), -7) if kind[:3] == "fp8" else (two(-17), -15)
        yield kind, {0: (tiny, 1)}, two(least - 25)
        yield kind, {0: (tiny, 1.5)}, -two(least - 26)
        yield kind, {1: (tiny, -1.75), 4: (3 * tiny, 0.5)}, 5 * two(least - 27)
        yield kind, {1: (-3 * tiny, 7), 20: (tiny, 1)}, 3 * two(least - 23)
    for kind in KINDS_8:
        tiny = two(-10) if kind[-3:] == "fp8" else two(-17)
        yield kind, {2: (1, tiny), 3: (-1.5, 3 * tiny)}, 7 * two(-42)


def two_chunks():
    """Two chunks: the first one's sum is rounded to f32, and its sign, before the second begins."""
    for kind in KINDS_16:
        yield kind, {0: (256, 256), 7: (two(-5), two(-5)), 8: (-256, 256)}, 0
        yield kind, {0: (256, 256), 6: (-256, 256), 9: (two(-5), two(-5))}, 0
        yield kind, {1: (3, 7), 15: (two(-12), -1)}, 5
        yield kind, {1: (1.5, 1.25), 8: (-1.5, 1.25), 15: (two(-12), -1)}, 1 + two(-23)
    for kind in KINDS_8:
        yield kind, {0: (128, 128), 14: (two(-5), two(-6)), 16: (-128, 128)}, 0
        yield kind, {0: (128, 128), 12: (-128, 128), 18: (two(-5), two(-6))}, 0
        yield kind, {1: (128, 112), 17: (two(-6), -two(-7)), 18: (two(-6), -two(-6))}, 0
        yield kind, {31: (1.5, 1.75), 15: (-1.75, 1.75)}, two(-20)


def even_and_odd():
    """8-bit types: even and odd k have maxima of their own, then both sums are floored."""
    for kind in KINDS_8:
        yield kind, {0: (128, 128), 1: (two(-6), two(-5)), 3: (two(-6), two(-6))}, -128 * 128
        yield kind, {0: (128, 128), 1: (-two(-6), two(-5)), 3: (two(-6), two(-6))}, -128 * 128
        yield kind, {1: (128, -112), 2: (two(-6), -two(-6)), 4: (two(-7), -two(-6))}, 128 * 112
        yield kind, {0: (-two(-6), two(-5)), 3: (128, 128), 5: (-128, 128)}, 0
        yield kind, {0: (128, 128), 2: (-128, 128), 5: (two(-6), two(-6))}, 0
        yield kind, {0: (128, 128), 2: (-two(-6), two(-6)), 4: (-two(-6), two(-6))}, -128 * 128


def truncation():
    """Step 2: what a product has below 2^(ed - 24) is cut off toward zero."""
    for kind in model.KINDS:
        for sign in (1, -1):
            yield kind, {0: (128, 128), 2: (sign * two(-6), two(-6)), 4: (-128, 128)}, 0
            yield kind, {0: (128, 112), 2: (sign * 1.5 * two(-5), two(-5)), 4: (-112, 128)}, 0
            yield kind, {0: (128, 112), 2: (sign * 1.5 * two(-5), 1.25 * two(-5)),
                         4: (-112, 128)}, 0
            yield kind, {0: (128, -96), 2: (sign * two(-5), 1.25 * two(-6))}, 96 * 128


def flooring():
    """Step 3: the sum is floored at 2^(Em - 32), c at 2^(Em - 24)."""
    for kind in KINDS_16:
        for low in (two(-9), two(-10), two(-11), two(-12)):
            for sign in (1, -1):
                yield kind, [(sign * low, 1.5)], 1.25 * two(22)
                yield kind, [(sign * low, 1.5), (-1, 1), (1, 1)], -1.25 * two(22)
        yield kind, [(1, 1), (-1, 1)], two(-24) * 1.25
        yield kind, [(1, 1), (-1, 1)], -two(-25) * 1.25
        yield kind, [(3, 1), (-3, 1)], -two(-60)
        yield kind, [(3, 1), (-3, 1)], two(-60)
    for kind in KINDS_8:
        for low in (two(-4), two(-5), two(-6), two(-7)):
            for sign in (1, -1):
                yield kind, {0: (sign * low, 1.5)}, 1.25 * two(27)
                yield kind, {1: (sign * low, 1.5), 4: (1, 1), 6: (1, -1)}, -1.25 * two(27)
        yield kind, {0: (1, 1), 2: (-1, 1)}, two(-24) * 1.25
        yield kind, {0: (1, 1), 2: (-1, 1)}, -two(-25) * 1.25


def far_c():
    """8-bit types: c is dropped where E(c) < Em - 25; 16-bit types floor it wherever it is."""
    for kind in model.KINDS:
        for distance in (24, 25, 26, 27, 60):
            for c in (1.5 * two(13 - distance), -1.5 * two(13 - distance)):
                yield kind, {0: (128, 64), 2: (-128, 32), 4: (-128, 32)}, c
        yield kind, {1: (1, 1)}, -two(-140)
        yield kind, {1: (1, 1)}, "80000001"


def large_ed():
    """bf8: where ed > 24 a NaN or infinite c counts as +0, also one that the chunk before made."""
    for c in (INF["f32"], NEGATIVE_INF["f32"], "7fc00000", "ffc00001"):
        for exponents in ((12, 12), (13, 12), (15, 15)):
            a, b = (1.25 * two(e) for e in exponents)
            yield "bf8", {3: (a, b)}, c
            yield "bf8", {2: (a, -b), 3: (-1.5, 3)}, c
        yield "bf8", {2: (two(15), two(15)), 4: (-two(15), two(15))}, c
        yield "bf8", {2: (two(3), two(3)), 20: (two(15), two(14))}, c
        yield "bf8", {2: (two(15), two(14)), 20: (two(3), two(3))}, c
        yield "fp8_bf8", {2: (128, two(15))}, c
        yield "bf8_fp8", {2: (-two(15), 224)}, c
    yield "bf8", {2: ("80", 1), 20: (two(15), two(14))}, 0
    yield "bf8", {2: ("80", 1), 4: (two(15), two(14))}, INF["f32"]
    yield "bf8", {2: (two(15), two(14)), 20: ("80", 1)}, INF["f32"]
    yield "bf8", {2: (two(15), two(10))}, -3 * two(-1)
    yield "bf8", {3: (two(15), two(10)), 5: (-two(15), two(10))}, -3 * two(-1)


def huge_products():
    """bf16: a product of 2^128 or more counts as infinite, whatever the others bring back."""
    just_below = 255 * two(-7)
    yield "bf16", [(two(64), two(64))], 0
    yield "bf16", [(two(64), -two(64))], 0
    yield "bf16", [(just_below * two(63), just_below * two(63))], 0
    yield "bf16", [(just_below * two(63), just_below * two(64))], 0
    yield "bf16", [(two(127), 2), (-two(127), 1)], 0
    yield "bf16", [(two(127), 2), (-two(127), 2)], 0
    yield "bf16", [(two(100), two(100)), (-two(100), two(99))], 0
    yield "bf16", [(two(127), 1.5), (-two(127), 1)], 0
    yield "bf16", [(two(127), 1), (two(127), 1), (-two(127), 1)], 0
    yield "bf16", [(two(127), 2)], -two(127)
    yield "bf16", [(two(127), 2)], NEGATIVE_INF["f32"]
    yield "bf16", [(two(127), 2), (INF["bf16"], -1)], 0
    yield "bf16", {2: (two(127), 2), 10: (-two(127), 2)}, 0
    yield "bf16", {2: (two(127), 1), 10: (two(127), 2)}, -1
    yield "f16", [(65504, 65504), (65504, -32768)], 0
    for kind in KINDS_8:
        largest = [240 if part == "fp8" else 57344 for part in kind.split("_")]
        yield kind, {k: (largest[0], largest[-1]) for k in range(32)}, "7f7fffff"


def overflow():
    """Overflow: by the sum, by rounding alone, in the first of two chunks."""
    top = (2 - two(-23)) * two(127)
    yield "bf16", [(two(127), 1), (two(126), 1.5)], two(125)
    yield "bf16", [(two(127), -1), (two(126), -1.5)], -two(126)
    yield "bf16", [(two(102), 1)], top
    yield "bf16", [(two(102), 1.5)], top
    yield "bf16", [(two(103), 1)], top
    yield "bf16", [(-two(103), 1)], -top
    yield "bf16", [(-two(102), 1), (-two(94), 1.5)], -top
    yield "bf16", {0: (two(127), 1), 1: (two(127), 1), 8: (-two(127), 1)}, 0
    yield "bf16", {0: (two(127), 1), 1: (-two(127), 1), 8: (-two(127), 1)}, top
    yield "f16", [(two(15), two(15))] * 8, top
    yield "f16", [(-two(15), two(15))] * 8, -top
    for kind in KINDS_8:
        yield kind, {k: (128, 128) for k in range(16)}, top
        yield kind, {k: (-128, 128) for k in range(16)}, -top


def underflow():
    """Gradual underflow: subnormal results, their ties, and what is below all of them."""
    for sign in (1, -1):
        yield "bf16", [(sign * two(-70), two(-70))], 0
        yield "bf16", [(sign * 1.5 * two(-75), 1.25 * two(-70))], 0
        yield "bf16", [(sign * two(-75), two(-75))], 0
        yield "bf16", [(sign * 1.5 * two(-74), two(-75))], 0
        yield "bf16", [(sign * 1.25 * two(-74), two(-74))], 0
        yield "bf16", [(sign * two(-80), two(-80))], 0
        yield "bf16", [(sign * two(-78), two(-79))], two(-149)
        yield "bf16", [(sign * two(-78), two(-80)), (two(-75), two(-75))], two(-149)
        yield "bf16", [(sign * two(-133), two(-133))], 0
        yield "bf16", [(sign * two(-133), two(-133))], two(-126)
        yield "bf16", [(sign * two(-126), 127 * two(-7)), (two(-133), 1)], two(-149)
        yield "bf16", [(sign * 1.25 * two(-73), two(-73)), (two(-79), two(-79))], 5 * two(-149)
        yield "bf16", {0: (sign * two(-75), two(-74)), 8: (two(-75), two(-75))}, 0
        for low in range(154, 160):
            yield "bf16", [(sign * two(-75), two(-75)), (sign * two(-75), two(75 - low))], 0
    for kind in model.KINDS:
        yield kind, {}, "00000001"
        yield kind, {}, "807fffff"
        yield kind, {2: (0, 1.5)}, "80000001"


def second_rounding():
    """Step 4: eight bits below f32's last one are kept, floored, before f32's own rounding."""
    # c + T carries into 2^13 and ends at 2^-20: two bits more than step 4 keeps. Without them it is
    # a tie of step 5, to the even neighbour below or above.
    for kind in model.KINDS:
        for sign in (1, -1):
            for tie in (two(-5), two(-4)):
                for rest in range(-3, 4):
                    tiny = sign * (two(-10) if rest > 0 else -two(-10))
                    products = {0: (sign * two(-5), tie)}
                    if rest & 1:
                        products[2] = (tiny, two(-10))
                    if rest in (-3, -2, 2, 3):
                        products[3] = (tiny, two(-9))
                    yield kind, products, sign * (2 - two(-23)) * two(12)


def kept_bits():
    """Step 3 keeps 32 bits below Em: c loses a bit to the products, so that the last one counts."""
    for kind in model.KINDS:
        for sign in (1, -1):
            for tiny in (two(-10), -two(-10), 0):
                products = {0: (-sign * two(-6), 1.5 * two(-6)), 3: (sign * tiny, two(-10))}
                yield kind, products, sign * two(12)


def ties():
    """Step 5: halves go to the even neighbour."""
    for kind in model.KINDS:
        for c in (1 + two(-23), 1 + 2 * two(-23), -1 - two(-23), -1 - 2 * two(-23)):
            for parts in ((1,), (-1,), (1, 1, 1), (1, 2)):
                small = two(-12) if kind in KINDS_16 else two(-7)
                scale = c * two(0 if kind in KINDS_16 else 10)
                yield kind, {2 * k: (part * small, small) for k, part in enumerate(parts)}, scale


def any_codes():
    """Any codes, and moderate ones with a c of their size."""
    rng = random.Random(942)  # of which only getrandbits is used: the same bits in every version
    # which bits of a moderate code are random, and the rest: exponents a little below that of 1
    moderate = {"f16": (0x8FFF, 0x3000), "bf16": (0x83FF, 0x3C00)}
    for kind in model.KINDS:
        bits = 16 if kind in KINDS_16 else 8
        for n in range(32):
            keep, base = moderate.get(kind, (0xBF, 0)) if n >= 8 else ((1 << bits) - 1, 0)
            length = 128 // bits << n % 2

            def pick():
                return f"{base | rng.getrandbits(bits) & keep if rng.getrandbits(3) else 0:x}"

            products = {k: (pick(), pick()) for k in range(length)}
            c = rng.getrandbits(32)
            yield kind, products, f"{c & 0x83FFFFFF | 0x3C000000 if n >= 8 else c:x}"


GROUPS = [
    worked_example,
    infinite_operands,
    nan_operands,
    infinite_c,
    zeros,
    zero_sums,
    subnormal_maximum,
    two_chunks,
    even_and_odd,
    truncation,
    flooring,
    far_c,
    large_ed,
    huge_products,
    overflow,
    underflow,
    second_rounding,
    kept_bits,
    ties,
    any_codes,
]


def all_lines():
    return [line(*described) for group in GROUPS for described in group()]


def is_nan(bits):
    return bits & 0x7FFFFFFF > 0x7F800000


def fma_differs(codes):
    found, chain = model.mi300(*codes), model.fma(*codes)
    return found != chain and not (is_nan(found) and is_nan(chain))


def print_file():
    lines = all_lines()
    print("# Sums by CDNA3's arithmetic, docs/arithmetic.md: kind, a values, b values, c, D; all")
    print("# hexadecimal, and whether it is exact, or order-free as well. Kind fp8_bf8 is fp8 times bf8.")
    print("# Written by tests/arithmetic/vectors.py.")
    print(f"# fma: {sum(map(fma_differs, lines))} of {len(lines)} differ")
    for group in GROUPS:
        print(f"# {group.__doc__}")
        for described in group():
            kind, a, b, c = line(*described)
            d, exact = model.judged(kind, a, b, c)
            free = exact and model.order_free(kind, a, b, c)
            words = [f"{x:x}" for x in (*a, *b, c, d)]
            words += ["order-free"] if free else ["exact"] if exact else []
            print(kind, *words)


def print_mutants():
    lines = [(codes, model.mi300(*codes)) for codes in all_lines()]
    for name, rules in model.MUTANTS.items():
        n = sum(model.mi300(*codes, rules) != d for codes, d in lines)
        print(f"{n:4} of {len(lines)}: {name}")
    print(f"{sum(fma_differs(codes) for codes, _ in lines):4} of {len(lines)}: fma")


def judge(path, n_expected):
    """Whether the model has the results of a file's lines."""
    n = 0
    for text in open(path):
        if text[0] == "#":
            continue
        kind, a, b, (c, d) = model.parse(text)
        found = model.mi300(kind, a, b, c)
        if found != d:
            sys.exit(f"{found:08x}, not {d:08x}: {text}")
        n += 1
    if n != n_expected:
        sys.exit(f"{path} has {n} lines, not {n_expected}")


def judge_exact():
    """Whether what is exact is the sum itself, and what is order-free so by fused multiply-adds too."""
    for codes in all_lines():
        d, is_exact = model.judged(*codes)
        if is_exact and model.decode(model.F32, d).number != model.exact(*codes):
            sys.exit(f"not exact: {codes}")
        chain = model.decode(model.F32, model.fma(*codes)).number
        if is_exact and model.order_free(*codes) and chain != model.exact(*codes):
            sys.exit(f"not order-free: {codes}")


def largest_of_8_bit():
    """Whether |a b| < 2^128 for every pair of 8-bit codes."""
    values = [model.decode(model.FORMATS[kind], x) for kind in ("fp8", "bf8") for x in range(256)]
    largest = max(abs(x.number) for x in values if not x.nan)
    if any(x.infinite for x in values) or largest * largest >= two(128):
        sys.exit(f"a product of {largest} * {largest}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--mutants"]:
        print_mutants()
    elif sys.argv[1:] == ["--exact"]:
        judge_exact()
    elif sys.argv[1:] == ["--largest"]:
        largest_of_8_bit()
    elif sys.argv[1:2] == ["--judge"]:
        judge(sys.argv[3], int(sys.argv[2]))
    else:
        print_file()
