import json
from dataclasses import replace
from pathlib import Path

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.files.canonical import sha256_text
from goldkit.formats.catalogue import FORMATS
from goldkit.formats.options import ReadOptions
from goldkit.records import Scale
from goldkit.sets.foreign_grades import parse_grades, read_grades
from goldkit.sets.importing import ImportRequest, import_labels
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


@pytest.fixture
def golden(tmp_path):
    return GoldenDirectory(tmp_path / "golden")


def mapping(path: Path, value: object, **options) -> ImportRequest:
    path.write_text(json.dumps(value))
    return ImportRequest(format="mapping", path=path, at=AT, **options)


def corpus(path: Path, *ids: str) -> Path:
    path.write_text("".join(json.dumps({"id": name, "text": f"text of {name}"}) + "\n" for name in ids))
    return path


def bytes_of(golden: GoldenDirectory) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(golden.path.iterdir())}


@pytest.mark.parametrize(
    "found, given, meaning",
    [
        ({None}, None, {None: 3}),
        ({0, 1}, None, {0: 0, 1: 2}),
        ({1}, None, {1: 2}),
        ({0, 1, 2}, None, {0: 0, 1: 1, 2: 2}),
        ({-2, 3, None}, None, {-2: 0, 3: 3, None: 3}),
        ({-1, 1}, None, {-1: 0, 1: 2}),
        ({0, 4}, {0: 0, 4: 3}, {0: 0, 4: 3}),
        ({1}, {1: 1, 9: 3}, {1: 1}),
        (set(), None, {}),
    ],
)
def test_grades_are_read(found, given, meaning):
    assert read_grades(found, Scale(), given).meaning == meaning


def test_grades_that_would_be_a_guess_are_asked_for():
    with pytest.raises(UsageError, match="--grades 0=0,4=3"):
        read_grades({0, 4}, Scale())
    with pytest.raises(UsageError, match="grades 2 too"):
        read_grades({1, 2}, Scale(), {1: 3})
    with pytest.raises(UsageError, match="names 4"):
        read_grades({1}, Scale(), {1: 4})
    assert parse_grades("4=3,-1=0") == {4: 3, -1: 0}
    with pytest.raises(UsageError, match="grade 1 twice"):
        parse_grades("1=2,0=0,1=3")
    for text in ("", "4", "4=x", "4=3;"):
        with pytest.raises(UsageError, match="no meaning"):
            parse_grades(text)


def test_every_format_has_its_reader():
    assert all(callable(entry.read) for entry in FORMATS.values())


def test_a_mapping_joins_the_set(golden, tmp_path):
    value = [{"query": "How do I …?", "chunks": ["a", "b"]}, {"query": "why?", "id": "mine", "chunks": {"a": 0}}]
    request = mapping(tmp_path / "m.json", value, corpus=corpus(tmp_path / "c.jsonl", "a", "b", "z"), by="ana")
    report = import_labels(golden, request)
    assert (report.new_queries, report.new_judgments, report.new_chunks, report.lacking) == (2, 3, 2, ())
    first, second = sorted(golden.queries(), key=lambda query: query.text)
    assert (first.origin, first.id[:2], second.id) == ("import", "q-", "mine")
    assert first.provenance == {"reader": "mapping", "file": "m.json"}
    said = {(line.query, line.chunk): line for line in golden.judgments()}
    line = said[(first.id, "a")]
    assert (line.grade, line.status, line.source, line.by, line.at) == (3, "decided", "import", "ana", AT)
    assert line.text_sha256 == sha256_text("text of a")
    assert said[("mine", "a")].grade == 0


def test_importing_twice_adds_nothing(golden, tmp_path):
    request = mapping(tmp_path / "m.json", {"how?": ["a"], "why?": ["b"]}, corpus=corpus(tmp_path / "c", "a", "b"))
    import_labels(golden, request)
    before = bytes_of(golden)
    report = import_labels(golden, replace(request, at="2027-01-01T00:00:00Z"))
    assert (report.new_queries, report.known_queries, report.new_judgments, report.known_judgments) == (0, 2, 0, 2)
    assert bytes_of(golden) == before


def test_a_known_wording_keeps_its_id(golden, tmp_path):
    import_labels(golden, mapping(tmp_path / "m.json", [{"query": "How?", "id": "first", "chunks": ["a"]}]))
    report = import_labels(golden, mapping(tmp_path / "n.json", [{"query": "how", "id": "second", "chunks": ["b"]}]))
    (query,) = golden.queries()
    assert (query.id, query.aliases, query.variants, report.known_queries) == ("first", ("second",), ("how",), 1)
    assert {line.query for line in golden.judgments()} == {"first"}


