"""Weather: what is requested from providers and how often, how their answers are used, and that none of their
failures makes a build fail."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import clock
import forecasts
import tool
from content import Content

NOW = datetime(2026, 11, 21, 12, tzinfo=timezone.utc)
WINDOW = ("--tz", "UTC+1", "--from", "2026-11-16", "--to", "2026-12-07")

EVENTS = """\
BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:run@example.org
DTSTART:20261123T160000Z
DTEND:20261123T170000Z
SUMMARY:A run
END:VEVENT
BEGIN:VEVENT
UID:lisbon@example.org
DTSTART:20261124T100000Z
DTEND:20261124T110000Z
SUMMARY:In Lisbon
LOCATION:Lisbon
GEO:38.722252;-9.139337
END:VEVENT
BEGIN:VEVENT
UID:somewhere@example.org
DTSTART:20261124T120000Z
DTEND:20261124T130000Z
SUMMARY:Somewhere
LOCATION:Somewhere
END:VEVENT
BEGIN:VEVENT
UID:fair@example.org
DTSTART;VALUE=DATE:20261124
DTEND;VALUE=DATE:20261126
SUMMARY:The fair
LOCATION:Lisbon
GEO:38.7190;-9.1401
END:VEVENT
BEGIN:VEVENT
UID:secret@example.org
CLASS:PRIVATE
DTSTART:20261124T120000Z
SUMMARY:Nobody's business
GEO:1.5;2.5
END:VEVENT
BEGIN:VEVENT
UID:late@example.org
DTSTART:20261220T120000Z
SUMMARY:When no forecast reaches
GEO:3.5;4.5
END:VEVENT
END:VCALENDAR
"""


class Site(Content):
    """A small site with weather, its own cache, and its provider."""

    def __init__(self, root: Path, provider: forecasts.Provider):
        super().__init__(root, files={"events.ics": EVENTS.replace("\n", "\r\n")})
        self.provider, self.window = provider, WINDOW
        self.environment = {"XDG_CACHE_HOME": str(root / "cache"), "NO_PROXY": "127.0.0.1"}
        self.settings = {"locale": "en-GB"}
        self.weather = {
            "provider": "met.no",
            "latitude": 60.3949,
            "longitude": 5.3251,
            "place": "Bergen",
            "contact": "ops@example.org",
            "endpoint": provider.met,
        }

    def save(self):
        self.write("site.yml", self.settings | {"weather": self.weather})

    def build(self, later: timedelta = timedelta(), told: timedelta | None = None, save: bool = True, **options):
        """Builds `later` by the clock, which the provider's clock follows; `told` is the value of `--now`, if it
        differs. Gives all that the build says."""
        if save:
            self.save()
        self.provider.now = NOW + later
        now = f"{NOW + (later if told is None else told):%Y-%m-%dT%H:%M:%SZ}"
        return self.built(now=now, environment=clock.environment(NOW + later), **options)

    def days(self, path: str = "agenda/2026-11.html") -> dict[str, str]:
        """The weather shown for each day of a list."""
        found = {}
        for date, head in re.findall(r'data-date="([\d-]+)".*?<header>(.*?)</header>', self.page(path), re.S):
            if label := re.search(r'class="weather [^"]*" role="img" aria-label="([^"]*)"', head):
                found[date] = label[1]
        return found

    def event(self, uid: str, date: str, path: str = "agenda/2026-11.html") -> str | None:
        """The weather shown for an event on a day of the agenda."""
        day = re.search(rf'<section class="day[^>]*data-date="{date}".*?</section>', self.page(path), re.S)[0]
        entry = re.search(rf'data-uid="{uid}".*?</li>', day, re.S)[0]
        label = re.search(r'class="weather ([^"]*)" role="img" aria-label="([^"]*)"', entry)
        return label and f"{label[1]}: {label[2]}"

    @property
    def asked(self) -> int:
        return len(self.provider.requests)


@pytest.fixture
def provider():
    with forecasts.provider() as made:
        yield made


@pytest.fixture
def site(tmp_path, provider) -> Site:
    return Site(tmp_path, provider)


@pytest.fixture
def meteo(site) -> Site:
    site.weather |= {"provider": "open-meteo", "endpoint": site.provider.meteo}
    return site


def expected(date: str, from_hour: int = 0) -> str:
    """A day's low and high at UTC+1 from the same hours, computed plainly."""
    start = datetime.fromisoformat(date).replace(tzinfo=timezone.utc) - timedelta(hours=1)
    told = [forecasts.usual(start + timedelta(hours=h)).celsius for h in range(from_hour, 24)]
    return f"{degrees(min(told))} to {degrees(max(told))}"


