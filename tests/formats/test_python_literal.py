import pytest

from goldkit.errors import DataError
from goldkit.formats.mapping import read_mapping
from goldkit.formats.options import ReadOptions
from goldkit.formats.python_literal import read_literal
from goldkit.sets.resolve import resolve_set


@pytest.mark.parametrize(
    "text, value",
    [
        ("{'q1': ['c1', 'c2'], 'q2': ('c3',)}", {"q1": ["c1", "c2"], "q2": ["c3"]}),
        ("gold = {\n    'q1': {'c2', 'c1'},  # both\n}\n", {"q1": ["c1", "c2"]}),
        ("GOLD: dict[str, list] = {7: [8]}", {"7": [8]}),
        ('"""What answers what."""\ngold = {"q": {"c": 2.0}}', {"q": {"c": 2.0}}),
        ("[('why?', -1), None, True]", [["why?", -1], None, True]),
    ],
)
def test_literals(tmp_path, text, value):
    (tmp_path / "gold.py").write_text(text)
    assert read_literal(tmp_path / "gold.py") == value


@pytest.mark.parametrize(
    "text, line, found",
    [
        ("gold = {'q': open('/etc/passwd')}", 1, "executed"),
        ("import os\ngold = {}", 2, "executed"),
        ("gold = {\n'q': [c1],\n}", 2, "executed"),
        ("gold = {'q': ['c'}", 1, "no Python literal"),
        ("gold = {'q': b'c'}", None, "a bytes"),
        ("gold = {'q': 1, 'r': 2,\n'q': 3, 'r': 4}", 2, "'q' a second time, first on line 1"),
        ("gold = {1.5: 2}", None, "1.5 as an id"),
        ("x = " + "[" * 5000, None, "no Python literal|nested too deeply"),
    ],
)
def test_what_is_refused(tmp_path, text, line, found):
    (tmp_path / "gold.py").write_text(text)
    with pytest.raises(DataError, match=found) as caught:
        read_literal(tmp_path / "gold.py")
    assert line is None or caught.value.problems[0].line == line


def test_nothing_is_executed(tmp_path):
    made = tmp_path / "made"
    (tmp_path / "gold.py").write_text(f"{{'q': __import__('pathlib').Path({str(made)!r}).touch()}}")
    with pytest.raises(DataError):
        read_literal(tmp_path / "gold.py")
    assert not made.exists()


@pytest.mark.parametrize("text", ["{'why?': ['c1', 'c2']}", "gold = {\n 'why?': {'c1', 'c2'}}"])
def test_it_is_a_mapping_to_import_and_a_set_to_score(tmp_path, text):
    path = tmp_path / "gold.py"
    path.write_text(text)
    (found,) = read_mapping(path, ReadOptions()).queries
    assert (found.query.text, [label.chunk for label in found.labels]) == ("why?", ["c1", "c2"])
    (query,) = resolve_set(str(path), tmp_path / "none").queries
    assert sorted(query.labels) == ["c1", "c2"]


def test_broken_json_is_told_as_json_and_a_broken_literal_as_one(tmp_path):
    path = tmp_path / "gold.json"
    path.write_text('{"why?": ["c1", "c2"}')
    with pytest.raises(DataError, match=r"gold.json:1: found no JSON .*column"):
        read_mapping(path, ReadOptions())
    path.write_text("{'why?': ['c1'], 'why?': ['c2']}")
    with pytest.raises(DataError, match=r"the key 'why\?' a second time"):
        read_mapping(path, ReadOptions())
