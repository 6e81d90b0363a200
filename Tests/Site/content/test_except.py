"""`except: calendar`: a series has no instances on the days of a calendar, on pages, in agendas, free time and
feeds."""

from __future__ import annotations

import json
import re

import pytest
import recurring_ical_events

import edits
from content import Content
from tool import DONE, PROBLEMS

WINDOW = ("--tz", "Europe/Berlin", "--from", "2026-11-01", "--to", "2027-02-01")
CHOIR = "UID:choir\nSUMMARY:Choir\nDTSTART;TZID=Europe/Berlin:20261103T193000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY"
HOLIDAYS = (
    "UID:h\nSUMMARY:Christmas holidays\nDTSTART;VALUE=DATE:20261221\nDTEND;VALUE=DATE:20270102\nTRANSP:TRANSPARENT"
)
TUESDAYS = ["2026-11-03", "2026-11-10", "2026-11-17", "2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15",
            "2026-12-22", "2026-12-29", "2027-01-05", "2027-01-12", "2027-01-19", "2027-01-26"]  # fmt: skip
FREE = ["2026-12-22", "2026-12-29"]


def ics(*events: str) -> str:
    lines = [line for event in events for line in ["BEGIN:VEVENT", *event.splitlines(), "END:VEVENT"]]
    return "".join(f"{line}\r\n" for line in ["BEGIN:VCALENDAR", "VERSION:2.0", *lines, "END:VCALENDAR"])


class Work(Content):
    def __init__(self, root):
        super().__init__(root)
        self.window = WINDOW

    def put(self, **files: str) -> None:
        for name, text in files.items():
            self.write(name.replace("notes_", "notes/").replace("_", "."), text)

    def dates(self, title: str = "Choir") -> list[str]:
        return [event["date"] for event in self.agenda() if event["title"] == title]


@pytest.fixture
def work(tmp_path) -> Work:
    return Work(tmp_path)


SITE = "title: Us\ncalendars:\n  - {name: choir, source: choir.ics%s}\n  - {name: holidays, source: holidays.ics%s}\n"


def test_a_calendar_without_the_days_of_another(work):
    work.put(choir_ics=ics(CHOIR), holidays_ics=ics(HOLIDAYS), site_yml=SITE % (", except: holidays", ""))
    assert work.check() == []
    kept = [day for day in TUESDAYS if day not in FREE]
    assert work.dates() == kept
    work.build()
    for day in TUESDAYS:
        assert ("data-uid=\"choir\"" in work.page(f"day/{day}.html")) == (day in kept), day
    exceptions = "EXDATE;TZID=Europe/Berlin:20261222T193000,20261229T193000\r\n"
    assert exceptions in work.feed() and exceptions in work.feed("choir")
    # The browser makes further pages of these data.
    assert any(b"20261222T193000,20261229T193000" in path.read_bytes().replace(b"\r\n ", b"")
               for path in (work.output / "data").rglob("*") if path.is_file())  # fmt: skip
    free = work.run("free", "--between", "19:00-22:00", *WINDOW).out
    assert re.search(r"22 December 2026  19:00-22:00", free)
    assert not re.search(r"15 December 2026  19:00-22:00", free)
    # Another reader of the feed finds the same.
    events = recurring_ical_events.of(work.parsed("choir")).between((2026, 11, 1), (2027, 2, 1))
    assert sorted(str(event["DTSTART"].dt.date()) for event in events) == kept


# How an event begins, and the EXDATEs of its feed: in the form of DTSTART.
FORMS = [
    ("DTSTART;VALUE=DATE:20261103", "EXDATE;VALUE=DATE:20261222,20261229\r\n"),
    ("DTSTART:20261103T193000Z", "EXDATE:20261222T193000Z,20261229T193000Z\r\n"),
    ("DTSTART:20261103T193000", "EXDATE:20261222T193000,20261229T193000\r\n"),
    ("DTSTART;TZID=America/New_York:20261103T193000",
     "EXDATE;TZID=America/New_York:20261222T193000,20261229T193000\r\n"),
    ("DTSTART;TZID=W. Europe Standard Time:20261103T193000", "20261222T193000,20261229T193000\r\n"),
]  # fmt: skip


@pytest.mark.parametrize("start, line", FORMS)
def test_exceptions_in_feeds_have_the_form_of_the_start(start, line, work):
    choir = f"UID:choir\nSUMMARY:Choir\n{start}\nRRULE:FREQ=WEEKLY"
    work.put(choir_ics=ics(choir), holidays_ics=ics(HOLIDAYS), site_yml=SITE % (", except: [holidays]", ""))
    work.build()
    feed = work.feed("choir")
    assert line in feed and feed.count("EXDATE") == 1
    assert not set(FREE) & set(work.dates())
    # What a reader makes of the feed is the same.
    again = Content(work.root / "again", files={"choir.ics": feed})
    assert [event["date"] for event in again.agenda(*WINDOW)] == work.dates()


