"""How fast runs are scored, beside the tools of the field on the same files, each in a process of its own.

Run by hand: `python tests/benchmarks/scoring_speed.py FOLDER [rounds]`; FOLDER gets the inputs of speed_inputs.py (700 MB). Seconds
are CPU time (user and system) of the whole process, the least of the rounds, taken by turns; memory is the largest private one
(RssAnon of /proc). Exit code 1 where a bound is broken.

Measured on 2 cores that others used too, x86_64, Python 3.11.7, pytrec_eval-terrier 0.5.11, ir_measures 0.4.3, numpy 2.4.6: CPU
seconds, and their ratio to the peer in the same run; private MB, and their ratio; the least of 2 rounds:

    200 × 100         --means-only   0.17  0.80    16  0.80   all statistics 0.41  1.97   ir_measures          0.21    19
    7,000 × 1,000     --means-only   2.67  0.37    38  0.03                               pytrec_eval-terrier  7.28  1160
    100,000 × 100     --means-only   8.73  0.75   320  0.17                               pytrec_eval-terrier 11.60  1854
    200 × 100, × 10   all statistics 1.59  6.12 times the means alone (0.26)

So the bounds hold. The row of 200 × 100, where starting up takes most of the time, is the least of 10 rounds on another day; three
more times 12 rounds gave 0.76, 0.79 and 0.79 times ir_measures. A day later, in one run of 3 rounds (9 of 200 × 100), the ratios
were 0.68, 0.29, 0.51 and 6.96 times, all statistics of 200 × 100 1.78, private memory 0.85, 0.03 and 0.17.

Within one process, without starting up, all statistics take more than ten times the means.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from speed_inputs import write_all

PEER = """
import sys, pytrec_eval
with open(sys.argv[1]) as qrels, open(sys.argv[2]) as run:
    evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), {"recall.10", "recip_rank", "ndcg_cut.10"})
    found = evaluator.evaluate(pytrec_eval.parse_run(run))
print({name: sum(one[name] for one in found.values()) / len(found) for name in ("recall_10", "recip_rank", "ndcg_cut_10")})
"""
GOLDKIT = [sys.executable, "-m", "goldkit", "score"]
IR_MEASURES = [sys.executable, "-m", "ir_measures"]
MEASURES = ["R@10", "RR", "nDCG@10"]


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one process: CPU and wall seconds, and the most private memory in MB."""

    cpu: float
    wall: float
    private: float


def _as_installed(folder: Path) -> dict[str, str]:
    """The environment, in which Python keeps what it compiled, as an installed package has it: the first round fills the cache."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder.resolve() / "compiled")}


def cost(command: Sequence[str], folder: Path) -> Cost:
    """Run a command to its end."""
    environment = _as_installed(folder)
    start = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT)
        most = [0.0]
        watcher = threading.Thread(target=_watch, args=(process.pid, most))
        watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        watcher.join()
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}\n{said.read().decode()}")
    return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - start, most[0])


def _watch(process: int, most: list[float]) -> None:
    """Note the most private memory until the process is gone."""
    status = Path(f"/proc/{process}/status")
    while True:
        try:
            found = re.search(r"RssAnon:\s+(\d+) kB", status.read_text())
        except (FileNotFoundError, ProcessLookupError):
            return
        if found is None:
            return  # it has ended
        most[0] = max(most[0], int(found[1]) / 1024)
        time.sleep(0.005)


def least(commands: dict[str, Sequence[str]], folder: Path, rounds: int) -> dict[str, Cost]:
    """Each command's least cost; by turns, so that a busy minute hits all of them."""
    found: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            found[name].append(cost(command, folder))
    return {name: min(own, key=lambda one: one.cpu) for name, own in found.items()}


def compared(title: str, commands: dict[str, Sequence[str]], folder: Path, rounds: int) -> dict[str, Cost]:
    """Print a table of what commands cost; ratios are to the last one."""
    found = least(commands, folder, rounds)
    peer = list(found.values())[-1]
    print(f"\n{title}\n{'':32} {'CPU s':>7} {'ratio':>6} {'wall s':>7} {'MB':>7} {'ratio':>6}")
    for name, own in found.items():
        ratios = own.cpu / peer.cpu, own.private / max(peer.private, 1)
        print(
            f"{name:32} {own.cpu:7.2f} {ratios[0]:6.2f} {own.wall:7.2f} {own.private:7.0f} {ratios[1]:6.2f}", flush=True
        )
    return found


def main(folder: Path, rounds: int) -> int:
    """Measure everything, print it, and say which bounds are broken."""
    write_all(folder)
    versions = ", ".join(
        f"{name} {version(name)}" for name in ("goldkit", "pytrec_eval-terrier", "ir_measures", "numpy")
    )
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; {versions}")
    broken = []
    runs = {
        "goldkit --means-only": [*GOLDKIT, "small.qrels", "small.trec", "--means-only"],
        "goldkit": [*GOLDKIT, "small.qrels", "small.trec"],
        "ir_measures": [*IR_MEASURES, "small.qrels", "small.trec", *MEASURES],
    }
    small = compared("200 queries × 100", runs, folder, 3 * rounds)
    broken += ["small"] if small["goldkit --means-only"].cpu > small["ir_measures"].cpu else []
    for size, title, most in (("medium", "7,000 × 1,000", 0.5), ("large", "100,000 × 100", 1.0)):
        runs = {
            "goldkit --means-only": [*GOLDKIT, f"{size}.qrels", f"{size}.trec", "--means-only"],
            "pytrec_eval-terrier": [sys.executable, "-c", PEER, f"{size}.qrels", f"{size}.trec"],
        }
        ours, peer = compared(title, runs, folder, rounds).values()
        broken += [f"{size}: speed"] if ours.cpu > most * peer.cpu else []
        broken += [f"{size}: memory"] if size == "medium" and ours.private > 0.1 * peer.private else []
    ten = [f"ten-{pipeline}.trec" for pipeline in range(10)]
    runs = {
        "goldkit, all statistics": [*GOLDKIT, "small.qrels", *ten],
        "goldkit --means-only": [*GOLDKIT, "small.qrels", *ten, "--means-only"],
    }
    whole, means = compared("200 × 100, ten runs", runs, folder, rounds).values()
    broken += ["statistics"] if whole.cpu > 10 * means.cpu else []
    print("\nall bounds hold" if not broken else f"\nbounds broken: {', '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3))
