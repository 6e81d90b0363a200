"""Many sites in one process: each is what a build by itself makes, and a bad one harms no other."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time

import pytest

import tool
from fleets import LATER, MENDED, OPTIONS, Sites
from tool import INPUT_OUTPUT, SEED, USAGE, changes, snapshot



@pytest.fixture
def sites(tmp_path, bare) -> Sites:
    return Sites(tmp_path, bare, 6)


def by_id(results: list[dict]) -> dict[str, str]:
    assert len({r["id"] for r in results}) == len(results)
    return {r["id"]: r["result"] for r in results}


def test_each_site_is_what_a_build_makes(sites):
    results = sites.run()
    assert by_id(results) == {row["id"]: "built" for row in sites.rows}
    sites.are_clean()
    for result in results:
        files = [p for p in (sites.root / "out" / result["id"]).rglob("*") if p.is_file()]
        assert (result["files"], result["bytes"]) == (len(files), sum(p.stat().st_size for p in files))
        assert result["milliseconds"] > 0
    sites.content("s3", "Changed")
    expected = {row["id"]: "unchanged" for row in sites.rows} | {"s3": "built"}
    assert by_id(sites.run()) == expected
    assert "6 sites: 1 built, 5 unchanged" in sites.said
    sites.are_clean()


def test_where_paths_begin(sites):
    """From the folder of the list; of standard input, from where the command runs."""
    assert len(sites.run("sites.jsonl", cwd=sites.root)) == 6
    data = sites.list.read_bytes()
    assert set(by_id(sites.run("-", stdin=data, cwd=sites.root)).values()) == {"unchanged"}
    assert set(by_id(sites.run("-", stdin=data, expect=MENDED)).values()) == {"content"}
    assert set(by_id(sites.run("-", stdin=b"\n \r\n")).values()) == set()
    (sites.root / "theme").mkdir()
    (sites.root / "theme" / "layout.mustache").write_text((tool.TEMPLATES / "layout.mustache").read_text() + "<!-- -->")
    sites.rows[1]["options"] = [*OPTIONS, "--templates", "theme"]
    sites.save()
    results = by_id(sites.run())
    assert results.pop("s1") == "built" and set(results.values()) == {"unchanged"}
    assert (sites.root / "out/s1/index.html").read_text().rstrip().endswith("<!-- -->")
    assert not (sites.root / "out/s2/index.html").read_text().rstrip().endswith("<!-- -->")


def test_sites_differ_as_their_options_and_settings_do(sites):
    """What one is made with does not get into another: languages, zones, privacy, colours."""
    extra = {
        "s0": "locale: de\n", "s1": "locale: ar\nzones: [Asia/Tokyo]\n", "s2": "privacy: busy\n",
        "s3": 'accent: "#884422"\nlocale: de\nfirstWeekday: sunday\n', "s4": "locales: [en, zh]\n",
    }  # fmt: skip
    for name, text in extra.items():
        with (sites.root / "in" / name / "site.yml").open("a") as file:
            file.write(text)
    sites.run("--jobs", "3", sites.list)
    sites.are_clean()


def test_a_bad_site_harms_no_other(sites):
    sites.run()
    before = {row["id"]: snapshot(sites.root / row["output"]) for row in sites.rows}
    (sites.root / "in/s1/site.yml").write_text("privacy: [oops")
    shutil.rmtree(sites.root / "in/s2")
    out = sites.root / "out"
    (sites.root / "file").write_text("")
    shutil.rmtree(out / "s3")
    (out / "s3").mkdir()
    (out / "s3" / "mine.txt").write_text("mine")
    bad = [
        sites.row("s4"),
        sites.row("twice", output="out/s5"),
        sites.row("also-twice", output="out/./x/../s5/"),
        sites.row("inside", content="in/s4", output="in/s5/site"),
        sites.row("nested", content="in/s4", output="out/s5/deeper"),
        sites.row("around", content="in/s4", output="in"),
        sites.row("own", content="in/s4", output="in/s4/out"),
        sites.row("unknown-option", content="in/s4", output="out/a", options=["--colour", "red"]),
        sites.row("not-its-own", content="in/s4", output="out/b", options=["--output", "elsewhere"]),
        sites.row("not-its-own-2", content="in/s4", output="out/b2", options=["--watch"]),
        sites.row("bad-zone", content="in/s4", output="out/c", options=["--tz", "Mars/Olympus"]),
        sites.row("a-file", content="in/s4", output="file"),
        sites.row("no-texts", content="in/s4", output="out/d", options=[1]),
        {"id": "no-output", "content": "in/s4"},
        {"id": "key", "content": "in/s4", "output": "out/e", "opitons": []},
    ]
    lines = [json.dumps(row).encode() for row in [*sites.rows, *bad]]
    lines += [b"{", b"[]", b'{"content":"in/s4","output":"out/f"}', b'{"id":"\xff"}', b'{"id":"x"} {"id":"y"}', b"\0"]
    lines.append(b'{"id":"zero","content":"in/s4\\u0000","output":"out/g"}')
    sites.list.write_bytes(b"\n".join(lines))
    results = sites.run(expect=MENDED)
    assert len(results) == len(lines)
    good = {r["id"] for r in results if r["result"] in ("built", "unchanged")}
    assert good == {"s0", "s4", "s5"}
    for result in results:
        if result["result"] == "content":
            assert result["warnings"] and result["files"] is None, result
    for name in ("s0", "s1", "s2", "s4", "s5"):
        assert snapshot(out / name) == before[name], name
    assert [p.name for p in (out / "s3").iterdir()] == ["mine.txt"]
    assert sorted(p.name for p in out.iterdir()) == [f"s{n}" for n in range(6)]
    assert not (sites.root / "in/s5/site").exists() and not (sites.root / "in/s4/out").exists()


def test_what_may_work_later(sites):
    """Another build in the same folder, a calendar that could not be fetched, a folder that can't be written."""
    (sites.root / "out").mkdir()
    (sites.root / "out" / "s1").symlink_to(sites.root / "in")
    with (sites.root / "in/s2/site.yml").open("a") as file:
        file.write("calendars:\n  - {name: far, source: 'https://calendar.invalid/a.ics'}\n")
    sites.rows[2]["options"] = [*OPTIONS, "--strict", "--offline"]
    sites.rows[3]["options"] = [*OPTIONS, "--tz", "Mars/Olympus"]
    sites.save()
    results = by_id(sites.run(expect=LATER))
    assert results == {"s0": "built", "s1": "retry", "s2": "retry", "s3": "content", "s4": "built", "s5": "built"}


