"""Weeks and days open where something is: at the present, or a little before their first event."""

from __future__ import annotations

import pytest

import browser as chrome
import tool
from content import Content
from stage import SIZES, Site, ready, shows, stopped, until

SIZES = {"wide": SIZES["wide"], "phone": {"width": 360, "height": 740}}
NOW = "2026-11-21T13:30:00Z"

# By day: the hours of its events, and whether one lasts it whole.
DAYS = {
    "2026-11-16": (["14:00"], False),
    "2026-11-17": (["09:00", "15:00"], True),
    "2026-11-18": (["14:00"], True),
    "2026-11-19": ([], False),
    "2026-11-20": (["00:30", "12:00"], False),
    "2026-11-21": (["08:00", "13:00"], False),
    "2026-11-22": ([], True),
    "2026-12-02": (["13:00"], False),
    "2026-12-04": (["22:00"], False),
    # The engine draws these.
    "2027-02-03": (["13:30"], False),
}
# Where each day opens: the hour of its first event, or its top.
OPENS = {"2026-11-16": "14:00", "2026-11-17": None, "2026-11-18": "14:00", "2026-11-19": None,
         "2026-11-22": None}


@pytest.fixture(scope="module", params=["en-GB", "ar"])
def opening(request, tmp_path_factory):
    events = []
    for day, (hours, isWhole) in DAYS.items():
        events += [
            {"uid": f"{day}-{hour}", "title": f"At {hour}", "tz": "UTC", "start": f"{day}T{hour}:00", "duration": "1h"}
            for hour in hours
        ]
        if isWhole:
            events.append({"uid": f"{day}-whole", "title": "All day", "start": day})
    made = Content(tmp_path_factory.mktemp("opening"), f"title: Opening\nlocale: {request.param}\n", events=events)
    made.build("--tz", "UTC", "--from", "2026-11-01", "--to", "2027-01-01", now=NOW)
    with chrome.served(made.output) as server:
        yield Site(server, made.output)


# How far below what stays at the top an event begins, in hours of the grid; `null` where the page is at its top.
BELOW = """uid => {
  const grid = document.querySelector(`.grid[data-section="${document.body.dataset.section}"]`);
  const bar = document.querySelector('.bar').getBoundingClientRect().bottom;
  if (!uid) return Math.round(grid.getBoundingClientRect().top - bar) >= 0 ? null : 'scrolled';
  const item = document.querySelector(`[data-uid="${uid}"]`).closest('li');
  const head = document.querySelector('.week .day > h2')?.offsetHeight ?? 0;
  const hour = 12 * parseFloat(getComputedStyle(grid).getPropertyValue('--r'));
  return (item.getBoundingClientRect().top - bar - head) / hour;
}"""


def week(site: Site, day: str) -> str:
    """The page of the week of a day, which begins on another weekday in each language."""
    return "week/" + max(path.stem for path in (site.root / "week").glob("*.html") if path.stem <= day)


def is_a_little_before(page, uid: str | None) -> bool:
    below = page.evaluate(BELOW, uid)
    return below is None if uid is None else isinstance(below, (int, float)) and .75 <= below <= 2


@pytest.mark.parametrize("size", SIZES)
def test_links_lead_to_the_first_event_without_scripts(size, chromium, opening):
    with chrome.watched(chromium, [], viewport=SIZES[size], java_script_enabled=False) as page:
        for day, hour in OPENS.items():
            page.goto(f"{opening.address}/calendar/2026-11.html")
            link = page.locator(f'td[data-date="{day}"] > a')
            assert link.get_attribute("href") == f"../day/{day}.html#events"
            link.click()
            page.wait_for_url(f"**/day/{day}.html#events")
            page.locator("footer.site").wait_for()
            first = hour and f"{day}-{hour}"
            assert is_a_little_before(page, first), (day, page.evaluate(BELOW, first))
        page.goto(f"{opening.address}/day/2026-12-01.html")
        page.locator("main a[rel=next]").click()
        page.wait_for_url("**/day/2026-12-02.html#events")
        assert is_a_little_before(page, "2026-12-02-13:00")
        page.goto(f"{opening.address}/{week(opening, '2026-12-02')}.html#events")
        if size == "wide":
            assert is_a_little_before(page, "2026-12-02-13:00")
        else:
            # A list has no hours: it begins at its beginning.
            assert page.evaluate("scrollY") == 0


