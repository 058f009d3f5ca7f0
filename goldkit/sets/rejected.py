"""Drafts that did not become questions: kept in `rejected.jsonl` with their reasons, and listed.

A draft is named by the journal key of its reply; of several lines of one key the newest counts. What looks private in one, and the
text of one that is near-identical to a frozen question, is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from goldkit.files import canonical
from goldkit.files.hash_index import hash64
from goldkit.records import Query
from goldkit.results.rejected import Rejected
from goldkit.sets.embargo import out_of_dev
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment
from goldkit.text.redact import DEFAULT, Redactor
from goldkit.text.wordings import Wordings

WITHHELD = "a question of a frozen set"
"""What is said in place of the text."""


def keep_rejected(golden: GoldenDirectory, drafts: Iterable[Rejected], redactor: Redactor | None = DEFAULT) -> int:
    """Append the drafts whose newest line does not say the same (its time apart); returns how many. One without a key is not kept.

    redactor: of what is private, None to keep it. Keeping the same drafts again changes nothing.
    """
    sealed = _sealed(golden)
    shown = (_shown(draft, sealed, redactor) for draft in drafts if draft.key)
    return golden.append_rejected(lambda present: _fresh(present, shown))


def rejected(golden: GoldenDirectory) -> list[Rejected]:
    """The newest line of each draft that is no question of the set by now, sorted by reason, style, chunks and question."""
    accepted = {query.generator.get("journal") for query in golden.queries()}
    newest: dict[str, Rejected] = {}
    for draft in golden.rejected():
        if draft.key not in accepted:
            newest[draft.key] = max(newest.get(draft.key, draft), draft, key=_age)
    return sorted(
        newest.values(), key=lambda draft: (draft.reason, draft.style, draft.chunks, draft.question, draft.key)
    )


def _fresh(present: Iterable[Rejected], drafts: Iterable[Rejected]) -> Iterator[Rejected]:
    """The drafts that say something new. Of what is there only hashes are held."""
    last: dict[int, tuple[tuple[float, str], int]] = {}
    for draft in present:
        key, said = hash64(draft.key), (moment(draft.at), _saying(draft))
        last[key] = max(last.get(key, said), said)
    for draft in drafts:
        key, saying = hash64(draft.key), _saying(draft)
        if key not in last or last[key][1] != saying:
            last[key] = moment(draft.at), saying
            yield draft


def _age(draft: Rejected) -> tuple[tuple[float, str], int]:
    return moment(draft.at), _saying(draft)


def _saying(draft: Rejected) -> int:
    return hash64(canonical.encode(replace(draft, at="")).decode())


def _sealed(golden: GoldenDirectory) -> Wordings:
    """The questions that are in a frozen set or embargoed, in all their wordings."""
    out = out_of_dev(golden)
    queries = golden.queries_in_order() if out else ()
    return Wordings(text for query in queries if query.id in out for text in _texts(query))


def _texts(query: Query) -> Iterable[str]:
    return (query.text, *query.variants)


def _shown(draft: Rejected, sealed: Wordings, redactor: Redactor | None) -> Rejected:
    """The draft as it may be written. What its detail quotes may be a frozen question although its own text is not."""
    if any(text and sealed.match(text) is not None for text in (draft.question, draft.detail)):
        return replace(draft, question="", detail=WITHHELD)
    if redactor is None:
        return draft
    return replace(draft, question=redactor.redact(draft.question)[0], detail=redactor.redact(draft.detail)[0])
