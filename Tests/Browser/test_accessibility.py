"""axe finds nothing (WCAG 2.2 AA and best practices) on any kind of page, light and dark, wide and on a phone."""

from __future__ import annotations

from importlib.resources import files

import pytest

import browser as chrome
from stage import SIZES, ready, stopped

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules about colours. Nothing else on a page changes with its colour scheme.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Sections out of sight are like those in sight. Of these, one is looked at that scripts have added: looking at all of
# them takes four times as long. Colours follow from styles: of the texts that have the same styles, and whose parents
# have, two are looked at, which takes a tenth of the time.
RUN = """async runOnly => {
  const isSeen = section => {
    const {top, bottom} = section?.getBoundingClientRect() ?? {};
    return bottom > 0 && top < innerHeight;
  };
  // Whether an event or a day's heading is partly below what stays at the top: it was scrolled there.
  const isBelowHead = event => {
    const {left, right, top, bottom} = event.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight / 2) return false;
    for (let e = document.elementFromPoint((left + right) / 2, Math.max(top + 1, 0)); e; e = e.parentElement)
      if (getComputedStyle(e).position === 'sticky') return !e.contains(event);
    return false;
  };
  const exclude = [...document.querySelectorAll('main .leaf > [data-section]')]
    .filter(section => !isSeen(section) && !isSeen(section.previousElementSibling));
  exclude.push(...[...document.querySelectorAll('main :is(.event, h2 a)')].filter(isBelowHead));

  const styles = new Map();
  const stylesOf = element => {
    if (!element) return '';
    if (styles.has(element)) return styles.get(element);
    const s = getComputedStyle(element);
    const own = [s.color, s.backgroundColor, s.backgroundImage, s.opacity, s.fontSize, s.fontWeight, s.textDecoration,
      s.textShadow, s.visibility, s.display, s.position].join();
    const key = `${stylesOf(element.parentElement)}/${own}`;
    if (!numbers.has(key)) numbers.set(key, `${numbers.size}`);
    styles.set(element, numbers.get(key));
    return styles.get(element);
  };
  const numbers = new Map();
  const counts = new Map();
  const texts = [...document.body.querySelectorAll('*')].filter(element => {
    if (!element.checkVisibility() || exclude.some(section => section.contains(element))) return false;
    if (![...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
      && !element.matches('input, select, textarea')) return false;
    const key = stylesOf(element);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) <= 2;
  });

  const isTags = Array.isArray(runOnly);
  const colours = ['color-contrast', 'link-in-text-block'];
  const others = isTags ? [] : runOnly.values.filter(rule => !colours.includes(rule));
  const off = Object.fromEntries(colours.map(rule => [rule, {enabled: false}]));
  const found = [];
  const look = async (context, options) =>
    found.push(...(await axe.run(context, {resultTypes: ['violations'], ...options})).violations);
  if (isTags) await look({include: [document], exclude}, {runOnly, rules: off});
  else if (others.length) await look({include: [document], exclude}, {runOnly: {type: 'rule', values: others}});
  if (texts.length) await look({include: texts}, {runOnly: {type: 'rule', values: colours}});
  return found.map(v => `${v.id}: ${v.help}: ` + v.nodes.slice(0, 4).map(n =>
    `${n.target} ${n.html.slice(0, 160)} ${n.failureSummary.replaceAll('\\n', ' ').slice(0, 300)}`).join(' | ')
    + ` (${v.nodes.length})`);
}"""


def violations(page) -> list[str]:
    """What axe finds on a page in the light scheme, and about its colours in the dark one."""
    # The page's policy allows only its own scripts; the browser's console may run others.
    page.evaluate(AXE + "; undefined")
    found = []
    for scheme, rules in (("light", ALL), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        page.evaluate("() => Promise.all(document.getAnimations().map(animation => animation.finished))")
        found += [f"{scheme}: {violation}" for violation in page.evaluate(RUN, rules)]
    page.emulate_media(color_scheme="light")
    return found


def kinds(site) -> dict[str, str]:
    """A page of each kind, and some that were not published."""
    first = lambda pattern: min(site.root.glob(pattern)).relative_to(site.root).as_posix()
    return {
        "index": "index.html",
        "today": "today.html",
        "calendar": "calendar/2026-11.html",
        "agenda": "agenda/2026-11.html",
        "week": "week/2026-11-16.html",
        "day": "day/2026-11-20.html",
        "year": "year/2026.html",
        "event": first("event/f*.html"),
        "note": first("notes/*.html"),
        "subscribe": "subscribe.html",
        "embedded": "embed.html?view=calendar&compact&link=none",
        "embedding": "embedding.html",
        "print": "print.html",
        "beyond": "beyond.html",
        "missing": "404.html",
        "search": "search.html",
        "far month": "beyond.html?view=calendar&section=2040-05",
        "far day": "beyond.html?view=day&section=2199-12-31",
    }


def violations_of_kinds(page, site, settled=lambda kind: None) -> list[str]:
    """What axe finds on a page of each kind; `settled` waits until the page has its final form."""
    found = []
    for kind, path in kinds(site).items():
        page.goto(f"{site.address}/{path}")
        settled(kind)
        found += [f"{kind}: {violation}" for violation in violations(page)]
    return found


def test_axe_sees_one_text_of_many_that_is_hard_to_read(chromium, site):
    """The control: one of hundreds of like texts has other colours, and another stands on another ground."""
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        page.goto(f"{site.address}/year/2026.html")
        ready(page)
        page.evaluate("""() => {
          const days = document.querySelectorAll('main [data-section="2026"] td a');
          days[200].style.color = '#888';
          days[300].parentElement.style.background = '#808080';
        }""")
        light, dark = violations(page)
        assert light.startswith("light: color-contrast: ") and light.endswith(" (2)"), light
        assert dark.startswith("dark: color-contrast: "), dark


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(size, chromium, site):
    def settled(kind: str) -> None:
        if kind != "missing":
            ready(page)
        stopped(page)

    with chrome.watched(chromium, [], viewport=SIZES[size], reduced_motion="reduce") as page:
        assert violations_of_kinds(page, site, settled) == []


@pytest.mark.long
def test_axe_finds_nothing_in_what_opens(chromium, site):
    found = []
    with chrome.watched(chromium, [], viewport=SIZES["wide"], reduced_motion="reduce") as page:
        page.goto(f"{site.address}/calendar/2026-11.html")
        ready(page)
        page.click("[data-zone-switch]")
        page.wait_for_function("() => document.querySelectorAll('#zones [role=option]').length > 100")
        found += [f"zones: {violation}" for violation in violations(page)]
        page.keyboard.press("Escape")
        page.click(".options")
        found += [f"options: {violation}" for violation in violations(page)]
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        found += [f"help: {violation}" for violation in violations(page)]
        page.goto(f"{site.address}/today.html")
        ready(page)
        page.click(".peek")
        stopped(page)
        found += [f"tomorrow: {violation}" for violation in violations(page)]
    assert found == []


@pytest.mark.long
def test_axe_finds_nothing_without_scripts(chromium, site):
    """axe is a script of the test, which the browser runs all the same."""
    with chrome.watched(chromium, [], viewport=SIZES["phone"]) as page:
        page.route("**/*.js", lambda route: route.abort())
        assert violations_of_kinds(page, site) == []
