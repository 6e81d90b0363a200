"""What the scan for withheld texts costs: its share of the processor time of full builds, by perf.

    python3 Benchmarks/scan.py [RUNS]

The site is that of part 2 of bench.py, with none, every hundredth and every second event private, and with every second
one private and of its own texts, and with numbered titles of which every second one is private. Time is compared with
that of the same build without the scan."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import date
from pathlib import Path

from parts.measure import table
from parts.single_events import component, generated, write_calendar
from parts.site import EVENTS, FIRST, MEMORY, SITE, YEARS, build

# The first of these in a stack says which part it is.
PARTS = {
    "OutputScan.Search.search": "searching",
    "PublishedTexts.": "what is published",
    "WithheldTexts.": "what is withheld",
    "TextScanner.init": "tables",
    "OutputScan.init": "other",
}


def content(folder: Path, every: int, own: bool, numbered: bool) -> Path:
    folder.mkdir()
    (folder / "site.yml").write_text(SITE)
    lines = []
    for index, event in enumerate(generated(EVENTS, date(FIRST, 1, 1), date(FIRST + YEARS, 1, 1))):
        written = component(event)
        if numbered:
            written = [f"SUMMARY:Meeting in room {index}" if line.startswith("SUMMARY") else line for line in written]
        if every and index % every == 1:
            written.insert(-1, "CLASS:PRIVATE")
            if own:
                written = [line for line in written if not line.startswith(("SUMMARY", "LOCATION", "DESCRIPTION"))]
                written[-1:-1] = [
                    f"SUMMARY:Own title {index * 7919 % 100_003} of it", f"LOCATION:House {index * 7907 % 99_991}",
                    f"DESCRIPTION:Words {index * 7901 % 99_989} about it", f"ATTENDEE:mailto:guest{index}@home.example",
                ]  # fmt: skip
        lines += written
    write_calendar(folder / "events.ics", lines)
    return folder


def shares(folder: Path, scratch: Path, runs: int) -> Counter[str]:
    """The processor time of each part and of everything, in any unit."""
    time: Counter[str] = Counter()
    data, output = scratch / "perf.data", scratch / "out"
    for _ in range(runs):
        shutil.rmtree(output, ignore_errors=True)
        command = [str(word) for word in build(folder, output)]
        subprocess.run(["perf", "record", "-q", "-g", "-F", "3000", "-o", data, *command],
                       check=True, capture_output=True)  # fmt: skip
        script = subprocess.run(["perf", "script", "-i", data, "-F", "ip,sym,period", "--no-inline"],
                                check=True, capture_output=True).stdout  # fmt: skip
        names = subprocess.run(["swift", "demangle", "--simplified"], input=script, check=True, capture_output=True)
        for sample in names.stdout.decode(errors="replace").split("\n\n"):
            head = re.match(r"\s*(\d+)", sample)
            if head is None:
                continue
            part = next((part for name, part in PARTS.items() if name in sample), None)
            time["all"] += int(head[1])
            if part:
                time[part] += int(head[1])
    return time


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    rows = []
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        scratch = Path(name)
        for label, *kind in (("none", 0, False, False), ("1 %", 100, False, False), ("half", 2, False, False),
                             ("half, with texts of their own", 2, True, False), ("half, numbered", 2, False, True)):
            time = shares(content(scratch / label.replace(" ", "-"), *kind), scratch, runs)
            parts = [time[part] for part in PARTS.values()]
            rest = time["all"] - sum(parts)
            rows.append([label, f"{sum(parts) / rest:.2f}", *(f"{part / rest:.3f}" for part in parts)])
    print("\n".join(table(["private events", "scan", *PARTS.values()], rows)))


main()
