"""Published sections of each view as known to scripts; sites with distant days; going past the end."""

from __future__ import annotations

import pytest

import browser as chrome
import tool
from content import Content, event
from stage import SIZES, Site, ready, shows, stopped, until

WINDOW = ("--from", "2026-11-15", "--to", "2027-01-15")


@pytest.fixture(scope="module")
def partial(tmp_path_factory):
    """The sample from the middle of one month to the middle of another."""
    root = tmp_path_factory.mktemp("partial")
    with chrome.served(root) as server:
        tool.build(root / "site", "--tz", "UTC+8", *WINDOW, now=tool.USUAL)
        yield Site(f"{server}/site", root / "site")


def built(root, day: str, window: tuple[str, str], settings: str) -> None:
    """A site in `root`/site of one hour on a day, with the first day of its window and the one after it."""
    made = Content(root, settings, events=[event("Opening", f"{day}T10:00Z")])
    made.build("--tz", "UTC", "--from", window[0], "--to", window[1], now=tool.USUAL)


@pytest.fixture(scope="module")
def conference(tmp_path_factory):
    """Three days in March, built in November."""
    root = tmp_path_factory.mktemp("conference")
    with chrome.served(root) as server:
        built(root, "2027-03-06", ("2027-03-05", "2027-03-08"), "title: Conference\n")
        yield Site(f"{server}/site", root / "site")


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, SIZES["wide"]], ids=["phone", "wide"])
def test_the_selected_first_of_a_month_is_a_circle(size, chromium, tmp_path):
    """Above its number stands the name of the month: neither is squashed, and they do not touch."""
    built(tmp_path, "2027-03-01", ("2027-03-01", "2027-03-08"), "title: Conference\n")
    now = "2027-03-01T12:00:00Z"
    with chrome.served(tmp_path) as server, chrome.watched(chromium, [], now, viewport=size) as page:
        for path in ("index.html", "calendar/2027-03.html#d2027-03-01"):
            page.goto(f"{server}/site/{path}")
            ready(page)
            page.wait_for_selector('td[data-date="2027-03-01"][aria-selected="true"]')
            stopped(page)
            boxes = page.evaluate("""() => {
              const cell = [...document.querySelectorAll('td[data-date="2027-03-01"]')].find(cell => cell.offsetHeight);
              const box = selector => {
                const {left, top, right, bottom, width, height} = cell.querySelector(selector).getBoundingClientRect();
                return {left, top, right, bottom, width, height};
              };
              return [cell.getBoundingClientRect().top, box('.num small'), box('.num span'), box('.event')];
            }""")
            top, name, circle, event = boxes
            assert abs(circle["width"] - circle["height"]) <= .5 and circle["width"] >= 24
            assert top <= name["top"] and name["bottom"] <= circle["top"] + 2 and circle["bottom"] <= event["top"]


def test_a_site_without_a_view_of_months_has_its_scripts(chromium, tmp_path):
    built(tmp_path, "2027-03-01", ("2027-03-01", "2027-04-01"), "title: Days\nviews: [day]\n")
    problems: list[str] = []
    wide = SIZES["wide"]
    with (
        chrome.served(tmp_path) as server,
        chrome.watched(chromium, problems, "2027-03-01T04:00:00Z", viewport=wide) as page,
    ):
        page.goto(f"{server}/site/index.html")
        ready(page)
        assert page.locator(".fold").get_attribute("aria-label") == "March 2027"
        assert problems == []


@pytest.mark.parametrize("path, today", [
    # Months, weeks and years that meet the window are published whole; days only in it.
    ("calendar/2026-12.html", "calendar/2026-11.html#d2026-11-10"),
    ("agenda/2026-12.html", "agenda/2026-11.html#d2026-11-10"),
    ("year/2027.html", "year/2026.html#d2026-11-10"), ("week/2026-11-23.html", "week/2026-11-09.html#d2026-11-10"),
    ("day/2026-11-20.html", "beyond.html?view=day&section=2026-11-10"),
])
def test_today_leads_to_the_page_that_exists(path, today, chromium, partial):
    with chrome.watched(chromium, [], "2026-11-10T04:00:00Z") as page:
        # From a folder it is a plain link.
        page.goto((partial.root / path).as_uri())
        assert page.locator("a[data-today]").get_attribute("href") == f"../{today}"


