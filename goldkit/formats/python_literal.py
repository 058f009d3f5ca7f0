"""A Python literal in a file, `{"q1": ["c1"], 'q2': {"c2"}}`: parsed, never executed, so that it can do nothing."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem, bad
from goldkit.files.utf8 import read_text
from goldkit.formats.fields import as_id, described

NAMED = re.compile(rb"[A-Za-z_]\w*\s*(:[^=]*)?=\s*[\[{(]")
"""The start of `gold = {…}`."""
EXPECTED = "a dict or list of literals: strings, numbers, lists, tuples, sets and dicts of these"


def read_literal(path: str | Path) -> Any:
    """The value of a file that holds one literal, also as `name = …`, as JSON would have it: tuples and sets (sorted) are lists.

    Raises DataError for bytes that are not UTF-8, what is no literal, and for a dict that holds a key twice (all of them).
    """
    text = read_text(path)
    try:
        node = _value(ast.parse(text))
        value = ast.literal_eval(node)
    except SyntaxError as error:
        raise bad(path, error.lineno, f"no Python literal ({error.msg})", EXPECTED) from error
    except (ValueError, TypeError) as error:  # a call, a name; an unhashable key
        raise bad(path, _line(error), "something to be executed, or no literal", EXPECTED) from error
    except (RecursionError, MemoryError) as error:  # what the parser says of deep nesting
        raise bad(path, None, "a literal nested too deeply", "a flat mapping or list") from error
    twice = _twice(path, node)
    if twice:
        raise DataError(twice)
    try:
        return _plain(value)
    except ValueError as error:
        raise bad(path, None, str(error), EXPECTED) from error


def literal_in(text: str) -> Any:
    """The value of a literal that stands in a cell, as JSON would have it. Raises ValueError for what is none."""
    try:
        return _plain(ast.literal_eval(text))
    except (SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"{described(text)} as a Python literal") from error


def _value(module: ast.Module) -> ast.expr:
    """The one expression of a module, or what its one assignment assigns. Raises ValueError for anything else."""
    statements = [one for one in module.body if not _is_docstring(one)] or module.body
    if len(statements) != 1:
        raise ValueError(f"line {statements[1].lineno if statements else 1}")
    only = statements[0]
    if isinstance(only, ast.Expr | ast.Assign):
        return only.value
    if isinstance(only, ast.AnnAssign) and only.value is not None:
        return only.value
    raise ValueError(f"line {only.lineno}")


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _line(error: Exception) -> int | None:
    found = re.search(r"line (\d+)", str(error))
    return int(found[1]) if found else None


def _twice(path: str | Path, node: ast.expr) -> list[Problem]:
    """Every key that a dict holds a second time."""
    problems = []
    for one in ast.walk(node):
        seen: dict[Any, int] = {}
        for key in one.keys if isinstance(one, ast.Dict) else ():
            if not isinstance(key, ast.Constant):
                continue
            if key.value in seen:
                found = f"the key {key.value!r} a second time, first on line {seen[key.value]}"
                problems.append(Problem(str(path), key.lineno, found, "every key once"))
            seen.setdefault(key.value, key.lineno)
    return sorted(problems, key=lambda problem: problem.line or 0)


def _plain(value: Any) -> Any:
    """As JSON has it. Raises ValueError for bytes, complex numbers, and keys that are no ids."""
    if isinstance(value, dict):
        return {as_id(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set):
        return sorted(map(_plain, value), key=lambda item: (type(item).__name__, item))
    if value is None or isinstance(value, str | int | float):
        return value
    raise ValueError(described(value))
