"""Whether a question is put with a question word, in the languages that goldkit tells apart; for others it is not known.

Words that only ask now and then ("was" in English) count in their own language alone. As in English, a word that asks also joins
("when I restart it"): what is told is that a text holds one, not that it is a question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goldkit.text.english import QUESTION_WORDS
from goldkit.text.language_tag import language_tag
from goldkit.text.tokens import words

ENGLISH = "en"
_ASKING = {
    "ar": "كيف متى أين لماذا هل ما ماذا كم",
    "cs": "jak kdy kde kdo co proč který která které jaký jaká jaké kolik",
    "da": "hvad hvordan hvorfor hvornår hvor hvem hvilken hvilket hvilke",
    "de": "wie wo wann wer was warum wieso weshalb welche welcher welches welchen wohin woher wieviel",
    "el": "πώς πως πού πότε ποιος ποια ποιο τι γιατί πόσο",
    "es": "cómo qué cuál cuáles dónde cuándo quién cuánto cuántos cuánta cuántas",
    "fi": "miten miksi mikä milloin missä mitä kuka kuinka mistä mihin",
    "fr": "comment pourquoi quel quelle quels quelles qui quand où combien quoi",
    "hu": "hogyan miért mikor hol ki mi mit melyik mennyi hány",
    "it": "come perché quando dove quale quali chi cosa quanto quanti",
    "ko": "왜 어떻게 언제 어디 어디서 누가 무엇 무엇을 무엇이 몇 어느 뭐",
    "nl": "hoe waarom wanneer waar wie wat welke welk hoeveel",
    "pl": "jak dlaczego kiedy gdzie kto co czy jaki jaka jakie który która które ile",
    "pt": "como porquê quando onde qual quais quem quanto quantos quê",
    "ru": "как где когда почему зачем кто что какой какая какое какие сколько куда откуда ли",
    "sv": "hur varför när var vad vem vilken vilket vilka",
    "uk": "як де коли чому хто що який яка яке які скільки чи",
}
_IN_UNSPACED = {
    "ja": "何 なぜ どう どこ いつ 誰 どの どれ いくら いくつ どんな",
    "th": "ทำไม อย่างไร ยังไง เมื่อไร เมื่อไหร่ ที่ไหน ใคร อะไร ไหม กี่ เท่าไร",
    "zh": "什么 甚麼 怎 为何 為何 为什么 哪 谁 誰 几 多少 何时 如何 吗 嗎",
}
ASKING = {ENGLISH: QUESTION_WORDS} | {code: frozenset(listed.split()) for code, listed in _ASKING.items()}
UNSPACED = {code: tuple(listed.split()) for code, listed in _IN_UNSPACED.items()}
"""Of scripts without spaces: looked for anywhere in a text."""


def usual_language(texts: Iterable[str]) -> str:
    """The language that most of the texts are clearly in; English where none is clear. Of a tie the first code by name."""
    counts = Counter(code for text in texts if (code := language_tag(text)) is not None)
    return min(counts, key=lambda code: (-counts[code], code), default=ENGLISH)


def holds_question_word(text: str, usual: str = ENGLISH) -> bool | None:
    """Whether a text holds a question word of its language, or of the usual one where its own is not clear.

    None where goldkit knows no question words of that language.
    """
    code = language_tag(text) or usual
    if code in UNSPACED:
        return any(word in text for word in UNSPACED[code])
    return None if code not in ASKING else not ASKING[code].isdisjoint(words(text))
