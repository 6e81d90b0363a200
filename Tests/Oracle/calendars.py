#!/usr/bin/env python3
"""Random calendars, expanded by busylife-gen and by recurring_ical_events, and compared.

usage: calendars.py [COUNT [SEED]]      BUSYLIFE_GEN names the program; by default the last build

Each occurrence in a window is compared: UID, original start, start and end. A calendar on which the two differ is made
smaller while they still do, and printed.

Where recurring_ical_events reads RFC 5545 differently than docs/guides/recurrence.md (section "Calendars"), a function
marked @question asks it about an equivalent calendar that it understands, or one marked @answer corrects its
occurrences. Nothing is compared loosely, and no calendar is left out. The meaning of single rules is compared by
rules.py.
"""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

from fixtures import first_instant, identifier, stamp

PROJECT = Path(__file__).resolve().parents[2]
TOOL = Path(os.environ.get("BUSYLIFE_GEN", PROJECT / ".build/release/busylife-gen")).resolve()
UTC = timezone.utc
DAY = timedelta(days=1)
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Australia/Sydney",
    "Africa/Cairo",
    "America/Santiago",
    "America/St_Johns",
    "Asia/Tokyo",
    "Pacific/Auckland",
]


# ---- Calendars as text -------------------------------------------------------------------------------


@dataclass
class Line:
    name: str
    value: str
    parameters: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "".join([self.name, *(f";{k}={v}" for k, v in self.parameters.items()), ":", self.value])


class Component(list):
    """The lines of a VEVENT."""

    def get(self, name: str) -> Line | None:
        return next((line for line in self if line.name == name), None)

    def value(self, name: str, default: str = "") -> str:
        line = self.get(name)
        return line.value if line else default

    @property
    def uid(self) -> str:
        return self.value("UID")

    @property
    def is_override(self) -> bool:
        return self.get("RECURRENCE-ID") is not None

    @property
    def is_range(self) -> bool:
        line = self.get("RECURRENCE-ID")
        return line is not None and "RANGE" in line.parameters

    @property
    def start(self) -> Time:
        return Time.of(self.get("DTSTART"))


@dataclass(frozen=True)
class Time:
    """A date, or a local time in a zone (UTC: `UTC`, floating: none)."""

    wall: datetime
    is_date: bool = False
    zone: str | None = None

    @staticmethod
    def of(line: Line, value: str | None = None) -> Time:
        value = line.value if value is None else value
        if len(value) == 8:
            return Time(datetime.strptime(value, "%Y%m%d"), True)
        wall = datetime.strptime(value.rstrip("Z"), "%Y%m%dT%H%M%S")
        return Time(wall, False, "UTC" if value.endswith("Z") else line.parameters.get("TZID"))

    @property
    def value(self) -> str:
        if self.is_date:
            return f"{self.wall:%Y%m%d}"
        return f"{self.wall:%Y%m%dT%H%M%S}" + ("Z" if self.zone == "UTC" else "")

    @property
    def parameters(self) -> dict[str, str]:
        if self.is_date:
            return {"VALUE": "DATE"}
        return {"TZID": self.zone} if self.zone not in (None, "UTC") else {}

    @property
    def instant(self) -> datetime:
        return self.wall.replace(tzinfo=ZoneInfo(self.zone)).astimezone(UTC)

    def line(self, name: str, **parameters: str) -> Line:
        return Line(name, self.value, {**parameters, **self.parameters})

    def at(self, zone: str | None) -> Time:
        """The same instant in another zone; a date or floating time is unchanged."""
        if self.is_date or self.zone is None or zone is None:
            return Time(self.wall, self.is_date, self.zone if self.is_date else zone)
        return Time(self.instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None), False, zone)


def write(components: list[Component]) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//oracle//EN"]
    for component in components:
        lines += ["BEGIN:VEVENT", "DTSTAMP:20240101T000000Z", *map(str, component), "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


# ---- What busylife-gen says ----------------------------------------------------------------------------


@dataclass
class Question:
    components: list[Component]
    zone: str
    first: date
    beyond: date


def ours(question: Question) -> set[tuple]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "random.ics").write_bytes(write(question.components))
        return agenda(Path(folder), question.zone, question.first, question.beyond)


