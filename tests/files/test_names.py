"""File names that are no text."""

import os

import pytest

from goldkit.files.names import name_of


@pytest.mark.parametrize(("raw", "name"), [(b"logs/a.jsonl", "a.jsonl"), (b"logs/\xff\xc3\xa9.jsonl", "\\xffé.jsonl")])
def test_any_name_can_be_stored(raw, name):
    assert name_of(os.fsdecode(raw)) == name
    name_of(os.fsdecode(raw)).encode()
