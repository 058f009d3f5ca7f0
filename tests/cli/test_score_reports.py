"""`goldkit score`: colour on a terminal only, and only for verdicts; other reports of the same result."""

import json
import os
import pty
import subprocess
import sys

import pytest

LONG = "a run with a very long name that no terminal of eighty columns could hold without breaking or cutting it"


@pytest.fixture
def folder(tmp_path):
    """A JSON set of 48 queries; `after` is better, `worse` is worse, `same` is too close to call or equal."""
    gold = {f"q{i:02}": ["a", "b"] for i in range(48)}
    runs = {"before": ["a", "x"], "after": ["a", "b"], "worse": ["x", "y"]}
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    for name, ranking in runs.items():
        rankings = {query: ["a", "x"] if name == "worse" and query < "q10" else ranking for query in gold}
        (tmp_path / f"{name}.json").write_text(json.dumps(rankings))
    noise = {
        query: (["a", "b"], ["x", "y"])[number % 2] if number < 4 else ["a", "x"] for number, query in enumerate(gold)
    }
    (tmp_path / "noise.json").write_text(json.dumps(noise))
    return tmp_path


def on_terminal(folder, *arguments, **environment):
    """What `goldkit score` writes to a terminal of 80 columns."""
    main, other = pty.openpty()
    command = [sys.executable, "-m", "goldkit", "score", *arguments]
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM")}
    env = {**clean, "TERM": "xterm", "COLUMNS": "80", **environment}
    with subprocess.Popen(command, cwd=folder, stdout=other, stderr=subprocess.PIPE, env=env) as process:
        os.close(other)
        parts = []
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        os.close(main)
        assert process.wait() == 0, process.stderr.read()
    return b"".join(parts).decode().replace("\r\n", "\n")


def piped(folder, *arguments):
    command = [sys.executable, "-m", "goldkit", "score", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


RUNS = ("gold.json", "before.json", "after.json", "worse.json", "noise.json")


def test_a_terminal_sees_better_green_worse_red_and_nothing_else_coloured(folder):
    text = on_terminal(folder, *RUNS)
    assert "after: \x1b[32mbetter\x1b[0m in recall@10" in text
    assert "worse: \x1b[31mWORSE\x1b[0m in recall@10" in text
    assert "noise: too small to call in recall@10" in text
    assert text.count("\x1b") == 4


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(folder, environment):
    assert on_terminal(folder, *RUNS, **environment) == piped(folder, *RUNS).stdout


def test_nothing_is_cut_or_wrapped_inside_a_name(folder):
    runs = ("gold.json", "before.json", f"{LONG}=after.json")
    text = piped(folder, *runs).stdout
    assert text.startswith(f"{LONG}: better\n  in recall@10, ")
    assert "\x1b" not in text
    assert on_terminal(folder, *runs, NO_COLOR="1") == text


def test_markdown_goes_to_stdout(folder):
    done = piped(folder, *RUNS, "--markdown")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("### worse is worse than before in recall@10; after is better; noise is undecided\n")


def test_two_reports_do_not_share_stdout(folder):
    done = piped(folder, *RUNS, "--markdown", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--json and --markdown each print on stdout" in done.stderr


def test_a_page_is_written_beside_what_stdout_gets(folder):
    done = piped(folder, *RUNS, "--html", "page.html", "--json")
    assert done.returncode == 0, done.stderr
    assert "wrote page.html" in done.stderr
    assert json.loads(done.stdout)["deltas"]
    page = (folder / "page.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert page.endswith("</html>\n")
    assert not list(folder.glob(".*.tmp"))


@pytest.mark.parametrize(("path", "words"), [("nowhere/page.html", "there is no folder nowhere"), (".", "a folder")])
def test_where_a_page_cannot_be_is_said_before_anything_is_scored(folder, path, words):
    done = piped(folder, "gold.json", "nothing.json", "--html", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_csv_goes_into_a_file_or_to_stdout(folder):
    done = piped(folder, *RUNS, "--csv", "queries.csv", "--html", "page.html")
    assert done.returncode == 0, done.stderr
    assert "after: better" in done.stdout
    lines = (folder / "queries.csv").read_text().splitlines()
    assert lines[0].startswith("query,run,recall@10,MRR,nDCG@10,")
    assert len(lines) == 1 + 48 * 4
    assert "query by query" not in done.stdout
    assert piped(folder, *RUNS, "--csv", "-").stdout.splitlines() == lines
    page = (folder / "page.html").read_text()
    assert "Query by query" in page
    assert "after.json" in page
    both = piped(folder, *RUNS, "--csv", "-", "--json")
    assert (both.returncode, both.stdout) == (2, "")
