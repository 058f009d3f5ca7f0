import json

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.llm.journal import Entry, Journal, read_journal, write_travelling
from goldkit.llm.request import Request


def request(text="a", **changes):
    content = {
        "model": "m",
        "messages": [{"role": "user", "content": text}],
        "schema": {"type": "object"},
        "parameters": {"seed": 7},
    }
    return Request(**(content | changes))


def entry(asked, body="{}"):
    return Entry(
        request=asked.content(), endpoint="http://localhost/v1", prompt="ask.v1", body=body, sent={"format": "plain"}
    )


def test_what_is_put_is_got_and_lies_under_its_key(tmp_path):
    journal = Journal(tmp_path / "journal")
    assert journal.get(request()) is None
    journal.put(entry(request(), "żółw\u2028"))
    assert journal.get(request()) == entry(request(), "żółw\u2028")
    assert [path.name for path in (tmp_path / "journal").iterdir()] == [f"{request().key}.json"]


@pytest.mark.parametrize(
    "other",
    [
        request("b"),
        request(model="n"),
        request(schema={"type": "array"}),
        request(parameters={"seed": 8}),
        request(attempt=1),
    ],
)
def test_all_that_is_asked_is_in_the_key(other):
    assert other.key != request().key


def test_names_for_people_and_the_order_of_keys_are_not():
    other = request(parameters={"seed": 7}, prompt="direct.v1", about="chunk 7")
    assert other.key == request().key
    assert request(parameters={"a": 1, "b": 2}).key == request(parameters={"b": 2, "a": 1}).key


def test_a_folder_and_a_single_file_hold_the_same(tmp_path):
    journal = Journal(tmp_path / "journal")
    for text in "abc":
        journal.put(entry(request(text), text))
    write_travelling(tmp_path / "one.jsonl", read_journal(tmp_path / "journal"))
    assert list(read_journal(tmp_path / "one.jsonl")) == list(read_journal(tmp_path / "journal"))
    assert list(read_journal(tmp_path))  # a folder that holds such a file

    for place in (tmp_path / "one.jsonl", tmp_path):
        other = Journal(tmp_path / "fresh", [place])
        assert other.get(request("b")).body == "b"
        other.put(entry(request("d")))
        assert len(list((tmp_path / "fresh").iterdir())) == 1
        (tmp_path / "fresh" / f"{request('d').key}.json").unlink()


def test_writing_twice_gives_the_same_bytes(tmp_path):
    entries = [entry(request(text)) for text in "cab"]
    write_travelling(tmp_path / "1.jsonl", entries)
    write_travelling(tmp_path / "2.jsonl", reversed(entries))
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def test_a_broken_file_is_named(tmp_path):
    path = tmp_path / f"{request().key}.json"
    path.write_text('{"request": {')
    with pytest.raises(DataError, match=f"{path.name}.*Delete the file"):
        Journal(tmp_path).get(request())


def test_a_file_under_a_wrong_name_is_told(tmp_path):
    Journal(tmp_path).put(entry(request("a")))
    (tmp_path / f"{request('a').key}.json").rename(tmp_path / f"{request('b').key}.json")
    with pytest.raises(DataError, match="not the one in its name"):
        Journal(tmp_path).get(request("b"))


def test_bad_lines_of_a_travelling_journal_are_told_with_their_numbers(tmp_path):
    path = tmp_path / "j.jsonl"
    good = json.dumps({"request": request().content(), "endpoint": "", "prompt": "", "body": ""})
    path.write_text(f'{good}\n{{"body": 7}}\n')
    with pytest.raises(DataError, match=r"j\.jsonl:2"):
        Journal(None, [path])


def test_a_missing_journal_is_told(tmp_path):
    with pytest.raises(UsageError, match="no such journal"):
        Journal(None, [tmp_path / "nowhere"])
