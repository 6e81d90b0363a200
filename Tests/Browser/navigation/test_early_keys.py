"""What is pressed before the scripts that handle it are there is kept, and done once, in order."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

import browser as chrome
from stage import SIZES, opened, ready, shows, stopped, until

NOW = "2026-11-21T04:00:00Z"
PAGES = ["index", "today", "calendar/2026-11", "agenda/2026-11", "week/2026-11-16", "day/2026-11-20", "year/2026",
         "event", "search", "subscribe"]
TIMED = ["week/2026-11-16", "day/2026-11-20"]
OPEN = "[...document.querySelectorAll('dialog[open], .search-box')].map(e => e.id || e.className)"
TYPED = "document.querySelector('.search-box input, .searching input')?.value"


class Gate:
    """Holds back the modules of a page until they are let through or refused."""

    def __init__(self, page):
        self.waiting: dict[str, list] = {}
        self.is_open = self.is_lost = False
        self.let: set[str] = set()
        page.route(re.compile(r"/modules-[^/]+/[^/]+\.js$"), self.answer)

    def answer(self, route):
        name = route.request.url.rpartition("/")[2]
        if self.is_lost:
            route.abort()
        elif self.is_open or name in self.let:
            route.continue_()
        else:
            self.waiting.setdefault(name, []).append(route)

    def again(self):
        waiting, self.waiting = self.waiting, {}
        for routes in waiting.values():
            for route in routes:
                self.answer(route)

    def release(self, *names):
        """Lets these modules through, or all."""
        self.let |= set(names)
        self.is_open = not names
        self.again()

    def refuse(self):
        """All modules fail from now on."""
        self.is_lost = True
        self.again()


def address(site, path: str) -> str:
    if path == "event":
        path = "event/" + min(file.stem for file in (site.root / "event").glob("*.html"))
    return f"{site.address}/{path}.html"


@contextmanager
def early(chromium, site, path: str):
    """A page whose own script has run, and none of its modules; and what holds them back."""
    problems: list[str] = []
    # A module that the browser has kept from another test is not held back.
    with chrome.watched(chromium, problems, NOW, is_routed=True, is_fresh=True, viewport=SIZES["wide"]) as page:
        gate = Gate(page)
        page.goto(address(site, path), wait_until="domcontentloaded")
        until(page, lambda: "browse.js" in gate.waiting)
        page.problems = problems
        yield page, gate


def released(page, gate) -> None:
    gate.release()
    ready(page)
    page.wait_for_selector("body[data-extras=ready]")


@pytest.mark.parametrize("path", PAGES)
def test_what_is_typed_is_in_the_search(path, chromium, site):
    """Character by character, with the modules one after the other."""
    with early(chromium, site, path) as (page, gate):
        field = page.locator(".searching input" if path == "search" else ".search-box input")
        for key in "win" if path == "search" else "/win":
            page.keyboard.press(key)
        assert page.evaluate(OPEN) == [] and field.count() == 0
        if path == "search":
            gate.release()
        else:
            # Nothing but the search is needed for it, and the rest of the page may come much later.
            until(page, lambda: "search.js" in gate.waiting)
            gate.release("search.js")
            until(page, lambda: "finder.js" in gate.waiting)
            page.keyboard.type("t")
            page.keyboard.press("Backspace")
            gate.release("finder.js", "search-words.js", "words.js", "make.js", "pages.js")
        field.wait_for()
        shows(page, TYPED, "win")
        page.keyboard.type("t")
        shows(page, TYPED, "wint")
        page.locator("a.result mark").first.wait_for()
        released(page, gate)
        shows(page, "() => document.activeElement.type", "search")
        assert field.count() == 1 and field.input_value() == "wint" and page.url == address(site, path).replace(
            ".html", ".html?q=wint" if path == "search" else ".html")
        assert page.problems == []


@pytest.mark.parametrize("path", [path for path in PAGES if path != "search"])
def test_g_opens_the_dialog_for_a_date(path, chromium, site):
    with early(chromium, site, path) as (page, gate):
        page.keyboard.press("g")
        # These come after it, and so are the dialog's.
        page.keyboard.press("t")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("g")
        url = page.url
        assert page.evaluate(OPEN) == []
        released(page, gate)
        shows(page, OPEN, ["jump"])
        shows(page, "() => document.activeElement.type", "date")
        assert page.url == url and page.locator("dialog#jump").count() == 1
        page.keyboard.press("Escape")
        shows(page, OPEN, [])
        # It works as often as it is pressed.
        page.keyboard.press("g")
        shows(page, OPEN, ["jump"])
        assert page.problems == []


@pytest.mark.parametrize("path", TIMED)
def test_n_makes_an_event_with_the_title_that_is_typed(path, chromium, site):
    with early(chromium, site, path) as (page, gate):
        for key in "nTen":
            page.keyboard.press(key)
        released(page, gate)
        title = page.locator(".lift-title")
        title.wait_for()
        shows(page, "() => document.activeElement.value", "Ten")
        assert page.locator(".lift-bar").count() == 1
        page.locator(".lifted .title", has_text="Ten").first.wait_for()
        # The key is the timeline's now; a press that it has no use for ends there.
        page.keyboard.press("Escape")
        title.wait_for(state="hidden")
        page.keyboard.press("Alt+n")
        page.keyboard.press("n")
        shows(page, "() => document.activeElement.className", "lift-title")
        assert page.problems == []


def test_what_follows_enter_moves_the_event(chromium, site):
    """The page is there, and the timeline is not."""
    with chrome.watched(chromium, [], NOW, is_routed=True, is_fresh=True, viewport=SIZES["wide"]) as page:
        gate = Gate(page)
        gate.is_open = True
        page.goto(address(site, "day/2026-11-20"))
        ready(page)
        gate.is_open = False
        event = page.locator('.grid[data-section="2026-11-20"] .timed .event[data-start*="T"]').first
        event.focus()
        for key in ("Enter", "ArrowDown", "ArrowDown"):
            page.keyboard.press(key)
        until(page, lambda: "timeline.js" in gate.waiting)
        assert "/day/" in page.url
        before = event.locator("time").inner_text()
        gate.release()
        page.locator(".lift-hand").wait_for()
        minutes = "e => Number(/(\\d+):(\\d+)/.exec(e)[1]) * 60 + Number(/(\\d+):(\\d+)/.exec(e)[2])"
        shows(page, f"was => ({minutes})(document.querySelector('.lifted time').textContent) - ({minutes})(was)", 30,
              before)


@pytest.mark.parametrize("path", TIMED + ["calendar/2026-11"])
def test_an_event_with_the_focus_shows_its_card(path, chromium, site):
    with early(chromium, site, path) as (page, gate):
        page.keyboard.press("ArrowRight")
        page.locator("main .event[data-start]").first.focus()
        released(page, gate)
        page.locator(".card").wait_for()
        assert page.locator(".card").count() == 1


def test_an_event_under_the_pointer_shows_its_card(chromium, site):
    with early(chromium, site, "calendar/2026-11") as (page, gate):
        # Months are added around this one.
        event = page.locator('td[data-date="2026-11-20"]:not(.out) .event[data-start]').first
        event.hover()
        released(page, gate)
        stopped(page)
        box = event.bounding_box()
        page.mouse.move(box["x"] + 8, box["y"] + 8)
        page.locator(".card").wait_for()


@pytest.mark.parametrize("keys, day", [
    (["ArrowRight"], "2026-11-22"), (["ArrowRight"] * 3, "2026-11-24"),
    (["PageDown", "ArrowRight", "PageUp"], "2026-11-22"),
    (["ArrowRight", "ArrowRight", "t"], "2026-11-21"), (["ArrowLeft", "t", "ArrowLeft"], "2026-11-20"),
])
def test_each_step_on_today_counts(keys, day, chromium, site):
    with early(chromium, site, "today") as (page, gate):
        for key in keys:
            page.keyboard.press(key)
        released(page, gate)
        shows(page, "() => document.querySelector('main .grid.one [data-date]').dataset.date", day)
        stopped(page)
        assert page.evaluate("document.querySelector('main .grid.one [data-date]').dataset.date") == day
        assert page.problems == []


def test_today_on_another_day_by_its_button(chromium, site):
    with early(chromium, site, "today") as (page, gate):
        page.keyboard.press("ArrowRight")
        page.locator("a[data-today]").click()
        released(page, gate)
        stopped(page)
        assert page.evaluate("document.querySelector('main .grid.one [data-date]').dataset.date") == "2026-11-21"


@pytest.mark.parametrize("path", PAGES)
def test_what_needs_no_module_is_done_at_once(path, chromium, site):
    with early(chromium, site, path) as (page, gate):
        if path == "search":
            # What is typed there is for the field, until the reader turns to something else.
            page.keyboard.press("Escape")
        page.keyboard.press("?")
        shows(page, OPEN, ["help"])
        page.keyboard.press("Escape")
        shows(page, OPEN, [])
        if path == "calendar/2026-11":
            page.keyboard.press("t")
            assert page.evaluate("document.activeElement.closest('[data-date]').dataset.date") == "2026-11-21"
            page.keyboard.press("ArrowRight")
            assert page.evaluate("document.activeElement.closest('[data-date]').dataset.date") == "2026-11-22"
        released(page, gate)
        stopped(page)
        assert page.evaluate(OPEN) == []


# What is pressed, on which page, and where that leads: as it does without scripts.
LINKS = {
    "the pager": ("calendar/2026-11", "main a[rel=next]", "**/calendar/2026-12.html*"),
    "a view": ("week/2026-11-16", ".views a[data-kind=year]", "**/year/2026.html*"),
    "a day": ("calendar/2026-11", 'td[data-date="2026-11-20"] > a', "**/day/2026-11-20.html*"),
    "today": ("calendar/2026-12", "a[data-today]", "**/calendar/2026-11.html*"),
    "an event": ("day/2026-11-20", "main .event[href]", "**/event/*.html"),
    "the search": ("agenda/2026-11", "a.search", "**/search.html"),
    "print": ("event", "a.print", "**/print.html*"),
    "the pager of today": ("today", "main a[rel=prev]", "**/day/2026-11-20.html*"),
    "the key of the next": ("week/2026-11-16", "PageDown", "**/week/2026-11-23.html*"),
    "the key of today": ("calendar/2026-12", "t", "**/calendar/2026-11.html*"),
}


@pytest.mark.parametrize("what", LINKS)
def test_links_lead_where_they_lead_without_modules(what, chromium, site):
    path, pressed, leads = LINKS[what]
    with early(chromium, site, path) as (page, gate):
        if pressed in ("PageDown", "t"):
            page.keyboard.press(pressed)
        else:
            page.locator(pressed).first.click()
        page.wait_for_url(leads, wait_until="commit")


def test_a_press_while_the_panel_is_loading_opens_it_once(chromium, site):
    with early(chromium, site, "calendar/2026-11") as (page, gate):
        released(page, gate)
        gate.is_open = False
        page.locator(".options").click()
        page.locator(".options").click()
        # It is for the panel, and not for the page.
        page.keyboard.press("PageUp")
        until(page, lambda: "panel.js" in gate.waiting)
        gate.release()
        shows(page, OPEN, ["panel"])
        page.keyboard.press("Escape")
        stopped(page)
        assert page.evaluate(OPEN) == []


@pytest.mark.parametrize("given_up", ["Escape", "Tab", "a press elsewhere", "ten seconds"])
def test_what_the_reader_gives_up_is_not_done(given_up, chromium, site):
    with chrome.watched(chromium, [], is_routed=True, is_fresh=True, viewport=SIZES["wide"]) as page:
        page.clock.install()
        gate = Gate(page)
        page.goto(address(site, "calendar/2026-11"), wait_until="domcontentloaded")
        page.keyboard.press("g")
        if given_up == "a press elsewhere":
            page.locator("h1").click()
        elif given_up == "ten seconds":
            page.clock.run_for(9_000)
            page.keyboard.press("?")
            assert page.evaluate(OPEN) == []
            page.clock.run_for(2_000)
        else:
            page.keyboard.press(given_up)
        # Keys are the page's again.
        page.keyboard.press("?")
        shows(page, OPEN, ["help"])
        page.keyboard.press("Escape")
        with page.expect_response("**/jump.js"):
            gate.release()
        page.clock.run_for(2_000)
        page.wait_for_selector("body[data-extras=ready]")
        assert page.evaluate(OPEN) == []


def test_the_search_beside_a_preview(chromium, site):
    """Keys that move between days are not the page's there; others are."""
    with opened(chromium, site, "embedding.html") as page:
        page.keyboard.press("t")
        page.keyboard.press("/")
        page.locator(".search-box input").wait_for()
        assert page.url == address(site, "embedding")


