"""Parts that only some results have: they stand in the comment and on the page, and nowhere where they do not apply."""

import html
import re
from dataclasses import replace

import pytest

from goldkit.reports.distance_text import distance_rows
from goldkit.reports.score_html import score_html
from goldkit.reports.score_markdown import score_markdown
from goldkit.reports.score_text import score_text
from goldkit.reports.sections import sections
from goldkit.results.circularity import Circularity, OriginGap, OriginWording
from goldkit.results.distance import Distance
from goldkit.results.gates import GateResult
from goldkit.results.stages import FactCount, StageLoss, Stages
from goldkit.results.weighted import Weighted, WeightedRun

AT = "2026-12-01T10:00:00Z"
HOSTILE = "<b>fi|nal</b>"
STAGES = Stages(
    names=("found", HOSTILE),
    k=5,
    facts=20,
    reached=FactCount(count=12, share=0.6),
    lost=(StageLoss(stage=HOSTILE, facts=FactCount(count=6, share=0.3), below=2),),
    never=FactCount(count=2, share=0.1),
    sudden=1,
)
GAP = OriginGap(baseline="before", run="after", log=0.1, synthetic=0.3, gap=-0.2, interval=(-0.3, -0.1), p=0.01)
CIRCULARITY = Circularity(
    measure="recall@10",
    log_blocks=30,
    synthetic_blocks=40,
    gaps=(GAP,),
    wording=(OriginWording(origin="log", n=30, share=0.25), OriginWording(origin="synthetic", n=25, share=0.75)),
)
APART = tuple(
    Distance(
        name=name,
        log=log,
        synthetic=made,
        log_n=30,
        synthetic_n=40,
        difference=made - log,
        interval=ends,
        blocks=blocks,
    )
    for name, log, made, ends, blocks in (
        ("words", 5.0, 9.5, (3.5, 5.5), 30),
        ("shared words", 0.25, 0.75, (0.4, 0.6), 30),
        ("identifier", 0.5, 0.5, None, 4),
        ("repeated", 0.1, 0.05, (-0.2, 0.1), 30),
    )
)
GATE = GateResult(
    gate=f"tag={HOSTILE}: no worse by 0",
    run="after",
    measure="recall@10",
    against="before",
    bound=0.0,
    verdict="fail",
    figure=-0.1,
    interval=(-0.2, -0.05),
    n=30,
    blocks=28,
    reason="worse by more than 0",
    queries=("q1", "q2"),
)


@pytest.mark.parametrize("render", [score_markdown, lambda result: score_html(result, AT)])
def test_what_a_result_has_is_shown_and_its_names_are_text(scored, render):
    plain = render(replace(scored(), circularity=None))
    text = render(replace(scored(), stages=STAGES, circularity=CIRCULARITY, gates=(GATE,)))
    for word in ("Stages", "Log against synthetic", "FAILED"):
        assert word in text and word not in plain
    for said in ("(2 of them still listed, below k)", "are these stages of one pipeline?", "synthetic ones flatter it"):
        assert said in text
    assert "log 25% (30), synthetic 75% (25)" in text
    assert "lost: q1, q2" in text
    assert not re.search(r"(?<!\\)<b>", text)


WEIGHTED = Weighted(
    measure="recall@10",
    n=30,
    blocks=28,
    left_out=2,
    effective=17.3,
    runs=(
        WeightedRun(run="before", mean=0.5, interval=(0.4, 0.6)),
        WeightedRun(run=HOSTILE, mean=0.7, interval=(0.6, 0.8), delta=0.2, delta_interval=(0.1, 0.3), p=0.01),
    ),
)


@pytest.mark.parametrize("render", [score_text, score_markdown, lambda result: score_html(result, AT)])
def test_how_far_the_questions_themselves_are_apart_is_told_alike_everywhere(scored, render):
    apart = replace(CIRCULARITY, distance=APART)
    rows = distance_rows(APART)
    assert rows[0] == ["words a question", "5.0", "9.5", "+4.5", "+3.5 to +5.5", "longer than real ones"]
    assert [row[3] for row in rows[1:]] == ["+50", "0", "−5"] and rows[2][4:] == [
        "",
        "too few to tell (4 of 30 groups)",
    ]
    for gaps in ((GAP,), ()):  # with one run there is nothing to compare, and the questions are apart all the same
        text = html.unescape(render(replace(scored(), circularity=replace(apart, gaps=gaps))))
        for row in rows:
            assert (line := next(line for line in text.splitlines() if row[0] in line))
            assert all(cell in line for cell in row)
        assert "words of a question that its relevant chunks have too" not in text


def test_the_table_of_distances_has_heads_for_its_rows_and_columns(scored):
    page = score_html(replace(scored(), circularity=replace(CIRCULARITY, distance=APART)), AT)
    _, _, rest = page.partition("<h2>How far synthetic questions are from the log&#39;s</h2>")
    table = rest[: rest.index("</table>")]
    assert table.count('<th scope="row">') == len(APART) and table.count('<th scope="col">') == 6
    assert '<th scope="col"></th>' not in table
    assert '<th scope="row"><bdi>words a question</bdi></th><td>5.0</td><td>9.5</td><td>+4.5</td>' in table
    assert '<td class="words">longer than real ones</td>' in table


def test_every_row_has_the_cells_of_its_head(scored):
    result = replace(scored(), stages=STAGES, circularity=replace(CIRCULARITY, distance=APART), weighted=WEIGHTED)
    tied = replace(result.runs[1], tie_bounds={"MRR": (0.25, 0.5), "nDCG@10": (0.3, 0.3001)})
    found = sections(replace(result, runs=(result.runs[0], tied)))
    assert [part.title.split()[0] for part in found] == ["Stages", "Weighted", "Log", "How", "What", "Equal"]
    assert found[-1].rows == [["after", "0.250 to 0.500"]]
    assert all(len(row) == len(part.head) for part in found for row in part.rows)
