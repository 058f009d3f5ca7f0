"""The rows of the decision table that a run's file decides; the rest stands in test_decision_table.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from goldkit.errors import DataError
from goldkit.library.score import score
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions
from goldkit.sets.runs import open_run

Scored = Callable[..., ScoreResult]
PASSAGE = (
    "The buffer was full because the tape drive had been stopped at noon for repairs, as the note of that day says."
)


@pytest.fixture
def scored(make: SimpleNamespace, tmp_path: Path) -> Scored:
    """A function: name of a file and its text, and options → the result against q1 (a) and q2 (7)."""
    wanted = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"7": 1}))

    def run(name: str, text: str, **options: object) -> ScoreResult:
        (tmp_path / name).write_text(text)
        return score(wanted, [open_run(tmp_path / name)], ["MRR"], options=ScoreOptions(**options))

    return run


def mrr(result: ScoreResult) -> float:
    return result.runs[0].means["MRR"]


def test_a_rank_column_is_the_order_where_scores_never_rise_along_it(scored: Scored) -> None:
    text = "q1 Q0 x 1 1.0 r\nq1 Q0 a 2 1.0 r\nq2 Q0 7 1 1.0 r\n"
    assert mrr(scored("r.trec", text)) == 0.75
    trec = scored("r.trec", text, ties="trec")
    assert mrr(trec) == 0.75  # x before a, by id falling
    assert "ordered by score, then by id falling: r" in trec.notes


@pytest.mark.parametrize("ranks", [(1, 2), (1, 1), (0, 5)])
def test_otherwise_the_score_decides_and_it_is_said(scored: Scored, ranks: tuple[int, int]) -> None:
    rising = f"q1 Q0 x {ranks[0]} 1.0 r\nq1 Q0 a {ranks[1]} 2.0 r\nq2 Q0 7 1 1.0 r\n"
    result = scored("r.trec", rising)
    assert mrr(result) == 1.0
    assert "ordered by score, then by id falling: r" in result.notes


def test_a_repeated_id_is_refused_with_its_lines_when_that_is_asked_for(scored: Scored) -> None:
    text = "q1 Q0 a 1 3.0 r\nq1 Q0 x 2 2.0 r\nq1 Q0 a 3 1.0 r\nq2 Q0 7 1 1.0 r\n"
    assert scored("r.trec", text).runs[0].repeats == 1
    with pytest.raises(DataError, match=r"r\.trec:3: found 'a' more than once in query 'q1', first on line 1"):
        scored("r.trec", text, repeats="error")


def test_nan_is_refused_with_its_line_and_infinity_is_a_score_in_trec_files_only(scored: Scored) -> None:
    with pytest.raises(DataError, match=r"r\.trec:2: found NaN as a score"):
        scored("r.trec", "q2 Q0 7 1 1.0 r\nq1 Q0 a 1 nan r\n")
    assert mrr(scored("r.trec", "q1 Q0 x 1 -inf r\nq1 Q0 a 2 inf r\nq2 Q0 7 1 inf r\n")) == 1.0
    with pytest.raises(DataError, match=r"r\.jsonl:1: found Infinity in 'scores'"):
        scored("r.jsonl", '{"query":"q1","chunks":["a"],"scores":[Infinity]}\n')


def test_whole_numbers_become_strings_and_a_mixture_is_said(scored: Scored) -> None:
    plain = scored("r.json", '{"q1":["a"],"q2":[7]}')
    assert mrr(plain) == 1.0 and not any("numbers and strings" in note for note in plain.notes)
    said = "r: chunk ids are numbers and strings in one list; all are taken as strings, so 7 and '7' are one"
    assert said in scored("r.json", '{"q1":["a",8],"q2":[7]}').notes
    assert said in scored("r.jsonl", '{"query":"q1","chunks":[8,"a"]}\n{"query":"q2","chunks":["7"]}\n').notes


def test_ids_are_looked_for_in_dictionaries_and_texts_alone_are_refused(scored: Scored) -> None:
    assert mrr(scored("r.json", '{"q1":[{"id":"a","text":"t"}],"q2":[{"text":"t","metadata":{"chunk_id":7}}]}')) == 1.0
    with pytest.raises(DataError, match=r"a result without an id \(keys: text\).*graded on chunk ids, before the LLM"):
        scored("r.json", '{"q1":[{"text":"t"}],"q2":["7"]}')


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.jsonl", f'{{"query":"q1","chunks":["{PASSAGE}"]}}\n'),
        ("r.jsonl", f'{{"query":"q1","answer":"{PASSAGE}"}}\n'),
        ("r.json", f'{{"q1":["{PASSAGE}"]}}'),
        ("r.json", f'{{"q1":"{PASSAGE}"}}'),
    ],
)  # fmt: skip
def test_answers_in_place_of_ids_are_refused_with_the_reason(scored: Scored, name: str, text: str) -> None:
    with pytest.raises(DataError, match="retrieval is graded on chunk ids, before the LLM"):
        scored(name, text)


def test_an_empty_run_is_an_error(scored: Scored) -> None:
    with pytest.raises(DataError, match="an empty run"):
        scored("r.json", "{}")


def test_a_grade_with_a_fraction_is_refused_and_never_cut_off(tmp_path: Path) -> None:
    from goldkit.sets.foreign import load_foreign

    (tmp_path / "q.trec").write_text("q1 0 a 0.5\n")
    with pytest.raises(DataError, match=r"q\.trec:1: found '0\.5' as a grade"):
        load_foreign(tmp_path / "q.trec")
