"""How near the text of a pooled pair is to what was judged relevant for its query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from goldkit.measures.truth import is_relevant
from goldkit.records import Chunk
from goldkit.sets.pool_subject import PoolSubject
from goldkit.sets.scoreset import ScoreQuery
from goldkit.store.pairs import Pairs
from goldkit.text.resemblance import cosine, vectors

Pair = tuple[str, str]
"""(query id, chunk id)."""


def similarities(
    subject: PoolSubject, pairs: Mapping[str, Collection[str]], corpus: Mapping[str, Chunk]
) -> dict[Pair, float]:
    """The cosine of each pair's text with the nearest relevant one of its query, in [0, 1].

    What answers a question resembles what answers it, too (van Rijsbergen's cluster hypothesis, 1979). pairs: query id → chunk ids.
    A pair is not compared with itself and its near-duplicates, whatever their verdict: a copy follows by a rule of its own, and
    a text that differs from a relevant one in what matters is no nearer to the answer for being so like it. A pair without a text,
    or with nothing to be compared with, is left out.
    """
    relevant = {query.id: _relevant(query, subject) for query in subject.queries if pairs.get(query.id)}
    wanted = {chunk for own in relevant.values() for chunk in own}.union(*(pairs[name] for name in relevant))
    texts = {**{chunk.id: chunk for chunk in subject.golden.chunks}, **corpus}
    known = vectors({name: f"{texts[name].title or ''}\n{texts[name].text}" for name in wanted & texts.keys()})
    families = _families(subject.golden.folded.pairs)
    found = {}
    for name, own in relevant.items():
        for chunk in pairs[name]:
            others = set(own).intersection(known) - families.get(chunk, set()) - {chunk}
            if chunk in known and others:
                found[name, chunk] = max(cosine(known[chunk], known[other]) for other in others)
    return found


def _relevant(query: ScoreQuery, subject: PoolSubject) -> Sequence[str]:
    return [chunk for chunk, label in query.labels.items() if is_relevant(label, subject.scoreset.scale)]


def _families(pairs: Pairs) -> dict[str, set[str]]:
    """Each chunk's near-duplicates that were found."""
    families: dict[str, set[str]] = defaultdict(set)
    for copy in pairs.standing:
        families[copy.a].add(copy.b)
        families[copy.b].add(copy.a)
    return families
