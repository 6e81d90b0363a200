"""What chats and search engines read of a page: its title, description and picture, structured data, and when it
changed."""

from __future__ import annotations

import ctypes.util
import gzip
import json
import os
import re
import shutil
import struct
import sys
from datetime import datetime
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

import tool
from content import Content, event

URL = "https://example.org/calendar/"
# The library is found where the system has it.
DRAWING = {"BUSYLIFE_LIBRSVG": None}
needs_library = pytest.mark.skipif(not ctypes.util.find_library("rsvg-2"), reason="librsvg is not there")


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> Path:
    """The sample with pictures."""
    site = tmp_path_factory.mktemp("share") / "site"
    tool.build(site, "--tz", "Europe/Copenhagen", environment=DRAWING)
    return site


def head(site: Path, path: str) -> dict[str, str]:
    tree = LexborHTMLParser((site / path).read_text(encoding="utf-8"))
    return {
        name: tag.attributes["content"]
        for tag in tree.css("head meta[content]")
        for name in (tag.attributes.get("property"), tag.attributes.get("name"))
        if name
    }


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[12:16] == b"IHDR"
    return struct.unpack(">II", picture[16:24])


@needs_library
def test_pages_name_pictures_that_are_there(shared):
    pictures = {f"{URL}share/{f.name}": f for f in (shared / "share").iterdir()}
    assert {size(f.read_bytes()) for f in pictures.values()} == {(1200, 630)}
    assert all(f.stat().st_size < 100_000 for f in pictures.values())
    named = set()
    for page in [*shared.glob("*.html"), *shared.glob("*/*.html")]:
        path = page.relative_to(shared).as_posix()
        tags = head(shared, path)
        # Nobody shares these: what is missing, and what is for pages elsewhere and for whoever makes those.
        if path in ("404.html", "beyond.html", "board.html", "embed.html", "embedding.html"):
            assert "og:image" not in tags and "og:title" not in tags
            continue
        assert tags["og:image"] in pictures, path
        assert tags["twitter:card"] == "summary_large_image" and tags["og:title"] and tags["og:description"]
        assert tags["og:url"] == URL + path.removesuffix("index.html"), path
        named.add(tags["og:image"])
    assert named == set(pictures)
    # The site, this month and the two after it, and the first event of each day.
    assert len(pictures) == 1 + 3 + 36
    assert head(shared, "calendar/2026-12.html")["og:image"] == URL + "share/2026-12.png"
    assert head(shared, "agenda/2026-12.html")["og:image"] == URL + "share/2026-12.png"
    assert head(shared, "day/2026-12-24.html")["og:image"] == URL + "share/2026-12.png"
    for path in ("index.html", "calendar/2026-10.html", "year/2026.html"):
        assert head(shared, path)["og:image"] == URL + "share/site.png"
    own = [f.name for f in (shared / "event").glob("*.html") if f"{URL}share/{f.stem}.png" in pictures]
    assert len(own) == 36
    assert head(shared, f"event/{own[0]}")["og:image"] == f"{URL}share/{own[0][:-5]}.png"
    said = [head(shared, f"event/{name}")["description"] for name in own]
    # Dates, and of most events times with their zone.
    assert all(re.search(r"\b202[67]\b|Every", text) for text in said)
    assert sum("(Europe/Copenhagen)" in text for text in said) > 12
    # A page must stay small with all of this: a month with events each day, and a day without.
    for path in shared.glob("calendar/*.html"):
        assert len(gzip.compress(path.read_bytes(), 9)) <= 7 * 1_024, path
    empty = [path for path in shared.glob("day/*.html") if 'class="event' not in path.read_text(encoding="utf-8")]
    assert len(empty) > 100 and max(path.stat().st_size for path in empty) <= 5_500


