"""Words of the interface are data: no word of any language stands in code, templates or scripts."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as xml

import pytest
import tool
import words
import yaml
from words import Texts


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A site all of whose words are those of a language of its own: «English» ones."""
    return words.site(tmp_path_factory.mktemp("words"))


def test_every_word_of_a_page_is_in_the_file(built):
    pages = sorted(built.rglob("*.html"))
    assert {page.parent.name for page in pages} >= {"calendar", "agenda", "week", "day", "year", "event", "notes"}
    left = {}
    for page in pages:
        for text in Texts(page.read_text()).found:
            if words.foreign(text):
                left.setdefault(text.strip(), page.relative_to(built).as_posix())
    assert not left


# What people read in iCalendar, in XML and in JSON.
PROPERTIES = {"SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CATEGORIES", "NAME", "X-WR-CALNAME", "X-WR-CALDESC"}
ELEMENTS = {"title", "subtitle", "summary", "content", "rights", "description", "abstract"}
KEYS = {"title", "name", "short_name", "summary", "description", "content_text", "content_html"}


def fed(path) -> list[str]:
    """What a feed says to people."""
    if path.suffix in (".ics", ".ifb"):
        lines = path.read_bytes().decode().replace("\r\n ", "").split("\r\n")
        named = (re.fullmatch(r'([\w-]+)(?:;(?:[^":]|"[^"]*")*)?:(.*)', line) for line in lines if line)
        return [line[2] for line in named if line[1] in PROPERTIES]
    if path.suffix == ".xml":
        return [e.text or "" for e in xml.parse(path).iter() if e.tag.rpartition("}")[2] in ELEMENTS]

    def texts(value, key="") -> list[str]:
        if isinstance(value, dict):
            return [text for name, inner in value.items() for text in texts(inner, name)]
        if isinstance(value, list):
            return [text for inner in value for text in texts(inner, key)]
        return [str(value)] if key in KEYS else []

    return texts(json.loads(path.read_text()))


FEEDS = (".ics", ".ifb", ".xml", ".json", ".webmanifest")


def feeds(root) -> dict[str, list[str]]:
    return {
        path.relative_to(root).as_posix(): fed(path)
        for path in sorted(root.rglob("*"))
        if path.suffix in FEEDS and path.name != "sitemap.xml"
    }


def test_every_word_of_a_feed_is_in_the_file(built):
    said = feeds(built)
    assert said["feeds/all.ics"] and said["manifest.webmanifest"]
    assert {path: text for path, texts in said.items() for text in texts if words.foreign(text)} == {}


def test_busy_time_says_words_of_the_file(tmp_path):
    """Where only busy time is published, its blocks have the word for it, in pages and feeds."""
    output = words.site(tmp_path, "privacy: busy\n")
    texts = {path.name: Texts(path.read_text()).found for path in output.rglob("*.html")} | feeds(output)
    assert {name: text for name, said in texts.items() for text in said if words.foreign(text)} == {}
    assert set(texts["feeds/all.ics"]) >= {"«more|Busy»"}


def test_style_says_nothing():
    """So that print, too, says only what pages do: what style sheets insert has no letters."""
    inserted = {
        text
        for sheet in (tool.TEMPLATES / "assets").rglob("*.css")
        for text in re.findall(r"content:[^;}\"']*[\"']([^\"']*)", sheet.read_text())
    }
    assert inserted and not [text for text in inserted if re.search(r"[^\W\d_]", re.sub(r"\\[0-9a-f]+", "", text))]


