"""Never without bounds, never without a word: work that has no end by itself, places that can't be written to, and
names that are one on some servers."""

from __future__ import annotations

import os
import resource
import subprocess
import threading

import pytest

import surroundings
import tool
from small_content import CHOIR, WINDOW, calendar, content, tree

# ---- Work --------------------------------------------------------------------------------------------------


def often(frequency: str, length: str = "PT1S", number: int = 1) -> str:
    events = (
        CHOIR.replace("choir@", f"c{n}@").replace("2026", "2015").replace("PT2H", length) + f"\nRRULE:FREQ={frequency}"
        for n in range(number)
    )
    return calendar(*events)


@pytest.mark.parametrize("frequency", ["SECONDLY", "MINUTELY", "HOURLY"])
def test_busy_time_without_end_is_cut_and_said(frequency, tmp_path):
    files = {"a.ics": often(frequency, number=3), "site.yml": "privacy: busy\n"}
    folder = content(tmp_path, files)
    built = tool.build(tmp_path / "Output", *WINDOW, content=folder)
    for line in (4, 12, 20):
        assert f"{folder}/a.ics:{line}:1: warning: the event has more than 20000 occurrences" in built.err
    assert "@example.com" not in built.err
    size = sum(path.stat().st_size for path in (tmp_path / "Output").rglob("*") if path.is_file())
    assert size < 60 << 20


def test_busy_time_of_the_window_comes_first(tmp_path):
    """The window is in the middle of what is told; its hours are among those that count."""
    built = tree(tmp_path, {"a.ics": often("HOURLY", "PT10M"), "site.yml": "privacy: busy\n"})
    assert built["feeds/all.ics"].count(b"DTSTART:202611") == 30 * 24


def test_blocks_with_less_than_a_minute_between_them_are_one(tmp_path):
    times = ["090000Z/PT30M", "093059Z/PT10M", "094200Z/PT10M"]
    events = [
        CHOIR.replace("choir@", f"{t[:6]}@").replace("190000Z", t[:7]).replace("PT2H", t[8:]) for t in times
    ]
    built = tree(tmp_path, {"a.ics": calendar(*events), "site.yml": "privacy: busy\n"})
    feed = built["feeds/all.ics"]
    assert feed.count(b"BEGIN:VEVENT") == 2
    assert b"DTEND:20261103T094059Z" in feed and b"DTSTART:20261103T094200Z" in feed


def test_many_rules_are_no_burden(tmp_path):
    rules = "".join(f"  - {{title: '*rule {number} secret*', privacy: hidden}}\n" for number in range(10_000))
    events = [CHOIR.replace("choir@", f"c{n}@").replace("Choir", f"Title {n} of many, çà et là") for n in range(300)]
    files = {
        "a.ics": calendar(*events, CHOIR.replace("Choir", "A Rule 77  SECRET indeed")),
        "site.yml": f"rules:\n{rules}calendars:\n  - {{name: a, source: a.ics}}\n",
    }
    done = tool.run("agenda", "--content", content(tmp_path, files), *WINDOW, "--privacy", "full", expect=tool.DONE)
    assert done.out.count("Title ") == 300 and "indeed" not in done.out


def test_partials_that_double_are_refused(tmp_path):
    theme = tmp_path / "Theme"
    theme.mkdir()
    for number in range(40):
        (theme / f"_p{number}.mustache").write_text(f"{{{{>_p{number + 1}}}}}{{{{>_p{number + 1}}}}}")
    (theme / "_p40.mustache").write_text("x")
    layout = (tool.TEMPLATES / "layout.mustache").read_text(encoding="utf-8")
    (theme / "layout.mustache").write_text(layout + "{{>_p0}}")
    failed = tool.build(
        tmp_path / "Output", *WINDOW, content=content(tmp_path, {"a.ics": calendar(CHOIR)}), templates=theme,
        expect=tool.PROBLEMS, timeout=60,
    )
    assert "repeat too often" in failed.err


def test_a_window_with_one_end_is_no_thousand_years(tmp_path):
    folder = content(tmp_path, {"a.ics": calendar(CHOIR)})
    failed = tool.build(tmp_path / "Output", "--from", "0000-01-01", content=folder, expect=tool.USAGE)
    assert "--to" in failed.err
    tool.build(tmp_path / "Output", "--from", "1990-01-01", "--to", "1990-02-01", content=folder)
    (folder / "site.yml").write_text("window: {from: 1066-10-14}\n")
    assert "window: {from" in tool.build(tmp_path / "Output", content=folder, expect=tool.USAGE).err


def test_a_note_of_many_mebibytes_is_skipped(tmp_path):
    files = {"a.ics": calendar(CHOIR), "notes/big.md": "word word\n" * 500_000, "notes/small.md": "Fine.\n"}
    output = tmp_path / "Output"
    built = tool.build(output, *WINDOW, content=content(tmp_path, files))
    assert "notes/big.md:1:1: error: the note is larger than 4 MiB and is skipped" in built.err
    assert (output / "notes/small.html").exists() and not (output / "notes/big.html").exists()


# ---- Places ------------------------------------------------------------------------------------------------


