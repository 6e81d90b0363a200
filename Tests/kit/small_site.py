"""A small site that is edited and built again and again."""

from __future__ import annotations

import random
import subprocess

import hosts
import surroundings
import tool
from content import WINDOW, Content
from tool import DONE

WORDS = ("Ferry", "Press", "Paper", "Salt", "Harbour", "Lamp")


class Site(Content):
    """A small site of the command without browser modules."""

    def __init__(self, root, bare):
        super().__init__(root, "")
        self.bare, self.list = bare, root / "changes.jsonl"
        self.events: dict[str, dict] = {}
        for number in range(6):
            self.put(number, WORDS[number], 3 + number * 4)
        self.save()
        self.note("a", "A")

    def put(self, number: int, title: str, day: int, category: str = ""):
        start = f"2026-11-{day:02}T09:00:00Z"
        event = {"uid": f"{number}@example.org", "title": title, "start": start, "end": start.replace("T09", "T10")}
        self.events[str(number)] = event | ({"categories": [category]} if category else {})

    def save(self):
        self.write("events.json", list(self.events.values()))

    def note(self, name: str, title: str, date: str = "2026-11-22"):
        self.write(f"notes/{name}.md", f"---\ntitle: {title}\ndate: {date}\n---\n\nText.\n")

    def command(self, *arguments, now: str = tool.NOW) -> list[str]:
        words = [self.bare, "build", "--content", self.folder, "--output", self.output, "--now", now]
        return [str(word) for word in (*words, *(WINDOW if "--from" not in arguments else ()), *arguments)]

    def build(self, *arguments, expect: int = DONE, environment: dict | None = None, now: str = tool.NOW):
        env = surroundings.environment(XDG_CACHE_HOME=str(self.root / "cache")) | (environment or {})
        done = subprocess.run(
            self.command(*arguments, now=now), env=env, cwd=self.root, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == expect, done.stderr + done.stdout
        return done

    def changes(self, *arguments, **options) -> list[dict]:
        self.build("--changes", self.list, *arguments, **options)
        return hosts.read(self.list)

    def edit(self, chosen: random.Random):
        """One of the things that people do."""
        kind = chosen.randrange(7)
        number = chosen.randrange(8)
        if kind == 0:
            self.events.pop(str(number), None)
        elif kind == 1:
            self.put(number, chosen.choice(WORDS), chosen.randrange(1, 31), chosen.choice(["", "Quay", "Night"]))
        elif kind == 2:
            self.put(number, chosen.choice(WORDS), chosen.randrange(1, 31))
        elif kind == 3:
            self.note(chosen.choice("abc"), chosen.choice(WORDS))
        elif kind == 4:
            (self.folder / "notes" / f"{chosen.choice('abc')}.md").unlink(missing_ok=True)
        elif kind == 5:
            title = chosen.choice(WORDS)
            views = chosen.choice(["[calendar, agenda, day]", "[calendar, week, day, agenda, year]"])
            self.write("site.yml", f"title: {title}\nviews: {views}\n")
        else:
            accent = chosen.choice(["#336699", "#884422"])
            self.write("site.yml", f'title: Here\naccent: "{accent}"\nzones: [UTC, Asia/Tokyo]\n')
        self.save()
