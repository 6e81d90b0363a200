"""Days on which nothing is: agendas list a run of them in one line, and the front page opens where something is."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser

import tool
from content import Content
from surroundings import SEED

NOVEMBER = [date(2026, 11, 1) + timedelta(days=n) for n in range(30)]
WINDOW = ("--tz", "UTC", "--locale", "en-GB", "--from", "2026-11-01", "--to", "2027-04-30")


def built(root, days: dict[str, str], notes: dict[str, str] | None = None, settings: str = "", **options) -> Content:
    """A site with an event of a whole day on each of these days, and notes by their day."""
    files = {f"notes/{day}.md": f"---\ntitle: {text}\ndate: {day}\n---\n{text}\n"
             for day, text in (notes or {}).items()}
    events = [{"title": title, "start": day} for day, title in days.items()]
    made = Content(root, f"title: Some days\n{settings}", events=events, files=files)
    made.build(*WINDOW, **options)
    return made


def page(site: Content, path: str) -> LexborHTMLParser:
    return LexborHTMLParser(site.page(path))


def lines(site, path: str = "agenda/2026-11.html") -> list[tuple[list[str], str, bool]]:
    """Of each line of an agenda its days, its heading, and whether it says that nothing is on."""
    found = []
    for day in page(site, path).css(".agenda > .day"):
        dates = [day.attributes["data-date"], *(span.attributes["data-date"] for span in day.css("h2 [data-date]"))]
        assert [f"d{date}" for date in dates] == [day.id, *(span.id for span in day.css("h2 [data-date]"))]
        link = day.css_first("h2 a")
        assert link.attributes["href"] == f"../day/{dates[0]}.html#events"
        is_empty = day.css_first("header > p") is not None and day.css_first("header > p").text() == "No events"
        assert is_empty == ("empty" in day.attributes["class"].split())
        found.append((dates, link.text(), is_empty))
    return found


@pytest.mark.random
@pytest.mark.parametrize("count", [0, 1, 6, 15, 29])
def test_each_day_is_found_and_no_two_lines_that_follow_are_empty(count, tmp_path):
    seed = f"{SEED} {count}"
    print("seed:", seed)
    rng = random.Random(seed)
    taken = rng.sample(NOVEMBER, count)
    noted = rng.sample(NOVEMBER, min(count, 2))
    site = built(tmp_path, {f"{day}": "Something" for day in taken}, notes={f"{day}": "A note" for day in noted})
    found = lines(site)
    assert [day for days, _, _ in found for day in days] == [f"{day}" for day in NOVEMBER]
    said = {f"{day}" for day in {*taken, *noted}}
    for days, heading, is_empty in found:
        assert is_empty == said.isdisjoint(days)
        first, last = date.fromisoformat(days[0]), date.fromisoformat(days[-1])
        assert heading == (f"{first:%A} {first.day} November" if first == last
                           else f"{first.day} – {last.day} November 2026")
        assert is_empty or len(days) == 1
    assert not any(before[2] and after[2] for before, after in zip(found, found[1:]))


def test_a_run_is_said_in_a_second_calendar_too(tmp_path):
    site = built(tmp_path, {"2026-11-10": "Something"}, settings="secondCalendar: hebrew\n")
    first = page(site, "agenda/2026-11.html").css_first(".agenda > .day")
    assert first.css_first("h2 a").text() == "1 – 9 November 2026"
    assert first.css_first(".second").text() == "21 – 29 Heshvan 5787"


@pytest.mark.parametrize(
    ("days", "notes", "opens"),
    [
        ({"2027-03-03": "First"}, {}, "2027-03-03"),
        ({"2026-11-30": "First"}, {}, "2026-11-30"),
        # There is something to look back at.
        ({"2026-11-03": "Past", "2027-03-03": "First"}, {}, None),
        ({"2026-11-21": "Today", "2027-03-03": "First"}, {}, None),
        ({"2027-03-03": "First"}, {"2026-11-20": "Soon"}, None),
        ({"2027-03-03": "First"}, {"2027-01-20": "A word before"}, "2027-01-20"),
        ({"2027-08-01": "Beyond what is published"}, {}, None),
        ({}, {}, None),
    ],
)
def test_the_front_page_opens_at_the_first_event(days, notes, opens, tmp_path):
    site = built(tmp_path, days, notes=notes, now="2026-11-21T12:00:00Z")
    index = page(site, "index.html")
    month = (opens or "2026-11-21")[:7]
    assert [one.attributes["data-section"] for one in index.css("main [data-section]")] == [month, month]
    assert index.css_first(".home").attributes.get("data-opens") == opens
    assert index.css_first(".elsewhere") is None
    assert (index.css_first(".as-of") is None) == (opens is not None)
    # What says "today" stays with today.
    for name in ("today.html", "board.html"):
        assert page(site, name).css_first("[data-date]").attributes["data-date"] == "2026-11-21"


def test_a_build_after_a_change_opens_where_a_new_one_does(tmp_path):
    site = built(tmp_path, {"2027-03-03": "First"})
    for days in (["2027-02-01", "2027-03-03"], ["2027-03-03"], ["2026-12-24"], ["2026-11-21"], []):
        site.write("events.json", [{"title": "One", "start": day} for day in days])
        site.build(*WINDOW)
        site.build(*WINDOW, output=tmp_path / f"new-{len(days)}-{days[:1]}")
        assert tool.snapshot(site.output) == tool.snapshot(tmp_path / f"new-{len(days)}-{days[:1]}")
