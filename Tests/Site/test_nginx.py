"""nginx with the settings of docs/guides/deploy.md."""

from __future__ import annotations

import gzip
import http.client
import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import brotli
import pytest

import hosts
import tool
from test_serve import running

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
GUIDE = (tool.PROJECT / "docs/guides/deploy.md").read_text(encoding="utf-8")
WINDOW = ("--from", "2026-11-16", "--to", "2026-12-01", "--base-url", "https://example.org/calendar/")
pytestmark = pytest.mark.skipif(not NGINX, reason="nginx is not there")

# Files that owners publish as they are, one of each kind that the preview server knows, and of some that it does not.
STATIC = ["CNAME", ".nojekyll", ".htaccess", ".well-known/security.txt", "press/Logo.SVG", "press/é 50%.txt",
          # What looks like a hash is none there.
          "press/data/old-building.png", "press/assets/old-building.css", "press/feeds/notes.txt"]  # fmt: skip
STATIC += [f"press/a.{end}" for end in (
    "html css csv js mjs txt md ics ifb json webmanifest xml wasm svg png jpg jpeg gif webp avif ico woff2 woff ttf "
    "otf mp4 webm mp3 zip pdf gz br bin unknown").split()]  # fmt: skip

# What is sent of a file, by its path in a site; the first that fits.
CACHE = {
    r"(assets|data(/events)?)/[^/]+-[a-z2-7]{8}\.[^/]+|assets/modules-[a-z2-7]{8}/.+":
        "public, max-age=31536000, immutable",
    r".+\.(svg|SVG|png|jpg|jpeg|gif|webp|avif|ico)": "public, max-age=300",
    r".*": "no-cache",
}  # fmt: skip
POLICY = {
    r".+\.(svg|SVG)": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
    r"embed\.html": None,
    r".*": "frame-ancestors 'self'",
}
READERS = {r"feeds/.+": "*", r".*": None}
IS_COMPRESSED = re.compile(r".+\.(html|css|csv|js|mjs|txt|md|ics|ifb|json|webmanifest|xml|wasm|svg|SVG|bin)")


def of(path: str, table: dict) -> str | None:
    # Languages and zones have the same files in folders of their own.
    path = re.sub(r"^((lang|zone)/[^/]+/)*", "", path)
    return next(value for pattern, value in table.items() if re.fullmatch(pattern, path))


def headers(path: str) -> dict[str, str | None]:
    return {
        "Cache-Control": of(path, CACHE),
        "Content-Security-Policy": of(path, POLICY),
        "X-Content-Type-Options": "nosniff",
        "Access-Control-Allow-Origin": of(path, READERS),
    }


@dataclass
class Hosted:
    """A site in a folder `calendar`, with a file beside it that is nobody's business."""

    root: Path
    content: Path
    has_copies: bool
    output: Path = field(init=False)

    def __post_init__(self):
        self.output = self.root / "calendar"

    def paths(self) -> list[str]:
        found = sorted(path.relative_to(self.output).as_posix() for path in self.output.rglob("*") if path.is_file())
        assert len(found) > 300 and any(path.endswith(".wasm") for path in found)
        return found


@pytest.fixture(scope="module", params=["as it is", "with copies"])
def site(request, tmp_path_factory) -> Hosted:
    """The sample with static files: once in two languages and zones, once with compressed copies."""
    root = tmp_path_factory.mktemp("srv")
    content = root / "Content"
    has_copies = request.param == "with copies"
    if has_copies:
        shutil.copytree(tool.CONTENT, content)
    else:
        tool.in_locale(content, "en-GB")
        text = (content / "site.yml").read_text(encoding="utf-8")
        text = text.replace("\nlocale: en-GB\n", "\nlocales: [en-GB, de]\nzones: [UTC, Asia/Kolkata]\noffline: true\n")
        (content / "site.yml").write_text(text, encoding="utf-8")
    for name in STATIC:
        path = content / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        is_drawing = path.suffix.lower() == ".svg"
        path.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>" if is_drawing else "Text. " * 50)
    more = ["--precompress"] if has_copies else []
    tool.build(root / "calendar", *WINDOW, "--changes", root / "changes.jsonl", *more, content=content)
    (root / "secret.txt").write_text("Beside the site.")
    return Hosted(root, content, has_copies)


