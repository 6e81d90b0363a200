"""Reorders the functions of a WebAssembly module so that it compresses better: each is placed beside the most similar
one.

gzip's window is 32 KB, and a module is ten times as long. The functions themselves are not changed. usage:
order-wasm.py MODULE
"""

import sys
from pathlib import Path

FUNCTION, EXPORT, START, ELEMENT, CODE, CUSTOM = 3, 7, 8, 9, 10, 0


class Unknown(Exception):
    """Something that this program does not know, and so can't move."""


def number(data: bytes, index: int) -> tuple[int, int]:
    """An unsigned LEB128 number, and the offset after it."""
    value = shift = 0
    while True:
        byte = data[index]
        index += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, index


def written(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def skip(data: bytes, index: int, count: int = 1) -> int:
    """The offset after some LEB128 numbers of either sign."""
    for _ in range(count):
        while data[index] >= 0x80:
            index += 1
        index += 1
    return index


# The number of operands of an instruction; None if it is not listed.
NUMBERS = {code: 1 for code in [2, 3, 4, 0x0C, 0x0D, *range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0]}
NUMBERS |= {code: 2 for code in [0x11, *range(0x28, 0x3F)]}
NUMBERS_BULK = {8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1}


def calls(body: bytes) -> list[tuple[int, int, int]]:
    """Where a function refers to functions: from, to, and which."""
    found = []
    count, index = number(body, 0)
    for _ in range(count):
        index = skip(body, index) + 1
    while index < len(body):
        code = body[index]
        index += 1
        if code in (0x10, 0xD2):
            function, end = number(body, index)
            found.append((index, end, function))
            index = end
        elif code == 0x0E:
            count, index = number(body, index)
            index = skip(body, index, count + 1)
        elif code == 0x1C:
            count, index = number(body, index)
            index = skip(body, index, count)
        elif code in (0x43, 0x44):
            index += 4 if code == 0x43 else 8
        elif code == 0xFC:
            code, index = number(body, index)
            index = skip(body, index, NUMBERS_BULK.get(code, 0))
            if code > 17:
                raise Unknown(f"instruction fc {code:x}")
        elif code in NUMBERS:
            index = skip(body, index, NUMBERS[code])
        elif code > 0xD2 or 0xC4 < code < 0xD0 or 0x05 < code < 0x0B or 0x11 < code < 0x1A:
            raise Unknown(f"instruction {code:x}")
    return found


def order(bodies: list[bytes]) -> list[int]:
    """Begins with the longest function; each next one shares the most byte sequences with the last 20 KB."""
    length, reach = 5, 20_000
    runs = [{body[at : at + length] for at in range(max(1, len(body) - length + 1))} for body in bodies]
    last = max(range(len(bodies)), key=lambda function: (len(bodies[function]), -function))
    chosen, left = [last], set(range(len(bodies))) - {last}
    while left:
        near, size = set(), 0
        for function in reversed(chosen):
            near |= runs[function]
            size += len(bodies[function])
            if size > reach:
                break
        last = max(left, key=lambda f: (len(near & runs[f]) / (100 + len(runs[f])), -f))
        chosen.append(last)
        left.remove(last)
    return chosen


def ordered(module: bytes) -> bytes:
    sections = []
    index = 8
    while index < len(module):
        size, start = number(module, index + 1)
        sections.append((module[index], module[start : start + size]))
        index = start + size
    if any(kind in (2, START) for kind, _ in sections):
        raise Unknown("imports, or a function to start with")
    bodies = []
    code = dict(sections)[CODE]
    count, index = number(code, 0)
    for _ in range(count):
        size, index = number(code, index)
        bodies.append(code[index : index + size])
        index += size
    chosen = order(bodies)
    place = {function: at for at, function in enumerate(chosen)}

    def moved(body: bytes) -> bytes:
        out, done = bytearray(), 0
        for start, end, function in calls(body):
            out += body[done:start] + written(place[function])
            done = end
        return bytes(out + body[done:])

    out = bytearray(module[:8])
    for kind, data in sections:
        if kind == CUSTOM:
            continue
        if kind == FUNCTION:
            types, index = [], number(data, 0)[1]
            for _ in range(count):
                kind_of, index = number(data, index)
                types.append(kind_of)
            data = written(count) + b"".join(written(types[function]) for function in chosen)
        elif kind == CODE:
            parts = [moved(bodies[function]) for function in chosen]
            data = written(count) + b"".join(written(len(part)) + part for part in parts)
        elif kind == EXPORT:
            exports, index = number(data, 0)
            entries = written(exports)
            for _ in range(exports):
                size, start = number(data, index)
                name = data[index : start + size]
                sort = data[start + size]
                value, index = number(data, start + size + 1)
                entries += name + bytes([sort]) + written(place[value] if sort == 0 else value)
            data = entries
        elif kind == ELEMENT:
            segments, index = number(data, 0)
            entries = written(segments)
            for _ in range(segments):
                if data[index] != 0 or data[index + 1] != 0x41:
                    raise Unknown("a table that is filled in another way")
                start = index
                index = skip(data, index + 2) + 1
                functions, index_of_first = number(data, index)
                entries += data[start:index] + written(functions)
                index = index_of_first
                for _ in range(functions):
                    function, index = number(data, index)
                    entries += written(place[function])
            data = entries
        out += bytes([kind]) + written(len(data)) + data
    return bytes(out)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    try:
        path.write_bytes(ordered(path.read_bytes()))
    except Unknown as unknown:
        print(f"order-wasm: {unknown}: the module is left as it is", file=sys.stderr)
