"""nginx, Caddy and Apache with the settings of docs/guides/deploy.md."""

from __future__ import annotations

import gzip
import http.client
import os
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
from preview import running
from small_site import Site

PATH = f"{os.environ['PATH']}:/usr/sbin"
BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
GUIDE = (tool.PROJECT / "docs/guides/deploy.md").read_text(encoding="utf-8")
WINDOW = ("--from", "2026-11-16", "--to", "2026-12-01", "--base-url", "https://example.org/calendar/")
# Files that owners publish as they are, one of each kind that the preview server knows, and of some that it does not.
STATIC = ["CNAME", "_headers", ".nojekyll", ".htaccess", ".well-known/security.txt", "press/Logo.SVG",
          "press/é 50%.txt",
          # What looks like a hash is none there.
          "press/data/old-building.png", "press/assets/old-building.css", "press/feeds/notes.txt",
          # Nor is this the feed.
          "press/feed.json", "press/atom.xml"]  # fmt: skip
STATIC += [f"press/a.{end}" for end in (
    "html css csv js mjs txt md ics ifb json webmanifest xml wasm svg png jpg jpeg gif webp avif ico woff2 woff ttf "
    "otf mp4 webm mp3 zip pdf gz br bin unknown").split()]  # fmt: skip

# What is sent of a file, by its path in a site; the first that fits.
CACHE = {
    r"(assets|data(/events)?)/[^/]+-[a-z2-7]{8}\.[^/]+|assets/modules-[a-z2-7]{8}/.+":
        "public, max-age=31536000, immutable",
    r"(.+\.html|data/site\.bin|robots\.txt|sitemap\.xml|sw\.js|feeds/(?!.+\.svg).+)(\.gz|\.br)?":
        "public, max-age=0, must-revalidate",
    r".*": "public, max-age=300",
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

    def paths(self, most: int | None = None) -> list[str]:
        """Its files; of those in one folder with one extension, at most some."""
        found = sorted(path.relative_to(self.output).as_posix() for path in self.output.rglob("*") if path.is_file())
        assert len(found) > 300 and any(path.endswith(".wasm") for path in found)
        kinds: dict[tuple[str, str], list[str]] = {}
        for path in found:
            kinds.setdefault((os.path.dirname(path), Path(path).suffix), []).append(path)
        return [path for some in kinds.values() for path in some[:most]]


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


def settings(language: str, *changes: tuple[str, str]) -> str:
    """Settings of the guide, with other folders and ports."""
    found = re.search(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[1]
    for old, new in changes:
        assert found.count(old) == 1, old
        found = found.replace(old, new)
    return found


def nginx(site: Hosted, folder: Path, port: int) -> list:
    """nginx as Debian sets it up."""
    if site.has_copies and not BROTLI.exists():
        pytest.skip("nginx has no module for Brotli here")
    brotli = "brotli_static on;" if site.has_copies else ""
    (folder / "calendar.conf").write_text(settings(
        "nginx", ("listen 80;", f"listen 127.0.0.1:{port};"), ("listen [::]:80;", ""),
        ("root /srv;", f"root {site.root};"), ("# brotli_static on;", brotli)))  # fmt: skip
    temporary = "".join(f"{name}_temp_path {folder}/{name};" for name in (
        "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))  # fmt: skip
    (folder / "nginx.conf").write_text(f"""
        {f"load_module {BROTLI};" if brotli else ""}
        daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
        events {{ }}
        http {{
          {temporary} access_log off;
          include /etc/nginx/mime.types; default_type application/octet-stream; gzip on;
          include {folder}/calendar.conf;
        }}
    """)
    command = ["nginx", "-c", folder / "nginx.conf"]
    tried = subprocess.run([*command, "-t"], env={"PATH": PATH}, capture_output=True, text=True)
    assert tried.returncode == 0 and "warn" not in tried.stderr, tried.stderr
    return command


def caddy(site: Hosted, folder: Path, port: int) -> list:
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + settings(
        "caddyfile", ("example.org {", f"http://:{port} {{\n\tbind 127.0.0.1"), ("root * /srv", f"root * {site.root}")))
    return ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


def apache2(site: Hosted, folder: Path, port: int) -> list:
    """Apache as Debian sets it up."""
    (site.output / ".htaccess").write_text(settings("apache"))
    modules = "".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n" for name in (
        "mpm_event", "authz_core", "mime", "dir", "alias", "headers", "deflate", "filter"))  # fmt: skip
    (folder / "apache2.conf").write_text(f"""{modules}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/error.log
Mutex file:{folder}
TypesConfig /etc/mime.types
DocumentRoot {folder}
Alias /calendar {site.output}
<Directory {site.output}>
    AllowOverride All
    Options Indexes FollowSymLinks
    Require all granted
</Directory>
<FilesMatch "^\\.ht">
    Require all denied
</FilesMatch>
""")
    return ["apache2", "-f", folder / "apache2.conf", "-DFOREGROUND"]


class Client:
    """A browser that says what it was sent, over one connection."""

    def __init__(self, port: int):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def get(self, path: str, accept: str = "", method: str = "GET", **more: str):
        self.connection.request(method, quote(path), headers={"Accept-Encoding": accept or "identity"} | more)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()


@contextmanager
def running_server(server, site: Hosted, folder: Path):
    """A server's port."""
    if not shutil.which(server.__name__, path=PATH):
        pytest.skip(f"{server.__name__} is not there")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = server(site, folder, port)
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={
        "PATH": PATH, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})  # fmt: skip
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


