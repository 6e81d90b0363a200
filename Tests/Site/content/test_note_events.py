"""Notes that are events, speakers, calendars without a source, and mail addresses of people."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ElementTree

import icalendar
import pytest

import conference
import tool
from content import Content
from tool import DONE, PROBLEMS

WINDOW = ("--tz", "Europe/Oslo", "--from", "2026-11-01", "--to", "2026-12-01")
NOW = "2026-11-10T09:00:00Z"
SETTINGS = """title: Days
url: https://days.example/
columns: {by: place, order: [Main hall, Garden tent]}
calendars:
  - {name: talks, title: Talks, kind: conference}
"""
NOTE = """---
title: On maps
description: What maps leave out.
start: 2026-11-18T09:00
end: 2026-11-18T10:00
tz: Europe/Oslo
calendar: talks
location: {name: Room 2, city: Bergen}
attends: [{name: Ida Vik, email: token-ida@days.example, role: chair}, {name: Bo, role: opt-participant}]
---
# On maps

A *long* way, with [a book](https://books.example/maps) and [another note](b.md).

- Coast
- Inland
"""
TEXT = ("What maps leave out.\n\nA long way, with a book (https://books.example/maps) and another note.\n\n"
        "  - Coast\n  - Inland")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    talks = [
        {"uid": "t1", "title": "Opening", "start": "2026-11-17T09:00", "end": "2026-11-17T10:00", "tz": "Europe/Oslo",
         "calendar": "talks", "location": {"name": "Garden tent"},
         "attends": [{"name": "Ada", "email": "token-ada@days.example", "role": "speaker"}, "token-x@days.example"]},
        {"uid": "t2", "title": "Keynote", "start": "2026-11-17T09:00", "end": "2026-11-17T10:00", "tz": "Europe/Oslo",
         "calendar": "Talks", "location": {"name": "Main hall"}},
        {"uid": "t3", "title": "Walk", "start": "2026-11-17T08:00", "end": "2026-11-17T08:30", "tz": "Europe/Oslo",
         "calendar": "talks", "location": "Harbour"},
    ]  # fmt: skip
    files = {"notes/a.md": NOTE, "notes/b.md": "Text.\n"}
    made = Content(tmp_path_factory.mktemp("days"), SETTINGS, events=talks, files=files)
    made.build(*WINDOW, now=NOW)
    assert made.check(expect=DONE) == []
    return made


def test_the_text_of_a_note_is_the_description_of_its_event(made):
    [event] = [event for event in made.parsed("talks").walk("VEVENT") if event["SUMMARY"] == "On maps"]
    assert str(event["DESCRIPTION"]) == TEXT
    [item] = [item for item in json.loads(made.page("feeds/feed.json"))["items"] if "On maps" in item["title"]]
    atom = html.unescape(made.page("feeds/atom.xml"))
    for text in (item["content_html"], atom):
        assert "<p>What maps leave out.</p>" in text and 'href="https://books.example/maps"' in text
    schedule = ElementTree.parse(made.output / "feeds/schedule.xml")
    [talk] = [talk for talk in schedule.iter("event") if talk.findtext("title") == "On maps"]
    assert talk.findtext("description") == TEXT


def test_the_page_of_a_note_that_is_an_event_has_its_text_once(made):
    text = made.event_page("on-maps-")
    # Not what search engines, chats and other programs are told.
    main = text[text.index("<main"):text.index("</main>")]
    seen = re.sub(r"<[^>]*>", "", main)
    assert seen.count("What maps leave out.") == 1 and seen.count("Inland") == 1 and "<em>long</em>" in main
    assert 'href="../notes/b.html"' in main and "notes/a.html" not in main and "note-title" not in main
    assert (made.output / "notes/a.html").is_file()


# What a note says, and its event's description elsewhere.
TEXTS = {
    "[maps](https://books.example/maps)": "maps (https://books.example/maps)",
    "**[bold](https://a.example/)** and [*all* of `it`](https://a.example/)":
        "bold (https://a.example/) and all of it (https://a.example/)",
    "[](https://a.example/) <https://b.example/> www.c.example <d@e.example>":
        "https://a.example/ https://b.example/ www.c.example d@e.example",
    "[a day](day:2026-11-18), [here](#x), ![a picture](https://a.example/p.png)": "a day, here, a picture",
    "write to <your name>, a <b c> d": "write to <your name>, a <b c> d",
    # As in other descriptions, markup of HTML is none.
    "<div>\nkept\n</div>": "kept", "a <b>bold</b> word": "a bold word",
    # Code may speak of it.
    "Use `vector<int>` and `<b>x</b>`; x < y\n\n```\n#include <vector>\n  return <b>1</b>\n```\n\n<i>end</i>":
        "Use vector<int> and <b>x</b>; x < y\n\n#include <vector>\n  return <b>1</b>\n\nend",
    # Its lines stay below each other, and what looks like the place of a piece of code is text.
    "- first\n\n  ```\n  a\n\n    <b>\n  ```\n- \ue0000\ue001 `c` \ue0009\ue001":
        "- first\n    \n    a\n\n      <b>\n\n  - \ue0000\ue001 c \ue0009\ue001",
    "# Heading\n\nText": "Heading\n\nText", "1. one\n2. two": "1.  one\n2.  two",
    "a\\\nb": "a\nb", "~~no~~ &amp; 1 \\* 2": "~no~ & 1 * 2",
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_description_is_the_text_without_markup(text, tmp_path):
    note = f"---\ntitle: x\nstart: 2026-11-18\n---\n{text}\n"
    made = Content(tmp_path, files={"notes/a.md": note})
    made.build(*WINDOW)
    [event] = made.parsed().walk("VEVENT")
    assert str(event["DESCRIPTION"]).strip() == TEXTS[text]


@pytest.mark.parametrize("more", ["", "class: private\n", "privacy: hidden\n"])
def test_of_two_notes_that_are_one_event_the_one_that_is_shown_has_its_text(more, tmp_path):
    def note(title: str, text: str, more: str = "") -> str:
        return f"---\ntitle: {title}\nstart: 2026-11-18\nuid: one\n{more}---\n{text}\n"

    notes = {"notes/a.md": note("First", "text-a"), "notes/b.md": note("Second", "text-b", more)}
    made = Content(tmp_path, files=notes)
    made.build(*WINDOW)
    pages, everything = list((made.output / "event").glob("*.html")), made.everything()
    if pages:
        [page] = pages
        text, other = (b"text-a", b"text-b") if "first" in page.name else (b"text-b", b"text-a")
        assert text in page.read_bytes() and other not in everything
    else:
        # An event of which one version is private is private.
        assert more and b"text-" not in everything


def test_roles_of_people(made):
    schedule = ElementTree.parse(made.output / "feeds/schedule.xml")
    talks = {talk.findtext("title"): talk for talk in schedule.iter("event")}
    persons = {title: [person.text for person in talk.iter("person")] for title, talk in talks.items()}
    assert persons == {"On maps": ["Ida Vik"], "Opening": ["Ada"], "Keynote": [], "Walk": []}
    assert "ATTENDEE;CN=Bo;ROLE=OPT-PARTICIPANT:invalid:nomail" in made.feed("talks")


def test_the_schedule_has_the_days_on_which_something_is_and_rooms_in_their_order(made):
    schedule = ElementTree.parse(made.output / "feeds/schedule.xml")
    head = schedule.find("conference")
    assert [head.findtext(key) for key in ("start", "end", "days")] == ["2026-11-17", "2026-11-18", "2"]
    days = [(day.get("index"), day.get("date"), [room.get("name") for room in day]) for day in schedule.iter("day")]
    assert days == [("1", "2026-11-17", ["Main hall", "Garden tent", "Harbour"]), ("2", "2026-11-18", ["Room 2"])]


def test_a_schedule_is_the_same_after_changes(tmp_path):
    """The parts of a month are kept, and their numbers of days depend on the first of all days."""
    content = conference.write(tmp_path / "Content")
    talks = json.loads((content / "talks.json").read_text())
    early = talks[0] | {"uid": "early", "start": "2026-10-02T09:00", "end": "2026-10-02T10:00"}
    window = ("--from", "2026-10-01", "--to", "2026-12-01")
    for number, (events, order) in enumerate([
        (talks, "[Main hall]"), ([early, *talks], "[Main hall]"), (talks, "[Main hall]"), (talks, "[Workshop]"),
    ]):  # fmt: skip
        (content / "talks.json").write_text(json.dumps(events))
        settings = (content / "site.yml").read_text()
        (content / "site.yml").write_text(re.sub(r"order: \[.*\]", f"order: {order}", settings))
        tool.build(tmp_path / "site", *window, content=content)
        tool.build(tmp_path / f"clean-{number}", *window, content=content)
        parts = [(tmp_path / name / "feeds/schedule.xml").read_bytes() for name in ("site", f"clean-{number}")]
        assert parts[0] == parts[1], number


# ---- Calendars without a source


@pytest.mark.parametrize("calendars, events, problem", [
    ("{name: talks}", [{"calendar": "tolks"}], 'there is no calendar "tolks"; did you mean "talks"?'),
    ("{name: talks}", [{"calendar": "talks"}, {}], "an event names no calendar, and this file is no calendar's source"),
    ("{name: talks}, {name: rest, source: events.json}", [{"calendar": "talks"}, {}], None),
    ("{name: talks}, {name: none}", [{"calendar": "talks"}], 'no event is in the calendar "none"'),
    ("{name: talks, source: }", [{"calendar": "talks"}], "the calendar has no source; write a file"),
    ("{name: talks, sorce: a.ics}", [{"calendar": "talks"}], 'unknown key "sorce"; did you mean "source"?'),
    ("{name: talks, url: a.ics}", [{"calendar": "talks"}], "the calendar has no source; write a file"),
])  # fmt: skip
def test_calendars_without_a_source(calendars, events, problem, tmp_path):
    events = [{"uid": str(index), "title": "x", "start": "2026-11-17"} | event for index, event in enumerate(events)]
    made = Content(tmp_path, f"calendars: [{calendars}]\n", events=events)
    checked = made.run("check", expect=PROBLEMS if problem else DONE)
    assert (problem or "No problems") in checked.out


def test_an_event_without_a_calendar_is_not_published_where_calendars_are_listed(tmp_path):
    events = [{"title": "token", "start": "2026-11-17"}, {"title": "Seen", "start": "2026-11-17", "calendar": "talks"}]
    made = Content(tmp_path, "calendars: [{name: talks}]\n", events=events)
    made.build(*WINDOW)
    assert "Seen" in made.page("calendar/2026-11.html")
    assert b"token" not in made.everything()


# ---- Mail addresses

PEOPLE = [
    "ORGANIZER;CN=Ida;SENT-BY=\"mailto:token-a@x.example\":mailto:token-b@x.example",
    "ATTENDEE;CN=Ida;PARTSTAT=ACCEPTED:mailto:token-b@x.example",
    "ATTENDEE;CN=\"token-c@x.example\":mailto:token-c@x.example",
    "ATTENDEE;CN=Uwe;EMAIL=token-d@x.example;ROLE=OPT-PARTICIPANT;X-NUM=token-e:mailto:token-d@x.example",
    "ATTENDEE;CN=Eva;DELEGATED-TO=\"mailto:token-f@x.example\";DIR=\"ldap://token-g\";PARTSTAT=DECLINED:MAILTO:"
    "token-f@x.example",
    "ATTENDEE;CN=Ole:token-h@x.example", "ATTENDEE:mailto:token-i@x.example", "ATTENDEE;CN=Al:mailto:t@k",
    "ATTENDEE;CN=Ann;X-BUSYLIFE-AVATAR=\"https://a.example/?of=token-k%40x.example\":mailto:token-k@x.example",
    "REQUEST-STATUS:2.0;Success;ATTENDEE:mailto:token-l@x.example", "X-MS-OLK-SENDER:MAILTO:token-m@x.example",
    "BEGIN:PARTICIPANT", "UID:p", "CALENDAR-ADDRESS:mailto:token-n@x.example", "END:PARTICIPANT",
]
LINES = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20261101T000000Z",
         "DTSTART:20261118T090000Z", "DTEND:20261118T100000Z", "SUMMARY:Board", *PEOPLE, "BEGIN:VALARM", "ACTION:EMAIL",
         "TRIGGER:-PT5M", "SUMMARY:x", "DESCRIPTION:x", "ATTENDEE:mailto:token-j@x.example", "END:VALARM", "END:VEVENT",
         "END:VCALENDAR", ""]  # fmt: skip


@pytest.mark.parametrize("settings", [
    "", "rules: [{privacy: hidden, title: Secret}]\n", "audiences: [{name: us, privacy: full}]\n",
])  # fmt: skip
def test_mail_addresses_of_people_are_not_published(settings, tmp_path):
    secret = [{"title": "Secret", "start": "2026-11-17"}]
    made = Content(tmp_path, settings or "title: x\n", events=secret, files={"a.ics": "\r\n".join(LINES)})
    made.build(*WINDOW)
    for path in made.output.rglob("*"):
        if path.is_file():
            assert not re.search(rb"token-\w|t@k", path.read_bytes()), path
    [feed] = made.output.rglob("feeds/a.ics")
    people = [line for line in feed.read_text().replace("\r\n ", "").splitlines() if line.startswith(("ATT", "ORG"))]
    assert people == [
        "ORGANIZER;CN=Ida:invalid:nomail", "ATTENDEE;CN=Uwe;ROLE=OPT-PARTICIPANT:invalid:nomail",
        "ATTENDEE;CN=Eva;PARTSTAT=DECLINED:invalid:nomail", "ATTENDEE;CN=Ole:invalid:nomail",
        "ATTENDEE;CN=Al:invalid:", "ATTENDEE;CN=Ann:invalid:nomail", "ATTENDEE:invalid:nomail",
    ]  # fmt: skip
    icalendar.Calendar.from_ical(feed.read_bytes())
    [page] = made.output.rglob("event/board-*.html")
    assert re.findall(r'class="name">([^<]*)<', page.read_text()) == ["Ida", "Uwe", "Eva", "Ole", "Al", "Ann"]


@pytest.mark.parametrize("organizer", ["ORGANIZER:mailto:i@x.example", "ORGANIZER;CN=i@x.example:mailto:i@x.example"])
def test_a_guest_is_not_lost_with_an_organiser_who_has_no_name(organizer, tmp_path):
    lines = [*LINES[:9], organizer, "ATTENDEE;CN=Ida Vik:mailto:i@x.example", "END:VEVENT", "END:VCALENDAR", ""]
    made = Content(tmp_path, files={"a.ics": "\r\n".join(lines)})
    made.build(*WINDOW)
    assert re.findall(r'class="name">([^<]*)<', made.event_page("board-")) == ["Ida Vik"]


def test_mail_addresses_are_published_where_the_site_says_so(tmp_path):
    made = Content(tmp_path, "mail: true\n", files={"a.ics": "\r\n".join(LINES)})
    made.build(*WINDOW)
    assert 'href="mailto:token-b@x.example"' in made.event_page("board-")
    # Nothing of them is left after it is taken away.
    made.write("site.yml", "title: x\n")
    made.build(*WINDOW)
    assert "token-b" not in made.event_page("board-")
