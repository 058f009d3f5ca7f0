import random
from collections import Counter

import pytest

from goldkit.generation.answerable import why_not
from goldkit.generation.sample import sample
from goldkit.records import Chunk


def test_one_big_document_does_not_own_the_set(fake):
    chunks = fake.corpus(big=900, **{f"small{at}": 3 for at in range(9)})
    first = list(sample(chunks, seed=7))[:30]
    counts = Counter(chunk.doc_id for chunk in first)
    assert counts == {"big": 3, **{f"small{at}": 3 for at in range(9)}}


def test_the_order_of_the_corpus_does_not_matter_and_the_seed_does(fake):
    chunks = fake.corpus(a=20, b=5, c=1)
    shuffled = random.Random(1).sample(chunks, len(chunks))
    assert list(sample(chunks, seed=7)) == list(sample(shuffled, seed=7))
    assert list(sample(chunks, seed=7)) != list(sample(chunks, seed=8))


def test_taking_a_chunk_away_moves_no_other(fake):
    chunks = fake.corpus(a=9)
    order = list(sample(chunks, seed=7))
    assert list(sample([chunk for chunk in chunks if chunk != order[3]], seed=7)) == order[:3] + order[4:]


def test_every_chunk_is_either_in_the_order_or_counted(fake):
    chunks = [*fake.corpus(a=4), Chunk(id="x", text=""), Chunk(id="y", text="# Title"), Chunk(id="z", text="see")]
    drawn = sample(chunks, seed=1)
    assert len(drawn) == 4
    assert drawn.skipped == {"empty": 1, "too short": 2}


def test_a_chunk_without_a_document_is_placed_by_its_id():
    texts = [Chunk(id=f"guide.md#{at}", text=f"Valve {at} is opened every single day.") for at in range(50)]
    other = Chunk(id="a b/c", text="The other valve is never opened at all.")
    order = list(sample([*texts, other], seed=3))
    assert other in order[:2]


def test_used_chunks_and_copies_are_left_out_with_a_count(fake):
    chunks = fake.corpus(a=6)
    same_text = [Chunk(id="copy", doc_id="b", text=chunks[0].text), Chunk(id="other", doc_id="b", text=chunks[0].text)]
    drawn = sample(
        [*chunks, *same_text],
        seed=7,
        used=["a#0"],
        copies=[("a#1", "a#2"), ("a#3", "gone"), ("a#5", "a#0"), ("q", "r")],
    )
    ids = {chunk.id for chunk in drawn}
    assert drawn.skipped == {"already asked about": 1, "copy of another one": 4}
    assert ids == {"a#3", "a#4", min(ids & {"a#1", "a#2"})}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("Helmets are compulsory in the hall", None),
        ("Opening hours of the library: 9 to 17", None),
        ("| valve | opened | at |\n|---|---|---|\n| V1 | 08:00 | daily |", None),
        ("- [ ] open the valve\n- [ ] close the valve again", None),
        ("磁带驱动器每周清洗一次。", None),
        ("ドライブは毎週掃除します", None),
        ("清洗", "too short"),
        ("see above", "too short"),
        ("# A heading with quite a few words\n\n## And one more below it", "only headings"),
        ("https://a.example/one/two/three/four/five/six", "only links"),
        ("[a](b)\n[c d e f g h](https://x.example)\n", "only links"),
        ("- [one two](x) three four\n- [four five](y) six\n- [seven](z) eight nine", "mostly links"),
        ("Read [the manual](x) before the valve is opened, always.\n[more](y)", None),
        ("a broken \ud800 text with enough words in it", "broken text (a lone surrogate)"),
        ("plain paragraph without any heading, as in most chunks.", None),
        ("?!?! ... --- *** ===", "too short"),
    ],
)
def test_what_can_be_asked_about(text, reason):
    assert why_not(text) == reason


def test_which_document_comes_first_is_drawn_too(fake):
    chunks = fake.corpus(**{f"d{at}": 2 for at in range(8)})
    firsts = {next(iter(sample(chunks, seed=seed))).doc_id for seed in range(30)}
    assert len(firsts) > 4
