"""Rules in other calendars (RFC 7529) give the dates that other programs give.

hijridate has the tables of the Umm al-Qura calendar, convertdate the arithmetic of the Hebrew, Persian and Coptic ones,
lunardate the Chinese months. RFC 7529 numbers the months of a Hebrew year from Tishri, convertdate from Nisan."""

from __future__ import annotations

import functools
import json
import re
import warnings
from datetime import date

import pytest
from convertdate import coptic, hebrew, persian
from hijridate import Hijri
from lunardate import LunarDate

import tool


def chinese(month: int, day: int) -> list[date]:
    return [LunarDate(year, month, day).toSolarDate() for year in range(2000, 2041)]


# The dates of each rule, from the other program; reckoned when they are needed.
CASES = {
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1": lambda: chinese(1, 1),
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15": lambda: chinese(8, 15),
    "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1": lambda: [
        date(*Hijri(year, 10, 1).to_gregorian().datetuple()) for year in range(1421, 1455)],
    "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=10": lambda: [
        date(*Hijri(year, 12, 10).to_gregorian().datetuple()) for year in range(1421, 1455)],
    "RSCALE=PERSIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1": lambda: [
        date(*persian.to_gregorian(year, 1, 1)) for year in range(1379, 1420)],
    "RSCALE=COPTIC;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1": lambda: [
        date(*coptic.to_gregorian(year, 1, 1)) for year in range(1717, 1758)],
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=10": lambda: [
        date(*hebrew.to_gregorian(year, 7, 10)) for year in range(5761, 5802)],
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=15": lambda: [
        date(*hebrew.to_gregorian(year, 1, 15)) for year in range(5761, 5802)],
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=14": lambda: [
        date(*hebrew.to_gregorian(year, 13 if hebrew.leap(year) else 12, 14)) for year in range(5761, 5802)],
}


@functools.cache
def expected_dates(rule: str) -> list[date]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return CASES[rule]()


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    """The dates of an event for each rule, by its UID."""
    content = tmp_path_factory.mktemp("scales")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN"]
    for number, rule in enumerate(CASES):
        lines += ["BEGIN:VEVENT", f"UID:{number}", f"DTSTART;VALUE=DATE:{expected_dates(rule)[0]:%Y%m%d}",
                  f"RRULE:{rule}", "SUMMARY:Day", "END:VEVENT"]
    (content / "scales.ics").write_text("\r\n".join([*lines, "END:VCALENDAR", ""]))
    found = tool.agenda(content, "--tz", "UTC", "--from", "2001-01-01", "--to", "2041-01-01")
    dates: dict[str, list[date]] = {}
    for one in found["days"]:
        for event in one["events"]:
            dates.setdefault(event["uid"], []).append(date.fromisoformat(one["date"]))
    return dates


@pytest.mark.parametrize("number", range(len(CASES)), ids=list(CASES))
def test_the_dates_are_those_of_other_programs(days, number):
    rule = list(CASES)[number]
    # The tables of ICU and of hijridate both foretell the Umm al-Qura calendar, and begin Shawwal 1454 a day apart.
    last = 2032 if "UMALQURA" in rule else 2040
    expected = [day for day in expected_dates(rule) if 2001 <= day.year <= last]
    assert [day for day in days[str(number)] if day.year <= last] == expected


def test_the_korean_calendar_is_its_own(tmp_path):
    """Its months begin by the time of Seoul: in 2027 and 2028 the year begins a day after the Chinese one."""
    rule = "DTSTART;VALUE=DATE:20260217\nRRULE:RSCALE={};FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1"
    (tmp_path / "a.ics").write_text(written(rule.format("DANGI"), rule.format("CHINESE")))
    dates, _ = shown(tmp_path, "2027-01-01", "2029-01-01")
    assert dates == {"0": ["2027-02-07", "2028-01-27"], "1": ["2027-02-06", "2028-01-26"]}


# ---- Rules that would cost much, or that no calendar has -----------------------------------------------------------

LEAST = -(2**63)
TWICE = ",".join(["1"] * 2_000)
EVERY = ",".join(map(str, range(60)))
SHOWN = "; the event is shown without it"
# A rule, and the end of its problem; none if it is followed.
HOSTILE = [
    *((f"FREQ=MONTHLY;SKIP=OMIT;{name}={LEAST}", f"{name} has a value that can't be read{SHOWN}")
      for name in ("BYMONTHDAY", "BYYEARDAY", "BYSETPOS", "BYHOUR", "BYMINUTE", "BYSECOND")),
    (f"FREQ=MONTHLY;SKIP=OMIT;BYDAY={LEAST}MO", f"BYDAY has a value that can't be read{SHOWN}"),
    *((f"RSCALE=CHINESE;FREQ={frequency};BYMONTH=1;INTERVAL={2**63 - 1}", f"INTERVAL is 1 to 10000{SHOWN}")
      for frequency in ("YEARLY", "MONTHLY", "WEEKLY", "DAILY")),
    ("RSCALE=CHINESE;FREQ=YEARLY;INTERVAL=10000", None),
    (f"RSCALE=CHINESE;FREQ=YEARLY;COUNT={2**63 - 1}", None),
    (f"RSCALE=CHINESE;FREQ=YEARLY;BYMONTH={TWICE};BYMONTHDAY={TWICE};BYDAY={TWICE.replace('1', 'MO')}", None),
    (f"RSCALE=CHINESE;FREQ=MONTHLY;BYMONTH={TWICE};BYMONTHDAY={TWICE};BYHOUR={TWICE}", None),
    ("RSCALE=GREGORIAN;FREQ=YEARLY;BYWEEKNO=36;BYDAY=SA", None),
    ("RSCALE=DANGI;FREQ=YEARLY;BYWEEKNO=36", "BYWEEKNO counts the weeks of Gregorian years, so it can't be combined "
     f"with another RSCALE or with SKIP; choose days with BYMONTH and BYMONTHDAY{SHOWN}"),
    (f"RSCALE=CHINESE;FREQ=YEARLY;BYMINUTE={EVERY};BYSECOND={EVERY}",
     f"BYHOUR, BYMINUTE and BYSECOND give more than 1000 times a day{SHOWN}"),
    (f"RSCALE=CHINESE;FREQ=DAILY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYHOUR=1,2,3,4,5,6,7,8;BYMINUTE={EVERY};"
     "BYSETPOS=400", f"the rule takes too long to follow{SHOWN}"),
]  # fmt: skip


