"""The search in a browser: everything that is there is found, in the reader's zone, by keyboard and on a phone."""

from __future__ import annotations

import json
import random
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

import pytest

import browser as chrome
import search_index
from axe import violations
from content import Content, calendar, vevent
from stage import NOW, SIZES, Site, opened, ready, shows

WORDS = ["meeting", "Besprechung", "réunion", "会議室", "주간회의", "ประชุม", "lunch", "Konzert", "Straße", "παράσταση",
         "встреча", "פגישה", "اجتماع", "東京タワー", "Café", "O'Brien", "Nguyễn", "Łódź", "a"]
PEOPLE = ["Anna Quill", "Zoë Amber", "王芳", "أحمد"]
# In the page: what is found for a query, as titles, and what is said of it.
FIND = """async query => {
  const {find} = await import(new URL('finder.js', new URL(document.body.dataset.engine, document.baseURI)));
  const answer = await find({limit: 10000, ...query});
  return {...answer, titles: answer.groups.flatMap(g => g.results.map(r => r.title.join('')))};
}"""


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A site of many words, of events of many scripts; and the title and the texts of each."""
    seeded = random.Random(7)
    texts, events = [], []
    for number in range(900):
        title = f"{' '.join(seeded.sample(WORDS, 2))} x{number}"
        words = [title, seeded.choice(WORDS) + str(number % 89), f"Room {number % 13}", seeded.choice(PEOPLE)]
        start = datetime(2024, 1, 1, tzinfo=timezone.utc) + timedelta(hours=seeded.randrange(24 * 365 * 5))
        lines = [f"UID:u{number}", f"DESCRIPTION:{words[1]}", f"LOCATION:{words[2]}",
                 f"ATTENDEE;CN={words[3]}:mailto:p@example.org", f"DTSTART:{start:%Y%m%dT%H%M%SZ}", "DURATION:PT1H"]
        if number % 30 == 0:
            lines.append("RRULE:FREQ=WEEKLY" if number % 60 else "RRULE:FREQ=WEEKLY;COUNT=3")
        events.append(vevent(title, *lines))
        texts.append((title, words))
    texts.append(("A wombat", ["A wombat", "It digs burrows."]))
    made = Content(tmp_path_factory.mktemp("many"), "title: Many\nlocale: en-GB\n", files={
        "many.ics": calendar(*events),
        "notes/wombat.md": "---\ntitle: A wombat\ndate: 2026-11-25\n---\nIt digs *burrows*.\n"})
    made.build("--tz", "Europe/Berlin", "--from", "2026-11-01", "--to", "2026-12-01", now=NOW)
    with chrome.served(made.output) as server:
        yield Site(server, made.output), texts


def test_everything_is_found(chromium, many):
    """A thousand words of the events, and pieces of them, find what a search of the texts by Unicode's tables finds."""
    site, texts = many
    seeded = random.Random(11)
    known = sorted({word for _, parts in texts for text in parts for word in search_index.words(text)})
    asked = {seeded.choice(known) for _ in range(2_000)}
    asked |= {word[:seeded.randrange(2, 4)] for word in known if len(word) > 3}
    # Pairs of characters need not stand in a row; a run of two or fewer does.
    asked = sorted(word for word in asked if not search_index.PAIRED.match(word) or len(word) < 3)
    asked = seeded.sample(asked, min(1_000, len(asked))) + ["meeting lunch", "ROOM 3", "quill cafe", "burrows"]
    expected = {word: sorted(title for title, parts in texts if search_index.matches(word, parts)) for word in asked}
    with chrome.watched(chromium, [], now=NOW) as page:
        page.goto(f"{site.address}/subscribe.html")
        ready(page)
        found = page.evaluate("async ([find, asked]) => { const all = {}; const ask = eval(find);"
                              " for (const text of asked) all[text] = (await ask({text})).titles.sort();"
                              " return all; }", [FIND, asked])
    wrong = [(word, len(expected[word]), len(found[word])) for word in asked
             if sorted(found[word]) != expected[word]]
    assert wrong == [] and len(asked) > 900


