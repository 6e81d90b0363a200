"""By keyboard only: one stop per grid, arrows between days, the events of a day, sections, dialogs; the focus is
kept."""

from __future__ import annotations

import pytest
import yaml

import browser as chrome
import tool
from content import Content, event
from stage import SAID, SIZES, opened, ready, shows, stopped, wheel

FOCUSED = "() => document.activeElement?.closest('[data-date]')?.dataset.date"
# The heading, the address and how far the page is scrolled.
WHERE = "() => [document.querySelector('h1').innerText, location.pathname, scrollY]"


def focused(page) -> str | None:
    return page.evaluate(FOCUSED)


@pytest.mark.parametrize("path", ["calendar/2026-11.html", "year/2026.html"])
def test_a_grid_has_one_stop(path, chromium, site):
    with chrome.watched(chromium, [], "2026-11-21T04:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/{path}")
        ready(page)
        stops = page.evaluate("""() => [...document.querySelectorAll('[role=grid]')].map(grid =>
            [...grid.querySelectorAll('a[href]')].filter(a => a.tabIndex === 0).length)""")
        assert stops and set(stops) == {1}
        # It is today, or the day that had the focus last.
        grid = page.locator('[role=grid]:has(td[data-date="2026-11-21"]:not(.out))')
        assert grid.locator('a[tabindex="0"]').evaluate("a => a.closest('td').dataset.date") == "2026-11-21"
        page.locator('td[data-date="2026-11-05"]:not(.out) > a').focus()
        assert grid.locator('a[tabindex="0"]').evaluate("a => a.closest('td').dataset.date") == "2026-11-05"


def test_arrows_walk_without_end(chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, "2026-11-21T04:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/calendar/2028-10.html")
        ready(page)
        page.locator('td[data-date="2028-10-31"]:not(.out) > a').focus()
        ways = (("Right", "2028-11-01"), ("Left", "2028-10-31"), ("Up", "2028-10-24"), ("Down", "2028-10-31"))
        for key, expected in ways:
            page.keyboard.press(f"Arrow{key}")
            assert focused(page) == expected
        date = "2028-10-31"
        for _ in range(30):
            page.keyboard.press("ArrowDown")
            page.wait_for_function(
                "was => document.activeElement?.closest('[data-date]')?.dataset.date > was", arg=date)
            date = focused(page)
        assert date == "2029-05-29"
        box = page.evaluate("() => document.activeElement.getBoundingClientRect().top")
        assert 0 < box < 800
        assert page.locator(f'td[data-date="{date}"][aria-selected="true"]').count() >= 1
        assert problems == []


