"""The whole line from logs to scores over the samples gives the committed results, figure by figure."""

import importlib.util
import json
import math
import re
import shutil
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "samples"
specification = importlib.util.spec_from_file_location("samples_expect", SAMPLES / "expect.py")
expect = importlib.util.module_from_spec(specification)
specification.loader.exec_module(expect)


def differences(found, expected, place="$"):
    """Where two JSON values differ by more than rounding."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = [f"{place}.{key}" for key in expected.keys() ^ found.keys()]
        return keys + [
            x
            for key in expected.keys() & found.keys()
            for x in differences(found[key], expected[key], f"{place}.{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [
            x for n, (a, b) in enumerate(zip(found, expected, strict=True)) for x in differences(a, b, f"{place}[{n}]")
        ]
    if isinstance(expected, float) and isinstance(found, float):
        return [] if math.isclose(found, expected, abs_tol=1e-9) else [f"{place}: {found} for {expected}"]
    return [] if found == expected else [f"{place}: {found!r} for {expected!r}"]


@pytest.mark.parametrize("name", sorted(expect.COMMANDS))
def test_scores_over_the_samples(demo, tmp_path, name):
    story = tmp_path / "story"
    shutil.copytree(demo[0], story)
    expected = json.loads((SAMPLES / "expected" / name).read_text(encoding="utf-8"))
    found = expect.result(expect.COMMANDS[name], story)
    assert differences(found, expected) == []


def test_the_story_shows_its_lessons(demo):
    """What the demo's words claim, read off the committed results."""
    results = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (SAMPLES / "expected").glob("*.json")
    }
    core = {(x["run"], x["measure"]): x for x in results["core"]["deltas"]}
    assert core["hybrid", "recall@5"]["delta"] > 0.095, "words help, on the frozen part more than on the whole"
    assert all(
        core[run, "recall@5"]["p_adjusted"] >= 10 * core[run, "recall@5"]["p"] for run in ("hybrid", "hybrid-rerank")
    ), "ten looks cost"
    assert core["hybrid-rerank", "MRR"]["interval"][0] > 0, "the reranker ranks the answer higher than vectors alone"
    [copies] = [x for x in results["copies"]["deltas"] if x["measure"] == "recall@5"]
    assert copies["verdict"] == "worse", "labels that were not widened punish a good run"
    output = " ".join(demo[1].split())
    assert re.search(r"tag exact got worse in recall@5 \(−0\.\d+, \d+ queries\) while the other \d+ got better", output)
    assert re.search(r"vague \d+ hybrid 0\.\d+ 0\.\d+ 0\.\d+ hybrid-rerank 0\.\d+ \+0\.\d+ 0\.\d+ \+", output)
    assert "recall@5 flat, MRR up: reordering" in output


def test_the_samples_are_small():
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 3_000_000