@pytest.fixture(scope="module", params=[nginx, caddy, apache2], ids=lambda server: server.__name__)
def server(request):
    return request.param


@pytest.fixture(scope="module")
def served(server, site, tmp_path_factory):
    with running_server(server, site, tmp_path_factory.mktemp(server.__name__)) as port:
        yield Client(port)


def decoded(body: bytes, coding: str | None) -> bytes:
    return {None: bytes, "gzip": gzip.decompress, "br": brotli.decompress}[coding](body)


def is_hidden(path: str) -> bool:
    return re.search(r"(^|/)\.(?!well-known/)", path) is not None


def test_every_file_has_its_type_and_headers(site, server, served):
    output = site.output
    types = {path: row[2] for path, row in hosts.manifest(output / ".busylife-gen").items()}
    wrong = []
    for path in site.paths(None if server is nginx else 2):
        status, sent, body = served.get(f"/calendar/{path}")
        if is_hidden(path):
            status = 404 if server is apache2 and status == 403 else status
            expected = {"status": 404, "body": True} | headers("404.html")
            body = body == (output / "404.html").read_bytes()
            kind = types["404.html"]
        else:
            expected = {"status": 200, "body": True} | headers(path)
            body = body == (output / path).read_bytes()
            kind = types[path]
        # Caches must know that there are several forms, also from the one that is not compressed.
        if server is nginx and not is_hidden(path) and IS_COMPRESSED.fullmatch(path):
            expected["Vary"] = "Accept-Encoding"
        # Caddy and Apache take the types of what is not the generator's from the system.
        if server is nginx or path not in STATIC and not path.endswith(".br"):
            expected["Content-Type"] = kind
        found = {"status": status, "body": body} | {name: sent[name] for name in expected if name[0].isupper()}
        # Several headers of one name would both count.
        assert all(len(sent.get_all(name, [])) < 2 for name in expected)
        wrong += [f"{path}: {name}: {found[name]}, not {value}" for name, value in expected.items()
                  if found[name] != value]  # fmt: skip
    assert wrong == []