def test_home_and_end_go_to_the_ends_of_a_week(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.locator('td[data-date="2026-11-19"] > a').focus()
        page.keyboard.press("End")
        assert focused(page) == "2026-11-22"
        page.keyboard.press("Home")
        shows(page, "() => document.activeElement.closest('th').textContent.trim()", "47")


def test_the_events_of_a_day(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.locator('td[data-date="2026-11-20"] > a').focus()
        page.keyboard.press("Alt+ArrowDown")
        first = page.evaluate("() => document.activeElement.textContent")
        shows(page, "() => document.activeElement.matches('.event')", True)
        page.keyboard.press("ArrowDown")
        assert page.evaluate("() => document.activeElement.textContent") != first
        # The first Escape closes the card of the event, which comes with the page's further scripts.
        page.wait_for_selector("body[data-extras=ready]")
        page.keyboard.press("ArrowUp")
        page.locator(".card").wait_for()
        page.keyboard.press("Escape")
        page.locator(".card").wait_for(state="hidden")
        assert page.evaluate("() => document.activeElement.matches('.event')")
        page.keyboard.press("Escape")
        assert focused(page) == "2026-11-20" and page.evaluate("() => document.activeElement.matches('.num')")
        page.keyboard.press("F2")
        page.keyboard.press("Enter")
        page.wait_for_url("**/event/*.html")


@pytest.mark.parametrize("view,section,next_section", [
    ("calendar", "2028-11", "2028-12"), ("week", "2026-11-16", "2026-11-23"), ("day", "2026-11-20", "2026-11-21"),
    ("year", "2026", "2027"),
])
def test_page_up_and_page_down(view, section, next_section, chromium, site):
    with opened(chromium, site, f"{view}/{section}.html") as page:
        page.keyboard.press("PageDown")
        page.wait_for_function("section => document.body.dataset.section === section", arg=next_section)
        stopped(page)
        page.keyboard.press("PageUp")
        page.wait_for_function("section => document.body.dataset.section === section", arg=section)


def test_a_change_of_section_is_said(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.keyboard.press("PageDown")
        page.wait_for_function(SAID, arg="December 2026")


def test_focus_is_never_lost(chromium, site):
    """The section with the focus is scrolled away and removed: the focus goes to the main element, and is not lost."""
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.locator('td[data-date="2026-11-20"] > a').focus()
        page.mouse.move(900, 500)
        wheel(page, 900, 40)
        stopped(page)
        assert page.evaluate("() => document.activeElement.tagName") in ("MAIN", "A")
        shows(page, "() => document.activeElement.isConnected", True)


@pytest.mark.parametrize("size", SIZES)
def test_every_stop_is_seen_and_large_enough(size, chromium, site):
    """Along the page by the Tab key: each stop shows an outline, and touch targets have 44 px."""
    small, unseen = [], []
    with chrome.watched(chromium, [], viewport=SIZES[size]) as page:
        for path in ("index.html", "calendar/2026-11.html", "day/2026-11-20.html"):
            page.goto(f"{site.address}/{path}")
            ready(page)
            page.wait_for_function("document.hasFocus()")
            for number in range(1, 15):
                page.keyboard.press("Tab")
                stop = page.evaluate("""() => {
                    const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
                    const before = getComputedStyle(e, '::before');
                    const has = by => e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2 + by));
                    return {
                      html: e.outerHTML.slice(0, 90),
                      outline: s.outlineStyle !== 'none' || before.outlineStyle !== 'none',
                      height: b.height, isLarge: [-21, 21].every(has),
                      isControl: e.matches('button, .button, .view, input, .brand'),
                    } }""")
                if not stop["outline"]:
                    unseen.append(f"{path}, stop {number}: {stop['html']}")
                if stop["isControl"] and stop["height"] < 43.5 and not stop["isLarge"]:
                    small.append(f"{path}: {stop['html']} {stop['height']}")
    assert unseen == []
    assert small == []


@pytest.mark.parametrize("path,size", [("week/2026-11-23", "wide"), ("day/2026-11-27", "phone")])
def test_no_stop_is_hidden_below_a_heading(path, size, chromium, site):
    """Down the page by the Tab key and up again, above where it began (WCAG 2.2, 2.4.11)."""
    hidden = []
    with opened(chromium, site, f"{path}.html", size) as page:
        page.locator("main [data-date] a").nth(8).focus()
        for key in ["Tab"] * 6 + ["Shift+Tab"] * 14:
            page.keyboard.press(key)
            stopped(page)
            stop = page.evaluate("""() => {
                const e = document.activeElement, {x, y, width, height} = e.getBoundingClientRect();
                const isSeen = [.1, .3, .5, .7, .9].some(part =>
                    e.contains(document.elementFromPoint(x + width / 2, y + height * part)));
                return isSeen || !e.closest("main") ? null : `${e.outerHTML.slice(0, 90)} at ${Math.round(y)}`; }""")
            if stop:
                hidden.append(f"{key}: {stop}")
    assert hidden == []


@pytest.mark.parametrize("path", ["agenda/2026-11", "calendar/2026-11", "day/2026-11-20"])
def test_tab_moves_no_section_while_it_is_in_the_head(path, chromium, site):
    with opened(chromium, site, f"{path}.html") as page:
        stopped(page)
        before = page.evaluate(WHERE)
        for _ in range(40):
            page.keyboard.press("Tab")
            stopped(page)
            assert page.evaluate(WHERE) == before
            if page.evaluate("document.activeElement.matches('.forth')"):
                break
        else:
            raise AssertionError("the way to the next section is none of forty stops")


def test_days_have_room_for_thumbs_on_a_tablet(chromium, site):
    context = chromium.new_context(viewport={"width": 1024, "height": 1180}, has_touch=True, is_mobile=True)
    try:
        page = context.new_page()
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        small = page.evaluate("""() => [...document.querySelectorAll(
            'main [data-section="2026-11"] :is(td > .num, .more)')].filter(link => {
            link.scrollIntoView({block: 'center', behavior: 'instant'});
            const {x, y, width, height} = link.getBoundingClientRect();
            const at = dy => link.contains(document.elementFromPoint(x + width / 2, y + dy));
            let tall = 0;
            for (let dy = -24; dy < height + 24; dy++) tall += at(dy);
            return tall < 43;
        }).map(link => link.outerHTML.slice(0, 80))""")
        assert small == []
    finally:
        context.close()


def test_the_way_past_the_head(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.keyboard.press("Tab")
        shows(page, "() => document.activeElement.className", "skip")
        page.keyboard.press("Enter")
        shows(page, "() => document.activeElement.id", "main")
        shows(page, "() => document.body.dataset.section", "2026-11")


def test_dialogs_open_and_close_by_keys(chromium, site):
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.keyboard.press("?")
        assert page.locator("#help").evaluate("d => d.open")
        page.keyboard.press("Escape")
        assert not page.locator("#help").evaluate("d => d.open")
        page.locator(".options").focus()
        page.keyboard.press("Enter")
        assert page.locator("#panel").evaluate("d => d.open")
        page.keyboard.press("Escape")
        shows(page, "() => document.activeElement.matches('.options')", True)


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("has_search", [True, False])
def test_the_help_has_the_keys_of_the_site(has_search, locale, chromium, tmp_path):
    """In the site's language; from a folder, too, where no module runs."""
    made = Content(tmp_path, {"locale": locale, "search": has_search}, events=[event("Choir")])
    made.build()
    labels = yaml.safe_load((tool.TEMPLATES / f"words/{locale}.yml").read_text(encoding="utf-8"))["labels"]
    keys = [labels[name] for name in ("arrowKeys", "pageKeys", "todayKey", "dateKey", "searchKey", "helpKey")
            if has_search or name != "searchKey"]
    with chrome.served(made.output) as server:
        for root in (server, made.output.as_uri()):
            with chrome.watched(chromium, [], "2026-11-21T04:00:00Z", viewport=SIZES["wide"]) as page:
                page.goto(f"{root}/calendar/2026-11.html")
                page.keyboard.press("?")
                assert page.locator("#help").evaluate("d => d.open")
                assert page.locator("#help h2").inner_text() == labels["keyboard"]
                assert page.locator("#help dt").all_inner_texts()[:len(keys)] == keys
                page.locator("#help button").click()
                assert not page.locator("#help").evaluate("d => d.open")


@pytest.mark.parametrize("key, name", [("?", "help"), ("g", "jump")])
def test_a_key_right_after_a_dialog_is_closed_is_not_lost(key, name, chromium, site):
    """Until the next frame the focus is still within the dialog, perhaps in a field."""
    with opened(chromium, site, "calendar/2026-11.html") as page:
        page.keyboard.press(key)
        shows(page, "name => document.getElementById(name)?.open", True, name)
        assert page.evaluate("""name => {
          const dialog = document.getElementById(name);
          dialog.close();
          if (!dialog.contains(document.activeElement)) return "the focus has left it at once";
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "?", bubbles: true}));
          return document.getElementById("help").open;
        }""", name) is True


def test_with_reduced_motion_nothing_glides(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.evaluate("""() => {
          const month = document.querySelector('.month[data-section="2026-11"]');
          window.steps = new Set();
          addEventListener('scroll', () => steps.add(Math.round(month.getBoundingClientRect().top)));
        }""")
        page.locator("main a[rel=next]").click()
        page.wait_for_function("() => document.body.dataset.section === '2026-12'")
        stopped(page)
        assert page.evaluate("() => steps.size") <= 2