def shell(words: str, folder) -> subprocess.CompletedProcess:
    environment = surroundings.environment() | {"G": str(tool.TOOL), "T": str(tool.TEMPLATES)}
    return subprocess.run(
        ["bash", "-c", words], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


COMMANDS = {
    "agenda": "agenda --content Content --tz UTC --from 2026-11-01 --to 2026-12-01",
    "build": "build --content Content --templates $T --output Output --tz UTC --from 2026-11-01 --to 2026-12-01",
    "check": "check --content Content",
    "explain": "explain choir@example.com --content Content",
    "free": "free --content Content --tz UTC --from 2026-11-01 --to 2026-12-01",
    "help": "--help",
    "a command's help": "build --help",
    "version": "--version",
    "completions": "--generate-completion-script bash",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_output_that_is_full_or_closed_is_an_error(command, tmp_path):
    content(tmp_path, {"a.ics": calendar(CHOIR)})
    for place, told in [(">/dev/full", True), (">&-", True), (">&- 2>&-", False), (">/dev/full 2>/dev/full", False)]:
        done = shell(f"$G {COMMANDS[command]} {place}", tmp_path)
        assert done.returncode == tool.INPUT_OUTPUT, (place, done)
        assert ("standard output can't be written to" in done.stderr) == told
    if command == "build":
        assert (tmp_path / "Output" / "index.html").exists()


@pytest.mark.parametrize("most", [6, 8, 10, 11, 12, 16, 63])
def test_too_few_open_files_are_an_error(most, tmp_path):
    folder = content(tmp_path, {"a.ics": calendar(CHOIR)})

    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    done = subprocess.run(
        [tool.TOOL, "build", "--content", folder, "--output", tmp_path / "Output"], preexec_fn=limit,
        env=surroundings.environment(), capture_output=True, text=True, timeout=300,
    )
    assert done.returncode == tool.INPUT_OUTPUT and f"no more than {most} files may be open" in done.stderr, done


def test_changes_go_to_a_pipe_and_to_standard_output(tmp_path):
    content(tmp_path, {"a.ics": calendar(CHOIR)})
    build = f"$G {COMMANDS['build']} --changes"
    done = shell(f"{build} -", tmp_path)
    lines = done.stdout.splitlines()
    assert len(lines) > 50 and all(line.startswith('{"action":') for line in lines) and "pages:" in done.stderr
    assert shell(f"{build} -", tmp_path).stdout == ""
    for place in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", ">(cat)"]:
        shell("rm -r Output", tmp_path)
        assert shell(f"{build} {place} | cat; wait", tmp_path).stdout.count('{"action":') == len(lines), place
    shell("rm -r Output; mkfifo pipe", tmp_path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    assert shell(f"{build} pipe", tmp_path).returncode == tool.DONE
    reader.join(timeout=60)
    assert read[0].splitlines() == lines and (tmp_path / "pipe").is_fifo()


def test_changes_to_a_closed_output_are_an_error(tmp_path):
    content(tmp_path, {"a.ics": calendar(CHOIR)})
    for place in [">&-", ">/dev/full"]:
        done = shell(f"$G {COMMANDS['build']} --changes - {place}", tmp_path)
        assert done.returncode == tool.INPUT_OUTPUT and "--changes -: standard output" in done.stderr, done


def test_changes_replace_no_link_and_no_device(tmp_path):
    content(tmp_path, {"a.ics": calendar(CHOIR)})
    (tmp_path / "real").write_text("mine")
    (tmp_path / "link").symlink_to("real")
    build = f"$G {COMMANDS['build']} --changes"
    for place in ["link", "/dev/null", "/dev/stdout > file"]:
        done = shell(f"{build} {place}", tmp_path)
        assert done.returncode == tool.USAGE and "or - for standard output" in done.stderr, done
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "mine"
    assert os.path.exists("/dev/null") and not os.path.isfile("/dev/null") and not (tmp_path / "Output").exists()
    assert shell(f"{build} real", tmp_path).returncode == tool.DONE
    assert '{"action":"put"' in (tmp_path / "real").read_text()


# ---- Names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [
    ["index.html.gz"], ["INDEX.html.br"], ["ſitemap.xml"], ["Zone/a.txt"], ["foo.txt", "FOO.TXT"],
    ["K.txt", "\u212a.txt"],
    ["\u00e9.txt", "e\u0301.txt"], ["d/a.txt", "D/A.txt"], ["d/a.txt", "D"],
    ["D/a.txt", "d"], ["foo.txt", "FOO.TXT.GZ", "foo.txt.gz"],
])
def test_names_that_are_one_on_some_servers_are_refused(names, tmp_path):
    files = {f"static/{name}": "Words " * 99 for name in names}
    folder = content(tmp_path, files | {"a.ics": calendar(CHOIR)})
    output = tmp_path / "Output"
    failed = tool.build(output, "--precompress", *WINDOW, content=folder, expect=None)
    checked = tool.run("check", "--content", folder)
    assert failed.code == tool.PROBLEMS and "give " in failed.err and not output.exists(), failed
    assert checked.code == tool.PROBLEMS


def test_own_compressed_copies_are_kept(tmp_path):
    files = {"a.ics": calendar(CHOIR), "static/foo.txt": "Words " * 99, "static/foo.txt.gz": "own"}
    built = tree(tmp_path, files, "--precompress")
    assert built["foo.txt.gz"] == b"own" and built[".busylife-gen"].count(b"foo.txt.gz\t") == 1
