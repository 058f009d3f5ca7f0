"""Words by which a question shows itself to be English, and its question words."""

_ASKING = "how what why which where when who whose whom"
_OWN = "the does should could would with and does don't doesn't what's isn't can't"

QUESTION_WORDS = frozenset(_ASKING.split())
ENGLISH = QUESTION_WORDS | frozenset(_OWN.split())
"""Words that no other language has."""
