"""The scan: a build whose output would contain a withheld text fails, and the last good site stays."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
import shutil
import subprocess
import urllib.parse
from pathlib import Path

import pytest

import test_serve
import tool

TITLE = "Überraschung für Zoë & Co"
BYTES = TITLE.encode()
WINDOW = ("--tz", "UTC", "--from", "2026-11-01", "--to", "2026-12-01", "--now", tool.NOW)

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:shown@example.com
DTSTAMP:20260101T000000Z
DTSTART:20261120T090000Z
SUMMARY:Team Meeting
END:VEVENT
BEGIN:VEVENT
UID:hidden-77@example.com
DTSTAMP:20260101T000000Z
DTSTART:20261121T090000Z
SUMMARY:Überraschung für Zoë & Co
DESCRIPTION:Bring the blue suitcase. Do not tell Bob\\, ever.\\nSecond line of it
LOCATION:Hangar 18
CATEGORIES:Team,Zeppelin
ATTENDEE;CN="Quentin, Jr.":mailto:quentin@secret.example
X-CLIENT;X-KIND=Umbrella:Acme Holding
CLASS:PRIVATE
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT15M
DESCRIPTION:Leave through the garden
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:hidden-78@example.com
DTSTAMP:20260101T000000Z
DTSTART:20261121T100000Z
SUMMARY:Meeting
DESCRIPTION:Friday\\, 20 November 2026\\n123 456 789\\nabc\\nTeam
CLASS:PRIVATE
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture
def content(tmp_path) -> Path:
    folder = tmp_path / "Content"
    folder.mkdir()
    (folder / "site.yml").write_text("title: Scan\n", encoding="utf-8")
    (folder / "work.ics").write_text(CALENDAR.replace("\n", "\r\n"), encoding="utf-8", newline="")
    return folder


def theme(folder: Path, text: str) -> Path:
    """A theme that prints a text on every page, and nothing else of its own."""
    folder.mkdir(exist_ok=True)
    layout = (tool.TEMPLATES / "layout.mustache").read_text(encoding="utf-8")
    printed = "{{=<% %>=}}" + text + "<%={{ }}=%>"
    (folder / "layout.mustache").write_text(layout.replace("</body>", f"<p>{printed}</p></body>"), encoding="utf-8")
    return folder


def build(content: Path, output: Path, *more, expect: int = tool.DONE) -> tool.Result:
    return tool.run("build", "--content", content, "--output", output, *WINDOW, *more, expect=expect)


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def utf16(order: str) -> str:
    """UTF-16 that is also UTF-8, which templates have to be: ASCII letters with zero bytes between them."""
    return "hidden-77@example.com".encode(f"utf-16-{order}").decode()


LEAKS = {
    "plain": (TITLE, 14),
    "lower case": ("Ü" + TITLE[1:].lower(), 14),
    "HTML": (html.escape(TITLE), 14),
    "HTML, decimal": ("".join(f"&#{ord(c)};" for c in TITLE), 14),
    "HTML, hexadecimal": ("".join(f"&#x{ord(c):X};" for c in TITLE), 14),
    "percent, upper case": (urllib.parse.quote(TITLE), 14),
    "percent, lower case": (urllib.parse.quote(TITLE).lower(), 14),
    "percent, every byte": ("".join(f"%{b:02X}" for b in BYTES), 14),
    "JSON": (json.dumps(TITLE), 14),
    "JSON in an attribute": (html.escape(json.dumps(TITLE)), 14),
    "iCalendar": ("Do not tell Bob\\, ever", 15),
    "base64": (base64.b64encode(BYTES).decode(), 14),
    "base64 after one byte": (base64.b64encode(b"-" + BYTES).decode(), 14),
    "base64 after two bytes": (base64.b64encode(b"--" + BYTES + b"--").decode(), 14),
    "base64 for addresses": (base64.urlsafe_b64encode(BYTES).decode().rstrip("="), 14),
    "hexadecimal": (BYTES.hex(), 14),
    "hexadecimal, upper case": (BYTES.hex().upper(), 14),
    "base64, short": (base64.b64encode(b"Hangar 18").decode(), 16),
    "base64, short, after other words": (base64.b64encode(b"It is in Hangar 18!").decode(), 16),
    "base64, short, for addresses": (base64.urlsafe_b64encode("é? Hangar 18".encode()).decode().rstrip("="), 16),
    "hexadecimal, short": (b"Zeppelin".hex(), 17),
    "hexadecimal, short, upper case": ("0x" + b"at Hangar 18".hex().upper(), 16),
    "UTF-16 LE": (utf16("le"), 11),
    "UTF-16 BE": (utf16("be"), 11),
    "slug": ("uberraschung-fur-zoe-co", 14),
    "slug in German": ("ueberraschung-fuer-zoe-co", 14),
    "UID": ("hidden-77@example.com", 11),
    "a sentence": ("Bring the blue suitcase", 15),
    "a line": ("Second line of it", 15),
    "place": ("Hangar%2018", 16),
    "category": ("zeppelin", 17),
    "guest's name": ("Quentin, Jr.", 18),
    "guest's address": ("quentin@secret.example", 18),
    "X- property": ("Acme Holding", 19),
    "parameter": ("Umbrella", 19),
    "alarm": ("Leave through the garden", 24),
}


@pytest.mark.parametrize("form", LEAKS)
def test_leak_fails_the_build(content, tmp_path, form):
    text, line = LEAKS[form]
    output = tmp_path / "Output"
    build(content, output)
    before = files(output)
    result = build(content, output, "--templates", theme(tmp_path / "Theme", text), expect=tool.PROBLEMS)
    assert files(output) == before
    errors = [m for m in result.placed if m["severity"] == "error"]
    assert [(m["path"], m["line"]) for m in errors] == [(str(content / "work.ics"), str(line))]
    named = re.search(r"but (\S+) at byte (\d+)", errors[0]["message"])
    assert named and named[1].endswith(".html") and int(named[2]) > 0
    for withheld in ("Überraschung", "hidden-77", "suitcase", "Zeppelin", "Quentin", "Acme", "Umbrella", "garden"):
        assert withheld not in result.err


def test_first_build_leaves_nothing(content, tmp_path):
    output = tmp_path / "Output"
    build(content, output, "--templates", theme(tmp_path / "Theme", TITLE), expect=tool.PROBLEMS)
    assert not output.exists()
    assert [p.name for p in tmp_path.iterdir() if "utput" in p.name and p.is_dir()] == []


@pytest.mark.parametrize("text", ["Meeting", "Team", "abc", "123 456 789", "Friday, 20 November 2026", "xZeppelinx"])
def test_what_is_said_anyway_is_no_leak(content, tmp_path, text):
    """Words of published events, short texts, numbers, dates; and a short word within another one."""
    if text == "xZeppelinx":
        text = "xHangarx"
    build(content, tmp_path / "Output", "--templates", theme(tmp_path / "Theme", text))


def test_short_texts_in_other_data_are_no_leak(content, tmp_path):
    """What is no text as a whole has any few bytes by chance."""
    within = base64.b64encode(b"\x89\x01\xffHangar 18\x00\x02").decode() + " " + (b"\x01" + b"Hangar 18").hex()
    build(content, tmp_path / "Output", "--templates", theme(tmp_path / "Theme", within))


def test_words_of_a_site_are_no_leaks(tmp_path):
    """No word that every site contains fails the build of somebody whose hidden events contain it: all words of a built
    site, in a hidden event."""
    content = tmp_path / "Content"
    shutil.copytree(tool.CONTENT, content)
    output = tmp_path / "Output"
    build(content, output, "--base-url", "https://example.org/busy/")
    words: set[str] = set()
    for path, data in files(output).items():
        if path.endswith((".html", ".ics", ".xml", ".txt", ".webmanifest", ".css", ".js", ".json", ".ifb")):
            words |= set(re.findall(r"(?<![\w-])[^\W\d_]{4,}(?![\w-])", data.decode("utf-8", "replace")))
    lines = "\\n".join(sorted(words))
    hidden = f"""BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:all-words@example.com
