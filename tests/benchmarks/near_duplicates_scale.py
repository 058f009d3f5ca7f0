"""All pairs of a large corpus: the local engine, Daft in one process, and Daft on Ray, over the same files.

Run by hand: `python tests/benchmarks/near_duplicates_scale.py make FOLDER [chunks]` writes the corpus, 1,000,000 chunks if left
out, then `… run FOLDER local daft ray [--workers N]` runs `goldkit dedupe` by each engine named. The corpus is made of parts of
100,000 chunks by near_duplicates_inputs (each with its own seed, words and copies), as JSON lines in one file for the local
engine and as shards of Parquet for the others. CPU seconds are those of all processes that a run started (from /proc, five times
a second, so the last fifth of a second of each may be missing); MB is the largest resident size a process ever had (VmHWM):
the command itself, and the largest of the others (Ray's own service processes among them).

Measured once, on 2 cores of a virtual machine that others used too (load 2 to 5), x86_64, Python 3.11.7, daft 0.7.26, ray 2.60.0;
the output was the same bytes for all engines of a size:

     20,000  local × 1     7.4 CPU s   2,699 chunks/CPU s      7.8 s     140 MB                   pairs 1,599   candidates 6,434
             daft  × 1    13.9         1,443                  24.0       486
             ray   × 2    23.2           862                  64.4       279   largest other 596
    100,000  local × 1    35.7         2,801                  36.6       296                      pairs 7,682   candidates 34,133
             daft  × 1    62.5         1,599                 118.6       980
             ray   × 2    76.2         1,313                 148.8       341   largest other 749

Ray at 20,000 was measured before the table of bits of cluster/asked.py, by which Daft's memory at 100,000 fell from 2,884 to 980
MB. Daft and Ray were not run at 1,000,000 here, nor on several machines. The local engine was, guard and all, later than the table
above and beside 100,000 chunks anew (the million while other work took both cores at times):

    100,000  local × 1    20.4 CPU s   4,909 chunks/CPU s     20.7 s     240 MB                   pairs 7,682   candidates 34,133
  1,000,000  local × 1   249.6         4,007                 333.0     1,239                      pairs 76,507  candidates 350,674
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

from near_duplicates_inputs import chunks

PART, SHARD = 100_000, 25_000
TICK = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).parents[2]


def make(folder: Path, size: int) -> None:
    import pyarrow
    import pyarrow.parquet

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "all.jsonl").open("w") as lines:
        for start in range(0, size, PART):
            texts = chunks(min(PART, size - start), seed=1 + start // PART)
            ids = [f"chunk/{sha256(f'{start + at}'.encode()).hexdigest()[:16]}" for at in range(len(texts))]
            for name, text in zip(ids, texts, strict=True):
                lines.write(json.dumps({"id": name, "text": text}) + "\n")
            for shard in range(0, len(texts), SHARD):
                rows = {"id": ids[shard : shard + SHARD], "text": texts[shard : shard + SHARD]}
                name = f"shard-{(start + shard) // SHARD:05}.parquet"
                pyarrow.parquet.write_table(pyarrow.table(rows), folder / name, row_group_size=5000)


def run(folder: Path, engine: str, workers: str) -> None:
    mark = f"{time.time_ns()}-{os.getpid()}"
    env = os.environ | {"GOLDKIT_BENCHMARK": mark, "GOLDKIT_NOW": "2026-12-01T00:00:00Z", "PYTHONPATH": str(ROOT)}
    corpus = folder / ("all.jsonl" if engine == "local" else "*.parquet")
    asked = ["dedupe", "--corpus", str(corpus), "--engine", engine, "--workers", workers, "--json"]
    used: dict[int, tuple[float, int]] = {}
    begun = time.monotonic()
    with (folder / f"{engine}.json").open("wb") as out:
        process = subprocess.Popen([sys.executable, "-m", "goldkit", *asked], stdout=out, env=env)
        while process.poll() is None:
            used |= dict(filter(None, map(usage, marked(mark))))
            time.sleep(0.2)
    wall = time.monotonic() - begun
    if process.returncode:
        sys.exit(f"{engine}: exit {process.returncode}")
    found = (folder / f"{engine}.json").read_bytes()
    known = json.loads(found)
    cpu, size = sum(seconds for seconds, _ in used.values()), known["corpus"]
    others = [kb for pid, (_, kb) in used.items() if pid != process.pid]
    print(
        f"{size:>9,} {engine:<5} × {workers}  {cpu:>8.1f} CPU s  {size / cpu:>7,.0f} chunks/CPU s  {wall:>7.1f} s"
        f"  {used[process.pid][1] / 1024:>6,.0f} MB  others {max(others, default=0) / 1024:>6,.0f} MB"
        f"  pairs {known['pairs']:,}  candidates {known['candidates']:,}  sha256 {sha256(found).hexdigest()[:8]}",
        flush=True,
    )


def marked(mark: str) -> list[Path]:
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and mark.encode() in (process / "environ").read_bytes():
                found.append(process)
        except OSError:
            continue
    return found


def usage(process: Path) -> tuple[int, tuple[float, int]] | None:
    """Its number, CPU seconds and largest resident size in KB."""
    try:
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        peak = next(line for line in (process / "status").read_text().splitlines() if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return None
    return int(process.name), ((int(fields[11]) + int(fields[12])) / TICK, int(peak.split()[1]))


def main(arguments: list[str]) -> None:
    workers = "1"
    if "--workers" in arguments:
        at = arguments.index("--workers")
        workers = arguments[at + 1]
        del arguments[at : at + 2]
    folder = Path(arguments[1])
    if arguments[0] == "make":
        make(folder, int(arguments[2]) if len(arguments) > 2 else 1_000_000)
    else:
        for engine in arguments[2:]:
            run(folder, engine, workers)


if __name__ == "__main__":
    main(sys.argv[1:])
