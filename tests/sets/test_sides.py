"""Which side a query is on, where two branches that each froze it were merged."""

from goldkit.records import Query, SplitLine
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory


def test_the_side_given_first_stands_wherever_its_line_does(tmp_path):
    spring = SplitLine(query="q", side="spring", at="2026-03-01T10:00:00Z", why="freeze spring")
    autumn = SplitLine(query="q", side="autumn", at="2026-10-01T10:00:00+02:00", why="freeze autumn")
    burned = SplitLine(query="q", burned=True, at="2026-01-01T00:00:00Z", why="score --burn")
    for name, lines in (("one", [spring, autumn, burned]), ("other", [burned, autumn, spring])):
        golden = GoldenDirectory(tmp_path / name)
        golden.create()
        golden.rewrite_queries(lambda _: [Query(id="q", text="?")])
        golden.append("split.jsonl", lines)
        assert read_golden(golden).sides == {"q": "spring"}
        assert read_golden(golden).burned == {"q"}
