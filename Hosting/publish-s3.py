#!/usr/bin/env python3
"""Builds a site and publishes it to a bucket of an object store (Amazon S3, Cloudflare R2, MinIO and others).

    Hosting/publish-s3.py BUCKET[/FOLDER] [--output Output] [--endpoint URL] [--lease 300] [-- OPTIONS OF build]

With `-- --strict`, a site is published only if `check` finds no warning and no error, and all calendars were fetched.
Needs Python, rclone and busylife-gen, nothing else. The key is in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and, if
there is one, AWS_SESSION_TOKEN; the region in AWS_REGION (us-east-1; R2: auto).

The bucket's own manifest, `.busylife-gen`, says what is there, so nothing is remembered here. `build --since` lists
what has changed, in the order in which no page leads to a file that is not there. rclone sends the files with the media
type and Cache-Control of each; files that are the same are not touched, and deletions come last.

The manifest is also the lock. It is replaced only if it is still the one that was read (If-Match, If-None-Match):
first by one in which each file that will be sent has a digest that no file has; after new pages by one that says that
they are there; after the files by the site's own, with such lines for what is still to be deleted; and after the
deletions by the site's own alone. So of two publishers that begin at the same time one stops, before it has changed
anything. Whatever is killed, the manifest says which files are uncertain, and the next run sends or deletes those. The
lock of a publisher that was killed counts for --lease seconds.

Exit codes: 0 published, or nothing to do; 64 wrong usage; 74 refused by the store; 75 try again later: somebody else is
publishing, or the store can't be reached; otherwise that of the build."""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import hmac
import http.client
import itertools
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path