def test_sections_at_the_edge_are_fetched_and_not_drawn(chromium, partial):
    asked: list[str] = []
    with chrome.watched(chromium, [], "2026-11-10T04:00:00Z", viewport=SIZES["wide"]) as page:
        page.on("request", lambda request: asked.append(request.url.removeprefix(partial.address)))
        page.goto(f"{partial.address}/calendar/2027-01.html")
        ready(page)
        page.keyboard.press("t")
        shows(page, "document.body.dataset.section", "2026-11")
        assert page.url.endswith("/calendar/2026-11.html") and "/calendar/2026-11.html" in asked
        # The front page, too.
        asked.clear()
        page.goto(f"{partial.address}/index.html")
        ready(page)
        stopped(page)
        shows(page, "busylife.selected()", "2026-11-10")
        page.keyboard.press("PageDown")
        shows(page, "document.querySelector('h1').textContent", "December 2026")
        assert {"/agenda/2026-12.html", "/calendar/2026-12.html"} <= set(asked)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("now, first, day", [
    # The front page opens at the first event.
    ("2026-11-21T12:00:00Z", "2027-03-06", "2027-03-05"), ("2027-05-01T12:00:00Z", "2027-03-07", "2027-03-07"),
])
def test_a_site_of_other_days_opens_at_the_nearest_and_says_so(now, first, day, size, chromium, conference):
    problems: list[str] = []
    with chrome.watched(chromium, problems, now, viewport=SIZES[size]) as page:
        page.goto(f"{conference.address}/index.html")
        ready(page)
        stopped(page)
        shows(page, "busylife.selected()", first)
        assert page.locator(f'.list [data-date="{first}"]').bounding_box()["y"] < 400
        assert "outside this calendar" in page.locator(".notice.elsewhere").inner_text()
        page.goto(f"{conference.address}/today.html")
        ready(page)
        shows(page, "document.querySelector('.grid [data-date]').dataset.date", day)
        assert "outside this calendar" in page.locator(".notice.elsewhere").inner_text()
        assert problems == []


def test_the_notice_has_room_for_its_button_in_every_language(chromium, tmp_path):
    built(tmp_path, "2027-03-06", ("2027-03-05", "2027-03-08"), "title: Conference\nlocale: de\n")
    with chrome.served(tmp_path) as server, chrome.watched(chromium, [], viewport=SIZES["phone"]) as page:
        for path in ("index.html", "today.html"):
            page.goto(f"{server}/site/{path}")
            ready(page)
            button = page.get_by_role("button", name="Schließen")
            assert button.evaluate("it => it.scrollWidth - it.clientWidth") <= 0, path


def test_while_its_days_last_it_opens_at_today(chromium, conference):
    with chrome.watched(chromium, [], "2027-03-06T09:00:00Z", viewport=SIZES["wide"]) as page:
        for path in ("index.html", "today.html"):
            page.goto(f"{conference.address}/{path}")
            ready(page)
            stopped(page)
            assert page.locator(".elsewhere").count() == 0
            assert page.locator(":is(.list, .grid) .event", has_text="Opening").first.is_visible()


def test_without_scripts_it_says_so_too(chromium, conference):
    with chrome.watched(chromium, [], java_script_enabled=False) as page:
        page.goto(f"{conference.address}/index.html")
        assert "outside this calendar" in page.locator(".elsewhere").inner_text()
        assert page.locator("h1").inner_text() == "March 2027"
        page.locator(".elsewhere a").click()
        page.wait_for_url("**#d2027-03-06")
        assert page.locator(":target").count() == 1
        page.goto(f"{conference.address}/today.html")
        assert "outside this calendar" in page.locator(".elsewhere").inner_text()


