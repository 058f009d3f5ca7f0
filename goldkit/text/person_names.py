"""Names of people in a text, as presidio finds them with a spaCy model; presidio is imported in this file alone."""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.errors import UsageError
from goldkit.text.redact import Names

ENTITY = "PERSON"
SURE = 0.4
"""Presidio's score from which a name counts, from 0 to 1; its spaCy recognizer gives 0.85 to what the model calls a person."""


def names_by(model: str) -> Names:
    """A finder of names. model: an installed spaCy model, or the folder of one; nothing is downloaded.

    Raises UsageError where presidio or the model is not installed.
    """
    try:
        import spacy
        from presidio_analyzer import AnalyzerEngine
        from presidio_analyzer.nlp_engine import SpacyNlpEngine
    except ImportError as error:
        raise UsageError(f"names of people need presidio: pip install 'goldkit[pii]' ({error})") from error
    try:
        loaded = spacy.load(model)
    except OSError as error:
        raise UsageError(f"no spaCy model {model!r} is installed; name one that is, or the folder of one") from error
    engine = SpacyNlpEngine(models=[{"lang_code": loaded.lang, "model_name": model}])
    engine.nlp = {loaded.lang: loaded}  # loaded above: the engine's own way would download a missing one
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=[loaded.lang])

    def find(text: str) -> Iterable[tuple[int, int, str]]:
        found = analyzer.analyze(text=text, language=loaded.lang, entities=[ENTITY], score_threshold=SURE)
        return [(one.start, one.end, ENTITY) for one in found]

    return find
