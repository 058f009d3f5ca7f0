"""Azure OpenAI on your data: chat completions with the request's messages beside them.

`[doc1]` is the first citation. A `chunk_id` is unique within its file only and so no id. `all_retrieved_documents`, where it was
asked for, tells all that was found, in its order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.cite import OUTSIDE
from goldkit.logs.fields import first_text, made_id, message_text, object_of, objects, text_of
from goldkit.logs.interactions import Interaction, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

MARK = re.compile(r"\[doc(\d{1,3})\]", re.IGNORECASE)
ADVICE = "A completion does not hold the question: log the request's `messages` beside it."


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a completion with a context of citations."""
    return any(_answer(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a completion, as they stand."""
    for file in files:
        for line, record in file.records():
            answer = _answer(record)
            file.tally.kinds["other record" if answer is None else "completion"] += 1
            asked = _asked(record)
            if answer is None:
                file.tally.drop("no completion with a context of citations", line)
            elif not asked:
                file.tally.drop("completion without the request that holds its question", line)
                file.tally.advise(ADVICE)
            else:
                yield _interaction(asked, record, *answer, file, line)


def _response(record: JSON) -> JSON:
    return object_of(record.get("response")) or record


def _answer(record: JSON) -> tuple[str | None, JSON] | None:
    """(text, context) of a completion; None for what is none. Older versions hold the context in a message of a tool."""
    for choice in objects(_response(record).get("choices")):
        message = object_of(choice.get("message"))
        inner = objects(choice.get("messages")) or objects(object_of(message.get("context")).get("messages"))
        tool = next((object_of(one.get("content")) for one in inner if one.get("role") == "tool"), {})
        context = next((one for one in (object_of(message.get("context")), tool) if "citations" in one), None)
        if context is not None:
            said = [message, *(one for one in inner if one.get("role") == "assistant")]
            return next(filter(None, (message_text(one.get("content")) for one in said)), None), context
    return None


def _asked(record: JSON) -> list[str]:
    """What the user said, the question last."""
    request = object_of(record.get("request")) or record
    said = (message_text(one.get("content")) for one in objects(request.get("messages")) if one.get("role") == "user")
    return [one for one in said if one]


def _interaction(
    asked: list[str], record: JSON, answer: str | None, context: JSON, file: LogFile, line: int
) -> Interaction:
    response, request = _response(record), object_of(record.get("request"))
    query, time = asked[-1], utc(response.get("created"))
    return Interaction(
        record=as_id(response.get("id")) or made_id(asked, answer, time),
        query=query,
        place=file.place(line),
        time=time,
        user=first_text(request, "user") or first_text(record, "user"),
        shown=_shown(context, answer or "", file.tally, line),
        answer=answer,
        rewritten=_intent(context, query),
        previous=asked[-2] if len(asked) > 1 else None,
    )


def _shown(context: JSON, answer: str, tally: Tally, line: int) -> tuple[Shown, ...]:
    """All that was found, else the citations; those that the answer names marked. A citation not among the found comes last."""
    citations = [_key(one) for one in objects(context.get("citations"))]
    numbers = list(dict.fromkeys(int(number) for number in MARK.findall(answer)))
    if any(not 1 <= number <= len(citations) for number in numbers):
        tally.note(OUTSIDE, line)
    cited = {citations[number - 1] for number in numbers if 1 <= number <= len(citations)}
    found = list(dict.fromkeys(_key(one) for one in objects(context.get("all_retrieved_documents"))))
    later = [one for one in dict.fromkeys(citations) if one not in found]
    ranked = [
        Shown(None, rank, key[2], document=key[0], cited=key in cited) for rank, key in enumerate(found or later, 1)
    ]
    return (*ranked, *(Shown(None, None, key[2], document=key[0], cited=key in cited) for key in later if found))


def _key(document: JSON) -> tuple[str | None, str | None, str | None]:
    """What tells passages apart: (file, its number within the file, text)."""
    name = first_text(document, "filepath", "url", "title")
    return name, as_id(document.get("chunk_id")), text_of(document.get("content"))


def _intent(context: JSON, query: str) -> str | None:
    """The first of the queries that a model made of the question, where more than its case is another."""
    made: Any = decoded(context.get("intent"))
    first = next(filter(None, map(text_of, made if isinstance(made, list) else [made])), None)
    return None if first is None or first.casefold() == query.casefold() else first


READER = LogReader("azure", "Azure OpenAI on your data", recognises, read)
