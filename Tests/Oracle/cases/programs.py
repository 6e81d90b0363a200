"""What Google, Microsoft, Apple and others write: zones by the names that they show, versions of series, HTML,
meetings, places. Each is described in the documentation or the trackers of these programs; the files are all written
here."""

from fixtures import *

sydney = on("Australia/Sydney")
angeles = on("America/Los_Angeles")
london = on("Europe/London")
kolkata = on("Asia/Kolkata")
summer = "2026-08-31 2026-09-02"


def named(*names: str, day_text: str = "20260901") -> str:
    """One event per name, at nine in the zone that the name means."""
    return "\n".join(
        event(f"DTSTART;TZID={name}:{day_text}T090000\nDURATION:PT1H", uid=str(i + 1), title=f"Event {i + 1}")
        for i, name in enumerate(names)
    )


def shown(*instants):
    return [single(instant, 60, uid=str(i + 1), title=f"Event {i + 1}") for i, instant in enumerate(instants)]


def of_each(names, clocks, text: str = "2026-09-01 09:00"):
    return shown(*(on(zone)(text) for zone in clocks))


# ---- Display names of Windows ------------------------------------------------------------------

# Outlook.com and Exchange write the name of their list as TZID, and no VTIMEZONE.
today = {
    '"(UTC-05:00) Eastern Time (US & Canada)"': "America/New_York",
    '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"': "Europe/Berlin",
    '"(UTC+10:00) Canberra, Melbourne, Sydney"': "Australia/Sydney",
    '"(UTC+00:00) Dublin, Edinburgh, Lisbon, London"': "Europe/London",
    '"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"': "Asia/Kolkata",
    '"(UTC-03:30) Newfoundland"': "America/St_Johns",
}
fixture("outlook-display-names-of-today", named(*today), of_each(today, today.values()), summer)
gmt = {
    '"(GMT-05:00) Eastern Time (US & Canada)"': "America/New_York",
    '"(GMT+10:00) Canberra, Melbourne, Sydney"': "Australia/Sydney",
    '"(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London"': "Europe/London",
    '"(GMT-08.00) Pacific Time (US & Canada)/Tijuana"': None,
    '"(GMT+05.30) Chennai, Kolkata, Mumbai, New Delhi"': "Asia/Kolkata",
}
gmt = {name: zone for name, zone in gmt.items() if zone}
fixture("outlook-display-names-with-gmt", named(*gmt), of_each(gmt, gmt.values()), summer)
bare = {
    "Eastern Time (US & Canada)": "America/New_York",
    '"Pacific Time (US & Canada), Tijuana"': "America/Los_Angeles",
    '"Pacific Time (US & Canada); Tijuana"': "America/Los_Angeles",
    '"Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"': "Europe/Berlin",
    '"Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London"': "Europe/London",
}
fixture("outlook-display-names-without-an-offset", named(*bare), of_each(bare, bare.values()), summer)
older = {
    '"(GMT-08:00) Tijuana, Baja California"': "America/Tijuana",
    '"(GMT-06:00) Guadalajara, Mexico City, Monterrey - New"': "America/Mexico_City",
    '"(GMT+01:00) Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb"': "Europe/Warsaw",
    '"(GMT+02:00) Athens, Istanbul, Minsk"': "Europe/Bucharest",
    '"(GMT+03:00) Moscow, St. Petersburg, Volgograd"': "Europe/Moscow",
    '"(UTC+03:00) Moscow, St. Petersburg, Volgograd (RTZ 2)"': "Europe/Moscow",
    '"(GMT+08:00) Beijing, Chongqing, Hong Kong SAR, Urumqi"': "Asia/Shanghai",
    '"(GMT+12:00) Fiji, Kamchatka, Marshall Is."': "Pacific/Fiji",
}
fixture("outlook-display-names-of-older-windows", named(*older), of_each(older, older.values()), summer)
fixture(
    "outlook-display-name-in-summer-and-winter",
    # The offset of the name is that of winter; half of the year it is another.
    event('DTSTART;TZID="(UTC-08:00) Pacific Time (US & Canada)":20260115T090000', "DURATION:PT1H",
          "RRULE:FREQ=MONTHLY;INTERVAL=6;COUNT=3"),
    series(at(angeles, ["2026-01-15", "2026-07-15", "2027-01-15"], "09:00")), "2026-01-01 2027-02-01",
    problems=["8:1: note: the zone"],
)
fixture(
    "outlook-display-name-whose-colon-is-not-quoted",
    event("DTSTART;TZID=(UTC-05:00) Eastern Time (US & Canada):20260901T090000",
          "DTEND;TZID=(UTC-05:00) Eastern Time (US & Canada):20260901T100000",
          "RRULE:FREQ=DAILY;COUNT=3",
          "EXDATE;TZID=(UTC-05:00) Eastern Time (US & Canada):20260902T090000,20260909T090000"),
    series(at(york, ["2026-09-01", "2026-09-03"], "09:00")), "2026-08-31 2026-09-10",
    problems=["8:1: note: the parameters contain a colon"],
)
fixture(
    "outlook-display-name-whose-commas-are-not-quoted",
    # RFC 5545, 3.2: a comma would begin a second value, which TZID has not.
    named("Canberra, Melbourne, Sydney", "(GMT+10:00) Canberra, Melbourne, Sydney"),
    shown(sydney("2026-09-01 09:00"), sydney("2026-09-01 09:00")), summer,
)
fixture(
    "outlook-display-name-with-an-entity",
    # Passed through a page of HTML on the way.
    event('DTSTART;TZID="Eastern Time (US &amp; Canada)":20260901T090000\nDURATION:PT1H'),
    [single(york("2026-09-01 09:00"), 60)], summer,
)
fixture(
    "outlook-display-name-with-its-vtimezone",
    # What the file says of its own name counts.
    ["BEGIN:VTIMEZONE", "TZID:(UTC-05:00) Eastern Time (US & Canada)", "BEGIN:STANDARD", "DTSTART:16010101T000000",
     "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300", "END:STANDARD", "END:VTIMEZONE",
     event('DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20260901T090000\nDURATION:PT1H')],
    [single(utc("2026-09-01 06:00"), 60)], summer,
)
fixture(
    "outlook-display-name-that-nobody-knows",
    event('DTSTART;TZID="(UTC+05:00) Atlantis":20260901T090000\nDURATION:PT1H'),
    [single(utc("2026-09-01 04:00"), 60)], summer, problems=["8:1: note: the zone"],
)
fixture(
    "windows-name-of-summer-time",
    named("Pacific Daylight Time", "W. Europe Daylight Time", day_text="20261201"),
    shown(angeles("2026-12-01 09:00"), berlin("2026-12-01 09:00")), "2026-11-30 2026-12-02",
)
russia = {
    "Russia TZ 2 Standard Time": "Europe/Moscow", "Jerusalem Standard Time": "Asia/Jerusalem",
    "Malay Peninsula Standard Time": "Asia/Singapore", "Coordinated Universal Time": "UTC",
    "(UTC) Coordinated Universal Time": "UTC", "Co-ordinated Universal Time": "UTC",
}
fixture("windows-standard-names-of-its-documentation", named(*russia), of_each(russia, russia.values()), summer)
utc_names = ("UTC", "GMT", "Greenwich", "(GMT) Coordinated Universal Time", "Etc/UCT", "UTC+00:00")
fixture("utc-by-its-names", named(*utc_names), shown(*[utc("2026-09-01 09:00")] * 6), summer)

