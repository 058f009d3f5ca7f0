"""Options of all commands that ask a language model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PANEL = "The model"

Model = Annotated[
    str | None,
    typer.Option("--model", metavar="M", help="The model's name at the endpoint.", rich_help_panel=PANEL),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        help="An OpenAI-compatible endpoint, up to /v1. Nothing else is ever contacted.",
        rich_help_panel=PANEL,
    ),
]
ApiKeyEnv = Annotated[
    str | None,
    typer.Option(
        "--api-key-env",
        metavar="NAME",
        help="The environment variable that holds the API key; it is written nowhere.",
        rich_help_panel=PANEL,
    ),
]
Local = Annotated[
    bool,
    typer.Option(
        "--local",
        help="A tiny model on this machine, to try things without a key; most of what it writes is poor.",
        rich_help_panel=PANEL,
    ),
]
Replay = Annotated[
    Path | None,
    typer.Option(
        "--replay",
        metavar="JOURNAL",
        help="Take every reply from a journal (a folder or a .jsonl file) and call nothing.",
        rich_help_panel=PANEL,
    ),
]
Concurrency = Annotated[
    int,
    typer.Option("--concurrency", metavar="K", min=1, max=128, help="Calls at the same time.", rich_help_panel=PANEL),
]
Rpm = Annotated[
    float | None,
    typer.Option("--rpm", metavar="R", min=0.1, help="Calls a minute at most.", rich_help_panel=PANEL),
]
Tpm = Annotated[
    float | None,
    typer.Option(
        "--tpm",
        metavar="T",
        min=1,
        help="Tokens a minute at most: guessed before a call, corrected by what it took.",
        rich_help_panel=PANEL,
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        "--max-cost",
        metavar="AMOUNT",
        min=0,
        help="Stop, resumably, once replies have cost so much, in the currency of the price table.",
        rich_help_panel=PANEL,
    ),
]
Prices = Annotated[
    Path | None,
    typer.Option(
        "--prices",
        metavar="FILE",
        help="Your price table: currency, and input and output per million tokens of each model, in TOML or JSON; "
        "without it prices.toml in the golden directory.",
        rich_help_panel=PANEL,
    ),
]
MaxTotalTokens = Annotated[
    int | None,
    typer.Option(
        "--max-total-tokens",
        metavar="T",
        min=1,
        help="Stop, resumably, once the endpoint has counted so many.",
        rich_help_panel=PANEL,
    ),
]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        min=0.1,
        max=86_400,
        help="How long to wait for one attempt; a failed one is made again three times.",
        rich_help_panel=PANEL,
    ),
]
Prompts = Annotated[
    Path | None,
    typer.Option(
        "--prompts",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="A folder with prompts of your own, <name>.v<N>.md; they go before goldkit's.",
        rich_help_panel=PANEL,
    ),
]
