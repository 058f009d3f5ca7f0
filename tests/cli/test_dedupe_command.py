"""`goldkit dedupe` as a user runs it, on a small corpus."""

from __future__ import annotations

import json
import os

import pytest

from goldkit.cli.exits import run
from goldkit.store.golden import GoldenDirectory

BODY = (
    "The gateway forwards each request to the nearest site unless the tape buffer there is full. An operator sees the queue "
    "grow on the first page of the panel and may empty it by hand, which nobody has done since spring. Then it waits for "
)
ROWS = [
    {"id": "b", "text": BODY + "30 seconds before it tries again.", "team": "storage"},
    {"id": "a", "text": BODY + "30 seconds before it tries again."},
    {"id": "c", "text": BODY + "30 seconds  before it tries again"},
    {"id": "d", "text": BODY + "60 seconds before it tries again."},
    {"id": "e", "text": "Badges are handed out at the north gate on weekdays."},
    {"id": "empty", "text": ""},
]


@pytest.fixture(autouse=True)
def corpus(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def deduped(capsys, *more: str) -> dict:
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_says_which_are_the_same_and_which_only_look_alike(capsys) -> None:
    assert run(["dedupe", "--corpus", "corpus.jsonl"]) == 0
    said = capsys.readouterr().out
    assert "6 chunks, 4 distinct texts with words: 4 pairs" in said
    assert "1 cluster of chunks that say the same, 3 chunks in all" in said
    assert "number: “30 seconds” → “60 seconds”" in said
    assert "0.8   0.99995" in said and "0.95  over 0.99999" in said
    assert "4 chunks would do: each of the other 2 says the same as one of them" in said


def test_shows_how_similar_the_pairs_are_and_those_next_to_the_threshold(capsys) -> None:
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--jaccard", "0.92", "--containment", "1"]) == 0
    said = capsys.readouterr().out
    _, _, histogram = said.partition("by Jaccard similarity, equal texts aside:\n")
    assert histogram.splitlines()[0].split()[:2] == ["0.95–1.00", "1"]
    _, _, below = said.partition("just below 0.92, so no pairs; with a lower --jaccard they would be:\n")
    assert below.splitlines()[0].strip().startswith("differs: a ~ d  0.8")


def test_json_has_pairs_clusters_and_reasons(capsys) -> None:
    found = deduped(capsys)
    assert [(pair["a"], pair["b"], pair["verdict"]) for pair in found["found"]] == [
        ("a", "b", "same"),
        ("a", "c", "same"),
        ("a", "d", "differs"),
        ("c", "d", "differs"),
    ]
    assert [cluster["members"] for cluster in found["clusters"]] == [["a", "b", "c"]]
    assert [(one["id"], one["kept"]) for one in found["dropped"]] == [("b", "a"), ("c", "a")]
    assert (found["pairs"], found["kept"], found["corpus"]) == (4, 4, 6)


def test_keeps_the_corpus_without_copies_in_its_order_with_all_fields(capsys, tmp_path) -> None:
    rows = [{**row, "doc_id": "d1"} for row in ROWS if row["id"] != "a"]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--keep", "smaller.jsonl", "--pairs", "pairs.jsonl"]) == 0
    kept = [json.loads(line) for line in (tmp_path / "smaller.jsonl").read_text().splitlines()]
    assert [row["id"] for row in kept] == ["b", "d", "e", "empty"]
    assert kept[0]["team"] == "storage" and kept[0]["doc_id"] == "d1" and kept[0]["text"] == ROWS[0]["text"]
    assert len((tmp_path / "pairs.jsonl").read_text().splitlines()) == 3
    assert "written: smaller.jsonl" in capsys.readouterr().err
    assert run(["dedupe", "--corpus", "smaller.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dropped"] == []


def test_a_lower_threshold_shows_what_is_below(capsys) -> None:
    assert deduped(capsys, "--jaccard", "1")["pairs"] < deduped(capsys, "--jaccard", "0.5")["pairs"] + 1
    assert deduped(capsys, "--jaccard", "0.5")["parameters"]["jaccard"] == 0.5


def test_containment_decides_how_much_of_a_text_another_must_hold(capsys, corpus) -> None:
    inside = [{"id": "w", "text": BODY}, {"id": "x", "text": f"{BODY} {' '.join(f'word{n}' for n in range(80))}"}]
    half = [{"id": "y", "text": f"{BODY} " + " ".join(f"other{n}" for n in range(9))}, inside[1]]
    for rows, most in ((inside, "1"), (half, "0.75")):
        corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
        assert deduped(capsys, "--containment", most)["pairs"] == 1
    assert deduped(capsys, "--containment", "0.95")["pairs"] == 0
    assert deduped(capsys, "--containment", "0.95")["parameters"]["containment"] == 0.95
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--containment", "0"]) == 2


def test_a_pair_says_which_command_found_it(capsys) -> None:
    assert {pair["by"] for pair in deduped(capsys)["found"]} == {"goldkit dedupe"}


@pytest.mark.parametrize("command", ["dedupe", "widen"])
def test_a_pipe_is_called_one(capsys, tmp_path, command) -> None:
    """Whoever sniffs at it and reads it again sees half a corpus, or waits for ever."""
    os.mkfifo(tmp_path / "pipe")
    GoldenDirectory(tmp_path / "golden").create()
    assert run([command, "--corpus", "pipe"]) == 2
    assert "pipe: a pipe or a device, which can be read only once" in capsys.readouterr().err


def test_what_is_just_above_and_just_below_the_threshold_is_shown(capsys, corpus) -> None:
    words = [f"word{number}" for number in range(60)]
    other = {lost: [f"other{lost}x{number}" for number in range(lost)] for lost in (0, 4, 5, 6)}
    rows = [{"id": f"lost{n}", "text": " ".join(words[:20] + new + words[20 + n :])} for n, new in other.items()]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["dedupe", "--corpus", "corpus.jsonl"]) == 0
    lines = capsys.readouterr().out.splitlines()
    above = lines.index("just above the threshold of 0.8, so that a higher one would lose them:")
    below = lines.index("just below 0.8, so no pairs; with a lower --jaccard they would be:")
    assert all(0.8 <= float(line.split()[4]) < 0.9 for line in lines[above + 1 : below])
    near = [line.split()[1:5] for line in lines[below + 1 :] if line.startswith("  ")]
    assert near and all(0.75 <= float(figure) < 0.8 for *_, figure in near)
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--containment", "0.87"]) == 0
    contained = capsys.readouterr().out
    assert "just below 0.8, but pairs by containment, which --containment decides:\n  differs: lost" in contained
    found = deduped(capsys)
    assert [pair["jaccard"] for pair in found["below"]] == sorted(
        (pair["jaccard"] for pair in found["below"]), reverse=True
    )
    pairs = {(pair["a"], pair["b"]) for pair in found["found"]}
    assert not pairs & {(pair["a"], pair["b"]) for pair in found["below"]}
    lower = {(pair["a"], pair["b"]) for pair in deduped(capsys, "--jaccard", "0.75")["found"]}
    assert lower == pairs | {(pair["a"], pair["b"]) for pair in found["below"]}


@pytest.mark.parametrize("text", ["", "x", "---"])
def test_a_corpus_with_nothing_to_compare(capsys, corpus, text) -> None:
    corpus.write_text(json.dumps({"id": "only", "text": text}) + "\n")
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--keep", "kept.jsonl"]) == 0
    said = capsys.readouterr().out
    assert "0 pairs" in said and said.endswith("no chunk says the same as another\n")


def test_never_writes_over_what_it_reads(capsys, corpus, tmp_path) -> None:
    before = corpus.read_bytes()
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "one.md").write_text("A page.")
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--keep", "./corpus.jsonl"]) == 2
    assert run(["dedupe", "--corpus", "pages", "--pairs", "pages/pairs.jsonl"]) == 2
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--keep", "same.jsonl", "--pairs", "same.jsonl"]) == 2
    assert "name another file" in capsys.readouterr().err
    assert corpus.read_bytes() == before and not (tmp_path / "same.jsonl").exists()


@pytest.mark.parametrize("place", [".", "folder", "nowhere/kept.jsonl"])
@pytest.mark.parametrize("option", ["--keep", "--pairs"])
def test_a_place_that_cannot_be_written_is_refused_before_the_search(capsys, tmp_path, option, place) -> None:
    (tmp_path / "folder").mkdir()
    assert run(["dedupe", "--corpus", "corpus.jsonl", option, place]) == 2
    assert f"{option} {place}: that is" in capsys.readouterr().err


def test_bad_input_is_named(capsys, corpus) -> None:
    assert run(["dedupe", "--corpus", "nowhere.jsonl"]) == 2
    corpus.write_text('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n')
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--keep", "kept.jsonl"]) == 3
    assert "corpus.jsonl:2" in capsys.readouterr().err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_how_far_the_guard_is_is_said_on_stderr(capsys, monkeypatch, workers) -> None:
    monkeypatch.setattr("goldkit.cli.progress.PAUSE", 0.0)
    monkeypatch.setattr("goldkit.duplicates.judging.AT_ONCE", 1)
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--json", "--workers", workers]) == 0
    said = capsys.readouterr()
    assert "1 of 3 pairs judged\n2 of 3 pairs judged\n" in said.err
    assert "judged" not in said.out
