"""RECURRENCE-ID: overrides, and events with several versions."""

from fixtures import *

master = event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4")
second = "RECURRENCE-ID;TZID=Europe/Berlin:20260902T090000"


def nines(*dates: int, **other):
    return series([berlin(f"2026-09-{d:02} 09:00") for d in dates], **other)


def was(d: int):
    return berlin(f"2026-09-{d:02} 09:00")


def pair(*lines: str, title: str = "Set apart") -> str:
    return master + "\n" + event(*lines, title=title)


def second_moved(name: str, start: str, last: str) -> None:
    """An override that moves the second instance; the last day of the window."""
    basic = start.replace("-", "").replace(":", "").replace(" ", "T")
    moved = one_of(berlin(start), 60, was(2), title="Set apart")
    lines = f"DTSTART;TZID=Europe/Berlin:{basic}00\nDURATION:PT1H"
    fixture(name, pair(second, lines), [*nines(1, 3, 4), moved], f"2026-08-31 {last}")


second_moved("override-moved", "2026-09-02 15:00", "2026-09-06")
# Nothing is left at its original time.
second_moved("override-moved-to-another-day", "2026-09-10 09:00", "2026-09-12")
# Moved to the time of the next one: both are there.
second_moved("override-onto-another-instance", "2026-09-03 09:00", "2026-09-06")
fixture(
    "override-moved-out-of-the-window", pair(second, "DTSTART;TZID=Europe/Berlin:20270910T090000\nDURATION:PT1H"),
    nines(1, 3, 4), "2026-08-31 2026-09-12",
)
fixture(
    "override-moved-into-the-window",
    # The original instance was two years before the window.
    event("DTSTART;TZID=Europe/Berlin:20240901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4")
    + "\n"
    + event(
        "RECURRENCE-ID;TZID=Europe/Berlin:20240902T090000",
        "DTSTART;TZID=Europe/Berlin:20260910T090000\nDURATION:PT1H",
    ),
    [one_of(berlin("2026-09-10 09:00"), 60, berlin("2024-09-02 09:00"))],
    "2026-08-31 2026-09-12",
)
fixture(
    "override-shortened", pair(second, "DTSTART;TZID=Europe/Berlin:20260902T090000\nDURATION:PT15M"),
    [*nines(1, 3, 4), one_of(was(2), 15, title="Set apart")], "2026-08-31 2026-09-06",
)
fixture(
    "override-cancelled", pair(second, "DTSTART;TZID=Europe/Berlin:20260902T090000\nDURATION:PT1H\nSTATUS:CANCELLED"),
    nines(1, 3, 4), "2026-08-31 2026-09-06",
)
fixture(
    "override-in-another-zone",
    # Its RECURRENCE-ID and its start are in New York's time: 03:00 there is 09:00 in Berlin.
    pair(
        "RECURRENCE-ID;TZID=America/New_York:20260902T030000",
        "DTSTART;TZID=America/New_York:20260902T120000\nDTEND;TZID=America/New_York:20260902T130000",
    ),
    [*nines(1, 3, 4), one_of(york("2026-09-02 12:00"), 60, was(2), title="Set apart")],
    "2026-08-31 2026-09-06",
    also=["America/New_York"],
)
fixture(
    "override-in-utc", pair("RECURRENCE-ID:20260902T070000Z", "DTSTART:20260902T100000Z\nDTEND:20260902T103000Z"),
    [*nines(1, 3, 4), one_of(utc("2026-09-02 10:00"), 30, was(2), title="Set apart")], "2026-08-31 2026-09-06",
)
fixture(
    "override-without-master",
    # An invitation to one instance of somebody else's series.
    event(second, "DTSTART;TZID=Europe/Berlin:20260902T150000\nDURATION:PT1H"),
    [one_of(berlin("2026-09-02 15:00"), 60, was(2))],
    "2026-08-31 2026-09-06",
)
fixture(
    "override-equal-to-dtstart",
    pair(
        "RECURRENCE-ID;TZID=Europe/Berlin:20260901T090000",
        "DTSTART;TZID=Europe/Berlin:20260901T110000\nDURATION:PT1H",
    ),
    [*nines(2, 3, 4), one_of(berlin("2026-09-01 11:00"), 60, was(1), title="Set apart")],
    "2026-08-31 2026-09-06",
)
fixture(
    "override-with-a-date",
    # RECURRENCE-ID as a date means that day's instance.
    pair("RECURRENCE-ID;VALUE=DATE:20260902", "DTSTART;TZID=Europe/Berlin:20260902T150000\nDURATION:PT1H"),
    [*nines(1, 3, 4), one_of(berlin("2026-09-02 15:00"), 60, was(2), title="Set apart")],
    "2026-08-31 2026-09-06",
)
fixture(
    "override-without-zone",
    # A local time is in the master's zone.
    pair("RECURRENCE-ID:20260902T090000", "DTSTART;TZID=Europe/Berlin:20260902T150000\nDURATION:PT1H"),
    [*nines(1, 3, 4), one_of(berlin("2026-09-02 15:00"), 60, was(2), title="Set apart")],
    "2026-08-31 2026-09-06",
)
fixture(
    "override-before-its-master",
    event(second, "DTSTART;TZID=Europe/Berlin:20260902T150000\nDURATION:PT1H", title="Set apart")
    + "\n"
    + master,
    [*nines(1, 3, 4), one_of(berlin("2026-09-02 15:00"), 60, was(2), title="Set apart")],
    "2026-08-31 2026-09-06",
)
fixture(
    "override-of-no-instance",
    # It names a time without an instance: it stands by itself, and replaces nothing.
    pair(
        "RECURRENCE-ID;TZID=Europe/Berlin:20260920T090000",
        "DTSTART;TZID=Europe/Berlin:20260920T150000\nDURATION:PT1H",
    ),
    [*nines(1, 2, 3, 4), one_of(berlin("2026-09-20 15:00"), 60, was(20), title="Set apart")],
    "2026-08-31 2026-09-30",
)
fixture(
    "override-of-an-instance-that-exdate-takes-away",
    # It is written out, so somebody means it.
    event(
        "DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4",
        "EXDATE;TZID=Europe/Berlin:20260902T090000,20260904T090000",
    )
    + "\n"
    + event(second, "DTSTART;TZID=Europe/Berlin:20260902T150000\nDURATION:PT1H", title="Set apart"),
    [*nines(1, 3), one_of(berlin("2026-09-02 15:00"), 60, was(2), title="Set apart")],
    "2026-08-31 2026-09-06",
)
fixture(
    "override-of-an-rdate",
    event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H\nRDATE:20260903T120000Z")
    + "\n"
    + event("RECURRENCE-ID:20260903T120000Z\nDTSTART:20260903T150000Z\nDURATION:PT1H", title="Set apart"),
    [*nines(1), one_of(utc("2026-09-03 15:00"), 60, utc("2026-09-03 12:00"), title="Set apart")],
    "2026-08-31 2026-09-06",
)
fixture(
    "override-of-a-gap",
    # The master's 02:30 on the day of the clock change is 03:30 and 01:30Z.
    event("DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3")
    + "\n"
    + event(
        "RECURRENCE-ID;TZID=Europe/Berlin:20260329T023000",
        "DTSTART;TZID=Europe/Berlin:20260329T100000\nDURATION:PT1H",
        title="Set apart",
    ),
    [
        one_of(berlin("2026-03-28 02:30"), 60),
        one_of(berlin("2026-03-29 10:00"), 60, utc("2026-03-29 01:30"), title="Set apart"),
        one_of(berlin("2026-03-30 02:30"), 60),
    ],
    "2026-03-27 2026-03-31",
)
fixture(
    "override-of-an-all-day-series",
    event("DTSTART;VALUE=DATE:20260901\nRRULE:FREQ=WEEKLY;COUNT=3")
    + "\n"
    + event(
        "RECURRENCE-ID;VALUE=DATE:20260908\nDTSTART;VALUE=DATE:20260910\nDTEND;VALUE=DATE:20260912",
        title="Set apart",
    ),
    [
        one_of(day("2026-09-01")),
        one_of(day("2026-09-10"), day("2026-09-12"), day("2026-09-08"), title="Set apart"),
        one_of(day("2026-09-15")),
    ],
    "2026-08-31 2026-09-16",
    also=["Asia/Tokyo", "America/New_York"],
)
fixture(
    "override-with-a-time-of-an-all-day-series",
    # The date of the written time counts.
    event("DTSTART;VALUE=DATE:20260901\nRRULE:FREQ=WEEKLY;COUNT=3")
    + "\n"
    + event("RECURRENCE-ID:20260908T000000Z\nDTSTART;VALUE=DATE:20260910", title="Set apart"),
    [
        one_of(day("2026-09-01")),
        one_of(day("2026-09-10"), was=day("2026-09-08"), title="Set apart"),
        one_of(day("2026-09-15")),
    ],
    "2026-08-31 2026-09-16",
)
fixture(
    "override-that-makes-an-instance-all-day", pair(second, "DTSTART;VALUE=DATE:20260902"),
    [*nines(1, 3, 4), one_of(day("2026-09-02"), was=was(2), title="Set apart")], "2026-08-31 2026-09-06",
    also=["America/New_York"],
)
fixture(
    "override-that-gives-a-day-a-time",
    event("DTSTART;VALUE=DATE:20260901\nRRULE:FREQ=WEEKLY;COUNT=3")
    + "\n"
    + event(
        "RECURRENCE-ID;VALUE=DATE:20260908\nDTSTART;TZID=Europe/Berlin:20260908T140000\nDURATION:PT1H",
        title="Set apart",
    ),
    [
        one_of(day("2026-09-01")),
        one_of(berlin("2026-09-08 14:00"), 60, day("2026-09-08"), title="Set apart"),
        one_of(day("2026-09-15")),
    ],
    "2026-08-31 2026-09-16",
)
fixture(
    "override-of-a-floating-series",
    event("DTSTART:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3")
    + "\n"
    + event("RECURRENCE-ID:20260902T090000\nDTSTART:20260902T150000\nDURATION:PT1H", title="Set apart"),
    [
        one_of(floating("2026-09-01 09:00"), 60),
        one_of(floating("2026-09-02 15:00"), 60, floating("2026-09-02 09:00"), title="Set apart"),
        one_of(floating("2026-09-03 09:00"), 60),
    ],
    "2026-08-31 2026-09-06",
    also=["America/New_York"],
)
fixture(
    "override-is-counted",
    # COUNT counts instances before anything is moved.
    pair(second, "DTSTART;TZID=Europe/Berlin:20260920T090000\nDURATION:PT1H"),
    [*nines(1, 3, 4), one_of(berlin("2026-09-20 09:00"), 60, was(2), title="Set apart")],
    "2026-08-31 2026-09-30",
)
fixture(
    "override-of-an-event-that-does-not-recur",
    # An event with one instance, which the override replaces.
    event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H")
    + "\n"
    + event(
        "RECURRENCE-ID;TZID=Europe/Berlin:20260901T090000",
        "DTSTART;TZID=Europe/Berlin:20260901T110000\nDURATION:PT1H",
        title="Set apart",
    ),
    [one_of(berlin("2026-09-01 11:00"), 60, was(1), title="Set apart")],
    "2026-08-31 2026-09-06",
)
fixture(
    "master-cancelled",
    event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\nSTATUS:CANCELLED"), [],
    "2026-08-31 2026-09-06",
)