@needs_library
def test_pictures_are_drawn_once(tmp_path):
    content, site, other = tmp_path / "Content", tmp_path / "site", tmp_path / "other"
    shutil.copytree(tool.CONTENT, content)

    def built(output: Path, *arguments) -> dict[str, tuple[int, bytes]]:
        words = ["--tz", "Europe/Copenhagen", "--from", "2026-11-16", "--to", "2026-12-07", *arguments]
        cache = {"XDG_CACHE_HOME": f"{output}-cache"}
        tool.build(output, *words, content=content, environment=DRAWING | cache)
        return {f.name: (f.stat().st_ino, f.read_bytes()) for f in (output / "share").iterdir()}

    first = built(site)
    assert built(site) == first
    # One that somebody has cut, after what says of what it was drawn, is drawn again.
    with (site / "share/site.png").open("r+b") as file:
        file.truncate(200)
    restored = built(site)
    assert {n: b for n, (_, b) in restored.items()} == {n: b for n, (_, b) in first.items()}
    assert {n for n in first if first[n] != restored[n]} == {"site.png"}
    # Another place and number of threads give the same bytes.
    assert {n: b for n, (_, b) in built(other, "--jobs", "1").items()} == {n: b for n, (_, b) in first.items()}
    # A setting that is in some pictures changes these alone, though every page may depend on it.
    settings = content / "site.yml"
    settings.write_text(settings.read_text().replace("What is on at", "All that is on at"))
    second = built(site)
    assert {name for name in first if restored[name] != second[name]} == {"site.png"}


@needs_library
def test_a_new_output_takes_pictures_from_the_cache(tmp_path):
    """One that is damaged there is drawn again."""
    content = Content(tmp_path, f"title: T\nurl: {URL}\n", events=[event("Choir"), event("Fair")]).folder
    cache = tmp_path / "cache/busylife-gen/pictures"

    def built(output: str) -> tuple[dict[str, bytes], dict[Path, int]]:
        environment = DRAWING | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        tool.build(tmp_path / output, "--tz", "UTC", content=content, environment=environment)
        pictures = {path.name: path.read_bytes() for path in (tmp_path / output / "share").iterdir()}
        return pictures, {path: path.stat().st_ino for path in cache.iterdir()}

    drawn, kept = built("one")
    assert len(kept) == len(drawn) >= 4 and all(path.stat().st_mode & 0o777 == 0o600 for path in kept)
    # A file that is written anew is another.
    assert built("two") == (drawn, kept)
    first, second, third, fourth, *_ = sorted(kept)
    os.truncate(first, 1_000)
    second.write_bytes(second.read_bytes()[:-1] + b"x")
    # The whole file of another picture.
    third.write_bytes(fourth.read_bytes())
    pictures, again = built("three")
    assert pictures == drawn and {path for path in kept if kept[path] != again[path]} == {first, second, third}
    assert {path for path in cache.iterdir()} == set(kept)


@needs_library
@pytest.mark.parametrize("first", ["2026-11-01", "2026-12-01"])
def test_pages_name_the_pictures_of_the_month_of_the_build(first, tmp_path):
    """A build in a new month, whether there was one before or not; and a week that begins before the first day."""
    content = Content(tmp_path, f"title: T\nurl: {URL}\nzones: [UTC]\n").folder

    def built(output: str, now: str) -> dict[str, str]:
        words = ["--from", first, "--to", "2027-03-01"]
        tool.build(tmp_path / output, *words, content=content, now=now, environment=DRAWING)
        named = {
            head(tmp_path / output, page.relative_to(tmp_path / output).as_posix()).get("og:image")
            for page in (tmp_path / output).rglob("*.html")
        }
        pictures = {f"{URL}share/{f.name}" for f in (tmp_path / output / "share").iterdir()}
        assert named - {None} == pictures
        return tool.snapshot(tmp_path / output)

    built("site", "2026-11-30T12:00:00Z")
    again = built("site", "2026-12-01T12:00:00Z")
    assert tool.changes(built("clean", "2026-12-01T12:00:00Z"), again) == []


