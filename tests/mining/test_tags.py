"""The kinds of questions told by rule."""

from goldkit.mining.tags import stems, tags_of

KNOWN = stems(["Transfers to the tape stall when its buffer is full.", "A link is drained before an intervention."])


def test_an_identifier_makes_a_question_exact_whatever_else_it_says():
    assert tags_of("why does XFR-1042 appear", KNOWN) == tags_of("the gizmo on node01", None) == ("exact",)


def test_a_word_the_corpus_never_uses_makes_a_question_vague():
    assert tags_of("why is stuff stuck", KNOWN) == ("vague",)
    assert tags_of("why is stuff stuck", None) == (), "without a corpus nobody can tell"


def test_inflected_forms_are_known_words():
    assert tags_of("is a transfer stalling while we drain links", KNOWN) == ("vague",), "`while` is in no chunk"
    assert tags_of("is a transfer stalling, do we drain links", KNOWN) == ()


def test_short_words_and_other_scripts_say_nothing():
    assert tags_of("who am I to ask", KNOWN) == ()
    assert tags_of("接続が切れるのはなぜ", KNOWN) == ()
