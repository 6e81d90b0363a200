"""Words of the interface are data: no word of any language stands in code, templates or scripts."""

from __future__ import annotations

import html.parser
import re
from pathlib import Path

import pytest
import tool
import words

# Whatever a page says beside its words: what the content says, and what the locale calls days and months.
CONTENT = {
    "site.yml": 'title: Ω1\nlocale: el\ncalendars:\n  - name: "1"\n    title: α\n    source: a.ics\n  - name: "2"\n    title: β\n    source: b.ics\n',
    "a.ics": """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//1//EN
BEGIN:VEVENT
UID:1
DTSTAMP:20260101T000000Z
DTSTART;TZID=Asia/Tokyo:20261110T090000
DTEND;TZID=Asia/Tokyo:20261110T103000
RRULE:FREQ=WEEKLY;COUNT=20
EXDATE;TZID=Asia/Tokyo:20261117T090000
SUMMARY:Ψ1
LOCATION:Λ1
STATUS:TENTATIVE
TRANSP:TRANSPARENT
ORGANIZER;CN=Π1:mailto:1@2.3
ATTENDEE;CN=Π2;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:2@2.3
ATTENDEE;CN=Π3;ROLE=NON-PARTICIPANT;PARTSTAT=DECLINED:mailto:3@2.3
ATTENDEE;CN=Π4;ROLE=CHAIR;PARTSTAT=TENTATIVE:mailto:4@2.3
ATTENDEE;CN=Π5;PARTSTAT=DELEGATED:mailto:5@2.3
ATTENDEE;CN=Π6:mailto:6@2.3
CATEGORIES:Κ1,Κ2
DESCRIPTION:Δ1
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261120
DTEND;VALUE=DATE:20261124
END:VEVENT
BEGIN:VEVENT
UID:3
DTSTAMP:20260101T000000Z
DTSTART:20261121T180000Z
DTEND:20261123T010000Z
SUMMARY:Ψ3
END:VEVENT
BEGIN:VEVENT
UID:4
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261101
TRANSP:TRANSPARENT
SUMMARY:Ψ4
END:VEVENT
END:VCALENDAR
""",
    "b.ics": "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//1//EN\n"
    + "".join(
        f"BEGIN:VEVENT\nUID:b{n}\nDTSTAMP:20260101T000000Z\nDTSTART:20261121T{n:02}0000Z\nDTEND:20261121T{n:02}3000Z\n"
        f"SUMMARY:Β{n}\nEND:VEVENT\n"
        for n in range(6, 15)
    )
    + "".join(
        f"BEGIN:VEVENT\nUID:r{n}\nDTSTAMP:20260101T000000Z\nDTSTART:20261102T060000Z\nDTEND:20261102T061500Z\n"
        f"RRULE:{rule}\nSUMMARY:Ρ{n}\nEND:VEVENT\n"
        for n, rule in enumerate(words.RULES)
    )
    + "END:VCALENDAR\n",
    "notes/1.md": "---\ntitle: Ν1\ndate: 2026-11-21\n---\nΝ1\n",
    "notes/2.md": "---\ntitle: Ν2\n---\nΝ2\n",
    "notes/3.md": "---\ntitle: Ν3\nevent: '1'\n---\nΝ3\n",
}


