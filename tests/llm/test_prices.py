"""Price tables: read strictly, and silent about models they do not hold."""

import json

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.llm.prices import price_of, read_prices
from goldkit.results.usage import StyleUsage, total

TOML = 'currency = "EUR"\n[models."org/some-model"]\ninput = 0.25\noutput = 2\n'


def test_toml_and_json_say_the_same(tmp_path):
    toml, other = tmp_path / "prices.toml", tmp_path / "prices.json"
    toml.write_text(TOML)
    other.write_text(json.dumps({"currency": "EUR", "models": {"org/some-model": {"input": 0.25, "output": 2}}}))
    assert read_prices(toml) == read_prices(other)
    price = read_prices(toml)["org/some-model"]
    assert price.of(1_000_000, 500_000) == pytest.approx(1.25)
    assert price.currency == "EUR"


def test_the_golden_directory_s_own_table_is_read_where_none_is_named(tmp_path):
    (tmp_path / "prices.toml").write_text(TOML)
    assert price_of("org/some-model", None, tmp_path).input == 0.25
    assert price_of("another", None, tmp_path) is None
    assert price_of(None, None, tmp_path / "nowhere") is None
    with pytest.raises(UsageError, match="no such price table"):
        price_of("m", tmp_path / "missing.toml", tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "models = 3",
        "[models.m]\ninput = 1",
        "[models.m]\ninput = -1\noutput = 2",
        "[models.m]\ninput = nan\noutput = 2",
        '[models.m]\ninput = "1"\noutput = 2',
        "[models.m]\ninput = 1\noutput = 2\ncached = 3",
        "[models",
    ],
)
def test_what_is_no_price_table_is_told_with_its_cure(tmp_path, text):
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=r"prices\.toml: found .*; expected a price table"):
        read_prices(path)


def test_only_what_was_asked_for_costs_and_an_unknown_price_is_not_nothing(tmp_path):
    one = StyleUsage(
        style="a", calls=2, replayed=1, prompt_tokens=200, paid_prompt_tokens=100, paid_completion_tokens=50
    )
    (tmp_path / "prices.toml").write_text(TOML)
    price = price_of("org/some-model", None, tmp_path)
    assert total([one, one]).cost(price) == pytest.approx(2 * (100 * 0.25 + 50 * 2) / 1e6)
    assert total([one]).cost(None) is None and one.to_dict(None)["cost"] is None