@pytest.mark.parametrize("accept, codings", [("gzip", ["gzip"]), ("br", ["br"]), ("gzip, deflate, br", ["br", "gzip"])])
def test_text_is_compressed(site, server, served, accept, codings):
    output = site.output
    wrong = []
    for path in site.paths(None if server is nginx else 2):
        if is_hidden(path) or not IS_COMPRESSED.fullmatch(path):
            continue
        status, sent, body = served.get(f"/calendar/{path}", accept)
        coding = sent["Content-Encoding"]
        plain = (output / path).read_bytes()
        # Short ones need not be.
        is_long = "gzip" in codings and len(plain) > 2_000
        expected = headers(path) | ({"Vary": "Accept-Encoding"} if coding or is_long else {})
        found = {name: sent[name] for name in expected}
        wrong += [f"{path}: {name}: {found[name]}, not {value}" for name, value in expected.items()
                  if found[name] != value]  # fmt: skip
        if status != 200 or decoded(body, coding) != plain:
            wrong.append(f"{path}: {status}, other bytes")
        ends = {"br": ".br", "gzip": ".gz"}
        copy = next((output / (path + ends[name]) for name in codings if (output / (path + ends[name])).exists()), None)
        if copy and server is not apache2:
            if body != copy.read_bytes():
                wrong.append(f"{path}: not its copy {copy.suffix}")
        elif is_long and coding != "gzip":
            wrong.append(f"{path}: not compressed")
    assert wrong == []


@pytest.mark.parametrize("server", [nginx], indirect=True)
def test_types_are_those_of_the_preview_server(site, served):
    """One file of each kind; a manifest says the same of all files. Some modules are others there."""
    kinds = [path for path in site.paths(1) if not is_hidden(path) and not re.search(r"/modules-|\.(gz|br)$", path)]
    wrong = []
    with running("serve", "--content", site.content, "--port", 0, "--now", tool.NOW, *WINDOW) as preview:
        client = Client(int(re.search(r":(\d+)/", preview.line("Serving"))[1]))
        for path in kinds:
            status, sent, _ = client.get(f"/{path}")
            same = served.get(f"/calendar/{path}")[1]
            if (status, sent["Content-Type"]) != (200, same["Content-Type"]):
                wrong.append(f"{path}: {same['Content-Type']}; the preview server {status}, {sent['Content-Type']}")
    assert wrong == []


def test_times_in_caches_are_those_of_change_lists(site):
    for change in hosts.read(site.root / "changes.jsonl"):
        path = change["path"]
        if path != ".busylife-gen":
            assert change["cache"] == of(path, CACHE), change


# What owners publish beside the site, which the generator gives no type.
MORE_TYPES = {
    "htm": "text/html; charset=utf-8", "vcf": "text/vcard; charset=utf-8", "gpx": "application/gpx+xml",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "odt": "application/vnd.oasis.opendocument.text", "doc": "application/msword",
}  # fmt: skip


@pytest.mark.parametrize("server", [nginx], indirect=True)
def test_other_files_of_owners_have_their_types(site, served):
    for end, kind in MORE_TYPES.items():
        file = site.output / f"press/more.{end}"
        file.write_text("Text.")
        try:
            assert served.get(f"/calendar/press/more.{end}")[1]["Content-Type"] == kind
        finally:
            file.unlink()


def test_addresses_without_a_file(site, server, served):
    page = (site.output / "404.html").read_bytes()
    missing = ("nothing", "nothing.svg", "feeds/nothing.ics", "assets/site-aaaaaaaa.css", "assets/", "agenda/",
               "event/", "press/", "lang/xx/nothing", "zone/asia-kolkata/nothing", ".git/config", "press/.x/a.txt",
               ".well-known/.htaccess", "press/../../calendar/none")  # fmt: skip
    for path in missing:
        status, sent, body = served.get(f"/calendar/{path}")
        assert (403 if server is apache2 and ".ht" in path else 404, page) == (status, body), path
        assert {name: sent[name] for name in headers("404.html")} == headers("404.html"), path
    for path in () if site.has_copies else ("nothing", "calendar/2040-05.html", "assets/site-aaaaaaaa.css",
                                            "zone/asia-kolkata/day/2031-05-05.html"):  # fmt: skip
        status, sent, body = served.get(f"/calendar/lang/de/{path}")
        assert (status, body) == (404, (site.output / "lang/de/404.html").read_bytes()), path
        assert {name: sent[name] for name in headers("404.html")} == headers("404.html"), path
    for path in ("/secret.txt", "/calendar/../secret.txt", "/calendar../secret.txt", "/calendars"):
        assert served.get(path)[0] == 404, path


