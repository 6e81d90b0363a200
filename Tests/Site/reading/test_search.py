"""The search index: a function of what readers may see alone, of which a change touches little."""

from __future__ import annotations

import random
import re

import pytest

import search_index
import tool
from content import Content, calendar, vevent
from pages import Site
from tool import snapshot

WINDOW = ("--tz", "Europe/Berlin", "--from", "2026-10-01", "--to", "2027-01-01")
NAMES = ["Anna", "Béla", "Çağla", "Dörte", "Émile", "Łukasz", "Olga", "Zoë", "王芳", "佐藤", "김민준", "נועה", "أحمد"]
THINGS = ["meeting", "Besprechung", "réunion", "会議室", "회의", "ประชุม", "lunch", "concert", "review", "Straße",
          "workshop", "παράσταση", "встреча"]


def event(number: int, random_: random.Random) -> dict:
    start = 1_790_000_000 + random_.randrange(400) * 86_400 + random_.randrange(24) * 3_600
    return {"uid": f"e{number}", "title": f"{random_.choice(THINGS)} {random_.choice(NAMES)} w{number % 97}",
            "startDate": start, "range": 3600 * random_.randrange(1, 60),
            "desc": " ".join(random_.choices(THINGS + NAMES, k=4)), "location": {"name": f"Room {number % 7}"}}


def index_of(root) -> dict[str, str]:
    return {name: found for name, found in snapshot(root).items() if name.startswith("data/search/")}


def harm(cache, kind, seeded):
    """Damages what builds keep for the next one: as if it were gone, cut, of other bytes, or of another site."""
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    for number, path in enumerate(files):
        data = bytearray(path.read_bytes())
        if kind == "gone":
            path.unlink()
        elif kind == "cut":
            path.write_bytes(data[:seeded.randrange(len(data) + 1)])
        elif kind == "other" and data:
            for _ in range(20):
                data[seeded.randrange(len(data))] ^= seeded.randrange(1, 256)
            path.write_bytes(data)
        elif kind == "exchanged":
            path.write_bytes(files[number - 1].read_bytes())


def test_edits_leave_the_index_of_a_clean_build(tmp_path):
    """A thousand random edits, in steps, each an insertion, a change or a removal. Between some, what builds keep is
    damaged, and files of the index are."""
    seed = 18
    print(f"seed {seed}")
    seeded = random.Random(seed)
    events = {n: event(n, seeded) for n in range(300)}
    made = Content(tmp_path, "title: Cal\nlocale: en-GB\n", events=list(events.values()))
    cache = tmp_path / "cache"
    own = {"XDG_CACHE_HOME": str(cache)}
    made.build(*WINDOW, environment=own)
    harms = {2: "gone", 4: "cut", 5: "other", 7: "exchanged", 8: "index"}
    following = 300
    for step in range(10):
        for _ in range(100):
            kind = seeded.randrange(3)
            if kind == 0 or not events:
                events[following] = event(following, seeded)
                following += 1
            elif kind == 1:
                number = seeded.choice(list(events))
                events[number] = event(number, seeded)
            else:
                del events[seeded.choice(list(events))]
        made.write("events.json", list(events.values()))
        if harms.get(step) == "index":
            files = sorted((tmp_path / "site/data/search").rglob("*.bin"))
            for path in seeded.sample(files, 10):
                path.write_bytes(path.read_bytes()[::-1])
            files[0].unlink()
        elif step in harms:
            assert cache.is_dir()
            harm(cache, harms[step], seeded)
        made.build(*WINDOW, environment=own)
        if step in (5, 9):
            made.build(*WINDOW, output=tmp_path / f"clean{step}")
            assert index_of(tmp_path / "site") == index_of(tmp_path / f"clean{step}") != {}, step


def test_a_change_touches_the_files_of_its_own_words_and_day(tmp_path):
    seeded = random.Random(3)
    events = [event(n, seeded) for n in range(2_000)]
    made = Content(tmp_path, "title: Cal\nlocale: en-GB\n", events=events)
    made.build(*WINDOW)
    before = index_of(tmp_path / "site")
    where = search_index.terms(tmp_path / "site")
    changed = events[1_000]
    changed["title"] = changed["title"].replace("w", "quokka")
    made.write("events.json", events)
    made.build(*WINDOW)
    after = index_of(tmp_path / "site")
    where |= search_index.terms(tmp_path / "site")
    touched = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    gone, come = f"w{1_000 % 97}", f"quokka{1_000 % 97}"
    words = {f"data/search/words/{where[word]}" for word in (gone, come) if word in where}
    # Its page is named by its title, so its entry changes.
    others = {name for name in touched if name not in words}
    assert words <= touched and len(others) == 1 and others.pop().startswith("data/search/events/")
    # A build of the same writes nothing.
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*.bin")}
    made.build(*WINDOW)
    assert times == {path: path.stat().st_mtime_ns for path in times}


LEVELS = """\
title: Cal
locale: en-GB
audiences:
  - {name: all, privacy: full}
  - {name: team, privacy: titles}
  - {name: public, privacy: busy}
calendars:
  - {name: open, source: open.ics}
  - {name: secret, source: secret.ics, privacy: hidden}
  - {name: blocks, source: blocks.ics, privacy: busy}
"""


