#!/usr/bin/env bash
# Readers of LaTeX take the `%` in `\url{…/a%20b}` for a comment: the rest of the line is lost, and the braces do not match any more.
#
# Expected: `%` is a character of the address, as in LaTeX with the packages url and hyperref.
# Seen on 2026-11-30 with pylatexenc 2.11, yalafi 1.5.0, TexSoup 0.3.3 (PyPI) and unified-latex 1.8.4 (npm), the line
# `See \url{https://a.b/c%20d} for more.` above a second paragraph:
#   without the percent sign:  all have the address, `for more` and the second paragraph.
#   TexSoup:                   keeps address and text.
#   pylatexenc:                `<https://a.b/c`, then the whole rest of the document as a part of the address, and `>` at its end.
#   yalafi:                    the mark LATEXXXERROR, `https://a.b/c`, without `for more`; status 0.
#   unified-latex, HTML:       the address is `{`, without `for more`.
#   unified-latex, LaTeX:      its printer writes `\url{{}https://a.b/c%20d}`, an address that begins with two braces.
#   unified-latex, HTML of `\href{https://a.b/c%20d}{here} now`: a link with the text `https` and the address `{`, without `here now`.
# Addresses with `%20` or `%23` are common in bibliographies and manuals. No converter but yalafi reports anything.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pylatexenc==2.11 yalafi==1.5.0 TexSoup==0.3.3
cd "$work"
"$work/venv/bin/python" - <<'PY'
import subprocess, sys
import TexSoup
from pylatexenc.latex2text import LatexNodes2Text

SOURCE = "See \\url{https://a.b/c%20d} for more.\n\nNext paragraph.\n"
PLAIN = SOURCE.replace("%", "")

def pylatexenc(source):
    return LatexNodes2Text().latex_to_text(source)

def yalafi(source):
    return subprocess.run([sys.executable, "-m", "yalafi"], input=source, check=True, capture_output=True, text=True).stdout

for reader, wrapped in (pylatexenc, "<https://a.b/c20d>"), (yalafi, "https://a.b/c20d"):
    assert reader(PLAIN) == f"See {wrapped} for more.\n\nNext paragraph.\n"
    print(f"{reader.__name__}: {reader(SOURCE)!r}")
assert pylatexenc(SOURCE) == "See <https://a.b/c\n\nNext paragraph.\n>"
text = yalafi(SOURCE)
assert "LATEXXXERROR https://a.b/c\n" in text and "for more" not in text and "Next paragraph." in text

soup = TexSoup.TexSoup(SOURCE)
assert [str(found) for found in soup.find_all("url")] == [r"\url{https://a.b/c%20d}"] and " for more." in list(soup.text)
PY
npm install --silent --no-audit --no-fund --ignore-scripts @unified-latex/unified-latex-util-parse@1.8.4 \
  @unified-latex/unified-latex-util-to-string@1.8.4 @unified-latex/unified-latex-to-hast@1.8.4
cat > check.mjs <<'JS'
import assert from "node:assert";
import { convertToHtml } from "@unified-latex/unified-latex-to-hast";
import { parse } from "@unified-latex/unified-latex-util-parse";
import { toString } from "@unified-latex/unified-latex-util-to-string";

const html = (source) => convertToHtml(parse(source));
const source = "See \\url{https://a.b/c%20d} for more.\n\nNext paragraph.\n";
const plain = source.replace("%", "");
assert.equal(html(plain), '<p>See <a class="url" href="https://a.b/c20d">https://a.b/c20d</a> for more.</p><p>Next paragraph.</p>');
assert.equal(toString(parse(plain)).trim(), plain.trim());

console.log(html(source));
assert.equal(html(source), '<p>See <a class="url" href="{">{</a>https://a.b/c</p><p>Next paragraph.</p>');
console.log(toString(parse(source)));
assert.equal(toString(parse(source)).trim(), source.replace("{", "{{}").trim());

const link = "See \\href{https://a.b/c%20d}{here} now\nor later.";
console.log(html(link));
assert.equal(html(link), 'See <a class="href" href="{">https</a>://a.b/cor later.');
JS
node check.mjs
