"""subscribe.html and what is copied: codes are read from the screen, addresses are known wherever they can be."""

from __future__ import annotations

import subprocess

import pytest

import browser as chrome
from content import Content, event
from stage import SIZES, opened, ready

EVENT = event("Tea <b>", "2026-11-24T09:00Z", location="Café", rrule="FREQ=WEEKLY;COUNT=9")
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


@pytest.fixture(scope="module")
def unnamed(tmp_path_factory):
    """A site that does not know its address."""
    settings = "title: Tea & more\nviews: [agenda]\nlocale: en-GB\n"
    made = Content(tmp_path_factory.mktemp("unnamed"), settings, events=[EVENT])
    made.build("--tz", "UTC+8", "--from", "2026-11-01", "--to", "2026-12-01")
    return made.output


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_codes_are_read_from_the_screen(scheme, chromium, site, tmp_path):
    with opened(chromium, site, "subscribe.html", color_scheme=scheme, device_scale_factor=1) as page:
        page.eval_on_selector_all("details", "all => all.forEach(details => details.open = true)")
        page.eval_on_selector_all(
            ".code", "all => Promise.all(all.map(code => (code.loading = 'eager', code.decode())))")
        page.screenshot(path=tmp_path / "codes.png", full_page=True)
        addresses = page.locator(".feed:has(.code) .address a").all_text_contents()
    read = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", tmp_path / "codes.png"],
                          capture_output=True, text=True, check=True)
    assert len(addresses) > 3 and f"{site.address}/feeds/all.ics" in addresses
    assert sorted(read.stdout.split()) == sorted(addresses)


def test_an_event_and_an_address_are_copied(chromium, unnamed):
    path = next(unnamed.glob("event/*.html")).relative_to(unnamed)
    problems: list[str] = []
    with chrome.served(unnamed) as server:
        with chrome.watched(chromium, problems, viewport=SIZES["phone"], is_fresh=True, **CLIPBOARD) as page:
            page.goto(f"{server}/{path}#here")
            ready(page)
            page.click("summary")
            assert page.locator(".adding a").count() == 4 and page.locator(".adding ul").is_visible()
            page.keyboard.press("Escape")
            assert page.locator(".adding ul").is_hidden()
            page.click(".actions .copy")
            page.wait_for_function("() => [...document.querySelectorAll('[role=status]')].some(e => e.textContent)")
            assert page.evaluate("navigator.clipboard.readText()") == "\n".join([
                "Tea <b>", "Tuesday, 24 November 2026, 17:00 – 18:00 (UTC+8)", "Every Tuesday, 9 times", "Café",
                f"{server}/{path}"])
            page.emulate_media(media="print")
            assert page.locator(".actions").is_hidden() and page.locator("h1").is_visible()
            page.emulate_media(media="screen")
            page.goto(f"{server}/subscribe.html")
            ready(page)
            page.click(".whole .copy")
            page.wait_for_function("() => [...document.querySelectorAll('[role=status]')].some(e => e.textContent)")
            assert page.evaluate("navigator.clipboard.readText()") == f"{server}/feeds/all.ics"
            # Pages over http have no clipboard; what is copied in another way leaves the focus on the button.
            page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
            page.locator(".feed .copy:visible").last.press("Enter")
            page.wait_for_function("() => document.activeElement.textContent === document.activeElement.dataset.done")
    assert problems == []


def test_addresses_are_those_at_which_the_page_is_read(chromium, unnamed):
    hrefs = "all => all.map(link => link.href)"
    with chrome.served(unnamed) as server, chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/subscribe.html")
        ready(page)
        host = server.removeprefix("http://")
        assert page.locator(".whole .address a").text_content() == f"{server}/feeds/all.ics"
        found = page.eval_on_selector_all(".whole .programs a", hrefs)
        assert page.locator(".whole .programs").is_visible() and page.locator(".unknown").count() == 0
        enc = f"http%3A%2F%2F{host.replace(':', '%3A')}%2Ffeeds%2Fall.ics"
        name = "Tea%20%26%20more"
        assert found == [
            f"webcal://{host}/feeds/all.ics",
            f"https://calendar.google.com/calendar/render?cid=webcal{enc.removeprefix('http')}",
            f"https://outlook.live.com/calendar/0/addfromweb?name={name}&url={enc}",
            f"https://outlook.office.com/calendar/0/addfromweb?name={name}&url={enc}",
            f"webcal://{host}/feeds/all.ics",
        ]
    for options in ({}, {"java_script_enabled": False}):
        problems: list[str] = []
        with chrome.watched(chromium, problems, viewport=SIZES["wide"], is_fresh=True, **options) as page:
            page.goto((unnamed / "subscribe.html").as_uri())
            assert page.locator(".unknown").is_visible() and page.locator(".whole .programs").is_hidden()
            assert page.locator(".copy:visible").count() == 0
            assert page.locator(".whole .address a").text_content() == "feeds/all.ics"
            page.locator(".rows summary").first.click()
            assert page.locator(".rows details .address").first.is_visible()
        assert problems == []
