"""Words of a made-up language: English ones, each marked with its key, so that what is not from the file shows."""

from __future__ import annotations

import html.parser
import re
from pathlib import Path

import tool
import yaml

ENGLISH = tool.TEMPLATES / "words/en.yml"
SECTIONS = ("labels", "sentences")
# What a file says of itself, for translators.
HEAD = ("terms", "register", "never")
# English ones: the texts have their forms, and Greek has no ordinals.
ORDINALS = {
    "one": "n % 10 = 1 and n % 100 != 11",
    "two": "n % 10 = 2 and n % 100 != 12",
    "few": "n % 10 = 3 and n % 100 != 13",
}

# Rules of series that together say every sentence of rules.
RULES = [
    "FREQ=SECONDLY;COUNT=2",
    "FREQ=MINUTELY;INTERVAL=7;COUNT=3",
    "FREQ=HOURLY;INTERVAL=2;COUNT=1",
    "FREQ=DAILY;BYMONTHDAY=2,3,-1;BYDAY=MO,TU,WE,TH,FR,SA;UNTIL=20270101T000000Z",
    "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=6,7",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=WEEKLY;BYMONTH=11,12",
    "FREQ=MONTHLY",
    "FREQ=MONTHLY;BYDAY=1MO,-2TU,SA",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1",
    "FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=2,13,-1",
    "FREQ=YEARLY;BYYEARDAY=306,-1",
    "FREQ=YEARLY;BYWEEKNO=45,-1;BYDAY=MO",
    "FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTHDAY=2,3;BYMONTH=11,12",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=1MO",
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
    "FREQ=DAILY;COUNT=9\nRRULE:FREQ=WEEKLY;COUNT=9\n"
    + "EXDATE:" + ",".join(f"202611{day:02}T060000Z" for day in range(3, 10)),
]


def _marked(key: str, text: str) -> str:
    """A text whose words stand in «», behind their key; its places stand as they are."""
    parts = re.split(r"(\{\w+\})", text)
    if not any(part and not part.startswith("{") for part in parts):
        return f"«{key}|»{text}"
    return "".join(part if part.startswith("{") else f"«{key}|{part}»" for part in parts if part)


def language() -> dict:
    """All words, marked."""

    def marked(key: str, value):
        if isinstance(value, dict):
            return {name: marked(key, text) for name, text in value.items()}
        return _marked(key, str(value))

    made = yaml.safe_load(ENGLISH.read_text())
    for section in ("lengths", *HEAD):
        del made[section]
    made["ordinals"] = ORDINALS
    for section in (*(made[name] for name in SECTIONS), *made["scripts"].values()):
        for key, value in section.items():
            section[key] = marked(key, value)
    return made


