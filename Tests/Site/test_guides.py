"""Generated guides match the sources."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_theme_guide_names_every_field_of_the_schema():
    command = [sys.executable, "-B", ROOT / ".ci/theme-fields.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
