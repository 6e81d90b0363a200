"""`--strict` ends as `check` does, and what builds say of the content is all of it."""

from __future__ import annotations

import json

import pytest

import tool
from content import Content

EVENT = {"uid": "a", "title": "Board meeting", "start": "2026-11-21T09:00", "tz": "UTC", "range": 3600}
WITHHELD = "privacy: busy\n"


def content(folder, settings: str, **events):
    """A site of one calendar."""
    calendars = "title: Club\ncalendars: [{name: a, source: a.json}]\n"
    return Content(folder, calendars + settings, files={"a.json": [EVENT | events]})


# The severity of what `check` says of settings.
PROBLEMS = {
    "": None,
    "footer: Board meeting, every week\n" + WITHHELD: "warning",
    "wather: true\n": "warning",
    "feeds: {filters: [{name: none, title: Nothing has this title}]}\n": "warning",
    "accent: \"#eeeeee\"\n": "warning",
}


@pytest.mark.parametrize("settings", PROBLEMS)
def test_a_strict_build_ends_as_check_does(settings, tmp_path):
    made = content(tmp_path, settings)
    checked = made.run("check", expect=None)
    told = [line for line in checked.out.splitlines() if ": warning: " in line or ": error: " in line]
    assert (checked.code == 1) == bool(told) == (PROBLEMS[settings] is not None), checked.out
    # Also if there is nothing to do, and after a build that was not strict.
    for strict in (["--strict"], ["--strict"], [], ["--strict"]):
        build = made.run("build", "--output", "site", "--tz", "UTC", *strict, expect=None)
        assert build.code == (checked.code if strict else 0), (strict, build.err)
        assert (made.output / "index.html").is_file()
        if strict:
            assert set(told) <= set(build.err.splitlines())


def test_what_several_audiences_do_not_see_is_counted_once(tmp_path):
    audiences = "{name: all, privacy: hidden}, {name: members, privacy: hidden}, {name: us, privacy: full}"
    build = content(tmp_path, f"audiences: [{audiences}]\n").run("build", "--tz", "UTC")
    assert "Left out 1 event that is not public." in build.out


def test_an_error_does_not_hide_unknown_keys(tmp_path):
    build = content(tmp_path, "locale: xx-nothing\nwather: true\n").run("build", "--tz", "UTC", expect=tool.PROBLEMS)
    assert [line.split(": ")[1] for line in build.err.splitlines()] == ["error", "warning"]
    assert 'unknown key "wather"; did you mean "weather"?' in build.err


@pytest.mark.parametrize("settings, arguments, days", [
    ("", [], ["2026-11-21"]), ("", ["--from", "2026-11-01"], ["2026-11-14", "2026-11-21"]),
    ("window: {from: 2026-11-01, to: 2026-11-30}\n", [], ["2026-11-21"]),
    # A site of the past shows what it has.
    ("window: {from: 2026-11-01, to: 2026-11-15}\n", [], ["2026-11-14"]),
    ("", ["--to", "2026-11-21"], []),
])
def test_an_agenda_begins_today(settings, arguments, days, tmp_path):
    made = content(tmp_path, settings, start="2026-11-14T09:00", rrule="FREQ=WEEKLY;COUNT=2")
    words = ("--tz", "UTC", "--now", "2026-11-15T10:00:00Z", "--format", "json", *arguments)
    found = json.loads(made.run("agenda", *words).out)
    assert [day["date"] for day in found["days"] if day["events"]] == days
