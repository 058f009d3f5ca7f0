"""Enrolling whatever wordings, ids and aliases: the same again changes no byte, and one call or two give the same bytes."""

from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.records import Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory
from goldkit.text.normalise import query_id

TEXTS = st.sampled_from(["one", "One?", "two", "three"])
queries = st.builds(
    lambda name, text, context, **more: Query(
        id=name or query_id(text, context), text=text, context=context, **{key: tuple(x) for key, x in more.items()}
    ),
    st.sampled_from(["", "", "a", "b", "q-x"]),
    TEXTS,
    st.sampled_from([None, None, "turn", " "]),
    variants=st.lists(TEXTS, max_size=2),
    tags=st.lists(st.sampled_from("xy"), max_size=2),
    aliases=st.lists(st.sampled_from("abz"), max_size=1),
    sessions=st.lists(st.sampled_from("stu"), max_size=2),
)
numbers = count()


def put(golden: GoldenDirectory, given: list[Query]) -> bytes | None:
    """The bytes after adding; None where it was refused, which must leave them as they were."""
    path = golden.path / "queries.jsonl"
    before = path.read_bytes() if path.exists() else b""
    try:
        enroll(golden, given)
    except UsageError:
        assert (path.read_bytes() if path.exists() else b"") == before
        return None
    return path.read_bytes() if path.exists() else b""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(queries, max_size=4), st.lists(queries, max_size=4))
def test_the_same_again_and_the_same_in_parts(tmp_path, first, second):
    golden, other = (GoldenDirectory(tmp_path / str(next(numbers))) for _ in range(2))
    golden.create()
    other.create()
    once = put(golden, first)
    assert put(golden, first) == once
    if once is None:
        return
    twice = put(golden, second)
    assert put(other, [*first, *second]) == twice
    if twice is not None:
        assert put(golden, first) == put(golden, second) == twice
