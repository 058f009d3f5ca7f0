"""Whether an LLM judge's labels may count: only where its agreement with people was measured and is good enough.

The agreement is computed from the judgments each time, so that no figure written down somewhere can be out of date.
"""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import UsageError
from goldkit.phrases import counted
from goldkit.results.model_agreement import LEAST_KAPPA, LEAST_PAIRS, ModelAgreement
from goldkit.sets.golden import read_golden
from goldkit.sets.model_agreement import model_agreement
from goldkit.sets.model_judges import counting_judges, model_grades
from goldkit.store.counting import Counting
from goldkit.store.golden import GoldenDirectory


def judges_that_count(counting: Counting, path: Path, least: float = LEAST_KAPPA) -> tuple[ModelAgreement, ...]:
    """The LLM judges whose labels count in the `dev` of a golden directory; none unless `counting` asks for an LLM's labels.

    Raises UsageError as trusted_judges.
    """
    return tuple(trusted_judges(path, least)) if counting == "llm" else ()


def trusted_judges(path: Path, least: float = LEAST_KAPPA) -> list[ModelAgreement]:
    """The agreement of each LLM judge whose labels would count in the `dev` of a golden directory, by name.

    Raises UsageError, naming all that do not suffice, each with its cure, where one was never measured, over fewer than
    20 pairs, or agrees with people by a weighted kappa below `least`.
    """
    directory = GoldenDirectory.open(path)
    golden = read_golden(directory)
    grades = model_grades(directory.judgments_one_by_one())
    found = [model_agreement(golden, grades, judge) for judge in counting_judges(golden, grades)]
    refused = [words for one in found if (words := _objection(one, least))]
    if refused:
        raise UsageError("--labels llm: " + "\n".join(refused))
    return found


def trust_note(found: ModelAgreement) -> str:
    """What a report says of a judge whose labels count."""
    interval = f" (95 % {found.interval[0]:.2f} to {found.interval[1]:.2f})" if found.interval else ""
    return (
        f"labels of the LLM judge {found.judge} count: weighted kappa {found.weighted:.2f}{interval} with people, "
        f"over {counted(found.n, 'pair')}"
    )


def _objection(found: ModelAgreement, least: float) -> str:
    """Why this judge's labels cannot count, with the cure; "" where they can."""
    cure, seen = "run `goldkit judge --check 100` with this model and prompt", ""
    if found.seen:
        seen = f" ({found.seen:,} more were decided when its grade was there to be seen)"
        cure = f"decide pairs in `goldkit review` that it has not graded yet, then {cure}"
    if not found.n:
        return f"how far {found.judge} agrees with people was never measured{seen}: {cure}"
    if found.n < LEAST_PAIRS:
        pairs = counted(found.n, "pair")
        return (
            f"how far {found.judge} agrees with people is known from {pairs} only{seen}, {LEAST_PAIRS} are needed: {cure}; "
            "where too few pairs are decided, `goldkit review` decides more"
        )
    if found.weighted is None:
        return (
            f"how far {found.judge} agrees with people is not defined: over {counted(found.n, 'pair')} there is one grade only; "
            "decide pairs of other grades in `goldkit review`, then " + cure
        )
    if not found.weighted >= least:  # nothing is above a `least` that is no number
        return (
            f"{found.judge} agrees with people by a weighted kappa of {found.weighted:.2f} over {counted(found.n, 'pair')}, below "
            f"--min-kappa {least:g}: judge with another model or prompt, go by people's labels alone (--labels derived), or "
            "lower --min-kappa"
        )
    return ""
