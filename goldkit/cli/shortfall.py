"""What `generate` says when it ends with too few questions: how many of which style, why, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.cli import options
from goldkit.errors import EndpointError, GoldkitError, IncompleteError
from goldkit.phrases import counted

if TYPE_CHECKING:
    from pathlib import Path

    from goldkit.results.generate import GenerateResult


def shortfall(result: GenerateResult, golden: Path) -> GoldkitError:
    """The error to raise: the endpoint's own where it failed and there is nothing, else one of a run that can go on."""
    got = len(result.queries)
    found = f"{got:,} of {counted(result.asked, 'question')}: {result.stopped}"
    if result.failed and not got:
        return EndpointError(found)
    words = [found]
    if len(result.missing) < len({*result.missing, *(query.tags[0] for query in result.queries)}):
        words.append("Missing: " + ", ".join(f"{number:,} {style}" for style, number in result.missing.items()))
    if got:
        words.append("They are saved" if got > 1 else "It is saved")
    return IncompleteError(". ".join(words) + f"; {_next(result, golden)}")


def _next(result: GenerateResult, golden: Path) -> str:
    """What leads to the questions that are missing."""
    from goldkit.generation.generate import EXHAUSTED

    if not result.pool:
        return "`not asked` above says why; other chunks can be asked about"
    if result.stopped == EXHAUSTED:
        return _other_chunks(result)
    fewer = f" with -n {result.short}" if result.queries else ""
    again = f"the same command{fewer} goes on"
    if result.failed:
        return again
    return f"`goldkit generate --rejected{options.same(golden)}` lists what was turned down, and {again}"


def _other_chunks(result: GenerateResult) -> str:
    """What to do where each chunk was asked about as often as it is: one with a question is never asked about again."""
    asked = {chunk for query in result.queries for chunk in query.generator.get("chunks", ())}
    left = result.pool - len(asked)
    if left <= 0:
        return "every chunk has its question now: add chunks, or take fewer questions"
    have, them = ("has", "it") if left == 1 else ("have", "them")
    return f"{counted(left, 'chunk')} {have} no question yet: another --seed or --style asks about {them} anew"
