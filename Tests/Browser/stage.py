"""What the tests of pages share: the instant, the window, and how to wait for a page."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tool
from browser import PATIENCE, REST, stopped, watched  # noqa: F401 (tests import them from here)

NOW = tool.NOW
ZONE = "UTC+8"
# The first and the last month that are published.
WINDOW = ("2025-11", "2028-11")
# Whether a live region says a text, which has to be a part of it.
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


def months_between(first: str, last: str) -> list[str]:
    """All months from the first to the last, both included."""
    found = [first]
    while found[-1] < last:
        found.append(month_after(found[-1]))
    return found


def ready(page) -> None:
    """Waits until the modules have begun."""
    page.wait_for_selector("body[data-scripts=ready]")
    frame(page)


@contextmanager
def opened(chromium, site: Site, path: str, size: str = "wide", **context):
    """A page whose modules have begun."""
    with watched(chromium, [], viewport=SIZES[size], **context) as page:
        page.goto(f"{site.address}/{path}")
        ready(page)
        yield page


def frame(page) -> None:
    """Waits until the next frame has been drawn."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def near(page) -> None:
    """Comes near a timeline with the pointer, and waits for its scripts."""
    page.evaluate("() => document.querySelector('main .timed').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
    page.wait_for_selector("body[data-timeline=ready]")


def shows(page, script: str, expected, arg=None) -> None:
    """Waits until what a script reads of the page is what is expected, and shows what it was if it never is.

    What the page says, draws and moves to follows an input a frame or more later."""
    until = time.monotonic() + PATIENCE
    while (found := page.evaluate(script, arg)) != expected and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert found == expected


def until(page, isSo) -> None:
    """Waits until something is so that is known here: what the page has asked of a route, for one."""
    end = time.monotonic() + PATIENCE
    while not isSo():
        assert time.monotonic() < end, "it never came to be so"
        page.wait_for_timeout(10)


def wheel(page, by: float, times: int = 1) -> None:
    """Turns the wheel, at most once a frame."""
    for _ in range(times):
        page.mouse.wheel(0, by)
        page.evaluate("() => new Promise(requestAnimationFrame)")


def days(page, scope: str = "main") -> dict[str, list[list]]:
    """What each day that is shown shows: title, start and end of every event, in order."""
    return page.evaluate(
        """scope => Object.fromEntries([...document.querySelectorAll(`${scope} [data-date]`)]
          .filter(day => !day.matches('.out')).map(day => [day.dataset.date,
            [...day.querySelectorAll('.event')].map(e => [e.dataset.uid, e.dataset.start, e.dataset.end])]))""",
        scope,
    )


def sections(page) -> list[str]:
    """The sections of the document, in order."""
    return page.evaluate("[...document.querySelectorAll('main .leaf > [data-section]')].map(e => e.dataset.section)")
