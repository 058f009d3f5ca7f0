"""What a generating run says: limits in plain words, one table of reasons, and failures apart from drafts that were turned down."""

from goldkit.reports.distance_text import distance_rows
from goldkit.reports.generate_text import estimate_text, generate_text
from goldkit.results.distance import Distance
from goldkit.results.generate import GenerateEstimate, GenerateResult
from goldkit.results.rejected import Rejected
from goldkit.results.usage import StyleUsage

AT = "2026-12-01T10:00:00Z"


def rejects(**reasons):
    return [
        Rejected(
            key="", reason=reason.replace("_", " ") if "http" not in reason else reason, style="s", chunks=("c",), at=AT
        )
        for reason, count in reasons.items()
        for _ in range(count)
    ]


def test_reasons_stand_in_one_table_and_failed_calls_apart():
    found = generate_text(
        GenerateResult(asked=3, skipped={"too short": 128}, rejects=rejects(names_nothing=2, http_500=3), calls=5)
    )
    assert "  not asked  128  too short\n  rejected     2  names nothing\n  failed       3  http_500\n" in found
    assert "`goldkit generate --rejected` lists them" in found
    assert "lists them" not in generate_text(GenerateResult(asked=3, rejects=rejects(http_500=3)))


def test_the_limits_of_copying_are_said_in_words_and_fit_the_width():
    limits = {"run": 0.4, "chunk": 0.3, "least_run": 5, "log_questions": 185}
    found = generate_text(GenerateResult(asked=1, thresholds=limits)).splitlines()
    said = " ".join(" ".join(found[found.index(next(line for line in found if "copied:" in line)) :]).split())
    assert "5 or more of its words, and 40% of them, stand in its chunk in one run, or when it has 30%" in said
    assert said.endswith("about 95 in 100 of 185 log questions stay") and max(map(len, found)) <= 100
    assert "copied" not in generate_text(GenerateResult(asked=1, thresholds=limits | {"log_questions": 0}))


def test_the_journal_is_named_only_where_it_answered():
    usage = (StyleUsage(style="direct", calls=4, replayed=4),)
    for replayed, said in (
        (0, "requests: 4; "),
        (1, "requests: 4, 1 of them answered"),
        (4, "4, all of them answered"),
    ):
        assert said in generate_text(GenerateResult(asked=1, calls=4, replayed=replayed, usage=usage))


def test_documents_of_an_estimate_are_counted_only_where_they_give_several_chunks():
    guess = GenerateEstimate(
        pool=3, skipped={}, least_calls=3, most_calls=3, prompt_tokens_a_call=9, by_document={"a": 2, "b": 1}
    )
    assert "first:    3 chunks of a (2), b\n" in estimate_text(guess)


def test_a_difference_that_rounds_to_nothing_has_no_sign():
    apart = Distance(
        name="repeated",
        log=0.1,
        synthetic=0.1,
        log_n=9,
        synthetic_n=9,
        difference=-0.001,
        interval=(-0.02, 0.004),
        blocks=9,
    )
    assert distance_rows([apart])[0][3:5] == ["0", "−2 to 0"]
