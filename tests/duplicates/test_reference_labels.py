"""Cases of the reference's table about labels: what follows from a copy, given a quote, a judgment or a frozen side."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from goldkit.duplicates.widen import all_pairs
from goldkit.holdout.plan import plan_freeze
from goldkit.records import Chunk, Copy, Judgment, Query, SplitLine
from goldkit.results.widen import Widened
from goldkit.sets.golden import read_golden
from goldkit.sets.widening import enrol
from goldkit.store.fold import Folded, fold
from goldkit.store.golden import GoldenDirectory
from goldkit.store.texts import texts_of

AT = "2026-12-01T10:00:00Z"
TIMEOUT = "The pump controller drops an idle connection after 30 seconds unless the heartbeat is on."
LOGGED = "Each dropped session is written to the operations journal together with the station that opened it."
DESK = "Questions about the journal go to the desk on the second floor of the control building."
PANEL = "It shows on its panel the state of every valve and the pressure in front of and behind it."
BODY = f"{TIMEOUT} {LOGGED} {DESK} {PANEL}"
STATION = (
    "The station in Tromsø measures the level of the fjord every minute and sends the mean of an hour to the service. "
    "Its firmware is version 2.1 and was installed in 2023. The sensor must be cleaned by hand before the spring tide, and "
    "the value that it gave last is shown until the first one after cleaning has come in."
)
LICENCE = (
    "Licensed under the Example Public Licence. You may copy and change this file as long as this notice stays in it and the "
    "names of all authors are kept. The file is given as it is, without any warranty of being fit for some purpose."
)
OTHERS = [
    " ".join(f"{stem}{n}" for n in range(30))
    for stem in ("lock", "mast", "keel", "deck", "hull", "sail", "rope", "oar")
]


def golden_of(
    folder: Path, grades: Iterable[tuple[str, str, int, str | None]], texts: dict[str, str]
) -> GoldenDirectory:
    """A golden directory with these decided (query, chunk, grade, quote) and the texts that were judged."""
    golden, lines = GoldenDirectory(folder / "golden"), list(grades)
    golden.create()
    golden.add_chunks(Chunk(id=name, text=texts[name]) for name in sorted({chunk for _, chunk, _, _ in lines}))
    golden.rewrite_queries(
        lambda _: [Query(id=name, text=f"{name} asks?") for name in sorted({line[0] for line in lines})]
    )
    given = {"status": "decided", "source": "human", "by": "ana", "at": "2026-11-01T10:00:00Z"}
    golden.append(
        "judgments.jsonl",
        [Judgment(query=q, chunk=c, grade=grade, quote=quote, **given) for q, c, grade, quote in lines],
    )
    return golden


def folded(golden: GoldenDirectory) -> Folded:
    return fold(golden.judgments(), golden.copies(), golden.settings.scale, texts_of(golden.chunks()))


def widened(golden: GoldenDirectory, texts: dict[str, str]) -> tuple[Widened, dict[str, dict[str, str]]]:
    """What widening says, and query → derived chunk → the chunk it is derived from."""
    said = enrol(golden, [Chunk(id=name, text=text) for name, text in texts.items()], AT)
    derived = {
        query: {chunk: label.derived_from for chunk, label in labels.items() if label.derived_from}
        for query, labels in folded(golden).labels.items()
    }
    return said, derived


@pytest.mark.parametrize(
    ("a", "b", "quote", "follows"),
    [
        pytest.param(BODY, BODY.replace("30", "60"), TIMEOUT, False, id="01 the quote holds the number"),
        pytest.param(BODY, BODY.replace("30", "60"), DESK, True, id="01 the quote is elsewhere"),
        pytest.param(
            STATION, STATION.replace("2.1", "2.2"), "must be cleaned by hand", False, id="02 no quote settles it"
        ),
        pytest.param(STATION, STATION.replace("must be", "must not be"), "every minute", False, id="04 nor this"),
        pytest.param(STATION, STATION.replace("Tromsø", "Bodø"), "every minute", False, id="05 nor this"),
        pytest.param(BODY, f"{LICENCE} {BODY}", TIMEOUT, True, id="13 a licence before the answer"),
        pytest.param(BODY, f"{LICENCE} {BODY}", None, False, id="13 no quote known"),
        pytest.param(BODY, f"{DESK} {PANEL}", TIMEOUT, False, id="14 the answer is not in the half"),
        pytest.param(BODY, f"{DESK} {PANEL}", DESK, True, id="14 the answer is in the half"),
        pytest.param(BODY, f"{DESK} {PANEL}", None, False, id="14 no quote known"),
        pytest.param(BODY, LOGGED, LOGGED, True, id="15 the answer is in the short one"),
        pytest.param(BODY, LOGGED, "the desk on the second floor", False, id="15 the answer is not in it"),
        pytest.param(BODY, LOGGED, None, False, id="15 no quote known"),
    ],
)
def test_a_known_quote(a: str, b: str, quote: str | None, follows: bool, tmp_path: Path) -> None:
    golden = golden_of(tmp_path, [("q", "a", 2, quote)], {"a": a})
    said, derived = widened(golden, {"a": a, "b": b})
    assert [(pair.a, pair.b, pair.verdict) for pair in said.new] == [("a", "b", "differs")]
    assert derived["q"] == ({"b": "a"} if follows else {})


def drifting(steps: int) -> dict[str, str]:
    """A text that is wrapped in ever more notices of its own: each is nearest to the one before."""
    words = [
        f"{stem}{kind}"
        for stem in ("river", "tower", "engine", "letter", "garden")
        for kind in ("keeper", "house", "side")
    ]
    source = random.Random(7)
    text = " ".join(source.choice(words) for _ in range(100))
    return {f"{chr(97 + n)}": " ".join(text.split()[n * 4 : n * 4 + 80]) for n in range(steps)}


def same_pairs(texts: dict[str, str]) -> list[Copy]:
    given = {"verdict": "same", "by": "ben", "at": AT}
    pairs = all_pairs([Chunk(id=name, text=text) for name, text in texts.items()], AT).pairs
    return [Copy(a=p.a, b=p.b, jaccard=p.jaccard, containment=p.containment, **given) for p in pairs]


def test_case_37_a_chain_stops_at_the_direct_neighbours(tmp_path: Path) -> None:
    """A person calls each pair of the chain the same: not even then does a label go further than one pair."""
    texts = drifting(6)
    pairs = same_pairs(texts)
    near = {pair.b for pair in pairs if pair.a == "a"}
    assert "b" in near and "f" not in near and {("d", "e"), ("e", "f")} <= {(pair.a, pair.b) for pair in pairs}
    golden = golden_of(tmp_path, [("q", "a", 2, None)], texts)
    golden.append("copies.jsonl", pairs)
    _, derived = widened(golden, texts)
    assert derived["q"] == dict.fromkeys(sorted(near), "a")


def test_case_40_a_person_judged_the_copy_otherwise(tmp_path: Path) -> None:
    texts = {"a": BODY, "b": BODY.replace(". ", ".\n"), "c": BODY.replace(" ", "  ", 1)}
    golden = golden_of(tmp_path, [("q1", "a", 2, None), ("q1", "b", 0, None), ("q2", "a", 2, None)], texts)
    said, derived = widened(golden, texts)
    assert ("q1", "a", "b") in said.conflicts and {query for query, _, _ in said.conflicts} == {"q1"}
    assert folded(golden).labels["q1"]["b"].grade == 0 and derived["q1"] == {}
    assert derived["q2"] == {"b": "a", "c": "a"}


def test_case_42_copies_on_both_sides_of_a_freeze(tmp_path: Path) -> None:
    texts = {"a": BODY, "b": BODY.replace(". ", ".\n"), **{f"other{n}": text for n, text in enumerate(OTHERS)}}
    grades = [("qa", "a", 2, None), ("qb", "b", 2, None), *((f"q{n}", f"other{n}", 2, None) for n in range(8))]
    golden = golden_of(tmp_path, grades, texts)
    apart = read_golden(golden).blocks()
    assert apart["qa"] != apart["qb"]
    widened(golden, texts)
    together = read_golden(golden)
    assert together.blocks()["qa"] == together.blocks()["qb"] and len(set(together.blocks().values())) == 9
    for seed in range(12):
        held_out = set(plan_freeze(together, "spring", 0.5, seed).queries)
        assert ("qa" in held_out) == ("qb" in held_out)


def test_case_42_a_copy_of_a_frozen_chunk_stays_where_it_is(tmp_path: Path) -> None:
    """Found after the freeze: the query in `dev` is of the frozen one's block, so that no other set takes it."""
    texts = {"a": BODY, "b": BODY.replace(". ", ".\n"), "c": STATION}
    golden = golden_of(tmp_path, [("qa", "a", 2, None), ("qb", "b", 2, None), ("qc", "c", 2, None)], texts)
    golden.append("split.jsonl", [SplitLine(query="qb", side="spring", at=AT, why="freeze spring")])
    assert plan_freeze(read_golden(golden), "autumn", 1.0, 1).queries == ("qa", "qc")
    widened(golden, texts)
    plan = plan_freeze(read_golden(golden), "autumn", 1.0, 1)
    assert plan.queries == ("qc",) and plan.kept_in == {"in a block with a frozen query": 1}


def test_case_43_again_and_in_another_order(tmp_path: Path) -> None:
    texts = {"a": BODY, "b": BODY.upper(), "c": BODY.replace("30", "60"), "d": f"{LICENCE} {BODY}", "e": STATION}
    files = []
    for name in ("one", "other"):
        golden = golden_of(tmp_path / name, [("q", "a", 2, DESK)], texts)
        order = dict(sorted(texts.items(), reverse=name == "other"))
        widened(golden, order)
        once = (golden.path / "copies.jsonl").read_bytes()
        again, _ = widened(golden, order)
        assert again.new == () and (golden.path / "copies.jsonl").read_bytes() == once
        files.append(once)
    assert files[0] == files[1] and files[0].count(b"\n") == 3


def test_case_45_twenty_thousand_copies_of_one_chunk(tmp_path: Path) -> None:
    golden = golden_of(tmp_path, [("q", "p00000", 2, None)], {"p00000": LICENCE})
    said, derived = widened(golden, {f"p{n:05}": LICENCE for n in range(20_000)})
    assert [(one.route, one.members, one.kept) for one in said.found.capped] == [("exact", 20_000, 1000)]
    assert len(derived["q"]) == 1000
