"""Reading without a connection: what browsers keep of a site with `offline: true`, and when they drop it."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest

import browser as chrome
import surroundings
import tool
from axe import violations
from content import Content, event
from host import hosted
from preview import running
from stage import ready, shows, until

TODAY = surroundings.INSTANT
MONTH = f"{TODAY:%Y-%m}"
DAY = f"{TODAY:%Y-%m-%d}"
FAR = "2041-03"
# A published month that no visit of the present one loads.
OTHER = f"{TODAY.year}-{(TODAY.month + 4) % 12 + 1:02}"
SECRET = "Marzipan-and-Oleander"
# Every address that is kept, relative to the site, with its type and how many bytes its answer has.
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const {url} of await cache.keys()) {
      const answer = await cache.match(url);
      if (answer && !url.endsWith('sw.js?kept'))
        found[url.split('/on/site/')[1]] = (await answer.arrayBuffer()).byteLength;
    }
  }
  return found;
}"""
# Whether a visit has left all that it leaves: itself, and the list that it has given to the worker.
ALL = """async address => {
  const [name] = await caches.keys();
  const cache = name && await caches.open(name);
  const list = await (await cache?.match(`${address}/sw.js?kept`))?.json();
  const kept = new Set((await cache?.keys() ?? []).map(({url}) => url));
  return !!list && [location.href.split(/[?#]/)[0], ...list].every(url => kept.has(url));
}"""
TEXTS = """async () => {
  let text = '';
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const {url} of await cache.keys()) text += url + await (await cache.match(url))?.text();
  }
  return text;
}"""
NOTHING = """async () => [(await caches.keys()).length, (await navigator.serviceWorker.getRegistrations()).length]"""


class Made:
    """A small site with some events of today, and the host that it is on."""

    def __init__(self, root, host):
        self.host, self.content, self.site = host, Content(root), root / "on" / "site"
        self.address = f"{host.address}/on/site"
        self.events = [
            event("Opening talk", f"{DAY}T09:00Z", uid="talk"),
            event(SECRET, f"{DAY}T09:00Z", uid="party", categories=["home"]),
            event("Seminar", f"{DAY}T09:00Z", uid="weekly", rrule="FREQ=WEEKLY"),
            event("A far day", f"{FAR}-05T09:00Z", uid="far"),
        ]
        self.build()

    def build(self, settings: str = "offline: true", *options):
        self.content.write("events.json", self.events)
        self.content.write("site.yml", f"title: Kept\nlocale: en-GB\n{settings}\n")
        year = TODAY.year
        window = ["--tz", "UTC", "--from", f"{year - 1}-12-01", "--to", f"{year + 1}-02-01"]
        self.content.build(*window, *options, output=self.site)

    def page_of(self, uid: str) -> str:
        """The path of an event's page."""
        title = next(e["title"] for e in self.events if e["uid"] == uid)
        slug = re.sub(r"\W+", "-", title.lower())
        return next(self.site.glob(f"event/{slug}-*.html")).relative_to(self.site).as_posix()


# The same where several sites are kept: of the one that the page is of.
ALL_HERE = ALL.replace("address =>", "() =>").replace("const [name] = await caches.keys();", """
  const address = location.href.replace(/.[^/]*$/, '');
  const name = (await caches.keys()).find(name => name.startsWith(`busylife ${address}/ `));""")


@pytest.fixture
def made(tmp_path):
    with hosted(tmp_path) as host:
        yield Made(tmp_path, host)


@contextmanager
def visiting(chromium):
    with chrome.watched(chromium, [], is_fresh=True, viewport={"width": 1280, "height": 800}) as page:
        yield page


@pytest.fixture(scope="module")
def visited_site(chromium, tmp_path_factory):
    root = tmp_path_factory.mktemp("kept")
    with hosted(root) as host:
        made = Made(root, host)
        # Of others, in the folder of the site.
        (made.site / "elsewhere").mkdir()
        for path in ("elsewhere/index.html", "report.html"):
            (made.site / path).write_text("<!doctype html><title>Other</title><body>Another site")
        with visiting(chromium) as page:
            visit(page, made)
            yield made, page


