"""Question words are those of a text's own language, and unknown is not none."""

import pytest

from goldkit.text.question_words import holds_question_word, usual_language


@pytest.mark.parametrize(
    ("text", "usual", "held"),
    [
        ("how is the pump greased", "en", True),
        ("pump greasing interval", "en", False),
        ("was the pump greased", "en", False),
        ("Was kostet die Pumpe und wie oft ist sie zu schmieren?", "en", True),
        ("Was kostet das?", "de", True),
        ("cómo reinicio el motor", "es", True),
        ("磁带驱动器什么时候清洗", "en", True),
        ("磁带驱动器清洗", "en", False),
        ("почему остановился насос", "ru", True),
        ("насос остановился, мотор гудел", "ru", False),
        ("რატომ გაჩერდა ტუმბო", "en", None),
    ],
)
def test_words_of_the_texts_own_language_count(text, usual, held):
    assert holds_question_word(text, usual) is held


def test_the_usual_language_is_that_of_most_texts():
    german = "die Pumpe ist nicht zu schmieren"
    assert usual_language([german, "XFR-1007", "the pump is to be greased", german]) == "de"
    assert usual_language(["pump", "XFR-1007"]) == "en"
