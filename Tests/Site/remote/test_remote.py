"""Remote calendars: what is asked of servers and how often, that no fault of theirs changes a site but for the age of
what it shows, and that credentials stay where they belong."""

from __future__ import annotations

import base64
import os
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.request import urlopen

import pytest

import clock
import edits
import misbehaviour
import tool
from content import Content, event
from misbehaviour import Server, answer, calendar, good
from preview import Running
from tool import SEED

START = datetime(2026, 11, 21, 12, tzinfo=timezone.utc)
WINDOW = ("--tz", "UTC+1", "--from", "2026-11-16", "--to", "2026-11-30")
HOUR = timedelta(hours=1)
STALE = re.compile(r'(?:<p| <span) data-stale="([^"]*)">(.*?)<time datetime="([^"]*)">(.*?)</time></(?:p>\n|span>)')


class Site(Content):
    """A small site of remote calendars, with its own cache."""

    def __init__(self, root: Path):
        super().__init__(root)
        self.settings = {
            "views": ["agenda"], "eventPages": False, "calendars": [],
            "network": {"allowPrivate": True, "timeout": "2s"},
        }  # fmt: skip
        self.window, self.environment = WINDOW, {"XDG_CACHE_HOME": str(root / "cache")}

    def add(self, name: str, source: str, **keys):
        self.settings["calendars"].append({"name": name, "source": source} | keys)

    def save(self):
        self.write("site.yml", self.settings)

    def build(self, *arguments, later: timedelta = timedelta(), environment: dict | None = None, **options):
        """Builds `later` by the clock, and gives all that it says."""
        self.save()
        environment = (environment or {}) | clock.environment(START + later)
        return self.built(*arguments, now=None, environment=environment, **options)

    def page(self, path: str = "agenda/2026-11.html") -> str:
        return super().page(path)

    def snapshot(self) -> dict[str, str]:
        return tool.snapshot(self.output)

    def titles(self, output: str = "site") -> list[str]:
        page = (self.root / output / "agenda/2026-11.html").read_text(encoding="utf-8")
        return sorted(set(re.findall(r'class="event[^>]*data-uid="([^"]*)@example.org"', page)))

    @property
    def cache(self) -> Path:
        return self.root / "cache/busylife-gen/remote"


@pytest.fixture
def site(tmp_path) -> Site:
    return Site(tmp_path)


@contextmanager
def serving(*names: str, **options):
    servers = [Server(name, **options) for name in names]
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()


@pytest.fixture
def server():
    with serving("work") as [made]:
        yield made


def warnings(result: tool.Result) -> dict[str, str]:
    """The warning about each calendar."""
    found = {}
    for line in result.err.splitlines():
        if match := re.search(r'warning: the calendar "([^"]*)" (is .*)', line):
            assert match[1] not in found, line
            found[match[1]] = match[2]
    return found


# MARK: Servers that misbehave


class Ordeal:
    """One site of many calendars, each from a server of its own: built once while all are well, and once while each
    has its fault."""

    def __init__(self, root: Path):
        (root / "fetched").mkdir()
        (root / "files").mkdir()
        self.site = site = Site(root / "fetched")
        site.settings["network"]["timeout"] = f"{misbehaviour.SECONDS}s"
        self.servers: dict[str, Server] = {}
        names = [*misbehaviour.FAULTS, *misbehaviour.ODDITIES]
        secure = None
        if misbehaviour.has_openssl:
            secure = misbehaviour.Certificates.make(root, START)
            site.settings["network"]["ca"] = str(secure.file)
            names += misbehaviour.TLS_FAULTS
        for name in names:
            self.servers[name] = made = Server(name, secure if name.startswith("tls-") else None)
            site.add(name, made.url)
        self.first = site.build(later=HOUR)
        for name, made in self.servers.items():
            if name in misbehaviour.FAULTS:
                made.behave = misbehaviour.FAULTS[name].behave
            elif name in misbehaviour.ODDITIES:
                made.behave = misbehaviour.ODDITIES[name]
            elif name == "tls-absent":
                made.context = None
            elif name == "tls-left":
                made.behave = lambda connection, asked, server: answer(
                    connection, "302 Found", Location=f"http://127.0.0.1:{server.port}/a.ics"
                )
            else:
                made.context = secure.bad[name]
        if "br" not in misbehaviour.bombs():
            self.servers["brotli-bomb"].behave = misbehaviour.FAULTS["gzip-bomb"].behave
        self.later = timedelta(days=2)
        begin = time.monotonic()
        self.second = site.build("--strict", later=self.later, expect=75)
        self.seconds = time.monotonic() - begin
        self.said = warnings(self.second)
        # The same site of files: what servers last sent when they were well.
        self.files = Site(root / "files")
        self.files.settings |= {"calendars": []}
        for name, made in self.servers.items():
            self.files.write(f"{name}.ics", made.body)
            self.files.add(name, f"{name}.ics")
        self.files.build(later=self.later)


