"""index.html: the calendar over the agenda, or beside it; one selected day that both follow."""

from __future__ import annotations

import pytest

import browser as chrome
from stage import SIZES, ready, shows, stopped, until, wheel

NOW = "2026-11-21T04:00:00Z"
TODAY = "2026-11-21"
ROW = 56

SELECTED = """() => [...document.querySelectorAll('.weeks [aria-selected="true"]')]
    .filter(e => e.offsetParent).map(e => e.dataset.date)"""
# The day at the agenda's upper edge, below the fixed elements.
TOP = """() => {
  const list = document.querySelector('.list').getBoundingClientRect();
  const edge = parseFloat(getComputedStyle(document.querySelector('.list .day header')).top);
  const days = [...document.querySelectorAll('.list .day')];
  return days.find(d => d.getBoundingClientRect().bottom > edge + 4)?.dataset.date;
}"""
# Puts space between days, as a theme may, and scrolls its middle to the line at which days are chosen.
INTO_GAP = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.list .agenda > .day { margin-block-end: 20px }');
  document.adoptedStyleSheets.push(sheet);
  const edge = parseFloat(getComputedStyle(document.querySelector('.list .day header')).top) + 4;
  const days = [...document.querySelectorAll('.list .agenda > .day')];
  const at = days.findIndex(day => day.getBoundingClientRect().bottom > edge + 40) + 2;
  scrollBy({ top: days[at].getBoundingClientRect().bottom + 10 - edge, behavior: 'instant' });
  return days[at + 1].dataset.date;
}"""
# The last day of the week at the calendar's upper edge, if there is one.
FIRST_WEEK = """() => {
  const { top } = document.querySelector('.weeks').getBoundingClientRect();
  const first = [...document.querySelectorAll('.weeks tbody tr')].find(row =>
    row.offsetParent && Math.abs(row.getBoundingClientRect().top - top) <= 1.5);
  return first?.querySelector('td:last-of-type').dataset.date;
}"""
# Resolves when the calendar has not scrolled for some time, though months may still be loading.
SCROLLED = """() => new Promise((done) => {
  let timer;
  const wait = () => { clearTimeout(timer); timer = setTimeout(done, 400) };
  document.querySelector('.weeks').addEventListener('scroll', wait);
  wait();
})"""
WEEKS = "() => document.querySelector('.weeks').getBoundingClientRect().height"


def opened(page, site, path="index.html"):
    page.goto(f"{site.address}/{path}")
    ready(page)
    stopped(page)


rest = stopped


@pytest.mark.parametrize("size", SIZES)
def test_calendar_and_agenda_open_at_today(size, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW, viewport=SIZES[size]) as page:
        opened(page, site)
        shows(page, SELECTED, [TODAY])
        shows(page, TOP, TODAY)
        assert page.locator(f'.list [data-date="{TODAY}"] h2').inner_text() == "TODAY • SATURDAY 21 NOVEMBER"
        shows(page, WEEKS, (2 if size == "phone" else 6) * ROW)
        row = page.locator(f'.weeks tr:has([aria-selected="true"])').first.bounding_box()
        view = page.locator(".weeks").bounding_box()
        assert view["y"] - 1 <= row["y"] and row["y"] + row["height"] <= view["y"] + view["height"] + 1
        assert problems == []


def test_between_two_days_the_later_one_is_selected(chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, site)
        page.mouse.move(900, 500)
        wheel(page, 20)
        stopped(page)
        date = page.evaluate(INTO_GAP)
        assert date > TODAY
        shows(page, SELECTED, [date])


@pytest.mark.parametrize("size", SIZES)
def test_a_tapped_day_comes_to_the_top_of_the_agenda(size, chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        opened(page, site)
        page.locator('.weeks td[data-date="2026-11-26"] a.num >> visible=true').click()
        rest(page)
        shows(page, SELECTED, ["2026-11-26"])
        shows(page, TOP, "2026-11-26")
        assert page.url.endswith("index.html")


@pytest.mark.parametrize("size", SIZES)
def test_the_agendas_top_day_is_the_selection(size, chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        opened(page, site)
        page.mouse.move(SIZES[size]["width"] - 60, 600)
        wheel(page, 400, 30)
        rest(page)
        top = page.evaluate(TOP)
        assert top > "2026-12-10"
        shows(page, SELECTED, [top])
        assert page.locator("h1").inner_text() in ("December 2026", "January 2027", "February 2027")
        wheel(page, -400, 60)
        rest(page)
        top = page.evaluate(TOP)
        assert top < TODAY
        shows(page, SELECTED, [top])


def test_on_a_phone_the_calendar_unfolds_when_scrolled_and_folds_when_the_agenda_is(chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["phone"], has_touch=True) as page:
        opened(page, site)
        before = page.locator(f'.list [data-date="{TODAY}"]').bounding_box()
        page.mouse.move(200, 150)
        page.mouse.wheel(0, 60)
        rest(page)
        shows(page, WEEKS, 6 * ROW)
        assert page.locator(f'.list [data-date="{TODAY}"]').bounding_box() == before, "the agenda stays where it is"
        page.mouse.move(200, 700)
        page.mouse.wheel(0, 60)
        rest(page)
        shows(page, WEEKS, 2 * ROW)
        page.locator(".fold").click()
        rest(page)
        shows(page, WEEKS, 6 * ROW)
        assert page.locator(".fold").get_attribute("aria-expanded") == "true"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("by", [37, 400, -523])
def test_the_calendar_rests_on_a_week(by, size, chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        opened(page, site)
        page.mouse.move(150, 150)
        wheel(page, by, 4)
        rest(page)
        # On a busy machine there may be a pause before the browser goes to the week.
        page.wait_for_function(FIRST_WEEK)


def test_the_calendar_rests_on_a_week_of_a_month_that_comes_late(chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["phone"]) as page:
        # A slow line: there is nothing below December yet.
        page.route("**/calendar/2027-*.html", lambda route: None)
        page.goto(f"{site.address}/index.html")
        ready(page)
        page.mouse.move(150, 150)
        wheel(page, 400, 3)
        wheel(page, -20)
        page.evaluate(SCROLLED)
        assert page.evaluate(FIRST_WEEK) is None
        # The held requests go on.
        page.unroute("**/calendar/2027-*.html")
        rest(page)
        page.wait_for_function(FIRST_WEEK)
        assert "2027" in page.evaluate(FIRST_WEEK)


def test_every_week_once_whichever_months_share_it(chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, site)
        page.mouse.move(150, 250)
        for way in (1, -1):
            wheel(page, 150 * way, 25)
            rest(page)
            firsts = page.evaluate("""() => [...document.querySelectorAll('.weeks tbody tr')]
                .filter(e => e.offsetParent).map(e => e.querySelector('td').dataset.date)""")
            days = page.evaluate("dates => dates.map(d => Date.parse(d) / 864e5)", firsts)
            assert [b - a for a, b in zip(days, days[1:])] == [7] * (len(days) - 1)


@pytest.mark.parametrize("size", SIZES)
def test_at_rest_no_month_is_added_or_removed(size, chromium, site):
    """Whichever week is the first: a multiple of the row height is the distance at which months are added."""
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        opened(page, site)
        for _ in range(12):
            page.evaluate("by => document.querySelector('.weeks').scrollBy({top: by, behavior: 'instant'})", ROW)
            rest(page)


def test_a_days_heading_is_pushed_off_by_the_next(chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, site)
        # The end of the day is scrolled to half a heading below the edge.
        edge = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('.list .day header')).top)")
        header = page.locator(f'.list [data-date="{TODAY}"] header')
        height = header.bounding_box()["height"]
        day = page.locator(f'.list [data-date="{TODAY}"]').bounding_box()
        page.mouse.move(900, 500)
        page.mouse.wheel(0, day["y"] + day["height"] - edge - height / 2)
        stopped(page)
        assert abs(header.bounding_box()["y"] - (edge - height / 2)) <= 2
        following = page.locator('.list [data-date="2026-11-22"] header').bounding_box()["y"]
        assert abs(following - (edge + height / 2)) <= 2


def test_today_is_one_press_away_from_years_off(chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW, viewport=SIZES["wide"]) as page:
        opened(page, site, "index.html#d2036-05-17")
        shows(page, TOP, "2036-05-17")
        page.locator("a[data-today]").click()
        shows(page, SELECTED, [TODAY])
        rest(page)
        assert page.evaluate(TOP) == TODAY and page.evaluate(SELECTED) == [TODAY]
        assert problems == []


def test_the_pager_turns_months(chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, site)
        for title in ("December 2026", "January 2027"):
            page.locator("main a[rel=next]").click()
            shows(page, "document.querySelector('h1').innerText", title)
            rest(page)
        shows(page, TOP, "2027-01-01")


def test_the_place_is_kept_for_coming_back(chromium, site):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        opened(page, site)
        page.locator('.weeks td[data-date="2026-11-30"] a.num >> visible=true').click()
        rest(page)
        page.locator('.list [data-date="2026-11-30"] h2 a').click()
        page.wait_for_url("**/day/*.html*")
        page.go_back()
        ready(page)
        rest(page)
        shows(page, TOP, "2026-11-30")


@pytest.mark.parametrize("size", SIZES)
def test_a_month_that_cannot_be_loaded_says_so_and_is_asked_for_again(size, chromium, site):
    with chrome.watched(chromium, [], NOW, is_routed=True, viewport=SIZES[size]) as page:
        opened(page, site)
        page.route("**/20*.html", lambda route: route.abort())
        for _ in range(3):
            page.locator("main a[rel=next]").click()
            rest(page)
        notice = page.locator(".notice.failed")
        assert "December 2026" in notice.inner_text()
        # The visible day is selected.
        assert page.evaluate(SELECTED) == [page.evaluate(TOP)] == [TODAY]
        page.unroute("**/20*.html")
        notice.get_by_role("button").click()
        page.wait_for_function("() => document.querySelector('h1')?.textContent === 'December 2026'")
        rest(page)
        assert page.evaluate(SELECTED) == [page.evaluate(TOP)] == ["2026-12-01"]
        assert notice.count() == 0


def test_the_last_of_several_jumps_wins(chromium, site):
    """The earlier requested month arrives later, and is dropped."""
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        late = []
        page.route("**/2027-09.html", lambda route: late.append(route))
        page.goto(f"{site.address}/index.html")
        ready(page)
        page.evaluate("""() => {
            for (let count = 0; count < 2; count++) history.pushState({date: '2027-09-10'}, '');
            history.back();
        }""")
        shows(page, SELECTED, [])
        until(page, lambda: len(late) == 2)
        page.keyboard.press("t")
        shows(page, SELECTED, [TODAY])
        assert len(late) == 2
        for route in late:
            with page.expect_response(route.request.url):
                route.continue_()
        rest(page)
        shows(page, SELECTED, [TODAY])
        shows(page, TOP, TODAY)


def test_another_zone_while_going_elsewhere(chromium, site):
    """A section reached before the other zone has loaded is shown in that zone."""
    with chrome.watched(chromium, [], NOW, is_routed=True, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/index.html")
        ready(page)
        page.locator("[data-zone-switch]").click()
        page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length > 300")
        page.keyboard.type("Kathmandu")
        page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length === 1")
        late, isHeld = [], [True]
        page.route("**/data/**", lambda route: late.append(route) if isHeld else route.continue_())
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('main').ariaBusy === 'true'")
        page.locator(".side td[data-date='2026-11-26'] > a").click()
        until(page, lambda: late)
        isHeld.clear()
        for route in late:
            route.continue_()
        shows(page, "document.body.dataset.zone", "Asia/Kathmandu")
        shows(page, TOP, "2026-11-26")
        shows(page, SELECTED, ["2026-11-26"])
        shows(page, """[...document.querySelectorAll('.list .event[data-start*="T"]')]
            .every(e => e.dataset.start.endsWith('+05:45'))""", True)