def test_what_comes_is_first_and_in_the_zone_of_the_reader(chromium, many):
    site, _ = many
    with chrome.watched(chromium, [], now=NOW) as page:
        page.goto(f"{site.address}/subscribe.html?tz=Pacific/Auckland")
        ready(page)
        found = page.evaluate(FIND, {"text": "room"})
        starts = [[(r["start"], g["isPast"], g["date"]) for r in g["results"]] for g in found["groups"]]
        flat = [item for group in starts for item in group]
        instant = lambda text: datetime.fromisoformat(text).timestamp()
        now = instant(NOW.replace("Z", "+00:00"))
        coming = [instant(start) for start, is_past, _ in flat if not is_past]
        past = [instant(start) for start, is_past, _ in flat if is_past]
        assert coming == sorted(coming) and past == sorted(past, reverse=True) and len(past) > 300
        assert min(coming) > now - 3_600 and max(past) < now
        assert [is_past for _, is_past, _ in flat] == [False] * len(coming) + [True] * len(past)
        assert all(start.startswith(date) and start.endswith(("+13:00", "+12:00")) for start, _, date in flat)
        # A series is one result, at its next time; past the window its day is drawn by the browser.
        assert found["count"] == len(flat) == 900
        assert any(r["href"].startswith("beyond.html?view=day") for g in found["groups"] for r in g["results"])
        for asked, year in (({"when": "2025"}, "2025"), ({"when": "2028"}, "2028")):
            answer = page.evaluate(FIND, {"text": "room", **asked})
            assert answer["count"] > 50 and all(g["date"].startswith(year) for g in answer["groups"])
        only = page.evaluate(FIND, {"text": "", "place": "Room 3", "when": "future"})
        assert only["count"] > 10 and not any(g["isPast"] for g in only["groups"])


def test_the_box_in_the_head_is_worked_by_keys(chromium, site):
    problems: list[str] = []
    with opened(chromium, site, "calendar/2026-11.html") as page:
        assert page.locator('link[href$="search.css"]').count() == 0
        # What helps to read, and the search, come once the page is there.
        page.wait_for_selector("body[data-extras=ready]")
        page.keyboard.press("/")
        box = page.locator(".search-box input")
        box.wait_for()
        assert box.evaluate("e => e === document.activeElement")
        page.keyboard.type("winter")
        # Before it come the results for what was typed so far.
        shows(page, "() => document.querySelector('.found mark')?.textContent.toLowerCase()", "winter")
        shows(page, "() => /^\\d+ results?$/.test(document.querySelector('.found [role=status]').textContent)", True)
        page.keyboard.press("ArrowDown")
        shows(page, "() => document.activeElement.className", "result")
        page.keyboard.press("ArrowUp")
        assert box.evaluate("e => e === document.activeElement")
        assert violations(page) == []
        page.keyboard.press("Escape")
        shows(page, "() => document.activeElement.matches('a.search')", True)
        assert page.locator(".search-box").count() == 0
        # Enter leads to all results.
        page.keyboard.press("/")
        page.keyboard.type("winter")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?q=winter")
        page.locator(".searching a.result").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url("**/event/*")
    assert problems == []


@pytest.mark.parametrize("size", SIZES)
def test_an_address_is_shared(size, chromium, site):
    with opened(chromium, site, f"search.html?q={quote('winter')}&when=future", size) as page:
        page.locator(".searching a.result").first.wait_for()
        assert page.locator(".query input").input_value() == "winter"
        assert page.locator("select[name=when]").input_value() == "future"
        assert page.locator(".results h2 time").count() and page.locator(".results .result time").count()
        assert page.locator(".searching .feeds").is_hidden()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
        page.locator(".query input").fill("zzzz")
        shows(page, "() => document.querySelector('.searching [role=status]').textContent", "No results")
        shows(page, "() => location.search", "?q=zzzz&when=future")
        page.locator(".query input").fill("")
        page.locator("select[name=when]").select_option("")
        shows(page, "() => location.search", "")
        assert page.locator(".searching .feeds").is_visible() and violations(page) == []


def test_nothing_found_so_far_is_not_the_end(chromium, site):
    """Where the files of a first answer hold no result, readers can go on and are not told that there is none."""
    result = {"title": ["Far away"], "href": "index.html", "time": "", "start": "2020-01-01"}
    group = {"heading": "", "date": "", "isPast": True, "results": [result]}
    answers = [{"count": 0, "isMore": True, "groups": []}, {"count": 1, "isMore": False, "groups": [group]}]
    stub = f"""const answers = {json.dumps(answers)};
export const prepare = async () => {{}};
export const find = async ({{limit}}) => answers[limit > 20 ? 1 : 0];"""
    with chrome.watched(chromium, [], now=NOW) as page:
        page.route("**/finder.js*", lambda route: route.fulfill(body=stub, content_type="text/javascript"))
        page.goto(f"{site.address}/search.html?q=winter")
        said = "() => document.querySelector('.searching [role=status]')?.textContent"
        shows(page, said, "No results so far")
        page.get_by_role("button", name="Show more").click()
        shows(page, "() => document.querySelector('.results a.result')?.textContent", "Far away")
        assert page.get_by_role("button", name="Show more").is_hidden()


def test_firefox_searches(fox, site):
    fox.goto(f"{site.address}/search.html?q=winter")
    fox.wait_for("document.querySelectorAll('.searching a.result').length > 0")
    assert fox.evaluate("document.querySelector('.results mark').textContent.toLowerCase()") == "winter"
