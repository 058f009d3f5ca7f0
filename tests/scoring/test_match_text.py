"""Results without ids are matched to the corpus by their text where that is asked for, never guessed, and counted."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.library.score import score
from goldkit.records import Run
from goldkit.results.score import ScoreResult
from goldkit.scoring.means import means
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.request import take
from goldkit.sets.foreign import load_foreign
from goldkit.sets.runs import open_run, read_run

POLL = (
    "The poller asks every worker for its state once in 30 s, and a worker that stays silent for three rounds is taken out "
    "of the pool. Its jobs automatically go back to the queue with their old priority, so nobody submits them again by hand."
)
ECOLE = (
    "Les élèves de l'école reçoivent un compte à la rentrée ; il s'éteint après l'été suivant, avec tous ses fichiers."
)
STAMP = "Every page of the report bears the stamp of the office and the date on which it was printed."
LONG = "word " * 200_000
TEXTS = {"poll": POLL, "ecole": ECOLE, "old#1": STAMP, "new#1": STAMP, "long": LONG, "7": "seven", "empty": ""}
ANSWER = (
    "You can find out what became of your jobs by asking the office for a copy of its monthly report, which is free."
)

Scored = Callable[..., ScoreResult]


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "corpus.jsonl"
    rows = [{"id": name, "text": text, "doc_id": f"docs/{name}.md"} for name, text in TEXTS.items()]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture
def scored(make: SimpleNamespace, tmp_path: Path, corpus: str) -> Scored:
    """A function: the results of one query, where `poll` is right, and options → their score."""

    def run(results: Any, **options: Any) -> ScoreResult:
        path = tmp_path / "run.jsonl"
        path.write_text(json.dumps({"query": "q", "chunks": results}) + "\n")
        truth = options.pop("truth", make.query("q", {"poll": 1}))
        given = ScoreOptions(**{"match_text": True, "corpus": corpus, **options})
        return score(make.scoreset(truth), [open_run(path)], ["MRR", "recall@9"], options=given)

    return run


def counts(result: ScoreResult) -> dict[str, int]:
    """The counts that are not 0."""
    (found,) = result.to_dict()["matched"]
    return {key: value for key, value in found.items() if key not in {"run", "results"} and value}


def mrr(result: ScoreResult) -> float:
    return result.runs[0].means["MRR"]


@pytest.mark.parametrize(
    "record",
    [
        POLL,
        {"text": POLL},
        {"page_content": POLL, "metadata": {"source": "x.md"}, "type": "Document"},
        {"lc": 1, "type": "constructor", "kwargs": {"page_content": POLL, "metadata": {}}},
        [{"page_content": POLL}, 0.5],
        [POLL, 0.5],
        {"node": {"id_": "6f1c-made-up", "text": POLL, "metadata": {}}, "score": 0.5},
    ],
)
def test_texts_in_every_shape_are_matched(scored: Scored, record: Any) -> None:
    result = scored([{"text": ECOLE}, record] if not isinstance(record, str) else [ECOLE, record])
    assert (mrr(result), counts(result)) == (0.5, {"exact": 2})
    assert "run: matched 2 of 2 results by text: 2 exactly" in result.notes


def test_in_every_format(make: SimpleNamespace, tmp_path: Path, corpus: str) -> None:
    truth, options = make.scoreset(make.query("q", {"poll": 1})), ScoreOptions(match_text=True, corpus=corpus)
    files = {
        "r.json": json.dumps({"q": [{"text": ECOLE}, {"text": POLL}]}),
        "s.json": json.dumps({"q": {POLL: 1.0, ECOLE: 2.0}}),
        "r.csv": f'query,chunk,rank\nq,"{ECOLE}",1\nq,"{POLL}",2\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        result = score(truth, [open_run(tmp_path / name)], ["MRR"], options=options)
        assert (mrr(result), counts(result)) == (
            0.5,
            {"exact": 2},
        )  # also where the scores make it go through the run twice
    held = Run(name="held", rankings={"q": (ECOLE, POLL)})
    request = take(truth, [held], ["MRR"], options=ScoreOptions(match_text=True, corpus=corpus, means_only=True))
    alone = means(request)
    assert (mrr(alone), counts(alone)) == (0.5, {"exact": 2})
    assert "held: matched 2 of 2 results by text: 2 exactly" in alone.notes


def test_other_forms_of_a_text_are_matched_and_counted_by_kind(scored: Scored) -> None:
    forms = [unicodedata.normalize("NFD", ECOLE), POLL.replace("automatically", "automaticaly"), POLL[60:170], LONG]
    result = scored([{"text": text} for text in forms])
    assert counts(result) == {"exact": 1, "normalised": 1, "near_duplicates": 1, "parts": 1}
    assert (
        mrr(result) == 0.5 and result.runs[0].repeats == 1
    )  # a part of a chunk that stands above it is that chunk again


def test_ids_win_and_only_the_rest_is_matched(scored: Scored) -> None:
    result = scored([{"id": "ecole", "text": POLL}, {"text": STAMP[:-1] + "!!"}, {"text": POLL}, {"id": "poll"}])
    assert counts(result) == {"ids": 2, "exact": 1, "none": 1}
    assert mrr(result) == pytest.approx(1 / 3)
    assert result.notes[-1].endswith(
        "matched 1 of 2 results by text: 1 exactly; 1 fit none: these keep their ranks and count as unjudged; 2 more have ids"
    )


def test_a_run_of_ids_alone_says_so(scored: Scored) -> None:
    result = scored(["ecole", "poll"])
    assert (mrr(result), counts(result)) == (0.5, {"ids": 2})
    assert "run: all 2 results have ids, so none was matched by text" in result.notes


def test_an_id_with_a_label_stands_though_the_corpus_lacks_it(make: SimpleNamespace, scored: Scored) -> None:
    result = scored([{"id": "gone", "text": POLL}], truth=make.query("q", {"gone": 1}))
    assert (mrr(result), counts(result)) == (1.0, {"ids": 1})


@pytest.mark.parametrize("strange", ["", " ", "…", "x" * 1_000_000, POLL.replace("30 s", "60 s")])
def test_a_text_that_fits_no_chunk_keeps_its_rank_and_is_a_hole(scored: Scored, strange: str) -> None:
    result = scored([{"text": strange}, {"text": POLL}, {"text": ECOLE}])
    if strange:
        assert (mrr(result), counts(result)) == (0.5, {"exact": 2, "none": 1})
    else:
        assert (mrr(result), counts(result)) == (0.5, {"exact": 3})  # the corpus has an empty chunk
    assert result.holes.unjudged == 2


def test_half_a_surrogate_pair_is_refused_in_a_file_and_fits_no_chunk_in_memory(
    make: SimpleNamespace, scored: Scored, corpus: str
) -> None:
    with pytest.raises(DataError, match="half of a surrogate pair"):
        scored([{"text": "\ud800 half"}])
    held = make.run("r", {"q": ["\ud800 half " + POLL, POLL, ECOLE]})
    options = ScoreOptions(match_text=True, corpus=corpus)
    result = score(make.scoreset(make.query("q", {"poll": 1}), digest="d"), [held], ["MRR"], options=options)
    assert (mrr(result), counts(result)) == (0.5, {"exact": 2, "none": 1})


def test_a_text_of_several_chunks_is_not_guessed(make: SimpleNamespace, scored: Scored) -> None:
    truth = make.query("q", {"old#1": 1, "poll": 1})
    result = scored([STAMP, POLL], truth=truth)
    assert (mrr(result), counts(result)) == (0.5, {"exact": 1, "several": 1})
    named = scored([{"text": STAMP, "metadata": {"source": "https://x/docs/old%231.md"}}, {"text": POLL}], truth=truth)
    assert (mrr(named), counts(named)) == (1.0, {"exact": 2})


def test_copies_of_one_fact_count_and_twice_the_text_are_two_of_them(make: SimpleNamespace, scored: Scored) -> None:
    truth = make.query("q", {"old#1": 1, "new#1": 1}, facts=(make.fact("old#1", "new#1"),))
    result = scored([STAMP, STAMP], truth=truth)
    assert (mrr(result), counts(result), result.runs[0].repeats) == (1.0, {"copies": 2}, 0)
    by_id = scored(["old#1", "new#1"], truth=truth, match_text=False)
    assert result.runs[0].means == by_id.runs[0].means
    assert "matched" not in by_id.to_dict()
    each = scored([STAMP, POLL], truth=truth, count="chunks")
    assert counts(each) == {"exact": 1, "several": 1}  # two facts then: one of them was found, and which is unknown


def test_a_text_twice_is_a_repeat_unless_several_chunks_have_it(scored: Scored) -> None:
    assert scored([POLL, POLL, ECOLE]).runs[0].repeats == 1
    assert scored([STAMP, STAMP, POLL]).runs[0].repeats == 0
    assert scored([STAMP, STAMP, STAMP, POLL]).runs[0].repeats == 1


def test_documents_may_be_known_where_chunks_are_not(make: SimpleNamespace, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    rows = [{"id": "a#1", "text": STAMP}, {"id": "a#2", "text": STAMP}, {"id": "b#1", "text": POLL}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = ScoreOptions(match_text=True, corpus=str(path), level="document")
    wanted = make.scoreset(make.query("q", {"a#1": 1}))
    result = score(wanted, [make.run("r", {"q": [POLL, "a", STAMP, "c.pdf"]})], ["MRR"], options=options)
    assert (mrr(result), counts(result)) == (0.5, {"ids": 1, "exact": 1, "copies": 1, "none": 1})


def test_answers_are_still_refused_with_the_reason(scored: Scored) -> None:
    for answers in ([ANSWER], [{"text": ANSWER}], [{"text": ANSWER}, {"text": ANSWER[5:]}, {"text": POLL}]):
        with pytest.raises(DataError, match=r"neither id nor text.*not answers.*graded on chunk ids, before the LLM"):
            scored(answers)
    with pytest.raises(DataError, match=r"neither an id nor a text \(keys: answer\).*, before the LLM\.$"):
        scored([{"answer": ANSWER}])


def test_without_being_asked_texts_are_refused_with_the_offer(scored: Scored) -> None:
    for texts in ([POLL], [{"page_content": POLL}]):
        with pytest.raises(DataError, match=r"before the LLM\. Or have the texts matched to the corpus: --match-text"):
            scored(texts, match_text=False)
    with pytest.raises(UsageError, match="--match-text needs the texts of the chunks: name them with --corpus"):
        scored([POLL], corpus=None)


@pytest.mark.parametrize("copied", [(), ("184", "13", "486", "51")])
def test_cranfield_by_text_scores_as_by_id(tmp_path: Path, real_data: Path, copied: tuple[str, ...]) -> None:
    """All the same but for texts that two chunks have: these score as ids that nobody knows."""
    folder = real_data / "cranfield"
    lines = (folder / "beir" / "corpus.jsonl").read_text().splitlines()
    rows = {row["_id"]: row for row in map(json.loads, lines)}
    copies = [json.dumps({**rows[name], "_id": f"copy-{name}"}) for name in copied]
    (tmp_path / "corpus.jsonl").write_text("".join(line + "\n" for line in (*lines, *copies)))
    by_id, by_text = [], []
    for name in ("bm25", "wordllama256"):
        held = read_run(folder / "runs" / f"{name}.trec")
        ids = {q: tuple(f"?{c}" if c in copied else c for c in found) for q, found in held.rankings.items()}
        by_id.append(Run(name=name, rankings=ids))
        path = tmp_path / f"{name}.json"
        texts = {q: [{"page_content": rows[c]["text"]} for c in found] for q, found in held.rankings.items()}
        path.write_text(json.dumps(texts))
        by_text.append(open_run(path))
    wanted = load_foreign(folder / "beir")
    options = {"replicates": 100, "corpus": str(tmp_path / "corpus.jsonl")}
    told = score(wanted, by_id, options=ScoreOptions(**options)).to_dict()
    found = score(wanted, by_text, options=ScoreOptions(**options, match_text=True)).to_dict()
    for run, matched in zip(by_id, found.pop("matched"), strict=True):
        results = [chunk for ranking in run.rankings.values() for chunk in ranking]
        strange = sum(chunk.startswith("?") for chunk in results)
        assert (matched["results"], matched["exact"], matched["several"]) == (
            len(results),
            len(results) - strange,
            strange,
        )
        assert bool(strange) == bool(copied)
    assert found == told
