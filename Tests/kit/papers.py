"""Pages as Chromium prints them, and the words of a PDF with their places."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path


@dataclass(order=True)
class Word:
    page: int
    x: float
    y: float
    text: str


@dataclass
class Sheet:
    sizes: list[tuple[float, float]]
    words: list[Word]

    def find(self, pattern: str) -> list[tuple[Word, str]]:
        return [(word, match) for word in self.words for match in re.findall(pattern, word.text)]


def read(file: Path) -> Sheet:
    """The words of a PDF with their places, in points from the upper left corner."""
    text = subprocess.run(["pdftotext", "-bbox", file, "-"], check=True, capture_output=True).stdout.decode()
    sizes, words = [], []
    for line in text.splitlines():
        if found := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
            sizes.append((float(found[1]), float(found[2])))
        elif "<word" in line:
            left, top, right, bottom = map(float, re.findall(r'M(?:in|ax)="([\d.-]+)"', line))
            said = unescape(line.partition(">")[2].rpartition("<")[0])
            words.append(Word(len(sizes) - 1, (left + right) / 2, (top + bottom) / 2, said))
    return Sheet(sizes, words)


def printed(page, folder: Path, paper: str, is_own: bool = False) -> Sheet:
    """The page as Chromium prints it. `is_own`: on the paper that the page itself asks for."""
    file = folder / "page.pdf"
    page.pdf(path=file, format=paper, prefer_css_page_size=is_own)
    return read(file)
