"""One event in several calendars: shown once, for all of them; what a stricter calendar says is not told by it. And
different events in one place at one time."""

from __future__ import annotations

import json
import re

import pytest

import tool
from content import WINDOW, Content
from tool import DONE, PROBLEMS

SERIES = "UID:s\nDTSTART:20261102T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3"


def ics(*events: str) -> str:
    lines = [line for event in events for line in ["BEGIN:VEVENT", *event.splitlines(), "END:VEVENT"]]
    return "".join(f"{line}\r\n" for line in ["BEGIN:VCALENDAR", "VERSION:2.0", *lines, "END:VCALENDAR"])


def meeting(title: str, *lines: str, uid: str = "m") -> str:
    return "\n".join([f"UID:{uid}", f"SUMMARY:{title}", "DTSTART:20261120T090000Z", "DTEND:20261120T100000Z", *lines])


class Work(Content):
    def put(self, calendars: dict[str, str], levels: dict[str, str] | None = None, more: str = "") -> None:
        """Calendars, the level of each that has one, and further lines of site.yml."""
        settings = "title: Us\ncalendars:\n"
        for name, text in calendars.items():
            self.write(f"{name}.ics", text)
            level = (levels or {}).get(name)
            settings += f"  - {{name: {name}, title: Of {name.title()}, source: {name}.ics"
            settings += f", privacy: {level}}}\n" if level else "}\n"
        self.write("site.yml", settings + more)

    def events(self) -> list[tuple[str, str]]:
        return [(event["calendar"], event["title"]) for event in self.agenda()]


@pytest.fixture
def work(tmp_path) -> Work:
    return Work(tmp_path)


# ---- One event -------------------------------------------------------------------------------------------


def test_an_event_of_two_calendars_is_shown_once_for_both(work):
    bob = ics(meeting("Planning (new)", "SEQUENCE:1"), meeting("Own", uid="o"))
    work.put({"anna": ics(meeting("Planning")), "bob": bob})
    work.build()
    assert work.events() == [("bob", "Own"), ("bob", "Planning (new)")]
    shown = work.page("agenda/2026-11.html")
    assert shown.count("Planning (new)") == 1 and "Of Bob, Of Anna</span>" in shown
    assert shown.count("Of Bob</span>") >= 1
    pages = {path.name: path.read_text(encoding="utf-8") for path in (work.output / "event").glob("*.html")}
    assert len(pages) == 2
    assert ["Of Bob, Of Anna" in text for name, text in sorted(pages.items())] == [False, True]
    feeds = {name: sorted(re.findall(r"SUMMARY:(.*)\r", work.feed(name))) for name in ("all", "anna", "bob")}
    assert feeds == {
        "all": ["Own", "Planning (new)"], "anna": ["Planning (new)"], "bob": ["Own", "Planning (new)"]
    }  # fmt: skip
    assert work.check(expect=DONE) == [
        'anna.ics:3:1: note: the event with the UID "m" is in the calendars anna and bob, and is shown once, for '
        'both, as '
        "in Content/bob.ics:3, which has a higher SEQUENCE"
    ]
    text = work.run("agenda", *WINDOW).out
    assert "Planning (new)  [bob, anna]\n" in text and "Own  [bob]\n" in text
    said = work.run("explain", "m", "--format", "json", "--tz", "UTC").out
    assert json.loads(said)[0]["fields"]["calendar"] == "bob, anna"
    # Scripts show an event while any of its calendars is shown.
    assert 'data-calendar="bob" data-others="anna"' in shown and shown.count("data-others") == 1
    # The year has it in the time of each calendar, and once in that of all.
    year = work.page("year/2026.html")
    totals = dict(re.findall(r'<th scope="row">(Of \w+)</th>.*?</td><td>([^<]*)</td>', year))
    assert totals == {"Of Anna": "1h", "Of Bob": "1h"} and "1h busy" in year


