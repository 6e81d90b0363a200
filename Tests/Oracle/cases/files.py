"""The bytes of a file: line endings, folds, letter case, broken and unknown parts."""

from fixtures import *

plain = event(hour("20260901T090000"))
nine = [single(berlin("2026-09-01 09:00"), 60)]
window = "2026-08-31 2026-09-02"
good = event(hour("20260901T120000"), uid="good", title="Good")
noon = [single(berlin("2026-09-01 12:00"), 60, uid="good", title="Good")]

fixture("bare-lf", wrap(plain, "\n"), nine, window)
fixture("byte-order-mark", b"\xef\xbb\xbf" + wrap(plain), nine, window)
fixture("line-ends-converted-twice", wrap(plain, "\r\r\n"), nine, window)
fixture("no-line-end-at-the-end", wrap(plain).rstrip(b"\r\n"), nine, window)
fixture("empty-lines", wrap(plain.replace("\n", "\n\n")), nine, window)
fixture(
    "lower-case",
    wrap(
        "\n".join(
            [
                "begin:vevent",
                "uid:1",
                "dtstamp:20260101t000000z",
                "summary:Event",
                "dtstart;tzid=europe/berlin:20260901t090000",
                "duration:pt1h",
                "rrule:freq=daily;count=3",
                "exdate;value=date:20260902",
                "status:tentative",
                "end:vevent",
            ]
        )
    )
    .replace(b"BEGIN:VCALENDAR", b"begin:vcalendar")
    .replace(b"END:VCALENDAR", b"End:vCalendar"),
    series(berlin("2026-09-01 09:00", "2026-09-03 09:00"), status="tentative"),
    "2026-08-31 2026-09-05",
)
fixture(
    "fold-within-a-character",
    # The folds split ü (C3 BC) and the moon (F0 9F 8C 99), and a fold may be a tab.
    wrap(event(hour("20260901T090000"), title="FÜR-MOON-TAB"))
    .replace("Ü".encode(), b"\xc3\r\n \xbc")
    .replace(b"MOON", b"\xf0\x9f\r\n \x8c\r\n \x99")
    .replace(b"TAB", b"t\r\n\tab"),
    [single(berlin("2026-09-01 09:00"), 60, title="F\u00fcR-\U0001f319-tab")],
    window,
)
fixture(
    "fold-within-names-and-values",
    wrap(plain).replace(b"DTSTART", b"DT\r\n ST\r\n ART").replace(b"20260901T09", b"2026\r\n 0901T\r\n 09"),
    nine,
    window,
)
fixture(
    "a-line-of-folds",
    # The second and third lines contain only the white space of folds.
    wrap(plain).replace(b"SUMMARY:Event", b"SUMMARY:Ev\r\n \r\n \r\n ent"),
    nine,
    window,
)
fixture(
    "escapes",
    event(hour("20260901T090000"), title=r"One\, two\; three\\four\nfive\Nsix \: \seven"),
    [single(berlin("2026-09-01 09:00"), 60, title="One, two; three\\four\nfive\nsix : \\seven")],
    window,
)
fixture(
    "text-that-json-escapes",
    event(hour("20260901T090000"), title='"Quoted" \\\\ {{title}} 生日 🏮'),
    [single(berlin("2026-09-01 09:00"), 60, title='"Quoted" \\ {{title}} 生日 🏮')],
    window,
)
fixture(
    "parameters-with-quotation-marks",
    # A colon, a semicolon and a comma in a parameter, and an unknown parameter.
    event(
        'DTSTART;X-SOMETHING="a:b;c,d";TZID="Europe/Berlin":20260901T090000',
        'DTEND;TZID="Europe/Berlin";X-EMPTY=:20260901T100000',
    ),
    nine,
    window,
)
fixture(
    "summary-with-parameters",
    event(hour("20260901T090000")).replace("SUMMARY:", 'SUMMARY;LANGUAGE=en;ALTREP="https://example.org/a:b":'),
    nine,
    window,
)
fixture(
    "unknown-properties-and-components",
    "\n".join(
        [
            "X-WR-CALNAME:Something",
            "X-NOBODY-KNOWS;A=B:C",
            "BEGIN:X-COMPONENT",
            "DTSTART:20260901T070000Z",
            "SUMMARY:No event",
            "BEGIN:X-WITHIN",
            "SUMMARY:Still none",
            "END:X-WITHIN",
            "END:X-COMPONENT",
            "BEGIN:VTODO",
            "UID:todo",
            "DTSTART:20260901T070000Z",
            "DUE:20260901T080000Z",
            "SUMMARY:To do",
            "END:VTODO",
            "BEGIN:VJOURNAL",
            "UID:journal",
            "DTSTART;VALUE=DATE:20260901",
            "SUMMARY:Done",
            "END:VJOURNAL",
            event(
                hour("20260901T090000"),
                "NEW-PROPERTY;VALUE=UNKNOWN:?",
                "BEGIN:VALARM",
                "ACTION:DISPLAY",
                "TRIGGER:-PT15M",
                "DURATION:PT5M",
                "REPEAT:2",
                "SUMMARY:The alarm's",
                "UID:alarm",
                "DESCRIPTION:Soon",
                "END:VALARM",
            ),
        ]
    ),
    nine,
    window,
)
fixture(
    "alarm-before-the-events-own-properties",
    "\n".join(
        [
            "BEGIN:VEVENT",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:PT0S",
            "DURATION:PT5M",
            "REPEAT:1",
            "SUMMARY:The alarm's",
            "UID:alarm",
            "END:VALARM",
            "UID:1",
            "SUMMARY:Event",
            hour("20260901T090000"),
            "END:VEVENT",
        ]
    ),
    nine,
    window,
)
fixture(
    "properties-twice",
    # The first of each counts.
    event(hour("20260901T090000"), "SUMMARY:Another", "DTSTART:20260902T090000Z", "UID:2"),
    nine,
    window,
)

