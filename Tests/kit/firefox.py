"""Firefox, as packaged by Debian, by WebDriver BiDi: Playwright drives only its own build of Firefox.

https://www.w3.org/TR/webdriver-bidi/
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections import deque
from contextlib import ExitStack, contextmanager
from pathlib import Path

from websockets.sync.client import connect

import clock
import surroundings
from browser import PATIENCE
from stage import REST


def executable() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


# https://www.w3.org/TR/webdriver2/#keyboard-actions
KEYS = {"ArrowLeft": "\uE012", "ArrowUp": "\uE013", "ArrowRight": "\uE014", "ArrowDown": "\uE015"}


class Page:
    """One tab."""

    def __init__(self, socket):
        self.socket = socket
        self.sent = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method: str, **params):
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(timeout=2 * PATIENCE))
            if answer.get("id") == self.sent:
                assert answer["type"] == "success", f"{method}: {answer}"
                return answer["result"]

    def view(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def goto(self, url: str) -> None:
        """Opens a page that is not the present one, and waits until it has been loaded.

        Firefox itself is not asked to wait: it answers too early, or on a busy machine never, if a page changes its own
        address meanwhile, as ours do after scrolling."""
        self.evaluate("window.isLeft = true")
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="none")
        self.wait_for("!window.isLeft && document.readyState === 'complete'", 2 * PATIENCE)

    def evaluate(self, expression: str):
        """The value of an expression, through JSON."""
        found = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            awaitPromise=True,
            target={"context": self.context},
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def wait_for(self, expression: str, seconds: float = PATIENCE) -> None:
        """Waits until an expression is true. If it throws, or the page goes while it is asked, it is not true yet."""
        end = time.monotonic() + seconds
        found = None
        while True:
            try:
                if found := self.evaluate(expression):
                    return
            except AssertionError as error:
                found = error
            assert time.monotonic() < end, f"never true: {expression}: {found}"
            time.sleep(0.02)

    def wait_for_timeout(self, milliseconds: float) -> None:
        """As Playwright's pages have it."""
        time.sleep(milliseconds / 1000)

    def wait_for_rest(self) -> None:
        """Waits until scrolling has ended: turns of the wheel are animated."""
        self.evaluate(f"({REST})()")

    def wheel(self, x: int, y: int, by: int) -> None:
        action = {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": by}
        wheel = {"type": "wheel", "id": "wheel", "actions": [action]}
        self.ask("input.performActions", context=self.context, actions=[wheel])

    def print(self, file: Path, paper: tuple[float, float], isWide: bool) -> None:
        """Prints to a PDF. `paper`: its width and height in points, upright; the margins are those of print.css."""
        width, height = (side / 72 * 2.54 for side in paper)
        found = self.ask(
            "browsingContext.print",
            context=self.context,
            page={"width": width, "height": height},
            margin={"top": 1.1, "left": 1.1, "right": 1.1, "bottom": 1.2},
            orientation="landscape" if isWide else "portrait",
        )
        file.write_bytes(base64.b64decode(found["data"]))

    def press(self, key: str) -> None:
        """Presses a key and lets it go: a character, or one of the names of `KEYS`."""
        value = KEYS.get(key, key)
        strokes = [{"type": stroke, "value": value} for stroke in ("keyDown", "keyUp")]
        keys = {"type": "key", "id": "keys", "actions": strokes}
        self.ask("input.performActions", context=self.context, actions=[keys])

    def release(self) -> None:
        """Lets go of all keys and buttons."""
        self.ask("input.releaseActions", context=self.context)


@contextmanager
def opened():
    """A tab of a Firefox with its own profile, which is removed afterwards. Its whole process has a clock that flows
    from the NOW of the tests: with scripts that come before those of pages, it waits forever for some drawings."""
    with tempfile.TemporaryDirectory(prefix="busylife-firefox-", ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [executable(), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=surroundings.unfaked() | clock.flowing(surroundings.INSTANT),
        )
        try:
            for line in process.stderr:
                if found := re.search(r"BiDi listening on (ws://\S+)", line):
                    break
            else:
                raise RuntimeError("Firefox ended before it listened")
            # A pipe that nobody reads fills, and then Firefox waits forever.
            threading.Thread(target=deque, args=(process.stderr, 0), daemon=True).start()
            with connect(f"{found[1]}/session", max_size=None, ping_interval=None) as socket:
                yield Page(socket)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


class Firefox:
    """One tab for all tests, opened when it is first asked for, and again after a test in which it did not answer."""

    def __init__(self):
        self.running = ExitStack()
        self.page: Page | None = None

    def tab(self) -> Page:
        if self.page is None:
            self.page = self.running.enter_context(opened())
        return self.page

    def close(self) -> None:
        self.page = None
        self.running.close()
