"""Names found by presidio itself, with a model made here: none is downloaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldkit.errors import UsageError
from goldkit.text.person_names import names_by
from goldkit.text.redact import Redactor

spacy = pytest.importorskip("spacy", reason="spaCy is not installed (extra pii)")
pytest.importorskip("presidio_analyzer", reason="presidio is not installed (extra pii)")


def test_names_of_people_become_markers(tmp_path: Path) -> None:
    model = spacy.blank("en")
    model.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Ana Lima"}])
    model.to_disk(tmp_path / "model")
    redactor = Redactor(names=names_by(str(tmp_path / "model")))
    assert redactor.redact("did Ana Lima see XFR-1042?")[0] == "did <PERSON> see XFR-1042?"


def test_a_model_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="no-such-model"):
        names_by("no-such-model")
