"""The journal: every reply that was paid for, as it came, on disk before anything reads it. Nothing is asked twice.

A journal is a folder with one file a reply, `<key>.json`, written atomically; kill -9 loses at most the calls in flight. It can be
read in a second form, made to travel: a `.jsonl` file with one entry a line, or a folder that holds such files.
An entry holds the request, the endpoint (without user, password or query), how it was sent, and the raw body. Never a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from goldkit.errors import UsageError, bad
from goldkit.files import atomic, canonical, jsonl
from goldkit.llm.request import Request, content_key

EXPECTED = "a journal entry: request, endpoint, prompt, sent, body"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One raw reply. request: what the key is made of. sent: how (response format, what was left out). body: of the 200 answer."""

    request: dict[str, Any]
    endpoint: str
    prompt: str
    body: str
    sent: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The key of the request."""
        return content_key(self.request)


class Journal:
    """Reads from its own folder and any number of others; writes to its own. folder None: keeps nothing (a dry trial)."""

    def __init__(self, folder: Path | None, others: Sequence[Path] = ()) -> None:
        """Raises UsageError when one of the others does not exist, DataError when one cannot be read."""
        self.folder = folder
        self._ready = False
        self.places = tuple(path for path in (folder, *others) if path is not None)
        self._folders = [path for path in self.places if path == folder or path.is_dir()]
        self._loaded = {entry.key: entry for path in others for entry in _travelling(path)}

    def get(self, request: Request) -> Entry | None:
        """The kept reply to a request, or None. Raises DataError for a file that is no journal entry."""
        key = request.key
        for folder in self._folders:
            path = folder / f"{key}.json"
            if path.is_file():
                return _entry(path)
        return self._loaded.get(key)

    def put(self, entry: Entry, key: str = "") -> None:
        """Bring an entry to disk, before its body is read. key: its own, where it is known already.

        Raises OSError: a reply that cannot be kept stops the run.
        """
        if self.folder is not None:
            if not self._ready:
                self.folder.mkdir(parents=True, exist_ok=True)
                atomic.remove_leftovers(self.folder)
                self._ready = True
            atomic.replace(self.folder / f"{key or entry.key}.json", canonical.line(entry))

    def adopt(self, entry: Entry) -> None:
        """Keep an entry that came from another journal, so that what a record points to stands beside it."""
        if self.folder is not None and not (self.folder / f"{entry.key}.json").exists():
            self.put(entry)


def read_journal(path: Path) -> Iterator[Entry]:
    """All entries of a journal in either form, sorted by key. Raises UsageError or DataError."""
    entries = {entry.key: entry for entry in _travelling(path)}
    if path.is_dir():
        entries |= {entry.key: entry for entry in map(_entry, sorted(path.glob("*.json")))}
    yield from (entries[key] for key in sorted(entries))


def write_travelling(path: Path, entries: Iterable[Entry]) -> None:
    """Write entries to one .jsonl file, sorted by key."""
    lines = {entry.key: canonical.line(entry) for entry in entries}
    atomic.replace(path, b"".join(lines[key] for key in sorted(lines)))


def _travelling(path: Path) -> Iterator[Entry]:
    """The entries of a .jsonl file, or of all .jsonl files of a folder."""
    if not path.exists():
        raise UsageError(f"{path}: no such journal; give a folder or a .jsonl file")
    for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
        yield from (entry for _, entry in jsonl.read_records(file, Entry))


def _entry(path: Path) -> Entry:
    try:
        entry = msgspec.json.decode(path.read_bytes(), type=Entry)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise bad(path, None, str(error), EXPECTED, "Delete the file to ask that question again.") from error
    if f"{entry.key}.json" != path.name:
        raise bad(
            path,
            None,
            "a request that is not the one in its name",
            EXPECTED,
            "Delete the file to ask that question again.",
        )
    return entry
