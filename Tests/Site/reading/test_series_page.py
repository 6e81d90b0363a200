"""The page of a series says what the series says, and at each of its dates what is different there."""

from __future__ import annotations

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from content import Content, calendar

WINDOW = ("--tz", "Europe/Berlin", "--from", "2026-09-01", "--to", "2027-03-01")
NOW = "2026-12-09T10:00:00Z"


def component(uid: str, *lines: str) -> str:
    return "\r\n".join(["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", *lines, "END:VEVENT", ""])


def at(name: str, time: str) -> str:
    return f"{name};TZID=Europe/Berlin:{time}"


def instance(uid: str, original: str, start: str, end: str, *lines: str) -> str:
    return component(uid, at("RECURRENCE-ID", original), at("DTSTART", start), at("DTEND", end), *lines)


CHOIR = component(
    "choir", at("DTSTART", "20260903T190000"), at("DTEND", "20260903T210000"), "RRULE:FREQ=WEEKLY", "SUMMARY:Choir",
    "LOCATION:Town hall", "DESCRIPTION:Bring your scores.", "URL:https://choir.example.org/",
    "CONFERENCE;VALUE=URI;LABEL=Usual:https://meet.example.org/usual",
)  # fmt: skip
MOVED = instance(
    "choir", "20261203T190000", "20261204T180000", "20261204T210000", "SUMMARY:Choir – MOVED to church",
    "LOCATION:St Mary's church", "DESCRIPTION:Dress warmly.",
    "CONFERENCE;VALUE=URI;LABEL=Stream:https://meet.example.org/abc",
)  # fmt: skip
LONGER = instance(
    "choir", "20261210T190000", "20261210T190000", "20261210T230000", "SUMMARY:Choir", "LOCATION:Town hall",
    "DESCRIPTION:Bring your scores.", "CONFERENCE;VALUE=URI;LABEL=Usual:https://meet.example.org/usual",
)  # fmt: skip
CANCELLED = instance("choir", "20261217T190000", "20261217T190000", "20261217T210000", "SUMMARY:Cancelled: Choir",
                     "STATUS:CANCELLED")  # fmt: skip


def built(folder, *components: str, settings: str = "") -> Content:
    made = Content(folder, "title: Club\nlocale: en-GB\n" + settings, files={"club.ics": calendar(*components)})
    made.build(*WINDOW, now=NOW)
    return made


def page(site: Content, name: str) -> LexborHTMLParser:
    return LexborHTMLParser(site.event_page(name))


def text(found) -> str:
    return re.sub(r"\s+", " ", found.text()).strip() if found else ""


