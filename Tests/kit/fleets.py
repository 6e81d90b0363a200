"""Lists of small sites, and what `fleet` makes of them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import surroundings
import tool
from tool import DONE, changes, snapshot

MENDED, LATER = 65, 75
OPTIONS = ["--from", "2026-11-01", "--to", "2026-12-01", "--tz", "UTC", "--now", tool.NOW]
KEYS = ["id", "result", "files", "bytes", "milliseconds", "warnings"]


class Sites:
    """Small sites in a folder with their list."""

    def __init__(self, root: Path, command: Path, count: int):
        self.root, self.command, self.list = root, command, root / "sites.jsonl"
        for number in range(count):
            self.content(f"s{number}", f"Event {number}")
        self.rows = [self.row(f"s{number}") for number in range(count)]
        self.save()

    def content(self, name: str, title: str):
        folder = self.root / "in" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "events.json").write_text(json.dumps([{"title": title, "start": "2026-11-20T09:00:00Z"}]))
        (folder / "site.yml").write_text(f"title: {name}\nviews: [calendar, agenda]\n")

    def row(self, name: str, **more) -> dict:
        return {"id": name, "content": f"in/{name}", "output": f"out/{name}", "options": OPTIONS} | more

    def save(self):
        self.list.write_text("".join(json.dumps(row) + "\n" for row in self.rows))

    @property
    def environment(self) -> dict[str, str]:
        return surroundings.environment(XDG_CACHE_HOME=str(self.root / "cache"))

    def run(self, *arguments, expect: int = DONE, stdin: bytes | None = None, cwd: Path | None = None) -> list[dict]:
        words = [self.command, "fleet", *(arguments or (self.list,))]
        done = subprocess.run(
            [str(word) for word in words], env=self.environment, cwd=cwd or "/", input=stdin, capture_output=True
        )
        assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
        assert not tool.CRASH.search(done.stderr.decode())
        self.said = done.stderr.decode()
        results = [json.loads(line) for line in done.stdout.splitlines()]
        assert all(list(result) == KEYS for result in results)
        return results

    def alone(self, name: str) -> dict[str, str]:
        """The site, built by itself, in this place and with no cache."""
        words = [self.command, "build", "--content", f"in/{name}", "--output", f"clean/{name}", *OPTIONS]
        subprocess.run(words, env=self.environment | {"XDG_CACHE_HOME": "/dev/null"}, cwd=self.root, check=True,
                       capture_output=True)  # fmt: skip
        found = snapshot(self.root / "clean" / name)
        shutil.rmtree(self.root / "clean")
        return found

    def are_clean(self):
        for row in self.rows:
            assert changes(self.alone(row["id"]), snapshot(self.root / row["output"])) == [], row["id"]
