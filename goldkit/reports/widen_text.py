"""What widening found as plain text: the pairs by verdict and rule, what differs, what labels follow; about one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldkit.phrases import SOME, counted, excerpt, some
from goldkit.records import Copy
from goldkit.reports.columns import columns
from goldkit.results.widen import Followed, Widened, WidenResult

EXAMPLES = 5
"""How many pairs that differ are shown, each by another rule as far as there are."""

SAYS = {
    "exact": "the same text",
    "none": "only form differs",
    "typo": "a doubled letter",
    "article": "one has an article more",
    "surplus": "one has boilerplate more",
    "short": "too short to be sure",
    "boilerplate": "little but boilerplate",
    "containment": "one says more",
    "exception": "one adds an exception: safe one way only",
    "order": "the same words in another order",
}
"""Rule → what it means, where its name does not say it."""


def widen_text(widened: Widened) -> str:
    """The whole report, with a final newline."""
    found = widened.found
    lines = [
        f"{counted(found.labelled, 'decided chunk')} against {found.corpus:,} of the corpus: "
        f"{counted(len(found.pairs), 'pair')} of near-duplicates",
        *columns(verdict_rows(found.rules), (False, True, False, False)),
        f"found by MinHash, {found.bands} bands × {found.rows} rows: a pair at Jaccard {found.parameters.jaccard:g} is found with "
        f"probability {probability(found.expected_recall)}; every pair is verified exactly",
        *_examples(widened.named(found.pairs)),
        "",
        f"new: {len(widened.new) - widened.retracted:,}; known before: {widened.known:,}; left to a person's verdict: "
        f"{widened.people:,}; retracted: {widened.retracted:,}",
        f"labels that follow from copies: {widened.derived_after:,} ({widened.derived_before:,} before)",
        *_followed(widened),
        *_warnings(widened),
    ]
    return "\n".join(lines) + "\n"


def _followed(widened: Widened) -> Iterator[str]:
    """The first labels that are new, and why: whose copy each chunk is."""
    for one in widened.followed[:SOME]:
        yield f"  {one.query}: {one.chunk} is {graded(one.grade)} as a copy of {one.copy_of} ({why(one)})"
    if len(widened.followed) > SOME:
        yield f"  … and {len(widened.followed) - SOME:,} more; --json names each"


def why(one: Followed) -> str:
    """Why a chunk counts as a copy."""
    says = SAYS.get(one.rule or "none", f"{one.rule}")
    if one.settled:
        says = f"{says} differs, but not in the words that answer"
    elif one.person is not None:
        says = f"{one.person} says so"
    return f"{says}, Jaccard {one.jaccard:.3f}"


def graded(grade: int | None) -> str:
    """A grade, or that there is a judgment without one."""
    return "judged" if grade is None else str(grade)


def probability(value: float) -> str:
    """A probability to five digits, never rounded up to a certainty that it is not."""
    return f"{value:.5f}" if value < 0.999995 else "over 0.99999"


def verdict_rows(rules: Mapping[str, Mapping[str, int]]) -> list[list[str]]:
    """A row for each verdict and rule: the verdict, the pairs, the rule, what it means. rules: as a WidenResult has them."""
    return [
        [f"  {verdict}", f"{count:,}", rule if rule != "none" else "", SAYS.get(rule, "")]
        for verdict in sorted(rules, reverse=True)
        for rule, count in sorted(rules[verdict].items(), key=lambda item: (-item[1], item[0]))
    ]


def _examples(pairs: Sequence[Copy]) -> Iterator[str]:
    """Pairs that differ, one of each rule first."""
    differing = [pair for pair in pairs if pair.verdict == "differs" and pair.differs]
    by_rule = {pair.rule: pair for pair in reversed(differing)}
    chosen = list(by_rule.values())[::-1][:EXAMPLES]
    if chosen:
        yield "for instance these differ, so that nothing follows from them:"
    for pair in chosen:
        a, b = pair.differs[0]
        yield f"  {pair.a} ~ {pair.b}  {pair.rule}: {reading(a)} → {reading(b)}"


def reading(text: str) -> str:
    """A reading on one line, in quotes."""
    return f"“{excerpt(text)}”" if text.strip() else "nothing"


def _warnings(widened: Widened) -> Iterator[str]:
    if not widened.found.labelled:
        yield "no chunk is decided yet, so there is nothing to look for; `goldkit review` comes first"
    for query, one, other in widened.conflicts[:SOME]:
        yield f"conflict: {one} and {other} are copies, but judged differently for {query}; the judgments stand"
    if len(widened.conflicts) > SOME:
        yield f"… and {counted(len(widened.conflicts) - SOME, 'more conflict')}"
    yield from capped_lines(widened.found)
    if changed := widened.named_ids(widened.found.changed):
        yield f"edited since they were judged: {some(changed)}; `goldkit check --corpus` says what to do"
    if missing := widened.named_ids(widened.missing):
        yield f"decided, but the text is neither stored nor in the corpus: {some(missing)}"
    if unnamed := len(widened.new) - len(widened.named(widened.new)):
        yield f"counted, but not named: {counted(unnamed, 'pair')} of chunks decided for held-out or embargoed queries alone"


def capped_lines(found: WidenResult) -> Iterator[str]:
    """What was too alike to be joined in full."""
    for bucket in found.capped[:SOME]:
        yield (
            f"capped: {bucket.members:,} texts alike ({bucket.route}, first {bucket.first}); only {bucket.kept:,} were joined"
        )
    if len(found.capped) > SOME:
        yield f"… and {counted(len(found.capped) - SOME, 'more capped bucket')}"
