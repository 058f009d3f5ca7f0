"""Adding to a golden directory: questions are recognised by wording, nothing is added twice, nothing is lost."""

import multiprocessing

import pytest

from goldkit.errors import UsageError
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory
from goldkit.text.normalise import query_id


@pytest.fixture
def golden(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    return golden


def query(text: str, name: str | None = None, **more) -> Query:
    return Query(id=name or query_id(text), text=text, **more)


def judgment(query: str, chunk: str = "c", grade: int | None = 3, at: str = "2026-12-01T10:00:00Z", **more) -> Judgment:
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by="ana", at=at, **more)


def files(golden):
    return {path.name: path.read_bytes() for path in sorted(golden.path.iterdir()) if path.is_file()}


def test_adding_the_same_again_changes_no_byte(golden):
    given = [query("Why?"), query("How?")], [judgment(query("Why?").id)], [Chunk(id="c", text="t")]
    first = enroll(golden, *given)
    assert (first.new_queries, first.new_judgments, first.new_chunks) == (2, 1, 1)
    before = files(golden)
    again = enroll(golden, given[0], [judgment(query("Why?").id, at="2026-12-05T00:00:00Z")], given[2])
    assert (again.new_queries, again.known_queries, again.new_judgments, again.known_judgments) == (0, 2, 0, 1)
    assert files(golden) == before


def test_the_existing_id_wins_and_the_imported_one_is_kept_as_alias(golden):
    enroll(golden, [query("Why do transfers stall?", origin="log")])
    mine = query_id("why do transfers stall")
    done = enroll(golden, [query("why do  transfers stall", "T-17", origin="import")], [judgment("T-17")])
    [stored] = golden.queries()
    assert done.ids == {"T-17": mine}
    assert (stored.id, stored.origin, stored.aliases, stored.variants) == (
        mine,
        "log",
        ("T-17",),
        ("why do  transfers stall",),
    )
    assert golden.judgments()[0].query == mine


def test_signs_keep_questions_apart(golden):
    assert enroll(golden, [query("use C++?"), query("use C#?"), query("is -5 ok"), query("is 5 ok")]).new_queries == 4


def test_one_id_for_two_questions_is_refused(golden):
    enroll(golden, [query("first", "q1")])
    with pytest.raises(UsageError, match="'q1' belongs to 'first' already"):
        enroll(golden, [query("second", "q1")])


