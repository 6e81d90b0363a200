"""Broken calendars: whatever is wrong with some properties of a file, the feeds that are written of it can be read by
other programs, and mean there what `agenda` says."""

from __future__ import annotations

import random
import re
from datetime import UTC, date, datetime

import pytest

import browser
import programs
import tool
import words
from surroundings import SEED

COUNT = 120
# The files of one build, each a calendar.
TOGETHER = 60
FIRST, BEYOND = date(2026, 11, 1), date(2027, 1, 1)
WINDOW = ("--tz", "UTC", "--from", FIRST, "--to", BEYOND)

ZONE = """\
BEGIN:VTIMEZONE
TZID:u9-town
LAST-MODIFIED:20260101T000000Z
TZURL:https://example.org/zones/town.ics
BEGIN:STANDARD
DTSTART:19701025T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE"""

# Valid events. `u9` is a number of its own for each file, since programs remember zones by their names.
EVENTS = [
    """UID:u9-talk
DTSTART;TZID=u9-town:20261105T180000
DTEND;TZID=u9-town:20261105T193000
SUMMARY;LANGUAGE=en:Talk & tea
DESCRIPTION;ALTREP="https://example.org/talk.html":About it\\, and more
LOCATION:Hall
GEO:51.33;6.52
SEQUENCE:2
PRIORITY:5
STATUS:CONFIRMED
TRANSP:OPAQUE
URL:https://example.org/talk?a=1&b=2
CREATED:20260101T000000Z
LAST-MODIFIED:20260102T000000Z
ORGANIZER;CN=Ada;SENT-BY="mailto:bob@example.org":mailto:ada@example.org
ATTENDEE;CN="Bob, B.";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=TRUE;CUTYPE=INDIVIDUAL:mailto:bob@example.org
ATTACH;FMTTYPE=text/plain:https://example.org/a.txt
ATTACH;VALUE=BINARY;ENCODING=BASE64:aGVsbG8=
IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.org/a.png
CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Room:https://example.org/room
CATEGORIES:Talk,Tea
RESOURCES:Projector
COLOR:tomato
RELATED-TO;RELTYPE=PARENT:other@example.org
REQUEST-STATUS:2.0;Success
X-OWN;VALUE=INTEGER:7
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Soon
TRIGGER;RELATED=START:-PT15M
REPEAT:2
DURATION:PT5M
END:VALARM
BEGIN:VALARM
ACTION:AUDIO
TRIGGER;VALUE=DATE-TIME:20261105T160000Z
ACKNOWLEDGED:20261105T160100Z
END:VALARM""",
    """UID:u9-series
DTSTART;TZID=u9-town:20261102T090000
DURATION:PT1H30M
RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=9
EXDATE;TZID=u9-town:20261109T090000
RDATE;TZID=u9-town:20261114T120000
SUMMARY:Course""",
    """UID:u9-series
RECURRENCE-ID;TZID=u9-town:20261112T090000
DTSTART;TZID=u9-town:20261112T140000
DTEND;TZID=u9-town:20261112T150000
SUMMARY:Course\\, later""",
    """UID:u9-dates
DTSTART;VALUE=DATE:20261109
DTEND;VALUE=DATE:20261111
RRULE:FREQ=WEEKLY;UNTIL=20261207
EXDATE;VALUE=DATE:20261116
SUMMARY:Days off""",
    """UID:u9-floating
DTSTART:20261120T200000
DTEND:20261120T210000
RRULE:FREQ=DAILY;COUNT=3
SUMMARY:Dinner""",
    """UID:u9-instant
DTSTART:20261125T100000Z
DURATION:P1DT2H
RRULE:FREQ=MONTHLY;UNTIL=20270301T100000Z
SUMMARY:Long""",
]

