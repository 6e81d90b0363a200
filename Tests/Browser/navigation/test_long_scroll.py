"""Years by the wheel: costs are recorded and not judged by the clock.

With BUSYLIFE_RECORD=1, as `make bench` runs it, the figures go to docs/performance.md.
"""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import browser as chrome
from parts.report import record
from stage import SIZES, month_after, near, ready, stopped, wheel

# Ten years for the record, and else what leaves the window far behind.
MONTHS = 120 if os.environ.get("BUSYLIFE_RECORD") else 48

OBSERVE = """() => {
  window.tasks = [];
  new PerformanceObserver(list => list.getEntries().forEach(({duration}) => tasks.push(duration)))
    .observe({type: 'longtask'});
  window.frames = [];
  let last = performance.now();
  const frame = now => { frames.push(now - last); last = now; requestAnimationFrame(frame) };
  requestAnimationFrame(frame);
  window.nodes = [];
  window.kept = [];
  document.addEventListener('busylife:sectionadded', () => {
    nodes.push(document.getElementsByTagName('*').length);
    kept.push(document.querySelectorAll('main .leaf > [data-section]').length);
  });
}"""


def heap(session) -> float:
    """Megabytes of the script's objects after garbage collection."""
    session.send("HeapProfiler.collectGarbage")
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return metrics["JSHeapUsedSize"] / 1e6


