"""`--strict` ends as `check` does, and what builds say of the content is all of it."""

from __future__ import annotations

import json

import pytest

import tool
import words

EVENT = {"uid": "a", "title": "Board meeting", "start": "2026-11-21T09:00", "tz": "UTC", "range": 3600}
WITHHELD = "privacy: busy\n"


def content(folder, settings: str, **events):
    """A site of one calendar."""
    calendars = "title: Club\ncalendars: [{name: a, source: a.json}]\n"
    return words.files(folder, {"site.yml": calendars + settings, "a.json": json.dumps([EVENT | events])})


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
    folder = content(tmp_path / "Content", settings)
    checked = tool.run("check", "--content", folder)
    told = [line for line in checked.out.splitlines() if ": warning: " in line or ": error: " in line]
    assert (checked.code == 1) == bool(told) == (PROBLEMS[settings] is not None), checked.out
    # Also if there is nothing to do, and after a build that was not strict.
    for strict in (["--strict"], ["--strict"], [], ["--strict"]):
        build = tool.run("build", "--content", folder, "--output", tmp_path / "Output", "--tz", "UTC", *strict)
        assert build.code == (checked.code if strict else 0), (strict, build.err)
        assert (tmp_path / "Output/index.html").is_file()
        if strict:
            assert set(told) <= set(build.err.splitlines())


def test_what_several_audiences_do_not_see_is_counted_once(tmp_path):
    audiences = "{name: all, privacy: hidden}, {name: members, privacy: hidden}, {name: us, privacy: full}"
    folder = content(tmp_path / "Content", f"audiences: [{audiences}]\n")
    build = tool.run("build", "--content", folder, "--output", tmp_path / "Output", "--tz", "UTC", expect=tool.DONE)
    assert "Left out 1 event that is not public." in build.out


def test_an_error_does_not_hide_unknown_keys(tmp_path):
    folder = content(tmp_path / "Content", "locale: xx-nothing\nwather: true\n")
    build = tool.run("build", "--content", folder, "--output", tmp_path / "Output", "--tz", "UTC", expect=1)
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
    folder = content(tmp_path / "Content", settings, start="2026-11-14T09:00", rrule="FREQ=WEEKLY;COUNT=2")
    agenda = tool.run("agenda", "--content", folder, "--tz", "UTC", "--now", "2026-11-15T10:00:00Z", "--format", "json",
                      *arguments, expect=tool.DONE)
    found = json.loads(agenda.out)
    assert [day["date"] for day in found["days"] if day["events"]] == days
