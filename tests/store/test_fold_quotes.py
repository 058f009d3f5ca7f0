"""When the words that answer a question settle a pair whose texts differ elsewhere."""

from dataclasses import replace

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Copy, Fact, Judgment, Query, Scale
from goldkit.store.facts import facts_of
from goldkit.store.fold import fold
from goldkit.store.texts import texts_of

SCALE = Scale()


def judged(chunk: str, grade: int | None, by: str = "ana", at: int = 0, **more) -> Judgment:
    given = {"query": "q", "status": "decided", "source": "human", "at": f"2026-12-01T10:00:{at:02}Z"} | more
    return Judgment(chunk=chunk, grade=grade, by=by, **given)


def differing(**more) -> Copy:
    return Copy(
        a="a",
        b="b",
        jaccard=0.9,
        containment=(0.9, 0.9),
        verdict="differs",
        by="goldkit widen",
        at="2026-12-01",
        **more,
    )


def labels(lines, copies=(), **more):
    return fold(lines, copies, SCALE, **more).labels.get("q", {})


SIDES = {"a": "The limit is 30 s. Write to the desk.", "b": "The limit is 60 s. Write to the desk."}
TEXTS = texts_of(Chunk(id=name, text=text) for name, text in SIDES.items())


def test_a_quote_outside_the_difference_settles_a_pair_unless_the_rule_forbids():
    spans = ({"a": [13, 17], "b": [13, 17]},)

    def derives(quote, rule="number"):
        pair = differing(rule=rule, spans=spans)
        return "b" in labels([judged("a", 3, quote=quote)], [pair], texts=TEXTS)

    assert derives("Write to the desk.")
    assert not derives("The limit is 30 s.")
    assert derives("Write to")
    for rule in ("name", "version", "negation", "condition", "identifier", "order"):
        assert not derives("Write to the desk.", rule)
    assert "b" not in labels([judged("a", 3)], [differing(spans=spans)], texts=TEXTS)
    nowhere = differing(rule="number")
    assert "b" not in labels([judged("a", 3, quote="Write to the desk.")], [nowhere], texts=TEXTS), (
        "where do they differ?"
    )


DESK = "Write to the desk."
SETTLED = differing(rule="number", spans=({"a": [13, 17], "b": [13, 17]},))


def test_only_a_quote_that_still_stands_settles_a_pair():
    said = judged("a", 3, quote=DESK)
    assert "b" in labels([said], [SETTLED], texts=TEXTS)
    ben = judged("a", 3, "ben")
    assert "b" not in labels([said, judged("a", None, at=1, reason="undo"), ben], [SETTLED], texts=TEXTS), "withdrawn"
    assert "b" not in labels([said, judged("a", 3, at=1)], [SETTLED], texts=TEXTS), "said anew without it"
    guessed = judged("a", 3, "model", status="proposed", source="generator", quote=DESK)
    assert "b" in labels([guessed, ben], [SETTLED], texts=TEXTS)
    assert "b" not in labels([guessed, judged("a", 0)], [SETTLED], texts=TEXTS), (
        "a person found that it answers nothing"
    )


def test_spans_are_read_in_the_texts_they_were_found_in():
    older = texts_of(
        [*(Chunk(id=name, text=text) for name, text in SIDES.items()), Chunk(id="a", text="Older. " + DESK)]
    )
    named = replace(SETTLED, a_sha256=sha256_text(SIDES["a"]), b_sha256=sha256_text(SIDES["b"]))
    said = [judged("a", 3, quote=DESK)]
    assert "b" in labels(said, [named], texts=older)
    assert "b" not in labels(said, [replace(named, a_sha256="0" * 64)], texts=older), "that text is not stored"
    assert "b" not in labels(said, [SETTLED], texts=older), "which of the two texts is not said"


def test_spans_that_are_none_settle_nothing():
    for odd in ({}, {"a": [13], "b": [13]}, {"a": None}, {"a": ["x", "y"]}, {"a": [1.5, 2]}):
        assert "b" not in labels([judged("a", 3, quote=DESK)], [replace(SETTLED, spans=(odd,))], texts=TEXTS)


def test_a_copy_that_a_quote_settled_is_no_fact_of_its_own():
    folded = fold([judged("a", 3, quote=DESK)], [SETTLED], SCALE, TEXTS)
    assert facts_of(Query(id="q", text="?"), folded.labels["q"], folded.pairs, SCALE) == (Fact(any=("a", "b")),)