def agenda(folder: Path, zone: str, first: date, beyond: date) -> set[tuple]:
    words = ["agenda", "--content", folder, "--tz", zone, "--from", first, "--to", beyond, "--format", "json"]
    done = subprocess.run([TOOL, *map(str, words)], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return {
        (event["uid"], event["recurrenceId"], event["start"], event["end"])
        for day in json.loads(done.stdout)["days"]
        for event in day["events"]
    }


# ---- What recurring_ical_events says -----------------------------------------------------------------------

used: Counter[str] = Counter()
questions = []
answers = []


def question(function):
    questions.append(function)
    return function


def answer(function):
    answers.append(function)
    return function


def masters(components) -> dict[str, Component]:
    return {c.uid: c for c in components if not c.is_override}


def rule(component: Component) -> dict[str, str]:
    return dict(part.split("=") for part in component.value("RRULE").split(";") if part)


def set_rule(component: Component, parts: dict[str, str]) -> None:
    component.get("RRULE").value = ";".join(f"{k}={v}" for k, v in parts.items())


def walls(component: Component, most: int = 400) -> list[datetime]:
    """The matches of a rule, in wall time of DTSTART's zone."""
    line = component.get("RRULE")
    if line is None:
        return []
    start = component.start
    parts = rule(component)
    until = parts.pop("UNTIL", None)
    text = ";".join(f"{k}={v}" for k, v in parts.items())
    found = []
    for wall in rrulestr(text, dtstart=start.wall):
        if until and len(found) and wall > until_wall(until, start):
            break
        found.append(wall)
        if len(found) == most or (found and wall > start.wall + timedelta(days=1200)):
            break
    return found


def until_wall(text: str, start: Time) -> datetime:
    until = Time.of(Line("UNTIL", text))
    if until.is_date or start.is_date:
        return until.wall.replace(hour=23, minute=59, second=59)
    return until.at(start.zone).wall if until.zone and start.zone else until.wall


@question
def of_equal_versions_the_later(components):
    """Of events with one UID (and one RECURRENCE-ID) the higher SEQUENCE wins, then the newer LAST-MODIFIED, then
    the later in the file; absent SEQUENCE is 0 (RFC 5545, 3.8.7.4). The peer compares SEQUENCE only, treats an
    absent one as less than 0, and keeps the first of equal ones."""
    best: dict[tuple, int] = {}
    owners = masters(components)
    for index, one in enumerate(components):
        line = one.get("RECURRENCE-ID")
        key = (one.uid, original_of(one, owners).value if line else None, one.is_range)
        rank = (int(one.value("SEQUENCE", "0")), one.value("LAST-MODIFIED", ""), index)
        if key not in best or rank > best[key][0]:
            best[key] = (rank, index)
    kept = {index for _, index in best.values()}
    return [one for index, one in enumerate(components) if index in kept]


def original_of(override: Component, owners: dict[str, Component]) -> Time:
    """The start that a RECURRENCE-ID names, in its master's form: a date means that day's instance."""
    named = Time.of(override.get("RECURRENCE-ID"))
    master = owners.get(override.uid)
    if master is None:
        return named
    start = master.start
    if start.is_date:
        return Time(named.wall.replace(hour=0, minute=0, second=0), True)
    if named.is_date:
        return Time(datetime.combine(named.wall.date(), start.wall.time()), False, start.zone)
    return named.at(start.zone)


@question
def recurrence_ids_in_the_masters_terms(components):
    """A RECURRENCE-ID names an instant, whatever zone it is written in; as a date it names that day's instance. The
    peer compares it with UTC and with the plain wall time of any zone, so that instances may be confused, and does
    not find a date's."""
    owners = masters(components)
    for one in components:
        if one.is_override:
            place = one.index(one.get("RECURRENCE-ID"))
            range_ = {"RANGE": "THISANDFUTURE"} if one.is_range else {}
            one[place] = original_of(one, owners).line("RECURRENCE-ID", **range_)
    return components


@question
def until_as_an_instant(components):
    """UNTIL as a date includes that day in DTSTART's zone; without Z it is in DTSTART's zone. The peer reads both as
    UTC, a date as its first moment, and compares its time in a series of dates."""
    for one in components:
        parts = rule(one)
        if "UNTIL" not in parts:
            continue
        start = one.start
        until = Time.of(Line("UNTIL", parts["UNTIL"]))
        if start.is_date:
            parts["UNTIL"] = Time(until.wall, True).value
        elif until.is_date or until.zone is None:
            wall = until_wall(parts["UNTIL"], start)
            parts["UNTIL"] = Time(wall, False, start.zone).at("UTC" if start.zone else None).value
        set_rule(one, parts)
    return components


@question
def dtstart_is_an_instance_that_counts(components):
    """DTSTART is an instance even if its rule does not match it, and COUNT counts it; also if UNTIL is before it.
    For the peer COUNT counts the rule's matches, and a DTSTART after UNTIL is not an instance."""
    for one in components:
        parts = rule(one)
        start = one.start
        if "COUNT" in parts:
            found = walls(one, 1)
            if not found or found[0] != start.wall:
                parts["COUNT"] = str(int(parts["COUNT"]) - 1)
                set_rule(one, parts)
                if parts["COUNT"] == "0":
                    one.remove(one.get("RRULE"))
                    one.append(start.line("RDATE"))
        elif "UNTIL" in parts and until_wall(parts["UNTIL"], start) < start.wall:
            one.remove(one.get("RRULE"))
            one.append(start.line("RDATE"))
    return components


@question
def dates_in_the_series_terms(components):
    """In a series of times an RDATE that is a date means DTSTART's time on that day; in a series of dates EXDATE and
    RDATE are dates, whatever is written. A time without zone is in DTSTART's. The peer uses midnight for a date, and
    compares plain wall times for all of these."""
    for one in components:
        start = one.start
        for line in [line for line in one if line.name in ("RDATE", "EXDATE")]:
            place = one.index(line)
            one.remove(line)
            for text in line.value.split(","):
                if "/" in text:
                    one.insert(place, Line(line.name, text, line.parameters))
                    continue
                time = Time.of(line, text)
                if start.is_date:
                    time = Time(time.wall.replace(hour=0, minute=0, second=0), True)
                elif time.is_date and line.name == "RDATE":
                    time = Time(datetime.combine(time.wall.date(), start.wall.time()), False, start.zone)
                elif not time.is_date:
                    time = time.at(start.zone)
                one.insert(place, time.line(line.name))
    return components


@question
def periods_that_a_range_moves(components):
    """A range moves the instances after it by its difference in wall time, in DTSTART's zone. The peer moves an RDATE
    of VALUE=PERIOD in the zone that the RDATE is written in. If the two are different instants, because the clocks of
    one of the zones change in between, it gets the period in DTSTART's zone, with the same exact length."""
    owners = masters(components)
    for one in components:
        master = owners.get(one.uid)
        if not one.is_range or master is None or master.start.zone is None:
            continue
        move = one.start.wall - original_of(one, owners).wall
        for index, line in enumerate(master):
            if line.name != "RDATE" or "/" not in line.value:
                continue
            first, second = line.value.split("/")
            begin = Time.of(line, first)
            here = begin.at(master.start.zone)
            if replace(begin, wall=begin.wall + move).instant == replace(here, wall=here.wall + move).instant:
                continue
            if not second.startswith("P"):
                seconds = int((Time.of(line, second).instant - begin.instant).total_seconds())
                second = f"PT{seconds}S"
            master[index] = Line("RDATE", f"{here.value}/{second}", {"VALUE": "PERIOD", **here.parameters})
    return components


@question
def overrides_that_a_newer_version_dropped(components):
    """An override of an instance that the series does not have, with a lower SEQUENCE than the series, is left from an
    older version, and is not shown. The peer shows it."""
    owners = masters(components)
    kept = []
    for one in components:
        master = owners.get(one.uid)
        if one.is_override and not one.is_range and master is not None:
            is_older = int(one.value("SEQUENCE", "0")) < int(master.value("SEQUENCE", "0"))
            if is_older and not has_instance(master, original_of(one, owners)):
                continue
        kept.append(one)
    return kept


def has_instance(master: Component, time: Time) -> bool:
    """Whether a series has an instance at a time, which is in its terms."""
    start = master.start

    def moment(given: Time):
        return given.at(start.zone).instant if given.zone and start.zone else given.wall

    times = {moment(Time(wall, start.is_date, start.zone)) for wall in [start.wall, *walls(master)]}
    times |= {moment(Time.of(line, line.value.split("/")[0])) for line in master if line.name == "RDATE"}
    for line in master:
        if line.name == "EXDATE":
            gone = Time.of(line)
            if gone.is_date and gone.wall.date() == time.wall.date() or moment(gone) == moment(time):
                return False
    return moment(time) in times


@question
def exdate_of_an_override(components):
    """An override is shown even if an EXDATE names its original start: it is written out, so somebody means it. The
    peer leaves it out."""
    owners = masters(components)
    for one in components:
        if not one.is_override or one.uid not in owners:
            continue
        master = owners[one.uid]
        original = original_of(one, owners)
        for line in [line for line in master if line.name == "EXDATE"]:
            time = Time.of(line)
            if time == original or (time.is_date and time.wall.date() == original.wall.date()):
                # Other instances that a date removes are removed time by time.
                master.remove(line)
                if time.is_date and not original.is_date:
                    dates = [Time.of(own, own.value.split("/")[0]) for own in master if own.name == "RDATE"]
                    others = {*walls(master), master.start.wall, *(date.at(original.zone).wall for date in dates)}
                    for wall in sorted(others - {original.wall}):
                        if wall.date() == time.wall.date():
                            master.append(Time(wall, False, original.zone).line("EXDATE"))
    return components


def is_taken_for_another(component: Component) -> bool:
    """Whether instances may be so few hours apart that the wall time of one is another's UTC time."""
    parts = rule(component)
    often = parts.get("FREQ") in ("HOURLY", "MINUTELY") or "BYHOUR" in parts or component.get("RDATE")
    return bool(often) and component.start.zone not in (None, "UTC")


@answer
def by_instants(found, asked, owners):
    """EXDATE removes the instance at its instant. The peer also removes an instance whose wall time equals the
    EXDATE's UTC time, and the reverse. If a series has such instances, the peer gets no EXDATEs, and this function
    applies them."""
    kept = []
    for one in found:
        master = owners.get(one.uid)
        if master is None or not is_taken_for_another(master):
            pass
        elif one.component is master or one.component.is_range:
            original = Time(one.original, isinstance(one.start, date) and not isinstance(one.start, datetime), None)
            gone = False
            for line in master:
                if line.name != "EXDATE":
                    continue
                time = Time.of(line)
                if time.is_date or master.start.zone is None:
                    gone |= time.wall.date() == original.wall.date() if time.is_date else time.wall == original.wall
                else:
                    gone |= time.instant == Time(original.wall, False, master.start.zone).instant
            if gone:
                continue
        kept.append(one)
    return kept


def set_apart_by_instants(components):
    """A RECURRENCE-ID names the instance at its instant. The peer also uses an instance whose wall time equals the
    RECURRENCE-ID's UTC time. If a series has such instances, the peer gets each override as a separate event, and
    `instances_set_apart` removes the instance."""
    owners = masters(components)
    for index, one in enumerate(components):
        if one.is_override and not one.is_range and one.uid in owners and is_taken_for_another(owners[one.uid]):
            one.get("UID").value += f"/{index}"
            one.remove(one.get("RECURRENCE-ID"))
    return components


@answer
def instances_set_apart(found, asked, owners):
    """See `set_apart_by_instants`."""
    apart = set()
    for one in found:
        master = owners.get(one.uid)
        if master is not None and one.component.is_override and not one.component.is_range:
            apart.add((one.uid, one.recurrence))
    for one in asked.components:
        # Also one that is shown elsewhere.
        if one.is_override and not one.is_range and one.uid in owners and is_taken_for_another(owners[one.uid]):
            original = original_of(one, owners)
            apart.add((one.uid, identifier(original.instant if original.zone else original.wall)))
    return [
        one
        for one in found
        if (one.component.is_override and not one.component.is_range) or (one.uid, one.recurrence) not in apart
    ]


@answer
def cancelled_ones_left_out(found, asked, owners):
    """Events with STATUS:CANCELLED are not shown. The peer leaves that to its caller."""
    return [one for one in found if one.component.value("STATUS") != "CANCELLED"]


@answer
def exact_lengths(found, asked, owners):
    """DTEND gives every instance the same exact length; DURATION's days follow the calendar and its time is exact,
    for floating events in the viewer's zone. The peer adds both in wall time, so that a night of nine hours has
    eight."""
    for one in found:
        if isinstance(one.start, datetime) and not one.start.tzinfo:
            period, line = period_of(one, owners), one.component.get("DURATION")
            if period is None and line is None:
                continue
            days, rest = period or duration(line.value)
            begin = one.start + days * DAY
            one.end = begin.replace(tzinfo=ZoneInfo(asked.zone)).astimezone(UTC) + rest
        if isinstance(one.start, datetime) and one.start.tzinfo:
            start = one.start.astimezone(UTC)
            period = period_of(one, owners)
            if period is not None:
                days, rest = period
            elif one.component.get("DTEND"):
                own = one.component.start
                end = Time.of(one.component.get("DTEND"))
                days, rest = 0, max(end.instant - own.instant, timedelta())
            elif one.component.get("DURATION"):
                days, rest = duration(one.component.value("DURATION"))
            else:
                days, rest = 0, timedelta()
            if days:
                zone = ZoneInfo(one.component.start.zone)
                wall = start.astimezone(zone).replace(tzinfo=None) + days * DAY
                start = wall.replace(tzinfo=zone).astimezone(UTC)
            one.end = start + rest
    return found


def duration(text: str) -> tuple[int, timedelta]:
    """Days, and the rest."""
    length = icalendar.vDuration.from_ical(text)
    if "T" not in text:
        return length.days, timedelta()
    days = int(text[1 : text.index("D")]) if "D" in text else 0
    return days, length - days * DAY


def period_of(one, owners) -> tuple[int, timedelta] | None:
    """The length that an RDATE of VALUE=PERIOD gives an instance. (A range has its own length.)"""
    master = owners.get(one.uid)
    if master is None or one.component is not master:
        return None
    for line in master:
        if line.name == "RDATE" and "/" in line.value:
            first, second = line.value.split("/")
            begin = Time.of(line, first)
            start = one.start.astimezone(UTC) if one.start.tzinfo else one.start
            if (begin.instant if begin.zone else begin.wall) == start:
                if second.startswith("P"):
                    return duration(second)
                end = Time.of(line, second)
                return 0, end.instant - begin.instant if begin.zone else end.wall - begin.wall
    return None


@answer
def equal_instants_once(found, asked, owners):
    """A local time in a gap and the time that it means may both be instances, at one instant, which is returned
    once, as the time that clocks show. For the peer they are two."""
    zone = ZoneInfo(asked.zone)
    kept: dict[tuple, Occurrence] = {}
    for one in sorted(found, key=lambda one: one.original):
        instant = one.recurrence
        if isinstance(one.start, datetime) and one.start.tzinfo is None and one.recurrence:
            instant = one.original.replace(tzinfo=zone).astimezone(UTC)
        kept[one.uid, instant, one.component.is_override and not one.component.is_range] = one
    return list(kept.values())


@dataclass
class Occurrence:
    """An occurrence of the peer, with its component and its original start in the master's zone."""

    uid: str
    component: Component
    start: datetime | date
    end: datetime | date
    original: datetime
    recurrence: str | None


def theirs(asked: Question) -> set[tuple]:
    components = copy.deepcopy(asked.components)
    for function in questions:
        before = write(components)
        components = function(components)
        if write(components) != before:
            used[function.__name__] += 1
    owners = masters(components)
    found = occurrences(components, owners, asked)
    for function in answers:
        before = repr(found)
        found = function(found, asked, owners)
        if repr(found) != before:
            used[function.__name__] += 1
    zone = ZoneInfo(asked.zone)
    low, high = first_instant(asked.first, zone), first_instant(asked.beyond, zone)
    result = set()
    for one in found:
        if isinstance(one.start, datetime):
            start, end = (t if t.tzinfo else t.replace(tzinfo=zone) for t in (one.start, one.end))
            start, end = start.astimezone(UTC), end.astimezone(UTC)
            meets = low <= start < high if start == end else start < high and end > low
            texts = stamp(start, zone), stamp(end, zone)
        else:
            start, end = first_instant(one.start, zone), first_instant(one.end, zone)
            meets = start < high and end > low
            texts = one.start.isoformat(), one.end.isoformat()
        if meets:
            result.add((one.uid, one.recurrence, *texts))
    return result


def occurrences(components, owners, asked) -> list[Occurrence]:
    """Asks the peer for a slightly wider window."""
    numbered = copy.deepcopy(components)
    for index, one in enumerate(numbered):
        if is_taken_for_another(one):
            one[:] = [line for line in one if line.name != "EXDATE"]  # by_instants
    numbered = set_apart_by_instants(numbered)
    for index, one in enumerate(numbered):
        one.append(Line("X-NUMBER", str(index)))
    calendar = icalendar.Calendar.from_ical(write(numbered))
    zone = ZoneInfo(asked.zone)
    low = datetime.combine(asked.first - 12 * DAY, datetime.min.time(), zone)
    high = datetime.combine(asked.beyond + 12 * DAY, datetime.min.time(), zone)
    found = []
    for given in recurring_ical_events.of(calendar).between(low, high):
        component = components[int(given["X-NUMBER"])]
        start, end = given["DTSTART"].dt, given["DTEND"].dt
        master = owners.get(component.uid)
        if component.is_override and not (component.is_range and master is not None):
            original = original_of(component, owners)
        else:
            wall = start if isinstance(start, datetime) else datetime.combine(start, datetime.min.time())
            base = (master or component).start
            if wall.tzinfo and str(wall.tzinfo) != base.zone:
                wall = wall.astimezone(ZoneInfo(base.zone))  # an RDATE of another zone
            wall = wall.replace(tzinfo=None)
            if component.is_range:
                wall -= component.start.wall - original_of(component, owners).wall
            original = Time(wall, base.is_date, base.zone)
        if not component.is_override and not any(component.get(name) for name in ("RRULE", "RDATE")):
            recurrence = None
        elif original.is_date:
            recurrence = identifier(original.wall.date())
        else:
            recurrence = identifier(original.instant if original.zone else original.wall)
        found.append(Occurrence(component.uid, component, start, end, original.wall, recurrence))
    return found


# ---- Random calendars ---------------------------------------------------------------------------------------


class Maker:
    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def question(self) -> Question:
        random = self.random
        base = date(random.randint(2024, 2027), random.randint(1, 12), random.randint(1, 28))
        zone = random.choice([*ZONES, "UTC"])
        if self.chance(0.6):
            base = self.change_near(base, zone) + timedelta(days=random.randint(-4, 1))
        components = []
        for number in range(random.randint(1, 6)):
            components += self.series(f"{number}@random", base)
        if self.chance(0.3):
            random.shuffle(components)
        first = base + timedelta(days=random.randint(-8, 20))
        return Question(components, zone, first, first + timedelta(days=random.choice([1, 7, 14, 30, 45, 90])))

    def change_near(self, day: date, zone: str) -> date:
        """The next clock change of a zone, or of New York."""
        for name in (zone, "America/New_York"):
            clock = ZoneInfo(name)
            for i in range(366):
                here = datetime.combine(day + i * DAY, datetime.min.time())
                if here.replace(tzinfo=clock).utcoffset() != (here + DAY).replace(tzinfo=clock).utcoffset():
                    return here.date()
        return day

    def series(self, uid: str, base: date) -> list[Component]:
        random = self.random
        day = base + timedelta(days=random.choice([0, 0, 1, random.randint(-30, 40), random.randint(-900, 10)]))
        kind = random.choices(["zoned", "utc", "floating", "date"], [55, 10, 15, 20])[0]
        hour, minute = random.choice([(2, 30), (2, 0), (0, 0), (0, 30), (23, 30), (9, 0), (3, 15), (17, 45)])
        wall = datetime(day.year, day.month, day.day) + (kind != "date") * timedelta(hours=hour, minutes=minute)
        zone = {"zoned": random.choice(ZONES), "utc": "UTC"}.get(kind)
        start = Time(wall, kind == "date", zone)
        master = Component([Line("UID", uid), start.line("DTSTART"), *self.end(start)])
        made = [master]
        frequency = None
        if self.chance(0.75):
            text, frequency = self.rule(start)
            master.append(Line("RRULE", text))
        known = walls(master, 120) or [wall]
        if known[0] != wall:
            known.insert(0, wall)
        if self.chance(0.3):
            master += self.extra_dates(start, known)
        if self.chance(0.35) and (frequency or master.get("RDATE")):
            master += self.exceptions(start, known)
        if frequency or master.get("RDATE"):
            taken = set()
            if self.chance(0.45):
                for _ in range(random.randint(1, 3)):
                    made += self.override(uid, start, known, taken)
            # The peer confuses instances that are hours apart.
            often = frequency in ("HOURLY", "MINUTELY") or "BYHOUR" in master.value("RRULE")
            if self.chance(0.2) and not often:
                for _ in range(random.choice([1, 1, 2])):
                    made += self.range(uid, start, known, taken)
        self.versions(made)
        if self.chance(0.05) and made[0].get("STATUS") is None and len(made) == 1:
            made[0].append(Line("STATUS", random.choice(["CANCELLED", "TENTATIVE"])))
        return made

    def end(self, start: Time) -> list[Line]:
        random = self.random
        if start.is_date:
            days = random.choice([1, 1, 2, 3, 9])
            return random.choice(
                [[], [Time(start.wall + days * DAY, True).line("DTEND")], [Line("DURATION", f"P{days}D")]]
            )
        choice = random.random()
        if choice < 0.1:
            return []
        if choice < 0.55:
            length = random.choice([30, 60, 60, 480, 1440, 4000])
            wall = start.wall + timedelta(minutes=length)
            if start.zone and start.zone != "UTC":
                # An end that a clock change puts before its start is covered by a fixture.
                while Time(wall, False, start.zone).instant < start.instant:
                    wall += timedelta(hours=1)
                end = Time(wall, False, start.zone)
                return [(end.at(random.choice(ZONES)) if self.chance(0.15) else end).line("DTEND")]
            return [Time(wall, False, start.zone).line("DTEND")]
        return [Line("DURATION", random.choice(["PT1H", "PT8H", "P1D", "PT24H", "P1DT2H", "P1W", "PT30M"]))]

    def rule(self, start: Time) -> tuple[str, str]:
        random = self.random
        kinds = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] + ([] if start.is_date else ["HOURLY", "MINUTELY"])
        frequency = random.choices(kinds, [30, 30, 20, 8, 8, 4][: len(kinds)])[0]
        parts = {"FREQ": frequency}
        if frequency == "MINUTELY":
            parts["INTERVAL"] = str(random.choice([20, 30, 45, 90, 1000, 1441]))
            parts["COUNT"] = str(random.randint(1, 80))
        elif self.chance(0.4):
            parts["INTERVAL"] = str(random.randint(2, 4))
        own = WEEKDAYS[start.wall.weekday()]
        days = {own, *random.sample(WEEKDAYS, random.randint(0, 3))} if self.chance(0.7) else set(
            random.sample(WEEKDAYS, random.randint(1, 3))
        )
        if frequency == "WEEKLY":
            if self.chance(0.7):
                parts["BYDAY"] = ",".join(sorted(days))
            if self.chance(0.3):
                parts["WKST"] = random.choice(WEEKDAYS)
        elif frequency == "MONTHLY":
            choice = random.random()
            if choice < 0.3:
                parts["BYMONTHDAY"] = random.choice([str(start.wall.day), "-1", "1,15", "31", "-2,10"])
            elif choice < 0.6:
                parts["BYDAY"] = random.choice(["1MO", "-1FR", "2TU,4TU", "3WE"])
            elif choice < 0.8:
                parts["BYDAY"] = "MO,TU,WE,TH,FR"
                parts["BYSETPOS"] = random.choice(["1", "-1", "2,-2"])
        elif frequency == "YEARLY":
            choice = random.random()
            if choice < 0.3:
                parts["BYMONTH"] = f"{start.wall.month},{random.randint(1, 12)}"
            elif choice < 0.6:
                parts["BYMONTH"] = str(start.wall.month)
                parts["BYDAY"] = random.choice(["1SU", "-1SU", "2MO"])
        elif self.chance(0.3):
            parts["BYDAY"] = ",".join(sorted(days))
        if frequency == "DAILY" and not start.is_date and self.chance(0.15):
            parts["BYHOUR"] = random.choice(["2,3", "9,14", "0,12"])
        if "COUNT" in parts:
            pass
        elif self.chance(0.35):
            parts["COUNT"] = str(random.choice([1, 2, 5, 10, 30]))
        elif self.chance(0.4):
            span = {"HOURLY": 4, "DAILY": 40, "WEEKLY": 120, "MONTHLY": 500}.get(frequency, 900)
            until = start.wall + timedelta(days=random.randint(0, span), minutes=random.choice([0, 0, 0, -1, 61]))
            forms = [Time(until, True)] if start.is_date else [Time(until, True), Time(until, False, start.zone)]
            if start.zone:
                forms += [Time(until, False, start.zone).at("UTC")] * 2
            chosen = random.choice(forms)
            parts["UNTIL"] = chosen.value
        return ";".join(f"{k}={v}" for k, v in parts.items()), frequency

    def extra_dates(self, start: Time, known: list[datetime]) -> list[Line]:
        random = self.random
        lines = []
        for _ in range(random.randint(1, 3)):
            wall = known[0] + timedelta(days=random.randint(0, 40))
            time = Time(wall, start.is_date, start.zone)
            if start.is_date or self.chance(0.2):
                lines.append(Time(wall, True).line("RDATE"))
                continue
            if start.zone and self.chance(0.4):
                time = time.at(random.choice([*ZONES, "UTC"]))
            if start.zone and self.chance(0.3):
                end = (
                    time.at("UTC").at(time.zone).wall + timedelta(hours=random.randint(1, 30))
                )
                text = Time(end, False, time.zone).value
                if Time(end, False, time.zone).instant <= time.instant or self.chance(0.5):
                    text = random.choice(["PT2H", "P1D", "P1DT1H"])
                lines.append(Line("RDATE", f"{time.value}/{text}", {"VALUE": "PERIOD", **time.parameters}))
            else:
                lines.append(time.line("RDATE"))
        starts = set()
        kept = []
        for line in lines:  # two periods of one start are nobody's
            key = Time.of(line, line.value.split("/")[0]).at("UTC" if start.zone else None)
            if key not in starts:
                kept.append(line)
            starts.add(key)
        return kept

    def exceptions(self, start: Time, known: list[datetime]) -> list[Line]:
        random = self.random
        lines = []
        for _ in range(random.randint(1, 4)):
            time = Time(random.choice(known[:30]), start.is_date, start.zone)
            if self.chance(0.15):
                time = Time(time.wall + timedelta(minutes=15), time.is_date, time.zone)
            choice = random.random()
            if start.is_date:
                if choice < 0.2:
                    time = Time(time.wall, False, "UTC")
            elif choice < 0.2:
                time = Time(time.wall, True)
            elif start.zone and choice < 0.5:
                time = time.at(random.choice([*ZONES, "UTC"]))
            elif start.zone and choice < 0.6:
                time = Time(time.wall)
            lines.append(time.line("EXDATE"))
        return lines

    def named(self, start: Time, wall: datetime) -> Time:
        """A RECURRENCE-ID of an instance, in one of its forms."""
        time = Time(wall, start.is_date, start.zone)
        if start.is_date or not start.zone or self.chance(0.6):
            return time
        return time.at(self.random.choice(["UTC", "UTC", *ZONES])) if self.chance(0.8) else Time(wall, True)

    def pick(self, start: Time, known: list[datetime], taken: set) -> datetime | None:
        wall = self.random.choice(known[:25])
        if start.zone and start.zone != "UTC":
            # Gaps have fixtures of their own.
            there = Time(wall, False, start.zone)
            if there.at("UTC").at(start.zone).wall != wall:
                return None
        if wall in taken:
            return None
        taken.add(wall)
        return wall

    def override(self, uid: str, start: Time, known: list[datetime], taken: set) -> list[Component]:
        random = self.random
        wall = self.pick(start, known, taken)
        if wall is None:
            return []
        # Sometimes one that is not an instance.
        if self.chance(0.08):
            wall += timedelta(days=1, minutes=0 if start.is_date else 7)
            if wall in known:
                return []
        named = self.named(start, wall)
        if named.is_date and not start.is_date and sum(k.date() == wall.date() for k in known) != 1:
            named = Time(wall, False, start.zone)
        moved = Time(
            wall + random.choice([timedelta(), DAY, -2 * DAY, 30 * DAY])
            + (0 if start.is_date else 1) * random.choice([timedelta(), timedelta(hours=2), timedelta(minutes=-45)]),
            start.is_date,
            start.zone,
        )
        if start.zone and self.chance(0.2):
            moved = moved.at(random.choice([*ZONES, "UTC"]))
        elif start.zone and self.chance(0.1):
            moved = Time(moved.wall, True)
        if self.chance(0.2):
            moved = Time(wall, start.is_date, start.zone)
        lines = [Line("UID", uid), named.line("RECURRENCE-ID"), moved.line("DTSTART"), *self.end(moved)]
        if self.chance(0.25):
            lines.append(Line("STATUS", "CANCELLED"))
        return [Component(lines)]

    def range(self, uid: str, start: Time, known: list[datetime], taken: set) -> list[Component]:
        random = self.random
        wall = self.pick(start, known, taken)
        if wall is None:
            return []
        move = random.choice([timedelta(), DAY, -DAY, 3 * DAY])
        if not start.is_date:
            move += random.choice([timedelta(), timedelta(hours=2), timedelta(minutes=-45)])
        moved = Time(wall + move, start.is_date, start.zone)
        named = Time(wall, start.is_date, start.zone)
        lines = [Line("UID", uid), named.line("RECURRENCE-ID", RANGE="THISANDFUTURE"), moved.line("DTSTART")]
        lines += self.end(moved)
        if self.chance(0.15):
            lines.append(Line("STATUS", "CANCELLED"))
        return [Component(lines)]

    def versions(self, made: list[Component]) -> None:
        """Some events have another version."""
        random = self.random
        for one in list(made):
            if not self.chance(0.06):
                continue
            other = copy.deepcopy(one)
            length = other.get("DTEND") or other.get("DURATION")
            if length:
                other.remove(length)
            for version in (one, other):
                if self.chance(0.7):
                    version.append(Line("SEQUENCE", str(random.randint(0, 11))))
                if self.chance(0.5):
                    version.append(Line("LAST-MODIFIED", f"202401{random.randint(10, 28)}T000000Z"))
            made.append(other)


