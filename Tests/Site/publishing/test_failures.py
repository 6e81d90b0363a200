"""Bad input: one line with the place and how to fix it, the documented exit code, and the last good site unchanged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tool
from content import Content, calendar, event, vevent
from tool import DONE, INPUT_OUTPUT, PROBLEMS, USAGE, changes, run, snapshot

NOTE = "---\ntitle: C\ndate: 2026-11-22\n---\n\nText.\n"


@pytest.fixture
def work(tmp_path, short):
    return Work(tmp_path, short)


class Work(Content):
    """Content with templates of its own, and a site already built from them."""

    def __init__(self, root: Path, window: tuple):
        files = {"b.ics": calendar(vevent("b", day=21)), "notes/c.md": NOTE}
        super().__init__(root, events=[event("a")], files=files, templates=root / "Templates")
        self.window = window
        shutil.copytree(tool.TEMPLATES, self.templates)
        self.build()
        self.good = snapshot(self.output)

    def refuses(self, *arguments, expect, **options):
        """A build that must fail, with one line on standard error, without touching the good site."""
        result = self.built(*arguments, expect=expect, **options)
        errors = [
            line for line in result.err.splitlines() if "warning:" not in line and "note:" not in line
        ]
        assert len(errors) == 1, f"one line, please\n{result}"
        assert changes(self.good, snapshot(self.output)) == []
        assert not [
            p
            for p in self.root.iterdir()
            if p.name not in ("Content", "Templates", "site", "home", "other")
        ], "leaves something beside the output"
        return result


def place(result, path: Path, line: int, column: int | None = None):
    """The problem at a position of a file."""
    for found in result.placed:
        if Path(found["path"]).name == path.name and int(found["line"]) == line:
            if column is None or int(found["column"]) == column:
                return found
    raise AssertionError(f"nothing at {path.name}:{line}:{column or ''}\n{result}")


# ---- The command line ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, near",
    [
        ("America/New_Yrok", "America/New_York"),
        ("Europe/Berlinn", "Europe/Berlin"),
        ("Asia/Katmando", "Asia/Kat"),
    ],
)
def test_unknown_zone(given, near, work):
    result = work.refuses("--tz", given, expect=USAGE)
    assert given in result.err and near in result.err


@pytest.mark.parametrize("given", ["UTC+19", "+18:01", "UTC+", "", "../../etc/passwd", "UTC+8:60"])
def test_impossible_zone(given, work):
    work.refuses("--tz", given, expect=USAGE)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--from", "2026-13-01"),
        ("--to", "tomorrow"),
        ("--now", "noon"),
        ("--from", "2026-12-01", "--to", "2026-11-01"),
        ("--jobs", "none"),
    ],
)
def test_impossible_arguments(arguments, work):
    result = work.built(*arguments, expect=USAGE, now=None if "--now" in arguments else tool.NOW)
    assert result.err.strip()
    assert changes(work.good, snapshot(work.output)) == []


@pytest.mark.parametrize(
    "command, option, owners",
    [
        ("serve", "--output=x", "build and merge"), ("serve", "--precompress", "build"), ("serve", "--watch", "build"),
        ("build", "--edit", "serve"), ("check", "--between=09:00-17:00", "free"),
        ("free", "--jobs=2", "build, fleet and serve"),
    ],
)  # fmt: skip
def test_an_option_of_another_command_is_refused_with_that_command(command, option, owners, work):
    result = work.run(command, option, expect=USAGE)
    name = option.split("=")[0]
    assert result.err == f"{name}: not an option of {command}, but of {owners}; see busylife-gen --help\n"


@pytest.mark.parametrize("command", ["build", "agenda", "check"])
def test_missing_content_folder(command, work):
    gone = work.root / "nowhere"
    if command == "build":
        result = work.refuses("--content", gone, expect=INPUT_OUTPUT)
    else:
        result = work.run(command, "--content", gone, expect=INPUT_OUTPUT)
    assert "nowhere" in result.err


def test_missing_templates(work):
    shutil.rmtree(work.templates)
    assert "Templates" in work.refuses(expect=INPUT_OUTPUT).err


# ---- Content -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["events.json", "b.ics", "notes/c.md", "site.yml"])
def test_unreadable_file(name, work):
    """Nobody, not even root, can read a link to itself."""
    path = work.folder / name
    path.unlink()
    path.symlink_to(path.name)
    result = work.refuses(expect=INPUT_OUTPUT)
    assert path.name in result.err


def test_broken_settings(work):
    work.write("site.yml", "title: A site\nauthor: [unclosed\ndescription: x\n")
    result = work.refuses(expect=PROBLEMS)
    assert [
        m for m in result.placed if Path(m["path"]).name == "site.yml" and m["severity"] == "error"
    ], result
    assert work.run("check", expect=None).code == PROBLEMS


@pytest.mark.parametrize(
    "text, line",
    [
        ("title: [a, b]\n", 1),
        ("title: A\nfirstWeekday: someday\n", 2),
        ("title: A\n\nlocale: 12\n", 3),
        ("- a\n", 1),
    ],
)
def test_settings_with_values_of_the_wrong_kind(text, line, work):
    work.write("site.yml", text)
    place(work.refuses(expect=PROBLEMS), work.folder / "site.yml", line)


def test_settings_with_an_unknown_key_name_the_nearest(work):
    work.write("site.yml", "title: A\nlocal: en\n")
    result = work.built()
    found = place(result, work.folder / "site.yml", 2, 1)
    assert "local" in found["message"] and "locale" in found["message"]


BROKEN = [
    ("events.json", '[\n  {"uid": "a", "title": "A", "start": }\n]', 2, None),
    ("events.json", '[{"uid": "a", "title": "A", "start": "2026-11-20T09:00:00Z"', 1, None),
    (
        "events.json",
        '[\n {"uid": "a", "title": "A",\n  "start": "never", "end": "2026-11-20T10:00:00Z"}\n]',
        3,
        None,
    ),
    ("events.json", '{"not": "a list"}', 1, 1),
    ("events.json", "", 1, 1),
    (
        "b.ics",
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:b\nDTSTART:never\nEND:VEVENT\nEND:VCALENDAR\n",
        5,
        1,
    ),
    ("b.ics", "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:b\nDTSTART:20261121T090000Z\n", 3, None),
    ("b.ics", "Dear all, the calendar is attached.\n", 1, None),
    ("notes/c.md", "---\ntitle: [unclosed\ndate: 2026-11-22\n---\n\nText.\n", None, None),
    ("notes/c.md", "---\ntitle: C\ndate: someday\n---\n\nText.\n", 3, None),
    ("notes/c.md", "---\ntitle: C\nevent: nobody@example.org\n---\n\nText.\n", 3, None),
    ("notes/c.md", "---\ntitle: C\n---\n\nSee [it](gone.md).\n", 5, None),
]


@pytest.mark.parametrize("name, text, line, column", BROKEN)
def test_broken_content_is_reported_and_the_rest_is_kept(name, text, line, column, work):
    """The site is built from what can be read; `check` exits with 1."""
    path = work.write(name, text)
    result = work.built()
    assert result.placed, f"no place\n{result}"
    for entry in result.err.splitlines():
        assert tool.PLACED.fullmatch(entry) or ":" not in entry.split(" ")[0], f"not a place: {entry}"
    if line:
        place(result, path, line, column)
    checked = work.run("check", expect=PROBLEMS)
    assert path.name in checked.out
    uids = {event["uid"] for event in work.agenda()}
    kept = {"a@example.org", "b@example.org"} - {
        {"events.json": "a@example.org", "b.ics": "b@example.org"}.get(name)
    }
    assert kept <= uids


def test_good_content_has_no_problems(work):
    result = work.run("check")
    assert result.err == ""
    assert work.build() == []


def test_one_bad_event_does_not_cost_its_neighbours(work):
    work.write(
        "b.ics",
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n"
        "BEGIN:VEVENT\nUID:bad@example.org\nDTSTAMP:20260101T000000Z\nDTSTART:20261345T000000Z\nEND:VEVENT\n"
        "BEGIN:VEVENT\nUID:good@example.org\nDTSTAMP:20260101T000000Z\n"
        "DTSTART:20261121T090000Z\nSUMMARY:G\nEND:VEVENT\n"
        "END:VCALENDAR\n"
    )
    place(work.built(), work.folder / "b.ics", 7, 1)
    assert "good@example.org" in {event["uid"] for event in work.agenda()}


# ---- Templates -----------------------------------------------------------------------------------


def templates():
    return sorted(p.relative_to(tool.TEMPLATES).as_posix() for p in tool.TEMPLATES.rglob("*.mustache"))


@pytest.mark.parametrize(
    "broken, column",
    [("  {{/neverOpened}}", 3), ("ab {{#title", 4), ("{{^neverClosed}}", 1), ("x {{{title}} y", 3)],
)
def test_a_template_with_an_error(broken, column, work):
    for name in templates():
        path = work.templates / name
        good = path.read_text()
        lines = good.split("\n")
        at = min(1, len(lines) - 1)
        path.write_text("\n".join([*lines[:at], broken, *lines[at:]]))
        result = work.refuses(expect=PROBLEMS)
        path.write_text(good)
        found = [m for m in result.placed if Path(m["path"]).name == path.name]
        assert found, f"does not name {name}\n{result}"
        if "neverClosed" not in broken:  # may be reported at the end of the file
            place(result, path, at + 1, column)
        assert broken.strip() in result.err, f"does not quote the line\n{result}"


def test_a_template_with_a_wrong_name(work):
    path = work.templates / "calendar.mustache"
    path.write_text(path.read_text() + "{{calendarTitel}}\n")
    result = work.built(expect=None)
    assert "calendarTitel" in result.err and [
        m for m in result.placed if Path(m["path"]).name == path.name
    ], result


def test_a_missing_partial(work):
    path = work.templates / "calendar.mustache"
    path.write_text("{{>_mnoth}}\n" + path.read_text())
    result = work.built(expect=None)
    assert "_mnoth" in result.err and "_month" in result.err, result


# ---- Output --------------------------------------------------------------------------------------


def test_output_that_is_the_content(work):
    before = snapshot(work.folder)
    for output in (work.folder, work.folder / "notes", work.root):
        result = work.built(expect=None, output=output)
        assert result.code in (USAGE, INPUT_OUTPUT) and result.err.strip(), result
        assert changes(before, snapshot(work.folder)) == []
        assert changes(work.good, snapshot(work.output)) == []


def test_output_that_is_home(work):
    home = work.root / "home"
    home.mkdir()
    for files in ([], ["letters.txt"]):
        for name in files:
            (home / name).write_text("mine")
        result = work.built(expect=None, output=home, environment={"HOME": str(home)})
        assert result.code in (USAGE, INPUT_OUTPUT) and result.err.strip(), result
        assert [p.name for p in home.iterdir()] == files


def test_output_with_files_of_others(work):
    other = work.root / "other"
    other.mkdir()
    (other / "letters.txt").write_text("mine")
    result = work.built(expect=None, output=other)
    assert result.code in (USAGE, INPUT_OUTPUT) and "other" in result.err, result
    assert {p.name: p.read_text() for p in other.iterdir()} == {"letters.txt": "mine"}


def test_output_that_is_a_file(work):
    other = work.root / "other"
    other.write_text("mine")
    result = work.built(expect=None, output=other)
    assert result.code in (USAGE, INPUT_OUTPUT) and result.err.strip(), result
    assert other.read_text() == "mine"


def test_an_empty_output_folder_is_used(work):
    other = work.root / "other"
    other.mkdir()
    work.build(output=other)
    assert changes(work.good, snapshot(other)) == []


def test_an_output_with_a_gitkeep_is_used(work):
    """A repository keeps its empty Output by a hidden file."""
    other = work.root / "other"
    other.mkdir()
    (other / ".gitkeep").write_text("")
    work.build(output=other)
    assert changes(work.good | {".gitkeep": snapshot(other)[".gitkeep"]}, snapshot(other)) == []


# ---- Nothing to show -----------------------------------------------------------------------------


def test_no_events_make_an_empty_site(work):
    empty = work.root / "Empty"
    empty.mkdir()
    result = work.built("--content", empty, output="out")
    assert (work.root / "out" / "index.html").exists()
    assert "no event" in (result.out + result.err).lower(), f"a clear word, please\n{result}"


def test_a_site_made_by_init_builds(work):
    fresh = work.root / "fresh"
    run("init", fresh, expect=DONE)
    content = fresh / "Content" if (fresh / "Content").is_dir() else fresh
    work.build("--content", content, output="out")
    before = snapshot(fresh)
    run("init", fresh)
    assert changes(before, snapshot(fresh)) == [], "a second init must not overwrite a site"
