"""Events on days and weeks are picked up, moved, resized and made: by mouse, touch and keys."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

import browser as chrome
import tool
from axe import violations
from stage import PUBLISHED, SAID, SIZES, ZONE, Site, frame, near, ready, shows, stopped, until, wheel

SOUND = "2026-11-18"  # A Wednesday of the sample.
TITLE = "Ferry Museum: winter reprint of the charts"
NOW = "2026-11-20T03:10:00Z"


@contextmanager
def opened(chromium, site, path: str, size: str = "wide", problems=None, **context):
    """A page of days or weeks, ready for moving events."""
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    problems = [] if problems is None else problems
    with chrome.watched(chromium, problems, viewport=SIZES[size], **touch, **context) as page:
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        near(page)
        yield page


class Finger:
    """One finger on a touch screen."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def down(self, x, y):
        self.send("touchStart", (x, y))

    def move(self, x, y):
        self.send("touchMove", (x, y))

    def up(self):
        self.send("touchEnd")


class Mouse:
    def __init__(self, page):
        self.page = page

    def down(self, x, y):
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x, y):
        self.page.mouse.move(x, y)

    def up(self):
        self.page.mouse.up()


class Pen:
    """A pen, or a mouse with pen events."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, x, y, buttons: int) -> None:
        self.at = x, y
        self.session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left" if buttons or kind != "mouseMoved" else "none",
            "buttons": buttons, "clickCount": 1, "pointerType": "pen", "force": 0.5 if buttons else 0,
        })

    def down(self, x, y):
        self.send("mouseMoved", x, y, 0)
        self.send("mousePressed", x, y, 1)

    def move(self, x, y):
        self.send("mouseMoved", x, y, 1)

    def up(self):
        self.send("mouseReleased", *self.at, 0)


def pointer(page, size):
    return Finger(page) if size == "phone" else Mouse(page)


def block(page, title: str = TITLE, section: str | None = None):
    scope = f'.grid[data-section="{section}"] ' if section else ""
    return page.locator(f"{scope}.timed .event[data-uid]", has_text=title).first


def lift_sound(page, *keys: str) -> None:
    """Picks up the block of SOUND by keys, and presses further ones."""
    block(page, section=SOUND).focus()
    for key in ("Enter", *keys):
        page.keyboard.press(key)


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def show(page, locator) -> None:
    """Scrolls an event to the middle of the viewport."""
    locator.evaluate("""e => {
        const b = e.getBoundingClientRect();
        scrollBy({top: b.top - innerHeight / 2, behavior: 'instant'});
    }""")
    stopped(page)


def hold(page, hand, locator) -> tuple[float, float]:
    """Presses an event until it is picked up."""
    show(page, locator)
    x, y = middle(locator)
    hand.down(x, y)
    page.wait_for_selector("li.lifted", state="attached")
    return x, y


def pull(hand, x, y, *ways) -> None:
    """Presses, and moves down to each of some distances from there."""
    hand.down(x, y)
    for way in ways:
        hand.move(x, y + way)


def wall(page) -> str:
    """Start and end of the picked-up event in the fields of the bar."""
    return page.evaluate("() => [...document.querySelectorAll('.lift-times input')].map(e => e.value).join(' ')")


def starts(page, wanted: str) -> None:
    """Waits until the lifted event begins at a time."""
    page.wait_for_function("wanted => document.querySelector('.lift-times input')?.value === wanted", arg=wanted)


def ends(page, wanted: str) -> None:
    page.wait_for_function("wanted => document.querySelectorAll('.lift-times input')[1].value === wanted", arg=wanted)


def proposals(page) -> list[dict]:
    return page.evaluate(
        """() => Object.entries(localStorage).filter(([key]) => key.startsWith('busylife:proposals:'))
          .flatMap(([, text]) => JSON.parse(text))"""
    )


def drawn(page, kind: str) -> list[list]:
    """Each part of a kind: its day, and its rows of five minutes."""
    return page.evaluate(
        """kind => [...document.querySelectorAll(`li.${kind}`)].map(e => [e.closest('[data-date]').dataset.date,
          +e.style.getPropertyValue('--s'), +e.style.getPropertyValue('--e')]).sort()""",
        kind,
    )


# ── Pointers ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", SIZES)
def test_a_long_press_lifts_and_a_drag_moves_by_quarters_of_an_hour(size, chromium, site):
    problems: list[str] = []
    with opened(chromium, site, "day/2026-11-18", size, problems) as page:
        was = page.url
        hand = pointer(page, size)
        x, y = hold(page, hand, block(page, section=SOUND))
        assert wall(page) == "2026-11-18T17:00 2026-11-18T18:30"
        assert block(page, section=SOUND).evaluate("e => getComputedStyle(e).opacity") < "0.5"
        # Five px are five minutes: 53 are a little over three quarters of an hour.
        for by in (10, 30, 53):
            hand.move(x, y + by)
        starts(page, "2026-11-18T18:00")
        copy = page.locator(".lift-copy").bounding_box()
        shown = block(page, section=SOUND).bounding_box()
        # It is under the pointer where it was grabbed, and not where it would land.
        assert abs(copy["y"] - (shown["y"] + 53)) <= 1
        hand.up()
        page.wait_for_selector(".lift-copy", state="hidden")
        assert wall(page) == "2026-11-18T18:00 2026-11-18T19:30"
        assert drawn(page, "lifted") == [[SOUND, 216, 234]]
        page.get_by_role("button", name="Done").click()
        page.wait_for_selector("li.proposed")
        (proposal,) = proposals(page)
        assert (proposal["start"], proposal["end"]) == ("2026-11-18T18:00:00+08:00", "2026-11-18T19:30:00+08:00")
        assert proposal["was"] == {"start": "2026-11-18T17:00:00+08:00", "end": "2026-11-18T18:30:00+08:00"}
        assert page.url == was and problems == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edge,by,expected", [
    ("end", 60, "17:00 19:30"), ("start", -62, "16:00 18:30"), ("end", -400, "17:00 17:15"),
])
def test_both_ends_stretch_and_neither_passes_the_other(edge, by, expected, size, chromium, site):
    with opened(chromium, site, "day/2026-11-18", size) as page:
        show(page, block(page, section=SOUND))
        lift_sound(page)
        hand = pointer(page, size)
        x, y = middle(page.locator(f"li.lifted .grip.{edge}"))
        grip = page.locator(f"li.lifted .grip.{edge}").bounding_box()
        assert size == "wide" or min(grip["width"], grip["height"]) >= 44
        hand.down(x, y)
        hand.move(x, y + by / 2)
        hand.move(x, y + by)
        start, end = (f"{SOUND}T{time}" for time in expected.split())
        page.wait_for_function("""wanted =>
            [...document.querySelectorAll('.lift-times input')].map(e => e.value).join(' ') === wanted""",
            arg=f"{start} {end}")
        hand.up()
        assert wall(page) == f"{start} {end}"


@pytest.mark.parametrize("size", SIZES)
def test_the_title_of_a_short_event_does_not_cover_its_grips(size, chromium, site):
    with opened(chromium, site, "day/2026-11-18", size) as page:
        lift_sound(page, *["Shift+ArrowUp"] * 10)
        assert wall(page) == f"{SOUND}T17:00 {SOUND}T17:15"
        stopped(page)
        for edge in ("start", "end"):
            under = page.locator(f"li.lifted .grip.{edge}").evaluate("""e => {
              const b = e.getBoundingClientRect();
              const x = b.left + b.width / 2;
              return [1, 3, 6, 9, 12].map(y => document.elementFromPoint(x, b.top + y).className) }""")
            assert set(under) == {f"grip {edge}"}, (edge, under)


def test_with_a_modifier_it_snaps_to_five_minutes(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        hand = Mouse(page)
        x, y = hold(page, hand, block(page, section=SOUND))
        page.keyboard.down("Alt")
        hand.move(x, y + 20)
        hand.move(x, y + 24)
        starts(page, "2026-11-18T17:25")
        page.keyboard.up("Alt")
        hand.up()


def test_a_pen_lifts_moves_and_stretches(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        page.evaluate("() => addEventListener('pointerdown', e => { window.kind = e.pointerType }, true)")
        pen = Pen(page)
        x, y = hold(page, pen, block(page, section=SOUND))
        shows(page, "() => kind", "pen")
        pen.move(x, y + 30)
        pen.move(x, y + 60)
        starts(page, "2026-11-18T18:00")
        pen.up()
        x, y = middle(page.locator("li.lifted .grip.end"))
        pull(pen, x, y, 10, 30)
        ends(page, "2026-11-18T20:00")
        pen.up()
        assert wall(page) == "2026-11-18T18:00 2026-11-18T20:00"
        # A tap elsewhere puts it down.
        pen.down(*middle(page.locator("h1")))
        pen.up()
        page.wait_for_selector("li.proposed", state="attached")


def test_with_less_motion_nothing_moves_when_it_is_lifted(chromium, site):
    for motion, expected in (("no-preference", True), ("reduce", False)):
        with opened(chromium, site, "day/2026-11-18", reduced_motion=motion) as page:
            page.evaluate("() => addEventListener('animationstart', e => { window.ran = e.animationName })")
            block(page, section=SOUND).focus()
            page.keyboard.press("Enter")
            stopped(page)
            shows(page, "() => window.ran === 'lift'", expected)


def test_in_a_week_it_moves_to_another_day(chromium, site):
    with opened(chromium, site, "week/2026-11-16") as page:
        hand = Mouse(page)
        x, y = hold(page, hand, block(page))
        width = page.locator('[data-date="2026-11-18"] .timed').bounding_box()["width"]
        hand.move(x + width, y)
        hand.move(x + 2 * width, y + 1)
        starts(page, "2026-11-20T17:00")
        copy = page.locator(".lift-copy").bounding_box()
        assert abs(copy["x"] + copy["width"] / 2 - (x + 2 * width)) < width / 2
        hand.up()
        assert drawn(page, "lifted") == [["2026-11-20", 204, 222]]


def test_across_midnight_it_stands_on_both_days(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        lift_sound(page)
        for _ in range(4 * 6 + 1):
            page.keyboard.press("ArrowDown")
        assert wall(page) == "2026-11-18T23:15 2026-11-19T00:45"
        assert drawn(page, "lifted") == [[SOUND, 279, 288], ["2026-11-19", 0, 9]]
        # It can also be grabbed by the part after midnight.
        hand = Mouse(page)
        part = page.locator('[data-date="2026-11-19"] li.lifted')
        show(page, part)
        x, y = middle(part)
        pull(hand, x, y, 20, 60)
        starts(page, "2026-11-19T00:15")
        hand.up()
        assert wall(page) == "2026-11-19T00:15 2026-11-19T01:45"


@pytest.mark.parametrize("size", SIZES)
def test_empty_space_pressed_long_makes_an_event(size, chromium, site):
    with opened(chromium, site, "day/2026-11-18", size) as page:
        column = page.locator('.grid[data-section="2026-11-18"] .timed')
        show(page, block(page, section=SOUND))
        # An empty place: between 15 and 16 o'clock, whatever the height of the hours.
        at = column.evaluate(
            """e => { const rows = getComputedStyle(e).gridTemplateRows.split(' ').map(parseFloat);
              const b = e.getBoundingClientRect();
              return [b.right - 60, b.top + rows.slice(0, 15.5 * 12).reduce((a, b) => a + b, 0)] }"""
        )
        hand = pointer(page, size)
        hand.down(*at)
        page.wait_for_selector("li.lifted", state="attached")
        hand.up()
        assert wall(page) == "2026-11-18T15:30 2026-11-18T16:30"
        page.locator(".lift-title").fill("Tea <b>&</b> talk")
        page.keyboard.press("Enter")
        page.wait_for_selector("li.proposed")
        assert page.locator("li.proposed .title").inner_text() == "Tea <b>&</b> talk"
        (proposal,) = proposals(page)
        assert proposal["isNew"] and proposal["start"] == "2026-11-18T15:30:00+08:00"


@pytest.mark.parametrize("size", SIZES)
def test_the_first_press_lifts_too(size, chromium, site):
    """The scripts load while it is pressed."""
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    with chrome.watched(chromium, [], viewport=SIZES[size], **touch) as page:
        page.goto(f"{site.address}/day/2026-11-18.html")
        ready(page)
        hand = pointer(page, size)
        x, y = hold(page, hand, block(page, section=SOUND))
        hand.move(x, y + 30)
        hand.move(x, y + 60)
        starts(page, "2026-11-18T18:00")
        hand.up()
        assert page.locator("li.lifted").count() == 1


def test_a_tap_follows_the_link_and_a_flick_scrolls(chromium, site):
    with opened(chromium, site, "day/2026-11-18", "phone") as page:
        finger = Finger(page)
        show(page, block(page, section=SOUND))
        x, y = middle(block(page, section=SOUND))
        finger.down(x, y)
        for by in range(20, 200, 20):
            finger.move(x, y - by)
            frame(page)
        finger.up()
        stopped(page)
        assert page.locator("li.lifted").count() == 0
        assert middle(block(page, section=SOUND))[1] < y - 60
        show(page, block(page, section=SOUND))
        block(page, section=SOUND).tap()
        page.wait_for_url("**/event/*.html")


def test_a_click_follows_the_link(chromium, site):
    with opened(chromium, site, "week/2026-11-16") as page:
        show(page, block(page))
        block(page).click()
        page.wait_for_url("**/event/*.html")


def test_a_press_beside_puts_it_down(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        lift_sound(page, "ArrowDown")
        page.locator("h1").click()
        page.wait_for_selector("li.proposed", state="attached")
        assert page.locator("li.lifted").count() == 0


def test_a_week_on_a_phone_becomes_a_timeline_while_an_event_is_lifted(chromium, site):
    with opened(chromium, site, "week/2026-11-16", "phone") as page:
        finger = Finger(page)
        x, y = hold(page, finger, block(page))
        finger.up()
        columns = page.evaluate("""() => [...document.querySelectorAll('[data-section="2026-11-16"] .timed')]
            .map(e => Math.round(e.getBoundingClientRect().left))""")
        assert len(set(columns)) == 7
        x, y = middle(page.locator("li.lifted"))
        width = page.locator('[data-date="2026-11-18"] .timed').bounding_box()["width"]
        finger.down(x, y)
        finger.move(x + width / 2, y)
        finger.move(x + width, y + 48)
        starts(page, "2026-11-19T18:00")
        finger.up()
        page.get_by_role("button", name="Put back").tap()
        page.wait_for_selector("main:not(.editing)")
        assert block(page).bounding_box()["width"] > 250


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_while_an_event_is_lifted_and_proposed(size, chromium, site):
    with opened(chromium, site, "day/2026-11-18", size, reduced_motion="reduce") as page:
        show(page, block(page, section=SOUND))
        lift_sound(page, "ArrowUp")
        found = violations(page)
        page.keyboard.press("Enter")
        page.wait_for_selector("li.proposed", state="attached")
        found += violations(page)
        page.locator(".proposals-pill").click()
        found += violations(page)
    assert found == []


# ── Auto-scroll ───────────────────────────────────────────────────────────────────────────────────

# Every frame that scrolls: its time, how far the visible part moved, and the position of the copy.
WATCH = """
() => {
  window.frames = [];
  document.addEventListener('busylife:autoscroll', ({detail}) => {
    const tops = new Map([...document.querySelectorAll('.timed')].map(e => [e, e.getBoundingClientRect()])
      .filter(([, b]) => b.bottom > 0 && b.top < innerHeight).map(([e, b]) => [e, b.top]));
    const before = window.before;
    window.before = tops;
    const moved = before ? [...tops].filter(([e]) => before.has(e)).map(([e, top]) => before.get(e) - top) : [];
    const copy = document.querySelector('.lift-copy').getBoundingClientRect().toJSON();
    frames.push({...detail, time: document.timeline.currentTime, moved, copy});
  });
}
"""


@pytest.mark.parametrize("mode", ["move", "stretch"])
@pytest.mark.parametrize("way", [1, -1], ids=["down", "up"])
@pytest.mark.parametrize("size", SIZES)
def test_three_midnights_in_one_drag_by_the_law_of_speed(size, way, mode, chromium, site):
    zone, most, longest = 72, 1200, 50
    problems: list[str] = []
    with opened(chromium, site, "day/2026-11-18", size, problems) as page:
        hand = pointer(page, size)
        if mode == "move":
            x, y = hold(page, hand, block(page, section=SOUND))
        else:
            show(page, block(page, section=SOUND))
            block(page, section=SOUND).focus()
            page.keyboard.press("Enter")
            x, y = middle(page.locator(f"li.lifted .grip.{'end' if way > 0 else 'start'}"))
            hand.down(x, y)
        top, bottom = page.evaluate("""() => { const bar = document.querySelector('.bar');
          const lift = document.querySelector('.lift-bar').getBoundingClientRect();
          return [parseFloat(getComputedStyle(bar).top) + bar.offsetHeight, lift.top] }""")
        held = page.locator("li.lifted").first.bounding_box()
        page.evaluate(WATCH)
        seconds = []
        depth = {"move": 66, "stretch": 40 if size == "phone" else 66}[mode]
        edge = bottom - zone + depth if way > 0 else top + zone - depth
        hand.move(x, (y + edge) / 2)
        hand.move(x, edge)
        goal = "2026-11-21" if way > 0 else "2026-11-15"
        at = "document.querySelectorAll('.lift-times input')[%d].value.slice(0, 10)" % (mode == "stretch" and way > 0)
        page.wait_for_function(f"goal => {at} {'>=' if way > 0 else '<='} goal", arg=goal)
        frames = page.evaluate("frames")
        hand.move(x, (top + bottom) / 2)
        hand.up()
        assert len(frames) > 30
        speed = way * most * depth / zone
        total = expected = 0.0
        for before, frame in zip(frames, frames[1:]):
            elapsed = min(frame["time"] - before["time"], longest)
            # By its own clock and the page's: proportional to the depth, exact to a px.
            assert abs(frame["speed"] - speed) < 1
            assert abs(frame["elapsed"] - elapsed) < 1
            assert abs(frame["step"] - speed * elapsed / 1000) <= 1, frame
            for moved in frame["moved"]:
                assert abs(moved - frame["step"]) <= 1, frame
            # The dragged event stays under the pointer.
            place = frame["copy"]["bottom"] if mode == "stretch" and way > 0 else frame["copy"]["top"]
            was = held["y"] + held["height"] if mode == "stretch" and way > 0 else held["y"]
            assert abs((place - edge) - (was - y)) <= 1, frame
            total += frame["step"]
            expected += speed * elapsed / 1000
        # And no px is lost on the way.
        assert abs(total - expected) <= 2
        start, end = wall(page).split()
        if mode == "stretch":
            assert (start if way > 0 else end) == ("2026-11-18T17:00" if way > 0 else "2026-11-18T18:30")
        assert problems == []


# ── Keys ──────────────────────────────────────────────────────────────────────────────────────────


# What describes the focused event: how it is lifted, and its card if that is there yet.
DESCRIPTION = """() => document.activeElement.getAttribute('aria-describedby').split(' ')
  .map(id => document.getElementById(id).textContent).join(' ')"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["day/2026-11-18", "week/2026-11-16"])
