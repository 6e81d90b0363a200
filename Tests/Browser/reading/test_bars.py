"""Events that last are one thing: bars of months and weeks, as they are drawn, published and made by the engine."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager

import pytest

import browser as chrome
from content import Content, calendar, vevent
from papers import printed
from proposals import lift, put_down, taken
from stage import SIZES, days, frame, near, ready, shows, stopped

# Five that overlap from 10 to 19 November, and each November after; a date with five more, and one of a single day.
EVENTS = {
    "all-day": ("DTSTART;VALUE=DATE:20261110", "DTEND;VALUE=DATE:20261114", ""),
    "long": ("DTSTART;VALUE=DATE:20261111", "DTEND;VALUE=DATE:20261120", "TRANSP:TRANSPARENT"),
    "timed": ("DTSTART:20261111T080000Z", "DTEND:20261113T160000Z", ""),
    "tentative": ("DTSTART;VALUE=DATE:20261112", "DTEND;VALUE=DATE:20261117", "STATUS:TENTATIVE"),
    "both": ("DTSTART:20261113T090000Z", "DTEND:20261118T120000Z", "STATUS:TENTATIVE\r\nTRANSP:TRANSPARENT"),
    "party": ("DTSTART:20261114T200000Z", "DTEND:20261115T010000Z", ""),
    "afternoon": ("DTSTART:20261118T150000Z", "DTEND:20261118T160000Z", ""),
}
TITLE = "A title that is longer than the width of one day"
WAYS = {"published": "calendar/2026-11.html", "made": "beyond.html?view=calendar&section=2041-11"}
PARTS = """scope => [...document.querySelectorAll(`${scope} .lasting > .event`)].filter(e => e.checkVisibility())
  .map(e => { const {left, right, top, height} = e.getBoundingClientRect(), span = e.querySelector('span');
    const days = e.closest('[data-date]'), name = getComputedStyle(span).clipPath === 'none';
    return {uid: e.dataset.uid + e.dataset.start, date: days.dataset.date, left, right, top, height, isRead: name,
      row: Math.round(days.getBoundingClientRect().top), title: span.textContent, href: e.href} })"""


def write(root, settings: str = "", **calendars: dict[str, tuple[str, ...]]) -> Content:
    """Content with these calendars, by name: the lines of their events, by UIDs."""
    return Content(root, f"title: Bars\n{settings}", calendars={
        name: calendar(*(vevent(uid, f"UID:{uid}", *filter(None, lines)) for uid, lines in events.items()))
        for name, events in calendars.items()})


@contextmanager
def opened(chromium, root, events: dict[str, tuple[str, ...]], path: str, locale: str = "en-GB", size=SIZES["wide"]):
    """A page of a site of these events, in November 2026."""
    write(root, one=events).build("--locale", locale)
    with chrome.served(root) as server, chrome.watched(chromium, [], viewport=size) as page:
        page.goto(f"{server}/site/{path}.html")
        ready(page)
        yield page


@pytest.fixture(scope="module")
def bars(tmp_path_factory):
    root = tmp_path_factory.mktemp("bars")
    made = write(root, one={
        name: (start, end, more, f"SUMMARY:{TITLE if name == 'long' else name}", "RRULE:FREQ=YEARLY")
        for name, (start, end, more) in EVENTS.items()})
    with chrome.served(root) as server:
        for locale in ("en-GB", "ar"):
            made.build("--tz", "UTC", "--locale", locale, "--from", "2026-10-01", "--to", "2026-12-31",
                       output=root / locale)
        yield server


def check(parts: list[dict], is_rtl: bool) -> None:
    """Parts of one bar in one row touch, are at one height, and say their title once."""
    rows: dict[tuple, list[dict]] = {}
    for part in parts:
        rows.setdefault((part["row"], part["uid"]), []).append(part)
    assert rows
    for found in rows.values():
        found.sort(key=lambda part: part["date"])
        assert {part["top"] for part in found} == {found[0]["top"]}, found
        assert [part["isRead"] for part in found] == [True] + [False] * (len(found) - 1), found
        for part, following in zip(found, found[1:]):
            gap = part["left"] - following["right"] if is_rtl else following["left"] - part["right"]
            assert abs(gap) <= 1, (part, following)
    for part in parts:
        assert part["title"] and part["href"]
        for other in parts:
            if part is not other and part["date"] == other["date"] and part["row"] == other["row"]:
                assert abs(part["top"] - other["top"]) >= part["height"], (part, other)


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
@pytest.mark.parametrize("way", WAYS)
def test_a_month_has_one_bar_a_row(way, locale, chromium, bars):
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{bars}/{locale}/{WAYS[way]}")
        ready(page)
        month = WAYS[way][-7:] if way == "made" else "2026-11"
        parts = page.evaluate(PARTS, f'.month[data-section="{month}"]')
        assert len({part["uid"] for part in parts}) >= 4
        check(parts, locale == "ar")


def test_a_title_runs_over_the_days_after_the_first(chromium, bars):
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}, java_script_enabled=False) as page:
        page.goto(f"{bars}/en-GB/{WAYS['published']}")
        check(page.evaluate(PARTS, ".month"), False)
        title = page.locator('[data-date="2026-11-11"] [data-uid="long"] span')
        text, cell = title.bounding_box(), page.locator('[data-date="2026-11-11"]').bounding_box()
        assert text["width"] > cell["width"]
        # Nothing lies over it, in the cells of the days after its own either.
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).textContent",
                             [text["x"] + text["width"] - 4, text["y"] + text["height"] / 2]) == TITLE
        names = page.locator('[data-date="2026-11-13"] .event:visible').all_inner_texts()
        assert names and all(name.strip() for name in names)


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
@pytest.mark.parametrize("has_scripts", [True, False])
def test_the_band_of_a_week_stays_in_view(has_scripts, locale, chromium, bars):
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}, java_script_enabled=has_scripts) as page:
        monday = "2026-11-09" if locale == "en-GB" else "2026-11-07"
        page.goto(f"{bars}/{locale}/week/{monday}.html")
        if has_scripts:
            ready(page)
        page.evaluate("""monday => scrollBy(0, document.querySelector(`main [data-section="${monday}"] .timed`)
          .getBoundingClientRect().top + 15 * 48 - 200)""", monday)
        if has_scripts:
            frame(page)
        parts = page.evaluate(PARTS, f'main [data-section="{monday}"] .band')
        assert {part["uid"][:3] for part in parts} == {"all", "lon", "tim", "ten", "bot"}
        check(parts, locale == "ar")
        for part in parts:
            # It is seen there, or its title, and not what goes by below it.
            assert 0 < part["top"] < 400
            seen = page.evaluate("""([x, y]) => { const {uid, start} = document.elementFromPoint(x, y)
              .closest('.band .event').dataset; return uid + start }""",
                                 [(part["left"] + part["right"]) / 2, part["top"] + part["height"] / 2])
            assert seen == part["uid"]


def test_every_day_has_its_link(chromium, bars):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{bars}/en-GB/{WAYS['published']}")
        found = {date: {uid for uid, _, _ in events} for date, events in days(page, ".month").items()}
        assert found["2026-11-13"] == {"all-day", "long", "timed", "tentative", "both"}
        assert found["2026-11-15"] == {"long", "tentative", "both", "party"}
        assert page.locator('[data-date="2026-11-15"] [data-uid="party"] time').inner_text() == "until 01:00"


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_a_phone_has_lines(locale, chromium, bars):
    with chrome.watched(chromium, [], viewport={"width": 360, "height": 740}) as page:
        page.goto(f"{bars}/{locale}/{WAYS['published']}")
        ready(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        boxes = page.evaluate("""() => {
          const month = document.querySelector('[data-section="2026-11"].month');
          return [...month.querySelectorAll('.lasting > [data-uid=long]')].map(e => {
            const {left, right, top, height} = e.getBoundingClientRect();
            const cell = e.closest('td').getBoundingClientRect();
            return {left, right, top, height, bottom: cell.bottom, row: cell.top};
          });
        }""")
        assert len(boxes) == 9
        for box, other in zip(boxes, boxes[1:]):
            if box["row"] == other["row"]:
                assert abs(box["right"] - other["left"]) <= 1 or abs(other["right"] - box["left"]) <= 1
                assert box["top"] == other["top"] and box["height"] == 2 and box["top"] + 2 <= box["bottom"]


@pytest.mark.parametrize("path", ["calendar/2026-11", "embed"])
def test_a_phone_has_a_line_for_each_bar_of_a_day(path, chromium, tmp_path):
    """On the days of the later ones the upper rows are free."""
    events = {f"{first}{name}": (f"DTSTART;VALUE=DATE:202611{first}", f"DTEND;VALUE=DATE:202611{last}", "SUMMARY:Away")
              for first, last in ((9, 12), (11, 14)) for first, last in [(f"{first:02}", last)] for name in "ab"}
    with opened(chromium, tmp_path, events, path, size=SIZES["phone"]) as page:
        if path == "embed":
            page.goto(page.url + "?view=calendar&compact")
            page.wait_for_selector("body[data-scripts=ready]")
        for day, count in ((9, 2), (11, 4), (12, 2), (13, 2)):
            cell = page.locator(f'.month [data-date="2026-11-{day:02}"]:not(.out):visible')
            box = cell.bounding_box()
            lines = [line.bounding_box() for line in cell.locator(".lasting").all()]
            tops = {line["y"] for line in lines}
            assert len(tops) == count == len([line for line in lines if line["height"] == 2]), day
            number = cell.locator(".num > span").bounding_box()
            assert number["y"] + number["height"] <= min(tops) and max(tops) + 2 <= box["y"] + box["height"], day


def test_what_began_above_the_view_is_named_in_it(chromium, bars):
    """The party of the 14th, at half past ten."""
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 500}) as page:
        page.goto(f"{bars}/en-GB/day/2026-11-14.html")
        ready(page)
        block = page.locator('[data-date="2026-11-14"] .timed [data-uid="party"]')
        block.evaluate("e => scrollBy(0, e.getBoundingClientRect().top + 100 - 200)")
        frame(page)
        title = block.locator(".title").bounding_box()
        head = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.bar')).top) + 64")
        assert title["y"] >= head - 1 and title["y"] + title["height"] <= 500


def test_many_at_once_have_room_for_words(chromium, tmp_path):
    events = {f"{number}": (f"DTSTART:20261110T09{number * 5:02}00Z", "DTEND:20261110T120000Z",
                            f"SUMMARY:Extraordinary meeting {number}") for number in range(6)}
    size = {"width": 1100, "height": 800}
    with opened(chromium, tmp_path, events, "week/2026-11-09", size=size) as page:
        found = page.evaluate("""() => [...document.querySelectorAll('[data-date="2026-11-10"] .block')].map(e => {
          const {left, right, width} = e.getBoundingClientRect(), title = getComputedStyle(e.querySelector('.title'));
          return {left, right, width, z: Number(getComputedStyle(e.parentNode).zIndex), mode: title.writingMode,
            wrap: title.overflowWrap, cut: title.textOverflow} })""")
        column = page.locator('[data-date="2026-11-10"] .timed').bounding_box()
        assert len(found) == 6
        for before, after in zip(found, found[1:]):
            assert after["left"] > before["left"] and after["z"] > before["z"]
        for block in found:
            assert block["width"] >= 38 and block["right"] <= column["x"] + column["width"] + 1
            assert (block["mode"], block["wrap"], block["cut"]) == ("horizontal-tb", "normal", "ellipsis")


@pytest.mark.parametrize("by", ["keys", "pointer"])
def test_a_bar_of_times_can_be_moved(by, chromium, tmp_path):
    """By its first day, which names its times; a day later it has the same ones."""
    events = {"camp": ("DTSTART:20261110T100000Z", "DTEND:20261112T150000Z", "SUMMARY:Camp")}
    with opened(chromium, tmp_path, events, "week/2026-11-09") as page:
        near(page)
        if by == "keys":
            lift(page, "Camp", "2026-11-10", "ArrowRight")
            # In the hours of its second day it is a block from midnight to midnight.
            block = page.locator('[data-date="2026-11-12"] .timed li.lifted .block')
            column = page.locator('[data-date="2026-11-12"] .timed')
            # It grows a little while it is lifted.
            assert block.bounding_box()["height"] > .9 * column.bounding_box()["height"]
            put_down(page)
        else:
            first, target = (page.locator(f'[data-date="2026-11-{day}"] .band').bounding_box() for day in (10, 11))
            page.mouse.move(first["x"] + 60, first["y"] + 10)
            page.mouse.down()
            page.wait_for_selector("li.lifted", state="attached")
            page.mouse.move(target["x"] + 60, first["y"] + 10, steps=8)
            page.mouse.up()
            put_down(page)
        _, (event,) = taken(page)
        assert (event["DTSTART"].dt.isoformat(), event["DTEND"].dt.isoformat()) == (
            "2026-11-11T10:00:00+00:00", "2026-11-13T15:00:00+00:00")


def whole_days(count: int, day: str) -> dict[str, tuple[str, ...]]:
    return {f"whole-{n}": (f"DTSTART;VALUE=DATE:{day}", f"SUMMARY:Whole-{n}") for n in range(count)}


@pytest.mark.parametrize("path", ["week/2026-11-09", "calendar/2026-11", "day/2026-11-10"])
def test_paper_leaves_nothing_out(path, chromium, tmp_path):
    with opened(chromium, tmp_path, whole_days(9, "20261110"), path) as page:
        sheet = printed(page, tmp_path, "A4")
        assert Counter(name for _, name in sheet.find(r"Whole-\d")) == Counter(f"Whole-{n}" for n in range(9))
        assert not sheet.find(r"^\+\d")


@contextmanager
def framed(chromium, root, view: str, a: list[tuple[int, int]], b: list[tuple[int, int]], settings: str = ""):
    """A frame of calendar b, of events of whole days in two calendars: of each the first day and the day after it."""
    made = write(root, settings, **{
        name: {f"{name}-{n}": (f"DTSTART;VALUE=DATE:202611{first}", f"DTEND;VALUE=DATE:202611{end}",
                               f"SUMMARY:{name} {n}") for n, (first, end) in enumerate(spans)}
        for name, spans in (("a", a), ("b", b))})
    now = "2026-11-10T12:00:00Z"
    made.build("--locale", "en-GB", now=now)
    problems: list[str] = []
    with chrome.served(root) as server, chrome.watched(chromium, problems, now, viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/site/embed.html?view={view}&calendar=b")
        page.wait_for_selector("body[data-scripts=ready]")
        page.locator('.shown [data-calendar="b"]:visible').first.wait_for()
        yield page
    assert problems == []


@pytest.mark.parametrize("view", ["week", "calendar"])
@pytest.mark.parametrize("left", [1, 9])
def test_a_frame_of_one_calendar_stacks_its_own_bars(left, view, chromium, tmp_path):
    """What other calendars have takes no row from it."""
    with framed(chromium, tmp_path, view, [(10, 13)] * 8, [(10, 12)] * left) as page:
        day = page.locator('.shown [data-date="2026-11-10"]:not(.out)')
        seen = day.locator(".event:visible")
        most = 6 if view == "week" else 3
        assert seen.count() == min(left, most)
        assert {event.get_attribute("data-calendar") for event in seen.all()} == {"b"}
        more = day.locator(".more")
        assert (more.text_content() if more.count() else "") == (f"{left - most} more" if left > most else "")
        if view == "week":
            # The hours follow what is left.
            height = page.locator(".shown .grid").evaluate("e => getComputedStyle(e).getPropertyValue('--b')")
            assert int(height) == min(left, most + 1)


def test_a_frame_counts_what_is_moved_down(chromium, tmp_path):
    """Without the bar of the other calendar one of this one is lower: a day that had room for all has no more."""
    own = [(11, 15), (10, 13), (11, 14), (13, 16), (10, 12), (11, 12)]
    with framed(chromium, tmp_path, "calendar", [(12, 16)], own) as page:
        for day in range(10, 16):
            cell = page.locator(f'.shown [data-date="2026-11-{day}"]:not(.out)')
            more = cell.locator(".more:visible")
            left = int(more.text_content().split()[0]) if more.count() else 0
            assert cell.locator(".event:visible").count() + left == sum(first <= day < end for first, end in own), day


def test_a_frame_of_divided_days_shows_all(chromium, tmp_path):
    with framed(chromium, tmp_path, "week", [(10, 13)], [(10, 11)] * 7, "columns: calendar\n") as page:
        assert page.locator('.shown [data-date="2026-11-10"] [data-calendar="b"]:visible').count() == 7


def build_calendars(root, spans: dict[str, list[tuple[int, int]]]) -> None:
    """A site with whole days from one day of November 2026 until another, by the name of their calendar."""
    made = write(root, **{calendar: {
        f"{calendar}{at}": (f"DTSTART;VALUE=DATE:202611{first:02}", f"DTEND;VALUE=DATE:202611{last:02}", "SUMMARY:Away")
        for at, (first, last) in enumerate(dates)} for calendar, dates in spans.items()})
    made.build("--locale", "en-GB")


DRAWN = """() => [...document.querySelectorAll('.grid.week, .month li, .band li, .more')].map(e =>
  [e.className, e.hasAttribute('data-over'), e.matches('.more') && e.textContent])"""


@pytest.mark.parametrize("path", ["week/2026-11-09", "calendar/2026-11", "index"])
def test_what_is_left_has_the_rows_of_hidden_calendars(path, chromium, tmp_path):
    spans = {"one": [(10, 13)] * 8 + [(11, 18), (9, 12), (15, 18)], "two": [(11, 13), (12, 14), (10, 15)]}
    build_calendars(tmp_path, spans)
    with chrome.served(tmp_path) as server, chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/site/{path}.html")
        ready(page)
        page.wait_for_selector("body[data-extras=ready]")
        before = page.evaluate(DRAWN)
        button = page.locator('[data-legend="one"] button')
        button.evaluate("e => e.click()")
        scope = '.grid [data-date="2026-11-12"]' if path[0] == "w" else '.month [data-date="2026-11-12"]:not(.out)'
        shows(page, f"""() => {{ const day = document.querySelector('{scope}');
          return [...day.querySelectorAll('.event, .more')].filter(e => e.checkVisibility()).map(e =>
            e.dataset.calendar + e.parentNode.className) }}""",
              ["twolasting t0 d0", "twolasting t1 d0", "twolasting t2 d2"])
        if path[0] == "w":
            assert page.locator(".grid.week.b3").count() == 1
        button.evaluate("e => e.click()")
        shows(page, DRAWN, before)
        assert any(is_over for _, is_over, _ in before)


@pytest.mark.parametrize("path", ["index", "agenda/2026-11"])
def test_what_is_read_stays_when_calendars_are_hidden(path, chromium, tmp_path):
    """What is above it gets much lower, and the months after it are a line each."""
    spans = {"one": [(2 + at % 5, 12) for at in range(30)], "two": [(20, 22), (21, 23)]}
    build_calendars(tmp_path, spans)
    with chrome.served(tmp_path) as server, chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/site/{path}.html#d2026-11-21")
        ready(page)
        stopped(page)
        place = "document.querySelector('.agenda [data-date=\"2026-11-21\"]')?.getBoundingClientRect().top"
        was = page.evaluate(place)
        assert 0 < was < 400
        button = page.locator('[data-legend="one"] button')
        for is_pressed in ("false", "true"):
            button.evaluate("e => e.click()")
            shows(page, "document.querySelector('[data-legend=one] button').ariaPressed", is_pressed)
            stopped(page)
            assert abs(page.evaluate(place) - was) < 2


def test_weeks_without_weekends_have_titles(chromium, tmp_path):
    """Sunday, on which the bar begins, is not shown."""
    events = {"long": ("DTSTART;VALUE=DATE:20261108", "DTEND;VALUE=DATE:20261112", "SUMMARY:Long")}
    with opened(chromium, tmp_path, events, "week/2026-11-08", "en-US") as page:
        page.wait_for_selector("body[data-extras=ready]")
        page.locator(".options").click()
        page.get_by_label("Show weekends").uncheck()
        page.keyboard.press("Escape")
        title = page.locator('.week > [data-date="2026-11-09"] .band .event span').first
        assert title.is_visible() and title.bounding_box()["width"] > 10
