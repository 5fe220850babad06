"""Compares every row of the instruction table with what LLVM's tools say.

    crosscheck.py SMFVIZ LLVM_BINDIR

The table is read from `smfviz list`. A check that the installed LLVM cannot make is named and not
counted. The last line is "N passed, N failed".
"""
import csv
import io
import os
import re
import subprocess
import sys

SMFVIZ, BINDIR = sys.argv[1:]
PASS_CYCLES = 4  # LLVM's model counts passes (Write4PassMAI, Write8PassMAI); one is four cycles

counts = {"passed": 0, "failed": 0}
skipped = []


def result(name, faults):
    """One check: `faults` says what is wrong, empty if nothing is."""
    counts["failed" if faults else "passed"] += 1
    for fault in faults[:5]:
        print(f"FAILED: {name}: {fault}")


def tool(name):
    path = os.path.join(BINDIR, name)
    return path if os.access(path, os.X_OK) else None


def run(arguments, text=""):
    return subprocess.run(arguments, input=text, capture_output=True, text=True)


def table():
    text = run([SMFVIZ, "list", "--arch", "gfx950", "--format", "csv"]).stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    for row in rows:
        for name in ("m", "n", "k", "a_vgprs", "b_vgprs", "cd_vgprs", "cycles"):
            row[name] = int(row[name])
    return rows


# --- the assembler ---


def registers(bank, first, n):
    return f"{bank}{first}" if n == 1 else f"{bank}[{first}:{first + n - 1}]"


def instruction(row, d=("v", 10), a=("v", 44), b=("v", 98), idx="v7", widths=None, modifiers=""):
    n = widths or (row["cd_vgprs"], row["a_vgprs"], row["b_vgprs"])
    operands = [registers(*where, count) for where, count in zip((d, a, b), n)]
    return f"{row['mnemonic']} {', '.join(operands)}, {idx}{modifiers}"


class Assembled:
    """What llvm-mc makes of each line: its eight bytes as a number, or why it refuses it."""

    def __init__(self, arch, lines):
        done = run([tool("llvm-mc"), "-triple=amdgcn-amd-amdhsa", f"-mcpu={arch}", "--show-encoding"],
                   "\n".join(lines) + "\n")
        self.refusal = [None] * len(lines)
        self.code = [None] * len(lines)
        for line, message in re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", done.stderr, re.M):
            self.refusal[int(line) - 1] = message
        codes = re.findall(r"encoding: \[([^\]]*)\]", done.stdout)
        accepted = [n for n, refusal in enumerate(self.refusal) if refusal is None]
        if len(codes) != len(accepted):
            sys.exit(f"llvm-mc -mcpu={arch}: {len(codes)} encodings of {len(accepted)} lines\n" +
                     done.stderr)
        for n, code in zip(accepted, codes):
            self.code[n] = int.from_bytes(bytes(int(byte, 16) for byte in code.split(",")), "little")


def check_availability(rows, newest):
    archs = ("gfx908", "gfx90a", "gfx942") + (("gfx950",) if newest == "gfx950" else ())
    found = {arch: Assembled(arch, [instruction(row) for row in rows]) for arch in archs}
    for n, row in enumerate(rows):
        has = {"gfx942": row["arch"] == "gfx942", "gfx950": True}
        faults = []
        for arch in archs:
            refusal = found[arch].refusal[n]
            expected = None if has.get(arch) else "instruction not supported on this GPU"
            if refusal != expected:
                faults.append(f"{arch}: {refusal or 'accepted'}")
        result(f"{row['instruction']}: availability", faults)


