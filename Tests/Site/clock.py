"""A clock for the command only, which stands still: tests what depends on the clock and not on `--now`, without
waiting.

A few lines of C that are loaded before the system's library (on Linux)."""

from __future__ import annotations

import atexit
import functools
import shutil
import subprocess
import tempfile
from datetime import datetime
from pathlib import Path

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
  now->tv_sec = atoll(getenv("CLOCK_OF_TESTS"));
  now->tv_nsec = 0;
  return 0;
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


def environment(now: datetime) -> dict[str, str]:
    """The environment that makes a command believe that it is a given time; durations are measured as usual."""
    return {"LD_PRELOAD": _library(), "CLOCK_OF_TESTS": str(int(now.timestamp()))}
