"""What is withheld is in no byte: words planted in every field of every kind of source, random contents with random
rules, and contents that differ in everything but when one is busy."""

from __future__ import annotations

import base64
import gzip
import json
import random
import shutil
import string
import subprocess
from pathlib import Path

import pytest

import preview
import tool
from content import Content
from content import event as an_event
from tool import SEED, run

WINDOW = ("--tz", "Europe/Berlin", "--now", "2026-11-10T09:00:00Z", "--from", "2026-10-20", "--to", "2026-12-01")


BROTLI = shutil.which("brotli")


class Words:
    """Words that occur nowhere else: lower-case letters, so that they also survive in addresses."""

    def __init__(self, random_=None):
        self.random = random_ or random.Random(14)
        self.of: dict[str, str] = {}

    def __call__(self, field: str) -> str:
        if field not in self.of:
            self.of[field] = "zq" + "".join(self.random.choices(string.ascii_lowercase, k=9)) + "xv"
        return self.of[field]


def forms(word: str) -> list[bytes]:
    """The forms in which a word could be written; plain text is compared in lower case."""
    plain = word.encode()
    found = [plain, plain.hex().encode(), word.encode("utf-16-le"), word.encode("utf-16-be")]
    found += ["".join(f"&#{ord(c)};" for c in word).encode(), "".join(f"&#x{ord(c):x};" for c in word).encode()]
    found += ["".join(f"%{ord(c):02x}" for c in word).encode(), "".join(f"\\u{ord(c):04x}" for c in word).encode()]
    return found


def base64_forms(word: str) -> list[bytes]:
    plain = word.encode()
    return [base64.b64encode(b"\0" * shift + plain)[4 if shift else 0:-4] for shift in range(3)]


def everything(*roots: Path) -> bytes:
    """The names and bytes of all files below some folders, unpacked and unfolded."""
    parts = []
    for root in roots:
        for path in sorted(root.rglob("*")):
            parts.append(str(path.relative_to(root)).encode())
            if not path.is_file():
                continue
            data = path.read_bytes()
            parts.append(data)
            if path.suffix == ".gz":
                parts.append(gzip.decompress(data))
            if path.suffix == ".br" and BROTLI:
                parts.append(subprocess.run([BROTLI, "-dc", path], capture_output=True, check=True).stdout)
            if path.suffix in (".ics", ".ifb"):
                parts.append(data.replace(b"\r\n ", b""))
    return b"\0".join(parts)


def left(words: dict[str, str], *roots: Path) -> list[str]:
    """The fields whose words occur in some form."""
    data = everything(*roots)
    low = data.lower()
    return sorted(
        field for field, word in words.items()
        if any(form in low for form in forms(word)) or any(form in data for form in base64_forms(word)))


# ---- Planted words -----------------------------------------------------------------------------


def event(word: Words, name: str, *more: str, day: int = 12, start: str = "") -> str:
    """A VEVENT with a word in every property that can hold one."""
    w = lambda field: word(f"{name} {field}")
    return "\r\n".join([
        "BEGIN:VEVENT", f"UID:{w('uid')}@{w('host')}", f"SUMMARY;X-A={w('summary parameter')}:Meet {w('title')}",
        start or f"DTSTART;TZID={word(name.split()[0] + ' zone')};X-B={w('start parameter')}:202611{day}T090000",
        "DURATION:PT1H", f"LOCATION:{w('location')}", f"DESCRIPTION;ALTREP=\"cid:{w('altrep')}\":{w('description')}",
        f"COMMENT:{w('comment')}", f"CONTACT:{w('contact')}", f"URL:https://example.org/{w('url')}",
        f"ATTACH:https://example.org/{w('attachment')}.pdf", "ATTACH;ENCODING=BASE64;VALUE=BINARY:"
        + base64.b64encode(w("binary").encode()).decode(), f"CATEGORIES:{w('category')}",
        f"ORGANIZER;CN={w('organizer')}:mailto:{w('organizer address')}@example.org",
        f"ATTENDEE;CN=\"{w('attendee')}\";X-C={w('attendee parameter')}:mailto:{w('attendee address')}@example.org",
        f"RESOURCES:{w('resource')}", f"RELATED-TO:{w('related')}", f"X-SECRET:{w('x property')}",
        f"IMAGE;VALUE=URI:https://example.org/{w('image')}.png",
        f"CONFERENCE;VALUE=URI;LABEL={w('conference label')}:https://example.org/{w('conference')}",
        f"STATUS:{w('status')}", f"CLASS:{w('class')}" if "class" in more else "X-NO:1",
        f"RDATE;VALUE=PERIOD;X-D={w('rdate parameter')}:20261120T090000Z/PT2H",
        *[line for line in more if line != "class"],
        "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", f"DESCRIPTION:{w('alarm')}", f"X-MORE:{w('alarm x')}",
        "END:VALARM", "BEGIN:X-PART", f"X-IN:{w('unknown component')}", "END:X-PART", "END:VEVENT"])