custom = event("DTSTART;TZID=tzone://Microsoft/Custom:20260901T090000\nDURATION:PT1H")
numbered = event("DTSTART;TZID=Customized Time Zone 1:20260901T090000\nDURATION:PT1H")
fixture(
    "outlook-custom-zone-beside-x-wr-timezone", ["X-WR-TIMEZONE:America/New_York", custom],
    [single(york("2026-09-01 09:00"), 60)], summer, problems=["9:1: warning: the zone \"tzone://Microsoft/Custom\""],
)
fixture(
    "outlook-custom-zone-among-others",
    [numbered, named("Asia/Tokyo").replace("UID:1", "UID:2"), named("Asia/Tokyo").replace("UID:1", "UID:3"),
     named("Europe/London").replace("UID:1", "UID:4")],
    [single(tokyo("2026-09-01 09:00"), 60),
     single(tokyo("2026-09-01 09:00"), 60, uid="2", title="Event 1"),
     single(tokyo("2026-09-01 09:00"), 60, uid="3", title="Event 1"),
     single(london("2026-09-01 09:00"), 60, uid="4", title="Event 1")],
    summer, problems=["8:1: warning: the zone \"Customized Time Zone 1\""],
)
fixture(
    "outlook-custom-zone-alone", custom, [single(floating("2026-09-01 09:00"), 60)], summer,
    also=["America/New_York"], problems=["8:1: warning: TZID"],
)
fixture(
    "outlook-custom-zone-that-is-defined",
    ["BEGIN:VTIMEZONE", "TZID:tzone://Microsoft/Custom", "BEGIN:STANDARD", "DTSTART:16010101T000000",
     "TZOFFSETFROM:+0530", "TZOFFSETTO:+0530", "END:STANDARD", "END:VTIMEZONE", custom],
    [single(kolkata("2026-09-01 09:00"), 60)], summer,
)

