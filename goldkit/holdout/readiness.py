"""Whether a set is ready to be sealed: what is cheap to mend before, and can never be mended after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from goldkit.phrases import counted, some
from goldkit.records import Chunk
from goldkit.results.holdout import FreezePlan
from goldkit.results.readiness import Lack, Readiness
from goldkit.sets.golden import GoldenSet
from goldkit.sets.next_step import SEALED
from goldkit.sets.unanswerable import by_model_alone, unanswerable_by_hand
from goldkit.sets.visible import visible
from goldkit.statistics.power import LEAST_BLOCKS, further_queries
from goldkit.text.shared import longest_run
from goldkit.text.tokens import words

EASY = 0.95
"""Recall of word search alone from which a set hardly tells a good retriever from none."""
STORED = 20_000
"""Stored texts up to which word search looks through them where no corpus is given."""
COPIED_WORDS, COPIED = 6, 0.6
"""A question copies its chunk where so many words in a row are the chunk's, and they are this part of the question."""
MANY = 0.1
"""The part of the held-out queries that may copy their chunk before it is said."""


def readiness(
    golden: GoldenSet, plan: FreezePlan, k: int, wanted: float, corpus: Iterable[Chunk] | None = None
) -> Readiness:
    """What the planned set lacks. golden: before it is frozen. corpus: today's chunks, for what word search alone finds.

    wanted: the difference to be seen, above 0, in units of the primary measure.
    """
    scored = [query for query in plan.queries if golden.facts(query)]
    seen = visible((plan.blocks[query] for query in scored), golden.settings.look_budget)
    looked = (
        partial(_few, golden, plan),
        partial(_few_blocks, golden, plan, seen.blocks),
        partial(_thin, plan),
        partial(_unconfirmed, golden, plan),
        partial(_one_system, golden, plan),
        partial(_easy, golden, scored, k, corpus),
        partial(_copied, golden, scored),
    )
    return Readiness(
        lacks=tuple(lack for look in looked for lack in look()),
        visible=seen,
        wanted=wanted,
        further={spread: further_queries(len(scored), least, wanted) for spread, least in seen.differences.items()},
    )


def _few(golden: GoldenSet, plan: FreezePlan) -> Iterator[Lack]:
    trusted = sum(any(label.status == "decided" for label in golden.labels(query).values()) for query in plan.queries)
    if trusted < SEALED:
        what = f"{counted(trusted, 'query')} with a decided label, fewer than {SEALED}"
        yield Lack(name="few", what=what, cure="mine or review more first, or hold out a larger fraction")


def _few_blocks(golden: GoldenSet, plan: FreezePlan, sealed: int) -> Iterator[Lack]:
    """sealed: blocks of the held-out queries that scores would be means of. What is left in dev is counted alike."""
    left = [query for query in plan.left if golden.queries[query].answerable != "no" and golden.facts(query)]
    blocks = golden.blocks(left)
    counts = {plan.name: sealed, "what is left in dev": len({blocks[query] for query in left})}
    few = {name: count for name, count in counts.items() if count < LEAST_BLOCKS and (count or name == plan.name)}
    if few:
        found = ", and ".join(f"{name} over {counted(count, 'block')}" for name, count in few.items())
        other = "" if len(few) > 1 else f", or hold out a {'larger' if plan.name in few else 'smaller'} fraction"
        undo = "a freeze is undone by restoring the golden directory from git, before anything was tuned"
        yield Lack(
            name="blocks",
            what=f"means of {found}; with fewer than {LEAST_BLOCKS} no score gives a verdict",
            cure=f"mine or review more first{other}; {undo}",
        )


def _thin(plan: FreezePlan) -> Iterator[Lack]:
    counts = {**plan.origins, **{f"tag {name}": count for name, count in plan.tags.items()}}
    thin = [f"{name} {count.held_out}" for name, count in counts.items() if 0 < count.held_out < LEAST_BLOCKS]
    if thin:
        what = f"slices too thin for a verdict (fewer than {LEAST_BLOCKS} queries): {some(thin)}"
        yield Lack(name="thin", what=what, cure="bring more of these kinds, or read no such slice")


