"""Publishing to an object store: whatever is killed and whoever comes in between, no page is ever broken, and the next
run ends with the site."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import signal
import sys
import threading
import time

import pytest

import hosts
import stores
from hosts import MANIFEST
from small_site import Site
from stores import Killed, MemoryBucket, Watch
from tool import SEED

LATER, REFUSED, USAGE = 75, 74, 64


@pytest.fixture(scope="module")
def program():
    return stores.program()


@pytest.fixture
def site(tmp_path, bare) -> Site:
    return Site(tmp_path, bare)


@pytest.fixture
def store():
    with stores.serving() as store:
        yield store


# ---- In memory: every kill -----------------------------------------------------------------------


class Publishing:
    """Runs of the program's own steps, on a bucket in memory."""

    def __init__(self, program, site: Site, chosen: random.Random):
        self.program, self.site, self.chosen = program, site, chosen
        self.watch = Watch()
        self.bucket = MemoryBucket(chosen, self.watch, program.Taken)
        self.known: dict = {}

    def edited(self):
        self.known.clear()

    def run(self, kill_after: int | None = None) -> bool:
        """Publishes; `False` if it was killed."""
        work = self.site.root / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        self.bucket.left, self.bucket.writes = kill_after, []
        publisher = self.program.Publisher(self.bucket, 300, work)
        since = publisher.since("")
        # Only what the bucket has and an edit make another list.
        key = tuple((folder / MANIFEST).read_bytes() for folder in since)
        if key not in self.known:
            given = [word for folder in since for word in ("--since", folder)]
            self.site.build("--changes", self.site.list, *given, *stores.WEEK)
            self.known[key] = hosts.read(self.site.list)
        lines = self.known[key]
        try:
            if lines:
                publisher.publish(lines, self.site.output)
        except Killed:
            return False
        finally:
            self.bucket.left = None
        hosts.Host(self.bucket.files).equals(self.site.output)
        assert not lines or self.bucket.writes[-1] == ("put", MANIFEST)
        return True


@pytest.mark.random
def test_killed_after_any_write(program, site):
    """Of a first upload and of a later one with files that are new, changed and gone."""
    chosen = random.Random(SEED)
    print(f"BUSYLIFE_SEED={SEED}")
    publishing = Publishing(program, site, chosen)
    bucket = publishing.bucket
    for name in ("first", "later"):
        before = dict(bucket.files), bucket.version
        assert publishing.run()
        writes = bucket.writes
        after = dict(bucket.files)
        assert len(writes) > 10
        for number in range(len(writes)):
            bucket.files, bucket.version = dict(before[0]), before[1]
            assert not publishing.run(number)
            assert publishing.run()
            assert bucket.files == after, (name, number)
        site.put(4, "Other", 20, "Quay")
        site.put(7, "New", 22)
        site.events.pop("5", None)
        site.note("b", "B")
        site.save()
        publishing.edited()
    assert publishing.watch.count > 300


@pytest.mark.random
def test_killed_among_new_pages_after_a_kill_among_changed_ones(program, site):
    """Pages that the first run sent may have links to them by now; those that the second began to send have none."""
    chosen = random.Random(SEED)
    print(f"BUSYLIFE_SEED={SEED}")
    publishing = Publishing(program, site, chosen)
    bucket = publishing.bucket
    site.write("site.yml", "views: [calendar, agenda, day]\n")
    assert publishing.run()
    site.note("b", "B")
    publishing.edited()
    before = dict(bucket.files), bucket.version
    assert publishing.run()
    count = [path for _, path in bucket.writes].index("index.html")
    bucket.files, bucket.version = before
    assert not publishing.run(count)
    assert "notes/b.html" in bucket.files and bucket.files["index.html"] == before[0]["index.html"]
    site.write("site.yml", "views: [calendar, week, day, agenda, year]\n")
    publishing.edited()
    before = dict(bucket.files), bucket.version
    assert publishing.run()
    after = dict(bucket.files)
    for number in range(len(bucket.writes)):
        bucket.files, bucket.version = dict(before[0]), before[1]
        assert not publishing.run(number)
        assert publishing.run()
        assert bucket.files == after, number


