"""The Today button is in the bar, at every width: at rest it covers nothing, not even the last entry."""

from __future__ import annotations

import pytest

import browser as chrome
from stage import frame, ready

PATHS = ["index", "calendar/2026-11", "agenda/2026-11", "week/2026-11-16", "week/2026-09-28", "day/2026-11-20",
         "year/2026", "today"]
SIZES = [(360, 700), (390, 844), (640, 800), (1280, 800)]
IN_BAR = """() => {
    const inner = document.querySelector('a[data-today]').getBoundingClientRect();
    const outer = document.querySelector('.bar').getBoundingClientRect();
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
        && inner.left >= outer.left && inner.right <= outer.right && inner.height >= 44 && inner.width >= 44 }"""
# The heading beside it is fully visible.
IS_WHOLE = """() => { const h1 = document.querySelector('h1');
    const title = document.createRange(); title.selectNodeContents(h1);
    const inner = title.getBoundingClientRect(), outer = h1.getBoundingClientRect();
    return inner.bottom <= outer.bottom + 1 && inner.right <= outer.right + 1 }"""
# At the end of the page, no visible entry reaches into the button. What is behind the bar is not visible.
COVERED = """() => { scrollTo(0, document.documentElement.scrollHeight);
    const b = document.querySelector('a[data-today]').getBoundingClientRect();
    const bar = document.querySelector('.bar').getBoundingClientRect().bottom;
    return [...document.querySelectorAll('main .event, main [data-date] a')].filter(e => {
      const r = e.getBoundingClientRect();
      return r.height && r.bottom > Math.max(bar, b.top) && Math.max(r.top, bar) < b.bottom - 1
          && r.left < b.right && r.right > b.left;
    }).map(e => e.textContent) }"""


@pytest.mark.parametrize("path", PATHS)
def test_it_stands_in_the_bar(path, chromium, site):
    with chrome.watched(chromium, [], "2026-11-20T04:00:00Z") as page:
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            frame(page)
            assert page.evaluate(IN_BAR) and page.evaluate(IS_WHOLE), (width, height)


@pytest.mark.parametrize("path", ["agenda/2026-11", "calendar/2026-11", "day/2026-11-20", "week/2026-11-16"])
def test_nothing_is_under_it_at_the_end_of_a_page(path, chromium, site):
    # Pages opened from a folder end, and their last entry is at the foot.
    with chrome.watched(chromium, [], viewport={"width": 390, "height": 844}) as page:
        page.goto((site.root / f"{path}.html").as_uri())
        assert page.evaluate(COVERED) == []
