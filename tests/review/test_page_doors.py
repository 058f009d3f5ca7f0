"""Only the browser that was given the link comes in, only from the page itself, and only with what it may send."""

from __future__ import annotations

import json

import pytest

from goldkit.review.page.guard import LARGEST
from goldkit.review.page.server import ADDRESS

SAID = json.dumps({"query": "hot", "values": {"aside": "x"}, "name": "r"})


@pytest.fixture
def page(opened):
    return opened()


def unchanged(golden):
    return all(query.aside is None for query in golden.queries())


def test_the_page_is_on_this_machine_only(page):
    assert ADDRESS == "127.0.0.1"
    assert page.server._socket.getsockname()[0] == "127.0.0.1"


def test_a_token_opens_once_and_leaves_a_cookie_no_script_can_read(page):
    cookie = page.enter()
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert page.token not in cookie
    assert page.send("GET", f"/?token={page.token}")[0] == 403
    assert page.send("GET", "/", headers={"Cookie": page.cookie})[0] == 200


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=guessed", "/?token=%00"])
def test_without_the_link_there_is_no_page(page, path):
    status, _, text = page.send("GET", path)
    assert status == 403 and "does not open the page" in text


@pytest.mark.parametrize("cookie", [None, "goldkit-1=x", "goldkit-{port}=guessed", "goldkit-{port}=", '\\"=;;'])
@pytest.mark.parametrize("path", ["/api/next", "/api/settings", "/static/page.js", "/nowhere"])
def test_without_the_cookie_nothing_is_answered(page, golden, path, cookie):
    headers = {} if cookie is None else {"Cookie": cookie.format(port=page.port)}
    assert page.send("GET", path, headers=headers)[0] == 401
    own = page.own()
    del own["Cookie"]
    assert page.send("POST", "/api/change", SAID, own | headers)[0] == 401
    assert unchanged(golden)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil", "0.0.0.0:{port}",
             "user@127.0.0.1:{port}", "127.0.0.1:x", "", "127.0.0.2:{port}"],
)  # fmt: skip
def test_a_foreign_host_is_refused(page, golden, host):
    host = host.format(port=page.port)
    headers = page.own(Host=host, Origin=f"http://{host}")
    for method, path, body in (("GET", "/", None), ("GET", "/api/next", None), ("POST", "/api/change", SAID)):
        assert page.send(method, path, body, headers)[0] == 403
    assert unchanged(golden)


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "localhost:9999"])
def test_this_machine_by_another_name_or_through_a_tunnel_is_let_in(page, host):
    host = host.format(port=page.port)
    assert page.send("POST", "/api/undo", '{"name":"u"}', page.own(Host=host, Origin=f"http://{host}"))[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "http://localhost:{port}",
               "null", "http://127.0.0.1:{port}.evil.example", ""],
)  # fmt: skip
def test_a_foreign_origin_is_refused_another_port_too(page, golden, origin):
    headers = page.own(Origin=origin.format(port=page.port))
    assert page.send("POST", "/api/change", SAID, headers)[0] == 403
    assert unchanged(golden)


@pytest.mark.parametrize("site", ["same-site", "cross-site"])
def test_what_another_port_s_page_asks_for_is_refused_although_the_browser_sends_the_cookie(page, site):
    headers = {"Cookie": page.own()["Cookie"], "Sec-Fetch-Site": site}
    for path in ("/api/next", "/static/page.js", "/"):
        assert page.send("GET", path, headers=headers | {"Sec-Fetch-Mode": "no-cors"})[0] == 403
    assert page.send("GET", "/", headers=headers | {"Sec-Fetch-Mode": "navigate"})[0] == 200, "a link may be followed"


@pytest.mark.parametrize("change", [{"Origin": None}, {"Content-Type": "text/plain"}, {"Content-Type": None}])
def test_a_form_of_another_site_cannot_write(page, golden, change):
    headers = {name: value for name, value in (page.own() | change).items() if value is not None}
    assert page.send("POST", "/api/change", SAID, headers)[0] == 403
    assert unchanged(golden)