def test_with_keys_alone(path, size, chromium, site):
    with opened(chromium, site, path, size) as page:
        event = block(page, section=path.split("/")[1])
        event.focus()
        assert "Enter" in page.evaluate(DESCRIPTION)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.matches('.lift-hand')")
        assert TITLE in page.evaluate("() => document.activeElement.ariaLabel")
        page.wait_for_function(SAID, arg="is being moved")
        for keys, expected in (
            (["ArrowDown"], "2026-11-18T17:15 2026-11-18T18:45"),
            (["Alt+ArrowUp"], "2026-11-18T17:10 2026-11-18T18:40"),
            (["ArrowDown"], "2026-11-18T17:15 2026-11-18T18:45"),
            (["Shift+ArrowDown"] * 2, "2026-11-18T17:15 2026-11-18T19:15"),
            (["Shift+ArrowRight"], "2026-11-18T17:30 2026-11-18T19:15"),
            (["ArrowRight"], "2026-11-19T17:30 2026-11-19T19:15"),
            (["ArrowLeft"] * 2, "2026-11-17T17:30 2026-11-17T19:15"),
        ):
            for key in keys:
                page.keyboard.press(key)
            assert wall(page) == expected, keys
        page.wait_for_function(SAID, arg="17:30")
        page.wait_for_function(
            """() => {
                const b = document.querySelector('li.lifted').getBoundingClientRect();
                return b.top > 0 && b.top < innerHeight;
            }"""
        )
        page.keyboard.press("Enter")
        page.wait_for_selector("li.proposed", state="attached")
        (proposal,) = proposals(page)
        assert (proposal["start"], proposal["end"]) == ("2026-11-17T17:30:00+08:00", "2026-11-17T19:15:00+08:00")
        page.keyboard.press("Control+z")
        assert proposals(page) == []
        page.keyboard.press("Control+Shift+z")
        assert len(proposals(page)) == 1


