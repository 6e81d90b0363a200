"""The seeds of fuzzing: files of the project and the system, in the form of each target."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape


def icalendar(root: Path) -> Iterator[bytes]:
    for folder in ["Tests/Fixtures/ical", "Content"]:
        for path in sorted((root / folder).glob("*.ics")):
            yield path.read_bytes()


def rrule(root: Path) -> Iterator[bytes]:
    """Every rule of the tests, after two letters that choose DTSTART and the window."""
    rules = set()
    for folder, pattern in [("Tests/RecurrenceTests", "*.swift"), ("Tests/Fixtures/ical", "*.ics")]:
        for path in (root / folder).glob(pattern):
            text = path.read_text(errors="replace").replace("\r\n ", "")
            rules.update(re.findall(r"FREQ=[A-Z0-9=;,+-]+", text))
    for index, rule in enumerate(sorted(rules)):
        yield bytes([0x61 + index % 10, 0x61 + index // 10 % 8]) + rule.encode()


def zone_files() -> list[bytes]:
    folder = Path(os.environ.get("TZDIR") or "/usr/share/zoneinfo")
    files = {path.read_bytes() for path in folder.rglob("*") if path.is_file() and "right" not in path.parts}
    return sorted(data for data in files if data.startswith(b"TZif"))


def tzif(root: Path) -> Iterator[bytes]:
    yield from zone_files()


def posix_tz(root: Path) -> Iterator[bytes]:
    yield from sorted({data.rstrip(b"\n").rsplit(b"\n", 1)[-1] for data in zone_files()})


def mustache(root: Path) -> Iterator[bytes]:
    """Each page of the theme with the layout, and each case of the specification with its partials."""
    layout = (root / "Templates/layout.mustache").read_bytes()
    for path in sorted((root / "Templates").glob("*.mustache")):
        yield b"\x1c".join([path.read_bytes(), layout])
    for path in sorted((root / "Tests/Fixtures/mustache-spec").glob("*.json")):
        for case in json.loads(path.read_text())["tests"]:
            partials = list(case.get("partials", {}).values())[:3]
            yield b"\x1c".join(text.encode() for text in [case["template"], *partials])


def events_json(root: Path) -> Iterator[bytes]:
    """The sample's file, and every event in the tests of the reader."""
    yield (root / "Content/events.json").read_bytes()
    tests = (root / "Tests/ReadersTests/EventsFileTests.swift").read_text()
    for event in re.findall(r'#"(\{.*?\})"#', tests):
        yield b"[" + event.encode() + b"]"


def drawing(root: Path) -> Iterator[bytes]:
    """The drawings of the reader's fixtures and of the theme, and every piece in its tests."""
    for folder in ["Tests/Fixtures/readers/drawings", "Templates/assets/icons"]:
        for path in sorted((root / folder).glob("*.svg")):
            yield path.read_bytes()
    tests = (root / "Tests/ReadersTests/DrawingTests.swift").read_text()
    for piece in re.findall(r'^    \("[^"]*", "(<.*?)", #*"', tests, re.M):
        text = piece.replace('\\"', '"').replace("\\\\", "\\")
        head = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
        yield f"{head}{text}</svg>".encode()


JCAL = """["vcalendar",[["version",{},"text","2.0"],["x-wr-calname",{},"unknown","Us"]],[["vevent",[
["uid",{},"text","1"],["dtstart",{"tzid":"Europe/Berlin"},"date-time","2026-11-20T09:00:00"],
["duration",{},"duration","PT1H"],["rrule",{},"recur",{"freq":"WEEKLY","byday":["MO","2TU"],"until":"2027-01-01"}],
["exdate",{},"date-time","2026-11-27T09:00:00","2026-12-04T09:00:00"],["geo",{},"float",[52.5,13.4]],
["rdate",{},"period",["2026-12-01T09:00:00Z","PT2H"],"2026-12-02T09:00:00Z/2026-12-02T10:00:00Z"],
["attendee",{"cn":"A;B","member":["mailto:a@b","mailto:c@d"]},"cal-address","mailto:x@y"],
["request-status",{},"text",["2.0","Success"]],["priority",{},"integer",1],["x-flag",{},"boolean",true],
["summary",{"language":"de"},"text","\\u00fc\\n, ; \\\\"],["categories",{},"text","a,b","c"]],
[["valarm",[["trigger",{},"duration","-PT5M"]],[]]]],
["vtimezone",[["tzid",{},"text","Z"]],[["standard",[["tzoffsetto",{},"utc-offset","+01:00"]],[]]]]]]"""