def degrees(celsius: float) -> str:
    # Halves are rounded away from zero.
    whole = int(abs(celsius) + 0.5)
    return ("−" if celsius < 0 and whole else "") + f"{whole}°"


# MARK: Requests


def test_a_provider_is_told_who_asks_and_no_more_than_it_needs(site):
    site.build()
    [(path, query, headers)] = site.provider.requests
    assert path == "/weatherapi/locationforecast/2.0/compact"
    assert query == {"lat": "60.39", "lon": "5.33"}
    assert re.fullmatch(r"busylife-gen/\d+\.\d+\.\d+ ops@example\.org", headers["User-Agent"])
    assert "gzip" in headers["Accept-Encoding"]
    assert not {"Cookie", "Referer", "If-None-Match", "If-Modified-Since"} & set(headers)


def test_open_meteo_is_asked_for_hours_of_utc(meteo):
    meteo.weather.pop("contact")
    meteo.build()
    [(path, query, headers)] = meteo.provider.requests
    assert path == "/v1/forecast"
    assert query == {
        "latitude": "60.39", "longitude": "5.33", "hourly": "temperature_2m,weather_code,is_day",
        "forecast_days": "10", "timeformat": "unixtime", "timezone": "GMT",
    }  # fmt: skip
    assert re.fullmatch(r"busylife-gen/\d+\.\d+\.\d+", headers["User-Agent"])


def test_the_site_s_address_is_a_contact(site):
    site.weather.pop("contact")
    site.settings["url"] = "https://example.org/calendar"
    site.build()
    assert site.provider.requests[0][2]["User-Agent"].endswith(" https://example.org/calendar/")


def test_met_norway_needs_a_contact(site):
    site.weather.pop("contact")
    result = site.build(expect=tool.PROBLEMS)
    assert "add contact:" in result.err
    assert site.asked == 0


def test_check_and_agenda_make_no_request(site):
    site.save()
    site.check()
    site.agenda("--from", "2026-11-21", "--to", "2026-11-30")
    assert site.asked == 0


# MARK: How often


def test_nothing_is_asked_before_it_expires(site):
    site.build()
    assert site.asked == 1
    first = tool.snapshot(site.output)
    site.build()
    site.build(timedelta(minutes=30, seconds=59))
    site.build(output="other")
    assert site.asked == 1
    assert tool.changes(first, tool.snapshot(site.output)) == []
    assert tool.changes(first, tool.snapshot(site.root / "other")) == []


def test_an_expired_forecast_is_requested_conditionally(site):
    site.build()
    first = tool.snapshot(site.output)
    site.build(timedelta(minutes=31))
    assert site.asked == 2
    headers = site.provider.requests[1][2]
    assert headers["If-None-Match"] == '"v1"'
    # Exactly the date that the server sent, nine minutes before its own time.
    assert headers["If-Modified-Since"] == "Sat, 21 Nov 2026 11:51:00 GMT"
    # It is unchanged, and valid for the same time again.
    assert tool.changes(first, tool.snapshot(site.output)) == []
    site.build(timedelta(minutes=61))
    assert site.asked == 2
    site.provider.etag = '"v2"'
    site.provider.weather = lambda moment: forecasts.Hour(30, "fog", 45)
    site.build(timedelta(minutes=62))
    assert site.asked == 3
    assert site.days()["2026-11-23"] == "Bergen: Fog, 30°"


def test_new_weather_changes_a_build_without_other_changes(site):
    """The short path, which parses nothing if nothing changed, ends when a forecast expires."""
    for _ in range(3):
        result = site.build()
    assert "0 files written" in result.out
    site.provider.etag = '"v2"'
    site.provider.weather = lambda moment: forecasts.Hour(30, "fog", 45)
    site.build(timedelta(minutes=40))
    assert site.days()["2026-11-23"] == "Bergen: Fog, 30°"


def test_a_provider_that_says_nothing_of_caching_is_asked_once_an_hour(meteo):
    meteo.build()
    meteo.build(timedelta(minutes=59))
    assert meteo.asked == 1
    meteo.build(timedelta(minutes=60))
    assert meteo.asked == 2


def test_builds_with_other_times_of_now_make_no_more_requests(site):
    """All builds share the answers, and their age is judged by the clock."""
    site.build()
    first = tool.snapshot(site.output)
    for told in (timedelta(days=3), timedelta(), timedelta(days=-400), timedelta(minutes=40), timedelta(days=9000)):
        result = site.build(told=told)
        assert "forecast" not in result.err
    assert site.asked == 1
    site.build(timedelta(minutes=30), told=timedelta())
    assert site.asked == 1
    assert tool.changes(first, tool.snapshot(site.output)) == []


