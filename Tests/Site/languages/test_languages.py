"""Sites of several languages: the same pages, linked; and what the words files of other languages say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
import tool
import words
import yaml
from content import Content, calendar, vevent
from words import Texts

URL = "https://example.org/cal/"
# One of them has an extension: digits that its language has beside its usual ones.
TAGS = ["de", "hi-u-nu-deva", "en-US"]
# The languages of words files, without English and its regions.
WORDS = sorted(path.stem for path in (tool.TEMPLATES / "words").glob("*.yml") if path.stem[:2] != "en")


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """A site of three languages, whose weeks begin on Monday and on Sunday."""
    folder = tmp_path_factory.mktemp("several")
    texts = dict(words.CONTENT)
    texts["site.yml"] = texts["site.yml"].replace("locale: el", f"locales: [{', '.join(TAGS)}]\nurl: {URL}")
    content = words.files(folder / "content", texts)
    words.build(folder / "Output", content, tool.TEMPLATES)
    return folder / "Output"


def root(tag: str) -> str:
    return "" if tag == TAGS[0] else f"lang/{tag}/"


def test_each_language_has_the_same_pages(several):
    def pages(tag: str) -> set[str]:
        folder = several / root(tag)
        found = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
        return {path for path in found if not path.startswith(("week/", "lang/"))}

    assert len(pages("de")) > 40
    assert pages("de") == pages("hi-u-nu-deva") == pages("en-US")


@pytest.mark.parametrize("tag", TAGS)
def test_pages_lead_to_themselves_in_other_languages(several, tag):
    for page in sorted((several / root(tag)).rglob("*.html")):
        path = page.relative_to(several).as_posix()
        if tag == TAGS[0] and path.startswith("lang/"):
            continue
        text = page.read_text()
        assert f'<html lang="{tag}"' in text
        if page.name in ("404.html", "board.html", "embed.html"):
            continue
        switch = re.findall(r'<a href="([^"]*)" hreflang="([^"]*)"[^>]*?( aria-current="true")?>([^<]*)</a>', text)
        assert [name for _, name, _, _ in switch] == TAGS
        assert [name for _, name, current, _ in switch if current] == [tag]
        assert [name for _, _, _, name in switch] == ["Deutsch", "हिन्दी", "English"]
        targets = {name: urljoin("https://x/" + path, href)[len("https://x/") :] for href, name, _, _ in switch}
        for name, target in targets.items():
            assert target.startswith(root(name)) and (several / target).is_file(), (path, target)
        assert targets[tag] == path
        alternates = dict(re.findall(r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">', text))
        listed = page.name not in ("beyond.html", "embedding.html")
        assert alternates == ({name: URL + target for name, target in targets.items()} if listed else {})


def test_a_tag_with_an_extension_has_its_digits(several):
    page = (several / root("hi-u-nu-deva") / "year/2026.html").read_text()
    assert re.search("<h1>(?:<[^>]*>)*२०२६<", page)


def test_one_language_has_no_switch(tmp_path):
    content = words.files(tmp_path / "content", {"site.yml": "title: T\nlocale: de\n"})
    words.build(tmp_path / "Output", content, tool.TEMPLATES)
    assert "hreflang" not in (tmp_path / "Output/index.html").read_text()
    assert not list((tmp_path / "Output/assets").glob("languages*"))


# What stands on keys of keyboards.
KEYS = {"Ctrl + Z", "Enter, Escape", "Page Up, Page Down", "Shift + N"}
# Texts that are the same in some languages as in English.
SHARED = {
    "Agenda": "cs da es id it nb pl pt-BR pt-PT sv",
    "Calendar": "ro",
    "Compact": "fr nl ro",
    "Dates": "fr",
    # The key; where keyboards have another word, it is said.
    "Delete": "ar cs da el fa fi he hi hu id ja ko nb nl pl pt-BR pt-PT ro ru sv th tr uk vi zh-Hans zh-Hant",
    "Description": "fr",
    "Edit": "id",
    "Find": "da",
    "Google Calendar": "es it ro",
    "Later": "nl",
    "Layout": "da de it pt-BR sv",
    "Link": "da de it nl pl pt-BR ro",
    "Mail": "da",
    "Message": "fr",
    "Notes": "fr",
    "Optional": "de",
    "Pages": "fr",
    "Status": "da de id nb nl pl pt-BR sv",
    "Week": "nl",
    "Week {number}": "nl",
    "Wk": "nl",
    "{count} problem": "da nb pl sv",
    "{rule} in {months}": "it nl",
}


def texts(tag: str) -> dict[str, str]:
    """Every text of a words file by its place in it."""
    found = {}

    def visit(value, place: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                visit(inner, (*place, str(key)))
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                visit(inner, (*place, str(number)))
        else:
            found[".".join(place)] = str(value)

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    read = yaml.load((tool.TEMPLATES / f"words/{tag}.yml").read_bytes(), loader)
    visit({section: value for section, value in read.items() if section not in words.HEAD}, ())
    return found


@pytest.mark.skipif(not WORDS, reason="there is no other language yet")
def test_words_files_are_whole():
    tool.run("words", "--templates", tool.TEMPLATES, expect=tool.DONE)


def test_no_english_text_stands_in_another_language():
    english = texts("en")
    same: dict[str, set[str]] = {}
    for tag in WORDS:
        for key, text in texts(tag).items():
            has_words = re.search("[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", text))
            if english.get(key) == text and has_words and text not in KEYS:
                same.setdefault(text, set()).add(tag)
    assert {text: " ".join(sorted(tags)) for text, tags in same.items()} == SHARED


# Of scripts in which an English word is seen at once.
OTHER_SCRIPTS = [tag for tag in WORDS if tag[:2] in ("ar", "el", "fa", "he", "hi", "ja", "ko", "ru", "th", "uk", "zh")]
# What pages of all languages say in Latin letters: the program, zones, keys, units, formats of files, names of other
# programs, addresses.
LATIN = (r"busylife-gen|UTC|Asia/Tokyo|Page (Up|Down)|PgUp|PgDn|Ctrl|Enter|Esc(ape)?|Shift|Alt|iCalendar|"
         r"Content-Security-Policy|Google|Apple|Microsoft 365|Outlook\.com|Atom|JSON Feed|RSS|XML|"
         r"feeds/[\w./-]+")


def test_pages_say_nothing_in_english(tmp_path):
    """Everything that pages say to people, today.html's script included; content is in Greek letters. (That languages
    of Latin letters say nothing in English follows from two tests: all that pages say is in the file, test_words.py,
    and nothing in a language's file is English, above.)"""
    texts = dict(words.CONTENT)
    texts["site.yml"] = texts["site.yml"].replace("locale: el", f"locales: [{', '.join(OTHER_SCRIPTS)}]")
    content = words.files(tmp_path / "content", texts)
    tool.build(tmp_path / "Output", "--tz", "UTC", "--from", "2026-11-20", "--to", "2026-11-24", content=content)
    left = {}
    for page in sorted((tmp_path / "Output").rglob("*.html")):
        text = re.sub('<nav class="languages".*?</nav>', "", page.read_text(), flags=re.S)
        script = re.search(r'<script type="application/json" id="today-words">(.*?)</script>', text)
        said = [*Texts(text).found, *(texts_of(json.loads(script[1])) if script else [])]
        for line in said:
            if re.search("[A-Za-z]{2,}", re.sub(LATIN, "", re.sub(r"\{\w+\}", "", line))):
                left.setdefault(line.strip(), page.relative_to(tmp_path / "Output").as_posix())
    assert not left