@pytest.mark.random
def test_killed_again_and_again(program, site):
    """Between edits, each on top of what the last one left."""
    chosen = random.Random(SEED)
    print(f"BUSYLIFE_SEED={SEED}")
    publishing = Publishing(program, site, chosen)
    runs = killed = 0
    # Chance may spare many runs.
    while runs < 25 or killed <= 5 or publishing.watch.count <= 20:
        assert runs < 500
        runs += 1
        killed += not publishing.run(chosen.choice([None, chosen.randrange(8), chosen.randrange(80)]))
        for _ in range(chosen.randrange(3)):
            site.edit(chosen)
            publishing.edited()
    assert publishing.run()


# ---- With rclone, on a server --------------------------------------------------------------------


def test_files_arrive_with_their_headers_and_in_order(store, site):
    _, writes = store.publish(site)
    store.equals(site.output)
    (site.root / "nothing").touch()
    lines = {line["path"]: line for line in site.changes("--since", site.root / "nothing", *stores.WEEK)}
    for request in writes:
        line = lines[request.path]
        assert (request.headers["Content-Type"], request.headers["Cache-Control"]) == (line["type"], line["cache"])
    assert [request.path for request in writes].count(MANIFEST) == 2
    assert writes[0].path == writes[-1].path == MANIFEST
    assert writes[0].headers["If-None-Match"] == "*" and "If-Match" in writes[-1].headers
    # What is the same is not touched.
    first = len(store.requests)
    said, writes = store.publish(site)
    assert "nothing to do" in said and writes == []
    assert [request.method for request in store.requests[first:]] == ["GET"]
    before = dict(store.files)
    site.put(4, "Other", 20)
    site.events.pop("5")
    site.save()
    _, writes = store.publish(site, "--lease", "60")
    store.equals(site.output)
    changed = {path for path, found in store.files.items() if before.get(path) != found}
    gone = before.keys() - store.files.keys()
    assert gone and {r.path for r in writes if r.method == "PUT"} == changed
    deletions = [number for number, request in enumerate(writes) if request.method == "DELETE"]
    assert {writes[number].path for number in deletions} == gone
    # Pages go before what they load or lead to.
    is_page = [".html" in writes[number].path for number in deletions]
    assert is_page == sorted(is_page, reverse=True) and len(set(is_page)) == 2
    # The manifest is replaced before files are deleted, and says of them that they may be there until they are gone.
    assert writes[deletions[0] - 1].path == MANIFEST and deletions[-1] == len(writes) - 2
    assert all(path in writes[deletions[0] - 1].body.decode() for path in gone)
    assert store.watch.count > 20 and not store.failures


def test_killed_after_each_of_some_requests(store, site):
    """Really killed, with rclone, and run again after another edit."""
    number = 0
    when = 1
    killed = 0
    while True:
        site.put(number % 8, f"Number {number}", 19 + number % 7)
        site.events.pop(str((number + 4) % 8), None)
        site.save()
        process = store.start(site, "--take-over")
        left = [when]

        def kill(request, process=process, left=left):
            left[0] -= request.is_write
            if request.is_write and left[0] == 0:
                os.killpg(process.pid, signal.SIGKILL)

        store.before = kill
        process.communicate()
        store.before = None
        assert process.returncode in (0, -signal.SIGKILL)
        if process.returncode == 0:
            break
        killed += 1
        number += 1
        when += 1 + when
    assert killed > 3 and not store.failures
    store.equals(site.output)


def test_built_files_are_not_touched(program, site):
    """A file whose ctime is another one would be read again by the next build."""
    lines = site.changes(*stores.WEEK)

    def stamps() -> list[int]:
        return [(site.output / line["path"]).stat().st_ctime_ns for line in lines]

    before = stamps()
    for line in lines:
        program.take(line, site.output, site.root / "batch")
        assert (site.root / "batch" / line["path"]).read_bytes() == (site.output / line["path"]).read_bytes()
    assert stamps() == before


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere rclone may outlive who started it")
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_rclone_ends_with_its_publisher(store, site, method):
    """However that ends: who takes over must not find its files replaced or deleted by what is left."""
    store.publish(site)
    site.put(1, "Other", 20)
    site.events.pop("5")
    site.save()
    process = store.start(site)
    go = threading.Event()

    def stand(request):
        if request.method != method or request.path == MANIFEST:
            return False
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        go.wait(120)
        return True

    store.before = stand
    try:
        # Its pipes are rclone's, too, which waits for an answer: they end when both have ended.
        process.communicate(timeout=40)
    finally:
        go.set()
    assert process.returncode == -signal.SIGKILL
    store.before = None
    store.publish(site, "--take-over")
    store.equals(site.output)


