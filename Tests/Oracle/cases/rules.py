"""RRULE: COUNT and UNTIL, the BY parts, and invalid rules."""

from fixtures import *

nine = "DTSTART;TZID=Europe/Berlin:{}T090000\nDURATION:PT1H"


def begun(date_text: str, *lines: str, **other) -> str:
    return event(nine.format(date_text), *lines, **other)


def nines(*dates: str, **other):
    return series([berlin(f"{d} 09:00") for d in dates], **other)


# ---- COUNT and UNTIL --------------------------------------------------------------------------------

fixture(
    "count-with-dtstart-that-the-rule-does-not-match",
    # A Tuesday with a rule for Mondays: it is an instance, and the first of three.
    begun("20260901", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"),
    nines("2026-09-01", "2026-09-07", "2026-09-14"),
    "2026-08-31 2026-10-31",
)
fixture(
    "dtstart-that-the-rule-never-matches", begun("20260901", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
    nines("2026-09-01"), "2026-08-31 2030-12-31",
)
fixture(
    "count-of-one-billion",
    # It began in 1970: the cost depends only on the window.
    begun("19700101", "RRULE:FREQ=DAILY;COUNT=1000000000"),
    nines("2026-09-01", "2026-09-02"),
    "2026-09-01 2026-09-02",
)
fixture(
    "count-ends-long-after-the-beginning",
    # Every second day from 1970-01-01 (day 0); the 10,350th is day 20,698, 2026-09-02.
    begun("19700101", "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=10350"),
    nines("2026-08-31", "2026-09-02"),
    "2026-08-31 2026-09-30",
)


def daily_until(name: str, until: str, last: int) -> None:
    """Every day from 1 September, and the last day of them."""
    dates = [f"2026-09-{d:02}" for d in range(1, last + 1)]
    fixture(name, begun("20260901", f"RRULE:FREQ=DAILY;UNTIL={until}"), nines(*dates), "2026-08-31 2026-09-06")


# It includes that day.
daily_until("until-is-a-date", "20260903", 3)
fixture(
    "until-is-a-date-in-the-zone-of-dtstart",
    # 22:00 in New York on the 2nd is the 3rd in UTC; the day is New York's.
    event("DTSTART;TZID=America/New_York:20260901T220000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260902"),
    series(york("2026-09-01 22:00", "2026-09-02 22:00")),
    "2026-08-31 2026-09-06",
    also=["America/New_York"],
)
# 09:00 in Berlin is 07:00Z in summer: included to the second.
daily_until("until-is-utc", "20260903T070000Z", 3)
daily_until("until-is-utc-a-second-early", "20260903T065959Z", 2)
fixture(
    "until-is-utc-after-the-clocks-changed",
    # 09:00 in Berlin is 08:00Z in winter, so 07:00Z is too early for the last day.
    begun("20261023", "RRULE:FREQ=DAILY;UNTIL=20261026T070000Z"),
    nines("2026-10-23", "2026-10-24", "2026-10-25"),
    "2026-10-22 2026-10-31",
)
fixture(
    "until-is-local",
    # Without Z it is in DTSTART's zone.
    event("DTSTART;TZID=America/New_York:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260903T090000"),
    series(at(york, days("2026-09-01", 3), "09:00")),
    "2026-08-31 2026-09-06",
)
fixture(
    "until-of-an-all-day-series",
    [
        event("DTSTART;VALUE=DATE:20260901\nRRULE:FREQ=DAILY;UNTIL=20260903"),
        event("DTSTART;VALUE=DATE:20260901\nRRULE:FREQ=DAILY;UNTIL=20260902T000000Z", uid="2", title="Until a time"),
    ],
    [*series(days("2026-09-01", 3), 24 * 60), *series(days("2026-09-01", 2), 24 * 60, uid="2", title="Until a time")],
    "2026-08-31 2026-09-06",
    also=["Pacific/Honolulu", "Pacific/Kiritimati"],
)
fixture(
    "until-of-a-floating-series",
    event("DTSTART:20260901T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260903T090000"),
    series([floating(f"2026-09-0{d} 09:00") for d in (1, 2, 3)]), "2026-08-31 2026-09-06", also=["America/New_York"],
)
fixture(
    "until-before-dtstart", begun("20260901", "RRULE:FREQ=DAILY;UNTIL=20260801T000000Z"), nines("2026-09-01"),
    "2026-08-01 2026-09-06",
)
fixture(
    "count-and-until",
    # Forbidden together; the earlier end applies.
    [
        begun("20260901", "RRULE:FREQ=DAILY;COUNT=2;UNTIL=20260930", title="COUNT"),
        begun("20260901", "RRULE:FREQ=DAILY;COUNT=9;UNTIL=20260902", uid="2", title="UNTIL"),
    ],
    [*nines("2026-09-01", "2026-09-02", title="COUNT"), *nines("2026-09-01", "2026-09-02", uid="2", title="UNTIL")],
    "2026-08-31 2026-10-31",
    problems=["10:32: warning: COUNT and UNTIL", "18:32: warning: COUNT and UNTIL"],
)

# ---- BY parts -------------------------------------------------------------------------------------------

fixture(
    "bysetpos-last-weekday", begun("20260130", "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=5"),
    nines("2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30", "2026-05-29"), "2026-01-01 2026-12-31",
)
fixture(
    "bysetpos-chooses-from-dtstarts-whole-period",
    # It begins on Thursday: the second of Monday, Wednesday and Friday was the day before.
    begun("20260108", "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2;COUNT=3"),
    nines("2026-01-08", "2026-01-14", "2026-01-21"),
    "2026-01-01 2026-02-28",
)
fixture(
    "wkst",
    # RFC 5545, page 132: every second week, Tuesday and Sunday; WKST decides.
    [
        begun("19970805", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", title="Monday"),
        begun("19970805", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", uid="2", title="Sunday"),
    ],
    [
        *nines("1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24", title="Monday"),
        *nines("1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31", uid="2", title="Sunday"),
    ],
    "1997-08-01 1997-09-30",
)
fixture(
    "leap-day-yearly", event("DTSTART;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY;COUNT=3"),
    series([day("2024-02-29"), day("2028-02-29"), day("2032-02-29")], 24 * 60), "2024-01-01 2033-12-31",
)
fixture(
    "the-31st-monthly", event("DTSTART;VALUE=DATE:20260131\nRRULE:FREQ=MONTHLY;COUNT=4"),
    series([day("2026-01-31"), day("2026-03-31"), day("2026-05-31"), day("2026-07-31")], 24 * 60),
    "2026-01-01 2026-12-31",
)
fixture(
    "byweekno-53",
    # 2026 has 53 weeks, the last one ends with 2027-01-03; so has 2032.
    begun("20261228", "RRULE:FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO,SU;COUNT=4"),
    nines("2026-12-28", "2027-01-03", "2032-12-27", "2033-01-02"),
    "2026-12-01 2034-01-31",
)
fixture(
    "byyearday-minus-1",
    begun("20261231", "RRULE:FREQ=YEARLY;BYYEARDAY=-1,60;COUNT=4"),
    # The 60th day is 29 February in leap years and 1 March in others.
    nines("2026-12-31", "2027-03-01", "2027-12-31", "2028-02-29"),
    "2026-12-01 2028-12-30",
)
fixture(
    "bymonthday-negative",
    begun("20260131", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1,-31;COUNT=5"),
    # -31 is the first of months with 31 days.
    nines("2026-01-31", "2026-02-28", "2026-03-01", "2026-03-31", "2026-04-30"),
    "2026-01-01 2026-05-31",
)
fixture(
    "bymonthday-in-a-yearly-rule-is-every-month", begun("20260131", "RRULE:FREQ=YEARLY;BYMONTHDAY=31;COUNT=3"),
    nines("2026-01-31", "2026-03-31", "2026-05-31"), "2026-01-01 2027-12-31",
)
fixture(
    "friday-the-13th", begun("20260213", "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=4"),
    nines("2026-02-13", "2026-03-13", "2026-11-13", "2027-08-13"), "2026-02-01 2027-12-31",
)
fixture(
    "thanksgiving", event("DTSTART;VALUE=DATE:20261126\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3"),
    series([day("2026-11-26"), day("2027-11-25"), day("2028-11-23")], 24 * 60), "2026-11-01 2028-12-31",
)
fixture(
    "byday-of-the-year",
    begun("20260518", "RRULE:FREQ=YEARLY;BYDAY=20MO;COUNT=3"),
    # The 20th Monday of each year.
    nines("2026-05-18", "2027-05-17", "2028-05-15"),
    "2026-05-01 2028-12-31",
)
fixture(
    "byhour-and-byminute-expand",
    begun("20260901", "RRULE:FREQ=DAILY;BYHOUR=9,16;BYMINUTE=0,30;COUNT=6"),
    series(
        berlin(
            "2026-09-01 09:00",
            "2026-09-01 09:30",
            "2026-09-01 16:00",
            "2026-09-01 16:30",
            "2026-09-02 09:00",
            "2026-09-02 09:30",
        )
    ),
    "2026-08-31 2026-09-06",
)
fixture(
    "secondly-within-one-minute",
    event("DTSTART;TZID=Europe/Berlin:20260901T090000\nRRULE:FREQ=SECONDLY;INTERVAL=25;BYHOUR=9;BYMINUTE=0"),
    # 86,400 seconds are 3,456 steps of 25, so every day has the same times.
    series([berlin(f"2026-09-0{d} 09:00:{s:02}") for d in (1, 2) for s in (0, 25, 50)], 0),
    "2026-08-31 2026-09-02",
)
fixture(
    "interval-of-weeks", begun("20260901", "RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TU;COUNT=4"),
    nines("2026-09-01", "2026-09-21", "2026-09-22", "2026-10-12"), "2026-08-31 2026-10-31",
)
fixture(
    "two-rules",
    # Discouraged, but allowed; common instances appear once.
    begun("20260901", "RRULE:FREQ=WEEKLY;COUNT=3", "RRULE:FREQ=DAILY;INTERVAL=7;COUNT=2", "RRULE:FREQ=MONTHLY;COUNT=2"),
    nines("2026-09-01", "2026-09-08", "2026-09-15", "2026-10-01"),
    "2026-08-31 2026-10-31",
)
fixture(
    "exrule",
    # RFC 2445: without Saturdays and Sundays.
    begun("20260903", "RRULE:FREQ=DAILY;COUNT=6", "EXRULE:FREQ=WEEKLY;BYDAY=SA,SU"),
    nines("2026-09-03", "2026-09-04", "2026-09-07", "2026-09-08"),
    "2026-08-31 2026-09-30",
)
fixture(
    "equal-instants-once",
    # On 29 March, 02:30 in the gap and 03:30 are one instant.
    event("DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:PT15M", "RRULE:FREQ=DAILY;BYHOUR=2,3;COUNT=6"),
    series(
        berlin("2026-03-28 02:30", "2026-03-28 03:30", "2026-03-29 03:30", "2026-03-30 02:30", "2026-03-30 03:30"),
        15,
    ),
    "2026-03-27 2026-03-31",
)
fixture(
    "endless-since-1970",
    # A Thursday; every 100th day since is day 20,700 of 1970, 2026-09-04.
    begun("19700101", "RRULE:FREQ=DAILY;INTERVAL=100"),
    nines("2026-09-04", "2026-12-13"),
    "2026-08-31 2026-12-31",
)
fixture(
    "floating-series",
    # Nine o'clock in every zone, also where clocks change.
    event("DTSTART:20261023T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4"),
    series([floating(f"2026-10-{d} 02:30") for d in (23, 24, 25, 26)]),
    "2026-10-22 2026-10-28",
    also=["America/New_York", "Asia/Kathmandu"],
)
fixture(
    "all-day-series-in-every-zone",
    event("DTSTART;VALUE=DATE:20260328\nDTEND;VALUE=DATE:20260330\nRRULE:FREQ=WEEKLY;COUNT=2"),
    series(days("2026-03-28", 2, 7), 2 * 24 * 60), "2026-03-27 2026-04-07",
    also=["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "UTC"],
)

# ---- Written otherwise ----------------------------------------------------------------------------------

fixture(
    "rule-in-lower-case", begun("20260901", "RRULE:freq=weekly;byday=tu,th;Count=3"),
    nines("2026-09-01", "2026-09-03", "2026-09-08"), "2026-08-31 2026-09-30",
    problems=["10:7: note: read as if it were in capitals"],
)
fixture(
    "rule-with-white-space-and-empty-parts", begun("20260901", "RRULE: FREQ=WEEKLY; BYDAY = TU, TH;;COUNT=3;"),
    nines("2026-09-01", "2026-09-03", "2026-09-08"), "2026-08-31 2026-09-30", problems=["10:7: note: white space"],
)
fixture(
    "rule-with-interval-0",
    # It has no meaning; the event is shown without it.
    begun("20260901", "RRULE:FREQ=DAILY;INTERVAL=0"),
    [single(berlin("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-30",
    problems=["10:27: error: INTERVAL is out of range"],
)
fixture(
    "rule-of-nonsense",
    [
        begun("20260901", "RRULE:FREQ=FORTNIGHTLY", title="No frequency"),
        begun("20260902", "RRULE:BYDAY=MO", uid="2", title="None at all"),
        begun("20260903", "RRULE:FREQ=DAILY;BYMONTH=13;COUNT=3", uid="3", title="A 13th month"),
        begun("20260904", "RRULE:FREQ=DAILY;COUNT=2", uid="4", title="A good one"),
    ],
    [
        single(berlin("2026-09-01 09:00"), 60, title="No frequency"),
        single(berlin("2026-09-02 09:00"), 60, uid="2", title="None at all"),
        single(berlin("2026-09-03 09:00"), 60, uid="3", title="A 13th month"),
        *nines("2026-09-04", "2026-09-05", uid="4", title="A good one"),
    ],
    "2026-08-31 2026-09-30",
    problems=[
        "10:12: error: FREQ has a value that can't be read",
        "18:7: error: there is no FREQ",
        "26:26: error: BYMONTH is out of range at",
    ],
)
fixture(
    "rule-with-until-beyond-9999", begun("20260901", "RRULE:FREQ=DAILY;UNTIL=100000101T000000Z;INTERVAL=400"),
    [single(berlin("2026-09-01 09:00"), 60)], "2026-08-31 2028-09-30",
    problems=["10:24: error: UNTIL has a value that can't be read"],
)
