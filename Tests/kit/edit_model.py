"""The expected contents of calendars after edits, and what other programs read from their files.

The model knows occurrences, not lines: a series is the list of its instances. Files are read by icalendar and
recurring-ical-events, and JSON by Python's own parser and dateutil, all independent of the tool.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

FROM, TO = date(2025, 1, 1), date(2029, 1, 1)
DAY = timedelta(days=1)
VIEW = ZoneInfo("Asia/Shanghai")
# As Tests/kit/edits.py defines it.
CUSTOM = timezone(timedelta(hours=5, minutes=30))


def is_date(value) -> bool:
    return not isinstance(value, datetime)


def plain(value):
    """A time in comparable form: an instant, a local time, or a date."""
    if is_date(value):
        return ("date", value.isoformat())
    if value.tzinfo is None:
        return ("wall", value.isoformat())
    return ("instant", value.astimezone(timezone.utc).isoformat())


def instant(value: datetime) -> datetime:
    """The instant of a floating time, as the page shows it."""
    return value.replace(tzinfo=VIEW) if value.tzinfo is None else value


def rfc3339(value) -> str:
    return value.isoformat() if is_date(value) else instant(value).astimezone(VIEW).isoformat()


def add(value, delta: timedelta):
    """Adds in wall time."""
    return value + delta


@dataclass
class Occurrence:
    original: object
    start: object
    end: object
    title: str
    # Whether it is an override within its series.
    apart: bool = False

    @property
    def length(self):
        if is_date(self.start) or self.start.tzinfo is None:
            return self.end - self.start
        return self.end.astimezone(timezone.utc) - self.start.astimezone(timezone.utc)

    @property
    def recurrence_id(self) -> str:
        if is_date(self.original):
            return self.original.strftime("%Y%m%d")
        if self.original.tzinfo is None:
            return self.original.strftime("%Y%m%dT%H%M%S")
        return self.original.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def lasting(start, length: timedelta):
    if is_date(start) or start.tzinfo is None:
        return start + length
    return (start.astimezone(timezone.utc) + length).astimezone(start.tzinfo)


@dataclass
class Series:
    uid: str
    file: str
    occurrences: list[Occurrence]
    recurs: bool
    title: str
    length: timedelta
    # Whether a move by days may be refused: its rule names several weekdays, or days of the month.
    rigid: bool = False
    # Starts that no rule produces, with which no series can begin.
    added: set = field(default_factory=set)

    @property
    def is_list(self) -> bool:
        return self.file == "events.json"


# ---- What files hold ----------------------------------------------------------------------------


def read_calendar(data: bytes) -> Counter:
    calendar = icalendar.Calendar.from_ical(data)
    found: Counter = Counter()
    for event in recurring_ical_events.of(calendar).between(FROM, TO):
        start = event["DTSTART"].dt
        end = event["DTEND"].dt if "DTEND" in event else start + event["DURATION"].dt if "DURATION" in event else start
        if is_date(start) and end == start:
            end = start + DAY
        found[str(event["UID"]), plain(start), plain(end), str(event.get("SUMMARY", ""))] += 1
    return found


def parse_time(text: str, zone):
    if len(text) == 10:
        return date.fromisoformat(text)
    value = datetime.fromisoformat(text)
    return value.replace(tzinfo=zone) if value.tzinfo is None and zone else value


def read_object(event: dict) -> list[tuple]:
    """Original start, start and end of each instance of an event in events.json."""
    zone = ZoneInfo(event["tz"]) if event.get("tz") else None
    if "start" in event:
        start = parse_time(event["start"], zone)
    else:
        start = datetime.fromtimestamp(event["startDate"], timezone.utc)
    if event.get("allDay") and not is_date(start):
        start = (start.astimezone(zone) if zone else start).date()
    if "end" in event:
        end = parse_time(event["end"], zone)
    elif "range" in event:
        end = lasting(start, timedelta(seconds=event["range"]))
    else:
        end = start + DAY if is_date(start) else start
    length = Occurrence(start, start, end, "").length
    if "rrule" not in event:
        return [(start, start, end)]
    rule = event["rrule"].removeprefix("RRULE:")
    naive = datetime.combine(start, datetime.min.time()) if is_date(start) else start.replace(tzinfo=None)
    if "UNTIL" in rule and not is_date(start) and start.tzinfo:
        parts = dict(part.split("=") for part in rule.split(";"))
        until = datetime.strptime(parts["UNTIL"], "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)
        parts["UNTIL"] = until.astimezone(start.tzinfo).strftime("%Y%m%dT%H%M%S")
        rule = ";".join(f"{name}={value}" for name, value in parts.items())
    left_out = {plain(parse_time(text, zone)) for text in event.get("exdates", [])}
    found = []
    for wall in rrulestr(rule, dtstart=naive):
        at = wall.date() if is_date(start) else wall.replace(tzinfo=start.tzinfo)
        if plain(at) not in left_out:
            found.append((at, at, lasting(at, length)))
    return found


def read_list(data: bytes, uids: dict[str, str]) -> Counter:
    """Events without a UID are named by `uids`, by title."""
    found: Counter = Counter()
    for event in json.loads(data):
        uid = event.get("uid") or uids.get(event["title"], "?")
        for _, start, end in read_object(event):
            found[uid, plain(start), plain(end), event.get("title", "")] += 1
    return found


def read(folder: Path, uids: dict[str, str]) -> dict[str, Counter]:
    """Reads all files of a folder that the tests may edit, by name."""
    found = {}
    for path in sorted([*folder.glob("*.ics"), *folder.glob("shared/*.ics")]):
        found[path.name] = read_calendar(path.read_bytes())
    found["events.json"] = read_list((folder / "events.json").read_bytes(), uids)
    return found


# ---- What is expected ---------------------------------------------------------------------------


class Model:
    def __init__(self, folder: Path):
        self.series: list[Series] = []
        for path in [*sorted(folder.glob("*.ics")), *sorted(folder.glob("shared/*.ics"))]:
            self._add_calendar(path)
        for event in json.loads((folder / "events.json").read_bytes()):
            self._add_object(event)

    def _add_calendar(self, path: Path):
        calendar = icalendar.Calendar.from_ical(path.read_bytes())
        events = list(calendar.walk("VEVENT"))
        for master in [event for event in events if "RECURRENCE-ID" not in event]:
            alone = icalendar.Calendar()
            for zone in calendar.walk("VTIMEZONE"):
                alone.add_component(zone)
            alone.add_component(master)
            title = str(master.get("SUMMARY", ""))
            occurrences = []
            for event in recurring_ical_events.of(alone).between(FROM, TO):
                start = event["DTSTART"].dt
                end = event["DTEND"].dt if "DTEND" in event else start
                if is_date(start) and end == start:
                    end = start + DAY
                occurrences.append(Occurrence(start, start, end, title))
            occurrences.sort(key=lambda occurrence: plain(occurrence.original))
            for other in [event for event in events if "RECURRENCE-ID" in event and event["UID"] == master["UID"]]:
                original = other["RECURRENCE-ID"].dt
                for occurrence in occurrences:
                    if plain(occurrence.original) == plain(original):
                        occurrence.start, occurrence.end = other["DTSTART"].dt, other["DTEND"].dt
                        occurrence.title, occurrence.apart = str(other["SUMMARY"]), True
            rule = master.get("RRULE", {})
            added = set()
            if "RDATE" in master:
                added = {plain(value.dt) for value in master["RDATE"].dts}
            self.series.append(
                Series(
                    str(master["UID"]), path.name, occurrences, "RRULE" in master, title,
                    next(o for o in occurrences if not o.apart).length,
                    len(rule.get("BYDAY", [])) > 1 or "BYMONTHDAY" in rule, added,
                )  # fmt: skip
            )

    def _add_object(self, event: dict):
        occurrences = [Occurrence(*times, event["title"]) for times in read_object(event)]
        self.series.append(
            Series(
                event.get("uid", "?"), "events.json", occurrences, "rrule" in event, event["title"],
                occurrences[0].length,
            ),
        )

    def expected(self, file: str) -> Counter:
        return Counter(
            (series.uid, plain(o.start), plain(o.end), o.title)
            for series in self.series
            if series.file == file
            for o in series.occurrences
        )

    @property
    def choices(self) -> list[tuple[Series, Occurrence]]:
        return [(series, o) for series in self.series for o in series.occurrences]

    # ---- Edits

    def change(self, series: Series, o: Occurrence, scope: str, start, end, title: str, answer: dict):
        """`start` and `end` are in the series' own zone, or dates."""
        new_length = Occurrence(start, start, end, "").length
        longer = new_length != o.length if is_date(start) == is_date(o.start) else True
        renamed = title != o.title
        if not series.recurs:
            o.start, o.end, o.title = start, end, title
            o.original = start
            series.uid, series.title, series.length = answer["uid"], title, new_length
            return
        if scope == "this":
            if series.is_list:
                series.occurrences.remove(o)
                alone = Occurrence(start, start, end, title)
                self.series.append(Series(answer["uid"], series.file, [alone], False, title, new_length))
            else:
                o.start, o.end, o.title, o.apart = start, end, title, True
            return
        is_wall = is_date(o.start) or o.start.tzinfo is None
        delta = wall(start) - wall(o.start if is_wall else o.start.astimezone(start.tzinfo))
        moved = series
        if scope == "future" and o is not min(series.occurrences, key=lambda x: plain(x.original)):
            later = [x for x in series.occurrences if plain(x.original) >= plain(o.original)]
            series.occurrences = [x for x in series.occurrences if x not in later]
            moved = Series(
                answer["uid"], answer["file"], later, True, series.title, series.length, series.rigid,
                {plain(add(x.original, delta)) for x in later if plain(x.original) in series.added},
            )  # fmt: skip
            self.series.append(moved)
        else:
            moved.uid = answer["uid"]
            moved.added = {plain(add(x.original, delta)) for x in moved.occurrences if plain(x.original) in moved.added}
        old_title, old_length = moved.title, moved.length
        length = new_length if longer else old_length
        for x in moved.occurrences:
            usual = plain(x.start) == plain(x.original)
            own = x.length
            x.original = add(x.original, delta)
            if x is o and x.apart:
                x.start, x.end = start, end
                x.title = title
                continue
            if not x.apart or usual:
                x.start = x.original
                x.end = lasting(x.start, length if not x.apart or own == old_length else own)
            if renamed and (not x.apart or x.title == old_title):
                x.title = title
        moved.length = length
        if renamed:
            moved.title = title

    def remove(self, series: Series, o: Occurrence, scope: str):
        if not series.recurs or scope == "all":
            self.series.remove(series)
        elif scope == "this":
            series.occurrences.remove(o)
        else:
            series.occurrences = [x for x in series.occurrences if plain(x.original) < plain(o.original)]

    def create(self, file: str, uid: str, start, end, title: str):
        one = Occurrence(start, start, end, title)
        self.series.append(Series(uid, file, [one], False, title, one.length))


def wall(value) -> datetime:
    return datetime.combine(value, datetime.min.time()) if is_date(value) else value.replace(tzinfo=None)
