from goldkit.records import Batch, Judgment
from goldkit.reports.mine_text import mine_text
from goldkit.results.mine import MinedFile, MineResult, Position, Reason, Vanished

BATCH = Batch(batch="sha256:1", file="log", reader="ubi", at="t")


def judgment(chunk: str, batch: str) -> Judgment:
    return Judgment(
        query="q", chunk=chunk, grade=None, status="proposed", source="log", by="goldkit mine", at="t", batch=batch
    )


def result(**more) -> MineResult:
    values = {
        "files": (),
        "interactions": 12,
        "repeated": 1,
        "new": 3,
        "known": 1,
        "variants": 2,
        "set_aside": {},
        "queries": (),
        "proposals": (judgment("a", "1"), judgment("a", "2"), judgment("b", "1")),
        "supported": 1,
        "vanished": (),
        "textless": (),
        "chunks": (),
        "batches": (BATCH,),
    }
    return MineResult(**values | more)


def test_a_file_tells_what_was_used_and_why_the_rest_was_not():
    reasons = tuple(Reason(f"reason {n}", 100 - n, n) for n in range(1, 9))
    file = MinedFile(
        file="log.ndjson",
        reader="ubi",
        batch="b",
        records=3921,
        used=2951,
        kinds={"event": 3448, "query record": 473},
        distinct={"query id": 284, "text": 1},
        unused=reasons,
        notes=(Reason("odd", 1, 7),),
        positions=(Position("app", 0, 1060),),
    )
    text = mine_text(result(files=(file,)))
    first, *rest = text.splitlines()
    assert first == (
        "log.ndjson (ubi): 2,951 of 3,921 records used: 3,448 events, 473 query records "
        "(284 different query ids, 1 different text)"
    )
    assert rest[0].split() == ["not", "used", "99", "reason", "1", "(first:", "line", "1)"]
    assert rest[5].split()[:6] == ["not", "used", "279", "for", "3", "further"]
    assert "note  1  odd  (first: line 7)" in text
    assert "positions are counted: app from 0 (1,060 seen)" in text


def test_what_is_added_counts_pairs_not_lines():
    text = mine_text(
        result(
            set_aside={"no words": 2},
            vanished=tuple(Vanished(f"c{n}", 1, n < 2) for n in range(7)),
            textless=("a", "b"),
            skipped=("x.md: no record in it",),
        )
    )
    for part in (
        "12 times, 1 repeat counted once",
        "3 new, 1 known, 2 variants in wording",
        "set aside: 2 no words",
        "2 pairs, 1 with a click",
        "7 chunk ids not in the corpus, not proposed, 2 with evidence: c0, c1, c2, c3, c4, … and 2 more",
        "2 proposed chunks; give --corpus",
        "only name what the old retriever showed",
        "passed over: x.md",
    ):
        assert part in text


def test_nothing_new_says_so():
    file = MinedFile(file="log", reader="ubi", batch="b", known=True)
    text = mine_text(result(files=(file,), batches=()))
    assert text == "log (ubi): mined before, adds nothing\n\nEvery file was mined before: nothing is added.\n"


def test_the_json_counts_records_and_names_every_reason():
    file = MinedFile(file="log", reader="ubi", batch="b", unused=(Reason("why", 1, 2),))
    value = result(files=(file,)).to_dict()
    assert (value["format"], value["proposals"], value["pairs"], value["queries"]) == (1, 3, 2, 0)
    assert value["files"][0]["unused"] == ({"reason": "why", "count": 1, "first_line": 2},)


def test_lines_without_a_record_are_told_apart_from_records():
    reasons = (Reason("no text", 2, 3), Reason("no JSON", 3, 9))
    file = MinedFile(
        file="l", reader="r", batch="b", records=13, used=11, kinds={"record": 13}, broken=3, unused=reasons
    )
    assert mine_text(result(files=(file,))).startswith(
        "l (r): 11 of 13 records used: 13 records; besides, 3 lines without a record\n"
    )
