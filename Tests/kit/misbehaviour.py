"""Servers of calendars on this machine that misbehave, each in its own way and on its own port."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import gzip
import io
import json
import os
import random
import re
import shutil
import socket
import ssl
import struct
import subprocess
import threading
import zipfile
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import clock


def calendar(title: str, *more: str, stamp: str = "20261101T000000Z", head: str = "") -> bytes:
    """A calendar with one event, and others by their titles."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//Test//EN", *head.split("\n")]
    for number, name in enumerate([title, *more]):
        lines += [
            "BEGIN:VEVENT", f"UID:{name}@example.org", f"DTSTAMP:{stamp}", f"DTSTART:2026112{number + 3}T100000Z",
            f"DTEND:2026112{number + 3}T110000Z", f"SUMMARY:{name}", "END:VEVENT",
        ]  # fmt: skip
    return "".join(f"{line}\r\n" for line in [*lines, "END:VCALENDAR"] if line).encode()


def other_syntax(body: bytes) -> tuple[bytes, bytes]:
    """A calendar as jCal and as xCal; of what `calendar` writes."""
    jcal: list = []
    xcal = '<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0">'
    stack = [["", [], jcal]]
    for line in body.decode().split():
        name, value = line.lower().split(":", 1)[0], line.split(":", 1)[1]
        if name == "begin":
            xcal += ("</properties><components>" if value == "VEVENT" and len(stack[-1][2]) == 0 else "")
            xcal += f"<{value.lower()}><properties>"
            stack.append([value.lower(), [], []])
            stack[-2][2].append(stack[-1])
        elif name == "end":
            xcal += ("</properties>" if value == "VEVENT" else "</components>") + f"</{value.lower()}>"
            stack.pop()
        else:
            kind = "date-time" if name.startswith("dt") else "text"
            if kind == "date-time":
                value = re.sub(r"(....)(..)(..)T(..)(..)(..)Z", r"\1-\2-\3T\4:\5:\6Z", value)
            xcal += f"<{name}><{kind}>{value}</{kind}></{name}>"
            stack[-1][1].append([name, {}, kind, value])
    return json.dumps(jcal[0]).encode(), (xcal + "</icalendar>").encode()


def archive(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, bytes in files.items():
            packed.writestr(name, bytes)
    return made.getvalue()


@dataclass
class Asked:
    """A request."""

    method: str
    path: str
    headers: dict[str, str]


class Server:
    """Answers with a calendar until it is told to misbehave."""

    def __init__(self, name: str, secure: Certificates | None = None):
        self.name = name
        self.body = calendar(name)
        self.headers: dict[str, str] = {}
        self.requests: list[Asked] = []
        # Called with the connection, the request and the server in place of an answer.
        self.behave = None
        self.secure = secure
        self.context = secure.good if secure else None
        self.release = threading.Event()
        self.sent = 0
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"{'https' if self.secure else 'http'}://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.origin}/secret-path/{self.name}.ics"

    def _accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket):
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(20)
            if self.secure and not self.context:
                return answer(connection, "400 Bad Request", b"This is plain HTTP.")
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            head = b""
            while b"\r\n\r\n" not in head:
                part = connection.recv(65536)
                if not part:
                    return
                head += part
            lines = head.split(b"\r\n\r\n")[0].decode().split("\r\n")
            method, path, _ = lines[0].split(" ", 2)
            fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
            asked = Asked(method, path, fields)
            self.requests.append(asked)
            (self.behave or good)(connection, asked, self)
        except (OSError, ssl.SSLError):
            pass
        finally:
            try:
                connection.close()
            except OSError:
                pass

    def stop(self):
        self.release.set()
        self.socket.close()


def answer(connection, status: str = "200 OK", body: bytes = b"", length: bool = True, **headers):
    head = f"HTTP/1.1 {status}\r\n"
    for name, value in headers.items():
        head += f"{name.replace('_', '-')}: {value}\r\n"
    if length:
        head += f"Content-Length: {len(body)}\r\n"
    connection.sendall((head + "Connection: close\r\n\r\n").encode() + body)


def good(connection, asked: Asked, server: Server):
    etag = server.headers.get("ETag")
    if etag and asked.headers.get("If-None-Match") == etag:
        return answer(connection, "304 Not Modified", length=False, ETag=etag)
    answer(connection, body=server.body, **server.headers)


# MARK: Ways of misbehaving, by name, with what the build says of it


@dataclass
class Fault:
    behave: object
    said: str


FAULTS: dict[str, Fault] = {}


def fault(said: str):
    def add(function):
        FAULTS[function.__name__.replace("_", "-")] = Fault(function, said)
        return function

    return add