def test_a_build_with_now_in_the_future_keeps_a_good_copy(site):
    site.build(told=timedelta(days=2))
    site.provider.fault = "broken"
    result = site.build(timedelta(minutes=5))
    assert site.asked == 1 and "forecast" not in result.err
    assert len(site.days()) >= 8
    # After it expires it is shown with its age.
    result = site.build(timedelta(hours=3))
    assert "that of 2026-11-21 12:00 UTC is shown" in result.err
    assert site.days()["2026-11-23"].endswith(", forecast of Sat 21 Nov 13:00")


def test_the_age_of_a_forecast_is_measured_against_now(site):
    site.build()
    first = tool.snapshot(site.output)
    site.provider.fault = "broken"
    # The same cache and the same `--now`: the same bytes, however late it is.
    for later in (timedelta(hours=3), timedelta(hours=30)):
        result = site.build(later, told=timedelta())
        assert "that of 2026-11-21 12:00 UTC is shown" in result.err
        assert tool.changes(first, tool.snapshot(site.output)) == []
    site.build(timedelta(hours=30), told=timedelta(hours=5))
    assert site.days()["2026-11-23"].endswith(", forecast of Sat 21 Nov 13:00")
    site.build(timedelta(hours=30), told=timedelta(hours=24))
    assert site.days() == {}


def test_two_builds_at_once_ask_once(site):
    site.provider.delay = 1
    site.save()
    with ThreadPoolExecutor(3) as threads:
        results = list(threads.map(lambda n: site.build(output=f"site-{n}", save=False), range(3)))
    assert [r.code for r in results] == [tool.DONE] * 3
    assert site.asked == 1
    first = tool.snapshot(site.root / "site-0")
    assert all(tool.changes(first, tool.snapshot(site.root / f"site-{n}")) == [] for n in (1, 2))
    site.output = site.root / "site-2"
    assert len(site.days()) >= 8


def test_a_damaged_copy_is_ignored(site):
    site.build()
    [copy] = (site.root / "cache/busylife-gen/remote").glob("*.brief")
    copy.write_bytes(copy.read_bytes().replace(b"air_temperature", b"air_temperaturf", 1))
    site.build(output="other")
    assert site.asked == 2
    assert "If-None-Match" not in site.provider.requests[1][2]


# MARK: What pages show


@pytest.mark.parametrize("kind", ["met.no", "open-meteo"])
def test_days_of_a_forecast_bear_its_sky_and_temperatures(site, kind):
    site.weather |= {"provider": kind}
    site.weather["endpoint"] = site.provider.met if kind == "met.no" else site.provider.meteo
    site.build()
    days = site.days()
    # MET Norway's forecast begins now, at one in the afternoon here; Open-Meteo's at its own midnight. Hours of it:
    assert list(days)[:4] == ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"]
    assert days["2026-11-21"] == "Bergen: Heavy rain, " + expected("2026-11-21", 13 if kind == "met.no" else 1)
    assert days["2026-11-22"] == "Bergen: Clear, " + expected("2026-11-22")
    assert days["2026-11-23"] == "Bergen: Partly cloudy, " + expected("2026-11-23")
    skies = [days[f"2026-11-{d}"].split(": ")[1].split(",")[0] for d in range(24, 30)]
    assert skies == ["Light rain", "Cloudy", "Showers", "Snow", "Thunder", "Fog"]
    # Days before and after it have none.
    assert "2026-11-20" not in days
    assert max(site.days("agenda/2026-12.html"), default="2026-11-30") <= "2026-12-01"


def test_every_view_of_days_shows_it(site):
    site.build()
    label = site.days()["2026-11-23"]
    for path in ("agenda/2026-11.html", "index.html", "week/2026-11-23.html", "day/2026-11-23.html"):
        assert f'aria-label="{label}"' in site.page(path), path
    assert f'aria-label="{site.days()["2026-11-21"]}"' in site.page("today.html")
    assert "class=\"weather" not in site.page("calendar/2026-11.html")


def test_events_bear_the_weather_of_their_hour(site):
    site.build()
    at = forecasts.usual(datetime(2026, 11, 23, 16))
    assert site.event("run@example.org", "2026-11-23") == f"sun-cloud: Partly cloudy, {degrees(at.celsius)}"
    # For a place without coordinates nothing is known; other places are requested only if enabled.
    for uid in ("somewhere", "lisbon", "fair"):
        assert site.event(f"{uid}@example.org", "2026-11-24") is None
    assert site.asked == 1


