"""Connected components: what hangs together by ties of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def components(joined: Mapping[str, Iterable[str]]) -> list[tuple[str, ...]]:
    """The connected components of a graph, each sorted, sorted by their first members.

    joined: each member → those it is tied to; a tie stands under both of its ends. Ties to what is no member are passed over.
    """
    left = set(joined)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        component, frontier = [start], [start]
        while frontier:
            reached = left.intersection(joined[frontier.pop()])
            left -= reached
            component.extend(reached)
            frontier.extend(reached)
        found.append(tuple(sorted(component)))
    return found
