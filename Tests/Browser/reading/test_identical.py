"""A page made by the engine in the reader's browser has the same bytes as the page of a build with a wider window,
for every section, view, zone and language."""

from __future__ import annotations

import random
import re
import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml

import browser as chrome
import tool

SEED = 20261121
SECTIONS = 200

# Language and region, zones with their own pages, and others that a reader may choose.
SITES = [
    ("de", ["Europe/Berlin", "America/St_Johns"], ["Australia/Lord_Howe"]),
    ("ar", ["Africa/Cairo", "UTC-03:30"], ["Africa/Casablanca"]),
    ("zh-Hans", ["UTC+8", "Asia/Kathmandu"], ["Europe/Dublin"]),
    ("en-US", ["America/New_York", "Pacific/Apia"], ["Etc/GMT-14"]),
]
# Distant days: the day that Apia skipped, the default window and around it, and far in the future.
WINDOWS = [
    ("2011-11-01", "2012-03-01"),
    ("2025-06-01", "2029-06-01"),
    ("2041-01-01", "2042-07-01"),
    ("2199-10-01", "2200-03-01"),
]

VTIMEZONE = """\
BEGIN:VTIMEZONE
TZID:Custom/Half
BEGIN:STANDARD
DTSTART:19701025T030000
TZOFFSETFROM:{summer}
TZOFFSETTO:+0930
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
TZOFFSETFROM:+0930
TZOFFSETTO:{summer}
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE
"""

# What could easily get lost on the way to the browser: a zone that two files define differently, local times that get a
# zone from a file, equal events without a UID, overrides at one time, long events, hostile texts.
FIRST = """\
BEGIN:VCALENDAR
VERSION:2.0
X-WR-TIMEZONE:Europe/Dublin
{zone}BEGIN:VEVENT
UID:custom@example.org
DTSTART;TZID=Custom/Half:20110601T120000
DURATION:PT90M
RRULE:FREQ=MONTHLY;BYDAY=-1FR
SUMMARY:In a zone of the file's own
END:VEVENT
BEGIN:VEVENT
UID:irish@example.org
DTSTART:20110103T233000
DURATION:P1DT2H
RRULE:FREQ=WEEKLY;INTERVAL=3
EXDATE:20260112T233000,20260202T233000
RDATE:20260114T140000
SUMMARY:Floating, made Irish
END:VEVENT
BEGIN:VEVENT
UID:weekly@example.org
DTSTART;TZID=W. Europe Standard Time:20110103T090000
DTEND;TZID=W. Europe Standard Time:20110103T100000
RRULE:FREQ=WEEKLY;BYDAY=MO,TH
EXDATE;TZID=W. Europe Standard Time:20260112T090000
SUMMARY:A series \U0001f4c5 of </script> & "words"\\, quoted
LOCATION:Café\\nOld hall
CATEGORIES:one,two
ATTENDEE;CN="Ada; Byron":mailto:ada@example.org
ORGANIZER;CN=Charles:mailto:charles@example.org
END:VEVENT
BEGIN:VEVENT
UID:weekly@example.org
RECURRENCE-ID;TZID=W. Europe Standard Time:20260119T090000
DTSTART;TZID=W. Europe Standard Time:20260122T090000
DTEND;TZID=W. Europe Standard Time:20260122T100000
SUMMARY:A series \U0001f4c5 of </script> & "words"\\, quoted
END:VEVENT
BEGIN:VEVENT
UID:weekly@example.org
RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=W. Europe Standard Time:20410304T090000
DTSTART;TZID=W. Europe Standard Time:20410304T220000
DTEND;TZID=W. Europe Standard Time:20410305T010000
SUMMARY:Later and longer from here on
STATUS:TENTATIVE
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20260105
RRULE:FREQ=DAILY;INTERVAL=9
SUMMARY:No name
END:VEVENT
BEGIN:VEVENT
UID:apia@example.org
DTSTART;VALUE=DATE:20111228
DTEND;VALUE=DATE:20120102
SUMMARY:Over the day that Apia skipped
TRANSP:TRANSPARENT
END:VEVENT
BEGIN:VEVENT
UID:long@example.org
DTSTART:20260315T220000Z
DTEND:20280401T050000Z
SUMMARY:Two years
END:VEVENT
BEGIN:VEVENT
UID:hours@example.org
DTSTART:20260326T000000Z
DURATION:PT15M
RRULE:FREQ=HOURLY;INTERVAL=31
SUMMARY:Through the changes of the clocks
END:VEVENT
BEGIN:VEVENT
UID:secret@example.org
CLASS:PRIVATE
DTSTART:20260326T000000Z
SUMMARY:Nobody's business
END:VEVENT
END:VCALENDAR
"""

