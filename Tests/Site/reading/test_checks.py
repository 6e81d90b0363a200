"""The checks themselves: a good site passes each, and every kind of fault is found."""

from __future__ import annotations

import pytest

import checks
import handmade
from pages import Site, read_page

BASE = "https://calendar.example.org/"


@pytest.fixture
def spoil(tmp_path):
    """The handmade site, with one text of one file replaced."""
    handmade.write(tmp_path)

    def change(path: str | None = None, old: str = "", new: str = "", base_url: str = "") -> Site:
        if path is not None:
            target = tmp_path / path
            text = target.read_text() if target.exists() else ""
            assert old in text
            target.parent.mkdir(exist_ok=True)
            target.write_text(text.replace(old, new, 1) if old else new)
        return Site(tmp_path, base_url)

    return change


def test_a_good_site_has_no_fault(spoil):
    site = spoil()
    assert checks.links(site) == []
    assert checks.reach(site) == []
    assert checks.walk(site) == []
    assert checks.contracts(site, "UTC+8") == []
    assert checks.names(site) + checks.readable(site) == []
    assert checks.agreement(site, handmade.AGENDA, "2026-11-01", "2026-12-31") == []
    assert checks.strangers(site, site) == []


LINKS = [
    ("calendar/2026-11.html", "../event/a.html", "../event/c.html", "no such file"),
    ("calendar/2026-11.html", "../event/a.html", "../event/a.html#gone", "no id 'gone'"),
    ("calendar/2026-11.html", "../event/a.html", "../event/", "names a folder"),
    ("calendar/2026-11.html", "../event/a.html", "/event/a.html", "absolute path"),
    ("calendar/2026-11.html", "../event/a.html", "../../site/event/a.html", "leads out of the site"),
    ("calendar/2026-11.html", "../event/a.html", "..%2F..%2Fa.html", "leads out of the site"),
    ("calendar/2026-11.html", "../event/a.html", "../event/A.html", "no such file"),
    ("calendar/2026-11.html", "../event/a.html", "", "is empty"),
    ("calendar/2026-11.html", "../event/a.html", "//example.org/a", "a host without a scheme"),
    ("calendar/2026-11.html", "../event/a.html", "javascript:alert(1)", "the scheme javascript"),
    ("calendar/2026-11.html", "../event/a.html", "JaVaScRiPt:alert(1)", "the scheme javascript"),
    ("calendar/2026-11.html", "../event/a.html", " javascript:alert(1)", "a control character"),
    ("calendar/2026-11.html", "../event/a.html", "data:text/html,x", "the scheme data"),
    ("calendar/2026-12.html", "section=2027-01", "section=2027-1", "asks beyond.html for no section"),
    ("index.html", "<main>", "<main><img src='https://example.org/x.png' alt=x>", "loaded from elsewhere"),
    ("index.html", "<main>", "<main><img srcset='assets/no.png 2x' alt=x>", "no such file"),
    ("index.html", "<main>", "<main><template><a href='gone.html'></a></template>", "no such file"),
    ("index.html", "<main>", "<main><svg><use href='assets/dot_1.svg#sun'/></svg>", "no id 'sun'"),
    ("404.html", "/index.html", "index.html", "does not begin with /"),
    ("404.html", "/index.html", "/home.html", "no such file"),
    ("assets/style.css", "dot%5F1", "dot%5F2", "no such file"),
    ("assets/style.css", "p {", "@import 'more.css'; p {", "no such file"),
    ("assets/script.js", "const", "import('./more.js'); const", "no such file"),
    ("manifest.webmanifest", "dot_1", "dot_2", "no such file"),
]


@pytest.mark.parametrize("path, old, new, fault", LINKS)
def test_bad_links_are_found(path, old, new, fault, spoil):
    found = checks.links(spoil(path, old, new))
    assert len(found) == 1 and found[0].startswith(path + ":") and fault in found[0]


def test_addresses_of_the_site_itself_are_followed(spoil):
    site = spoil("404.html", 'data-today href="/', 'data-today href="https://calendar.example.org/', BASE)
    assert checks.links(site) == []
    found = checks.links(
        spoil("sitemap.xml", "", f"<u><loc>{BASE}day/2025-01-01.html</loc><loc>{BASE}</loc></u>", BASE)
    )
    assert len(found) == 1 and "sitemap.xml" in found[0]


