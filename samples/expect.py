"""Write `expected/`: what `goldkit score --json` says at the end of the demo, for tests and for whoever wants to compare.

    python samples/expect.py FOLDER   FOLDER is what `goldkit demo` made

Run it after a change of the samples, and read the difference before it is committed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
COMMANDS = {
    "core.json": "score core runs/dense.jsonl runs/hybrid.jsonl runs/hybrid-rerank.jsonl --json",
    "dev.json": "score dev runs/dense.jsonl runs/hybrid.jsonl runs/hybrid-rerank.jsonl --k 5 --json",
    "copies.json": "score dev runs/hybrid.jsonl runs/hybrid-current.jsonl --k 5 --labels decided --json",
}


def result(command: str, folder: Path) -> dict[str, Any]:
    """What a command prints in a folder of the demo; without the digest, which covers the moment of freezing."""
    line = [sys.executable, "-m", "goldkit", *command.split()]
    found = json.loads(subprocess.run(line, cwd=folder, check=True, capture_output=True, text=True).stdout)
    found["set"]["digest"] = None
    return found


def main() -> None:
    """Write the expected results."""
    parser = argparse.ArgumentParser(description="Write the expected results of the samples.")
    parser.add_argument("folder", type=Path, help="what `goldkit demo` made")
    folder = parser.parse_args().folder
    (HERE / "expected").mkdir(exist_ok=True)
    for name, command in COMMANDS.items():
        text = json.dumps(result(command, folder), ensure_ascii=False, indent=1)
        (HERE / "expected" / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
