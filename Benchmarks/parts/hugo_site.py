"""The site that Hugo builds: month, agenda and day pages of events that are settled already.

Hugo gets every figure, link and text of a page as data, so that it only has to print them; busylife-gen reads the same
events from iCalendar. Whatever favours one of the two, favours Hugo.

    content/<view>/<section>.md   front matter alone: address, title, neighbours
    data/months.json              by month: six weeks of seven cells
    data/agendas.json             by month: the days that have events
    data/days/<year>.json         by date: the day's title, address and events
"""

from __future__ import annotations

import calendar
import json
import shutil
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path

from .single_events import Event

SOURCE = Path(__file__).resolve().parent.parent / "peers/hugo"
CHIPS = 4


def day_href(day: date) -> str:
    return f"/day/{day}/"


def day_title(day: date) -> str:
    return f"{calendar.day_name[day.weekday()]}, {day.day} {calendar.month_name[day.month]} {day.year}"


def month_title(month: date) -> str:
    return f"{calendar.month_name[month.month]} {month.year}"


def key(month: date) -> str:
    return f"{month.year}-{month.month:02}"


def next_month(month: date) -> date:
    return (month.replace(day=1) + timedelta(days=31)).replace(day=1)


def shown(event: Event) -> dict[str, str]:
    """The printed data of an event."""
    return {
        "uid": event.uid,
        "href": f"/event/{event.number}/",
        "class": event.category,
        "title": event.title,
        "start": str(event.day) if event.all_day else event.start.isoformat(),
        "end": str(event.day + timedelta(days=1)) if event.all_day else event.end.isoformat(),
        "time": "" if event.all_day else f"{event.start:%H:%M}",
        "endtime": "" if event.all_day else f"{event.end:%H:%M}",
        "place": event.place,
        "text": event.text,
    }


def weeks(month: date, by_day: dict[date, list[Event]]) -> list[dict]:
    """Six weeks from the Monday on or before the first of a month."""
    monday = month - timedelta(days=month.weekday())
    days = [monday + timedelta(days=index) for index in range(42)]

    def cell(day: date) -> dict:
        count = len(by_day.get(day, ()))
        classes = ["weekend"] * (day.weekday() > 4) + ["outside"] * (day.month != month.month)
        return {
            "date": str(day), "year": str(day.year), "href": day_href(day), "number": day.day,
            "class": " ".join(classes), "count": count, "more": max(0, count - CHIPS),
        }  # fmt: skip

    return [
        {"number": days[index].isocalendar().week, "cells": [cell(day) for day in days[index : index + 7]]}
        for index in range(0, 42, 7)
    ]


def front_matter(path: Path, **fields: str) -> None:
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    path.write_text("\n".join(["+++", *lines, "+++", ""]), encoding="utf-8")


def write_months(content: Path, data: Path, first: date, last: date, by_day: dict[date, list[Event]]) -> None:
    grids, agendas = {}, {}
    month = first
    while month < last:
        before, after = (month - timedelta(days=1)).replace(day=1), next_month(month)
        grids[key(month)] = weeks(month, by_day)
        days = [month + timedelta(days=index) for index in range((after - month).days)]
        agendas[key(month)] = [{"date": str(day), "year": str(day.year)} for day in days if day in by_day]
        for view in ("month", "agenda"):
            front_matter(
                content / view / f"{key(month)}.md",
                title=month_title(month), url=f"/{view}/{key(month)}/", key=key(month), year=str(month.year),
                month=f"/month/{key(month)}/", agenda=f"/agenda/{key(month)}/", day=day_href(month),
                before=f"/{view}/{key(before)}/", beforetitle=month_title(before),
                after=f"/{view}/{key(after)}/", aftertitle=month_title(after),
            )  # fmt: skip
        month = after
    (data / "months.json").write_text(json.dumps(grids))
    (data / "agendas.json").write_text(json.dumps(agendas))


def write_days(content: Path, data: Path, first: date, last: date, by_day: dict[date, list[Event]]) -> None:
    years: dict[int, dict] = defaultdict(dict)
    for index in range((last - first).days):
        day = first + timedelta(days=index)
        before, after = day - timedelta(days=1), day + timedelta(days=1)
        front_matter(
            content / "day" / f"{day}.md",
            title=day_title(day), url=day_href(day), iso=str(day), year=str(day.year),
            month=f"/month/{key(day)}/", agenda=f"/agenda/{key(day)}/", day=day_href(day),
            before=day_href(before), beforetitle=day_title(before), after=day_href(after), aftertitle=day_title(after),
        )  # fmt: skip
        years[day.year]
        if day in by_day:
            events = [shown(event) for event in by_day[day]]
            years[day.year][str(day)] = {"title": day_title(day), "href": day_href(day), "events": events}
    for year, days in years.items():
        (data / "days" / f"{year}.json").write_text(json.dumps(days, ensure_ascii=False), encoding="utf-8")


def written(folder: Path, events: list[Event], first: date, last: date) -> Path:
    """Writes the site's source, from the first of a month to before the first of another."""
    by_day: dict[date, list[Event]] = defaultdict(list)
    for event in events:
        by_day[event.day].append(event)
    for of_day in by_day.values():
        of_day.sort(key=lambda event: (not event.all_day, event.start, event.end, event.title, event.uid))
    shutil.copytree(SOURCE, folder)
    content, data = folder / "content", folder / "data"
    for made in (content / "month", content / "agenda", content / "day", data / "days"):
        made.mkdir(parents=True)
    write_months(content, data, first, last, dict(by_day))
    write_days(content, data, first, last, dict(by_day))
    return folder
