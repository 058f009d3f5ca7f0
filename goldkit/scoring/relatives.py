"""Runs whose models have relatives among those that made or judged the questions: they may be favoured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from goldkit.phrases import counted
from goldkit.scoring.answers import Answers
from goldkit.sets.scoreset import ScoreQuery
from goldkit.text.model_family import related


def relatives(runs: Sequence[Answers], queries: Sequence[ScoreQuery]) -> list[str]:
    """A sentence each: whose model is of the family of a generator or LLM judge, or filtered the synthetic questions.

    Models are those that a run's header lists. A generator may name what filtered its questions as `filtered_by`, a name or
    several, each perhaps with a depth: bm25@10. queries: those that are scored, with the labels that count.
    """
    synthetic = [query for query in queries if query.origin == "synthetic"]
    writers = _names(query.generator.get("model") for query in synthetic)
    chosen = [_names([query.generator.get("filtered_by")]) for query in synthetic]
    filters = sorted({name.partition("@")[0] for names in chosen for name in names})
    judges = sorted(
        {judge for query in queries for one in query.labels.values() if one.source == "llm" for judge in one.judges}
    )
    found: list[str] = []
    for run in {run.name: run for run in runs}.values():
        models = _names([run.header.get("models")])
        found += _warn(run.name, models, writers, "wrote the synthetic questions")
        found += _warn(run.name, models, judges, "judged labels that count")
        used = [name for name in filters if name == run.name or any(related(name, model) for model in models)]
        if used:
            found.append(f"{run.name}: {', '.join(used)} filtered the synthetic questions, which may favour it")
    return [*found, *_selected(chosen)]


def _selected(chosen: Sequence[Sequence[str]]) -> list[str]:
    """A sentence for each retriever that questions were kept for finding their chunk with. chosen: its names, a question each."""
    counts = Counter(name for names in chosen for name in names)
    return [
        f"{counted(count, 'synthetic question')} {'was' if count == 1 else 'were'} kept only because {name} finds "
        f"{'its' if count == 1 else 'their'} chunk: a run of that retriever, or of one like it, looks better on them than it is"
        for name, count in sorted(counts.items())
    ]


def _warn(run: str, models: Sequence[str], others: Sequence[str], did: str) -> list[str]:
    pairs = [(model, other) for model in models for other in others if related(model, other)]
    return [
        f"{run}: its model {model} is of the family of {other}, which {did} and may favour it"
        for model, other in pairs[:1]
    ]


def _names(values: Iterable[object]) -> list[str]:
    """All texts among values and lists of values, each once, sorted."""
    listed = [one for value in values for one in (value if isinstance(value, list | tuple) else [value])]
    return sorted({one for one in listed if isinstance(one, str) and one})
