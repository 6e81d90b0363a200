"""Today: marked when the page is opened, in the page's zone, updated at midnight; one press away."""

from __future__ import annotations

import pytest

import browser as chrome
from stage import SIZES, ready, shows, stopped, wheel

# Whether today is seen in a view of a height: a time grid by its present moment, anything else by its beginning.
TODAY_IS_SEEN = """height => {
  const shown = document.querySelector('main .leaf [data-date="2026-11-21"][aria-current=date]:not(.out)');
  const moment = shown.querySelector('.moment');
  if (moment?.offsetParent) {
    const { top } = moment.getBoundingClientRect();
    return 90 < top && top < height - 40;
  }
  const box = shown.getBoundingClientRect();
  return -1 < box.top && box.top < height - 40 && (box.top > 90 || box.height > 150);
}"""
VIEWS = ["index.html", "calendar/2026-11.html", "agenda/2026-11.html", "week/2026-11-16.html", "year/2026.html"]
MARKED = """() => [...new Set([...document.querySelectorAll('[aria-current="date"]')].map(e => e.dataset.date))]"""


@pytest.mark.parametrize("path", VIEWS)
def test_the_mark_moves_at_midnight_in_an_open_page(path, chromium, site):
    # 23:59 in UTC+8, the page's zone; the reader is in New York.
    with chromium.new_context(viewport=SIZES["wide"], timezone_id="America/New_York") as context:
        page = context.new_page()
        page.clock.install(time="2026-11-20T15:59:00Z")
        page.goto(f"{site.address}/{path}")
        page.wait_for_selector("body[data-scripts=ready]")
        page.clock.run_for(500)
        shows(page, MARKED, ["2026-11-20"])
        page.clock.run_for(120_000)
        shows(page, MARKED, ["2026-11-21"])
        words = page.evaluate("""() => [...document.querySelectorAll('.today-word')]
            .map(e => e.closest('[data-date]').dataset.date)""")
        assert set(words) <= {"2026-11-21"}


def test_the_mark_is_of_the_zone_that_was_chosen(chromium, site):
    # In UTC+8 it is the 21st, in Saint John's still the 20th.
    with chrome.watched(chromium, [], "2026-11-20T20:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        shows(page, MARKED, ["2026-11-21"])
        page.goto(f"{site.address}/calendar/2026-11.html?tz=America/St_Johns")
        ready(page)
        shows(page, MARKED, ["2026-11-20"])


def test_sections_that_arrive_later_are_marked(chromium, site):
    with chrome.watched(chromium, [], "2028-03-05T04:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/calendar/2028-01.html")
        ready(page)
        page.mouse.move(900, 500)
        wheel(page, 300, 8)
        stopped(page)
        shows(page, MARKED, ["2028-03-05"])


def come_to_today(page, come: str) -> None:
    if come == "click":
        page.locator("a[data-today]").click()
    else:
        page.keyboard.press("t")


@pytest.mark.parametrize("come", ["click", "key"])
@pytest.mark.parametrize(
    "path",
    [
        "calendar/2027-06.html", "agenda/2027-06.html", "week/2027-06-07.html", "day/2027-06-07.html",
        "year/2028.html", "beyond.html?view=calendar&section=2036-11", "beyond.html?view=day&section=2036-11-20",
    ],
)
def test_today_from_anywhere(path, come, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, "2026-11-21T04:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/{path}")
        ready(page)
        come_to_today(page, come)
        page.wait_for_function("() => document.querySelector('[data-date=\"2026-11-21\"][aria-current=date]')")
        stopped(page)
        box = page.locator('[data-date="2026-11-21"][aria-current=date]').first.bounding_box()
        assert box["y"] < 800 and box["y"] + box["height"] > 116, "in view"
        assert problems == []


@pytest.mark.parametrize("come", ["click", "key"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", [
    "year/2028", "year/2027", "calendar/2026-12", "agenda/2026-12", "week/2026-11-23", "day/2026-11-24",
])
def test_today_in_a_section_that_is_there(path, size, come, chromium, site):
    """In one step, smooth or not, also to a day far down in a tall section."""
    view = path.split("/")[0]
    with chrome.watched(chromium, [], "2026-11-21T04:00:00Z", viewport=SIZES[size]) as page:
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        stopped(page)
        come_to_today(page, come)
        page.wait_for_selector('main .leaf [data-date="2026-11-21"][aria-current=date]', state="attached")
        # Sections that arrive above while the page comes to rest are compensated for in a later frame.
        page.wait_for_function(TODAY_IS_SEEN, arg=SIZES[size]["height"])
        stopped(page)
        assert page.evaluate(TODAY_IS_SEEN, SIZES[size]["height"]), view


def test_today_long_after_the_build(chromium, site):
    """The site is eleven years old: today is outside of its window."""
    with chrome.watched(chromium, [], "2037-04-01T04:00:00Z", viewport=SIZES["phone"]) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.locator("a[data-today]").click()
        page.wait_for_function("() => document.body.dataset.section === '2037-04'")
        shows(page, MARKED, ["2037-04-01"])
        page.goto(f"{site.address}/index.html")
        ready(page)
        page.wait_for_function("() => document.querySelector('.list [data-date=\"2037-04-01\"][aria-current=date]')")


@pytest.mark.parametrize("size", SIZES)
def test_a_year_opens_at_today(size, chromium, site):
    with chrome.watched(chromium, [], "2026-11-21T04:00:00Z", viewport=SIZES[size]) as page:
        page.goto(f"{site.address}/year/2026.html")
        ready(page)
        top, bottom = page.evaluate("""(({top, bottom}) => [top, bottom])(
            document.querySelector('td[data-date="2026-11-21"]').getBoundingClientRect())""")
        assert 100 < top and bottom < SIZES[size]["height"] - 50
        # Selected by its date, wherever it leads.
        page.keyboard.press("t")
        page.wait_for_function("() => document.querySelector('[aria-selected=true]')?.dataset.date === '2026-11-21'")


def test_titles_have_the_ground_of_their_events(chromium, site):
    """On today.html each event has its own, and the next one is white."""
    with chrome.watched(chromium, [], "2026-11-20T03:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/today.html")
        ready(page)
        page.locator(".next .block").wait_for()
        grounds = page.evaluate("""() => [...document.querySelectorAll('.block .title')].map(e =>
          getComputedStyle(e).backgroundColor)""")
        assert set(grounds) == {"rgba(0, 0, 0, 0)"}
