#!/usr/bin/env bash
# tree-sitter-xml reports an error for `<![CDATA[x[1]]]>`, for `<?if a?><b/>` and for `<!DOCTYPE a [<!ENTITY b "c">]>`.
#
# Expected: documents that expat accepts have trees without errors.
# Seen on 2026-11-30 with tree-sitter-xml 0.7.0 and tree-sitter 0.26.1 (PyPI; crates.io has the same version), and Python's expat:
#   <![CDATA[x[1] ]]>             no error. <![CDATA[x[1]]]>, where the text ends with a bracket: an error in place of the CData.
#   <?if a?> at the end of a line   no error. <?if a?><b/> on one line: an error in place of the instruction.
#   <?else?><b/>                  no error, as the instruction has no text.
#   <!DOCTYPE a [, a line break, <!ENTITY b "c">, a line break, ]>   no error. The same on one line: has_error is set.
#   %p; in a DTD inside a document   an error.
# Code in CDATA often ends with an index or a list, WiX and MSBuild templates put instructions around elements. Their text is
# missing from syntax trees, and a check for errors rejects valid files.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-xml==0.7.0
"$work/venv/bin/python" - <<'PY'
import xml.parsers.expat
import tree_sitter, tree_sitter_xml

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_xml.language_xml()))

def types(node):
    return {node.type}.union(*map(types, node.children))

# the document, whether the tree has an error, and a node that it should contain
CASES = [
    ("<a><![CDATA[x[1] ]]></a>", False, "CData"),
    ("<a><![CDATA[x[1]]]></a>", True, "CData"),
    ("<a><![CDATA[{[a]}]]></a>", False, "CData"),
    ("<a><![CDATA[[a]]]></a>", True, "CData"),
    ("<a>\n<?if x?>\n<b/>\n<?endif?>\n</a>", False, "PI"),
    ("<a><?else?><b/></a>", False, "PI"),
    ("<a><?if x?><b/></a>", True, "PI"),
    ("<a><?php echo 1; ?></a>", True, "PI"),
    ('<!DOCTYPE a [\n<!ENTITY b "c">\n]>\n<a/>', False, "GEDecl"),
    ('<!DOCTYPE a [<!ENTITY b "c">]>\n<a/>', True, None),
    ('<!DOCTYPE a [\n<!ENTITY % p "">\n%p;\n]>\n<a/>', True, None),
]
for document, has_error, node in CASES:
    xml.parsers.expat.ParserCreate().Parse(document, True)
    root = parser.parse((document + "\n").encode()).root_node
    print(f"{document!r}: has_error {root.has_error}" + (f", {node}: {node in types(root)}" if node else ""))
    assert root.has_error == has_error
    assert node is None or (node in types(root)) != has_error
PY
