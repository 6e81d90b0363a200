"""Content that is made to be slow: what doubling it costs. Linear growth doubles the time; a limit that is named stops
it.

    python3 Benchmarks/adversary.py [--scale 1.0] [--only calendars,notes] [--record]

Each content is built at half its size and at its size, in memory, without pages of single events. With --record the
figures go to docs/performance.md."""

from __future__ import annotations

import argparse
import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from parts.measure import TOOL, figures, table
from parts.report import record

WINDOW = ["--from", "2026-01-01", "--to", "2027-01-01", "--now", "2026-11-21T12:00:00Z", "--tz", "UTC"]
SITE = "title: Slow\neventPages: false\n"


def event(uid: object, lines: str = "", start: str = "20261120T090000Z") -> str:
    return (f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:{start}\r\nDURATION:PT1H\r\n"
            f"SUMMARY:Event {uid}\r\n{lines}END:VEVENT\r\n")  # fmt: skip


def write(folder: Path, events: str, settings: str = "") -> None:
    (folder / "site.yml").write_text(SITE + (settings or "calendars:\n  - {name: slow, source: slow.ics}\n"))
    calendar = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//EN\r\n{events}END:VCALENDAR\r\n"
    (folder / "slow.ics").write_text(calendar, newline="")


def hour(number: int) -> str:
    return f"2026{1 + number // 28 % 12:02}{1 + number % 28:02}T{number % 24:02}0000Z"


def calendars(folder: Path, count: int) -> None:
    """Each with one event."""
    lines = "".join(f"  - {{name: c{n}, source: c{n}.ics}}\n" for n in range(count))
    write(folder, "", f"calendars:\n{lines}")
    (folder / "slow.ics").unlink()
    for number in range(count):
        text = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//EN\r\n{event(number)}END:VCALENDAR\r\n"
        (folder / f"c{number}.ics").write_text(text, newline="")


def notes(folder: Path, count: int) -> None:
    write(folder, event(1))
    for number in range(count):
        place = folder / "notes" / f"{number // 1_000}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"n{number}.md").write_text(f"---\ntitle: Note {number}\n---\n\nSome *text*.\n")


def categories(folder: Path, count: int) -> None:
    """Each event has a category of its own."""
    write(folder, "".join(event(n, f"CATEGORIES:Kind {n}\r\n", hour(n)) for n in range(count)))


def overrides(folder: Path, count: int) -> None:
    """One series, each instance of which is changed."""
    days = [f"{2000 + n // 336}{1 + n // 28 % 12:02}{1 + n % 28:02}T090000Z" for n in range(count)]
    changed = "".join(event("one", f"RECURRENCE-ID:{day}\r\n", day) for day in days)
    write(folder, event("one", "RRULE:FREQ=DAILY\r\n", "20000101T090000Z") + changed)


def one_day(folder: Path, count: int) -> None:
    write(folder, "".join(event(n) for n in range(count)))


def all_at_once(folder: Path, count: int) -> None:
    """Events of a whole year, each over all others."""
    long = "DTEND:20261231T090000Z\r\n"
    write(folder, "".join(event(n, start="20260101T090000Z").replace("DURATION:PT1H\r\n", long) for n in range(count)))


def guests(folder: Path, count: int) -> None:
    """Of one event."""
    lines = "".join(f"ATTENDEE;CN=Guest {n}:mailto:g{n}@example.org\r\n" for n in range(count))
    write(folder, event(1, lines))


def long_text(folder: Path, count: int) -> None:
    """A description of so many bytes, of the beginning of a tag over and over."""
    write(folder, event(1, f"DESCRIPTION:{'<b' * (count // 2)}\r\n"))


def zones(folder: Path, count: int) -> None:
    """Each event defines a zone of its own name."""
    rules = "BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n"
    defined = "".join(f"BEGIN:VTIMEZONE\r\nTZID:Z{n}\r\n{rules}END:VTIMEZONE\r\n" for n in range(count))
    events = (event(n).replace("DTSTART:20261120T090000Z", f"DTSTART;TZID=Z{n}:20261120T090000") for n in range(count))
    write(folder, defined + "".join(events))


def words(folder: Path, count: int) -> None:
    """Descriptions of words that no other has."""
    write(folder, "".join(event(n, f"DESCRIPTION:w{n}a w{n}b w{n}c w{n}d\r\n", hour(n)) for n in range(count)))


CONTENTS: dict[str, tuple[str, Callable[[Path, int], None], int]] = {
    "calendars": ("calendars", calendars, 10_000),
    "notes": ("notes", notes, 100_000),
    "categories": ("categories, an event each", categories, 100_000),
    "overrides": ("overrides of one event", overrides, 50_000),
    "one-day": ("events of one hour", one_day, 20_000),
    "all-at-once": ("events that last all year", all_at_once, 2_000),
    "guests": ("guests of one event", guests, 100_000),
    "long-text": ("bytes of one description", long_text, 4_000_000),
    # Fewer than `EventLimits.zones` (4,096): beyond it, the whole would not be twice the work of the half.
    "zones": ("zones, an event each", zones, 4_000),
    "words": ("events of words of their own", words, 50_000),
}


def measured(scratch: Path, make: Callable[[Path, int], None], count: int) -> tuple[float, float, str]:
    """Processor time and peak of a build, and what it says first."""
    content, output = scratch / "content", scratch / "output"
    content.mkdir()
    make(content, count)
    command = [TOOL, "build", "--content", content, "--output", output, *WINDOW]
    found = figures(command)
    said = subprocess.run([str(word) for word in command], capture_output=True, text=True).stderr
    shutil.rmtree(content)
    shutil.rmtree(output, ignore_errors=True)
    return found.cpu, found.peak, next((line for line in said.splitlines() if line), "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1, help="of all sizes")
    parser.add_argument("--only", default=",".join(CONTENTS))
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    rows = []
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        os.environ["BUSYLIFE_LIBRSVG"] = ""
        for name in given.only.split(","):
            what, make, most = CONTENTS[name]
            count = int(most * given.scale)
            half, _, _ = measured(Path(folder), make, count // 2)
            whole, peak, said = measured(Path(folder), make, count)
            row = [f"{count:,} {what}", f"{half:.2f} s", f"{whole:.2f} s", f"**{math.log2(whole / half):.2f}**",
                   f"{peak:,.0f} MiB"]  # fmt: skip
            rows.append(row)
            print(*row, said[:160], sep=" | ", flush=True)
    lines = [
        "## Part 7: content that is made to be slow", "",
        "Builds of one year in memory, one run each. The exponent is that of processor time from half the size to the "
        "whole: 1 is linear, and what every build costs makes it smaller.", "",
        *table(["content", "half of it", "processor time", "exponent", "peak memory"], rows), "",
    ]  # fmt: skip
    if given.record:
        record(lines)


main()
