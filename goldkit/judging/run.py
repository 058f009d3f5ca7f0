"""One run of the judge: ask what was planned, and make lines of what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from goldkit.judging.bias import length_bias, order_bias
from goldkit.judging.grade import Grading, grade
from goldkit.judging.judge import Judge
from goldkit.judging.outcome import Outcome
from goldkit.judging.pair import Key
from goldkit.judging.plan import Plan
from goldkit.llm.model import Model
from goldkit.records import Chunk, Judgment
from goldkit.results.judge import JudgeResult
from goldkit.sets.golden import GoldenSet
from goldkit.sets.model_agreement import model_agreement
from goldkit.sets.model_judges import ModelGrades, both_graded, model_grades
from goldkit.store.golden import GoldenDirectory
from goldkit.store.newest import voice
from goldkit.store.texts import hashed, texts_of


def judge_pairs(
    plan: Plan,
    golden: GoldenSet,
    judgments: Sequence[Judgment],
    judge: Judge,
    model: Model,
    *,
    at: str,
    progress: Callable[[int], None] = lambda done: None,
) -> JudgeResult:
    """Ask what was planned. judgments: the set's, with which the agreement is computed. at: the time of the new lines.

    What an endpoint that fails leaves undone is in the result by its words. Raises what the model raises.
    """
    found = grade(plan.questions, judge, model, progress)
    lines = tuple(_lines(found, judge, at, model_grades(judgments)))
    grades = model_grades([*judgments, *lines])
    chunks = tuple(_chunks(found.outcomes))
    both = both_graded(golden, grades, judge.name)
    own = {Key(*pair): line.grade for pair, line in grades.lines.get(judge.name, {}).items() if line.grade is not None}
    return JudgeResult(
        judge=judge.name,
        asked=plan.asked,
        graded=_graded(found.outcomes),
        rejected=_rejected(found.outcomes),
        left_out=dict(plan.left_out),
        agreement=model_agreement(golden, grades, judge.name),
        judgments=lines,
        chunks=chunks,
        length=length_bias(both, texts_of([*golden.chunks, *map(hashed, chunks)])),
        order=order_bias(found.outcomes, own, judge.scale) if "order" in judge.prompt.variables else None,
        usage=found.spending.usages,
        late=found.late,
        stopped=found.stopped,
    )


def save(directory: GoldenDirectory, result: JudgeResult) -> None:
    """Put the grades into the set: the texts first. What a killed run has put there already is not put there again."""
    if result.judgments:
        directory.add_chunks(result.chunks)
        directory.append_judgments(lambda present: _fresh(present, result.judgments))


def _fresh(present: Iterable[Judgment], lines: Sequence[Judgment]) -> list[Judgment]:
    wanted = {line.by for line in lines}
    there = {(voice(line), line.grade, line.text_sha256) for line in present if line.by in wanted}
    return [line for line in lines if (voice(line), line.grade, line.text_sha256) not in there]


def _lines(found: Grading, judge: Judge, at: str, before: ModelGrades) -> Iterator[Judgment]:
    for one in found.outcomes:
        if one.verdict.grade is not None and not one.question.swapped:
            pair = one.question.pair
            yield judge.judgment(pair, one.verdict, one.reply, before.after(pair.key, at))


def _graded(outcomes: Sequence[Outcome]) -> dict[str, dict[int, int]]:
    counts: dict[str, Counter[int]] = {}
    for one in outcomes:
        if one.verdict.grade is not None:
            counts.setdefault(one.question.kind, Counter())[one.verdict.grade] += 1
    return {kind: dict(sorted(own.items())) for kind, own in counts.items()}


def _rejected(outcomes: Sequence[Outcome]) -> dict[str, int]:
    counts = Counter(one.verdict.reason for one in outcomes if one.verdict.grade is None)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _chunks(outcomes: Sequence[Outcome]) -> list[Chunk]:
    found = {
        (pair.chunk.id, pair.chunk.sha256): pair.chunk
        for one in outcomes
        if one.verdict.grade is not None and not one.question.swapped
        for pair in [one.question.pair]
    }
    return [found[key] for key in sorted(found)]
