"""Nothing outside of the output folder and the cache is ever written, renamed or removed, whatever is in the way."""

from __future__ import annotations

import contextlib
import ctypes
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import edits
import surroundings
import tool
import traces
from edits import UTC_EVENT
from tool import CRASH, DONE, INPUT_OUTPUT, PROBLEMS, SEED, USAGE


SETTINGS = "title: A site\nzones: UTC\nviews: [calendar]\neventPages: false\n"
EVENTS = (
    '[{"uid": "a@example.org", "title": "%s", "start": "2026-11-20T09:00:00Z", "end": "2026-11-20T10:00:00Z"}]'
)
ICS = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:b@example.org\r\n"
    "DTSTAMP:20260101T000000Z\r\nDTSTART:20261121T090000Z\r\nSUMMARY:B\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
WINDOW = ("--from", "2026-11-01", "--to", "2026-12-01", "--now", tool.NOW)


class Place:
    """A folder with a site in it, and folders beside it that the command must not touch."""

    def __init__(self, root: Path):
        self.root = root
        self.site = root / "site"
        self.output = self.site / "Output"
        self.content = self.site / "Content"
        self.victim = root / "victim"
        self.cache = root / "cache"
        (self.content / "notes").mkdir(parents=True)
        (self.content / "site.yml").write_text(SETTINGS)
        (self.content / "events.json").write_text(EVENTS % "A")
        (self.content / "b.ics").write_bytes(ICS.encode())
        (self.content / "notes" / "n.md").write_text("---\ntitle: N\n---\n\n![p](p.png)\n")
        (self.content / "notes" / "p.png").write_bytes(b"\x89PNG")
        for name in ("secret.txt", "index.html", "inner/deep.txt", "calendar/2026-11.html", "n.md", "c.ics"):
            path = self.victim / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name} of somebody else\n")
        (self.victim / "empty").mkdir()

    def run(self, *words, expect=None, **options) -> tool.Result:
        return tool.run(
            *words, expect=expect, cwd=self.site, environment={"XDG_CACHE_HOME": str(self.cache)}, **options
        )

    def build(self, *words, expect=None, output="Output") -> tool.Result:
        return self.run("build", "--output", output, *WINDOW, *words, expect=expect)

    def outside(self) -> dict:
        return state(self.victim)


def state(folder: Path) -> dict:
    """The complete state of a tree."""
    found = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        status = path.lstat()
        kept = (status.st_mode, status.st_uid, status.st_ino, status.st_mtime_ns, status.st_nlink)
        if stat.S_ISREG(status.st_mode):
            kept += (path.read_bytes(),)
        found[str(path.relative_to(folder))] = kept
    return found


@pytest.fixture
def place(tmp_path) -> Place:
    return Place(tmp_path)


# ---- Links where folders of ours should be -------------------------------------------------------


@pytest.mark.parametrize("name", [".Output.busylife-staging", "Output", ".Output.busylife-lock"])
@pytest.mark.parametrize("target", ["../victim", "../victim/empty", "../victim/secret.txt", "nowhere", "name"])
def test_a_link_in_place_of_a_folder_of_the_build(place, name, target):
    link = place.site / name
    link.symlink_to(name if target == "name" else target)
    before = place.outside()
    result = place.build(expect=INPUT_OUTPUT)
    assert name in result.err and "symbolic link" in result.err, result
    assert place.outside() == before and link.is_symlink()
    assert len(result.err.splitlines()) == 1
    place.build(output="Good", expect=DONE)


@pytest.mark.parametrize("name", [".busylife-staging", "calendar", "assets", "data", "notes", "notes/images", "feeds"])
def test_a_link_within_the_output(place, name):
    place.build(expect=DONE)
    link = place.output / name
    if link.exists():
        shutil.rmtree(link)
    link.symlink_to(os.path.relpath(place.victim, link.parent))
    before = place.outside()
    (place.content / "events.json").write_text(EVENTS % "Changed")
    result = place.build(expect=INPUT_OUTPUT)
    assert f"Output/{name}" in result.err and "symbolic link" in result.err, result
    assert place.outside() == before and link.is_symlink()
    link.unlink()
    place.build(expect=DONE)


