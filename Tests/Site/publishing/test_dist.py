"""What `make dist` packs, before it is packed; `make test-dist` tries the packages themselves in a bare Debian."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import surroundings
import tool

ROOT = tool.PROJECT
HOSTING = ROOT / "Hosting"
NAME = "busylife-gen"
# Commands of the virtual environment that the tests run in.
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def trees(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run = subprocess.run(
        [sys.executable, "-B", ROOT / ".ci/dist.py", "trees", folder], capture_output=True, text=True,
        env=os.environ | {"BUSYLIFE_GEN": str(tool.TOOL)})
    assert run.returncode == 0, run.stderr
    return folder


def files(root: Path) -> set[str]:
    return {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()}


def test_the_version_is_that_of_the_changelog():
    newest = re.search(r"^## (\d\S*) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert tool.run("--version").out.strip() == newest[1]


def test_the_tarball_has_all_that_a_site_needs(trees):
    root = trees / "tar"
    found = files(root)
    theme = {f"share/{NAME}/Templates/{name}" for name in files(ROOT / "Templates")}
    assert theme <= found
    assert {f"bin/{NAME}", f"lib/{NAME}/{NAME}", f"share/{NAME}/BrowserModule.wasm",
            f"share/{NAME}/BrowserModule-whole.wasm", f"share/{NAME}/BrowserModule-search.wasm.gz",
            f"share/doc/{NAME}/LICENSE", "REQUIREMENTS"} <= found
    assert os.readlink(root / "bin" / NAME) == f"../lib/{NAME}/{NAME}"
    libraries = {name for name in found if name.startswith(f"lib/{NAME}/lib")}
    licences = {Path(name).stem for name in found if "/licences/" in name}
    assert {Path(name).name.partition(".so")[0] for name in libraries} <= licences
    assert {"swift", "swift-argument-parser", "Yams", "FlyingFox"} <= licences
    said = (root / "REQUIREMENTS").read_text()
    assert re.search(r"GNU C library, 2\.\d+ or newer", said) and "libcurl.so.4" in said and "tzdata" in said


def test_its_libraries_are_those_beside_it(trees):
    """All but the system's own; and none of them asks for one that is missing."""
    root = trees / "tar" / "lib" / NAME
    for path in sorted(root.iterdir()):
        # A library that is loaded by the command finds those that are loaded already.
        environment = {"LD_LIBRARY_PATH": str(root)} if path.name != NAME else {}
        lines = subprocess.run(["ldd", path], env=environment, capture_output=True, text=True).stdout
        assert "not found" not in lines
        for line in lines.splitlines():
            name, _, place = line.strip().partition(" => ")
            if place and not re.match(r"lib(c|m|pthread|dl|rt|stdc\+\+|gcc_s)\.", name):
                assert place.startswith(str(root)), (path.name, line)