# What calendars have in place of the value that belongs there.
VALUES = {
    "DTSTART": ["", "2026-11-05T18:00:00", "20261105T1800", "20261107T180000Z", "20261105", "soon", "20261335T000000"],
    "DTEND": ["", "20261101T000000Z", "20261130", "20261105T193000", "later", "0"],
    "DURATION": ["", "P", "PT", "PT1D", "P1W2DT1H", "P1W", "pt45m", "-PT1H", "1:30", "P1H", "PT1H1H", "PT90S"],
    "TRIGGER": ["", "P", "PT", "-P", "PT1D", "-P1W2D", "15", "20261105T160000Z", "20261105T160000", "-pt5m", "P0D"],
    "RRULE": [
        "", "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4", "W1 TU #0", "D2 #5", "FREQ=weekly;count=3", "FREQ=DAILY;UNTIL=20261108",
        "INTERVAL=2;FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO;;COUNT=2", "FREQ=SOMETIMES", "RRULE:FREQ=DAILY;COUNT=2",
        "FREQ=MONTHLY;BYDAY=1WE;COUNT=3", "FREQ=DAILY;UNTIL=20261110T120000", "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;INTERVAL=0;COUNT=3", "FREQ=WEEKLY;UNTIL=20261122T230000Z",
    ],
    "EXDATE": ["", "20261109", "20261109T080000Z", "20261109T090000,", "never", "20261109T090000,20261116"],
    "RDATE": ["", "20261114", "20261114T120000/PT1H", "20261114T120000Z/20261114T130000Z", "x", "20261114T110000Z"],
    "RECURRENCE-ID": ["20261112T080000Z", "20261112", "2026-11-12T09:00:00", "20261113T090000"],
    "UID": ["", " ", "u9- b", "u9-talk", "u9-dates"],
    "GEO": ["", "51.33,6.52", "53.36\\;-1.47", "51.33", "here", "51.33; 6.52", "91;200", "1.;2", "51,33;6,52"],
    "SEQUENCE": ["", "one", "1.0", "-1", "99999999999", " 3", "+4"],
    "PRIORITY": ["", "high", "10", "-1", "5.5"],
    "REPEAT": ["", "twice", "-2", "1.5"],
    "STATUS": ["", "BUSY", "confirmed", "NEEDS-ACTION", "TENTATIVE "],
    "TRANSP": ["", "FREE", "transparent", "BUSY"],
    "URL": [
        "", "www.example.org", "see the notice", "https\\://example.org/a\\,b", "https://example.org/a b", "Tea: yes",
    ],
    "ORGANIZER": ["", "mailto:", "ada@example.org", "Ada Lovelace", "mailto: ada@example.org", "<ada@example.org>"],
    "ATTENDEE": [
        "", "MAILTO:", "bob@example.org", "Bob", "invalid:nomail", "bob@@example.org", "Bob <bob@example.org>",
    ],
    "ATTACH": ["", "a.txt", "not base64!", "aGVsbG8", "C:\\temp\\a.txt"],
    "IMAGE": ["", "a.png"],
    "CONFERENCE": ["", "room 5", "tel:+1-23"],
    "CREATED": ["", "today", "20260101", "2026-01-01T00:00:00Z", "20260101T000000"],
    "LAST-MODIFIED": ["", "today", "20260101"],
    "DTSTAMP": ["", "now", "20260101T000000"],
    "ACKNOWLEDGED": ["", "yes", "20261105"],
    "REQUEST-STATUS": ["", "ok", "2", "3.1;Bad"],
    "ACTION": ["", "display", "NONE"],
    "TZOFFSETFROM": ["", "+5328", "0200", "+2:00", "+02", "+2500", "x"],
    # Not `+5328`: ical.js has no seconds there.
    "TZOFFSETTO": ["", "+1:00", "-0000", "100"],
    "TZNAME": ["", "a,b;c"],
    "TZURL": ["", "none"],
    "SUMMARY": ["", "a, b; c\\", "Caf&eacute; &amp; more", "tab\there", "a\\x"],
    "CATEGORIES": ["", "a;b", ",", "a&amp;b"],
}
PARAMETERS = [
    "VALUE=", "VALUE=TEXT", "VALUE=DATE", "VALUE=DATE-TIME", "VALUE=DURATION", "VALUE=INTEGER", "VALUE=BINARY",
    "VALUE=URI", "VALUE=PERIOD", "VALUE=UTC-OFFSET", "TZID=", "TZID=Nowhere", "TZID=PST", 'TZID="(GMT +01:00)"',
        "RSVP=YES",
    "RSVP=", "PARTSTAT=", "PARTSTAT=NEEDS ACTION", "ROLE=", "CUTYPE=a b", "RELATED=MIDDLE", "RELATED=", "RANGE=ALL",
    "ENCODING=BASE64", "ENCODING=QUOTED-PRINTABLE", "ENCODING=7BIT", "ENCODING=", "CHARSET=UTF-8", "LANGUAGE=",
    "FMTTYPE=text", 'CN="a', 'CN=a"b"', "CN=", "SENT-BY=bob", 'SENT-BY="bob"', 'ALTREP="page"', "DIR=", 'MEMBER="list"',
    "X", "X=", "=x", "FBTYPE=", "RELTYPE=", "LABEL=", "FEATURE=",
]


