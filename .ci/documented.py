"""Reports public declarations without a `///` comment: other packages use them. Requirements of public protocols are
public as well."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ATTRIBUTES = r"(?:@\w+(?:\([^)]*\))?\s+)*"
PUBLIC = re.compile(rf"\s*{ATTRIBUTES}(?:public|open)\s+(?!extension\b)")
PROTOCOL = re.compile(rf"\s*{ATTRIBUTES}public\s+protocol\b")
REQUIREMENT = re.compile(rf"\s*{ATTRIBUTES}(?:static\s+|mutating\s+)*(?:func|var|init|subscript|associatedtype)\b")
# What may be between a declaration and its comment.
BETWEEN = re.compile(rf"\s*(?:{ATTRIBUTES}@\w+(?:\([^)]*\))?\s*$|#(?:if|elseif|else|endif)\b)")


def undocumented(lines: list[str]) -> list[int]:
    """The numbers of the lines, from 1, that begin public declarations without a comment."""
    found, is_documented, is_requirement = [], False, False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("///"):
            is_documented = True
        elif not BETWEEN.match(line):
            if not is_documented and (PUBLIC.match(line) or is_requirement and REQUIREMENT.match(line)):
                found.append(number)
            is_documented = False
        if PROTOCOL.match(line):
            is_requirement = not line.rstrip().endswith("}")
        elif line.startswith("}"):
            is_requirement = False
    return found


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "-z", "Sources/*.swift"], cwd=ROOT, capture_output=True, check=True)
    found = []
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [f"{name}:{number}:1: error: say with /// what this does, or make it `package`: "
                      f"{lines[number - 1].strip()}" for number in undocumented(lines)]
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
