#!/usr/bin/env python3
"""Random recurrence rules, and what python-dateutil says they mean, for RecurrenceTests to compare.

usage: rules.py generate SEED COUNT     random rules with their instances
       rules.py answer                  the instances of rules that standard input gives

One rule a line, in and out; `answer` reads the first four fields:

  DTSTART|RULE|FROM|BEFORE|INSTANCES|DEPARTURES

DTSTART is a date or a local time of iCalendar; instances are those of FROM <= start < BEFORE (local
times, also for dates), in order, with commas between them. DEPARTURES names the functions below
that stood between dateutil and the answer: where dateutil reads RFC 5545 otherwise than
docs/guides/recurrence.md, one of them asks it another question or puts its answers together anew.
Nothing is compared loosely, and no rule is left out. Errors are a line `!` and their words.
"""

import datetime
import itertools
import random
import sys
from datetime import timedelta

from dateutil import rrule

FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"]
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
DAY_PARTS = ("BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO")
BY_PARTS = DAY_PARTS + ("BYMONTH", "BYHOUR", "BYMINUTE", "BYSECOND")
# Rules with more instances than this in their window get a shorter window.
MOST = 1500

departures = set()


def departure(function):
    """Notes that a function of this kind was needed."""

    def noted(*arguments):
        departures.add(function.__name__)
        return function(*arguments)

    return noted


# ---- Rules as text ----------------------------------------------------------------------------


def parse_rule(text):
    """The parts of a rule in canonical form, as a dictionary of texts and lists of integers."""
    parts = {}
    for part in text.split(";"):
        name, value = part.split("=")
        if name in ("FREQ", "WKST", "UNTIL"):
            parts[name] = value
        elif name in ("INTERVAL", "COUNT"):
            parts[name] = int(value)
        elif name == "BYDAY":
            parts[name] = [(WEEKDAYS.index(day[-2:]), int(day[:-2] or 0)) for day in value.split(",")]
        else:
            parts[name] = [int(number) for number in value.split(",")]
    parts.setdefault("INTERVAL", 1)
    parts.setdefault("WKST", "MO")
    return parts


def parse_time(text):
    """A date or a local time, and whether it is a date."""
    if len(text) == 8:
        return datetime.datetime.strptime(text, "%Y%m%d"), True
    return datetime.datetime.strptime(text.rstrip("Z"), "%Y%m%dT%H%M%S"), False


def write_time(time):
    return f"{time.year:04}{time.month:02}{time.day:02}T{time.hour:02}{time.minute:02}{time.second:02}"


# ---- dateutil ---------------------------------------------------------------------------------


def ask(parts, start, before):
    """dateutil's instances from start on; it may go on somewhat past `before`."""
    days = [rrule.weekday(day, ordinal or None) for day, ordinal in parts.get("BYDAY", [])]
    # A rule that never matches would be searched up to the year 9999, which takes dateutil seconds.
    datetime.MAXYEAR = min(before.year + 1, 9999)
    rule = rrule.rrule(
        getattr(rrule, parts["FREQ"]),
        dtstart=start,
        interval=parts["INTERVAL"],
        wkst=WEEKDAYS.index(parts["WKST"]),
        bysetpos=parts.get("BYSETPOS"),
        bymonth=parts.get("BYMONTH"),
        bymonthday=parts.get("BYMONTHDAY"),
        byyearday=parts.get("BYYEARDAY"),
        byweekno=parts.get("BYWEEKNO"),
        byweekday=days or None,
        byhour=parts.get("BYHOUR"),
        byminute=parts.get("BYMINUTE"),
        bysecond=parts.get("BYSECOND"),
    )
    return iter(rule)


def matches(parts, start, before):
    """What the rule matches, in order, from some time not after start on."""
    if "BYSETPOS" in parts and not any(name in parts for name in BY_PARTS):
        parts = positions_alone(parts)
    if "BYWEEKNO" in parts:
        return weeks_of_their_year(parts, start, before)
    ordinals = [ordinal != 0 for _, ordinal in parts.get("BYDAY", [])]
    if any(ordinals) and not all(ordinals):
        return days_with_and_without_ordinals(parts, start, before)
    if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
        return first_week_is_whole(parts, start, before)
    try:
        times = ask(parts, start, before)
        first = next(times, None)
        return iter(()) if first is None else itertools.chain([first], times)
    except ValueError as error:
        return steps_that_never_meet(error)


