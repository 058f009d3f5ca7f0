"""How fast and in how much memory logs are mined, beside a bare loop that only decodes each line of the same file.

Run by hand: `python tests/benchmarks/mining_speed.py FOLDER [megabytes …]`; 100 and 2000 if left out. FOLDER is made, gets the logs
and is removed. Everything runs on one core, by turns; speed is MB of log a CPU second (user and system), memory the peak of the
process (ru_maxrss). Exit code 1 where a bound is broken.

Measured on 2 cores that others used too (load 4 to 6), x86_64, Python 3.11.7; CPU seconds, their ratio to the loop, peak MB:

    openinference    100 MB   decode only  0.24            mine   8.6  0.027  164    mine --corpus  10.0  0.024  185
    jsonl            100 MB   decode only  0.26            mine   7.0  0.037  105    mine --corpus   7.2  0.036  128
    jsonl            500 MB   decode only  1.17            mine  36.3  0.032  126
    jsonl          2,000 MB   decode only  4.52            mine 119.0  0.038  137

    jsonl             60 MB   json.loads   0.23            mine   8.3  0.028     (the standard library: no bound is set on it)

The rows of 100 MB were measured under a load of 11 to 16, the larger ones afterwards, with their "decode only" from before.
Of 100, 500 and 2,000 MB mined again, which adds nothing:

    jsonl   first 93, 126, 206 MB; again 43, 58, 112 MB   (before the hashes went to disk)

So both bounds of speed are missed, by far: decoding a record of 5 KB costs 12 µs, and all that mining does with it and its eight
passages about 370 µs. With less load half of that is a record's own: reading 40, looking for quotations 40, counting 65 to 75,
the digest of the file 7. The other half is what each new question and proposal costs at the end: finding their kinds, making,
keeping on disk and writing their records; it weighs less in a longer log, where the same questions come again. No step stands
out any more: each is a few calls of Python for each of eight passages, so 0.4 (30 µs a record) is out of reach without compiled
code.

The memory stays below its bound, but is not flat: 93 MB for 100 MB of log and 126 for 500 before the hashes of records and sessions
went to disk (900,000 at 2 GB), 137 for 2,000 since. What grows is the ids and places of the different questions (37,000 and 114,000
proposals at 2 GB), and what the 4,000 that are held know of their sessions, up to its bound.

Since records and hashes go to disk in blocks and each record is read back once, the same machine, whose speed wandered by a third:
60 MB of jsonl took 3.7 and 3.8 CPU s, start-up aside, where 5.2 to 6.2 were taken before. The tables are of before.

    jsonl          5,000 MB   mine 265 CPU s, 152 MB   mined again 15 CPU s, 141 MB   (niced; without the loop beside it)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mining_inputs import FORMS, MAP, Invented, corpus

BARE = """
import sys, msgspec
decode = msgspec.json.Decoder().decode
with open(sys.argv[1], "rb") as lines:
    for line in lines:
        decode(line)
"""
BARE_JSON = """
import sys, json
with open(sys.argv[1], "rb") as lines:
    for line in lines:
        json.loads(line)
"""
"""The same loop with the standard library, for comparison: the ratios are of the faster one."""
LEAST = {"mine": 0.4, "mine --corpus": 0.2}
MOST = 300
"""MB of memory."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one process: CPU and wall seconds, and its largest memory in MB."""

    cpu: float
    wall: float
    memory: float


def cost(command: Sequence[str]) -> Cost:
    """Run a command to its end."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss / 1024)


def mine_command(log: Path, form: str, folder: Path, *more: str) -> list[str]:
    """The command line that mines a log into a new directory."""
    shutil.rmtree(folder / "golden", ignore_errors=True)
    mapping = [part for item in MAP.items() for part in ("--map", "=".join(item))] if form == "jsonl" else []
    return [sys.executable, "-m", "goldkit", "mine", str(log), "--golden", str(folder / "golden"), *mapping, *more]


def measured(log: Path, form: str, folder: Path) -> dict[str, Cost]:
    """The loop, mining, and mining with a corpus."""
    found = {"decode only": cost([sys.executable, "-c", BARE, str(log)])}
    found["json.loads"] = cost([sys.executable, "-c", BARE_JSON, str(log)])
    found["mine"] = cost(mine_command(log, form, folder))
    found["mine again"] = cost([*mine_command(log, form, folder / "none"), "--golden", str(folder / "golden")])
    found["mine --corpus"] = cost(mine_command(log, form, folder, "--corpus", str(folder / "corpus.jsonl")))
    return found


def main(folder: Path, sizes: Sequence[int]) -> int:
    """Print the table; 1 where a bound is broken."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    folder.mkdir(parents=True, exist_ok=True)
    invented, broken = Invented(), False
    corpus(folder / "corpus.jsonl", invented)
    print(f"{'format':<14}{'MB':>6}  {'what':<14}{'CPU s':>8}{'wall s':>8}{'MB/s':>8}{'ratio':>7}{'memory':>8}")
    for form, write in FORMS.items():
        for size in sizes:
            log = folder / f"{form}.jsonl"
            write(log, invented, size * 1_000_000)
            costs = measured(log, form, folder)
            for what, one in costs.items():
                ratio = costs["decode only"].cpu / one.cpu
                broken |= ratio < LEAST.get(what, 0) or one.memory > MOST
                row = f"{form:<14}{size:>6}  {what:<14}{one.cpu:>8.1f}{one.wall:>8.1f}{size / one.cpu:>8.0f}"
                print(f"{row}{ratio:>7.2f}{one.memory:>8.0f}", flush=True)
            log.unlink()
    shutil.rmtree(folder)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]] or [100, 2000]))