# Rules of series that begin on Monday, 2 November 2026 at 06:00 UTC, and what their pages say in English.
RULES = {
    "FREQ=SECONDLY;INTERVAL=2;COUNT=5": "Every 2 seconds, 5 times",
    "FREQ=MINUTELY;INTERVAL=2;COUNT=1": "Every other minute, once",
    "FREQ=HOURLY;COUNT=3": "Every hour, 3 times",
    "FREQ=HOURLY;BYDAY=MO;COUNT=3": "Every hour, at certain times, 3 times",
    "FREQ=MINUTELY;BYHOUR=6;COUNT=3": "Every minute, at certain times, 3 times",
    "FREQ=DAILY": "Every day",
    "FREQ=DAILY;BYMONTHDAY=2": "Every day that is the 2nd of the month",
    "FREQ=DAILY;BYMINUTE=0,30": "Every day, at certain times",
    "FREQ=DAILY;BYHOUR=6,18;BYMINUTE=0,30": "Every day at 06:00, 06:30, 18:00 and 18:30",
    "FREQ=DAILY;BYHOUR=6,18;BYSETPOS=1": "Every day, at certain times",
    "FREQ=WEEKLY": "Every Monday",
    "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH": "Every 3 weeks on Monday and Thursday",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR": "Every weekday",
    "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1": "Every week, at certain times",
    # Berlin's day, in which that is one in the morning
    "FREQ=WEEKLY;UNTIL=20261231T000000Z": "Every Monday until 31 December 2026",
    "FREQ=WEEKLY;UNTIL=20261230T233000Z": "Every Monday until 31 December 2026",
    "FREQ=MONTHLY": "Every month on the 2nd",
    "FREQ=MONTHLY;BYDAY=1MO": "Every month on the first Monday",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1": "Every month on the last Monday",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1": "Every month on the last weekday",
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1": "Every month, at certain times",
    "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=-1": "Every month, at certain times",
    "FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=2,3,4,5,6,7;BYSETPOS=1": "Every month, at certain times",
    "FREQ=YEARLY": "Every year on 2 November",
    "FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2": "Every year on 29 February",
    "FREQ=YEARLY;BYYEARDAY=306": "Every year on the 306th day of the year",
    "FREQ=YEARLY;BYWEEKNO=45;BYDAY=MO": "Every year in the 45th week on Monday",
    "FREQ=YEARLY;BYDAY=MO;BYMONTH=11;BYSETPOS=1": "Every year on the first Monday of November",
    "FREQ=YEARLY;BYYEARDAY=306,307;BYSETPOS=1": "Every year, at certain times",
}


def test_rules_of_series_say_what_they_are(tmp_path):
    events = "".join(
        f"BEGIN:VEVENT\nUID:r{n}\nDTSTAMP:20260101T000000Z\nDTSTART:20261102T060000Z\nDURATION:PT15M\nRRULE:{rule}\n"
        f"SUMMARY:R{n}\nEND:VEVENT\n"
        for n, rule in enumerate(RULES)
    )
    calendar = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//1//EN\n{events}END:VCALENDAR\n"
    content = words.files(tmp_path / "content", {"r.ics": calendar, "site.yml": "title: R\nlocale: en-GB\n"})
    tool.build(tmp_path / "Output", "--tz", "Europe/Berlin", content=content)
    said = {}
    for page in (tmp_path / "Output/event").glob("*.html"):
        text = page.read_text()
        title = re.search(r"<h1[^>]*>(?:<[^>]*>)*R(\d+)<", text)
        line = re.search(r'<p class="repeats"><span class="vh">[^<]*</span> ([^<]*)</p>', text)
        said[int(title[1])] = line and line[1]
    assert {rule: said[n] for n, rule in enumerate(RULES)} == RULES


# Sentences that this content does not bring about; tests of weather and of times say them.
ELSEWHERE = {"degrees", "sky", "skyAt", "forecast", "oldForecast", "credit", "creditAt", "underMinute"}
# Those of a second calendar, said beyond it (test_second_calendar.py).
ELSEWHERE |= {"secondReach"}
# Those of a site that knows its address (test_ways.py).
ELSEWHERE |= {"codeOf"}
# Those that only commands print.
ELSEWHERE |= {"noEventsBetween", "nothingFreeBetween"}


def test_every_sentence_is_said(built):
    """Else it stands in the file for nothing, or is never looked at."""
    said = "".join(page.read_text() for page in built.rglob("*.html"))
    assert {key for key, mark in words.marks("sentences").items() if mark not in said} == ELSEWHERE


def test_a_changed_word_changes_the_pages_that_say_it(tmp_path):
    """Fingerprints follow the words: what was built before is not taken for what it would be now."""
    content = words.files(tmp_path / "content", words.CONTENT | {"site.yml": "title: Ω1\n"})
    theme = words.files(tmp_path / "theme", {"words/en.yml": "labels:\n  today: Now\n  refreshApple: Ask\n"})
    page = tmp_path / "Output/day/2026-11-21.html"
    words.build(tmp_path / "Output", content, theme)
    assert ">Now</a>" in page.read_text()
    # What subscribe.html alone says is not among the words of the browser's engine.
    words.files(theme, {"words/en.yml": "labels:\n  today: Now\n  refreshApple: Wait\n"})
    words.build(tmp_path / "Output", content, theme)
    assert "Wait</" in (tmp_path / "Output/subscribe.html").read_text()
    words.files(theme, {"words/en.yml": "labels:\n  today: Present\n"})
    words.build(tmp_path / "Output", content, theme)
    assert ">Present</a>" in page.read_text()
    words.build(tmp_path / "Fresh", content, theme)
    assert not tool.changes(tool.snapshot(tmp_path / "Fresh"), tool.snapshot(tmp_path / "Output"))


