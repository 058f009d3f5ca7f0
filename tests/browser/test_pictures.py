"""The pictures of the README that a browser takes are still taken from today's pages."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", ["report", "review"])
def test_a_page_gives_a_picture_of_the_size_that_is_kept(browser, demo, tmp_path, name):
    specification = importlib.util.spec_from_file_location("pictures_script", TESTS / "pictures.py")
    pictures = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(pictures)
    story = tmp_path / "story"
    shutil.copytree(demo[0], story)
    taken = getattr(pictures, f"{name}_webp")(browser, story)
    kept = (pictures.PLACE / f"{name}.webp").read_bytes()
    assert width_and_height(taken)[0] == width_and_height(kept)[0]
    assert len(taken) > len(kept) / 2, "much of the page is not on it"


def width_and_height(webp: bytes) -> tuple[int, int]:
    """By the extended header of the format: each less one, in three little-endian bytes."""
    assert (webp[:4], webp[8:16]) == (b"RIFF", b"WEBPVP8X")
    return int.from_bytes(webp[24:27], "little") + 1, int.from_bytes(webp[27:30], "little") + 1