def test_manifest_entries_outside_the_output_are_not_removed(place):
    """Neither through a link nor upwards, nor to files that no build writes."""
    place.build(expect=DONE)
    manifest = place.output / ".busylife-gen"
    (place.output / ".git").mkdir()
    (place.output / ".git" / "HEAD").write_text("ref")
    hostile = [
        "../victim/secret.txt", "a/../../victim/secret.txt", str(place.victim / "secret.txt"), ".git/HEAD", "a//b",
        "./a",
    ]
    manifest.write_bytes(manifest.read_bytes()[:-1] + "\n".join([*hostile, "", ""]).encode())
    before = place.outside()
    (place.content / "events.json").write_text(EVENTS % "Changed")
    place.build(expect=DONE)
    assert place.outside() == before and (place.output / ".git" / "HEAD").read_text() == "ref"
    (place.output / "x").symlink_to("../../victim")
    manifest.write_bytes(manifest.read_bytes()[:-1] + b"x/secret.txt\nx/inner/deep.txt\n\n")
    (place.content / "events.json").write_text(EVENTS % "Again")
    result = place.build(expect=INPUT_OUTPUT)
    assert "Output/x" in result.err and "symbolic link" in result.err
    assert place.outside() == before


def test_files_with_a_second_name_keep_their_bytes_there(place):
    """Whoever can write beside the output can give a hard link a name that the command uses."""
    place.build(expect=DONE)
    before = place.outside()
    staging = place.output / ".busylife-staging"
    staging.mkdir()
    for name in ("0", "1", "2", "next", "intent", ".busylife-gen"):
        os.link(place.victim / "secret.txt", staging / name)
    for name in ("index.html", "calendar/2026-11.html"):
        (place.output / name).unlink()
        os.link(place.victim / "index.html", place.output / name)
    (place.content / "events.json").write_text(EVENTS % "Changed")
    place.build(expect=DONE)
    assert not staging.exists()
    assert place.outside() == before


def test_a_lock_with_a_second_name_is_not_written_to(place):
    before_bytes = (place.victim / "secret.txt").read_bytes()
    os.link(place.victim / "secret.txt", place.site / ".Output.busylife-lock")
    result = place.build(expect=INPUT_OUTPUT)
    assert ".Output.busylife-lock" in result.err
    assert (place.victim / "secret.txt").read_bytes() == before_bytes


def test_only_users_who_can_write_to_its_folder_can_open_a_lock(place):
    """Whoever can open a lock can hold it."""
    os.umask(0o022)
    lock = place.site / ".Output.busylife-lock"
    lock.write_text("")
    lock.chmod(0o644)
    seen = []
    done = threading.Event()

    def look():
        while not done.is_set():
            with contextlib.suppress(FileNotFoundError):
                mode = stat.S_IMODE(lock.stat().st_mode)
                if mode not in seen:
                    seen.append(mode)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        for title in range(10):
            (place.content / "events.json").write_text(EVENTS % f"Number {title}")
            place.build(expect=DONE)
    finally:
        done.set()
        watcher.join()
    assert 0o600 in seen and set(seen) <= {0o600, 0o644}, [oct(mode) for mode in seen]


# ---- The content ---------------------------------------------------------------------------------


def test_notes_images_and_calendars_do_not_leave_the_content(place):
    for name, target in {
        "notes/secret.md": "n.md",
        "notes/inner": "inner",
        "notes/secret.png": "secret.txt",
        "c.ics": "c.ics",
        "team": "inner",
    }.items():
        (place.content / name).symlink_to(place.victim / target)
    (place.content / "notes" / "n.md").write_text("![a](secret.png)\n")
    result = place.build(expect=DONE)
    for name in ("notes/secret.md", "notes/inner", "notes/secret.png", "c.ics", "team"):
        assert f"Content/{name}:1:1: warning: " in result.err, name
    assert result.err.count("followLinks: true") >= 6
    for path in place.output.rglob("*"):
        assert not path.is_file() or b"somebody else" not in path.read_bytes(), path
    (place.content / "site.yml").write_text(SETTINGS + "followLinks: true\n")
    result = place.build(expect=DONE)
    assert (place.output / "notes/images/secret.png").read_bytes() == (place.victim / "secret.txt").read_bytes()
    assert (place.output / "notes/secret.html").exists()
    # Targets of links are watched for changes too.
    (place.victim / "n.md").write_text("changed elsewhere\n")
    place.build(expect=DONE)
    assert "changed elsewhere" in (place.output / "notes/secret.html").read_text()


