"""The same pages in Firefox, if it is installed: another engine for the scripts and the module."""

from __future__ import annotations

import pytest

import firefox
from stage import month_after, months_between

pytestmark = pytest.mark.skipif(firefox.executable() is None, reason="firefox-esr is not installed")

READY = "document.body.dataset.scripts === 'ready'"
SECTIONS = "[...document.querySelectorAll('main .leaf > [data-section]')].map(e => e.dataset.section)"


@pytest.fixture(scope="module")
def page():
    with firefox.opened() as opened:
        opened.view(1280, 800)
        yield opened


def test_past_the_end_of_the_window(page, site, expected_events):
    page.goto(f"{site.address}/calendar/2028-09.html")
    page.wait_for(READY)
    goal = month_after("2028-11", 6)
    for _ in range(80):
        page.wheel(900, 500, 500)
        if page.evaluate("document.body.dataset.section") >= goal:
            break
    # Turns that had not ended when the goal was reached continue, and may go past it.
    page.wait_for_rest()
    shown = page.evaluate(SECTIONS)
    assert shown == months_between(shown[0], shown[-1]) and shown[-1] >= goal and len(shown) <= 12
    seen = page.evaluate("document.body.dataset.section")
    assert seen >= goal and seen in shown
    events = page.evaluate(f"""[...document.querySelectorAll('main [data-section="{seen}"] td:not(.out) .event')]
        .map(e => `${{e.closest('td').dataset.date}} ${{e.dataset.uid}}`)""")
    assert set(events) == expected_events(seen)


def test_what_is_seen_moves_by_what_was_scrolled(page, site):
    page.goto(f"{site.address}/calendar/2026-11.html")
    page.wait_for(READY)
    # The first turn of the wheel over a page that has just been drawn may be lost.
    page.wheel(900, 500, 40)
    page.wait_for_rest()
    for turn in range(12):
        way = 1 if turn < 6 else -1
        page.evaluate("""(() => { window.probed = [...document.querySelectorAll('main td[data-date]')].find(e =>
            e.getBoundingClientRect().top > 300); window.was = probed.getBoundingClientRect().top })()""")
        at = page.evaluate("scrollY")
        page.wheel(900, 500, 180 * way)
        page.wait_for(f"scrollY !== {at}")
        page.wait_for_rest()
        moved = page.evaluate("probed.isConnected ? probed.getBoundingClientRect().top - was : null")
        assert moved is not None and abs(moved + 180 * way) <= 2, f"turn {turn} from {at}: moved {moved}"


def test_a_far_day_and_another_zone(page, site):
    page.goto(f"{site.address}/beyond.html?view=day&section=2199-12-31&tz=Asia/Kathmandu")
    page.wait_for(READY)
    assert page.evaluate("""[
        document.body.dataset.section, document.body.dataset.zone, document.querySelector('h1').textContent]""") == [
        "2199-12-31", "Asia/Kathmandu", "Tuesday, 31 December 2199"]


def test_the_front_page(page, site):
    page.goto(f"{site.address}/index.html?tz=UTC%2B8")
    page.wait_for(READY)
    page.wait_for_rest()
    date = page.evaluate("busylife.today()")
    assert page.evaluate("""[...document.querySelectorAll('.weeks [aria-selected=true]')]
        .filter(e => e.offsetParent).map(e => e.dataset.date)""") == [date]
    page.evaluate("""[...document.querySelectorAll('.weeks td')]
        .filter(e => e.offsetParent).at(-1).querySelector('a').click()""")
    page.wait_for_rest()
    top = page.evaluate("""(() => {
        const edge = parseFloat(getComputedStyle(document.querySelector('.list .day header')).top);
        const days = [...document.querySelectorAll('.list .day')];
        return days.find(day => day.getBoundingClientRect().bottom > edge + 4).dataset.date;
    })()""")
    assert top == page.evaluate("busylife.selected()") > date
