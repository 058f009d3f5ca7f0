"""The page of a golden directory, served in a thread of the test, and a client that can send whatever headers it likes."""

from __future__ import annotations

import http.client
import itertools
import json
import threading
from urllib.parse import urlencode

from goldkit.review.library import Library
from goldkit.review.page.desks import Desks
from goldkit.review.page.server import PageServer
from goldkit.review.session import Session
from goldkit.review.sitting import Sitting

NOW = "2026-12-02T00:00:00Z"


class Page:
    """A served page. It is entered by its first link on demand."""

    def __init__(self, golden, judge="ana", corpus=(), clock=lambda: NOW, **options):
        numbers = itertools.count()
        library = Library(corpus)

        def begin(name, sitting):
            return Session(golden, name, clock, library.chunks(), sitting)

        self.desks = Desks(judge, begin, library, Sitting(**options))
        self.server = PageServer(self.desks, lambda: f"secret-{next(numbers)}", 0)
        self.port = self.server.port
        self.address = self.server.address()
        self.token = self.address.partition("token=")[2]
        self.cookie = None
        ready = threading.Event()
        self.thread = threading.Thread(target=self.server.serve, args=(ready.set,), daemon=True)
        self.thread.start()
        assert ready.wait(10)

    def send(self, method, path, body=None, headers=()):
        """(status, headers, text) of one request; nothing is added to its headers but Host."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    def enter(self):
        status, headers, _ = self.send("GET", f"/?token={self.token}")
        assert status == 200
        self.cookie = headers["set-cookie"].partition(";")[0]
        return headers["set-cookie"]

    def own(self, **more):
        """The headers that the page itself sends."""
        if self.cookie is None:
            self.enter()
        own = {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        return own | more

    def ask(self, name, status=200, /, **values):
        found = self.send("GET", f"/api/{name}?{urlencode(values)}", headers=self.own())
        assert found[0] == status, found
        return json.loads(found[2])

    def tell(self, address, status=200, /, **said):
        found = self.send("POST", f"/api/{address}", json.dumps({"name": "r", **said}), self.own())
        assert found[0] == status, found
        return json.loads(found[2])

    def judge(self, grade, name, state=None, **said):
        item = (state or self.ask("next"))["item"]
        pair = {"query": item["query"]["id"], "chunk": item["chunk"]["id"], "sha256": item["chunk"]["sha256"]}
        return self.tell("judge", grade=grade, name=name, **pair, **said)

    def end(self):
        if self.thread.is_alive():
            self.tell("finish")
            self.thread.join(20)
        assert not self.thread.is_alive()
