"""What each patch adds, built of a copy of the sources with all of them: BUSYLIFE_GEN is its command. The counts are
those of docs/design.md."""

from __future__ import annotations

import os
from pathlib import Path

import additions
import pytest
from content import Content, event

TREE = Path(os.environ.get("BUSYLIFE_ADDITIONS", ".build-additions/tree")).resolve()


@pytest.mark.parametrize("name, most", [("feed", 2), ("page", 4), ("setting", 3), ("rule", 2), ("source", 2)])
def test_count(name, most):
    addition = additions.Addition.named(name)
    assert sorted(addition.touched) == sorted(addition.files)
    assert addition.count <= most
    assert f"{addition.count} files" in addition.title


def site(folder, settings="", **more) -> Content:
    return Content(folder, f"title: A site\ndescription: What it is about.\n{settings}", templates=TREE / "Templates",
                   **more)


def build(made: Content, *options, **more) -> list[str]:
    """What a build says. There is no browser module for these pages."""
    return [line for line in made.build(*options, **more) if "the browser module is not beside" not in line]


def test_page(tmp_path):
    made = site(tmp_path, calendars={"club": [event("Choir")], "home": [event("Dinner")]})
    assert build(made, "--base-url", "https://example.org/") == []
    page = made.page("about.html")
    assert "What it is about." in page and "<li>club</li>" in page and "About – A site</title>" in page
    assert 'href="about.html"' in made.page("index.html") and 'href="../about.html"' in made.page("day/2026-11-20.html")
    assert "about.html" in made.page("sitemap.xml")


def test_feed(tmp_path):
    made = site(tmp_path, events=[event('Choir "one"')])
    assert build(made) == []
    assert made.page("feeds/all.csv") == 'title\r\n"Choir ""one"""\r\n'
    assert "feeds/all.csv" in made.page("subscribe.html")
    made.write("events.json", [event("Choir")])
    made.build()
    assert '"Choir"' in made.page("feeds/all.csv")


def test_setting(tmp_path):
    made = site(tmp_path, events=[event("Choir")])
    made.build()
    assert " – A site</title>" in made.page("day/2026-11-20.html")
    made.write("site.yml", "title: A site\nsiteFirst: true\n")
    made.build()
    # Every page is made anew.
    assert "<title>A site – " in made.page("day/2026-11-20.html")


def test_rule(tmp_path):
    made = site(tmp_path, 'rules:\n  - {privacy: hidden, place: "Clinic*"}\n',
                events=[event("Check-up", location="Clinic West"), event("Choir", location="Church")])
    assert build(made) == []
    assert b"Check-up" not in made.everything() and b"Choir" in made.everything()
    # What may be a misspelt place, or another one, withholds the event.
    for broken in [{"location": ["Clinic West"]}, {"location": {"nmae": "Clinic West"}}, {"lokation": "Clinic West"}]:
        made.write("events.json", [event("Check-up", **broken), event("Choir", location="Church")])
        build(made, expect=None)
        assert b"Check-up" not in made.everything() and b"Choir" in made.everything()
    made.write("events.json", [event("Check-up", location="Clinic West")])
    made.write("site.yml", 'title: A site\nrules:\n  - {privacy: hidden, place: "Clinik West"}\n')
    assert any('did you mean "Clinic West"?' in line for line in made.check())


def test_source(tmp_path):
    made = site(tmp_path, "calendars:\n  - {name: feasts, source: feasts.dates}\n",
                files={"feasts.dates": "2026-11-20 Saint Cecilia\nno date\n"})
    assert build(made, expect=None)[0].startswith("feasts.dates:2:1: error: this line has no date")
    assert "Saint Cecilia" in made.page("day/2026-11-20.html")
    # A build after a change sees it.
    made.write("feasts.dates", "2026-11-21 Presentation\n")
    assert build(made) == []
    assert b"Saint Cecilia" not in made.everything() and b"Presentation" in made.everything()
