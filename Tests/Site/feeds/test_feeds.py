"""Feeds: what other programs read of them is what `agenda` says, however loose the content is.

khal and calcurse are asked if they are installed; the other peers are packages of Python.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import feedparser
import icalendar
import pytest
import recurring_ical_events
import vobject

import surroundings
import tool
from content import Content, calendar, vevent
from pages import Site
from programs import parsed

ATOM = "{http://www.w3.org/2005/Atom}"
ZONE = "Europe/Copenhagen"
FIRST, BEYOND = "2026-11-01", "2027-02-01"
TODAY = date(2026, 11, 21)
WINDOW = ("--tz", ZONE, "--from", FIRST, "--to", BEYOND)

SETTINGS = """\
title: "Tom & <b>Jerry</b> \\U0001F600 \\u05D0"
url: https://example.org/cal/
author: Yara & Co
locale: en-GB
feedRefresh: 90m
feeds:
  filters:
    - name: Open doors
      categories: [open door, Fair]
    - name: Lunches
      title: "*LUNCH*"
      calendars: loose
    - name: Nothing of this
      title: nobody has this title
calendars:
  - {name: loose, source: loose.ics, color: "#2f6fde"}
  - {name: talks, source: talks.ics, kind: conference}
"""

# What programs write, and RFC 5545 has otherwise.
LOOSE = [
    """UID:struck
DTSTART;TZID=Europe/Copenhagen:20261102T090000
DTEND;TZID=Europe/Copenhagen:20261102T100000
RRULE:FREQ=DAILY;UNTIL=20261130
EXDATE;VALUE=DATE:20261104,20261105
EXDATE:20261106T080000Z
RDATE:20261205T110000Z
RDATE;VALUE=DATE:20261206
CATEGORIES:Café
SUMMARY:Struck out""",
    """UID:struck
RECURRENCE-ID:20261110T080000Z
DTSTART;TZID=America/New_York:20261110T090000
DTEND;TZID=America/New_York:20261110T093000
RRULE:FREQ=DAILY
SUMMARY:Moved""",
    """UID:floating
DTSTART:20261103T120000
DURATION:PT45M
RRULE:FREQ=WEEKLY;UNTIL=20261215T120000Z
EXDATE;VALUE=DATE:20261110
CATEGORIES:cafe,Open door
SUMMARY:Lunch without a zone""",
    """UID:dates
DTSTART:20261116
DTEND:20261118
RRULE:FREQ=WEEKLY;UNTIL=20261210T100000Z;BYHOUR=9
EXDATE:20261130T000000Z
CATEGORIES:Fair
SUMMARY:Dates without VALUE""",
    """UID:dashes
DTSTART:2026-11-20T09:00:00
DTEND:2026-11-20T08:00:00
DURATION:PT1H
DTSTAMP:2026-11-01
SUMMARY:An end before the start
SUMMARY:Said twice""",
    """UID:old
DTSTART;TZID=America/New_York:19551224T120000
RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24
SUMMARY:From before 1970""",
    """UID:utc
DTSTART:20261112T100000z
RRULE:freq=daily;count=3;until=20271231T000000Z
LAST-MODIFIED:20261115T101500Z
CATEGORIES:日本,CON,<i>&"markup",a b,a-b
SUMMARY:Lunch & <script>alert(1)</script> \\u0007😀 אבג""",
    """UID:nameless
DTSTART;TZID=Europe/Copenhagen:20261125T180000
DTEND;TZID=Europe/Copenhagen:20261125T190000
LAST-MODIFIED:20300101T000000Z
LOCATION:https://example.org/room?a=1&b=2
DESCRIPTION:See https://example.org/x, 1 < 2 & javascript:alert(1)\\n\\nSecond]]>""",
    "UID:long\nDTSTART:20261201T100000Z\nDTEND:20261201T110000Z\nSUMMARY:Long\nDESCRIPTION:" + "word &<> " * 120_000,
    "UID:crowd\nDTSTART:20261202T100000Z\nDTEND:20261202T110000Z\nSUMMARY:Crowd\n"
    + "\n".join(f"ATTENDEE;CN=Guest {n}:mailto:guest{n}@example.org" for n in range(200)),
    """UID:far
DTSTART;TZID=Europe/Copenhagen:20261222T100000
DTEND;TZID=Europe/Copenhagen:20261222T110000
SUMMARY:Beyond thirty days""",
    """UID:last
DTSTART;TZID=Europe/Copenhagen:20261221T233000
DTEND;TZID=Europe/Copenhagen:20261222T010000
SUMMARY:On the thirtieth day""",
]

