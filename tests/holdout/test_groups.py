"""Groups: hard ties always hold, soft ones while the group is small, and the weakest go first."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.holdout.groups import Groups, groups
from goldkit.records import Chunk, Fact, Query
from goldkit.sets.blocks import hard_ties


def made(facts: dict[str, str], chunks: tuple[Chunk, ...] = (), talks: dict[str, str] | None = None) -> Groups:
    """Groups of queries whose texts are unlike, each with these chunks, one letter a chunk."""
    queries = [
        Query(id=name, text=name * 9, conversations=tuple(f"v{talk}" for talk in (talks or {}).get(name, "")))
        for name in facts
    ]
    return groups(
        queries,
        {name: [Fact(any=(c,)) for c in own] for name, own in facts.items()},
        chunks,
        hard_ties(queries, {}),
        set(facts),
    )


def sizes(found: Groups) -> list[int]:
    return sorted(Counter(found.of.values()).values(), reverse=True)


def test_small_groups_stay_whole_and_nothing_is_cut() -> None:
    facts = {chr(0x4E00 + n): chr(0x6E00 + n // 3) for n in range(60)}
    found = made(facts)
    assert sizes(found) == [3] * 20 and not found.cut and (found.soft, found.whole) == (60, 3)


def test_a_group_of_a_tenth_is_cut_and_one_just_below_is_not() -> None:
    singles = {chr(0x4E00 + n): chr(0x6E00 + n) for n in range(100)}
    for size, largest in ((9, 9), (10, 9)):
        facts = singles | dict.fromkeys(list(singles)[:size], "x")
        found = made(facts)
        assert (sizes(found)[0], found.whole) == (largest, size)
        assert len(found.cut) == (0 if size == 9 else 9)


def test_the_tie_of_most_shared_chunks_holds() -> None:
    found = made({"a": "xy", "b": "xy", "c": "yz", "d": "zw"})
    assert found.of["a"] == found.of["b"] != found.of["c"]
    assert ("a", "c") in found.cut and ("b", "c") in found.cut and ("a", "b") not in found.cut


def test_overlapping_windows_are_the_weakest_ties() -> None:
    windows = tuple(
        Chunk(id=name, text="", doc_id="d", start=start, end=start + 10) for name, start in (("x", 0), ("y", 8))
    )
    found = made({"a": "x", "b": "yz", "c": "z"}, windows)
    assert found.cut == (("a", "b"),) and found.of["b"] == found.of["c"]


def test_hard_ties_are_kept_however_large_the_group() -> None:
    found = made({name: name for name in "abcdefgh"}, talks=dict.fromkeys("abcdefgh", "1"))
    assert sizes(found) == [8] and not found.cut


def test_a_fact_that_a_crowd_shares_is_looked_through_quickly() -> None:
    facts = {chr(0x4E00 + n): "x" for n in range(3000)}
    found = made(facts)
    assert found.soft == 2999 and found.whole == 3000 and sizes(found)[0] == 299


names = st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), unique=True, min_size=1)


@settings(deadline=None)
@given(names, st.data())
def test_the_order_of_the_input_is_no_matter_and_no_cut_is_within_a_group(ids: list[str], data: st.DataObject) -> None:
    letters = st.text("UVWXYZ", max_size=3)
    facts = {name: data.draw(letters) for name in ids}
    found = made(facts)
    assert found == made(dict(data.draw(st.permutations(list(facts.items())))))
    assert all(found.of[one] != found.of[other] for one, other in found.cut)
    largest = max(2, -(-len(ids) // 10) - 1)
    assert max(Counter(found.of.values()).values()) <= largest and found.whole >= max(sizes(found))
