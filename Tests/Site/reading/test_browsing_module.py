"""The module for browsing reads only the form that builds write for it. Whatever form the content has, its pages
equal those of the command, which reads the content itself; and no input stops it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import browser as chrome
import tool
from modules import DONE, FIXTURES, MODULE, SCRIPT, content_of, packed, zone_archive

SEED = 20261121
ZONES = ["Europe/Berlin", "America/St_Johns"]
WINDOWS = [("1997-06-01", "1998-03-01"), ("2026-01-01", "2027-07-01"), ("2031-02-01", "2031-06-01")]

# Unusual forms that programs and people write. Each is read, and must be written in the usual form.
HABITS = """\
BEGIN:VCALENDAR
version:2.0
X-WR-TIMEZONE:Europe/Dublin
begin:vevent
uid : small@example.org
dtstart ;tzid=W. Europe Standard Time: 2026-02-03T09:00
dtend;tzid="W. Europe Standard Time":20260203t101500
summary : In small letters
rrule : rrule:freq=weekly ; byday=tu,+1fr;;interval=+2;x-name=1;until=2026-06-30
exdate;tzid=W. Europe Standard Time:2026-02-17T09:00:00, 20260303T090000 ,nonsense
rdate;tzid=W. Europe Standard Time:nonsense,20260204T240000,2026-02-05T08:00/PT3H,20260206T080000/20260206T0930
end:vevent
BEGIN:VEVENT
UID:offset@example.org
DTSTART:2026-03-01T09:00:00+02:00
DTEND:2026-03-01T11:30:60+02:00
SUMMARY:With an offset
END:VEVENT
BEGIN:VEVENT
UID:quote@example.org
DTSTART;X-NAME="never closed:20260302T090000Z
SUMMARY;LANGUAGE="en:The quotation mark is open
ATTENDEE;CN="Ada; Byron:mailto:ada@example.org
END:VEVENT
BEGIN:VEVENT
UID:twice@example.org
DTSTART:20260304T090000Z
DTEND:tomorrow
DTEND:20260304T180000Z
DURATION:pt2h
SUMMARY:Two ends, of which one can be read
END:VEVENT
BEGIN:VEVENT
UID:norule@example.org
DTSTART:20260305T090000Z
DURATION:PT1H
RRULE:FREQ=DAILY;BYWEEKNO=3
SUMMARY:A rule without a reading
END:VEVENT
BEGIN:VEVENT
UID:norule@example.org
RECURRENCE-ID:2026-03-05T09:00Z
DTSTART:20260306T090000Z
SUMMARY:Moved from a rule without a reading
END:VEVENT
BEGIN:VEVENT
UID:ends@example.org
DTSTART;VALUE=DATE:2026-03-09
RRULE:FREQ=DAILY;COUNT=30;UNTIL=20260315;BYSETPOS=2
EXRULE:freq=daily;interval=3
EXDATE:20260313T120000Z
SUMMARY:Two ends of a rule
END:VEVENT
BEGIN:VEVENT
UID:exchange@example.org
X-MICROSOFT-CDO-ALLDAYEVENT:true
DTSTART;TZID=(UTC+01:00) Amsterdam:20260316T000000
DTEND;TZID=(UTC+01:00) Amsterdam:20260318T000000
RRULE:FREQ=MONTHLY;BYDAY=3MO,-1FR;BYSECOND=60
SUMMARY:From midnight to midnight
END:VEVENT
BEGIN:VEVENT
UID:floats@example.org
DTSTART;TZID=Nowhere/Land:20260320T090000
DTEND;VALUE=DATE:2026-03-21
RDATE;VALUE=DATE:2026-03-25,20260327
SUMMARY:In a zone that nobody knows
STATUS: tentative
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def content(tmp_path_factory) -> Path:
    """Every fixture, each a calendar with its own names, and the unusual forms."""
    calendars = {
        f"f{n:03}": re.sub(rb"(?im)^(UID[^:\r\n]*:)", rb"\g<1>%03d-" % n, path.read_bytes())
        for n, path in enumerate(sorted(FIXTURES.glob("*.ics")))
    }
    assert calendars
    return content_of(tmp_path_factory.mktemp("browsing") / "Content", calendars | {"habits": HABITS.encode()})


@pytest.fixture(scope="module")
def site(tmp_path_factory, content) -> Path:
    """Publishes hardly anything, so the browser makes nearly all pages."""
    folder = tmp_path_factory.mktemp("browsing") / "site"
    zones = [f"--tz={zone}" for zone in ZONES]
    tool.build(folder, *zones, "--from", "2026-11-01", "--to", "2026-12-01", content=content)
    return folder