def test_a_theme_does_not_leave_its_folder(place):
    templates = place.site / "Theme"
    (templates / "assets").mkdir(parents=True)
    (templates / "assets" / "key.css").symlink_to(place.victim / "secret.txt")
    result = place.build("--templates", "Theme", expect=PROBLEMS)
    assert "Theme/assets/key.css:1:1: error: " in result.err and not place.output.exists()


def test_edits_need_a_folder_that_no_link_leads_to(place):
    (place.site / "Linked").symlink_to("Content")
    result = place.run("serve", "--edit", "--content", "Linked", "--port", "0", expect=INPUT_OUTPUT)
    assert "Linked" in result.err and "symbolic link" in result.err


# ---- The cache -----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["link", "others can write", "another user's"])
def test_a_cache_of_another_user_is_reported_and_not_used(place, way):
    folder = place.cache / "busylife-gen"
    place.cache.mkdir()
    if way == "link":
        folder.symlink_to(place.victim)
    else:
        folder.mkdir(mode=0o700)
        if way == "others can write":
            folder.chmod(0o777)
        elif os.geteuid() == 0:
            os.chown(folder, 12345, 12345)
        else:
            pytest.skip("only root can give a folder away")
    before = place.outside()
    for _ in range(2):
        result = place.build(expect=DONE)
        assert str(folder) in result.err and "not used" in result.err, result
    assert place.outside() == before
    if way != "link":
        assert not list(folder.iterdir())


# ---- Every system call that writes ---------------------------------------------------------------

NEEDS_STRACE = pytest.mark.skipif(sys.platform != "linux", reason="strace is of Linux")


def traced(place: Place, *words, log: Path, kill_at: str | None = None, expect=DONE) -> list[str]:
    command = ["strace", "-f", "-qq", "-e", "trace=%file,%desc,clone,clone3,fork", "-e", "signal=none", "-s", "300"]
    if kill_at:
        command += ["-e", f"inject={kill_at}"]
    done = subprocess.run(
        [*command, "-o", log, tool.TOOL, *map(str, words)],
        cwd=place.site,
        env=surroundings.environment(XDG_CACHE_HOME=str(place.cache)),
        capture_output=True,
        text=True,
    )
    assert done.returncode == expect, done.stderr
    return traces.faults(log.read_text(errors="replace").splitlines())


@NEEDS_STRACE
def test_every_call_that_writes_names_a_file_in_a_folder_that_was_opened(place, tmp_path):
    """`strace` of builds, of a killed one and the one after it, and of init: every call that writes, renames or
    removes uses one plain name in a folder that no link led to."""
    build = ("build", *WINDOW)
    log = tmp_path / "log"
    assert traced(place, *build, log=log) == []
    assert traced(place, *build, log=log) == []
    (place.content / "events.json").write_text(EVENTS % "Changed")
    assert traced(place, *build, "--precompress", log=log) == []
    (place.content / "events.json").write_text(EVENTS % "Killed")
    (place.content / "notes" / "n.md").unlink()
    traced(place, *build, log=log, kill_at="renameat:signal=KILL:when=3", expect=-signal.SIGKILL)
    assert traces.faults(log.read_text(errors="replace").splitlines()) == []
    assert (place.output / ".busylife-staging").exists()
    assert traced(place, *build, log=log) == []
    assert not (place.output / ".busylife-staging").exists()
    assert traced(place, *build, "--output", "new/inner/Output", log=log) == []
    assert traced(place, "init", "made/here", "--theme", log=log) == []


