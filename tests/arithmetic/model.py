#!/usr/bin/python3
"""CDNA3's arithmetic of the matrix units, slowly: the emulator's fast one is judged by it.

Written from docs/arithmetic.md's steps alone, in exact rationals: no number here has a width, so
nothing can overflow, wrap or be shifted too far. A rule that is left out or turned into a wrong one
makes a mutant: MUTANTS has those that the vectors must find out.

    model.py KIND A... B... C      one sum, operands in hexadecimal, as the model, as a chain of fused
                                   multiply-adds and as it is exactly; KIND is f16, bf16, fp8, bf8,
                                   fp8_bf8 or bf8_fp8
"""
import dataclasses
import functools
import sys
import typing
from fractions import Fraction

NAN_BITS = 0x7FC00000


@dataclasses.dataclass(frozen=True)
class Format:
    """A floating-point format: sign, exponent field, fraction; FNUZ has one NaN and nothing else."""

    exponent_bits: int
    fraction_bits: int
    bias: int
    fnuz: bool = False

    @property
    def bits(self):
        return 1 + self.exponent_bits + self.fraction_bits

    @property
    def min_exponent(self):
        return 1 - self.bias


F32 = Format(8, 23, 127)
FORMATS = {
    "f16": Format(5, 10, 15),
    "bf16": Format(8, 7, 127),
    "fp8": Format(4, 3, 8, fnuz=True),
    "bf8": Format(5, 2, 16, fnuz=True),
}
KINDS = ["f16", "bf16", "fp8", "bf8", "fp8_bf8", "bf8_fp8"]


@dataclasses.dataclass(frozen=True)
class Value:
    """What a code means. `number` is None for NaN and infinities; `exponent` is E(x)."""

    negative: bool
    exponent: int
    number: Fraction = None
    nan: bool = False

    @property
    def infinite(self):
        return self.number is None and not self.nan


@functools.cache
def decode(form, code):
    negative = bool(code >> (form.bits - 1))
    field = code >> form.fraction_bits & ((1 << form.exponent_bits) - 1)
    fraction = code & ((1 << form.fraction_bits) - 1)
    if form.fnuz and code == 1 << (form.bits - 1):
        return Value(False, 0, nan=True)
    if not form.fnuz and field == (1 << form.exponent_bits) - 1:
        return Value(negative, 0, nan=fraction != 0)
    exponent = max(field, 1) - form.bias
    significand = fraction + ((1 << form.fraction_bits) if field else 0)
    number = significand * Fraction(2) ** (exponent - form.fraction_bits)
    return Value(negative, exponent, -number if negative else number)


def leading(x):
    """The exponent of the leading bit of x, which is not 0."""
    n = abs(x.numerator).bit_length() - x.denominator.bit_length()
    return n if abs(x) >= Fraction(2) ** n else n - 1


def truncate(x, exponent):
    """Toward zero, to a multiple of 2^exponent."""
    unit = Fraction(2) ** exponent
    return int(x / unit) * unit


def floor(x, exponent):
    unit = Fraction(2) ** exponent
    return x // unit * unit


def nearest(x, exponent):
    unit = Fraction(2) ** exponent
    return round(x / unit) * unit


def infinity(negative):
    return 0xFF800000 if negative else 0x7F800000


def to_f32(x):
    """Nearest, ties to even, subnormals kept, overflow to infinity; zero has no sign."""
    if x == 0:
        return 0
    exponent = max(leading(x), F32.min_exponent)
    rounded = abs(nearest(x, exponent - F32.fraction_bits))
    if rounded >= Fraction(2) ** 128:
        return infinity(x < 0)
    sign = 0x80000000 if x < 0 else 0
    # A significand of 24 bits carries into the exponent field, as does one that is rounded up.
    significand = int(rounded / Fraction(2) ** (exponent - F32.fraction_bits))
    return sign | (((exponent + F32.bias - 1) << F32.fraction_bits) + significand)


@dataclasses.dataclass(frozen=True)
class Rules:
    """The model's rules as they are; a mutant has one of them otherwise."""

    huge_in_16_bit: bool = True  # a product of 2^128 or more counts as an infinity
    huge_in_8_bit: bool = False
    infinite_c_counts: bool = True
    far_c_dropped: bool = True  # 8-bit types: E(c) < Em - 25
    odd_c_dropped: bool = True  # 8-bit types: NaN or Inf where ed > 24
    zero_keeps_sign: bool = False  # c's, where S = 0
    chunks: bool = True
    even_and_odd: bool = True  # 8-bit types: summed apart
    subnormals_normalised: bool = False
    products_normalised: bool = False
    zero_sets_maximum: bool = False
    step_2: typing.Callable = truncate
    sums_of_8_bit: typing.Callable = floor
    step_3_sum: typing.Callable = floor
    step_3_c: typing.Callable = floor
    step_3_bits: int = 32
    step_4: typing.Callable = floor
    step_4_bits: int = 31
    step_4_clamp: int = -126


