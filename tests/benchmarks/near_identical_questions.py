"""Can rules of letters merge questions that differ by a misspelt word, and never two that differ by a real one?

Run by hand: `GOLDKIT_REAL_DATA=… python tests/benchmarks/near_identical_questions.py WORDS SLIPS` (ten seconds). WORDS: English
words, a tab and how often each occurs (the figures: the dictionary of pyspellchecker 0.9.1, 114,149 words of six letters and
more). SLIPS: lines `wrong->right` (the figures: the list of codespell 2.4.3, real slips out of programs and their documentation).

Of the 697 real questions of six corpora nothing is merged as they are, so nothing wrongly. So in each question each
word of six letters and more is replaced in turn by every real word one edit away (insertion, deletion, substitution, exchange of
neighbours; the first letter stays), which makes another question; and by slips, which make the same one. Made slips are one of
each kind at a drawn place. "One edit" merges where: all other words are equal, three words of content among them; the word put in
stands in no other question, nor in the corpus, as the right one does; neither is a name, or a form of the other by an ending or a
prefix; and no other word of the corpus is one edit away.

                                       merged wrongly                       merged rightly
                                       a common word     any word           listed slips    made slips
    cases (pairs of words)             3,938 (1,520)     5,486 (2,192)      21,447          13,258
    exchanges alone                    0                 0                  16%             23%
    what mining merges                 0                 0 (*)              19%             23%
    one edit                           628 (290)         1,132 (499)        62%             60%
    one edit, 9 letters and more       76 (42)           169 (87)           35%             29%
    one edit, 12 letters and more      5 (2)             11 (7)             7%              7%

(*) 12 cases are merged of two pairs that are one word in two spellings: transonic, correlation. All merged pairs were read.

What follows: no rule of letters tells a slip from a word (detection and detention, constructing and constricting), however long
the word and however strict the conditions; a corpus does not know all words that people ask with. So mining merges exchanges and
doubled consonants only, where the real words that come of it are few enough to be listed. Of the dictionary, all 104 pairs that a
doubling makes were read; those that are two words are listed in slips.py, the others are one word in two spellings.

Candidates are found by what words share when one letter is left out, and mining looks up the few words that an exchange or a
doubling makes: both take time in proportion to the words. Comparing all pairs of questions (rapidfuzz) would take their square,
needs a limit beyond which a log is treated differently, and finds nothing more.
"""

from __future__ import annotations

import csv
import json
import os
import random
import string
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import OSA

from goldkit.mining.plain_words import plain_words
from goldkit.mining.slips import LEAST_LETTERS, REAL_WORDS, Wording, slips
from goldkit.mining.small_words import wording
from goldkit.mining.tags import stems
from goldkit.text.english import ENGLISH
from goldkit.text.tokens import words

COMMON = 100
"""Occurrences from which a word of the list is common."""
OTHERS, CONTENT = 3, 4
"""Content words that a question has besides the misspelt one, and the letters of a content word."""
LEAST_TAIL = 3
"""Letters from which what differs is no ending; the endings and prefixes of more letters are listed."""
ENDINGS = (
    "s",
    "d",
    "r",
    "n",
    "y",
    "e",
    "al",
    "ly",
    "ed",
    "er",
    "es",
    "ing",
    "or",
    "ar",
    "ent",
    "ant",
    "ence",
    "ance",
    "ive",
    "ion",
)
PREFIXES = (
    "un",
    "in",
    "im",
    "il",
    "ir",
    "dis",
    "de",
    "re",
    "a",
    "en",
    "em",
    "pre",
    "pro",
    "per",
    "co",
    "con",
    "com",
    "sub",
    "mis",
)


@dataclass(frozen=True, slots=True)
class Side:
    """The questions put to one corpus. known: its words; beginnings: also those of their stems, as mining has them."""

    name: str
    questions: tuple[str, ...]
    known: frozenset[str]
    beginnings: frozenset[str]
    near: Mapping[str, Collection[str]]
    used: Counter[str]
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Case:
    """A real question and the same with one word put in place of another."""

    side: Side
    asked: Wording
    changed: Wording
    right: str
    put: str


def keys(word: str) -> Iterator[str]:
    """What a word shares with every word one edit away: itself, and itself without one letter."""
    yield word
    yield from (word[:at] + word[at + 1 :] for at in range(len(word)))


def index(found: Iterable[str]) -> dict[str, list[str]]:
    """Key → words of the least length and more."""
    by_key = defaultdict(list)
    for word in sorted(found):
        if may_slip(word):
            for key in set(keys(word)):
                by_key[key].append(word)
    return by_key


def neighbours(word: str, by_key: Mapping[str, Collection[str]]) -> list[str]:
    """The words one edit away that begin with the same letter, sorted."""
    met = {other for key in keys(word) for other in by_key.get(key, ())}
    return sorted(other for other in met if other[0] == word[0] and OSA.distance(word, other, score_cutoff=1) == 1)


def may_slip(word: str) -> bool:
    """Whether a word is long enough and of plain letters only."""
    return len(word) >= LEAST_LETTERS and word.isascii() and word.isalpha() and word.islower()


def mined(case: Case) -> bool:
    """What mining merges: exchanged letters and doubled consonants."""
    found = slips({case.asked: 1, case.changed: 1}, case.side.beginnings, case.side.names)
    return found.get(case.changed) == case.asked and not case.side.used[case.put]