@needs_library
def test_a_picture_can_publish_nothing_that_is_withheld(tmp_path):
    """The texts of a picture are searched like those of pages."""
    theme = tmp_path / "theme"
    theme.mkdir()
    events = [event("Known", "2026-11-23T09:00Z"), event("Surprise party", "2026-11-23T09:00Z", **{"class": "private"})]
    content = Content(tmp_path, f"title: T\nurl: {URL}\n", events=events).folder
    picture = (tool.TEMPLATES / "picture.mustache").read_text()
    (theme / "picture.mustache").write_text(picture.replace("{{title}}", "{{title}} Surprise party"))
    result = tool.build(
        tmp_path / "site", content=content, templates=theme, expect=tool.PROBLEMS, environment=DRAWING
    )
    assert "withheld" in result.err and "share/" in result.err and "Surprise" not in result.err
    # A template that can't be drawn is an error that names it; an empty one turns pictures off.
    (theme / "picture.mustache").write_text("<svg><text>{{title}}</svg>")
    result = tool.build(
        tmp_path / "site", content=content, templates=theme, expect=tool.PROBLEMS, environment=DRAWING
    )
    assert "picture.mustache:1:1: error: share/" in result.err
    (theme / "picture.mustache").write_text("\n")
    tool.build(tmp_path / "site", content=content, templates=theme, environment=DRAWING)
    assert not (tmp_path / "site/share").exists()
    assert "og:image" not in head(tmp_path / "site", "index.html")


def test_without_the_library_there_is_a_note_and_no_picture(tmp_path):
    """Where nobody asked for that, and where somebody did."""
    content = Content(tmp_path, "title: T\n").folder
    short = ["--from", "2026-11-20", "--to", "2026-11-23"]
    for number, (library, url, says) in enumerate(
        [("/nowhere/librsvg.so", [URL], 1), ("", [URL], 0), ("/nowhere/librsvg.so", [], 0)]
    ):
        words = [*short, *(["--base-url", url[0]] if url else [])]
        environment = {"BUSYLIFE_LIBRSVG": library}
        result = tool.build(tmp_path / f"{number}", *words, content=content, environment=environment)
        assert result.err.count("note:") == result.err.count("librsvg2-2") == says
        tags = head(tmp_path / f"{number}", "index.html")
        assert "og:image" not in tags and ("og:title" in tags) == bool(url)