TALKS = [
    """UID:keynote
DTSTART;TZID=Europe/Copenhagen:20261204T100000
DTEND;TZID=Europe/Copenhagen:20261204T113000
LOCATION:Hall <1>
CATEGORIES:Conference,Main & more
ATTENDEE;ROLE=CHAIR;CN=Ada:mailto:ada@example.org
ATTENDEE;ROLE=CHAIR:mailto:bob@example.org
ATTENDEE;ROLE=CHAIR;CN=eve@example.org:mailto:eve@example.org
ATTENDEE;CN=Guest:mailto:guest@example.org
ORGANIZER;CN=Ada:mailto:ada@example.org
DESCRIPTION:About <it>
SUMMARY:Keynote""",
    """UID:standup
DTSTART;TZID=Europe/Copenhagen:20261204T090000
DURATION:PT15M
RRULE:FREQ=DAILY;COUNT=2
LOCATION:Room 2
SUMMARY:Stand-up""",
    """UID:elsewhere
DTSTART;TZID=Europe/Copenhagen:20261205T090000
DTEND;TZID=Europe/Copenhagen:20261205T100000
SUMMARY:Without a room""",
]


def write(folder: Path, settings: str = SETTINGS, loose: list[str] | None = None) -> Path:
    folder.mkdir()
    (folder / "site.yml").write_text(settings, encoding="utf-8")
    for name, events in (("loose", loose or LOOSE), ("talks", TALKS)):
        text = "\n".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT" for event in events)
        (folder / f"{name}.ics").write_text(
            f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{text}\nEND:VCALENDAR\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def loose(tmp_path_factory) -> tuple[Path, Site]:
    folder = tmp_path_factory.mktemp("loose")
    content = write(folder / "Content")
    tool.build(folder / "site", *WINDOW, content=content)
    return content, Site(folder / "site", "https://example.org/cal/")


def occurrences(content: Path, *words) -> dict[str, set[tuple]]:
    """What `agenda` says, by UID: start, end, and whether it is given by dates."""
    found: dict[str, set[tuple]] = {}
    for day in tool.agenda(content, *words)["days"]:
        for event in day["events"]:
            found.setdefault(event["uid"], set()).add((event["start"], event["end"], event["allDay"]))
    return found


def feeds(site: Site) -> list[Path]:
    return sorted((site.root / "feeds").rglob("*.ics"))


def unfolded(feed: Path) -> str:
    return feed.read_bytes().decode().replace("\r\n ", "")


# ---- iCalendar ---------------------------------------------------------------------------------------------


def expanded(feed: bytes, zone) -> dict[str, set[tuple]]:
    """What icalendar and recurring_ical_events say, in the form of ``occurrences``."""
    def text(time) -> str:
        if not isinstance(time, datetime):
            return time.isoformat()
        return (time.astimezone(zone) if time.tzinfo else time.replace(tzinfo=zone)).isoformat()

    found: dict[str, set[tuple]] = {}
    first, beyond = (datetime.fromisoformat(day).replace(tzinfo=zone) for day in (FIRST, BEYOND))
    for event in recurring_ical_events.of(icalendar.Calendar.from_ical(feed)).between(first, beyond):
        if event.get("STATUS") == "CANCELLED":
            continue
        times = event["DTSTART"].dt, event["DTEND"].dt
        found.setdefault(str(event["UID"]), set()).add(
            (text(times[0]), text(times[1]), not isinstance(times[0], datetime)))
    return found


@pytest.mark.parametrize("which", ["loose", "sample"])
def test_every_feed_is_what_agenda_says(which, loose, sample, request):
    content, site = loose if which == "loose" else (tool.CONTENT, sample)
    name = ZONE if which == "loose" else "Asia/Shanghai"
    said = occurrences(content, "--tz", name, "--from", FIRST, "--to", BEYOND)
    paths = feeds(site)
    assert len(paths) > 10
    for path in paths:
        feed = path.read_bytes()
        calendar = parsed(feed)
        uids = {str(event["UID"]) for event in calendar.walk("VEVENT")}
        assert uids, path
        found = expanded(feed, ZoneInfo(name))
        assert found == {uid: said[uid] for uid in uids if uid in said}, path
        strict(path)
        # vobject reads every value of its own accord.
        for event in vobject.readOne(feed.decode()).vevent_list:
            assert event.uid.value in uids


def strict(path: Path) -> None:
    """All times of a series are in the form and the zone of DTSTART."""
    text = unfolded(path)
    starts: dict[str, str] = {}
    blocks = re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text, re.S)
    form = re.compile(r"(?:;VALUE=DATE)?(?:;TZID=(?:\"[^\"]*\"|[^:;]*))?")
    for block in blocks:
        lines = block.split("\r\n")
        uid = next(line for line in lines if line.startswith("UID:"))
        start = next(line for line in lines if line.startswith("DTSTART"))
        head, _, value = start.removeprefix("DTSTART").rpartition(":")
        shape = head, len(value)
        assert form.fullmatch(head), start
        if not any(line.startswith("RECURRENCE-ID") for line in lines):
            starts[uid] = shape
        names = [re.split("[:;]", line)[0] for line in lines]
        for single in ("DTSTART", "DTEND", "DTSTAMP", "SUMMARY", "DURATION", "UID"):
            assert names.count(single) <= 1, block
        assert not {"DTEND", "DURATION"} <= set(names), block
        for line in lines:
            name = re.match(r"(EXDATE|RDATE|RECURRENCE-ID)", line)
            if name and (uid in starts):
                head, _, value = line.removeprefix(name[1]).replace(";RANGE=THISANDFUTURE", "").rpartition(":")
                for one in value.split(","):
                    assert (head, len(one)) == starts[uid], (path, line, starts[uid])
            until = re.match(r"RRULE.*UNTIL=([0-9TZ]+)", line)
            if until:
                wanted = 8 if len(value_of(start)) == 8 else 15 if is_floating(start) else 16
                assert len(until[1]) == wanted, (path, line, start)
    defined = re.findall(r"BEGIN:VTIMEZONE\r\nTZID:(.*)\r", text)
    assert len(defined) == len(set(defined))