RULES = Rules()
MUTANTS = {
    "no 2^128 rule in 16-bit types": Rules(huge_in_16_bit=False),
    # Nothing can tell this one from the model: 57344 * 57344 is their largest product.
    "the 2^128 rule in 8-bit types too": Rules(huge_in_8_bit=True),
    "an infinite c is ignored": Rules(infinite_c_counts=False),
    "a far c is not dropped in 8-bit types": Rules(far_c_dropped=False),
    "a NaN or infinite c is not dropped where ed > 24": Rules(odd_c_dropped=False),
    "c's sign is kept where S is 0": Rules(zero_keeps_sign=True),
    "no chunks": Rules(chunks=False),
    "even and odd k are summed together": Rules(even_and_odd=False),
    "subnormals are normalised": Rules(subnormals_normalised=True),
    "products are normalised": Rules(products_normalised=True),
    "a zero product sets the maximum": Rules(zero_sets_maximum=True),
    "step 2 floors": Rules(step_2=floor),
    "step 2 rounds to nearest": Rules(step_2=nearest),
    "the two sums of 8-bit types are truncated": Rules(sums_of_8_bit=truncate),
    "step 3 truncates the sum": Rules(step_3_sum=truncate),
    "step 3 truncates c": Rules(step_3_c=truncate),
    "step 3 rounds c to nearest": Rules(step_3_c=nearest),
    "step 3 keeps a bit less of the sum": Rules(step_3_bits=31),
    "step 4 truncates": Rules(step_4=truncate),
    "step 4 rounds to nearest": Rules(step_4=nearest),
    "step 4 keeps a bit more": Rules(step_4_bits=32),
    "step 4 does not stop at -126": Rules(step_4_clamp=-1000),
}


@dataclasses.dataclass(frozen=True)
class Product:
    negative: bool
    exponent: int = 0  # E(a) + E(b), not normalised
    number: Fraction = None
    nan: bool = False
    infinite: bool = False


def multiply(x, y, rules=RULES, huge=False):
    negative = x.negative != y.negative
    if x.number is None or y.number is None:
        nan = x.nan or y.nan or x.number == 0 or y.number == 0
        return Product(negative, nan=nan, infinite=not nan)
    number = x.number * y.number
    exponent = exponent_of(x, rules) + exponent_of(y, rules)
    if rules.products_normalised and number:
        exponent = leading(number)
    return Product(negative, exponent, number, infinite=huge and abs(number) >= Fraction(2) ** 128)


def exponent_of(value, rules):
    if rules.subnormals_normalised and value.number:
        return leading(value.number)
    return value.exponent


def special(products, c):
    """Step 1: the result if NaN or an infinity takes part, else None."""
    signs = {p.negative for p in products if p.infinite} | ({c.negative} if c.infinite else set())
    if c.nan or any(p.nan for p in products) or len(signs) == 2:
        return NAN_BITS
    return infinity(signs.pop()) if signs else None


def largest_exponent(products, rules):
    """None if no product counts."""
    return max((p.exponent for p in products if p.number or rules.zero_sets_maximum), default=None)


class Losses:
    """Whether anything was dropped on the way."""

    def __init__(self):
        self.any = False

    def cut(self, function, x, exponent):
        kept = function(x, exponent)
        self.any |= kept != x
        return kept


def aligned_sum(products, rules, losses):
    """Step 2."""
    ed = largest_exponent(products, rules)
    if ed is None:
        return Fraction(0)
    return sum(losses.cut(rules.step_2, p.number, ed - 24) for p in products)


