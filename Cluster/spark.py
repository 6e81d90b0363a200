#!/usr/bin/env python3
"""Builds a fleet of sites on a cluster of Spark.

    spark-submit [OPTIONS OF SPARK] Cluster/spark.py SITES RESULTS
    python3 Cluster/spark.py SITES RESULTS [--per-task 200] [--format json] [OPTIONS OF SPARK]

SITES is a list as `busylife-gen fleet` reads it. It, the content, the output folders and RESULTS are in file systems
that all machines share under the same paths; relative paths in the list are from its folder. Each task pipes its sites
into `busylife-gen fleet -`. RESULTS becomes a table with a row for each site: id, result, files, bytes, milliseconds,
warnings, and the task that built it.

A task whose fleet died is run again by Spark (spark.task.maxFailures), on another executor if its own is lost; sites
that are done are then unchanged. What may work later is asked again after --wait seconds, --tries times in all, and
then is a row. Bad content is a row and no failure. Exit codes are those of fleet: 0, 65 if any content must be mended,
75 if any site may work later."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.types import ArrayType, LongType, StringType, StructField, StructType

CONTENT, LATER = 65, 75
TABLE = StructType(
    [
        StructField("id", StringType()),
        StructField("result", StringType(), nullable=False),
        StructField("files", LongType()),
        StructField("bytes", LongType()),
        StructField("milliseconds", LongType(), nullable=False),
        StructField("warnings", ArrayType(StringType()), nullable=False),
        StructField("task", StringType()),
    ]
)


def fleet(command: str, words: list[str], sites: bytes, folder: str) -> list[dict]:
    """Pipes lines of a list into a fleet, and gives its results."""
    done = subprocess.run([command, "fleet", *words], input=sites, stdout=subprocess.PIPE, cwd=folder)
    if done.returncode not in (0, CONTENT, LATER):
        # Spark runs the task again.
        raise RuntimeError(f"{command} fleet ended with {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def refused(command: str, sites: bytes, folder: str) -> dict[int, dict]:
    """The sites that the list keeps from being built, by their lines: a task sees only its own sites."""
    found = fleet(command, ["-", "--check"], sites, folder)
    # "line 7: error: …"
    return {int(result["warnings"][0].split()[1].rstrip(":")): result for result in found}


def name_of(line: str) -> str:
    """The id of a site as results have it: numbers as they are written, and half of a surrogate pair replaced."""
    return re.sub("[\ud800-\udfff]", "\ufffd", json.loads(line, parse_int=str, parse_float=str)["id"])


def built(rows: Iterator[Row], given: argparse.Namespace, folder: str) -> Iterator[Row]:
    """The sites of a task."""
    left = {name_of(row.line): row.line for row in rows}
    task = TaskContext.get()
    name = f"{task.partitionId()} on {socket.gethostname()}, attempt {task.attemptNumber() + 1}"
    for attempt in range(1, given.tries + 1):
        sites = "\n".join(left.values()).encode()
        for result in fleet(given.command, ["-", "--jobs", given.jobs], sites, folder):
            if result["result"] != "retry" or attempt == given.tries:
                del left[result["id"]]
                yield Row(**result, task=name)
        if not left:
            return
        if attempt < given.tries:
            time.sleep(given.wait)
    raise RuntimeError(f"fleet told nothing of {len(left)} sites")


def run(spark: SparkSession, given: argparse.Namespace) -> DataFrame:
    """Builds all sites, and gives the table of results."""
    folder = str(given.sites.absolute().parent)
    sites = given.sites.read_bytes()
    bad = refused(given.command, sites, folder)
    lines = sites.decode("utf-8-sig", "replace").split("\n")
    good = [(line,) for number, line in enumerate(lines, 1) if line.strip() and number not in bad]
    tasks = max(1, math.ceil(len(good) / given.per_task))
    manifest = spark.createDataFrame(spark.sparkContext.parallelize(good, tasks), "line string")
    rows = manifest.rdd.mapPartitions(lambda part: built(part, given, folder))
    told = spark.createDataFrame([Row(**result, task=None) for result in bad.values()], TABLE)
    table = spark.createDataFrame(rows, TABLE).union(told.coalesce(1))
    # Hadoop does not decode paths: as_uri() would make a folder with "%20" in its name.
    place = f"file://{given.results.absolute()}"
    table.write.format(given.format).save(place)
    return spark.read.schema(TABLE).format(given.format).load(place)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", type=Path)
    parser.add_argument("results", type=Path, help="a folder that does not exist yet")
    parser.add_argument("--command", default="busylife-gen", help="the command, on every machine")
    parser.add_argument("--format", choices=["json", "parquet"], default="json")
    parser.add_argument("--per-task", type=int, default=200, help="sites of a task (200)")
    parser.add_argument("--jobs", default="1", help="sites at a time: as many as a task has cores (1)")
    parser.add_argument("--tries", type=int, default=3, help="how often what may work later is asked (3)")
    parser.add_argument("--wait", type=float, default=60, help="seconds in between (60)")
    given, options = parser.parse_known_args()
    if options:
        os.environ["PYSPARK_SUBMIT_ARGS"] = shlex.join([*options, "pyspark-shell"])
    spark = SparkSession.builder.appName("busylife-gen").getOrCreate()
    counts = {row["result"]: row["count"] for row in run(spark, given).groupBy("result").count().collect()}
    spark.stop()
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())) or "no sites")
    return LATER if "retry" in counts else CONTENT if "content" in counts else 0


if __name__ == "__main__":
    sys.exit(main())
