"""Checks that modules are as docs/design.md says: each folder of Sources stands in its table of modules, a file imports
only modules that stand above its own, and no folder has more files than one can look through.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
MOST_FILES = 25


def table() -> list[str]:
    """The modules, in the order of the table."""
    text = (ROOT / "docs/design.md").read_text()
    rows = re.findall(r"^\| (`.*?`) \|.*\| (?:yes|host|in the browser) \|$", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([\w-]+)`", row)]


def problems(modules: list[str]) -> list[str]:
    found = [f"docs/design.md: no module {path.name} in the table" for path in SOURCES.iterdir()
             if path.is_dir() and path.name not in modules]
    for path in sorted(SOURCES.rglob("*.swift")):
        module = path.relative_to(SOURCES).parts[0]
        above = modules[:modules.index(module)] if module in modules else []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            imported = re.match(r"\s*import (\w+)", line)
            if imported and imported[1] in modules and imported[1] not in above:
                place = f"{path.relative_to(ROOT)}:{number}"
                found.append(f"{place}: {module} imports {imported[1]}, which stands below it in docs/design.md")
    for folder in sorted(path for path in SOURCES.rglob("*") if path.is_dir()):
        count = len(list(folder.glob("*.swift")))
        if count > MOST_FILES:
            found.append(f"{folder.relative_to(ROOT)}: {count} files; divide it by what they are about")
    return found


if __name__ == "__main__":
    lines = problems(table())
    print("\n".join(lines), end="\n" if lines else "")
    sys.exit(1 if lines else 0)
