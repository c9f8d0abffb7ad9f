#!/usr/bin/env bash
# astchunk leaves out comments, docstrings and names that are longer than a chunk, and puts spaces in their place.
#
# Expected: what does not fit into one chunk is split, or makes a chunk that is too large; all chunks together are the file.
# Seen on 2026-11-29 with astchunk 0.1.0, llama-index-core 0.14.25 and tree-sitter-python 0.25.0 (PyPI), a limit of 150 characters:
#   a docstring of 130 characters besides spaces:   both keep it.
#   a docstring, string or comment of 200:          LlamaIndex splits it. In astchunk it is nowhere; between the quotation marks
#                                                   stand as many spaces as it was long.
#   a block comment of Java, a template string of TypeScript:   missing as well.
#   a name longer than the limit, `y = name(1)`:    `y =     (1)`.
# No error or warning is given. Documentation is what a search in words finds first, and the longest of it is not in the index.
# A function without its docstring looks complete, and so does a query without its SQL.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  astchunk==0.1.0 llama-index-core==0.14.25 tree-sitter==0.26.1 tree-sitter-python==0.25.0
"$work/venv/bin/python" - <<'PY'
import re
import tree_sitter, tree_sitter_python
from astchunk import ASTChunkBuilder
from llama_index.core.node_parser import CodeSplitter

def words(characters):
    return " ".join(["wording"] * (characters // 7))

def compact(text):
    return re.sub(r"\s", "", text)

def in_astchunk(source, language, limit=150):
    builder = ASTChunkBuilder(max_chunk_size=limit, language=language, metadata_template="none")
    return [chunk.get("content", chunk.get("context")) for chunk in builder.chunkify(source)]

def in_llama_index(source, limit=150):
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
    return CodeSplitter(language="python", max_chars=limit, parser=parser).split_text(source)

def check(name, source, complete, language="python"):
    chunks = in_astchunk(source, language)
    print(f"{name}: {sum(chunk.count('wording') for chunk in chunks)} of {source.count('wording')} words in {len(chunks)} chunks")
    assert ("".join(map(compact, chunks)) == compact(source)) == complete
    if not complete:
        assert not any("wording" in chunk for chunk in chunks)
    if language == "python":
        assert "".join(map(compact, in_llama_index(source))) == compact(source)

docstring = 'import os\n\ndef load(path):\n    """{}"""\n    return open(path)\n'
check("short docstring", docstring.format(words(130)), True)
check("long docstring", docstring.format(words(200)), False)
check("comment", f"a = 1\n\n# {words(200)}\nb = 2\n", False)
check("string", f'QUERY = """\n{words(200)}\n"""\nb = 2\n', False)
check("Java", f"class A {{\n  /** {words(200)} */\n  int b;\n}}\n", False, "java")
check("TypeScript", f"const a = `{words(200)}`;\nconst b = 2;\n", False, "typescript")

chunks = in_astchunk(docstring.format(words(200)), "python")
print(chunks)
assert any(re.search(r'""" {200,}"""', chunk) for chunk in chunks)
chunks = in_astchunk("x = 1\ny = call_something_long(1)\n", "python", limit=15)
print(chunks)
assert any(re.search(r"y = {10,}\(1\)", chunk) for chunk in chunks)
PY
