"""Five chunkings × three retrievers in one table, by labels that were judged on one chunking, against spans.

    GOLDKIT_REAL_DATA=… PYTHONPATH=. python tests/benchmarks/chunkings_in_one_table.py

The 472 questions of chunkings.py, their answers marked by a judge who read windows of 400 characters. Retrievers: BM25, static
embeddings, their rank fusion, 60 deep. Of each measure the value by the spans, then by the labels that were resolved in each
chunking. Measured 2026-12-02 (17 CPU s):

    arm                  recall@500tok   recall@2000tok     nDCG@2000tok         recall@5  recall@5 on ids
    200/words            0.635   0.627    0.786   0.778    0.559   0.541    0.489   0.485            0.014
    200/vectors          0.576   0.565    0.772   0.758    0.508   0.491    0.427   0.425            0.016
    200/fusion           0.633   0.622    0.810   0.800    0.557   0.537    0.486   0.480            0.017
    400/words            0.750   0.738    0.891   0.881    0.709   0.687    0.696   0.684            0.684
    400/vectors          0.620   0.603    0.838   0.830    0.598   0.571    0.542   0.523            0.523
    400/fusion           0.709   0.696    0.899   0.891    0.673   0.650    0.648   0.634            0.634
    400+100/words        0.746   0.764    0.898   0.905    0.688   0.685    0.692   0.707            0.027
    400+100/vectors      0.619   0.621    0.848   0.854    0.583   0.581    0.550   0.558            0.025
    400+100/fusion       0.703   0.711    0.902   0.905    0.653   0.649    0.647   0.656            0.032
    800/words            0.739   0.738    0.936   0.933    0.800   0.788    0.842   0.838            0.017
    800/vectors          0.581   0.572    0.846   0.842    0.650   0.639    0.657   0.649            0.019
    800/fusion           0.662   0.657    0.912   0.910    0.725   0.715    0.758   0.756            0.020
    headings/words       0.515   0.516    0.822   0.822    0.729   0.723    0.895   0.897            0.033
    headings/vectors     0.436   0.436    0.745   0.743    0.626   0.619    0.805   0.804            0.030
    headings/fusion      0.486   0.485    0.796   0.794    0.693   0.687    0.881   0.881            0.030

    against the spans    Kendall  Spearman  mean error  largest
    recall@500tok          0.943     0.989      0.0079   0.0180
    recall@2000tok         0.981     0.996      0.0058   0.0147
    nDCG@2000tok           0.962     0.993      0.0125   0.0264
    recall@5               0.943     0.986      0.0071   0.0190

    against recall@2000tok of the spans   Kendall  best arm, which is 800/words
    recall@2000tok by resolved labels       0.981  800/words
    recall@5 by resolved labels             0.295  headings/words: five long chunks hold more
    recall@5 on ids                         0.153  400/words: the chunking that was judged

4,008 labels, none left out; 66 of them (1.6 %) are not the spans': ends of answers that the judged chunking had cut off, where a
chunk holds most of such an end and little of the span, and 15 passages of finance.md that stand there again.
"""

from __future__ import annotations

import logging
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import bm25s
import numpy as np
import wordllama
from scipy.stats import kendalltau, spearmanr
from wordllama import WordLlama

from goldkit.files.canonical import line
from goldkit.records import Chunk, Fact, Label, Run
from goldkit.scoring.chunkings import named, resolve
from goldkit.scoring.means import means
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.request import take
from goldkit.sets.golden import dev_set, read_golden
from goldkit.sets.quotes import Judged, quotes_of
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.carried import Carried, with_carried
from goldkit.store.golden import GoldenDirectory
from tests.benchmarks.chunkings import Question, corpus, documents, holders, per_document, questions
from tests.benchmarks.rebase_on_chunkings import judged

CHUNKED = ("200", "400", "400+100", "800", "headings")
JUDGED_ON = "400"
DEPTH = 60
MEASURES = ["recall@500tok", "recall@2000tok", "nDCG@2000tok", "recall@5"]


def embedder() -> WordLlama:
    """The static embeddings that the package brings along."""
    return WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)


def rankings(
    chunks: Mapping[str, Chunk], asked: Sequence[Question], model: WordLlama
) -> dict[str, dict[str, tuple[str, ...]]]:
    """By words, by static embeddings, and by the fusion of both."""
    names, texts = list(chunks), [chunk.text for chunk in chunks.values()]
    words = bm25s.BM25()
    words.index(bm25s.tokenize(texts, show_progress=False), show_progress=False)
    tokens = bm25s.tokenize([one.text for one in asked], show_progress=False)
    found, _ = words.retrieve(tokens, k=DEPTH, show_progress=False)
    vectors, wanted = model.embed(texts, norm=True), model.embed([one.text for one in asked], norm=True)
    near = np.argsort(-(wanted @ vectors.T), axis=1, kind="stable")[:, :DEPTH]
    runs: dict[str, dict[str, tuple[str, ...]]] = {"words": {}, "vectors": {}, "fusion": {}}
    for place, question in enumerate(asked):
        lists = [[int(at) for at in found[place]], [int(at) for at in near[place]]]
        runs["words"][question.id], runs["vectors"][question.id] = (tuple(names[at] for at in one) for one in lists)
        scores: dict[int, float] = {}
        for one in lists:
            for rank, at in enumerate(one):
                scores[at] = scores.get(at, 0.0) + 1 / (60 + rank)
        fused = sorted(scores, key=lambda at: (-scores[at], at))[:DEPTH]
        runs["fusion"][question.id] = tuple(names[at] for at in fused)
    return runs


