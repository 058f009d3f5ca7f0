"""One slot from its request to a verdict: all that needs no knowledge of what came of the others."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.screen import Screened, screen
from goldkit.generation.requests import request
from goldkit.generation.slot import Slot
from goldkit.generation.style import checks_of
from goldkit.llm.model import Model
from goldkit.llm.reply import Reply


@dataclass(frozen=True, slots=True)
class Outcome:
    """screened: what the filters said; None where the reply holds no question to look at."""

    slot: Slot
    draft: Draft
    screened: Screened | None

    @property
    def replies(self) -> tuple[Reply, ...]:
        """All that was asked for: the draft, and what judges said of it."""
        return (self.draft.reply, *(self.screened.replies if self.screened else ()))


def examine(slot: Slot, model: Model, context: Context, seed: int) -> Outcome:
    """Ask, and look at the answer. Any number of threads may do so at once; what is found depends on nothing but the replies."""
    asked = request(slot, seed, model.name, model.picks)
    reply = model.ask(asked)
    draft = Draft(chunks=slot.chunks, style=slot.prompt.name, prompt=slot.prompt, request=asked, reply=reply)
    return Outcome(slot, draft, screen(draft, context, checks_of(slot.prompt)) if reply.ok else None)