def test_a_single_series_of_a_json_file_or_a_note(work):
    event = {"uid": "c", "title": "Choir", "start": "2026-11-03T19:30", "end": "2026-11-03T21:00",
             "tz": "Europe/Berlin", "rrule": "FREQ=WEEKLY"}  # fmt: skip
    work.put(
        events_json=json.dumps([event | {"except": "Holidays"}, event | {"uid": "d", "title": "Always"}]),
        holidays_ics=ics(HOLIDAYS),
        notes_run_md="---\ntitle: Run\nstart: 2026-11-03T07:00\ntz: Europe/Berlin\nrrule: FREQ=WEEKLY\n"
        "except: [holidays]\n---\n\nText.\n",
    )
    assert work.dates() == work.dates("Run") == [day for day in TUESDAYS if day not in FREE]
    assert work.dates("Always") == TUESDAYS
    assert work.check() == []
    work.build()
    assert "except" not in work.feed().lower() and "holidays" not in work.feed("events").lower()


def test_several_calendars_and_one_that_excepts_another(work):
    """The second choir week is also left out; the club's days do not count in the holidays."""
    club = "UID:club\nSUMMARY:Club day\nDTSTART;VALUE=DATE:20261117\nRRULE:FREQ=DAILY;INTERVAL=35"
    work.put(
        choir_ics=ics(CHOIR), holidays_ics=ics(HOLIDAYS), club_ics=ics(club),
        site_yml=SITE % (", except: [holidays, club]", "") + "  - {name: club, source: club.ics, except: holidays}\n",
    )  # fmt: skip
    assert work.dates("Club day") == ["2026-11-17", "2027-01-26"]
    assert work.dates() == [day for day in TUESDAYS if day not in [*FREE, "2026-11-17", "2027-01-26"]]
    assert [line for line in work.check() if "recur" in line] == [
        "site.yml:3:57: note: club has days that recur; feeds, which have no end, leave out what is on them "
        "only until 2038-12-31, 10 years after the window"
    ]


def test_what_does_not_count(work):
    """Events with times, cancelled ones, and, of the series, instances that were changed by themselves and what does
    not recur."""
    moved = CHOIR.replace("20261103T193000", "20261222T203000").replace(
        "RRULE:FREQ=WEEKLY", "RECURRENCE-ID;TZID=Europe/Berlin:20261222T193000"
    )
    single = "UID:s\nSUMMARY:Concert\nDTSTART;TZID=Europe/Berlin:20261222T120000\nDURATION:PT2H"
    timed = "UID:t\nSUMMARY:Talk\nDTSTART:20261110T080000Z\nDURATION:PT2H"
    off = "UID:o\nSUMMARY:Off\nDTSTART;VALUE=DATE:20261117\nSTATUS:CANCELLED"
    work.put(
        choir_ics=ics(CHOIR, moved, single), holidays_ics=ics(HOLIDAYS, timed, off),
        site_yml=SITE % (", except: holidays", ""),
    )  # fmt: skip
    assert work.dates() == [day for day in TUESDAYS if day != "2026-12-29"]
    assert work.dates("Concert") == ["2026-12-22"]
    work.put(holidays_ics=ics(timed))
    assert work.dates() == TUESDAYS
    assert [line for line in work.check() if "all-day" in line] == [
        "site.yml:3:46: warning: holidays has no all-day event from 2015-01-01 to 2038-12-31, so except leaves out "
        "nothing; events with times do not count"
    ]


def test_holidays_that_recur_reach_ten_years_past_the_window(work):
    may = "UID:m\nSUMMARY:First of May\nDTSTART;VALUE=DATE:20000501\nRRULE:FREQ=YEARLY"
    daily = "UID:choir\nSUMMARY:Choir\nDTSTART;TZID=Europe/Berlin:20000101T193000\nDURATION:PT2H\nRRULE:FREQ=DAILY"
    work.put(choir_ics=ics(daily), holidays_ics=ics(may), site_yml=SITE % (", except: holidays", ""))
    work.build()
    (line,) = re.findall(r"EXDATE;TZID=Europe/Berlin:(.*)\r", work.feed("choir"))
    years = [int(value[:4]) for value in line.split(",")]
    assert years == list(range(2016, 2038)) and all(value[4:] == "0501T193000" for value in line.split(","))
    # The same day of another month: no file of the series changes.
    before = work.feed("choir")
    work.build("--tz", "Europe/Berlin", "--from", "2026-12-01", "--to", "2027-03-01", now="2026-12-01T12:00:00Z")
    assert work.feed("choir") == before


