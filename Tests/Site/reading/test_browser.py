"""The sample site in a real browser: as files, and from a server below a folder."""

from __future__ import annotations

import pytest

import browser as chrome
import tool
from pages import Site

# In the page's zone, UTC+8, this is the morning of the 22nd.
NOW, TODAY, TOMORROW, NEXT_WEEK = "2026-11-21T20:30:00Z", "2026-11-22", "2026-11-23", "2026-11-29"
SELECTED = """() => {
  const focused = document.activeElement && document.activeElement.closest('[data-date]');
  const selected = document.querySelector('[aria-selected="true"]');
  const day = focused || (selected && (selected.closest('[data-date]') || selected.querySelector('[data-date]')));
  return day ? day.dataset.date : null;
}"""


@pytest.fixture(scope="module")
def chromium():
    with chrome.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def addresses(sample: Site):
    """Addresses of the sample: as files, and below two folders of a server."""
    with chrome.served(sample.root.parent.parent) as server:
        below = sample.root.relative_to(sample.root.parent.parent).as_posix()
        yield {"file": sample.root.as_uri(), "http": f"{server}/{below}"}


def shown(site: Site) -> list[str]:
    """One page of each kind, those around today if there is a choice."""
    paths = {kind: page.path for kind, page in site.one_of_each().items()}
    paths |= {
        "calendar": "calendar/2026-11.html",
        "agenda": "agenda/2026-11.html",
        "day": f"day/{TODAY}.html",
        "year": "year/2026.html",
    }
    return [path for kind, path in paths.items() if kind != "404"]


@pytest.mark.parametrize("scheme", ["file", "http"])
def test_no_page_logs_an_error(scheme, chromium, addresses, sample):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW) as page:
        for path in shown(sample):
            page.goto(f"{addresses[scheme]}/{path}")
            chrome.settle(page)
            problems += chrome.violations(page)
    assert problems == []


@pytest.mark.parametrize("scheme", ["file", "http"])
@pytest.mark.parametrize(
    "path", ["calendar/2026-11.html", f"day/{TODAY}.html", "year/2026.html", "index.html"]
)
def test_today_is_marked_in_the_zone_of_the_page(scheme, path, chromium, addresses):
    with chrome.watched(chromium, [], NOW, timezone_id="America/New_York") as page:
        page.goto(f"{addresses[scheme]}/{path}")
        page.wait_for_selector('[aria-current="date"]', state="attached")
        marked = page.evaluate("""() => [...document.querySelectorAll('[aria-current="date"]')].map(e =>
            (e.closest('[data-date]') || e.querySelector('[data-date]') || {dataset: {}}).dataset.date)""")
        assert set(marked) == {TODAY}


@pytest.mark.parametrize("scheme", ["file", "http"])
def test_only_today_is_marked_as_today(scheme, chromium, addresses):
    with chrome.watched(chromium, [], NOW) as page:
        page.goto(f"{addresses[scheme]}/calendar/2027-03.html")
        chrome.settle(page)
        assert page.locator('[aria-current="date"]').count() == 0


@pytest.mark.parametrize("scheme", ["file", "http"])
def test_the_t_key_and_a_link_lead_to_today(scheme, chromium, addresses):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW) as page:
        for come in (
            lambda: page.keyboard.press("t"),
            lambda: page.locator("a[data-today]:visible").first.click(),
        ):
            page.goto(f"{addresses[scheme]}/calendar/2027-03.html")
            chrome.settle(page)
            come()
            page.wait_for_selector(
                f'[data-date="{TODAY}"][aria-current="date"], '
                f'[data-date="{TODAY}"] [aria-current="date"]',
                state="attached",
            )
            chrome.settle(page)
            assert page.locator(f'[data-date="{TODAY}"]').first.is_visible()
    assert problems == []


@pytest.mark.parametrize("scheme", ["file", "http"])
def test_arrows_move_between_days(scheme, chromium, addresses):
    with chrome.watched(chromium, [], NOW) as page:
        page.goto(f"{addresses[scheme]}/calendar/2026-11.html")
        chrome.settle(page)
        page.keyboard.press("t")
        for key, day in (
            ("", TODAY),
            ("ArrowRight", TOMORROW),
            ("ArrowLeft", TODAY),
            ("ArrowDown", NEXT_WEEK),
            ("ArrowUp", TODAY),
        ):
            if key:
                page.keyboard.press(key)
            page.wait_for_function(f"day => ({SELECTED})() === day", arg=day)


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_no_page_scrolls_sideways(width, chromium, addresses, sample):
    wide = []
    with chrome.watched(chromium, [], NOW, viewport={"width": width, "height": 740}) as page:
        for path in shown(sample):
            page.goto(f"{addresses['http']}/{path}")
            chrome.settle(page)
            inside, outside = page.evaluate(
                "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
            )
            if inside > outside:
                widest = page.evaluate("""() => [...document.querySelectorAll('body *')]
                    .filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
                    .slice(0, 3).map(e => e.tagName.toLowerCase() + '.' + e.className)""")
                wide.append(f"{path}: {inside} in {outside} px: {widest}")
    assert wide == []


@pytest.mark.parametrize("locale", ["en-US", "ko", "de"])
def test_times_do_not_overlap_their_neighbours(locale, chromium, tmp_path):
    """A twelve-hour clock has longer times, and lists have a narrow column for them."""
    tool.in_locale(tmp_path / "Content", locale, "hourCycle:")
    tool.build(tmp_path / "site", "--content", tmp_path / "Content", "--tz", "UTC+8")
    touching = []
    for width in (320, 360, 1280):
        with chrome.watched(chromium, [], NOW, viewport={"width": width, "height": 740}) as page:
            for path in ("agenda/2026-11.html", "index.html"):
                page.goto(f"{(tmp_path / 'site').as_uri()}/{path}")
                chrome.settle(page)
                entries = page.evaluate("""() => [...document.querySelectorAll('.entry')].map(entry => {
                    const text = document.createRange();
                    text.selectNodeContents(entry.querySelector('.at'));
                    const { paddingLeft, gridTemplateColumns, columnGap } = getComputedStyle(entry);
                    const dot = entry.getBoundingClientRect().left
                        + [paddingLeft, gridTemplateColumns, columnGap]
                          .reduce((sum, length) => sum + parseFloat(length), 0);
                    return [entry.textContent.trim(), dot - text.getBoundingClientRect().right];
                })""")
                assert entries
                touching += [f"{path} at {width} px: {text}: {gap}" for text, gap in entries if gap < 4]
    assert touching == []


def test_pages_are_whole_without_scripts(chromium, addresses):
    with chrome.watched(chromium, [], java_script_enabled=False) as page:
        page.goto(f"{addresses['file']}/calendar/2026-11.html")
        assert page.locator("a.event").count() > 0
        page.locator('a[rel~="next"]:visible').first.click()
        assert page.url.endswith("calendar/2026-12.html")
