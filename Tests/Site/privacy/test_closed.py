"""Privacy fails closed: what may mean to withhold something withholds it, and what is withheld changes nothing else."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import tool
from small_content import CHOIR, WINDOW, calendar, content, tree
from surroundings import SEED

SECRET = "Quendelbach"


def says(built: dict[str, bytes], text: str) -> list[str]:
    return [path for path, data in built.items() if text.encode() in data or text.lower() in path]


def same(folder: Path, one: dict[str, str], other: dict[str, str]) -> None:
    built = tree(folder / "one", one), tree(folder / "other", other)
    assert [path for path in built[0] | built[1] if built[0].get(path) != built[1].get(path)] == []


# ---- Notes -------------------------------------------------------------------------------------------------

HIDDEN = "privacy: hidden"
FORMS = {
    "after an empty line": f"\n---\n{HIDDEN}\n---\n",
    "after a byte order mark and a line": f"\ufeff\n---\n{HIDDEN}\n---\n",
    "indented": f"  ---\n  {HIDDEN}\n  ---\n",
    "after a no-break space": f"\u00a0---\n{HIDDEN}\n---\n",
    "four dashes": f"----\n{HIDDEN}\n----\n",
    "two dashes": f"--\n{HIDDEN}\n--\n",
    "other dashes": f"—\n{HIDDEN}\n—\n",
    "the name of the format": f"---yaml\n{HIDDEN}\n---\n",
    "TOML": '+++\nprivacy = "hidden"\n+++\n',
    "TOML with other keys": "+++\ntitle = 'a'\ndraft = true\n+++\n",
    "JSON": '{\n  "title": "a",\n  "privacy": "hidden"\n}\n',
    "JSON in a line": '{"privacy": "hidden"}\n',
    "JSON between semicolons": ';;;\n"privacy": "hidden"\n;;;\n',
    "a block of code": f"```yaml\n{HIDDEN}\n```\n",
    "after a comment": f"<!-- mine -->\n---\n{HIDDEN}\n---\n",
    "after a long comment": f"<!-- mine\nand more\n-->\n---\n{HIDDEN}\n---\n",
    "after a heading": f"# Choir\n---\ntags: [a]\n{HIDDEN}\n---\n",
    "after a comment of YAML": f"# mine\n\n---\n{HIDDEN}\n---\n",
    "a line that begins a document, with a comment": f"--- # mine\n{HIDDEN}\n---\n",
    "after a directive": f"%YAML 1.2\n---\n{HIDDEN}\n---\n",
    "after a title of Pandoc": f"% A title\n% Mira\n\n{HIDDEN}\n",
    "a second block": f"---\ntitle: a\n---\n---\n{HIDDEN}\n---\n",
    "below a key": f"---\nmeta:\n  more:\n    - {HIDDEN}\n---\n",
    "stars": f"***\n{HIDDEN}\n***\n",
    "wide dashes": f"－－－\n{HIDDEN}\n－－－\n",
    "percent signs": f"%%%\ntitle: a\n{HIDDEN}\n%%%\n",
    "Org": "#+PRIVACY: hidden\n",
    "in a comment": f"<!--\n{HIDDEN}\n-->\n",
    "in a comment of a line": "<!-- draft: true -->\n",
    "quoted": f"> {HIDDEN}\n\n",
    "without a beginning": f"{HIDDEN}\n---\n",
    "without lines": f"{HIDDEN}\n\n",
    "without an end": f"---\n{HIDDEN}\n",
    "without lines, of another program": "Status: draft\n\n",
}


# These are front matter.
READ = ["after an empty line", "after a byte order mark and a line", "a line that begins a document, with a comment"]


@pytest.mark.parametrize("form", FORMS)
def test_what_is_like_front_matter_is_no_text(form, tmp_path):
    built = tree(tmp_path, {"a.ics": calendar(CHOIR), "notes/n.md": FORMS[form] + f"\n{SECRET}\n"})
    assert says(built, SECRET) == []
    found = tool.run("check", "--content", tmp_path / "Content")
    assert form in READ or "notes/n.md:" in found.out and "error" in found.out


@pytest.mark.parametrize("text", [
    "# Choir\n\nText: and more\n",
    "# Choir\n\n---\n\nWe meet: on Tuesdays\n",
    "- title: a list\n",
    "Level: for beginners\n\nText\n",
    "We meet at: the quay\n---\nText\n",
    "<!-- mine -->\nText\n",
    "***\n\nText\n",
    "> Status: all is well\n",
    "# Status: draft\n\nText\n",
    "Words\n\nPrivacy: hidden\n",
    "# Choir\n<!-- mine -->\nDate: soon\n",
])
def test_text_is_no_front_matter(text, tmp_path):
    built = tree(tmp_path, {"a.ics": calendar(CHOIR), "notes/n.md": text + SECRET})
    assert "notes/n.html" in says(built, SECRET)


@pytest.mark.parametrize("line", [
    "hidden: true", "draft: true", "draft: yes", "Draft: true", "isDraft: true", "published: false", "published: later",
    "level: hidden", "show: busy", "private: true", "visibility: private", "public: false", "unlisted: true",
    "status: draft", "status: private", "password-level: 2", "class: private", "audience: board", "audiences: [board]",
    "internal: true", "intern: ja", "members_only: true", "restricted: true", "sichtbarkeit: vorstand",
])
def test_what_keeps_a_note_out(line, tmp_path):
    built = tree(tmp_path, {"a.ics": calendar(CHOIR), "notes/n.md": f"---\ntitle: a\n{line}\n---\n{SECRET}\n"})
    assert says(built, SECRET) == []
    found = tool.run("check", "--content", tmp_path / "Content")
    assert "notes/n.md:3:" in found.out + found.err


@pytest.mark.parametrize("line", ["draft: false", "published: true"])
def test_what_keeps_no_note_out(line, tmp_path):
    built = tree(tmp_path, {"a.ics": calendar(CHOIR), "notes/n.md": f"---\ntitle: a\n{line}\n---\n{SECRET}\n"})
    assert "notes/n.html" in says(built, SECRET)
    assert "No problems" in tool.run("check", "--content", tmp_path / "Content", expect=tool.DONE).out


# ---- Settings ----------------------------------------------------------------------------------------------

LISTED = "calendars:\n  - {name: a, source: a.ics%s}\n"


@pytest.mark.parametrize("settings", [
    "defaults: &d {privacy: busy}\n" + "calendars:\n  - {<<: *d, name: a, source: a.ics}\n",
    "one: &d {privacy: busy}\n" + "calendars:\n  - {<<: [*d], name: a, source: a.ics}\n",
    "one: &d {privacy: full}\ntwo: &e {privacy: busy}\n" + "calendars:\n  - {<<: [*e, *d], name: a, source: a.ics}\n",
    "one: &d {privacy: full}\n" + "calendars:\n  - {<<: *d, name: a, source: a.ics, privacy: busy}\n",
    "calendars:\n  - &d {privacy: busy, name: a, source: a.ics}\n  - {<<: *d, name: b}\n",
])
def test_merge_keys_bring_levels(settings, tmp_path):
    built = tree(tmp_path, {"site.yml": settings, "a.ics": calendar(CHOIR.replace("Choir", SECRET))})
    assert says(built, SECRET) == []


@pytest.mark.parametrize("settings", [
    "<<: yes\n", "isPrivate: true\n", LISTED % ", hiddenFromPublic: yes", "feeds: {private: true}\n",
    "author: {name: x, public: false}\n", "window: {level: 3}\n", "network: {privateKey: x}\n", "show: busy\n",
    LISTED % ", show: busy", "draft: true\n", "scan: {allow: [x], level: busy}\n",
    "rules:\n  - {title: x, privacy: busy, hidden: true}\n", "audiences:\n  - {name: a, privacy: busy, public: no}\n",
    "url: https://me:word@example.org/\n", "url: https://me@example.org/\n",
])
def test_settings_that_may_mean_to_withhold_are_errors(settings, tmp_path):
    folder = content(tmp_path, {"site.yml": settings, "a.ics": calendar(CHOIR)})
    failed = tool.build(tmp_path / "Output", content=folder, expect=tool.PROBLEMS)
    assert "site.yml:" in failed.err and not (tmp_path / "Output").exists()


@pytest.mark.parametrize("name", [
    "site.yaml", "Site.yml", "SITE.YML", "Site.YAML", "site.yml.txt", ".site.yml", "site.yml ", "_site.yml",
    "site.yml.yml", "Site.Yml.TXT",
])
def test_settings_by_another_name_are_an_error(name, tmp_path):
    folder = content(tmp_path, {name: "privacy: busy\n", "a.ics": calendar(CHOIR)})
    for failed in [
        tool.build(tmp_path / "Output", content=folder, expect=tool.PROBLEMS),
        tool.run("check", "--content", folder, expect=tool.PROBLEMS),
        tool.run("agenda", "--content", folder, "--privacy", "full", expect=tool.PROBLEMS),
    ]:
        assert f"{folder}/{name}:1:1: error: settings are read from site.yml only" in failed.out + failed.err
    assert not (tmp_path / "Output").exists()


def test_two_files_of_settings_are_an_error(tmp_path):
    folder = content(tmp_path, {"site.yml": "title: a\n", "site.yaml": "privacy: busy\n", "a.ics": calendar(CHOIR)})
    assert "site.yaml:1:1" in tool.build(tmp_path / "Output", content=folder, expect=tool.PROBLEMS).err
    (folder / "site.yaml").rename(folder / "site.yml.txt")
    tool.build(tmp_path / "Output", content=folder)


def test_an_address_with_a_password_is_refused(tmp_path):
    folder = content(tmp_path, {"a.ics": calendar(CHOIR)})
    for address in ["https://me:word@example.org/", "https://me@example.org"]:
        failed = tool.build(tmp_path / "Output", "--base-url", address, content=folder, expect=tool.USAGE)
        assert "word@" not in failed.err and "password" in failed.err


# ---- Events ------------------------------------------------------------------------------------------------

SERIES = CHOIR.replace("Choir", SECRET) + "\nRRULE:FREQ=WEEKLY"
START = "DTSTART:20261103T190000Z"
MOVED = SERIES.replace("RRULE:FREQ=WEEKLY", "RECURRENCE-ID:20261110T190000Z").replace("20261103", "20261111")
BROKEN = {
    "a private series without a start": calendar(SERIES.replace(START, "CLASS:PRIVATE"), MOVED),
    "a series of no time": calendar(SERIES.replace(":20261103T190000Z", ":soon") + "\nCLASS:CONFIDENTIAL", MOVED),
    "a private instance of no time": calendar(SERIES, MOVED.replace("20261110T190000Z", "then") + "\nCLASS:PRIVATE"),
    "an instance without an end": calendar(SERIES, MOVED).replace("END:VEVENT\nEND:VCALENDAR", "END:VCALENDAR"),
    "a file cut off": calendar(SERIES, MOVED).removesuffix("END:VEVENT\nEND:VCALENDAR\n"),
    "an equals sign": calendar(SERIES + "\nCLASS=PRIVATE"),
    "a parameter without a value": calendar(SERIES + "\nCLASS;PRIVATE"),
    "a name alone": calendar(SERIES + "\nclass"),
    "an empty class": calendar(SERIES + "\nCLASS:"),
    "an unknown class": calendar(SERIES + "\nCLASS:SECRET"),
    "public and private": calendar(SERIES + "\nCLASS:PUBLIC\nCLASS:PRIVATE"),
    "private and public": calendar(SERIES + "\nCLASS:PRIVATE\nCLASS:PUBLIC"),
    "white space in a UID": calendar(SERIES.replace("UID:choir", "UID: choir").replace(".com", ".com "),
                                     MOVED + "\nCLASS:PRIVATE"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_can_be_read_of_a_broken_event_withholds_its_series(case, tmp_path):
    assert says(tree(tmp_path, {"a.ics": BROKEN[case]}), SECRET) == []
    explained = tool.run("explain", "choir@example.com", "--content", tmp_path / "Content", expect=tool.DONE)
    assert "everything" not in explained.out.splitlines()[1]


@pytest.mark.parametrize("case", list(BROKEN)[:5])
def test_check_tells_of_a_series_that_a_broken_event_withholds(case, tmp_path):
    folder = content(tmp_path, {"a.ics": BROKEN[case]})
    found = tool.run("check", "--content", folder, expect=tool.PROBLEMS)
    assert "this event can't be read, but its series is" in found.out


RULES = (
    "rules:\n  - {title: 'The %s Club', privacy: hidden}\n  - {category: Inner, privacy: hidden}\n"
    "  - {class: confidential, privacy: titles}\n" % SECRET
) + LISTED % ""


@pytest.mark.parametrize("line", [
    f"SUMMARY:The {SECRET} Club", f"SUMMARY:The\u00a0{SECRET}  Club", f"SUMMARY:the {SECRET.upper()}\tclub ",
    f"SUMMARY:The Quendel\u00adbach\u200b Club\nDESCRIPTION:{SECRET}", f"SUMMARY:Choir\nSUMMARY:The {SECRET} Club",
    f"SUMMARY:{SECRET}\nCATEGORIES:Music\nCATEGORIES:Other,inner",
    f"SUMMARY:{SECRET}\nCLASS:CONFIDENTIAL\nCLASS:PRIVATE", f"SUMMARY:{SECRET}\nCLASS:PRIVATE\nCLASS:CONFIDENTIAL",
])
def test_rules_see_every_title_category_and_class(line, tmp_path):
    event = CHOIR.replace("SUMMARY:Choir", line)
    assert says(tree(tmp_path, {"site.yml": RULES, "a.ics": calendar(event)}), SECRET) == []


@pytest.mark.parametrize("keys", [
    '"class":"private","class":"public"', '"class":"private","class":null', '"published":false', '"draft":true',
    '"hidden":true', '"isPrivate":true', '"visibility":"private"', '"title":"other"', '"calendar":"a","calendar":"b"',
    '"categories":["a"],"categories":["b"]', '"class":""', '"class":[]', '"class":7', '"show":"busy"',
])
def test_keys_of_events_that_may_mean_to_withhold(keys, tmp_path):
    event = f'{{"title":"{SECRET}","start":"2026-11-20",{keys}}}'
    assert says(tree(tmp_path, {"events.json": f"[{event}]"}), SECRET) == []


# ---- What is withheld changes nothing else -----------------------------------------------------------------


def hidden(uid: str, more: str = "") -> str:
    return (
        f"UID:{uid}@example.com\nDTSTAMP:20260101T000000Z\nDTSTART:20261105T100000\nTRANSP:TRANSPARENT\n"
        f"SUMMARY:{uid}\nCLASS:PRIVATE{more}"
    )


def drawing(width: int) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="9"><rect width="9" height="9"/></svg>'


def test_names_of_notes_and_images_do_not_tell_of_others(tmp_path):
    """A name is given to another if the note that had it first is withheld; links and anchors follow."""
    shown = {
        "a.ics": calendar(CHOIR),
        "notes/b.md": "---\nslug: choir\n---\n![x](/notes/y/photo.svg)\n\n## Head\n\n[own](#head) [c](c.md#end)[^1]\n\n"
        "[^1]: x\n",
        "notes/c/Choir.md": "[b](../b.md#head)\n\n## End\n\n[own](#end)\n",
        "notes/c.md": "[other](c/Choir.md#end)\n\n## End\n",
        "notes/y/photo.svg": drawing(3),
        "notes/zz.md": "---\nprivacy: hidden\n---\nWords\n",
    }
    twins = {
        "notes/a.md": "---\nslug: choir\nprivacy: hidden\n---\n![x](/notes/x/photo.svg)\n",
        "notes/c-choir.md": "---\nprivacy: hidden\n---\nWords\n",
        "notes/x/photo.svg": drawing(4),
    }
    same(tmp_path, shown, shown | twins)
    built = (tmp_path / "other" / "Output" / "notes" / "choir.html").read_text(encoding="utf-8")
    assert 'id="choir-head"' in built and 'href="#choir-head"' in built and "images/photo.svg" in built


def named(name: str, uid: str, **more) -> dict:
    return {"title": uid, "start": "2026-11-20", "calendar": name, "uid": uid, "transp": "transparent"} | more


def test_calendars_that_events_name_do_not_tell_of_others(tmp_path):
    """Their spelling, order and number."""
    shown = [named("Work", "p1"), named("Zoo", "p2"), *(named(f"c{n}", f"q{n}") for n in range(98))]
    one = [named("WORK", "h1", **{"class": "private"}), *shown]
    other = [*(named(f"a{n}", f"i{n}", **{"class": "private"}) for n in range(120)), *shown]
    same(tmp_path, {"events.json": json.dumps(one)}, {"events.json": json.dumps(other)})
    assert says(tree(tmp_path / "again", {"events.json": json.dumps(other)}), "c97") != []


def test_titles_of_files_do_not_tell_of_others(tmp_path):
    shown = {"site.yml": "calendars:\n  - {name: f, source: f}\n", "f/b.ics": calendar(CHOIR)}
    one = {"f/a.ics": calendar(hidden("h"), head=f"X-WR-CALNAME:{SECRET}\nX-WR-TIMEZONE:Asia/Tokyo\n")}
    other = {"f/a.ics": calendar(hidden("h"), head="X-WR-CALNAME:Other\nX-WR-TIMEZONE:Europe/Berlin\n")}
    same(tmp_path, shown | one, shown | other)


def test_references_do_not_tell_of_others(tmp_path):
    pointing = CHOIR + "\nRELATED-TO:%s@example.com\nREFID:%s\nLINK;VALUE=UID:%s@example.com"
    one = calendar(pointing % ("h", "a", "h"), hidden("h", "\nREFID:a"))
    other = calendar(pointing % ("gone", "b", "gone"), hidden("h", "\nREFID:b"))
    same(tmp_path, {"a.ics": one}, {"a.ics": other})


def test_a_zone_is_told_if_something_published_is_in_it(tmp_path):
    head = "X-WR-TIMEZONE:%s\n"
    other = CHOIR.replace("190000Z", "190000")
    same(tmp_path / "unused", {"a.ics": calendar(CHOIR, hidden("h"), head=head % "Asia/Tokyo")},
         {"a.ics": calendar(CHOIR, hidden("h"), head=head % "Europe/Berlin")})
    built = tree(tmp_path / "used", {"a.ics": calendar(other, hidden("h"), head=head % "Asia/Tokyo")})
    assert b"20261103T100000Z" in built["feeds/all.ics"] or says(built, "Asia/Tokyo") != []


@pytest.mark.random
def test_random_withheld_parts_change_nothing(tmp_path):
    """Contents whose published parts are equal and whose withheld parts are made by chance."""
    chosen = random.Random(SEED)
    print(f"BUSYLIFE_SEED={SEED}")
    for number in range(6):
        kinds = chosen.sample(["note", "image", "event", "calendar", "broken", "json"], 3)
        shown = {
            "b.ics": calendar(CHOIR), "notes/B Choir.md": "![x](y/photo.svg)\n", "notes/y/photo.svg": drawing(3),
            "events.json": json.dumps([named("Work", "p1"), named("Zoo", "p2")]),
            "notes/always.md": "---\nprivacy: hidden\n---\n",
        }
        always = [named("Work", "h0", **{"class": "private"})]
        made = []
        for _ in range(2):
            files, events = dict(shown), list(always)
            for kind in kinds:
                word = chosen.choice(["b-choir", "Work", "Choir", "zoo", "about", "photo"])
                if kind == "note":
                    files[f"notes/{word}.md"] = "---\nprivacy: hidden\nslug: b-choir\n---\nWords\n"
                elif kind == "image":
                    files["notes/a.md"] = "---\nprivacy: hidden\n---\n![x](x/photo.svg)\n"
                    files["notes/x/photo.svg"] = drawing(chosen.randrange(9) + 4)
                elif kind == "event":
                    files["b.ics"] = calendar(hidden(word), CHOIR)
                elif kind == "broken":
                    files["a.ics"] = calendar(hidden(word).replace("DTSTART", "DTSTAR"))
                else:
                    events.insert(0, named(word.upper(), "h" + word, **{"class": "private"}))
            files["events.json"] = json.dumps([*events, named("Work", "p1"), named("Zoo", "p2")])
            made.append(files)
        same(tmp_path / str(number), *made)


# ---- The agenda --------------------------------------------------------------------------------------------


def test_mails_and_files_have_what_the_site_shows(tmp_path):
    folder = content(tmp_path, {"a.ics": calendar(CHOIR, hidden(SECRET))})
    agenda = ("agenda", "--content", folder, *WINDOW)
    for form in ["markdown", "html", "ics"]:
        done = tool.run(*agenda, "--format", form, expect=tool.DONE)
        assert SECRET not in done.out and "Choir" in done.out and done.err == ""
        assert SECRET in tool.run(*agenda, "--format", form, "--owner", expect=tool.DONE).out
    for form in ["text", "json"]:
        done = tool.run(*agenda, "--format", form, expect=tool.DONE)
        assert SECRET in done.out
        assert done.err == "1 of these 2 events is not public; --privacy full prints what the site shows\n"
        assert SECRET not in tool.run(*agenda, "--format", form, "--privacy", "full", expect=tool.DONE).out
    tool.run(*agenda, "--owner", "--privacy", "busy", expect=tool.USAGE)
