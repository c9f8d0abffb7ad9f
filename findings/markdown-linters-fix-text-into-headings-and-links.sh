#!/usr/bin/env bash
# Markdown linters that fix a file turn `#123` at a line start into a heading, `f(x)[0]` into a link, and a second step into the first.
#
# Expected: a fix of the style leaves the page as it was rendered, since what is valid CommonMark shows what its author saw.
# Seen on 2026-11-30 with markdownlint-cli2 0.22.1 and rumdl 0.3.0 (`--fix`) and pymarkdownlnt 0.9.41 (`fix`), default rules, rendered
# by commonmark 0.31.2 before and after:
#   `… closed with` / `#123 and …`:   a heading "123 and …": markdownlint-cli2, rumdl.
#   `Call f(x)[0].`:                  a link to "0" or to "x": markdownlint-cli2, rumdl.
#   `2 * 3 * 4`:                      `2 *3* 4`, a 3 in italics: markdownlint-cli2, pymarkdownlnt.
#   `1.`, a paragraph, `2.`:          step 2 is step 1, and a list of 10 and 11 one of 1 and 2: markdownlint-cli2, pymarkdownlnt.
#   code indented by a tab:           plain text, as the tab becomes one space: markdownlint-cli2.
#   a Makefile in a fence:            its tabs become spaces, which make refuses: markdownlint-cli2, pymarkdownlnt.
#   `## C# and F#`:                   `## C# and F`: rumdl.   `- - a` becomes `- a`, a list less: rumdl.
#   `- ```sh` as a list item:         the fence leaves the list and its end does not: pymarkdownlnt.
#   indented code, then ```python:    one block of indented code without a language: pymarkdownlnt.
# Each is reported as fixed. In a hook before commits nobody reads these lines again, and references to issues wrap at any word.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check rumdl==0.3.0 pymarkdownlnt==0.9.41
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" markdownlint-cli2@0.22.1 commonmark@0.31.2
cd "$work"

cat > check.cjs <<'JS'
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const { HtmlRenderer, Parser } = require("commonmark");

const render = (text) => new HtmlRenderer().render(new Parser().parse(text));
const TOOLS = {
  "markdownlint-cli2": ["node_modules/.bin/markdownlint-cli2", "--fix", "markdownlint-cli2/*.md"],
  "rumdl": ["venv/bin/rumdl", "check", "--fix", "--no-config", "rumdl"],
  "pymarkdownlnt": ["venv/bin/pymarkdown", "fix", "pymarkdownlnt"],
};
// The text below the title, and what each tool makes of it, in the order above; null where the page stays the same.
const CASES = {
  issue: ["Closed with\n#123 and later.\n", "Closed with\n# 123 and later.\n", "Closed with\n\n## 123 and later\n", null],
  call: ["Call f(x)[0].\n", "Call f[x](0).\n", "Call f[0](x).\n", null],
  product: ["Now 2 * 3 * 4 is 24.\n", "Now 2 *3* 4 is 24.\n", null, "Now 2 *3* 4 is 24.\n"],
  steps: ["1. Build.\n\nWait.\n\n2. Test.\n", "1. Build.\n\nWait.\n\n1. Test.\n", null, "1. Build.\n\nWait.\n\n1. Test.\n"],
  ten: ["10. ten\n11. eleven\n", "1. ten\n2. eleven\n", null, "1.  ten\n2. eleven\n"],
  tab: ["Run:\n\n\tmake\n", "Run:\n\n make\n", null, null],
  makefile: ["```make\nall:\n\techo\n```\n", "```make\nall:\n echo\n```\n", null, "```make\nall:\n    echo\n```\n"],
  sharp: ["## C# and F#\n", null, "## C# and F\n", null],
  nested: ["- b\n- - a\n", null, "- b\n- a\n", null],
  fence: ["- a\n- ```sh\n  b\n  ```\n", null, null, "- a\n-\n```sh\n  b\n  ```\n"],
  language: ["    a\n\n```python\nb\n```\n", null, null, "    a\n\n    b\n"],
};
const TITLE = "# Title\n\n";
Object.entries(TOOLS).forEach(([name, [command, ...options]], i) => {
  fs.mkdirSync(name);
  for (const [key, [text]] of Object.entries(CASES)) fs.writeFileSync(`${name}/${key}.md`, TITLE + text);
  const run = spawnSync(command, options, { encoding: "utf8" });
  assert.equal(run.error, undefined);
  for (const [key, [text, ...fixed]] of Object.entries(CASES)) {
    const found = fs.readFileSync(`${name}/${key}.md`, "utf8");
    assert.ok(found.startsWith(TITLE));
    const before = render(TITLE + text), after = render(found);
    console.log(`${name}, ${key}:`, before === after ? "same page" : JSON.stringify(found.slice(TITLE.length)));
    if (fixed[i] === null) assert.equal(withoutLanguage(after), withoutLanguage(before));
    else {
      assert.equal(found, TITLE + fixed[i]);
      assert.notEqual(after, before);
    }
  }
});
// rumdl names the language "text" where there is none, and blank lines around a block may make a list loose.
function withoutLanguage(html) {
  return html.replaceAll(' class="language-text"', "").replace(/<\/?p>/g, "").replace(/\s+/g, "");
}
JS
node check.cjs
