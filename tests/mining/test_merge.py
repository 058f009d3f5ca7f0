"""Merging wordings of one question: what is merged, what never is, and that neither order nor repetition changes anything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.mining.merge import merge_wordings
from goldkit.mining.small_words import wording
from goldkit.records import Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.text.identifiers import identifiers
from goldkit.text.normalise import query_id, question_key

MAP = {"query": "q", "chunks": "docs", "id": "id"}
SAME = [
    ("why do transfers stall?", "Why do the transfers stall ??"),
    ("how do I drain a link at T2_XX_North", "how can I drain the link at T2_XX_North, please?"),
    ("how to drain a link at T2_XX_North", "Hello, how do I drain links at T2_XX_North!"),
    ("what's the quota", "what is the quota"),
    ("why can't the mover write", "why cannot the mover write…"),
    ("what does XFR-1042 mean", "What XFR-1042 mean?"),
    ("does anyone know why the tape is slow", "why the tape is slow"),
    ("why do transfers to T2_XX_North stall?", "why transfers to T2_XX_North stalled"),
    ("why does the nightly backup fail", "why nightly backup failed"),
    ("why does my job stop", "why my job stopped?"),
    ("where is the seperate queue", "where is the separate queue?"),
    ("ファイル転送が止まる", "ﾌｧｲﾙ転送が止まる。"),
    ("ＸＦＲ－１０４２", "XFR-1042"),
    ("لماذا توقف النقل؟", "لماذا توقــف النقل"),
    ("\u200fلماذا توقف النقل", "لماذا توقف النقل ؟؟"),
    ("ทำไมการถ่ายโอนหยุด", "ทำไมการถ่ายโอนหยุด?"),
    ("is it 5–7 days", "is it 5-7 days!"),
    ("“why is it slow”", "why is it slow"),
    ("why 🙂 is it slow", "why 🙂\ufe0f is it slow?"),
]
DIFFERENT = [
    ("is C++ supported", "is C# supported"),
    ("what does -5 mean", "what does 5 mean"),
    ("what is $!", "what is $?"),
    ("what is 5! in full", "what is 5 in full"),
    ("jobs with the token", "jobs without the token"),
    ("how do I enable the cache", "how do I disable the cache"),
    ("what happens before the drain", "what happens after the drain"),
    ("why does it start", "why does it not start"),
    ("why does it start", "why doesn't it start"),
    ("what is the mover", "who is the mover"),
    ("why is the mover down", "when is the mover down"),
    ("why did the mover stop", "why does the mover stop"),
    ("why did the mover stop", "why the mover stopped"),
    ("why is the mover stopped", "why is the mover stop"),
    ("what changed in the cache", "what changes in the cache"),
    ("who called the mover", "who calls the mover"),
    ("why the users stared", "why the users star"),
    ("why the queue filed", "why the queue fil"),
    ("why mover `stopped`", "why mover `stop`"),
    ("why not the mover stalled", "why the mover stalled"),
    ("does the mover have to stop", "should the mover have to stop"),
    ("copy from North to South", "copy from South to North"),
    ("how do I read XFR-1042", "how do I read XFR-1043"),
    ("how do I read XFR-1042s", "how do I read XFR-1042"),
    ("what is the limit of 10 files", "what is the limit of 100 files"),
    ("what is the limit of 2.5 TB", "what is the limit of 25 TB"),
    ("what is 10² here", "what is 102 here"),
    ("what is ½ of it", "what is 1/2 of it"),
    ("how do I join a team in the app", "how do I join Teams in the app"),
    ("how do I call loadTimers in the code", "how do I call loadTimer in the code"),
    ("why is the `files` table slow today", "why is the `file` table slow today"),
    ("how do I set a to b", "how do I set to b"),
    ("where does A go to", "where go to"),
    ("where does a go to", "where does go to"),
    ("who is the who", "who is who"),
    ("how do I copy from a to b", "how do I copy from to b"),
    ("can site a write to the tape", "can site b write to the tape"),
    ("does plan a cover the tape", "does plan cover the tape"),
    ("ring", "rings"),
    ("wall mount", "wallmount"),
    ("how do I adapt the tape policy", "how do I adopt the tape policy"),
    ("who is the contact for the tape", "who is the contract for the tape"),
    ("転送は止まる", "転送は止まらない"),
    ("転送が止まる", "転送も止まる"),
    ("ไฟล์หาย", "ไฟล์ไม่หาย"),
    ("هل توقف النقل", "لماذا توقف النقل"),
    ("der Speicher ist voll", "die Speicher ist voll"),
    ("why 🙂 is it slow", "why 🙁 is it slow"),
    ("is it any good", "is it no good"),
    ("№ 5", "no 5"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_differs_in_form_or_small_words_is_one_question(mill, one, other):
    result = mill.rows({"q": one, "docs": ["a"], "id": 1}, {"q": one, "id": 2}, {"q": other, "docs": ["b"], "id": 3})
    (query,) = mill.golden.queries()
    assert (query.text, query.variants, query.weight) == (one, (other,), 3.0)
    assert {line.chunk for line in result.proposals} == {"a", "b"}
    assert query.id == query_id(one)
    assert query.aliases == ((query_id(other),) if question_key(one) != question_key(other) else ())


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_in_meaning_stays_two(mill, one, other):
    mill.rows({"q": one, "docs": ["a"]}, {"q": other, "docs": ["a"]}, {"q": "how is the tape policy read", "docs": []})
    assert {one, other} <= {query.text for query in mill.golden.queries()}


SLIPPED = [
    {"q": "how do I release held jobs", "docs": ["a"], "cited": ["a"], "id": 1},
    {"q": "how do I reelase held jobs", "docs": ["a"], "cited": ["a"], "id": 2},
    {"q": "who may release a job", "docs": ["a"], "id": 3},
]


def test_two_exchanged_letters_are_a_slip_of_a_word_that_others_use(mill):
    result = mill.rows(*SLIPPED)
    assert (result.misspelt, result.merged, result.new) == (1, 0, 2)
    query = next(query for query in mill.golden.queries() if query.variants)
    assert (query.text, query.variants) == ("how do I release held jobs", ("how do I reelase held jobs",))
    assert mill.evidence()[query.text, "a"] == {"shown": 2, "cited": 2, "best_rank": 1}


ASKED = "how does the committee review broken tapes"


def misspelt(
    mill, *asked, known="The committee, committees, replanned, desserts, correspondents, comments, marketeers"
):
    from goldkit.records import Chunk

    rows = [{"q": text, "docs": ["a"], "id": n} for n, text in enumerate(asked)]
    return mill.rows(*rows, corpus={"a": Chunk(id="a", text=known, sha256="x")} if known else None).misspelt


@pytest.mark.parametrize("slip", ["comittee", "commmittee", "committtee"])
def test_a_consonant_doubled_or_halved_is_a_slip_of_a_word_of_the_corpus(mill, slip):
    assert misspelt(mill, ASKED, ASKED.replace("committee", slip)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("how many marketeers review broken tapes", "how many marketers review broken tapes"),  # a vowel
        (ASKED, "how does the committees review broken tapes"),
        (ASKED, "how does the comittee review broken drives"),  # another word differs, too
        ("how does the committee review", "how does the comittee review"),  # little is said beside it
        ("der Ausschuss committee liest volle Bericht", "der Ausschuss comittee liest volle Bericht"),
        (ASKED, "how does the Comittee review broken tapes"),  # a name
        ("where are deserts counted after the second review", "where are desserts counted after the second review"),
        ("how is the replanned archive written on tapes", "how is the replaned archive written on tapes"),
        ("who are the correspondents named in broken tapes", "who are the corespondents named in broken tapes"),
        ("which comments does the review of tapes show", "which commends does the review of tapes show"),
    ],
)
def test_what_may_be_another_word_is_no_doubling(mill, one, other):
    assert misspelt(mill, one, other) == 0


@pytest.mark.parametrize(
    ("known", "more", "slips"),
    [
        ("nothing of that kind", (), 0),
        ("nothing of that kind", ("what is a committee",), 1),
        (None, ("what is a committee",), 0),
        ("a committee, or comittee as some write", ("what is a committee",), 0),
    ],
)
def test_a_doubling_is_a_slip_only_where_the_right_word_alone_is_known(mill, known, more, slips):
    assert misspelt(mill, ASKED, ASKED.replace("committee", "comittee"), *more, known=known) == slips


@pytest.mark.parametrize(
    "rows",
    [
        [*SLIPPED[:2]],  # nobody else uses either word
        [*SLIPPED, {"q": "reelase notes", "id": 4}],  # the other spelling is used too: perhaps a name
        [{**row, "q": row["q"].replace("reelase", "Reelase")} for row in SLIPPED],  # a name
        [{"q": "is the causal order kept"}, {"q": "is the casual order kept"}, {"q": "causal or not"}],
        [{"q": "why is the job retired now"}, {"q": "why is the job retried now"}, {"q": "retried or not"}],
        [{"q": "who has compiled the list"}, {"q": "who has complied the list"}, {"q": "compiled or not"}],
        [{"q": "which pulses are counted"}, {"q": "which pluses are counted"}, {"q": "pulses or not"}],
    ],
)
def test_what_may_be_another_word_is_no_slip(mill, rows):
    assert mill.rows(*rows).misspelt == 0


def test_the_corpus_tells_which_word_is_misspelt(mill):
    from goldkit.records import Chunk

    corpus = {"a": Chunk(id="a", text="To release a job, ask.", sha256="x")}
    assert mill.rows(*SLIPPED[:2], corpus=corpus).misspelt == 1


def test_the_most_frequent_spelling_is_the_text_in_any_order_of_the_files(mill):
    rows = [{"q": "why do transfers stall", "id": n, "docs": ["a"]} for n in range(3)]
    rows += [{"q": "Why do the transfers stall??", "id": n + 10, "docs": ["b"]} for n in range(4)]
    files = [mill.write("one.jsonl", *rows[:5]), mill.write("two.jsonl", *rows[5:])]
    orders = [mill.look(*order, mapping=MAP).queries for order in (files, files[::-1])]
    for (query,) in orders:
        assert (query.id, query.text, query.weight) == (query_id(rows[5]["q"]), "Why do the transfers stall??", 7.0)
    ours = [(query.text, query.variants, query.aliases, query.provenance["batches"]) for (query,) in orders]
    assert ours[0] == ours[1]


def test_an_existing_query_wins_and_keeps_its_text(mill):
    mill.golden.create()
    enroll(mill.golden, [Query(id="mine-1", text="Why do transfers stall?", origin="manual")])
    for n in (1, 2):
        mill.rows({"q": "why do the transfers stall", "docs": ["a"], "id": n}, name=f"{n}.jsonl")
    (query,) = mill.golden.queries()
    assert (query.id, query.text, query.weight) == ("mine-1", "Why do transfers stall?", 2.0)
    assert query.variants == ("why do the transfers stall",)


def test_two_queries_of_the_golden_set_are_never_merged(mill):
    mill.golden.create()
    both = [Query(id="one", text="why do transfers stall"), Query(id="two", text="why do the transfers stall")]
    decided = Judgment(
        query="two", chunk="a", grade=3, status="decided", source="human", by="ana", at="2026-12-01T00:00:00Z"
    )
    enroll(mill.golden, both, [decided])
    mill.rows({"q": "Why do the transfers stall", "docs": ["a"]}, {"q": "why do transfers stall!!", "docs": ["a"]})
    found = {query.id: (query.weight, query.variants) for query in mill.golden.queries()}
    assert found == {"one": (1.0, ("why do transfers stall!!",)), "two": (1.0, ("Why do the transfers stall",))}


def test_a_misspelt_query_of_the_golden_set_takes_what_is_spelt_right(mill):
    mill.golden.create()
    enroll(mill.golden, [Query(id="mine", text=SLIPPED[1]["q"], origin="manual")])
    mill.rows(SLIPPED[0], SLIPPED[2])
    query = next(query for query in mill.golden.queries() if query.id == "mine")
    assert (query.text, query.variants, query.weight) == (SLIPPED[1]["q"], (SLIPPED[0]["q"],), 1.0)


def test_mining_again_changes_nothing_and_weights_add_up_over_batches(mill):
    first = [{"q": "why do transfers stall", "docs": ["a"], "id": 1}, {"q": "why do the transfers stall", "id": 2}]
    mill.rows(*first, *SLIPPED)
    before = mill.digest()
    mill.rows(*first, *SLIPPED)
    assert mill.digest() == before
    mill.rows({"q": "why do the transfers stall", "docs": ["b"], "id": 3}, *first, name="later.jsonl")
    mill.rows({"q": "Why the transfers stall?", "docs": ["b"], "id": 4}, name="last.jsonl")
    query = next(query for query in mill.golden.queries() if "stall" in query.text)
    assert (query.weight, len(query.variants), len(query.aliases)) == (4.0, 2, 2)
    assert sum(query.provenance["batches"].values()) == 4


def test_follow_ups_of_different_questions_stay_apart(mill):
    rows = [
        ("What is the quota at North?", "what about the tapes?"),
        ("What is the quota at South?", "what about tapes"),
    ]
    for name, (before, after) in enumerate(rows):
        mill.rows({"q": before, "c": name, "at": 1}, {"q": after, "c": name, "at": 2}, name=f"{name}.jsonl")
    assert len(mill.golden.queries()) == 4


_WORDS = """
how what why who when do does I can the a an not no without with enable disable before after files file XFR-1042 XFR-1043 C++ C# 5
-5 2.5 25 10GB is was transfer transfers stall T2_XX_North Teams teams please don't cannot .part /store/x node01
"""
WORDS = st.sampled_from(_WORDS.split())
_KEPT = "how what why who when not no without with enable disable before after is was"
KEPT = frozenset(_KEPT.split())


@given(st.lists(WORDS, min_size=1, max_size=9), st.lists(WORDS, min_size=1, max_size=9))
def test_the_plain_form_keeps_identifiers_figures_negations_and_question_words(one, other):
    a, b = " ".join(one), " ".join(other)
    if wording(a) == wording(b):
        assert _kept(a) == _kept(b)


@given(st.lists(WORDS, min_size=2, max_size=9), st.data())
def test_one_changed_word_that_carries_meaning_is_never_merged(words, data):
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(WORDS)
    changed = [*words[:at], other, *words[at + 1 :]]
    if _kept(" ".join(words)) != _kept(" ".join(changed)):
        assert wording(" ".join(words)) != wording(" ".join(changed))


@given(st.text(max_size=60))
def test_the_plain_form_of_any_text_is_found_and_white_space_around_it_is_no_matter(text):
    assert wording(text) == wording(f" {text}\n")


def _kept(text: str) -> list[str]:
    full = text.replace("don't", "do not").replace("cannot", "can not").casefold().split()
    exact = {word.casefold() for word in identifiers(text)}
    return [word for word in full if word in KEPT or word in exact or any(sign.isdigit() for sign in word)]


def test_nothing_to_merge_is_left_as_it_is():
    assert merge_wordings({}, []).questions == {}
