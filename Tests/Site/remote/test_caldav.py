"""CalDAV: what is found on servers, how little is transferred, and that nothing that goes wrong takes a calendar away.

Against radicale and xandikos, and a server of our own that answers as others do."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import clock
import davservers
import surroundings
import tool
from content import Content
from davservers import Server, event
from tool import SEED

NOW = datetime(2026, 11, 21, 12, tzinfo=timezone.utc)
WINDOW = ("--tz", "UTC", "--from", "2026-11-01", "--to", "2026-11-10", "--jobs", "1")
KILLS = 5


class Site(Content):
    """A site of remote calendars, with its own cache."""

    def __init__(self, root: Path, source: str = "", **settings):
        super().__init__(root)
        self.calendar = {"name": "cal", "source": "caldav+" + source, **settings}
        self.settings = {"title": "Calendars", "views": ["day"], "eventPages": False, "network": {"allowPrivate": True}}
        self.environment = {"XDG_CACHE_HOME": str(root / "cache"), "NO_PROXY": "127.0.0.1"}
        self.now, self.window = NOW, WINDOW

    def build(self, *options: str, later: timedelta = timedelta(hours=2), **more) -> tool.Result:
        """Builds later by the clock than the build before, so that servers are asked."""
        self.write("site.yml", self.settings | {"calendars": [self.calendar]})
        self.now += later
        return self.built(*options, environment=self.clocked, now=None, **more)

    @property
    def clocked(self) -> dict[str, str]:
        return self.environment | clock.environment(self.now) | {"SOURCE_DATE_EPOCH": str(int(NOW.timestamp()))}

    @property
    def shown(self) -> dict[str, list[str]]:
        """The titles of the events of each calendar, in the order of its feed."""
        feeds = sorted((self.output / "feeds").glob("*.ics"))
        return {
            path.stem: re.findall(r"^SUMMARY:(.*?)\r?$", path.read_text(), re.M)
            for path in feeds if path.stem != "all"
        }  # fmt: skip

    def titles(self) -> dict[str, str]:
        feeds = (self.output / "feeds").glob("*.ics")
        found = {path.stem: re.search(r"^NAME:(.*?)\r?$", path.read_text(), re.M) for path in feeds}
        return {name: title[1] for name, title in found.items() if title and name != "all"}

    @property
    def copies(self) -> list[Path]:
        return [path for path in (self.root / "cache").rglob("*") if path.suffix in (".copy", ".part")]


@pytest.fixture
def ours():
    with davservers.server() as made:
        yield made


def with_team(server: Server, count: int = 5) -> davservers.Collection:
    team = server.collection("team", display="Team", color="#FF2968FF")
    for number in range(count):
        team.put(f"{number}.ics", event(f"{number}@example.org", f"Event {number}", number % 8 + 1))
    return team


def of_team(server: Server) -> str:
    return f"{server.address}{server.home}team/"


# MARK: Programs that others wrote


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Servers with two calendars of events, one of tasks, and one without a name."""
    folders = {name: tmp_path_factory.mktemp(name) for name in ("radicale", "xandikos")}
    with davservers.radicale(folders["radicale"]) as first, davservers.xandikos(folders["xandikos"]) as second:
        with davservers.proxy(first) as radicale, davservers.proxy(second) as xandikos:
            yield {"radicale": (radicale, "/ann/", "ann:secret"), "xandikos": (xandikos, "/user/calendars/", "")}


@pytest.fixture(params=["radicale", "xandikos"])
def program(request, programs):
    """A proxy of the server, the address of the calendars on it, and who may read them. They are the test's own."""
    proxy, home, user = programs[request.param]
    proxy.clear()
    proxy.fault = lambda one: None
    made = []

    def make(name: str, title: str | None, color: str | None = None, events: int = 0) -> str:
        address = f"{proxy.upstream and 'http://' + proxy.upstream}{home}{name}/"
        davservers.make_calendar(address, title, color, user)
        made.append(address)
        for number in range(events):
            davservers.put(f"{address}{number}.ics", event(f"{name}-{number}", f"{name} {number}", number + 1), user)
        return address

    yield proxy, home, user, make
    for address in made:
        davservers.ask("DELETE", address, user=user)


