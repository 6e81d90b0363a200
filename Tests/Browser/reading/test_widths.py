"""Every kind of page at every width, in combinations: nothing is wider than the window, lies on anything else, is cut
without an ellipsis or too small to press, and the heading and what it is about are seen.

Features of sites meet in pairs: each kind of page meets each value of each feature."""

from __future__ import annotations

import gzip
import re
from contextlib import ExitStack
from functools import cache
from itertools import combinations, product

import pytest

import browser as chrome
import forecasts
import tool
from content import Content
from late_styles import changed_by_late_sheets
from stage import frame, stopped

WIDTHS = [320, 360, 480, 600, 700, 768, 820, 1024, 1280, 1920]
# The reader's size of text, in per cent.
TEXT_SIZES = [100, 200]
SECTIONS = ["index", "calendar", "agenda", "week", "day", "year"]
KINDS = [*SECTIONS, "today", "beyond", "event", "note", "subscribe", "search", "print", "embedding", "embed", "board",
         "missing"]
# The features of each site.
SITES = {
    "plain": {"language": "en", "calendars": "few"},
    "portuguese": {"language": "en+pt", "calendars": "ten", "footer": True},
    "german": {"language": "de", "calendars": "ten", "columns": True, "weather": True},
    "arabic": {"language": "ar", "calendars": "few", "second": True, "weather": True, "footer": True},
    "rooms": {"language": "en+pt", "calendars": "one", "columns": True, "second": True, "stale": True},
    "busy": {"language": "de", "calendars": "few", "busy": True, "footer": True},
    "desert": {"language": "ar", "calendars": "ten", "columns": True},
    "alone": {"language": "fr", "calendars": "one", "weather": True, "second": True, "stale": True},
}
# What there is none of at `busy`.
WITHHELD = {"event", "note", "search"}
LANGUAGES = {"en": "locale: en-GB", "en+pt": "locales: [en-GB, pt]", "de": "locale: de", "ar": "locale: ar",
             "fr": "locale: fr"}
TEXTS = {
    "en": ["Harbour walk with everybody who has time", "Press day", "Annual meeting of members and of their guests"],
    "de": ["Donaudampfschifffahrtsgesellschaftsversammlung", "Drucktag", "Jahreshauptversammlung der Mitglieder"],
    "fr": ["Promenade au port pour tous ceux qui ont le temps", "Imprimerie", "Assemblée générale des adhérents"],
    "ar": ["نزهة في الميناء مع كل من لديه وقت", "يوم الطباعة", "الاجتماع السنوي للأعضاء وضيوفهم"],
}
ROOMS = ["Großer Saal", "Garden tent", "Werkstatt im Hinterhaus"]
NOW = tool.USUAL
# What layout.mustache writes of a calendar that could not be fetched.
STALE = ('<p data-stale="c0">Harbour walk with everybody who has time: '
         '<time datetime="2026-11-19T06:00:00Z">as of Thursday, 19 November, 06:00</time></p>\n')


def pairs(row: dict) -> set:
    return set(combinations(sorted(row.items()), 2))


@cache
def rows() -> dict[str, list[tuple[str, int]]]:
    """For each site the kinds of pages that are tried, and their size of text in per cent: so many that each kind meets
    each value of each feature."""
    candidates = []
    for (site, features), kind, text in product(SITES.items(), KINDS, TEXT_SIZES):
        if features.get("busy") and kind in WITHHELD:
            continue
        all_features = dict.fromkeys(("second", "weather", "columns", "footer", "busy", "stale"), False) | features
        candidates.append((site, kind, text, pairs(all_features | {"kind": kind, "text": text})))
    left = set().union(*(row for *_, row in candidates))
    chosen: dict[str, list[tuple[str, int]]] = {site: [] for site in SITES}
    while left:
        site, kind, text, row = max(candidates, key=lambda candidate: len(candidate[3] & left))
        left -= row
        chosen[site].append((kind, text))
    return chosen