def texts_of(value) -> list[str]:
    """The texts in JSON, but for the letters of forms."""
    if isinstance(value, dict):
        return [text for key, inner in value.items() if key != "kinds" for text in texts_of(inner)]
    return [text for inner in value for text in texts_of(inner)] if isinstance(value, list) else [value]


def test_commands_print_the_language_of_the_site(tmp_path):
    made = Content(tmp_path, "locale: de\n")
    theme = Path("Templates/words/de.yml")
    days = ["--from", "2026-11-21", "--to", "2026-11-22", "--tz", "UTC"]
    empty = made.run("agenda", *days).out
    english = made.run("agenda", *days, "--locale", "en").out
    assert english == "No events from 2026-11-21 to 2026-11-22.\n"
    assert (empty == english) == (not (tool.PROJECT / theme).exists())
    made.write("a.ics", calendar(vevent("A", "DURATION:PT1H30M", day=21)))
    lines = made.run("agenda", *days, "--locale", "hi-u-nu-deva").out
    assert lines.splitlines()[1:] == ["  ०९:००-१०:३०  A  [a]"]
    hours = ["--between", "10:00-24:00", "--now", "2026-11-21T00:00:00Z", "--locale", "hi-u-nu-deva"]
    assert made.run("free", *days, *hours).out.rstrip().endswith("  १०:३०-२४:००")
    wrong = made.run("agenda", "--locale", "dde", expect=tool.USAGE).err
    assert wrong.startswith("--locale dde: no such locale; did you mean de")
