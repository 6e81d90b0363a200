"""Runs `make test`: its parts side by side, in an order that keeps two cores busy.

Each part is a target of the Makefile and can be run alone. What a part prints is kept until it ends; then its closing
line is printed, or all of it if it failed. The exit code is that of the first part that failed. Parts that need the
work of one that failed are left out and named.
"""

from __future__ import annotations

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
# Colours and other sequences that a program writes for terminals.
CONTROL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@dataclass(frozen=True)
class Part:
    name: str
    target: str
    # What the runner's closing line holds; the last line counts, if left out.
    closing: str = ""
    # Parts without whose work this one can't be done.
    needs: tuple[str, ...] = ()
    # Parts that have to end before, well or not, so that no more than two are at work.
    after: tuple[str, ...] = ()


PYTEST = r"\b(passed|failed|errors?) in "
SWIFT = r"Test run with "
# In the order in which they begin. The command and the module are compiled as wholes, each of which keeps one core
# busy, and so does what begins when one of them has ended. Tests of pages need both, and come last, in several
# processes.
STYLE = Part("style", "lint", "style")
PACKAGES = Part("Python packages", "setup-tests")
PARTS = {
    "all": [
        STYLE,
        PACKAGES,
        Part("command", "command"),
        Part("module", "wasm"),
        Part("package", "test-package", after=("module",)),
        Part("Swift", "test-swift", SWIFT, needs=(PACKAGES.name,), after=("package",)),
        Part("fuzz", "fuzz-short", after=("command",)),
        Part("Tests/Site", "test-site", PYTEST, needs=("command", "module", PACKAGES.name), after=("fuzz",)),
        Part(
            "Tests/Browser", "test-browser", PYTEST, needs=("command", "module", PACKAGES.name),
            after=("Tests/Site", "Swift"),
        ),
    ],
    # One compilation for debugging, with which both parts run.
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


def start(part: Part, folder: Path) -> Running:
    log = folder / part.target
    with log.open("wb") as file:
        process = subprocess.Popen(
            [os.environ.get("MAKE", "make"), "--no-print-directory", part.target],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            # A group of its own, so that all of it can be stopped.
            start_new_session=True,
        )
    return Running(part, process, log, time.monotonic())


def closing(run: Running) -> str:
    """The line with which a part sums itself up."""
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


def main() -> int:
    parts = PARTS[sys.argv[1] if len(sys.argv) > 1 else "all"]
    began = time.monotonic()
    # Exit codes of parts that ended; of those left out, none.
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
    finally:
        stop(runs)
        shutil.rmtree(folder, ignore_errors=True)
    failed = {name: code for name, code in ended.items() if code}
    if failed:
        print("Failed: " + ", ".join(failed), flush=True)
    # A part that a signal ended has a negative code.
    return next((max(code, 1) for code in failed.values()), 0)


if __name__ == "__main__":
    sys.exit(main())
