"""The commands of docs/guides/scale.md for hosts, with stand-ins of these hosts."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest

import surroundings
import tool
from small_site import Site
from tool import snapshot

GUIDE = (tool.PROJECT / "docs/guides/scale.md").read_text(encoding="utf-8")


@pytest.fixture
def site(tmp_path, bare) -> Site:
    site = Site(tmp_path, bare)
    site.output = tmp_path / "Output"
    site.build()
    return site


def commands(name: str) -> str:
    """The commands after a name in bold."""
    return re.search(rf"\*\*{name}\*\*.*?```sh\n(.*?)```", GUIDE, re.DOTALL)[1]


def run(script: str, folder: Path, **environment: str):
    # As in a terminal, where a command that fails ends nothing by itself.
    subprocess.run(["bash", "-u", "-c", script], cwd=folder, check=True,
                   env=surroundings.environment() | environment)  # fmt: skip


class Netlify(BaseHTTPRequestHandler):
    """The two requests of its deploys."""

    # So that it asks for bodies that are announced.
    protocol_version = "HTTP/1.1"
    known: set[str] = set()
    deploys: list[dict[str, str]] = []
    uploads: list[str] = []
    # How many files it can't take now.
    refusals = 0

    def answer(self, body: bytes = b"{}"):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self) -> bytes:
        assert self.headers["Authorization"] == "Bearer secret"
        return self.rfile.read(int(self.headers["Content-Length"]))

    def do_POST(self):
        assert self.path == "/sites/name.example.org/deploys"
        files = json.loads(self.body())["files"]
        self.deploys.append(files)
        required = sorted(set(files.values()) - self.known)
        self.answer(json.dumps({"id": f"d{len(self.deploys)}", "required": required}).encode())

    def do_PUT(self):
        head, path = self.path.split("/files")
        path = unquote(path)
        found = self.body()
        if Netlify.refusals:
            Netlify.refusals -= 1
            return self.send_error(500)
        assert head == f"/deploys/d{len(self.deploys)}"
        assert self.deploys[-1][path] == hashlib.sha1(found).hexdigest()
        self.known.add(self.deploys[-1][path])
        self.uploads.append(path)
        self.answer()

    def log_message(self, *_):
        pass


def test_netlify_is_sent_what_it_does_not_have(site):
    for name in ("press kit.pdf", "a#b.pdf", "x[1].pdf", "50%25.pdf", "é.pdf"):
        site.write(f"static/{name}", name)
    site.build()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Netlify)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        script = commands("Netlify").replace("https://api.netlify.com/api/v1", f"http://127.0.0.1:{server.server_port}")
        given = {"NETLIFY_TOKEN": "secret", "SITE": "name.example.org"}
        run(script, site.root, **given)
        there = {f"/{path}" for path in snapshot(site.output)} - {"/.busylife-gen"}
        assert Netlify.deploys[-1].keys() == there and "/x[1].pdf" in there
        assert set(Netlify.deploys[-1].values()) == Netlify.known
        before = len(Netlify.uploads)
        run(script, site.root, **given)
        assert len(Netlify.uploads) == before
        site.put(1, "Other", 7)
        site.save()
        old = snapshot(site.output)
        site.build()
        changed = {f"/{p}" for p, digest in snapshot(site.output).items() if old.get(p) != digest} - {"/.busylife-gen"}
        run(script, site.root, **given)
        assert set(Netlify.uploads[before:]) == changed
        # A failure of the first file is one of all.
        Netlify.known.clear()
        Netlify.refusals = 1
        with pytest.raises(subprocess.CalledProcessError):
            run(script, site.root, **given)
    finally:
        server.shutdown()


def test_a_link_leads_to_one_whole_site_or_another(site):
    script = commands("nginx").replace("/srv", str(site.root))
    run(script, site.root)
    first = snapshot(site.output)
    assert snapshot((site.root / "calendar").resolve()) == first
    site.put(1, "Other", 7)
    site.save()
    site.build()
    # An earlier run ended between its two last commands.
    (site.root / "next").symlink_to((site.root / "calendar").resolve())
    # Not in the same second.
    run(script.replace("%SZ", "%SZ-2"), site.root)
    releases = sorted(path for path in (site.root / "calendars").iterdir())
    assert [snapshot(path) for path in releases] == [first, snapshot(site.output)]
    assert (site.root / "calendar").resolve() == releases[1]
