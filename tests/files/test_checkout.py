"""Which commit a folder's code is at."""

import subprocess

import pytest

from goldkit.files.checkout import commit_of


def git(folder, *arguments):
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text("1\n")
    git(tmp_path, "add", ".")
    return tmp_path


def test_a_commit_and_whether_tracked_files_differ_from_it(checkout):
    assert commit_of(checkout) is None
    git(checkout, "commit", "-q", "-m", "one")
    commit = git(checkout, "rev-parse", "HEAD")
    (checkout / "run.jsonl").write_text("untracked\n")
    assert commit_of(checkout) == commit
    (checkout / "a.py").write_text("2\n")
    (checkout / "inner").mkdir()
    assert commit_of(checkout / "inner") == commit + "+dirty"


def test_none_where_there_is_no_checkout_or_no_git(checkout, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))
    assert commit_of(tmp_path_factory.mktemp("plain")) is None
    git(checkout, "commit", "-q", "-m", "one")
    monkeypatch.setenv("PATH", "")
    assert commit_of(checkout) is None
