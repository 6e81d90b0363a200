"""Runs `make test`: its parts side by side, in an order that keeps two cores busy.

Each part is a target of the Makefile and can be run alone. The output of a part is held back until it ends; then its
summary line is printed, or everything if it failed. The exit code is that of the first part that failed. Parts that
depend on a failed one are skipped and named.

Tests of sites and pages that failed run again when all parts have ended, one after the other with nothing beside them.
Those that pass then are unsteady: the last line names them, and up to five of them do not fail the run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What `make test-times` reads.
TIMES = ".build-tests/times"
# Colours and other escape sequences for terminals.
CONTROL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@dataclass(frozen=True)
class Part:
    name: str
    # What make is given: a target, and variables.
    target: str
    # A pattern for the runner's summary line; by default the last line.
    closing: str = ""
    # Parts that this one depends on.
    needs: tuple[str, ...] = ()
    # Parts that must have ended, successfully or not, so that no more than two run at a time.
    after: tuple[str, ...] = ()
    # Whether pytest runs it, so that failed tests can run again.
    is_repeatable: bool = False

    def words(self, folder: Path) -> list[str]:
        """What make is given. pytest records in the folder which tests failed, and how long each took in another."""
        flags = f"PYTEST_FLAGS=-o cache_dir={folder / self.name} --junitxml={ROOT / TIMES / Path(self.name).name}.xml"
        return self.target.split() + ([flags] if self.is_repeatable else [])

    def failed_tests(self, folder: Path) -> set[str]:
        """The tests that failed when they last ran."""
        file = folder / self.name / "v/cache/lastfailed"
        names = json.loads(file.read_text()) if file.exists() else []
        return {name if name.startswith(self.name) else f"{self.name}/{name}" for name in names}


PYTEST = r"\b(passed|failed|errors?|skipped|warnings?) in "
SWIFT = r"Test run with "
STYLE = Part("style", "lint", "style")
PACKAGES = Part("Python packages", "setup-tests")
BUILT = ("command", "module", PACKAGES.name)
# Sites and pages are tested with the command whose modules the Swift tests share.
TESTED = "TOOL=.build-tests/release/busylife-gen"
# In the order in which they begin, in two rows, each of which keeps one core busy. The command and the modules are
# compiled with whole-module optimisation, by one core each. Tests of pages need both and take longest, so they follow
# at once; all else stands in the other row.
PARTS = {
    "all": [
        STYLE,
        PACKAGES,
        Part("command", "tested-command"),
        Part("module", "wasm"),
        Part("Tests/Browser", f"test-browser {TESTED}", PYTEST, needs=BUILT, is_repeatable=True),
        # What the network takes a minute to bring, beside what needs processors.
        Part("Spark", "setup-cluster", needs=(PACKAGES.name,), after=("command",)),
        Part("mutations", "mutations", after=("module",)),
        Part("Swift", "tested-swift", SWIFT, needs=("command", PACKAGES.name), after=("mutations",)),
        Part("package", "test-package", after=("Swift",)),
        Part("additions", "test-additions", PYTEST, needs=(PACKAGES.name,), after=("package",)),
        Part(
            "Tests/Site",
            f"test-site {TESTED}",
            PYTEST,
            needs=(*BUILT, "Spark"),
            after=("additions",),
            is_repeatable=True,
        ),
    ],
    # One debug build for both of these parts.
    "fast": [
        STYLE,
        PACKAGES,
        Part("compiled", "build-tests"),
        Part("Swift", "test-swift", SWIFT, needs=("compiled", PACKAGES.name)),
        Part("Tests/Site", "test-site-fast", PYTEST, needs=("compiled", PACKAGES.name)),
    ],
}


@dataclass
class Running:
    part: Part
    process: subprocess.Popen
    log: Path
    since: float


# More failed tests than these are no accident, and are not run again; more unsteady ones than those fail the run.
MOST_REPEATED = 20
MOST_UNSTEADY = 5


def start(part: Part, folder: Path, *more: str) -> Running:
    log = folder / f"{part.target.split()[0]}{'-again' if more else ''}.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [os.environ.get("MAKE", "make"), "--no-print-directory", *part.words(folder), *more],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            # A process group, so that all of it can be stopped.
            start_new_session=True,
        )
    return Running(part, process, log, time.monotonic())


def closing(run: Running) -> str:
    """The line that summarises a part."""
    lines = [line.strip() for line in CONTROL.sub("", run.log.read_text(errors="replace")).splitlines()]
    lines = [line for line in lines if line]
    if run.part.closing:
        found = [line for line in lines if re.search(run.part.closing, line)]
        return found[-1] if found else "ended without a closing line"
    return lines[-1] if lines else "done"


def stop(runs: list[Running]) -> None:
    for run in runs:
        try:
            os.killpg(run.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
    for run in runs:
        run.process.wait()


def repeated(part: Part, folder: Path) -> tuple[set[str], bool]:
    """Runs the failed tests of a part again, alone: the tests that pass now, and whether all do."""
    failed = part.failed_tests(folder)
    if not 0 < len(failed) <= MOST_REPEATED:
        return set(), False
    flags = f"PYTEST_FLAGS=-o cache_dir={folder / part.name} --last-failed --last-failed-no-failures none"
    run = start(part, folder, "TEST_WORKERS=0", flags)
    try:
        code = run.process.wait()
    finally:
        stop([run])
    if code:
        print(run.log.read_text(errors="replace"), flush=True)
    print(f"{part.name}, failed tests again ({time.monotonic() - run.since:.0f} s): {closing(run)}", flush=True)
    return failed - part.failed_tests(folder), code == 0


def main() -> int:
    parts = PARTS[sys.argv[1] if len(sys.argv) > 1 else "all"]
    began = time.monotonic()
    # Exit codes of parts that ended; None for skipped ones.
    ended: dict[str, int | None] = {}
    waiting, runs = list(parts), []
    folder = Path(tempfile.mkdtemp(prefix="busylife-tests-"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        while waiting or runs:
            for part in list(waiting):
                if any(ended.get(name, 0) != 0 for name in part.needs):
                    ended[part.name] = None
                    print(f"{part.name}: left out", flush=True)
                    waiting.remove(part)
                elif all(name in ended for name in part.needs + part.after):
                    runs.append(start(part, folder))
                    waiting.remove(part)
            time.sleep(0.1)
            for run in [run for run in runs if run.process.poll() is not None]:
                runs.remove(run)
                ended[run.part.name] = run.process.returncode
                if run.process.returncode:
                    print(run.log.read_text(errors="replace"), flush=True)
                now = time.monotonic()
                took = f"{now - run.since:.0f} s, ended at {now - began:.0f} s"
                print(f"{run.part.name} ({took}): {closing(run)}", flush=True)
        unsteady: set[str] = set()
        for part in parts:
            if part.is_repeatable and ended[part.name]:
                now_passed, all_passed = repeated(part, folder)
                unsteady |= now_passed
                if all_passed and len(unsteady) <= MOST_UNSTEADY:
                    ended[part.name] = 0
    finally:
        stop(runs)
        shutil.rmtree(folder, ignore_errors=True)
    failed = {name: code for name, code in ended.items() if code}
    if failed:
        print("Failed: " + ", ".join(failed), flush=True)
    if unsteady:
        print(f"unsteady: {len(unsteady)}: {', '.join(sorted(unsteady))}", flush=True)
    # A part ended by a signal has a negative code.
    return next((max(code, 1) for code in failed.values()), 0)


if __name__ == "__main__":
    sys.exit(main())
