"""A host that is told of a site by change lists, and the site that a visitor finds there."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from pathlib import Path

ADDRESS = re.compile(rb'<(?:a|link|script|img|iframe|source)\b[^>]*?\s(?:href|src)=(?:"([^"]*)"|([^\s>"]+))')
MANIFEST = ".busylife-gen"
STAGES = ("parts", "data/site.bin", "pages", "feeds", MANIFEST)


def manifest(path: Path) -> dict[str, tuple[int, str, str]]:
    """What a manifest says of each file."""
    head, *lines = path.read_text(encoding="utf-8").split("\n")
    assert head == "busylife-gen 2" and lines[-2:] == ["", ""]
    rows = [line.split("\t") for line in lines[:-2]]
    assert [row[0].encode() for row in rows] == sorted(row[0].encode() for row in rows)
    return {row[0]: (int(row[1]), row[2], row[3]) for row in rows}


def stage(path: str) -> int:
    """The place of a file in the order of a list."""
    path = re.sub(r"^((lang|zone)/[^/]+/)*", "", re.sub(r"\.(gz|br)$", "", path))
    if path == MANIFEST:
        return 4
    if path == "data/site.bin":
        return 1
    if path.endswith(".html"):
        return 2
    if path.startswith("feeds/") and not path.endswith(".svg") or path in ("sitemap.xml", "robots.txt", "sw.js"):
        return 3
    return 0


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Host:
    """Files by path, as an object store has them."""

    def __init__(self, files: dict[str, bytes] | None = None):
        self.files = dict(files or {})

    def take(self, change: dict, output: Path):
        """One line of a list."""
        if change["action"] == "delete":
            assert list(change) == ["action", "path"]
            del self.files[change["path"]]
            return
        assert list(change) == ["action", "path", "bytes", "sha256", "type", "cache"]
        found = (output / change["path"]).read_bytes()
        assert len(found) == change["bytes"], change
        assert hashlib.sha256(found).hexdigest() == change["sha256"], change
        self.files[change["path"]] = found

    def equals(self, output: Path):
        there = {p.relative_to(output).as_posix(): p.read_bytes() for p in output.rglob("*") if p.is_file()}
        there = {name: found for name, found in there.items() if not name.startswith(".busylife-audiences")}
        assert sorted(self.files) == sorted(there)
        assert [name for name, found in there.items() if self.files[name] != found] == []


class Visitor:
    """Goes wherever the page at the beginning leads, and loads what pages need."""

    def __init__(self):
        self.known: dict[tuple[str, bytes], frozenset[str]] = {}

    def addresses(self, path: str, page: bytes) -> frozenset[str]:
        key = (posixpath.dirname(path), page)
        if key not in self.known:
            found = set()
            for quoted, plain in ADDRESS.findall(page):
                address = (quoted or plain).decode().split("#")[0].split("?")[0]
                # 404.html, which is shown at any depth, is the only page with absolute paths.
                if not address or ":" in address.split("/")[0] or address.startswith("/"):
                    continue
                target = posixpath.normpath(posixpath.join(key[0], address))
                found.add("index.html" if target == "." else target)
            self.known[key] = frozenset(found)
        return self.known[key]

    def broken(self, files: dict[str, bytes], start: str = "index.html") -> list[str]:
        """What pages lead to and is not there."""
        if start not in files:
            return []
        found, seen, ahead = [], {start}, [start]
        while ahead:
            path = ahead.pop()
            for target in self.addresses(path, files[path]) - seen:
                seen.add(target)
                if target not in files:
                    found.append(f"{path} -> {target}")
                elif target.endswith(".html"):
                    ahead.append(target)
        return found
