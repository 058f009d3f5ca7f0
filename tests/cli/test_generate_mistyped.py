"""A name mistyped on the command line of `goldkit generate` is told with what there is, before anything is asked."""

import pytest

from goldkit.errors import UsageError


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "id=d7#*"], r"no chunk of the corpus has id=d7#\*; its values are d0#0, d0#12, "),
        (
            ["--only", "doc_id=install.md"],
            r"no chunk of the corpus has doc_id=install.md; its values are d0, d1, d2, d3",
        ),
        (["--only", "doc_id=d1", "--only", "doc_id=d9"], r"no chunk of the corpus has doc_id=d9"),
        (["--only", "doc_id=d1", "--except", "doc_id=d*"], r"fits all that --only and --except ask for"),
        (
            ["--style", "direct,vague"],
            r"no such style: 'direct,vague'; there are direct, .*vague; give --style once for each",
        ),
        (["--local"], r"--local and --base-url exclude each other"),
    ],
)
@pytest.mark.parametrize("dry", [True, False])
def test_what_does_not_exist_is_told(asking, llm_server, arguments, words, dry):
    with pytest.raises(UsageError, match=words) as told:
        asking("-n", "2", *arguments, *(["--dry-run"] if dry else []))
    assert "answers" not in str(told.value) and not llm_server.requests


def test_a_document_is_chosen_by_the_name_that_the_dry_run_shows(asking, golden):
    assert "d1 (2)" in asking("-n", "2", "--only", "doc_id=d1", "--dry-run").stdout
    asking("-n", "2", "--only", "doc_id=d1")
    assert {chunk.partition("#")[0] for query in golden().queries() for chunk in query.generator["chunks"]} == {"d1"}


def test_unknown_words_beside_rejected_and_drop_are_told_with_what_there_is(asking, generating, llm_server, good):
    llm_server.default = lambda body: llm_server.completion("sorry" if len(llm_server.requests) == 1 else good(body))
    asking("-n", "2", "--style", "direct", "--concurrency", "1")
    for wrong, there in ((["--reason", "secret"], "malformed"), (["--style", "nope"], "direct")):
        with pytest.raises(UsageError, match=f"no draft was rejected with it; there are {there}$"):
            generating("--rejected", *wrong)
    assert "no rejected drafts" in generating("--rejected", "--style", "vague").stdout
    assert "malformed: 1 draft" in generating("--rejected", "--reason", "malformed").stdout
    with pytest.raises(UsageError, match="--drop fak: no question of that model; there are questions of m"):
        generating("--drop", "fak")
