"""What will be asked, before anything is: the chunks in their order, the prompts, and what a run of them would cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from statistics import fmean

from goldkit.errors import UsageError
from goldkit.files.hash_index import HashIndex, hash64
from goldkit.generation.choice import Choice
from goldkit.generation.document import document_of
from goldkit.generation.draft import wording
from goldkit.generation.estimates import estimates
from goldkit.generation.like_log import LikeLog
from goldkit.generation.pool import Pool
from goldkit.generation.related import AMONG, Related
from goldkit.generation.requests import request
from goldkit.generation.sample import sample
from goldkit.generation.slot import Slot
from goldkit.generation.style import judgings, style_prompt, styles_named
from goldkit.generation.variables import fills
from goldkit.llm.prompt import Prompt
from goldkit.llm.tokens import prompt_tokens
from goldkit.records import Chunk, Copy, Query
from goldkit.results.generate import GenerateEstimate
from goldkit.sets.dropped import is_dropped
from goldkit.store.pairs import said_same

STYLES = ("direct", "vague")
"""What is asked where nobody says; goldkit has prompts for more styles, and a folder of prompts may add others."""
PASSES = 3
"""How often a chunk is asked about in each style at most, when the corpus is small."""
LEAST_CALLS = 24
CALLS_A_QUESTION = 4
SIZED = 200
"""Chunks, the first ones, by which the length of prompts is guessed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """order: chunks, first ones first. known: questions of the set, not to be asked again.

    turned_down: hashes of the journal keys of drafts that earlier runs rejected.
    """

    order: Pool
    prompts: tuple[Prompt, ...]
    seed: int
    known: tuple[str, ...] = ()
    related: Related | None = None
    like: LikeLog | None = None
    turned_down: HashIndex = field(default_factory=HashIndex)

    @property
    def skipped(self) -> dict[str, int]:
        """Reason → chunks that are not asked about."""
        return self.order.skipped


def plan_generation(
    chunks: Iterable[Chunk],
    styles: Sequence[str] = STYLES,
    *,
    seed: int = 0,
    queries: Iterable[Query] = (),
    copies: Iterable[Copy] = (),
    prompts: Path | None = None,
    choice: Choice | None = None,
    like: LikeLog | None = None,
) -> Plan:
    """Sample the corpus and read the prompts. queries, copies: of the golden set, if there is one.

    Chunks that an earlier synthetic query came from, and their copies, are left out. prompts: a folder of the user's own.
    choice: which chunks are wanted. like: the log whose proportions are wanted; of its styles those that are named.
    Raises UsageError for an unknown style or a prompt that cannot be one, DataError for a bad prompt file.
    """
    wanted = styles_named(styles, prompts)
    if not wanted:
        raise UsageError("no style of question is named; there are " + ", ".join(STYLES))
    loaded = tuple(style_prompt(style, prompts) for style in wanted)
    queries = [query for query in queries if not is_dropped(query)]
    used = {chunk for query in queries for chunk in query.generator.get("chunks", ())}
    order = sample(
        chunks, seed=seed, used=used, copies=said_same(copies), choice=choice, about=like.about if like else ()
    )
    known = tuple(wording(text, query.context) for query in queries for text in (query.text, *query.variants))
    several = any(prompt.most_chunks > 1 for prompt in loaded)
    related = Related(chunk for _, chunk in order.placed(lambda: AMONG)) if several else None
    return Plan(order=order, prompts=loaded, seed=seed, known=known, related=related, like=like)


def passing_over(plan: Plan, rejected: Iterable[str]) -> Plan:
    """The plan, in which drafts that earlier runs rejected count for no limit. rejected: their journal keys, as Rejected.key."""
    turned_down = HashIndex()
    for key in rejected:
        turned_down.add(hash64(key), 0)
    return replace(plan, turned_down=turned_down)


def most_calls(n: int) -> int:
    """How many requests n questions may take before it is time to look at what is wrong."""
    return max(LEAST_CALLS, CALLS_A_QUESTION * n)


def estimate(plan: Plan, n: int, judged: int = 0) -> GenerateEstimate:
    """What a run for n questions would send. judged: other chunks that the model is asked about for each question."""
    first = list(islice(plan.order, n))
    sizes = {prompt.name: _size(plan, prompt, n) for prompt in plan.prompts}
    slots = len(plan.order) * PASSES
    most = min(most_calls(n), slots * len(plan.prompts))
    styles = tuple(estimates(sizes, min(n, most), most, slots, plan.like.styles if plan.like else None))
    return GenerateEstimate(
        pool=len(plan.order),
        skipped=plan.skipped,
        least_calls=min(n, most),
        most_calls=most,
        prompt_tokens_a_call=round(fmean(sizes.values(), [one.least_calls for one in styles])) if most else 0,
        by_document=dict(Counter(document_of(chunk) for chunk in first)),
        judge_calls=most * max(judgings(prompt, judged) for prompt in plan.prompts),
        styles=styles,
    )


def _size(plan: Plan, prompt: Prompt, n: int) -> float:
    """Tokens of one of the first n prompts of a style on average, each with as many chunks as are sent; 0 for an empty corpus.

    Where none of the first chunks has what the style asks about, they are counted alone.
    """
    near = list(islice(plan.order, SIZED))
    fit = islice((slot for chunk in near if (slot := slot_of(plan, chunk, prompt, 0))), n)
    slots = list(fit) or [Slot((chunk,), prompt, 0) for chunk in near[:n]]
    return fmean(prompt_tokens(request(slot, 0, "")) for slot in slots) if slots else 0


def slot_of(plan: Plan, chunk: Chunk, prompt: Prompt, attempt: int) -> Slot | None:
    """What is asked about a chunk in a style; None where it has nothing to ask about in it: no relative, no identifier."""
    chunks: tuple[Chunk, ...] = (chunk,)
    if plan.related is not None and prompt.most_chunks > 1:
        chunks = plan.related.group(chunk, prompt.least_chunks, prompt.most_chunks, skip=attempt)
    slot = Slot(chunks, prompt, attempt)
    return slot if chunks and fills(slot) else None