def _unconfirmed(golden: GoldenSet, plan: FreezePlan) -> Iterator[Lack]:
    labels = golden.folded.labels
    proposed = sum(one.status == "proposed" for query in plan.queries for one in labels.get(query, {}).values())
    disputed = sum(one.disputed for query in golden.dev() for one in labels.get(query.id, {}).values())
    ridden = (golden.queries[one] for one in plan.unanswerable)
    doubtful = sum(by_model_alone(one.origin, golden.labels(one.id), unanswerable_by_hand(one)) for one in ridden)
    parts = [
        *([f"{counted(proposed, 'proposal')} for what would be held out that nobody confirmed"] if proposed else []),
        *([f"{counted(disputed, 'disputed pair')} in dev"] if disputed else []),
        *([f"{counted(doubtful, 'query')} unanswerable by a model's word alone"] if doubtful else []),
    ]
    if parts:
        cure = "`goldkit review` decides them, `goldkit review --apply FILE` settles disputes; later they are holes for good"
        yield Lack(name="unconfirmed", what=", ".join(parts), cure=cure)


def _one_system(golden: GoldenSet, plan: FreezePlan) -> Iterator[Lack]:
    alone = len(golden.shown_only() & set(plan.queries))
    if alone:
        what = (
            f"labels of {alone} of {counted(len(plan.queries), 'query')} can only name what the logged retriever showed"
        )
        cure = "`goldkit pool RUN… --bm25` brings what others find to a judge first"
        yield Lack(name="one-system", what=what, cure=cure)


def _easy(golden: GoldenSet, scored: list[str], k: int, corpus: Iterable[Chunk] | None) -> Iterator[Lack]:
    if not scored or (corpus is None and len(golden.chunks) > STORED):
        return
    from goldkit.text.word_search import word_search

    where = "the judged texts alone; --corpus tells for all" if corpus is None else "the corpus"
    texts = {chunk.id: chunk.text for chunk in (golden.chunks if corpus is None else corpus)}
    found = word_search(texts, {query: golden.queries[query].text for query in scored}, k)
    recall = sum(_recall(golden, query, found) for query in scored) / len(scored)
    if recall >= EASY:
        what = f"too easy: word search (BM25) alone reaches recall@{k} {recall:.2f} in {where}"
        cure = "`goldkit mine` real questions, or `goldkit generate --style vague`; a set that all pass shows no change"
        yield Lack(name="easy", what=what, cure=cure)


def _recall(golden: GoldenSet, query: str, found: Mapping[str, tuple[str, ...]]) -> float:
    facts, top = golden.facts(query), set(found[query])
    shares = sum(fact.share for fact in facts)
    return sum(fact.share for fact in facts if top & set(fact.any)) / shares if shares else 0.0


def _copied(golden: GoldenSet, scored: list[str]) -> Iterator[Lack]:
    texts: dict[str, list[str]] = {}
    for chunk in golden.chunks:
        texts[chunk.id] = words(chunk.text)
    copied = sum(_copies(golden, query, texts) for query in scored)
    if copied > MANY * len(scored):
        what = (
            f"{copied} of {counted(len(scored), 'question')} copy their chunk ({COPIED_WORDS} words in a row or more)"
        )
        cure = "set such ones aside or word them as people ask: they measure word matching"
        yield Lack(name="copied", what=what, cure=cure)


def _copies(golden: GoldenSet, query: str, texts: Mapping[str, list[str]]) -> bool:
    asked = words(golden.queries[query].text)
    least = max(COPIED_WORDS, COPIED * len(asked))
    if len(asked) < least:
        return False
    chunks = {chunk for fact in golden.facts(query) for chunk in fact.any if chunk in texts}
    return any(len(longest_run(asked, texts[chunk])) >= least for chunk in sorted(chunks))
