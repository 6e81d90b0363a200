"""`serve --edit`: files contain what a page requested, and nothing else in them has changed."""

from __future__ import annotations

import fcntl
import json
import os
import random
import re
import signal
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

import edits
import tool
from edit_walk import EVENT, Walk, bytes_of, check_list, uid_of
from edits import UTC_EVENT
from preview import get, serving
from tool import SEED

EDITS = 200
ROUNDS = 5


@pytest.fixture
def content(tmp_path) -> Path:
    return edits.write(tmp_path / "Content")


# ---- Bytes ----------------------------------------------------------------------------------------


def test_the_check_of_lists_finds_rewritten_values():
    old = b'[{"title": "x", "exdates": [\n  "2026-11-04",\n  "2026\\u002d11-05"\n]}]'
    more = old.replace(b'05"\n', b'05",\n  "2026-11-06"\n')
    check_list(old, more)
    for new in (
        json.dumps(json.loads(more)).encode(),
        more.replace(b"\\u002d", b"-"),
        more.replace(b",\n  ", b", "),
        more.replace(b"[\n", b"["),
    ):
        with pytest.raises(AssertionError):
            check_list(old, new)
    # A series that was moved by a day: what was on the fifth is on the sixth.
    old = b'[{"start": "2026-11-02", "exdates": ["2026-11-05", "2026\\u002d11-06"]}]'
    moved = b'[{"start": "2026-11-03", "exdates": ["2026-11-06", "2026-11-07"]}]'
    check_list(old, moved)
    with pytest.raises(AssertionError):
        check_list(old, moved.replace(b"11-03", b"11-02"))


# ---- Random edits ---------------------------------------------------------------------------------


@pytest.mark.random
@pytest.mark.parametrize("number", range(ROUNDS))
def test_random_edits_change_only_what_was_requested(content, number):
    """In rounds, each from the same files: whatever begins as a series soon becomes many single events."""
    print(f"BUSYLIFE_SEED={SEED}")
    with edits.Editing(content) as server:
        walk = Walk(content, edits.Page(server), SEED * ROUNDS + number)
        walk.compare()
        while walk.counts.total() - walk.counts["refused"] < EDITS // ROUNDS:
            walk.step()
            if walk.counts.total() % 10 == 0:
                walk.compare()
        walk.compare()
        print(dict(walk.counts))
        # No temporary file is left behind.
        assert not [path for path in content.rglob(".*")]


def test_undo_brings_back_the_bytes(content):
    with edits.Editing(content) as server:
        page = edits.Page(server)
        walk = Walk(content, page)
        names, states = [], [bytes_of(content)]
        send = page.edit

        def sending(**request):
            status, answer = send(**request)
            if status == 200 and answer["undo"]:
                names.append(answer["undo"])
                states.append(bytes_of(content))
            return status, answer

        page.edit = sending
        while len(names) < 40:
            walk.step()
        for name in reversed(names):
            assert bytes_of(content) == states.pop()
            status, answer = page.undo(name)
            assert status == 200, answer
            assert bytes_of(content) == states[-1]
            assert page.undo(name)[0] == 404
        # And redone once.
        assert page.undo(answer["undo"])[0] == 200
        assert bytes_of(content) != states[-1]
        assert page.undo("nothing")[0] == 404


# ---- Others who write -----------------------------------------------------------------------------


def test_an_edit_of_an_event_that_has_changed_is_refused(content):
    work = content / "work.ics"
    with edits.Editing(content) as server:
        page = edits.Page(server)
        by_hand = work.read_bytes().replace(b"DTSTART:20261103T090000Z", b"DTSTART:20261103T093000Z")
        work.write_bytes(by_hand)
        for change in (
            UTC_EVENT,
            UTC_EVENT | {"was": UTC_EVENT["was"] | {"title": "Another"}},
            UTC_EVENT | {"uid": "gone@work"},
            UTC_EVENT | {"action": "remove"},
            UTC_EVENT | {"recurrenceId": "20261103T090000Z"},
        ):
            status, answer = page.edit(**change)
            assert status == 409, answer
        assert work.read_bytes() == by_hand
        was = {"start": "2026-11-03T17:30:00+08:00", "end": "2026-11-03T18:00:00+08:00"}
        assert page.edit(**UTC_EVENT | {"was": was})[0] == 200


