"""Options that are given and would do nothing: said before anything is done, never passed over in silence."""

from __future__ import annotations

from collections.abc import Collection

import typer

from goldkit.errors import UsageError


def refuse_others(context: typer.Context, way: str, what: str, known: Collection[str]) -> None:
    """Raise UsageError where options beside the known ones were given. way: the option that rules them out; what: it does."""
    given = [
        parameter.opts[0]
        for parameter in context.command.params
        if (source := context.get_parameter_source(parameter.name or "")) and source.name == "COMMANDLINE"
    ]
    if strange := [name for name in given if name not in known and name != way]:
        raise UsageError(f"{way} {what}; leave out {', '.join(strange)} (beside it go only {', '.join(known)})")
