"""The join as a whole: which pairs there are, what they are called, and that nothing but the texts decides it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.duplicates.widen import all_pairs, widen
from goldkit.records import Chunk, Copy
from goldkit.results.widen import WidenParameters, WidenResult

AT = "2026-12-01T10:00:00Z"
BODY = (
    "The gateway closes an idle connection after 30 seconds unless keepalive is set. It forwards each request to the "
    "Hamburg site and writes a line to the log. Operators find the setting in the panel of the console, where the "
    "default of release 2.1 can be read since 2023. The service must be reloaded before a new value is in force."
)
HEADER = "Copyright 2024 Example Corp, all of it kept by the authors named in the file beside this one."


def chunks(*texts: str, prefix: str = "c") -> list[Chunk]:
    return [Chunk(id=f"{prefix}{number:03}", text=text) for number, text in enumerate(texts)]


def of_two(a: str, b: str, **parameters) -> Copy | None:
    found = widen([Chunk(id="a", text=a)], [Chunk(id="b", text=b)], AT, WidenParameters(**parameters))
    assert len(found.pairs) <= 1
    return found.pairs[0] if found.pairs else None


def verdict(a: str, b: str, **parameters) -> tuple[str, str | None] | None:
    pair = of_two(a, b, **parameters)
    return pair and (pair.verdict, pair.rule)


def test_identical_text_under_another_id_is_exact_however_short() -> None:
    pair = of_two("Yes.", "Yes.")
    assert pair == Copy(
        a="a", b="b", a_sha256=pair.a_sha256, b_sha256=pair.a_sha256, jaccard=1.0, containment=(1.0, 1.0),
        verdict="same", rule="exact", by="goldkit widen", at=AT, index=pair.index,
    )  # fmt: skip


def test_a_character_of_an_unspaced_script_is_found_and_flagged() -> None:
    text = "连接超时时间默认为三十秒可以在配置文件中修改重启服务后生效"
    other = text.replace("三", "六")
    assert verdict(text, other, characters=2) == ("differs", "number")
    longer = text + "管理员应当在控制台上检查网关的日志文件确认新的设置已经被加载"
    assert verdict(longer, longer.replace("三", "六")) == ("differs", "number")


def test_a_chunk_inside_a_longer_one_is_found_by_containment_and_is_no_copy() -> None:
    words = [f"word{n}" for n in range(200)]
    short, long = " ".join(words[80:110]), " ".join(words)
    pair = of_two(short, long)
    assert (pair.verdict, pair.rule, pair.containment[0]) == ("differs", "containment", 1.0)
    turned = of_two(long, short)
    assert (turned.verdict, turned.rule, turned.containment[1]) == ("differs", "containment", 1.0)
    half = of_two(" ".join(words[:100]), " ".join(words[50:150]))
    assert half is None


def other_pages(number: int, header: str) -> list[Chunk]:
    source = random.Random(5)
    return [
        Chunk(id=f"page{n}", text=header + " " + " ".join(f"w{source.randrange(5000)}" for _ in range(40)))
        for n in range(number)
    ]


def test_a_header_that_stands_everywhere_is_surplus_and_a_rare_one_is_not() -> None:
    labelled, headed = Chunk(id="a", text=BODY), Chunk(id="b", text=f"{HEADER} {BODY}")
    common = widen([labelled], [headed, *other_pages(120, HEADER)], AT)
    assert [(pair.b, pair.verdict, pair.rule) for pair in common.pairs] == [("b", "same", "surplus")]
    assert common.stop_shingles > 10 and common.pairs[0].jaccard < 1
    rare = widen([labelled], [headed, *other_pages(20, HEADER)], AT)
    assert [(pair.verdict, pair.rule) for pair in rare.pairs] == [("differs", "containment")]


def test_a_banner_that_voids_the_page_is_no_surplus() -> None:
    banner = "This page is deprecated and what it describes has been moved to the handbook of the new gateway."
    found = widen([Chunk(id="a", text=BODY)], [Chunk(id="b", text=f"{banner} {BODY}"), *other_pages(120, banner)], AT)
    assert [pair.verdict for pair in found.pairs] == ["differs"]


@pytest.mark.parametrize(
    "banner",
    [
        "What is said here does not hold for the sites in the north and nobody there should follow any of it.",
        "Read this page only when the operator on duty has told you that the service is in its winter mode.",
        "Diese Seite ist veraltet und was sie beschreibt steht jetzt im Handbuch des neuen Dienstes auf dem Server.",
        "Ta strona jest przestarzała i opisuje dawny sposób pracy z usługą którą zastąpiono w zeszłym roku nową.",
        "Эта страница устарела и описывает прежний порядок работы со службой которую заменили в прошлом году.",
        "The page was written for release 4 of the gateway and for all of the sites that still run release 4 today.",
        "本页内容已经过时请参阅新版网关手册中的相应章节并联系管理员了解当前的设置方法和各站点的安排",
    ],
)
def test_a_banner_that_limits_the_page_is_no_surplus(banner: str) -> None:
    found = widen([Chunk(id="a", text=BODY)], [Chunk(id="b", text=f"{banner} {BODY}"), *other_pages(120, banner)], AT)
    assert [pair.verdict for pair in found.pairs if pair.b == "b"] in ([], ["differs"])


def test_a_licence_is_surplus_whatever_it_forbids() -> None:
    licence = (
        "Licensed under the Example License 2.0: you may not use this file unless you accept it, without warranty."
    )
    found = widen([Chunk(id="a", text=BODY)], [Chunk(id="b", text=f"{licence} {BODY}"), *other_pages(120, licence)], AT)
    assert [(pair.verdict, pair.rule) for pair in found.pairs] == [("same", "surplus")]


def test_a_shared_licence_makes_no_pair_and_all_boilerplate_no_copy() -> None:
    licence = " ".join(f"licence{n}" for n in range(100))
    body = "this module parses the header of an audio frame", "here lists of numbers are sorted in place"
    pages = other_pages(120, licence)
    found = widen(
        [Chunk(id="a", text=f"{licence} {body[0]}")], [Chunk(id="b", text=f"{licence} {body[1]}"), *pages], AT
    )
    assert found.pairs == ()
    bare = widen([Chunk(id="a", text=licence + " one")], [Chunk(id="b", text=licence + " two"), *pages], AT)
    assert [(pair.verdict, pair.rule, pair.differs) for pair in bare.pairs] == [("differs", "boilerplate", ())]


def test_a_fact_on_120_pages_is_found_although_its_shingles_are_everywhere() -> None:
    pages = [Chunk(id=f"p{n:03}", text=BODY) for n in range(120)]
    found = widen(pages[:1], pages, AT)
    assert found.rules == {"same": {"exact": 119}}


def test_only_direct_neighbours_of_a_labelled_chunk_are_paired() -> None:
    words = [f"word{n}" for n in range(100)]
    chain = [" ".join(words[: 100 - 10 * step] + [f"other{n}" for n in range(10 * step)]) for step in range(4)]
    found = widen(chunks(chain[0]), chunks(*chain[1:], prefix="d"), AT)
    assert [(pair.a, pair.b) for pair in found.pairs] == [("c000", "d000")]


def test_empty_chunks_have_no_neighbours() -> None:
    assert all_pairs(chunks(*[""] * 50, "---", " \n"), AT).pairs == ()


def test_a_chunk_is_no_copy_of_itself_and_an_edited_one_is_named() -> None:
    labelled = chunks(BODY, HEADER)
    found = widen(labelled, [labelled[0], replace(labelled[1], text="edited " + HEADER)], AT)
    assert (found.pairs, found.changed) == ((), ("c001",))


def test_of_two_labelled_chunks_the_smaller_id_is_a_and_a_labelled_one_before_any_other() -> None:
    labelled = [Chunk(id="z", text=BODY), Chunk(id="y", text=BODY)]
    found = widen(labelled, [Chunk(id="a", text=BODY), *labelled], AT)
    assert [(pair.a, pair.b) for pair in found.pairs] == [("y", "a"), ("y", "z"), ("z", "a")]
    turned = widen([Chunk(id="z", text=BODY)], [Chunk(id="a", text=BODY.replace("30", "60"))], AT).pairs[0]
    assert (turned.a, turned.differs) == ("z", (("30 seconds", "60 seconds"),))
    assert BODY[slice(*turned.spans[0]["a"])] == "30"


def test_thousands_of_copies_are_capped_and_reported() -> None:
    copies = [Chunk(id=f"p{n:05}", text=BODY) for n in range(3000)]
    found = widen(copies[:1], copies, AT)
    assert len(found.pairs) == 1000
    assert [(b.route, b.first, b.members, b.kept) for b in found.capped] == [("exact", "p00000", 3000, 1000)]


def test_all_pairs_joins_equal_texts_to_their_smallest_id() -> None:
    found = all_pairs(chunks(BODY, BODY, BODY, BODY.replace("30", "60"), BODY.replace("30", "60")), AT)
    assert [(pair.a, pair.b, pair.verdict) for pair in found.pairs] == [
        ("c000", "c001", "same"),
        ("c000", "c002", "same"),
        ("c000", "c003", "differs"),
        ("c003", "c004", "same"),
    ]


def made_corpus(seed: int) -> list[Chunk]:
    source = random.Random(seed)
    words = [f"w{n}" for n in range(300)]
    texts = [" ".join(source.choices(words, k=source.randint(5, 60))) for _ in range(15)]
    for text in list(texts):
        parts = text.split()
        parts[source.randrange(len(parts))] = source.choice(words)
        texts += [" ".join(parts), text.upper(), text + " " + source.choice(texts)]
    return chunks(*texts)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 1000))
def test_order_of_the_chunks_does_not_matter(seed: int) -> None:
    corpus = made_corpus(seed)
    shuffled = random.Random(seed + 1).sample(corpus, len(corpus))
    assert widen(corpus[:9], corpus, AT) == widen(corpus[:9][::-1], shuffled, AT)
    assert all_pairs(corpus, AT) == all_pairs(iter(shuffled), AT)


def figures_hold(result: WidenResult, corpus: list[Chunk]) -> None:
    texts = {chunk.id: chunk.text.casefold().split() for chunk in corpus}
    for pair in result.pairs:
        a, b = ({tuple(w[n : n + 3]) for n in range(max(1, len(w) - 2))} for w in (texts[pair.a], texts[pair.b]))
        assert pair.jaccard == len(a & b) / len(a | b)
        assert pair.containment == (len(a & b) / len(a), len(a & b) / len(b))
        assert pair.jaccard >= 0.8 or max(pair.containment) >= 0.9


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 1000))
def test_every_pair_holds_and_the_join_is_a_part_of_all_pairs(seed: int) -> None:
    corpus = made_corpus(seed)
    every, joined = all_pairs(corpus, AT), widen(corpus[:20], corpus, AT)
    figures_hold(every, corpus)
    figures_hold(joined, corpus)
    assert sum(joined.verdicts.values()) == len(joined.pairs)
    if len({chunk.text for chunk in corpus}) == len(corpus):
        ids = {chunk.id for chunk in corpus[:20]}
        expected = {frozenset((pair.a, pair.b)) for pair in every.pairs if ids & {pair.a, pair.b}}
        assert {frozenset((pair.a, pair.b)) for pair in joined.pairs} == expected


def test_another_parameter_is_another_index() -> None:
    same = widen(chunks(BODY), chunks(BODY, prefix="d"), AT)
    assert same.index == widen(chunks(BODY), chunks(BODY, prefix="d"), AT).index == same.pairs[0].index
    assert same.index != widen(chunks(BODY), chunks(BODY, prefix="d"), AT, WidenParameters(seed=2)).index
    assert (same.bands, same.rows) == (25, 5) and same.expected_recall > 0.999


@pytest.mark.parametrize("text", ["\x00 nul \x00", "lone \ud800 surrogate", "x", "word " * 200_000, "字" * 100_000])
def test_odd_texts_are_chunks_like_others(text: str) -> None:
    found = widen([Chunk(id="a", text=text)], [Chunk(id="b", text=text), Chunk(id="c", text=text + " and more")], AT)
    assert ("a", "b", "exact") in {(pair.a, pair.b, pair.rule) for pair in found.pairs}


def test_nothing_labelled_or_nothing_in_the_corpus_is_no_pair() -> None:
    assert widen([], chunks(BODY, BODY), AT).pairs == ()
    assert widen(chunks(BODY), [], AT).pairs == ()
    assert all_pairs([], AT).pairs == ()
