"""A real browser for the tests and for screenshots: the system's Chromium, by Playwright.

Debian's headless shell is preferred: the same engine of the same version without a user interface, which opens a
page in a third of the processor time."""

from __future__ import annotations

import json
import os
import shutil
import threading
from contextlib import contextmanager, suppress
from email.utils import formatdate
from mimetypes import guess_type
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from urllib.parse import quote, unquote, urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

import surroundings

# The greatest number of seconds a test waits for something. This only bounds how late a failure is reported: a test
# continues as soon as what it waits for has happened, and the machine may be busy with other things.
PATIENCE = 60

WATCH = """
window.violations = [];
document.addEventListener('securitypolicyviolation', event =>
  window.violations.push(`${event.violatedDirective} refuses ${event.blockedURI || event.sample}`));
"""


def executable() -> str:
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    for path in (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ):
        if Path(path).exists():
            return path
    raise RuntimeError("There is no Chromium: install the package chromium")


class Chromium:
    """The browser as tests have it: no page can be opened without a clock of its own. It stands still at `now`, if that
    is given, and else flows from the NOW of the tests."""

    def __init__(self, browser: Browser):
        self.__browser = browser
        # The script that is the clock of each context.
        self.__clocks: dict = {}

    def new_context(self, now: str | None = None, **options) -> BrowserContext:
        context = self.__browser.new_context(**options)
        context.on("close", lambda: self.__clocks.pop(context, None))
        self.wind(context, now)
        return context

    def new_page(self, now: str | None = None, **options) -> Page:
        page = self.__browser.new_page(**options)
        page.context.add_init_script(surroundings.clock(now))
        return page

    def wind(self, context: BrowserContext, now: str | None) -> None:
        """Gives a context a new clock: pages that it opens from now on have that."""
        if before := self.__clocks.pop(context, None):
            before.close()
        self.__clocks[context] = context.add_init_script(surroundings.clock(now))


@contextmanager
def chromium():
    """One browser, closed at the end. Root, as in a container, has to run it without its sandbox."""
    # Pages of one context share a process: see `lent`.
    options = ["--disable-dev-shm-usage", "--renderer-process-limit=1"]
    # Sites and contexts are many, and none lives long enough to gain from code that V8 optimises while it runs.
    options += ["--js-flags=--liftoff-only --no-opt"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=options, env=surroundings.unfaked())
        try:
            yield Chromium(browser)
        finally:
            KEPT.clear()
            browser.close()


class Folder(StreamRequestHandler):
    """Answers as a plain static server does. A page asks for some thirty files, so it does no more than that, and takes
    a part of the time that the standard library's handler takes."""

    root = Path()
    # A file of the folder: the answer where there is no file of that name, as most hosts of static sites give it.
    missing: str | None = None
    wbufsize = -1
    disable_nagle_algorithm = True

    def handle(self):
        # A browser that leaves a page breaks off what it asked for.
        with suppress(ConnectionError):
            while self.answer():
                self.wfile.flush()

    def finish(self):
        with suppress(ConnectionError):
            super().finish()

    def answer(self) -> bool:
        """Answers one request, and says whether another may follow on this connection."""
        words = self.rfile.readline().decode("latin-1").split()
        fields = {}
        while line := self.rfile.readline().strip():
            name, _, value = line.decode("latin-1").partition(":")
            fields[name.lower()] = value.strip()
        if len(words) != 3:
            return False
        method, target, _ = words
        if method not in ("GET", "HEAD"):
            self.send(method, "405 Method Not Allowed", b"")
            return False
        self.find(method, unquote(target.partition("?")[0]), fields.get("if-modified-since"))
        return fields.get("connection", "").lower() != "close"

    def find(self, method: str, path: str, known: str | None) -> None:
        steps = [step for step in path.split("/") if step not in ("", ".")]
        file = self.root.joinpath(*steps)
        if file.is_dir():
            if not path.endswith("/"):
                return self.send(method, "301 Moved Permanently", b"", f"Location: {quote(path)}/")
            file /= "index.html"
        if ".." in steps or not file.is_file():
            body = (self.root / self.missing).read_bytes() if self.missing else b"There is no such file."
            return self.send(method, "404 Not Found", body, "Content-Type: text/html")
        stamp = formatdate(file.stat().st_mtime, usegmt=True)
        # The names of assets change with what they hold. All else is asked for again, since tests change it.
        control = "max-age=3600" if "assets" in steps else "no-cache"
        more = [f"Last-Modified: {stamp}", f"Cache-Control: {control}"]
        if known == stamp:
            return self.send(method, "304 Not Modified", None, *more)
        kind = guess_type(file.name)[0] or "application/octet-stream"
        self.send(method, "200 OK", file.read_bytes(), f"Content-Type: {kind}", *more)

    def send(self, method: str, status: str, body: bytes | None, *fields: str) -> None:
        length = [] if body is None else [f"Content-Length: {len(body)}"]
        self.wfile.write("\r\n".join([f"HTTP/1.1 {status}", *fields, *length, "", ""]).encode("latin-1"))
        if body and method == "GET":
            self.wfile.write(body)