@pytest.fixture(scope="module")
def ordeal(tmp_path_factory):
    made = Ordeal(tmp_path_factory.mktemp("ordeal"))
    try:
        yield made
    finally:
        for server in made.servers.values():
            server.stop()


TLS = pytest.mark.skipif(not misbehaviour.has_openssl, reason="openssl is not there, which makes certificates")


@pytest.mark.parametrize("name", [*misbehaviour.FAULTS, *(pytest.param(n, marks=TLS) for n in misbehaviour.TLS_FAULTS)])
def test_a_fault_is_said_with_its_reason_and_the_good_copy_stays(ordeal, name):
    said = misbehaviour.FAULTS[name].said if name in misbehaviour.FAULTS else misbehaviour.TLS_FAULTS[name]
    line = ordeal.said[name]
    since = f"{START + HOUR:%Y-%m-%d %H:%M} UTC"
    assert line.startswith(f"is as of {since}, because it could not be fetched from 127.0.0.1:")
    assert said in line
    assert "secret-path" not in line
    assert name in ordeal.site.titles()
    marks = {mark[0]: mark[2] for mark in STALE.findall(ordeal.site.page())}
    assert datetime.fromisoformat(marks[name]) == START + HOUR


@pytest.mark.parametrize("name", misbehaviour.ODDITIES)
def test_an_odd_answer_is_a_good_one(ordeal, name):
    assert name not in ordeal.said
    assert name not in {mark[0] for mark in STALE.findall(ordeal.site.page())}
    assert name in ordeal.site.titles()


def test_the_site_is_that_of_the_last_good_answers(ordeal):
    assert len(misbehaviour.FAULTS) + len(misbehaviour.TLS_FAULTS) >= 60
    assert ordeal.first.err == ""
    fetched, files = ({path: (made.output / path).read_bytes() for path in made.snapshot()}
                      for made in (ordeal.site, ordeal.files))  # fmt: skip
    assert fetched.keys() == files.keys()
    # What the browser makes pages from tells how old they are, too; and the list of files has their sizes.
    for path in fetched.keys() - {"data/site.bin", ".busylife-gen"}:
        text = fetched[path]
        if path.endswith(".html"):
            text = STALE.sub("", text.decode()).encode()
        assert text == files[path], path


def test_faults_take_bounded_time(ordeal):
    # Five servers hang, each for six seconds, and sixteen are asked at a time.
    assert ordeal.seconds < 13 + misbehaviour.SECONDS
    assert ordeal.servers["fifty-gigabytes"].sent < 200 << 20


def test_no_address_is_in_the_site(ordeal):
    ports = [f":{server.port}".encode() for server in ordeal.servers.values()]
    for path in (ordeal.site.output).rglob("*"):
        if path.is_file():
            text = path.read_bytes()
            assert b"secret-path" not in text and b"127.0.0.1" not in text, path
            assert not any(port in text for port in ports), path


def test_a_calendar_that_never_was_is_empty_and_said_to_be(site, server):
    server.behave = misbehaviour.says_nothing_changed
    site.add("work", server.url)
    result = site.build()
    assert warnings(result)["work"].startswith("is empty, because it could not be fetched")
    assert "without having been asked" in result.err
    assert site.titles() == [] and "data-stale" not in site.page()


def test_memory_is_bounded(site, server):
    server.behave = misbehaviour.FAULTS["fifty-gigabytes"].behave
    site.add("work", server.url)
    site.save()
    # From a small process: what is measured of a child includes the memory of its parent when it was started.
    script = (
        "import resource, subprocess, sys\n"
        "code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, tool.TOOL, "build", "--content", site.folder, "--templates", tool.TEMPLATES,
         "--output", site.output, *WINDOW],
        env=os.environ | site.environment, capture_output=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0 and b"it sent more than 65536 KiB" in done.stderr
    assert int(done.stdout) < 250_000


# MARK: How often


