"""Paper: what Chromium and WeasyPrint make of pages is read back from the PDF. Each occurrence stands there once,
whole, on its day; in two sizes of paper, from no event a day to forty, and in languages of other scripts."""

from __future__ import annotations

import datetime
import re
import subprocess
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

import browser as chrome
from content import Content, calendar, vevent
from papers import Sheet, Word, printed, read
from stage import SIZES, Site, ready, shows, until

NOW = "2026-11-21T12:00:00Z"
URL = "https://cal.example/team/"
PAPERS = {"A4": (595, 842), "Letter": (612, 792)}
MM = 72 / 25.4
WORDS = {"en-GB": "of the whole studio, with long minutes", "ar": "اجتماع الفريق الأسبوعي في القاعة الكبيرة",
         "ja": "週次チーム会議とデザインレビュー、大会議室にて"}
# By name: the language, and the events of each day.
CONTENTS = {"none": ("en-GB", 0), "one": ("en-GB", 1), "three": ("en-GB", 3), "eight": ("en-GB", 8),
            "forty": ("en-GB", 40), "arabic": ("ar", 3), "japanese": ("ja", 3)}
CALENDARS = ("studio", "desk", "road")
FIRST, DAYS = datetime.date(2026, 10, 26), 49


def uid(date: datetime.date, number: int) -> str:
    return f"E{date:%m%d}N{number:02}X"


def write(root: Path, language: str, count: int) -> Content:
    """Events whose titles begin with their day and number, and end with the same again."""
    events = dict.fromkeys(CALENDARS, "")
    for date in (FIRST + datetime.timedelta(day) for day in range(DAYS)):
        for number in range(count):
            name = uid(date, number)
            minute = 8 * 60 + number * 20
            start = f"{date:%Y%m%d}T{minute // 60:02}{minute % 60:02}00Z"
            events[CALENDARS[number % 3]] += vevent(
                f"{name} {WORDS[language] if number % 2 else ''} T{name[1:-1]}Z", f"UID:{name}",
                f"DTSTART;VALUE=DATE:{date:%Y%m%d}" if number == 1
                else f"DTSTART:{start}\r\nDURATION:PT{15 + 20 * (number % 2)}M",
                *(["TRANSP:TRANSPARENT"] if number == 2 else []), *(["STATUS:TENTATIVE"] if number == 5 else []),
                *(["LOCATION:Great hall"] if number % 4 == 0 else []))
    settings = f"title: Studio\nlocale: {language}\nurl: {URL}\nfirstWeekday: monday\neventPages: false\n"
    return Content(root, settings, files={f"{name}.ics": calendar(text) for name, text in events.items()})


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """Each content's site, of November 2026."""
    root = tmp_path_factory.mktemp("printed")
    with chrome.served(root) as server:
        for name, (language, count) in CONTENTS.items():
            write(root / f"{name}-content", language, count).build(output=root / name, now=NOW)
        yield {name: Site(f"{server}/{name}", root / name) for name in CONTENTS}


# ── What a PDF says ────────────────────────────────────────────────────────────────────────────────


def is_on(sheet: Sheet, width: float, height: float) -> None:
    """Every page has a size, give or take a hair."""
    assert all(abs(size[0] - width) < 2 and abs(size[1] - height) < 2 for size in sheet.sizes), sheet.sizes


def wanted(count: int, days, numbers=None) -> Counter:
    return Counter(uid(date, number) for date in days for number in range(count)
                   if numbers is None or number in numbers)


def is_whole(sheet: Sheet, expected: Counter) -> None:
    """Every title begins once and ends once."""
    assert Counter(name for _, name in sheet.find(r"E\d{4}N\d\dX")) == expected
    assert Counter(f"E{name}X" for _, name in sheet.find(r"T(\d{4}N\d\d)Z")) == expected


def date_of(name: str) -> datetime.date:
    return datetime.date(2026, int(name[1:3]), int(name[3:5]))


