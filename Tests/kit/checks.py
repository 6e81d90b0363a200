"""Checks that every built site must pass. Each returns its findings, one sentence each; none means success."""

from __future__ import annotations

import json
import posixpath
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from urllib.parse import urlsplit

from pages import KINDS, NAMES, Page, Site, dates_of, moment, query, step

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)

# Schemes that links from content may have, and those of the site's own addresses.
LINK_SCHEMES = {"http", "https", "mailto", "tel", "geo"}

# ---- Links ---------------------------------------------------------------------------------------


def links(site: Site) -> list[str]:
    """Every address leads to a file of the site (and a fragment to an id), whether the site is read as files or from
    a folder of a server."""
    found = []
    for path, page in site.pages.items():
        for reference in page.references:
            fault = _fault(site, path, reference)
            if fault:
                found.append(
                    f"{path}: <{reference.tag} {reference.attribute}={reference.value!r}>: {fault}"
                )
    for path in sorted(site.files):
        if path.endswith(".css"):
            addresses = _style_addresses(site.text(path))
        elif path.endswith((".js", ".mjs")):
            addresses = _module_addresses(site.text(path))
        elif path.endswith(".webmanifest"):
            addresses = _manifest_addresses(site.text(path))
        else:
            addresses = []
        for address in addresses:
            fault = _file_fault(site, path, address)
            if fault:
                found.append(f"{path}: {address!r}: {fault}")
        if site.base_url and path.endswith((".xml", ".json", ".txt", ".ics", ".ifb")):
            # Long lines of calendars are folded.
            text = re.sub(r"\r?\n ", "", site.text(path)) if path.endswith(".ics") else site.text(path)
            for address in set(re.findall(re.escape(site.base_url) + r"[^\s<>\"'\\\]]*", text)):
                fault = _own_fault(site, address)
                if fault:
                    found.append(f"{path}: {address!r}: {fault}")
    return found


def _fault(site: Site, path: str, reference) -> str | None:
    address = reference.value
    if re.search(r"[\x00-\x20\x7f\\]", address):
        return "holds a space, a control character or a backslash"
    try:
        parts = urlsplit(address)
    except ValueError as error:
        return str(error)
    secure = re.sub(r"^webcal:", "https:", address)
    if site.base_url and secure.startswith(site.base_url):
        return _own_fault(site, secure)
    if parts.scheme == "data" and reference.tag in ("img", "image"):
        return None
    if parts.scheme:
        if reference.tag != "a":
            return "is loaded from elsewhere"
        return None if parts.scheme.lower() in LINK_SCHEMES else f"has the scheme {parts.scheme}"
    if parts.netloc or address.startswith("//"):
        return "names a host without a scheme"
    if posixpath.basename(path) == "404.html":
        if address.startswith("#"):
            return _file_fault(site, path, address)
        prefix = urlsplit(site.base_url).path or "/"
        if not parts.path.startswith(prefix):
            return f"does not begin with {prefix}, and this page is shown at any depth"
        return _file_fault(site, "404.html", address[len(prefix) :] or "index.html")
    if address.startswith("/"):
        return "is an absolute path"
    return _file_fault(site, path, address)


DATE_OF_SERIES = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?")


def _own_fault(site: Site, address: str) -> str | None:
    rest = address[len(site.base_url) :]
    return _file_fault(site, "index.html", rest if urlsplit(rest).path else "index.html")


def _file_fault(site: Site, path: str, address: str) -> str | None:
    if address.startswith("data:"):
        return None
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or address.startswith("/"):
        return "is not a relative address"
    target, fragment = site.resolve(path, address)
    if not address:
        return "is empty"
    if target is None:
        return "leads out of the site"
    if target not in site.files:
        return "names a folder" if (site.root / target).is_dir() else "there is no such file"
    if posixpath.basename(target) == "beyond.html" and parts.query:
        asked = query(address)
        view, section = asked.get("view", ""), asked.get("section")
        # Without a section, it is that of the reader's today.
        if view not in KINDS or section is not None and not NAMES[view].fullmatch(section):
            return "asks beyond.html for no section"
    if fragment and target.endswith(".html") and fragment not in site.pages[target].ids:
        # Scripts show the date of a series that its page does not list.
        if not DATE_OF_SERIES.fullmatch(fragment) or 'class="dates"' not in site.text(target):
            return f"{target} has no id {fragment!r}"
    if fragment and target.endswith(".svg") and f'id="{fragment}"' not in site.text(target):
        return f"{target} has no id {fragment!r}"
    return None