def of_zones(name: str, value: str) -> list[str]:
    """The same of a property of a VTIMEZONE, whose times and rules are those of changes of clocks."""
    if name == "DTSTART":
        day = f"{value[:4]}-{value[4:6]}-{value[6:8]}"
        return ["", f"{day}T{value[9:11]}:00:00", value[:8], value[:13], f"{value}Z", value.lower(), "soon"]
    if name == "RRULE":
        parts = value.split(";")
        return ["", "FREQ=SOMETIMES", f"RRULE:{value}", value.lower(), f"{value};UNTIL=19961027T010000",
                f"{value};COUNT=0", f"{value};;", ";".join(reversed(parts))]
    return ["", "today", "20260101"] if name == "LAST-MODIFIED" else VALUES.get(name, [])


def damaged(line: str, is_of_zone: bool, chance: random.Random) -> str:
    """A property as some program might have written it."""
    head, _, value = line.partition(":") if '"' not in line else re.match(r'((?:[^":]|"[^"]*")*)(:)(.*)', line).groups()
    name, _, parameters = head.partition(";")
    way = chance.random()
    values = of_zones(name, value) if is_of_zone else VALUES.get(name)
    if values and way < 0.6:
        return f"{head}:{chance.choice(values)}"
    if way < 0.8:
        return f"{name};{chance.choice(PARAMETERS)}{';' + parameters if parameters else ''}:{value}"
    return chance.choice([
        f"{name}:{value}", f"{head}: {value} ", f"{name.lower()}{head[len(name):]}:{value}", f"{head}:", f"{head}:?",
        f"{head}:{value},", f"{head}:{value};x", f"{head}:{value}\\", f"{head}:{value.lower()}", f"{head}:{value[:-1]}",
    ])


def broken(seed: int) -> str:
    """A valid file with one to three properties damaged."""
    chance = random.Random(seed)
    count = chance.randint(1, 4)
    start = chance.randrange(len(EVENTS))
    chosen = [EVENTS[(start + n) % len(EVENTS)] for n in range(count)]
    lines = ZONE.split("\n")
    for event in chosen:
        lines += ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", *event.split("\n"), "END:VEVENT"]
    places = [n for n, line in enumerate(lines) if not line.startswith(("BEGIN:", "END:", "TZID:"))]
    for place in chance.sample(places, chance.randint(1, 3)):
        mangled = damaged(lines[place], place < lines.index("END:VTIMEZONE"), chance)
        # What EXDATE and RDATE of a zone mean beside a floating start depends on where one is.
        is_floating = re.match("DTSTART(?!.*;TZID=u9|.*VALUE=DATE:|.*Z$)", mangled)
        if not (lines[place].startswith("DTSTART;TZID") and is_floating):
            lines[place] = mangled
    whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//broken//EN", *lines, "END:VCALENDAR", ""]
    text = "\r\n".join(whole).replace("u9-", f"{seed}-")
    # Files are told apart by their UIDs: those of one UID in several calendars are one event.
    return re.sub(r"^(UID.*:)\?(?=\r)", rf"\g<1>?{seed}", text, flags=re.MULTILINE)


