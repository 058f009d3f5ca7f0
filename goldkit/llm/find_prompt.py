"""Finding prompts by name: first in a folder of the user's, then among goldkit's own. A bare name means the newest version."""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import UsageError
from goldkit.files import resources
from goldkit.llm.prompt import Prompt
from goldkit.llm.prompt_file import FILE_NAME, read


def find_prompt(name: str, folder: Path | None = None) -> Prompt:
    """The prompt of that name ("direct": its newest version; "direct.v1": that one), from the folder or else from goldkit's own.

    Raises UsageError when there is none, DataError with all that is wrong in the file.
    """
    for place in _places(folder):
        found = [(version, path) for key, version, path in _files(place) if name in (key, f"{key}.v{version}")]
        if found:
            return read(max(found)[1])
    raise UsageError(f"no such prompt: {name!r}; there are {', '.join(available(folder))}")


def available(folder: Path | None = None) -> list[str]:
    """The names of all prompts, sorted, without versions: the folder's and goldkit's own."""
    return sorted({name for place in _places(folder) for name, _, _ in _files(place)})


def _places(folder: Path | None) -> list[Path]:
    own = resources.folder("prompts")
    return [own] if folder is None else [folder, own]


def _files(folder: Path) -> list[tuple[str, int, Path]]:
    matches = [(FILE_NAME.fullmatch(path.name), path) for path in sorted(folder.glob("*.md"))]
    return [(match["name"], int(match["version"]), path) for match, path in matches if match]
