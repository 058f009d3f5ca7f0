"""The state of a golden directory in numbers, as `status` shows it."""

from __future__ import annotations

from collections import Counter

from goldkit.errors import DataError
from goldkit.records import Label
from goldkit.results.status import FrozenLine, LabelCounts, QueryCounts, Status
from goldkit.sets.copied_facts import copied_facts
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.frozen import read_frozen
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.sets.looks import looks_at
from goldkit.sets.next_step import next_step
from goldkit.sets.pooling import BY, is_pooling
from goldkit.sets.rejected import rejected
from goldkit.sets.scoreset import ScoreQuery
from goldkit.sets.unanswerable import by_model_alone, unanswerable_by_hand
from goldkit.sets.visible import visible
from goldkit.store.golden import GoldenDirectory


def overview(directory: GoldenDirectory) -> Status:
    """Everything `status` tells. Raises DataError where a file cannot be read; a broken seal is only told."""
    golden = read_golden(directory)
    queries, labels = _queries(golden), _labels(golden)
    frozen = tuple(_frozen(directory, name) for name in directory.frozen_names())
    copies = Counter(pair.verdict for pair in golden.folded.pairs.standing)
    blocks = golden.blocks(query.id for query in golden.dev())
    scored = [query.id for query in golden.dev() if query.answerable != "no" and golden.facts(query.id)]
    batches = len({batch.batch for batch in directory.batches() if not is_pooling(batch)})
    return Status(
        path=str(directory.path),
        k=golden.settings.k,
        queries=queries,
        labels=labels,
        copies={"same": copies["same"], "differs": copies["differs"]},
        texts=len(golden.chunks),
        batches=batches,
        visible=visible(blocks[query] for query in scored),
        frozen=frozen,
        next=next_step(
            queries,
            labels,
            widened=bool(copies) or "widened" in golden.settings.unknown,
            frozen=frozen,
            k=golden.settings.k,
        ),
        shown_only=len(golden.shown_only()),
        rejected=len(rejected(directory)),
        copied=copied_facts(golden),
    )


def _queries(golden: GoldenSet) -> QueryCounts:
    dev = golden.dev()
    answerable = [query.id for query in dev if query.answerable != "no"]
    labelled = sum(bool(golden.labels(query)) for query in answerable)
    sides = Counter(golden.sides.get(query) for query in golden.queries)
    return QueryCounts(
        total=len(golden.queries),
        origins=dict(sorted(Counter(query.origin for query in golden.queries.values()).items())),
        dev=len(dev),
        labelled=labelled,
        unlabelled=len(answerable) - labelled,
        unanswerable=len(dev) - len(answerable),
        held_out=sum(count for side, count in sides.items() if side not in (None, EMBARGOED)),
        embargoed=sides[EMBARGOED],
        aside=sum(query.aside is not None for name, query in golden.queries.items() if name not in golden.sides),
        burned=len(golden.burned & golden.queries.keys()),
        unconfirmed=sum(
            query.answerable == "no"
            and by_model_alone(query.origin, golden.labels(query.id), unanswerable_by_hand(query))
            for query in dev
        ),
        tied=dict(sorted(Counter(golden.tied.values()).items())),
    )


def _labels(golden: GoldenSet) -> LabelCounts:
    known = [label for name in golden.queries for label in golden.folded.labels.get(name, {}).values()]
    status = Counter("disputed" if label.disputed else label.status for label in known)
    pooled = (
        label
        for query in golden.dev()
        for label in golden.folded.labels.get(query.id, {}).values()
        if label.status == "proposed" and BY in label.judges
    )
    waiting = (query.id for query in golden.dev() if not golden.labels(query.id))
    return LabelCounts(
        decided=status["decided"],
        derived=status["derived"],
        proposed=status["proposed"],
        disputed=status["disputed"],
        pooled=sum(1 for _ in pooled),
        proposing=sum(any(map(_is_proposal, golden.folded.labels.get(query, {}).values())) for query in waiting),
    )


def _is_proposal(label: Label) -> bool:
    return label.status == "proposed"


def _frozen(directory: GoldenDirectory, name: str) -> FrozenLine:
    try:
        scored, manifest = read_frozen(directory.path / "frozen" / name)
    except DataError as error:
        return FrozenLine(name=name, broken=str(error.problems[0]))
    looks = looks_at(scored, directory.ledger(), directory.path)
    return FrozenLine(
        name=name,
        digest=manifest.digest,
        k=manifest.k,
        queries=len(scored.queries),
        looks=looks.used,
        looks_elsewhere=looks.elsewhere,
        budget=manifest.look_budget,
        visible=visible((query.block for query in scored.queries if _is_scored(query)), manifest.look_budget),
    )


def _is_scored(query: ScoreQuery) -> bool:
    return bool(query.facts) and not query.unanswerable