# ---- Comparing ------------------------------------------------------------------------------------------------


def differs(asked: Question) -> bool:
    return ours(asked) != theirs(asked)


def simpler(asked: Question):
    """The same question with less in it."""
    for index in range(len(asked.components)):
        rest = asked.components[:index] + asked.components[index + 1 :]
        if rest:
            yield Question(rest, asked.zone, asked.first, asked.beyond)
    for index, component in enumerate(asked.components):
        for place, line in enumerate(component):
            changed = []
            if line.name not in ("UID", "DTSTART"):
                changed.append(None)
            if line.name == "RRULE":
                parts = line.value.split(";")
                changed += [
                    Line("RRULE", ";".join(parts[:i] + parts[i + 1 :])) for i in range(1, len(parts))
                ]
            for other in changed:
                lines = list(component)
                lines[place : place + 1] = [other] if other else []
                components = list(asked.components)
                components[index] = Component(lines)
                yield Question(components, asked.zone, asked.first, asked.beyond)
    length = (asked.beyond - asked.first).days
    if length > 1:
        half = asked.first + timedelta(days=length // 2)
        yield Question(asked.components, asked.zone, asked.first, half)
        yield Question(asked.components, asked.zone, half, asked.beyond)
    if asked.zone != "UTC":
        yield Question(asked.components, "UTC", asked.first, asked.beyond)


def shrink(asked: Question) -> Question:
    while True:
        for candidate in simpler(asked):
            try:
                if differs(candidate):
                    asked = candidate
                    break
            except Exception:  # smaller, but no longer a calendar
                continue
        else:
            return asked


def report(seed: int, asked: Question) -> str:
    mine, peers = ours(asked), theirs(asked)

    def rows(found):
        return "\n".join(f"  {row}" for row in sorted(found, key=str)) or "  nothing"

    return (
        f"seed {seed}, {asked.zone}, {asked.first} to {asked.beyond}\n{write(asked.components).decode()}"
        f"only busylife-gen:\n{rows(mine - peers)}\nonly recurring_ical_events:\n{rows(peers - mine)}\n"
    )


def run(count: int, seed: int, most: int = 5) -> list[str]:
    """Compares calendars with seeds from `seed` on; returns the differences as text."""
    failures = []
    for number in range(seed, seed + count):
        asked = Maker(number).question()
        try:
            if differs(asked):
                failures.append(report(number, shrink(asked)))
        except Exception as error:  # whatever goes wrong is a failure too
            failures.append(f"seed {number}: {type(error).__name__} {error}\n{write(asked.components).decode()}")
        if len(failures) == most:
            break
    return failures


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
    print(f"{count} calendars, seed {seed}")
    failures = run(count, seed)
    print("\n".join(failures))
    for name, times in used.most_common():
        print(f"{times:6} {name}")
    print("all agree" if not failures else f"{len(failures)} differ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
