"""Two texts compared by themselves, without a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from goldkit.duplicates.guard import Finding
from goldkit.duplicates.membership import Membership
from goldkit.duplicates.shingles import shingled
from goldkit.duplicates.texts import Text
from goldkit.duplicates.verdicts import verdict
from goldkit.duplicates.verify import verified
from goldkit.duplicates.widen import DEFAULTS

if TYPE_CHECKING:
    from goldkit.results.widen import WidenParameters


def compare(a: str, b: str, parameters: WidenParameters = DEFAULTS) -> Finding | None:
    """What the guard says of two texts, None where they are no near-duplicates. No text is taken for boilerplate."""
    none = np.empty(0, np.uint64)
    one, other = (Text(text, (), shingled(text, parameters)) for text in (a, b))
    pair = verified(one.shingled, other.shingled, Membership(none), parameters)
    return None if pair is None else verdict(one, other, pair.boilerplate, none, parameters)
