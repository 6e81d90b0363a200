#!/usr/bin/env python3
"""Writes the section "Fields" of docs/guides/theme.md: the names that templates may use, from
Sources/CalendarPages/Shapes.

    .ci/theme-fields.py [--check]

Names and descriptions are the cases of the enums there and their comments; kinds are the values of `kind`. With
--check nothing is written, and the exit code is 1 if the guide differs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHAPES = ROOT / "Sources/CalendarPages/Shapes"
GUIDE = ROOT / "docs/guides/theme.md"


class Shape:
    """A kind of record: its description, the record it extends, and the kind and comment of each field of its own."""

    def __init__(self, what: str, name: str, body: str) -> None:
        self.name = name[0].lower() + name[1:]
        self.what = said(what)
        base = re.search(r"typealias Base = (\w+)Field", body)
        self.base = base[1][0].lower() + base[1][1:] if base else None
        cases, _, switch = body.partition("var kind: FieldKind")
        kinds = {}
        for names, kind, of in re.findall(r"case ((?:\.\w+,?\s*)+): \.(\w+)(?:\(of: (\w+)Field\.self\))?", switch):
            written = f"{kind}({of[0].lower()}{of[1:]})" if of else kind
            kinds.update(dict.fromkeys(re.findall(r"\.(\w+)", names), written))
        self.fields = [
            (field, kinds.pop(field, "text"), said(comment))
            for comment, field in re.findall(r"((?:^ +///.*\n)+) +case `?(\w+)`?$", cases, re.MULTILINE)
        ]
        assert not kinds, f"{name}Field has no {', '.join(kinds)}"


def shapes() -> list[Shape]:
    """All shapes, in the order of their numbers."""
    pattern = r"((?:^///.*\n)+)package enum (\w+)Field: Int \{\n((?:^ .*\n|^\n)*)\}"
    found = {}
    for path in SHAPES.glob("Shapes+*.swift"):
        for parts in re.findall(pattern, path.read_text(), re.MULTILINE):
            shape = Shape(*parts)
            found[shape.name] = shape
    return [found[name] for name in re.findall(r"^  case (\w+)$", (SHAPES / "Shapes.swift").read_text(), re.MULTILINE)]


def said(comment: str) -> str:
    return " ".join(line.strip().removeprefix("///").strip() for line in comment.strip().splitlines())


def kind(written: str) -> str:
    """A kind, with a link to its shape."""
    parts = re.fullmatch(r"(list|record)\((\w+)\)", written)
    if parts is None:
        return {"texts": "list of texts"}.get(written, written)
    return f"{'list of' if parts[1] == 'list' else 'record'} [{parts[2]}](#{parts[2].lower()})"


def described(comment: str, written: str) -> str:
    """A comment without the kind, which has its own column."""
    if "(" in written:
        comment = re.sub(r"^(List of )?`\w+`: (see `\w+`$)?", "", comment)
        comment = comment[:1].upper() + comment[1:]
    return re.sub(r"`(\w+)Field\.(\w+)`", lambda parts: f"`{parts[1][0].lower()}{parts[1][1:]}`", comment)


def section(shape: Shape) -> list[str]:
    lines = [f"### {shape.name}", "", shape.what, ""]
    if shape.name == "words":
        words = [f"`{name}` ({comment})" for name, _, comment in shape.fields]
        return [*lines, "Each is a text: " + ", ".join(words) + ".", ""]
    if shape.base:
        lines += [f"All fields of [{shape.base}](#{shape.base.lower()}), and:", ""]
    lines += ["| field | kind | what |", "|---|---|---|"]
    return [*lines, *(f"| `{name}` | {kind(of)} | {described(about, of)} |" for name, of, about in shape.fields), ""]


def guide(text: str) -> str:
    """The guide with its section replaced. The text between the heading and the first shape is kept."""
    head, rest = text.split("\n## Fields\n")
    intro, after = rest.split("\n### ", 1)
    after = after.split("\n## ", 1)[1:]
    ordered = sorted(shapes(), key=lambda shape: shape.name != "page")
    lines = [line for shape in ordered for line in section(shape)]
    tail = "\n## " + after[0] if after else ""
    return f"{head}\n## Fields\n{intro}\n" + "\n".join(lines).rstrip() + "\n" + tail


text = GUIDE.read_text()
made = guide(text)
if "--check" in sys.argv[1:]:
    if made != text:
        sys.exit(f"{GUIDE.relative_to(ROOT)} differs from the schema of templates; run .ci/theme-fields.py")
else:
    GUIDE.write_text(made)
