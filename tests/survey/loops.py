"""Judges the loops of kernels/time.hip in a disassembly.

    loops.py OBJDUMP TIME.CO SMFVIZ
"""
import json
import re
import subprocess
import sys

UNROLLED, ACCUMULATORS, MAX_FMAS = 16, 4, 8


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def disassemble(objdump, path):
    """Kernel to [(address, mnemonic, operands, branch target or None)]."""
    kernels, code = {}, None
    for line in run(objdump, "-d", "--no-show-raw-insn", path).splitlines():
        head = re.match(r"[0-9a-f]+ <(\w+)>:", line)
        if head:
            code = kernels.setdefault(head[1], [])
            continue
        insn = re.match(r"\s+(\S+)\s*(.*?)\s*//\s*([0-9A-F]+):(?:.*<\w+\+0x([0-9a-f]+)>)?", line)
        if insn and code is not None:
            start = code[0][0] if code else int(insn[3], 16)
            target = start + int(insn[4], 16) if insn[4] else None
            code.append((int(insn[3], 16), insn[1], insn[2], target))
    return kernels


def loop_of(code):
    """What lies between the target of the one backward branch and that branch, with both."""
    backward = [n for n, (at, _, _, target) in enumerate(code) if target is not None and target <= at]
    if len(backward) != 1:
        return f"{len(backward)} loops"
    first = next(n for n, insn in enumerate(code) if insn[0] == code[backward[0]][3])
    before, after = code[:first], code[backward[0] + 1 :]
    if not any(i[1] == "s_memtime" for i in before) or not any(i[1] == "s_memtime" for i in after):
        return "the clock is not read before and after"
    return code[first : backward[0] + 1]


def registers(operand):
    first, last = re.match(r"v\[?(\d+)(?::(\d+))?", operand).groups()
    return set(range(int(first), int(last or first) + 1))


def fault_of(name, kind, code):
    """What is wrong with one kernel's loop, None if nothing is."""
    n_fmas = int(kind[3:]) if kind.startswith("fma") else 0
    loop = loop_of(code)
    if isinstance(loop, str):
        return loop
    body, counter = loop[:-3], [insn[1] for insn in loop[-3:]]
    if counter != ["s_add_i32", "s_cmp_lg_u32", "s_cbranch_scc1"]:
        return f"it ends with {counter}"
    expected = (["v_smfmac_" + name] + n_fmas * ["v_fma_f32"]) * UNROLLED
    if [insn[1] for insn in body] != expected:
        return f"it has {[insn[1] for insn in body]}"
    sums = [insn[2].split(", ")[0] for insn in body if insn[1] != "v_fma_f32"]
    wanted = 1 if kind == "chain" else ACCUMULATORS
    if len(set(sums)) != wanted or sums[wanted:] != sums[:-wanted]:
        return f"D is {sums}"
    matrix = set()
    for insn in body:
        if insn[1] != "v_fma_f32":
            for operand in re.findall(r"v\[\d+:\d+\]|v\d+", insn[2]):
                matrix |= registers(operand)
    for insn in body:
        if insn[1] == "v_fma_f32" and registers(insn[2]) & matrix:
            return f"v_fma_f32 {insn[2]} touches what the SMFMACs use"
    return None


def main():
    objdump, path, smfviz = sys.argv[1:]
    kernels = disassemble(objdump, path)
    listed = json.loads(run(smfviz, "list", "--all", "--format", "json"))["instructions"]
    kinds = ["chain", "apart"] + [f"fma{n}" for n in range(1, MAX_FMAS + 1)]
    passed = failed = 0
    for name in (row["name"] for row in listed):
        for kind in kinds:
            kernel = f"time_{kind}_{name}"
            fault = fault_of(name, kind, kernels[kernel]) if kernel in kernels else "is missing"
            passed, failed = passed + (not fault), failed + bool(fault)
            if fault:
                print(f"{kernel}: {fault}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed != 14 * len(kinds) else 0


sys.exit(main())