@pytest.mark.parametrize(
    "path", ["..%2f..%2f..%2fsession.py", "../app.py", "%2e%2e/app.py", "..\\app.py", "app.py", "", "page.css/.."]
)
def test_no_path_leads_out_of_the_served_files(page, path):
    status, _, text = page.send("GET", f"/static/{path}", headers=page.own())
    assert status == 404 and "import" not in text


def test_an_oversized_body_is_refused_announced_or_not(page, golden):
    large = json.dumps({"query": "hot", "values": {"aside": "x" * LARGEST}, "name": "r"})
    assert page.send("POST", "/api/change", large, page.own())[0] == 413
    parts = iter([large[: LARGEST // 2].encode(), large[LARGEST // 2 :].encode()])  # http.client sends it in chunks
    assert page.send("POST", "/api/change", parts, page.own())[0] == 413
    assert page.send("POST", "/api/change", "{}", page.own(**{"Content-Length": "-1"}))[0] in (400, 413)
    assert unchanged(golden)


@pytest.mark.parametrize(
    "body", ["", "[]", "null", "{", "[" * 100_000, '"x"', '{"name": 1}', '{"query":"\\ud800","values":{},"name":"r"}']
)
def test_a_body_that_is_no_request_is_told_so(page, body):
    status, _, text = page.send("POST", "/api/change", body, page.own())
    assert status == 400 and json.loads(text)["error"]


def test_every_answer_forbids_what_it_does_not_need(page):
    for path in ("/", "/api/next", "/static/page.js", "/nowhere", "/?token=x"):
        _, headers, _ = page.send("GET", path, headers=page.own())
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "http" not in policy and "*" not in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"


def test_the_page_s_script_carries_a_nonce_of_its_own(page):
    pages = [page.send("GET", "/", headers=page.own()) for _ in range(2)]
    nonces = {headers["content-security-policy"].partition("'nonce-")[2].partition("'")[0] for _, headers, _ in pages}
    assert len(nonces) == 2
    for _, headers, text in pages:
        nonce = headers["content-security-policy"].partition("'nonce-")[2].partition("'")[0]
        assert text.count(f'nonce="{nonce}"') == 2
        assert text.count("<script") == 1 and " on" not in text.partition("<body>")[2].partition("<main")[0]


def test_a_new_link_is_good_for_another_browser_once(page):
    token = page.tell("link")["token"]
    assert page.send("GET", f"/?token={token}")[0] == 200
    assert page.send("GET", f"/?token={token}")[0] == 403


def test_the_browser_of_a_new_link_does_nothing_before_somebody_has_said_who_judges_there(page, golden):
    token = page.tell("link")["token"]
    cookie = page.send("GET", f"/?token={token}")[1]["set-cookie"].partition(";")[0]
    headers = page.own(Cookie=cookie)
    for method, path, body in (("GET", "/api/next", None), ("GET", "/api/agreement", None), ("POST", "/api/change", SAID),
                               ("POST", "/api/link", "{}"), ("POST", "/api/finish", "{}")):  # fmt: skip
        assert page.send(method, path, body, headers)[0] == 401
    for name in ("goldkit", "a\nb", "", " ", "x" * 101, None, 7, ["ben"], "\ud800"):
        assert page.send("POST", "/api/who", json.dumps({"judge": name}), headers)[0] == 400, name
    assert page.send("POST", "/api/who", json.dumps({"judge": "ben", "part": 2}), headers)[0] == 400
    assert page.send("GET", "/api/next", None, headers)[0] == 401 and unchanged(golden)
    assert page.send("POST", "/api/who", json.dumps({"judge": "ben"}), headers)[0] == 200
    assert json.loads(page.send("GET", "/api/settings", None, headers)[2])["judge"] == "ben"
    assert page.ask("settings")["judge"] == "ana", "and nobody else is somebody else by it"


def test_who_judges_is_said_only_by_the_page_itself(page):
    body = json.dumps({"judge": "eve"})
    assert page.send("POST", "/api/who", body, page.own(Origin="http://evil.example"))[0] == 403
    own = page.own()
    del own["Cookie"]
    assert page.send("POST", "/api/who", body, own)[0] == 401
    assert page.ask("settings")["judge"] == "ana"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_do_nothing(page, golden, method):
    assert page.send(method, "/api/change", SAID, page.own())[0] in (403, 404, 405)
    assert unchanged(golden)