def dates(page) -> dict[str, str]:
    """What is listed, by anchors: what of it is not its date and its length."""
    return {
        item.attributes["id"]: " · ".join(text(part) for part in item.iter() if part.attributes["class"] != "when")
        for item in page.css(".dates > li")
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return built(tmp_path_factory.mktemp("series"), CHOIR, MOVED, LONGER, CANCELLED)


def test_a_series_has_its_own_title_place_and_texts(site):
    parsed = page(site, "choir")
    assert text(parsed.css_first("h1")) == "Choir" and text(parsed.css_first("title")).startswith("Choir – ")
    assert text(parsed.css_first(".venue")) == "Town hall"
    assert text(parsed.css_first("dd .join")) == "Usual"
    assert text(parsed.css_first("section.prose > div")) == "Bring your scores."
    assert "choir.example.org" in text(parsed.css_first(".facts"))


def test_beside_the_first_date_of_the_month_stands_what_is_different_there(site):
    head = page(site, "choir").css_first(".event-head")
    assert text(head.css_first("time")) == "Friday, 4 December 2026, 18:00 – 21:00"
    assert [text(part) for part in head.iter()][1:-1] == [
        "moved, other place", "Choir – MOVED to church", "St Mary's church", "Stream", "Dress warmly."
    ]  # fmt: skip


def test_the_dates_have_years_and_say_what_is_different(site):
    parsed = page(site, "choir")
    found = dates(parsed)
    assert list(found)[:4] == ["2026-12-04", "2026-12-10", "2026-12-17", "2026-12-24"]
    changed = {date: said for date, said in found.items() if said}
    assert changed == {
        "2026-12-04": "moved, other place · Choir – MOVED to church · St Mary's church · Stream · Dress warmly.",
        "2026-12-17": "cancelled",
    }
    assert all(re.search(r" 202[67], ", text(item.css_first("time"))) for item in parsed.css(".dates > li"))
    cancelled = parsed.css_first("[id='2026-12-17']")
    assert "Cancelled: Choir" not in text(cancelled) and not cancelled.css("a")


def test_each_day_of_a_month_builds_the_same_page(site, tmp_path):
    """It lists the dates of the month and a dozen more, so that at any of its days a dozen are to come."""
    last = Content(tmp_path, "title: Club\nlocale: en-GB\n",
                   files={"club.ics": calendar(CHOIR, MOVED, LONGER, CANCELLED)})  # fmt: skip
    last.build(*WINDOW, now="2026-12-31T22:59:59Z")
    assert last.event_page("choir") == site.event_page("choir")
    # The month is that of the site's zone.
    last.build(*WINDOW, now="2026-12-31T23:00:00Z")
    assert text(page(last, "choir").css_first(".event-head time")) == "Thursday, 7 January 2027, 19:00 – 21:00"


def test_a_daily_series_lists_its_month_and_a_dozen_more(tmp_path):
    walk = component("walk", at("DTSTART", "20261001T080000"), "DURATION:PT1H", "RRULE:FREQ=DAILY", "SUMMARY:Walk")
    found = list(dates(page(built(tmp_path, walk), "walk")))
    assert (found[0], found[-1], len(found)) == ("2026-12-01", "2027-01-12", 43)


def test_a_chat_reads_how_a_series_recurs(site):
    """The page is the same on each day of a month, so what it says of one date may be past."""
    assert page(site, "choir").css_first("meta[name=description]").attributes["content"] == (
        "Every Thursday · Town hall")


def test_a_day_leads_to_its_date(site):
    for path, date in (("day/2026-12-04", "2026-12-04"), ("calendar/2026-12", "2026-12-24"),
                       ("agenda/2027-01", "2027-01-07"), ("week/2026-12-07", "2026-12-10")):  # fmt: skip
        links = re.findall(r'event/choir-\w+\.html([^"]*)"', site.page(f"{path}.html"))
        assert f"#{date}" in links and all(re.fullmatch(r"#20\d\d-\d\d-\d\d", link) for link in links), path


def test_dates_of_one_day_are_told_apart(tmp_path):
    pills = component("pills", at("DTSTART", "20261101T080000"), at("DTEND", "20261101T081000"),
                      "RRULE:FREQ=DAILY;BYHOUR=8,20", "SUMMARY:Pills")  # fmt: skip
    site = built(tmp_path, pills)
    found = re.findall(r"pills-\w+\.html([^\"]*)\"", site.page("day/2026-12-04.html"))
    assert sorted(set(found)) == ["#2026-12-04", "#2026-12-04T20:00:00"]
    parsed = page(site, "pills")
    assert {"2026-12-01", "2026-12-01T20:00:00"} <= set(dates(parsed))
    ids = [item.attributes["id"] for item in parsed.css("[id]")]
    assert len(ids) == len(set(ids))


def test_one_event_has_no_anchor(tmp_path):
    site = built(tmp_path, component("fair", at("DTSTART", "20261204T080000"), "DURATION:PT1H", "SUMMARY:Fair"))
    assert re.search(r"fair-\w+\.html\"", site.page("day/2026-12-04.html"))
    assert not page(site, "fair").css(".dates, .changes")


def test_a_last_date_that_is_cancelled_is_listed(tmp_path):
    course = component("course", at("DTSTART", "20261105T190000"), at("DTEND", "20261105T200000"),
                       "RRULE:FREQ=WEEKLY;COUNT=6", "SUMMARY:Course")  # fmt: skip
    last = instance("course", "20261210T190000", "20261210T190000", "20261210T200000", "STATUS:CANCELLED")
    assert dates(page(built(tmp_path, course, last), "course")) == {
        "2026-11-05": "", "2026-11-12": "", "2026-11-19": "", "2026-11-26": "", "2026-12-03": "",
        "2026-12-10": "cancelled",
    }  # fmt: skip


def test_a_date_of_the_past_that_is_different_is_listed(tmp_path):
    """Who reads without scripts comes there from its day."""
    park = instance("choir", "20261001T190000", "20261001T200000", "20261001T210000", "SUMMARY:Choir in the park",
                    "LOCATION:Park")  # fmt: skip
    gone = instance("choir", "20261008T190000", "20261008T190000", "20261008T210000", "STATUS:CANCELLED")
    found = dates(page(built(tmp_path, CHOIR, park, gone), "choir"))
    assert list(found)[:3] == ["2026-10-01", "2026-10-08", "2026-12-03"]
    # It has neither a text nor a meeting.
    assert found["2026-10-01"] == "moved, other place · Choir in the park · Park ·  · "
    assert found["2026-10-08"] == "cancelled"


def test_links_that_take_one_date_say_what_it_says(site):
    links = {text(link): link.attributes["href"] for link in page(site, "choir").css(".adding a")}
    for name, href in links.items():
        assert ("only this date" in name) == ("MOVED" in href) == ("Mary" in href) == (name != "Calendar file"), name


def test_titles_alone_tell_no_place(tmp_path):
    site = built(tmp_path, CHOIR, MOVED, CANCELLED, settings="privacy: titles\n")
    whole = "".join(path.read_text(encoding="utf-8") for path in sorted(site.output.rglob("*.html")))
    assert "Mary" not in whole and "other place" not in whole and "Dress warmly" not in whole
    assert dates(page(site, "choir"))["2026-12-04"] == "moved · Choir – MOVED to church"


def test_a_series_that_an_override_hides_shows_nothing(tmp_path):
    hidden = MOVED.replace("SUMMARY:Choir", "CLASS:PRIVATE\r\nSUMMARY:Choir")
    site = built(tmp_path, CHOIR, hidden, CANCELLED, settings="rules:\n  - {privacy: hidden, class: private}\n")
    assert not list((site.output / "event").glob("choir-*"))


def test_an_override_without_a_series_is_an_event(tmp_path):
    site = built(tmp_path, instance("alone", "20261203T190000", "20261204T180000", "20261204T210000",
                                    "SUMMARY:Alone"))  # fmt: skip
    parsed = page(site, "alone")
    assert text(parsed.css_first("h1")) == "Alone" and "18:00" in text(parsed.css_first(".event-head time"))


def test_a_date_that_becomes_different_makes_the_page_anew(tmp_path):
    site = built(tmp_path, CHOIR)
    assert not dates(page(site, "choir"))["2026-12-17"]
    assert dates(page(built(tmp_path, CHOIR, CANCELLED), "choir"))["2026-12-17"] == "cancelled"
