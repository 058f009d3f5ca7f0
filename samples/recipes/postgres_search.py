"""The full-text search of PostgreSQL (pip install 'psycopg[binary]'), in plain SQL.

export DATABASE_URL=postgresql://localhost/postgres
python -m recipes.postgres_search
goldkit retrieve recipes.postgres_search:retrieve --set dev -o runs/postgres.jsonl

The second line makes a table `goldkit_chunks` and fills it; leave it out where your table is there already.
"""

from __future__ import annotations

import json
import os

import psycopg
from pipeline import CORPUS

TABLE = """
    CREATE TABLE IF NOT EXISTS goldkit_chunks (
        id text PRIMARY KEY, body text NOT NULL,
        words tsvector GENERATED ALWAYS AS (to_tsvector('english', body)) STORED)"""
SEARCH = """
    SELECT id, ts_rank(words, asked)::float8 AS score
    FROM goldkit_chunks, CAST(replace(plainto_tsquery('english', %s)::text, '&', '|') AS tsquery) AS asked
    WHERE words @@ asked
    ORDER BY score DESC, id
    LIMIT %s"""
"""Any of the words will do: plainto_tsquery asks for all of them, which few chunks have."""


def retrieve(query: str, k: int, context: str = "") -> list[tuple[str, float]]:
    """The k best chunks and their ranks."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        return connection.execute(SEARCH, (f"{context} {query}", k)).fetchall()


def fill() -> None:
    """Put the samples' chunks into the table."""
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection, connection.cursor() as cursor:
        cursor.execute(TABLE)
        put = "INSERT INTO goldkit_chunks (id, body) VALUES (%s, %s) ON CONFLICT DO NOTHING"
        cursor.executemany(put, [(row["id"], row["text"]) for row in rows])


if __name__ == "__main__":
    fill()
