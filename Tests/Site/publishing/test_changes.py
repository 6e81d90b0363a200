"""Manifests, and lists of what a host has to be told: nothing is lost, and no page is ever broken on the way."""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import subprocess
import sys

import pytest

import hosts
import tool
from hosts import Host, Visitor, manifest
from small_site import WINDOW, Site
from tool import INPUT_OUTPUT, SEED, USAGE, snapshot



@pytest.fixture
def site(tmp_path, bare) -> Site:
    return Site(tmp_path, bare)


# ---- The manifest --------------------------------------------------------------------------------


def test_the_manifest_says_what_each_file_is(site):
    site.build("--precompress")
    rows = manifest(site.output / ".busylife-gen")
    there = {p.relative_to(site.output).as_posix() for p in site.output.rglob("*") if p.is_file()}
    assert set(rows) == there - {".busylife-gen"}
    for path, (size, digest, kind) in rows.items():
        found = (site.output / path).read_bytes()
        assert (len(found), hashlib.sha256(found).hexdigest()) == (size, digest), path
        assert kind
    assert rows["index.html"][2] == "text/html; charset=utf-8" and rows["index.html.gz"][2] == "application/gzip"


def test_digests_follow_the_files(site):
    """Whatever a build knows from the last one: with a cache, without one, and after an edit back and forth."""
    for step, title in enumerate(("One", "Two", "One")):
        site.put(1, title, 7)
        site.save()
        site.build(environment={"XDG_CACHE_HOME": "/dev/null"} if step == 1 else None)
        for path, (size, digest, _) in manifest(site.output / ".busylife-gen").items():
            assert hashlib.sha256((site.output / path).read_bytes()).hexdigest() == digest, path


def test_a_manifest_of_paths_alone_is_read(site):
    """As earlier versions wrote it: their files are still the generator's own."""
    site.build()
    rows = manifest(site.output / ".busylife-gen")
    (site.output / "day/1999-01-01.html").write_text("of an earlier build")
    old = "busylife-gen 1\n" + "\n".join([*reversed(rows), "day/1999-01-01.html"]) + "\n\n"
    (site.output / ".busylife-gen").write_text(old)
    shutil.rmtree(site.root / "cache")
    result = site.build("--changes", site.list)
    assert "1 removed" in result.stdout and "Left alone" not in result.stdout
    assert manifest(site.output / ".busylife-gen") == rows
    changes = hosts.read(site.list)
    # It does not say what the bytes were.
    assert {c["path"] for c in changes if c["action"] == "put"} == {*rows, ".busylife-gen"}
    assert [c["path"] for c in changes if c["action"] == "delete"] == ["day/1999-01-01.html"]


# ---- Lists ---------------------------------------------------------------------------------------


def test_the_first_list_puts_everything_in_order(tmp_path):
    output, path = tmp_path / "site", tmp_path / "changes.jsonl"
    tool.build(output, *WINDOW, "--changes", path, "--base-url", "https://example.org/", "--precompress")
    changes = hosts.read(path)
    host = Host()
    visitor = Visitor()
    for change in changes:
        host.take(change, output)
    host.equals(output)
    order = [hosts.stage(change["path"]) for change in changes]
    assert order == sorted(order) and set(order) == {0, 1, 2, 3, 4}
    assert [c["path"] for c in changes if hosts.stage(c["path"]) == 2][-3:][0].startswith("index.html")
    assert visitor.broken(host.files) == []
    cache = {c["path"]: c["cache"] for c in changes}
    for name, said in cache.items():
        age = int(re.search(r"max-age=(\d+)", said)[1])
        hashed = re.search(r"^assets/modules-\w{8}/|^(assets|data(/events)?)/[^/]*-\w{8}\.\w+(\.gz|\.br)?$", name)
        assert (age == 31536000 and said.endswith("immutable")) if hashed else age <= 300, name
    rows = manifest(output / ".busylife-gen")
    assert {c["path"]: c["type"] for c in changes if c["path"] in rows} == {n: row[2] for n, row in rows.items()}


@pytest.mark.random
def test_any_part_of_a_list_leaves_a_site_without_a_broken_page(site):
    chosen = random.Random(SEED)
    print(f"BUSYLIFE_SEED={SEED}")
    visitor = Visitor()
    host = Host()
    for change in site.changes():
        host.take(change, site.output)
    assert visitor.broken(host.files) == []
    prefixes = 0
    for _ in range(12):
        for _ in range(chosen.randrange(1, 4)):
            site.edit(chosen)
        month = chosen.choice(["2026-10-15", "2026-11-01"])
        changes = site.changes("--from", month, "--to", "2026-12-01", "--tz", "UTC")
        for change in changes:
            host.take(change, site.output)
            if change["path"].endswith(".html") or change["action"] == "delete":
                assert visitor.broken(host.files) == [], (SEED, change)
                prefixes += 1
        host.equals(site.output)
        puts = [c for c in changes if c["action"] == "put"]
        assert changes[: len(puts)] == puts
        assert not changes or puts[-1]["path"] == ".busylife-gen"
    assert prefixes > 50


