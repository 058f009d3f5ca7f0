"""What the page says is on disk when it is answered, once, and can be taken back on another day."""

from __future__ import annotations

from goldkit.records import Chunk, Query, SplitLine

AT = "2026-12-01T10:00:00Z"
CORPUS = (
    Chunk(id="rest#9", text="Clay rests for two days under a wet cloth, three in winter."),
    Chunk(id="far", text="Ferries sail at noon."),
)


def verdicts(golden, by="ana"):
    return [(line.chunk, line.grade, line.reason) for line in golden.judgments() if line.by == by]


def test_a_verdict_is_on_disk_when_it_is_answered_and_the_next_pair_comes(opened, golden):
    page = opened()
    answer = page.judge(3, "r1", note="names it", marked={"text": "reaches 900 degrees", "near": 0})
    assert answer["recorded"] == "3 for kiln#1"
    assert answer["item"]["chunk"]["id"] == "oven.md"
    line = golden.judgments()[-1]
    assert (line.grade, line.note, line.quote, line.status, line.source) == (
        3, "names it", "reaches 900 degrees", "decided", "human",
    )  # fmt: skip
    assert answer["progress"] == {
        "done": 1, "left": 7, "total": 8, "postponed": 0, "questions_done": 0, "questions_left": 3,
    }  # fmt: skip


def test_a_request_sent_again_is_written_once_even_by_another_server(opened, golden):
    page = opened()
    first = page.ask("next")
    page.judge(3, "r1", first)
    assert page.judge(3, "r1", first)["repeated"]
    page.end()
    again = opened()
    assert again.judge(3, "r1", first)["repeated"]
    assert verdicts(golden) == [("kiln#1", 3, None)]
    assert not again.judge(2, "r2", first)["repeated"], "another request about the same pair is another verdict"


def test_undo_goes_back_without_limit_across_restarts_and_kinds(opened, golden):
    page = opened()
    page.judge(3, "r1")
    page.tell("change", query="hot", values={"text": "how hot is the kiln?"}, name="r2")
    page.tell("change", query="hot", values={"aside": "unclear"}, name="r3")
    page.judge(1, "r4")
    page.end()
    later = opened()
    assert later.tell("undo", name="u1")["undone"].startswith("1 for")
    assert later.tell("undo", name="u1")["repeated"]
    assert "aside" in later.tell("undo", name="u2")["undone"]
    assert later.tell("undo", name="u2")["repeated"]
    assert "text" in later.tell("undo", name="u3")["undone"]
    back = later.tell("undo", name="u4")
    assert (back["undone"], back["item"]["chunk"]["id"]) == ("3 for kiln#1", "kiln#1")
    assert later.tell("undo", name="u5")["undone"] is None
    query = next(query for query in golden.queries() if query.id == "hot")
    assert (query.text, query.variants, query.aside) == ("how hot does the kiln get?", (), None)


def test_a_question_set_aside_leaves_the_queue_and_says_why(opened, golden):
    page = opened()
    answer = page.tell("change", query="hot", values={"aside": "private"}, name="r1")
    assert answer["item"]["query"]["id"] == "mix"
    assert [query.aside for query in golden.queries() if query.id == "hot"] == ["private"]


def test_an_edited_question_keeps_its_id_and_the_wording_before(opened, golden):
    page = opened()
    page.tell("change", query="hot", values={"text": "How hot does the kiln become?", "tags": ["kiln"]}, name="r1")
    query = next(query for query in golden.queries() if query.id == "hot")
    assert (query.text, query.variants, query.tags) == (
        "How hot does the kiln become?", ("how hot does the kiln get?",), ("kiln",),
    )  # fmt: skip
    refused = page.tell("change", 400, query="hot", values={"text": "How long does clay rest?"}, name="r2")
    assert "another question already: rest" in refused["error"]
    assert page.tell("change", 400, query="hot", values={"id": "x"}, name="r3")["error"].startswith("'id'")


def test_a_question_that_nothing_answers_has_nothing_left_to_judge(opened, golden):
    page = opened()
    answer = page.tell("change", query="hot", values={"answerable": "no"}, name="r1")
    assert answer["item"]["query"]["id"] == "mix"
    assert next(query for query in golden.queries() if query.id == "hot").answerable == "no"
    page.tell("undo", name="u1")
    assert page.ask("next")["item"]["query"]["id"] == "hot"


