"""An LLM judge's labels count only where the judgments themselves show that it agrees with people."""

import pytest

from goldkit.errors import UsageError
from goldkit.records import Judgment, Query, SplitLine
from goldkit.sets.exporting import ExportRequest, export_set
from goldkit.sets.golden import GoldenSet, dev_set, read_golden
from goldkit.sets.llm_gate import trust_note, trusted_judges
from goldkit.sets.model_agreement import model_agreement
from goldkit.sets.model_judges import model_grades
from goldkit.sets.resolve import resolve_set
from goldkit.store.golden import GoldenDirectory

BEFORE, AFTER, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z", "2026-12-03T10:00:00Z"
MODEL = "m judge.v1@1a2b3c4d"


def said(number, grade, **changes):
    made = {"status": "decided", "source": "human", "by": "ana", "at": BEFORE, "text_sha256": "t", "chunk": "c"}
    return Judgment(query=f"q{number:02}", grade=grade, **(made | changes))


def graded(number, grade, **changes):
    return said(number, grade, **({"status": "proposed", "source": "llm", "by": MODEL, "at": AFTER} | changes))


@pytest.fixture
def golden(tmp_path):
    """Makes a golden directory of 30 questions with these lines; the model also grades a pair that nobody decided."""

    def make(lines, *, frozen=()):
        directory = GoldenDirectory(tmp_path / "golden")
        directory.create()
        directory.rewrite_queries(
            lambda _: [Query(id=f"q{at:02}", text=f"{chr(0x4E00 + at) * 9}?") for at in range(30)]
        )
        directory.append("judgments.jsonl", [*lines, graded(29, 3, chunk="open")])
        side = [SplitLine(query=f"q{at:02}", side="core", at=AFTER, why="freeze") for at in frozen]
        directory.append("split.jsonl", side)
        return directory.path

    return make


def agreeing(number, **changes):
    return [line for at in range(number) for line in (said(at, at % 4), graded(at, at % 4, **changes))]


def refused(path, least=0.6):
    with pytest.raises(UsageError) as error:
        trusted_judges(path, least)
    return str(error.value)


def test_a_judge_that_agrees_is_trusted_and_named_with_its_figure(golden):
    (found,) = trusted_judges(golden(agreeing(24)))
    assert (found.n, found.weighted, found.interval) == (24, 1.0, (1.0, 1.0))
    assert trust_note(found).endswith("weighted kappa 1.00 (95 % 1.00 to 1.00) with people, over 24 pairs")


def test_what_was_never_measured_does_not_count(golden):
    words = refused(golden([said(at, 3) for at in range(24)]))
    assert f"how far {MODEL} agrees with people was never measured: run `goldkit judge --check 100`" in words


def test_a_few_pairs_are_no_measurement(golden):
    assert "known from 19 pairs only, 20 are needed" in refused(golden(agreeing(19)))


def test_too_little_agreement_is_refused_below_the_kappa_asked_for(golden):
    path = golden([line for at in range(24) for line in (said(at, at % 4), graded(at, at // 6))])
    kappa = model_agreement(
        read_golden(GoldenDirectory(path)), model_grades(GoldenDirectory(path).judgments()), MODEL
    ).weighted
    assert kappa < 0.5
    assert "lower --min-kappa" in refused(path)
    assert trusted_judges(path, kappa)[0].weighted == kappa
    assert "below --min-kappa" in refused(path, kappa + 0.01)
    assert "below --min-kappa" in refused(path, float("nan"))


def test_one_grade_for_everything_is_no_agreement(golden):
    words = refused(golden([line for at in range(24) for line in (said(at, 2), graded(at, 2))]))
    assert "one grade only" in words


def test_people_who_may_have_seen_its_grade_prove_nothing(golden):
    words = refused(golden([line for at in range(24) for line in (said(at, at % 4, at=LATER), graded(at, at % 4))]))
    assert "never measured (24 more were decided when its grade was there to be seen)" in words
    assert "decide pairs in `goldkit review` that it has not graded yet" in words


def test_a_grade_that_people_changed_since_counts_no_more(golden):
    path = golden(agreeing(24) + [said(at, 3, at=LATER) for at in range(5)])
    assert "known from 19 pairs only (5 more" in refused(path)


def test_another_text_of_the_chunk_is_another_pair(golden):
    assert "never measured" in refused(golden(agreeing(24, text_sha256="other")))


def test_frozen_questions_are_no_part_of_it(golden):
    assert "known from 14 pairs only" in refused(golden(agreeing(24), frozen=range(10)))


def test_disputed_and_withdrawn_decisions_are_no_part_of_it(golden):
    more = [said(0, 3, by="bob"), said(1, None, reason="undo", at="2026-12-01T11:00:00Z")]
    (found,) = trusted_judges(golden(agreeing(24) + more))
    assert found.n == 22


def test_each_judge_answers_for_itself(golden):
    other = graded(3, 3, chunk="open", by="other judge.v1@00000000")
    words = refused(golden([*agreeing(24), other]))
    assert "other judge.v1@00000000 agrees with people was never measured" in words
    assert MODEL not in words


def test_a_judge_whose_labels_would_not_count_needs_no_agreement(golden):
    other = graded(3, 0, by="other judge.v1@00000000")  # a pair that ana decided
    assert [one.judge for one in trusted_judges(golden([*agreeing(24), other]))] == [MODEL]


def test_an_import_speaks_for_people_and_is_counted_apart(golden):
    lines = [line for at in range(24) for line in (said(at, at % 4, source="import", by="trec"), graded(at, at % 4))]
    assert trusted_judges(golden(lines))[0].imported == 24


def exported(path, to, **options):
    request = ExportRequest(format="mapping", path=to, golden=path, at=LATER, labels="llm", **options)
    return export_set(request)


def test_the_library_and_an_export_refuse_what_scoring_refuses_in_the_same_words(golden, tmp_path):
    path = golden([line for at in range(24) for line in (said(at, at % 4), graded(at, (at + at // 4) % 4))])
    words = refused(path)
    assert "below --min-kappa 0.6" in words
    for ask in (
        lambda: resolve_set("dev", path, "llm"),
        lambda: exported(path, tmp_path / "other.json"),
    ):
        with pytest.raises(UsageError) as error:
            ask()
        assert str(error.value) == words
    assert not (tmp_path / "other.json").exists()
    (judge,) = resolve_set("dev", path, "llm", -1).llm_judges
    assert trust_note(judge) in exported(path, tmp_path / "more.json", least_kappa=-1).notes
    assert not resolve_set("dev", path).llm_judges


def test_a_golden_set_counts_no_label_of_a_judge_that_nobody_measured(golden):
    path = golden(agreeing(24))
    opened = GoldenSet.open(path)
    with pytest.raises(UsageError, match=r"1 label of LLM judges would count.*resolve_set\('dev', path, 'llm'\)"):
        dev_set(opened, "llm")
    measured = dev_set(opened, "llm", tuple(trusted_judges(path)))
    assert [one.judge for one in measured.llm_judges] == [MODEL]
    assert "open" in measured.queries[29].labels