def value_of(line: str) -> str:
    return line.rpartition(":")[2]


def is_floating(start: str) -> bool:
    return "TZID" not in start and not start.endswith("Z")


def test_values_of_a_wrong_form_are_mended_or_left_out(tmp_path):
    """khal and icalendar give up a whole file for some of them."""
    written = {
        "DURATION:P1WT1H": "DURATION:P7DT1H", "DURATION:P1W2D": "DURATION:P9D", "DURATION:PT1H1H": "DURATION:PT2H",
        "DURATION:P1W": "DURATION:P1W", "DURATION:P1DT2H": "DURATION:P1DT2H", "SEQUENCE:abc": None,
        "SEQUENCE:2": "SEQUENCE:2", "GEO:foo": None, "GEO:52.1,13.2": "GEO:52.1;13.2",
        "GEO:52.1;-13.2": "GEO:52.1;-13.2",
        "PRIORITY:high": None, "PRIORITY:5": "PRIORITY:5", "DURATION:PT1H30S": "DURATION:PT1H0M30S",
        "DUE:then": None, "COMPLETED:20261101T120000Z": None,
        'GEO;X=a"b:1;2': "GEO:1;2", "RRULE:FREQ=WEEKLY;UNTIL=20260901T235959Z": "RRULE:FREQ=DAILY;COUNT=1",
    }
    events = "".join(
        f"BEGIN:VEVENT\nUID:{i}\nDTSTAMP:20260101T000000Z\nDTSTART:202611{i + 1:02}T120000Z\nSUMMARY:{i}\n{line}\n"
        "END:VEVENT\n" for i, line in enumerate(written))
    made = Content(tmp_path, files={"a.ics": calendar(events)})
    made.build(*WINDOW)
    feed = made.feed()
    names = ("DURATION", "SEQUENCE", "GEO", "PRIORITY", "RRULE", "DUE", "COMPLETED")
    found = [line for line in feed.splitlines() if line.startswith(names)]
    assert found == [line for line in written.values() if line]
    assert len(icalendar.Calendar.from_ical(feed).walk("VEVENT")) == len(written)


ALARMS = {
    "ACTION:DISPLAY\nTRIGGER:-PT1H1H\nDESCRIPTION:x": "TRIGGER:-PT2H",
    "ACTION:DISPLAY\nTRIGGER;RELATED=END:PT5M\nDESCRIPTION:x": "TRIGGER;RELATED=END:PT5M",
    "ACTION:AUDIO\nTRIGGER;VALUE=DATE-TIME:20261101T090000Z": "TRIGGER;VALUE=DATE-TIME:20261101T090000Z",
    "ACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:soon": None, "ACTION:DISPLAY\nTRIGGER:bogus": None,
    "TRIGGER:-PT1H": None, "ACTION:DISPLAY": None,
}


def test_alarms_are_mended_or_left_out(tmp_path):
    events = [vevent(f"{i}", "BEGIN:VALARM", *alarm.split("\n"), "END:VALARM", day=i + 1)
              for i, alarm in enumerate(ALARMS)]
    made = Content(tmp_path, files={"a.ics": calendar(*events)})
    made.build(*WINDOW)
    feed = made.feed()
    assert re.findall("^TRIGGER[^\r]*", feed, re.M) == [line for line in ALARMS.values() if line]
    assert feed.count("BEGIN:VALARM") == feed.count("END:VALARM") == 3


def test_zones_cover_every_instance(tmp_path):
    """Its zone is defined from November on, and one instance is in October."""
    zone = ("BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:20261101T000000\nTZOFFSETFROM:+0330\n"
            "TZOFFSETTO:+0415\nEND:STANDARD\nEND:VTIMEZONE\n")
    one = vevent("1", "DTSTART;TZID=Own:20261201T120000", "DURATION:PT1H",
                 "RDATE;TZID=Own:20261015T120000,20261220T120000")
    made = Content(tmp_path, files={"a.ics": calendar(zone, one)})
    window = ("--tz", "UTC", "--from", "2026-10-01", "--to", "2027-01-01")
    made.build(*window)
    starts = sorted(event["DTSTART"].dt.astimezone(timezone.utc).isoformat() for event in
                    recurring_ical_events.of(made.parsed()).between(date(2026, 10, 1), date(2027, 1, 1)))
    assert starts == [event["start"] for event in made.agenda(*window)] and len(starts) == 3


