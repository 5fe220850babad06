"""Reads each PNG of a directory by the letter of its specification: signature, chunks, checksums, pixels,
and the text chunks that say what is shown."""

import pathlib
import struct
import sys
import zlib


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        (crc,) = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        assert crc == zlib.crc32(kind + body), "checksum"
        yield kind, body
        at += 12 + length


def judge(path):
    text, pixels, kinds = {}, b"", []
    for kind, body in chunks(path.read_bytes()):
        kinds.append(kind)
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"tEXt":
            key, value = body.split(b"\0", 1)
            text[key.decode("latin-1")] = value.decode("latin-1")
        elif kind == b"IDAT":
            pixels += body
        assert kind != b"tIME", "a time stamp"
    assert kinds[0] == b"IHDR" and kinds[-1] == b"IEND"
    assert (width, depth, colour) == (1600, 8, 2)
    assert len(zlib.decompress(pixels)) == height * (1 + 3 * width)
    assert text["Instructions"].startswith("v_smfmac_"), text
    assert text["Software"].startswith("smfviz "), text
    assert text["Provenance"].startswith("emulated, "), text


paths = sorted(pathlib.Path(sys.argv[1]).glob("*.png"))
assert len(paths) == 120
for path in paths:
    judge(path)
