"""Labels of files that know no ids, given to the chunks that have their texts."""

from goldkit.records import Chunk, Query
from goldkit.results.imported import Imported, ImportedLabel, ImportedQuery
from goldkit.sets.importing import ImportRequest, import_labels
from goldkit.sets.text_labels import named_by_text
from goldkit.store.golden import GoldenDirectory

FIRST = "Parcels are sent within two working days and never without insurance against loss."
SECOND = "Whoever wants them back sooner pays the courier, who comes between nine and noon."
CORPUS = {"c1": Chunk(id="c1", text=f"{FIRST} {SECOND}", sha256="0" * 64)}


def named(*labels):
    found = Imported(path="f", queries=(ImportedQuery(query=Query(id="q", text="why?"), labels=labels),))
    found = named_by_text(found, CORPUS)
    return [(one.chunk, one.by, one.grade, one.quote) for one in found.queries[0].labels], found.losses


def test_two_texts_of_one_chunk_are_one_label_and_what_that_costs_is_said():
    labels, losses = named(ImportedLabel(chunk="", text=FIRST), ImportedLabel(chunk="", text=SECOND))
    assert labels == [("c1", None, None, FIRST)]
    assert losses.left_out == {"quotes beside the first of their chunk": 1} and losses.repeated == 1
    labels, losses = named(ImportedLabel(chunk="c1"), ImportedLabel(chunk="", text=CORPUS["c1"].text))
    assert labels == [("c1", None, None, None)] and (losses.left_out, losses.repeated) == ({}, 1)


def test_what_two_judges_say_or_one_says_twice_otherwise_is_not_dropped():
    judges = [ImportedLabel(chunk="", text=FIRST, grade=2, by=by) for by in ("ana", "ben")]
    assert [one[1] for one in named(*judges)[0]] == ["ana", "ben"]
    grades = [ImportedLabel(chunk="", text=text, grade=grade) for text, grade in ((FIRST, 2), (SECOND, 0))]
    labels, losses = named(*grades)
    assert [one[2] for one in labels] == [2, 0] and not losses


def test_the_judgment_keeps_the_quote_and_what_was_judged(tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"id":"c1","text":"' + CORPUS["c1"].text + '"}\n')
    (tmp_path / "set.jsonl").write_text('{"user_input":"how fast?","reference_contexts":["' + FIRST + '"]}\n')
    golden = GoldenDirectory(tmp_path / "golden")
    request = ImportRequest(
        format="ragas",
        path=tmp_path / "set.jsonl",
        at="2026-12-01T10:00:00Z",
        corpus=tmp_path / "corpus.jsonl",
    )
    import_labels(golden, request)
    (line,) = golden.judgments()
    (chunk,) = golden.chunks()
    assert (line.quote, line.text_sha256) == (FIRST, chunk.sha256)
