"""A server whose certificate this machine does not trust: told apart from one that is not there."""

from __future__ import annotations

import ssl


def certificate_problem(error: BaseException | None) -> str | None:
    """What is wrong with the certificate ("self-signed certificate"), where that is what an error stems from; else None."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error.verify_message
        error = error.__cause__ or error.__context__
    return None
