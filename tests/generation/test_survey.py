from collections import Counter

import pytest

from goldkit.generation.sample import sample
from goldkit.generation.survey import Survey
from goldkit.records import Chunk

WORDS = "alpha bravo charlie delta foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec"
FILLER = WORDS.split()


def about(topic, at):
    words = [FILLER[(at * 7 + step * 3) % len(FILLER)] for step in range(6)]
    return f"The {topic} number {at} needs a {words[0]} {words[1]}. A {topic} with {words[2]} {words[3]} is a {words[4]} {topic}."


def corpus():
    topics = ["drive"] * 180 + ["ticket"] * 10 + ["holiday"] * 10
    return [Chunk(id=f"page-{at}", text=about(topic, at)) for at, topic in enumerate(topics)]


def topic_of(chunk):
    return next(topic for topic in ("drive", "ticket", "holiday") if topic in chunk.text)


def test_a_topic_with_most_of_the_documents_does_not_own_the_set():
    shares = []
    for seed in range(10):
        first = list(sample(corpus(), seed=seed))[:40]
        counts = Counter(map(topic_of, first))
        shares.append(counts["drive"] / 40)
        assert min(counts["ticket"], counts["holiday"]) >= 3
    assert 0.5 < sum(shares) / len(shares) < 0.8  # 13.4 / (13.4 + 3.2 + 3.2) is two thirds; by documents it were 0.9


@pytest.mark.parametrize("documents", [200, 20, 2])
def test_topics_come_as_often_as_they_were_asked_about_whatever_the_documents(documents):
    asked = (
        ["How do I order a ticket for the bus?"] * 12 + ["When is my holiday over?"] * 4 + ["Which drive is full?"] * 4
    )
    chunks = [Chunk(id=f"page-{at % documents}#{at}", text=chunk.text) for at, chunk in enumerate(corpus())]
    for seed in range(5):
        first = Counter(topic_of(chunk) for chunk in list(sample(chunks, seed=seed, about=asked))[:15])
        assert abs(first["ticket"] - 9) <= 1
        assert abs(first["drive"] - 3) <= 1


def test_a_topic_that_is_used_up_leaves_its_turns_to_the_others():
    found = list(sample(corpus(), seed=1, about=["Where is my ticket?"] * 50))
    assert len(found) == 200
    assert Counter(map(topic_of, found[:11]))["ticket"] == 10


def test_a_few_documents_are_topics_enough():
    survey = Survey()
    for at, chunk in enumerate(corpus()[:60]):
        survey.add(f"{at:x}", chunk.id, chunk.text)
    assert survey.topics == []
    assert survey.weight("anything") == 1.0


def test_a_notice_that_stands_in_many_documents_is_left_out_and_counted():
    notice = "Was this page of help to you? Write to the docs team.\nAll rights of this page are reserved by them."
    chunks = [
        chunk
        for at in range(30)
        for chunk in (
            Chunk(id=f"d{at}#1", text=f"The valve of hall {at} is opened at {at} o'clock.\n{notice}"),
            Chunk(id=f"d{at}#2", text=f"{notice}\nPage {at}"),
            Chunk(id=f"d{at}#3", text=f"The gate of hall {at} has {at + 3} locks and a bell."),
        )
    ]
    pool = sample(chunks, seed=1)
    assert {chunk.id[-1] for chunk in pool} == {"1", "3"}
    assert pool.skipped == {"repeated in many documents": 30}


def test_a_corpus_that_repeats_itself_is_still_asked_about():
    notice = "Helmets are compulsory in the whole hall."
    assert len(list(sample([Chunk(id=f"d{at}", text=notice) for at in range(50)], seed=1))) == 1
