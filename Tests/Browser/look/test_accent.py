"""With another accent, set as in the theme guide, today.html stays readable: its colours are its own."""

from __future__ import annotations

import re
import shutil

import pytest

import browser as chrome
import tool
from stage import PUBLISHED, SIZES, ZONE, ready

GUIDE = tool.PROJECT / "docs" / "guides" / "theme.md"
COLOURS = """() => Object.fromEntries(['.button.locate', 'h1', '.peek', '.legend li', '.view[aria-current]',
    '.pager .back', '.zone-box input', '.dot'].map(s => [s, document.querySelector(s)]).filter(([, e]) => e)
    .map(([s, e]) => {
      const style = getComputedStyle(e);
      return [s, [style.color, style.backgroundColor, getComputedStyle(e, '::before').backgroundColor]];
    }))"""


@pytest.fixture(scope="module")
def accented(tmp_path_factory):
    """The sample with the guide's own style sheet, taken from its text."""
    text = GUIDE.read_text(encoding="utf-8")
    style = re.search(r"```css\n(.*?)```", text, re.S).group(1)
    assert "--accent" in style
    root = tmp_path_factory.mktemp("accented")
    templates = root / "templates"
    shutil.copytree(tool.TEMPLATES, templates)
    (templates / "assets" / "theme.css").write_text(style, encoding="utf-8")
    with chrome.served(root) as server:
        tool.build(root / "site", "--tz", ZONE, *PUBLISHED, templates=templates)
        yield f"{server}/site"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_another_accent_leaves_todays_page_as_it_is(size, scheme, chromium, site, accented):
    found = []
    for address in (site.address, accented):
        options = {"viewport": SIZES[size], "color_scheme": scheme}
        with chrome.watched(chromium, [], "2026-11-20T04:00:00Z", **options) as page:
            page.goto(f"{address}/today.html")
            ready(page)
            # For the next event, which the script writes last.
            page.wait_for_selector(".dot", state="attached")
            found.append(page.evaluate(COLOURS))
    assert found[0] == found[1]


@pytest.mark.parametrize("scheme,accent", [("light", "rgb(164, 19, 60)"), ("dark", "rgb(255, 143, 163)")])
def test_another_accent_holds_on_other_pages(scheme, accent, chromium, accented):
    with chrome.watched(chromium, [], viewport=SIZES["wide"], color_scheme=scheme) as page:
        page.goto(f"{accented}/calendar/2026-11.html")
        assert page.evaluate("() => getComputedStyle(document.querySelector('.button.locate')).color") == accent