@pytest.mark.random
def test_a_concurrent_edit_by_hand_is_kept(content):
    """The server is stopped at any moment of an edit, the file edited by hand, and the server continued."""
    work = content / "work.ics"
    # A large file keeps the server busy between reading and writing.
    many = b"".join(
        b"BEGIN:VEVENT\r\nUID:%d@many\r\nDTSTAMP:20260101T000000Z\r\n"
        b"DTSTART:20200101T%06dZ\r\nDURATION:PT1M\r\nSUMMARY:%s\r\nEND:VEVENT\r\n"
        % (number, number % 24 * 10000, b"x" * 40) for number in range(2_500)
    )  # fmt: skip
    work.write_bytes(edits.WORK.replace(b"END:VCALENDAR", many + b"END:VCALENDAR"))
    chance = random.Random(SEED)
    with edits.Editing(content) as server:
        page = edits.Page(server)
        hour, results, longest = 17, Counter(), 0.05
        for number in range(36):
            marker = f"X-HAND:{number}\r\n".encode()
            target = 17 + number % 5 if number % 5 != hour - 17 else 17 + (number + 1) % 5
            at = lambda hour: {"start": f"2026-11-03T{hour}:00:00+08:00", "end": f"2026-11-03T{hour + 1}:00:00+08:00"}
            answers = []
            begun = time.monotonic()
            asking = threading.Thread(
                target=lambda: answers.append(page.edit(**UTC_EVENT | at(target) | {"was": at(hour)})), daemon=True
            )
            asking.start()
            time.sleep(chance.random() * longest)
            os.kill(server.process.pid, signal.SIGSTOP)
            try:
                # Really stopped, and not only signalled.
                stat = Path(f"/proc/{server.process.pid}/stat")
                while stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "T":
                    time.sleep(0.001)
                found = work.read_bytes()
                saved = found.replace(b"UID:days@work\r\n", b"UID:days@work\r\n" + marker)
                if number % 2:
                    # As one editor saves…
                    beside = content / "work.ics~"
                    beside.write_bytes(saved)
                    beside.replace(work)
                else:
                    # …and as another.
                    work.write_bytes(saved)
            finally:
                os.kill(server.process.pid, signal.SIGCONT)
            asking.join(60)
            longest = min(longest, time.monotonic() - begun) if number < 3 else longest
            status, answer = answers[0]
            results[status] += 1
            final = work.read_bytes()
            assert final.count(marker) == 1, f"the edit by hand is lost ({status})"
            start = f"DTSTART:20261103T{target - 8:02}0000Z".encode()
            assert (start in final) == (status == 200), answer
            assert status in (200, 409), answer
            # Except for its own lines, the server has left everything as the manual edit did.
            clean = lambda data: EVENT.sub(lambda e: b"" if uid_of(e.group()) == "utc@work" else e.group(), data)
            assert clean(final) == clean(saved)
            if status == 200:
                hour = target
        print(dict(results))


@pytest.mark.random
def test_a_kill_leaves_the_old_file_or_the_new(content):
    work = content / "work.ics"
    chance = random.Random(SEED)
    rest = lambda data: EVENT.sub(lambda e: b"" if uid_of(e.group()) == "utc@work" else e.group(), data)
    expected = rest(work.read_bytes())
    hour, moved = 17, 0
    for _ in range(12):
        with edits.Editing(content) as server:
            page = edits.Page(server)
            done = threading.Event()

            def moving(now=hour):
                at = lambda hour: {  # noqa: E731
                    "start": f"2026-11-03T{hour}:00:00+08:00", "end": f"2026-11-03T{hour + 1}:00:00+08:00",
                }
                try:
                    while True:
                        then = 17 + (now - 16) % 5
                        if page.edit(**UTC_EVENT | at(then) | {"was": at(now)})[0] != 200:
                            return
                        now = then
                        done.set()
                except OSError:
                    pass
                except Exception as error:  # The answer of a killed server is cut off.
                    assert "http" in type(error).__module__, error

            thread = threading.Thread(target=moving, daemon=True)
            thread.start()
            assert done.wait(30)
            time.sleep(chance.random() * 0.1)
            server.process.kill()
            thread.join(30)
        data = work.read_bytes()
        assert rest(data) == expected
        (block,) = [block for block in EVENT.findall(data) if uid_of(block) == "utc@work"]
        start = int(re.search(rb"DTSTART:20261103T(\d\d)0000Z\r\n", block).group(1))
        end = int(re.search(rb"DTEND:20261103T(\d\d)0000Z\r\n", block).group(1))
        assert end == start + 1 and start + 8 in range(17, 22)
        assert len(re.findall(rb"SEQUENCE:\d+\r\n", block)) == 1 and block.endswith(b"END:VEVENT\r\n")
        moved += start + 8 != hour
        hour = start + 8
    # A killed edit's file is removed by the next edit.
    with edits.Editing(content) as server:
        at = {"start": f"2026-11-03T{hour}:00:00+08:00", "end": f"2026-11-03T{hour + 1}:00:00+08:00"}
        assert edits.Page(server).edit(**UTC_EVENT | {"was": at, "title": "Again"})[0] == 200
        assert not list(content.rglob(".*"))
    assert moved > 3