def scrolled(page, months: int) -> dict:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate(OBSERVE)
    before = heap(session)
    goal = month_after("2026-11", months)
    page.mouse.move(page.viewport_size["width"] - 100, 500)
    middle = None
    for _ in range(2000):
        wheel(page, 600)
        section = page.evaluate("() => document.body.dataset.section")
        if middle is None and section >= month_after("2026-11", months // 2):
            middle = heap(session)
        if section >= goal:
            break
    else:
        pytest.fail(f"{goal} was not reached: {section}")
    stopped(page)
    found = page.evaluate("() => ({tasks, frames, nodes, kept})")
    return found | {"before": before, "middle": middle, "after": heap(session)}


@pytest.mark.long
def test_a_document_does_not_grow_as_it_is_scrolled(chromium, site):
    rows = []
    for size, viewport in SIZES.items():
        with chrome.watched(chromium, [], is_fresh=True, viewport=viewport) as page:
            page.goto(f"{site.address}/calendar/2026-11.html")
            ready(page)
            found = scrolled(page, MONTHS)
            assert max(found["kept"]) <= 12
            # The document does not grow: neither in nodes nor in memory.
            half = len(found["nodes"]) // 2
            assert max(found["nodes"][half:]) <= 1.25 * max(found["nodes"][:half])
            assert found["after"] <= found["middle"] * 1.5 + 2
            frames = sorted(found["frames"])
            rows.append(
                f"| {size}, {viewport['width']} × {viewport['height']} | {len([t for t in found['tasks'] if t > 50])} "
                f"| {max(found['tasks'], default=0):.0f} ms | {frames[len(frames) * 99 // 100]:.0f} ms "
                f"| {max(found['nodes']):,} | "
                f"{max(found['kept'])} | {found['before']:.1f} → {found['middle']:.1f} → {found['after']:.1f} MB |"
            )
    print("\n" + "\n".join(rows))
    if os.environ.get("BUSYLIFE_RECORD"):
        report(rows + sizes(site.root))


def sizes(root: Path) -> list[str]:
    """The size of a reader's downloads, compressed as hosts do."""

    def packed(*patterns: str) -> int:
        return sum(len(gzip.compress(path.read_bytes(), 9)) for pattern in patterns for path in root.glob(pattern))

    def kilobytes(*patterns: str) -> str:
        return f"{packed(*patterns) / 1024:.1f} KB"

    far = kilobytes("data/site.bin", "data/events/recurring*")
    return [
        "",
        "Compressed sizes of the sample (gzip -9):",
        "",
        "| what | size | budget |",
        "|---|---|---|",
        f"| the engine, loaded on first use | {kilobytes('assets/modules-*/busylife.wasm')} | at most 120 KB |",
        "| the whole engine, loaded for the reader's own calendars and free time "
        f"| {kilobytes('assets/modules-*/busylife-whole.wasm')} |  |",
        f"| all scripts (no page loads all of them) | {kilobytes('assets/*.js', 'assets/modules-*/*.js')} | |",
        f"| style | {kilobytes('assets/site-*.css')} (time grids {kilobytes('assets/grid-*.css')} more) "
        "| at most 14 KB |",
        f"| a month page | {kilobytes('calendar/2026-11.html')} | at most 8 KB |",
        f"| data for a month far outside the window | {far} | at most 100 KB |",
        f"| rules of all zones, loaded when another zone is first chosen | {kilobytes('data/zones*')} |  |",
    ]


def report(lines: list[str]) -> None:
    record([
        "## Part 4: in the browser",
        "",
        f"{MONTHS} months scrolled by the wheel from this month, mostly past the end of the window, in headless "
        "Chromium; one step per frame. Memory is the scripts' after garbage collection: before, half-way and at the "
        "end.",
        "",
        "| view | tasks over 50 ms | longest | 99 % of frames within | most elements | most months | memory |",
        "|---|---|---|---|---|---|---|",
        *lines,
    ])  # fmt: skip


def test_sizes_of_what_is_downloaded(site):
    """The budgets of docs/performance.md, part 4."""

    def packed(*patterns: str) -> int:
        found = [path for pattern in patterns for path in site.root.glob(pattern)]
        assert found
        return sum(len(gzip.compress(path.read_bytes(), 9)) for path in found)

    assert packed("assets/site-*.css") <= 14 * 1024
    assert packed("calendar/2026-11.html") <= 8 * 1024
    assert packed("data/site.bin", "data/events/recurring*") <= 100 * 1024


# Notes what a page has loaded at the moment when its scripts have started.
STARTED = """document.addEventListener('DOMContentLoaded', () => {
  const note = () => {
    if (window.opened || document.body.dataset.scripts !== 'ready') return;
    window.opened = performance.getEntriesByType('resource').map(({name}) => name);
  };
  new MutationObserver(note).observe(document.body, {attributes: true});
  note();
})"""


@pytest.mark.parametrize("path", [
    "index", "today", "calendar/2026-11", "agenda/2026-11", "week/2026-11-16", "day/2026-11-20", "year/2026",
    "embed", "embedding", "print",
])
def test_the_scripts_of_a_page_are_small(path, chromium, site, capsys):
    """The scripts of one page together; and those of the timeline, which are loaded with the first press."""
    loaded: dict[str, int] = {}

    def note(response):
        name = urlsplit(response.url).path.rpartition("/")[2]
        if name.endswith(".js"):
            file = next(site.root.glob(f"assets/**/{name}"))
            loaded[name] = len(gzip.compress(file.read_bytes(), 9))

    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        page.on("response", note)
        page.add_init_script(STARTED)
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        # The page's further scripts may have come before this line.
        names = page.evaluate("() => opened.map(url => new URL(url).pathname.split('/').pop())")
        opened = sum(loaded[name] for name in names if name.endswith(".js"))
        assert opened > 0
        assert opened <= 24 * 1024
        # Published pages need no engine.
        assert not set(names) & {"engine.js", "engine-worker.js"}
        if path.startswith(("week", "day")):
            near(page)
            # What helps to read comes half a second after the page; then the focus on an event loads its card.
            page.locator("body[data-extras=ready]").wait_for()
            page.locator(f'.grid[data-section="{path.split("/")[1]}"] .timed .event[data-start*="T"]').first.focus()
            page.locator("#event-card").wait_for(state="attached")
            page.keyboard.press("Enter")
            page.keyboard.press("ArrowDown")
            page.locator(".lift-hand").wait_for()
            lifted = sum(loaded.values())
            # With what is new above the hours, columns, instances at one time, the cards of events, the keys of
            # the search, and the words for all of it.
            assert lifted <= 34.75 * 1024
            with capsys.disabled():
                print(f"\n{path}: {lifted / 1024:.1f} KB with an event lifted")
        with capsys.disabled():
            print(f"\n{path}: {opened / 1024:.1f} KB of scripts when it is opened")
