"""A conference as content: three days, five rooms, twenty talks a day, breaks for all, and what lasts all day."""

import json
from pathlib import Path

ROOMS = ["Main hall", "Room 2", "Room 10", "Garden tent", "Workshop"]
TRACKS = ["Keynote", "Systems", "Web", "People"]
DAYS = ["2026-11-17", "2026-11-18", "2026-11-19"]
# The begin of each slot and its minutes: a talk in every room at once would be 5 a slot, so some rooms rest.
SLOTS = [("09:00", 60), ("10:30", 45), ("11:30", 45), ("14:00", 90), ("16:00", 30)]
NOUNS = ["Schedulers", "Type systems", "Offline pages", "Accessible grids", "Time zones", "Small teams", "Old tests",
         "Compilers", "Maps", "Fonts", "Queues", "Reviews"]
VERBS = ["What we learned from", "A year of", "Rethinking", "Measuring", "The end of"]


def talks():
    """Sixty of them: which room rests in which slot changes from day to day."""
    made = []
    for day, date in enumerate(DAYS):
        for slot, (start, minutes) in enumerate(SLOTS):
            for room, name in enumerate(ROOMS):
                if (slot + room + day) % 5 == 0:
                    continue
                number = len(made)
                hour, minute = map(int, start.split(":"))
                end = hour * 60 + minute + minutes
                made.append({
                    "uid": f"talk-{number}@conference.example",
                    "title": f"{VERBS[number % 5]} {NOUNS[number % 12].lower()}",
                    "start": f"{date}T{start}", "end": f"{date}T{end // 60:02}:{end % 60:02}",
                    "tz": "Europe/Oslo", "location": {"name": name}, "categories": [TRACKS[(slot + room) % 4]],
                })
    return made


def others():
    """Lunch, which is in no room, and the fair, which lasts all three days in one."""
    made = [{"uid": f"lunch-{date}@conference.example", "title": "Lunch", "start": f"{date}T12:30",
             "end": f"{date}T13:45", "tz": "Europe/Oslo"} for date in DAYS]
    made.append({"uid": "fair@conference.example", "title": "Job fair", "start": DAYS[0], "end": "2026-11-20",
                 "allDay": True, "location": {"name": "Garden tent"}})
    made.append({"uid": "open@conference.example", "title": "Conference", "start": DAYS[0], "end": "2026-11-20",
                 "allDay": True})
    return made


def write(folder: Path, columns="columns: {by: place, order: [Main hall]}", settings=""):
    """Writes the content, and returns its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "site.yml").write_text(
        f"title: Conference\nlocale: en-GB\nzones: [Europe/Oslo]\n{columns}\n{settings}"
        "calendars:\n  - {source: talks.json, name: talks, title: Talks, kind: conference}\n"
        "  - {source: workshops.json, name: workshops, title: Workshops}\n", encoding="utf-8")
    workshops = [talk for talk in talks() if talk["location"]["name"] == ROOMS[-1]]
    rest = [talk for talk in talks() if talk not in workshops] + others()
    for name, events in ("talks", rest), ("workshops", workshops):
        (folder / f"{name}.json").write_text(json.dumps(events, indent=1), encoding="utf-8")
    return folder
