"""Cures of what is wrong with frozen sets, files and the corpus."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

from cures import (
    AT,
    Act,
    Case,
    applied,
    changed,
    checked_out,
    git,
    held_out,
    in_dev,
    judged,
    lines,
    question,
    without,
    write,
)

from goldkit.cli.exits import run
from goldkit.records import Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory


def without_a_file(golden: GoldenDirectory) -> None:
    (golden.path / "frozen/core/labels.jsonl").unlink()


def without_the_set(golden: GoldenDirectory) -> None:
    shutil.rmtree(golden.path / "frozen/core")


def renamed(golden: GoldenDirectory) -> None:
    (golden.path / "frozen/core").rename(golden.path / "frozen/heart")


def shown(many: int) -> Act:
    """Says of so many held-out questions that somebody was shown them."""

    def fault(golden: GoldenDirectory) -> None:
        more = [{"query": one, "burned": True, "at": AT, "why": "score --burn"} for one in held_out(golden)]
        golden.append("split.jsonl", more[:many])

    return fault


def half_written(golden: GoldenDirectory) -> None:
    (golden.path / "frozen/.next.tmp").mkdir()


def repeated(golden: GoldenDirectory) -> None:
    held = held_out(golden)[0]
    labels = [Judgment(query="twin", chunk="c00", grade=3, status="decided", source="human", by="ana", at=AT)]
    twin = Query(id="twin", text=question(50), origin="log", conversations=(f"talk{int(held[1:])}",))
    enroll(golden, [twin], labels)


def two_looks(golden: GoldenDirectory) -> None:
    """Looks 1 and 2, committed, of which the first goes."""
    for name in ("a", "b"):
        ranked = {f"q{n:02}": [f"c{n:02}", name] for n in range(12)}
        Path(f"{name}.json").write_text(json.dumps(ranked))
        assert run(["score", "core", f"{name}.json", "--golden", "set"]) == 0
    git("add", "set")
    git("commit", "-qm", "two looks")
    without("ledger.jsonl", '"look":1')(golden)


def a_query_of(side: Callable[[GoldenDirectory], list[str]]) -> Act:
    """Takes a query of a side out of queries.jsonl."""
    return lambda golden: without("queries.jsonl", f'"id":"{side(golden)[0]}"')(golden)


def two_sets(golden: GoldenDirectory) -> None:
    """What a merge of two branches leaves that both froze the same questions."""
    without("split.jsonl", '"side":"core"')(golden)
    shutil.move(golden.path / "frozen/core", "core")
    assert run(shlex.split("freeze other --holdout 0.5 --k 5 --seed 1 --golden set")) == 0
    shutil.move("core", golden.path / "frozen/core")
    others = lines(golden, "split.jsonl")
    git("checkout", "HEAD", "--", "set/split.jsonl")
    write(golden, "split.jsonl", [*lines(golden, "split.jsonl"), *others])


MOVED = ("--corpus", "moved.jsonl")
SETS = {
    "a changed byte": Case("broken-seal", changed("frozen/core/labels.jsonl", '"grade":3', '"grade":2')),
    "a changed manifest": Case("broken-seal", changed("frozen/core/manifest.json", '"k":5', '"k":6')),
    "a missing file": Case("broken-seal", without_a_file),
    "a set under another name": Case("broken-seal", renamed),
    "an interrupted freeze": Case("frozen-in-dev", without("split.jsonl", '"side":"core"')),
    "a missing set": Case("side-without-set", without_the_set),
    "two sets of the same": Case("two-sides", two_sets, without("split.jsonl", '"side":"other"')),
    "a burned question": Case("burned", shown(1)),
    "a burned set": Case("burned", shown(6), left=1),
    "a killed freeze": Case("half-written", half_written),
    "a question asked again": Case("tied-to-frozen", repeated),
    "a ledger with a gap": Case("ledger-gap", two_looks, checked_out("ledger.jsonl")),
    "a held-out question that is gone": Case("split-unknown-query", a_query_of(held_out), checked_out("queries.jsonl")),
    "a question that is gone": Case("unknown-query", a_query_of(in_dev), checked_out("queries.jsonl")),
    "a line that is none": Case(
        "unreadable", changed("judgments.jsonl", '"c00"', "<<<"), checked_out("judgments.jsonl")
    ),
    "a changed text": Case(
        "changed-text", changed("chunks.jsonl", "The valve", "A valve"), checked_out("chunks.jsonl")
    ),
    "a grade of no scale": Case("grade-outside-scale", judged(grade=9, by="ben"), applied(grade=3, by="ben")),
    "judges who disagree": Case("disputed", judged(grade=0, by="ben"), applied(grade=3, role="adjudicate", by="eve")),
    "an edited chunk": Case("changed-chunk", lambda golden: None, options=("--corpus", "edited.jsonl")),
    "a corpus cut anew": Case("vanished-chunk", lambda golden: None, options=MOVED),
    "a set on a corpus cut anew": Case("frozen-chunks", lambda golden: None, options=MOVED),
}
