"""Cures of what is wrong with questions, labels and their judges."""

from __future__ import annotations

import json
from pathlib import Path

from cures import AT, Act, Case, applied, changed, in_dev, judged, lines, passage, question, ran, together, write

from goldkit.records import Chunk, Copy, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

APPLY = "review --apply FILE"
LINE = '"aside": "why"'
TWENTY = [f"x{n}" for n in range(20)]


def asked(**fields: object) -> Act:
    """Adds the question `new`."""

    def add(golden: GoldenDirectory) -> None:
        values = {"id": "new", "text": question(60), "origin": "log"} | fields
        enroll(golden, [Query(**values)])  # type: ignore[arg-type]

    return add


def edited(query: str | None, **fields: object) -> Act:
    """Changes the line of a question by hand, of the first of `dev` where none is named."""

    def edit(golden: GoldenDirectory) -> None:
        name = query or in_dev(golden)[0]
        rows = [json.loads(line) for line in lines(golden, "queries.jsonl")]
        write(golden, "queries.jsonl", [json.dumps(row | (fields if row["id"] == name else {})) + "\n" for row in rows])

    return edit


def kept_as_it_is(golden: GoldenDirectory) -> None:
    (golden.path / "redact.txt").write_text("keep: ana@firm\\.example\n")


def torn(golden: GoldenDirectory) -> None:
    with (golden.path / "judgments.jsonl").open("a") as file:
        file.write('{"query":"q')


def copied(golden: GoldenDirectory) -> None:
    """Two copies of which one answers and the other does not."""
    a, b = (f"c{query[1:]}" for query in in_dev(golden)[:2])
    golden.append("copies.jsonl", [Copy(a=a, b=b, jaccard=1, containment=(1, 1), verdict="same", by="ana", at=AT)])
    judged(chunk=b, grade=0)(golden)


def differs(golden: GoldenDirectory) -> None:
    a, b = (f"c{query[1:]}" for query in in_dev(golden)[:2])
    applied({"a": a, "b": b, "verdict": "differs"})(golden)


def imported(golden: GoldenDirectory) -> None:
    """Labels without their texts."""
    Path("FILE").write_text(json.dumps({question(60): ["new/0", "new/1"]}))
    ran("import mapping FILE")(golden)


def first_chunk(golden: GoldenDirectory, text: str) -> Chunk:
    return Chunk(id=f"c{in_dev(golden)[0][1:]}", text=text)


def dated(golden: GoldenDirectory) -> None:
    """Today's corpus, in which a document changed after it was judged."""
    row = {"id": first_chunk(golden, "").id, "text": passage(0), "modified": "2026-12-02"}
    Path("dated.jsonl").write_text(json.dumps(row) + "\n")


def another_text(golden: GoldenDirectory) -> None:
    """Stored beside the text that was judged; the corpus has it now."""
    chunk = first_chunk(golden, "Quite another text.")
    golden.add_chunks([chunk])
    Path("another.jsonl").write_text(json.dumps({"id": chunk.id, "text": chunk.text}) + "\n")


def written_from_another_text(golden: GoldenDirectory) -> None:
    edited(None, origin="synthetic", generator={"chunks": [first_chunk(golden, "").id], "text_sha256": ["0" * 64]})(
        golden
    )


def written_from_a_chunk_that_is_gone(golden: GoldenDirectory) -> None:
    edited(None, origin="synthetic", generator={"chunks": ["gone"], "text_sha256": ["0" * 64]})(golden)


