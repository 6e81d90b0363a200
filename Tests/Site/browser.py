"""A real browser for the tests and for screenshots: the system's Chromium, by Playwright.

Debian's headless shell is preferred: the same engine of the same version without a user interface, which opens a page
for a third of the processor time."""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

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
    """One browser, closed at the end. Root, as in a container, has to run it without its sandbox."""
    options = ["--disable-dev-shm-usage"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=options)
        try:
            yield browser
        finally:
            browser.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class _WithMissing(_Quiet):
    """A host that answers with 404.html what it does not have, as most hosts of static sites do."""

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
    """A folder behind a plain static server on this machine; gives its address.

    With `missing`, a file of the folder, the server answers with it what it does not have."""
    handler = _Quiet if missing is None else type("Handler", (_WithMissing,), {"missing": folder / missing})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def watched(browser: Browser, problems: list[str], now: str | None = None, **context):
    """A page whose every complaint is written down: errors, refusals of its policy, lost files."""
    with browser.new_context(**context) as opened:
        opened.set_default_timeout(10_000)
        opened.add_init_script(WATCH)
        page = opened.new_page()
        page.on(
            "console", lambda m: m.type in ("error", "warning") and problems.append(f"{page.url}: {m.text}")
        )
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        # What was still on its way when the page was left is no fault of the page.
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
    """Waits until the page has loaded and its scripts have had their turn."""
    page.wait_for_load_state("load")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")


def violations(page: Page) -> list[str]:
    return [f"{page.url}: {v}" for v in page.evaluate("() => window.violations || []")]
