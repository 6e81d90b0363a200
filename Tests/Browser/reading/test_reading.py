"""Settings of readers, cards of events, any date by a key, fuller months, folded hours."""

from __future__ import annotations

import pytest

import browser as chrome
from axe import violations
from content import Content, calendar, vevent
from stage import SIZES, Site, opened, ready, shows, stopped

NOW = "2026-11-20T02:00:00Z"


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A day of twelve events."""
    full = calendar(*(vevent(f"Event {n}", "DURATION:PT30M", day=18, hour=n + 8) for n in range(12)))
    made = Content(tmp_path_factory.mktemp("full"), "title: Full\nlocale: en-GB\n", files={"full.ics": full})
    made.build()
    with chrome.served(made.output) as server:
        yield Site(server, made.output)


def settle(page) -> None:
    """Waits until what helps to read has been loaded, too: it comes after the page."""
    ready(page)
    page.wait_for_selector("body[data-extras=ready]")
    stopped(page)


def settings(page) -> None:
    page.locator(".options").click()
    page.locator(".reading").wait_for()


def test_clock_and_first_weekday_are_drawn_by_the_engine_and_stay(chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        settle(page)
        times = "() => document.querySelector('.week .block time').textContent"
        before = page.evaluate(times)
        settings(page)
        with page.expect_navigation():
            page.locator(".reading select").nth(0).select_option("h12")
        settle(page)
        shows(page, "() => /[ap]m/i.test(document.querySelector('.week .block time').textContent)", True)
        settings(page)
        with page.expect_navigation():
            page.locator(".reading select").nth(1).select_option("7")
        settle(page)
        assert page.locator('.grid[data-section="2026-11-15"] > .day').first.get_attribute("data-date") == "2026-11-15"
        # The address works for whoever opens it, with or without the setting.
        assert "beyond.html" in page.url and "2026-11-15" in page.url
        page.goto(f"{site.address}/calendar/2026-11.html")
        settle(page)
        assert page.locator(".month thead th:not(.wk)").first.inner_text().startswith("Sun")
        first = page.locator('.month[data-section="2026-11"] td[data-date]').first
        assert first.get_attribute("data-date") == "2026-11-01"
        page.evaluate("() => localStorage.removeItem('busylife:reading')")
        page.goto(f"{site.address}/beyond.html?view=week&section=2026-11-15")
        settle(page)
        assert page.locator('.grid[data-section="2026-11-09"] > .day').first.get_attribute("data-date") == "2026-11-09"
        page.goto(f"{site.address}/week/2026-11-16.html")
        settle(page)
        assert page.evaluate(times) == before
        assert problems == []


def test_weekends_and_density_are_style_that_is_there_before_anything_is_drawn(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html") as page:
        settings(page)
        page.get_by_label("Show weekends").uncheck()
        page.get_by_label("Compact").check()
        page.keyboard.press("Escape")
        assert page.locator(".month td.we:visible").count() == 0
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        days = page.locator('.grid[data-section="2026-11-16"] > .day:visible')
        assert days.count() == 5
        # They share the width.
        last = days.last.bounding_box()
        grid = page.locator('.grid[data-section="2026-11-16"]').bounding_box()
        assert abs(last["x"] + last["width"] - grid["x"] - grid["width"]) <= 2
        # Arrows go from Friday to Monday.
        page.locator('[data-date="2026-11-20"] h2 a').first.focus()
        page.keyboard.press("ArrowRight")
        shows(page, "() => document.activeElement.closest('[data-date]')?.dataset.date", "2026-11-23")


def test_an_empty_night_says_so_and_opens_and_hours_without_events_fold(chromium, full):
    with opened(chromium, full, "week/2026-11-16.html", now=NOW) as page:
        settle(page)
        grid = page.locator('.grid[data-section="2026-11-16"]')
        height = lambda: grid.locator(".timed").first.bounding_box()["height"]
        was = height()
        bars = grid.locator(".fold-bar")
        assert bars.all_inner_texts() == ["00:00 – 06:00: no events"]
        bars.click()
        assert bars.count() == 0 and height() > was + 200
        settings(page)
        page.get_by_label("Collapse hours without events").check()
        page.keyboard.press("Escape")
        # From the first event to the last, by whole hours.
        shows(page, "() => [...document.querySelectorAll('.grid[data-section=\"2026-11-16\"] > .fold-bar')]"
              ".map(bar => bar.textContent)", ["00:00 – 08:00: no events", "20:00 – 00:00: no events"])
        assert height() < was
        # All events are within the open hours.
        assert grid.evaluate("""grid => {
          const bars = [...grid.querySelectorAll('.fold-bar')].map(bar => bar.getBoundingClientRect());
          return [...grid.querySelectorAll('.timed .event')].every(event => {
            const box = event.getBoundingClientRect();
            return bars.every(bar => box.bottom <= bar.top + 1 || box.top >= bar.bottom - 1);
          });
        }""")
        bars.first.click()
        assert bars.count() == 0


def test_cards_follow_wcag(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html", now=NOW) as page:
        settle(page)
        event = page.locator('.month[data-section="2026-11"] td[data-date="2026-11-04"] .event').first
        event.hover()
        card = page.locator("#event-card")
        card.wait_for()
        title = event.locator("span").first.inner_text()
        assert title in card.inner_text()
        # A pointer may go onto it…
        box = card.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20, steps=3)
        stopped(page)
        assert card.is_visible()
        # …Escape closes it where the pointer is, and leaving does.
        page.keyboard.press("Escape")
        card.wait_for(state="hidden")
        page.mouse.move(2, 2)
        number = page.locator('.month[data-section="2026-11"] td[data-date="2026-11-04"] > a.num')
        number.focus()
        page.keyboard.press("Alt+ArrowDown")
        card.wait_for()
        assert page.evaluate("() => document.activeElement.getAttribute('aria-describedby')") == "event-card"
        assert violations(page) == []
        page.keyboard.press("Escape")
        card.wait_for(state="hidden")
        # The focus has not moved.
        assert page.evaluate("() => document.activeElement.matches('.event')")


@pytest.mark.parametrize("path, selector", [
    ("calendar/2026-11.html", 'main .month[data-section="2041-03"]'),
    ("index.html", '.agenda [data-date="2041-03-09"]'),
    ("week/2026-11-16.html", '.week [data-date="2041-03-09"]'),
])
def test_g_goes_to_any_date(path, selector, chromium, site):
    with opened(chromium, site, path) as page:
        settle(page)
        page.keyboard.press("g")
        field = page.locator("#jump input")
        field.wait_for()
        field.fill("2041-03-09")
        page.keyboard.press("Enter")
        page.locator(selector).first.wait_for()
        stopped(page)
        box = page.locator(selector).first.bounding_box()
        assert box["y"] < 800 and box["y"] + box["height"] > 0


def test_cells_show_more_where_there_is_room(chromium, full):
    with chrome.watched(chromium, [], NOW, viewport={"width": 1280, "height": 1600}) as page:
        page.goto(f"{full.address}/calendar/2026-11.html")
        settle(page)
        cell = page.locator('td[data-date="2026-11-18"]:not(.out)')
        shows(page, """() => {
          const cell = document.querySelector('td[data-date="2026-11-18"]:not(.out)');
          return cell.querySelectorAll('li.fits').length > 1;
        }""", True)
        shown = cell.locator("li:visible").count()
        assert cell.locator(".more").inner_text() == f"{12 - shown} more"
        was = cell.bounding_box()["height"]
        page.set_viewport_size({"width": 1280, "height": 700})
        shows(page, "() => document.querySelectorAll('td[data-date=\"2026-11-18\"] li.fits').length", 0)
        assert cell.bounding_box()["height"] < was and cell.locator(".more").inner_text() == "9 more"


@pytest.mark.parametrize("width, touch, least", [(360, True, 36), (360, False, 24), (800, True, 36), (1280, False, 24)])
def test_days_of_a_year_are_far_enough_apart(width, touch, least, chromium, site):
    with chrome.watched(chromium, [], NOW, viewport={"width": width, "height": 740}, has_touch=touch,
                        is_mobile=touch, java_script_enabled=False) as page:
        page.goto(f"{site.address}/year/2026.html")
        gaps = page.locator(".small").nth(2).evaluate("""month => {
          const middles = [...month.querySelectorAll('td a')].map(link => {
            const box = link.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2, getComputedStyle(link).pointerEvents];
          });
          return {least: Math.min(...middles.flatMap(([x, y], at) => middles.slice(at + 1).map(([u, v]) =>
            Math.hypot(x - u, y - v)))), isPressed: middles.every(([, , events]) => events !== 'none')};
        }""")
        assert gaps["least"] >= least and gaps["isPressed"], gaps
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_the_settings_and_the_dialog(size, chromium, site):
    with opened(chromium, site, "week/2026-11-16.html", size) as page:
        settle(page)
        settings(page)
        found = violations(page)
        page.keyboard.press("Escape")
        page.keyboard.press("g")
        page.locator("#jump").wait_for()
        assert found + violations(page) == []
