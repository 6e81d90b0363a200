"""Random edits through the page of `serve --edit`, by keys and by pointer: afterwards the files contain exactly what
was requested, and nothing else in them has changed."""

from __future__ import annotations

import copy
import time
from datetime import date, datetime, timedelta
from urllib.parse import urlsplit

import pytest

import browser as chrome
import edits
from edit_model import DAY, VIEW, instant, is_date, plain, rfc3339
from edit_walk import Walk, bytes_of
from stage import SIZES, near, ready, stopped
from tool import SEED

PAGE_EDITS = 12
STEP = timedelta(minutes=15)
# No clock of these calendars changes between the two, not even after moving by a week.
WINTER = date(2026, 11, 8), date(2027, 3, 1)


def shown(value):
    """A time in the page's zone."""
    return value if is_date(value) else instant(value).astimezone(VIEW)


def next_step(at: datetime, way: int) -> datetime:
    """The next or previous quarter of an hour."""
    over = timedelta(minutes=at.minute % 15)
    return at - over + STEP if way > 0 else at - (over or STEP)


class PageWalk(Walk):
    """Each edit is made on a page, and in the model."""

    def __init__(self, content, server, page, seed):
        super().__init__(content, None, seed)
        self.address = server.url.rstrip("/")
        self.page = page
        # Pages are opened again before each edit; one that reloads meanwhile would only interfere.
        page.route("**/.busylife/events", lambda route: route.abort())

    # ---- The page

    def open(self, path: str, *wanted: str) -> bool:
        """Opens a page, once the server shows what the files contain."""
        end = time.monotonic() + chrome.PATIENCE
        while True:
            text = self.page.context.request.get(f"{self.address}/{path}.html").text()
            if all(words in text for words in wanted):
                break
            assert time.monotonic() < end, f"{path} never shows {wanted}"
            time.sleep(0.02)
        self.page.goto(f"{self.address}/{path}.html")
        ready(self.page)
        near(self.page)
        return True

    def posted(self, act, path="/-/edit") -> tuple[dict, int, dict]:
        """The request to the server caused by an action, and the answer."""
        with self.page.expect_response(lambda response: urlsplit(response.url).path == path) as found:
            act()
        return found.value.request.post_data_json, found.value.status, found.value.json()

    def block(self, series, o):
        start = shown(o.start)
        day = start if is_date(start) else start.date()
        kind = ".band" if is_date(start) else ".timed"
        start, end = rfc3339(o.start), rfc3339(o.end)
        wanted = f'.event[data-uid="{series.uid}"][data-start="{start}"][data-end="{end}"]'
        return self.page.locator(f'.grid [data-date="{day}"] {kind} {wanted}').first

    def press(self, keys: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(keys)

    # ---- Kinds of edits: each does what a hand does and says what must come of it

    def by_keys(self, o) -> tuple:
        start, end = shown(o.start), shown(o.end)
        number = self.random.randint(1, 4)
        way = self.random.choice([-1, 1])
        upright = self.random.random() < 0.5
        names = ("ArrowUp", "ArrowDown") if upright else ("ArrowLeft", "ArrowRight")
        stretch = self.random.random() < 0.35
        self.press(("Shift+" if stretch else "") + names[way > 0], number)
        whole = is_date(start)
        for _ in range(number):
            if not stretch:
                moved = start + way * DAY if whole or not upright else next_step(start, way)
                start, end = moved, moved + (end - start)
            elif whole:
                if upright:
                    end = max(end + way * DAY, start + DAY)
                else:
                    start = min(start + way * DAY, end - DAY)
            elif upright:
                end = max(next_step(end, way), start + STEP)
            else:
                start = min(next_step(start, way), end - STEP)
        return start, end

    def by_pointer(self, o, block) -> tuple | None:
        """Moves by quarters of an hour on a day's page, where a px is a minute. Does nothing if others cover the
        event."""
        start, end = shown(o.start), shown(o.end)
        x, y, is_free = block.evaluate("""async e => {
          let b, was;
          do {
            was = b?.top;
            await new Promise(requestAnimationFrame);
            b = e.getBoundingClientRect();
          } while (b.top !== was);
          const x = b.left + Math.min(b.width / 2, 40), y = b.top + Math.min(b.height / 2, 8);
          return [x, y, document.elementFromPoint(x, y)?.closest('.event') === e] }""")
        if not is_free:
            return None
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        self.page.wait_for_selector("li.lifted", state="attached")
        steps = self.random.choice([-6, -4, -3, -1, 1, 2, 5, 7])
        # Between two days there are more px than minutes.
        if not 15 <= start.hour * 60 + start.minute + 15 * steps < 24 * 60 - 15:
            steps = -steps
        # The pressed event stays under the pointer when the folded night above it unfolds.
        mouse.move(x, y + 8 * steps)
        mouse.move(x, y + 15 * steps)
        minute = start.hour * 60 + start.minute + 15 * steps
        at = datetime(start.year, start.month, start.day, tzinfo=VIEW) + timedelta(minutes=(minute + 7) // 15 * 15)
        self.page.wait_for_function(
            "at => document.querySelector('.lift-times input').value === at", arg=at.strftime("%Y-%m-%dT%H:%M"))
        mouse.up()
        return at, at + (end - start)

    def by_handle(self, o) -> tuple | None:
        """Resizes the picked-up event by its lower edge, within its day."""
        start, end = shown(o.start), shown(o.end)
        steps = self.random.choice([-5, -2, 1, 3, 6])
        at = end.hour * 60 + end.minute + 15 * steps
        if end.date() != start.date() or not 15 <= at < 24 * 60 - 15:
            return None
        grip = self.page.locator("li.lifted .grip.end")
        grip.evaluate("e => scrollBy({top: e.getBoundingClientRect().top - innerHeight / 2, behavior: 'instant'})")
        box = grip.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y + 8 * steps)
        self.page.mouse.move(x, y + 15 * steps)
        midnight = datetime(start.year, start.month, start.day, tzinfo=VIEW)
        end = max(midnight + timedelta(minutes=(at + 7) // 15 * 15), start + STEP)
        self.page.wait_for_function(
            "at => document.querySelectorAll('.lift-times input')[1].value === at", arg=end.strftime("%Y-%m-%dT%H:%M"))
        self.page.mouse.up()
        return start, end

    def make(self, before) -> None:
        day = date(2026, 11, self.random.randint(9, 27))
        number, way = self.random.randint(0, 6), self.random.choice([-1, 1])
        self.open(f"day/{day}")
        self.page.locator(f'.grid[data-section="{day}"] .timed').wait_for()
        self.press("n")
        self.page.wait_for_function("() => document.activeElement.matches('.lift-title')")
        title = self.title(f"New {self.number}")
        self.page.keyboard.insert_text(title)
        names = self.page.locator(".lift-bar select option").evaluate_all("all => all.map(e => e.value)")
        name = self.random.choice(names)
        self.page.locator(".lift-bar select").select_option(name)
        self.page.locator(".lift-hand").focus()
        self.press("ArrowDown" if way > 0 else "ArrowUp", number)
        start = datetime(day.year, day.month, day.day, 9, tzinfo=VIEW) + way * number * STEP
        request, status, answer = self.posted(lambda: self.press("Enter"))
        assert status == 200, answer
        assert (request["start"], request["end"]) == (rfc3339(start), rfc3339(start + timedelta(hours=1))), request
        assert (request["action"], request["calendar"]) == ("create", name), request
        self.counts["create"] += 1
        self.model.create(answer["file"], answer["uid"], start, start + timedelta(hours=1), title)
        self.check_bytes(before, answer["file"], {answer["uid"]}, answer)
        self.undone(before, answer)

    # ---- Walking

    def step(self) -> None:
        before = bytes_of(self.content)
        self.kept = copy.deepcopy(self.model)
        if self.random.random() < 0.12:
            return self.make(before)
        recurs = self.random.random() < 0.6
        series, o = self.random.choice([
            (series, o) for series, o in self.model.choices
            if series.recurs == recurs and self.is_near(o) and self.is_alone(series, o)])
        start = shown(o.start)
        day = start if is_date(start) else start.date()
        in_week = self.random.random() < 0.3
        # Weeks on these pages begin on Sunday.
        path = f"week/{day - DAY * (day.isoweekday() % 7)}" if in_week else f"day/{day}"
        self.open(path, f'data-uid="{series.uid}" data-start="{rfc3339(o.start)}" data-end="{rfc3339(o.end)}"')
        block = self.block(series, o)
        # The page opens at its last position; sections above are inert until they are scrolled to.
        block.evaluate("e => scrollBy({top: e.getBoundingClientRect().top - innerHeight / 2, behavior: 'instant'})")
        self.page.wait_for_function("e => !e.closest('[inert]')", arg=block.element_handle())
        hand = "keys"
        wanted = None
        if not in_week and not is_date(start) and self.random.random() < 0.5 and (wanted := self.by_pointer(o, block)):
            hand = "pointer"
        if not wanted:
            block.focus()
            self.press("Enter")
            self.page.wait_for_function("() => document.activeElement.matches('.lift-hand')")
            if not in_week and not is_date(start) and self.random.random() < 0.25 and (wanted := self.by_handle(o)):
                hand = "handle"
            wanted = wanted or self.by_keys(o)
        if self.random.random() < 0.08:
            self.press("Escape")
            assert self.page.locator("li.lifted, .lifting").count() == 0 and bytes_of(self.content) == before
            return
        if wanted == (start, shown(o.end)):
            return self.press("Escape")
        self.page.locator(".lift-hand").focus()
        scope = self.random.choice(["this", "this", "future", "all"]) if series.recurs else "this"
        if series.recurs:
            self.press("Enter")
            name = {"this": "This event", "future": "This and following events", "all": "All events"}[scope]
            button = self.page.get_by_role("button", name=name)
            button.wait_for()
            request, status, answer = self.posted(button.click)
        else:
            request, status, answer = self.posted(lambda: self.press("Enter"))
        assert (request["start"], request["end"]) == tuple(map(rfc3339, wanted)), (series, o, request)
        assert request["allDay"] == is_date(start) and request["scope"] == scope and request["uid"] == series.uid
        assert request["recurrenceId"] == (o.recurrence_id if series.recurs else None), (series, o, request)
        whole = series.recurs and scope != "this"
        if whole and not is_date(o.start) and o.start.tzinfo is not None:
            o.start, o.end = (value.astimezone(o.original.tzinfo) for value in (o.start, o.end))
        start, end = (self.own(value, o) for value in wanted)
        date_of = lambda value: value if is_date(value) else value.date()  # noqa: E731
        moves_days = whole and date_of(start) != date_of(o.start)
        if status == 422 and (moves_days and series.rigid or scope == "future" and plain(o.original) in series.added):
            self.counts["refused"] += 1
            assert answer["error"] in self.page.locator(".lift-toast p").inner_text()
            assert bytes_of(self.content) == before
            return
        assert status == 200, (answer, series, o, request)
        uids = {series.uid, answer["uid"]}
        file = series.file
        self.model.change(series, o, scope, start, end, o.title, answer)
        self.counts[f"{hand} {'days ' if is_date(start) else ''}{scope}"] += 1
        self.check_bytes(before, file, uids, answer)
        self.undone(before, answer)

    def is_near(self, o) -> bool:
        start, end = shown(o.start), shown(o.end)
        day = start if is_date(start) else start.date()
        # An event across midnight has parts on two pages; moving the first is enough.
        return WINTER[0] <= day <= WINTER[1] and end - start < 5 * DAY

    @staticmethod
    def is_alone(series, o) -> bool:
        """Two instances at the same times look alike on the page, and either may be meant."""
        times = [(plain(other.start), plain(other.end)) for other in series.occurrences]
        return times.count((plain(o.start), plain(o.end))) == 1

    @staticmethod
    def own(value, o):
        """A time of the page in the form of the event."""
        if is_date(value):
            return value
        return value.replace(tzinfo=None) if o.start.tzinfo is None else value.astimezone(o.start.tzinfo)

    def undone(self, before, answer) -> None:
        """Sometimes undoes it by the button of the message: every byte, and the model's state."""
        if not answer["undo"] or self.random.random() > 0.15:
            return
        button = self.page.locator(".lift-toast").get_by_role("button", name="Undo")
        button.wait_for()
        _, status, _ = self.posted(button.click, "/-/undo")
        assert status == 200 and bytes_of(self.content) == before
        self.model = self.kept
        self.counts["undo"] += 1


@pytest.mark.random
@pytest.mark.long
def test_random_edits_through_the_page(chromium, tmp_path, capsys):
    content = edits.write(tmp_path / "Content")
    with capsys.disabled():
        print(f"\nBUSYLIFE_SEED={SEED}")
    problems: list[str] = []
    with edits.Editing(content) as server, chrome.watched(chromium, problems, viewport=SIZES["wide"]) as page:
        walk = PageWalk(content, server, page, SEED)
        walk.compare()
        try:
            while (done := walk.counts.total() - walk.counts["refused"] - walk.counts["undo"]) < PAGE_EDITS:
                walk.step()
                if done % 5 == 0:
                    walk.compare()
            walk.compare()
        finally:
            with capsys.disabled():
                print(dict(walk.counts))
        # No temporary file is left behind.
        assert not [path for path in content.rglob(".*")]


def test_new_all_day_events_and_instances_at_one_time(chromium, tmp_path):
    folder = tmp_path / "Content"
    folder.mkdir()
    (folder / "site.yml").write_text("title: Twins\nlocale: en-GB\n", encoding="utf-8")
    # The second instance has been moved to the time of the first.
    (folder / "work.ics").write_bytes(edits.crlf("""
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:twin@work
DTSTAMP:20260101T000000Z
DTSTART:20261118T020000Z
DTEND:20261118T030000Z
RRULE:FREQ=DAILY;COUNT=2
SUMMARY:Twin
END:VEVENT
BEGIN:VEVENT
UID:twin@work
DTSTAMP:20260101T000000Z
RECURRENCE-ID:20261119T020000Z
DTSTART:20261118T020000Z
DTEND:20261118T030000Z
SUMMARY:Twin
END:VEVENT
END:VCALENDAR
"""))
    with edits.Editing(folder, "--now", "2026-11-18T00:00:00Z") as server, chrome.watched(
        chromium, [], viewport=SIZES["wide"], is_routed=True
    ) as page:
        # Only its ways about the page: the model knows other calendars.
        walk = PageWalk.__new__(PageWalk)
        walk.address, walk.page = server.url.rstrip("/"), page
        page.route("**/.busylife/events", lambda route: route.abort())
        walk.open("day/2026-11-18", "Twin")
        twins = page.locator('.timed .event[data-uid="twin@work"]')
        assert twins.count() == 2
        ids = []
        for at in (0, 1):
            twins.nth(at).focus()
            page.keyboard.press("Enter")
            page.locator("li.lifted").wait_for()
            assert page.locator(".event.lifting").count() == 1
            page.keyboard.press("ArrowDown")
            page.route("**/-/edit", lambda route: route.fulfill(json={"error": "not now"}, status=422))
            page.keyboard.press("Enter")
            with page.expect_request("**/-/edit") as sent:
                page.locator(".lift-ask button").first.click()
            ids.append(sent.value.post_data_json["recurrenceId"])
            page.unroute("**/-/edit")
            page.locator("li.lifted").wait_for(state="detached")
        assert sorted(ids) == ["20261118T020000Z", "20261119T020000Z"]

        page.locator('[data-date="2026-11-18"] .block').first.focus()
        page.keyboard.press("Shift+N")
        page.locator(".band li.lifted").wait_for()
        page.locator(".lift-title").fill("Fair")
        body, status, _ = walk.posted(lambda: page.keyboard.press("Enter"))
        assert status == 200
        assert (body["action"], body["allDay"], body["start"], body["end"]) == (
            "create", True, "2026-11-18", "2026-11-19")
        assert b"DTSTART;VALUE=DATE:20261118" in (folder / "work.ics").read_bytes()

        # A long press above the hours makes one too.
        walk.open("week/2026-11-16", "Fair")
        band = page.locator('.week [data-date="2026-11-20"] .band')
        band.evaluate("e => e.scrollIntoView({block: 'center', behavior: 'instant'})")
        stopped(page)
        box = band.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 6)
        page.mouse.down()
        page.locator(".band li.lifted").wait_for()
        page.mouse.up()
        assert page.locator(".lift-when").inner_text().startswith("Fri")
        page.keyboard.press("Escape")