@NEEDS_STRACE
def test_every_call_of_an_edit_that_writes_names_a_file_in_a_folder_that_was_opened(tmp_path):
    content = edits.write(tmp_path / "Content")
    log = tmp_path / "log"
    with edits.Editing(content) as server:
        tracer = subprocess.Popen(
            ["strace", "-f", "-e", "trace=%file,%desc,clone,clone3", "-e", "signal=none", "-s", "300", "-o", log, "-p",
             str(server.process.pid)],
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert "attached" in tracer.stderr.readline()
        page = edits.Page(server)
        status, answer = page.edit(**UTC_EVENT)
        assert status == 200, answer
        assert page.undo(answer["undo"])[0] == 200
        tracer.send_signal(signal.SIGINT)
        tracer.wait(timeout=60)
    lines = log.read_text(errors="replace").splitlines()
    assert any("renameat2(" in line for line in lines)
    assert traces.faults(lines) == []


def test_the_trace_finds_planted_faults():
    good = '1 openat(AT_FDCWD, ".", O_RDONLY|O_NOFOLLOW|O_CLOEXEC|O_DIRECTORY) = 3'
    linked = '1 openat(AT_FDCWD, "x", O_RDONLY|O_CLOEXEC|O_DIRECTORY) = 3'
    for line in (
        '1 openat(AT_FDCWD, "a", O_WRONLY|O_CREAT|O_NOFOLLOW, 0666) = 4',
        '1 openat(3, "a/b", O_WRONLY|O_CREAT|O_NOFOLLOW, 0666) = 4',
        '1 openat(3, "a", O_WRONLY|O_CREAT, 0666) = 4',
        '1 unlink("a") = 0',
        '1 unlinkat(3, "../a", 0) = 0',
        '1 renameat(3, "a", AT_FDCWD, "b") = 0',
        '1 mkdir("a", 0777) = 0',
        '1 chmod("a", 0777) = 0',
    ):
        assert traces.faults([good, line]) == [line], line
    assert traces.faults([linked, '1 unlinkat(3, "a", 0) = 0']) != []
    assert traces.faults([good, '1 unlinkat(3, "a", 0) = 0', '1 openat(3, "a", O_RDONLY) = 5']) == []
    # Another thread gets the number before the call that closed it has ended.
    again = good.replace("1 ", "2 ", 1)
    closing = ["1 close(3 <unfinished ...>", again, "1 <... close resumed>) = 0", '2 unlinkat(3, "a", 0) = 0']
    assert traces.faults([good, *closing]) == []
    assert traces.faults([good, *closing[:1], *closing[2:]]) == closing[3:]


# ---- Random layouts ------------------------------------------------------------------------------

LAYOUTS = 120
PARTS = 4

# What the command opens, from the site's folder, and from the cache.
OPENED = [
    "Output", "Output/calendar", "Output/assets", "Output/data", "Output/feeds", "Output/notes", "Output/notes/images",
    "Output/.busylife-gen", "Output/.busylife-staging", "Output/.busylife-staging/intent", "Output/.busylife-staging/0",
    "Output/.busylife-lock", "Output/index.html", "Output/calendar/2026-11.html", "Output/feeds/all.ics", "Output/x",
    ".Output.busylife-staging", ".Output.busylife-staging/calendar", ".Output.busylife-lock",
    "Content/notes", "Content/notes/n.md", "Content/notes/p.png", "Content/b.ics", "Content/events.json",
    "Content/.busylife-lock", "Content/.busylife-draft", "Content/x.ics", "sub", "sub/Output",
    "sub/.Output.busylife-staging",
    "../cache", "../cache/busylife-gen", "../cache/busylife-gen/remote", "new", "new/Content", "new/Content/notes",
    "new/Content/site.yml", "new/Templates", "new/Templates/assets",
]  # fmt: skip


def exchange(first: Path, second: Path):
    """renameat2(2) with RENAME_EXCHANGE."""
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.renameat2(-100, os.fsencode(first), -100, os.fsencode(second), 2)


def put(rng: random.Random, place: Place, path: Path) -> str:
    """Puts something in the place of a path, if earlier changes allow it."""
    try:
        return put_any(rng, place, path)
    except OSError:
        return "nothing"


def put_any(rng: random.Random, place: Place, path: Path) -> str:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError:
        return "nothing"
    targets = [
        place.victim, place.victim / "empty", place.victim / "inner", place.victim / "secret.txt", place.victim / "new",
        place.victim / "calendar", place.victim / "index.html", Path("/dev/null"), path, place.root, place.site,
        Path("/proc/self/fd"),
    ]  # fmt: skip
    kind = rng.choice(["link"] * 8 + ["hard link", "pipe", "folder", "file", "chain"])
    target = rng.choice(targets)
    if kind == "link":
        path.symlink_to(target if rng.random() < 0.5 else os.path.relpath(target, path.parent))
    elif kind == "chain":
        (place.site / "chain").unlink(missing_ok=True)
        (place.site / "chain").symlink_to(target)
        path.symlink_to(os.path.relpath(place.site / "chain", path.parent))
    elif kind == "hard link":
        os.link(place.victim / rng.choice(["secret.txt", "index.html", "c.ics"]), path)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        (path / "inner").mkdir(parents=True)
        (path / "inner" / "out").symlink_to(place.victim)
        (path / "out").symlink_to(place.victim / "secret.txt")
    else:
        path.write_text("x")
    return f"{kind} to {target}"


def lay(rng: random.Random, place: Place) -> list[str]:
    said = []
    for name in rng.sample(OPENED, rng.choice([1, 1, 1, 2, 3])):
        said.append(f"{name}: {put(rng, place, place.site / name)}")
    if rng.random() < 0.3 and not (place.output / ".busylife-gen").is_symlink():
        # A manifest that names other files.
        with contextlib.suppress(OSError), (place.output / ".busylife-gen").open("rb+") as manifest:
            text = manifest.read()
            known = ["x/secret.txt", "x/inner/deep.txt", "calendar/secret.txt", "../victim/secret.txt", "notes/n.md"]
            lines = rng.sample(known, 2)
            manifest.seek(0)
            manifest.write(text[:-1] + "\n".join([*lines, "", ""]).encode())
            said.append(f"manifest with {lines}")
    return said


@contextlib.contextmanager
def swapping(rng: random.Random, place: Place):
    """Another process that keeps exchanging a folder for a link."""
    name = rng.choice([
        "Output/calendar", "Output", "Output/.busylife-staging", "Output/notes", ".Output.busylife-staging",
        "Content/notes",
    ])
    path = place.site / name
    if not os.path.realpath(path.parent).startswith(os.path.realpath(place.site)):
        # The exchange itself would change the target.
        yield "alone"
        return
    with contextlib.suppress(OSError):
        path.mkdir(parents=True, exist_ok=True)
    link = place.root / "link"
    link.symlink_to(place.victim)
    done = threading.Event()

    def swap():
        while not done.is_set():
            exchange(path, link)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield f"swapping {name}"
    finally:
        done.set()
        thread.join()
        if path.is_symlink():
            exchange(path, link)


@pytest.mark.random
@pytest.mark.parametrize("part", range(PARTS))
def test_random_layouts_leave_everything_else_alone(part, tmp_path, bare, monkeypatch):
    print(f"BUSYLIFE_SEED={SEED}")
    whole = tool.TOOL
    monkeypatch.setattr(tool, "TOOL", bare)
    base = Place(tmp_path / "base")
    base.build("--templates", tool.TEMPLATES, expect=DONE)
    for number in range(part, LAYOUTS, PARTS):
        rng = random.Random(SEED * 1_000_000 + number)
        root = tmp_path / f"{number}"
        shutil.copytree(base.root, root, symlinks=True)
        place = Place.__new__(Place)
        place.__dict__ = {k: root / v.relative_to(base.root) for k, v in base.__dict__.items()}
        said = lay(rng, place)
        (place.content / "events.json").is_symlink() or put_event(place, rng)
        before = place.outside()
        words = rng.choice(
            [("build",)] * 5 + [
                ("build", "--precompress"), ("build", "--output", "sub/Output"), ("init", "new", "--theme"),
                ("init", "."),
            ]
        )
        command = [*words, *WINDOW, "--templates", tool.TEMPLATES] if words[0] == "build" else words
        # The theme is found relative to the command.
        monkeypatch.setattr(tool, "TOOL", bare if words[0] == "build" else whole)
        with swapping(rng, place) if number % 10 == 0 else contextlib.nullcontext("alone") as others:
            result = place.run(*command)
        about = f"seed {SEED}, layout {number}: {said}, {others}\n{result}"
        assert result.code in (DONE, PROBLEMS, USAGE, INPUT_OUTPUT), about
        assert not CRASH.search(result.err), about
        assert unlinked(place.outside()) == unlinked(before), about
        if number % 4 < 2 and words[0] == "build" and not any("Content" in line for line in [*said, others]):
            beside = place.build("--templates", tool.TEMPLATES, output="Good")
            assert beside.code == DONE and (place.site / "Good" / "index.html").exists(), f"{about}\n{beside}"
            assert unlinked(place.outside()) == unlinked(before), about
        shutil.rmtree(root)


def put_event(place: Place, rng: random.Random):
    with contextlib.suppress(OSError):
        if (place.content / "events.json").is_file():
            if os.stat(place.content / "events.json").st_nlink == 1:
                (place.content / "events.json").write_text(EVENTS % f"Number {rng.random()}")


def unlinked(found: dict) -> dict:
    """Without the link counts of files: one in the output folder may be removed."""
    return {name: kept[:4] + kept[5:] for name, kept in found.items()}