def test_a_calendar_is_asked_for_once_an_hour_and_conditionally(site, server):
    server.headers = {"ETag": '"one"', "Last-Modified": "Sat, 21 Nov 2026 11:51:00 GMT"}
    site.add("work", server.url)
    site.build()
    site.build(later=HOUR - timedelta(seconds=1))
    assert len(server.requests) == 1
    first = site.snapshot()
    result = site.build(later=HOUR)
    assert [asked.headers.get("If-None-Match") for asked in server.requests] == [None, '"one"']
    assert server.requests[1].headers["If-Modified-Since"] == "Sat, 21 Nov 2026 11:51:00 GMT"
    assert "0 files written" in result.out and tool.changes(first, site.snapshot()) == []
    # A 304 renews the copy.
    site.build(later=2 * HOUR - timedelta(seconds=1))
    assert len(server.requests) == 2
    assert re.fullmatch(r"busylife-gen/\d+\.\d+\.\d+", server.requests[0].headers["User-Agent"])


@pytest.mark.parametrize(
    "head, keys, seconds",
    [
        ("REFRESH-INTERVAL;VALUE=DURATION:PT30M\nX-PUBLISHED-TTL:PT10M", {}, 1_800),
        ("X-PUBLISHED-TTL:PT10M", {}, 600),
        ("X-PUBLISHED-TTL:PT1M", {}, 300),
        ("X-PUBLISHED-TTL:soon", {}, 3_600),
        ("X-PUBLISHED-TTL:PT10M", {"refresh": "1m"}, 60),
        ("REFRESH-INTERVAL:P1W", {"refresh": "6h"}, 21_600),
    ],
)
def test_the_feed_says_how_often_unless_the_site_does(site, server, head, keys, seconds):
    server.body = calendar("work", head=head)
    site.add("work", server.url, **keys)
    site.build()
    site.build(later=timedelta(seconds=seconds - 1))
    assert len(server.requests) == 1
    site.build(later=timedelta(seconds=seconds))
    assert len(server.requests) == 2


def test_a_changed_refresh_holds_at_once(site, server):
    site.add("work", server.url, refresh="6h")
    site.build()
    site.settings["calendars"][0]["refresh"] = "1m"
    site.build(later=timedelta(minutes=2))
    assert len(server.requests) == 2


def test_two_builds_at_once_ask_once(site, server):
    site.add("work", server.url)
    site.save()
    both = threading.Barrier(2)

    def slowly(connection, asked, server):
        time.sleep(0.3)
        good(connection, asked, server)

    server.behave = slowly

    def build(output: str, *arguments):
        both.wait()
        return site.build(*arguments, output=output, later=timedelta(seconds=len(arguments)))

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(build, ["one", "two"]))
    assert len(server.requests) == 1
    assert site.titles("one") == site.titles("two") == ["work"]
    # Also if both are told to ask: the answer of the one is new enough for the other.
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda output: build(output, "--refresh"), ["one", "two"]))
    assert len(server.requests) == 2


def test_one_server_gets_one_request_at_a_time_and_several_are_asked_together(site):
    most = {"all": 0, "each": 0}
    open_now: list[str] = []
    lock = threading.Lock()
    all_there = threading.Barrier(3, timeout=10)

    def behave(connection, asked, server):
        with lock:
            open_now.append(server.name)
            most["all"] = max(most["all"], len(open_now))
            most["each"] = max(most["each"], open_now.count(server.name))
        if asked.path.endswith("/0"):
            all_there.wait()
        with lock:
            open_now.remove(server.name)
        good(connection, asked, server)

    with serving("a", "b", "c") as servers:
        for made in servers:
            made.behave = behave
            for number in range(3):
                site.add(f"{made.name}{number}", f"{made.url}/{number}")
        result = site.build()
        assert result.err == "" and most == {"all": 3, "each": 1}


def test_offline_and_refresh(site, server):
    site.add("work", server.url)
    site.build()
    result = site.build("--offline", later=3 * HOUR)
    assert len(server.requests) == 1
    assert "the calendar work is as of" in result.err and STALE.search(site.page())
    site.build("--refresh", later=3 * HOUR)
    assert len(server.requests) == 2 and not STALE.search(site.page())
    site.build("--refresh", later=3 * HOUR + timedelta(seconds=1))
    assert len(server.requests) == 3
    result = site.build("--refresh", "--offline", expect=tool.USAGE)
    assert "exclude each other" in result.err


