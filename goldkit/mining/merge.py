"""Merging wordings of one question. It happens by equal plain forms, never by a likeness, so it is the same in any order of the
logs, takes time in proportion to the questions, and merging what was merged changes nothing.

A question of the golden set wins over a new one and is itself never merged away, whether it is judged, frozen or neither. Among new
ones the most frequent spelling gives the id and the text; the other ids become aliases, the other spellings variants.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from goldkit.mining.absorb import absorb
from goldkit.mining.collect import Asked
from goldkit.mining.plain_words import PlainWord, plain_words
from goldkit.mining.slips import slips
from goldkit.mining.small_words import wording_of
from goldkit.records import Query
from goldkit.text.normalise import question_key

Place = tuple[str, tuple[str, ...]]
"""Where wordings of one question meet: the key of the turn before ("" where there is none), and the plain form."""


@dataclass(slots=True)
class Merged:
    """The questions that are left, by id, and what became of the others. into: merged id → the id it goes by now.

    alike, slipped: how many were merged since nothing but form or small words differ, and since a word was misspelt.
    """

    questions: dict[str, Asked]
    into: dict[str, str] = field(default_factory=dict)
    alike: int = 0
    slipped: int = 0

    def aliases(self) -> dict[str, list[str]]:
        """Id → the ids that were merged into it, sorted."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, mine in sorted(self.into.items()):
            found[mine].append(name)
        return found


def merge_wordings(
    questions: Mapping[str, Asked], known: Iterable[Query], vocabulary: Collection[str] | None = None
) -> Merged:
    """Merge the wordings of each question into one. known: the queries of the golden set. vocabulary: the words of the corpus.

    The counts of what is merged are added to the one it is merged into, which is changed.
    """
    if not questions:
        return Merged({})
    owners, present = _owners(known)
    places, names = _places(questions)
    at: dict[Place, list[str]] = defaultdict(list)
    for name, place in places.items():
        at[place].append(name)
    right = _slipped({*at, *owners}, vocabulary or (), names)
    together: dict[Place, list[Place]] = defaultdict(list)
    for place in sorted({*at, *owners}):
        together[right.get(place, place)].append(place)
    merged = Merged(dict(questions))
    for root, there in sorted(together.items()):
        head = _head(sorted(there, key=lambda place: place != root), at, owners, questions, present)
        for place in there:
            for name in sorted(at.get(place, ())):
                if name not in present and name != head:
                    _merge(merged, name, head, slipped=place != root)
    return merged


def _merge(merged: Merged, name: str, head: str, slipped: bool) -> None:
    other = merged.questions.pop(name)
    if head in merged.questions:
        absorb(merged.questions[head], other)
    else:
        merged.questions[head] = other
    merged.into[name] = head
    merged.slipped += slipped
    merged.alike += not slipped


def _owners(known: Iterable[Query]) -> tuple[dict[Place, str], set[str]]:
    """Place → the query of the golden set that is worded so; the text of one goes before a variant of another. And all ids."""
    texts: dict[Place, str] = {}
    variants: dict[Place, str] = {}
    present = set()
    for query in known:
        present.add(query.id)
        _least(texts, _place(plain_words(query.text), query.context), query.id)
        for variant in query.variants:
            _least(variants, _place(plain_words(variant), query.context), query.id)
    return variants | texts, present


def _least(owners: dict[Place, str], place: Place, name: str) -> None:
    owners[place] = min(name, owners.get(place, name))


def _places(questions: Mapping[str, Asked]) -> tuple[dict[str, Place], set[str]]:
    """Id → place, and the words that are a name in any question."""
    places, names = {}, set()
    for name, asked in questions.items():
        words = plain_words(asked.main_text)
        places[name] = _place(words, asked.context)
        names |= {word.text for word in words if not word.prose}
    return places, names


def _place(words: Sequence[PlainWord], context: str | None) -> Place:
    return (question_key(context) if context else "", wording_of(words))


def _slipped(places: Collection[Place], vocabulary: Collection[str], names: Collection[str]) -> dict[Place, Place]:
    alone = {wording for before, wording in places if not before}
    return {("", slip): ("", meant) for slip, meant in slips(alone, vocabulary, names).items()}


def _head(
    places: Sequence[Place],
    at: Mapping[Place, Sequence[str]],
    owners: Mapping[Place, str],
    questions: Mapping[str, Asked],
    present: Collection[str],
) -> str:
    """The id that places are known by: of the golden set, the first place's before all; else of the most frequent spelling."""
    for place in places:
        known = [name for name in sorted(at.get(place, ())) if name in present]
        if place in owners or known:
            return owners.get(place) or known[0]
    first = next(place for place in places if place in at)
    return min(at[first], key=lambda name: (-questions[name].most, questions[name].main_text, name))
