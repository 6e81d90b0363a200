"""A page as a reader meets it: a month of 500 events of three years, beside FullCalendar with the same events.

    .venv/bin/python Benchmarks/reader.py [--runs 7] [--record]

The browser knows nothing of the site, and the server on this machine compresses what it sends. The month is seen in the
first frame after one of its events is in the page; in that frame the link or button to the next month is clicked, and
the click is answered when the page says that it shows the next month. Once as this machine is, and once as Lighthouse
has a phone: 1.6 Mbit/s, 150 ms to the server, and a processor that is four times slower. With --record the figures go
to docs/performance.md.

FullCalendar is the bundle in the package collective.fullcalendar of PyPI, and gets the events of these years as JSON.
It is not installed, since it would bring Plone; without a network, its columns are left out."""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import zipfile
from contextlib import contextmanager
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tests/kit"))

import browser as chrome  # noqa: E402
from parts.measure import output, table  # noqa: E402
from parts.report import record  # noqa: E402
from parts.single_events import Event, component, generated, write_calendar  # noqa: E402
from parts.site import build  # noqa: E402

PEER = "collective.fullcalendar==1.6"
BUNDLE = "collective/fullcalendar/browser/static/js/main.min.js"
FIRST, LAST = date(2025, 1, 1), date(2028, 1, 1)

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bench</title>
<script src="fullcalendar.js"></script></head><body><div id="calendar"></div><script>
new FullCalendar.Calendar(document.getElementById('calendar'), {
  initialView: 'dayGridMonth', initialDate: '2026-10-14', timeZone: 'Europe/Berlin', events: 'events.json',
}).render();
</script></body></html>
"""

# Times are kept over the navigation that a click may be.
WATCH = """({event, next, isAnswered}) => {
  const now = () => performance.timeOrigin + performance.now();
  const said = name => Number(sessionStorage.getItem(name));
  if (!said('start')) sessionStorage.setItem('start', performance.timeOrigin);
  const look = () => {
    if (!said('seen') && document.querySelector(event)) {
      requestAnimationFrame(() => {
        sessionStorage.setItem('seen', now());
        document.querySelector(next).click();
      });
    } else if (said('seen') && document.body && isAnswered()) {
      sessionStorage.setItem('answered', now());
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
TIMES = """() => ['start', 'seen', 'answered'].map(name => Number(sessionStorage.getItem(name)))"""

OURS = {"event": "main a[href*='/event/']", "next": "a[rel=next]",
        "isAnswered": "() => document.body.dataset.section === '2026-11'"}  # fmt: skip
THEIRS = {"event": ".fc-event", "next": ".fc-next-button",
          "isAnswered": "() => document.querySelector('.fc-toolbar-title')?.innerText === 'November 2026'"}  # fmt: skip


@functools.cache
def packed(body: bytes) -> bytes:
    return gzip.compress(body, 9)


@contextmanager
def served(folder: Path):
    """Serves a folder as usual hosts do: compressed. Gives the address."""

    class Handler(chrome.Folder):
        root = folder

        def send(self, method, status, body, *fields):
            if body and not any("image/" in field or "octet-stream" in field for field in fields):
                body, fields = packed(body), (*fields, "Content-Encoding: gzip")
            super().send(method, status, body, *fields)

    with chrome.Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


def ours(folder: Path, events: list[Event]) -> str:
    """Builds the site; gives the path of its month."""
    content = folder / "content"
    content.mkdir(parents=True)
    (content / "site.yml").write_text("title: Bench\n")
    write_calendar(content / "events.ics", [line for event in events for line in component(event)])
    output(*build(content, folder / "site", FIRST.year, LAST.year - FIRST.year))
    return "calendar/2026-10.html"


def theirs(folder: Path, events: list[Event]) -> str | None:
    """Writes the page of FullCalendar and its events; `None` if it can't be fetched."""
    site = folder / "site"
    site.mkdir(parents=True)
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", PEER]
    if subprocess.run([*fetch, "--dest", folder]).returncode != 0:
        return None
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as package:
        (site / "fullcalendar.js").write_bytes(package.read(BUNDLE))
    (site / "index.html").write_text(PAGE)
    (site / "events.json").write_text(json.dumps([
        {"id": event.uid, "title": event.title, "allDay": event.all_day, "location": event.place,
         "start": f"{event.day}" if event.all_day else event.start.isoformat(),
         "description": event.text, "category": event.category,
         **({} if event.all_day else {"end": event.end.isoformat()})}
        for event in events
    ], ensure_ascii=False))  # fmt: skip
    return "index.html"


def read(browser, address: str, marks: dict, viewport: dict, slow: bool) -> tuple[float, float, int, int]:
    """Milliseconds to the month and from the click to its answer; files, and bytes as they were sent, until then."""
    context = browser.new_context(viewport=viewport)
    try:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        if slow:
            session.send("Network.emulateNetworkConditions", {
                "offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750,
            })  # fmt: skip
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        loaded: list[float] = []
        session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
        given = f"event: {json.dumps(marks['event'])}, next: {json.dumps(marks['next'])}"
        page.add_init_script(f"({WATCH})({{{given}, isAnswered: {marks['isAnswered']}}})")
        page.goto(address)
        page.wait_for_function("() => sessionStorage.getItem('answered')")
        start, seen, answered = page.evaluate(TIMES)
        return seen - start, answered - seen, len(loaded), int(sum(loaded))
    finally:
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    events = generated(500, FIRST, LAST)
    rows = []
    with tempfile.TemporaryDirectory() as folder, chrome.chromium() as browser:
        pages = [("busylife-gen", ours, OURS), ("FullCalendar 6.1", theirs, THEIRS)]
        made = [(name, Path(folder) / str(index), make(Path(folder) / str(index), events), marks)
                for index, (name, make, marks) in enumerate(pages)]  # fmt: skip
        made = [one for one in made if one[2]]
        for what, viewport, slow in (
            ("this machine, 1280 × 800", {"width": 1280, "height": 800}, False),
            ("a phone, 390 × 844", {"width": 390, "height": 844}, True),
        ):
            found: dict[str, list] = {name: [] for name, *_ in made}
            for _ in range(options.runs + 1):
                for name, place, path, marks in made:
                    with served(place / "site") as address:
                        found[name].append(read(browser, f"{address}/{path}", marks, viewport, slow))
            for name, all_runs in found.items():
                parts = zip(*all_runs[1:])
                seen, answered, files, size = (statistics.median(part) for part in parts)
                rows.append([what, name, f"{seen:,.0f} ms", f"{answered:,.0f} ms", f"{files:.0f}",
                             f"{size / 1e3:,.0f} kB"])  # fmt: skip
    lines = [
        "## Part 8: a page as a reader meets it",
        "",
        "A month of 500 events of three years, with nothing in the browser's cache; medians. FullCalendar gets the "
        "events settled, as JSON. The phone is Lighthouse's: 1.6 Mbit/s, 150 ms, a processor four times slower.",
        "",
        *table(["where", "page", "month seen after", "first click answered after", "files", "sent"], rows),
        "",
    ]
    print("\n".join(lines))
    if options.record:
        record(lines)


main()