@pytest.mark.parametrize("path, is_near", [
    ("calendar/2028-09", True), ("calendar/2026-11", False), ("week/2028-11-13", True), ("day/2028-11-28", True),
    ("day/2028-11-20", False),
])
def test_the_engine_comes_before_it_is_needed(path, is_near, chromium, site):
    """Loading takes a moment: near the end of the published range the engine is loaded before it is needed."""
    asked: list[str] = []
    with chrome.watched(chromium, [], viewport=SIZES["phone"]) as page:
        page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        if is_near:
            until(page, lambda: "busylife.wasm" in asked and "site.bin" in asked)
        else:
            stopped(page)
            assert "busylife.wasm" not in asked


# ── The lower edge of pages without end ───────────────────────────────────────────────────────────

IN_VIEW = """selector => [...document.querySelectorAll(selector)].map(e => {
    const {top, bottom, left, width} = e.getBoundingClientRect();
    const found = document.elementFromPoint(Math.max(left, 0) + Math.min(width, 20) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (e.contains(found) || found.contains(e)) })"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "path", ["index", "calendar/2026-11", "agenda/2026-11", "week/2026-11-16", "day/2026-11-20", "year/2026"]
)
def test_the_foot_and_the_calendars_are_found(path, size, chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES[size]) as page:
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        stopped(page)
        if size == "phone":
            # There is no room for a foot: the panel has it, and the calendars.
            assert not page.locator("body > footer.site").is_visible()
            page.locator(".options").click()
            page.locator("#panel footer .subscribe").wait_for()
            button = page.locator("#panel .legend button").first
            assert page.locator("#panel .levels").is_visible() == (path not in ("agenda/2026-11", "day/2026-11-20"))
            if path != "year/2026":
                button.click()
                assert button.get_attribute("aria-pressed") == "false"
                button.click()
                assert button.get_attribute("aria-pressed") == "true"
            return
        assert page.evaluate(IN_VIEW, "body > footer.site") == [True]
        if path == "year/2026":
            # The meaning of the colours of its days.
            assert page.evaluate(IN_VIEW, "footer .levels") == [True]
            return
        assert page.evaluate(IN_VIEW, "footer .legend li:first-child button") == [True]
        # A calendar is hidden and shown again with one press.
        button = page.locator("footer .legend button").first
        button.click()
        assert button.get_attribute("aria-pressed") == "false"
        button.click()
        # The rest of the footer is beside it.
        page.locator("footer .subscribe").scroll_into_view_if_needed()
        assert page.evaluate(IN_VIEW, "footer .subscribe") == [True]
        # While the panel is open they are in it.
        page.locator(".options").click()
        page.locator("#panel footer .subscribe").wait_for()
        assert page.locator("#panel .legend button").first.is_visible()
        page.keyboard.press("Escape")
        # It comes back once the panel says that it is closed.
        shows(page, IN_VIEW, [True], "body > footer.site")
        assert page.locator("footer .legend button").count() > 1 and page.locator("#panel .legend").count() == 0


# ── Languages ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("locale", "heading"),
    # There are no words in Icelandic.
    [("de", "HEUTE • SONNTAG, 22. NOVEMBER"), ("is", "SUNNUDAGUR, 22. NÓVEMBER")],
)
def test_no_heading_is_of_two_languages(locale, heading, chromium, tmp_path):
    tool.in_locale(tmp_path / "Content", locale)
    tool.build(tmp_path / "site", "--content", tmp_path / "Content", "--tz", "UTC+8", now=tool.USUAL)
    with chrome.served(tmp_path / "site") as server, \
            chrome.watched(chromium, [], "2026-11-22T04:00:00Z", viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/agenda/2026-11.html")
        ready(page)
        day = page.locator('[data-date="2026-11-22"][aria-current=date]')
        assert day.locator("h2").inner_text() == heading
