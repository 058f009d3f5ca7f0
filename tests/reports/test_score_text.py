"""The plain report, whole, as a person sees it."""

from __future__ import annotations

from dataclasses import replace

from goldkit.reports.columns import columns, pad, width, wrap
from goldkit.reports.score_text import score_text
from goldkit.reports.verdicts import headlines, summary


def test_the_whole_report(scored) -> None:
    text = score_text(scored())
    lines = text.splitlines()
    assert lines[3].startswith("core · 38 of 40 queries in every mean · k 10")
    assert "before  0.487 [" in text
    assert "- before: missing 1 of 38 (scored 0)" in lines
    assert "secondary, p uncorrected: MRR, nDCG@10" in lines
    assert text.startswith("after: better in recall@10, +0.")
    assert "new chunks reached, but the first useful one ranks lower" in text
    assert lines.index("by origin: means and deltas against before") < lines.index(
        "by tag (exploratory): means and deltas against before"
    )
    assert "  without a relevant label: junk (2 queries)" in lines
    assert all(width(line) <= 100 for line in lines)
    assert not any(line != line.rstrip() for line in lines)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_what_was_lost_stands_above_what_was_won_and_what_is_the_same_below_what_is_undecided(scored) -> None:
    found = scored(("before", "after", "twin", "worse"))
    after, twin, worse = ([one for one in found.deltas if one.run == name] for name in ("after", "twin", "worse"))
    open_ = [replace(one, run="open", verdict="too_small") for one in after]
    hiding = [replace(one, run="hiding", hides_loss=one.p_adjusted is not None) for one in after]
    mixed = replace(found, deltas=(*twin, *open_, *after, *worse, *hiding))
    assert [said.delta.run for said in headlines(mixed)] == ["worse", "hiding", "after", "open", "twin"]
    assert "hiding: better in recall@10" in score_text(mixed)
    assert headlines(mixed)[1].belief.count("hides a slice that got worse") == 1
    assert summary(mixed) == (
        "worse is worse than before in recall@10; a slice got worse in hiding; after, hiding are better; "
        "open is undecided; twin is as good"
    )
    assert summary(replace(found, deltas=(*twin, *open_))).startswith("open is undecided against before in recall@10; ")
    assert summary(replace(found, deltas=tuple(open_))) == (
        "No difference from before in recall@10 that this set can tell from noise"
    )


def test_nothing_is_cut_from_a_long_name_or_digest(scored) -> None:
    name, digest = (
        "a-run-with-a-name-that-is-far-too-long-for-any-column-of-a-table" * 2,
        "sha256:" + "0123456789abcdef" * 4,
    )
    text = score_text(scored(("before", name), digest=digest, frozen=True))
    assert text.count(name) >= 4
    assert digest in text
    assert "look budget of 10" in text
    assert "99.5% intervals" in text


def test_a_single_run_has_no_deltas(scored) -> None:
    text = score_text(scored(("before",)))
    assert "against" not in text
    assert "by tag (exploratory): means" in text
    assert "+0" not in text
    assert "by origin" in text


def test_no_verdict_gives_its_reason_once(scored) -> None:
    text = score_text(scored(margin=0.0, frozen=True, digest="d", look_budget=1))
    assert text.count("take it with care") == 1


def test_one_measure_alone_has_no_secondary_ones(scored) -> None:
    found = scored()
    assert "secondary" not in score_text(replace(found, deltas=found.deltas[:1]))


def test_columns_align_wide_and_combining_signs() -> None:
    assert width("漢字") == 4
    assert width("e\u0301") == 1
    assert pad("漢", 4) == "漢  "
    assert columns([["a", "1.0"], ["漢字", "10.0"]], [False, True]) == ["a      1.0", "漢字  10.0"]


def test_wrap_breaks_at_spaces_only() -> None:
    assert wrap("one two three", 9, "  ") == ["  one two", "  three"]
    assert wrap("averyveryverylongword b", 5) == ["averyveryverylongword", "b"]