def _style_addresses(text: str) -> list[str]:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = re.findall(r"url\(\s*(?:\"([^\"]*)\"|'([^']*)'|([^)\"'\s]*))\s*\)", text)
    found += re.findall(r"@import\s+(?:\"([^\"]*)\"|'([^']*)'())", text)
    return [a for a in ("".join(groups) for groups in found) if not a.startswith("#")]


def _module_addresses(text: str) -> list[str]:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"(?<!:)//.*", "", text)
    return re.findall(r"(?:\bfrom|\bimport)\s*\(?\s*[\"'](\.{1,2}/[^\"']+)[\"']", text)


def _manifest_addresses(text: str) -> list[str]:
    manifest = json.loads(text)
    found = [manifest[key] for key in ("start_url", "id") if key in manifest]
    for group in ("icons", "screenshots"):
        found += [entry["src"] for entry in manifest.get(group, [])]
    for shortcut in manifest.get("shortcuts", []):
        found.append(shortcut["url"])
    return found


def reach(site: Site) -> list[str]:
    """Every page can be reached by links from index.html, except 404.html, which the server shows."""
    seen, queue = {"index.html"}, ["index.html"]
    while queue:
        path = queue.pop()
        for reference in site.pages[path].references:
            if reference.tag == "a" and not urlsplit(reference.value).scheme:
                target, _ = site.resolve(path, reference.value)
                if target in site.pages and target not in seen:
                    seen.add(target)
                    queue.append(target)
    return [
        f"{path}: no link leads here"
        for path in site.pages
        if path not in seen and posixpath.basename(path) != "404.html"
    ]


# ---- Walking -------------------------------------------------------------------------------------


def walk(site: Site, zone: str = "") -> list[str]:
    """`rel=next` leads from the first page of each kind through all of them, once each, and `rel=prev` back; the
    ends lead to beyond.html; head and body agree."""
    found = []
    for kind in KINDS:
        pages = site.kind(kind, zone)
        if not pages:
            found.append(f"{zone}{kind}/: there is no page")
            continue
        by_path = {page.path: page for page in pages}
        for page in pages:
            if not NAMES[kind].fullmatch(page.name):
                found.append(f"{page.path}: the name is not that of a section")
        if found:
            continue
        for rel, start, count in (("next", pages[0], 1), ("prev", pages[-1], -1)):
            found += _walk_one(site, zone, kind, by_path, rel, start, count)
    return found


def _walk_one(site, zone, kind, by_path, rel, page, count) -> list[str]:
    visited = set()
    while True:
        visited.add(page.path)
        addresses = set()
        for in_head, place in ((True, "head"), (False, "page")):
            values = page.linked(rel, in_head)
            if not values:
                return [f"{page.path}: no rel={rel} in the {place}"]
            addresses |= {(site.resolve(page.path, v)[0], urlsplit(v).query) for v in values}
        if len(addresses) > 1:
            return [f"{page.path}: the links rel={rel} disagree: {sorted(addresses, key=str)}"]
        target = addresses.pop()[0]
        expected = step(kind, page.name, count)
        if target in visited:
            return [f"{page.path}: rel={rel} leads back to {target}"]
        if target in by_path:
            if by_path[target].name != expected:
                return [f"{page.path}: rel={rel} leads to {target}, not to {expected}"]
            page = by_path[target]
            continue
        if target is None or posixpath.basename(target) != "beyond.html":
            return [f"{page.path}: rel={rel} leads to {target}"]
        asked = query(page.linked(rel, True)[0])
        if asked.get("view") != kind or asked.get("section") != expected:
            return [f"{page.path}: rel={rel} asks beyond.html for {asked}, not for {kind} {expected}"]
        return [
            f"{path}: rel={rel} from the other end never comes here"
            for path in by_path
            if path not in visited
        ]


# ---- Contracts -----------------------------------------------------------------------------------


