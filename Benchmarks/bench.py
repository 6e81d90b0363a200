#!/usr/bin/env python3
"""Measures side by side, in one run on one machine, and writes docs/performance.md.

    bench.py [--runs 5] [--events 100000]

Part 1: reading iCalendar, and reading and expanding the year 2026, against libical (one thread each) and,
on a tenth of the events, Python's icalendar with recurring-ical-events. Input and peers come from
../shared/bench/ical. Only ratios are worth quoting: absolute times belong to the machine.
"""

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT.parent / "shared" / "bench" / "ical"


def run(command, **options):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, **options).stdout


def figures(line):
    """parse and expand seconds, occurrences and peak MiB of a program's line."""
    number = lambda name: float(re.search(rf"{name} ([\d.]+)", line).group(1))
    return {name: number(name) for name in ("parse", "expand", "occurrences", "peak")}


def medians(samples):
    return {name: statistics.median(sample[name] for sample in samples) for name in samples[0]}


def icalendar(scratch, events, runs):
    """Ours and libical in turn, so that both see the machine as it is."""
    input_file = scratch / "events.ics"
    input_file.write_text(run([sys.executable, PEERS / "gen.py", events]), newline="")
    peer = scratch / "libical_bench"
    run(["cc", "-O2", PEERS / "libical_bench.c", "-o", peer, "-lical"])
    package = ROOT / "Benchmarks"
    run(["swift", "build", "-c", "release", "--package-path", package])
    own = Path(run(["swift", "build", "-c", "release", "--package-path", package, "--show-bin-path"]).strip()) / "ICalendarBenchmark"
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(figures(run([own, input_file, "expand"])))
        theirs.append(figures(run([peer, input_file, "expand"])))
    return input_file.stat().st_size, medians(ours), medians(theirs)


def python_peer(scratch, events):
    """One run on fewer events: it is slower by orders of magnitude."""
    small = scratch / "small.ics"
    small.write_text(run([sys.executable, PEERS / "gen.py", events]), newline="")
    venv = ROOT / ".venv" / "bin" / "python"
    python = venv if venv.exists() else sys.executable
    return figures(run([python, PEERS / "py_bench.py", small, "expand"]))


def report(size, events, ours, theirs, python, python_events):
    def row(what, mine, other):
        return f"| {what} | {mine:.3f} s | {other:.3f} s | **{other / mine:.1f}** |"

    both = ("parse + expand 2026", ours["parse"] + ours["expand"], theirs["parse"] + theirs["expand"])
    lines = [
        "# Performance",
        "",
        "Written by `make bench`. Each row is measured side by side with its peer in one run on one machine; only",
        f"ratios are worth quoting. Machine: {os.cpu_count()} cores, {platform.machine()}, {platform.system()}.",
        "",
        "## Part 1: iCalendar",
        "",
        f"{events:,} VEVENTs, {size / 1e6:.1f} MB (`../shared/bench/ical/gen.py`), one thread each, processor time inside the",
        "process, medians. Reading includes zones, linking overrides and duplicates; expanding includes sorting and",
        "settling into the days of the year. Budget: at least 5 times libical.",
        "",
        "| what | busylife-gen | libical | ratio |",
        "|---|---|---|---|",
        row("parse", ours["parse"], theirs["parse"]),
        row(*both),
        f"| peak memory | {ours['peak']:.0f} MiB | {theirs['peak']:.0f} MiB | {theirs['peak'] / ours['peak']:.1f} |",
        f"| occurrences | {ours['occurrences']:.0f} | {theirs['occurrences']:.0f} | |",
        "",
        f"Python's icalendar and recurring-ical-events on {python_events:,} of these events: parse {python['parse']:.2f} s, "
        f"expand {python['expand']:.2f} s, {python['peak']:.0f} MiB; per event "
        f"{(python['parse'] + python['expand']) / python_events / ((ours['parse'] + ours['expand']) / events):.0f} times slower.",
        "",
    ]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--events", type=int, default=100_000)
    options = parser.parse_args()
    if not PEERS.is_dir():
        sys.exit(f"{PEERS}: the peers are not there; they stand beside the project in shared/bench")
    fast = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=fast) as folder:
        scratch = Path(folder)
        size, ours, theirs = icalendar(scratch, options.events, options.runs)
        few = max(1, options.events // 20)
        text = report(size, options.events, ours, theirs, python_peer(scratch, few), few)
    (ROOT / "docs" / "performance.md").write_text(text)
    print(text)


main()