def translated(word: Words, name: str) -> str:
    """Two VEVENTs with words in what Google, Microsoft and Apple write in ways of their own, and that becomes text,
    links and places when it is read."""
    w = lambda field: word(f"{name} {field}")
    return "\r\n".join([
        "BEGIN:VEVENT", f"UID:{w('google uid')}", f"SUMMARY:Meet {w('google title')}", "DTSTART:20261117T090000Z",
        f"DESCRIPTION:<p>{w('html')}</p><a href=\"https://example.org/{w('html link')}\">{w('html label')}</a>",
        f"X-GOOGLE-CONFERENCE:https://meet.google.com/{w('google conference')}",
        "RRULE:RSCALE=HEBREW;FREQ=YEARLY;COUNT=2;X-R=" + w("rule part"), "END:VEVENT",
        "BEGIN:VEVENT", f"UID:{w('apple uid')}", f"SUMMARY:Meet {w('apple title')}", "DTSTART:20261118T090000Z",
        f"X-ALT-DESC;FMTTYPE=text/html:<html><p>{w('alternative')} https://us02web.zoom.us/j/{w('zoom')}</p></html>",
        f"X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=\"{w('apple address')}\";X-TITLE=\"{w('apple place')}\":"
        "geo:52.5,13.4", "END:VEVENT"])


def calendar(word: Words, name: str, *events: str) -> str:
    w = lambda field: word(f"{name} {field}")
    return "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{w('prodid')}", f"X-WR-CALNAME:{w('calendar name')}",
        f"X-WR-CALDESC:{w('calendar description')}", f"X-OF-CALENDAR:{w('calendar x')}", "BEGIN:VTIMEZONE",
        f"TZID:{w('zone')}", f"X-LIC-LOCATION:{w('zone location')}", "BEGIN:STANDARD", "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0130", "TZOFFSETTO:+0130", f"TZNAME:{w('zone abbreviation')}", "END:STANDARD", "END:VTIMEZONE",
        *events, "BEGIN:VTODO", f"UID:{w('todo uid')}", f"SUMMARY:{w('todo')}", "END:VTODO", "END:VCALENDAR", ""])


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A content with words everywhere, and the words."""
    content, word = tmp_path_factory.mktemp("planted"), Words()
    series = event(word, "file master", "RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE:20261119T073000Z")
    instance = event(word, "file override", f"RECURRENCE-ID;TZID={word('file zone')}:20261126T090000", day=27).replace(
        f"{word('file override uid')}@{word('file override host')}",
        f"{word('file master uid')}@{word('file master host')}")
    (content / f"{word('file name')}.ics").write_text(calendar(word, "file", series, instance), newline="")
    (content / "folder").mkdir()
    (content / "folder" / f"{word('item name')}.ics").write_text(
        calendar(word, "item", event(word, "item event", day=13), translated(word, "item")), newline="")
    w = lambda field: word(f"json {field}")
    (content / "events.json").write_text(json.dumps([{
        "uid": w("uid"), "title": f"Meet {w('title')}", "start": "2026-11-14T10:00:00+01:00",
        "end": "2026-11-14T11:00:00+01:00", "location": {"city": w("city"), "name": w("location")},
        "description": w("description"), "url": f"https://example.org/{w('url')}", "categories": [w("category")],
        "attends": [{"name": w("person"), "email": f"{w('address')}@example.org"}]}]))
    notes = content / "notes"
    (notes / word("notes folder")).mkdir(parents=True)
    picture = f"{word('image name')}.svg"
    (notes / picture).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>{word("image title")}</title></svg>')
    master = f"{word('file master uid')}@{word('file master host')}"
    for name, head in {
        "page": "", "day": "date: 2026-11-15\n", "on": f"event: \"{master}\"\n",
        "self": f"start: 2026-11-16T10:00:00+01:00\nuid: {word('self uid')}\nlocation: {word('self place')}\n",
    }.items():
        (notes / word("notes folder") / f"{word(name + ' file')}.md").write_text(
            f"---\ntitle: {word(name + ' title')}\ndescription: {word(name + ' summary')}\n{head}---\n"
            f"## {word(name + ' heading')}\n\n{word(name + ' text')} ![{word(name + ' alt')}](../{picture})\n")
    site = f"""title: Public
calendars:
  - name: {word('calendar name')}
    title: {word('calendar title')}
    color: "#12ab34"
    source: {word('file name')}.ics
  - {{name: folder, source: folder}}
  - {{name: events, source: events.json}}
