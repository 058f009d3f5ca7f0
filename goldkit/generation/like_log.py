"""Questions in the proportions of the log: the styles, how long questions are, and what they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkit.errors import UsageError
from goldkit.records import Query
from goldkit.results.likeness import LONGER, SHORTER, LikenessRow
from goldkit.text.tokens import words

LEAST = 10
"""Questions of the log that it takes to be like it."""
TAGGED = {"exact": "exact", "vague": "vague", "keyword": "keyword", "typo": "typo", "question": "direct"}
"""Tag of a log question → style that asks in this way; the first that fits counts, and all other questions are direct ones."""
OTHER = "direct"
BINS = 4
"""Groups of lengths, with about as many of the log's questions in each."""
SLACK = 0.25
"""A group of lengths takes that share more than its own, for no model writes to the word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LikeLog:
    """styles: style → its share of the log's questions. longest: the most words of each group of lengths but the last,
    which has no end. lengths: the groups' shares. about: for each question a text that tells its topic.
    """

    styles: Mapping[str, float]
    longest: tuple[int, ...]
    lengths: tuple[float, ...]
    about: tuple[str, ...] = ()

    def among(self, named: Sequence[str]) -> LikeLog:
        """The same of the named styles only, in the log's proportions. Raises UsageError where the log has none of them."""
        shares = {style: share for style, share in self.styles.items() if style in named}
        if not shares:
            raise UsageError(
                f"no log question in dev is asked as {' or '.join(named)}; the log has {', '.join(self.styles)}. "
                "Name one of these, or leave --like-log out"
            )
        return replace(self, styles={style: share / sum(shares.values()) for style, share in shares.items()})

    def group(self, question: str) -> int:
        """Which group of lengths a question belongs to, from 0."""
        size = len(words(question))
        return next((at for at, most in enumerate(self.longest) if size <= most), len(self.longest))

    def name(self, group: int) -> str:
        """The group for people: 5-7."""
        low = self.longest[group - 1] + 1 if group else 1
        return f"{low}-{self.longest[group]}" if group < len(self.longest) else f"{low} or more"


def like_log(queries: Iterable[Query], labelled: Mapping[str, str] | None = None) -> LikeLog:
    """The proportions of log questions. queries: of `dev` only, for frozen ones would leak; those of other origins are passed over.

    labelled: query id → the text of a chunk that answers it. Raises UsageError for fewer than ten log questions.
    """
    asked = [query for query in queries if query.origin == "log"]
    if len(asked) < LEAST:
        raise UsageError(
            f"{len(asked)} log questions in dev, at least {LEAST} are needed to be like the log; `goldkit mine` adds them"
        )
    sizes = sorted(len(words(query.text)) for query in asked)
    longest = sorted({sizes[len(sizes) * at // BINS - 1] for at in range(1, BINS)} - {sizes[-1]})
    bare = LikeLog(styles={}, longest=tuple(longest), lengths=())
    groups = Counter(bare.group(query.text) for query in asked)
    styles = Counter(next((style for tag, style in TAGGED.items() if tag in query.tags), OTHER) for query in asked)
    texts = labelled or {}
    return LikeLog(
        styles={style: count / len(asked) for style, count in sorted(styles.items())},
        longest=bare.longest,
        lengths=tuple(groups[at] / len(asked) for at in range(len(longest) + 1)),
        about=tuple(texts.get(query.id, query.text) for query in asked),
    )


def quotas(styles: Sequence[str], n: int, shares: Mapping[str, float] | None = None) -> Counter[str]:
    """n split over styles: evenly, the first ones get what is left over; or by their shares.

    By shares, one after another goes where most is missing (Webster and Sainte-Laguë), so a larger n takes from no style.
    """
    if shares is None:
        return Counter({style: n // len(styles) + (at < n % len(styles)) for at, style in enumerate(styles)})
    got: Counter[str] = Counter(dict.fromkeys(styles, 0))
    for _ in range(n):
        got[max(styles, key=lambda style: shares.get(style, 0.0) / (2 * got[style] + 1))] += 1
    return got


class Lengths:
    """Room for questions of each length. After as many refusals as there are to be questions, every length is welcome."""

    def __init__(self, like: LikeLog | None, n: int) -> None:
        self._like, self._refusals = like, n
        self._room = [round(share * n * (1 + SLACK)) + 1 for share in like.lengths] if like else []
        self._styles: Counter[str] = Counter()
        self._groups: Counter[int] = Counter()

    def objection(self, question: str) -> str | None:
        """Why there is no room for a question of that length; None where there is."""
        if self._like is None or not self._refusals:
            return None
        group = self._like.group(question)
        if self._groups[group] < self._room[group]:
            return None
        self._refusals -= 1
        longer = any(self._groups[at] < self._room[at] for at in range(group))
        return LONGER if longer else SHORTER

    def add(self, style: str, question: str) -> None:
        """One more accepted question."""
        if self._like is not None:
            self._styles[style] += 1
            self._groups[self._like.group(question)] += 1

    def rows(self) -> tuple[LikenessRow, ...]:
        """How near the accepted ones come."""
        if self._like is None:
            return ()
        total = max(1, self._styles.total())
        names = sorted({*self._like.styles, *self._styles})
        styles = [
            LikenessRow("style", name, self._like.styles.get(name, 0.0), self._styles[name] / total) for name in names
        ]
        groups = enumerate(self._like.lengths)
        return (
            *styles,
            *(LikenessRow("words", self._like.name(at), share, self._groups[at] / total) for at, share in groups),
        )
