"""A golden directory at a glance as plain text: what is in it, what it can see, what to do next."""

from __future__ import annotations

from goldkit.phrases import counted, elsewhere, some
from goldkit.reports.visible_text import assumption, least_words, sample_words
from goldkit.results.status import CopiedFacts, FrozenLine, QueryCounts, Status, Visible
from goldkit.statistics.power import LEAST_BLOCKS


def status_text(status: Status, same: str = "") -> str:
    """The whole report, with a final newline. same: what the suggested command needs to meet the same directory."""
    queries, labels, copies = status.queries, status.labels, status.copies
    origins = ", ".join(f"{name} {count}" for name, count in queries.origins.items()) or "none"
    lines = [
        f"{status.path}: {counted(queries.total, 'query')} ({origins})",
        f"  dev        {queries.dev}: {queries.labelled} with labels, {queries.unlabelled} without, "
        f"{queries.unanswerable} unanswerable{_unconfirmed(queries)}",
        f"  elsewhere  {queries.held_out} held out, {queries.embargoed} embargoed{_tied(queries)}, {queries.aside} set aside, "
        f"{queries.burned} burned",
        f"  labels     {labels.decided} decided, {labels.derived} derived, {labels.proposed} proposed, "
        f"{labels.disputed} disputed",
        f"  copies     {copies['same']} same, {copies['differs']} differ",
        *_copied(status.copied),
        f"  kept       {counted(status.texts, 'text')}, {counted(status.batches, 'mined log')}",
        *_rejected(status),
        *_shown_only(status),
        f"  can see    {_seen(status.visible)}",
        *map(_frozen, status.frozen),
        *_assumed(status),
        f"next: {status.next.why}",
        f"  {status.next.command}{same}",
    ]
    return "\n".join(lines) + "\n"


def _unconfirmed(queries: QueryCounts) -> str:
    return f" ({queries.unconfirmed} by a model's word alone)" if queries.unconfirmed else ""


def _tied(queries: QueryCounts) -> str:
    """Why some are embargoed although no freeze said so."""
    sets = ", ".join(f"{count} of {name}" for name, count in queries.tied.items())
    return f" (repeated since the freeze: {sets})" if sets else ""


def _copied(copied: CopiedFacts) -> list[str]:
    """How many facts stand in several chunks, and which of `dev` in the most."""
    if not copied.dev + copied.elsewhere:
        return []
    lines = [
        f"  facts      {copied.dev + copied.elsewhere} of {copied.total} in several chunks: {copied.dev} in dev, "
        f"{copied.elsewhere} elsewhere{f' (at most {copied.most} chunks)' if copied.most else ''}"
    ]
    if copied.many:
        named = [f"{fact.query} ({fact.chunks} chunks, as {fact.first})" for fact in copied.many]
        lines.append(f"             most copies: {some(named)}")
    return lines


def _rejected(status: Status) -> list[str]:
    if not status.rejected:
        return []
    return [f"  rejected   {counted(status.rejected, 'generated draft')}: goldkit generate --rejected lists them"]


def _shown_only(status: Status) -> list[str]:
    if not status.shown_only:
        return []
    found = counted(status.shown_only, "query")
    return [f"  bias       {found} from logs, no pooled pair judged: labels only name what the old retriever showed"]


def _frozen(line: FrozenLine) -> str:
    if line.visible is None:
        return f"  {line.name}: broken seal: {line.broken}"
    about = f"{counted(line.queries, 'query')}, k {line.k}, digest {line.digest[:12]}"
    used = f"{line.looks} of {counted(line.budget, 'look')} used{elsewhere(line.looks_elsewhere)}"
    return f"  {line.name}: {about}, {used}; can see {_seen(line.visible)}"


def _seen(visible: Visible) -> str:
    if not visible.queries:
        return "nothing: no query has a relevant label"
    few = f"; fewer than {LEAST_BLOCKS} blocks give no verdict" if visible.blocks < LEAST_BLOCKS else ""
    return f"a difference of {least_words(visible)} (80% chance, {sample_words(visible)}){few}"


def _assumed(status: Status) -> list[str]:
    """What all that can be seen hangs on, once."""
    seen = (status.visible, *(line.visible for line in status.frozen if line.visible))
    return next(([f"             {assumption(visible)}"] for visible in seen if visible.queries), [])
