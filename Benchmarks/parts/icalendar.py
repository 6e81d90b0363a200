"""Part 1: reading iCalendar, and reading and expanding the year 2026, against libical (one thread each) and,
on fewer events, Python's icalendar with recurring-ical-events."""

from __future__ import annotations

import re
import statistics
import sys
from pathlib import Path

from .calendar_file import written
from .measure import PEERS, ROOT, output, table


def figures(line: str) -> dict[str, float]:
    """Parse and expand seconds, occurrences and peak MiB of a program's line."""
    names = ("parse", "expand", "occurrences", "peak")
    return {name: float(re.search(rf"{name} ([\d.]+)", line).group(1)) for name in names}


def medians(samples: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(sample[name] for sample in samples) for name in samples[0]}


def measured(scratch: Path, bin_path: Path, events: int, runs: int) -> list[str]:
    """The section's lines."""
    input_file = written(scratch / "events.ics", events)
    peer = scratch / "libical"
    output("cc", "-O2", PEERS / "libical.c", "-o", peer, "-lical")
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(figures(output(bin_path / "ICalendarBenchmark", input_file, "expand")))
        theirs.append(figures(output(peer, input_file)))
    mine, other = medians(ours), medians(theirs)
    # One run with fewer events: it is slower by orders of magnitude.
    few = max(1, events // 20)
    venv = ROOT / ".venv/bin/python"
    interpreter = venv if venv.exists() else sys.executable
    python = figures(output(interpreter, PEERS / "python_icalendar.py", written(scratch / "few.ics", few)))
    per_event = (python["parse"] + python["expand"]) / few / ((mine["parse"] + mine["expand"]) / events)

    def row(what: str, left: float, right: float) -> list[str]:
        return [what, f"{left:.3f} s", f"{right:.3f} s", f"**{right / left:.1f}**"]

    return [
        "## Part 1: iCalendar",
        "",
        f"{events:,} VEVENTs, {input_file.stat().st_size / 1e6:.1f} MB (`Benchmarks/parts/calendar_file.py`), one",
        "thread each, processor time within the process, medians. Reading includes zones, linking overrides and "
        "duplicates; expanding includes sorting and settling into the days of the year. Budget: at least 5 times "
        "libical.",
        "",
        *table(
            ["what", "busylife-gen", "libical", "ratio"],
            [
                row("parse", mine["parse"], other["parse"]),
                row("parse + expand 2026", mine["parse"] + mine["expand"], other["parse"] + other["expand"]),
                [
                    "peak memory",
                    f"{mine['peak']:.0f} MiB",
                    f"{other['peak']:.0f} MiB",
                    f"{other['peak'] / mine['peak']:.1f}",
                ],
                ["occurrences", f"{mine['occurrences']:.0f}", f"{other['occurrences']:.0f}", ""],
            ],
        ),
        "",
        f"Python's icalendar and recurring-ical-events on {few:,} of these events: parse {python['parse']:.2f} s, "
        f"expand {python['expand']:.2f} s, {python['peak']:.0f} MiB; per event {per_event:.0f} times slower.",
        "",
    ]
