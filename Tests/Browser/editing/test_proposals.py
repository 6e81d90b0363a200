"""Proposals: the file, read by another program; the mail; and saving with `serve --edit`."""

from __future__ import annotations

import json
from contextlib import contextmanager
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import browser as chrome
import tool
from content import Content
from edits import Editing
from proposals import lift, put_down, taken
from stage import PUBLISHED, SIZES, Site, near, ready, shows

BERLIN = "Europe/Berlin"
ICS = (tool.PROJECT / "Tests/Fixtures/pages/team.ics").read_text(encoding="utf-8").replace("\n", "\r\n")


@pytest.fixture(scope="module")
def team(tmp_path_factory):
    # Proposals are mailed to organisers.
    made = Content(tmp_path_factory.mktemp("team"), "mail: true\n", files={"team.ics": ICS})
    made.build("--tz", BERLIN, *PUBLISHED)
    with chrome.served(made.root) as server:
        yield Site(f"{server}/site", made.output)


@contextmanager
def opened(chromium, site, path, size="wide", **context):
    with chrome.watched(chromium, [], viewport=SIZES[size], **context) as page:
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        near(page)
        yield page


def propose(page, title: str, day: str, *keys: str, scope: str | None = None) -> None:
    """Lifts an event, changes it by keys, and puts it down."""
    lift(page, title, day, *keys)
    put_down(page, scope)


def test_another_time_is_a_counter_to_the_event_as_it_was(chromium, team):
    with opened(chromium, team, "day/2026-11-03", now=tool.USUAL) as page:
        propose(page, "Plan", "2026-11-03", "ArrowDown", "Shift+ArrowDown")
        assert page.locator(".proposals-pill").inner_text() == "1 proposal"
        calendar, (event,) = taken(page)
        assert calendar["METHOD"] == "COUNTER"
        assert (event["UID"], event["SEQUENCE"], event["SUMMARY"]) == ("single@example.org", 4, "Plan & <review>")
        assert event["ORGANIZER"] == "mailto:ada+cal@example.org" and event["ORGANIZER"].params["CN"] == "Müller, Ada"
        assert event["ATTENDEE"] == "mailto:bo@example.org"
        assert event["DTSTART"].dt.isoformat() == "2026-11-03T09:15:00+01:00"
        assert event["DTEND"].dt.isoformat() == "2026-11-03T11:00:00+01:00"
        assert event["DTSTART"].params["TZID"] == BERLIN
        assert [zone["TZID"] for zone in calendar.walk("VTIMEZONE")] == [BERLIN]
        assert "RECURRENCE-ID" not in event and "RRULE" not in event
        assert event["DTSTAMP"].to_ical() == b"20261121T120000Z"
        # The mail goes to the organiser, with words for people; nothing in it becomes markup or another header.
        page.evaluate("""() => {
            window.went = [];
            navigation.addEventListener('navigate', e => { went.push(e.destination.url); e.preventDefault() });
        }""")
        page.get_by_role("button", name="Mail Plan").click()
        page.wait_for_function("() => went.length")
        address = urlsplit(page.evaluate("() => went[0]"))
        assert address.scheme == "mailto" and unquote(address.path) == "ada+cal@example.org"
        fields = parse_qs(address.query)
        assert set(fields) == {"subject", "body"} and fields["subject"] == ["Another time for Plan & <review>"]
        assert "09:15" in fields["body"][0] or "9:15" in fields["body"][0]
        assert "\r\n" in fields["body"][0] and BERLIN in fields["body"][0]


@pytest.mark.parametrize("scope", ["This event", "This and following events"])
def test_of_a_series_the_instance_is_named(scope, chromium, team):
    with opened(chromium, team, "week/2026-11-22") as page:
        propose(page, "Stand-up", "2026-11-23", "ArrowRight", scope=scope)
        calendar, (event,) = taken(page)
        assert calendar["METHOD"] == "COUNTER" and event["SEQUENCE"] == 1
        assert event["RECURRENCE-ID"].dt.isoformat() == "2026-11-23T14:00:00+01:00"
        assert event["RECURRENCE-ID"].params.get("RANGE") == ("THISANDFUTURE" if "following" in scope else None)
        times = tuple(event[name].dt.isoformat() for name in ("DTSTART", "DTEND"))
        assert times == ("2026-11-24T14:00:00+01:00", "2026-11-24T14:45:00+01:00")
        assert not {"RRULE", "EXDATE", "DURATION"} & set(event)


