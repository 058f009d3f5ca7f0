"""All checks in the order of their findings. A new check is one function and one line here."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable

from goldkit.checks import corpus as todays
from goldkit.checks import facts, judges, judging, lines, private, queries, seals, seeds, texts
from goldkit.checks.held_out import counted_only, held_out
from goldkit.checks.subject import Subject, read_subject
from goldkit.records import Chunk
from goldkit.results.check import Finding, Report
from goldkit.store.golden import GoldenDirectory
from goldkit.text.redact import Rules

FIRST: dict[str, Callable[[GoldenDirectory], Iterable[Finding]]] = {
    "broken-seal": seals.broken_seals,
    "unreadable": lines.unreadable_lines,
}
"""What can be looked for in any directory; the others need every line to be readable."""
CHECKS: dict[str, Callable[[Subject], Iterable[Finding]]] = {
    "frozen-in-dev": seals.frozen_in_dev,
    "two-sides": seals.two_sides,
    "side-without-set": seals.side_without_set,
    "burned": seals.burned,
    "half-written": seals.half_written,
    "ledger-gap": seals.ledger_gaps,
    "split-unknown-query": queries.split_unknown_queries,
    "tied-to-frozen": queries.tied_to_frozen,
    "torn-line": lines.torn_lines,
    "bad-time": lines.unparseable_times,
    "unknown-query": judging.unknown_queries,
    "grade-outside-scale": judging.grades_outside_scale,
    "unanswerable-with-answer": judging.unanswerable_with_answer,
    "fact-without-label": facts.facts_without_label,
    "disputed": judging.disputed,
    "judges-apart": judges.judges_apart,
    "one-grade-judge": judges.one_grade_judges,
    "all-answer": judges.all_answer,
    "copies-on-two-sides": judging.copies_on_two_sides,
    "decided-without-text": judging.decided_without_text,
    "changed-text": texts.changed_texts,
    "two-texts": texts.two_texts,
    "changed-seed": seeds.changed_seeds,
    "changed-chunk": todays.changed_chunks,
    "vanished-chunk": todays.vanished_chunks,
    "expired-label": todays.expired_labels,
    "frozen-chunks": todays.frozen_chunks,
    "private-text": private.private_text,
    "look-alike-ids": queries.look_alike_ids,
    "query-without-label": queries.queries_without_label,
}
"""Name of the finding → the function that looks for it; its first docstring line says what the finding means."""


def run_checks(
    directory: GoldenDirectory,
    rules: Rules | None = None,
    corpus: Iterable[Chunk] | None = None,
    burn: bool = False,
) -> Report:
    """Look for everything. Where lines are unreadable only the seals are looked at besides, and the rest is named as skipped.

    rules: of what is private; the built-in ones if left out. corpus: today's chunks, to find what was written from or judged on
    other texts. burn: name held-out queries too; who prints that writes down before which ones (Report.shown).
    """
    sealed = len(directory.frozen_names())
    findings = [finding for check in FIRST.values() for finding in check(directory)]
    if any(finding.name == "unreadable" for finding in findings):
        return Report(findings=tuple(findings), checked=tuple(FIRST), skipped=tuple(CHECKS), sealed=sealed)
    subject = read_subject(directory, rules, corpus)
    held = held_out(subject.golden.sides, subject.frozen)
    for check in CHECKS.values():
        found = list(check(subject))
        findings += found if burn else counted_only(found, held, meaning(check))
    shown = frozenset(finding.about for finding in findings) & held.keys()
    return Report(findings=tuple(findings), checked=(*FIRST, *CHECKS), sealed=sealed, shown=shown)


def meaning(look: Callable[..., object], whole: bool = False) -> str:
    """What a check looks for, in one sentence or, as a whole, in all its words."""
    words = " ".join((inspect.getdoc(look) or "").split())
    return words if whole else words.partition(". ")[0].rstrip(".") + "."
