"""A mining result as plain text: what was read, what could not be used and why, and what it adds; about one screen."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.phrases import SOME, counted, some
from goldkit.reports.columns import columns, wrap
from goldkit.reports.match_text import match_text
from goldkit.reports.position_bias_text import position_bias_lines
from goldkit.reports.selection_text import selection_lines
from goldkit.results.mine import MinedFile, MineResult, Reason

WIDTH = 100
BIAS = (
    "Mined labels can only name what the old retriever showed, most of all what it showed first: "
    "a chunk that it never found is not among them."
)


def mine_text(result: MineResult) -> str:
    """The whole report, with a final newline."""
    parts = [line for file in result.files for line in _file(file)]
    parts += [f"passed over: {one}" for one in result.skipped[:SOME]]
    rest = len(result.skipped) - SOME
    parts += [f"passed over: {counted(rest, 'further file')} (--json names them)"] if rest > 0 else []
    parts += ["", *(_added(result) if result.batches else ["Every file was mined before: nothing is added."])]
    parts += selection_lines(result)
    return "\n".join(parts) + "\n"


def _file(file: MinedFile) -> list[str]:
    head = f"{file.file} ({file.reader})"
    if file.known:
        return [f"{head}: mined before, adds nothing"]
    kinds = ", ".join(counted(count, kind) for kind, count in sorted(file.kinds.items(), key=lambda item: -item[1]))
    distinct = ", ".join(counted(count, f"different {what}") for what, count in file.distinct.items())
    used = f"{file.used:,} of {counted(file.records, 'record')} used: {kinds}{f' ({distinct})' if distinct else ''}"
    without = f"; besides, {counted(file.broken, 'line')} without a record" if file.broken else ""
    lines = [f"{head}: {used}{without}"]
    lines += _reasons("not used", file.unused)
    lines += _reasons("note", file.notes)
    if file.positions:
        told = (f"{one.application} from {one.base} ({one.seen:,} seen)" for one in file.positions)
        lines.append(f"  positions are counted: {'; '.join(told)}")
    return lines + [f"  {line}" for what in file.advice for line in wrap(what, WIDTH - 2)]


def _reasons(word: str, reasons: Sequence[Reason]) -> list[str]:
    rows = [[f"  {word}", f"{one.count:,}", one.reason, f"(first: line {one.first_line})"] for one in reasons[:SOME]]
    rest = reasons[SOME:]
    if rest:
        rows.append(
            [
                f"  {word}",
                f"{sum(one.count for one in rest):,}",
                f"for {counted(len(rest), 'further reason')} (--json names them)",
                "",
            ]
        )
    return columns(rows, (False, True, False, False))


def _added(result: MineResult) -> list[str]:
    lines = [
        f"asked:     {counted(result.interactions, 'time')}, {counted(result.repeated, 'repeat')} counted once",
        f"questions: {result.new:,} new, {result.known:,} known, {counted(result.variants, 'variant')} in wording",
    ]
    if result.replaced:
        markers = ", ".join(f"{count:,} <{rule}>" for rule, count in result.replaced.items())
        lines.append(f"private:   {markers} put in place of what stood there; --replaced FILE lists it")
    if result.merged or result.misspelt:
        merged = f"{result.merged:,} in form and small words, {result.misspelt:,} misspelt"
        lines.append(
            f"merged:    {counted(result.merged + result.misspelt, 'wording')} into another question's: {merged}"
        )
    if result.followups or result.rewritten:
        rewritten = f", {result.rewritten:,} as the log rewrote them to stand alone" if result.rewritten else ""
        lean = "leans" if result.followups == 1 else "lean"
        lines.append(f"follow-up: {counted(result.followups, 'question')} that {lean} on the turn before{rewritten}")
    if result.machine_questions:
        times = f"{counted(result.machine_times, 'time')} by one session or at machine pace, left out of the weights"
        lines.append(f"machines:  asked {counted(result.machine_questions, 'question')} {times}")
    if result.set_aside:
        aside = "; ".join(f"{count:,} {reason}" for reason, count in result.set_aside.items())
        lines.append(f"set aside: {aside}")
    lines.append(
        f"proposals: {counted(result.pairs, 'pair')}, {result.supported:,} with a click, citation, quotation or thumb up; "
        "none is a label yet"
    )
    lines += _not_proposed(result)
    lines += match_text(result.match)
    if result.position_bias is not None:
        lines += position_bias_lines(result.position_bias)
    if result.vanished:
        supported = sum(one.evidence for one in result.vanished)
        named = some([one.chunk for one in result.vanished])
        ids = counted(len(result.vanished), "chunk id")
        lines.append(f"vanished:  {ids} not in the corpus, not proposed, {supported:,} with evidence: {named}")
    if result.textless:
        lines.append(
            f"no text:   {counted(len(result.textless), 'proposed chunk')}; give --corpus C, or the reviewer sees only ids"
        )
    return [*lines, *wrap(BIAS, WIDTH)]


def _not_proposed(result: MineResult) -> list[str]:
    """What was only shown and nobody will be asked about, unless --depth says so."""
    lines = []
    if result.below:
        lines.append(
            f"           {counted(result.below, 'pair')} shown below the best {result.depth} of a question, with no sign of "
            "use, not proposed; --depth N"
        )
        lines.append("           proposes the best N, where the log is mined for the first time (try --dry-run)")
    if result.beside:
        beside = f"{counted(result.beside, 'pair')} shown with no sign of use, beside others with one, not proposed"
        lines.append(f"           {beside}")
    return lines
