"""From the SET of a command line to a set that can be scored against."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from goldkit.errors import UsageError
from goldkit.results.model_agreement import LEAST_KAPPA
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.presence import APPENDED, MANIFEST, frozen_names, is_there

if TYPE_CHECKING:
    from goldkit.store.counting import Counting

DEV = "dev"
"""The name of everything that is not held out."""


class Place(NamedTuple):
    """Where a set lies and what it is there: a frozen directory, a golden one (its `dev` is meant), or a foreign set."""

    kind: Literal["frozen", "golden", "foreign"]
    path: Path


def resolve_set(
    spec: str, golden_dir: Path, counting: Counting = "derived", least_kappa: float = LEAST_KAPPA
) -> ScoreSet:
    """The set that a word or path means, as place_of says, ready for scoring.

    counting: which labels count; a frozen set holds decided and derived ones only, a foreign one has its own. least_kappa: where an
    LLM's labels count in `dev`, how far each such judge must agree with people; UsageError where one does not (see llm_gate).
    """
    place = place_of(spec, golden_dir)
    if place.kind == "frozen":
        return _frozen(place.path, counting)
    return _dev(place.path, counting, least_kappa) if place.kind == "golden" else _foreign(place.path)


def place_of(spec: str, golden_dir: Path) -> Place:
    """Where the set lies that a word or path means: a frozen name, `dev`, a golden or frozen directory, or a foreign set.

    A name wins over a file of that name (`./core` for the file). Raises UsageError, listing what there is, when nothing goes by
    that name.
    """
    if spec in frozen_names(golden_dir):
        return Place("frozen", golden_dir / "frozen" / spec)
    if spec == DEV:
        return Place("golden", golden_dir)
    path = Path(spec)
    if not spec or not path.exists():
        raise UsageError(f"{spec!r}: no such set and no such path; {_there_is(golden_dir)}")
    if is_frozen_directory(path):
        return Place("frozen", path)
    return Place("golden" if is_golden_directory(path) else "foreign", path)


# Each kind of set is read by a dozen modules that the others need not wait for.


def _foreign(path: Path) -> ScoreSet:
    from goldkit.sets.foreign import load_foreign

    return load_foreign(path)


def _frozen(path: Path, counting: Counting) -> ScoreSet:
    from goldkit.sets.burning import burned_of, golden_of
    from goldkit.sets.frozen import read_frozen
    from goldkit.sets.related import shared_parts

    scored = read_frozen(path, counting)[0]
    home = golden_of(path)
    return replace(
        scored,
        burned=burned_of(path) & {query.id for query in scored.queries},
        home=None if home is None else str(home.path),
        shared={} if home is None else shared_parts(path, home),
    )


def _dev(path: Path, counting: Counting, least_kappa: float) -> ScoreSet:
    from goldkit.sets.golden import dev_set, read_golden
    from goldkit.sets.llm_gate import judges_that_count
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(path)
    golden = read_golden(directory)
    scored = dev_set(golden, counting, judges_that_count(counting, path, least_kappa))
    elsewhere = (golden.queries.keys() | golden.sides.keys()) - {query.id for query in scored.queries}
    return replace(
        scored,
        notices=tuple(directory.notices),
        home=str(path),
        elsewhere=frozenset(elsewhere),
    )


def is_frozen_directory(path: Path) -> bool:
    """Whether a directory is meant as a frozen set, even one that lost its manifest. A BEIR directory may hold a manifest too."""
    return (path / "labels.jsonl").exists() or ((path / MANIFEST).exists() and not (path / "qrels").exists())


def is_golden_directory(path: Path) -> bool:
    """Whether a directory is a golden one. A BEIR directory has a queries.jsonl as well, but beside a corpus or qrels."""
    if any((path / name).is_file() for name in ("goldkit.json", *APPENDED)):
        return True
    foreign = (path / "corpus.jsonl").exists() or (path / "qrels").exists()
    return (path / "queries.jsonl").is_file() and not foreign


def _there_is(golden: Path) -> str:
    names = frozen_names(golden)
    if not names and not is_there(golden):
        return f"there is no golden directory at {golden} either (--golden names another)"
    frozen = f"frozen: {', '.join(names)}" if names else "nothing is frozen yet"
    return f"{golden} has `dev` ({frozen})"
