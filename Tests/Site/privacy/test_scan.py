"""The scan: a build whose output would contain a withheld text fails, and the last good site stays."""

from __future__ import annotations

import gzip
import html
import json
import random
import re
import shutil
import subprocess
import urllib.parse
from pathlib import Path

import pytest

import preview
import surroundings
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
DESCRIPTION:Bring the blue suitcase. Do not tell Bob\\, ever.\\nA paragraph of it
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
    "slug": ("uberraschung-fur-zoe-co", 14),
    "slug in German": ("ueberraschung-fuer-zoe-co", 14),
    "UID": ("hidden-77@example.com", 11),
    "a sentence": ("Bring the blue suitcase", 15),
    "a line": ("A paragraph of it", 15),
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


def hidden_events(titles: list[str], level: str = "CLASS:PRIVATE") -> str:
    """A calendar with a withheld event for each title, which is its description, too."""
    def written(text: str) -> str:
        return re.sub(r"([\\\\;,])", r"\\\1", text).replace("\n", "\\n")
    events = "".join(
        f"BEGIN:VEVENT\nUID:hidden-{number}@example.com\nDTSTAMP:20260101T000000Z\nDTSTART:20261121T100000Z\n"
        f"SUMMARY:{written(title)}\nDESCRIPTION:{written(title)}\n{level}\nEND:VEVENT\n"
        for number, title in enumerate(titles))
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{events}END:VCALENDAR\n"


TEXTUAL = (".html", ".ics", ".ifb", ".xml", ".txt", ".webmanifest", ".css", ".js", ".json")


def phrases(folder: Path) -> set[str]:
    """What a built site says: the words of all its files, and the texts and attributes of its pages, but addresses."""
    found: set[str] = set()
    for path, data in files(folder).items():
        if not path.endswith(TEXTUAL):
            continue
        text = data.decode("utf-8", "replace")
        found |= set(re.findall(r"(?<![\w%-])[^\W\d_]{4,}(?![\w-])", text))
        if path.endswith(".html"):
            found |= {html.unescape(part).strip() for part in re.split(r"<[^>]*>", text)}
            said = re.findall(r'\b(?:aria-label|title|alt|content|placeholder)="([^"]*)"', text)
            found |= {html.unescape(part).strip() for part in said}
            found |= set(re.findall(r"</?\w+></?\w+>", text))
    return {phrase for phrase in found if 4 <= len(phrase) <= 60 and phrase.isprintable() and "://" not in phrase}


def test_what_a_site_says_is_no_leak(tmp_path):
    """Nothing that the sample says fails the build of somebody whose hidden events say it, too."""
    content = tmp_path / "Content"
    shutil.copytree(tool.CONTENT, content)
    output = tmp_path / "Output"
    build(content, output, "--base-url", "https://example.org/busy/")
    said = sorted(phrases(output))
    assert len(said) > 4_000
    (content / "hidden.ics").write_text(hidden_events(said), encoding="utf-8")
    settings = (content / "site.yml").read_text(encoding="utf-8")
    assert settings.count("\ncalendars:\n") == 1
    with_hidden = "\ncalendars:\n  - {name: hidden, source: hidden.ics}\n"
    (content / "site.yml").write_text(settings.replace("\ncalendars:\n", with_hidden), encoding="utf-8")
    build(content, output, "--base-url", "https://example.org/busy/")
    # It was read.
    explained = tool.run("explain", "hidden-7@example.com", "--content", content, expect=tool.DONE)
    assert "busy" in explained.out