def write(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(yaml.safe_dump(language(), allow_unicode=True, sort_keys=False, width=1000))


def foreign(text: str) -> bool:
    """Whether a text says a word in Latin letters that is not from the file. Zones are called what the time zone
    database calls them; programs, formats and paths of feeds have one name in all languages."""
    names = r"«[^«»]*»|UTC|Asia/Tokyo|Outlook\.com|Microsoft 365|Atom|JSON Feed|^feeds/[\w./-]+$"
    return bool(re.search("[A-Za-z]{2,}|[A-Za-z]+ ", re.sub(names, "", text)))


def marks(section: str) -> dict[str, str]:
    """What a page holds that says any form of a key."""
    return {key: f"«{key}|" for key in language()[section]}


# Whatever a page says beside its words: what the content says, and what the locale calls days and months.
CONTENT = {
    "site.yml": 'title: Ω1\nlocale: el\ncalendars:\n'
                '  - name: "1"\n    title: α\n    source: a.ics\n  - name: "2"\n    title: β\n    source: b.ics\n',
    "a.ics": """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//1//EN
BEGIN:VEVENT
UID:1
DTSTAMP:20260101T000000Z
DTSTART;TZID=Asia/Tokyo:20261110T090000
DTEND;TZID=Asia/Tokyo:20261110T103000
RRULE:FREQ=WEEKLY;COUNT=20
EXDATE;TZID=Asia/Tokyo:20261117T090000
SUMMARY:Ψ1
LOCATION:Λ1
STATUS:TENTATIVE
TRANSP:TRANSPARENT
ORGANIZER;CN=Π1:mailto:1@2.3
ATTENDEE;CN=Π2;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:2@2.3
ATTENDEE;CN=Π3;ROLE=NON-PARTICIPANT;PARTSTAT=DECLINED:mailto:3@2.3
ATTENDEE;CN=Π4;ROLE=CHAIR;PARTSTAT=TENTATIVE:mailto:4@2.3
ATTENDEE;CN=Π5;PARTSTAT=DELEGATED:mailto:5@2.3
ATTENDEE;CN=Π6:mailto:6@2.3
CATEGORIES:Κ1,Κ2
DESCRIPTION:Δ1
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261120
DTEND;VALUE=DATE:20261124
END:VEVENT
BEGIN:VEVENT
UID:3
DTSTAMP:20260101T000000Z
DTSTART:20261121T180000Z
DTEND:20261123T010000Z
SUMMARY:Ψ3
END:VEVENT
BEGIN:VEVENT
UID:4
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261101
TRANSP:TRANSPARENT
SUMMARY:Ψ4
END:VEVENT
END:VCALENDAR
""",
    "b.ics": "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//1//EN\n"
    + "".join(
        f"BEGIN:VEVENT\nUID:b{n}\nDTSTAMP:20260101T000000Z\nDTSTART:20261121T{n:02}0000Z\n"
        # One of them goes on from morning to afternoon.
        f"DTEND:20261121T{n + (n == 11):02}3000Z\n"
        f"SUMMARY:Β{n}\nEND:VEVENT\n"
        for n in range(6, 15)
    )
    + "".join(
        f"BEGIN:VEVENT\nUID:r{n}\nDTSTAMP:20260101T000000Z\nDTSTART:20261102T060000Z\nDTEND:20261102T061500Z\n"
        f"RRULE:{rule}\nSUMMARY:Ρ{n}\nEND:VEVENT\n"
        for n, rule in enumerate(RULES)
    )
    + "END:VCALENDAR\n",
    "notes/1.md": "---\ntitle: Ν1\ndate: 2026-11-21\n---\nΝ1\n",
    "notes/2.md": "---\ntitle: Ν2\n---\nΝ2\n",
    "notes/3.md": "---\ntitle: Ν3\nevent: '1'\n---\nΝ3\n",
}


def files(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def build(output: Path, content: Path, theme: Path, extra: tuple[str, ...] = (), **options) -> tool.Result:
    window = ["--tz", "UTC", "--from", "2026-11-01", "--to", "2026-12-01"]
    return tool.build(output, *window, *extra, content=content, templates=theme, **options)


def site(folder: Path, settings: str = "") -> Path:
    """Builds a site that says nothing but marked words, Greek letters and figures; gives its output folder."""
    content = files(folder / "content", CONTENT | {"site.yml": CONTENT["site.yml"] + settings})
    write(folder / "theme/words/el.yml")
    result = build(folder / "Output", content, folder / "theme")
    assert not result.err, result
    return folder / "Output"


# Attributes for programs; people read or hear all others.
MUTE = set("""
    action aria-busy aria-controls aria-current aria-describedby aria-expanded aria-haspopup aria-hidden aria-labelledby
    aria-live aria-pressed aria-selected as async autocomplete blocking charset class colspan crossorigin d datetime
    decoding defer dir disabled download fill for headers height hidden href hreflang http-equiv id inputmode itemprop
    itemscope itemtype lang list loading max maxlength media method min name open path points preserveaspectratio
    property rel role rowspan rx ry scope sizes spellcheck src srcset step stroke tabindex target transform type viewbox
    width x y
    data-beyond data-busy data-calendar data-date data-end data-engine data-filter data-first-weekday data-grid
    data-kind data-legend data-lines data-opens data-others data-published data-root data-section data-stale data-start
    data-today data-uid data-view data-window-from data-window-to data-words-lang data-zone
""".split())
# Names of meta elements that hold a text.
TOLD = {"description", "author", "application-name", "og:title", "og:description", "og:site_name", "og:image:alt"}


class Texts(html.parser.HTMLParser):
    """What a page says to people: its text, and the attributes that are read or shown."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.inside.append(tag)
        named = dict(attributes)
        is_told = bool(TOLD & {named.get("name"), named.get("property")})
        for name, value in attributes:
            # People read the text of an option; its value is for programs.
            if is_told if name == "content" else name not in MUTE and (tag, name) != ("option", "value"):
                self.found.append(value or "")

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        # What is in `pre` is code.
        if not self.inside or self.inside[-1] not in ("script", "style", "pre"):
            self.found.append(data)
