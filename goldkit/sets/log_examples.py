"""Questions that people asked and a person confirmed, with the chunk that answers them: to be shown to a model as examples.

Whatever is shown to a generator shapes what it asks, and stands in the journal. So nothing of a frozen set is: no question of one,
none that is embargoed (because it repeats a frozen one, say), set aside or burned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.store.golden import GoldenDirectory
from goldkit.store.newest import newest
from goldkit.store.texts import Texts, meant, texts_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LogExample:
    """chunk: the relevant one of the highest grade, with the text that was judged. quote: the judge's words in it, "" for none."""

    query: Query
    chunk: Chunk
    quote: str


def log_examples(directory: GoldenDirectory) -> Iterator[LogExample]:
    """One for each confirmed log question, in the order of the ids. Raises DataError as read_golden."""
    golden = read_golden(directory)
    texts = texts_of(golden.chunks)
    found: dict[str, tuple[Query, Chunk]] = {}
    for query in _shown(golden):
        if chunk := _best(golden, texts, query):
            found[query.id] = query, chunk
    quoted: dict[str, list[Judgment]] = {name: [] for name in found}
    for line in directory.judgments():
        if line.quote and line.status == "decided" and line.query in found and line.chunk == found[line.query][1].id:
            quoted[line.query].append(line)
    for name, (query, chunk) in found.items():
        quote = newest(quoted[name]).quote if quoted[name] else ""
        yield LogExample(query=query, chunk=chunk, quote=quote or "")


def _shown(golden: GoldenSet) -> Iterator[Query]:
    for query in golden.dev():
        if query.origin == "log" and query.id not in golden.burned:
            yield query


def _best(golden: GoldenSet, texts: Texts, query: Query) -> Chunk | None:
    scale = golden.settings.scale
    labels = [label for label in golden.labels(query.id, "decided").values() if scale.is_relevant(label.grade)]
    for label in sorted(labels, key=lambda label: (-(label.grade or 0), label.chunk)):
        if text := meant(texts, label.chunk, label.text_sha256):
            return Chunk(id=label.chunk, text=text)
    return None
