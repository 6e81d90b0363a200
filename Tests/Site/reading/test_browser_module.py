"""The core as WebAssembly, in a real browser: the same days as the command, for any input, without memory leaks."""

from __future__ import annotations

import json
import random
import re
from datetime import date
from pathlib import Path

import pytest

import browser as chrome
import tool
from modules import (
    ARGUMENT, CONTENT, DONE, FIXTURES, LIMIT, MODULE, SCRIPT, STATE, UNKNOWN_ZONE, WHOLE, content_of, packed,
    zone_archive,
)  # fmt: skip

MIB = 1 << 20

# Every form of time, series, clash and text, in addition to the fixtures.
EVENTS = """\
BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//test//EN\r
X-WR-TIMEZONE:Europe/Dublin\r
BEGIN:VTIMEZONE\r
TZID:Custom/Half\r
BEGIN:STANDARD\r
DTSTART:19700101T000000\r
TZOFFSETFROM:+0930\r
TZOFFSETTO:+0930\r
END:STANDARD\r
END:VTIMEZONE\r
BEGIN:VEVENT\r
UID:zoned@example.org\r
DTSTART;TZID=America/New_York:20261101T003000\r
DTEND;TZID=America/New_York:20261101T023000\r
SUMMARY:An hour twice\\, </script> & "quoted" \\n\u2028end\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:floating@example.org\r
DTSTART:20261103T233000\r
DURATION:P1DT2H\r
SUMMARY:Floating, made Irish\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:days@example.org\r
DTSTART;VALUE=DATE:20111228\r
DTEND;VALUE=DATE:20120102\r
SUMMARY:Over the day that Apia skipped\r
TRANSP:TRANSPARENT\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:series@example.org\r
DTSTART;TZID=W. Europe Standard Time:20260105T090000\r
DTEND;TZID=W. Europe Standard Time:20260105T100000\r
RRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20271231\r
EXDATE;TZID=W. Europe Standard Time:20260112T090000\r
RDATE;TZID=W. Europe Standard Time:20260114T140000\r
SUMMARY:A series \U0001f4c5 of a long na\r
 me that is folded\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:series@example.org\r
RECURRENCE-ID;TZID=W. Europe Standard Time:20260119T090000\r
DTSTART;TZID=W. Europe Standard Time:20260119T153000\r
DTEND;TZID=W. Europe Standard Time:20260119T170000\r
SUMMARY:Moved to the afternoon\r
STATUS:TENTATIVE\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:series@example.org\r
RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=W. Europe Standard Time:20270304T090000\r
DTSTART;TZID=W. Europe Standard Time:20270304T100000\r
DTEND;TZID=W. Europe Standard Time:20270304T120000\r
SUMMARY:Longer from here on\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:custom@example.org\r
DTSTART;TZID=Custom/Half:20260601T120000\r
DTEND;TZID=Custom/Half:20260601T130000\r
RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=20\r
SUMMARY:In a zone of the file's own\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:hour@example.org\r
DTSTART:20260326T000000Z\r
DURATION:PT15M\r
RRULE:FREQ=HOURLY;INTERVAL=5;COUNT=40\r
SUMMARY:Through the change of the clocks\r
END:VEVENT\r
END:VCALENDAR\r
"""

# Broken in many ways; each is reported, and none keeps the rest from being read.
BROKEN = """\
BEGIN:VCALENDAR
no property
BEGIN:VEVENT
UID:1@example.org
DTSTART;TZID=Nowhere/Land:20261103T090000
DTEND:20261102T090000
DURATION:yesterday
STATUS:PERHAPS
SEQUENCE:many
END:VEVENT
BEGIN:VEVENT
SUMMARY:Never
END:VEVENT
BEGIN:VEVENT
UID:2@example.org
DTSTART:20261399
END:VEVENT
BEGIN:VEVENT
UID:3@example.org
DTSTART:20261104T090000Z
RRULE:FREQ=SOMETIMES
SUMMARY:One left
END:VEVENT
END:VALARM
BEGIN:VEVENT
UID:4@example.org
"""


