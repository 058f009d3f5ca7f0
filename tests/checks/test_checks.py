from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from goldkit.checks.catalogue import CHECKS, FIRST, run_checks
from goldkit.cli.check import check
from goldkit.cli.mine import mine
from goldkit.records import Chunk, Copy, Query, SplitLine
from goldkit.results.check import Finding
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import read_golden
from goldkit.sets.overview import overview
from goldkit.store.golden import GoldenDirectory
from goldkit.text.private_forms import FORMS
from goldkit.text.redact import Rules

AT = "2026-12-01T10:00:00Z"
Judging = Callable[..., None]


def found(golden: GoldenDirectory) -> dict[str, str]:
    """Name → severity of what is found."""
    return {finding.name: finding.severity for finding in run_checks(golden).findings}


def only(golden: GoldenDirectory, name: str) -> Finding:
    findings = [finding for finding in run_checks(golden).findings if finding.name == name]
    assert len(findings) == 1, findings
    assert findings[0].cure.endswith(".") and findings[0].where.startswith(str(golden.path))
    return findings[0]


def side_of(golden: GoldenDirectory, frozen: bool) -> list[str]:
    read = read_golden(golden)
    return sorted(name for name in read.queries if (name in read.sides) == frozen)


def test_nothing_is_wrong_with_a_sound_set(sound: GoldenDirectory) -> None:
    report = run_checks(sound)
    assert not report.findings and report.checked == (*FIRST, *CHECKS) and not report.skipped


def test_every_check_says_in_one_line_what_it_looks_for() -> None:
    assert all((check.__doc__ or "").splitlines()[0].endswith((".", ":", ",")) for check in CHECKS.values())


@pytest.mark.parametrize("name", ["queries.jsonl", "labels.jsonl", "chunks.jsonl", "manifest.json"])
def test_any_changed_byte_breaks_the_seal(name: str, sound: GoldenDirectory) -> None:
    path = sound.path / "frozen" / "core" / name
    path.chmod(0o644)
    sealed = path.read_bytes()
    rng = random.Random(name)
    for _ in range(12):
        other = bytearray(sealed)
        other[rng.randrange(len(sealed))] ^= rng.randrange(1, 256)
        path.write_bytes(bytes(other))
        assert found(sound).get("broken-seal") == "error"
    path.write_bytes(sealed)
    assert not found(sound)


def test_a_set_under_another_name_is_noticed(sound: GoldenDirectory) -> None:
    (sound.path / "frozen" / "core").rename(sound.path / "frozen" / "kernel")
    assert {finding.name for finding in run_checks(sound).findings} == {"broken-seal", "side-without-set"}


def test_an_interrupted_freeze_is_explained(sound: GoldenDirectory) -> None:
    (sound.path / "split.jsonl").unlink()
    (sound.path / "frozen" / ".next.tmp").mkdir()
    findings = run_checks(sound).findings
    assert Counter(finding.name for finding in findings) == {"frozen-in-dev": 1, "half-written": 1}
    assert findings[0].what.startswith("6 held-out queries of core: ") and "`goldkit freeze core`" in findings[0].cure


def test_a_query_with_two_sides(sound: GoldenDirectory) -> None:
    lines = (sound.path / "split.jsonl").read_bytes()
    sealed = side_of(sound, frozen=True)[0]
    (sound.path / "split.jsonl").write_bytes(b"")
    sound.append("split.jsonl", [SplitLine(query=sealed, side="another", at="2026-11-01", why="a branch")])
    with (sound.path / "split.jsonl").open("ab") as stream:
        stream.write(lines)
    told = only(sound, "two-sides").what
    assert told.startswith("1 held-out query of another: ") and sealed not in told


def test_a_side_that_no_set_has(sound: GoldenDirectory) -> None:
    query = side_of(sound, frozen=False)[0]
    sound.append("split.jsonl", [SplitLine(query=query, side="gone", at=AT, why="freeze gone")])
    assert only(sound, "side-without-set").where.endswith("split.jsonl")


def test_a_frozen_query_that_is_gone_from_the_queries(sound: GoldenDirectory) -> None:
    gone = side_of(sound, frozen=True)[0]
    sound.rewrite_queries(lambda present: [query for name, query in present.items() if name != gone])
    assert set(found(sound)) == {"split-unknown-query", "unknown-query"}


def test_a_held_out_question_asked_again_is_embargoed_and_counted(sound: GoldenDirectory) -> None:
    held_out = read_golden(sound).queries[side_of(sound, frozen=True)[0]]
    again = Query(id="again", text=held_out.text.upper() + " !", answerable="no")
    enroll(sound, [again])
    finding = only(sound, "tied-to-frozen")
    assert finding.what.startswith("1 query repeats 'core' ") and "again" not in finding.what
    assert "again" not in {query.id for query in read_golden(sound).dev()}


