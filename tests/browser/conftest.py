"""A real browser: Debian's Chromium through Playwright. Without either the tests here are skipped, and say so."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, for one module: Playwright holds the thread's event loop, which other tests want."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no chromium on the PATH")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Review:
    """`goldkit review` as a process of its own, at one port for its whole life, however often it is killed and started."""

    def __init__(self, golden: Path, *arguments: str, judge: str = "ana") -> None:
        self.port = "0"
        self._command = [sys.executable, "-m", "goldkit", "review", "--golden", str(golden), "--no-open"]
        self._command += ["--judge", judge, *arguments, "--port"]
        self.link = self.start()

    def start(self) -> str:
        """Start it; returns the link that opens it."""
        self.process = subprocess.Popen(
            [*self._command, self.port], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        )
        assert self.process.stderr
        said = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=\S+", said)
        assert found, said + self.process.stderr.read()
        self.port, self.link = found[1], found[0]
        return self.link

    def kill(self) -> None:
        """kill -9: nothing is said and nothing is finished."""
        self.process.kill()
        self.end()

    def end(self) -> None:
        """The process is gone afterwards."""
        self.process.terminate()
        self.process.communicate(timeout=30)


@pytest.fixture(scope="session")
def sheets() -> Any:
    """The module review_sheet: a test folder is no package, so that the file is loaded by its path."""
    return beside("review_sheet")


@pytest.fixture(scope="session")
def looks() -> Any:
    """What a page looks like: the questions of looks.py."""
    return beside("looks")


def beside(name: str) -> Any:
    """A module of this folder."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def golden(sheets: Any, tmp_path: Path) -> Any:
    """The golden directory of review_sheet."""
    return sheets.filled(tmp_path / "golden")


@pytest.fixture
def sheet(browser: Any, reviewing: Callable[..., Review], golden: Any, sheets: Any) -> Iterator[Callable[..., Any]]:
    """sheet(review, **context options) → a Sheet on which nothing may go wrong."""
    opened = []

    def open_sheet(review: Review | None = None, **options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}} | options)
        context.set_default_timeout(20_000)
        opened.append(sheets.Sheet(context.new_page(), review or reviewing(golden.path)))
        return opened[-1]

    yield open_sheet
    for one in opened:
        assert one.wrong == []
        one.page.context.close()


@pytest.fixture
def reviewing() -> Iterator[Callable[..., Review]]:
    """reviewing(golden, *arguments) → a Review that is ended with the test."""
    begun: list[Review] = []

    def start(golden: Path, *arguments: str, **options: str) -> Review:
        begun.append(Review(golden, *arguments, **options))
        return begun[-1]

    yield start
    for review in begun:
        review.end()