def native(content: Path, zone: str, first: str, end: str) -> str:
    words = ["--content", content, "--format", "json", "--now", tool.NOW, f"--tz={zone}"]
    return tool.run("agenda", *words, "--from", first, "--to", end, expect=tool.DONE).out


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page with the module compiled and all zones loaded."""
    if not WHOLE.exists():
        pytest.fail(f"{WHOLE} is not there: run `make build` first, or set BUSYLIFE_MODULE", pytrace=False)
    root = tmp_path_factory.mktemp("module")
    # An inline icon: otherwise browsers request one, and the server has none.
    html = '<!doctype html><link rel="icon" href="data:,"><title>The module</title>'
    (root / "index.html").write_text(html, encoding="utf-8")
    (root / "busylife.wasm").write_bytes(WHOLE.read_bytes())
    (root / "browsing.wasm").write_bytes(MODULE.read_bytes())
    problems: list[str] = []
    with chrome.chromium() as chromium, chrome.served(root) as server:
        with chrome.watched(chromium, problems) as opened:
            opened.goto(f"{server}/index.html")
            opened.evaluate(SCRIPT)
            zones = zone_archive(tmp_path_factory.mktemp("zones") / "site")
            opened.evaluate("named => unpack(named)", packed({"zones": zones}))
            opened.evaluate(
                """async () => {
                  const file = await fetch('busylife.wasm');
                  window.compiled = await WebAssembly.compile(await file.arrayBuffer());
                }"""
            )
            yield opened
    assert problems == []


@pytest.fixture(scope="module")
def calendars() -> dict[str, bytes]:
    """The sample's calendars, one that clashes with itself and one of every kind, in the order they are added."""
    sample = {path.stem: path.read_bytes() for path in sorted(tool.CONTENT.glob("*.ics"))}
    assert sample
    return sample | {
        "kinds": EVENTS.encode(),
        "again": EVENTS.replace("SUMMARY:", "SEQUENCE:1\r\nSUMMARY:Again: ", 3).encode(),
        "broken": BROKEN.encode(),
    }


@pytest.fixture(scope="module")
def content(tmp_path_factory, calendars) -> Path:
    return content_of(tmp_path_factory.mktemp("calendars") / "Content", calendars)


def loaded(page, calendars: dict[str, bytes]) -> None:
    """Puts a module with zones and calendars into `window.module`."""
    page.evaluate(
        """named => {
          unpack(named);
          window.module = open_module();
          module.zones();
          for (const name of Object.keys(named)) module.expect('add_calendar', name, files.get(name));
        }""",
        packed(calendars),
    )


def days(page, zone: str, first: str, end: str) -> str:
    return page.evaluate(
        """([zone, first, end]) => {
          module.expect('set_zone', zone);
          return module.expect('agenda', day(first), day(end));
        }""",
        [zone, first, end],
    )


def test_it_imports_nothing_and_exports_what_the_makefile_lists(page):
    makefile = (tool.PROJECT / "Makefile").read_text(encoding="utf-8")
    for_browsing, besides = (
        re.search(rf"^{name} :=((?:.*\\\n)*.*)$", makefile, re.M)[1].replace("\\", " ").split()
        for name in ("WASM_EXPORTS", "WASM_EXPORTS_WHOLE")
    )
    for file, names in (("browsing.wasm", for_browsing), ("busylife.wasm", for_browsing + besides)):
        imports, exports = page.evaluate(
            """async file => {
              const compiled = await WebAssembly.compile(await (await fetch(file)).arrayBuffer());
              return [WebAssembly.Module.imports(compiled), WebAssembly.Module.exports(compiled)];
            }""",
            file,
        )
        assert imports == []
        assert {e["name"] for e in exports if e["kind"] == "function"} == set(names)
        assert [e["name"] for e in exports if e["kind"] != "function"] == ["memory"]


def test_its_version_is_that_of_the_command(page):
    version = page.evaluate("() => open_module().expect('version')")
    assert version == tool.run("--version", expect=tool.DONE).out.strip()


ZONES = [
    "UTC",
    "UTC+8",
    "-03:30",
    "America/New_York",
    "america/st_johns",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Europe/Dublin",
]
WINDOWS = [
    ("2026-01-01", "2027-01-01"),
    ("2027-02-10", "2028-01-01"),
    ("2011-12-25", "2012-01-10"),
    ("2199-12-30", "2200-01-03"),
    ("2026-11-20", "2026-11-20"),
]


