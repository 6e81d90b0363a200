"""Pages from right to left, and of scripts that need room or break lines in their own way."""

from __future__ import annotations

import pytest

import browser as chrome
import tool
from axe import violations
from stage import PUBLISHED, SIZES, ZONE, Site, frame, near, opened, ready, shows, stopped

LOCALES = ["ar", "he", "fa", "ja", "de", "th"]
# The date of the day at the focus.
FOCUSED = "document.activeElement.closest('[data-date]')?.dataset.date"


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The sample site in a language, built when it is first asked for."""
    root = tmp_path_factory.mktemp("directions")
    with chrome.served(root) as server:

        def site(locale: str) -> Site:
            if not (root / locale).exists():
                tool.build(root / locale, "--tz", ZONE, *PUBLISHED, "--locale", locale)
            return Site(f"{server}/{locale}", root / locale)

        yield site


def week(site: Site) -> str:
    """The page of the week with 20 November 2026, named after its first day, which regions choose."""
    return max(path.stem for path in (site.root / "week").glob("2026-11-*.html") if path.stem <= "2026-11-20")


def middle(locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_arrow_keys_follow_what_is_seen(chromium, sites):
    site = sites("ar")
    with opened(chromium, site, "calendar/2026-11.html#d2026-11-18") as page:
        left, right = (page.locator(f'td[data-date="{date}"]').first.bounding_box()["x"]
                       for date in ("2026-11-19", "2026-11-18"))
        assert left < right
        for key, date in [("ArrowLeft", "2026-11-19"), ("ArrowLeft", "2026-11-20"), ("ArrowRight", "2026-11-19")]:
            page.keyboard.press(key)
            shows(page, FOCUSED, date)
        # The arrow to the month before is on the right, and points there.
        back, forth = (page.locator(f".pager a[rel={rel}]").bounding_box()["x"] for rel in ("prev", "next"))
        assert back > forth
        mirrored = "e => getComputedStyle(e, '::before').transform"
        assert page.locator(".pager a[rel=prev]").evaluate(mirrored) == "matrix(-1, 0, 0, 1, 0, 0)"


def test_firefox_from_right_to_left(fox, sites):
    """Days follow one another to the left in every view, keys go where they point, and nothing scrolls sideways."""
    site = sites("ar")
    ready = "document.body.dataset.scripts === 'ready'"
    fox.goto(f"{site.address}/calendar/2026-11.html#d2026-11-18")
    fox.wait_for(ready)
    for key, date in [("ArrowLeft", "2026-11-19"), ("ArrowRight", "2026-11-18"), ("ArrowDown", "2026-11-25")]:
        fox.press(key)
        fox.wait_for(f"{FOCUSED} === '{date}'")
    left = "document.querySelector('[data-date=\"{}\"]').getBoundingClientRect().left"
    for path in ("calendar/2026-11", f"week/{week(site)}"):
        fox.view(1280, 800)
        fox.goto(f"{site.address}/{path}.html")
        fox.wait_for(ready)
        assert fox.evaluate(f"{left.format('2026-11-19')} < {left.format('2026-11-18')}"), path
        back, forth = (fox.evaluate(f"document.querySelector('.pager a[rel={rel}]').getBoundingClientRect().left")
                       for rel in ("prev", "next"))
        assert back > forth, path
    fox.view(360, 740)
    for path in ("today", "calendar/2026-11", "agenda/2026-11", f"week/{week(site)}", "day/2026-11-20", "year/2026"):
        fox.goto(f"{site.address}/{path}.html")
        fox.wait_for(ready)
        assert fox.evaluate("document.scrollingElement.scrollWidth") <= 360, path


def test_a_day_on_one_screen_turns_to_what_is_on_the_left(chromium, sites):
    with opened(chromium, sites("ar"), "today.html?day=2026-11-18") as page:
        page.keyboard.press("ArrowLeft")
        shows(page, "document.querySelector('.grid [data-date]').dataset.date", "2026-11-19")


def test_an_event_is_moved_to_the_day_that_is_seen(chromium, sites):
    site = sites("ar")
    date = "dataset => document.querySelector('.lifted').closest('[data-date]').dataset.date"
    with opened(chromium, site, f"week/{week(site)}.html", reduced_motion="reduce") as page:
        near(page)
        block = page.locator('[data-date="2026-11-18"] .timed .event[data-uid]').first
        block.scroll_into_view_if_needed()
        block.focus()
        page.keyboard.press("Enter")
        page.locator(".lift-bar").wait_for()
        page.keyboard.press("ArrowLeft")
        shows(page, date, "2026-11-19")
        # Dragged two days to the left, it lands in the day under the pointer.
        stopped(page)
        x, y = middle(page.locator("li.lifted").first)
        to, _ = middle(page.locator('[data-date="2026-11-21"] .timed').first)
        assert to < x
        page.mouse.move(x, y)
        page.mouse.down()
        for part in (.3, .7, 1):
            page.mouse.move(x + (to - x) * part, y)
            frame(page)
        page.mouse.up()
        shows(page, date, "2026-11-21")


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_scrolls_sideways(locale, chromium, sites):
    site = sites(locale)
    paths = ["today", "agenda/2026-11", f"week/{week(site)}", "year/2026"]
    wide = []
    with chrome.watched(chromium, [], viewport={"width": 360, "height": 740}) as page:
        for path in [*paths, f"event/{min((site.root / 'event').glob('bookbinding-*.html')).stem}"]:
            page.goto(f"{site.address}/{path}.html")
            ready(page)
            width = page.evaluate("document.scrollingElement.scrollWidth")
            if width > 360:
                wide.append(f"{path}: {width}")
            # The names of the views at the foot have room beside each other.
            names = page.evaluate("""[...document.querySelectorAll('.view')].map(e => e.getBoundingClientRect())
              .filter(box => box.left < 0 || box.right > innerWidth).length""")
            assert names == 0, path
    assert wide == []


def test_axe_finds_nothing_from_right_to_left(chromium, sites):
    site = sites("ar")
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        for made, path in ((site, "calendar/2026-11"), (site, f"week/{week(site)}"), (sites("he"), "day/2026-11-20")):
            page.goto(f"{made.address}/{path}.html")
            ready(page)
            stopped(page)
            assert violations(page) == [], path


def test_texts_of_another_direction_stand_alone(chromium, sites):
    """A Latin place with numbers in it keeps its order, and is at the side of the page; so is a long title."""
    with opened(chromium, sites("ar"), "agenda/2026-11.html", "phone") as page:
        place = page.locator(".place", has_text="1433 København").first
        assert place.evaluate("e => getComputedStyle(e).unicodeBidi") == "plaintext"
        order = place.evaluate("""e => ['Studio', '14,', '1433', 'K'].map(word => { const range = new Range();
          const at = e.lastChild.data.indexOf(word);
          range.setStart(e.lastChild, at); range.setEnd(e.lastChild, at + word.length);
          const box = range.getBoundingClientRect(); return [Math.round(box.top), box.left] })""")
        assert order == sorted(order)
        aligned = "e => getComputedStyle(e).textAlign"
        assert page.locator(".title[dir=auto]").first.evaluate(aligned) == "right"
        page.goto(page.url.replace("agenda/2026-11.html", "search.html?q=studio"))
        name = page.locator(".result .name", has_text="tudio").first
        assert name.evaluate("e => getComputedStyle(e).unicodeBidi") == "plaintext"
        assert name.evaluate(aligned) == "right"
