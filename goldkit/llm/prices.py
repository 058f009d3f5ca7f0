"""What models cost: a file of the user's own, since no price that goldkit could ship would stay true.

    currency = "EUR"

    [models."some-model"]
    input = 0.25       # per million tokens of the prompt
    output = 2.00      # per million tokens of the reply

The same in JSON: {"currency": "EUR", "models": {"some-model": {"input": 0.25, "output": 2}}}.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from goldkit.errors import UsageError, bad
from goldkit.results.usage import Price

NAME = "prices.toml"
"""The table in a golden directory, read where no other is named."""
EXPECTED = 'a price table: currency, and for each model [models."NAME"] with input and output, per million tokens'
CURE = "Write the prices as the endpoint's own price list gives them."


class _Model(msgspec.Struct, forbid_unknown_fields=True):
    input: float
    output: float


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    models: dict[str, _Model]
    currency: str = ""


def read_prices(path: Path) -> dict[str, Price]:
    """Model → its price. Raises UsageError when the file does not exist, DataError when it is no price table."""
    if not path.is_file():
        raise UsageError(
            f"{path}: no such price table; it is a TOML or JSON file with the models' input and output prices"
        )
    try:
        text = path.read_text("utf-8-sig")
        decoded = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text)
        table = msgspec.convert(decoded, _Table)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise bad(path, None, str(error), EXPECTED, CURE) from error
    if wrong := [name for name, model in table.models.items() if not _possible(model)]:
        raise bad(path, None, f"prices of {', '.join(wrong)} below 0 or not finite", EXPECTED, CURE)
    return {
        name: Price(model=name, input=model.input, output=model.output, currency=table.currency)
        for name, model in sorted(table.models.items())
    }


def price_of(model: str | None, table: Path | None, golden: Path) -> Price | None:
    """A model's price by the table that is named, else by the golden directory's; None where neither knows it. Raises as above."""
    own = golden / NAME
    if table is None and not own.is_file():
        return None
    return read_prices(table or own).get(model or "")


def _possible(model: _Model) -> bool:
    return all(0 <= price < float("inf") for price in (model.input, model.output))
