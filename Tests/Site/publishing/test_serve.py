"""`serve` and `build --watch`: pages of any date, correct HTTP, and saves that show at once."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
from pathlib import Path

import pytest
from playwright.sync_api import expect

import browser as chrome
import tool
from preview import ARGUMENTS, get, running, serving


@pytest.fixture(scope="module")
def server():
    with serving(tool.CONTENT) as command:
        yield command


@pytest.fixture
def content(tmp_path) -> Path:
    shutil.copytree(tool.CONTENT, tmp_path / "Content")
    return tmp_path / "Content"


def raw(server, request: bytes) -> bytes:
    """The answer to bytes that no client library would send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(request)
        received = b""
        while part := connection.recv(65_536):
            received += part
        return received


# ---- Pages --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path, section",
    [
        ("calendar/2026-11.html", "2026-11"),
        ("calendar/2041-03.html", "2041-03"),
        ("agenda/1999-12.html", "1999-12"),
        ("day/2026-11-20.html", "2026-11-20"),
        ("day/2199-12-31.html", "2199-12-31"),
        ("week/2041-03-04.html", "2041-03-04"),
        ("year/2026.html", "2026"),
        ("year/1850.html", "1850"),
    ],
)
def test_any_section_is_at_its_ordinary_path(server, path, section):
    response = get(server, "/" + path)
    assert response.status == 200
    text = response.content.decode()
    assert f'data-section="{section}"' in text
    assert text.count('src="/.busylife/reload.js"') == 1
    assert text.index("/.busylife/reload.js") < text.index("</head>")


def test_neighbours_of_neighbours_are_served(server):
    """There is no edge: following `next` leads out of the window and on."""
    path = "calendar/2028-11.html"
    for month in ("2028-12", "2029-01", "2029-02"):
        text = get(server, "/" + path).content.decode()
        path = f"calendar/{month}.html"
        assert f'rel="next" href="../{path}"' in text


def test_the_root_is_the_index(server):
    assert get(server, "/").content == get(server, "/index.html").content


@pytest.mark.parametrize(
    "path", ["/nothing.html", "/calendar/", "/calendar/2041-13.html", "/day/2041-02-30.html", "/.busylife/x"]
)
def test_other_paths_are_missing(server, path):
    response = get(server, path)
    assert response.status == 404
    if not path.startswith("/.busylife"):
        # Its links begin at the root, at whatever depth it is shown.
        assert b'href="/assets/' in response.content


def test_served_pages_are_built_pages(server, sample):
    """Within the window only the site's address and the script differ."""
    for path in ("agenda/2026-11.html", "day/2026-11-20.html", "notes/about.html"):
        built = (sample.root / path).read_text(encoding="utf-8")
        served = get(server, "/" + path).content.decode()
        served, count = re.subn(r'<script[^>]* src="/\.busylife/[^"]*"[^>]*></script>\n?', "", served)
        assert served.replace(server.url, sample.base_url) == built and count == 1


@pytest.mark.parametrize(
    "suffix, kind",
    [
        (".html", "text/html; charset=utf-8"),
        (".css", "text/css; charset=utf-8"),
        (".js", "text/javascript; charset=utf-8"),
        (".svg", "image/svg+xml"),
        (".ics", "text/calendar; charset=utf-8"),
        (".webmanifest", "application/manifest+json"),
        ("sitemap.xml", "application/xml"),
        ("atom.xml", "application/atom+xml"),
        (".txt", "text/plain; charset=utf-8"),
    ],
)
def test_types(server, sample, suffix, kind):
    paths = [p.relative_to(sample.root).as_posix() for p in sample.root.rglob("*" + suffix)]
    for path in sorted(paths)[:3]:
        response = get(server, "/" + path)
        assert response.status == 200, path
        assert response.headers["Content-Type"] == kind
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cache-Control"] == "no-cache"


def test_drawings_are_sent_with_a_policy(server, sample):
    def policies(path):
        response = get(server, path)
        assert response.status == 200
        return response.headers.get_all("Content-Security-Policy")

    drawing = next(sample.root.rglob("*.svg")).relative_to(sample.root).as_posix()
    everywhere = "frame-ancestors 'self'"
    sandboxed = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; {everywhere}; sandbox"
    assert sorted(policies("/" + drawing)) == sorted([sandboxed, everywhere])
    assert policies("/index.html") == [everywhere]