def check_operands(rows, newest):
    """Exactly the table's number of registers, from an even one on; A, B and C/D also as AccVGPRs,
    the index never."""
    sizes = (1, 2, 3, 4, 5, 6, 7, 8, 16, 32)
    for row in rows:
        right = (row["cd_vgprs"], row["a_vgprs"], row["b_vgprs"])
        good = [instruction(row)] + [instruction(row, **{name: ("a", at)})
                                     for name, at in (("d", 10), ("a", 44), ("b", 98))]
        bad = [instruction(row, widths=right[:at] + (size,) + right[at + 1:])
               for at in range(3) for size in sizes if size != right[at]]
        bad += [instruction(row, **{name: ("v", at)}) for name, at in (("d", 11), ("a", 45), ("b", 99))]
        bad += [instruction(row, idx="a7"), instruction(row, idx="v[6:7]"), instruction(row, idx="s7")]
        found = Assembled(newest, good + bad)
        faults = [f"refused: {line}: {found.refusal[n]}" for n, line in enumerate(good)
                  if found.refusal[n]]
        faults += [f"accepted: {line}" for n, line in enumerate(bad, len(good))
                   if not found.refusal[n]]
        result(f"{row['instruction']}: operands", faults)


def field(code, lo, hi):
    return code >> lo & (1 << hi - lo + 1) - 1


# VOP3P-MAI, by the CDNA3 ISA guide's microcode format; bit 8 of a source says VGPR.
FIELDS = {"vdst": (0, 7), "cbsz": (8, 10), "abid": (11, 14), "acc_cd": (15, 15), "op": (16, 22),
          "encoding": (23, 31), "src0": (32, 40), "src1": (41, 49), "src2": (50, 58),
          "acc": (59, 60), "blgp": (61, 63)}


def check_encodings(rows, newest):
    """Fields hold what was written, the disassembler gives it back, and no opcode is used twice."""
    opcodes = {}
    for row in rows:
        lines = [instruction(row, modifiers=" cbsz:5 abid:9"),
                 instruction(row, d=("a", 10), a=("a", 44), modifiers=" abid:1"),
                 instruction(row, b=("a", 98))]
        expected = [
            {"vdst": 10, "cbsz": 5, "abid": 9, "acc_cd": 0, "acc": 0},
            {"vdst": 10, "cbsz": 0, "abid": 1, "acc_cd": 1, "acc": 1},
            {"vdst": 10, "cbsz": 0, "abid": 0, "acc_cd": 0, "acc": 2},
        ]
        found = Assembled(newest, lines)
        faults = [f"{line}: {found.refusal[n]}" for n, line in enumerate(lines) if found.refusal[n]]
        for line, code, fields in zip(lines, found.code, expected):
            fields.update(encoding=0x1A7, src0=256 + 44, src1=256 + 98, src2=256 + 7, blgp=0)
            faults += [f"{line}: {name} is {field(code, *FIELDS[name])}, not {value}"
                       for name, value in fields.items()
                       if code is not None and field(code, *FIELDS[name]) != value]
        if not faults:
            opcode = field(found.code[0], *FIELDS["op"])
            if opcode in opcodes:
                faults.append(f"opcode {opcode:#x} is that of {opcodes[opcode]} too")
            opcodes[opcode] = row["instruction"]
            faults += disassembly_faults(newest, lines, found.code)
        if row["arch"] != newest and Assembled(row["arch"], lines).code != found.code:
            faults.append("gfx942 and gfx950 encode it differently")
        result(f"{row['instruction']}: encoding", faults)


def disassembly_faults(arch, lines, codes):
    text = "\n".join(" ".join(f"{byte:#04x}" for byte in code.to_bytes(8, "little"))
                     for code in codes)
    done = run([tool("llvm-mc"), "-triple=amdgcn-amd-amdhsa", f"-mcpu={arch}", "--disassemble"],
               text)
    found = [" ".join(line.split()) for line in done.stdout.splitlines() if "v_smfmac" in line]
    return [f"{line}: disassembled as {again}" for line, again in zip(lines, found) if line != again] \
        + ([] if len(found) == len(lines) else [f"{len(found)} lines disassembled"])