MANIFEST = ".busylife-gen"
HEAD = "busylife-gen 2"
USAGE, REFUSED, LATER = 64, 74, 75
# A digest that begins so belongs to no file; then follow the seconds of the lease and a number of its holder.
UNCERTAIN = "0" * 24
# Files, and their bytes, that one run of rclone sends.
MOST_FILES, MOST_BYTES = 1_000, 256 << 20
# prctl(2) of Linux: the signal for a process whose parent ends.
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class Stop(Exception):
    """Why nothing more is done."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


class Taken(Exception):
    """The manifest is no longer the one that was read."""


# ---- What the bucket has ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """What a manifest says of a file. One that is not certain may be missing, or have any bytes."""

    bytes: int
    digest: str
    type: str

    @property
    def is_certain(self) -> bool:
        return not self.digest.startswith(UNCERTAIN)

    @property
    def may_be_missing(self) -> bool:
        return not self.is_certain and self.bytes == 0


def rows_of(manifest: bytes) -> dict[str, Row]:
    """The lines of a manifest, by path."""
    rows = {}
    try:
        head, *lines = manifest.decode("utf-8").split("\n")
        if head not in (HEAD, "busylife-gen 1") or lines[-2:] != ["", ""]:
            raise ValueError
        for line in lines[:-2]:
            path, *rest = line.split("\t")
            # Earlier versions wrote only paths.
            rows[path] = Row(int(rest[0]), rest[1], rest[2]) if len(rest) == 3 else Row(1, UNCERTAIN, "")
    except ValueError:
        raise Stop(USAGE, f"{MANIFEST} is not the manifest of a whole site of this version") from None
    return rows


def manifest_of(rows: dict[str, Row], lease: int = 0, holder: str = "") -> bytes:
    """A manifest, with the holder of the lock in the lines that are not certain."""
    mark = f"{UNCERTAIN}{lease:08x}{holder:0>32}"
    lines = [
        f"{path}\t{row.bytes}\t{row.digest if row.is_certain else mark}\t{row.type}\n"
        for path, row in sorted(rows.items(), key=lambda item: item[0].encode())
    ]
    return f"{HEAD}\n{''.join(lines)}\n".encode()


class Bucket:
    """A folder of a bucket: its manifest by conditional requests, all else by rclone."""

    def __init__(self, place: str, endpoint: str | None):
        self.key = os.environ.get("AWS_ACCESS_KEY_ID", "")
        self.secret = os.environ.get("AWS_SECRET_ACCESS_KEY", "")
        self.token = os.environ.get("AWS_SESSION_TOKEN", "")
        if not self.key or not self.secret:
            raise Stop(USAGE, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        self.region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1"
        self.place = place.strip("/")
        address = (endpoint or f"https://s3.{self.region}.amazonaws.com").rstrip("/")
        self.url = f"{address}/{urllib.parse.quote(f'{self.place}/{MANIFEST}', safe='/-._~')}"
        self.environment = os.environ | {
            "RCLONE_CONFIG": "", "RCLONE_S3_ENV_AUTH": "true", "RCLONE_S3_REGION": self.region,
            "RCLONE_S3_ENDPOINT": endpoint or "", "RCLONE_S3_PROVIDER": "Other" if endpoint else "AWS",
            # Buckets without access lists take no other.
            "RCLONE_S3_ACL": "private" if endpoint else "bucket-owner-full-control",
            "RCLONE_S3_NO_HEAD": "true", "RCLONE_S3_NO_CHECK_BUCKET": "true",
        }  # fmt: skip

    def get(self) -> tuple[bytes, str | None, float]:
        """The manifest, its ETag (`None`: there is none), and its age in seconds, by the store's clock."""
        status, headers, body = self.request("GET", {})
        if status == 404 and b"NoSuchBucket" not in body:
            return b"", None, 0
        if status != 200:
            raise self.refused("read", status, body)
        now, then = parsedate_to_datetime(headers["Date"]), parsedate_to_datetime(headers["Last-Modified"])
        return body, headers["ETag"], (now - then).total_seconds()

    def swap(self, manifest: bytes, etag: str | None, line: dict) -> str:
        """Replaces the manifest if it is still the one with this ETag, and gives the new ETag."""
        condition = {"If-Match": etag} if etag else {"If-None-Match": "*"}
        sent = {"Content-Type": line["type"], "Cache-Control": line["cache"]}
        status, headers, body = self.request("PUT", condition | sent, manifest)
        if status == 200:
            return headers["ETag"]
        if status not in (404, 409, 412):
            raise self.refused("write", status, body)
        # An answer may have been lost, and the request made twice.
        there, etag, _ = self.get()
        if there != manifest or etag is None:
            raise Taken
        return etag

    def refused(self, what: str, status: int, body: bytes) -> Stop:
        reason = re.search(rb"<Code>(\w+)</Code>", body)
        hint = "; a key needs s3:ListBucket, too, or what is missing looks forbidden" if status == 403 else ""
        return Stop(REFUSED, f"{self.url}: can't {what} it: {status} {reason[1].decode() if reason else ''}{hint}")

    def request(self, method: str, headers: dict[str, str], body: bytes = b""):
        """One request, tried again if the store can't answer."""
        for attempt in range(4):
            request = urllib.request.Request(self.url, data=body or None, method=method)
            for name, value in (headers | self.signed(method, body, time.gmtime())).items():
                request.add_header(name, value)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return answer.status, answer.headers, answer.read()
            except urllib.error.HTTPError as error:
                problem = error
                if error.code < 500 and error.code != 429:
                    return error.code, error.headers, error.read()
            except (OSError, http.client.HTTPException) as error:
                problem = error
            if attempt < 3:
                time.sleep(2**attempt)
        raise Stop(LATER, f"{self.url}: {problem}")

    def signed(self, method: str, body: bytes, now: time.struct_time) -> dict[str, str]:
        """The headers of version 4 of Amazon's signatures for a request without a query."""
        url = urllib.parse.urlsplit(self.url)
        digest, stamp = hashlib.sha256(body).hexdigest(), time.strftime("%Y%m%dT%H%M%SZ", now)
        headers = {"host": url.netloc, "x-amz-content-sha256": digest, "x-amz-date": stamp}
        if self.token:
            headers["x-amz-security-token"] = self.token
        names = ";".join(headers)
        lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
        canonical = f"{method}\n{url.path}\n\n{lines}\n{names}\n{digest}"
        scope = f"{stamp[:8]}/{self.region}/s3/aws4_request"
        text = f"AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
        key = f"AWS4{self.secret}".encode()
        for part in scope.split("/"):
            key = hmac.digest(key, part.encode(), "sha256")
        signature = hmac.digest(key, text.encode(), "sha256").hex()
        authorization = f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, SignedHeaders={names}, Signature={signature}"
        del headers["host"]
        return headers | {"Authorization": authorization}

    def put(self, folder: Path, kind: str, cache: str, seconds: float) -> None:
        """Sends all files of a folder."""
        headers = ["--header-upload", f"Content-Type: {kind}", "--header-upload", f"Cache-Control: {cache}"]
        self.rclone(seconds, "copy", "--no-check-dest", "--transfers", "16", *headers, folder, f":s3:{self.place}")

    def delete(self, paths: Path, seconds: float) -> None:
        """Deletes the files that are named in a file, if they are there."""
        self.rclone(seconds, "delete", "--files-from-raw", paths, f":s3:{self.place}")

    def rclone(self, seconds: float, *words) -> None:
        # On Linux rclone is killed when this program ends, however that ends. Elsewhere one may be left behind:
        # --max-duration ends each try of a copy, and no deletions.
        limits = ["--max-duration", f"{seconds:.0f}s", "--cutoff-mode", "hard", "--no-traverse", "--stats", "0",
                  "--retries", "2", "--low-level-retries", "3", "--timeout", "60s", "--contimeout", "15s"]  # fmt: skip
        parent = os.getpid()
        try:
            subprocess.run(["rclone", *map(str, words), *limits], env=self.environment, timeout=seconds, check=True,
                           preexec_fn=lambda: end_with(parent))  # fmt: skip
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            raise Stop(LATER, f"{error}; run it again, with a longer --lease if files are large") from None


