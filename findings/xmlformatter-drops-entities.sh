#!/usr/bin/env bash
# xmlformatter drops `&version;` from a document that defines it, and makes a usual space of a no-break one, which joins no words.
#
# Expected: a formatter that removes and collapses white space (its rules A to G) keeps entities, characters that are no white space of
#   XML (space, tab, line end), and what `xml:space="preserve"` protects; the result is XML.
# Seen on 2026-11-30 with xmlformatter 0.2.9 (PyPI) and xml-formatter 3.7.0 (npm), read by expat before and after, without a message:
#   mixed text and elements, CDATA, `&lt;` and `&amp;`, comments:       right in both, apart from white space.
#   <!DOCTYPE a [<!ENTITY version "2.1">]><a>v &version;</a>:           xmlformatter writes <a>v</a>; xml-formatter keeps it.
#   <!ENTITY x 'say "yes"'>:                                            xmlformatter writes "say "yes"", which is no XML.
#   10&#160;km, a no-break space:                                       xmlformatter writes a usual space.
#   an attribute with `one&#10;two`:                                    xmlformatter writes a line end, which reads as a space.
#   <pre xml:space="preserve">, two lines of code:                      xmlformatter joins them to one; xml-formatter keeps them.
# Manuals in DocBook have versions and names as entities: the formatted manual lacks them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" xml-formatter@3.7.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check xmlformatter==0.2.9
cd "$work"
cat > format.mjs <<'JS'
import { readFileSync } from "node:fs";
import format from "xml-formatter";
process.stdout.write(format(readFileSync("file.xml", "utf8"), { lineSeparator: "\n", collapseContent: true }));
JS
cat > check.py <<'PY'
import subprocess
from pathlib import Path
from xml.etree import ElementTree

PYTHON, NPM = ["venv/bin/xmlformat", "file.xml"], ["node", "format.mjs"]

def data(text):
    """Text and attributes; the white space of XML is collapsed outside of `pre`."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return "no XML"
    def words(value):
        return " ".join((value or "").strip(" \t\n").replace("\n", " ").split(" "))
    return [(element.tag, element.attrib, element.text if element.tag == "pre" else words(element.text)) for element in root.iter()]

def check(source, python=None, npm=None):
    """Without an expected value the tool is right."""
    old = data(source)
    assert old != "no XML"
    for command, expected in ((PYTHON, python), (NPM, npm)):
        Path("file.xml").write_text(source)
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        print(command[-1], repr(source), repr(output), data(output))
        assert data(output) == (old if expected is None else expected)

check("<a><p>one <b>two</b> three</p><c>&lt;x &amp; y</c><!-- c --></a>")
check("<a><![CDATA[ <x> ]]></a>")
check('<!DOCTYPE a [<!ENTITY version "2.1">]>\n<a>v &version;</a>', python=[("a", {}, "v")])
check("<!DOCTYPE a [<!ENTITY x 'say yes'>]>\n<a>v</a>")
check("<!DOCTYPE a [<!ENTITY x 'say \"yes\"'>]>\n<a>v</a>", python="no XML")
check("<a>10&#160;km</a>", python=[("a", {}, "10 km")])
check('<a b="one&#10;two">v</a>', python=[("a", {"b": "one two"}, "v")])
check('<a><pre xml:space="preserve">if x:\n    y</pre></a>', python=[("a", {}, ""), ("pre", {"{http://www.w3.org/XML/1998/namespace}space": "preserve"}, "if x: y")])
PY
venv/bin/python check.py
