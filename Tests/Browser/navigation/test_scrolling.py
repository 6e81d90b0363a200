"""Endless scrolling: every section once, in order; nothing jumps, nothing piles up."""

from __future__ import annotations

import json

import pytest

import browser as chrome
import stage
from stage import SIZES, WINDOW, frame, month_after, months_between, ready, sections, shows, stopped, until

# The greatest number of sections of each view in the document: months, weeks, days or years. Without a limit, a long
# scroll would fill the memory of a phone.
LIMITS = {"calendar": 12, "agenda": 4, "week": 17, "day": 120, "year": 6}

# Records each month that was in the document, the greatest number of sections at once, how far a visible section moved
# beyond the scrolled distance, and the gaps between months.
WATCH = """
() => {
  const seen = window.seen = {order: [], most: 0, jump: 0, jumps: []};
  const note = () => {
    const found = [...document.querySelectorAll('main .leaf > [data-section]')];
    // A month on which nothing is has one line: as many are there as have room.
    seen.most = Math.max(seen.most, found.filter(e => e.offsetHeight > innerHeight / 4).length);
    for (const {dataset} of found) if (!seen.order.includes(dataset.section)) seen.order.push(dataset.section);
    const twice = found.map(e => e.dataset.section).filter((s, i, all) => all.indexOf(s) !== i);
    if (twice.length) seen.jumps.push(`${twice} twice`);
  };
  // A section's place in the document less the scroll position is what the eye sees. Between two frames it may
  // move by what was scrolled and by nothing else. Only what is in view counts.
  let before = new Map();
  let at = scrollY;
  const frame = () => {
    note();
    const now = new Map();
    for (const e of document.querySelectorAll('main .leaf > [data-section]')) {
      const box = e.getBoundingClientRect();
      if (box.bottom > 0 && box.top < innerHeight) now.set(e, box.top);
    }
    const moves = [...now].filter(([e]) => before.has(e)).map(([e, top]) => top - before.get(e));
    // All that is seen moves alike…
    const spread = moves.length ? Math.max(...moves) - Math.min(...moves) : 0;
    // …and at rest not at all.
    const still = window.isResting && moves.length ? Math.max(...moves.map(Math.abs)) : 0;
    const worst = Math.max(spread, still);
    if (worst > 2) seen.jumps.push(`${worst} px in ${document.body.dataset.section}`);
    seen.jump = Math.max(seen.jump, worst);
    before = now;
    at = scrollY;
    requestAnimationFrame(frame);
  };
  frame();
}
"""


def wheel(page, by: float, goal: str, most: int = 400) -> None:
    """Turns the wheel until a section is the topmost."""
    page.mouse.move(900 if page.viewport_size["width"] > 900 else 200, 500)
    for _ in range(most):
        stage.wheel(page, by)
        section = page.evaluate("document.body.dataset.section")
        if (section >= goal) if by > 0 else (section <= goal):
            return
    pytest.fail(f"{goal} was not reached: {section}")


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["wide", "phone"])
@pytest.mark.parametrize("way", [1, -1], ids=["forth", "back"])
def test_forty_months_past_either_end(way, size, chromium, site, expected_events):
    first, last = WINDOW
    start = last if way > 0 else first
    goal = month_after(start, 40 * way)
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport=dict(zip(("width", "height"), size))) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.evaluate(WATCH)
        found: dict[str, set[str]] = {}
        page.expose_function("keep", lambda section, uids: found.setdefault(section, set()).update(uids))
        page.evaluate("""() => {
          const tell = (section, element) => keep(section, [...element.querySelectorAll('td:not(.out) .event')]
            .map(e => `${e.closest('td').dataset.date} ${e.dataset.uid}`));
          for (const e of document.querySelectorAll('main [data-section]')) tell(e.dataset.section, e);
          document.addEventListener('busylife:sectionadded', ({detail}) => tell(detail.section, detail.element));
        }""")
        wheel(page, 700 * way, goal)
        stopped(page)
        seen = page.evaluate("window.seen")
        assert seen["jumps"] == []
        assert seen["most"] <= LIMITS["calendar"]
        assert page.url.endswith(f"/beyond.html?view=calendar&section={page.evaluate('document.body.dataset.section')}")
        months = months_between(min("2026-11", goal), max("2026-11", goal))
        assert sorted(month for month in seen["order"] if month in months) == months
        shown = sections(page)
        assert shown == months_between(shown[0], shown[-1])
        assert problems == []
        for month in months:
            assert found[month] == expected_events(month), month


