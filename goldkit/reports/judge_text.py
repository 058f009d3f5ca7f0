"""A judging run as plain text: what was graded and what was not, what it took, and how far the judge agrees with people."""

from __future__ import annotations

from collections.abc import Mapping

from goldkit.phrases import counted
from goldkit.reports.columns import columns, wrap
from goldkit.reports.usage_text import UNKNOWN, money, usage_lines
from goldkit.results.judge import JudgeEstimate, JudgeResult
from goldkit.results.model_agreement import LEAST_KAPPA, LEAST_PAIRS, ModelAgreement
from goldkit.results.style_estimate import LONG_REPLY, SHORT_REPLY

WIDTH = 100
MARGIN = 10
"""Cells before the figures of a line."""
LEVEL = 0.05
"""Of the sign test below which a judge is said to be led by the order."""
KINDS = {"check": "compared", "proposal": "proposals", "hole": "holes", "order": "both orders"}
"""Kind of pair → what a line about it begins with."""
APART = (
    "A model's grades are proposals: `goldkit review` confirms them, and only `goldkit score --labels llm` counts them, where the "
    "agreement is good enough."
)


def judge_text(result: JudgeResult) -> str:
    """The whole report, with a final newline."""
    lines = [f"judge:    {result.judge}", *_graded(result), *usage_lines(result)]
    lines += _reasons({"no grade": result.rejected, "not asked": result.left_out})
    lines += [*agreement_lines(result.agreement), *bias_lines(result), *run_lines(result)]
    return "\n".join([*lines, *(wrap(APART, WIDTH) if result.done else [])]) + "\n"


def estimate_text(estimate: JudgeEstimate) -> str:
    """What a run would send, with a final newline."""
    parts = ", ".join(f"{count:,} {KINDS[kind]}" for kind, count in estimate.pairs.items())
    lines = [
        f"judge:    {estimate.judge}",
        f"requests: {estimate.calls:,}{f' ({parts})' if parts else ''}, one more for each reply that cannot be used",
        *_reasons({"not asked": estimate.left_out}),
        f"prompts:  about {estimate.prompt_tokens:,} tokens together, and up to {LONG_REPLY} a reply",
        f"cost:     {_cost(estimate)}",
    ]
    return "\n".join(lines) + "\n"


def _cost(estimate: JudgeEstimate) -> str:
    price = estimate.price
    if price is None:
        return f"{UNKNOWN}: no price table has the model (see --prices)"
    low, high = (price.of(estimate.prompt_tokens, estimate.calls * tokens) for tokens in (SHORT_REPLY, LONG_REPLY))
    return f"{money(low, price)} to {money(high, price)}"


def agreement_lines(found: ModelAgreement) -> list[str]:
    """How far the judge agrees with people, and where they part."""
    if not found.n:
        return [
            "agreement: not measured: there is no pair that people decided before this judge graded it",
            *_seen(found),
        ]
    imported = f" ({found.imported:,} of a trusted import)" if found.imported else ""
    over = f"over {counted(found.n, 'pair')}{imported} of {counted(found.queries, 'question')}"
    if found.weighted is None:
        lines = [f"agreement: undefined {over}: one grade for everything says nothing beyond chance"]
    else:
        interval = f" (95 % {found.interval[0]:.2f} to {found.interval[1]:.2f})" if found.interval else ""
        lines = [f"agreement with people: weighted kappa {found.weighted:.2f}{interval} {over}"]
    if found.n < LEAST_PAIRS:
        lines.append(f"  too few pairs to tell: {LEAST_PAIRS} at least")
    elif found.weighted is not None:
        word = "enough for" if found.weighted >= LEAST_KAPPA else "not enough for"
        lines.append(f"  {word} `goldkit score --labels llm`, which asks for {LEAST_KAPPA:g} by default (--min-kappa)")
    relevant = "" if found.kappa is None else f"; on relevant or not, kappa {found.kappa:.2f}"
    lines.append(
        f"  equal grades {found.same or 0:.0%}, lower than people {found.lower:,}, higher {found.higher:,}{relevant}"
    )
    return [*lines, *_confusion(found), *_seen(found)]


