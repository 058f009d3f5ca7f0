import pytest

from goldkit.text.language import differ, language_of, scripts_of

SENTENCES = {
    "cs": "Proč se přenosy dat zastavují a jak je možné, že to není vidět v záznamu?",
    "da": "Hvorfor er det ikke muligt at se, hvordan jeg skal forny den nøgle?",
    "de": "Warum ist die Übertragung nicht fertig und wie kann ich das ändern?",
    "en": "Why does the transfer stall and what should be done with the tape?",
    "es": "¿Por qué se para la transferencia y cómo se puede ver en el registro?",
    "fi": "Miksi siirto ei ole valmis ja mitä on tehtävä, kun se ei onnistu?",
    "fr": "Pourquoi le transfert ne finit pas et comment est-ce que je peux le voir dans la liste ?",
    "hu": "Miért nem megy az átvitel, és hogyan lehet ezt látni, hogy mi van?",
    "it": "Perché il trasferimento non si ferma e come si vede nel registro di sistema?",
    "nl": "Waarom is de overdracht niet klaar en wat moet ik met het bestand doen?",
    "pl": "Dlaczego transfer nie jest gotowy i jak to zrobić, że się skończy?",
    "pt": "Por que a transferência não termina e como é que se vê uma falha em um registo?",
    "sv": "Varför är överföringen inte klar och hur kan jag se vad som är fel på den?",
}


@pytest.mark.parametrize(("code", "sentence"), SENTENCES.items())
def test_a_sentence_is_known_by_its_small_words(code, sentence):
    assert language_of(sentence) == code


@pytest.mark.parametrize("text", ["", "T2_XX_North XFR-1024", "timeout", "la de", "42"])
def test_what_is_not_clear_is_not_guessed(text):
    assert language_of(text) is None


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("", set()),
        ("1234 !?", set()),
        ("Straße naïve", {"latin"}),
        ("磁带维护", {"cjk"}),
        ("ドライブのクリーニング", {"cjk"}),
        ("Почему передача стоит?", {"cyrillic"}),
        ("전송이 왜 멈추나요", {"hangul"}),
        ("لماذا يتوقف النقل", {"arabic"}),
        ("запустите curl --retry снова", {"cyrillic", "latin"}),
    ],
)
def test_scripts(text, scripts):
    assert scripts_of(text) == scripts


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (SENTENCES["en"], SENTENCES["pl"], True),
        (SENTENCES["en"], "磁带驱动器每周清洗一次。", True),
        (SENTENCES["pl"], SENTENCES["pl"], False),
        ("what is XFR-1024", SENTENCES["pl"], False),
        ("Почему `curl` не отвечает?", "curl --retry 3 https://x/y/z --output file.tar.gz # повторить запрос", False),
        ("What does curl do?", "curl --retry 3 # повторить запрос", False),
        ("磁带多久清洗一次？", "ドライブは毎週掃除します", False),
    ],
)
def test_only_a_clear_difference_counts(question, text, answer):
    assert differ(question, text) is answer
