"""The page as text: self-contained, the same for the same result, and no name becomes markup. Its looks: tests/browser."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from goldkit.reports.axis import around_zero
from goldkit.reports.score_html import score_html
from goldkit.results.provenance import Provenance, RunOrigin

AT = "2026-12-01T10:00:00Z"
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;"
FOUR = ("before", "after", "twin", "worse")


class Tags(HTMLParser):
    """Every element's name and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_the_headline_says_what_won_and_whether_to_believe_it(scored):
    text = score_html(scored(FOUR), AT)
    assert "<h1>worse is worse than before in recall@10; after is better; twin is as good</h1>" in text
    assert text.count('<strong class="trust">Believe it, with care:</strong>') == 2
    assert text.count('<strong class="trust">Believe it, with care, as far as it is judged:</strong>') == 1
    assert text.count('class="card ') == 3


def test_the_same_result_gives_the_same_bytes_and_the_time_is_given(scored):
    assert score_html(scored(), AT) == score_html(scored(), AT)
    assert score_html(scored(), AT).count(AT) == 1


def test_nothing_is_loaded_and_nothing_runs(scored):
    text = score_html(scored(FOUR), AT)
    tags = Tags(text).found
    assert not {"script", "img", "iframe", "link", "object", "use"} & {tag for tag, _ in tags}
    names = {name for _, attributes in tags for name in attributes}
    assert not {name for name in names if name.startswith("on") or name in ("src", "href", "style")}
    assert not re.search(r"https?:|url\(|@import", text)
    assert "default-src 'none'" in text


def test_a_hostile_name_is_text(scored):
    plain = Tags(score_html(scored(("before", "after"), tag="exact"), AT)).found
    text = score_html(scored(("before", HOSTILE), tag=HOSTILE), AT)
    assert [tag for tag, _ in Tags(text).found] == [tag for tag, _ in plain]
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_every_drawing_is_well_formed_and_says_what_it_shows(scored):
    drawings = re.findall(r'<svg role="img".*?</svg>(?=</div>|</span>)', score_html(scored(FOUR), AT))
    assert len(drawings) > 9
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert (root[0].tag, root[1].tag) == ("title", "desc")
        assert root[0].text
        assert root[1].text


def test_a_single_run_has_no_plot_of_deltas(scored):
    text = score_html(scored(("before",)), AT)
    assert "How large is the difference?" not in text
    assert "<h1>before: recall@10 0.487 [" in text


def test_a_frozen_set_names_no_query(scored):
    text = score_html(scored(FOUR, digest="d" * 64, frozen=True), AT)
    assert not re.search(r"\bq\d\d\b", text)
    assert "look budget 10" in text
    assert "look 4 of 10" in score_html(replace(scored(digest="d" * 64, frozen=True), look=4), AT)


@pytest.mark.parametrize("reach", [0.0, 1e-5, *(number / 200 for number in range(1, 201))])
def test_a_scale_has_five_round_ticks_and_holds_its_values(reach):
    axis = around_zero([reach, -reach / 2])
    assert len(axis.ticks) == 5
    assert len({axis.label(tick) for tick in axis.ticks}) == 5
    assert 0 < axis.place(-reach) < axis.place(reach) < 100 or reach == 0
    assert axis.place(0) == pytest.approx(50)
    assert min(axis.place(tick) for tick in axis.ticks) >= 5


def test_single_queries_are_shown_only_where_they_are_handed_over(scored):
    result = scored(per_query=True)
    assert not re.search(r"\bq\d\d\b", score_html(result, AT))
    text = score_html(result, AT, result.per_query)
    assert "22 up, the first 3" in text
    assert "<bdi>q00</bdi> · before: no result · a: – → 1 · b: – → 2" in text
    assert "before 0.000, after 1.000" in text


def test_where_the_figures_come_from_is_named(scored):
    origin = RunOrigin(
        name="after", file="<b>.json", sha256="f" * 64, models=("e5", "x"), commit="abc", at="2026-11-30"
    )
    text = score_html(scored(), AT, provenance=Provenance(versions={"goldkit": "0.1.0"}, runs=(origin,)))
    for said in ("goldkit 0.1.0", "&lt;b&gt;.json", "f" * 64, "e5, x", "abc", "2026-11-30"):
        assert said in text