def status(number: int, said: str, name: str = "", **headers):
    def behave(connection, asked, server):
        answer(connection, f"{number} Status", b"<html>sorry</html>", **headers)

    FAULTS[name or f"status-{number}"] = Fault(behave, said)


def body(name: str, bytes: bytes, said: str, **headers):
    def behave(connection, asked, server):
        answer(connection, body=bytes, **headers)

    FAULTS[name] = Fault(behave, said)


def raw(name: str, text: bytes, said: str):
    def behave(connection, asked, server):
        connection.sendall(text)

    FAULTS[name] = Fault(behave, said)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\n"
WHOLE = calendar("elsewhere")
CUT = WHOLE[: len(WHOLE) // 2]
# Enough for 64 MiB on a busy machine.
SECONDS = 6
TIME = f"it took longer than {SECONDS} s"


@fault(TIME)
def hangs(connection, asked, server):
    server.release.wait(60)


@fault(TIME)
def head_by_bytes(connection, asked, server):
    for byte in HEAD * 1000:
        connection.sendall(bytes([byte]))
        if server.release.wait(0.1):
            return


@fault(TIME)
def body_by_bytes(connection, asked, server):
    connection.sendall(HEAD + b"Content-Length: 1000000\r\n\r\n")
    for byte in WHOLE:
        connection.sendall(bytes([byte]))
        if server.release.wait(0.1):
            return


@fault(TIME)
def interim_answers_for_ever(connection, asked, server):
    while not server.release.wait(0.02):
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")


@fault("it closed the connection without an answer")
def closes(connection, asked, server):
    pass


@fault("the connection broke")
def resets(connection, asked, server):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@fault("its answer was cut off")
def shorter_than_said(connection, asked, server):
    connection.sendall(HEAD + f"Content-Length: {len(WHOLE)}\r\n\r\n".encode() + CUT)


@fault("END:VCALENDAR is missing")
def cut_without_a_length(connection, asked, server):
    connection.sendall(HEAD + b"\r\n" + CUT)


@fault("END:VCALENDAR is missing")
def longer_than_said(connection, asked, server):
    connection.sendall(HEAD + f"Content-Length: {len(CUT)}\r\n\r\n".encode() + WHOLE)


@fault("it sent more than 65536 KiB")
def fifty_gigabytes(connection, asked, server):
    connection.sendall(HEAD + b"Content-Length: 53687091200\r\n\r\n" + WHOLE[:-15])
    while True:
        server.sent += connection.send(b"X-NOTHING:0123456789\r\n" * 50_000)


@fault("it sent more than 65536 KiB")
def chunks_for_ever(connection, asked, server):
    connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    part = b"100000\r\n" + b"\n" * 0x100000 + b"\r\n"
    while True:
        connection.sendall(part)


@fault("it redirects more than 5 times")
def redirects_to_itself(connection, asked, server):
    answer(connection, "302 Found", Location=asked.path)


@fault("it redirects more than 5 times")
def redirects_ever_further(connection, asked, server):
    answer(connection, "301 Moved", Location=f"{asked.path}x")


@fault("its address is that of a cloud's metadata")
def redirects_to_metadata(connection, asked, server):
    answer(connection, "302 Found", Location="http://169.254.169.254/latest/meta-data/")


@fault("it redirects to something that is not")
def redirects_to_a_file(connection, asked, server):
    answer(connection, "302 Found", Location="file:///etc/passwd")


@fault("it redirects to something that is not")
def redirects_to_ftp(connection, asked, server):
    answer(connection, "307 Temporary", Location="ftp://127.0.0.1/a.ics")


@fault("it redirects to something that is not")
def redirects_with_a_password(connection, asked, server):
    answer(connection, "302 Found", Location=f"http://a:b@127.0.0.1:{server.port}/x.ics")


@fault("has the status 302")
def redirects_nowhere(connection, asked, server):
    answer(connection, "302 Found")


raw("says-nothing-of-http", b"220 mail.example.org ESMTP\r\n", "it does not speak HTTP")
raw("old-http", WHOLE, "it does not speak HTTP")
raw("half-a-head", HEAD[:-20], "its answer is empty")
raw("negative-length", HEAD + b"Content-Length: -5\r\n\r\n" + WHOLE, "could not be reached")
raw("bad-chunk", HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nBEGIN\r\n0\r\n\r\n", "could not be reached")
raw("cut-chunk", HEAD + b"Transfer-Encoding: chunked\r\n\r\n5000\r\n" + CUT, "could not be reached")
raw("huge-field", HEAD + b"X-Large: " + b"a" * 2_000_000 + b"\r\n\r\n" + WHOLE, "")
raw("many-fields", HEAD + b"X-Field: abcdefgh\r\n" * 100_000 + b"\r\n" + WHOLE, "it sent more than")
body("empty", b"", "its answer is empty")
body("blank", b"\r\n \r\n", "its answer is empty")
body("page", b"<!DOCTYPE html><html><body>Sign in</body></html>", "its answer is a web page", Content_Type="text/html")
body("page-said-to-be-a-calendar", b"\n<html>Busy</html>", "its answer is a web page", Content_Type="text/calendar")
body("json", b'{"error": "quota"}', "its answer is not a calendar", Content_Type="application/json")
body("noise", random.Random(1).randbytes(5_000), "its answer is not a calendar", Content_Type="text/calendar")
body("nothing-but-nul", bytes(10_000), "its answer is not a calendar")
body("nul-inside", WHOLE.replace(b"SUMMARY:", b"SUMMARY:\0"), "its answer holds NUL bytes")
body("utf-16-cut", CUT.decode().encode("utf-16"), "its answer was cut off: END:VCALENDAR is missing")
body("no-calendar-around-it", b"BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n", "its answer is not a calendar")
body("one-end-too-few", WHOLE.replace(b"END:VCALENDAR", b"") + WHOLE, "END:VCALENDAR is missing")
body("end-in-a-text", WHOLE[:-15] + b"X-A:END:VCALENDAR", "END:VCALENDAR is missing")
body("not-gzip", b"this is not gzip", "its answer can't be decompressed", Content_Encoding="gzip")
body("gzip-cut", gzip.compress(WHOLE * 50)[:-40], "", Content_Encoding="gzip")
body("gzip-file-cut", gzip.compress(WHOLE * 50)[:-40], "its answer is a compressed file that was cut off")
body("gzip-file-damaged", gzip.compress(WHOLE)[:-6] + b"abcdef", "its answer is a compressed file that is damaged")
body("gzip-file-of-a-page", gzip.compress(b"<html>"), "its answer is a web page", Content_Type="application/gzip")
body("gzip-twice", gzip.compress(gzip.compress(WHOLE)), "its answer is compressed twice")
body("archive-cut", archive({"a.ics": random.Random(2).randbytes(999)})[:500], "its answer is a ZIP archive")
body("archive-of-a-half", archive({"a.ics": WHOLE, "b.ics": CUT}), 'is a ZIP archive in which "b.ics" was cut off')
body("archive-of-pictures", archive({"a.png": WHOLE}), "its answer is a ZIP archive without calendar files")
body("jcal-cut", other_syntax(WHOLE)[0][:-9], "its answer is not whole as jCal")
body("xcal-cut", other_syntax(WHOLE)[1][:-9], "its answer is not whole as xCal")
body("unknown-encoding", WHOLE, "its answer can't be decompressed", Content_Encoding="rot13")
status(204, "204")
status(206, "206")
status(400, "its answer has the status 400, which is not one of a calendar; correct source:")
status(401, "it asks who you are (status 401); add user: to the calendar and set BUSYLIFE_PASSWORD_STATUS_401")
status(403, "it refuses access (status 403)")
status(404, "there is no calendar at this address (status 404); correct source:")
status(410, "the calendar was removed there (status 410)")
status(418, "418")
status(429, "it asks for fewer requests (status 429)")
status(429, "it asks for fewer requests (status 429)", "status-429-later", Retry_After="7200")
status(500, "it reports an error of its own (status 500)")
status(502, "it reports an error of its own (status 502)")
status(503, "it reports an error of its own (status 503)", Retry_After="Fri, 31 Dec 2027 23:59:59 GMT")
status(599, "it reports an error of its own (status 599)")


@functools.cache
def bombs() -> dict[str, bytes]:
    """A hundred megabytes of blanks, by encoding."""
    blanks = b" " * 100_000_000
    found = {"gzip": gzip.compress(blanks, 1)}
    if name := ctypes.util.find_library("brotlienc"):
        library = ctypes.CDLL(name)
        size = ctypes.c_size_t(1 << 20)
        room = ctypes.create_string_buffer(size.value)
        assert library.BrotliEncoderCompress(
            1, 22, 0, ctypes.c_size_t(len(blanks)), blanks, ctypes.byref(size), room
        )
        found["br"] = room.raw[: size.value]
    return found


@fault("it sent more than 65536 KiB")
def gzip_bomb(connection, asked, server):
    answer(connection, body=bombs()["gzip"], Content_Encoding="gzip")


@fault("it sent more than 65536 KiB")
def brotli_bomb(connection, asked, server):
    answer(connection, body=bombs().get("br", b""), Content_Encoding="br")


@fault("its answer unpacks to more than 64 MiB")
def gzip_file_bomb(connection, asked, server):
    answer(connection, body=bombs()["gzip"], Content_Type="application/gzip")


@fault("unpacks to more than 64 MiB")
def bomb_in_an_archive(connection, asked, server):
    answer(connection, body=archive({"a.ics": WHOLE, "b.ics.gz": bombs()["gzip"]}), Content_Type="application/zip")


# MARK: Bad TLS


@dataclass
class Certificates:
    """Contexts of TLS servers; `file` holds the certificates that are trusted."""

    file: Path
    good: ssl.SSLContext
    bad: dict[str, ssl.SSLContext] = field(default_factory=dict)

    @staticmethod
    def make(folder: Path, now: datetime) -> Certificates:
        """Certificates that are valid from a time on. Needs the command openssl."""

        def one(name: str, host: str, days: int) -> tuple[ssl.SSLContext, str]:
            key, certificate = folder / f"{name}.key", folder / f"{name}.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                 "-subj", f"/CN={name}", "-addext", f"subjectAltName={host}", "-days", str(days),
                 "-keyout", key, "-out", certificate],
                check=True, capture_output=True, env=os.environ | clock.environment(now),
            )  # fmt: skip
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            return context, certificate.read_text()

        good, first = one("good", "IP:127.0.0.1", 3_000)
        name, second = one("wrong-name", "DNS:example.org", 3_000)
        expired, third = one("expired", "IP:127.0.0.1", 1)
        unknown, _ = one("unknown", "IP:127.0.0.1", 3_000)
        trusted = folder / "ca.pem"
        trusted.write_text(first + second + third)
        return Certificates(
            trusted, good, {"tls-wrong-name": name, "tls-expired": expired, "tls-unknown-issuer": unknown}
        )


