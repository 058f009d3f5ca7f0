"""Facts of chunks that were carried over: whole, in parts, merged."""

from __future__ import annotations

from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from goldkit.records import Copy, Fact, Judgment, Query, Scale
from goldkit.store.carried import Carried, Stretches
from goldkit.store.facts import facts_of
from goldkit.store.fold import Folded, fold

AT = "2026-12-01T10:00:00Z"
ENDS = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda pair: (min(pair) / 20, max(pair) / 20))


def _line(chunk: str, facts: tuple[Carried, ...] = (), grade: int | None = 3, **more: object) -> Judgment:
    known = {"query": "q", "status": "decided", "source": "rebase" if facts else "human", "by": "ana", "at": AT}
    metadata = {"source": "human", "rebase": {"facts": [one.to_json() for one in facts]}} if facts else {}
    return Judgment(chunk=chunk, grade=grade, metadata=metadata, **(known | more))  # type: ignore[arg-type]


def _facts(folded: Folded, given_facts: tuple[Fact, ...] = ()) -> tuple[Fact, ...]:
    query = Query(id="q", text="?", facts=given_facts)
    return facts_of(query, folded.labels["q"], folded.pairs, Scale(), folded.carried.get("q"))


@given(st.dictionaries(st.sampled_from("abcdef"), st.lists(ENDS, min_size=1, max_size=3), min_size=1))
def test_shares_of_parts_add_up_whatever_chunks_hold(covers: dict[str, list[tuple[float, float]]]) -> None:
    facts = Stretches("f", covers, 0.5).facts()
    if any(end > start for pairs in covers.values() for start, end in pairs):
        assert isclose(sum(fact.share for fact in facts), 0.5)
        assert all(fact.share > 0 for fact in facts)
    else:
        assert not facts


def test_a_chunk_carried_whole_joins_the_fact_of_its_origin() -> None:
    folded = fold([_line("old", text_sha256="1"), _line("new", (Carried("f", chunk="old", text_sha256="1"),))])
    assert _facts(folded) == (Fact(any=("new", "old")),)


def test_a_carried_chunk_stands_alone_once_its_origin_has_another_text() -> None:
    lines = [_line("old", text_sha256="2", by="ben"), _line("new", (Carried("f", chunk="old", text_sha256="1"),))]
    assert _facts(fold(lines)) == (Fact(any=("new",)), Fact(any=("old",)))


def test_parts_share_the_worth_and_the_old_chunk_reaches_all_of_them() -> None:
    old = ("old", "1")
    lines = [
        _line("old", text_sha256="1"),
        _line("one", (Carried("f", 0.0, 0.4, *old),)),
        _line("two", (Carried("f", 0.4, 1.0, *old),)),
    ]
    assert _facts(fold(lines)) == (
        Fact(any=("old", "one"), share=0.4, part_of="f"),
        Fact(any=("old", "two"), share=0.6, part_of="f"),
    )


def test_windows_that_overlap_share_what_both_hold() -> None:
    lines = [_line("one", (Carried("f", 0.0, 0.75),)), _line("two", (Carried("f", 0.25, 1.0),))]
    assert [(fact.any, fact.share) for fact in _facts(fold(lines))] == [
        (("one",), 0.25),
        (("one", "two"), 0.5),
        (("two",), 0.25),
    ]


def test_a_merged_chunk_belongs_to_several_facts() -> None:
    lines = [
        _line("a", text_sha256="1"),
        _line("b", text_sha256="2"),
        _line("m", (Carried("f", chunk="a", text_sha256="1"), Carried("g", chunk="b", text_sha256="2"))),
    ]
    assert _facts(fold(lines)) == (Fact(any=("a", "m")), Fact(any=("b", "m")))


def test_copies_of_a_merged_chunk_hold_what_it_holds() -> None:
    copy = Copy(a="m", b="n", jaccard=1, containment=(1, 1), verdict="same", by="goldkit widen", at=AT)
    folded = fold([_line("m", (Carried("f"), Carried("g"))), _line("n", by="ben")], [copy])
    assert _facts(folded) == (Fact(any=("m", "n")), Fact(any=("m", "n")))


def test_copies_carried_whole_make_one_fact() -> None:
    copy = Copy(a="m", b="n", jaccard=1, containment=(1, 1), verdict="same", by="goldkit widen", at=AT)
    lines = [_line("m", (Carried("f"),)), _line("n", (Carried("g"),))]
    assert _facts(fold(lines)) == (Fact(any=("m",)), Fact(any=("n",)))
    assert _facts(fold(lines, [copy])) == (Fact(any=("m", "n")),)


def test_a_withdrawn_line_carries_nothing() -> None:
    back = _line("new", (Carried("f"),), grade=None, reason="rebased", at="2026-12-02T10:00:00Z")
    folded = fold([_line("old"), _line("new", (Carried("f"),)), back])
    assert _facts(folded) == (Fact(any=("old",)),)


def test_a_rebased_line_ranks_as_the_one_it_carries() -> None:
    model = _line("c", (Carried("f"),), status="proposed", by="judge")
    model = Judgment(**{**{name: getattr(model, name) for name in model.__slots__}, "metadata": {"source": "llm"}})
    assert fold([model]).labels["q"]["c"].source == "llm"
