"""today.html at any hour: each event and each control is a target of 24 px, or has that room around it (WCAG 2.2,
2.5.8)."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

import browser as chrome
from content import Content
from stage import Site, ready, stopped

SIZES = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
HERE = timezone(timedelta(hours=8))
# A day with many events, one of a single one, and the last of a month, of the sample.
DAYS = ["2026-11-20", "2026-11-25", "2026-11-30"]
# Every five minutes, every twenty, and at the ends of the day; in events of five minutes, which is the shortest.
CROWDS = {
    "one after the other": [8 * 60 + 5 * n for n in range(40)],
    "with pauses": [7 * 60 + 20 * n for n in range(40)],
    "at once": [9 * 60] * 40,
    "at both ends": [5 * n for n in range(20)] + [1435 - 5 * n for n in range(20)],
}

# The targets that are too small, with the others that are too near. A link within a text may be as high as its line.
FAULTS = """() => {
  const targets = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
    .filter(e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest('p.footnote'))
    .map(e => ({e, box: e.getBoundingClientRect()}))
    .filter(({e, box}) => box.width && box.height && box.bottom > 0 && box.top < innerHeight
      && box.right > 0 && box.left < innerWidth);
  const isSmall = ({box}) => Math.min(box.width, box.height) < 23.99;
  const middle = ({box}) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const far = ([x, y], {left, right, top, bottom}) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const faults = [];
  for (const one of targets.filter(isSmall)) {
    const at = middle(one);
    const between = other => Math.hypot(...middle(other).map((c, i) => c - at[i]));
    const near = targets.find(other => !one.e.contains(other.e) && !other.e.contains(one.e)
      && (far(at, other.box) < 11.99 || isSmall(other) && between(other) < 23.99));
    const { width, height } = one.box;
    if (near) faults.push(`${one.e.outerHTML.slice(0, 120)} of ${width.toFixed(1)} × ${height.toFixed(1)} is near `
      + near.e.outerHTML.slice(0, 90));
  }
  return faults;
}"""


def hourly(page, day: str) -> list[str]:
    """The faults of a day that is open, at every hour of it."""
    found = []
    for hour in range(24):
        at = datetime.fromisoformat(day).replace(hour=hour, minute=1, tzinfo=HERE)
        page.clock.set_fixed_time(at)
        page.evaluate("document.dispatchEvent(new Event('busylife:minute'))")
        found += [f"{hour}:01 {fault}" for fault in page.evaluate(FAULTS)]
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("day", DAYS)
def test_the_sample_at_any_hour(size, day, chromium, site):
    with chrome.watched(chromium, [], f"{day}T04:00:00Z", is_fresh=True, viewport=SIZES[size]) as page:
        page.goto(f"{site.address}/today.html")
        ready(page)
        stopped(page)
        assert page.locator(".grid.one [data-date]").first.get_attribute("data-date") == day
        assert hourly(page, day) == []


@pytest.fixture(scope="module")
def crowds(tmp_path_factory) -> Site:
    """A day for each crowd: the 1st of November, the 2nd and so on."""
    made = Content(tmp_path_factory.mktemp("crowds"), events=[
        {"uid": f"{day}-{n}", "title": f"Call {n}", "start": f"2026-11-{day:02}T{at // 60:02}:{at % 60:02}:00",
         "duration": "5m", "tz": "UTC+8"}
        for day, starts in enumerate(CROWDS.values(), 1) for n, at in enumerate(starts)
    ])  # fmt: skip
    made.build("--tz", "UTC+8", "--from", "2026-11-01", "--to", "2026-12-01")
    with chrome.served(made.output) as address:
        yield Site(address, made.output)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("crowd", CROWDS)
def test_a_crowd_of_short_events(size, crowd, chromium, crowds):
    day = f"2026-11-{list(CROWDS).index(crowd) + 1:02}"
    with chrome.watched(chromium, [], f"{day}T04:00:00Z", is_fresh=True, viewport=SIZES[size]) as page:
        page.goto(f"{crowds.address}/today.html")
        ready(page)
        stopped(page)
        shown = page.locator(".timed .block:visible").count()
        more = page.locator(".more-tile").all_inner_texts()
        # Nothing is lost: what has no room of its own is counted.
        assert shown + sum(int(text.split()[0].strip("+")) for text in more) == 40, (shown, more)
        assert hourly(page, day) == []
