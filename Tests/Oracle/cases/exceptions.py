"""EXDATE and RDATE."""

from fixtures import *

daily = "DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4"


def nines(*dates: int, **other):
    return series([berlin(f"2026-09-{d:02} 09:00") for d in dates], **other)


def of_daily(name: str, *lines: str, left: list[int], problems=()):
    """The series `daily` with more lines, and its days that they leave."""
    fixture(name, event(daily, *lines), nines(*left), "2026-08-31 2026-09-06", problems=problems)


of_daily("exdate", "EXDATE;TZID=Europe/Berlin:20260902T090000", left=[1, 3, 4])
# It removes that day's instances.
of_daily("exdate-is-a-date", "EXDATE;VALUE=DATE:20260902", left=[1, 3, 4])
of_daily("exdate-is-a-date-without-saying-so", "EXDATE:20260902", left=[1, 3, 4])
fixture(
    "exdate-is-a-date-of-the-series-own-zone",
    # 22:00 in New York is the next day in UTC and in Berlin.
    event(
        "DTSTART;TZID=America/New_York:20260901T220000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3",
        "EXDATE;VALUE=DATE:20260902",
    ),
    series(york("2026-09-01 22:00", "2026-09-03 22:00")),
    "2026-08-31 2026-09-06",
)
fixture(
    "exdate-is-a-date-with-several-instances",
    event(
        "DTSTART;TZID=Europe/Berlin:20260901T060000\nDURATION:PT1H\nRRULE:FREQ=HOURLY;INTERVAL=6;COUNT=10",
        "EXDATE;VALUE=DATE:20260902",
    ),
    series(
        berlin(
            "2026-09-01 06:00",
            "2026-09-01 12:00",
            "2026-09-01 18:00",
            "2026-09-03 00:00",
            "2026-09-03 06:00",
            "2026-09-03 12:00",
        )
    ),
    "2026-08-31 2026-09-06",
)
# 03:00 in New York is 09:00 in Berlin.
of_daily("exdate-in-another-zone", "EXDATE;TZID=America/New_York:20260902T030000", left=[1, 3, 4])
of_daily("exdate-in-utc", "EXDATE:20260902T070000Z", left=[1, 3, 4])
# A time without zone is in the series' own.
of_daily("exdate-without-zone", "EXDATE:20260902T090000", left=[1, 3, 4])
# Not at the exact minute, so it removes nothing.
of_daily(
    "exdate-that-is-no-instance",
    "EXDATE;TZID=Europe/Berlin:20260902T091500", "EXDATE;VALUE=DATE:20260930",
    left=[1, 2, 3, 4],
)
# DTSTART is removed, and COUNT has counted it.
of_daily("exdate-of-dtstart", "EXDATE;TZID=Europe/Berlin:20260901T090000", left=[2, 3, 4])
fixture(
    "exdate-of-everything",
    event(daily, "EXDATE;TZID=Europe/Berlin:20260901T090000,20260902T090000,20260903T090000,20260904T090000"), [],
    "2026-08-31 2026-09-06",
)
fixture(
    "exdate-lists-and-repeats",
    event(
        daily,
        "EXDATE;TZID=Europe/Berlin:20260904T090000,20260902T090000",
        "EXDATE;TZID=Europe/Berlin:20260902T090000",
    ),
    nines(1, 3),
    "2026-08-31 2026-09-06",
)
fixture(
    "exdate-is-a-time-in-an-all-day-series",
    # The written date is removed, whatever the zone.
    event(
        "DTSTART;VALUE=DATE:20260901\nRRULE:FREQ=DAILY;COUNT=5",
        "EXDATE:20260902T000000Z",
        "EXDATE;TZID=America/New_York:20260904T220000",
    ),
    series([day("2026-09-01"), day("2026-09-03"), day("2026-09-05")], 24 * 60),
    "2026-08-31 2026-09-06",
    also=["Asia/Tokyo"],
)
fixture(
    "exdate-across-the-change-of-clocks",
    # An EXDATE in UTC that ignores the clock change is an hour off; one in local time is not.
    event(
        "DTSTART;TZID=Europe/Berlin:20261024T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4",
        "EXDATE:20261026T070000Z",
        "EXDATE;TZID=Europe/Berlin:20261027T090000",
    ),
    series(berlin("2026-10-24 09:00", "2026-10-25 09:00", "2026-10-26 09:00")),
    "2026-10-23 2026-10-31",
)
fixture(
    "exdate-in-a-gap",
    # 02:30, which is in a gap, means 03:30, like the rule's own 02:30.
    event(
        "DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3",
        "EXDATE;TZID=Europe/Berlin:20260329T023000",
    ),
    series(berlin("2026-03-28 02:30", "2026-03-30 02:30")),
    "2026-03-27 2026-03-31",
)
fixture(
    "exdate-of-a-floating-series",
    event(
        "DTSTART:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4",
        "EXDATE:20260902T090000",
        "EXDATE;VALUE=DATE:20260903",
    ),
    series([floating("2026-09-01 09:00"), floating("2026-09-04 09:00")]),
    "2026-08-31 2026-09-06",
    also=["America/New_York"],
)
# An unreadable value is ignored; the rest of the list applies.
of_daily(
    "exdate-of-nonsense",
    "EXDATE;TZID=Europe/Berlin:never,20260902T090000",
    left=[1, 3, 4], problems=["11:1: warning: EXDATE"],
)

