"""Page Up and Page Down move the focused day too, to the same day of the other section."""

from __future__ import annotations

import pytest

import browser as chrome
from stage import SIZES, opened, ready, shows

FOCUSED = "() => document.activeElement?.closest('[data-date]')?.dataset.date"
IN_VIEW = """() => { const box = document.activeElement.getBoundingClientRect();
    return box.bottom > 60 && box.top < innerHeight }"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path,first,steps", [
    ("calendar/2027-01.html", "2027-01-31", [
        ("PageDown", "2027-02-28"), ("PageDown", "2027-03-28"), ("PageUp", "2027-02-28"), ("PageUp", "2027-01-28"),
        ("PageUp", "2026-12-28")]),
    ("calendar/2028-11.html", "2028-11-15", [("PageDown", "2028-12-15"), ("PageUp", "2028-11-15")]),
    ("agenda/2026-11.html", "2026-11-20",
     [("PageDown", "2026-12-20"), ("PageUp", "2026-11-20"), ("PageUp", "2026-10-20")]),
    ("week/2026-11-16.html", "2026-11-18",
     [("PageDown", "2026-11-25"), ("PageUp", "2026-11-18"), ("PageUp", "2026-11-11")]),
    ("year/2028.html", "2028-02-29", [("PageUp", "2027-02-28"), ("PageDown", "2028-02-28")]),
])
def test_the_focus_goes_along(path, first, steps, size, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, "2026-11-20T04:00:00Z", viewport=SIZES[size]) as page:
        page.goto(f"{site.address}/{path}")
        ready(page)
        page.locator(f'[data-date="{first}"]:not(.out) a[href]').first.focus()
        view = path.split("/")[0]
        for key, date in steps:
            page.keyboard.press(key)
            shows(page, FOCUSED, date)
            shows(page, IN_VIEW, True)
            if view in ("calendar", "agenda"):
                shows(page, "() => document.body.dataset.section", date[:7])
        # Arrows continue from the focused day.
        if view == "calendar":
            page.keyboard.press("ArrowRight")
            page.wait_for_function(
                "was => document.activeElement?.closest('[data-date]')?.dataset.date > was", arg=steps[-1][1])
        assert problems == []


def test_from_month_to_month_on_the_front_page(chromium, site):
    with chrome.watched(chromium, [], "2026-11-20T04:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/index.html")
        ready(page)
        page.locator('.weeks td[data-date="2026-11-20"] > a').first.focus()
        for key, date in (("PageDown", "2026-12-20"), ("PageDown", "2027-01-20"), ("PageUp", "2026-12-20")):
            page.keyboard.press(key)
            shows(page, FOCUSED, date)
            page.wait_for_function(
                "date => { const box = document.querySelector(`.list [data-date='${date}']`)?.getBoundingClientRect();"
                "          return box && box.top > 0 && box.top < innerHeight }", arg=date)


def test_from_a_folder_the_day_is_in_the_address(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto((site.root / "calendar" / "2027-01.html").as_uri())
        page.locator('td[data-date="2027-01-31"]:not(.out) > a').focus()
        page.keyboard.press("PageDown")
        page.wait_for_url("**/calendar/2027-02.html#d2027-02-28")
        shows(page, FOCUSED, "2027-02-28")


def test_without_a_focused_day_only_the_view_moves(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.keyboard.press("PageDown")
        shows(page, "() => document.body.dataset.section", "2026-12")
        assert page.evaluate(FOCUSED) is None
