"""What one run of the judge asks, put together and guessed at before anything is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldkit.formats.run_source import RunSource
from goldkit.judging.choose import Chosen, holes, holes_in, proposals, sample, texts_for
from goldkit.judging.judge import Judge
from goldkit.judging.outcome import Question
from goldkit.judging.pair import Pair
from goldkit.llm.tokens import prompt_tokens
from goldkit.records import Chunk
from goldkit.results.judge import JudgeEstimate
from goldkit.sets.golden import GoldenSet
from goldkit.sets.model_judges import ModelGrades


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """runs: whose holes are graded, the proposals where there are none. depth: of the holes. limit: pairs at most, None for all.

    check: how many pairs that people decided are graded to compare. both_orders: how many of these are asked about with the passage
    first as well. seed: of what is drawn.
    """

    runs: Sequence[RunSource] = ()
    depth: int = 10
    limit: int | None = None
    check: int = 100
    both_orders: int = 50
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """questions: the sample first, so that a run that is cut short has measured something. left_out: reason → how many."""

    questions: tuple[Question, ...]
    left_out: Counter[str]

    @property
    def asked(self) -> dict[str, int]:
        """Kind → how many pairs."""
        return dict(Counter(question.kind for question in self.questions))


def plan_judging(golden: GoldenSet, grades: ModelGrades, judge: Judge, corpus: Iterable[Chunk], wanted: Wanted) -> Plan:
    """The plan for `dev`; nothing of a frozen set is in it. Raises DataError for runs or a corpus that cannot be read."""
    found = holes_in(golden, wanted.runs, wanted.depth)
    judged = {chunk for own in golden.folded.labels.values() for chunk in own}
    texts = texts_for(golden, corpus, judged | {key.chunk for key in found.keys})
    checked = sample(golden, grades, texts, judge.name, wanted.check, wanted.seed, len(wanted.runs) > 1)
    new = (
        holes(golden, grades, texts, judge.name, found) if wanted.runs else proposals(golden, grades, texts, judge.name)
    )
    swapped = checked.drawn[: wanted.both_orders] if "order" in judge.prompt.variables else []
    questions = [
        *map(Question, checked.pairs),
        *(Question(pair, "passage first") for pair in swapped),
        *map(Question, _limited(new, wanted.limit)),
    ]
    return Plan(tuple(questions), checked.left_out + new.left_out)


def estimate(plan: Plan, judge: Judge) -> JudgeEstimate:
    """What a run would send at least."""
    tokens = sum(prompt_tokens(judge.request(one.pair, order=one.order)) for one in plan.questions)
    return JudgeEstimate(judge=judge.name, pairs=plan.asked, left_out=dict(plan.left_out), prompt_tokens=round(tokens))


def _limited(new: Chosen, limit: int | None) -> Sequence[Pair]:
    return new.pairs if limit is None else new.pairs[:limit]