def events(texts: list[str], calendars: list[str]) -> dict[str, list[dict]]:
    found = {}
    for number, calendar in enumerate(calendars):
        made = []
        for n, title in enumerate(texts):
            day = 16 + (number * 3 + n * 2) % 13
            made.append({"uid": f"{number}-{n}", "title": title, "location": ROOMS[(number + n) % 3], "tz": "UTC",
                         "start": f"2026-11-{day}T{9 + n * 3 + number % 3:02}:00", "range": 5400,
                         "description": f"{texts[0]}. " * 4})
        made.append({"uid": f"{number}-week", "title": texts[2], "start": f"2026-11-{17 + number % 3}", "allDay": True,
                     "end": f"2026-11-{20 + number % 4}"})
        # The day that is opened.
        made.append({"uid": f"{number}-today", "title": texts[0], "start": f"2026-11-21T{8 + number:02}:30",
                     "range": 2700, "tz": "UTC", "location": ROOMS[number % 3]})
        found[f"{calendar}.json"] = made
    return found


def content(features: dict, meteo: str) -> dict[str, str | list[dict]]:
    """The files of a site."""
    language = features["language"]
    texts = TEXTS[language[:2]]
    count = {"one": 1, "few": 3, "ten": 10}[features["calendars"]]
    names = [f"c{number}" for number in range(count)]
    title = {"de": "Gesellschaft der Freunde des Hauses am Kanal", "ar": "جمعية أصدقاء البيت على القناة"}
    settings = [
        f"title: {title.get(language, 'Friends of the house by the canal')}", LANGUAGES[language], "calendars:",
        *(f"  - {{name: {name}, source: {name}.json, title: '{texts[n % 3]} {n + 1}'}}"
          for n, name in enumerate(names)),
    ]
    if "columns" in features:
        settings.append("columns: place")
    if "second" in features:
        settings.append(f"secondCalendar: {'islamic-umalqura' if language == 'ar' else 'hebrew'}")
    if "weather" in features:
        settings += ["weather:", "  provider: open-meteo", "  latitude: 55.68", "  longitude: 12.6", "  place: Øresund",
                     f"  endpoint: '{meteo}'"]
    files = events(texts, names) | {
        "notes/a.md": f"---\ntitle: {texts[0]}\ndate: 2026-11-21\n---\n\n{texts[2]}. https://example.org/{'x' * 60}\n",
    }
    if "footer" in features:
        settings += ["logo: static/logo.svg", "footer: |", "  Canal Street 12, open on all days from nine to five,"
                     " [how to find us](https://example.org/way)."]
        files["static/logo.svg"] = (
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><rect width='40' height='20'/></svg>")
    if "busy" in features:
        settings.append("audiences: [{name: public, privacy: busy}]")
    return files | {"site.yml": "\n".join(settings) + "\n"}


@pytest.fixture(scope="session")
def sites(tmp_path_factory):
    """Gives a site by its name, built when it is first asked for: its folder and its address."""
    root = tmp_path_factory.mktemp("widths")
    with ExitStack() as stack:
        server = stack.enter_context(chrome.served(root))
        provider = stack.enter_context(forecasts.provider())

        @cache
        def site(name: str):
            features = SITES[name]
            made = Content(root / f"{name}-content", files=content(features, provider.meteo))
            environment = {"XDG_CACHE_HOME": str(root / "cache"), "NO_PROXY": "127.0.0.1"}
            made.build("--base-url", f"{server}/{name}/", output=root / name, now=NOW, environment=environment)
            for page in (root / name).rglob("*.html") if features.get("stale") else []:
                html = page.read_text(encoding="utf-8")
                page.write_text(html.replace('<p class="zone">', STALE + '<p class="zone">', 1), encoding="utf-8")
            within = f"{name}/public" if features.get("busy") else name
            return root / within, f"{server}/{within}"

        yield site


def path(root, kind: str) -> str:
    first = {"calendar": "2026-11", "agenda": "2026-11", "day": "2026-11-21", "year": "2026"}
    if kind == "week":
        # Weeks begin with another day in each language.
        return "week/" + max(file.name for file in (root / "week").glob("*.html") if file.stem <= "2026-11-16")
    if kind in first:
        return f"{kind}/{first[kind]}.html"
    if kind == "beyond":
        return "beyond.html?view=calendar&section=2041-11"
    if kind in ("event", "note"):
        folder = root / {"event": "event", "note": "notes"}[kind]
        return f"{folder.name}/{sorted(file.name for file in folder.glob('*.html'))[0]}"
    return {"missing": "404.html", "index": "index.html"}.get(kind, f"{kind}.html")


# What is wrong with what is seen. `atEnd`: the page is scrolled to its end.
FAULTS = r"""({isSection, isPhone, text, atEnd}) => {
  const faults = new Set(), width = innerWidth, height = innerHeight;
  const name = e => `${e.tagName.toLowerCase()}${e.id && '#' + e.id}${e.className && '.' + e.getAttribute('class')} "`
    + `${e.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  const isSeen = e => e.checkVisibility({opacityProperty: true, visibilityProperty: true});
  /* Both are read so often that asking once for each element halves the time. */
  const styles = new Map(), style = e => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e);
  const rects = new Map(), rect = e => rects.get(e) ?? rects.set(e, e.getBoundingClientRect()).get(e);
  /* What an element is fixed with. Headings within the page stick, too, and go with it. */
  const isFixed = e => style(e).position === 'fixed' || style(e).position === 'sticky' && e.matches('.bar, .site');
  const layer = e => { for (; e && e !== document.body; e = e.parentElement) if (isFixed(e)) return e };
  const sticks = e => {
    for (; e && e !== document.body; e = e.parentElement) if (style(e).position === 'sticky') return e;
  };
  /* What is seen of a box; by what it is cut. */
  const bounds = (e, box) => {
    let {left, right, top, bottom} = box, by, canScroll = false;
    for (let p = e; p && p !== document.documentElement; p = p.parentElement) {
      const s = style(p), b = rect(p);
      /* A board shows as much as fits; a copy of heads is scrolled with what it heads. */
      if (p === document.body) { canScroll ||= s.overflow === 'hidden'; break }
      canScroll ||= p.matches('.lane-bar');
      if (s.clipPath !== 'none') return;
      if (s.overflowX !== 'visible' && s.display !== 'inline' && !s.display.startsWith('table-')) {
        if (b.left > left + 1 || b.right < right - 1) { by ??= p; canScroll ||= /auto|scroll/.test(s.overflowX) }
        left = Math.max(left, b.left); right = Math.min(right, b.right);
      }
      if (s.overflowY !== 'visible' && s.display !== 'inline' && !s.display.startsWith('table-')) {
        if (b.top > top + 3 || b.bottom < bottom - 3) { by ??= p; canScroll ||= /auto|scroll/.test(s.overflow) }
        top = Math.max(top, b.top); bottom = Math.min(bottom, b.bottom);
      }
      if (s.position === 'fixed') break;
    }
    return {left, right, top, bottom, by, canScroll};
  };
  const hasEllipsis = (e, until) => {
    for (let p = e; p; p = p.parentElement) {
      const s = style(p);
      if (s.textOverflow === 'ellipsis' && s.overflowX !== 'visible' || s.webkitLineClamp !== 'none') return true;
      if (p === until) return false;
    }
  };

  // Wider than the window
  const wide = document.documentElement.scrollWidth;
  if (wide > width) faults.add(`the page is ${wide - width} px wider than the window`);

  // Texts, line by line
  const lines = [], cut = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const e = node.parentElement;
    /* Hours without room are transparent. */
    if (!node.data.trim() || !isSeen(e) || / 0\)$/.test(style(e).color)
      || e.closest('script, .vh, .skip, option, noscript')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.bottom < 0 || box.top > height) continue;
      const part = bounds(e, box);
      if (!part) break;
      /* Lines that have no room in a block of hours, and days of the timeline that are scrolled away. */
      const isBlock = e.closest('.block, .timed, .mini');
      if (part.by && !part.canScroll && !isBlock && !hasEllipsis(e, part.by))
        faults.add(`${name(e)} is cut by ${name(part.by)}`);
      if (part.by && !part.canScroll && !isBlock && part.bottom > part.top)
        cut.add(part.by);
      if (part.right - part.left < 1 || part.bottom - part.top < 1) continue;
      if ((part.left < -1 || part.right > width + 1) && !part.canScroll) faults.add(`${name(e)} leaves the window`);
      lines.push({e, layer: layer(e), stuck: layer(e) ?? sticks(e), isBlock, ...part});
    }
  }
  for (const e of cut) {
    const {left, right, canScroll} = bounds(e.parentElement, e.getBoundingClientRect()) ?? {};
    if (canScroll || !(right - left > 1)) continue;
    const range = document.createRange();
    range.selectNodeContents(e);
    const boxes = [...range.getClientRects()].filter(box => box.right > left && box.left < right);
    const width = boxes.length && Math.min(Math.max(...boxes.map(box => box.right)), right)
      - Math.max(Math.min(...boxes.map(box => box.left)), left);
    if (width < 24) faults.add(`of ${name(e)} ${Math.round(width)} px are left`);
  }
  for (const [i, one] of lines.entries()) {
    for (let j = i + 1; j < lines.length; j++) {
      const other = lines[j];
      if (one.e === other.e || one.stuck !== other.stuck || one.isBlock || other.isBlock) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 2 && down > .4 * Math.min(one.bottom - one.top, other.bottom - other.top))
        faults.add(`${name(one.e)} and ${name(other.e)} lie on each other`);
    }
  }

  // What is fixed is above all else
  const at = (x, y) => document.elementFromPoint(Math.min(Math.max(x, 0), width - 1), y);
  const isOf = (found, e) => found && (e.contains(found) || found.contains(e));
  for (const {e, layer, left, right, top, bottom} of lines) {
    if (!layer || top < 0 || bottom > height || style(e).pointerEvents === 'none') continue;
    for (const [x, y] of [[left + 2, (top + bottom) / 2], [right - 2, (top + bottom) / 2],
      [(left + right) / 2, top + 3], [(left + right) / 2, bottom - 3]]) {
      const found = at(x, y);
      /* On a phone the site's title is a link as large as the heading below it. */
      if (found?.matches('.brand') && e.closest('h1') && isPhone) continue;
      if (found && !isOf(found, e) && !layer.contains(found)) faults.add(`${name(e)} lies under ${name(found)}`);
    }
  }

  // Controls
  const controls = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
    .filter(e => isSeen(e) && !e.closest('.vh, .skip') && !e.matches('.vh'));
  const targets = [];
  for (const e of controls) {
    const [box] = e.getClientRects();
    if (!box || box.width < 1 || e.closest('.timed, svg') || style(e).pointerEvents === 'none') continue;
    const part = bounds(e, box);
    if (!part || part.canScroll || part.right - part.left < 2 || part.bottom - part.top < 2) continue;
    const x = (part.left + part.right) / 2, y = (part.top + part.bottom) / 2;
    if (y < 0 || y >= height) continue;
    /* A link within a text may be as high as its line. */
    if (!e.closest('p.footnote, .prose p')) targets.push({e, x, y, layer: layer(e), stuck: sticks(e), box: part});
    if (x < 0 || x >= width) { faults.add(`${name(e)} is outside of the window`); continue }
    const found = at(x, y), own = layer(e);
    if (!found || isOf(found, e) || found.closest('label')?.control === e) continue;
    /* The page goes by below what is fixed, and an event's title runs over its next day. */
    if (!own && (layer(found) && !(atEnd && y > height / 2) || sticks(found) !== sticks(e))) continue;
    if (e.href && found.closest('a')?.href === e.href) continue;
    faults.add(`${name(e)} is covered by ${name(found)}`);
  }
  const isSmall = ({box}) => Math.min(box.right - box.left, box.bottom - box.top) < 23.9;
  const far = (x, y, {left, right, top, bottom}) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  for (const one of targets.filter(isSmall)) {
    const near = targets.find(other => one.layer === other.layer && one.stuck === other.stuck
      && !one.e.contains(other.e) && !other.e.contains(one.e) && (far(one.x, one.y, other.box) < 11.9
        || isSmall(other) && Math.hypot(one.x - other.x, one.y - other.y) < 23.9));
    if (near) faults.add(`${name(one.e)} is small and near ${name(near.e)}`);
  }

  if (atEnd) return [...faults];

  // The heading and the first section
  const heading = document.querySelector('h1');
  const head = heading?.getBoundingClientRect();
  if (!head || head.top < 0 || head.bottom > height || head.left < 0 || head.right > width || head.width < 20)
    faults.add(`the heading is not seen: ${JSON.stringify(head)}`);
  const under = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
  const isShown = e => {
    const {top, bottom} = e.getBoundingClientRect();
    return Math.min(bottom, height) - Math.max(top, under) > 60;
  };
  const sections = 'main :is([data-section], .sheet, .searching, section, form, ul, p)';
  if (![...document.querySelectorAll(sections)].some(isShown))
    faults.add('no section is seen');

  // What is fixed on a phone takes no more than 15 % of its height
  if (isSection && isPhone && text === 100) {
    let top = 0, bottom = height;
    for (const e of document.querySelectorAll('header.site, .bar, .views, footer.site')) {
      const b = e.getBoundingClientRect();
      if (!isFixed(e) || !isSeen(e) || b.height === 0) continue;
      if (b.top < height / 2) top = Math.max(top, b.bottom); else bottom = Math.min(bottom, b.top);
    }
    const share = (top + height - bottom) / 740;
    if (share > .15) faults.add(`what is fixed takes ${(share * 100).toFixed(1)} % of the height`);
  }
  return [...faults];
}"""

def measured(page, kind: str, width: int, text: int) -> list[str]:
    """The faults of the page that is open, at this width."""
    height = 740 if width < 700 else 800
    page.set_viewport_size({"width": width, "height": height})
    frame(page)
    told = {"isSection": kind in SECTIONS, "text": text, "isPhone": width * 100 / text <= 640, "atEnd": False}
    found = page.evaluate(FAULTS, told)
    if not page.evaluate("document.body.matches('.endless')"):
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        frame(page)
        found += page.evaluate(FAULTS, told | {"atEnd": True})
        page.evaluate("scrollTo(0, 0)")
    return [f"{kind} at {width} px, text {text} %: {fault}" for fault in found]


def go(page, sites, site: str, kind: str, text: int) -> None:
    """Opens a page of a site, with the reader's size of text."""
    root, address = sites(site)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    page.goto(f"{address}/{path(root, kind)}")
    chrome.settle(page)
    stopped(page)


@pytest.mark.parametrize("text", TEXT_SIZES)
@pytest.mark.parametrize("site", SITES)
def test_every_width(site, text, chromium, sites):
    found = []
    with chrome.watched(chromium, [], NOW, is_fresh=True, reduced_motion="reduce") as page:
        for kind in [kind for kind, size in rows()[site] if size == text]:
            go(page, sites, site, kind, text)
            for width in WIDTHS:
                found += measured(page, kind, width, text)
    assert not found, "\n".join(["", *found])


# Each would be found: what is planted, on which page, at which widths.
PLANTED = {
    "a higher header": ("calendar", "document.querySelector('header.site').style.paddingBlockEnd = '20px'"),
    "a longer label": ("calendar", "document.querySelectorAll('.view').forEach(e => e.textContent += e.textContent)"),
    "a control behind the foot": ("calendar", """const a = document.createElement('a');
      Object.assign(a, {href: '#x', textContent: 'x'});
      a.style.cssText = 'position: fixed; z-index: 1; inset: auto auto 1rem 1rem; width: 4rem; height: 2rem';
      document.body.append(a)"""),
    "a heading that can't break": ("event", """const h = document.querySelector('h1'); h.textContent = 'W'.repeat(90);
      h.style.cssText = 'overflow-wrap: normal; hyphens: none'"""),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_found(planted, chromium, sites):
    kind, script = PLANTED[planted]
    with chrome.watched(chromium, [], NOW, is_fresh=True, reduced_motion="reduce") as page:
        go(page, sites, "plain", kind, 100)
        assert [fault for width in WIDTHS for fault in measured(page, kind, width, 100)] == []
        page.evaluate(f"() => {{ {script} }}")
        assert [fault for width in WIDTHS for fault in measured(page, kind, width, 100)]


def test_a_global_rule_of_a_late_sheet_is_found(chromium, sites):
    with chrome.watched(chromium, [], NOW, is_routed=True, is_fresh=True, reduced_motion="reduce") as page:
        page.route("**/extras.js", lambda route: route.abort())
        page.route("**/search.css", lambda route: route.fulfill(
            body="h2 a { letter-spacing: 1px }", content_type="text/css"))
        go(page, sites, "plain", "agenda", 100)
        assert list(changed_by_late_sheets(page)) == ["search.css"]


@pytest.mark.parametrize("width, height, text", [
    (320, 740, 100), (360, 740, 100), (820, 800, 100), (1280, 860, 100), (320, 740, 200), (820, 800, 200),
    (1280, 860, 200)])
def test_the_panel_and_the_search_lie_in_the_window(width, height, text, chromium, sites):
    """The panel closes by a button that is always seen, and has what the head and the foot leave out."""
    with chrome.watched(chromium, [], NOW, is_fresh=True, viewport={"width": width, "height": height}) as page:
        go(page, sites, "portuguese", "agenda", text)
        page.set_viewport_size({"width": width, "height": height})
        # Widths at which the style changes grow with the text.
        is_phone, is_narrow = (width * 100 / text <= limit for limit in (640, 1024))
        parts = "[...document.querySelectorAll('header.site *, footer.site *')].map(e => e.outerHTML).join('\\n')"
        before = page.evaluate(parts)
        page.locator(".options" if is_phone else "header .search").click()
        if not is_phone:
            page.keyboard.type("press")
            found = page.locator(".found .result").first
            found.wait_for()
            within(page, ".found")
            page.keyboard.press("Escape")
            page.locator(".options").click()
        page.wait_for_selector("#panel .own + .free")
        within(page, "#panel > .button")
        page.evaluate("document.querySelector('#panel > div').scrollTo(0, 1e6)")
        within(page, "#panel > .button")
        panel = page.locator("#panel")
        assert "Canal Street" in panel.inner_text()
        for part in (".zone-box", ".search", ".languages"):
            assert panel.locator(part).count() == (is_phone or part == ".zone-box" and is_narrow), part
        if is_phone:
            panel.locator(".languages summary").click()
            page.evaluate("document.querySelector('.languages li:last-child').scrollIntoView()")
            within(page, ".languages li:last-child a")
            panel.locator(".languages summary").click()
        panel.locator("> .button").click()
        assert page.evaluate(parts) == before
        assert page.evaluate("document.activeElement.matches('.options')")


@pytest.mark.parametrize("width, kind", [(360, "agenda"), (360, "today"), (1280, "agenda"), (1280, "today")])
def test_what_is_stale_is_said_where_the_foot_is_not_seen(width, kind, chromium, sites):
    """By a dot at the button of the panel, which has the foot, and to screen readers."""
    size = {"width": width, "height": 740}
    dot = "getComputedStyle(document.querySelector('.options'), '::after').content"
    with chrome.watched(chromium, [], NOW, is_fresh=True, viewport=size) as page:
        go(page, sites, "plain", kind, 100)
        assert page.evaluate(dot) == "none"
        go(page, sites, "rooms", kind, 100)
        page.set_viewport_size(size)
        assert page.evaluate(dot) == '""'
        assert "as of Thursday, 19 November, 06:00" in page.locator("body").aria_snapshot()
        line = page.locator("[data-stale]")
        assert line.evaluate("e => getComputedStyle(e).clipPath === 'none'") == (width > 640 and kind == "agenda")
        page.click(".options")
        within(page, "#panel > .button")
        assert page.locator("#panel [data-stale]").evaluate("e => getComputedStyle(e).clipPath") == "none"


def within(page, selector: str) -> None:
    """An element is seen as a whole, and nothing lies on it."""
    assert page.locator(selector).evaluate("""e => {
      const {left, right, top, bottom} = e.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        && e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) }""")


@pytest.mark.parametrize("site", SITES)
def test_the_style_of_each_page_is_small(site, sites):
    """With whatever a site has. beyond.html gets the style sheets of the page that it draws."""
    root, _ = sites(site)
    sizes = {}
    for kind in KINDS:
        if kind == "beyond" or SITES[site].get("busy") and kind in WITHHELD:
            continue
        page = (root / path(root, kind)).read_text(encoding="utf-8")
        sheets = re.findall(r'<link rel="stylesheet" href="[^"]*?(assets/[^"]+)"', page)
        assert len(sheets) >= 3, (kind, sheets)
        sizes[kind] = sum(len(gzip.compress((root / sheet).read_bytes(), 9)) for sheet in sheets)
    assert max(sizes.values()) <= 18 * 1024, sizes
