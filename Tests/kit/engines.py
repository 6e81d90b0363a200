"""Engines that run fleets, on this machine alone, and processes to kill there."""

from __future__ import annotations

import getpass
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tool import SEED

# Seconds: only bounds how late a failure is reported.
PATIENCE = 300


def until(happens: Callable[[], object]) -> None:
    """Waits for an event."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.02)


def words(process: int) -> str:
    """The command line of a process."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def ancestors(process: int) -> Iterator[int]:
    """The process, its parent and so on."""
    while process > 1:
        yield process
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def holding(folder: Path, command: Path) -> tuple[Path, Path]:
    """A command whose first fleet tells of one site and then holds on until it is killed, and the file that has the
    number of its process from then on."""
    folder.mkdir()
    script, held = folder / "busylife-gen", folder / "process"
    script.write_text(
        "#!/bin/bash\n"
        f'if [[ " $* " == *" --check "* ]] || ! mkdir "{folder}/taken" 2>/dev/null; then exec "{command}" "$@"; fi\n'
        f'echo "$*" >"{folder}/words"\n'
        f'"{command}" "$@" >"{folder}/told"; head -n 1 "{folder}/told"\n'
        f'echo $$ >"{held}.new"; mv "{held}.new" "{held}"; exec sleep 600\n'
    )
    script.chmod(0o755)
    return script, held


# ---- Slurm ---------------------------------------------------------------------------------------

SETTINGS = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket={folder}/munge
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
KillWait=1
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES State=UP
"""


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for opened in sockets:
            opened.bind(("127.0.0.1", 0))
        return [opened.getsockname()[1] for opened in sockets]


@contextmanager
def slurm() -> Iterator[dict[str, str]]:
    """A cluster of this machine alone; gives the environment of its commands. Where Slurm can't be started, as in a
    container without the rights for it, the test is left out."""
    # The path of a socket is short, and everybody may enter its folder.
    folder = Path(tempfile.mkdtemp(prefix="busylife-slurm-", dir="/tmp"))
    folder.chmod(0o755)
    host = socket.gethostname().partition(".")[0]
    (folder / "slurm.conf").write_text(SETTINGS.format(
        host=host, ports=free_ports(2), user=getpass.getuser(), folder=folder, cores=os.cpu_count()))
    (folder / "key").write_bytes(random.Random(SEED).randbytes(64))
    (folder / "key").chmod(0o600)
    for name in ("state", "spool"):
        (folder / name).mkdir()
    environment = {"SLURM_CONF": str(folder / "slurm.conf"), "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
    running = []

    def start(*given):
        log = folder / f"{given[0]}.out"
        with log.open("wb") as file:
            running.append(subprocess.Popen(
                [str(word) for word in given], env=os.environ | environment, stdout=file, stderr=file,
                stdin=subprocess.DEVNULL))

    def is_idle() -> bool:
        assert all(process.poll() is None for process in running), logs()
        words = ["sinfo", "-h", "-o", "%T"]
        return subprocess.run(words, env=os.environ | environment, capture_output=True).stdout.strip() == b"idle"

    def logs() -> str:
        return "\n".join(path.read_text(errors="replace") for path in folder.glob("*.out"))

    try:
        try:
            start("munged", "--foreground", "--force", "--key-file", folder / "key", "--socket", folder / "munge",
                  "--pid-file", folder / "munged.pid", "--seed-file", folder / "seed", "--num-threads", 2)
            until((folder / "munge").exists)
            start("slurmctld", "-D", "-i")
            start("slurmd", "-D", "-N", host)
            until(is_idle)
        except AssertionError as error:
            pytest.skip(f"Slurm does not start here: {error}\n{logs()}")
        yield environment
    finally:
        for process in reversed(running):
            process.terminate()
        for process in reversed(running):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        # Slurm's own for each job, which outlive it.
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if str(folder).encode() in (process / "environ").read_bytes() + (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:
                continue
        shutil.rmtree(folder, ignore_errors=True)
