#!/usr/bin/python3
"""Changes a capture and makes its checksums fit again, by docs/capture.md alone.

  capture_edit.py IN OUT EDIT...

  registers     exchange registers 2n and 2n + 1 of D in every lane, where C carried no tags
  tags          the same where it did
  nibbles       in a survey's question of them, illegal nibbles put out 0
  sums          in a survey's question of them, the last bit of each is another
  plan          change one byte of the first launch's input
  code          name another code object in the first launch
  comment       another linker's name in each code object
  bf16          bf16 instructions in place of f16 ones in each code object
  drop          leave the last launch out
  WORD=TEXT     another value for a line of the head
"""
import base64
import hashlib
import sys
import zlib


def fit(condition, what):
    if not condition:
        sys.exit(f"{sys.argv[1]}: {what}")


def sections(text):
    """The lines of each section without its sum, every checksum being looked at."""
    whole, last = text[: text.rindex(b"end ")], text[text.rindex(b"end ") :]
    found, lines = [], []
    for line in whole.splitlines(keepends=True):
        if line.startswith(b"sum "):
            fit(line.split()[1].decode() == hashlib.sha256(b"".join(lines)).hexdigest(), "sum")
            found.append(lines)
            lines = []
        else:
            lines.append(line)
    fit(last == end_of(found, whole) and not lines, "end")
    return found


def launches_of(found):
    return [lines for lines in found if lines[0].startswith(b"launch ")]


def end_of(found, whole):
    return b"end %d %s\n" % (len(launches_of(found)), hashlib.sha256(whole).hexdigest().encode())


def take_data(launch, word):
    """Where the data of `word` stand in the launch's lines, and what they are."""
    start = next(n for n, line in enumerate(launch) if line.startswith(word + b" "))
    end = start + 1
    while end < len(launch) and launch[end].startswith(b" "):
        end += 1
    data = zlib.decompress(b"".join(base64.b64decode(line.strip()) for line in launch[start + 1 : end]))
    fit(len(data) == int(launch[start].split()[1]), "length")
    return start, end, data


def put_data(launch, word, change):
    start, end, data = take_data(launch, word)
    data = change(data)
    packed = zlib.compress(data)
    launch[start:end] = [word + b" %d\n" % len(data)] + [
        b" " + base64.b64encode(packed[n : n + 57]) + b"\n" for n in range(0, len(packed), 57)
    ]


def exchange_registers(data):
    words = [data[n : n + 4] for n in range(0, len(data), 4)]
    for n in range(0, len(words), 2):
        words[n], words[n + 1] = words[n + 1], words[n]
    return b"".join(words)


def exchange_in_waves(launch, tagged):
    """By the plans of kernels/probe_plan.h: 96 bytes a wave, tag_c at 84. A multiplication is one
    wave without tags."""
    plans = take_data(launch, b"in")[2]
    waves = int(next(line for line in launch if line.startswith(b"grid ")).split()[1])
    probes = b"kernel probe_" in launch[1]

    def change(data):
        size = len(data) // waves
        found = [data[n : n + size] for n in range(0, len(data), size)]
        for n in range(waves):
            tags = probes and plans[96 * n + 84] != 0
            if tags == tagged:
                found[n] = exchange_registers(found[n])
        return b"".join(found)

    put_data(launch, b"out", change)


def other_linker(code):
    fit(b"LLD" in code, "no linker's name")
    return code.replace(b"LLD", b"DLL")


def bf16_for_f16(code):
    """V_SMFMAC_F32_16X16X32_F16 is VOP3P-MAI 0x62, _BF16 is 0x64 (LLVM's VOP3PInstructions.td)."""
    words = [code[n : n + 4] for n in range(0, len(code), 4)]
    found = [n for n in range(len(words)) if words[n][2:] == b"\xe2\xd3"]
    for n in found:
        words[n] = words[n][:2] + b"\xe4\xd3"
    return b"".join(words)


def change_objects(found, change):
    """And the launches' names for them."""
    for lines in found:
        if not lines[0].startswith(b"object "):
            continue
        old = hashlib.sha256(take_data(lines, b"bytes")[2]).hexdigest().encode()
        put_data(lines, b"bytes", change)
        new = hashlib.sha256(take_data(lines, b"bytes")[2]).hexdigest().encode()
        for launch in launches_of(found):
            launch[2] = launch[2].replace(old, new)


def forget_illegal_nibbles(launch):
    """A survey's question of all nibbles: 96 waves, six a nibble; the illegal ones then put out 0."""
    if b"grid 96 64\n" not in launch or not launch[1].startswith(b"kernel multiply_"):
        return

    def change(data):
        size = len(data) // 16
        return b"".join(
            data[n * size : (n + 1) * size] if n & 3 < n >> 2 else bytes(size) for n in range(16)
        )

    put_data(launch, b"out", change)


def spoil_sums(launch):
    """A survey's question of sums: eight waves."""
    if b"grid 8 64\n" in launch and launch[1].startswith(b"kernel multiply_"):
        put_data(launch, b"out", lambda data: bytes(x ^ (n % 4 == 0) for n, x in enumerate(data)))


def edit(found, how):
    head, launches = found[0], launches_of(found)
    if how in ("registers", "tags"):
        for launch in launches:
            if not launch[1].startswith(b"kernel gemm_"):
                exchange_in_waves(launch, how == "tags")
    elif how == "nibbles":
        for launch in launches:
            forget_illegal_nibbles(launch)
    elif how == "sums":
        for launch in launches:
            spoil_sums(launch)
    elif how == "plan":
        put_data(launches[0], b"in", lambda data: bytes([data[0] ^ 1]) + data[1:])
    elif how == "code":
        at = next(n for n, line in enumerate(launches[0]) if line.startswith(b"code "))
        launches[0][at] = b"code " + 64 * b"7" + b"\n"
    elif how in ("comment", "bf16"):
        change_objects(found, other_linker if how == "comment" else bf16_for_f16)
    elif how == "drop":
        found.pop()
    else:
        word, text = (part.encode() for part in how.split("=", 1))
        at = next(n for n, line in enumerate(head) if line.startswith(word + b" "))
        head[at] = word + b" " + text + b"\n"


def main():
    with open(sys.argv[1], "rb") as file:
        found = sections(file.read())
    for how in sys.argv[3:]:
        edit(found, how)
    whole = b""
    for lines in found:
        text = b"".join(lines)
        whole += text + b"sum " + hashlib.sha256(text).hexdigest().encode() + b"\n"
    whole += end_of(found, whole)
    with open(sys.argv[2], "wb") as file:
        file.write(whole)


main()
