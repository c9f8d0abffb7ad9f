#!/usr/bin/env bash
# LangChain's EnsembleRetriever merges equal texts of different files into one result, and adds up their ranks: copies come first.
#
# Expected: each document stays a result of its own, and its score is the sum over its own ranks.
# Seen on 2026-11-30 with langchain-classic 1.0.8, langchain-core 1.8.3 (PyPI), a keyword search and a vector search:
#   both find a.rs, and after it a license header in b.rs, c.rs and d.rs:   b.rs, a.rs; c.rs and d.rs are gone.
#   one finds these four, the other one a.rs and o.rs:                      b.rs, a.rs, o.rs.
#   the same with `id_key="file"`:                                          a.rs, b.rs, c.rs, d.rs, and a.rs, b.rs, o.rs, c.rs, d.rs.
# The default key is the text alone, and each occurrence in a list adds 1 / (60 + rank). No warning is given.
# Code has many equal chunks (license headers, generated and vendored files). So the text that is repeated most is ranked first, and
# an agent is told of one of the files that contain it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check langchain-classic==1.0.8 langchain-core==1.8.3
"$work/venv/bin/python" - <<'PY'
from langchain_classic.retrievers import EnsembleRetriever
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

TEXTS = {"a.rs": "fn answer()", "b.rs": "license", "c.rs": "license", "d.rs": "license", "o.rs": "fn other()"}

class Fixed(BaseRetriever):
    files: list[str]

    def _get_relevant_documents(self, query, *, run_manager):
        return [Document(page_content=TEXTS[file], metadata={"file": file}) for file in self.files]

def langchain(lists, **options):
    retriever = EnsembleRetriever(retrievers=[Fixed(files=files) for files in lists], **options)
    return [document.metadata["file"] for document in retriever.invoke("query")]

both = [["a.rs", "b.rs", "c.rs", "d.rs"], ["a.rs", "b.rs", "c.rs", "d.rs"]]
one = [["a.rs", "b.rs", "c.rs", "d.rs"], ["a.rs", "o.rs"]]
for lists in both, one:
    print(f"by text: {langchain(lists)}, by file: {langchain(lists, id_key='file')}")
assert langchain(both, id_key="file") == ["a.rs", "b.rs", "c.rs", "d.rs"]
assert langchain(one, id_key="file") == ["a.rs", "b.rs", "o.rs", "c.rs", "d.rs"]
assert langchain(both) == ["b.rs", "a.rs"]
assert langchain(one) == ["b.rs", "a.rs", "o.rs"]
PY
