"""Pages that the engine makes name the same pictures for chats as those of the build."""

from __future__ import annotations

import ctypes.util

import pytest

import browser as chrome
import tool

WINDOW = ["2026-09-01", "2027-03-01"]
ZONES = ["Europe/Copenhagen", "Pacific/Apia"]
PAGES = ["calendar/2026-10", "calendar/2026-11", "agenda/2026-12", "day/2027-01-31", "week/2027-01-25", "year/2026"]


@pytest.mark.skipif(not ctypes.util.find_library("rsvg-2"), reason="librsvg is not there")
def test_pages_of_the_engine_name_the_pictures_of_the_build(tmp_path, chromium):
    site = tmp_path / "site"
    words = [*(f"--tz={zone}" for zone in ZONES), "--from", WINDOW[0], "--to", WINDOW[1]]
    tool.build(site, *words, environment={"BUSYLIFE_LIBRSVG": None})
    folders = dict(zip(ZONES, [site, *(site / "zone").iterdir()]))
    cases = [(f"{page}.html", zone) for page in PAGES for zone in ZONES]
    problems: list[str] = []
    with chrome.served(site) as server:
        with chrome.watched(chromium, problems) as page:
            page.goto(f"{server}/index.html")
            made = page.evaluate(
                """async ([cases, window]) => {
                  const {Engine} = await import(new URL(document.body.dataset.engine, location));
                  const engine = await Engine.open();
                  const made = [];
                  for (const [path, zone] of cases) made.push(await engine.page(path, {zone, window}));
                  return made;
                }""",
                [cases, WINDOW],
            )
    assert problems == []
    for (path, zone), html in zip(cases, made):
        assert 'property="og:image" content="https://example.org/calendar/share/' in html
        assert html == (folders[zone] / path).read_text(encoding="utf-8"), (path, zone)