def excluded_by_chance(feed: bytes, start: int) -> bool:
    """Whether icalendar takes an instance for one that EXDATE leaves out: it compares the local time of EXDATE, without
    its zone, with the instance's in UTC, too."""
    return bool(re.search(rb"EXDATE;TZID=.*%b" % f"{datetime.fromtimestamp(start, UTC):%Y%m%dT%H%M%S}".encode(), feed))


def ask(peer, *given):
    """What a program says, or why it can't."""
    try:
        return peer(*given)
    except Exception as error:  # noqa: BLE001 (whatever a peer finds wrong)
        return f"{type(error).__name__}: {error}"


@pytest.mark.random
@pytest.mark.parametrize("number", range(max(1, COUNT // TOGETHER)))
def test_feeds_of_broken_files_are_read_everywhere(number, tmp_path):
    seeds = range(SEED + number * TOGETHER, SEED + (number + 1) * TOGETHER)
    files = {f"{seed}.ics": broken(seed) for seed in seeds}
    listed = "".join(f"  - {{name: c{seed}, source: {seed}.ics}}\n" for seed in seeds)
    words.files(tmp_path / "Content", {"site.yml": f"title: Broken\ncalendars:\n{listed}", **files})
    tool.build(tmp_path / "site", *WINDOW, content=tmp_path / "Content")
    said = programs.said(tool.run(
        "agenda", "--content", tmp_path / "Content", "--format", "json", *WINDOW, "--now", tool.NOW, expect=0).out)
    feeds = {}
    for seed in seeds:
        feed = tmp_path / f"site/feeds/c{seed}.ics"
        if feed.exists():
            feeds[seed] = feed.read_bytes()
    assert len(feeds) > TOGETHER * 0.9
    wrong = []

    def compare(seed: int, peer: str, found) -> None:
        if found != said.get(f"c{seed}", []):
            wrong.append(f"{seed} {peer}: {found}\n  agenda: {said.get(f'c{seed}', [])}")

    for seed, feed in feeds.items():
        found = ask(programs.by_icalendar, feed, FIRST, BEYOND)
        if not isinstance(found, str):
            found = sorted([*found, *(one for one in said.get(f"c{seed}", [])
                                      if one not in found and excluded_by_chance(feed, one[0]))])
        compare(seed, "icalendar", found)
        if error := ask(programs.by_vobject, feed):
            wrong.append(f"{seed} vobject: {error}")
        if programs.libical():
            found = ask(programs.by_libical, feed, FIRST, BEYOND)
            # libical 3.0 reads RDATE without its TZID.
            if isinstance(found, str) or not re.search(rb"RDATE[^:]*;TZID", feed):
                compare(seed, "libical", found)
    if programs.ical_js():
        with browser.chromium() as chromium:
            read = programs.by_ical_js(chromium.new_page(), list(feeds.values()), FIRST, BEYOND)
        for seed, found in zip(feeds, read, strict=True):
            compare(seed, "ical.js", found)
    # The other feeds and the files of single events are made of the same lines.
    for path in [*(tmp_path / "site/feeds").glob("*.ics"), *(tmp_path / "site/event").glob("*.ics")]:
        if isinstance(error := ask(programs.by_icalendar, path.read_bytes(), FIRST, BEYOND), str):
            wrong.append(f"{path.name}: {error}")
    assert not wrong, f"seed {SEED}, {len(wrong)} of {len(feeds)}:\n" + "\n".join(wrong[:12])
