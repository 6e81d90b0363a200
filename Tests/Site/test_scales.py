"""Rules in other calendars (RFC 7529) give the dates that other programs give.

hijridate has the tables of the Umm al-Qura calendar, convertdate the arithmetic of the Hebrew, Persian and Coptic ones,
lunardate the Chinese months. RFC 7529 numbers the months of a Hebrew year from Tishri, convertdate from Nisan."""

from __future__ import annotations

import warnings
from datetime import date

import pytest
from convertdate import coptic, hebrew, persian
from hijridate import Hijri
from lunardate import LunarDate

import tool


def chinese(month: int, day: int) -> list[date]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [LunarDate(year, month, day).toSolarDate() for year in range(2000, 2041)]


CASES = {
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1": chinese(1, 1),
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15": chinese(8, 15),
    "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1": [
        date(*Hijri(year, 10, 1).to_gregorian().datetuple()) for year in range(1421, 1455)],
    "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=10": [
        date(*Hijri(year, 12, 10).to_gregorian().datetuple()) for year in range(1421, 1455)],
    "RSCALE=PERSIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1": [
        date(*persian.to_gregorian(year, 1, 1)) for year in range(1379, 1420)],
    "RSCALE=COPTIC;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1": [
        date(*coptic.to_gregorian(year, 1, 1)) for year in range(1717, 1758)],
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=10": [
        date(*hebrew.to_gregorian(year, 7, 10)) for year in range(5761, 5802)],
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=15": [
        date(*hebrew.to_gregorian(year, 1, 15)) for year in range(5761, 5802)],
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=14": [
        date(*hebrew.to_gregorian(year, 13 if hebrew.leap(year) else 12, 14)) for year in range(5761, 5802)],
}


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    """The dates of an event for each rule, by its UID."""
    content = tmp_path_factory.mktemp("scales")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN"]
    for number, (rule, dates) in enumerate(CASES.items()):
        lines += ["BEGIN:VEVENT", f"UID:{number}", f"DTSTART;VALUE=DATE:{dates[0]:%Y%m%d}", f"RRULE:{rule}",
                  "SUMMARY:Day", "END:VEVENT"]
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
    expected = [day for day in CASES[rule] if 2001 <= day.year <= last]
    assert [day for day in days[str(number)] if day.year <= last] == expected
