"""No page and no command of a test reads the clock, the zone or the language of the computer."""

from __future__ import annotations

import os
from datetime import datetime, timedelta

import pytest

import browser as chrome
import surroundings
import tool
from stage import NOW, opened, ready

# Each way in which a script can ask what time it is, in ms; undefined where the browser has no such way.
ASKED = """() => {
  const zone = {timeZone: 'UTC', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric',
                minute: 'numeric', second: 'numeric', fractionalSecondDigits: 3, hourCycle: 'h23'};
  const format = new Intl.DateTimeFormat('en', zone);
  const read = parts => Date.UTC(...['year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalSecond']
    .map(type => +parts.find(part => part.type === type).value - (type === 'month')));
  const utc = t => Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second, t.millisecond);
  const seconds = new Intl.DateTimeFormat('en', {timeZone: 'UTC', dateStyle: 'full', timeStyle: 'medium'});
  const said = seconds.format();
  return {
    now: Date.now(), date: +new Date(), text: Date.parse(Date()), parts: read(format.formatToParts()),
    format: [0, 1000].some(ms => seconds.format(Date.now() - ms) === said) ? Date.now() : said,
    instant: globalThis.Temporal?.Now.instant().epochMilliseconds,
    zoned: globalThis.Temporal?.Now.zonedDateTimeISO('Asia/Tokyo').epochMilliseconds,
    plain: globalThis.Temporal && utc(Temporal.Now.plainDateTimeISO('UTC')),
    day: globalThis.Temporal && Temporal.Now.plainDateISO('UTC').toString() === new Date().toISOString().slice(0, 10)
      ? Date.now() : globalThis.Temporal && 'another day',
  };
}"""
# The words of the browser for a date of its own, and what scripts can still do with dates.
KEPT = """() => [new Date(0).toISOString(), Date.UTC(2000, 1, 29), new Date(2026, 10, 21).getTimezoneOffset(),
  new Date() instanceof Date, Date.prototype.constructor.name, new Intl.DateTimeFormat().resolvedOptions().timeZone,
  navigator.language, new Date(NaN).getTime() !== new Date(NaN).getTime()]"""
OF_DATES = ["1970-01-01T00:00:00.000Z", 951782400000, 0, True, "Date", "UTC", "en-US", True]


def near(found: dict[str, float | None], now: datetime, by: timedelta = timedelta(minutes=2)) -> None:
    """Checks that all ways say the same time, shortly after a given one. Text has no milliseconds."""
    for way, value in found.items():
        if value is not None:
            assert -1_000 <= value - now.timestamp() * 1000 < by / timedelta(milliseconds=1), (way, value)


def test_a_page_has_the_clock_of_the_tests_and_it_flows(chromium, site):
    with opened(chromium, site, "index.html", is_routed=True) as page:
        near(page.evaluate(ASKED), surroundings.INSTANT)
        assert page.evaluate(KEPT) == OF_DATES
        before = page.evaluate("Date.now()")
        page.wait_for_function("before => Date.now() > before + 50", arg=before)
        with page.context.expect_page() as popup:
            page.evaluate("open('today.html')")
        ready(popup.value)
        near(popup.value.evaluate(ASKED), surroundings.INSTANT)
        popup.value.close()
        holder = {"body": "<iframe src=embed.html>", "content_type": "text/html"}
        page.route("**/holder.html", lambda route: route.fulfill(**holder))
        page.goto(f"{site.address}/holder.html")
        near(page.frames[1].evaluate(ASKED), surroundings.INSTANT)


def test_a_clock_that_a_test_names_stands_still(chromium, site):
    with opened(chromium, site, "index.html", now="2031-05-06T07:08:09Z") as page:
        at = datetime.fromisoformat("2031-05-06T07:08:09Z").timestamp() * 1000
        assert {value for value in page.evaluate(ASKED).values() if value is not None} == {at}


def test_a_context_that_is_lent_again_has_a_new_clock(chromium, site):
    options = {"viewport": {"width": 777, "height": 555}}
    contexts = []
    for _ in range(2):
        with chrome.watched(chromium, [], **options) as page:
            page.goto(f"{site.address}/index.html")
            ready(page)
            near(page.evaluate(ASKED), surroundings.INSTANT)
            contexts.append(page.context)
            first = page.evaluate("Date.now()") if len(contexts) == 1 else first
    assert contexts[0] is contexts[1]


@pytest.mark.parametrize("open_one", ["new_page", "new_context"])
def test_no_page_is_opened_without_a_clock(open_one, chromium, site):
    made = getattr(chromium, open_one)()
    try:
        page = made if open_one == "new_page" else made.new_page()
        page.goto(f"{site.address}/index.html")
        near(page.evaluate(ASKED), surroundings.INSTANT)
    finally:
        made.close()
    # The browser itself is out of reach: what a test has can do only this.
    assert [name for name in dir(chromium) if not name.startswith("_")] == ["new_context", "new_page", "wind"]
    using = [path.name for path in (tool.PROJECT / "Tests").rglob("*.py") if "sync_playwright" in path.read_text()]
    assert sorted(using) == ["browser.py", "test_clock.py"]


def test_firefox_has_it_too(fox, site):
    fox.goto(f"{site.address}/index.html")
    # Its clock flows since its tab was opened, which may be a while on a busy machine.
    near(fox.evaluate(f"({ASKED})()"), surroundings.INSTANT, timedelta(minutes=30))
    assert fox.evaluate(f"({KEPT})()") == OF_DATES


def test_commands_have_it_too(tmp_path):
    (tmp_path / "events.json").write_text('[{"title": "Tea", "start": "%s"}]' % NOW)
    said = tool.run("agenda", "--content", tmp_path, "--format", "json", "--tz", "local", expect=0).out
    assert f'"zone":"UTC","from":"{NOW[:10]}"' in said and NOW.replace("Z", "+00:00") in said
    assert os.environ["HOME"] == surroundings.HOME and os.environ["LC_ALL"] == "C.UTF-8"
