"""The events of the build benchmark: single ones, the same for busylife-gen and for Hugo."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Berlin")
# They include characters that HTML escapes, and some that are not ASCII.
SUBJECTS = (
    "Planning", "Review & outlook", "Rehearsal", "Choir <draft>", "Bürozeit", 'Reading "Emma"', "Dinner", "Piano",
)  # fmt: skip
ADDITIONS = ("with Ada", "with Bo and Chi", "phase two", "moved", "für alle", "first part")
PLACES = ("", "", "Room 12", "Town hall", "Café am Markt", "Ada & Bo's")
SENTENCES = ("Please read the minutes first.", "Bring a pencil; and paper, if < 10 sheets are left.", "Ring twice.")
CATEGORIES = ("work", "home", "music", "travel")


@dataclass(frozen=True)
class Event:
    """An event within one day in Berlin, between six in the morning and eleven at night, or an all-day event."""

    number: int
    day: date
    all_day: bool
    start: datetime
    end: datetime
    title: str
    place: str
    text: str
    category: str

    @property
    def uid(self) -> str:
        return f"{self.number}@calendar.example"


def generated(count: int, first: date, last: date) -> list[Event]:
    """This number of events between two days, the second exclusive."""
    chance = random.Random(count)
    events = []
    for number in range(count):
        day = first + timedelta(days=chance.randrange((last - first).days))
        start = datetime.combine(day, time(), ZONE) + timedelta(minutes=15 * chance.randrange(6 * 4, 21 * 4))
        events.append(
            Event(
                number=number,
                day=day,
                all_day=chance.random() < 0.1,
                start=start,
                end=start + timedelta(minutes=15 * chance.randint(2, 7)),
                title=" ".join((chance.choice(SUBJECTS), *chance.sample(ADDITIONS, chance.randint(0, 3)))),
                place=chance.choice(PLACES),
                text=" ".join(chance.sample(SENTENCES, chance.randint(0, len(SENTENCES)))),
                category=chance.choice(CATEGORIES),
            )
        )
    return events


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def component(event: Event) -> list[str]:
    """The lines of a VEVENT."""
    lines = ["BEGIN:VEVENT", f"UID:{event.uid}", "DTSTAMP:20260101T000000Z"]
    if event.all_day:
        lines.append(f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}")
    else:
        lines.append(f"DTSTART;TZID=Europe/Berlin:{event.start:%Y%m%dT%H%M%S}")
        lines.append(f"DTEND;TZID=Europe/Berlin:{event.end:%Y%m%dT%H%M%S}")
    lines += [f"SUMMARY:{escaped(event.title)}", f"CATEGORIES:{event.category}"]
    if event.place:
        lines.append(f"LOCATION:{escaped(event.place)}")
    if event.text:
        lines.append(f"DESCRIPTION:{escaped(event.text)}")
    return [*lines, "END:VEVENT"]


def write_calendar(path: Path, components: list[str]) -> None:
    """An iCalendar file with these lines."""
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//bench//EN"]
    path.write_text("\r\n".join([*head, *components, "END:VCALENDAR", ""]), encoding="utf-8", newline="")
