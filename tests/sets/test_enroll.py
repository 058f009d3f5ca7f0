"""Adding to a golden directory: questions are recognised by wording, nothing is added twice, nothing is lost."""

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
