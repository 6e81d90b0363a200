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
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import edits
import tool
from edit_model import DAY, VIEW, Model, Occurrence, Series, instant, is_date, plain, read, rfc3339
from tool import SEED

EDITS = int(os.environ.get("BUSYLIFE_EDITS", 500))
ROUNDS = 5


@pytest.fixture
def content(tmp_path) -> Path:
    return edits.write(tmp_path / "Content")


def body(series: Series, o: Occurrence) -> dict:
    """What a page knows about an occurrence."""
    return {
        "uid": series.uid,
        "recurrenceId": o.recurrence_id if series.recurs else None,
        "was": {"start": rfc3339(o.start), "end": rfc3339(o.end), "title": o.title},
    }


def uid_without(content: Path) -> dict[str, str]:
    """UIDs that the tool gives to events without one in the file, by title."""
    result = tool.run(
        "agenda", "--content", content, "--format", "json", "--tz", "Asia/Shanghai", "--from", "2026-01-01",
        "--to", "2027-12-31", expect=tool.DONE,
    )  # fmt: skip
    found = {}
    for day in json.loads(result.out)["days"]:
        for event in day["events"]:
            if event["uid"].endswith("@events.json.busylife"):
                found[event["title"]] = event["uid"]
    return found


# ---- Bytes ----------------------------------------------------------------------------------------

TOUCHED = {
    b"DTSTART", b"DTEND", b"DURATION", b"SUMMARY", b"SEQUENCE", b"LAST-MODIFIED", b"DTSTAMP", b"RRULE", b"EXDATE",
    b"RDATE", b"RECURRENCE-ID", b"UID",
}  # fmt: skip
EVENT = re.compile(rb"BEGIN:VEVENT\r?\n.*?END:VEVENT\r?\n", re.S)
FOLD = re.compile(rb"\r?\n[ \t]")


def uid_of(block: bytes) -> str:
    return re.search(rb"\nUID:(.*?)\r?\n", FOLD.sub(b"", block)).group(1).decode()


def foreign_lines(block: bytes) -> list[bytes]:
    """The lines that no edit may touch, as in the file, folds included."""
    lines = re.findall(rb"[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*", block)
    alarm = False
    kept = []
    for line in lines:
        name = re.match(rb"[A-Za-z-]+", line).group()
        alarm = alarm or line.startswith(b"BEGIN:VALARM")
        if alarm or name.upper() not in TOUCHED:
            kept.append(line)
        alarm = alarm and not line.startswith(b"END:VALARM")
    return kept


def check_calendar(old: bytes, new: bytes, uids: set[str]):
    """All events but those of some UIDs are unchanged, and so are lines of these that have nothing to do with time
    or title."""
    drop = lambda data: EVENT.sub(lambda found: b"" if uid_of(found.group()) in uids else found.group(), data)
    assert drop(new) == drop(old)
    known = {tuple(foreign_lines(block)) for block in EVENT.findall(old)}
    mine = [block for block in EVENT.findall(new) if uid_of(block) in uids]
    for block in mine:
        lines = tuple(foreign_lines(block))
        # A new event has nothing else in it.
        plain_lines = [line.rstrip(b"\r\n").split(b":")[0] for line in lines]
        assert lines in known or plain_lines == [b"BEGIN", b"CREATED", b"END"], block
    ending = b"\r\n" if b"\r\n" in old else b"\n"
    assert new.count(b"\n") == new.count(ending)
    known_lines = set(old.split(ending))
    assert all(len(line) <= 75 for line in new.split(ending) if line not in known_lines)
    assert new.startswith(b"BEGIN:VCALENDAR") and new.endswith(b"END:VCALENDAR" + ending)


def elements(data: bytes) -> list[tuple[str, dict]]:
    """The objects of a list as written, and their values."""
    text = data.decode()
    decoder = json.JSONDecoder()
    at = text.index("[") + 1
    found = []
    while True:
        while text[at] in " \r\n\t,":
            at += 1
        if text[at] == "]":
            return found
        value, end = decoder.raw_decode(text, at)
        found.append((text[at:end], value))
        at = end


LIST_KEYS = {"start", "end", "startDate", "range", "allDay", "title", "uid", "rrule", "exdates"}


def exceptions(text: str) -> tuple[dict[str, str], list[str]] | None:
    """The values of `exdates` as written, by their meaning; and the text around them."""
    found = re.search(r'"exdates"\s*:\s*(\[[^\]]*\])', text)
    if not found:
        return None
    string = r'"(?:[^"\\]|\\.)*"'
    return {json.loads(raw): raw for raw in re.findall(string, found.group(1))}, re.split(string, found.group(1))


def start(text: str):
    event = json.loads(text)
    return event.get("start", event.get("startDate"))