def test_a_fault_is_named_and_english_stands_in(tmp_path):
    content = words.files(tmp_path / "content", {"site.yml": "title: Ω1\nlocale: de-AT\n"})
    theme = words.files(tmp_path / "theme", {"words/de-AT.yml": "labels:\n  today: '{jetzt}'\n  week: Wochn\n"})
    result = tool.build(tmp_path / "Output", content=content, templates=theme)
    assert f"{theme}/words/de-AT.yml:2:10: error: {{jetzt}} is no place of this text; it has no places" in result.err
    page = (tmp_path / "Output/index.html").read_text()
    assert ">Wochn</a>" in page and ">{jetzt}" not in page
    assert tool.run("words", "de-AT", "--templates", theme, expect=tool.PROBLEMS).out.startswith(f"{theme}/words/de-AT")


# ---- What translators are told ---------------------------------------------------------------------------------------

# The head that copies of words files get in place of theirs.
HEAD = """\
terms:
  event: e
  calender: c
  feed: f
  subscribe: s
  busy: b
  free: f
  allDay: a
  category: c
  note: n
never: [Blech, Quatsch*, taken back, 行事, คำ]
"""
# By language: a key of its file, what it says in the copy, and the problem that has to be named there.
FAULTS = {
    "de": {
        "labels.views": ('"Quatschende"', 'warning: this text has "Quatsch*", which the list "never" excludes; '
                         'write the word of "terms", or reword it'),
        "labels.pager": ('"Das-Blech!"', 'warning: this text has "Blech", which the list'),
        "labels.subscribeText": ('"Er blecht, Blechern taken back"',
                                 'warning: this text has "taken back", which the list'),
        "labels.today": ('"Am heutigen Tage"', "warning: this takes 16 columns, and there is room for 12; shorten it"),
        "labels.week": ('"<b>W</b>"', "error: this text has markup; write plain text"),
        "labels.missingText": ("There is no page at this address.", "warning: this is the English text; translate it"),
        "labels.printPlain": ("'Ein \"Monat\"'", 'warning: " is no quotation mark of this language; write „ “ ‚ ‘'),
        "labels.beyondText": ('"Im «Kalender»"', "warning: « is no quotation mark of this language; write „ “ ‚ ‘"),
        "labels.noEvents": ("Nichts...", "warning: three dots stand in this text; write …"),
        "labels.close": ("[Zu, Auf]", "error: this list has 2 texts; write one text"),
        "sentences.from": ("ab", "error: {time} is missing; write it where its value belongs"),
        "sentences.until": ('"bis {tiem}"', "error: {tiem} is no place of this text; its places are {time}"),
        "scripts.words.retry": ('"Nochmal }"', "error: a brace stands alone"),
    },
    "ru": {
        "sentences.events": ('{one: "{count} a", many: "{count} b", other: "{count} c"}',
                             'warning: the form for "few" is missing; 2 would need it'),
        "sentences.inMonth": ("[январе]", "error: this list has 1 texts; write 12 texts, January first"),
        "scripts.put-words.count": ('{two: "{count} a", other: "{count} b"}',
                                    'error: ru has no plural form "two"; remove it'),
    },
    "fr": {
        "labels.when": ('"Quand :"', 'warning: a plain space stands before ":"; write a no-break space'),
        "scripts.words.close": ('"Fermer ?"', 'warning: a plain space stands before "?"; write a no-break space'),
    },
    "uk": {
        # The file's first text
        "labels.skipToContent": ('"Об’єкт"', None),
        "labels.where": ('"Об\'єкт"', "warning: ' is not the apostrophe of this file; write ’"),
        "labels.map": ('"Обʼєкт"', "warning: ʼ is not the apostrophe of this file; write ’"),
    },
    "ja": {
        "labels.when": ('"日時: {"', "error: a brace stands alone"),
        "labels.where": ('"場所: 東京"', 'warning: a narrow colon follows "所"; write ：'),
        "labels.event": ('"この行事です"', 'warning: this text has "行事", which the list'),
        "labels.notes": ('"“メモ”"', "warning: “ is no quotation mark of this language; write 「 」 『 』"),
    },
    "th": {"labels.event": ('"นี่คำนี้"', 'warning: this text has "คำ", which the list')},
}  # fmt: skip
# Of the head, by line and column.
FAULTS_OF_HEAD = [
    '3:3: error: "calender" is not a key of words; did you mean "calendar"?',
    '1:1: warning: "terms" has no "calendar"; write the word that this file has for it',
    '1:1: warning: "terms" has no "place"; write the word that this file has for it',
    '1:1: warning: there is no "register"; write how readers are addressed, such as du, or none',
]