@pytest.fixture
def other(store, site, tmp_path, bare) -> Site:
    """What another publisher has: the site, which is published, with another change than this one's."""
    store.publish(site)
    (tmp_path / "other").mkdir()
    other = Site(tmp_path / "other", bare)
    other.put(1, "Theirs", 20)
    other.save()
    site.put(1, "Ours", 21)
    site.save()
    return other


def test_of_two_publishers_one_stops(store, site, other):
    """Both have read the manifest before either takes the lock."""
    together = threading.Barrier(2, timeout=60)

    def meet(request):
        if request.method == "PUT" and request.path == MANIFEST and not together.broken:
            try:
                together.wait(60)
            except threading.BrokenBarrierError:
                return
            # The commits are made by one alone.
            together.abort()

    store.before = meet
    first = len(store.requests)
    both = [store.start(site), store.start(other)]
    said = [process.communicate() for process in both]
    assert sorted(process.returncode for process in both) == [0, LATER], said
    loser = 0 if both[0].returncode else 1
    assert "somebody else has published in the meantime; run it again" in said[loser][1]
    refused = [request for request in store.requests[first:] if request.status == 412]
    assert len(refused) == 1
    winner = (other, site)[loser]
    store.equals(winner.output)
    # Run again, it wins.
    store.before = None
    store.publish((site, other)[loser])
    store.equals((site, other)[loser].output)
    assert not store.failures


def test_the_lock_of_a_killed_publisher_ends(store, site):
    # So long that the time between the runs does not matter.
    process = store.start(site, "--lease", "20000")

    def kill(request):
        if request.method == "PUT" and request.path != MANIFEST:
            os.killpg(process.pid, signal.SIGKILL)

    store.before = kill
    process.communicate()
    store.before = None
    said, writes = store.publish(site, expect=LATER)
    assert "somebody is publishing there" in said and "--take-over" in said and writes == []
    stores.grow_old(10_000)
    store.publish(site, expect=LATER)
    stores.grow_old(10_000)
    store.publish(site)
    store.equals(site.output)


def test_who_has_lost_the_lock_changes_nothing_more(store, site, other):
    """A publisher that stood still so long that another took over."""
    go, stands = threading.Event(), threading.Event()
    seen = []

    def stand(request):
        seen.append(request.path == MANIFEST and request.method == "PUT")
        if seen.count(True) == 2 and seen[-1]:
            stands.set()
            assert go.wait(60)

    store.before = stand
    process = store.start(site)
    assert stands.wait(60)
    store.before = None
    store.publish(other, "--take-over")
    first = len(store.requests)
    go.set()
    _, said = process.communicate()
    assert process.returncode == LATER and "in the meantime" in said
    assert [(r.method, r.status) for r in store.requests[first:] if r.is_write] == [("PUT", 412)]
    store.equals(other.output)


def test_a_failure_gives_the_lock_back(store, site):
    store.before = lambda request: request.path == "index.html"
    said, writes = store.publish(site, expect=LATER)
    assert "rclone" in said and writes[-1].path == MANIFEST
    store.before = None
    store.publish(site)
    store.equals(site.output)


def test_only_one_audience_goes_to_a_place(store, site):
    site.write("site.yml", "title: Here\naudiences:\n  - {name: public, privacy: busy}\n"
               "  - {name: team, privacy: full}\n")  # fmt: skip
    said, writes = store.publish(site, expect=USAGE)
    assert "--folder" in said and writes == []
    store.publish(site, "--folder", "public")
    store.equals(site.output / "public")
    # The folder is below the output, however it is written.
    for word in ("/public", "./public/"):
        said, writes = store.publish(site, "--folder", word)
        assert "nothing to do" in said and writes == []
    said, writes = store.publish(site, "--folder", "../site/team", expect=USAGE)
    assert "--folder" in said and writes == []
    site.write("site.yml", (site.folder / "site.yml").read_text().replace("Here", "There"))
    store.publish(site, "--folder", "/public")
    store.equals(site.output / "public")
    assert b"Ferry" not in b"".join(store.files.values())
    said, writes = store.publish(site, "--folder", "public")
    assert "nothing to do" in said and writes == []


