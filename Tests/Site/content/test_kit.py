"""The kit as a new test uses it: content in a line or two, and what the command makes of it."""

from __future__ import annotations

import recurring_ical_events
from content import Content, calendar, event, vevent


def test_a_broken_file_is_named_with_its_place(tmp_path):
    made = Content(tmp_path, events=[event("Choir", end="2026-11-20T08:00Z"), event("Press")])
    assert made.check() == [
        "events.json:1:86: error: end is before start; swap them, or correct the wrong one; the event is skipped"
    ]
    assert made.build() == made.check() and [found["title"] for found in made.agenda()] == ["Press"]


def test_a_feed_means_what_another_program_reads_of_it(tmp_path):
    made = Content(tmp_path, calendars={"club": calendar(vevent("Choir", "RRULE:FREQ=WEEKLY;COUNT=9", day=4))})
    assert made.build() == []
    found = recurring_ical_events.of(made.parsed()).between((2026, 11, 1), (2026, 12, 1))
    dates = sorted(f"{instance['DTSTART'].dt:%Y-%m-%d}" for instance in found)
    assert dates == [instance["date"] for instance in made.agenda()] == [f"2026-11-{day:02}" for day in (4, 11, 18, 25)]
