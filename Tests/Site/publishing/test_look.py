"""How site.yml makes a site look: theme, accent, logo, footer, font; and the files of Content/static."""

from __future__ import annotations

import gzip
import re
import shutil

import pytest

import tool
from content import Content, calendar, vevent
from tool import DONE, PROBLEMS, USAGE, run

EVENT = {"uid": "a@example.org", "title": "A", "start": "2026-11-20T09:00:00Z", "end": "2026-11-20T10:00:00Z"}
SECRET = EVENT | {"uid": "b@example.org", "title": "Merger with Blaustein", "class": "private"}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>\n'


class Work(Content):
    def build(self, *options, settings=None, **more):
        if settings is not None:
            self.write("site.yml", settings)
        return super().build(*options, **more)

    def colors(self):
        (sheet,) = (self.output / "assets").glob("colors-*.css")
        return sheet.read_text()


@pytest.fixture
def work(tmp_path):
    return Work(tmp_path, "", events=[EVENT], templates=None)


def contrast(one, other):
    def luminance(color):
        parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def properties(css):
    """The custom properties of the accent's rule in the light and in the dark scheme."""
    rules = re.findall(r":root\{(--accent[^}]*)\}", css)
    return [dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", rule)) for rule in rules]


# MARK: Themes


@pytest.mark.parametrize("name", ["paper", "board", "contrast"])
def test_a_theme_adds_its_style_to_every_page(name, work):
    assert work.build(settings=f"theme: {name}\n") == []
    own = (tool.TEMPLATES / "themes" / name / "assets" / "theme.css").read_text()
    assert re.search(r"--accent: (#\w+)", own).group(1) in work.colors()
    assert not (work.output / "assets" / "themes").exists()
    assert "colors-" in work.page("index.html") and "colors-" in work.page("board.html")


def test_an_unknown_theme_is_refused_with_near_names(work):
    work.write("site.yml", "title: T\ntheme: papr\n")
    expected = ('site.yml:2:8: error: there is no theme "papr"; did you mean "paper"? the themes are default, board, '
                "contrast, paper")
    assert work.build(expect=PROBLEMS) == [expected]
    assert expected in work.check(expect=PROBLEMS)
    assert not work.output.exists()
    assert "letters, digits" in work.build(settings="theme: ../etc\n", expect=PROBLEMS)[0]
    assert work.build(settings="theme: default\n") == []


def test_a_theme_of_ones_own_lies_over_the_default_and_templates_over_it(work):
    """Template by template, words key by key, and rules are added."""
    layout = (tool.TEMPLATES / "note.mustache").read_text()
    work.write("../Templates/themes/mine/assets/theme.css", ":root { --round: 0 }\n")
    work.write("../Templates/themes/mine/words/en.yml", "labels:\n  today: Now\n  subscribe: Follow\n")
    work.write("../Templates/themes/mine/_legend.mustache", "<p class=mine>mine</p>\n")
    assert work.build(settings="theme: mine\n") == []
    page = work.page("index.html")
    assert "<p class=mine>mine</p>" in page and ">Now<" in page and ">Follow<" in page
    assert "--round: 0" in work.colors()
    # Names of themes have no case.
    (work.root / "Templates/themes/mine").rename(work.root / "Templates/themes/Mine")
    assert work.build(settings="theme: MINE\n") == [] and "<p class=mine>mine</p>" in work.page("index.html")
    # The folder of templates lies over the theme, but a plain copy of the default theme changes nothing.
    work.write("../Templates/words/en.yml", "labels:\n  subscribe: Come along\n")
    work.write("../Templates/note.mustache", layout)
    shutil.copy(tool.TEMPLATES / "_legend.mustache", work.root / "Templates")
    work.build("--templates", "Templates")
    page = work.page("index.html")
    assert "<p class=mine>mine</p>" in page and ">Now<" in page and ">Come along<" in page


def sheet(work):
    (sheet,) = (work.output / "assets").glob("site-*.css")
    return sheet.read_text()


def test_a_theme_replaces_one_part_of_the_style_sheet(work):
    """Parts are published within the sheet alone, in its order."""
    work.write("../Templates/assets/site/foot.css", ".mine { color: red }\n")
    work.write("../Templates/assets/site/more.css", ".more-than-named { color: red }\n")
    assert work.build() == []
    usual = sheet(work)
    assert work.build("--templates", "Templates") != []
    own = sheet(work)
    start, end = usual.index(".paper{display: none}"), usual.index("@media screen and (max-width: 72rem)")
    assert own == usual[:start] + ".mine{color: red}" + usual[end:]
    assert "@import" not in own and not (work.output / "assets/site").exists()
    # Its colours are read, wherever they stand.
    work.write("../Templates/assets/site/properties.css", ":root { --paper: #ffd700 }\n")
    assert "with the light background #ffd700" in work.build("--templates", "Templates",
                                                             settings='accent: "#ffd700"\n')[0]


@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_a_sheet_of_ones_own_may_have_parts(line, work):
    work.write("../Templates/assets/site/own.css", ".own { color: red }\n/* and no more */\n")
    work.write("../Templates/assets/plain.css", "i { color: red }\n")
    lines = ["/* Without:", '@import "site/foot.css";', "*/", "@import 'site/own.css';", "b { color: red }",
             '@import "plain.css";', '@import url("site/own.css");', ""]
    (work.root / "Templates/assets/site.css").write_bytes(line.join(lines).encode())
    work.build("--templates", "Templates")
    assert sheet(work) == '.own{color: red}b{color: red}@import "plain.css";@import url("site/own.css");'
    # A sheet without parts is as it was, and so are the files beside those of its parts.
    work.write("../Templates/assets/site/picture.svg", SVG)
    work.write("../Templates/assets/site.css", "b { color: red }\n")
    work.build("--templates", "Templates")
    assert sheet(work) == "b{color: red}"
    assert [path.name for path in (work.output / "assets/site").iterdir()] == ["picture.svg"]


def test_a_part_that_does_not_exist_is_refused(work):
    assert work.build() == []
    work.write("../Templates/assets/site.css", '@import "site/foot.css";\n  @import "site/calender.css";\n')
    place = "Templates/assets/site.css:2:1: error: there is no file assets/site/calender.css in the theme; "
    assert work.build("--templates", "Templates", expect=PROBLEMS) == [
        place + 'did you mean "site/calendars.css"?']
    work.write("../Templates/assets/site.css", '\n@import "site/../../layout.mustache.css";\n')
    assert work.build("--templates", "Templates", expect=PROBLEMS) == [
        "Templates/assets/site.css:2:1: error: there is no file assets/site/../../layout.mustache.css in the theme; "
        "add it, or remove this line"]
    assert "@media" in sheet(work)


def test_init_copies_a_theme_and_check_says_what_it_overrides(work):
    work.write("../elsewhere/themes/house/_legend.mustache", "<p>house</p>\n")
    made = work.run("init", "new", "--theme", "paper").out
    new = work.root / "new"
    assert "Made new/Templates/themes/paper/assets/theme.css" in made
    assert "\ntheme: paper\n" in (new / "Content/site.yml").read_text()
    assert "/Output/" in (new / ".gitignore").read_text()
    assert (new / "Templates/themes/paper/default.xxh128").exists()
    assert run("check", cwd=new, expect=DONE).out.startswith("No problems")
    refused = work.run("init", "other", "--theme", "papre", expect=USAGE).err
    assert refused.startswith("there is no theme papre; did you mean")
    assert not (work.root / "other").exists()
    # A site that is there gets the theme alone.
    (new / "Content/notes/welcome.md").unlink()
    again = work.run("init", "new", "--theme", "contrast").out
    assert "Write into new/Content/site.yml: theme: contrast" in again and "Made new/Content" not in again
    assert not (new / "Content/notes/welcome.md").exists()

    work.run("init", "whole", "--theme")
    whole = work.root / "whole"
    record = whole / "Templates/default.xxh128"
    assert re.search(r"^[0-9a-f]{32}  layout\.mustache$", record.read_text(), re.M)
    assert run("check", cwd=whole, expect=DONE).out.startswith("No problems")
    legend = whole / "Templates/_legend.mustache"
    legend.write_text("<p>mine</p>\n" + legend.read_text())
    assert run("check", cwd=whole, expect=DONE).out.splitlines() == [
        "Templates/_legend.mustache:1:1: note: this replaces the default theme's file"
    ]
    # As if the default theme had been another then.
    record.write_text(re.sub(r"^\w{32}(  _(legend|day)\.mustache)$", "0" * 32 + r"\1", record.read_text(), flags=re.M))
    (line,) = run("check", cwd=whole, expect=PROBLEMS).out.splitlines()
    assert line.startswith("Templates/_legend.mustache:1:1: warning: this replaces the default theme's file, which has "
                           "changed since it was copied; take over the changes from ")
    now = re.search(r"put (\w{32}) before", line).group(1)
    record.write_text(re.sub(r"^0{32}(  _legend)", now + r"\1", record.read_text(), flags=re.M))
    assert "warning" not in run("check", cwd=whole, expect=DONE).out


# MARK: Accent


ACCENTS = [
    ('"#a4133c"', None),
    ('"#ffd700"', r'accent #ffd700 has a contrast of 1\.2 with the light background #f6f6f4, and text needs 4\.5; '
                  r'(#\w{6}) is shown instead; write accent: "\1", or {light: "\1", dark: "#ffd700"}'),
    ("tomato", r"accent #ff6347 has a contrast of 2\.7"),
    ('{light: "#004488", dark: "#222222"}', r'dark #222222 has a contrast of 1\.\d with the dark background #\w+, and '
                                            r'text needs 4\.5; (#\w{6}) is shown instead; write dark: "\1"'),
]


@pytest.mark.parametrize("written, said", ACCENTS)
@pytest.mark.parametrize("theme", ["default", "contrast"])
def test_an_accent_can_be_read_in_both_schemes(written, said, theme, work):
    lines = work.build(settings=f"title: T\ntheme: {theme}\naccent: {written}\n")
    if theme == "default":
        assert (lines == []) == (said is None)
        assert (work.check(expect=DONE if said is None else PROBLEMS) == []) == (said is None)
    if said is not None and theme == "default":
        (line,) = lines
        assert re.match(r"site\.yml:3:\d+: warning: " + said, line), line
        assert line in work.check(expect=PROBLEMS)
    papers = {"default": (["#ffffff", "#f6f6f4"], ["#101113", "#17181b", "#232429"]),
              "contrast": (["#ffffff", "#f2f2f2"], ["#000000", "#161616", "#1f1f1f"])}[theme]
    both = properties(work.colors())
    assert len(both) == 2
    for found, backgrounds in zip(both, papers):
        for background in [*backgrounds, found["tint"]]:
            assert contrast(found["accent"], background) >= 4.5
        assert contrast(found["on-accent"], found["accent"]) >= 4.5
        assert contrast(found["on-l4"], found["l4"]) >= 4.5
        assert contrast(found["meter"], backgrounds[0]) >= 3


@pytest.mark.parametrize("written, said", [
    ("#a4133c", "accent is empty; in YAML # begins a comment"),
    ("tomatoe", 'did you mean "tomato"?'),
    ("{dark: red}", "accent has no light:"),
])
def test_an_accent_that_is_no_colour_is_refused(written, said, work):
    (line,) = work.build(settings=f"accent: {written}\n", expect=PROBLEMS)
    assert "error" in line and said in line


# MARK: Logo, footer, font


def test_logo_and_footer_are_on_every_page(work):
    work.write("static/img/a logo.svg", SVG)
    work.write("static/night.svg", SVG)
    work.write("notes/imprint.md", "# Imprint\n\nWe.\n")
    settings = (
        "title: T\nurl: https://example.org/cal/\nlogo: {light: static/img/a logo.svg, dark: static/night.svg}\n"
        "footer: |\n  Run by [the *town*](https://example.org/?a=1&b=2), see the [imprint](notes/imprint.md) and "
        "[then](day:2026-11-20).\n"
        "  <b>{{title}}</b> {{{x}}} [bad](javascript:alert)\n"
    )
    lines = work.build(settings=settings)
    assert all("footer: " in line and line.startswith("site.yml:4:9: warning") for line in lines) and len(lines) >= 1
    for path, root in (("index.html", ""), ("calendar/2026-11.html", "../"), ("404.html", "/cal/")):
        page = work.page(path)
        assert f'<picture><source srcset="{root}night.svg" media="(prefers-color-scheme: dark)">' in page
        assert f'<img class="logo" src="{root}img/a%20logo.svg" alt=""></picture>T</a>' in page
        foot = page[page.index('<div class="own">'):page.index("</footer>")]
        assert '<a href="https://example.org/?a=1&amp;b=2">the <em>town</em></a>' in foot
        assert f'<a href="{root}notes/imprint.html">imprint</a>' in foot
        assert f'<a href="{root}day/2026-11-20.html#events">then</a>' in foot
        assert "&lt;b&gt;&#123;&#123;title}}&lt;/b&gt;" in foot and "javascript" not in foot
        assert "font-src" not in page
    assert ".logo{" in work.colors() and ".own" in work.colors()


def test_zones_and_languages_have_the_logo_and_the_board_too(work):
    work.write("static/logo.svg", SVG)
    work.write("static/big.txt", "x")
    assert work.build("--tz", "Asia/Tokyo", settings="logo: static/logo.svg\nlocales: [en, de]\n") == []
    site = work.output
    found = set()
    for page in [*site.rglob("index.html"), *site.rglob("board.html"), *site.rglob("calendar/*.html")]:
        for address in re.findall(r'(?:src|href)="([^"?#:]*(?:logo\.svg|board\.(?:css|js)))"', page.read_text()):
            assert (page.parent / address).is_file(), (page, address)
            found.add(page.parent.relative_to(site).as_posix())
    assert {".", "zone/asia-tokyo", "lang/de", "lang/de/zone/asia-tokyo"} <= found
    assert [path.relative_to(site).as_posix() for path in site.rglob("big.txt")] == ["big.txt"]


def test_a_site_may_have_no_field_for_zones(work):
    assert work.build(settings="title: T\nheader: {zones: false}\n") == []
    for path in ("index.html", "day/2026-11-20.html", "subscribe.html", "beyond.html"):
        assert re.search('<body [^>]* data-zones="site">', work.page(path))
    assert work.build(settings="title: T\nheader: {zones: true}\n") == []
    assert "data-zones" not in work.page("index.html")
    [line] = work.build(settings="header: none\n", expect=PROBLEMS)[:1]
    assert line.startswith('site.yml:1:9: error: header is "none"; write {zones: false} or {zones: true}')
    lines = work.build(settings="header: {zone: false}\n")
    assert any('unknown key "zone"; did you mean "zones"?' in line for line in lines)


def test_a_font_is_allowed_only_where_there_is_one(work):
    work.write("static/fonts/House[wght].woff2", b"wOF2" + bytes(40))
    work.write("static/fonts/House-BoldItalic.ttf", b"\0\1\0\0" + bytes(40))
    settings = (
        "font:\n  - static/fonts/House[wght].woff2\n  - {file: static/fonts/House-BoldItalic.ttf}\nlocales: [en, de]\n"
    )
    assert work.build(settings=settings) == []
    for path in ("index.html", "embed.html", "board.html", "lang/de/day/2026-11-20.html"):
        assert "form-action 'none'; font-src 'self'\">" in work.page(path)
    css = work.colors()
    assert ('@font-face{font-family:site;src:url("../fonts/House%5bwght%5d.woff2")format("woff2");font-weight:100 900;'
            "font-style:normal;font-display:swap}") in css
    assert 'House-BoldItalic.ttf")format("truetype");font-weight:700;font-style:italic' in css
    assert ":root{--font:site}" in css
    (german,) = (work.output / "lang/de/assets").glob("colors-*.css")
    assert 'url("../../../fonts/House%5bwght%5d.woff2")' in german.read_text()
    assert (work.output / "fonts/House[wght].woff2").exists()
    work.build(settings="title: T\n")
    assert "font-src" not in work.page("index.html")


@pytest.mark.parametrize("settings, said", [
    ("logo: logo.svg", "write the path of a file in the folder static of the content, such as static/logo.svg"),
    ("logo: static/../site.yml", "write the path of a file"),
    ("logo: static/lgo.svg", 'there is no file Content/static/lgo.svg; did you mean "static/logo.svg"?'),
    ("logo: static/notes.txt", "is no picture"),
    ("font: static/notes.txt", "write the name of a .woff2"),
    ("font: static/bad.woff2", "is no font of the format that its name says"),
    ("font: [{file: static/bad.woff2, weight: heavy}]", "write a number from 1 to 1000"),
    ("logo: static/out.svg", "leads out of Content through a link"),
])
def test_files_that_settings_name_are_looked_at(settings, said, work, tmp_path_factory):
    work.write("static/logo.svg", SVG)
    work.write("static/notes.txt", "x")
    work.write("static/bad.woff2", "not a font")
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "out.svg"
    elsewhere.write_text(SVG)
    (work.folder / "static/out.svg").symlink_to(elsewhere)
    errors = [line for line in work.build(settings=settings + "\n", expect=PROBLEMS) if "error" in line]
    assert any(said in line for line in errors) and errors[0].startswith("site.yml:1:"), errors


# MARK: Static files


def test_a_static_file_may_be_a_worker_of_its_own(work):
    """Below the top, sw.js is a name like others; the site replaces only workers that nobody publishes any more."""
    work.write("static/app/sw.js", "one")
    work.build()
    work.write("static/app/sw.js", "two")
    assert work.build() == [] and work.page("app/sw.js") == "two"
    shutil.rmtree(work.folder / "static")
    work.build()
    assert "unregister" in work.page("app/sw.js")


@pytest.mark.parametrize("path, target", [
    ("static/CNAME", "../name.txt"), ("one.ics", ".one.ics"), ("one.ics.gz", None),
])
def test_a_change_of_any_file_that_is_read_is_noticed(path, target, work):
    """Also of one that a link leads to and that counts for nothing by its own name."""
    def write(title):
        content = calendar(vevent(title)).encode()
        file = work.folder / path
        (file.parent / target if target else file).write_bytes(
            gzip.compress(content) if path.endswith(".gz") else content)

    (work.folder / "static").mkdir()
    if target:
        (work.folder / path).symlink_to(target)
    for title in ("Before", "Afterwards"):
        write(title)
        assert work.build() == []
        assert title in work.page("CNAME" if "CNAME" in path else "index.html")


def test_static_files_are_copied_as_they_are_and_removed_again(work):
    work.write("static/CNAME", "cal.example.org\n")
    work.write("static/.nojekyll", "")
    work.write("static/.well-known/security.txt", "Contact: mailto:a@example.org\n")
    work.write("static/.git/config", "x")
    work.write("static/.hidden", "x")
    work.write("static/press/kit.bin", bytes(range(256)))
    # No calendar, though it looks like one.
    work.write("static/press/fair.ics", calendar())
    assert work.build() == []
    site = work.output
    assert (site / "CNAME").read_text() == "cal.example.org\n"
    assert (site / ".well-known/security.txt").exists() and (site / ".nojekyll").exists()
    assert (site / "press/kit.bin").read_bytes() == bytes(range(256))
    assert not (site / ".git").exists() and not (site / ".hidden").exists()
    assert (site / "press/fair.ics").exists() and not (site / "feeds/static.ics").exists()
    manifest = (site / ".busylife-gen").read_text() if (site / ".busylife-gen").exists() else ""
    assert "CNAME" in manifest
    stamps = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    assert work.build() == []
    assert stamps == {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    # A file of no kind that the site reads is noticed too.
    work.write("static/press/kit.bin", b"new")
    work.write("static/.well-known/security.txt", "Contact: mailto:b@example.org\n")
    work.build()
    assert (site / "press/kit.bin").read_bytes() == b"new" and "mailto:b@" in work.page(".well-known/security.txt")
    shutil.rmtree(work.folder / "static")
    work.build()
    assert not (site / "press").exists() and not (site / "CNAME").exists() and not (site / ".well-known").exists()


@pytest.mark.parametrize("path, said", [
    ("index.html", "the site makes index.html itself"),
    ("Board.html", "the site makes board.html itself"),
    ("calendar/2041-01.html", "calendar/ is a folder of the site's own pages"),
    # Only where the site's address is known.
    ("address.svg", "the site makes address.svg itself"),
    ("assets/x.css", "assets/ is a folder of the site's own pages"),
    ("data", "data/ is a folder of the site's own pages"),
    ("robots.txt", "the site makes robots.txt itself"),
])
def test_no_static_file_takes_the_name_of_a_page(path, said, work):
    work.write(f"static/{path}", "x")
    expected = f"static/{path}:1:1: error: {said}; give this file another name"
    assert work.build(expect=PROBLEMS) == [expected]
    assert expected in work.check(expect=PROBLEMS)
    assert not work.output.exists()


def test_links_out_of_static_are_followed_only_on_request(work, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "inner.txt").write_text("inner")
    (elsewhere / "own.txt").write_text("own")
    work.write("static/own.txt", "own")
    (work.folder / "static/file.txt").symlink_to(elsewhere / "own.txt")
    (work.folder / "static/folder").symlink_to(elsewhere)
    (work.folder / "static/beside.txt").symlink_to("own.txt")
    lines = work.build()
    assert [line.split(":")[0] for line in lines] == ["static/file.txt", "static/folder"]
    assert all("is not followed" in line for line in lines)
    site = work.output
    assert (site / "beside.txt").read_text() == "own" and not (site / "file.txt").exists()
    assert work.build(settings="followLinks: true\n") == []
    assert (site / "folder/inner.txt").read_text() == "inner"
    # What links lead to is looked at by the next build.
    (elsewhere / "inner.txt").write_text("changed")
    assert work.build() == []
    assert (site / "folder/inner.txt").read_text() == "changed"


def test_what_is_withheld_is_found_in_static_files(work):
    work.write("events.json", [EVENT, SECRET])
    work.write("static/old.html", "<p>Merger with Blaustein</p>")
    lines = work.build(expect=PROBLEMS)
    assert any("is withheld, but old.html at byte 3" in line and "published as it is" in line for line in lines)
    assert not any("Blaustein" in line for line in lines) and not work.output.exists()
    (work.folder / "static/old.html").unlink()
    work.write("site.yml", "title: T\nfooter: Merger with Blaustein\n")
    assert any("the footer is shown and contains" in line for line in work.check(expect=PROBLEMS))


def test_every_corner_is_as_round_as_the_theme_says():
    """Marks that are discs stay so."""
    found = [(path.name, radius) for path in (tool.TEMPLATES / "assets").rglob("*.css")
             for radii in re.findall(r"border-[a-z-]*radius:\s*([^;}]+)", path.read_text(encoding="utf-8"))
             for radius in radii.split()]
    assert len(found) > 50
    assert [one for one in found if not re.fullmatch(r"0|50%|inherit|var\(--(r[0-3]|pill)\)", one[1])] == []


# MARK: The board


def test_the_board_says_which_day_of_how_many(work):
    events = [
        {"uid": "a", "title": "Holidays", "start": "2026-11-19", "end": "2026-11-23"},
        {"uid": "b", "title": "Trip", "start": "2026-11-20T18:00", "end": "2026-11-23T14:00", "tz": "UTC"},
    ]
    work.write("events.json", events)
    work.build("--locale", "en-GB", settings="title: T\n")
    days = re.split(r'<section class="day[^"]*" data-date="', work.page("board.html"))

    def rows(date):
        (day,) = [text for text in days if text.startswith(date)]
        return [(at, part) for at, part in re.findall(
            r'<span class="at">(.*?)</span>.*?(?:<span class="part">(.*?)</span>)?</span></li>', day)]

    assert rows("2026-11-21") == [("All day", "day 3 of 4"), ("All day", "day 2 of 4")]
    # The style leaves out what is said a second time.
    assert rows("2026-11-23") == [("until 14:00", "until 14:00")]
    assert 'class="event c0 from"' in [text for text in days if text.startswith("2026-11-23")][0]

def test_the_board_has_no_controls_and_shows_a_month(work):
    work.build(settings="title: T\n")
    page = work.page("board.html")
    assert page.count('<section class="day') == 31 - 0 or page.count('<section class="day') > 9
    body = page[page.index("<body"):]
    assert not re.search(r"<(a|button|input|form|nav)\b", body)
    assert 'data-date="2026-11-21"' in body and "noindex" in page
