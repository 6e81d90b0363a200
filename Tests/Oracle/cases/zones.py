"""Names of zones, and zones that a file defines."""

from fixtures import *

kolkata = on("Asia/Kolkata")


def at_nine(tzid: str, parameter: str | None = None, day_text: str = "20260901", **other) -> str:
    """An hour from nine, in a zone with the given name."""
    return event(f"DTSTART;TZID={parameter or tzid}:{day_text}T090000\nDURATION:PT1H", **other)


def zone(tzid: str, *observances: str) -> str:
    return "\n".join(["BEGIN:VTIMEZONE", f"TZID:{tzid}", *observances, "END:VTIMEZONE"])


def observance(kind: str, start: str, before: str, after: str, *lines: str) -> str:
    return "\n".join(
        [f"BEGIN:{kind}", f"DTSTART:{start}", f"TZOFFSETFROM:{before}", f"TZOFFSETTO:{after}", *lines, f"END:{kind}"]
    )


def named(*names: str) -> str:
    """One event per name, at nine in the zone that the name means: 1, 2, 3 …"""
    return "\n".join(at_nine(name, uid=str(i + 1), title=name.strip('"')) for i, name in enumerate(names))


def all_at(instant, *names: str):
    return [single(instant, 60, uid=str(i + 1), title=name.strip('"')) for i, name in enumerate(names)]


