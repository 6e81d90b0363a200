"""Builds the fuzz targets and runs them.

`run.py short` checks fixtures, seeds and a fixed number of mutations, the same as long as the sources are the same:
part of `make test`. `run.py long` builds the targets with libFuzzer, runs each for a given time and writes the figures
to docs/reliability.md: `make fuzz`.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import seeds

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/Fixtures/fuzz"
REPORT = ROOT / "docs/reliability.md"

# Of the short run.
MOST_SEEDS = 120

# The greatest cost of one input: a hundred times that of most of the same size.
TIMEOUT_SECONDS = 5
MEMORY_LIMIT_MB = 1024


@dataclass
class Target:
    # The greatest size of an input: enough for relevant cases, small enough to be fast.
    longest: int
    # Mutations of the short run: some seconds each.
    runs: int


TARGETS = {
    "icalendar": Target(2_048, 2_000),
    "settling": Target(2_048, 2_000),
    "rrule": Target(512, 6_000),
    "tzif": Target(8_192, 2_000),
    "posix-tz": Target(128, 2_000),
    "mustache": Target(8_192, 1_000),
    "events-json": Target(16_384, 2_000),
    "drawing": Target(16_384, 2_000),
    "jcal": Target(16_384, 1_000),
    "xcal": Target(16_384, 1_000),
    "multistatus": Target(8_192, 2_000),
    "http-answer": Target(4_096, 2_000),
    "search-index": Target(8_192, 1_000),
    "words": Target(8_192, 100),
    "pattern": Target(256, 3_000),
    "change-list": Target(4_096, 1_000),
}


@dataclass
class Figures:
    name: str
    seconds: int
    executions: int
    edges: int
    memory_mb: int
    crashes: int


def build(product: str, scratch: Path) -> Path:
    """Builds a program of all targets: with libFuzzer as a release is, or without in half the time."""
    configuration = "release" if product == "FuzzTarget" else "debug"
    command = [os.environ.get("SWIFT", "swift"), "build", "--quiet", "-c", configuration, "--sanitize", "address"]
    command += ["--scratch-path", str(scratch)]
    if product == "FuzzTarget":
        # Of several such options the compiler uses the last, and the package manager passes them in any order; another
        # order would rebuild everything.
        command += ["--sanitize", "fuzzer", "-Xswiftc", "-sanitize=fuzzer,address"]
    else:
        command += ["-debug-info-format", "none"]
    # Nobody edits with this build: modules are compiled as wholes, without an index.
    command += ["--disable-index-store", "-Xswiftc", "-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "2"]
    environment = os.environ | {"BUSYLIFE_FUZZ": "1", "SWIFT_DETERMINISTIC_HASHING": "1"}
    subprocess.run([*command, "--product", product], cwd=ROOT, env=environment, check=True)
    return scratch / configuration / product


def options(name: str, crashes: Path) -> list[str]:
    crashes.mkdir(parents=True, exist_ok=True)
    found = [
        f"-timeout={TIMEOUT_SECONDS}",
        f"-rss_limit_mb={MEMORY_LIMIT_MB}",
        f"-max_len={TARGETS[name].longest}",
        f"-artifact_prefix={crashes}/",
        "-print_final_stats=1",
    ]
    dictionary = ROOT / "Fuzz/Dictionaries" / f"{name}.dict"
    return [*found, f"-dict={dictionary}"] if dictionary.exists() else found


def run(name: str, command: list[str], more: dict[str, str] = {}) -> tuple[int, str]:
    """The exit code and the output of a fuzz target."""
    # Swift's own crash report does not work with AddressSanitizer, and would wait for ever. Where memory was allocated
    # is not recorded for each of millions of allocations (an input that breaks something can be run again with it), and
    # freed memory is watched until 16 MiB more were freed, which no input allocates.
    environment = os.environ | {
        "SWIFT_BACKTRACE": "enable=no",
        "BUSYLIFE_FUZZ_FORM": name,
        "ASAN_OPTIONS": "malloc_context_size=0:quarantine_size_mb=16",
    } | more
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", env=environment
    )
    return done.returncode, done.stderr + done.stdout


def number(pattern: str, output: str) -> int:
    found = re.findall(pattern, output)
    return int(found[-1]) if found else 0


def short(names: list[str], scratch: Path, seed: int) -> bool:
    """Checks the fixtures of each target, some of its seeds, and mutations of both; returns whether all passed."""
    passed = True
    program = build("FuzzReplay", scratch)
    chosen = random.Random(seed)
    # LeakSanitizer looks at what was not freed when the program ends; without a caller it takes it for the linker's.
    limits = {"ASAN_OPTIONS": f"malloc_context_size=3:quarantine_size_mb=16:hard_rss_limit_mb={MEMORY_LIMIT_MB}"}
    for name in names:
        kept = scratch / "crashes" / f"{name}.input"
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            seeds.write(name, ROOT, Path(folder))
            found = sorted(Path(folder).iterdir())
            files = [*sorted((FIXTURES / name).glob("*")), *chosen.sample(found, min(len(found), MOST_SEEDS))]
            started = time.monotonic()
            for runs in 0, TARGETS[name].runs:
                command = [program, name, kept, TARGETS[name].longest, seed, runs, *files]
                code, output = run(name, [str(word) for word in command], limits)
                if code:
                    passed = False
                    print(f"{output[-4_000:]}\n{name}: ended with {code}, seed {seed}", flush=True)
                    print(f"The input is in {kept}", flush=True)
                    break
            else:
                took = time.monotonic() - started
                print(f"{name}: {len(files)} files, {TARGETS[name].runs} mutations, {took:.1f} s", flush=True)
    if passed:
        print(f"{len(names)} targets passed with seed {seed}", flush=True)
    return passed


def aside(corpus: Path) -> Path:
    """Where the inputs are while smaller ones take their place."""
    return corpus.with_name(f"{corpus.name}.old")


def restore(corpus: Path) -> None:
    """Ends what a run that was killed in `minimise` has begun: without this its inputs would be lost."""
    old = aside(corpus)
    if old.exists() and not corpus.exists():
        old.rename(corpus)
    elif old.exists():
        shutil.rmtree(old)


def minimise(name: str, program: Path, crashes: Path, corpus: Path) -> None:
    """Keeps of a target's inputs the smallest that reach all the code that all of them reach."""
    with tempfile.TemporaryDirectory(dir=corpus.parent) as folder:
        code, output = run(name, [str(program), *options(name, crashes), "-merge=1", folder, str(corpus)])
        smaller = Path(folder)
        if code != 0 or not any(smaller.iterdir()):
            return print(f"{name}: the inputs could not be minimised\n{output[-1_000:]}")
        before = len(list(corpus.iterdir()))
        smaller.chmod(0o755)
        old = aside(corpus)
        corpus.rename(old)
        smaller.rename(corpus)
        shutil.rmtree(old)
        # For the end of the block.
        smaller.mkdir()
        print(f"  {before:,} inputs, {len(list(corpus.iterdir())):,} kept", flush=True)


