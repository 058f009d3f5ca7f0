"""What test_cluster_on_ray.py runs: a search on two workers of Ray, and the same with one of them killed in the middle."""

import json
import os
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path


def workers(mark):
    """The processes of this test's Ray that compute."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            computes = process.name.isdigit() and b"Swordfish" in (process / "cmdline").read_bytes()
            if computes and mark.encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:
            pass
    return found


def kill_one(mark, scratch, killed):
    """Kill a worker as soon as one has left something for the next step."""
    while not killed:
        if any(scratch.glob("goldkit-work-*/*")) and (found := workers(mark)):
            os.kill(found[0], signal.SIGKILL)
            killed.append(found[0])
        time.sleep(0.01)


def main():
    corpus, folder = sys.argv[1], Path(sys.argv[2])
    os.environ["GOLDKIT_TEST_MARK"] = mark = f"mark {folder}"
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)
    os.environ["RAY_ADDRESS"] = cluster.address
    from goldkit.duplicates.dedupe import DEFAULTS, dedupe
    from goldkit.duplicates.engine import Engine
    from goldkit.duplicates.widen import widen
    from goldkit.files.canonical import encode
    from goldkit.formats.corpus import read_corpus

    engine = Engine(name="ray", scratch=str(folder / "scratch"))
    asked = (corpus, "2026-12-01T00:00:00Z", replace(DEFAULTS, bucket=8), engine)
    results, killed = [encode(dedupe(*asked).to_dict()).decode()], []
    threading.Thread(target=kill_one, args=(mark, folder / "scratch", killed), daemon=True).start()
    results.append(encode(dedupe(*asked).to_dict()).decode())
    labelled = [chunk for place, chunk in enumerate(read_corpus(Path(corpus))) if place % 3 == 0]
    widened = encode(widen(labelled, *asked).pairs).decode()
    print(json.dumps({"results": results, "widened": widened, "workers": len(workers(mark)), "killed": killed}))
    import ray

    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
