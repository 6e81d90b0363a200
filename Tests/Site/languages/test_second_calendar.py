"""Dates of a second calendar are those of other programs, in pages of the build and in those that a browser draws.

hijridate has the tables of the Umm al-Qura calendar, lunardate the Chinese months, convertdate the arithmetic of the
others; Ethiopian dates are Coptic ones of other years."""

from __future__ import annotations

import html
import re
from datetime import date, timedelta

import pytest
from convertdate import coptic, hebrew, indian_civil, islamic, persian
from hijridate import Gregorian
from lunardate import LunarDate

import browser as chrome
import words
from content import Content, calendar, vevent
from modules import MODULE, SCRIPT, packed, zone_archive

# The window of the sample, and days of it: no month can begin a day late without one of them telling.
FIRST, END = date(2025, 11, 1), date(2028, 12, 1)
DAYS = [FIRST + timedelta(n) for n in range(0, (END - FIRST).days, 3)]


def civil(scale):
    return lambda day: scale.from_gregorian(day.year, day.month, day.day)


def chinese(day: date) -> tuple:
    lunar = LunarDate.from_solar_date(day.year, day.month, day.day)
    return lunar.year, (lunar.month, bool(lunar.is_leap_month)), lunar.day


def ethiopic(day: date) -> tuple:
    year, month, number = coptic.from_gregorian(day.year, day.month, day.day)
    return year + 276, month, number


def thrifty(scale):
    """Asks for one day in a while, as each answer takes long: no month ends before its 29th."""
    known = {}

    def of(day: date) -> tuple:
        year, month, number = known.get(day - timedelta(3), (0, 0, 29))
        known[day] = (year, month, number + 3) if number < 27 else scale.from_gregorian(day.year, day.month, day.day)
        return known[day]

    return of


# What gives year, month and day, and a date as it is said.
PEERS = {
    "chinese": (chinese, "12 Tenth Month 2026(bing-wu)"),
    "hebrew": (civil(hebrew), "10 Kislev 5787"),
    "islamic-umalqura": (
        lambda day: Gregorian(day.year, day.month, day.day).to_hijri().datetuple(), "10 Jumada II 1448 AH"),
    "islamic-civil": (civil(islamic), "9 Jumada II 1448 AH"),
    "persian": (thrifty(persian), "29 Aban 1405"),
    "ethiopic": (ethiopic, "11 Hedar 2019"),
    "indian": (civil(indian_civil), "29 Kartika 1948 Saka"),
}


# An agenda says each day by itself if something is on it.
DAILY = {"events.ics": calendar(vevent("Daily", "DTSTART;VALUE=DATE:20251101", "RRULE:FREQ=DAILY"))}


def site(folder, name: str, *window: str, locale: str = "en-GB", views: str = "[agenda]", files: dict | None = None):
    """A site without events, or with those of a calendar file."""
    made = Content(folder, f"title: T\nlocale: {locale}\nviews: {views}\nsecondCalendar: {name}\n", files=files)
    first, end = window or (FIRST, END)
    made.build("--tz", "UTC", "--from", first, "--to", end)
    return made.output


def second(text: str) -> str | None:
    found = re.search(r'<bdi class="second">(.*?)</bdi>', text)
    return found and html.unescape(re.sub("<[^>]*>", "", found[1]))


def heading(page: str) -> str | None:
    return second(re.search("<h1>.*?</h1>", page, re.S)[0])


@pytest.mark.filterwarnings("ignore:month_days:DeprecationWarning")
@pytest.mark.parametrize("name", PEERS)
def test_days_are_those_of_another_program(name, tmp_path):
    peer, spelt = PEERS[name]
    output = site(tmp_path, name, files=DAILY)
    said = {}
    for page in (output / "agenda").glob("*.html"):
        for day, text in re.findall(r'<h2 id="h([\d-]+)">(.*?)</h2>', page.read_text()):
            said[date.fromisoformat(day)] = second(text)
    assert said[date(2026, 11, 20)] == spelt
    names: dict = {}
    for day in DAYS:
        year, month, number = peer(day)
        parts = re.fullmatch(r"(\d+) (.+?) (\d+)(?:\(.*\)| AH| Saka)?", said[day])
        assert (int(parts[3]), int(parts[1])) == (year, number), day
        # Adar is Adar II in years that have two.
        names.setdefault(month if name != "hebrew" or month < 12 else (month, hebrew.leap(year)), set()).add(parts[2])
    assert all(len(each) == 1 for each in names.values()), names
    assert len(set.union(*names.values())) == len(names), names


@pytest.mark.parametrize(
    "name, month, day, year",
    [("japanese", "November Reiwa 8", "20 November Reiwa 8", "Reiwa 8"),
     ("buddhist", "November 2569 BE", "20 November 2569 BE", "2569 BE")],
)
def test_calendars_with_gregorian_days_are_named_in_headings_alone(name, month, day, year, tmp_path):
    output = site(tmp_path, name, "2026-11-01", "2026-12-01", views="[calendar, day, year]")
    pages = [(output / path).read_text() for path in ("calendar/2026-11.html", "day/2026-11-20.html", "year/2026.html")]
    assert [heading(page) for page in pages] == [month, day, year]
    assert [page.count('class="second"') for page in pages] == [1, 1, 1]


def test_an_era_begins_in_the_midst_of_a_month(tmp_path):
    output = site(tmp_path, "japanese", "1989-01-01", "1989-02-01", views="[calendar, day]")
    days = [heading((output / f"day/1989-01-0{day}.html").read_text()) for day in (7, 8)]
    assert days == ["7 January Shōwa 64", "8 January Heisei 1"]
    assert heading((output / "calendar/1989-01.html").read_text()) == "January Shōwa 64 – January Heisei 1"


