"""Days divided into columns: a conference reads as its printed plan does, here and in the browser's engine."""

from __future__ import annotations

import pytest

import browser as chrome
import conference
import tool
from axe import violations
from stage import SIZES, Site, near, ready, shows, stopped

NOW = "2026-11-18T09:40:00Z"
DAY = "2026-11-18"


@pytest.fixture(scope="module")
def plans(tmp_path_factory):
    """The conference, divided by place and by calendar."""
    root = tmp_path_factory.mktemp("rooms")
    with chrome.served(root) as server:
        def built(name: str, columns: str, locale: str = "en-GB") -> Site:
            content = conference.write(root / f"{name}-content", columns, "firstWeekday: monday\n")
            settings = content / "site.yml"
            settings.write_text(settings.read_text().replace("en-GB", locale))
            tool.build(root / name, "--from", "2026-11-01", "--to", "2026-12-01", content=content, now=NOW)
            return Site(f"{server}/{name}", root / name)
        yield {"place": built("place", "columns: {by: place, order: [Main hall]}"),
               "calendar": built("calendar", "columns: calendar"),
               "arabic": built("arabic", "columns: place", "ar")}


# For each block the head that it is below, and whether it is within that head's column.
UNDER = """day => {
  const found = {};
  for (const block of day.querySelectorAll('.timed .event')) {
    const box = block.getBoundingClientRect();
    const head = [...day.querySelectorAll('.lanes li')].find(item => {
      const {left, right} = item.getBoundingClientRect();
      return left - 1 <= box.left && box.right <= right + 1;
    });
    found[block.dataset.uid] = head?.textContent;
  }
  return found;
}"""


def expected(date: str) -> dict[str, str]:
    events = conference.talks() + conference.others()
    return {event["uid"]: event.get("location", {}).get("name", "No place") for event in events
            if not event.get("allDay") and event["start"].startswith(date)}


# The lines of text of blocks that are cut: partly within the block and partly below it.
CUT = """() => [...document.querySelectorAll('.grid .timed .block')].flatMap(block => {
  const box = block.getBoundingClientRect();
  const walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    // For screen readers alone; and titles that stand on end, which end with an ellipsis.
    const {position, writingMode} = getComputedStyle(walk.currentNode.parentNode);
    if (position === 'absolute' || writingMode !== 'horizontal-tb') continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const {top, bottom, left, right, width} of range.getClientRects()) {
      const isBeside = left >= box.right - 1 || right <= box.left + 1 || width < 2;
      if (!isBeside && top < box.bottom - 2 && bottom > box.bottom + 2) found.push(walk.currentNode.data);
    }
  }
  return found;
})"""


