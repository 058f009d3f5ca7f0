"""Work in several processes, with `eval` as the work: whatever happens to a process, the results come, in order."""

from __future__ import annotations

import pytest

from goldkit.duplicates.workers import LOST, in_order
from goldkit.errors import IncompleteError

DIE = "__import__('os').kill(__import__('os').getpid(), 9)"


def once(path) -> str:
    """Kills its process, but for the second time."""
    return f"7 if __import__('os').path.exists({str(path)!r}) else (open({str(path)!r}, 'w').close(), {DIE})"


@pytest.mark.parametrize("workers", [0, 1, 2, 4])
def test_results_come_in_the_order_of_the_work(workers: int) -> None:
    assert list(in_order(eval, (f"{number} * 2" for number in range(25)), workers)) == [2 * n for n in range(25)]
    assert list(in_order(eval, [], workers)) == []


def test_what_a_killed_process_had_is_done_by_another(tmp_path) -> None:
    # A piece larger than a pipe holds: handing it over takes the other side, too.
    pieces = ["1", f"{once(tmp_path / 'a')}{' ' * 3_000_000}", "2", once(tmp_path / "b"), "3"]
    assert list(in_order(eval, pieces, 2)) == [1, 7, 2, 7, 3]


def test_work_that_kills_every_process_is_given_up() -> None:
    with pytest.raises(IncompleteError, match=f"killed {LOST} times"):
        list(in_order(eval, ["1", DIE, "2"], 2))


def test_an_error_of_the_work_is_raised_where_the_work_is_wanted() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_order(eval, ["1", "1 / 0", "2"], 2))


def test_work_may_be_left_before_its_end() -> None:
    results = in_order(eval, (str(number) for number in range(1000)), 2)
    assert [next(results), next(results)] == [0, 1]
    results.close()