"""
    (content / "site.yml").write_text(site)
    return content, word


def build(content: Path, output: Path, *options, cache: Path | None = None, expect: int = 0):
    environment = {"XDG_CACHE_HOME": str(cache)} if cache else None
    return run("build", "--content", content, "--output", output, *WINDOW, *options, expect=expect,
               environment=environment)


def shown_by_title(word: Words) -> set[str]:
    """What the level titles publishes: UIDs, titles and categories; names of calendars."""
    kept = {f"{name} {field}" for name in ("file master", "file override", "item event")
            for field in ("uid", "host", "title", "category")}
    kept |= {"json uid", "json title", "json category", "self uid", "self title"}
    kept |= {"item google uid", "item google title", "item apple uid", "item apple title"}
    kept |= {"calendar name", "calendar title", "item calendar name"}
    return kept - {"file override uid", "file override host"}


def test_all_words_are_published_in_full(planted, tmp_path):
    """Otherwise the tests below could not fail."""
    content, word = planted
    build(content, tmp_path / "out")
    found = set(left(word.of, tmp_path / "out"))
    assert len(word.of) >= 120
    missing = set(word.of) - found
    assert len(found) >= 80, missing
    for field in ("file master title", "file override location", "item event alarm", "json city", "page text",
                  "item html", "item html link", "item google conference", "item alternative", "item zoom",
                  "item apple place", "item apple address"):
        assert field in found


@pytest.mark.parametrize("level", ["titles", "busy", "hidden"])
def test_no_word_is_left(level, planted, tmp_path):
    content, word = planted
    output, cache = tmp_path / "out", tmp_path / "cache"
    # A wider site was published before, with compressed copies; nothing of it remains, in its cache neither.
    build(content, output, "--precompress", cache=cache)
    build(content, output, "--precompress", "--privacy", level, cache=cache)
    kept = shown_by_title(word) if level == "titles" else set()
    assert [field for field in left(word.of, output, cache) if field not in kept] == []
    if level == "titles":
        shown = left(word.of, output)
        assert [field for field in kept if field not in shown] == []
    again = tmp_path / "again"
    build(content, again, "--precompress", "--privacy", level)
    assert subprocess.run(["diff", "-r", output, again], capture_output=True).stdout == b""


# ---- Random contents -----------------------------------------------------------------------------

LEVELS = ["full", "titles", "busy", "hidden"]
COUNT = 16


def random_content(folder: Path, seed: int):
    """A content with rules, and for each word the level that its event has."""
    rng = random.Random(seed)
    word = Words(rng)
    site = rng.choice(["full", "full", "full", "titles", "busy"])
    calendars, rules = [], []
    levels: dict[str, tuple[int, bool]] = {}
    for _ in range(rng.randrange(4)):
        kind = rng.choice(["class", "category", "title"])
        value = {"class": rng.choice(["private", "confidential"]), "category": f"Kind {rng.randrange(3)}",
                 "title": rng.choice(["*tea*", "plan ?", "*", "no such", "TEA *"])}[kind]
        rules.append((rng.choice(LEVELS), kind, value))
    def matches(rule, title, categories, class_):
        _, kind, value = rule
        if kind == "class":
            return class_ == value.upper() or class_ == "X-ODD" and value == "private"
        if kind == "category":
            return value.lower() in [c.lower() for c in categories]
        if value == "*":
            return True
        low = title.lower()
        return {"*tea*": "tea" in low, "plan ?": len(low) == 6 and low.startswith("plan "), "no such": False,
                "TEA *": low.startswith("tea ")}[value]
    lines_of = []
    for number in range(rng.randrange(1, 4)):
        level = rng.choice(["full", "full", "titles", "busy", "hidden", None])
        calendars.append((f"cal{number}", level))
        lines_of.append([])
    for number in range(rng.randrange(1, 12)):
        where = rng.randrange(len(calendars))
        parts, strictest = [], 0
        uid = f"event-{number}-{word(f'{number} uid')}"
        for part in range(rng.choice([1, 1, 1, 2, 3])):
            title = rng.choice(["Tea", "Plan A", "Plan", "Work", "tea party"])
            title = title if title.startswith("Plan A") else f"{title} {word(f'{number} {part} title')}"
            categories = rng.sample(["Kind 0", "kind 1", "Kind 2", "Other"], rng.randrange(3))
            class_ = rng.choice(["", "", "", "PRIVATE", "CONFIDENTIAL", "PUBLIC", "X-ODD"])
            levels_here = [LEVELS.index(site)]
            fitting = [rule for rule in rules if matches(rule, title, categories, class_)]
            levels_here += [LEVELS.index(rule[0]) for rule in fitting]
            if class_ not in ("", "PUBLIC") and not any(rule[1] == "class" for rule in fitting):
                levels_here.append(2)
            strictest = max(strictest, *levels_here)
            day = rng.randrange(1, 28)
            parts.append([
                "BEGIN:VEVENT", f"UID:{uid}", f"SUMMARY:{title}", f"DTSTART:202611{day:02}T{8 + part:02}0000Z",
                "DURATION:PT45M", f"DESCRIPTION:{word(f'{number} {part} description')}",
                f"X-MORE:{word(f'{number} {part} x')}",
                *([f"CATEGORIES:{','.join(categories)}"] if categories else []),
                *([f"CLASS:{class_}"] if class_ else []),
                "RRULE:FREQ=DAILY;COUNT=6" if part == 0 else f"RECURRENCE-ID:202611{10 + part}T080000Z",
                "END:VEVENT"])
        for lines in parts:
            lines_of[where if rng.random() < .8 else rng.randrange(len(calendars))].append(lines)
        levels[str(number)] = strictest
    # A series may lie in several files, and then in calendars of several levels: those where its parts really are.
    for index, events in enumerate(lines_of):
        for lines in events:
            number = lines[1].split("-")[1]
            levels[number] = max(levels[number], LEVELS.index(calendars[index][1] or "full"))
    for (name, _), events in zip(calendars, lines_of):
        lines = [line for lines in events for line in lines]
        text = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *lines, "END:VCALENDAR", ""])
        (folder / f"{name}.ics").write_text(text, newline="")
    yml = f"title: Public\nprivacy: {site}\ncalendars:\n"
    for name, level in calendars:
        yml += f"  - {{name: {name}, source: {name}.ics{f', privacy: {level}' if level else ''}}}\n"
    if rules:
        yml += "rules:\n" + "".join(f"  - privacy: {level}\n    {kind}: \"{value}\"\n" for level, kind, value in rules)
    (folder / "site.yml").write_text(yml)
    return word, levels


@pytest.mark.random
@pytest.mark.parametrize("part", range(2))
def test_random_contents_with_random_rules(part, tmp_path, bare, monkeypatch):
    monkeypatch.setattr(tool, "TOOL", bare)
    print(f"BUSYLIFE_SEED={SEED}")
    for seed in range(SEED + part, SEED + COUNT, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        word, levels = random_content(folder, seed)
        build(folder, tmp_path / f"{seed}-out")
        found = set(left(word.of, tmp_path / f"{seed}-out"))
        feed = (tmp_path / f"{seed}-out/feeds/all.ics").read_bytes().decode().replace("\r\n ", "")
        for field, text in word.of.items():
            number, kind = field.split()[0], field.split()[-1]
            level = levels[number]
            may = level == 0 or level == 1 and kind in ("title", "uid")
            assert (field in found) <= may, f"seed {seed}: {field} ({text}) is published at level {LEVELS[level]}"
            if may:
                assert text in feed, f"seed {seed}: {field} is missing at level {LEVELS[level]}"


# ---- The same busy time --------------------------------------------------------------------------


def ics(*events: str) -> str:
    body = "".join(f"BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\n" for event in events)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{body}END:VCALENDAR\r\n"


SAME = {
    "one": {"a.ics": ics("UID:1\r\nSUMMARY:A\r\nDTSTART:20261112T080000Z\r\nDTEND:20261112T120000Z",
                         "UID:2\r\nSUMMARY:B\r\nDTSTART:20261113T080000Z\r\nDTEND:20261113T120000Z")},
    "overlapping, in two calendars": {
        "b.ics": ics("UID:7\r\nSUMMARY:Long\r\nDTSTART:20261112T080000Z\r\nDTEND:20261112T110000Z\r\nSTATUS:TENTATIVE",
                     "UID:8\r\nSUMMARY:Free\r\nDTSTART:20261117T080000Z\r\nDURATION:P1D\r\nTRANSP:TRANSPARENT",
                     "UID:9\r\nSUMMARY:Off\r\nDTSTART:20261118T080000Z\r\nDTEND:20261118T110000Z\r\nSTATUS:CANCELLED"),
        "c.ics": ics("SUMMARY:No UID\r\nDTSTART:20261112T103000Z\r\nDTEND:20261112T120000Z\r\nLOCATION:Here",
                     "UID:q\r\nSUMMARY:Part\r\nDTSTART;TZID=Europe/Berlin:20261113T090000\r\nDURATION:PT1H",
                     "UID:r\r\nSUMMARY:Rest\r\nDTSTART:20261113T090000Z\r\nDTEND:20261113T120000Z\r\nCOLOR:red",
                     "UID:z\r\nSUMMARY:Zero\r\nDTSTART:20261114T090000Z\r\nDTEND:20261114T090000Z")},
    "a series": {"s.ics": ics(
        "UID:s\r\nSUMMARY:Series\r\nDTSTART;TZID=Asia/Tokyo:20261112T170000\r\nDURATION:PT4H\r\n"
        "RRULE:FREQ=DAILY;COUNT=3\r\nEXDATE;TZID=Asia/Tokyo:20261114T170000",
        "UID:o\r\nSUMMARY:Old\r\nDTSTART:20010101T000000Z\r\nDURATION:PT9H")},
}


def test_the_same_busy_time_is_the_same_site(tmp_path):
    trees = []
    for number, (name, files) in enumerate(SAME.items()):
        content = tmp_path / f"content{number}"
        content.mkdir()
        (content / "site.yml").write_text("title: Me\nprivacy: busy\n")
        for file, text in files.items():
            (content / file).write_text(text, newline="")
        if number == 1:
            (content / "notes").mkdir()
            (content / "notes" / "a.md").write_text("---\ndate: 2026-11-12\n---\n# Note\n")
        build(content, tmp_path / f"out{number}")
        trees.append(tmp_path / f"out{number}")
    for tree in trees[1:]:
        assert subprocess.run(["diff", "-rq", trees[0], tree], capture_output=True, text=True).stdout == ""
    week = (trees[0] / "week/2026-11-08.html").read_text()
    assert week.count('class="event block busy"') == 2
    assert 'data-start="2026-11-12T09:00:00+01:00" data-end="2026-11-12T13:00:00+01:00"' in week
    assert "data-uid" not in week and "data-calendar" not in week


def test_a_mixed_site_shows_both(tmp_path):
    content = tmp_path / "content"
    content.mkdir()
    (content / "club.ics").write_text(
        ics("UID:1\r\nSUMMARY:Rowing\r\nDTSTART:20261112T080000Z\r\nDURATION:PT1H"), newline="")
    (content / "me.ics").write_text(ics(
        "UID:2\r\nSUMMARY:Dentist\r\nDTSTART:20261112T083000Z\r\nDURATION:PT1H",
        "UID:3\r\nSUMMARY:Night\r\nDTSTART:20261024T220000Z\r\nDTEND:20261025T040000Z"), newline="")
    (content / "site.yml").write_text(
        "calendars:\n  - {name: club, source: club.ics}\n"
        "  - {name: me, title: Qualmboot, source: me.ics, privacy: busy}\n")
    build(content, tmp_path / "out", "--tz", "America/New_York")
    out = tmp_path / "out"
    for page in ("calendar/2026-11", "agenda/2026-11", "week/2026-11-08", "day/2026-11-12"):
        text = (out / f"{page}.html").read_text()
        assert 'data-uid="1"' in text and "Rowing" in text
        assert 'busy" data-start="2026-11-12T09:30:00+01:00" data-end="2026-11-12T10:30:00+01:00"' in text
    # Over midnight and over the end of summer time, in two zones: the same instants.
    assert 'data-start="2026-10-25T00:00:00+02:00" data-end="2026-10-25T05:00:00+01:00"' in (
        out / "day/2026-10-25.html").read_text()
    assert 'data-start="2026-10-24T18:00:00-04:00" data-end="2026-10-25T00:00:00-04:00"' in (
        next(out.glob("zone/*/day/2026-10-24.html")).read_text())
    assert sorted(path.name for path in (out / "feeds").glob("*.ics")) == ["all.ics", "club.ics"]
    assert len(list((out / "event").glob("*.html"))) == 1
    data = everything(out)
    for word in (b"Dentist", b"Night", b"Qualmboot"):
        assert word not in data
    agenda = json.loads(run("agenda", "--content", content, *WINDOW, "--format", "json", expect=0).out)
    assert {event["title"] for day in agenda["days"] for event in day["events"]} >= {"Dentist"}


# ---- Attacks, as docs/guides/privacy.md numbers them ------------------------------------------------


def site_of(folder: Path, files: dict[str, str], *options) -> Path:
    """Writes a content and builds its site."""
    for name, text in files.items():
        path = folder / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, newline="")
    build(folder / "content", folder / "out", *options)
    return folder / "out"


def test_an_edit_of_what_nobody_sees_writes_no_file(tmp_path):
    """Who keeps copies, or looks at the dates of files, can't tell that a title changed."""
    files = {"a.ics": ics("UID:1\r\nSUMMARY:Dentist\r\nDTSTART:20261112T080000Z\r\nDURATION:PT1H")}
    out = site_of(tmp_path, files, "--privacy", "busy")
    def state():
        """The list of files itself is written by each build; its bytes say no more."""
        return {path: (path.name[0] == "." or path.stat().st_mtime_ns, path.read_bytes())
                for path in out.rglob("*") if path.is_file()}
    before = state()
    files["a.ics"] = ics("UID:2\r\nSUMMARY:Lawyer and more\r\nDTSTART:20261112T080000Z\r\nDURATION:PT30M\r\nSEQUENCE:4",
                         "UID:3\r\nSUMMARY:Court\r\nDTSTART:20261112T083000Z\r\nDURATION:PT30M\r\nCOLOR:red")
    site_of(tmp_path, files, "--privacy", "busy")
    assert state() == before


