"""A build that is killed at any instant: readers only get whole pages, and the next build ends like a clean one."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import tool
from tool import SEED, build, changes, snapshot

KILLS = 32
VERSION = re.compile(r"Version (\d+)")


def content(folder: Path, version: int) -> Path:
    """Content whose every month shows its version; each version also has some pages that others have not."""
    folder.mkdir(parents=True)
    (folder / "site.yml").write_text(f"title: Version {version}\nzones: UTC\n")
    events = [
        f'{{"uid": "{day}@example.org", "title": "Event {day}", "start": "2026-{month:02}-{day:02}T09:00:00Z",'
        f' "end": "2026-{month:02}-{day:02}T10:00:00Z"}}'
        for month in (11, 12)
        for day in range(1 + 9 * version, 28, 3)
    ]
    (folder / "events.json").write_text("[" + ",\n".join(events) + "]")
    (folder / "notes").mkdir()
    (folder / "notes" / f"only-in-{version}.md").write_text(f"---\ntitle: Only in {version}\n---\n\nText.\n")
    return folder


WINDOW = ("--from", "2026-11-01", "--to", "2027-01-01", "--tz", "UTC")


class Reader(threading.Thread):
    """Opens pages of a folder, one after the other, while it runs."""

    def __init__(self, folder: Path, names: list[str]):
        super().__init__(daemon=True)
        self.folder, self.names = folder, names
        self.pages = 0
        self.torn: list[str] = []
        self.ended = False

    def run(self):
        chosen = random.Random(SEED)
        while not self.ended:
            name = chosen.choice(self.names)
            try:
                page = (self.folder / name).read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                time.sleep(0.001)
                continue
            self.pages += 1
            text = page.decode("utf-8", "replace")
            versions = set(VERSION.findall(text))
            if not text.rstrip().endswith("</html>") or len(versions) != 1:
                self.torn.append(f"{name}: {len(page)} bytes, versions {sorted(versions)}")
            time.sleep(0.001)


class Killed:
    """Two versions of a site, with a clean build of each."""

    def __init__(self, root: Path):
        self.root, self.output = root, root / "site"
        self.content = [content(root / f"content-{n}", n) for n in (0, 1)]
        self.clean = []
        for n in (0, 1):
            build(root / f"clean-{n}", *WINDOW, content=self.content[n])
            self.clean.append(snapshot(root / f"clean-{n}"))
        self.beside = {p.name for p in root.iterdir()} | {"site", "cache"}
        # Its own cache, so that another run's has no effect.
        self.environment = {"XDG_CACHE_HOME": str(root / "cache")}

    def build(self, version: int) -> float:
        """Builds to the end; returns how long it took."""
        start = time.perf_counter()
        build(self.output, *WINDOW, content=self.content[version], environment=self.environment)
        return time.perf_counter() - start

    def start(self, version: int) -> subprocess.Popen:
        words = ["build", "--content", self.content[version], "--templates", tool.TEMPLATES, "--output", self.output]
        return subprocess.Popen(
            [tool.TOOL, *words, *WINDOW, "--now", tool.NOW],
            env=os.environ | self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tool.PROJECT,
        )

    def is_clean(self, version: int):
        assert changes(self.clean[version], snapshot(self.output)) == []
        assert {p.name for p in self.root.iterdir()} <= self.beside, "leaves something beside the output"


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    return Killed(tmp_path_factory.mktemp("killed"))


def kill_at_random(killed: Killed, first: bool, kills: int):
    chosen = random.Random(SEED + first)
    names = [n for n in killed.clean[0] if n.endswith(".html")]
    if first:
        shutil.rmtree(killed.output, ignore_errors=True)
        usual = killed.build(0)
        shutil.rmtree(killed.output)
    else:
        killed.build(1)
        usual = killed.build(0)
    reader = Reader(killed.output, names)
    reader.start()
    ended = 0
    for number in range(kills):
        version = chosen.randrange(2) if first else (number + 1) % 2
        process = killed.start(version)
        # Some kills come after the end: then the build was complete. The usual duration is updated during the test,
        # since other work on the machine varies.
        time.sleep(chosen.uniform(0, usual))
        process.send_signal(signal.SIGKILL)
        ended += process.wait() == 0
        # The next build may have the same content or the earlier one.
        version = chosen.randrange(2) if chosen.random() < 0.3 else version
        took = killed.build(version)
        # A build with nothing to do is not representative.
        if first or version != (number + 1) % 2:
            usual = (usual + took) / 2
        killed.is_clean(version)
        if first:
            shutil.rmtree(killed.output)
        elif version != (number + 1) % 2:
            killed.build((number + 1) % 2)
    reader.ended = True
    reader.join()
    print(f"BUSYLIFE_SEED={SEED}: {kills} kills, {ended} after the end, {reader.pages} pages read")
    assert reader.torn == []
    assert reader.pages > kills


@pytest.mark.random
def test_a_killed_first_build(killed):
    kill_at_random(killed, True, KILLS // 2)


@pytest.mark.random
def test_a_killed_rebuild(killed):
    kill_at_random(killed, False, KILLS - KILLS // 2)


@pytest.mark.skipif(sys.platform != "linux", reason="the library that kills is of Linux")
@pytest.mark.parametrize("first", [True, False], ids=["first", "rebuild"])
@pytest.mark.parametrize("call", ["renameat", "unlinkat", "mkdirat"])
def test_a_build_killed_at_each_step_of_publishing(call, first, killed):
    """At every call that changes a name, and not only at random instants."""
    shutil.rmtree(killed.output, ignore_errors=True)
    if not first:
        killed.build(0)
    step = 0
    while True:
        step += 1
        # The first, then steps further and further apart: those in the middle are alike.
        when = step if step < 12 else step * step // 12
        words = ["build", "--content", killed.content[1], "--templates", tool.TEMPLATES, "--output", killed.output]
        done = subprocess.run(
            [tool.TOOL, *words, *WINDOW, "--now", tool.NOW],
            env=os.environ | killed.environment | tool.killed_at(call, when),
            capture_output=True,
            cwd=tool.PROJECT,
        )
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        killed.build(1)
        killed.is_clean(1)
        if first:
            shutil.rmtree(killed.output)
        else:
            killed.build(0)
    # A first build renames its staging folder, and removes nothing.
    assert step > 1 or first and call == "unlinkat"
    killed.build(1)
    killed.is_clean(1)