def test_events_are_asked_for_where_they_are(site):
    site.weather["events"] = True
    site.build()
    # Both places in Lisbon are one. Private places, and those beyond the forecast, are not requested.
    assert [q for _, q, _ in site.provider.requests] == [
        {"lat": "60.39", "lon": "5.33"}, {"lat": "38.72", "lon": "-9.14"},
    ]  # fmt: skip
    at = forecasts.usual(datetime(2026, 11, 24, 10))
    assert site.event("lisbon@example.org", "2026-11-24") == f"drizzle: Light rain, {degrees(at.celsius)}"
    # An event that covers the day has the day's weather.
    assert " to " in site.event("fair@example.org", "2026-11-24")
    assert site.event("somewhere@example.org", "2026-11-24") is None


def test_events_alone_may_have_weather(site):
    for key in ("latitude", "longitude"):
        site.weather.pop(key)
    site.weather["events"] = True
    site.build()
    assert site.asked == 1
    assert site.days() == {}
    assert site.event("lisbon@example.org", "2026-11-24") is not None
    assert site.event("run@example.org", "2026-11-23") is None
    assert '<p class="credit">Forecast, based' in site.page("index.html")


def add_places(site, count: int) -> None:
    """Events at this many places, and weather for events."""
    lines = EVENTS.split("END:VCALENDAR")[0]
    for number in range(count):
        lines += (
            f"BEGIN:VEVENT\nUID:place-{number}@example.org\nDTSTART:20261125T{number % 24:02}0000Z\n"
            f"SUMMARY:Place\nGEO:{number}.25;10\nEND:VEVENT\n"
        )
    site.write("events.ics", f"{lines}END:VCALENDAR\n".replace("\n", "\r\n"))
    site.weather["events"] = True


def test_places_have_a_limit(site):
    add_places(site, 30)
    result = site.build()
    assert "fetched for 20 places; events of the coming days in 12 more places show no weather" in result.err
    # On a busy machine a build may have no time for all; the next asks for what is left.
    for later in range(6, 30, 6):
        if "no new forecast" in result.err:
            result = site.build(timedelta(minutes=later))
    assert len({frozenset(query.items()) for _, query, _ in site.provider.requests}) == 20


@pytest.mark.parametrize(
    "locale,units,said",
    [("en-GB", None, "Fog, 30°"), ("en-US", None, "Fog, 86°"), ("en", None, "Fog, 30°"),
     ("en-US", "celsius", "Fog, 30°"), ("de", "fahrenheit", "Nebel, 86°"), ("ar-EG", None, "ضباب، ٣٠°")],
)  # fmt: skip
def test_degrees_are_those_of_the_region(site, locale, units, said):
    site.settings["locale"] = locale
    if units:
        site.weather["units"] = units
    site.provider.weather = lambda moment: forecasts.Hour(30, "fog", 45)
    site.build()
    assert site.days()["2026-11-23"] == f"Bergen: {said}"


def test_the_source_is_named(site):
    site.weather["place"] = "Bergen <b>"
    site.build()
    for path in ("index.html", "today.html", "agenda/2026-11.html", "week/2026-11-23.html", "day/2026-11-23.html"):
        page = site.page(path)
        assert 'Forecast for Bergen &lt;b&gt;, based on data of <a href="https://www.met.no/en"' in page
        assert 'href="https://creativecommons.org/licenses/by/4.0/" rel="license noopener">CC BY 4.0</a>' in page
    for path in ("calendar/2026-11.html", "year/2026.html"):
        assert "creativecommons" not in site.page(path)
    site.weather |= {"provider": "open-meteo", "endpoint": site.provider.meteo}
    site.build()
    assert 'based on data of <a href="https://open-meteo.com/"' in site.page("index.html")


def test_without_weather_nothing_is_said_of_it(site):
    site.weather = False
    site.build()
    assert site.asked == 0
    for path in (site.output).rglob("*.html"):
        assert "weather" not in path.read_text(), path


# MARK: Failures