@pytest.fixture
def visited(visited_site):
    """A site that was visited, and its page; the same one for all tests that change neither the site nor the worker."""
    made, page = visited_site
    yield made, page
    made.host.is_gone = False
    made.host.answers.set()


def visit(page, made, path: str = "index.html") -> None:
    """Opens a page and waits until its visit has left all that it leaves."""
    page.goto(f"{made.address}/{path}")
    ready(page)
    until(page, lambda: page.evaluate(ALL, made.address))


def open_kept(page, made, path: str) -> None:
    """Opens a page without the server, and sees that it is this one."""
    answer = page.goto(f"{made.address}/{path}")
    assert answer.status == 200, path
    ready(page)
    assert page.url.split("?")[0] == f"{made.address}/{path}".split("?")[0]
    minute = page.locator(".notice.kept").text_content()
    assert re.match(r"As of \d\d:\d\d: ", minute), minute


def test_pages_open_without_the_server(visited):
    made, page = visited
    visit(page, made)
    talk = made.page_of("talk")
    visit(page, made, talk)
    made.host.is_gone = True
    tomorrow = f"{TODAY.replace(day=15):%Y-%m-%d}"
    sections = {
        "": "index", "index.html": "index", "today.html": "today", f"calendar/{MONTH}.html": MONTH,
        f"agenda/{MONTH}.html": MONTH, f"day/{DAY}.html": DAY, f"day/{tomorrow}.html": tomorrow,
        f"year/{TODAY.year}.html": f"{TODAY.year}", talk: talk.split("/")[1].removesuffix(".html"),
    }
    for path, section in sections.items():
        open_kept(page, made, path)
        assert page.evaluate("document.body.dataset.section") == section, path
    assert page.locator("h1").text_content() == "Opening talk"
    # The engine makes the page in another zone.
    page.goto(f"{made.address}/calendar/{MONTH}.html?tz=Asia/Tokyo")
    ready(page)
    shows(page, "document.body.dataset.zone", "Asia/Tokyo")


def test_a_page_that_is_not_kept_says_so(visited):
    made, page = visited
    visit(page, made)
    party = made.page_of("party")
    made.host.is_gone = True
    for path in (party, f"calendar/{OTHER}.html", "subscribe.html"):
        answer = page.goto(f"{made.address}/{path}")
        assert answer.status == 503
        assert page.url == f"{made.address}/{path}"
        assert page.locator("h1").text_content() == "You’re offline"
        assert path.removesuffix(".html") in page.locator("main p").first.text_content()
        assert SECRET not in page.content().replace(path, "")
    assert violations(page) == []
    # Kept pages are named, and lead there.
    month = page.locator("main li a", has_text=f"Month: {TODAY:%B %Y}")
    assert month.get_attribute("href") == f"{made.address}/calendar/{MONTH}.html"
    page.goto(f"{made.address}/calendar/{OTHER}.html")
    page.get_by_text("Show these days from saved data").click()
    ready(page)
    shows(page, "document.body.dataset.section", OTHER)
    assert "beyond.html?view=calendar" in page.url


def test_past_the_window_says_what_is_missing(visited):
    made, page = visited
    visit(page, made)
    made.host.is_gone = True
    page.goto(f"{made.address}/beyond.html?view=calendar&section={FAR}")
    ready(page)
    shows(page, "document.body.dataset.section", FAR)
    notice = page.locator(".notice.lacking")
    notice.wait_for()
    assert "March 2041" in notice.text_content()
    titles = page.locator(f'main [data-section="{FAR}"] .event').all_text_contents()
    assert any("Seminar" in t for t in titles) and not any("far day" in t for t in titles)
    # With the server it is all there, and stays so without it.
    made.host.is_gone = False
    notice.get_by_role("button").click()
    ready(page)
    page.locator(".event", has_text="A far day").first.wait_for()
    until(page, lambda: f"data/events/{FAR}" in " ".join(page.evaluate(KEPT)))
    made.host.is_gone = True
    page.reload()
    ready(page)
    page.locator(".event", has_text="A far day").first.wait_for()
    assert page.locator(".notice.lacking").count() == 0


