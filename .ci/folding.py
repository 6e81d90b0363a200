#!/usr/bin/env python3
"""Writes Sources/Search/FoldingTable.swift: what search makes of each character below U+3000.

The source is the Unicode Character Database, as the `unicodedata` module of Python has it. `--check` only compares.

Of each character, the table says one of these: it separates words; it is left out (marks, points, joiners); it stays;
it becomes another character (case, accents, digits); it becomes several letters of ASCII (`ß`, `æ`).
"""

import pathlib
import sys
import unicodedata

END = 0x3000
SEPARATOR, REMOVED = 1, 0

MARKS = [
    (0xAD, 0xAD), (0x300, 0x36F), (0x483, 0x487), (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5),
    (0x5C7, 0x5C7), (0x610, 0x61A), (0x640, 0x640), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6DC), (0x6DF, 0x6E4),
    (0x6E7, 0x6E8), (0x6EA, 0x6ED), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x200C, 0x200F), (0x202A, 0x202E),
    (0x2060, 0x2069), (0x20D0, 0x20FF),
]
# Scripts that are searched by pairs of characters: each of these is as it is written.
PAIRS = [(0xE00, 0xEFF), (0x1000, 0x109F), (0x1100, 0x11FF), (0x1780, 0x17FF)]

# What Unicode does not decompose, and readers type without.
LETTERS = {
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ŧ": "t", "ı": "i", "þ": "th", "ŋ": "n",
    "ĸ": "k", "ƀ": "b", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ƴ": "y", "ɨ": "i", "ʉ": "u", "ə": "e", "ǝ": "e", "ɛ": "e",
    "ɔ": "o", "ʼ": "",
    # Arabic: forms of alef, yeh, kaf and heh.
    "ٱ": "ا", "ة": "ه", "ى": "ي", "ی": "ي", "ک": "ك", "ە": "ه", "ہ": "ه", "ھ": "ه",
    # Hebrew: letters at the end of a word.
    "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
}


def within(code, ranges):
    return any(low <= code <= high for low, high in ranges)


def folded(code):
    """The text that a character becomes, or SEPARATOR."""
    character = chr(code)
    if within(code, MARKS):
        return ""
    category = unicodedata.category(character)
    if category[0] not in "LMN":
        return SEPARATOR
    if within(code, PAIRS):
        return character
    if category == "Nd":
        return str(unicodedata.digit(character))
    text = character
    for _ in range(3):
        text = unicodedata.normalize("NFKD", text.casefold())
        text = "".join(LETTERS.get(one, one) for one in text if not within(ord(one), MARKS))
    text = text.replace("\u00b7", "")
    is_known = all(unicodedata.category(one)[0] in "LMN" and ord(one) < END for one in text)
    return text if text and is_known and (len(text) == 1 or text.isascii()) else character.lower()[:1]


def table():
    """Of each character from U+0080: the number in the table, and the texts of several letters."""
    texts = []
    values = []
    for code in range(0x80, END):
        text = folded(code)
        if text == SEPARATOR:
            values.append(SEPARATOR)
        elif text == "":
            values.append(REMOVED)
        elif len(text) == 1:
            values.append(ord(text))
        else:
            if text not in texts:
                texts.append(text)
            values.append(0xE000 + texts.index(text))
    return values, texts


DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def number(value):
    """Groups of five bits, the lowest first; digits from `g` on say that more follow."""
    out = ""
    while value > 31:
        out += DIGITS[32 + (value & 31)]
        value >>= 5
    return out + DIGITS[value]


def runs(values):
    """Runs of characters that move by the same distance, each alone or in every second place."""
    out = ""
    at = last = 0
    while at < len(values):
        code = 0x80 + at
        if values[at] == code:
            at += 1
            continue
        fixed = values[at] < 2 or values[at] >= 0xE000
        distance = values[at] - code

        def fits(index):
            return index < len(values) and (
                values[index] == values[at] if fixed else values[index] - index - 0x80 == distance)

        length = 1
        while fits(at + length):
            length += 1
        step = 1
        if length == 1 and not fixed:
            while fits(at + 2 * length) and values[at + 2 * length - 1] == 0x80 + at + 2 * length - 1:
                length += 1
            step = 2 if length > 1 else 1
        kind = 0 if fixed else step
        out += number(at - last) + number(length * 3 + kind)
        if fixed:
            out += number(values[at] if values[at] < 2 else values[at] - 0xE000 + 2)
        else:
            out += number(distance * 2 if distance >= 0 else -distance * 2 - 1)
        at += (length - 1) * step + 1
        last = at
    return out


def source():
    values, texts = table()
    coded = runs(values)
    lines = [coded[start:start + 108] for start in range(0, len(coded), 108)]
    body = "\\\n    ".join(lines)
    spelt = " ".join(texts) + "\\u{20}"
    version = unicodedata.unidata_version
    return f'''// Written by .ci/folding.py from the Unicode Character Database {version}; not to be edited.

/// The data of ``Folding``: runs of characters from U+0080 on. Each run is three numbers: how many characters before it
/// stay as they are; three times its length, plus 0 for one result of all, 1 for a distance that each moves, 2 for one
/// that every second moves; and that result or distance. Numbers are in groups of five bits, the lowest first.
enum FoldingTable {{
  /// One beyond the last character.
  static let end = {hex(END)}
  /// The texts of several letters.
  static let texts: StaticString = """
    {spelt}
    """
  static let runs: StaticString = """
    {body}
    """
}}
'''


if __name__ == "__main__":
    path = pathlib.Path(__file__).parent.parent / "Sources/Search/FoldingTable.swift"
    if "--check" in sys.argv:
        # Other versions of Unicode have other characters.
        if f"Character Database {unicodedata.unidata_version};" not in path.read_text():
            sys.exit(0)
        sys.exit(0 if path.read_text() == source() else f"{path}: run .ci/folding.py")
    path.write_text(source())
