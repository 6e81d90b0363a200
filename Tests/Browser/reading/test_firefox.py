"""The same pages in Firefox, if it is installed: another engine for the scripts and the module."""

from __future__ import annotations

from stage import month_after, months_between

READY = "document.body.dataset.scripts === 'ready'"
SECTIONS = "[...document.querySelectorAll('main .leaf > [data-section]')].map(e => e.dataset.section)"


def test_past_the_end_of_the_window(fox, site, expected_events):
    fox.goto(f"{site.address}/calendar/2028-09.html")
    fox.wait_for(READY)
    goal = month_after("2028-11", 6)
    for _ in range(80):
        fox.wheel(900, 500, 500)
        if fox.evaluate("document.body.dataset.section") >= goal:
            break
    # Turns that had not ended when the goal was reached continue, and may go past it.
    fox.wait_for_rest()
    shown = fox.evaluate(SECTIONS)
    assert shown == months_between(shown[0], shown[-1]) and shown[-1] >= goal and len(shown) <= 12
    seen = fox.evaluate("document.body.dataset.section")
    assert seen >= goal and seen in shown
    events = fox.evaluate(f"""[...document.querySelectorAll('main [data-section="{seen}"] td:not(.out) .event')]
        .map(e => `${{e.closest('td').dataset.date}} ${{e.dataset.uid}}`)""")
    assert set(events) == expected_events(seen)


def test_what_is_seen_moves_by_what_was_scrolled(fox, site):
    fox.goto(f"{site.address}/calendar/2026-11.html")
    fox.wait_for(READY)
    # The first turn of the wheel over a page that has just been drawn may be lost.
    fox.wheel(900, 500, 40)
    fox.wait_for_rest()
    for turn in range(12):
        way = 1 if turn < 6 else -1
        fox.evaluate("""(() => { window.probed = [...document.querySelectorAll('main td[data-date]')].find(e =>
            e.getBoundingClientRect().top > 300); window.was = probed.getBoundingClientRect().top })()""")
        at = fox.evaluate("scrollY")
        fox.wheel(900, 500, 180 * way)
        fox.wait_for(f"scrollY !== {at}")
        fox.wait_for_rest()
        moved = fox.evaluate("probed.isConnected ? probed.getBoundingClientRect().top - was : null")
        assert moved is not None and abs(moved + 180 * way) <= 2, f"turn {turn} from {at}: moved {moved}"


def test_a_far_day_and_another_zone(fox, site):
    fox.goto(f"{site.address}/beyond.html?view=day&section=2199-12-31&tz=Asia/Kathmandu")
    fox.wait_for(READY)
    assert fox.evaluate("""[
        document.body.dataset.section, document.body.dataset.zone, document.querySelector('h1').textContent]""") == [
        "2199-12-31", "Asia/Kathmandu", "Tuesday, 31 December 2199"]


def test_the_front_page(fox, site):
    fox.goto(f"{site.address}/index.html?tz=UTC%2B8")
    fox.wait_for(READY)
    fox.wait_for_rest()
    date = fox.evaluate("busylife.today()")
    assert fox.evaluate("""[...document.querySelectorAll('.weeks [aria-selected=true]')]
        .filter(e => e.offsetParent).map(e => e.dataset.date)""") == [date]
    fox.evaluate("""[...document.querySelectorAll('.weeks td')]
        .filter(e => e.offsetParent).at(-1).querySelector('a').click()""")
    fox.wait_for_rest()
    top = fox.evaluate("""(() => {
        const edge = parseFloat(getComputedStyle(document.querySelector('.list .day header')).top);
        const days = [...document.querySelectorAll('.list .day')];
        return days.find(day => day.getBoundingClientRect().bottom > edge + 4).dataset.date;
    })()""")
    assert top == fox.evaluate("busylife.selected()") > date