def site_of(tmp_path: Path, proxy, path: str, user: str, **settings) -> Site:
    site = Site(tmp_path / "own", proxy.address + path, **settings)
    if user:
        site.calendar["user"] = user.split(":")[0]
        site.environment["BUSYLIFE_PASSWORD_CAL"] = user.split(":")[1]
    return site


@pytest.mark.parametrize("place", ["server", "home", "collection"])
def test_calendars_are_found(program, tmp_path, place):
    proxy, home, user, make = program
    make("team", "Team & Gäste", "#FF2968FF", events=3)
    make("family", "Family", events=2)
    path = {"server": "/", "home": home, "collection": f"{home}team"}[place]
    site = site_of(tmp_path, proxy, path, user)
    site.build()
    if place == "collection":
        assert site.shown == {"cal": ["team 0", "team 1", "team 2"]}
        assert site.titles() == {"cal": "Team & Gäste"}
    else:
        names = {k: v for k, v in site.shown.items() if v}
        assert names == {"cal-family": ["family 0", "family 1"], "cal-team-gaste": ["team 0", "team 1", "team 2"]}
        assert site.titles()["cal-team-gaste"] == "Team & Gäste"
    style = (site.output / "index.html").read_text()
    assert "#ff2968" in style.lower() or any(
        "ff2968" in path.read_text().lower() for path in (site.output / "assets").glob("*.css")
    )


def test_only_what_changed_is_moved(program, tmp_path):
    proxy, home, user, make = program
    team = make("team", "Team", events=6)
    make("family", "Family", events=2)
    site = site_of(tmp_path, proxy, home, user)
    site.build()
    assert proxy.objects == 8
    first = tool.snapshot(site.output)

    proxy.clear()
    site.build()
    assert proxy.objects == 0 and proxy.methods == ["PROPFIND"]
    assert tool.changes(first, tool.snapshot(site.output)) == []

    proxy.clear()
    davservers.put(f"{team}3.ics", event("team-3", "changed", 4), user)
    site.build()
    assert proxy.objects == 1
    assert site.shown["cal-team"] == ["team 0", "team 1", "team 2", "changed", "team 4", "team 5"]

    proxy.clear()
    davservers.ask("DELETE", f"{team}0.ics", user=user)
    site.build()
    assert proxy.objects == 0
    assert site.shown["cal-team"] == ["team 1", "team 2", "changed", "team 4", "team 5"]

    proxy.clear()
    make("new", "Brand new", events=1)
    site.build()
    assert proxy.objects == 1
    assert site.shown["cal-brand-new"] == ["new 0"] and len(site.shown["cal-family"]) == 2


def test_a_fresh_copy_asks_nobody(program, tmp_path):
    proxy, home, user, make = program
    make("team", "Team", events=1)
    site = site_of(tmp_path, proxy, home + "team/", user, refresh="1h")
    site.build()
    proxy.clear()
    site.build(later=timedelta(minutes=59))
    site.build("--offline")
    assert proxy.all == [] and site.shown == {"cal": ["team 0"]}


