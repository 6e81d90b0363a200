"""Events at the same time are side by side: none covers another's text, and calendars keep their order."""

from __future__ import annotations

import pytest

import browser as chrome
from content import Content, event
from stage import SIZES

TITLE = "A title long enough to be wrapped where four stand side by side"


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    made = Content(tmp_path_factory.mktemp("crowded"), "title: Crowded\nlocale: en-GB\n", calendars={
        # By their titles, those of the second calendar would come first.
        name: [event(f"{'B' if name == 'first' else 'A'} {TITLE}", f"2026-11-20T{hour}Z", "2026-11-20T15:00Z",
                     uid=f"{name}-{hour}") for hour in hours]
        for name, hours in (("first", ["12:00", "12:30"]), ("second", ["12:00", "12:15"]))})
    made.build()
    with chrome.served(made.output) as server:
        yield server


@pytest.mark.parametrize(
    "size, path", [("wide", "day/2026-11-20"), ("phone", "day/2026-11-20"), ("wide", "week/2026-11-16")]
)
def test_none_lies_on_another(size, path, chromium, crowded):
    with chrome.watched(chromium, [], viewport=SIZES[size], java_script_enabled=False) as page:
        page.goto(f"{crowded}/{path}.html")
        blocks = page.evaluate("""() => [...document.querySelectorAll('.timed > li')].map(item => {
          const block = item.querySelector('.block').getBoundingClientRect();
          const range = document.createRange();
          const title = item.querySelector('.title'), {overflowX, textOverflow} = getComputedStyle(title);
          range.selectNodeContents(title);
          // A word that is wider than the block is cut, with an ellipsis.
          const end = overflowX !== 'visible' && textOverflow === 'ellipsis' ? block.right : Infinity;
          // Lines that have no room are in a further column, out of sight.
          const lines = [...range.getClientRects()].filter(line => line.left < block.right);
          return {calendar: item.firstElementChild.dataset.calendar, start: item.firstElementChild.dataset.start,
            left: block.left, right: block.right,
            isWithin: lines.length > 0
              && lines.every(line => line.left >= block.left && Math.min(line.right, end) <= block.right + 1)};
        })""")
        assert len(blocks) == 4 and all(block["isWithin"] for block in blocks)
        blocks.sort(key=lambda block: block["left"])
        for left, right in zip(blocks, blocks[1:]):
            assert left["right"] <= right["left"] + 1
        order = [(block["calendar"], block["start"]) for block in blocks]
        assert order == sorted(order), "by calendar, then by start"


SIX = ["Dentist", "Interview: Ottoline", "Quarterly planning with everybody", "Rehearsal", "Ship review", "Stand-up"]


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Six at once for two hours, then twelve for an hour, then six for half an hour."""
    spans = [(1, "10:00", "12:00"), (2, "14:00", "15:00"), (1, "17:00", "17:30")]
    events = [
        event(title, f"2026-11-20T{start}Z", f"2026-11-20T{end}Z", uid=f"{start}-{number}", location="Room")
        for times, start, end in spans for number, title in enumerate(SIX * times)
    ]
    made = Content(tmp_path_factory.mktemp("many"), "title: Many\nlocale: en-GB\n", events=events)
    made.build()
    with chrome.served(made.output) as server:
        yield server


@pytest.mark.parametrize(
    "path, size", [("day/2026-11-20", {"width": 360, "height": 740}), ("week/2026-11-16", SIZES["wide"])],
    ids=["phone", "week"],
)
def test_many_at_once_can_be_read_and_opened(path, size, chromium, many):
    with chrome.watched(chromium, [], viewport=size, java_script_enabled=False) as page:
        page.goto(f"{many}/{path}.html")
        blocks = page.evaluate("""() => [...document.querySelectorAll('.timed > li')].map(item => {
          const block = item.querySelector('.block');
          const title = item.querySelector('.title');
          const text = title.firstChild;
          // Each word is on one line.
          const words = [...text.data.matchAll(/\\S+/g)].map(({index, 0: word}) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const isUpright = getComputedStyle(title).writingMode === 'horizontal-tb';
            const edges = [...range.getClientRects()].map(box => Math.round(isUpright ? box.top : box.left));
            return word.includes('-') ? 1 : new Set(edges).size;
          });
          const times = [...item.querySelectorAll('time, .place')].filter(part => part.checkVisibility());
          const box = block.getBoundingClientRect();
          scrollTo(0, scrollY + box.top - 300);
          const at = block.getBoundingClientRect();
          // What is pressed a little beside its leading edge.
          const pressed = document.elementFromPoint(at.left + 7, at.top + at.height / 2)?.closest('.block');
          return {uid: block.dataset.uid, words,
            cut: times.filter(part => part.scrollWidth > part.clientWidth + 1).length,
            height: title.getBoundingClientRect().height, width: title.getBoundingClientRect().width,
            isOpened: pressed === block};
        })""")
        assert len(blocks) == 24
        for block in blocks:
            assert set(block["words"]) == {1} and not block["cut"] and block["isOpened"], block
            # There is room for some letters at least, in either direction.
            assert max(block["height"], block["width"]) >= (32 if not block["uid"].startswith("17") else 16), block
