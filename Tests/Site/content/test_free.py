"""`free`: the hours without opaque events."""

from __future__ import annotations

import json
import random
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import tool
from content import Content, event

LONG_AGO = "1990-01-01T00:00:00Z"


def days(*arguments) -> dict[str, list[tuple[datetime, datetime]]]:
    result = tool.run("free", "--format", "json", "--now", LONG_AGO, *arguments, expect=0)
    return {
        day["date"]: [tuple(datetime.fromisoformat(slot[key]) for key in ("start", "end")) for slot in day["free"]]
        for day in json.loads(result.out)["days"]
    }


@pytest.mark.parametrize("zone", ["UTC+8", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe"])
def test_busy_and_free_time_add_up_to_the_day(zone):
    """Also when clocks change: such a day has 23, 24½ or 25 hours."""
    window = ("--content", tool.CONTENT, "--tz", zone, "--from", "2026-03-01", "--to", "2027-05-01")
    free = days(*window, "--between", "00:00-24:00", "--duration", "1m")
    agenda = json.loads(tool.run("agenda", *window, "--now", LONG_AGO, "--format", "json", expect=0).out)
    busy = {day["date"]: day["busyMinutes"] for day in agenda["days"]}
    utc = ZoneInfo("UTC")
    clock = ZoneInfo(zone) if "/" in zone else None
    day = date(2026, 3, 1)
    while day < date(2027, 5, 1):
        bounds = [datetime.combine(day + timedelta(n), datetime.min.time(), clock) for n in (0, 1)]
        length = (bounds[1].astimezone(utc) - bounds[0].astimezone(utc)) if clock else timedelta(1)
        found = sum((end - start for start, end in free.get(day.isoformat(), [])), timedelta())
        assert found + timedelta(minutes=busy.get(day.isoformat(), 0)) == length, day
        day += timedelta(1)


def test_random_events_agree_with_a_simple_sweep(tmp_path):
    seed = 20261121
    dice = random.Random(seed)
    content = tmp_path / "Content"
    content.mkdir()
    events, lines = [], ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"]
    for number in range(300):
        start = datetime(2026, 11, 1) + timedelta(minutes=5 * dice.randrange(12 * 24 * 30))
        end = start + timedelta(minutes=5 * dice.choice([0, 1, 6, 12, 40, 400]))
        isOpaque = dice.random() < 0.7
        if isOpaque:
            events.append((start, end))
        lines += ["BEGIN:VEVENT", f"UID:{number}", f"DTSTART:{start:%Y%m%dT%H%M%S}Z", f"DTEND:{end:%Y%m%dT%H%M%S}Z",
                  f"TRANSP:{'OPAQUE' if isOpaque else 'TRANSPARENT'}", "SUMMARY:x", "END:VEVENT"]
    (content / "a.ics").write_text("\r\n".join(lines + ["END:VCALENDAR", ""]))
    # Each minute of the month that is busy.
    minute_of = lambda time: (time - datetime(2026, 11, 1)) // timedelta(minutes=1)
    busy = {minute for start, end in events for minute in range(minute_of(start), minute_of(end))}
    for low, high, least in ((540, 1020, 60), (0, 1440, 1), (1, 1439, 45), (600, 615, 15), (0, 1440, 1440)):
        between = f"{low // 60:02}:{low % 60:02}-{high // 60:02}:{high % 60:02}"
        found = days("--content", content, "--tz", "UTC", "--from", "2026-11-01", "--to", "2026-12-01",
                     "--between", between, "--duration", f"{least}m")
        for number in range(30):
            midnight = datetime(2026, 11, 1) + timedelta(number)
            taken = [minute_of(midnight) + m in busy for m in range(low, high)]
            slots, begun = [], None
            for minute, isTaken in enumerate([*taken, True], low):
                if isTaken and begun is not None:
                    if minute - begun >= least:
                        slots.append((begun, minute))
                    begun = None
                elif not isTaken and begun is None:
                    begun = minute
            got = [tuple(int((time.replace(tzinfo=None) - midnight).total_seconds() // 60) for time in slot)
                   for slot in found.get(f"{midnight:%Y-%m-%d}", [])]
            assert got == slots, f"seed {seed}: {midnight:%Y-%m-%d} {low}-{high} {least}"


def test_free_time_begins_now_and_ends_after_two_weeks():
    result = tool.run(
        "free", "--content", tool.CONTENT, "--tz", "UTC+8", "--now", "2026-11-21T04:07:31Z", "--format", "json",
        expect=0,
    )
    found = json.loads(result.out)
    assert (found["from"], found["to"]) == ("2026-11-21", "2026-12-05")
    assert found["days"][0]["free"][0]["start"] == "2026-11-21T12:08:00+08:00"


def test_as_text_for_people():
    sample = ("free", "--content", tool.CONTENT, "--tz", "UTC+8", "--from", "2026-11-22", "--to", "2026-11-23")
    result = tool.run(*sample, "--now", LONG_AGO, "--between", "00:00-24:00", expect=0)
    assert result.out == "Sunday, 22 November 2026  00:00-15:00, 16:00-24:00\n"
    nothing = tool.run(*sample, "--now", "2030-01-01T00:00:00Z", expect=0)
    assert nothing.out == "Nothing is free from 2026-11-22 to 2026-11-23.\n"


NEW_YORK = ("--tz", "America/New_York", "--now", LONG_AGO)


@pytest.mark.parametrize(
    "between,slots",
    [
        ("02:15-02:45", None), ("02:00-03:00", None), ("02:30-04:00", "03:00-04:00"), ("01:00-02:30", "01:00-03:00"),
        ("01:00-04:00", "01:00-04:00"),
    ],
)  # fmt: skip
def test_time_that_clocks_skip_is_not_free(tmp_path, between, slots):
    """At two in the morning of 8 March 2026 the clocks of New York show three."""
    result = tool.run(
        "free", *NEW_YORK, "--content", tmp_path, "--from", "2026-03-08", "--to", "2026-03-09", "--between", between,
        "--duration", "15m", expect=0,
    )
    free = f"Sunday, 8 March 2026  {slots}\n"
    assert result.out == (free if slots else "Nothing is free from 2026-03-08 to 2026-03-09.\n")


def test_times_that_clocks_show_twice_have_their_offset(tmp_path):
    made = Content(tmp_path, events=[event("x", "2026-11-01T01:15:00-05:00", "2026-11-01T01:30:00-05:00")])
    result = made.run("free", *NEW_YORK, "--from", "2026-11-01", "--to", "2026-11-02", "--between", "00:30-02:30",
                      "--duration", "15m")  # fmt: skip
    assert result.out == "Sunday, 1 November 2026  00:30-01:15 (-05:00), 01:30 (-05:00)-02:30\n"


def test_of_chosen_calendars(tmp_path):
    """Free time for two of three calendars equals that of a content folder with only these two."""
    names = ["one", "two", "three"]
    made = Content(tmp_path, calendars={
        name: [event(f"{name}-{n}", f"2026-11-02T{9 + index + 3 * n:02}:00Z") for n in range(2)]
        for index, name in enumerate(names)})  # fmt: skip
    window = ("--content", made.folder, "--tz", "UTC", "--from", "2026-11-02", "--to", "2026-11-03")
    def found(*chosen):
        slots = days(*window, *(word for name in chosen for word in ("--calendar", name))).get("2026-11-02", [])
        return [f"{start:%H}-{end:%H}" for start, end in slots]
    assert found() == found(*names) == ["15-17"]
    assert found("one", "two") == ["11-12", "14-17"]
    assert found("three", "three") == ["09-11", "12-14", "15-17"]
    wrong = tool.run("free", *window, "--calendar", "one", "--calendar", "four", expect=tool.USAGE)
    assert wrong.err == "--calendar four: no such calendar; there are one, two, three\n"


@pytest.mark.parametrize(
    "arguments,word",
    [
        (["--between", "9-17"], "--between is 9-17"), (["--between", "17:00-09:00"], "the first before the second"),
        (["--between", "09:00-25:00"], "--between"), (["--between", "09:60-10:00"], "--between"),
        (["--duration", "soon"], "--duration is soon"), (["--duration", "0"], "--duration"),
        (["--duration", "25h"], "24 hours"), (["--duration", ""], "--duration"),
        (["--duration", "2"], "--duration is 2; write a duration such as 60m or 1h30m"),
    ],
)
def test_wrong_arguments_are_named(arguments, word):
    result = tool.run("free", "--content", tool.CONTENT, *arguments, expect=tool.USAGE)
    assert word in result.err and result.err.count("\n") == 1


def test_days_and_hours_of_work_are_those_of_the_site(tmp_path):
    week = ("free", "--content", tmp_path, "--tz", "UTC", "--now", LONG_AGO, "--from", "2026-11-02",
            "--to", "2026-11-09")  # fmt: skip

    def found(settings: str, *arguments):
        (tmp_path / "site.yml").write_text(settings)
        lines = tool.run(*week, *arguments, expect=0).out.splitlines()
        return [(line.split(",")[0], line.split("  ")[1]) for line in lines]

    assert len(found("")) == 7
    days = "workdays: [Tuesday, friday]\n"
    assert found(days) == [("Tuesday", "09:00-17:00"), ("Friday", "09:00-17:00")]
    assert found(days + "hours: 8:30-12:00\n") == [("Tuesday", "08:30-12:00"), ("Friday", "08:30-12:00")]
    # What the command says counts more.
    assert found("workdays: sunday\nhours: 10:00-24:00\n", "--between", "7:00-8:00") == [("Sunday", "07:00-08:00")]


@pytest.mark.parametrize("settings, problem", [
    ("workdays: [moonday]", '1:12: error: workdays is "moonday"; did you mean "monday"?'),
    ("workdays: []", "1:11: error: workdays is empty; list days such as monday, or leave it out"),
    ("hours: 17:00-09:00", '1:8: error: hours is "17:00-09:00"; write two times such as 09:00-17:00'),
    ("hours: {monday: 9}", "1:8: error: hours is a mapping; write two times such as 09:00-17:00"),
    ("workingHours: 9:00-17:00", '1:1: warning: unknown key "workingHours"; write "hours"'),
])  # fmt: skip
def test_days_and_hours_that_are_none_are_reported(settings, problem, tmp_path):
    (tmp_path / "site.yml").write_text(settings + "\n")
    assert "site.yml:" + problem in tool.run("check", "--content", tmp_path, expect=None).out
