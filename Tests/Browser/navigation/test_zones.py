"""Another zone: every view settles again in the browser, like `agenda --tz`; the choice is kept."""

from __future__ import annotations

import pytest

import browser as chrome
import tool
from content import Content
from stage import SAID, SIZES, ZONE, agenda, days, expected, ready, shows, stopped

ZONES = ["Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", "UTC-03:30"]
VIEWS = [
    ("calendar/2026-11", "2026-11-01", "2026-12-01"),
    ("agenda/2027-03", "2027-03-01", "2027-04-01"),
    ("week/2026-11-16", "2026-11-16", "2026-11-23"),
    ("day/2026-11-20", "2026-11-20", "2026-11-21"),
]


def shown(page, start: str, end: str, scope: str = "main") -> dict[str, list[list]]:
    return {date: events for date, events in days(page, scope).items() if start <= date < end and events}


def test_a_site_without_a_field_for_zones_stays_in_its_own(chromium, tmp_path):
    walk = {"title": "Walk", "start": "2026-11-21T10:30", "tz": "UTC"}
    Content(tmp_path, "title: T\nheader: {zones: false}\n", events=[walk]).build()
    problems = []
    with chrome.served(tmp_path) as server, chrome.watched(chromium, problems) as page:
        [event] = (tmp_path / "site/event").glob("*.html")
        for path in ("agenda/2026-11.html?tz=Asia/Tokyo", f"event/{event.name}"):
            page.goto(f"{server}/site/{path}")
            page.evaluate("localStorage.setItem('busylife:zone', 'Asia/Tokyo')")
            page.reload()
            ready(page)
            assert page.locator("[data-zone-switch]").count() == 0
            assert zone(page) == "UTC" and "10:30" in page.locator("time").first.inner_text()
        page.goto(f"{server}/site/agenda/2026-11.html")
        page.locator(".options").click()
        page.wait_for_selector("#panel[open]")
        assert problems == []


@pytest.mark.long
@pytest.mark.parametrize("zone", ZONES)
def test_every_view_shows_what_agenda_prints(zone, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, tool.USUAL, viewport=SIZES["wide"]) as page:
        for path, start, end in VIEWS:
            page.goto(f"{site.address}/{path}.html?tz={zone.replace('+', '%2B')}")
            ready(page)
            stopped(page)
            shows(page, "() => document.body.dataset.zone", zone)
            assert shown(page, start, end) == expected(start, end, zone), path
        page.goto(f"{site.address}/year/2027.html")
        ready(page)
        shows(page, "() => document.body.dataset.zone", zone)
        busy = page.evaluate("""() => Object.fromEntries(
            [...document.querySelectorAll('.year[data-section="2027"] [data-date]')]
              .filter(e => e.dataset.busy !== '0').map(e => [e.dataset.date, +e.dataset.busy]))""")
        minutes = {day["date"]: day["busyMinutes"] for day in agenda("2027-01-01", "2028-01-01", zone)["days"]}
        assert set(busy) == {date for date, count in minutes.items() if count}
        page.goto(f"{site.address}/index.html")
        ready(page)
        stopped(page)
        assert shown(page, "2026-11-01", "2026-12-01", ".list") == expected("2026-11-01", "2026-12-01", zone)
        assert problems == []


def choose(page, text: str) -> None:
    """Also where the panel has the field."""
    if not page.locator("[data-zone-switch]").is_visible():
        page.locator(".options").click()
    page.locator("[data-zone-switch]").click()
    page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length > 300")
    page.keyboard.type(text)
    page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length < 300")
    page.keyboard.press("Enter")


def zone(page) -> str:
    return page.evaluate("() => document.body.dataset.zone")


