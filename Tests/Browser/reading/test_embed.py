"""The site in pages elsewhere: embed.js and embed.html in a page of another origin, whose policy allows little else."""

from __future__ import annotations

import gzip
import re
from html import escape
from itertools import count
from types import SimpleNamespace

import pytest

import browser as chrome
import tool
from axe import ALL, AXE, RUN
from content import Content, event
from stage import shows
from tool import USUAL as NOW

VIEWS = ["agenda", "calendar", "week", "day", "today"]
WIDTHS = [220, 320, 768, 1280]
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' {site}; frame-src {site}">
<link rel="stylesheet" href="own.css"><script src="own.js"></script>
<script async src="{site}/embed.js"></script><script async src="{site}/embed.js"></script>
</head><body><main><h1>Elsewhere</h1>{body}</main></body></html>"""
# A page that styles everything, and remembers what it hears.
STYLE = "* { color: red !important; height: 90px !important; padding: 3px } iframe { display: none !important }"
SCRIPT = """self.heard = [];
for (const kind of ['load', 'select'])
  addEventListener(`busylife:${kind}`, ({target, detail}) => heard.push([kind, target.id, detail]));"""
# How much wider and higher what is in a frame is than the frame.
INNER = """() => { const e = document.documentElement;
  const high = Math.ceil(e.getBoundingClientRect().height);
  return [e.scrollWidth - innerWidth, e.scrollHeight - innerHeight, high - innerHeight] }"""


@pytest.fixture(scope="module")
def elsewhere(site, tmp_path_factory):
    """A host of another origin; `page(body)` is the address of a page with that."""
    root = tmp_path_factory.mktemp("elsewhere")
    numbers = count()
    (root / "own.css").write_text("body { margin: 0 }", encoding="utf-8")
    (root / "styled.css").write_text(STYLE, encoding="utf-8")
    (root / "own.js").write_text(SCRIPT, encoding="utf-8")
    with chrome.served(root) as server:

        def page(body: str, template: str = PAGE, style: str = "own.css") -> str:
            # Each page has its own address: the server tells files apart by the second.
            name = f"page-{next(numbers)}"
            text = template.replace("{site}", site.address.rpartition("/on/")[0]).replace("{body}", body)
            text = text.replace("/embed.js", "/on/site/embed.js").replace("own.css", style)
            (root / f"{name}.html").write_text(text, encoding="utf-8")
            return f"{server}/{name}.html"

        yield SimpleNamespace(page=page, address=server)


def element(site, text: str = "<a href='/own'>Own content</a>", **attributes) -> str:
    given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<busylife-calendar src="{site.address}/"{given}>{text}</busylife-calendar>'


def embedded(page, nth: int = 0):
    """The document in the n-th frame of a page, once it is shown."""
    page.locator("iframe.on").nth(nth).wait_for()
    frame = page.locator("iframe.on").nth(nth).element_handle().content_frame()
    frame.wait_for_selector("body[data-scripts=ready]")
    return frame


def plain(page):
    """The document of a page's only frame, which is not an element's."""
    frame = page.locator("iframe").element_handle().content_frame()
    frame.wait_for_selector("body[data-scripts=ready]")
    return frame


def fits(frame) -> None:
    """Waits until a frame is as high as its content, which takes a frame or two, and as wide as it at most."""
    shows(frame, INNER, [0, 0, 0])


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_in_a_page_of_another_origin(view, chromium, site, elsewhere):
    """It has no scroll bar at any width, and neither document has anything to complain about."""
    problems: list[str] = []
    address = elsewhere.page(element(site, view=view, title="Ours"))
    with chrome.watched(chromium, problems, NOW, viewport={"width": 1280, "height": 800}) as page:
        page.goto(address)
        frame = embedded(page)
        assert frame.locator(".shown .event").count() > 2
        assert frame.locator(".shown [aria-current=date]").count() >= 1
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            shows(frame, "() => innerWidth", width)
            shows(frame, "() => document.documentElement.classList.contains('compact')", width < 280)
            fits(frame)
        assert page.locator("iframe").get_attribute("title") == "Ours"
        assert frame.evaluate("violations") == page.evaluate("violations") == []
        assert frame.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
        assert problems == []
        # axe speaks to frames in its own way.
        for document in (page, frame) if view in ("calendar", "week") else ():
            document.evaluate(AXE + "; undefined")
            assert document.evaluate(RUN, ALL) == []


def test_what_happens_in_frames(chromium, site, elsewhere):
    """Several in one page, with the script included twice: heights follow, days are turned, hosts hear of it."""
    problems: list[str] = []
    body = element(site, id="a", days="3") + element(site, id="b", view="calendar", link="none", accent="ffff00")
    with chrome.watched(chromium, problems, NOW, viewport={"width": 1000, "height": 2000}) as page:
        page.goto(elsewhere.page(body))
        a, b = embedded(page), embedded(page, 1)
        shows(page, "() => heard.map(([kind, id, detail]) => [kind, id, detail.view]).sort()",
              [["load", "a", "agenda"], ["load", "b", "calendar"]])
        assert [e.get_attribute("data-date") for e in a.locator(".agenda > .day").all()] == [
            "2026-11-21", "2026-11-22", "2026-11-23"]
        assert a.locator(".event").first.get_attribute("target") == "_top"
        # Other attributes are another frame, of another height.
        low = a.evaluate("() => innerHeight")
        page.evaluate("document.querySelector('#a').setAttribute('days', '9')")
        a.wait_for_load_state()
        shows(page, "() => heard.length", 3)
        a = embedded(page, 0)
        fits(a)
        assert a.evaluate("() => innerHeight") > low
        # A month is turned in its frame, by keys too, and the focus stays.
        b.locator("a[rel=next]").focus()
        page.keyboard.press("Enter")
        shows(b, "() => document.querySelector('h1').textContent", "December 2026")
        shows(b, "() => document.activeElement.rel", "next")
        fits(b)
        assert b.locator(".shown a[href]").count() == 0
        b.locator('td[data-date="2026-12-08"]:not(.out) > .num').click()
        shows(page, "() => heard.at(-1)[2].date", "2026-12-08")
        # Keys lead to other months without leaving the frame, and press what is no link.
        focused = "() => document.activeElement.closest('[data-date]:not(.out)')?.dataset.date"
        b.locator('td[data-date="2026-12-31"]:not(.out) > .num').focus()
        for key, date in (("ArrowDown", "2027-01-07"), ("PageUp", "2026-12-07"), ("ArrowRight", "2026-12-08"),
                          ("PageUp", "2026-11-08"), ("PageDown", "2026-12-08"), ("ArrowRight", "2026-12-09")):
            page.keyboard.press(key)
            shows(b, focused, date)
        fits(b)
        for key in ("Enter", " "):
            page.evaluate("heard.length = 0")
            page.keyboard.press(key)
            shows(page, "() => heard.map(([kind, , detail]) => [kind, detail.date, detail.uid])",
                  [["select", "2026-12-09", None]])
        b.locator(".shown td:not(.out) .event[data-uid]").first.focus()
        page.keyboard.press("Enter")
        uid = b.locator(".shown td:not(.out) .event[data-uid]").first.get_attribute("data-uid")
        shows(page, "() => heard.at(-1)[2].uid", uid)
        # The buttons that turn are no ways out either.
        b.locator("a[rel=prev]").click(modifiers=["Control"])
        shows(b, "() => document.querySelector('h1').textContent", "November 2026")
        assert len(page.context.pages) == 1
        assert b.evaluate("() => location.pathname.endsWith('/embed.html')")
        # An accent too bright for text on paper is darkened.
        color = b.evaluate("() => getComputedStyle(document.querySelector('.foot')).color")
        assert color == "rgb(95, 95, 102)"
        accent = b.evaluate("() => document.documentElement.style.getPropertyValue('--accent')")
        assert accent == "rgb(104,104,0)"
        # Tab leads into a frame and out of it again.
        page.locator("h1").evaluate("e => { e.tabIndex = 0; e.focus() }")
        page.keyboard.press("Tab")
        assert a.evaluate("() => document.hasFocus() && document.activeElement.matches('h1 a')")
        a.locator(".foot a").focus()
        page.keyboard.press("Tab")
        assert b.evaluate("() => document.hasFocus()")
        assert page.evaluate("violations") == []
    assert problems == []


def test_what_a_page_forges_has_no_effect(chromium, site, elsewhere):
    body = element(site, id="a") + '<p id="end">End</p>'
    with chrome.watched(chromium, [], NOW, viewport={"width": 800, "height": 900}) as page:
        page.goto(elsewhere.page(body, style="styled.css"))
        frame = embedded(page)
        fits(frame)
        height = frame.evaluate("() => innerHeight")
        before = frame.evaluate("() => document.body.innerHTML")
        page.evaluate("""() => {
          const inner = document.querySelector('busylife-calendar').shadowRoot.querySelector('iframe').contentWindow;
          for (const forged of [{busylife: 'height', height: 7}, {busylife: 'select'}, 'height', null, 7]) {
            postMessage(forged, '*');
            inner.postMessage(forged, '*');
            dispatchEvent(new MessageEvent('message', {data: forged, origin: 'null', source: inner}));
          }
        }""")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        assert frame.evaluate("() => [innerHeight, document.body.innerHTML]") == [height, before]
        assert page.evaluate("() => heard.map(([kind]) => kind)") == ["load"]
        # What the frame itself says of its height is believed up to a limit.
        assert page.evaluate("""origin => {
          const frame = document.querySelector('busylife-calendar').shadowRoot.querySelector('iframe');
          const data = {busylife: 'height', height: 2e5};
          dispatchEvent(new MessageEvent('message', {data, origin, source: frame.contentWindow}));
          return frame.style.height;
        }""", site.address.rpartition("/on/")[0]) == "100000px"


def test_a_frame_that_never_speaks_leaves_the_elements_own_content(chromium, site, elsewhere):
    """And a frame far below is not loaded before it comes near."""
    sources = [f"{elsewhere.address}/nothing/", "javascript:alert(1)//", "http://[", "data:text/html,x", ""]
    body = "".join(
        f'<busylife-calendar src="{source}">Own {at}</busylife-calendar>' for at, source in enumerate(sources))
    body += '<p style="height: 1px"></p>' + "<br>" * 200 + element(site, id="far")
    with chrome.watched(chromium, [], NOW, viewport={"width": 800, "height": 600}) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(elsewhere.page(body))
        page.wait_for_load_state("networkidle")
        for at in range(len(sources)):
            assert page.get_by_text(f"Own {at}", exact=True).is_visible()
        assert not [url for url in asked if "/site/embed.html" in url]
        page.locator("#far").scroll_into_view_if_needed()
        fits(embedded(page))
        assert not page.get_by_text("Own content").is_visible()
        # An element that gets its address late, or had a wrong one, shows it then; without a title of its own the
        # frame has that of what it shows.
        for wrong in (page.locator("busylife-calendar").nth(at) for at in (2, 4)):
            wrong.scroll_into_view_if_needed()
            wrong.evaluate("(e, to) => { e.title = 'Ours'; e.setAttribute('src', to) }", f"{site.address}/")
            wrong.locator("iframe.on").wait_for()
            assert wrong.locator("iframe").get_attribute("title") == "Ours"
            wrong.evaluate("e => e.removeAttribute('title')")
            assert wrong.locator("iframe").get_attribute("title") == "Studio Halyard"


# What a query says wrongly: with it, the frame shows what it shows without it.
WRONG = [
    "view=moon&days=many&scheme=pink&link=parent&accent=red", "days=0&view=", "days=-7", "days=1e9", "days=%00",
    "accent=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "accent=12345g", "compact=0",
]


def test_wrong_parameters_are_text_or_ignored(chromium, site):
    problems: list[str] = []
    with chrome.watched(chromium, problems, NOW, viewport={"width": 600, "height": 600}) as page:

        def show(query: str) -> str:
            page.goto(f"{site.address}/embed.html?{query}")
            page.wait_for_selector("body[data-scripts=ready]")
            return page.locator("main").inner_text()

        expected = show("")
        for query in WRONG:
            assert show(query) == (expected if "days=0" not in query else show("days=1")), query
            assert page.evaluate("document.documentElement.style.length") == 0, query
        evil = "<img src=x onerror=alert(1)>"
        assert f"There is no time zone called {evil}. Times are in UTC+8." in show(f"tz={evil}")
        assert f"There is no calendar called {evil}." in show(f"calendar={evil}")
        assert page.locator(".shown .event").count() == 0
        assert "There is no calendar called wrok." in show("calendar=life,wrok")
        named = "all => [...new Set(all.map(e => e.dataset.calendar))]"
        assert page.eval_on_selector_all(".shown .event", named) == ["life"]
        # What remains is said as the build says it, and nothing is said of what is gone.
        show("calendar=clients,studio&view=calendar")
        crowded = page.locator('td[data-date="2026-11-27"]')
        assert crowded.locator(".more").evaluate("e => [e.textContent, e.ariaLabel]") == ["2 more", "2 more events"]
        assert crowded.locator(".num").evaluate("e => e.ariaLabel") == "Friday, 27 November 2026"
        for view in ("agenda", "week", "day"):
            show(f"calendar=life&view={view}")
            assert page.locator(".shown ul:not(:has(li)), .band > .vh:not(:has(+ ul))").count() == 0, view
        shown = show("calendar=life&view=calendar")
        assert shown and set(page.eval_on_selector_all(".shown .event", "all => all.map(e => e.dataset.calendar)")) == {
            "life"}
        assert "Times in Asia/Tokyo" in show("tz=asia/tokyo&days=2")
        assert page.locator(".shown .event[href*='tz=Asia']").count() == page.locator(".shown .event").count() > 0
        assert page.evaluate("document.querySelectorAll('main img, main script').length") == 0
    assert [problem for problem in problems if "tokyo" not in problem] == []


SANDBOXES = {"WordPress": "allow-scripts", "Notion": "allow-scripts allow-same-origin allow-popups allow-forms"}


@pytest.mark.parametrize("kind", SANDBOXES)
def test_a_frame_in_a_sandbox(kind, chromium, site, elsewhere):
    """All views, without an origin, cookies and storage, and from a server that allows other origins nothing."""
    problems: list[str] = []
    # Without an origin a frame can't load another day than that of the build.
    with chrome.watched(chromium, problems, tool.NOW, viewport={"width": 900, "height": 900}) as page:
        for view in VIEWS:
            body = f"""<iframe sandbox="{SANDBOXES[kind]}" title="It" width="800" height="300"
                src="{site.address}/embed.html?view={view}&amp;scheme=dark&amp;compact"></iframe>"""
            page.goto(elsewhere.page(body))
            frame = plain(page)
            # A day without events is possible on other days than the usual one.
            assert frame.locator(".shown .event").count() > 0 or view != "calendar" and tool.NOW != tool.USUAL
            assert frame.locator(f".shown > {KINDS[view]}").count() == 1
            paper = frame.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
            assert paper == "rgb(16, 17, 19)"
            assert frame.evaluate("() => [origin === 'null', violations.length]") == [kind == "WordPress", 0]
    assert problems == []


KINDS = {"agenda": ".agenda", "calendar": ".month", "week": ".grid.week", "day": ".grid.one", "today": ".agenda"}


def test_a_host_in_a_sandbox(chromium, site, elsewhere):
    """The element in a page that has no origin itself."""
    inner = elsewhere.page(element(site, days="2"))
    with chrome.watched(chromium, [], NOW, viewport={"width": 900, "height": 900}) as page:
        page.goto(elsewhere.page(f'<iframe sandbox="allow-scripts" title="It" src="{inner}"></iframe>', template=OPEN))
        host = page.locator("iframe").element_handle().content_frame()
        host.locator("iframe.on").wait_for()
        fits(host.locator("iframe.on").element_handle().content_frame())


OPEN = "<!doctype html><title>Open</title>{body}"


def test_the_page_that_makes_the_lines(chromium, site, elsewhere):
    problems: list[str] = []
    lines = "document.querySelector('[data-lines=element]').textContent"
    held = []
    options = {"viewport": {"width": 1280, "height": 900}, "is_routed": True}
    with chrome.watched(chromium, problems, NOW, **options) as page:
        page.route("**/unknown.js", lambda route: held.append(route))
        page.goto(f"{site.address}/embedding.html")
        page.wait_for_selector(".preview .event")
        page.select_option("[name=view]", "week")
        page.select_option("[name=calendar]", "life")
        page.select_option("[name=scheme]", "dark")
        page.fill("[name=tz]", "Asia/Tokyo")
        page.check("[name=compact]")
        page.wait_for_selector(".preview .grid.week")
        shows(page, "() => document.querySelector('.preview .zone').textContent", "Times in Asia/Tokyo")
        text = page.evaluate(lines)
        assert text == (
            f'<script async src="{site.address}/embed.js"></script>\n'
            f'<busylife-calendar src="{site.address}/" view="week" calendar="life" tz="Asia/Tokyo" scheme="dark"'
            ' compact>\n'
            f'  <a href="{site.address}/">Studio Halyard</a>\n</busylife-calendar>')
        preview = page.locator(".preview")
        named = "all => [...new Set(all.map(e => e.dataset.calendar))]"
        shows(page, f"() => ({named})([...document.querySelectorAll('.preview .event')])", ["life"])
        assert preview.evaluate("e => [e.offsetWidth, getComputedStyle(e).backgroundColor]") == [220, "rgb(16, 17, 19)"]
        # Keys move within the preview, and beside it the page.
        page.select_option("[name=view]", "calendar")
        page.locator('.preview td[data-date="2026-11-30"]:not(.out) > .num').focus()
        page.keyboard.press("ArrowDown")
        shows(page, "() => document.activeElement.closest('.preview td:not(.out)')?.dataset.date", "2026-12-07")
        page.evaluate("document.activeElement.blur()")
        for key in ("ArrowLeft", "PageUp"):
            page.keyboard.press(key)
        assert page.locator(".preview h1").inner_text() == "December 2026"
        assert page.url == f"{site.address}/embedding.html" and page.input_value("[name=tz]") == "Asia/Tokyo"
        # Pages without https have no clipboard.
        page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        copied = page.locator("[data-lines=element] + button")
        copied.click()
        shows(page, "() => document.querySelector('[data-lines=element] + button').textContent", "Copied.")
        assert page.evaluate("getSelection().toString().trim() === " + lines.replace("textContent", "innerText.trim()"))
        # A zone that nobody knows is not spoken of once another is asked for.
        with page.expect_request("**/unknown.js"):
            page.fill("[name=tz]", "Nowhere")
        page.fill("[name=tz]", "Asia/Seoul")
        shows(page, "() => document.querySelector('.preview .zone').textContent", "Times in Asia/Seoul")
        address = held[0].request.url
        held[0].continue_()
        page.evaluate("async address => { await import(address) }", address)
        assert page.locator(".preview .said").count() == 0
        assert page.evaluate("violations") == []
        # The lines do what the preview shows.
        page.goto(elsewhere.page(text.partition("\n")[2]))
        frame = embedded(page)
        assert frame.locator(".shown .grid.week").count() == 1
        assert frame.locator(".zone").inner_text() == "Times in Asia/Tokyo"
        fits(frame)
    assert problems == []
    with chrome.watched(chromium, [], java_script_enabled=False) as page:
        page.goto(f"{site.address}/embedding.html")
        assert f'<busylife-calendar src="{site.address}/">' in page.locator("[data-lines=element]").inner_text()
        page.goto(f"{site.address}/embed.html")
        assert page.locator(".shown .event").count() > 9 and page.locator(".as-of").is_visible()


def test_what_is_downloaded_is_small(site):
    assert len(gzip.compress((site.root / "embed.js").read_bytes(), 9)) <= 2048


def test_both_schemes_are_those_of_the_theme():
    """embed.css has the colours of both, for who asks for one of them: those of properties.css."""

    def variables(block: str) -> dict[str, str]:
        return dict(re.findall(r"(--[\w-]+): ([^;]+);", block))

    css = (tool.TEMPLATES / "assets/site/properties.css").read_text(encoding="utf-8")
    own = (tool.TEMPLATES / "assets/modules/embed.css").read_text(encoding="utf-8")
    light = variables(re.search(r":root \{(.*?)\n\}", css, re.S)[1])
    dark = variables(re.search(r"prefers-color-scheme: dark\) \{\n  :root \{(.*?)\n  \}", css, re.S)[1])
    for scheme, theirs in (("light", {name: light[name] for name in dark}), ("dark", dark)):
        assert variables(re.search(rf'\[data-scheme="{scheme}"\] \{{(.*?)\n\}}', own, re.S)[1]) == theirs


@pytest.mark.parametrize("privacy", ["busy"])
def test_a_site_of_busy_time_in_arabic(privacy, chromium, tmp_path):
    """Right to left, in its own zone, with nothing but busy time; a name of a calendar changes nothing there."""
    content = Content(tmp_path, f"title: مشغول\nlocale: ar\ndigits: latn\nprivacy: {privacy}\n", events=[
        event("Secret", "2026-11-21T15:00Z", "2026-11-21T17:00Z")])
    tool.build(tmp_path / "site", "--tz", "Africa/Cairo", content=content.folder, now=NOW)
    problems: list[str] = []
    with chrome.served(tmp_path / "site") as server:
        with chrome.watched(chromium, problems, NOW, viewport={"width": 220, "height": 600}) as page:
            for view, query in (("agenda", "calendar=work"), ("week", ""), ("calendar", "tz=Asia/Tokyo")):
                page.goto(f"{server}/embed.html?view={view}&{query}")
                page.wait_for_selector("body[data-scripts=ready]")
                assert page.locator('.shown .event.busy[data-start^="2026-11-2"]').count() > 0
                assert page.evaluate("() => document.documentElement.scrollWidth") == 220
                assert "Secret" not in page.content() and page.evaluate("document.dir") == "rtl"
            # A date is written as the build writes it, in its digits.
            label = page.locator('.shown td[aria-selected="true"] > .num').first.get_attribute("aria-label")
            assert label.startswith(page.locator(".picked h2").inner_text()) and "2026" in label
    assert problems == []


def test_in_firefox(fox, site, elsewhere):
    frame = "document.querySelector('busylife-calendar')?.shadowRoot?.querySelector('iframe.on')"
    sandboxed = f'<iframe sandbox="allow-scripts" width="300" height="300" src="{site.address}/embed.html?view=week">'
    fox.goto(elsewhere.page(element(site, view="calendar")))
    # The frame says how high its content is, and is so without a scroll bar.
    fox.wait_for(f"{frame}?.clientHeight > 400")
    for width in WIDTHS:
        fox.view(width, 800)
        fox.wait_for(f"{frame}.clientWidth === document.documentElement.clientWidth")
    assert fox.evaluate("heard.map(([kind]) => kind)") == ["load"]
    script = "addEventListener('message', e => { (self.got ??= {})[e.data.busylife] = [e.origin, e.data.view] })"
    fox.goto(elsewhere.page(f"<script>{script}</script>{sandboxed}", template=OPEN))
    fox.wait_for("self.got?.height && self.got.load")
    assert fox.evaluate("got.load") == ["null", "week"]
