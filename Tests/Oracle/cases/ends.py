"""Starts and ends, and their defaults."""

from fixtures import *

fixture(
    "dtend-missing",
    # RFC 5545, 3.6.1: a date lasts a day; a time has no length and is on the day of its start.
    [
        event("DTSTART;VALUE=DATE:20260901", title="A day"),
        event("DTSTART;TZID=Europe/Berlin:20260902T000000", uid="2", title="Midnight"),
        event("DTSTART;TZID=Europe/Berlin:20260902T235959", uid="3", title="A second to midnight"),
    ],
    [
        single(day("2026-09-01"), title="A day"),
        single(berlin("2026-09-02 00:00"), uid="2", title="Midnight"),
        single(berlin("2026-09-02 23:59:59"), uid="3", title="A second to midnight"),
    ],
    "2026-08-31 2026-09-04",
    also=["UTC"],
)
fixture(
    "dtend-before-dtstart",
    [
        event(
            "DTSTART;TZID=Europe/Berlin:20260901T100000\nDTEND;TZID=Europe/Berlin:20260901T090000",
            title="Backwards",
        ),
        event("DTSTART;VALUE=DATE:20260903\nDTEND;VALUE=DATE:20260901", uid="2", title="Days backwards"),
    ],
    [single(berlin("2026-09-01 10:00"), title="Backwards"), single(day("2026-09-03"), uid="2", title="Days backwards")],
    "2026-08-31 2026-09-05",
    problems=["9:1: warning: DTEND is before DTSTART", "16:1: warning: DTEND is before DTSTART"],
)
fixture(
    "all-day-with-dtend-equal-to-dtstart", event("DTSTART;VALUE=DATE:20260901\nDTEND;VALUE=DATE:20260901"),
    [single(day("2026-09-01"))], "2026-08-31 2026-09-02",
)
fixture(
    "dtstart-and-dtend-in-different-zones",
    # A flight from Tokyo to New York lands before it left, in local time.
    event("DTSTART;TZID=Asia/Tokyo:20260901T110000\nDTEND;TZID=America/New_York:20260901T103000", title="Flight"),
    [single(tokyo("2026-09-01 11:00"), york("2026-09-01 10:30"), title="Flight")],
    "2026-08-31 2026-09-02",
    also=["Asia/Tokyo", "America/New_York"],
)
fixture(
    "dtstart-and-dtend-in-different-zones-weekly",
    # 20:00 in New York to 09:45 in Berlin is 7:45 hours at first. In the week in which only America has changed its
    # clocks, Berlin is an hour nearer; the length stays.
    event(
        "DTSTART;TZID=America/New_York:20260301T200000",
        "DTEND;TZID=Europe/Berlin:20260302T094500",
        "RRULE:FREQ=WEEKLY;COUNT=6",
        title="Flight",
    ),
    series(at(york, days("2026-03-01", 6, 7), "20:00"), 7 * 60 + 45, title="Flight"),
    "2026-03-01 2026-04-12",
    also=["America/New_York"],
)
fixture(
    "dtend-in-utc-beside-a-zoned-dtstart", event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDTEND:20260901T080000Z"),
    [single(berlin("2026-09-01 09:00"), 60)], "2026-08-31 2026-09-02",
)
fixture(
    "dtend-without-zone-beside-a-zoned-dtstart",
    event("DTSTART;TZID=America/New_York:20260901T090000\nDTEND:20260901T100000"),
    [single(york("2026-09-01 09:00"), 60)], "2026-08-31 2026-09-02",
)
fixture(
    "dtend-is-a-date-and-dtstart-a-time",
    event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDTEND;VALUE=DATE:20260903"),
    [single(berlin("2026-09-01 09:00"), berlin("2026-09-03 00:00"))], "2026-08-31 2026-09-04",
    problems=["9:1: warning: DTEND is a date and DTSTART a time"],
)
fixture(
    "dtend-is-a-time-and-dtstart-a-date",
    event("DTSTART;VALUE=DATE:20260901\nDTEND;TZID=Europe/Berlin:20260902T120000"),
    [single(day("2026-09-01"), day("2026-09-03"))], "2026-08-31 2026-09-04",
    problems=["9:1: warning: DTEND has a time and DTSTART has none"],
)
fixture(
    "duration-negative", event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDURATION:-PT1H"),
    [single(berlin("2026-09-01 09:00"))], "2026-08-31 2026-09-02", problems=["9:1: warning: DURATION"],
)
fixture(
    "duration-of-an-all-day-event", event("DTSTART;VALUE=DATE:20260901\nDURATION:P3D"),
    [single(day("2026-09-01"), day("2026-09-04"))], "2026-08-31 2026-09-05", also=["Pacific/Auckland"],
)
fixture(
    "duration-beside-dtend",
    # Forbidden; the explicit end applies.
    event("DTSTART;TZID=Europe/Berlin:20260901T090000\nDTEND;TZID=Europe/Berlin:20260901T100000\nDURATION:PT3H"),
    [single(berlin("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-02",
)
fixture(
    "end-at-midnight-does-not-reach-the-next-day",
    event("DTSTART;TZID=Europe/Berlin:20260901T220000\nDTEND;TZID=Europe/Berlin:20260902T000000"),
    [single(berlin("2026-09-01 22:00"), 120)], "2026-08-31 2026-09-03", also=["Asia/Tokyo"],
)
fixture(
    "date-without-value",
    # DTSTART without VALUE=DATE, as many programs write it.
    event("DTSTART:20260901\nDTEND:20260903"),
    [single(day("2026-09-01"), day("2026-09-03"))],
    "2026-08-31 2026-09-04",
)
fixture(
    "date-with-tzid",
    # A date has no zone, even with a TZID.
    event("DTSTART;VALUE=DATE;TZID=America/New_York:20260901"),
    [single(day("2026-09-01"))],
    "2026-08-31 2026-09-02",
    also=["America/New_York"],
)
fixture(
    "date-with-hyphens", event("DTSTART:2026-09-01T09:00:00Z\nDTEND:2026-09-01T10:00:00Z"),
    [single(utc("2026-09-01 09:00"), 60)], "2026-08-31 2026-09-02", problems=["8:1: note: DTSTART", "9:1: note: DTEND"],
)
fixture(
    "leap-second", event("DTSTART:20161231T235960Z\nDTEND:20170101T003000Z"),
    [single(utc("2016-12-31 23:59:59"), utc("2017-01-01 00:30"))], "2016-12-30 2017-01-02", zone="UTC",
)
fixture(
    "microsoft-all-day",
    # Exchange writes midnights in its own zone, and a property of its own says that they are dates.
    event(
        "DTSTART;TZID=W. Europe Standard Time:20260901T000000",
        "DTEND;TZID=W. Europe Standard Time:20260903T000000",
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
    ),
    [single(day("2026-09-01"), day("2026-09-03"))],
    "2026-08-31 2026-09-04",
    also=["America/New_York"],
)
fixture(
    "microsoft-all-day-false",
    event(
        "DTSTART;TZID=W. Europe Standard Time:20260901T000000",
        "DTEND;TZID=W. Europe Standard Time:20260902T000000",
        "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE",
    ),
    [single(berlin("2026-09-01 00:00"), 24 * 60)],
    "2026-08-31 2026-09-03",
    also=["America/New_York"],
)
fixture(
    "microsoft-all-day-series",
    # EXDATE and RECURRENCE-ID are instants, which are midnights in Berlin.
    [
        event(
            "DTSTART;TZID=W. Europe Standard Time:20260901T000000",
            "DTEND;TZID=W. Europe Standard Time:20260902T000000",
            "RRULE:FREQ=WEEKLY;UNTIL=20260928T220000Z",
            "EXDATE;TZID=W. Europe Standard Time:20260908T000000",
            "EXDATE:20260914T220000Z",
            "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
        ),
        event(
            "RECURRENCE-ID:20260921T220000Z",
            "DTSTART;TZID=W. Europe Standard Time:20260924T000000",
            "DTEND;TZID=W. Europe Standard Time:20260925T000000",
            "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
            title="Moved",
        ),
    ],
    [
        one_of(day("2026-09-01")),
        one_of(day("2026-09-24"), was=day("2026-09-22"), title="Moved"),
        one_of(day("2026-09-29")),
    ],
    "2026-08-31 2026-10-31",
    also=["America/New_York"],
)
fixture(
    "microsoft-all-day-at-an-odd-hour",
    # From nine to ten is not a whole day, whatever the property says.
    event(
        "DTSTART;TZID=Europe/Berlin:20260901T090000\nDTEND;TZID=Europe/Berlin:20260901T100000",
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
    ),
    [single(berlin("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-02",
)
fixture(
    "year-9999",
    [
        event("DTSTART;VALUE=DATE:99991229", title="The last days\nRRULE:FREQ=DAILY"),
        event("DTSTART:99991230T230000Z\nDURATION:P10D", uid="2", title="Past the end"),
        event("DTSTART:99991230T120000Z\nDTEND:99991230T130000Z", uid="3", title="Noon"),
    ],
    [
        *series([day("9999-12-29"), day("9999-12-30")], 24 * 60, title="The last days"),
        single(utc("9999-12-30 23:00"), utc("9999-12-31 23:59:59"), uid="2", title="Past the end"),
        single(utc("9999-12-30 12:00"), 60, uid="3", title="Noon"),
    ],
    "9999-12-27 9999-12-30",
    zone="UTC",
)
fixture(
    "year-1",
    [
        event("DTSTART;VALUE=DATE:00010103\nRRULE:FREQ=DAILY;COUNT=2"),
        event("DTSTART:00010102T120000Z\nDURATION:PT1H", uid="2", title="Long ago"),
    ],
    [
        *series([day("0001-01-03"), day("0001-01-04")], 24 * 60),
        single(utc("0001-01-02 12:00"), 60, uid="2", title="Long ago"),
    ],
    "0001-01-02 0001-01-06",
    zone="UTC",
)
fixture(
    "transp",
    # Transparent events are not busy, in any letter case; all-day ones are unless they say so.
    [
        event(hour("20260901T090000"), "TRANSP:OPAQUE", title="Takes time"),
        event(hour("20260901T093000"), "TRANSP:TRANSPARENT", uid="2", title="Takes none"),
        event(hour("20260901T120000"), "transp:transparent", uid="3", title="Takes none either"),
        event("DTSTART;VALUE=DATE:20260902\nTRANSP:TRANSPARENT", uid="4", title="A birthday"),
        event("DTSTART;VALUE=DATE:20260903", uid="5", title="A fair"),
    ],
    [
        single(berlin("2026-09-01 09:00"), 60, title="Takes time"),
        single(berlin("2026-09-01 09:30"), 60, uid="2", title="Takes none", opaque=False),
        single(berlin("2026-09-01 12:00"), 60, uid="3", title="Takes none either", opaque=False),
        single(day("2026-09-02"), uid="4", title="A birthday", opaque=False),
        single(day("2026-09-03"), uid="5", title="A fair"),
    ],
    "2026-08-31 2026-09-04",
)
fixture(
    "status",
    [
        event(hour("20260901T090000"), "STATUS:CONFIRMED", title="Certain"),
        event(hour("20260901T100000"), "STATUS:TENTATIVE", uid="2", title="Perhaps"),
        event(hour("20260901T110000"), "STATUS:CANCELLED", uid="3", title="Never"),
        event(hour("20260901T120000"), "status:Cancelled", uid="4", title="Never either"),
        event(hour("20260901T130000"), "STATUS:CANCELED", uid="5", title="In American"),
        event(hour("20260901T140000"), "STATUS:BUSY", uid="6", title="Something else"),
    ],
    [
        single(berlin("2026-09-01 09:00"), 60, title="Certain"),
        single(berlin("2026-09-01 10:00"), 60, uid="2", title="Perhaps", status="tentative"),
        single(berlin("2026-09-01 14:00"), 60, uid="6", title="Something else"),
    ],
    "2026-08-31 2026-09-02",
    problems=["50:1: note: STATUS"],
)
