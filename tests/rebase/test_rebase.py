"""What becomes of labels when the corpus changes: each kind of change, and what other tools got wrong."""

from __future__ import annotations

import pytest

from goldkit.results.rebase import Rebased

FIRST = "The gateway closes an idle connection after 30 seconds unless keepalive is set."
SECOND = "Operators find the setting in the panel of the console, below the name of their site."
THIRD = "A refund is paid within ten working days, to the account that the order was paid from."


def outcome(rebased: Rebased) -> dict[str, int]:
    return dict(rebased.labels)


def test_an_unchanged_corpus_adds_nothing(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST))
    rebased = library.rebase([chunk("a#1", FIRST), chunk("a#2", SECOND)])
    assert (rebased.texts, outcome(rebased), rebased.lines) == ({"unchanged": 1}, {"kept": 1}, 0)


@pytest.mark.parametrize(
    "text",
    [
        FIRST.replace(" ", "  ") + "\n\n",
        FIRST.replace("gateway", "**gateway**").replace("keepalive", "`keepalive`"),
        "## " + FIRST,
        "> - " + FIRST,
        "> > ## " + FIRST,
        FIRST.lower(),
        FIRST.replace("connection", "con\u00adnection"),
        FIRST.replace("30", "\uff13\uff10"),
    ],
)
def test_form_does_not_matter(library, chunk, text: str) -> None:
    library.judge("q", chunk("a#1", FIRST))
    rebased = library.rebase([chunk("a#7", text), chunk("a#2", SECOND)])
    assert rebased.texts == {"moved": 1}
    assert library.facts("q") == [(("a#1", "a#7"), 1.0)]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (
            "A limit of 10² tries holds for every single user of it.",
            "A limit of 102 tries holds for every single user of it.",
        ),
        (
            "Write at most 5 MB a second to the common file system.",
            "Write at most 5 mb a second to the common file system.",
        ),
    ],
)
def test_what_folding_takes_away_is_no_matter_of_form(library, chunk, text: str, other: str) -> None:
    library.judge("q", chunk("a#1", text))
    rebased = library.rebase([chunk("a#2", other)])
    assert "carried" not in outcome(rebased)


def test_a_text_goes_to_its_own_document_not_to_a_copy_of_it(library, chunk) -> None:
    # retrieval-eval moved the label to the identical text of the other document.
    library.judge("q", chunk("kb/refund#1", THIRD))
    library.rebase([chunk("kb/refund#9", f"{THIRD} {SECOND}"), chunk("kb/refund-copy#1", THIRD)])
    assert library.facts("q") == [(("kb/refund#1", "kb/refund#9"), 1.0)]


def test_several_other_documents_are_a_persons_choice(library, chunk) -> None:
    library.judge("q", chunk("kb/refund#1", THIRD))
    rebased = library.rebase([chunk("kb/b#1", THIRD), chunk("kb/c#1", THIRD)])
    assert outcome(rebased) == {"review": 1}
    assert [(line.chunk, line.grade, line.priority) for line in library.waiting("q")] == [
        ("kb/b#1", 3, 10.0),
        ("kb/c#1", 3, 10.0),
    ]


def test_a_document_that_moved_as_a_whole_is_followed(library, chunk) -> None:
    library.judge("q", chunk("kb/refund#1", THIRD))
    rebased = library.rebase([chunk("handbook/kb/refund#4", THIRD), chunk("elsewhere#1", THIRD)])
    assert library.labels("q") == {"kb/refund#1": 3, "handbook/kb/refund#4": 3}
    assert outcome(rebased) == {"carried": 1}


def test_two_labels_that_meet_on_one_chunk_make_one_line_with_the_higher_grade(library, chunk) -> None:
    # retrieval-eval wrote two rows for the same target, which its own validation then refused.
    library.judge("q", chunk("a#1", FIRST), 2)
    library.judge("q", chunk("a#2", SECOND), 3)
    rebased = library.rebase([chunk("b", f"{FIRST}\n{SECOND}", doc_id="a")])
    assert (rebased.lines, rebased.merged_count, rebased.merged[0].why) == (1, 1, "the higher grade stands: 3, not 2")
    assert library.labels("q") == {"a#1": 2, "a#2": 3, "b": 3}
    assert library.facts("q") == [(("a#1", "b"), 1.0), (("a#2", "b"), 1.0)]


def test_an_id_with_another_text_loses_its_label_and_the_text_keeps_it(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST))
    rebased = library.rebase([chunk("a#1", SECOND), chunk("a#2", FIRST)])
    assert library.labels("q") == {"a#2": 3}
    assert (rebased.withdrawn, rebased.reused[0].chunk) == (1, "a#1")


def test_a_wrong_chunk_within_a_larger_one_says_nothing_of_it(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST), 0)
    library.judge("q", chunk("a#2", SECOND), 3)
    library.rebase([chunk("b", f"{FIRST} {SECOND}", doc_id="a")])
    assert library.labels("q")["b"] == 3


