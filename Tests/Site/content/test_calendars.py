"""Calendars: random ones mean what recurring_ical_events says, feeds mean what their sources mean, and whatever a file
contains, the good events beside it are shown."""

from __future__ import annotations

import json
import random
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
import recurring_ical_events

import calendars
import tool
from pages import Site
from programs import parsed
from tool import SEED

COUNT = 24
FIXTURES = tool.PROJECT / "Tests/Fixtures/ical"
NAMES = sorted(path.stem for path in FIXTURES.glob("*.ics"))


@pytest.mark.random
def test_random_calendars_agree_with_recurring_ical_events():
    print(f"BUSYLIFE_SEED={SEED}")
    assert "\n".join(calendars.run(COUNT, SEED)) == ""


# ---- Feeds -----------------------------------------------------------------------------------------------


def components(feed: bytes) -> list[calendars.Component]:
    """The events of a feed in the oracle's form: by their lines, since the peer writes PT24H as P1D."""
    found = []
    inside = False
    for line in icalendar.parser.Contentlines.from_ical(feed.decode()):
        if line == "BEGIN:VEVENT":
            inside = True
            found.append(calendars.Component())
        elif line == "END:VEVENT":
            inside = False
        elif inside and line:
            name, parameters, value = line.parts()
            if name != "DTSTAMP":
                found[-1].append(calendars.Line(name, value, dict(parameters)))
    return found


def shown(days: dict) -> set[tuple]:
    return {
        (event["uid"], event["recurrenceId"], event["title"], event["start"], event["end"], event["status"])
        for day in days["days"]
        for event in day["events"]
    }


