"""An endpoint whose certificate nobody vouches for: said at once, with its host, and not asked again and again."""

import socket
import ssl
import threading
from contextlib import suppress

import pytest

SELF_SIGNED = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5PfqGsv9QI+co9vl
Tv/KwpSOEEV6kH/oQIWIHySfYamhRANCAAT7qGezhzwr9wx4s6k2Y+p50gplJZgz
Armsb3ZLBpcXeKPh4ZyHkJ1B0degW/fossqu3mljU4enPn8v7aWyk4HU
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUS3NJAIgBv/aByfjNwhdeV8FFklIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTIwMzA3MTEwNloYDzIxMjYxMTA5
MDcxMTA2WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT7qGezhzwr9wx4s6k2Y+p50gplJZgzArmsb3ZLBpcXeKPh4ZyHkJ1B
0degW/fossqu3mljU4enPn8v7aWyk4HUo2QwYjAdBgNVHQ4EFgQUfPcu7PQJ1VPN
fB9AhLeXCBUOH/8wHwYDVR0jBBgwFoAUfPcu7PQJ1VPNfB9AhLeXCBUOH/8wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQDJ6r7MCTBIYT0IYso7jtSS/P/1irY+Xz6X0eaDUoCEzQIhAIpm768iw3Nktnqv
mYkg2+az6YlBgIBE5i62//wds6NI
-----END CERTIFICATE-----
"""
"""Made for this test, of 127.0.0.1, and trusted nowhere."""


@pytest.fixture
def untrusted(tmp_path):
    """The URL of a TLS server with that certificate, and a list with an entry for each connection to it."""
    (tmp_path / "self-signed.pem").write_text(SELF_SIGNED)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "self-signed.pem")
    came = []

    def serve():
        with suppress(OSError):  # the listener was closed
            while True:
                connection, _ = listener.accept()
                came.append(connection)
                with suppress(OSError), context.wrap_socket(connection, server_side=True):
                    pass  # the client ends it

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"https://127.0.0.1:{listener.getsockname()[1]}/v1", came
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def test_a_certificate_that_does_not_verify_is_told_with_its_host_and_not_asked_again(untrusted, model, asked, slept):
    url, came = untrusted
    asking = model(base_url=url)
    reply = asking.ask(asked())
    assert reply.outcome == "unreachable" and reply.failed == 0
    assert "the TLS certificate of 127.0.0.1 does not verify (self-signed certificate)" in asking.failure
    assert len(came) == 1 and slept == []
    assert asking.ask(asked("another")).outcome == "stopped" and len(came) == 1