def test_an_instance_that_was_moved_already_keeps_its_name(chromium, team):
    with opened(chromium, team, "day/2026-11-10") as page:
        propose(page, "moved", "2026-11-10", "ArrowUp", scope="This event")
        _, (event,) = taken(page)
        assert event["RECURRENCE-ID"].dt.isoformat() == "2026-11-09T14:00:00+01:00"
        assert (event["SEQUENCE"], event["SUMMARY"]) == (8, "Stand-up, moved")


@pytest.mark.parametrize("day,end,original", [
    ("2026-12-07", "14:45", "2026-12-07"), ("2026-12-07", "16:00", "2026-11-30"),
    ("2026-12-21", "14:45", "2026-12-21"), ("2026-12-21", "16:00", "2026-12-28"),
])
def test_of_two_instances_that_begin_together_the_one_that_was_lifted_is_named(day, end, original, chromium, team):
    with opened(chromium, team, f"day/{day}") as page:
        page.locator(f'.timed .event[data-uid="weekly@example.org"][data-end="{day}T{end}:00+01:00"]').first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        put_down(page, "This event")
        _, (event,) = taken(page)
        assert event["RECURRENCE-ID"].dt.isoformat() == f"{original}T14:00:00+01:00"


@pytest.mark.parametrize("title,day,line", [
    ("Dinner", "2026-11-04", "DTSTART:20261104T181500"), ("Launch", "2026-11-05", "DTSTART:20261105T181500Z"),
])
def test_times_keep_their_form(title, day, line, chromium, team):
    with opened(chromium, team, f"day/{day}") as page:
        propose(page, title, day, "ArrowDown")
        calendar, _ = taken(page)
        assert line in calendar.to_ical().decode().split("\r\n")
        assert calendar.walk("VTIMEZONE") == []


def test_a_new_event_is_a_request(chromium, team):
    with opened(chromium, team, "day/2026-11-03") as page:
        page.keyboard.press("n")
        page.wait_for_selector("li.lifted", state="attached")
        page.keyboard.type("Käse; Brot, \\n")
        put_down(page)
        calendar, (event,) = taken(page)
        assert calendar["METHOD"] == "REQUEST"
        assert (event["SUMMARY"], event["SEQUENCE"]) == ("Käse; Brot, \\n", 0)
        assert event["DTSTART"].dt.isoformat() == "2026-11-03T09:00:00+01:00"
        assert event["UID"].endswith("@busylife")


def test_where_the_clocks_change_the_length_stays(chromium, team):
    """An hour and a half from half past one, moved into the night in which two o'clock is skipped."""
    with opened(chromium, team, "day/2027-03-27") as page:
        propose(page, "Night", "2027-03-27", "ArrowRight")
        stored = page.evaluate("""() => JSON.parse(
            Object.entries(localStorage).find(([key]) => key.startsWith('busylife:proposals:'))[1])""")
        assert (stored[0]["start"], stored[0]["end"]) == ("2027-03-28T01:30:00+01:00", "2027-03-28T04:00:00+02:00")


def test_of_whole_days_dates_are_proposed(chromium, team):
    with opened(chromium, team, "week/2026-12-06") as page:
        propose(page, "Fair", "2026-12-10", "ArrowLeft", "Shift+ArrowDown")
        calendar, (event,) = taken(page)
        assert calendar["METHOD"] == "COUNTER" and (event["UID"], event["SEQUENCE"]) == ("fair@example.org", 1)
        lines = calendar.to_ical().decode().split("\r\n")
        assert "DTSTART;VALUE=DATE:20261209" in lines and "DTEND;VALUE=DATE:20261212" in lines
        assert calendar.walk("VTIMEZONE") == []
        # The list shows days without times, which are the same in every zone.
        text = page.locator(".proposal-list li").inner_text()
        assert ":" not in text and "Dec 9" in text and "Dec 11" in text and "Dec 12" not in text
        page.goto(f"{team.address}/week/2026-12-06.html?tz=Asia/Tokyo")
        for day in ("09", "10", "11"):
            page.wait_for_selector(f'[data-date="2026-12-{day}"] .band li.proposed', state="attached")
        assert page.locator("li.proposed").count() == 3


