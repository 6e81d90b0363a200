"""What is reported about content, where, and by which command; and the effect of settings."""

from __future__ import annotations

import json
import shutil

import pytest

import tool
from content import Content, calendar, vevent
from tool import DONE, PROBLEMS

EVENT = {"uid": "a@example.org", "title": "A", "start": "2026-11-20T09:00:00Z", "end": "2026-11-20T10:00:00Z"}


@pytest.fixture
def work(tmp_path):
    return Content(tmp_path, "", events=[EVENT], templates=None)


# What is wrong or probably unintended: settings, events, lines of `check`, and whether `build` reports it too.
SAID = [
    ("title: A\n", [EVENT], [], True),
    (
        "calendars:\n  - {name: home, source: home.ics}\n",
        [EVENT],
        [
            "events.json:1:1: warning: no calendar of site.yml names this file, so it is not read; "
            "add under calendars: - {name: events, source: events.json}"
        ],
        True,
    ),
    (
        "titel: A\n",
        [EVENT | {"timezone": "UTC"}, EVENT | {"uid": "b", "timezone": "UTC", "place": "C"}],
        [
            'events.json:1:105: warning: unknown key "timezone" in 2 events; write "tz", such as "Europe/Berlin"',
            'events.json:1:235: warning: unknown key "place"; write "location"',
            'site.yml:1:1: warning: unknown key "titel"; did you mean "title"?',
        ],
        True,
    ),
    (
        "",
        [EVENT | {"rrule": "FREQ=WEEKLY;COUNT=3", "exdates": ["2026-11-27", "2026-11-28", "2026-12-04T09:30:00Z"]}],
        [
            "events.json:1:148: note: the event has no instance at the time 2026-11-28 of exdates and 1 more, so "
            "nothing is left out for it; correct or remove it"
        ],
        False,
    ),
    (
        "window:\n  from: 2026-11-21\n  to: 2026-12-01\n",
        [EVENT, EVENT | {"uid": "b", "start": "2026-11-22", "end": "2026-11-23"}]
        + [EVENT | {"uid": f"c{n}", "start": "2027-01-01", "end": "2027-01-02"} for n in range(2)],
        [
            "site.yml:1:1: note: the window, 2026-11-21 to 2026-11-30, leaves out 3 of 4 events: 1 that begin before "
            "it, 2 after; make it wider if they are to be shown"
        ],
        False,
    ),
    # All instances of a series in the window count, and withheld events do not.
    (
        "window: {from: 2026-11-21, to: 2026-12-01}\n",
        [EVENT | {"rrule": "FREQ=WEEKLY"}, EVENT | {"uid": "b", "class": "private"}],
        [],
        True,
    ),
    (
        "",
        [EVENT | {"end": EVENT["start"]}],
        ["events.json:1:81: note: end is the same as start, so the event has no length; remove end, or correct it"],
        False,
    ),
]


@pytest.mark.parametrize("settings, events, lines, is_built", SAID)
def test_check_lists_all_remarks_and_build_only_warnings(settings, events, lines, is_built, work):
    work.write("site.yml", settings)
    work.write("events.json", events)
    if "home.ics" in settings:
        work.write("home.ics", calendar())
    is_worse = any(": note: " not in line for line in lines)
    assert work.check(expect=PROBLEMS if is_worse else DONE) == lines
    assert work.build() == (lines if is_built else [])


def test_check_names_colours_that_css_does_not_have(work):
    def event(number, *lines):
        return "".join(
            f"{line}\r\n"
            for line in ("BEGIN:VEVENT", f"UID:{number}", "DTSTART:20261120T090000Z", *lines, "END:VEVENT")
        )

    events = [
        event(1, "COLOR:Tomatoe"), event(2, "COLOR:tomato"), event(3, "COLOR:#2f6fde"), event(4, "COLOR:Tomatoe"),
        event(5, "COLOR:sky of noon"), event(6, "COLOR:"), event(7),
    ]  # fmt: skip
    work.write("home.ics", calendar(*events))
    assert work.check(expect=DONE) == [
        'home.ics:7:1: note: the colour "Tomatoe" is unknown, so 2 events have their calendar\'s colour; did you mean '
        '"tomato"?',
        'home.ics:27:1: note: the colour "sky of noon" is unknown, so the event has its calendar\'s colour; write a '
        'colour name of CSS such as "tomato", or "#rrggbb" such as "#2f6fde"',
    ]
    assert work.build() == []


