"""Fleets on the engines of `Cluster/`: Spark and Slurm on this machine with parts that are killed on the way, and what
Kubernetes is told."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

import engines
import tool
from engines import until
from fleets import LATER, OPTIONS, Sites
from tool import DONE, USAGE, changes, snapshot

CLUSTER = tool.PROJECT / "Cluster"
BIN = Path(sys.executable).parent
# What runs for seconds is worth neither a second compiler nor code of its own for each query.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SPARK = [
    "--master", "local-cluster[2,1,512]", "--driver-java-options", JAVA,
    *(word for setting in (
        "executor.memory=512m", "ui.enabled=false", "driver.bindAddress=127.0.0.1", "driver.host=127.0.0.1",
        f"executor.extraJavaOptions={JAVA}", "sql.codegen.wholeStage=false", "sql.codegen.factoryMode=NO_CODEGEN",
        "sql.adaptive.enabled=false", "sql.shuffle.partitions=1",
    ) for word in ("--conf", f"spark.{setting}")),
]  # fmt: skip


def told(folder: Path) -> dict[str | None, dict]:
    """The lines of all files of results; no site has two."""
    rows = [json.loads(line) for path in sorted(folder.glob("[!.]*.json*")) for line in path.read_bytes().splitlines()]
    found = {row.get("id"): row for row in rows}
    assert len(found) == len(rows)
    return found


def test_scripts_are_sound():
    done = subprocess.run([BIN / "shellcheck", CLUSTER / "slurm.sh"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


# ---- Spark ---------------------------------------------------------------------------------------


def test_spark_with_an_executor_that_is_killed(tmp_path, bare):
    """Every site is right, none is missing, and bad ones are rows."""
    sites = Sites(tmp_path, bare, 48)
    clean = {row["id"]: sites.alone(row["id"]) for row in sites.rows}
    # A calendar that can't be fetched, an output of another task, one in a content, a broken line.
    (tmp_path / "in/s7/site.yml").write_text("calendars: [{name: far, source: 'https://calendar.invalid/a.ics'}]\n")
    sites.rows[7]["options"] = [*OPTIONS, "--strict", "--offline"]
    bad = [sites.row("twice", output="out/x/../s2"), sites.row("in", output="in/s3/o")]
    bad = [row | {"content": "in/s1"} for row in bad]
    lines = [json.dumps(row).encode() for row in [*sites.rows, *bad]]
    # Names that not all programs read in the same way.
    odd = {"1e3": b"1e3", "half \ufffd": b'"half \\ud800"', "\ufffd": b'"\xff"', "a\u2028b": '"a\u2028b"'.encode()}
    for number, written in enumerate(odd.values()):
        row = json.dumps(sites.row(f"s{number}", output=f"out/odd{number}")).encode()
        lines.append(row.replace(b'"s%d"' % number, written, 1))
    sites.list.write_bytes(b"\xef\xbb\xbf" + b"\n\n".join(lines) + b"\n{\n")
    command, held = engines.holding(tmp_path / "hold", bare)
    # Hadoop reads paths as they are, without %20 and its like.
    results = tmp_path / "José x/results"
    words = [sys.executable, CLUSTER / "spark.py", sites.list, results, "--command", command]
    words += ["--per-task", "12", "--tries", "2", "--wait", "0", *SPARK]
    environment = sites.environment | {"SPARK_LOCAL_IP": "127.0.0.1"}
    with (tmp_path / "log").open("w+b") as log:
        run = subprocess.Popen([str(word) for word in words], env=environment, cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=log, text=True)  # fmt: skip
        # A fleet has told of its first site: its executor is killed.
        until(lambda: held.exists() or run.poll() is not None)
        assert run.poll() is None, (tmp_path / "log").read_text()
        fleet = int(held.read_text())
        executor = next(p for p in engines.ancestors(fleet) if "CoarseGrainedExecutorBackend" in engines.words(p))
        os.kill(executor, signal.SIGKILL)
        out = run.communicate()[0]
        log.seek(0)
        assert run.returncode == LATER, log.read().decode()
    # The executor's fleet went with it.
    until(lambda: not Path(f"/proc/{fleet}").exists())
    results = told(results)
    counts = {result: int(number) for number, result in (part.split() for part in out.split(", "))}
    assert counts.pop("content") == 3 and counts.pop("retry") == 1 and sum(counts.values()) == 51, out
    assert results.keys() == {*clean, *odd, "twice", "in", None}
    assert {name for name, row in results.items() if row["result"] == "content"} == {"twice", "in", None}
    assert "s2 (line 5)" in results["twice"]["warnings"][0]
    assert results["s7"]["result"] == "retry"
    assert any("attempt 2" in row.get("task", "") for row in results.values())
    for name, found in clean.items():
        if name != "s7":
            assert results[name]["result"] in ("built", "unchanged")
            assert changes(found, snapshot(tmp_path / "out" / name)) == [], name
    assert not (tmp_path / "in/s3/o").exists()


# ---- Slurm ---------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="Slurm is of Linux")
def test_slurm_with_a_task_that_is_requeued(tmp_path, bare):
    sites = Sites(tmp_path, bare, 12)
    (tmp_path / "in/s3/site.yml").write_text("privacy: [oops")
    command, held = engines.holding(tmp_path / "hold", bare)
    environment = sites.environment | {"BUSYLIFE_GEN": str(command), "BUSYLIFE_WAIT": "0"}
    results = tmp_path / "results"
    with engines.slurm() as slurm:
        def asked(*words) -> str:
            return subprocess.run([str(word) for word in words], env=environment | slurm, cwd=tmp_path, check=True,
                                  capture_output=True, text=True).stdout.strip()  # fmt: skip

        job = asked("sbatch", "--parsable", "--array=1-3", "--mem=0", "--cpus-per-task=1", CLUSTER / "slurm.sh",
                    sites.list, results)  # fmt: skip
        until(held.exists)
        part = next(n for n in (1, 2, 3) if f"--shard {n}/3" in (tmp_path / "hold/words").read_text())
        # What Slurm does by itself when a node is lost.
        asked("scontrol", "requeue", f"{job}_{part}")
        # When its first run is cleared away, it need not wait two minutes before it begins again, but for the next
        # second: a node begins nothing of a job in the second in which the job was killed.
        until(lambda: asked("sinfo", "-h", "-o", "%T") == "idle")
        asked("scontrol", "update", f"jobid={job}_{part}", "StartTime=now+2")
        until(lambda: all((results / f"{n}-of-3.jsonl").exists() for n in (1, 2, 3)))
    found = told(results)
    assert found.keys() == {row["id"] for row in sites.rows}
    assert {name for name, row in found.items() if row["result"] == "content"} == {"s3"}
    for name in found.keys() - {"s3"}:
        assert changes(sites.alone(name), snapshot(tmp_path / "out" / name)) == [], name
    assert [p.name for p in results.glob(".*")] == []


def submitted(sites: Sites, part: int, count: int, command: Path, **more) -> subprocess.CompletedProcess:
    """The script with what Slurm sets, in place of Slurm."""
    given = {"ID": part, "COUNT": count, "MIN": 1, "MAX": count} | more
    environment = sites.environment | {f"SLURM_ARRAY_TASK_{name}": str(value) for name, value in given.items()}
    environment |= {"BUSYLIFE_GEN": str(command), "BUSYLIFE_WAIT": "0", "BUSYLIFE_TRIES": "3", "SLURM_JOB_ID": "7"}
    return subprocess.run([CLUSTER / "slurm.sh", sites.list, sites.root / "results"], env=environment,
                          capture_output=True, text=True)  # fmt: skip


def test_a_task_of_slurm_asks_again(tmp_path, bare):
    sites = Sites(tmp_path, bare, 2)
    codes = tmp_path / "codes"
    command = tmp_path / "fleet"
    command.write_text(
        f'#!/bin/sh\n"{bare}" "$@"\ncode=$(head -n 1 {codes})\nsed -i 1d {codes}\nexit "$code"\n'
    )
    command.chmod(0o755)
    for written, expected, is_told in [
        ("75 0 1", DONE, True), ("137 65 1", DONE, True), ("75 75 75 0", DONE, True), ("137 139 74 0", 74, False),
        ("64 0", USAGE, False),
    ]:  # fmt: skip
        shutil.rmtree(tmp_path / "results", ignore_errors=True)
        codes.write_text(written.replace(" ", "\n") + "\n")
        done = submitted(sites, 1, 1, command)
        assert done.returncode == expected, (written, done)
        assert (tmp_path / "results/1-of-1.jsonl").exists() == is_told
    # Only some parts are no whole.
    assert submitted(sites, 3, 2, bare, MIN=3, MAX=4).returncode == USAGE
    assert submitted(sites, 3, 1, bare, MIN=1, MAX=3).returncode == USAGE


# ---- Kubernetes ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def job() -> dict:
    return yaml.safe_load((CLUSTER / "kubernetes.yaml").read_text())


@pytest.mark.parametrize("version", ["1.33", "1.37"])
def test_the_job_is_valid(job, version):
    kubernetes_validate.validate(job, version, strict=True)
    # Not whatever it says.
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(job | {"spec": job["spec"] | {"backoffLimitPerIndexes": 3}}, version, strict=True)


def test_the_job_says_what_is_tried_again(job):
    spec = job["spec"]
    fleet = spec["template"]["spec"]["containers"][0]
    environment = {entry["name"]: entry["value"] for entry in fleet["env"]}
    assert environment["PARTS"] == str(spec["completions"]) and spec["completionMode"] == "Indexed"

    def action(code: int) -> str:
        for rule in spec["podFailurePolicy"]["rules"]:
            codes = rule.get("onExitCodes")
            if codes and (code in codes["values"]) == (codes["operator"] == "In"):
                return rule["action"]
        return "Count"

    assert {code: action(code) for code in (USAGE, LATER, 74, 137)} == {
        USAGE: "FailIndex", LATER: "Count", 74: "Count", 137: "Count",
    }  # fmt: skip
    secured = fleet["securityContext"]
    assert secured["readOnlyRootFilesystem"] and not secured["allowPrivilegeEscalation"]
    assert spec["template"]["spec"]["securityContext"]["runAsNonRoot"]
    # What it writes to is a volume: the site, the cache that the image names, and temporary files.
    assert {mount["mountPath"] for mount in fleet["volumeMounts"]} == {environment["SITES"], "/cache", "/tmp"}
    assert "XDG_CACHE_HOME=/cache" in (tool.PROJECT / "Hosting/Containerfile").read_text()


def test_indexes_are_the_parts_of_the_list(job, tmp_path, bare):
    sites = Sites(tmp_path, bare, 12)
    (tmp_path / "in/s3/site.yml").write_text("privacy: [oops")
    fleet = job["spec"]["template"]["spec"]["containers"][0]
    codes = []
    for index in range(3):
        environment = {"PATH": f"{bare.parent}:/usr/bin:/bin", "PARTS": "3", "SITES": str(tmp_path)}
        environment |= {"JOB_COMPLETION_INDEX": str(index), "HOSTNAME": f"calendars-{index}-x7k2p"}
        done = subprocess.run([*fleet["command"], *fleet["args"]], env=sites.environment | environment)
        codes.append(done.returncode)
    # Or the Job would never be complete.
    assert codes == [DONE, DONE, DONE]
    found = told(tmp_path / "results")
    assert found.keys() == {row["id"] for row in sites.rows} and found["s3"]["result"] == "content"
    assert sorted(p.name for p in (tmp_path / "results").iterdir()) == [f"{n}-of-3.jsonl" for n in (1, 2, 3)]


# ---- Slurm and Kubernetes ------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["slurm", "kubernetes"])
def test_two_runs_of_a_part_do_not_mix(job, tmp_path, engine):
    """A node that has lost only its network goes on while another one has its part."""
    fleet = tmp_path / "bin/busylife-gen"
    fleet.parent.mkdir()
    fleet.write_text(
        "#!/bin/sh\n"
        f'echo "first line of run $RUN"; touch "{tmp_path}/begun$RUN"\n'
        f'while [ ! -e "{tmp_path}/go$RUN" ]; do sleep 0.05; done\n'
        'echo "second line of run $RUN"\n'
    )
    fleet.chmod(0o755)
    container = job["spec"]["template"]["spec"]["containers"][0]

    def start(run: int) -> subprocess.Popen:
        environment = {"PATH": f"{fleet.parent}:/usr/bin:/bin", "RUN": str(run)}
        if engine == "slurm":
            given = {"ID": "1", "COUNT": "1", "MIN": "1", "MAX": "1"}
            environment |= {f"SLURM_ARRAY_TASK_{name}": value for name, value in given.items()}
            # The count is there from the first restart on.
            environment |= {"SLURM_JOB_ID": "7"} | ({"SLURM_RESTART_COUNT": str(run)} if run else {})
            command = [CLUSTER / "slurm.sh", "sites.jsonl", tmp_path / "results"]
        else:
            environment |= {"PARTS": "1", "SITES": str(tmp_path), "JOB_COMPLETION_INDEX": "0"}
            environment |= {"HOSTNAME": f"calendars-0-{run}"}
            command = [*container["command"], *container["args"]]
        return subprocess.Popen(command, env=environment, cwd=tmp_path)

    runs = [start(0), start(1)]
    until(lambda: all((tmp_path / f"begun{run}").exists() for run in (0, 1)))
    # The second run is done first.
    for run in (1, 0):
        (tmp_path / f"go{run}").touch()
        assert runs[run].wait(60) == DONE
        found = (tmp_path / "results/1-of-1.jsonl").read_text()
        assert found == "first line of run 1\nsecond line of run 1\n"
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["1-of-1.jsonl"]