def test_what_is_refused(store, site, program):
    for words, code, expected in [
        (["--command", "false"], 1, "nothing is published"),
        (["--folder", "nowhere"], USAGE, "--folder"),
    ]:
        said, writes = store.publish(site, *words, expect=code)
        assert expected in said and writes == []
    for text in (b"<html>", b"busylife-gen 2\nindex.html\t1\t00\ttext/html\n", b"busylife-gen 3\n\n", b"\xff\xfe",
                 b"busylife-gen 2\nindex.html\tone\t00\ttext/html\n\n"):  # fmt: skip
        with pytest.raises(program.Stop):
            program.rows_of(text)


def test_programs_that_are_missing(store, site, monkeypatch):
    """Said before the store is asked, the site is built or a lock is taken."""
    (site.root / "text").touch()
    first = len(store.requests)
    for words in (["--command", "no-such-command"], ["--command", site.root / "text"]):
        said, _ = store.publish(site, *words, expect=USAGE)
        assert str(words[1]) in said
    monkeypatch.setenv("PATH", str(site.root))
    said, _ = store.publish(site, expect=USAGE)
    assert "rclone" in said
    assert store.requests[first:] == [] and not site.output.exists()


# ---- Requests ------------------------------------------------------------------------------------


def test_signatures_are_those_of_amazon(program, monkeypatch):
    """As its own library computes them."""
    from botocore.auth import S3SigV4Auth
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials

    for token in ("", "a/token+of=a session"):
        for name, value in (stores.KEYS | {"AWS_SESSION_TOKEN": token, "AWS_REGION": "eu-north-1"}).items():
            monkeypatch.setenv(name, value)
        for place, endpoint in (("calendar", None), ("a.b/c d/é", "https://x.example.org:9000/")):
            bucket = program.Bucket(place, endpoint)
            now = time.gmtime(1_790_000_000)
            ours = bucket.signed("PUT", b"some bytes", now)
            theirs = AWSRequest("PUT", bucket.url, data=b"some bytes")
            theirs.headers["X-Amz-Content-SHA256"] = hashlib.sha256(b"some bytes").hexdigest()
            theirs.context["timestamp"] = time.strftime("%Y%m%dT%H%M%SZ", now)
            theirs.headers["X-Amz-Date"] = theirs.context["timestamp"]
            signer = S3SigV4Auth(Credentials("key", "secret", token or None), "s3", "eu-north-1")
            if token:
                theirs.headers["X-Amz-Security-Token"] = token
            canonical = signer.canonical_request(theirs)
            text = signer.string_to_sign(theirs, canonical)
            assert ours["Authorization"].endswith(f"Signature={signer.signature(text, theirs)}")
            assert f"SignedHeaders={signer.signed_headers(signer.headers_to_sign(theirs))}" in ours["Authorization"]


def test_an_answer_that_is_lost(program, monkeypatch):
    """The request was carried out, and is refused when it is made again."""
    for name, value in stores.KEYS.items():
        monkeypatch.setenv(name, value)
    bucket = program.Bucket("calendar", "http://127.0.0.1:9")
    line = {"type": "a", "cache": "b"}
    date = {"Date": "Mon, 23 Nov 2026 12:00:10 GMT", "Last-Modified": "Mon, 23 Nov 2026 12:00:00 GMT", "ETag": '"2"'}
    answers = {"PUT": (412, {}, b""), "GET": (200, date, b"ours")}
    monkeypatch.setattr(bucket, "request", lambda method, *_: answers[method])
    assert bucket.swap(b"ours", '"1"', line) == '"2"' and bucket.get()[2] == 10
    with pytest.raises(program.Taken):
        bucket.swap(b"others", '"1"', line)
