"""What a reader fetches to have any page: the browser module, as servers send it."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

import pytest

import tool

MODULE = Path(os.environ.get("BUSYLIFE_MODULE", tool.TOOL.parent / "BrowserModule.wasm"))

# By file: what it is for, and how large it may be. The first is what pages, zones and search need, and its budget.
# Of the second, which is loaded once somebody lays a calendar beside the site's or opens an event in another zone, it is
# what was reached, and the little by which builds in other folders differ.
MOST = {
    MODULE: ("The browser module", 120_000),
    MODULE.with_name(f"{MODULE.stem}-whole.wasm"): ("The whole module", 168_000),
}


@pytest.mark.skipif(not shutil.which("wasm-opt"), reason="Binaryen is not there, which makes the module smaller")
@pytest.mark.parametrize("path", MOST, ids=["browsing", "whole"])
def test_a_module_is_small(path, capsys):
    name, most = MOST[path]
    size = len(gzip.compress(path.read_bytes(), 9))
    with capsys.disabled():
        print(f"\n{name} has {size:,} bytes after gzip -9.")
    assert size <= most
