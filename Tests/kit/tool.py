"""Running busylife-gen."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import surroundings
from surroundings import NOW, SEED, USUAL  # noqa: F401 (tests import them from here)

PROJECT = Path(__file__).resolve().parents[2]
TOOL = Path(os.environ.get("BUSYLIFE_GEN", PROJECT / ".build/release/busylife-gen")).resolve()
CONTENT = PROJECT / "Content"
TEMPLATES = PROJECT / "Templates"


def keep_temporary_folders_in_memory(memory: Path = Path("/dev/shm")) -> None:
    """Makes pytest put its temporary folders in memory, if there is room and programs may be run there: tests make
    some hundred thousand files, and the command waits for the disk before it renames any."""
    if "PYTEST_DEBUG_TEMPROOT" in os.environ or not os.access(memory, os.W_OK):
        return
    room = os.statvfs(memory)
    if room.f_bavail * room.f_frsize > 4 << 30 and not room.f_flag & os.ST_NOEXEC:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(memory)
        tempfile.tempdir = str(memory)


DONE, PROBLEMS, USAGE, INTERNAL, INPUT_OUTPUT = 0, 1, 64, 70, 74

# `path:line:column: severity: message`; the path may contain colons.
PLACED = re.compile(
    r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?P<severity>error|warning|note): (?P<message>.+)"
)
CRASH = re.compile(
    r"Fatal error|Stack dump|Thread \d+.* crashed|Backtrace|\.swift:\d+|Segmentation|"
    r"precondition|Optional\(|NSError|Error Domain|DecodingError|CodingKeys",
    re.I,
)


@cache
def _library_that_kills() -> Path:
    compiler = shutil.which("clang", path=f"{os.environ['PATH']}:{Path(shutil.which('swift')).resolve().parent}")
    library = Path(tempfile.mkdtemp(prefix="busylife-kill-")) / "kill_at.so"
    atexit.register(shutil.rmtree, library.parent, ignore_errors=True)
    source = Path(__file__).with_name("kill_at.c")
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", source, "-o", library], check=True)
    return library


def killed_at(call: str, number: int) -> dict[str, str]:
    """The environment of a process that is killed when it makes this call for the n-th time: see kill_at.c."""
    return {"LD_PRELOAD": str(_library_that_kills()), "KILL_AT": f"{call} {number}"}


@dataclass
class Result:
    arguments: list[str]
    code: int
    out: str
    err: str

    def __str__(self) -> str:
        return f"{' '.join(self.arguments)}\nended with {self.code}\n{self.out}{self.err}"

    @property
    def placed(self) -> list[re.Match]:
        return [m for m in map(PLACED.fullmatch, self.err.splitlines()) if m]


def run(
    *arguments,
    expect: int | None = None,
    environment: dict | None = None,
    cwd: Path = PROJECT,
    timeout: float = 300,
) -> Result:
    """One run, with the same environment on every machine."""
    env = surroundings.environment(**environment or {})
    words = [str(a) for a in arguments]
    done = subprocess.run(
        [TOOL, *words], env=env, cwd=cwd, timeout=timeout, stdin=subprocess.DEVNULL, capture_output=True
    )
    result = Result(
        [TOOL.name, *words],
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )
    assert not CRASH.search(result.err), f"not words for a user\n{result}"
    if expect is not None:
        assert result.code == expect, f"expected {expect}\n{result}"
    return result


def in_locale(folder: Path, locale: str, *left_out: str) -> None:
    """The sample's content in another language, without the settings whose lines begin with these texts."""
    shutil.copytree(CONTENT, folder)
    settings = folder / "site.yml"
    lines = settings.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("locale:", *left_out))]
    settings.write_text("\n".join([*kept, f"locale: {locale}", ""]), encoding="utf-8")


def build(
    output: Path,
    *arguments,
    content: Path = CONTENT,
    templates: Path = TEMPLATES,
    now: str | None = NOW,
    expect: int | None = DONE,
    **options,
) -> Result:
    words = ["build", "--content", content, "--templates", templates, "--output", output, *arguments]
    if now:
        words += ["--now", now]
    return run(*words, expect=expect, **options)


def agenda(content: Path, *arguments, expect: int = DONE) -> dict:
    result = run(
        "agenda", "--content", content, "--format", "json", "--now", NOW, *arguments, expect=expect
    )
    return json.loads(result.out)


def snapshot(folder: Path) -> dict[str, str]:
    """Each file (and link, and empty folder) below a folder, with the hash of its bytes."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {os.readlink(path)}"
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        elif path.is_dir() and not any(path.iterdir()):
            found[name] = "an empty folder"
    return found


def changes(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """The differences between two snapshots; a few names are enough."""
    found = [f"gone: {n}" for n in before if n not in after]
    found += [f"new: {n}" for n in after if n not in before]
    found += [f"changed: {n}" for n in before if n in after and before[n] != after[n]]
    return found[:20]
