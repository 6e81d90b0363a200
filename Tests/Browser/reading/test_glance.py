"""today.html: one day on one screen, scrubbed instead of scrolled (as in Upcoming)."""

from __future__ import annotations

import base64
import re
import shutil

import pytest

import browser as chrome
import tool
from content import Content
from stage import SIZES, Site, agenda, ready, shows, stopped, until

# 10:40 in UTC+8.
NOW = "2026-11-20T02:40:00Z"


def event(uid: str, start: str, end: str, **more) -> dict:
    return {"uid": uid, "title": more.pop("title", uid), "start": start, "end": end, "tz": "UTC+8", **more}


EVENTS = [
    event("early", "2026-11-20T07:00:00", "2026-11-20T08:00:00"),
    # Longer, and later: the next event is the one that begins first.
    event("soon", "2026-11-20T11:05:00", "2026-11-20T11:35:00", location={"name": "Quay 4"}),
    event("long", "2026-11-20T11:30:00", "2026-11-20T19:00:00"),
    # The same twice, to the minute.
    event("twin-1", "2026-11-20T14:00:00", "2026-11-20T15:00:00", title="Twin"),
    event("twin-2", "2026-11-20T14:00:00", "2026-11-20T15:00:00", title="Twin"),
    event("twin-3", "2026-11-20T14:15:00", "2026-11-20T14:45:00", title="Third"),
    event("pair-1", "2026-11-20T20:00:00", "2026-11-20T21:00:00", title="Pair"),
    event("pair-2", "2026-11-20T20:00:00", "2026-11-20T21:00:00", title="Pair"),
    event("late", "2026-11-20T22:00:00", "2026-11-20T23:00:00"),
    # Its middle day is the 20th.
    event("voyage", "2026-11-19T15:00:00", "2026-11-21T09:00:00"),
    {"uid": "fair", "title": "Fair", "start": "2026-11-20", "end": "2026-11-21", "allDay": True},
    event("breakfast", "2026-11-21T08:30:00", "2026-11-21T09:00:00"),
]
OTHER = [event("rehearsal", "2026-11-20T12:00:00", "2026-11-20T13:00:00")]


@pytest.fixture(scope="module")
def glances(tmp_path_factory) -> Site:
    root = tmp_path_factory.mktemp("glance")
    content = Content(root, "title: Glances\nlocale: en-GB\n", calendars={"own": EVENTS, "other": OTHER}).folder
    tool.build(root / "site", "--tz", "UTC+8", content=content, now=NOW)
    with chrome.served(root / "site") as address:
        yield Site(address, root / "site")


def opened(page, site: Site, hash: str = "") -> None:
    page.goto(f"{site.address}/today.html{hash}")
    ready(page)
    page.wait_for_function("() => document.querySelector('.peek')?.hidden === false")


CARD = """() => [...document.querySelectorAll('.card')].map(e => ['count', 'title', 'detail'].map(name =>
    e.querySelector('.' + name)?.innerText.trim().replaceAll('\\n', ' ') ?? ''))"""


def card_shows(page, expected: list[str], at: int = 0) -> None:
    """The first words of a panel in the header: time until the event, title, time and place."""
    shows(page, f"({CARD})()[{at}]?.slice(0, {len(expected)})", expected)


ROWS = "() => [...document.querySelectorAll('.hours li')].map(e => e.getBoundingClientRect().height)"
# Rows follow the pointer frame by frame, the first time in the one after it has moved.
SETTLED = """y => new Promise(done => { let was, same = 0; const look = () => {
    const rows = String([...document.querySelectorAll('.hours li')].map(e => e.offsetHeight));
    same = rows === was ? same + 1 : 0;
    was = rows;
    if (same === 6) done(); else requestAnimationFrame(look) }; look() })"""


def fisheye(height: float, y: float) -> list[float]:
    """The row under the pointer is the highest, its neighbours are lower; each side fills its part of the height."""
    flat, at = height / 24, 24 * y / height
    large, under = max(44, 1.5 * flat), min(int(at), 23)
    weights = [min(max(1 - (abs(at - hour - 0.5) - 0.5) / 2.5, 0), 1) for hour in range(24)]
    shares = {"above": [*range(under)], "below": [*range(under + 1, 24)]}
    own = {"above": at - under, "below": under + 1 - at}
    room = {"above": y, "below": height - y}
    if under in (0, 23):
        end = at if under == 0 else 24 - at
        top = large * (1 - end) + flat * end
    else:
        top = large
        for side, hours in shares.items():
            full = own[side] + sum(weights[hour] for hour in hours)
            rest = len(hours) - sum(weights[hour] for hour in hours)
            top = min(top, (room[side] - flat / 4 * rest) / full)
    rows = [top] * 24
    for side, hours in shares.items():
        left = height - top if under in (0, 23) else room[side] - own[side] * top
        rest = sum(1 - weights[hour] for hour in hours)
        low = (left - top * sum(weights[hour] for hour in hours)) / rest if rest > 1e-9 else top
        for hour in hours:
            rows[hour] = low + (top - low) * weights[hour]
    return rows


