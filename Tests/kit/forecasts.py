"""A server on this machine that imitates both forecast providers, and records its requests."""

from __future__ import annotations

import json
import math
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

HOUR = timedelta(hours=1)


@dataclass
class Hour:
    """One hour of a forecast, for either provider."""

    celsius: float
    # MET Norway's symbol without its suffix, and the WMO code for the same weather.
    symbol: str
    code: int


def usual(moment: datetime) -> Hour:
    """Coldest at three, warmest at three in the afternoon; the sky by the day of the month."""
    celsius = round(5 - 4 * math.cos((moment.hour - 3) * math.pi / 12) - moment.day % 3, 1)
    symbol, code = [
        ("clearsky", 0), ("partlycloudy", 2), ("lightrain", 61), ("cloudy", 3), ("rainshowers", 80), ("snow", 73),
        ("heavyrainandthunder", 95), ("fog", 45), ("sleet", 67), ("fair", 1), ("heavyrain", 65),
    ][moment.day % 11]  # fmt: skip
    return Hour(celsius, symbol, code)


def is_day(moment: datetime) -> bool:
    return 7 <= moment.hour < 17


SUFFIXED = ("clearsky", "fair", "partlycloudy", "rainshowers", "sleetshowers", "snowshowers")


def met_norway(start: datetime, weather=usual, latitude: float = 60.39, longitude: float = 5.32) -> dict:
    """locationforecast/2.0/compact: two and a half days hourly, then six-hourly, the last two times without
    following hours."""

    def symbol(moment: datetime) -> str:
        name = weather(moment).symbol
        return name + ("_day" if is_day(moment) else "_night") if name.startswith(SUFFIXED) else name

    times = [start + HOUR * n for n in range(60)]
    first = (times[-1] + HOUR).replace(hour=0) + timedelta(days=1)
    while times[-1] + HOUR < first:
        times.append(times[-1] + HOUR)
    hours = len(times)
    times += [first + HOUR * 6 * n for n in range(28)]
    series = []
    for index, moment in enumerate(times):
        hour = weather(moment)
        data: dict = {
            "instant": {
                "details": {
                    "air_pressure_at_sea_level": 1012.4,
                    "air_temperature": hour.celsius,
                    "cloud_area_fraction": 71.9,
                    "relative_humidity": 80.1,
                    "wind_from_direction": 128.4,
                    "wind_speed": 3.5,
                }
            }
        }
        if index < len(times) - 1:
            data["next_12_hours"] = {"summary": {"symbol_code": symbol(moment)}, "details": {}}
            data["next_6_hours"] = {
                "summary": {"symbol_code": symbol(moment)},
                "details": {"precipitation_amount": 0.4},
            }
        if index < hours:
            data["next_1_hours"] = {
                "summary": {"symbol_code": symbol(moment)},
                "details": {"precipitation_amount": 0.1},
            }
        series.append({"time": f"{moment:%Y-%m-%dT%H:%M:%SZ}", "data": data})
    return {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [longitude, latitude, 7]},
        "properties": {
            "meta": {
                "updated_at": f"{start:%Y-%m-%dT%H:%M:%SZ}",
                "units": {
                    "air_pressure_at_sea_level": "hPa",
                    "air_temperature": "celsius",
                    "cloud_area_fraction": "%",
                    "precipitation_amount": "mm",
                    "relative_humidity": "%",
                    "wind_from_direction": "degrees",
                    "wind_speed": "m/s",
                },
            },
            "timeseries": series,
        },
    }


def open_meteo(start: datetime, weather=usual, latitude: float = 60.39, longitude: float = 5.32) -> dict:
    """/v1/forecast with UTC hours as seconds: ten days from midnight, with nulls at the end of the model."""
    first = start.replace(hour=0)
    times = [first + HOUR * n for n in range(240)]
    told = [weather(t) for t in times]
    return {
        "latitude": latitude,
        "longitude": longitude,
        "generationtime_ms": 0.0838041305541992,
        "utc_offset_seconds": 0,
        "timezone": "GMT",
        "timezone_abbreviation": "GMT",
        "elevation": 7.0,
        "hourly_units": {"time": "unixtime", "temperature_2m": "°C", "weather_code": "wmo code", "is_day": ""},
        "hourly": {
            "time": [int(t.timestamp()) for t in times],
            "temperature_2m": [h.celsius for h in told[:-6]] + [None] * 6,
            "weather_code": [h.code for h in told[:-6]] + [None] * 6,
            "is_day": [int(is_day(t)) for t in times],
        },
    }


