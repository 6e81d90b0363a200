"""What calendars really hold: properties that do not have the form of RFC 5545, on pages, in feeds and in `check`."""

from __future__ import annotations

import re

import pytest

from content import Content

WINDOW = ("--tz", "Europe/Berlin", "--from", "2026-09-01", "--to", "2026-12-15", "--now", "2026-11-01T12:00:00Z")
TEA = "DTSTART:20261105T180000Z\nSUMMARY:Tea"
ALARM = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n{}\nEND:VALARM"


def zone(*lines: str, name: str = "Europe/Mine") -> str:
    inner = "\n".join(["DTSTART:19700101T000000", *(lines or ["TZOFFSETFROM:+0053"]), "TZOFFSETTO:+0100"])
    return f"BEGIN:VTIMEZONE\nTZID:{name}\nBEGIN:STANDARD\n{inner}\nEND:STANDARD\nEND:VTIMEZONE"


def calendar(*events: str, head: str = "", version: str = "2.0") -> str:
    """Each event without BEGIN, END and DTSTAMP; other components as they are."""
    parts = [event if event.startswith("BEGIN") else f"BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n{event}\nEND:VEVENT"
             for event in events]
    return "\n".join(["BEGIN:VCALENDAR", f"VERSION:{version}", "PRODID:x", *([head] if head else []), *parts,
                      "END:VCALENDAR", ""])