def test_counts_of_batches_add_up_once(golden):
    def seen(batch: str, count: int, first: str) -> Query:
        return query(
            "Why?",
            origin="log",
            weight=float(count),
            first_seen=first,
            last_seen=first,
            provenance={"batches": {batch: count}},
        )

    enroll(golden, [seen("sha256:1", 3, "2026-01-02T00:00:00Z")])
    enroll(golden, [seen("sha256:2", 4, "2026-01-01T00:00:00Z")])
    enroll(golden, [seen("sha256:2", 4, "2026-01-01T00:00:00Z")])
    [stored] = golden.queries()
    assert (stored.weight, stored.first_seen, stored.last_seen) == (7.0, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")


def test_sessions_are_capped_with_a_count(golden):
    enroll(golden, [query("Why?", sessions=tuple(f"s{n:03}" for n in range(40)))])
    enroll(golden, [query("Why?", sessions=tuple(f"s{n:03}" for n in range(30, 70)))])
    [stored] = golden.queries()
    assert (len(stored.sessions), stored.sessions_count) == (50, 70)


def test_a_judge_who_changes_back_is_heard(golden):
    enroll(golden, [query("Why?", "q")])
    for grade, at in ((3, "01"), (0, "02"), (3, "03")):
        enroll(golden, [], [judgment("q", grade=grade, at=f"2026-12-{at}T00:00:00Z")])
    assert [line.grade for line in golden.judgments()] == [3, 0, 3]


def test_the_newest_line_is_the_newest_by_its_time_wherever_it_stands(golden):
    enroll(golden, [query("Why?", "q")])
    late, early = (judgment("q", grade=grade, at=f"2026-12-0{day}T00:00:00Z") for grade, day in ((0, 2), (3, 1)))
    golden.append("judgments.jsonl", [late, early])  # as a merge by git may leave them
    assert enroll(golden, [], [judgment("q", grade=3, at="2026-12-03T00:00:00Z")]).new_judgments == 1
    before = files(golden)
    assert enroll(golden, [], [early, late]).new_judgments == 0
    assert files(golden) == before


def test_a_first_meeting_is_written_as_a_second_one(golden):
    given = [
        query(
            "Why?",
            tags=("b", "a"),
            variants=("why", "Why?", "WHY"),
            sessions=tuple(f"s{n:03}" for n in range(60, 0, -1)),
            aliases=("z", "y"),
            weight=3.0,
            provenance={"batches": {"sha256:1": 2}},
        )
    ]
    enroll(golden, given)
    before = files(golden)
    enroll(golden, given)
    assert files(golden) == before
    [stored] = golden.queries()
    assert (stored.variants, len(stored.sessions), stored.sessions_count) == (("WHY", "why"), 50, 60)


@pytest.mark.parametrize("split", [False, True])
def test_one_call_or_two_give_the_same(golden, split):
    first, second = query("transfers stall", "q1", variants=("transfers hang",)), query("Transfers hang?", "q2")
    for call in [[first], [second]] if split else [[first, second]]:
        enroll(golden, call)
    assert [(stored.id, stored.aliases) for stored in golden.queries()] == [("q1", ("q2",))]


def test_an_id_or_alias_of_another_question_is_refused_also_with_a_known_wording(golden):
    enroll(golden, [query("first", "q1"), query("second", "q2"), query("Second", "T-17")])
    before = files(golden)
    for name, text in (("q1", "second"), ("q2", "first"), ("T-17", "first"), ("T-17", "third")):
        with pytest.raises(UsageError, match=f"'{name}' belongs to"):
            enroll(golden, [query(text, name)])
    with pytest.raises(UsageError, match="'new' belongs to 'first'"):
        enroll(golden, [query("first", "new"), query("second", "new")])
    assert files(golden) == before


def test_a_made_id_leads_to_its_question_after_its_text_was_edited(golden):
    made = query_id("why do transfrs stall")
    golden.rewrite_queries(lambda _: [query("Why do transfers stall?", made)])
    assert enroll(golden, [query("why do transfrs stall")], [judgment(made)]).ids == {made: made}
    [stored] = golden.queries()
    assert (stored.text, stored.variants) == ("Why do transfers stall?", ("why do transfrs stall",))


def test_an_id_of_the_callers_own_is_kept_as_alias_however_it_begins(golden):
    enroll(golden, [query("Why?", origin="log")])
    enroll(golden, [query("why", "q-17")])
    assert golden.queries()[0].aliases == ("q-17",)


def test_batches_that_are_no_counts_are_passed_over(golden):
    for odd in ({"batches": 3}, {"batches": {"sha256:1": "many", "sha256:2": 2}}, {"batches": None}):
        enroll(golden, [query("Why?", provenance=odd)])
    assert golden.queries()[0].weight == 2.0


def _enroll(path: str, name: str) -> None:
    lines = [judgment("q", chunk=f"c{n}", at=f"2026-12-0{name}T00:00:00Z") for n in range(300)]
    enroll(GoldenDirectory(path), [query("Why?", "q")], lines)


def test_the_same_from_two_processes_at_once_is_added_once(golden):
    workers = [
        multiprocessing.get_context("spawn").Process(target=_enroll, args=(str(golden.path), str(n))) for n in (1, 2, 3)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(golden.judgments()) == 300


@pytest.mark.parametrize("cut", range(0, 900, 37))
def test_wherever_a_write_was_cut_the_same_again_gives_the_same_bytes(golden, cut):
    lines = [judgment("q", chunk=f"c{n}", grade=n % 4, note="ü\u2028") for n in range(4)]
    lines += [judgment("q", grade=grade, at=f"2026-12-0{day}T00:00:00Z") for grade, day in ((3, 1), (0, 2), (3, 3))]
    enroll(golden, [query("Why?", "q")], lines)
    before, path = files(golden), golden.path / "judgments.jsonl"
    path.write_bytes(path.read_bytes()[:cut])
    enroll(golden, [query("Why?", "q")], lines)
    assert files(golden) == before
