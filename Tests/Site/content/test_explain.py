"""`explain`: what each audience sees of an event and why; and what `check` says of privacy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tool
from content import Content

FIELDS = [
    "title", "start", "end", "allDay", "status", "categories", "location", "description", "url", "conferences",
    "images", "calendar", "people", "comments", "attachments", "geo", "color", "notes",
]  # fmt: skip


def event(
    uid: str, title: str, *lines: str, start: str = "20261125T090000Z", end: str = "20261125T100000Z"
) -> list[str]:
    head = [f"UID:{uid}"] if uid else []
    return ["BEGIN:VEVENT", *head, f"SUMMARY:{title}", f"DTSTART:{start}", f"DTEND:{end}", *lines, "END:VEVENT"]


EVERYTHING = [
    "CATEGORIES:Health,Family", "LOCATION:Room 4\\, left", "DESCRIPTION:Bring papers", "URL:https://example.org/x",
    "ORGANIZER;CN=Ann:mailto:ann@example.org", "COMMENT:Be early", "ATTACH:https://example.org/a.pdf",
    "GEO:48.1;11.5", "COLOR:tomato", "STATUS:TENTATIVE", "CONFERENCE;VALUE=URI:https://meet.example.org/a",
    "IMAGE;VALUE=URI:https://example.org/a.png",
]  # fmt: skip
ALL = {
    "title": "Doctor", "start": "2026-11-25T09:00:00+00:00", "end": "2026-11-25T10:00:00+00:00", "allDay": False,
    "status": "tentative", "categories": ["Health", "Family"], "location": "Room 4, left",
    "description": "Bring papers", "url": "https://example.org/x", "calendar": "work",
    "people": ["Ann"], "comments": ["Be early"], "attachments": ["https://example.org/a.pdf"],
    "geo": "48.1;11.5", "color": "tomato", "notes": ["Directions"], "conferences": ["https://meet.example.org/a"],
    "images": ["https://example.org/a.png"],
}  # fmt: skip
TITLES = {name: ALL[name] for name in ("title", "start", "end", "allDay", "status", "categories", "calendar")}
DOCTOR = event("doctor@x", "Doctor", *EVERYTHING)


class Site(Content):
    def put(self, path: str, lines: list[str], ending: str = "\n") -> None:
        self.write(path, "".join(line + ending for line in lines))

    def calendar(self, name: str, *events: list[str]) -> None:
        lines = [line for lines in events for line in lines]
        self.put(f"{name}.ics", ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", *lines, "END:VCALENDAR"], "\r\n")

    def line(self, path: str, text: str) -> int:
        """The only line that has a text."""
        lines = (self.folder / path).read_text().splitlines()
        found = [number for number, line in enumerate(lines, 1) if text in line]
        assert len(found) == 1, (text, found)
        return found[0]

    def said(self, *arguments, **more) -> tool.Result:
        return self.run("explain", *arguments, "--content", self.folder, "--tz", "UTC", "--now", tool.NOW, **more)

    def explain(self, *arguments) -> dict[str, dict]:
        """By audience."""
        views = json.loads(self.said(*arguments, "--format", "json").out)
        for view in views:
            assert list(view) == ["audience", "privacy", "rule", "file", "line", "fields"]
            assert list(view["fields"]) == FIELDS
        return {view["audience"]: view for view in views}

    def problems(self, expect: int = tool.PROBLEMS) -> list[tuple[str, int, str, str]]:
        """Path, line, severity and message of each problem."""
        found = [tool.PLACED.fullmatch(line) for line in self.check("--content", self.folder, expect=expect)]
        return [(Path(m["path"]).name, int(m["line"]), m["severity"], m["message"]) for m in found]


@pytest.fixture
def site(tmp_path) -> Site:
    return Site(tmp_path, "")


def shown(fields: dict) -> dict:
    return {name: value for name, value in fields.items() if value is not None}


# A rule: the lines of site.yml, changes of the event, what is seen, the reason, and the file and text of its line.
CASES = [
    ([], [], "full", ALL, "no setting withholds anything", None),
    (["mail: true"], [], "full", ALL | {"people": ["Ann <ann@example.org>"]}, "no setting withholds anything",
     None),
    (["privacy: titles"], [], "titles", TITLES, "privacy: titles of the site", ("site.yml", "privacy: titles")),
    (["privacy: busy"], [], "busy", {}, "privacy: busy of the site", ("site.yml", "privacy: busy")),
    (["privacy: hidden"], [], "hidden", {}, "privacy: hidden of the site", ("site.yml", "privacy: hidden")),
    ([], ["CLASS:PRIVATE"], "busy", {}, "CLASS:PRIVATE, which no rule names", ("work.ics", "CLASS:PRIVATE")),
    ([], ["CLASS:CONFIDENTIAL"], "busy", {}, "CLASS:CONFIDENTIAL, which no rule names", ("work.ics", "CLASS:")),
    ([], ["CLASS:X-SECRET"], "busy", {}, "CLASS:X-SECRET, an unknown class and so private, which no rule names",
     ("work.ics", "CLASS:")),
    (["rules:", "- class: private", "  privacy: titles"], ["CLASS:PRIVATE"], "titles", TITLES,
     "the rule class: private, privacy: titles", ("site.yml", "- class")),
    (["rules:", "- category: hEALTH", "  privacy: hidden"], [], "hidden", {},
     "the rule category: hEALTH, privacy: hidden", ("site.yml", "- category")),
    (["rules:", "- title: doc*", "  privacy: busy", "- title: '*'", "  privacy: titles"], [], "busy", {},
     "the rule title: doc*, privacy: busy", ("site.yml", "- title: doc*")),
    (["rules:", "- category: Heal", "  privacy: hidden"], [], "full", ALL, "no setting withholds anything",
     None),
    (["calendars:", "- name: work", "  source: work.ics", "  privacy: busy"], [], "busy", {},
     "privacy: busy of the calendar work", ("site.yml", "privacy: busy")),
    (["privacy: titles", "rules:", "- title: Doctor", "  privacy: titles"], [], "titles", TITLES,
     "privacy: titles of the site", ("site.yml", "privacy: titles")),
]  # fmt: skip


@pytest.mark.parametrize("settings, more, privacy, fields, rule, place", CASES)
def test_what_a_site_shows_and_why(settings, more, privacy, fields, rule, place, site):
    if settings:
        site.put("site.yml", settings)
    site.calendar("work", event("doctor@x", "Doctor", *EVERYTHING, *more))
    site.put("notes/way.md", ["---", "event: doctor@x", "title: Directions", "---", "Go left."])
    view = site.explain("doctor@x")[""]
    assert (view["privacy"], view["rule"], shown(view["fields"])) == (privacy, rule, fields)
    if place is None:
        assert view["file"] is None and view["line"] is None
    else:
        file, text = place
        lines = (site.folder / file).read_text().splitlines()
        assert Path(view["file"]) == site.folder / file
        assert view["line"] == next(number for number, line in enumerate(lines, 1) if text in line)
    said = site.said("doctor@x").out.splitlines()
    where = f" ({view['file']}:{view['line']})" if view["file"] else ""
    assert said[0] == f"Doctor, UID doctor@x ({site.folder}/work.ics:{site.line('work.ics', 'BEGIN:VEVENT')})"
    assert said[2] == f"The site: {privacy}, {'by' if where else 'as'} {rule}{where}"
    values = dict(line[2:].split(None, 1) for line in said[3 : 3 + len(FIELDS)])
    assert list(values) == FIELDS
    for name in FIELDS:
        assert (values[name] == "not shown") == (name not in fields), name


def test_a_note_that_is_withheld_by_itself_is_named_with_its_line(site):
    site.calendar("work", event("doctor@x", "Doctor"))
    site.put("notes/way.md", ["---", "event: doctor@x", "title: Directions", "privacy: busy", "---", "Go left."])
    lines = site.said("doctor@x").out.splitlines()
    assert lines[-1] == f"  its note is not shown, by privacy: busy of the note ({site.folder}/notes/way.md:4)"


def test_what_an_event_does_not_have_is_not_called_hidden(site):
    site.put("site.yml", ["privacy: hidden"])
    site.calendar("work", event("a@x", "Bare"))
    values = dict(line[2:].split(None, 1) for line in site.said("a@x").out.splitlines()[3 : 3 + len(FIELDS)])
    assert {name for name, value in values.items() if value == "none"} == {
        "categories", "location", "description", "url", "conferences", "images", "people", "comments", "attachments",
        "geo", "color", "notes",
    }  # fmt: skip
    assert {value for value in values.values()} == {"none", "not shown"}


def test_each_audience_has_its_own_answer(site):
    site.put("site.yml", [
        "privacy: full", "audiences:", "- name: family", "  privacy: full", "- name: team", "  privacy: titles",
        "  zones: [Asia/Tokyo]", "- name: public", "  privacy: busy", "- name: club", "  privacy: full",
        "  calendars: [club]", "rules:", "- category: Health", "  privacy: titles",
    ])  # fmt: skip
    site.calendar("work", DOCTOR)
    site.calendar("club", event("c@x", "Training"))
    views = site.explain("doctor@x")
    line = lambda text: site.line("site.yml", text)
    assert {name: (view["privacy"], view["rule"], view["line"]) for name, view in views.items()} == {
        "family": ("titles", "the rule category: Health, privacy: titles", line("- category")),
        "team": ("titles", "privacy: titles of the audience team", line("name: team")),
        "public": ("busy", "privacy: busy of the audience public", line("name: public")),
        "club": ("hidden", "the audience club does not have the calendar work", line("name: club")),
    }
    assert shown(views["family"]["fields"]) == TITLES
    assert shown(views["public"]["fields"]) == shown(views["club"]["fields"]) == {}
    # Without --tz times are those of the audience's own zone.
    out = site.run("explain", "c@x", "--now", tool.NOW, "--format", "json").out
    starts = {view["audience"]: view["fields"]["start"] for view in json.loads(out)}
    assert starts["team"] == "2026-11-25T18:00:00+09:00"


def test_a_note_that_is_an_event_decides_by_its_own_privacy(site):
    site.put("notes/plan.md", ["---", "title: Plan", "start: 2026-11-25T09:00:00Z", "uid: plan@x",
                                 "privacy: titles", "---", "Words."])  # fmt: skip
    view = site.explain("plan@x")[""]
    assert (view["privacy"], view["rule"], view["line"]) == ("titles", "privacy: titles of the note", 5)
    assert view["file"].endswith("notes/plan.md")
    assert shown(view["fields"]).keys() == {"title", "start", "end", "allDay", "status", "calendar"}


def test_the_strictest_of_a_series_decides(site):
    override = event("s@x", "Secret talk", "RECURRENCE-ID:20261202T090000Z", "CLASS:PRIVATE", start="20261202T090000Z",
                     end="20261202T100000Z")  # fmt: skip
    site.calendar("work", event("s@x", "Stand-up", "RRULE:FREQ=WEEKLY;COUNT=4"), override)
    where = f"{site.folder}/work.ics:{site.line('work.ics', 'RECURRENCE-ID') - 5}"
    for words in ("s@x", "stand-UP", "secret"):
        view = site.explain(words)[""]
        assert view["privacy"] == "busy" and shown(view["fields"]) == {}
        assert view["rule"] == f"CLASS:PRIVATE, which no rule names, by the changed instance in {where}"
        assert view["line"] == site.line("work.ics", "CLASS:PRIVATE")


# The changes of a busy event, and the lines about it.
BUSY = [
    ([], ["seen as busy from 2026-11-25T08:30:00+00:00 to 2026-11-25T10:00:00+00:00"]),
    (["RRULE:FREQ=DAILY;COUNT=2"], ["seen as busy from 2026-11-25T08:30:00+00:00 to 2026-11-25T10:00:00+00:00",
                                    "seen as busy from 2026-11-26T09:00:00+00:00 to 2026-11-26T10:00:00+00:00"]),
    (["TRANSP:TRANSPARENT"], ["not shown at all, since its time is free (TRANSP:TRANSPARENT), which is no busy time"]),
    (["STATUS:CANCELLED"], ["not shown at all, since it is cancelled, which is no busy time"]),
    (["DURATION:PT0S"], ["not shown at all, since it has no length, and so is no busy time"]),
    (["DTSTART:20480101T090000Z"], ["not shown at all, since it is more than ten years outside of the window"]),
]  # fmt: skip


@pytest.mark.parametrize("lines, remarks", BUSY)
def test_busy_time_is_told_as_the_merged_blocks(lines, remarks, site):
    site.put("site.yml", ["privacy: busy"])
    other = event("o@x", "Other", start="20261125T083000Z", end="20261125T093000Z")
    mine = event("a@x", "Mine", *lines)
    for line in lines:
        # In place of the usual one.
        name = line.partition(":")[0].replace("DURATION", "DTEND")
        mine = [had for had in mine if had == line or not had.startswith(f"{name}:")]
    site.calendar("work", other, mine)
    assert [line.strip() for line in site.said("a@x").out.splitlines()[3 + len(FIELDS) :]] == remarks


def test_an_audience_without_one_of_the_calendars_has_the_others_copy(site):
    site.put("site.yml", [
        "calendars: [{name: a, source: a.ics}, {name: b, source: b.ics}]",
        "audiences: [{name: busy, privacy: busy, calendars: [b]}, {name: full, privacy: full, calendars: [b]}]"])
    site.calendar("a", event("m@x", "New", "SEQUENCE:2", start="20261124T090000Z", end="20261124T100000Z"))
    site.calendar("b", event("m@x", "Old", "SEQUENCE:1"))
    views = site.explain("m@x")
    assert views["busy"]["rule"] == "privacy: busy of the audience busy"
    assert views["full"]["rule"] == "no setting withholds anything"
    assert views["full"]["fields"]["title"] == "Old"
    assert "seen as busy from 2026-11-25T09:00:00+00:00 to 2026-11-25T10:00:00+00:00" in site.said("m@x").out


def test_events_without_a_uid_are_found_by_title_and_by_place(site):
    site.put("site.yml", ["rules:", "- title: Zweiter", "  privacy: titles"])
    site.calendar("work", event("", "Erster"), event("", "Zweiter", "LOCATION:There"), event("", "Dritter"))
    place = f"{site.folder}/work.ics:{site.line('work.ics', 'SUMMARY:Zweiter') - 1}"
    for words in ("zweit", "ZWEITER", place):
        fields = shown(site.explain(words)[""]["fields"])
        assert fields["title"] == "Zweiter" and "location" not in fields
    assert "location" not in shown(site.explain("dritter")[""]["fields"])


def test_several_matches_are_listed(site):
    site.calendar("work", event("a@x", "Team lunch"), event("b@x", "Team dinner"), event("", "Teams"),
                  event("c@x", "Lunch"))  # fmt: skip
    result = site.said("team", expect=tool.USAGE)
    lines = result.err.splitlines()
    assert result.out == "" and lines[0] == "team: 3 events have this in their titles; name one of them by its UID"
    assert [line.split()[0] for line in lines[1:3]] == ["a@x", "b@x"]
    assert "which has no UID" in lines[3]
    # A whole title is preferred to parts of others.
    assert site.explain("LUNCH")[""]["fields"]["title"] == "Lunch"


@pytest.mark.parametrize(
    "words, mend",
    [("Lumch", 'did you mean "Lunch"?'), ("c@y", 'did you mean "c@x"?'), ("Something else entirely", "see agenda")],
)
def test_an_unknown_event_is_an_error_with_the_nearest(words, mend, site):
    site.calendar("work", event("c@x", "Lunch"))
    result = site.said(words, expect=tool.USAGE)
    assert result.err.startswith(f"{words}: no event has this UID or title; {mend}") and result.out == ""


def test_settings_that_are_not_understood_explain_nothing(site):
    site.put("site.yml", ["privacy: bussy"])
    site.calendar("work", DOCTOR)
    result = site.said("doctor@x", expect=tool.PROBLEMS)
    assert "privacy" in result.err and result.out == ""


# MARK: check

RULE = lambda *lines: ["rules:", *lines]
# site.yml, and the line, severity and message of each remark.
SETTINGS = [
    (RULE("- category: Helth", "  privacy: busy"),
     [(2, "warning", 'the rule category: "Helth" applies to no event; did you mean "Health"?')]),
    (RULE("- title: Nobody*", "  privacy: busy"),
     [(2, "warning", 'the rule title: "Nobody*" applies to no event; correct or remove it')]),
    (RULE("- class: private", "  privacy: hidden"),
     [(2, "warning", 'the rule class: "private" applies to no event; correct or remove it')]),
    (RULE("- category: health", "  privacy: busy"), []),
    (RULE("- category: health", "  privacy: full"),
     [(2, "note", 'privacy: full of the rule category: "health" has no effect, since every event has at least that '
       "level; remove it, or make it stricter")]),
    (["privacy: busy", *RULE("- title: Doctor", "  privacy: titles")],
     [(3, "note", 'privacy: titles of the rule title: "Doctor" has no effect, since the site has busy, and the '
       "stricter counts; remove it, or make it stricter")]),
    (["privacy: titles", "calendars:", "- name: work", "  source: work.ics", "  privacy: full"],
     [(5, "note", "privacy: full of the calendar work has no effect, since the site has titles, and the stricter "
       "counts; remove it, or make it stricter")]),
    (["privacy: titles", "audiences:", "- name: all", "  privacy: full", "- name: few", "  privacy: titles"],
     [(3, "note", "privacy: full of the audience all has no effect, since the site has titles, and the stricter "
       "counts; remove it, or make it stricter")]),
]  # fmt: skip


@pytest.mark.parametrize("settings, remarks", SETTINGS)
def test_check_tells_of_settings_without_effect(settings, remarks, site):
    site.put("site.yml", settings)
    site.calendar("work", event("doctor@x", "Doctor", "CATEGORIES:Health"))
    is_worse = any(remark[1] != "note" for remark in remarks)
    assert site.problems(tool.PROBLEMS if is_worse else tool.DONE) == [("site.yml", *remark) for remark in remarks]


def test_a_rule_for_a_class_has_an_effect_whatever_its_level(site):
    site.put("site.yml", RULE("- class: private", "  privacy: full"))
    site.calendar("work", event("doctor@x", "Doctor", "CLASS:PRIVATE"))
    assert site.problems(tool.DONE) == []
    assert site.explain("doctor@x")[""]["privacy"] == "full"


HIDDEN = event("h@x", "Knee operation", "CLASS:PRIVATE")
# Other files, and where the title of the hidden event is found: file, text of the line, what shows it.
EXPOSED = [
    ({"notes/a.md": ["# Week", "", "Before the knee & KNEE *operation*."]}, ("a.md", "# Week", "the note's text")),
    ({"notes/a.md": ["# Week", "", "Before the *knee* OPER**ATION**."]}, ("a.md", "# Week", "the note's text")),
    ({"notes/a.md": ["# After my knee operation", "", "Words."]}, ("a.md", "# After", "the note's title")),
    ({"notes/a.md": ["---", "date: 2026-11-20", "description: Knee operation", "---", "Words."]},
     ("a.md", "description", "the note's description")),
    ({"notes/a.md": ["---", "date: 2026-11-20", "title: Knee operation", "---", "Words."]},
     ("a.md", "title", "the note's title")),
    ({"notes/a.md": ["---", "date: 2026-11-20", "---", "", "After the knee operation."]},
     ("a.md", "After", "the note's text")),
    ({"notes/a.md": ["---", "date: 2026-11-20", "---", "", "# Knee operation", "", "Words."]},
     ("a.md", "# Knee", "the note's title")),
    ({"notes/a.md": ["# Week", "", "A kneeoperation, knee. A knee, an operation, knee operations."]}, None),
    ({"site.yml": ["title: Knee-operation diary"]}, ("site.yml", "title:", "the site's title")),
    ({"site.yml": ["title: Diary", "description: 'My Knee, Operation!'"]},
     ("site.yml", "description", "the site's description")),
    ({"site.yml": ["calendars:", "- name: work", "  source: work.ics", "  title: Knee operation"]},
     ("site.yml", "title:", "the title of the calendar work")),
]  # fmt: skip


@pytest.mark.parametrize("files, place", EXPOSED)
def test_check_finds_a_withheld_title_in_what_is_shown(files, place, site):
    site.calendar("work", event("o@x", "Other"), HIDDEN)
    for path, lines in files.items():
        site.put(path, lines)
    if place is None:
        assert site.problems(tool.DONE) == []
        return
    file, text, subject = place
    folder = "notes/" if file.endswith(".md") else ""
    line = site.line("work.ics", "SUMMARY:Knee") - 2
    assert site.problems() == [
        (file, site.line(folder + file, text), "warning",
         f'{subject} is shown and contains "Knee operation", the title of the event at {site.folder}/work.ics:{line}, '
         "which is withheld; reword one of them, or withhold this too")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "other, subject",
    [
        (event("o@x", "Taxi after knee operation"), "the event's title"),
        (event("o@x", "Taxi", "DESCRIPTION:After the\\nKnee\\, operation"), "the event's description"),
        (event("o@x", "Taxi", "LOCATION:Knee Operation ward"), "the event's location"),
        (event("o@x", "Knee operation"), None),
        (event("o@x", "Taxi", "CLASS:PRIVATE", "DESCRIPTION:Knee operation"), None),
    ],
)
def test_check_finds_a_withheld_title_in_other_events(other, subject, site):
    site.calendar("work", other, HIDDEN)
    said = site.problems(tool.PROBLEMS if subject else tool.DONE)
    assert [(name, line, text.split(" is shown")[0]) for name, line, _, text in said] == (
        [("work.ics", 4, subject)] if subject else []
    )


def test_short_titles_and_titles_without_words_are_not_looked_for(site):
    site.calendar("work", event("a@x", "Tax", "CLASS:PRIVATE"), event("b@x", "....", "CLASS:PRIVATE"),
                  event("c@x", "", "CLASS:PRIVATE"), event("o@x", "Tax .... office"))  # fmt: skip
    assert site.problems(tool.DONE) == []


def test_titles_in_scripts_without_spaces_are_found(site):
    site.calendar("work", event("a@x", "膝盖手术", "CLASS:PRIVATE"), event("o@x", "我的膝盖手术之后"))
    assert [message for *_, message in site.problems()] == [
        f'the event\'s title is shown and contains "膝盖手术", the title of the event at {site.folder}/work.ics:4, '
        "which is withheld; reword one of them, or withhold this too"
    ]


def test_check_names_the_audiences_that_see_a_withheld_title(site):
    site.put("site.yml", ["audiences:", *(line for name, level in
                            [("full", "full"), ("team", "titles"), ("club", "titles"), ("world", "busy")]
                            for line in (f"- name: {name}", f"  privacy: {level}"))])  # fmt: skip
    site.calendar("work", HIDDEN, event("o@x", "Taxi after knee operation"))
    messages = [message for *_, message in site.problems()]
    assert len(messages) == 1 and messages[0].startswith("the event's title is shown to full, team, club and contains")
    # A site of busy time alone shows its title, too.
    site.put("site.yml", ["title: Knee operation", "privacy: busy"])
    assert [message.split(" is shown")[0] for *_, message in site.problems()] == ["the site's title"]