def test_what_a_server_asks_for_is_kept_even_by_refresh(site, server):
    site.add("work", server.url)
    site.build()
    server.behave = misbehaviour.FAULTS["status-429-later"].behave
    site.build("--refresh", later=timedelta(minutes=5))
    count = len(server.requests)
    site.build("--refresh", later=timedelta(minutes=5) + timedelta(seconds=7_199))
    assert len(server.requests) == count
    server.behave = None
    site.build("--refresh", later=timedelta(minutes=5) + timedelta(seconds=7_200))
    assert len(server.requests) == count + 1


def test_after_a_fault_nothing_is_asked_for_five_minutes(site, server):
    site.add("work", server.url)
    server.behave = misbehaviour.FAULTS["status-404"].behave
    for seconds in (0, 299):
        assert "status 404" in warnings(site.build(later=timedelta(seconds=seconds)))["work"]
    assert len(server.requests) == 1
    server.behave = None
    assert site.build("--refresh", later=timedelta(seconds=299)).err == ""
    # A fault is said although the copy is fresh, if a new one was asked for.
    server.behave = misbehaviour.FAULTS["status-404"].behave
    assert "status 404" in warnings(site.build("--refresh", later=timedelta(seconds=301)))["work"]
    assert site.build(later=timedelta(seconds=302)).err == ""
    assert site.titles() == ["work"]


def test_commands_that_read_use_the_copies(site, server):
    site.add("work", server.url)
    site.save()
    window = ("--from", "2026-11-16", "--to", "2026-11-30", "--tz", "UTC")

    def agenda(*arguments):
        return site.run("agenda", *window, *arguments, expect=None)

    result = agenda()
    assert "work" not in result.out and "was never fetched" in result.err and server.requests == []
    assert "work" in agenda("--refresh").out and len(server.requests) == 1
    assert "work" in agenda().out
    for words in (["free", *window], ["explain", "work"]):
        site.run(*words)
    assert len(server.requests) == 1


def test_check_asks_and_names_what_failed(site, server):
    site.add("work", server.url)
    site.save()
    server.behave = misbehaviour.FAULTS["status-410"].behave
    result = site.run("check", expect=tool.PROBLEMS)
    assert len(server.requests) == 1
    assert 'warning: the calendar "work" is empty' in result.out and "status 410" in result.out


def test_strict(site, server):
    site.add("work", server.url)
    assert site.build("--strict").code == 0
    server.behave = misbehaviour.FAULTS["status-500"].behave
    site.build("--strict", later=2 * HOUR, expect=75)
    # With nothing to do, too.
    result = site.build("--strict", later=2 * HOUR, expect=75)
    assert "status 500" in result.err
    assert site.build(later=2 * HOUR).code == 0
    site.write("events.json", [event("a", hairColor=1)])
    site.settings["calendars"].append({"name": "own", "source": "events.json"})
    # What is wrong with the content is not hidden by a server that does not answer.
    site.build("--strict", later=3 * HOUR, expect=tool.PROBLEMS)
    server.behave = None
    site.build("--strict", later=4 * HOUR, expect=tool.PROBLEMS)
    assert "work" in site.titles()


def test_strict_sees_what_only_check_finds_while_a_server_is_down(site, server):
    site.add("work", server.url)
    site.settings["footer"] = "Tea with Ann"
    site.settings["rules"] = [{"title": "Tea*", "privacy": "hidden"}]
    site.write("events.json", [event("Tea with Ann"), event("Open day", "2026-11-20")])
    site.settings["calendars"].append({"name": "own", "source": "events.json"})
    before = site.build("--strict", expect=tool.PROBLEMS)
    assert "Tea with Ann" in before.err
    server.behave = misbehaviour.FAULTS["status-500"].behave
    after = site.build("--strict", later=2 * HOUR, expect=tool.PROBLEMS)
    assert "status 500" in after.err and "Tea with Ann" in after.err


def test_strict_takes_a_calendar_that_was_never_fetched_for_a_problem(site, server):
    """It would be published empty, where the last one had events."""
    server.behave = misbehaviour.FAULTS["status-500"].behave
    site.add("work", server.url)
    assert "status 500" in site.build("--strict", expect=tool.PROBLEMS).err


# MARK: What is kept


