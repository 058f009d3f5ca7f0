"""Near-duplicates of labelled chunks in a corpus, and of a corpus with itself; both by the same steps.

Equal texts collapse; bands and rare shingles propose pairs of texts; exact figures decide which are pairs; the guard says
`same` or `differs`; pairs of texts become pairs of chunks. The result depends on the chunks and the parameters only, not
on any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from goldkit.duplicates.bands import choose
from goldkit.duplicates.pairs import Writer
from goldkit.duplicates.search import Matches, matches
from goldkit.duplicates.shingles import VERSION
from goldkit.duplicates.signatures import SCHEME
from goldkit.duplicates.stops import stop_shingles
from goldkit.duplicates.texts import Text, by_id, distinct_texts
from goldkit.duplicates.verdicts import verdict
from goldkit.files.canonical import encode, sha256_bytes
from goldkit.records import Copy
from goldkit.results.widen import WidenParameters, WidenResult

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goldkit.records import Chunk

DEFAULTS = WidenParameters()


def widen(
    labelled: Iterable[Chunk], corpus: Iterable[Chunk], at: str, parameters: WidenParameters = DEFAULTS
) -> WidenResult:
    """All near-duplicate pairs of a labelled chunk and another chunk, labelled or of the corpus.

    In a pair, a is the labelled chunk; of two labelled ones the smaller id. at: the time that goes into the pairs. A corpus
    chunk with the id of a labelled one but another text is left out and named in `changed`: it is the same chunk, edited.
    Of several chunks with one id the last counts.
    """
    judged, found = by_id(labelled), by_id(corpus)
    changed = tuple(sorted(name for name, chunk in judged.items() if name in found and found[name].text != chunk.text))
    counts = {"labelled": len(judged), "corpus": len(found)}
    return _result({**found, **judged}, frozenset(judged), at, parameters, counts, changed)


def all_pairs(corpus: Iterable[Chunk], at: str, parameters: WidenParameters = DEFAULTS) -> WidenResult:
    """The near-duplicate pairs of a corpus: of distinct texts by their smallest ids, and of equal texts with the smallest.

    So k chunks of one text are k − 1 pairs, not k(k − 1)/2; clusters are the same. a is the smaller id.
    """
    found = by_id(corpus)
    return _result(found, None, at, parameters, {"labelled": 0, "corpus": len(found)}, ())


def _result(
    chunks: Mapping[str, Chunk],
    labelled: frozenset[str] | None,
    at: str,
    parameters: WidenParameters,
    counts: dict[str, int],
    changed: tuple[str, ...],
) -> WidenResult:
    texts = distinct_texts(chunks, parameters)
    stops = stop_shingles(texts, parameters)
    bands = choose(parameters.jaccard, parameters.recall, parameters.permutations)
    left = [place for place, text in enumerate(texts) if labelled is None or not labelled.isdisjoint(text.ids)]
    found = matches(texts, left, stops, bands, parameters)
    writer = Writer(labelled, at, _index(parameters, stops), parameters.bucket)
    pairs = _pairs(texts, left, found, stops, writer, parameters)
    return WidenResult(
        pairs=pairs,
        rules=_counted(pairs),
        bands=bands.bands,
        rows=bands.rows,
        expected_recall=bands.recall(parameters.jaccard),
        labelled=counts["labelled"],
        corpus=counts["corpus"],
        texts=len(texts),
        candidates=found.candidates,
        stop_shingles=len(stops),
        index=writer.index,
        parameters=parameters,
        capped=tuple(writer.capped(texts) + found.capped),
        changed=changed,
    )


def _pairs(
    texts: Sequence[Text],
    left: Sequence[int],
    found: Matches,
    stops: NDArray[np.uint64],
    writer: Writer,
    parameters: WidenParameters,
) -> tuple[Copy, ...]:
    pairs = [pair for place in left for pair in writer.equal(texts[place])]
    for match in found.found:
        a, b = texts[match.a], texts[match.b]
        pairs += writer.unequal(a, b, match.figures, verdict(a, b, match.boilerplate, stops, parameters))
    return tuple(sorted(pairs, key=lambda pair: (pair.a, pair.b)))


def _counted(pairs: Sequence[Copy]) -> dict[str, dict[str, int]]:
    counted = Counter((pair.verdict, pair.rule or "none") for pair in pairs)
    rules: dict[str, dict[str, int]] = {}
    for (verdict_, rule), count in sorted(counted.items()):
        rules.setdefault(verdict_, {})[rule] = count
    return rules


def _index(parameters: WidenParameters, stops: NDArray[np.uint64]) -> str:
    """A digest of all that decides what is a pair but the texts: the parameters, the shingler, the stop list."""
    known = {"parameters": asdict(parameters), "shingles": VERSION, "scheme": SCHEME, "stops": stops.tolist()}
    return f"sha256:{sha256_bytes(encode(known))}"
