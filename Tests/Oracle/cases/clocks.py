"""Clock changes: gaps and folds at each FREQ, lengths across them, days that do not exist.

Berlin: on 2026-03-29 02:00 becomes 03:00, on 2026-10-25 03:00 becomes 02:00.
"""

from datetime import timedelta

from fixtures import *


def half_past_two(name: str, first: str, rule: str, dates, window: str, also=()) -> None:
    """An hour from 02:30 in Berlin, on a first date and by a rule: its dates."""
    rule = f"RRULE:FREQ={rule}"
    fixture(name, event(hour(f"{first}T023000"), rule), series(at(berlin, dates, "02:30")), window, also=also)


# ---- Gaps: 02:30 on 29 March is read with +01:00 and so is 03:30+02:00 ------------------------------

both = ["UTC", "America/New_York"]
half_past_two("gap-daily", "20260327", "DAILY;COUNT=5", days("2026-03-27", 5), "2026-03-26 2026-04-02", both)
half_past_two("gap-weekly", "20260322", "WEEKLY;COUNT=3", days("2026-03-22", 3, 7), "2026-03-20 2026-04-30")
half_past_two(
    "gap-monthly", "20260129", "MONTHLY;COUNT=4",
    # February has no 29th.
    ["2026-01-29", "2026-03-29", "2026-04-29", "2026-05-29"], "2026-01-01 2026-06-30",
)
years = range(2025, 2028)
half_past_two("gap-yearly", "20250329", "YEARLY;COUNT=3", [f"{y}-03-29" for y in years], "2025-03-01 2027-04-30")
fixture(
    "gap-hourly",
    event("DTSTART;TZID=Europe/Berlin:20260329T003000", "DURATION:PT10M", "RRULE:FREQ=HOURLY;COUNT=5"),
    # The local times are 00:30, 01:30, 02:30, 03:30 and 04:30. The third is in the gap and means 03:30, which is there
    # already: one instance, which COUNT has counted twice.
    series(berlin("2026-03-29 00:30", "2026-03-29 01:30", "2026-03-29 03:30", "2026-03-29 04:30"), 10),
    "2026-03-28 2026-03-30",
    also=["UTC"],
)
fixture(
    "gap-minutely",
    event("DTSTART;TZID=Europe/Berlin:20260329T013000", "RRULE:FREQ=MINUTELY;INTERVAL=20;UNTIL=20260329T020000Z"),
    # Local times 01:30, 01:50, 02:10, 02:30, 02:50, 03:10, 03:30, 03:50 up to 04:00: the three in the gap mean 03:10,
    # 03:30 and 03:50, which are there already.
    series(
        berlin("2026-03-29 01:30", "2026-03-29 01:50", "2026-03-29 03:10", "2026-03-29 03:30", "2026-03-29 03:50"),
        0,
    ),
    "2026-03-29 2026-03-29",
)
fixture(
    "gap-minutely-out-of-order",
    event("DTSTART;TZID=Europe/Berlin:20260329T013500", "RRULE:FREQ=MINUTELY;INTERVAL=25;COUNT=6"),
    # 01:35, 02:00 (03:00), 02:25 (03:25), 02:50 (03:50), 03:15, 03:40: in the order of their instants.
    series(
        berlin(
            "2026-03-29 01:35",
            "2026-03-29 03:00",
            "2026-03-29 03:15",
            "2026-03-29 03:25",
            "2026-03-29 03:40",
            "2026-03-29 03:50",
        ),
        0,
    ),
    "2026-03-29 2026-03-29",
)
fixture(
    "gap-secondly",
    event("DTSTART;TZID=Europe/Berlin:20260329T015900", "RRULE:FREQ=SECONDLY;INTERVAL=1830;COUNT=4"),
    # 01:59:00, 02:29:30 (03:29:30), 03:00:00, 03:30:30.
    series(berlin("2026-03-29 01:59", "2026-03-29 03:00", "2026-03-29 03:29:30", "2026-03-29 03:30:30"), 0),
    "2026-03-29 2026-03-29",
)
fixture(
    "gap-start-of-a-single-event", event("DTSTART;TZID=Europe/Berlin:20260329T021500\nDURATION:PT30M"),
    [single(berlin("2026-03-29 03:15"), 30)], "2026-03-28 2026-03-30",
)
fixture(
    "gap-swallows-an-event",
    # From 02:30 (which is 03:30) to 03:30: the hour has no length.
    event(hour("20260329T023000")),
    [single(berlin("2026-03-29 03:30"))],
    "2026-03-28 2026-03-30",
)
fixture(
    "gap-turns-an-event-around",
    # From 02:30 (which is 03:30) to 03:15.
    event("DTSTART;TZID=Europe/Berlin:20260329T023000\nDTEND;TZID=Europe/Berlin:20260329T031500"),
    [single(berlin("2026-03-29 03:30"))],
    "2026-03-28 2026-03-30",
    problems=["9:1: warning: DTEND is before DTSTART"],
)
fixture(
    "gap-of-half-an-hour",
    # Lord Howe moves by 30 minutes: on 2026-10-04 02:00 becomes 02:30.
    event("DTSTART;TZID=Australia/Lord_Howe:20261003T021500\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"),
    series(at(on("Australia/Lord_Howe"), days("2026-10-03", 3), "02:15")),
    "2026-10-01 2026-10-07",
    zone="Australia/Lord_Howe",
)
fixture(
    "gap-at-midnight",
    # Cairo: on 2026-04-24 00:00 becomes 01:00, so the day begins at 01:00 and has 23 hours.
    [
        event("DTSTART;VALUE=DATE:20260424", title="The short day"),
        event(
            "DTSTART;TZID=Africa/Cairo:20260423T003000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=3",
            uid="2",
            title="Half past midnight",
        ),
    ],
    [
        single(day("2026-04-24"), title="The short day"),
        *series(at(on("Africa/Cairo"), days("2026-04-23", 3), "00:30"), 30, uid="2", title="Half past midnight"),
    ],
    "2026-04-22 2026-04-26",
    zone="Africa/Cairo",
    also=["UTC"],
)

