"""What axe finds on a page, in the light and in the dark scheme."""

from __future__ import annotations

from importlib.resources import files

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
  const isOfColours = rule => colours.includes(rule) || rule === 'color-contrast-enhanced';
  const others = isTags ? [] : runOnly.values.filter(rule => !isOfColours(rule));
  const ofColours = isTags ? colours : runOnly.values.filter(isOfColours);
  const off = Object.fromEntries(colours.map(rule => [rule, {enabled: false}]));
  const found = [];
  const look = async (context, options) =>
    found.push(...(await axe.run(context, {resultTypes: ['violations'], ...options})).violations);
  if (isTags) await look({include: [document], exclude}, {runOnly, rules: off});
  else if (others.length) await look({include: [document], exclude}, {runOnly: {type: 'rule', values: others}});
  if (texts.length) await look({include: texts}, {runOnly: {type: 'rule', values: ofColours}});
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
