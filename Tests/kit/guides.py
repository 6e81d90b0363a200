"""Reads README.md and the guides: their blocks, in order, and the commands that stand in their sentences."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

from tool import PROJECT

FILES = [PROJECT / "README.md", *sorted((PROJECT / "docs/guides").glob("*.md"))]
NAMES = [path.relative_to(PROJECT).as_posix() for path in FILES]
# Programs whose commands also stand in sentences. A command has more than a name.
PROGRAMS = ("apt-get", "a2enmod", "aws", "busylife-gen", "chromium", "cp", "curl", "docker", "git", "journalctl",
            "kubectl", "loginctl", "make", "netlify", "npm", "pip", "podman", "python3", "rclone", "rsync", "sbatch",
            "scp", "ssh", "systemctl", "tar", "wrangler")  # fmt: skip
FENCE = re.compile(r" *(```+)(\S*)")
COMMAND = re.compile(rf"({'|'.join(PROGRAMS)}) \S.*")
# Whole commands of which a sentence leaves out the first word.
SHORTENED = re.compile(r"(?:agenda|check) --.*|fleet \S+\.jsonl.*")
# A block is a file if the sentence before it ends with the file's name, or if its first line is a comment with a path.
NAMED = re.compile(r"`([^`/\s][^`\s]*(?:\.\w+|/[^`\s]+))`:\Z")
COMMENTED = re.compile(r"# (\S+/\S+\.ya?ml)\n")


@dataclass
class Piece:
    """A block, or a command in a sentence: its language is then `inline`."""

    guide: str
    line: int
    language: str
    text: str
    path: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.guide, self.text.split("\n")[0]

    def __str__(self) -> str:
        return f"{self.guide}:{self.line}: {self.key[1]}"


def codes(guide: str, sentence: str, line: int) -> list[Piece]:
    """Everything between backquotes in a paragraph that begins in a line."""
    pieces = []
    for found in re.finditer(r"(?<!`)`([^`]+)`(?!`)", sentence):
        text = " ".join(found[1].split())
        if SHORTENED.fullmatch(text):
            text = f"busylife-gen {text}"
        pieces.append(Piece(guide, line + sentence.count("\n", 0, found.start()), "inline", text))
    return pieces


def read(guide: str) -> list[Piece]:
    """All blocks and all code in sentences, in the order of the guide."""
    found: list[Piece] = []
    paragraph: list[str] = []
    last = ""
    lines = (PROJECT / guide).read_text(encoding="utf-8").split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        fence = FENCE.fullmatch(line)
        if line.strip() and not fence:
            paragraph.append(line)
            continue
        if paragraph:
            last = "\n".join(paragraph)
            found += codes(guide, last, number - len(paragraph))
            paragraph = []
        if not fence:
            continue
        begin = number
        while lines[number].strip() != fence[1]:
            number += 1
        text = textwrap.dedent("\n".join(lines[begin:number]) + "\n")
        named = NAMED.search(last) or COMMENTED.match(text)
        found.append(Piece(guide, begin + 1, fence[2], text, named and named[1]))
        last = ""
        number += 1
    return found