def test_a_torn_line(sound: GoldenDirectory) -> None:
    with (sound.path / "judgments.jsonl").open("ab") as stream:
        stream.write(b'{"query":"q')
    finding = only(sound, "torn-line")
    assert finding.severity == "warning" and finding.where.endswith("judgments.jsonl:13")


@pytest.mark.parametrize("at", ["yesterday", "", "2026-13-01", "1733047200"])
def test_a_time_that_is_none(at: str, sound: GoldenDirectory, judge: Judging) -> None:
    judge("q00", "c-q00", 3, at=at)
    assert only(sound, "bad-time").where.endswith("judgments.jsonl:13")


def test_a_judgment_about_nothing(sound: GoldenDirectory, judge: Judging) -> None:
    judge("nobody", "c-q00")
    assert "'nobody'" in only(sound, "unknown-query").what


@pytest.mark.parametrize("grade", [-1, 4, 1000])
def test_a_grade_that_the_scale_lacks_until_its_judge_replaces_it(
    grade: int, sound: GoldenDirectory, judge: Judging
) -> None:
    judge("q05", "c-q05", grade, at="2026-12-01T11:00:00Z")
    assert f"grade {grade} " in only(sound, "grade-outside-scale").what
    judge("q05", "c-q05", 2, at="2026-12-01T12:00:00Z")
    assert not [one for one in run_checks(sound).findings if one.name == "grade-outside-scale"]


def test_an_answer_to_what_has_none(sound: GoldenDirectory) -> None:
    sound.rewrite_queries(
        lambda present: [
            Query(id=query.id, text=query.text, origin="log", answerable="no" if name == "q03" else None)
            for name, query in present.items()
        ]
    )
    assert only(sound, "unanswerable-with-answer").severity == "error"


def test_judges_that_are_apart(sound: GoldenDirectory, judge: Judging) -> None:
    query = side_of(sound, frozen=False)[0]
    judge(query, f"c-{query}", 0, by="bo")
    assert "ana, bo" in only(sound, "disputed").what
    assert found(sound)["query-without-label"] == "warning"


def test_copies_on_two_sides(sound: GoldenDirectory, judge: Judging) -> None:
    one, other = side_of(sound, frozen=False)[:2]
    copy = Copy(a=f"c-{one}", b=f"c-{other}", jaccard=1, containment=(1, 1), verdict="same", by="goldkit widen", at=AT)
    sound.append("copies.jsonl", [copy])
    judge(one, f"c-{other}", 0)
    assert repr(one) in only(sound, "copies-on-two-sides").what


def test_a_decision_without_its_text(sound: GoldenDirectory, judge: Judging) -> None:
    one, two = side_of(sound, frozen=False)[:2]
    judge(one, "nowhere", 2)
    assert "'nowhere'" in only(sound, "decided-without-text").what
    assert "the corpus lacks is corrected in the file" in only(sound, "decided-without-text").cure
    judge(one, "nowhere", None, reason="undo")
    judge(one, f"c-{two}", 2, text_sha256="0" * 64)
    assert repr(f"c-{two}") in only(sound, "decided-without-text").what


def test_a_text_that_was_edited(sound: GoldenDirectory) -> None:
    path = sound.path / "chunks.jsonl"
    path.write_bytes(path.read_bytes().replace(b"text of q05", b"test of q05"))
    assert only(sound, "changed-text").severity == "error"


def test_two_texts_under_one_id(sound: GoldenDirectory) -> None:
    sound.add_chunks([Chunk(id="c-q05", text="another")])
    assert "'c-q05'" in only(sound, "two-texts").what


@pytest.mark.parametrize("alike", ["c-q05 ", "c-q05\u00a0", "ｃ-q05"])
def test_ids_that_look_the_same(alike: str, sound: GoldenDirectory, judge: Judging) -> None:
    judge("q05", alike, None, status="proposed", source="log", by="goldkit mine")
    assert ascii(alike) in only(sound, "look-alike-ids").what


def test_a_query_that_nothing_counts_for(sound: GoldenDirectory, judge: Judging) -> None:
    enroll(sound, [Query(id="new", text="what is new here?"), Query(id="off", text="never mind that", aside="a typo")])
    judge("new", "c-q01", 2, status="proposed", source="llm", by="model")
    assert only(sound, "query-without-label").what == "1 query waits for review (1 proposal)"
    enroll(sound, [Query(id="bare", text="what is bare here?")])
    assert [one.what for one in run_checks(sound).findings if one.name == "query-without-label"] == [
        "query 'bare' has no label that counts, and nothing is proposed",
        "1 query waits for review (1 proposal)",
    ]


def test_queries_just_mined_wait_in_one_line_with_the_proposals_that_status_counts(sound: GoldenDirectory) -> None:
    path = sound.path.parent / "log.jsonl"
    path.write_text("".join(json.dumps({"q": f"what is {n} for?", "docs": ["a", "b"]}) + "\n" for n in (1, 2)))
    app = typer.Typer()
    app.command("mine")(mine)
    app.command("check")(check)
    golden = ["--golden", str(sound.path)]
    done = CliRunner().invoke(app, ["mine", str(path), "--map", "query=q", "--map", "chunks=docs", *golden])
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(app, ["check", *golden])
    assert done.output.count("2 queries wait for review (4 proposals)") == 1
    assert overview(sound).labels.proposed == 4


