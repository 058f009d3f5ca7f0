"""Serving the page: on 127.0.0.1 only, until the judge ends the sitting."""

from __future__ import annotations

import errno
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from goldkit.errors import UsageError
from goldkit.review.page.doors import Doors

if TYPE_CHECKING:
    from goldkit.review.page.desks import Desks

ADDRESS = "127.0.0.1"
PORT = 8737
"""The port when none is asked for; the next free one where it is taken."""
TRIES = 20


class PageServer:
    """The page of one judge and of whom that judge invites. port: None for the usual one or a free one, 0 for any free one.

    Raises UsageError for a port that is taken or not allowed.
    """

    def __init__(self, desks: Desks, secret: Callable[[], str], port: int | None = None) -> None:
        self._desks = desks
        self._secret = secret
        self._socket = _bound(port)
        self.port: int = self._socket.getsockname()[1]
        self._doors = Doors(secret, self.port)

    def address(self) -> str:
        """A link that opens the page for the host, once."""
        return f"http://{ADDRESS}:{self.port}/?token={self._doors.token(self._desks.host)}"

    def serve(self, ready: Callable[[], object]) -> None:
        """Answer until the judge finishes on the page or presses Ctrl-C. ready: called when the page can be asked for."""
        import uvicorn

        from goldkit.review.page.app import Front, page_app

        def finish() -> None:
            server.should_exit = True

        app = page_app(Front(self._desks, self._doors, self._secret, finish), self._doors)
        config = uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="off",
            timeout_keep_alive=30,
        )
        server = uvicorn.Server(config)
        self._socket.listen(128)
        threading.Thread(target=self._desks.prepare, daemon=True).start()
        ready()
        try:
            server.run(sockets=[self._socket])
        except KeyboardInterrupt:
            pass  # how a sitting is ended at the terminal: nothing is lost, and what it did is told
        finally:
            self._socket.close()


def _bound(port: int | None) -> socket.socket:
    for tried in [port] if port is not None else [*range(PORT, PORT + TRIES), 0]:
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((ADDRESS, tried))
        except OSError as error:
            found.close()
            if port is None and error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise UsageError(
                f"port {port}: {error.strerror}; --port names another, 0 takes any that is free"
            ) from error
        return found
    raise UsageError("no port is free; --port names one")