# ---- Folds: 02:30 on 25 October is the first, +02:00 --------------------------------------------------

half_past_two("fold-daily", "20261023", "DAILY;COUNT=5", days("2026-10-23", 5), "2026-10-22 2026-10-29", ["UTC"])
half_past_two("fold-weekly", "20261018", "WEEKLY;COUNT=3", days("2026-10-18", 3, 7), "2026-10-12 2026-11-08")
half_past_two(
    "fold-monthly", "20260925", "MONTHLY;COUNT=3", ["2026-09-25", "2026-10-25", "2026-11-25"], "2026-09-01 2026-11-30",
)
half_past_two("fold-yearly", "20251025", "YEARLY;COUNT=3", [f"{y}-10-25" for y in years], "2025-10-01 2027-10-31")
fixture(
    "fold-hourly",
    event("DTSTART;TZID=Europe/Berlin:20261025T003000", "DURATION:PT10M", "RRULE:FREQ=HOURLY;COUNT=4"),
    # In wall time: the second 02:30 is not an instance, so two hours pass between the third and the fourth.
    series(berlin("2026-10-25 00:30", "2026-10-25 01:30", "2026-10-25 02:30", "2026-10-25 03:30"), 10),
    "2026-10-24 2026-10-26",
    also=["UTC"],
)
fixture(
    "fold-minutely",
    event("DTSTART;TZID=Europe/Berlin:20261025T020000", "RRULE:FREQ=MINUTELY;INTERVAL=30;UNTIL=20261025T020000Z"),
    # 02:00 and 02:30 of summer time, then 03:00 of winter time, which is UNTIL.
    series(berlin("2026-10-25 02:00", "2026-10-25 02:30", "2026-10-25 03:00"), 0),
    "2026-10-25 2026-10-25",
)
fixture(
    "fold-secondly", event("DTSTART;TZID=Europe/Berlin:20261025T025945", "RRULE:FREQ=SECONDLY;INTERVAL=10;COUNT=4"),
    series(berlin("2026-10-25 02:59:45", "2026-10-25 02:59:55", "2026-10-25 03:00:05", "2026-10-25 03:00:15"), 0),
    "2026-10-25 2026-10-25",
)
fixture(
    "fold-end",
    # To 02:30, the first: an hour. To 03:30: three hours.
    [
        event("DTSTART;TZID=Europe/Berlin:20261025T013000\nDTEND;TZID=Europe/Berlin:20261025T023000", title="An hour"),
        event(
            "DTSTART;TZID=Europe/Berlin:20261025T013000\nDTEND;TZID=Europe/Berlin:20261025T033000",
            uid="2",
            title="Three hours",
        ),
    ],
    [
        single(berlin("2026-10-25 01:30"), 60, title="An hour"),
        single(berlin("2026-10-25 01:30"), 180, uid="2", title="Three hours"),
    ],
    "2026-10-24 2026-10-26",
)
fixture(
    "fold-second-in-utc",
    # Only UTC can name the second 02:30.
    event("DTSTART:20261025T013000Z\nDTEND:20261025T014500Z"),
    [single(utc("2026-10-25 01:30"), 15)],
    "2026-10-24 2026-10-26",
)

