"""`serve --edit`: titles, places and descriptions are written back, and a form is told what a file says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import icalendar
import pytest

import edits
import tool
from edit_walk import bytes_of

NINE = {"start": "2026-11-20T09:00:00+08:00", "end": "2026-11-20T10:00:00+08:00"}
HOSTILE = "<script>alert(1)</script>; a, b\\n: “ä” 👩‍🚀\nsecond line\n\n" + "x ü" * 60
TEXTS = {"title": "Tea; with <b>Ana</b>, 🫖", "location": "Hall 1, north\\south; “Ü”", "description": HOSTILE}


def calendar(*events: str) -> bytes:
    body = "\n".join(f"BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n{event}\nEND:VEVENT" for event in events)
    return edits.crlf(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{body}\nEND:VCALENDAR")


ONE = "UID:one@x\nDTSTART:20261120T010000Z\nDTEND:20261120T020000Z"
DAILY = ONE + "\nRRULE:FREQ=DAILY;COUNT=4"
SECOND = {"start": "2026-11-21T09:00:00+08:00", "end": "2026-11-21T10:00:00+08:00"}


def vevents(data: bytes) -> list[icalendar.Event]:
    return icalendar.Calendar.from_ical(data).walk("VEVENT")


def texts(event: icalendar.Event) -> dict:
    names = {"title": "SUMMARY", "location": "LOCATION", "description": "DESCRIPTION"}
    return {key: str(event[name]) for key, name in names.items() if name in event}


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.fixture
def folder(tmp_path) -> Path:
    write(tmp_path, "Content/site.yml", b"title: Edits\n")
    return tmp_path / "Content"


def change(**more) -> dict:
    return {"action": "change", "uid": "one@x", "was": NINE, **NINE, **more}


# ---- .ics files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["work.ics", "team/one.ics"])
def test_texts_are_written_escaped_and_folded(place, folder):
    before = calendar(ONE + "\nSUMMARY:Old\nX-KEPT:a\\,b")
    path = write(folder, place, before)
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        status, answer = page.edit(**change(**TEXTS))
        assert (status, answer["file"]) == (200, path.name), answer
        after = path.read_bytes()
        (event,) = vevents(after)
        assert texts(event) == TEXTS
        assert all(len(line) <= 75 for line in after.split(b"\r\n")) and after.count(b"\n") == after.count(b"\r\n")
        assert b"X-KEPT:a\\,b\r\n" in after
        # The page says them as texts; what a form is told is what the file says.
        status, told = page.event(uid="one@x", start=NINE["start"])
        assert status == 200 and {key: told[key] for key in TEXTS} == TEXTS, told
        # Texts that the request does not name stay; empty ones go.
        assert page.edit(**change(location=""))[0] == 200
        assert texts(vevents(path.read_bytes())[0]) == {key: TEXTS[key] for key in ("title", "description")}
        assert page.edit(**change(description=""))[0] == 200
        assert texts(vevents(path.read_bytes())[0]) == {"title": TEXTS["title"]}


def test_undo_restores_every_byte(folder):
    before = calendar(ONE + "\nSUMMARY;LANGUAGE=de:Alt\nGEO:1;2\nLOCATION:Saal\nX-ALT-DESC;FMTTYPE=text/html:<p>a</p>")
    path = write(folder, "work.ics", before)
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        answer = page.edit(**change(**TEXTS))[1]
        assert path.read_bytes() != before
        status, redo = page.undo(answer["undo"])
        assert status == 200 and path.read_bytes() == before
        assert page.undo(redo["undo"])[0] == 200 and texts(vevents(path.read_bytes())[0]) == TEXTS


def test_what_would_contradict_a_text_goes_with_it(folder):
    lines = (
        '\nSUMMARY;LANGUAGE=de;ALTREP="http://x/a;b":Alt\nLOCATION;ALTREP="http://x/l";LANGUAGE=de;X-A="b;c":Saal'
        "\nGEO:1.5;2.5\nX-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Saal:geo:1.5,2.5"
        "\nDESCRIPTION;LANGUAGE=de:Alt\nX-ALT-DESC;FMTTYPE=text/html:<p>Alt</p>\nX-OTHER:stays"
    )
    path = write(folder, "work.ics", calendar(ONE + lines))
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        assert page.edit(**change(title="Neu"))[0] == 200
        data = path.read_bytes()
        assert b"SUMMARY;LANGUAGE=de:Neu\r\n" in data and b"GEO" in data and b"X-ALT-DESC" in data
        assert page.edit(**change(location="Halle"))[0] == 200
        data = path.read_bytes()
        assert b'LOCATION;LANGUAGE=de;X-A="b;c":Halle\r\n' in data
        assert b"GEO" not in data and b"X-APPLE" not in data and b"X-ALT-DESC" in data
        assert page.edit(**change(description="Neu"))[0] == 200
        data = path.read_bytes()
        assert b"DESCRIPTION;LANGUAGE=de:Neu\r\n" in data and b"X-ALT-DESC" not in data and b"X-OTHER:stays" in data


def test_a_text_that_has_changed_since_is_not_overwritten(folder):
    path = write(folder, "work.ics", calendar(ONE + "\nSUMMARY:A\nDESCRIPTION:theirs"))
    before = path.read_bytes()
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        mine = change(description="mine") | {"was": {**NINE, "description": "what the form had"}}
        status, answer = page.edit(**mine)
        assert (status, "look at the page again" in answer["error"]) == (409, True), answer
        assert path.read_bytes() == before
        assert page.edit(**mine | {"was": {**NINE, "description": "theirs"}})[0] == 200


def test_a_text_that_is_given_twice_is_refused(folder):
    path = write(folder, "work.ics", calendar(ONE + "\nSUMMARY:A\nDESCRIPTION:one\nDESCRIPTION:two"))
    before = path.read_bytes()
    with edits.Editing(folder) as server:
        status, answer = edits.Page(server).edit(**change(description="three"))
        assert status == 422 and "work.ics" in answer["error"] and "DESCRIPTION is given twice" in answer["error"]
        assert path.read_bytes() == before


# ---- Series ------------------------------------------------------------------------------------------

OVERRIDE = (
    "UID:one@x\nRECURRENCE-ID:20261123T010000Z\nDTSTART:20261123T030000Z\nDTEND:20261123T040000Z\nSUMMARY:A\n"
    "LOCATION:Its own"
)


@pytest.mark.parametrize("scope", ["this", "future", "all"])
def test_texts_of_series(scope, folder):
    """The instance, the rest or all of the series gets them; an override keeps the texts of its own."""
    path = write(folder, "work.ics", calendar(DAILY + "\nSUMMARY:A\nLOCATION:L\nDESCRIPTION:D", OVERRIDE))
    new = {"title": "B", "location": "M", "description": "E"}
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        request = change(scope=scope, recurrenceId="20261121T010000Z", **new) | {"was": SECOND} | SECOND
        status, answer = page.edit(**request)
        assert status == 200, answer
        found = [(str(e["UID"]) == "one@x", "RECURRENCE-ID" in e, texts(e)) for e in vevents(path.read_bytes())]
    old = {"title": "A", "location": "L", "description": "D"}
    theirs = {"title": "A" if scope == "this" else "B", "location": "Its own"}
    if scope == "all":
        assert found == [(True, False, new), (True, True, theirs)]
    elif scope == "future":
        assert found == [(True, False, old), (False, False, new), (False, True, theirs)]
    else:
        assert sorted(found, key=str) == sorted(
            [(True, False, old), (True, True, new), (True, True, theirs)], key=str)


@pytest.mark.parametrize("scope", ["this", "future", "all"])
def test_texts_of_series_of_lists(scope, folder):
    event = {"uid": "one@x", "title": "A", "location": "L", "desc": "D", "rrule": "FREQ=DAILY;COUNT=4",
             "start": "2026-11-20T09:00", "end": "2026-11-20T10:00", "tz": "Asia/Shanghai"}
    path = write(folder, "events.json", json.dumps([event], indent=2).encode())
    new = {"title": "B", "location": "M", "description": "E"}
    with edits.Editing(folder) as server:
        request = change(scope=scope, recurrenceId="20261121T010000Z", **new) | {"was": SECOND} | SECOND
        status, answer = edits.Page(server).edit(**request)
        assert status == 200, answer
    found = [(e["title"], e["location"], e["desc"]) for e in json.loads(path.read_text())]
    assert found == [("B", "M", "E")] if scope == "all" else [("A", "L", "D"), ("B", "M", "E")]


# ---- Lists and notes ---------------------------------------------------------------------------------


def test_texts_of_lists(folder):
    event = {"uid": "one@x", "title": "A", "start": NINE["start"], "end": NINE["end"], "kept": [1, 2]}
    path = write(folder, "events.json", json.dumps([event]).encode())
    before = path.read_bytes()
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        status, answer = page.edit(**change(**TEXTS))
        assert status == 200, answer
        assert json.loads(path.read_text()) == [{**event, **TEXTS}]
        assert page.event(uid="one@x", start=NINE["start"])[1]["description"] == HOSTILE
        assert page.edit(**change(location="", description=""))[0] == 200
        assert json.loads(path.read_text()) == [{**event, "title": TEXTS["title"]}]
        assert page.edit(**change(title="A"))[0] == 200 and path.read_bytes() == before


@pytest.mark.parametrize("old, new", [
    ({"name": "Café", "city": "Berlin", "x": 1}, {"name": "Bar", "city": "Berlin", "x": 1}),
    # Coordinates are those of the former place.
    ({"name": "Café", "latitude": 1, "longitude": 2}, {"name": "Bar"}),
    ({}, "Bar"),
    ({"city": "Berlin"}, None),
])  # fmt: skip
def test_a_place_that_is_an_object_gets_another_name(old, new, folder):
    event = {"uid": "one@x", "title": "A", "start": NINE["start"], "end": NINE["end"], "location": old}
    path = write(folder, "events.json", json.dumps([event]).encode())
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        status, answer = page.edit(**change(location="Bar"))
        if new is None:
            assert status == 422 and "city without a name" in answer["error"], answer
        else:
            assert status == 200, answer
            assert json.loads(path.read_text()) == [{**event, "location": new}]
            assert page.edit(**change(location=""))[0] == 200
            assert "location" not in json.loads(path.read_text())[0]


def test_texts_of_notes(folder):
    head = f"title: A note\nuid: one@x\nstart: {NINE['start']}\nend: {NINE['end']}\n"
    path = write(folder, "notes/note.md", f"---\n{head}---\nText\n".encode())
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        told = page.event(uid="one@x", start=NINE["start"])[1]
        assert (told["title"], told["location"]) == ("A note", "") and "note.md" in told["noDescription"]
        status, answer = page.edit(**change(description="x"))
        assert status == 422 and "the text of the note" in answer["error"], answer
        # A number stays a text.
        for place in ("12", 'Hall: "1" # 2'):
            assert page.edit(**change(location=place))[0] == 200
            assert page.event(uid="one@x", start=NINE["start"])[1]["location"] == place
        assert page.edit(**change(location=""))[0] == 200
        assert path.read_text() == f"---\n{head}---\nText\n"
        # From times to dates, and back.
        days = {"start": "2026-11-20", "end": "2026-11-22"}
        assert page.edit(**change() | days | {"allDay": True})[0] == 200
        assert "start: 2026-11-20\nend: 2026-11-22\n" in path.read_text()
        assert page.event(uid="one@x", start="2026-11-20")[1]["end"] == "2026-11-22"
        assert page.edit(**change() | {"was": days})[0] == 200


def test_a_place_of_a_note_that_has_parts_is_edited_by_hand(folder):
    head = f"title: A note\nuid: one@x\nstart: {NINE['start']}\nend: {NINE['end']}\nlocation:\n  name: Café\n"
    path = write(folder, "notes/note.md", f"---\n{head}---\nText\n".encode())
    with edits.Editing(folder) as server:
        status, answer = edits.Page(server).edit(**change(location="Bar"))
        assert status == 422 and "by hand" in answer["error"] and path.read_text() == f"---\n{head}---\nText\n"


# ---- New events, and what a form is told -------------------------------------------------------------


@pytest.mark.parametrize("place", ["work.ics", "team/one.ics", "events.json"])
def test_new_events_have_texts(place, folder):
    path = write(folder, place, b"[]" if place.endswith("json") else calendar(ONE + "\nSUMMARY:A"))
    with edits.Editing(folder) as server:
        status, answer = edits.Page(server).edit(action="create", **TEXTS, **SECOND)
        assert status == 200, answer
    if place.endswith("json"):
        (event,) = json.loads(path.read_text())
        assert {key: event[key] for key in TEXTS} == TEXTS
        return
    data = (path.parent / answer["file"]).read_bytes()
    assert texts([e for e in vevents(data) if str(e["UID"]) == answer["uid"]][0]) == TEXTS


def test_a_form_is_told_what_the_file_says(folder):
    write(folder, "work.ics", calendar(DAILY + "\nSUMMARY:A &amp\\; B\nLOCATION:x\\ny", OVERRIDE))
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        status, told = page.event(uid="one@x", start="2026-11-21T01:00:00Z")
        assert status == 200 and told == {
            "uid": "one@x", "recurrenceId": "20261121T010000Z", **SECOND, "title": "A &amp; B", "location": "x\ny",
            "description": "", "file": "work.ics", "noDescription": None,
        }  # fmt: skip
        # An override has its own; and a page names its event, whose UID it does not tell.
        assert page.event(uid="one@x", start="2026-11-23T11:00:00+08:00")[1]["location"] == "Its own"
        page.connection.request("GET", "/agenda/2026-11.html")
        text = page.connection.getresponse().read().decode()
        name = re.search(r"event/a[^\"]*\.html", text).group()
        assert page.event(page=name, start=SECOND["start"])[1] == told
        # Other languages spell letters with marks otherwise.
        assert page.event(page=name.replace("event/", "event/ae-"), start=SECOND["start"])[1] == told
        assert page.event(page="event/other.html", start=SECOND["start"])[0] == 409
        # The answer to an edit names the page that the event has then.
        answer = page.edit(**change(title="Quite another", scope="all", recurrenceId="20261120T010000Z"))[1]
        assert re.fullmatch(r"event/quite-another-[a-z2-7]{10}\.html", answer["page"]), answer


@pytest.mark.parametrize("body, status, words", [
    ({"start": NINE["start"]}, 400, "uid or page"),
    ({"uid": "one@x"}, 400, "start"),
    ({"uid": "one@x", "start": "tomorrow"}, 400, "offset"),
    ({"uid": "none@x", "start": NINE["start"]}, 409, "look at the page again"),
    ({"uid": "one@x", "start": SECOND["start"]}, 409, "look at the page again"),
    ({"uid": "private@x", "start": NINE["start"]}, 422, "private"),
    ({"uid": "broken@x", "start": NINE["start"]}, 422, "work.ics"),
])  # fmt: skip
def test_what_a_form_can_not_have_is_said(body, status, words, folder):
    lines = "DTSTART:20261120T010000Z\nDTEND:20261120T020000Z\nSUMMARY:A"
    broken = f"UID:broken@x\nRRULE:FREQ=NEVER\n{lines}"
    write(folder, "work.ics", calendar(ONE, f"UID:private@x\nCLASS:PRIVATE\n{lines}", broken))
    with edits.Editing(folder) as server:
        found, answer = edits.Page(server).event(**body)
        assert found == status and words in answer["error"], answer


def test_a_form_is_told_nothing_without_the_token(folder):
    write(folder, "work.ics", calendar(ONE))
    before = bytes_of(folder)
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        body = json.dumps({"uid": "one@x", "start": NINE["start"]}).encode()
        for headers in ({"X_Busylife_Token": "0" * 32}, {"Origin": "http://example.org"}, {"Host": "example.org"}):
            assert page.send("/-/event", body, **headers)[0] == 403, headers
        page.connection.request("GET", "/-/event")
        assert page.connection.getresponse().status == 405
    assert bytes_of(folder) == before


def test_whole_days_and_times_of_day(folder):
    """An event, and one instance of a series, become one of whole days, and times again."""
    path = write(folder, "work.ics", calendar(DAILY + "\nSUMMARY:A"))
    days = {"start": "2026-11-21", "end": "2026-11-22"}
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        request = change(recurrenceId="20261121T010000Z") | {"was": SECOND} | days
        status, answer = page.edit(**request, scope="all")
        assert status == 422 and '"this"' in answer["error"], answer
        assert page.edit(**request, scope="this", title="Whole")[0] == 200
        assert str(vevents(path.read_bytes())[1]["DTSTART"].dt) == "2026-11-21"
        again = request | {"was": days} | SECOND
        assert page.edit(**again, scope="this")[0] == 200
        assert vevents(path.read_bytes())[1]["DTSTART"].dt.isoformat() == "2026-11-21T01:00:00+00:00"
    assert tool.run("check", "--content", folder, expect=tool.DONE)
