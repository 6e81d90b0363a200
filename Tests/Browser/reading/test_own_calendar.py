"""The reader's own calendar beside the site's: read in the page, shown in every view, never sent."""

from __future__ import annotations

import shutil
from contextlib import contextmanager

import pytest

import browser as chrome
import tool
from content import Content
from stage import SIZES, ZONE, ready, stopped, wheel

ICS = (tool.PROJECT / "Tests/Fixtures/pages/piano.ics").read_text(encoding="utf-8").replace("\n", "\r\n").encode()
FILE = {"name": "My piano.ics", "mimeType": "text/calendar", "buffer": ICS}
TITLE = "Piano <b>lesson</b> & scales"


def choose(page, file=FILE) -> None:
    page.locator(".options").click()
    page.set_input_files("#own-file", [file])
    page.wait_for_function("() => document.querySelector('.own-state').textContent")
    page.keyboard.press("Escape")
    stopped(page)


def dates(page, scope: str = "main") -> list[str]:
    return sorted(set(page.evaluate(
        """([scope, title]) => [...document.querySelectorAll(`${scope} .event`)]
          .filter(e => e.textContent.includes(title)).map(e => e.closest('[data-date]'))
          .filter(day => !day.matches('.out')).map(day => day.dataset.date)""", [scope, TITLE])))


@pytest.mark.parametrize("size", SIZES)
def test_it_is_laid_over_every_view_and_stays_for_the_visit(size, chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, tool.USUAL, viewport=SIZES[size]) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        choose(page)
        shown = [date for date in dates(page) if date.startswith("2026-11")]
        # Tuesdays at five in Berlin: early Wednesday in the page's zone.
        assert shown == ["2026-11-04", "2026-11-11", "2026-11-18", "2026-11-25"]
        for path, date in (
            ("agenda/2027-03", "2027-03-03"), ("week/2026-11-16", "2026-11-18"), ("day/2026-11-18", "2026-11-18"),
            ("beyond.html?view=week&section=2035-01-01", "2035-01-03"), ("index", "2026-11-25"),
        ):
            page.goto(f"{site.address}/{path}" + ("" if "?" in path else ".html"))
            ready(page)
            stopped(page)
            assert date in dates(page), path
            # The site's own events stay beside it.
            assert page.locator("main .event").count() > 1
        assert problems == []