def test_agenda_as_json_keeps_its_keys(work):
    work.put({"anna": ics(meeting("Planning")), "bob": ics(meeting("Planning"))})
    result = json.loads(work.run("agenda", "--format", "json", *WINDOW).out)
    (event,) = result["days"][0]["events"]
    assert list(event) == [
        "uid", "recurrenceId", "title", "allDay", "start", "end", "part", "calendar", "status"
    ]  # fmt: skip
    assert event["calendar"] == "anna"


def test_a_series_of_two_calendars_is_whole_in_both_feeds(work):
    moved = "UID:s\nRECURRENCE-ID:20261109T090000Z\nDTSTART:20261110T110000Z\nDURATION:PT1H\nSUMMARY:Moved"
    work.put({"anna": ics(SERIES + "\nSUMMARY:Course"), "bob": ics(SERIES + "\nSUMMARY:Course\nSEQUENCE:2", moved)})
    work.build()
    for name in ("anna", "bob"):
        feed = work.feed(name)
        assert feed.count("BEGIN:VEVENT") == 2 and "RECURRENCE-ID" in feed and "RRULE" in feed
    assert "Of Bob, Of Anna" in work.event_page()


def test_who_has_only_an_instance_of_a_series_has_not_the_series(work):
    alone = "UID:s\nRECURRENCE-ID:20261109T090000Z\nDTSTART:20261109T090000Z\nDURATION:PT1H\nSUMMARY:Guest"
    work.put({"anna": ics(SERIES + "\nSUMMARY:Course"), "bob": ics(alone)})
    work.build()
    assert work.events() == [("anna", "Course"), ("bob", "Guest"), ("anna", "Course")]
    assert "RRULE" not in work.feed("bob") and work.feed("bob").count("BEGIN:VEVENT") == 1


def test_three_calendars_and_versions_within_one(work):
    work.put({
        "a": ics(meeting("Old"), meeting("New", "SEQUENCE:1")), "b": ics(meeting("B")), "c": ics(meeting("C")),
    })  # fmt: skip
    work.build()
    assert work.events() == [("a", "New")] and "Of A, Of B, Of C" in work.event_page()
    messages = work.check(expect=DONE)
    assert len(messages) == 3 and "occurs twice" in messages[0]
    assert all("shown once, for both" in message for message in messages[1:])


def test_free_time_of_either_calendar_lacks_the_event(work):
    work.put({"anna": ics(meeting("Planning")), "bob": ics(meeting("Planning"))})
    for name in ("anna", "bob"):
        result = work.run("free", "--calendar", name, "--between", "08:00-12:00", "--tz", "UTC", "--from", "2026-11-20",
                          "--to", "2026-11-21", "--now", "2026-11-19T00:00:00Z")  # fmt: skip
        assert "08:00-09:00, 10:00-12:00" in result.out


def test_a_change_of_who_has_an_event_changes_its_pages(work):
    """A later build, which makes only what has changed."""
    work.put({"anna": ics(meeting("Planning")), "bob": ics(meeting("Own", uid="o"))})
    work.build()
    assert "Of Anna, Of Bob" not in work.page("agenda/2026-11.html")
    work.put({"anna": ics(meeting("Planning")), "bob": ics(meeting("Own", uid="o"), meeting("Planning"))})
    work.build()
    assert "Of Anna, Of Bob" in work.page("agenda/2026-11.html") and "SUMMARY:Planning" in work.feed("bob")
    assert any("Of Anna, Of Bob" in path.read_text() for path in (work.output / "event").glob("*.html"))


# ---- Privacy ---------------------------------------------------------------------------------------------

SECRETS = ("Qzsecretplan", "Qzsecretplace", "Of Anna", "anna")


