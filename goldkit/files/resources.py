"""The folders that travel with goldkit: prompts and samples."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent.parent


def folder(name: str) -> Path:
    """The folder of that name: inside the installed package, else the checkout's. Raises FileNotFoundError when neither is there.

    An editable install does not create the package's own copy; the checkout counts only with its pyproject.toml beside it, so
    that a stray folder in site-packages is never taken for ours.
    """
    packaged = PACKAGE / f"_{name}"
    if packaged.is_dir():
        return packaged
    checkout = PACKAGE.parent
    if (checkout / name).is_dir() and (checkout / "pyproject.toml").is_file():
        return checkout / name
    raise FileNotFoundError(f"{packaged}: the installation is incomplete")
