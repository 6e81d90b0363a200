"""Addresses of events that stay: names that authors choose, and the list by which 404.html finds pages renamed."""

from __future__ import annotations

import re

import pytest

from content import Content, calendar, event, vevent
from tool import PROBLEMS


def site(folder, *events: dict, settings: str = "", **files: str) -> Content:
    """A site of some events, built."""
    made = Content(folder, "title: Club\n" + settings, events=list(events), files=files)
    made.build()
    return made


def pages(made: Content) -> list[str]:
    return sorted(path.stem for path in (made.output / "event").glob("*.html"))


def listed(made: Content) -> dict[str, list[str]]:
    """The lines of each file of names."""
    return {path.stem: path.read_text().splitlines() for path in sorted((made.output / "data/names").iterdir())}


def test_the_hash_of_a_name_stays_when_the_title_changes(tmp_path):
    before = site(tmp_path / "a", event("Fair", uid="1"), event("Choir"))
    after = site(tmp_path / "b", event("Book fair", uid="1"), event("Choir"))
    assert listed(before) == {"all": sorted(pages(before), key=lambda name: name[-10:])}
    assert [name[-10:] for name in listed(before)["all"]] == [name[-10:] for name in listed(after)["all"]]
    assert {name[:-11] for name in pages(after)} == {"book-fair", "choir"}


@pytest.mark.parametrize("count, letters", [(256, 0), (257, 1), (8193, 2)])
def test_files_of_names_stay_small(count, letters, tmp_path):
    made = site(tmp_path, *(event(f"Event {number}") for number in range(count)))
    files = listed(made)
    assert sorted(line for lines in files.values() for line in lines) == pages(made)
    for name, lines in files.items():
        assert lines == sorted(lines, key=lambda line: line[-10:])
        assert letters == 0 and name == "all" or {line[-10:][:letters] for line in lines} == {name}


def test_a_slug_names_a_page_for_good(tmp_path):
    note = "---\ntitle: Closing\nslug: the-end\nstart: 2026-11-21T09:00\n---\nBye.\n"
    events = [event("Fair", uid="1", slug="fair"), event("Another", uid="2", slug="fair"),
              event("Series", slug="weekly", rrule="FREQ=WEEKLY;COUNT=2")]
    made = site(tmp_path, *events, **{"notes/a.md": note, "b.ics": ics(Lunch="../../lunch", Tea="tea")})
    names = pages(made)
    assert {"fair", "the-end", "tea", "weekly"} < set(names) and len(names) == 6
    # The second of two has its usual name; so has one whose slug is none.
    assert [re.sub("-[a-z2-7]{10}$", "-…", name) for name in names if "-" in name and name != "the-end"] == [
        "another-…", "lunch-…"]
    assert (made.output / "notes/the-end.html").is_file()
    assert len(listed(made)["all"]) == 6 and sum(" " in line for line in listed(made)["all"]) == 4
    month = made.page("calendar/2026-11.html")
    assert set(re.findall(r'href="\.\./event/([^"#]+)\.html["#]', month)) == set(names)
    # Feeds name the pages and have no words of ours.
    assert "X-BUSYLIFE-SLUG" not in made.feed()
    checked = "\n".join(made.check(expect=PROBLEMS))
    assert 'events.json:1:' in checked and 'the slug "fair" is taken by an event in' in checked
    assert "b.ics:4:1: warning: the slug can't name a page;" in checked


def ics(**slugs: str) -> str:
    """A calendar of events by their UIDs, with names that readers of events.json would not take."""
    return calendar(*(vevent(uid, f"UID:{uid}", f"X-BUSYLIFE-SLUG:{slug}", day=22) for uid, slug in slugs.items()))


@pytest.mark.parametrize("slug", ["con", "com1", "site", "2026-11", "-a", "a-", "A", "a.b", "a/b", "ä", "a" * 81, ""])
def test_a_name_that_no_page_can_have_is_not_used(slug, tmp_path):
    made = site(tmp_path, **{"a.ics": ics(tea=slug)})
    assert [name[:-11] for name in pages(made)] == ["tea"] and pages(made)[0] != slug


def test_a_slug_takes_no_name_of_events_that_are_alike(tmp_path):
    """Instances of one series that is not there have one UID, and are told apart by all digits of a hash."""
    board = (vevent("Board", f"RECURRENCE-ID:202611{day}T090000Z", day=day, hour=10) for day in (18, 19))
    alike = calendar(*board)
    names = pages(site(tmp_path / "a", **{"b.ics": alike}))
    assert [len(name) for name in names] == [len("board-") + 13] * 2
    made = site(tmp_path / "b", **{"b.ics": alike, "a.ics": ics(thief=names[0])})
    assert set(names) < set(pages(made)) and "Board" in made.page(f"event/{names[0]}.html")


def test_a_slug_that_is_another_events_name_is_not_used(tmp_path):
    [name] = pages(site(tmp_path / "a", event("Fair", uid="1")))
    made = site(tmp_path / "b", event("Thief", uid="2", slug=name), event("Fair", uid="1"))
    assert name in pages(made) and len(pages(made)) == 2
    assert "Fair" in made.page(f"event/{name}.html")
    # An event may have its own name for good.
    assert pages(site(tmp_path / "c", event("Book fair", uid="1", slug=name))) == [name]


@pytest.mark.parametrize("settings", ["privacy: titles\n", "privacy: busy\n", "privacy: hidden\n"])
def test_a_slug_tells_nothing_that_is_withheld(settings, tmp_path):
    made = site(tmp_path, event("Fair", slug="token-secret"), settings=settings)
    for path in made.output.rglob("*"):
        assert "token-secret" not in str(path)
        assert path.is_dir() or b"token-secret" not in path.read_bytes()
    assert (made.output / "data/names").exists() == ("titles" in settings)


def test_names_of_withheld_events_are_not_listed(tmp_path):
    rules = "rules: [{privacy: hidden, title: Doctor}, {privacy: busy, title: Court}]\n"
    made = site(tmp_path, event("Fair"), event("Doctor", slug="doctor"), event("Court"), settings=rules)
    assert len(pages(made)) == 1 and listed(made) == {"all": pages(made)}
    # A hidden event takes no name from one that is seen.
    made = site(tmp_path / "b", event("Doctor", slug="fair"), event("Fair", slug="fair"), settings=rules)
    assert pages(made) == ["fair"]


def test_sites_without_pages_of_events_have_no_names(tmp_path):
    made = site(tmp_path, event("Fair"), settings="eventPages: false\n")
    assert not (made.output / "data/names").exists()


@pytest.mark.parametrize("written, slug", [("Old Fair", "old-fair"), ("..", "event-"), ("a" * 99, "a" * 60)])
def test_a_slug_that_is_none_is_made_one(written, slug, tmp_path):
    made = site(tmp_path, event("Fair", slug=written))
    [name] = pages(made)
    assert name.startswith(slug) or slug == "event-"
    assert "slug is" in "\n".join(made.check(expect=PROBLEMS))
