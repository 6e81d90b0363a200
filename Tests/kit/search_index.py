"""Reads the search index of a site as docs/guides/search.md describes it, and searches events as the guide says; both
know nothing of the sources."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass
class Reader:
    """Numbers in groups of seven bits, the lowest first; texts after their lengths."""

    bytes: bytes
    at: int = 0

    def byte(self) -> int:
        self.at += 1
        return self.bytes[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def text(self) -> bytes:
        count = self.number()
        self.at += count
        return self.bytes[self.at - count:self.at]

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.bytes)


def terms(root: Path) -> dict[str, str]:
    """Every term of a site's index that is a word, and the file that has it."""
    found = {}
    for path in sorted(root.glob("data/search/words/*.bin")):
        reader = Reader(path.read_bytes())
        last = b""
        while not reader.is_at_end:
            shared = reader.number()
            last = last[:shared] + reader.text()
            if reader.number() == 0:
                reader.text()
            else:
                reader.number()
            # Neither filters nor what stands for all words with a beginning.
            if b"\x01" not in last:
                found[last.decode()] = path.name
    return found


# Scripts whose words are found by pairs of characters.
PAIRED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u31ff"
                    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
WITHOUT_MARK = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th"})


def folded(text: str) -> str:
    """A text without case, accents and points, by Unicode's tables."""
    parts = []
    for character in unicodedata.normalize("NFC", text):
        if PAIRED.match(character):
            parts.append(character)
        else:
            plain = unicodedata.normalize("NFKD", character.casefold())
            parts.append("".join(one for one in plain if not unicodedata.combining(one)).translate(WITHOUT_MARK))
    return "".join(parts)


@cache
def words(text: str) -> tuple[str, ...]:
    """The words of a text, and the runs of scripts that do not divide words."""
    return tuple(re.findall(rf"{PAIRED.pattern}+|(?:(?!{PAIRED.pattern})[^\W_])+", folded(text)))


def matches(query: str, texts: list[str]) -> bool:
    """Whether each word of a query begins a word of the texts, or stands within one of a script without words."""
    all_words = [word for text in texts for word in words(text)]
    return all(
        any(wanted in word if PAIRED.match(wanted) else word.startswith(wanted) if len(wanted) > 1 else word == wanted
            for word in all_words)
        for wanted in words(query))
