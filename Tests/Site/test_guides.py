"""Generated guides match the sources."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

import surroundings
from small_site import Site
from tool import snapshot

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_theme_guide_names_every_field_of_the_schema():
    command = [sys.executable, "-B", ROOT / ".ci/theme-fields.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_programs_of_the_digest_guide_are_well_formed():
    """Its script and its workflow, whose steps are scripts."""
    guide = (ROOT / "docs/guides/digest.md").read_text(encoding="utf-8")
    scripts = re.findall(r"^```sh\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    workflow = yaml.safe_load(re.search(r"^```yaml\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)[1])
    # YAML 1.1 reads the key `on` as a truth value.
    assert workflow[True]["schedule"] == [{"cron": "0 6 * * 1"}]
    scripts += [step["run"] for step in workflow["jobs"]["send"]["steps"] if "run" in step]
    assert len(scripts) == 2
    for script in scripts:
        assert "agenda" in script and "msmtp" in script
        run = subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr


# ---- docs/guides/deploy.md -----------------------------------------------------------------------

DEPLOY = (ROOT / "docs/guides/deploy.md").read_text(encoding="utf-8")


def commands(beginning: str) -> str:
    """The block of commands that begins so."""
    return re.search(rf"^```\n({re.escape(beginning)}.*?)^```", DEPLOY, re.MULTILINE | re.DOTALL)[1]


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


def test_a_build_with_an_address(site):
    run(site, commands("busylife-gen build --base-url https://example.org"))
    address = "https://example.org/calendar/"
    for path in ("sitemap.xml", "robots.txt", "index.html", "subscribe.html", "feeds/all.ics"):
        assert address in (site.output / path).read_text(encoding="utf-8"), path
    assert 'href="/calendar/assets/' in (site.output / "404.html").read_text(encoding="utf-8")


def test_a_preview(site):
    site.build()
    command = commands("python3 -m http.server").split()
    assert command.pop() == "8000"
    server = subprocess.Popen([sys.executable, "-u", *command[1:], "0"], cwd=site.root, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    try:
        address = re.search(r"\((http://127\.0\.0\.1:\d+/)\)", server.stdout.readline())[1]
        assert urlopen(address, timeout=20).read() == (site.output / "index.html").read_bytes()
    finally:
        server.terminate()
        server.wait()


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