def test_lonely_pages_are_found(spoil):
    assert checks.reach(spoil("notes/x.html", "", "<p>x")) == ["notes/x.html: no link leads here"]


WALKS = [
    ("day/2026-11-05.html", '<link rel="next" href="2026-11-06.html">', "", "no rel=next in the head"),
    ("day/2026-11-05.html", '<a rel="prev" href="2026-11-04', '<a href="2026-11-04', "no rel=prev in the page"),
    ("day/2026-11-05.html", '<a rel="next" href="2026-11-06', '<a rel="next" href="2026-11-07', "disagree"),
    ("week/2026-11-02.html", "2026-11-09.html", "2026-11-16.html", "disagree"),
    ("calendar/2026-12.html", "view=calendar&amp;section=2027-01", "view=agenda&amp;section=2027-01", "disagree"),
    ("agenda/2027-02.html", "", "<p>x", "never comes here"),
    ("year/2026-1.html", "", "<p>x", "not that of a section"),
]


@pytest.mark.parametrize("path, old, new, fault", WALKS)
def test_broken_walks_are_found(path, old, new, fault, spoil):
    found = checks.walk(spoil(path, old, new))
    assert any(fault in entry for entry in found)


@pytest.mark.parametrize(
    "links, fault",
    [
        (("2026-11-04.html", "2026-11-07.html"), "not to 2026-11-06"),
        (("2026-11-04.html", "2026-11-04.html"), "leads back"),
        (("2026-11-04.html", "../beyond.html?view=day&amp;section=2026-11-06"), "never comes here"),
        (("2026-11-04.html", "../index.html"), "leads to index.html"),
    ],
)
def test_wrong_ways_are_found(links, fault, spoil, tmp_path):
    site = spoil()
    (tmp_path / "day/2026-11-05.html").write_text(handmade.page("day", "2026-11-05", "", "../", links))
    assert any(fault in entry for entry in checks.walk(site))


CONTRACTS = [
    ("day/2026-11-04.html", 'lang="en" ', "", "<html> has no lang"),
    ("event/a.html", ' dir="ltr"', "", "<html> has no dir"),
    ("index.html", 'data-zone="UTC+8"', 'data-zone="UTC"', "data-zone is 'UTC'"),
    ("day/2026-11-04.html", '<body data-view="day"', '<body data-view="week"', "data-view is 'week'"),
    ("day/2026-11-04.html", '<section data-section="2026-11-04"', "<section", "no element in <body>"),
    ("index.html", "script-src 'self'", "script-src 'self' 'unsafe-inline'", "content security policy"),
    ("index.html", '<meta charset="utf-8">', '<script src="assets/script.js"></script>', "comes after something"),
    ("index.html", "<main>", "<main><script>alert(1)</script>", "inline: <script>"),
    ("index.html", "<main>", "<main><script type=module>alert(1)</script>", "inline: <script>"),
    ("index.html", "<main>", "<main><p style='color:red'>x</p>", "inline: <p style"),
    ("index.html", "<main>", "<main><p ONCLICK='x()'>x</p>", "inline: <p onclick"),
    ("index.html", "</title>", "</title><style>p{}</style>", "inline: <style>"),
    ("index.html", "<main>", "<main><p id=q>x</p><p id=q>y</p>", "'q' stands twice"),
    ("index.html", '{"name"', "{name", "not JSON"),
    ("index.html", " data-today", "", "no <a data-today>"),
    ("index.html", 'data-today href="index.html"', 'data-today href="day/2026-11-21.html"', "depends on the day"),
    ("calendar/2026-11.html", 'data-busy="0"', 'data-busy="5"', "data-busy is '5'"),
    ("calendar/2026-11.html", ' data-busy="0"', "", "'2026-11-01' and data-busy"),
    ("year/2026.html", 'data-date="2026-02-28"', "", "data-busy without data-date"),
    ("agenda/2026-11.html", 'data-start="2026-11-04T07:30:00', 'data-start="early', "not two dates or two times"),
    ("agenda/2026-11.html", 'data-end="2026-11-04T08:30:00+08:00"', 'data-end="2026-11-03T08:30:00+08:00"', "ends at"),
    ("agenda/2026-11.html", 'data-uid="a@example.org" ', "", "no data-uid"),
    ("agenda/2026-11.html", '<time datetime="2026-11-04T07:30:00+08:00">', "<time>", "datetime=None"),
    ("agenda/2026-11.html", '<time datetime="2026-11-04T07:30:00+08:00">07:30</time>', "", "no <time datetime>"),
]


