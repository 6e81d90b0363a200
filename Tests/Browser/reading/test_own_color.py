"""An event's own colour: on its chips, blocks, entries and page, in both schemes, and beyond the window too."""

from __future__ import annotations

import pytest

import browser as chrome
from content import Content, calendar, vevent
from stage import Site, ready

# By UID: its class, and its colour in light and dark: changed only as far as it has to be to be seen.
OWN = {"tomato": ("own-tomato", None, "rgb(255, 99, 71)"), "hex": ("own-2f855a", "rgb(47, 133, 90)", None)}


def ics(uid: str, title: str, day: str, color: str) -> str:
    return vevent(title, f"UID:{uid}", f"DTSTART:{day}T090000Z", f"DTEND:{day}T103000Z", f"COLOR:{color}")


@pytest.fixture(scope="module")
def coloured(tmp_path_factory):
    root = tmp_path_factory.mktemp("coloured")
    work = calendar(ics("tomato", "Tomatoes", "20261103", "Tomato"), ics("named", "Nothing", "20261104", "rebeccaless"),
                    ics("beyond", "Bananas", "20270203", "yellow"))
    made = Content(root, "title: Coloured\nlocale: en-GB\n", files={"work.ics": work}, events=[
        {"uid": "hex", "title": "Trees", "tz": "UTC", "start": "2026-11-05T09:00:00", "duration": "90m",
         "color": "#2f855a"},
        {"uid": "whole", "title": "Sky", "start": "2026-11-06", "color": "#0ea5e9"},
        {"uid": "plain", "title": "Plain", "tz": "UTC", "start": "2026-11-07T09:00:00", "duration": "90m"},
    ])
    with chrome.served(root) as server:
        made.build()
        # The same content with a window in which everything is.
        made.build("--tz", "UTC", "--from", "2026-11-01", "--to", "2027-03-01", output=root / "wide")
        yield Site(f"{server}/site", root / "site")


COLOR = """uid => {
  const part = document.querySelector(`[data-uid="${uid}"]`) ?? document.querySelector('.event-head');
  const probe = document.createElement('i');
  probe.style.color = 'var(--c)';
  part.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return [[...part.classList].filter(name => /^c\\d+$|^own-/.test(name)).join(' '), color];
}"""
# The contrast of texts and marks with what is behind them, least first.
CONTRAST = """uid => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const light = (color, over) => {
    canvas.fillStyle = over; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => v / 255)
      .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
  };
  const contrast = (a, b) => (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  const part = document.querySelector(`[data-uid="${uid}"]`);
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  const probe = document.createElement('i');
  probe.style.color = 'var(--c)';
  part.append(probe);
  const mark = light(getComputedStyle(probe).color, paper);
  probe.remove();
  const ground = light(getComputedStyle(part).backgroundColor, paper);
  const text = light(getComputedStyle(part.querySelector('.title, [dir=auto]')).color, paper);
  return [contrast(mark, light(paper, paper)), contrast(text, ground)];
}"""
PAGES = ["calendar/2026-11", "agenda/2026-11", "week/2026-11-02", "index"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_events_show_their_own_colour(scheme, chromium, coloured):
    problems: list[str] = []
    with chrome.watched(chromium, problems, "2026-11-05T12:00:00Z", color_scheme=scheme) as page:
        for path in PAGES:
            page.goto(f"{coloured.address}/{path}.html")
            ready(page)
            # Its own class comes after that of its calendar, whose colour the others have.
            plain = page.evaluate(COLOR, "plain")[1]
            for uid, calendar in (("tomato", 1), ("hex", 0)):
                name, light, dark = OWN[uid]
                classes, color = page.evaluate(COLOR, uid)
                assert classes == f"c{calendar} {name}" and color != plain
                expected = dark if scheme == "dark" else light
                assert expected in (None, color)
            # CSS has no such colour: that of the calendar stays.
            assert page.evaluate(COLOR, "named") == ["c1 own-rebeccaless", page.evaluate(
                "() => { const i = document.body.appendChild(document.createElement('i')); i.className = 'c1';"
                " i.style.color = 'var(--c)'; const {color} = getComputedStyle(i); i.remove(); return color }")]
            for uid in ("tomato", "hex", "whole"):
                mark, text = page.evaluate(CONTRAST, uid)
                assert mark >= 3 and text >= 4.5, (path, uid, mark, text)
        # The calendar is told by its name and its own colour.
        page.goto(f"{coloured.address}/agenda/2026-11.html")
        ready(page)
        assert page.locator('[data-uid="tomato"] .of').get_attribute("class") == "of dot c1"
        assert page.locator('[data-uid="plain"] .of').get_attribute("class") == "of"
        page.locator('[data-uid="tomato"]').click()
        page.wait_for_url("**/event/*")
        ready(page)
        assert page.evaluate(COLOR, "-")[0] == "c1 own-tomato"
        assert page.locator(".facts .dot").get_attribute("class") == "dot c1"
        assert page.locator(".legend .c1").count() == page.locator(".legend").count()
        # Upcoming keeps it in its cards.
        page.goto(f"{coloured.address}/today.html?day=2026-11-06")
        page.wait_for_selector(".card.c0.own-0ea5e9")
    assert problems == []


def test_beyond_the_window_it_is_the_same(chromium, coloured):
    with chrome.watched(chromium, [], "2026-11-05T12:00:00Z", color_scheme="dark") as page:
        for path in ("calendar/2027-02", "week/2027-02-01", "day/2027-02-03", "agenda/2027-02"):
            view, section = path.split("/")
            page.goto(f"{coloured.address}/beyond.html?view={view}&section={section}")
            page.wait_for_selector('[data-uid="beyond"]')
            assert page.evaluate(COLOR, "beyond") == ["c1 own-yellow", "rgb(255, 255, 0)"]
            drawn = page.evaluate("document.querySelector('[data-uid=\"beyond\"]').className")
            written = (coloured.root.parent / "wide" / f"{path}.html").read_text(encoding="utf-8")
            assert f'class="{drawn}"' in written


def test_the_style_has_one_rule_for_each(coloured):
    (path,) = (coloured.root / "assets").glob("colors-*.css")
    style = path.read_text(encoding="utf-8")
    first = style.partition("@media")[0]
    names = [rule.partition("{")[0] for rule in first.splitlines()[12:]]
    assert names == [".own-2f855a", ".own-0ea5e9", ".own-tomato", ".own-yellow"]
    assert "rebeccaless" not in style