def test_zones_of_what_is_withheld_are_not_told(tmp_path):
    shown = "UID:1\r\nSUMMARY:Tea\r\nDTSTART:20261112T080000Z\r\nDURATION:PT1H"
    def made(name, zone):
        return site_of(tmp_path / name, {
            "site.yml": "title: Me\n",
            "a.ics": ics(shown, f"UID:2\r\nCLASS:PRIVATE\r\nDTSTART;TZID={zone}:20261112T170000\r\nDURATION:PT1H")})
    tokyo, seoul = made("tokyo", "Asia/Tokyo"), made("seoul", "Asia/Seoul")
    assert subprocess.run(["diff", "-rq", tokyo, seoul], capture_output=True, text=True).stdout == ""
    assert b"Asia/Tokyo" not in (tokyo / "data/site.bin").read_bytes()


def test_links_to_notes_that_are_withheld_are_only_text(tmp_path):
    out = site_of(tmp_path, {
        "notes/about.md": "# About\n\nSee [the other](zqsecretnotexv.md#more), [again](zqsecretnotexv.md) or "
                          "[day](day:2026-11-12).\n",
        "notes/zqsecretnotexv.md": "---\nprivacy: hidden\n---\n# Hidden\n"})
    text = (out / "notes/about.html").read_text()
    assert "See the other, again or <a href=" in text
    assert left({"note": "zqsecretnotexv"}, out) == []


