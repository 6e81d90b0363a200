"""Proposals as a reader makes them by keys, and the file that another program reads."""

from __future__ import annotations

from icalendar import Calendar


def lift(page, title: str, day: str, *keys: str) -> None:
    """Lifts an event by keys, and presses further ones."""
    page.locator(f'[data-date="{day}"] :is(.timed, .band) .event[data-uid]', has_text=title).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("li.lifted", state="attached")
    for key in keys:
        page.keyboard.press(key)


def put_down(page, scope: str | None = None) -> None:
    page.keyboard.press("Enter")
    if scope:
        page.get_by_role("button", name=scope).click()
    page.wait_for_selector(".proposals-pill", state="visible")


def taken(page) -> tuple[Calendar, list]:
    """The file of the first proposal, read by another program."""
    page.locator(".proposals-pill").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="as a calendar file").first.click()
    text = download.value.path().read_bytes()
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))
    calendar = Calendar.from_ical(text)
    assert download.value.suggested_filename.endswith(".ics")
    return calendar, calendar.walk("VEVENT")
