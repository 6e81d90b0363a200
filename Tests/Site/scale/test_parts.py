"""Feeds are put together from parts of the published ones: after any sequence of edits, kills and damage, the site has
the bytes of a clean build."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

import tool
from tool import SEED, build, changes, snapshot

SEQUENCES = 3
EDITS = 6
WINDOW = ("--from", "2026-11-01", "--to", "2026-12-01", "--tz", "Europe/Berlin")
SETTINGS = "views: [calendar]\neventPages: false\nfeeds:\n  filters:\n    - {name: Rooms, title: '*3*'}\n"
ZONE = (
    "BEGIN:VTIMEZONE\nTZID:{name}\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:{offset}\n"
    "TZOFFSETTO:{offset}\nEND:STANDARD\nEND:VTIMEZONE\n"
)


def timed(name: str, wall: str, zone: str) -> str:
    """A property of this wall time in a zone; in UTC without one."""
    return f"{name};TZID={zone}:{wall}\n" if zone else f"{name}:{wall}Z\n"


@dataclass
class Calendar:
    """A file of many events, whose parts are not those of another."""

    name: str
    zone: str
    offset: str = "+0130"
    blocks: list[str] = field(default_factory=list)

    def text(self) -> str:
        zone = ZONE.format(name=self.zone, offset=self.offset)
        return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{zone}{''.join(self.blocks)}END:VCALENDAR\n"


class Content:
    """Two calendars, and edits of them at random."""

    def __init__(self, root: Path, chance: random.Random, has_private: bool):
        self.root, self.chance, self.number = root, chance, 0
        # With them, feeds are searched for withheld texts.
        self.has_private = has_private
        root.mkdir(parents=True)
        self.settings = SETTINGS
        self.calendars = [Calendar("a", "Ours"), Calendar("b", "Theirs", "+0330")]
        for calendar, count in zip(self.calendars, (900, 500)):
            calendar.blocks = [self.event(calendar) for _ in range(count)]
        self.write()

    def write(self):
        for old in self.root.glob("*.ics"):
            old.unlink()
        (self.root / "site.yml").write_text(self.settings)
        for calendar in self.calendars:
            (self.root / f"{calendar.name}.ics").write_text(calendar.text())

    def event(self, calendar: Calendar, uid: str = "", more: str = "") -> str:
        self.number += 1
        chance = self.chance
        start = datetime(2026, 11, 1) + timedelta(hours=chance.randrange(24 * 40))
        zone = chance.choice(["Europe/Berlin", "America/New_York", calendar.zone, calendar.zone])
        lines = [
            f"UID:{uid or f'{self.number}@{calendar.name}'}",
            "DTSTAMP:20260101T000000Z",
            f"DTSTART;TZID={zone}:{start:%Y%m%dT%H%M%S}",
            "DURATION:PT1H",
            f"SUMMARY:Event {self.number}",
            f"CATEGORIES:{chance.choice(['Work', 'Home'])}",
        ]
        if chance.random() < 0.3:
            lines.append(f"LOCATION:Room {chance.randrange(3)}")
        if self.has_private and chance.random() < 0.02:
            lines.append("CLASS:PRIVATE")
        return "BEGIN:VEVENT\n" + "\n".join(lines) + "\n" + more + "END:VEVENT\n"

    # Edits. Each says what it is for those who read why a test failed.

    def change(self) -> str:
        calendar, at = self.somewhere()
        calendar.blocks[at] = calendar.blocks[at].replace("SUMMARY:", "SUMMARY:Changed ", 1)
        return f"changes {at} of {calendar.name}"

    def add(self) -> str:
        calendar, at = self.somewhere()
        calendar.blocks[at:at] = [self.event(calendar) for _ in range(self.chance.choice([1, 1, 300]))]
        return f"adds at {at} of {calendar.name}"

    def remove(self) -> str:
        calendar, at = self.somewhere()
        del calendar.blocks[at : at + self.chance.choice([1, 1, 200])]
        return f"removes at {at} of {calendar.name}"

    def move(self) -> str:
        calendar, at = self.somewhere()
        block = calendar.blocks.pop(at)
        other, place = self.somewhere()
        other.blocks.insert(place, block)
        return f"moves {at} of {calendar.name} to {place} of {other.name}"

    def override(self) -> str:
        """A series, and far from it an instance that was changed."""
        calendar, at = self.somewhere()
        uid = f"series-{self.number}"
        start = f"{date(2026, 11, 2 + self.chance.randrange(10)):%Y%m%d}T100000"
        zones = ["Europe/Berlin", "America/New_York", calendar.zone, ""]
        calendar.blocks.insert(at, self.series(uid, start, self.chance.choice(zones), "RRULE:FREQ=DAILY;COUNT=9\n"))
        _, place = self.somewhere()
        place %= len(calendar.blocks)
        zone = self.chance.choice(zones)
        calendar.blocks.insert(place, self.series(uid, start, zone, timed("RECURRENCE-ID", start, zone)))
        return f"adds a series at {at} of {calendar.name}, changed at {place}"

    def series(self, uid: str, start: str, zone: str, line: str) -> str:
        self.number += 1
        return (
            f"BEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20260101T000000Z\n{timed('DTSTART', start, zone)}{line}"
            f"SUMMARY:Series {self.number}\nLOCATION:Room 1\nEND:VEVENT\n"
        )

    def rezone(self) -> str:
        """A series gets another zone, or goes, while its changed instances stay as they are."""
        places = [(c, at) for c in self.calendars for at, block in enumerate(c.blocks) if "RRULE:" in block]
        if not places:
            return self.override()
        calendar, at = self.chance.choice(places)
        zone = self.chance.choice(["Europe/Berlin", "America/New_York", calendar.zone, "", None])
        if zone is None:
            del calendar.blocks[at]
            return f"removes the series at {at} of {calendar.name}"
        start = re.search(r"DTSTART.*:(\d+T\d+)", calendar.blocks[at])[1]
        calendar.blocks[at] = re.sub(r"DTSTART.*\n", timed("DTSTART", start, zone), calendar.blocks[at])
        return f"moves the series at {at} of {calendar.name} to the zone {zone!r}"

    def twin(self) -> str:
        """An event that is in both calendars."""
        calendar, at = self.somewhere()
        other = self.calendars[1 - self.calendars.index(calendar)]
        other.blocks.insert(self.chance.randrange(len(other.blocks)), calendar.blocks[at])
        return f"copies {at} of {calendar.name}"

    def zone(self) -> str:
        calendar, _ = self.somewhere()
        calendar.offset = self.chance.choice(["+0130", "+0330", "-0230"])
        return f"changes the zone of {calendar.name}"

    def clash(self) -> str:
        """Both calendars define a zone of one name, or do not any more."""
        old, new = self.calendars[1].zone, self.chance.choice(["Ours", "Theirs"])
        self.calendars[1].blocks = [block.replace(f"TZID={old}:", f"TZID={new}:") for block in self.calendars[1].blocks]
        self.calendars[1].zone = new
        return f"names the zone of b {new}"

    def rename(self) -> str:
        self.calendars[0].name = self.chance.choice(["a", "c"])
        return f"renames a file to {self.calendars[0].name}"

    def narrow(self) -> str:
        self.settings = SETTINGS + self.chance.choice(["", "privacy: titles\n", "privacy: busy\n", "title: Another\n"])
        return f"sets {self.settings[len(SETTINGS) :]!r}"

    def somewhere(self) -> tuple[Calendar, int]:
        calendar = self.chance.choice(self.calendars)
        return calendar, self.chance.randrange(len(calendar.blocks))

    def edit(self) -> str:
        edits = [self.change] * 4 + [self.add, self.remove, self.move, self.override, self.rezone, self.twin]
        said = self.chance.choice(edits + [self.zone, self.clash, self.rename, self.narrow])()
        self.write()
        return said


def harm(output: Path, cache: Path, chance: random.Random) -> str:
    """What others, or a broken disk, do to the cache and to published feeds between two builds; mostly nothing."""
    feeds = sorted(output.glob("feeds/**/*.*"))
    [known] = [path for path in (cache / "busylife-gen").iterdir() if path.is_file()]
    feed = chance.choice(feeds)
    match chance.randrange(10):
        case 0:
            data = bytearray(known.read_bytes())
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            known.write_bytes(data)
            return "a bit of the cache flips"
        case 1:
            known.write_bytes(known.read_bytes()[: chance.randrange(known.stat().st_size)])
            return "the cache is cut off"
        case 2:
            data = feed.read_bytes()
            feed.write_bytes(data[: len(data) // 2])
            return f"{feed.name} is cut off"
        case 3:
            data = bytearray(feed.read_bytes())
            data[chance.randrange(len(data))] ^= 1
            feed.write_bytes(data)
            return f"a bit of {feed.name} flips"
        case 4:
            feed.unlink()
            return f"{feed.name} goes"
    return ""


@pytest.mark.random
@pytest.mark.parametrize("sequence", range(SEQUENCES))
def test_any_sequence_of_edits_ends_with_the_bytes_of_a_clean_build(sequence, tmp_path):
    chance = random.Random(SEED + sequence)
    content = Content(tmp_path / "Content", chance, has_private=sequence % 3 == 2)
    output, clean, cache = tmp_path / "site", tmp_path / "clean", tmp_path / "cache"
    story = [f"BUSYLIFE_SEED={SEED}, sequence {sequence}"]
    environment = {"XDG_CACHE_HOME": str(cache)}
    build(output, *WINDOW, content=content.root, environment=environment)
    for _ in range(EDITS):
        story += [content.edit(), harm(output, cache, chance)]
        build(output, *WINDOW, content=content.root, environment=environment)
        build(clean, *WINDOW, content=content.root, environment={"XDG_CACHE_HOME": str(tmp_path / "none")})
        assert changes(snapshot(clean), snapshot(output)) == [], "; ".join(filter(None, story))
        shutil.rmtree(clean)


@pytest.mark.parametrize("after", ["Europe/Paris", None], ids=["another zone", "removed"])
def test_a_changed_instance_follows_its_series(after, tmp_path):
    """The series and its instance are far from each other. A feed writes RECURRENCE-ID in the form of DTSTART."""
    content = Content(tmp_path / "Content", random.Random(1), has_private=False)
    calendar = content.calendars[0]
    start, zone = "20261103T100000", "Europe/Berlin"
    # Zones are numbered as they are first used: of the series, neither is.
    calendar.blocks[:0] = [content.series(name, start, name, "") for name in (zone, "Europe/Paris")]
    calendar.blocks.insert(2, content.series("far", start, zone, "RRULE:FREQ=DAILY\n"))
    calendar.blocks.append(content.series("far", start, zone, timed("RECURRENCE-ID", start, zone)))
    if after is None:
        # Of the instance, the series has another form.
        calendar.blocks[2] = calendar.blocks[2].replace(zone, "Europe/Paris")
    content.write()
    output, clean = tmp_path / "site", tmp_path / "clean"
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    build(output, *WINDOW, content=content.root, environment=environment)
    if after is None:
        del calendar.blocks[2]
    else:
        calendar.blocks[2] = calendar.blocks[2].replace(zone, after)
    content.write()
    build(output, *WINDOW, content=content.root, environment=environment)
    build(clean, *WINDOW, content=content.root, environment={"XDG_CACHE_HOME": str(tmp_path / "none")})
    assert changes(snapshot(clean), snapshot(output)) == []


# Without `offline`: of a site that had a worker, one stays that removes itself from browsers.
SETTINGS_OF_ALL_KINDS = [
    "eventPages: false",
    "locale: de",
    "locales: [en, ar]",
    "privacy: titles",
    "privacy: busy",
    "author: Jo",
    "title: Another",
    "description: Another",
    "url: https://other.example/",
    "theme: paper",
    "accent: '#a02020'",
    "footer: Another *foot*",
    "zones: [UTC, Asia/Kathmandu]",
    "columns: place",
    "secondCalendar: hebrew",
    "weekNumbers: false",
    "feedRefresh: 6h",
    "views: [calendar, day]",
    "window: {from: 2026-11-15, to: 2027-02-01}",
    "search: false",
]


def test_after_any_setting_the_site_is_that_of_a_clean_build(tmp_path):
    """Each is set and removed again, with events that have pages, and with two that have no UID."""
    content = tmp_path / "Content"
    (content / "notes").mkdir(parents=True)
    (content / "notes/one.md").write_text("---\ntitle: One\ndate: 2026-11-23\n---\nA *note*\n")
    event = "DTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:202611{day}T100000\nDURATION:PT1H\nSUMMARY:Talk\n"
    event += "LOCATION:Room {day}\nCATEGORIES:Conference\nATTENDEE;CN=Jo;ROLE=CHAIR:mailto:jo@example.com\n{more}"
    events = [("22", "UID:1\n"), ("23", ""), ("23", ""), ("24", "UID:2\nRRULE:FREQ=DAILY;COUNT=4\n")]
    blocks = "".join(f"BEGIN:VEVENT\n{event.format(day=day, more=more)}END:VEVENT\n" for day, more in events)
    (content / "a.ics").write_text(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{blocks}END:VCALENDAR\n")
    own = {"title": "Ours", "url": "https://ours.example/"}
    calendars = "calendars:\n  - {name: a, source: a.ics, kind: conference}\n"
    window = ("--from", "2026-11-01", "--to", "2026-12-01", "--tz", "Europe/Berlin")
    for number, setting in enumerate(line for setting in SETTINGS_OF_ALL_KINDS for line in (setting, "")):
        kept = "".join(f"{key}: {value}\n" for key, value in own.items() if not setting.startswith(f"{key}:"))
        (content / "site.yml").write_text(f"{kept}{calendars}{setting}\n")
        given = () if setting.startswith("window") else window
        build(tmp_path / "site", *given, content=content, environment={"XDG_CACHE_HOME": str(tmp_path / "cache")})
        build(tmp_path / "clean", *given, content=content, environment={"XDG_CACHE_HOME": str(tmp_path / "none")})
        assert changes(snapshot(tmp_path / "clean"), snapshot(tmp_path / "site")) == [], (number, setting)
        shutil.rmtree(tmp_path / "clean")


@pytest.mark.skipif(sys.platform != "linux", reason="strace is of Linux")
def test_of_a_changed_event_only_the_parts_around_it_are_made(tmp_path):
    """Nearly all bytes of the feeds that have it are copied from the published ones."""
    content = Content(tmp_path / "Content", random.Random(1), has_private=False)
    output, log = tmp_path / "site", tmp_path / "calls"
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "BUSYLIFE_LIBRSVG": ""}
    build(output, *WINDOW, content=content.root, environment=environment)
    calendar = content.calendars[0]
    calendar.blocks[450] = calendar.blocks[450].replace("SUMMARY:", "SUMMARY:Changed ", 1)
    content.write()
    # A file for each thread: in one, calls of several are cut into two lines.
    command = ["strace", "-ff", "-qq", "-y", "-e", "trace=pread64", "-e", "signal=none", "-s", "0", "-o", log]
    command += [tool.TOOL, "build", "--content", content.root, "--templates", tool.TEMPLATES, "--output", output]
    command += [*WINDOW, "--now", tool.NOW]
    subprocess.run(command, env=os.environ | environment, check=True, capture_output=True)
    copied: dict[str, int] = {}
    calls = "".join(file.read_text() for file in tmp_path.glob("calls.*"))
    for path, count in re.findall(r"pread64\(\d+<([^>]*)>.* = (\d+)$", calls, re.M):
        name = Path(path).name
        copied[name] = copied.get(name, 0) + int(count)
    for name in ("all.ics", "a.ics"):
        assert copied[name] > 0.5 * (output / "feeds" / name).stat().st_size, copied
    assert "b.ics" not in copied
