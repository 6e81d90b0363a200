"""What a test would else take from the computer by chance: the time, the zone, the language, the home folder, the fonts
and random numbers. They are set here, for the tests and for every process that they start, and nowhere else."""

from __future__ import annotations

import atexit
import os
import random
import shutil
import subprocess
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path

# The day for which the tests were written.
USUAL = "2026-11-21T12:00:00Z"


def chosen_now() -> datetime:
    """The instant at which tests take place: BUSYLIFE_TEST_NOW (RFC 3339), else the usual one. UTC, whole seconds."""
    at = datetime.fromisoformat((os.environ.get("BUSYLIFE_TEST_NOW") or USUAL).replace("Z", "+00:00"))
    if at.tzinfo is None:
        raise SystemExit(f"BUSYLIFE_TEST_NOW={os.environ['BUSYLIFE_TEST_NOW']}: no offset; write Z at its end")
    return at.astimezone(timezone.utc).replace(microsecond=0)


INSTANT = chosen_now()
NOW = f"{INSTANT:%Y-%m-%dT%H:%M:%SZ}"

# What random tests begin with. All processes of a run have the same, and each random test prints it.
SEED = int(os.environ.get("BUSYLIFE_SEED") or random.SystemRandom().randrange(1 << 30))

HOME = tempfile.mkdtemp(prefix="busylife-home-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
FIXED = {
    # Commands that are given no `--now` have it from here.
    "SOURCE_DATE_EPOCH": str(int(INSTANT.timestamp())),
    "TZ": "UTC",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "HOME": HOME,
    "XDG_CACHE_HOME": f"{HOME}/.cache",
    "XDG_CONFIG_HOME": f"{HOME}/.config",
    "XDG_DATA_HOME": f"{HOME}/.local/share",
    "XDG_STATE_HOME": f"{HOME}/.local/state",
    "BUSYLIFE_SEED": str(SEED),
    # Pictures for chats are drawn in their own tests only: they would double the time of a build of the sample.
    "BUSYLIFE_LIBRSVG": "",
}
if Path("/usr/share/fonts").exists():
    FIXED["FONTCONFIG_FILE"] = str(Path(__file__).with_name("fonts.conf"))
# Languages and categories of the locale that would come before LC_ALL or LANG.
UNSET = ("LANGUAGE", "XDG_RUNTIME_DIR")
# What commands need of the computer.
KEPT = ("PATH", "TZDIR", "LD_LIBRARY_PATH", "TMPDIR")


def fix() -> None:
    """Sets the environment of this process, which those that it starts inherit."""
    for name in UNSET:
        os.environ.pop(name, None)
    # Tests may run under libfaketime, which makes compilers and Java wait forever: what they start is without it.
    if "PYTEST_XDIST_WORKER" in os.environ:
        os.environ.pop("LD_PRELOAD", None)
    os.environ.update(FIXED)
    time.tzset()


def environment(**more: str | None) -> dict[str, str]:
    """The environment of a command: the same on every computer. `None` takes a variable away."""
    found = FIXED | {name: os.environ[name] for name in KEPT if name in os.environ} | more
    return {name: value for name, value in found.items() if value is not None}


# ---- The clock of pages ------------------------------------------------------------------------------------

# Shifts the clock of a page or a worker and nothing else: Playwright's clock replaces timers and measurements, too. A
# test that uses that one has it alone.
CLOCK = """
((real, ours) => {
  const now = () => globalThis.__pwClock ? real() : ours(real());
  globalThis.Date = new Proxy(Date, {
    construct: (real, values, self) => Reflect.construct(real, values.length ? values : [now()], self),
    apply: real => new real(now()).toString(),
    get: (real, name) => name === 'now' ? now : real[name],
  });
  const format = Intl.DateTimeFormat.prototype;
  const { get } = Object.getOwnPropertyDescriptor(format, 'format');
  Object.defineProperty(format, 'format', {
    configurable: true, get() { const said = get.call(this); return (at = now()) => said(at) },
  });
  const { formatToParts } = format;
  format.formatToParts = function (at = now()) { return formatToParts.call(this, at) };
  if (!globalThis.Temporal) return;
  const { Now, Instant } = Temporal;
  Now.instant = () => Instant.fromEpochMilliseconds(now());
  Now.zonedDateTimeISO = (zone = Now.timeZoneId()) => Now.instant().toZonedDateTimeISO(zone);
  Now.plainDateTimeISO = zone => Now.zonedDateTimeISO(zone).toPlainDateTime();
  Now.plainDateISO = zone => Now.zonedDateTimeISO(zone).toPlainDate();
  Now.plainTimeISO = zone => Now.zonedDateTimeISO(zone).toPlainTime();
})(Date.now.bind(Date), NOW);
"""


def real_milliseconds() -> float:
    """The computer's clock, which browsers have, also where the tests themselves are told another time (faketime)."""
    return time.time() * 1000 + _skew


def _measured_skew() -> float:
    if "LD_PRELOAD" not in os.environ:
        return 0
    said = subprocess.run(["date", "+%s%3N"], env=unfaked(), check=True, capture_output=True).stdout
    return int(said) - time.time() * 1000


def unfaked() -> dict[str, str]:
    """The environment of a browser, whose own clock no library replaces: its pages have one by `clock`."""
    return {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


_skew = _measured_skew()


def clock(stands: str | None = None) -> str:
    """A script that gives a page or a worker a clock: one that stands still at an instant (RFC 3339), or one that flows
    from NOW, beginning with this call."""
    if stands:
        at = datetime.fromisoformat(stands.replace("Z", "+00:00")).timestamp() * 1000
        return CLOCK.replace("NOW", f"() => {at:.0f}")
    shift = INSTANT.timestamp() * 1000 - real_milliseconds()
    return CLOCK.replace("NOW", f"now => now + {shift:.0f}")


fix()
