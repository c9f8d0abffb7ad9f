#!/usr/bin/env bash
# Three readers of Org files each miss another part of it: keywords that the file defines, dates that repeat, tags with `#`.
#
# Expected: what Org's manual describes is read: `#+TODO:` defines keywords, a date may have a repeater, a tag may have _, @, # and %,
# a line that begins with `: ` is literal text, as the results of code blocks are, and `src_sh{ls}` is code.
# Seen on 2026-11-29, without an error or a warning:
#   uniorg-parse 3.2.2 (npm): `* OPEN [#A] Task` below `#+TODO: OPEN | CLOSED` has neither keyword nor priority, both are in its text;
#                             `src_sh{ls}` is "src", the subscript "sh" and "{ls}"; in example blocks the escape `,*` stays.
#   orga 4.7.1 (npm):         `SCHEDULED: <2026-11-29 Sun +1w>` has no date, as any with a repeater or a warning period;
#                             `: 42` below `#+RESULTS:` is a paragraph; a second paragraph of a list item is behind the list.
#   orgparse 0.5.20260926 (PyPI): `* Task :work:c#:` has no tags, they are in the heading.
# Tasks are missing in an agenda made of such a reader, and an index shows keywords and tags as words of headings.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" uniorg-parse@3.2.2 orga@4.7.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check orgparse==0.5.20260926
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { parse as orga } from "orga";
import { parse as uniorg } from "uniorg-parse/lib/parser.js";

function check(name, found, expected) {
  console.log(`${name}: ${JSON.stringify(found)}`);
  assert.deepEqual(found, expected);
}
// all nodes of a type, in the order of the file
const all = (node, type) => [...(node.type === type ? [node] : []), ...(node.children ?? []).flatMap((child) => all(child, type))];

const TASKS = "#+TODO: OPEN | CLOSED\n* OPEN [#A] Task :work:c#:\n";
const heading = ({ todoKeyword, priority, rawValue, tags }) => [todoKeyword, priority, rawValue, tags];
check("uniorg TODO", heading(all(uniorg(TASKS.replaceAll("OPEN", "TODO")), "headline")[0]), ["TODO", "A", "Task", ["work", "c#"]]);
check("uniorg OPEN", heading(all(uniorg(TASKS), "headline")[0]), [null, null, "OPEN [#A] Task", ["work", "c#"]]);
check("uniorg code", all(uniorg("run src_sh{ls}\n"), "paragraph")[0].children.map(({ type, value }) => [type, value]),
  [["text", "run src"], ["subscript", undefined], ["text", "{ls}\n"]]);
const block = (name) => `#+begin_${name}\n,* a\n#+end_${name}\n`;
check("uniorg escapes", ["src", "example"].map((name) => all(uniorg(block(name)), `${name}-block`)[0].value), ["* a\n", ",* a\n"]);

const [headline] = all(orga(TASKS), "headline");
check("orga OPEN", [headline.keyword, headline.priority, headline.tags], ["OPEN", "[#A]", ["work", "c#"]]);
const date = (text) => all(orga(`* Task\nSCHEDULED: <${text}>\n`), "planning")[0].timestamp?.date.getUTCDate();
check("orga dates", ["2026-11-29 Sun", "2026-11-29 Sun +1w", "2026-11-29 Sun -2d"].map(date), [29, undefined, undefined]);
check("orga results", orga("#+RESULTS:\n: 42\n").children.map(({ type }) => type), ["keyword", "paragraph"]);
check("orga list", orga("- one\n\n  more\n").children.map(({ type }) => type), ["list", "paragraph"]);
check("uniorg list", uniorg("- one\n\n  more\n").children.map(({ type }) => type), ["plain-list"]);
JS
node "$work/check.mjs"
"$work/venv/bin/python" - <<'PY'
from orgparse import loads

def check(text, expected):
    [node] = loads(text).children
    found = node.get_heading(), sorted(node.tags)
    print(f"orgparse {text!r}: {found}")
    assert found == expected

check("* Task :work:c_:", ("Task", ["c_", "work"]))
check("* Task :work:c#:", ("Task :work:c#:", []))
PY