EVERYDAY = {
    "en": ["Week 45", "Day 1 of 3", "Calendar 2026", "1 event", "Every Tuesday", "from 12:00", "Previous: Choir",
           "Purpose:", "Sizes", "FBTYPE", "<TITLE></TITLE>", "<p></p>", "<b></b>", "</li></ul>", 'lang=""',
           "Choir, Quay 4"],
    "de": ["Woche 45", "KW 45", "dienstags", "Termine", "Kalender 2026", "21. November 2026"],
    "fr": ["Semaine 45", "novembre 2026", "Tous les mardis", "samedi 21 novembre"],
    "ja": ["2026年11月", "11月21日土曜日", "カレンダー",
           "2026年11月1日から2026年11月30日までを公開しています。"],
    "ar": ["نوفمبر ٢٠٢٦", "السبت، ٢١ نوفمبر"],
}  # fmt: skip
LEVELS = ["privacy: busy", "privacy: titles", "privacy: full"]
SCANS = 5
CHOIR = """BEGIN:VCALENDAR
VERSION:2.0
X-WR-CALNAME:Rehearsals
BEGIN:VEVENT
UID:choir@example.com
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20261103T190000
DURATION:PT2H
RRULE:FREQ=WEEKLY
SUMMARY:Choir
LOCATION:Quay 4
CATEGORIES:Music
END:VEVENT
BEGIN:VEVENT
UID:fair@example.com
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261120
DTEND;VALUE=DATE:20261123
SUMMARY:The fair
DESCRIPTION:Three days at the harbour.
END:VEVENT
END:VCALENDAR
"""


class Scans:
    """Sites in one language whose hidden events are chosen by a test."""

    def __init__(self, root: Path, bare: Path, locale: str):
        self.root, self.bare, self.locale = root, bare, locale
        self.content, self.output = root / "content", root / "out"
        (self.content / "notes").mkdir(parents=True)
        (self.content / "open.ics").write_text(CHOIR, encoding="utf-8")
        (self.content / "notes/plan.md").write_text("---\ndate: 2026-11-20\ntitle: A plan\n---\nBring *tea*.\n")

    def build(self, level: str, hidden: str | None, *more, settings: str = "", expect: int = tool.DONE):
        file = self.content / "hidden.ics"
        file.unlink(missing_ok=True)
        if hidden is not None:
            file.write_text(hidden, encoding="utf-8")
        (self.content / "site.yml").write_text(f"title: Scans\nlocale: {self.locale}\n{level}\n{settings}")
        words = [self.bare, "build", "--content", self.content, "--output", self.output, *WINDOW, *more]
        done = subprocess.run([str(word) for word in words], env=surroundings.environment(), capture_output=True,
                              text=True, timeout=120)  # fmt: skip
        assert done.returncode == expect, done.stderr
        return done.stderr


@pytest.fixture(params=EVERYDAY)
def scans(request, tmp_path, bare) -> Scans:
    return Scans(tmp_path, bare, request.param)


@pytest.mark.random
def test_hidden_texts_of_everyday_words_are_no_leaks(scans):
    """Titles and descriptions of hidden events that pages say by themselves, at all levels."""
    print(f"BUSYLIFE_SEED={tool.SEED}")
    chosen = random.Random(f"{tool.SEED} {scans.locale}")
    scans.build("privacy: full", None)
    said = sorted(phrases(scans.output))
    scans.build("privacy: full", hidden_events(EVERYDAY[scans.locale]))
    for _ in range(SCANS):
        titles = chosen.sample(said, 40) + EVERYDAY[scans.locale]
        level = chosen.choice(["CLASS:PRIVATE", "CLASS:CONFIDENTIAL", "CATEGORIES:none"])
        scans.build(chosen.choice(LEVELS), hidden_events(titles, level))


