"""Blocks: every tie joins, nothing else does, and the order of the input leaves no trace."""

from hypothesis import given
from hypothesis import strategies as st

from goldkit.records import Chunk, Fact, Query
from goldkit.sets.blocks import blocks_of, hard_ties, overlapping


def query(name: str, text: str, **more) -> Query:
    return Query(id=name, text=text, **more)


def together(blocks: dict[str, str], *names: str) -> bool:
    return len({blocks[name] for name in names}) == 1


def test_each_kind_of_tie():
    queries = [
        query("a", "why do transfers to the north site stall?"),
        query("b", "Why do transfers to the North site stall"),
        query("c", "entirely another matter", generator={"chunks": ["x#1"]}),
        query("d", "who cleans the tape robot", generator={"chunks": ["x#1"]}),
        query("e", "first turn of talk", conversations=("h1",)),
        query("f", "second thing asked", conversations=("h1", "h2")),
        query("g", "about the shared fact"),
        query("h", "same fact in other words"),
        query("i", "lonely"),
    ]
    facts = {"g": [Fact(any=("y#1",))], "h": [Fact(any=("z#1", "y#1"))], "i": [Fact(any=("w#1",))]}
    blocks = blocks_of(queries, facts)
    assert (
        together(blocks, "a", "b")
        and together(blocks, "c", "d")
        and together(blocks, "e", "f")
        and together(blocks, "g", "h")
    )
    assert len(set(blocks.values())) == 5


def test_questions_made_from_copies_tie():
    seeds = {"a": "x#1", "b": "old/x#1", "c": "y#1"}
    texts = {"a": "who cleans the tape robot", "b": "entirely another matter", "c": "about anything else"}
    queries = [query(name, texts[name], generator={"chunks": [chunk]}) for name, chunk in seeds.items()]
    blocks = blocks_of(
        queries, {}, hard=hard_ties(queries, {"x#1": ("old/x#1",), "old/x#1": ("x#1",), "unused": ("y#1",)})
    )
    assert together(blocks, "a", "b") and len(set(blocks.values())) == 2
    assert len(set(blocks_of(queries, {}).values())) == 3


def test_a_variant_ties_as_the_text_does():
    queries = [
        query("a", "is the north link slow?", variants=("transfers to the north stall",)),
        query("b", "transfers to the North stall?"),
    ]
    assert together(blocks_of(queries, {}), "a", "b")


def test_overlapping_windows_of_one_document_tie():
    chunks = [
        Chunk(id="d#1", text="", doc_id="d", start=0, end=100),
        Chunk(id="d#2", text="", doc_id="d", start=80, end=180),
        Chunk(id="d#3", text="", doc_id="d", start=180, end=280),
        Chunk(id="e#1", text="", doc_id="e", start=80, end=180),
    ]
    assert overlapping(chunks) == [("d#1", "d#2")]
    queries = [query(f"q{n}", f"question {n * 7919}") for n in range(4)]
    facts = {f"q{n}": [Fact(any=(chunk.id,))] for n, chunk in enumerate(chunks)}
    blocks = blocks_of(queries, facts, chunks)
    assert together(blocks, "q0", "q1") and len(set(blocks.values())) == 3


def test_a_generator_that_tells_its_chunks_oddly_ties_nothing():
    odd = [
        query(name, f"text {name * 9}", generator={"chunks": what})
        for name, what in (("a", "xy"), ("b", "yx"), ("c", None))
    ]
    assert len(set(blocks_of(odd, {}).values())) == 3


names = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1)


@given(names, st.data())
def test_the_order_of_the_input_is_no_matter(ids, data):
    queries = [
        query(name, f"text {name * 9}", conversations=tuple(data.draw(st.lists(st.sampled_from("xyz"), max_size=2))))
        for name in ids
    ]
    facts = {
        name: [Fact(any=(chunk,)) for chunk in data.draw(st.lists(st.sampled_from("123"), max_size=2))] for name in ids
    }
    assert blocks_of(queries, facts) == blocks_of(data.draw(st.permutations(queries)), facts)
