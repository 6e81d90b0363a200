"""Makes the pictures of docs/gallery.md and of the properties in docs/guides/theme.md, from the sample site.

    .venv/bin/python Tests/kit/gallery.py

Pictures are JPEG of at most 48 KB; all of them together have less than 2 MB."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import browser as chrome
import tool

IMAGES = tool.PROJECT / "docs" / "images" / "gallery"
THEMES = ["default", *sorted(path.name for path in (tool.TEMPLATES / "themes").iterdir())]
# What is shown of each theme: the page, and the size of the window.
SHOWN = {
    "desk": ("calendar/2026-11.html", {"width": 960, "height": 600}),
    "phone": ("index.html", {"width": 360, "height": 640}),
    "board": ("board.html", {"width": 880, "height": 495}),
    "tall": ("board.html", {"width": 450, "height": 800}),
}
# What a property changes: its name, its value, and the page where one sees it.
PROPERTIES = [
    ("default", {}, "agenda/2026-11.html"),
    ("accent", {"--accent": "#a4133c", "--tint": "#fdecf0"}, "index.html"),
    ("paper", {"--paper": "#fbf8f0", "--wash": "#f3eee1", "--line": "#ddd5c3"}, "calendar/2026-11.html"),
    ("font", {"--font": "Georgia, serif", "--title": "500"}, "agenda/2026-11.html"),
    ("size", {"--size": "120%"}, "agenda/2026-11.html"),
    ("round", {"--round": "0"}, "week/2026-11-16.html"),
    ("pad", {"--pad": ".125rem", "--tap": "2rem"}, "agenda/2026-11.html"),
    ("cell", {"--cell": "5rem"}, "calendar/2026-11.html"),
    ("five", {"--five": "2.5px"}, "week/2026-11-16.html"),
    ("mix", {"--mix": "40%"}, "week/2026-11-16.html"),
    ("gap", {"--gap": "0.5rem"}, "calendar/2026-11.html"),
]
MOST, ALL = 48_000, 2_000_000
# The time of the build, and of the reader.
NOW = "2026-11-20T09:40:00Z"


def picture(page, target: Path) -> None:
    """A picture of what a page shows, of the best quality that fits."""
    for quality in range(88, 20, -8):
        page.screenshot(path=target, type="jpeg", quality=quality)
        if target.stat().st_size <= MOST:
            return
    raise SystemExit(f"{target} has more than {MOST} bytes")


def built(folder: Path, theme: str) -> Path:
    content, output = folder / f"content-{theme}", folder / theme
    shutil.copytree(tool.CONTENT, content)
    with (content / "site.yml").open("a", encoding="utf-8") as settings:
        settings.write(f"\ntheme: {theme}\n")
    window = ("--from", "2026-11-01", "--to", "2026-12-01")
    tool.build(output, "--tz", "Europe/Copenhagen", *window, content=content, now=NOW)
    return output


def shoot(chromium, server: str, theme: str) -> None:
    for kind, (path, size) in SHOWN.items():
        for scheme in ("light", "dark"):
            with chrome.watched(
                chromium, [], NOW, viewport=size, color_scheme=scheme, reduced_motion="reduce",
            ) as page:
                page.goto(f"{server}/{theme}/{path}")
                chrome.settle(page)
                chrome.stopped(page)
                picture(page, IMAGES / f"{theme}-{kind}-{scheme}.jpg")


def styled(css: str):
    """Answers a request for a style sheet."""
    return lambda route: route.fulfill(body=css, content_type="text/css")


def shoot_properties(chromium, server: str, root: Path) -> None:
    (sheet,) = (root / "default" / "assets").glob("colors-*.css")
    colors = sheet.read_text(encoding="utf-8")
    with chrome.watched(
        chromium, [], NOW, True, viewport={"width": 900, "height": 460}, reduced_motion="reduce",
        color_scheme="light",
    ) as page:
        for name, values, path in PROPERTIES:
            rule = ":root{" + ";".join(f"{key}:{value}" for key, value in values.items()) + "}"
            page.unroute_all()
            page.route("**/assets/colors-*.css", styled(colors + rule))
            page.goto(f"{server}/default/{path}")
            chrome.settle(page)
            chrome.stopped(page)
            picture(page, IMAGES / f"property-{name}.jpg")


def text() -> str:
    """docs/gallery.md."""
    lines = [
        "# Gallery", "",
        "The built-in themes, on the sample site: `theme: NAME` in site.yml chooses one. Each is shown at a desk, on a",
        "phone and as board.html on a wall, light and dark, as the reader's system asks for. `make gallery` makes the",
        "pictures; [guides/theme.md](guides/theme.md) says how to change a theme.",
    ]
    about = {
        "default": "Quiet: one accent, and colour that otherwise belongs to the calendars.",
        "paper": "A printed diary: a text face, rag-white pages, thin corners.",
        "board": "As much as fits: narrow letters, low rows, strong lines; for screens on walls and long lists.",
        "contrast": "Text of 7:1 and more, lines of 3:1, underlined links, thick outlines of what has the focus.",
    }
    for theme in THEMES:
        lines += ["", f"## {theme}", "", about.get(theme, ""), ""]
        lines += ["| | light | dark |", "|---|---|---|"]
        for kind, word in (("desk", "desk"), ("phone", "phone"), ("board", "board.html"), ("tall", "upright")):
            cells = " | ".join(
                f"![{theme}, {word}, {scheme}](images/gallery/{theme}-{kind}-{scheme}.jpg)"
                for scheme in ("light", "dark"))
            lines.append(f"| {word} | {cells} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    shutil.rmtree(IMAGES, ignore_errors=True)
    IMAGES.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for theme in THEMES:
            built(root, theme)
        with chrome.chromium() as chromium, chrome.served(root) as server:
            for theme in THEMES:
                shoot(chromium, server, theme)
            shoot_properties(chromium, server, root)
    (tool.PROJECT / "docs" / "gallery.md").write_text(text(), encoding="utf-8")
    size = sum(path.stat().st_size for path in IMAGES.iterdir())
    if size > ALL:
        raise SystemExit(f"the pictures have {size} bytes, more than {ALL}")
    print(f"{len(list(IMAGES.iterdir()))} pictures, {size} bytes")


if __name__ == "__main__":
    main()