def test_what_a_feed_says_of_itself(loose):
    _, site = loose
    calendar = icalendar.Calendar.from_ical((site.root / "feeds/loose.ics").read_bytes())
    text = unfolded(site.root / "feeds/loose.ics")
    assert "\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H30M\r\nX-PUBLISHED-TTL:PT1H30M\r\n" in text
    assert "\r\nURL:https://example.org/cal/\r\nSOURCE;VALUE=URI:https://example.org/cal/feeds/loose.ics\r\n" in text
    assert calendar["COLOR"] == "royalblue" and calendar["X-APPLE-CALENDAR-COLOR"] == "#2f6fde"
    assert calendar["LAST-MODIFIED"].dt == datetime(2030, 1, 1, tzinfo=timezone.utc)
    assert calendar["NAME"] == "loose"
    # Dates before 1970 are covered.
    assert "DTSTART:19550101T000000" in text


def test_feeds_of_categories_and_filters(loose):
    """Names that meet have files of their own, and each file has the events of its name."""
    _, site = loose
    found = {}
    for path in (site.root / "feeds/category").glob("*.ics"):
        calendar = icalendar.Calendar.from_ical(path.read_bytes())
        found[str(calendar["NAME"])] = {str(event["UID"]) for event in calendar.walk("VEVENT")}
        assert re.fullmatch(r"[a-z0-9-]+\.ics", path.name)
    assert found == {
        "Café": {"struck"}, "cafe": {"floating"}, "Open door": {"floating"}, "Fair": {"dates"}, "日本": {"utc"},
        "CON": {"utc"}, '<i>&"markup"': {"utc"}, "a b": {"utc"}, "a-b": {"utc"}, "Conference": {"keynote"},
        "Main & more": {"keynote"},
    }
    assert (site.root / "feeds/category/open-door.ics").exists()
    assert not (site.root / "feeds/category/cafe.ics").exists()
    filters = {
        path.name: {str(event["UID"]) for event in icalendar.Calendar.from_ical(path.read_bytes()).walk("VEVENT")}
        for path in (site.root / "feeds/filter").glob("*.ics")
    }
    assert filters == {"open-doors.ics": {"floating", "dates"}, "lunches.ics": {"floating", "utc"}}


def names(root: Path) -> set[str]:
    """The published feeds; their QR codes lie beside them."""
    return {
        path.relative_to(root / "feeds").as_posix()
        for path in (root / "feeds").rglob("*") if path.is_file() and path.suffix != ".svg"
    }


def test_heads_name_three_feeds_and_the_page_of_feeds_all(loose):
    """A page of an event names the feed of its calendar besides, and nothing but subscribe.html names others."""
    _, site = loose
    published = {f"feeds/{name}" for name in names(site.root)}
    usual = {"feeds/all.ics", "feeds/atom.xml", "feeds/feed.json"}
    calendars = {"loose": set(), "talks": set()}
    for path in site.root.rglob("*.html"):
        name = path.relative_to(site.root).as_posix()
        head, _, body = path.read_text(encoding="utf-8").partition("</head>")
        if name == "subscribe.html":
            assert {feed for feed in published if feed in body} == published
        elif name != "embedding.html":
            assert "feeds/" not in body, name
        named = re.findall(r'<link rel="alternate" type="[a-z+/]+" href="(?:/cal/|(?:\.\./)*)(feeds/[^"]+)"', head)
        assert head.count("feeds/") == len(named) == len(set(named))
        if name.startswith("event/"):
            (calendar,) = set(named) - usual
            calendars[calendar.removeprefix("feeds/").removesuffix(".ics")].add(name)
            assert usual < set(named)
        elif name != "board.html":
            assert set(named) == usual, name
    assert all(calendars.values()) and any("keynote" in name for name in calendars["talks"])


def khal(feed: Path, folder: Path, zone: str, first: str, beyond: str) -> set[tuple]:
    """What khal says of a feed."""
    (folder / "calendar").mkdir(parents=True)
    (folder / "config").write_text(
        f"[calendars]\n[[c]]\npath = {folder}/calendar\n[sqlite]\npath = {folder}/khal.db\n"
        f"[locale]\nlocal_timezone = {zone}\ndefault_timezone = {zone}\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\n"
        "longdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n")
    environment = surroundings.environment(HOME=str(folder), TZ=zone)

    def run(*words) -> str:
        done = subprocess.run(
            ["khal", "-c", folder / "config", *words], env=environment, capture_output=True, text=True)
        assert done.returncode == 0 and "rror" not in done.stderr, f"{feed}\n{done.stderr}"
        return done.stdout

    run("import", "--batch", "-a", "c", feed)
    form = "|{uid}|{start}|{end}|{status}"
    lines = run("list", "--notstarted", "--format", form, "--day-format", "", first, beyond).splitlines()
    return {tuple(line.split("|")[1:4]) for line in lines if line.startswith("|") and "CANCELLED" not in line}