@pytest.mark.parametrize("sequence", [0, 1, 2])
@pytest.mark.parametrize("level", ["busy", "hidden"])
def test_a_copy_in_a_stricter_calendar_is_not_told(level, sequence, work):
    """Whichever version counts: one level for both, and the stricter calendar is not named."""
    anna = meeting("Qzsecretplan", "LOCATION:Qzsecretplace", "SEQUENCE:1")
    bob = meeting("Qzsecretplan", "LOCATION:Qzsecretplace", f"SEQUENCE:{sequence}")
    work.put({"anna": ics(anna), "bob": ics(bob, meeting("Own", uid="o"))}, {"anna": level})
    work.build()
    found = work.everything()
    assert [word for word in SECRETS if word.encode() in found] == []
    assert b"Own" in found
    # Whoever asks sees which copy decides.
    explained = work.run("explain", "m", *WINDOW, "--format", "json")
    (view,) = json.loads(explained.out)
    assert view["privacy"] == level and "privacy: " + level + " of the calendar anna" in view["rule"]
    assert all(value is None for value in view["fields"].values())


def test_a_copy_in_a_calendar_of_titles_leaves_the_title(work):
    work.put(
        {"anna": ics(meeting("Plan")), "bob": ics(meeting("Plan", "LOCATION:Qzsecretplace", "SEQUENCE:1"))},
        {"anna": "titles"},
    )
    work.build()
    assert b"Qzsecretplace" not in work.everything() and "Of Bob, Of Anna" in work.event_page()


def test_busy_time_of_a_copy_is_told_once(work):
    work.put({"anna": ics(meeting("Plan")), "bob": ics(meeting("Plan", "SEQUENCE:1"))}, {"anna": "busy"})
    work.build()
    day = work.page("day/2026-11-20.html")
    assert day.count('data-start="2026-11-20T09:00:00+00:00" data-end="2026-11-20T10:00:00+00:00"') == 1
    assert "Plan" not in day


AUDIENCES = "audiences:\n  - {name: team, privacy: full, calendars: [bob]}\n  - {name: family, privacy: full}\n"


@pytest.mark.parametrize("sequence", [0, 1, 2])
def test_an_audience_without_a_calendar_sees_the_copy_of_its_own(sequence, work):
    """What a calendar that the audience does not have says does not exist, be it newer or older."""
    anna = meeting("Qzsecretplan", "LOCATION:Qzsecretplace", "SEQUENCE:1")
    work.put({"anna": ics(anna), "bob": ics(meeting("Bob's words", f"SEQUENCE:{sequence}"))}, more=AUDIENCES)
    work.build()
    found = work.everything("team")
    assert [word for word in SECRETS if word.encode() in found] == []
    assert b"Bob's words" in found or b"Bob&#39;s words" in found
    assert "SUMMARY:Bob's words" in work.feed("bob", "team")
    everybody = work.everything("family")
    assert b"Of Anna, Of Bob" in everybody or b"Of Bob, Of Anna" in everybody
    # Without the other calendar, the team's site has the same bytes.
    before = tool.snapshot(work.output / "team")
    bob = ics(meeting("Bob's words", f"SEQUENCE:{sequence}"))
    work.put({"anna": ics(meeting("Else", uid="e")), "bob": bob}, more=AUDIENCES)
    work.build()
    assert tool.changes(before, tool.snapshot(work.output / "team")) == []
    explained = work.run("explain", "m", *WINDOW, "--format", "json")
    team, family = json.loads(explained.out)
    assert team["fields"]["title"] == "Bob's words" and family["privacy"] == "full"


def test_an_override_in_a_calendar_that_an_audience_lacks_still_hides_the_series(work):
    """Otherwise the series would show the instance that the override moves."""
    moved = "UID:s\nRECURRENCE-ID:20261109T090000Z\nDTSTART:20261110T110000Z\nDURATION:PT1H\nSUMMARY:Qzsecretplan"
    work.put({"anna": ics(moved), "bob": ics(SERIES + "\nSUMMARY:Course")}, more=AUDIENCES)
    work.build()
    assert b"Course" not in work.everything("team") and b"Qzsecretplan" not in work.everything("team")


# ---- Conflicts -------------------------------------------------------------------------------------------


def booking(uid: str, start: str, end: str, *lines: str) -> str:
    return "\n".join([f"UID:{uid}", f"SUMMARY:{uid.title()}", f"DTSTART:202611{start}", f"DTEND:202611{end}", *lines])