# What is seen of an event's block, frame by frame from the first.
FRAMES = """
window.tops = [];
const look = () => {
  // After what this frame has drawn.
  setTimeout(() => {
    const block = document.querySelector('SELECTOR');
    if (block) tops.push(Math.round(block.getBoundingClientRect().top));
  });
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path, uid", [
    ("day/2026-11-16", "2026-11-16-14:00"), ("day/2026-11-16.html#events", "2026-11-16-14:00"),
    ("day/2026-11-17", None), ("day/2026-11-19", None), ("week/2026-12-02", "2026-12-02-13:00"),
    ("week/2026-12-02.html#events", "2026-12-02-13:00"),
])
def test_a_page_opens_there_and_does_not_jump(size, path, uid, chromium, opening):
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        if path.startswith("week"):
            path = path.replace("week/2026-12-02", week(opening, "2026-12-02"))
        section = path.partition("/")[2].partition(".")[0]
        selector = f'[data-uid="{uid}"]' if uid else f'[data-section="{section}"].grid'
        page.add_init_script(FRAMES.replace("SELECTOR", selector))
        # The script is late: nothing is to be seen before it.
        late = []
        page.route("**/site-*.js", lambda route: late.append(route))
        page.goto(f"{opening.address}/{path}" + ("" if "#" in path else ".html"), wait_until="commit")
        until(page, lambda: late)
        page.wait_for_function("document.readyState === 'interactive'", polling=50)
        assert page.evaluate("tops") == []
        late[0].continue_()
        ready(page)
        stopped(page)
        isList = size == "phone" and path.startswith("week")
        assert isList or is_a_little_before(page, uid), page.evaluate(BELOW, uid)
        tops = page.evaluate("tops")
        assert max(tops, default=0) - min(tops, default=0) <= 1, sorted(set(tops), key=tops.index)


@pytest.mark.parametrize("size", SIZES)
def test_today_opens_at_the_present(size, chromium, opening):
    seen = """() => {
      const moment = document.querySelector('.moment').getBoundingClientRect().top;
      const bar = document.querySelector('.bar').getBoundingClientRect().bottom;
      // Over the event that it falls into, as wide as its day.
      const wide = ['.moment', '.grid [data-date="2026-11-21"] .timed']
        .map(name => document.querySelector(name).offsetWidth);
      return moment > bar + 40 && moment < bar + 180 && wide[0] === wide[1];
    }"""
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        page.add_init_script(FRAMES.replace("SELECTOR", ".moment"))
        for fragment in ("", "#events", "#d2026-11-21"):
            page.goto("about:blank")
            page.goto(f"{opening.address}/day/2026-11-21.html{fragment}")
            ready(page)
            stopped(page)
            shows(page, seen, True)
            tops = page.evaluate("tops")
            assert max(tops) - min(tops) <= 1, (fragment, tops)
        # From elsewhere, by the button.
        page.goto(f"{opening.address}/day/2026-11-16.html")
        ready(page)
        page.locator("a[data-today]").click()
        shows(page, "document.body.dataset.section", "2026-11-21")
        stopped(page)
        shows(page, seen, True)
        if size == "phone":
            # In a list of days today is seen, and at the top where the list is long enough.
            page.goto(f"{opening.address}/{week(opening, '2026-11-21')}.html")
            ready(page)
            stopped(page)
            shows(page, """() => {
              const box = document.querySelector('.day[data-date="2026-11-21"]').getBoundingClientRect();
              const bar = document.querySelector('.bar').getBoundingClientRect();
              return box.top >= bar.bottom - 2 && box.bottom < innerHeight - 90;
            }""", True)


@pytest.mark.parametrize("size", SIZES)
def test_going_back_restores_the_scroll_position(size, chromium, opening):
    top = """() => document.querySelector('[data-uid="2026-11-16-14:00"]').getBoundingClientRect().top"""
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        for leave in (lambda: page.locator('[data-uid="2026-11-16-14:00"]').click(), lambda: page.reload()):
            page.goto("about:blank")
            page.goto(f"{opening.address}/day/2026-11-16.html#events")
            ready(page)
            stopped(page)
            page.mouse.move(200, 400)
            page.mouse.wheel(0, -230)
            stopped(page)
            was = page.evaluate(top)
            assert was > 350
            leave()
            if "/event/" in page.url:
                ready(page)
                page.go_back()
            ready(page)
            stopped(page)
            assert abs(page.evaluate(top) - was) <= 2


@pytest.mark.parametrize("size", SIZES)
def test_sections_that_are_turned_to_open_there_too(size, chromium, opening):
    """By the pager and by keys; a page that the engine draws opens as published ones do."""
    with chrome.watched(chromium, [], NOW, viewport=SIZES[size]) as page:
        page.goto(f"{opening.address}/day/2026-12-03.html")
        ready(page)
        stopped(page)
        for turn, day in ((lambda: page.locator("main a[rel=next]").click(), "2026-12-04-22:00"),
                          (lambda: page.keyboard.press("PageUp"), None),
                          (lambda: page.keyboard.press("PageUp"), "2026-12-02-13:00")):
            turn()
            stopped(page)
            if day:
                assert is_a_little_before(page, day), page.evaluate(BELOW, day)
        assert page.locator("#events").count() == 0, "there would be one in every section"
        # Its first event begins soon after midnight: what is seen first is the day, and not the end of the one before.
        page.goto(f"{opening.address}/day/2026-11-19.html")
        ready(page)
        stopped(page)
        page.locator("main a[rel=next]").click()
        shows(page, "document.body.dataset.section", "2026-11-20")
        stopped(page)
        assert page.evaluate("document.body.dataset.section") == "2026-11-20"
        page.goto(f"{opening.address}/beyond.html?view=day&section=2027-02-03")
        page.wait_for_selector('[data-uid="2027-02-03-13:30"]')
        ready(page)
        stopped(page)
        assert is_a_little_before(page, "2027-02-03-13:30")


def test_a_folder_opens_there_too(chromium, opening):
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto((opening.root / "day/2026-11-16.html").as_uri())
        chrome.settle(page)
        assert is_a_little_before(page, "2026-11-16-14:00")


@pytest.mark.parametrize("day", ["2026-11-17", "2026-11-19", "2026-11-20"])
def test_a_late_first_frame_moves_nothing(day, chromium, opening):
    """On a busy machine the first frame comes after the scripts have been loaded."""
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"], is_fresh=True) as page:
        page.add_init_script("""
          const { requestAnimationFrame } = window;
          const late = new Promise((done) => setTimeout(done, 1500));
          window.requestAnimationFrame = (act) => late.then(() => requestAnimationFrame(act));
        """)
        page.goto(f"{opening.address}/day/{day}.html")
        ready(page)
        stopped(page)
        assert page.evaluate("document.body.dataset.section") == day
        top = page.evaluate("document.querySelector(`[data-section='${document.body.dataset.section}'].grid`)"
                            ".getBoundingClientRect().top")
        assert top < SIZES["wide"]["height"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("month", ["01", "02", "04", "07", "12"])
def test_a_year_opens_at_today(month, size, chromium, site):
    """In any month the page stays that of its year, and today is seen."""
    with chrome.watched(chromium, [], f"2027-{month}-11T04:00:00Z", viewport=SIZES[size]) as page:
        page.goto(f"{site.address}/year/2027.html")
        ready(page)
        stopped(page)
        shows(page, "document.body.dataset.section", "2027")
        assert page.url.endswith("/year/2027.html")
        box = page.locator(f'[data-section="2027"] [data-date="2027-{month}-11"]').bounding_box()
        assert 0 < box["y"] and box["y"] + box["height"] < SIZES[size]["height"]


@pytest.fixture(scope="module")
def polyglot(tmp_path_factory):
    """The sample in all languages, around the turn from November to December."""
    root = tmp_path_factory.mktemp("polyglot")
    tool.in_locale(root / "content", "en-GB")
    settings = root / "content/site.yml"
    settings.write_text(settings.read_text().replace("locale: en-GB", f"locales: [{', '.join(['en-GB', *LANGUAGES])}]"))
    with chrome.served(root) as server:
        tool.build(root / "site", "--tz", "UTC+8", "--from", "2026-10-01", "--to", "2027-02-01",
                   content=root / "content", now=NOW)
        yield Site(f"{server}/site", root / "site")


LANGUAGES = sorted(path.stem for path in (tool.TEMPLATES / "words").glob("*.yml") if path.stem[:2] != "en")
# The section of the page, and how far it begins below what stays at the top.
PLACE = """() => {
  const leaf = document.querySelector('main .leaf:has([data-section="2026-12"])');
  const start = leaf.querySelector(':scope > .leaf-title')?.getBoundingClientRect().bottom
    ?? leaf.getBoundingClientRect().top;
  const {bottom} = document.querySelector(".bar").getBoundingClientRect();
  return [document.body.dataset.section, Math.round(start - bottom)];
}"""


@pytest.mark.parametrize("width", [320, 360, 480, 600, 700, 768, 820, 1024, 1280, 1920])
def test_a_month_opens_at_its_top(width, chromium, polyglot):
    """Though the heading of today, in the month above, may then be a line higher. Each language is tried at three of
    the widths."""
    at = [320, 360, 480, 600, 700, 768, 820, 1024, 1280, 1920].index(width)
    problems = []
    with chrome.watched(chromium, problems, NOW, viewport={"width": width, "height": 740}) as page:
        for number, language in enumerate(LANGUAGES):
            if (number - at) % 10 not in (0, 3, 6):
                continue
            page.goto(f"{polyglot.address}/lang/{language}/agenda/2026-12.html")
            ready(page)
            stopped(page)
            section, below = page.evaluate(PLACE)
            assert section == "2026-12" and abs(below) <= 1, (language, section, below)
    assert not problems
