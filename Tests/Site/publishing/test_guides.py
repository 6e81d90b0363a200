"""Generated guides match the sources, and the commands of docs/guides/deploy.md keep a host equal to a site that
changes. test_guide_commands.py runs all others."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import surroundings
import tool
from small_site import Site
from tool import snapshot

ROOT = tool.PROJECT


def test_the_theme_guide_names_every_field_of_the_schema():
    command = [sys.executable, "-B", ROOT / ".ci/theme-fields.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


# ---- docs/guides/deploy.md -----------------------------------------------------------------------

DEPLOY = (ROOT / "docs/guides/deploy.md").read_text(encoding="utf-8")


def commands(beginning: str) -> str:
    """The block of commands that begins so."""
    return re.search(rf"^```sh\n({re.escape(beginning)}.*?)^```", DEPLOY, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture
def site(tmp_path, bare) -> Site:
    """Content in the working folder; the site is built to `Output`, as without options."""
    (tmp_path / "REPOSITORY").mkdir()
    site = Site(tmp_path / "REPOSITORY", bare)
    site.output = site.root / "Output"
    return site


def run(site: Site, script: str) -> None:
    """Commands as in a terminal of which each has to succeed."""
    names = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    path = f"{site.bare.parent}:{surroundings.environment()['PATH']}"
    run = subprocess.run(["bash", "-e", "-u", "-c", script], cwd=site.root, capture_output=True, text=True,
                         env=surroundings.environment(PATH=path, **names))  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr


def synchronised(site: Site, place: Path) -> bool:
    return snapshot(place) == {path: found for path, found in snapshot(site.output).items() if path != ".busylife-gen"}


@pytest.mark.skipif(not shutil.which("rsync"), reason="rsync is not there")
def test_a_site_is_copied(site, tmp_path):
    script = commands("rsync").replace("example.org:/srv", str(tmp_path))
    for title in ("Other", "Another"):
        site.put(1, title, 7)
        site.save()
        site.build()
        run(site, script)
        assert synchronised(site, tmp_path / "calendar")


def test_a_branch_for_pages(site, tmp_path):
    script = commands("busylife-gen build --base-url https://NAME")
    remote = tmp_path / "remote.git"
    run(site, f"""
        git init -q --bare {remote}
        git init -q .
        git remote add origin {remote}
        echo Output > .gitignore
        git add -A
        git commit -qm Content
    """)
    build, again = script.splitlines()[0], script[script.index("git rm"):]
    for number, commands_now in enumerate((script, f"{build}\ncd ../pages\n{again}")):
        site.put(1, f"Title {number}", 7)
        site.save()
        run(site, commands_now)
        place = tmp_path / f"published-{number}"
        run(site, f"git clone -q --branch gh-pages {remote} {place} && rm -r {place}/.git {place}/.nojekyll")
        assert synchronised(site, place)
    assert "https://NAME.github.io/REPOSITORY/" in (place / "sitemap.xml").read_text(encoding="utf-8")
