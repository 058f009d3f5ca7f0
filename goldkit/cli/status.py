"""`goldkit status`: what is in the set, what to do next, how small a difference it can see."""

from __future__ import annotations

from goldkit.cli import options, output


def status(golden: options.Golden = options.GOLDEN, as_json: options.Json = False) -> None:
    """Say what is in the set, what to do next and how small a difference it can see."""
    from goldkit.reports.status_text import status_text
    from goldkit.sets.overview import overview
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    found = overview(directory)
    output.say_all(dict.fromkeys(directory.notices))
    if as_json:
        output.out_json(found.to_dict())
    else:
        output.out(status_text(found, options.same(golden)))
