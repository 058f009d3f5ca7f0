"""Where two texts differ: a shortest edit script over the keys of their tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from goldkit.duplicates.difference import Difference, Side
from goldkit.duplicates.gaps import agree
from goldkit.duplicates.harmless import keys
from goldkit.duplicates.layout import layout_of
from goldkit.duplicates.python_calls import unwrapped
from goldkit.duplicates.unfolded import Token, composed, tokens

Block = tuple[int, int, int, int]
"""(a_from, a_to, b_from, b_to)."""

ALIGNED = 20_000
"""Most tokens of a stretch that is aligned; two longer unlike stretches are one difference."""


@lru_cache(maxsize=256)
def side(text: str) -> Side:
    """A text as the guard reads it; a full stop or a colon at its very end is left out."""
    plain = composed(text)
    found = unwrapped(tokens(plain))
    layout = layout_of(found)
    named = [
        # A shell or an interpreter takes no typographic quotation mark for one.
        key + plain[token.start : token.end] if verbatim and _is_typographic(token, plain) else key
        for key, token, verbatim in zip(keys(found, layout), found, layout.verbatim, strict=True)
    ]
    while named and not named[-1]:
        found, named = found[:-1], named[:-1]
    return Side(plain, found, named, layout.gaps, layout.kept)


def _is_typographic(token: Token, text: str) -> bool:
    return token.text in "\"'" and token.text not in text[token.start : token.end]


def differences(a: Side, b: Side) -> list[Difference]:
    """The differences of the two sides in order, each as wide as what is unequal; [] where they differ only in form."""
    start = _common(a.keys, b.keys)
    ends = min(len(a.keys), len(b.keys)) - start
    tail = min(ends, _common(a.keys[::-1], b.keys[::-1]))
    middle_a, middle_b = a.keys[start : len(a.keys) - tail], b.keys[start : len(b.keys) - tail]
    blocks = [
        (start + a_from, start + a_to, start + b_from, start + b_to)
        for a_from, a_to, b_from, b_to in _blocks(middle_a, middle_b)
    ]
    slid = _slid(blocks, a.keys, b.keys)
    by_gaps = (list(_with_gaps(slid, a, b, in_columns)) for in_columns in (False, True))
    return [Difference(a, b, *_behind_stop(block, a, b)) for block in min(by_gaps, key=len)]


def _with_gaps(blocks: Sequence[Block], a: Side, b: Side, in_columns: bool) -> Iterator[Block]:
    """The blocks, and one for each equal token before which the gaps disagree; a gap beside a block belongs to the block."""
    at_a = at_b = 0
    for a_from, a_to, b_from, b_to in [*blocks, (len(a.keys), 0, len(b.keys), 0)]:
        for one, other in zip(range(at_a + 1, a_from), range(at_b + 1, b_from), strict=True):
            if a.gaps[one] is not b.gaps[other] and not agree(a.gaps[one], b.gaps[other], in_columns):
                yield one, one + 1, other, other + 1
        if a_to or b_to:
            yield a_from, a_to, b_from, b_to
        at_a, at_b = a_to, b_to


def _behind_stop(block: Block, a: Side, b: Side) -> Block:
    """A longer window's addition without the stop with which the shorter text ends: it is in both, and may end an answer."""
    a_from, a_to, b_from, b_to = block
    if b_from == b_to and _goes_on(a, a_from, a_to) and _ends_with_stop(b, b_from):
        return a_from + 1, a_to, b_from, b_to
    if a_from == a_to and _goes_on(b, b_from, b_to) and _ends_with_stop(a, a_from):
        return a_from, a_to, b_from + 1, b_to
    return block


def _goes_on(side: Side, start: int, stop: int) -> bool:
    return stop - start > 1 and side.tokens[start].text == "." and not side.glued(start + 1)


def _ends_with_stop(side: Side, at: int) -> bool:
    return 0 < at == len(side.tokens) and "." in side.text[side.tokens[-1].end :]


def _slid(blocks: Sequence[Block], a: Sequence[str], b: Sequence[str]) -> list[Block]:
    """The same edit script with each addition moved to the text's start or end, or to the difference beside it, if it can be.

    An addition that ends as what stands before it ends may as well stand further left, and the other way round. Without
    this, what a longer window has before the shared text would often seem to be an addition inside.
    """
    left: list[Block] = []
    for block in blocks:
        floor = (left[-1][1], left[-1][3]) if left else (0, 0)
        moved = _moved(block, a, b, -1, floor)
        if left and (moved[0], moved[2]) == floor:
            moved = (left[-1][0], moved[1], left[-1][2], moved[3])
            left.pop()
        left.append(moved)
    right: list[Block] = []
    for block in reversed(left):
        ceiling = (right[-1][0], right[-1][2]) if right else (len(a), len(b))
        moved = _moved(block, a, b, 1, ceiling)
        if right and (moved[1], moved[3]) == ceiling:
            moved = (moved[0], right[-1][1], moved[2], right[-1][3])
            right.pop()
        right.append(moved)
    return right[::-1]


def _moved(block: Block, a: Sequence[str], b: Sequence[str], step: int, stop: tuple[int, int]) -> Block:
    """A one-sided block moved in steps of 1 or −1 up to `stop`; the block itself where it does not get there."""
    a_from, a_to, b_from, b_to = block
    if a_from < a_to and b_from < b_to:
        return block
    while ((a_from, b_from) if step < 0 else (a_to, b_to)) != stop:
        keys, start, end = (a, a_from, a_to) if a_from < a_to else (b, b_from, b_to)
        gone, come = (end - 1, start - 1) if step < 0 else (start, end)
        if not 0 <= come < len(keys) or keys[gone] != keys[come]:
            return block
        a_from, a_to, b_from, b_to = a_from + step, a_to + step, b_from + step, b_to + step
    return a_from, a_to, b_from, b_to


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def _blocks(a: Sequence[str], b: Sequence[str]) -> list[Block]:
    if not a and not b:
        return []
    if not a or not b or max(len(a), len(b)) > ALIGNED:
        return [(0, len(a), 0, len(b))]
    from rapidfuzz.distance import Levenshtein

    numbers: dict[str, int] = {}
    coded = [[numbers.setdefault(key, len(numbers)) for key in side] for side in (a, b)]
    script = [step for step in Levenshtein.opcodes(*coded) if step.tag != "equal"]
    merged: list[Block] = []
    for step in script:
        if merged and merged[-1][1] == step.src_start and merged[-1][3] == step.dest_start:
            merged[-1] = (merged[-1][0], step.src_end, merged[-1][2], step.dest_end)
        else:
            merged.append((step.src_start, step.src_end, step.dest_start, step.dest_end))
    return merged
