"""A static server that can go away, be slow, or send larger pages than there are. It gives service workers the clock
that pages have: no script can be added to those from outside."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from pathlib import Path

import surroundings
from browser import PATIENCE, Folder, Server


class Host:
    """What the server does with requests from now on, and which paths were asked for."""

    def __init__(self):
        self.is_gone = False
        # Requests wait as long as this is not set.
        self.answers = threading.Event()
        self.answers.set()
        # The next request for each of these paths is refused once.
        self.refused: set[str] = set()
        # If it is set, nothing is given without a password.
        self.is_closed = False
        # Bytes by which each page is longer.
        self.padding = 0
        self.asked: list[str] = []
        self.address = ""
        # The clock of service workers, before their own text.
        self.clock = surroundings.clock().encode()


@contextmanager
def hosted(folder: Path):
    """Serves a folder; gives the host."""
    host = Host()

    class Handler(Folder):
        root = folder
        is_worker = False

        def find(self, method, path, known):
            host.asked.append(path)
            self.is_worker = path.endswith("/sw.js")
            host.answers.wait(PATIENCE)
            if host.is_gone:
                # The connection ends without an answer.
                raise ConnectionError
            if path in host.refused:
                host.refused.remove(path)
                return self.send(method, "503 Service Unavailable", b"")
            if host.is_closed:
                return self.send(method, "401 Unauthorized", b"", "WWW-Authenticate: Basic")
            super().find(method, path, known)

        def send(self, method, status, body, *fields):
            if self.is_worker and body and status.startswith("200"):
                body = host.clock + body
            if host.padding and body and "Content-Type: text/html" in fields:
                body += b"<!--" + b"x" * host.padding + b"-->"
            super().send(method, status, body, *fields)

    class Reusing(Server):
        # Another server may take the port while connections to this one are still open.
        allow_reuse_address = True

    with Reusing(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        host.address = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield host
        finally:
            host.is_gone = True
            host.answers.set()
            server.shutdown()