def files(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def build(output: Path, content: Path, theme: Path, **options) -> tool.Result:
    window = ["--tz", "UTC", "--from", "2026-11-01", "--to", "2026-12-01"]
    return tool.build(output, *window, content=content, templates=theme, **options)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A site all of whose words are those of a language of its own: «English» ones."""
    folder = tmp_path_factory.mktemp("words")
    content = files(folder / "content", CONTENT)
    words.write(folder / "theme/words/el.yml")
    result = build(folder / "Output", content, folder / "theme")
    assert not result.err, result
    return folder / "Output"


class Texts(html.parser.HTMLParser):
    """What a page says to people: its text, and the attributes that are read or shown."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.inside.append(tag)
        for name, value in attributes:
            if name in ("title", "aria-label", "alt", "placeholder", "data-today-word"):
                self.found.append(value or "")

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if not self.inside or self.inside[-1] not in ("script", "style"):
            self.found.append(data)


def test_every_word_of_a_page_is_in_the_file(built):
    pages = sorted(built.rglob("*.html"))
    assert {page.parent.name for page in pages} >= {"calendar", "agenda", "week", "day", "year", "event", "notes"}
    left = {}
    for page in pages:
        for text in Texts(page.read_text()).found:
            # Zones are called what the time zone database calls them.
            rest = re.sub("UTC|Asia/Tokyo", "", words.without(text))
            if re.search("[A-Za-z]{2,}|[A-Za-z]+ ", rest):
                left.setdefault(text.strip(), page.relative_to(built).as_posix())
    assert not left


# Sentences that this content does not bring about; tests of weather and of times say them.
ELSEWHERE = {"degrees", "sky", "skyAt", "forecast", "oldForecast", "credit", "creditAt", "underMinute"}


def test_every_sentence_is_said(built):
    """Else it stands in the file for nothing, or is never looked at."""
    said = "".join(page.read_text() for page in built.rglob("*.html"))
    assert {key for key, mark in words.marks("sentences").items() if mark not in said} == ELSEWHERE


def test_a_changed_word_changes_the_pages_that_say_it(tmp_path):
    """Fingerprints follow the words: what was built before is not taken for what it would be now."""
    content = files(tmp_path / "content", CONTENT | {"site.yml": "title: Ω1\n"})
    theme = files(tmp_path / "theme", {"words/en.yml": "labels:\n  today: Now\n"})
    page = tmp_path / "Output/day/2026-11-21.html"
    build(tmp_path / "Output", content, theme)
    assert ">Now</a>" in page.read_text()
    files(theme, {"words/en.yml": "labels:\n  today: Present\n"})
    build(tmp_path / "Output", content, theme)
    assert ">Present</a>" in page.read_text()
    build(tmp_path / "Fresh", content, theme)
    assert not tool.changes(tool.snapshot(tmp_path / "Fresh"), tool.snapshot(tmp_path / "Output"))


def test_a_fault_is_named_and_the_last_site_stays(tmp_path):
    content = files(tmp_path / "content", {"site.yml": "title: Ω1\n"})
    tool.build(tmp_path / "Output", content=content)
    before = tool.snapshot(tmp_path / "Output")
    theme = files(tmp_path / "theme", {"words/en.yml": "sentences:\n  until: until {tmie}\n"})
    result = tool.build(tmp_path / "Output", content=content, templates=theme, expect=tool.PROBLEMS)
    place = f"{theme}/words/en.yml:2:10: error: "
    assert f"{place}{{tmie}} is no place of this text; its places are {{time}}" in result.err
    assert not tool.changes(before, tool.snapshot(tmp_path / "Output"))


# ---- Words of scripts -----------------------------------------------------------------------------------------------

SCRIPTS = tool.TEMPLATES / "assets"
# Scripts and the groups of words that they have by a name of their own.
IMPORT = re.compile(r'import \{ words(?: as (\w+))? \} from "\./([\w-]+)\.js"')


def used() -> dict[str, set[str]]:
    """The words that scripts ask for, by group."""
    found: dict[str, set[str]] = {}
    for path in sorted(SCRIPTS.rglob("*.js")):
        text = path.read_text()
        groups = {name or "words": group for name, group in IMPORT.findall(text)}
        if path.name == "today.js":
            groups["words"] = "today"
        if "glance.words" in text:
            groups["glance.words"] = "today"
        for name, group in groups.items():
            asked = set(re.findall(rf"(?<![\w./-]){re.escape(name)}\.(\w+)", text))
            if f"{name}[scope]" in text:
                asked |= {"this", "future", "all"}
            if path.name == "timeline.js" and name == "words":
                rows = re.search(r'\.\.\.(\[.*?\])\.map\(\(name\)', text)[1]
                asked |= {f"{row}{part}" for row in re.findall(r"\w+", rows) for part in ("Keys", "Text")}
            found.setdefault(group, set()).update(asked)
    return found


def test_scripts_ask_for_the_words_that_there_are():
    assert used() == {group: set(texts) for group, texts in words.language()["scripts"].items()}