TLS_FAULTS = {
    "tls-wrong-name": "no secure connection: ",
    "tls-expired": "no secure connection: ",
    "tls-unknown-issuer": "no secure connection: ",
    "tls-absent": "no secure connection: ",
    "tls-left": "it redirects to http:, which is not followed",
}


# MARK: Odd but good


def chunked(connection, asked, server):
    connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    for start in range(0, len(server.body), 7):
        part = server.body[start : start + 7]
        connection.sendall(f"{len(part):x};a=b\r\n".encode() + part + b"\r\n")
    connection.sendall(b"0\r\nTrailer: yes\r\n\r\n")


def compressed(connection, asked, server):
    answer(connection, body=gzip.compress(server.body), Content_Encoding="gzip")


def said_to_be_a_page(connection, asked, server):
    answer(connection, body=server.body, Content_Type="text/html; charset=latin-1")


def said_to_be_obsolete(connection, asked, server):
    answer(connection, "203 Non-Authoritative", body=server.body)


def with_a_mark_before_it(connection, asked, server):
    answer(connection, body=b"\xef\xbb\xbf" + server.body)


def with_blanks_after_it(connection, asked, server):
    answer(connection, body=server.body + b"\r\n \r\n")


def moved(connection, asked, server):
    if asked.path.startswith("/new"):
        return good(connection, asked, server)
    answer(connection, "308 Permanent", Location="/new" + asked.path)


