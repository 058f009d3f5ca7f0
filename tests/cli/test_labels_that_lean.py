"""Labels that one run alone found, dropped: the one comparison that hangs on them is named, whichever two runs it is of."""

import json
import subprocess
import sys

import pytest

N = 40


@pytest.fixture
def lean(tmp_path):
    """Scores runs, each query's two results given as a word, and gives what is said of a lean, and the JSON.

    Every query has the chunks a and b; judged and irrelevant is z.
    """

    def run(**found):
        gold = [f"q{at:02} 0 {chunk} {grade}\n" for at in range(N) for chunk, grade in (("a", 1), ("b", 1), ("z", 0))]
        (tmp_path / "gold.qrels").write_text("".join(gold))
        for name, rankings in found.items():
            assert len(rankings) == N
            (tmp_path / f"{name}.json").write_text(
                json.dumps({f"q{at:02}": list(own) for at, own in enumerate(rankings)})
            )
        names = [f"{name}.json" for name in found]
        command = [sys.executable, "-m", "goldkit", "score", "gold.qrels", *names, "--k", "2", "-m", "recall@2"]
        printed, whole = (
            subprocess.run([*command, *more], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
            for more in ([], ["--json"])
        )
        notes = " ".join(printed.split()).split(" - ")
        return [note for note in notes if note.startswith("labels lean")], json.loads(whole)

    return run


def test_two_candidates_that_change_places_are_named(lean):
    """Beside the baseline `base`, `mined` is ahead of `fresh` only by chunks b that nobody else finds."""
    said, told = lean(base=["zx"] * N, mined=["ab"] * 10 + ["zx"] * 30, fresh=["ax"] * 15 + ["xy"] * 25)
    (line,) = said
    assert "lean towards mined: 100.0%" not in line and "of fresh's 18.8%" in line
    assert "without the 10 relevant labels that it alone found, mined and fresh change places: recall@2" in line
    (left,) = [one for one in told["left_out"] if one["run"] == "mined"]
    assert (left["worst"]["run"], left["worst"]["baseline"]) == ("mined", "fresh")
    assert left["worst"]["delta"] > 0 > left["worst"]["without"]
    assert {(one["run"], one["baseline"]) for one in left["deltas"]} == {
        *(("mined", "base"), ("fresh", "base"), ("mined", "fresh"))
    }


def test_a_verdict_that_hangs_on_such_labels_is_named(lean):
    """Without its own chunks b `mined` finds in 2 queries more than `base` does, which nobody can tell from noise."""
    said, told = lean(base=["xa"] * 20 + ["xy"] * 20, mined=["ab"] * 20 + ["ax"] * 2 + ["zy"] * 18)
    (line,) = said
    assert "mined is no longer better than base: recall@2" in line and "change places" not in line
    assert told["deltas"][0]["verdict"] == "better"
    worst = told["left_out"][0]["worst"]
    assert (worst["told"], worst["told_without"]) == ("better", "")


def test_of_a_favoured_baseline_only_the_comparison_that_moves_most_is_named(lean):
    """Both others gain when what `base` alone found is dropped; neither order nor verdict changes."""
    said, told = lean(
        base=["ab"] * 12 + ["az"] * 28,
        near=["ax"] * 30 + ["xy"] * 10,
        far=["xy"] * 10 + ["ax"] * 30,
    )
    (line,) = said
    moved = {one["run"]: abs(one["without"] - one["delta"]) for one in told["left_out"][0]["deltas"]}
    assert line.count("→") == 1 and all(move > 0.02 for move in moved.values())
    assert told["left_out"][0]["worst"]["run"] == max(moved, key=moved.get)
    assert f"{told['left_out'][0]['worst']['run']} against base moves: recall@2" in line


def test_labels_that_are_judged_alike_for_all_lean_to_nobody(lean):
    said, told = lean(one=["ax"] * N, two=["bx"] * N, three=["zx"] * N)
    assert said == [] and [one["worst"] for one in told["left_out"]] == [None, None]
