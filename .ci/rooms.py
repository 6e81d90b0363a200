"""Checks that modules are as docs/design.md and Package.swift say: each folder of Sources stands in the table of
modules, a file imports only modules that stand above its own and that Package.swift names for it, no module is named
that nothing imports, and no folder has more files than one can look through.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
MOST_FILES = 25
IMPORT = re.compile(r"\s*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+"
                    r"(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)")


def table() -> list[str]:
    """The modules, in the order of the table."""
    text = (ROOT / "docs/design.md").read_text()
    rows = re.findall(r"^\| (`.*?`) \|.*\| (?:yes|host|in the browser) \|$", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([\w-]+)`", row)]


def declared() -> dict[str, set[str]]:
    """By target, the modules of this package that Package.swift lets it import."""
    text = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    return {target["name"]: {by[0] for each in target["dependencies"] for by in [each.get("byName")] if by}
            for target in json.loads(text)["targets"]}


def problems(modules: list[str], named: dict[str, set[str]]) -> list[str]:
    found = [f"docs/design.md: no module {path.name} in the table" for path in SOURCES.iterdir()
             if path.is_dir() and path.name not in modules]
    used: dict[str, set[str]] = {}
    for path in sorted(SOURCES.rglob("*.swift")):
        module = path.relative_to(SOURCES).parts[0]
        above = modules[:modules.index(module)] if module in modules else []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = IMPORT.match(line)
            if not match or match[1] not in modules:
                continue
            imported, place = match[1], f"{path.relative_to(ROOT)}:{number}"
            used.setdefault(module, set()).add(imported)
            if imported not in above:
                found.append(f"{place}: {module} imports {imported}, which stands below it in docs/design.md")
            elif imported not in named[module]:
                found.append(f"{place}: {module} imports {imported}; name it at {module} in Package.swift")
    # Modules of C are linked with what needs them.
    found += [f"Package.swift: {module} names {name}, which none of its files imports; remove it"
              for module in sorted(used) for name in sorted(named[module] - used[module]) if (SOURCES / name).is_dir()
              and any((SOURCES / name).rglob("*.swift"))]
    for folder in sorted(path for path in SOURCES.rglob("*") if path.is_dir()):
        count = len(list(folder.glob("*.swift")))
        if count > MOST_FILES:
            found.append(f"{folder.relative_to(ROOT)}: {count} files; divide it by what they are about")
    return found


if __name__ == "__main__":
    lines = problems(table(), declared())
    print("\n".join(lines), end="\n" if lines else "")
    sys.exit(1 if lines else 0)
