"""What a build publishes for reading offline: the service worker, what it lists, what takes its place when it is
switched off, and the manifest by which the site is installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import struct
import subprocess
import zlib

import pytest

import tool
from audiences import THREE, Sites, event, holding
from tool import snapshot


class Content(Sites):
    """The same content for everybody."""

    def __init__(self, root):
        super().__init__(root)
        self.offline("true")

    def offline(self, value: str | None, more: str = "") -> None:
        self.settings(f"title: Cal\nzones: [UTC, Asia/Tokyo]\n{more}" + (f"offline: {value}\n" if value else ""))

    def worker(self, path: str = "sw.js") -> str | None:
        file = self.output / path
        return file.read_text() if file.exists() else None


@pytest.fixture
def site(tmp_path) -> Content:
    return Content(tmp_path)


def listed(worker: str) -> dict:
    """What a worker's first line says."""
    line = worker.split("\n", 1)[0]
    # Keys of JavaScript have no quotes; no text of the list holds what looks like one.
    return json.loads(re.sub(r"([{,])(\w+):", r'\1"\2":', line.removeprefix("const site = ").removesuffix(";")))


def is_removal(worker: str | None) -> bool:
    return worker is not None and "registration.unregister()" in worker and "fetch" not in worker


def test_the_worker_lists_what_pages_need(site):
    site.build()
    files = snapshot(site.output)
    found = listed(site.worker())
    assert found["level"] == "full"
    assert "feeds" not in found["folders"] and {"calendar", "day", "zone", "data", "assets"} <= set(found["folders"])
    assert set(found["roots"]) == {p for p in files if "/" not in p and p.endswith((".html", ".webmanifest"))}
    (edition,) = found["editions"]
    assert set(edition["files"]) <= files.keys()
    needed = [p for p in files if p.startswith("assets/") and "/icons/" not in p]
    assert set(needed) <= set(edition["files"])
    assert any(p.startswith("data/zones-") for p in edition["files"]) and edition["style"] in edition["files"]
    assert edition["words"]["title"] == "You’re offline"
    # The scripts of workers are published under this name only.
    assert not [p for p in files if "offline/" in p]
    for prefix in ("", "zone/asia-tokyo/"):
        page = (site.output / prefix / "index.html").read_text()
        folder = re.search(r'data-engine="([^"]+)/engine.js"', page)[1]
        script = (site.output / prefix / folder / "worker.js").read_text()
        root = re.search('root="([^"]+)"', script)[1]
        assert (site.output / prefix / folder / root).resolve() == site.output.resolve()
        assert "isKept=true" in script


def test_each_language_has_its_files_and_words(site):
    site.offline("true", "locales: [en-GB, ar, de]\n")
    site.build()
    found = {e["root"]: e for e in listed(site.worker())["editions"]}
    assert [(root, e["lang"], e["dir"]) for root, e in found.items()] == [
        ("", "en-GB", "ltr"), ("lang/ar/", "ar", "rtl"), ("lang/de/", "de", "ltr")]
    assert found["lang/de/"]["words"]["title"] == "Sie sind offline"
    for root, edition in found.items():
        assert all((site.output / root / path).is_file() for path in edition["files"])
        script = next((site.output / root).glob("assets/modules-*/worker.js"))
        to = re.search('root="([^"]+)"', script.read_text())[1]
        assert (script.parent / to).resolve() == site.output.resolve()
    scopes = {root: json.loads((site.output / root / "manifest.webmanifest").read_text())["scope"] for root in found}
    assert scopes == {"": "./", "lang/ar/": "../../", "lang/de/": "../../"}


def test_it_changes_only_with_what_it_lists(site):
    site.build()
    worker = site.worker()
    site.build("--now", "2026-11-22T12:00:00Z")
    assert site.worker() == worker
    # Only the events of the year to come are kept from the first visit on.
    here = event("work-uid@example.org", "Zephyrine", "Quillwort", 9)
    site.calendar("work", here, here.replace("20261120", "20310320").replace("UID:", "UID:far-"))
    site.build()
    assert site.worker() == worker
    assert not [path for path in listed(worker)["editions"][0]["files"] if "2031" in path]
    site.calendar("work")
    site.build()
    assert site.worker() != worker
    worker = site.worker()
    site.offline("true", "privacy: titles\n")
    site.build()
    assert site.worker() != worker and listed(site.worker())["level"] == "titles"


def test_a_page_that_no_browser_makes_changes_the_mark_of_a_build_with_its_template(site):
    """Browsers ask for kept pages again after another build, which they tell by data/site.bin."""
    templates = shutil.copytree(tool.TEMPLATES, site.root / "Templates")
    site.build("--templates", templates)
    before = (site.output / "data/site.bin").read_bytes()
    note = templates / "note.mustache"
    note.write_text(note.read_text() + "<!-- another look -->\n")
    site.build("--templates", templates)
    assert (site.output / "data/site.bin").read_bytes() != before


def test_it_is_published_last(site):
    site.build()
    site.offline("true", "privacy: titles\n")
    site.build()
    moved = {p: p.stat().st_ctime_ns for p in site.output.rglob("*") if p.is_file() and p.name != ".busylife-gen"}
    assert moved[site.output / "sw.js"] == max(moved.values())


@pytest.mark.parametrize("value", [None, "false"])
def test_without_it_there_is_nothing(value, site):
    site.offline(value)
    site.build()
    assert site.worker() is None
    assert "isKept=false" in next(site.output.glob("assets/modules-*/worker.js")).read_text()


