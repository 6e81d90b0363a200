"""A page of `serve --edit` as driven by tests, and the calendars that are edited."""

from __future__ import annotations

import http.client
import json
import re
from pathlib import Path

import tool
from preview import running

ZONE = "Asia/Shanghai"


class Page:
    """The state and the requests of a page of the server."""

    def __init__(self, server):
        self.port = server.port
        self.origin = server.url.rstrip("/")
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.connection.request("GET", "/index.html")
        text = self.connection.getresponse().read().decode()
        found = re.findall(r'<meta name="busylife-edit" content="([0-9a-f]{32,})">', text.split("</head>")[0])
        assert len(found) == 1, text[:2000]
        self.token = found[0]

    def headers(self, **changed) -> dict:
        headers = {"Content-Type": "application/json", "Origin": self.origin, "X-Busylife-Token": self.token}
        headers |= {name.replace("_", "-"): value for name, value in changed.items()}
        return {name: value for name, value in headers.items() if value is not None}

    def send(self, path: str, body: bytes, **changed) -> tuple[int, dict]:
        self.connection.request("POST", path, body=body, headers=self.headers(**changed))
        response = self.connection.getresponse()
        text = response.read()
        if response.will_close:
            self.connection.close()
        assert response.headers["Content-Type"] == "application/json"
        answer = json.loads(text)
        if response.status != 200:
            assert list(answer) == ["error"] and len(answer["error"]) > 15, answer
        return response.status, answer

    def edit(self, **body) -> tuple[int, dict]:
        return self.send("/-/edit", json.dumps({"zone": ZONE, **body}).encode())

    def event(self, **body) -> tuple[int, dict]:
        return self.send("/-/event", json.dumps({"zone": ZONE, **body}).encode())

    def undo(self, name: str) -> tuple[int, dict]:
        return self.send("/-/undo", json.dumps({"undo": name}).encode())


class Editing:
    """A server with `--edit`, for the duration of a `with` block."""

    def __init__(self, content: Path, *words):
        self.words = [
            "serve", "--edit", "--content", content, "--port", 0, "--tz", ZONE, "--templates", tool.TEMPLATES, *words,
        ]  # fmt: skip

    def __enter__(self):
        self.context = running(*self.words)
        self.server = self.context.__enter__()
        self.server.url = self.server.line("Serving").split(" at ")[1].split()[0]
        self.server.port = int(self.server.url.rstrip("/").rsplit(":", 1)[1])
        return self.server

    def __exit__(self, *error):
        return self.context.__exit__(*error)


def crlf(text: str) -> bytes:
    return text.strip("\n").replace("\n", "\r\n").encode() + b"\r\n"


def lf(text: str) -> bytes:
    return text.strip("\n").encode() + b"\n"


BERLIN = """
BEGIN:VTIMEZONE
TZID:Europe/Berlin
X-LIC-LOCATION:Europe/Berlin
BEGIN:DAYLIGHT
TZNAME:CEST
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZNAME:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
""".strip()

WORK = crlf(
    f"""
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example Corp.//Some Program 1.0//EN
X-WR-CALNAME:Work
{BERLIN}
BEGIN:VTIMEZONE
TZID:Custom Hall
BEGIN:STANDARD
TZOFFSETFROM:+0530
TZOFFSETTO:+0530
DTSTART:19700101T000000
END:STANDARD
END:VTIMEZONE
COMMENT:between the components
BEGIN:VEVENT
UID:utc@work
DTSTAMP:20260101T000000Z
DTSTART:20261103T090000Z
DTEND:20261103T100000Z
SUMMARY:In UTC
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin;X-KEEP=yes:20261104T090000
DTEND;TZID=Europe/Berlin:20261104T103000
DTSTAMP:20260101T000000Z
UID:berlin@work
SEQUENCE:4
LAST-MODIFIED:20260202T000000Z
SUMMARY;LANGUAGE=de:Zähler\\, Räder und eine sehr lange Überschrift\\; sie wird gefal
 tet\\, weil sie länger ist als eine Zeile es sein darf – wirklich
DESCRIPTION:A description that is folded within a character: ä\\nand goes on
  with two lines
X-UNKNOWN;X-PARAMETER="a;b:c":kept, as it is; all of it
COMMENT:a comment
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT15M
DESCRIPTION:Soon
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:custom@work
DTSTAMP:20260101T000000Z
DTSTART;TZID=Custom Hall:20261105T110000
DURATION:PT45M
SUMMARY:In a zone of the file's own
END:VEVENT
BEGIN:VEVENT
UID:floating@work
DTSTAMP:20260101T000000Z
DTSTART:20261106T120000
DTEND:20261106T130000
SUMMARY:Wherever one is
END:VEVENT
BEGIN:VEVENT
UID:day@work
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261110
SUMMARY:A day
END:VEVENT
BEGIN:VEVENT
UID:days@work
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261112
DTEND;VALUE=DATE:20261115
SUMMARY:Three days
END:VEVENT
BEGIN:VEVENT
UID:moment@work
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20261116T150000
END:VEVENT
BEGIN:VEVENT
UID:weekly@work
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20260907T093000
DTEND;TZID=Europe/Berlin:20260907T101500
RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=16
EXDATE;TZID=Europe/Berlin:20261012T093000,20261019T093000
SUMMARY:Every Monday
X-UNKNOWN:of the series
END:VEVENT
BEGIN:VEVENT
UID:weekly@work
RECURRENCE-ID;TZID=Europe/Berlin:20261005T093000
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20261006T140000
DTEND;TZID=Europe/Berlin:20261006T144500
SUMMARY:Every Monday
X-UNKNOWN:of the instance
END:VEVENT
BEGIN:VEVENT
UID:rigid@work
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20261102T080000
DURATION:PT1H
RRULE:FREQ=WEEKLY;UNTIL=20270110T225959Z;BYDAY=MO,WE,FR
SUMMARY:Three times a week
END:VEVENT
BEGIN:VEVENT
UID:daily@work
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261201
RRULE:FREQ=DAILY;INTERVAL=3;UNTIL=20270105
EXDATE;VALUE=DATE:20261207
SUMMARY:Every third day
END:VEVENT
BEGIN:VTODO
UID:todo@work
DTSTAMP:20260101T000000Z
SUMMARY:Not an event
END:VTODO
END:VCALENDAR
"""
)
# A fold within a character, which RFC 5545 allows and old programs write.
WORK = WORK.replace("character: ä".encode(), "character: ".encode() + b"\xc3\r\n \xa4")

