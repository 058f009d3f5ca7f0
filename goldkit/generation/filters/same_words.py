"""Whether a chunk answers a question because it says what the question's own chunk says, word for word: no model needs to tell."""

from __future__ import annotations

from goldkit.text.quote import EDGES, locate, plain, plain_quote
from goldkit.text.sentences import prose_sentences
from goldkit.text.tokens import amount, words
from goldkit.text.wording import near_identical

LEAST_WORDS = 5
"""Words from which on a text that stands elsewhere says the same there; "40 minutes" does not."""


class Wanted:
    """What another chunk would have to say. quote, answer: of a draft. text: of its chunk, for the sentence around the quote."""

    def __init__(self, quote: str, answer: str, text: str) -> None:
        self.quote, self.short = quote, plain_quote(quote)
        self.whole = [part for part in (quote, answer) if _long(part)]
        self.plain = [plain_quote(part) for part in self.whole]
        self.sentence = next((one for one in prose_sentences(text) if self.short and self.short in plain(one)), "")


def same_words(wanted: Wanted, text: str) -> tuple[int, int] | None:
    """Where a text says it, (start, end) in characters, None where it does not.

    It does when the quote or the answer stands there word for word and is long enough to mean something by itself, or when the
    quote stands there in a sentence that is near-identical to the quote's own one.
    """
    other = plain(text)
    for part, folded in zip(wanted.whole, wanted.plain, strict=True):
        if folded in other:
            return locate(part, text)
    if not wanted.sentence or wanted.short not in other:
        return None
    if any(wanted.short in plain(one) and near_identical(one, wanted.sentence) for one in prose_sentences(text)):
        return locate(wanted.quote, text)
    return None


def _long(text: str) -> bool:
    return amount(words(text.strip(EDGES))) >= LEAST_WORDS
