#!/usr/bin/env python3
"""Measures busylife-gen and its peers side by side, in one run on one machine, and writes docs/performance.md.

    bench.py [--runs 5] [--events 100000] [--largest 1000000] [--only icalendar,site,pages]

Only ratios are worth quoting: absolute times depend on the machine. Sections that are not measured stay as they are,
and so does everything below the line `<!-- By hand. -->`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from parts import icalendar, pages, site
from parts.measure import ROOT, TOOL, output
from parts.report import record


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
    os.environ["BUSYLIFE_TESTS"] = "1"
    for name in ("ICalendarBenchmark", "PageBenchmark"):
        output("swift", "build", *package, "--product", name)
    binaries = Path(output("swift", "build", *package, "--show-bin-path").strip())
    del os.environ["BUSYLIFE_TESTS"]
    fast = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=fast) as memory, tempfile.TemporaryDirectory(dir=ROOT / ".build") as disk:
        scratch = site.Scratch(Path(memory), Path(disk))
        made = []
        if "icalendar" in only:
            made.append(icalendar.measured(scratch.memory, binaries, options.events, options.runs))
        if "site" in only:
            made.append(site.measured(scratch, options.runs, options.largest))
        if "pages" in only:
            made.append(pages.measured(scratch.memory, binaries, options.runs))
    print(record(*made))


main()