def test_exceptions_stay_bounded(work):
    """Minute by minute, on every day: a bounded list, and the rest is said to be shown."""
    always = "UID:m\nSUMMARY:Every day\nDTSTART;VALUE=DATE:20000501\nRRULE:FREQ=DAILY"
    often = "UID:choir\nSUMMARY:Choir\nDTSTART:20261120T000000Z\nRRULE:FREQ=MINUTELY;COUNT=30000"
    work.put(choir_ics=ics(often), holidays_ics=ics(always), site_yml=SITE % (", except: holidays", ""))
    said = [line for line in work.check() if "more than 20000" in line]
    assert said == [
        "choir.ics:3:1: warning: more than 20000 instances of this event are on days that are left out; the later "
        "ones are "
        "shown"
    ]


def test_a_series_that_is_not_followed_to_its_exceptions_is_reported(work):
    day = "UID:d\nSUMMARY:Day\nDTSTART;VALUE=DATE:20300105"
    often = "UID:choir\nSUMMARY:Choir\nDTSTART:20261120T000000Z\nRRULE:FREQ=SECONDLY"
    work.put(choir_ics=ics(often), holidays_ics=ics(day), site_yml=SITE % (", except: holidays", ""))
    assert [line for line in work.check() if "too often" in line] == [
        "choir.ics:3:1: warning: this event recurs too often to find all of its instances on days that are left out; "
        "the later ones are shown"
    ]


def test_positions_of_problems_stay_what_they_are(work):
    """Though the text of an event has grown by its exceptions."""
    folded = "UID:f\nSUMMARY:Folded\nDTSTART:20261110T090000Z\nDESCRIPTION:one\n two\nCOLOR:no such\nDTEND:x"
    work.put(choir_ics=ics(CHOIR, folded), holidays_ics=ics(HOLIDAYS), site_yml=SITE % ("", ""))
    before = work.check()
    assert len(before) == 2
    work.put(site_yml=SITE % (", except: holidays", ""))
    assert work.check() == before
    result = work.run("explain", "f", *WINDOW).out
    assert "choir.ics:10)" in result


REFUSED = [
    (", except: holydays", "", 'site.yml:3:46: error: except names "holydays", and there is no such calendar; did '
                               'you mean '
     '"holidays"?'),
    (", except: nothing", "", 'site.yml:3:46: error: except names "nothing", and there is no such calendar; the '
                              'calendars '
     "are choir, holidays"),
    (", except: choir", "", 'site.yml:3:46: error: except names "choir", the event\'s own calendar'),
    (", except: holidays", ", except: choir", 'site.yml:4:52: error: except names "choir", whose days depend on '
                                              'those of '
     '"holidays": a circle; remove one of the two'),
    (", except: {a: b}", "", "site.yml:3:46: error: except is a mapping"),
    (", except: ['']", "", "site.yml:3:47: error: except is"),
]  # fmt: skip


@pytest.mark.parametrize("first, second, line", REFUSED)
def test_settings_that_can_not_be_meant(first, second, line, work):
    work.put(choir_ics=ics(CHOIR), holidays_ics=ics(HOLIDAYS), site_yml=SITE % (first, second))
    said = [x for x in work.check(expect=PROBLEMS) if ": error: " in x]
    assert len(said) == 1 and said[0].startswith(line), said
    work.build(expect=PROBLEMS)


def test_a_calendar_of_a_server_that_has_not_answered_is_no_error(work):
    """It may be there tomorrow; until then nothing is left out."""
    server = '  - {name: server, source: "caldav+https://calendars.example.org/"}\n'
    work.put(
        choir_ics=ics(CHOIR), holidays_ics=ics(HOLIDAYS), site_yml=SITE % (", except: server-holidays", "") + server)
    assert work.dates() == TUESDAYS
    (line,) = [line for line in work.check("--offline") if "except" in line]
    assert line.startswith('site.yml:3:46: warning: except names "server-holidays"')


