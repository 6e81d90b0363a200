"""Style sheets that scripts load later, and what they change on a page."""

from __future__ import annotations

import tool

# The others are linked by their pages.
LATE = sorted({path.name for path in (tool.TEMPLATES / "assets/modules").glob("*.css")}
              - {"embed.css", "embedding.css", "paper.css"})
BOXES = """() => [...document.querySelectorAll('body *')].filter(e => e.checkVisibility()).map(e => {
  const {x, y, width, height} = e.getBoundingClientRect(), style = getComputedStyle(e);
  return [e.tagName, e.className, x, y, width, height, style.color, style.backgroundColor, style.fontSize,
    style.textTransform, style.letterSpacing, style.opacity].join(' ') })"""
ADD = """name => new Promise((resolve, reject) => {
  const href = new URL(name, new URL(document.body.dataset.engine, document.baseURI)).href;
  const link = document.createElement('link');
  Object.assign(link, {rel: 'stylesheet', href, onload: () => resolve(), onerror: reject});
  document.querySelector('link[rel=stylesheet]').after(link) })"""


def changed_by_late_sheets(page) -> dict[str, list[str]]:
    """What boxes of a page that is open are changed by each of them, if any; they stay in it."""
    before, changes = set(page.evaluate(BOXES)), {}
    for name in LATE:
        page.evaluate(ADD, name)
        after = set(page.evaluate(BOXES))
        if changed := sorted(after ^ before):
            changes[name] = changed[:4]
        before = after
    return changes
