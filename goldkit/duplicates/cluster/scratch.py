"""Files that all workers see: what one step leaves for the next, by names that tell their content."""

from __future__ import annotations

import io
import os
import shutil
import threading
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Scratch:
    """A folder, by its path or by a URL of an object store that pyarrow knows (s3://, gs://, …)."""

    folder: str

    def put(self, arrays: dict[str, NDArray[Any]]) -> str:
        """Keep arrays and return the name they have from then on; the same arrays have the same name."""
        packed = io.BytesIO()
        np.savez(packed, allow_pickle=False, **arrays)
        data = packed.getvalue()
        name = sha256(data).hexdigest()[:32]
        files, folder = _opened(self.folder)
        path = f"{folder}/{name}"
        if _is_local(self.folder):
            # Another worker may write the same at this moment: whole files only ever appear under the name.
            part = f"{path}.{os.getpid()}-{threading.get_ident()}"
            with files.open_output_stream(part) as stream:
                stream.write(data)
            files.move(part, path)
        else:
            with files.open_output_stream(path) as stream:
                stream.write(data)
        return name

    def get(self, name: str) -> dict[str, NDArray[Any]]:
        """The arrays of a name."""
        files, folder = _opened(self.folder)
        with files.open_input_stream(f"{folder}/{name}") as stream:
            data = stream.read()
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return {key: arrays[key] for key in arrays.files}

    def shared(self, name: str) -> dict[str, NDArray[Any]]:
        """The arrays of a name that every batch needs: a process reads them once."""
        return _shared(self, name)

    def made(self) -> None:
        """Make the folder."""
        files, folder = _opened(self.folder)
        files.create_dir(folder, recursive=True)

    def gone(self) -> None:
        """Delete the folder and all in it, where there is one."""
        if _is_local(self.folder):
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        files, folder = _opened(self.folder)
        with suppress(FileNotFoundError):
            files.delete_dir(folder)


@lru_cache(maxsize=8)
def _shared(scratch: Scratch, name: str) -> dict[str, NDArray[Any]]:
    return scratch.get(name)


def _is_local(folder: str) -> bool:
    return "://" not in folder


@lru_cache(maxsize=8)
def _opened(folder: str) -> tuple[Any, str]:
    """pyarrow's file system and the path there. Each time it is made it asks the store where it is, so it is made once."""
    from pyarrow.fs import FileSystem

    files, path = FileSystem.from_uri(folder)
    return files, path
