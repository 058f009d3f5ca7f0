"""A line a query and run, values unrounded, any text in its cell."""

import csv
import io
from dataclasses import replace

from goldkit.reports.score_csv import score_csv


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_every_query_and_run_has_its_line(scored):
    result = scored(per_query=True)
    found = rows(score_csv(result))
    assert [(row["query"], row["run"]) for row in found[:3]] == [("q00", "before"), ("q00", "after"), ("q01", "before")]
    assert len(found) == 38 * 2
    for name in result.measures:
        values = [float(row[name]) for row in found if row["run"] == "after"]
        assert abs(sum(values) / 38 - result.runs[1].means[name]) < 1e-12
    first = found[0]
    assert (first["first_rank"], first["state"], first["facts"], first["facts_missed"]) == ("", "missing", "2", "2")
    assert (found[2]["first_rank"], found[2]["unjudged"], found[2]["results"], found[2]["tags"]) == (
        "1",
        "1",
        "2",
        "exact",
    )


def test_a_text_with_commas_quotes_and_lines_stays_one_cell(scored):
    result = scored(per_query=True)
    odd = 'a, "b"\nc'
    result = replace(result, queries=tuple(replace(query, text=odd) for query in result.queries))
    assert {row["text"] for row in rows(score_csv(result))} == {odd}


def test_nothing_is_written_where_no_query_was_kept(scored):
    assert rows(score_csv(scored())) == []


def test_no_text_or_id_is_a_formula_to_a_spreadsheet_and_numbers_stay_numbers(scored):
    result = scored(per_query=True)
    for start in ("=", "+", "-", "@", "\t", "\r", "\n"):
        odd = f'{start}HYPERLINK("https://example.org","look")'
        queries = tuple(replace(query, text=odd, tags=(odd,), id=odd) for query in result.queries)
        for row in rows(score_csv(replace(result, queries=queries))):
            assert row["text"] == row["tags"] == row["query"] == f"'{odd}"
    below = replace(result.queries[0].runs["after"], values=dict.fromkeys(result.measures, -0.5))
    query = replace(result.queries[0], runs={"after": below})
    (row,) = rows(score_csv(replace(result, queries=(query,))))
    assert {row[name] for name in result.measures} == {"-0.5"}