def test_its_problems_are_listed_and_it_can_be_removed(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        choose(page)
        page.locator(".options").click()
        item = page.locator(".own-calendars > li")
        assert "My piano" in item.inner_text()
        item.locator("summary").click()
        assert "Line 13" in item.inner_text() and "DTSTART" in item.inner_text()
        assert page.locator('#panel [data-legend]', has_text="My piano").count() == 1
        item.locator("button").click()
        page.wait_for_function("() => !document.querySelector('.own-calendars > li')")
        stopped(page)
        assert dates(page) == []
        assert page.locator('#panel [data-legend]', has_text="My piano").count() == 0
        page.reload()
        ready(page)
        assert dates(page) == []


def test_it_can_be_hidden_like_the_others(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        choose(page)
        event = page.locator(".event", has_text="Piano").first
        assert event.is_visible()
        page.locator(".options").click()
        page.locator("[data-legend] button", has_text="My piano").click()
        page.keyboard.press("Escape")
        assert not event.is_visible()


def test_it_may_be_dropped_on_the_page(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        page.evaluate("""text => {
          const data = new DataTransfer();
          data.items.add(new File([text], 'dropped.ics', {type: 'text/calendar'}));
          const target = document.querySelector('main');
          for (const type of ['dragover', 'drop'])
            target.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
        }""", ICS.decode())
        page.wait_for_function(
            "title => [...document.querySelectorAll('.event')].some(e => e.textContent.includes(title))", arg=TITLE)


def test_it_is_not_sent_and_its_text_does_not_become_markup(chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        sent: list[str] = []
        page.on("request", lambda request: sent.append(f"{request.method} {request.url} {request.post_data or ''}"))
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        choose(page)
        page.mouse.move(900, 500)
        wheel(page, 900, 10)
        stopped(page)
        assert all(line.startswith("GET ") or line.startswith("HEAD ") for line in sent)
        assert not [line for line in sent if "iano" in line or "example.org" in line]
        assert page.locator("main b").count() == 0
        # The page's policy would also forbid sending it.
        page.evaluate("""() => {
            fetch('http://127.0.0.1:9/', {method: 'POST', body: 'x'}).then(() => { window.isSent = true }, () => {});
        }""")
        page.wait_for_function("() => window.violations.some(violation => violation.includes('connect-src'))")
        assert not page.evaluate("() => window.isSent")


@pytest.mark.parametrize("name,content", [
    ("notes.txt", b"hello"), ("photo.ics", bytes(range(256)) * 40), ("empty.ics", b""),
])
def test_a_file_that_is_not_a_calendar_is_refused(name, content, chromium, site):
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        count = page.locator("main .event").count()
        choose(page, {"name": name, "mimeType": "text/plain", "buffer": content})
        assert page.locator("main .event").count() >= count > 0


def test_free_time_in_common_is_what_the_command_prints(chromium, site, tmp_path):
    """First for the site alone, then with the reader's own calendar, as if it were one of the site's."""
    shutil.copytree(tool.CONTENT, tmp_path / "Content")
    now = "2026-11-20T22:07:31Z"
    with chrome.watched(chromium, [], now, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        for isOwn in (False, True):
            if isOwn:
                choose(page)
                (tmp_path / "Content/piano.ics").write_bytes(ICS)
                settings = tmp_path / "Content/site.yml"
                own = "calendars:\n  - {name: piano, source: piano.ics}\n"
                settings.write_text(settings.read_text().replace("calendars:\n", own))
            page.locator(".options").click()
            for at, minutes in enumerate(("0", "720", "30")):
                page.locator(".free-query select").nth(at).select_option(minutes)
            before = page.locator(".free-slots").inner_text()
            # There is nothing to copy before something was found.
            assert page.get_by_role("button", name="Copy").is_visible() == bool(before)
            page.locator(".free-query button").click()
            page.wait_for_function("""was => {
                const text = document.querySelector('.free-slots').innerText;
                return text && text !== was;
            }""", arg=before)
            shown = [line.split(": ", 1)[1] for line in page.locator(".free-slots li").all_inner_texts()]
            result = tool.run(
                "free", "--content", tmp_path / "Content", "--tz", ZONE, "--now", now, "--between", "00:00-12:00",
                "--duration", "30m")
            printed = [line.split("  ", 1)[1].replace("-", " – ") for line in result.out.splitlines()]
            assert shown == printed
            page.keyboard.press("Escape")


def test_the_whole_module_is_fetched_with_it_and_not_before(chromium, site):
    with chrome.watched(chromium, [], is_fresh=True, viewport=SIZES["wide"]) as page:
        fetched: list[str] = []
        page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[1]))
        page.goto(f"{site.address}/beyond.html?view=calendar&section=2035-01")
        ready(page)
        page.locator("main .event").first.wait_for()
        assert fetched.count("busylife.wasm") == 1 and "busylife-whole.wasm" not in fetched
        choose(page)
        assert fetched.count("busylife-whole.wasm") == 1
        assert dates(page), "the month is drawn by the module that has the calendar"


def test_a_site_without_the_whole_module_says_so_and_can_be_browsed(chromium, site, tmp_path):
    output = tmp_path / "site"
    shutil.copytree(site.root, output)
    (whole,) = output.glob("assets/modules-*/busylife-whole.wasm")
    whole.unlink()
    with chrome.served(output) as server, chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/calendar/2026-11.html")
        ready(page)
        page.locator(".options").click()
        page.set_input_files("#own-file", [FILE])
        page.wait_for_function("() => document.querySelector('.own-state').textContent.includes('busylife-whole.wasm')")
        page.goto(f"{server}/beyond.html?view=calendar&section=2035-01")
        ready(page)
        page.locator("main .event").first.wait_for()


@contextmanager
def panel(browser, made: Content, day: str, now: str):
    """The panel on the page of a week of a site of its own; the week's first day is `day`."""
    made.build("--tz", "Europe/Berlin", "--from", f"{day[:7]}-01", "--to", "2027-01-01", now=now)
    with chrome.served(made.output) as server, chrome.watched(browser, [], now, viewport=SIZES["wide"]) as page:
        page.goto(f"{server}/week/{day}.html")
        ready(page)
        page.locator(".options").click()
        yield page


def found(page) -> list[str]:
    """The lines of free time."""
    page.locator(".free-query button").click()
    page.locator(".free-slots li").first.wait_for()
    return [line.replace("\u202f", " ") for line in page.locator(".free-slots li").all_inner_texts()]


def test_free_time_is_in_the_clock_of_the_page_with_offsets_where_hours_come_twice(chromium, tmp_path):
    one = {"title": "One", "start": "2026-10-25T00:00Z", "end": "2026-10-25T00:15Z"}
    made = Content(tmp_path, "title: Twice\nlocale: en-US\n", events=[one])
    with panel(chromium, made, "2026-10-25", "2026-10-24T22:00:00Z") as page:
        first = page.locator(".free-query select").nth(0)
        assert first.locator("option").nth(18).inner_text().replace("\u202f", " ") == "9:00 AM"
        for at, minutes in enumerate(("0", "240", "15")):
            page.locator(".free-query select").nth(at).select_option(minutes)
        lines = found(page)
        assert lines[0].endswith("12:00 AM UTC+2 – 2:00 AM UTC+2, 2:15 AM UTC+2 – 4:00 AM UTC+1"), lines[0]
        assert "UTC" not in lines[1]


def test_free_time_of_a_busy_site_leaves_out_its_blocks(chromium, tmp_path):
    """Blocks are of no calendar that a reader can hide."""
    one = {"title": "A", "start": "2026-12-01T10:00", "end": "2026-12-01T12:00"}
    made = Content(tmp_path, "title: Busy\nlocale: en-GB\nprivacy: busy\n", events=[one])
    with panel(chromium, made, "2026-11-30", "2026-11-30T20:00:00Z") as page:
        lines = found(page)
        assert lines[0].endswith(": 09:00 – 10:00, 12:00 – 17:00"), lines[:2]
