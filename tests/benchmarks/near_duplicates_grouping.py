"""Who shares a band key with whom, on disk: goldkit's own way beside DuckDB and Polars.

Run by hand: `python tests/benchmarks/near_duplicates_grouping.py [texts …]`; 200000 and 1000000 if left out. Each way gets the
same 25 keys of each text from a Parquet file or from arrays, a block of 10,000 texts at a time, and gives the pairs of texts of
every key that two to 200 texts have. Each runs in a process of its own on one core, DuckDB with one thread and 1 GB of memory,
so that it goes to disk. Seconds are CPU (user and system), making the keys among them; MB is the growth of the peak (ru_maxrss)
over the imports.

Measured once, on 2 cores of a virtual machine that others used too, x86_64, Python 3.11.7, numpy 2.4.6, DuckDB 2.0.1, Polars 2.1.0:

       200,000 goldkit     1.04 s      15 MB  pairs 21,046
       200,000 duckdb      1.37 s     272 MB  pairs 21,046
       200,000 polars      1.57 s     463 MB  pairs 21,046
     1,000,000 goldkit     7.07 s      72 MB  pairs 109,734
     1,000,000 duckdb      8.00 s     961 MB  pairs 109,734
     1,000,000 polars      9.09 s   2,315 MB  pairs 109,734

So goldkit keeps to one file and a sort: no slower than an engine, a thirteenth of the memory, and nothing more to install.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

BANDS = 25
MOST = 200
BLOCK = 10_000


def keys(size: int) -> Iterator[np.ndarray]:
    """The keys of the texts, shape (BLOCK, BANDS), a block at a time: a tenth of the texts have each key of another one by half
    a chance."""
    draw = np.random.default_rng(1)
    known = draw.integers(0, 2**63, (BLOCK, BANDS), dtype=np.uint64)
    for _ in range(0, size, BLOCK):
        block = draw.integers(0, 2**63, (BLOCK, BANDS), dtype=np.uint64)
        copied = draw.random((BLOCK, BANDS)) < 0.5 * (draw.random((BLOCK, 1)) < 0.1)
        block[copied] = known[draw.permutation(BLOCK)][copied]
        known = block
        yield block


def by_goldkit(size: int) -> set[tuple[int, int]]:
    """A file with the keys of one band after those of another; one band is read and sorted at a time."""
    from goldkit.duplicates.candidates import equal_keys

    found: set[tuple[int, int]] = set()
    everyone = np.arange(size)
    with tempfile.TemporaryFile() as file:
        for at, block in enumerate(keys(size)):
            for band, column in enumerate(np.ascontiguousarray(block.T)):
                file.seek(8 * (band * size + at * BLOCK))
                file.write(column.tobytes())
        file.seek(0)
        for _ in range(BANDS):
            pairs = equal_keys(np.frombuffer(file.read(8 * size), np.uint64), everyone, MOST).pairs
            found.update(map(tuple, pairs[pairs[:, 0] < pairs[:, 1]].tolist()))
    return found


def written(size: int, path: Path) -> None:
    """The keys as rows (band, key, id) of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("band", pa.uint8()), ("key", pa.uint64()), ("id", pa.int64())])
    with pq.ParquetWriter(path, schema, compression="none", use_dictionary=False) as writer:
        for at, block in enumerate(keys(size)):
            bands = np.tile(np.arange(BANDS, dtype=np.uint8), BLOCK)
            ids = np.repeat(np.arange(at * BLOCK, (at + 1) * BLOCK), BANDS)
            writer.write_table(pa.table([bands, block.ravel(), ids], schema=schema))


def by_duckdb(size: int) -> set[tuple[int, int]]:
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "keys.parquet"
        written(size, path)
        with duckdb.connect(str(Path(folder) / "work")) as connection:
            connection.execute("set threads = 1; set memory_limit = '1GB'")
            rows = connection.execute(
                f"select distinct a.id, b.id from '{path}' a join '{path}' b using (band, key) where a.id < b.id"
            ).fetchall()
    return set(rows)


def by_polars(size: int) -> set[tuple[int, int]]:
    import polars as pl

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "keys.parquet"
        written(size, path)
        entries = pl.scan_parquet(path)
        pairs = entries.join(entries, on=["band", "key"], suffix="_b").filter(pl.col("id") < pl.col("id_b"))
        return set(pairs.select("id", "id_b").unique().collect(engine="streaming").rows())


WAYS: dict[str, Callable[[int], set[tuple[int, int]]]] = {
    "goldkit": by_goldkit,
    "duckdb": by_duckdb,
    "polars": by_polars,
}


def measured(way: str, size: int) -> dict[str, float]:
    WAYS[way](BLOCK)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    found = WAYS[way](size)
    seconds = time.process_time() - started
    return {
        "seconds": seconds,
        "memory": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024,
        "pairs": len(found),
    }


def main(sizes: list[int]) -> None:
    """A table: each way at each size, one after another."""
    environment = os.environ | dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS"), "1")
    for size in sizes:
        for way in WAYS:
            command = [sys.executable, __file__, "--way", way, str(size)]
            made = json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
            print(
                f"{size:>10,} {way:<8}{made['seconds']:8.2f} s {made['memory']:7.0f} MB  pairs {made['pairs']:,}",
                flush=True,
            )


if __name__ == "__main__":
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if sys.argv[1:2] == ["--way"]:
        print(json.dumps(measured(sys.argv[2], int(sys.argv[3]))))
    else:
        main([int(size) for size in sys.argv[1:]] or [200_000, 1_000_000])
