"""Counting the texts that were given to no chunk, so that the report can name them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from goldkit.duplicates.find_text import Found, digest
from goldkit.logs.interactions import Place, Shown
from goldkit.phrases import excerpt
from goldkit.results.match import Unresolved

MOST = 10_000
"""Distinct texts that are kept; passages of further ones are only counted."""
CANDIDATES = 5
EXCERPT = 100


@dataclass(slots=True)
class _Entry:
    text: str
    chunk: str | None
    file: str
    line: int
    why: str
    candidates: tuple[str, ...]
    shown: int = 0
    evidence: bool = False


class UnresolvedTexts:
    """Takes the passages that were given to no chunk. clean: takes out what is private. more: passages of texts beyond MOST."""

    def __init__(self, clean: Callable[[str], str]) -> None:
        self._clean = clean
        self._entries: dict[bytes, _Entry] = {}
        self.more = 0

    def count(
        self, shown: Shown, found: Found, candidates: Sequence[str], file: str, place: Place, evidence: bool
    ) -> None:
        """One more passage. candidates: the chunks that it may be. place: where it stands.

        evidence: whether anything speaks for it.
        """
        key = digest(f"{shown.document or ''}\x1f{shown.text}") if candidates else digest(shown.text or "")
        entry = self._entries.get(key)
        if entry is None:
            if len(self._entries) >= MOST:
                self.more += 1
                return
            whole = shown.text or ""
            cleaned = self._clean(whole)
            text = excerpt(cleaned, EXCERPT)
            # A reading is a piece, and no form tells a piece of an address: it is shown only where nothing is private.
            why = f"{found.why}: {found.readings}" if found.readings and cleaned == whole else found.why
            entry = _Entry(text, shown.chunk, file, place.line, why, tuple(candidates[:CANDIDATES]))
            self._entries[key] = entry
        entry.shown += 1
        entry.evidence |= evidence

    def listed(self, ambiguous: bool) -> tuple[Unresolved, ...]:
        """The texts that are several chunks', or else no chunk's: the most shown first, then in the order they were met."""
        chosen = [entry for entry in self._entries.values() if bool(entry.candidates) is ambiguous]
        return tuple(
            Unresolved(
                text=entry.text,
                chunk=entry.chunk,
                shown=entry.shown,
                file=entry.file,
                line=entry.line,
                why=entry.why,
                candidates=entry.candidates,
                evidence=entry.evidence,
            )
            for entry in sorted(chosen, key=lambda entry: -entry.shown)
        )