def long(names: list[str], scratch: Path, kept: Path, seconds: int) -> bool:
    """Runs each target for some seconds, from its kept inputs, which are then minimised; returns whether all passed."""
    passed = True
    program = build("FuzzTarget", scratch)
    for name in names:
        crashes = scratch / "crashes" / name
        corpus = kept / name
        restore(corpus)
        corpus.mkdir(parents=True, exist_ok=True)
        seeds.write(name, ROOT, corpus)
        print(f"{name}: {seconds} s", flush=True)
        started = time.monotonic()
        code, output = run(
            name,
            [
                str(program),
                *options(name, crashes),
                f"-max_total_time={seconds}",
                str(corpus),
            ],
        )
        figures = Figures(
            name=name,
            seconds=round(time.monotonic() - started),
            executions=number(r"stat::number_of_executed_units:\s*(\d+)", output),
            edges=number(r"cov: (\d+)", output),
            memory_mb=number(r"stat::peak_rss_mb:\s*(\d+)", output),
            crashes=len(list((FIXTURES / name).glob("*"))),
        )
        print(f"  {figures}", flush=True)
        if code == 0 and figures.edges > 0:
            minimise(name, program, crashes, corpus)
            record(figures)
        elif code == 0:
            passed = False
            print(f"{name}: no code was reached; is it instrumented?", flush=True)
        else:
            passed = False
            print(output[-4_000:])
            print(f"{name}: an input in {crashes} broke it", flush=True)
    return passed


HEAD = "| target | day | seconds | executions | in all | edges | peak memory | fixtures |"
RULE = "|---|---|--:|--:|--:|--:|--:|--:|"


def record(figures: Figures) -> None:
    """Writes a target's row into the table of docs/reliability.md, between two comments; the executions of this run are
    added to those of all runs before."""
    begin, end = "<!-- figures -->\n", "<!-- end of figures -->"
    before, rest = REPORT.read_text().split(begin)
    table, after = rest.split(end)
    rows = {line.split("|")[1].strip(): line for line in table.splitlines()[2:]}
    day = datetime.date.today().isoformat()
    total = figures.executions
    if figures.name in rows:
        total += int(rows[figures.name].split("|")[5].strip().replace(",", ""))
    rows[figures.name] = (
        f"| {figures.name} | {day} | {figures.seconds} | {figures.executions:,} | {total:,} "
        f"| {figures.edges:,} | {figures.memory_mb} MiB | {figures.crashes} |"
    )
    lines = [HEAD, RULE, *(rows[name] for name in TARGETS if name in rows)]
    REPORT.write_text(before + begin + "\n".join(lines) + "\n" + end + after)


def seed_of_sources() -> int:
    """A seed for what is tested: each change is tried with other inputs, and what passed passes again."""
    found = hashlib.sha256()
    for folder in ["Sources", "Fuzz", "Tests/Fixtures"]:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix != ".pyc" and path.is_file():
                found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return int.from_bytes(found.digest()[:4], "big")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=["short", "long"])
    parser.add_argument("--seconds", type=int, default=600, help="of each target, for long")
    parser.add_argument("--targets", default="", help=" ".join(TARGETS))
    parser.add_argument("--seed", type=int, default=0, help="for short; else one made from the sources")
    parser.add_argument("--scratch", type=Path, default=ROOT / ".build-fuzz")
    parser.add_argument("--corpus", type=Path, help="where long keeps inputs; else in the scratch path")
    arguments = parser.parse_args()
    names = arguments.targets.split() or list(TARGETS)
    for name in names:
        if name not in TARGETS:
            parser.error(f"no target {name}; there are {', '.join(TARGETS)}")
    scratch = arguments.scratch.resolve()
    if arguments.mode == "long":
        kept = (arguments.corpus or scratch / "corpus").resolve()
        return 0 if long(names, scratch, kept, arguments.seconds) else 1
    seed = arguments.seed or seed_of_sources()
    return 0 if short(names, scratch, seed) else 1


if __name__ == "__main__":
    sys.exit(main())
