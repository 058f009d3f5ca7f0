"""What is, or would be, held out as plain text, and the set that was sealed."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.results.holdout import FreezePlan, Frozen

TAGS = 8
"""How many tags are listed."""


def plan_text(plan: FreezePlan) -> str:
    """Who is held out, from where, and what stays behind; with a final newline."""
    origins = ", ".join(f"{name} {count.held_out} of {count.dev}" for name, count in plan.origins.items())
    told = f"{plan.got:.0%}" + (f"; {plan.wanted:.0%} wanted" if not plan.parent else "")
    lines = [
        *_version(plan),
        f"{plan.name}: {counted(len(plan.queries), 'query')} of {plan.candidates} with a label that counts "
        f"({told}): {origins}",
        f"blocks: {plan.block_count}, the largest of {counted(plan.largest_block, 'query')}; "
        f"unanswerable, riding along: {len(plan.unanswerable)}; embargoed: {len(plan.embargoed)}",
        *_cut(plan),
        *_tags(plan),
        *(
            [f"burned: {plan.burned} of the held-out queries were shown or tuned on (--allow-burned)"]
            if plan.burned
            else []
        ),
        *(f"kept in dev: {count} {reason}" for reason, count in plan.kept_in.items()),
    ]
    return "\n".join(lines) + "\n"


def _version(plan: FreezePlan) -> list[str]:
    """What a new version has of its parent, and what is new in it."""
    if plan.parent is None:
        return []
    drawn = len(plan.queries) + len(plan.unanswerable) - plan.kept - plan.joined
    return [
        f"from {plan.parent}: {plan.kept} kept, {plan.dropped} left out (burned, gone or without a label); "
        f"{plan.joined} that were embargoed come in, {drawn} drawn from dev; looks at either count for both"
    ]


def _cut(plan: FreezePlan) -> list[str]:
    """What was parted although it shares something, where anything was."""
    if not plan.cut:
        return []
    share = f"{plan.whole} queries would have been one block"
    return [
        f"cut: {plan.cut} of {counted(plan.soft_ties, 'soft tie')} (a shared fact or document window), the weakest: {share}; "
        f"{counted(plan.across, 'held-out query')} of {len(plan.queries)} so share something with a query of dev"
    ]


def _tags(plan: FreezePlan) -> list[str]:
    """How the tags were parted, the most frequent first."""
    if not plan.tags:
        return []
    order = sorted(plan.tags.items(), key=lambda item: (-item[1].dev, item[0]))
    more = f", … and {len(order) - TAGS} more" if len(order) > TAGS else ""
    return [f"tags: {', '.join(f'{name} {count.held_out} of {count.dev}' for name, count in order[:TAGS])}{more}"]


def frozen_text(frozen: Frozen) -> str:
    """The sealed set in one line."""
    if frozen.finished:
        found = f"{frozen.name} had been sealed by a freeze that was interrupted; its queries have left dev now"
        return f"{found}. It is as that call asked for it.\n"
    return f"sealed in {frozen.path}, k {frozen.k}, digest {frozen.digest[:12]}\n"