@pytest.mark.parametrize("value", [None, "false", "remove"])
def test_switched_off_it_is_replaced_for_good(value, site):
    site.build()
    site.offline(value)
    site.build()
    assert is_removal(site.worker())
    once = snapshot(site.output)
    site.build()
    shutil.rmtree(site.cache)
    site.build()
    assert snapshot(site.output) == once
    site.offline("true")
    site.build()
    assert not is_removal(site.worker())


def test_a_build_from_nothing_can_publish_the_removal(site):
    site.offline("remove")
    site.build()
    assert is_removal(site.worker())


def test_audiences_have_workers_of_their_own(site):
    site.settings(THREE + "offline: true\n")
    site.build()
    levels = {"family": "full", "for/team": "titles", "public": "busy"}
    for folder, level in levels.items():
        worker = site.worker(f"{folder}/sw.js")
        assert listed(worker)["level"] == level
        assert not [name for name in levels if name != folder and f'"{name.split("/")[0]}"' in worker]
    assert site.worker() is None


def test_workers_of_former_sites_are_replaced(site):
    """One site becomes several, and one again: browsers that have a worker of a former one find its removal."""
    site.build()
    site.settings(THREE + "offline: true\n")
    done = site.build()
    assert is_removal(site.worker()) and not is_removal(site.worker("for/team/sw.js"))
    record = (site.output / ".busylife-audiences").read_text()
    assert record == "busylife-gen 1\nfamily\nfor/team\npublic\nworker:sw.js\n\n"
    # A line that no build writes there says nothing.
    (site.output.parent / "sw.js").write_text("mine")
    (site.output / ".busylife-audiences").write_text(record[:-1] + "worker:../sw.js\nworker:robots.txt\n\n")
    # The next build has nothing to do, and knows that the file is its own.
    again = site.build()
    assert "sw.js" not in done.err + again.err
    team = site.output / "for" / "team"
    two = "".join(line for line in THREE.splitlines(True) if "name: team" not in line)
    site.settings(two + "offline: true\n")
    site.build()
    assert [p.name for p in team.iterdir()] == ["sw.js"] and is_removal(site.worker("for/team/sw.js"))
    assert (site.output.parent / "sw.js").read_text() == "mine"
    assert "Zephyrine" not in "".join(holding(team, "Zephyrine"))
    done = site.build()
    assert "sw.js" not in done.err
    once = snapshot(site.output)
    site.offline(None)
    site.build()
    for path in ("sw.js", "family/sw.js", "for/team/sw.js", "public/sw.js"):
        assert is_removal(site.worker(path)), path
    assert not (site.output / ".busylife-audiences").exists()
    site.settings(two + "offline: true\n")
    site.build()
    assert snapshot(site.output) == once


def test_the_manifest_is_installable(site):
    site.build()
    manifest = json.loads((site.output / "manifest.webmanifest").read_text())
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("index.html", "./", "standalone")
    assert "id" not in manifest
    found = {}
    for icon in manifest["icons"]:
        data = (site.output / icon["src"]).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and icon["type"] == "image/png"
        width, height = struct.unpack(">II", data[16:24])
        assert icon["sizes"] == f"{width}x{height}" and width == height
        found.setdefault(icon["purpose"], []).append(width)
    assert found == {"any": [192, 512], "maskable": [192, 512]}
    assert manifest["shortcuts"] == [
        {"name": "Today", "url": "today.html"}, {"name": "Month", "url": "beyond.html?view=calendar"}]
    site.offline("true", "views: [agenda]\nurl: https://example.org/on/cal\nlocales: [en, de]\n")
    site.build()
    for root in ("", "lang/de"):
        manifest = json.loads((site.output / root / "manifest.webmanifest").read_text())
        # Without `id`, programs are told apart by the address of `start_url`, which follows the site wherever it is.
        assert "shortcuts" not in manifest and "id" not in manifest and manifest["start_url"] == "index.html"


def test_what_is_at_the_edge_of_a_mask_is_plain():
    """Launchers cut maskable icons down to a circle of 80 % of their width."""
    for size in (192, 512):
        data = (tool.TEMPLATES / f"assets/icons/maskable-{size}.png").read_bytes()
        chunks, at = {}, 8
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            chunks[kind] = data[at + 8:at + 8 + length]
            at += 12 + length
        assert b"tRNS" not in chunks
        rows = zlib.decompress(chunks[b"IDAT"])
        background = rows[1]
        for y in range(size):
            for x in range(size):
                if (x + .5 - size / 2) ** 2 + (y + .5 - size / 2) ** 2 > (.4 * size) ** 2:
                    assert rows[y * (size + 1) + 1 + x] == background


@pytest.mark.parametrize("call", ["renameat", "unlinkat"])
def test_a_kill_leaves_no_worker_behind(call, site):
    """Whenever the change from one site to several is cut short, the next build ends with the removal in place."""
    site.build()
    start = site.root / "start"
    shutil.copytree(site.output, start, symlinks=True)
    site.settings(THREE + "offline: true\n")
    site.build()
    expected = snapshot(site.output)
    for number in (1, 5, 40, 80, 120, 200, 280):
        shutil.rmtree(site.output)
        shutil.copytree(start, site.output, symlinks=True)
        environment = {"XDG_CACHE_HOME": str(site.cache), **tool.killed_at(call, number)}
        subprocess.run(site.command(), env=os.environ | environment, capture_output=True, timeout=60)
        site.build()
        assert snapshot(site.output) == expected, number
