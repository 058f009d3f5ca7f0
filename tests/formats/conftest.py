"""What several formats are tried with: sets of questions whose chunks have texts."""

import pytest
from hypothesis import strategies as st

from goldkit.records import Chunk, Query
from goldkit.results.exported import ExportedQuery, ExportSet

CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
NAMES = st.text(CHARACTERS, min_size=1, max_size=6)


@st.composite
def _sets(draw, **fields):
    chunks = [
        Chunk(id=name, text=f"text of {name}") for name in draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    ]
    queries = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        own = {field: draw(strategy) for field, strategy in fields.items()}
        query = Query(id=name, text=f"{draw(NAMES)}, and why so?", origin="import", **own)
        relevant = draw(st.lists(st.sampled_from([chunk.id for chunk in chunks]), min_size=1, unique=True))
        one = ExportedQuery(query=query, grades=dict.fromkeys(sorted(relevant), 1), relevant=tuple(relevant))
        queries.append(one)
    texts = {chunk.id: chunk for chunk in chunks}
    return ExportSet(name="s", queries=tuple(queries), chunks=chunks, texts=texts)


@pytest.fixture(scope="session")
def labelled_sets():
    """From fields of a query and strategies for them to a strategy of sets to export."""
    return _sets


@pytest.fixture(scope="session")
def said():
    """What a reader found: each query with the ids of its chunks."""
    return lambda found: [(item.query, tuple(label.chunk for label in item.labels)) for item in found.queries]
