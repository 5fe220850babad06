"""Asks `smfviz query` for everything that `smfviz probe` recovered, in one call, and compares.

    agree.py SMFVIZ INSTRUCTION CBSZ ABID

Exits with 1 and the first differences if an answer is not the probe's.
"""
import collections
import csv
import io
import subprocess
import sys

smfviz, insn, cbsz, abid = sys.argv[1:]
MODIFIERS = ["--cbsz", cbsz, "--abid", abid, "--format", "csv"]
PLACE = ("lane", "vgpr", "bit_lo", "bit_hi")
NAMES = {"A": "A", "idx": "K", "B": "B", "CD": "D"}


def run(*arguments):
    return subprocess.run([smfviz, *arguments], check=True, capture_output=True, text=True).stdout


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def bare(row):
    """What both commands say of an element: all but who says it."""
    return tuple(v for name, v in row.items() if name not in ("what", "provenance"))


def place(row):
    return tuple(int(row[name]) for name in PLACE)


probed = rows_of(run("probe", insn, *MODIFIERS))
expected = collections.OrderedDict()  # question -> rows


def expect(question, row):
    expected.setdefault(question, []).append(bare(row))


vgprs = collections.defaultdict(int)
by_register = collections.defaultdict(list)
for row in probed:
    operand, i, j, k, q, s = (row[name] for name in ("operand", "i", "j", "k", "k_group", "slot"))
    lane, vgpr, lo, hi = place(row)
    if operand in ("A", "idx"):
        expect(f"{NAMES[operand]}[{i}][{q}.{s}]", row)
        for dense in range(4 * int(q), 4 * int(q) + 4):
            expect(f"{NAMES[operand]},{i},{dense}", row)
    elif operand == "B":
        expect(f"B[{k}][{j}]", row)
    else:
        expect(f"D[{i}][{j}]", row)
    expect(f"{operand}:v{vgpr}{{{lane}}}[{hi}:{lo}]", row)
    vgprs[operand] = max(vgprs[operand], vgpr + 1)
    by_register[operand, vgpr, lane].append(row)

# Whole registers: their elements from bit 0 up, then runs of bits that hold none.
for operand, n in vgprs.items():
    for vgpr in range(n):
        for lane in range(64):
            question = f"{operand},v{vgpr},{lane}".replace(",", ":", 1)
            here = sorted(by_register[operand, vgpr, lane], key=lambda row: place(row)[2])
            expected[question] = [bare(row) for row in here]
            free = [all(not lo <= bit <= hi for _, _, lo, hi in map(place, here)) for bit in range(32)]
            bit = 0
            while bit < 32:
                end = bit
                while end < 32 and free[end]:
                    end += 1
                if end > bit:
                    expected[question].append(
                        (insn, cbsz, abid, operand, "", "", "", "", "",
                         str(lane), str(vgpr), str(bit), str(end - 1)))
                bit = end + 1

answers = rows_of(run("query", insn, *MODIFIERS, *expected))
found = collections.OrderedDict((question, []) for question in expected)
for row in answers:
    found[row["what"]].append(bare(row))

wrong = [(q, expected[q], found[q]) for q in expected if expected[q] != found[q]]
for question, should, does in wrong[:3]:
    print(f"{insn} cbsz {cbsz} abid {abid}: {question}: query {does}, probe {should}")
if any(row["provenance"] != "formula" for row in answers):
    sys.exit("an answer's provenance is not 'formula'")
if any(row["provenance"] != "emulated" for row in probed):
    sys.exit("the probe's provenance is not 'emulated'")
if len(answers) < len(probed):
    sys.exit("fewer answers than elements")
sys.exit(1 if wrong else 0)