def test_a_new_build_shows_after_one_reload(chromium, made):
    with visiting(chromium) as page:
        visit(page, made, f"agenda/{MONTH}.html")
        party = made.page_of("party")
        visit(page, made, party)
        visit(page, made, f"agenda/{MONTH}.html")
        assert SECRET in page.evaluate(TEXTS)
        made.events[0]["title"] = "Renamed talk"
        del made.events[1]
        made.build()
        # A server that is busy for a moment is asked again.
        made.host.refused.add(f"/on/site/{party}")
        page.reload()
        assert page.locator(".event", has_text="Renamed talk").count() == 1
        assert page.locator(".event", has_text=SECRET).count() == 0
        # What is gone is dropped from everything that is kept.
        until(page, lambda: SECRET not in page.evaluate(TEXTS) and party not in page.evaluate(KEPT))
        made.host.is_gone = True
        assert page.goto(f"{made.address}/{party}").status == 503
        open_kept(page, made, f"day/{DAY}.html")
        assert page.locator(".event", has_text="Renamed talk").count() >= 1


def test_a_narrower_site_drops_what_a_wider_one_left(chromium, made):
    with visiting(chromium) as page:
        visit(page, made, made.page_of("party"))
        assert SECRET in page.evaluate(TEXTS)
        for settings in ("offline: true\nprivacy: titles\nrules:\n  - {title: Marzipan*, privacy: busy}",
                         "offline: true\nprivacy: busy"):
            made.build(settings)
            visit(page, made)
            until(page, lambda: SECRET not in page.evaluate(TEXTS))
        until(page, lambda: "Seminar" not in page.evaluate(TEXTS))
        assert page.evaluate("caches.keys()") == [f"busylife {made.address}/ busy"]


@pytest.mark.parametrize("after", ["offline: false", "title: no worker left"])
def test_switched_off_nothing_remains(after, chromium, made):
    with visiting(chromium) as page:
        visit(page, made)
        if after.startswith("title"):
            # Built from nothing elsewhere, so that no file takes the worker's place: pages remove it.
            shutil.rmtree(made.site)
            made.build("offline: false")
            assert not (made.site / "sw.js").exists()
        else:
            made.build(after)

        def is_gone():
            # The scripts of embed.html remove nothing. While the server is slow, another visit is necessary.
            page.goto(f"{made.address}/{'today' if after.startswith('title') else 'embed'}.html")
            with suppress(AssertionError):
                shows(page, NOTHING, [0, 0], seconds=5)
                return True

        until(page, is_gone)
        visit_again = page.goto(f"{made.address}/index.html")
        ready(page)
        assert visit_again.status == 200 and page.evaluate(NOTHING) == [0, 0]


# Removes all that is kept while the worker keeps many answers, and says which caches there are then.
REMOVED_MEANWHILE = """async pages => {
  const answers = pages.map(page => fetch(page, {cache: 'no-store'}).then(answer => answer.text()));
  const names = await caches.keys();
  await Promise.all(names.map(name => caches.delete(name)));
  await Promise.all(answers);
  // The worker keeps answers one after the other: this one is the last.
  await fetch(pages[0], {cache: 'no-store'}).then(answer => answer.text());
  return [names.length, await caches.keys()];
}"""


def test_what_a_page_removes_is_not_made_again(chromium, made):
    with visiting(chromium) as page:
        visit(page, made)
        pages = [f"{made.address}/day/{TODAY.replace(day=day)}.html" for day in range(1, 29)]
        for _ in range(2):
            assert page.evaluate(REMOVED_MEANWHILE, pages) == [1, []]
            page.evaluate("navigator.serviceWorker.getRegistration().then(it => it.unregister())")
            visit(page, made)


def test_a_site_that_asks_for_a_password_now_is_dropped(chromium, made):
    with visiting(chromium) as page:
        visit(page, made)
        assert SECRET in page.evaluate(TEXTS)
        made.host.is_closed = True

        def is_gone():
            page.evaluate("() => fetch('data/site.bin')")
            return SECRET not in page.evaluate(TEXTS)

        until(page, is_gone)


