"""Reports lines of more than 120 characters in files with given extensions, and in given files and folders:
swift-format does not limit comments and string literals, and nothing else limits the other languages.

A line of a style sheet with a drawing in it (`url("data:…")`) may be longer: it can't be broken. Templates are not
measured: a line break in them is one in every page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 120
DRAWING = 'url("data:image/'


def main() -> int:
    patterns = [pattern for word in sys.argv[1:] for pattern in (f"*.{word}", word)]
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, check=True).stdout
    found = []
    for name in filter(None, listed.decode().split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > LONGEST and not (path.suffix == ".css" and DRAWING in line):
                found.append(f"{name}:{number}:{LONGEST + 1}: error: the line has {len(line)} characters; break it")
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