@pytest.fixture(scope="module")
def page(tmp_path_factory, site):
    """A page with the module compiled, and the site's data by their paths."""
    problems: list[str] = []
    paths = [path for path in (site / "data").rglob("*") if path.is_file()]
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    files |= {"zones": zone_archive(tmp_path_factory.mktemp("zones") / "site"), "module": MODULE.read_bytes()}
    root = tmp_path_factory.mktemp("page")
    text = '<!doctype html><link rel="icon" href="data:,"><title>Browsing</title>'
    (root / "index.html").write_text(text, encoding="utf-8")
    with chrome.chromium() as chromium, chrome.served(root) as server:
        with chrome.watched(chromium, problems) as opened:
            opened.goto(f"{server}/index.html")
            opened.evaluate(SCRIPT)
            opened.evaluate("named => unpack(named)", packed(files))
            opened.evaluate(
                """async () => {
                  window.compiled = await WebAssembly.compile(files.get('module'));
                  const lines = text => text.split('\\n').slice(0, -1);
                  window.begin = () => {
                    window.module = open_module();
                    module.expect('load_site', files.get('data/site.bin'));
                  };
                  window.made = (path, zone, from, to) => {
                    module.expect('set_zone', zone);
                    for (const needed of lines(module.expect('needs', path)))
                      module.expect('add_events', needed, files.get(needed));
                    return module.expect('page', path, from, to);
                  };
                }"""
            )
            yield opened
    assert problems == []


def test_pages_are_those_of_a_build_from_content_of_any_form(page, content, tmp_path):
    page.evaluate("() => begin()")
    compared = 0
    for index, window in enumerate(WINDOWS):
        wide = tmp_path / f"wide-{index}"
        tool.build(wide, *[f"--tz={zone}" for zone in ZONES], "--from", window[0], "--to", window[1], content=content)
        (second,) = (wide / "zone").iterdir()
        for folder, zone in ((wide, ZONES[0]), (second, ZONES[1])):
            # At the edges of a window a build has fewer event pages for sections to link to.
            files = sorted((folder / "agenda").glob("*.html"))[1:-2]
            assert files
            for file in files:
                path = file.relative_to(folder).as_posix()
                made = page.evaluate(
                    "([path, zone, from, to]) => made(path, zone, day(from), day(to))", [path, zone, *window])
                assert made == file.read_bytes().decode(), (path, zone)
                compared += made.count('class="event')
    assert compared > 1_000


def test_it_exports_no_function_for_readers_own_calendars(page):
    names = page.evaluate("() => WebAssembly.Module.exports(compiled).map(one => one.name)")
    assert "busylife_page" in names and "busylife_add_calendar" not in names


HOSTILE = r"""([seed, rounds]) => {
  const next = numbers(seed), below = n => next() % n, pick = list => list[below(list.length)];
  const words = [
    'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR', 'BEGIN:VCALENDAR', 'RRULE:FREQ=', 'FREQ=SECONDLY', ';COUNT=',
    ';INTERVAL=', ';BYDAY=-53SU', ';BYMONTHDAY=-31', ';BYSETPOS=-366', ';BYWEEKNO=53', ';BYYEARDAY=366', ';BYMONTH=2',
    ';UNTIL=', ';TZID=', ';RANGE=THISANDFUTURE', '"', ':', ';', ',', '\r\n', '-P1W', '99991231T235959Z', '00010101',
    '9223372036854775807', '-1', '0', 'X-BUSYLIFE-PLACE:', 'X-BUSYLIFE-CALENDAR:99'];
  const mutated = bytes => {
    let copy = Uint8Array.from(bytes);
    for (let change = 1 + below(12); change > 0 && copy.length; change--) {
      const at = below(copy.length), kind = below(4), word = new TextEncoder().encode(pick(words));
      if (kind === 0) copy[at] = next();
      else if (kind === 1 && below(20) === 0) copy = copy.slice(0, at);
      else if (kind === 2) {
        const digit = copy.findIndex((b, i) => i >= at && b >= 48 && b <= 57);
        if (digit >= 0) copy[digit] = 48 + below(10);
      }
      else copy.set(word.subarray(0, copy.length - at), at);
    }
    return copy;
  };
  const recurring = [...files.keys()].find(name => name.startsWith('data/recurring'));
  const codes = {};
  let round;
  try {
    for (round = 0; round < rounds; round++) {
      begin();
      module.expect('add_events', recurring, mutated(files.get(recurring)));
      for (const path of ['calendar/2026-03.html', 'day/2031-03-04.html', 'event/nothing-aaaaaaaaaa.html']) {
        const code = module.call('page', path, 0, 0);
        codes[code] = (codes[code] ?? 0) + 1;
      }
      const site = mutated(files.get('data/site.bin'));
      const code = module.call('load_site', site);
      codes[code] = (codes[code] ?? 0) + 1;
    }
  } catch (error) {
    throw new Error(`seed ${seed}, round ${round}: ${error}`);
  }
  return codes;
}"""


@pytest.mark.parametrize("number", range(3))
def test_hostile_data_never_trap(number, page):
    codes = page.evaluate(HOSTILE, [random.Random(f"{SEED} {number}").randrange(1 << 30), 60])
    # Pages are made from what can be read; paths that are not pages and damaged data are refused.
    assert codes[str(DONE)] >= 60 and len(codes) > 1
