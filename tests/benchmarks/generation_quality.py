"""What the embedded model's questions are worth, style by style: what is accepted, why not, what it costs, how far it is from real.

Run by hand: `GOLDKIT_REAL_DATA=… python tests/benchmarks/generation_quality.py FOLDER [samples|chroma-docs …]`. FOLDER is made and
kept: a run that was stopped goes on from its journals. Each style asks by itself, for QUESTIONS questions with seed 0, through
`goldkit generate --local`; then the questions of all styles that the samples' log can be held against are, by `goldkit status`.
The model has 135 million parameters; a large one is another matter. Nothing here was chosen by its result.

Measured on 2 cores that others used too (load 4 to 10, so no times are given), SmolLM2-135M-Instruct Q4_1; replies asked, questions
accepted of the 8 that were wanted, tokens. The samples were asked anew, `unanswerable` first, since questions whose every word fits
any topic are turned down; of chroma-docs only `unanswerable` was, for 4 questions instead of 8. No log
belongs to chroma-docs, so there is no distance for its questions.

                 chroma-docs                    samples
                 replies  accepted  tokens     replies  accepted  tokens
    direct            18      8     14,459          22      8     13,401
    vague             21      8     17,632          19      8     11,640
    exact             32      2     31,790          32      2     24,654
    keyword           32      4     26,224          32      1     20,498
    typo              12      8     10,135          29      8     18,498
    followup           8      8      7,837          19      8     14,405
    multi             32      0     49,803          32      0     32,257
    unanswerable      97      3 of 4  73,167      126      0     70,499

    rejected, chroma-docs: 24 a sentence, not keywords; 24 quote not in the chunk (all multi); 23 no identifier of the chunk;
        12 refers to the text; 10 names nothing; 9 answer with an invented figure; 6 truncated; 5 copies the chunk;
        4 repeats an example of the prompt; of `unanswerable` 17 a chunk answers it, 3 names nothing, 1 refers to the text
    rejected, samples: 32 answer with an invented figure; 29 names nothing; 29 quote not in the chunk; 26 a chunk answers it;
        25 a sentence, not keywords; 18 no identifier of the chunk; 8 refers to the text; 6 truncated;
        5 no turn before that makes it whole; 2 repeats an example of the prompt; 1 private data; 1 copies the chunk

    samples, log (276) against synthetic (35)   log    synthetic   apart, 95% interval
      words a question                          6.30   7.94        +1.65   +0.53 to +2.81
      of its words, the chunk has               54%    36%         -18     -28 to -8
      name an identifier                        42%    6%          -36     -46 to -26
      hold a question word                      46%    94%         +48     +38 to +58
      nearly repeat another one                 0%     6%          +6      0 to +14
      find their chunk by words (first 10)      80%    51%         -29     -47 to -10

No price is known for it, so the cost is in tokens. What passes is poor: "What is the status of the email?", "What if I come late?",
"black holes" stand on a quote of their chunk and name a word of it. Of the demo's 24 a person kept 7. It shows that filters
count and say what they turn down; it is no measure of what a capable model writes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

STYLES = ("direct", "vague", "exact", "keyword", "typo", "followup", "multi", "unanswerable")
QUESTIONS = 8
SAMPLES = Path(__file__).resolve().parents[2] / "samples"
MAP = [
    "query=question",
    "chunks=passages",
    "cited=cited",
    "feedback=thumb",
    "conversation=conv",
    "user=user",
    "time=ts",
]
NOW = "2026-12-02T09:00:00Z"


def corpus(name: str) -> Path:
    """The chunks of one of the two collections."""
    if name == "samples":
        return SAMPLES / "corpus.jsonl"
    return Path(os.environ["GOLDKIT_REAL_DATA"]) / "chroma-docs" / "chroma_docs.json"


def goldkit(*words: str | Path) -> tuple[int, dict[str, Any]]:
    """Run a command with --json; its exit code and what it printed, {} for nothing."""
    told = [sys.executable, "-m", "goldkit", *map(str, words), "--json"]
    done = subprocess.run(told, env=os.environ | {"GOLDKIT_NOW": NOW}, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 4):
        raise SystemExit(f"{' '.join(told)}: exit code {done.returncode}: {done.stderr}")
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else {}


def ask(name: str, golden: Path) -> list[dict[str, Any]]:
    """Ask in each style in turn, print a line for each and the reasons of all."""
    print(f"{name}: {QUESTIONS} questions a style\n  style         replies accepted  tokens in + out   seconds")
    results, reasons = [], Counter[str]()
    for style in STYLES:
        begun = time.monotonic()
        words = ("generate", "--corpus", corpus(name), "-n", str(QUESTIONS), "--style", style, "--local")
        _, result = goldkit(*words, "--golden", golden)
        results.append(result)
        reasons += Counter(result["rejected"])
        share = f"{result['accepted']:8}" if result else ""
        tokens = f"{result['prompt_tokens']:,} + {result['completion_tokens']:,}"
        print(
            f"  {style:13} {result['calls']:7} {share}  {tokens:>16}   {time.monotonic() - begun:.0f}  {result['stopped']}"
        )
    for reason, count in reasons.most_common():
        print(f"  {count:4}  {reason}")
    for result in results:
        for query in result["queries"]:
            print(f"  {query['style']:13} {query['text']}")
    return results


def distance(golden: Path, chunks: Path) -> None:
    """Print the figures of `status --synthetic`."""
    _, report = goldkit("status", "--synthetic", "--golden", golden, "--corpus", chunks)
    print(f"  figure          log      synthetic  difference, 95% interval   (of {report['queries']})")
    for figure in report["figures"]:
        low, high = figure["interval"] or (float("nan"), float("nan"))
        values = f"{figure['log']:8.2f} {figure['synthetic']:10.2f} {figure['difference']:+10.2f}"
        print(f"  {figure['name']:14} {values} [{low:+.2f}, {high:+.2f}]")


def mined(golden: Path) -> None:
    """The samples' log, mined and reviewed as the demo does, so that there are real questions to hold the others against."""
    chunks = ("--corpus", SAMPLES / "corpus.jsonl", "--golden", golden)
    logs = SAMPLES / "logs"
    first = ("search_ubi.ndjson", "assistant_spans.jsonl", "assistant_annotations.jsonl")
    goldkit("mine", *(logs / name for name in first), *chunks)
    goldkit("mine", logs / "helpdesk.jsonl", *(word for part in MAP for word in ("--map", part)), *chunks)
    told = [sys.executable, "-m", "goldkit", "review", "--apply", str(SAMPLES / "review.jsonl"), *map(str, chunks)]
    subprocess.run(told, env=os.environ | {"GOLDKIT_NOW": NOW}, capture_output=True, check=True)


def main() -> None:
    """Each collection named, both if none is."""
    folder, names = Path(sys.argv[1]), sys.argv[2:] or ["samples", "chroma-docs"]
    for name in names:
        golden = folder / name
        if name == "samples" and not golden.exists():
            mined(golden)
        ask(name, golden)
        distance(golden, corpus(name))


if __name__ == "__main__":
    main()