def test_new_stamps_alone_change_nothing(site, server):
    server.body = calendar("work", "other")
    site.add("work", server.url)
    site.build("--now", "2026-11-20T10:00:00Z")
    first = site.snapshot()
    server.body = calendar("work", "other", stamp="20261122T000000Z")
    result = site.build("--now", "2026-11-20T10:00:00Z", later=2 * HOUR)
    assert len(server.requests) == 2 and "0 files written" in result.out
    assert tool.changes(first, site.snapshot()) == []
    # An event that changed has its new stamp, and the others keep theirs.
    server.body = calendar("work", "new", stamp="20261123T000000Z")
    site.build("--now", "2026-11-20T10:00:00Z", later=4 * HOUR)
    feed = site.page("feeds/all.ics")
    stamps = dict(re.findall(r"UID:(\w+)@example.org\r\n(?:.*\r\n)*?DTSTAMP:(\w+)", feed)) or {}
    assert "20261123T000000Z" in feed and "20261101T000000Z" in feed, stamps


def test_a_calendar_without_events_is_a_good_answer(site, server):
    site.add("work", server.url)
    site.build()
    assert site.titles() == ["work"]
    server.body = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
    assert site.build(later=2 * HOUR).err == ""
    assert site.titles() == []


def test_copies_are_for_the_user_alone(site, server):
    site.add("work", server.url)
    site.build()
    files = list(site.cache.iterdir())
    assert files and all(path.stat().st_mode & 0o777 == 0o600 for path in files)
    assert all(re.fullmatch(r"[a-z0-9]+\.(copy|server)", path.name) for path in files)