SECOND = """\
BEGIN:VCALENDAR
VERSION:2.0
{zone}BEGIN:VEVENT
UID:other@example.org
DTSTART;TZID=Custom/Half:20110701T120000
DURATION:PT90M
RRULE:FREQ=MONTHLY;BYDAY=2WE
SUMMARY:In another zone of that name
END:VEVENT
BEGIN:VEVENT
UID:weekly@example.org
SEQUENCE:0
DTSTART;TZID=W. Europe Standard Time:20110103T090000
RRULE:FREQ=WEEKLY;BYDAY=MO,TH
SUMMARY:Stands in the first file too
END:VEVENT
{equal}END:VCALENDAR
"""


def equal_events(numbers: random.Random) -> str:
    """Single events of every kind, some of them equal in everything but their place."""
    lines = []
    for number in range(160):
        day = date(2025, 5, 1) + timedelta(days=numbers.randrange(1500))
        if number % 8 == 0:
            day = date(2041, 1, 1) + timedelta(days=numbers.randrange(500))
        when = f"{day:%Y%m%d}T{numbers.randrange(24):02}{numbers.choice((0, 30, 45)):02}00"
        kind = numbers.randrange(4)
        start = [f"DTSTART:{when}Z", f"DTSTART:{when}", f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
                 f"DTSTART;TZID=America/St_Johns:{when}"][kind]  # fmt: skip
        length = numbers.choice(["P1D", "P3D", "P35D"] if kind == 2 else ["PT0S", "PT20M", "PT3H", "P2DT1H"])
        copies = numbers.choice([1, 1, 2])
        for _ in range(copies):
            lines += ["BEGIN:VEVENT", start, f"DURATION:{length}", f"SUMMARY:Made {number % 20}"]
            if numbers.random() < 0.5 and copies == 1:
                lines.append(f"UID:made-{number}@example.org")
            lines.append("END:VEVENT")
    return "\n".join(lines) + "\n"


def content(folder: Path, locale: str) -> Path:
    """The sample, in a language, and two hand-made calendars."""
    shutil.copytree(tool.CONTENT, folder)
    settings = yaml.safe_load((folder / "site.yml").read_text(encoding="utf-8"))
    settings["locale"] = locale
    for key in ("zones", "window", "firstWeekday", "hourCycle"):
        settings.pop(key, None)
    if "calendars" in settings:
        settings["calendars"] += [{"name": n, "source": f"{n}.ics"} for n in ("first-made", "second-made")]
    (folder / "site.yml").write_text(yaml.safe_dump(settings, allow_unicode=True), encoding="utf-8")
    numbers = random.Random(SEED)
    for name, text, summer in (("first", FIRST, "+1030"), ("second", SECOND, "+1000")):
        text = text.format(zone=VTIMEZONE.format(summer=summer), equal=equal_events(numbers))
        (folder / f"{name}-made.ics").write_bytes(text.replace("\n", "\r\n").encode())
    for day in ("2026-01-22", "2041-03-07"):
        note = f"---\ndate: {day}\ntitle: A note & more\n---\n\nSee [the day](day:2041-03-08).\n"
        (folder / "notes" / f"made-{day}.md").write_text(note, encoding="utf-8")
    return folder


def inside(window: tuple[str, str], path: Path) -> bool:
    """Whether everything a page shows is within a window: at its edges a build has fewer event pages."""
    first, end = (date.fromisoformat(day) for day in window)
    name = path.stem
    if len(name) == 4:
        return True
    day = date.fromisoformat(name if len(name) == 10 else f"{name}-01")
    before = {"week": 0, "day": 0}.get(path.parent.name, 7)
    after = {"week": 7, "day": 1}.get(path.parent.name, 38)
    return day - timedelta(days=before) >= first and day + timedelta(days=after) <= end


