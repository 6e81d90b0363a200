#!/usr/bin/env python3
"""Writes the section "Fields" of docs/guides/theme.md: what templates may name, from Sources/CalendarPages/Shapes.

    .ci/theme-fields.py [--check]

Names and kinds are those of Shapes+Schema.swift, which templates are checked against; descriptions are the comments of
the enums beside it. With --check nothing is written, and the exit code is 1 where the guide differs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHAPES = ROOT / "Sources/CalendarPages/Shapes"
GUIDE = ROOT / "docs/guides/theme.md"
# The fields of these begin with all fields of a chip.
LIKE_CHIP = ("block", "entry")


def kinds() -> dict[str, list[tuple[str, str]]]:
    """The fields of each shape and their kinds, in the schema's order."""
    text = (SHAPES / "Shapes+Schema.swift").read_text()
    return {
        shape: re.findall(r'\("(\w+)", \.(\w+(?:\(\w+\))?)\)', fields)
        for shape, fields in re.findall(r"schema\.define\(\s*(\w+),\s*\[(.*?)\]\)", text, re.DOTALL)
    }


def comments() -> dict[str, tuple[str, dict[str, str]]]:
    """What each shape is, and its fields are, by the comments of their enums."""
    found = {}
    for path in SHAPES.glob("Shapes+*.swift"):
        text = path.read_text()
        enums = re.findall(r"((?:^///.*\n)+)public enum (\w+)Field: Int \{\n((?:^ .*\n|^\n)*)\}", text, re.MULTILINE)
        for what, name, body in enums:
            fields = re.findall(r"((?:^ +///.*\n)+) +case `?(\w+)`?", body, re.MULTILINE)
            shape = name[0].lower() + name[1:]
            found[shape] = said(what), {field: said(comment) for comment, field in fields}
    return found


def said(comment: str) -> str:
    return " ".join(line.strip().removeprefix("///").strip() for line in comment.strip().splitlines())


def kind(written: str) -> str:
    """A kind, with a link to the shape that it leads to."""
    parts = re.fullmatch(r"(list|record)\((\w+)\)", written)
    if parts is None:
        return {"texts": "list of texts"}.get(written, written)
    return f"{'list of' if parts[1] == 'list' else 'record'} [{parts[2]}](#{parts[2].lower()})"


def described(comment: str, written: str) -> str:
    """A comment without the kind, which stands in a column of its own."""
    if "(" in written:
        comment = re.sub(r"^(List of )?`\w+`: (see `\w+`$)?", "", comment)
        comment = comment[:1].upper() + comment[1:]
    return re.sub(r"`(\w+)Field\.(\w+)`", lambda parts: f"`{parts[1][0].lower()}{parts[1][1:]}`", comment)


def section(shape: str, fields: list[tuple[str, str]], what: str, about: dict[str, str]) -> list[str]:
    lines = [f"### {shape}", "", what.split(" Its fields open")[0], ""]
    if shape == "words":
        words = [f"`{name}` ({about[name]})" for name, _ in fields]
        return [*lines, "Each is a text: " + ", ".join(words) + ".", ""]
    if shape in LIKE_CHIP:
        lines += ["All fields of [chip](#chip), and:", ""]
        fields = [field for field in fields if field[0] not in dict(kinds()["chip"])]
    lines += ["| field | kind | what |", "|---|---|---|"]
    return [*lines, *(f"| `{name}` | {kind(of)} | {described(about[name], of)} |" for name, of in fields), ""]


def guide(text: str) -> str:
    """The guide with its section made anew. What stands between the heading and the first shape is kept."""
    head, rest = text.split("\n## Fields\n")
    intro, after = rest.split("\n### ", 1)
    after = after.split("\n## ", 1)[1:]
    schema, about = kinds(), comments()
    shapes = ["page", *(shape for shape in schema if shape != "page")]
    lines = [line for shape in shapes for line in section(shape, schema[shape], *about[shape])]
    tail = "\n## " + after[0] if after else ""
    return f"{head}\n## Fields\n{intro}\n" + "\n".join(lines).rstrip() + "\n" + tail


text = GUIDE.read_text()
made = guide(text)
if "--check" in sys.argv[1:]:
    if made != text:
        sys.exit(f"{GUIDE.relative_to(ROOT)} differs from the schema of templates; run .ci/theme-fields.py")
else:
    GUIDE.write_text(made)
