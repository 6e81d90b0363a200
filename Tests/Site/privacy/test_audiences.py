"""Several sites from one content, each for people who may see another part of it; and what remains of a wider one."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import tool
from audiences import SECRETS, THREE, WINDOW, Sites, event, holding
from preview import serving
from tool import PROBLEMS, USAGE, changes, run, snapshot

SINGLE = "title: Cal\nzones: UTC\nurl: https://example.org/cal/\n"
FOLDERS = ("family", "for/team", "public")


def stamps(folder: Path) -> dict[str, tuple]:
    return {p.as_posix(): (p.stat().st_ino, p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def sites(tmp_path) -> Sites:
    return Sites(tmp_path)


def test_each_audience_has_a_site_of_its_own(sites):
    done = sites.build("--precompress")
    assert [line for line in done.out.splitlines() if line.startswith("Open ")] == [
        f"Open {sites.output}/{folder}/index.html (audience {name})"
        for folder, name in zip(FOLDERS, ("family", "team", "public"))
    ]
    assert {p.name for p in sites.output.iterdir()} == {"family", "for", "public", ".busylife-audiences"}
    record = sites.output / ".busylife-audiences"
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
    assert record.read_text() == "busylife-gen 1\nfamily\nfor/team\npublic\n\n"
    family, team, public = (sites.output / folder for folder in FOLDERS)
    plain = [t for texts in SECRETS.values() for t in texts]
    assert len({line.split(": ")[1] for line in holding(family, *plain)}) == 4
    assert holding(team, "Zephyrine") != []
    assert holding(team, "Quillwort", *SECRETS["home"], "home-uid") == []
    assert holding(public, *plain, "-uid@example.org") == []
    assert 'lang="en-GB"' in (public / "index.html").read_text()
    assert (team / "zone" / "utc" / "index.html").exists()


@pytest.mark.parametrize("base", [(), ("--base-url", "https://b.example/x/")], ids=["site.yml", "command line"])
def test_no_site_leads_to_another(base, sites):
    sites.build(*base)
    address = base[1] if base else "https://example.org/cal/"
    for folder in FOLDERS:
        page = (sites.output / folder / "calendar" / "2026-11.html").read_text()
        assert f'<link rel="canonical" href="{address}{folder}/calendar/2026-11.html">' in page
        others = [f"/{other}/" for other in FOLDERS if other != folder]
        names = [n for n in ("family", "team", "public") if not folder.endswith(n)]
        assert holding(sites.output / folder, *others) == []
        assert [f for f in holding(sites.output / folder, *(f'"{n}"' for n in names))] == []


def test_an_event_that_one_audience_sees_changes_only_that_one(sites):
    sites.build()
    before = {folder: stamps(sites.output / folder) for folder in FOLDERS}
    # At a time at which something else is, so that busy time is the same.
    work = event("work-uid@example.org", *SECRETS["work"], 9)
    home = event("home-uid@example.org", *SECRETS["home"], 10)
    sites.calendar("home", home, event("new@example.org", "Added", "Nowhere", 10))
    done = sites.build()
    assert " 0 files written" not in done.out
    assert stamps(sites.output / "family") != before["family"]
    for folder in ("for/team", "public"):
        assert stamps(sites.output / folder) == before[folder]
    assert changes(sites.clean("again"), snapshot(sites.output)) == []
    # What is withheld of an event that everybody knows of is in no byte of the others either.
    before = {folder: stamps(sites.output / folder) for folder in FOLDERS}
    sites.calendar("work", work.replace("Quillwort", "Elsewhere"))
    sites.build()
    assert stamps(sites.output / "family") != before["family"]
    for folder in ("for/team", "public"):
        assert stamps(sites.output / folder) == before[folder]


def test_nothing_to_do_is_seen_at_once_and_says_the_same(sites):
    first = sites.build()
    (sites.output / "mine.txt").write_text("mine")
    second = sites.build()
    assert " 0 files written" in second.out and " 0 removed" in second.out
    assert "mine.txt" in second.out
    opened = [line for line in second.out.splitlines() if line.startswith("Open ")]
    assert opened == [line for line in first.out.splitlines() if line.startswith("Open ")]
    # A file that somebody changed is seen, whosever site it is of.
    page = sites.output / "public" / "index.html"
    page.write_text("spoilt")
    assert " 1 files written" in sites.build().out
    assert page.read_text() != "spoilt"


def test_robots(sites):
    more = "  - {name: listed, privacy: busy, index: true}\n  - {name: unlisted, privacy: full, index: false}\n"
    sites.settings(THREE + more)
    sites.build()
    for folder, isListed in [
        ("family", True),
        ("for/team", False),
        ("public", False),
        ("listed", True),
        ("unlisted", False),
    ]:
        site = sites.output / folder
        pages = [p for p in site.rglob("*.html") if 'rel="canonical"' in p.read_text()]
        assert len(pages) > 20
        assert {'<meta name="robots" content="noindex">' in p.read_text() for p in pages} == {not isListed}
        assert (site / "sitemap.xml").exists() == isListed
        assert ("Disallow: /\n" in (site / "robots.txt").read_text()) == (not isListed)


@pytest.mark.parametrize(
    ("settings", "isListed"),
    [
        ("", True),
        ("privacy: titles\n", False),
        ("privacy: busy\n", False),
        ("privacy: busy\nindex: true\n", True),
        ("index: false\n", False),
    ],
)
def test_robots_of_a_single_site(settings, isListed, sites):
    sites.settings(SINGLE + settings)
    sites.build()
    assert ("noindex" in (sites.output / "index.html").read_text()) == (not isListed)
    assert (sites.output / "sitemap.xml").exists() == isListed


# MARK: Narrowing

EVERYTHING = [text for texts in SECRETS.values() for text in texts] + ["-uid@example.org", "zephyrine", "marzipan"]


def test_a_single_site_makes_way_for_audiences_and_back(sites):
    sites.settings(SINGLE)
    alone = sites.clean("alone")
    sites.build("--precompress")
    (sites.output / "mine.txt").write_text("mine")
    (sites.output / "calendar" / "mine.txt").write_text("mine")
    sites.settings(THREE)
    done = sites.build()
    assert "calendar/mine.txt" in done.out and "mine.txt" in done.out
    assert {p.name for p in sites.output.iterdir()} == {
        "family", "for", "public", ".busylife-audiences", "mine.txt", "calendar",
    }
    assert [p.name for p in (sites.output / "calendar").iterdir()] == ["mine.txt"]
    (sites.output / "public" / "mine.txt").write_text("mine")
    sites.settings(SINGLE)
    done = sites.build()
    assert "public/mine.txt" in done.out
    mine = {"mine.txt", "calendar/mine.txt", "public/mine.txt"}
    now = snapshot(sites.output)
    assert {n for n in now if n.endswith("mine.txt")} == mine
    assert changes(alone, {n: h for n, h in now.items() if n not in mine}) == []


@pytest.mark.parametrize("names", [("calendar", "data/calendar"), ("notes", "zone/utc"), ("assets", "feeds")])
def test_audiences_in_folders_that_a_single_site_has(names, sites):
    single = SINGLE.replace("zones: UTC", "zones: [Europe/Berlin, UTC]")
    sites.settings(single)
    alone = sites.clean("alone")
    sites.build()
    sites.settings(
        "title: Cal\naudiences:\n  - {name: a, privacy: busy, output: %s}\n  - {name: b, privacy: busy, output: %s}\n"
        % names
    )
    clean = sites.clean("two")
    sites.build()
    assert changes(clean, snapshot(sites.output)) == []
    assert holding(sites.output, *EVERYTHING) == []
    sites.settings(single)
    sites.build()
    assert changes(alone, snapshot(sites.output)) == []


def test_removed_renamed_and_moved_audiences(sites):
    sites.build()
    (sites.output / "for" / "team" / "mine.txt").write_text("mine")
    # One is removed, one moves, and one is narrowed.
    sites.settings(
        "title: Cal\naudiences:\n  - {name: family, privacy: busy}\n"
        "  - {name: public, privacy: busy, output: for/all}\n"
    )
    clean = sites.clean("two")
    done = sites.build()
    assert "for/team/mine.txt" in done.out
    assert {p.name for p in (sites.output / "for" / "team").iterdir()} == {"mine.txt"}
    now = snapshot(sites.output)
    assert changes(clean, {n: h for n, h in now.items() if n != "for/team/mine.txt"}) == []
    assert not (sites.output / "public").exists()
    assert holding(sites.output, *EVERYTHING) == []


def caches(sites: Sites) -> list[Path]:
    return [p for p in (sites.cache / "busylife-gen").iterdir() if p.is_file()]


def test_caches_of_removed_audiences_go_too(sites):
    sites.build()
    assert len(caches(sites)) == 3
    sites.settings("audiences:\n  - {name: public, privacy: busy}\n")
    sites.build()
    assert len(caches(sites)) == 1
    sites.settings(SINGLE)
    sites.build()
    assert len(caches(sites)) == 1


@pytest.mark.parametrize("level", ["titles", "busy"])
def test_a_narrowed_site_leaves_nothing_in_the_output_and_in_the_cache(level, sites):
    sites.settings(SINGLE)
    # With a problem that is told, and that names the event.
    bad = event("bad-uid@example.org", "Persimmon", "Mulberry", 11).replace("DTEND:20261120T120000Z", "DTEND:nonsense")
    sites.calendar("bad", bad)
    assert "bad.ics" in sites.build("--precompress").err
    gone = ["Quillwort", "Oleander", "Mulberry"]
    if level == "busy":
        gone += ["Zephyrine", "Marzipan", "Persimmon", "-uid@example.org"]
    assert holding(sites.output, *gone) != []
    sites.settings(SINGLE + f"privacy: {level}\n")
    assert "bad.ics" in sites.build("--precompress").err
    assert holding(sites.output, *gone) == []
    assert holding(sites.cache, *gone, "bad.ics", "bad-uid", "Content") == []
    assert not any(p.name.startswith(".busylife-staging") for p in sites.output.iterdir())
    # The problem is told again, by each build.
    assert "bad.ics" in sites.build("--precompress").err


def test_links_are_not_followed(sites):
    sites.build()
    away = sites.root / "away"
    shutil.move(sites.output / "public", away)
    before = snapshot(away)
    (sites.output / "public").symlink_to(away)
    sites.settings("audiences:\n  - {name: family, privacy: full}\n")
    done = sites.build(expect=tool.INPUT_OUTPUT)
    assert "public" in done.err
    assert snapshot(away) == before
    (sites.output / "public").unlink()
    sites.build()
    assert snapshot(away) == before


def test_a_record_that_names_other_folders_removes_nothing(sites):
    sites.build()
    outside = sites.root / "outside"
    shutil.copytree(sites.output / "family", outside)
    before = snapshot(outside)
    record = sites.output / ".busylife-audiences"
    record.write_text("busylife-gen 1\n../outside\n/etc\n.git\nfamily\nfor/team\npublic\n\n")
    sites.settings("audiences:\n  - {name: family, privacy: full}\n")
    sites.build()
    assert snapshot(outside) == before
    assert {p.name for p in sites.output.iterdir()} == {"family", ".busylife-audiences"}


def test_a_folder_of_others_is_refused(sites):
    sites.output.mkdir()
    (sites.output / "thesis.txt").write_text("mine")
    assert "thesis.txt" in sites.build(expect=USAGE).err
    assert [p.name for p in sites.output.iterdir()] == ["thesis.txt"]
    (sites.output / "thesis.txt").unlink()
    (sites.output / "public").mkdir()
    (sites.output / "public" / "thesis.txt").write_text("mine")
    assert "thesis.txt" in sites.build(expect=USAGE).err
    # Nothing of the others was published.
    assert [p.relative_to(sites.output).as_posix() for p in sites.output.rglob("*")] == ["public", "public/thesis.txt"]


def test_if_one_fails_all_stay(sites):
    sites.build()
    before = snapshot(sites.output)
    sites.calendar("work", event("work-uid@example.org", "Changed", "Changed", 9))
    shutil.rmtree(sites.output / "public" / "calendar")
    (sites.output / "public" / "calendar").symlink_to(sites.root)
    sites.build(expect=tool.INPUT_OUTPUT)
    now = snapshot(sites.output)
    others = [n for n in before if not n.startswith("public/calendar")]
    assert [n for n in others if now.get(n) != before[n]] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the library that kills is of Linux")
@pytest.mark.parametrize("call", ["renameat", "unlinkat", "mkdirat"])
@pytest.mark.parametrize("direction", ["narrow", "widen", "move"])
def test_a_build_killed_while_sites_are_replaced(direction, call, sites, bare, monkeypatch):
    """After a kill at any call that changes a name, the next build ends like a clean one: in the same state, and
    without anything of a wider site."""
    monkeypatch.setattr(tool, "TOOL", bare)
    two = "title: Cal\nviews: [year]\neventPages: false\naudiences:\n"
    settings = {
        "single": SINGLE + "views: [year]\neventPages: false\n",
        "two": two + "  - {name: a, privacy: busy}\n  - {name: b, privacy: titles, output: zone/b}\n",
        "other": two + "  - {name: c, privacy: busy}\n  - {name: a, privacy: busy, output: deep/a}\n",
    }
    before, after = {"narrow": ("single", "two"), "widen": ("two", "single"), "move": ("two", "other")}[direction]
    sites.settings(settings[after])
    clean = sites.clean("expected")
    environment = os.environ | {"XDG_CACHE_HOME": str(sites.cache)}
    step = 0
    while True:
        step += 1
        when = step if step < 8 else step * step // 8
        shutil.rmtree(sites.output, ignore_errors=True)
        sites.settings(settings[before])
        sites.build()
        sites.settings(settings[after])
        done = subprocess.run(
            sites.command(), env=environment | tool.killed_at(call, when), capture_output=True, cwd=tool.PROJECT
        )
        assert done.returncode in (0, -signal.SIGKILL), done
        if done.returncode != 0:
            sites.build()
        assert changes(clean, snapshot(sites.output)) == [], f"killed at {call} {when}"
        assert {p.name for p in sites.root.iterdir()} <= {"Content", "Out", "cache", "expected"}
        if done.returncode == 0:
            break
    assert step > 1


# MARK: Errors


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("audiences:\n  - {privacy: busy}\n", 2, "an audience has no name"),
        ("audiences:\n  - {name: a}\n", 2, "has no privacy"),
        ("audiences:\n  - {name: a, privacy: bussy}\n", 2, 'did you mean "busy"?'),
        ("audiences:\n  - {name: a, privacy: busy}\n  - {name: A, privacy: full}\n", 3, "also used by another"),
        (
            "audiences:\n  - {name: a, privacy: busy}\n  - {name: b, privacy: full, output: a}\n",
            3,
            "holds the site of the audience in line 2",
        ),
        (
            "audiences:\n  - {name: a, privacy: busy}\n  - {name: b, privacy: full, output: a/b}\n",
            3,
            "holds the site of the audience in line 2",
        ),
        ("audiences:\n  - {name: a, privacy: busy, output: ../a}\n", 2, "write a folder inside of --output"),
        ("audiences:\n  - {name: a, privacy: busy, output: /a}\n", 2, "write a folder inside of --output"),
        ("audiences:\n  - {name: a, privacy: busy, output: .a}\n", 2, "write a folder inside of --output"),
        ("audiences:\n  - {name: a, privacy: busy, calendars: [wrok]}\n", 2, 'there is no calendar "wrok"'),
        ("audiences: []\n", 1, "audiences is empty"),
        ("audiences:\n", 1, "write a list"),
        ("rules:\n  - {privacy: busy}\n", 2, "add one"),
        ("rules:\n  - {privacy: busy, class: private, title: a}\n", 2, "make two rules of it"),
        ("rules:\n  - {privacy: bussy, title: a}\n", 2, 'did you mean "busy"?'),
        ("rules:\n  - {privacy: busy, title: %s}\n" % ("x" * 2_000), 2, "characters long"),
    ],
)
def test_settings_that_cannot_be_understood_publish_nothing(text, line, words, sites):
    sites.build()
    before = snapshot(sites.output)
    sites.settings(text)
    for done in (sites.build(expect=PROBLEMS), sites.build(output=sites.root / "new", expect=PROBLEMS)):
        assert [int(p["line"]) for p in done.placed][0] == line
        assert words in done.err
    assert snapshot(sites.output) == before
    assert not (sites.root / "new").exists()


# MARK: Other commands


def agenda(sites: Sites, *arguments, **options) -> list[dict]:
    return [e for day in tool.agenda(sites.content, *WINDOW, *arguments, **options)["days"] for e in day["events"]]


def test_the_agenda_of_an_audience(sites):
    assert [e["title"] for e in agenda(sites, "--tz", "UTC")] == ["Zephyrine", "Marzipan"]
    assert [e["title"] for e in agenda(sites, "--audience", "family")] == ["Zephyrine", "Marzipan"]
    assert [(e["title"], e["calendar"]) for e in agenda(sites, "--audience", "team")] == [("Zephyrine", "work")]
    for arguments in (("--audience", "public"), ("--privacy", "busy", "--tz", "UTC")):
        (block,) = agenda(sites, *arguments)
        assert (block["uid"], block["title"], block["calendar"], block["recurrenceId"]) == ("", "", "", None)
        assert block["start"].startswith("2026-11-20T09:00:00") and block["end"].startswith("2026-11-20T11:00:00")
    assert tool.agenda(sites.content, *WINDOW, "--audience", "team")["zone"] == "Asia/Tokyo"
    assert agenda(sites, "--privacy", "hidden") == []
    # The stricter one counts.
    assert agenda(sites, "--audience", "family", "--privacy", "busy")[0]["title"] == ""
    for form in ("text", "ics"):
        out = run("agenda", "--content", sites.content, "--audience", "public", *WINDOW, "--format", form).out
        assert not any(text in out for text in EVERYTHING)


@pytest.mark.parametrize("command", ["agenda", "serve"])
def test_unknown_audiences(command, sites):
    words = [command, "--content", sites.content, *WINDOW]
    done = run(*words, "--audience", "famly", expect=USAGE)
    assert "did you mean family? audiences are family, team, public" in done.err
    sites.settings(SINGLE)
    assert "has no audiences" in run(*words, "--audience", "family", expect=USAGE).err
    assert "did you mean busy? levels are" in run(*words, "--privacy", "bussy", expect=USAGE).err


def test_serve_shows_one_audience(sites):
    def page(server) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/calendar/2026-11.html") as answer:
            return answer.read().decode()

    with serving(sites.content, *WINDOW) as server:
        assert "audience family; others, by --audience: team, public" in "".join(server.lines)
        assert "Marzipan" in page(server)
    with serving(sites.content, *WINDOW, "--audience", "team") as server:
        shown = page(server)
        assert "Zephyrine" in shown and "Marzipan" not in shown
        # By itself, at the root.
        assert f'href="http://127.0.0.1:{server.port}/calendar/2026-11.html"' in shown
    with serving(sites.content, *WINDOW, "--audience", "public") as server:
        assert not any(text in page(server) for text in EVERYTHING)