def test_untrusted_labels_are_proposals_and_changed_grades_are_kept(golden, tmp_path):
    report = import_labels(golden, mapping(tmp_path / "m.json", {"how?": {"a": 1, "b": 0}}, untrusted=True))
    assert report.status == "proposed"
    assert [(line.chunk, line.grade, line.status, line.metadata) for line in golden.judgments()] == [
        ("a", 2, "proposed", {"imported_grade": 1}),
        ("b", 0, "proposed", {}),
    ]


def test_ids_that_the_corpus_lacks(golden, tmp_path):
    request = mapping(tmp_path / "m.json", {"how?": ["a", "b", "C 1"]}, corpus=corpus(tmp_path / "c", "a", "b", "c 1"))
    report = import_labels(golden, request)
    assert report.lacking == ("C 1",)
    assert report.reason == "they differ by case: 'C 1' here, 'c 1' in the corpus (1 such)"
    assert (report.labelled, report.untold) == (3, 1)


def test_labels_of_another_corpus_are_refused_before_anything_is_written(golden, tmp_path):
    request = mapping(tmp_path / "m.json", {"how?": ["007", "e\u0301"]}, corpus=corpus(tmp_path / "c", "7", "\u00e9"))
    with pytest.raises(DataError, match=r"2 of 2 labelled chunks missing: '007'.*they differ by"):
        import_labels(golden, request)
    assert not golden.path.exists()


def test_one_wording_with_two_grades(golden, tmp_path):
    value = [{"query": "How?", "id": "x", "chunks": {"a": 3}}, {"query": "how", "id": "y", "chunks": {"a": 0}}]
    with pytest.raises(DataError, match="two grades for 'a': 0 here and 3 before"):
        import_labels(golden, mapping(tmp_path / "m.json", value))
    assert not golden.path.exists()


def test_follow_ups_are_told_apart_by_the_turn_before(golden, tmp_path):
    value = [
        {"query": "and then?", "context": turn, "chunks": ["a"], "grade": grade} for turn, grade in [("x", 3), ("y", 0)]
    ]
    assert import_labels(golden, mapping(tmp_path / "m.json", value)).new_queries == 2


def test_qrels_need_texts(golden, tmp_path):
    path, queries = tmp_path / "x.qrels", tmp_path / "q.tsv"
    path.write_text("q1 0 c1 3\nq2 0 c1 2\n")
    request = ImportRequest(format="trec", path=path, at=AT)
    with pytest.raises(UsageError, match="--queries FILE"):
        import_labels(golden, request)
    queries.write_text("q1\twhy?\nq3\tnever judged\n")
    report = import_labels(golden, replace(request, options=ReadOptions(queries=queries)))
    assert report.losses.left_out == {"queries without a judgment": 1, "queries without a text": 1}
    assert [(query.id, query.text) for query in golden.queries()] == [("q1", "why?")]
    assert len(golden.judgments()) == 1


def test_query_ids_that_miss_their_texts_are_explained(golden, tmp_path):
    path, queries = tmp_path / "x.qrels", tmp_path / "q.tsv"
    path.write_text("q01 0 c1 3\nq02 0 c1 2\n")
    queries.write_text("q1\twhy?\nq2\thow?\n")
    request = ImportRequest(format="trec", path=path, at=AT, options=ReadOptions(queries=queries))
    with pytest.raises(DataError, match=r"padding with zeros: 'q01' here, 'q1' with a text \(2 such\)"):
        import_labels(golden, request)
    assert not golden.path.exists()
    queries.write_text("x\twhy?\n")
    with pytest.raises(DataError, match="none of its queries has a text"):
        import_labels(golden, request)
    queries.write_text("q1\twhy?\nq02\thow?\n")
    report = import_labels(golden, request)
    assert report.notes == (
        "ids of queries without a text differ by padding with zeros: 'q01' here, 'q1' with a text (1 such)",
    )


def test_unknown_format(golden, tmp_path):
    with pytest.raises(UsageError, match="there are mapping, csv, beir, "):
        import_labels(golden, replace(mapping(tmp_path / "m", {}), format="nope"))


def test_cranfield(golden, real_data):
    grades = {0: 0, 1: 1, 2: 2, 3: 3, 4: 3}
    request = ImportRequest(format="beir", path=real_data / "cranfield" / "beir", at=AT, grades=grades)
    report = import_labels(golden, request)
    assert (report.new_queries, report.new_judgments, report.new_chunks, report.untold) == (225, 1837, 924, 0)


