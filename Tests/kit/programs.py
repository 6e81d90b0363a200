"""Programs that read feeds, as their subscribers do: each says what it can't read, and when each event takes place.

Times are seconds of UTC; of floating times and of dates, those that they would have in UTC.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import zipfile
from datetime import date, datetime, time, timedelta, timezone
from functools import cache
from pathlib import Path

import icalendar
import recurring_ical_events
import vobject

# Start, end and whether it is given by dates, of each occurrence, in order.
Occurrences = list[tuple[int, int, bool]]


def seconds(moment: date) -> int:
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    return int((moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp())


def by_icalendar(feed: bytes, first: date, beyond: date) -> Occurrences:
    calendar = icalendar.Calendar.from_ical(feed)
    for component in calendar.walk():
        assert not component.errors, component.errors
        for value in component.values():
            for one in value if isinstance(value, list) else [value]:
                one.to_ical()
    found = []
    for event in recurring_ical_events.of(calendar).between(first, beyond):
        start, end = event["DTSTART"].dt, event["DTEND"].dt
        found.append((seconds(start), seconds(end), not isinstance(start, datetime)))
    return sorted(found)


def parsed(feed: bytes) -> icalendar.Calendar:
    """Parses a feed; a strict parser must find nothing wrong with it."""
    for line in feed.split(b"\r\n"):
        assert len(line) <= 75 and b"\n" not in line and b"\r" not in line
        line.decode("utf-8")  # folds are between characters
    calendar = icalendar.Calendar.from_ical(feed)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    zones = {str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")}
    for event in calendar.walk("VEVENT"):
        assert event.get("UID") and event.get("DTSTAMP")
        for name, value in event.property_items(recursive=False):
            zone = getattr(value, "params", {}).get("TZID")
            assert zone is None or zone in zones, f"{name} in {zone}, which the feed does not define"
    return calendar


def by_vobject(feed: bytes) -> None:
    """Reads every value."""
    calendar = vobject.readOne(feed.decode())
    for event in getattr(calendar, "vevent_list", []):
        for child in event.getChildren():
            if child.name == "VALARM":
                assert child.trigger.value is not None
        event.getrruleset(addRDate=True)


# ---- ical.js ---------------------------------------------------------------------------------------------------


THUNDERBIRD = Path("/usr/share/thunderbird/omni.ja"), Path("/usr/lib/thunderbird/omni.ja")


@cache
def ical_js() -> str:
    """The source of ical.js, which Thunderbird brings; empty without it."""
    for archive in THUNDERBIRD:
        if archive.exists():
            with zipfile.ZipFile(archive) as members:
                return members.read("modules/calendar/Ical.sys.mjs").decode()
    return ""


READ = """async ([feeds, first, beyond]) => {
  const ICAL = (await import(window.icaljs)).default
  const seconds = (time) => {
    const zone = time.zone === ICAL.Timezone.localTimezone ? ICAL.Timezone.utcTimezone : time.zone
    time = time.clone()
    time.zone = zone
    return time.toUnixTime()
  }
  // Values are only read when they are asked for.
  const values = (component) => {
    for (const property of component.getAllProperties()) {
      for (const value of property.getValues()) String(value)
      for (const name of Object.keys(property.jCal[1])) property.getParameter(name)
    }
    component.getAllSubcomponents().forEach(values)
  }
  const read = (feed) => {
    ICAL.TimezoneService.reset()
    const calendar = new ICAL.Component(ICAL.parse(feed))
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
    values(calendar)
    // Of itself it takes changed instances for those of any series.
    const components = calendar.getAllSubcomponents('vevent')
    const uid = (one) => one.getFirstPropertyValue('uid')
    const isChange = (one) => one.hasProperty('recurrence-id')
    const events = components.map((one) => new ICAL.Event(one, {
      exceptions: isChange(one) ? [] : components.filter((other) => isChange(other) && uid(other) === uid(one)),
    }))
    const found = []
    const add = (start, end) => {
      const [from, to] = [seconds(start), seconds(end)]
      if (from < beyond && (to > first || from >= first)) found.push([from, to, start.isDate])
    }
    const masters = new Set(events.filter((one) => !one.isRecurrenceException()).map((one) => one.uid))
    for (const event of events) {
      if (event.isRecurrenceException()) {
        if (!masters.has(event.uid)) add(event.startDate, event.endDate)
        continue
      }
      const changed = new Set(events.filter((one) => one.isRecurrenceException() && one.uid === event.uid))
      if (!event.isRecurring()) {
        for (const one of [event, ...changed]) add(one.startDate, one.endDate)
        continue
      }
      const iterator = event.iterator()
      for (let next, count = 0; (next = iterator.next()) && count < 5000; count += 1) {
        if (next.icaltype === 'period') {
          add(next.start, next.getEnd())
          continue
        }
        if (seconds(next) > beyond + 40 * 86400) break
        const details = event.getOccurrenceDetails(next)
        for (const one of changed) if (one.component === details.item.component) changed.delete(one)
        add(details.startDate, details.endDate)
      }
      // A program shows a changed instance whether or not the series has it, as calendars of Thunderbird do.
      for (const one of changed) add(one.startDate, one.endDate)
    }
    return found
  }
  return feeds.map((feed) => {
    try { return read(feed) } catch (error) { return `${error}` }
  })
}"""


def by_ical_js(page, feeds: list[bytes], first: date, beyond: date) -> list[Occurrences | str]:
    """For each feed its occurrences, or what it can't read."""
    page.evaluate("""(source) => {
      window.icaljs = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    }""", ical_js())
    given = [[feed.decode() for feed in feeds], seconds(first), seconds(beyond)]
    return [one if isinstance(one, str) else sorted(map(tuple, one)) for one in page.evaluate(READ, given)]