@pytest.mark.parametrize("field", ["LOCATION", "DESCRIPTION"])
def test_what_follows_a_title_by_chance_is_no_leak(field, tmp_path):
    """In `data/`, after "Lesson 48" stands the length of another text: a byte that may be a digit or a letter."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for length in range(48, 123):
        for end, more in (("", f"{field}:{'T' * length}"), (chr(length), "CLASS:PRIVATE")):
            lines += ["BEGIN:VEVENT", f"UID:{length}{end}@lessons.example", "DTSTAMP:20260101T000000Z",
                      f"DTSTART:202611{1 + length % 28:02}T100000Z", f"SUMMARY:Lesson {length}{end}", more,
                      "END:VEVENT"]  # fmt: skip
    (tmp_path / "content").mkdir()
    (tmp_path / "content/lessons.ics").write_text("\n".join([*lines, "END:VCALENDAR", ""]))
    build(tmp_path / "content", tmp_path / "out")


@pytest.mark.parametrize(
    "title, hidden", [("Anna", "Annabel"), ("Lesson 12", "Lesson 125"), ("東京都庁", "東京都庁会議")]
)
def test_a_published_beginning_makes_no_text_known(title, hidden, tmp_path):
    event = ("BEGIN:VEVENT\nUID:{0}@example.com\nDTSTAMP:20260101T000000Z\nDTSTART:20261121T100000Z\nSUMMARY:{0}\n"
             "{1}END:VEVENT\n")  # fmt: skip
    calendar = event.format(title, "") + event.format(hidden, "CLASS:PRIVATE\n")
    (tmp_path / "content").mkdir()
    (tmp_path / "content/a.ics").write_text(f"BEGIN:VCALENDAR\nVERSION:2.0\n{calendar}END:VCALENDAR\n")
    more = ("--templates", theme(tmp_path / "theme", hidden))
    said = build(tmp_path / "content", tmp_path / "out", *more, expect=tool.PROBLEMS)
    assert "error: this is withheld, but" in said.err


@pytest.mark.random
@pytest.mark.parametrize("way", ["theme", "hidden note", "name of a file"])
def test_planted_leaks_are_refused(way, tmp_path, bare):
    print(f"BUSYLIFE_SEED={tool.SEED}")
    chosen = random.Random(f"{tool.SEED} {way}")
    for number in range(SCANS):
        scans = Scans(tmp_path / str(number), bare, chosen.choice(list(EVERYDAY)))
        word = "".join(chosen.choices("bcdfghjklmnpqrstvwxz", k=9)).capitalize()
        text = chosen.choice(["Dr {}", "Week 45 {}", "{}: Choir", "<b>{}</b>", "{}"]).format(word)
        hidden, printed = hidden_events([text, "Week 45"]), text if "<" not in text else word
        if way == "hidden note":
            hidden = hidden_events(["Week 45"])
            (scans.content / "notes/secret.md").write_text(f"---\nprivacy: hidden\ntitle: Note\n---\nSee {word}.\n")
            printed = f"See {word}"
        if way == "name of a file":
            (scans.content / "static").mkdir()
            (scans.content / f"static/{word}.txt").write_text("nothing")
            hidden, more = hidden_events([word]), ()
        else:
            more = ("--templates", theme(scans.root / "theme", html.escape(printed)))
        said = scans.build(chosen.choice(LEVELS), hidden, *more, expect=tool.PROBLEMS)
        place = "secret.md" if way == "hidden note" else "hidden.ics"
        assert f"{place}:" in said and "error: this is withheld, but" in said and word not in said.split("error:")[1]
        if way == "name of a file":
            allowed = f"scan: {{allow: [{word[:4]}*]}}\n"
            said = scans.build("privacy: full", hidden, settings=allowed)
            assert "not searched for 1 withheld text that scan: allows" in said


def test_what_is_allowed_is_said_if_no_text_is_left(tmp_path, bare):
    scans = Scans(tmp_path, bare, "en")
    allowed = 'scan: {allow: ["Quendel*", "hidden*"]}\n'
    said = scans.build("privacy: full", hidden_events(["Quendelbach"]), settings=allowed)
    assert "not searched for" in said


EXPORTS = sorted((tool.PROJECT / "Tests/Fixtures/exports").glob("*.ics"))


@pytest.mark.parametrize("level", ["busy", "titles", "mixed"])
def test_exported_calendars_are_published_at_every_level(level, scans):
    """As Outlook, Google, Apple and Nextcloud write them: nothing is refused, and nothing that is withheld is told."""
    levels = {"B*": "titles", "D*": "busy", "W*": "hidden"}
    rules = "rules:" + "".join(f"\n  - {{title: {title}, privacy: {levels[title]}}}" for title in levels)
    told = [b"mira@example.com", b"ole@example.com", b"rue des Lilas", b"Hamburg", b"apron", b"teams.example"]
    for export in EXPORTS:
        said = scans.build(rules if level == "mixed" else f"privacy: {level}", export.read_text(encoding="utf-8"))
        assert "error" not in said, said
        built = b"".join(files(scans.output).values())
        assert level == "mixed" or [text for text in told if text in built] == []


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
    with preview.serving(content, "--templates", printed) as server:
        for path in ("/index.html", "/index.html", "/calendar/2031-02.html"):
            answer = preview.get(server, path)
            assert answer.status == 500
            assert b"work.ics:19:1: error: this is withheld, but " + path[1:].encode() in answer.content
            assert b"Acme" not in answer.content
        assert preview.get(server, "/feeds/all.ics").status == 200


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
