"""The judge: a prompt asked of a model about one pair, and what its reply says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from goldkit.errors import UsageError
from goldkit.judging.orders import is_ordered
from goldkit.judging.pair import Pair
from goldkit.llm.prompt import Prompt, Value
from goldkit.llm.reply import Reply, read_value
from goldkit.llm.request import Request, request_for
from goldkit.records import Judgment, Scale
from goldkit.store.texts import text_sha256
from goldkit.text.quote import locate, says_something

Order = Literal["question first", "passage first"]
"""What stands first in what is sent."""
VARIABLES = ("question", "text", "title", "order")
"""What a judging prompt may use; without `question` and `text` it could judge nothing."""
MAX_TOKENS = 300
LATER_TEMPERATURE = 0.8
"""The first time a model is asked for its best; asking again only makes sense if it may say something else."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reply comes to: a grade and the words it rests on, as the chunk has them, or the reason why it is none."""

    grade: int | None = None
    quote: str = ""
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """model: its name. prompt: checked by `judge_of`. scale: of the set. seed: sent along."""

    model: str
    prompt: Prompt
    scale: Scale
    seed: int = 0

    @property
    def name(self) -> str:
        """Whose grades these are: the model with the prompt and the start of its sha256, so that another text is another judge."""
        return f"{self.model} {self.prompt.key}@{self.prompt.sha256[:8]}"

    def request(self, pair: Pair, attempt: int = 0, order: Order = "question first") -> Request:
        """What is asked about a pair. Raises ValueError for text with a lone surrogate once its key is needed."""
        values: dict[str, Value] = {
            "question": pair.question,
            "text": pair.chunk.text,
            "title": pair.chunk.title or "",
            "order": order,
        }
        parameters: dict[str, Any] = {
            "temperature": LATER_TEMPERATURE if attempt else 0.0,
            "max_tokens": MAX_TOKENS,
            "seed": self.seed + attempt,
        }
        used = {name: values[name] for name in self.prompt.variables}
        about = f"{pair.query.id} and {pair.chunk.id}"
        asked = request_for(self.prompt, used, model=self.model, parameters=parameters, about=about)
        return replace(asked, attempt=attempt)

    def read(self, reply: Reply, pair: Pair) -> Verdict:
        """The verdict of a reply. A quote must stand in the chunk, and a relevant grade needs one."""
        if not reply.ok:
            return Verdict(reason=reply.outcome, detail=reply.detail)
        grade, quote = int(reply.value["grade"]), str(reply.value.get("quote", "")).strip()
        if not quote and not self.scale.is_relevant(grade):
            return Verdict(grade)
        if not says_something(quote):
            return Verdict(reason="no quote", detail=f"grade {grade} with the quote {quote!r}")
        text = pair.chunk.text
        span = locate(quote, text)
        if span is None and (not pair.chunk.title or locate(quote, pair.chunk.title) is None):
            return Verdict(reason="quote not in the chunk", detail=quote)
        if span is not None and is_ordered(quote, text):
            return Verdict(reason="the quote is an order to the model", detail=quote)
        return Verdict(grade, text[slice(*span)] if span else quote)

    def judgment(self, pair: Pair, verdict: Verdict, reply: Reply, at: str) -> Judgment:
        """The line of a verdict: proposed, never decided. The quote stays in metadata: it settles nothing about copies."""
        made = {
            "model": self.model,
            "endpoint": reply.endpoint,
            "prompt": self.prompt.key,
            "prompt_sha256": self.prompt.sha256,
            "journal": f"sha256:{reply.key}",
        }
        return Judgment(
            query=pair.query.id,
            chunk=pair.chunk.id,
            grade=verdict.grade,
            status="proposed",
            source="llm",
            by=self.name,
            at=at,
            text_sha256=text_sha256(pair.chunk),
            metadata=made | ({"quote": verdict.quote} if verdict.quote else {}),
        )


def judge_of(model: str, prompt: Prompt, scale: Scale, seed: int = 0) -> Judge:
    """The judge. Raises UsageError where the prompt is no judging one, or grades on another scale than the set's."""
    parts, required = prompt.schema.get("properties", {}), set(prompt.schema.get("required", ()))
    grade, quote = (parts.get(name, {}) for name in ("grade", "quote"))
    kinds = (grade.get("type"), quote.get("type"))
    needs = {"question", "text"} - set(prompt.variables)
    unknown = set(prompt.variables) - set(VARIABLES)
    if needs or unknown or kinds != ("integer", "string") or not {"grade", "quote"} <= required:
        raise UsageError(
            f"{prompt.path}: no judging prompt; one uses question and text (and may use title and order), and its reply has "
            "grade, an integer, and quote, a string, both required"
        )
    grades = sorted(grade["enum"]) if "enum" in grade else [grade.get("minimum"), grade.get("maximum")]
    if (grades[0], grades[-1]) != (0, scale.max):
        raise UsageError(
            f"{prompt.path} grades {grades[0]} to {grades[-1]}, the set 0 to {scale.max}: give --prompts DIR with a judging prompt "
            f"for this scale, whose grade is one of {', '.join(map(str, range(scale.max + 1)))}"
        )
    _check_examples(prompt, scale)
    return Judge(model=model, prompt=prompt, scale=scale, seed=seed)


def _check_examples(prompt: Prompt, scale: Scale) -> None:
    """Raises UsageError for an example that `Judge.read` would reject: a relevant grade without a quote."""
    for text in prompt.example_replies():
        value, problem = read_value(text, prompt.schema)
        if problem is None and scale.is_relevant(value["grade"]) and not value["quote"].strip():
            raise UsageError(
                f"{prompt.path}: an example gives the grade {value['grade']} without a quote, and in this set a grade is relevant "
                f"from {scale.relevant_from} on: give --prompts DIR with a judging prompt that quotes for all of these"
            )
