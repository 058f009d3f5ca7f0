"""From collected questions to query records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goldkit.mining.collect import Asked
from goldkit.mining.distinct import Distinct
from goldkit.mining.identity import salted
from goldkit.mining.junk import junk
from goldkit.mining.kinds import kinds_of
from goldkit.records import JSON, Query
from goldkit.sets.enroll import CAP


def query_of(asked: Asked, name: str, salt: str, aliases: Sequence[str] = ()) -> Query:
    """The query of a question under an id: its most frequent spelling, the others as variants. aliases: ids merged into it.

    Sessions and conversations are kept as salted hashes, CAP of them, with a count where there are more (see Distinct).
    """
    text = asked.main_text
    sessions = sorted(salted(one, salt) for one in asked.sessions)
    conversations = sorted(salted(one, salt) for one in asked.conversations)
    # What no retriever showed cannot be in a log: whoever reads the query later must know that about its labels.
    provenance: JSON = {
        "presentation_bias": True,
        "reader": asked.reader,
        "file": asked.file,
        "line": asked.line,
        "record": asked.record,
    }
    if asked.batches:
        provenance["batches"] = dict(asked.batches)
    return Query(
        id=name,
        text=text,
        origin="log",
        variants=tuple(sorted({*asked.texts, *asked.merged} - {text})),
        weight=float(asked.batches.total()) if asked.batches else None,
        first_seen=asked.first,
        last_seen=asked.last,
        context=asked.context,
        metadata=_metadata(text, asked),
        aside=junk(text),
        sessions=tuple(sessions[:CAP]),
        sessions_count=_count(asked.sessions),
        conversations=tuple(conversations[:CAP]),
        conversations_count=_count(asked.conversations),
        aliases=tuple(aliases),
        provenance=provenance,
    )


def under(present: Query, query: Query) -> Query:
    """A mined query as further wordings of one of the golden set, by whose text it is found there."""
    variants = {*query.variants, query.text} - {present.text}
    return replace(query, text=present.text, context=present.context, variants=tuple(sorted(variants)))


def _metadata(text: str, asked: Asked) -> JSON:
    kinds = kinds_of(text, asked.context)
    return kinds | ({"asked_as": sorted(asked.asked_as)[:CAP]} if asked.asked_as else {})


def _count(sessions: Distinct) -> int | None:
    return len(sessions) if len(sessions) > CAP else None