def test_pages_and_bytes_are_bounded(chromium, made):
    """150 pages and 25 MB; what was seen longest ago goes first, and the present month stays."""
    with visiting(chromium) as page:
        visit(page, made)
        first = TODAY.replace(month=1, day=1)
        days = [f"day/{first + timedelta(days=n):%Y-%m-%d}.html" for n in range(230)]
        days = [path for path in days if MONTH not in path]
        fetched = "async paths => { for (const path of paths) await (await fetch(path)).text(); }"
        page.evaluate(fetched, days[:150])
        until(page, lambda: days[149] in page.evaluate(KEPT))
        kept = page.evaluate(KEPT)
        pages = [path for path in kept if path.endswith(".html") or not path]
        assert len(pages) == 150
        seen = [path for path in days[:150] if path in kept]
        assert seen == days[150 - len(seen):150] and len(seen) > 80
        assert f"calendar/{MONTH}.html" in kept and f"day/{DAY}.html" in kept
        made.host.padding = 1_000_000
        page.evaluate(fetched, days[150:])
        until(page, lambda: days[-1] in page.evaluate(KEPT))
        kept = page.evaluate(KEPT)
        assert 15_000_000 < sum(kept.values()) <= 25_000_000
        assert f"day/{DAY}.html" in kept and days[149] not in kept


def test_a_full_disk_is_no_harm(chromium, made):
    """The browser gives the site less room than it wants."""
    with visiting(chromium) as page:
        visit(page, made)
        session = page.context.new_cdp_session(page)
        used = page.evaluate("async () => (await navigator.storage.estimate()).usage")
        session.send("Storage.overrideQuotaForOrigin", {"origin": made.host.address, "quotaSize": used + 300_000})
        made.host.padding = 100_000
        days = [f"day/{OTHER}-{n:02}.html" for n in range(1, 15)]
        for path in days:
            page.evaluate("async path => { await (await fetch(path)).text(); }", path)
        until(page, lambda: days[-1] in page.evaluate(KEPT))
        kept = page.evaluate(KEPT)
        assert days[0] not in kept and f"day/{DAY}.html" in kept
        made.host.is_gone = True
        made.host.padding = 0
        open_kept(page, made, f"day/{DAY}.html")


def test_a_slow_server_does_not_keep_a_reader_waiting(visited):
    made, page = visited
    visit(page, made)
    made.host.answers.clear()
    open_kept(page, made, f"calendar/{MONTH}.html")
    made.host.answers.set()


def test_no_address_is_answered_with_another_page(visited):
    """Files of others in the folder, and sites in folders below, are none of the worker's business."""
    made, page = visited
    visit(page, made)
    for path in ("elsewhere/", "report.html", "feeds/all.ics"):
        page.evaluate("async path => { await (await fetch(path)).text(); }", path)
        page.evaluate("async path => { await (await fetch(path)).text(); }", path)
    assert page.goto(f"{made.address}/elsewhere/").status == 200
    assert page.goto(f"{made.address}/nothing-here").status == 404
    visit(page, made)
    kept = page.evaluate(KEPT)
    assert not [path for path in kept if path.startswith(("elsewhere", "report", "feeds", "nothing"))]
    made.host.is_gone = True
    for path in ("calendar/", "calendar/nonsense"):
        assert page.goto(f"{made.address}/{path}").status == 503
        assert page.locator("h1").text_content() == "You’re offline"
    failed = "path => fetch(path).then(() => false, () => true)"
    for path in ("elsewhere/", "report.html", "nothing-here", "feeds/all.ics"):
        assert page.evaluate(failed, f"{made.address}/{path}")
    # An address with a query is that of the same file.
    open_kept(page, made, f"calendar/{MONTH}.html?tz=UTC")


