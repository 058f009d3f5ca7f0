"""A generating run as plain text: what was accepted, what was turned down and why, what it took; about one screen."""

from __future__ import annotations

from collections.abc import Mapping

from goldkit.phrases import counted, some
from goldkit.reports.columns import columns, wrap
from goldkit.reports.likeness_text import likeness_text
from goldkit.reports.usage_text import estimate_lines, usage_lines
from goldkit.results.generate import GenerateEstimate, GenerateResult

WIDTH = 100
SHOWN = 10
"""Documents that an estimate names before the rest is only counted."""
BIAS = (
    "Synthetic questions are easier than real ones and use the chunk's own words; their labels are proposals. "
    "`goldkit review` confirms them, `goldkit score` reports them apart from questions that people asked."
)


def generate_text(result: GenerateResult) -> str:
    """The whole report, with a final newline."""
    tags = [query.tags[0] for query in result.queries]
    styles = ", ".join(f"{tags.count(tag)} {tag}" for tag in sorted(set(tags)))
    lines = [
        f"accepted: {len(result.queries):,} of {counted(result.asked, 'question')}{f' ({styles})' if styles else ''}"
    ]
    overlaps = sorted(query.metadata["overlap"] for query in result.queries if "overlap" in query.metadata)
    if overlaps:
        middle = overlaps[len(overlaps) // 2]
        lines.append(f"overlap:  half of them share at least {middle:.0%} of their words with their chunk")
    lines += usage_lines(result)
    lines += _copying(result)
    lines += likeness_text(result.like_log, result.rejected, result.asked)
    rejected = result.rejected
    failed = {reason: count for reason, count in rejected.items() if _is_failure(reason)}
    turned_down = {reason: count for reason, count in rejected.items() if reason not in failed}
    lines += _reasons({"not asked": result.skipped, "rejected": turned_down, "failed": failed})
    lines += ["            `goldkit generate --rejected` lists them"] if turned_down else []
    return "\n".join([*lines, *(wrap(BIAS, WIDTH) if result.queries else [])]) + "\n"


def estimate_text(estimate: GenerateEstimate) -> str:
    """What a run would send, with a final newline."""
    low, high = estimate.least_calls, estimate.most_calls
    tokens = estimate.prompt_tokens_a_call
    chunks = sum(estimate.by_document.values())
    documents = some(
        [f"{name} ({count})" if count > 1 else name for name, count in estimate.by_document.items()], SHOWN
    )
    lines = [
        f"chunks:   {estimate.pool:,} can be asked about",
        *_reasons({"not asked": estimate.skipped}),
        f"requests: {low:,} to {high:,}",
        *(
            [f"judging:  up to {estimate.judge_calls:,} more, whether other chunks answer"]
            if estimate.judge_calls
            else []
        ),
        f"prompts:  about {tokens:,} tokens each, {low * tokens:,} to {high * tokens:,} together, and up to 300 a reply",
        *estimate_lines(estimate),
        *([f"first:    {counted(chunks, 'chunk')} of {documents}"] if documents else []),
    ]
    return "\n".join(lines) + "\n"


def _copying(result: GenerateResult) -> list[str]:
    """From where on a question counted as a copy, where the set's own log questions say so."""
    limits = result.thresholds
    if not limits.get("log_questions"):
        return []
    said = (
        f"a question is turned down when {limits['least_run']} or more of its words, and {limits['run']:.0%} of them, stand in its "
        f"chunk in one run, or when it has {limits['chunk']:.0%} of the chunk's words: limits within which about 95 in 100 of "
        f"{counted(limits['log_questions'], 'log question')} stay"
    )
    return [f"{'copied:' if not at else '':10}{line}" for at, line in enumerate(wrap(said, WIDTH - 10))]


def _is_failure(reason: str) -> bool:
    """Whether a rejection is no reply's fault: there was none."""
    return reason.startswith("http_") or reason in ("timeout", "unreachable")


def _reasons(groups: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A line a reason, with the word of its group, its count and its name."""
    rows = [[f"  {word}", f"{count:,}", reason] for word, group in groups.items() for reason, count in group.items()]
    return columns(rows, (False, True, False))
