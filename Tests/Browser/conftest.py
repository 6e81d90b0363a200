"""The tool has to be there, with the browser module beside it."""

from __future__ import annotations

import pytest

import tool


def pytest_sessionstart(session):
    for path in (tool.TOOL, tool.TOOL.parent / "BrowserModule.wasm"):
        if not path.exists():
            pytest.exit(f"{path} is not there: run `make build` first, or set BUSYLIFE_GEN", returncode=2)
