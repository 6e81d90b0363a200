"""Marks of agendas: one for each of timed, all-day, continued, free and tentative, and all are distinguishable."""

from __future__ import annotations

import itertools

import pytest

import browser as chrome
from content import Content, calendar, vevent

SPANS = {
    "timed": ("DTSTART:20261102T090000Z", "DTEND:20261102T100000Z"),
    "all": ("DTSTART;VALUE=DATE:20261102", "DTEND;VALUE=DATE:20261103"),
    "timed-days": ("DTSTART:20261101T090000Z", "DTEND:20261103T100000Z"),
    "all-days": ("DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20261104"),
}
NAMES = [f"{span} {free} {status}" for span, free, status in
         itertools.product(SPANS, ("OPAQUE", "TRANSPARENT"), ("CONFIRMED", "TENTATIVE"))]
# A picture of the column of marks, as bytes.
PLACE = """title => { const entry = [...document.querySelectorAll('#d2026-11-02 .entry')]
      .find(e => e.querySelector('.title').textContent === title);
    const box = entry.getBoundingClientRect(), what = entry.querySelector('.what').getBoundingClientRect();
    return {x: what.left - 26, y: box.top + 1, width: 24, height: 34} }"""
SQUARE = """title => { const entry = [...document.querySelectorAll('#d2026-11-02 .entry')]
      .find(e => e.querySelector('.title').textContent === title);
    const style = getComputedStyle(entry, '::before');
    return [parseFloat(style.width), parseFloat(style.height)] }"""


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    events = [vevent(name, f"UID:{name.replace(' ', '-')}@example.com", *SPANS[span], f"TRANSP:{free}",
                     f"STATUS:{status}") for name in NAMES for span, free, status in [name.split()]]
    made = Content(tmp_path_factory.mktemp("marks"), "title: Marks\n", calendars={"one": calendar(*events)})
    made.build()
    with chrome.served(made.output) as server:
        yield f"{server}/agenda/2026-11.html"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_mark_can_be_told_from_every_other(scheme, chromium, marked):
    options = {"viewport": {"width": 900, "height": 2600}, "color_scheme": scheme, "device_scale_factor": 4}
    with chrome.watched(chromium, [], java_script_enabled=False, **options) as page:
        page.goto(marked)
        seen: dict[bytes, str] = {}
        for name in NAMES:
            # The line of a continued event passes the mark and is not part of it.
            assert page.evaluate(SQUARE, name) == [10, 10], name
            picture = page.screenshot(clip=page.evaluate(PLACE, name))
            assert picture not in seen, f"{name} looks like {seen[picture]}"
            seen[picture] = name
        assert len(seen) == 16