def contracts(site: Site, zone: str) -> list[str]:
    """Features of every page that scripts, style sheets and other programs may rely on."""
    found = []
    for path, page in site.pages.items():
        say = lambda fault: found.append(f"{path}: {fault}")  # noqa: E731
        for attribute in ("lang", "dir"):
            if not page.html.get(attribute):
                say(f"<html> has no {attribute}")
        for attribute in ("data-view", "data-section", "data-zone"):
            if attribute not in page.body:
                say(f"<body> has no {attribute}")
        if not page.body.get("data-view"):
            say("data-view is empty")
        if not path.startswith("zone/") and page.body.get("data-zone") != zone:
            say(f"data-zone is {page.body.get('data-zone')!r}, not {zone!r}")
        if not page.title:
            say("no title")
        if page.viewport is None:
            say("no viewport")
        if [" ".join(p.split()) for p in page.policies] != [POLICY]:
            say(f"the content security policy is {page.policies}")
        elif page.policy_is_late:
            say("the content security policy comes after something is loaded")
        for inline in page.inline:
            say(f"inline: {inline}")
        for identifier in page.repeated_ids:
            say(f"the id {identifier!r} stands twice")
        for block in page.data_blocks:
            try:
                json.loads(block)
            except ValueError as error:
                say(f"a data block is not JSON: {error}")
        found += _today(site, page)
        found += _sections(page)
        found += _events(page)
    return found


def _today(site: Site, page: Page) -> list[str]:
    # A board on a wall has no controls.
    if page.body.get("data-view") == "board":
        return []
    controls = [r for r in page.references if r.is_today and r.tag == "a" and r.attribute == "href"]
    if not controls:
        return [f"{page.path}: no <a data-today>"]
    return [
        f"{page.path}: data-today leads to {r.value}, a name that depends on the day of the build"
        for r in controls
        if re.search(r"\d", posixpath.basename(urlsplit(r.value).path))
        and posixpath.basename(page.path) != "404.html"
    ]


def _sections(page: Page) -> list[str]:
    found = []
    for cell in page.cells:
        if cell.busy is not None and cell.busy not in ("0", "1", "2", "3", "4"):
            found.append(f"{page.path}: data-busy is {cell.busy!r}")
        if cell.busy is not None and cell.date is None:
            found.append(f"{page.path}: data-busy without data-date")
        if cell.date is not None and not NAMES["day"].fullmatch(cell.date):
            found.append(f"{page.path}: data-date is {cell.date!r}")
    if page.kind not in KINDS or found:
        return found
    if page.body.get("data-view") != page.kind:
        found.append(f"{page.path}: data-view is {page.body.get('data-view')!r}")
    if page.body.get("data-section") != page.name:
        found.append(f"{page.path}: data-section of <body> is {page.body.get('data-section')!r}")
    if page.name not in page.sections:
        found.append(f"{page.path}: no element in <body> has data-section={page.name!r}")
    if page.kind != "agenda":
        days = {cell.date for cell in page.cells if cell.busy is not None}
        for day in dates_of(page.kind, page.name):
            if day not in days:
                found.append(f"{page.path}: no element has data-date={day!r} and data-busy")
    return found


def _events(page: Page) -> list[str]:
    found = []
    for event in page.events:
        what = f"{page.path}: the event {event.uid!r} of {event.start!r}"
        if event.uid is None:
            found.append(f"{what}: no data-uid")
        if not event.href and page.kind in ("agenda", "day"):  # the days of the window only
            found.append(f"{what}: no href")
        try:
            if moment(event.start) > moment(event.end):
                found.append(f"{what}: ends at {event.end!r}")
        except (TypeError, ValueError):
            found.append(f"{what} to {event.end!r}: not two dates or two times")
        if not event.times:
            found.append(f"{what}: no <time datetime>")
        for time in event.times:
            if not time or not re.match(r"[-\d]|P", time):
                found.append(f"{what}: <time datetime={time!r}>")
    return found


# ---- Agreement -----------------------------------------------------------------------------------


