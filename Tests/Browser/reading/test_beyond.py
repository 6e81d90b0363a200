"""Pages that were not published: beyond.html on any host, the usual path on a host with a 404 page."""

from __future__ import annotations

import pytest

import browser as chrome
import tool
from stage import NOW, PUBLISHED, SIZES, TODAY, ZONE, days, expected, ready, shows, stopped


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """The sample at the root of a host that answers with 404.html."""
    output = tmp_path_factory.mktemp("host") / "site"
    output.mkdir()
    with chrome.served(output, "404.html") as server:
        tool.build(output, "--tz", ZONE, "--tz", "Asia/Kathmandu", *PUBLISHED, "--base-url", f"{server}/")
        yield server


def shown(page, start: str, end: str) -> dict[str, list[list]]:
    return {date: events for date, events in days(page).items() if start <= date < end and events}


FAR = [
    ("calendar", "2040-05", "May 2040", "2040-05-01", "2040-06-01"),
    ("agenda", "2031-02", "February 2031", "2031-02-01", "2031-03-01"),
    ("week", "2035-01-01", "1 – 7 January 2035", "2035-01-01", "2035-01-08"),
    ("day", "2199-12-31", "Tuesday, 31 December 2199", "2199-12-31", "2200-01-01"),
    ("day", "2033-06-13", "Monday, 13 June 2033", "2033-06-13", "2033-06-14"),
    ("year", "1999", "1999", "1999-01-01", "2000-01-01"),
]


@pytest.mark.parametrize("view,section,title,start,end", FAR)
def test_beyond_draws_any_section(view, section, title, start, end, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/beyond.html?view={view}&section={section}")
        ready(page)
        stopped(page)
        body = page.evaluate("() => ({...document.body.dataset})")
        assert (body["view"], body["section"]) == (view, section)
        assert page.locator("h1").inner_text() == title
        assert page.title().startswith(title)
        assert page.url.endswith(f"/beyond.html?view={view}&section={section}")
        assert page.locator(f'.views a[data-kind="{view}"]').get_attribute("aria-current") == "page"
        if view != "year":
            assert shown(page, start, end) == expected(start, end)
        assert problems == []
        page.reload()
        ready(page)
        assert page.locator("h1").inner_text() == title


@pytest.mark.parametrize("view,section,title,start,end", FAR)
def test_an_address_typed_into_a_host_with_a_404_page(view, section, title, start, end, chromium, host):
    with chrome.watched(chromium, [], viewport=SIZES["phone"]) as page:
        page.goto(f"{host}/{view}/{section}.html")
        ready(page)
        stopped(page)
        assert page.locator("h1").inner_text() == title
        assert page.url == f"{host}/{view}/{section}.html"
        if view != "year":
            assert shown(page, start, end) == expected(start, end)


def test_a_typed_address_of_another_zone(chromium, host):
    with chrome.watched(chromium, []) as page:
        page.goto(f"{host}/zone/asia-kathmandu/week/2035-01-01.html")
        page.wait_for_url("**/zone/asia-kathmandu/beyond.html?*")
        ready(page)
        shows(page, "() => document.body.dataset.zone", "Asia/Kathmandu")
        assert shown(page, "2035-01-01", "2035-01-08") == expected("2035-01-01", "2035-01-08", "Asia/Kathmandu")


@pytest.mark.parametrize(
    "path",
    [
        "beyond.html", "beyond.html?view=day&section=2026-02-30", "beyond.html?view=moon&section=2026",
    ],
)
def test_an_invalid_section_shows_the_links_back(path, chromium, site):
    with chrome.watched(chromium, []) as page:
        page.goto(f"{site.address}/{path}")
        ready(page)
        assert "November 2028" in page.locator("main").inner_text()
        page.locator("main .actions a").first.click()
        ready(page)
        shows(page, "() => document.body.dataset.view", "index")


def test_a_view_alone_is_that_of_today(chromium, site):
    """Shortcuts of the installed site lead there."""
    with chrome.watched(chromium, [], now=NOW) as page:
        page.goto(f"{site.address}/beyond.html?view=day")
        page.wait_for_url(f"**/day/{TODAY}.html")
        assert page.get_attribute("body", "data-section") == TODAY


def test_links_out_of_the_window_lead_on(chromium, site):
    """Month by month over the edge, by links only, then into a day and an event of it, and back."""
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/calendar/2028-11.html")
        ready(page)
        for title in ("December 2028", "January 2029"):
            page.locator("main a[rel=next]").click()
            page.wait_for_function("title => document.querySelector('h1')?.textContent === title", arg=title)
            stopped(page)
        page.locator('td[data-date="2029-01-08"]:not(.out) a.num').click()
        ready(page)
        assert page.locator("h1").inner_text() == "Monday, 8 January 2029"
        event = page.locator('[data-date="2029-01-08"] .event').last
        title = event.locator(".title").inner_text()
        event.click()
        page.wait_for_url("**view=event**")
        ready(page)
        assert page.locator("h1").inner_text() == title
        address = page.url
        assert page.locator('link[rel="canonical"]').count() == 1
        page.go_back()
        ready(page)
        assert page.locator("h1").inner_text() == "Monday, 8 January 2029"
        assert problems == []
        # Of an event that was not published, nothing is at the address that its page would have.
        page.route("**/event/*.ics", lambda route: route.fulfill(status=404))
        page.goto(address)
        ready(page)
        assert page.locator("h1").inner_text() == title
        assert page.locator('link[rel="canonical"], .adding a[href$=".ics"]').count() == 0


def test_without_scripts_both_pages_say_what_is_published(chromium, site):
    with chrome.watched(chromium, [], java_script_enabled=False) as page:
        for path in ("beyond.html?view=calendar&section=2040-05", "404.html"):
            page.goto(f"{site.address}/{path}")
            text = page.locator("main").inner_text()
            assert "November 2025" in text and "November 2028" in text
            hrefs = [link.get_attribute("href") for link in page.locator("main .actions a").all()]
            assert len(hrefs) == 3
            for link in hrefs:
                page.goto(f"{site.address}/{path}")
                page.locator(f'main .actions a[href="{link}"]').first.click()
                page.locator("main [data-date]").nth(20).wait_for(state="attached")


@pytest.mark.parametrize("lost", ["**/data/**", "**/engine.js"])
def test_offline_says_so_and_asks_again(lost, chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/beyond.html")
        ready(page)
        page.route(lost, lambda route: route.abort())
        page.goto(f"{site.address}/beyond.html?view=calendar&section=2040-05")
        page.locator("main [role=alert]").wait_for()
        page.unroute(lost)
        page.locator("main button", has_text="Try again").click()
        page.wait_for_function("() => document.body.dataset.section === '2040-05'")