def test_a_folder_of_vdirsyncer_makes_the_same_site(program, tmp_path):
    proxy, home, user, make = program
    address = make("team", "Team", "#FF2968")
    # What people write: UIDs that can't be names of files, several events of one, notes that are no events.
    for number, uid in enumerate(["b@example.org", "a@example.org", "plain", "with space", "ü", "C", "c", "0"]):
        more = "RRULE:FREQ=WEEKLY;COUNT=3\r\n" if number % 3 == 0 else "DESCRIPTION:" + "long " * 30 + "\r\n"
        davservers.put(f"{address}{number}-x.ics", event(uid, f"Event {number}, ü", number % 4 + 1, more), user)
    site = site_of(tmp_path, proxy, home + "team/", user)
    site.build()

    folder = tmp_path / "vdir"
    account = "".join(f'{k} = "{v}"\n' for k, v in zip(("username", "password"), user.split(":"))) if user else ""
    (tmp_path / "config").write_text(
        f'[general]\nstatus_path = "{tmp_path}/status/"\n'
        '[pair p]\na = "there"\nb = "here"\ncollections = [["team", "team", "team"]]\n'
        'metadata = ["displayname", "color"]\nconflict_resolution = "a wins"\n'
        f'[storage there]\ntype = "caldav"\nurl = "http://{proxy.upstream}{home}"\n{account}'
        f'[storage here]\ntype = "filesystem"\npath = "{folder}/"\nfileext = ".ics"\n'
    )
    script = (
        "import sys\n"
        "from vdirsyncer.cli import app\n"
        "for word in 'discover', 'sync', 'metasync':\n"
        "    app(['-c', sys.argv[1], word], standalone_mode=False)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "config")]
    done = subprocess.run(command, input="y\n" * 9, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(folder.rglob("*.ics"))) == 8

    other = Site(tmp_path / "other")
    folder.rename(other.folder / "vdir")
    color = (other.folder / "vdir/team/color").read_text()
    other.calendar = {"name": "cal", "source": "vdir/team", "title": "Team", "color": color}
    other.build("--offline")
    assert tool.changes(tool.snapshot(other.output), tool.snapshot(site.output)) == []


# MARK: Ways of servers


def google(server: Server):
    """Paths with the address of an account; no state in PROPFIND but a ctag."""
    server.principal, server.home = "/caldav/v2/ann@example.org/user/", "/caldav/v2/ann@example.org/"
    server.spelt = lambda path: davservers.quote(path, safe="/")
    server.auth = ("bearer", "t0ken")


def icloud(server: Server):
    """Each element declares its namespace; addresses are absolute, with a port."""
    server.inline_namespaces = True
    server.principal, server.home = "/1234567/principal/", "/1234567/calendars/"
    server.prefix = server.address
    server.auth = ("basic", "ann", "secret")
    inbox = server.collection("inbox", components=None)
    inbox.types = ((davservers.DAV, "collection"), (davservers.CALDAV, "schedule-inbox"))


def fastmail(server: Server):
    """A redirect from the well-known address; all changes in small pieces."""
    server.principal, server.home = "/dav/principals/user/ann@example.org/", "/dav/calendars/user/ann@example.org/"
    server.root, server.well_known = "/nowhere/", "/dav/principals/user/ann@example.org/"
    server.page = 2
    server.auth = ("digest", "ann", "secret")


def nextcloud(server: Server):
    """The root is a website; calendars that were deleted can be restored."""
    server.well_known = server.address + "/remote.php/dav/"
    server.principal, server.home = "/remote.php/dav/principals/users/ann/", "/remote.php/dav/calendars/ann/"
    server.root = "/remote.php/dav/"
    server.redirects_browsers_only = True
    server.auth = ("basic", "ann", "secret")
    trash = server.collection("trashbin", components=None)
    trash.types = ((davservers.DAV, "collection"), ("http://nextcloud.com/ns", "trash-bin"))
    gone = server.collection("old", display="Old")
    gone.types += (("http://nextcloud.com/ns", "deleted-calendar"),)
    server.collection("tasks", display="Tasks", components=("VTODO",))


def old(server: Server):
    """Knows neither tokens nor ctags."""
    server.can_sync = server.has_ctag = False


def older(server: Server):
    """Nor several objects at once."""
    old(server)
    server.has_multiget = False


def odd(server: Server):
    """Encodes more than it has to, in small letters."""
    def spelt(path: str) -> str:
        return "".join(c if c.isalnum() and c != "e" or c == "/" else "".join(f"%{b:02x}" for b in c.encode())
                       for c in path)  # fmt: skip

    server.spelt = spelt
    server.can_sync = False


WAYS = [google, icloud, fastmail, nextcloud, old, older, odd]


def account(site: Site, server: Server):
    if server.auth[:1] == ("bearer",):
        site.environment["BUSYLIFE_TOKEN_CAL"] = server.auth[1]
    elif server.auth:
        site.calendar["user"] = server.auth[1]
        site.environment["BUSYLIFE_PASSWORD_CAL"] = server.auth[2]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_servers_of_all_kinds_are_read(ours, tmp_path, way):
    way(ours)
    team = with_team(ours)
    team.put("a b ü@x.ics", event("odd", "Oddly named", 6))
    site = Site(tmp_path / "own", ours.address + ("" if way is not google else "/caldav/v2/ann@example.org/user"))
    account(site, ours)
    site.build()
    assert site.shown == {"cal-team": [f"Event {n}" for n in range(5)] + ["Oddly named"]}
    assert site.titles() == {"cal-team": "Team"}

    ours.clear()
    site.build()
    assert ours.objects == 0 and site.shown["cal-team"][5] == "Oddly named"

    ours.clear()
    team.put("2.ics", event("2@example.org", "changed", 3))
    team.put("a b ü@x.ics", event("odd", "Oddly changed", 6))
    team.delete("4.ics")
    site.build()
    assert site.shown == {"cal-team": ["Event 0", "Event 1", "changed", "Event 3", "Oddly changed"]}
    assert ours.objects == 2


@pytest.mark.parametrize("status", [400, 403, 409, 410, 412])
def test_an_expired_state_is_replaced(ours, tmp_path, status):
    team = with_team(ours)
    site = Site(tmp_path / "own", of_team(ours))
    site.build()
    ours.expired_status, ours.oldest_token = status, 6
    team.put("2.ics", event("2@example.org", "changed", 3))
    team.delete("4.ics")
    ours.clear()
    result = site.build()
    assert site.shown == {"cal": ["Event 0", "Event 1", "changed", "Event 3"]}
    assert ours.objects == 1 and "cal" not in result.err


def test_pieces_of_changes_are_put_together(ours, tmp_path):
    team = with_team(ours, 9)
    ours.page = 2
    site = Site(tmp_path / "own", of_team(ours))
    site.build()
    assert len(site.shown["cal"]) == 9
    for number in range(0, 9, 2):
        team.put(f"{number}.ics", event(f"{number}@example.org", "changed", number + 1))
    team.delete("1.ics")
    ours.clear()
    site.build()
    assert ours.objects == 5 and ours.methods.count("REPORT") > 3
    assert site.shown["cal"] == ["changed", "changed", "Event 3", "changed", "Event 5", "changed", "Event 7", "changed"]


# MARK: Faults


def test_only_404_means_gone(ours, tmp_path):
    team = with_team(ours)
    site = Site(tmp_path / "own", of_team(ours))
    site.build()
    for number in range(5):
        team.put(f"{number}.ics", event(f"{number}@example.org", f"changed {number}", number + 1))
    # Gone between the list and the question, not readable, broken, and never there.
    ours.missing = {"0.ics"}
    ours.status_of = {"1.ics": 403, "2.ics": 500}
    team.put("3.ics", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:3@exam")
    team.put("5.ics", "<html>")
    result = site.build()
    assert site.shown == {"cal": ["Event 1", "Event 2", "Event 3", "changed 4"]}
    assert "2 of its objects can't be read (status 500)" in result.err or "(status 403)" in result.err
    assert "1 of its objects changed into something that is no calendar" in result.err

    # What could not be read is asked for again, and nothing else.
    ours.status_of = {}
    ours.clear()
    site.build()
    assert site.shown == {"cal": ["changed 1", "changed 2", "Event 3", "changed 4"]}
    assert ours.objects == 2


def test_an_object_that_a_whole_list_can_not_tell_stays(ours, tmp_path):
    team = with_team(ours)
    site = Site(tmp_path / "own", of_team(ours))
    site.build()
    ours.oldest_token, ours.changed_status = 6, {"1.ics": 503}
    team.put("2.ics", event("2@example.org", "changed", 3))
    result = site.build()
    assert site.shown == {"cal": ["Event 0", "Event 1", "changed", "Event 3", "Event 4"]}
    assert "1 of its objects can't be read (status 503); what was there before is shown" in result.err


@pytest.mark.parametrize("fault", ["properties", "calendar", "list", "list and calendar"])
def test_a_calendar_is_gone_only_if_the_server_says_so(ours, tmp_path, fault):
    team = with_team(ours)
    ours.collection("family", display="Family").put("1.ics", event("f", "Fair"))
    site = Site(tmp_path / "own", ours.address)
    site.build()
    before = site.shown
    assert set(before) == {"cal-family", "cal-team"}
    if fault == "properties":
        ours.property_status = {"family": 503}
    if "calendar" in fault:
        ours.calendar_status = {"family": 500}
    if "list" in fault:
        ours.unlisted = {"family"}
    team.put("2.ics", event("2@example.org", "changed", 3))
    result = site.build()
    assert site.shown == before | {"cal-team": ["Event 0", "Event 1", "changed", "Event 3", "Event 4"]}
    if fault == "list":
        assert "warning" not in result.err
    else:
        assert 'the calendar "cal-family" is as of' in result.err and "it does not say what" in result.err
    # Its home is the same, and it is not.
    ours.calendar_status = ours.property_status = {}
    ours.unlisted = set()
    del ours.collections[f"{ours.home}family/"]
    result = site.build()
    assert set(site.shown) == {"cal-team"} and "warning" not in result.err


def test_a_calendar_that_can_not_be_told_is_not_replaced_by_all_others(ours, tmp_path):
    with_team(ours)
    ours.collection("family", display="Family").put("1.ics", event("f", "Fair"))
    site = Site(tmp_path / "own", of_team(ours))
    site.build()
    before = site.shown
    ours.property_status = {"team": 503}
    result = site.build()
    assert site.shown == before and "it does not say what is at the address (status 503)" in result.err


def test_a_server_that_always_has_another_version_is_left(ours, tmp_path):
    """What is kept for the next build is one version of each object."""
    ours.page = 1
    team = with_team(ours, 3)
    with davservers.proxy(ours.address) as proxy:
        site = Site(tmp_path / "own", proxy.address + ours.home + "team/")
        site.build()
        count = 0

        def fault(one):
            nonlocal count
            if b"sync-collection" in one.body:
                count += 1
                if count > 20:
                    return 503, {}, b""
                for name in ("0", "1"):
                    team.put(f"{name}.ics", event(f"{name}@example.org", "long " * 4_000, 1))
            return None

        proxy.fault = fault
        team.put("2.ics", event("2@example.org", "changed", 3))
        result = site.build()
    assert "status 503" in result.err and site.shown["cal"] == ["Event 0", "Event 1", "Event 2"]
    [part] = [path for path in site.copies if path.suffix == ".part"]
    assert part.stat().st_size < 100_000


def test_what_an_answer_leaves_out_is_asked_for_alone(ours, tmp_path):
    with_team(ours)
    ours.left_out = {"1.ics", "3.ics"}
    site = Site(tmp_path / "own", of_team(ours))
    site.build()
    assert site.shown == {"cal": [f"Event {n}" for n in range(5)]}
    assert ours.methods.count("GET") == 2


FAULTS = {
    "401": lambda one: (401, {"WWW-Authenticate": "Basic"}, b""),
    "403": lambda one: (403, {}, b""),
    "404": lambda one: (404, {}, b"<html>nothing</html>"),
    "410": lambda one: (410, {}, b""),
    "429": lambda one: (429, {"Retry-After": "60"}, b""),
    "500": lambda one: (500, {}, b"<html>"),
    "503": lambda one: (503, {}, b""),
    "a page": lambda one: (200, {}, b"<!DOCTYPE html><html></html>"),
    "a page as an answer": lambda one: (207, {}, b"<!DOCTYPE html><html></html>"),
    "nothing": lambda one: (207, {}, b""),
    "half": lambda one: (207, {}, b'<d:multistatus xmlns:d="DAV:"><d:response><d:href>/'),
    "an entity": lambda one: (207, {}, b'<!DOCTYPE a [<!ENTITY a "b">]><d:multistatus xmlns:d="DAV:">&a;'),
    "an empty list": lambda one: (207, {}, b'<d:multistatus xmlns:d="DAV:"/>'),
    "a circle": lambda one: (302, {"Location": one.path}, b""),
}


@pytest.mark.parametrize("method", ["PROPFIND", "REPORT"])
def test_a_fault_leaves_the_calendar_as_it_was(ours, tmp_path, method):
    team = with_team(ours)
    with davservers.proxy(ours.address) as proxy:
        site = Site(tmp_path / "own", proxy.address + ours.home + "team/")
        site.build()
        for name, fault in FAULTS.items():
            before = site.shown
            team.put("0.ics", event("0@example.org", f"changed by {name}", 1))
            proxy.fault = lambda one: fault(one) if one.method == method else None
            result = site.build()
            proxy.fault = lambda one: None
            if method == "REPORT" and name in ("403", "an empty list"):
                # A server without reports, or with poor ones: its objects are read one by one.
                assert site.shown["cal"][0] == f"changed by {name}" and "warning" not in result.err
                continue
            assert site.shown == before, name
            assert "it could not be fetched from" in result.err, name
            # All is well again.
            site.build()
            assert site.shown["cal"][0] == f"changed by {name}", name


def test_a_wrong_password_is_said(ours, tmp_path):
    with_team(ours)
    ours.auth = ("digest", "ann", "secret")
    site = Site(tmp_path / "own", ours.address)
    account(site, ours)
    site.build()
    site.environment["BUSYLIFE_PASSWORD_CAL"] = "hunter2"
    result = site.build()
    assert len(site.shown["cal-team"]) == 5
    assert "status 401" in result.err and "hunter2" not in result.err and "hunter2" not in result.out
    for path in [*site.copies, *(site.output).rglob("*")]:
        if path.is_file():
            text = path.read_bytes()
            assert b"hunter2" not in text and b"secret" not in text, path
    assert site.copies and all(path.stat().st_mode & 0o777 == 0o600 for path in site.copies)


def test_a_password_goes_to_one_server(ours, tmp_path):
    with_team(ours)
    with davservers.server() as other:
        other.auth = ("basic", "ann", "secret")
        ours.root, ours.well_known = "/nowhere/", other.address + "/"
        site = Site(tmp_path / "own", ours.address)
        account(site, other)
        result = site.build()
        assert other.all and all("Authorization" not in one.headers for one in other.all)
        assert "gets no password unless you name it" in result.err


def test_without_a_calendar_something_is_said(ours, tmp_path):
    site = Site(tmp_path / "own", ours.address)
    result = site.build()
    assert "it lists no calendars of events" in result.err


def test_builds_at_the_same_time_ask_once(ours, tmp_path):
    with_team(ours)
    site = Site(tmp_path / "own", of_team(ours))
    with ThreadPoolExecutor(3) as pool:
        outputs = ["site", "site-1", "site-2"]
        list(pool.map(lambda output: site.build(output=output, later=timedelta()), outputs))
    assert ours.methods == ["PROPFIND", "REPORT", "REPORT"] and ours.objects == 5
    assert all((site.root / output / "feeds/cal.ics").exists() for output in outputs)


# MARK: Several calendars


def test_calendars_are_picked_by_name(ours, tmp_path):
    with_team(ours)
    for name, display in [("a", "Holidays"), ("b", "Holidays"), ("c", None), ("all", "all")]:
        ours.collection(name, display=display).put("1.ics", event(f"{name}-1", f"In {name}"))
    site = Site(tmp_path / "own", ours.address)
    site.build()
    names = list(site.shown)
    assert len(names) == 5 and len(set(names)) == 5 and {"cal-team", "cal-all"} <= set(names)
    assert len([name for name in names if re.fullmatch(r"cal-holidays-\w{8}", name)]) == 2
    before = site.shown

    # The same names whatever else is there.
    ours.collection("d", display="Aaa", order=-1)
    site.build()
    assert before.items() <= site.shown.items()

    site.calendar["collections"] = ["team", "HOLIDAYS"]
    ours.clear()
    site.build()
    assert sorted(site.shown) == sorted(name for name in names if "team" in name or "holidays" in name)

    site.calendar["collections"] = ["Team"]
    site.build()
    assert site.shown == {"cal": [f"Event {n}" for n in range(5)]}

    site.calendar["collections"] = ["Team", "Familly", "c"]
    ours.collection("family", display="Family")
    result = site.build()
    assert 'there is no calendar "Familly"' in result.err and 'did you mean "Family"?' in result.err
    # A path is no name to be shown.
    names = sorted(site.shown)
    assert len(names) == 2 and re.fullmatch(r"cal-\w{8}", names[0]) and names[1] == "cal-team"


def test_a_name_stays_when_another_calendar_gets_it_too(ours, tmp_path):
    with_team(ours)
    site = Site(tmp_path / "own", ours.address)
    site.build()
    ours.collection("second", display="Team", order=-1).put("1.ics", event("s", "Second"))
    site.build()
    [other] = set(site.shown) - {"cal-team"}
    assert site.shown["cal-team"][0] == "Event 0" and site.shown[other] == ["Second"]
    assert re.fullmatch(r"cal-team-\w{8}", other)
    del ours.collections[f"{ours.home}team/"]
    site.build()
    assert site.shown == {other: ["Second"]}


@pytest.mark.parametrize("display", ["ann@example.org", "Ann", None])
def test_an_account_is_no_title(ours, tmp_path, display):
    ours.auth = ("basic", "ann", "secret")
    ours.collection("anns-secret", display=display).put("1.ics", event("s", "Shown"))
    site = Site(tmp_path / "own", ours.address, collections=["anns-secret"])
    account(site, ours)
    for picked in (["anns-secret"], None):
        if picked is None:
            del site.calendar["collections"]
        site.build()
        assert list(site.shown.values()) == [["Shown"]]
        assert [name for name in site.shown if not re.fullmatch(r"cal(-\w{8})?", name)] == []
        said = "is a mail address or the user's name, which is not shown"
        told = site.run("check", expect=None, environment=site.clocked).out
        assert (said in told) == (display is not None)
        for path in (site.output).rglob("*"):
            if path.is_file():
                text = path.read_bytes()
                assert b"ann@example.org" not in text and b"anns-secret" not in text, path


def test_what_a_site_does_not_allow_is_no_fault_of_the_server(ours, tmp_path):
    with_team(ours)
    site = Site(tmp_path / "own", of_team(ours))
    site.settings["network"] = {}
    assert "private network" in site.build().err
    site.settings["network"] = {"allowPrivate": True}
    assert site.build(later=timedelta(seconds=1)).err == "" and len(site.shown["cal"]) == 5


def test_an_audience_sees_all_calendars_of_a_source(ours, tmp_path):
    with_team(ours)
    ours.collection("family", display="Family").put("1.ics", event("f", "Fair"))
    site = Site(tmp_path / "own", ours.address, privacy="full")
    site.settings["audiences"] = [{"name": "friends", "calendars": ["cal"], "privacy": "full"}]
    site.build()
    found = "".join(path.read_text() for path in (site.output).rglob("*.ics"))
    assert "SUMMARY:Fair" in found and "SUMMARY:Event 0" in found


# MARK: Kills


@pytest.mark.random
def test_a_kill_at_any_moment_loses_nothing(ours, tmp_path):
    """After a kill there is what was there before, or the new; and what was fetched is mostly not fetched again."""
    print(f"BUSYLIFE_SEED={SEED}")
    dice = random.Random(SEED)
    team = with_team(ours, 3)
    ours.page = 40
    site = Site(tmp_path / "own", of_team(ours))
    site.build()
    for number in range(70):
        team.put(f"{number}.ics", event(f"{number}@example.org", f"changed {number}", number % 8 + 1))
    with davservers.proxy(ours.address) as proxy:
        for turn in range(KILLS):
            folder = tmp_path / f"turn-{turn}"
            other = Site(folder, proxy.address + ours.home + "team/")
            other.build()
            full = other.shown
            team.put("0.ics", event("0@example.org", f"turn {turn}", 1))
            moment = dice.randrange(1, 4)
            started = threading.Event()
            count = 0

            def fault(one):
                nonlocal count
                count += 1
                if count == moment:
                    started.set()
                    killed.wait(20)
                return None

            killed = threading.Event()
            proxy.fault = fault
            words = ["build", "--content", other.folder, "--templates", tool.TEMPLATES, "--output",
                     other.output, *WINDOW]
            other.now += timedelta(hours=2)
            process = subprocess.Popen(
                [tool.TOOL, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env=surroundings.environment(**other.clocked),
            )  # fmt: skip
            while not started.wait(0.02) and process.poll() is None:
                pass
            process.kill()
            process.wait()
            killed.set()
            proxy.fault = lambda one: None
            other.build("--offline")
            assert other.shown == full
            other.build()
            assert other.shown["cal"][0] == f"turn {turn}" and len(other.shown["cal"]) == 70


def test_a_synchronisation_goes_on_where_it_was_interrupted(ours, tmp_path):
    with_team(ours, 200)
    with davservers.proxy(ours.address) as proxy:
        site = Site(tmp_path / "own", proxy.address + ours.home + "team/")
        count = 0

        def fault(one):
            nonlocal count
            count += b"calendar-multiget" in one.body
            return (503, {}, b"") if count == 3 else None

        proxy.fault = fault
        result = site.build()
        assert "status 503" in result.err and site.shown == {"cal": []}
        fetched = proxy.objects
        assert 0 < fetched < 200
        proxy.fault = lambda one: None
        proxy.clear()
        site.build()
        assert len(site.shown["cal"]) == 200 and proxy.objects == 200 - fetched
        assert [path.suffix for path in site.copies] == [".copy"]
