"""The switch between the languages of a site keeps the page; the reader's language is offered once, never forced."""

from __future__ import annotations

import html
import re
from datetime import date, timedelta

import pytest
import tool
import words

import browser as chrome
from content import Content, calendar, vevent
from stage import Site


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    root = tmp_path_factory.mktemp("several")
    texts = dict(words.CONTENT)
    texts["site.yml"] = texts["site.yml"].replace("locale: el", "locales: [de, fr, en-US]")
    with chrome.served(root) as server:
        content = words.files(root / "content", texts)
        words.build(root / "Output", content, tool.TEMPLATES)
        yield Site(f"{server}/Output", root / "Output")


def test_the_switch_keeps_the_page(chromium, several):
    context = chromium.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(f"{several.address}/week/2026-11-16.html#d2026-11-19")
    # The address keeps the day when the position is stored.
    page.wait_for_function("() => history.state?.path")
    assert not page.query_selector(".language-offer")
    page.click(".languages summary")
    page.click(".languages a[hreflang=en-US]")
    # Weeks begin with another day there.
    page.wait_for_url("**/lang/en-US/week/2026-11-15.html#d2026-11-19")
    page.wait_for_function("() => history.state?.path")
    page.click(".languages summary")
    page.keyboard.press("Escape")
    assert not page.locator(".languages a").first.is_visible()
    page.click(".languages summary")
    page.click(".languages a[hreflang=fr]")
    page.wait_for_url("**/lang/fr/week/2026-11-16.html#d2026-11-19")
    context.close()


def test_the_readers_language_is_offered_once(chromium, several):
    context = chromium.new_context(locale="fr-CA")
    page = context.new_page()
    # A page that does not scroll on to others.
    path = next((several.root / "event").glob("*.html")).relative_to(several.root).as_posix()
    page.goto(f"{several.address}/{path}")
    offer = page.locator(".language-offer a")
    assert offer.get_attribute("lang") == "fr"
    page.click(".language-offer button")
    assert not page.query_selector(".language-offer")
    page.reload()
    assert not page.query_selector(".language-offer")
    page.evaluate("localStorage.clear()")
    page.reload()
    page.click(".language-offer a")
    page.wait_for_url(f"**/lang/fr/{path}")
    assert not page.query_selector(".language-offer")
    context.close()


# Every month, and all ways in which times of a day meet: morning, afternoon, both, two days, until midnight.
TIMES = {
    "morning": ("0805", 205), "both": ("1100", 150), "afternoon": ("1300", 90), "night": ("2200", 240),
    "late": ("0900", 900),
}  # fmt: skip


def test_scripts_write_times_as_pages_do(chromium, tmp_path):
    """Byte for byte, in every language, with other digits and clocks, too: browsers know other versions of CLDR."""
    tags = ["en", *sorted(path.stem for path in (tool.TEMPLATES / "words").glob("*.yml") if path.stem != "en")]
    tags += ["en-US", "ar-EG", "mr", "fr-CA", "es-US", "hi-u-nu-deva"]
    monthly = "RRULE:FREQ=MONTHLY;COUNT=12"
    events = [vevent(name, f"DTSTART:20260109T{time}00Z", f"DURATION:PT{minutes}M", monthly)
              for name, (time, minutes) in TIMES.items()]
    # The days after, whose names are in the times of two days.
    events.append(vevent("after", "DTSTART:20260110T080500Z", monthly))
    settings = f"title: T\nviews: [day]\nlocales: [{', '.join(tags)}]\n"
    made = Content(tmp_path, settings, files={"a.ics": calendar(*events)})
    made.build("--tz", "UTC", "--from", "2026-01-01", "--to", "2027-01-01", now="2026-01-01T00:00:00Z")
    root = made.output
    with chrome.served(root) as server, chrome.watched(chromium, []) as page:
        page.goto(f"{server}/index.html")
        for tag in tags:
            folder = root if tag == "en" else root / "lang" / tag
            (places,) = (path.relative_to(root).as_posix() for path in folder.glob("assets/modules-*/places.js"))
            pages = [path.read_text() for path in folder.glob("event/*.html")]
            found = re.findall(r'data-label="([^"]*)"><time datetime="([^T"]*)', "".join(pages))
            labels = {day: label for label, day in found}
            wanted, spans = [], []
            for name, (_, minutes) in TIMES.items():
                (path,) = folder.glob(f"event/{name}-*.html")
                dates = re.search('<ol class="dates">(.*?)</ol>', path.read_text(), re.S)[1]
                for start, text in re.findall(r'<time datetime="([^"]*)">(.*?)</time>', dates):
                    first = date.fromisoformat(start[:10])
                    # Pages write dates in full, scripts in short.
                    for day, place in (first, "{first}"), (first + timedelta(1), "{last}"):
                        text = text.replace(labels[f"{day}"], place)
                    assert "{first}" in text and ("{last}" in text) == (name in ("night", "late"))
                    wanted.append(html.unescape(text))
                    spans.append([start, minutes])
            # A day has only the times.
            day = (folder / "day/2026-01-09.html").read_text()
            late = r'<time datetime="(2026-01-09T09:00[^"]*)">(.*?)</time>'
            start, text = re.search(late, day).groups()
            wanted.append(html.unescape(text))
            spans.append([start, TIMES["late"][1], "hours"])
            said = page.evaluate(
                """async ([path, spans]) => {
                  busylife.digits = undefined;
                  const places = await import(new URL(path, document.baseURI));
                  return spans.map(([start, minutes, way = "spoken"]) => {
                    const wall = places.wallOf(start);
                    const said = places[way]([wall, wall + minutes]);
                    if (way === "hours") return said;
                    // The date alone is what is said of a whole day.
                    const [first, last] = [0, 1].map((days) => places.dayOf(wall) + days * places.day)
                      .map((day) => places.spoken([day, day + places.day], true));
                    return said.replace(first, "{first}").replace(last, "{last}");
                  });
                }""",
                [places, spans],
            )
            assert len(wanted) == 61
            assert tag != "en-US" or " ".join(wanted[-1].split()) == "9:00 AM – 12:00 AM"
            assert said == wanted, tag
