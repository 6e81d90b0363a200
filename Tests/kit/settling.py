"""An independent settling: events made here, so that their days are known without the product, and the days they
settle into by Python's zoneinfo."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

UTC = timezone.utc
FIRST, LAST = date(2025, 11, 1), date(2028, 11, 30)  # the default window at tool.NOW


def zone_of(name: str) -> tzinfo:
    fixed = re.fullmatch(r"(?:UTC|GMT)?(?:([+-])(\d{1,2})(?::(\d\d))?)?|Z", name)
    if not fixed:
        return ZoneInfo(name)
    if not fixed[1]:
        return UTC
    offset = timedelta(hours=int(fixed[2]), minutes=int(fixed[3] or 0))
    return timezone(offset if fixed[1] == "+" else -offset)


@dataclass(frozen=True)
class Made:
    """An event: two instants (with UTC's zone), two local times (without), or two dates."""

    uid: str
    title: str
    start: datetime | date
    end: datetime | date
    busy: bool = True
    zone: str | None = None  # the zone of its times

    @property
    def is_all_day(self) -> bool:
        return not isinstance(self.start, datetime)

    def span(self, zone: tzinfo) -> tuple[datetime, datetime]:
        """Its interval as instants, for a reader in the zone."""
        both = (self.start, self.end)
        if self.is_all_day:
            start, end = (first_instant(day, zone) for day in both)
        else:
            start, end = ((time if time.tzinfo else time.replace(tzinfo=zone)).astimezone(UTC) for time in both)
        return start, end


def first_instant(day: date, zone: tzinfo) -> datetime:
    """The first instant of a day: of a midnight that clocks repeat, the first; of one in a gap, the transition
    itself. (zoneinfo reads a time in a gap with the offset before it, which gives a time after the transition, so
    search back for it.)"""
    naive = datetime.combine(day, time())
    guess = naive.replace(tzinfo=zone).astimezone(UTC)
    if guess.astimezone(zone).replace(tzinfo=None) == naive:
        return guess
    low, high = guess - timedelta(days=2), guess
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) / 2
        middle = middle.replace(microsecond=0)
        if middle.astimezone(zone).date() < day:
            low = middle
        else:
            high = middle
    return high


