import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from goldkit.files.known_ids import KnownIds


@given(st.lists(st.tuples(st.text(max_size=3), st.integers(0, 2**40 - 1)), max_size=60))
def test_it_remembers_what_a_dict_remembers(pairs):
    known, first = KnownIds(), {}
    for name, number in pairs:
        assert known.first(name, number) == first.get(name)
        first.setdefault(name, number)


class Name(str):
    """A text whose hash is known."""

    __slots__ = ("code",)

    def __new__(cls, code):
        made = super().__new__(cls, str(code))
        made.code = code
        return made

    def __hash__(self):
        return self.code


def test_a_hash_that_lies_across_two_entries_is_none():
    """The entry of 1 << 16 is 00…010000 and five zeros of its number: behind its beginning 00…01000000 stands, too."""
    known = KnownIds()
    codes = [1 << 16, 1 << 32, 1 << 24, 0, 1 << 40]
    assert [known.first(Name(code), 0) for code in codes] == [None] * 5
    assert [known.first(Name(code), 9) for code in codes] == [0] * 5


def test_it_takes_few_bytes_an_id():
    tracemalloc.start()
    known = KnownIds()
    for at in range(100_000):
        known.first(f"document-{at}#chunk", at)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert size < 100_000 * 100
    assert known.first("document-7#chunk", 0) == 7