def scored(scoreset: ScoreSet, runs: Sequence, chunkings) -> dict[str, dict[str, float]]:
    request = take(scoreset, runs, MEASURES, None, None, ScoreOptions(means_only=True), chunkings)
    return {one.name: dict(one.means) for one in means(request).runs}


def by_spans(scoreset: ScoreSet, texts, asked: Sequence[Question], corpora: Mapping[str, dict[str, Chunk]]) -> ScoreSet:
    """The set as the spans say it: a fact a span, with the chunks of each corpus that hold it, or its parts."""
    own = {question.id: question for question in asked}
    documents_of = {name: per_document(chunks) for name, chunks in corpora.items()}
    queries = []
    for query in scoreset.queries:
        question = own[query.id]
        labels: dict[str, Label] = {}
        held: dict[str, list[Carried]] = {}
        for number, one in enumerate(question.spans):
            for name, of in documents_of.items():
                parts = holders(texts[question.document], one, of[question.document], 0.1)
                reach = 0.0
                for chunk, part in parts.items():
                    label = named(name, chunk)
                    labels[label] = Label(query=query.id, chunk=label, grade=3, status="decided")
                    start, end = (0.0, 1.0) if part == 1 else (reach, min(1.0, reach + part))
                    reach = end
                    held.setdefault(label, []).append(Carried(f"f{number}", start, end))
        facts: list[Fact] = [fact for one in with_carried([], held) for fact in one.facts()]
        queries.append(replace(query, labels=labels, facts=tuple(facts)))
    return replace(scoreset, queries=tuple(queries))


def say_wrong(carried: ScoreSet, spans: ScoreSet, asked: Sequence[Question], texts, corpora) -> None:
    """Every carried label that the spans do not have, by document; how many of them hold words of a span all the same."""
    own = {question.id: question for question in asked}
    right = {query.id: set(query.labels) for query in spans.queries}
    wrong, repeats, labels = Counter(), 0, 0
    for query in carried.queries:
        labels += len(query.labels)
        for name in sorted(set(query.labels) - right[query.id]):
            corpus_name, _, chunk = name.partition(":")
            text, question = "".join(corpora[corpus_name][chunk].text.split()), own[query.id]
            quotes = ["".join(texts[question.document][start:end].split()) for start, end in question.spans]
            wrong[question.document] += 1
            repeats += any(
                quote in text or any(quote[at : at + 24] in text for at in range(0, len(quote) - 23))
                for quote in quotes
            )
    print(
        f"labels carried {labels}; not by the spans {sum(wrong.values())}: {dict(wrong)}; {repeats} of them hold words of a span"
    )


def main() -> None:
    logging.disable(logging.DEBUG)
    texts, asked, model = documents(), questions(), embedder()
    corpora = {name: corpus(name, texts) for name in CHUNKED}
    plain = {
        f"{name}/{kind}": ranking
        for name, chunks in corpora.items()
        for kind, ranking in rankings(chunks, asked, model).items()
    }
    runs = [Run(name=name, rankings=ranking) for name, ranking in plain.items()]
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, chunks in corpora.items():
            path = Path(folder) / f"{name}.jsonl"
            path.write_bytes(b"".join(map(line, chunks.values())))
            paths[name] = str(path)
        golden = read_golden(judged(texts, asked, corpora[JUDGED_ON], Path(folder) / "golden"))
        own = dev_set(golden)
        directory = GoldenDirectory(Path(folder) / "golden")
        known = Judged(tuple(directory.chunks()), quotes_of(directory.judgments(), own.scale))
        of_run = {run.name: paths[run.name.partition("/")[0]] for run in runs}
        carried, sources, chunkings = resolve(own, runs, of_run, known)
    found = scored(carried, sources, chunkings)
    spans = by_spans(carried, texts, asked, corpora)
    true = scored(spans, sources, chunkings)
    say_wrong(carried, spans, asked, texts, corpora)
    naive = {
        one.name: one.means["recall@5"]
        for one in means(take(own, runs, ["recall@5"], None, None, ScoreOptions(means_only=True))).runs
    }
    print(f"questions left out {chunkings.unresolved} of {chunkings.of}")
    print(f"{'arm':18}" + "".join(f"{name:>24}" for name in MEASURES) + f"{'recall@5 on ids':>18}")
    for run in runs:
        cells = "".join(f"{true[run.name][name]:12.3f}{found[run.name][name]:12.3f}" for name in MEASURES)
        print(f"{run.name:18}{cells}{naive[run.name]:18.3f}")
    for name in MEASURES:
        one, other = ([table[run.name][name] for run in runs] for table in (true, found))
        error = np.abs(np.subtract(one, other))
        print(
            f"{name:15} against the spans: Kendall {kendalltau(one, other).statistic:.3f}  Spearman "
            f"{spearmanr(one, other).statistic:.3f}  mean error {error.mean():.4f}  largest {error.max():.4f}"
        )
    fair = [true[run.name]["recall@2000tok"] for run in runs]
    for name, other in (
        ("recall@5 on ids", [naive[run.name] for run in runs]),
        ("recall@5, resolved", [found[run.name]["recall@5"] for run in runs]),
        ("recall@2000tok, resolved", [found[run.name]["recall@2000tok"] for run in runs]),
    ):
        print(
            f"{name:26} against recall@2000tok of the spans: Kendall {kendalltau(fair, other).statistic:.3f}, "
            f"best arm {runs[int(np.argmax(other))].name} (true best {runs[int(np.argmax(fair))].name})"
        )


if __name__ == "__main__":
    main()
