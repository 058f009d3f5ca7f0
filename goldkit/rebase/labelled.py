"""Labels and facts of any set, laid over other corpora: sealed ones, and those that runs on several corpora are scored against."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkit.rebase.claims import Texts
from goldkit.rebase.decide import Claim, Step, decide
from goldkit.rebase.facts import passed_on
from goldkit.rebase.locate import Locator
from goldkit.records import Chunk, Fact, Label, Scale
from goldkit.store.carried import Carried, Stretches, given, with_carried
from goldkit.store.texts import text_sha256

Quotes = Mapping[tuple[str, str], str]
"""(query id, chunk id) → the words that answer."""
Rename = Callable[[str, str], str]
"""(corpus, chunk id) → the id under which the chunk stands in the result."""
BEFORE = ""
"""The corpus of the chunks that were judged, for Rename."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One question's labels, by chunk, and its facts."""

    id: str
    labels: Mapping[str, Label]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """What became of labels in one corpus. steps: query id → (label, where it goes by itself). counts: outcome → labels.

    open: query id → the chunks with an answer about which only a person can say where it is now. kinds: what became of the texts.
    without_text: labels whose text is not known.
    """

    steps: Mapping[str, Sequence[tuple[Label, tuple[Step, ...]]]]
    counts: Mapping[str, int]
    open: Mapping[str, frozenset[str]]
    kinds: Mapping[str, int]
    without_text: int

    def unresolved(self, query: Labelled) -> bool:
        """Whether some fact of a question is not known to be anywhere in the corpus, and may be there all the same."""
        waiting = self.open.get(query.id, frozenset())
        placed = {label.chunk for label, steps in self.steps.get(query.id, ()) if steps}
        return any(waiting.intersection(fact.any) and placed.isdisjoint(fact.any) for fact in query.facts)


def lay(queries: Iterable[Labelled], texts: Texts, quotes: Quotes, scale: Scale, corpus: Mapping[str, Chunk]) -> Laid:
    """Find every labelled text in a corpus and decide about each label. texts: what was judged."""
    claims: list[tuple[Label, Claim]] = []
    lacking = 0
    for query in queries:
        for _, label in sorted(query.labels.items()):
            chunk = texts.of(label.chunk, label.text_sha256)
            if chunk is None:
                lacking += 1
            elif label.grade is not None and not label.disputed:
                quote = quotes.get((query.id, label.chunk))
                claims.append((replace(label, query=query.id), Claim(chunk, scale.is_relevant(label.grade), quote)))
    passages = {(claim.chunk.id, claim.chunk.sha256): claim.chunk for _, claim in claims}
    locator = Locator(corpus)
    located = dict(zip(passages, locator.locate(list(passages.values())), strict=True))
    steps: dict[str, list[tuple[Label, tuple[Step, ...]]]] = defaultdict(list)
    counts: Counter[str] = Counter()
    waiting: dict[str, set[str]] = defaultdict(set)
    for label, claim in claims:
        found = located[claim.chunk.id, claim.chunk.sha256]
        own = decide(claim, found, locator)
        safe = tuple(step for step in own if step.safe)
        if claim.relevant and own and not safe:
            waiting[label.query].add(label.chunk)
        kept = "kept" if found.same else "carried"
        counts[kept if safe else "review" if own else "lost" if claim.relevant else "left"] += 1
        steps[label.query].append((replace(label, text_sha256=claim.chunk.sha256), safe))
    unsure = {query: frozenset(chunks) for query, chunks in waiting.items()}
    return Laid(dict(steps), counts, unsure, Counter(found.kind for found in located.values()), lacking)


@dataclass(frozen=True, slots=True)
class Carrier:
    """Writes labels and facts anew. corpora: name → id → chunk. laid: what became of the labels in each.

    keeps: whether a chunk that was judged stays a member of a fact that no corpus reaches.
    """

    corpora: Mapping[str, Mapping[str, Chunk]]
    laid: Mapping[str, Laid]
    scale: Scale
    rename: Rename
    keeps: Callable[[str], bool]

    def carried(self, query: Labelled) -> Labelled:
        """A question with the labels that it has in the corpora. A fact that none of them reaches keeps the judged chunks."""
        labels: dict[str, Label] = {}
        held: dict[str, list[Carried]] = defaultdict(list)
        bases = given(query.facts)
        for corpus, laid in self.laid.items():
            for label, steps in laid.steps.get(query.id, ()):
                held_before = [Carried(base.name) for base in bases if label.chunk in base.covers]
                for step in steps:
                    name = self.rename(corpus, step.chunk)
                    sha256 = text_sha256(self.corpora[corpus][step.chunk])
                    labels[name] = _joined(labels.get(name), replace(label, chunk=name, text_sha256=sha256))
                    key = (query.id, label.chunk, label.text_sha256 or "")
                    held[name].extend(passed_on(held_before, key, step.start, step.end))
        reached = {one.fact for entries in held.values() for one in entries}
        kept = [base if base.name in reached else self._before(query, base, labels) for base in bases]
        found = with_carried([replace(base, covers={}) if base.name in reached else base for base in kept], held)
        return Labelled(query.id, labels, tuple(fact for one in found for fact in one.facts()))

    def _before(self, query: Labelled, base: Stretches, labels: dict[str, Label]) -> Stretches:
        """A fact that nothing reaches, with the judged chunks, whose labels join the others."""
        covers = {}
        for chunk in base.covers:
            if chunk in query.labels and self.keeps(chunk):
                name = self.rename(BEFORE, chunk)
                labels.setdefault(name, replace(query.labels[chunk], chunk=name))
                covers[name] = [(0.0, 1.0)]
        return replace(base, covers=covers)


def _joined(one: Label | None, other: Label) -> Label:
    """Of two labels that meet on a chunk the higher grade, of equal ones the decided; both have spoken."""
    if one is None:
        return other
    first, second = sorted((one, other), key=lambda label: (-(label.grade or 0), label.status, label.judges))
    return replace(first, judges=tuple(sorted({*first.judges, *second.judges})))