def test_a_part_of_a_wrong_chunk_is_wrong(library, chunk) -> None:
    library.judge("q", chunk("a#1", f"{FIRST} {SECOND}"), 0)
    library.rebase([chunk("a#5", FIRST), chunk("a#6", f"{SECOND} {THIRD}")])
    assert library.labels("q") == {"a#1": 0, "a#5": 0}


def test_the_part_with_the_quote_answers(library, chunk) -> None:
    library.judge("q", chunk("a#1", f"{FIRST} {SECOND}"), quote="after 30 seconds")
    library.rebase([chunk("a#5", FIRST), chunk("a#6", SECOND)])
    assert library.facts("q") == [(("a#1", "a#5"), 1.0)]


def test_windows_that_both_hold_the_quote_are_alternatives(library, chunk) -> None:
    library.judge("q", chunk("a#1", f"{FIRST} {SECOND} {THIRD}"), quote="the panel of the console")
    library.rebase([chunk("a#5", f"{FIRST} {SECOND}"), chunk("a#6", f"{SECOND} {THIRD}"), chunk("a#7", THIRD)])
    assert library.facts("q") == [(("a#1", "a#5", "a#6"), 1.0)]


def test_a_quote_across_the_cut_becomes_parts_of_one_fact(library, chunk) -> None:
    library.judge("q", chunk("a#1", f"{FIRST} {SECOND}"), quote="unless keepalive is set. Operators find the setting")
    rebased = library.rebase([chunk("a#5", FIRST), chunk("a#6", SECOND)])
    assert library.facts("q") == [(("a#1", "a#5"), 0.477), (("a#1", "a#6"), 0.523)]
    assert (rebased.split, rebased.facts, rebased.reached) == (1, 1, 1)


def test_without_a_quote_a_split_text_waits_for_a_person(library, chunk) -> None:
    library.judge("q", chunk("a#1", f"{FIRST} {SECOND}"))
    library.rebase([chunk("a#5", FIRST), chunk("a#6", SECOND)])
    assert [line.chunk for line in library.waiting("q")] == ["a#5", "a#6"]
    library.judge("q", chunk("a#6", SECOND), at="2026-12-03T10:00:00Z")
    assert library.facts("q") == [(("a#1", "a#6"), 1.0)]


def test_what_a_person_decides_ties_to_the_fact_though_the_old_id_is_taken(library, chunk) -> None:
    library.judge("q", chunk("a#1", f"{FIRST} {SECOND}"))
    corpus = [chunk("a#1", THIRD), chunk("a#5", FIRST), chunk("a#6", SECOND)]
    library.rebase(corpus)
    assert library.facts("q") == []
    for name, text in (("a#5", FIRST), ("a#6", SECOND)):
        library.judge("q", chunk(name, text), at="2026-12-03T10:00:00Z")
    assert library.facts("q") == [(("a#5", "a#6"), 1.0)]
    library.rebase(corpus)
    assert library.facts("q") == [(("a#5", "a#6"), 1.0)]


LONG = f"{FIRST} {SECOND} {THIRD}"


def test_a_harmless_edit_is_followed_and_a_changed_figure_is_not(library, chunk) -> None:
    library.judge("q", chunk("a#1", LONG))
    library.judge("r", chunk("b#1", LONG.replace("idle", "open")))
    corpus = [
        chunk("a#1", LONG.replace("connection", "connnection")),
        chunk("b#1", LONG.replace("idle", "open").replace("30", "60")),
    ]
    rebased = library.rebase(corpus)
    assert outcome(rebased) == {"carried": 1, "review": 1}
    assert library.labels("q") == {"a#1": 3}
    assert library.labels("r") == {}
    assert "30" in library.waiting("r")[0].metadata["rebase"]["why"][0]


def test_a_quote_apart_from_the_changed_figure_settles_it(library, chunk) -> None:
    library.judge("q", chunk("a#1", LONG), quote="the account that the order was paid from")
    library.rebase([chunk("a#1", LONG.replace("30", "60"))])
    assert library.labels("q") == {"a#1": 3}


def test_what_is_gone_is_said_and_its_id_is_freed(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST))
    library.judge("r", chunk("a#2", SECOND))
    rebased = library.rebase([chunk("a#1", "Something else altogether is written under this id by now.")])
    assert outcome(rebased) == {"lost": 2}
    assert (rebased.facts, rebased.reached, rebased.unreached) == (2, 0, 2)
    assert (library.labels("q"), library.labels("r")) == ({}, {"a#2": 3})


def test_judges_grades_and_disputes_go_along(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST), 3)
    library.judge("q", chunk("a#1", FIRST), 0, by="ben")
    library.judge("q", chunk("a#1", FIRST), 1, by="model", status="proposed", source="llm")
    library.rebase([chunk("a#9", FIRST)])
    label = library.golden.folded.labels["q"]["a#9"]
    assert (label.disputed, label.judges, label.source) == (True, ("ana", "ben"), "human")