# ---- Departures -------------------------------------------------------------------------------


@departure
def positions_alone(parts):
    """BYSETPOS without another BYxxx part, which the RFC forbids, is ignored. dateutil lets it choose
    from the one instance that each period has then, so that 2 leaves nothing."""
    return {name: value for name, value in parts.items() if name != "BYSETPOS"}


@departure
def steps_that_never_meet(error):
    """A rule whose steps never meet its BYHOUR, BYMINUTE or BYSECOND has no instance but DTSTART;
    dateutil refuses it when it is made or when it is walked."""
    if not any(text in str(error) for text in ("Invalid combination of interval", "generates an empty set")):
        raise error
    return iter(())


def midnight(time):
    return time.replace(hour=0, minute=0, second=0)


@departure
def first_week_is_whole(parts, start, before):
    """BYSETPOS chooses from the whole week that DTSTART is in. dateutil begins that week, but no
    other period, with DTSTART itself."""
    parts = dict(parts)
    parts.setdefault("BYDAY", [(start.weekday(), 0)])
    behind = (start.weekday() - WEEKDAYS.index(parts["WKST"])) % 7
    times_of(parts, start)
    return ask(parts, midnight(start - timedelta(days=behind)), before)


@departure
def days_with_and_without_ordinals(parts, start, before):
    """BYDAY=MO,1TU names all Mondays and the first Tuesday. dateutil takes days that are both."""
    bare = {name: value for name, value in parts.items() if name != "BYSETPOS"}
    times_of(bare, start)
    # From midnight, as BYSETPOS counts what comes before DTSTART on that day too.
    first = midnight(start.replace(day=1) if parts["FREQ"] == "MONTHLY" else start.replace(month=1, day=1))
    beyond = before + timedelta(days=400)
    found = set()
    for chosen in (True, False):
        bare["BYDAY"] = [day for day in parts["BYDAY"] if (day[1] != 0) == chosen]
        found.update(itertools.takewhile(lambda time: time < beyond, ask(bare, first, beyond)))
    period = (lambda time: time.year) if parts["FREQ"] == "YEARLY" else (lambda time: (time.year, time.month))
    return iter(choose(sorted(found), period, parts.get("BYSETPOS")))


@departure
def weeks_of_their_year(parts, start, before):
    """With BYWEEKNO, three things.

    The weekday is DTSTART's where no part says which days: information the rule does not contain
    comes from DTSTART (RFC 5545, 3.3.10). dateutil takes all seven days.

    A period is the year that its weeks are numbered in. The 29th of December may be in week 1 of
    the next year and belongs to it, which INTERVAL and BYSETPOS see; dateutil counts calendar
    years.

    Weeks that reach into another calendar year have their days there only by their usual number:
    dateutil forgets week -53 or -52 where that is week 1, and works out from the length of the
    wrong year whether the days before the first week are in week 52 or 53. It is asked about weeks
    1, 2, -1 and -2 in their stead.
    """
    bare = {name: value for name, value in parts.items() if name not in ("BYSETPOS", "BYWEEKNO")}
    if not any(name in bare for name in DAY_PARTS):
        bare["BYDAY"] = [(start.weekday(), 0)]
    times_of(bare, start)
    bare["INTERVAL"] = 1
    week_start = WEEKDAYS.index(parts["WKST"])
    first = start.replace(year=start.year - 1, month=1, day=1)
    beyond = before + timedelta(days=800)
    found = set()
    for week in parts["BYWEEKNO"]:
        for asked in [1, 2] if week <= -52 else [-1, -2] if week >= 52 else [week]:
            bare["BYWEEKNO"] = [asked]
            for time in itertools.takewhile(lambda time: time < beyond, ask(bare, first, beyond)):
                count = weeks_in(week_year(time, week_start), week_start)
                if week in (asked, asked + count + 1, asked - count - 1):
                    found.add(time)
    year = week_year(start, week_start)
    kept = [time for time in sorted(found) if (week_year(time, week_start) - year) % parts["INTERVAL"] == 0]
    return iter(choose(kept, lambda time: week_year(time, week_start), parts.get("BYSETPOS")))


def first_week(year, week_start):
    """The first day of week 1, which has 4 January in it."""
    fourth = datetime.date(year, 1, 4)
    return fourth - timedelta(days=(fourth.weekday() - week_start) % 7)


