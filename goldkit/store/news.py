"""Judgments that say something new beside those that are there."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from goldkit.files import canonical
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.records import Judgment
from goldkit.store.newest import newest, voice


def news(present: Iterable[Judgment], judgments: Collection[Judgment]) -> Iterator[Judgment]:
    """Those that say something new: neither there already, nor just what the newest line of that judge about it says.

    judgments: gone through twice. Of each, 16 bytes are held; what its judge said before lies on disk.
    """
    voices: set[bytes] = set()
    several: set[bytes] = set()
    for line in judgments:
        name = _name(line)
        (several if name in voices else voices).add(name)
    said, heard = RecordsOnDisk[Judgment](), dict[bytes, list[int]]()
    for line in present:
        name = _name(line)
        if name in voices:
            heard.setdefault(name, []).append(said.add(line))
    for line in judgments:
        name = _name(line)
        before = heard.get(name, [])
        if not before or _is_news(line, [said[number] for number in before]):
            if before or name in several:
                heard.setdefault(name, before).append(said.add(line))
            yield line


def _name(line: Judgment) -> bytes:
    """Who speaks about what, in 16 bytes."""
    return hashlib.blake2b("\x1f".join(voice(line)).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _is_news(line: Judgment, before: Sequence[Judgment]) -> bool:
    form = canonical.encode(line)
    return all(canonical.encode(other) != form for other in before) and _saying(newest(before)) != _saying(line)


def _saying(line: Judgment) -> bytes:
    return canonical.encode(replace(line, at=""))
