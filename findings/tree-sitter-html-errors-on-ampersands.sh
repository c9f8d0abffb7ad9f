#!/usr/bin/env bash
# tree-sitter-html reports an error for the text `a & b`, and takes the `&T` of `AT&T` for an entity.
#
# Expected: `&` before a space is plain text, as HTML's specification allows and html5lib reads without a parse error.
# Seen on 2026-11-30 with tree-sitter-html 0.23.2 and tree-sitter 0.26.1 (PyPI; crates.io has the same version), html5lib 1.1:
#   <p>a &amp; b</p>, <a title="a & b">, <script>a && b</script>    no error.
#   <p>a & b</p>, <h1>Q & A</h1>, <p>a && b</p>, <title>a & b</title>   an error node in place of the second half of the text.
#   <p>AT&T</p>    no error, but the text ends at `AT`, and `&T` is an entity.
# Headings such as "Questions & Answers" lose their end in outlines and chunks, and the page counts as broken.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-html==0.23.2 html5lib==1.1
"$work/venv/bin/python" - <<'PY'
import html5lib, tree_sitter, tree_sitter_html

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_html.language()))

def nodes(node, kind):
    found = [node.text.decode()] if node.type == kind else []
    return found + [text for child in node.children for text in nodes(child, kind)]

# the fragment, whether the tree has an error, its texts, its entities
CASES = [
    ("<p>a &amp; b</p>", False, ["a", "b"], ["&amp;"]),
    ('<a title="a & b">c</a>', False, ["c"], []),
    ("<script>a && b</script>", False, [], []),
    ("<p>a & b</p>", True, ["a"], []),
    ("<h1>Q & A</h1>", True, ["Q"], []),
    ("<p>a && b</p>", True, ["a"], []),
    ("<title>a & b</title>", True, ["a"], []),
    ("<p>AT&T</p>", False, ["AT"], ["&T"]),
]
for fragment, has_error, texts, entities in CASES:
    reference = html5lib.HTMLParser()
    reference.parseFragment(fragment)
    errors = [code for _, code, _ in reference.errors]
    root = parser.parse(fragment.encode()).root_node
    found = nodes(root, "text"), nodes(root, "entity")
    print(f"{fragment}: html5lib {errors}; tree-sitter has_error {root.has_error}, texts and entities {found}")
    if has_error:
        assert errors == []
    assert (root.has_error, *found) == (has_error, texts, entities)
PY