def test_of_a_series_of_whole_days_the_instance_is_named(chromium, team):
    with opened(chromium, team, "day/2026-12-08") as page:
        propose(page, "Bins", "2026-12-08", "ArrowDown", scope="This and following events")
        calendar, _ = taken(page)
        lines = calendar.to_ical().decode().split("\r\n")
        assert "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261208" in lines
        assert "DTSTART;VALUE=DATE:20261209" in lines and "DTEND;VALUE=DATE:20261210" in lines


def test_it_is_listed_kept_undone_and_seen_in_another_zone(chromium, team):
    with opened(chromium, team, "day/2026-11-03") as page:
        propose(page, "Plan", "2026-11-03", "ArrowDown")
        page.goto(f"{team.address}/week/2026-11-01.html?tz=Asia/Tokyo")
        page.wait_for_selector("li.proposed", state="attached")
        # A quarter past nine in Berlin is a quarter past five in Tokyo.
        page.wait_for_function("() => document.querySelector('li.proposed').style.getPropertyValue('--s') === '207'")
        assert page.locator(".dimmed").count() == 1
        page.locator(".proposals-pill").click()
        page.get_by_role("button", name="Undo Plan").click()
        page.wait_for_function("() => !document.querySelector('li.proposed, .dimmed')")
        shows(page, "() => Object.keys(localStorage).filter(key => key.includes('proposals'))", [])
        page.get_by_role("button", name="Redo").click()
        page.wait_for_selector("li.proposed", state="attached")


STORED = "() => JSON.parse(Object.entries(localStorage).find(([key]) => key.includes('proposals'))?.[1] ?? '[]')"


def test_undo_brings_back_what_was_proposed_before(chromium, team):
    starts = lambda: [proposal["start"][11:16] for proposal in page.evaluate(STORED)]  # noqa: E731
    with opened(chromium, team, "day/2026-11-03") as page:
        for number in (1, 2):
            lift(page, "Plan", "2026-11-03")
            for _ in range(number):
                page.keyboard.press("ArrowDown")
            put_down(page)
            page.wait_for_function("() => !document.querySelector('li.lifted')")
        assert starts() == ["09:30"]
        page.keyboard.press("Control+z")
        assert starts() == ["09:15"]
        page.wait_for_function("() => document.querySelector('li.proposed')?.style.getPropertyValue('--s') === '111'")
        page.keyboard.press("Control+Shift+z")
        assert starts() == ["09:30"]
        # Also on a later visit.
        page.reload()
        page.wait_for_selector("li.proposed", state="attached")
        page.keyboard.press("Control+z")
        assert starts() == ["09:15"]
        page.keyboard.press("Control+z")
        assert starts() == []
        for expected in (["09:15"], ["09:30"]):
            page.keyboard.press("Control+Shift+z")
            assert starts() == expected


def test_no_more_than_can_be_looked_through_come_from_another_tab(chromium, team):
    with opened(chromium, team, "day/2026-11-03") as page:
        propose(page, "Plan", "2026-11-03", "ArrowDown")
        page.evaluate("""() => {
          const [key, text] = Object.entries(localStorage).find(([key]) => key.includes('proposals'));
          const all = Array.from({length: 300}, (_, at) => ({...JSON.parse(text)[0], uid: `${at}@example.org`}));
          dispatchEvent(new StorageEvent('storage', {key, newValue: JSON.stringify(all)}));
        }""")
        page.wait_for_function("() => document.querySelectorAll('.proposal-list > li').length > 1")
        assert page.locator(".proposal-list > li").count() == 200


FOCUS = "() => document.activeElement.id || document.activeElement.className || document.activeElement.localName"


