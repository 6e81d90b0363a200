"""Parts of a site that are built by themselves: together they are the site of one build, byte for byte."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import hosts
import surroundings
import tool
from content import Content, event
from hosts import Host, manifest
from tool import DONE, PROBLEMS, USAGE, changes, snapshot

WINDOW = ("--from", "2026-11-16", "--to", "2026-11-23")
SITE = """title: Parts
locales: [en, de]
zones: [UTC, Asia/Tokyo]
offline: true
calendars:
  - {name: work, source: events.json}
"""


class Parts:
    """A site with everything that makes files, its build as a whole, and places for its parts."""

    def __init__(self, root: Path):
        self.root, self.content, self.whole = root, root / "Content", root / "whole"
        files = {"static/CNAME": "cal.example.org\n", "notes/a.md": "---\ntitle: A\ndate: 2026-11-22\n---\n\nText.\n"}
        events = [event(f"Event {n}", f"2026-11-{n + 1:02}T09:00:00Z", uid=f"{n}@example.org",
                        categories=[f"Kind {n % 3}"]) for n in range(25)]
        Content(root, SITE, events=events, files=files)
        self.build(self.whole)

    def build(self, output: Path, *arguments, expect: int = DONE, now: str = tool.NOW, cache: str = "cache"):
        words = [*WINDOW, "--precompress", "--base-url", "https://example.org/", *arguments]
        environment = {"XDG_CACHE_HOME": str(self.root / cache)}
        return tool.build(output, *words, content=self.content, now=now, expect=expect, environment=environment)

    def built(self, count: int) -> list[Path]:
        """All parts, each without what the others know."""
        folders = [self.root / f"part-{number}-of-{count}" for number in range(1, count + 1)]
        for number, folder in enumerate(folders, 1):
            if not folder.exists():
                self.build(folder, "--shard", f"{number}/{count}", cache=f"cache-{number}-{count}")
        return folders

    def merge(self, *folders, output: Path, expect: int = DONE):
        return tool.run("merge", *folders, "--output", output, expect=expect)


@pytest.fixture(scope="module")
def parts(tmp_path_factory) -> Parts:
    return Parts(tmp_path_factory.mktemp("parts"))


def united(folders: list[Path]) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in folders:
        for name, digest in snapshot(folder).items():
            if name != ".busylife-gen":
                assert name not in found, f"{name} is in two parts"
                found[name] = digest
    return found


@pytest.mark.parametrize("count", [1, 2, 7])
def test_the_parts_are_the_whole(count, parts, tmp_path):
    folders = parts.built(count)
    whole = snapshot(parts.whole)
    assert changes({n: d for n, d in whole.items() if n != ".busylife-gen"}, united(folders)) == []
    output = tmp_path / "merged"
    result = parts.merge(*reversed(folders), output=output)
    assert changes(whole, snapshot(output)) == []
    assert f"{len(whole) - 1} files written" in result.out
    # Once more: nothing is to be done.
    before = {p: p.stat().st_ino for p in output.rglob("*")}
    assert ": 0 files written" in parts.merge(*folders, output=output).out
    assert {p: p.stat().st_ino for p in output.rglob("*")} == before


def test_many_parts_are_the_whole(tmp_path, bare):
    """64, some of them empty."""
    one = [{"title": "A", "start": "2026-11-20T09:00:00Z"}]
    content = Content(tmp_path, "views: [calendar, day]\n", events=one).folder

    def run(*words):
        command = [bare, *words]
        done = subprocess.run(
            [str(w) for w in command], env=surroundings.environment(XDG_CACHE_HOME="/dev/null"),
            cwd=tmp_path, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    window = ("--content", content, "--now", tool.NOW, "--from", "2026-11-01", "--to", "2026-12-01", "--tz", "UTC")
    run("build", *window, "--output", tmp_path / "whole")
    folders = [tmp_path / f"part-{number}" for number in range(1, 65)]
    for number, folder in enumerate(folders, 1):
        run("build", *window, "--output", folder, "--shard", f"{number}/64")
    whole = snapshot(tmp_path / "whole")
    assert changes({n: d for n, d in whole.items() if n != ".busylife-gen"}, united(folders)) == []
    run("merge", *folders, "--output", tmp_path / "merged")
    assert changes(whole, snapshot(tmp_path / "merged")) == []


def test_where_a_file_belongs_follows_from_its_path_alone(parts):
    """Other events move no file from one part to another."""
    before = {name: folder.name for folder in parts.built(7) for name in manifest_of(folder)}
    other = Parts.__new__(Parts)
    other.root, other.content = parts.root / "other", parts.root / "other" / "Content"
    shutil.copytree(parts.content, other.content)
    (other.content / "events.json").write_text('[{"title": "A", "start": "2026-11-20T09:00:00Z"}]')
    after = {name: folder.name for folder in other.built(7) for name in manifest_of(folder)}
    shared = before.keys() & after.keys()
    assert len(shared) > 300 and {n for n in shared if before[n] != after[n]} == set()


def manifest_of(folder: Path) -> list[str]:
    head, *lines = (folder / ".busylife-gen").read_text().split("\n")
    assert head.startswith("busylife-gen 2 shard ")
    return [line.split("\t")[0] for line in lines[:-2]]


def test_a_rebuilt_part_keeps_to_itself(parts):
    folder = parts.built(2)[0]
    before = {p: p.stat().st_ctime_ns for p in folder.rglob("*")}
    assert ": 0 files written" in parts.build(folder, "--shard", "1/2", cache="cache-1-2").out
    assert {p: p.stat().st_ctime_ns for p in folder.rglob("*")} == before
    # Without a cache it is made anew, and found to be the same.
    assert ": 0 files written" in parts.build(folder, "--shard", "1/2", cache="none").out


def test_a_merged_site_is_built_on(parts, tmp_path):
    output = tmp_path / "merged"
    parts.merge(*parts.built(2), output=output)
    assert ": 0 files written" in parts.build(output, cache="for-the-merged").out
    assert changes(snapshot(parts.whole), snapshot(output)) == []


def test_merge_says_what_is_wrong(parts, tmp_path):
    one, two = parts.built(2)
    seven = parts.built(7)
    later = tmp_path / "later"
    parts.build(later, "--shard", "2/2", now="2026-11-22T12:00:00Z")
    broken = tmp_path / "broken"
    shutil.copytree(two, broken)
    page = next(p for p in sorted(broken.rglob("*.html")))
    page.write_text("edited")
    lost = tmp_path / "lost"
    shutil.copytree(two, lost)
    next(p for p in sorted(lost.rglob("*.html"))).unlink()
    cut = tmp_path / "cut"
    cut.mkdir()
    (cut / ".busylife-gen").write_bytes((two / ".busylife-gen").read_bytes()[:-1])
    (tmp_path / "empty").mkdir()
    killed = tmp_path / "killed"
    shutil.copytree(two, killed)
    (killed / ".busylife-staging").mkdir()
    cases = [
        ([one], PROBLEMS, "2/2"),
        ([seven[0], seven[3], seven[5]], PROBLEMS, "4 of 7 shards missing: 2/7, 3/7, 5/7, 7/7"),
        ([one, two, one], PROBLEMS, "is also in"),
        ([one, seven[1]], PROBLEMS, "one of 2"),
        ([one, later], PROBLEMS, "--now"),
        ([one, parts.whole], PROBLEMS, "a whole site"),
        ([one, tmp_path / "empty"], PROBLEMS, "no shard"),
        ([one, cut], PROBLEMS, "not whole"),
        ([one, killed], PROBLEMS, "killed"),
        ([one, broken], PROBLEMS, page.name),
        ([one, lost], PROBLEMS, "missing"),
        ([one, tmp_path / "nowhere"], tool.INPUT_OUTPUT, "nowhere"),
        ([], USAGE, "dir"),
    ]
    for folders, code, words in cases:
        result = parts.merge(*folders, output=tmp_path / "out", expect=code)
        assert words in result.err and result.err.count("\n") == 1, result
        assert not (tmp_path / "out").exists()
    assert "one of the shards" in parts.merge(one, two, output=one, expect=USAGE).err


def test_a_part_does_not_take_the_place_of_another(parts, tmp_path):
    one, _ = parts.built(2)
    before = snapshot(one)
    assert "1/2 is there" in parts.build(one, "--shard", "2/2", expect=USAGE).err
    assert snapshot(one) == before
    output = tmp_path / "whole"
    shutil.copytree(parts.whole, output)
    assert "whole site" in parts.build(output, "--shard", "1/2", expect=USAGE).err
    assert snapshot(output) == snapshot(parts.whole)
    for text in ("0/2", "3/2", "1", "1/0", "-1/2", "a/b", "1/2/3", "1/", "+1/2"):
        assert "1/7" in parts.build(tmp_path / "none", f"--shard={text}", expect=USAGE).err


def test_parts_and_their_merge_have_lists_of_changes(parts, tmp_path):
    """A part may take what the host has of the whole."""
    host = Host()
    for number, folder in enumerate(parts.built(2), 1):
        path = tmp_path / "list"
        since = ("--since", parts.whole / ".busylife-gen")
        parts.build(folder, "--shard", f"{number}/2", "--changes", path, *since, cache=f"cache-{number}-2")
        # The part's own manifest differs from that of the whole.
        assert [c["path"] for c in hosts.read(path)] == [".busylife-gen"]
    (tmp_path / "nothing").touch()
    tool.run(
        "merge", *parts.built(2), "--output", tmp_path / "merged", "--changes", tmp_path / "list",
        "--since", tmp_path / "nothing", expect=DONE,
    )  # fmt: skip
    for change in hosts.read(tmp_path / "list"):
        host.take(change, tmp_path / "merged")
    host.equals(parts.whole)
    only = tmp_path / "only"
    tool.run("merge", *parts.built(2), "--output", only, "--manifest", expect=DONE)
    assert [p.name for p in only.iterdir()] == [".busylife-gen"]
    assert manifest(only / ".busylife-gen") == manifest(parts.whole / ".busylife-gen")
