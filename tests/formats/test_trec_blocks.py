"""TREC runs read a query at a time say the same as read line by line, however they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.formats import run_trec, trec_blocks
from goldkit.formats.run_source import gather

QUERIES = st.sampled_from(["1", "10", "q", "Q0"])
CHUNKS = st.sampled_from(["a", "b", "é", "10", "1", "a_b", "c\u2028d", "c\x1cd"])
RANKS = st.sampled_from([*map(str, range(4)), "01", "1.0", "１", "x"])
SCORES = st.sampled_from(["3", "2.5", "2", "-0", ".5", "1e1", "inf", "nan", "1_0", "１", "1,5", "01", "+1"])
ODD = st.sampled_from(
    [
        *(
            b"",
            b" ",
            b"1",
            b"1 Q0 a 1",
            b"1 Q0  a 1 2 t",
            b"1 Q0 a b 1 2 t",
            b"1\tQ0\ta b\t1\t2\tt",
            b"1\tQ0\t a\t1\t2\tt",
        ),
        *(
            b" 1 Q0 a 1 2 t",
            b"1 Q0 a 1 2 t\r",
            b"1 Q0 a\x0b1 2 t",
            b"1 Q0 \x01 1 2 t",
            b"1 Q0 \xff 1 2 t",
            b"1 Q0 5 7 3 2 t",
        ),
        *(
            b"1 Q0 6 2 t",
            b"1 Q0 a 1 2 other",
            b"1 q0 a 1 2 t",
            b"1\tQ0\t\t1\t2\tt",
            b"1\tQ0\ta\t\t1\t2\tt",
            b"\xff Q0 a 1 2 t",
        ),
        *(
            b"1 Q0 a 1 2 ",
            b"1 Q0 a 1 2 \r",
            b"1 Q0 a 1 2 t\x0bu",
            b"1 Q0 a 1 2 t\ru",
            b"1 Q0 a 1 2\r t",
            b"1\x0b Q0 a 1 2 t",
            b"1\tQ0\ta\t1\t2\t\r",
            b"1 Q\x0c0 a 1 2 t",
        ),
    ]
)


@st.composite
def usual(draw):
    """Lines as tools write them, of few queries, in their order or not."""
    lines = []
    for query in draw(st.lists(QUERIES, min_size=1, max_size=4)):
        tag, sign = draw(st.sampled_from([("t", " "), ("Q0", " "), ("t", "\t")]))
        for _ in range(draw(st.integers(1, 4))):
            lines.append(sign.join([query, "Q0", draw(CHUNKS), draw(RANKS), draw(SCORES), tag]).encode())
    return lines


def outcome(results):
    """The run, or where and why it is none."""
    try:
        return gather("r", results, {})
    except DataError as error:
        return error.problems


@settings(deadline=None, max_examples=500)  # disks stall
@given(
    usual(), st.lists(st.tuples(st.integers(0, 20), ODD), max_size=2), st.sampled_from([1, 30, 1 << 18]), st.booleans()
)
def test_a_block_says_what_its_lines_say(tmp_path_factory, lines, odd, size, ended):
    for place, line in odd:
        lines.insert(place, line)
    path = tmp_path_factory.mktemp("run") / "r.trec"
    path.write_bytes(b"\n".join(lines) + b"\n" * ended)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trec_blocks, "READ", size)
        assert outcome(run_trec.results(path)) == outcome(run_trec._gathered(path))


@pytest.mark.parametrize(
    "middle",
    [
        ["q Q0 a", "b 2 2 t"],  # two lines that make one
        ["q Q0 a 2 2 \x01 b 3 1 t"],  # one that makes two
        ["q Q0 a 2 7 3 t", "q Q0 3 1 t"],  # a column too many, then one too few
        ["q Q0 a 2 3 t\x01q Q0 b 3 2 t"],
        ["other Q0 a 2 2 t"],
        ["q Q0 a 2 2 other"],
    ],
)
def test_strange_lines_within_a_block(tmp_path, middle):
    path = tmp_path / "r.trec"
    before = [f"p Q0 y{n} {n} 0 t" for n in range(8)]  # a block of that length is looked for next
    path.write_text("\n".join([*before, "q Q0 x 1 9 t", *middle, *(f"q Q0 y{n} {n} 0 t" for n in range(4, 9))]) + "\n")
    assert outcome(run_trec.results(path)) == outcome(run_trec._gathered(path))


def test_equal_ranks_are_no_order(tmp_path):
    path = tmp_path / "r.trec"
    path.write_text("q Q0 a 1 2 t\nq Q0 b 1 1 t\n")
    assert not outcome(run_trec.results(path)).ranked


@settings(deadline=None)  # disks stall
@given(st.data(), st.lists(st.tuples(QUERIES, st.integers(1, 5)), min_size=1, unique_by=lambda own: own[0]))
def test_lines_may_stand_anywhere(tmp_path_factory, data, sizes):
    lines = [f"{query} Q0 c{n} {n} {9 - n} t\n" for query, size in sizes for n in range(size)]
    path = tmp_path_factory.mktemp("run") / "r.trec"
    path.write_text("".join(lines))
    together = outcome(run_trec.results(path))
    path.write_text("".join(data.draw(st.permutations(lines))))
    assert outcome(run_trec.results(path)) == together
    assert together.ranked


@pytest.mark.parametrize("size", [1, 64, 1 << 18])
def test_blocks_are_found_whole(tmp_path, monkeypatch, size):
    monkeypatch.setattr(trec_blocks, "READ", size)
    path = tmp_path / "r.trec"
    sizes = [1, 40, 1, 7, 300, 2]
    path.write_text("\ufeff" + "".join(f"{q} Q0 c{n} {n} 1 t\n" for q, size in enumerate(sizes) for n in range(size)))
    with path.open("rb") as stream:
        found = list(trec_blocks.blocks(stream))
    assert [block.count(b"\n") for block in found] == sizes
    assert [own.lines[0] for own in run_trec.results(path)] == [1, 2, 42, 43, 50, 350]


def test_plain_lines_are_not_read_one_by_one(tmp_path, monkeypatch):
    monkeypatch.setattr(run_trec, "columns", None)
    path = tmp_path / "r.trec"
    for sign, end in ((" ", "\n"), ("\t", "\n"), (" ", "\r\n")):
        rows = [[q, "Q0", f"é{n}", str(n), str(9 - n), "t"] for q in "ab" for n in range(1, 5)]
        path.write_bytes("".join(sign.join(row) + end for row in rows).encode())
        assert [(own.query, own.lines) for own in run_trec.results(path)] == [("a", range(1, 5)), ("b", range(5, 9))]