def check_modifiers(rows):
    """cbsz 0..7 and abid 0..15, as the table's users are told; no blgp."""
    pairs = [(cbsz, abid) for cbsz in range(8) for abid in range(16)]
    for row in rows:
        good = [instruction(row, modifiers=f" cbsz:{cbsz} abid:{abid}") for cbsz, abid in pairs]
        bad = [instruction(row, modifiers=m) for m in
               (" cbsz:8", " abid:16", " cbsz:-1", " abid:-1", " blgp:1")]
        found = Assembled(row["arch"], good + bad)
        faults = [f"refused: {line}: {found.refusal[n]}" for n, line in enumerate(good)
                  if found.refusal[n]]
        faults += [f"accepted: {line}" for n, line in enumerate(bad, len(good))
                   if not found.refusal[n]]
        for (cbsz, abid), code in zip(pairs, found.code):
            if code is not None and (field(code, *FIELDS["cbsz"]), field(code, *FIELDS["abid"])) != (
                    cbsz, abid):
                faults.append(f"cbsz {cbsz} abid {abid} are not in their fields")
        result(f"{row['instruction']}: modifiers", faults)


# --- builtins, by generating code ---


half = "_Float16"


def find_half(row):
    """Clang 22's builtins take vectors of _Float16, clang 19's of __fp16."""
    global half
    if compile_hip("gfx942", [function(row)])[1]:
        half = "__fp16"


def vector_types(row):
    """A, B and C/D of the builtin in C++: 16-bit elements by number, others as whole registers."""
    per_vgpr = {"f16": 2, "bf16": 2}
    element = {"f16": half, "bf16": "short" if row["arch"] == "gfx942" else "__bf16"}
    types = []
    for operand in ("a", "b"):
        kind = row[operand + "_type"]
        n = row[operand + "_vgprs"] * per_vgpr.get(kind, 1)
        types.append((element.get(kind, "int"), n))
    types.append(("float" if row["cd_type"] == "f32" else "int", row["cd_vgprs"]))
    return types


def vector(element, n):
    return f"vector<{element}, {n}>"


def function(row, suffix="", types=None, cbsz="2", abid="5", idx="int"):
    a, b, cd = (vector(*t) for t in types or vector_types(row))
    name = row["instruction"]
    return (f'extern "C" __attribute__((global)) void test_{name}{suffix}(const {a} *a, const {b} *b, '
            f"{cd} *c, const {idx} *i, int n) {{ *c = __builtin_amdgcn_smfmac_{name}(*a, *b, *c, *i, "
            f"{cbsz}, {abid}); }}")


PROLOGUE = "template <typename T, int N> using vector = T __attribute__((ext_vector_type(N)));"
HIP = ["-x", "hip", "--offload-device-only", "--no-gpu-bundle-output", "-nogpulib", "-nogpuinc",
       "-std=c++17", "-O1", "-flax-vector-conversions=none", "-ferror-limit=0", "-S", "-o", "-", "-"]


def compile_hip(arch, functions):
    """Assembly by function, and the lines (one function each) that have errors."""
    text = "\n".join([PROLOGUE] + functions) + "\n"
    done = run([tool("clang"), f"--offload-arch={arch}"] + HIP, text)
    errors = {}
    for line, message in re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", done.stderr, re.M):
        errors.setdefault(int(line) - 2, message)
    bodies = dict(re.findall(r"^(test_\w+):(.*?)^\.Lfunc_end", done.stdout, re.M | re.S))
    return bodies, errors


def widened(types, at):
    """The same with twice as many elements in one operand."""
    return [(element, 2 * n if n_at == at else n) for n_at, (element, n) in enumerate(types)]


WRONG = ("a", "b", "cd", "cbsz", "abid")


def wrong_functions(row):
    types = vector_types(row)
    return [function(row, "_" + name, types=widened(types, at)) for at, name in enumerate(WRONG[:3])] + \
        [function(row, "_cbsz", cbsz="n"), function(row, "_abid", abid="n")]