def stamped_anew(connection, asked, server):
    answer(connection, body=server.body.replace(b"20261101T000000Z", b"20261122T101112Z"), ETag='"new"')


def a_gzip_file(connection, asked, server):
    answer(connection, body=gzip.compress(server.body), Content_Type="application/gzip")


def an_archive(connection, asked, server):
    files = {"Takeout/Calendar/a.ics": server.body, "Takeout/archive_browser.html": b"<html>"}
    answer(connection, body=archive(files), Content_Type="application/zip")


def jcal(connection, asked, server):
    answer(connection, body=other_syntax(server.body)[0], Content_Type="application/calendar+json")


def xcal(connection, asked, server):
    answer(connection, body=other_syntax(server.body)[1], Content_Type="application/calendar+xml")


def utf_16(connection, asked, server):
    answer(connection, body=server.body.decode().encode("utf-16"), Content_Type="text/calendar")


def says_nothing_changed(connection, asked, server):
    answer(connection, "304 Not Modified", length=False)


ODDITIES = {
    function.__name__.replace("_", "-"): function
    for function in [
        chunked, compressed, said_to_be_a_page, said_to_be_obsolete, with_a_mark_before_it, with_blanks_after_it, moved,
        stamped_anew, a_gzip_file, an_archive, jcal, xcal, utf_16, says_nothing_changed,
    ]
}  # fmt: skip

has_openssl = shutil.which("openssl") is not None