def test_folders_have_their_slash(site, server, served):
    folders = [""] if site.has_copies else ["", "lang/de/", "lang/de/zone/asia-kolkata/"]
    moved = {f"/calendar/{path}"[:-1]: f"/calendar/{path}" for path in folders}
    moved["/calendar?tz=Asia/Kathmandu"] = "/calendar/?tz=Asia/Kathmandu"
    for path, to in moved.items():
        served.connection.request("GET", path, headers={"Host": "example.org:8443"})
        answer = served.connection.getresponse()
        answer.read()
        # Apache sends a whole address.
        place = answer.headers["Location"].removeprefix("http://example.org:8443")
        # Caddy sends a question mark although nothing follows.
        assert answer.status in (301, 302, 308) and place.rstrip("?") == to
    for path in folders:
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


def test_headers_of_netlify(site):
    """Its rules: `*` is any text, `:name` one folder or file; a header of several rules would be sent several times."""
    block = re.search(r"`_headers`.*?```\n(.*?)```", GUIDE, re.DOTALL)[1]
    rules: list[tuple[str, str, str]] = []
    for line in block.splitlines():
        if line.startswith("/"):
            pattern = re.sub(r":\w+", "[^/]+", re.escape(line).replace(r"\*", ".*"))
        else:
            name, value = line.strip().split(": ", 1)
            # Languages and zones have theirs, as the guide says.
            for prefix in ("", "/lang/[^/]+", "/zone/[^/]+", "/lang/[^/]+/zone/[^/]+"):
                if not prefix or pattern.startswith(("/assets/", "/data/", "/feeds/")):
                    rules.append((prefix + pattern, name, value))
    types = {path: row[2] for path, row in hosts.manifest(site.output / ".busylife-gen").items()}
    wrong, with_hash = [], 0
    for path in site.paths():
        if is_hidden(path) or path in STATIC or path.endswith((".gz", ".br")):
            continue
        sent: dict[str, list[str]] = {}
        for pattern, name, value in rules:
            if re.fullmatch(pattern, f"/{path}"):
                sent.setdefault(name, []).append(value)
        expected = {name: [value] for name, value in headers(path).items() if value}
        # Without a rule such hosts have browsers ask again; and nothing is said of frames.
        if expected["Cache-Control"] != ["public, max-age=31536000, immutable"] or re.search(r"(^|/)data/[^/]+$", path):
            del expected["Cache-Control"]
        if expected.get("Content-Security-Policy") == ["frame-ancestors 'self'"]:
            del expected["Content-Security-Policy"]
        if types[path] in ("application/feed+json", "application/atom+xml"):
            expected["Content-Type"] = [types[path]]
        with_hash += "Cache-Control" in expected
        if sent != expected:
            wrong.append(f"{path}: {sent}, not {expected}")
    assert wrong == [] and with_hash > 50


# ---- What guides add to the settings of nginx --------------------------------------------------------------------


@pytest.fixture
def small(tmp_path, bare) -> Site:
    site = Site(tmp_path, bare)
    site.output = tmp_path / "Output"
    site.build("--base-url", "https://example.org/calendar/")
    return site


def nginx_with(old: str, new: str):
    """nginx with another line in the settings of the guide."""
    def changed(site: Hosted, folder: Path, port: int) -> list:
        command = nginx(site, folder, port)
        text = (folder / "calendar.conf").read_text()
        assert text.count(old) == 1
        (folder / "calendar.conf").write_text(text.replace(old, new))
        return command
    changed.__name__ = "nginx"
    return changed