# ---- Broken components ------------------------------------------------------------------------------------

fixture(
    "broken-neighbours",
    # Without a start, with an invalid start, with a date that does not exist: each is skipped.
    "\n".join(
        [
            event("DURATION:PT1H", uid="a"),
            event("DTSTART:tomorrow", uid="b"),
            event("DTSTART;VALUE=DATE:20260231", uid="c"),
            event("DTSTART:20260901T250000Z", uid="d"),
            good,
        ]
    ),
    noon,
    window,
    problems=[
        "4:1: error: VEVENT without DTSTART",
        "14:1: error: DTSTART",
        "20:1: error: DTSTART",
        "26:1: error: DTSTART",
    ],
)
fixture(
    "event-without-end",
    # It may have lost anything, so it is skipped; the next one is whole.
    "\n".join([plain.replace("END:VEVENT", "X-LAST:1"), good]),
    noon,
    window,
    problems=["4:1: error: the component begun here has no END"],
)
fixture(
    "alarm-without-end",
    "\n".join([plain.replace("END:VEVENT", "BEGIN:VALARM\nACTION:DISPLAY\nEND:VEVENT"), good]),
    [*nine, *noon],
    window,
    problems=["10:1: error: the component begun here has no END"],
)
fixture(
    "end-without-begin",
    "\n".join(["END:VEVENT", plain, "END:VALARM", good]),
    [*nine, *noon],
    window,
    problems=["4:1: warning: END:", "12:1: warning: END:"],
)
fixture(
    "truncated",
    # The file ends within a line of the second event.
    wrap("\n".join([good, plain])).split(b"T090000")[0],
    noon,
    window,
    problems=["1:1: warning: VCALENDAR has no END", "11:1: error: the component begun here has no END"],
)
fixture(
    "truncated-after-an-event",
    wrap(good).replace(b"END:VCALENDAR\r\n", b""),
    noon,
    window,
    problems=["1:1: warning: VCALENDAR has no END:VCALENDAR"],
)
fixture(
    "lines-that-are-no-properties",
    # A description that was not folded, as hand-written files have it.
    event(
        hour("20260901T090000"), "DESCRIPTION:First line", "second line", "third: line", "=====", "", "\t"
    ),
    nine,
    window,
    problems=["11:1: warning: not a property", "13:1: warning: not a property"],
)
fixture(
    "text-around-the-calendar",
    b"Dear all,\r\n\r\nthe calendar:\r\n" + wrap(plain) + b"Yours\r\n",
    nine,
    window,
    problems=["1:1: error: text outside BEGIN:VCALENDAR"],
)
fixture("several-calendars-in-a-file", wrap(plain) + wrap(good), [*nine, *noon], window)
page = b"<!doctype html>\n<title>404 Not Found</title>\n"
fixture("no-calendar-at-all", page, [], window, problems=["1:1: error: text outside"])
fixture("empty-file", b"", [], window, problems=["1:1: warning: there is no BEGIN:VCALENDAR"])
fixture(
    "random-bytes",
    bytes((i * i * 31 + i * 7 + (i >> 3)) & 0xFF for i in range(5000)) + b"\r\n" + wrap(good),
    noon,
    window,
    problems=["1:1: error: text outside BEGIN:VCALENDAR"],
)
fixture(
    "not-utf-8",
    # A file of Latin-1.
    wrap(event(hour("20260901T090000"), title="Caf?")).replace(b"Caf?", b"Caf\xe9"),
    [single(berlin("2026-09-01 09:00"), 60, title="Caf\u00e9")],
    window,
    problems=["7:1: note: bytes that are not UTF-8"],
)
fixture(
    "control-characters",
    wrap(event(hour("20260901T090000"), title="Event")).replace(b"Event", b"Ev\x00e\x1b\x07nt"),
    nine,
    window,
    problems=["7:1: warning: control characters"],
)
fixture(
    "uid-missing",
    # Two events without a UID are two events.
    "\n".join(
        line
        for line in "\n".join(
            [event(hour("20260901T090000"), title="One"), event(hour("20260901T090000"), title="Two")]
        ).split("\n")
        if not line.startswith("UID")
    ),
    [
        single(berlin("2026-09-01 09:00"), 60, title="One", uid=""),
        single(berlin("2026-09-01 09:00"), 60, title="Two", uid=""),
    ],
    window,
    problems=["4:1: note: VEVENT without UID", "10:1: note: VEVENT without UID"],
)
fixture(
    "summary-missing",
    event(hour("20260901T090000")).replace("SUMMARY:Event\n", ""),
    [single(berlin("2026-09-01 09:00"), 60, title="")],
    window,
)