@pytest.mark.parametrize("view,section", [
    ("agenda", "2026-11"), ("week", "2026-11-16"), ("day", "2026-11-20"), ("year", "2026"),
])
@pytest.mark.parametrize("way", [1, -1], ids=["forth", "back"])
def test_every_view_goes_on(way, view, section, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{site.address}/{view}/{section}.html")
        ready(page)
        page.evaluate(WATCH)
        page.mouse.move(900, 500)
        stage.wheel(page, 900 * way, 60)
        stopped(page)
        seen = page.evaluate("window.seen")
        assert seen["jumps"] == []
        assert seen["most"] <= LIMITS[view]
        shown = sections(page)
        assert shown == sorted(shown)
        top = page.evaluate("document.body.dataset.section")
        assert (top > section) if way > 0 else (top < section)
        links = page.evaluate("""() => [document.querySelector('link[rel=next]').href,
            document.querySelector('main a[rel=next]').href]""")
        assert links[0] == links[1] and top not in links[0]
        assert problems == []


def test_the_document_tells_of_scrolling(chromium, site):
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.evaluate("""() => {
            window.told = [];
            for (const name of ['scrollstart', 'scrollstop', 'topsection', 'sectionremoved'])
              document.addEventListener(`busylife:${name}`, ({detail}) => told.push([name, detail.section]));
        }""")
        wheel(page, 900, "2028-06")
        stopped(page)
        told = page.evaluate("told")
        names = [name for name, _ in told]
        # A page that arrives after the end of a movement still takes the place of one that is far away.
        assert names[0] == "scrollstart" and [name for name in names if name != "sectionremoved"][-1] == "scrollstop"
        assert names.count("scrollstart") == names.count("scrollstop")
        tops = [section for name, section in told if name == "topsection"]
        assert tops == sorted(set(tops)) and tops[-1] >= "2028-06"
        removed = [section for name, section in told if name == "sectionremoved"]
        assert removed and removed == sorted(set(removed)) and "2026-11" in removed


def test_back_returns_to_the_same_place(chromium, site):
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{site.address}/agenda/2026-11.html")
        ready(page)
        page.mouse.move(900, 500)
        stage.wheel(page, 800, 9)
        stopped(page)
        place = """(() => {
            const e = document.elementFromPoint(900, 400).closest('.day');
            return [e.dataset.date, Math.round(e.getBoundingClientRect().top)];
        })()"""
        was, address = page.evaluate(place), page.url
        page.evaluate("document.elementFromPoint(900, 400).closest('.day').querySelector('a').click()")
        page.wait_for_url("**/day/*.html*")
        ready(page)
        page.go_back()
        ready(page)
        stopped(page)
        assert page.url == address
        date, top = page.evaluate(place)
        assert date == was[0] and abs(top - was[1]) <= 2


def test_a_section_that_cannot_be_loaded_says_so_and_is_asked_for_again(chromium, site):
    with chrome.watched(chromium, [], is_routed=True, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/agenda/2026-11.html")
        ready(page)
        page.route("**/agenda/2026-12.html", lambda route: route.abort())
        page.mouse.move(900, 500)
        stage.wheel(page, 900, 12)
        alert = page.locator(".waiting [role=alert]")
        alert.wait_for()
        assert "December 2026" in alert.inner_text()
        page.unroute("**/agenda/2026-12.html")
        page.locator(".waiting button").click()
        page.wait_for_selector('.leaf > [data-section="2026-12"]')
        assert page.locator(".waiting [role=alert]").count() == 0


def arrived(page) -> None:
    """Waits until the sections requested by scrolling have arrived."""
    frame(page)
    page.wait_for_function("() => !document.querySelector('.waiting')")
    frame(page)


def test_a_view_that_only_jumps_still_finds_sections(chromium, site):
    """Home, End and the scroll bar: nobody stays in the empty space."""
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        for _ in range(12):
            page.evaluate("scrollTo(0, 0)")
            arrived(page)
            box = page.evaluate("() => document.querySelector('.leaf').getBoundingClientRect().top")
            assert box <= 140
        assert page.evaluate("document.body.dataset.section") < "2026-06"
        for _ in range(12):
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            arrived(page)
        stopped(page)
        assert page.evaluate("document.body.dataset.section") > "2026-06"
        assert json.loads(page.evaluate("JSON.stringify(history.state)"))["path"].startswith("calendar/")


@pytest.mark.long
@pytest.mark.parametrize("way", [1, -1], ids=["forth", "back"])
@pytest.mark.parametrize("view,section", [("calendar", "2026-11"), ("agenda", "2026-11"), ("week", "2026-11-16")])
def test_what_is_seen_moves_by_what_was_scrolled(view, section, way, chromium, site):
    """Whatever is added above or removed meanwhile; at rest nothing moves."""
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{site.address}/{view}/{section}.html")
        ready(page)
        page.mouse.move(900, 500)
        probe = """(by) => {
          const e = by ? window.probed : [...document.querySelectorAll('main [data-date]')]
            .find(e => e.getBoundingClientRect().top > 300 && e.getBoundingClientRect().top < 700);
          window.probed = e;
          return e?.isConnected ? e.getBoundingClientRect().top : null;
        }"""
        for turn in range(40):
            by = (150 + 10 * turn) * way
            was = page.evaluate(probe, 0)
            if was is None:
                stage.wheel(page, 137 * way)
                continue
            page.mouse.wheel(0, by)
            page.wait_for_function("was => window.probed.getBoundingClientRect().top !== was", arg=was)
            # Long enough for neighbours to arrive, and sometimes for the page to come to rest.
            (stopped if turn % 4 == 0 else arrived)(page)
            now = page.evaluate(probe, 1)
            assert now is not None and abs(now - was + by) <= 2, f"turn {turn}: moved {now - was} for {-by}"


def test_a_link_to_a_section_that_cannot_be_loaded_stays_where_one_is(chromium, site):
    with chrome.watched(chromium, [], is_routed=True, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/calendar/2026-11.html#d2026-11-30")
        ready(page)
        page.route("**/*-*.html", lambda route: route.abort())
        far_away(page)
        notice = page.locator(".notice.failed")
        notice.wait_for()
        assert "/calendar/2026-11.html" in page.url
        page.unroute("**/*-*.html")


# The topmost day among sections that continue below the edge, and its section.
SEEN = """() => {
  const days = [...document.querySelectorAll('main .leaf [data-date]:not(.out)')];
  const edge = document.querySelector('.bar').getBoundingClientRect().bottom + 30;
  const day = days.find(e => e.getBoundingClientRect().bottom > edge);
  return [day.closest('[data-section]').dataset.section, document.body.dataset.section, day.dataset.date];
}"""


@pytest.mark.parametrize("path", [
    "calendar/2026-11", "agenda/2026-11", "week/2026-11-16", "day/2026-11-20", "year/2026",
])
def test_a_phone_that_is_turned_shows_what_it_showed(path, chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["phone"], has_touch=True, is_mobile=True) as page:
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        stopped(page)
        for by in (800, 600, -300, 1700):
            page.evaluate("by => scrollBy({top: by, behavior: 'instant'})", by)
            stopped(page)
            was = page.evaluate(SEEN)
            for size in ({"width": 844, "height": 390}, SIZES["phone"]):
                page.set_viewport_size(size)
                stopped(page)
                assert page.evaluate(SEEN)[:2] == was[:2], (by, size)
            assert page.url.split("/")[-1].startswith(was[1]) or f"section={was[1]}" in page.url


def test_the_address_left_is_that_of_what_was_seen(chromium, site):
    """A link is followed in a frame with scrolling; after going back, the address is right too."""
    with chrome.watched(chromium, [], viewport=SIZES["phone"]) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        stopped(page)
        page.evaluate("""() => {
          scrollBy({top: -200, behavior: 'instant'});
          document.querySelector('main a[rel=next]').click();
        }""")
        stopped(page)
        october = 'main .month[data-section="2026-10"]'
        page.locator(october).first.evaluate("e => e.scrollIntoView({behavior: 'instant'})")
        shows(page, "document.body.dataset.section", "2026-10")
        stopped(page)
        page.go_back()
        stopped(page)
        here = "[document.body.dataset.section, location.pathname.split('/').at(-1)]"
        shows(page, here, ["2026-10", "2026-10.html"])


def far_away(page) -> None:
    page.evaluate("""() => Object.assign(
        document.querySelector('main a[rel=next]'), {href: '../calendar/2027-09.html'}).click()""")


@pytest.mark.parametrize("how", ["key", "back"])
def test_the_last_of_several_jumps_wins(how, chromium, site):
    """The earlier requested page arrives later, and is dropped."""
    with chrome.watched(chromium, [], "2026-11-21T04:00:00Z", viewport={"width": 1280, "height": 800}) as page:
        late = []
        page.route("**/calendar/2027-09.html", lambda route: late.append(route))
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        stopped(page)
        page.locator("main a[rel=next]").click()
        page.wait_for_url("**/2026-12.html")
        stopped(page)
        far_away(page)
        page.wait_for_function("() => document.querySelector('main').ariaBusy === 'true'")
        until(page, lambda: late)
        if how == "key":
            page.keyboard.press("t")
        else:
            page.go_back()
        shows(page, "document.body.dataset.section", "2026-11")
        for route in late:
            with page.expect_response(route.request.url):
                route.continue_()
        stopped(page)
        shows(page, "document.body.dataset.section", "2026-11")
        assert page.url.endswith("2026-11.html") and "2027-09" not in sections(page)
        shows(page, "document.querySelector('main').ariaBusy", None)


def test_neighbours_come_after_a_jump_that_failed(chromium, site):
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 800}) as page:
        late = []
        page.route("**/calendar/2026-12.html", lambda route: late.append(route))
        page.route("**/calendar/2027-09.html", lambda route: route.abort())
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        far_away(page)
        page.locator(".notice.failed").wait_for()
        until(page, lambda: late)
        (december,) = late
        december.continue_()
        page.wait_for_function("() => document.querySelector('main .month[data-section=\"2026-12\"]')")


def test_back_returns_to_the_same_place_on_an_event_page(chromium, site):
    with chrome.watched(chromium, [], viewport={"width": 390, "height": 400}) as page:
        page.goto(f"{site.address}/day/2026-11-18.html")
        ready(page)
        page.locator(".event", has_text="Ferry Museum").first.click()
        ready(page)
        page.mouse.wheel(0, 160)
        stopped(page)
        was = page.evaluate("scrollY")
        assert was > 100
        page.locator("main a[href*='day/']").first.evaluate("link => link.click()")
        page.wait_for_url("**/day/*")
        page.wait_for_load_state()
        stopped(page)
        page.go_back()
        ready(page)
        stopped(page)
        assert page.evaluate("scrollY") == was


def test_sections_that_arrive_late_remove_nothing_visible(chromium, site):
    """Three years are kept. The next one is still loading when the reader has gone to the first."""
    with chrome.watched(chromium, [], "2026-11-21T04:00:00Z", viewport={"width": 1280, "height": 800}) as page:
        # It is beyond the window: the engine makes it. The one before the first is late as well.
        late, later = [], []
        page.route("**/*.wasm", lambda route: late.append(route))
        page.route("**/year/2025.html", lambda route: later.append(route))
        page.goto(f"{site.address}/year/2028.html")
        ready(page)
        page.wait_for_function("() => document.querySelector('main .year[data-section=\"2026\"]')")
        page.keyboard.press("t")
        here = """() => {
            const {top} = document.querySelector('main [data-date="2026-11-21"]').getBoundingClientRect();
            return top > 116 && top < 764;
        }"""
        page.wait_for_function(here)
        until(page, lambda: late)
        (module,) = late
        with page.expect_response("**/*.wasm"):
            module.continue_()
        # Half a second of frames: a page is not at rest while the section before is loading.
        for _ in range(30):
            frame(page)
        shows(page, here, True)
        for route in later:
            route.continue_()
        stopped(page)
        shows(page, here, True)
        assert "2026" in sections(page) and len(sections(page)) <= LIMITS["year"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", [
    "year/2027", "year/2028", "agenda/2026-11", "calendar/2026-11", "week/2026-11-16", "day/2026-11-20",
])
def test_at_rest_a_section_comes_once(path, size, chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES[size]) as page:
        page.add_init_script("""window.added = {}; document.addEventListener('busylife:sectionadded',
            ({detail}) => { added[detail.section] = (added[detail.section] ?? 0) + 1 })""")
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        stopped(page)
        # In the middle of a section, at its end, and back.
        for by in (500, 400, -300, -900, 600):
            page.mouse.move(300, 400)
            page.evaluate("by => scrollBy(0, by)", by)
            frame(page)
            page.evaluate("() => { window.added = {} }")
            stopped(page)
            added = page.evaluate("() => added")
            assert all(count == 1 for count in added.values()), (by, added)