def settings(root: Path, port: int, brotli: bool) -> str:
    """The file of the guide, with another folder and port."""
    found = re.search(r"^```nginx\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[1]
    for old, new in {"listen 80;": f"listen 127.0.0.1:{port};", "root /srv;": f"root {root};",
                     "# brotli_static on;": "brotli_static on;" if brotli else ""}.items():  # fmt: skip
        assert found.count(old) == 1, old
        found = found.replace(old, new)
    return found


@contextmanager
def nginx(folder: Path, root: Path, brotli: bool, edit=lambda text: text):
    """nginx as Debian sets it up, with the settings of the guide; gives its port."""
    if brotli and not BROTLI.exists():
        pytest.skip("nginx has no module for Brotli here")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder.mkdir()
    (folder / "calendar.conf").write_text(edit(settings(root, port, brotli)), encoding="utf-8")
    temporary = "".join(f"{name}_temp_path {folder}/{name};" for name in (
        "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))  # fmt: skip
    module = f"load_module {BROTLI};" if brotli else ""
    (folder / "nginx.conf").write_text(f"""
        {module}
        daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
        events {{ }}
        http {{
          {temporary} access_log off;
          include /etc/nginx/mime.types; default_type application/octet-stream; gzip on;
          include {folder}/calendar.conf;
        }}
    """)
    command = [NGINX, "-c", folder / "nginx.conf"]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert tried.returncode == 0 and "warn" not in tried.stderr, tried.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait()


class Client:
    """A browser that says what it was sent, over one connection."""

    def __init__(self, port: int):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def get(self, path: str, accept: str = "", method: str = "GET", **more: str):
        self.connection.request(method, quote(path), headers={"Accept-Encoding": accept or "identity"} | more)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()


@pytest.fixture(scope="module")
def served(site, tmp_path_factory):
    with nginx(tmp_path_factory.mktemp("nginx") / "run", site.root, site.has_copies) as port:
        yield Client(port)


def decoded(body: bytes, coding: str | None) -> bytes:
    return {None: bytes, "gzip": gzip.decompress, "br": brotli.decompress}[coding](body)


def is_hidden(path: str) -> bool:
    return re.search(r"(^|/)\.(?!well-known/)", path) is not None


def test_every_file_has_its_type_and_headers(site, served):
    output = site.output
    types = {path: row[2] for path, row in hosts.manifest(output / ".busylife-gen").items()}
    wrong = []
    for path in site.paths():
        status, sent, body = served.get(f"/calendar/{path}")
        if is_hidden(path):
            expected = {"status": 404, "body": True} | headers("404.html")
            body = body == (output / "404.html").read_bytes()
            kind = types["404.html"]
        else:
            expected = {"status": 200, "body": True} | headers(path)
            body = body == (output / path).read_bytes()
            kind = types[path]
        expected["Content-Type"] = kind
        found = {"status": status, "body": body} | {name: sent[name] for name in expected if name[0].isupper()}
        # Several headers of one name would both count.
        assert all(len(sent.get_all(name, [])) < 2 for name in expected)
        wrong += [f"{path}: {name}: {found[name]}, not {value}" for name, value in expected.items()
                  if found[name] != value]  # fmt: skip
    assert wrong == []


@pytest.mark.parametrize("accept, codings", [("gzip", ["gzip"]), ("br", ["br"]), ("gzip, deflate, br", ["br", "gzip"])])
def test_text_is_compressed(site, served, accept, codings):
    output = site.output
    wrong = []
    for path in site.paths():
        if is_hidden(path) or not IS_COMPRESSED.fullmatch(path):
            continue
        status, sent, body = served.get(f"/calendar/{path}", accept)
        coding = sent["Content-Encoding"]
        plain = (output / path).read_bytes()
        expected = headers(path) | {"Vary": "Accept-Encoding"}
        found = {name: sent[name] for name in expected}
        wrong += [f"{path}: {name}: {found[name]}, not {value}" for name, value in expected.items()
                  if found[name] != value]  # fmt: skip
        if status != 200 or decoded(body, coding) != plain:
            wrong.append(f"{path}: {status}, other bytes")
        ends = {"br": ".br", "gzip": ".gz"}
        copy = next((output / (path + ends[name]) for name in codings if (output / (path + ends[name])).exists()), None)
        if site.has_copies and copy:
            if body != copy.read_bytes():
                wrong.append(f"{path}: not its copy {copy.suffix}")
        elif not site.has_copies and "gzip" in codings and len(plain) >= 100 and coding != "gzip":
            wrong.append(f"{path}: not compressed")
    assert wrong == []


def test_types_are_those_of_the_preview_server(site, served):
    """One file of each kind; a manifest says the same of all files. Some modules are others there."""
    output = site.output
    kinds = {(Path(path).parent.name, Path(path).suffix): path for path in site.paths()
             if not is_hidden(path) and not re.search(r"/modules-|\.(gz|br)$", path)}  # fmt: skip
    wrong = []
    with running("serve", "--content", site.content, "--port", 0, "--now", tool.NOW, *WINDOW) as preview:
        client = Client(int(re.search(r":(\d+)/", preview.line("Serving"))[1]))
        for path in kinds.values():
            status, sent, _ = client.get(f"/{path}")
            same = served.get(f"/calendar/{path}")[1]
            if (status, sent["Content-Type"]) != (200, same["Content-Type"]):
                wrong.append(f"{path}: {same['Content-Type']}; the preview server {status}, {sent['Content-Type']}")
    assert wrong == []


def test_names_with_a_hash_are_those_of_change_lists(site):
    for change in hosts.read(site.root / "changes.jsonl"):
        path = re.sub(r"\.(gz|br)$", "", change["path"])
        assert ("immutable" in change["cache"]) == ("immutable" in of(path, CACHE)), change


def test_addresses_without_a_file(site, served):
    page = (site.output / "404.html").read_bytes()
    missing = ("nothing", "nothing.svg", "feeds/nothing.ics", "assets/site-aaaaaaaa.css", "assets/", "agenda/",
               ".git/config", "press/.x/a.txt", ".well-known/.htaccess", "press/../../calendar/none")  # fmt: skip
    for path in missing:
        status, sent, body = served.get(f"/calendar/{path}")
        assert (status, body) == (404, page), path
        assert {name: sent[name] for name in headers("404.html")} == headers("404.html"), path
    for path in ("/secret.txt", "/calendar/../secret.txt", "/calendar../secret.txt", "/calendars"):
        assert served.get(path)[0] == 404, path


def test_folders_have_their_slash(site, served):
    for path, to in {"/calendar": "/calendar/", "/calendar?view=agenda": "/calendar/?view=agenda",
                     "/calendar/feeds": "/calendar/feeds/"}.items():  # fmt: skip
        served.connection.request("GET", path, headers={"Host": "example.org:8443"})
        answer = served.connection.getresponse()
        answer.read()
        assert (answer.status, answer.headers["Location"]) == (301, to)
    for path in [""] if site.has_copies else ["", "lang/de/", "lang/de/zone/asia-kolkata/"]:
        status, sent, body = served.get(f"/calendar/{path}")
        assert (status, body) == (200, (site.output / path / "index.html").read_bytes())
        assert {name: sent[name] for name in headers("index.html")} == headers("index.html")


def test_what_is_unchanged_is_not_sent_again(site, served):
    for path in ("index.html", "feeds/feed.json", "data/site.bin", "address.svg"):
        for accept in ("", "gzip", "br"):
            tag = served.get(f"/calendar/{path}", accept)[1]["ETag"]
            status, sent, body = served.get(f"/calendar/{path}", accept, **{"If-None-Match": tag})
            assert (status, body) == (304, b"")
            assert {name: sent[name] for name in headers(path)} == headers(path)
            assert served.get(f"/calendar/{path}", accept, "HEAD")[::2] == (200, b"")