def test_keys_of_others_are_left_alone(chromium, site):
    with early(chromium, site, "day/2026-11-20") as (page, gate):
        page.evaluate("""() => {
          window.left = [];
          addEventListener('keydown', event => left.push(event.key + event.defaultPrevented));
          document.querySelector('main').append(document.createElement('input'));
        }""")
        for key in ("Control+g", "Meta+g", "Alt+g", "Alt+/", "Control+n"):
            page.keyboard.press(key)
        page.locator("main > input").focus()
        page.keyboard.type("g/n")
        # A field that is turned to while something is awaited keeps its keys, too.
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("g")
        page.keyboard.press("F6")
        page.keyboard.press("Control+b")
        page.evaluate("document.querySelector('main > input').focus()")
        page.keyboard.type("no")
        assert page.evaluate("document.querySelector('main > input').value") == "g/nno"
        pressed = [key for key in page.evaluate("left") if len(key.replace("false", "").replace("true", "")) < 3]
        assert [key for key in pressed if key.endswith("true")] == ["gtrue"]
        assert "F6false" in pressed and "bfalse" in pressed


@pytest.mark.parametrize("path", PAGES)
def test_a_page_whose_modules_fail_stays_usable(path, chromium, site):
    with early(chromium, site, path) as (page, gate):
        page.keyboard.press("g")
        page.keyboard.press("t")
        url = page.url
        gate.refuse()
        # Nothing is kept: the next key is the page's.
        help_is_open = "() => document.querySelector('#help').open"
        until(page, lambda: page.keyboard.press("?") or page.evaluate(help_is_open))
        page.keyboard.press("Escape")
        assert page.url == url and page.evaluate(OPEN) == []
        # The search is a page, too.
        if path != "search":
            page.keyboard.press("/")
            page.wait_for_url("**/search.html", wait_until="commit")
        page.locator(".brand").click()
        page.wait_for_url("**/index.html", wait_until="commit")
