"""The size of the browser modules that readers download, compressed as servers send them."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

import pytest

import tool

MODULE = Path(os.environ.get("BUSYLIFE_MODULE", tool.TOOL.parent / "BrowserModule.wasm"))

# By file: its name in messages and the greatest size in bytes. The first limit is the budget of the module for
# browsing. The second module is loaded for readers' own calendars and for event pages in another zone; its limit is its
# size when this was written (with the age of fetched calendars, the meetings, places and letters of what calendar
# programs write, rules of series and links between pages in any language, a second calendar, links that add an event
# and its rule to calendars of the web, what event pages tell search engines of places and series, columns of days, a
# reader's own clock and weeks, what is different at each date of a series, and links of mail addresses), plus the small
# differences between builds in different folders.
MOST = {
    MODULE: ("The browser module", 120_000),
    MODULE.with_name(f"{MODULE.stem}-whole.wasm"): ("The whole module", 188_500),
    # Loaded when somebody first searches; with the index, a search may cost 300 KB. Its limit is its size when this was
    # written: next times of series need what reads iCalendar, expands rules and knows zones.
    MODULE.with_name(f"{MODULE.stem}-search.wasm.gz"): ("The module for searching", 95_000),
}
IDS = ["browsing", "whole", "search"]


@pytest.mark.skipif(not shutil.which("wasm-opt"), reason="Binaryen is not there, which makes the module smaller")
@pytest.mark.parametrize("path", MOST, ids=IDS)
def test_a_module_is_small(path, capsys):
    name, most = MOST[path]
    size = len(path.read_bytes() if path.suffix == ".gz" else gzip.compress(path.read_bytes(), 9))
    with capsys.disabled():
        print(f"\n{name} has {size:,} bytes after gzip -9.")
    assert size <= most


@pytest.mark.parametrize("path", list(MOST)[:2], ids=IDS[:2])
def test_a_module_has_no_page_that_only_a_build_makes(path):
    """The engine makes sections and events; the linker finds that it reaches no other kind of page."""
    module = path.read_bytes()
    # Links of every page, and then those of subscribe.html.
    assert b"subscribe.html" in module and b"/addfromweb" not in module