def test_a_calendar_that_nobody_named_is_not_told_by_withheld_events(tmp_path):
    """Neither a file, nor a key of an event, nor a note that is an event; and no event names one that is withheld."""
    head = "BEGIN:VCALENDAR\nVERSION:2.0\n"
    event = "BEGIN:VEVENT\nUID:{}\nDTSTART:20261105T100000Z\nSUMMARY:{}\n{}END:VEVENT\n"
    secret = event.format("zqsecretuid@x", "Zqdoctor", "CLASS:PRIVATE\nTRANSP:TRANSPARENT\n")
    shown = head + event.format("a@x", "Choir", "RELATED-TO:zqsecretuid@x\n") + secret + "END:VCALENDAR\n"
    hidden = {
        "zqtherapy.ics": head + secret.replace("zqsecretuid", "b") + "END:VCALENDAR\n",
        "events.json": json.dumps([{"uid": "c@x", "title": "Talk", "start": "2026-11-05T10:00:00Z", "class": "private",
                                    "calendar": "zqclinic", "transp": "transparent"}]),
        "notes/talk.md": "---\nstart: 2026-11-05T10:00:00Z\ntitle: Talk\nprivacy: hidden\n---\n",
    }  # fmt: skip
    for name, files in (("without", {}), ("with", hidden)):
        content = tmp_path / name
        for path, text in {"choir.ics": shown, **files}.items():
            (content / path).parent.mkdir(parents=True, exist_ok=True)
            (content / path).write_text(text)
        build(content, tmp_path / f"{name}-out")
    assert b"Choir" in everything(tmp_path / "with-out")
    for word in (b"zqtherapy", b"zqclinic", b"zqsecretuid", b"zqdoctor"):
        assert word not in everything(tmp_path / "with-out").lower()
    sites = [tmp_path / "without-out", tmp_path / "with-out"]
    first, second = ({path.relative_to(site): path.read_bytes() for path in site.rglob("*.*") if path.is_file()}
                     for site in sites)  # fmt: skip
    assert first == second


