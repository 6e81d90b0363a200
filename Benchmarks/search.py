"""What a search costs: of 100,000 events, beside Pagefind on the event pages of a smaller site.

    .venv/bin/python Benchmarks/search.py [--events 100000] [--pages 5000] [--record]

The index's part of a build is the difference between builds with and without the module for searching beside the
command, run in turn. A cold query is a click on the search of a page, a word typed, and its results: in a browser that
knows nothing of the site, with a server on this machine. Bytes are counted as files have them, and after gzip -9, as
most servers send them. With --record the figures go to docs/performance.md.

Pagefind comes from PyPI (Benchmarks/requirements.txt, which `make bench` installs); without it, its part is left
out."""

from __future__ import annotations

import argparse
import bisect
import gzip
import itertools
import random
import re
import shutil
import statistics
import sys
import tempfile
from datetime import date
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tests/kit"))

import browser as chrome  # noqa: E402
import search_index  # noqa: E402
from parts.measure import ROOT, TOOL, Figures, figures, in_turn, milliseconds, table  # noqa: E402
from parts.report import record  # noqa: E402
from parts.single_events import component, generated, write_calendar  # noqa: E402

NOW = "2026-10-14T12:00:00Z"
FIRST, YEARS = 2020, 10
LETTERS = ["b", "br", "c", "ch", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "v", "w"]
VOWELS = ["a", "e", "i", "o", "u", "ea", "ou", "ä", "é"]


def vocabulary(count: int, chance: random.Random) -> list[str]:
    """This number of made words."""
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(chance.choice(LETTERS) + chance.choice(VOWELS) for _ in range(chance.randint(2, 4)))] = None
    return list(words)


def write(folder: Path, count: int, settings: str) -> dict[str, set[int]]:
    """Events whose words are as frequent as those of a language; gives the events that have each word."""
    chance = random.Random(18)
    words = vocabulary(20_000, chance)
    weights = [1 / (rank + 3) for rank in range(len(words))]
    lines: list[str] = []
    found: dict[str, set[int]] = {}
    for event in generated(count, date(FIRST, 1, 1), date(FIRST + YEARS, 1, 1)):
        own = chance.choices(words, weights, k=12)
        written = component(event)
        written = [line for line in written if not line.startswith(("SUMMARY", "DESCRIPTION"))]
        written[-1:-1] = [f"SUMMARY:{' '.join(own[:4])}", f"DESCRIPTION:{' '.join(own[4:])}"]
        lines += written
        for word in set(own):
            found.setdefault(word, set()).add(event.number)
    folder.mkdir()
    (folder / "site.yml").write_text(settings)
    write_calendar(folder / "events.ics", lines)
    return found


def command(tool: Path, content: Path, output: Path) -> list[object]:
    window = ["--from", f"{FIRST}-01-01", "--to", f"{FIRST + YEARS}-01-01", "--now", NOW]
    return [tool, "build", "--content", content, "--output", output, "--tz", "Europe/Berlin", *window,
            "--templates", ROOT / "Templates"]


def without_search(scratch: Path) -> Path:
    """The command with all modules beside it but that for searching."""
    folder = scratch / "bin"
    folder.mkdir()
    for path in [TOOL, *TOOL.parent.glob("BrowserModule*.wasm")]:
        shutil.copy2(path, folder)
    return folder / TOOL.name


def fresh(words: list[object], output: Path) -> Figures:
    shutil.rmtree(output, ignore_errors=True)
    return figures(words)


NUMBERS = itertools.count()


def changed(content: Path, words: list[object]) -> list[object]:
    """The same command, after the title of one event was changed: it begins with a number that it never had."""
    path = content / "events.ics"
    path.write_text(re.sub(r"SUMMARY:(\d+ )?", f"SUMMARY:{next(NUMBERS)} ", path.read_text(), count=1))
    return words