XCAL = """<?xml version="1.0" encoding="utf-8"?>
<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><properties><version><text>2.0</text></version>
</properties><components><vevent><properties><uid><text>1</text></uid>
<dtstart><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-11-20T09:00:00</date-time>
</dtstart><rrule><recur><freq>WEEKLY</freq><byday>MO</byday><byday>2TU</byday><until>2027-01-01</until></recur></rrule>
<geo><latitude>52.5</latitude><longitude>13.4</longitude></geo><rdate><period><start>2026-12-01T09:00:00Z</start>
<duration>PT2H</duration></period></rdate><categories><text>a,b</text><text>c</text></categories>
<x-a><unknown>raw;x</unknown></x-a><o:x xmlns:o="urn:x">y</o:x><summary><text>&#252; &amp; &lt;</text></summary>
</properties><components><valarm/></components></vevent></components></vcalendar></icalendar>"""

MULTISTATUS = """<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"
 xmlns:S="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"><D:response><D:href>/cal/%C3%BC a/</D:href>
<D:propstat><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>Team</D:displayname>
<A:calendar-color>#FF2968FF</A:calendar-color><A:calendar-order>3</A:calendar-order><S:getctag>7</S:getctag>
<C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>
<D:supported-report-set><D:supported-report><D:report><D:sync-collection/></D:report></D:supported-report>
</D:supported-report-set><C:calendar-home-set><D:href>../h/</D:href></C:calendar-home-set>
<D:current-user-principal><D:unauthenticated/></D:current-user-principal></D:prop><D:status>HTTP/1.1 200 OK</D:status>
</D:propstat></D:response><D:response><D:href>a.ics</D:href><D:propstat><D:prop><D:getetag>"1"</D:getetag>
<C:calendar-data>BEGIN:VCALENDAR&#13;
END:VCALENDAR</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response><D:response>
<D:href>https://other.example.org:8443/b?c#d</D:href><D:status>HTTP/1.1 404 Not Found</D:status>
<D:error><D:valid-sync-token/></D:error></D:response><D:sync-token>http://x/7</D:sync-token></D:multistatus>"""


def jcal(root: Path) -> Iterator[bytes]:
    """A calendar with every type of value, and small fixtures with values as they are in iCalendar."""
    yield JCAL.encode()
    for data in small(root):
        yield json.dumps(tree(data)).encode()


def xcal(root: Path) -> Iterator[bytes]:
    yield XCAL.encode()
    for data in small(root):
        head = '<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0">'
        yield f"{head}{''.join(map(element, tree(data)))}</icalendar>".encode()


def small(root: Path) -> list[bytes]:
    """Some of the small fixtures: what is in them is fuzzed as iCalendar."""
    return [data for data in icalendar(root) if len(data) < 1_000][::6]


def element(component: list) -> str:
    name, properties, components = component
    inside = "".join(
        f"<{key}><{kind}>{value}</{kind}></{key}>"
        for key, _, kind, value in ([*one[:3], escape(one[3])] for one in properties)
    )
    parts = "".join(map(element, components))
    return f"<{name}><properties>{inside}</properties><components>{parts}</components></{name}>"


def tree(data: bytes) -> list:
    """The components of a calendar as in jCal, of those lines that have no parameters."""
    stack: list = [["", [], []]]
    for line in data.decode(errors="replace").replace("\r\n ", "").splitlines():
        name, _, value = line.partition(":")
        if name == "BEGIN":
            stack.append([value.lower(), [], []])
            stack[-2][2].append(stack[-1])
        elif name == "END" and len(stack) > 1:
            stack.pop()
        elif name.replace("-", "").isalnum():
            stack[-1][1].append([name.lower(), {}, "unknown", value])
    return stack[0][2]


def multistatus(root: Path) -> Iterator[bytes]:
    yield MULTISTATUS.encode()
    yield b'<error xmlns="DAV:"><valid-sync-token/></error>'


def search_index(root: Path) -> Iterator[bytes]:
    """A query and the files that it needs, of a small site; also without some of them, and with other limits."""
    for path in sorted((root / "Tests/Fixtures/fuzz/search-index").glob("*")):
        data = path.read_bytes()
        for flags in range(16):
            yield bytes([flags]) + data[1:]