@pytest.mark.skipif(sys.platform != "linux", reason="the usual paths can't be chosen")
def test_a_library_that_cannot_be_opened_is_none_unless_it_is_named(tmp_path):
    content, library = Content(tmp_path, f"title: T\nurl: {URL}\n").folder, tmp_path / "librsvg-2.so.2"
    library.write_text("no library")
    short = ["--from", "2026-11-20", "--to", "2026-11-23"]
    paths = {"LD_LIBRARY_PATH": f"{tmp_path}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
    result = tool.build(tmp_path / "site", *short, content=content, environment=DRAWING | paths)
    assert result.err.count("warning:") == 1 and f"{library}: can't be used" in result.err
    assert not (tmp_path / "site/share").exists() and "og:image" not in head(tmp_path / "site", "index.html")
    named = {"BUSYLIFE_LIBRSVG": str(library)}
    result = tool.build(
        tmp_path / "other", *short, content=content, environment=named, expect=tool.INPUT_OUTPUT
    )
    assert f"{library}: can't be used" in result.err and not (tmp_path / "other").exists()


# ---- Structured data -------------------------------------------------------------------------------------

# schema.org's vocabulary: by type, its properties that pages use and the types that each may have. Compared with
# rangeIncludes of each property in github.com/schemaorg/schemaorg, data/schema.ttl at 002ae67969b04b11 (location has
# VirtualLocation there) and data/ext/pending/issue-1842.ttl at 046ce72f9e6c2c4f (eventAttendanceMode and its values).
# Text stands for URL and Number too, and Date for DateTime; an EventSeries is an Event, the range of superEvent.
THING = {"name": {"Text"}, "description": {"Text"}, "url": {"URL"}}
EVENT = THING | {
    "startDate": {"Date"},
    "endDate": {"Date"},
    "eventStatus": {"EventStatusType"},
    "eventAttendanceMode": {"EventAttendanceModeEnumeration"},
    "location": {"Place", "VirtualLocation", "PostalAddress", "Text"},
    "organizer": {"Person", "Organization"},
    "superEvent": {"Event", "EventSeries"},
}
VOCABULARY = {
    "Event": EVENT,
    "EventSeries": EVENT,
    "Place": THING | {"address": {"Text", "PostalAddress"}, "geo": {"GeoCoordinates", "GeoShape"}},
    "VirtualLocation": THING,
    "GeoCoordinates": THING | {"latitude": {"Text"}, "longitude": {"Text"}},
    "Person": THING,
}
MEMBERS = {
    "EventStatusType": {"EventScheduled", "EventCancelled", "EventPostponed", "EventRescheduled", "EventMovedOnline"},
    "EventAttendanceModeEnumeration": {
        f"{kind}EventAttendanceMode" for kind in ("Online", "Offline", "Mixed")
    },
}


def faults(value, allowed: set[str], at: str) -> list[str]:
    """What is not as the vocabulary has it."""
    if isinstance(value, list):
        return [fault for item in value for fault in faults(item, allowed, at)]
    if isinstance(value, dict):
        kind = value.get("@type")
        if kind not in allowed or kind not in VOCABULARY:
            return [f"{at}: a {kind} is not expected"]
        found = []
        for name, inner in value.items():
            if name.startswith("@"):
                continue
            if name not in VOCABULARY[kind]:
                found.append(f"{at}: {kind} has no {name}")
            else:
                found += faults(inner, VOCABULARY[kind][name], f"{at}.{name}")
        return found
    for kind in allowed & set(MEMBERS):
        return [] if value.removeprefix("https://schema.org/") in MEMBERS[kind] else [f"{at}: {value}"]
    if allowed == {"URL"}:
        return [] if value.startswith(("https://", "http://")) else [f"{at}: {value}"]
    if allowed == {"Date"}:
        return [] if datetime.fromisoformat(value) else [f"{at}: {value}"]
    return [] if "Text" in allowed else [f"{at}: a text is not expected"]


ICS = """\
BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:hall
DTSTAMP:20261101T080000Z
LAST-MODIFIED:20261105T080000Z
DTSTART:20261123T090000Z
DTEND:20261123T100000Z
SUMMARY:Hall
LOCATION:Great hall
GEO:55.67;12.57
ORGANIZER;CN=Ada </script>:mailto:ada@example.org
DESCRIPTION:{long}
END:VEVENT
BEGIN:VEVENT
UID:online
DTSTAMP:20261103T080000Z
LAST-MODIFIED:20261102T080000Z
DTSTART:20261124T090000Z
SUMMARY:Online
STATUS:TENTATIVE
ORGANIZER:mailto:ada@example.org
CONFERENCE;VALUE=URI:https://meet.example.org/a
END:VEVENT
BEGIN:VEVENT
UID:both
LAST-MODIFIED:20991101T080000Z
DTSTART;VALUE=DATE:20261125
DTEND;VALUE=DATE:20261127
RRULE:FREQ=WEEKLY;COUNT=3
SUMMARY:Both
LOCATION:Small hall
CONFERENCE;VALUE=URI:https://meet.example.org/b
END:VEVENT
BEGIN:VEVENT
UID:nowhere
DTSTAMP:20261103T080000Z
DTSTART:20261128T090000Z
SUMMARY:Nowhere
END:VEVENT
BEGIN:VEVENT
UID:phone
DTSTART:20261128T100000Z
SUMMARY:Phone
LOCATION:tel:+4512345678
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def five(tmp_path_factory) -> Path:
    settings = f"title: Five\nurl: {URL}\nzones: [UTC]\nindex: true\n"
    return Content(tmp_path_factory.mktemp("five"), settings, files={"five.ics": ICS.format(long="ä" * 3000)}).folder


def structured(site: Path) -> dict[str, dict]:
    """By title."""
    found = {}
    for page in (site / "event").glob("*.html"):
        tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
        data = json.loads(tree.css_first('script[type="application/ld+json"]').text())
        assert data["@context"] == "https://schema.org"
        assert data["url"] == f"{URL}event/{page.name}"
        found[data["name"]] = data
    return found


def test_structured_data_is_of_the_vocabulary(sample, five, tmp_path):
    data = structured(sample.root)
    assert len(data) > 100
    assert [fault for name, event in data.items() for fault in faults(event, {"Event"}, name)] == []
    assert {event.get("eventStatus") for event in data.values()} == {"https://schema.org/EventScheduled", None}
    tool.build(tmp_path / "site", content=five)
    data = structured(tmp_path / "site")
    assert [fault for name, event in data.items() for fault in faults(event, {"Event"}, name)] == []
    place = {"@type": "Place", "name": "Great hall"}
    hall, online, both, nowhere, phone = (
        data[name] for name in ("Hall", "Online", "Both", "Nowhere", "Phone")
    )
    geo = {"@type": "GeoCoordinates", "latitude": "55.67", "longitude": "12.57"}
    assert hall["location"] == place | {"geo": geo}
    assert hall["organizer"] == {"@type": "Person", "name": "Ada </script>"}
    assert hall["description"].startswith("ää") and len(hall["description"]) < 520
    assert "superEvent" not in hall and "organizer" not in online and "eventStatus" not in online
    assert online["location"] == {"@type": "VirtualLocation", "url": "https://meet.example.org/a"}
    assert [place["@type"] for place in both["location"]] == ["Place", "VirtualLocation"]
    assert both["superEvent"] == {"@type": "EventSeries", "name": "Both", "url": both["url"]}
    assert (both["startDate"], both["endDate"]) == ("2026-11-25", "2026-11-26")
    assert phone["location"] == {"@type": "Place", "name": "tel:+4512345678"}
    assert "location" not in nowhere and "eventAttendanceMode" not in nowhere
    modes = [event["eventAttendanceMode"].rsplit("/")[-1][:-19] for event in (hall, online, both)]
    assert modes == ["Offline", "Online", "Mixed"]


# ---- When pages changed ----------------------------------------------------------------------------------


def changes(site: Path) -> dict[str, str | None]:
    text = (site / "sitemap.xml").read_text()
    assert "well-known" not in text
    return {
        loc.removeprefix(URL): changed or None
        for loc, changed in re.findall(r"<loc>([^<]*)</loc>(?:<lastmod>([^<]*)</lastmod>)?", text)
    }


def test_the_site_map_says_when_content_changed(five, tmp_path):
    tool.build(tmp_path / "site", content=five)
    found = changes(tmp_path / "site")
    assert found["day/2026-11-23.html"] == "2026-11-05T08:00:00+00:00"
    assert found["day/2026-11-24.html"] == "2026-11-02T08:00:00+00:00"
    # A time that is still to come, and none but that of the file.
    assert found["day/2026-11-25.html"] is None and found["day/2026-11-28.html"] is None
    assert found["calendar/2026-11.html"] == found["year/2026.html"] == found[""] == "2026-11-05T08:00:00+00:00"
    assert found["calendar/2026-03.html"] is None
    events = {path[6:].split("-")[0]: changed for path, changed in found.items() if path.startswith("event/")}
    assert events == {"hall": found[""], "online": found["day/2026-11-24.html"]} | dict.fromkeys(
        ["both", "nowhere", "phone"]
    )
    assert set(found.values()) == {None, found[""], found["day/2026-11-24.html"]}
    # Another day changes nothing where the content did not.
    tool.build(tmp_path / "later", content=five, now="2026-11-22T12:00:00Z")
    assert (tmp_path / "later/sitemap.xml").read_bytes() == (tmp_path / "site/sitemap.xml").read_bytes()
    # Times of changes are not told with titles alone.
    tool.build(tmp_path / "titles", "--privacy", "titles", content=five)
    assert set(changes(tmp_path / "titles").values()) == {None}
