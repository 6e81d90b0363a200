#!/usr/bin/env python3
"""Measures busylife-gen and its peers side by side, in one run on one machine, and writes docs/performance.md.

    bench.py [--runs 5] [--events 100000] [--largest 1000000] [--only icalendar,site,pages]

Only ratios are worth quoting: absolute times depend on the machine. Sections that are not measured stay as they are,
and so does everything below the line `<!-- By hand. -->`.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

from parts import icalendar, pages, site
from parts.measure import ROOT, TOOL, output

REPORT = ROOT / "docs/performance.md"
BY_HAND = "<!-- By hand. -->"


def sections(text: str) -> dict[str, str]:
    """The sections of a report, by their headings."""
    parts = text.split(BY_HAND)[0].split("\n## ")
    return {part.split("\n", 1)[0]: "## " + part.rstrip() + "\n" for part in parts[1:]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--events", type=int, default=100_000, help="VEVENTs of part 1")
    parser.add_argument("--largest", type=int, default=1_000_000, help="events of the largest site")
    parser.add_argument("--only", default="icalendar,site,pages")
    options = parser.parse_args()
    only = options.only.split(",")
    if not TOOL.exists():
        sys.exit(f"{TOOL} is not there; run make build")
    # As `make command` builds it.
    package = ["--package-path", ROOT, "--scratch-path", ROOT / ".build-bench", "-c", "release"]
    package += ["-Xswiftc", "-cross-module-optimization"]
    os.environ["BUSYLIFE_BENCH"] = "1"
    for name in ("ICalendarBenchmark", "PageBenchmark"):
        output("swift", "build", *package, "--product", name)
    binaries = Path(output("swift", "build", *package, "--show-bin-path").strip())
    del os.environ["BUSYLIFE_BENCH"]
    fast = "/dev/shm" if os.path.isdir("/dev/shm") else None
    known = sections(REPORT.read_text()) if REPORT.exists() else {}
    with tempfile.TemporaryDirectory(dir=fast) as memory, tempfile.TemporaryDirectory(dir=ROOT / ".build") as disk:
        scratch = site.Scratch(Path(memory), Path(disk))
        made = []
        if "icalendar" in only:
            made.append(icalendar.measured(scratch.memory, binaries, options.events, options.runs))
        if "site" in only:
            made.append(site.measured(scratch, options.runs, options.largest))
        if "pages" in only:
            made.append(pages.measured(scratch.memory, binaries, options.runs))
    for lines in made:
        known[lines[0].removeprefix("## ")] = "\n".join(lines).rstrip() + "\n"
    head = [
        "# Performance",
        "",
        "Written by `make bench`. Each row and its peer are measured in the same run on the same machine; only",
        f"the ratios are comparable. Machine: {os.cpu_count()} cores, {platform.machine()}, {platform.system()}.",
        "",
    ]
    by_hand = REPORT.read_text().split(BY_HAND)[1] if REPORT.exists() and BY_HAND in REPORT.read_text() else "\n"
    text = "\n".join(head) + "\n" + "\n".join(known[name] for name in sorted(known)) + "\n" + BY_HAND + by_hand
    REPORT.write_text(text)
    print(text)


main()
