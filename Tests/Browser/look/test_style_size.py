"""The style sheets that a page loads at first have at most 18 KB, compressed."""

from __future__ import annotations

import gzip
from urllib.parse import urlsplit

import pytest

import browser as chrome
from stage import SIZES, near, ready, until

PATHS = [
    "index", "today", "calendar/2026-11", "agenda/2026-11", "week/2026-11-16", "day/2026-11-20", "year/2026", "beyond",
    "404", "embed", "embedding", "search", "print",
]


def note_style(page, site, loaded: dict[str, int]) -> None:
    """Records the compressed size of each style sheet received."""
    def came(response):
        name = urlsplit(response.url).path.rpartition("/")[2]
        if name.endswith(".css"):
            loaded[name] = len(gzip.compress(next(site.root.glob(f"assets/**/{name}")).read_bytes(), 9))

    page.on("response", came)


@pytest.mark.parametrize("path", PATHS)
def test_the_style_of_a_page_is_small(path, chromium, site):
    loaded: dict[str, int] = {}
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        note_style(page, site, loaded)
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        # With those that its parts load at once.
        if page.locator("body[data-engine]").count() and path not in ("embed", "print"):
            page.wait_for_selector("body[data-extras=ready]")
        linked = page.evaluate(
            "[...document.querySelectorAll('link[rel=stylesheet]')].map(l => l.href.split('/').pop())")
        until(page, lambda: set(linked) <= set(loaded))
    assert len(linked) >= 2
    assert sum(loaded[name] for name in linked) <= 18 * 1024, loaded


def test_the_style_of_what_is_moved_comes_with_it(chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        assert page.locator('link[href$="moving.css"]').count() == 0
        near(page)
        page.locator('.grid[data-section="2026-11-16"] .timed .event[data-start*="T"]').first.focus()
        page.keyboard.press("Enter")
        bar = page.locator(".lift-bar")
        bar.wait_for()
        assert bar.evaluate("e => getComputedStyle(e).position") == "fixed"
        assert problems == []