def test_files_left_by_a_kill_are_kept_and_reported(content):
    """A hidden file with bytes that are neither those that were read nor those to be written."""
    work = content / "work.ics"
    before, saved = work.read_bytes(), work.read_bytes().replace(b"UID:days@work", b"X-HAND:1\r\nUID:days@work")
    (content / ".busylife-edit-0-1-work.ics").write_bytes(saved)
    (content / "shared" / ".busylife-draft").write_bytes(b"half")
    with edits.Editing(content) as server:
        # Starting the server is enough.
        assert not list(content.rglob(".*"))
        assert (content / "work.ics.saved-1").read_bytes() == saved and work.read_bytes() == before
        page = edits.Page(server)
        status, answer = page.edit(**UTC_EVENT)
        assert status == 409 and "work.ics.saved-1" in answer["error"], answer
        assert work.read_bytes() == before
        assert page.edit(**UTC_EVENT)[0] == 200
    assert (content / "work.ics.saved-1").read_bytes() == saved


# ---- Who may ask ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    content = edits.write(tmp_path_factory.mktemp("guarded") / "Content")
    with edits.Editing(content) as server:
        yield content, server


WORDS = json.dumps({"zone": edits.ZONE, **UTC_EVENT}).encode()


@pytest.mark.parametrize(
    "status, changed",
    [
        (403, {"X_Busylife_Token": None}),
        (403, {"X_Busylife_Token": "0" * 64}),
        (403, {"Origin": None}),
        (403, {"Origin": "null"}),
        (403, {"Origin": "https://example.org"}),
        (403, {"Origin": "http://127.0.0.1:1"}),
        (403, {"Host": "example.org"}),
        (403, {"Host": "127.0.0.1:1"}),
        (403, {"Host": "rebound.example.org:{port}", "Origin": "http://rebound.example.org:{port}"}),
        (403, {"Host": "localhost:{port}"}),
        (403, {"Sec_Fetch_Site": "cross-site"}),
        (400, {"Content_Type": "text/plain"}),
        (400, {"Content_Type": None}),
    ],
)
@pytest.mark.parametrize("path", ["/-/edit", "/-/undo"])
def test_requests_from_other_origins_are_refused(guarded, path, status, changed):
    content, server = guarded
    before = bytes_of(content)
    page = edits.Page(server)
    changed = {name: value and value.replace("{port}", str(server.port)) for name, value in changed.items()}
    assert page.send(path, WORDS, **changed)[0] == status
    assert bytes_of(content) == before


def test_invalid_bodies_are_refused(guarded):
    content, server = guarded
    before = bytes_of(content)
    page = edits.Page(server)
    assert page.send("/-/edit", WORDS + b" " * 70_000)[0] == 413
    for words in (b"", b"[]", b"{", b"null", b"\xff\xfe", b'{"action":"destroy"}', b'{"action":"change"}'):
        assert page.send("/-/edit", words)[0] == 400, words
    for change in (
        {"start": "2026-11-03"},
        {"start": "2026-11-03T19:00:00"},
        {"start": "yesterday"},
        {"end": "2026-11-03T18:00:00+08:00"},
        {"allDay": True},
        {"start": "2026-11-03", "end": "2026-11-03"},
        {"start": "0000-11-03", "end": "0000-11-04"},
        {"zone": "Mars/Olympus"},
        {"was": None},
        {"uid": ""},
        {"scope": "some"},
    ):
        status, answer = page.edit(**UTC_EVENT | change)
        assert status == 400, (change, answer)
    assert page.send("/-/undo", b"{}")[0] == 400
    for name in ("../work.ics", "/etc/passwd", "work.ics"):
        create = {"action": "create", "calendar": name, "start": "2026-11-03", "end": "2026-11-04", "title": "x"}
        assert page.edit(**create)[0] == 422
        assert page.undo(name)[0] == 404
    assert bytes_of(content) == before