def written(*events: str) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN"]
    for number, event in enumerate(events):
        lines += ["BEGIN:VEVENT", f"UID:{number}", "SUMMARY:Day", *event.splitlines(), "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def shown(content, first: str, beyond: str) -> tuple[dict[str, list[str]], list[str]]:
    """The dates of each event by its UID, and the problems."""
    result = tool.run(
        "agenda", "--content", content, "--tz", "UTC", "--from", first, "--to", beyond, "--format", "json",
        "--now", tool.NOW, expect=0, timeout=60,
    )  # fmt: skip
    dates: dict[str, list[str]] = {}
    for day in json.loads(result.out)["days"]:
        for event in day["events"]:
            dates.setdefault(event["uid"], []).append(day["date"])
    return dates, [f"{one['severity']}: {one['message']}" for one in result.placed]


def test_rules_that_can_not_be_followed_leave_their_event(tmp_path):
    rules = [rule for rule, _ in HOSTILE]
    (tmp_path / "a.ics").write_text(written(*(f"DTSTART:20260905T000000Z\nRRULE:{rule}" for rule in rules)))
    dates, problems = shown(tmp_path, "2026-09-05", "2026-09-06")
    assert sorted(dates, key=int) == [str(number) for number in range(len(HOSTILE))]
    errors = [line for line in problems if line.startswith("error: ")]
    expected = [end for _, end in HOSTILE if end]
    assert len(errors) == len(expected)
    assert all(line.endswith(end) for line, end in zip(errors, expected)), errors
    assert tool.run("check", "--content", tmp_path).code == tool.PROBLEMS


def test_many_costly_rules_of_a_file_are_bounded_together(tmp_path):
    """Each file has its own bound, and a cheap rule after costly ones is followed."""
    rule = "DTSTART;VALUE=DATE:20000101\nRRULE:RSCALE=CHINESE;FREQ=DAILY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12"
    new_year = "DTSTART;VALUE=DATE:20000205\nRRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1"
    (tmp_path / "a.ics").write_text(written(*[rule] * 3_000, new_year).replace("UID:3000", "UID:after"))
    (tmp_path / "b.ics").write_text(written(new_year).replace("UID:0", "UID:good"))
    dates, problems = shown(tmp_path, "2026-02-17", "2026-02-18")
    assert dates["good"] == dates["after"] == ["2026-02-17"]
    assert any("the rules of this file with RSCALE or SKIP take too long together; the event is shown" in line
               for line in problems)  # fmt: skip


def test_of_very_many_instances_those_of_the_window_are_listed(tmp_path):
    every = "1,2,3,4,5,6,7,8,9,10,11,12"
    (tmp_path / "a.ics").write_text(written(
        f"DTSTART;VALUE=DATE:20000101\nRRULE:RSCALE=CHINESE;FREQ=DAILY;BYMONTH={every}",
        f"DTSTART;VALUE=DATE:20260901\nRRULE:RSCALE=CHINESE;FREQ=DAILY;BYMONTH={every};BYHOUR=0,6,12,18",
    ))  # fmt: skip
    dates, problems = shown(tmp_path, "2026-11-01", "2026-11-11")
    assert dates["0"] == [f"2026-11-{day:02}" for day in range(1, 11)]
    cut = [re.fullmatch(r"warning: .* counts in another calendar and has more than 5000 instances; only those from "
                        r"(\S+) to (\S+) are listed", line) for line in problems]  # fmt: skip
    assert len(cut) == 2
    assert "2020" < cut[0][1] < "2026-11-01" and cut[0][2] == "2036-12-31"
    # Four times a day, the window alone is too much.
    assert cut[1][1] == "2026-11-01" and "2029" < cut[1][2] < "2031"


def test_an_exclusion_rule_leaves_out_what_it_matches(tmp_path):
    start = "DTSTART;VALUE=DATE:20200125\nRRULE:FREQ=YEARLY;COUNT=2"
    (tmp_path / "a.ics").write_text(written(
        # No Chinese year has a thirteenth month; DTSTART is the new year.
        f"{start}\nEXRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=1",
        f"{start}\nEXRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1",
        f"{start}\nEXRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;COUNT=1",
        f"{start}\nEXRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=2;UNTIL=20200126",
    ))  # fmt: skip
    dates, _ = shown(tmp_path, "2020-01-01", "2022-01-01")
    both = ["2020-01-25", "2021-01-25"]
    assert dates == {"0": both, "1": both[1:], "2": both[1:], "3": both}