@pytest.mark.parametrize("view,section", [("year", "2027"), ("agenda", "2026-11"), ("calendar", "2026-11")])
def test_a_view_higher_than_all_that_is_kept(view, section, chromium, site):
    """A zoomed-out page, or a tall screen: it is filled all the same, and continues."""
    with chrome.watched(chromium, [], viewport={"width": 1280, "height": 6000}) as page:
        page.goto(f"{site.address}/{view}/{section}.html")
        ready(page)
        for by in (0, 3000, 3000, 3000, -12000, -3000):
            page.evaluate("by => scrollBy(0, by)", by)
            stopped(page)
            filled = """[document.querySelector('main .leaf').getBoundingClientRect().top <= 200,
                [...document.querySelectorAll('main .leaf:not(.waiting)')].at(-1)
                  .getBoundingClientRect().bottom >= innerHeight]"""
            shows(page, filled, [True, True])


def test_it_comes_to_rest_also_where_the_position_was_written(chromium, site):
    """A glide under way then ends at once: code that aligns at rest must check again."""
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.evaluate("""async () => {
            const { Scroller } = await import(new URL('scroller.js', document.body.dataset.engine).href);
            const viewport = document.createElement('div');
            const section = document.createElement('div');
            Object.assign(viewport.style, {height: '200px', overflow: 'auto'});
            section.style.height = '2000px';
            viewport.append(section);
            document.body.append(viewport);
            window.rests = 0;
            window.scroller = new Scroller({
              host: viewport, viewport, limit: 1, isQuiet: true, onRest: () => rests++,
            });
            window.leaf = scroller.begin({ path: 'x', title: 'x', sections: [section] });
        }""")
        stopped(page)
        before = page.evaluate("() => rests")
        page.evaluate("() => scroller.place(leaf, -300)")
        shows(page, "() => rests", before + 1)
        stopped(page)
        assert page.evaluate("() => rests") == before + 1


