"""A pipeline that is a Python function: `package.module:function`."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from importlib import import_module
from pathlib import Path
from typing import Any

from goldkit.errors import UsageError
from goldkit.phrases import counted
from goldkit.records import JSON
from goldkit.retrieval.failure import Failure
from goldkit.retrieval.threads import Threads
from goldkit.sets.questions import Question

SHAPE = "retrieve(query: str, k: int, **input) -> list[str] | list[tuple[str, float]]"


class FunctionPipeline:
    """A function as SHAPE says, plain or async. Plain ones run in threads, async ones in the event loop.

    A question's `input` fields are handed over by name; the turn before as `context`, where the function names such an argument.
    """

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.settings: JSON = {}
        self._function = function
        self._async = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004  # an object whose __call__ is async
        )
        self.leaves = not self._async
        self._context = False
        self._threads = Threads()

    def prepare(self, questions: Sequence[Question], k: int) -> list[str]:
        """Raises UsageError when the function cannot be called with a question, its k and its `input` fields."""
        try:
            signature = inspect.signature(self._function)
        except (TypeError, ValueError):  # some built-in functions have none
            return []
        self._context = "context" in signature.parameters
        for fields in sorted({tuple(sorted(question.input)) for question in questions}):
            if not _binds(signature, k, dict.fromkeys(fields)):
                having = sum(tuple(sorted(question.input)) == fields for question in questions)
                raise UsageError(_unfit(f"{self.name}{signature}", fields, having))
        follow = sum(question.context is not None for question in questions)
        if follow and not self._context:
            return [
                f"{counted(follow, 'follow-up')} asked without the turn before: {self.name} has no argument `context`"
            ]
        return []

    async def ask(self, question: Question, k: int) -> Any:
        """What the function returns. Raises Failure with whatever it raises."""
        extra = dict(question.input)
        if self._context and question.context is not None:
            extra.setdefault("context", question.context)
        call = partial(self._function, question.text, k, **extra)
        try:
            value = await (call() if self._async else self._threads.run(call))
            return await value if inspect.isawaitable(value) else value
        except (Exception, SystemExit) as error:  # the caller's own function may raise anything
            raise Failure(type(error).__name__, str(error), again=True) from error

    async def close(self) -> None:
        """End its threads."""
        self._threads.close()


def load_function(spec: str, folder: Path) -> FunctionPipeline:
    """The pipeline that `package.module:function` names, imported with a folder before all others on the path.

    Raises UsageError when there is no such module or function, or when importing it fails.
    """
    module_name, colon, attribute = spec.partition(":")
    if not colon or not module_name or not attribute:
        raise UsageError(f"{spec!r}: a pipeline is given as package.module:function, or with --http or --cmd")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    with _explained(spec, module_name):
        module = import_module(module_name)
    try:
        function = reduce(getattr, attribute.split("."), module)
    except AttributeError:
        raise UsageError(f"{spec}: {module_name} ({module.__file__}) has no {attribute!r}") from None
    if not callable(function):
        raise UsageError(f"{spec}: no function but of type {type(function).__name__}")
    return FunctionPipeline(spec, function)


@contextmanager
def _explained(spec: str, module: str) -> Iterator[None]:
    """Whatever importing raises, in one line with the place in the caller's own code."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise UsageError(f"{spec}: no module {error.name!r} here or among the installed packages") from None
        raise UsageError(_failed(spec, error)) from error
    except (Exception, SystemExit) as error:  # the caller's own module may raise anything
        raise UsageError(_failed(spec, error)) from error


def _failed(spec: str, error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"{spec}: importing it failed at {last.filename}:{last.lineno}: {words}"


def _binds(signature: inspect.Signature, k: int, extra: JSON) -> bool:
    try:
        signature.bind("", k, **extra)
    except TypeError:
        return False
    return True


def _unfit(function: str, fields: Sequence[str], having: int) -> str:
    call = ", ".join(["query", "k", *(f"{field}=…" for field in fields)])
    cure = "name these arguments, or add **input" if fields else f"expected {SHAPE}"
    whose = f", which the `input` of {counted(having, 'query')} asks for" if fields else ""
    return f"{function} cannot be called as ({call}){whose}; {cure}"
