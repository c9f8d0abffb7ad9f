#!/usr/bin/env bash
# Svelte's language server renames a CSS class or property together with a variable: `class:active` becomes `class:renamed`.
#
# Expected: a rename of a variable expands shorthands, as it does for attributes: `{name}` becomes `name={renamed}`.
# Seen on 2026-11-29 with svelte-language-server 0.18.4 and svelte 5.57.3 (npm), without an error; the page before and after:
#   {name}, bind:value, {...{ name }}, $store:   the same page.
#   class:active:    becomes `class:renamed`, so the element loses the class `active`; `class:active={renamed}` was meant.
#   style:color:     becomes `style:renamed`, so the element loses its color.
# The component compiles before and after without an error, and the style of `.active` no longer applies.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" svelte-language-server@0.18.4 svelte@5.57.3 typescript@5.9.3
cd "$work"
cat > App.svelte <<'SVELTE'
<script lang="ts">
  import { writable } from "svelte/store";
  let title = "t";
  let active = true;
  let color = "red";
  let value = "v";
  const count = writable(1);
</script>

<p {title} {...{ title }}>{title}</p>
<input bind:value />
<div class:active>{active}</div>
<span style:color>{color}</span>
<b>{$count}</b>
SVELTE
cat > client.mjs <<'JS'
import assert from "node:assert";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { compile } from "svelte/compiler";
import { render } from "svelte/server";

const source = fs.readFileSync("App.svelte", "utf8");
const uri = pathToFileURL("App.svelte").href;
const server = spawn("node_modules/.bin/svelteserver", ["--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
const waiting = new Map();
let received = Buffer.alloc(0);
server.stdout.on("data", (data) => {
  received = Buffer.concat([received, data]);
  for (;;) {
    const end = received.indexOf("\r\n\r\n");
    const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, end < 0 ? 0 : end).toString())?.[1]);
    if (end < 0 || received.length < end + 4 + length) return;
    const message = JSON.parse(received.subarray(end + 4, end + 4 + length).toString());
    received = received.subarray(end + 4 + length);
    if (message.method && message.id !== undefined) send({ id: message.id, result: (message.params?.items ?? []).map(() => null) });
    else waiting.get(message.id)?.(message.result);
  }
});
function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
let last = 0;
function request(method, params) {
  return new Promise((resolve) => {
    waiting.set(++last, resolve);
    send({ id: last, method, params });
  });
}
async function page(name, text) {
  fs.writeFileSync(`${name}.mjs`, compile(text, { generate: "server" }).js.code);
  return render((await import(pathToFileURL(`${name}.mjs`).href)).default).body.replace(/<!--.*?-->/g, "").trim();
}

const folder = pathToFileURL(".").href;
const workspaceFolders = [{ uri: folder, name: "app" }];
await request("initialize", { processId: null, rootUri: folder, capabilities: {}, workspaceFolders });
send({ method: "initialized", params: {} });
send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "svelte", version: 1, text: source } } });
const before = await page("before", source);
const lines = source.split("\n");
for (const [name, line, isSame] of [["title", null, true], ["value", null, true], ["count", null, true],
  ["active", "<div class:renamed>{renamed}</div>", false], ["color", "<span style:renamed>{renamed}</span>", false]]) {
  const row = lines.findIndex((text) => text.includes(` ${name} =`));
  const edit = await request("textDocument/rename", {
    textDocument: { uri }, position: { line: row, character: lines[row].indexOf(name) }, newName: "renamed" });
  const changes = edit.changes?.[uri] ?? edit.documentChanges.flatMap(({ edits }) => edits);
  const after = [...lines];
  for (const { range, newText } of changes.sort((a, b) => b.range.start.character - a.range.start.character)) {
    const text = after[range.start.line];
    after[range.start.line] = text.slice(0, range.start.character) + newText + text.slice(range.end.character);
  }
  if (line) assert(after.includes(line), after.join("\n"));
  const result = await page(name, after.join("\n"));
  console.log(`${name}: the page is ${result === before ? "the same" : "another one"}`);
  if (!isSame) console.log(`  ${result}`);
  assert.equal(result === before, isSame);
}
server.kill();
JS
node client.mjs
