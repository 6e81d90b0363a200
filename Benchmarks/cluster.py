#!/usr/bin/env python3
"""A fleet on Spark beside the same fleet in one process: 5,000 generated sites, with an executor killed on the way.

    .venv/bin/python Benchmarks/cluster.py [--sites 5000] [--record]

Every site is compared with that of the other fleet, and a hundred with plain builds. What a million sites would take is
between what one process takes and what Spark takes with its start and the sites that it repeats. With --record the
figures go to docs/performance.md. Needs Cluster/requirements.txt, which `make setup-cluster` installs, and 12 GB in
memory."""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from parts.measure import ROOT, TOOL, table
from parts.report import record

sys.path.insert(0, str(ROOT / "Tests/kit"))

from engines import words  # noqa: E402

OPTIONS = ["--from", "2026-11-01", "--to", "2026-12-01", "--tz", "UTC", "--now", "2026-11-21T12:00:00Z"]
EVENTS = 20
CHILD_SUBREAPER = 36


def write(folder: Path, count: int) -> Path:
    """Sites of twenty events in one month, and their list."""
    chance = random.Random(19)
    rows = []
    for number in range(count):
        content = folder / "in" / f"s{number}"
        content.mkdir(parents=True)
        events = []
        for event in range(EVENTS):
            start = f"2026-11-{chance.randrange(1, 31):02}T{chance.randrange(6, 22):02}:00:00Z"
            events.append({"title": f"Event {event} of {number}", "start": start, "duration": "PT1H"})
        (content / "events.json").write_text(json.dumps(events))
        (content / "site.yml").write_text(f"title: Calendar {number}\n")
        rows.append({"id": f"s{number}", "content": f"in/s{number}", "output": f"out/s{number}", "options": OPTIONS})
    path = folder / "sites.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def digests(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*") if path.is_file()}  # fmt: skip


def measured(command: list[object], meanwhile=lambda process: None) -> tuple[float, float]:
    """Wall and processor time of a command and everything that it leaves behind."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    log = tempfile.TemporaryFile()
    process = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log)
    meanwhile(process)
    code = process.wait()
    wall = time.monotonic() - start
    # Executors end a little after the driver, and are then children of this program.
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    if code:
        log.seek(0)
        sys.exit(log.read().decode()[-4000:])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def executors() -> list[int]:
    """The processes of this program's executors."""
    found = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    return [p for p in found if "CoarseGrainedExecutorBackend" in words(p) and str(os.environ["LOCAL"]) in words(p)]


def kill_one(driver: subprocess.Popen, output: Path, count: int) -> None:
    """Waits for a number of sites, and kills an executor, unless Spark ends before."""
    while sum(1 for _ in output.glob("*/.busylife-gen")) < count:
        if driver.poll() is not None:
            return
        time.sleep(0.2)
    os.kill(executors()[0], signal.SIGKILL)