@pytest.mark.parametrize(
    "found, scale, choice, file_scale, meaning, words",
    [
        ({0, 1}, Scale(), "auto", "any", {0: 0, 1: 2}, "1 is 2, relevant"),
        ({0, 3}, Scale(), "auto", "any", {0: 0, 3: 3}, "TREC DL's and UMBRELA's"),
        ({0, 1}, Scale(), "auto", "native", {0: 0, 1: 1}, "UMBRELA's 0 to 3"),
        ({0, 1}, Scale(), "as-is", "any", {0: 0, 1: 1}, "as they are"),
        ({-1, 1, 2}, Scale(), "from-1", "any", {-1: 0, 1: 2, 2: 3}, "1 and more is relevant: -1 → 0, 1 → 2, 2 → 3"),
        ({0, 2}, Scale(max=4, relevant_from=1), "auto", "any", {0: 0, 2: 2}, "0 to 4"),
        ({0, 2}, Scale(), "auto", "set", {0: 0, 2: 2}, "on the set's scale"),
    ],
)
def test_scales_are_read_and_said(found, scale, choice, file_scale, meaning, words):
    reading = read_grades(found, scale, None, choice, file_scale)
    assert reading.meaning == meaning
    assert words in reading.words


@pytest.mark.parametrize(
    "found, scale, choice, file_scale, words",
    [
        ({0, 2}, Scale(), "auto", "any", "--scale as-is.*--scale from-1.*--grades 0=0,2=2"),
        ({0, 3}, Scale(), "from-1", "any", "more of them are relevant than the set tells apart"),
        ({0, 4}, Scale(), "as-is", "any", "--grades 0=0,4=3"),
        ({0, 1}, Scale(max=1, relevant_from=1), "auto", "native", "the file's are TREC DL's and UMBRELA's"),
    ],
)
def test_scales_that_would_be_a_guess_are_asked_for(found, scale, choice, file_scale, words):
    with pytest.raises(UsageError, match=words):
        read_grades(found, scale, None, choice, file_scale)


def test_an_empty_set_takes_a_foreign_scale_over_and_keeps_it(golden, tmp_path):
    request = mapping(tmp_path / "m.json", {"how?": {"a": 4, "b": 1}}, scale="keep")
    report = import_labels(golden, request)
    assert golden.settings.scale == Scale(max=4, relevant_from=1)
    assert sorted(line.grade for line in golden.judgments()) == [1, 4]
    assert import_labels(golden, request).new_judgments == 0
    with pytest.raises(UsageError, match="holds judgments from 0 to 4, relevant from 1; the file's grades go to 5"):
        import_labels(golden, mapping(tmp_path / "n.json", {"why?": {"a": 5}}, scale="keep"))
    assert "as they are" in report.reading


def test_grades_that_become_one_are_counted_and_kept_in_the_record(golden, tmp_path):
    grades = {4: 3, 3: 3, 0: 0}
    report = import_labels(golden, mapping(tmp_path / "m.json", {"how?": {"a": 4, "b": 3, "c": 0}}, grades=grades))
    assert report.losses.grades == {"4 → 3": 1}
    assert [line.metadata.get("imported_grade") for line in golden.judgments()] == [4, None, None]


@pytest.mark.parametrize("rule, grade", [("first", 3), ("last", 0), ("highest", 3), ("lowest", 0)])
def test_a_rule_settles_one_wording_with_two_grades(golden, tmp_path, rule, grade):
    value = [{"query": "How?", "id": "x", "chunks": {"a": 3}}, {"query": "how", "id": "y", "chunks": {"a": 0}}]
    request = mapping(tmp_path / "m.json", value, options=ReadOptions(duplicates=rule))
    report = import_labels(golden, request)
    assert [line.grade for line in golden.judgments()] == [grade]
    assert report.losses.conflicting == 1


def test_what_qrels_say_besides_is_counted(golden, tmp_path):
    (tmp_path / "q.tsv").write_text("q1\twhy so?\n")
    (tmp_path / "x.qrels").write_text("q1 0 c1 1\nq1 Q0 c2 0\nq1 7 c3 1\n")
    options = ReadOptions(queries=tmp_path / "q.tsv")
    report = import_labels(golden, ImportRequest(format="trec", path=tmp_path / "x.qrels", at=AT, options=options))
    assert report.losses.fields == {"iteration (the second column)": 1}