def weeks_in(year, week_start):
    return (first_week(year + 1, week_start) - first_week(year, week_start)).days // 7


def week_year(time, week_start):
    date = time.date()
    if date < first_week(date.year, week_start):
        return date.year - 1
    return date.year + 1 if date >= first_week(date.year + 1, week_start) else date.year


def times_of(parts, start):
    """Makes DTSTART's time of day explicit, so that the question may begin at another time."""
    parts.setdefault("BYHOUR", [start.hour])
    parts.setdefault("BYMINUTE", [start.minute])
    parts.setdefault("BYSECOND", [start.second])


def choose(times, period, positions):
    """BYSETPOS, by hand."""
    if not positions:
        return times
    chosen = []
    for _, group in itertools.groupby(times, period):
        group = list(group)
        places = {place - 1 if place > 0 else len(group) + place for place in positions}
        chosen.extend(group[place] for place in sorted(places) if 0 <= place < len(group))
    return chosen


@departure
def dates_have_no_times(parts):
    """Where DTSTART is a date, BYHOUR, BYMINUTE and BYSECOND are ignored, as the RFC has it, and the
    steps of a clock give each date once."""
    return {name: value for name, value in parts.items() if name not in ("BYHOUR", "BYMINUTE", "BYSECOND")}


@departure
def start_is_an_instance(times, start):
    """DTSTART is an instance and the first that COUNT counts, whether the rule matches it or not, and
    even after UNTIL. To dateutil it is only where the search begins."""
    return itertools.chain([start], times)


def instances(start_text, rule_text, before):
    """All instances before a time."""
    start, is_date = parse_time(start_text)
    parts = parse_rule(rule_text)
    count = parts.pop("COUNT", None)
    until = parts.pop("UNTIL", None)
    if is_date:
        parts = dates_have_no_times(parts)
    times = matches(parts, start, before)
    if is_date and parts["FREQ"] in ("HOURLY", "MINUTELY", "SECONDLY"):
        times = (time for time, _ in itertools.groupby(time.replace(hour=0, minute=0, second=0) for time in times))
    last = None
    if until:
        last, is_last_date = parse_time(until)
        if is_last_date or is_date:
            last = last.replace(hour=23, minute=59, second=59)
    times = (time for time in times if time >= start)
    first = next(times, None)
    if first is not None:
        times = itertools.chain([first], times)
    if first != start or (last and start > last):
        times = start_is_an_instance(times, start)
    for index, time in enumerate(times):
        if time >= before or (count and index == count) or (last and time > last and index > 0):
            return
        yield time


# ---- Random rules -----------------------------------------------------------------------------


def some(random, low, high, most, signed=False):
    numbers = {random.randint(low, high) for _ in range(random.randint(1, most))}
    if signed:
        numbers = {number if random.random() < 0.6 else -number for number in numbers}
    return ",".join(str(number) for number in sorted(numbers, key=lambda number: (number < 0, number)))


def random_days(random, frequency, has_weeks):
    days = set()
    for _ in range(random.choice([1, 1, 2, 2, 3, 5])):
        ordinal = ""
        if frequency in ("MONTHLY", "YEARLY") and not has_weeks and random.random() < 0.5:
            # Beyond the fifth of a month dateutil looks outside its tables.
            most = 5 if frequency == "MONTHLY" else 53
            ordinal = random.choice([1, 2, 3, -1, -2, random.randint(1, most), -random.randint(1, most)])
        days.add(f"{ordinal}{random.choice(WEEKDAYS)}")
    return ",".join(sorted(days))