def agreement(site: Site, agenda: dict, first: str, last: str) -> list[str]:
    """Each page shows on each day from `first` to `last` (inclusive) the events of `agenda --format json`: calendar,
    agenda, week and day pages, and all others that show days."""
    expected = {
        day["date"]: [(e["uid"], moment(e["start"]), moment(e["end"])) for e in day["events"]]
        for day in agenda["days"]
    }
    busy = {day["date"]: day["busyMinutes"] for day in agenda["days"]}
    covered, found = agenda_range(agenda), []
    levels: dict[str, dict[str, str]] = defaultdict(dict)
    for path, page in site.pages.items():
        if path.startswith("zone/"):
            continue
        groups: dict[tuple[int, str], list] = defaultdict(list)
        for event in page.events:
            if event.date is None:
                if page.kind in KINDS:
                    found.append(f"{path}: the event {event.uid!r} stands in no element with data-date")
                continue
            groups[event.section, event.date].append((event.uid, moment(event.start), moment(event.end)))
        for (_, day), shown in groups.items():
            if day not in covered:
                continue
            wanted = expected.get(day, [])
            if sorted(shown, key=repr) != sorted(wanted, key=repr):
                found.append(f"{path}: {day}: {_difference(shown, wanted)}")
            elif page.kind == "agenda" and shown != wanted:
                found.append(f"{path}: {day}: the order is {shown}, not {wanted}")
        if page.kind in KINDS and page.kind != "year":
            shown_days = {day for _, day in groups}
            for day in dates_of(page.kind, page.name):
                if day in expected and day in covered and day not in shown_days:
                    found.append(f"{path}: {day}: shows no event, not {len(expected[day])}")
        for cell in page.cells:
            if cell.busy is not None and cell.date in covered:
                levels[cell.date].setdefault(cell.busy, path)
    by_minutes: dict[int, str] = {}
    for day, seen in sorted(levels.items()):
        if len(seen) > 1:
            found.append(
                f"{day}: busy level {' and '.join(f'{l} in {p}' for l, p in sorted(seen.items()))}"
            )
        level, minutes = min(seen), busy.get(day, 0)
        if by_minutes.setdefault(minutes, level) != level:
            found.append(
                f"{day}: {minutes} busy minutes are level {level}, elsewhere {by_minutes[minutes]}"
            )
    ordered = [by_minutes[minutes] for minutes in sorted(by_minutes)]
    if ordered != sorted(ordered):
        found.append(f"busy levels do not grow with the minutes: {sorted(by_minutes.items())}")
    if by_minutes.get(0, "0") != "0":
        found.append(f"a day without busy minutes has level {by_minutes[0]}")
    for kind in ("calendar", "agenda", "week", "day"):
        days = {day for page in site.kind(kind) for day in dates_of(kind, page.name)}
        if not {first, last} <= days:
            found.append(f"{kind}/: the pages do not cover {first} to {last}")
    return found


def agenda_range(agenda: dict):
    class Range:
        def __contains__(self, day):
            return agenda["from"] <= day < agenda["to"]

    return Range()


def _difference(shown: list, wanted: list) -> str:
    rest = list(wanted)
    more = []
    for event in shown:
        if event in rest:
            rest.remove(event)
        else:
            more.append(event)
    return " and ".join(
        f"{word} {[(u, str(s), str(e)) for u, s, e in events]}"
        for word, events in (("shows besides", more), ("lacks", rest))
        if events
    )


# ---- Files ---------------------------------------------------------------------------------------

RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)


def names(site: Site) -> list[str]:
    """Every file name is valid on every system."""
    found, seen = [], {}
    for path in sorted(site.files):
        for part in path.split("/"):
            if (
                re.search(r'[<>:"\\|?*\s%#]', part)
                or part.endswith(".")
                or part.startswith("-")
                or any(unicodedata.category(c) in ("Cc", "Cf", "Co", "Cs") for c in part)
                or unicodedata.normalize("NFC", part) != part
                or RESERVED.fullmatch(part)
                or len(part.encode()) > 200
            ):
                found.append(f"{path!r}: not a name for every system")
                break
        same = seen.setdefault(path.casefold(), path)
        if same != path:
            found.append(f"{path!r} and {same!r} differ in case only")
    return found


def readable(site: Site) -> list[str]:
    """Every text is UTF-8 without NULs; XML and JSON are well formed."""
    found = []
    for path in sorted(site.files):
        if path.endswith(
            (
                ".wasm",
                ".png",
                ".jpg",
                ".jpeg",
                ".gif",
                ".webp",
                ".avif",
                ".ico",
                ".bin",
                ".gz",
                ".br",
                ".woff2",
            )
        ):
            continue
        try:
            text = site.text(path)
        except UnicodeDecodeError as error:
            found.append(f"{path}: {error}")
            continue
        if "\0" in text:
            found.append(f"{path}: holds a NUL")
        try:
            if path.endswith((".xml", ".svg")):
                ElementTree.fromstring(text)
            elif path.endswith((".json", ".webmanifest")):
                json.loads(text)
        except (ValueError, ElementTree.ParseError) as error:
            found.append(f"{path}: {error}")
    return found


def strangers(site: Site, innocent: Site) -> list[str]:
    """Elements and attributes that an innocent site of the same form does not have."""
    known = set().union(*(page.shape for page in innocent.pages.values()))
    return [
        f"{path}: <{tag}{' ' + attribute if attribute else ''}>"
        for path, page in site.pages.items()
        for tag, attribute in sorted(page.shape - known)
    ]
