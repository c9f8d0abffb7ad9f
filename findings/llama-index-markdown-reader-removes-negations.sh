#!/usr/bin/env bash
# LlamaIndex's MarkdownReader removes `!(` and all between `<` and `>` from code: `if (!(a && b))` becomes `if (a && b))`.
#
# Expected: the reader for Markdown files gives the text of the file, and code as it is; what it removes by default, images and
# the addresses of links, is Markdown of the form `![text](file)` and `[text](address)` outside of code.
# Seen on 2026-11-30 with llama-index-readers-file 0.7.0 and llama-index-core 0.14.25 (PyPI), in blocks of code and in prose:
#   if (!(ready && open)) wait();            if (ready && open)) wait();
#   handlers[name](event);                   handlersname;
#   #include <stdio.h>                       #include
#   Map<String, List<Integer>> ids;          Map> ids;
#   if (low < x && x > 0) total += x;        if (low  0) total += x;
#   "Done!? Yes." in prose                   "Done Yes."
#   ![a chart](chart.png)                    !a chart — the image's mark is what stays.
#   `# install` in a block of `~~~`, or indented: a heading, and a document of its own begins there.
# With `remove_images=False` and `remove_hyperlinks=False` the first two stay; the removal of `<…>` has no setting.
# No warning is given. So conditions in a project's documentation are indexed in reverse, and a search for the call finds nothing.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check llama-index-core==0.14.25 llama-index-readers-file==0.7.0
"$work/venv/bin/python" - "$work" <<'PY'
import pathlib, sys
from llama_index.readers.file import MarkdownReader

file = pathlib.Path(sys.argv[1]) / "guide.md"

def read(text, **settings):
    file.write_text(text)
    return [document.text.strip() for document in MarkdownReader(**settings).load_data(file)]

for line, by_default, by_settings in [
    ("if (ready && open) wait();", "if (ready && open) wait();", "if (ready && open) wait();"),
    ("if (!(ready && open)) wait();", "if (ready && open)) wait();", "if (!(ready && open)) wait();"),
    ("handlers[name](event);", "handlersname;", "handlers[name](event);"),
    ("#include <stdio.h>", "#include ", "#include "),
    ("Map<String, List<Integer>> ids;", "Map> ids;", "Map> ids;"),
    ("if (low < x && x > 0) total += x;", "if (low  0) total += x;", "if (low  0) total += x;"),
]:
    code = f"```\n{line}\n```"
    found, kept = read(code), read(code, remove_hyperlinks=False, remove_images=False)
    print(f"{line}  by default: {found}, with both settings off: {kept}")
    assert (found, kept) == ([f"```\n{by_default}\n```"], [f"```\n{by_settings}\n```"])

for text, expected in [
    ("Done!? Yes.", ["Done Yes."]),
    ("![a chart](chart.png)", ["!a chart"]),
    ("# Setup\n\n~~~sh\ncd app\n# install\nmake\n~~~", ["Setup\n~~~sh\ncd app", "install\nmake\n~~~"]),
    ("# Setup\n\n    cd app\n    # install\n    make", ["Setup\ncd app", "install\nmake"]),
    ("# Setup\n\n```sh\ncd app\n# install\nmake\n```", ["Setup\n```sh\ncd app\n# install\nmake\n```"]),
]:
    found = read(text)
    print(f"{text!r}: {found}")
    assert found == expected
PY