def check_exceptions(old: str, new: str):
    """Exceptions that stay do so as written, line endings and escapes included."""
    before, after = exceptions(old), exceptions(new)
    if not before or not after:
        return
    assert after[1][0] == before[1][0] and after[1][-1] == before[1][-1], (old, new)
    if len(before[1]) > 2:
        assert set(after[1][1:-1]) <= set(before[1][1:-1]), (old, new)
    # Where the series was moved, another exception may have come to this time.
    is_moved = start(old) != start(new)
    for value in before[0].keys() & after[0].keys():
        assert after[0][value] in (before[0][value], json.dumps(value) if is_moved else None), (old, new)


def check_list(old: bytes, new: bytes):
    before, after = elements(old), elements(new)
    gone = Counter(text for text, _ in before) - Counter(text for text, _ in after)
    come = Counter(text for text, _ in after) - Counter(text for text, _ in before)
    assert gone.total() <= 1 and come.total() <= 2, (gone, come)
    # The others keep their order.
    assert [text for text, _ in before if text not in gone] == [text for text, _ in after if text not in come]
    foreign = lambda value: {key: member for key, member in value.items() if key not in LIST_KEYS}
    for text in come:
        value = json.loads(text)
        if gone and not (come.total() == 2 and "tz" in value):
            assert foreign(value) == foreign(json.loads(next(iter(gone))))
    for text in gone:
        for other in come:
            check_exceptions(text, other)
        for part in re.findall(r'"(?:unknown|desc|location|categories)"\s*:\s*(?:\{[^}]*\}|\[[^\]]*\]|"[^"]*")', text):
            assert not come or any(part in other for other in come)


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


def bytes_of(content: Path) -> dict[str, bytes]:
    return {path.relative_to(content).as_posix(): path.read_bytes() for path in content.rglob("*") if path.is_file()}


# ---- Random edits ---------------------------------------------------------------------------------


def is_at_a_change(start: datetime, length: timedelta) -> bool:
    """Whether the clocks change while something lasts, or show its start twice or never: peers count lengths by the
    wall clock, and the model doesn't know gaps and folds."""
    offsets = {at.replace(fold=fold).utcoffset() for at in (start, start + length) for fold in (0, 1)}
    return len(offsets) > 1


