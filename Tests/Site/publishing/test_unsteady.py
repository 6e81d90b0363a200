"""`make test` runs failed tests again, alone: one unlucky run does not stop a change, and what fails twice does."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tool

MAKEFILE = """
.PHONY: test-a test-b good bad
PYTEST_FLAGS ?=
TEST_WORKERS ?= 0
test-a test-b:
\tCOUNT=$(CURDIR)/count-$@ {python} -m pytest -c pytest.ini $(PYTEST_FLAGS) -n $(TEST_WORKERS) $@
good:
\t@echo well
bad:
\t@echo badly; false
"""
# A test that fails as often as its name says, and one that never does.
TESTS = """
import os, pytest
from pathlib import Path

@pytest.mark.parametrize("number, times", {cases})
def test_fails(number, times):
    file = Path(f"{{os.environ['COUNT']}}-{{number}}-{{times}}")
    ran = len(file.read_bytes()) if file.exists() else 0
    file.write_bytes(b"x" * (ran + 1))
    assert ran >= times

def test_passes():
    pass
"""


@pytest.fixture
def run(tmp_path):
    def run(a: list[int], b: list[int] = (), other: str = "good") -> tuple[int, list[str]]:
        """Runs parts with tests that fail that often; gives the exit code and the lines of the output."""
        (tmp_path / "Makefile").write_text(MAKEFILE.format(python=sys.executable))
        (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q\n")
        for name, times in (("test-a", a), ("test-b", b)):
            (tmp_path / name).mkdir()
            (tmp_path / name / f"{name}.py".replace("-", "_")).write_text(TESTS.format(cases=list(enumerate(times))))
        script = f"""
import importlib.util, sys
spec = importlib.util.spec_from_file_location("runner", {str(tool.PROJECT / ".ci/test.py")!r})
runner = importlib.util.module_from_spec(spec)
sys.modules["runner"] = runner
spec.loader.exec_module(runner)
from pathlib import Path
runner.ROOT = Path({str(tmp_path)!r})
pytest = {{"closing": runner.PYTEST, "is_repeatable": True}}
runner.PARTS["all"] = [runner.Part("other", {other!r}), runner.Part("test-a", "test-a", **pytest),
                       runner.Part("test-b", "test-b", **pytest)]
sys.argv = ["test.py"]
sys.exit(runner.main())
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
        print(done.stdout)
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    return run


def test_what_passes_alone_is_named_and_does_not_fail(run):
    code, lines = run([1, 0], [1])
    assert code == 0
    assert lines[-1] == "unsteady: 2: test-a/test_a.py::test_fails[0-1], test-b/test_b.py::test_fails[0-1]"
    assert [line.split(" (")[0] for line in lines if "again (" in line] == [
        "test-a, failed tests again", "test-b, failed tests again"]
    assert all("1 passed" in line for line in lines if "again (" in line)


def test_without_failures_nothing_is_said(run):
    code, lines = run([0], [0])
    assert code == 0 and not any("again" in line or "unsteady" in line for line in lines)


@pytest.mark.parametrize("a, b, other", [([1, 2], [0], "good"), ([1] * 6, [0], "good"), ([1] * 3, [1] * 3, "good"),
                                         ([1] * 21, [0], "good"), ([1], [0], "bad")])  # fmt: skip
def test_what_fails_twice_or_too_often_fails(a, b, other, run):
    code, lines = run(a, b, other)
    assert code != 0 and lines[-1].startswith("unsteady: " if len(a) < 21 else "Failed: ")
    assert any(line.startswith("Failed: ") for line in lines)
