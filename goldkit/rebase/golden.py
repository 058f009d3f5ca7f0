"""`rebase` of a golden directory: what it appends, and what it says about it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from goldkit.rebase.claims import Texts
from goldkit.rebase.edited_pairs import edited_pairs
from goldkit.rebase.locate import KINDS
from goldkit.rebase.plan import BY, Outcome, Plan, plan_golden
from goldkit.rebase.stale import given_back, taken_back
from goldkit.records import Chunk, Judgment
from goldkit.results.rebase import Example, Rebased, Reused
from goldkit.sets.embargo import is_frozen
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.store.carried import facts_in
from goldkit.store.golden import GoldenDirectory
from goldkit.store.later import stamp
from goldkit.store.news import news
from goldkit.text.squeezed import lowered, squeezed
from goldkit.text.tokens import words

OUTCOMES = ("kept", "carried", "review", "left", "lost")
EXAMPLES = 3
"""How many labels of a kind are shown."""


def rebase(directory: GoldenDirectory, corpus: Iterable[Chunk], at: str, write: bool = True) -> Rebased:
    """Carry all labels over to a corpus: append the lines that follow safely, and proposals for the rest; the same again adds
    nothing. at: the time. Raises as reading the directory and the corpus do.
    """
    chunks = {chunk.id: chunk for chunk in corpus}
    golden, judgments = read_golden(directory), directory.judgments()
    at = stamp(at, (line.at for line in judgments))
    plan = plan_golden(golden, judgments, chunks, at)
    lines = [*plan.lines, *plan.withdrawn, *plan.proposals]
    new = list(news(judgments, lines))
    copies = directory.copies()
    pairs = taken_back(copies, Texts(golden.chunks), chunks, at)
    edited = [*given_back(copies, chunks, at), *edited_pairs(plan.outcomes, copies, chunks, at)]
    if write:
        wanted = {line.chunk for line in new} | {end for pair in edited for end in (pair.a, pair.b)}
        directory.add_chunks(chunks[name] for name in sorted(wanted & chunks.keys()))
        directory.append_judgments(lambda present: news(present, lines))
        directory.append("copies.jsonl", [*pairs, *edited])
    return _result(golden, plan, new, len(lines), len(pairs), chunks)


def _result(
    golden: GoldenSet, plan: Plan, new: Sequence[Judgment], planned: int, pairs: int, corpus: Mapping[str, Chunk]
) -> Rebased:
    withdrawn = sum(line.grade is None and line.reason is not None for line in new)
    proposals = [line for line in new if line.by == BY and line.reason is None]
    held_out = Counter(golden.sides[line.query] for line in proposals if is_frozen(golden.sides, line.query))
    kinds = Counter(found.kind for found in plan.located.values())
    outcomes = Counter(outcome.name for outcome in plan.outcomes)
    shown = {query.id for query in golden.dev()}
    split = {(line.query, one.fact) for line in plan.lines for one in facts_in(line) if not one.whole}
    reached = {query: names.keys() & plan.reached.get(query, frozenset()) for query, names in plan.facts.items()}
    return Rebased(
        chunks=len(corpus),
        texts={kind: kinds[kind] for kind in KINDS if kinds[kind]},
        labels={outcome: outcomes[outcome] for outcome in OUTCOMES if outcomes[outcome]},
        lines=len(new) - withdrawn - len(proposals),
        withdrawn=withdrawn,
        proposals=len(proposals),
        held_out=dict(sorted(held_out.items())),
        known=planned - len(new),
        pairs=pairs,
        facts=sum(map(len, plan.facts.values())),
        reached=sum(map(len, reached.values())),
        split=len(split),
        unreached=sum(not names for names in reached.values()),
        without_text=plan.without_text,
        reused=_reused(plan, corpus, shown),
        merged=tuple(_merged(plan, shown))[:EXAMPLES],
        merged_count=len(plan.merged),
        examples=_examples(plan.outcomes, shown),
    )


def _reused(plan: Plan, corpus: Mapping[str, Chunk], shown: set[str]) -> tuple[Reused, ...]:
    """The ids with another text now, the most alike first; named where a query that may be shown has a label on them."""
    named = {outcome.stated.claim.chunk.id for outcome in plan.outcomes if outcome.stated.query in shown}
    quotes: dict[str, list[bool]] = defaultdict(list)
    texts = {}
    for outcome in plan.outcomes:
        claim = outcome.stated.claim
        if outcome.found.reused:
            now = corpus[claim.chunk.id].text
            texts[claim.chunk.id] = (claim.chunk.text, now)
            if claim.quote:
                quotes[claim.chunk.id].append(lowered(squeezed(claim.quote)) in lowered(squeezed(now)))
    found = (
        Reused(
            chunk=name if name in named else "",
            alike=round(_alike(*pair), 4),
            quotes=len(quotes[name]),
            kept=sum(quotes[name]),
        )
        for name, pair in sorted(texts.items())
    )
    return tuple(sorted(found, key=lambda one: (-one.alike, one.chunk)))


def _alike(one: str, other: str) -> float:
    """The Jaccard similarity of two texts' words."""
    mine, theirs = set(words(one)), set(words(other))
    return len(mine & theirs) / len(mine | theirs) if mine | theirs else 1.0


def _examples(outcomes: Sequence[Outcome], shown: set[str]) -> dict[str, tuple[Example, ...]]:
    """A few labels of `dev` of each outcome and kind."""
    found: dict[str, list[Example]] = defaultdict(list)
    for outcome in outcomes:
        kind = outcome.name if outcome.name != "carried" else outcome.steps[0].how
        claim = outcome.stated.claim
        if kind != "kept" and outcome.stated.query in shown and len(found[kind]) < EXAMPLES:
            example = Example(
                query=outcome.stated.query,
                chunk=claim.chunk.id,
                text=" ".join((claim.quote or claim.chunk.text).split())[:120],
                to=tuple(step.chunk for step in outcome.steps),
                why=next((step.why for step in outcome.steps if step.why), ""),
            )
            found[kind].append(example)
    return {kind: tuple(examples) for kind, examples in sorted(found.items())}


def _merged(plan: Plan, shown: set[str]) -> Iterable[Example]:
    """Where labels of one question met on one chunk by one judge's word, and which grade stands."""
    for draft in plan.merged:
        if draft.best.query in shown:
            grades = sorted(draft.grades)
            higher = f"the higher grade stands: {grades[-1]}, not {grades[0]}" if len(grades) > 1 else ""
            yield Example(
                query=draft.best.query,
                chunk=draft.best.chunk,
                text="",
                to=tuple(sorted(draft.origins)),
                why=higher,
            )
