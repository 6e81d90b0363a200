"""What the tests of pages share: the instant, the window, and how to wait for a page."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import tool

NOW = tool.NOW
ZONE = "UTC+8"
# The first and the last month that are published.
WINDOW = ("2025-11", "2028-11")
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
    page.wait_for_selector("body[data-scripts=ready]", timeout=30_000)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")


def near(page) -> None:
    """Comes near a timeline with the pointer, and waits for its scripts."""
    page.evaluate("() => document.querySelector('main .timed').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
    page.wait_for_selector("body[data-timeline=ready]")


def shows(page, script: str, expected, arg=None) -> None:
    """Waits until what a script reads of the page is what is expected, and shows what it was if it never is.

    What the page says, draws and moves to follows an input a frame or more later."""
    until = time.monotonic() + 10
    while (found := page.evaluate(script, arg)) != expected and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert found == expected


def stopped(page) -> None:
    """Waits until nothing scrolls and nothing is on its way, and the address was written."""
    page.wait_for_timeout(350)
    page.wait_for_function("() => !document.querySelector('.waiting:not(:has([role=alert]))')")
    page.wait_for_timeout(350)


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
