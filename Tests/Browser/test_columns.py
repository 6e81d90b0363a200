"""Events at the same time stand side by side: nothing lies on another's text, and calendars keep their order."""

from __future__ import annotations

import json

import pytest

import browser as chrome
import tool
from stage import SIZES

TITLE = "A title long enough to be wrapped where four stand side by side"


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    root = tmp_path_factory.mktemp("crowded")
    content = root / "content"
    content.mkdir()
    for name, hours in (("first", ["12:00", "12:30"]), ("second", ["12:00", "12:15"])):
        # By their titles those of the second calendar would come first.
        events = [{"uid": f"{name}-{hour}", "title": f"{'B' if name == 'first' else 'A'} {TITLE}", "tz": "UTC",
                   "start": f"2026-11-20T{hour}:00", "end": "2026-11-20T15:00:00"} for hour in hours]
        (content / f"{name}.json").write_text(json.dumps(events), encoding="utf-8")
    (content / "site.yml").write_text(
        "title: Crowded\nlocale: en-GB\ncalendars:\n"
        "  - {name: first, source: first.json}\n  - {name: second, source: second.json}\n",
        encoding="utf-8")
    with chrome.served(root) as server:
        tool.build(root / "site", "--tz", "UTC", "--from", "2026-11-01", "--to", "2026-12-01", content=content)
        yield f"{server}/site"


@pytest.mark.parametrize(
    "size, path", [("wide", "day/2026-11-20"), ("phone", "day/2026-11-20"), ("wide", "week/2026-11-16")]
)
def test_none_lies_on_another(size, path, chromium, crowded):
    with chrome.watched(chromium, [], viewport=SIZES[size], java_script_enabled=False) as page:
        page.goto(f"{crowded}/{path}.html")
        blocks = page.evaluate("""() => [...document.querySelectorAll('.timed > li')].map(item => {
          const block = item.querySelector('.block').getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(item.querySelector('.title'));
          const text = range.getBoundingClientRect();
          return {calendar: item.firstElementChild.dataset.calendar, start: item.firstElementChild.dataset.start,
            left: block.left, right: block.right, isWithin: text.left >= block.left && text.right <= block.right + 1};
        })""")
        assert len(blocks) == 4 and all(block["isWithin"] for block in blocks)
        blocks.sort(key=lambda block: block["left"])
        for left, right in zip(blocks, blocks[1:]):
            assert left["right"] <= right["left"] + 1
        order = [(block["calendar"], block["start"]) for block in blocks]
        assert order == sorted(order), "by calendar, then by start"