HTTP_HEAD = """HTTP/1.1 200 OK\r
Date: Sun, 01 Mar 2026 00:00:00 GMT\r
Expires: Sun, 01 Mar 2026 06:00:00 GMT\r
Cache-Control: private, max-age=3600\r
ETag: W/"a"\r
Last-Modified: Sat, 28 Feb 2026 00:00:00 GMT\r
Location: https://[2001:db8::1]:8443/a?b#c\r
Retry-After: 120\r
Content-Type: text/calendar; charset=utf-8\r
\r
"""


def http_answer(root: Path) -> Iterator[bytes]:
    """A head and a small calendar, which an earlier answer had with another stamp."""
    for data in small(root):
        stamped = data.replace(b"BEGIN:VEVENT", b"BEGIN:VEVENT\r\nDTSTAMP:20260101T000000Z")
        lasting = data.replace(b"BEGIN:VEVENT", b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nBEGIN:VEVENT", 1)
        yield HTTP_HEAD.encode() + lasting + b"\x1c" + stamped
        yield HTTP_HEAD.encode() + stamped + b"\x1c" + stamped.replace(b"20260101T", b"20260102T")
    yield b"HTTP/1.1 503 Busy\nRetry-After: Sun, 01 Mar 2026 01:00:00 GMT\r\n\r\n<html>"


def words(root: Path) -> Iterator[bytes]:
    """The words of two languages, and each of their lines with its section."""
    for language in ["ar", "de"]:
        data = (root / f"Templates/words/{language}.yml").read_bytes()
        yield data
        section = b""
        for line in data.splitlines():
            if line and not line.startswith((b" ", b"#")):
                section = line
            elif line.strip() and not line.startswith(b"#"):
                yield section + b"\n" + line + b"\n"


def pattern(root: Path) -> Iterator[bytes]:
    for pair in [
        "*doctor*|Doctor's appointment", "1:1 ?|1:1 B", "a*b*c|aXbXbXc", "*|", "Straße|STRASSE", "e\u0301|\u00c9",
        " a |a", "\u0130|i", "?|\U0001F468\u200D\U0001F469", "a**b|ab", "*a*a*a*a*a*b|aaaaaaaaaaaaaaaa",
        "the knee|the\u00a0 \tknee", "doc?tor|doc\u00adtor", "?|\t\u2028\u200e\u00a9", "Tom &amp; *|Tom & Jerry",
    ]:
        yield pair.replace("|", "\x1c").encode()


def change_list(root: Path) -> Iterator[bytes]:
    """Manifests of two builds, of which some files are the same."""
    paths = ["404.html", "agenda/2026-11.html", "assets/a-0123.css", "calendar/2026-11.html", "data/site.bin"]
    paths += ["feeds/all.ics", "index.html", "sitemap.xml", "sw.js", "zone/utc/index.html"]

    def manifest(chosen: list[str], digit: str, version: str = "2") -> bytes:
        lines = [f"{path}\t{len(path)}\t{digit * 64}\ttext/html" if version[0] == "2" else path for path in chosen]
        return f"busylife-gen {version}\n{''.join(line + chr(10) for line in lines)}\n".encode()

    yield manifest(paths, "a") + b"\x1c" + manifest(paths, "b")
    yield manifest(paths[::2], "a") + b"\x1c" + manifest(paths, "a")
    yield manifest(paths, "a", "1") + b"\x1c" + manifest(paths[1:4], "a")
    yield manifest([], "a") + b"\x1c" + manifest(paths, "a", "2 1/2")


SEEDS = {
    "icalendar": icalendar,
    "settling": icalendar,
    "rrule": rrule,
    "tzif": tzif,
    "posix-tz": posix_tz,
    "mustache": mustache,
    "events-json": events_json,
    "drawing": drawing,
    "jcal": jcal,
    "xcal": xcal,
    "multistatus": multistatus,
    "http-answer": http_answer,
    "search-index": search_index,
    "words": words,
    "pattern": pattern,
    "change-list": change_list,
}


def write(name: str, root: Path, folder: Path) -> None:
    """Writes the seeds of a target, named by their content, so that writing them again adds nothing."""
    for data in SEEDS[name](root):
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)
