"""The summary of a year: busy hours by week and by calendar, compared with `agenda`."""

from __future__ import annotations

import datetime
import json
import random
import re

from selectolax.lexbor import LexborHTMLParser

import tool

SEED = 20261121
FROM, TO = "2026-01-01", "2027-01-01"


def minutes(text: str) -> int:
    """Of "23h 30m", "23h", "30m"."""
    hours, rest = re.fullmatch(r"(?:(\d+)h)? ?(?:(\d+)m)?", text.strip()).groups()
    return int(hours or 0) * 60 + int(rest or 0)


def listed(name: str) -> str:
    """A calendar in `calendars:` of site.yml."""
    return f"  - {{name: {name}, source: {name}.json}}\n"


def test_weeks_and_calendars_add_up(tmp_path):
    print("seed", SEED)
    made = random.Random(SEED)
    start = datetime.datetime(2026, 1, 1)
    names = ["one", "two"]
    for name in names:
        events = []
        for number in range(220):
            begin = start + datetime.timedelta(minutes=15 * made.randrange(-300, 4 * 24 * 367))
            end = begin + datetime.timedelta(minutes=made.choice([15, 60, 90, 600, 3000]))
            times = {"start": begin.isoformat(), "end": end.isoformat(), "tz": "UTC"}
            events.append({"uid": f"{name}-{number}", "title": "Busy", **times})
        for folder in (tmp_path / "both", tmp_path / name):
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.json").write_text(json.dumps(events), encoding="utf-8")
        (tmp_path / name / "site.yml").write_text(f"calendars:\n{listed(name)}", encoding="utf-8")
    (tmp_path / "both" / "site.yml").write_text(
        "locale: en-GB\ncalendars:\n" + "".join(map(listed, names)), encoding="utf-8"
    )
    # Far from UTC, so that days begin at other times than those of the events.
    zone = ["--tz", "Asia/Kathmandu"]
    days = tool.agenda(tmp_path / "both", *zone, "--from", FROM, "--to", TO)["days"]
    busy = {day["date"]: day["busyMinutes"] for day in days}
    tool.build(tmp_path / "site", *zone, "--from", FROM, "--to", TO, content=tmp_path / "both")
    page = LexborHTMLParser((tmp_path / "site" / "year" / "2026.html").read_text(encoding="utf-8"))

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
    for name in names:
        alone = tool.agenda(tmp_path / name, *zone, "--from", FROM, "--to", TO)["days"]
        # The page sums whole minutes per day, this sums seconds; all events have whole minutes.
        assert totals[name] == sum(day["busyMinutes"] for day in alone)
    assert minutes(page.css_first("p.total").text().removesuffix(" busy")) == sum(busy.values())


def test_weeks_at_the_ends_of_a_year_are_those_of_the_year(tmp_path):
    """Their labels give the days that count, and their height is that of these days."""
    (tmp_path / "content").mkdir()
    days = [f"2026-01-{day:02}" for day in range(1, 5)] + [f"2026-12-{day}" for day in range(28, 32)]
    events = [{"uid": day, "title": "Busy", "start": f"{day}T09:00:00Z", "end": f"{day}T17:00:00Z"} for day in days]
    (tmp_path / "content" / "events.json").write_text(json.dumps(events), encoding="utf-8")
    (tmp_path / "content" / "site.yml").write_text("locale: en-GB\n", encoding="utf-8")
    tool.build(tmp_path / "site", "--tz", "UTC", "--from", FROM, "--to", TO, content=tmp_path / "content")
    page = LexborHTMLParser((tmp_path / "site" / "year" / "2026.html").read_text(encoding="utf-8"))
    rows = [(row.css_first("a").text(), minutes(row.css_first("td").text())) for row in page.css(".sums details tr")]
    assert rows[0] == ("1 – 4 January 2026", 4 * 480)
    assert rows[1][0] == "5 – 11 January 2026"
    assert rows[-1] == ("28 – 31 December 2026", 4 * 480)
    bars = page.css("svg.strip rect")
    # Eight hours a day, on each of their days in the months above.
    assert [bar.attributes["class"] for bar in (bars[0], bars[-1])] == ["l4", "l4"]


def test_a_year_without_busy_time_has_no_sums(tmp_path):
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "events.json").write_text("[]", encoding="utf-8")
    tool.build(tmp_path / "site", content=tmp_path / "content")
    assert b"sums" not in (tmp_path / "site" / "year" / "2026.html").read_bytes()
