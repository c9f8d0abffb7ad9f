#!/usr/bin/env bash
# Readers of RTF for npm drop dashes, bullets and quotation marks; rtf-parser also drops `known` in `well\_known` and doubles `€`.
#
# Expected: a control word for a character, such as `\emdash`, is that character; `\_` and `\-` are hyphens, and letters behind them
#   are text; the characters behind `\u8364` are its replacement for old readers, and are skipped (`\uc1`: one).
# Seen on 2026-11-30 with text as Word and LibreOffice write it, without an error:
#   @iarna/rtf-to-html 1.1.0 with rtf-parser 1.3.3 (npm):   `8–9` becomes `89` and `it’s` becomes `its`; `well\_known opt\-ional` loses
#                         `known ` and `ional `; `\u8364\'80` becomes `€€`, and Cyrillic text gets a `?` behind each letter.
#   rtf2text 1.0.1 (npm):      the same, as it is built on rtf-parser.
#   officeparser 8.1.1 (npm):  `8–9` becomes `89`, a bullet is gone, `\_` is `_` and `\~` is `~`.
#   striprtf 0.0.35 and firecrawl-anydoc 0.2.4 (PyPI):      right.
# Ranges of numbers become other numbers, names of options split or change, and a search index has words nobody wrote.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check striprtf==0.0.35 firecrawl-anydoc==0.2.4
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  @iarna/rtf-to-html@1.1.0 rtf-parser@1.3.3 rtf2text@1.0.1 officeparser@8.1.1
cd "$work"

cat > text.rtf <<'RTF'
{\rtf1\ansi\ansicpg1252\deff0\uc1{\fonttbl{\f0\fswiss Arial;}}
\pard\f0 pages 8\endash 9\par
it\rquote s \ldblquote quoted\rdblquote\par
yes\emdash no\par
\bullet  item\par
well\_known opt\-ional word\par
non\~break\par
costs \u8364\'80 5\par
\u1087?\u1072?\u1088?\par
}
RTF
cat > read.py <<'PY'
import anydoc
from striprtf.striprtf import rtf_to_text

print("striprtf", *rtf_to_text(open("text.rtf").read()).strip().split("\n"), sep="\n")
print("anydoc", *(line for line in anydoc.to_markdown("text.rtf").strip().split("\n") if line), sep="\n")
PY
cat > read.mjs <<'JS'
import fs from "node:fs";
import { promisify } from "node:util";
import officeparser from "officeparser";
import rtf2text from "rtf2text";
import toHtml from "@iarna/rtf-to-html";

const text = fs.readFileSync("text.rtf", "utf8");
const html = await promisify(toHtml.fromString)(text);
console.log(["rtf-to-html", ...[...html.matchAll(/<p[^>]*>(.*?)<\/p>/gs)].map((match) => match[1])].join("\n"));
console.log(["rtf2text", ...(await promisify(rtf2text.string)(text)).trim().split("\n")].join("\n"));
const { value } = await (await officeparser.parseOffice("text.rtf")).to("text");
console.log(["officeparser", ...value.split("\n")].join("\n"));
JS
# A no-break space is compared as a space, a no-break hyphen as -, and a soft hyphen as nothing.
{ venv/bin/python read.py; node read.mjs; } | sed 's/\xc2\xa0/ /g; s/\xc2\xad//g; s/\xe2\x80\x91/-/g' > found.txt
cat found.txt
right='pages 8–9
it’s “quoted”
yes—no
• item
well-known optional word
non break
costs € 5
пар'
diff - found.txt <<TXT
striprtf
$right
anydoc
$right
rtf-to-html
pages 89
its quoted
yesno
 item
well-optword
non break
costs €€ 5
п?а?р?
rtf2text
pages 89
its quoted
yesno
 item
well-optword
non break
costs €€ 5
п?а?р?
officeparser
pages 89
it’s “quoted”
yesno
 item
well_known optional word
non~break
costs € 5
пар
TXT
