"""Words of a made-up language: English ones, each marked with its key, so that what is not from the file shows."""

from __future__ import annotations

import re
from pathlib import Path

import tool
import yaml

ENGLISH = tool.TEMPLATES / "words/en.yml"
SECTIONS = ("labels", "sentences")

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
    "FREQ=YEARLY;BYYEARDAY=306",
    "FREQ=YEARLY;BYWEEKNO=45;BYDAY=MO",
    "FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTHDAY=2,3;BYMONTH=11,12",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=1MO",
    "FREQ=DAILY;COUNT=9\nRRULE:FREQ=WEEKLY;COUNT=9\n"
    + "EXDATE:" + ",".join(f"202611{day:02}T060000Z" for day in range(3, 10)),
]


def _marked(key: str, text: str) -> str:
    """A text whose words stand in «», behind their key; its places stand as they are."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(part if part.startswith("{") else f"«{key}|{part}»" for part in parts if part)


def language() -> dict:
    """All words, marked."""

    def marked(key: str, value):
        if isinstance(value, dict):
            return {name: marked(key, text) for name, text in value.items()}
        return _marked(key, str(value))

    made = yaml.safe_load(ENGLISH.read_text())
    for section in (*(made[name] for name in SECTIONS), *made["scripts"].values()):
        for key, value in section.items():
            section[key] = marked(key, value)
    return made


def write(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(yaml.safe_dump(language(), allow_unicode=True, sort_keys=False, width=1000))


def without(text: str) -> str:
    """What a text says beside words of the file."""
    return re.sub("«[^«»]*»", "", text)


def marks(section: str) -> dict[str, str]:
    """What a page holds that says any form of a key."""
    return {key: f"«{key}|" for key in language()[section]}
