"""The tool and the sites that tests share; each is built once, on first use."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
import yaml

# What is expected here is written for one day; only Tests/Browser moves to others.
os.environ.pop("BUSYLIFE_TEST_NOW", None)
# Their failures show values, as those of tests do.
pytest.register_assert_rewrite("edit_walk", "programs")

import settling
import tool
from pages import Site


tool.keep_temporary_folders_in_memory()


def pytest_sessionstart(session):
    if not tool.TOOL.exists():
        pytest.exit(f"{tool.TOOL} is not there: run `make build` first, or set BUSYLIFE_GEN", returncode=2)


def pytest_assertrepr_compare(op, left, right):
    """Findings are shown one per line; the first fifty are enough."""
    if op == "==" and right == [] and isinstance(left, list) and all(isinstance(x, str) for x in left):
        rest = [f"… and {len(left) - 50} more"] if len(left) > 50 else []
        return [f"{len(left)} found:", *left[:50], *rest]


@pytest.fixture(scope="session")
def sample(tmp_path_factory) -> Site:
    """The sample site as `make site` builds it."""
    output = tmp_path_factory.mktemp("sample") / "at" / "some" / "path"
    tool.build(output, "--tz", "UTC+8")
    settings = yaml.safe_load((tool.CONTENT / "site.yml").read_text(encoding="utf-8"))
    return Site(output, settings.get("url") or "")


@pytest.fixture(scope="session")
def published(tmp_path_factory) -> Site:
    """A short piece of the sample site, with an address of its own."""
    output = tmp_path_factory.mktemp("published") / "site"
    base = "https://calendar.example.org/studio/busy/"
    tool.build(
        output, "--tz", "Europe/Berlin", "--base-url", base, "--from", "2026-10-01", "--to", "2027-01-01"
    )
    return Site(output, base)


@pytest.fixture(scope="session")
def made_content(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "Content"
    settling.write(settling.events(), folder)
    return folder


@pytest.fixture(scope="session")
def bare(tmp_path_factory) -> Path:
    """The command without the browser modules beside it, which are most of what a small site's build writes."""
    folder = tmp_path_factory.mktemp("bare")
    command = folder / "bin" / tool.TOOL.name
    command.parent.mkdir()
    # The default theme, which the command looks for near itself.
    (folder / "Templates").symlink_to(tool.TEMPLATES)
    try:
        os.link(tool.TOOL, command)
    except OSError:
        shutil.copy2(tool.TOOL, command)
    return command


@pytest.fixture
def short() -> tuple[str, ...]:
    """A window of one month, for tests that build often."""
    return "--tz", "UTC+8", "--from", "2026-11-01", "--to", "2026-12-01"
