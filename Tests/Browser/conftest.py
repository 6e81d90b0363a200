"""The tool must exist, with the browser module beside it; the sample is built once and served as plain files."""

from __future__ import annotations

from functools import cache

import pytest

# Their failures show values, as those of tests do.
pytest.register_assert_rewrite("browser", "edit_walk", "proposals", "stage")

import browser as chrome
import firefox
import tool
from stage import PUBLISHED, ZONE, Site, agenda, month_after


tool.keep_temporary_folders_in_memory()


def pytest_sessionstart(session):
    modules = (tool.TOOL.parent / f"BrowserModule{ending}" for ending in (".wasm", "-whole.wasm", "-search.wasm.gz"))
    for path in (tool.TOOL, *modules):
        if not path.exists():
            pytest.exit(f"{path} is not there: run `make build` first, or set BUSYLIFE_GEN", returncode=2)


def pytest_collection_modifyitems(items):
    """Long tests come first, so that no process is left alone with one at the end. Tests in Firefox follow one another,
    so that in most runs only one process opens it."""
    items.sort(key=lambda item: ("fox" not in item.fixturenames, item.get_closest_marker("long") is None))


@pytest.fixture(scope="session")
def chromium():
    with chrome.chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def a_firefox():
    if firefox.executable() is None:
        pytest.skip("firefox-esr is not installed")
    opened = firefox.Firefox()
    yield opened
    opened.close()


@pytest.fixture
def fox(a_firefox):
    """A tab of Firefox, 1280 px wide, in which nothing is stored."""
    tab = a_firefox.tab()
    tab.view(1280, 800)
    yield tab
    try:
        tab.release()
        tab.evaluate("localStorage.clear()")
        tab.goto("about:blank")
    except (AssertionError, TimeoutError, OSError):
        # One test fails, and not all that follow.
        a_firefox.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The sample site, two folders below the root of a server that only serves files."""
    root = tmp_path_factory.mktemp("browsed")
    output = root / "on" / "site"
    with chrome.served(root) as server:
        # 404.html takes its addresses from the base URL.
        tool.build(output, "--tz", ZONE, *PUBLISHED, "--base-url", f"{server}/on/site/")
        yield Site(f"{server}/on/site", output)


@pytest.fixture(scope="session")
def expected_events():
    """By month: `date uid` of every event of every day, as the command lists them."""

    @cache
    def of(month: str) -> frozenset[str]:
        days = agenda(f"{month}-01", f"{month_after(month)}-01")["days"]
        return frozenset(f"{day['date']} {event['uid']}" for day in days for event in day["events"])

    return of