def test_a_build_without_changes_has_an_empty_list(site):
    assert site.changes()
    for _ in range(2):
        assert site.changes() == []
    site.put(1, "Other", 7)
    site.save()
    changed = {c["path"] for c in site.changes()}
    assert "calendar/2026-11.html" in changed and "day/2026-11-20.html" not in changed


def test_since_a_manifest(site):
    site.changes()
    first = site.root / "first"
    shutil.copy(site.output / ".busylife-gen", first)
    host = Host({p.relative_to(site.output).as_posix(): p.read_bytes() for p in site.output.rglob("*") if p.is_file()})
    site.put(1, "Other", 7)
    site.save()
    site.build()
    shutil.copy(site.output / ".busylife-gen", site.root / "second")
    site.put(2, "Another", 9)
    site.events.pop("3")
    site.save()
    site.build()
    # Nothing is left to do, and the list is still that of what the host lacks.
    changes = site.changes("--since", first)
    for change in changes:
        host.take(change, site.output)
    host.equals(site.output)
    (site.root / "nothing").touch()
    everything = site.changes("--since", site.root / "nothing")
    assert {c["path"] for c in everything} == set(host.files)
    assert site.changes("--since", site.output / ".busylife-gen") == []
    # A host that may have files of either.
    both = {c["path"] for c in site.changes("--since", first, "--since", site.root / "second")}
    one = {c["path"] for c in site.changes("--since", site.root / "second")}
    assert both == one | {c["path"] for c in changes}


@pytest.mark.skipif(sys.platform != "linux", reason="the library that kills is of Linux")
@pytest.mark.parametrize("call", ["renameat", "unlinkat"])
def test_nothing_is_lost_when_a_build_was_killed(call, site):
    """At every call between rendering and the end: the host follows the lists of builds that ended."""
    host = Host()
    for change in site.changes():
        host.take(change, site.output)
    step = 0
    kills = 0
    while True:
        step += 1
        when = step if step < 6 else step * step // 6
        site.events.pop(str(step % 7), None)
        site.put(step + 1, f"Number {step}", 1 + step % 30)
        site.save()
        environment = {"XDG_CACHE_HOME": str(site.root / "cache"), "BUSYLIFE_LIBRSVG": ""} | tool.killed_at(call, when)
        before = snapshot(site.output)
        done = subprocess.run(
            site.command("--changes", site.list), env=environment | {"PATH": "/usr/bin:/bin"}, cwd=site.root,
            capture_output=True,
        )
        if done.returncode == 0:
            break
        kills += 1
        # Killed after the last step, the build was complete; its list is, too.
        is_complete = before[".busylife-gen"] != snapshot(site.output)[".busylife-gen"]
        for change in hosts.read(site.list) if is_complete else []:
            host.take(change, site.output)
        for change in site.changes():
            host.take(change, site.output)
        host.equals(site.output)
    assert kills > 3
    assert not [p for p in site.root.iterdir() if p.name.startswith(".changes")]


def test_audiences_have_one_list(site):
    single = Host()
    for change in site.changes():
        single.take(change, site.output)
    site.write("site.yml", "audiences:\n  - {name: all, privacy: full, output: all}\n"
               "  - {name: team, privacy: busy, output: team}\n")  # fmt: skip
    changes = site.changes()
    for change in changes:
        single.take(change, site.output)
    single.equals(site.output)
    assert [c["path"] for c in changes if c["path"].endswith(".busylife-gen")] == [
        "all/.busylife-gen", "team/.busylife-gen", ".busylife-gen",
    ]
    kept = site.root / "kept"
    for name in ("all", "team"):
        (kept / name).mkdir(parents=True)
        shutil.copy(site.output / name / ".busylife-gen", kept / name)
    site.put(1, "Other", 7)
    site.save()
    site.build()
    changed = {c["path"].split("/")[0] for c in site.changes("--since", kept)}
    # What only one may see changes nothing of the other.
    assert changed == {"all"}
    result = site.build("--changes", site.list, "--since", kept / "all/.busylife-gen", expect=USAGE)
    assert "audiences" in result.stderr


def test_what_is_refused(site):
    site.build()
    before = snapshot(site.output)
    (site.root / "half").write_bytes((site.output / ".busylife-gen").read_bytes()[:-1])
    cases = [
        (("--changes", site.output / "list"), USAGE, "in the output folder"),
        (("--changes", site.output), USAGE, "in the output folder"),
        (("--changes", site.root), USAGE, "a folder"),
        (("--changes", site.root / "no" / "list"), INPUT_OUTPUT, "does not exist"),
        (("--changes", site.list, "--since", site.root / "half"), USAGE, "not a whole manifest"),
        (("--changes", site.list, "--since", site.root / "none"), INPUT_OUTPUT, "none"),
        (("--since", site.root / "half"), USAGE, "--changes"),
        (("--changes", site.list, "--watch"), USAGE, "--since"),
    ]
    for arguments, code, words in cases:
        assert words in site.build(*arguments, expect=code).stderr
    (site.root / "link").symlink_to(site.root)
    assert "link" in site.build("--changes", site.root / "link" / "list", expect=INPUT_OUTPUT).stderr
    assert snapshot(site.output) == before and not site.list.exists()
