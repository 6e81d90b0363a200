"""Sites of several languages: the same pages, linked; and what the words files of other languages say."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
import tool
import words
import yaml

URL = "https://example.org/cal/"
TAGS = ["de", "fr", "en-US"]
WORDS = sorted(path.stem for path in (tool.TEMPLATES / "words").glob("*.yml") if path.stem != "en")


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
    assert pages("de") == pages("fr") == pages("en-US")


@pytest.mark.parametrize("tag", TAGS)
def test_pages_lead_to_themselves_in_other_languages(several, tag):
    for page in sorted((several / root(tag)).rglob("*.html")):
        path = page.relative_to(several).as_posix()
        if tag == TAGS[0] and path.startswith("lang/"):
            continue
        text = page.read_text()
        assert f'<html lang="{tag}"' in text
        if page.name == "404.html":
            continue
        switch = re.findall(r'<a href="([^"]*)" hreflang="([^"]*)"[^>]*?( aria-current="true")?>([^<]*)</a>', text)
        assert [name for _, name, _, _ in switch] == TAGS
        assert [name for _, name, current, _ in switch if current] == [tag]
        assert [name for _, _, _, name in switch] == ["Deutsch", "Français", "English (United States)"]
        targets = {name: urljoin("https://x/" + path, href)[len("https://x/") :] for href, name, _, _ in switch}
        for name, target in targets.items():
            assert target.startswith(root(name)) and (several / target).is_file(), (path, target)
        assert targets[tag] == path
        alternates = dict(re.findall(r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">', text))
        listed = page.name != "beyond.html"
        assert alternates == ({name: URL + target for name, target in targets.items()} if listed else {})


def test_one_language_has_no_switch(tmp_path):
    content = words.files(tmp_path / "content", {"site.yml": "title: T\nlocale: de\n"})
    words.build(tmp_path / "Output", content, tool.TEMPLATES)
    assert "hreflang" not in (tmp_path / "Output/index.html").read_text()
    assert not list((tmp_path / "Output/assets").glob("languages*"))


# Texts that are the same in a language as in English, and why:
#  keys and signs of keyboards, which the program listens to; names of programs; words that the language shares.
SHARED = {
    "arrowKeys", "todayKey", "helpKey", "newKeys", "undoKeys", "pageKeys", "sky", "from", "to", "degrees", "skyAt",
    "inZone", "oldForecast", "dayLabel", "part", "previous", "next", "toOtherDay", "rules", "weekdayItem", "inMonth",
    "ofMonth", "nthWeekday", "onNthDays", "problem", "card", "more", "savedIn", "saved", "overDay", "underMinute",
    "hoursMinutes", "times", "dateTimes", "listPlain", "listMiddle",
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

    visit(yaml.safe_load((tool.TEMPLATES / f"words/{tag}.yml").read_text()), ())
    return found


@pytest.mark.skipif(not WORDS, reason="there is no other language yet")
def test_words_files_are_whole():
    tool.run("words", "--templates", tool.TEMPLATES, expect=tool.DONE)


@pytest.mark.parametrize("tag", WORDS)
def test_no_english_word_stands_in_another_language(tag):
    """A sentence of several words that is as in English was forgotten; single words may be shared."""
    english, own = texts("en"), texts(tag)
    same = {
        key: text
        for key, text in own.items()
        if english.get(key) == text and len(re.findall("[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", text))) > 1
    }
    assert not {key for key in same if not set(key.split(".")) & SHARED}, same


def test_commands_print_the_language_of_the_site(tmp_path):
    content = words.files(tmp_path / "content", {"site.yml": "locale: de\n"})
    theme = Path("Templates/words/de.yml")
    days = ["--from", "2026-11-21", "--to", "2026-11-22", "--tz", "UTC"]
    empty = tool.run("agenda", "--content", content, *days, expect=tool.DONE).out
    english = tool.run("agenda", "--content", content, *days, "--locale", "en", expect=tool.DONE).out
    assert english == "No events from 2026-11-21 to 2026-11-22.\n"
    assert (empty == english) == (not (tool.PROJECT / theme).exists())
    wrong = tool.run("agenda", "--content", content, "--locale", "dde", expect=tool.USAGE).err
    assert wrong.startswith("--locale dde: no such locale; did you mean de")