def planted(tag: str) -> tuple[str, dict[str, str]]:
    """A copy of a language's words file with faults, and the problem at each line that has one."""
    text = (tool.TEMPLATES / f"words/{tag}.yml").read_text()
    text = HEAD + re.sub(r"^(?:terms|register|never):.*\n(?:[ #].*\n)*", "", text, flags=re.M)
    problems = {}
    for key, (value, problem) in FAULTS[tag].items():
        *sections, name = key.split(".")
        at = 0
        for depth, section in enumerate(sections):
            at = re.compile(rf"^{'  ' * depth}{section}:\n", re.M).search(text, at).end()
        indent = "  " * len(sections)
        line = re.compile(rf"^{indent}{name}:.*\n(?:{indent} .*\n)*", re.M).search(text, at)
        text = f"{text[:line.start()]}{indent}{name}: {value}\n{text[line.end():]}"
        problems[f"{indent}{name}: {value}"] = problem
    lines = text.splitlines()
    return text, {lines.index(line) + 1: problem for line, problem in problems.items()}


def test_faults_are_named_where_they_are(tmp_path):
    """Faults in copies of words files, all in one run: each is named at its line, and a sound text is not."""
    copies = {tag: planted(tag) for tag in FAULTS}
    theme = words.files(tmp_path / "theme", {f"words/{tag}.yml": text for tag, (text, _) in copies.items()})
    said = tool.run("words", *FAULTS, "--templates", theme, expect=tool.PROBLEMS).out.splitlines()
    for tag, (_, problems) in copies.items():
        path = f"{theme}/words/{tag}.yml"
        for problem in FAULTS_OF_HEAD:
            assert f"{path}:{problem}" in said
        for line, problem in problems.items():
            found = [text for text in said if text.startswith(f"{path}:{line}:")]
            assert len(found) == (problem is not None), (tag, line, found)
            assert not found or re.fullmatch(rf"\d+: {re.escape(problem)}.*", found[0][len(f"{path}:{line}:"):]), found


def test_a_theme_needs_no_terms(tmp_path):
    theme = words.files(tmp_path / "theme", {"words/en.yml": "labels:\n  today: Now\n"})
    assert tool.run("words", "en", "--templates", theme, expect=tool.DONE).out == "No problems in en.\n"


def test_a_file_of_a_region_has_what_differs(tmp_path):
    assert tool.run("words", "en-GB", expect=tool.DONE).out == "No problems in en-GB.\n"
    assert set(yaml.safe_load((tool.TEMPLATES / "words/en-GB.yml").read_text())) == {"labels", "scripts"}
    said = {}
    for locale in ("en", "en-GB", "en-AU"):
        content = words.files(tmp_path / locale, {"site.yml": f"title: Ω1\nlocale: {locale}\n"})
        result = tool.build(tmp_path / f"Output-{locale}", content=content)
        assert "English" not in result.err
        embedding = (tmp_path / f"Output-{locale}/embedding.html").read_text()
        scripts = "".join(path.read_text() for path in (tmp_path / f"Output-{locale}").rglob("embed-words.js"))
        said[locale] = ("All calendars" in embedding, re.findall("Accent [a-z]+", scripts))
    assert said == {locale: (True, [f"Accent {word}"]) for locale, word in
                    {"en": "color", "en-GB": "colour", "en-AU": "color"}.items()}  # fmt: skip


# ---- Words of scripts -----------------------------------------------------------------------------------------------

SCRIPTS = tool.TEMPLATES / "assets"
# Scripts and the groups of words that they have by a name of their own.
IMPORT = re.compile(r'import \{ (?:\w+, )*words(?: as (\w+))? \} from "\./([\w-]+)\.js"')


def used() -> dict[str, set[str]]:
    """The words that scripts ask for, by group."""
    found: dict[str, set[str]] = {}
    for path in sorted(SCRIPTS.rglob("*.js")):
        text = path.read_text()
        groups = {name or "words": group for name, group in IMPORT.findall(text)}
        # Pages hand them over as JSON.
        if path.name in ("today.js", "embedded.js"):
            groups["words"] = "today"
        # The build writes them before the worker.
        if path.parent.name == "offline":
            groups["words"] = "offline-words"
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
    asked = used()
    # What the build adds for dates and numbers.
    asked["today"] -= {"time", "fullDay", "digits"}
    assert asked == {group: set(texts) for group, texts in words.language()["scripts"].items()}
