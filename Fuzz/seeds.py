"""The seeds of fuzzing: files of the project and the system, in the form of each target."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path


def icalendar(root: Path) -> Iterator[bytes]:
    for folder in ["Tests/Fixtures/ical", "Content"]:
        for path in sorted((root / folder).glob("*.ics")):
            yield path.read_bytes()


def rrule(root: Path) -> Iterator[bytes]:
    """Every rule of the tests, after two letters that choose DTSTART and the window."""
    rules = set()
    for folder, pattern in [("Tests/RecurrenceTests", "*.swift"), ("Tests/Fixtures/ical", "*.ics")]:
        for path in (root / folder).glob(pattern):
            text = path.read_text(errors="replace").replace("\r\n ", "")
            rules.update(re.findall(r"FREQ=[A-Z0-9=;,+-]+", text))
    for index, rule in enumerate(sorted(rules)):
        yield bytes([0x61 + index % 10, 0x61 + index // 10 % 8]) + rule.encode()


def zone_files() -> list[bytes]:
    folder = Path(os.environ.get("TZDIR") or "/usr/share/zoneinfo")
    files = {path.read_bytes() for path in folder.rglob("*") if path.is_file() and "right" not in path.parts}
    return sorted(data for data in files if data.startswith(b"TZif"))


def tzif(root: Path) -> Iterator[bytes]:
    yield from zone_files()


def posix_tz(root: Path) -> Iterator[bytes]:
    yield from sorted({data.rstrip(b"\n").rsplit(b"\n", 1)[-1] for data in zone_files()})


def mustache(root: Path) -> Iterator[bytes]:
    """Each page of the theme with the layout, and each case of the specification with its partials."""
    layout = (root / "Templates/layout.mustache").read_bytes()
    for path in sorted((root / "Templates").glob("*.mustache")):
        yield b"\x1c".join([path.read_bytes(), layout])
    for path in sorted((root / "Tests/Fixtures/mustache-spec").glob("*.json")):
        for case in json.loads(path.read_text())["tests"]:
            partials = list(case.get("partials", {}).values())[:3]
            yield b"\x1c".join(text.encode() for text in [case["template"], *partials])


def events_json(root: Path) -> Iterator[bytes]:
    """The sample's file, and every event in the tests of the reader."""
    yield (root / "Content/events.json").read_bytes()
    tests = (root / "Tests/ReadersTests/EventsFileTests.swift").read_text()
    for event in re.findall(r'#"(\{.*?\})"#', tests):
        yield b"[" + event.encode() + b"]"


def drawing(root: Path) -> Iterator[bytes]:
    """The drawings of the reader's fixtures and of the theme, and every piece in its tests."""
    for folder in ["Tests/Fixtures/readers/drawings", "Templates/assets/icons"]:
        for path in sorted((root / folder).glob("*.svg")):
            yield path.read_bytes()
    tests = (root / "Tests/ReadersTests/DrawingTests.swift").read_text()
    for piece in re.findall(r'^    \("[^"]*", "(<.*?)", #*"', tests, re.M):
        text = piece.replace('\\"', '"').replace("\\\\", "\\")
        head = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
        yield f"{head}{text}</svg>".encode()


SEEDS = {
    "icalendar": icalendar,
    "rrule": rrule,
    "tzif": tzif,
    "posix-tz": posix_tz,
    "mustache": mustache,
    "events-json": events_json,
    "drawing": drawing,
}


def write(name: str, root: Path, folder: Path) -> None:
    """Writes the seeds of a target, named by their content, so that writing them again adds nothing."""
    for data in SEEDS[name](root):
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)
