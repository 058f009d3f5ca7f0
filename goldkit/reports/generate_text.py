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
    lines += _reasons("not asked", result.skipped) + _reasons("rejected", result.rejected)
    return "\n".join([*lines, *(wrap(BIAS, WIDTH) if result.queries else [])]) + "\n"


def estimate_text(estimate: GenerateEstimate) -> str:
    """What a run would send, with a final newline."""
    low, high = estimate.least_calls, estimate.most_calls
    tokens = estimate.prompt_tokens_a_call
    documents = some([f"{name} ({count})" for name, count in estimate.by_document.items()], SHOWN)
    lines = [
        f"chunks:   {estimate.pool:,} can be asked about",
        *_reasons("not asked", estimate.skipped),
        f"requests: {low:,} to {high:,}",
        *(
            [f"judging:  up to {estimate.judge_calls:,} more, whether other chunks answer"]
            if estimate.judge_calls
            else []
        ),
        f"prompts:  about {tokens:,} tokens each, {low * tokens:,} to {high * tokens:,} together, and up to 300 a reply",
        *estimate_lines(estimate),
        f"first:    {documents}",
    ]
    return "\n".join(lines) + "\n"


def _copying(result: GenerateResult) -> list[str]:
    """From where on a question counted as a copy, where the set's own log questions say so."""
    limits = result.thresholds
    if not limits.get("log_questions"):
        return []
    seen = f"what 95 of 100 of {limits['log_questions']:,} log questions stay below or reach"
    return [
        f"copied:   from {limits['run']:.0%} of its words in one run, or {limits['chunk']:.0%} of its chunk's words: {seen}"
    ]


def _reasons(word: str, reasons: Mapping[str, int]) -> list[str]:
    return columns([[f"  {word}", f"{count:,}", reason] for reason, count in reasons.items()], (False, True, False))
