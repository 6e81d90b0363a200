"""Bars of months and weeks: each event of several days has one row of a week, as `WeekRows` describes it.

The rows are computed here a second time, from the events alone, by days that are taken one after the other."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

import pytest
from selectolax.lexbor import LexborHTMLParser

from content import Content, calendar, vevent
from surroundings import SEED

FIRST = date(2026, 11, 2)
WEEKS = 4


@dataclass(frozen=True)
class Event:
    uid: str
    title: str
    start: date | datetime
    end: date | datetime
    location: str = ""

    @property
    def is_all_day(self) -> bool:
        return not isinstance(self.start, datetime)

    def text(self) -> str:
        form, value = ("%Y%m%d", ";VALUE=DATE") if self.is_all_day else ("%Y%m%dT%H%M%SZ", "")
        return vevent(self.title, f"UID:{self.uid}", f"DTSTART{value}:{self.start:{form}}",
                      f"DTEND{value}:{self.end:{form}}", f"LOCATION:{self.location}")


@dataclass(frozen=True)
class Shown:
    """An event in a zone."""
    event: Event
    zone: ZoneInfo

    @cached_property
    def days(self) -> list[date]:
        start, end = self.event.start, self.event.end
        if not self.event.is_all_day:
            last = max(start, end - timedelta(seconds=1)).astimezone(self.zone).date()
            start, end = start.astimezone(self.zone).date(), last + timedelta(days=1)
        return [start + timedelta(days=n) for n in range((end - start).days)]

    @property
    def is_bar(self) -> bool:
        event = self.event
        if len(self.days) < 2 or event.is_all_day:
            return len(self.days) > 1
        is_short = event.end - event.start < timedelta(hours=12)
        return not (is_short and event.end.astimezone(self.zone).time() < time(6))

    @property
    def begins(self) -> datetime:
        start = self.event.start
        return datetime.combine(start, time(), self.zone) if self.event.is_all_day else start


def rows_of(bars: list[Shown], week: list[date], listed: dict[date, dict]) -> dict[str, int]:
    """The row of each bar of a week: the longest in the week first, then by start, then as its first day lists them."""
    def order(shown: Shown):
        days = [day for day in week if day in shown.days]
        return -len(days), shown.begins, days[0], list(listed[days[0]]).index(shown.event.uid)

    taken: dict[date, set[int]] = {day: set() for day in week}
    rows = {}
    for shown in sorted(bars, key=order):
        days = [day for day in week if day in shown.days]
        row = next(row for row in range(99) if all(row not in taken[day] for day in days))
        for day in days:
            taken[day].add(row)
        rows[shown.event.uid] = row
    return rows


def make(rng: random.Random, count: int) -> list[Event]:
    events = []
    for n in range(count):
        day = FIRST + timedelta(days=rng.randrange(-3, 7 * WEEKS))
        title, uid = f"{rng.choice('abc')} {n}", f"bar-{n}@example.com"
        kind = rng.random()
        if kind < .35:
            events.append(Event(uid, title, day, day + timedelta(days=rng.choice([1, 1, 2, 2, 3, 4, 6, 9, 15]))))
            continue
        # Full hours, and starts that do not agree with those of events of whole days.
        start = datetime.combine(day, time(rng.randrange(24), 7), UTC)
        hours = rng.choice([1, 2, 5, 8]) if kind < .6 else rng.choice([7, 9, 11, 12, 13, 20, 26, 40, 70, 200])
        events.append(Event(uid, title, start, start + timedelta(hours=hours)))
    return events


def built(root, events: list[Event], zone: str, settings: str = ""):
    made = Content(root, f"title: Bars\n{settings}", calendars={"one": calendar(*(event.text() for event in events))})
    # Weeks begin on Mondays.
    made.build("--tz", zone, "--locale", "de", "--from", "2026-11-01", "--to", "2026-12-31")
    return made.output


def cells(items) -> dict[str, tuple[list[str], bool]]:
    """Of each event of a day its classes, and whether there is no room for it."""
    return {item.css_first(".event").attributes["data-uid"]:
            ((item.attributes.get("class") or "").split(), "data-over" in item.attributes) for item in items}


def check_week(week: list[date], days: dict[date, dict], bars: list[Shown], most: int, full: int) -> None:
    rows = rows_of([shown for shown in bars if set(shown.days) & set(week)], week, days)
    shown_of = {shown.event.uid: shown for shown in bars}
    over: dict[str, set[bool]] = {}
    for at, day in enumerate(week):
        for uid, (classes, is_over) in days[day].items():
            if uid not in rows:
                assert classes == [], (day, uid)
                continue
            rest = [later for later in week[at:] if later in shown_of[uid].days]
            is_first = at == 0 or week[at - 1] not in shown_of[uid].days
            assert classes == ["lasting", f"t{rows[uid]}", f"d{len(rest) if is_first else 0}"], (day, uid)
            over.setdefault(uid, set()).add(is_over)
        taken = {rows[uid] for uid in days[day] if uid in rows}
        others = [uid for uid in days[day] if uid not in rows]
        is_full = any(is_over for _, is_over in days[day].values())
        seen = sum(not is_over for _, is_over in days[day].values())
        # What has no row of its own fills those that are left, from above.
        for uid in others:
            row = next(row for row in range(99) if row not in taken)
            taken.add(row)
            assert days[day][uid][1] == (is_full and row >= full), (day, uid)
        if not is_full:
            assert max(taken, default=0) < most, day
        else:
            assert seen == len([row for row in taken if row < full]), day
    assert all(len(states) == 1 for states in over.values()), over


@pytest.mark.random
@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kathmandu"])
@pytest.mark.parametrize("count", [12, 45, 110])
def test_rows_are_as_they_are_described(zone, count, tmp_path):
    seed = f"{SEED} {zone} {count}"
    print("seed:", seed)
    events = make(random.Random(seed), count)
    site = built(tmp_path, events, zone)
    shown = [Shown(event, ZoneInfo(zone)) for event in events]
    month = LexborHTMLParser((site / "calendar/2026-11.html").read_text(encoding="utf-8"))
    seen = set()
    for row in month.css(".month tbody tr"):
        days = {}
        for cell in row.css("td"):
            day = date.fromisoformat(cell.attributes["data-date"])
            days[day] = cells(cell.css("ul > li"))
            assert set(days[day]) == {one.event.uid for one in shown if day in one.days}, day
            over = sum(is_over for _, is_over in days[day].values())
            more = cell.css_first(".more")
            assert (more is not None) == (over > 0) and (not over or str(over) in more.text()), day
            seen.add(day)
        check_week(list(days), days, [one for one in shown if one.is_bar], 4, 3)
    assert len(seen) == 42
    for number in range(WEEKS):
        week = [FIRST + timedelta(days=7 * number + n) for n in range(7)]
        page = LexborHTMLParser((site / f"week/{week[0]}.html").read_text(encoding="utf-8"))
        days = {}
        above = [one for one in shown if one.event.is_all_day or len(one.days) > 2]
        for section in page.css(".grid > .day"):
            day = date.fromisoformat(section.attributes["data-date"])
            days[day] = cells(section.css(".band > ul > li"))
            assert set(days[day]) == {one.event.uid for one in above if day in one.days}, day
            hours = {event.attributes["data-uid"] for event in section.css(".timed .event")}
            assert hours == {one.event.uid for one in shown if one not in above and day in one.days}, day
            over = sum(is_over for _, is_over in days[day].values())
            more = section.css_first(".band > .more")
            assert (more is not None) == (over > 0) and (not over or str(over) in more.text()), day
        check_week(week, days, above, 6, 6)
        highest = max((int(classes[1][1:]) + 1 for events in days.values() for classes, is_over in events.values()
                       if not is_over), default=0)
        has_more = any(is_over for events in days.values() for _, is_over in events.values())
        assert f"b{highest + has_more}" in page.css_first(".grid.week").attributes["class"].split()


def test_a_party_until_one_is_no_bar(tmp_path):
    evening = datetime(2026, 11, 13, 21, tzinfo=UTC)
    hours = {"party": 4, "night": 8, "long-night": 9, "shift": 12, "day": 24}
    events = [Event(uid, uid, evening, evening + timedelta(hours=count)) for uid, count in hours.items()]
    site = built(tmp_path, events, "UTC")
    month = LexborHTMLParser((site / "calendar/2026-11.html").read_text(encoding="utf-8"))

    def chips(day: str) -> dict:
        return {item.css_first(".event").attributes["data-uid"]: item
                for item in month.css(f'[data-date="{day}"]:not(.out) ul > li')}

    first, second = chips("2026-11-13"), chips("2026-11-14")
    # Until 01:00, 05:00, 06:00, 09:00 and 21:00.
    is_bar = {uid: "lasting" in (item.attributes.get("class") or "") for uid, item in first.items()}
    assert is_bar == {"party": False, "night": False, "long-night": True, "shift": True, "day": True}
    assert first["party"].css_first("time").text() == "21:00"
    assert second["party"].css_first("time").text() == "bis 01:00"
    assert second["party"].css_first("small") is None


@pytest.mark.parametrize(
    ("columns", "place", "is_divided"),
    [("calendar", "", False), ("place", "", False), ("place", "Room 1", True), ("category", "", False)],
)
def test_a_week_that_is_not_divided_has_bars_in_a_site_with_columns(columns, place, is_divided, tmp_path):
    day = date(2026, 11, 10)
    event = Event("one", "One", day, day + timedelta(days=2), place)
    site = built(tmp_path, [event], "UTC", f"columns: {columns}\n")

    def classes(week: str) -> set[str]:
        page = LexborHTMLParser((site / f"week/{week}.html").read_text(encoding="utf-8"))
        return set(page.css_first(".grid.week").attributes["class"].split())

    assert ("rooms" in classes("2026-11-09")) == is_divided and ("b1" in classes("2026-11-09")) == (not is_divided)
    # Nothing is in the week before.
    assert "rooms" not in classes("2026-11-02") and "b0" in classes("2026-11-02")
