"""Ways out of the site: subscribe.html, and links that add one event to a calendar of the web."""

from __future__ import annotations

import html
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

import checks
from content import Content
from pages import Site

BASE = "https://example.org/cal/"
MARKUP = "\u202eبحر </script><b>&amp;\u202c 🦊 \"'"
LONG = "Grüße, Ⱥ and so on. " * 50_000

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//test//EN
BEGIN:VTIMEZONE
TZID:Ship time
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0200
TZOFFSETTO:+0200
END:STANDARD
END:VTIMEZONE
{events}END:VCALENDAR
"""

# By UID: the lines of an event, what Google is told, what Outlook is told, and which of both get one date of a series.
# A path `*` is the address of the event's page.
EVENTS = {
    "days": (
        "DTSTART;VALUE=DATE:20261107\nDTEND;VALUE=DATE:20261109\nSUMMARY:Fair & more=?\nLOCATION:Hall 1\\, Köln",
        {"dates": "20261107/20261109", "text": "Fair & more=?", "location": "Hall 1, Köln", "details": "*"},
        {"startdt": "2026-11-07", "enddt": "2026-11-09", "allday": "true", "subject": "Fair & more=?",
         "location": "Hall 1, Köln", "body": "*"}, ""),
    "zoned": (
        "DTSTART;TZID=Europe/Berlin:20261103T090000\nDTEND;TZID=America/New_York:20261103T043000\n"
        "SUMMARY:Call\nDESCRIPTION:One\\nTwo",
        {"dates": "20261103T080000Z/20261103T093000Z", "text": "Call", "details": "One\nTwo\n\n*"},
        {"startdt": "2026-11-03T08:00:00Z", "enddt": "2026-11-03T09:30:00Z", "subject": "Call",
         "body": "One\nTwo\n\n*"}, ""),
    "floating": (
        "DTSTART:20261104T070000\nDURATION:PT1H\nSUMMARY:Yoga",
        {"dates": "20261104T070000/20261104T080000", "text": "Yoga", "details": "*"},
        {"startdt": "2026-11-04T07:00:00", "enddt": "2026-11-04T08:00:00", "subject": "Yoga", "body": "*"}, ""),
    "nameless": (
        "DTSTART:20261105T070000Z",
        {"dates": "20261105T070000Z/20261105T070000Z", "text": "Untitled", "details": "*"},
        {"startdt": "2026-11-05T07:00:00Z", "enddt": "2026-11-05T07:00:00Z", "subject": "Untitled", "body": "*"}, ""),
    # The page shows the first date of the month of the build; a series begins with its own first. 1 January is over in
    # Berlin an hour earlier.
    "weekly": (
        "DTSTART;TZID=Europe/Berlin:20261019T180000\nDURATION:PT90M\nSUMMARY:Choir\n"
        "RRULE:FREQ=WEEKLY;UNTIL=20270101;BYDAY=MO",
        {"dates": "20261019T180000/20261019T193000", "ctz": "Europe/Berlin", "text": "Choir", "details": "*",
         "recur": "RRULE:FREQ=WEEKLY;UNTIL=20270101T225959Z;BYDAY=MO"},
        {"startdt": "2026-11-02T17:00:00Z", "enddt": "2026-11-02T18:30:00Z", "subject": "Choir", "body": "*"},
        "outlook"),
    "yearly": (
        "DTSTART;VALUE=DATE:20241120\nSUMMARY:Birthday\nRRULE:FREQ=YEARLY;UNTIL=20301120T120000Z",
        {"dates": "20241120/20241121", "text": "Birthday", "details": "*",
         "recur": "RRULE:FREQ=YEARLY;UNTIL=20301120"},
        {"startdt": "2026-11-20", "enddt": "2026-11-21", "allday": "true", "subject": "Birthday", "body": "*"},
        "outlook"),
    "utc": (
        "DTSTART:20261102T100000Z\nDURATION:PT1H\nSUMMARY:Sync\nRRULE:FREQ=DAILY;COUNT=25",
        {"dates": "20261102T100000/20261102T110000", "ctz": "Etc/UTC", "text": "Sync", "details": "*",
         "recur": "RRULE:FREQ=DAILY;COUNT=25"},
        {"startdt": "2026-11-02T10:00:00Z", "enddt": "2026-11-02T11:00:00Z", "subject": "Sync", "body": "*"},
        "outlook"),
    # Google's links take no exceptions, no changes, no times in a rule and no zones that a file defines.
    "struck": (
        "DTSTART;TZID=Europe/Berlin:20261026T200000\nDURATION:PT1H\nSUMMARY:Club\nRRULE:FREQ=WEEKLY\n"
        "EXDATE;TZID=Europe/Berlin:20261123T200000",
        {"dates": "20261102T190000Z/20261102T200000Z", "text": "Club", "details": "*"},
        {"startdt": "2026-11-02T19:00:00Z", "enddt": "2026-11-02T20:00:00Z", "subject": "Club", "body": "*"}, "both"),
    "ship": (
        "DTSTART;TZID=Ship time:20261101T120000\nDURATION:PT1H\nSUMMARY:Lunch\nRRULE:FREQ=WEEKLY",
        {"dates": "20261101T100000Z/20261101T110000Z", "text": "Lunch", "details": "*"},
        {"startdt": "2026-11-01T10:00:00Z", "enddt": "2026-11-01T11:00:00Z", "subject": "Lunch", "body": "*"}, "both"),
    "hours": (
        "DTSTART:20261121T000000Z\nDURATION:PT1H\nSUMMARY:Watch\nRRULE:FREQ=HOURLY;INTERVAL=12;COUNT=4",
        {"dates": "20261121T000000Z/20261121T010000Z", "text": "Watch", "details": "*"},
        {"startdt": "2026-11-21T00:00:00Z", "enddt": "2026-11-21T01:00:00Z", "subject": "Watch", "body": "*"}, "both"),
}


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    events = "".join(
        f"BEGIN:VEVENT\nUID:{uid}@example.org\nDTSTAMP:20261101T000000Z\n{lines}\nEND:VEVENT\n"
        for uid, (lines, *_) in EVENTS.items())
    people = "".join(f"ATTENDEE;CN=Guest {n}:mailto:g{n}@example.org\n" for n in range(200))
    events += (
        f"BEGIN:VEVENT\nUID:long@example.org\nDTSTAMP:20261101T000000Z\nDTSTART:20261106T090000Z\nSUMMARY:{MARKUP}"
        f"\nDESCRIPTION:{LONG}\nCATEGORIES:{','.join(f'Kind {n}' for n in range(150))}\n{people}END:VEVENT\n")
    settings = {"title": MARKUP, "timezone": "UTC", "views": ["agenda"], "calendars": [
        {"name": "one", "source": "one.ics", "title": MARKUP}, {"name": "two", "source": "two.ics", "title": "Two"}]}
    return Content(tmp_path_factory.mktemp("ways"), settings, files={
        "one.ics": CALENDAR.format(events=events), "two.ics": CALENDAR.format(events="")})


def built(content, output, *arguments) -> Site:
    content.build("--from", "2026-10-01", "--to", "2027-03-01", *arguments, output=output)
    return Site(output, BASE if "--base-url" in arguments else "")


@pytest.fixture(scope="module")
def site(content, tmp_path_factory):
    return built(content, tmp_path_factory.mktemp("site") / "out", "--base-url", BASE)


def page(site: Site, path: str) -> LexborHTMLParser:
    return LexborHTMLParser(site.text(path))


def event_page(site: Site, uid: str) -> tuple[str, LexborHTMLParser]:
    paths = [file[:-3] + "html" for file in site.files if file.endswith(".ics") and f"UID:{uid}@" in site.text(file)
             and file.startswith("event/")]
    return paths[0], page(site, paths[0])


@pytest.mark.parametrize("uid", EVENTS)
def test_an_event_is_added_to_calendars_of_the_web(uid, site):
    _, google, outlook, dated = EVENTS[uid]
    path, tree = event_page(site, uid)
    address = BASE + path
    wanted = [
        ("https://calendar.google.com/calendar/render", {"action": "TEMPLATE"} | google, dated == "both"),
        *((f"https://outlook.{host}.com/calendar/0/deeplink/compose",
           {"path": "/calendar/action/compose", "rru": "addevent"} | outlook, dated != "")
          for host in ("live", "office")),
    ]
    links = tree.css(".adding a")
    assert links[0].attributes["href"].endswith(".ics")
    for link, (host, parameters, is_one) in zip(links[1:], wanted, strict=True):
        parts = urlsplit(link.attributes["href"])
        found = dict(parse_qsl(parts.query, strict_parsing=True))
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == host
        assert found == {key: value.replace("*", address) for key, value in parameters.items()}
        assert (link.css_first("small") is not None) == is_one
        assert link.attributes["rel"] == "nofollow noopener"


def test_links_of_events_are_short_and_hold_no_markup(site):
    _, tree = event_page(site, "long")
    links = [link.attributes["href"] for link in tree.css(".adding a")][1:]
    for href in links:
        assert len(href) < 4_000 and href.isascii() and not set(href) & set("<>\"' ")
        query = dict(parse_qsl(urlsplit(href).query, errors="strict"))
        assert query.get("text", query.get("subject")) == html.unescape(MARKUP)
        about = query.get("details", query.get("body")).partition("\n\n")[0]
        assert about[-1] == "…" and LONG.startswith(about[:-1]) and len(about[:-1].encode()) in range(500, 504)


def test_every_page_leads_to_the_page_of_feeds(site):
    for path in site.pages:
        # A frame in a page elsewhere has no foot; its head and what stands below lead to the site.
        if path == "embed.html":
            home = {link.attributes["href"] for link in page(site, path).css("h1 a, .foot a")}
            assert {site.resolve(path, href.removeprefix("/cal/"))[0] for href in home} == {"index.html"}
            continue
        # A screen on a wall has nothing to press.
        if path == "board.html":
            continue
        hrefs = [link.attributes["href"] for link in page(site, path).css("footer .subscribe")]
        assert [site.resolve(path, href.removeprefix("/cal/"))[0] for href in hrefs] == ["subscribe.html"], path
    assert checks.links(site) == []


def test_feeds_are_opened_by_programs(site):
    tree = page(site, "subscribe.html")
    # Whoever doesn't want a feed but a calendar in a page of their own finds that here.
    assert [link.attributes["href"] for link in tree.css("main .embeds a")] == ["embedding.html"]
    for path in ("feeds/all.ics", "feeds/one.ics", "feeds/two.ics"):
        feed = next(feed for feed in tree.css(".feed") if feed.css_first(".address a").attributes["href"] == path)
        title = MARKUP if path != "feeds/two.ics" else "Two"
        address, webcal = BASE + path, "webcal://example.org/cal/" + path
        assert feed.css_first(".address a").text() == address
        hrefs = [link.attributes["href"] for link in feed.css(".programs a")]
        assert hrefs[0] == hrefs[4] == webcal
        queries = [dict(parse_qsl(urlsplit(href).query, strict_parsing=True)) for href in hrefs[1:4]]
        assert queries == [{"cid": webcal}] + 2 * [{"name": title, "url": address}]
        hosts = ["calendar.google.com/calendar/render"] + [
            f"outlook.{name}.com/calendar/0/addfromweb" for name in ("live", "office")]
        assert [href.partition("?")[0] for href in hrefs[1:4]] == [f"https://{host}" for host in hosts]
        code = feed.css_first("img")
        assert code.attributes["src"] == path + ".svg" and title in code.attributes["alt"]
        assert site.text(path + ".svg").startswith("<svg xmlns")
    assert tree.css_first(".unknown") is None
    assert MARKUP in [node.text() for node in tree.css("h2, summary bdi")]


def feeds_of(site: Site) -> list[str]:
    return [link.attributes["href"] for link in page(site, "subscribe.html").css(".feed .address a, .addresses a")]


def test_the_page_lists_what_is_published(site, content, tmp_path):
    def listed(site: Site) -> None:
        assert sorted(feeds_of(site)) == sorted(
            path for path in site.files if path.startswith("feeds/") and not path.endswith(".svg"))
        assert {path for path in site.files if path.endswith(".svg") and path.startswith("feeds/")} <= {
            f"{path}.svg" for path in feeds_of(site)}

    listed(site)
    tree = page(site, "subscribe.html")
    # All, two calendars and 97 categories have everything; three more categories have feeds, which are linked.
    assert len(tree.css(".programs")) == len(tree.css(".code")) == 100 and len(tree.css(".addresses a")) == 3
    unnamed = built(content, tmp_path / "unnamed")
    listed(unnamed)
    tree = page(unnamed, "subscribe.html")
    assert tree.css(".code") == [] and tree.css_first(".unknown") is not None
    assert all(link.text() == link.attributes["href"] for link in tree.css(".feed .address a"))
    assert all("href" not in link.attributes for link in tree.css(".programs a"))
    assert checks.links(unnamed) == []
    busy = built(content, tmp_path / "busy", "--base-url", BASE, "--privacy", "busy")
    listed(busy)
    assert feeds_of(busy) == ["feeds/all.ics", "feeds/freebusy.ifb"]
    assert "Two" not in unquote(busy.text("subscribe.html"))