def chunk(a, b, c_bits, is_8_bit, rules, losses):
    """One chunk: values of a and b, c and the result as f32 bits. NaN and infinities are a loss."""
    c = decode(F32, c_bits)
    if c.infinite and not rules.infinite_c_counts:
        c = decode(F32, 0)
    huge = rules.huge_in_8_bit if is_8_bit else rules.huge_in_16_bit
    products = [multiply(x, y, rules, huge) for x, y in zip(a, b)]
    ed = largest_exponent([p for p in products if p.number is not None], rules)
    if is_8_bit and rules.odd_c_dropped and c.number is None and ed is not None and ed > 24:
        c = decode(F32, 0)

    result = special(products, c)  # step 1
    if result is not None:
        losses.any = True
        return result

    if ed is None:
        total = Fraction(0)
    elif is_8_bit and rules.even_and_odd:
        sums = [aligned_sum(products[parity::2], rules, losses) for parity in (0, 1)]
        total = sum(losses.cut(rules.sums_of_8_bit, x, ed - 24) for x in sums)
    else:
        total = aligned_sum(products, rules, losses)

    c_exponent = exponent_of(c, rules)  # step 3
    em = c_exponent if ed is None else max(ed, c_exponent)
    s = losses.cut(rules.step_3_sum, total, em - rules.step_3_bits)
    if is_8_bit and rules.far_c_dropped and c_exponent < em - 25:
        losses.any |= c.number != 0
    else:
        s += losses.cut(rules.step_3_c, c.number, em - 24)
    if s == 0:
        return c_bits & 0x80000000 if rules.zero_keeps_sign else 0
    t = max(leading(s), rules.step_4_clamp)
    s = losses.cut(rules.step_4, s, t - rules.step_4_bits)
    d = to_f32(s)  # step 5
    losses.any |= decode(F32, d).number != s
    return d


def values(name, a, b):
    """Codes to values; the kind fp8_bf8 is fp8 times bf8."""
    kinds = name.split("_")
    return (
        [decode(FORMATS[kinds[0]], code) for code in a],
        [decode(FORMATS[kinds[-1]], code) for code in b],
    )


def mi300(name, a, b, c, rules=RULES):
    """The model: codes a and b, c and the result as f32 bits."""
    return judged(name, a, b, c, rules)[0]


def judged(name, a, b, c, rules=RULES):
    """The same, and whether nothing was dropped."""
    losses = Losses()
    losses.any = decode(F32, c).number is None
    is_8_bit = "8" in name
    size = len(a) if not rules.chunks else 16 if is_8_bit else 8
    a, b = values(name, a, b)
    for k in range(0, len(a), size):
        c = chunk(a[k : k + size], b[k : k + size], c, is_8_bit, rules, losses)
    return c, not losses.any


def power_of_two_in(x):
    """The largest power of two that divides x, which is not 0."""
    n = abs(x.numerator)
    return Fraction(n & -n, x.denominator)


def order_free(name, a, b, c):
    """Whether every sum in f32, in whatever order, is exact."""
    numbers = [decode(F32, c).number]
    numbers += [multiply(x, y).number for x, y in zip(*values(name, a, b))]
    if None in numbers:
        return False
    numbers = [x for x in numbers if x]
    unit = min(map(power_of_two_in, numbers), default=Fraction(1))
    total = sum(map(abs, numbers))
    return total <= 2**24 * unit and unit >= Fraction(2) ** -149 and total < Fraction(2) ** 128


def fma(name, a, b, c):
    """A chain of fused multiply-adds in f32, k ascending, with IEEE 754's signs of zero."""
    for x, y in zip(*values(name, a, b)):
        product, addend = multiply(x, y), decode(F32, c)
        c = special([product], addend)
        if c is not None:
            continue
        total = product.number + addend.number
        both_zero = product.number == addend.number == 0
        c = to_f32(total)
        if c == 0 and (total < 0 or both_zero and product.negative and addend.negative):
            c = 0x80000000
    return c


def exact(name, a, b, c):
    """The sum itself, or None where NaN or infinities take part."""
    numbers = [decode(F32, c).number]
    for x, y in zip(*values(name, a, b)):
        numbers.append(multiply(x, y).number)
    return None if None in numbers else sum(numbers)


def parse(line):
    """kind a.. b.. and what follows them: at most two words."""
    kind, *words = line.split()
    codes = [int(word, 16) for word in words]
    n = (len(codes) - 1) // 2
    return kind, codes[:n], codes[n : 2 * n], codes[2 * n :]


def show(what, bits):
    number = decode(F32, bits).number
    print(f"{what:5}  {bits:08x}", "" if number is None else f"{float(number)!r} = {number}")


def main():
    if len(sys.argv) < 5 or len(sys.argv) % 2 == 0 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    kind, a, b, (c,) = parse(" ".join(sys.argv[1:]))
    show("mi300", mi300(kind, a, b, c))
    show("fma", fma(kind, a, b, c))
    total = exact(kind, a, b, c)
    if total is not None:
        print(f"{'exact':15} {float(total)!r} = {total}")


if __name__ == "__main__":
    main()
