"""Every command of README.md and the guides, run as a reader runs it: in a bare folder, in the order of the guide, with
the files that the guide shows before it. What a guide shows of the output is what the command prints.

A block is found by its language: `sh` are commands, `console` a session with its output, `crontab` what cron runs,
`http` a request to the server that was started before; `yaml` and `json` without a file name are examples of site.yml
and events.json. A block whose introduction ends with a file name is that file. A new block or command of these kinds is
run without any entry here; every other one needs an entry in a table below, and an entry that no guide has fails."""

from __future__ import annotations

import html
import http.client
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

import guides
import surroundings
import tool
from guides import Piece

# ---- What is not run as it stands --------------------------------------------------------------------------------

# Texts of commands that a test replaces: other machines, folders of the system, and names that stand for anything.
# `{root}` is a folder of the test, `{home}` the reader's, `{port}` that of a server for `Output`.
INSTEAD = {
    "docs/guides/browsing.md": {"-m http.server": "-m http.server --bind 127.0.0.1 0"},
    "docs/guides/deploy.md": {"--directory Output 8000": "--directory Output 0"},
    "docs/guides/digest.md": {"/home/ada/calendar": "{home}/site", "PATH=/usr/local/bin:": "PATH={root}/bin:"},
    "docs/guides/installing.md": {" /usr/local/": " {root}/usr/local/"},
    "docs/guides/languages.md": {"<tag>": "de"},
    "docs/guides/privacy.md": {"explain EVENT": "explain Stand-up"},
    "docs/guides/remote.md": {
        "/home/ann/site": "{home}/site",
        "%h/site": "{home}/site",
        "/usr/local/bin/busylife-gen": "busylife-gen",
        "host:/srv": "{root}/srv",
    },
    "docs/guides/scale.md": {
        "https://example.org/calendar/": "http://127.0.0.1:{port}/",
        "# on the second …": "\nfor part in {3..7}; do "
        "busylife-gen build --now 2026-11-20T06:00:00Z --shard $part/7 --output part-$part; done",
        "part-2 … part-7": "part-{2..7}",
    },
    "docs/guides/theme.md": {"--templates DIR": "--templates Templates"},
}

# Programs that need another machine, a system of their own or much time, as scripts.
STAND_INS = {
    # A target that does not exist is an error.
    "make": 'exec {make} "$@" -n -C {project}',
    "msmtp": 'cat > "$HOME/mail"',
    # `run` is the command in this folder.
    "podman": """
        case $1 in
          build) test -f {project}/"$5" ;;
          run) while [ "$1" != busylife-gen ]; do shift; done; exec "$@" ;;
        esac""",
    # The tasks of an array job, one after the other.
    "sbatch": """
        export SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=${1#--array=1-} SLURM_ARRAY_TASK_COUNT=${1#--array=1-}
        export SLURM_JOB_ID=1
        script={project}/$2
        shift 2
        for SLURM_ARRAY_TASK_ID in $(seq $SLURM_ARRAY_TASK_COUNT); do
          export SLURM_ARRAY_TASK_ID
          bash "$script" "$@"
        done""",
}

# What another test runs, and what none can run, with the reason; by the guide and the beginning of the piece.
ELSEWHERE = {
    ("docs/guides/deploy.md", "rsync -rt"): "test_guides.test_a_site_is_copied",
    ("docs/guides/deploy.md", "sed -E"): "test_webservers.test_a_site_at_another_address",
    ("docs/guides/deploy.md", "busylife-gen build --base-url https://NAME."): "test_guides.test_a_branch_for_pages",
    ("docs/guides/deploy.md", "git rm -rfq ."): "test_guides.test_a_branch_for_pages",
    ("docs/guides/deploy.md", "Options -Indexes"): "test_webservers.test_every_file_has_its_type_and_headers",
    ("docs/guides/deploy.md", "Content-Security-Policy: "): "test_serve.test_drawings_are_sent_with_a_policy",
    ("docs/guides/deploy.md", "a2enmod headers"): "changes the system",
    ("docs/guides/deploy.md", "netlify deploy"): "needs an account",
    ("docs/guides/deploy.md", "wrangler pages"): "needs an account",
    ("docs/guides/embedding.md", '"~/embed'): "test_webservers.test_some_sites_may_show_it_in_a_frame",
    ("docs/guides/audiences.md", "rsync --delete"): "an option and no command",
    ("docs/guides/board.md", "chromium --kiosk"): "needs a screen",
    ("docs/guides/installing.md", "apt-get install"): "changes the system; .ci/test-dist runs it in one of its own",
    ("docs/guides/remote.md", "systemctl --user"): "changes the system",
    ("docs/guides/remote.md", "loginctl enable-linger"): "changes the system",
    ("docs/guides/remote.md", "journalctl --user"): "needs a timer that has run",
    ("docs/guides/scale.md", "scp "): "needs another machine",
    ("docs/guides/scale.md", "netlify deploy"): "needs an account",
    ("docs/guides/scale.md", "export AWS_ACCESS_KEY_ID"):
        "test_object_store.test_files_arrive_with_their_headers_and_in_order",
    ("docs/guides/scale.md", "AWS_REGION=auto"):
        "test_object_store.test_files_arrive_with_their_headers_and_in_order",
    ("docs/guides/scale.md", "cd Output"): "test_hosting.test_netlify_is_sent_what_it_does_not_have",
    ("docs/guides/scale.md", "new=/srv"): "test_hosting.test_a_link_leads_to_one_whole_site_or_another",
    ("docs/guides/scale.md", "location ~"): "test_webservers.test_a_page_finds_what_it_loads_in_the_release_before",
    ("docs/guides/scale.md", "spark-submit"): "test_cluster.test_spark_with_an_executor_that_is_killed",
    ("docs/guides/scale.md", "kubectl apply"): "test_cluster.test_the_job_is_valid",
    ("docs/guides/weather.md", "Content/site.yml:7:1"):
        "test_weather.test_the_age_of_a_forecast_is_measured_against_now",
    # Settings of servers, and excerpts of pages, style sheets and programs.
    ("docs/guides/deploy.md", "# This file belongs in /etc/nginx"):
        "test_webservers.test_every_file_has_its_type_and_headers",
    ("docs/guides/deploy.md", "example.org {"): "test_webservers.test_every_file_has_its_type_and_headers",
    ("docs/guides/embedding.md", "<script async"): "an excerpt of a page",
    ("docs/guides/embedding.md", "document.addEventListener"): "an excerpt of a page",
    ("docs/guides/embedding.md", "<iframe"): "an excerpt of a page",
    ("docs/guides/embedding.md", "script-src"): "a header of a page elsewhere",
    ("docs/guides/printing.md", "print.html?from="): "an address",
    ("docs/guides/printing.md", "@page"): "an excerpt of a style sheet",
    ("docs/guides/recurrence.md", "let (rule, repairs)"): "an excerpt of a program",
    ("docs/guides/theme.md", ":root"): "an excerpt of a style sheet",
}  # fmt: skip


