"""Content with two calendars for three audiences, and what remains of its texts in the sites."""

from __future__ import annotations

from pathlib import Path

import tool
from tool import build, snapshot

WINDOW = ("--from", "2026-11-01", "--to", "2026-12-01")

THREE = """\
title: Cal
url: https://example.org/cal/
audiences:
  - {name: family, privacy: full, zones: Europe/Berlin}
  - {name: team, privacy: titles, calendars: [work], zones: [Asia/Tokyo, UTC], output: for/team}
  - {name: public, privacy: busy, locale: en-GB, zones: UTC}
"""
# Says something of each event that no other says: the title, and what only a full site has.
SECRETS = {"work": ("Zephyrine", "Quillwort"), "home": ("Marzipan", "Oleander")}


def event(uid: str, title: str, place: str, hour: int) -> str:
    return (
        f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T{hour:02}0000Z\r\n"
        f"DTEND:20261120T{hour + 1:02}0000Z\r\nSUMMARY:{title}\r\nLOCATION:{place}\r\nEND:VEVENT\r\n"
    )


class Sites:
    """Content with two calendars, and an output folder with a cache of its own."""

    def __init__(self, root: Path):
        self.root, self.content, self.output, self.cache = root, root / "Content", root / "Out", root / "cache"
        self.content.mkdir()
        for hour, (name, (title, place)) in enumerate(SECRETS.items(), 9):
            self.calendar(name, event(f"{name}-uid@example.org", title, place, hour))
        self.settings(THREE)

    def calendar(self, name: str, *events: str):
        text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\n" + "".join(events) + "END:VCALENDAR\r\n"
        (self.content / f"{name}.ics").write_text(text, newline="")

    def settings(self, text: str):
        (self.content / "site.yml").write_text(text)

    def build(self, *arguments, output: Path | None = None, **options):
        return build(
            output or self.output,
            *WINDOW,
            *arguments,
            content=self.content,
            environment={"XDG_CACHE_HOME": str(self.cache)},
            **options,
        )

    def clean(self, name: str) -> dict[str, str]:
        """What a build into a new folder writes."""
        self.build(output=self.root / name / "Out")
        return snapshot(self.root / name / "Out")

    def command(self) -> list[str]:
        words = ["build", "--content", self.content, "--templates", tool.TEMPLATES, "--output", self.output]
        return [str(w) for w in [tool.TOOL, *words, *WINDOW, "--now", tool.NOW]]


def holding(folder: Path, *texts: str) -> list[str]:
    """The files below a folder, hidden ones too, whose bytes or names hold any of some texts."""
    found = []
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found += [f"{name}: {t}" for t in texts if t.encode() in data or t.lower() in name.lower()]
    return found