def strict(case: Case) -> bool:
    """One edit of any kind, under all conditions that letters, the corpus and the other questions allow."""
    right, put, side = case.right, case.put, case.side
    others = sum(len(word) >= CONTENT and word not in ENGLISH for word in case.asked) - 1
    return (
        others >= OTHERS
        and len(put) >= LEAST_LETTERS
        and right in side.known
        and put not in side.beginnings
        and not side.used[put]
        and not {right, put} & side.names
        and put not in REAL_WORDS
        and not related(right, put)
        and neighbours(put, side.near) == [right]
    )


def related(one: str, other: str) -> bool:
    """Whether two words may be forms of one: they differ in an ending, or after a prefix of one of them."""
    start = next(at for at, (a, b) in enumerate(zip(one + " ", other + " ", strict=False)) if a != b)
    tails = (one[start:], other[start:])
    ending = any(not tail or tail in ENDINGS for tail in tails) or max(map(len, tails)) < LEAST_TAIL
    return ending or any(
        start < len(prefix) and word.startswith(prefix) for prefix in PREFIXES for word in (one, other)
    )


RULES: Mapping[str, Callable[[Case], bool]] = {
    "what mining merges": mined,
    "one edit": strict,
    "one edit, 9 letters and more": lambda case: len(case.put) >= 9 and strict(case),
    "one edit, 12 letters and more": lambda case: len(case.put) >= 12 and strict(case),
}


def side_of(name: str, questions: Iterable[str], texts: Iterable[str]) -> Side:
    """The questions of a corpus, and what its words are. texts: empty where there is no corpus."""
    asked, bodies = tuple(questions), list(texts)
    known = frozenset(word for text in bodies for word in words(text))
    names = frozenset(word.text for text in asked for word in plain_words(text) if not word.prose)
    used = Counter(word for text in asked for word in set(wording(text)))
    return Side(name, asked, known, stems(bodies), index(known), used, names)


def sides(folder: Path) -> Iterator[Side]:
    """Every corpus with its questions."""
    chunking = folder / "chunking-evaluation"
    with (chunking / "questions_df.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for name in sorted({row["corpus_id"] for row in rows}):
        text = (chunking / f"{name}.md").read_text(encoding="utf-8")
        yield side_of(name, (row["question"] for row in rows if row["corpus_id"] == name), [text])
    beir = folder / "cranfield" / "beir"
    queries, corpus = (
        [json.loads(line)["text"] for line in (beir / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        for name in ("queries", "corpus")
    )
    yield side_of("cranfield", queries, corpus)


def cases(side: Side, puts: Callable[[str], Iterable[str]]) -> Iterator[Case]:
    """Every question with every word of it that may be misspelt replaced by each of what is put there."""
    for asked in sorted({wording(text) for text in side.questions}):
        for at, right in enumerate(asked):
            if may_slip(right) and right not in side.names:
                for put in puts(right):
                    yield Case(side, asked, (*asked[:at], put, *asked[at + 1 :]), right, put)


def listed(path: Path) -> dict[str, list[str]]:
    """Right word → its misspelt forms one edit away, of a list of lines `wrong->right`."""
    found = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        wrong, _, right = line.partition("->")
        if may_slip(wrong) and may_slip(right) and wrong[0] == right[0] and OSA.distance(wrong, right) == 1:
            found[right].append(wrong)
    return found


def made(word: str, english: Collection[str]) -> list[str]:
    """One slip of each kind at a place drawn by the word, none of them a word of the list."""
    rng = random.Random(word)
    at, sign = rng.randrange(1, len(word) - 1), rng.choice(string.ascii_lowercase)
    one, two = word[:at], word[at:]
    slipped = {one + two[1:], one + sign + two, one + sign + two[1:], one + two[1] + two[0] + two[2:]}
    return sorted(slip for slip in slipped - {word} if slip not in english)


def report(kind: str, told: Iterable[Case]) -> None:
    """A line a rule: how many of the cases it merges, of how many different pairs of words, the most frequent first."""
    told = list(told)
    print(f"\n{kind}: {len(told)} cases of {len({(case.right, case.put) for case in told})} pairs of words")
    for name, merges in RULES.items():
        merged = [case for case in told if merges(case)]
        pairs = Counter((case.right, case.put) for case in merged)
        shown = ", ".join(f"{right} {put}" for (right, put), _ in pairs.most_common(12))
        print(f"{name:30} {len(merged):6}  {len(merged) / max(1, len(told)):.4f}  {len(pairs):5} pairs: {shown}")


def untouched(side: Side) -> None:
    """What mining merges of the questions as they are."""
    texts = {wording(text): text for text in side.questions}
    found = slips(texts, side.beginnings, side.names)
    print(
        f"{side.name}: {len(side.questions)} questions, {len(side.known)} words in the corpus, merged as they are: {len(found)}"
    )
    for slip, meant in found.items():
        print("   ", texts[slip], "|", texts[meant])


def main(word_list: Path, slip_list: Path) -> None:
    """Print the figures of the docstring."""
    rows = (line.split("\t") for line in word_list.read_text(encoding="utf-8").splitlines())
    english = {word: int(count) for word, count in rows}
    usual = index(word for word, count in english.items() if count >= COMMON)
    everything, forms = index(english), listed(slip_list)
    found = list(sides(Path(os.environ["GOLDKIT_REAL_DATA"])))
    for side in found:
        untouched(side)
    kinds: Mapping[str, Callable[[str], Iterable[str]]] = {
        "wrong: a common word": lambda word: neighbours(word, usual),
        "wrong: any word": lambda word: neighbours(word, everything),
        "right: a listed slip": lambda word: [slip for slip in forms.get(word, ()) if slip not in english],
        "right: a made slip": lambda word: made(word, english),
    }
    for kind, puts in kinds.items():
        report(kind, (case for side in found for case in cases(side, puts)))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
