import pytest

from goldkit.errors import UsageError
from goldkit.generation.choice import Choice
from goldkit.generation.sample import sample
from goldkit.records import Chunk

CHUNKS = [
    Chunk(id="a b/1#0", doc_id="ops/tape.md", text="Gate 1 opens at nine.", metadata={"team": "storage", "year": 2024}),
    Chunk(
        id="7", doc_id="ops/[old].md", text="Gate 2 opens at ten.", metadata={"team": ["storage", "net"], "live": True}
    ),
    Chunk(id="c", doc_id="policy/tape.md", text="Gate 3 opens at noon.", metadata={"team": "law"}),
    Chunk(id="d", text="Gate 4 opens at night."),
]


@pytest.mark.parametrize(
    ("only", "without", "left"),
    [
        ([], [], {"a b/1#0", "7", "c", "d"}),
        (["doc_id=ops/*"], [], {"a b/1#0", "7"}),
        (["doc_id=ops/[old].md"], [], {"7"}),
        (["team=net", "team=law"], [], {"7", "c"}),
        (["team=storage", "year=2024"], [], {"a b/1#0"}),
        (["live=true"], [], {"7"}),
        ([], ["team=storage"], {"c", "d"}),
        (["doc_id=*tape*"], ["team=l?w"], {"a b/1#0"}),
        (["id=a b/1#0"], [], {"a b/1#0"}),
    ],
)
def test_what_fits_is_asked_about(only, without, left):
    pool = sample(CHUNKS, seed=1, choice=Choice(only, without))
    assert {chunk.id for chunk in pool} == left
    assert pool.skipped == ({"left out by --only or --except": 4 - len(left)} if len(left) < 4 else {})


def test_a_key_that_no_chunk_has_is_an_error_that_names_those_there_are():
    with pytest.raises(UsageError, match=r"no chunk of the corpus has tema; .*doc_id, id, live, team, year"):
        sample(CHUNKS, seed=1, choice=Choice(["tema=storage"]))
    with pytest.raises(UsageError, match=r"'team' is no KEY=VALUE"):
        Choice(["team"])


def test_a_value_that_no_chunk_has_is_told_with_those_there_are():
    with pytest.raises(UsageError, match=r"no chunk of the corpus has team=nobody; its values are law, net, storage$"):
        sample(CHUNKS, seed=1, choice=Choice(["team=nobody"]))