def test_any_chunk_of_the_corpus_can_be_found_and_judged(opened, golden):
    page = opened(corpus=CORPUS)
    hits = page.ask("search", text="how long does clay rest", query="rest")["hits"]
    assert [hit["id"] for hit in hits][:2] == ["clay", "rest#9"]
    assert ["mark", {}, "Clay"] in hits[0]["snippet"]
    state = page.ask("pair", query="rest", chunk="rest#9")
    assert state["item"]["text"]["parts"]
    page.judge(3, "r1", state)
    assert verdicts(golden) == [("rest#9", 3, None)]
    assert "rest#9" in {chunk.id for chunk in golden.chunks()}, "what was judged is kept"
    found = page.ask("search", text="wet cloth", query="rest")["hits"]
    assert [(hit["id"], hit["grade"]) for hit in found] == [("rest#9", 3)]
    assert page.ask("search", text="far", query="rest")["hits"][0]["id"] == "far", "an id finds its chunk"


def test_a_new_question_is_written_by_hand_once(opened, golden):
    page = opened()
    name = page.tell("question", text="When does the ferry sail?", name="r1")["query"]
    assert page.tell("question", text="when does the ferry sail", name="r2")["query"] == name
    assert [query.origin for query in golden.queries() if query.id == name] == ["manual"]


def test_what_is_frozen_or_unknown_is_not_open(opened, golden):
    golden.append("split.jsonl", [SplitLine(query="hot", at=AT, why="freeze core", side="core")])
    page = opened()
    assert page.ask("next")["item"]["query"]["id"] == "mix"
    assert "not open to review" in page.ask("pair", 400, query="hot", chunk="kiln#1")["error"]
    assert "not open to change" in page.tell("change", 400, query="hot", values={"aside": "x"}, name="r")["error"]
    assert "nothing is known" in page.ask("pair", 400, query="mix", chunk="nowhere")["error"]
    assert verdicts(golden) == []


def test_a_verdict_on_a_text_that_changed_meanwhile_is_refused(opened, golden):
    page = opened()
    first = page.ask("next")
    first["item"]["chunk"]["sha256"] = "0" * 64
    item = first["item"]
    said = {"query": item["query"]["id"], "chunk": item["chunk"]["id"], "sha256": item["chunk"]["sha256"]}
    assert "has changed" in page.tell("judge", 400, grade=3, **said)["error"]


def test_what_is_no_verdict_is_refused(opened, golden):
    page = opened()
    item = page.ask("next")["item"]
    pair = {"query": item["query"]["id"], "chunk": item["chunk"]["id"], "sha256": item["chunk"]["sha256"]}
    for said in ({}, {"grade": 4}, {"grade": -1}, {"grade": True}, {"grade": "3"}, {"reason": "undo"},
                 {"grade": 3, "reason": "later"}, {"grade": 3, "marked": {"text": "not in it"}}, {"grade": 3, "note": 7},
                 {"grade": 3, "note": "\ud800"}, {"grade": 3, "marked": {"text": "\ud800", "near": "x"}}):  # fmt: skip
        assert page.tell("judge", 400, **pair, **said)["error"]
    assert verdicts(golden) == []


def test_what_others_write_meanwhile_is_seen(opened, golden):
    ana, ben = opened(), opened(judge="ben")
    ana.judge(3, "r1")
    assert ben.ask("next")["item"]["chunk"]["id"] != "kiln#1"
    ben.judge(2, "r2")
    golden.rewrite_queries(lambda found: [*found.values(), Query(id="new", text="another?")])
    ana.judge(0, "r3")
    assert len(golden.judgments()) == 10


def test_a_directory_that_is_gone_is_said_and_nothing_is_taken_for_done(opened, golden, tmp_path):
    page = opened()
    first = page.ask("next")
    golden.path.rename(tmp_path / "elsewhere")
    for said in (page.ask("next", 500), page.ask("agreement", 500), page.tell("undo", 500)):
        assert "no golden directory here any more" in said["error"]
    (tmp_path / "elsewhere").rename(golden.path)
    assert page.judge(3, "r1", first)["recorded"] == "3 for kiln#1"


def test_evidence_of_a_pooled_candidate_names_no_run(opened, golden):
    page = opened()
    assert "secret" not in str(page.ask("pair", query="rest", chunk="kiln#1"))


def test_values_that_could_not_be_read_again_are_never_written(opened, golden):
    page = opened()
    before = (golden.path / "queries.jsonl").read_bytes()
    for values in (
        {"answerable": "maybe"}, {"aside": ["x"]}, {"aside": 7}, {"tags": "kiln"}, {"tags": [1]}, {"tags": None},
        {"text": 7}, {"text": " "}, {"text": "\ud800"}, {"aside": "\ud800"}, {"answer": {}},
    ):  # fmt: skip
        assert page.tell("change", 400, query="hot", values=values, name="r")["error"], values
    assert (golden.path / "queries.jsonl").read_bytes() == before
    assert "half of a character" in page.tell("question", 400, text="\ud800", name="r")["error"]