def events() -> list[Made]:
    """Events around everything that affects days: midnights of the tested zones, clock changes, ends of months and
    years, several days, no length."""
    made: list[Made] = []

    def add(title, start, minutes, busy=True, zone="UTC"):
        if zone is not None and start.tzinfo is None:
            start = start.replace(tzinfo=ZoneInfo(zone) if zone != "UTC" else UTC).astimezone(UTC)
        made.append(
            Made(
                f"made-{len(made)}@example.org",
                title,
                start,
                start + timedelta(minutes=minutes),
                busy,
                zone,
            )
        )

    def add_days(title, first, count, busy):
        made.append(
            Made(f"made-{len(made)}@example.org", title, first, first + timedelta(days=count), busy)
        )

    # The event of the acceptance test.
    add("Between two days", datetime(2026, 11, 3, 23, 30), 60)

    # Each zone's midnight, exactly, and a minute before and after.
    for zone in ("Asia/Shanghai", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns"):
        for day in (date(2026, 11, 20), date(2026, 12, 31), date(2027, 2, 28), date(2028, 2, 29)):
            midnight = datetime.combine(day, time()) + timedelta(days=1)
            add(f"Ends at midnight in {zone}", midnight - timedelta(hours=1), 60, zone=zone)
            add(f"Begins at midnight in {zone}", midnight, 30, zone=zone)
            add(f"Across midnight in {zone}", midnight - timedelta(minutes=1), 2, zone=zone)

    # The days on which clocks change, hour by hour and as a whole.
    for day in (
        date(2026, 3, 8),
        date(2026, 11, 1),
        date(2027, 3, 14),
        date(2027, 11, 7),
        date(2026, 4, 5),
    ):
        for hour in (0, 4, 5, 6, 7, 12, 23):
            add(f"Hour {hour} of a change", datetime.combine(day, time(hour, 15)), 50)
        add("Over a change", datetime.combine(day - timedelta(days=1), time(20)), 24 * 60, busy=False)

    # Several days, across months and years; one without length.
    add("A long journey", datetime(2026, 11, 27, 8), 6 * 24 * 60 + 90)
    add("Across the year", datetime(2026, 12, 30, 18), 4 * 24 * 60)
    add("A point", datetime(2026, 11, 20, 16), 0)
    add("A point at midnight in UTC+8", datetime(2026, 11, 20, 16), 0)
    add("A point at midnight in UTC", datetime(2026, 11, 21), 0)

    # All-day: single, several days, across months; busy and free.
    add_days("A free day", date(2026, 11, 21), 1, False)
    add_days("A day off", date(2026, 11, 23), 1, True)
    add_days("A fair", date(2026, 11, 29), 5, False)
    add_days("Holidays", date(2026, 12, 24), 10, True)
    add_days("A leap day", date(2028, 2, 29), 1, True)

    # Floating: the same local time for every reader.
    add("Breakfast everywhere", datetime(2026, 11, 22, 8), 45, zone=None)
    add("A night everywhere", datetime(2026, 11, 22, 22), 10 * 60, zone=None)

    # The ends of the window.
    add("The first hour", datetime(2025, 10, 31, 23), 120)
    add("The last hour", datetime(2028, 11, 30, 23), 120)
    add_days("Over the first day", date(2025, 10, 25), 14, False)
    add_days("Over the last day", date(2028, 11, 25), 14, False)

    # Several at once, so that order and columns matter.
    for index, (hour, minutes) in enumerate([(9, 60), (9, 60), (9, 90), (9, 30), (10, 45), (8, 300)]):
        add(f"Overlap {'BADCFE'[index]}", datetime(2026, 11, 24, hour), minutes)
    return made


def write(made: list[Made], folder: Path) -> None:
    """Writes the events as a content folder: every third of those with instants in events.json, the others in a
    calendar."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//tests//EN"]
    entries = []
    for index, event in enumerate(made):
        if not event.is_all_day and event.start.tzinfo is not None and event.busy and index % 3 == 0:
            entries.append(
                {
                    "uid": event.uid,
                    "title": event.title,
                    "start": event.start.strftime("%Y-%m-%dT%H:%M:%SZ"),
                    "end": event.end.strftime("%Y-%m-%dT%H:%M:%SZ"),
                }
            )
            continue
        lines += ["BEGIN:VEVENT", f"UID:{event.uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{event.title}"]
        for name, value in (("DTSTART", event.start), ("DTEND", event.end)):
            if event.is_all_day:
                lines.append(f"{name};VALUE=DATE:{value:%Y%m%d}")
            elif event.zone in (None, "UTC"):
                lines.append(f"{name}:{value:%Y%m%dT%H%M%S}{'Z' if event.zone else ''}")
            else:
                local = value.astimezone(ZoneInfo(event.zone))
                lines.append(f"{name};TZID={event.zone}:{local:%Y%m%dT%H%M%S}")
        lines += [f"TRANSP:{'OPAQUE' if event.busy else 'TRANSPARENT'}", "END:VEVENT"]
    lines.append("END:VCALENDAR")
    (folder / "made.ics").write_text("".join(line + "\r\n" for line in lines), newline="")
    (folder / "events.json").write_text(json.dumps(entries, indent=1))


def settle(made: list[Made], name: str, first: date, last: date) -> dict[str, dict]:
    """The days from first to last (inclusive) that have events, in the form of `agenda --format json`."""
    zone = zone_of(name)
    spans = {event.uid: event.span(zone) for event in made}
    found = {}
    day = first
    while day <= last:
        begin, end = first_instant(day, zone), first_instant(day + timedelta(days=1), zone)
        here = []
        for event in made:
            start, stop = spans[event.uid]
            if event.is_all_day:
                meets = event.start <= day < event.end
            else:
                meets = (start < end and stop > begin) if stop > start else begin <= start < end
            if meets:
                here.append(event)
        if here:

            def order(event):
                start, stop = spans[event.uid]
                if event.is_all_day or start < begin:
                    return 0, start, -(stop - start), stop, event.title, event.uid
                return 1, start, timedelta(), stop, event.title, event.uid

            here.sort(key=order)
            found[day.isoformat()] = {
                "busyMinutes": _minutes([spans[e.uid] for e in here if e.busy], begin, end),
                "events": [(e.uid, _part(e, spans[e.uid], day, begin, end)) for e in here],
            }
        day += timedelta(days=1)
    return found


def _minutes(spans, begin, end) -> int:
    total, reached = timedelta(), begin
    for start, stop in sorted(spans):
        start, stop = max(start, reached), min(stop, end)
        if stop > start:
            total += stop - start
            reached = stop
    return int(total.total_seconds()) // 60


def _part(event: Made, span, day, begin, end) -> str:
    if event.is_all_day:
        begun, ends = event.start == day, event.end == day + timedelta(days=1)
    else:
        begun, ends = span[0] >= begin, span[1] <= end
    return "whole" if begun and ends else "first" if begun else "last" if ends else "middle"
