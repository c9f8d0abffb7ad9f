#!/usr/bin/env bash
# Prisma's language server renames an enum value but not in a list of defaults, a field but not in a sorted index, and skips views.
#
# Expected: a rename changes every use in the schema, so that the schema is valid before and after.
# Seen on 2026-11-29 with @prisma/language-server 31.12.10 (npm), `textDocument/rename`, without an error; checked by the parser
# that it brings along:
#   a model; a field in `@relation`, `@@index([a])`; an enum value in `@default(USER)`:   right.
#   an enum value in `@default([USER, ADMIN])`:                    not renamed.
#   a field in `@@unique([firstName, lastName(sort: Desc)])`:      not renamed, where it has an argument.
#   an enum that is the type of a field in a `view`:               not renamed.
# `textDocument/references` names the field of the view, so the two answers of one server differ. The schema is refused
# afterwards, and the generated client is the old one until someone repairs it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" @prisma/language-server@31.12.10
cd "$work"
cat > schema.prisma <<'PRISMA'
generator client {
  provider        = "prisma-client"
  previewFeatures = ["views"]
  output          = "client"
}

datasource db {
  provider = "postgresql"
}

enum Role {
  USER
  ADMIN
}

enum Kind {
  GOOD
}

model Person {
  id        Int    @id
  firstName String
  lastName  String
  role      Role   @default(ADMIN)
  roles     Role[] @default([USER, ADMIN])
  posts     Post[]

  @@unique([firstName, lastName(sort: Desc)])
}

model Post {
  id       Int    @id
  authorId Int
  author   Person @relation(fields: [authorId], references: [id])
}

view Info {
  id   Int  @unique
  kind Kind
}
PRISMA
cat > client.cjs <<'JS'
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const { pathToFileURL } = require("node:url");
const { lint } = require("@prisma/prisma-schema-wasm");

const source = fs.readFileSync("schema.prisma", "utf8");
const lines = source.split("\n");
const uri = pathToFileURL("schema.prisma").href;
const server = spawn("node_modules/.bin/prisma-language-server", ["--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
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
    if (message.method && message.id !== undefined) send({ id: message.id, result: (message.params?.items ?? []).map(() => ({})) });
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
const errors = (text) => JSON.parse(lint(JSON.stringify([[uri, text]]))).filter((found) => !found.is_warning).length;

// check DEFINITION EXPECTED: renames the first word of the line that starts so; the line that keeps the old name, if any.
async function check(definition, expected) {
  const row = lines.findIndex((line) => line.trim().startsWith(definition));
  const name = definition.split(" ").pop();
  const position = { line: row, character: lines[row].indexOf(name) };
  const edit = await request("textDocument/rename", { textDocument: { uri }, position, newName: "Renamed" });
  const changes = edit.changes?.[uri] ?? edit.documentChanges.flatMap(({ edits }) => edits);
  const starts = lines.map((_, line) => lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0));
  const offset = ({ line, character }) => starts[line] + character;
  let after = source;
  for (const { range, newText } of changes.sort((a, b) => offset(b.range.start) - offset(a.range.start)))
    after = after.slice(0, offset(range.start)) + newText + after.slice(offset(range.end));
  const kept = after.split("\n").filter((line) => new RegExp(`(?<!map\\(")\\b${name}\\b`).test(line)).map((line) => line.trim());
  console.log(`${name}: errors: ${errors(after)}; lines with the old name: ${kept.join("; ") || "none"}`);
  assert.deepEqual(kept, expected);
  assert.equal(errors(after) > 0, expected.length > 0);
}

(async () => {
  const folder = pathToFileURL(".").href;
  const workspaceFolders = [{ uri: folder, name: "app" }];
  await request("initialize", { processId: null, rootUri: folder, capabilities: {}, workspaceFolders });
  send({ method: "initialized", params: {} });
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "prisma", version: 1, text: source } } });
  assert.equal(errors(source), 0);
  await check("model Person", []);
  await check("authorId", []);
  await check("firstName", []);
  await check("USER", ["roles     Role[] @default([USER, ADMIN])"]);
  await check("lastName", ["@@unique([firstName, lastName(sort: Desc)])"]);
  await check("enum Kind", ["kind Kind"]);
  const row = lines.indexOf("enum Kind {");
  const references = await request("textDocument/references", {
    textDocument: { uri }, position: { line: row, character: 6 }, context: { includeDeclaration: true } });
  console.log(`references of Kind: lines ${references.map(({ range }) => range.start.line + 1).join(", ")}`);
  assert(references.some(({ range }) => lines[range.start.line].trim() === "kind Kind"));
  server.kill();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
JS
node client.cjs