@pytest.mark.random
def test_a_killed_build_loses_nothing(site, server):
    server.body = calendar("work", *(f"other{n}" for n in range(6)))
    site.add("work", server.url)
    site.build()
    shown = site.titles()
    first = site.snapshot()
    [copy] = site.cache.glob("*.copy")
    reached = threading.Semaphore(0)
    wanted = 0

    def in_parts(connection, asked, server):
        mine = wanted
        connection.sendall(misbehaviour.HEAD + f"Content-Length: {len(server.body)}\r\n\r\n".encode())
        for number in range(4):
            if number == mine:
                reached.release()
                server.release.wait(10)
            part = len(server.body) // 4 + 1
            connection.sendall(server.body[number * part : (number + 1) * part])
        if mine >= 4:
            reached.release()

    server.behave = in_parts
    words = [tool.TOOL, "build", "--refresh", "--content", site.folder, "--templates", tool.TEMPLATES]
    print(f"BUSYLIFE_SEED={SEED}")
    chance = random.Random(SEED)
    for turn, wanted in enumerate([0, 1, 2, 3, 4, 4, 4, 4], 1):
        server.release.clear()
        process = subprocess.Popen(
            [*words, "--output", site.output, *WINDOW],
            env=os.environ | site.environment | clock.environment(START + turn * HOUR),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert reached.acquire(timeout=10)
        # After the last part: while the copy is written, and the site.
        if wanted == 4:
            time.sleep(chance.uniform(0, 0.016))
        process.kill()
        process.wait()
        server.release.set()
        assert copy.exists()
        site.build("--offline", output="offline", later=turn * HOUR)
        assert site.titles("offline") == shown
    server.behave = None
    site.build("--refresh", later=9 * HOUR)
    site.build("--refresh")
    assert tool.changes(first, site.snapshot()) == []


# MARK: Where requests may go


def test_private_addresses_are_refused(site, server):
    site.settings["network"] = {}
    port = server.port
    hosts = [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0.0.0.0", "[::1]", "[::]",
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "10.0.0.1", "172.16.0.1",
        "192.168.0.1", "100.64.0.1", "169.254.169.254", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "224.0.0.1",
        "255.255.255.255", "168.63.129.16",
    ]  # fmt: skip
    for number, host in enumerate(hosts):
        site.add(f"c{number}", f"http://{host}:{port}/a.ics")
    site.build()
    said = warnings(site.build())
    assert server.requests == []
    for number, host in enumerate(hosts):
        reason = said[f"c{number}"]
        # A machine without IPv6 has no way to some of them at all.
        assert "private network" in reason or host.startswith("[") and "could not be reached" in reason, (host, reason)


def test_what_a_site_does_not_allow_is_no_fault_of_the_server(site, server):
    site.add("work", server.url)
    site.settings["network"] = {}
    assert "private network" in warnings(site.build())["work"]
    site.settings["network"] = {"allowPrivate": True}
    assert site.build(later=timedelta(seconds=1)).err == "" and site.titles() == ["work"]


def test_names_with_the_same_variable_share_no_secret(site):
    with serving("first", "other") as [first, other]:
        site.add("team-a", first.url)
        site.add("team.a", other.url)
        assert site.build().err == ""
        result = site.build("--refresh", environment={"BUSYLIFE_TOKEN_TEAM_A": TOKEN}, later=HOUR)
        said = warnings(result)
        assert set(said) == {"team-a", "team.a"} and all("rename one of them" in line for line in said.values())
        assert not any("Authorization" in asked.headers for one in (first, other) for asked in one.requests)
        assert_secret(site, result)


def test_metadata_is_refused_even_where_private_addresses_are_allowed(site):
    for number, host in enumerate(["169.254.169.254", "168.63.129.16", "100.100.100.200"]):
        site.add(f"c{number}", f"http://{host}/latest/meta-data/")
    assert all("cloud's metadata" in line for line in warnings(site.build()).values())


def test_a_proxy_is_not_asked_for_metadata(site, server):
    server.behave = lambda connection, asked, server: answer(
        connection, "302 Found", Location="http://169.254.169.254/latest/meta-data/"
    )
    site.add("work", "http://calendar.example.org/a.ics")
    said = warnings(site.build(environment={"http_proxy": f"http://127.0.0.1:{server.port}"}))
    assert "cloud's metadata" in said["work"]
    assert [asked.path for asked in server.requests] == ["http://calendar.example.org/a.ics"]


def test_a_proxy_of_the_environment_is_used(site, server):
    """The proxy may be in the private network; what it is asked for may not."""
    site.settings["network"] = {}
    server.body = calendar("work")
    site.add("work", "http://calendar.example.org/a.ics")
    site.add("private", "http://192.168.7.7/a.ics")
    site.add("direct", "http://127.0.0.1:9/a.ics")
    proxies = {"http_proxy": f"http://127.0.0.1:{server.port}", "no_proxy": "127.0.0.1"}
    said = warnings(site.build(environment=proxies))
    assert [asked.path for asked in server.requests] == ["http://calendar.example.org/a.ics"]
    assert set(said) == {"private", "direct"} and all("private network" in line for line in said.values())
    assert site.titles() == ["work"]


# MARK: Credentials

PASSWORD = "correct horse battery \u00fc"
TOKEN = "abc.def-123"


def basic(connection, asked, server):
    """Asks for Basic authentication."""
    expected = "Basic " + base64.b64encode(f"ann:{PASSWORD}".encode()).decode()
    if asked.headers.get("Authorization") == expected:
        return good(connection, asked, server)
    answer(connection, "401 Unauthorized", WWW_Authenticate='Basic realm="calendars"')


def assert_secret(site: Site, *results: tool.Result):
    """No file and no message holds a secret."""
    secrets = [PASSWORD.encode(), TOKEN.encode(), base64.b64encode(f"ann:{PASSWORD}".encode())]
    for result in results:
        assert not any(secret in (result.out + result.err).encode() for secret in secrets)
    for folder in (site.output, site.root / "cache"):
        for path in folder.rglob("*"):
            text = path.read_bytes() if path.is_file() else b""
            assert not any(secret in text or secret in path.name.encode() for secret in secrets), path


@pytest.mark.parametrize("way", ["variable", "file"])
def test_a_password_comes_from_the_environment(site, server, way):
    server.behave = basic
    site.add("team-a", server.url, user="ann")
    if way == "variable":
        environment = {"BUSYLIFE_PASSWORD_TEAM_A": PASSWORD}
    else:
        (site.root / "secret").write_text(f"{PASSWORD}\n")
        environment = {"BUSYLIFE_PASSWORD_TEAM_A_FILE": str(site.root / "secret")}
    result = site.build()
    assert "set BUSYLIFE_PASSWORD_TEAM_A, or BUSYLIFE_PASSWORD_TEAM_A_FILE" in result.err
    assert server.requests == []
    wrong = site.build(environment={"BUSYLIFE_PASSWORD_TEAM_A": "wrong"}, later=timedelta(seconds=1))
    assert "correct user: or BUSYLIFE_PASSWORD_TEAM_A, then build with --refresh" in wrong.err
    result = site.build("--refresh", environment=environment, later=timedelta(seconds=2))
    assert result.err == "" and site.titles() == ["work"]
    assert_secret(site, result, wrong)


def test_digest_sends_no_password(site, server):
    def digest(connection, asked, server):
        if asked.headers.get("Authorization", "").startswith('Digest username="ann"'):
            return good(connection, asked, server)
        answer(connection, "401 Unauthorized", WWW_Authenticate='Digest realm="r", nonce="n", qop="auth"')

    server.behave = digest
    site.add("work", server.url, user="ann")
    assert site.build(environment={"BUSYLIFE_PASSWORD_WORK": PASSWORD}).err == ""
    assert site.titles() == ["work"]
    assert not any("Basic" in asked.headers.get("Authorization", "") for asked in server.requests)


@pytest.mark.parametrize("kind", ["password", "token"])
def test_credentials_are_sent_to_one_origin_only(site, kind):
    with serving("first", "other") as [first, other]:

        def leads_on(connection, asked, server):
            if kind == "password" and "Authorization" not in asked.headers:
                return answer(connection, "401 Unauthorized", WWW_Authenticate='Basic realm="calendars"')
            answer(connection, "302 Found", Location=other.url)

        first.behave = leads_on
        # The other one asks for them, too.
        other.behave = basic
        if kind == "password":
            site.add("work", first.url, user="ann")
            environment = {"BUSYLIFE_PASSWORD_WORK": PASSWORD}
        else:
            site.add("work", first.url)
            environment = {"BUSYLIFE_TOKEN_WORK": TOKEN}
        result = site.build(environment=environment)
        said = warnings(result)["work"]
        assert f"it redirects to 127.0.0.1:{other.port}, which asks who you are (status 401)" in said
        assert any("Authorization" in asked.headers for asked in first.requests)
        assert other.requests and not any("Authorization" in asked.headers for asked in other.requests)
        if kind == "token":
            assert first.requests[0].headers["Authorization"] == f"Bearer {TOKEN}"
        assert_secret(site, result)


@pytest.mark.parametrize("place", ["/new.ics", "new.ics", "{url}/new.ics"])
def test_a_redirect_of_one_who_logs_in(site, place):
    """Of an address that is relative, libcurl makes one with the user and the password."""
    with serving("work") as [server]:

        def leads_on(connection, asked, server):
            if asked.path.endswith("new.ics") or "Authorization" not in asked.headers:
                return basic(connection, asked, server)
            answer(connection, "302 Found", Location=place.format(url=f"http://{asked.headers['Host']}"))

        server.behave = leads_on
        site.add("work", server.url, user="ann")
        result = site.build(environment={"BUSYLIFE_PASSWORD_WORK": PASSWORD})
        assert "work" not in warnings(result) and server.requests[-1].path.endswith("new.ics")
        assert_secret(site, result)


@pytest.mark.parametrize(
    "keys, words",
    [
        ({"source": f"https://ann:{TOKEN}@example.org/a.ics"}, "source holds a user name or a password"),
        ({"source": f"webcal://{TOKEN}@example.org/a.ics"}, "source holds a user name or a password"),
        ({"source": f"ftp://ann:{TOKEN}@example.org/a.ics"}, "source holds a user name or a password"),
        ({"source": "https://example.org/a.ics", "password": TOKEN}, "password does not belong into site.yml"),
        ({"source": "https://example.org/a.ics", "token": TOKEN}, "set BUSYLIFE_PASSWORD_WORK (with user:)"),
    ],
)
def test_secrets_in_site_yml_are_errors(site, keys, words):
    site.settings["calendars"] = [{"name": "work"} | keys]
    result = site.build(expect=tool.PROBLEMS)
    assert re.search(r"site\.yml:\d+:\d+: error: ", result.err) and words in result.err
    assert TOKEN not in result.err


def test_a_process_that_knows_credentials_dumps_no_core(site, server):
    """A signal that usually makes a core dump, while the server is asked; a process without credentials shows whether
    this machine writes any."""

    def dumps(environment: dict) -> bool:
        process = subprocess.Popen(
            [tool.TOOL, "build", "--refresh", "--content", site.folder, "--templates", tool.TEMPLATES, "--output",
             site.output],
            env=os.environ | site.environment | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd=site.root, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (1 << 30, 1 << 30)),
        )  # fmt: skip
        assert asked.acquire(timeout=10)
        process.send_signal(signal.SIGABRT)
        _, status = os.waitpid(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == -signal.SIGABRT
        return os.WCOREDUMP(status)

    asked = threading.Semaphore(0)

    def hangs(connection, request, server):
        asked.release()
        server.release.wait(10)

    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    if hard != resource.RLIM_INFINITY and hard < 1 << 30:
        pytest.skip("core dumps are not allowed here")
    server.behave = hangs
    site.add("work", server.url, user="ann")
    site.save()
    assert not dumps({"BUSYLIFE_PASSWORD_WORK": PASSWORD})


# MARK: Pages


def test_a_reader_of_busy_time_is_not_told_the_calendar(site, server):
    site.add("work", server.url, title="Secret work")
    site.settings["privacy"] = "busy"
    site.build()
    server.behave = misbehaviour.FAULTS["status-500"].behave
    site.build(later=2 * HOUR)
    assert [mark[:2] for mark in STALE.findall(site.page())] == [("", "Busy: ")]
    site.settings["privacy"] = "full"
    site.settings["calendars"][0]["privacy"] = "hidden"
    site.build(later=2 * HOUR)
    assert "data-stale" not in site.page()


def test_age_is_measured_against_now(site, server):
    site.add("work", server.url)
    site.build()
    assert not STALE.search(site.page())
    for hours, is_stale in ((0.9, False), (1, True), (0.5, False)):
        now = START + timedelta(hours=hours)
        site.build("--now", f"{now:%Y-%m-%dT%H:%M:%SZ}")
        assert bool(STALE.search(site.page())) == is_stale, hours
    assert len(server.requests) == 1


@contextmanager
def previewing(site: Site, *words):
    """`serve` with the copies of a site, and its address."""
    running = Running(
        "serve", "--content", site.folder, "--port", 0, *WINDOW, "--templates", tool.TEMPLATES, *words,
        environment=site.environment | clock.flowing(START),
    )  # fmt: skip
    try:
        running.url = re.search(r"http://[^ ;]+", running.line("Serving"))[0]
        running.port = int(running.url.rstrip("/").rsplit(":", 1)[1])
        yield running
    finally:
        running.stop()


def test_the_preview_follows(site, server):
    server.body = calendar("before")
    site.add("work", server.url)
    # The copy is to be renewed in a second or two.
    site.build(later=timedelta(seconds=3) - HOUR)
    with previewing(site) as preview:
        server.body = calendar("after")
        preview.line("remote calendars")
        assert "after@example.org" in urlopen(f"{preview.url}agenda/2026-11.html").read().decode()


def test_edits_of_remote_calendars_say_why_not(site, server):
    site.add("work", server.url)
    site.build()
    with previewing(site, "--edit") as preview:
        was = {"start": "2026-11-23T11:00:00+01:00", "end": "2026-11-23T12:00:00+01:00", "title": "work"}
        status, answer = edits.Page(preview).edit(
            action="change", uid="work@example.org", scope="all", recurrenceId=None, was=was, title="other",
            start=was["start"], end=was["end"],
        )  # fmt: skip
        assert (status, "fetched and only read here; edit it" in answer["error"]) == (422, True), answer


# MARK: A real server


NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@contextmanager
def nginx(folder: Path):
    """nginx with files of a folder; gives its address and log."""
    (folder / "www").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (folder / "nginx.conf").write_text(f"""
        daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
        events {{}}
        http {{
          access_log {folder}/access.log;
          client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
          uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
          types {{ text/calendar ics; }}
          gzip on; gzip_types text/calendar; gzip_min_length 10;
          server {{ listen 127.0.0.1:{port}; root {folder}/www; }}
        }}
    """)
    process = subprocess.Popen([NGINX, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        for _ in range(3_000):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}", folder / "access.log"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.skipif(not NGINX, reason="nginx is not there")
def test_nginx_sends_a_calendar_once(site, tmp_path):
    folder = tmp_path / "nginx"
    folder.mkdir()
    with nginx(folder) as (address, log):
        file = folder / "www/a.ics"
        file.write_bytes(calendar("work"))
        site.add("work", f"{address}/a.ics")
        site.build()
        first = site.snapshot()
        site.build("--refresh", later=timedelta(seconds=1))
        site.build("--refresh", later=timedelta(seconds=2))
        assert tool.changes(first, site.snapshot()) == []
        file.write_bytes(calendar("changed"))
        os.utime(file, (1, 1))
        site.build("--refresh", later=timedelta(seconds=3))
        assert site.titles() == ["changed"]
    assert re.findall(r'" (\d{3}) \d+ "', log.read_text()) == ["200", "304", "304", "200"]