@pytest.mark.parametrize("path, lifted", [("day/2026-11-18", "block"), ("week/2026-11-23", "chip")])
def test_the_first_enter_lifts_while_the_scripts_are_on_their_way(path, lifted, chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        waiting = []
        page.route("**/timeline.js", lambda route: waiting.append(route))
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        (block(page, section=SOUND) if lifted == "block" else chip(page)).focus()
        stopped(page)
        before = page.url
        page.keyboard.press("Enter")
        until(page, lambda: waiting)
        stopped(page)
        assert page.url == before
        waiting[0].continue_()
        page.wait_for_function("() => document.activeElement.matches('.lift-hand')")
        assert page.url == before


def test_escape_puts_it_back_and_enter_twice_opens_it(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        event = block(page, section=SOUND)
        event.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Escape")
        assert page.locator("li.lifted").count() == 0 and page.locator(".lifting").count() == 0
        shows(page, "() => document.activeElement.dataset.start", "2026-11-18T17:00:00+08:00")
        assert proposals(page) == []
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.wait_for_url("**/event/*.html")


def test_far_away_by_keys_the_days_follow(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        lift_sound(page)
        for _ in range(40):
            page.keyboard.press("ArrowRight")
        page.wait_for_selector('[data-date="2026-12-28"] li.lifted')
        page.wait_for_function(
            """() => {
                const b = document.querySelector('[data-date="2026-12-28"] li.lifted').getBoundingClientRect();
                return b.top > 0 && b.top < innerHeight;
            }"""
        )


def begin_tea(page) -> None:
    """Begins a new event and types its title."""
    page.keyboard.press("n")
    page.wait_for_function("() => document.activeElement.matches('.lift-title')")
    page.keyboard.type("Tea")


def test_a_new_event_by_keys(chromium, site):
    with opened(chromium, site, "week/2026-11-16") as page:
        page.locator('[data-date="2026-11-19"] h2 a').focus()
        begin_tea(page)
        page.keyboard.press("Enter")
        page.wait_for_selector("li.proposed", state="attached")
        (proposal,) = proposals(page)
        assert (proposal["title"], proposal["start"]) == ("Tea", "2026-11-19T09:00:00+08:00")


def write_time(page, field: int, text: str) -> None:
    """Types the start (0) or the end (1) of the picked-up event into its field."""
    page.locator(".lift-times input").nth(field).fill(text)
    page.locator(".lift-times input").nth(field).dispatch_event("change")


def test_the_fields_do_without_a_drag(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        lift_sound(page)
        page.locator(".lift-times summary").click()
        write_time(page, 0, "2026-11-19T08:05")
        assert wall(page) == "2026-11-19T08:05 2026-11-19T09:35"
        write_time(page, 1, "2026-11-19T08:00")
        page.wait_for_function("() => document.querySelector('.lift-problem').textContent.includes('after')")


def test_a_section_that_arrives_leaves_the_fields_alone(chromium, site):
    """A refused time stays in the field to be corrected, and so does the message."""
    with opened(chromium, site, "day/2026-11-18", is_routed=True) as page:
        lift_sound(page)
        page.locator(".lift-times summary").click()
        late, isHeld = [], [True]
        page.route("**/day/*.html", lambda route: late.append(route) if isHeld else route.continue_())
        page.evaluate("() => scrollBy({top: 3000, behavior: 'instant'})")
        until(page, lambda: late)
        end = page.locator(".lift-times input").nth(1)
        end.fill("2026-11-18T16:00")
        page.wait_for_function("() => document.querySelector('.lift-problem').textContent.includes('after')")
        isHeld.clear()
        for route in late:
            route.continue_()
        # Others may have been removed meanwhile.
        name = late[0].request.url.rsplit("/", 1)[1].removesuffix(".html")
        page.locator(f'main .leaf > [data-section="{name}"]').wait_for(state="attached")
        assert end.input_value() == "2026-11-18T16:00"
        end.dispatch_event("change")
        assert "after" in page.locator(".lift-problem").inner_text()


# ── While it is put down ──────────────────────────────────────────────────────────────────────────

# Requests to the engine wait until the test releases them.
SLOW = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...words) {
  if (window.asked) asked.push(() => post.apply(this, words));
  else post.apply(this, words);
};
window.slow = async () => {
  const {Engine} = await import(document.body.dataset.engine);
  await Engine.open();
  window.asked = [];
};
window.answer = async () => {
  const waiting = asked;
  window.asked = undefined;
  for (const ask of waiting) ask();
  const {Engine} = await import(document.body.dataset.engine);
  await (await Engine.open()).clock('2026-11-20T09:00');
};
"""


def answered(page) -> None:
    """Releases the engine's answer, and waits for its effects."""
    page.evaluate("() => answer()")
    stopped(page)


@contextmanager
def slowed(chromium, site, path="day/2026-11-18", edit=False):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.add_init_script(SLOW)
        if edit:
            page.add_init_script("""addEventListener('DOMContentLoaded', () => document.head.append(
              Object.assign(document.createElement('meta'), {name: 'busylife-edit', content: 't0ken'})))""")
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        near(page)
        yield page


def put_down_slowly(page) -> None:
    """Moves a block by one step and puts it down; the engine answers when the test releases it."""
    page.evaluate("() => slow()")
    lift_sound(page, "ArrowDown", "Enter")


def test_escape_takes_back_what_is_being_put_down(chromium, site):
    with slowed(chromium, site) as page:
        page.evaluate("() => slow()")
        begin_tea(page)
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        page.wait_for_selector(".lift-bar", state="hidden")
        answered(page)
        assert proposals(page) == [] and page.locator("li.proposed").count() == 0


def test_what_is_lifted_meanwhile_is_another_matter(chromium, site):
    with slowed(chromium, site) as page:
        put_down_slowly(page)
        page.keyboard.press("Escape")
        begin_tea(page)
        answered(page)
        assert proposals(page) == []
        assert page.locator(".lift-title").input_value() == "Tea" and drawn(page, "lifted") == [[SOUND, 108, 120]]
        page.keyboard.press("Enter")
        page.wait_for_selector("li.proposed", state="attached")
        assert [proposal["title"] for proposal in proposals(page)] == ["Tea"]


def test_where_it_was_put_down_is_where_it_goes(chromium, site):
    with slowed(chromium, site) as page:
        put_down_slowly(page)
        page.keyboard.press("ArrowDown")
        assert wall(page) == "2026-11-18T17:15 2026-11-18T18:45"
        answered(page)
        (proposal,) = proposals(page)
        assert proposal["start"] == "2026-11-18T17:15:00+08:00"
        assert page.locator("li.lifted").count() == 0


# ── Whose keys are whose ──────────────────────────────────────────────────────────────────────────


def test_arrows_in_the_list_of_calendars_choose_one(chromium, site):
    with slowed(chromium, site, edit=True) as page:
        page.keyboard.press("n")
        page.wait_for_function("() => document.activeElement.matches('.lift-title')")
        was = wall(page)
        page.locator(".lift-bar select").focus()
        page.keyboard.press("ArrowDown")
        assert wall(page) == was
        assert page.locator(".lift-bar select").evaluate("e => e.selectedIndex") == 1
        page.keyboard.press("Escape")
        assert page.locator("li.lifted").count() == 0


def test_a_link_elsewhere_is_followed_while_an_event_is_lifted(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        lift_sound(page, "ArrowDown")
        page.locator('.views a[data-kind="agenda"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/agenda/*.html*")
        assert proposals(page) == []


def test_escape_closes_the_list_of_zones_and_not_the_event(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        lift_sound(page, "ArrowDown")
        page.locator("[data-zone-switch]").focus()
        page.keyboard.press("ArrowDown")
        page.wait_for_selector("#zones", state="visible")
        page.keyboard.press("Escape")
        page.wait_for_selector("#zones", state="hidden")
        assert wall(page) == "2026-11-18T17:15 2026-11-18T18:45" and page.locator("li.lifted").count() == 1


def test_keys_are_the_events_also_where_nothing_has_the_focus(chromium, site):
    with opened(chromium, site, "day/2026-11-18") as page:
        hand = Mouse(page)
        x, y = hold(page, hand, block(page, section=SOUND))
        hand.up()
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("ArrowDown")
        assert wall(page) == "2026-11-18T17:15 2026-11-18T18:45"
        # A press on it does not move the focus.
        hand.down(*middle(page.locator("li.lifted")))
        hand.up()
        page.keyboard.press("ArrowDown")
        assert wall(page) == "2026-11-18T17:30 2026-11-18T19:00"
        page.keyboard.press("Escape")
        assert page.locator("li.lifted").count() == 0


# ── Whole days ────────────────────────────────────────────────────────────────────────────────────

# An event of four days, on the week and on the day it begins.
CHIP = '.band .event[data-uid="c-2026-0300@halyard.example"]'
FROM, WEEK = "2026-11-26", "2026-11-23"


def chip(page, date: str = FROM):
    return page.locator(f'[data-date="{date}"] {CHIP}').first


def middle_of_day(page, date: str) -> tuple[float, float]:
    """A point in a day, below its heading."""
    box = page.locator(f'.grid [data-date="{date}"] .band').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lifted_days(page) -> list[str]:
    return [date for date, _, _ in drawn(page, "lifted")]


@pytest.mark.parametrize("size", SIZES)
def test_what_is_of_whole_days_is_moved_by_days(size, chromium, site):
    problems: list[str] = []
    with opened(chromium, site, f"week/{WEEK}", size, problems) as page:
        hand = pointer(page, size)
        hold(page, hand, chip(page))
        assert wall(page) == "2026-11-26 2026-11-29"
        assert lifted_days(page) == ["2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"]
        if size == "phone":
            # The list has become a week of columns: the next press grabs the event.
            hand.up()
            hand.down(*middle(page.locator('[data-date="2026-11-26"] li.lifted')))
        _, y = middle(page.locator('[data-date="2026-11-26"] li.lifted'))
        before = page.evaluate("() => scrollY")
        # Held by its first day, and moved with that to a Tuesday.
        x, _ = middle_of_day(page, "2026-11-24")
        hand.move(x + 20, y)
        hand.move(x, y)
        starts(page, "2026-11-24")
        copy = page.locator(".lift-copy").bounding_box()
        assert abs(copy["x"] + copy["width"] / 2 - x) < copy["width"]
        hand.up()
        page.wait_for_selector(".lift-copy", state="hidden")
        assert wall(page) == "2026-11-24 2026-11-27"
        assert lifted_days(page) == ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"]
        # It is near the zone of automatic scrolling, which did not begin.
        assert page.evaluate("() => scrollY") == before
        page.get_by_role("button", name="Done").click()
        page.wait_for_selector("li.proposed", state="attached")
        (proposal,) = proposals(page)
        assert (proposal["start"], proposal["end"]) == ("2026-11-24", "2026-11-28")
        assert proposal["was"] == {"start": "2026-11-26", "end": "2026-11-30"}
        assert problems == []


@pytest.mark.parametrize("size", SIZES)
def test_on_days_one_below_the_other_too(size, chromium, site):
    with opened(chromium, site, "day/2026-11-27", size) as page:
        hand = pointer(page, size)
        hold(page, hand, chip(page, "2026-11-27"))
        show(page, page.locator('[data-date="2026-11-27"] li.lifted'))
        hand.up()
        show(page, page.locator('[data-date="2026-11-28"] .band'))
        # Held by its third day, below which is its fourth.
        x, y = middle(page.locator('[data-date="2026-11-28"] li.lifted'))
        hand.down(x, y)
        hand.move(x, y - 40)
        hand.move(x, y - 140)
        starts(page, "2026-11-25")
        hand.up()
        assert wall(page) == "2026-11-25 2026-11-28"


def stretch(page, hand, grip, to: str, to_right: bool, expected: str) -> None:
    """Drags a handle to a day, to that end of it where the handle would be."""
    x, y = middle(grip)
    hand.down(x, y)
    box = page.locator(f'.grid [data-date="{to}"] .band').bounding_box()
    goal = box["x"] + (box["width"] if to_right else 0)
    hand.move((x + goal) / 2, y)
    hand.move(goal, y)
    page.wait_for_function(
        "wanted => [...document.querySelectorAll('.lift-times input')].map(e => e.value).join(' ') === wanted",
        arg=expected,
    )
    hand.up()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edge,to,expected", [
    ("start", "2026-11-24", "2026-11-24 2026-11-29"), ("end", "2026-11-27", "2026-11-26 2026-11-27"),
    # Neither end passes the other.
    ("end", "2026-11-23", "2026-11-26 2026-11-26"), ("start", "2026-11-29", "2026-11-29 2026-11-29"),
])
def test_whole_days_are_stretched_at_both_ends(edge, to, expected, size, chromium, site):
    with opened(chromium, site, f"week/{WEEK}", size) as page:
        chip(page).focus()
        page.keyboard.press("Enter")
        day = "2026-11-26" if edge == "start" else "2026-11-29"
        grip = page.locator(f'[data-date="{day}"] li.lifted .grip.{edge}')
        show(page, grip)
        stretch(page, pointer(page, size), grip, to, to_right=edge == "end", expected=expected)
        assert wall(page) == expected


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", [f"day/{FROM}", f"week/{WEEK}"])
def test_whole_days_with_keys_alone(path, size, chromium, site):
    with opened(chromium, site, path, size) as page:
        chip(page).focus()
        assert "Enter" in page.evaluate(DESCRIPTION)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.matches('.lift-hand')")
        for keys, expected in (
            (["ArrowRight"], "2026-11-27 2026-11-30"),
            (["ArrowUp"] * 2, "2026-11-25 2026-11-28"),
            (["ArrowDown"], "2026-11-26 2026-11-29"),
            (["Shift+ArrowDown"], "2026-11-26 2026-11-30"),
            (["Shift+ArrowUp"] * 9, "2026-11-26 2026-11-26"),
            (["Shift+ArrowLeft"] * 2, "2026-11-24 2026-11-26"),
            (["Shift+ArrowRight"] * 9, "2026-11-26 2026-11-26"),
            (["ArrowLeft"] * 10, "2026-11-16 2026-11-16"),
        ):
            for key in keys:
                page.keyboard.press(key)
            assert wall(page) == expected, keys
        page.wait_for_function(SAID, arg="16")
        text = page.evaluate("() => [...document.querySelectorAll('[role=status]')].map(e => e.textContent).join()")
        assert "00:00" not in text and "24:00" not in text
        page.wait_for_function("""() => {
          const b = document.querySelector('[data-date="2026-11-16"] li.lifted')?.getBoundingClientRect();
          return b && b.top > 0 && b.top < innerHeight }""")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-date="2026-11-16"] .band li.proposed', state="attached")
        (proposal,) = proposals(page)
        assert (proposal["start"], proposal["end"]) == ("2026-11-16", "2026-11-17")
        page.keyboard.press("Control+z")
        page.wait_for_function("() => !document.querySelector('li.proposed, .band > ul:empty')")
        assert proposals(page) == []
        page.keyboard.press("Control+Shift+z")
        page.wait_for_selector('[data-date="2026-11-16"] .band li.proposed', state="attached")


def test_what_is_seen_stays_where_whole_days_come_and_go_above_it(chromium, site):
    with opened(chromium, site, f"day/{FROM}") as page:
        chip(page).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-date="2026-11-25"] li.proposed', state="attached")
        # Where the list ends, because the next day is still on its way, a turn of the wheel is lost.
        until(page, lambda: wheel(page, 600) or page.locator('[data-date="2026-12-01"] .timed').count())
        show(page, page.locator('[data-date="2026-12-01"] .band'))
        top = "() => document.querySelector('[data-date=\"2026-12-01\"]').getBoundingClientRect().top"
        was = page.evaluate(top)
        count = page.locator("li.proposed").count()
        assert count > 1
        page.keyboard.press("Control+z")
        page.wait_for_function("() => !document.querySelector('li.proposed')")
        assert abs(page.evaluate(top) - was) <= 1
        page.keyboard.press("Control+Shift+z")
        page.wait_for_function("count => document.querySelectorAll('li.proposed').length === count", arg=count)
        assert abs(page.evaluate(top) - was) <= 1


def test_escape_puts_whole_days_back_and_leaves_nothing(chromium, site):
    with opened(chromium, site, f"week/{WEEK}") as page:
        # The card of an event that has the focus comes once its module is there, which may be before or after Escape.
        html = f"""() => document.querySelector('.grid[data-section="{WEEK}"]').outerHTML.replace(" event-card", "")"""
        was = page.evaluate(html)
        chip(page).focus()
        page.keyboard.press("Enter")
        for _ in range(5):
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("Escape")
        shows(page, html, was)
        assert page.locator(".band > ul:empty").count() == 0
        assert page.locator("li.lifted, .lifting").count() == 0 and proposals(page) == []
        shows(page, "() => document.activeElement.dataset.start", FROM)
        # The fields have days, of which the last is inclusive.
        page.keyboard.press("Enter")
        page.locator(".lift-times summary").click()
        write_time(page, 1, "2026-12-02")
        assert wall(page) == "2026-11-26 2026-12-02"
        write_time(page, 0, "2026-11-24")
        assert wall(page) == "2026-11-24 2026-11-30"
        write_time(page, 1, "2026-11-23")
        page.wait_for_function("() => document.querySelector('.lift-problem').textContent.includes('after')")


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_while_whole_days_are_lifted_and_proposed(size, chromium, site):
    path = f"week/{WEEK}" if size == "wide" else f"day/{FROM}"
    with opened(chromium, site, path, size, reduced_motion="reduce") as page:
        chip(page).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowLeft")
        found = violations(page)
        page.keyboard.press("Enter")
        page.wait_for_selector("li.proposed", state="attached")
        found += violations(page)
    assert found == []


# ── From right to left ────────────────────────────────────────────────────────────────────────────


@contextmanager
def in_locale(root, locale: str, *left_out: str):
    """The sample in another language, without some of its settings."""
    tool.in_locale(root / "Content", locale, *left_out)
    with chrome.served(root) as server:
        tool.build(root / "site", "--content", root / "Content", "--tz", ZONE, *PUBLISHED)
        yield Site(f"{server}/site", root / "site")


@pytest.fixture(scope="module")
def hebrew(tmp_path_factory):
    with in_locale(tmp_path_factory.mktemp("hebrew"), "he") as made:
        yield made


@pytest.mark.parametrize("locale,month", [
    # As the page writes days, and by its calendar where a language usually has another.
    ("en-US", "Nov"), ("ar-EG", "نوفمبر"), ("ko", "11월"), ("ja", "11月18日"), ("fa", "نوامبر"), ("th", "พ.ย."),
    ("fr", "nov"),
])
def test_what_is_lifted_has_its_times_as_the_page_writes_them(locale, month, chromium, tmp_path):
    with in_locale(tmp_path, locale, "hourCycle:") as made, opened(chromium, made, "day/2026-11-18") as page:
        written = block(page, section="2026-11-18").locator("time").inner_text()
        block(page, section="2026-11-18").focus()
        page.keyboard.press("Enter")
        lifted = page.locator("li.lifted time")
        lifted.wait_for(state="attached")
        spaces = str.maketrans("\u202f\u00a0", "  ")
        was = lifted.text_content()
        assert was.translate(spaces) == written.translate(spaces)
        page.keyboard.press("Shift+ArrowDown")
        page.wait_for_function("was => document.querySelector('li.lifted time').textContent !== was", arg=was)
        page.wait_for_function(SAID, arg=month)


def test_from_right_to_left_the_day_after_is_at_the_left(chromium, hebrew):
    with opened(chromium, hebrew, "week/2026-11-16") as page:
        shows(page, "() => document.dir", "rtl")
        hand = Mouse(page)
        x, y = hold(page, hand, block(page))
        width = page.locator('[data-date="2026-11-18"] .timed').bounding_box()["width"]
        hand.move(x - width / 2, y)
        hand.move(x - width, y + 1)
        starts(page, "2026-11-19T17:00")
        copy = page.locator(".lift-copy").bounding_box()
        assert abs(copy["x"] + copy["width"] / 2 - (x - width)) < width / 2
        hand.up()
        for key, expected in (("ArrowLeft", "20"), ("ArrowRight", "19"), ("ArrowRight", "18")):
            page.keyboard.press(key)
            assert wall(page).startswith(f"2026-11-{expected}T17:00")
        page.keyboard.press("Shift+ArrowLeft")
        assert wall(page) == "2026-11-18T17:15 2026-11-18T18:30"


@pytest.mark.parametrize("edge,to,expected", [
    ("start", "2026-11-24", "2026-11-24 2026-11-29"), ("end", "2026-11-27", "2026-11-26 2026-11-27"),
])
def test_from_right_to_left_whole_days_begin_at_the_right(edge, to, expected, chromium, hebrew):
    with opened(chromium, hebrew, f"week/{WEEK}") as page:
        chip(page).focus()
        page.keyboard.press("Enter")
        first = page.locator('[data-date="2026-11-26"] li.lifted')
        # In the week of today the page opens at the present hour, far below the whole days.
        show(page, first)
        grip = page.locator("li.lifted .grip.start:visible")
        assert middle(grip)[0] > middle(first)[0]
        if edge == "end":
            grip = page.locator("li.lifted .grip.end:visible")
            assert middle(grip)[0] < middle(page.locator('[data-date="2026-11-29"] li.lifted'))[0]
        stretch(page, Mouse(page), grip, to, to_right=edge == "start", expected=expected)


def test_from_right_to_left_days_come_to_meet_it(chromium, hebrew):
    with opened(chromium, hebrew, "week/2026-11-16") as page:
        hand = Mouse(page)
        x, y = hold(page, hand, block(page))
        page.evaluate(WATCH)
        bottom = page.locator(".lift-bar").bounding_box()["y"]
        hand.move(x, bottom - 100)
        hand.move(x, bottom - 20)
        page.wait_for_function("() => document.querySelector('.lift-times input')?.value.slice(0, 10) === '2026-11-25'")
        # In the same column, a week later, and always at its place.
        places = page.evaluate("() => frames.slice(1).map(({copy}) => [copy.left, copy.top].map(Math.round).join())")
        assert len(set(places)) == 1
        hand.up()


# ── Firefox ───────────────────────────────────────────────────────────────────────────────────────

KEYS = {"Enter": "\ue007", "ArrowDown": "\ue015", "ArrowRight": "\ue014", "Escape": "\ue00c", "Shift": "\ue008"}


def fox_keys(page, *keys: str) -> None:
    """Presses keys one after another; `Shift+ArrowDown` presses both."""
    actions = []
    for key in keys:
        names = [KEYS[name] for name in key.split("+")]
        actions += [{"type": "keyDown", "value": name} for name in names]
        actions += [{"type": "keyUp", "value": name} for name in reversed(names)]
    page.ask("input.performActions", context=page.context, actions=[{"type": "key", "id": "keys", "actions": actions}])


def fox_mouse(page, *actions: dict) -> None:
    source = {"type": "pointer", "id": "mouse", "actions": list(actions)}
    page.ask("input.performActions", context=page.context, actions=[source])


FOX_WALL = "[...document.querySelectorAll('.lift-times input')].map(e => e.value).join(' ')"
FOX_BLOCK = f"""document.querySelector('[data-section="{SOUND}"] .timed [data-start="{SOUND}T17:00:00+08:00"]')"""


def fox_opened(page, site, path: str, element: str) -> None:
    page.goto(f"{site.address}/{path}.html")
    page.evaluate("localStorage.clear()")
    page.wait_for("document.body.dataset.scripts === 'ready'")
    page.evaluate(
        "document.querySelector('main .timed').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
    page.wait_for("document.body.dataset.timeline === 'ready'")
    page.evaluate(f"scrollBy({{top: {element}.getBoundingClientRect().top - innerHeight / 2, behavior: 'instant'}})")
    page.wait_for_rest()


def test_in_firefox_with_keys(fox, site):
    fox_opened(fox, site, "day/2026-11-18", FOX_BLOCK)
    fox.evaluate(f"{FOX_BLOCK}.focus()")
    fox_keys(fox, "Enter")
    fox.wait_for("document.activeElement.matches('.lift-hand')")
    fox_keys(fox, "ArrowDown", "ArrowDown", "ArrowRight", "Shift+ArrowDown")
    assert fox.evaluate(FOX_WALL) == "2026-11-19T17:30 2026-11-19T19:15"
    fox_keys(fox, "Enter")
    fox.wait_for("document.querySelector('li.proposed')?.closest('[data-date]').dataset.date === '2026-11-19'")
    (proposal,) = fox.evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('busylife:proposals:'))"
                               ".flatMap(([, text]) => JSON.parse(text))")
    assert (proposal["start"], proposal["end"]) == ("2026-11-19T17:30:00+08:00", "2026-11-19T19:15:00+08:00")


@pytest.mark.parametrize("element,path,by,expected", [
    (FOX_BLOCK, "day/2026-11-18", (0, 60), "2026-11-18T18:00 2026-11-18T19:30"),
    (f"document.querySelector('[data-date=\"{FROM}\"] {CHIP}')", f"week/{WEEK}", (-340, 0), "2026-11-24 2026-11-27"),
], ids=["hours", "days"])
def test_in_firefox_with_the_mouse(element, path, by, expected, fox, site):
    fox_opened(fox, site, path, element)
    box = fox.evaluate(f"{element}.getBoundingClientRect().toJSON()")
    x, y = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
    at = lambda dx, dy: {"type": "pointerMove", "x": x + dx, "y": y + dy}  # noqa: E731
    fox_mouse(fox, at(0, 0), {"type": "pointerDown", "button": 0})
    fox.wait_for("!!document.querySelector('li.lifted')")
    fox_mouse(fox, at(by[0] // 2, by[1] // 2), at(*by))
    fox.wait_for(f"{FOX_WALL} === '{expected}'")
    assert fox.evaluate("!document.querySelector('.lift-copy').hidden")
    fox_mouse(fox, {"type": "pointerUp", "button": 0})
    fox.wait_for("document.querySelector('.lift-copy').hidden")
    assert fox.evaluate(FOX_WALL) == expected
    fox_keys(fox, "Escape")
    fox.wait_for("!document.querySelector('li.lifted, .lifting')")
