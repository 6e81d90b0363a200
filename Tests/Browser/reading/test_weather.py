"""Weather on pages made in the reader's browser: the same bytes as those of a build, in every zone, and no requests
except to the site."""

from __future__ import annotations

import shutil

import pytest
import yaml

import browser as chrome
import forecasts
import tool

ZONES = ("Europe/Oslo", "Pacific/Auckland")
WINDOW = ("2026-09-01", "2027-02-01")
PATHS = (
    "agenda/2026-11.html", "agenda/2026-12.html", "week/2026-11-16.html", "week/2026-11-23.html",
    "day/2026-11-20.html", "day/2026-11-21.html", "day/2026-11-22.html", "day/2026-11-28.html", "day/2026-12-01.html",
    "day/2026-12-02.html", "calendar/2026-11.html",
)  # fmt: skip


@pytest.mark.long
def test_pages_of_a_forecast_are_those_of_a_build(tmp_path, chromium):
    content = tmp_path / "Content"
    shutil.copytree(tool.CONTENT, content)
    settings = yaml.safe_load((content / "site.yml").read_text(encoding="utf-8"))
    settings.pop("window", None)
    zones = [f"--tz={zone}" for zone in ZONES]
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NO_PROXY": "127.0.0.1"}
    with forecasts.provider() as provider:
        settings["weather"] = {
            "provider": "open-meteo", "latitude": 55.68, "longitude": 12.6, "place": "Øresund & more",
            "events": True, "endpoint": provider.meteo,
        }  # fmt: skip
        (content / "site.yml").write_text(yaml.safe_dump(settings, allow_unicode=True), encoding="utf-8")
        # The forecast is beyond the published window.
        site = tmp_path / "site"
        span = ["--from", "2026-09-01", "--to", "2026-10-01"]
        tool.build(site, *zones, *span, content=content, environment=environment, now=tool.USUAL)
        asked = len(provider.requests)
        wide = tmp_path / "wide"
        span = ["--from", WINDOW[0], "--to", WINDOW[1]]
        tool.build(wide, *zones, *span, content=content, environment=environment, now=tool.USUAL)
        assert len(provider.requests) == asked
    [second] = (wide / "zone").iterdir()
    problems: list[str] = []
    with chrome.served(site) as server, chrome.watched(chromium, problems, tool.USUAL) as page:
        page.goto(f"{server}/index.html")
        page.evaluate(
            """async () => {
              const {Engine} = await import(new URL(document.body.dataset.engine, location));
              window.engine = await Engine.open();
            }"""
        )
        shown = 0
        for zone, folder in zip(ZONES, (wide, second)):
            for path in PATHS:
                made = page.evaluate(
                    "([path, zone, window]) => engine.page(path, {zone, window})", [path, zone, list(WINDOW)]
                )
                assert made == (folder / path).read_text(encoding="utf-8"), f"{path} in {zone}"
                shown += made.count('class="weather ')
        assert shown > 60
        # The drawings are in the style sheet, which the page's policy allows.
        page.goto(f"{server}/beyond.html?view=agenda&section={tool.USUAL[:7]}")
        mask = page.locator(".weather").first.evaluate("e => getComputedStyle(e, '::before').maskImage")
        assert mask.startswith('url("data:image/svg+xml')
    assert problems == []