# What is wrong, and whether `check` exits with 1 if it fails on notes, on warnings (as it does unless told), on errors.
FAILING = [
    ({}, [EVENT], (DONE, DONE, DONE)),
    ({}, [EVENT | {"end": EVENT["start"]}], (PROBLEMS, DONE, DONE)),
    ({"site.yml": "titel: A\n"}, [EVENT], (PROBLEMS, PROBLEMS, DONE)),
    ({}, [EVENT | {"start": "never"}], (PROBLEMS, PROBLEMS, PROBLEMS)),
    # A Windows name that was understood.
    (
        {"o.ics": calendar(vevent("o", "DTSTART;TZID=W. Europe Standard Time:20261120T090000"))},
        [EVENT], (PROBLEMS, DONE, DONE),
    ),
]  # fmt: skip


@pytest.mark.parametrize("files, events, codes", FAILING)
def test_check_fails_on_the_kinds_it_is_told(files, events, codes, work):
    for path, text in files.items():
        work.write(path, text)
    work.write("events.json", events)
    note, warning, error = codes
    lines = work.check("--fail-on", "note", expect=note)
    assert work.check(expect=warning) == work.check("--fail-on", "warning", expect=warning) == lines
    assert work.check("--fail-on", "error", expect=error) == lines
    found = json.loads(work.run("check", "--format", "json", expect=warning).out)
    assert [line.split(": ")[1] for line in lines] == [one["severity"] for one in found]
    work.run("check", "--fail-on", "hint", expect=tool.USAGE)


REFUSED = [
    ("title: A\nprivacy: bussy\n", "site.yml:2:10: error: ", 'did you mean "busy"?'),
    (
        "calendars:\n  - name: work\n    source: events.json\n    privacy:   title\n",
        "site.yml:4:16: error: ",
        'did you mean "titles"?',
    ),
    ("templates: Nowhere\n", "site.yml:1:12: error: there is no folder Content/Nowhere", "init --theme"),
    ("templates: ../../etc\n", 'site.yml:1:12: error: templates is "../../etc"', "beside"),
    ("templates: link\n", "site.yml:1:12: error: Content/link is a link that leads elsewhere", "followLinks"),
]


