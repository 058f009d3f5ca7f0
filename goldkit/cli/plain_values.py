"""Commands that take plain words of the command line as they are.

typer turns the value of every argument and option into its type with pydantic, even one that is not given; pydantic takes longer
to import than a small set takes to score. So what is of its type already, or can be read in one way only, is taken here, as typer
itself does with flags; anything else, all that is wrong among it, is left to typer.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

if TYPE_CHECKING:
    from typer.models import ParameterInfo

NOT_PLAIN = object()
"""Instead of a value: let typer see to it."""


def plain(value: Any, annotation: Any, info: ParameterInfo) -> Any:
    """The value in its type, exactly as typer would give it, or NOT_PLAIN.

    value: text, or a default. annotation: the type without its None. info: the bounds and checks that the option declares.
    """
    if info.parser is not None:
        return NOT_PLAIN
    if get_origin(annotation) is list:
        items = [plain(item, get_args(annotation)[0], info) for item in value]
        return NOT_PLAIN if NOT_PLAIN in items else items
    if annotation is bool:
        return value if type(value) is bool else NOT_PLAIN
    if annotation is str:
        return value if type(value) is str and not info.allow_dash else NOT_PLAIN
    if annotation in (int, float):
        return _plain_number(value, annotation, info)
    if annotation is Path:
        return _plain_path(value, info)
    return value if type(value) is str and info.case_sensitive and value in get_args(annotation) else NOT_PLAIN


def _plain_number(value: Any, kind: type, info: ParameterInfo) -> Any:
    """A default, or up to nine digits of a whole number, within the bounds."""
    digits = kind is int and type(value) is str and value.isascii() and value.isdigit() and len(value) < 10
    number = int(value) if digits else value
    fits = type(number) is kind and not info.clamp
    fits = fits and (info.min is None or info.min <= number) and (info.max is None or number <= info.max)
    return number if fits else NOT_PLAIN


def _plain_path(value: Any, info: ParameterInfo) -> Any:
    """A path that nothing more is asked of than that it can be read if it is there."""
    if info.exists or info.writable or info.resolve_path or info.allow_dash or info.path_type is not None:
        return NOT_PLAIN
    if not (info.file_okay and info.dir_okay):
        return NOT_PLAIN
    path = Path(value)
    return path if not info.readable or os.access(path, os.R_OK) or not _is_there(path) else NOT_PLAIN


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except OSError:
        return False
    return True


def _value(parameter: TyperArgument | TyperOption, value: Any) -> Any:
    """The plain value of a parameter that may be missing, or NOT_PLAIN."""
    if parameter.required and parameter.value_is_missing(value):
        return NOT_PLAIN
    several = parameter.nargs != 1 or (isinstance(parameter, TyperOption) and parameter.multiple)
    if value is None:
        return () if several else None
    if several and isinstance(value, str):
        return NOT_PLAIN
    return plain(value, parameter.type_descriptor.annotation, parameter.type_descriptor.parameter_info)


class PlainArgument(TyperArgument):
    """An argument whose plain values are taken as they are."""

    def process_value(self, ctx: Any, value: Any) -> Any:
        """Its value in its type; raises what typer raises."""
        found = _value(self, value)
        return super().process_value(ctx, value) if found is NOT_PLAIN else _called_back(self, ctx, found)


class PlainOption(TyperOption):
    """An option whose plain values are taken as they are."""

    def process_value(self, ctx: Any, value: Any) -> Any:
        """Its value in its type; raises what typer raises."""
        found = _value(self, value)
        return super().process_value(ctx, value) if found is NOT_PLAIN else _called_back(self, ctx, found)


def _called_back(parameter: TyperArgument | TyperOption, ctx: Any, value: Any) -> Any:
    return value if parameter.callback is None else parameter.callback(ctx, parameter, value)


class PlainCommand(TyperCommand):
    """A command with such arguments and options."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its own ones and --help."""
        return _made_plain(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands with such options of its own."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its own ones and --help."""
        return _made_plain(super().get_params(ctx))


def _made_plain(parameters: list[Any]) -> list[Any]:
    """The same objects, of the classes above: typer makes them itself and has no place to name another class."""
    for parameter in parameters:
        parameter.__class__ = PlainOption if isinstance(parameter, TyperOption) else PlainArgument
    return parameters