# ---- libical ---------------------------------------------------------------------------------------------------


class _Time(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in (
        "year", "month", "day", "hour", "minute", "second", "is_date", "is_daylight")] + [("zone", ctypes.c_void_p)]


class _Span(ctypes.Structure):
    _fields_ = [("start", ctypes.c_long), ("end", ctypes.c_long), ("is_busy", ctypes.c_int)]


_FOUND = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Span), ctypes.c_void_p)


@cache
def libical():
    name = ctypes.util.find_library("ical")
    if not name:
        return None
    library = ctypes.CDLL(name)
    for function, result in (
        ("icalparser_parse_string", ctypes.c_void_p), ("icalcomponent_get_first_component", ctypes.c_void_p),
        ("icalcomponent_get_next_component", ctypes.c_void_p), ("icalcomponent_get_dtstart", _Time),
        ("icalproperty_get_datetime_with_component", _Time), ("icalcomponent_get_uid", ctypes.c_char_p),
        ("icalcomponent_get_first_property", ctypes.c_void_p),
        ("icaltime_from_string", _Time), ("icaltime_as_timet_with_zone", ctypes.c_long),
        ("icaltimezone_get_utc_timezone", ctypes.c_void_p), ("icalcomponent_strip_errors", None),
    ):
        getattr(library, function).restype = result
    return library


VEVENT = 4  # ICAL_VEVENT_COMPONENT


def by_libical(feed: bytes, first: date, beyond: date) -> Occurrences:
    library = libical()
    parsed = ctypes.c_void_p(library.icalparser_parse_string(ctypes.c_char_p(feed)))
    assert parsed.value, "no component"
    try:
        assert library.icalcomponent_count_errors(parsed) == 0, "X-LIC-ERROR"
        return sorted(_occurrences(library, parsed, first, beyond))
    finally:
        library.icalcomponent_free(parsed)


def _occurrences(library, parsed, first: date, beyond: date):
    utc = ctypes.c_void_p(library.icaltimezone_get_utc_timezone())
    window = [library.icaltime_from_string(f"{day:%Y%m%d}T000000Z".encode()) for day in (
        first - timedelta(days=40), beyond + timedelta(days=1))]
    low, high = seconds(first), seconds(beyond)
    events = []
    event = ctypes.c_void_p(library.icalcomponent_get_first_component(parsed, VEVENT))
    while event.value:
        events.append(event)
        event = ctypes.c_void_p(library.icalcomponent_get_next_component(parsed, VEVENT))

    def moment(of: _Time) -> int:
        return library.icaltime_as_timet_with_zone(of, ctypes.c_void_p(of.zone) if of.zone else utc)

    kind = library.icalproperty_string_to_kind(b"RECURRENCE-ID")
    originals = [ctypes.c_void_p(library.icalcomponent_get_first_property(event, kind)) for event in events]
    read = library.icalproperty_get_datetime_with_component
    replaced = {
        (library.icalcomponent_get_uid(event), moment(read(original, parsed)))
        for event, original in zip(events, originals, strict=True)
        if original.value
    }
    for event, original in zip(events, originals, strict=True):
        is_override = bool(original.value)
        uid, is_date = library.icalcomponent_get_uid(event), bool(library.icalcomponent_get_dtstart(event).is_date)
        found = []

        @_FOUND
        def note(_event, span, _data):
            found.append((span.contents.start, span.contents.end))

        library.icalcomponent_foreach_recurrence(event, window[0], window[1], note, None)
        for start, end in found:
            if not is_override and (uid, start) in replaced:
                continue
            if is_date:
                # It counts up to the last second of the day at which the event ends.
                end = max(end + 1 - 86_400, start + 86_400)
            if start < high and (end > low or start >= low):
                yield start, end, is_date


def said(agenda: str) -> dict[str, Occurrences]:
    """What `agenda --format json` says, by calendar."""
    found: dict[str, set] = {}
    for day in json.loads(agenda)["days"]:
        for event in day["events"]:
            read = datetime.fromisoformat if not event["allDay"] else date.fromisoformat
            found.setdefault(event["calendar"], set()).add(
                (event["uid"], event["recurrenceId"], seconds(read(event["start"])), seconds(read(event["end"])),
                 event["allDay"]))
    return {name: sorted(one[2:] for one in events) for name, events in found.items()}
