"""Tests that other packages can use the core: what is not public is out of their reach, since a program that sees no
more was compiled and says what it should, and no target of CalendarCore has unsafe flags, which the package manager
refuses in what is depended on by version."""

from __future__ import annotations

import json
import os
import subprocess
import sys

EXPECTED = """\
2026-11-01 2026-11-01T23:00:00-03:00 Night watch; both gates 180 min free
2026-11-02 2026-11-01T23:00:00-03:00 Night watch; both gates 240 min free
2026-11-03 240 min free
2026-11-04 240 min free
2026-11-05 2026-11-05T23:00:00-03:00 Night watch; both gates 180 min free
2026-11-06 2026-11-05T23:00:00-03:00 Night watch; both gates 240 min free
2026-11-07 240 min free
0 problems
FREQ=DAILY;BYDAY=MO,WE,FR, 2 repairs
2026-11-02T02:00:00Z
2026-11-06T02:00:00Z
"""


def unsafe_targets(package: dict, product: str) -> list[str]:
    """The targets of a product, and those that they depend on, which have unsafe flags."""
    targets = {target["name"]: target for target in package["targets"]}
    [waiting] = [found["targets"] for found in package["products"] if found["name"] == product]
    seen: set[str] = set()
    while waiting:
        name, *waiting = waiting
        if name not in seen:
            seen.add(name)
            waiting += [value[0] for found in targets[name]["dependencies"] for value in found.values()]
    return sorted(
        name for name in seen if any("unsafeFlags" in setting["kind"] for setting in targets[name]["settings"])
    )


def main() -> int:
    said = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
    if said != EXPECTED:
        print(f"package: the core says\n{said}and should say\n{EXPECTED}", file=sys.stderr)
        return 1
    dump = [os.environ.get("SWIFT", "swift"), "package", "dump-package"]
    unsafe = unsafe_targets(json.loads(subprocess.run(dump, capture_output=True, check=True).stdout), "CalendarCore")
    if unsafe:
        print(f"package: targets with unsafe flags: {', '.join(unsafe)}", file=sys.stderr)
        return 1
    print("package: the core is used as other packages use it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