@pytest.mark.parametrize("zone", ZONES)
def test_days_are_those_of_the_command(zone, page, calendars, content):
    loaded(page, calendars)
    for first, end in WINDOWS:
        assert days(page, zone, first, end) == native(content, zone, first, end), (first, end)


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"])
def test_fixtures_have_the_days_of_the_command(zone, page, tmp_path):
    # What Exchange writes in a way of its own is written anew by the command, which gives the module the result.
    paths = sorted(path for path in FIXTURES.glob("*.ics") if not path.name.startswith("exchange-"))
    fixtures = {f"f{n:03}": path.read_bytes() for n, path in enumerate(paths)}
    loaded(page, fixtures)
    folder = content_of(tmp_path / "Content", fixtures)
    for year, years in ((1996, 4), (2025, 6), (2099, 5)):
        first, end = f"{year}-01-01", f"{year + years}-01-01"
        assert days(page, zone, first, end) == native(folder, zone, first, end), (first, end)


def test_days_do_not_depend_on_earlier_requests(page, calendars, content):
    """Zones and days in any order, requested again, after errors, and after a file was added late."""
    loaded(page, calendars)
    numbers = random.Random(5)
    first = date(2026, 1, 1).toordinal()
    expected: dict[tuple[str, str, str], str] = {}
    for _ in range(40):
        zone = numbers.choice(ZONES)
        start = first + numbers.randrange(700)
        window = date.fromordinal(start), date.fromordinal(start + numbers.choice([1, 7, 31, 90]))
        key = (zone, *(d.isoformat() for d in window))
        if key not in expected:
            expected[key] = native(content, *key)
        if numbers.random() < 0.2:
            assert page.evaluate("() => module.call('set_zone', 'Nowhere/Land')") == UNKNOWN_ZONE
        assert days(page, *key) == expected[key]
    late = page.evaluate(
        """names => {
          window.module = open_module();
          module.zones();
          const codes = [];
          for (const name of names) {
            module.expect('add_calendar', name, files.get(name));
            codes.push(module.call('agenda', 20000, 20001));
          }
          return codes;
        }""",
        list(calendars),
    )
    assert late == [DONE] * len(calendars)
    assert days(page, "Asia/Kathmandu", *WINDOWS[0]) == native(content, "Asia/Kathmandu", *WINDOWS[0])


def test_problems_are_those_of_check(page, tmp_path):
    found = page.evaluate(
        """text => {
          window.module = open_module();
          module.zones();
          module.expect('add_calendar', 'broken', text);
          return JSON.parse(module.expect('diagnostics'));
        }""",
        BROKEN,
    )
    folder = content_of(tmp_path / "Content", {"broken": BROKEN.encode()})
    said = json.loads(tool.run("check", "--content", folder, "--format", "json").out)
    said = [one for one in said if one.pop("path").endswith("broken.ics")]
    assert len(said) > 5
    assert sorted(found, key=str) == sorted(said, key=str)


def test_problems_are_bounded(page):
    found = page.evaluate(
        """() => {
          window.module = open_module();
          const lines = 'BEGIN:VCALENDAR\\n' + 'nothing\\n'.repeat(5000) + 'END:VCALENDAR';
          module.expect('add_calendar', 'broken', lines);
          return JSON.parse(module.expect('diagnostics'));
        }"""
    )
    assert len(found) == 1001 and found[-1]["message"].startswith("4000 more problems")


