"""Text from content stays text: in pages, feeds, data and file names."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest
from icalendar import Calendar

import browser as chrome
import checks
import tool
from pages import Site

# Possible titles. Each must be shown to people exactly, and have no effect on machines.
VISIBLE = [
    "</script><img src=x onerror=alert(1)>",
    '"><svg onload=alert(2)>',
    "' onmouseover='alert(3)",
    "{{{evil}}} {{#evil}}x{{/evil}} {{=<% %>=}} {{>layout}}",
    "]]><script>alert(4)</script>",
    "<!--<script>",
    "&lt;b&gt; &amp;amp; &#60;i&#62;",
    "</title></textarea></style><p hidden>",
    "<script src=https://example.org/evil.js></script>",
    "javascript:alert(5)",
    "`${alert(6)}` \\u003cimg\\u003e \\",
    'BEGIN:VEVENT;X="1":,END',
]

# Texts that may be dropped or replaced, but must do no harm either.
INVISIBLE = [
    "before\u2028after\u2029end",
    "\u202eright to left\u202c\u2066 isolated",
    "nul\0 bell\x07 escape\x1b[31m delete\x7f",
    "\ufeff\ufffe\uffff \U0001f469\u200d\U0001f4bb e\u0301",
]

URLS = [
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//example.org/x",
    'https://example.org/"><img src=x>',
    "https://exa mple.org/",
    "https://[",
    "blob:x",
    "&#106;avascript:x",
]

UIDS = [
    "../../../../tmp/evil",
    "CON",
    'a/b\\c:d*e?f"g<h>i|j',
    "x" * 400,
    "<script>alert(1)</script>",
    ".",
    " ",
    "trailing. ",
    "\U0001f4c5",
    "%2e%2e%2f",
]

RAW = """<script>alert(1)</script>
<div onclick="alert(2)" style="position:fixed">a raw block</div>

Inline <img src=x onerror=alert(3)> and <iframe src="https://example.org"></iframe> and <b>bold</b>.

