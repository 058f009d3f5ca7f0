"""Judges whose grades tell little: they say the same of everything, or the opposite of each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from goldkit.checks.subject import Subject
from goldkit.phrases import counted
from goldkit.results.check import Finding
from goldkit.review.agreement import agreement, standing_grades

JUDGMENTS = "judgments.jsonl"
PAIRS = 20
"""Fewer pairs of a judge, or that two share, say nothing of them."""
CANDIDATES = 5
"""Fewer candidates of one question may well all be right."""
KAPPA = 0.4
"""Below it agreement is at most fair: Landis and Koch (1977), The measurement of observer agreement for categorical data."""

AGAIN = (
    "Judge them again, side by side: another person by `goldkit review --again`, the same one by `goldkit review --apply FILE`; "
    'a question that any chunk answers is set aside by hand: "aside": "why" in its line.'
)
SETTLE = (
    "Let both read what they dispute together (the page of `goldkit review` lists it) and write down the rule that they settle "
    "on; then each judges by it again: `goldkit review --apply FILE --judge NAME`."
)


def judges_apart(subject: Subject) -> Iterator[Finding]:
    """Two people who agree on what is relevant little better than chance would (Cohen's kappa below 0.4 over 20 pairs or more)."""
    found = agreement((line for _, line in subject.judgments), subject.golden.settings.scale)
    for two in found.two:
        if two.n >= PAIRS and two.kappa is not None and two.kappa < KAPPA:
            what = f"{two.first} and {two.second} agree with a kappa of {two.kappa:.2f} over {counted(two.n, 'pair')}"
            yield Finding("judges-apart", "warning", subject.at(JUDGMENTS), what, SETTLE)


def one_grade_judges(subject: Subject) -> Iterator[Finding]:
    """A person who gave the highest grade to everything, over 20 pairs or more: nobody knows what would have been refused.

    Unless others judged 20 of these pairs, too: how far the two agree tells more then.
    """
    given: dict[str, list[int]] = defaultdict(list)
    shared = Counter[str]()
    for pair in standing_grades(line for _, line in subject.judgments).values():
        for judge, grade in pair.items():
            given[judge].append(grade)
            shared[judge] += len(pair) > 1
    for judge, grades in sorted(given.items()):
        same = min(grades) >= subject.golden.settings.scale.max
        if len(grades) >= PAIRS > shared[judge] and same:
            what = f"{judge} gave the grade {min(grades)} to all of {counted(len(grades), 'pair')}"
            cure = f"Have another person judge {PAIRS} of them: `goldkit review --again --judge NAME`."
            yield Finding("one-grade-judge", "warning", subject.at(JUDGMENTS), what, cure)


def all_answer(subject: Subject) -> Iterator[Finding]:
    """A question of which every judged chunk, of five facts or more, has the highest grade: any run finds an answer to it.

    Such a question is very general or was judged in haste. What was imported is left out: qrels often hold only what answers.
    """
    scale = subject.golden.settings.scale
    for query in subject.dev():
        labels = list(subject.golden.labels(query.id, "decided").values())
        highest = all(label.grade == scale.max and label.source == "human" for label in labels)
        if highest and len(subject.golden.facts(query.id)) >= CANDIDATES:
            what = f"all {len(labels)} judged chunks of query {query.id!r} have the grade {scale.max}"
            yield Finding("all-answer", "warning", subject.at(JUDGMENTS), what, AGAIN)
