"""Reading plain, .gz and .zst files alike, told apart by their first bytes, never by their names."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from goldkit.errors import UsageError, bad

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
ZSTD_SKIPPED = tuple(bytes([0x50 + n]) + b"\x2a\x4d\x18" for n in range(16))
"""A frame that holds no data; parallel and seekable compressors put one first (RFC 8878, 3.1.2)."""
BLOCK = 1 << 20
FED = 1 << 16
"""Compressed bytes a decompressor is given at once: what a frame leaves of them is copied, however short the frame is."""


@contextmanager
def open_binary(path: str | Path, watch: Callable[[int], object] | None = None) -> Iterator[BinaryIO]:
    """The decompressed bytes of a file, as a stream. watch: told of how many bytes of the file were read, each time.

    Raises UsageError when the file does not exist, DataError when it is a directory, may not be read, or is cut off or broken
    inside its compression (found at whatever point of the reading that happens).
    """
    path = Path(path)
    try:
        with path.open("rb") as raw:
            yield _decompressed(raw if watch is None else io.BufferedReader(_Watched(raw, watch), BLOCK), path)
    except FileNotFoundError as error:
        raise UsageError(f"{path}: no such file") from error
    except IsADirectoryError as error:
        raise bad(path, None, "a directory", "a file") from error
    except PermissionError as error:
        raise bad(path, None, "a file that may not be read", "a readable file", "Check its permissions.") from error
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise bad(path, None, f"broken gzip data ({error})", "a whole gzip file", "Copy or export it again.") from error


class _Watched(io.RawIOBase):
    """A file that tells how much was read of it."""

    def __init__(self, raw: BinaryIO, watch: Callable[[int], object]) -> None:
        self._raw, self._watch = raw, watch

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        data = self._raw.read(len(cast(bytearray, buffer)))
        cast(bytearray, buffer)[: len(data)] = data
        self._watch(len(data))
        return len(data)


def read_binary(path: str | Path) -> bytes:
    """All decompressed bytes of a file. Raises as open_binary."""
    with open_binary(path) as stream:
        return stream.read()


def sha256_of(path: str | Path) -> str:
    """The sha256, in hex, of a file's decompressed bytes. Raises as open_binary."""
    digest = hashlib.sha256()
    with open_binary(path) as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


def is_compressed(head: bytes) -> bool:
    """Whether a file that begins with these bytes (4 are enough) is compressed in a way that is read here."""
    return head.startswith((GZIP, ZSTD, *ZSTD_SKIPPED))


def _decompressed(raw: io.BufferedReader, path: Path) -> BinaryIO:
    head = raw.peek(4)[:4]
    if head.startswith(GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if is_compressed(head):
        return cast(BinaryIO, io.BufferedReader(_ZstdFrames(raw, path), BLOCK))
    return cast(BinaryIO, raw)


class _ZstdFrames(io.RawIOBase):
    """The frames of a .zst file, one after another. The library's own reader takes a file cut inside a frame for a short one."""

    def __init__(self, raw: BinaryIO, path: Path) -> None:
        import zstandard

        self._raw, self._path = raw, path
        self._new = zstandard.ZstdDecompressor().decompressobj
        self._broken = zstandard.ZstdError
        self._frame = self._new()
        self._inside = False
        self._pending = b""
        self._ready = memoryview(b"")  # a slice of it copies nothing

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        while not self._ready:
            data = self._pending or self._raw.read(FED)
            if not data:
                if self._inside:
                    raise self._error("a zst frame that ends too early")
                return 0
            self._feed(data)
        part = self._ready[: len(view)]
        view[: len(part)] = part
        self._ready = self._ready[len(part) :]
        return len(part)

    def _feed(self, data: bytes) -> None:
        if not self._inside:
            self._frame = self._new()
        try:
            self._ready = memoryview(self._frame.decompress(data))
        except self._broken as error:
            raise self._error(f"broken zst data ({error})") from error
        self._inside = not self._frame.eof
        self._pending = self._frame.unused_data if self._frame.eof else b""

    def _error(self, found: str) -> Exception:
        return bad(self._path, None, found, "a whole .zst file", "Copy or export it again.")
