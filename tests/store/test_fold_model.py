"""The fold against a second, naive reading of the same rules: pair by pair, in the words of the design."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.files import canonical
from goldkit.records import Chunk, Copy, Judgment, Query, Scale
from goldkit.store.derive import NEVER
from goldkit.store.facts import counting_labels, facts_of
from goldkit.store.fold import fold
from goldkit.store.texts import texts_of

TEXTS = {
    "a": "Wait 30 s, then call the desk. Ask for ana.",
    "b": "Wait 60 s, then call the desk. Ask for ana.",
    "c": "Wait 60 s, then call the desk. Ask for ben.",
    "d": "The desk is closed.",
}
CHUNKS = sorted(TEXTS)
SPANS = ({"a": [5, 7], "b": [5, 7]}, {"a": [39, 42], "b": [39, 42]})
TIMES = ("2026-12-01T10:00:00Z", "2026-12-01T11:30:00+01:00", "2026-12-01T10:30:00", "2026-12-01", "yesterday")

judgments = st.builds(
    Judgment,
    query=st.just("q"),
    chunk=st.sampled_from(CHUNKS),
    grade=st.none() | st.integers(0, 3),
    status=st.sampled_from(["decided", "decided", "proposed"]),
    source=st.sampled_from(["human", "human", "import", "log", "llm", "generator", "rebase"]),
    by=st.sampled_from(["ana", "ben", "eve"]),
    at=st.sampled_from(TIMES),
    role=st.sampled_from(["judge", "judge", "judge", "adjudicate", "audit"]),
    reason=st.sampled_from([None, None, "undo"]),
    quote=st.sampled_from([None, "call the desk", "Wait 60 s", "Ask for ana."]),
    batch=st.sampled_from([None, None, "sha256:1", "sha256:2"]),
    evidence=st.sampled_from([{}, {"cited": 1}, {"shown": 3}]),
    metadata=st.sampled_from([{}, {"source": "import"}]),
)
copies = st.builds(
    Copy,
    a=st.sampled_from(CHUNKS),
    b=st.sampled_from(CHUNKS),
    jaccard=st.just(0.9),
    containment=st.just((0.9, 0.9)),
    verdict=st.sampled_from(["same", "same", "differs", "retracted"]),
    by=st.sampled_from(["goldkit widen", "goldkit", "ana", "ben"]),
    at=st.sampled_from(TIMES),
    rule=st.sampled_from([None, "number", "name"]),
    direction=st.sampled_from([None, None, None, "a→b", "b→a"]),
    spans=st.sampled_from([(), SPANS, SPANS[:1]]),
)
scales = st.builds(Scale, max=st.just(3), relevant_from=st.integers(1, 3))


def when(line) -> tuple:
    try:
        at = datetime.fromisoformat(line.at)
    except ValueError:
        return (0, line.at, canonical.encode(line))
    return ((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp(), line.at, canonical.encode(line))


def last_of_each(lines, key) -> list:
    return [
        max((line for line in lines if key(line) == one), key=when) for one in sorted({key(line) for line in lines})
    ]


def lower_middle(lines):
    return sorted(lines, key=lambda line: (line.grade, line.by))[(len(lines) - 1) // 2]


def decided(lines, scale):
    """(grade, disputed) or None."""
    lines = [line for line in lines if line.status == "decided"]
    adjudications = [
        x for x in last_of_each([x for x in lines if x.role == "adjudicate"], lambda x: x.by) if x.grade is not None
    ]
    if adjudications:
        return max(adjudications, key=when).grade, False
    judged = [line for line in lines if line.role == "judge"]
    imports = [
        x for x in judged if x.source == "import" or (x.source == "rebase" and x.metadata == {"source": "import"})
    ]
    for rank in ([x for x in judged if x not in imports], imports):
        standing = [x for x in last_of_each(rank, lambda x: x.by) if x.grade is not None]
        if standing:
            grades = [x.grade for x in standing]
            sides = {grade >= scale.relevant_from for grade in grades}
            return lower_middle(standing).grade, max(grades) - min(grades) >= 2 or len(sides) == 2
    return None


def proposed(lines, scale):
    """(grade,) or None."""
    standing = [
        line
        for line in last_of_each([x for x in lines if x.role != "audit"], lambda x: (x.by, x.batch or ""))
        if line.status == "proposed" and not (line.grade is None and line.reason)
    ]
    if not standing:
        return None
    graded = [line for line in standing if line.grade is not None]
    graded = [line for line in graded if line.source == "llm"] or graded
    if graded:
        return (lower_middle(graded).grade,)
    # a batch that two names told of counts once
    told = last_of_each([line for line in standing if line.evidence], lambda line: line.batch or line.by)
    return (scale.relevant_from if any("cited" in line.evidence for line in told) else None,)


def quoted(lines, scale):
    standing = last_of_each([x for x in lines if x.role != "audit"], lambda x: (x.by, x.role, x.batch or ""))
    standing = [x for x in standing if x.quote and x.grade is not None and x.grade >= scale.relevant_from]
    return max(standing, key=when).quote if standing else None


def standing_pairs(lines) -> list[Copy]:
    found = []
    for ends in {frozenset((x.a, x.b)) for x in lines if x.a != x.b}:
        about = [x for x in lines if {x.a, x.b} == ends]
        people = last_of_each([x for x in about if not x.by.startswith("goldkit")], lambda x: x.by)
        tool = last_of_each([x for x in about if x.by.startswith("goldkit")], lambda x: "")
        for side in ([x for x in people if x.verdict != "retracted"], [x for x in tool if x.verdict != "retracted"]):
            if side:
                found.append(max(side, key=when))
                break
    return found


def gives(pair: Copy, source: str, target: str, quote) -> bool:
    """Whether the label of one chunk holds for the other."""
    if {pair.a, pair.b} != {source, target}:
        return False
    if pair.verdict == "same":
        return pair.direction is None or pair.direction == ("a→b" if pair.a == source else "b→a")
    if not quote or not pair.spans or pair.rule in NEVER or quote not in TEXTS[source] or quote not in TEXTS[target]:
        return False
    start = TEXTS[source].index(quote)
    side = "a" if pair.a == source else "b"
    return not any(set(range(*span[side])) & set(range(start, start + len(quote))) for span in pair.spans)


def model(lines, pairs, scale):
    """chunk → (grade, status, disputed)."""
    labels = {}
    for chunk in CHUNKS:
        about = [line for line in lines if line.chunk == chunk]
        settled, open_ = decided(about, scale), proposed(about, scale)
        if settled:
            labels[chunk] = (settled[0], "decided", settled[1])
        elif open_:
            labels[chunk] = (open_[0], "proposed", False)
    firm = {chunk: grade for chunk, (grade, status, disputed) in labels.items() if status == "decided" and not disputed}
    joined = set()
    for target in CHUNKS:
        if labels.get(target, ("", "", ""))[1] == "decided":
            continue
        sources = {}
        for source, grade in firm.items():
            quote = quoted([x for x in lines if x.chunk == source], scale) if grade >= scale.relevant_from else None
            ways = [pair for pair in pairs if gives(pair, source, target, quote)]
            if ways:
                sources[source] = (grade, ways[0].direction is None or ways[0].verdict == "differs")
        grades = {grade for grade, _ in sources.values()}
        if grades and len({grade >= scale.relevant_from for grade in grades}) == 1:
            labels[target] = (max(grades), "derived", False)
            best = min(source for source, (grade, _) in sources.items() if grade == max(grades))
            if sources[best][1]:
                joined.add(frozenset((best, target)))
    return labels, joined


def facts(labels, pairs, joined, scale):
    ties = joined | {frozenset((x.a, x.b)) for x in pairs if x.verdict == "same" and x.direction is None}
    counts = [c for c, (grade, status, disputed) in labels.items() if status != "proposed" and not disputed]
    groups = [{chunk} for chunk in counts if labels[chunk][0] >= scale.relevant_from]
    for tie in ties:
        touched = [group for group in groups if group & tie]
        if len(touched) == 2:
            groups = [group for group in groups if group not in touched] + [touched[0] | touched[1]]
    return sorted(tuple(sorted(group)) for group in groups)


@settings(max_examples=300)
@given(st.lists(judgments, max_size=14), st.lists(copies, max_size=8), scales)
def test_the_fold_says_what_the_naive_reading_says(lines, pair_lines, scale):
    texts = texts_of(Chunk(id=name, text=text) for name, text in TEXTS.items())
    folded = fold(lines, pair_lines, scale, texts)
    found = folded.labels.get("q", {})
    pairs = standing_pairs(pair_lines)
    expected, joined = model(lines, pairs, scale)
    assert {chunk: (x.grade, x.status, x.disputed) for chunk, x in found.items()} == expected
    made = facts_of(Query(id="q", text="?"), counting_labels(found), folded.pairs, scale)
    assert [fact.any for fact in made] == facts(expected, pairs, joined, scale)