# ---- Lengths across a change -------------------------------------------------------------------------

fixture(
    "dtend-is-an-exact-length",
    # The night of 24 October has nine hours from 22:00 to 06:00; so does every instance.
    event(
        "DTSTART;TZID=Europe/Berlin:20261023T220000",
        "DTEND;TZID=Europe/Berlin:20261024T060000",
        "RRULE:FREQ=DAILY;COUNT=3",
    ),
    series(at(berlin, days("2026-10-23", 3), "22:00"), 8 * 60),
    "2026-10-23 2026-10-27",
    also=["America/New_York"],
)
fixture(
    "dtend-is-an-exact-length-begun-in-the-fold",
    event(
        "DTSTART;TZID=Europe/Berlin:20261024T220000",
        "DTEND;TZID=Europe/Berlin:20261025T060000",
        "RRULE:FREQ=DAILY;COUNT=3",
    ),
    series(at(berlin, days("2026-10-24", 3), "22:00"), 9 * 60),
    "2026-10-23 2026-10-28",
)
fixture(
    "duration-p1d-is-a-calendar-day",
    event("DTSTART;TZID=Europe/Berlin:20261023T120000\nDURATION:P1D\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=3"),
    [one_of(berlin(f"2026-10-{d} 12:00"), berlin(f"2026-10-{d + 1} 12:00")) for d in (23, 25, 27)],
    "2026-10-22 2026-10-29",
)


def over_both_changes(name: str, length: str, autumn: tuple[str, str], spring: tuple[str, str]) -> None:
    """A DURATION from noon on the day before each change: for both a title, and the time at which it ends."""
    fixture(
        name,
        [
            event(f"DTSTART;TZID=Europe/Berlin:20261024T120000\nDURATION:{length}", title=autumn[0]),
            event(f"DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:{length}", uid="2", title=spring[0]),
        ],
        [
            single(berlin("2026-10-24 12:00"), berlin(f"2026-10-25 {autumn[1]}"), title=autumn[0]),
            single(berlin("2026-03-28 12:00"), berlin(f"2026-03-29 {spring[1]}"), uid="2", title=spring[0]),
        ],
        "2026-03-27 2026-10-26",
    )


