"""A real browser for the tests and for screenshots: the system's Chromium, by Playwright.

Debian's headless shell is preferred: the same engine of the same version without a user interface, which opens a
page in a third of the processor time."""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

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


@contextmanager
def chromium():
    """One browser, closed at the end. As root, for example in a container, it has to run without its sandbox."""
    options = ["--disable-dev-shm-usage"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=options)
        try:
            yield browser
        finally:
            browser.close()


class _Quiet(SimpleHTTPRequestHandler):
    # Connections are kept open: a page requests some thirty files.
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass


class _WithMissing(_Quiet):
    """A host that answers with 404.html for missing files, as most static hosts do."""

    missing = Path()

    def send_error(self, code, message=None, explain=None):
        if code != 404:
            return super().send_error(code, message, explain)
        body = self.missing.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def served(folder: Path, missing: str | None = None):
    """Serves a folder by a plain static server on this machine; gives its address.

    If `missing` is a file of the folder, the server answers with it for missing files."""
    handler = _Quiet if missing is None else type("Handler", (_WithMissing,), {"missing": folder / missing})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def watched(browser: Browser, problems: list[str], now: str | None = None, is_routed: bool = False, **context):
    """A page that records errors, violations of its policy, and missing files.

    `is_routed` is for tests that call `page.route` on an open page. A page takes some time to learn that requests
    are intercepted, and its requests in between pass unnoticed; so they are intercepted from the start."""
    with browser.new_context(**context) as opened:
        opened.set_default_timeout(PATIENCE * 1000)
        if is_routed:
            opened.route("**/no-file-has-this-name", lambda route: route.continue_())
        opened.add_init_script(WATCH)
        page = opened.new_page()
        page.on(
            "console", lambda m: m.type in ("error", "warning") and problems.append(f"{page.url}: {m.text}")
        )
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        # Requests still pending when the page was left are not errors of the page.
        page.on(
            "requestfailed",
            lambda r: r.failure != "net::ERR_ABORTED"
            and problems.append(f"{page.url}: {r.url}: {r.failure}"),
        )
        page.on(
            "response", lambda r: r.status >= 400 and problems.append(f"{page.url}: {r.url}: {r.status}")
        )
        page.on(
            "dialog", lambda dialog: (problems.append(f"{page.url}: {dialog.message}"), dialog.dismiss())
        )
        if now:
            page.clock.set_fixed_time(now)
        yield page


def settle(page: Page) -> None:
    """Waits until the page has loaded and its scripts have run."""
    page.wait_for_load_state("load")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")


# Resolves when for 300 ms of the page's own time, and at least eight frames, nothing has scrolled or changed and no
# section has been loading. That is longer than any timer after which the scripts scroll, change something or write the
# address; the announcement for screen readers comes with the last of these. On a busy machine, timers and frames of the
# page are late together, so nothing is missed.
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
