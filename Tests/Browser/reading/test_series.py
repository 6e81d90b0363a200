"""A link from a day says which date of a series is meant, and the page of the series shows that one first."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import browser as chrome
from content import Content, calendar, vevent
from stage import SIZES, ready, shows

WINDOW = ("--tz", "Europe/Berlin", "--from", "2026-09-01", "--to", "2027-03-01")
NOW = "2026-11-27T10:00:00Z"


def berlin(title: str, uid: str, start: str, end: str, *lines: str) -> str:
    """An event in the zone of the site."""
    zone = "TZID=Europe/Berlin"
    return vevent(title, f"UID:{uid}", f"DTSTART;{zone}:{start}", f"DTEND;{zone}:{end}", *lines)


CALENDAR = calendar(
    berlin("Choir", "choir", "20260903T190000", "20260903T210000", "RRULE:FREQ=WEEKLY", "LOCATION:Town hall",
           "DESCRIPTION:Bring your scores.", "CONFERENCE;VALUE=URI;LABEL=Usual:https://meet.example.org/usual"),
    berlin("Choir in the park", "choir", "20261001T200000", "20261001T210000",
           "RECURRENCE-ID;TZID=Europe/Berlin:20261001T190000", "LOCATION:Park"),
    berlin("Choir – MOVED to church", "choir", "20261211T180000", "20261211T210000",
           "RECURRENCE-ID;TZID=Europe/Berlin:20261210T190000", "LOCATION:St Mary's church",
           "DESCRIPTION:Dress warmly.", "CONFERENCE;VALUE=URI;LABEL=Stream:https://meet.example.org/abc"),
    berlin("Pills", "pills", "20260901T080000", "20260901T081000", "RRULE:FREQ=DAILY;BYHOUR=8,20"),
)
# What the page says: its heading, its date and its length, what is different, its place, its first link to join, its
# text, and how it recurs.
SAYS = """() => {
  const plain = (selector) => document.querySelector(selector)?.textContent.replace(/\\s+/g, ' ').trim();
  return [plain('h1'), plain('.event-head .when time'), plain('.event-head .when small'), plain('.event-head .changes'),
    plain('.venue'), plain('dd .join'), plain('section.prose > div'), plain('.event-head .repeats')];
}"""
REPEATS = "Repeats Every Thursday"
USUAL = ["Town hall", "Usual", "Bring your scores.", REPEATS]
MOVED = ["Choir – MOVED to church", "Friday, 11 December 2026, 18:00 – 21:00", "3h", "moved, other place",
         "St Mary's church", "Stream", "Dress warmly.", REPEATS]  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    made = Content(tmp_path_factory.mktemp("series"), "title: Club\nlocale: en-GB\n", files={"club.ics": CALENDAR})
    output = made.root / "cal"
    with chrome.served(made.root, "cal/404.html") as server:
        made.build(*WINDOW, now=NOW, output=output)
        name = next((output / "event").glob("choir-*.html")).name
        yield SimpleNamespace(address=f"{server}/cal", page=f"{server}/cal/event/{name}", output=output)


@pytest.fixture
def page(chromium):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        yield page


def leads(page, site, day: str, title: str) -> None:
    """Follows the link of an event on a day."""
    page.goto(f"{site.address}/day/{day}.html")
    ready(page)
    page.locator("main .event", has_text=title).first.evaluate("e => e.click()")
    page.wait_for_url("**/event/**")
    ready(page)


def test_a_listed_date_is_first(site, page):
    leads(page, site, "2026-12-11", "MOVED")
    assert page.url == f"{site.page}#2026-12-11"
    shows(page, SAYS, MOVED)
    shows(page, "() => scrollY", 0)
    assert page.title().startswith("Choir – MOVED to church – ")
    assert page.locator(".actions > a").inner_text() == "Friday, 11 December 2026"
    copied = page.locator(".actions .copy").get_attribute("data-when")
    assert copied == "Friday, 11 December 2026, 18:00 – 21:00 (Europe/Berlin)"
    # What takes one date alone would take the texts of another.
    assert "Outlook.com" not in page.locator(".adding ul").inner_text()


def test_a_date_like_the_series_is_first(site, page):
    leads(page, site, "2026-12-24", "Choir")
    shows(page, SAYS, ["Choir", "Thursday, 24 December 2026, 19:00 – 21:00", "2h", None, *USUAL])
    assert times(page) == {"Outlook.com": ["2026-12-24T18:00:00Z", "2026-12-24T20:00:00Z"],
                           "Microsoft 365": ["2026-12-24T18:00:00Z", "2026-12-24T20:00:00Z"],
                           "Google Calendar": ["20261224T180000Z/20261224T200000Z"]}  # fmt: skip
    assert page.locator(".dates > [hidden]").count() == 0


def times(page) -> dict[str, list[str]]:
    """The times in the addresses of programs that take one date."""
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.adding li:has(small) a')].map(
      link => [link.firstChild.textContent.trim(),
        ['startdt', 'enddt', 'dates'].map(name => new URL(link.href).searchParams.get(name)).filter(Boolean)]))""")


