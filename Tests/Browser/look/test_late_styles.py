"""Style sheets that scripts load later change nothing that is there: each has rules for its own elements only."""

from __future__ import annotations

import pytest

import browser as chrome
from late_styles import BOXES, changed_by_late_sheets
from stage import SIZES, ready, stopped

PATHS = [
    "index.html", "calendar/2026-11.html", "agenda/2026-11.html", "week/2026-11-16.html", "day/2026-11-20.html",
    "year/2026.html", "beyond.html?view=calendar&section=2041-11", "event", "subscribe.html", "search.html",
    "today.html",
]
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PATHS)
def test_a_late_sheet_changes_nothing(path, size, chromium, site):
    if path == "event":
        path = f"event/{sorted(file.name for file in (site.root / 'event').glob('*.html'))[0]}"
    with chrome.watched(chromium, [], viewport=SIZES[size], reduced_motion="reduce") as page:
        # It loads some of them soon, and adds what they are for.
        page.route("**/extras.js", lambda route: route.abort())
        page.goto(f"{site.address}/{path}")
        ready(page)
        stopped(page)
        before = page.evaluate(BOXES)
        assert len(before) > 20
        assert changed_by_late_sheets(page) == {}
        # It would be seen.
        page.evaluate("""() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('main a { letter-spacing: 1px }');
          document.adoptedStyleSheets.push(sheet) }""")
        assert page.evaluate(BOXES) != before
