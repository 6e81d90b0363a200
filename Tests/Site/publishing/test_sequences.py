"""Whatever happened before, a build ends with the bytes of a clean one: random sequences of edits, kills and damage.

BUSYLIFE_SEQUENCES gives another number of them. A sequence repeats what it draws with its seed and number, but a kill
by time hits another moment, and the site has come from all sequences before."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tool
from content import Content, calendar, event, vevent
from small_site import WORDS
from tool import SEED, changes, snapshot

SEQUENCES = int(os.environ.get("BUSYLIFE_SEQUENCES") or 40)
EVENTS, SERIES = 30, 5

# What may be said in site.yml; `None` leaves the key out.
SETTINGS = {
    "title": ["Here", "There"],
    "views": [None, ["calendar", "agenda", "day"], ["week", "day", "year"]],
    "search": [None, False],
    "feeds": [None, {"categories": False}],
    "eventPages": [None, False],
    "zones": [None, ["UTC", "Asia/Tokyo"]],
    "locale": [None, "de"],
    "theme": [None, "paper"],
    "rules": [None, [{"privacy": "hidden", "title": WORDS[0]}]],
    "audiences": [None, [{"name": "all", "privacy": "full"}, {"name": "few", "privacy": "titles"}]],
    "calendars": [
        [{"name": "events", "source": "events.json"}, {"name": "series", "source": "series.ics", "privacy": level}]
        for level in ("full", "titles", "busy", "hidden")
    ],
}
OPTIONS = ["", "--precompress", "--base-url https://example.org/cal/",
           "--from 2026-10-15 --to 2026-12-15 --tz Europe/Berlin"]  # fmt: skip
# Files of the site's own theme, and what each has more than that of the default theme.
THEME = {
    **dict.fromkeys(["_legend.mustache", "_block.mustache", "note.mustache"], "<!-- {} -->\n"),
    **dict.fromkeys(["assets/site/foot.css", "assets/print.css"], ".mine {{ order: {} }}\n"),
    "words/en.yml": "labels:\n  today: Now {}\n",
}


def damaged(chosen: random.Random, path: Path) -> str:
    """Changes the bytes of a file, or removes it."""
    data, times = path.read_bytes(), path.stat()
    at = chosen.randrange(max(len(data), 1))
    way = chosen.choice(["removed", "emptied", "cut", "continued", "changed", "changed unseen"])
    if way == "removed":
        path.unlink()
        return way
    flipped = data[:at] + bytes(byte ^ 1 for byte in data[at : at + 1]) + data[at + 1 :]
    path.write_bytes({"emptied": b"", "cut": data[:at], "continued": data + b"\0"}.get(way, flipped))
    if way == "changed unseen":
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return way


class Work(Content):
    """A site to which steps are done. Each step is drawn, and says what it did."""

    def __init__(self, root: Path):
        super().__init__(root, templates=root / "Templates")
        self.window = ("--from", "2026-11-01", "--to", "2027-01-01", "--tz", "UTC")
        self.environment = {"XDG_CACHE_HOME": str(root / "cache")}
        self.templates.mkdir()
        self.settings = {key: values[0] for key, values in SETTINGS.items()}
        self.events: dict[int, dict] = {}
        self.series: dict[int, str] = {}
        self.old_caches: list[bytes] = []
        self.now, self.options = tool.NOW, ""
        # How long a build usually takes, and how many were killed.
        self.usual, self.kills = 0.2, 0
        first = random.Random(0)
        for step in [*[self.edit] * 2 * EVENTS, *[self.repeat] * 2 * SERIES, *[self.note] * 4]:
            step(first)

    def save(self):
        self.write("events.json", list(self.events.values()))
        self.write("series.ics", calendar(*self.series.values()))
        self.write("site.yml", {key: value for key, value in self.settings.items() if value is not None})

    def make(self, *options, **more):
        return self.built(*self.options.split(), *options, now=self.now, **more)

    # ---- Steps ----------------------------------------------------------------------------------------------

    def edit(self, chosen: random.Random) -> str:
        number = chosen.randrange(EVENTS)
        way = chosen.choice(["written", "written", "title", "description", "removed"])
        if way == "removed":
            self.events.pop(number, None)
        elif way == "written" or number not in self.events:
            start = f"2026-{chosen.randrange(11, 13)}-{chosen.randrange(1, 31):02}T{chosen.randrange(8, 20):02}:00Z"
            more = {"categories": [chosen.choice(["Quay", "Night"])], "description": chosen.choice(WORDS)}
            self.events[number] = event(chosen.choice(WORDS), start, uid=f"{number}@example.org", **more)
        else:
            self.events[number][way] = chosen.choice(WORDS)
        self.save()
        return f"event {number} {way}"

    def repeat(self, chosen: random.Random) -> str:
        number, day = chosen.randrange(SERIES), chosen.randrange(1, 9)
        way = chosen.choice(["once", "weekly", "but one date", "one date moved", "removed"])
        title, uid = f"{chosen.choice(WORDS)} {number}", f"UID:{number}-series@example.org"
        third = f"202611{day + 14:02}T090000Z"
        lines = [] if way == "once" else ["RRULE:FREQ=WEEKLY;COUNT=6"]
        lines += [f"EXDATE:{third}"] if way == "but one date" else []
        self.series[number] = vevent(title, uid, *lines, day=day)
        if way == "one date moved":
            self.series[number] += vevent("Moved", uid, f"RECURRENCE-ID:{third}", day=day + 15, hour=14)
        if way == "removed":
            del self.series[number]
        self.save()
        return f"series {number} {way}"

    def note(self, chosen: random.Random) -> str:
        name = chosen.choice("abcd")
        head = chosen.choice([None, "", "date: 2026-12-03\n", f"event: {chosen.randrange(EVENTS)}@example.org\n"])
        if head is None:
            (self.folder / f"notes/{name}.md").unlink(missing_ok=True)
        else:
            self.write(f"notes/{name}.md", f"---\ntitle: {chosen.choice(WORDS)}\n{head}---\n\nText.\n")
        return f"note {name} {'removed' if head is None else head.strip() or 'of no date'}"

    def set(self, chosen: random.Random) -> str:
        key = chosen.choice(list(SETTINGS))
        self.settings[key] = chosen.choice([value for value in SETTINGS[key] if value != self.settings[key]])
        self.save()
        return f"{key}: {self.settings[key]}"

    def option(self, chosen: random.Random) -> str:
        self.options = chosen.choice(OPTIONS)
        return f"options {self.options}"

    def day(self, chosen: random.Random) -> str:
        self.now = f"2026-{chosen.randrange(10, 13)}-{chosen.randrange(1, 31):02}T{chosen.randrange(24):02}:30:00Z"
        return f"--now {self.now}"

    def theme(self, chosen: random.Random) -> str:
        path, number = chosen.choice(list(THEME)), chosen.randrange(1, 4)
        if chosen.random() < 0.3:
            (self.templates / path).unlink(missing_ok=True)
            return f"{path} is removed"
        usual = "" if path.startswith("words/") else (tool.TEMPLATES / path).read_text()
        self.write(f"../Templates/{path}", usual + THEME[path].format(number))
        return f"{path} {number}"

    def one_time(self, chosen: random.Random) -> str:
        """As a checkout or a copy may leave it: edits between two such steps change no time."""
        for path in [*self.folder.rglob("*"), *self.templates.rglob("*")]:
            os.utime(path, (1, 1))
        return "all files have one time"

    def kill(self, chosen: random.Random) -> str:
        """A build of something new ends at any instant, or between the calls that publish."""
        edited, instant = self.edit(chosen), chosen.uniform(0, self.usual)
        call, number = chosen.choice(["renameat", "renameat", "unlinkat", "mkdirat"]), int(2 ** chosen.uniform(0, 5))
        if sys.platform == "linux" and chosen.random() < 0.6:
            code = self.make(environment=tool.killed_at(call, number), expect=None).code
            assert code in (tool.DONE, -signal.SIGKILL)
            said = f"{'killed' if code else 'built'}, {call} {number}"
        else:
            # What takes longer gets a SIGKILL.
            try:
                self.make(timeout=instant)
                said = "built"
            except subprocess.TimeoutExpired:
                said = f"killed after {instant:.3f} s"
        self.kills += said.startswith("killed")
        return f"{edited}; {said}"

    def damage_cache(self, chosen: random.Random) -> str:
        if not (caches := self.caches()):
            return "no cache"
        path = chosen.choice(caches)
        if self.old_caches and chosen.random() < 0.5:
            path.write_bytes(chosen.choice(self.old_caches))
            return "an older cache"
        return f"cache {damaged(chosen, path)}"

    def damage_site(self, chosen: random.Random) -> str:
        """What a manifest names is made anew; the manifests themselves, which are hidden, are not damaged."""
        if chosen.random() < 0.1:
            shutil.rmtree(self.output, ignore_errors=True)
            return "the site is removed"
        found = sorted(path for path in self.output.rglob("*") if path.is_file() and not path.name.startswith("."))
        few = chosen.sample(found, min(len(found), chosen.randrange(1, 4)))
        return ", ".join(f"{path.relative_to(self.output)} {damaged(chosen, path)}" for path in few)

    def build_whole(self, chosen: random.Random) -> str:
        before = time.perf_counter()
        self.make()
        self.usual = (self.usual + time.perf_counter() - before) / 2
        self.old_caches = [*self.old_caches[-5:], *(path.read_bytes() for path in self.caches())]
        return "built"

    def caches(self) -> list[Path]:
        return sorted(path for path in (self.root / "cache/busylife-gen").glob("*") if path.is_file())


# How often each is drawn, in comparison.
STEPS = {
    Work.edit: 4, Work.repeat: 2, Work.note: 2, Work.set: 3, Work.option: 1, Work.theme: 2, Work.day: 1,
    Work.one_time: 1, Work.kill: 5, Work.damage_cache: 2, Work.damage_site: 2, Work.build_whole: 2,
}  # fmt: skip


@pytest.mark.random
def test_every_sequence_ends_with_the_bytes_of_a_clean_build(tmp_path):
    work = Work(tmp_path)
    print(f"BUSYLIFE_SEED={SEED}")
    work.make()
    clean, empty = tmp_path / "clean", tmp_path / "empty"
    beside = {path.name for path in tmp_path.iterdir()}
    for number in range(SEQUENCES):
        chosen = random.Random(f"{SEED} {number}")
        done = [step(work, chosen) for step in chosen.choices([*STEPS], [*STEPS.values()], k=chosen.randrange(3, 9))]
        said = f"BUSYLIFE_SEED={SEED}, sequence {number}: {'; '.join(done)}"
        work.build_whole(chosen)
        work.make(output=clean, environment={"XDG_CACHE_HOME": str(empty)})
        assert changes(snapshot(clean), snapshot(work.output)) == [], said
        shutil.rmtree(clean)
        shutil.rmtree(empty)
        assert {path.name for path in tmp_path.iterdir()} == beside, said
    print(f"{SEQUENCES} sequences, {work.kills} builds killed")
    assert work.kills >= SEQUENCES // 10