def test_errors_have_a_code_and_a_message(page):
    found = page.evaluate(
        """() => {
          const m = window.module = open_module(), e = m.exports, said = {};
          const tell = (what, code) => said[what] = [code, m.output()];
          const zones = files.get('zones');
          tell('no site', m.call('page', 'day/2026-11-20.html', 0, 0));
          tell('no site for events', m.call('add_events', 'data/recurring.ics', ''));
          tell('no site in it', m.call('load_site', zones));
          tell('backwards', m.call('agenda', 5, 4));
          tell('before the first year', m.call('agenda', -5000000, 0));
          tell('after the last', m.call('agenda', 2932890, 2932897));
          tell('too many days', m.call('agenda', 0, 4001));
          tell('unknown zone', m.call('set_zone', 'Asia/Kathmandu'));
          tell('no name', m.call('add_calendar', '', ''));
          tell('a name of two lines', m.call('add_calendar', 'a\\nb', ''));
          tell('no such calendar', m.call('remove_calendar', 'x'));
          tell('a long name', m.call('add_calendar', 'x'.repeat(256), ''));
          tell('no zones', m.call('load_zones', zones.slice(0, 60)));
          tell('outside the memory', e.busylife_add_calendar(m.size() - 10, 20, 0, 0));
          tell('far outside', e.busylife_set_zone(0x7FFFFFF0, 0x7FFFFFF0));
          tell('a negative count', e.busylife_set_zone(1024, -1));
          tell('nowhere', e.busylife_set_zone(0, 4));
          tell('no such scope', m.call('proposal', 0, 'u', '', 2, '2026-11-03', '2026-11-04', '', 0));
          tell('too large', m.call('add_calendar', 'x', new Uint8Array((32 << 20) + 1)));
          said.nothing = [e.busylife_allocate(-1), e.busylife_allocate(0x7FFFFFFF)];
          e.busylife_free(0);
          tell('ten years', m.call('agenda', 20000, 24000));
          m.expect('load_zones', zones);
          tell('known now', m.call('set_zone', 'ASIA/KATHMANDU'));
          m.expect('reset');
          tell('forgotten', m.call('set_zone', 'Asia/Kathmandu'));
          return said;
        }"""
    )
    codes = {what: code for what, (code, _) in found.items() if what != "nothing"}
    assert codes == {
        "no site": STATE,
        "no site for events": STATE,
        "no site in it": CONTENT,
        "backwards": ARGUMENT,
        "before the first year": ARGUMENT,
        "after the last": ARGUMENT,
        "too many days": LIMIT,
        "unknown zone": UNKNOWN_ZONE,
        "no name": ARGUMENT,
        "a name of two lines": ARGUMENT,
        "a long name": ARGUMENT,
        "no such calendar": ARGUMENT,
        "no such scope": ARGUMENT,
        "no zones": CONTENT,
        "outside the memory": ARGUMENT,
        "far outside": ARGUMENT,
        "a negative count": ARGUMENT,
        "nowhere": ARGUMENT,
        "too large": LIMIT,
        "ten years": DONE,
        "known now": DONE,
        "forgotten": UNKNOWN_ZONE,
    }
    assert found["nothing"] == [0, 0]
    assert found["no such scope"][1] == 'proposal for "u": scope is neither 0 nor 1'
    for what, (code, message) in ((w, f) for w, f in found.items() if w != "nothing"):
        assert (code == DONE or message) and (code == DONE or "\n" not in message), what