def random_rule(random):
    """DTSTART, a rule, and how long a window it deserves."""
    frequency = random.choices(FREQUENCIES, [25, 22, 16, 14, 8, 8, 7])[0]
    level = FREQUENCIES.index(frequency)
    parts = [f"FREQ={frequency}"]
    some_more, many = random.randint(6, 30), random.randint(2, 4 if level == 0 else 400)
    parts.append(f"INTERVAL={random.choice([1, 1, 1, 1, 2, 2, 3, 4, 5, some_more, many])}")

    def chance(probability):
        return random.random() < probability

    by = []
    weeks = level == 0 and chance(0.2)
    if chance(0.3):
        by.append(f"BYMONTH={some(random, 1, 12, 4)}")
    if weeks:
        by.append(f"BYWEEKNO={some(random, 1, 53, 3, signed=True)}")
    if level in (0, 4, 5, 6) and chance(0.12):
        by.append(f"BYYEARDAY={some(random, 1, 366, 6 if level == 0 else 60, signed=True)}")
    if level != 2 and chance(0.25):
        by.append(f"BYMONTHDAY={some(random, 1, 31, 5, signed=True)}")
    days = chance(0.4)
    # An ordinal within the year is 53 at most, within a month 5.
    months = any(part.startswith("BYMONTH=") for part in by)
    if days:
        by.append(f"BYDAY={random_days(random, 'MONTHLY' if months and frequency == 'YEARLY' else frequency, weeks)}")
    for name, high in (("BYHOUR", 23), ("BYMINUTE", 59), ("BYSECOND", 59)):
        if chance(0.15):
            by.append(f"{name}={some(random, 0, high, 4)}")
    if (by and chance(0.25)) or chance(0.01):
        positions = some(random, 1, random.choice([2, 5, 20]), 3, signed=True)
        # Where no position is within a second or a minute, dateutil looks at each one of a year.
        by.append(f"BYSETPOS={positions if level < 5 else random.choice(['1', '-1', '1,-1'])}")
    parts += by

    year = random.randint(1990, 2030)
    usual = (random.randint(1, 12), random.randint(1, 28))
    month, day = random.choice([usual] * 5 + [(1, 31), (12, 31), (2, 28), (12, 29), (1, 1)])
    if chance(0.05):
        year, month, day = random.choice([1992, 2000, 2024]), 2, 29
    any_time = (random.randint(0, 23), random.randint(0, 59), random.randint(0, 59))
    hour, minute, second = random.choice([(9, 0, 0), (0, 0, 0), (23, 59, 59), any_time])
    start = datetime.datetime(year, month, day, hour, minute, second)
    is_date = level < 5 and chance(0.15)
    if is_date:
        start = start.replace(hour=0, minute=0, second=0)

    days_limited = any(part.split("=")[0] in DAY_PARTS + ("BYMONTH",) for part in by)
    spans = [300, 60, 40] if days_limited else [30, 3, 0.3]
    span = [14000, 4000, 1500, 700, *spans][level]
    before = start + timedelta(seconds=int(random.random() * span * 86400) + 1)
    if chance(0.3):
        parts.append(f"COUNT={random.choice([1, 2, 3, 5, 10, 40, random.randint(1, 1000)])}")
    elif chance(0.3):
        until = start + (before - start) * random.random()
        text = write_time(until)
        parts.append("UNTIL=" + (text[:8] if is_date else random.choice([text, text + "Z", text[:8]])))
    if chance(0.4):
        parts.append(f"WKST={random.choice(WEEKDAYS)}")
    return write_time(start)[: 8 if is_date else None], ";".join(parts), start, before


def line(start_text, rule_text, low, before):
    """The answer about a window, which is shortened where it would hold too much."""
    found = list(itertools.islice(instances(start_text, rule_text, before), MOST))
    if len(found) == MOST:
        before = found.pop()
    kept = ",".join(write_time(time) for time in found if low <= time < before)
    return "|".join(
        [start_text, rule_text, write_time(low), write_time(before), kept, ",".join(sorted(departures))]
    )


def generate(seed, count):
    source = random.Random(seed)
    for _ in range(count):
        departures.clear()
        start_text, rule_text, start, before = random_rule(source)
        place = source.random() if source.random() < 0.5 else 0
        try:
            low = start + timedelta(seconds=int((before - start).total_seconds() * place))
            print(line(start_text, rule_text, low, before))
        except Exception as error:  # whatever goes wrong here fails the test there
            print(f"!{start_text}|{rule_text}: {type(error).__name__} {error}")


def answer():
    for text in sys.stdin:
        departures.clear()
        start_text, rule_text, low, before = text.rstrip("\n").split("|")[:4]
        try:
            print(line(start_text, rule_text, parse_time(low)[0], parse_time(before)[0]), flush=True)
        except Exception as error:
            print(f"!{start_text}|{rule_text}: {type(error).__name__} {error}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "generate":
        generate(int(sys.argv[2]), int(sys.argv[3]))
    elif len(sys.argv) == 2 and sys.argv[1] == "answer":
        answer()
    else:
        sys.exit(__doc__)
