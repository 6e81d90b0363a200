"""A clock for a command only, which stands still or is shifted: tests what depends on the clock and not on `--now`,
without waiting.

A few lines of C that are loaded before the system's library (on Linux)."""

from __future__ import annotations

import atexit
import functools
import shutil
import subprocess
import tempfile
from datetime import datetime
from pathlib import Path

from surroundings import real_milliseconds

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  if (id != CLOCK_REALTIME) return real(id, now);
  const char *stands = getenv("CLOCK_OF_TESTS"), *shift = getenv("CLOCK_SHIFT_OF_TESTS");
  if (stands) {
    now->tv_sec = atoll(stands);
    now->tv_nsec = 0;
    return 0;
  }
  const int result = real(id, now);
  if (shift) now->tv_sec += atoll(shift);
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
"""


@functools.cache
def _library() -> str:
    folder = Path(tempfile.mkdtemp(prefix="busylife-clock-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "clock.c").write_text(SOURCE)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "clock.so", folder / "clock.c", "-ldl"], check=True)
    return str(folder / "clock.so")


def _environment() -> dict[str, str]:
    # Only a command that is told nothing else asks the clock.
    return {"LD_PRELOAD": _library(), "SOURCE_DATE_EPOCH": ""}


def environment(now: datetime) -> dict[str, str]:
    """The environment that makes a command believe that it is a given time; durations are measured as usual."""
    return _environment() | {"CLOCK_OF_TESTS": f"{now.timestamp():.0f}"}


def flowing(now: datetime) -> dict[str, str]:
    """The same with a clock that flows from that time."""
    return _environment() | {"CLOCK_SHIFT_OF_TESTS": f"{now.timestamp() - real_milliseconds() / 1000:.0f}"}