@pytest.mark.parametrize("now, date, over", [
    ("2026-11-04T10:00:00Z", "5 November", 0), ("2026-11-19T19:59:59Z", "19 November", 2),
    ("2026-11-19T20:00:00Z", "26 November", 3), ("2026-12-01T10:00:00Z", "3 December", 4),
])  # fmt: skip
def test_the_page_itself_is_of_the_next_date(site, chromium, now, date, over):
    """Whenever it was built: the file is the same in the whole month."""
    with chrome.watched(chromium, [], now, viewport=SIZES["wide"]) as page:
        page.goto(site.page)
        ready(page)
        shows(page, SAYS, ["Choir", f"Thursday, {date} 2026, 19:00 – 21:00", "2h", None, *USUAL])
        shows(page, "() => scrollY", 0)
        day = date.split()[0].zfill(2)
        assert times(page)["Outlook.com"][0].endswith(f"-{day}T18:00:00Z")
        # What is over is not listed, but for the dates at which something was different, which lead there from days.
        assert page.locator(".dates > [hidden]").count() == over + 1
        assert page.locator(".dates > :not([hidden])").first.get_attribute("id").endswith(day)


def built(folder, text: str, name: str):
    """A site with one calendar, and the name of the page of an event."""
    made = Content(folder, "title: Club\nlocale: en-GB\n", files={"club.ics": calendar(text)})
    made.build(*WINDOW, now=NOW, output=folder / "site")
    return folder / "site", next((folder / "site/event").glob(f"{name}-*.html")).name


def test_a_series_that_is_over_is_of_its_last_date(tmp_path, chromium):
    """All of its dates stay in the list."""
    root, name = built(tmp_path, berlin("Course", "course", "20261102T190000", "20261102T200000",
                                        "RRULE:FREQ=DAILY;COUNT=10"), "course")  # fmt: skip
    with chrome.served(root) as server, chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/event/{name}")
        ready(page)
        shows(page, "() => document.querySelector('.event-head time').dateTime", "2026-11-11T19:00:00+01:00")
        assert page.locator(".dates > :not([hidden])").count() == 10