@pytest.mark.parametrize("level", ["busy", "full"])
def test_nothing_is_said_ten_years_past_the_window(level, tmp_path):
    """Days of which no busy time is told do not look free: every view says so, and says nothing else."""
    content = tmp_path / "Content"
    content.mkdir()
    (content / "a.ics").write_text(
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:a\nDTSTART:20261105T100000Z\nDTEND:20261105T110000Z\n"
        "RRULE:FREQ=DAILY\nSUMMARY:Qualmboot\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    window = ("--from", "2026-11-01", "--to", "2026-12-01", "--privacy", level)
    said = b"No information for dates this far away."
    with preview.serving(content, *window) as server:
        for view, last, first in [
            ("calendar", "2036-11", "2037-03"), ("agenda", "2036-11", "2036-12"), ("year", "2035", "2037"),
            ("day", "2036-11-29", "2036-12-01"), ("week", "2036-11-16", "2036-12-07"),
            ("calendar", "2016-11", "2016-08"),
        ]:  # fmt: skip
            told, untold = (preview.get(server, f"/{view}/{name}.html").content for name in (last, first))
            assert (said in told, said in untold) == (False, level == "busy"), view
            if level == "busy":
                assert not any(words in untold for words in (b"No events", b"Nothing planned", b'class="event'))


@pytest.mark.parametrize("second", ["busy", "hidden"])
def test_the_same_event_in_two_calendars_has_one_level(second, tmp_path):
    tea = "UID:1\r\nSUMMARY:zqteaxvword\r\nDTSTART:20261112T080000Z\r\nDURATION:PT1H"
    out = site_of(tmp_path, {
        "a.ics": ics(tea), "b.ics": ics(tea + "\r\nSEQUENCE:1"),
        "site.yml": f"calendars:\n  - {{name: a, source: a.ics}}\n  - {{name: b, source: b.ics, privacy: {second}}}\n"})
    assert left({"title": "zqteaxvword"}, out) == []


SECRET = {"title": "zqsecretxvword"}


def test_a_private_series_beside_a_changed_instance_and_a_public_copy(tmp_path):
    """The instance, which counts, is no newer version of the series, which another calendar's copy supersedes."""
    series = "UID:1\r\nSUMMARY:zqsecretxvword\r\nDTSTART:20261112T080000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=5"
    instance = ("UID:1\r\nSUMMARY:zqsecretxvword\r\nDTSTART:20261113T100000Z\r\nDURATION:PT1H\r\n"
                "RECURRENCE-ID:20261113T080000Z\r\nSEQUENCE:5")
    out = site_of(tmp_path, {
        "a.ics": ics(series + "\r\nCLASS:PRIVATE", instance), "b.ics": ics(series + "\r\nSEQUENCE:3"),
        "site.yml": "calendars:\n  - {name: a, source: a.ics}\n  - {name: b, source: b.ics}\n"})
    assert left(SECRET, out) == []


GONE = {
    "no file": {},
    "a broken time": {"w.ics": ics("UID:w@x\r\nSUMMARY:W\r\nDTSTART:then")},
    "another spelling": {"w.ics": ics("UID:W@x\r\nSUMMARY:W\r\nDTSTART:20261112T080000Z")},
}


@pytest.mark.parametrize("gone", GONE)
def test_a_note_on_an_event_that_is_not_there_is_not_published(gone, tmp_path):
    """Its calendar, which may be withheld, may come back."""
    files = {
        "a.ics": ics("UID:p@x\r\nSUMMARY:Tea\r\nDTSTART:20261112T080000Z"),
        "notes/n.md": "---\nevent: w@x\n---\nzqsecretxvword\n",
        "site.yml": "calendars:\n  - {name: a, source: a.ics}\n  - {name: w, source: w.ics, privacy: busy}\n",
    }
    out = site_of(tmp_path, files | GONE[gone])
    assert left(SECRET, out) == []
    found = run("check", "--content", tmp_path / "content").out
    assert "so the note is not published" in found and "notes/n.md:2:8: warning" in found, found


def test_check_notes_a_note_on_a_withheld_event(tmp_path):
    files = {
        "a.ics": ics("UID:w@x\r\nSUMMARY:Tea\r\nDTSTART:20261112T080000Z\r\nCLASS:PRIVATE"),
        "notes/n.md": "---\nevent: w@x\n---\nzqsecretxvword\n",
    }
    assert left(SECRET, site_of(tmp_path, files)) == []
    found = run("check", "--content", tmp_path / "content").out
    assert "notes/n.md:2:8: note: the note is not published, since its event is not shown in full" in found, found


# Spellings that people use for keys that withhold: of an event of events.json or in a note, and what says so.
MEANT = {
    "a category": ('"category":"Secret"', "", 'write "categories"; the'),
    "tags": ('"tags":["Secret"]', "", 'write "categories"; the'),
    "hidden": ('"hidden":true', "", 'write "class"'),
    "two classes": ('"class":"private","class":"public"', "", "class is written twice; keep one"),
    "a blank line": ("", "\n---\nprivacy: hidden\n---\nzqsecretxvword\n", None),
    "a calendar": ("", "---\ncalendar: w\n---\nzqsecretxvword\n", "calendar says who sees an event"),
}


@pytest.mark.parametrize("meant", MEANT)
def test_what_may_mean_to_withhold_is_not_published(meant, tmp_path):
    keys, note, message = MEANT[meant]
    events = f'[{{"title":"zqsecretxvword","start":"2026-11-12",{keys}}}]' if keys else "[]"
    files = {"events.json": events, "site.yml": "rules:\n  - {privacy: hidden, category: Secret}\n"}
    out = site_of(tmp_path, files | ({"notes/n.md": note} if note else {}))
    assert left(SECRET, out) == []
    found = run("check", "--content", tmp_path / "content").out
    assert message is None or "error: " in found and message in found, found


@pytest.mark.parametrize("settings", [
    "hidden: true", "calendars: [{name: a, source: a.ics, hidden: true}]",
    "calendars: [{name: a, source: a.ics, rules: []}]",
    "audiences: [{name: a, privacy: full, rules: [{privacy: busy, title: Tea}]}]",
])
def test_settings_that_may_mean_privacy_are_errors(settings, tmp_path):
    content = tmp_path / "content"
    content.mkdir()
    (content / "site.yml").write_text(settings + "\n")
    (content / "a.ics").write_text(ics("UID:1\r\nSUMMARY:Tea\r\nDTSTART:20261112T080000Z"), newline="")
    result = build(content, tmp_path / "out", expect=1)
    assert 'write "privacy"' in result.err and not (tmp_path / "out").exists(), result


def test_ids_do_not_tell_of_places(tmp_path):
    """At `titles` an id made from the content is published, and of what a hash is made can be guessed."""
    def made(place):
        event = {"title": "Appointment", "start": "2026-11-12T10:00", "tz": "Europe/Berlin", "location": place}
        return site_of(tmp_path / place, {"events.json": json.dumps([event])}, "--privacy", "titles")
    found = subprocess.run(["diff", "-rq", made("Clinic"), made("Office")], capture_output=True, text=True)
    assert found.stdout == ""


def test_how_often_an_instance_was_changed_is_not_told(tmp_path):
    series = "UID:1\r\nSUMMARY:Tea\r\nDTSTART:20261112T080000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=5"
    instance = "UID:1\r\nSUMMARY:Late\r\nDTSTART:20261113T100000Z\r\nRECURRENCE-ID:20261113T080000Z\r\nSEQUENCE:"
    def made(number):
        return site_of(tmp_path / number, {"a.ics": ics(series, instance + number)}, "--privacy", "titles")
    found = subprocess.run(["diff", "-rq", made("1"), made("7")], capture_output=True, text=True)
    assert found.stdout == ""


def test_no_forecast_tells_a_place(tmp_path):
    out = site_of(tmp_path, {
        "a.ics": ics("UID:1\r\nSUMMARY:Tea\r\nDTSTART:20261112T080000Z\r\nDURATION:PT1H"),
        "site.yml": "title: Me\nprivacy: titles\nweather:\n  {provider: met.no, contact: me@example.org, "
                    "latitude: 60.39, longitude: 5.32, name: Zqbergenxv}\n"})
    assert left({"place": "zqbergenxv"}, out) == []


@pytest.mark.parametrize("level", ["titles", "busy", "hidden"])
def test_the_sample_is_published_at_every_level(level, tmp_path):
    """Names of its places and notes are parts of words that are published; the search of the output knows that."""
    run("build", "--tz", "UTC+8", "--now", "2026-11-21T04:00:00Z", "--privacy", level, "--output", tmp_path, expect=0)


RULED = "title: A site\nrules:\n  - {privacy: hidden, title: 'Therapy*'}\n  - {privacy: hidden, category: Health}\n"


@pytest.mark.parametrize("key", ["summary", "titel", "Title", "betreff"])
def test_a_key_that_may_mean_the_title_withholds_where_a_rule_names_titles(key, tmp_path):
    meant = {name: value for name, value in an_event("x", location="Clinic West").items() if name != "title"}
    blank = meant | {"uid": "blank", "title": " "}
    made = Content(tmp_path, RULED, events=[meant | {key: "Therapy"}, blank | {key: "Therapy"}, an_event("Choir")])
    assert any("skipped" in line for line in made.build(expect=None))
    assert b"Clinic West" not in made.everything() and b"Choir" in made.everything()


@pytest.mark.parametrize("front", [
    "start: 2026-11-20T10:00Z\nsummary: Therapy", "start: 2026-11-20T10:00Z\ntitle: [Therapy]",
    "start: 2026-11-20T10:00Z\ntags: [Health]", "begin: 2026-11-20T10:00Z\ncategories: [Health]",
])
def test_a_note_that_may_be_a_withheld_event_is_skipped(front, tmp_path):
    note = f"---\n{front}\n---\nClinic West\n"
    made = Content(tmp_path, RULED, events=[an_event("Choir")], files={"notes/n.md": note})
    assert any(line.startswith("notes/n.md:") and " error: " in line for line in made.build(expect=None))
    assert b"Clinic West" not in made.everything() and b"Choir" in made.everything()
    # Without rules the same are what they were: of notes, a summary is a description, and of pages there are tags.
    made.write("site.yml", "title: A site\n")
    made.build(expect=None)
    assert b"Clinic West" in made.everything()