class Server(ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 64


@contextmanager
def served(folder: Path, missing: str | None = None):
    """Serves a folder by a plain static server on this machine; gives its address.

    With `missing`, a file of the folder, the server answers with it what it does not have."""
    handler = type("Handler", (Folder,), {"root": Path(folder), "missing": missing})
    with Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


# Contexts that wait for another test, by their options; the one used last comes last. Each has a page that is empty and
# keeps the process of the others alive: a page that is opened beside it costs about half of what the first one costs.
KEPT: dict[str, BrowserContext] = {}
MOST_KEPT = 4


@contextmanager
def lent(browser: Chromium, now: str | None, is_routed: bool, is_fresh: bool, options: dict):
    """A context in which nothing is stored, and a page of it.

    A context is used again by a test that asks for the same options, if the test before passed and left nothing behind
    but what one site has stored. Only the files of sites that may be kept by their name are still known to it."""
    key = json.dumps([id(browser), now, is_routed, options], sort_keys=True)
    is_fresh = is_fresh or not options.get("java_script_enabled", True)
    context = None if is_fresh else KEPT.pop(key, None)
    is_new = context is None
    if is_new:
        context = browser.new_context(now, **options)
        context.set_default_timeout(PATIENCE * 1000)
        if is_routed:
            context.route("**/no-file-has-this-name", lambda route: route.continue_())
        context.add_init_script(WATCH)
    elif not now:
        browser.wind(context, now)
    try:
        page = context.new_page()
        origins: set[str] = set()
        page.on("framenavigated", lambda frame: origins.add(urlsplit(frame.url)[:2]))
        yield page
        if is_fresh or not is_clean(page, origins - {("about", "")}) or len(context.pages) != (1 if is_new else 2):
            return
        if is_new:
            empty = context.new_page()
            empty.route("**", lambda route: route.fulfill(body="", content_type="text/html"))
            empty.goto("{}://{}/".format(*urlsplit(page.url)))
            empty.unroute_all()
        page.close()
        KEPT[key], context = context, None
        if len(KEPT) > MOST_KEPT:
            KEPT.pop(next(iter(KEPT))).close()
    finally:
        if context:
            context.close()


# Forgets what a site has stored, and says whether nothing else was changed.
CLEAR = """async () => {
  localStorage.clear();
  return navigator.onLine && !document.cookie && (await indexedDB.databases()).length === 0;
}"""


def is_clean(page: Page, origins: set[tuple[str, str]]) -> bool:
    """Clears what the one site that was visited has stored; says whether that was all that was left."""
    here = urlsplit(page.url)[:2]
    if origins != {here} or here[0] != "http":
        return False
    try:
        return page.evaluate(CLEAR)
    except Error:
        return False


@contextmanager
def watched(
    browser: Chromium, problems: list[str], now: str | None = None, is_routed: bool = False, is_fresh: bool = False,
    **options,
):
    """A page whose every complaint is written down: errors, refusals of its policy, lost files.

    Its clock stands still at `now`, or flows from the NOW of the tests; timers run in either case.
    `is_routed` is for tests that call `page.route` on a page that is open. A page takes some time to hear that requests
    are intercepted from now on, and what it asks for meanwhile passes by; so they are from the start.
    `is_fresh` is for tests that change something of the context, or need a browser that knows no file of the site."""
    with lent(browser, now, is_routed, is_fresh, options) as page:
        page.on("console", lambda m: m.type in ("error", "warning") and problems.append(f"{page.url}: {m.text}"))
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        # Requests still pending when the page was left are not errors of the page.
        page.on(
            "requestfailed",
            lambda r: r.failure != "net::ERR_ABORTED" and problems.append(f"{page.url}: {r.url}: {r.failure}"),
        )
        page.on("response", lambda r: r.status >= 400 and problems.append(f"{page.url}: {r.url}: {r.status}"))
        page.on("dialog", lambda dialog: (problems.append(f"{page.url}: {dialog.message}"), dialog.dismiss()))
        yield page


def settle(page: Page) -> None:
    """Waits until the page has loaded and its scripts have run."""
    page.wait_for_load_state("load")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")


# Resolves when for 300 ms of the page's own time, and at least eight frames, nothing has scrolled or changed and no
# section has been on its way. That is longer than any timer of the scripts after which they scroll, change something or
# write the address; what a status says for screen readers comes with the last of these. Timers and frames of the page
# are late together where the machine is busy, so that nothing is missed.
REST = """() => new Promise((done, fail) => {
  let since, frames;
  const heard = () => { since = document.timeline.currentTime; frames = 0 };
  const isStatus = node => (node.closest ? node : node.parentElement)?.closest('[role=status]');
  let changed;
  const changes = new MutationObserver(records => {
    const record = records.find(({target}) => !isStatus(target));
    if (!record) return;
    changed = record;
    heard();
  });
  changes.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  const kinds = ['scroll', 'resize'];
  for (const kind of kinds) addEventListener(kind, heard, {capture: true, passive: true});
  const began = document.timeline.currentTime;
  const look = () => {
    if (document.querySelector('.waiting:not(:has([role=alert])), main[aria-busy=true]')) heard();
    frames += 1;
    if (document.timeline.currentTime - began > 60000)
      return void fail(new Error(`never at rest: ${changed?.type} of ${changed?.target.outerHTML?.slice(0, 200)}`));
    if (frames < 8 || document.timeline.currentTime - since < 300) return void requestAnimationFrame(look);
    changes.disconnect();
    for (const kind of kinds) removeEventListener(kind, heard, {capture: true});
    done();
  };
  heard();
  requestAnimationFrame(look);
})"""


def stopped(page: Page) -> None:
    """Waits until nothing scrolls or loads, and the address has been written."""
    page.evaluate(REST)


def violations(page: Page) -> list[str]:
    return [f"{page.url}: {v}" for v in page.evaluate("() => window.violations || []")]
