"""What scripts say is from the theme's words, too: pages of a made-up language say nothing else, whatever is opened."""

from __future__ import annotations

import pytest
import words

import browser as chrome
from stage import SIZES, Site, near, opened, until

# All that a page says to people, in text or in attributes that are read or shown.
SAYS = """() => {
  const found = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node.nodeType === 3) {
      if (!node.parentNode.closest("script, style")) found.push(node.data);
    } else for (const name of ["title", "aria-label", "placeholder", "alt"]) found.push(node.getAttribute(name) ?? "");
  }
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    root = tmp_path_factory.mktemp("marked")
    with chrome.served(root) as server:
        yield Site(f"{server}/Output", words.site(root))


def foreign(page) -> list[str]:
    return [text for text in page.evaluate(SAYS) if words.foreign(text)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["index.html", "calendar/2026-11.html", "today.html?day=2026-11-21"])
def test_pages_that_scripts_dressed_say_words_of_the_file(path, size, chromium, marked):
    with opened(chromium, marked, path, size) as page:
        assert not foreign(page)


def test_the_panel_says_words_of_the_file(chromium, marked):
    with opened(chromium, marked, "calendar/2026-11.html") as page:
        page.locator(".options").click()
        page.wait_for_selector("#panel .free")
        event = b"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261120T090000Z\r\nEND:VEVENT\r\n"
        calendar = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//1//1//EN\r\n" + event + b"END:VCALENDAR\r\n"
        page.set_input_files("#own-file", [{"name": "1.ics", "mimeType": "text/calendar", "buffer": calendar}])
        page.wait_for_selector(".own-calendars li")
        assert not foreign(page)
        assert {"freeTime", "remove", "added"} <= said(page, "panel-words")


def test_what_goes_wrong_is_said_in_words_of_the_file(chromium, marked):
    """Messages of the engine and of the browser are English: readers of other languages do not see them."""
    with opened(chromium, marked, "calendar/2026-11.html?tz=Ω") as page:
        page.wait_for_selector(".notice.zone")
        assert "«zoneUnknown|" in page.locator(".notice.zone").inner_text() and not foreign(page)
        page.locator(".zone-box input").fill("Ψ")
        page.keyboard.press("Enter")
        page.wait_for_selector(".zone-box [aria-invalid]")
        assert "«noZone|" in page.locator("#zones").inner_text() and not foreign(page)
        page.locator(".options").click()
        page.wait_for_selector("#panel .free")
        event = b"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:\xce\xa9\r\nEND:VEVENT\r\n"
        calendar = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//1//1//EN\r\n" + event + b"END:VCALENDAR\r\n"
        page.set_input_files("#own-file", [{"name": "1.ics", "mimeType": "text/calendar", "buffer": calendar}])
        page.wait_for_selector(".own-calendars details")
        # The line that was not understood is the reader's own.
        assert [text for text in foreign(page) if "DTSTART:Ω" not in text] == []
    with opened(chromium, marked, "calendar/2026-11.html") as page:
        page.route("**/site.bin", lambda route: route.fulfill(status=500))
        page.goto(f"{marked.address}/beyond.html?view=calendar&section=2035-01")
        page.wait_for_selector("main [role=alert]")
        assert "«failed|" in page.locator("main [role=alert]").inner_text() and not foreign(page)


def test_an_event_that_is_moved_says_words_of_the_file(chromium, marked):
    with opened(chromium, marked, "day/2026-11-21.html") as page:
        near(page)
        page.locator(".block", has_text="Β6").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".lift-bar:not([hidden])")
        assert not foreign(page)
        # The status is said a moment after the bar has come.
        until(page, lambda: {"ready", "putDown", "liftKeys", "undoText"} <= said(page, "timeline-words"))
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.locator(".proposals-pill").click()
        page.wait_for_selector("#proposals-title")
        assert not foreign(page)
        assert {"count", "was", "fileOf", "proposed"} <= said(page, "put-words")


def said(page, group: str) -> set[str]:
    """The keys of a group that the page says."""
    texts = "".join(page.evaluate(SAYS))
    return {key for key in words.language()["scripts"][group] if f"«{key}|" in texts}


def test_numbers_take_the_form_of_the_words_language(chromium, marked):
    """`phrase` asks for a number's own form first, then for its category's, and fills in every place."""
    with opened(chromium, marked, "calendar/2026-11.html") as page:
        forms = {"o": "1 {a}", "t": "2 {a}", "other": "{count} {a}s", "=0": "no {a}", "kinds": "oot" + "-" * 98 + "o"}
        found = page.evaluate(
            "forms => [0, 1, 2, 3, 101, 1201].map(count => busylife.phrase(forms, { count, a: '{b}' }))", forms
        )
        assert found == ["no {b}", "1 {b}", "2 {b}", "3 {b}s", "1 {b}", "1 {b}"]