def test_an_event_that_excepts_what_it_can_not(work):
    event = {"uid": "c", "title": "Choir", "start": "2026-11-03T19:30", "tz": "Europe/Berlin", "rrule": "FREQ=WEEKLY"}
    work.put(
        events_json=json.dumps([event | {"except": "holidais"}, event | {"uid": "d", "except": ["events", "holidays"]},
                                {"title": "Once", "start": "2026-11-03", "except": "holidays"}]),
        holidays_ics=ics(HOLIDAYS),
    )  # fmt: skip
    said = work.check(expect=PROBLEMS)
    assert len(said) == 3 and 'did you mean "holidays"?; until then nothing is left out for it' in said[0]
    assert 'except names "events", the event\'s own calendar' in said[1]
    assert "except leaves out instances of a series, and this event does not recur" in said[2]
    assert work.dates().count("2026-12-22") == 1


# ---- Privacy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["busy", "hidden"])
def test_the_days_of_a_calendar_that_is_not_shown_are_left_out_and_check_says_what_that_tells(level, work):
    work.put(
        choir_ics=ics(CHOIR), holidays_ics=ics(HOLIDAYS.replace("Christmas holidays", "Qzsecretxv")),
        site_yml=SITE % (", except: holidays", f", privacy: {level}"),
    )  # fmt: skip
    work.build()
    assert "EXDATE;TZID=Europe/Berlin:20261222T193000,20261229T193000\r\n" in work.feed("choir")
    assert b"Qzsecretxv" not in work.everything()
    assert work.check(expect=DONE) == [
        "site.yml:3:46: note: readers may not see holidays, but can infer its days from what does not take place "
        "on them; to prevent that, write single dates (exdates) in place of except"
    ]


@pytest.mark.parametrize("line, rule", [("CLASS:PRIVATE", ""), ("X-A:b", 'rules:\n  - {privacy: hidden, title: '
    '"Leave*"}\n')])
def test_a_day_that_is_withheld_by_itself_is_not_told(line, rule, work):
    """What nobody may see of a calendar that is shown otherwise leaves no gap."""
    leave = f"UID:l\nSUMMARY:Leave of Ada\nDTSTART;VALUE=DATE:20261110\n{line}"
    work.put(
        choir_ics=ics(CHOIR), holidays_ics=ics(HOLIDAYS, leave), site_yml=SITE % (", except: holidays", "") + rule)
    assert work.dates() == [day for day in TUESDAYS if day not in FREE]
    work.build()
    assert "20261110T193000" not in work.feed("choir")
    assert [x for x in work.check(expect=DONE) if "nobody" in x] == [
        "site.yml:3:46: note: nobody may see one all-day event of holidays in full, by a rule or their class; so "
        "nothing is left out on their days, which would reveal them"
    ]


def test_audiences(work):
    audiences = "audiences:\n  - {name: all, privacy: full}\n  - {name: few, privacy: titles, calendars: [choir]}\n"
    work.put(choir_ics=ics(CHOIR), holidays_ics=ics(HOLIDAYS), site_yml=SITE % (", except: holidays", "") + audiences)
    work.build()
    for audience in ("all", "few"):
        assert "EXDATE;TZID=Europe/Berlin:20261222T193000,20261229T193000\r\n" in work.feed("choir", audience)
    assert "holidays" not in work.feed("choir", "few").lower()
    assert ["the audience few" in line for line in work.check(expect=DONE)] == [True]
    # Busy time lacks them too.
    work.put(site_yml="privacy: busy\n" + SITE % (", except: holidays", ""))
    work.build()
    assert "20261215T183000Z" in work.feed() and "20261222T183000Z" not in work.feed()


def test_an_edit_leaves_the_exceptions_to_the_settings(work):
    """Pages show a series without its days; an edit of an instance is written to the file as if there were none."""
    event = {"uid": "c", "title": "Choir", "start": "2026-11-03T19:30", "end": "2026-11-03T21:00",
             "tz": "Asia/Shanghai", "rrule": "FREQ=WEEKLY", "except": "holidays"}  # fmt: skip
    work.put(events_json=json.dumps([event], indent=2), holidays_ics=ics(HOLIDAYS))
    with edits.Editing(work.folder) as server:
        page = edits.Page(server)
        was = {"start": "2026-12-15T19:30:00+08:00", "end": "2026-12-15T21:00:00+08:00", "title": "Choir"}
        status, answer = page.edit(
            action="change", scope="this", uid="c", recurrenceId="20261215T113000Z", was=was, title="Choir",
            start="2026-12-16T19:30:00+08:00", end="2026-12-16T21:00:00+08:00",
        )  # fmt: skip
        assert status == 200, answer
    written = json.loads((work.folder / "events.json").read_text())
    assert written[0] == event | {"exdates": written[0]["exdates"]} and len(written[0]["exdates"]) == 1
    assert "except" not in written[1] and written[1]["start"].startswith("2026-12-16T19:30")
    assert work.check(expect=DONE) == []