# ---- HTTP ---------------------------------------------------------------------------------------


def test_a_page_with_a_matching_etag_is_not_sent_again(server):
    first = get(server, "/index.html")
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = get(server, "/index.html", If_None_Match=known)
        assert (again.status, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert get(server, "/index.html", If_None_Match='"x"').status == 200


def test_parts(server):
    whole = get(server, "/feeds/all.ics").content
    part = get(server, "/feeds/all.ics", Range="bytes=10-19")
    assert (part.status, part.content) == (206, whole[10:20])
    assert part.headers["Content-Range"] == f"bytes 10-19/{len(whole)}"
    assert get(server, "/feeds/all.ics", Range="bytes=-5").content == whole[-5:]
    assert get(server, "/feeds/all.ics", Range="bytes=0-1,5-6").content == whole
    behind = get(server, "/feeds/all.ics", Range=f"bytes={len(whole)}-")
    assert (behind.status, behind.headers["Content-Range"]) == (416, f"bytes */{len(whole)}")


def test_head(server):
    whole = get(server, "/feeds/all.ics")
    head = get(server, "/feeds/all.ics", "HEAD")
    assert (head.status, head.content) == (200, b"")
    assert head.headers["Content-Length"] == str(len(whole.content))
    assert head.headers["ETag"] == whole.headers["ETag"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_pages_are_only_read(server, method):
    response = get(server, "/index.html", method, body=b"x" * 100_000 if method == "POST" else None)
    assert (response.status, response.headers["Allow"]) == (405, "GET, HEAD")


def test_requests_with_a_body_are_refused(server):
    assert get(server, "/index.html", body=b"x").status == 413


@pytest.mark.parametrize(
    "path",
    [
        "/../site.yml",
        "/../../../../etc/passwd",
        "/assets/../../site.yml",
        "/%2e%2e/site.yml",
        "/%2e%2e%2fsite.yml",
        "/..%5csite.yml",
        "/..\\site.yml",
        "/index.html%00.css",
        "//etc/passwd",
        "/../\u0301site.yml",
        "/..%2F%CC%81",
        "/../%CC%81",
        "/%",
        "/%c0%ae%c0%ae/site.yml",
        "http://127.0.0.1/index.html",
    ],
)
def test_no_path_leads_out_of_the_site(server, path):
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"root:" not in answer and b"calendars:" not in answer


@pytest.mark.parametrize(
    "host, status",
    [
        ("127.0.0.1:{}", 200),
        ("localhost:{}", 200),
        ("[::1]:{}", 200),
        ("localhost", 421),
        ("localhost:1", 421),
        ("evil.example:{}", 421),
        ("127.0.0.1.evil.example:{}", 421),
        ("192.168.0.1:{}", 421),
    ],
)
def test_only_host_names_of_this_machine_are_served(server, host, status):
    assert get(server, "/", Host=host.format(server.port)).status == status


def test_requests_are_bounded(server):
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    for request, status in (
        (f"GET /{'a' * 4_000} HTTP/1.1\r\n{host}\r\n", 414),
        (f"GET /{'a' * 1_000_000}", 414),
        (f"GET / HTTP/1.1\r\n{host}A: {'x' * 20_000}\r\n\r\n", 431),
        (f"GET / HTTP/1.1\r\n{host}" + "A: x\r\n" * 200 + "\r\n", 431),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        (f"GET / HTTP/1.1\r\n{host}{host}\r\n", 400),
        (f"GET / HTTP/3.0\r\n{host}\r\n", 505),
        ("hello\r\n\r\n", 400),
    ):
        assert raw(server, request.encode()).startswith(f"HTTP/1.1 {status} ".encode()), request[:60]
    assert get(server, "/").status == 200
    refused = raw(server, f"HEAD /.. HTTP/1.1\r\n{host}\r\n".encode())
    assert refused.endswith(b"\r\n\r\n")


def test_idle_connections_do_not_block_others(server):
    """The connection that has been idle the longest is closed."""
    idle = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(300)]
    try:
        assert get(server, "/").status == 200
        assert idle[0].recv(1) == b""
    finally:
        for connection in idle:
            connection.close()


def test_requests_may_come_together_or_in_pieces(server):
    request = f"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    both = raw(server, (request + "\r\n" + request + "Connection: close\r\n\r\n").encode())
    assert both.count(b"HTTP/1.1 200 OK") == 2
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        for byte in (request + "Connection: close\r\n\r\n").encode():
            connection.sendall(bytes([byte]))
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 OK")


# ---- The command --------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "example.org"])
def test_other_hosts_are_refused(host):
    result = tool.run("serve", "--host", host, "--port", "0", expect=tool.USAGE)
    assert host in result.err and len(result.err.splitlines()) == 1


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_ports_are_checked(port):
    tool.run("serve", f"--port={port}", expect=tool.USAGE)


def test_a_port_in_use_is_an_error(server):
    result = tool.run("serve", "--port", server.port, expect=tool.INPUT_OUTPUT)
    assert f"127.0.0.1:{server.port}" in result.err and "in use" in result.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_0_and_nothing_is_written(number, content, tmp_path):
    before = tool.snapshot(tmp_path)
    with serving(content, cwd=tmp_path) as server:
        assert get(server, "/").status == 200
        idle = socket.create_connection(("127.0.0.1", server.port))
        assert server.stop(number) == 0
        idle.close()
    assert tool.changes(before, tool.snapshot(tmp_path)) == []


# ---- Changes ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium():
    with chrome.chromium() as opened:
        yield opened


def test_a_save_reloads_the_page_and_an_error_is_shown_on_it(content, chromium):
    settings = content / "site.yml"
    good = settings.read_text(encoding="utf-8")
    with serving(content) as server, chrome.watched(chromium, []) as page:
        page.goto(server.url + "agenda/2026-11.html")
        begun = 'body[data-scripts="ready"]'
        page.wait_for_selector(begun)
        place = "() => document.querySelector('[data-date=\"2026-11-20\"]').getBoundingClientRect().top"
        page.mouse.move(600, 400)
        page.mouse.wheel(0, page.evaluate(place) - 300)
        chrome.stopped(page)
        was = page.evaluate(place)
        assert 250 < was < 350
        page.evaluate("window.old = true")

        # Like editors: a new file, renamed over the old one.
        beside = content / "site.yml.tmp"
        beside.write_text(good.replace("title: Studio Halyard", "title: Changed Name"), encoding="utf-8")
        os.replace(beside, settings)
        expect(page).to_have_title(re.compile("Changed Name"), timeout=chrome.PATIENCE * 1000)
        page.wait_for_selector(begun)
        chrome.stopped(page)
        assert page.evaluate("window.old === undefined")
        assert abs(page.evaluate(place) - was) <= 2
        server.line("Rebuilt in")

        settings.write_text("title: [unclosed <b>&\n", encoding="utf-8")
        panel = page.locator("#busylife-error")
        panel.wait_for()
        assert "site.yml:" in panel.inner_text()
        assert panel.locator("b").count() == 0
        assert panel.evaluate("e => getComputedStyle(e).position") == "fixed"
        assert "Changed Name" in page.title()
        assert get(server, "/").status == 200
        server.line("site.yml:")
        # A page opened meanwhile is the last good one, and shows the error too.
        page.goto(server.url + "calendar/2041-03.html")
        panel.wait_for()

        settings.write_text(good, encoding="utf-8")
        expect(page).to_have_title(re.compile("Studio Halyard"), timeout=chrome.PATIENCE * 1000)
        chrome.settle(page)
        assert panel.count() == 0
        assert chrome.violations(page) == []


def test_every_way_to_save(content):
    with serving(content) as server:
        note = content / "notes" / "about.md"
        text = note.read_text(encoding="utf-8")

        def shows(word: str):
            server.line("Rebuilt in")
            return word.encode() in get(server, "/notes/about.html").content

        note.write_text(text + "\nFirstword\n", encoding="utf-8")
        assert shows("Firstword")
        # Like Vim: the old file is moved away, a new one written.
        note.rename(note.with_name("about.md~"))
        note.write_text(text + "\nSecondword\n", encoding="utf-8")
        assert shows("Secondword")
        with note.open("a", encoding="utf-8") as file:
            file.write("\nThirdword\n")
        assert shows("Thirdword")
        note.unlink()
        server.line("Rebuilt in")
        assert get(server, "/notes/about.html").status == 404
        folder = content / "notes" / "new" / "below"
        folder.mkdir(parents=True)
        (folder / "fresh.md").write_text("---\ntitle: Fresh\n---\nFourthword\n", encoding="utf-8")
        server.line("Rebuilt in")
        shutil.rmtree(content / "notes")
        server.line("Rebuilt in")
        assert get(server, "/").status == 200


def test_data_after_a_save_is_that_of_a_build(content, tmp_path):
    """A rebuild knows names of files whose events have not changed, and makes these when they are asked for."""
    with serving(content) as server:
        (content / "new.ics").write_text(
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:new\nDTSTAMP:20260101T000000Z\n"
            "DTSTART:20261105T090000Z\nSUMMARY:New\nEND:VEVENT\nEND:VCALENDAR\n"
        )
        server.line("Rebuilt in")
        tool.build(tmp_path / "site", "--tz", "UTC+8", content=content)
        files = [path for path in (tmp_path / "site" / "data").rglob("*-*") if path.is_file()]
        assert any(path.suffix == ".ics" for path in files)
        for path in files:
            served = get(server, "/" + path.relative_to(tmp_path / "site").as_posix())
            if path.suffix == ".ics" or path.name.startswith("zones-"):
                assert served.content == path.read_bytes(), path


def test_a_site_that_can_not_be_built_yet_is_waited_for(content, chromium):
    settings = content / "site.yml"
    good = settings.read_text(encoding="utf-8")
    settings.write_text("title: [\n", encoding="utf-8")
    with serving(content) as server, chromium.new_page() as page:
        page.goto(server.url)
        page.locator("#busylife-error").wait_for()
        settings.write_text(good, encoding="utf-8")
        expect(page).to_have_title(re.compile("Studio Halyard"), timeout=chrome.PATIENCE * 1000)


def test_events_begin_with_the_present_state(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"GET /.busylife/events HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
        received = b""
        while b"\n\ndata: " not in received or not received.endswith(b"\n\n"):
            received += connection.recv(4_096)
    assert b"Content-Type: text/event-stream\r\n" in received
    assert received.endswith(b'"error":null}\n\n')


def test_a_page_whose_stream_ends_stays_and_hears_of_the_next_build(content, chromium):
    """Other streams replace the page's, which is the oldest; the browser reconnects."""
    with serving(content) as server, chrome.watched(chromium, []) as page:
        with page.expect_request("**/.busylife/events"):
            page.goto(server.url + "agenda/2026-11.html")
        page.wait_for_selector('body[data-scripts="ready"]')
        page.evaluate("window.old = true")
        streams = []
        try:
            with page.expect_request("**/.busylife/events"):
                for _ in range(128):
                    stream = socket.create_connection(("127.0.0.1", server.port), timeout=10)
                    stream.sendall(f"GET /.busylife/events HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
                    streams.append(stream)
                    assert stream.recv(4_096)
            # Others are still served, and the page has not been reloaded.
            assert get(server, "/").status == 200
            assert page.evaluate("window.old")
            settings = content / "site.yml"
            good = settings.read_text(encoding="utf-8")
            settings.write_text(good.replace("title: Studio Halyard", "title: Changed Name"), encoding="utf-8")
            expect(page).to_have_title(re.compile("Changed Name"), timeout=chrome.PATIENCE * 1000)
            assert page.evaluate("window.old === undefined")
        finally:
            for stream in streams:
                stream.close()


def theme(folder: Path, word: str) -> None:
    """A theme that says a word in the heads of pages."""
    folder.mkdir()
    layout = (tool.TEMPLATES / "layout.mustache").read_text(encoding="utf-8")
    (folder / "layout.mustache").write_text(layout.replace("<head>", f"<head><!-- {word} -->"), encoding="utf-8")


def test_another_theme_is_taken_up_once_settings_name_it(content, tmp_path):
    """Saves in it are seen as well, also where it comes only after it was named."""
    settings = content / "site.yml"
    good = settings.read_text(encoding="utf-8")
    theme(content.parent / "one", "First")

    def changes(command, page) -> None:
        settings.write_text(good + "templates: ../one\n", encoding="utf-8")
        command.line("site.yml changed")
        assert "<!-- First -->" in page()
        layout = content.parent / "one/layout.mustache"
        layout.write_text(layout.read_text(encoding="utf-8").replace("First", "Second"), encoding="utf-8")
        command.line("one/layout.mustache changed")
        assert "<!-- Second -->" in page()
        settings.write_text(good + "templates: ../two\n", encoding="utf-8")
        command.line("there is no folder")
        theme(content.parent / "two", "Third")
        command.line("layout.mustache added")
        assert "<!-- Third -->" in page()
        settings.write_text(good, encoding="utf-8")
        command.line("site.yml changed")
        assert "<!--" not in page()

    plain = ("--content", content, "--tz", "UTC+8", "--now", tool.NOW)
    with running("serve", "--port", 0, *plain) as server:
        server.port = int(server.line("Serving").split(" at ")[1].split()[0].rstrip("/").rsplit(":", 1)[1])
        changes(server, lambda: get(server, "/day/2026-11-20.html").content.decode())
    for name in ("one", "two"):
        shutil.rmtree(content.parent / name)
    theme(content.parent / "one", "First")
    output = tmp_path / "Output"
    with running("build", "--output", output, "--watch", *plain) as command:
        command.line("Waiting")
        changes(command, lambda: (output / "day/2026-11-20.html").read_text(encoding="utf-8"))


def test_a_theme_in_the_content_is_read_again(content):
    """Its files are files of the content, whatever they hold."""
    with (content / "site.yml").open("a", encoding="utf-8") as settings:
        settings.write("templates: theme\n")
    theme(content / "theme", "First")
    layout = content / "theme/layout.mustache"
    with running("serve", "--port", 0, "--content", content, "--tz", "UTC+8", "--now", tool.NOW) as server:
        server.port = int(server.line("Serving").split(" at ")[1].split()[0].rstrip("/").rsplit(":", 1)[1])
        assert "<!-- First -->" in get(server, "/day/2026-11-20.html").content.decode()
        layout.write_text(layout.read_text(encoding="utf-8").replace("First", "Second"), encoding="utf-8")
        server.line("layout.mustache changed")
        assert "<!-- Second -->" in get(server, "/day/2026-11-20.html").content.decode()


def test_files_of_the_search_are_made_when_they_are_asked_for(content, tmp_path):
    """The same as a build writes, in each language, also after a change."""
    settings = content / "site.yml"
    text = settings.read_text(encoding="utf-8").replace("locale: en-GB", "locales: [en-GB, de]")
    settings.write_text(text, encoding="utf-8")
    with serving(content) as server:
        for number in range(2):
            output = tmp_path / f"Output{number}"
            tool.run("build", "--content", content, "--output", output, *ARGUMENTS, expect=tool.DONE)
            paths = [path for path in output.rglob("data/search/**/*") if path.is_file()]
            assert {path.relative_to(output).parts[0] for path in paths} == {"data", "lang"}
            for path in paths:
                assert get(server, f"/{path.relative_to(output)}").content == path.read_bytes(), path
            assert get(server, "/data/search/none.bin").status == 404
            (content / "notes/whalesong.md").write_text("---\ntitle: Whalesong\n---\n\nNew.\n", encoding="utf-8")
            if number == 0:
                server.line("whalesong.md added")


def test_build_watch(content, tmp_path):
    output = tmp_path / "Output"
    with running("build", "--content", content, "--output", output, "--watch", *ARGUMENTS) as command:
        command.line("pages: ")
        command.line("Waiting")
        settings = content / "site.yml"
        good = settings.read_text(encoding="utf-8")
        settings.write_text(good.replace("title: Studio Halyard", "title: Changed Name"), encoding="utf-8")
        assert "site.yml changed" in command.line("pages: ")
        assert "Changed Name" in (output / "index.html").read_text(encoding="utf-8")
        before = tool.snapshot(output)
        settings.write_text("title: [\n", encoding="utf-8")
        command.line("site.yml:")
        assert tool.snapshot(output) == before
        settings.write_text(good, encoding="utf-8")
        command.line("pages: ")
        assert "Changed Name" not in (output / "index.html").read_text(encoding="utf-8")
        assert command.stop() == 0
    result = tool.build(output, "--tz", "UTC+8", content=content)
    assert "0 files written" in result.out
