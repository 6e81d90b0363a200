"""Hostile drawings in notes, published by the command and opened as documents: nothing runs, and no other host
is contacted. The seed is printed; BUSYLIFE_SEED sets it."""

from __future__ import annotations

import base64
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import firefox
import hostile_drawings
import tool
from tool import SEED

# Some are not drawings at all and not published; three of four are.
COUNT = 240
# How many of the originals are opened unchanged. Those that run slow a browser down.
CONTROLS = 60
# Documents in frames of a page; apart from the address bar, a frame is like a tab.
FRAMES = 50
# One in this many drawings is opened in the tab itself.
ALONE = 25
# Chromium's message for an invalid value: `Error: <svg> attribute viewBox: Expected number, "0 0 =00 100".`
UNREAD = re.compile(r"Error: <\w+> attribute [\w:-]+: ")


class Server:
    """Serves files from memory without any policy, and records its requests."""

    def __init__(self):
        # Browsers request an icon by themselves.
        self.files = {"/favicon.ico": ("image/png", base64.b64decode(hostile_drawings.PIXEL))}
        self.asked: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                outer.asked.append(self.path)
                kind, body = outer.files.get(self.path, ("text/plain", b""))
                self.send_response(200 if self.path in outer.files else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(body)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # Pages are left before everything has been sent.
        self.server.handle_error = lambda *arguments: None
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def show(self, drawings: dict[str, bytes]) -> list[str]:
        """Serves drawings, and pages that frame them; returns the paths of these pages."""
        pages = []
        self.files |= {"/" + name: ("image/svg+xml", data) for name, data in drawings.items()}
        names = sorted(drawings)
        for start in range(0, len(names), FRAMES):
            size = "width=99 height=99"
            frames = "".join(
                f"<iframe src='{name}' {size}></iframe>" if index % 2 else f"<object data='{name}' {size}></object>"
                for index, name in enumerate(names[start : start + FRAMES])
            )
            pages.append(f"/page{start}.html")
            text = f"<!doctype html><meta charset=utf-8><title>-</title>{frames}"
            self.files[pages[-1]] = ("text/html", text.encode())
        return pages

    @property
    def strange(self) -> set[str]:
        """Requests for files that do not exist."""
        return {path for path in self.asked if path not in self.files}


@contextmanager
def served():
    server = Server()
    try:
        yield server
    finally:
        server.server.shutdown()
        server.server.server_close()


@pytest.fixture(scope="module")
def listener():
    """A server that drawings try to contact."""
    with served() as server:
        yield server


@pytest.fixture(scope="module")
def hostile(listener) -> dict[str, bytes]:
    print(f"BUSYLIFE_SEED={SEED}")
    return hostile_drawings.drawings(SEED, COUNT, listener.address)


@pytest.fixture(scope="module")
def published(hostile, tmp_path_factory) -> dict[str, bytes]:
    """What a build publishes of the hostile drawings."""
    content = tmp_path_factory.mktemp("hostile")
    notes = content / "notes"
    notes.mkdir()
    for name, data in hostile.items():
        (notes / name).write_bytes(data)
    shown = "\n\n".join(f"![{name}]({name})" for name in hostile)
    (notes / "all.md").write_text(shown + "\n")
    output = content.parent / "hostile-site"
    # Refused drawings are errors, which do not keep the site from being built.
    result = tool.run("build", "--content", content, "--output", output, "--tz", "UTC", "--now", tool.NOW, expect=0)
    assert not tool.CRASH.search(result.err), result
    found = {path.name: path.read_bytes() for path in (output / "notes/images").iterdir()}
    assert set(found) <= set(hostile)
    refused = [name for name in hostile if name not in found]
    # Each of them is named with its place.
    placed = {match["path"].rsplit("/", 1)[-1] for match in result.placed if match["severity"] == "error"}
    assert set(refused) == placed
    print(f"{len(found)} of {len(hostile)} drawings are published")
    # The others are cut off, have other encodings, or declare a document type.
    assert COUNT // 2 < len(found) < COUNT
    # A second build finds nothing to write.
    again = tool.run("build", "--content", content, "--output", output, "--tz", "UTC", "--now", tool.NOW, expect=0)
    assert {path.name: path.read_bytes() for path in (output / "notes/images").iterdir()} == found
    assert " 0 files written" in again.out, again.out
    return found


def drawn(page) -> None:
    """Waits for everything that runs at once: frames have loaded, and two frames have been painted."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


@pytest.mark.long
def test_originals_run_and_load(chromium, hostile, listener):
    """The control: the same files unchanged do what the tests below look for."""
    with served() as server:
        pages = server.show(dict(list(hostile.items())[:CONTROLS]))
        tab = chromium.new_page()
        tab.on("dialog", lambda dialog: dialog.dismiss())
        ran = set()
        for path in pages:
            tab.goto(server.address + path)
            drawn(tab)
            ran.add(tab.evaluate("window.ran ?? ''"))
        tab.close()
    runs = {path.split("/")[2] for path in listener.asked if path.startswith("/run/")}
    loads = {path.split("/")[2] for path in listener.asked if path.startswith("/load/")}
    print(f"of the originals {len(runs)} ran a script and {len(loads)} loaded something")
    # With seed 1 about half of them do each.
    assert len(runs) > CONTROLS // 6 and len(loads) > CONTROLS // 6 and ran != {""}


@pytest.mark.random
@pytest.mark.long
def test_chromium_runs_and_asks_nothing(chromium, published, listener):
    seen = []
    with served() as server:
        pages = server.show(published)
        listener.asked.clear()
        context = chromium.new_context()
        context.on("request", lambda request: seen.append(request.url))
        context.on("dialog", lambda dialog: (seen.append("a dialog"), dialog.dismiss()))
        context.on("weberror", lambda error: seen.append(f"an error: {error.error}"))
        # A remark of the parser about an invalid value does not show that anything ran.
        context.on("console", lambda m: UNREAD.match(m.text) or seen.append(f"a message: {m.text}"))
        tab = context.new_page()
        for path in pages:
            tab.goto(server.address + path)
            drawn(tab)
            assert tab.evaluate("[window.ran ?? '', document.title, location.pathname]") == ["", "-", path]
            # Each frame shows the drawing that it was made for.
            shown = [frame.url for frame in tab.frames[1:]]
            prefix = server.address + "/h"
            assert len(shown) >= 1 and all(url.startswith(prefix) and url.endswith(".svg") for url in shown)
        for name in sorted(published)[::ALONE]:
            tab.goto(f"{server.address}/{name}")
            drawn(tab)
            assert tab.url == f"{server.address}/{name}"
            found = tab.evaluate("[document.documentElement.localName, typeof ran, document.scripts?.length ?? 0]")
            assert found == ["svg", "undefined", 0]
        tab.mouse.click(50, 50)
        context.close()
        assert set(seen) - {server.address + path for path in server.files} == set()
        assert server.strange == set()
    assert listener.asked == []


@pytest.mark.random
@pytest.mark.long
@pytest.mark.skipif(firefox.executable() is None, reason="Firefox is not there")
def test_firefox_runs_and_asks_nothing(published, listener):
    with served() as server, firefox.opened() as page:
        pages = server.show(published)
        listener.asked.clear()
        for path in pages:
            page.goto(server.address + path)
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
            assert page.evaluate("[window.ran ?? '', document.title, location.pathname]") == ["", "-", path]
        for name in sorted(published)[::ALONE]:
            page.goto(f"{server.address}/{name}")
            found = page.evaluate("[document.documentElement.localName, typeof ran, location.pathname]")
            assert found == ["svg", "undefined", "/" + name]
        assert server.strange == set()
        assert {"/" + name for name in published} <= set(server.asked)
    assert listener.asked == []