def test_a_judges_own_word_about_the_new_text_stands(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST), 3)
    library.judge("q", chunk("a#9", FIRST), 0, at="2026-12-01T11:00:00Z")
    library.rebase([chunk("a#9", FIRST)])
    assert library.labels("q")["a#9"] == 0


def test_a_text_that_comes_back_has_its_label_again(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST))
    library.rebase([chunk("a#1", SECOND)])
    assert library.labels("q") == {}
    library.rebase([chunk("a#1", FIRST)])
    assert library.labels("q") == {"a#1": 3}


def test_what_was_carried_to_an_earlier_corpus_goes_with_it(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST))
    library.rebase([chunk("b#1", FIRST, doc_id="a")])
    library.rebase([chunk("c#1", FIRST, doc_id="a")])
    assert library.facts("q") == [(("a#1", "c#1"), 1.0)]


def test_copies_with_another_text_are_taken_back(library, chunk) -> None:
    one, other = chunk("a#1", FIRST), chunk("b#1", FIRST)
    library.judge("q", one)
    library.copy(one, other)
    assert library.labels("q") == {"a#1": 3, "b#1": 3}
    rebased = library.rebase([chunk("a#1", SECOND), chunk("a#2", FIRST), other])
    assert (rebased.pairs, library.labels("q")) == (1, {"a#2": 3})
    library.rebase([one, other])
    assert library.labels("q") == {"a#1": 3, "b#1": 3}
    assert library.facts("q") == [(("a#1", "b#1"), 1.0)]
    assert len(library.directory.copies()) == 3
    library.rebase([one, other])
    assert len(library.directory.copies()) == 3


def test_the_same_again_adds_nothing(library, chunk) -> None:
    library.judge("q", chunk("a#1", f"{FIRST} {SECOND}"))
    library.judge("q", chunk("a#2", THIRD), quote="ten working days")
    corpus = [chunk("a#1", FIRST), chunk("a#2", f"{SECOND} {THIRD[:40]}"), chunk("a#3", THIRD[30:])]
    assert library.rebase(corpus).lines
    before = (library.directory.path / "judgments.jsonl").read_bytes()
    again = library.rebase(corpus)
    assert (again.lines, again.withdrawn, again.proposals, again.pairs) == (0, 0, 0, 0)
    assert (library.directory.path / "judgments.jsonl").read_bytes() == before


def test_a_rehearsal_changes_nothing(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST))
    before = {path.name: path.read_bytes() for path in library.directory.path.iterdir() if path.is_file()}
    assert library.rebase([chunk("a#9", FIRST)], write=False).lines == 1
    assert {path.name: path.read_bytes() for path in library.directory.path.iterdir() if path.is_file()} == before


def test_old_lines_stay_as_they_are(library, chunk) -> None:
    library.judge("q", chunk("a#1", FIRST))
    before = (library.directory.path / "judgments.jsonl").read_bytes()
    library.rebase([chunk("a#1", SECOND), chunk("a#2", FIRST)])
    after = (library.directory.path / "judgments.jsonl").read_bytes()
    assert after.startswith(before)
    assert all(line.source == "rebase" for line in library.directory.judgments()[1:])


def test_what_can_change_a_score_most_comes_first(library, chunk) -> None:
    library.judge("all", chunk("a#1", f"{FIRST} {SECOND}"))
    library.judge("half", chunk("a#1", f"{FIRST} {SECOND}"))
    library.judge("half", chunk("a#2", THIRD))
    library.judge("none", chunk("a#1", f"{FIRST} {SECOND}"))
    library.judge("none", chunk("b#1", FIRST))
    library.copy(chunk("a#1", f"{FIRST} {SECOND}"), chunk("b#1", FIRST))
    library.rebase([chunk("a#5", FIRST), chunk("a#6", SECOND), chunk("a#2", THIRD), chunk("b#1", FIRST)])
    priorities = {query: {line.priority for line in library.waiting(query)} for query in ("all", "half", "none")}
    assert priorities == {"all": {10.0}, "half": {5.0}, "none": {0.1}}


def test_an_edited_chunk_is_a_pair_of_copies_with_the_verdict_of_the_guard(library, chunk) -> None:
    library.judge("q", chunk("a#1", LONG))
    corpus = [
        chunk("a#7", LONG.replace("30", "60")),
        chunk("a#8", "Something else that is long enough to be compared."),
    ]
    library.rebase(corpus)
    (pair,) = library.directory.copies()
    assert (pair.a, pair.b, pair.verdict, pair.rule, pair.by) == ("a#1", "a#7", "differs", "number", "goldkit rebase")
    assert ("30seconds", "60seconds") in [tuple("".join(one.split()) for one in both) for both in pair.differs]
    assert [line.chunk for line in library.waiting("q")] == ["a#7"]
    library.rebase(corpus)
    assert len(library.directory.copies()) == 1
