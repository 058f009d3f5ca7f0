import random

from hypothesis import given
from hypothesis import strategies as st

from goldkit.generation.sample import sample
from goldkit.records import Chunk

LONG = (
    "Transfers to the northern site stall when the tape buffer is full and the robot waits for a free drive. "
    "Drain the buffer by hand, restart the robot, and tell the shift leader how many files were waiting before it was drained. "
    "The buffer holds {} files at most."
)


def chunk(name, text, document=None):
    return Chunk(id=name, text=text, doc_id=document)


def test_a_near_duplicate_of_a_chunk_taken_before_is_no_second_question():
    pool = sample([chunk("a", LONG.format(900)), chunk("b", LONG.format(900).replace(". ", ".\n\n"))], seed=1)
    assert len(list(pool)) == 1
    assert pool.skipped == {"copy of another one": 1}


def test_nearly_the_same_text_with_another_figure_comes_after_all_others():
    twins = [chunk("a", LONG.format(900)), chunk("b", LONG.format(750))]
    others = [chunk(f"c{at}", f"The valve of hall {at} is opened at {at} o'clock by the keeper.") for at in range(20)]
    for seed in range(5):
        pool = sample([*twins, *others], seed=seed)
        names = [found.id for found in pool]
        assert len(names) == 22
        assert names[-1] in {"a", "b"}


def test_near_copies_of_a_used_chunk_are_left_out_too():
    pool = sample([chunk("a", LONG.format(9)), chunk("b", LONG.format(9).replace(". ", ".\n\n"))], seed=1, used=["a"])
    assert list(pool) == []
    assert pool.skipped == {"already asked about": 1, "copy of another one": 1}


def test_it_can_be_walked_through_again_and_in_parts():
    chunks = [
        chunk(f"d{at % 7}#{at}", LONG.format(at % 9) if at % 3 else f"Hall {at} has its own key, number {at}.")
        for at in range(60)
    ]
    whole = list(sample(chunks, seed=3).placed())
    pool = sample(chunks, seed=3)
    first, second = pool.placed(), pool.placed()
    assert [next(first) for _ in range(5)] == whole[:5]
    assert list(second) == whole
    assert list(first) == whole[5:]
    assert len(pool) == len(whole)


def test_identical_chunks_are_asked_about_once():
    pool = sample([chunk(f"d{at}", "Helmets are compulsory in the whole hall.") for at in range(30)], seed=1)
    assert len(list(pool)) == 1
    assert pool.skipped == {"copy of another one": 29}


texts = st.one_of(
    st.text(max_size=30),
    st.integers(0, 9).map(LONG.format),
    st.integers(0, 5).map("The gate of hall {} is closed in the night.".format),
)


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=6), texts), max_size=25, unique_by=lambda pair: pair[0]),
    st.integers(0, 9),
)
def test_neither_the_order_of_the_corpus_nor_its_ids_can_change_what_is_taken(pairs, seed):
    chunks = [chunk(*pair) for pair in pairs]
    shuffled = random.Random(seed).sample(chunks, len(chunks))
    one, other = sample(chunks, seed=seed), sample(shuffled, seed=seed)
    assert list(one.placed()) == list(other.placed())
    assert one.skipped == other.skipped
    assert len(one) + sum(one.skipped.values()) == len(chunks)
