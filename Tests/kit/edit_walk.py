"""Random edits of the calendars of edits.py, each made by a page and in the model, and checks of the bytes of files."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import edits
import tool
from edit_model import DAY, VIEW, Model, Occurrence, Series, instant, is_date, plain, read, rfc3339
from tool import SEED


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
