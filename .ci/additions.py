"""What an addition costs: each patch of Tests/additions adds one thing to a copy of the sources.

    additions.py tree FOLDER   brings a copy of the sources, with all patches, up to date
    additions.py table         writes the patches' lists of files into docs/design.md
    additions.py check         says whether those lists are what docs/design.md has

A patch begins with what it adds and how many files that takes, and a line for each file that says what goes in it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DESIGN = ROOT / "docs/design.md"
# In the order of docs/design.md.
NAMES = ["feed", "page", "setting", "rule", "source"]
BEGIN, END = "<!-- additions: by .ci/additions.py -->\n", "<!-- end of additions -->\n"
# What the command is made of, and what Package.swift names besides.
PARTS, BESIDES = ["Package.swift", "Sources", "Templates"], ["Benchmarks", "Fuzz", "Tests"]


@dataclass(frozen=True)
class Addition:
    title: str
    # What goes in each file, by its path.
    files: dict[str, str]
    # The paths that the patch touches.
    touched: list[str]
    path: Path

    @staticmethod
    def named(name: str) -> Addition:
        path = ROOT / f"Tests/additions/{name}.patch"
        text = path.read_text(encoding="utf-8")
        head = text[:text.index("diff --git")].strip()
        title, _, lines = head.partition("\n\n")
        files = dict(line.split(": ", 1) for line in lines.splitlines())
        touched = re.findall(r"^diff --git a/\S+ b/(\S+)$", text, re.MULTILINE)
        return Addition(title, files, touched, path)

    @property
    def count(self) -> int:
        """How many files it takes besides templates of pages."""
        return sum(not name.endswith(".mustache") for name in self.touched)

    @property
    def table(self) -> str:
        rows = [f"| `{name.removeprefix('Sources/')}` | {what} |\n" for name, what in self.files.items()]
        return f"**{self.title[0].upper()}{self.title[1:]}**\n\n| file | what goes in it |\n|---|---|\n" + "".join(rows)


ALL = [Addition.named(name) for name in NAMES]


def tree(folder: Path) -> None:
    """Files that have not changed are not written again, so that they are not compiled again."""
    fresh = folder.with_name(folder.name + ".fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    for part in PARTS:
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy2)(ROOT / part, fresh / part)
    # The folder may lie in a repository, to which git would apply the patches, or say nothing and apply none.
    environment = os.environ | {"GIT_CEILING_DIRECTORIES": str(fresh.parent)}
    for addition in ALL:
        if subprocess.run(["git", "apply", addition.path], cwd=fresh, env=environment).returncode:
            sys.exit(f"{addition.path.relative_to(ROOT)} does not apply to the sources; make its change again, and "
                     "write the difference there")
    names = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    for part in PARTS:
        for path in list((folder / part).rglob("*")):
            if path.is_file() and path.relative_to(folder) not in names:
                path.unlink()
    for part in BESIDES:
        if not (folder / part).exists():
            folder.mkdir(exist_ok=True)
            (folder / part).symlink_to(ROOT / part)
    for name in names:
        source, target = fresh / name, folder / name
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    shutil.rmtree(fresh)


def design(text: str) -> str:
    """docs/design.md with the tables."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return before + BEGIN + "\n" + "\n".join(addition.table for addition in ALL) + "\n" + END + after


def main(words: list[str]) -> int:
    if words[:1] == ["tree"]:
        tree(Path(words[1]).resolve())
        return 0
    text = DESIGN.read_text(encoding="utf-8")
    if words not in (["table"], ["check"]):
        sys.exit(__doc__)
    if words == ["table"]:
        DESIGN.write_text(design(text), encoding="utf-8")
    elif design(text) != text:
        print("docs/design.md: its additions are not those of Tests/additions; run python3 .ci/additions.py table")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
