"""Entries of agendas name their calendar if there is more than one."""

from __future__ import annotations

import browser as chrome
from stage import SIZES

NAMES = "() => [...document.querySelectorAll('#d2026-11-20 .entry .of')].map(e => getComputedStyle(e).clipPath)"


def test_entries_name_their_calendar(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["phone"]) as page:
        page.goto(f"{site.address}/agenda/2026-11.html")
        found = page.evaluate(NAMES)
        assert found and set(found) == {"none"}