winter_and_summer = (
    observance("STANDARD", "16010101T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
    observance("DAYLIGHT", "16010101T020000", "+0100", "+0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
)
wrong = observance("STANDARD", "19700101T000000", "+0700", "+0700")

iana = ("Europe/Berlin", "europe/berlin", "EUROPE/BERLIN", "Europe/Vienna", "Arctic/Longyearbyen", "CET")
fixture("tzid-iana", named(*iana), all_at(berlin("2026-09-01 09:00"), *iana), "2026-08-31 2026-09-02")

windows = ("W. Europe Standard Time", "w. europe standard time", "Romance Standard Time")
fixture(
    "tzid-windows", named(*windows), all_at(berlin("2026-09-01 09:00"), *windows), "2026-08-31 2026-09-02"
)
quoted = ('"W. Europe Standard Time"', '"Central Europe Standard Time"')
fixture(
    "tzid-windows-in-quotation-marks", named(*quoted), all_at(berlin("2026-09-01 09:00"), *quoted),
    "2026-08-31 2026-09-02",
)
numbered = ("W. Europe Standard Time 1", "W. Europe Standard Time 23")
fixture(
    "tzid-windows-with-a-number",
    # Exchange numbers the names in a file; the zone is the same.
    named(*numbered),
    all_at(berlin("2026-09-01 09:00"), *numbered),
    "2026-08-31 2026-09-02",
)
fixture(
    "tzid-windows-wins-over-its-vtimezone",
    # The name is known, so its rules apply; those of the file would be seven hours off.
    [zone("India Standard Time", wrong), at_nine("India Standard Time")],
    [single(kolkata("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-02",
    problems=["4:1: note: this VTIMEZONE differs from the tz database"],
)
vendors = (
    "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin",
    "/softwarestudio.org/Olson_20011030_5/Europe/Berlin",
    "/mozilla.org/20050126_1/Europe/Berlin",
    "/citadel.org/20210210_1/Europe/Berlin",
    "/Europe/Berlin",
)
fixture(
    "tzid-with-a-vendor-prefix", named(*vendors), all_at(berlin("2026-09-01 09:00"), *vendors), "2026-08-31 2026-09-02",
)
fixture(
    "tzid-with-a-vendor-prefix-and-three-parts",
    at_nine("/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires"),
    [single(on("America/Argentina/Buenos_Aires")("2026-09-01 09:00"), 60)], "2026-08-31 2026-09-02",
)
utc_names = ("UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z")
fixture("tzid-utc", named(*utc_names), all_at(utc("2026-09-01 09:00"), *utc_names), "2026-08-31 2026-09-02")
fixture(
    "tzid-beside-a-time-in-utc",
    # Forbidden together; Z makes it an instant.
    event("DTSTART;TZID=America/New_York:20260901T090000Z\nDTEND;TZID=America/New_York:20260901T100000Z"),
    [single(utc("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-02",
)
fixture(
    "tzid-unknown",
    # Unknown: read as floating, and reported.
    at_nine("Mars/Olympus Mons"),
    [single(floating("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-02",
    also=["America/New_York"],
    problems=["8:1: warning: TZID"],
)

# ---- VTIMEZONE --------------------------------------------------------------------------------------------



def customized(first: str, count: int) -> list[str]:
    """A daily hour in a zone that only the file defines."""
    start = f"DTSTART;TZID=Customized Time Zone:{first}"
    return [
        zone("Customized Time Zone", *winter_and_summer),
        event(f"{start}\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT={count}"),
    ]


fixture(
    "vtimezone-begun-in-1601",
    # Outlook's form: rules from the year 1601 on, under a name that only this file defines.
    customized("20261023T023000", 4),
    series(at(berlin, days("2026-10-23", 4), "02:30")),
    "2026-10-22 2026-10-28",
    also=["America/New_York"],
)
fixture(
    "vtimezone-gap",
    # In the gap of the file's own zone: the offset before it applies.
    customized("20260328T023000", 3),
    series(at(berlin, days("2026-03-28", 3), "02:30")),
    "2026-03-27 2026-03-31",
)
display = '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"'
fixture(
    "vtimezone-of-a-display-name",
    # With commas and a colon, so the TZID is quoted.
    [zone(display.strip('"'), *winter_and_summer), at_nine(display)],
    [single(berlin("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-02",
)
fixture(
    "vtimezone-after-the-event",
    [at_nine("Ship's time"), zone("Ship's time", observance("STANDARD", "19700101T000000", "+0330", "+0330"))],
    [single(utc("2026-09-01 05:30"), 60)], "2026-08-31 2026-09-02",
)
fixture(
    "vtimezone-with-fixed-dates",
    # Its transitions are RDATEs: to +05:00 at 2026-06-01 00:00, back to +04:00 at 2026-09-01 00:00, and again on
    # 2026-10-01.
    [
        zone(
            "Island time",
            observance("STANDARD", "19700101T000000", "+0400", "+0400"),
            observance("DAYLIGHT", "20260601T000000", "+0400", "+0500", "RDATE:20261001T000000"),
            observance("STANDARD", "20260901T000000", "+0500", "+0400", "RDATE:20261101T000000"),
        ),
        event("DTSTART;TZID=Island time:20260515T090000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;COUNT=7"),
    ],
    series(
        utc(
            "2026-05-15 05:00",
            "2026-06-15 04:00",
            "2026-07-15 04:00",
            "2026-08-15 04:00",
            "2026-09-15 05:00",
            "2026-10-15 04:00",
            "2026-11-15 05:00",
        )
    ),
    "2026-05-01 2026-11-30",
)
fixture(
    "vtimezone-with-until",
    # America's rules: those until 2006, and those since 2007.
    [
        zone(
            "Eastern of ours",
            observance(
                "DAYLIGHT",
                "19870405T020000",
                "-0500",
                "-0400",
                "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z",
            ),
            observance(
                "STANDARD",
                "19671029T020000",
                "-0400",
                "-0500",
                "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z",
            ),
            observance("DAYLIGHT", "20070311T020000", "-0500", "-0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
            observance("STANDARD", "20071104T020000", "-0400", "-0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
        ),
        event("DTSTART;TZID=Eastern of ours:20050320T090000\nDURATION:PT1H\nRRULE:FREQ=YEARLY;COUNT=4"),
    ],
    # 20 March was in winter time in 2005 and 2006, and in summer time since.
    series(utc("2005-03-20 14:00", "2006-03-20 14:00", "2007-03-20 13:00", "2008-03-20 13:00")),
    "2005-01-01 2008-12-31",
    zone="UTC",
)
fixture(
    "vtimezone-before-its-first-observance",
    # Before the first known transition, its TZOFFSETFROM applies.
    [
        zone("New colony", observance("STANDARD", "20260901T000000", "+0200", "+0300")),
        event("DTSTART;TZID=New colony:20260831T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2"),
    ],
    series(utc("2026-08-31 07:00", "2026-09-01 06:00")),
    "2026-08-30 2026-09-02",
)
fixture(
    "vtimezone-of-an-iana-name-with-wrong-rules",
    # The file's rules are seven hours off and without summer time; the IANA zone wins.
    [zone("Europe/Berlin", wrong), at_nine("Europe/Berlin")],
    [single(berlin("2026-09-01 09:00"), 60)],
    "2026-08-31 2026-09-02",
    problems=["4:1: note: this VTIMEZONE differs from the tz database"],
)
fixture(
    "vtimezone-with-offsets-of-seconds",
    [zone("Old Amsterdam", observance("STANDARD", "19000101T000000", "+001932", "+001932")), at_nine("Old Amsterdam")],
    [single(utc("2026-09-01 08:40:28"), 60)], "2026-08-31 2026-09-02",
)
fixture(
    "vtimezone-broken",
    # Without an offset it is not a zone: its times float, other events are not affected.
    [
        zone("Half a zone", "BEGIN:STANDARD", "DTSTART:19700101T000000", "END:STANDARD"),
        at_nine("Half a zone"),
        event(hour("20260901T120000"), uid="2", title="Noon"),
    ],
    [single(floating("2026-09-01 09:00"), 60), single(berlin("2026-09-01 12:00"), 60, uid="2", title="Noon")],
    "2026-08-31 2026-09-02",
    problems=["6:1: warning: TZOFFSETTO"],
)
fixture(
    "vtimezone-name-with-carets",
    # RFC 6868: ^' is a quotation mark and ^^ a caret, in parameters only.
    [zone('Zone "A" ^1', observance("STANDARD", "19700101T000000", "+0330", "+0330")), at_nine("Zone ^'A^' ^^1")],
    [single(utc("2026-09-01 05:30"), 60)],
    "2026-08-31 2026-09-02",
)

# ---- X-WR-TIMEZONE ----------------------------------------------------------------------------------------

fixture(
    "x-wr-timezone",
    # For floating times only: not for times with a zone, UTC times, or dates.
    [
        "X-WR-TIMEZONE:America/New_York",
        event("DTSTART:20260901T090000\nDTEND:20260901T100000", title="Floating"),
        event(hour("20260901T090000"), uid="2", title="Zoned"),
        event("DTSTART:20260901T090000Z\nDTEND:20260901T100000Z", uid="3", title="UTC"),
        event("DTSTART;VALUE=DATE:20260901", uid="4", title="A day"),
    ],
    [
        single(york("2026-09-01 09:00"), 60, title="Floating"),
        single(berlin("2026-09-01 09:00"), 60, uid="2", title="Zoned"),
        single(utc("2026-09-01 09:00"), 60, uid="3", title="UTC"),
        single(day("2026-09-01"), uid="4", title="A day"),
    ],
    "2026-08-31 2026-09-02",
    also=["Asia/Tokyo"],
)
fixture(
    "x-wr-timezone-of-a-series",
    # Its floating EXDATE, UNTIL and RECURRENCE-ID are in that zone too.
    [
        "X-WR-TIMEZONE:America/New_York",
        event(
            "DTSTART:20261030T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261103T090000",
            "EXDATE:20261031T090000",
        ),
        event("RECURRENCE-ID:20261102T090000\nDTSTART:20261102T150000\nDURATION:PT1H", title="Set apart"),
    ],
    [
        *series(york("2026-10-30 09:00", "2026-11-01 09:00", "2026-11-03 09:00")),
        one_of(york("2026-11-02 15:00"), 60, york("2026-11-02 09:00"), title="Set apart"),
    ],
    "2026-10-29 2026-11-05",
    also=["America/New_York"],
)
fixture(
    "x-wr-timezone-by-its-windows-name",
    "X-WR-TIMEZONE:Eastern Standard Time\n" + event("DTSTART:20260901T090000\nDTEND:20260901T100000"),
    [single(york("2026-09-01 09:00"), 60)], "2026-08-31 2026-09-02",
)
fixture(
    "x-wr-timezone-unknown", "X-WR-TIMEZONE:Nowhere\n" + event("DTSTART:20260901T090000\nDTEND:20260901T100000"),
    [single(floating("2026-09-01 09:00"), 60)], "2026-08-31 2026-09-02", also=["America/New_York"],
    problems=["4:1: warning: X-WR-TIMEZONE"],
)
fixture(
    "x-wr-timezone-of-each-calendar-in-a-file",
    wrap("X-WR-TIMEZONE:America/New_York\n" + event("DTSTART:20260901T090000\nDURATION:PT1H"))
    + wrap("X-WR-TIMEZONE:Asia/Tokyo\n" + event("DTSTART:20260901T090000\nDURATION:PT1H", uid="2", title="East"))
    + wrap(event("DTSTART:20260901T090000\nDURATION:PT1H", uid="3", title="Anywhere")),
    [
        single(york("2026-09-01 09:00"), 60),
        single(tokyo("2026-09-01 09:00"), 60, uid="2", title="East"),
        single(floating("2026-09-01 09:00"), 60, uid="3", title="Anywhere"),
    ],
    "2026-08-31 2026-09-02",
)
fixture(
    "floating", event("DTSTART:20260901T230000\nDTEND:20260902T013000"), [single(floating("2026-09-01 23:00"), 150)],
    "2026-08-31 2026-09-03", also=["America/New_York", "Asia/Kathmandu", "UTC"],
)
fixture(
    "floating-across-the-change-of-clocks",
    # From ten to six in wall time: nine hours in the night when clocks go back, eight in others.
    event("DTSTART:20261024T220000\nDTEND:20261025T060000"),
    [single(floating("2026-10-24 22:00"), floating("2026-10-25 06:00"))],
    "2026-10-23 2026-10-26",
    also=["UTC", "America/New_York"],
)