@pytest.mark.parametrize("size", SIZES)
def test_a_month_that_the_engine_draws_has_a_placeholder_of_its_height(size, chromium, site):
    """The engine is on a slow line: what comes is seen to come, as high as it will be, and nothing moves when it is
    there."""
    with chrome.watched(chromium, [], viewport=SIZES[size]) as page:
        late = []
        page.route("**/*.wasm", lambda route: late.append(route))
        page.goto(f"{site.address}/calendar/2025-12.html")
        ready(page)
        until(page, lambda: late)
        # The first month of all that are published; above it is one with five weeks, and above that one with six.
        page.locator("main a[rel=prev]").click()
        shows(page, "document.body.dataset.section", "2025-11")
        place = page.locator(".waiting", has_text="October 2025")
        place.wait_for()
        assert place.get_attribute("aria-busy") == "true"
        assert place.locator("p").text_content() == "Loading October 2025…"
        edge = page.evaluate("document.querySelector('.bar').getBoundingClientRect().bottom")
        below = "document.querySelector('main [data-section=\"2025-11\"]').getBoundingClientRect().top"
        shows(page, f"{below} > {edge - 5}", True)
        page.mouse.move(300, 500)
        stage.wheel(page, -100, 6)
        page.wait_for_function("() => document.querySelector('.waiting').getBoundingClientRect().bottom > 300")
        # What it says is in view, wherever in it one is.
        page.wait_for_function("""edge => {
          const {top, bottom} = document.querySelector('.waiting p').getBoundingClientRect();
          return top > edge && bottom < document.querySelector('.waiting').getBoundingClientRect().bottom;
        }""", arg=edge)
        page.evaluate("""() => {
          window.tops = [];
          const first = document.querySelector('main [data-section="2025-11"]');
          window.height = document.querySelector('.waiting').offsetHeight;
          const look = () => { tops.push(Math.round(first.getBoundingClientRect().top)); requestAnimationFrame(look) };
          look();
        }""")
        while late:
            late.pop().continue_()
        page.wait_for_selector('.leaf:not(.waiting) > [data-section="2025-10"]')
        stopped(page)
        tops, height = page.evaluate("[tops, height]")
        assert max(tops) - min(tops) <= 1, tops
        made = page.evaluate("document.querySelector('main [data-section=\"2025-10\"]').closest('.leaf').offsetHeight")
        assert abs(made - height) <= 4, (made, height)


def test_placeholders_do_not_move_with_reduced_motion(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        page.route("**/*.wasm", lambda route: None)
        page.goto(f"{site.address}/calendar/2025-11.html")
        ready(page)
        page.locator(".waiting p").first.wait_for()
        assert page.evaluate("document.querySelector('.waiting').getAnimations({subtree: true}).length") == 0
