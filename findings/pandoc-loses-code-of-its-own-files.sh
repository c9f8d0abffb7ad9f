#!/usr/bin/env bash
# pandoc cannot read back the code that it wrote: ODT turns it into paragraphs, LaTeX into colored prose, and Typst drops it.
#
# Expected: a document that pandoc wrote and reads again has its code blocks, as code and with the indentation.
# Seen on 2026-11-29 with pandoc 3.9, the binary in pypandoc_binary 1.17 (PyPI), a fenced Python function and `inline code`:
#   docx, rtf, html, rst, org, mediawiki, docbook, epub, man:   a code block with the four lines as they were.
#   odt:                            a paragraph for each line, without indentation; the inline code is right.
#   latex:                          lines of text with bold keywords, without indentation; right without syntax highlighting.
#   typst:                          no block and no inline code: `Text with here.` The template has a rule with a condition,
#                                   `#show raw: set text(…) if …`; with such a rule pandoc drops all code, true or not.
# There is no error and no warning. So text that is extracted from such a file has no code, or Python that no longer is Python;
# and of two office formats of one document, docx and odt, only docx keeps it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pypandoc_binary==1.17
"$work/venv/bin/python" - "$work" <<'PY'
import sys
import pypandoc

CODE = ["def f(x):", "    if x:", "        return x", "    return None"]
SOURCE = "Text with `inline code` here.\n\n```python\n" + "\n".join(CODE) + "\n```\n"

def round_trip(form, *options):
    file = f"{sys.argv[1]}/document.{form}"
    pypandoc.convert_text(SOURCE, form, format="gfm", outputfile=file, extra_args=["--standalone", *options])
    return pypandoc.convert_file(file, "json", format=form), pypandoc.convert_file(file, "gfm", format=form)

def check(form, block, inline, *options):
    """`block` and `inline`: whether the document comes back with a code block and with inline code."""
    tree, text = round_trip(form, *options)
    print(f"--- {form} {' '.join(options)}\n{text}")
    assert ('"t":"CodeBlock"' in tree) == block
    assert ('"t":"Code"' in tree) == inline
    assert all(any(line.endswith(code) for line in text.split("\n")) for code in CODE) == block
    return text

assert pypandoc.get_pandoc_version() == "3.9"
for form in ["docx", "rtf", "html", "rst", "org", "mediawiki", "docbook", "epub", "man"]:
    check(form, True, True)
text = check("odt", False, True)
assert "def f(x):\n\nif x:\n\nreturn x\n\nreturn None" in text
text = check("latex", False, True)
assert "**def**" in text and "    return" not in text
check("latex", True, True, "--syntax-highlighting=none")
text = check("typst", False, False)
assert "Text with here." in text and "return" not in text
for condition, expected in [("", "Text with `code`."), (" if true", "Text with ."), (" if false", "Text with .")]:
    text = pypandoc.convert_text(f"#show raw: set text(size: 9pt){condition}\nText with `code`.", "gfm", format="typst").strip()
    print(f"{condition!r}: {text}")
    assert text == expected
PY