def spark(tool: Path, sites: Path, cores: int, killed_after: int) -> tuple[float, float]:
    results = sites.parent / "results"
    given = ["--master", f"local-cluster[{cores},1,1024]", "--conf", "spark.ui.enabled=false",
             "--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.driver.bindAddress=127.0.0.1",
             "--conf", f"spark.executorEnv.LOCAL={os.environ['LOCAL']}",
             "--conf", f"spark.executor.extraJavaOptions=-Dlocal={os.environ['LOCAL']}"]  # fmt: skip
    command = [sys.executable, ROOT / "Cluster/spark.py", sites, results, "--command", tool, "--per-task", 200, *given]
    figures = measured(command, lambda driver: kill_one(driver, sites.parent / "out", killed_after))
    rows = [json.loads(line) for path in results.glob("[!.]*.json") for line in path.read_text().splitlines()]
    names = [json.loads(line)["id"] for line in sites.read_text().splitlines()]
    if sorted(row["id"] for row in rows) != sorted(names):
        sys.exit("sites are missing")
    again = sum(not row["task"].endswith("attempt 1") for row in rows)
    if not again or any(row["result"] not in ("built", "unchanged") for row in rows):
        sys.exit("no executor was lost, or sites were not built")
    print(f"{len(rows)} sites, {again} of them by tasks that were run again; {figures[0]:.1f} s, {figures[1]:.1f} s")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=5_000)
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    ctypes.CDLL(None).prctl(CHILD_SUBREAPER, 1, 0, 0, 0)
    cores = os.cpu_count() or 2
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory, prefix="busylife-cluster-") as scratch:
        folder = Path(scratch)
        os.environ |= {"XDG_CACHE_HOME": scratch + "/cache", "LOCAL": folder.name, "SPARK_LOCAL_IP": "127.0.0.1",
                       "SPARK_LOCAL_DIRS": scratch + "/spark", "SPARK_WORKER_DIR": scratch + "/work",
                       "BUSYLIFE_LIBRSVG": ""}  # fmt: skip
        # Without browser modules, which are the same in all sites and most of their bytes.
        tool = folder / "bin" / TOOL.name
        tool.parent.mkdir()
        shutil.copy2(TOOL, tool)
        (folder / "Templates").symlink_to(ROOT / "Templates")
        for name in ("one", "many"):
            (folder / name).mkdir()
            write(folder / name, given.sites)
        many = spark(tool, folder / "many/sites.jsonl", cores, given.sites // 5)
        alone = measured([tool, "fleet", folder / "one/sites.jsonl"])
        chance = random.Random(5)
        sample = set(chance.sample(range(given.sites), min(100, given.sites)))
        files = 0
        for number in range(given.sites):
            found = digests(folder / f"many/out/s{number}")
            files += len(found)
            wrong = found != digests(folder / f"one/out/s{number}")
            if number in sample:
                words = ["build", "--content", f"in/s{number}", "--output", f"plain/s{number}", *OPTIONS]
                subprocess.run([tool, *words], cwd=folder / "many", check=True, capture_output=True,
                               env=os.environ | {"XDG_CACHE_HOME": "/dev/null"})  # fmt: skip
                wrong = wrong or found != digests(folder / f"many/plain/s{number}")
            if wrong:
                sys.exit(f"s{number} differs")
            # There is not much room in memory.
            for place in ("many/out", "one/out"):
                shutil.rmtree(folder / place / f"s{number}")
    low, high = (1e6 * figures[1] / given.sites / 3600 for figures in (alone, many))
    lines = [
        "## Part 6: many sites on a cluster", "",
        f"{given.sites:,} sites of {EVENTS} events in one month, {files // given.sites} files each, without browser "
        f"modules, on Spark's local-cluster with {cores} executors of one core, tasks of 200 sites; an executor was "
        "killed after a fifth of them. Each site was the same as that of a fleet in one process, and "
        f"{len(sample)} the same as plain builds.", "",
        *table(["what", "on Spark", "one process", "ratio"], [
            ["processor time", f"{many[1]:.1f} s", f"{alone[1]:.1f} s", f"**{many[1] / alone[1]:.2f}**"],
            ["wall time", f"{many[0]:.1f} s", f"{alone[0]:.1f} s", f"{many[0] / alone[0]:.2f}"],
            ["processor time a site", f"{many[1] / given.sites * 1e3:.1f} ms", f"{alone[1] / given.sites * 1e3:.1f} ms",
             ""],
        ]), "",
        f"By these figures 1,000,000 such sites take {low:.1f} to {high:.1f} hours of processor time, without and with "
        f"the cluster's start and what it repeats: {low / 2:.1f} to {high / 2:.1f} h on 2 cores, "
        f"{low * 60 / 64:.0f} to {high * 60 / 64:.0f} min on 64, if the file system keeps up with "
        f"{files // given.sites} million files.", "",
    ]  # fmt: skip
    print("\n".join(lines))
    if given.record:
        record(lines)


main()
