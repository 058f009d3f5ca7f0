"""What many tests share: the real data where it is, and one folder in which the whole demo has run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def _given(name: str) -> Path:
    value = os.environ.get(name)
    if not value:
        pytest.skip(f"{name} is not set")
    return Path(value)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real collections; the test is skipped where it is not set."""
    return _given("GOLDKIT_REAL_DATA")


@pytest.fixture(scope="session")
def example_logs() -> Path:
    """The folder of example exports; the test is skipped where it is not set."""
    return _given("GOLDKIT_EXAMPLE_LOGS")


@pytest.fixture(scope="session")
def demo(tmp_path_factory) -> tuple[Path, str]:
    """The folder that `goldkit demo` made, and all it printed. Tests copy it before they change anything."""
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-m", "goldkit", "demo", "story"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return folder / "story", done.stdout
