from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.records import Query
from goldkit.sets.enroll import enroll
from goldkit.sets.resolve import resolve_set
from goldkit.store.golden import GoldenDirectory


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    enroll(directory, [Query(id="q1", text="one?"), Query(id="q9", text="nine?")])
    return directory.path


def test_dev_and_the_directory_itself_mean_the_same(golden: Path) -> None:
    by_name = resolve_set("dev", golden)
    assert [query.id for query in by_name.queries] == ["q1", "q9"]
    assert resolve_set(str(golden), Path("elsewhere")) == by_name


def test_a_frozen_set_by_name_and_by_path(golden: Path, frozen_folder: Callable[..., Path]) -> None:
    folder = frozen_folder(golden / "frozen" / "core")
    by_name = resolve_set("core", golden)
    assert by_name.frozen and by_name.name == "core"
    assert resolve_set(str(folder), Path("elsewhere")) == by_name
    assert len(resolve_set("core", golden, "decided").queries[0].labels) == 1


def test_a_name_wins_over_a_path_of_that_name(
    golden: Path, frozen_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    frozen_folder(golden / "frozen" / "core")
    frozen_folder(tmp_path / "core", name="another")
    monkeypatch.chdir(tmp_path)
    assert resolve_set("core", golden).name == "core"
    assert resolve_set("./core", golden).name == "another"


def test_an_unknown_set_lists_what_there_is(golden: Path, frozen_folder: Callable[..., Path]) -> None:
    with pytest.raises(UsageError, match=r"'cor'.*`dev` \(nothing is frozen yet\)"):
        resolve_set("cor", golden)
    frozen_folder(golden / "frozen" / "core")
    with pytest.raises(UsageError, match=r"frozen: core\)"):
        resolve_set("cor", golden)
    with pytest.raises(UsageError, match="no golden directory at"):
        resolve_set("cor", golden / "nowhere")
    with pytest.raises(UsageError, match="no such set"):
        resolve_set("", golden)


def test_dev_without_a_golden_directory_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="goldkit mine"):
        resolve_set("dev", tmp_path / "golden")


def test_a_frozen_directory_without_its_manifest_is_not_taken_for_another_set(
    golden: Path, frozen_folder: Callable[..., Path]
) -> None:
    folder = frozen_folder(golden / "frozen" / "core")
    (folder / "manifest.json").unlink()
    (folder / "qrels").mkdir()
    for spec in ("core", str(folder)):
        with pytest.raises(DataError, match=r"manifest\.json: found no such file"):
            resolve_set(spec, golden)


def test_a_set_half_written_has_no_name(golden: Path, frozen_folder: Callable[..., Path]) -> None:
    frozen_folder(golden / "frozen" / ".core.tmp")
    with pytest.raises(UsageError, match="nothing is frozen yet"):
        resolve_set(".core.tmp", golden)


def test_a_foreign_set_is_taken_by_its_path(tmp_path: Path) -> None:
    mapping = tmp_path / "mapping.json"
    mapping.write_text('{"q1": ["c1", "c2"]}')
    scored = resolve_set(str(mapping), tmp_path / "golden")
    assert (scored.name, scored.frozen, set(scored.queries[0].labels)) == ("mapping", False, {"c1", "c2"})


def test_a_beir_folder_is_neither_golden_nor_frozen_although_it_has_queries_and_a_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tc1\t1\n")
    (folder / "queries.jsonl").write_text('{"_id":"q1","text":"one?"}\n')
    (folder / "corpus.jsonl").write_text('{"_id":"c1","title":"","text":"one"}\n')
    (folder / "manifest.json").write_text("{}")
    scored = resolve_set(str(folder), tmp_path / "golden")
    assert (scored.name, [query.id for query in scored.queries]) == ("beir", ["q1"])