def test_other_requests(guarded):
    _, server = guarded
    page = edits.Page(server)
    for path in ("/-/edit", "/-/undo"):
        page.connection.request("GET", path)
        response = page.connection.getresponse()
        assert (response.status, response.headers["Allow"]) == (405, "POST")
        assert response.headers["Content-Security-Policy"] == "frame-ancestors 'self'"
        response.read()
        page.connection.close()
    page.connection.request("POST", "/-/other", body=b"{}", headers=page.headers())
    assert page.connection.getresponse().status == 405


def test_responses_with_the_token_are_not_cached(guarded):
    """Neither are answers to edits. Everything else may be cached, and is revalidated."""
    _, server = guarded
    for path, status in (("/index.html", 200), ("/nothing.html", 404), ("/calendar/2041-03.html", 200)):
        for fields in ({}, {"If_None_Match": "*"}, {"Range": "bytes=0-1"}):
            response = get(server, path, **fields)
            assert (response.status, response.headers["Cache-Control"]) == (status, "no-store")
            assert response.headers["ETag"] is None
            assert b"busylife-edit" in response.content
    for path in ("/-/edit", "/-/undo"):
        assert get(server, path, "POST", WORDS).headers["Cache-Control"] == "no-store"
    for path in ("/feeds/all.ics", "/.busylife/reload.js"):
        response = get(server, path)
        assert response.headers["Cache-Control"] == "no-cache" and b"busylife-edit" not in response.content
        assert get(server, path, If_None_Match=response.headers["ETag"]).status == 304


def test_without_the_option_pages_can_only_be_read(tmp_path):
    with serving(edits.write(tmp_path / "Content")) as server:
        assert b"busylife-edit" not in get(server, "/index.html").content
        assert get(server, "/-/edit", "POST", WORDS, Origin=server.url.rstrip("/")).status == 405


def test_published_pages_contain_nothing_for_edits(sample):
    """Scripts contain the code for edits; no file contains a token, or the meta element for it."""
    files = [path for path in sample.root.rglob("*") if path.is_file()]
    assert len(files) > 100
    for path in files:
        data = path.read_bytes()
        assert not re.search(rb"<meta[^>]*busylife-edit", data), path
        assert not re.search(rb"(?i)busylife-token['\"]?\s*[:=,]\s*['\"][0-9a-f]", data), path
        if path.suffix not in (".js", ".wasm"):
            assert b"busylife-edit" not in data.lower() and b"busylife-token" not in data.lower(), path


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_other_machines_are_never_served(host, content):
    result = tool.run("serve", "--edit", "--content", content, "--host", host, "--port", "0", expect=tool.USAGE)
    assert "this machine alone" in result.err


def test_a_page_in_a_browser_can_edit(content):
    """The page's policy and the browser's own headers pass the server's checks."""
    import browser as chrome

    script = """async body => {
      const token = document.querySelector('meta[name="busylife-edit"]').content;
      const answer = await fetch('/-/edit', {method: 'POST', body: JSON.stringify(body),
        headers: {'Content-Type': 'application/json', 'X-Busylife-Token': token}});
      return [answer.status, await answer.json()];
    }"""
    with edits.Editing(content) as server, chrome.chromium() as chromium:
        page = chromium.new_page()
        page.goto(server.url.replace("127.0.0.1", "localhost") + "day/2026-11-03.html")
        status, answer = page.evaluate(script, {"zone": edits.ZONE, **UTC_EVENT, "title": "By the page"})
        assert (status, answer["file"]) == (200, "work.ics")
        # The page reloads after its own edit.
        page.get_by_text("By the page").first.wait_for()


# ---- What can't be written ------------------------------------------------------------------------