@pytest.mark.parametrize("now", ["2026-11-27T10:20:00Z", "2027-02-03T10:20:00Z"])
def test_dates_that_are_not_listed_are_drawn(tmp_path, chromium, now):
    """Of a series of each hour, a list has the first days of a month alone, and an old build those of its month."""
    root, name = built(tmp_path, berlin("Watch", "watch", "20261001T000000", "20261001T003000",
                                        "RRULE:FREQ=HOURLY"), "watch")  # fmt: skip
    with chrome.served(root) as server, chrome.watched(chromium, [], now, viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/event/{name}")
        ready(page)
        # It is 11:20, and the next one begins at 12.
        shows(page, "() => document.querySelector('.event-head time').dateTime", f"{now[:10]}T12:00:00+01:00")


def test_a_date_far_off_at_which_something_is_different_is_not_the_next(tmp_path, chromium):
    """It is listed, for who comes from its day; the dates before it are not, in a build that is old."""
    walk = berlin("Walk", "walk", "20261001T080000", "20261001T090000", "RRULE:FREQ=DAILY")
    late = berlin("Walk", "walk", "20270220T100000", "20270220T110000",
                  "RECURRENCE-ID;TZID=Europe/Berlin:20270220T080000")  # fmt: skip
    root, name = built(tmp_path, walk + late, "walk")
    with chrome.served(root) as server:
        with chrome.watched(chromium, [], "2027-01-20T05:00:00Z", viewport=SIZES["wide"]) as page:
            page.goto(f"{server}/event/{name}")
            ready(page)
            shows(page, "() => document.querySelector('.event-head time').dateTime", "2027-01-20T08:00:00+01:00")


def test_a_date_with_times_is_in_no_link_of_whole_days(tmp_path, chromium):
    off = vevent("Off", "UID:off", "DTSTART;VALUE=DATE:20261102", "RRULE:FREQ=WEEKLY",
                 "EXDATE;VALUE=DATE:20270104")  # fmt: skip
    timed = vevent("Off", "UID:off", "RECURRENCE-ID;VALUE=DATE:20261130", "DTSTART:20261130T100000Z",
                   "DTEND:20261130T110000Z")  # fmt: skip
    root, name = built(tmp_path, off + timed, "off")
    with chrome.served(root) as server, chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/event/{name}")
        ready(page)
        shows(page, "() => document.querySelector('.event-head time').dateTime", "2026-11-30T11:00:00+01:00")
        assert times(page) == {}


def test_the_series_keeps_its_title_and_place_at_its_next_date(site, chromium):
    """What is different there stands beside the date, as where scripts do not run."""
    with chrome.watched(chromium, [], "2026-12-10T20:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(site.page)
        ready(page)
        shows(page, SAYS, ["Choir", MOVED[1], "3h", "moved, other place", *USUAL])
        assert "MOVED to church" in page.locator(".event-head .title").inner_text()
        assert "Outlook.com" not in page.locator(".adding ul").text_content()


def test_an_all_day_series_is_of_today_until_its_end(tmp_path, chromium):
    """And in a program that takes no series it has dates without times."""
    text = calendar(vevent("Week off", "UID:off", "DTSTART;VALUE=DATE:20261102", "DTEND;VALUE=DATE:20261104",
                           "RRULE:FREQ=WEEKLY", "EXDATE;VALUE=DATE:20261123"))  # fmt: skip
    made = Content(tmp_path, "title: Club\nlocale: en-GB\n", files={"club.ics": text})
    made.build(*WINDOW, now=NOW, output=tmp_path / "site")
    name = next((tmp_path / "site/event").glob("week-off-*.html")).name
    with chrome.served(tmp_path / "site") as server:
        # The second day of the third week ends at midnight in Berlin.
        for now, first in (("2026-11-17T22:59:00Z", "2026-11-16"), ("2026-11-17T23:00:00Z", "2026-11-30")):
            with chrome.watched(chromium, [], now, viewport=SIZES["wide"]) as page:
                page.goto(f"{server}/event/{name}")
                ready(page)
                shows(page, "() => document.querySelector('.event-head time').dateTime", first)
                last = f"{first[:-2]}{int(first[-2:]) + 2}" if first != "2026-11-30" else "2026-12-02"
                assert times(page)["Outlook.com"] == [first, last]


@pytest.mark.parametrize("day, title, expected", [
    ("2026-10-01", "park", ["Choir in the park", "Thursday, 1 October 2026, 20:00 – 21:00", "1h", "moved, other place",
                            "Park", None, None, REPEATS]),
    ("2026-10-08", "Choir", ["Choir", "Thursday, 8 October 2026, 19:00 – 21:00", "2h", None, *USUAL]),
])  # fmt: skip
def test_a_date_that_is_not_listed_is_first(site, page, day, title, expected):
    """The engine draws it."""
    leads(page, site, day, title)
    assert page.url == f"{site.page}#{day}"
    shows(page, SAYS, expected)
    assert page.locator(".dates > li").first.get_attribute("id") == day


def test_a_date_beyond_the_window_is_first(site, page):
    page.goto(f"{site.address}/beyond.html?view=day&section=2027-06-10")
    ready(page)
    page.locator("main .event", has_text="Choir").first.evaluate("e => e.click()")
    page.wait_for_url("**section=choir-*#2027-06-10")
    shows(page, SAYS, ["Choir", "Thursday, 10 June 2027, 19:00 – 21:00", "2h", None, *USUAL])


def test_the_second_date_of_a_day_is_first(site, page):
    page.goto(f"{site.address}/day/2026-10-05.html")
    ready(page)
    page.locator("[data-date='2026-10-05'] .event", has_text="Pills").last.evaluate("e => e.click()")
    page.wait_for_url("**#2026-10-05T20:00:00")
    shows(page, "() => document.querySelector('.event-head time').textContent", "Monday, 5 October 2026, 20:00 – 20:10")


def test_in_another_zone_it_is_the_date_there(site, page):
    page.goto(f"{site.address}/day/2026-12-12.html?tz=Asia/Tokyo")
    ready(page)
    page.locator("main .event", has_text="MOVED").first.evaluate("e => e.click()")
    page.wait_for_url("**#2026-12-12")
    ready(page)
    moved = [MOVED[0], "Saturday, 12 December 2026, 02:00 – 05:00", *MOVED[2:]]
    shows(page, SAYS, moved)
    page.goto(f"{site.page}?tz=Asia/Tokyo#2026-10-02")
    ready(page)
    shows(page, "() => document.querySelector('h1').textContent", "Choir in the park")


def test_an_unknown_date_leaves_the_series(site, page):
    for anchor in ("#2026-10-02x", "#nothing", "#%", "#2026-13-45"):
        page.goto("about:blank")
        page.goto(site.page + anchor)
        ready(page)
        assert page.locator("h1").inner_text() == "Choir", anchor


def test_an_address_of_something_else_draws_nothing(site, page):
    """What a reader has opened meanwhile stays open."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.page}#here")
    page.wait_for_load_state("networkidle")
    ready(page)
    assert asked and [url for url in asked if "/beyond.js" in url or ".wasm" in url] == []


def test_back_from_one_date_to_another(site, page):
    page.goto(f"{site.page}#2026-12-11")
    ready(page)
    first = "start => document.querySelector('.event-head time')?.dateTime.startsWith(start)"
    page.evaluate("location.hash = '#2026-12-24'")
    page.wait_for_function(first, arg="2026-12-24")
    page.go_back(wait_until="commit")
    page.wait_for_function(first, arg="2026-12-11")
    shows(page, SAYS, MOVED)


def test_without_scripts_the_list_says_it(site, chromium):
    with chrome.watched(chromium, [], viewport=SIZES["phone"], java_script_enabled=False) as page:
        page.goto(f"{site.page}#2026-12-11")
        item = page.locator(".dates > li:target")
        for text in ("11 December 2026", "moved, other place", "MOVED to church", "St Mary's church", "Stream"):
            assert text in item.inner_text()
        assert item.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


def test_from_a_folder_a_listed_date_is_first(site, page):
    name = site.page.split("/")[-1]
    page.goto(f"file://{site.output}/event/{name}#2026-12-11")
    shows(page, SAYS, MOVED)
