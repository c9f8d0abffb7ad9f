#!/usr/bin/env bash
# dedent and endent write a line end where an inserted value has a backslash and an n: `log("\n");` becomes a broken string.
#
# Expected: an inserted value stays as it is, as in a template without a tag; the tag removes the indentation of the template.
# Seen on 2026-12-01 with dedent 1.7.2 and endent 2.1.0 (npm), beside outdent 0.8.0, ts-dedent 2.3.0 and common-tags 1.8.2 (codeBlock):
#   an inserted line of code, log("\n");          both: a line end between the quotes, so the code that is written is no JavaScript.
#   an inserted path, C:\new:                     both: `C:`, a line end, `ew`.
#   "\\n" in the template itself, code for \n:    dedent: a backslash and a line end; endent: a line end.
#   an inserted indented block of three lines:    dedent: its lines lose their own indentation.
#   outdent, ts-dedent and codeBlock:             the values are unchanged in each case.
# These tags write generated code and tests of code, where escapes are frequent and a value comes from a file.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" \
  dedent@1.7.2 endent@2.1.0 outdent@0.8.0 ts-dedent@2.3.0 common-tags@1.8.2
cat > "$work/npm/check.mjs" <<'JS'
import assert from "node:assert";
import commonTags from "common-tags";
import dedent from "dedent";
import endentModule from "endent";
import { outdent } from "outdent";
import { dedent as tsDedent } from "ts-dedent";

const endent = endentModule.default ?? endentModule;
const line = String.raw`log("\n");`;
const path = String.raw`C:\new`;
const results = (tag) => [
  tag`
    ${line}
  `,
  tag`
    path ${path}
  `,
  tag`
    a = "\\n";
  `,
];
const right = [line, `path ${path}`, String.raw`a = "\n";`];
for (const [name, tag, expected] of [
  ["outdent", outdent, right],
  ["ts-dedent", tsDedent, right],
  ["codeBlock", commonTags.codeBlock, right],
  ["dedent", dedent, ['log("\n");', "path C:\new", 'a = "\\\n";']],
  ["endent", endent, ['log("\n");', "path C:\new", 'a = "\n";']],
]) {
  console.log(name, JSON.stringify(results(tag)));
  assert.deepEqual(results(tag), expected);
}
assert.doesNotThrow(() => new Function(line));
assert.throws(() => new Function(dedent`${line}`), SyntaxError);

const block = "if (a) {\n    b();\n}";
const found = dedent`
  run:
  ${block}
`;
console.log(JSON.stringify(found));
assert.equal(found, "run:\nif (a) {\n  b();\n}");
JS
node "$work/npm/check.mjs"