def test_shards_divide_the_sites(sites):
    for count in (1, 2, 3):
        ids = [r["id"] for n in range(1, count + 1) for r in sites.run("--shard", f"{n}/{count}", sites.list)]
        assert sorted(ids) == [row["id"] for row in sites.rows]
    # Sites do not move when others come and go.
    before = by_id(sites.run("--shard", "1/2", sites.list)).keys()
    sites.rows = sites.rows[2:]
    sites.save()
    assert by_id(sites.run("--shard", "1/2", sites.list)).keys() == before - {"s0", "s1"}


def test_what_is_refused(sites):
    sites.run("--shard", "3/2", sites.list, expect=USAGE)
    sites.run("--jobs", "0", sites.list, expect=USAGE)
    sites.run("nowhere.jsonl", expect=INPUT_OUTPUT)
    sites.run(sites.root, expect=INPUT_OUTPUT)


@pytest.mark.random
def test_a_killed_fleet_is_run_again(tmp_path, bare):
    """Killed at random moments, any number of times, it ends with the bytes of clean builds."""
    chosen = random.Random(SEED)
    print(f"BUSYLIFE_SEED={SEED}")
    sites = Sites(tmp_path, bare, 12)
    clean = {row["id"]: sites.alone(row["id"]) for row in sites.rows}
    start = time.perf_counter()
    sites.run()
    usual = time.perf_counter() - start
    shutil.rmtree(sites.root / "out")
    killed = 0
    for number in range(12):
        if chosen.random() < 0.3:
            shutil.rmtree(sites.root / "out", ignore_errors=True)
        elif number:
            name = chosen.choice(sites.rows)["id"]
            sites.content(name, f"Changed {number}")
            clean[name] = sites.alone(name)
        process = subprocess.Popen(
            [bare, "fleet", sites.list], env=sites.environment, cwd="/", stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(chosen.uniform(0, usual))
        process.send_signal(signal.SIGKILL)
        told = process.communicate()[0].splitlines()
        killed += process.returncode != 0
        # What was told is so.
        for line in told:
            name = json.loads(line)["id"]
            assert changes(clean[name], snapshot(sites.root / "out" / name)) == [], name
        if number % 3 == 2:
            sites.run()
            for name, found in clean.items():
                assert changes(found, snapshot(sites.root / "out" / name)) == [], name
    sites.run()
    for name, found in clean.items():
        assert changes(found, snapshot(sites.root / "out" / name)) == [], name
    assert killed > 0
    assert not [p for p in (sites.root / "out").iterdir() if p.name.startswith(".")]
    assert os.listdir(sites.root / "cache" / "busylife-gen") == ["fleet"]


def test_check_tells_of_what_the_list_keeps_from_being_built(sites):
    bad = [sites.row("s4"), sites.row("twice", output="out/s5"), sites.row("nested", output="out/s5/deeper")]
    bad = [row | {"content": "in/s0"} for row in bad]
    sites.list.write_text("".join(json.dumps(row) + "\n" for row in [*sites.rows, *bad]) + "\n{\n")
    results = sites.run(sites.list, "--check", expect=MENDED)
    assert [(r["id"], r["result"]) for r in results] == [
        ("s4", "content"), ("twice", "content"), ("nested", "content"), (None, "content"),
    ]  # fmt: skip
    assert [r["warnings"][0].split(":")[0] for r in results] == ["line 7", "line 8", "line 9", "line 11"]
    sites.save()
    assert sites.run(sites.list, "--check") == []
    assert not (sites.root / "out").exists()
