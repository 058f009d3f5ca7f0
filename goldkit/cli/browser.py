"""Opening a page for a person: in the browser where there is one, else by saying where it is."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

from goldkit.cli.output import say


def open_page(address: str, port: int, judge: str, wanted: bool) -> None:
    """Say where the page is, and open it. address: a link for one use."""
    say(f"{judge} reviews at {address}", needed=True)
    if not wanted:
        say("open this link in a browser on this machine; Ctrl-C ends the review")
    elif os.environ.get("SSH_CONNECTION"):
        say(
            f"from your own machine: ssh -L {port}:127.0.0.1:{port} HOST, then open the link there; Ctrl-C ends the review"
        )
    elif not _has_screen():
        say("no screen is here to open it on: open the link by hand, or review with --terminal; Ctrl-C ends the review")
    else:
        say("each verdict is on disk before the page moves on; Ctrl-C, or Finish on the page, ends the review")
        # In a thread of its own: some browsers keep whoever opens them waiting.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser would have a screen. Without one, a text browser would take this terminal."""
    if sys.platform == "darwin" or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
