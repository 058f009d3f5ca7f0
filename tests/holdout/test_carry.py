"""A frozen set in another corpus: a new sealed set, its parent named, nothing shown but numbers."""

from __future__ import annotations

import json

import pytest

from goldkit.checks.catalogue import run_checks
from goldkit.cli.exits import run
from goldkit.errors import UsageError
from goldkit.holdout.carry import rebase_set
from goldkit.holdout.freeze import freeze
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.frozen import open_frozen
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
NOW = "2026-12-02T10:00:00Z"
TEXTS = [
    f"The valve number {at} of the lower hall is opened at {at} o'clock by the team that has the watch."
    for at in range(4)
]
QUOTES = [f"opened at {at} o'clock" for at in range(4)]


@pytest.fixture
def golden(tmp_path) -> GoldenDirectory:
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.add_chunks([Chunk(id=f"a#{at}", text=text, doc_id="a") for at, text in enumerate(TEXTS)])
    words = ["red", "green", "blue", "amber"]
    directory.rewrite_queries(
        lambda _: [Query(id=f"q-secret-{word}", text=f"{word} {word}s of {word}?") for word in words]
    )
    known = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    lines = [
        Judgment(query=f"q-secret-{word}", chunk=f"a#{at}", quote=QUOTES[at], **known) for at, word in enumerate(words)
    ]
    directory.append("judgments.jsonl", lines)
    freeze(directory, "core", 1.0, 1, k=5, at=AT)
    return directory


def cut(size: int) -> list[Chunk]:
    text = "\n\n".join(TEXTS)
    return [Chunk(id=f"a#{at // size}", text=text[at : at + size], doc_id="a") for at in range(0, len(text), size)]


def test_the_same_questions_are_sealed_with_labels_in_the_new_corpus(golden) -> None:
    before = {path.name: path.read_bytes() for path in (golden.path / "frozen/core").iterdir()}
    carried = rebase_set(golden, "core", "core-2", cut(60), NOW)
    assert {path.name: path.read_bytes() for path in (golden.path / "frozen/core").iterdir()} == before
    old, new = open_frozen(golden.path / "frozen/core"), open_frozen(golden.path / "frozen/core-2")
    assert (new.manifest.parent, new.manifest.name, new.manifest.at) == (old.manifest.digest, "core-2", NOW)
    assert [query.id for query in new.queries] == [query.id for query in old.queries]
    assert [sum(fact.share for fact in query.facts) for query in new.queries] == pytest.approx([1.0] * 4)
    assert (carried.queries, carried.reached, carried.changed) == (4, 4, 0)
    texts = {chunk.id: chunk.text for chunk in cut(60)}
    assert {(chunk.id, chunk.text) for chunk in new.chunks} <= set(texts.items())
    assert not [finding for finding in run_checks(golden).findings if finding.severity == "error"]


def test_parts_carry_the_share_of_their_fact(golden) -> None:
    rebase_set(golden, "core", "core-2", cut(75), NOW)
    facts = [query.facts for query in open_frozen(golden.path / "frozen/core-2").queries]
    assert any(len(own) == 2 and all(fact.part_of for fact in own) for own in facts)


def test_what_the_corpus_lacks_stays_in_the_denominator(golden) -> None:
    carried = rebase_set(
        golden, "core", "core-2", [Chunk(id="other", text="Nothing of it is here any more, at all.")], NOW
    )
    new = open_frozen(golden.path / "frozen/core-2")
    assert (carried.reached, carried.changed, carried.labels) == (0, 0, {"lost": 4})
    assert all(len(query.facts) == 1 for query in new.queries)


def test_a_rehearsal_writes_nothing_and_a_name_is_taken_once(golden) -> None:
    rebase_set(golden, "core", "core-2", cut(60), NOW, write=False)
    assert golden.frozen_names() == ["core"]
    rebase_set(golden, "core", "core-2", cut(60), NOW)
    with pytest.raises(UsageError, match="core-2"):
        rebase_set(golden, "core", "core-2", cut(60), NOW)
    with pytest.raises(UsageError, match="no such frozen set"):
        rebase_set(golden, "cor", "core-3", cut(60), NOW)


def test_the_command_shows_numbers_alone(golden, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", NOW)
    lines = [json.dumps({"id": chunk.id, "text": chunk.text, "doc_id": "a"}) for chunk in cut(60)]
    (tmp_path / "new.jsonl").write_text("\n".join(lines))
    for more in ([], ["--json", "--dry-run"]):
        name = "core-3" if more else "core-2"
        assert run(["rebase", "--set", "core", "--as", name, "--corpus", "new.jsonl", *more]) == 0
        said = capsys.readouterr()
        assert "secret" not in said.out + said.err
        assert "a#" not in said.out
    assert run(["rebase", "--set", "core", "--corpus", "new.jsonl"]) == 2
