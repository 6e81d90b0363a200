"""Where a reader finds what programs write: meetings, pictures, places and HTML on the pages of an event and of its
day."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from content import Content, calendar, vevent


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    text = calendar(
        vevent("1", "SUMMARY;LANGUAGE=de-AT:Auswärtsspiel", "DURATION:PT2H",
               "DESCRIPTION:<p>Bring <b>pens</b></p><a href=\"https://example.org/x\">notes</a>"
               "<a href=\"javascript:alert(1)\">&lt\\;script&gt\\;</a>",
               "X-GOOGLE-CONFERENCE:https://meet.google.com/abc", "IMAGE;VALUE=URI:https://example.org/i.png",
               "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=The Gate:geo:52.5,13.4", day=10),
        vevent("2", "SUMMARY;LANGUAGE=\"<x>\":Call", "CONFERENCE;VALUE=URI;LABEL=\"<Phone>\":tel:+49-30-1",
               "CONFERENCE:javascript:alert(1)", day=10, hour=12),
        head="X-WR-CALNAME:ann@example.org\r\n")
    made = Content(tmp_path_factory.mktemp("written"), "title: Club\nlocale: de\n", files={"club.ics": text})
    made.build(now="2026-11-10T08:00:00Z")
    return made


def page(site: Content, start: str) -> HTMLParser:
    return HTMLParser(site.event_page(start))


def hrefs(tree: HTMLParser) -> list[str]:
    return [link.attributes.get("href") for link in tree.css("main a")]


def test_an_event_page_has_what_the_programs_wrote(site):
    event = page(site, "auswaertsspiel")
    links = hrefs(event)
    for address in ("meet.google.com/abc", "example.org/i.png", "example.org/x"):
        assert "https://" + address in links, address
    assert "geo:52.5,13.4" in links
    text = event.css_first("section.prose").text()
    assert "Bring pens" in text and "notes (example.org/x)" in text and "<script>" in text and "<b>" not in text
    assert "The Gate" in event.css_first("dl.facts").text()
    assert not any("javascript" in (link or "") for link in links)


def test_a_conference_is_named_by_its_label(site):
    event = page(site, "call")
    join = event.css("a.join")
    assert [(link.attributes["href"], link.text()) for link in join] == [("tel:+49-30-1", "<Phone>")]


@pytest.mark.parametrize("name", ["today.html", "day/2026-11-10.html"])
def test_a_day_leads_to_the_meeting(site, name):
    tree = HTMLParser(site.page(name))
    assert [link.attributes["href"] for link in tree.css(".timed li > a.join")] == [
        "https://meet.google.com/abc", "tel:+49-30-1"]


def test_a_title_has_the_language_that_its_file_says(site):
    """`lang`, from LANGUAGE, on the heading of its page and in every view; none for what is no language tag."""
    assert page(site, "auswaertsspiel").css_first("h1").attributes.get("lang") == "de-AT"
    assert "lang" not in page(site, "call").css_first("h1").attributes
    for name in ("day/2026-11-10.html", "calendar/2026-11.html", "agenda/2026-11.html"):
        titles = HTMLParser(site.page(name)).css(".event span[dir=auto]")
        assert {(title.text(), title.attributes.get("lang")) for title in titles} == {
            ("Auswärtsspiel", "de-AT"), ("Call", None)}, name


def test_a_mail_address_is_no_title(site):
    assert b"ann@example" not in site.everything()