@pytest.mark.parametrize("size", SIZES)
def test_a_zone_is_searched_chosen_and_remembered(size, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport=SIZES[size], timezone_id="Europe/Lisbon") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        assert not [url for url in asked if url.endswith(".wasm")], "the engine is loaded only when it is needed"
        control = page.locator("[data-zone-switch]")
        if size == "phone":
            page.locator(".options").click()
            page.wait_for_selector("#panel .zone-box")
            assert not page.locator("#zones").is_visible()
        assert "zone" in control.get_attribute("aria-label").lower()
        control.click()
        options = page.locator("#zones [role=option]")
        page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length > 300")
        assert "Europe/Lisbon" in options.nth(1).inner_text() and "yours" in options.nth(1).inner_text()
        page.keyboard.press("Escape")
        assert not page.locator("#zones").is_visible() and control.is_visible()
        choose(page, "kathm")
        # The announcement of the position follows this by a quarter of a second, and does not replace it.
        page.wait_for_function(SAID, arg="Times are in Asia/Kathmandu")
        stopped(page)
        assert page.evaluate(SAID, "Times are in Asia/Kathmandu") and zone(page) == "Asia/Kathmandu"
        assert "tz=Asia" in page.url
        assert shown(page, "2026-11-16", "2026-11-23") == expected("2026-11-16", "2026-11-23", "Asia/Kathmandu")
        assert page.locator("footer .zone").text_content() == "Times in Asia/Kathmandu"
        if size == "phone":
            page.locator("#panel > .button").click()
        # It stays in the address, past the window too, and back again.
        page.locator("main a[rel=next]").click()
        stopped(page)
        assert zone(page) == "Asia/Kathmandu"
        page.goto(f"{site.address}/beyond.html?view=day&section=2033-06-13")
        ready(page)
        assert zone(page) == "Asia/Kathmandu"
        assert shown(page, "2033-06-13", "2033-06-14") == expected("2033-06-13", "2033-06-14", "Asia/Kathmandu")
        choose(page, "utc+8")
        # It is announced once the choice is stored.
        page.wait_for_function(SAID, arg="Times are in UTC+8")
        assert zone(page) == "UTC+8"
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        assert zone(page) == ZONE and "tz=" not in page.url
        assert problems == []


def test_an_event_says_both_times(chromium, site):
    with chrome.watched(chromium, []) as page:
        page.goto(f"{site.address}/day/2026-11-18.html?tz=America/St_Johns")
        ready(page)
        page.locator(".event", has_text="Ferry Museum").first.click()
        ready(page)
        page.wait_for_function("() => document.body.dataset.zone === 'America/St_Johns'")
        text = page.locator(".event-head").inner_text()
        assert "05:30" in text and "10:00" in text and "Europe/Copenhagen" in text


@pytest.mark.parametrize("name", ["Atlantis/Capital", "<b>", "UTC+99"])
def test_an_unknown_zone_changes_nothing(name, chromium, site):
    with chrome.watched(chromium, []) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.locator("[data-zone-switch]").click()
        page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length > 300")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-zone-switch][aria-invalid=true]")
        stopped(page)
        assert zone(page) == ZONE
        assert page.locator('td[data-date="2026-11-20"] .event').count() > 2
        page.goto(f"{site.address}/calendar/2026-11.html?tz={name.replace('+', '%2B')}")
        ready(page)
        assert zone(page) == ZONE
        assert page.locator('td[data-date="2026-11-20"] .event').count() > 2


def test_an_address_that_asks_for_no_zone_is_not_kept(chromium, site):
    """An unknown zone in the address would otherwise fail on every page of the tab, and nothing could be drawn past
    the window."""
    with chrome.watched(chromium, []) as page:
        page.goto(f"{site.address}/calendar/2026-11.html?tz=Mars/Phobos")
        ready(page)
        assert "Mars/Phobos" in page.locator(".notice.zone").inner_text()
        page.goto(f"{site.address}/beyond.html?view=calendar&section=2040-01")
        page.wait_for_function("() => document.body.dataset.section === '2040-01'")
        assert zone(page) == ZONE
        page.goto(f"{site.address}/beyond.html?view=calendar&section=2040-02&tz=Mars/Phobos")
        page.wait_for_function("() => document.body.dataset.section === '2040-02'")
        assert zone(page) == ZONE
        assert "Mars/Phobos" in page.locator(".notice.zone").inner_text()