def check_builtins(rows, arch):
    """The builtin with the table's types becomes the table's instruction with its registers; with
    another operand size, or a modifier that is no constant, it does not compile."""
    functions = [function(row) for row in rows]
    bodies, errors = compile_hip(arch, functions)
    if errors:  # the others still have something to say
        bodies = compile_hip(arch, [f for n, f in enumerate(functions) if n not in errors])[0]
    refused = compile_hip(arch, [f for row in rows for f in wrong_functions(row)])[1]
    for n, row in enumerate(rows):
        name = row["instruction"]
        widths = [row["cd_vgprs"], row["a_vgprs"], row["b_vgprs"]]
        pattern = row["mnemonic"] + " " + r"[va]\[(\d+):(\d+)\], " * 3 + r"v\d+ cbsz:2 abid:5"
        issued = re.findall(r"v_smfmac.*", bodies.get(f"test_{name}", ""))
        match = re.fullmatch(pattern, issued[0].strip()) if len(issued) == 1 else None
        faults = [errors[n]] if n in errors else []
        if not match and not faults:
            faults.append(f"generated: {issued}")
        elif match:
            ends = [int(end) for end in match.groups()]
            found = [hi - lo + 1 for lo, hi in zip(ends[::2], ends[1::2])]
            if found != widths:
                faults.append(f"registers D, A, B: {found}, the table has {widths}")
        faults += [f"compiles with a wrong {wrong}" for at, wrong in enumerate(WRONG)
                   if n * len(WRONG) + at not in refused]
        result(f"{name}: builtin on {arch}", faults)


# --- the scheduler model ---


def check_cycles(rows, arch):
    lines = [instruction(row) for row in rows]
    refusal = Assembled(arch, lines).refusal
    lines = "".join(line + "\n" for line, refused in zip(lines, refusal) if not refused)
    done = run([tool("llvm-mca"), "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={arch}"], lines)
    passes = {}
    for throughput, mnemonic in re.findall(r"^ *\d+ +\d+ +([\d.]+) .*?(v_smfmac_\w+)", done.stdout, re.M):
        passes.setdefault(mnemonic, float(throughput))
    for row in rows:
        model = passes.get(row["mnemonic"])
        cycles = model and PASS_CYCLES * model
        faults = [] if cycles == row["cycles"] else \
            [f"the model has {model} passes, {cycles} cycles; the table {row['cycles']}"]
        result(f"{row['instruction']}: cycles on {arch}", faults)


def main():
    rows = table()
    old = [row for row in rows if row["arch"] == "gfx942"]
    new = [row for row in rows if row["arch"] != "gfx942"]
    result("the table has 14 rows of gfx942 and 14 of gfx950",
           [] if (len(old), len(new)) == (14, 14) else [f"{len(old)} and {len(new)}"])
    major = int(run([tool("llvm-config"), "--version"]).stdout.split(".")[0])
    newest, known = "gfx950", rows
    if "gfx950" not in run([tool("clang"), "--target=amdgcn-amd-amdhsa",
                            "--print-supported-cpus"]).stderr:
        newest, known = "gfx942", old
        skipped.append(f"the rows of gfx950: LLVM {major} does not know it")
    if tool("llvm-mc"):
        check_availability(known, newest)
        check_operands(known, newest)
        check_encodings(known, newest)
        check_modifiers(known)
    else:
        skipped.append("availability, operands, encodings and modifiers: there is no llvm-mc")
    find_half(next(row for row in old if row["a_type"] == "f16"))
    check_builtins(old, "gfx942")
    if major >= 22:
        check_builtins(rows, "gfx950")
    else:
        skipped.append(f"builtins on gfx950: LLVM 22 is needed, this is {major}")
    if tool("llvm-mca"):
        for arch in ("gfx942", newest) if newest != "gfx942" else ("gfx942",):
            check_cycles(old if arch == "gfx942" else known, arch)
    else:
        skipped.append("cycles: there is no llvm-mca")
    for what in skipped:
        print(f"skipped: {what}")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


sys.exit(main())
