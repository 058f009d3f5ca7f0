"""A folder of Markdown and text files as a corpus: one chunk a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from goldkit.errors import Problem, bad
from goldkit.files.utf8 import CURE, not_utf8
from goldkit.formats.chunk_rows import Place
from goldkit.records import JSON

SUFFIXES = frozenset({".md", ".txt"})


def read_folder(folder: Path, problems: list[Problem]) -> Iterator[tuple[Place, JSON]]:
    """A row for every .md and .txt file below the folder, sorted by path; the id and the document are the path with `/`.

    Hidden files and folders are passed over. Texts are taken to the byte, but for a byte order mark. A file that is not UTF-8
    joins the problems with its byte. Raises DataError when there is no such file at all.
    """
    files = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if is_text(path, folder))
    if not files:
        raise bad(folder, None, "a folder without corpus.jsonl, .md or .txt files", "a corpus", "Name the file itself.")
    for name, path in files:
        try:
            name.encode("utf-8")
            text = path.read_bytes().decode("utf-8")
        except UnicodeEncodeError:
            problems.append(
                Problem(ascii(str(path)), None, "a file name that is not UTF-8", "UTF-8", "Rename the file.")
            )
        except UnicodeDecodeError as error:
            problems.append(Problem(str(path), None, not_utf8(error, "file"), "UTF-8", CURE))
        else:
            yield f"the file {name}", {"id": name, "text": text.removeprefix("\ufeff"), "doc_id": name}


def is_text(path: Path, folder: Path) -> bool:
    """Whether a file below a folder is one of its texts: .md or .txt, and nothing on its way hidden."""
    if path.suffix.lower() not in SUFFIXES or not path.is_file():
        return False
    return not any(part.startswith(".") for part in path.relative_to(folder).parts)