def test_a_month_shows_the_days_and_the_names_of_months(tmp_path):
    output = site(tmp_path, "hebrew", "2026-09-01", "2026-12-01", views="[calendar, week, year]")
    month = (output / "calendar/2026-09.html").read_text()
    # Two months of two years.
    assert heading(month) == "Elul 5786 – Tishri 5787"
    assert heading((output / "calendar/2026-11.html").read_text()) == "Heshvan – Kislev 5787"
    assert heading((output / "year/2026.html").read_text()) == "5786 – 5787"
    week = (output / "week/2026-09-07.html").read_text()
    assert heading(week) == "25 Elul 5786 – 2 Tishri 5787"
    # What both dates have is said once.
    assert heading((output / "week/2026-09-14.html").read_text()) == "3 – 9 Tishri 5787"
    months = re.findall("<h2>.*?</h2>", (output / "year/2026.html").read_text())
    assert [second(title) for title in months[8:11]] == [
        "Elul 5786 – Tishri 5787", "Tishri – Heshvan 5787", "Heshvan – Kislev 5787"]
    for page in (month, week):
        days = dict(re.findall(r'data-date="([\d-]+)".*?(<a class="num".*?</a>)', page, re.S))
        assert second(days["2026-09-11"]) == "29" and second(days["2026-09-12"]) == "Tishri 1"
        assert 'aria-label="Saturday, 12 September 2026, 1 Tishri 5787"' in days["2026-09-12"]


def test_numerals_are_those_of_the_calendar_in_its_own_language(tmp_path):
    output = site(tmp_path, "hebrew", "2026-11-01", "2026-12-01", locale="he", files=DAILY)
    assert '<bdi class="second">י׳ בכסלו תשפ״ז</bdi>' in (output / "agenda/2026-11.html").read_text()


def test_a_name_that_no_calendar_has_is_refused(tmp_path):
    said = Content(tmp_path, "title: T\nsecondCalendar: hebrw\n").check()
    assert 'site.yml:2:17: error: secondCalendar is "hebrw"; did you mean "hebrew"?' in "\n".join(said)


PATHS = [
    "calendar/2036-11.html", "agenda/2036-11.html", "week/2036-12-08.html", "day/2036-12-31.html", "year/2036.html",
    "calendar/2016-03.html",
]


def test_the_browser_draws_what_a_wider_build_has_until_the_table_ends(tmp_path):
    """The table ends ten years after the last year of the window; beyond it the page says so."""
    views = "[calendar, agenda, week, day, year]"
    narrow = site(tmp_path / "narrow", "hebrew", "2026-11-01", "2026-12-01", views=views)
    wide = site(tmp_path / "wide", "hebrew", "2016-03-01", "2017-01-01", views=views)
    later = site(tmp_path / "later", "hebrew", "2036-11-01", "2037-02-01", views=views)
    paths = [path for path in (narrow / "data").rglob("*") if path.is_file()]
    files = {path.relative_to(narrow).as_posix(): path.read_bytes() for path in paths}
    files |= {"zones": zone_archive(tmp_path / "zones"), "module": MODULE.read_bytes()}
    empty = '<!doctype html><link rel="icon" href="data:,"><title>S</title>'
    root = words.files(tmp_path / "page", {"index.html": empty})
    with chrome.chromium() as chromium, chrome.served(root) as server:
        with chrome.watched(chromium, []) as page:
            page.goto(f"{server}/index.html")
            page.evaluate(SCRIPT)
            page.evaluate("named => unpack(named)", packed(files))

            def made(path: str, begin: str, end: str) -> str:
                return page.evaluate(
                    """async ([path, from, to]) => {
                      window.compiled ??= await WebAssembly.compile(files.get('module'));
                      const one = open_module();
                      one.expect('load_site', files.get('data/site.bin'));
                      one.expect('set_zone', 'UTC');
                      for (const needed of one.expect('needs', path).split('\\n').slice(0, -1))
                        one.expect('add_events', needed, files.get(needed));
                      return one.expect('page', path, day(from), day(to));
                    }""",
                    [path, begin, end],
                )

            for path in PATHS:
                folder, window = (wide, ("2016-03-01", "2017-01-01")) if "2016" in path else (
                    later, ("2036-11-01", "2037-02-01"))
                drawn = made(path, *window)
                assert drawn == (folder / path).read_text(), path
                assert heading(drawn) and "shown from" not in drawn
            # The weeks of December reach into the days beyond, which have no second date.
            assert "shown from" not in made("calendar/2036-12.html", *window)
            for path in ("calendar/2037-01.html", "agenda/2037-01.html", "day/2037-01-01.html", "year/2037.html",
                         "week/2036-12-29.html", "day/2015-12-31.html"):
                beyond = made(path, *window)
                assert heading(beyond) is None
                zone = re.search('<p class="zone">(.*?)</p>', beyond)[1]
                text = "Hebrew Calendar: shown from 1 January 2016 to 31 December 2036"
                assert zone == f'Times in UTC <span class="second">{text}</span>'
            assert 'class="second"><' not in made("day/2037-01-01.html", *window)


def test_without_a_second_calendar_nothing_is_published_for_one(tmp_path):
    made = Content(tmp_path, "title: T\n")
    made.build()
    assets = [path.read_text() for path in (made.output / "assets").glob("*.css")]
    assert assets and not any(".second" in text for text in assets)
