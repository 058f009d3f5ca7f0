"""How the results of a run met the chunks of the corpus, where they were matched by text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedTexts:
    """One run's results. results: all of them; the others sum up to it.

    ids: by their id. By their text: exact: equal; normalised: equal but for white space, Unicode form and markup; parts: within one
    chunk; near_duplicates: nearly equal, every difference known to be harmless; copies: several chunks have it, all of one fact of
    the query, so that any of them counts alike. Not matched, and never guessed: several: it fits several chunks; none: no chunk.
    """

    run: str
    results: int
    ids: int
    exact: int
    normalised: int
    parts: int
    near_duplicates: int
    copies: int
    several: int
    none: int

    @property
    def texts(self) -> int:
        """The results that were looked for by their text."""
        return self.results - self.ids

    @property
    def matched(self) -> int:
        """Of these, those that met a chunk."""
        return self.texts - self.several - self.none

    def note(self) -> str:
        """The counts in one sentence."""
        if not self.texts:
            return f"{self.run}: all {self.results:,} results have ids, so none was matched by text"
        ways = {
            "exactly": self.exact,
            "but for white space or markup": self.normalised,
            "as part of a chunk": self.parts,
            "as near-duplicates": self.near_duplicates,
            "to copies of one fact": self.copies,
        }
        rest = {"fit several chunks": self.several, "fit none": self.none}
        said = f"{self.run}: matched {self.matched:,} of {self.texts:,} results by text"
        how = ", ".join(f"{count:,} {way}" for way, count in ways.items() if count)
        left = ", ".join(f"{count:,} {way}" for way, count in rest.items() if count)
        kept = f"; {left}: these keep their ranks and count as unjudged" if left else ""
        return said + (f": {how}" if how else "") + kept + (f"; {self.ids:,} more have ids" if self.ids else "")