HOSTILE = r"""([seed, rounds, texts]) => {
  const next = numbers(seed), below = n => next() % n;
  const pick = list => list[below(list.length)];
  const zones = files.get('zones');
  // Words that turn one line into another, and numbers at the ends of what is counted.
  const words = [
    'BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VCALENDAR', 'END:VCALENDAR', 'BEGIN:VTIMEZONE', 'END:VTIMEZONE',
    'BEGIN:STANDARD', 'END:STANDARD', 'DTSTART', 'DTEND', 'DURATION', 'RDATE', 'EXDATE', 'RECURRENCE-ID',
    'RRULE:FREQ=', 'YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', ';COUNT=', ';INTERVAL=', ';UNTIL=',
    ';BYDAY=', ';BYMONTHDAY=', ';BYSETPOS=', ';BYWEEKNO=', ';BYYEARDAY=', ';WKST=', ';TZID=', ';VALUE=DATE',
    ';VALUE=PERIOD', ';RANGE=THISANDFUTURE', 'TZOFFSETFROM:', '+1800', '-2359', ':', ';', ',', '"', '\\',
    '\r\n', '\n ', '\n\t', 'P9999999D', '-P1W', 'PT99999999999S', '00010101', '00000000', '99991231T235959',
    '99991231T235959Z', '20261103T0900', '2147483647', '-2147483648', '4294967296', '9223372036854775807',
    '0', '-1', '53', '366', '\u{1F4C5}', '\0', '\u2028'];
  const mutated = (bytes, isText) => {
    let copy = Uint8Array.from(bytes);
    for (let change = 1 + below(8); change > 0 && copy.length; change--) {
      const at = below(copy.length);
      const kind = below(isText ? 7 : 4);
      if (kind === 0) copy[at] = next();
      else if (kind === 1) copy[at] = pick([0, 1, 0x7F, 0x80, 0xFF, 0x0A, 0x20]);
      else if (kind === 2) copy = copy.slice(0, at);
      else if (kind === 3) copy.copyWithin(at, below(copy.length), below(copy.length));
      else if (kind === 4) {
        // A digit, for another.
        const digit = copy.findIndex((byte, place) => place >= at && byte >= 0x30 && byte <= 0x39);
        if (digit >= 0) copy[digit] = 0x30 + below(10);
      } else {
        const word = new TextEncoder().encode(pick(words));
        const cut = kind === 5 ? 0 : Math.min(word.length, copy.length - at);
        const longer = new Uint8Array(copy.length + word.length - cut);
        longer.set(copy.subarray(0, at));
        longer.set(word, at);
        longer.set(copy.subarray(at + cut), at + word.length);
        copy = longer;
      }
    }
    return copy;
  };
  const noise = count => Uint8Array.from({length: count}, next);
  const m = open_module();
  const codes = {};
  let round, step;
  try {
    for (round = 0; round < rounds; round++) {
      const count = (what, code) => {
        codes[what] ??= {};
        codes[what][code] = (codes[what][code] ?? 0) + 1;
      };
      const archive = next() % 4 ? mutated(zones, false) : next() % 2 ? zones : noise(below(3000));
      step = 'load_zones'; count('load_zones', m.call('load_zones', archive));
      const text = next() % 8 ? mutated(files.get(pick(texts)), true) : noise(below(3000));
      step = 'add_calendar'; count('add_calendar', m.call('add_calendar', pick(['a', 'b', 'c']), text));
      const name = next() % 2
        ? pick(['Europe/Dublin', 'America/New_York', 'Asia/Kathmandu', 'Africa/Casablanca'])
        : mutated(new TextEncoder().encode('UTC+08:00'), true);
      step = 'set_zone'; count('set_zone', m.call('set_zone', name));
      step = 'diagnostics'; JSON.parse(m.expect('diagnostics'));
      if (round % 4 === 3) {
        const from = pick([20454, 20454, 20454, 0, -719162, 2932000, below(30000)]);
        step = 'agenda';
        const code = m.call('agenda', from, from + below(400));
        count('agenda', code);
        if (code === 0) JSON.parse(m.output());
        m.expect('reset');
      }
    }
  } catch (error) {
    throw new Error(`seed ${seed}, round ${round}, in ${step}: ${error}`);
  }
  return codes;
}"""


@pytest.mark.parametrize("seed", range(4))
def test_hostile_bytes_never_trap(seed, page, calendars):
    page.evaluate("named => unpack(named)", packed(calendars))
    texts = list(calendars)
    codes = page.evaluate(HOSTILE, [seed, 400, texts])
    # Both cases occurred: bytes that are refused, and bytes that are read.
    assert set(codes["load_zones"]) == {str(DONE), str(CONTENT)}
    assert set(codes["add_calendar"]) == {str(DONE)}
    assert str(DONE) in codes["agenda"]


def test_a_calendar_cut_off_anywhere_is_read(page, calendars):
    """Each prefix of a file, followed by the rest of it."""
    counts = page.evaluate(
        """text => {
          const bytes = new TextEncoder().encode(text), m = open_module();
          m.zones();
          let count = 0;
          for (let cut = 0; cut <= bytes.length; cut++) {
            for (const part of [bytes.slice(0, cut), bytes.slice(cut)]) {
              m.expect('add_calendar', 'cut', part.length ? part : '\\n');
              JSON.parse(m.expect('agenda', 20454, 20820));
              m.expect('reset');
              count++;
            }
          }
          return count;
        }""",
        EVENTS,
    )
    assert counts == 2 * (len(EVENTS.encode()) + 1)


