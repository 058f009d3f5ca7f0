"""Which labels follow from copies that did not before, and why: whose copy each chunk is."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.results.widen import Followed
from goldkit.store.fold import Folded
from goldkit.store.pairs import by_tool, ends


def followed(before: Folded, after: Folded) -> Iterator[Followed]:
    """The labels that derive after and were none before, each with the pair it comes from, by query and chunk."""
    pairs = {ends(pair): pair for pair in after.pairs.standing}
    for query in sorted(after.labels):
        known = before.labels.get(query, {})
        for chunk, label in sorted(after.labels[query].items()):
            source = label.derived_from
            if source is None or (chunk in known and known[chunk].status == "derived"):
                continue
            pair = pairs[min((chunk, source), (source, chunk))]
            yield Followed(
                query=query,
                chunk=chunk,
                grade=label.grade,
                copy_of=source,
                jaccard=pair.jaccard,
                rule=pair.rule,
                settled=pair.verdict == "differs",
                person=None if by_tool(pair) else pair.by,
            )