def minute(text: str) -> str:
    return text[:16].replace("T", " ")


@pytest.mark.skipif(not shutil.which("khal"), reason="khal is not installed")
@pytest.mark.parametrize("which", ["loose", "sample"])
def test_khal_shows_what_agenda_says(which, loose, sample, tmp_path):
    content, site = loose if which == "loose" else (tool.CONTENT, sample)
    zone = ZONE if which == "loose" else "Asia/Shanghai"
    last = (date.fromisoformat(BEYOND) - timedelta(days=1)).isoformat()
    for number, name in enumerate(["all.ics", *(["category/fair.ics", "loose.ics"] if which == "loose" else [])]):
        feed = site.root / "feeds" / name
        uids = set(re.findall(r"\r\nUID:(.*)\r\n", unfolded(feed)))
        said = {
            (uid, minute(start), previous(end) if whole else minute(end if start < end else an_hour_after(start)))
            for uid, times in occurrences(content, "--tz", zone, "--from", FIRST, "--to", BEYOND).items()
            for start, end, whole in times if uid in uids and start >= FIRST
        }
        assert khal(feed, tmp_path / str(number), zone, FIRST, last) == said


def an_hour_after(time: str) -> str:
    """For khal, what has no end lasts an hour."""
    return (datetime.fromisoformat(time) + timedelta(hours=1)).isoformat()