def test_zones_cut_off_anywhere_are_refused(page):
    codes = page.evaluate(
        """() => {
          const m = open_module(), found = new Set(), bytes = files.get('zones');
          for (let cut = 0; cut < bytes.length; cut += cut < 2000 ? 1 : 97)
            found.add(m.call('load_zones', bytes.slice(0, cut)));
          return [...found];
        }"""
    )
    assert codes == [CONTENT]


def test_memory_is_reused_and_never_shared(page):
    """Two million buffers of mixed sizes, some thousands at a time: each keeps its contents until it is freed, and
    the memory stays within what they need."""
    result = page.evaluate(
        r"""([rounds, most]) => {
          const m = open_module(), e = m.exports, next = numbers(11);
          const size = () => {
            const kind = next() % 100;
            if (kind < 60) return 1 + next() % 64;
            if (kind < 90) return 1 + next() % 2048;
            if (kind < 99) return 1 + next() % 65536;
            return 1 + next() % (1 << 20);
          };
          const live = [];
          let held = 0, peak = 0, at = [], turns = 0;
          // Each buffer's first and last bytes, and now and then all of them, say whose it is.
          const mark = (b, write) => {
            let view = m.memory(b.address, b.count);
            const places = b.whole ? b.count : Math.min(b.count, 8);
            for (let i = 0; i < places; i++) {
              const place = b.whole ? i : i < 4 ? i : b.count - 1 - (i - 4);
              const byte = b.key + place * 31 & 255;
              if (write) view[place] = byte;
              else if (view[place] !== byte)
                throw new Error(`byte ${place} of ${b.count} at ${b.address} was overwritten in turn ${turns}`);
            }
          };
          const drop = () => {
            const place = next() % live.length, b = live[place];
            live[place] = live[live.length - 1];
            live.pop();
            mark(b, false);
            held -= b.count;
            e.busylife_free(b.address);
          };
          for (; turns < rounds; turns++) {
            // The number of live buffers swells and shrinks.
            const wanted = 2000 + 1900 * Math.sin(turns / 20000);
            while (live.length > wanted || held > most) drop();
            const b = {count: size(), key: next() & 255, whole: next() % 50 === 0};
            b.address = e.busylife_allocate(b.count);
            if (!b.address || b.address % 8)
              throw new Error(`an address of ${b.address} for ${b.count} bytes`);
            mark(b, true);
            live.push(b);
            held += b.count;
            if (held > peak) peak = held;
            if (turns % (rounds / 10) === rounds / 10 - 1) at.push(m.size());
          }
          while (live.length) drop();
          // All is one block again: it can be had as one.
          const whole = m.size() - (2 << 20);
          const grown = m.size();
          const large = e.busylife_allocate(whole);
          return {peak, at, grown, whole: !!large && m.size() === grown};
        }""",
        [2_000_000, 48 * MIB],
    )
    assert result["peak"] > 30 * MIB
    # A block is at most a 32nd larger than requested, and memory grows by an eighth.
    assert result["grown"] < 1.5 * result["peak"] + 2 * MIB
    assert len(set(result["at"][4:])) == 1, "the second million needed no more than the first"
    assert result["whole"]


def test_memory_stays_bounded_across_a_thousand_reloads(page, calendars):
    page.evaluate("named => unpack(named)", packed(calendars))
    sizes = page.evaluate(
        """([names, zones]) => {
          const m = open_module(), sizes = [];
          let first;
          for (let load = 0; load < 1000; load++) {
            m.expect('reset');
            m.zones();
            for (const name of names) m.expect('add_calendar', name, files.get(name));
            m.expect('set_zone', zones[load % zones.length]);
            m.expect('agenda', 20454 + load % 30, 20500 + load % 30);
            m.expect('diagnostics');
            if (load % 100 === 99) sizes.push(m.size());
          }
          return sizes;
        }""",
        [list(calendars), ["Europe/Copenhagen", "America/New_York", "Asia/Shanghai", "Europe/Dublin"]],
    )
    assert len(set(sizes)) == 1, sizes
    assert sizes[0] < 8 * MIB
