"""The switch between the languages of a site keeps the page; the reader's language is offered once, never forced."""

from __future__ import annotations

import pytest
import tool
import words

import browser as chrome
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
    assert not page.query_selector(".language-offer")
    page.click(".languages a[hreflang=en-US]")
    # Weeks begin with another day there.
    page.wait_for_url("**/lang/en-US/week/2026-11-15.html#d2026-11-19")
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
