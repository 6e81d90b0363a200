"""All parts settle alike: pages, `agenda` and an independent implementation put every event on the same days."""

from __future__ import annotations

from datetime import date

import pytest

import checks
import settling
import tool
from pages import Site, moment

ZONES = ["UTC+8", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns"]
WIDER = ("--from", "2025-09-01", "--to", "2029-02-01")


def slug(zone: str) -> str:
    return zone.replace("/", "-").replace("+", "plus")


@pytest.fixture(scope="module")
def built(tmp_path_factory, made_content):
    """The made events, built for a zone; each zone once."""
    kept: dict[str, Site] = {}

    def get(zone: str) -> Site:
        if zone not in kept:
            output = tmp_path_factory.mktemp("built") / slug(zone)
            tool.build(output, "--tz", zone, content=made_content)
            kept[zone] = Site(output)
        return kept[zone]

    return get


@pytest.mark.parametrize("zone", ZONES)
def test_agenda_settles_like_the_python_oracle(zone, made_content):
    made = settling.events()
    found = tool.agenda(made_content, "--tz", zone, "--from", "2025-11-01", "--to", "2028-12-01")
    assert (found["from"], found["to"]) == ("2025-11-01", "2028-12-01")
    expected = settling.settle(made, zone, settling.FIRST, settling.LAST)
    days = {day["date"]: day for day in found["days"]}
    assert list(days) == sorted(expected)
    findings = []
    for day, wanted in expected.items():
        shown = [(event["uid"], event["part"]) for event in days[day]["events"]]
        if shown != wanted["events"]:
            findings.append(f"{day}: {shown}, not {wanted['events']}")
        if days[day]["busyMinutes"] != wanted["busyMinutes"]:
            findings.append(f"{day}: {days[day]['busyMinutes']} busy minutes, not {wanted['busyMinutes']}")
    by_uid = {event.uid: event for event in made}
    for day in found["days"]:
        for event in day["events"]:
            source = by_uid[event["uid"]]
            if source.is_all_day:
                times = source.start.isoformat(), source.end.isoformat()
            else:
                here = settling.zone_of(zone)
                times = tuple(t.astimezone(here).isoformat() for t in source.span(here))
            if (event["start"], event["end"]) != times:
                findings.append(f"{event['uid']}: {event['start']} to {event['end']}, not {times}")
            if event["allDay"] is not source.is_all_day or event["title"] != source.title:
                findings.append(f"{event['uid']}: {event}")
    assert findings == []


def test_agenda_prints_exactly_the_agreed_keys(made_content):
    found = tool.agenda(made_content, "--tz", "UTC+8", *WIDER)
    assert list(found) == ["zone", "from", "to", "days"]
    for day in found["days"]:
        assert list(day) == ["date", "busyMinutes", "events"]
        for event in day["events"]:
            assert list(event) == [
                "uid",
                "recurrenceId",
                "title",
                "allDay",
                "start",
                "end",
                "part",
                "calendar",
                "status",
            ]
            assert event["recurrenceId"] is None and event["status"] == "confirmed"


@pytest.mark.parametrize("zone", ZONES)
def test_pages_show_what_agenda_says(zone, built, made_content):
    found = tool.agenda(made_content, "--tz", zone, *WIDER)
    assert checks.agreement(built(zone), found, "2025-11-01", "2028-11-30") == []


def test_the_sample_shows_what_agenda_says(sample):
    found = tool.agenda(tool.CONTENT, "--tz", "UTC+8", *WIDER)
    assert checks.agreement(sample, found, "2025-11-01", "2028-11-30") == []


@pytest.mark.parametrize(
    "zone, day, other",
    [("UTC+8", "2026-11-04", "2026-11-03"), ("America/New_York", "2026-11-03", "2026-11-04")],
)
def test_an_event_between_two_days(zone, day, other, built, made_content):
    """2026-11-03T23:30Z is the next morning in the east and still the evening in the west."""
    uid, start = "made-0@example.org", moment("2026-11-03T23:30:00Z")
    days = {
        d["date"]: [e["uid"] for e in d["events"]] for d in tool.agenda(made_content, "--tz", zone, *WIDER)["days"]
    }
    assert uid in days[day] and uid not in days.get(other, [])
    site = built(zone)
    for kind in ("calendar", "agenda", "week", "day"):
        stands = {
            event.date
            for page in site.kind(kind)
            for event in page.events
            if event.uid == uid and moment(event.start) == start
        }
        assert stands == {day}, kind


def test_the_python_oracle_settles_known_days():
    """The independent implementation handles days that clocks lengthen, shorten or begin late."""

    def hours(name, day):
        zone = settling.zone_of(name)
        following = date.fromordinal(day.toordinal() + 1)
        return (
            settling.first_instant(following, zone) - settling.first_instant(day, zone)
        ).total_seconds() / 3600

    assert hours("America/New_York", date(2026, 3, 8)) == 23
    assert hours("America/New_York", date(2026, 11, 1)) == 25
    assert hours("Australia/Lord_Howe", date(2026, 4, 5)) == 24.5
    assert hours("Africa/Cairo", date(2026, 4, 24)) == 23  # midnight is in a gap
    assert hours("UTC+8", date(2026, 3, 8)) == 24


def test_a_day_that_the_zone_skipped_has_no_page(tmp_path):
    """Samoa went from 29 to 31 December 2011: these days are each other's neighbours."""
    content, output = tmp_path / "Content", tmp_path / "Output"
    content.mkdir()
    (content / "events.json").write_text('[{"uid": "a", "title": "A", "start": "2011-12-29T09:00"}]')
    tool.build(output, "--tz", "Pacific/Apia", "--from", "2011-12-01", "--to", "2012-02-01", content=content)
    assert not (output / "day/2011-12-30.html").exists()
    before, after = ((output / f"day/{day}.html").read_text() for day in ("2011-12-29", "2011-12-31"))
    assert 'rel="next" href="../day/2011-12-31.html#events"' in before
    assert 'rel="prev" href="../day/2011-12-29.html#events"' in after
    # A week and a month have their seven columns; links to the missing day lead to the one after.
    for page in ("calendar/2011-12", "agenda/2011-12", "week/2011-12-25", "year/2011"):
        text = (output / f"{page}.html").read_text()
        assert "day/2011-12-31.html" in text and "2011-12-30.html" not in text and "section=2011-12-30" not in text
    tool.build(output, "--tz", "Pacific/Honolulu", "--from", "2011-12-01", "--to", "2012-02-01", content=content)
    assert (output / "day/2011-12-30.html").exists()
