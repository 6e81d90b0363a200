"""What a build writes and what it keeps: only changed files, one build at a time, nothing lost."""

from __future__ import annotations

import fcntl
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tool
from content import Content, event
from tool import DONE, INPUT_OUTPUT, PROBLEMS, build, changes, snapshot

WINDOW = ("--from", "2026-11-01", "--to", "2027-01-01", "--tz", "UTC")


class Site(Content):
    """A site with its own cache, and a clean build of it for comparison."""

    def __init__(self, root: Path):
        notes = {"c": "title: C\ndate: 2026-11-22", "d": "title: D"}
        files = {f"notes/{name}.md": f"---\n{head}\n---\n\nText.\n" for name, head in notes.items()}
        super().__init__(root, "", files=files, templates=root / "Templates")
        self.window, self.cache = WINDOW, root / "cache"
        self.environment = {"XDG_CACHE_HOME": str(self.cache)}
        self.titles("A", "B")
        shutil.copytree(tool.TEMPLATES, self.templates)

    def titles(self, *titles: str):
        days = ("2026-11-20", "2026-12-15", "2026-12-16")
        events = [event(title, f"{day}T09:00Z", uid=f"{day}@example.org") for day, title in zip(days, titles)]
        self.write("events.json", events)

    def move(self, old: str, new: str):
        self.write("events.json", (self.folder / "events.json").read_text().replace(f"{old}T", f"{new}T"))

    def stamps(self) -> dict[str, tuple]:
        """Each file and folder with everything that writing or replacing it would change."""
        found = {}
        for path in [self.output, *self.output.rglob("*")]:
            status = path.stat()
            found[path.relative_to(self.output).as_posix()] = (status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
        return found

    def written(self, before: dict[str, tuple]) -> set[str]:
        return {n for n, stamp in self.stamps().items() if before.get(n) != stamp and (self.output / n).is_file()}

    def is_clean(self, *arguments):
        """Equals a build of the same content without a cache and an output folder."""
        clean = self.root / "clean"
        shutil.rmtree(clean, ignore_errors=True)
        self.build(*arguments, output=clean, environment={"XDG_CACHE_HOME": str(self.root / "no-cache")})
        assert changes(snapshot(clean), snapshot(self.output)) == []
        shutil.rmtree(clean)

    @property
    def cached(self) -> list[Path]:
        return sorted((self.cache / "busylife-gen").iterdir())


@pytest.fixture
def site(tmp_path) -> Site:
    site = Site(tmp_path)
    site.build()
    return site


# ---- What changed --------------------------------------------------------------------------------


def test_a_build_without_changes_touches_no_file(site):
    before = site.stamps()
    result = site.built()
    assert site.stamps() == before
    assert ": 0 files written" in result.out


def test_content_with_a_new_date_and_equal_bytes_changes_nothing(site):
    before = site.stamps()
    for path in [*site.folder.rglob("*"), *site.templates.rglob("*")]:
        path.touch()
    site.build()
    assert site.stamps() == before


def test_a_changed_event_writes_only_the_pages_that_show_it(site):
    before = site.stamps()
    site.titles("A", "B changed")
    site.build()
    written = {n for n in site.written(before) if not n.startswith((".busylife", "data/", "event/"))}
    assert written == {
        "calendar/2026-12.html",
        "agenda/2026-12.html",
        "week/2026-12-13.html",
        "day/2026-12-15.html",
        # Their agendas have the month from today on.
        "embed.html",
        "board.html",
        # Without scripts it lists the events of each calendar.
        "search.html",
        "feeds/all.ics",
        "feeds/events.ics",
        "feeds/atom.xml",
        "feeds/feed.json",
    }
    assert {n.split("-")[0] for n in site.written(before) if n.startswith("event/")} == {"event/a", "event/b"}
    site.is_clean()


def test_a_new_note_writes_its_day_and_its_page(site):
    before = site.stamps()
    site.write("notes/e.md", "---\ntitle: E\ndate: 2026-12-03\n---\n\nText.\n")
    site.build()
    written = {n for n in site.written(before) if n.split("/")[0] in ("calendar", "agenda", "week", "day", "notes")}
    assert written == {
        "agenda/2026-12.html",
        "calendar/2026-11.html",
        "calendar/2026-12.html",
        "day/2026-12-03.html",
        "notes/d.html",
        "notes/e.html",
        "week/2026-11-29.html",
    }
    site.is_clean()


def test_a_changed_template_writes_what_uses_it(site):
    """Also for partials, at any depth."""
    before = site.stamps()
    path = site.templates / "_block.mustache"
    path.write_text(path.read_text() + "<!-- -->\n")
    site.build()
    kinds = {n.split("/")[0] for n in site.written(before) if n.endswith(".html")}
    assert kinds == {"week", "day", "embed.html"}
    site.is_clean()


EDITS = {
    "an event is moved": lambda s: s.move("2026-12-15", "2026-11-03"),
    "an event goes": lambda s: s.titles("A"),
    "an event comes": lambda s: s.titles("A", "B", "New"),
    "a title": lambda s: s.write("site.yml", "title: Another\n"),
    "a locale": lambda s: s.write("site.yml", "locale: de\n"),
    "a zone": lambda s: s.write("site.yml", "zones: [Asia/Tokyo]\n"),
    "the views": lambda s: s.write("site.yml", "views: [agenda, day]\n"),
    "a calendar's colour": lambda s: s.write("site.yml", 
        'calendars:\n  - {name: events, source: events.json, color: "#123456"}\n'
    ),
    "a style": lambda s: (s.templates / "assets" / "site.css").write_text("body{}"),
    "a note's title": lambda s: s.write("notes/d.md", "---\ntitle: Dee\n---\n\nText.\n"),
    "a note goes": lambda s: (s.folder / "notes" / "c.md").unlink(),
    "a note on an event": lambda s: s.write("notes/n.md", 
        "---\ntitle: N\nevent: 2026-11-20@example.org\n---\n\nText.\n"
    ),
    "a series with an instance set apart": lambda s: s.write("x.ics", SERIES),
    "a file's own zone": lambda s: s.write("x.ics", OWN_ZONE),
    "its rule": lambda s: s.write("x.ics", OWN_ZONE.replace("+0130", "+0330")),
}
SERIES = (
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n"
    "BEGIN:VEVENT\nUID:s\nDTSTAMP:20260101T000000Z\nDTSTART:20261102T090000Z\nRRULE:FREQ=DAILY;COUNT=30\n"
    "SUMMARY:S\nEND:VEVENT\n"
    "BEGIN:VEVENT\nUID:s\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID:20261105T090000Z\nDTSTART:20261105T120000Z\n"
    "SUMMARY:Apart\nEND:VEVENT\nEND:VCALENDAR\n"
)
OWN_ZONE = (
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n"
    "BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0130\nTZOFFSETTO:+0130\n"
    "END:STANDARD\nEND:VTIMEZONE\n"
    "BEGIN:VEVENT\nUID:z\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Ours:20261109T090000\nSUMMARY:Z\nEND:VEVENT\n"
    "END:VCALENDAR\n"
)


def test_a_build_after_each_of_many_edits_gives_the_bytes_of_a_clean_build(site):
    """Everything that a page shows must be part of its fingerprint."""
    for name, edit in EDITS.items():
        edit(site)
        site.build()
        site.is_clean()
        before = site.stamps()
        site.build()
        assert site.stamps() == before, name


def test_a_build_at_a_later_time_gives_the_bytes_of_a_clean_build(site):
    """Pages that show the next date of a series, or today, follow the clock without a change of content."""
    site.write("x.ics", SERIES)
    times = ["20T08:00", "20T09:30", "20T11:00", "21T00:00"]
    # After the window, pages open at its last day, and say when they were built.
    for now in [*(f"2026-11-{time}:00Z" for time in times), "2027-05-01T08:00:00Z", "2027-05-02T08:00:00Z"]:
        site.build(now=now)
        clean = site.root / "clean"
        site.build(output=clean, now=now, environment={"XDG_CACHE_HOME": str(site.root / "no-cache")})
        assert changes(snapshot(clean), snapshot(site.output)) == [], now
        shutil.rmtree(clean)
    before = site.stamps()
    site.build(now="2027-05-02T08:00:01Z")
    assert site.stamps() == before


# ---- What others did to the output ---------------------------------------------------------------


def test_edited_and_removed_files_are_made_anew(site):
    page = site.output / "day" / "2026-11-20.html"
    status = page.stat()
    with page.open("r+b") as file:
        file.write(b"<!doctypE")  # with the same length
    os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    (site.output / "index.html").unlink()
    shutil.rmtree(site.output / "week")
    (site.output / "year" / "2026.html").write_text("")
    site.build()
    site.is_clean()


def test_a_copied_output_is_not_written_again(site):
    """Restored by a build service: files have other inodes and times, but the same content."""
    shutil.move(site.output, site.root / "moved")
    shutil.copytree(site.root / "moved", site.output)
    before = site.stamps()
    site.build()
    assert site.stamps() == before
    site.is_clean()


def test_a_file_that_no_build_wrote_is_not_overwritten(site):
    mine = site.output / "event" / "mine.html"
    mine.write_text("mine")
    taken = site.output / "notes" / "taken.html"
    taken.write_text("mine")
    site.write("notes/taken.md", "---\ntitle: Taken\n---\n\nText.\n")
    for _ in range(2):
        result = site.built()
        assert mine.read_text() == taken.read_text() == "mine"
        assert "event/mine.html" in result.out and "notes/taken.html" in result.out
    (site.folder / "notes" / "taken.md").unlink()
    site.build()
    assert taken.read_text() == "mine"


# ---- The cache -----------------------------------------------------------------------------------


def damaged(cache: bytes):
    yield b""
    yield b"not a cache"
    yield cache[: len(cache) // 2]
    yield cache[:-1]
    yield cache + b"\0"
    for at in (0, 30, 45, 60, len(cache) // 2, len(cache) - 3):
        yield cache[:at] + bytes([cache[at] ^ 1]) + cache[at + 1 :]


def test_a_damaged_cache_is_ignored(site):
    [path] = site.cached
    for bytes_ in damaged(path.read_bytes()):
        path.write_bytes(bytes_)
        before = site.stamps()
        site.build()
        assert site.stamps() == before
        site.titles("A", "B changed")
        path.write_bytes(bytes_)
        site.build()
        site.is_clean()
        site.titles("A", "B")
        site.build()


def test_a_cache_of_an_earlier_output_gives_the_right_bytes(site):
    """The cache of an earlier build, after others have followed."""
    [path] = site.cached
    old = path.read_bytes()
    site.titles("A", "B changed")
    site.build()
    path.write_bytes(old)
    site.titles("A", "B")
    site.build()
    site.is_clean()


def test_without_a_place_for_a_cache(site):
    before = site.stamps()
    site.build(environment={"XDG_CACHE_HOME": "/dev/null"})
    assert site.stamps() == before


def test_the_cache_is_not_in_the_output(site):
    assert {p.name for p in site.output.iterdir() if p.name.startswith(".")} == {".busylife-gen"}
    assert site.cached


# ---- One build at a time -------------------------------------------------------------------------


def lock_file(site: Site) -> Path:
    return site.root / ".site.busylife-lock"


def start(site: Site) -> subprocess.Popen:
    words = ["build", "--content", site.folder, "--templates", site.templates, "--output", site.output, *WINDOW]
    return subprocess.Popen(
        [tool.TOOL, *words, "--now", tool.NOW],
        env=os.environ | {"XDG_CACHE_HOME": str(site.cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tool.PROJECT,
    )


def rests(process: subprocess.Popen) -> int:
    """How often the threads of a process have waited."""
    statuses = Path(f"/proc/{process.pid}/task").glob("*/status")
    return sum(int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", file.read_text())[1]) for file in statuses)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells how often a process has waited")
def test_a_second_build_waits_and_names_the_process(site):
    site.titles("A", "B changed")
    with lock_file(site).open("w") as file:
        file.write("4711\n")
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        before = site.stamps()
        waiting = start(site)
        # It says so when it begins to wait…
        assert any(f"process {os.getpid()}" in line for line in waiting.stderr)
        # …and does nothing else, however often it looks.
        looks = 10 + rests(waiting)
        while waiting.poll() is None and rests(waiting) < looks:
            time.sleep(0.01)
        assert waiting.poll() is None and site.stamps() == before
    waiting.communicate(timeout=60)
    assert waiting.returncode == DONE
    site.is_clean()
    assert not lock_file(site).exists()


def test_a_build_waits_a_limited_time(site):
    site.titles("A", "B changed")
    good = snapshot(site.output)
    with lock_file(site).open("w") as file:
        file.write("4711\n")
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        result = site.built(expect=INPUT_OUTPUT)
    assert f"process {os.getpid()}" in result.err and changes(good, snapshot(site.output)) == []


def test_a_lock_file_that_nobody_holds_is_ignored(site):
    site.titles("A", "B changed")
    lock_file(site).write_text("4711\n")
    assert "4711" not in site.built().err
    assert not lock_file(site).exists()


def test_files_left_by_a_killed_build_are_removed_even_if_nothing_changed(site):
    lock_file(site).write_text("4711\n")
    (site.root / ".site.busylife-staging" / "day").mkdir(parents=True)
    before = site.stamps()
    site.build()
    assert site.stamps() == before
    assert sorted(p.name for p in site.root.iterdir()) == ["Content", "Templates", "cache", "site"]


def test_many_builds_at_once(site):
    for titles in (("A", "1"), ("A", "2"), ("A", "3")):
        site.titles(*titles)
        builds = [start(site) for _ in range(4)]
        for process in builds:
            _, err = process.communicate(timeout=120)
            assert process.returncode == DONE, err
        site.is_clean()
    shutil.rmtree(site.output)
    builds = [start(site) for _ in range(4)]
    for process in builds:
        _, err = process.communicate(timeout=120)
        assert process.returncode == DONE, err
    site.is_clean()


# ---- No room, no permission ----------------------------------------------------------------------


def limited(site: Site, output: Path, bytes_: int):
    words = ["build", "--content", site.folder, "--templates", site.templates, "--output", output, *WINDOW]
    return subprocess.run(
        [tool.TOOL, *words, "--now", tool.NOW],
        env=os.environ | {"XDG_CACHE_HOME": str(site.cache)},
        capture_output=True,
        text=True,
        cwd=tool.PROJECT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_)),
    )


def test_a_file_that_is_too_large(site):
    good = snapshot(site.output)
    site.titles("Changed", "Changed")
    for output in (site.output, site.root / "new"):
        result = limited(site, output, 4_096)
        assert result.returncode == INPUT_OUTPUT, result.stderr
        assert len(result.stderr.splitlines()) == 1
        assert changes(good, snapshot(site.output)) == []
    assert sorted(p.name for p in site.root.iterdir()) == ["Content", "Templates", "cache", "site"]
    site.build()
    site.is_clean()


@pytest.fixture
def small_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk(site, small_disk):
    """Whether the output folder is on the full disk or is itself the disk."""
    for output in (small_disk / "site", small_disk):
        window = ("--from", "2026-11-20", "--to", "2026-11-21")
        site.build(*window, output=output)
        good = snapshot(output)
        result = site.built("--from", "2020-01-01", "--to", "2030-01-01", output=output, expect=INPUT_OUTPUT)
        assert "full" in result.err and len(result.err.splitlines()) == 1, result
        assert changes(good, snapshot(output)) == []
        shutil.rmtree(small_disk / "site", ignore_errors=True)
    for path in small_disk.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    result = site.built("--from", "2020-01-01", "--to", "2030-01-01", output=small_disk / "new", expect=INPUT_OUTPUT)
    assert list(small_disk.iterdir()) == []


def test_an_output_that_is_a_disk_of_its_own(site, small_disk):
    """A mount point can't be replaced; files that keep it in a repository stay."""
    (small_disk / ".gitkeep").write_text("")
    window = ("--from", "2026-11-20", "--to", "2026-11-21")
    site.build(*window, output=small_disk)
    site.build(*window, output=site.root / "clean")
    clean = snapshot(site.root / "clean")
    assert changes(clean | {".gitkeep": snapshot(small_disk)[".gitkeep"]}, snapshot(small_disk)) == []


def as_nobody(site: Site, output: Path, *arguments):
    """Root may write anywhere, so another user has to try."""
    if os.geteuid() != 0:
        return build(output, *WINDOW, *arguments, content=site.folder, templates=site.templates, expect=None)
    words = ["build", "--content", site.folder, "--templates", site.templates, "--output", output, *WINDOW, *arguments]
    return subprocess.run(
        [tool.TOOL, *words, "--now", tool.NOW],
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        user=65_534,
        group=65_534,
        extra_groups=[],
        cwd="/",
    )


@pytest.fixture
def open_root():
    """A folder that other users can reach."""
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user")
def test_folders_that_can_not_be_written_to(open_root):
    site = Site(open_root)
    if as_nobody(site, open_root / "probe").returncode != INPUT_OUTPUT:
        pytest.skip("another user can't run the tool here")
    site.build()
    good = snapshot(site.output)
    site.titles("Changed", "B")
    result = as_nobody(site, site.output)
    assert result.returncode == INPUT_OUTPUT and "permission" in result.stderr, result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert changes(good, snapshot(site.output)) == []
    result = as_nobody(site, open_root / "new")
    assert result.returncode == INPUT_OUTPUT and "permission" in result.stderr, result.stderr
    # Your own output folder in somebody else's folder works.
    own = open_root / "own"
    own.mkdir()
    os.chown(own, 65_534, 65_534)
    for titles in (("A", "B"), ("A", "C")):
        site.titles(*titles)
        result = as_nobody(site, own)
        assert result.returncode == DONE, result.stderr
        site.build()
        assert changes(snapshot(site.output), snapshot(own)) == []


# ---- Compressed files ----------------------------------------------------------------------------


def test_compressed_files_unpack_to_the_files_beside_them(site):
    import gzip
    import zlib

    brotli = shutil.which("brotli")
    site.build("--precompress")
    plain = [p for p in site.output.rglob("*") if p.is_file() and p.suffix not in (".gz", ".br")]
    pages = [p for p in plain if p.suffix in (".html", ".css", ".js", ".ics")]
    assert pages
    for path in pages:
        packed = path.with_name(path.name + ".gz")
        if not packed.exists():
            assert len(zlib.compress(path.read_bytes(), 9)) + 20 > path.stat().st_size
            continue
        assert gzip.decompress(packed.read_bytes()) == path.read_bytes()
        assert packed.read_bytes()[4:8] == bytes(4), "a time would differ from build to build"
        assert packed.stat().st_size < path.stat().st_size
        smaller = path.with_name(path.name + ".br")
        assert smaller.exists() and smaller.stat().st_size < path.stat().st_size
        if brotli:
            assert subprocess.run([brotli, "-dc", smaller], capture_output=True, check=True).stdout == path.read_bytes()
    assert not [p for p in plain if p.suffix == ".png" and p.with_name(p.name + ".gz").exists()]


def test_compressed_files_follow_their_sources(site):
    plain = snapshot(site.output)
    site.build("--precompress")
    site.is_clean("--precompress")
    before = site.stamps()
    site.build("--precompress")
    assert site.stamps() == before
    site.titles("A", "B changed")
    site.build("--precompress")
    written = site.written(before)
    assert {"day/2026-12-15.html", "day/2026-12-15.html.gz", "day/2026-12-15.html.br"} <= written
    assert not [n for n in written if n.startswith("day/2026-11")]
    site.is_clean("--precompress")
    (site.output / "index.html.gz").unlink()
    (site.output / "index.html.br").write_bytes(b"broken")
    site.build("--precompress")
    site.is_clean("--precompress")
    site.titles("A", "B")
    site.build()
    assert changes(plain, snapshot(site.output)) == []


def test_static_files_that_are_compressed_already_stand_for_copies(site):
    """A page's copy can't come from elsewhere: it would not be that of the page."""
    static = site.folder / "static"
    static.mkdir()
    (static / "kit.css").write_text("a { color: red }\n" * 200)
    (static / "kit.css.br").write_bytes(b"by hand")
    changes_file = site.root / "changes"
    site.build("--precompress", "--changes", changes_file)
    assert (site.output / "kit.css.br").read_bytes() == b"by hand" and (site.output / "kit.css.gz").exists()
    paths = [json.loads(line)["path"] for line in changes_file.read_text().splitlines()]
    assert sorted(paths) == sorted(set(paths))
    before = site.stamps()
    assert "0 files written" in site.built("--precompress").out and site.stamps() == before
    site.build()
    assert (site.output / "kit.css.br").read_bytes() == b"by hand" and not (site.output / "kit.css.gz").exists()
    (static / "index.html.gz").write_bytes(b"old")
    result = site.built(expect=PROBLEMS)
    assert "the site makes index.html.gz itself with --precompress; give this file another name" in result.err
    assert "index.html.gz" in site.run("check", expect=PROBLEMS).out
