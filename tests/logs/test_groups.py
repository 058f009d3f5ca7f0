from __future__ import annotations

from goldkit.logs.groups import Groups
from goldkit.logs.interactions import Place


def test_groups_come_in_the_order_of_their_first_record_and_keep_their_own_order() -> None:
    groups = Groups()
    for line, (key, kind) in enumerate([("t2", "span"), ("t1", "span"), ("t2", "note"), ("t2", "span")], 1):
        groups.add(key, kind, {"line": line}, Place(0, line))
    told = [(key, [(part.kind, part.record["line"], part.place.line) for part in parts]) for key, parts in groups]
    assert told == [("t2", [("span", 1, 1), ("note", 3, 3), ("span", 4, 4)]), ("t1", [("span", 2, 2)])]
