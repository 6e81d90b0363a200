"""Screenshots of a built site for people to look at.

    .venv/bin/python Tests/kit/screenshots.py Output FOLDER [--now 2026-11-21T12:00:00Z] [--whole]

writes FOLDER/<page>-<width>-<scheme>.png for one page of each kind, wide and narrow, light and dark.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import browser as chrome
from pages import Site, dates_of

SIZES = {1280: 900, 360: 740}


def paths(site: Site, today: str) -> dict[str, str]:
    """The pages to show: those with today, and the event with the most details."""
    found = {"index": "index.html"}
    for kind, name in (
        ("calendar", "month"),
        ("agenda", "agenda"),
        ("week", "week"),
        ("day", "day"),
        ("year", "year"),
    ):
        pages = site.kind(kind)
        near = [page for page in pages if today in dates_of(kind, page.name)] or pages
        if near:
            found[name] = near[0].path
    for kind in ("event", "notes"):
        pages = site.kind(kind)
        if pages:
            found[kind.removesuffix("s")] = max(pages, key=lambda page: len(site.read(page.path))).path
    return found | {"beyond": "beyond.html"} if "beyond.html" in site.files else found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("site", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--now", default="2026-11-21T12:00:00Z", help="the reader's clock")
    parser.add_argument("--whole", action="store_true", help="the whole page, not what a screen shows")
    parser.add_argument("--only", action="append", help="one page by name (may be repeated)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    site = Site(options.site.resolve())
    with chrome.chromium() as browser, chrome.served(site.root) as server:
        for width, height in SIZES.items():
            for scheme in ("light", "dark"):
                with chrome.watched(
                    browser,
                    [],
                    options.now,
                    color_scheme=scheme,
                    viewport={"width": width, "height": height},
                    device_scale_factor=2 if width < 500 else 1,
                ) as page:
                    for name, path in paths(site, options.now[:10]).items():
                        if options.only and name not in options.only:
                            continue
                        page.goto(f"{server}/{path}")
                        chrome.settle(page)
                        target = options.folder / f"{name}-{width}-{scheme}.png"
                        page.screenshot(path=target, full_page=options.whole)
                        print(target)


if __name__ == "__main__":
    main()