@pytest.mark.parametrize("settings, place, words", REFUSED)
def test_check_and_build_refuse_alike(settings, place, words, work, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (work.folder / "link").symlink_to(elsewhere)
    work.write("site.yml", settings)
    for lines in (work.check(expect=PROBLEMS), work.build(expect=PROBLEMS)):
        refused = [line for line in lines if ": error: " in line]
        assert len(refused) == 1 and refused[0].startswith(place) and words in refused[0]
    assert not work.output.exists()


def test_templates_option_overrides_a_missing_theme_of_site_yml(work):
    work.write("site.yml", "templates: Nowhere\n")
    assert work.build("--templates", tool.TEMPLATES) == []


# MARK: The theme


def theme(folder, text):
    folder.mkdir(parents=True)
    for name in ("layout.mustache", "note.mustache"):
        source = (tool.TEMPLATES / name).read_text()
        (folder / name).write_text(source.replace("<main", f"<main data-theme='{text}'") if text else source)
    return folder


def test_settings_name_the_theme(work):
    """The option first, then site.yml, then ./Templates, then the default; a change is reported once."""
    theme(work.root / "Beside", "beside")
    theme(work.folder / "theme", "inside")
    theme(work.root / "Other", "other")
    real = work.root.resolve()

    def shown():
        page = work.page("index.html")
        return next((word for word in ("beside", "inside", "other", "own") if f"data-theme='{word}'" in page), "")

    assert work.build() == [] and shown() == ""
    work.write("site.yml", "templates: ../Beside\n")
    assert work.build() == [
        f"warning: the site has changed from the default theme to the theme in {real}/Beside"
    ]
    assert shown() == "beside"
    assert work.build() == [] and shown() == "beside"
    # Changing a file of that theme changes the site.
    layout = work.root / "Beside" / "layout.mustache"
    layout.write_text(layout.read_text().replace("beside", "own"))
    assert work.build() == [] and shown() == "own"
    work.write("site.yml", "templates: ./theme/\n")
    assert len(work.build()) == 1 and shown() == "inside"
    assert len(work.build("--templates", "Other")) == 1 and shown() == "other"
    work.write("site.yml", "")
    assert work.build() == [
        f"warning: the site has changed from the theme in {real}/Other to the default theme; to use the former again, "
        "name it with --templates, or with templates: in site.yml"
    ]
    assert work.build() == [] and shown() == ""
    theme(work.root / "Templates", "own")
    assert len(work.build()) == 1 and shown() == "own"
    # Another output has no earlier theme.
    assert work.build(output="second") == []


# MARK: Week numbers


@pytest.mark.parametrize(
    "setting, is_shown", [("", True), ("weekNumbers: true\n", True), ("weekNumbers: false\n", False)]
)
def test_week_numbers_are_shown_or_not(setting, is_shown, work):
    work.write("site.yml", setting)
    work.build()
    for page in ("calendar/2026-11.html", "index.html"):
        text = work.page(page)
        assert ('class="wk"' in text) == is_shown
        # A row has as many cells as there are columns.
        rows = text.split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
        assert {row.count("<th") + row.count("<td") for row in rows} == {8 if is_shown else 7}


# MARK: Keys of events


def test_a_duration_stands_in_place_of_an_end(work):
    work.write(
        "events.json",
        [
            {"uid": "a", "title": "A", "start": "2026-11-20T09:00:00Z", "duration": "1h30m", "color": "#2F6FDE"},
            {"uid": "b", "title": "B", "start": "2026-11-20", "duration": "2d"},
            {"uid": "c", "title": "C", "start": "2026-11-20T23:30", "tz": "Europe/Berlin", "duration": "PT45M"},
            {"uid": "d", "title": "D", "start": "2026-11-21T08:00Z", "duration": "20m", "rrule": "FREQ=DAILY;COUNT=2"},
        ],
    )
    assert work.check(expect=DONE) == []
    ends = {(event["uid"], event["start"]): event["end"] for event in work.agenda()}
    assert ends == {
        ("a", "2026-11-20T09:00:00+00:00"): "2026-11-20T10:30:00+00:00",
        ("b", "2026-11-20"): "2026-11-22",
        ("c", "2026-11-20T22:30:00+00:00"): "2026-11-20T23:15:00+00:00",
        ("d", "2026-11-21T08:00:00+00:00"): "2026-11-21T08:20:00+00:00",
        ("d", "2026-11-22T08:00:00+00:00"): "2026-11-22T08:20:00+00:00",
    }
    assert work.build() == []
    feed = work.page("feeds/all.ics")
    assert "\r\nDURATION:PT1H30M\r\n" in feed and "\r\nX-BUSYLIFE-COLOR:#2f6fde\r\n" in feed


def test_events_choose_their_calendar(work):
    work.write(
        "events.json",
        [EVENT, EVENT | {"uid": "b", "calendar": "Team meetings"}, EVENT | {"uid": "c", "calendar": "HOME"}],
    )
    work.write("home.ics", calendar())
    assert work.check(expect=DONE) == []
    assert {event["uid"]: event["calendar"] for event in work.agenda()} == {
        "a@example.org": "events",
        "b": "team-meetings",
        "c": "home",
    }
    assert work.build() == []
    assert "UID:b\r\n" in work.page("feeds/team-meetings.ics")
    assert "X-WR-CALNAME:Team meetings\r\n" in work.page("feeds/team-meetings.ics")
    assert "UID:c\r\n" in work.page("feeds/home.ics")
    # If calendars are listed, only those count.
    work.write("site.yml", "calendars:\n  - {name: work, source: events.json}\n  - {name: home, source: home.ics}\n")
    assert work.build() == [
        'events.json:1:209: error: there is no calendar "Team meetings"; the calendars are work, home; add it to '
        "calendars: in site.yml, or correct the name; the event is skipped"
    ]
    assert {event["uid"]: event["calendar"] for event in work.agenda()} == {"a@example.org": "work", "c": "home"}


def test_messages_of_a_build_contain_no_withheld_text(work):
    """`build` does not mention withheld events; files that are not read are only named."""
    secret = {"uid": "s", "title": "Secret dinner", "class": "private", "rrule": "FREQ=DAILY;COUNT=2"}
    work.write("site.yml", "window: {from: 2026-11-21, to: 2026-12-01}\n")
    work.write("events.json", [EVENT | {"start": "2026-11-22", "end": "2026-11-23"}, EVENT | secret])
    assert work.check(expect=DONE) == []
    assert work.build() == []


def test_site_yml_of_init_names_every_calendar_file(work):
    shutil.rmtree(work.folder)
    work.run("init", ".")
    assert work.check(expect=DONE) == []
    work.write("club.ics", calendar())
    assert work.check(expect=PROBLEMS) == [
        "club.ics:1:1: warning: no calendar of site.yml names this file, so it is not read; "
        "add under calendars: - {name: club, source: club.ics}"
    ]


@pytest.mark.parametrize("window, first", [("to: 2020-12-01", "2019-12"), ("from: 2030-12-01", "2030-12")])
def test_a_window_with_one_end_makes_room_for_the_other(window, first, tmp_path):
    made = Content(tmp_path, f"window: {{{window}}}\n")
    made.window = ("--tz", "UTC")
    made.build()
    assert min(path.stem for path in (made.output / "calendar").glob("*.html")) == first


def test_a_window_that_ends_before_it_begins_is_an_error_at_its_place(tmp_path):
    made = Content(tmp_path, "window: {from: 2026-12-01, to: 2026-11-01}\n")
    for command in (("check",), ("build", "--output", "site")):
        result = made.run(*command, expect=PROBLEMS)
        assert "site.yml:1:32: error: window ends on or before the day it begins" in result.out + result.err


def test_the_next_step_of_a_new_site_is_what_a_shell_reads(tmp_path):
    made = tool.run("init", "it's mine", cwd=tmp_path, expect=tool.DONE)
    assert made.out.splitlines()[-1] == r"Next: cd 'it'\''s mine' && busylife-gen build"


@pytest.mark.parametrize("zone, line", [
    ("Europe/Berlin", "zones: Europe/Berlin"), ("asia/kolkata", "zones: Asia/Kolkata"), ("", "zones: UTC"),
    # A rule has no name that others know.
    ("EST5EDT,M3.2.0,M11.1.0", "# zones: Europe/Berlin"),
])  # fmt: skip
def test_a_new_site_has_the_zone_of_its_computer(zone, line, tmp_path):
    tool.run("init", "site", cwd=tmp_path, environment={"TZ": zone}, expect=tool.DONE)
    assert line in (tmp_path / "site/Content/site.yml").read_text().splitlines()
    built = tool.run("build", cwd=tmp_path / "site", environment={"TZ": zone}, expect=tool.DONE)
    assert ("this computer's zone" in built.out) == line.startswith("#")


def test_a_build_says_which_zone_it_took_where_none_is_set(tmp_path):
    made = Content(tmp_path)
    told = "Times are those of Asia/Tokyo, this computer's zone; set zones: in Content/site.yml"

    def build(*arguments):
        return made.run("build", *arguments, environment={"TZ": "Asia/Tokyo"}).out.splitlines()

    assert told in build()
    assert told not in build("--tz", "local") + build("--tz", "UTC")
    # Also if one audience of two has its own.
    audiences = "audiences: [{name: us, privacy: full, zones: Europe/Rome}, {name: all, privacy: full}]\n"
    made.write("site.yml", audiences)
    assert told in build("--output", "two")
    made.write("site.yml", "zones: Europe/Rome\n")
    assert told not in build()
    assert "the folder has no name" in tool.run("init", "", cwd=tmp_path, expect=tool.USAGE).err