def test_it_builds_a_site_where_it_is_unpacked(trees, tmp_path):
    moved = tmp_path / "elsewhere with a space"
    shutil.copytree(trees / "tar", moved, symlinks=True)
    environment = surroundings.environment(PATH="/usr/bin:/bin", HOME=str(tmp_path))
    for words in (["init", "site"], ["build", "--content", "site/Content", "--output", "out", "--now", tool.NOW]):
        run = subprocess.run(
            [moved / "bin" / NAME, *words], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    assert "warning" not in run.stderr.replace("warning: pictures", "")
    assert (tmp_path / "out/index.html").exists()
    assert list((tmp_path / "out").glob("assets/modules-*/busylife-whole.wasm"))


def test_the_package_says_what_it_is(trees):
    root = trees / "deb"
    control = (root / "DEBIAN/control").read_text()
    fields = dict(re.findall(r"^([A-Z][\w-]*): (.*)$", control, re.MULTILINE))
    assert fields["Package"] == NAME and fields["Version"] == tool.run("--version").out.strip() + "-1"
    # Each library that the command is linked with is brought by a package.
    for package in (
        "libc6 (>=", "libcmark-gfm", "libexpat1", "libxxhash0", "libnettle8", "libqrencode4", "libbrotli1", "zlib1g",
    ):
        assert package in fields["Depends"]
    assert fields["Depends"].endswith(", tzdata")
    assert "libcurl4" in fields["Recommends"]
    found = files(root)
    assert not [name for name in found if not name.startswith(("usr/", "DEBIAN/"))]
    assert not [name for name in found if ".so" in Path(name).name]
    sums = dict(reversed(line.split("  ")) for line in (root / "DEBIAN/md5sums").read_text().splitlines())
    assert set(sums) == {name for name in found if not name.startswith("DEBIAN/")}
    for name in (f"usr/bin/{NAME}", f"usr/share/doc/{NAME}/copyright"):
        assert sums[name] == hashlib.md5((root / name).read_bytes()).hexdigest()
    assert int(fields["Installed-Size"]) * 1024 >= (root / "usr/bin" / NAME).stat().st_size
    for path in root.rglob("*"):
        assert path.is_symlink() or path.stat().st_mode & 0o777 in (0o644, 0o755), path


@pytest.mark.parametrize("tree, share", [("tar", "share"), ("deb", "usr/share")])
def test_the_manual_page_has_every_command_and_option(tree, share, trees, tmp_path):
    page = gzip.decompress((trees / tree / share / f"man/man1/{NAME}.1.gz").read_bytes())
    run = subprocess.run(["groff", "-mandoc", "-Tascii", "-ww", "-P-cbou"], input=page, capture_output=True)
    assert run.returncode == 0 and run.stderr == b"", run.stderr.decode()
    text = run.stdout.decode()
    commands = re.findall(r"^  ([a-z]+) {2,}", tool.run("--help").out.split("SUBCOMMANDS:")[1], re.MULTILINE)
    assert {"init", "build", "serve", "agenda", "check"} <= set(commands)
    for command in commands:
        assert re.search(rf"^   {command}$", text, re.MULTILINE), command
        for option in re.findall(r"^  (--[a-z-]+)", tool.run("help", command).out, re.MULTILINE):
            assert option in text, (command, option)


@pytest.mark.parametrize("shell, tar, deb", [
    ("bash", f"bash-completion/completions/{NAME}", None),
    ("zsh", f"zsh/site-functions/_{NAME}", f"zsh/vendor-completions/_{NAME}"),
    ("fish", f"fish/vendor_completions.d/{NAME}.fish", None),
])
def test_shells_complete_commands(shell, tar, deb, trees):
    script = trees / "tar/share" / tar
    assert (trees / "deb/usr/share" / (deb or tar)).read_bytes() == script.read_bytes()
    text = script.read_text()
    assert "agenda" in text and "base-url" in text
    if shutil.which(shell):
        run = subprocess.run([shell, "-n", script], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    if shell != "bash":
        return
    # As readline asks: what may follow `busylife-gen bu`.
    asked = f"""
        source '{script}'
        COMP_WORDS=({NAME} bu) COMP_CWORD=1 COMP_LINE='{NAME} bu' COMP_POINT=15
        $(complete -p {NAME} | sed 's/.*-F \\([^ ]*\\).*/\\1/') {NAME} bu {NAME}
        echo "${{COMPREPLY[@]}}"
    """
    run = subprocess.run(["bash", "-c", asked], capture_output=True, text=True)
    assert run.stdout.split() == ["build"], run.stderr


# ---- What hosts run -----------------------------------------------------------------------------


def scripts() -> list[tuple[str, str]]:
    """What workflows run, as scripts."""
    github = yaml.safe_load((HOSTING / "github-pages.yml").read_text())
    found = [(f"github: {step['name']}", step["run"]) for job in github["jobs"].values() for step in job["steps"]
             if "run" in step]
    gitlab = yaml.safe_load((HOSTING / "gitlab-ci.yml").read_text())["pages"]
    return found + [(f"gitlab: {key}", "\n".join(gitlab[key])) for key in ("before_script", "script")]


@pytest.mark.parametrize("script", [script for _, script in scripts()], ids=[name for name, _ in scripts()])
def test_what_workflows_run_is_sound(script):
    run = subprocess.run([BIN / "shellcheck", "-s", "bash", "-"], input=script, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    for words in re.findall(r"busylife-gen ([a-z]+)(.*)", script):
        if words[0] in ("build", "check"):
            known = tool.run("help", words[0]).out
            assert all(option in known for option in re.findall(r"--[a-z-]+", words[1]))


@pytest.mark.parametrize("name, output", [("github: Build", "site"), ("gitlab: script", "public")])
@pytest.mark.parametrize("line, code", [
    ("title: Club", 0), ("titel: Club", 1), ("privcy: busy", 1),
    # One that was never fetched: it would be published empty.
    ("calendars: [{name: far, source: 'http://127.0.0.1:9/a.ics'}]\nnetwork: {allowPrivate: true}", 1),
])
def test_workflows_publish_no_site_with_problems(name, output, line, code, bare, tmp_path):
    (tmp_path / "Content").mkdir()
    (tmp_path / "Content/site.yml").write_text(line + "\n")
    address = "https://name.example.org/club"
    env = surroundings.environment(XDG_CACHE_HOME=str(tmp_path / ".cache"), BASE_URL=address, CI_PAGES_URL=address)
    env["PATH"] = f"{bare.parent}:{env['PATH']}"
    script = dict(scripts())[name]
    run = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=tmp_path, env=env, capture_output=True,
                         text=True)  # fmt: skip
    assert run.returncode == code, run.stdout + run.stderr
    if code == 0:
        assert (tmp_path / output / "index.html").is_file() and not (tmp_path / output / ".busylife-gen").exists()


def test_scripts_of_packing_are_sound():
    run = subprocess.run([BIN / "shellcheck", ROOT / ".ci/test-dist"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name, schema, more", [
    ("github-pages.yml", "vendor.github-workflows", []),
    ("gitlab-ci.yml", "vendor.gitlab-ci", ["--data-transform", "gitlab-ci"]),
])
def test_workflows_are_valid(name, schema, more):
    command = [BIN / "check-jsonschema", "--builtin-schema", schema, *more, HOSTING / name]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_container_is_sound():
    run = subprocess.run([BIN / "hadolint", HOSTING / "Containerfile"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    # It installs what `make` asks for.
    text = (HOSTING / "Containerfile").read_text()
    build = (ROOT / ".ci/setup").read_text().split("    build)")[1].split(";;")[0]
    for package in re.findall(r"need \S+(?: [^\"\n]*\")? ([a-z0-9+-]+) ", build):
        assert package in text, package
