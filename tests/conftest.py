"""What many tests share: real data where it is, one folder in which the whole demo has run, and a scripted model server."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# A run that decides whether a change lands must not depend on luck; at home every run looks somewhere new.
# Neither must it depend on how busy the machine is.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("home", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "home")


def _given(name: str) -> Path:
    value = os.environ.get(name)
    if not value:
        pytest.skip(f"{name} is not set")
    return Path(value)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real collections; the test is skipped where it is not set."""
    return _given("GOLDKIT_REAL_DATA")


@pytest.fixture(scope="session")
def example_logs() -> Path:
    """The folder of example exports; the test is skipped where it is not set."""
    return _given("GOLDKIT_EXAMPLE_LOGS")


@pytest.fixture(scope="session")
def demo(tmp_path_factory) -> tuple[Path, str]:
    """The folder that `goldkit demo` made, and all it printed. Tests copy it before they change anything."""
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-m", "goldkit", "demo", "story"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return folder / "story", done.stdout


@dataclass
class Canned:
    """One HTTP answer. wait: seconds before it is sent (or until the server closes). drip: seconds after each byte of the body.

    until: it is sent once this is set, at the latest after a minute.
    """

    body: str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    drip: float = 0.0
    until: threading.Event | None = None


def completion(content: Any, **changes: Any) -> Canned:
    """A chat completion with that content (a str as it is, anything else as JSON); changes go into the choice."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}} | changes
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return Canned(json.dumps({"id": "c", "object": "chat.completion", "choices": [choice], "usage": usage}))


class Server(ThreadingHTTPServer):
    """One that as many clients can reach at once as any command has threads; the usual 5 lose connections."""

    request_queue_size = 256

    def __init__(self, host: str, handler: type[BaseHTTPRequestHandler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, 0), handler)


class LoopbackModel:
    """answers: used up first, in order; then `default` is called with the request's body. requests, headers: all that came."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.answers: list[Canned] = []
        self.default: Callable[[dict[str, Any]], Canned] = lambda body: completion({"answer": "yes"})
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._server = Server(host, self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://[{host}]:{port}/v1" if ":" in str(host) else f"http://{host}:{port}/v1"

    def close(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def next_answer(self, body: dict[str, Any], headers: dict[str, str]) -> Canned:
        with self._lock:
            self.requests.append(body)
            self.headers.append(headers)
            return self.answers.pop(0) if self.answers else self.default(body)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                data = self.rfile.read(length)
                if len(data) < length:
                    return  # the client was killed while it sent
                body = json.loads(data)
                canned = outer.next_answer(body, {name.lower(): value for name, value in self.headers.items()})
                if canned.until:
                    canned.until.wait(60)
                if canned.wait:
                    outer.stopping.wait(canned.wait)
                data = canned.body if isinstance(canned.body, bytes) else canned.body.encode()
                try:
                    self.send_response_only(canned.status)  # with no Date but the one that is canned
                    for name, value in canned.headers.items():
                        self.send_header(name, value)
                    if "content-length" not in canned.headers:  # a longer one makes a body that breaks off
                        self.send_header("content-length", str(len(data)))
                    self.end_headers()
                    for part in [data[at : at + 1] for at in range(len(data))] if canned.drip else [data]:
                        self.wfile.write(part)
                        outer.stopping.wait(canned.drip)
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the client gave up waiting, which is what some tests are about

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler


@pytest.fixture
def llm_server() -> Iterator[LoopbackModel]:
    """A scripted model server; see LoopbackModel. `llm_server.completion` makes an answer, `llm_server.canned` any other."""
    server = LoopbackModel()
    server.completion, server.canned = completion, Canned  # type: ignore[attr-defined]
    yield server
    server.close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, that only a socket in its folder leads to."""
    programs = shutil.which("initdb"), shutil.which("pg_ctl")
    if None in programs:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(f"/tmp/goldkit-pg-{os.getpid()}")  # a socket's path is short
    folder.mkdir(mode=0o700)
    as_user = {}
    if os.getuid() == 0:  # it refuses to run as root
        user = pwd.getpwnam("nobody")
        os.chown(folder, user.pw_uid, user.pw_gid)
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def run(*command: Any) -> None:
        done = subprocess.run(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100, **as_user
        )
        if done.returncode:
            pytest.skip(f"PostgreSQL does not start: {done.stdout.decode()[-300:]}")

    data = folder / "data"
    try:
        run(programs[0], "-D", data, "-U", "ana", "--auth=trust", "-E", "UTF8")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        run(programs[1], "-D", data, "-l", folder / "log", "-o", options, "-w", "start")
        yield f"postgresql://ana:secret@/postgres?host={folder}"
        run(programs[1], "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