[a link](javascript:alert(4)) and [another](<data:text/html,x>) and ![an image](javascript:alert(5))
and <javascript:alert(6)> and [broken](https://example.org/"onclick="alert(7))

| a | b |
|---|---|
| <style>p{}</style> | `<code>` |

```"><img src=x onerror=alert(8)>
<script>alert(9)</script>
```
"""

INNOCENT_RAW = """A block

Inline `code` and **bold**.

[a link](https://example.org/) and <https://example.org/> and ![an image](https://example.org/x.png)

| a | b |
|---|---|
| c | `code` |

```swift
let a = 1
```
"""


def escaped(text: str) -> str:
    """An iCalendar TEXT value. Its lines cannot contain what would end them."""
    return (
        text.replace("\\", "\\\\")
        .replace(";", "\\;")
        .replace(",", "\\,")
        .replace("\r", "")
        .replace("\n", "\\n")
    )


def quoted(text: str) -> str:
    """A double-quoted YAML scalar."""
    return (
        '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'
    )


def parameter(text: str) -> str:
    return '"' + "".join(c for c in text if c >= " " and c not in '"\x7f') + '"'


def folded(line: str) -> bytes:
    data, parts = line.encode("utf-8", "surrogatepass"), []
    while len(data) > 73:
        parts.append(data[:73])
        data = b" " + data[73:]
    return b"\r\n".join([*parts, data]) + b"\r\n"


def write(folder: Path, texts: list[str], urls: list[str], uids: list[str], raw: str) -> None:
    """Content that contains the given texts everywhere: an event with each in each of the three formats, always at
    the same times."""
    (folder / "notes").mkdir(parents=True)
    entries, lines = [], [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{escaped(texts[0])}",
        f"X-WR-CALNAME:{escaped(texts[0])}",
        f"X-WR-CALDESC:{escaped(texts[1])}",
    ]

    def event(uid: str, hour: int, title: str, url: str) -> None:
        lines.extend(
            [
                "BEGIN:VEVENT",
                f"UID:{escaped(uid)}",
                "DTSTAMP:20260101T000000Z",
                f"DTSTART:20261120T{hour % 24:02}0000Z",
                "DURATION:PT45M",
                f"SUMMARY;LANGUAGE={parameter(title)}:{escaped(title)}",
                f"DESCRIPTION:{escaped(title)}",
                f"LOCATION:{escaped(title)}",
                f"URL:{url}",
                f"CATEGORIES:{escaped(title)},work",
                f"ORGANIZER;CN={parameter(title)}:mailto:a@example.org",
                f"ATTENDEE;CN={parameter(title)};PARTSTAT=ACCEPTED:{url}",
                f"ATTACH:{url}",
                f"CONTACT:{escaped(title)}",
                f"COMMENT:{escaped(title)}",
                f"X-EVIL;A={parameter(title)}:{escaped(title)}",
                "END:VEVENT",
            ]
        )

    for index, text in enumerate(texts):
        url = urls[index % len(urls)]
        entries.append(
            {
                "uid": f"json-{index}@example.org",
                "title": text,
                "desc": text,
                "start": f"2026-11-20T{index % 24:02}:10:00Z",
                "end": f"2026-11-20T{index % 24:02}:40:00Z",
                "url": url,
                "categories": [text],
                "location": {"name": text, "city": text, "latitude": 1.5, "longitude": 2.5},
                "attends": [{"name": text, "email": "b@example.org", "avatar": url}],
            }
        )
        event(f"ics-{index}@example.org", index, text, url)
        (folder / "notes" / f"event-{index}.md").write_text(
            f"---\ntitle: {quoted(text)}\nstart: 2026-11-21T{index % 24:02}:00:00Z\n"
            f"end: 2026-11-21T{index % 24:02}:30:00Z\n---\n\n{raw}",
            encoding="utf-8",
        )
        (folder / "notes" / f"day-{index}.md").write_text(
            f"---\ntitle: {quoted(text)}\ndate: 2026-11-20\n---\n\n{raw}", encoding="utf-8"
        )
    for index, uid in enumerate(uids):
        event(uid, index, f"Uid {index}", "https://example.org/")
    (folder / "notes" / "page.md").write_text(
        f"---\ntitle: {quoted(texts[0])}\n---\n\n{raw}", encoding="utf-8"
    )
    lines.append("END:VCALENDAR")
    (folder / "calendar.ics").write_bytes(b"".join(folded(line) for line in lines))
    (folder / "events.json").write_text(json.dumps(entries), encoding="utf-8")
    (folder / "site.yml").write_text(
        f"title: {quoted(texts[0])}\ndescription: {quoted(texts[1])}\nauthor:\n  name: {quoted(texts[2])}\n"
        f"  email: c@example.org\nurl: https://example.org/site/\n"
        f'calendars:\n  - name: one\n    title: {quoted(texts[3])}\n    source: calendar.ics\n    color: "#2f6fde"\n'
        f"  - name: two\n    title: {quoted(texts[4])}\n    source: events.json\n",
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def sites(tmp_path_factory) -> tuple[Site, Site]:
    """An innocent site and a hostile one of the same form."""
    found = []
    texts = VISIBLE + INVISIBLE
    kinds = {
        "innocent": (
            [f"Plain words {i}" for i in range(len(texts))],
            ["https://example.org/"],
            [f"uid-{i}@example.org" for i in range(len(UIDS))],
            INNOCENT_RAW,
        ),
        "hostile": (texts, URLS, UIDS, RAW),
    }
    for name, values in kinds.items():
        folder = tmp_path_factory.mktemp(name)
        write(folder / "Content", *values)
        tool.build(
            folder / "site",
            "--tz",
            "UTC",
            "--from",
            "2026-11-01",
            "--to",
            "2026-12-01",
            content=folder / "Content",
        )
        found.append(Site(folder / "site", "https://example.org/site/"))
    return tuple(found)


def test_no_element_or_attribute_comes_from_content(sites):
    innocent, hostile = sites
    assert checks.strangers(hostile, innocent) == []


def test_hostile_pages_keep_the_contracts(sites):
    _, hostile = sites
    assert checks.contracts(hostile, "UTC") + checks.links(hostile) == []


def test_hostile_files_are_well_formed_and_well_named(sites):
    _, hostile = sites
    assert checks.names(hostile) + checks.readable(hostile) == []


def meant(source: str, index: int) -> str:
    """In an iCalendar file no title means a reference of HTML as it stands."""
    return html.unescape(VISIBLE[index]) if source == "ics" else VISIBLE[index]


@pytest.mark.parametrize("source", ["json", "ics"])
@pytest.mark.parametrize("index", range(len(VISIBLE)), ids=lambda i: VISIBLE[i][:20])
def test_titles_are_shown_as_written(source, index, sites):
    _, hostile = sites
    uid = f"{source}-{index}@example.org"
    for kind in ("calendar", "agenda", "week", "day", "index"):
        pages = [hostile.pages["index.html"]] if kind == "index" else hostile.kind(kind)
        shown = [event for page in pages for event in page.events if event.uid == uid]
        assert shown, kind
        assert all(meant(source, index) in event.text for event in shown), kind
    target, _ = hostile.resolve(
        "agenda/2026-11.html",
        next(event.href for page in hostile.kind("agenda") for event in page.events if event.uid == uid),
    )
    assert any(meant(source, index) in heading for heading in hostile.pages[target].headings)


@pytest.mark.parametrize("index", range(len(VISIBLE)), ids=lambda i: VISIBLE[i][:20])
def test_titles_in_front_matter_are_shown_as_written(index, sites):
    _, hostile = sites
    assert any(
        VISIBLE[index] in event.text
        for page in hostile.kind("agenda")
        for event in page.events
        if (event.start or "").startswith("2026-11-21")
    )
    assert any(VISIBLE[index] in heading for page in hostile.kind("notes") for heading in page.headings)


def test_raw_html_in_a_note_is_shown_as_text(sites):
    from selectolax.lexbor import LexborHTMLParser

    _, hostile = sites
    notes = hostile.kind("notes")
    assert notes
    for page in notes:
        text = LexborHTMLParser(hostile.read(page.path)).body.text()
        for raw in (
            '<div onclick="alert(2)" style="position:fixed">a raw block</div>',
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(3)>",
            "<b>bold</b>",
            "<style>p{}</style>",
            "<script>alert(9)</script>",
        ):
            assert raw in text, (page.path, raw)


def test_other_programs_read_the_same_events_from_feeds(sites):
    _, hostile = sites
    events = {str(e["UID"]): e for e in Calendar.from_ical(hostile.read("feeds/all.ics")).walk("VEVENT")}
    for index in range(len(VISIBLE)):
        for source in ("json", "ics"):
            assert str(events[f"{source}-{index}@example.org"]["SUMMARY"]) == meant(source, index)
    for uid in UIDS:
        if uid.strip():
            assert uid.strip() in {known.strip() for known in events}
    for path in hostile.files:
        if path.endswith(".ics") and not path.startswith("data/"):
            for event in Calendar.from_ical(hostile.read(path)).walk("VEVENT"):
                assert event.errors == [], path


def test_a_browser_runs_no_script_of_the_content(sites):
    _, hostile = sites
    problems: list[str] = []
    with chrome.chromium() as browser, chrome.watched(browser, problems, tool.NOW) as page:
        for found in hostile.one_of_each().values():
            if found.kind != "404":
                page.goto((hostile.root / found.path).as_uri())
                chrome.settle(page)
                problems += chrome.violations(page)
    assert problems == []


def test_check_and_agenda_end_normally(sites):
    _, hostile = sites
    content = hostile.root.parent / "Content"
    assert tool.agenda(content, "--tz", "UTC", "--from", "2026-11-20", "--to", "2026-11-21")["days"]
    for arguments in (
        ("agenda", "--format", "text", "--from", "2026-11-01", "--to", "2026-12-01", "--now", tool.NOW),
        ("agenda", "--format", "ics", "--from", "2026-11-01", "--to", "2026-12-01", "--now", tool.NOW),
        ("check",),
    ):
        result = tool.run(*arguments, "--content", content)
        assert result.code in (tool.DONE, tool.PROBLEMS), result
        assert (
            "\x1b" not in result.out + result.err and "\0" not in result.out + result.err
        ), "steers the terminal"
