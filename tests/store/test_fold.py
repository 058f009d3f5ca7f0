"""The fold: who beats whom, whatever the order of the lines; copies, facts, evidence, disputes."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldkit.records import Copy, Fact, Judgment, Query, Scale
from goldkit.store.evidence import combined_evidence
from goldkit.store.facts import counting_labels, facts_of
from goldkit.store.fold import fold
from goldkit.store.moments import moment
from goldkit.store.pairs import fold_pairs

SCALE = Scale()


def judged(chunk: str, grade: int | None, by: str = "ana", at: int = 0, **more) -> Judgment:
    given = {"query": "q", "status": "decided", "source": "human", "at": f"2026-12-01T10:00:{at:02}Z"} | more
    return Judgment(chunk=chunk, grade=grade, by=by, **given)


def proposed(chunk: str, grade: int | None = None, by: str = "goldkit mine", at: int = 0, **more) -> Judgment:
    return judged(chunk, grade, by, at, **{"status": "proposed", "source": "log"} | more)


def copy(a: str, b: str, verdict: str = "same", by: str = "goldkit widen", at: int = 0, **more) -> Copy:
    return Copy(
        a=a, b=b, jaccard=0.9, containment=(0.9, 0.9), verdict=verdict, by=by, at=f"2026-12-01T11:00:{at:02}Z", **more
    )


def labels(lines, copies=(), **more):
    return fold(lines, copies, SCALE, **more).labels.get("q", {})


def test_of_one_judge_the_newest_line_counts():
    assert labels([judged("c", 3, at=5), judged("c", 1, at=1)])["c"].grade == 3
    assert labels([judged("c", 0, at=5), judged("c", 3, at=1)])["c"].grade == 0


def test_newest_is_by_the_moment_not_by_the_letters():
    early, late = judged("c", 3, at=1), replace(judged("c", 0), at="2026-12-01T12:30:00+02:00")
    assert labels([early, late])["c"].grade == 0


def test_times_a_microsecond_apart_are_told_apart_in_any_year():
    early, late = ("1425-01-01T00:00:00.124999+00:00", "1425-01-01T00:00:00.125000Z")
    assert moment(early)[0] < moment(late)[0]


def test_a_withdrawn_grade_is_gone():
    assert labels([judged("c", 3, at=1), judged("c", None, at=2, reason="undo")]) == {}
    both = [judged("c", 3, at=1), judged("c", None, at=2, reason="undo"), judged("c", 2, "ben", at=1)]
    assert (labels(both)["c"].grade, labels(both)["c"].judges) == (2, ("ben",))


def test_median_lower_middle_and_disputes():
    assert labels([judged("c", 3), judged("c", 2, "ben")])["c"].grade == 2
    assert labels([judged("c", 3), judged("c", 3, "ben"), judged("c", 2, "eve")])["c"].grade == 3
    assert not labels([judged("c", 3), judged("c", 2, "ben")])["c"].disputed
    assert labels([judged("c", 2), judged("c", 1, "ben")])["c"].disputed, "both sides of relevant_from"
    assert labels([judged("c", 3), judged("c", 1, "ben")])["c"].disputed, "a spread of two"


def test_adjudication_ends_a_dispute_and_audits_are_never_folded():
    lines = [
        judged("c", 3),
        judged("c", 0, "ben"),
        judged("c", 1, "eve", role="adjudicate"),
        judged("c", 3, "ana", 9, role="audit"),
    ]
    assert (labels(lines)["c"].grade, labels(lines)["c"].disputed) == (1, False)


def test_a_person_beats_an_import_beats_a_copy_beats_a_proposal():
    imported = judged("c", 0, "beir", source="import")
    assert labels([imported, judged("c", 3, at=0)])["c"].grade == 3
    around = [judged("a", 3), proposed("c", 3, source="generator", by="model")]
    assert labels(around, [copy("a", "c")])["c"].status == "derived"
    assert labels([*around, imported], [copy("a", "c")])["c"].grade == 0


def test_rebased_lines_rank_as_the_original_did():
    carried = judged("c", 3, "beir", source="rebase", metadata={"source": "import"})
    assert labels([carried, judged("c", 0, "ana", source="rebase")])["c"].grade == 0


def test_a_copy_takes_the_folded_grade_and_vanishes_with_it():
    for grade in range(4):
        derived = labels([judged("a", grade)], [copy("a", "b")])["b"]
        assert (derived.grade, derived.status, derived.derived_from) == (grade, "derived", "a")
    assert set(labels([judged("a", 3), judged("a", None, at=1, reason="undo")], [copy("a", "b")])) == set()
    assert set(labels([judged("a", 3), judged("a", 0, "ben")], [copy("a", "b")])) == {"a"}, (
        "nothing follows from a dispute"
    )


def test_never_copies_of_copies():
    assert set(labels([judged("a", 3)], [copy("a", "b"), copy("b", "c")])) == {"a", "b"}


def test_copies_judged_apart_are_a_conflict_and_give_nothing():
    folded = fold([judged("a", 3), judged("c", 0)], [copy("a", "b"), copy("c", "b"), copy("a", "c")], SCALE)
    assert "b" not in folded.labels["q"]
    assert {(x.chunks, x.about) for x in folded.conflicts} == {(("a", "c"), None), (("a", "c"), "b")}


def test_the_newest_pair_line_stands_a_person_beats_the_tool_and_retracted_undoes():
    def derives(*copies):
        return "b" in labels([judged("a", 3)], copies)

    assert not derives(copy("a", "b", at=1), copy("b", "a", "differs", at=2))
    assert derives(copy("a", "b", "same", "ana", at=1), copy("a", "b", "differs", at=2))
    assert not derives(copy("a", "b", at=1), copy("a", "b", "retracted", at=2))
    assert derives(
        copy("a", "b", at=1), copy("a", "b", "differs", "ana", at=2), copy("a", "b", "retracted", "ana", at=3)
    )


def test_who_takes_a_pair_verdict_back_leaves_what_another_person_said():
    lines = [
        copy("a", "b", "differs", at=1),
        copy("a", "b", "same", "ana", at=2),
        copy("a", "b", "differs", "ben", at=3),
        copy("a", "b", "retracted", "ben", at=4),
        copy("a", "b", "retracted", "ana", at=5),
    ]
    verdicts = [[pair.verdict for pair in fold_pairs(lines[:end]).standing] for end in range(1, 6)]
    assert verdicts == [["differs"], ["same"], ["differs"], ["same"], ["differs"]]


def test_a_person_may_be_called_nearly_as_the_tool():
    said = [copy("a", "b", "differs", "goldkitty", at=1), copy("a", "b", at=2)]
    assert "b" not in labels([judged("a", 3)], said)


def test_a_directed_pair_derives_one_way_and_never_joins_facts():
    one_way = copy("a", "b", direction="a→b")
    assert set(labels([judged("a", 3)], [one_way])) == {"a", "b"}
    assert set(labels([judged("b", 3)], [one_way])) == {"b"}
    folded = fold([judged("a", 3)], [one_way], SCALE)
    assert len(facts_of(Query(id="q", text="?"), folded.labels["q"], folded.pairs, SCALE)) == 2


def test_a_proposal_with_a_grade_and_a_reason_is_not_withdrawn():
    line = proposed("c", 3, "judge", source="llm", reason="names the error")
    assert labels([line])["c"].grade == 3
    assert labels([replace(line, grade=None)]) == {}


def test_the_grade_of_an_llm_judge_counts_whoever_else_proposed_the_pair():
    for name in ("a-model", "z-model"):
        own = labels([proposed("c", 3, "judge", source="llm"), proposed("c", 2, name, source="generator")])
        assert {chunk: label.grade for chunk, label in counting_labels(own, "llm").items()} == {"c": 3}


def test_evidence_that_is_no_count_is_no_evidence():
    line = proposed("c", evidence={"cited": "3", "best_rank": None, "shown": True, "clicked": [1]})
    assert combined_evidence([line]) == {}
    assert labels([line])["c"].grade is None


def test_facts_are_components_of_relevant_chunks():
    lines = [judged("a", 3), judged("c", 2), judged("d", 3), judged("x", 0)]
    folded = fold(lines, [copy("a", "b"), copy("b", "c"), copy("x", "d")], SCALE)
    facts = facts_of(Query(id="q", text="?"), folded.labels["q"], folded.pairs, SCALE)
    assert facts == (Fact(any=("a", "b", "c")), Fact(any=("d",)))


def test_given_facts_stand_and_are_widened_by_copies():
    given = (Fact(any=("a", "z")), Fact(any=("c",), share=0.5, part_of="f2"))
    folded = fold([judged("a", 3), judged("c", 3)], [copy("a", "b"), copy("a", "c")], SCALE)
    facts = facts_of(Query(id="q", text="?", facts=given), folded.labels["q"], folded.pairs, SCALE)
    assert [fact.share for fact in facts] == [1.0, 0.5]
    assert "b" in facts[0].any and "z" not in facts[0].any


def test_evidence_adds_up_over_batches_and_a_repeated_batch_counts_once():
    first = proposed("c", batch="sha256:1", evidence={"shown": 4, "cited": 1, "best_rank": 3})
    again = replace(first, at="2026-12-02T00:00:00Z")
    other = proposed("c", batch="sha256:2", evidence={"shown": 2, "best_rank": 1})
    assert combined_evidence([first, again, other]) == {"shown": 6, "cited": 1, "best_rank": 1}
    assert labels([first, other])["c"].grade == SCALE.relevant_from, "cited: relevant when proposals count"
    assert labels([other])["c"].grade is None, "shown only: nothing speaks for it"


def test_which_labels_count():
    lines = [
        judged("a", 3),
        proposed("l", 3, by="judge", source="llm"),
        proposed("g", 3, by="model", source="generator"),
    ]
    own = labels([*lines, judged("d", 3), judged("d", 0, "ben"), proposed("n")], [copy("a", "b")])
    assert set(counting_labels(own, "decided")) == {"a"}
    assert set(counting_labels(own)) == {"a", "b"}
    assert set(counting_labels(own, "llm")) == {"a", "b", "l"}
    assert set(counting_labels(own, "proposed")) == {"a", "b", "l", "g"}


chunks = st.sampled_from("abcdef")
lines = st.builds(
    lambda chunk, grade, by, at, machine, role: (
        proposed(chunk, grade, "machine", at, source="llm") if machine else judged(chunk, grade, by, at, role=role)
    ),
    chunks,
    st.none() | st.integers(0, 3),
    st.sampled_from(["ana", "ben", "eve"]),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from(["judge", "judge", "judge", "adjudicate", "audit"]),
)
pair_lines = st.builds(
    copy,
    chunks,
    chunks,
    st.sampled_from(["same", "same", "differs", "retracted"]),
    st.sampled_from(["goldkit widen", "ana"]),
    st.integers(0, 3),
)


@given(st.data(), st.lists(lines, max_size=20), st.lists(pair_lines, max_size=10))
def test_lines_in_any_order_give_the_same_labels_and_facts(data, judgments, copies):
    shuffled = data.draw(st.permutations(judgments))
    one, other = fold(judgments, copies, SCALE), fold(shuffled, data.draw(st.permutations(copies)), SCALE)
    assert one.labels == other.labels
    assert sorted(map(str, one.conflicts)) == sorted(map(str, other.conflicts))
    query = Query(id="q", text="?")
    assert facts_of(query, one.labels.get("q", {}), one.pairs, SCALE) == facts_of(
        query, other.labels.get("q", {}), other.pairs, SCALE
    )


@given(st.lists(lines, max_size=20), st.lists(pair_lines, max_size=10), chunks, st.integers(0, 3))
def test_a_person_always_beats_a_machine(judgments, copies, chunk, grade):
    machine = [line for line in judgments if line.status == "proposed"]
    label = labels([*machine, judged(chunk, grade)], copies)[chunk]
    assert (label.grade, label.status) == (grade, "decided")


@given(st.lists(pair_lines, max_size=10), st.integers(0, 3), st.integers(0, 3))
def test_regrading_a_chunk_regrades_its_copies(copies, before, after):
    old = labels([judged("a", before)], copies)
    new = labels([judged("a", before), judged("a", after, at=5)], copies)
    assert old.keys() == new.keys()
    assert all(label.grade == after for label in new.values())


@given(st.lists(lines, max_size=20), st.lists(pair_lines, max_size=10))
def test_every_relevant_counting_chunk_is_in_exactly_one_fact(judgments, copies):
    folded = fold(judgments, copies, SCALE)
    own = counting_labels(folded.labels.get("q", {}))
    facts = facts_of(Query(id="q", text="?"), own, folded.pairs, SCALE)
    members = [chunk for fact in facts for chunk in fact.any]
    assert sorted(members) == sorted(c for c, label in own.items() if label.grade >= SCALE.relevant_from)