DTSTAMP:20260101T000000Z
DTSTART:20261121T100000Z
SUMMARY:All words
DESCRIPTION:{lines}
CLASS:PRIVATE
END:VEVENT
END:VCALENDAR
"""
    (content / "hidden.ics").write_text(hidden, encoding="utf-8")
    build(content, output, "--base-url", "https://example.org/busy/")


def test_kept_files_are_searched(content, tmp_path):
    """An event that is hidden later: files that are not rendered again are searched for its texts too."""
    output = tmp_path / "Output"
    printed = theme(tmp_path / "Theme", "Kingfisher")
    build(content, output, "--templates", printed)
    before = files(output)
    calendar = content / "work.ics"
    calendar.write_text(
        calendar.read_text(encoding="utf-8").replace("SUMMARY:Meeting", "SUMMARY:Kingfisher"), encoding="utf-8"
    )
    result = build(content, output, "--templates", printed, expect=tool.PROBLEMS)
    assert "work.ics:" in result.err and "Kingfisher" not in result.err
    assert files(output) == before


def test_compressed_copies(content, tmp_path):
    output = tmp_path / "Output"
    printed = theme(tmp_path / "Theme", "")
    build(content, output, "--templates", printed, "--precompress")
    before = files(output)
    assert b"</html>" in gzip.decompress(before["index.html.gz"])
    theme(printed, "Acme Holding")
    build(content, output, "--templates", printed, "--precompress", expect=tool.PROBLEMS)
    assert files(output) == before


def test_compressed_copies_have_the_bytes_that_were_searched(content, tmp_path):
    output = tmp_path / "Output"
    build(content, output, "--precompress")
    # Another build keeps files and their copies.
    (content / "work.ics").write_text(CALENDAR.replace("Team Meeting", "Team Talk"), encoding="utf-8")
    build(content, output, "--precompress")
    built = files(output)
    # The module for searching is published as gzip alone.
    module = [path for path in built if path.endswith("/busylife-search.wasm.gz")]
    assert len(module) == 1 and module[0][:-3] not in built
    copies = [path for path in built if path.endswith((".gz", ".br")) and path not in module]
    assert len(copies) > 20 and "data/site.bin.gz" in copies
    brotli = shutil.which("brotli")
    for path in copies:
        if path.endswith(".gz"):
            assert gzip.decompress(built[path]) == built[path[:-3]]
        elif brotli:
            unpacked = subprocess.run([brotli, "-dc", output / path], capture_output=True, check=True).stdout
            assert unpacked == built[path[:-3]]


def test_preview_shows_no_leak(content, tmp_path):
    """`serve` answers with the same error as `build`, each time."""
    printed = theme(tmp_path / "Theme", "Acme Holding")
    with test_serve.serving(content, "--templates", printed) as server:
        for path in ("/index.html", "/index.html", "/calendar/2031-02.html"):
            answer = test_serve.get(server, path)
            assert answer.status == 500
            assert b"work.ics:19:1: error: this is withheld, but " + path[1:].encode() in answer.content
            assert b"Acme" not in answer.content
        assert test_serve.get(server, "/feeds/all.ics").status == 200


def test_hidden_note(content, tmp_path):
    notes = content / "notes"
    notes.mkdir()
    (notes / "plans.md").write_text(
        "---\nevent: hidden-77@example.com\ntitle: Grand plans\n---\nWe meet *behind* the old mill.\n"
    )
    output = tmp_path / "Output"
    build(content, output)
    for text in ("Grand plans", "the old mill"):
        result = build(content, output, "--templates", theme(tmp_path / "Theme", text), expect=tool.PROBLEMS)
        assert "plans.md:" in result.err


def test_cache_has_no_texts(content, tmp_path):
    cache = tmp_path / "cache"
    arguments = ("build", "--content", content, "--output", tmp_path / "Output", *WINDOW)
    tool.run(*arguments, expect=tool.DONE, environment={"XDG_CACHE_HOME": str(cache)})
    kept = b"".join(files(cache).values())
    assert kept
    for text in (b"hidden-77", b"Zeppelin", BYTES, b"suitcase"):
        assert text.lower() not in kept.lower()