def test_the_focus_is_not_lost_with_the_last_proposal(chromium, team):
    with opened(chromium, team, "day/2026-11-03") as page:
        propose(page, "Plan", "2026-11-03", "ArrowDown")
        page.locator(".proposals-pill").focus()
        page.keyboard.press("Control+z")
        shows(page, FOCUS, "main")
        page.keyboard.press("Control+Shift+z")
        page.locator(".proposals-pill").click()
        page.get_by_role("button", name="Undo Plan").click()
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('#proposals[open]')")
        page.wait_for_function("() => document.activeElement.id === 'main'")


@pytest.mark.parametrize("stored", [
    "{", "7", '[{"uid":1}]',
    '[{"uid":"a","title":"<img src=x>","date":"2026-11-03","start":"2026-11-03T08:00:00Z",'
    '"end":"2026-11-03T09:00:00Z","isNew":true,"className":"x\\" onclick=1"}]',
])
def test_what_is_stored_may_be_anything(stored, chromium, team):
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport=SIZES["wide"]) as page:
        store = f"localStorage.setItem('busylife:proposals:/site/', {json.dumps(stored)})"
        page.add_init_script(f"try {{ {store} }} catch {{}}")
        page.goto(f"{team.address}/day/2026-11-03.html")
        ready(page)
        near(page)
        page.wait_for_selector(".proposals-pill", state="attached")
        assert page.locator("main img").count() == 0 and problems == []


# ── serve --edit ──────────────────────────────────────────────────────────────────────────────────


@contextmanager
def edited(chromium, site, path, answer):
    """A page as served by `serve --edit`, and its requests."""
    asked: list[tuple[str, dict, dict]] = []

    def post(route):
        asked.append((urlsplit(route.request.url).path, route.request.headers, route.request.post_data_json))
        status, body = answer(asked)
        route.fulfill(status=status, content_type="application/json", body=json.dumps(body))

    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.add_init_script("""addEventListener('DOMContentLoaded', () => document.head.append(
          Object.assign(document.createElement('meta'), {name: 'busylife-edit', content: 't0ken'})))""")
        page.route("**/-/*", post)
        page.goto(f"{site.address}/{path}.html")
        ready(page)
        near(page)
        yield page, asked


def test_a_change_is_saved_and_undone(chromium, team):
    answer = lambda asked: (200, {"uid": "weekly@example.org", "file": "team.ics", "undo": "u1"})  # noqa: E731
    with edited(chromium, team, "week/2026-11-22", answer) as (page, asked):
        lift(page, "Stand-up", "2026-11-23", "ArrowDown", "Enter")
        page.get_by_role("button", name="All events").click()
        page.locator(".lift-toast").wait_for()
        assert "team.ics" in page.locator(".lift-toast").inner_text()
        path, headers, body = asked[0]
        assert (path, headers["x-busylife-token"], headers["content-type"]) == ("/-/edit", "t0ken", "application/json")
        assert body == {
            "action": "change", "uid": "weekly@example.org", "recurrenceId": "20261123T130000Z", "scope": "all",
            "start": "2026-11-23T14:15:00+01:00", "end": "2026-11-23T15:00:00+01:00", "allDay": False,
            "calendar": "team", "zone": BERLIN,
            "was": {"start": "2026-11-23T14:00:00+01:00", "end": "2026-11-23T14:45:00+01:00"},
        }
        page.wait_for_function("() => !document.querySelector('li.lifted')")
        page.get_by_role("button", name="Undo").click()
        page.wait_for_function("() => document.querySelector('.lift-toast').textContent.includes('undone')")
        assert (asked[1][0], asked[1][2]) == ("/-/undo", {"undo": "u1"})
        assert page.locator(".proposals-pill").count() == 0


def test_what_is_refused_goes_back_and_says_why(chromium, team):
    answer = (409, {"error": "team.ics has changed <meanwhile>"})
    with edited(chromium, team, "day/2026-11-03", lambda asked: answer) as (page, _):
        lift(page, "Plan", "2026-11-03", "ArrowDown", "Enter")
        page.locator(".lift-toast").wait_for()
        assert "team.ics has changed <meanwhile>" in page.locator(".lift-toast").inner_text()
        page.wait_for_function("() => !document.querySelector('li.lifted, .lifting')")


