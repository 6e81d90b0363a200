"""The summary of a year: busy hours by week and by calendar, compared with `agenda`."""

from __future__ import annotations

import datetime
import random
import re

from selectolax.lexbor import LexborHTMLParser

import tool
from content import Content, event

SEED = 20261121
FROM, TO = "2026-01-01", "2027-01-01"


def minutes(text: str) -> int:
    """Of "23h 30m", "23h", "30m"."""
    hours, rest = re.fullmatch(r"(?:(\d+)h)? ?(?:(\d+)m)?", text.strip()).groups()
    return int(hours or 0) * 60 + int(rest or 0)


def test_weeks_and_calendars_add_up(tmp_path):
    print("seed", SEED)
    made = random.Random(SEED)
    start = datetime.datetime(2026, 1, 1)
    calendars: dict[str, list[dict]] = {"one": [], "two": []}
    for name, events in calendars.items():
        for number in range(220):
            begin = start + datetime.timedelta(minutes=15 * made.randrange(-300, 4 * 24 * 367))
            end = begin + datetime.timedelta(minutes=made.choice([15, 60, 90, 600, 3000]))
            times = {"start": begin.isoformat(), "end": end.isoformat(), "tz": "UTC"}
            events.append({"uid": f"{name}-{number}", "title": "Busy", **times})
    both = Content(tmp_path, "locale: en-GB\n", calendars=calendars)
    # Far from UTC, so that days begin at other times than those of the events.
    window = ["--tz", "Asia/Kathmandu", "--from", FROM, "--to", TO]
    busy = {day["date"]: day["busyMinutes"] for day in tool.agenda(both.folder, *window)["days"]}
    both.build(*window)
    page = LexborHTMLParser(both.page("year/2026.html"))

    weeks: dict[str, int] = {}
    day = datetime.date(2026, 1, 1)
    while day.year == 2026:
        monday = (day - datetime.timedelta(days=day.weekday())).isoformat()
        weeks[monday] = weeks.get(monday, 0) + busy.get(day.isoformat(), 0)
        day += datetime.timedelta(days=1)
    rows = page.css(".sums details tr")
    week = lambda row: row.css_first("a").attributes["href"].rpartition("/")[2].partition(".html")[0]
    # Links to weeks outside of the window lead to beyond.html.
    found = {week(row).rpartition("=")[2]: minutes(row.css_first("td").text()) for row in rows}
    assert found == weeks
    heights = [int(bar.attributes["height"]) for bar in page.css("svg.strip rect")]
    assert len(heights) == len(weeks)
    most = max(weeks.values())
    assert all(abs(height - max(1, 60 * of / most)) <= 1 for height, of in zip(heights, weeks.values()))

    totals = {row.css_first("th").text(): minutes(row.css("td")[-1].text()) for row in page.css("table.totals tr")}
    for name, events in calendars.items():
        alone = tool.agenda(Content(tmp_path / name, "", calendars={name: events}).folder, *window)["days"]
        # The page sums whole minutes per day, this sums seconds; all events have whole minutes.
        assert totals[name] == sum(day["busyMinutes"] for day in alone)
    assert minutes(page.css_first("p.total").text().removesuffix(" busy")) == sum(busy.values())


def test_weeks_at_the_ends_of_a_year_are_those_of_the_year(tmp_path):
    """Their labels give the days that count, and their height is that of these days."""
    days = [f"2026-01-{day:02}" for day in range(1, 5)] + [f"2026-12-{day}" for day in range(28, 32)]
    events = [event("Busy", f"{day}T09:00:00Z", f"{day}T17:00:00Z", uid=day) for day in days]
    made = Content(tmp_path, "locale: en-GB\n", events=events)
    made.build("--tz", "UTC", "--from", FROM, "--to", TO)
    page = LexborHTMLParser(made.page("year/2026.html"))
    rows = [(row.css_first("a").text(), minutes(row.css_first("td").text())) for row in page.css(".sums details tr")]
    assert rows[0] == ("1 – 4 January 2026", 4 * 480)
    assert rows[1][0] == "5 – 11 January 2026"
    assert rows[-1] == ("28 – 31 December 2026", 4 * 480)
    bars = page.css("svg.strip rect")
    # Eight hours a day, on each of their days in the months above.
    assert [bar.attributes["class"] for bar in (bars[0], bars[-1])] == ["l4", "l4"]


def test_a_year_without_busy_time_has_no_sums(tmp_path):
    made = Content(tmp_path, events=[])
    made.build()
    assert "sums" not in made.page("year/2026.html")
