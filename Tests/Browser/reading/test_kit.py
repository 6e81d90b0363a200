"""The kit as a new test of pages uses it."""

from __future__ import annotations

import browser as chrome
from content import Content, event
from stage import Site, opened


def test_two_calendars_are_named_beside_their_events(chromium, tmp_path):
    made = Content(tmp_path, calendars={"club": [event("Choir")], "shop": [event("Press")]})
    assert made.build() == []
    with chrome.served(made.output) as server, \
            opened(chromium, Site(server, made.output), "agenda/2026-11.html") as page:
        entries = page.locator('.day[data-date="2026-11-20"] .entry')
        assert [entry.inner_text().split("\n")[-1] for entry in entries.all()] == ["club", "shop"]