class Walk:
    """Random edits, each made by a page and in the model."""

    def __init__(self, content: Path, page: edits.Page, seed: int = SEED):
        self.content, self.page = content, page
        self.random = random.Random(seed)
        self.model = Model(content)
        for series in self.model.series:
            if series.uid == "?":
                series.uid = uid_without(content)[series.title]
        self.counts: Counter = Counter()
        self.number = 0

    def title(self, old: str) -> str:
        self.number += 1
        return self.random.choice(
            [
                old, old, f"Title {self.number}",
                f"Komma, Strich; Backslash \\ und „Anführung“ \"{self.number}\"", f"長い題名 {self.number} " * 8,
            ]
        ).strip()  # fmt: skip

    def times(self, o: Occurrence, may_convert: bool):
        """New times in the zone of the old ones, never in a gap or a fold."""
        start, end = o.start, o.end
        pick = self.random.random()
        if pick < 0.15:
            return start, end
        if may_convert and pick < 0.25:
            if is_date(start):
                start = datetime(start.year, start.month, start.day, 10, tzinfo=VIEW)
                return start, start + timedelta(minutes=90)
            day = instant(start).astimezone(VIEW).date()
            return day, day + DAY * self.random.randint(1, 3)
        days = DAY * self.random.choice([0, 0, 1, -1, 2, 5, 7, -7])
        if is_date(start):
            length = DAY * self.random.randint(1, 4) if self.random.random() < 0.3 else end - start
            return start + days, start + days + length
        minute = 15 * self.random.randint(6 * 4, 18 * 4)
        start = start.replace(hour=minute // 60, minute=minute % 60) + days
        length = timedelta(minutes=15 * self.random.randint(0, 12)) if self.random.random() < 0.3 else o.length
        if length >= DAY:
            length = timedelta(hours=1)
        return start, start + length

    def step(self):
        before = bytes_of(self.content)
        choices = self.model.choices
        action = self.random.choices(["change", "create", "remove"], [80, 12, 8])[0]
        if len(choices) < 60 and action == "remove":
            action = "create"
        if action == "create":
            self.create(before)
            return
        # Each series equally often, however many instances it has.
        recurs = self.random.random() < 0.7
        all_series = [series for series in self.model.series if series.occurrences]
        series = self.random.choice([series for series in all_series if series.recurs == recurs] or all_series)
        o = self.random.choice(series.occurrences)
        scopes = ["this", "this", "all", "all", "future"] if series.recurs else ["all", "this"]
        scope = self.random.choice(scopes)
        file = series.file
        if action == "remove":
            if series.recurs and scope != "this" and self.random.random() < 0.6:
                scope = "this"
            status, answer = self.page.edit(action="remove", scope=scope, **body(series, o))
            if status == 422 and scope == "future" and plain(o.original) in series.added:
                return
            assert (status, answer.get("uid")) == (200, series.uid), (answer, series, o, scope)
            self.model.remove(series, o, scope)
        else:
            whole = series.recurs and scope != "this"
            if whole and is_date(o.start) != is_date(o.original):
                return
            if whole and not is_date(o.start) and o.start.tzinfo is not None:
                o.start = o.start.astimezone(o.original.tzinfo)
                o.end = o.end.astimezone(o.original.tzinfo)
            start, end = self.times(o, may_convert=not whole)
            # Only the instance itself keeps away from changes of clocks: an instance that was moved has a time of day
            # of its own, and its shift may take others there.
            if whole and not is_date(start):
                length = max(end - start, series.length)
                if any(is_at_a_change(x.original + (start - o.start), length) for x in series.occurrences):
                    return
            title = self.title(o.title)
            day_of = lambda time: time if is_date(time) else time.date()  # noqa: E731
            moves_days = whole and day_of(start) != day_of(o.start)
            # An instance that was moved has a time of day of its own: its shift may take the rule to another day.
            if whole and not is_date(o.start) and not is_date(start):
                moves_days |= day_of(o.original + (start - o.start)) != day_of(o.original)
            request = body(series, o) | {"start": rfc3339(start), "end": rfc3339(end), "allDay": is_date(start)}
            if title != o.title or self.random.random() < 0.5:
                request["title"] = title
            status, answer = self.page.edit(action="change", scope=scope, **request)
            is_added = plain(o.original) in series.added
            # An added instance has a time of day of its own: a shift over its midnight may not pass that of the rule.
            is_refused = scope == "future" or scope == "all" and "different times of day" in answer.get("error", "")
            if status == 422 and (moves_days and series.rigid or is_added and is_refused):
                self.counts["refused"] += 1
                assert bytes_of(self.content) == before
                return
            assert status == 200, (answer, series, o, request)
            old_uid = series.uid
            self.model.change(series, o, scope, start, end, title, answer)
            if answer["undo"] is None:
                assert bytes_of(self.content) == before
        self.counts[f"{action} {scope}"] += 1
        self.check_bytes(before, file, {series.uid, answer["uid"]}, answer)

    def create(self, before: dict[str, bytes]):
        name = self.random.choice(["work", "home", "events", "shared"])
        day, hour = self.random.randint(1, 28), self.random.randint(7, 20)
        at = datetime(2026, 11, day, hour, 15 * self.random.randint(0, 3), tzinfo=VIEW)
        start, end = at, at + timedelta(minutes=15 * self.random.randint(0, 9))
        if self.random.random() < 0.3:
            start, end = at.date(), at.date() + DAY * self.random.randint(1, 3)
        title = self.title(f"New {self.number}")
        status, answer = self.page.edit(
            action="create", calendar=name, start=rfc3339(start), end=rfc3339(end), allDay=is_date(start), title=title
        )
        assert status == 200, answer
        self.counts["create"] += 1
        self.model.create(answer["file"], answer["uid"], start, end, title)
        self.check_bytes(before, answer["file"], {answer["uid"]}, answer)

    def check_bytes(self, before: dict[str, bytes], file: str, uids: set[str], answer: dict):
        after = bytes_of(self.content)
        for path in before.keys() | after.keys():
            old, new = before.get(path), after.get(path)
            if old == new:
                continue
            assert Path(path).name in (file, answer["file"]), path
            if old is None or new is None:
                assert path.startswith("shared/")
            elif path == "events.json":
                check_list(old, new)
            else:
                check_calendar(old, new, uids)

    def compare(self):
        # UIDs derived from content come from the answers; the file does not contain them.
        from_list = [series for series in self.model.series if series.uid.endswith("@events.json.busylife")]
        uids = {series.title: series.uid for series in from_list}
        found = read(self.content, uids)
        expected = {file: self.model.expected(file) for file in found}
        for file in found:
            assert found[file] == expected[file], (
                f"{file}: not found {expected[file] - found[file]}, not expected {found[file] - expected[file]}"
            )
        for series in self.model.series:
            assert series.file in found or not series.occurrences


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

UTC_EVENT = {
    "action": "change", "uid": "utc@work", "scope": "all", "recurrenceId": None, "title": "In UTC",
    "was": {"start": "2026-11-03T17:00:00+08:00", "end": "2026-11-03T18:00:00+08:00", "title": "In UTC"},
    "start": "2026-11-03T19:00:00+08:00", "end": "2026-11-03T20:00:00+08:00",
}  # fmt: skip


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
    from test_serve import get

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
    from test_serve import get, serving

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
        assert (status, "with its file" in answer["error"]) == (422, True), answer


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