# ---- All-day series of Outlook --------------------------------------------------------------------

all_day = event("DTSTART;VALUE=DATE:20200414\nDTEND;VALUE=DATE:20200415", "RRULE:FREQ=DAILY;COUNT=4")
days_of_april = [one_of(day(f"2020-04-{n}")) for n in (14, 15)] + [one_of(day("2020-04-17"))]


def moved(recurrence: str, *lines: str) -> str:
    return event(f"RECURRENCE-ID{recurrence}", *lines, title="Moved")


to_the_20th = "DTSTART;VALUE=DATE:20200420\nDTEND;VALUE=DATE:20200421"
april = "2020-04-13 2020-04-22"
there = one_of(day("2020-04-20"), was=day("2020-04-16"), title="Moved")
fixture(
    "outlook-all-day-instance-named-by-a-local-midnight",
    # British summer: midnight is 23:00 UTC of the day before, but the date is meant.
    [all_day, moved(";TZID=GMT Standard Time:20200416T000000", to_the_20th)], [*days_of_april, there], april,
    also=["America/New_York"],
)
fixture(
    "outlook-all-day-instance-named-by-a-midnight-in-utc",
    [all_day, moved(":20200416T000000Z", to_the_20th)], [*days_of_april, there], april,
)
fixture(
    "outlook-all-day-instance-that-becomes-a-meeting",
    [all_day, moved(";TZID=GMT Standard Time:20200416T000000",
                    "DTSTART;TZID=GMT Standard Time:20200416T090000\nDURATION:PT1H")],
    [*days_of_april, one_of(london("2020-04-16 09:00"), 60, was=day("2020-04-16"), title="Moved")], april,
)
fixture(
    "outlook-all-day-series-with-exdates-of-local-midnights",
    event("DTSTART;VALUE=DATE:20200414\nDTEND;VALUE=DATE:20200415", "RRULE:FREQ=DAILY;COUNT=4",
          "EXDATE;TZID=GMT Standard Time:20200416T000000"),
    days_of_april, april,
)

# ---- Older versions of instances ------------------------------------------------------------------


def weekly(*lines: str, sequence: int = 2) -> str:
    return event(hour("20260901T090000"), f"SEQUENCE:{sequence}", *lines)


def exception(sequence: int, *more: str) -> str:
    return event("RECURRENCE-ID;TZID=Europe/Berlin:20260908T090000", hour("20260909T140000"),
                 f"SEQUENCE:{sequence}", *more, title="Moved")


three = "RRULE:FREQ=WEEKLY;COUNT=3"
without = "EXDATE;TZID=Europe/Berlin:20260908T090000"
others = series(at(berlin, ["2026-09-01", "2026-09-15"], "09:00"))
instance = one_of(berlin("2026-09-09 14:00"), 60, was=berlin("2026-09-08 09:00"), title="Moved")
september = "2026-08-31 2026-09-30"
fixture("instance-older-than-the-exdate-of-its-series", [weekly(three, without), exception(1)], others, september)
fixture("instance-as-old-as-the-exdate-of-its-series", [weekly(three, without), exception(2)], [*others, instance],
        september)
fixture("instance-newer-than-the-exdate-of-its-series", [weekly(three, without), exception(3)], [*others, instance],
        september)
