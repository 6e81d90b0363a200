"""The form of `serve --edit`: title, times, place and description of an event are changed, and events deleted, from a
block, from an event's page and by keys; then the page is as it was."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import icalendar
import pytest

import browser as chrome
import edits
from axe import violations
from stage import SIZES, ready, shows, stopped, until

DAILY = "RRULE:FREQ=DAILY;COUNT=5"
PATHS = ["index", "agenda/2026-11", "calendar/2026-11", "week/2026-11-16", "day/2026-11-20", "year/2026"]
FOCUSED = "document.activeElement.closest('main .event')"
SAID = "document.querySelector('#event-form [role=alert]').textContent"
DAYS = "all => all.map(event => event.dataset.start.slice(8, 10))"


def lines(uid: str, title: str, start: str = "20261120T010000Z", end: str = "20261120T020000Z", more: str = "") -> str:
    text = f"BEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20260101T000000Z\nDTSTART:{start}\nDTEND:{end}\nSUMMARY:{title}"
    return f"{text}\n{more}\nEND:VEVENT" if more else f"{text}\nEND:VEVENT"


def write(folder: Path, *events: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "site.yml").write_text("title: Edits\nlocale: en-GB\n", encoding="utf-8")
    body = "\n".join(events)
    (folder / "work.ics").write_bytes(edits.crlf(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{body}\nEND:VCALENDAR"))
    return folder / "work.ics"


# So many that pages are long: two a day in a month.
FILLING = [
    lines(f"{day}{hour}@x", f"Filling {day} {hour}", f"202611{day:02}T0{hour}0000Z", f"202611{day:02}T0{hour}3000Z")
    for day in range(1, 31) for hour in (3, 6)
]  # fmt: skip


@pytest.fixture
def path(tmp_path) -> Path:
    return write(tmp_path / "Content", lines("one@x", "One", more="LOCATION:Hall\nDESCRIPTION:First\\nsecond"),
                 lines("daily@x", "Daily", "20261118T050000Z", "20261118T060000Z", DAILY), *FILLING)


def events(path: Path, uid: str | None = None) -> list[icalendar.Event]:
    """Those of a file, or of a UID."""
    found = icalendar.Calendar.from_ical(path.read_bytes()).walk("VEVENT")
    return [event for event in found if uid in (None, str(event["UID"]))]


class Pages:
    """A page of a server with `--edit`."""

    def __init__(self, server, page):
        self.page, self.address = page, server.url

    def open(self, name: str) -> None:
        self.page.goto(f"{self.address}{name}.html")
        self.settle()

    def settle(self) -> None:
        ready(self.page)
        self.page.wait_for_selector("body[data-editing=ready]")

    def block(self, title: str):
        return self.page.locator("main .event[data-uid]:visible", has_text=title).first

    def reloaded(self, act) -> None:
        """Does something after which the server reloads the page."""
        self.page.evaluate("window.isOld = true")
        act()
        self.page.wait_for_function("() => !window.isOld && document.body?.dataset.editing === 'ready'")
        self.settle()
        self.page.wait_for_function("() => sessionStorage.getItem('busylife:view') === null")
        chrome.settle(self.page)

    def form(self, act):
        act()
        form = self.page.locator("#event-form[open]")
        form.wait_for()
        return form

    def card(self, title: str):
        """The card of a block, for which the pointer rests on it: not while the page is scrolled."""
        card = self.page.locator("#event-card")

        def rests() -> bool:
            self.page.mouse.move(5, 5)
            stopped(self.page)
            self.block(title).hover()
            self.page.wait_for_timeout(600)
            return card.is_visible()

        until(self.page, rests)
        return card

    def save(self, form) -> None:
        self.reloaded(lambda: form.get_by_role("button", name="Save").click())


@pytest.fixture
def pages(chromium, path):
    problems: list[str] = []
    with edits.Editing(path.parent) as server, chrome.watched(chromium, problems, viewport=SIZES["wide"]) as page:
        yield Pages(server, page)
    # What the server refuses is said on the page.
    assert [problem for problem in problems if "422" not in problem] == []


# ---- Where the form is reached ---------------------------------------------------------------------


def test_from_the_card_of_a_block(pages, path):
    before = path.read_bytes()
    page = pages.page
    pages.open("week/2026-11-16")
    page.wait_for_selector("body[data-extras=ready]")
    form = pages.form(pages.card("One").get_by_text("Edit", exact=True).click)
    title = form.get_by_label("Title")
    assert title.input_value() == "One" and title.evaluate("e => e === document.activeElement")
    assert form.get_by_label("Place").input_value() == "Hall"
    assert form.get_by_label("Description").input_value() == "First\nsecond"
    title.fill("Tea, <b>at</b> five 🫖")
    form.get_by_label("Place").fill("Kitchen")
    form.get_by_label("Description").fill("Bring cups;\nand cake")
    pages.reloaded(lambda: page.keyboard.press("Control+Enter"))
    (event,) = events(path, "one@x")
    assert [str(event[name]) for name in ("SUMMARY", "LOCATION", "DESCRIPTION")] == [
        "Tea, <b>at</b> five 🫖", "Kitchen", "Bring cups;\nand cake"]
    assert pages.block("Tea").evaluate("e => e === document.activeElement")
    toast = page.locator(".lift-toast")
    assert "saved in work.ics" in toast.inner_text()
    pages.reloaded(toast.get_by_role("button", name="Undo").click)
    assert path.read_bytes() == before
    assert "undone" in toast.inner_text()
    pages.reloaded(toast.get_by_role("button", name="Redo").click)
    assert str(events(path, "one@x")[0]["LOCATION"]) == "Kitchen"
    toast.get_by_role("button", name="Undo").wait_for()


@pytest.mark.parametrize("name", ["index", "agenda/2026-11", "calendar/2026-11", "day/2026-11-20"])
def test_by_keys(name, pages, path):
    page = pages.page
    pages.open(name)
    block = pages.block("One")
    block.scroll_into_view_if_needed()
    block.focus()
    form = pages.form(lambda: page.keyboard.press("e"))
    page.keyboard.press("Escape")
    form.wait_for(state="detached")
    assert block.evaluate("e => e === document.activeElement")
    form = pages.form(lambda: page.keyboard.press("e"))
    form.get_by_label("Title").fill("Another")
    pages.reloaded(lambda: page.keyboard.press("Enter"))
    assert str(events(path, "one@x")[0]["SUMMARY"]) == "Another"
    shows(page, f"() => {FOCUSED}?.innerText.includes('Another')", True)
    before = path.read_bytes()
    pages.reloaded(lambda: page.keyboard.press("Delete"))
    assert events(path, "one@x") == [] and pages.block("Another").count() == 0
    toast = page.locator(".lift-toast")
    assert "Another: deleted." in toast.inner_text()
    pages.reloaded(toast.get_by_role("button", name="Undo").click)
    assert path.read_bytes() == before
    page.keyboard.press("?")
    assert {"E", "Delete"} <= set(page.locator("#help dt").all_inner_texts())


def test_from_the_page_of_an_event(pages, path):
    page = pages.page
    pages.open("agenda/2026-11")
    href = pages.block("One").get_attribute("href")
    page.goto(href)
    pages.settle()
    form = pages.form(page.locator(".actions").get_by_role("button", name="Edit").click)
    form.get_by_label("Title").fill("Quite another")
    pages.save(form)
    page.keyboard.press("Backspace")
    # The title is in the address, and the page goes with it.
    assert "/event/quite-another-" in page.url and page.locator("h1").inner_text() == "Quite another"
    assert "Quite another: saved" in page.locator(".lift-toast").inner_text()
    pages.reloaded(page.locator(".actions").get_by_role("button", name="Delete").click)
    assert events(path, "one@x") == [] and "/day/2026-11-20" in page.url
    page.locator(".lift-toast").get_by_role("button", name="Undo").wait_for()


def test_a_new_event_gets_the_rest_in_the_form(pages, path):
    page = pages.page
    pages.open("day/2026-11-20")
    pages.block("One").focus()
    page.keyboard.press("n")
    page.locator(".lift-title:focus").wait_for()
    page.keyboard.insert_text("Fair")
    form = pages.form(page.locator(".lift-bar").get_by_role("button", name="Edit").click)
    assert form.get_by_label("Title").input_value() == "Fair"
    form.get_by_label("Place").fill("Market")
    form.get_by_label("All day").check()
    pages.save(form)
    (event,) = [event for event in events(path) if str(event["SUMMARY"]) == "Fair"]
    assert (str(event["LOCATION"]), str(event["DTSTART"].dt)) == ("Market", "2026-11-20")
    assert page.locator(".band .event:focus", has_text="Fair").count() == 1


# ---- What it does ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope, name", [
    ("this", "This event"), ("future", "This and following events"), ("all", "All events")])  # fmt: skip
def test_series_are_deleted_as_far_as_is_meant(scope, name, pages, path):
    page = pages.page
    pages.open("agenda/2026-11")
    page.locator('main .event[data-uid="daily@x"][data-start^="2026-11-20"]').focus()
    form = pages.form(lambda: page.keyboard.press("Backspace"))
    assert form.get_by_label("This event").is_checked()
    form.get_by_label(name, exact=True).check()
    pages.reloaded(form.get_by_role("button", name="Delete").click)
    left = page.locator('main .event[data-uid="daily@x"]').evaluate_all(DAYS)
    assert left == {"this": ["18", "19", "21", "22"], "future": ["18", "19"], "all": []}[scope]


@pytest.mark.parametrize("scope, name", [
    ("this", "This event"), ("future", "This and following events"), ("all", "All events")])  # fmt: skip
def test_series_are_changed_as_far_as_is_meant(scope, name, pages, path):
    page = pages.page
    pages.open("agenda/2026-11")
    page.locator('main .event[data-uid="daily@x"][data-start^="2026-11-20"]').focus()
    form = pages.form(lambda: page.keyboard.press("e"))
    form.get_by_label("Title").fill("Changed")
    form.get_by_label(name, exact=True).check()
    pages.save(form)
    changed = page.locator("main .event", has_text="Changed").evaluate_all(DAYS)
    assert changed == {"this": ["20"], "future": ["20", "21", "22"], "all": ["18", "19", "20", "21", "22"]}[scope]


def test_whole_days_and_times(pages, path):
    page = pages.page
    pages.open("day/2026-11-20")
    pages.block("One").focus()
    form = pages.form(lambda: page.keyboard.press("e"))
    times = form.locator("input[type=time]")
    assert times.first.input_value() == "09:00" and times.last.input_value() == "10:00"
    form.get_by_label("All day").check()
    assert not times.first.is_visible()
    form.locator("input[type=date]").last.fill("2026-11-21")
    pages.save(form)
    assert [str(events(path, "one@x")[0][name].dt) for name in ("DTSTART", "DTEND")] == ["2026-11-20", "2026-11-22"]
    assert page.locator(".band .event:focus", has_text="One").count() == 1
    form = pages.form(lambda: page.keyboard.press("e"))
    form.get_by_label("All day").uncheck()
    form.locator("input[type=date]").last.fill("2026-11-20")
    times.first.fill("14:30")
    # The end follows the start.
    assert times.last.input_value() == "15:30"
    pages.save(form)
    assert events(path, "one@x")[0]["DTSTART"].dt == datetime(2026, 11, 20, 6, 30, tzinfo=timezone.utc)


def test_what_is_wrong_is_said_in_the_form(pages, path):
    page = pages.page
    before = path.read_bytes()
    pages.open("agenda/2026-11")
    pages.block("Daily").focus()
    form = pages.form(lambda: page.keyboard.press("e"))
    form.get_by_label("All events").check()
    form.get_by_label("All day").check()
    form.get_by_role("button", name="Save").click()
    alert = form.get_by_role("alert")
    shows(page, f"() => {SAID}.includes('whole series')", True)
    form.get_by_label("All day").uncheck()
    form.locator("input[type=date]").last.fill("2026-11-01")
    form.get_by_role("button", name="Save").click()
    shows(page, f"() => {SAID}", "The end must be after the start.")
    assert alert.is_visible() and path.read_bytes() == before
    # Nothing is changed, nothing is written.
    page.keyboard.press("Escape")
    form = pages.form(lambda: page.keyboard.press("e"))
    form.get_by_role("button", name="Save").click()
    form.wait_for(state="detached")
    assert path.read_bytes() == before


def test_what_is_written_survives_a_save_of_another_program(pages, path):
    page = pages.page
    pages.open("agenda/2026-11")
    pages.block("One").focus()
    form = pages.form(lambda: page.keyboard.press("e"))
    form.get_by_label("Description").fill("Half of a sen")
    page.evaluate("document.addEventListener('busylife:reload', () => { window.isAsked = true })")
    path.write_bytes(path.read_bytes().replace(b"SUMMARY:Filling 1 3", b"SUMMARY:Theirs"))
    page.wait_for_function("() => window.isAsked")
    assert form.get_by_label("Description").input_value() == "Half of a sen"
    # The page shows what is new once the form is closed.
    pages.reloaded(lambda: page.keyboard.press("Escape"))
    until(page, lambda: pages.block("Theirs").count() == 1)


def test_texts_that_can_not_be_changed_say_why(pages, path):
    notes = path.parent / "notes"
    notes.mkdir()
    page = pages.page
    pages.open("agenda/2026-11")
    pages.reloaded(lambda: (notes / "note.md").write_text(
        "---\ntitle: A note\nstart: 2026-11-20T17:00:00+08:00\nend: 2026-11-20T18:00:00+08:00\n---\nText\n"))
    pages.block("A note").focus()
    form = pages.form(lambda: page.keyboard.press("e"))
    text = form.locator("textarea")
    assert text.is_disabled() and "note.md" in form.inner_text()
    form.get_by_label("Place").fill("Hall")
    pages.save(form)
    assert 'location: "Hall"' in (notes / "note.md").read_text()


# ---- The view ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("name", PATHS)
def test_the_view_stays(name, size, chromium, path):
    """On pages without end, scrolled far from where they open."""
    with edits.Editing(path.parent) as server, chrome.watched(chromium, [], viewport=SIZES[size]) as page:
        pages = Pages(server, page)
        pages.open(name)
        chrome.settle(page)
        page.mouse.move(200, 400)
        for _ in range(4):
            page.mouse.wheel(0, 330)
            chrome.settle(page)
        where = """() => {
          const edge = document.querySelector('.bar').getBoundingClientRect().bottom;
          const day = [...document.querySelectorAll('main [data-date]')].find(day => !day.closest('.side')
            && day.checkVisibility() && day.getBoundingClientRect().bottom > edge + 2);
          return [day.dataset.date, Math.round(day.getBoundingClientRect().top)] }"""
        before = page.evaluate(where)
        pages.reloaded(lambda: path.write_bytes(path.read_bytes().replace(b"SUMMARY:One", b"SUMMARY:Two")))
        shows(page, f"() => ({where})()[0]", before[0])
        after = page.evaluate(where)
        assert abs(after[1] - before[1]) <= 2, (before, after)


def test_what_lies_in_a_row_stays_where_it_was(pages, path):
    page = pages.page
    pages.open("agenda/2026-11")
    page.goto(pages.block("One").get_attribute("href"))
    pages.settle()
    page.set_viewport_size({"width": 800, "height": 300})
    page.evaluate("scrollTo(0, 120)")
    top = page.evaluate("scrollY")
    form = pages.form(lambda: page.keyboard.press("e"))
    form.get_by_label("Place").fill("Elsewhere")
    pages.save(form)
    assert top > 0 and abs(page.evaluate("scrollY") - top) <= 40
    assert page.locator(".venue").inner_text() == "Elsewhere"


# ---- How it looks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_the_form_fits_and_is_accessible(locale, chromium, path):
    (path.parent / "site.yml").write_text(f"title: Edits\nlocale: {locale}\n", encoding="utf-8")
    with (
        edits.Editing(path.parent) as server,
        chrome.watched(chromium, [], viewport={"width": 360, "height": 740}) as page,
    ):
        pages = Pages(server, page)
        pages.open("agenda/2026-11")
        pages.block("Daily").focus()
        form = pages.form(lambda: page.keyboard.press("e"))
        box = form.bounding_box()
        assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 360, 740)
        assert page.evaluate("""[...document.querySelectorAll('#event-form, #event-form *')]
          .every(e => e.scrollWidth <= e.clientWidth + 1 || !e.clientWidth || e.matches('input, textarea, option'))""")
        assert all(control["height"] >= 44 for control in form.evaluate(
            "f => [...f.querySelectorAll('input:not([type=checkbox], [type=radio]), button, textarea')]"
            ".filter(e => e.checkVisibility()).map(e => ({height: e.getBoundingClientRect().height}))"))
        assert [violation for violation in violations(page) if "event-form" in violation] == []
