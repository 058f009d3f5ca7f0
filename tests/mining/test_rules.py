"""A team's own patterns and tags, and what a question looks like."""

from __future__ import annotations

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.mining.kinds import kinds_of
from goldkit.mining.rules import TagRules, read_exact_patterns, tag_patterns, with_tags

MAP = {"query": "q", "chunks": "docs"}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("laptop case", {"form": "keyword", "length": "short"}),
        ("why is the tape so slow?", {"form": "question", "language": "en"}),
        ("does it", {"form": "question", "length": "short", "followup": True, "language": "en"}),
        ("the dashboards are all empty", {"language": "en"}),
        ("転送が止まるのはなぜですか", {"form": "question", "language": "ja"}),
        ("传输为什么停止？", {"form": "question", "language": "zh"}),
        ("เชื่อมต่อไม่ได้", {"language": "th"}),
        ("لماذا توقف النقل؟", {"form": "question", "length": "short", "language": "ar"}),
        ("чому передача зупинилась і не йде", {"language": "uk"}),
        ("kilnctl で XFR-1042 が出る", {"language": "ja", "form": "keyword"}),
        ("👍", {"form": "keyword", "length": "short"}),
        (
            "what " + "is the tape doing in the room with the " * 2 + "mover",
            {"form": "question", "length": "long", "language": "en"},
        ),
    ],
)
def test_form_length_and_language_are_told_where_they_are_clear(text, kinds):
    assert kinds_of(text) == kinds


def test_own_patterns_make_exact_and_own_tags_come_beside(mill, tmp_path):
    path = tmp_path / "exact.txt"
    path.write_text("# sites\n\n(?i)north tower\n\\bblue-[a-z]+\r\n", encoding="utf-8")
    rules = TagRules(read_exact_patterns(path), tag_patterns(["tape=(?i)tape|silo", "slow=slow"]))
    rows = ["who runs the North Tower", "blue-green rollout", "the Silo is slow", "hello", "XFR-1042 tape"]
    result = with_tags(mill.look(mill.write("log.jsonl", *({"q": q} for q in rows)), mapping=MAP), rules)
    tags = {query.text: query.tags for query in result.queries}
    assert tags == {
        "who runs the North Tower": ("exact",),
        "blue-green rollout": ("exact",),
        "the Silo is slow": ("tape", "slow"),
        "hello": (),
        "XFR-1042 tape": ("exact", "tape"),
    }
    assert TagRules(read_exact_patterns(path)).tags("a blue-green thing", ("vague",)) == ("exact",)


@pytest.mark.parametrize(
    "line",
    [
        "(a",
        "(a+)+",
        "(?:a|b)*",
        "((a+)b)*",
        "(a*){2,}",
        r"(a)\1",
        "(?P<x>a)(?P=x)",
        "(?=a)b",
        "(?<!a)b",
        "a*",
        r"x\w*\w*\w*\w*x",
        "(?:a{0,50}b){3,}",
        "[",
    ],
)
def test_patterns_that_are_none_or_may_run_away_are_refused_with_their_line(tmp_path, line):
    path = tmp_path / "exact.txt"
    path.write_text(f"good\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_exact_patterns(path)
    assert [problem.line for problem in caught.value.problems] == [2]
    with pytest.raises(UsageError):
        tag_patterns([f"x={line}"])


@pytest.mark.parametrize(
    "line",
    [
        r"[A-Z]{2,5}-\d+",
        r"(?i)site (?:one|two)",
        r"\(x\)+",
        "[(|)*]+x",
        r"a\|b*c",
        "(ab)?c",
        r"T2_\w+_(North|South)",
        "(?:ab)+c",
    ],
)
def test_usual_patterns_are_taken(line):
    assert tag_patterns([f"x={line}"])["x"].pattern == line


def test_all_bad_lines_are_told_together(tmp_path):
    path = tmp_path / "exact.txt"
    path.write_text("(\n#[0-9]+\n*\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_exact_patterns(path)
    assert [problem.line for problem in caught.value.problems] == [1, 3]


@pytest.mark.parametrize("pairs", [["x"], ["=a"], ["x="], ["x=a", "x=b"]])
def test_tags_that_are_none_are_refused(pairs):
    with pytest.raises(UsageError):
        tag_patterns(pairs)
