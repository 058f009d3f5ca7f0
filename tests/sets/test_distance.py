"""How far synthetic questions are from the log's: the figures, their intervals, and what stays hidden."""

import pytest

from goldkit.records import Chunk, Judgment, Query, SplitLine
from goldkit.reports.distance_text import distance_text, reading
from goldkit.sets.distance import Asked, distances
from goldkit.sets.synthetic import synthetic_distance
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


def both(n=40, same=False):
    """Log questions of three words, one of which the chunk has; synthetic ones of six words, all of them the chunk's."""
    for at in range(n):
        text = f"pump {at} stalls" if not same else f"pump {at} stalls now"
        yield Asked(origin="log", block=f"l{at}", text=text, near=[f"the pump of site {at + 1000}"])
        made = f"why does pump PX-{at} at pier" if not same else f"pump {at + 100} stalls now"
        yield Asked(origin="synthetic", block=f"s{at}", text=made, near=["why does it so at pier: pump " + f"PX-{at}"])


def test_each_figure_has_its_difference_and_an_interval():
    found = {one.name: one for one in distances(both())}
    assert found["words"].log == 3 and found["words"].synthetic > 5
    assert found["words"].difference == pytest.approx(found["words"].synthetic - 3)
    assert found["shared words"].log == pytest.approx(1 / 3) and found["shared words"].synthetic == 1
    assert (found["identifier"].log, found["identifier"].synthetic) == (0, 1)
    assert (found["question word"].log, found["question word"].synthetic) == (0, 1)
    assert "found by words" not in found
    for one in found.values():
        assert one.interval[0] <= one.difference <= one.interval[1] and one.blocks == 40
    assert reading(found["shared words"]) == "use more of the chunk's words: too easy"


def test_what_does_not_differ_is_within_noise_and_the_order_is_no_matter():
    questions = list(both(same=True))
    found = distances(questions)
    assert {one.name: reading(one) for one in found}["words"] == "within noise"
    assert distances(reversed(questions)) == found


def test_few_groups_are_said_to_be_few():
    few = {one.name: one for one in distances(both(3))}
    assert reading(few["words"]) == "too few to tell (3 of 30 groups)"
    tied = [Asked(origin=one.origin, block=one.origin, text=one.text) for one in both()]
    assert {one.blocks for one in distances(tied)} == {1}


@pytest.fixture
def directory(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    queries, judgments, chunks = [], [], []
    for at in range(6):
        chunk = Chunk(id=f"c{at}", text=f"valve {at} is opened by team {at} each day")
        chunks.append(chunk)
        for origin, text in (("log", f"team {at} late"), ("synthetic", f"when is valve {at} opened")):
            queries.append(Query(id=f"{origin}{at}", text=text, origin=origin))
            judgments.append(
                Judgment(
                    query=f"{origin}{at}", chunk=chunk.id, grade=3, status="proposed", source="generator", by="m", at=AT
                )
            )
    golden.add_chunks(chunks)
    golden.rewrite_queries(lambda present: queries)
    golden.append("judgments.jsonl", judgments)
    return golden


def test_dev_only_and_the_word_search_only_with_a_corpus(directory):
    report = synthetic_distance(directory)
    assert report.queries == {"log": 6, "synthetic": 6}
    assert report.missing.keys() == {"found by words"} and "needs --corpus" in distance_text(report)
    whole = synthetic_distance(directory, directory.chunks())
    found = {one.name: one for one in whole.figures}["found by words"]
    assert (found.log, found.synthetic, whole.missing) == (1, 1, {})
    names = [f"{origin}{at}" for origin in ("log", "synthetic") for at in range(5)]
    held = [SplitLine(query=name, at=AT, why="freeze", side="core") for name in names]
    directory.append("split.jsonl", held)
    rest = synthetic_distance(directory)
    assert rest.queries == {"log": 1, "synthetic": 1} and rest.figures == ()
    assert "nothing to compare" in distance_text(rest)
