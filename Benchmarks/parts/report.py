"""docs/performance.md: a section for each benchmark, in the order of their headings, then what is written by hand."""

from __future__ import annotations

import os
import platform
from pathlib import Path

REPORT = Path(__file__).resolve().parent.parent.parent / "docs" / "performance.md"
BY_HAND = "<!-- By hand. -->"


def record(*sections: list[str]) -> str:
    """Writes sections, each of them lines that begin with its heading ("## Part 5: …"), in place of those with the same
    number. All other sections and what is written by hand stay as they are.

    Returns: the report's text above what is written by hand.
    """
    above, _, by_hand = (REPORT.read_text() if REPORT.exists() else "").partition(BY_HAND)
    known = {_number(part): "## " + part.rstrip() + "\n" for part in above.split("\n## ")[1:]}
    for lines in sections:
        text = "\n".join(lines).rstrip() + "\n"
        known[_number(text.removeprefix("## "))] = text
    head = (
        "# Performance\n\n"
        "Written by `make bench`. Each row and its peer are measured in the same run on the same machine; only\n"
        f"the ratios are comparable. Machine: {os.cpu_count()} cores, {platform.machine()}, {platform.system()}.\n"
    )
    text = "\n".join([head, *(known[number] for number in sorted(known))])
    REPORT.write_text(text + "\n" + BY_HAND + (by_hand or "\n"))
    return text


def _number(section: str) -> str:
    """`Part 5`, of the section `Part 5: searching …`."""
    return section.split("\n", 1)[0].split(":")[0]