def test_a_page_finds_what_it_loads_in_the_release_before(small, tmp_path):
    guide = (tool.PROJECT / "docs/guides/scale.md").read_text(encoding="utf-8")
    line = re.search(r"^location .*try_files.*$", guide, re.MULTILINE)[0]
    commands = re.search(r"\*\*nginx\*\*.*?```sh\n(.*?)```", guide, re.DOTALL)[1].replace("/srv", str(tmp_path / "srv"))
    site = Hosted(tmp_path / "srv", small.folder, False)
    site.root.mkdir()
    (tmp_path / "nginx").mkdir()
    # The first of these that fits counts.
    last = "        location ~ /\\.(?!well-known/) { return 404; }\n"
    with running_server(nginx_with(last, last + line), site, tmp_path / "nginx") as port:
        client = Client(port)
        for second in (0, 1):
            if second:
                small.put(1, "Other", 7)
                small.put(2, "Third", 20)
                del small.events["0"]
                small.write("site.yml", "accent: '#336699'\n")
                small.save()
                small.build("--base-url", "https://example.org/calendar/")
            run = subprocess.run(["bash", "-u", "-c", commands.replace("%SZ", f"%SZ-{second}")], cwd=tmp_path)
            assert run.returncode == 0 and client.get("/calendar/")[2] == (small.output / "index.html").read_bytes()
        first, now = sorted((tmp_path / "srv/calendars").iterdir())
        assert (site.root / "previous/calendar").resolve() == first
        gone = {path.relative_to(first).as_posix() for path in first.rglob("*") if path.is_file()}
        gone -= {path.relative_to(now).as_posix() for path in now.rglob("*")}
        assert {path.split("/")[0] for path in gone} == {"assets", "event"}
        for path in gone:
            status, sent, body = client.get(f"/calendar/{path}")
            assert (status, body == (first / path).read_bytes()) == ((200, True) if path.startswith("assets/")
                                                                     else (404, False)), path  # fmt: skip
            assert sent["X-Content-Type-Options"] == "nosniff"
            assert sent["Cache-Control"] == of(path if status == 200 else "404.html", CACHE)


def at(address: str, server):
    """A server with the settings of the guide, changed by its commands to another address."""
    def changed(site: Hosted, folder: Path, port: int) -> list:
        where = {"nginx": folder / "calendar.conf", "caddy": folder / "Caddyfile"}
        commands = re.findall(r"^sed .*$", GUIDE, re.MULTILINE)
        command = server(site, folder, port)
        file = where.get(server.__name__, site.output / ".htaccess")
        # The commands are for the folders of the guide.
        file.write_text(file.read_text().replace(f"root {site.root}", "root /srv").replace(
            f"root * {site.root}", "root * /srv"))  # fmt: skip
        script = commands[0] if address == "/" else commands[1].replace("events", address.strip("/"))
        assert len(commands) == 2
        subprocess.run(["bash", "-c", script.replace("FILE", str(file))], check=True)
        text = file.read_text().replace("/srv/calendar", str(site.output)).replace("/srv", str(site.root))
        file.write_text(text)
        if server is apache2:
            main = folder / "apache2.conf"
            place = f"DocumentRoot {site.output}" if address == "/" else f"Alias {address[:-1]} {site.output}"
            text = main.read_text().replace(f"Alias /calendar {site.output}", "")
            main.write_text(text.replace(f"DocumentRoot {folder}", place) if address == "/" else text + place + "\n")
        return command

    changed.__name__ = server.__name__
    return changed