class Query:
    """The files that a query loaded, and how long it took."""

    def __init__(self, milliseconds: float, files: list[Path]):
        self.milliseconds, self.files = milliseconds, files
        self.bytes = sum(path.stat().st_size for path in files)
        self.packed = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def cold(browser, root: Path, address: str, page_path: str, script: str, argument) -> tuple[Query, object]:
    """Runs a script of a query in a browser that knows nothing of the site, on a page that has come to rest."""
    files: list[Path] = []
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(f"{address}/{page_path}")
        page.wait_for_load_state("networkidle")
        page.on("response", lambda r: r.status == 200 and files.append(
            root / r.url.removeprefix(address + "/").split("?")[0]))
        took, value = page.evaluate(script, argument)
        return Query(took, files), value
    finally:
        context.close()


OURS = """async ({text, limit}) => {
  const start = performance.now();
  const modules = new URL(document.body.dataset.engine, document.baseURI);
  await import(new URL('search.js', modules));
  const {find} = await import(new URL('finder.js', modules));
  const answer = await find({text, limit});
  return [performance.now() - start, [answer.count, answer.isMore]];
}"""
THEIRS = """async text => {
  const start = performance.now();
  const pagefind = await import(new URL('pagefind/pagefind.js', document.baseURI.replace(/[^/]*$/, '')));
  const {results} = await pagefind.search(text);
  await Promise.all(results.slice(0, 20).map(r => r.data()));
  return [performance.now() - start, results.length];
}"""


def middle(queries: list[Query]) -> str:
    return (f"{statistics.median(q.bytes for q in queries) / 1024:.0f} KB, gzip "
            f"{statistics.median(q.packed for q in queries) / 1024:.0f} KB, "
            f"{statistics.median(q.milliseconds for q in queries):.0f} ms")


def greatest(queries: list[Query]) -> str:
    return (f"{max(q.bytes for q in queries) / 1024:.0f} KB, gzip {max(q.packed for q in queries) / 1024:.0f} KB, "
            f"{max(q.milliseconds for q in queries):.0f} ms")