# ---- Events that stand twice ------------------------------------------------------------------------------

at_nine = "DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H"
at_ten = "DTSTART;TZID=Europe/Berlin:20260901T100000\nDURATION:PT1H"
ten = [single(berlin("2026-09-01 10:00"), 60, title="Newer")]

fixture(
    "duplicate-with-a-higher-sequence",
    # It wins, though it comes first and was modified earlier.
    [
        event(at_ten, "SEQUENCE:2\nLAST-MODIFIED:20260101T000000Z", title="Newer"),
        event(at_nine, "SEQUENCE:1\nLAST-MODIFIED:20260201T000000Z", title="Older"),
    ],
    ten,
    "2026-08-31 2026-09-02",
)
fixture(
    "duplicate-with-a-sequence-of-two-digits",
    [event(at_ten, "SEQUENCE:10", title="Newer"), event(at_nine, "SEQUENCE:9", title="Older")], ten,
    "2026-08-31 2026-09-02",
)
fixture(
    "duplicate-modified-later",
    [
        event(at_ten, "LAST-MODIFIED:20260201T000000Z", title="Newer"),
        event(at_nine, "LAST-MODIFIED:20260101T000000Z", title="Older"),
        event(at_nine, title="Never modified"),
    ],
    ten,
    "2026-08-31 2026-09-02",
)
fixture(
    "duplicate-later-in-the-file",
    [event(at_ten.replace("PT1H", "PT2H"), title="Older"), event(at_ten, title="Newer")], ten,
    "2026-08-31 2026-09-02",
)
fixture(
    "duplicate-override",
    [
        master,
        event(second, "DTSTART;TZID=Europe/Berlin:20260902T150000\nDURATION:PT1H\nSEQUENCE:2", title="Newer"),
        event(
            # The same instance, named in UTC.
            "RECURRENCE-ID:20260902T070000Z",
            "DTSTART;TZID=Europe/Berlin:20260902T120000\nDURATION:PT1H\nSEQUENCE:1",
            title="Older",
        ),
    ],
    [*nines(1, 3, 4), one_of(berlin("2026-09-02 15:00"), 60, was(2), title="Newer")],
    "2026-08-31 2026-09-06",
)
fixture(
    "duplicate-override-named-by-date-and-by-time",
    [
        master,
        event(
            "RECURRENCE-ID;VALUE=DATE:20260902",
            "DTSTART;TZID=Europe/Berlin:20260902T120000\nDURATION:PT1H\nSEQUENCE:1",
            title="Older",
        ),
        event(second, "DTSTART;TZID=Europe/Berlin:20260902T150000\nDURATION:PT1H\nSEQUENCE:2", title="Newer"),
    ],
    [*nines(1, 3, 4), one_of(berlin("2026-09-02 15:00"), 60, was(2), title="Newer")],
    "2026-08-31 2026-09-06",
)
fixture(
    "duplicate-cancelled",
    # The newer version is cancelled.
    [event(at_nine, title="Older"), event(at_nine, "SEQUENCE:1\nSTATUS:CANCELLED", title="Newer")],
    [],
    "2026-08-31 2026-09-02",
)
fixture(
    "duplicate-uid-in-another-case",
    # UIDs are case-sensitive (RFC 5545: they are compared as text).
    [event(at_nine, uid="a", title="Small"), event(at_ten, uid="A", title="Large")],
    [
        single(berlin("2026-09-01 09:00"), 60, uid="a", title="Small"),
        single(berlin("2026-09-01 10:00"), 60, uid="A", title="Large"),
    ],
    "2026-08-31 2026-09-02",
)