def event(uid: str, lines: str) -> bytes:
    event = f"BEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20260101T000000Z\n{lines}\nEND:VEVENT"
    return edits.crlf(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{event}\nEND:VCALENDAR")


SINGLE = "DTSTART:20261103T090000Z\nDTEND:20261103T100000Z\nSUMMARY:In UTC"


@pytest.mark.parametrize(
    "words, file, mode",
    [
        ("read-only", event("utc@work", SINGLE), 0o444),
        ("private", event("utc@work", SINGLE + "\nCLASS:PRIVATE"), 0o644),
        ("repaired", event("utc@work", SINGLE + "\nthis is no line"), 0o644),
        ("given twice", event("utc@work", SINGLE + "\nSUMMARY:In UTC"), 0o644),
    ],
)
def test_edits_that_cannot_be_written_say_why(tmp_path, words, file, mode):
    folder = tmp_path / "Content"
    folder.mkdir()
    (folder / "one.ics").write_bytes(file)
    (folder / "one.ics").chmod(mode)
    with edits.Editing(folder) as server:
        for action in ("change", "remove"):
            status, answer = edits.Page(server).edit(**UTC_EVENT | {"action": action})
            assert status == 422, answer
            assert words in answer["error"] and "one.ics" in answer["error"]
    assert (folder / "one.ics").read_bytes() == file


NOTE = "2026-11-03T17:00:00+08:00", "2026-11-03T18:00:00+08:00"

# A note's head, the request beyond its title and UID, and what replaces what in the file.
NOTES = {
    "moved, comments stay": (
        "title: A note\nstart: 2026-11-03T17:00:00+08:00   # after work\nend: '2026-11-03T18:00:00+08:00'\ntype: 2",
        {"start": "2026-11-04T10:30:00+08:00", "end": "2026-11-04T11:30:00+08:00"},
        [("2026-11-03T17:00:00+08:00   #", "2026-11-04T10:30:00+08:00   #"),
         ("'2026-11-03T18:00:00+08:00'", "2026-11-04T11:30:00+08:00")]),
    "a local time stays one": (
        "title: A note\nstart: 2026-11-03 17:00\ntz: Asia/Shanghai\nduration: 1h\nlocation:\n  name: Here",
        {"start": "2026-11-04T10:30:00+08:00", "end": "2026-11-04T11:30:00+08:00"},
        [("2026-11-03 17:00", "2026-11-04 10:30")]),
    "stretched": (
        "title: A note\nstart: 2026-11-03T17:00:00+08:00\nduration: 1h",
        {"start": "2026-11-03T17:00:00+08:00", "end": "2026-11-03T18:45:00+08:00"},
        [("duration: 1h", "duration: 1h45m")]),
    "renamed": (
        'title: "A note"\nstart: 2026-11-03T17:00:00+08:00\nend: 2026-11-03T18:00:00+08:00',
        {"start": NOTE[0], "end": NOTE[1], "title": 'He said "no": #1'},
        [('"A note"', '"He said \\"no\\": #1"')]),
    "a title that is no plain text of YAML": (
        "title: 'A note'\nstart: 2026-11-03T17:00:00+08:00\nend: 2026-11-03T18:00:00+08:00",
        {"start": NOTE[0], "end": NOTE[1], "title": "Party: big"},
        [("'A note'", '"Party: big"')]),
    "values of several lines": (
        "start:\n  2026-11-03T17:00:00+08:00\n# after work\n\nend: 2026-11-03T18:00:00+08:00\n  # sharp\n"
        "title: A\n  note\n# no heading\ntype: 2",
        {"start": "2026-11-04T10:30:00+08:00", "end": "2026-11-04T11:30:00+08:00", "title": "It's 10: go"},
        [("start:\n  2026-11-03T17:00", "start: 2026-11-04T10:30"), ("2026-11-03T18:00", "2026-11-04T11:30"),
         ("A\n  note", '"It\'s 10: go"')]),
    "an apostrophe": (
        "title: 'A note'\nuid: 'it''s@example.org'\nstart: '2026-11-03T17:00:00+08:00' # ''\nduration: '1h'",
        {"start": "2026-11-04T10:30:00+08:00", "end": "2026-11-04T11:30:00+08:00", "title": "It's"},
        [("'A note'", '"It\'s"'), ("'2026-11-03T17:00:00+08:00'", "2026-11-04T10:30:00+08:00")]),
}


@pytest.mark.parametrize("name", NOTES)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_notes_that_are_events_are_edited_in_their_heads(name, ending, tmp_path):
    head, change, replaced = NOTES[name]
    folder = edits.write(tmp_path / "Content")
    (folder / "notes").mkdir()
    note = folder / "notes/note.md"
    before = f"---\n{head}\n---\n# Heading\n\nText: start: 2026-11-03T17:00:00+08:00\n".replace("\n", ending)
    note.write_text(before, newline="")
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        listed = tool.run("agenda", "--content", folder, "--format", "json", "--tz", edits.ZONE, "--from", "2026-11-03",
                          "--to", "2026-11-04", expect=tool.DONE)  # fmt: skip
        (uid,) = [e["uid"] for d in json.loads(listed.out)["days"] for e in d["events"] if e["title"] == "A note"]
        was = {"start": NOTE[0], "end": NOTE[1], "title": "A note"}
        request = {"action": "change", "uid": uid, "scope": "this", "title": "A note", "was": was} | change
        status, answer = page.edit(**request)
        assert status == 200, answer
        after = before
        for old, new in replaced:
            old, new = (text.replace("\n", ending) for text in (old, new))
            assert old in after
            after = after.replace(old, new, 1)
        assert note.read_bytes().decode() == after
        # What the page shows is no longer there; undo brings it back, and removing is refused with a reason.
        assert page.edit(**request)[0] == 409
        assert page.undo(answer["undo"])[0] == 200 and note.read_bytes().decode() == before
        status, answer = page.edit(**request | {"action": "remove"})
        assert (status, "delete this file" in answer["error"]) == (422, True), answer


def test_series_of_notes_move_as_a_whole(tmp_path):
    folder = edits.write(tmp_path / "Content")
    (folder / "notes").mkdir()
    note = folder / "notes/note.md"
    text = ("---\nstart: 2026-11-03T17:00:00+08:00\nend: 2026-11-03T18:00:00+08:00\nrrule: FREQ=WEEKLY;COUNT=3\n"
            "title: A note\n---\n")
    note.write_text(text)
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        listed = tool.run("agenda", "--content", folder, "--format", "json", "--tz", edits.ZONE, "--from", "2026-11-10",
                          "--to", "2026-11-11", expect=tool.DONE)  # fmt: skip
        (found,) = [e for d in json.loads(listed.out)["days"] for e in d["events"] if e["title"] == "A note"]
        request = {
            "action": "change", "uid": found["uid"], "recurrenceId": found["recurrenceId"], "title": "A note",
            "was": {"start": found["start"], "end": found["end"], "title": "A note"},
            "start": "2026-11-10T18:00:00+08:00", "end": "2026-11-10T19:00:00+08:00",
        }  # fmt: skip
        status, answer = page.edit(**request, scope="this")
        assert (status, "a note is one event" in answer["error"]) == (422, True), answer
        assert page.edit(**request, scope="all")[0] == 200
        assert note.read_text() == text.replace("T18:00", "T19:00").replace("T17:00", "T18:00")


def test_edits_of_rules_say_why_not_and_what_to_do(tmp_path):
    folder = edits.write(tmp_path / "Content")
    with edits.Editing(folder) as server:
        page = edits.Page(server)
        rigid = {
            "action": "change", "uid": "rigid@work", "scope": "all", "recurrenceId": "20261104T070000Z",
            "was": {"start": "2026-11-04T15:00:00+08:00", "end": "2026-11-04T16:00:00+08:00"},
            "start": "2026-11-05T15:00:00+08:00", "end": "2026-11-05T16:00:00+08:00",
        }  # fmt: skip
        status, answer = page.edit(**rigid)
        assert status == 422 and "BYDAY" in answer["error"] and '"this"' in answer["error"], answer
        assert page.edit(**rigid | {"scope": "this"})[0] == 200


def test_permissions_stay(content):
    (content / "work.ics").chmod(0o640)
    with edits.Editing(content) as server:
        assert edits.Page(server).edit(**UTC_EVENT)[0] == 200
    assert (content / "work.ics").stat().st_mode & 0o777 == 0o640
    assert b"DTSTART:20261103T110000Z" in (content / "work.ics").read_bytes()


@pytest.mark.parametrize("place", ["outside", "inside"])
def test_nothing_is_written_through_a_link(content, place):
    """Neither if site.yml allows links out of the content, nor if they stay within it."""
    real = (content.parent if place == "outside" else content) / "real.txt"
    (content / "work.ics").rename(real)
    (content / "work.ics").symlink_to(real)
    (content / "site.yml").write_text("followLinks: true\n")
    before = real.read_bytes()
    with edits.Editing(content) as server:
        status, answer = edits.Page(server).edit(**UTC_EVENT)
        assert status == 422 and "symbolic link" in answer["error"], answer
    assert (content / "work.ics").is_symlink() and real.read_bytes() == before


def test_a_file_with_two_hard_links_is_refused(content):
    (content.parent / "other.ics").hardlink_to(content / "work.ics")
    before = (content / "work.ics").read_bytes()
    with edits.Editing(content) as server:
        status, answer = edits.Page(server).edit(**UTC_EVENT)
        assert status == 422 and "hard link" in answer["error"], answer
        assert (content / "work.ics").read_bytes() == before
        (content.parent / "other.ics").unlink()
        assert edits.Page(server).edit(**UTC_EVENT)[0] == 200


def test_an_undo_does_not_write_a_read_only_file(content):
    with edits.Editing(content) as server:
        page = edits.Page(server)
        name = page.edit(**UTC_EVENT)[1]["undo"]
        after = (content / "work.ics").read_bytes()
        (content / "work.ics").chmod(0o444)
        status, answer = page.undo(name)
        assert status == 422 and "read-only" in answer["error"], answer
        assert (content / "work.ics").read_bytes() == after
        (content / "work.ics").chmod(0o644)
        assert page.undo(name)[0] == 200


def test_an_edit_reports_the_process_that_it_waits_for(content):
    with edits.Editing(content) as server:
        page = edits.Page(server)
        lock = os.open(content / ".busylife-lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            status, answer = page.edit(**UTC_EVENT)
            assert status == 409, answer
            assert f"process {os.getpid()}" in answer["error"] and str(content) in answer["error"], answer
        finally:
            os.close(lock)
        assert page.edit(**UTC_EVENT)[0] == 200
    assert not (content / ".busylife-lock").exists()


def test_users_with_read_access_cannot_block_edits(content):
    with edits.Editing(content) as server:
        page = edits.Page(server)
        folder = os.open(content, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            assert page.edit(**UTC_EVENT)[0] == 200
        finally:
            os.close(folder)


def test_a_byte_order_mark_and_old_line_ends_stay(tmp_path):
    folder = tmp_path / "Content"
    folder.mkdir()
    data = b"\xef\xbb\xbf" + event("utc@work", SINGLE).replace(b"\r\n", b"\n").rstrip(b"\n")
    (folder / "one.ics").write_bytes(data)
    with edits.Editing(folder, "--now", "2026-11-21T12:00:00Z") as server:
        assert edits.Page(server).edit(**UTC_EVENT)[0] == 200
    expected = data
    for old, new in (
        (b"DTSTART:20261103T090000Z\n", b"DTSTART:20261103T110000Z\nSEQUENCE:1\nLAST-MODIFIED:20261121T120000Z\n"),
        (b"DTEND:20261103T100000Z", b"DTEND:20261103T120000Z"),
        (b"DTSTAMP:20260101T000000Z", b"DTSTAMP:20261121T120000Z"),
    ):
        expected = expected.replace(old, new)
    assert (folder / "one.ics").read_bytes() == expected


@pytest.mark.parametrize("listed, events, wanted", [
    ("{name: talks, title: The big talks}", '[{"title": "a", "start": "2026-11-03", "calendar": "talks"}]', "talks"),
    ("{name: plain}", "[]", "plain"),
    ("{name: plain}, {name: work, source: work.json}", None, "work"),
    ("{name: plain}, {name: rest, source: events.json}", "[]", "plain"),
])  # fmt: skip
def test_an_event_of_a_calendar_without_a_source_is_one_of_that_calendar(listed, events, wanted, tmp_path):
    content = tmp_path / "Content"
    content.mkdir()
    (content / "site.yml").write_text(f"zones: UTC\ncalendars: [{listed}]\n")
    (content / "work.json").write_text("[]")
    if events:
        (content / "events.json").write_text(events)
    with edits.Editing(content) as server:
        page = edits.Page(server)
        # The first calendar that can be written to, if none is named.
        for more in {}, {"calendar": wanted}:
            request = {"action": "create", "start": "2026-11-04", "end": "2026-11-05", "title": "New"} | more
            status, answer = page.edit(**request)
            assert status == 200, answer
        if wanted == "work":
            status, answer = page.edit(**request | {"calendar": "plain"})
            assert status == 422 and "this calendar has no file; give it a source:" in answer["error"]
    found = tool.agenda(content, "--tz", "UTC", "--from", "2026-11-04", "--to", "2026-11-05")["days"][0]["events"]
    assert [event["calendar"] for event in found] == [wanted] * 2
    assert tool.run("check", "--content", content).out.count("skipped") == 0
