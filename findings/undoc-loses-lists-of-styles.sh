#!/usr/bin/env bash
# undoc and docx2python lose the lists of a Word document that takes its bullets and numbers from paragraph styles.
#
# Expected: a paragraph in the built-in style "List Bullet" or "List Number" is a list item, as Word shows it.
# Seen on 2026-11-29 with a document by python-docx 1.2.0, which makes lists by these styles:
#   mammoth 1.13.0 (PyPI):      `- two`, `1. one`.
#   undoc 0.27.1 (crates.io):   plain paragraphs `one`, `two`.
#   docx2python 3.7.1 (PyPI):   the same.
# The numbering stands in styles.xml (`w:numPr` of the style) and not in the paragraph. Where a paragraph has its own, all
# three find the list.
# So steps and lists of generated documents arrive as a sequence of short paragraphs, and a chunker cuts between them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check python-docx==1.2.0 mammoth==1.13.0 docx2python==3.7.1
"$work/venv/bin/python" - "$work/list.docx" <<'PY'
import sys
import docx

document = docx.Document()
document.add_paragraph("one", style="List Number")
document.add_paragraph("two", style="List Bullet")
own = document.add_paragraph("three")._p.get_or_add_pPr().get_or_add_numPr()
own.get_or_add_ilvl().val = 0
own.get_or_add_numId().val = document.styles["List Bullet"].element.pPr.numPr.numId.val
document.save(sys.argv[1])
PY

mkdir -p "$work/reader/src"
cat > "$work/reader/Cargo.toml" <<'TOML'
[package]
name = "reader"
version = "0.0.0"
edition = "2021"

[dependencies]
undoc = { version = "=0.27.1", default-features = false, features = ["docx"] }
TOML
cat > "$work/reader/src/main.rs" <<'RUST'
fn main() {
    print!("{}", undoc::to_markdown(std::env::args().nth(1).unwrap()).unwrap());
}
RUST

# check NAME EXPECTED FOUND: compares the lines that are not blank.
check() {
    local found
    found=$(grep -v '^\s*$' <<< "$3" | tr '\n' '|')
    echo "$1: $found"
    test "$found" = "$2" || { echo "expected: $2"; exit 1; }
}

python=$work/venv/bin/python
check mammoth "1. one|- two|- three|" "$("$python" -c '
import mammoth, sys
print(mammoth.convert_to_markdown(open(sys.argv[1], "rb")).value)' "$work/list.docx")"
check docx2python $'one|two|--\tthree|' "$("$python" -c '
import docx2python, sys
print(docx2python.docx2python(sys.argv[1]).text)' "$work/list.docx")"
check undoc "one|two|- three|" \
    "$(CARGO_TARGET_DIR="$work/target" cargo run --quiet --manifest-path "$work/reader/Cargo.toml" -- "$work/list.docx")"