fixture(
    "instance-older-than-the-end-of-its-series",
    [weekly("RRULE:FREQ=WEEKLY;UNTIL=20260901T235959Z"), exception(1)],
    series([berlin("2026-09-01 09:00")]), september,
)
fixture(
    "instance-as-old-as-the-end-of-its-series",
    [weekly("RRULE:FREQ=WEEKLY;UNTIL=20260901T235959Z"), exception(2)],
    [*series([berlin("2026-09-01 09:00")]), instance], september,
)
fixture(
    "instance-older-than-its-series-that-still-has-it", [weekly(three), exception(1)], [*others, instance], september,
)
fixture(
    "instance-older-than-the-move-of-its-series",
    # The series is at ten now: it has no instance at nine.
    [event(hour("20260901T100000"), "SEQUENCE:3", three), exception(1)],
    series(at(berlin, ["2026-09-01", "2026-09-08", "2026-09-15"], "10:00")), september,
)
fixture(
    "instance-older-than-its-series-added-by-rdate",
    [weekly("RRULE:FREQ=WEEKLY;COUNT=1", "RDATE;TZID=Europe/Berlin:20260908T090000"), exception(1)],
    [*series([berlin("2026-09-01 09:00")]), instance], september,
)
fixture(
    "instance-older-than-the-exdate-of-an-all-day-series",
    [event("DTSTART;VALUE=DATE:20260901", "SEQUENCE:5", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20260902"),
     event("RECURRENCE-ID;VALUE=DATE:20260902", "DTSTART;VALUE=DATE:20260910", "SEQUENCE:4", title="Moved")],
    [one_of(day("2026-09-01")), one_of(day("2026-09-03"))], september,
)
fixture(
    "instances-from-one-on-older-than-their-series",
    # A range speaks of more than the instance that it names.
    [weekly(three),
     event("RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260908T090000", hour("20260908T110000"),
           "SEQUENCE:1", title="Later")],
    [*series([berlin("2026-09-01 09:00")]),
     one_of(berlin("2026-09-08 11:00"), 60, was=berlin("2026-09-08 09:00"), title="Later"),
     one_of(berlin("2026-09-15 11:00"), 60, was=berlin("2026-09-15 09:00"), title="Later")], september,
)
fixture(
    "instance-without-sequence-of-a-series-with-one",
    # Absent is 0 (RFC 5545, 3.8.7.4), so it is older than 2.
    [weekly(three, without),
     event("RECURRENCE-ID;TZID=Europe/Berlin:20260908T090000", hour("20260909T140000"), title="Moved")],
    others, september,
)

# ---- Values that are partly broken ----------------------------------------------------------------

start = hour("20260901T090000")
first = series([berlin("2026-09-01 09:00")])
fixture(
    "period-whose-end-is-broken",
    event(start, "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260903T090000/PT,20260904T090000/PT2H"),
    [*first, *series([berlin("2026-09-03 09:00")]), one_of(berlin("2026-09-04 09:00"), 120)], september,
    problems=["10:1: warning: RDATE"],
)
fixture(
    "period-whose-start-is-broken",
    event(start, "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:/20260903T100000,20260904T090000/20260904T110000"),
    [*first, one_of(berlin("2026-09-04 09:00"), 120)], september, problems=["10:1: warning: RDATE"],
)
fixture(
    "period-without-its-half", event(start, "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260903T090000/"),
    [*first, *series([berlin("2026-09-03 09:00")])], september, problems=["10:1: warning: RDATE"],
)
fixture(
    "rule-with-blanks-after-commas", event(start, "RRULE:FREQ=WEEKLY; BYDAY=TU, TH, FR; COUNT=4"),
    series(at(berlin, ["2026-09-01", "2026-09-03", "2026-09-04", "2026-09-08"], "09:00")), september,
)
fixture(
    "until-without-a-zone", event(start, "RRULE:FREQ=DAILY;UNTIL=20260903T090000"),
    series(at(berlin, days("2026-09-01", 3), "09:00")), september,
)
fixture(
    "until-before-the-last-instance-of-its-day", event(start, "RRULE:FREQ=DAILY;UNTIL=20260903T000000"),
    series(at(berlin, days("2026-09-01", 2), "09:00")), september,
)
calendar = "END:VCALENDAR\nBEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//busylife-gen//fixtures//EN"
fixture(
    "calendars-in-one-file-with-one-uid",
    # Mails that were saved one behind the other: the series, then a change of one instance.
    [event(start, three), calendar, exception(1)], [*others, instance], september,
)
fixture(
    "calendars-in-one-file-with-versions-of-one-event",
    [event(start, "SEQUENCE:1", title="Old"), calendar, event(hour("20260902T090000"), "SEQUENCE:2", title="New")],
    [single(berlin("2026-09-02 09:00"), 60, title="New")], september,
)
fixture(
    "calendars-in-one-file-with-their-own-x-wr-timezone",
    ["X-WR-TIMEZONE:Asia/Tokyo", event("DTSTART:20260901T090000\nDURATION:PT1H"), calendar,
     "X-WR-TIMEZONE:America/New_York", event("DTSTART:20260901T090000\nDURATION:PT1H", uid="2", title="Second")],
    [single(tokyo("2026-09-01 09:00"), 60), single(york("2026-09-01 09:00"), 60, uid="2", title="Second")], summer,
)
fixture(
    "end-an-hour-before-the-start",
    # In October, an hour of 1:30 to 2:30 on the wall: at the change of clocks nothing tells which 2:30 was meant.
    event("DTSTART:20261025T013000Z\nDTEND:20261025T003000Z"), [single(utc("2026-10-25 01:30"))],
    "2026-10-24 2026-10-26", problems=["9:1: warning: DTEND is before DTSTART"],
)

# ---- Bytes of other encodings ------------------------------------------------------------------


def bytes_of(title: bytes, *more: bytes) -> bytes:
    return wrap(event(start, title="TITLE")).replace(b"TITLE", title)


fixture(
    "windows-1252-letters", bytes_of("Müller, Größe".encode("cp1252")),
    [single(berlin("2026-09-01 09:00"), 60, title="Müller, Größe")], summer,
    problems=["7:1: note: bytes that are not UTF-8"],
)
fixture(
    "windows-1252-punctuation", bytes_of("“Caf锕10 – 20€…".replace("锕", "é ").encode("cp1252")),
    [single(berlin("2026-09-01 09:00"), 60, title="“Café 10 – 20€…")], summer,
    problems=["7:1: note: bytes that are not UTF-8"],
)
fixture(
    "latin-1-folded-between-letters",
    bytes_of(b"F\xfc\r\n r alle: \xc4\xd6\xdc"), [single(berlin("2026-09-01 09:00"), 60, title="Für alle: ÄÖÜ")],
    summer, problems=["7:1: note: bytes that are not UTF-8"],
)
fixture(
    "utf-8-with-a-damaged-character",
    # One broken byte among many good ones: the file is UTF-8.
    bytes_of("Grüße aus Köln, ".encode() + b"\xe2\x82"),
    [single(berlin("2026-09-01 09:00"), 60, title="Grüße aus Köln, \ufffd")], summer,
    problems=["7:1: warning: bytes that are not UTF-8"],
)

# ---- HTML in descriptions --------------------------------------------------------------------


def detail(name: str, lines: list[str], details: list[str], problems=()) -> None:
    """An event of an hour with more properties, and what these mean."""
    fixture(name, event(start, *lines), [single(berlin("2026-09-01 09:00"), 60)], summer, problems=problems,
            details=details)


def described(name: str, html: str, text: str) -> None:
    detail(name, ["DESCRIPTION:" + html], ["1 DESCRIPTION:" + text])


described("google-description-of-paragraphs", "<p>Agenda</p><p>First<br>Second</p>", r"Agenda\n\nFirst\nSecond")
described(
    "google-description-with-a-link", '<p>Read <a href="https://example.org/a?b=1&amp;c=2">the notes</a>.</p>',
    r"Read the notes (https://example.org/a?b=1&c=2).",
)
described(
    "google-description-with-a-link-that-says-itself",
    '<a href="https://example.org/">example.org</a><br><a href="mailto:ann@example.org">ann@example.org</a>',
    r"https://example.org/\nmailto:ann@example.org",
)
described(
    "google-description-with-its-redirection",
    '<a href="https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fx&amp;sa=D">Slides</a>',
    "Slides (https://example.org/x)",
)
described(
    "google-description-with-lists",
    "Bring:<ul><li>Pens</li><li>Paper</li></ul>Then:<ol><li>Sit</li><li>Draw</li></ol>",
    r"Bring:\n\n• Pens\n• Paper\n\nThen:\n\n1. Sit\n2. Draw",
)
described(
    "google-description-in-an-html-blob", r"<html-blob><b>Bold</b> and\n<i>slanted</i></html-blob>",
    r"Bold and\nslanted",
)
described(
    "google-description-with-entities", "Fish &amp\\; chips&nbsp\\;&ndash\\; 5&#8364\\; &lt\\;small&gt\\;<br>",
    "Fish & chips – 5€ <small>",
)
described("description-of-entities-alone", "Tom &amp\\; Jerry", "Tom & Jerry")
described("description-that-contains-angle-brackets", "If a < b and c > d, write x<y", "If a < b and c > d, write x<y")
described(
    "description-with-addresses-in-angle-brackets",
    "Join <https://example.org/x> or ask <ann@example.org>", "Join <https://example.org/x> or ask <ann@example.org>",
)
described("description-that-speaks-of-a-tag", "Use the <b> tag", "Use the <b> tag")
described(
    "description-with-a-script",
    "<p>Hi</p><script>alert(1)</script><a href=\"javascript:alert(2)\">there</a><style>p{}</style><!-- no -->",
    r"Hi\n\nthere",
)
described(
    "description-of-tags-that-are-not-closed", "<p>One<p>Two<br>Three <a href=\"https://example.org/x\">four",
    r"One\n\nTwo\nThree four",
)
detail(
    "outlook-html-without-a-description",
    ["X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML><html><head><title>no</title></head><body>",
     " <p>Room\\n1</p><p>&nbsp;</p><p>Ring twice</p></body></html>"],
    [r"1 DESCRIPTION:Room 1\n\nRing twice"],
)
detail(
    "outlook-html-beside-a-description", ["DESCRIPTION:Plain", "X-ALT-DESC;FMTTYPE=text/html:<p>Rich</p>"],
    ["1 DESCRIPTION:Plain"],
)
detail(
    "outlook-html-beside-an-empty-description", [r"DESCRIPTION:\n", "X-ALT-DESC;FMTTYPE=text/html:<p>Rich</p>"],
    ["1 DESCRIPTION:Rich"],
)

# ---- Meetings and places -----------------------------------------------------------------------

detail(
    "google-conference", ["DESCRIPTION:See you", "X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij"],
    ["1 CONFERENCE:https://meet.google.com/abc-defg-hij", "1 DESCRIPTION:See you"],
)
teams = "https://teams.microsoft.com/l/meetup-join/19%3ameeting_X%40thread.v2/0?context=%7b%22Tid%22%3a%22y%22%7d"
detail(
    "teams-address-in-a-description", [f"DESCRIPTION:Join here: <{teams}>\\nDial in"], [f"1 CONFERENCE:{teams}"],
)
detail(
    "teams-address-in-html",
    [f'DESCRIPTION:<p>Microsoft Teams</p><a href="{teams}">Join the meeting</a>'],
    [f"1 CONFERENCE:{teams}", rf"1 DESCRIPTION:Microsoft Teams\n\nJoin the meeting ({teams})"],
)
detail(
    "teams-address-in-a-property-of-microsoft", [f"X-MICROSOFT-SKYPETEAMSMEETINGURL:{teams}"],
    [f"1 CONFERENCE:{teams}"],
)
detail(
    "zoom-address-in-a-location", ["LOCATION:https://us02web.zoom.us/j/123?pwd=abc (Passcode 1)"],
    ["1 CONFERENCE:https://us02web.zoom.us/j/123?pwd=abc"],
)
detail(
    "zoom-address-of-somebody-else",
    ["DESCRIPTION:https://zoom.us.example.org/j/1 and https://example.org/zoom.us/j/1"], ["1 -CONFERENCE"],
)
detail("zoom-address-that-is-no-meeting", ["DESCRIPTION:Download https://zoom.us/download"], ["1 -CONFERENCE"])
detail(
    "conference-of-rfc-7986-beside-a-vendors",
    ["CONFERENCE;VALUE=URI;FEATURE=AUDIO;LABEL=Phone:tel:+49-30-1", "X-GOOGLE-CONFERENCE:https://meet.google.com/a"],
    ["1 CONFERENCE:tel:+49-30-1"],
)
detail("google-conference-that-is-no-address", ["X-GOOGLE-CONFERENCE:javascript:alert(1)"], ["1 -CONFERENCE"])
detail(
    "apple-structured-location-alone",
    ["X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=\"Am Tor 1\\n10117 Berlin\";X-APPLE-RADIUS=70;",
     " X-TITLE=\"The Gate\":geo:52.516,13.378"],
    ["1 GEO:52.516;13.378", r"1 LOCATION:The Gate\, Am Tor 1 10117 Berlin"],
)
detail(
    "apple-structured-location-beside-a-location",
    ["LOCATION:Here", "GEO:1.0;2.0", "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=There:geo:52.5,13.4"],
    ["1 GEO:1.0;2.0", "1 LOCATION:Here"],
)
detail(
    "apple-structured-location-without-numbers",
    ["X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=There:geo:95.0,north"], ["1 -GEO", "1 LOCATION:There"],
)