def end_with(parent: int) -> None:
    """Has Linux kill this process when its parent ends, also if that has ended by now."""
    if LIBC:
        LIBC.prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL))
        if os.getppid() != parent:
            os._exit(1)


# ---- Publishing ------------------------------------------------------------------------------------------------------


class Publisher:
    """Holds the lock, and knows what is in the bucket."""

    def __init__(self, bucket: Bucket, lease: int, work: Path):
        self.bucket, self.lease, self.work = bucket, lease, work
        manifest, self.etag, self.age = bucket.get()
        self.rows = rows_of(manifest) if manifest else {}
        self.line: dict = {}
        self.is_holder = False

    def wait_for_others(self) -> None:
        """Stops if somebody else is publishing."""
        marks = {row.digest[24:] for row in self.rows.values() if not row.is_certain}
        for mark in marks:
            lease = int(mark[:8] or "0", 16)
            if self.age < lease:
                message = f"{self.bucket.place}: somebody is publishing there; run it again later"
                left = f"A publisher that was killed counts for {lease - self.age:.0f} s more"
                raise Stop(LATER, f"{message}. {left}; "
                           "if you know that neither it nor its rclone is running, use --take-over")  # fmt: skip

    def since(self, folder: str) -> list[Path]:
        """Folders with manifests of what is there in any case, and of what may be there."""
        found = []
        for name, rows in {"certain": {p: r for p, r in self.rows.items() if not r.may_be_missing},
                           "possible": self.rows}.items():  # fmt: skip
            place = self.work / name / folder
            place.mkdir(parents=True)
            (place / MANIFEST).write_bytes(manifest_of(rows) if rows else b"")
            found.append(self.work / name)
        return found

    def swap(self, manifest: bytes) -> None:
        sent = time.monotonic()
        try:
            self.etag = self.bucket.swap(manifest, self.etag, self.line)
        except Taken:
            self.is_holder = False
            message = f"{self.bucket.place}: somebody else has published in the meantime; run it again"
            raise Stop(LATER, message) from None
        self.held = sent

    def hold(self) -> None:
        """Takes the lock, or keeps it."""
        self.swap(manifest_of(self.rows, self.lease, secrets.token_hex(16)))
        self.is_holder = True

    def seconds(self) -> float:
        """How long files may be sent now. A tenth of the lease is left for requests that are on their way."""
        if time.monotonic() > self.held + self.lease / 3:
            self.hold()
        return max(1.0, self.held + self.lease * 0.9 - time.monotonic())

    def publish(self, lines: list[dict], output: Path) -> None:
        """Makes the bucket equal to the output folder, by the lines of its change list."""
        self.line, final = manifest_line(lines, output)
        puts = [line for line in lines if line["action"] == "put" and line is not self.line]
        deleted = [line["path"] for line in lines if line["action"] == "delete"]
        for line in puts:
            known = self.rows.get(line["path"])
            size = 0 if known is None or known.may_be_missing else 1
            self.rows[line["path"]] = Row(size, UNCERTAIN, line["type"])
        if puts:
            self.hold()
        # Nothing leads to a page that may be missing, so these come first, in any order. Before others are sent, which
        # may lead to them, the manifest says that they are there: whoever comes after a kill can rely on both.
        arrived: list[dict] = []
        for step in [list(step) for _, step in itertools.groupby(puts, lambda line: self.step(line["path"]))]:
            pages = [line for line in step if bare(line["path"]).endswith(".html")]
            absent = [line for line in pages if self.rows[line["path"]].may_be_missing]
            if arrived and pages and not absent:
                for line in arrived:
                    self.rows[line["path"]] = Row(1, UNCERTAIN, line["type"])
                self.hold()
                arrived = []
            arrived += absent
            for batch in batches(step):
                folder = self.work / "batch"
                for line in batch:
                    take(line, output, folder)
                self.bucket.put(folder, batch[0]["type"], batch[0]["cache"], self.seconds())
                shutil.rmtree(folder)
        left = {path: Row(0, UNCERTAIN, "-") for path in deleted}
        self.rows = rows_of(final) | left
        if left:
            self.hold()
            for is_page in (True, False):
                paths = [path for path in deleted if bare(path).endswith(".html") == is_page]
                for start in range(0, len(paths), MOST_FILES):
                    (self.work / "deleted").write_text("".join(p + "\n" for p in paths[start:start + MOST_FILES]))
                    self.bucket.delete(self.work / "deleted", self.seconds())
        self.rows = rows_of(final)
        self.swap(final)
        self.is_holder = False
        print(f"{self.bucket.place}: {len(puts)} files sent, {len(deleted)} deleted")

    def step(self, path: str) -> tuple:
        """Files of a list that may be sent together, if they follow each other there."""
        name = bare(path)
        if name.endswith("data/site.bin"):
            return ("data",)
        if name.endswith(".html"):
            if name.rpartition("/")[2] == "index.html":
                return ("entrance", name)
            return ("pages", self.rows[path].may_be_missing)
        return ("files",)

    def release(self) -> None:
        """Gives the lock back after a failure, so that nobody has to wait."""
        if self.is_holder:
            self.swap(manifest_of(self.rows))