@pytest.mark.random
def test_feeds_of_random_calendars(tmp_path):
    """A feed means what its source means, to busylife-gen and to the peer."""
    for seed in range(SEED, SEED + max(COUNT // 3, 1)):
        asked = calendars.Maker(seed).question()
        folder = tmp_path / str(seed)
        (folder / "source").mkdir(parents=True)
        (folder / "feed").mkdir()
        (folder / "source/random.ics").write_bytes(calendars.write(asked.components))
        words = ["--tz", asked.zone, "--from", str(asked.first), "--to", str(asked.beyond)]
        feed = tool.run(
            "agenda", "--content", folder / "source", *words, "--format", "ics", "--now", tool.NOW, expect=0
        ).out.encode()
        (folder / "feed/random.ics").write_bytes(feed)
        expected = calendars.ours(asked)
        assert calendars.agenda(folder / "feed", asked.zone, asked.first, asked.beyond) == expected, seed
        parsed(feed)
        asked.components = components(feed)
        assert calendars.theirs(asked) == expected, seed


def offsets(zone, days: list[date]) -> list:
    return [datetime.combine(day, datetime.min.time(), zone).utcoffset() for day in days]


def check_zones(calendar: icalendar.Calendar) -> None:
    """Each VTIMEZONE has the rules of the zone that its name means, in the years around now."""
    for component in calendar.walk("VTIMEZONE"):
        name = str(component["TZID"])
        known = windows_zones().get(name, name)
        try:
            zone = ZoneInfo(known)
        except (KeyError, ValueError, OSError):
            continue
        days = [date(year, month, 20) for year in (2020, 2026, 2030) for month in (1, 4, 7, 11)]
        assert offsets(component.to_tz(lookup_tzid=False), days) == offsets(zone, days), name


def windows_zones() -> dict[str, str]:
    rows = (tool.PROJECT / "Tests/Fixtures/windows-zones.csv").read_text(encoding="utf-8").splitlines()
    return dict(row.replace('"', "").split(",")[:2] for row in rows[1:])


@pytest.mark.parametrize("name", NAMES)
def test_feed_of_a_fixture(name, tmp_path):
    """Whatever was repaired in the source, its feed is valid and means the same."""
    source, feed = tmp_path / "source", tmp_path / "feed"
    source.mkdir()
    feed.mkdir()
    (source / f"{name}.ics").write_bytes((FIXTURES / f"{name}.ics").read_bytes())
    for path in sorted(FIXTURES.glob(f"{name}.*json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        words = ["--tz", expected["zone"], "--from", expected["from"], "--to", expected["to"]]
        written = tool.run(
            "agenda", "--content", source, *words, "--format", "ics", "--now", tool.NOW, expect=0
        ).out.encode()
        calendar = parsed(written)
        check_zones(calendar)
        (feed / f"{name}.ics").write_bytes(written)
        found = tool.agenda(feed, *words)
        # An event without a title gets a dash, and one without UID a UID.
        for day in found["days"]:
            for event in day["events"]:
                event["title"] = "" if event["title"] == "–" else event["title"]
        missing = "" in {event["uid"] for day in expected["days"] for event in day["events"]}
        if missing:
            for days in (found, expected):
                for day in days["days"]:
                    for event in day["events"]:
                        event["uid"] = ""
        assert shown(found) == shown(expected)
        assert {d["date"]: d["busyMinutes"] for d in found["days"]} == {
            d["date"]: d["busyMinutes"] for d in expected["days"]
        }
        assert bool(calendar.walk("VEVENT")) == bool(expected["days"])


def expanded(calendar: icalendar.Calendar, first: date, last: date, zone: ZoneInfo) -> set[tuple]:
    """Occurrences as the peer computes them."""
    low, high = (datetime.combine(day, datetime.min.time(), zone) for day in (first, last))
    return {
        (str(event["UID"]), str(event["SUMMARY"]), event["DTSTART"].dt, event["DTEND"].dt)
        for event in recurring_ical_events.of(calendar).between(low, high)
        if event.get("STATUS") != "CANCELLED"
    }


def test_feeds_of_the_sample(sample: Site):
    """For the peer, the sample's feeds have the occurrences of the sample's files."""
    zone = ZoneInfo("Asia/Shanghai")
    months = [date(2025, 11 + i, 1) if i < 2 else date(2026 + (i - 2) // 12, (i - 2) % 12 + 1, 1) for i in range(37)]
    feeds = sorted((sample.root / "feeds").glob("*.ics"))
    assert feeds
    for feed in feeds:
        calendar = parsed(feed.read_bytes())
        check_zones(calendar)
        source = tool.CONTENT / feed.name
        if not source.exists():
            continue
        original = icalendar.Calendar.from_ical(source.read_bytes())
        for first, last in zip(months, months[1:]):
            assert expanded(calendar, first, last, zone) == expanded(original, first, last, zone), (feed.name, first)
    whole = icalendar.Calendar.from_ical((sample.root / "feeds/all.ics").read_bytes())
    assert {str(e["UID"]) for e in whole.walk("VEVENT")} == {
        str(e["UID"])
        for feed in feeds
        if feed.stem != "all"
        for e in icalendar.Calendar.from_ical(feed.read_bytes()).walk("VEVENT")
    }


# ---- Bad input -----------------------------------------------------------------------------------------------

HEAD = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\n"
TAIL = b"END:VCALENDAR\r\n"


def event(*lines: str) -> bytes:
    return "\r\n".join(["BEGIN:VEVENT", "UID:bad", "DTSTAMP:20260101T000000Z", *lines, "END:VEVENT", ""]).encode()


def rule(text: str) -> bytes:
    return HEAD + event("SUMMARY:Bad", "DTSTART:20200101T090000Z", f"RRULE:{text}") + TAIL


def many_exdates() -> bytes:
    start = datetime(2020, 1, 1, 9)
    lines = ["SUMMARY:Bad", "DTSTART:20200101T090000Z", "RRULE:FREQ=MINUTELY"]
    for i in range(2000):
        values = (f"{start + timedelta(minutes=i * 500 + j):%Y%m%dT%H%M%SZ}" for j in range(500))
        lines.append("EXDATE:" + ",".join(values))
    return HEAD + event(*lines) + TAIL


# The file, and a word of its message; none if nothing is wrong, … if either is fine.
BAD = {
    "secondly-without-end": (lambda: rule("FREQ=SECONDLY"), "occurrences in the window"),
    "count-of-a-billion": (lambda: rule("FREQ=DAILY;COUNT=1000000000"), None),
    "secondly-count-of-a-billion": (lambda: rule("FREQ=SECONDLY;COUNT=1000000000;INTERVAL=7"), None),
    "never-again": (lambda: rule("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"), None),
    "interval-0": (lambda: rule("FREQ=DAILY;INTERVAL=0"), "INTERVAL"),
    "interval-of-many-digits": (lambda: rule("FREQ=DAILY;INTERVAL=" + "9" * 5000), "INTERVAL"),
    "year-10000": (lambda: HEAD + event("DTSTART:100000101T000000Z") + TAIL, "DTSTART"),
    "a-million-exdates": (many_exdates, None),
    "nested-50000-deep": (
        lambda: HEAD + b"BEGIN:X-A\r\n" * 50_000 + event("DTSTART:20260901T090000Z") + b"END:X-A\r\n" * 50_000 + TAIL,
        "nested",
    ),
    "begins-50000-times": (lambda: HEAD + b"BEGIN:VEVENT\r\n" * 50_000, "no END"),
    "a-line-of-20-megabytes": (
        lambda: HEAD + event("DTSTART:20260901T090000Z", "DESCRIPTION:" + "x" * 20_000_000) + TAIL,
        None,
    ),
    "20-megabytes-without-a-line": (lambda: b"x" * 20_000_000, "outside"),
    "folds-of-20-megabytes": (
        lambda: HEAD + event("DTSTART:20260901T090000Z", "DESCRIPTION:" + "x\r\n " * 5_000_000) + TAIL,
        None,
    ),
    "random-bytes": (lambda: random.Random(1).randbytes(1_000_000), "outside"),
    "random-bytes-in-an-event": (
        lambda: HEAD + b"BEGIN:VEVENT\r\n" + random.Random(2).randbytes(1_000_000) + TAIL,
        "not a property",
    ),
    "100000-duplicates": (
        lambda: HEAD + event("DTSTART:20260901T090000Z", "SUMMARY:Bad") * 100_000 + TAIL,
        None,
    ),
    "100000-overrides": (
        lambda: HEAD
        + event("DTSTART:20200101T090000Z", "RRULE:FREQ=MINUTELY;UNTIL=20200401")
        + b"".join(
            event(f"RECURRENCE-ID:{t:%Y%m%dT%H%M%SZ}", f"DTSTART:{t:%Y%m%dT%H%M%SZ}")
            for t in (datetime(2020, 1, 1, 9) + timedelta(minutes=i) for i in range(100_000))
        )
        + TAIL,
        None,
    ),
    "100000-zones": (
        lambda: HEAD
        + b"".join(
            b"BEGIN:VTIMEZONE\r\nTZID:Z%d\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
            b"TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n" % i
            for i in range(100_000)
        )
        + event("DTSTART;TZID=Z99999:20260901T090000", "SUMMARY:Bad")
        + TAIL,
        None,
    ),
    "30000-zones-set-up-in-outlook": (
        lambda: HEAD
        + b"".join(event(f"DTSTART;TZID=Customized Time Zone {i}:20260901T090000") for i in range(30_000))
        + event("DTSTART;TZID=Europe/Berlin:20260901T090000")
        + TAIL,
        "the zone of most events of the file",
    ),
    "a-zone-that-changes-each-second": (
        lambda: HEAD
        + b"BEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\n"
        b"RRULE:FREQ=SECONDLY\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        + event("DTSTART;TZID=Z:20260901T090000", "SUMMARY:Bad")
        + TAIL,
        ...,
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_costs_little_and_hides_nothing(name, tmp_path):
    make, said = BAD[name]
    (tmp_path / "bad.ics").write_bytes(make())
    good = HEAD + event("SUMMARY:Good", "DTSTART:20260901T120000Z").replace(b"UID:bad", b"UID:good") + TAIL
    (tmp_path / "good.ics").write_bytes(good)
    # Not a measurement: unbounded work takes minutes.
    result = tool.run(
        "agenda", "--content", tmp_path, "--tz", "UTC", "--from", "2026-09-01", "--to", "2026-09-02",
        "--format", "json", "--now", tool.NOW, expect=0, timeout=60,
    )  # fmt: skip
    assert '"uid":"good"' in result.out
    messages = [m["message"] for m in result.placed if m["path"].endswith("bad.ics")]
    if said is None:
        assert messages == []
    elif said is not ...:
        assert any(said in message for message in messages), result.err[:2000]


def test_versions_that_may_not_be_seen_cost_little(tmp_path):
    """One UID with very many versions, and one with very many instances changed by themselves."""
    (tmp_path / "content").mkdir()
    start = datetime(2026, 9, 1)
    moved = (start + timedelta(minutes=i) for i in range(30_000))
    source = HEAD + event("DTSTART:20260901T090000Z", "SUMMARY:Qzsecretxv", "CLASS:PRIVATE") * 50_000
    source += event("DTSTART:20260901T090000Z", "SUMMARY:Good") + b"".join(
        event("CLASS:PRIVATE", f"RECURRENCE-ID:{t:%Y%m%dT%H%M%SZ}", f"DTSTART:{t:%Y%m%dT%H%M%SZ}")
        .replace(b"UID:bad", b"UID:series")
        for t in moved
    )
    (tmp_path / "content/a.ics").write_bytes(source + TAIL)
    # Not a measurement: unbounded work takes minutes.
    tool.run(
        "build", "--content", tmp_path / "content", "--output", tmp_path / "site", "--tz", "UTC", "--from",
        "2026-09-01", "--to", "2026-09-02", "--now", tool.NOW, expect=0, timeout=60,
    )  # fmt: skip
    feed = (tmp_path / "site/feeds/all.ics").read_bytes()
    assert b"SUMMARY:Good" in feed and b"Qzsecretxv" not in feed