over_both_changes("duration-p1d-over-the-change", "P1D", ("25 hours", "12:00"), ("23 hours", "12:00"))
over_both_changes("duration-pt24h-is-exact", "PT24H", ("To 11", "11:00"), ("To 13", "13:00"))
fixture(
    "duration-in-a-series-across-the-change",
    [
        event("DTSTART;TZID=Europe/Berlin:20260327T180000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=3", title="P1D"),
        event(
            "DTSTART;TZID=Europe/Berlin:20260327T180000\nDURATION:PT24H\nRRULE:FREQ=DAILY;COUNT=3",
            uid="2",
            title="PT24H",
        ),
    ],
    [
        *(one_of(berlin(f"2026-03-{d} 18:00"), berlin(f"2026-03-{d + 1} 18:00"), title="P1D") for d in (27, 28, 29)),
        *series(at(berlin, days("2026-03-27", 3), "18:00"), 24 * 60, uid="2", title="PT24H"),
    ],
    "2026-03-26 2026-03-31",
)
fixture(
    "duration-of-days-and-hours",
    # A calendar day to 01:30 on the 29th, then two exact hours: 04:30.
    event("DTSTART;TZID=Europe/Berlin:20260328T013000\nDURATION:P1DT2H"),
    [single(berlin("2026-03-28 01:30"), berlin("2026-03-29 04:30"))],
    "2026-03-27 2026-03-30",
)
fixture(
    "duration-of-weeks", event("DTSTART;TZID=Europe/Berlin:20261019T090000\nDURATION:P1W"),
    [single(berlin("2026-10-19 09:00"), berlin("2026-10-26 09:00"))], "2026-10-18 2026-10-27",
)
fixture(
    "duration-that-ends-in-a-gap", event("DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:P1D"),
    [single(berlin("2026-03-28 02:30"), berlin("2026-03-29 03:30"))], "2026-03-27 2026-03-30",
)

fixture(
    "duration-of-days-begun-in-a-gap",
    # 02:30 is 03:30, and a day later it is 03:30 again, for an event and for a series.
    [
        event("DTSTART;TZID=Europe/Berlin:20260329T023000\nDURATION:P1D"),
        event(
            "DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=2",
            uid="2",
            title="Series",
        ),
    ],
    [
        single(berlin("2026-03-29 03:30"), berlin("2026-03-30 03:30")),
        one_of(berlin("2026-03-28 02:30"), berlin("2026-03-29 03:30"), uid="2", title="Series"),
        one_of(berlin("2026-03-29 03:30"), berlin("2026-03-30 03:30"), uid="2", title="Series"),
    ],
    "2026-03-27 2026-03-31",
)

# ---- Days ------------------------------------------------------------------------------------------------

apia = on("Pacific/Apia")
fixture(
    "day-that-apia-skipped",
    # 2011-12-29 was followed by 2011-12-31. A time on the 30th is read with the offset before, a day later.
    [
        event("DTSTART;VALUE=DATE:20111229\nDTEND;VALUE=DATE:20120101", title="Three dates, two days"),
        event("DTSTART;VALUE=DATE:20111230", uid="2", title="On no day"),
        event(
            "DTSTART;TZID=Pacific/Apia:20111228T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5",
            uid="3",
            title="Nine",
        ),
    ],
    [
        single(day("2011-12-29"), day("2012-01-01"), title="Three dates, two days"),
        single(day("2011-12-30"), uid="2", title="On no day"),
        # The 30th moves to the 31st, which has its own instance: one.
        *series(
            apia("2011-12-28 09:00", "2011-12-29 09:00", "2011-12-31 09:00", "2012-01-01 09:00"),
            uid="3",
            title="Nine",
        ),
    ],
    "2011-12-27 2012-01-03",
    zone="Pacific/Apia",
    also=["UTC", "Pacific/Honolulu"],
)
fixture(
    "all-day-series-over-the-day-that-apia-skipped", event("DTSTART;VALUE=DATE:20111228\nRRULE:FREQ=DAILY;COUNT=5"),
    series(days("2011-12-28", 5), 24 * 60), "2011-12-27 2012-01-03", zone="Pacific/Apia", also=["UTC"],
)
fixture(
    "days-of-23-and-25-hours-are-busy",
    [
        event("DTSTART;VALUE=DATE:20260329", title="23 hours"),
        event("DTSTART;VALUE=DATE:20261025", uid="2", title="25 hours"),
    ],
    [single(day("2026-03-29"), title="23 hours"), single(day("2026-10-25"), uid="2", title="25 hours")],
    "2026-03-28 2026-10-26",
    also=["UTC"],
)