FAULTS = {
    "garbage": "its answer can't be understood",
    "huge": "it sent more than 2048 KiB",
    "throttled": "it asks for fewer requests (status 429)",
    "broken": "it answered with status 500",
    "error": "it answered with status 400",
    "error as success": "its answer can't be understood",
    "elsewhere": "it could not be reached",
    "round and round": "it could not be reached",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failing_provider_does_not_fail_the_build(site, fault):
    site.provider.fault = fault
    result = site.build()
    lines = [line for line in result.err.splitlines() if "forecast" in line]
    assert len(lines) == 1
    assert FAULTS[fault] in lines[0] and "the pages show none" in lines[0]
    assert "class=\"weather" not in site.page("index.html")
    # It gets no requests for a while.
    count = site.asked
    result = site.build(timedelta(minutes=4))
    assert site.asked == count
    assert FAULTS[fault] in result.err
    site.provider.fault = ""
    site.build(timedelta(minutes=16))
    assert site.asked == count + 1
    assert len(site.days()) >= 8


@pytest.mark.parametrize("fault", ["garbage", "broken", "huge"])
def test_an_old_forecast_is_shown_with_its_time(site, fault):
    site.build()
    good = site.days()
    site.provider.fault = fault
    result = site.build(timedelta(hours=23))
    assert "that of 2026-11-21 12:00 UTC is shown" in result.err
    stale = site.days()
    assert stale["2026-11-23"] == good["2026-11-23"] + ", forecast of Sat 21 Nov 13:00"
    assert '<small>forecast of Sat 21 Nov 13:00</small>' in site.page("day/2026-11-23.html")
    assert re.search(r'class="weather sun-cloud old"', site.page("agenda/2026-11.html"))
    # After a day it is left out.
    result = site.build(timedelta(hours=24))
    assert "the pages show none" in result.err
    assert site.days() == {}
    # The good copy was kept: once the provider is back, it gets a conditional request.
    site.provider.fault = ""
    site.build(timedelta(hours=25))
    assert site.provider.requests[-1][2]["If-None-Match"] == '"v1"'


def test_a_provider_that_hangs_is_waited_for_once(site):
    site.weather["events"] = True
    site.provider.fault = "hang"
    result = site.build()
    assert "it could not be reached" in result.err
    # Not for the second place, and not in the next build.
    site.build(output="other")
    assert site.asked == 1


def test_a_provider_that_is_not_there(site):
    site.weather["endpoint"] = "http://127.0.0.1:1/forecast"
    result = site.build()
    assert "no new forecast from 127.0.0.1:1: it could not be reached" in result.err


def test_a_provider_says_how_long_to_keep_away(site):
    site.provider.fault = "throttled"
    site.provider.retry_after = "7200"
    site.build()
    site.provider.fault = ""
    site.build(timedelta(minutes=119))
    assert site.asked == 1
    site.build(timedelta(minutes=120))
    assert site.asked == 2
    assert len(site.days()) >= 8


@pytest.mark.parametrize("fault,status", [("missing", 404), ("forbidden", 403)])
def test_after_an_answer_that_holds_for_all_places_no_more_is_requested(site, fault, status):
    site.weather["events"] = True
    site.provider.fault = fault
    result = site.build()
    assert f"it answered with status {status} and gets no other requests for a while; the pages show none" in result.err
    site.build(timedelta(minutes=4))
    assert site.asked == 1
    site.provider.fault = ""
    site.build(timedelta(minutes=6))
    assert site.asked == 3


def test_a_slow_provider_is_not_waited_for_all_day(site):
    add_places(site, 10)
    site.provider.delay = 2
    result = site.build()
    count = site.asked
    assert 1 < count < 6
    assert f"the time for requests is over; the next build requests the rest; {12 - count} of 12" in result.err
    assert len(site.days()) >= 8
    site.provider.delay = 0
    result = site.build(timedelta(minutes=1))
    assert site.asked == 12 and "forecast" not in result.err


@pytest.mark.parametrize("answer", ["moved", "deprecated"])
def test_redirected_and_deprecated_answers_are_used(site, answer):
    site.provider.fault = answer
    result = site.build()
    assert len(site.days()) >= 8
    assert "forecast" not in result.err


def test_without_a_folder_to_keep_it_nothing_is_asked(site):
    (site.root / "cache").write_text("a file")
    result = site.build()
    assert "can't be written" in result.err
    assert site.asked == 0


def test_a_failing_place_does_not_affect_others(site):
    site.weather["events"] = True
    site.build()
    # The other place is new, and the provider has no forecast for it.
    site.write("events.ics", (site.folder / "events.ics").read_text().replace("GEO:38.7190;-9.1401", "GEO:10.0;20.0"))
    site.provider.fault = "error"
    result = site.build()
    assert "1 of 3 places show none" in result.err
    assert len(site.days()) >= 8