def test_a_preview_has_no_worker_and_removes_one(chromium, made):
    with visiting(chromium) as page:
        with hosted(made.site) as host:
            page.goto(f"{host.address}/index.html")
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            until(page, lambda: page.evaluate(NOTHING) == [1, 1])
        port = host.address.rsplit(":", 1)[1]
        words = ("--content", made.content.folder, "--templates", tool.TEMPLATES, "--tz", "UTC", "--port", port)
        with running("serve", *words) as command:
            command.line("Serving")
            page.goto(f"{host.address}/day/{DAY}.html")
            ready(page)
            until(page, lambda: page.evaluate(NOTHING) == [0, 0])
            # Live reload goes on.
            made.events[0]["title"] = "Renamed talk"
            made.content.write("events.json", made.events)
            page.locator(".event", has_text="Renamed talk").first.wait_for()
            assert page.evaluate(NOTHING) == [0, 0]


def test_each_audience_is_kept_by_itself(chromium, made):
    """The public site is at the top of the host, and the team's below it."""
    team = "  - {name: team, privacy: full, output: site/team}\n"
    made.build(f"offline: true\naudiences:\n  - {{name: all, privacy: busy, output: all}}\n{team}")
    with hosted(made.site / "all") as host, visiting(chromium) as page:
        # As hosts lay one folder into another.
        (made.site / "all" / "team").symlink_to(made.site / "site" / "team")
        for path in ("index.html", "team/index.html"):
            page.goto(f"{host.address}/{path}")
            ready(page)
            until(page, lambda: page.evaluate(ALL_HERE))
        found = page.evaluate("""async () => Object.fromEntries(await Promise.all((await caches.keys()).map(
          async name => [name, (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)])))""")
        assert not [path for path in found[f"busylife {host.address}/ busy"] if path.startswith("/team/")]
        assert all(path.startswith("/team/") for path in found[f"busylife {host.address}/team/ full"])
        host.is_gone = True
        for path, is_told in (("index.html", False), ("team/index.html", True)):
            page.goto(f"{host.address}/{path}")
            ready(page)
            assert (SECRET in page.content()) is is_told


def test_every_kept_page_is_that_of_its_address(visited):
    made, page = visited
    visit(page, made)
    # As the server has them, to the byte.
    for path, size in page.evaluate(KEPT).items():
        assert size == (made.site / (path or "index.html")).stat().st_size, path


def test_the_month_of_a_shortcut_is_the_present_one(visited):
    made, page = visited
    manifest = json.loads((made.site / "manifest.webmanifest").read_text())
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["today.html", "beyond.html?view=calendar"]
    page.goto(f"{made.address}/beyond.html?view=calendar")
    page.wait_for_url(f"{made.address}/calendar/{MONTH}.html")
    page.goto(f"{made.address}/beyond.html?view=nonsense")
    ready(page)
    assert page.url.endswith("nonsense")


def test_firefox_keeps_pages_too(fox, made):
    # All of Firefox has the clock of the tests.
    made.host.clock = b""
    fox.goto(f"{made.address}/index.html")
    fox.wait_for("document.body.dataset.scripts === 'ready'")
    fox.wait_for("navigator.serviceWorker.controller !== null")
    day = f"{made.address}/day/{DAY}.html"
    fox.wait_for(f"({ALL})('{made.address}')")
    made.host.is_gone = True
    fox.goto(day)
    fox.wait_for("document.body.dataset.scripts === 'ready'")
    assert fox.evaluate("[document.body.dataset.section, document.body.dataset.kept !== undefined]") == [DAY, True]
    fox.wait_for("document.querySelector('.notice.kept')?.textContent.startsWith('As of ')")
    fox.goto(f"{made.address}/day/{TODAY.year - 1}-12-24.html")
    fox.wait_for("document.querySelector('h1')?.textContent === 'You’re offline'")
    assert fox.evaluate("location.pathname").endswith(f"/day/{TODAY.year - 1}-12-24.html")
    made.host.is_gone = False
    made.events[0]["title"] = "Renamed talk"
    made.build()
    fox.goto(day)
    assert fox.evaluate("[...document.querySelectorAll('.event')].some(e => e.textContent.includes('Renamed talk'))")
    made.build("offline: false")

    def is_gone():
        # While the server is slow, the page may be a kept one, and another visit is necessary.
        fox.goto(f"{made.address}/today.html")
        with suppress(AssertionError):
            fox.wait_for(f"({NOTHING})().then(found => String(found) === '0,0')", seconds=5)
            return True

    until(fox, is_gone)
