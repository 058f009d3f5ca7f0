"""Pairs of opposite words. Words of: en."""

from __future__ import annotations

from itertools import permutations

_LISTED = """
absent present; accept decline; accepts declines; add remove; adds removes; added removed; adding removing;
ascending descending; attach detach; attached detached; begin end; begins ends; beginning end; beginning ending;
better worse; bottom top; buy sell; client server; close open; closes opens; closed open; closed opened; cold hot;
cold warm; create delete; creates deletes; created deleted; decrease increase; decreases increases;
decreased increased; decrypt encrypt; decrypts encrypts; decrypted encrypted; dangerous safe; destination source;
down up; downgrade upgrade; download upload; downloads uploads; downstream upstream; earlier later; early late;
empty full; end start; ends starts; ended started; ending starting; even odd; exclusive inclusive; export import;
exports imports; external internal; fail pass; fail succeed; fails passes; fails succeeds; failed passed;
failed succeeded; failure success; false true; fast slow; faster slower; fastest slowest; finish start;
finishes starts; finished started; fixed variable; free paid; global local; grant revoke; grants revokes;
granted revoked; hard soft; hidden visible; hide show; hides shows; high low; higher lower; highest lowest;
horizontal vertical; in out; inner outer; input output; inputs outputs; inside outside; install remove; join leave;
large small; larger smaller; largest smallest; latest oldest; left right; local remote; long short; longer shorter;
longest shortest; loss gain; lower raise; lower upper; lowercase uppercase; lowers raises; mandatory optional;
many few; max min; maximum minimum; minus plus; multiple single; narrow wide; narrower wider; negative positive;
new old; newer older; newest oldest; offline online; often rarely; pause resume;
pauses resumes; paused resumed; permanent temporary; postfix prefix; prefix suffix; previous next; private public;
pull push; pulls pushes; read write; reads writes; reader writer; receive send; receives sends; received sent;
receiver sender; recipient sender; right wrong; fall rise; falls rises; same different; shallow deep;
sink source; source target; start stop; starts stops; started stopped; strong weak; stronger weaker; subscribe
unsubscribe; together separately; with without; yesterday tomorrow
"""


def _pairs() -> frozenset[tuple[str, str]]:
    listed = [(first, second) for first, second in (pair.split() for pair in _LISTED.split(";"))]
    return frozenset(listed + [(second, first) for first, second in listed])


OPPOSITES = _pairs()
"""(word, its opposite), both ways round."""

PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "de", "a", "anti", "mis")
"""What makes a word its opposite."""


def are_opposite(words: list[str]) -> bool:
    """Whether any two of these words are opposites."""
    return any((one, other) in OPPOSITES or _prefixed(one, other) for one, other in permutations(words, 2))


def _prefixed(short: str, long: str) -> bool:
    return len(short) > 2 and any(long == prefix + short for prefix in PREFIXES)
