"""Old addresses of events lead to their pages: 404.html finds a page by the hash at the end of its name."""

from __future__ import annotations

from collections import Counter

import pytest

import browser as chrome
from content import Content, event
from stage import SIZES, ready, shows

WINDOW = ("--tz", "UTC", "--tz", "Asia/Tokyo", "--from", "2026-11-01", "--to", "2026-12-01")


# Of so many events the files of names have one letter.
FILL = [event(f"Filling {number}") for number in range(300)]
FIRST = [event("Fair", uid="1"), event("Choir"), event("Lecture")]
LATER = [
    event("Book fair", uid="1"), event("Choir", slug="choir"), event("Talks", slug="my-conference"),
    event("Walk", "2027-03-20T09:00Z", slug="walk"),
]  # fmt: skip


@pytest.fixture(scope="module", params=[[], FILL], ids=["few", "many"])
def moved(tmp_path_factory, request):
    """A site in two languages and zones after titles changed, on a host with 404.html; the names before."""
    made = Content(tmp_path_factory.mktemp("moved"), "title: Club\nlocales: [en, de]\n")
    output = made.root / "cal"
    with chrome.served(made.root, "cal/404.html") as server:
        for events in (FIRST, LATER):
            made.write("events.json", events + request.param)
            made.build(*WINDOW, "--base-url", f"{server}/cal/", output=output)
            if events is FIRST:
                titles = ("fair", "choir", "lecture")
                old = {name: next((output / "event").glob(f"{name}-*.html")).name for name in titles}
        yield f"{server}/cal", old


@pytest.mark.parametrize("folder", ["", "zone/asia-tokyo/", "lang/de/"])
def test_an_old_address_leads_to_the_page(folder, moved, chromium):
    address, old = moved
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        for name, title, rest in ("fair", "Book fair", "?a=1#x"), ("choir", "Choir", ""):
            page.goto(f"{address}/{folder}event/{old[name]}{rest}")
            page.wait_for_url(lambda url: f"/event/{old[name]}" not in url, wait_until="commit")
            ready(page)
            shows(page, "() => document.querySelector('h1').textContent.trim()", title)
            assert f"/{folder}event/" in page.url and page.url.endswith(rest)
        # The old address is no page of the history.
        assert page.evaluate("history.length") == 3


def test_an_event_that_is_gone_is_missing(moved, chromium):
    address, old = moved
    asked: list[str] = []
    problems: list[str] = []
    with chrome.watched(chromium, problems, viewport=SIZES["wide"]) as page:
        page.on("request", lambda request: asked.append(request.url))
        for name in (old["lecture"], "nothing.html", "short-abc.html", "annual-conference.html"):
            page.goto(f"{address}/event/{name}")
            ready(page)
            shows(page, "() => document.body.dataset.view", "missing")
            assert page.url.endswith(name)
            # Nothing says that it might be there later.
            page.wait_for_function("() => !document.querySelector('main').ariaBusy")
            assert page.locator("h1").inner_text() == "Page not found" and not page.locator("[role=alert]").count()
        names = Counter(url.split("/")[-1] for url in asked if "/data/names/" in url)
        assert "all.txt" in names and all(name[:-4] == "all" or len(name) <= 6 for name in names)


def test_a_slug_names_the_page_in_the_engine_too(moved, chromium):
    """Of an event beyond the window, which the engine draws; and in what is found."""
    address, _ = moved
    with chrome.watched(chromium, [], viewport=SIZES["wide"]) as page:
        page.goto(f"{address}/beyond.html?view=calendar&section=2027-03")
        ready(page)
        page.locator(".event", has_text="Walk").first.wait_for()
        assert "section=walk" in page.locator("main .event[data-start]").first.evaluate("e => e.href")
        page.goto(f"{address}/beyond.html?view=event&section=walk")
        shows(page, "() => document.querySelector('h1').textContent.trim()", "Walk")
        page.goto(f"{address}/search.html?q=choir")
        found = page.locator(".searching a.result").first
        found.wait_for()
        assert found.evaluate("e => e.href") == f"{address}/event/choir.html"
