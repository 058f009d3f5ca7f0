"""Secrets go out in headers and URLs, and never into a text."""

import pytest

from goldkit.errors import UsageError
from goldkit.retrieval.environment import Environment


def test_values_go_in_and_never_come_out():
    environment = Environment({"TOKEN": "s3cret-value", "SHORT": "7"})
    assert (
        environment.expand("--header a", "Bearer $TOKEN, ${SHORT}, $5 $top $Top")
        == "Bearer s3cret-value, 7, $5 $top $Top"
    )
    environment.hide(["Bearer s3cret-value"])
    assert environment.redacted("no Bearer s3cret-value; s3cret-value; 7 of 7") == "no [header]; $TOKEN; 7 of 7"


@pytest.mark.parametrize("value", [None, "", "  ", "two\nlines"])
def test_a_variable_without_a_value_is_named(value):
    environment = Environment({} if value is None else {"TOKEN": value})
    with pytest.raises(UsageError, match="--header a: the environment variable TOKEN") as caught:
        environment.expand("--header a", "$TOKEN")
    assert "two" not in str(caught.value)