def recall(browser, address: str, found: dict[str, set[int]], asked: list[str]) -> tuple[int, int, list[float]]:
    """Of how many words all events are found that have the word, or one that begins like it; of how many readers have
    to ask for more to find all; and how long warm queries take."""
    folded = sorted((search_index.folded(word), word) for word in found)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/subscribe.html")
    page.wait_for_load_state("networkidle")
    right, open_ended, times = 0, 0, []
    for text in asked:
        took, (count, is_more) = page.evaluate(OURS, {"text": text})
        times.append(took)
        open_ended += is_more
        if is_more:
            _, (count, is_more) = page.evaluate(OURS, {"text": text, "limit": 1_000_000})
        plain = search_index.folded(text)
        start = bisect.bisect_left(folded, (plain,))
        like = itertools.takewhile(lambda pair: pair[0].startswith(plain), folded[start:])
        expected = len(set().union(*(found[word] for _, word in like)))
        if count != expected or is_more:
            print(f"{text}: {count}{' or more' if is_more else ''}, expected {expected}", file=sys.stderr)
        right += count == expected and not is_more
    context.close()
    return right, open_ended, times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--pages", type=int, default=5_000, help="events of the site that Pagefind indexes too")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    lines = ["## Part 5: searching", ""]
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, chrome.chromium() as browser:
        scratch = Path(folder)
        found = write(scratch / "large", options.events, "title: Bench\nlocale: en-GB\neventPages: false\n")
        bare, out, plain = without_search(scratch), scratch / "out", scratch / "plain"
        with_it, without = in_turn(
            options.runs, lambda: fresh(command(TOOL, scratch / "large", out), out),
            lambda: fresh(command(bare, scratch / "large", plain), plain))
        edited, others = in_turn(
            options.runs, lambda: figures(changed(scratch / "large", command(TOOL, scratch / "large", out))),
            lambda: figures(changed(scratch / "large", command(bare, scratch / "large", plain))))
        shutil.rmtree(plain)
        files = [path for path in (out / "data/search").rglob("*") if path.is_file()]
        chance = random.Random(5)
        common = sorted(found, key=lambda word: -len(found[word]))
        asked = common[:5] + chance.sample(common[5:], 25) + [common[0] + " " + common[1], "planning", common[3][:2]]
        with chrome.served(out) as address:
            queries = [cold(browser, out, address, "subscribe.html", OURS, {"text": text})[0] for text in asked]
            right, open_ended, times = recall(
                browser, address, found, chance.sample(sorted(found), min(1_000, len(found))))
        share = (with_it.cpu - without.cpu) / with_it.cpu
        lines += [
            f"{options.events:,} events of {YEARS} years, each with twelve of 20,000 words, as frequent as those of a "
            "language; no event pages.", "",
            *table(["what", "measured", "budget"], [
                ["the index's part of a full build, processor time",
                 f"{milliseconds(with_it.cpu - without.cpu)} of {milliseconds(with_it.cpu)}: **{share:.2f}**",
                 "at most 0.2"],
                ["— wall time", f"{milliseconds(with_it.wall)}, without it {milliseconds(without.wall)}", ""],
                ["after a change of one event, processor time",
                 f"{milliseconds(edited.cpu)}, without the index {milliseconds(others.cpu)}", ""],
                ["— wall time", f"{milliseconds(edited.wall)}, without the index {milliseconds(others.wall)}", ""],
                ["the index", f"{len(files):,} files, {sum(p.stat().st_size for p in files) / 1e6:.1f} MB", ""],
                [f"a cold query, median of {len(asked)}", middle(queries), "at most 300 KB, 200 ms"],
                ["— the greatest", greatest(queries), "at most 300 KB, 200 ms"],
                ["the next query, median", f"{statistics.median(times):.0f} ms", ""],
                ["words of which all events are found", f"{right} of {min(1_000, len(found))}"
                 + (f"; of {open_ended}, after asking for more" if open_ended else ""), "all"],
            ]), "",
        ]  # fmt: skip
        shutil.rmtree(out)
        if find_spec("pagefind") and options.pages:
            lines += beside_pagefind(browser, scratch, options, chance)
    print("\n".join(lines))
    if options.record:
        record(lines)


def beside_pagefind(browser, scratch: Path, options, chance: random.Random) -> list[str]:
    """The same words asked of both, over the event pages of one site."""
    found = write(scratch / "small", options.pages, "title: Bench\nlocale: en-GB\nviews: [calendar]\n")
    out = scratch / "site"
    build, bare = in_turn(
        options.runs, lambda: fresh(command(TOOL, scratch / "small", out), out),
        lambda: fresh(command(scratch / "bin" / TOOL.name, scratch / "small", scratch / "plain"), scratch / "plain"))
    index = figures([sys.executable, "-m", "pagefind", "--site", out, "--glob", "event/*.html"])
    asked = chance.sample(sorted(found), 30)
    ours, theirs, missed = [], [], [0, 0]
    with chrome.served(out) as address:
        for text in asked:
            mine, (count, _) = cold(browser, out, address, "subscribe.html", OURS, {"text": text})
            peer, other = cold(browser, out, address, "subscribe.html", THEIRS, text)
            ours.append(mine)
            theirs.append(peer)
            missed[0] += count < len(found[text])
            missed[1] += other < len(found[text])
    return [
        f"Beside Pagefind 1.5 on the {options.pages:,} event pages of a site; the first 20 results are loaded.", "",
        *table(["what", "busylife-gen", "Pagefind"], [
            ["index, processor time", milliseconds(max(0, build.cpu - bare.cpu)), milliseconds(index.cpu)],
            ["index, wall time", milliseconds(max(0, build.wall - bare.wall)), milliseconds(index.wall)],
            ["a cold query, median of 30", middle(ours), middle(theirs)],
            ["— the greatest", greatest(ours), greatest(theirs)],
            ["words found less often than events have them", str(missed[0]), str(missed[1])],
        ]), "",
    ]  # fmt: skip


main()
