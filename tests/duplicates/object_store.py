"""An object store on loopback that speaks as much of S3 as reading a corpus and keeping a scratch folder take.

Keys are path style (`/bucket/key`); signatures are not looked at. It answers as the service's documentation says.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

SPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'


class Store(ThreadingHTTPServer):
    """objects: "bucket/key" → bytes."""

    daemon_threads = True

    def __init__(self, buckets: set[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.buckets, self.objects, self.parts = buckets, {}, {}
        self.lock = threading.Lock()

    @property
    def environment(self) -> dict[str, str]:
        """What makes clients talk to this store."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.server_port}",
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": "us-east-1",
            "AWS_DEFAULT_REGION": "us-east-1",
        }


@contextmanager
def object_store(*buckets: str) -> Iterator[Store]:
    """A store with these buckets, at work in this process until the context is left."""
    with Store(set(buckets)) as store:
        thread = threading.Thread(target=store.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield store
        finally:
            store.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: Store
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        if self._key in self._held or (not self._is_object and self._bucket in self.server.buckets):
            data = self._held.get(self._key, b"")
            self._answer(200, b"", {"Content-Length": len(data), "ETag": _tag(data), **_DATED})
        else:
            self._answer(404)

    def do_GET(self) -> None:
        if not self._is_object:
            self._list() if self._bucket in self.server.buckets else self._missing("NoSuchBucket")
        elif self._key not in self._held:
            self._missing("NoSuchKey")
        else:
            data = self._held[self._key]
            asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
            if not asked:
                self._answer(200, data, {"ETag": _tag(data), **_DATED})
                return
            first = int(asked[1]) if asked[1] else max(0, len(data) - int(asked[2]))
            last = min(int(asked[2]), len(data) - 1) if asked[1] and asked[2] else len(data) - 1
            where = {"Content-Range": f"bytes {first}-{last}/{len(data)}", "ETag": _tag(data), **_DATED}
            self._answer(206, data[first : last + 1], where)

    def do_PUT(self) -> None:
        data = self._body()
        if self._bucket not in self.server.buckets:
            self._missing("NoSuchBucket")
            return
        if "uploadId" in self._asked:
            self.server.parts[self._asked["uploadId"], int(self._asked["partNumber"])] = data
        else:
            self._held[self._key] = data
        self._answer(200, b"", {"ETag": _tag(data)})

    def do_POST(self) -> None:
        data = self._body()
        if "delete" in self._asked:
            for name in re.findall(r"<Key>(.*?)</Key>", data.decode()):
                self._held.pop(f"{self._bucket}/{unquote(name)}", None)
            self._answer(200, f"<DeleteResult {SPACE}/>".encode())
        elif "uploads" in self._asked:
            with self.server.lock:
                upload = f"upload-{len(self.server.parts)}-{threading.get_ident()}"
            found = f"<Bucket>{self._bucket}</Bucket><Key>{escape(self._name)}</Key><UploadId>{upload}</UploadId>"
            self._answer(
                200, f"<InitiateMultipartUploadResult {SPACE}>{found}</InitiateMultipartUploadResult>".encode()
            )
        else:
            upload = self._asked["uploadId"]
            numbers = sorted(number for name, number in self.server.parts if name == upload)
            self._held[self._key] = b"".join(self.server.parts.pop((upload, number)) for number in numbers)
            found = f"<Key>{escape(self._name)}</Key><ETag>{_tag(self._held[self._key])}</ETag>"
            self._answer(
                200, f"<CompleteMultipartUploadResult {SPACE}>{found}</CompleteMultipartUploadResult>".encode()
            )

    def do_DELETE(self) -> None:
        self._held.pop(self._key, None)
        self._answer(204)

    @property
    def _held(self) -> dict[str, bytes]:
        return self.server.objects

    @property
    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix("/")

    @property
    def _bucket(self) -> str:
        return self._key.partition("/")[0]

    @property
    def _name(self) -> str:
        return self._key.partition("/")[2]

    @property
    def _is_object(self) -> bool:
        return bool(self._name)

    @property
    def _asked(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.path).query, keep_blank_values=True).items()}

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "") == "chunked":
            data = b"".join(iter(self._chunk, b""))
        else:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return _unchunked(data) if "aws-chunked" in self.headers.get("Content-Encoding", "") else data

    def _chunk(self) -> bytes:
        data = self.rfile.read(int(self.rfile.readline().partition(b";")[0], 16))
        self.rfile.readline()
        return data

    def _list(self) -> None:
        prefix, between = self._asked.get("prefix", ""), self._asked.get("delimiter", "")
        contents, folders = [], set()
        for key in sorted(self._held):
            name = key.partition("/")[2]
            if key.partition("/")[0] != self._bucket or not name.startswith(prefix):
                continue
            head, mark, _ = name.removeprefix(prefix).partition(between) if between else (name, "", "")
            if mark:
                folders.add(prefix + head + mark)
            else:
                dated = "<LastModified>2026-12-01T00:00:00.000Z</LastModified>"
                contents.append(
                    f"<Contents><Key>{escape(name)}</Key>{dated}<Size>{len(self._held[key])}</Size></Contents>"
                )
        common = "".join(f"<CommonPrefixes><Prefix>{escape(one)}</Prefix></CommonPrefixes>" for one in sorted(folders))
        head = f"<Name>{self._bucket}</Name><KeyCount>{len(contents)}</KeyCount><IsTruncated>false</IsTruncated>"
        self._answer(200, f"<ListBucketResult {SPACE}>{head}{''.join(contents)}{common}</ListBucketResult>".encode())

    def _missing(self, code: str) -> None:
        self._answer(404, f"<Error><Code>{code}</Code><Message>there is none</Message></Error>".encode())

    def _answer(self, status: int, data: bytes = b"", headers: dict[str, object] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": len(data), "Content-Type": "application/xml", **(headers or {})}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(data)


_DATED = {"Last-Modified": "Tue, 01 Dec 2026 00:00:00 GMT"}


def _tag(data: bytes) -> str:
    return f'"{md5(data, usedforsecurity=False).hexdigest()}"'


def _unchunked(data: bytes) -> bytes:
    """What stands in the pieces of a body that is sent signed piece by piece."""
    found = b""
    while data:
        head, _, data = data.partition(b"\r\n")
        size = int(head.partition(b";")[0], 16)
        if not size:
            break
        found, data = found + data[:size], data[size + 2 :]
    return found