ROOM = 'ATTENDEE;CUTYPE=ROOM;CN="Great Hall":mailto:hall@example.org'
CONFLICTS = [
    ("the same words", ["LOCATION:Great Hall"], ["LOCATION:  great   HALL"], "great HALL"),
    ("a room among the attendees", [ROOM], ["ATTENDEE;CUTYPE=ROOM;CN=Hall:MAILTO:Hall@example.org"], "Hall"),
    ("a resource", ["RESOURCES:Beamer,Van"], ["RESOURCES:van"], "van"),
    ("a room and a location", [ROOM], ["LOCATION:Great Hall"], "Great Hall"),
    ("other places", ["LOCATION:Great Hall"], ["LOCATION:Small Hall"], None),
    ("a person", ["ATTENDEE:mailto:a@example.org"], ["ATTENDEE:mailto:a@example.org"], None),
    ("no place", ["LOCATION:"], ["LOCATION:"], None),
    ("a room that declined", [ROOM], [ROOM.replace("ROOM;", "ROOM;PARTSTAT=DECLINED;")], None),
    ("an event that takes no time", ["LOCATION:Hall"], ["LOCATION:Hall", "TRANSP:TRANSPARENT"], None),
    ("an event that is cancelled", ["LOCATION:Hall"], ["LOCATION:Hall", "STATUS:CANCELLED"], None),
    ("an online meeting", ["LOCATION:https://meet.example.org/x"], ["LOCATION:https://meet.example.org/x"], None),
]


@pytest.mark.parametrize("name, first, second, place", CONFLICTS, ids=[case[0] for case in CONFLICTS])
def test_two_events_in_one_place_at_one_time(name, first, second, place, work):
    work.put({
        "a": ics(booking("choir", "20T190000Z", "20T210000Z", *first)),
        "b": ics(
            booking("dance", "20T203000Z", "20T220000Z", *second),
            booking("next", "20T220000Z", "20T230000Z", *first),
        ),
    })  # fmt: skip
    result = work.run("check", "--conflicts", expect=None)
    found = [line for line in result.out.splitlines() if " takes place in " in line]
    if place is None:
        assert found == []
        return
    assert found == [
        f'Content/b.ics:3:1: warning: "Dance" takes place in "{place}" on 2026-11-20 from 20:30 to 22:00, when '
        f'"Choir" '
        "(Content/a.ics:3) is there, from 19:00 to 21:00"
    ]
    assert result.code == 1
    # Only if asked for.
    assert not any(" takes place in " in line for line in work.check(expect=DONE))


def test_conflicts_of_series_are_counted_and_the_first_are_listed(work):
    daily = "RRULE:FREQ=DAILY"
    work.put({
        "a": ics(booking("choir", "20T190000Z", "20T210000Z", "LOCATION:Hall", daily)),
        "b": ics(booking("dance", "20T203000Z", "20T220000Z", "LOCATION:Hall", daily)),
    })  # fmt: skip
    found = [line for line in work.check("--conflicts", expect=PROBLEMS) if " takes place in " in line]
    assert len(found) == 1 and "and at " in found[0] and " more times" in found[0]


def test_an_event_of_two_calendars_is_no_conflict_with_itself(work):
    work.put({"a": ics(meeting("A", "LOCATION:Hall")), "b": ics(meeting("A", "LOCATION:Hall"))})
    assert not any("takes place" in line for line in work.check("--conflicts", expect=DONE))


def test_a_hall_with_very_many_events(work):
    """Each overlaps with all others: the list is bounded, and so is the work."""
    events = [booking(f"e{n}", "20T190000Z", "20T210000Z", "LOCATION:Hall") for n in range(3_000)]
    work.put({"a": ics(*events)})
    said = work.check("--conflicts", expect=PROBLEMS, timeout=60)
    found = [line for line in said if "takes place" in line or "conflicts" in line]
    assert len(found) == 101 and "there are more conflicts than these" in found[0]
