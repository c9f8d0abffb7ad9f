#!/usr/bin/env bash
# remove-markdown and markdown-to-text remove Markdown from code too: `__init__` is `init`, `List<String>` is `List`, and `# c` in
# Python loses its `#`.
#
# Expected: plain text of a document has its code as it stands, as code has no markup; in words, `a < b` is no tag to CommonMark.
# Seen on 2026-12-01 with remove-markdown 0.7.0 and markdown-to-text 0.1.1 (npm), beside strip-markdown 6.0.0 with remark 15.0.1:
#   `__init__`, inline code:            both: init
#   `List<String>`, inline code:        both: List
#   a fence with `# note`, Python:      both: note, without the #; markdown-to-text also leaves a backtick of the last fence.
#   `a_b_c`, inline code:               markdown-to-text: abc, as in my_func_name without backticks: myfuncname.
#   if a < b and c > d, words:          both: if a  d
#   ~~~ as the fence:                   both leave one ~; markdown-to-text makes xyz of x_y_z.
#   strip-markdown:                     right, but it leaves out fenced code entirely, as its documentation says.
# The text goes into previews, search indexes and prompts: a search for a name finds nothing, and code lost its comment marks.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" \
  remove-markdown@0.7.0 markdown-to-text@0.1.1 strip-markdown@6.0.0 remark@15.0.1
cat > "$work/npm/check.mjs" <<'JS'
import assert from "node:assert";
import markdownToText from "markdown-to-text";
import removeMarkdown from "remove-markdown";
import { remark } from "remark";
import stripMarkdown from "strip-markdown";

const toText = markdownToText.default ?? markdownToText;
const strip = (text) => String(remark().use(stripMarkdown).processSync(text)).trim();
const plain = (text) => strip(text).replaceAll("\\", "").replaceAll("&lt;", "<").replaceAll("&gt;", ">");
for (const [text, code, removed, other] of [
  ["the *word* here", "the word here", "the word here", "the word here"],
  ["call `__init__`", "call __init__", "call init", "call init"],
  ["a `List<String>`", "a List<String>", "a List", "a List"],
  ["use `a_b_c`", "use a_b_c", "use a_b_c", "use abc"],
  ["my_func_name", "my_func_name", "my_func_name", "myfuncname"],
  ["if a < b and c > d", "if a < b and c > d", "if a  d", "if a  d"],
  ["```py\n# note\nx = 1\n```", "", "note\nx = 1", "note\nx = 1\n`"],
  ["~~~\nx_y_z\n~~~", "", "x_y_z\n~", "xyz\n~"],
]) {
  const found = [plain(text), removeMarkdown(text), toText(text)];
  console.log(JSON.stringify(text), JSON.stringify(found));
  assert.deepEqual(found, [code, removed, other]);
}
JS
node "$work/npm/check.mjs"
