"""The links to other views: the day of the build is in none of them, but scripts make them lead to the reader's."""

from __future__ import annotations

from datetime import timedelta

import pytest

import browser as chrome
from surroundings import INSTANT

TODAY = (INSTANT + timedelta(hours=8)).date()
BEFORE = TODAY.replace(day=1) - timedelta(days=1)


@pytest.mark.parametrize("path, is_of_today", [
    (f"calendar/{TODAY:%Y-%m}", True), (f"agenda/{TODAY:%Y-%m}", True), (f"year/{TODAY:%Y}", True),
    ("subscribe", True), (f"calendar/{BEFORE:%Y-%m}", False), (f"day/{BEFORE}", False),
])
def test_views_of_a_page_with_today_open_at_it(path, is_of_today, chromium, site):
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{site.address}/{path}.html")
        day = page.locator('.views a[data-kind="day"]')
        page.wait_for_function("globalThis.busylife")
        found = day.evaluate("(link) => link.href")
        assert found.endswith(f"/day/{TODAY}.html#d{TODAY}") == is_of_today, found
