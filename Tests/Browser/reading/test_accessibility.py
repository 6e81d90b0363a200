"""axe finds nothing (WCAG 2.2 AA and best practices) on any kind of page, light and dark, wide and on a phone."""

from __future__ import annotations

import pytest

import browser as chrome
from axe import violations
from stage import SIZES, ready, stopped

def kinds(site) -> dict[str, str]:
    """A page of each kind, and some that were not published."""
    first = lambda pattern: min(site.root.glob(pattern)).relative_to(site.root).as_posix()
    return {
        "index": "index.html",
        "today": "today.html",
        "calendar": "calendar/2026-11.html",
        "agenda": "agenda/2026-11.html",
        "week": "week/2026-11-16.html",
        "day": "day/2026-11-20.html",
        "year": "year/2026.html",
        "event": first("event/f*.html"),
        "note": first("notes/*.html"),
        "subscribe": "subscribe.html",
        "embedded": "embed.html?view=calendar&compact&link=none",
        "embedding": "embedding.html",
        "print": "print.html",
        "beyond": "beyond.html",
        "missing": "404.html",
        "search": "search.html",
        "far month": "beyond.html?view=calendar&section=2040-05",
        "far day": "beyond.html?view=day&section=2199-12-31",
    }


def violations_of_kinds(page, site, third: int, settled=lambda kind: None) -> list[str]:
    """What axe finds on a page of each kind of one third; `settled` waits until the page has its final form."""
    found = []
    for kind, path in list(kinds(site).items())[third::3]:
        page.goto(f"{site.address}/{path}")
        settled(kind)
        found += [f"{kind}: {violation}" for violation in violations(page)]
    return found


def test_axe_sees_one_text_of_many_that_is_hard_to_read(chromium, site):
    """The control: one of hundreds of like texts has other colours, and another stands on another ground."""
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        page.goto(f"{site.address}/year/2026.html")
        ready(page)
        page.evaluate("""() => {
          const days = document.querySelectorAll('main [data-section="2026"] td a');
          days[200].style.color = '#888';
          days[300].parentElement.style.background = '#808080';
        }""")
        light, dark = violations(page)
        assert light.startswith("light: color-contrast: ") and light.endswith(" (2)"), light
        assert dark.startswith("dark: color-contrast: "), dark


@pytest.mark.long
@pytest.mark.parametrize("third", range(3))
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(size, third, chromium, site):
    def settled(kind: str) -> None:
        if kind != "missing":
            ready(page)
        stopped(page)

    with chrome.watched(chromium, [], viewport=SIZES[size], reduced_motion="reduce") as page:
        assert violations_of_kinds(page, site, third, settled) == []


@pytest.mark.long
def test_axe_finds_nothing_in_what_opens(chromium, site):
    found = []
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.click("[data-zone-switch]")
        page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length > 100")
        found += [f"zones: {violation}" for violation in violations(page)]
        page.keyboard.press("Escape")
        page.click(".options")
        found += [f"options: {violation}" for violation in violations(page)]
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        found += [f"help: {violation}" for violation in violations(page)]
        page.goto(f"{site.address}/today.html")
        ready(page)
        page.click(".peek")
        stopped(page)
        found += [f"tomorrow: {violation}" for violation in violations(page)]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("third", range(3))
def test_axe_finds_nothing_without_scripts(third, chromium, site):
    """axe is a script of the test, which the browser runs all the same."""
    with chrome.watched(chromium, [], viewport=SIZES["phone"]) as page:
        page.route("**/*.js", lambda route: route.abort())
        assert violations_of_kinds(page, site, third) == []
