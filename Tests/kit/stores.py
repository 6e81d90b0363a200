"""An object store on this machine, which says what it is asked and can be stopped at any request."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from urllib.parse import unquote

import surroundings
import tool
from hosts import MANIFEST, Visitor

PROGRAM = tool.PROJECT / "Hosting/publish-s3.py"
BUCKET = "calendar"
# Few pages: each write of a page and each deletion is followed by a visit of all.
WEEK = ("--from", "2026-11-19", "--to", "2026-11-26", "--tz", "UTC")
KEYS = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}


def program():
    """What publishes, as a module."""
    spec = spec_from_file_location("publish_s3", PROGRAM)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class Watch:
    """Sees to it that no page is ever broken, after each change of a store that can break one: a file that arrives and
    is no page can't."""

    def __init__(self):
        self.visitor, self.count = Visitor(), 0

    def check(self, files: dict[str, bytes], path: str):
        if path.endswith(".html") or path not in files:
            self.count += 1
            assert self.visitor.broken(files) == [], path


# ---- A real one ----------------------------------------------------------------------------------


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    status: int = 0

    @property
    def is_write(self) -> bool:
        return self.method in ("PUT", "DELETE", "POST")


@dataclass
class Store:
    """A server, its bucket and what it was asked."""

    port: int
    requests: list[Request] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    # Called before a request of the bucket is answered; if it gives something, the request is forbidden.
    before: Callable[[Request], object] | None = None
    # What failed in the thread of a request.
    failures: list[BaseException] = field(default_factory=list)
    watch: Watch = field(default_factory=Watch)
    # How many programs were started.
    runs: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self, site, *words) -> list[str]:
        given = [sys.executable, PROGRAM, BUCKET, "--endpoint", self.address, "--output", site.output]
        given += ["--command", site.bare, *words, "--", *site.command(*WEEK)[2:]]
        return [str(word) for word in given]

    def start(self, site, *words) -> subprocess.Popen:
        # Its own key tells its requests from those of a process that was killed, which may come after its end.
        self.runs += 1
        environment = surroundings.environment(XDG_CACHE_HOME=str(site.root / "cache"))
        environment |= KEYS | {"AWS_ACCESS_KEY_ID": f"key{self.runs}"}
        return subprocess.Popen(self.command(site, *words), env=environment, cwd=site.root, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)  # fmt: skip

    def publish(self, site, *words, expect: int = 0) -> tuple[str, list[Request]]:
        """Runs the program; gives what it said and the writes that it made."""
        process = self.start(site, *words)
        key = f"=key{self.runs}/"
        out, err = process.communicate(timeout=120)
        assert process.returncode == expect, (process.returncode, out, err)
        assert not self.failures, self.failures
        mine = [request for request in self.requests if key in request.headers.get("Authorization", "")]
        return out + err, [request for request in mine if request.is_write]

    def equals(self, output: Path):
        there = {p.relative_to(output).as_posix(): p.read_bytes() for p in output.rglob("*") if p.is_file()}
        assert self.files.keys() == there.keys()
        assert [path for path, found in there.items() if self.files[path] != found] == []

    # ---- The server ----

    def served(self, app):
        lock = threading.Lock()

        def answer(environment: dict, start):
            path = unquote(environment["RAW_URI"].split("?")[0], errors="surrogateescape")
            body = environment["wsgi.input"].read(int(environment.get("CONTENT_LENGTH") or 0))
            environment["wsgi.input"] = io.BytesIO(body)
            headers = {key[5:].replace("_", "-").title(): value for key, value in environment.items()
                       if key.startswith("HTTP_")}  # fmt: skip
            headers["Content-Type"] = environment.get("CONTENT_TYPE", "")
            request = Request(environment["REQUEST_METHOD"], path.removeprefix(f"/{BUCKET}/"), headers, body)
            if not path.startswith(f"/{BUCKET}/"):
                return app(environment, start)
            if self.before and self.before(request):
                self.told(request, "403 Forbidden", start, [])
                return [b"<Error><Code>AccessDenied</Code></Error>"]
            # One at a time, so that the files after each are known.
            with lock:
                found = list(app(environment, lambda *answer: self.told(request, answer[0], start, answer[1])))
                if request.status < 300:
                    self.changed(request)
            return found

        return answer

    def told(self, request: Request, status: str, start, headers):
        request.status = int(status.split()[0])
        self.requests.append(request)
        return start(status, headers)

    def changed(self, request: Request):
        if request.method == "PUT":
            self.files[request.path] = request.body
        elif request.method == "DELETE":
            self.files.pop(request.path, None)
        else:
            return
        try:
            self.watch.check(self.files, request.path)
        except AssertionError as failure:
            self.failures.append(failure)


@contextmanager
def serving() -> Iterator[Store]:
    """A store with an empty bucket."""
    import boto3
    from moto.core.models import DEFAULT_ACCOUNT_ID
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from moto.s3.models import s3_backends
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Quiet(WSGIRequestHandler):
        def log(self, *_):
            pass

    app = DomainDispatcherApplication(create_backend_app)
    store = Store(0)
    server = make_server("127.0.0.1", 0, store.served(app), threaded=True, request_handler=Quiet)
    store.port = server.port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        s3_backends[DEFAULT_ACCOUNT_ID]["aws"].reset()
        client = boto3.client("s3", endpoint_url=store.address, region_name="us-east-1", aws_access_key_id="key",
                              aws_secret_access_key="secret")  # fmt: skip
        client.create_bucket(Bucket=BUCKET)
        yield store
    finally:
        server.shutdown()
        thread.join()


def grow_old(seconds: float):
    """Makes the manifest older."""
    from datetime import timedelta

    from moto.core.models import DEFAULT_ACCOUNT_ID
    from moto.s3.models import s3_backends

    manifest = s3_backends[DEFAULT_ACCOUNT_ID]["aws"].get_object(BUCKET, MANIFEST)
    manifest.last_modified -= timedelta(seconds=seconds)


# ---- One in memory -------------------------------------------------------------------------------


class Killed(BaseException):
    """The publisher is no more."""


class MemoryBucket:
    """What `Bucket` does, in memory: the files of a batch arrive in any order, and the n-th write is the last."""

    place = "memory"

    def __init__(self, chosen: random.Random, watch: Watch, taken: type[Exception]):
        self.files: dict[str, bytes] = {}
        self.version = 0
        self.left: int | None = None
        self.chosen, self.watch, self.taken = chosen, watch, taken
        self.writes: list[tuple[str, str]] = []

    def get(self):
        return self.files.get(MANIFEST, b""), str(self.version) if MANIFEST in self.files else None, 0

    def write(self, path: str, found: bytes | None):
        if self.left is not None:
            if not self.left:
                raise Killed
            self.left -= 1
        if found is None:
            self.files.pop(path, None)
        else:
            self.files[path] = found
        self.writes.append(("put" if found is not None else "delete", path))
        self.watch.check(self.files, path)

    def swap(self, manifest: bytes, etag: str | None, line: dict) -> str:
        if etag != self.get()[1]:
            raise self.taken
        self.write(MANIFEST, manifest)
        self.version += 1
        return str(self.version)

    def put(self, folder: Path, kind: str, cache: str, seconds: float):
        paths = sorted(p for p in folder.rglob("*") if p.is_file())
        self.chosen.shuffle(paths)
        for path in paths:
            self.write(path.relative_to(folder).as_posix(), path.read_bytes())

    def delete(self, paths: Path, seconds: float):
        names = paths.read_text().splitlines()
        self.chosen.shuffle(names)
        for name in names:
            self.write(name, None)
