"""An example of each finding, and the command that cures it."""

from __future__ import annotations

GIT = "git -C golden checkout HEAD -- {}   (or the commit, in place of HEAD, to which `git log -p -- golden` leads)"
GROWS = "git -C golden diff HEAD -- {}   (then mend the file by hand: restored whole it would lose what came since)"
ASIDE = 'add "aside": "why" to the question\'s line in golden/queries.jsonl'
JUDGE = "goldkit review --apply FILE"

EXAMPLES: dict[str, tuple[str, str]] = {
    "broken-seal": (
        "somebody mended a typo in golden/frozen/core/queries.jsonl, so its sha256 is not the one in manifest.json",
        GIT.format("frozen/core"),
    ),
    "unreadable": (
        'a merge left "<<<<<<<" in golden/judgments.jsonl',
        GROWS.format("judgments.jsonl"),
    ),
    "frozen-in-dev": (
        "`goldkit freeze core` was killed after it sealed core and before it wrote split.jsonl",
        "goldkit freeze core   (it finishes and draws nothing anew)",
    ),
    "two-sides": (
        "two branches each froze a set, and both drew the same question",
        'rm -r golden/frozen/other; take the lines with "side":"other" out of split.jsonl; `goldkit freeze` it under another name',
    ),
    "side-without-set": (
        'split.jsonl says "side":"core", and golden/frozen/core was never committed',
        GIT.format("frozen/core"),
    ),
    "burned": (
        "`goldkit score core … --burn` showed three questions, and somebody may have tuned on them",
        "goldkit freeze core-2 --from core   (a version without them)",
    ),
    "half-written": (
        "the machine went down while `goldkit freeze` wrote golden/frozen/.core.tmp",
        "rm -r golden/frozen/.core.tmp; or goldkit freeze core --holdout 0.5 --k 10 --seed 1",
    ),
    "ledger-gap": (
        "looks 1 and 3 at core are in ledger.jsonl, and look 2 is not: a line was removed",
        GROWS.format("ledger.jsonl"),
    ),
    "split-unknown-query": (
        "a question of core was deleted from queries.jsonl; a similar one may now stand in dev unnoticed",
        GROWS.format("queries.jsonl"),
    ),
    "tied-to-frozen": (
        "a new log asks again, in nearly the same words, what the frozen set core asks; nobody tunes on it, for it is embargoed",
        "goldkit freeze core-2 --from core   (it takes such questions in where they have labels)",
    ),
    "torn-line": (
        'the disk was full and golden/judgments.jsonl ends in {"query":"q',
        "do that one step again, e.g. `goldkit review`; the torn line is cut off then",
    ),
    "bad-time": (
        'a judgment written by hand says "at":"yesterday"',
        "write 2026-12-01T10:00:00Z in the line that is named",
    ),
    "unknown-query": (
        "a question was deleted from queries.jsonl, and its judgments stayed",
        GROWS.format("queries.jsonl"),
    ),
    "grade-outside-scale": (
        "grade 5, copied from another tool's scale, in a set that has 0 to 3",
        f"{JUDGE}   (a line with a grade of this scale by the same judge replaces it)",
    ),
    "unanswerable-with-answer": (
        '"answerable":"no", and yet ana gave faq.md#4 grade 3 for it',
        f'{JUDGE}   (judge the chunk again), or set "answerable":"yes" in golden/queries.jsonl',
    ),
    "fact-without-label": (
        "a question written from rules.md#2 and limits.md#1 has a label on rules.md#2 only, so finding that alone is recall 1",
        "goldkit review; or goldkit pool RUN…, where nothing is proposed",
    ),
    "disputed": (
        "ana says 3 and ben says 0 of the same chunk",
        JUDGE + '   with {"query":"q1","chunk":"c1","grade":2,"role":"adjudicate"}',
    ),
    "judges-apart": (
        "ana counts a link to the answer as relevant and ben does not; over 40 pairs their kappa is 0.21",
        "goldkit review   (its page lists what they dispute); agree on a rule, then judge those again",
    ),
    "one-grade-judge": (
        "ben pressed 3 on all of 60 pairs",
        "goldkit review --again --judge ANOTHER   (another person judges some of them)",
    ),
    "all-answer": (
        '"how do I use it?": all eight chunks that were shown have grade 3',
        "goldkit review --again; or " + ASIDE,
    ),
    "copies-on-two-sides": (
        "faq.md#1 has grade 3 and its copy old/faq.md#1 grade 0 for one question",
        JUDGE + '   with {"a":"faq.md#1","b":"old/faq.md#1","verdict":"differs"} or a new grade',
    ),
    "decided-without-text": (
        "qrels were imported without a corpus, so nothing says what was judged",
        "goldkit import FORMAT FILE --corpus CORPUS",
    ),
    "changed-text": (
        "somebody mended a text in golden/chunks.jsonl, which says what was judged",
        GROWS.format("chunks.jsonl"),
    ),
    "two-texts": (
        "faq.md#1 was judged in spring and in autumn with different texts, and one judgment names neither",
        f"{JUDGE} --corpus CORPUS   (judge today's text)",
    ),
    "changed-seed": (
        "a question was generated from limits.md#1 when it said 30 s; now it says 60 s",
        f"{JUDGE} --corpus CORPUS   (where the question still fits); else {ASIDE}",
    ),
    "changed-chunk": (
        "limits.md#1 was judged when it said 30 s, and the corpus now says 60 s",
        "goldkit rebase --corpus CORPUS",
    ),
    "vanished-chunk": (
        "the corpus was cut anew, and limits.md#1 is now a part of limits.md#0",
        "goldkit rebase --corpus CORPUS",
    ),
    "expired-label": (
        "limits.md was modified on 2 December, and ana judged limits.md#1 on 1 December",
        "goldkit review --apply FILE --corpus CORPUS",
    ),
    "frozen-chunks": (
        "of 40 chunks that core labels, today's corpus has 31",
        "goldkit rebase --set core --as core-2 --corpus CORPUS",
    ),
    "private-text": (
        "a question from a log names ana@example.org",
        "goldkit mine LOG…   (it replaces such things); what is in git's history needs `git filter-repo` as well",
    ),
    "look-alike-ids": (
        "judgments name 'faq.md#1' and 'faq.md#1 ', with a space",
        "correct the id in the file it was imported from; no id is ever rewritten",
    ),
    "query-without-label": (
        "a question was mined, and nobody has judged what is proposed for it",
        "goldkit review",
    ),
}
"""Name of a finding → (how it comes about, the command or the edit that cures it)."""