def test_a_new_event_is_created(chromium, team):
    answer = (200, {"uid": "x", "file": "events.json", "undo": "u2"})
    with edited(chromium, team, "day/2026-11-03", lambda asked: answer) as (page, asked):
        page.keyboard.press("n")
        page.wait_for_selector("li.lifted", state="attached")
        page.keyboard.type("Tea")
        page.keyboard.press("Enter")
        page.locator(".lift-toast").wait_for()
        body = asked[0][2]
        assert (body["action"], body["title"]) == ("create", "Tea")
        assert (body["start"], body["end"]) == ("2026-11-03T09:00:00+01:00", "2026-11-03T10:00:00+01:00")
        assert body["recurrenceId"] is None and body["scope"] == "this" and body["calendar"] == "team"


def test_whole_days_are_saved_as_dates(chromium, team):
    answer = lambda asked: (200, {"uid": "fair@example.org", "file": "team.ics", "undo": "u1"})  # noqa: E731
    with edited(chromium, team, "week/2026-12-06", answer) as (page, asked):
        lift(page, "Fair", "2026-12-10", "ArrowRight", "Enter")
        page.locator(".lift-toast").wait_for()
        assert asked[0][2] == {
            "action": "change", "uid": "fair@example.org", "recurrenceId": None, "scope": "this",
            "start": "2026-12-11", "end": "2026-12-13", "allDay": True, "calendar": "team", "zone": BERLIN,
            "was": {"start": "2026-12-10", "end": "2026-12-12"},
        }


def test_the_focus_is_not_lost_with_a_message(chromium, team):
    answer = lambda asked: (200, {"uid": "single@example.org", "file": "team.ics", "undo": "u1"})  # noqa: E731
    with edited(chromium, team, "day/2026-11-03", answer) as (page, _):
        lift(page, "Plan", "2026-11-03", "ArrowDown", "Enter")
        toast = page.locator(".lift-toast")
        toast.get_by_role("button", name="Undo").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.lift-toast').textContent.includes('undone')")
        shows(page, FOCUS, "main")
        toast.get_by_role("button", name="Close").focus()
        page.keyboard.press("Enter")
        assert toast.count() == 0 and page.evaluate(FOCUS) == "main"


@pytest.mark.parametrize(
    "title, day, uid, was, becomes, lines",
    [
        (
            "Fair", "2026-12-10", "fair@example.org", "2026-12-10", "2026-12-11",
            [b"DTSTART;VALUE=DATE:20261211", b"DTEND;VALUE=DATE:20261213", b"X-KEEP:as it is"],
        ),
        # Nine in Berlin is four in the afternoon in the server's zone.
        (
            "Plan", "2026-11-03", "single@example.org", "2026-11-03T16:00:00+08:00", "2026-11-03T16:15:00+08:00",
            [b"DTSTART;TZID=Europe/Berlin:20261103T091500"],
        ),
    ],
    ids=["whole days", "a time"],
)
def test_with_the_real_server_the_file_is_changed_and_changed_back(
    title, day, uid, was, becomes, lines, chromium, tmp_path
):
    (tmp_path / "Content").mkdir()
    file = tmp_path / "Content/team.ics"
    file.write_text(ICS, encoding="utf-8", newline="")
    before = file.read_bytes()
    with Editing(tmp_path / "Content") as server, chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{server.url.rstrip('/')}/day/{day}.html")
        ready(page)
        near(page)
        lift(page, title, day, "ArrowDown", "Enter")
        # The page reloads with what the file has now, and undoing is still possible.
        page.wait_for_selector(f'.event[data-uid="{uid}"][data-start="{becomes}"]')
        changed = file.read_bytes()
        for line in lines:
            assert line + b"\r\n" in changed
        page.locator(".lift-toast").wait_for()
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector(f'.event[data-uid="{uid}"][data-start="{was}"]')
        assert file.read_bytes() == before