@pytest.mark.parametrize("address", ["/", "/what-is-on/"])
@pytest.mark.parametrize("server", [nginx, caddy, apache2], ids=lambda server: server.__name__)
def test_a_site_at_another_address(small, tmp_path, server, address):
    small.build("--base-url", f"https://example.org{address}")
    site = Hosted(tmp_path, small.folder, False)
    site.output = tmp_path / ("calendar" if address == "/" else "what-is-on")
    small.output.rename(site.output)
    (tmp_path / "server").mkdir()
    with running_server(at(address, server), site, tmp_path / "server") as port:
        client = Client(port)
        assert client.get(address)[2] == (site.output / "index.html").read_bytes()
        for path in ("nothing", "assets/", "lang/xx/nothing", ".busylife-gen"):
            assert client.get(f"{address}{path}")[::2] == (404, (site.output / "404.html").read_bytes()), path
        files = [path.relative_to(site.output).as_posix() for path in site.output.rglob("*") if path.is_file()]
        assert {of(path, CACHE) for path in files} == set(CACHE.values())
        types = {path: row[2] for path, row in hosts.manifest(site.output / ".busylife-gen").items()}
        for path in set(files) - {".busylife-gen", ".htaccess"}:
            status, sent, _ = client.get(f"{address}{path}")
            assert (status, {name: sent[name] for name in headers(path)}) == (200, headers(path)), path
            assert sent["Content-Type"] == types[path], path


@pytest.mark.parametrize("server", [nginx, caddy, apache2], ids=lambda server: server.__name__)
def test_sites_of_audiences(small, tmp_path, server):
    small.write(
        "site.yml", "locales: [en, de]\nzones: [UTC, Asia/Kolkata]\n"
        "audiences: [{name: team, privacy: full}, {name: public, privacy: titles, index: true}]\n")  # fmt: skip
    small.build("--base-url", "https://example.org/calendar/")
    site = Hosted(tmp_path, small.folder, False)
    small.output.rename(site.output)
    (tmp_path / "server").mkdir()
    with running_server(server, site, tmp_path / "server") as port:
        client = Client(port)
        for name in ("team", "public"):
            folder = site.output / name
            types = {path: row[2] for path, row in hosts.manifest(folder / ".busylife-gen").items()}
            for path, kind in types.items():
                status, sent, _ = client.get(f"/calendar/{name}/{path}")
                assert (status, {key: sent[key] for key in headers(path)}) == (200, headers(path)), path
                assert sent["Content-Type"] == kind, path
            for path in ("nothing", "event/", "lang/de/nothing", "assets/site-aaaaaaaa.css"):
                status, sent, body = client.get(f"/calendar/{name}/{path}")
                page = "lang/de/404.html" if path.startswith("lang") and server is not apache2 else "404.html"
                if server is not apache2:
                    assert (status, body) == (404, (folder / page).read_bytes()), path
                    assert {key: sent[key] for key in headers(page)} == headers(page), path
                assert status == 404
        # There is no page for what is in no site.
        for path in ("nothing", "teams/nothing", ".busylife-audiences", "team/.busylife-gen"):
            assert client.get(f"/calendar/{path}")[0] == 404, path


def test_some_sites_may_show_it_in_a_frame(small, tmp_path):
    guide = (tool.PROJECT / "docs/guides/embedding.md").read_text(encoding="utf-8")
    line = re.search(r'^ *"~/embed\\\.html\$" .*$', guide, re.MULTILINE)[0]
    small.output.rename(tmp_path / "calendar")
    (tmp_path / "nginx").mkdir()
    server = nginx_with('    "~/embed\\.html$" "";', line)
    with running_server(server, Hosted(tmp_path, small.folder, False), tmp_path / "nginx") as port:
        policy = {path: Client(port).get(f"/calendar/{path}")[1]["Content-Security-Policy"]
                  for path in ("embed.html", "embedding.html")}  # fmt: skip
    assert policy == {"embed.html": "frame-ancestors https://club.example https://*.school.example",
                      "embedding.html": "frame-ancestors 'self'"}  # fmt: skip
