"""`agenda --format markdown` and `--format html`: a mail with the same events as `--format json`, in what mail programs
show, whatever the titles say."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

import tool

URL = "https://example.org/calendar/"
WEEK = ["--from", "2026-11-23", "--to", "2026-12-01", "--tz", "Europe/Copenhagen"]

TITLES = [
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "![x](http://e.example/x.png)",
    "**bold** _thin_ ~~gone~~ `code`",
    "| a | b | \\",
    "\u202egnp.exe",
    "שלום [a](b)",
    "مرحبا\u2069 & <b>",
    "see https://evil.example/ or www.evil.example, a@evil.example",
    "# 1. - + heading #",
    "&copy; &lt;b&gt; <!-- --> <![CDATA[",
    "a\nb",
    "bell\u0007 and \u0085 \u2028",
    "[ ] task [^1] \\* \\",
    "</td></tr></table><style>*{}</style>",
    '" onclick="x',
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("digest")
    events = [
        {
            "uid": f"{number}@example.org",
            "title": title,
            "start": f"2026-11-2{3 + number % 3}T{8 + number // 3:02}:30:00Z",
            "end": f"2026-11-2{3 + number % 3}T{9 + number // 3:02}:00:00Z",
            "location": title,
        }
        for number, title in enumerate(TITLES)
    ]
    events.append({"uid": "d", "title": "Days", "start": "2026-11-26", "end": "2026-11-29"})
    events.append(
        {"uid": "n", "title": "", "start": "2026-11-28T22:00:00Z", "end": "2026-11-29T02:00:00Z"}
    )
    events.append({"uid": "p", "title": "Withheld", "class": "private", "start": "2026-11-30T10:00:00Z"})
    (folder / "events.json").write_text(json.dumps(events), encoding="utf-8")
    (folder / "site.yml").write_text(f"title: A <b>site</b> *here*\nurl: {URL}\nlocale: en-GB\n")
    return folder


def printed(content: Path, form: str, *arguments) -> str:
    words = ["--content", content, "--now", tool.NOW, "--format", form, *WEEK, *arguments]
    return tool.run("agenda", *words, expect=tool.DONE).out


def plain(text: str) -> str:
    """A text without what no format shows: control characters and directions, and with single spaces."""
    text = text.replace("\u2060", "")
    return " ".join(re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", " ", text).split())


def expected(content: Path, *arguments) -> list[tuple[str, list[tuple[str, str]]]]:
    """By day, the times and titles of `--format json`, as the digest words them in British English."""
    days = []
    for day in json.loads(printed(content, "json", *arguments))["days"]:
        rows = []
        for event in day["events"]:
            start, end = event["start"][11:16], event["end"][11:16]
            times = {
                "whole": f"{start} – {end}" if event["start"] != event["end"] else start,
                "first": f"from {start}",
                "last": f"until {end}",
                "middle": "All day",
            }[event["part"]]
            rows.append(("All day" if event["allDay"] else times, plain(event["title"]) or "Untitled"))
        days.append((day["date"], rows))
    return days


def date_of(heading: str) -> str:
    return datetime.strptime(heading.replace(",", ""), "%A %d %B %Y").date().isoformat()


def rows_of_html(html: str) -> list:
    tree = LexborHTMLParser(html)
    days = []
    for heading in tree.css("h2"):
        rows = []
        for row in heading.parent.css("table tr"):
            times, event = row.css("td")
            rows.append((plain(times.text()), plain(event.css_first("b").text())))
        days.append((date_of(heading.text()), rows))
    return days


def markup(markdown: str) -> str:
    """HTML by cmark-gfm, with all of its extensions, as programs show markdown."""
    names = [ctypes.util.find_library(name) for name in ("cmark-gfm", "cmark-gfm-extensions")]
    core, more = (ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL) for name in names)
    more.cmark_gfm_core_extensions_ensure_registered()
    pointer = ctypes.c_void_p
    core.cmark_parser_new.restype = core.cmark_find_syntax_extension.restype = pointer
    core.cmark_parser_finish.restype = core.cmark_parser_get_syntax_extensions.restype = pointer
    core.cmark_render_html.restype = ctypes.c_char_p
    unsafe = 1 << 17
    parser = pointer(core.cmark_parser_new(unsafe))
    for name in (b"table", b"strikethrough", b"autolink", b"tasklist"):
        core.cmark_parser_attach_syntax_extension(parser, pointer(core.cmark_find_syntax_extension(name)))
    text = markdown.encode()
    core.cmark_parser_feed(parser, text, len(text))
    document = pointer(core.cmark_parser_finish(parser))
    return core.cmark_render_html(document, unsafe, pointer(0)).decode()


def rows_of_markdown(html: str) -> list:
    tree = LexborHTMLParser(html)
    days = []
    for heading in tree.css("h2"):
        listed = heading.next
        while listed.tag != "ul":
            listed = listed.next
        rows = []
        for item in listed.css("li"):
            strong = item.css_first("strong")
            times = item.text(deep=False).split("·")[0]
            rows.append((plain(times), plain(strong.text())))
        days.append((date_of(plain(heading.text())), rows))
    return days


@pytest.mark.parametrize("content", ["sample", "hostile"])
def test_a_mail_has_the_events_of_json(content, request):
    folder = tool.CONTENT if content == "sample" else request.getfixturevalue("hostile")
    wanted = expected(folder)
    assert sum(len(rows) for _, rows in wanted) >= 15
    assert rows_of_html(printed(folder, "html", "--owner")) == wanted
    assert rows_of_markdown(markup(printed(folder, "markdown", "--owner"))) == wanted


def test_a_mail_has_only_what_mail_programs_show(hostile):
    tree = LexborHTMLParser(printed(hostile, "html"))
    tags = {node.tag for node in tree.root.traverse()}
    assert tags <= set("html head meta title body table tbody tr td h1 h2 p a b br span bdi".split())
    attributes = {name for node in tree.root.traverse() for name in node.attributes}
    assert attributes <= set(
        "lang dir charset name content style role width cellpadding cellspacing border align valign href".split()
    )
    assert "url(" not in printed(hostile, "html")
    in_markdown = LexborHTMLParser(markup(printed(hostile, "markdown")))
    assert {n.tag for n in in_markdown.body.traverse()} <= set("body h1 h2 p ul li strong a".split())
    assert {link.attributes["href"].startswith(URL) for link in tree.css("a")} == {True}
    assert {link.attributes["href"].startswith(URL) for link in in_markdown.css("a")} == {True}
    # A text from right to left does not turn round what follows it.
    line = next(line for line in printed(hostile, "markdown").splitlines() if "שלום" in line)
    assert "\u2068שלום" in line and line.count("\u2068") == line.count("\u2069") == 2


def test_a_title_of_spaces_is_none(tmp_path):
    (tmp_path / "a.ics").write_text(
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\n"
        "DTSTART:20261124T100000Z\nSUMMARY:   \nLOCATION:  \nEND:VEVENT\nEND:VCALENDAR\n")
    assert "- 11:00 **Untitled**\n" in printed(tmp_path, "markdown")


def test_links_lead_to_published_pages(sample):
    for form in ("html", "markdown"):
        found = set(re.findall(re.escape(URL) + r"(event/[^\">]+)", printed(tool.CONTENT, form)))
        assert len(found) > 10
        assert [path for path in sorted(found) if not (sample.root / path).exists()] == []


def test_a_mail_follows_the_language(hostile):
    # A paragraph of German that begins with "30. November" is no list.
    german = printed(hostile, "markdown", "--locale", "de", "--from", "2026-11-30", "--to", "2026-12-07")
    assert "<p>30. November – 6. Dezember 2026</p>" in markup(german) and "<ol" not in markup(german)
    # Times of one half of a day name it once, where the language does so.
    assert ">9:30 – 10:00\u202fAM<" in printed(hostile, "html", "--locale", "en-US")


def test_a_mail_says_what_its_readers_may_know(hostile):
    whole, titles, busy = (
        printed(hostile, "markdown", *arguments)
        for arguments in (["--owner"], ["--privacy", "titles"], ["--privacy", "busy"])
    )
    # The owner sees everything, but nobody else has that page.
    assert "**Withheld**" in whole and "withheld-" not in whole
    assert "Withheld" not in titles and "evil" in titles and titles.count("evil.example/") == 1
    assert "evil" not in busy and "**Busy**" in busy and "event/" not in busy
    assert 'dir="rtl"' in printed(hostile, "html", "--locale", "ar")
    empty = ["--from", "2031-01-01", "--to", "2031-01-02"]
    assert "No events from 2031-01-01" in plain(printed(hostile, "html", *empty))
