"""Where it is narrow nothing touches, is cut or breaks without a hyphen."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

import browser as chrome
from content import Content, event
from stage import ready


@contextmanager
def one_event(chromium, root, locale: str, width: int, title: str = "Early"):
    """A site with one event in the morning, and a page of that width."""
    made = Content(root, "title: T\n", events=[event(title, "2026-11-21T10:30Z", "2026-11-21T11:00Z")])
    made.build("--locale", locale)
    with chrome.served(root) as server, chrome.watched(chromium, [], viewport={"width": width, "height": 740}) as page:
        yield page, f"{server}/site"


@pytest.mark.parametrize("width", [360, 1280])
def test_todays_ring_in_a_year_is_whole(width, chromium, site):
    """On the last day of a week, too, at the edge of its month."""
    with chrome.watched(chromium, [], "2026-11-22T04:00:00Z", viewport={"width": width, "height": 800}) as page:
        page.goto(f"{site.address}/year/2026.html")
        ready(page)
        day = page.locator('td[data-date="2026-11-22"][aria-current] a')
        assert day.evaluate("e => getComputedStyle(e).boxShadow").count("inset") == 2


ROOM = """() => {
  const entry = document.querySelector('.entry'), style = getComputedStyle(entry), text = document.createRange();
  text.selectNodeContents(entry.querySelector('.at time'));
  const [first] = style.gridTemplateColumns.split(' ').map(parseFloat);
  const mark = entry.getBoundingClientRect().left + parseFloat(style.paddingLeft) + first + parseFloat(style.columnGap);
  return mark - text.getBoundingClientRect().right }"""


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_times_of_half_days_do_not_touch_their_marks(width, chromium, tmp_path):
    with one_event(chromium, tmp_path, "en-US", width) as (page, address):
        page.goto(f"{address}/agenda/2026-11.html")
        ready(page)
        assert page.locator(".entry .at time").first.inner_text().split() == ["10:30", "AM"]
        assert page.evaluate(ROOM) >= 4


def test_a_long_word_of_a_heading_breaks_with_a_hyphen(chromium, tmp_path):
    title = "Donaudampfschifffahrtsgesellschaftskapitän"
    with one_event(chromium, tmp_path, "de", 360, title) as (page, address):
        page.goto(f"{address}/event/{next((tmp_path / 'site/event').glob('*.html')).name}")
        heading = page.locator("h1")
        assert heading.inner_text() == title
        assert heading.evaluate("e => getComputedStyle(e).hyphens") == "auto"
        assert page.evaluate("document.documentElement.scrollWidth") == 360
