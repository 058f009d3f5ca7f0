"""The mapping that a record's own field names suggest: offered where no reader recognises a file, never used unasked."""

from __future__ import annotations

from collections.abc import Iterable

ROWS = ("chunk_id", "passage_id", "doc_id", "document_id")
"""Names of the one chunk of a row."""
NAMES: dict[str, tuple[str, ...]] = {
    "query": ("query", "question", "user_query", "query_text", "search", "keywords", "prompt", "input", "q", "text"),
    "chunks": (
        "chunks",
        "chunk_ids",
        "retrieved",
        "results",
        "documents",
        "doc_ids",
        "hits",
        "contexts",
        "sources",
        *ROWS,
    ),
    "cited": ("cited", "citations"),
    "clicked": ("clicked", "clicks"),
    "copied": ("copied",),
    "feedback": ("feedback", "rating", "thumb", "thumbs", "vote", "user_feedback"),
    "answer": ("answer", "response", "output", "reply", "completion"),
    "id": ("id", "request_id", "event_id", "trace_id"),
    "session": ("session", "session_id"),
    "conversation": ("conversation", "conversation_id", "thread_id", "chat_id"),
    "user": ("user", "user_id"),
    "time": ("time", "timestamp", "created_at", "created", "ts", "date"),
    "rank": ("rank", "position"),
    "text": ("chunk_text", "passage", "content"),
}
"""What people call each field of a mapping, the likelier names first."""


def likely_map(keys: Iterable[str]) -> dict[str, str]:
    """Field → the record's own name for it, without regard to case; empty where nothing looks like a question."""
    own = {key.casefold(): key for key in keys}
    found = {field: next((own[name] for name in names if name in own), "") for field, names in NAMES.items()}
    if not (found["id"] and found["rank"] and found["chunks"].casefold() in ROWS):
        found["rank"] = found["text"] = ""
    return {field: name for field, name in found.items() if name} if found["query"] else {}
