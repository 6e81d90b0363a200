"""The built-in themes: readable in both schemes and sizes, small; and board.html on a wall."""

from __future__ import annotations

import gzip
import re
import shutil

import pytest

import browser as chrome
import tool
from axe import AXE, COLOURS, RUN, violations
from content import Content
from stage import SIZES, ZONE, Site, ready, stopped, until
from tool import USUAL as NOW

THEMES = sorted(path.name for path in (tool.TEMPLATES / "themes").iterdir())
# What a theme can spoil: colours, and the size of what is pressed.
RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}
# What the theme for contrast promises: 7:1.
STRICT = ["color-contrast-enhanced"]
PAGES = {
    "wide": ["calendar/2026-11", "week/2026-11-16", "year/2026"],
    "phone": ["index", "agenda/2026-11"],
}
SCREENS = {"across": {"width": 1280, "height": 720}, "upright": {"width": 720, "height": 1280}}


@pytest.fixture(scope="module")
def themed(tmp_path_factory):
    """The sample in each theme, with an accent, a logo, a footer and a static file, behind one server."""
    root = tmp_path_factory.mktemp("themed")
    for theme in THEMES:
        content = root / f"content-{theme}"
        shutil.copytree(tool.CONTENT, content)
        (content / "static").mkdir()
        (content / "static" / "logo.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="#777"/></svg>')
        with (content / "site.yml").open("a", encoding="utf-8") as settings:
            settings.write(f"\ntheme: {theme}\nlogo: static/logo.svg\nfooter: Run by [us](https://example.org).\n")
            if theme == "paper":
                settings.write("accent: \"#0a6b52\"\n")
        # Two months: what is looked at, and little to build.
        tool.build(root / theme, "--tz", ZONE, "--from", "2026-11-01", "--to", "2027-01-01", content=content, now=NOW)
    with chrome.served(root) as server:
        yield {theme: Site(f"{server}/{theme}", root / theme) for theme in THEMES}


@pytest.mark.parametrize("size", PAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_a_theme(theme, size, chromium, themed):
    found = []
    with chrome.watched(chromium, [], viewport=SIZES[size], reduced_motion="reduce") as page:
        for path in PAGES[size]:
            # Where the page opens, a heading may be half below the calendar that stays: that is no theme's doing.
            rules = COLOURS if path == "index" else RULES
            if theme == "contrast":
                rules = rules | {"values": rules["values"] + STRICT}
            page.goto(f"{themed[theme].address}/{path}.html")
            ready(page)
            stopped(page)
            page.evaluate(AXE + "; undefined")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.evaluate("() => Promise.all(document.getAnimations().map(animation => animation.finished))")
                found += [f"{path}, {scheme}: {one}" for one in page.evaluate(RUN, rules)]
    assert found == []


def test_axe_sees_what_other_themes_do_not_promise(chromium, themed):
    """The control of the contrast that one theme promises."""
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        page.goto(f"{themed['paper'].address}/calendar/2026-11.html")
        ready(page)
        page.evaluate(AXE + "; undefined")
        found = page.evaluate(RUN, RULES | {"values": RULES["values"] + STRICT})
        assert [one.split(":")[0] for one in found] == STRICT


@pytest.mark.parametrize("theme", THEMES)
def test_the_style_of_a_theme_is_small(theme, themed):
    root = themed[theme].root
    for path in ("index.html", "today.html", "week/2026-11-16.html", "board.html"):
        page = (root / path).read_text(encoding="utf-8")
        sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
        sizes = {name: len(gzip.compress(((root / path).parent / name).read_bytes(), 9)) for name in sheets}
        assert sum(sizes.values()) <= 18 * 1024, (path, sizes)


def test_system_colours_and_wishes_for_contrast_win(chromium, themed):
    with chrome.watched(chromium, [], viewport=SIZES["wide"], forced_colors="active") as page:
        for theme in THEMES:
            page.goto(f"{themed[theme].address}/calendar/2026-11.html")
            color, background = page.evaluate(
                "() => { const s = getComputedStyle(document.querySelector('h1'));"
                " return [s.color, s.backgroundColor] }")
            assert color in ("rgb(0, 0, 0)", "rgb(255, 255, 255)"), (theme, color, background)


# MARK: The board

LIE = """() => [...document.querySelectorAll('main li')].filter(e => {
  const {width, height, left, top, right, bottom} = e.getBoundingClientRect();
  const isSeen = width && height && left < innerWidth && right > 0 && top < innerHeight && bottom > 0;
  return isSeen && (bottom > innerHeight || right > innerWidth + 1 || e.getClientRects().length > 1);
}).map(e => e.textContent)"""


# Headings that are seen, and whether something below them is.
HEADINGS = """() => {
  const {left, right, bottom} = document.querySelector('main').getBoundingClientRect();
  const isSeen = (box) => box.height && box.left >= left - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  const all = (selector, root) => [...root.querySelectorAll(selector)].filter(e => isSeen(e.getBoundingClientRect()));
  return all('.day > h2', document).map(e => [e.textContent, all('li', e.parentNode).length > 0]) }"""


@pytest.fixture(scope="module")
def board(chromium, themed):
    """A board whose clock the test turns."""
    site = themed["board"]

    def opened(page, now):
        page.clock.install(time=now)
        page.goto(f"{site.address}/board.html")
        page.wait_for_selector("main.live")

    return opened


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_fills_the_screen_and_never_scrolls(screen, chromium, themed):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW, viewport=SCREENS[screen]) as page:
        page.goto(f"{themed['contrast'].address}/board.html")
        page.wait_for_selector("main.live")
        assert page.evaluate("() => [document.documentElement, document.body].every(e => "
                             "e.scrollHeight <= innerHeight + 1 && getComputedStyle(e).overflowY === 'hidden')")
        assert page.evaluate(LIE) == []
        # Letters of a fortieth of the screen's shorter side can be read across a corridor.
        size = page.evaluate("() => getComputedStyle(document.querySelector('.today .title')).fontSize")
        assert float(size.removesuffix("px")) >= 18
        assert violations(page) == []
    assert problems == []


def test_the_board_follows_the_clock_and_shows_the_next_build(chromium, themed, board):
    root = themed["board"].root
    with chrome.watched(chromium, [], viewport=SCREENS["across"], is_fresh=True) as page:
        # 23:58 in the site's zone.
        board(page, "2026-11-21T15:58:00Z")
        assert page.locator(".today").get_attribute("data-date") == "2026-11-21"
        assert page.locator(".clock").inner_text() in ("23:58", "11:58 pm")
        assert page.locator(".today .event.past").count() > 0
        page.clock.run_for(150_000)
        assert page.locator(".today").get_attribute("data-date") == "2026-11-22"
        assert page.locator(".day.over").count() >= 1
        asked = []
        page.on("requestfinished", lambda request: "board.html" in request.url and asked.append(request))
        page.clock.run_for(80_000)
        page.evaluate("window.isOld = true")
        file = root / "board.html"
        file.write_text(file.read_text(encoding="utf-8").replace("</h1>", " again</h1>"), encoding="utf-8")
        # On a busy machine the board is still asking when its clock goes on: then it asks later.
        again = page.locator("h1", has_text="again")
        until(page, lambda: page.clock.run_for(80_000) or again.count())
        assert page.evaluate("window.isOld") is None
        # What has not changed is not loaded again.
        assert any({"if-none-match", "if-modified-since"} & set(request.all_headers()) for request in asked)


def test_a_board_marks_what_is_now_once(chromium, tmp_path):
    """What lasts is on the days that come, too."""
    events = [{"title": "Holidays", "start": "2026-11-19", "end": "2026-11-26"},
              {"title": "Trip", "start": "2026-11-20T18:00", "end": "2026-11-24T14:00", "tz": "UTC"}]
    made = Content(tmp_path, "title: T\n", events=events)
    made.build("--tz", "UTC", "--from", "2026-11-01", "--to", "2027-01-01", now=NOW)
    with chrome.served(tmp_path) as server, chrome.watched(chromium, [], NOW, viewport=SCREENS["across"]) as page:
        page.goto(f"{server}/site/board.html")
        page.wait_for_selector("main.live")
        assert page.locator(".now").count() == 1
        assert page.locator(".today .now .title").inner_text() == "Trip"
        # A line that is cut ends so; none is broken within "day 2 of 5".
        assert page.locator(".part:visible").evaluate_all("all => all.every(e => e.getClientRects().length === 1)")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("theme", THEMES)
def test_no_heading_of_a_board_stands_alone(theme, screen, chromium, themed):
    with chrome.watched(chromium, [], NOW, viewport=SCREENS[screen]) as page:
        page.goto(f"{themed[theme].address}/board.html")
        page.wait_for_selector("main.live")
        headings = page.evaluate(HEADINGS)
        assert len(headings) > 1 and [text for text, has in headings if not has] == []


def test_a_board_whose_browser_does_not_know_the_zone_has_a_clock(chromium, themed):
    page_of_board = (themed["board"].root / "board.html").read_text(encoding="utf-8")
    assert f'data-zone="{ZONE}"' in page_of_board
    with chrome.watched(chromium, [], NOW, True, viewport=SCREENS["across"]) as page:
        body = page_of_board.replace(f'data-zone="{ZONE}"', 'data-zone="Mars/Olympus"')
        page.route("**/board.html", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto(f"{themed['board'].address}/board.html")
        page.wait_for_selector("main.live")
        assert re.search(r"\d", page.locator(".clock").inner_text())


def test_the_board_works_without_scripts(chromium, themed):
    with chrome.watched(chromium, [], viewport=SCREENS["across"], java_script_enabled=False) as page:
        page.goto(f"{themed['board'].address}/board.html")
        first = page.locator("main .day").first
        assert first.get_attribute("data-date") == "2026-11-21" and first.is_visible()
        assert page.locator(".clock").is_hidden() and page.locator(".as-of").is_visible()