def test_unreadable_lines_are_all_told_and_the_seals_still_looked_at(sound: GoldenDirectory) -> None:
    for name in ("judgments.jsonl", "copies.jsonl", "queries.jsonl"):
        with (sound.path / name).open("ab") as stream:
            stream.write(b"{}\n[]\n")
    (sound.path / "frozen" / "core" / "labels.jsonl").unlink()
    report = run_checks(sound)
    assert Counter(finding.name for finding in report.findings) == {"unreadable": 6, "broken-seal": 1}
    assert report.skipped == tuple(CHECKS)


def test_a_query_id_given_twice(sound: GoldenDirectory) -> None:
    path = sound.path / "queries.jsonl"
    path.write_bytes(path.read_bytes() + b'{"id":"q01","text":"another"}\n')
    assert only(sound, "unreadable").where == f"{path}:13"


def test_an_empty_folder_of_frozen_sets_or_a_file_in_it_is_fine(sound: GoldenDirectory) -> None:
    (sound.path / "frozen" / "README").write_text("ours")
    assert not found(sound)


def test_the_report_as_json(sound: GoldenDirectory, judge: Judging) -> None:
    judge("nobody", "c-q00")
    value = run_checks(sound).to_dict()
    assert (value["format"], value["errors"], value["warnings"]) == (1, 1, 0)
    assert set(value["findings"][0]) == {"name", "severity", "where", "what", "cure"}


def test_a_check_changes_nothing(sound: GoldenDirectory, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in sorted(sound.path.rglob("*"))}
    run_checks(sound)
    assert {path: path.stat().st_mtime_ns for path in sorted(sound.path.rglob("*"))} == before


def test_what_is_private_in_a_logged_question_is_an_error(sound: GoldenDirectory) -> None:
    enroll(sound, [Query(id="leak", text="why does ana@x.example wait?", origin="log")])
    finding = only(sound, "private-text")
    assert finding.severity == "error" and "'leak'" in finding.what and "EMAIL" in finding.what
    assert "ana@" not in finding.what


def test_an_imported_question_may_name_an_address(sound: GoldenDirectory) -> None:
    enroll(sound, [Query(id="own", text="who reads ana@x.example?", origin="import")])
    assert only(sound, "private-text").severity == "warning"


def test_a_note_that_names_somebody_is_found_with_its_line(sound: GoldenDirectory, judge: Judging) -> None:
    judge(side_of(sound, False)[0], "c-1", note="ask ana@x.example")
    assert only(sound, "private-text").where.rpartition(":")[2].isdigit()


def test_of_a_frozen_query_only_the_count_is_said(sound: GoldenDirectory) -> None:
    name = side_of(sound, True)[0]
    enroll(sound, [replace(next(one for one in sound.queries() if one.id == name), variants=("mail ana@x.example",))])
    finding = only(sound, "private-text")
    assert "1 held-out query of core" in finding.what and name not in finding.what


def test_a_rule_that_is_off_finds_nothing(sound: GoldenDirectory) -> None:
    enroll(sound, [Query(id="leak", text="why does ana@x.example wait?", origin="log")])
    rules = Rules(forms={name: form for name, form in FORMS.items() if name != "EMAIL"})
    assert not [finding for finding in run_checks(sound, rules).findings if finding.name == "private-text"]


def test_held_out_queries_are_counted_and_named_only_by_burning(
    sound: GoldenDirectory, judge: Judging, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    one, two, three = side_of(sound, True)[:3]
    for name in (one, two):
        judge(name, f"c-{name}", 0, by="bo")
    present = {query.id: query for query in sound.queries()}
    sound.rewrite_queries(lambda _: (present | {three: replace(present[three], answerable="no")}).values())
    finding = only(sound, "disputed")
    assert finding.what.startswith("2 held-out queries of core: ")
    assert finding.cure.startswith(
        "`goldkit review --frozen core` asks a judge again, blind; `goldkit freeze NEW --from core`"
    )
    app = typer.Typer()
    app.command()(check)
    plain = CliRunner().invoke(app, ["--golden", str(sound.path), "--all"])
    told = CliRunner().invoke(app, ["--golden", str(sound.path), "--json"])
    for result in (plain, told):
        assert "unanswerable-with-answer" in result.output
        assert not any(name in result.output for name in (one, two, three))
    assert not any(line.burned for line in sound.split())
    named = CliRunner().invoke(app, ["--golden", str(sound.path), "--all", "--burn"])
    assert all(f"query '{name}'" in named.output for name in (one, two, three))
    assert {line.query for line in sound.split() if line.burned} == {one, two, three}