@pytest.mark.parametrize("kind", ["place", "calendar"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_line_shows_whole_or_not_at_all(size, kind, chromium, plans):
    with chrome.watched(chromium, [], viewport=SIZES[size], java_script_enabled=False) as page:
        for path in (f"day/{DAY}", "week/2026-11-16"):
            page.goto(f"{plans[kind].address}/{path}.html")
            assert page.locator(".block").count() > 20
            assert page.evaluate(CUT) == [], path


@pytest.mark.parametrize("size, scripts", [("wide", False), ("wide", True), ("phone", True)])
def test_every_talk_is_in_the_column_of_its_room(size, scripts, chromium, plans):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW, viewport=SIZES[size], java_script_enabled=scripts) as page:
        page.goto(f"{plans['place'].address}/day/{DAY}.html")
        if scripts:
            ready(page)
            stopped(page)
        day = page.locator(f'.grid [data-date="{DAY}"]')
        assert day.locator(".lanes li").all_inner_texts() == [
            "Main hall", "Garden tent", "Room 2", "Room 10", "Workshop", "No place"]
        assert day.evaluate(UNDER) == expected(DAY)
        # The fair lasts all day in its tent; the conference is above all columns.
        assert day.locator(".band li").evaluate_all(
            "items => items.map(item => [item.querySelector('span').textContent, item.className])"
        ) == [["Conference", ""], ["Job fair", "r1"]]
        if size == "wide":
            # The heads stay below the heading while the hours scroll.
            page.evaluate("() => scrollBy({top: 700, behavior: 'instant'})")
            heads = day.locator(".lanes").bounding_box()
            bar = page.locator(".bar").first.bounding_box()
            assert abs(heads["y"] - bar["y"] - bar["height"]) <= 1
        elif scripts:
            # Swiping snaps to columns, and a copy of the heads goes along.
            page.locator(".grid.rooms").last.evaluate("e => e.scrollTo({left: 9999, behavior: 'instant'})")
            shows(page, """() => {
              const heads = [...document.querySelectorAll('.lane-bar li')].filter(head => {
                const {left, right} = head.getBoundingClientRect();
                return left >= 0 && right <= innerWidth;
              });
              return heads.map(head => head.textContent).at(-1);
            }""", "No place")
        assert problems == []


def test_heads_that_stay_cover_nothing_at_first(chromium, plans):
    """On a phone, where a day's columns are wider than the screen: they begin where the grid has its own."""
    with chrome.watched(chromium, [], NOW, viewport=SIZES["phone"]) as page:
        page.goto(f"{plans['place'].address}/day/{DAY}.html")
        ready(page)
        stopped(page)
        page.locator(".lane-bar").first.wait_for(state="attached")
        # The page opens at the present hour, where the heads stay at the top.
        page.evaluate("""day => {
          const {top} = document.querySelector(`.day[data-date="${day}"] > .lanes`).getBoundingClientRect();
          scrollBy({top: top - 300, behavior: 'instant'});
        }""", DAY)
        stopped(page)
        apart, covered = page.evaluate("""day => {
          const grid = document.querySelector(`.day[data-date="${day}"]`).closest('.grid');
          const [own, copy] = [grid, grid.previousElementSibling].map(element =>
            element.querySelector('.lanes').getBoundingClientRect().top);
          const seen = [...grid.querySelectorAll('.busy, .busy a')].filter(({offsetHeight}) => offsetHeight);
          return [Math.abs(own - copy), seen.filter(element => {
            const {left, top, width, height} = element.getBoundingClientRect();
            const found = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
            return found?.closest('.lane-bar');
          }).length];
        }""", DAY)
        assert apart < 1.5 and covered == 0


def test_a_week_has_the_columns_of_each_day_and_the_engine_draws_the_same(chromium, plans):
    site = plans["place"]
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        stopped(page)
        for date in conference.DAYS:
            assert page.locator(f'.week [data-date="{date}"]').evaluate(UNDER) == expected(date)
        assert page.locator('.week [data-date="2026-11-16"] .lanes').count() == 0
        # Today is in sight, and so are its heads, at the top.
        bar = page.locator(".lane-bar").first
        assert "Room 10" in bar.inner_text()
        left = page.locator(f'.week [data-date="{DAY}"]').bounding_box()["x"]
        assert 0 <= left < 400
        drawn = page.evaluate("""async path => {
          const {Engine} = await import(document.body.dataset.engine);
          return (await Engine.open()).page(path, {window: ['2026-11-01', '2026-12-01']});
        }""", "week/2026-11-16.html")
        assert drawn == (site.root / "week/2026-11-16.html").read_text(encoding="utf-8")
        # Another zone: an hour later everywhere, in the same rooms.
        page.locator("[data-zone-switch]").fill("Europe/Helsinki")
        page.keyboard.press("Enter")
        shows(page, "() => document.body.dataset.zone", "Europe/Helsinki")
        stopped(page)
        assert page.locator(f'.week [data-date="{DAY}"]').first.evaluate(UNDER) == expected(DAY)


def test_a_hidden_calendar_gives_up_its_column(chromium, plans):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{plans['calendar'].address}/day/{DAY}.html")
        ready(page)
        heads = page.locator(f'[data-date="{DAY}"] .lanes li:visible')
        assert heads.all_inner_texts() == ["Talks", "Workshops"]
        before = heads.first.bounding_box()["width"]
        page.get_by_role("button", name="Talks").click()
        shown = """day => [...document.querySelectorAll(`[data-date="${day}"] .lanes li:not([hidden])`)]
          .map(e => e.textContent).join()"""
        shows(page, shown, "Workshops", DAY)
        box = page.locator(f'[data-date="{DAY}"] .timed .event:visible').first.bounding_box()
        assert box["width"] > 1.5 * before
        page.get_by_role("button", name="Talks").click()
        shows(page, shown, "Talks,Workshops", DAY)


def test_a_dragged_talk_stays_in_its_room(chromium, plans):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{plans['place'].address}/day/{DAY}.html")
        ready(page)
        near(page)
        block = page.locator(f'[data-date="{DAY}"] .timed .event[data-uid]').nth(1)
        box = block.bounding_box()
        block.focus()
        page.keyboard.press("Enter")
        page.locator("li.lifted .event").wait_for()
        page.keyboard.press("ArrowDown")
        lifted = page.locator("li.lifted .event").bounding_box()
        assert abs(lifted["x"] - box["x"]) <= 2 and abs(lifted["width"] - box["width"]) <= 4
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_columns(size, chromium, plans):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        found = []
        for path in ("day/2026-11-18", "week/2026-11-16"):
            page.goto(f"{plans['place'].address}/{path}.html")
            ready(page)
            stopped(page)
            found += violations(page)
        assert found == []


@pytest.mark.parametrize("kind", ["place", "arabic"])
def test_a_week_that_is_scrolled_sideways_opens_at_today(kind, chromium, plans):
    with chrome.watched(chromium, [], NOW, viewport={"width": 900, "height": 700}) as page:
        page.goto(f"{plans[kind].address}/week/2026-11-16.html")
        ready(page)
        stopped(page)
        shows(page, """date => {
          const grid = document.querySelector('main .rooms.week:not(.lane-bar *)');
          const isLeft = document.dir !== 'rtl';
          const edge = element => element.getBoundingClientRect()[isLeft ? 'left' : 'right'];
          const hours = grid.querySelector('.hours').getBoundingClientRect()[isLeft ? 'right' : 'left'];
          return [grid.scrollLeft !== 0, Math.abs(edge(grid.querySelector(`[data-date="${date}"]`)) - hours) < 3];
        }""", [True, True], DAY)


# What paper shows: the titles of events in sight, each with the room that a reader sees beside it or above it.
ON_PAPER = """() => [...document.querySelectorAll('main .timed .event')].map(event => {
  const title = event.querySelector('.title');
  const {left, right, width} = title.getBoundingClientRect();
  const seen = [...event.querySelectorAll('.lane, .place')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width > 2 && getComputedStyle(e).clipPath === 'none';
  }).map(e => e.textContent);
  const head = [...event.closest('[data-date]').querySelectorAll('.lanes li')].find(item => {
    const box = item.getBoundingClientRect();
    return box.width && box.left - 1 <= left && right <= box.right + 1;
  });
  return [event.dataset.uid, width > 0 && left >= 0 && right <= innerWidth, seen[0] ?? head?.textContent];
})"""


@pytest.mark.parametrize("path", [f"day/{DAY}", "week/2026-11-16"])
def test_paper_says_the_room_of_every_talk(path, chromium, plans):
    size = {"width": 718, "height": 1000}
    with chrome.watched(chromium, [], NOW, viewport=size, java_script_enabled=False) as page:
        page.emulate_media(media="print")
        page.goto(f"{plans['place'].address}/{path}.html")
        dates = [DAY] if path.startswith("day") else conference.DAYS
        rooms = {uid: room for date in dates for uid, room in expected(date).items()}
        found = page.evaluate(ON_PAPER)
        assert all(is_seen for _, is_seen, _ in found), found
        assert {uid: room or "No place" for uid, _, room in found} == rooms
        # What lasts all day is above the hours, and on none of them.
        if path.startswith("day"):
            band = page.locator("main .band").first.bounding_box()
            hours = page.locator("main .timed").first.bounding_box()
            assert band["y"] + band["height"] <= hours["y"] + 1
