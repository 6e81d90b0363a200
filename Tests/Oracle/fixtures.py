#!/usr/bin/env python3
"""Writes Tests/Fixtures/ical: calendar files with one difficulty each, and the days they must settle into.

usage: fixtures.py [FOLDER]

The meaning of each file is written beside it by hand, as its occurrences: by reading RFC 5545 and docs/design.md, not
by running busylife-gen or another calendar program. Only arithmetic is done here: local times to instants (zoneinfo),
instants to days, busy minutes, and the writing.

NAME.ics        the file
NAME.json       the days, as `agenda --format json` prints them; NAME.Zone.json in further zones
NAME.problems   what must be reported, if anything: `line:column: severity: part of the message`
NAME.details    other properties that must be read: `UID NAME:value`, escaped as in a file; `UID -NAME` if absent
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

UTC = timezone.utc
DAY = timedelta(days=1)


# ---- Times ------------------------------------------------------------------------------------


def local(zone: str, text: str) -> datetime:
    """`2026-03-29 02:30` in a zone, as an instant. A time in a gap is read with the offset before it, and in a fold
    the first is used: zoneinfo's fold=0."""
    naive = datetime.fromisoformat(text)
    return naive.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def first_instant(day: date, zone: ZoneInfo) -> datetime:
    """The first instant whose date in the zone is `day` or later."""
    if day.year < 3 or day.year > 9997:  # no clock change, and no room to look for one
        return datetime.combine(day, time(), zone).astimezone(UTC)
    low = datetime.combine(day, time(), UTC) - timedelta(hours=30)
    high = low + timedelta(hours=60)
    while high - low > timedelta(seconds=1):
        middle = low + timedelta(seconds=(high - low).total_seconds() // 2)
        if middle.astimezone(zone).date() < day:
            low = middle
        else:
            high = middle
    return high


# ---- Occurrences ------------------------------------------------------------------------------


@dataclass
class Occurrence:
    start: datetime | date  # an instant, a floating time (without tzinfo), or a date
    end: datetime | date | timedelta  # or the exact length of a floating event
    uid: str = "1"
    title: str = "Event"
    recurrence: str | None = None
    status: str = "confirmed"
    opaque: bool = True

    @property
    def all_day(self) -> bool:
        return not isinstance(self.start, datetime)

    def span(self, zone: ZoneInfo) -> tuple[datetime, datetime]:
        if self.all_day:
            return first_instant(self.start, zone), first_instant(self.end, zone)
        def instant(time: datetime) -> datetime:
            return time if time.tzinfo else time.replace(tzinfo=zone).astimezone(UTC)

        start = instant(self.start)
        return start, start + self.end if isinstance(self.end, timedelta) else instant(self.end)


def identifier(start: datetime | date) -> str:
    """A recurrenceId: UTC in basic form; floating times without Z; the date of dates."""
    if not isinstance(start, datetime):
        return f"{start:%Y%m%d}".rjust(8, "0")
    text = f"{start:%m%dT%H%M%S}"
    return f"{start.year:04}{text}{'Z' if start.tzinfo else ''}"


def single(start, end=None, **other) -> Occurrence:
    """A single event. `end` is a time, or minutes."""
    if end is None:
        end = start + DAY if not isinstance(start, datetime) else start
    elif isinstance(end, (int, float)):
        length = timedelta(minutes=end)
        is_floating = isinstance(start, datetime) and not start.tzinfo
        end = length if is_floating else start + length
    return Occurrence(start, end, **other)


def one_of(start, end=None, was=None, **other) -> Occurrence:
    """An instance of a series; `was` is its original start, if that differs."""
    made = single(start, end, **other)
    made.recurrence = identifier(was if was is not None else start)
    return made


def series(starts, length=60, **other) -> list[Occurrence]:
    return [one_of(start, length, **other) for start in starts]


def on(zone: str):
    """Shorthand for times in a zone: `berlin("2026-03-29 02:30")`, or several."""

    def times(*texts: str):
        made = [local(zone, text) for text in texts]
        return made[0] if len(made) == 1 else made

    return times


berlin = on("Europe/Berlin")
york = on("America/New_York")
utc = on("UTC")
tokyo = on("Asia/Tokyo")


def floating(text: str) -> datetime:
    return datetime.fromisoformat(text)


def day(text: str) -> date:
    return date.fromisoformat(text)


def days(first: str, count: int, step: int = 1) -> list[date]:
    return [day(first) + timedelta(days=i * step) for i in range(count)]


def at(clock, dates, time_of_day: str) -> list[datetime]:
    """The same time on several dates."""
    return [clock(f"{d} {time_of_day}") for d in dates]


# ---- Settling ---------------------------------------------------------------------------------


def stamp(instant: datetime, zone: ZoneInfo) -> str:
    wall = instant.astimezone(zone)
    offset = wall.utcoffset()
    sign = "-" if offset < timedelta(0) else "+"
    seconds = int(abs(offset).total_seconds())
    text = f"{wall.year:04}-{wall:%m-%dT%H:%M:%S}{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}"
    return text + (f":{seconds % 60:02}" if seconds % 60 else "")


def settle(occurrences, calendar, zone_name, first, beyond):
    zone = ZoneInfo(zone_name)
    spans = [(o, *o.span(zone)) for o in occurrences if o.status != "cancelled"]
    found = []
    today = first
    while today < beyond:
        begin = first_instant(today, zone)
        end = first_instant(today + DAY, zone)
        here = []
        for o, start, stop in spans:
            if start == stop and not o.all_day:
                meets = begin <= start < end
            else:
                meets = start < end and stop > begin
            if meets and begin < end:
                here.append((o, start, stop))

        def order(entry):
            o, start, stop = entry
            text = (o.title.encode(), o.uid.encode())
            if o.all_day or start < begin:
                return (0, start, -stop.timestamp(), *text)
            return (1, start, stop.timestamp(), *text)

        here.sort(key=order)
        if here:
            found.append({"date": today.isoformat(), "busyMinutes": busy(here, begin, end)})
            found[-1]["events"] = [
                {
                    "uid": o.uid,
                    "recurrenceId": o.recurrence,
                    "title": o.title,
                    "allDay": o.all_day,
                    "start": o.start.isoformat() if o.all_day else stamp(start, zone),
                    "end": o.end.isoformat() if o.all_day else stamp(stop, zone),
                    "part": {(True, True): "whole", (True, False): "first", (False, False): "middle"}.get(
                        (start >= begin, stop <= end), "last"
                    ),
                    "calendar": calendar,
                    "status": o.status,
                }
                for o, start, stop in here
            ]
        today += DAY
    return found


def busy(entries, begin, end) -> int:
    covered, seconds = begin, 0
    for o, start, stop in sorted(entries, key=lambda entry: entry[1]):
        if o.opaque:
            low, high = max(start, covered), min(stop, end)
            if high > low:
                seconds += (high - low).total_seconds()
                covered = high
    return int(seconds // 60)


def write_days(zone, first, beyond, found) -> str:
    """One event a line, so that differences can be read."""

    def compact(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    out = []
    for one in found:
        events = ",".join("\n " + compact(event) for event in one["events"])
        out.append(f'\n{{"date":"{one["date"]}","busyMinutes":{one["busyMinutes"]},"events":[{events}]}}')
    return f'{{"zone":"{zone}","from":"{first}","to":"{beyond}","days":[{",".join(out)}]}}\n'


# ---- Files ------------------------------------------------------------------------------------


@dataclass
class Fixture:
    name: str
    source: bytes
    window: tuple[date, date]
    zones: list[str]
    occurrences: list[Occurrence]
    problems: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)


fixtures: dict[str, Fixture] = {}


def fixture(name, source, expected, window, zone="Europe/Berlin", also=(), problems=(), details=()):
    """`source` is the lines within VCALENDAR (a text, or a list of texts), or the whole file (bytes). `window` is a
    first and a last date, both shown."""
    assert name not in fixtures, name
    if isinstance(source, list):
        source = "\n".join(source)
    if isinstance(source, str):
        source = wrap(source)
    first, last = (day(text) for text in window.split(" "))
    fixtures[name] = Fixture(
        name, source, (first, last + DAY), [zone, *also], list(expected), list(problems), list(details)
    )


def wrap(source: str, end: str = "\r\n") -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//fixtures//EN"]
    return end.join([*lines, *source.strip("\n").split("\n"), "END:VCALENDAR", ""]).encode()


def event(*lines: str, uid: str = "1", title: str = "Event") -> str:
    """A VEVENT; UID and SUMMARY are 1 and Event unless they are given."""
    own = [line for text in lines for line in text.strip("\n").split("\n")]
    return "\n".join(
        ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{title}", *own, "END:VEVENT"]
    )


def hour(start: str, zone: str = "Europe/Berlin") -> str:
    """DTSTART and DTEND an hour apart on the wall."""
    end = datetime.strptime(start, "%Y%m%dT%H%M%S") + timedelta(hours=1)
    return f"DTSTART;TZID={zone}:{start}\nDTEND;TZID={zone}:{end:%Y%m%dT%H%M%S}"


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kept = set()

    def put(name: str, content: bytes) -> None:
        kept.add(name)
        (folder / name).write_bytes(content)

    for one in fixtures.values():
        put(f"{one.name}.ics", one.source)
        for zone in one.zones:
            suffix = "" if zone == one.zones[0] else "." + zone.replace("/", "-")
            found = settle(one.occurrences, one.name, zone, *one.window)
            put(f"{one.name}{suffix}.json", write_days(zone, *one.window, found).encode())
        if one.problems:
            put(f"{one.name}.problems", "".join(line + "\n" for line in one.problems).encode())
        if one.details:
            put(f"{one.name}.details", "".join(line + "\n" for line in one.details).encode())
    for path in sorted(folder.iterdir()):
        if path.name not in kept:
            print(f"{path.name}: not from here")


def main() -> None:
    from cases import clocks, ends, exceptions, files, overrides, programs, ranges, rules, scales, zones  # noqa: F401

    here = Path(__file__).resolve().parent
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent / "Fixtures" / "ical"
    write(folder)
    print(f"{len(fixtures)} pairs in {folder.name}/")


if __name__ == "__main__":
    sys.modules["fixtures"] = sys.modules[__name__]
    main()
