"""RANGE=THISANDFUTURE: all instances that follow get the displacement and length of the override."""

from fixtures import *

weekly = event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=6")
# Tuesdays from 1 September to 6 October.
TUESDAYS = ["2026-09-01", "2026-09-08", "2026-09-15", "2026-09-22", "2026-09-29", "2026-10-06"]
was = [berlin(f"{d} 09:00") for d in TUESDAYS]
from_third = "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260915T090000"
window = "2026-08-31 2026-10-31"


def unchanged(*indices: int):
    return [one_of(was[i], 60) for i in indices]


def shaped(times, indices, length=60, title="From here on"):
    return [one_of(t, length, was[i], title=title) for t, i in zip(times, indices)]


def from_third_on(start: str, length: str) -> str:
    """The range from the third Tuesday on, moved to a start, with a length."""
    return event(from_third, f"DTSTART;TZID=Europe/Berlin:{start}\nDURATION:{length}", title="From here on")


def once(original: str, start: str, length: str) -> str:
    """A single override."""
    lines = f"RECURRENCE-ID;TZID=Europe/Berlin:{original}\nDTSTART;TZID=Europe/Berlin:{start}\nDURATION:{length}"
    return event(lines, title="Once")


fixture(
    "range-moved", [weekly, from_third_on("20260915T110000", "PT1H")],
    unchanged(0, 1) + shaped(at(berlin, TUESDAYS[2:], "11:00"), range(2, 6)), window,
)
fixture(
    "range-moved-to-another-day", [weekly, from_third_on("20260917T090000", "PT1H")],
    unchanged(0, 1) + shaped(at(berlin, days("2026-09-17", 4, 7), "09:00"), range(2, 6)), window,
)
fixture(
    "range-with-another-duration", [weekly, from_third_on("20260915T090000", "PT3H")],
    unchanged(0, 1) + shaped(was[2:], range(2, 6), 180), window,
)
fixture(
    "range-and-a-later-single-override",
    [
        weekly,
        from_third_on("20260915T110000", "PT2H"),
        once("20260922T090000", "20260923T080000", "PT30M"),
    ],
    unchanged(0, 1)
    + shaped(berlin("2026-09-15 11:00", "2026-09-29 11:00", "2026-10-06 11:00"), (2, 4, 5), 120)
    + [one_of(berlin("2026-09-23 08:00"), 30, was[3], title="Once")],
    window,
)
fixture(
    "range-and-an-earlier-single-override",
    [
        weekly,
        from_third_on("20260915T110000", "PT1H"),
        once("20260908T090000", "20260909T080000", "PT30M"),
    ],
    unchanged(0)
    + [one_of(berlin("2026-09-09 08:00"), 30, was[1], title="Once")]
    + shaped(at(berlin, TUESDAYS[2:], "11:00"), range(2, 6)),
    window,
)
fixture(
    "range-and-another-range",
    # The second applies from the fifth on, with its own displacement.
    [
        weekly,
        from_third_on("20260915T110000", "PT2H"),
        event(
            "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260929T090000",
            "DTSTART;TZID=Europe/Berlin:20260929T073000\nDURATION:PT30M",
            title="And again",
        ),
    ],
    unchanged(0, 1)
    + shaped(at(berlin, TUESDAYS[2:4], "11:00"), (2, 3), 120)
    + shaped(at(berlin, TUESDAYS[4:], "07:30"), (4, 5), 30, "And again"),
    window,
)
fixture(
    "range-from-the-first",
    weekly
    + "\n"
    + event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260901T090000",
        "DTSTART;TZID=Europe/Berlin:20260901T100000\nDURATION:PT1H",
        title="From here on",
    ),
    shaped(at(berlin, TUESDAYS, "10:00"), range(6)),
    window,
)
fixture(
    "range-across-the-change-of-clocks",
    # It moves in wall time: eleven o'clock stays eleven o'clock.
    event("DTSTART;TZID=Europe/Berlin:20261013T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4")
    + "\n"
    + event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261020T090000",
        "DTSTART;TZID=Europe/Berlin:20261020T110000\nDURATION:PT1H",
        title="From here on",
    ),
    [
        one_of(berlin("2026-10-13 09:00"), 60),
        *(
            one_of(berlin(f"{d} 11:00"), 60, berlin(f"{d} 09:00"), title="From here on")
            for d in days("2026-10-20", 3, 7)
        ),
    ],
    "2026-10-01 2026-11-30",
)
fixture(
    "range-cancelled",
    # The rest of the series is cancelled.
    weekly
    + "\n"
    + event(from_third, "DTSTART;TZID=Europe/Berlin:20260915T090000\nDURATION:PT1H\nSTATUS:CANCELLED", title="Off"),
    unchanged(0, 1),
    window,
)
fixture(
    "range-with-exdate",
    # The EXDATE names the instance by its original start.
    event(
        "DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=6",
        "EXDATE;TZID=Europe/Berlin:20260922T090000",
    )
    + "\n"
    + from_third_on("20260915T110000", "PT1H"),
    unchanged(0, 1)
    + shaped(berlin("2026-09-15 11:00", "2026-09-29 11:00", "2026-10-06 11:00"), (2, 4, 5)),
    window,
)
fixture(
    "range-of-an-all-day-series",
    event("DTSTART;VALUE=DATE:20260901\nRRULE:FREQ=WEEKLY;COUNT=4")
    + "\n"
    + event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260915",
        "DTSTART;VALUE=DATE:20260916\nDTEND;VALUE=DATE:20260918",
        title="From here on",
    ),
    [
        one_of(day("2026-09-01")),
        one_of(day("2026-09-08")),
        one_of(day("2026-09-16"), day("2026-09-18"), day("2026-09-15"), title="From here on"),
        one_of(day("2026-09-23"), day("2026-09-25"), day("2026-09-22"), title="From here on"),
    ],
    window,
    also=["Asia/Tokyo"],
)
fixture(
    "range-of-an-endless-series",
    # The instance that it moves into the window began before it.
    event("DTSTART;TZID=Europe/Berlin:20200107T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY")
    + "\n"
    + event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20240102T090000",
        "DTSTART;TZID=Europe/Berlin:20240112T090000\nDURATION:PT1H",
        title="From here on",
    ),
    # Tuesdays, moved to the Friday of the next week.
    [
        one_of(berlin("2026-09-04 09:00"), 60, berlin("2026-08-25 09:00"), title="From here on"),
        one_of(berlin("2026-09-11 09:00"), 60, berlin("2026-09-01 09:00"), title="From here on"),
    ],
    "2026-08-31 2026-09-13",
)
fixture(
    "range-in-lower-case",
    weekly
    + "\n"
    + event(
        "recurrence-id;range=thisandfuture;tzid=europe/berlin:20260915t090000",
        "DTSTART;TZID=Europe/Berlin:20260915T110000\nDURATION:PT1H",
        title="From here on",
    ),
    unchanged(0, 1) + shaped(at(berlin, TUESDAYS[2:], "11:00"), range(2, 6)),
    window,
)