def previous(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


@pytest.mark.skipif(not shutil.which("calcurse"), reason="calcurse is not installed")
@pytest.mark.parametrize("which", ["loose", "sample"])
def test_calcurse_imports_everything(which, loose, sample, tmp_path):
    site = loose[1] if which == "loose" else sample
    environment = surroundings.environment(HOME=str(tmp_path), TZ=ZONE)
    environment["TMPDIR"] = str(tmp_path)
    done = subprocess.run(
        ["calcurse", "-D", tmp_path, "-i", site.root / "feeds/all.ics"], env=environment, capture_output=True,
        text=True)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\b0 skipped", done.stdout + done.stderr), done.stdout + done.stderr


# ---- Atom and JSON Feed ------------------------------------------------------------------------------------


def news(site: Site) -> tuple[bytes, dict]:
    return (site.root / "feeds/atom.xml").read_bytes(), json.loads((site.root / "feeds/feed.json").read_bytes())


def check_atom(feed: bytes, site: str) -> list[ElementTree.Element]:
    """The rules of RFC 4287 that the W3C's validator checks."""
    root = ElementTree.fromstring(feed)
    assert root.tag == f"{ATOM}feed"

    def one(element, name) -> str:
        found = element.findall(ATOM + name)
        assert len(found) == 1, (name, len(found))
        return found[0].text or ""

    def stamp(text: str) -> datetime:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", text), text
        return datetime.fromisoformat(text)

    now = datetime.fromisoformat(tool.NOW)
    assert one(root, "id") == f"{site}feeds/atom.xml" and one(root, "title").strip()
    assert one(root.find(ATOM + "author"), "name").strip()
    links = {link.get("rel"): link for link in root.findall(ATOM + "link")}
    assert links["self"].get("href") == one(root, "id") and links["self"].get("type") == "application/atom+xml"
    assert links["alternate"].get("href") == site
    newest = stamp(one(root, "updated"))
    entries = root.findall(ATOM + "entry")
    ids = [one(entry, "id") for entry in entries]
    assert len(ids) == len(set(ids))
    for entry in entries:
        assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", one(entry, "id"))
        assert one(entry, "title").strip()
        published, updated = stamp(one(entry, "published")), stamp(one(entry, "updated"))
        assert published <= now and published <= updated <= newest
        (content,) = entry.findall(ATOM + "content")
        assert content.get("type") == "html" and content.text
        assert not re.search(r"<(script|i|b)\b|href=\"(?!https?:|mailto:|tel:|geo:)", content.text)
        (link,) = entry.findall(ATOM + "link")
        assert link.get("rel") == "alternate" and link.get("href").startswith(site)
    return entries


def test_news_has_an_entry_for_each_occurrence_within_thirty_days(loose):
    content, site = loose
    atom, feed = news(site)
    entries = check_atom(atom, site.base_url)
    beyond = (TODAY + timedelta(days=31)).isoformat()
    wanted = [
        event["title"] or "Untitled"
        for day in tool.agenda(content, "--tz", ZONE, "--from", TODAY.isoformat(), "--to", beyond)["days"]
        for event in day["events"] if event["start"][:10] == day["date"]
    ]
    titles = [entry.find(ATOM + "title").text for entry in entries]
    assert sorted(title.rsplit(", ", 2)[0] for title in titles) == sorted(wanted)
    assert "On the thirtieth day, Monday, 21 December 2026" in titles
    assert not any("Beyond thirty days" in title for title in titles)
    for entry in entries:
        day = datetime.strptime(entry.find(ATOM + "title").text.rsplit(", ", 1)[1], "%d %B %Y").date()
        came = datetime.fromisoformat(entry.find(ATOM + "published").text).astimezone(ZoneInfo(ZONE))
        assert (came.date(), came.hour) == (day - timedelta(days=30), 0)
    # Date, time, zone, place, then the description as safe HTML.
    (nameless,) = [entry for entry in entries if entry.find(ATOM + "title").text.startswith("Untitled")]
    html = nameless.find(ATOM + "content").text
    assert html.startswith("<p>Wednesday, 25 November 2026, 18:00 – 19:00 (Europe/Copenhagen)</p>")
    assert '<a href="https://example.org/room?a=1&amp;b=2"' in html and "1 &lt; 2 &amp; javascript" in html
    # A date in the future is a mistake of the content.
    assert nameless.find(ATOM + "updated").text == nameless.find(ATOM + "published").text

    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert (feed["home_page_url"], feed["feed_url"]) == (site.base_url, site.base_url + "feeds/feed.json")
    assert feed["authors"] == [{"name": "Yara & Co"}] and feed["language"] == "en-GB"
    assert [(item["id"], item["title"], item["content_html"], item["date_published"]) for item in feed["items"]] == [
        tuple(entry.find(ATOM + name).text for name in ("id", "title", "content", "published")) for entry in entries
    ]
    assert max(len(item["content_html"]) for item in feed["items"]) > 1_000_000

    read = feedparser.parse(atom)
    assert not read.bozo and read.version == "atom10" and len(read.entries) == len(entries)
    assert [entry.title for entry in read.entries] and read.feed.title.startswith("Tom & ")
    for item in feed["items"]:
        assert set(item) <= {"id", "url", "title", "content_html", "date_published", "date_modified", "tags"}
        assert item["url"].startswith(site.base_url) and all(isinstance(tag, str) for tag in item.get("tags", []))


def test_the_news_of_the_sample(sample):
    atom, feed = news(sample)
    entries = check_atom(atom, sample.base_url)
    assert entries and len(feed["items"]) == len(entries) and not feedparser.parse(atom).bozo


def test_feeds_follow_the_days_and_edits(tmp_path):
    """A day later only what follows the day is written; entries keep their ids and dates, also when they are edited."""
    content = write(tmp_path / "Content", loose=[event for event in LOOSE if "UID:long" not in event])
    site = Site(tmp_path / "site", "https://example.org/cal/")

    def build(now: str) -> tuple[set[str], dict[str, dict]]:
        before = tool.snapshot(site.root / "feeds") if site.root.exists() else {}
        tool.build(site.root, *WINDOW, content=content, now=now)
        after = tool.snapshot(site.root / "feeds")
        return {name for name in after if after[name] != before.get(name)}, {i["id"]: i for i in news(site)[1]["items"]}

    _, first = build("2026-11-20T12:00:00Z")
    assert build("2026-11-20T22:00:00Z")[0] == set()
    changed, second = build("2026-11-21T12:00:00Z")
    assert changed == {"atom.xml", "feed.json"}
    assert set(second) - set(first) and all(first[key] == second[key] for key in set(first) & set(second))
    path = content / "loose.ics"
    path.write_text(
        path.read_text(encoding="utf-8").replace("SUMMARY:Crowd", "SUMMARY:Crowds\nLAST-MODIFIED:20261121T080000Z"),
        encoding="utf-8")
    changed, third = build("2026-11-21T12:00:00Z")
    assert changed == {"all.ics", "loose.ics", "atom.xml", "feed.json"}
    (edited,) = [key for key in third if third[key] != second[key]]
    assert third[edited]["title"].startswith("Crowds,") and third[edited]["date_modified"] == "2026-11-21T08:00:00Z"
    assert third[edited]["date_published"] == second[edited]["date_published"] and set(third) == set(second)


# ---- schedule.xml ------------------------------------------------------------------------------------------


def check_schedule(file: Path) -> ElementTree.Element:
    """The elements, their order, attributes and types in c3voc's schema of the format."""
    root = ElementTree.fromstring(file.read_bytes())
    assert root.tag == "schedule" and [child.tag for child in root][:2] == ["version", "conference"]
    assert {child.tag for child in root[2:]} <= {"day"}
    conference = {child.tag: child.text for child in root.find("conference")}
    assert {"title", "acronym", "start", "end", "days", "timeslot_duration"} == set(conference)
    first, last = date.fromisoformat(conference["start"]), date.fromisoformat(conference["end"])
    assert int(conference["days"]) == (last - first).days + 1
    seen: dict[str, set] = {"id": set(), "guid": set(), "slug": set()}
    days = []
    for day in root.findall("day"):
        when = date.fromisoformat(day.get("date"))
        days.append(when)
        assert first <= when <= last and int(day.get("index")) == (when - first).days + 1
        begin, end = (datetime.fromisoformat(day.get(name)) for name in ("start", "end"))
        assert begin.utcoffset() is not None and begin < end
        assert [room.tag for room in day] == ["room"] * len(day) and len(day) > 0
        for room in day:
            for event in room:
                parts = {child.tag: child for child in event}
                assert event.tag == "event" and len(parts) == len(event)
                assert {
                    "room", "title", "type", "date", "start", "duration", "abstract", "slug", "subtitle", "track"
                } <= set(parts)
                assert parts["room"].text == room.get("name") and parts["title"].text
                assert re.fullmatch(r"[0-2]\d:[0-5]\d", parts["start"].text)
                assert re.fullmatch(r"\d\d:[0-5]\d", parts["duration"].text)
                start = datetime.fromisoformat(parts["date"].text)
                assert begin <= start < end and start.strftime("%H:%M") == parts["start"].text
                assert int(event.get("id")) > 0
                for name, value in (
                    ("id", event.get("id")), ("guid", event.get("guid")), ("slug", parts["slug"].text)
                ):
                    assert value not in seen[name], (name, value)
                    seen[name].add(value)
                assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", event.get("guid"))
                assert all(int(person.get("id")) > 0 and person.text for person in parts["persons"])
    assert days == sorted(set(days))
    return root


def test_the_schedule_of_a_conference(loose):
    _, site = loose
    root = check_schedule(site.root / "feeds/schedule.xml")
    rows = [
        (day.get("date"), room.get("name"), *(event.findtext(name) for name in ("start", "duration", "title", "track")),
         [person.text for person in event.find("persons")])
        for day in root.findall("day") for room in day for event in room
    ]
    assert rows == [
        ("2026-12-04", "Room 2", "09:00", "00:15", "Stand-up", "", []),
        ("2026-12-04", "Hall <1>", "10:00", "01:30", "Keynote", "Main & more", ["Ada"]),
        ("2026-12-05", "Room 2", "09:00", "00:15", "Stand-up", "", []),
    ]


def test_events_without_uid_are_told_apart(tmp_path):
    """Also where their times, and their lines in two files, are the same."""
    files = {f"{name}.ics": calendar("BEGIN:VEVENT\nDTSTART:20261201T100000Z\nDTEND:20261201T110000Z\nLOCATION:Hall\n"
                                     f"SUMMARY:{title}\nEND:VEVENT\n")
             for name, title in (("a", "Same"), ("b", "Same"), ("c", "Other"))}
    talks = "calendars:\n" + "".join(f"  - {{name: {n}, source: {n}.ics, kind: conference}}\n" for n in "abc")
    made = Content(tmp_path, talks, files=files)
    made.build("--from", "2026-12-01", "--to", "2026-12-02")
    root = check_schedule(made.output / "feeds/schedule.xml")
    assert len(list(root.iter("event"))) == 3
    items = json.loads(made.page("feeds/feed.json"))["items"]
    assert len({item["id"] for item in items}) == 3


def test_without_a_conference_there_is_no_schedule(sample):
    """Places alone make no conference."""
    assert not (sample.root / "feeds/schedule.xml").exists()
    assert not [path for path in sample.root.rglob("*.html") if "schedule.xml" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("words", ["CATEGORIES:Conference", "CATEGORIES:Music,CONFERENCE"])
def test_a_category_makes_a_conference(words, tmp_path):
    """Of any calendar; what has no place has no room, and is in no schedule."""
    talks = [("a", "LOCATION:Hall\n" + words), ("b", words), ("c", "LOCATION:Hall\nCATEGORIES:conferences")]
    files = {"a.ics": calendar(*(
        f"BEGIN:VEVENT\nUID:{name}\nDTSTART:20261201T100000Z\nDTEND:20261201T110000Z\nSUMMARY:{name}\n{lines}\n"
        "END:VEVENT\n" for name, lines in talks))}
    made = Content(tmp_path, files=files)
    made.build("--from", "2026-12-01", "--to", "2026-12-02")
    root = check_schedule(made.output / "feeds/schedule.xml")
    assert [event.findtext("title") for event in root.iter("event")] == ["a"]
    assert "feeds/schedule.xml" in made.page("subscribe.html")
    # It goes with its last talk.
    made.write("a.ics", files["a.ics"].replace("onference", "ollege").replace("ONFERENCE", "OLLEGE"))
    made.build("--from", "2026-12-01", "--to", "2026-12-02")
    assert not (made.output / "feeds/schedule.xml").exists() and "schedule" not in made.page("subscribe.html")


def test_a_new_category_is_named_on_one_page(tmp_path):
    """What browsers load of the site does not name its feed."""
    made = Content(tmp_path, files={"a.ics": calendar(
        "BEGIN:VEVENT\nUID:a\nDTSTART:20261201T100000Z\nSUMMARY:A\nCATEGORIES:Choir\nEND:VEVENT\n")})
    window = ("--from", "2026-12-01", "--to", "2026-12-02")
    made.build(*window)
    before = tool.snapshot(made.output)
    made.write("a.ics", (made.folder / "a.ics").read_text().replace("Choir", "Choir,Brass"))
    made.build(*window)
    after = tool.snapshot(made.output)
    assert "feeds/category/brass.ics" in after.keys() - before.keys() and "Brass" in made.page("subscribe.html")
    changed = {name for name in before if before[name] != after.get(name)}
    assert "subscribe.html" in changed and not changed & {"404.html", "today.html", "beyond.html"}
    assert b"category/" not in (made.output / "data/site.bin").read_bytes()


def test_categories_may_have_no_feeds(tmp_path):
    made = Content(tmp_path, files={"a.ics": calendar(
        "BEGIN:VEVENT\nUID:a\nDTSTART:20261201T100000Z\nSUMMARY:A\nCATEGORIES:Choir\nEND:VEVENT\n")})
    window = ("--from", "2026-12-01", "--to", "2026-12-02")
    made.build(*window)
    assert (made.output / "feeds/category/choir.ics").exists()
    assert "feeds/category/choir.ics" in made.page("subscribe.html")
    # A filter may choose a category all the same.
    made.write("site.yml", "feeds:\n  categories: false\n  filters:\n    - {name: Singing, categories: [choir]}\n")
    made.build(*window)
    assert not (made.output / "feeds/category").exists() and (made.output / "feeds/filter/singing.ics").exists()
    assert "category/" not in made.page("subscribe.html") and "Choir" in made.page("search.html")


# ---- Who has which feeds, and settings ---------------------------------------------------------------------


@pytest.mark.parametrize("level", ["titles", "busy"])
def test_feeds_of_levels(level, tmp_path):
    content = write(tmp_path / "Content")
    tool.build(tmp_path / "site", *WINDOW, "--privacy", level, content=content)
    found = names(tmp_path / "site")
    if level == "busy":
        assert found == {"all.ics", "freebusy.ifb"}
    else:
        assert {"atom.xml", "feed.json", "category/fair.ics", "loose.ics"} <= found and "schedule.xml" not in found
        text = (tmp_path / "site/feeds/atom.xml").read_text(encoding="utf-8")
        assert "Struck out" in text and "Second" not in text and "room?a" not in text


@pytest.mark.parametrize(
    "settings, place, words",
    [
        ("feeds: [a]", "1:8", "write filters:"),
        ("feeds: false", "1:8", "write filters: or categories: below it"),
        ("feeds:\n  categories: [Music]", "2:15", "write true or false"),
        ("feeds:\n  category: false", "2:3", "the keys here are filters, categories"),
        ("feeds:\n  filter: []", "2:3", 'did you mean "filters"?'),
        ("feeds:\n  filters:\n    - title: x", "3:7", "has no name"),
        ("feeds:\n  filters:\n    - name: x", "3:7", "chooses nothing"),
        ("feeds:\n  filters:\n    - {name: x, title: []}", "3:24", "chooses nothing"),
        ("feeds:\n  filters:\n    - {name: x, title: y}", "3:14", "chooses no event"),
        ("feeds:\n  filters:\n    - {name: x, calendars: [work], category: y}", "3:36", 'write "categories"'),
        ("feeds:\n  filters:\n    - {name: x, calendars: [wrok]}", "3:29", 'no calendar "wrok"'),
        ("feeds:\n  filters:\n    - {name: x, title: a}\n    - {name: X, title: b}", "4:14", "feeds/filter/x.ics"),
        ("feeds:\n  filters:\n    - {name: x, title: [[a]]}", "3:25", "write a text"),
        ("feedRefresh: soon", "1:14", "such as 6h"),
        ("feedRefesh: 6h", "1:1", 'did you mean "feedRefresh"?'),
    ],
    ids=range(15),
)
def test_settings_are_checked(settings, place, words, tmp_path):
    (tmp_path / "work.ics").write_text("BEGIN:VCALENDAR\nEND:VCALENDAR\n")
    (tmp_path / "site.yml").write_text(settings + "\ncalendars:\n  - {name: work, source: work.ics}\n")
    result = tool.run("check", "--content", tmp_path)
    line, column = place.split(":")
    found = [row for row in result.out.splitlines() if f"site.yml:{line}:{column}: " in row]
    assert found and words in found[0], result.out


def test_ten_thousand_categories(tmp_path):
    """A hundred have feeds, and the rest is named."""
    events = "\n".join(
        f"BEGIN:VEVENT\nUID:{n}\nDTSTART:202612{n % 28 + 1:02}T100000Z\nSUMMARY:E\nCATEGORIES:{names}\nEND:VEVENT"
        for n in range(100) for names in [",".join(["Often", *(f"c{n * 100 + k}" for k in range(100))])])
    made = Content(tmp_path, files={"many.ics": calendar(events + "\n")})
    said = made.build("--from", "2026-12-01", "--to", "2027-01-01")
    assert len(list((made.output / "feeds/category").glob("*.ics"))) == 100
    assert (made.output / "feeds/category/often.ics").exists() and "10001 categories" in "\n".join(said)
