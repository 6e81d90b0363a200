"""Commands as whole processes: wall time, processor time and peak memory, alternating with their peers."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Programs for the peers: libical, Hugo, Python, plain writes.
PEERS = ROOT / "Benchmarks" / "peers"
RUNNER = Path(__file__).with_name("runner.py")
TOOL = ROOT / ".build" / "release" / "busylife-gen"


@dataclass
class Figures:
    """Seconds, seconds, MiB: of one run, or medians of several."""

    wall: float
    cpu: float
    peak: float


def output(*command: object, **options) -> str:
    """What a command prints."""
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


def figures(command: list[object], may_say: bool = True) -> Figures:
    """One run of a command. A failure ends the benchmark and shows its output."""
    words = [str(word) for word in command]
    run = subprocess.run([sys.executable, "-I", "-S", RUNNER, *words], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(words)}: {run.stderr}")
    code, wall, cpu, peak = run.stdout.split()
    if code != "0" or (run.stderr and not may_say):
        sys.exit(f"{' '.join(words)}: ended with {code}: {run.stderr}")
    return Figures(float(wall), float(cpu), float(peak) / 1024)


def median(runs: list[Figures]) -> Figures:
    return Figures(*(statistics.median(getattr(run, name) for run in runs) for name in ("wall", "cpu", "peak")))


def in_turn(runs: int, *measured: Callable[[], Figures]) -> list[Figures]:
    """Medians of several things, run alternately, so that all see the machine in the same state. A first round is
    not counted."""
    rounds = [[one() for one in measured] for _ in range(runs + 1)][1:]
    return [median([every[index] for every in rounds]) for index in range(len(measured))]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:,.0f} ms" if seconds >= 0.01 else f"{seconds * 1e3:.1f} ms"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)]