fixture(
    "range-and-a-newer-override-of-its-first",
    # For the range's own instance the newer version wins; later ones still follow the range.
    [
        weekly,
        from_third_on("20260915T110000", "PT1H\nSEQUENCE:1"),
        once("20260915T090000", "20260915T140000", "PT1H\nSEQUENCE:2"),
    ],
    unchanged(0, 1)
    + [one_of(berlin("2026-09-15 14:00"), 60, was[2], title="Once")]
    + shaped(at(berlin, TUESDAYS[3:], "11:00"), (3, 4, 5)),
    window,
)
fixture(
    "range-and-an-older-override-of-its-first",
    [
        weekly,
        once("20260915T090000", "20260915T140000", "PT1H\nSEQUENCE:1"),
        from_third_on("20260915T110000", "PT1H\nSEQUENCE:2"),
    ],
    unchanged(0, 1) + shaped(at(berlin, TUESDAYS[2:], "11:00"), range(2, 6)),
    window,
)
fixture(
    "range-of-no-instance",
    # As an override of no instance it stands by itself; later instances are moved all the same.
    weekly
    + "\n"
    + event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260917T090000",
        "DTSTART;TZID=Europe/Berlin:20260917T110000\nDURATION:PT1H",
        title="From here on",
    ),
    unchanged(0, 1, 2)
    + [one_of(berlin("2026-09-17 11:00"), 60, berlin("2026-09-17 09:00"), title="From here on")]
    + shaped(at(berlin, TUESDAYS[3:], "11:00"), (3, 4, 5)),
    window,
)

fixture(
    "range-over-a-gap",
    # From half past two to half past four: also on the day on which half past two is in a gap.
    event("DTSTART;TZID=Europe/Berlin:20260327T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4")
    + "\n"
    + event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260328T023000",
        "DTSTART;TZID=Europe/Berlin:20260328T043000\nDURATION:PT1H",
        title="From here on",
    ),
    [
        one_of(berlin("2026-03-27 02:30"), 60),
        *(one_of(berlin(f"{d} 04:30"), 60, berlin(f"{d} 02:30"), title="From here on") for d in days("2026-03-28", 3)),
    ],
    "2026-03-26 2026-03-31",
)
fixture(
    "range-begun-in-a-gap",
    event("DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3")
    + "\n"
    + event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260329T023000",
        "DTSTART;TZID=Europe/Berlin:20260329T043000\nDURATION:PT1H",
        title="From here on",
    ),
    [
        one_of(berlin("2026-03-28 02:30"), 60),
        *(one_of(berlin(f"{d} 04:30"), 60, berlin(f"{d} 02:30"), title="From here on") for d in days("2026-03-29", 2)),
    ],
    "2026-03-26 2026-03-31",
)