@pytest.mark.parametrize("height", [240, 480, 601, 611, 704, 733, 738, 1100, 1600])
def test_rows_add_up_at_every_pixel_and_go_down_with_the_pointer(height, chromium):
    with chrome.watched(chromium, []) as page:
        # Only the script: the fisheye needs no page.
        page.add_script_tag(path=tool.TEMPLATES / "assets/today.js")
        every = "height => Array.from({length: height + 1}, (_, y) => fisheye.heights(height, y))"
        found = page.evaluate(every, height)
    for y, rows in enumerate(found):
        assert len(rows) == 24 and min(rows) > 0 and abs(sum(rows) - height) < 1e-6, y
        if height <= 704:
            assert rows == pytest.approx(fisheye(height, y), rel=1e-9), y
        # The row under the pointer is the one at rest there, so it moves down with the pointer.
        under = min(24 * y // height, 23)
        above = sum(rows[:under])
        assert above - 1e-6 <= y <= above + rows[under] + 1e-6, f"{y}: {under}"
        # However close to the edge of an hour, no other row is higher than the one under the pointer.
        assert rows[under] >= max(rows) - 1e-6, f"{y}: {under}"
        if 3 <= under <= 20:
            assert rows[under] > 1.2 * height / 24, f"{y}: {rows[under]}"


@pytest.mark.parametrize("size", SIZES)
def test_rows_fill_the_height_under_a_real_pointer(size, chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size], reduced_motion="reduce") as page:
        opened(page, glances)
        sizes = "document.documentElement.scrollHeight, document.documentElement.scrollWidth, innerHeight, innerWidth"
        assert page.evaluate(f"[{sizes}]") == [
            SIZES[size]["height"], SIZES[size]["width"], SIZES[size]["height"], SIZES[size]["width"]]
        box = page.locator(".timed").bounding_box()
        assert sum(page.evaluate(ROWS)) == pytest.approx(box["height"], abs=0.5)
        was = -1
        for y in range(1, int(box["height"]), 13):
            page.mouse.move(box["x"] + 40, box["y"] + y)
            page.evaluate(SETTLED, y)
            rows = page.evaluate(ROWS)
            assert sum(rows) == pytest.approx(box["height"], abs=0.5)
            value = int(page.get_attribute(".scrub", "aria-valuenow"))
            assert value >= was
            was = value
            edges = [sum(rows[:hour]) for hour in range(25)]
            assert edges[value // 60] - 1 <= y <= edges[value // 60 + 1] + 1
        page.mouse.move(3, 3)
        page.evaluate(SETTLED, 0)
        assert max(page.evaluate(ROWS)) - min(page.evaluate(ROWS)) < 1


def test_no_card_covers_the_day(chromium, glances):
    """The header shows the event that the pointer or the focus is on; a card would be in the pointer's way."""
    with chrome.watched(chromium, [], NOW, viewport=SIZES["phone"], reduced_motion="reduce") as page:
        opened(page, glances)
        page.wait_for_selector("body[data-extras=ready]")
        page.keyboard.press("Tab")
        page.locator('.block[data-uid="late"]').focus()
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'late'")
        stopped(page)
        assert page.locator("#event-card:visible").count() == 0


def test_the_header_counts_down_to_the_soonest(chromium, glances):
    with chromium.new_context(viewport=SIZES["wide"], timezone_id="America/New_York") as context:
        page = context.new_page()
        page.clock.install(time=NOW)
        page.goto(f"{glances.address}/today.html")
        page.wait_for_selector("body[data-scripts=ready]")
        page.clock.run_for(1000)
        card_shows(page, ["25 MINS", "soon", "11:05 – 11:35 Quay 4"])
        # The sky is red in the last half hour, and the countdown changes each minute.
        assert page.get_attribute("body", "data-sky") == "alert"
        # As after the machine has slept: one timer is late, and minutes are counted from then on.
        page.clock.fast_forward(22 * 60_000)
        page.clock.run_for(2 * 60_000)
        card_shows(page, ["1 MIN", "soon"])
        assert page.get_attribute(".now", "data-time") == "11:04"
        page.clock.run_for(60_000)
        card_shows(page, ["NOW", "soon"])
        # Of two current events, the one that began last.
        page.clock.fast_forward(26 * 60_000)
        page.clock.run_for(60_000)
        card_shows(page, ["NOW", "long"])
        # rehearsal begins at 12:00; twelve hours later there is no next event, and tomorrow is shown.
        page.clock.fast_forward(19 * 60_000)
        page.clock.run_for(60_000)
        assert page.get_attribute("body", "data-sky") == "alert"
        page.clock.fast_forward(9 * 3_600_000 + 14 * 60_000)
        page.clock.run_for(60_000)
        card_shows(page, ["53 MINS", "late"])
        assert page.get_attribute("body", "data-sky") == "dusk"
        page.clock.fast_forward(2 * 3_600_000 - 60_000)
        page.clock.run_for(60_000)
        shows(page, f"() => ({CARD})()[0][1]", "No upcoming events")
        assert "low" in page.get_attribute(".peek", "class") and "breakfast" in page.inner_text(".peek")
        # After midnight the open page moves on.
        page.clock.fast_forward(54 * 60_000)
        page.clock.run_for(60_000)
        page.wait_for_function("() => document.querySelector('.grid [data-date]')?.dataset.date === '2026-11-21'")
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'voyage'")


@pytest.mark.parametrize("size", SIZES)
def test_tiles(size, chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        opened(page, glances)
        strengths = page.evaluate("""() => Object.fromEntries(
            [...document.querySelectorAll('.timed > li > .block')].map(block => {
              const has = name => block.closest('li').classList.contains(name);
              return [block.dataset.uid, has('past') ? 'past' : has('next') ? 'next' : 'future'];
            }))""")
        assert strengths == {"early": "past", "soon": "next"} | dict.fromkeys(
            ["long", "rehearsal", "twin-1", "twin-2", "twin-3", "pair-1", "pair-2", "late"], "future")
        # Those at one time share the row; if there are more than two, the others are counted.
        boxes = page.evaluate("""() => [...document.querySelectorAll('.timed > li')]
            .filter(e => e.checkVisibility() && !e.matches('.now')).map(e => {
              const {left, right, top, bottom} = e.getBoundingClientRect();
              return [e.innerText, left, right, top, bottom];
            })""")
        for index, (_, left, right, top, bottom) in enumerate(boxes):
            for _, *other in boxes[index + 1 :]:
                assert right <= other[0] + 1 or other[1] <= left + 1 or bottom <= other[2] + 1 or other[3] <= top + 1
        pair = [box for box in boxes if box[0].startswith("Pair")]
        assert len(pair) == 2 and pair[0][3:] == pair[1][3:] and abs(pair[0][2] - pair[1][1]) < 2
        more = page.locator(".more-tile")
        # On a phone an hour is lower than a tile.
        assert more.get_attribute("aria-label") == f"{2 if size == 'wide' else 3} more events"
        assert more.get_attribute("href").endswith("day/2026-11-20.html#d2026-11-20")
        # Each all-day event has a panel in the header, and so has the middle day of a voyage.
        assert [card[1] for card in page.evaluate(CARD)] == ["soon", "voyage", "Fair"]
        page.click(".dots button:nth-child(3)")
        page.wait_for_selector(".dots button:nth-child(3)[aria-current=true]", state="attached")


def test_what_is_under_the_pointer_is_in_the_header(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, glances)
        late = page.locator('.block[data-uid="late"]').bounding_box()
        page.mouse.move(late["x"] + 20, late["y"] + late["height"] / 2)
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'late'")
        card_shows(page, ["11 HOURS"])
        page.mouse.move(5, 5)
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'soon'")


def test_scrubbing_by_keys(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"], reduced_motion="reduce") as page:
        opened(page, glances)
        page.keyboard.press("ArrowDown")
        spoken = lambda: page.get_attribute(".scrub", "aria-valuetext")
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '720'")
        assert spoken() == "12:00, long, rehearsal"
        page.keyboard.press("Shift+ArrowDown")
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '735'")
        page.keyboard.press("End")
        page.keyboard.press("ArrowUp")
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '1380'")
        assert spoken() == "23:00, nothing planned"
        page.keyboard.press("ArrowUp")
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'late'")
        shows(page, "document.activeElement.className", "scrub")
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'soon'")
        page.keyboard.press("Home")
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '0'")


def touch(page):
    """Sends touches: the type of event and the position of each finger."""
    session = page.context.new_cdp_session(page)
    return lambda kind, *at: session.send("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(at)]})


def drag(page, points, pause: int = 12, send=None):
    """One finger, from one place to the next; returns a function that lifts it."""
    send = send or touch(page)
    send("touchStart", points[0])
    for (x, y), (to_x, to_y) in zip(points, points[1:]):
        for step in range(1, 9):
            send("touchMove", (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
            page.wait_for_timeout(pause)
    return lambda: send("touchEnd")



def test_a_finger_scrubs_swipes_and_taps(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["phone"], has_touch=True, is_mobile=True) as page:
        opened(page, glances)
        box = page.locator(".timed").bounding_box()
        late = page.locator('.block[data-uid="late"]').bounding_box()
        lift = drag(page, [(box["x"] + 30, box["y"] + 60), (box["x"] + 30, late["y"] + late["height"] / 2)])
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'late'")
        lift()
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'soon'")
        assert page.url.endswith("today.html") and page.evaluate("scrollY") == 0
        # To the left is the next day, to the right the one before.
        drag(page, [(300, box["y"] + 200), (120, box["y"] + 204)])()
        page.wait_for_function("() => document.querySelector('.grid [data-date]')?.dataset.date === '2026-11-21'")
        assert page.url.endswith("#d2026-11-21")
        drag(page, [(120, box["y"] + 200), (300, box["y"] + 204)])()
        page.wait_for_function("() => document.querySelector('.grid [data-date]')?.dataset.date === '2026-11-20'")
        page.wait_for_function("() => !document.querySelector('main[aria-busy]')")
        stopped(page)
        page.tap('.block[data-uid="long"] .title')
        page.wait_for_url("**/event/long*.html")


def test_any_day(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{glances.address}/day/2026-11-21.html")
        ready(page)
        page.click("main [data-section='2026-11-21'] .glance")
        page.wait_for_function("() => document.querySelector('.grid [data-date]')?.dataset.date === '2026-11-21'")
        assert page.url.endswith("today.html?day=2026-11-21") and page.inner_text("h1") == "Saturday, 21 November 2026"
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("() => document.querySelector('h1')?.textContent === 'Friday, 20 November 2026'")
        page.click("a[rel=prev]")
        page.wait_for_function("() => document.querySelector('h1')?.textContent === 'Thursday, 19 November 2026'")
        page.go_back()
        page.wait_for_function("() => document.querySelector('h1')?.textContent === 'Friday, 20 November 2026'")
        # Beyond the window the engine draws it.
        page.goto(f"{glances.address}/today.html?day=2199-12-31")
        page.wait_for_function("() => document.querySelector('h1')?.textContent === 'Tuesday, 31 December 2199'")
        page.keyboard.press("t")
        page.wait_for_function("() => document.querySelector('h1')?.textContent === 'Friday, 20 November 2026'")
        assert page.get_attribute("body", "data-section") == "today" and page.title() == "Upcoming – Glances"


@pytest.mark.parametrize("size", SIZES)
def test_tomorrow_is_pulled_up(size, chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size], has_touch=size == "phone") as page:
        opened(page, glances)
        shown = """() => [...document.querySelectorAll('.pulled-events a')]
            .map(e => e.querySelector('.title').textContent)"""
        page.click(".peek")
        shows(page, shown, ["voyage", "breakfast"])
        # It opens when its style is there.
        backdrop = "getComputedStyle(document.querySelector('.pulled[open]'), '::backdrop').backdropFilter"
        shows(page, f"document.querySelector('.pulled').open && {backdrop}.startsWith('blur(')", True)
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('.pulled').open")
        if size == "phone":
            box = page.locator(".peek").bounding_box()
            x, y = box["x"] + 40, box["y"] + 20
            # Not far enough: it moves back.
            lift = drag(page, [(x, y), (x, y - 30)], 60)
            shows(page, "document.querySelector('.pulled').open", True)
            lift()
            page.wait_for_function("() => !document.querySelector('.pulled').open")
            drag(page, [(x, y), (x, y - 260)])()
            page.wait_for_function("() => document.querySelector('.pulled').open")
            stopped(page)
            grip = page.locator(".pull").bounding_box()
            drag(page, [(x, grip["y"] + 10), (x, grip["y"] + 250)])()
            page.wait_for_function("() => !document.querySelector('.pulled').open")


def test_calendars_are_switched_off_and_stay_so(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["phone"]) as page:
        opened(page, glances)
        page.click(".options")
        page.click("[data-legend=own] button")
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'rehearsal'")
        shows(page, """[...document.querySelectorAll('.timed .block')]
            .filter(e => e.checkVisibility()).map(e => e.dataset.uid)""", ["rehearsal"])
        assert len(page.evaluate(CARD)) == 1 and page.locator(".more-tile").count() == 0
        page.reload()
        ready(page)
        page.wait_for_function("() => document.querySelector('.card .title')?.textContent === 'rehearsal'")


def test_what_several_calendars_have_is_shown_while_any_of_them_is(chromium, tmp_path):
    calendars = {name: [event(uid, "2026-11-20T12:00:00", "2026-11-20T13:00:00")]
                 for name, uid in {"anna": "both", "bob": "both", "carl": "his"}.items()}
    content = Content(tmp_path, "views: [agenda, day]\n", calendars=calendars).folder
    tool.build(tmp_path / "site", "--tz", "UTC+8", content=content, now=NOW)
    titles = """[...document.querySelectorAll('[data-date="2026-11-20"] .event, .timed .block')]
        .filter(e => e.checkVisibility()).map(e => e.dataset.uid).sort()"""
    with (
        chrome.served(tmp_path / "site") as address,
        chrome.watched(chromium, [], NOW, viewport=SIZES["phone"]) as page,
    ):
        for path in ["agenda/2026-11", "today"]:
            page.goto(f"{address}/{path}.html")
            ready(page)
            page.evaluate("localStorage.clear()")
            page.reload()
            ready(page)
            for hidden, expected in [("", ["both", "his"]), ("anna", ["both", "his"]), ("bob", ["his"]), ("carl", [])]:
                if hidden:
                    page.evaluate(f"document.querySelector('[data-legend={hidden}] button').click()")
                shows(page, titles, expected)


def test_in_another_zone(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        # There it is still the 19th, 22:10.
        opened(page, glances, "?tz=America/St_Johns")
        page.wait_for_function("() => document.querySelector('h1')?.textContent === 'Thursday, 19 November 2026'")
        assert page.get_attribute(".now", "data-time") == "23:10"


def test_it_shows_what_agenda_lists(chromium, site):
    days = agenda("2026-11-16", "2026-11-30")["days"]
    listed = {day["date"]: [event["uid"] for event in day["events"]] for day in days}
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/today.html")
        ready(page)
        for date, uids in listed.items():
            page.evaluate("date => { location.hash = `#d${date}` }", date)
            page.wait_for_function("""date => document.querySelector('.grid [data-date]')?.dataset.date === date
              && !document.querySelector('main[aria-busy]')""", arg=date)
            shown = page.evaluate("[...document.querySelectorAll('.grid .event')].map(e => e.dataset.uid)")
            assert sorted(shown) == sorted(uids), date


@pytest.mark.parametrize("size", SIZES)
def test_without_scripts(size, chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size], java_script_enabled=False) as page:
        page.goto(f"{glances.address}/today.html")
        assert page.inner_text(".as-of").startswith("As of") and page.inner_text("h1") == "Friday, 20 November 2026"
        grid = page.locator(".grid").bounding_box()
        rows = [row.bounding_box() for row in page.locator(".hours li").all()]
        foot = grid["y"] + grid["height"] + 9
        assert len(rows) == 24 and all(grid["y"] <= row["y"] and row["y"] + row["height"] <= foot for row in rows)
        assert page.locator('.block[data-uid="soon"]').is_visible()
        assert page.get_attribute("a[rel=next]", "href") == "day/2026-11-21.html#events"


def test_from_a_folder(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto((glances.root / "today.html").as_uri())
        card_shows(page, ["25 MINS", "soon"])
        # What can't be loaded here has a page of its own.
        page.goto((glances.root / "today.html").as_uri() + "?day=2026-11-21")
        page.wait_for_url("**/day/2026-11-21.html*")


def built(root, events, locale: str = "en-GB"):
    """A site of one month of its own; served while it is used."""
    made = Content(root, f"title: Glances\nlocale: {locale}\n", events=events)
    made.build("--tz", "UTC+8", "--from", "2026-11-01", "--to", "2026-12-01", now=NOW)
    return chrome.served(made.output)


HAND = {"viewport": SIZES["phone"], "has_touch": True, "is_mobile": True}
SHOWS = """date => document.querySelector('.grid [data-date]').dataset.date === date
    && !document.querySelector('main[aria-busy]')"""


def test_presses_that_follow_quickly_all_count(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, glances)
        # Faster than days load, and faster than changes of the address are reported.
        press = """key => { for (let times = 0; times < 3; times++)
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})) }"""
        page.evaluate(press, "ArrowRight")
        page.wait_for_function(SHOWS, arg="2026-11-23")
        assert page.url.endswith("#d2026-11-23")
        page.evaluate(press, "PageUp")
        page.wait_for_function(SHOWS, arg="2026-11-20")
        # So do those of the pager.
        page.evaluate("for (let times = 0; times < 3; times++) document.querySelector('main a[rel=next]').click()")
        page.wait_for_function(SHOWS, arg="2026-11-23")


def test_a_day_that_failed_to_load_is_requested_again(chromium, glances):
    with chrome.watched(chromium, [], NOW, is_fresh=True, viewport=SIZES["wide"], reduced_motion="reduce") as page:
        opened(page, glances)
        page.context.set_offline(True)
        page.keyboard.press("ArrowLeft")
        alert = page.locator(".notice.failed")
        alert.wait_for()
        assert alert.locator("span").inner_text() == "Thursday, 19 November 2026 could not be loaded."
        shows(page, "document.querySelector('.grid [data-date]').dataset.date", "2026-11-20")
        page.context.set_offline(False)
        # The same key again: the address already names that day.
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(SHOWS, arg="2026-11-19")
        assert page.url.endswith("#d2026-11-19") and alert.count() == 0
        # Or the button there, which leaves the focus on the page.
        page.context.set_offline(True)
        page.keyboard.press("ArrowLeft")
        alert.wait_for()
        page.context.set_offline(False)
        alert.get_by_role("button", name="Try again").focus()
        page.keyboard.press("Enter")
        page.wait_for_function(SHOWS, arg="2026-11-18")
        assert alert.count() == 0 and page.evaluate("document.activeElement.id") == "main"
        # Also returns to the visible day.
        page.context.set_offline(True)
        page.keyboard.press("ArrowLeft")
        alert.wait_for()
        page.go_back()
        alert.wait_for(state="detached")
        assert page.url.endswith("#d2026-11-18")


def test_a_zone_that_did_not_come_is_not_kept(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, glances)
        page.evaluate("""() => { const input = document.querySelector('[data-zone-switch]');
            input.focus(); input.value = 'Nowhere/At_All';
            input.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true})) }""")
        page.wait_for_selector("[data-zone-switch][aria-invalid=true]")
        assert page.evaluate("localStorage.getItem('busylife:zone')") is None
        page.reload()
        ready(page)
        assert page.inner_text("h1") == "Friday, 20 November 2026"


def test_the_day_beside_one_is_that_of_its_page(chromium, glances, tmp_path):
    # As if a zone has skipped a date: the page of the 20th leads to the 22nd.
    shutil.copytree(glances.root, tmp_path / "site")
    for name in ("today.html", "day/2026-11-20.html"):
        path = tmp_path / "site" / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("day/2026-11-21.html#", "day/2026-11-22.html#"), encoding="utf-8")
    path = tmp_path / "site/day/2026-11-22.html"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("/2026-11-21.html#", "/2026-11-20.html#"), encoding="utf-8")
    with chrome.served(tmp_path / "site") as address, chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, Site(address, tmp_path / "site"))
        assert page.get_attribute("main a[rel=next]", "href") == "#d2026-11-22"
        # Tomorrow is that day too.
        assert "Nothing planned" in page.inner_text(".peek")
        page.keyboard.press("ArrowRight")
        page.wait_for_function(SHOWS, arg="2026-11-22")
        assert page.get_attribute("main a[rel=prev]", "href") == "#d2026-11-20"
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(SHOWS, arg="2026-11-20")
        # Three at once also step from page to page.
        page.evaluate("""() => { for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight'])
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})) }""")
        page.wait_for_function(SHOWS, arg="2026-11-22")


def test_modules_that_come_before_the_script(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        held = []
        page.route("**/assets/today-*.js", lambda route: held.append(route))
        with page.expect_response("**/glance.js"):
            page.goto(f"{glances.address}/today.html?day=2026-11-21", wait_until="commit")
        until(page, lambda: held)
        held[0].continue_()
        ready(page)
        page.wait_for_function(SHOWS, arg="2026-11-21")


def test_the_day_keeps_its_height_while_tomorrow_loads(chromium, glances):
    with chrome.watched(chromium, [], NOW, is_routed=True, viewport=SIZES["phone"]) as page:
        opened(page, glances)
        height = page.locator(".grid").bounding_box()["height"]
        held = []
        page.route("**/day/2026-11-22.html", lambda route: held.append(route))
        page.keyboard.press("ArrowRight")
        page.wait_for_function(SHOWS, arg="2026-11-21")
        until(page, lambda: held)
        assert not page.locator(".peek").is_visible() and page.locator(".grid").bounding_box()["height"] == height
        held[0].continue_()
        page.locator(".peek", has_text="Nothing planned").wait_for()
        assert page.locator(".grid").bounding_box()["height"] == height


TITLE = "title => document.querySelector('.card .title').textContent === title"


def test_input_right_after_a_scrub_counts(chromium, glances):
    with chrome.watched(chromium, [], NOW, **HAND) as page:
        opened(page, glances)
        box = page.locator(".timed").bounding_box()
        drag(page, [(box["x"] + 30, box["y"] + 60), (box["x"] + 30, box["y"] + 200)])()
        page.focus('.block[data-uid="late"]')
        page.keyboard.press("Enter")
        page.wait_for_url("**/event/late*.html")


def test_input_right_after_a_pull_counts(chromium, glances):
    with chrome.watched(chromium, [], NOW, **HAND) as page:
        opened(page, glances)
        box = page.locator(".peek").bounding_box()
        x, y = box["x"] + 40, box["y"] + 20
        drag(page, [(x, y), (x, y - 260)])()
        page.wait_for_function("() => document.querySelector('.pulled').open")
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('.pulled').open")
        page.focus(".peek")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.pulled').open")


def test_a_cancelled_pull_changes_nothing(chromium, glances):
    with chrome.watched(chromium, [], NOW, **HAND, reduced_motion="reduce") as page:
        opened(page, glances)
        box = page.locator(".peek").bounding_box()
        x, y = box["x"] + 40, box["y"] + 20
        send = touch(page)
        drag(page, [(x, y), (x, y - 300)], send=send)
        shows(page, "document.querySelector('.pulled').open", True)
        send("touchCancel")
        page.wait_for_function("() => !document.querySelector('.pulled').open")
        page.click(".peek")
        grip = page.locator(".pull").bounding_box()
        drag(page, [(x, grip["y"] + 10), (x, grip["y"] + 250)], send=send)
        send("touchCancel")
        page.wait_for_function("() => !document.querySelector('.pulled').matches('.pulling')")
        shows(page, "document.querySelector('.pulled').open", True)


def test_a_second_finger_is_ignored(chromium, glances):
    with chrome.watched(chromium, [], NOW, **HAND, reduced_motion="reduce") as page:
        opened(page, glances)
        box = page.locator(".timed").bounding_box()
        late = page.locator('.block[data-uid="late"]').bounding_box()
        x, y = box["x"] + 30, late["y"] + late["height"] / 2
        send = touch(page)
        drag(page, [(x, box["y"] + 60), (x, y)], send=send)
        page.wait_for_function(TITLE, arg="late")
        send("touchStart", (x, y), (x + 150, box["y"] + 80))
        send("touchEnd")
        page.wait_for_function(TITLE, arg="soon")
        drag(page, [(x, box["y"] + 60), (x, y)], send=send)
        send("touchStart", (x, y), (x + 150, box["y"] + 80))
        send("touchMove", (x, y), (x + 150, box["y"] + 40))
        page.evaluate(SETTLED)
        shows(page, TITLE, True, "late")
        send("touchEnd")
        page.wait_for_function(TITLE, arg="soon")
        # Nor when tomorrow is pulled up.
        peek = page.locator(".peek").bounding_box()
        x, y = peek["x"] + 40, round(peek["y"]) + 20
        # The move of a pointer is reported a frame or more later.
        page.evaluate("""() => { window.heard = {};
            addEventListener('pointermove', e => { heard[e.isPrimary] = Math.round(e.clientY) }, true) }""")
        drag(page, [(x, y), (x, y - 200)], send=send)
        shows(page, "heard[true]", round(y - 200))
        shift = "document.querySelector('.pulled').style.translate"
        was = page.evaluate(shift)
        send("touchStart", (x, y - 200), (x + 100, y + 10))
        send("touchMove", (x, y - 200), (x + 100, y - 20))
        shows(page, "heard[false]", round(y - 20))
        assert was and page.evaluate(shift) == was
        send("touchEnd")


def test_a_pen_scrubs_and_swipes(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"], reduced_motion="reduce") as page:
        opened(page, glances)
        session = page.context.new_cdp_session(page)
        pen = lambda kind, x, y, **more: session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "pointerType": "pen", **more})
        down = {"button": "left", "buttons": 1, "clickCount": 1}
        box = page.locator(".timed").bounding_box()
        late = page.locator('.block[data-uid="late"]').bounding_box()
        x, y = late["x"] + 40, late["y"] + late["height"] / 2
        # Over the day it works like a mouse.
        pen("mouseMoved", x, y)
        page.wait_for_function(TITLE, arg="late")
        pen("mouseMoved", 4, 4)
        page.wait_for_function(TITLE, arg="soon")
        # On it, like a finger.
        pen("mousePressed", x, box["y"] + 60, **down)
        for at in range(60, int(y - box["y"]), 40):
            pen("mouseMoved", x, box["y"] + at, **down)
        pen("mouseMoved", x, y, **down)
        page.wait_for_function(TITLE, arg="late")
        assert "today.html" in page.url
        pen("mouseReleased", x, y, **down)
        pen("mouseMoved", 4, 4)
        page.wait_for_function(TITLE, arg="soon")
        pen("mousePressed", x, y, **down)
        for at in range(0, 120, 20):
            pen("mouseMoved", x - at, y, **down)
        pen("mouseReleased", x - 120, y, **down)
        page.wait_for_function(SHOWS, arg="2026-11-21")


def test_the_slider_says_the_time_at_rest(chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"], reduced_motion="reduce") as page:
        opened(page, glances)
        said = """() => ['aria-valuenow', 'aria-valuetext']
            .map(name => document.querySelector('.scrub').getAttribute(name))"""
        shows(page, said, ["640", "10:40, nothing planned"])
        page.keyboard.press("ArrowDown")
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '720'")
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '640'")
        # On another day keys begin at eight.
        page.keyboard.press("ArrowRight")
        page.wait_for_function(SHOWS, arg="2026-11-21")
        shows(page, said, ["480", "08:00, voyage"])


@pytest.mark.parametrize(("locale", "one", "half"), [
    ("ar-EG", "١:٠٠ م", "١:١٥ م"), ("he", "13:00", "13:15"), ("fr", "13:00", "13:15"),
    ("en-US", "1:00 PM", "1:15 PM"), ("ko", "오후 1:00", "오후 1:15"),
])
def test_hours_are_counted_as_the_page_counts_them(locale, one, half, chromium, tmp_path):
    events = [event("one", "2026-11-20T13:00:00", "2026-11-20T14:00:00")]
    with (
        built(tmp_path, events, locale) as address,
        chrome.watched(chromium, [], NOW, **HAND) as page,
    ):
        opened(page, Site(address, tmp_path / "site"))
        text = lambda: page.get_attribute(".scrub", "aria-valuetext").split(", ")[0]
        said = lambda: re.sub("[\u00a0\u202f]", " ", text()).replace("\u200f", "")
        for _ in range(2):
            page.keyboard.press("ArrowDown")
            page.evaluate(SETTLED)
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '780'")
        assert said() == one
        page.keyboard.press("Shift+ArrowDown")
        page.wait_for_function("() => document.querySelector('.scrub')?.getAttribute('aria-valuenow') === '795'")
        assert said() == half
        # Screen readers continue with the next day.
        is_rtl = page.evaluate("document.dir") == "rtl"
        page.keyboard.press("ArrowLeft" if is_rtl else "ArrowRight")
        page.wait_for_function(SHOWS, arg="2026-11-21")
        y = page.locator(".timed").bounding_box()["y"] + 200
        points = [(120, y), (300, y + 4)]
        drag(page, points if is_rtl else points[::-1])()
        page.wait_for_function(SHOWS, arg="2026-11-22")
        page.keyboard.press("ArrowRight" if is_rtl else "ArrowLeft")
        page.wait_for_function(SHOWS, arg="2026-11-21")


def test_a_whole_day_says_so_on_every_day(chromium, tmp_path):
    fair = {"uid": "fair", "title": "Fair", "start": "2026-11-21", "end": "2026-11-22", "allDay": True}
    events = [fair]
    with (
        built(tmp_path, events) as address,
        chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page,
    ):
        # The first day has no all-day events; the next one has.
        opened(page, Site(address, tmp_path / "site"))
        assert page.inner_text(".peek-time") == "All day"
        page.keyboard.press("ArrowRight")
        page.wait_for_function(SHOWS, arg="2026-11-21")
        card_shows(page, ["ALL DAY", "Fair"], at=1)


@pytest.mark.parametrize("size", SIZES)
def test_pages_of_the_header_are_large_enough_to_press(size, chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        opened(page, glances)
        boxes = [dot.bounding_box() for dot in page.locator(".dots button").all()]
        assert len(boxes) == 3 and all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
        # And they cover nothing else that can be pressed.
        for selector in (".card .title a", ".pager a", ".timed"):
            other = page.locator(selector).first.bounding_box()
            for box in boxes:
                assert (box["x"] + box["width"] <= other["x"] or other["x"] + other["width"] <= box["x"]
                        or box["y"] + box["height"] <= other["y"] or other["y"] + other["height"] <= box["y"]), selector


LONG = "In the old customs house behind the fish market, third floor, ask for the key at the bakery"


def test_details_that_are_too_long_end_in_an_ellipsis(chromium, tmp_path):
    events = [event("there", "2026-11-20T11:00:00", "2026-11-20T12:00:00", location={"name": LONG})]
    with (
        built(tmp_path, events) as address,
        chrome.watched(chromium, [], NOW, viewport=SIZES["phone"]) as page,
    ):
        opened(page, Site(address, tmp_path / "site"))
        parts = page.evaluate("""() => [...document.querySelectorAll('.card .detail span')].map(e => {
            const {left, right} = e.getBoundingClientRect();
            const {left: from, right: to} = e.closest('.card').getBoundingClientRect();
            return [left >= from && right <= to, e.scrollWidth > e.clientWidth, getComputedStyle(e).textOverflow] })""")
        assert parts == [[True, False, "ellipsis"], [True, True, "ellipsis"]]


def test_the_sky_is_seen_in_the_dark(chromium, glances):
    """Above and below, as red, green and blue."""
    colors = {}
    for scheme in ("light", "dark"):
        for name, now in (("day", "2026-11-20T07:30:00Z"), ("alert", NOW)):
            looks = {"color_scheme": scheme, "reduced_motion": "reduce"}
            with chrome.watched(chromium, [], now, viewport=SIZES["wide"], **looks) as page:
                opened(page, glances)
                assert page.get_attribute("body", "data-sky") == name
                # Colours change gradually.
                page.evaluate("() => Promise.all(document.getAnimations().map(animation => animation.finished))")
                shot = base64.b64encode(page.screenshot()).decode()
            with chrome.watched(chromium, []) as page:
                colors[scheme, name] = page.evaluate("""async shot => {
                    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
                    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
                    canvas.drawImage(image, 0, 0);
                    return [2, 797].map(y => [...canvas.getImageData(2, y, 1, 1).data].slice(0, 3));
                }""", shot)
    for scheme in ("light", "dark"):
        (_, _, blue), warm = colors[scheme, "day"]
        assert blue > 40 and warm[0] > 40 and warm[0] > 1.5 * warm[2], colors
        for red, green, blue in colors[scheme, "alert"]:
            assert red > 25 and red > 2 * green and red > 2 * blue, colors
    assert all(dark < light for dark, light in zip(colors["dark", "day"][0], colors["light", "day"][0])), colors


@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut_through(size, chromium, tmp_path):
    events = [event("all-afternoon", "2026-11-20T13:00:00", "2026-11-20T19:00:00", title=LONG, location={"name": LONG})]
    events += [event(f"short-{minutes}", "2026-11-20T15:00:00", f"2026-11-20T15:{minutes:02}:00", title=LONG)
               for minutes in (5, 20, 40)]
    events += [event("tomorrow", "2026-11-21T15:00:00", "2026-11-21T16:00:00", title=LONG)]
    with (
        built(tmp_path, events) as address,
        chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page,
    ):
        opened(page, Site(address, tmp_path / "site"))
        cut = page.evaluate("""() => [...document.querySelectorAll(
            '.timed :is(.title, .place, time), .more-tile, .peek-text > span')].filter(e => {
            const style = getComputedStyle(e);
            if (!e.checkVisibility() || parseFloat(style.fontSize) === 0) return false;
            const box = e.closest('li, .peek').getBoundingClientRect();
            const range = document.createRange();
            range.selectNodeContents(e);
            const text = range.getBoundingClientRect();
            const isTooHigh = text.top < box.top - 2 || text.bottom > box.bottom + 2;
            const isShortened = style.textOverflow === 'ellipsis' && style.display === 'block';
            const isTooWide = e.scrollWidth > e.clientWidth + 1 && !isShortened;
            return isTooHigh || isTooWide || e.getBoundingClientRect().right > box.right + 1;
        }).map(e => [e.className || e.localName, e.textContent.slice(0, 20)])""")
        assert cut == []


@pytest.mark.parametrize("size", SIZES)
def test_the_header_opens_at_what_comes_next(size, chromium, glances):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        opened(page, glances)
        current = """() => [...document.querySelectorAll('.dots button')]
            .map(e => e.getAttribute('aria-current') === 'true')"""
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        shows(page, current, [True, False, False])
        header = page.locator(".cards").bounding_box()
        assert page.locator(".card").first.bounding_box()["x"] == pytest.approx(header["x"], abs=1)
        # A longer event says once which of its days it is.
        assert [card[::2] for card in page.evaluate(CARD)][1:] == [["DAY 2 OF 3", ""], ["ALL DAY", ""]]


@pytest.mark.parametrize("size", SIZES)
def test_being_offline_is_said_in_a_line(size, chromium, glances):
    with chrome.watched(chromium, [], NOW, is_fresh=True, viewport=SIZES[size]) as page:
        opened(page, glances)
        page.context.set_offline(True)
        page.keyboard.press("ArrowLeft")
        page.locator(".notice.failed").wait_for()
        parts = (".notice.offline", ".notice.failed", ".cards", ".bar", ".timed", ".peek")
        boxes = [page.locator(part).bounding_box() for part in parts if page.locator(part).is_visible()]
        assert len(boxes) >= 5 and boxes[0]["height"] < 80 and boxes[1]["height"] < 110, boxes
        for index, a in enumerate(boxes):
            for b in boxes[index + 1 :]:
                assert (a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
                        or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1), (a, b)


def test_titles_stand_at_their_side_in_either_direction(chromium, tmp_path):
    events = [event("latin", "2026-11-20T11:05:00", "2026-11-20T12:00:00", title="Latin"),
              event("tomorrow", "2026-11-21T11:05:00", "2026-11-21T12:00:00", title="Latin")]
    events += [event(f"more-{index}", "2026-11-20T15:00:00", "2026-11-20T18:00:00") for index in range(3)]
    with (
        built(tmp_path, events, "ur") as address,
        chrome.watched(chromium, [], NOW, viewport=SIZES["phone"]) as page,
    ):
        opened(page, Site(address, tmp_path / "site"))
        ends = """selector => { const e = document.querySelector(selector); const range = document.createRange();
            range.selectNodeContents(e);
            return [range.getBoundingClientRect().right, e.getBoundingClientRect().right] }"""
        for selector in (".card .title a", ".card .count"):
            text, box = page.evaluate(ends, selector)
            assert text == pytest.approx(box, abs=2)
        # There are no words in Urdu; English ones run from left to right, "25 min" and not "min 25".
        shows(page, "getComputedStyle(document.querySelector('.card .count')).direction", "ltr")
        shows(page, "getComputedStyle(document.querySelector('.more-tile')).direction", "ltr")
        page.click(".peek")
        text, box = page.evaluate(ends, ".pulled-events .title")
        assert text == pytest.approx(box, abs=2)
