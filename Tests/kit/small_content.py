"""Content of a few lines, and every file that it builds."""

from __future__ import annotations

from pathlib import Path

import tool

WINDOW = ("--tz", "UTC", "--from", "2026-11-01", "--to", "2026-12-01")
CHOIR = "UID:choir@example.com\nDTSTAMP:20260101T000000Z\nDTSTART:20261103T190000Z\nDURATION:PT2H\nSUMMARY:Choir"


def calendar(*events: str, head: str = "") -> str:
    """A calendar of events, each by its lines."""
    return (
        f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example//EN\n{head}"
        + "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
        + "END:VCALENDAR\n"
    )


def content(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / "Content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "Content"


def tree(folder: Path, files: dict[str, str], *arguments: str) -> dict[str, bytes]:
    """What a content builds, by path."""
    output = folder / "Output"
    tool.build(output, *WINDOW, *arguments, content=content(folder, files))
    return {str(path.relative_to(output)): path.read_bytes() for path in output.rglob("*") if path.is_file()}