HOME = lf(
    """
BEGIN:VCALENDAR
VERSION:2.0
PRODID:hand
BEGIN:VEVENT
UID:monthly@home
DTSTAMP:20260101T000000Z
DTSTART:20260910T100000Z
DTEND:20260910T113000Z
RRULE:FREQ=MONTHLY;BYMONTHDAY=10;COUNT=8
SUMMARY:Every month
END:VEVENT
BEGIN:VEVENT
UID:dates@home
DTSTAMP:20260101T000000Z
DTSTART:20261101T100000Z
DURATION:PT30M
RDATE:20261108T100000Z,20261116T110000Z
RRULE:FREQ=WEEKLY;COUNT=2
SUMMARY:By rule and dates
END:VEVENT
BEGIN:VEVENT
UID:float@home
DTSTAMP:20260101T000000Z
DTSTART:20261103T190000
DTEND:20261103T200000
RRULE:FREQ=DAILY;COUNT=12
SUMMARY:Every evening
X-LONG:0123456789012345678901234567890123456789012345678901234567890123456
 789
 0123456789
END:VEVENT
END:VCALENDAR
"""
)

LIST = lf(
    """
[
  {
    "uid": "berlin@list",
    "title": "With a zone",
    "start": "2026-11-15T10:00",
    "end": "2026-11-15T11:30",
    "tz": "Europe/Berlin",
    "unknown": { "a": [1, 2,  3] },
    "desc": "kept"
  },
  { "startDate": 1796320800, "range": 5400, "type": 2, "title": "Supper" , "uid":"supper@list"},
  {"title":"Offset","start":"2026-11-18T09:00:00+01:00","end":"2026-11-18T10:00:00+01:00","uid":"offset@list"},
  {
    "uid": "float@list", "title": "Floats \\u00e9",
    "start": "2026-11-19 09:00"
  },
  { "uid": "day@list", "title": "Dates", "start": "2026-12-05", "end": "2026-12-07", "allDay": true },
  { "title": "Without a UID", "start": "2026-11-25T09:00:00Z", "location": { "name": "Café", "city": "Berlin" } },
  {
    "uid": "weekly@list",
    "title": "Stand-up",
    "start": "2026-11-03T09:30",
    "end": "2026-11-03T09:45",
    "tz": "Europe/Berlin",
    "rrule": "FREQ=WEEKLY;BYDAY=TU;COUNT=10",
    "exdates": [
      "2026-11-17T09:30",
      "2026\\u002d12-08T09:30"
    ]
  },
  {
    "uid": "daily@list",
    "title": "Days",
    "start": "2026-12-10",
    "rrule": "RRULE:FREQ=DAILY;UNTIL=20261222",
    "categories": ["x"]
  }
]
"""
)


def vdir(number: int, lines: str) -> bytes:
    vevent = f"BEGIN:VEVENT\nUID:v{number}@vdir\n{lines}\nEND:VEVENT"
    return crlf(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//vdir//EN\n{BERLIN}\n{vevent}\nEND:VCALENDAR")


VDIR = {
    "v1.ics": vdir(
        1, "DTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20261120T090000\n"
        "DTEND;TZID=Europe/Berlin:20261120T100000\nSUMMARY:One\nX-A:b"),
    "v2.ics": vdir(2, "DTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261122\nSUMMARY:Two"),
    "v3.ics": vdir(
        3, "DTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20261102T170000\nDURATION:PT2H\n"
        "RRULE:FREQ=DAILY;COUNT=20\nSUMMARY:Three"),
}  # fmt: skip


def write(folder: Path) -> Path:
    """Writes the calendars into a folder."""
    (folder / "shared").mkdir(parents=True)
    (folder / "work.ics").write_bytes(WORK)
    (folder / "home.ics").write_bytes(HOME)
    (folder / "events.json").write_bytes(LIST)
    for name, data in VDIR.items():
        (folder / "shared" / name).write_bytes(data)
    return folder


UTC_EVENT = {
    "action": "change", "uid": "utc@work", "scope": "all", "recurrenceId": None, "title": "In UTC",
    "was": {"start": "2026-11-03T17:00:00+08:00", "end": "2026-11-03T18:00:00+08:00", "title": "In UTC"},
    "start": "2026-11-03T19:00:00+08:00", "end": "2026-11-03T20:00:00+08:00",
}  # fmt: skip