EDITED, DATED = ("--corpus", "edited.jsonl"), ("--corpus", "dated.jsonl")
SAME_GRADE = judged(*({"chunk": chunk, "grade": 3, "by": "ben"} for chunk in TWENTY))
APART = together(
    judged(*({"chunk": chunk, "grade": 3 * (n % 2), "by": "ben"} for n, chunk in enumerate(TWENTY))),
    judged(*({"chunk": chunk, "grade": 3 * (n // 2 % 2), "by": "cem"} for n, chunk in enumerate(TWENTY))),
)
ALL_ANSWER = judged(*({"chunk": chunk, "grade": 3} for chunk in TWENTY[:5]))
TWO_FACTS = together(asked(generator={"chunks": ["c00", "c01"]}), judged(query="new", chunk="c00", grade=3))
LABELS = {
    "a time that is none": Case(
        "bad-time",
        judged(grade=3, at="yesterday"),
        changed("judgments.jsonl", '"yesterday"', '"2026-12-01T10:00:00Z"'),
        says="2026-12-01T10:00:00Z",
    ),
    "a line that was cut off": Case(
        "torn-line", torn, together(applied(grade=2), ran(APPLY)), says="do that one step again"
    ),
    "ids that look alike": Case(
        "look-alike-ids",
        judged(chunk="c00 ", grade=3),
        changed("judgments.jsonl", '"c00 "', '"c00"'),
        says="by hand",
    ),
    "an address in a question": Case(
        "private-text",
        asked(text="Where does ana@firm.example sit?"),
        changed("queries.jsonl", "ana@firm.example", "<EMAIL>"),
        says="<EMAIL>",
    ),
    "an address in a note": Case(
        "private-text",
        judged(grade=3, note="as ana@firm.example said"),
        changed("judgments.jsonl", "ana@firm.example", "<EMAIL>"),
        says="<EMAIL>",
    ),
    "an address that is nobody's": Case(
        "private-text",
        asked(text="Where does ana@firm.example sit?"),
        kept_as_it_is,
        says="`keep:` line in redact.txt",
    ),
    "a judge of one grade": Case(
        "one-grade-judge",
        SAME_GRADE,
        together(applied(*({"chunk": chunk, "grade": 2} for chunk in TWENTY)), ran(APPLY + " --judge eve")),
        says="Have another person judge 20 of them",
    ),
    "judges who agree by chance": Case(
        "judges-apart",
        APART,
        together(
            applied(*({"chunk": chunk, "grade": 3 * (n % 2)} for n, chunk in enumerate(TWENTY))),
            ran(APPLY + " --judge cem"),
        ),
        says="`goldkit review --apply FILE",
    ),
    "a question that everything answers": Case(
        "all-answer", ALL_ANSWER, together(applied(chunk="x0", grade=0), ran(APPLY)), says="review --apply FILE"
    ),
    "a question that is too general": Case("all-answer", ALL_ANSWER, edited(None, aside="why"), says=LINE),
    "half an answer": Case(
        "fact-without-label",
        TWO_FACTS,
        together(applied(query="new", chunk="c01", grade=3), ran(APPLY)),
        says="`goldkit review --apply FILE",
    ),
    "one chunk that says it all": Case(
        "fact-without-label",
        TWO_FACTS,
        edited("new", generator={"chunks": ["c00"]}),
        says="take the other fact or seed chunk out of its line",
    ),
    "a question of two facts set aside": Case("fact-without-label", TWO_FACTS, edited("new", aside="why"), says=LINE),
    "copies that differ": Case("copies-on-two-sides", copied, differs),
    "copies that are judged again": Case(
        "copies-on-two-sides",
        copied,
        lambda golden: applied(chunk=f"c{in_dev(golden)[1][1:]}", grade=3)(golden),
        says="a new grade",
    ),
    "an answer after all": Case(
        "unanswerable-with-answer",
        edited(None, answerable="no"),
        edited(None, answerable="yes"),
        says='"answerable": "yes"',
    ),
    "no answer after all": Case("unanswerable-with-answer", edited(None, answerable="no"), applied(grade=0)),
    "labels imported without a corpus": Case(
        "decided-without-text", imported, ran("import mapping FILE --corpus moved.jsonl"), says="with --corpus"
    ),
    "a chunk judged without a corpus": Case(
        "decided-without-text",
        judged(chunk="new/0", grade=2),
        applied(chunk="new/0", grade=2),
        options=("--corpus", "moved.jsonl"),
    ),
    "a text that was not kept": Case(
        "decided-without-text",
        judged(grade=2, text_sha256="0" * 64),
        applied(grade=2),
        options=EDITED,
    ),
    "two texts of one id": Case("two-texts", another_text, applied(grade=3), options=EDITED),
    "two texts of one id, of which the corpus has one": Case(
        "two-texts", another_text, applied(grade=3), options=("--corpus", "another.jsonl")
    ),
    "a question that still fits": Case("changed-seed", written_from_another_text, applied(grade=3), options=EDITED),
    "a question that does not fit": Case(
        "changed-seed", written_from_another_text, edited(None, aside="why"), options=EDITED, says=LINE
    ),
    "a question whose chunk is gone": Case(
        "changed-seed", written_from_a_chunk_that_is_gone, applied(grade=2), options=EDITED
    ),
    "a label that may be out of date": Case(
        "expired-label",
        dated,
        applied(grade=3, as_of="2026-12-02"),
        options=DATED,
    ),
    "a question without a proposal": Case(
        "query-without-label",
        asked(),
        together(applied(query="new", chunk="c00", grade=3), ran(APPLY)),
        says="`goldkit review --apply FILE",
    ),
    "a bad question without a proposal": Case("query-without-label", asked(), edited("new", aside="why"), says=LINE),
    "a question that waits": Case(
        "query-without-label",
        together(asked(), judged(query="new", chunk="c00", grade=2, status="proposed", source="llm", by="model")),
        together(applied(query="new", chunk="c00", grade=3), ran(APPLY)),
        says="`goldkit review",
    ),
}
