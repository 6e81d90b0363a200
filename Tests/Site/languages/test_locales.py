"""What CLDR says of languages and Babel does: dates, ranges, lists, plurals, digits, weeks."""

from __future__ import annotations

import html
import re
from datetime import date, timedelta

import pytest
import tool
import words
from babel import Locale
from babel.core import get_global
from babel.dates import format_date, format_skeleton, parse_pattern
from babel.lists import format_list
from content import calendar, vevent

LANGUAGES = (
    "en en-GB de de-AT fr es it pt-BR pt-PT nl sv da nb pl cs uk ru tr el hu ro fi ar he fa hi ja zh-Hans zh-Hant ko "
    "th vi id"
).split()
# The number of events on each day from 1 December 2026 on.
COUNTS = [*range(13), 20, 21, 22, 25]
FIRST = date(2026, 12, 1)
EXCEPT = [date(2026, 12, 3), date(2026, 12, 4), date(2026, 12, 5)]


def events() -> str:
    single = [
        vevent(f"{number}", f"UID:{day}-{number}", f"DTSTART;VALUE=DATE:{FIRST + timedelta(day):%Y%m%d}")
        for day, count in enumerate(COUNTS)
        for number in range(count)
    ]
    dates = ",".join(f"{day:%Y%m%dT090000}" for day in EXCEPT)
    # Before the days that are counted.
    series = vevent("R", "DTSTART:20261130T090000", "RRULE:FREQ=DAILY;INTERVAL=1;UNTIL=20261206T090000",
                    f"EXDATE:{dates}", "DURATION:PT1H")
    return calendar(*single, vevent("L", "DTSTART:20261220T080000", "DTEND:20261220T133000"), series)


def babel(tag: str) -> Locale:
    return Locale.parse(tag.replace("-", "_"))


def regional(tag: str) -> Locale:
    """The locale with the region in which most of its speakers live."""
    name = tag.replace("-", "_")
    return Locale.parse(get_global("likely_subtags").get(name, name))


def plain(text: str) -> str:
    """Without marks of direction, with one kind of space, dash and digit: the ICU of Swift is Apple's, whose patterns
    have other dashes and spaces around them than CLDR's; Babel writes dates in Latin digits."""
    text = re.sub("[\u200e\u200f\u061c]", "", text)
    text = re.sub("[٠-٩۰-۹]", lambda digit: str(ord(digit[0]) & 15), text)
    return re.sub(r"\s*[–—]\s*", "–", re.sub(r"\s", " ", text))


def heading(page: str) -> str:
    return plain(html.unescape(re.sub("<[^>]*>", "", re.search(r"<h1>(.*?)</h1>", page, re.S)[1])))


def interval(locale: Locale, first: date, last: date) -> str | None:
    """A range of days by CLDR's pattern with whole names of months; none where short dates have numbers only."""
    patterns = locale.interval_formats["yMMMd"]
    if not all(re.search("MMM|LLL", "".join(parts)) for parts in patterns.values()):
        if not re.search(r"\d", locale.months["format"]["wide"][1]):
            return None
    differs = "y" if first.year != last.year else "M" if first.month != last.month else "d"
    parts = [re.sub("L{3,}", "LLLL", re.sub("M{3,}", "MMMM", part)) for part in patterns[differs]]
    days = (first, last)
    return plain("".join(parse_pattern(part).apply(day, locale) for part, day in zip(parts, days)))


# Where this program says it otherwise than Babel, and why. The ICU of Swift is Apple's, whose data differ in places.
#  Dates are CLDR's patterns of the fields that they show, where Babel has those of the lengths "full" and "long".
DATES = {"ar", "ja", "zh-Hans", "th", "vi", "id"}
#  English ranges have spaces around their dash, also where dates are numbers. Italian days have no zero in ICU, and
#  years of Russian ranges each have their abbreviation.
RANGES = {"en", "en-GB", "it", "ru"}
#  English lists are without the comma that CLDR has in the United States, Hindi ones are so in ICU; the others are of
#  dates that differ, see above.
LISTS = {"en", "hi", "ar", "th", "vi"}
#  Weeks of China begin with Sunday in ICU.
WEEKS = {"zh-Hans"}
#  Arabic without a region has Latin digits in ICU.
DIGITS = {"ar"}
#  Lengths of time are not compared: ICU has shorter ones for some languages ("5h" for "5 Std.").


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """One site in all languages, whose words say the plural category of a number."""
    folder = tmp_path_factory.mktemp("locales")
    settings = f"title: T\nviews: [calendar, week, day, year]\nlocales: [{', '.join(LANGUAGES)}]\n"
    content = words.files(folder / "content", {"a.ics": events(), "site.yml": settings})
    theme = {}
    for tag in LANGUAGES:
        forms = "".join(f'    {name}: "«{name}» {{count}}"\n' for name in [*babel(tag).plural_form.rules, "other"])
        theme[f"words/{tag}.yml"] = f"sentences:\n  events:\n{forms}"
    words.files(folder / "theme", theme)
    window = ["--tz", "UTC", "--from", "2026-11-30", "--to", "2027-01-11"]
    result = tool.build(folder / "Output", *window, content=content, templates=folder / "theme")
    assert f"{folder}/theme/" not in result.err, result
    return folder / "Output"