@pytest.mark.long
@pytest.mark.parametrize("locale,zones,others", SITES, ids=[s[0] for s in SITES])
def test_pages_are_those_of_a_wider_build(locale, zones, others, tmp_path, chromium):
    source = content(tmp_path / "Content", locale)
    given = [f"--tz={zone}" for zone in zones]
    site = tmp_path / "site"
    tool.build(site, *given, content=source, now=tool.USUAL)
    numbers = random.Random(f"{SEED} {locale}")
    # Each zone of the site is requested from the site; others on the first zone's pages, compared with builds of their
    # own.
    cases: list[tuple[Path, str, str, tuple[str, str]]] = []
    for index, window in enumerate(WINDOWS):
        wide = tmp_path / f"wide-{index}"
        span = ["--from", window[0], "--to", window[1]]
        tool.build(wide, *given, *span, content=source, now=tool.USUAL)
        folders = {zones[0]: wide}
        folders |= {zone: folder for zone, folder in zip(zones[1:], sorted((wide / "zone").iterdir()))}
        for zone, folder in folders.items():
            for kind in ("calendar", "agenda", "week", "day", "year"):
                files = [f for f in sorted((folder / kind).glob("*.html")) if inside(window, f)]
                for file in numbers.sample(files, min(len(files), 12)):
                    cases.append((file, file.relative_to(folder).as_posix(), zone, window))
    cases = numbers.sample(cases, SECTIONS // len(SITES))
    problems: list[str] = []
    differing = []
    with chrome.served(site) as server:
        with chrome.watched(chromium, problems) as page:
            page.goto(f"{server}/index.html")
            page.evaluate(
                """async () => {
                  const {Engine} = await import(new URL(document.body.dataset.engine, location));
                  window.engine = await Engine.open();
                }"""
            )
            for file, path, zone, window in cases:
                made = page.evaluate(
                    "([path, zone, window]) => engine.page(path, {zone, window})", [path, zone, list(window)]
                )
                expected = file.read_bytes().decode()
                if made != expected:
                    differing.append(f"{path} in {zone}, {window}: {difference(made, expected)}")
                # Without a window only the stated window and links out of it differ. (A year that begins before the
                # window links to its first day.)
                if path.startswith("year/") and f"{file.stem}-01-01" < window[0]:
                    continue
                endless = page.evaluate("([path, zone]) => engine.page(path, {zone})", [path, zone])
                if without_window(endless) != without_window(expected):
                    differing.append(f"{path} in {zone}, without end: {difference(endless, expected)}")
            chosen = numbers.choice(others)
            html = page.evaluate("zone => engine.page('day/2041-03-04.html', {zone})", chosen)
            assert f'data-zone="{chosen}"' in html
    assert problems == []
    assert differing == [], f"seed {SEED}"
    print(f"{locale}: {len(cases)} sections identical, seed {SEED}")


def without_window(html: str) -> str:
    html = re.sub(r' data-(published|window-from|window-to)="[^"]*"', "", html)
    # Published weeks and days are opened at their first event.
    html = re.sub(r"beyond\.html\?view=(week|day)&amp;section=([0-9-]+)", r"\1/\2.html#events", html)
    return re.sub(r"beyond\.html\?view=(\w+)&amp;section=([0-9-]+)", r"\1/\2.html", html)


def difference(made: str, expected: str) -> str:
    place = next((i for i, (a, b) in enumerate(zip(made, expected)) if a != b), min(len(made), len(expected)))
    return f"byte {place}: {made[place - 60 : place + 60]!r} for {expected[place - 60 : place + 60]!r}"


def test_nothing_private_is_in_the_data(tmp_path):
    source = content(tmp_path / "Content", "en")
    tool.build(tmp_path / "site", "--tz=UTC", content=source)
    files = [f for f in (tmp_path / "site" / "data").rglob("*") if f.is_file()]
    assert len(files) > 4
    assert [f.name for f in files if b"business" in f.read_bytes() or b"secret@" in f.read_bytes()] == []


def test_a_far_month_is_a_small_download(tmp_path, chromium):
    """The download for one distant month of the sample, without the module, from a plain server."""
    site = tmp_path / "site"
    tool.build(site, "--tz", "UTC+8")
    asked: list[str] = []
    problems: list[str] = []
    with chrome.served(site) as server:
        with chrome.watched(chromium, problems, is_fresh=True) as page:
            page.goto(f"{server}/index.html")
            page.context.on("request", lambda request: asked.append(request.url.removeprefix(f"{server}/")))
            html = page.evaluate(
                """async () => {
                  const {Engine} = await import(new URL(document.body.dataset.engine, location));
                  return (await Engine.open()).page("calendar/2041-03.html");
                }"""
            )
    assert 'data-section="2041-03"' in html
    assert problems == []
    # The front page also fetches its own scripts and the sections it scrolls to.
    data = {path: (site / path).stat().st_size for path in asked if path.startswith("data/")}
    assert any("site.bin" in path for path in data)
    assert not any("zones" in path for path in data)
    assert sum(data.values()) < 100_000, data
