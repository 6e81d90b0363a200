"""Prints the twenty slowest tests of sites and pages in the last `make test`, from the reports that it left.

(The Swift tests run beside each other in one process, so the time of one says nothing.)"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

reports = sorted(Path(sys.argv[1]).glob("*.xml"))
if not reports:
    sys.exit("no reports: run `make test` first")
cases = [case for report in reports for case in ElementTree.parse(report).iter("testcase")]
for case in sorted(cases, key=lambda case: -float(case.get("time")))[:20]:
    print(f"{float(case.get('time')):6.1f} s  {case.get('classname')}::{case.get('name')}")
total = sum(float(case.get("time")) for case in cases)
print(f"{len(cases):,} tests, {total:.0f} s in all, one after the other")
