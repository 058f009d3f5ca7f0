"""Synthetic questions against the log's, and models that judge or question their own kin."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.library.score import score
from goldkit.records import Label
from goldkit.reports.score_text import score_text
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions

FAST = ScoreOptions(replicates=2_000)
GENERATOR = {"model": "Qwen/Qwen2.5-7B-Instruct"}


def mixed(make: SimpleNamespace, log: int, synthetic: int, **rest: Any) -> list[Any]:
    return [
        make.query(
            f"q{i:03}",
            {"a": 1, "b": 1},
            origin="log" if i < log else "synthetic",
            generator={} if i < log else GENERATOR,
            **rest,
        )
        for i in range(log + synthetic)
    ]


def scored(
    make: SimpleNamespace, queries: list[Any], log: int, gain: bool = True, header: Any = None, **rest: Any
) -> ScoreResult:
    """The second run finds the second chunk of every synthetic question, and of none or all of the log's."""
    after = ["axy" if i < log and gain else "abx" for i in range(len(queries))]
    runs = [
        make.run(name, {query.id: tuple(found) for query, found in zip(queries, lists, strict=True)}, header=head)
        for name, lists, head in (("before", ["axy"] * len(queries), {}), ("after", after, header or {}))
    ]
    return score(make.scoreset(*queries, **rest), runs, options=FAST)


def test_a_gain_on_synthetic_questions_alone_flatters(make: SimpleNamespace) -> None:
    result = scored(make, mixed(make, 40, 30), 40)
    assert result.circularity is not None
    (gap,) = result.circularity.gaps
    assert (gap.log, gap.synthetic, gap.gap) == (0.0, 0.5, -0.5)
    assert gap.interval[1] < 0
    assert gap.p < 0.01
    assert (result.circularity.log_blocks, result.circularity.synthetic_blocks) == (40, 30)
    assert result.circularity.wording == ()
    text = score_text(result)
    assert "log against synthetic questions, recall@10: deltas against before, and how far apart they are" in text
    assert "synthetic ones flatter it" in text


def test_a_gain_everywhere_is_no_gap(make: SimpleNamespace) -> None:
    result = scored(make, mixed(make, 40, 30), 40, gain=False)
    assert result.circularity is not None
    assert result.circularity.gaps[0].gap == 0.0
    assert "within noise" in score_text(result)


def test_few_groups_are_not_called_and_few_queries_not_compared(make: SimpleNamespace) -> None:
    assert "too few to tell (12 of 30 groups)" in score_text(scored(make, mixed(make, 40, 12), 40))
    few = scored(make, mixed(make, 40, 4), 40)
    assert few.circularity is None
    assert "log against synthetic" not in score_text(few)


def test_words_shared_with_the_answers_are_counted_over_relevant_texts(make: SimpleNamespace) -> None:
    texts = {"a": "the tape buffer is full", "b": "restart it"}
    queries = mixed(make, 10, 10, text="tape buffer stalls again")
    stored = {chunk: {sha256_text(text): text} for chunk, text in texts.items()}
    result = scored(make, queries, 10, texts=stored)
    assert result.circularity is not None
    assert [(one.origin, one.n, one.share) for one in result.circularity.wording] == [
        ("log", 10, pytest.approx(0.25)),
        ("synthetic", 10, pytest.approx(0.25)),
    ]
    told = score_text(result).splitlines()
    row = next(line for line in told if "of its words, the chunk has" in line)
    assert row.split()[6:9] == ["25%", "25%", "0"]


@pytest.mark.parametrize(
    ("models", "warned"),
    [
        (["qwen3-embedding-0.6b"], True),
        (["bm25s", "Qwen2.5-reranker"], True),
        (["bge-m3"], False),
        ("qwen", True),
        ([], False),
        (None, False),
    ],
)
def test_a_run_of_the_generators_family_is_warned_of(make: SimpleNamespace, models: Any, warned: bool) -> None:
    notes = scored(make, mixed(make, 30, 20), 30, header={"models": models}).notes
    found = [note for note in notes if note.startswith("after: its model") and "wrote the synthetic questions" in note]
    assert bool(found) == warned
    assert not any(note.startswith("before: its model") for note in notes)


def test_no_synthetic_question_no_warning(make: SimpleNamespace) -> None:
    queries = [make.query(f"q{i:03}", {"a": 1}, generator=GENERATOR) for i in range(20)]
    assert not any("family" in note for note in scored(make, queries, 20, header={"models": ["qwen"]}).notes)


def test_a_run_of_the_judges_family_is_warned_of(make: SimpleNamespace) -> None:
    queries = mixed(make, 20, 0)
    judged = Label(query="q000", chunk="z", grade=1, status="proposed", source="llm", judges=("gpt-4o-2024-08-06",))
    queries[0] = make.query("q000", {"a": 1, "b": 1})
    queries[0].labels["z"] = judged
    notes = scored(make, queries, 20, header={"models": ["gpt-4o-mini"]}).notes
    assert (
        "after: its model gpt-4o-mini is of the family of gpt-4o-2024-08-06, which judged labels that count and may favour it"
        in notes
    )


def test_the_retriever_that_filtered_the_questions_is_warned_of(make: SimpleNamespace) -> None:
    queries = [
        make.query(f"q{i:03}", {"a": 1}, origin="synthetic", generator={"model": "x", "filtered_by": ["after"]})
        for i in range(20)
    ]
    notes = scored(make, queries, 0).notes
    assert "after: after filtered the synthetic questions, which may favour it" in notes
    assert not any(note.startswith("before: after") for note in notes)


def test_questions_that_a_retriever_chose_are_warned_of_whatever_is_scored(make: SimpleNamespace) -> None:
    generators = [{"filtered_by": "bm25@10"}, {"filtered_by": ["bm25@10", "after@5"]}, {}]
    queries = [make.query(f"q{i:03}", {"a": 1}, origin="synthetic", generator=generators[min(i, 2)]) for i in range(20)]
    notes = scored(make, queries, 0).notes
    assert (
        "2 synthetic questions were kept only because bm25@10 finds their chunk: a run of that retriever, or of one like it, "
        "looks better on them than it is"
    ) in notes
    assert any(note.startswith("1 synthetic question was kept only because after@5 finds its chunk") for note in notes)
    assert "after: after filtered the synthetic questions, which may favour it" in notes
    assert not any("kept only" in note for note in scored(make, mixed(make, 20, 20), 20).notes)
