"""The content of a site in a folder of the test's own, and what the command makes of it.

    made = Content(tmp_path, calendars={"club": [event("Choir")], "home": calendar(vevent("Press", day=22))})
    assert made.build() == []
    assert "Choir" in made.page("day/2026-11-20.html")

Tests take place on 21 November 2026, so content is of that month and so is what is built of it, unless a test says
otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import icalendar
import tool
import yaml
from tool import DONE

WINDOW = ("--from", "2026-11-01", "--to", "2026-12-01", "--tz", "UTC")


def event(title: str, start: str = "2026-11-20T09:00Z", end: str | None = None, **more) -> dict:
    """An event of events.json; of an hour if its start has a time."""
    if end is None and "T" in start:
        end = start[:11] + f"{int(start[11:13]) + 1:02}" + start[13:]
    return {"uid": f"{title}@example.org", "title": title, "start": start} | ({"end": end} if end else {}) | more


def vevent(title: str, *lines: str, day: int = 20, hour: int = 9) -> str:
    """The lines of a VEVENT; of an hour if no line says when it is. A line replaces one with the same name."""
    begin = f"202611{day:02}T{hour:02}"
    usual = {"UID": f"{title}@example.org", "DTSTAMP": "20260101T000000Z", "SUMMARY": title,
             "DTSTART": f"{begin}0000Z", "DURATION": "PT1H"}
    named = {line.split(":")[0].split(";")[0].upper() for line in lines}
    if "DTSTART" in named or "DTEND" in named:
        named.add("DURATION")
    kept = [f"{name}:{value}" for name, value in usual.items() if name not in named]
    return "".join(f"{line}\r\n" for line in ["BEGIN:VEVENT", *kept, *lines, "END:VEVENT"])


def calendar(*parts: str, head: str = "") -> str:
    """A file of components, each a text that ends with a line break, after further lines of the calendar itself."""
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n{head}{''.join(parts)}END:VCALENDAR\r\n"


class Content:
    """A folder with `Content`, in which commands are run, and with `site`, which they build.

    `events` are those of events.json. `calendars` has, by name, such a list or the text of an .ics file; they are
    listed in site.yml after `settings`. `files` has texts or bytes by their paths in `Content`; lists and mappings
    become JSON, or YAML. If `templates` is None, builds have no option of that name."""

    def __init__(self, root: Path, settings: str | dict = "title: A site\n", *, events: list[dict] | None = None,
                 calendars: dict | None = None, files: dict | None = None, templates: Path | None = tool.TEMPLATES):
        self.root, self.folder, self.output = root, root / "Content", root / "site"
        self.window, self.environment, self.templates = WINDOW, {}, templates
        listed = []
        for name, content in (calendars or {}).items():
            source = f"{name}.ics" if isinstance(content, str) else f"{name}.json"
            self.write(source, content)
            listed.append({"name": name, "source": source})
        if listed:
            settings = settings if isinstance(settings, str) else yaml.safe_dump(settings)
            settings += yaml.safe_dump({"calendars": listed}, sort_keys=False)
        self.write("site.yml", settings)
        if events is not None:
            self.write("events.json", events)
        for path, content in (files or {}).items():
            self.write(path, content)

    def write(self, path: str, content: str | bytes | list | dict) -> Path:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, (list, dict)):
            isYAML = path.endswith((".yml", ".yaml"))
            content = yaml.safe_dump(content, allow_unicode=True) if isYAML else json.dumps(content)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
        return target

    # ---- Commands -------------------------------------------------------------------------------------------

    def run(self, command: str, *options, expect: int | None = DONE, **more) -> tool.Result:
        """Any command, in the folder that has `Content`."""
        environment = self.environment | more.pop("environment", {})
        return tool.run(command, *options, cwd=self.root, expect=expect, environment=environment, **more)

    def built(self, *options, expect: int | None = DONE, output: Path | str | None = None, now: str | None = tool.NOW,
              **more) -> tool.Result:
        """A build, with all that it says. `--from` replaces the window."""
        words = ["--templates", self.templates] if self.templates else []
        words += ["--output", output or self.output, *(["--now", now] if now else [])]
        words += () if "--from" in options else self.window
        return self.run("build", *words, *options, expect=expect, **more)

    def build(self, *options, **more) -> list[str]:
        """The lines that a build says of the content, without the folder."""
        return self._lines(self.built(*options, **more).err)

    def check(self, *options, expect: int | None = None, **more) -> list[str]:
        """The lines of `check`; none if there are no problems."""
        said = self._lines(self.run("check", *options, expect=expect, **more).out)
        return [line for line in said if not line.startswith("No problems")]

    def agenda(self, *options, **more) -> list[dict]:
        """The events of all days, each with its `date`."""
        words = ["--format", "json", "--now", tool.NOW, *(() if "--from" in options else self.window)]
        days = json.loads(self.run("agenda", *words, *options, **more).out)["days"]
        return [event | {"date": day["date"]} for day in days for event in day["events"]]

    @staticmethod
    def _lines(said: str) -> list[str]:
        return [line.removeprefix("Content/") for line in said.splitlines()]

    # ---- What was built -------------------------------------------------------------------------------------

    def page(self, path: str) -> str:
        """The text of any file of the site."""
        return (self.output / path).read_bytes().decode()

    def event_page(self, title: str = "") -> str:
        """The page of the only event with a title that begins so."""
        [path] = (self.output / "event").glob(f"{title.lower()}*.html")
        return path.read_text(encoding="utf-8")

    def feed(self, name: str = "all", audience: str = "") -> str:
        """The lines of a feed, unfolded."""
        return self.page(f"{audience}/feeds/{name}.ics".lstrip("/")).replace("\r\n ", "")

    def parsed(self, name: str = "all") -> icalendar.Calendar:
        """A feed as another program reads it."""
        return icalendar.Calendar.from_ical((self.output / f"feeds/{name}.ics").read_bytes())

    def everything(self, folder: str = "") -> bytes:
        """The bytes of all files."""
        return b"".join(path.read_bytes() for path in sorted((self.output / folder).rglob("*")) if path.is_file())