# ---- A reader's terminal -----------------------------------------------------------------------------------------

EVENTS = [
    {"uid": "standup@my-calendar", "title": "Stand-up", "start": "2026-11-02T09:00", "end": "2026-11-02T09:15",
     "tz": "Asia/Shanghai", "rrule": "FREQ=WEEKLY;BYDAY=MO,TU"},
    {"uid": "choir@example.org", "title": "Choir", "start": "2026-11-24T19:30Z", "end": "2026-11-24T21:00Z"},
]  # fmt: skip
# Nothing reads more of it than where it begins and ends.
CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"
SERVERS = ("busylife-gen serve", "python3 -m http.server")


def calendar(*events: str) -> str:
    """An iCalendar of these events, from line 3 on."""
    body = "".join(f"BEGIN:VEVENT\n{event.rstrip()}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{body}END:VCALENDAR\n"


def packed(files: dict[str, str]) -> bytes:
    """A ZIP archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


def any_calendar(name: str = "") -> str:
    """Events of which the examples of rules, filters and exceptions each find one."""
    lines = ["SUMMARY:Trip to Oslo", "SUMMARY:Dentist\nCATEGORIES:Health", "SUMMARY:Lunch",
             "SUMMARY:Call\nCLASS:PRIVATE", "SUMMARY:Tour\nCATEGORIES:Open door", "SUMMARY:Week 45",
             "SUMMARY:Secret\nCLASS:CONFIDENTIAL"]  # fmt: skip
    events = [f"DTSTART:202611{day}T090000Z\nDTEND:202611{day}T100000Z\n{line}" for day, line in enumerate(lines, 10)]
    events.append("DTSTART:20261109T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nSUMMARY:Class")
    events.append("DTSTART;VALUE=DATE:20261221\nSUMMARY:Closed")
    return calendar(*(f"UID:{number}-{name}\nDTSTAMP:20261101T080000Z\n{event}"
                      for number, event in enumerate(events)))  # fmt: skip


class Terminal:
    """A shell that remembers its folder and variables, with a home of its own and no network."""

    def __init__(self, root: Path):
        self.root, self.home = root, root / "home"
        self.folder = self.home / "site"
        self.folder.mkdir(parents=True)
        (root / "bin").mkdir()
        (root / "bin/busylife-gen").symlink_to(tool.TOOL)
        made = {"make": shutil.which("make"), "project": tool.PROJECT}
        for name, script in STAND_INS.items():
            for key, value in made.items():
                script = script.replace(f"{{{key}}}", shlex.quote(str(value)))
            (root / "bin" / name).write_text(f"#!/usr/bin/env bash\nset -e\n{script}\n")
            (root / "bin" / name).chmod(0o755)
        nowhere = "http://127.0.0.1:9"
        self.environment = surroundings.environment(
            HOME=str(self.home), PYTHONUNBUFFERED="1", PATH=f"{root}/bin:{surroundings.environment()['PATH']}",
            **{f"XDG_{name}_HOME": None for name in ("CACHE", "CONFIG", "DATA", "STATE")},
            **{f"{name}_proxy": nowhere for name in ("http", "https", "all")}, no_proxy="127.0.0.1",
        )  # fmt: skip
        self.server: subprocess.Popen | None = None
        self.address = ""
        (root / "cwd").write_text(str(self.folder))
        (root / "variables").write_text("")

    @property
    def cwd(self) -> Path:
        return Path((self.root / "cwd").read_text().strip())

    def write(self, path: str, text: str | bytes) -> None:
        """A file in the folder of the shell, or in the home."""
        place = self.home / path[2:] if path.startswith("~/") else self.cwd / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())

    def run(self, script: str, codes: tuple[int, ...] = (0,)) -> str:
        """What commands print to a terminal. Each has to succeed, as far as a shell sees it."""
        shell = f"""
            cd "$(cat {self.root}/cwd)"
            source {self.root}/variables
            trap 'pwd > {self.root}/cwd; export -p > {self.root}/variables' EXIT
        """
        command = ["bash", "-e", "-u", "-o", "pipefail", "-c", f"{shell}\n{script}"]
        done = subprocess.run(command, text=True, timeout=120, env=self.environment, cwd=self.root,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
        assert done.returncode in codes, f"{script}\nended with {done.returncode}\n{done.stdout}"
        return done.stdout

    def serve(self, command: str) -> None:
        """Starts a server on a free port and fetches a page."""
        self.stop()
        words = shlex.split(command) + (["--port", "0"] if command.startswith("busylife-gen") else [])
        words[0] = {"python3": sys.executable, "busylife-gen": str(tool.TOOL)}[words[0]]
        self.server = subprocess.Popen(words, env=self.environment, cwd=self.cwd, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
        lines = []
        timer = threading.Timer(30, self.server.terminate)
        timer.start()
        for line in self.server.stdout:
            lines.append(line)
            if found := re.search(r"http://(127\.0\.0\.1:\d+)/", line):
                break
        else:
            raise AssertionError(f"{command}\n{''.join(lines)}")
        timer.cancel()
        self.address = found[1]
        threading.Thread(target=self.server.stdout.read, daemon=True).start()
        assert "<title>" in self.page("/")

    def page(self, path: str) -> str:
        # Without the proxy of the environment.
        connection = http.client.HTTPConnection(self.address, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200, path
        return answer.read().decode()

    def stop(self) -> None:
        if self.server:
            self.server.terminate()
            self.server.wait(20)
            self.server = None


# ---- Examples of settings and events -----------------------------------------------------------------------------


def sources(settings: dict) -> set[str]:
    """The files and folders that settings name."""
    found = set()
    for entry in settings.get("calendars") or []:
        source = entry.get("source") or ""
        if source and ":" not in source:
            found.add(source)
    return found


def support(terminal: Terminal, settings: dict, shown: tuple[str, ...] = ()) -> None:
    """Makes what settings name, unless it is there or a guide shows it."""
    for source in sources(settings):
        if (terminal.cwd / "Content" / source.split("/")[0]).exists():
            continue
        if any(path.startswith(f"Content/{source}") for path in shown):
            continue
        if source.endswith(".json"):
            terminal.write(f"Content/{source}", json.dumps(EVENTS))
        elif Path(source).suffix:
            terminal.write(f"Content/{source}", any_calendar(source))
        else:
            terminal.write(f"Content/{source}/a.ics", any_calendar(source))
    for entry in [*(settings.get("audiences") or []), *(settings.get("feeds", {}).get("filters") or [])]:
        for name in entry.get("calendars") or []:
            terminal.write(f"Content/{name}.ics", any_calendar(name))
    if "logo" in settings:
        terminal.write(f"Content/{settings['logo']}", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    if "font" in settings:
        terminal.write(f"Content/{settings['font']}", b"wOF2" + bytes(40))
    for name in re.findall(r"\((notes/[^)]+)\)", settings.get("footer") or ""):
        terminal.write(f"Content/{name}", "# A note\n")


def try_settings(terminal: Terminal, text: str) -> None:
    """Settings by themselves, with the files that they name: nothing in them is wrong."""
    settings = yaml.safe_load(text)
    archived = sorted(source for source in sources(settings) if source.startswith("takeout.zip/"))
    if archived:
        terminal.write("Content/takeout.zip", packed({name.partition("/")[2]: any_calendar(name) for name in archived}))
    if "ca" in settings.get("network", {}):
        terminal.write(f"Content/{settings['network']['ca']}", CERTIFICATE)
    support(terminal, settings)
    if not settings.get("calendars"):
        terminal.write("Content/events.json", json.dumps(EVENTS))
        terminal.write("Content/more.ics", any_calendar())
    terminal.write("Content/site.yml", text)
    out = terminal.run("busylife-gen check --offline", (0, 1))
    wrong = [line for line in out.splitlines() if re.search(": (error|warning): ", line)]
    # Nothing fetches what is on other machines.
    assert [line for line in wrong if "is empty, because it was never fetched" not in line] == [], out


def try_events(terminal: Terminal, text: str) -> None:
    found = json.loads(text)
    terminal.write("Content/events.json", json.dumps(found if isinstance(found, list) else [found]))
    assert terminal.run("busylife-gen check --fail-on note").startswith("No problems in Content: ")


# ---- Messages that guides show -----------------------------------------------------------------------------------


def at(*parts: tuple[int, str]) -> str:
    """A line with texts at columns, counted from 1."""
    line = ""
    for column, text in parts:
        line = line.ljust(column - 1) + text
    return line


def locked(data: bytes, name: str) -> bytes:
    """An archive that says of a file that it is encrypted."""
    changed = bytearray(data)
    for signature, flags, distance in ((b"PK\x03\x04", 6, 30), (b"PK\x01\x02", 8, 46)):
        place = next(found.start() for found in re.finditer(re.escape(signature), data)
                     if data[found.start() + distance:].startswith(name.encode()))  # fmt: skip
        changed[place + flags] |= 1
    return bytes(changed)


def one(*lines: str) -> str:
    """An iCalendar of an event of these lines."""
    return calendar("\n".join(lines))


ENDS_BEFORE = "UID:a\nDTSTAMP:20261101T080000Z\nDTSTART:20261120T090000Z\n{}DTEND:20261119T090000Z\nSUMMARY:A"
WEEKLY = "DTSTART:20261120T{}Z\nDTEND:20261120T{}Z\nRRULE:FREQ=WEEKLY;COUNT=13\nLOCATION:Great Hall\nSUMMARY:{}"
BROKEN = """\
BEGIN:VCALENDAR
BEGIN:VEVENT
UID:a
DTSTART;TZID=Mars/Base:20261120T090000
SUMMARY:A
END:VEVENT
BEGIN:VEVENT
UID:b
SUMMARY:B
END:VEVENT
BEGIN:VEVENT
UID:c
DTSTART;TZID=Office:20261120T090000
DTEND;TZID=Office:20261119T090000
SUMMARY:C
END:VEVENT
BEGIN:VTIMEZONE
TZID:Office
X-ONE:1
X-TWO:2
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0100
END:STANDARD
END:VTIMEZONE
END:VCALENDAR
"""
# Content of which `check` says what a guide shows; by the guide and the beginning of the block.
MESSAGES: dict[tuple[str, str], dict[str, str | bytes]] = {
    ("docs/guides/calendars.md", "Content/takeout.zip/"): {
        "Content/takeout.zip": locked(packed({
            "Takeout/Calendar/Work.ics": one(ENDS_BEFORE.format("X-A:1\nX-B:2\nX-C:3\nX-D:4\nX-E:5\n")),
            "Private.ics": one("UID:b")}), "Private.ics")},
    ("docs/guides/calendars.md", "Content/anna.ics:3:1"): {
        "Content/anna.ics": one("UID:m", "DTSTART:20261120T090000Z", "SUMMARY:Meeting"),
        "Content/bob.ics": one("UID:m", "SEQUENCE:1", "DTSTART:20261120T100000Z", "SUMMARY:Meeting")},
    ("docs/guides/calendars.md", "Content/dance.ics:3:1"): {
        "Content/choir.ics": one("UID:choir", WEEKLY.format("190000", "210000", "Choir")),
        "Content/dance.ics": one("UID:dance", WEEKLY.format("203000", "220000", "Dance"))},
    ("docs/guides/content.md", "Content/home.ics:1:1"): {
        "Content/site.yml": "calendars: [{name: work, source: work.ics}]\n", "Content/work.ics": any_calendar(),
        "Content/home.ics": any_calendar(), **{f"Content/club/{n}.ics": any_calendar() for n in range(120)}},
    ("docs/guides/content.md", "Content/site.yml:1:1"): {
        "Content/site.yml": "titel: A\ntimezone: Europe/Berlin\ncalendars:\n  - name: a\n    title: A\n"
        "    source: a.ics\n  - name: b\n    source: b.ics\n    color: #2f6fde\n  - name: c\n    source: c.ics\n\n"
        "privcy: busy\n",
        **{f"Content/{name}.ics": any_calendar(name) for name in "abc"}},
    ("docs/guides/content.md", "Content/events.json:4:40"): {
        "Content/events.json": "\n".join([
            "[", "", "",
            at((1, '{"title": "A",'), (32, '"tz":'), (40, '"Europe/Londn", "start": "2026-11-20T09:00"},')), "",
            at((1, '{"title": "B", "start": "2026-11-20"'), (70, ', "status":'), (88, '"maybe"},')),
            at((1, '{"title": "C",'), (21, '"timezone": "x", "start": "2026-11-20",'), (60, '"repeat": "x"}'))
            + ', {"title": "D", "timezone": "x", "start": "2026-11-20"}' * 11 + ",",
            at((1, '{"title": "E", "start": "2026-11-20"}'), (46, ",\n]"))])},
    ("docs/guides/content.md", "Content/work.ics:4:1"): {"Content/work.ics": BROKEN},
    ("docs/guides/content.md", "Content/notes/b.md:6:1"): {
        "Content/notes/b.md": "---\ntitle: B\n---\n\n\n"
        + at((1, "[one](c.md)"), (16, "[two](day:2026-99-01)"), (42, "[three](javascript:x)")) + "\n"},
    ("docs/guides/content.md", "Content/notes/stock.md:117:1"): {
        "Content/notes/stock.md": "\n" * 5 + "|a" * 900 + "|\n" + "|-" * 900 + "|\n" + "|a|\n" * 200},
}  # fmt: skip


def try_messages(terminal: Terminal, piece: Piece, files: dict[str, str | bytes]) -> None:
    for path, text in files.items():
        terminal.write(path, text)
    # Of two events in one place only this option tells.
    out = terminal.run("busylife-gen check --conflicts", (0, 1))
    assert sorted(out.splitlines()) == sorted(piece.text.splitlines()), f"{piece}\n{out}"


def theme_errors(terminal: Terminal, text: str) -> None:
    """Each line is that of a template, which it quotes."""
    terminal.write("Content/events.json", json.dumps(EVENTS))
    for line in text.splitlines():
        found = re.fullmatch(r"(.+?):(\d+):\d+: error: .*?(?:\?|&|closed|section): (\S.*)", line)
        path, number, quoted = found.groups()
        shutil.rmtree(terminal.cwd / "T", ignore_errors=True)
        terminal.write(path, "\n" * (int(number) - 1) + f"{quoted}\n")
        assert line in terminal.run("busylife-gen build --templates T", (1,)).splitlines()


def template_lines(terminal: Terminal, text: str) -> None:
    """The cells of a month are published as the guide says below the block."""
    terminal.write("Content/events.json", json.dumps(EVENTS))
    terminal.write("T/_cell.mustache", text)
    terminal.run("busylife-gen build --tz UTC --now 2026-11-20T12:00:00Z --templates T")
    page = (terminal.cwd / "Output/calendar/2026-11.html").read_text(encoding="utf-8")
    assert re.search(r'<td data-date="2026-11-07" class="(odd)? we"><a href="[^"]+">7</a></td>', page)
    assert "A day of a month" not in page


def stale_copy(terminal: Terminal, text: str) -> None:
    """A calendar that is not at its address any more."""
    status = [200]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status[0])
            self.end_headers()
            self.wfile.write(any_calendar().encode())

        def log_message(self, *_):
            pass

    with serving(Handler) as port:
        terminal.write("Content/site.yml", f"calendars:\n  - name: work\n    refresh: 1m\n"
                       f"    source: http://127.0.0.1:{port}/a.ics\nnetwork: {{allowPrivate: true}}\n")  # fmt: skip
        terminal.run("busylife-gen build")
        status[0] = 404
        # What was fetched in the second in which a build begins is new enough for it.
        time.sleep(1.1)
        # How old a copy counts as is decided by this time.
        out = terminal.run("busylife-gen build --refresh --now 2100-01-01T00:00:00Z")
    # The guide breaks the line.
    shown = re.escape(" ".join(text.split()))
    for pattern, value in ((r"\d{4}\\-\d\d\\-\d\d\\ \d\d:\d\d", r"\d{4}-\d\d-\d\d \d\d:\d\d"),
                           (r"calendar\\\.example\\\.org", f"127.0.0.1:{port}")):  # fmt: skip
        shown, count = re.subn(pattern, lambda _: value, shown)
        assert count == 1
    assert any(re.fullmatch(shown, line) for line in out.splitlines()), f"{shown}\n{out}"


def changes_list(terminal: Terminal, text: str) -> None:
    """Lines have these keys in this order, and say the same of such files."""
    made = [json.loads(line) for line in (terminal.cwd / "changes.jsonl").read_text().splitlines()]
    put, delete = (json.loads(line) for line in text.splitlines())
    line = next(line for line in made if line["path"] == put["path"])
    assert list(line) == list(put) and {k: v for k, v in line.items() if k not in ("bytes", "sha256")} == {
        k: v for k, v in put.items() if k not in ("bytes", "sha256")}  # fmt: skip
    terminal.write("Content/events.json", "[]")
    terminal.run("busylife-gen build --changes changes.jsonl")
    gone = json.loads((terminal.cwd / "changes.jsonl").read_text().splitlines()[-1])
    assert list(gone) == list(delete) and gone["action"] == delete["action"]
    terminal.write("Content/events.json", json.dumps(EVENTS))
    terminal.run("busylife-gen build")


def manifest(terminal: Terminal, text: str) -> None:
    terminal.run("busylife-gen build --output site")
    first, *rows = (terminal.cwd / "site/.busylife-gen").read_text().splitlines()
    shown, *examples = text.splitlines()
    assert first == shown
    kinds = {row.split("\t")[0]: row.split("\t")[3] for row in rows if row}
    for path, _, _, kind in (example.split("\t") for example in examples):
        assert kinds[path] == kind


def fleet_results(terminal: Terminal, text: str) -> None:
    shown, (made,) = json.loads(text), map(json.loads, (terminal.cwd / "results.jsonl").read_text().splitlines())
    assert list(made) == list(shown)
    numbers = ("files", "bytes", "milliseconds")
    assert all(type(made[key]) is type(shown[key]) for key in numbers)
    assert {**made, **{key: shown[key] for key in numbers}} == shown


def policy(terminal: Terminal, text: str) -> None:
    page = (terminal.cwd / "Output/index.html").read_text(encoding="utf-8")
    written = re.search(r'http-equiv="?Content-Security-Policy"? content="([^"]*)"', page)[1]
    assert html.unescape(written) == " ".join(text.split())


def event_lines(terminal: Terminal, text: str) -> None:
    terminal.write("Content/a.ics", one("UID:a", "DTSTAMP:20261101T080000Z", "SUMMARY:A", text))
    assert terminal.run("busylife-gen check --fail-on note").startswith("No problems in Content: ")


def words_of(tag: str) -> Callable[[Terminal, str], None]:
    """An excerpt of a file of words, in which `…` stands for more."""
    def is_there(_: Terminal, text: str) -> None:
        shown = yaml.safe_load(re.sub(r"^ *…\n", "", text, flags=re.MULTILINE))
        words = yaml.safe_load((tool.TEMPLATES / f"words/{tag}.yml").read_text(encoding="utf-8"))["sentences"]
        for key, forms in shown.items():
            assert forms.items() <= words[key].items(), key

    return is_there


# Blocks that show something, with what makes it and compares.
SHOWN: dict[tuple[str, str], Callable[[Terminal, str], None]] = {
    ("docs/guides/deploy.md", "default-src 'none'; script-src"): policy,
    ("docs/guides/languages.md", "events:"): words_of("ru"),
    ("docs/guides/languages.md", "weeklyOnDay:"): words_of("ru"),
    ("docs/guides/recurrence.md", "DTSTART;TZID"): event_lines,
    ("docs/guides/remote.md", "Content/site.yml:4:13"): stale_copy,
    ("docs/guides/scale.md", "busylife-gen 2"): manifest,
    ("docs/guides/scale.md", '{"action":"put"'): changes_list,
    ("docs/guides/scale.md", '{"id":"north","result"'): fleet_results,
    ("docs/guides/theme.md", "T/_legend.mustache"): theme_errors,
    ("docs/guides/theme.md", "{{! A day of a month"): template_lines,
}

# Guides in which such blocks show what the commands before them have made.
OF_COMMANDS = ("docs/guides/deploy.md", "docs/guides/scale.md")


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


# ---- Before and after --------------------------------------------------------------------------------------------


def misspell(terminal: Terminal) -> None:
    path = terminal.cwd / "Content/events.json"
    head, separator, tail = path.read_text().rpartition('"title"')
    path.write_text(head + separator.replace("title", "titel") + tail)


def words_to_translate(terminal: Terminal) -> None:
    """Steps 1 to 3 of the guide."""
    terminal.write("Templates/words/de.yml", (tool.TEMPLATES / "words/de.yml").read_bytes())


def release(terminal: Terminal) -> None:
    """A tarball with the folders and the name of the real one, whose command is that of the test."""
    name = f"busylife-gen-{terminal.run('busylife-gen --version').strip()}-linux-x86_64"
    for folder in ("bin", "lib", "share"):
        terminal.write(f"{name}/{folder}/.keep", "")
    (terminal.cwd / name / "bin/busylife-gen").symlink_to(tool.TOOL)
    (terminal.root / "usr/local").mkdir(parents=True)
    terminal.run(f"tar -cJf {name}.tar.xz {name}; rm -r {name}")


def host(terminal: Terminal) -> None:
    (terminal.root / "srv").mkdir(exist_ok=True)


def north(terminal: Terminal) -> None:
    terminal.write("in/north/events.json", json.dumps(EVENTS))


BEFORE: dict[tuple[str, str], Callable[[Terminal], None]] = {
    ("README.md", "$ busylife-gen check"): misspell,
    ("docs/guides/digest.md", "busylife-gen agenda"):
        lambda terminal: terminal.write("Content/site.yml", "audiences: [{name: team, privacy: full}]\nzones: UTC\n"),
    ("docs/guides/installing.md", "tar -xJf"): release,
    ("docs/guides/languages.md", "busylife-gen words"): words_to_translate,
    ("docs/guides/remote.md", "17 * * * *"): host,
    ("docs/guides/scale.md", "busylife-gen fleet"): north,
    ("docs/guides/scale.md", "curl"):
        lambda terminal: terminal.serve("python3 -m http.server --bind 127.0.0.1 --directory Output 0"),
}  # fmt: skip
# Programs without which a guide is left out.
NEEDS = {"docs/guides/installing.md": "xz", "docs/guides/remote.md": "rsync", "docs/guides/scale.md": "curl"}
# Commands that end with another code than 0.
CODES = {("README.md", "$ busylife-gen check"): 1}


def mailed(terminal: Terminal) -> None:
    mail = (terminal.home / "mail").read_text(encoding="utf-8")
    head, _, body = mail.partition("\n\n")
    assert "To: team@example.org\nSubject: What is on from 20" in head and body.startswith("<!doctype html>")
    (terminal.home / "mail").unlink()


def mailed_on_mondays(terminal: Terminal) -> None:
    mailed(terminal)
    workflow = yaml.safe_load((terminal.cwd / ".github/workflows/digest.yml").read_text(encoding="utf-8"))
    # YAML 1.1 reads the key `on` as a truth value.
    assert workflow[True]["schedule"] == [{"cron": "0 6 * * 1"}]


def addressed(terminal: Terminal) -> None:
    address = "https://example.org/calendar/"
    output = terminal.cwd / "Output"
    for path in ("sitemap.xml", "robots.txt", "index.html", "subscribe.html", "feeds/all.ics"):
        assert address in (output / path).read_text(encoding="utf-8"), path
    assert 'href="/calendar/assets/' in (output / "404.html").read_text(encoding="utf-8")


def previewed(terminal: Terminal) -> None:
    assert terminal.page("/") == (terminal.cwd / "Output/index.html").read_text(encoding="utf-8")


def folders(*names: str) -> Callable[[Terminal], None]:
    def are_there(terminal: Terminal) -> None:
        assert {path.name for path in (terminal.cwd / "Output").iterdir() if path.is_dir()} == set(names)

    return are_there


def published(terminal: Terminal) -> None:
    assert (terminal.root / "srv/calendar/index.html").exists()
    shutil.rmtree(terminal.root / "srv/calendar")


def built_as_a_whole(terminal: Terminal) -> None:
    names = [tool.snapshot(terminal.cwd / "Output")]
    terminal.run("rm -r Output; busylife-gen build --now 2026-11-20T06:00:00Z")
    assert names == [tool.snapshot(terminal.cwd / "Output")]


AFTER: dict[tuple[str, str], Callable[[Terminal], None]] = {
    ("docs/guides/audiences.md", "busylife-gen build"): folders("family-7fq2", "team", "public"),
    ("docs/guides/deploy.md", "busylife-gen build --base-url https://example.org"): addressed,
    ("docs/guides/deploy.md", "python3 -m http.server"): previewed,
    ("docs/guides/digest.md", "0 7 * * 1"): mailed,
    ("docs/guides/digest.md", "name: Digest"): mailed_on_mondays,
    ("docs/guides/installing.md", "cp -a"):
        lambda terminal: terminal.run(f"{terminal.root}/usr/local/bin/busylife-gen --version"),
    ("docs/guides/remote.md", "17 * * * *"): published,
    ("docs/guides/remote.md", "[Unit]\nDescription=Build the calendar site\n"): published,
    ("docs/guides/scale.md", "busylife-gen build --now"): built_as_a_whole,
    ("docs/guides/scale.md", "sbatch"):
        lambda terminal: terminal.run("test $(ls results | wc -l) = 20 && grep -q unchanged results/*"),
}  # fmt: skip


# ---- The guides --------------------------------------------------------------------------------------------------

TABLES = (ELSEWHERE, MESSAGES, SHOWN, BEFORE, CODES, AFTER)


def entry(table: dict, piece: Piece):
    """What a table says of a piece, by its guide and its beginning."""
    return next((value for (guide, start), value in table.items()
                 if guide == piece.guide and piece.text.startswith(start)), None)  # fmt: skip


def is_used(piece: Piece) -> bool:
    """Whether it is a command or a block; other code in sentences is only looked at."""
    return piece.language != "inline" or guides.COMMAND.fullmatch(piece.text) is not None


def run_session(terminal: Terminal, piece: Piece) -> None:
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", piece.text, re.MULTILINE):
        assert terminal.run(command, (entry(CODES, piece) or 0,)) == shown, f"{piece}"


def run_request(terminal: Terminal, piece: Piece) -> None:
    """A request as a page of the server makes it."""
    head, _, body = piece.text.partition("\n\n")
    first, *lines = head.split("\n")
    method, path = first.split()
    token = re.search(r'<meta name="busylife-edit" content="([^"]+)">', terminal.page("/"))[1]
    fields = dict(line.split(": ", 1) for line in lines)
    assert fields["X-Busylife-Token"] == "TOKEN"
    fields |= {"X-Busylife-Token": token, "Origin": f"http://{terminal.address}"}
    connection = http.client.HTTPConnection(terminal.address, timeout=30)
    connection.request(method, path, body, fields)
    answer = connection.getresponse()
    text = answer.read().decode()
    assert answer.status == 200, text
    assert {"uid", "file", "undo"} <= json.loads(text).keys()


def replaced(terminal: Terminal, guide: str, text: str) -> str:
    for old, new in INSTEAD.get(guide, {}).items():
        for name, value in (("root", terminal.root), ("home", terminal.home),
                            ("port", terminal.address.rpartition(":")[2])):  # fmt: skip
            new = new.replace(f"{{{name}}}", str(value))
        text = text.replace(old, new)
    return text


def run_file(terminal: Terminal, piece: Piece, text: str, fresh: Callable[[], Terminal]) -> None:
    """What else is tried of a file than that commands read it."""
    if piece.path.endswith("site.yml") and "/workflows/" not in piece.path:
        try_settings(fresh(), text)
        shown = tuple(other.path for other in guides.read(piece.guide) if other.path)
        support(terminal, yaml.safe_load(text), shown)
    elif "/words/" in piece.path:
        terminal.run(f"busylife-gen words --templates Templates {Path(piece.path).stem}")
    elif "/workflows/" in piece.path:
        for job in yaml.safe_load(text)["jobs"].values():
            for step in job["steps"]:
                given = "".join(f"export {name}=x\n" for name in step.get("env", {}))
                if "run" in step:
                    terminal.run(given + step["run"])
    elif piece.path.endswith(".service"):
        found = re.findall(r"^(?:WorkingDirectory|ExecStart|ExecStartPost)=(.*)", text, re.MULTILINE)
        terminal.run(f"cd {found[0]}; {'; '.join(found[1:])}")


def follow(terminal: Terminal, piece: Piece, fresh: Callable[[], Terminal]) -> None:
    """Does what a reader does with a block or a command."""
    if entry(ELSEWHERE, piece):
        return
    if before := entry(BEFORE, piece):
        before(terminal)
    text = replaced(terminal, piece.guide, piece.text)
    if files := entry(MESSAGES, piece):
        try_messages(fresh(), piece, files)
    elif shown := entry(SHOWN, piece):
        shown(terminal if piece.guide in OF_COMMANDS else fresh(), text)
    elif piece.path:
        terminal.write(piece.path, text)
        run_file(terminal, piece, text, fresh)
    elif piece.language == "console":
        run_session(terminal, piece)
    elif piece.language in ("sh", "inline"):
        if text.startswith(SERVERS):
            terminal.serve(text)
        else:
            terminal.run(text)
    elif piece.language == "crontab":
        terminal.run(text.split(maxsplit=5)[5])
    elif piece.language == "http":
        run_request(terminal, piece)
    elif piece.language == "yaml":
        try_settings(fresh(), text)
    elif piece.language == "json":
        try_events(fresh(), text)
    else:
        raise AssertionError(f"{piece}\nnothing tries this block: name its file before it, or give it an entry")
    if after := entry(AFTER, piece):
        after(terminal)


@pytest.mark.parametrize("guide", guides.NAMES)
def test_a_guide_says_what_happens(guide, tmp_path):
    if guide in NEEDS and not shutil.which(NEEDS[guide]):
        pytest.skip(f"{NEEDS[guide]} is not there")
    terminals = [Terminal(tmp_path / "0")]

    def fresh() -> Terminal:
        terminals.append(Terminal(tmp_path / str(len(terminals))))
        return terminals[-1]

    terminals[0].write("Content/events.json", json.dumps(EVENTS))
    try:
        for piece in guides.read(guide):
            if is_used(piece):
                try:
                    follow(terminals[0], piece, fresh)
                except Exception as error:
                    error.add_note(f"in {piece}")
                    raise
        if guide == "docs/guides/content.md":
            # As it says at its beginning.
            assert terminals[0].run("busylife-gen check --fail-on note").startswith("No problems in Content: ")
    finally:
        for terminal in terminals:
            terminal.stop()


def test_tables_have_no_entry_that_no_guide_has():
    pieces = [piece for guide in guides.NAMES for piece in guides.read(guide) if is_used(piece)]
    for table in TABLES:
        for guide, start in table:
            assert any(piece.guide == guide and piece.text.startswith(start) for piece in pieces), (guide, start)
    for guide, changes in INSTEAD.items():
        text = (tool.PROJECT / guide).read_text(encoding="utf-8")
        assert [old for old in changes if old not in text] == []


def test_what_runs_elsewhere_is_there():
    for reason in ELSEWHERE.values():
        if found := re.fullmatch(r"(test_\w+)\.(test_\w+)", reason):
            (file,) = (tool.PROJECT / "Tests/Site").rglob(f"{found[1]}.py")
            text = file.read_text(encoding="utf-8")
            assert f"\ndef {found[2]}(" in text, reason


@cache
def options(command: str) -> set[str]:
    """The options of a command, as its help lists them."""
    listed = tool.run(command, "--help", expect=0).out
    return set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", listed, re.MULTILINE))


COMMANDS = ("init", "build", "merge", "fleet", "serve", "agenda", "free", "check", "words", "explain")


def test_commands_in_sentences_have_these_options():
    wrong = []
    count = 0
    for piece in (piece for guide in guides.NAMES for piece in guides.read(guide)):
        found = re.fullmatch(rf"(?:busylife-gen )?({'|'.join(COMMANDS)}) (.*--.*)", piece.text)
        if piece.language == "inline" and found:
            count += 1
            wrong += [f"{piece}: {option}" for option in re.findall(r"(?<!\S)--[a-z-]+", found[2])
                      if option not in options(found[1])]  # fmt: skip
    assert wrong == [] and count > 20


def test_the_publisher_has_the_options_of_its_section():
    text = (tool.PROJECT / "docs/guides/scale.md").read_text(encoding="utf-8")
    section = re.search(r"^## To an object store\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)[1]
    given = set(re.findall(r"[ `](--[a-z-]+)", section.split("**GitHub Pages**")[0]))
    publisher = [sys.executable, "-B", tool.PROJECT / "Hosting/publish-s3.py", "--help"]
    listed = subprocess.run(publisher, check=True, capture_output=True, text=True).stdout
    own = set(re.findall(r"^  (--[a-z-]+)", listed, re.MULTILINE))
    # What follows `--` is for the build.
    assert given - own - options("build") == set() and {"--endpoint", "--lease"} <= given


def test_the_table_of_options_says_which_commands_have_them():
    text = (tool.PROJECT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`--[^`]+`(?:, )?)+) \| ([a-z, ]+) \|", text, re.MULTILINE)
    said = {(command, option) for names, commands in rows for command in commands.split(", ")
            for option in re.findall(r"--[a-z-]+", names)}  # fmt: skip
    # What only one command has stands with it in the table of commands.
    for command, what in re.findall(rf"^\| `({'|'.join(COMMANDS)})\b.* \| (.*) \|$", text, re.MULTILINE):
        said |= {(command, option) for option in re.findall(r"`(--[a-z-]+)", what)}
    there = {(command, option) for command in COMMANDS for option in options(command) - {"--help", "--version"}}
    assert sorted(map(" ".join, said ^ there)) == []


# ---- Keys --------------------------------------------------------------------------------------------------------

WRONG = "qqqqzzzz"
# Content with an unknown key, whose message lists all that are known, and the line at which a guide lists them.
KEYS = {
    "settings": ("Content/site.yml", f"{WRONG}: 1", "README.md", "| key | value | if left out |"),
    "events": ("Content/events.json", f'[{{"title": "A", "start": "2026-11-20", "{WRONG}": 1}}]',
               "docs/guides/content.md", "| `start` |"),
    "notes": ("Content/notes/a.md", f"---\n{WRONG}: 1\n---\n", "docs/guides/content.md", "| `title` | text |"),
    "weather": ("Content/site.yml", "weather: {provider: met.no, latitude: 1, longitude: 1, contact: a@example.org, "
                f"{WRONG}: 1}}", "docs/guides/weather.md", "| `provider` |"),
    "audiences": ("Content/site.yml", f"audiences: [{{name: a, privacy: full, {WRONG}: 1}}]",
                  "docs/guides/audiences.md", "- `name`:"),
}  # fmt: skip


@pytest.mark.parametrize("name", KEYS)
def test_a_guide_lists_every_key_that_there_is(name, tmp_path):
    path, text, guide, start = KEYS[name]
    terminal = Terminal(tmp_path)
    terminal.write(path, text)
    known = re.search(rf'"{WRONG}"; the keys here are (.*)', terminal.run("busylife-gen check", (0, 1)))[1].split(", ")
    lines = (tool.PROJECT / guide).read_text(encoding="utf-8").split("\n")
    begin = next(number for number, line in enumerate(lines) if line.startswith(start))
    end = lines.index("", begin)
    listed = lines[begin:end]
    # In a table the keys are in the first column, in a list before the colon. Those that mean what they do elsewhere
    # stand in the text of a row.
    heads = [re.split(r"(?<!\\)\||`: ", line.lstrip("| "))[0] + "`" for line in listed if line[:1] in "|-"]
    keys = {key for head in heads for key in re.findall(r"`(\w+)(?=`|:)", head)}
    keys |= {key for line in listed if "mean what they do" in line for key in re.findall(r"`(\w+)`", line)}
    assert sorted(set(known) - keys) == []
    assert sorted(keys - set(known)) == []


@pytest.mark.parametrize(("name", "text"), [
    ("audiences", "[{{name: a, privacy: full, {}: 1}}]"),
    ("calendars", "[{{name: a, source: a.ics, {}: 1}}]"),
    ("network", "{{{}: 1}}"),
])  # fmt: skip
def test_the_table_of_settings_names_the_keys_within(name, text, tmp_path):
    terminal = Terminal(tmp_path)
    terminal.write("Content/a.ics", any_calendar())
    terminal.write("Content/site.yml", f"{name}: {text.format(WRONG)}")
    known = re.search(rf'"{WRONG}"; the keys here are (.*)', terminal.run("busylife-gen check", (0, 1)))[1].split(", ")
    row = re.search(rf"^\| `{name}` \|.*", (tool.PROJECT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
    assert set(known) - set(re.findall(r"`(\w+)(?=[`:])", row)) == set()