def bias_lines(result: JudgeResult) -> list[str]:
    """Whether length or order lead the judge; nothing where nothing was compared."""
    length, order = result.length, result.order
    lines = []
    if length.n and (length.rho is None or length.interval is None):
        lines.append(
            "length:   no figure: too few pairs, or grades that part from people's nowhere or everywhere alike"
        )
    elif length.rho is not None and length.interval is not None:
        way = "higher" if length.rho > 0 else "lower"
        found = f"the longer the chunk, the {way} beside people's grades" if length.leans else "no sign that it leads"
        span = f"95 % {length.interval[0]:.2f} to {length.interval[1]:.2f}"
        lines.append(f"length:   {found} (Spearman {length.rho:.2f}, {span}, {counted(length.n, 'pair')})")
    if order is None:
        lines.append("order:    not checked: the prompt does not use the variable `order`")
    elif order.n:
        found = "no sign that it leads"
        if order.p < LEVEL:
            found = f"the passage first makes grades {'higher' if order.higher > order.lower else 'lower'}"
        lines.append(
            f"order:    {found} ({order.same:,} of {counted(order.n, 'pair')} graded the same with the passage first, "
            f"{order.higher:,} higher, {order.lower:,} lower, {order.changed:,} across relevant; sign test p {order.p:.2f})"
        )
    return [line for long in lines for line in _wrapped(long)]


def run_lines(result: JudgeResult) -> list[str]:
    """Whether the model's grades put the runs in the order that people's do."""
    found = result.runs
    if found is None:
        return []
    tau = "not defined: one side has all runs alike" if found.tau is None else f"{found.tau:.2f}"
    over = f"{counted(found.pairs, 'pair')} of {counted(found.queries, 'question')} with all that people decided"
    rows = [["  by", "people", "the model"]]
    rows += [[f"  {name}", f"{mean:.3f}", f"{found.model[name]:.3f}"] for name, mean in _best_first(found.people)]
    order = [name for name, _ in _best_first(found.people)] == [name for name, _ in _best_first(found.model)]
    same = "the same order by the model's grades as by people's"
    if not order:
        same = "another order by the model's grades than by people's"
    head = f"runs:     {same} (Kendall tau {tau}; {found.measure} over {over})"
    return [*_wrapped(head), *columns(rows, (False, True, True))]


def _wrapped(line: str) -> list[str]:
    """A line with its word before it, as several below one another."""
    return [
        (line[:MARGIN] if not at else " " * MARGIN) + part
        for at, part in enumerate(wrap(line[MARGIN:], WIDTH - MARGIN))
    ]


def _best_first(means: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(means.items(), key=lambda item: (-item[1], item[0]))


def _graded(result: JudgeResult) -> list[str]:
    rows = []
    for kind, asked in result.asked.items():
        grades = result.graded.get(kind, {})
        each = " · ".join(f"{count:,} × {grade}" for grade, count in grades.items())
        rows.append([f"{KINDS[kind]}:", f"{sum(grades.values()):,} of {asked:,} graded", each])
    nothing = [] if result.asked.keys() - {"order"} else ["graded:   nothing: no pair is left to ask this judge about"]
    return [*nothing, *columns(rows, (False, False, False))]


def _reasons(groups: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A line a reason, with the word of its group, its count and its name."""
    rows = [
        [f"  {word}", f"{count:,}", reason]
        for word, group in groups.items()
        for reason, count in group.items()
        if count
    ]
    return columns(rows, (False, True, False))


def _confusion(found: ModelAgreement) -> list[str]:
    """Rows are people's grades, columns the model's."""
    steps = range(len(found.confusion))
    rows = [["  people \\ model", *map(str, steps)]]
    rows += [[f"  {grade}", *(f"{count:,}" for count in row)] for grade, row in enumerate(found.confusion)]
    return columns(rows, (False, *(True for _ in steps)))


def _seen(found: ModelAgreement) -> list[str]:
    if not found.seen:
        return []
    return [
        f"  {counted(found.seen, 'pair')} not counted: people decided after this judge's grade was there to be seen"
    ]
