"""The words for drift."""

from goldkit.records import Run
from goldkit.reports.drift_text import drift_text
from goldkit.scoring.drift import drift


def run(name, answers):
    rankings = {query: tuple(found) for query, found in answers.items() if found is not None}
    failed = {query: "timeout" for query, found in answers.items() if found is None}
    return Run(name=name, rankings=rankings, failed=failed)


def text(before, after, k=3, corpus=None):
    return drift_text(drift(run("old", before), run("new", after), k, corpus))


def test_a_whole_report():
    before = {"q1": ["a", "b", "c"], "q2": ["a", "b", "c"], "q3": ["a", "b", "c"], "q4": None, "q5": ["a"]}
    after = {"q1": ["a", "b", "c"], "q2": ["b", "a", "c"], "q3": ["x", "y", "a"], "q4": ["a"], "q6": ["a"]}
    assert text(before, after, corpus={"a", "b", "c"}) == (
        "old → new · 3 queries in both · first 3 results · no label is used\n"
        "\n"
        "                                mean  least     5%    25%  median\n"
        "overlap (Jaccard)              0.733  0.200  0.200  0.200   1.000\n"
        "kept of old                    0.778  0.333  0.333  0.333   1.000\n"
        "rank-biased overlap (p 0.667)  0.605  0.148  0.148  0.148   0.667\n"
        "5%, 25%: so many of the queries have at most this; 1 is unchanged, 0 has nothing in common\n"
        "\n"
        "same ids, same order     1\n"
        "same ids, another order  1\n"
        "some ids dropped or new  1\n"
        "no id in common          0\n"
        "\n"
        "changed most (2 of 2), by rank-biased overlap:\n"
        "  q3  0.148\n"
        "    dropped: b, c\n"
        "    new: x, y\n"
        "  q2  0.667\n"
        "    the same ids in another order\n"
        "\n"
        "only in old: 1 query (q5)\n"
        "only in new: 1 query (q6)\n"
        "failed in old, not compared: 1 query (q4)\n"
        "\n"
        "old: the corpus has all of its 3 ids\n"
        "new: 2 of its 5 ids not in the corpus: x, y\n"
    )


def test_runs_of_unequal_depth_are_told():
    assert "note: the runs are not equally deep (old 1, new 3); --k 1 compares" in text(
        {"q": ["a"]}, {"q": ["a", "b", "c"]}
    )
    assert "note" not in text({"q": ["a"]}, {"q": ["b"]})
    assert "note" not in text({"q": ["a", "b", "c", "d"]}, {"q": ["a", "b", "c", "d", "e"]})


def test_ten_are_shown_and_the_rest_counted():
    before, after = ({f"q{at:02}": [name] for at in range(12)} for name in "ab")
    report = text(before, after)
    assert "changed most (10 of 12)" in report
    assert "q09" in report
    assert "q10" not in report
