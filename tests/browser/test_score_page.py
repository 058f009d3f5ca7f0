"""The page of `goldkit score` in a real browser: on a desk and on a phone, light and dark, with scripts switched off."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from goldkit.library.score import score
from goldkit.records import Label, Run, Scale
from goldkit.reports.score_html import score_html
from goldkit.results.gates import GateResult
from goldkit.results.provenance import Provenance, RunOrigin
from goldkit.results.stages import FactCount, StageLoss, Stages
from goldkit.scoring.options import ScoreOptions
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels

AT = "2026-12-01T10:00:00Z"
HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">",
    "a-very-long-run-name-without-any-place-to-break-it-" * 4,
    "🦜🔍 reranker 👩‍🔬",
    "מנוע חיפוש \u202egnihtyna\u202c",
)

GATE = GateResult(
    gate="tag=<b>exact</b>: no worse by 0",
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


def stages(names: tuple[str, ...]) -> Stages:
    """The runs as stages, of which the last one lost some facts."""
    part = FactCount(count=5, share=0.25)
    lost = tuple(StageLoss(stage=name, facts=part, below=2) for name in names[1:])
    return Stages(names=names, k=10, facts=20, reached=part, lost=lost, never=part, sudden=1)


WAYS = (("x", "a", "b"), ("a", "b"), ("x", "y"))
"""Rankings: as the baseline's, better, worse."""


def _looks() -> dict[str, str]:
    """The questions of looks.py: a test folder is no package, so that the file is loaded by its path."""
    spec = importlib.util.spec_from_file_location("looks", Path(__file__).with_name("looks.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)


LOOKS = _looks()


def page(names: tuple[str, ...], queries: int = 48, gap: int = 1, tags: tuple[str, ...] = ("exact", "vague")) -> str:
    """A page of these runs. gap: one query in so many may differ from the baseline, in a run's own way."""
    scale = Scale(max=1, relevant_from=1)
    labels = {c: Label(query="q", chunk=c, grade=1, status="decided") for c in "ab"}
    facts = facts_of_labels(labels, scale)
    wanted = tuple(
        ScoreQuery(
            id=f"q{number:03}",
            text=f"why does {tags[number % len(tags)]} number {number} stall?",
            origin=("log", "synthetic")[number % 2],
            block=f"q{number:03}",
            tags=(tags[number % len(tags)],),
            facts=facts,
            labels=labels,
        )
        for number in range(queries)
    )
    runs = [
        Run(
            name=name,
            rankings={
                query.id: WAYS[(number * (place + 1)) % 7 % 3 if place and number % gap == 0 else 0]
                for number, query in enumerate(wanted)
            },
        )
        for place, name in enumerate(names)
    ]
    options = ScoreOptions(replicates=999, per_query=True, limit=5 if len(names) > 1 else None)
    result = score(ScoreSet(name="dev", queries=wanted, scale=scale), runs, options=options)
    origins = tuple(RunOrigin(name=name, file=f"{name[:40]}.jsonl", sha256="ab" * 32, models=("e5",)) for name in names)
    result = replace(result, gates=(GATE,), stages=stages(names)) if len(names) > 1 else result
    return score_html(result, AT, result.per_query, Provenance(versions={"goldkit": "0.1.0"}, runs=origins))


PAGES = {
    "two": lambda: page(("before", "after")),
    "one": lambda: page(("before",)),
    "ten": lambda: page(tuple(f"candidate-{number}-e5-large-hybrid" for number in range(10))),
    "tiny": lambda: page(("a", "b"), queries=3),
    "close": lambda: page(("a", "b"), queries=400, gap=50),
    "hostile": lambda: page(("before", *HOSTILE), tags=HOSTILE[:3]),
}


@pytest.fixture(scope="module")
def opened(browser, tmp_path_factory):
    """opened(name, width, scheme) → the page, after everything on it is unfolded."""
    folder = tmp_path_factory.mktemp("pages")
    contexts = []

    def opened(name: str, width: int, scheme: str):
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(PAGES[name](), encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=False
        )
        contexts.append(context)
        shown = context.new_page()
        asked: list[str] = []
        shown.on("request", lambda request: asked.append(request.url))
        shown.goto(path.as_uri())
        shown.evaluate("() => document.querySelectorAll('details').forEach(part => part.open = true)")
        shown.asked = asked
        return shown

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [1280, 360])
def test_no_text_covers_another_and_nothing_sticks_out(opened, name, width):
    shown = opened(name, width, "light")
    assert shown.evaluate(LOOKS["OVERFLOW"]) <= 0
    assert shown.evaluate(LOOKS["OUTSIDE"]) == []
    assert shown.evaluate(LOOKS["OVERLAPS"]) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read_and_all_marks_be_seen(opened, scheme):
    shown = opened("two", 1280, scheme)
    texts, marks = shown.evaluate(LOOKS["CONTRASTS"]), shown.evaluate(LOOKS["MARKS"])
    assert len(texts) > 2 and len(marks) > 3
    assert {pair: ratio for pair, ratio in texts.items() if ratio < 4.5} == {}
    assert {kind: ratio for kind, ratio in marks.items() if ratio < 3} == {}


def test_light_and_dark_differ(opened):
    papers = {
        s: opened("two", 1280, s).evaluate("() => getComputedStyle(document.body).backgroundColor")
        for s in ("light", "dark")
    }
    assert papers["light"] != papers["dark"]


def test_hostile_names_are_text_and_nothing_is_asked_for(opened):
    shown = opened("hostile", 360, "light")
    assert shown.title() != "owned"
    assert shown.locator("script, img").count() == 0
    text = shown.inner_text("body")
    assert all(" ".join(name.split()) in text for name in HOSTILE)
    assert len(shown.asked) == 1, "the page itself"


def test_what_won_and_whether_to_believe_it_is_seen_without_scrolling(opened):
    for width in (1280, 360):
        shown = opened("two", width, "light")
        for selector in ("h1", ".card .word", ".card .trust"):
            box = shown.locator(selector).first.bounding_box()
            assert box and box["y"] + box["height"] < 800
