"""Rules that count in other calendars, or move days that a month does not have (RFC 7529).

The dates are those of published almanacs: Chinese New Year, Rosh Hashanah and Nowruz by the calendars of the countries
that keep them, the first of Shawwal by the Umm al-Qura calendar. Tests/Site/languages/test_scales.py compares more
years with other programs."""

from fixtures import *


def yearly(name: str, start: str, rule: str, dates: list[str], window: str, *more: str, problems=()) -> None:
    fixture(name, event(f"DTSTART;VALUE=DATE:{start}", f"RRULE:{rule}", *more), [one_of(day(one)) for one in dates],
            window, problems=problems)


yearly(
    "rscale-chinese-new-year", "20200125", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1",
    ["2020-01-25", "2021-02-12", "2022-02-01", "2023-01-22", "2024-02-10", "2025-01-29", "2026-02-17", "2027-02-06",
     "2028-01-26", "2029-02-13", "2030-02-03", "2031-01-23", "2032-02-11", "2033-01-31", "2034-02-19", "2035-02-08"],
    "2020-01-01 2035-12-31", problems=["9:1: note: RRULE"],
)
yearly(
    "rscale-by-dtstart-alone", "20200125", "RSCALE=CHINESE;FREQ=YEARLY;COUNT=3",
    ["2020-01-25", "2021-02-12", "2022-02-01"], "2020-01-01 2024-12-31",
)
yearly(
    "rscale-chinese-leap-month-omitted",
    # 2023 had a second second month, from 22 March; 2025 has another sixth.
    "20230322", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=2L;BYMONTHDAY=1;UNTIL=20280101", ["2023-03-22"],
    "2023-01-01 2028-12-31",
)
yearly(
    "rscale-hebrew-new-year", "20200919", "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1",
    ["2020-09-19", "2021-09-07", "2022-09-26", "2023-09-16", "2024-10-03", "2025-09-23", "2026-09-12", "2027-10-02",
     "2028-09-21", "2029-09-10"], "2020-01-01 2029-12-31",
)
yearly(
    "rscale-hebrew-leap-month-forward",
    # 10 Adar I, and in years without it 10 Adar, which follows it.
    "20220211", "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=10;SKIP=FORWARD;COUNT=5",
    ["2022-02-11", "2023-03-03", "2024-02-19", "2025-03-10", "2026-02-27"], "2022-01-01 2027-12-31",
)
yearly(
    "rscale-hebrew-leap-month-omitted", "20220211",
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=10;SKIP=OMIT;COUNT=3",
    ["2022-02-11", "2024-02-19", "2027-02-17"], "2022-01-01 2027-12-31",
)
yearly(
    "rscale-islamic-umm-al-qura", "20200524", "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1",
    ["2020-05-24", "2021-05-13", "2022-05-02", "2023-04-21", "2024-04-10", "2025-03-30", "2026-03-20", "2027-03-09"],
    "2020-01-01 2027-12-31",
)
yearly(
    "rscale-persian-new-year", "20240320", "RSCALE=PERSIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;COUNT=4",
    ["2024-03-20", "2025-03-21", "2026-03-21", "2027-03-21"], "2024-01-01 2028-12-31",
)
yearly(
    "rscale-coptic-thirteenth-month", "20240906", "RSCALE=COPTIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=1;COUNT=4",
    ["2024-09-06", "2025-09-06", "2026-09-06", "2027-09-06"], "2024-01-01 2028-12-31",
)
yearly(
    "rscale-ethiopic-thirteenth-month",
    # RFC 7529's own example: the thirteenth month, day by day of its sixth every four years moved to its last.
    "20230911", "RSCALE=ETHIOPIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=6;SKIP=BACKWARD;COUNT=3",
    ["2023-09-11", "2024-09-10", "2025-09-10"], "2023-01-01 2026-12-31",
)
yearly(
    "rscale-gregorian-last-days", "20260131", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=5",
    ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"], "2026-01-01 2026-12-31",
)
yearly(
    "rscale-gregorian-days-moved-forward", "20260131", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;COUNT=4",
    ["2026-01-31", "2026-03-01", "2026-03-31", "2026-05-01"], "2026-01-01 2026-12-31",
)
yearly(
    "rscale-gregorian-leap-day-forward", "20240229", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD;UNTIL=20280301",
    ["2024-02-29", "2025-03-01", "2026-03-01", "2027-03-01", "2028-02-29"], "2024-01-01 2028-12-31",
)
yearly(
    "rscale-gregorian-omitted", "20260131", "RSCALE=gregorian;FREQ=MONTHLY;SKIP=OMIT;COUNT=3",
    ["2026-01-31", "2026-03-31", "2026-05-31"], "2026-01-01 2026-12-31",
)
yearly(
    "rscale-japanese-counts-like-gregorian", "20260131", "RSCALE=JAPANESE;FREQ=MONTHLY;COUNT=3",
    ["2026-01-31", "2026-03-31", "2026-05-31"], "2026-01-01 2026-12-31",
)
yearly(
    "rscale-of-a-weekly-rule", "20260901", "RSCALE=CHINESE;FREQ=WEEKLY;COUNT=3",
    ["2026-09-01", "2026-09-08", "2026-09-15"], "2026-08-31 2026-09-30",
)
yearly(
    "rscale-with-an-exdate", "20200125", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;COUNT=4",
    ["2020-01-25", "2022-02-01", "2023-01-22"], "2020-01-01 2024-12-31", "EXDATE;VALUE=DATE:20210212",
)
fixture(
    "rscale-with-an-instance-moved",
    [event("DTSTART;VALUE=DATE:20200125", "RRULE:RSCALE=CHINESE;FREQ=YEARLY;COUNT=3"),
     event("RECURRENCE-ID;VALUE=DATE:20210212", "DTSTART;VALUE=DATE:20210213", title="Moved")],
    [one_of(day("2020-01-25")), one_of(day("2021-02-13"), was=day("2021-02-12"), title="Moved"),
     one_of(day("2022-02-01"))], "2020-01-01 2022-12-31",
)
fixture(
    "rscale-at-a-time",
    # Nine in the morning on the wall, in winter and in summer.
    event("DTSTART;TZID=Europe/Berlin:20260320T090000", "DURATION:PT1H",
          "RRULE:RSCALE=ISLAMIC-UMALQURA;FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20260519T230000Z"),
    # 1 Shawwal, 1 Dhu al-Qadah, 1 Dhu al-Hijjah 1447
    series(at(berlin, ["2026-03-20", "2026-04-18", "2026-05-18"], "09:00")), "2026-03-01 2026-12-31",
    details=["1 X-BUSYLIFE-RSCALE:RSCALE=ISLAMIC-UMALQURA;FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20260519T230000Z"],
)
fixture(
    "rscale-of-no-calendar", event("DTSTART;VALUE=DATE:20260901", "RRULE:RSCALE=DISCORDIAN;FREQ=YEARLY"),
    [single(day("2026-09-01"))], "2026-08-31 2026-09-30", problems=["9:1: error: RRULE"],
)
