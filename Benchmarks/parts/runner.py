"""Runs a command and prints its exit code, its wall and processor time in seconds and its peak memory in KiB.

A small process of its own, since a process starts with the peak memory of its parent: beside generated inputs, or
anything else that a benchmark holds, a command's own peak would not show."""

import os
import sys
import time

nothing = os.open(os.devnull, os.O_WRONLY)
start = time.perf_counter()
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 1)])
_, status, usage = os.wait4(pid, 0)
wall = time.perf_counter() - start
print(os.waitstatus_to_exitcode(status), wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
