"""A small handwritten site that meets every contract, for testing the checks themselves."""

from __future__ import annotations

from pathlib import Path

from checks import POLICY
from pages import dates_of, step

EVENTS = {  # date: (uid, start, end, title); the second one lasts over midnight
    "2026-11-04": [
        ("a@example.org", "2026-11-04T07:30:00+08:00", "2026-11-04T08:30:00+08:00", "Breakfast")
    ],
    "2026-11-20": [("b@example.org", "2026-11-20T23:00:00+08:00", "2026-11-21T01:00:00+08:00", "A night")],
    "2026-11-21": [("b@example.org", "2026-11-20T23:00:00+08:00", "2026-11-21T01:00:00+08:00", "A night")],
}
SECTIONS = {
    "calendar": ["2026-11", "2026-12"],
    "agenda": ["2026-11", "2026-12"],
    "week": [step("week", "2026-10-26", i) for i in range(10)],
    "day": dates_of("calendar", "2026-11") + dates_of("calendar", "2026-12"),
    "year": ["2026"],
}
BUSY = {"2026-11-04": 60, "2026-11-20": 60, "2026-11-21": 60}
AGENDA = {
    "zone": "UTC+8",
    "from": "2026-10-01",
    "to": "2027-02-01",
    "days": [
        {
            "date": day,
            "busyMinutes": BUSY[day],
            "events": [{"uid": u, "start": s, "end": e, "title": t} for u, s, e, t in events],
        }
        for day, events in EVENTS.items()
    ],
}


def page(view: str, section: str, main: str, up: str, turn: tuple[str, str] | None = None) -> str:
    head = body = ""
    if turn:
        head = f'<link rel="prev" href="{turn[0]}"><link rel="next" href="{turn[1]}">'
        body = f'<a rel="prev" href="{turn[0]}">Before</a><a rel="next" href="{turn[1]}">After</a>'
    views = " ".join(f'<a href="{up}{kind}/{names[0]}.html">{kind}</a>' for kind, names in SECTIONS.items())
    return f"""<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width">
<title>{view} {section}</title>
<link rel="stylesheet" href="{up}assets/style.css">{head}
<script src="{up}assets/script.js" defer></script>
<script type="application/ld+json">{{"name": "{section}"}}</script>
</head>
<body data-view="{view}" data-section="{section}" data-zone="UTC+8">
<nav><a data-today href="{up}index.html">Today</a> {views} {body}</nav>
<main>{main}</main>
</body>
</html>
"""


def events(day: str, up: str) -> str:
    return "".join(
        f'<a class="event x" href="{up}event/{uid[0]}.html" data-uid="{uid}" data-start="{start}" data-end="{end}">'
        f'<time datetime="{start}">{start[11:16]}</time> {title}</a>'
        for uid, start, end, title in EVENTS.get(day, [])
    )


def section(kind: str, name: str, up: str) -> str:
    days = "".join(
        f'<div data-date="{day}" data-busy="{1 if day in BUSY else 0}">{day[8:]}'
        f'{events(day, up) if kind != "year" else ""}</div>'
        for day in dates_of(kind, name)
    )
    return f'<section data-section="{name}"><h1>{name}</h1>{days}</section>'


def write(root: Path) -> None:
    def put(path: str, text: str) -> None:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    for kind, names in SECTIONS.items():
        for name in names:

            def beside(count: int) -> str:
                other = step(kind, name, count)
                return (
                    f"{other}.html" if other in names else f"../beyond.html?view={kind}&amp;section={other}"
                )

            put(
                f"{kind}/{name}.html",
                page(kind, name, section(kind, name, "../"), "../", (beside(-1), beside(1))),
            )
    put(
        "index.html",
        page(
            "index",
            "2026-11",
            section("calendar", "2026-11", "")
            + section("agenda", "2026-11", "")
            + "".join(f'<a href="day/{day}.html">{day}</a>' for day in SECTIONS["day"])
            + '<a href="https://example.org/elsewhere">x</a><a href="feeds/all.ics">feed</a>',
            "",
        ),
    )
    put("beyond.html", page("beyond", "", "<h1>Beyond</h1>", ""))
    put("404.html", page("404", "", "<h1>Nothing here</h1>", "/"))
    for letter in "ab":
        put(f"event/{letter}.html", page("event", letter, f"<h1>{letter}</h1>", "../"))
    put("assets/dot_1.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    put("assets/style.css", "p { background: url('dot%5F1.svg') } /* url(gone.png) */")
    put("assets/script.js", "const x = 1; // import './gone.js'\n")
    put("manifest.webmanifest", '{"start_url": "index.html", "icons": [{"src": "assets/dot_1.svg"}]}')
    put("feeds/all.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
