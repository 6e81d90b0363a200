"""Generated guides match the sources."""

import re
import subprocess
import sys
from pathlib import Path

import yaml

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
