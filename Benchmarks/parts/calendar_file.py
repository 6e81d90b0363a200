"""A large calendar to read and expand: the same bytes for the same number of events.

    calendar_file.py COUNT > events.ics

Four fifths of the events are single timed ones, three of four in Europe/Berlin and the others in UTC; a tenth are
all-day; a tenth recur, and a fifth of these are all-day. They are in six years around 2026, the year that is expanded.
Every DTSTART matches its own rule, since programs treat one that does not differently.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path

FIRST, LAST = date(2023, 1, 1), date(2029, 1, 1)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
SUBJECTS = (
    "Planning", "Review", "Rehearsal", "Sprachkurs", "Büro", "Choir", "Dinner", "Train to Köln", "Piano", "Budget",
)  # fmt: skip
ADDITIONS = ("with Ada", "with Bo, Chi and Dan", "phase two", "(moved)", "at the old place", "für alle", "weekly")
PLACES = ("Room 12", "Town hall, first floor", "Café am Markt; garden", "Online")
SENTENCES = (
    "Please read the minutes first.", "Bring a pencil, a ruler and paper.", "The door is open from eight;\nring twice.",
    "Slides: https://calendar.example/slides?id=42.",
)  # fmt: skip
CATEGORIES = ("WORK", "HOME", "MUSIC", "TRAVEL,WORK")
ZONE = """BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19810329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE"""


def folded(line: str) -> Iterator[str]:
    """A content line, folded at 75 octets (RFC 5545, 3.1)."""
    octets = line.encode()
    room = 75
    while len(octets) > room:
        cut = room
        while octets[cut] & 0xC0 == 0x80:
            cut -= 1
        yield (" " if room < 75 else "") + octets[:cut].decode()
        octets, room = octets[cut:], 74
    yield (" " if room < 75 else "") + octets.decode()


def text(name: str, value: str) -> Iterator[str]:
    """A property whose value is text (RFC 5545, 3.3.11)."""
    for plain in ("\\", ";", ","):
        value = value.replace(plain, "\\" + plain)
    return folded(f"{name}:" + value.replace("\n", "\\n"))


class Moment:
    """A start, and the form of times of the same kind: dates, UTC or Berlin."""

    def __init__(self, chance: random.Random, whole_days: bool):
        day = FIRST + timedelta(days=chance.randrange((LAST - FIRST).days))
        self.whole_days = whole_days
        self.utc = not whole_days and chance.random() < 0.25
        quarters = 0 if whole_days else chance.randrange(6 * 4, 22 * 4)
        self.start = datetime.combine(day, time()) + timedelta(minutes=15 * quarters)

    def property(self, name: str, at: datetime) -> str:
        if self.whole_days:
            return f"{name};VALUE=DATE:{at:%Y%m%d}"
        return f"{name}:{at:%Y%m%dT%H%M%S}Z" if self.utc else f"{name};TZID=Europe/Berlin:{at:%Y%m%dT%H%M%S}"


def rule(chance: random.Random, moment: Moment) -> tuple[str, timedelta]:
    """An RRULE that has the moment as an instance, and the approximate distance of its instances."""
    start = moment.start
    weekday, nth = WEEKDAYS[start.weekday()], (start.day - 1) // 7 + 1
    frequency = chance.choice(("DAILY", "WEEKLY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"))
    apart = timedelta(days={"DAILY": 1, "WEEKLY": 7, "MONTHLY": 28, "YEARLY": 365}[frequency])
    parts = [f"FREQ={frequency}"]
    if chance.random() < 0.25:
        parts.append(f"INTERVAL={chance.choice((2, 3))}")
    by_day = chance.random() < 0.5
    if frequency == "WEEKLY" and by_day:
        days = {start.weekday(), *chance.sample(range(7), 2)}
        parts.append("BYDAY=" + ",".join(WEEKDAYS[day] for day in sorted(days)))
    elif frequency == "MONTHLY" and by_day and nth < 5:
        parts.append(f"BYDAY={nth}{weekday}")
    elif frequency == "YEARLY" and by_day and nth < 5:
        parts.append(f"BYMONTH={start.month};BYDAY={nth}{weekday}")
    end = chance.choice(("never", "count", "count", "until", "until"))
    if end == "count":
        parts.append(f"COUNT={chance.choice((5, 10, 20, 50, 100))}")
    elif end == "until":
        last = start + timedelta(days=chance.randrange(60, 1200))
        parts.append(f"UNTIL={last:%Y%m%d}" + ("" if moment.whole_days else "T235959Z"))
    return "RRULE:" + ";".join(parts), apart


def event(chance: random.Random, number: int) -> Iterator[str]:
    kind = chance.random()
    recurs = kind >= 0.9
    moment = Moment(chance, whole_days=0.8 <= kind < 0.9 or (recurs and chance.random() < 0.2))
    days, minutes = chance.choice((1, 1, 1, 2, 3)), 15 * chance.randint(2, 6)
    length = timedelta(days=days) if moment.whole_days else timedelta(minutes=minutes)
    yield "BEGIN:VEVENT"
    yield f"UID:{chance.getrandbits(64):016x}-{number}@calendar.example"
    yield "DTSTAMP:20260101T000000Z"
    yield moment.property("DTSTART", moment.start)
    yield moment.property("DTEND", moment.start + length)
    yield from text("SUMMARY", " ".join((chance.choice(SUBJECTS), *chance.sample(ADDITIONS, chance.randint(0, 2)))))
    if chance.random() < 0.5:
        yield from text("LOCATION", chance.choice(PLACES))
    if chance.random() < 0.4:
        yield from text("DESCRIPTION", " ".join(chance.sample(SENTENCES, chance.randint(1, len(SENTENCES)))))
    if chance.random() < 0.3:
        yield "CATEGORIES:" + chance.choice(CATEGORIES)
    yield "STATUS:" + chance.choice(("CONFIRMED", "CONFIRMED", "TENTATIVE"))
    yield "SEQUENCE:0"
    if recurs:
        line, apart = rule(chance, moment)
        yield line
        if chance.random() < 0.3:
            for step in sorted(chance.sample(range(1, 7), chance.randint(1, 3))):
                yield moment.property("EXDATE", moment.start + step * apart)
    yield "END:VEVENT"


def lines(count: int) -> Iterator[str]:
    chance = random.Random(count)
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//bench//EN", *ZONE.split("\n"))
    for number in range(count):
        yield from event(chance, number)
    yield "END:VCALENDAR"


def written(path: Path, count: int) -> Path:
    """Writes a calendar with this number of VEVENTs."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(line + "\r\n" for line in lines(count))
    return path


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    sys.stdout.writelines(line + "\r\n" for line in lines(int(sys.argv[1])))