# ---- RDATE ---------------------------------------------------------------------------------------------

single_nine = "DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:PT1H"

fixture(
    "rdate-is-a-time", event(single_nine, "RDATE;TZID=Europe/Berlin:20260903T140000,20260905T090000"),
    series(berlin("2026-09-01 09:00", "2026-09-03 14:00", "2026-09-05 09:00")), "2026-08-31 2026-09-06",
)
fixture(
    "rdate-is-a-date",
    # In a series of times a date means DTSTART's time on that day.
    event(single_nine, "RDATE;VALUE=DATE:20260903"),
    nines(1, 3),
    "2026-08-31 2026-09-06",
)
fixture(
    "rdate-of-an-all-day-series", event("DTSTART;VALUE=DATE:20260901\nRDATE;VALUE=DATE:20260903,20260910"),
    series([day("2026-09-01"), day("2026-09-03"), day("2026-09-10")], 24 * 60), "2026-08-31 2026-09-12",
    also=["Asia/Tokyo"],
)
fixture(
    "rdate-is-a-period-with-an-end", event(single_nine, "RDATE;VALUE=PERIOD:20260903T120000Z/20260903T150000Z"),
    [one_of(berlin("2026-09-01 09:00"), 60), one_of(utc("2026-09-03 12:00"), 180)], "2026-08-31 2026-09-06",
)
fixture(
    "rdate-is-a-period-with-a-duration",
    event(single_nine, "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260903T140000/PT2H30M,20261024T120000/P1D"),
    [
        one_of(berlin("2026-09-01 09:00"), 60),
        one_of(berlin("2026-09-03 14:00"), 150),
        # A calendar day: 25 hours.
        one_of(berlin("2026-10-24 12:00"), berlin("2026-10-25 12:00")),
    ],
    "2026-08-31 2026-10-26",
)
fixture(
    "rdate-has-two-periods-with-one-start",
    # They are one instance; the first that is written counts. After an earlier one, so that they have to be sorted.
    event(
        single_nine,
        "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260904T140000/PT1H,20260904T140000/PT2H,20260903T140000/PT3H"),
    [one_of(berlin("2026-09-01 09:00"), 60), one_of(berlin("2026-09-03 14:00"), 180),
     one_of(berlin("2026-09-04 14:00"), 60)],
    "2026-08-31 2026-09-06",
)
fixture(
    "rdate-is-a-period-over-days",
    # It is longer than the event, and reaches into the window from before.
    event(single_nine, "RDATE;VALUE=PERIOD:20261001T120000Z/20261008T120000Z"),
    [one_of(utc("2026-10-01 12:00"), utc("2026-10-08 12:00"))],
    "2026-10-07 2026-10-09",
)
fixture(
    "rdate-period-replaces-the-length-of-an-instance",
    # The rule also gives 3 September 09:00; it is one instance, with the period's length.
    event(daily, "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260903T090000/PT3H"),
    [*nines(1, 2), one_of(berlin("2026-09-03 09:00"), 180), *nines(4)],
    "2026-08-31 2026-09-06",
)
fixture(
    "rdate-in-another-zone", event(single_nine, "RDATE;TZID=America/New_York:20260903T090000"),
    series([berlin("2026-09-01 09:00"), york("2026-09-03 09:00")]), "2026-08-31 2026-09-06",
)
of_daily(
    "rdate-equal-to-an-instance",
    "RDATE;TZID=Europe/Berlin:20260902T090000,20260902T090000", "RDATE:20260903T070000Z",
    left=[1, 2, 3, 4],
)
fixture(
    "rdate-before-dtstart", event(daily, "RDATE;TZID=Europe/Berlin:20260831T090000"),
    series([berlin("2026-08-31 09:00")]) + nines(1, 2, 3, 4), "2026-08-30 2026-09-06",
)
fixture(
    "rdate-that-exdate-takes-away",
    event(
        daily,
        "RDATE;TZID=Europe/Berlin:20260910T090000,20260911T090000",
        "EXDATE;TZID=Europe/Berlin:20260910T090000",
    ),
    nines(1, 2, 3, 4, 11),
    "2026-08-31 2026-09-30",
)
fixture(
    "rdate-of-a-floating-series", event("DTSTART:20260901T090000\nDURATION:PT1H\nRDATE:20260903T120000"),
    series([floating("2026-09-01 09:00"), floating("2026-09-03 12:00")]), "2026-08-31 2026-09-06",
    also=["America/New_York"],
)