def bare(path: str) -> str:
    """A path without the ending of a compressed copy."""
    return re.sub(r"\.(gz|br)$", "", path)


def manifest_line(lines: list[dict], output: Path) -> tuple[dict, bytes]:
    """The line of the manifest, and its bytes."""
    line = next(line for line in lines if line["path"] == MANIFEST)
    final = (output / MANIFEST).read_bytes()
    if hashlib.sha256(final).hexdigest() != line["sha256"]:
        raise Stop(LATER, f"{output} was built again in the meantime; run it again")
    rows_of(final)
    return line, final


def batches(step: list[dict]) -> list[list[dict]]:
    """The lines of a step that rclone can send at once: their headers are the same."""
    found: list[list[dict]] = []
    headers, size = None, 0
    for line in sorted(step, key=lambda line: (line["type"], line["cache"])):
        own = (line["type"], line["cache"])
        if own != headers or len(found[-1]) == MOST_FILES or size > MOST_BYTES:
            found.append([])
            headers, size = own, 0
        found[-1].append(line)
        size += line["bytes"]
    return found


def take(line: dict, output: Path, folder: Path) -> None:
    """Copies a file to a folder where no other build replaces it. A link would change the ctime of the built file, and
    the next build would read that again."""
    place = folder / line["path"]
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        shutil.copy2(output / line["path"], place)
        is_same = hashlib.sha256(place.read_bytes()).hexdigest() == line["sha256"]
    except FileNotFoundError:
        is_same = False
    if not is_same:
        raise Stop(LATER, f"{output / line['path']}: built again in the meantime; run it again")