@pytest.fixture(scope="module")
def levels(tmp_path_factory):
    seen = vevent("Zephyr", "DESCRIPTION:quillwort", "LOCATION:Marzipan", "ATTENDEE;CN=Oleander:mailto:o@x.org",
                  "CATEGORIES:Tangerine")
    made = Content(tmp_path_factory.mktemp("levels"), LEVELS, files={
        "open.ics": calendar(seen, vevent("Cormorant", "CLASS:PRIVATE")), "secret.ics": calendar(vevent("Halcyon")),
        "blocks.ics": calendar(vevent("Vermilion"))})
    made.build(*WINDOW)
    return made.output


def test_an_index_has_the_words_that_its_readers_may_see(levels):
    seen = lambda name: {word for word in search_index.terms(levels / name) if not word.isdigit()}
    assert seen("all") == {"zephyr", "quillwort", "marzipan", "oleander", "tangerine"}
    assert seen("team") == {"zephyr", "tangerine"}
    for name, words in {"all": ("cormorant", "halcyon", "vermilion"),
                        "team": ("quillwort", "marzipan", "oleander", "cormorant", "halcyon", "vermilion")}.items():
        for path in (levels / name).rglob("*"):
            text = path.read_bytes().lower() if path.is_file() and path.suffix != ".wasm" else b""
            assert not [word for word in words if word.encode() in text], path


def test_a_busy_site_has_no_search(levels):
    site = levels / "public"
    assert not (site / "search.html").exists() and not (site / "data/search").exists()
    for page in site.rglob("*.html"):
        assert "search.html" not in page.read_text(encoding="utf-8"), page


def test_a_site_may_have_no_search(tmp_path):
    """Its page, its index and its module go, and come back."""
    made = Content(tmp_path, events=[event(n, random.Random(1)) for n in range(20)])
    made.build(*WINDOW)
    whole = snapshot(made.output)
    made.write("site.yml", "title: A site\nsearch: false\n")
    assert made.build(*WINDOW) == []
    left = snapshot(made.output)
    assert not [name for name in left if name == "search.html" or name.startswith("data/search/")
                or name.endswith("/busylife-search.wasm.gz")]
    assert not [path for path in made.output.rglob("*.html") if "search.html" in path.read_text(encoding="utf-8")]
    made.write("site.yml", "title: A site\n")
    made.build(*WINDOW)
    assert tool.changes(whole, snapshot(made.output)) == []
    made.write("site.yml", "title: A site\nserch: false\n")
    assert 'did you mean "search"?' in made.build(*WINDOW)[0]


def test_without_scripts_names_lead_to_pages(sample):
    page = sample.root / "search.html"
    text = page.read_text(encoding="utf-8")
    kinds = re.findall(r'<section data-filter="(\w+)">', text)
    assert kinds == [kind for kind in ("calendar", "category", "place", "person") if kind in kinds]
    assert {"calendar", "category", "place"} <= set(kinds)
    links = re.findall(r'<li><a href="([^"]+)"><time datetime="([\d-]+)">', text)
    assert links
    for href, date in links:
        assert (sample.root / href.split("#")[0]).is_file(), href
    # Every page leads here.
    for path in (sample.root / "index.html", min(sample.root.glob("event/*.html")), sample.root / "404.html"):
        assert "search.html" in path.read_text(encoding="utf-8")


def test_names_have_events_that_come_on_each_day_of_the_month(tmp_path):
    """However many begin in the month of the build; a series is named once."""
    days = [f"202611{day:02}" for day in range(1, 9)] + ["20261130", *(f"202612{day:02}" for day in range(5, 12))]
    made = Content(tmp_path, "title: T\n", files={"club.ics": calendar(
        vevent("Walk", "DTSTART;VALUE=DATE:20261020", "DURATION:P1D", "RRULE:FREQ=WEEKLY", "CATEGORIES:Fair"),
        *(vevent(f"Fair {day}", f"DTSTART;VALUE=DATE:{day}", "DURATION:P1D", "CATEGORIES:Fair") for day in days))})
    pages = set()
    for now in ("2026-11-01T12:00:00Z", "2026-11-29T12:00:00Z"):
        made.build(*WINDOW, now=now)
        pages.add(made.page("search.html"))
    [page] = pages
    names = page[page.index('data-value="Fair"'):]
    found = re.findall(r'datetime="?([\d-]+)', names[:names.index("</details>")])
    assert found == ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-03", "2026-11-04",
                     "2026-12-05", "2026-12-06", "2026-12-07", "2026-12-08", "2026-12-09"]  # fmt: skip


def test_folding_is_what_unicode_says(tmp_path):
    """The table in the sources is the one that its script writes."""
    import subprocess
    import sys

    done = subprocess.run([sys.executable, tool.PROJECT / ".ci/folding.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_sample_has_few_files(sample: Site):
    files = list((sample.root / "data/search").rglob("*.bin"))
    assert 10 < len(files) < 120
