"""Elasticsearch or OpenSearch over HTTP, with nothing to install: both answer `_search` alike.

export SEARCH_URL=http://localhost:9200/handbook
goldkit retrieve recipes.elasticsearch_search:retrieve --set dev -o runs/elasticsearch.jsonl

The `_id` of each document is the id of its chunk, and `text` the field with its words. The same without a line of Python:

goldkit retrieve --http $SEARCH_URL/_search --body '{"size":{k},"query":{"match":{"text":{query}}}}' \\
    --ids 'hits.hits[*]._id' --scores 'hits.hits[*]._score' --set dev -o runs/elasticsearch.jsonl
"""

from __future__ import annotations

import json
import os
from urllib.request import Request, urlopen


def retrieve(query: str, k: int, context: str = "") -> list[tuple[str, float]]:
    """The k best chunks and their scores."""
    asked = {"size": k, "_source": False, "query": {"match": {"text": f"{context} {query}"}}}
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get("SEARCH_API_KEY"):
        headers["Authorization"] = f"ApiKey {key}"
    request = Request(f"{os.environ['SEARCH_URL']}/_search", json.dumps(asked).encode(), headers)
    with urlopen(request, timeout=20) as answer:
        return [(hit["_id"], hit["_score"]) for hit in json.load(answer)["hits"]["hits"]]
