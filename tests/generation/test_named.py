"""What a question may be asked by to the letter."""

import pytest

from goldkit.generation.named import holds, named_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("XFR-1042 stops `ferry --all`, see /var/log/ferry.", ["XFR-1042", "/var/log/ferry"]),
        ('Use `--keep-all` and "--keep-all" or 6200 cores.', ["--keep-all"]),
        ("Write to kofi@south.example.org in 2026.", []),
        ("E-21が表示されたらT2_XXを見てください。", ["E-21", "T2_XX"]),
        ("عند ظهور E-21؟", ["E-21"]),
        ('It is "only quoted" and `plain`.', []),
        ("", []),
    ],
)
def test_names(text, names):
    assert named_in([text]) == names


def test_at_most_ten_each_once():
    assert named_in(["E-1 E-2 E-1", " ".join(f"E-{at}" for at in range(2, 30))]) == [f"E-{at}" for at in range(1, 11)]


@pytest.mark.parametrize(
    ("text", "name", "there"),
    [
        ("what is XFR-1042?", "XFR-1042", True),
        ("what is xfr-1042", "XFR-1042", True),
        ("what is XFR-10421", "XFR-1042", False),
        ("T2_XX_North", "T2_XX", False),
        ("E-21が出た", "E-21", True),
        ("C++ or C", "C++", True),
    ],
)
def test_an_identifier_stands_there_whole(text, name, there):
    assert holds(text, name) is there
