from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.text.normalise import query_id, question_key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Why do transfers stall?", "why do transfers stall"),
        ("  why\tdo \n transfers\u00a0stall ?  ", "why do transfers stall"),
        ("Why do transfers stall.", "why do transfers stall"),
        ("传输为什么停止？", "传输为什么停止"),
        ("传输停止。", "传输停止"),
        ("لماذا توقف النقل؟", "لماذا توقف النقل"),
        ("really??", "really?"),
        ("why!", "why!"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("cafe\u0301", "caf\u00e9"),
        ("?", "?"),
        ("", ""),
        ("   ", ""),
        ("version 2.1, or -5?", "version 2.1, or -5"),
        ("10²", "10²"),
    ],
)
def test_question_key_folds_only_what_never_changes_a_question(text: str, key: str) -> None:
    assert question_key(text) == key


@pytest.mark.parametrize(
    ("one", "other"),
    [("C++", "C#"), ("-5", "5"), ("2.1", "21"), ("a/b", "a b"), ("?", "."), ("10²", "102"), ("x > y", "x < y")],
)
def test_questions_that_differ_in_a_sign_have_different_ids(one: str, other: str) -> None:
    assert query_id(f"why {one} there") != query_id(f"why {other} there")
    assert query_id(one) != query_id(other)


def test_query_id_is_a_fixed_function_of_the_key() -> None:
    assert query_id("Why do transfers stall?") == "q-7fdb120afb22e0d9"
    assert query_id("and in 2.1?", "How are snapshots taken?") == query_id("And in 2.1", " how are snapshots taken ")


def test_the_context_is_part_of_the_question_and_a_blank_one_is_none() -> None:
    assert question_key("And then?", "What stalls?") == "what stalls\nand then"
    assert question_key("And then?", "  ") == question_key("And then?")
    assert query_id("and then") != query_id("and then", "what stalls")
    assert query_id("a b") != query_id("b", "a")


@given(st.text(alphabet=st.characters(), max_size=40))
def test_any_string_has_a_key_without_double_space_and_a_well_formed_id(text: str) -> None:
    key = question_key(text)
    assert key == " ".join(key.split())
    made = query_id(text, text)
    assert made.startswith("q-") and len(made) == 18 and int(made[2:], 16) >= 0


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800 broken", "x" * 1_000_000])
def test_odd_strings_do_not_stop_it(text: str) -> None:
    assert len(query_id(text)) == 18
