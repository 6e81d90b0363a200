"""The same content at the same time gives the same bytes, however and wherever it is built."""

from __future__ import annotations

import re
import shutil

import pytest

import tool
from tool import build, changes, snapshot

# The library for pictures is found where the system has it.
DRAWING = {"BUSYLIFE_LIBRSVG": None}


def test_two_builds_are_the_same_bytes(sample, tmp_path):
    """In another environment, from another folder, with one thread only."""
    content, templates = tmp_path / "elsewhere" / "Content", tmp_path / "elsewhere" / "Templates"
    shutil.copytree(tool.CONTENT, content)
    shutil.copytree(tool.TEMPLATES, templates)
    for path in content.rglob("*"):
        path.touch()
    build(
        tmp_path / "site",
        "--tz",
        "UTC+8",
        "--jobs",
        "1",
        content=content,
        templates=templates,
        cwd=tmp_path,
        environment={
            "TZ": "Pacific/Honolulu",
            "LANG": "de_DE.UTF-8",
            "LC_ALL": "de_DE.UTF-8",
            "HOME": str(tmp_path),
        },
    )
    assert changes(snapshot(sample.root), snapshot(tmp_path / "site")) == []


def test_now_can_come_from_source_date_epoch(short, tmp_path):
    build(tmp_path / "a", *short)
    build(tmp_path / "b", *short, now=None, environment={"SOURCE_DATE_EPOCH": "1795262400"})
    assert changes(snapshot(tmp_path / "a"), snapshot(tmp_path / "b")) == []


def test_a_build_over_another_gives_the_bytes_of_a_clean_build(short, tmp_path, made_content):
    """Another zone, another window, other content; and back."""
    build(tmp_path / "clean", *short)
    build(tmp_path / "used", "--tz", "America/New_York", "--from", "2026-10-01", "--to", "2027-02-01")
    build(tmp_path / "used", *short, content=made_content)
    build(tmp_path / "used", *short)
    assert changes(snapshot(tmp_path / "clean"), snapshot(tmp_path / "used")) == []


# What the day of the build may change: the pages that open at it, and what news readers and chats see.
OF_THE_DAY = re.compile(r"(index|today|board|embed)\.html|feeds/(atom\.xml|feed\.json)|share/.*\.png|\.busylife-gen.*")


@pytest.mark.parametrize("days", [(18, 19), (20, 21), (1, 30)])
def test_the_day_of_the_build_is_not_baked_in(days, tmp_path):
    """Two days of one week, as pages of all views contain them, and pages without a day; and of one month."""
    for day in days:
        build(tmp_path / str(day), "--tz", "UTC+8", now=f"2026-11-{day:02}T12:00:00Z", environment=DRAWING)
    before, after = (snapshot(tmp_path / str(day)) for day in days)
    assert before.keys() == after.keys()
    changed = [path for path in before if before[path] != after[path]]
    assert "index.html" in changed
    assert [path for path in changed if not OF_THE_DAY.fullmatch(path)] == []
    if days[1] == days[0] + 1:
        assert len(changed) <= 10


def test_a_build_without_changes_writes_no_file(short, tmp_path):
    build(tmp_path / "site", *short)
    times = {p: p.stat().st_mtime_ns for p in (tmp_path / "site").rglob("*") if p.suffix == ".html"}
    build(tmp_path / "site", *short)
    assert times and {p: p.stat().st_mtime_ns for p in times} == times


def test_files_that_no_build_wrote_are_kept_and_named(short, tmp_path):
    build(tmp_path / "site", *short)
    (tmp_path / "site" / "CNAME").write_text("calendar.example.org\n")
    result = build(tmp_path / "site", *short)
    assert (tmp_path / "site" / "CNAME").read_text() == "calendar.example.org\n"
    assert "CNAME" in result.out + result.err