@pytest.mark.parametrize("path, old, new, fault", CONTRACTS)
def test_broken_contracts_are_found(path, old, new, fault, spoil):
    found = checks.contracts(spoil(path, old, new), "UTC+8")
    assert found and any(fault in entry for entry in found)
    assert all(entry.startswith(path + ":") for entry in found)


AGREEMENTS = [
    ("calendar/2026-11.html", 'data-uid="a@example.org"', 'data-uid="z@example.org"', "shows besides"),
    ("week/2026-11-02.html", "T07:30:00+08:00", "T08:30:00+08:00", "lacks"),
    ("day/2026-11-21.html", 'class="event x"', 'class="x"', "shows no event, not 1"),
    (
        "day/2026-11-22.html",
        ">22<",
        '>22<a class="event" data-uid="q" data-start="2026-11-22" data-end="2026-11-23">'
        "<time datetime='2026-11-22'></time></a><",
        "shows besides",
    ),
    (
        "calendar/2026-11.html", 'data-date="2026-11-04" data-busy="1"', 'data-date="2026-11-04" data-busy="2"',
        "busy level",
    ),
    ("index.html", 'data-uid="a@example.org"', 'data-uid="z@example.org"', "shows besides"),
]


@pytest.mark.parametrize("path, old, new, fault", AGREEMENTS)
def test_disagreement_is_found(path, old, new, fault, spoil):
    found = checks.agreement(spoil(path, old, new), handmade.AGENDA, "2026-11-01", "2026-12-31")
    assert found and any(fault in entry for entry in found)


def test_offsets_do_not_make_a_difference(spoil):
    site = spoil(
        "day/2026-11-04.html", 'data-start="2026-11-04T07:30:00+08:00"', 'data-start="2026-11-03T23:30:00Z"'
    )
    assert checks.agreement(site, handmade.AGENDA, "2026-11-01", "2026-12-31") == []


def test_levels_that_do_not_grow_are_found(spoil):
    agenda = handmade.AGENDA | {"days": [d | {"busyMinutes": 0} for d in handmade.AGENDA["days"]]}
    assert any(
        "busy minutes are level" in entry
        for entry in checks.agreement(spoil(), agenda, "2026-11-01", "2026-12-31")
    )


def test_pages_that_are_not_there_are_found(spoil):
    found = checks.agreement(spoil(), handmade.AGENDA, "2026-10-01", "2026-12-31")
    assert [entry.split("/")[0] for entry in found] == ["calendar", "agenda", "week", "day"]


@pytest.mark.parametrize(
    "name",
    ["a:b.html", "con.html", "a b.html", "a..", "NUL", "e\u0301.html", "\u202ea.html", "x" * 230 + ".html"],
)
def test_names_for_some_systems_only_are_found(name, spoil, tmp_path):
    spoil()
    (tmp_path / "event" / name).write_text("")
    assert checks.names(Site(tmp_path))


@pytest.mark.parametrize(
    "name, data",
    [
        ("a.html", b"a\0b"),
        ("a.ics", b"\xff"),
        ("a.xml", b"<a>&b;</a>"),
        ("a.xml", b"<a>\x01</a>"),
        ("a.json", b"{"),
    ],
)
def test_unreadable_files_are_found(name, data, spoil, tmp_path):
    spoil()
    (tmp_path / name).write_bytes(data)
    assert len(checks.readable(Site(tmp_path))) == 1


@pytest.mark.parametrize(
    "text", ["<img src=x>", "<p title=x>y", "<svg onload=x>", "<template><b>x</b></template>"]
)
def test_strange_markup_is_found(text, spoil, tmp_path):
    innocent = Site(tmp_path)
    handmade.write(tmp_path)
    assert innocent.pages
    assert checks.strangers(spoil("event/a.html", "<h1>", text + "<h1>"), innocent)


def test_text_that_only_looks_like_markup_is_not_strange():
    page = read_page("a.html", "<h1>&lt;img src=x onerror=alert(1)&gt;</h1>")
    assert ("img", "") not in page.shape and page.headings == ["<img src=x onerror=alert(1)>"]