OURS = "UID:1\nDTSTART;TZID=Europe/Mine:20261105T180000\nSUMMARY:Tea"
# What is written; the days and times; lines of the feed, or beginnings of lines that it has not, after a minus sign;
# and what `check` says, if anything.
CASES: dict[str, tuple[str, list[str], list[str], str | None]] = {
    "an empty UID": (
        calendar(f"UID:\n{TEA}", "UID: \nDTSTART:20261106T180000Z\nSUMMARY:B"), ["5 19:00 Tea", "6 19:00 B"],
        ["-UID:\r"],
        "note: UID has no value; it is left out"),
    "a trigger without a length": (
        calendar(f"UID:1\n{TEA}\n{ALARM.format('TRIGGER;RELATED=START:P')}"), ["5 19:00 Tea"],
        ["TRIGGER;RELATED=START:PT0S"], 'TRIGGER "P" does not have the form of RFC 5545; it is read as "PT0S"'),
    "an alarm without a time": (
        calendar(f"UID:1\n{TEA}\n{ALARM.format('TRIGGER:soon')}"), ["5 19:00 Tea"], ["-BEGIN:VALARM"],
        "VALARM has no TRIGGER that can be read, and is left out"),
    "an RDATE without a value in a zone": (
        calendar(zone("RDATE:", "TZOFFSETFROM:+0053"), OURS), ["5 18:00 Tea"], ["-RDATE"], "RDATE has no value"),
    "an offset in minutes and seconds": (
        calendar(zone("TZOFFSETFROM:+5328"), OURS), ["5 18:00 Tea"], ["TZOFFSETFROM:+005328"], '"+005328"'),
    "an offset that is none": (
        calendar(zone("TZOFFSETFROM:x"), OURS), ["5 18:00 Tea"], ["-TZOFFSETFROM:x"],
        "no TZOFFSETFROM that can be read"),
    "a zone that is defined twice": (
        calendar(zone(), zone("TZOFFSETFROM:+0200").replace("TO:+0100", "TO:+0300"), OURS), ["5 18:00 Tea"], [],
        "is defined before, in line 4, with other rules"),
    "VALUE without a type": (
        calendar("UID:1\nDTSTART;VALUE=:20261105T180000Z\nSUMMARY:Tea"), ["5 19:00 Tea"], ["DTSTART:20261105T180000Z"],
        'DTSTART is read without "VALUE", whose value is not allowed there'),
    "a date with a midnight": (
        calendar("UID:1\nDTSTART;VALUE=DATE:20261122T000000\nSUMMARY:D"), ["22 all D"], ["DTSTART;VALUE=DATE:20261122"],
        'it is read as "20261122"'),
    "a date with a time": (
        calendar("UID:1\nDTSTART;VALUE=DATE:20261122T093000Z\nSUMMARY:D"), ["22 10:30 D"], ["DTSTART:20261122T093000Z"],
        "note: DTSTART"),
    "a sequence that is no number": (
        calendar(f"UID:1\n{TEA}\nSEQUENCE:one"), ["5 19:00 Tea"], ["-SEQUENCE"],
        "SEQUENCE"),
    "coordinates with a comma": (
        calendar(f"UID:1\n{TEA}\nGEO:51.33,6.52"), ["5 19:00 Tea"], ["GEO:51.33;6.52"],
        "GEO does not"),
    "coordinates with a backslash": (
        calendar(f"UID:1\n{TEA}\nGEO:53.36\\;-1.47"), ["5 19:00 Tea"], ["GEO:53.36;-1.47"], "GEO does not"),
    "a start that the rule does not match": (
        calendar("UID:1\nDTSTART:20261103T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4\nSUMMARY:O"),
        ["3 10:00 O", "6 10:00 O", "9 10:00 O", "13 10:00 O"],
        ["RRULE:FREQ=WEEKLY;UNTIL=20261113T090000Z;BYDAY=MO,FR", "RDATE:20261103T090000Z"], None),
    "quoted-printable": (
        calendar(
            "UID:1\nDTSTART:20261105T180000Z\nSUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Altpapier f=\n=C3=BCr"),
        ["5 19:00 Altpapier für"], ["SUMMARY:Altpapier für"],
        "SUMMARY does not have the form of RFC 5545; it is mended"),
    "base64": (
        calendar("UID:1\nDTSTART:20261105T180000Z\nSUMMARY;ENCODING=BASE64:VGVlIGbDvHI="), ["5 19:00 Tee für"],
        ["SUMMARY:Tee für"], "SUMMARY does not"),
    "references of HTML": (
        calendar("UID:1\nDTSTART:20261105T180000Z\nSUMMARY:Caf&eacute; &amp; more"), ["5 19:00 Café & more"],
        ["SUMMARY:Café & more"], "SUMMARY does not"),
    "three events of one UID": (
        calendar(
            f"UID:a\n{TEA}", "UID:a\nDTSTART:20261106T180000Z\nSUMMARY:B",
            "UID:a\nDTSTART:20261107T180000Z\nSUMMARY:C"),
        ["5 19:00 Tea", "6 19:00 B", "7 19:00 C"], ["UID:a", "UID:a-20261106T180000Z", "UID:a-20261107T180000Z"],
        "warning: this event has the UID of the event in line 4; all are shown"),
    "two calendars, the second after a byte order mark": (
        calendar("UID:1\nDTSTART:20261105T180000\nSUMMARY:A", head="X-WR-TIMEZONE:Europe/Berlin") + "\ufeff"
        + calendar("UID:2\nDTSTART:20261105T150000\nSUMMARY:B", head="X-WR-TIMEZONE:America/New_York")
        + calendar("UID:3\nDTSTART:20261105T120000\nSUMMARY:C"),
        ["5 12:00 C", "5 18:00 A", "5 21:00 B"],
        ["DTSTART;TZID=America/New_York:20261105T150000", "DTSTART:20261105T120000"], None),
    "an offset with a blank": (
        calendar('UID:1\nDTSTART;TZID="(GMT +01:00)":20261105T180000\nSUMMARY:Tea'), ["5 18:00 Tea"],
        ["TZOFFSETTO:+0100"],
        "it is read as the offset that it begins with"),
    "abbreviations": (
        calendar(
            "UID:1\nDTSTART;TZID=PST:20261104T180000\nSUMMARY:A",
            "UID:2\nDTSTART;TZID=CEST:20261105T180000\nSUMMARY:B"),
        ["5 03:00 A", "5 18:00 B"], [], "it is read as America/Los_Angeles; write that name"),
    "days after the T": (
        calendar("UID:1\nDTSTART:20261105T180000Z\nDURATION:PT1D\nSUMMARY:L"), ["5 19:00 L", "6 -19:00 L"],
        ["DURATION:P1D"],
        'DURATION "PT1D" does not have the form of RFC 5545; it is read as "P1D"'),
    "free, as Microsoft says": (
        calendar(f"UID:1\n{TEA}\nX-MICROSOFT-CDO-BUSYSTATUS:FREE"), ["5 19:00 Tea"], ["TRANSP:TRANSPARENT"], None),
    "vCalendar 1.0": (
        calendar(
            "DTSTART:20261103T180000\nRRULE:W1 TU #2\nEXDATE:20261104T180000;20261105T180000\nSUMMARY:x",
            version="1.0"),
        ["3 18:00 x", "10 18:00 x"], ["RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=2"], "RRULE \"W1 TU #2\""),
    "tasks alone": (
        calendar(*["BEGIN:VTODO\nUID:1\nSUMMARY:a\nEND:VTODO"] * 2), [], [],
        "warning: 2 tasks are not shown; the calendar has no events"),
    "one unknown zone": (
        calendar("UID:1\nDTSTART;TZID=Mars:20261105T180000\nDTEND;TZID=Mars:20261105T190000\nSUMMARY:Tea"),
        ["5 18:00 Tea"], [],
        'TZID "Mars" is not a known zone'),
    "an address of a person without mailto:": (
        calendar(f"UID:1\n{TEA}\nATTENDEE;CN=Bob:bob@example.org"), ["5 19:00 Tea"],
        ["ATTENDEE;CN=Bob:mailto:bob@example.org"], "ATTENDEE does not"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_property_without_its_form(name, tmp_path):
    written, days, feed, said = CASES[name]
    made = Content(tmp_path, "mail: true\n", files={"a.ics": written})
    text = made.run("agenda", *WINDOW, "--format", "text").out
    found = []
    for line in text.splitlines():
        if day := re.match(r"\w+, (\d+) ", line):
            number = day[1]
        elif entry := re.match(r" +(all day|[\d:]+)?-?([\d:]+)? +(.*?) +\[a\]", line):
            found.append(f"{number} {(entry[1] or '-' + entry[2]).removesuffix(' day')} {entry[3]}")
    assert found == days
    lines = made.run("agenda", *WINDOW, "--format", "ics").out.replace("\r\n ", "").split("\r\n")
    for wanted in feed:
        if wanted.startswith("-"):
            assert not any(f"{line}\r".startswith(wanted[1:]) for line in lines), wanted
        else:
            assert wanted in lines
    messages = [line for line in made.check() if ": note: VEVENT without UID" not in line]
    if said is None:
        assert not any(".ics:" in line for line in messages), messages
    else:
        assert sum(said in line for line in messages) >= 1, messages
    if name == "one unknown zone":
        assert len([line for line in messages if ".ics:" in line]) == 1


def test_calendars_of_other_names_are_read(tmp_path):
    made = Content(tmp_path, files={
        f"{n}.{ending}": calendar(f"UID:{n}\nDTSTART:202611{n + 1:02}T100000Z\nSUMMARY:{ending}")
        for n, ending in enumerate(["ical", "icalendar", "vcs", "ICAL", "ics"])})
    assert [event["title"] for event in made.agenda()] == ["ical", "icalendar", "vcs", "ICAL", "ics"]


@pytest.mark.parametrize("start, at", [
    ("2026-11-18 18:30:00 -0800", "2026-11-19T02:30:00+00:00"), ("2026-11-18 18:30:00 -8", "2026-11-19T02:30:00+00:00"),
    ("2026-11-18 18:30:00 Z", "2026-11-18T18:30:00+00:00"), ("2026-11-18 9:30:00 +05:30", "2026-11-18T04:00:00+00:00"),
    ("2026-11-18t18:30:00.0 +0100", "2026-11-18T17:30:00+00:00"), ("2026-11-18   18:30:00",
        "2026-11-18T18:30:00+00:00"),
    ("2026-11-18T18:30:00-5", "2026-11-18T23:30:00+00:00"),
])
def test_timestamps_of_yaml(start, at, tmp_path):
    made = Content(tmp_path, files={"notes/a.md": f"---\ntitle: A\nstart: {start}\n---\nText.\n"})
    assert [event["start"] for event in made.agenda()] == [at]


FIRST, SECOND = "UID:same\nDTSTART:20261110T100000Z", "UID:same\nDTSTART:20261111T100000Z"
BOTH = f"{FIRST}\nSUMMARY:Secret surgery", f"{SECOND}\nSUMMARY:Secret visit"
BOB = f"{SECOND}\nSUMMARY:Secret copy"
PRIVATE = "SUMMARY:Secret other\nCLASS:PRIVATE"
SETTINGS = "calendars:\n  - {name: a, source: a.ics}\n  - {name: b, source: b.ics"
WITHHOLDING = {
    "a class": {"a.ics": calendar(BOTH[0], BOTH[1] + "\nCLASS:PRIVATE")},
    "a class of the first": {"a.ics": calendar(BOTH[0] + "\nCLASS:CONFIDENTIAL", BOTH[1])},
    "a copy in another calendar": {"a.ics": calendar(*BOTH), "b.ics": calendar(BOB + "\nCLASS:PRIVATE")},
    "the level of another calendar": {
        "a.ics": calendar(*BOTH), "b.ics": calendar(BOB), "site.yml": SETTINGS + ", privacy: hidden}\n"},
    "an event that can't be read": {"a.ics": calendar(*BOTH, f"UID:same\nDTSTART:soon\n{PRIVATE}")},
    "an event without its end": {
        "a.ics": calendar(*BOTH).replace("END:VCALENDAR", f"BEGIN:VEVENT\n{SECOND}\n{PRIVATE}\nEND:VCALENDAR")},
    "an instance": {
        "a.ics": calendar(*BOTH, f"UID:same\nRECURRENCE-ID:20261110T100000Z\nDTSTART:20261112T100000Z\n{PRIVATE}")},
    "a rule": {"a.ics": calendar(*BOTH), "site.yml": "rules:\n  - {title: '*visit', privacy: hidden}\n"},
}


@pytest.mark.parametrize("name", WITHHOLDING)
def test_what_withholds_one_event_of_a_uid_withholds_all(name, tmp_path):
    """They might be versions of one event."""
    files = dict(WITHHOLDING[name])
    files["a.ics"] = calendar("UID:open\nDTSTART:20261110T100000Z\nSUMMARY:Open") + files["a.ics"]
    shown = Content(tmp_path, files=files).run("agenda", *WINDOW, "--format", "ics").out
    assert "SUMMARY:Open" in shown and "Secret" not in shown and "X-BUSYLIFE-UID" not in shown


def test_rules_match_titles_as_they_are_written(tmp_path):
    made = Content(tmp_path, files={
        "a.ics": calendar("UID:1\nDTSTART:20261110T100000Z\nSUMMARY:Arzt &amp; Co\nCATEGORIES:x",
                          "UID:2\nDTSTART:20261110T100000Z\nSUMMARY:b\nCATEGORIES:A&amp;B",
                          "UID:3\nDTSTART:20261110T100000Z\nSUMMARY:Open"),
        "site.yml":
            "rules:\n  - {title: 'Arzt &amp; C*', privacy: hidden}\n  - {category: 'A&amp;B', privacy: hidden}\n",
    })
    shown = made.run("agenda", *WINDOW, "--format", "ics").out
    assert shown.count("BEGIN:VEVENT") == 1 and "SUMMARY:Open" in shown