def build(command: str, output: Path, options: list[str], since: list[Path], work: Path) -> list[dict]:
    """Builds the site, and gives the lines of the change list."""
    changes = work / "changes.jsonl"
    words = [command, "build", "--output", output, "--changes", changes, *options]
    for folder in since:
        words += ["--since", folder]
    code = subprocess.run([str(word) for word in words]).returncode
    if code:
        raise Stop(code if code > 0 else LATER, "nothing is published")
    return [json.loads(line) for line in changes.read_bytes().splitlines()]


def below(folder: str) -> str:
    """The path of an audience's folder below the output."""
    parts = Path(folder.strip("/")).parts
    if ".." in parts:
        raise Stop(USAGE, f"--folder {folder}: it is not below the output")
    return "/".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", metavar="BUCKET[/FOLDER]")
    parser.add_argument("--output", type=Path, default=Path("Output"), help="where the site is built (Output)")
    parser.add_argument("--folder", default="", help="with audiences: the folder of one of them, below the output")
    parser.add_argument("--command", default="busylife-gen", help="the command that builds")
    parser.add_argument("--endpoint", help="the address of the store, if it is not Amazon's")
    parser.add_argument("--lease", type=int, default=300, metavar="SECONDS",
                        help="how long the lock of a killed publisher counts (300)")  # fmt: skip
    parser.add_argument("--take-over", action="store_true",
                        help="neither the publisher that has the lock nor its rclone is running")  # fmt: skip
    parser.epilog = "What follows -- are options of build."
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    given, options = parser.parse_args(sys.argv[1:end]), sys.argv[end + 1:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(LATER))
    with tempfile.TemporaryDirectory(prefix="busylife-publish-") as folder:
        publisher = None
        try:
            given.folder = below(given.folder)
            for name in ("rclone", given.command):
                if not shutil.which(name):
                    raise Stop(USAGE, f"{name}: there is no such command")
            publisher = Publisher(Bucket(given.place, given.endpoint), given.lease, Path(folder))
            if not given.take_over:
                publisher.wait_for_others()
            lines = build(given.command, given.output, options, publisher.since(given.folder), Path(folder))
            prefix = given.folder + "/" if given.folder else ""
            lines = [line | {"path": line["path"].removeprefix(prefix)}
                     for line in lines if line["path"].startswith(prefix)]  # fmt: skip
            if not (given.output / given.folder / MANIFEST).is_file():
                place = given.output / given.folder
                raise Stop(USAGE, f"{place}: no whole site; with audiences, name the --folder of one")
            if lines:
                publisher.publish(lines, given.output / given.folder)
            else:
                print(f"{given.place}: nothing to do")
            return 0
        except Stop as stop:
            print(f"error: {stop}", file=sys.stderr)
            return stop.code
        finally:
            if publisher:
                try:
                    publisher.release()
                except Stop as stop:
                    print(f"error: {stop}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
