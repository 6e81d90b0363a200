"""A built site, parsed as a browser does: each page is parsed once and kept as plain values."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from functools import cached_property
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser

# The kinds of page that form a sequence of sections, each in the folder of its name.
KINDS = ("calendar", "agenda", "week", "day", "year")

# Attributes that contain an address, on any element.
ADDRESS_ATTRIBUTES = ("href", "src", "xlink:href", "poster", "action", "formaction", "background", "ping")

# Scripts of these types are data: browsers never run them.
DATA_BLOCKS = ("application/ld+json", "application/json")


@dataclass(slots=True)
class Reference:
    """An address found on a page."""

    tag: str
    attribute: str
    value: str
    rel: frozenset[str] = frozenset()
    in_head: bool = False
    is_today: bool = False


@dataclass(slots=True)
class Event:
    """An `a.event`, with its day and section."""

    uid: str | None
    start: str | None
    end: str | None
    href: str | None
    date: str | None
    section: int
    text: str
    times: list[str | None] = field(default_factory=list)


@dataclass(slots=True)
class Cell:
    """An element with `data-date` or `data-busy`."""

    date: str | None
    busy: str | None
    section: int


@dataclass(slots=True)
class Page:
    path: str
    html: dict = field(default_factory=dict)
    body: dict = field(default_factory=dict)
    title: str = ""
    viewport: str | None = None
    policies: list[str] = field(default_factory=list)
    policy_is_late: bool = False
    ids: set[str] = field(default_factory=set)
    repeated_ids: set[str] = field(default_factory=set)
    references: list[Reference] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)  # of elements inside the body
    events: list[Event] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)  # the texts of h1 elements
    data_blocks: list[str] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)  # inline scripts, styles and handlers
    shape: set[tuple[str, str]] = field(default_factory=set)  # (tag, attribute), (tag, "")

    @property
    def kind(self) -> str:
        folder, _, name = self.path.rpartition("/")
        return folder.rpartition("/")[2] or name.removesuffix(".html")

    @property
    def name(self) -> str:
        return posixpath.basename(self.path).removesuffix(".html")

    @property
    def depth(self) -> int:
        return self.path.count("/")

    def linked(self, rel: str, in_head: bool) -> list[str]:
        return [
            r.value
            for r in self.references
            if rel in r.rel and r.in_head == in_head and r.tag == ("link" if in_head else "a")
        ]


def read_page(path: str, source: bytes | str) -> Page:
    tree = LexborHTMLParser(source)
    page = Page(path)
    page.html = dict(tree.root.attributes)
    _walk(page, tree.root, None, -1, False)
    for fragment in _templates(tree.root):
        _walk(page, fragment, None, -1, False)
    return page


def _templates(node):
    found = []
    for template in node.css("template"):
        for fragment in template.template_fragments() or []:
            found.append(fragment)
            found.extend(_templates(fragment))
    return found


def _walk(
    page: Page, node, day: str | None, section: int, in_head: bool, event: Event | None = None
) -> None:
    child = node.child
    while child is not None:
        tag = child.tag
        if tag[0] == "-":  # text, a comment, the document type
            child = child.next
            continue
        attributes = child.attributes
        its_day, its_section, its_head, its_event = day, section, in_head, event
        page.shape.add((tag, ""))
        for name, value in attributes.items():
            page.shape.add((tag, name))
            if name == "id" and value:
                (page.repeated_ids if value in page.ids else page.ids).add(value)
            elif name == "style" or name.startswith("on") or name == "srcdoc":
                page.inline.append(f"<{tag} {name}={value!r}>")
            elif name == "srcset" or name == "imagesrcset":
                for candidate in (value or "").split(","):
                    address = (candidate.split() or [""])[0]
                    page.references.append(Reference(tag, name, address))
            if name in ADDRESS_ATTRIBUTES or (name == "data" and tag == "object"):
                page.references.append(
                    Reference(
                        tag,
                        name,
                        value or "",
                        frozenset((attributes.get("rel") or "").lower().split()),
                        in_head,
                        "data-today" in attributes,
                    )
                )
        if tag == "head":
            its_head = True
        elif tag == "body":
            page.body = dict(attributes)
        elif tag == "title" and in_head:
            page.title = child.text().strip()
        elif tag == "h1":
            page.headings.append(child.text())
        elif tag == "meta":
            if (attributes.get("http-equiv") or "").lower() == "content-security-policy":
                page.policies.append(attributes.get("content") or "")
                page.policy_is_late = any(
                    r.tag in ("script", "link")
                    and (r.tag == "script" or r.rel & {"stylesheet", "modulepreload", "preload"})
                    for r in page.references
                )
            elif (attributes.get("name") or "").lower() == "viewport":
                page.viewport = attributes.get("content") or ""
        elif tag == "style":
            page.inline.append("<style>")
        elif tag == "base":
            page.inline.append("<base>")
        elif tag == "script" and "src" not in attributes:
            if (attributes.get("type") or "").lower() in DATA_BLOCKS:
                page.data_blocks.append(child.text())
            else:
                page.inline.append(f"<script>{child.text()[:60]}")
        elif tag == "time" and event is not None:
            event.times.append(attributes.get("datetime"))
        if tag != "body" and "data-section" in attributes:
            page.sections.append(attributes["data-section"] or "")
            its_section = len(page.sections) - 1
        if "data-date" in attributes or "data-busy" in attributes:
            if "data-date" in attributes:
                its_day = attributes["data-date"]
            page.cells.append(Cell(attributes.get("data-date"), attributes.get("data-busy"), its_section))
        if tag == "a" and "event" in (attributes.get("class") or "").split():
            its_event = Event(
                attributes.get("data-uid"),
                attributes.get("data-start"),
                attributes.get("data-end"),
                attributes.get("href"),
                its_day,
                its_section,
                child.text(),
            )
            page.events.append(its_event)
        if tag not in ("script", "style"):
            _walk(page, child, its_day, its_section, its_head, its_event)
        child = child.next


class Site:
    """A folder that a build wrote."""

    def __init__(self, root: Path, base_url: str = ""):
        self.root = Path(root)
        self.base_url = base_url.rstrip("/") + "/" if base_url else ""

    @cached_property
    def files(self) -> set[str]:
        return {p.relative_to(self.root).as_posix() for p in self.root.rglob("*") if p.is_file()}

    @cached_property
    def pages(self) -> dict[str, Page]:
        return {
            path: read_page(path, self.read(path)) for path in sorted(self.files) if path.endswith(".html")
        }

    def read(self, path: str) -> bytes:
        return (self.root / path).read_bytes()

    def text(self, path: str) -> str:
        return self.read(path).decode("utf-8")

    def kind(self, kind: str, zone: str = "") -> list[Page]:
        """The pages of one kind in the order of their sections; `zone` is the folder of a further zone's site
        ("zone/new-york/")."""
        folder = f"{zone}{kind}"
        return [page for path, page in self.pages.items() if posixpath.dirname(path) == folder]

    @property
    def zones(self) -> list[str]:
        """The folders that contain a complete site: the root, and one for each further zone."""
        return [""] + sorted(
            {"/".join(p.split("/")[:2]) + "/" for p in self.pages if p.startswith("zone/")}
        )

    def one_of_each(self) -> dict[str, Page]:
        """A page of every kind: the fullest of each, so that there is something to check."""
        best: dict[str, Page] = {}
        for path, page in self.pages.items():
            if path.startswith("zone/"):
                continue
            if page.kind not in best or len(page.events) > len(best[page.kind].events):
                best[page.kind] = page
        return best

    def resolve(self, page_path: str, address: str) -> tuple[str | None, str]:
        """The file (relative to the root) that an address on a page names, and its fragment; None as the file if the
        address leads out of the root."""
        parts = urlsplit(address)
        path = unquote(parts.path)
        if not path:
            return page_path, unquote(parts.fragment)
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(page_path), path))
        if path.endswith("/"):
            whole += "/"
        if whole == ".." or whole.startswith(("../", "/")):
            return None, unquote(parts.fragment)
        return whole, unquote(parts.fragment)


# ---- Sections ------------------------------------------------------------------------------------

NAMES = {
    "calendar": re.compile(r"-?\d{4}-(0[1-9]|1[0-2])"),
    "agenda": re.compile(r"-?\d{4}-(0[1-9]|1[0-2])"),
    "year": re.compile(r"-?\d{4}"),
    "week": re.compile(r"-?\d{4}-\d\d-\d\d"),
    "day": re.compile(r"-?\d{4}-\d\d-\d\d"),
}


def step(kind: str, name: str, count: int) -> str:
    """The name of the section `count` after (before, if negative) the named one."""
    if kind in ("calendar", "agenda"):
        year, month = (int(x) for x in name.split("-"))
        index = year * 12 + month - 1 + count
        return f"{index // 12:04}-{index % 12 + 1:02}"
    if kind == "year":
        return f"{int(name) + count:04}"
    days = count * (7 if kind == "week" else 1)
    return (date.fromisoformat(name) + timedelta(days=days)).isoformat()


def dates_of(kind: str, name: str) -> list[str]:
    """The dates of a section."""
    if kind in ("calendar", "agenda"):
        first, last = date.fromisoformat(name + "-01"), date.fromisoformat(step(kind, name, 1) + "-01")
    elif kind == "year":
        first, last = date(int(name), 1, 1), date(int(name) + 1, 1, 1)
    else:
        first, last = date.fromisoformat(name), date.fromisoformat(step(kind, name, 1))
    return [(first + timedelta(days=i)).isoformat() for i in range((last - first).days)]


def query(address: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}


def moment(text: str) -> str | datetime:
    """A start or an end in comparable form: a date stays as it is, a time becomes its instant, so that values with
    different offsets compare equal. A time without an offset stays a local time."""
    if re.fullmatch(r"-?\d{4}-\d\d-\d\d", text):
        return text
    value = datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)
    return value.astimezone(timezone.utc) if value.tzinfo else value
