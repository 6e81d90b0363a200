"""What the tests of pages share: the current time, the window, and waiting for a page."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import surroundings
import tool
from browser import PATIENCE, REST, stopped, watched  # noqa: F401 (tests import them from here)

NOW = tool.NOW
ZONE = "UTC+8"
# The day in that zone.
TODAY = f"{surroundings.INSTANT + timedelta(hours=8):%Y-%m-%d}"
# Whether a live region contains a text.
SAID = "text => [...document.querySelectorAll('[role=status]')].some(e => e.textContent.includes(text))"
SIZES = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


@dataclass
class Site:
    """A built site behind a static server."""

    address: str
    root: Path


def month_after(month: str, months: int = 1) -> str:
    year, number = map(int, month.split("-"))
    total = year * 12 + number - 1 + months
    return f"{total // 12:04}-{total % 12 + 1:02}"


# The first and the last published month of the sample, on whatever day tests take place.
WINDOW = ("2025-11", "2028-11")
PUBLISHED = ("--from", f"{WINDOW[0]}-01", "--to", f"{month_after(WINDOW[1])}-01")
if not WINDOW[0] <= NOW[:7] <= WINDOW[1]:
    raise SystemExit(f"BUSYLIFE_TEST_NOW={NOW}: choose a time from {WINDOW[0]} to {WINDOW[1]}, as the sample has")


def months_between(first: str, last: str) -> list[str]:
    """All months from the first to the last, both included."""
    found = [first]
    while found[-1] < last:
        found.append(month_after(found[-1]))
    return found


def ready(page) -> None:
    """Waits until the modules have started."""
    page.wait_for_selector("body[data-scripts=ready]")
    frame(page)


@contextmanager
def opened(chromium, site: Site, path: str, size: str = "wide", **context):
    """A page whose modules have started."""
    with watched(chromium, [], viewport=SIZES[size], **context) as page:
        page.goto(f"{site.address}/{path}")
        ready(page)
        yield page


def frame(page) -> None:
    """Waits until the next frame has been drawn."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def near(page) -> None:
    """Moves the pointer near a timeline, and waits for its scripts."""
    page.locator("main .timed").first.evaluate("e => e.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
    page.wait_for_selector("body[data-timeline=ready]")


def shows(page, script: str, expected, arg=None, seconds: float = PATIENCE) -> None:
    """Waits until a value that a script reads from the page is as expected, and shows the last value if it never is.

    The page says, draws and moves things a frame or more after an input."""
    until = time.monotonic() + seconds
    while (found := page.evaluate(script, arg)) != expected and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert found == expected


def until(page, isSo) -> None:
    """Waits until a condition in the test holds, for example that a route has been requested."""
    end = time.monotonic() + PATIENCE
    while not isSo():
        assert time.monotonic() < end, f"condition not met in {PATIENCE} s"
        page.wait_for_timeout(10)


def wheel(page, by: float, times: int = 1) -> None:
    """Turns the wheel, at most once a frame."""
    for _ in range(times):
        page.mouse.wheel(0, by)
        page.evaluate("() => new Promise(requestAnimationFrame)")


def days(page, scope: str = "main") -> dict[str, list[list]]:
    """The contents of each visible day: title, start and end of every event, in order."""
    return page.evaluate(
        """scope => Object.fromEntries([...document.querySelectorAll(`${scope} [data-date]`)]
          .filter(day => !day.matches('.out')).map(day => [day.dataset.date,
            [...day.querySelectorAll('.event')].map(e => [e.dataset.uid, e.dataset.start, e.dataset.end])]))""",
        scope,
    )


def sections(page) -> list[str]:
    """The sections of the document, in order."""
    return page.evaluate("[...document.querySelectorAll('main .leaf > [data-section]')].map(e => e.dataset.section)")


def agenda(start: str, end: str, zone: str = ZONE, content=tool.CONTENT) -> dict:
    """The output of `busylife-gen agenda`, parsed."""
    result = tool.run(
        "agenda", "--content", content, "--tz", zone, "--from", start, "--to", end, "--now", NOW, "--format", "json",
        expect=0,
    )
    return json.loads(result.out)


def expected(start: str, end: str, zone: str = ZONE) -> dict[str, list[list]]:
    return {
        day["date"]: [[event["uid"], event["start"], event["end"]] for event in day["events"]]
        for day in agenda(start, end, zone)["days"]
    }