@dataclass
class Provider:
    """The server's behaviour, and its recorded requests."""

    address: str = ""
    now: datetime = datetime(2026, 11, 21, 12, tzinfo=timezone.utc)
    # How it answers: correctly, or with a fault of this name.
    fault: str = ""
    weather: object = usual
    retry_after: str = ""
    etag: str = '"v1"'
    # For a request that hangs until the test releases it.
    release: threading.Event = field(default_factory=threading.Event)
    delay: float = 0
    requests: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def met(self) -> str:
        return f"{self.address}/weatherapi/locationforecast/2.0/compact"

    @property
    def meteo(self) -> str:
        return f"{self.address}/v1/forecast"


# Answers that are not forecasts, by the fault: status and body.
FAULTS = {
    "garbage": (200, b'{"properties": {"timeseries": [{"time": "soon"'),
    "error": (400, b'{"error":true,"reason":"Latitude must be in range of -90 to 90"}'),
    "error as success": (200, b'{"error":true,"reason":"No data for this location"}'),
    "broken": (500, b"Internal Server Error"),
    "missing": (404, b"Not Found"),
    "forbidden": (403, b"Forbidden"),
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    provider: Provider

    def log_message(self, *arguments):
        pass

    def send(self, status: int, body: bytes = b"", **headers):
        self.send_response_only(status)
        for name, value in headers.items():
            if value:
                self.send_header(name.replace("_", "-"), value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        provider = self.provider
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        with provider.lock:
            provider.requests.append((url.path, query, dict(self.headers.items())))
        if provider.delay:
            time.sleep(provider.delay)
        norwegian = "locationforecast" in url.path
        date = format_datetime(provider.now, usegmt=True)
        if provider.fault in FAULTS:
            return self.send(*FAULTS[provider.fault], Date=date)
        match provider.fault:
            case "hang":
                provider.release.wait(60)
                self.close_connection = True
                return
            case "huge":
                self.send_response_only(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                part = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
                try:
                    for _ in range(4096):
                        self.wfile.write(part)
                except OSError:
                    pass
                self.close_connection = True
                return
            case "throttled":
                return self.send(429, b"", Date=date, Retry_After=provider.retry_after)
            case "elsewhere":
                return self.send(302, Location="file:///etc/hostname", Date=date)
            case "round and round":
                return self.send(302, Location=self.path, Date=date)
            case "moved" if not url.path.startswith("/moved"):
                return self.send(301, Location=f"/moved{self.path}", Date=date)
        if provider.fault not in ("", "moved", "deprecated"):
            raise AssertionError(provider.fault)
        place = (float(query.get("lat") or query["latitude"]), float(query.get("lon") or query["longitude"]))
        made = met_norway if norwegian else open_meteo
        body = json.dumps(made(provider.now.replace(minute=0, second=0), provider.weather, *place)).encode()
        modified = format_datetime(provider.now - timedelta(minutes=9), usegmt=True)
        headers = {"Date": date}
        # Open-Meteo sends no caching headers.
        if norwegian:
            headers |= {
                "ETag": provider.etag,
                "Last-Modified": modified,
                "Expires": format_datetime(provider.now + timedelta(minutes=31), usegmt=True),
            }
            if provider.etag and self.headers.get("If-None-Match") == provider.etag:
                return self.send(304, **headers)
        status = 203 if provider.fault == "deprecated" else 200
        self.send(status, body, Content_Type="application/json", **headers)


@contextmanager
def provider():
    """A provider on its own port; gives its behaviour and recorded requests."""
    told = Provider()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"provider": told}))
    server.daemon_threads = True
    told.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield told
    finally:
        told.release.set()
        server.shutdown()
        server.server_close()
