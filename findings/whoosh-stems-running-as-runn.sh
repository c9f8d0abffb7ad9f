#!/usr/bin/env bash
# Whoosh stems `running` as `runn` and `run` as `run`: a search for run, get, map, stop, log or debug misses the forms with -ing and -ed.
#
# Expected: StemmingAnalyzer uses the algorithm of Porter, as its documentation says, in which -ing and -ed also undouble the last
#   consonant: hopping, tanned and running are hop, tan and run.
# Seen on 2026-12-01 with whoosh-reloaded 2.7.5 (PyPI), beside PyStemmer 3.1.0 `porter` and NLTK's PorterStemmer:
#   running, getting, mapping, stopped, logged, debugging:   runn, gett, mapp, stopp, logg, debugg.
#   the other two:                                           run, get, map, stop, log, debug.
#   a search for `run` with StemmingAnalyzer:                not "running the tests"; a search for `running` not "run tests".
#   parsing, testing, rendered, parser, queries:             the same in all three, right.
# These are among the most frequent verbs of code and its comments, and the analyzer is there for exactly such pairs.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check whoosh-reloaded==2.7.5 PyStemmer==3.1.0 nltk==3.10.4
"$work/venv/bin/python" - <<'PY'
import Stemmer
from nltk.stem import PorterStemmer
from whoosh.analysis import StemmingAnalyzer
from whoosh.fields import TEXT, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.lang.porter import stem
from whoosh.qparser import QueryParser

references = [Stemmer.Stemmer("porter").stemWord, PorterStemmer().stem]
for word, expected, found in [
    ("running", "run", "runn"), ("getting", "get", "gett"), ("mapping", "map", "mapp"), ("stopped", "stop", "stopp"),
    ("logged", "log", "logg"), ("debugging", "debug", "debugg"), ("parsing", "pars", "pars"), ("testing", "test", "test"),
    ("rendered", "render", "render"), ("parser", "parser", "parser"), ("queries", "queri", "queri"),
]:
    print(f"{word}: {stem(word)}, others {[reference(word) for reference in references]}")
    assert stem(word) == found and all(reference(word) == expected for reference in references)

index = RamStorage().create_index(Schema(text=TEXT(analyzer=StemmingAnalyzer(), stored=True)))
with index.writer() as writer:
    for text in ["running the tests", "run tests", "testing the parser", "test parsers"]:
        writer.add_document(text=text)
with index.searcher() as searcher:
    for query, expected in [
        ("run", ["run tests"]), ("running", ["running the tests"]),
        ("parser", ["test parsers", "testing the parser"]),
    ]:
        found = sorted(hit["text"] for hit in searcher.search(QueryParser("text", index.schema).parse(query)))
        print(f"search for {query}: {found}")
        assert found == expected
PY
