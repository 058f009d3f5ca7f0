"""`goldkit` and `python -m goldkit`."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    from goldkit.cli.exits import run

    code = run(sys.argv[1:])
    gc.freeze()  # all that is left goes with the process: Python need not look through it for cycles first
    sys.exit(code)


if __name__ == "__main__":
    main()