def letters(text: str) -> Counter:
    return Counter(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def are_below_their_headings(sheet: Sheet, headings: dict[str, str]) -> None:
    """In a list, the nearest heading above each event, on its page, is that of its day. In the order of letters within
    a line, programs that read PDF differ where it runs from right to left, so a heading is known by its letters."""
    known = {date: letters(text) for date, text in headings.items()}
    lines: dict[tuple[int, float], list[Word]] = {}
    key = (-1, 0.0)
    for word in sorted(sheet.words, key=lambda word: (word.page, word.y)):
        if word.page != key[0] or word.y - key[1] > 5:
            key = (word.page, word.y)
        lines.setdefault(key, []).append(word)
    page, current = -1, None
    for key, line in lines.items():
        text = " ".join(word.text for word in line)
        if key[0] != page:
            page, current = key[0], None
        names = re.findall(r"E\d{4}N\d\dX", text)
        for name in names:
            assert current == date_of(name).isoformat(), (key, text, current)
        if names:
            continue
        said = letters(text)
        if matches := [date for date, own in known.items() if own <= said and said.total() <= own.total() + 8]:
            current = max(matches, key=lambda date: known[date].total())


def are_in_their_cells(sheet: Sheet, isRightToLeft: bool) -> None:
    """In a month, an event is in the column of its weekday, and weeks follow each other down the pages."""
    found = sorted(((word.page, word.y), word, name) for word, name in sheet.find(r"E\d{4}N\d\dX"))
    rows: dict[int, list[tuple[int, float]]] = {}
    for place, word, name in found:
        date = date_of(name)
        width = sheet.sizes[word.page][0]
        x = width - word.x if isRightToLeft else word.x
        column = int((x - 18 * MM) / ((width - 29 * MM) / 7))
        assert column == date.weekday(), (name, word)
        rows.setdefault(date.toordinal() - date.weekday(), []).append(place)
    weeks = sorted(rows)
    assert all(max(rows[one]) < min(rows[other]) for one, other in zip(weeks, weeks[1:]))
    # The number of a day stands above its events.
    for day in {date_of(name) for *_, name in found}:
        place, word = min((place, word) for place, word, name in found if date_of(name) == day)
        above = [w for w in sheet.words if w.page == word.page and -200 < w.y - word.y < 0 and abs(w.x - word.x) < 90
                 and unicodedata.normalize("NFKC", w.text).strip("日") == str(day.day)]
        assert above or place[1] < 80, (day, word)


def november() -> list[datetime.date]:
    return [datetime.date(2026, 11, day) for day in range(1, 31)]


HEADINGS = """() => Object.fromEntries([...document.querySelectorAll(':is(.top, .shown) .agenda .day')]
  .map(day => [day.dataset.date, [...day.querySelectorAll('h2, header p')].map(part => {
    const copy = part.cloneNode(true);
    copy.querySelectorAll('.vh, .today-word').forEach(hidden => hidden.remove());
    return copy.textContent;
  }).join(' ')]))"""

DURATION = r"\b\d+[hm]\b"


# ── Months, agendas, ranges ────────────────────────────────────────────────────────────────────────


@pytest.mark.long
@pytest.mark.parametrize("name", CONTENTS)
def test_each_occurrence_stands_once_on_its_day(name, chromium, sites, tmp_path):
    site, (language, count) = sites[name], CONTENTS[name]
    problems: list[str] = []
    grid = [datetime.date(2026, 10, 26) + datetime.timedelta(day) for day in range(42)]
    with chrome.watched(chromium, problems, NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        # Scripts have added the months beside it.
        shows(page, "document.querySelectorAll('.leaf .month').length > 1", True)
        for paper, (width, height) in PAPERS.items():
            sheet = printed(page, tmp_path, paper)
            is_on(sheet, height, width)
            is_whole(sheet, wanted(count, grid))
            are_in_their_cells(sheet, language == "ar")
            assert count > 1 or len(sheet.sizes) == 1
            if language == "en-GB":
                # The names of the days stand again on each page.
                assert {word.page for word, _ in sheet.find(r"E\d{4}N")} <= {
                    word.page for word in sheet.words if word.text == "Wed"}
        page.goto(f"{site.address}/agenda/2026-11.html")
        ready(page)
        headings = page.evaluate(HEADINGS)
        for paper, (width, height) in PAPERS.items():
            sheet = printed(page, tmp_path, paper)
            is_on(sheet, width, height)
            is_whole(sheet, wanted(count, november()))
            are_below_their_headings(sheet, headings)
        # Days within the published ones and after them, which the engine draws.
        days = [datetime.date(2026, 11, 28) + datetime.timedelta(day) for day in range(6)]
        page.goto(f"{site.address}/print.html?from={days[0]}&to={days[-1]}")
        ready(page)
        for paper, (width, height) in PAPERS.items():
            page.locator("[name=paper]").select_option(paper.lower())
            page.wait_for_selector(f"[data-paper={paper.lower()}] .shown .legend", state="attached")
            sheet = printed(page, tmp_path, paper, is_own=True)
            is_on(sheet, width, height)
            is_whole(sheet, wanted(count, days))
            are_below_their_headings(sheet, page.evaluate(HEADINGS))
    assert problems == []


@pytest.mark.parametrize("name", ["one", "eight"])
def test_firefox_prints_as_often_as_asked(name, fox, sites, tmp_path):
    """The same section each time, since the reader stays where they were; a month of few events on one page."""
    site, (_, count) = sites[name], CONTENTS[name]
    grid = [datetime.date(2026, 10, 26) + datetime.timedelta(day) for day in range(42)]
    for view, days in ("calendar", grid), ("agenda", november()):
        fox.goto(f"{site.address}/{view}/2026-11.html")
        fox.wait_for("document.body.dataset.scripts === 'ready'")
        fox.wait_for("document.querySelectorAll('.leaf:not(.waiting)').length > 1")
        start = "document.querySelector('.top').getBoundingClientRect().top"
        was = fox.evaluate(start)
        for width, height in PAPERS.values():
            file = tmp_path / f"{view}-{width}.pdf"
            fox.print(file, (width, height), view == "calendar")
            fox.wait_for(f"Math.abs({start} - {was}) < 2")
            assert fox.evaluate("document.title").startswith("November")
            sheet = read(file)
            is_on(sheet, *((height, width) if view == "calendar" else (width, height)))
            is_whole(sheet, wanted(count, days))
            if view == "agenda":
                # Where a heading stands again, its duration has a line of its own.
                sheet.words = [word for word in sheet.words if not re.fullmatch(DURATION, word.text)]
                headings = fox.evaluate(f"({HEADINGS})()")
                are_below_their_headings(sheet, {date: re.sub(DURATION, "", said) for date, said in headings.items()})
            elif count == 1:
                assert len(sheet.sizes) == 1


# ── Weeks, days, years, and all else ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["one", "eight"])
def test_weeks_days_and_years(name, chromium, sites, tmp_path):
    """With their hours where there is room, as lists where there is none; the front page as its agenda."""
    site, count = sites[name], CONTENTS[name][1]
    week = [datetime.date(2026, 11, 16) + datetime.timedelta(day) for day in range(7)]
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        for path, days, pages in (
            ("week/2026-11-16", week, 1 if count == 1 else 12), ("day/2026-11-20", week[4:5], 2),
            ("today", week[5:6], 2), ("index", november() if count < 8 else None, None),
            ("year/2026", [] if count < 8 else None, 1),
        ):
            if days is None:
                continue
            page.goto(f"{site.address}/{path}.html")
            ready(page)
            for paper in PAPERS if count == 1 else ["A4"]:
                sheet = printed(page, tmp_path, paper)
                is_whole(sheet, wanted(count, days))
                assert pages is None or len(sheet.sizes) <= pages, (path, paper)
            has_hours = "23:00" in {word.text for word in sheet.words}
            assert has_hours == (path.startswith(("week", "day")) and count < 40), path


def test_filters_scrolling_and_the_dark(chromium, sites, tmp_path):
    site = sites["three"]
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"], color_scheme="dark") as page:
        page.goto(f"{site.address}/agenda/2026-11.html")
        ready(page)
        page.locator('[data-legend="desk"] button').click()
        # The month that the heading names after scrolling is printed, and the reader is there after it.
        page.keyboard.press("PageDown")
        shows(page, "document.body.dataset.section", "2026-12")
        december = [datetime.date(2026, 12, day) for day in range(1, 14)]
        for _ in range(2):
            sheet = printed(page, tmp_path, "A4")
            is_whole(sheet, wanted(3, december, numbers=(0, 2)))
            shows(page, "document.body.dataset.section", "2026-12")
        said = {word.text for word in sheet.words}
        assert not said & {"desk", "Subscribe", "Month", "Today"} and {"road", "●"} - said == {"●"}
        # What is shown as free has a hollow shape.
        shapes = "".join(word.text for word in sheet.words)
        assert "△" in shapes and "▲" in shapes or "□" in shapes and "■" in shapes, shapes[:400]
        gray = subprocess.run(
            ["pdftoppm", "-r", "20", "-l", "1", "-gray", tmp_path / "page.pdf"], check=True, capture_output=True).stdout
        assert sum(gray[-10_000:]) / 10_000 > 230
        page.locator('[data-legend="desk"] button').click()


def codes(file: Path, folder: Path) -> str:
    """What the QR code on the last page says."""
    last = str(len(read(file).sizes))
    subprocess.run(
        ["pdftoppm", "-r", "300", "-f", last, "-l", last, "-singlefile", "-png", file, folder / "code"], check=True)
    said = subprocess.run(["zbarimg", "-q", "--raw", folder / "code.png"], capture_output=True, check=True).stdout
    return said.decode().strip()


def test_the_foot_has_the_address_and_its_code(chromium, sites, tmp_path):
    site = sites["one"]
    with chrome.watched(chromium, [], NOW, viewport=SIZES["wide"]) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        ready(page)
        # What begins a shortcut.
        page.keyboard.press("Control")
        until(page, lambda: printed(page, tmp_path, "A4") and page.locator(".paper svg").count() == 1)
        sheet = printed(page, tmp_path, "A4")
        address = f"{URL}week/2026-11-16.html"
        assert address in {word.text for word in sheet.words}
        assert codes(tmp_path / "page.pdf", tmp_path) == address
        page.goto(f"{site.address}/print.html?from=2026-11-20&to=2026-11-21&calendar=studio&tz=Asia/Tokyo&paper=a4")
        page.wait_for_selector(".paper svg", state="attached")
        printed(page, tmp_path, "A4", is_own=True)
        said = codes(tmp_path / "page.pdf", tmp_path)
        assert said.startswith(f"{URL}print.html?from=2026-11-20&to=2026-11-21") and "tz=Asia%2FTokyo" in said
        page.evaluate("sessionStorage.clear()")
    # Without scripts the code is that of the site.
    with chrome.watched(chromium, [], NOW, java_script_enabled=False) as page:
        page.goto(f"{site.address}/week/2026-11-16.html")
        printed(page, tmp_path, "A4")
        assert codes(tmp_path / "page.pdf", tmp_path) == URL
        page.goto(f"{site.address}/print.html")
        links = [a.get_attribute("href") for a in page.locator(".printing a").all()]
        assert links == ["calendar/2026-11.html", "agenda/2026-11.html"]


def test_a_site_of_other_days_opens_at_its_nearest_month(chromium, sites):
    for now in ("2026-03-05T12:00:00Z", "2027-03-05T12:00:00Z"):
        with chrome.watched(chromium, [], now, viewport=SIZES["phone"]) as page:
            page.goto(f"{sites['three'].address}/print.html")
            page.wait_for_selector(".shown .day")
            chosen = [page.locator(f"[name={name}]").input_value() for name in ("from", "to")]
            assert chosen == ["2026-11-01", "2026-11-30"]


def test_any_days_are_chosen_in_a_form(chromium, sites, tmp_path):
    site = sites["three"]
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW, viewport=SIZES["phone"]) as page:
        page.goto(f"{site.address}/print.html?from=2026-11-20&to=2027-01-10&view=calendar&calendar=road&paper=letter")
        page.wait_for_selector(".shown .month")
        ready(page)
        sheet = printed(page, tmp_path, "A4", is_own=True)
        # A day of two months stands in its own; a page for each month.
        days = [datetime.date(2026, 11, 20) + datetime.timedelta(day) for day in range(24)]
        is_whole(sheet, wanted(3, days, numbers=(2,)))
        are_in_their_cells(sheet, False)
        assert len(sheet.sizes) == 3
        is_on(sheet, 792, 612)
        page.locator("[name=from]").fill("2026-11-28")
        page.locator("[name=to]").fill("2026-11-28")
        page.locator("[name=view]").select_option("agenda")
        page.locator("[name=paper]").select_option("a4")
        page.locator("[name=calendar][value=studio]").check()
        shows(page, "document.querySelectorAll('.shown .day .event').length", 2)
        assert page.url.endswith("?from=2026-11-28&to=2026-11-28&calendar=road%2Cstudio&paper=a4")
        is_on(printed(page, tmp_path, "Letter", is_own=True), *PAPERS["A4"])
        # What is nonsense counts as nothing.
        page.goto(f"{site.address}/print.html?from=2026-13-45&to=x&view=y&paper=z&calendar=,")
        page.wait_for_selector(".shown .agenda .day")
        assert page.locator("[name=from]").input_value() == "2026-11-01"
        assert page.locator("[name=to]").input_value() == "2026-11-30"
    assert problems == []


@pytest.mark.long
def test_other_programs_print_pages_too(sites, tmp_path):
    """WeasyPrint reads no scripts, and has no subgrid."""
    weasyprint = pytest.importorskip("weasyprint")
    site = sites["one"]
    grid = [datetime.date(2026, 10, 26) + datetime.timedelta(day) for day in range(42)]
    for path, days in (("calendar/2026-11", grid), ("agenda/2026-11", november())):
        file = tmp_path / "page.pdf"
        weasyprint.HTML(site.root / f"{path}.html").write_pdf(file)
        sheet = read(file)
        is_whole(sheet, wanted(1, days))
        is_on(sheet, *(PAPERS["A4"][::-1] if path.startswith("calendar") else PAPERS["A4"]))
        if path.startswith("calendar"):
            are_in_their_cells(sheet, False)
            assert codes(file, tmp_path) == URL
