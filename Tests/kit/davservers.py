"""CalDAV servers on this machine: radicale, xandikos, one of our own that answers as other servers do, and a proxy
that remembers what it passes on."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.client
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote
from xml.etree import ElementTree
from xml.sax.saxutils import escape

DAV, CALDAV = "DAV:", "urn:ietf:params:xml:ns:caldav"
SERVER, APPLE = "http://calendarserver.org/ns/", "http://apple.com/ns/ical/"


# ---- Programs that others wrote ------------------------------------------------------------------------------


@contextlib.contextmanager
def _started(name: str, script: str, *words: str, folder: Path) -> Iterator[str]:
    """A process that prints `port N` once it answers."""
    log = folder / f"{name}.log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", script, *words], stdout=subprocess.PIPE, stderr=errors, text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
        )  # fmt: skip
    try:
        for line in process.stdout:
            if line.startswith("port "):
                break
        else:
            raise AssertionError(f"{name} did not start:\n{log.read_text()}")
        yield f"http://127.0.0.1:{line.split()[1]}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def xandikos(folder: Path):
    """A xandikos with the principal `/user/`."""
    script = (
        # Port 0: the system chooses one, and the server's own socket says which.
        "import sys, asyncio, aiohttp.web as web\n"
        "from xandikos.__main__ import main\n"
        "start = web.TCPSite.start\n"
        "async def told(site):\n"
        "    await start(site)\n"
        "    print('port', site._server.sockets[0].getsockname()[1], flush=True)\n"
        "web.TCPSite.start = told\n"
        "sys.exit(asyncio.run(main(sys.argv[1:])))\n"
    )
    words = ["serve", "-d", str(folder / "store"), "--state-dir", str(folder / "state"), "--autocreate", "-l",
             "127.0.0.1", "-p", "0", "--no-detect-systemd"]
    return _started("xandikos", script, *words, folder=folder)


def radicale(folder: Path):
    """A radicale with the user ann, whose password is secret."""
    (folder / "users").write_text("ann:secret\n")
    script = (
        "import sys\n"
        "from wsgiref.simple_server import WSGIRequestHandler, make_server\n"
        "from radicale import config\n"
        "from radicale.app import Application\n"
        "root, settings = sys.argv[1], config.load()\n"
        "settings.update({\n"
        "    'auth': {'type': 'htpasswd', 'htpasswd_filename': root + '/users', 'htpasswd_encryption': 'plain',\n"
        "             'delay': '0'},\n"
        "    'storage': {'filesystem_folder': root + '/store', '_filesystem_fsync': 'False'},\n"
        "}, 'tests', privileged=True)\n"
        "WSGIRequestHandler.log_message = lambda *words: None\n"
        "server = make_server('127.0.0.1', 0, Application(settings))\n"
        "print('port', server.server_port, flush=True)\n"
        "server.serve_forever()\n"
    )
    return _started("radicale", script, str(folder), folder=folder)


# ---- What was asked --------------------------------------------------------------------------------------------


@dataclass
class Exchange:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    status: int = 0
    reply: bytes = b""

    @property
    def objects(self) -> int:
        """How many objects of calendars the answer contains."""
        if self.status == 207:
            return len(re.findall(rb"BEGIN:VCALENDAR", self.reply))
        return int(self.method == "GET" and self.status == 200)


class _Log:
    """Exchanges, except those that only ask who it is."""

    def __init__(self):
        self.all: list[Exchange] = []

    def clear(self):
        self.all = []

    @property
    def told(self) -> list[Exchange]:
        return [one for one in self.all if one.status != 401]

    @property
    def methods(self) -> list[str]:
        return [one.method for one in self.told]

    @property
    def objects(self) -> int:
        return sum(one.objects for one in self.told)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answer: Callable[[Exchange], tuple[int, dict[str, str], bytes]]
    log: _Log

    def handle_one_request(self):
        with contextlib.suppress(ConnectionError):
            super().handle_one_request()

    def log_message(self, *words):
        pass

    def __getattr__(self, name: str):
        if name.startswith("do_"):
            return self.exchange
        raise AttributeError(name)

    def exchange(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        one = Exchange(self.command, self.path, dict(self.headers), body)
        self.log.all.append(one)
        status, headers, reply = type(self).answer(one)
        one.status, one.reply = status, reply
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)


@contextlib.contextmanager
def _serving(answer, log: _Log) -> Iterator[str]:
    kind = type("Handler", (_Handler,), {"answer": staticmethod(answer), "log": log})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Proxy(_Log):
    """Passes requests on to a server. `fault` may answer some of them instead."""

    def __init__(self, upstream: str):
        super().__init__()
        self.upstream = upstream.removeprefix("http://")
        self.address = ""
        self.fault: Callable[[Exchange], tuple[int, dict, bytes] | None] = lambda one: None

    def _answer(self, one: Exchange):
        if faulty := self.fault(one):
            return faulty
        connection = http.client.HTTPConnection(self.upstream, timeout=20)
        try:
            headers = {k: v for k, v in one.headers.items() if k.lower() not in ("connection", "accept-encoding")}
            connection.request(one.method, one.path, one.body, headers)
            reply = connection.getresponse()
            kept = {k: v for k, v in reply.getheaders() if k.lower() in ("content-type", "etag", "www-authenticate",
                                                                          "location", "dav")}  # fmt: skip
            return reply.status, kept, reply.read()
        finally:
            connection.close()


@contextlib.contextmanager
def proxy(upstream: str) -> Iterator[Proxy]:
    made = Proxy(upstream)
    with _serving(made._answer, made) as made.address:
        yield made


# ---- A server of our own -----------------------------------------------------------------------------------------


@dataclass
class Collection:
    """A calendar: objects by name, each with its ETag and data, and what happened to them, in order."""

    display: str | None = None
    color: str | None = None
    order: int | None = None
    components: tuple[str, ...] | None = ("VEVENT",)
    types: tuple[tuple[str, str], ...] = ((DAV, "collection"), (CALDAV, "calendar"))
    objects: dict[str, tuple[str, str]] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)

    def put(self, name: str, data: str):
        self.history.append(name)
        self.objects[name] = (f'"{len(self.history)}-{name[:3]}"', data)

    def delete(self, name: str):
        self.history.append(name)
        del self.objects[name]


class Server(_Log):
    """A CalDAV server whose ways are settings. Paths are kept decoded; `spelt` is how they are written."""

    def __init__(self):
        super().__init__()
        self.address = ""
        self.root = "/"
        self.principal = "/principals/ann/"
        self.home = "/calendars/ann/"
        self.well_known: str | None = None
        self.redirects_browsers_only = False
        self.collections: dict[str, Collection] = {}
        # Ways of telling.
        self.can_sync = True
        self.has_ctag = True
        self.has_multiget = True
        self.page: int | None = None
        self.oldest_token = 0
        self.expired_status = 403
        self.inline_namespaces = False
        self.spelt: Callable[[str], str] = lambda path: quote(path, safe="/@:")
        self.prefix = ""
        # Faults, by name of object.
        self.missing: set[str] = set()
        self.status_of: dict[str, int] = {}
        self.left_out: set[str] = set()
        # Of objects in a list of what changed, and of calendars: by name, the status of the resource; the status of the
        # properties of a calendar; calendars that lists are without.
        self.changed_status: dict[str, int] = {}
        self.calendar_status: dict[str, int] = {}
        self.property_status: dict[str, int] = {}
        self.unlisted: set[str] = set()
        # Faults of everything: the status of an answer, by method or name of report.
        self.fails: dict[str, int] = {}
        # Who may read: kind, user and password, or token.
        self.auth: tuple[str, ...] = ()

    def collection(self, name: str, **settings) -> Collection:
        made = Collection(**settings)
        self.collections[f"{self.home}{name}/"] = made
        return made

    # -- Answers

    def _answer(self, one: Exchange):
        path = unquote(one.path.split("?")[0])
        if demand := self._demand(one):
            return 401, {"WWW-Authenticate": demand}, b"who are you?"
        if path == "/.well-known/caldav":
            if self.well_known is None:
                return 404, {}, b"<html>nothing</html>"
            if one.method == "PROPFIND" and self.redirects_browsers_only:
                return 405, {}, b"<html>no</html>"
            return 301, {"Location": self.well_known}, b""
        if one.method == "GET":
            return self._get(path)
        if one.method not in ("PROPFIND", "REPORT"):
            return 405, {}, b""
        report = ElementTree.fromstring(one.body).tag.split("}")[1]
        if status := self.fails.get(report if one.method == "REPORT" else "propfind"):
            return status, {}, b"<html>no</html>"
        if one.method == "PROPFIND":
            return self._propfind(path, one)
        if report == "calendar-multiget" and self.has_multiget:
            return self._multiget(path, one)
        if report == "sync-collection" and self.can_sync:
            return self._changes(path, one)
        return 403, {}, self._document("error", self._element(DAV, "supported-report"))

    def _element(self, space: str, name: str, content: str = "", attributes: str = "") -> str:
        if self.inline_namespaces:
            return f"<{name} xmlns='{space}'{attributes}>{content}</{name}>"
        prefix = {DAV: "d", CALDAV: "cal", SERVER: "cs", APPLE: "x1"}.get(space, "nc")
        more = "" if prefix != "nc" else f' xmlns:nc="{space}"'
        return f"<{prefix}:{name}{more}{attributes}>{content}</{prefix}:{name}>"

    def _document(self, name: str, content: str) -> bytes:
        if self.inline_namespaces:
            return f"<?xml version='1.0' encoding='UTF-8'?>\n<{name} xmlns='DAV:'>{content}</{name}>".encode()
        spaces = f'xmlns:d="DAV:" xmlns:cal="{CALDAV}" xmlns:cs="{SERVER}" xmlns:x1="{APPLE}"'
        return f'<?xml version="1.0"?>\n<d:{name} {spaces}>{content}</d:{name}>\n'.encode()

    def _href(self, path: str) -> str:
        return self._element(DAV, "href", escape(self.prefix + self.spelt(path)))

    def _response(self, path: str, found: list[str], missing: list[tuple[str, str]] = ()) -> str:
        text = self._href(path)
        for props, status in ((found, "200 OK"), ([self._element(*name) for name in missing], "404 Not Found")):
            if props:
                prop = self._element(DAV, "prop", "".join(props))
                text += self._element(DAV, "propstat", prop + self._element(DAV, "status", f"HTTP/1.1 {status}"))
        return self._element(DAV, "response", text)

    def _failed(self, path: str, status: int, more: str = "") -> str:
        return self._element(
            DAV, "response", self._href(path) + self._element(DAV, "status", f"HTTP/1.1 {status} No") + more
        )

    # -- Properties

    def _properties(self, path: str) -> dict[tuple[str, str], str] | None:
        def href(target: str) -> str:
            return self._href(target)

        me = {(DAV, "current-user-principal"): href(self.principal)}
        if path in self.collections:
            it = self.collections[path]
            token = f"http://example.org/ns/sync/{len(it.history)}"
            found = me | {(DAV, "resourcetype"): "".join(self._element(*kind) for kind in it.types)}
            if it.display is not None:
                found[DAV, "displayname"] = escape(it.display)
            if it.color:
                found[APPLE, "calendar-color"] = it.color
            if it.order is not None:
                found[APPLE, "calendar-order"] = str(it.order)
            if it.components is not None:
                parts = [self._element(CALDAV, "comp", "", f' name="{name}"') for name in it.components]
                found[CALDAV, "supported-calendar-component-set"] = "".join(parts)
            if self.can_sync:
                found[DAV, "sync-token"] = token
                report = self._element(DAV, "report", self._element(DAV, "sync-collection"))
                found[DAV, "supported-report-set"] = self._element(DAV, "supported-report", report)
            if self.has_ctag:
                found[SERVER, "getctag"] = f"ctag-{len(it.history)}"
            return found
        if path == self.principal:
            return me | {(DAV, "resourcetype"): self._element(DAV, "principal"),
                         (CALDAV, "calendar-home-set"): href(self.home)}  # fmt: skip
        if path in (self.root, self.home):
            return me | {(DAV, "resourcetype"): self._element(DAV, "collection")}
        folder, _, name = path.rpartition("/")
        it = self.collections.get(folder + "/")
        if it and name in it.objects:
            return {(DAV, "resourcetype"): "", (DAV, "getetag"): escape(it.objects[name][0]),
                    (DAV, "getcontenttype"): "text/calendar; charset=utf-8; component=vevent"}  # fmt: skip
        return None

    def _propfind(self, path: str, one: Exchange):
        wanted = [tuple(e.tag[1:].split("}")) for e in ElementTree.fromstring(one.body)[0]]
        path = path if self._properties(path) is not None else path + "/"
        if self._properties(path) is None:
            return 404, {}, b"<html>nothing</html>"
        paths = [path]
        if one.headers.get("Depth") == "1":
            if path == self.home:
                paths += [each for each in self.collections if each.split("/")[-2] not in self.unlisted]
            if it := self.collections.get(path):
                paths += [path + name for name in it.objects]
        text = ""
        for each in paths:
            found = self._properties(each)
            name = each.split("/")[-2]
            if status := self.calendar_status.get(name):
                text += self._failed(each, status)
                continue
            if status := self.property_status.get(name):
                prop = self._element(DAV, "prop", "".join(self._element(*name) for name in wanted))
                prop += self._element(DAV, "status", f"HTTP/1.1 {status} No")
                text += self._element(DAV, "response", self._href(each) + self._element(DAV, "propstat", prop))
                continue
            text += self._response(
                each, [self._element(*name, found[name]) for name in wanted if name in found],
                [name for name in wanted if name not in found])  # fmt: skip
        return 207, {"Content-Type": "application/xml"}, self._document("multistatus", text)

    # -- Objects

    def _data(self, path: str) -> tuple[str, str] | None:
        folder, _, name = path.rpartition("/")
        it = self.collections.get(folder + "/")
        return it.objects.get(name) if it and name not in self.missing else None

    def _get(self, path: str):
        if status := self.status_of.get(path.rpartition("/")[2]):
            return status, {}, b"no"
        found = self._data(path)
        if found is None:
            return 404, {}, b"nothing"
        return 200, {"Content-Type": "text/calendar", "ETag": found[0]}, found[1].encode()

    def _multiget(self, path: str, one: Exchange):
        text = ""
        for element in ElementTree.fromstring(one.body).iter("{DAV:}href"):
            target = unquote(element.text)
            name = target.rpartition("/")[2]
            found = self._data(target)
            if name in self.left_out:
                continue
            if status := self.status_of.get(name):
                text += self._failed(target, status)
            elif found is None:
                text += self._failed(target, 404)
            else:
                etag = self._element(DAV, "getetag", escape(found[0]))
                text += self._response(target, [etag, self._element(CALDAV, "calendar-data", escape(found[1]))])
        return 207, {"Content-Type": "text/xml"}, self._document("multistatus", text)

    def _changes(self, path: str, one: Exchange):
        it = self.collections.get(path)
        if it is None:
            return 404, {}, b""
        token = ElementTree.fromstring(one.body).findtext("{DAV:}sync-token") or ""
        first = token == ""
        number = 0 if first else int(token.rpartition("/")[2])
        # A token of a list in pieces has the place in the list after a hyphen.
        if not first and number < self.oldest_token:
            error = self._document("error", self._element(DAV, "valid-sync-token"))
            return self.expired_status, {"Content-Type": "application/xml"}, error
        names = list(dict.fromkeys(it.history[number:]))
        if first:
            names = [name for name in names if name in it.objects]
        end, text = len(it.history), ""
        if self.page and len(names) > self.page:
            # Up to where this many objects have changed.
            seen: set[str] = set()
            for end in range(number, len(it.history)):
                if len(seen) == self.page and it.history[end] not in seen:
                    break
                seen.add(it.history[end])
            names = [name for name in names if name in seen]
            error = self._element(DAV, "error", self._element(DAV, "number-of-matches-within-limits"))
            text += self._failed(path, 507, error)
        for name in names:
            found = self._properties(path + name)
            if status := self.changed_status.get(name):
                text += self._failed(path + name, status)
            elif found is None:
                text += self._failed(path + name, 404)
            else:
                text += self._response(path + name, [self._element(DAV, "getetag", found[DAV, "getetag"])])
        text += self._element(DAV, "sync-token", f"http://example.org/ns/sync/{end}")
        return 207, {"Content-Type": "application/xml"}, self._document("multistatus", text)

    # -- Who asks

    def _demand(self, one: Exchange) -> str | None:
        """What a request has to prove, if it has not."""
        if not self.auth:
            return None
        kind, *secret = self.auth
        given = one.headers.get("Authorization", "")
        if kind == "bearer":
            return None if given == f"Bearer {secret[0]}" else "Bearer"
        user, password = secret
        if kind == "basic":
            expected = base64.b64encode(f"{user}:{password}".encode()).decode()
            return None if given == f"Basic {expected}" else 'Basic realm="calendars"'
        fields = dict(re.findall(r'(\w+)="?([^",]*)"?', given.removeprefix("Digest ")))

        def md5(*parts: str) -> str:
            return hashlib.md5(":".join(parts).encode()).hexdigest()

        if given.startswith("Digest ") and fields.get("nonce") == "n0nce":
            mine = md5(
                md5(user, "calendars", password), "n0nce", fields["nc"], fields["cnonce"], "auth",
                md5(one.method, fields["uri"]),
            )  # fmt: skip
            if mine == fields["response"]:
                return None
        return 'Digest realm="calendars", nonce="n0nce", qop="auth", algorithm=MD5'


@contextlib.contextmanager
def server() -> Iterator[Server]:
    made = Server()
    with _serving(made._answer, made) as made.address:
        yield made


# ---- What tests write to servers -----------------------------------------------------------------------------------


def event(uid: str, summary: str, day: int = 1, more: str = "") -> str:
    """An object with one event in November 2026."""
    return (
        f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r\nBEGIN:VEVENT\r\nUID:{uid}\r\n"
        f"DTSTAMP:20261101T000000Z\r\nDTSTART:202611{day:02}T100000Z\r\nDTEND:202611{day:02}T110000Z\r\n"
        f"SUMMARY:{summary}\r\n{more}END:VEVENT\r\nEND:VCALENDAR\r\n"
    )


def ask(method: str, address: str, body: str = "", user: str = "", **headers) -> bytes:
    """One request, which has to succeed. `user` is name:password."""
    place = re.fullmatch(r"http://([^/]+)(/.*)", address)
    if user:
        headers["Authorization"] = "Basic " + base64.b64encode(user.encode()).decode()
    connection = http.client.HTTPConnection(place[1], timeout=20)
    try:
        connection.request(method, place[2], body.encode(), headers)
        reply = connection.getresponse()
        text = reply.read()
        assert 200 <= reply.status < 300, f"{method} {address}: {reply.status} {text[:300]}"
        return text
    finally:
        connection.close()


def make_calendar(address: str, name: str | None, color: str | None = None, user: str = "") -> None:
    props = f"<D:displayname>{escape(name)}</D:displayname>" if name else ""
    if color:
        props += f'<A:calendar-color xmlns:A="{APPLE}">{color}</A:calendar-color>'
    body = (
        f'<C:mkcalendar xmlns:D="DAV:" xmlns:C="{CALDAV}"><D:set><D:prop>{props}</D:prop></D:set></C:mkcalendar>'
        if props else ""
    )  # fmt: skip
    ask("MKCALENDAR", address, body, user, **({"Content-Type": "application/xml"} if body else {}))


def put(address: str, data: str, user: str = "") -> None:
    ask("PUT", address, data, user, **{"Content-Type": "text/calendar; charset=utf-8"})
