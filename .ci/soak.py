"""Runs what is random for as long as one wants: `make soak SOAK_SECONDS=3600`.

In half of the time rounds of random tests begin, each with the next seed: of sites and pages those that are marked
`random`, and the Swift tests, which try random rules, zones, texts and so on. What is left goes to the fuzz targets.
Both write their figures into docs/reliability.md. A failure is printed with its seed, and the exit code is 1 at the
end. The seed of the first round is printed; BUSYLIFE_SEED repeats a round.
"""

from __future__ import annotations

import argparse
import datetime
import os
import random
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Fuzz"))

import run as fuzz

REPORT = ROOT / "docs/reliability.md"
SUITES = {"Tests/Site": [], "Tests/Browser": ["-c", "Tests/Browser/pytest.ini"]}
HEAD = "| test | day | runs | in all | failed |"
RULE = "|---|---|--:|--:|--:|"


def round_of(suite: str, seed: int) -> list[tuple[str, bool]]:
    """Runs the random tests of a suite with a seed: the name of each case, and whether it passed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = [sys.executable, "-m", "pytest", *SUITES[suite], suite, "-m", "random", f"--junitxml={report}"]
        words += ["-n", os.environ.get("TEST_WORKERS", "2"), "-p", "no:cacheprovider"]
        environment = os.environ | {"BUSYLIFE_SEED": str(seed)}
        run = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
        if run.returncode:
            print(f"{run.stdout[-20_000:]}{run.stderr}\n{suite}: BUSYLIFE_SEED={seed}", flush=True)
        return [
            (f"{case.get('classname').rsplit('.', 1)[-1]}::{case.get('name').split('[')[0]}",
             case.find("failure") is None and case.find("error") is None)
            for case in ElementTree.parse(report).iter("testcase") if case.find("skipped") is None
        ]


def swift_round(seed: int) -> list[tuple[str, bool]]:
    """Runs the Swift tests with a seed. Their random tests have a seed for each of their rounds, from this one."""
    first = seed << 20
    words = [os.environ.get("MAKE", "make"), "--no-print-directory", "test-swift"]
    run = subprocess.run(words, cwd=ROOT, env=os.environ | {"SEED": str(first)}, capture_output=True, text=True)
    if run.returncode:
        print(f"{run.stdout[-20_000:]}{run.stderr[-20_000:]}\nSwift: SEED={first}", flush=True)
    return [("Swift tests", run.returncode == 0)]


def record(runs: dict[str, list[bool]]) -> None:
    """Writes the table of random tests, between two comments; runs are added to those of all days before."""
    begin, end = "<!-- random tests -->\n", "<!-- end of random tests -->"
    before, rest = REPORT.read_text(encoding="utf-8").split(begin)
    table, after = rest.split(end)
    rows = {line.split("|")[1].strip(" `"): line for line in table.splitlines()[2:]}
    for name, passed in runs.items():
        total = len(passed) + (int(rows[name].split("|")[4].replace(",", "")) if name in rows else 0)
        rows[name] = (f"| `{name}` | {datetime.date.today().isoformat()} | {len(passed):,} | {total:,} "
                      f"| {passed.count(False)} |")
    lines = [HEAD, RULE, *(rows[name] for name in sorted(rows))]
    REPORT.write_text(before + begin + "\n".join(lines) + "\n" + end + after, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=int)
    seconds = parser.parse_args().seconds
    seed = int(os.environ.get("BUSYLIFE_SEED") or random.SystemRandom().randrange(1 << 29))
    print(f"BUSYLIFE_SEED={seed}", flush=True)
    began = time.monotonic()
    runs: dict[str, list[bool]] = {}
    while time.monotonic() < began + seconds / 2:
        for name, passed in [case for suite in SUITES for case in round_of(suite, seed)] + swift_round(seed):
            runs.setdefault(name, []).append(passed)
        seed += 1
    record(runs)
    failed = sum(passed.count(False) for passed in runs.values())
    print(f"{sum(map(len, runs.values()))} runs of {len(runs)} random tests, {failed} failed", flush=True)
    each = max(int((began + seconds - time.monotonic()) / len(fuzz.TARGETS)), 1)
    scratch = ROOT / ".build-fuzz"
    return 0 if fuzz.long(list(fuzz.TARGETS), scratch, scratch / "corpus", each) and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
