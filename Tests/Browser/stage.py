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
    frame(page)


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
    until = time.monotonic() + 10
    while (found := page.evaluate(script, arg)) != expected and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert found == expected


# Resolves when for 300 ms of the page's own time, and at least eight frames, nothing has scrolled or changed and no section
# has been on its way. That is longer than any timer of the scripts after which they scroll, change something or write the
# address; what a status says for screen readers comes with the last of these. Timers and frames of the page are late together
# where the machine is busy, so that nothing is missed.
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
    if (document.timeline.currentTime - began > 20000)
      return void fail(new Error(`never at rest: ${changed?.type} of ${changed?.target.outerHTML?.slice(0, 200)}`));
    if (frames < 8 || document.timeline.currentTime - since < 300) return void requestAnimationFrame(look);
    changes.disconnect();
    for (const kind of kinds) removeEventListener(kind, heard, {capture: true});
    done();
  };
  heard();
  requestAnimationFrame(look);
})"""


def stopped(page) -> None:
    """Waits until nothing scrolls and nothing is on its way, and the address was written."""
    page.evaluate(REST)


def until(page, isSo) -> None:
    """Waits until something is so that is known here: what the page has asked of a route, for one."""
    end = time.monotonic() + 10
    while not isSo():
        assert time.monotonic() < end, "it never came to be so"
        page.wait_for_timeout(10)


def wheel(page, by: float, times: int = 1) -> None:
    """Turns the wheel, at most once a frame."""
    for _ in range(times):
        page.mouse.wheel(0, by)
        frame(page)


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
