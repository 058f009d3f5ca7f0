"""Merging wordings of one question. It happens by equal plain forms, never by a likeness, so it is the same in any order of the
logs, takes time in proportion to the questions, and merging what was merged changes nothing.

A question of the golden set wins over a new one and is itself never merged away, whether it is judged, frozen or neither. Among new
ones the most frequent spelling gives the id and the text; the other ids become aliases, the other spellings variants.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field

from goldkit.mining.absorb import absorb
from goldkit.mining.collect import Asked
from goldkit.mining.places import LoneWordings, Places, place_of
from goldkit.mining.plain_words import plain_words
from goldkit.mining.slips import slips
from goldkit.records import Query


@dataclass(slots=True)
class Merged:
    """The questions that are left, by id, and what became of the others. into: merged id → the id it goes by now.

    alike, slipped: how many were merged since nothing but form or small words differ, and since a word was misspelt.
    """

    questions: MutableMapping[str, Asked]
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
    questions: MutableMapping[str, Asked], known: Iterable[Query], vocabulary: Collection[str] | None = None
) -> Merged:
    """Merge the wordings of each question into one. known: the queries of the golden set. vocabulary: the words of the corpus.

    What is merged goes from the questions, and its counts are added to the one it is merged into.
    """
    if not questions:
        return Merged(questions)
    places = Places()
    owners, present = _owners(known, places)
    at, words = _met(questions, places)
    right = _slipped(places, vocabulary or (), words)
    together: dict[int, list[int]] = defaultdict(list)
    meant = set(right.values())
    for place in range(len(places)):
        root = right.get(place, place)
        if root in meant or _merges(at.get(place, ()), owners.get(place), present):
            together[root].append(place)
    merged = Merged(questions)
    for root, there in sorted(together.items(), key=lambda item: places[item[0]]):
        there.sort(key=lambda place: (place != root, places[place]))
        head = _head(there, at, owners, questions, present)
        for place in there:
            for name in sorted(at.get(place, ())):
                if name not in present and name != head:
                    _merge(merged, name, head, slipped=place != root)
    return merged


def _merges(names: Sequence[str], owner: str | None, present: Collection[str]) -> bool:
    """Whether anything is to be merged at a place where no slip leads to: most questions have only one wording."""
    if all(name in present for name in names):
        return False
    return len(names) > 1 or owner not in (None, names[0])


def _merge(merged: Merged, name: str, head: str, slipped: bool) -> None:
    other = merged.questions.pop(name)
    mine = merged.questions.get(head)
    if mine is not None:
        absorb(mine, other)
    merged.questions[head] = mine or other
    merged.into[name] = head
    merged.slipped += slipped
    merged.alike += not slipped


def _owners(known: Iterable[Query], places: Places) -> tuple[dict[int, str], set[str]]:
    """Place → the query of the golden set that is worded so; the text of one goes before a variant of another. And all ids."""
    texts: dict[int, str] = {}
    variants: dict[int, str] = {}
    present = set()
    for query in known:
        present.add(query.id)
        _least(texts, places.add(place_of(plain_words(query.text), query.context)), query.id)
        for variant in query.variants:
            _least(variants, places.add(place_of(plain_words(variant), query.context)), query.id)
    return variants | texts, present


def _least(owners: dict[int, str], place: int, name: str) -> None:
    owners[place] = min(name, owners.get(place, name))


def _met(questions: Mapping[str, Asked], places: Places) -> tuple[dict[int, list[str]], set[str]]:
    """Place → the questions met there, and the words that are a name in any question."""
    at, names = defaultdict[int, list[str]](list), set()
    for name, asked in questions.items():
        words = plain_words(asked.main_text)
        at[places.add(place_of(words, asked.context))].append(name)
        names |= {word.text for word in words if not word.prose}
    return at, names


def _slipped(places: Places, vocabulary: Collection[str], names: set[str]) -> dict[int, int]:
    """Place that a slip of spelling leads to → the one that was meant."""
    found = slips(LoneWordings(places), vocabulary, names)
    return {places.add(("", slip)): places.add(("", meant)) for slip, meant in found.items()}


def _head(
    places: Sequence[int],
    at: Mapping[int, Sequence[str]],
    owners: Mapping[int, str],
    questions: Mapping[str, Asked],
    present: Collection[str],
) -> str:
    """The id that places are known by: of the golden set, the first place's before all; else of the most frequent spelling."""
    for place in places:
        known = [name for name in sorted(at.get(place, ())) if name in present]
        if place in owners or known:
            return owners.get(place) or known[0]
    first = next(place for place in places if place in at)
    if len(at[first]) == 1:
        return at[first][0]
    return min(at[first], key=lambda name: (-questions[name].most, questions[name].main_text, name))
