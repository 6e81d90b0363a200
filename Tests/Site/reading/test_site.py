"""The complete sample site: links, navigation, and the contracts of each page."""

from __future__ import annotations

import re

import pytest

import checks
import tool
from content import Content
from pages import dates_of


@pytest.mark.parametrize("name", ["sample", "published"])
def test_every_link_leads_somewhere(name, request):
    assert checks.links(request.getfixturevalue(name)) == []


@pytest.mark.parametrize("name", ["sample", "published"])
def test_every_page_is_linked_to(name, request):
    assert checks.reach(request.getfixturevalue(name)) == []


@pytest.mark.parametrize("name", ["sample", "published"])
def test_next_and_prev_walk_the_window(name, request):
    assert checks.walk(request.getfixturevalue(name)) == []


@pytest.mark.parametrize("name, zone", [("sample", "UTC+8"), ("published", "Europe/Berlin")])
def test_pages_keep_the_contracts(name, zone, request):
    assert checks.contracts(request.getfixturevalue(name), zone) == []


@pytest.mark.parametrize("name", ["sample", "published"])
def test_files_can_be_served_and_copied(name, request):
    site = request.getfixturevalue(name)
    assert checks.names(site) + checks.readable(site) == []


def test_the_files_that_every_site_has(sample):
    wanted = {"index.html", "beyond.html", "404.html", "feeds/all.ics", "feeds/freebusy.ifb"}
    wanted |= {"embed.html", "embed.js", "embedding.html", "print.html", "search.html", "board.html"}
    assert wanted - sample.files == set()
    for folder in ("calendar", "agenda", "week", "day", "year", "event", "notes"):
        assert any(
            path.startswith(folder + "/") and path.endswith(".html") for path in sample.files
        ), folder
    for path in sample.files:
        if path.startswith("event/") and path.endswith(".html"):
            assert path.removesuffix(".html") + ".ics" in sample.files


def test_the_window_is_twelve_months_before_and_twenty_four_after(sample):
    ends = {
        kind: (pages[0].name, pages[-1].name)
        for kind in ("calendar", "agenda", "day", "year", "week")
        if (pages := sample.kind(kind))
    }
    assert ends["calendar"] == ends["agenda"] == ("2025-11", "2028-11")
    assert ends["day"] == ("2025-11-01", "2028-11-30")
    assert ends["year"] == ("2025", "2028")
    first, last = ends["week"]
    assert "2025-11-01" in dates_of("week", first) and "2028-11-30" in dates_of("week", last)


def test_index_stands_at_the_day_of_the_build(sample):
    dates = {cell.date for cell in sample.pages["index.html"].cells}
    assert set(dates_of("calendar", "2026-11")) <= dates


def test_a_day_has_something_to_show_around_today(sample):
    """The sample is a believable year, so that each kind of page has events."""
    for kind in ("calendar", "agenda", "week"):
        pages = {page.name: page for page in sample.kind(kind)}
        today = [page for name, page in pages.items() if "2026-11-21" in dates_of(kind, name)]
        assert today and today[0].events, kind


def test_the_calendar_feed_is_read_by_others(sample):
    from icalendar import Calendar

    calendar = Calendar.from_ical(sample.read("feeds/all.ics"))
    uids = {str(event["UID"]) for event in calendar.walk("VEVENT")}
    shown = {event.uid for page in sample.kind("agenda") for event in page.events}
    assert shown and shown - uids == set()
    for path in sample.files:
        if path.endswith(".ics") and not path.startswith("data/"):
            assert Calendar.from_ical(sample.read(path)).errors == []


def test_agenda_names_the_zone_that_was_asked_for():
    for given, zone in (("asia/kathmandu", "Asia/Kathmandu"), ("UTC+8", "UTC+8"), ("Z", "UTC")):
        found = tool.agenda(tool.CONTENT, "--tz", given, "--from", "2026-11-01", "--to", "2026-11-02")
        assert found["zone"] == zone


def test_the_foot_of_pages_names_a_hundred_notes(tmp_path):
    """Each page pays for them, and so each note would for all others."""
    files = {f"notes/n{number}.md": f"---\ntitle: Note {number}\n---\n\nText.\n" for number in range(100, 203)}
    files["notes/dated.md"] = "---\ntitle: Dated\ndate: 2026-11-20\n---\n\nText.\n"
    made = Content(tmp_path, "title: Many\n", files=files)
    [said] = made.build()
    named = re.findall(r'href="notes/(n\d+)\.html"', made.page("today.html"))
    assert named == [f"n{number}" for number in range(100, 200)]
    # All of them are published.
    assert len(list((made.output / "notes").glob("*.html"))) == 104
    text = "n200.md:1:1: warning: 103 notes are pages, and only the first 100 are linked at the foot of every page"
    assert text in said and said in made.check()
