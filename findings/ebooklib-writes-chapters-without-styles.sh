#!/usr/bin/env bash
# EbookLib drops the title and the stylesheet of each chapter when it writes a book that it read, and renames SVG's `viewBox`.
#
# Expected: a book that is read and written without a change has the same chapters.
# Seen on 2026-11-30 with EbookLib 0.20 (PyPI), an EPUB 3 with two chapters, without a warning:
#   `<head>`:                      empty: the link to the stylesheet and the title, which EPUB requires, are gone.
#   `<body class="wide">`:         has no class any more.
#   `<svg viewBox="0 0 9 9">`:     has a `viewbox`, which means nothing in XHTML, so the picture is cut instead of scaled.
#   `1 &lt; 2` in a script:        `1 &amp;lt; 2`, a syntax error.
#   code, entities in the text, the order of reading and the table of contents:   right.
# A tool that adds a cover or one line of metadata to a book loses its layout; `get_content()` returns the same changed text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check EbookLib==0.20 lxml==6.1.3
"$work/venv/bin/python" - "$work" <<'PY'
import pathlib, sys, zipfile
from ebooklib import epub
from lxml import etree

work = pathlib.Path(sys.argv[1])
XHTML = "{http://www.w3.org/1999/xhtml}"
PAGE = ('<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'
        '<head><title>%s</title>%s</head><body%s>%s</body></html>')
LINK, SVG = '<link rel="stylesheet" href="style.css"/>', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'
with zipfile.ZipFile(work / "read.epub", "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    book.writestr("META-INF/container.xml", '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
                  '<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
    book.writestr("book.opf", '''<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">b</dc:identifier><dc:title>Book</dc:title>
        <dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
      <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
        <item id="two" href="two.xhtml" media-type="application/xhtml+xml" properties="svg"/>
        <item id="one" href="one.xhtml" media-type="application/xhtml+xml" properties="scripted"/>
        <item id="style" href="style.css" media-type="text/css"/></manifest>
      <spine><itemref idref="one"/><itemref idref="two"/></spine></package>''')
    book.writestr("nav.xhtml", PAGE.replace("<html", '<html xmlns:epub="http://www.idpf.org/2007/ops"') % (
        "Contents", "", "", '<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav>'))
    book.writestr("one.xhtml", PAGE % ("One", LINK, ' class="wide"', "<pre>if a &lt; b:\n    c</pre><script>1 &lt; 2</script>"))
    book.writestr("two.xhtml", PAGE % ("Two", LINK, "", SVG))
    book.writestr("style.css", "pre { color: red }")

def facts(file):
    """The parts of both chapters that a reader sees."""
    with zipfile.ZipFile(file) as book:
        names = {pathlib.PurePath(name).name: name for name in book.namelist()}
        one, two = (etree.fromstring(book.read(names[name])) for name in ("one.xhtml", "two.xhtml"))
        spine = [item.get("idref") for item in etree.fromstring(book.read(next(name for name in book.namelist()
                 if name.endswith(".opf")))).iter("{http://www.idpf.org/2007/opf}itemref")]
    return {"titles": [page.findtext(f".//{XHTML}title") for page in (one, two)],
            "links": sum(len(page.findall(f".//{XHTML}link")) for page in (one, two)),
            "class": one.find(f"{XHTML}body").get("class"), "code": one.findtext(f".//{XHTML}pre"),
            "script": one.findtext(f".//{XHTML}script"), "spine": spine,
            "svg": dict(two.find(".//{http://www.w3.org/2000/svg}svg").attrib)}

epub.write_epub(str(work / "written.epub"), epub.read_epub(str(work / "read.epub")))
before, after = facts(work / "read.epub"), facts(work / "written.epub")
for name in before:
    print(f"{name}: {before[name]!r}, written {after[name]!r}")
same = {"code": "if a < b:\n    c", "spine": ["one", "two"]}
assert before == {**same, "titles": ["One", "Two"], "links": 2, "class": "wide", "script": "1 < 2", "svg": {"viewBox": "0 0 9 9"}}
assert after == {**same, "titles": [None, None], "links": 0, "class": None, "script": "1 &lt; 2", "svg": {"viewbox": "0 0 9 9"}}
PY
