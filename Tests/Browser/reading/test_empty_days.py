"""Days on which nothing is, of which agendas say so in one line; and a site that begins later."""

from __future__ import annotations

import pytest

import browser as chrome
from content import Content
from stage import SIZES, frame, ready, shows, stopped

# 18, 27 and 28 November, 12 December: between them are lines of several days.
EVENTS = [
    {"title": "Rehearsal", "start": "2026-11-18T19:00", "end": "2026-11-18T21:00", "tz": "UTC"},
    {"title": "Market", "start": "2026-11-27", "end": "2026-11-29"},
    {"title": "Concert", "start": "2026-12-12T20:00", "end": "2026-12-12T22:00", "tz": "UTC"},
]
NOW = "2026-11-21T12:00:00Z"
WINDOW = ("--tz", "UTC", "--locale", "en-GB", "--from", "2026-11-01", "--to", "2027-05-01")


@pytest.fixture(scope="module")
def choir(tmp_path_factory):
    made = Content(tmp_path_factory.mktemp("choir"), "title: Choir\n", events=EVENTS)
    made.build(*WINDOW, now=NOW)
    with chrome.served(made.output) as server:
        yield server


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["index.html", "agenda/2026-11.html"])
def test_today_is_marked_in_its_line(path, size, chromium, choir):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        page.goto(f"{choir}/{path}")
        ready(page)
        line = page.locator('.agenda > .day[data-date="2026-11-19"]')
        assert line.locator("h2 a").inner_text().lower() == "today • 19 – 26 november 2026"
        assert line.locator('[data-date="2026-11-21"]').get_attribute("aria-current") == "date"
        colors = [page.locator(f'.agenda > .day[data-date="2026-11-{day}"] h2').evaluate(
            "e => getComputedStyle(e).color") for day in (19, 27)]
        assert colors[0] != colors[1]


def test_a_day_within_a_line_stays_selected(chromium, choir):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{choir}/index.html#d2026-11-24")
        ready(page)
        stopped(page)
        frame(page)
        shows(page, "busylife.selected()", "2026-11-24")
        assert page.locator('td[data-date="2026-11-24"][aria-selected="true"]').count() == 1


def test_arrows_take_a_line_as_one_step(chromium, choir):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{choir}/agenda/2026-11.html")
        ready(page)
        page.locator('.agenda > .day[data-date="2026-11-18"] h2 a').focus()
        for key, day in (("ArrowRight", "2026-11-19"), ("ArrowRight", "2026-11-27"), ("ArrowRight", "2026-11-28"),
                         ("ArrowLeft", "2026-11-27"), ("ArrowLeft", "2026-11-19"), ("ArrowLeft", "2026-11-18")):
            page.keyboard.press(key)
            shows(page, "() => document.activeElement.closest('.day')?.dataset.date", day)


def test_the_address_of_a_day_within_a_line_leads_to_it(chromium, choir):
    with chrome.watched(chromium, [], viewport=SIZES["phone"], java_script_enabled=False) as page:
        page.goto(f"{choir}/agenda/2026-11.html#d2026-11-24")
        box = page.locator('.agenda > .day[data-date="2026-11-19"]').bounding_box()
        assert 0 <= box["y"] < SIZES["phone"]["height"]


@pytest.mark.parametrize("view, now, said", [
    # In what the page itself has, and in what it has to load: a day by itself.
    ("today", NOW, ["Saturday 21 November"]),
    ("today", "2027-02-10T12:00:00Z", ["Wednesday, 10 February 2027"]),
    ("agenda", "2026-11-26T12:00:00Z", ["Thursday 26 November", "Friday 27 November", "Saturday 28 November"]),
])
def test_a_frame_says_today_by_itself(view, now, said, chromium, choir):
    with chrome.watched(chromium, [], now, viewport=SIZES["phone"]) as page:
        page.goto(f"{choir}/embed.html?view={view}&days=7")
        page.wait_for_selector("body[data-scripts=ready]")
        page.locator(".shown h2").first.wait_for()
        found = [text.replace("Today • ", "") for text in page.locator(".shown h2 a").all_text_contents()]
        assert found == said


def test_a_board_has_each_day(chromium, choir):
    with chrome.watched(chromium, [], "2026-11-24T12:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{choir}/board.html")
        shows(page, "() => document.querySelector('.day.today')?.dataset.date", "2026-11-24")
        assert page.locator(".day").count() == 31


LATER = [{"title": "First", "start": "2027-03-06T10:00", "end": "2027-03-06T11:00", "tz": "UTC"}]


@pytest.mark.parametrize("settings", ["", "views: [calendar, agenda]\n"])
@pytest.mark.parametrize("now, day", [
    (NOW, "2027-03-06"), ("2027-03-06T09:00:00Z", "2027-03-06"), ("2027-03-09T09:00:00Z", "2027-03-09"),
    ("2028-01-01T09:00:00Z", "2028-01-01"),
])
def test_the_front_page_opens_at_the_first_event_and_then_at_today(now, day, settings, chromium, tmp_path):
    made = Content(tmp_path, f"title: Choir\n{settings}", events=LATER)
    made.build(*WINDOW, now=NOW)
    with chrome.served(made.output) as server, chrome.watched(chromium, [], now, viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/index.html")
        ready(page)
        stopped(page)
        shows(page, "busylife.selected()", day)
        # Today was published when the site was built.
        assert page.locator(".elsewhere").count() == 0