@pytest.fixture(params=LANGUAGES)
def site(request, built):
    tag = request.param
    return tag, babel(tag), built if tag == LANGUAGES[0] else built / "lang" / tag


def test_dates_and_ranges(site):
    tag, locale, output = site
    for day in (date(2026, 12, 1), date(2026, 12, 31), date(2027, 1, 4)):
        page = (output / f"day/{day}.html").read_text()
        if tag not in DATES:
            assert heading(page) == plain(format_date(day, "full", locale=locale))
    month = format_skeleton("yMMMM", date(2026, 12, 1), locale=locale)
    # A heading begins as a month that stands alone does: with a capital in Vietnamese.
    alone = locale.months["stand-alone"]["wide"][12]
    if month.casefold().startswith(alone.casefold()):
        month = alone + month[len(alone):]
    assert heading((output / "calendar/2026-12.html").read_text()) == plain(month)
    weeks = sorted((output / "week").glob("*.html"))
    kinds = set()
    for week in weeks:
        first = date.fromisoformat(week.stem)
        last = first + timedelta(6)
        wanted = interval(locale, first, last)
        kinds.add((first.year != last.year, first.month != last.month))
        if tag in RANGES | DATES:
            continue
        if wanted is None:
            assert plain(format_date(last, "long", locale=locale)) in heading(week.read_text())
        else:
            assert heading(week.read_text()) == wanted
    assert len(kinds) == 3


def test_weeks_and_digits(site):
    tag, locale, output = site
    locale = regional(tag)
    month = (output / "calendar/2026-12.html").read_text()
    if tag not in WEEKS:
        assert re.search(r'data-first-weekday="(\d)"', month)[1] == str(locale.first_week_day + 1)
        first = date.fromisoformat(sorted((output / "week").glob("2026-12-*.html"))[0].stem)
        assert first.weekday() == locale.first_week_day
    weekend = {(locale.weekend_start + n) % 7 for n in range((locale.weekend_end - locale.weekend_start) % 7 + 1)}
    days = dict(re.findall(r'<td data-date="([\d-]+)"[^>]*? class="([^"]*)"', month))
    assert {date.fromisoformat(day).weekday() for day, kind in days.items() if "we" in kind.split()} == weekend
    # The page of the year is titled by its number.
    digits = re.search(r"<h1>(?:<[^>]*>)*([^<]*)", (output / "year/2026.html").read_text())[1]
    native = {"arab": "٠", "arabext": "۰"}.get(locale.default_numbering_system, "0")
    if tag not in DIGITS:
        assert digits == "".join(chr(ord(native) + int(digit)) for digit in "2026")


def test_lists_and_plurals(site):
    tag, locale, output = site
    month = html.unescape((output / "calendar/2026-12.html").read_text())
    for number, count in enumerate(COUNTS):
        day = FIRST + timedelta(number)
        # The series shows on the first two and the sixth day.
        shown = count + (day in (date(2026, 12, 1), date(2026, 12, 2), date(2026, 12, 6)))
        if shown:
            label = re.search(rf'<td data-date="{day}".*?aria-label="([^"]*)"', month)[1]
            assert f"«{locale.plural_form(shown)}»" in label, (day, label)
    series = next(page for page in (output / "event").glob("r-*.html"))
    if tag not in LISTS:
        days = format_list([format_date(day, "long", locale=locale) for day in EXCEPT], "standard", locale=locale)
        line = re.search(r'<p class="repeats">(.*?)</p>', html.unescape(series.read_text()))[1]
        assert plain(days) in plain(line)
