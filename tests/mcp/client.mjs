#!/usr/bin/env node
// Drives `smriti-tui mcp` with the official TypeScript SDK (`@modelcontextprotocol/sdk` on npm).
//
//   client.mjs BINARY      in a directory where the SDK is installed
//
// Indexes a small repository of its own, calls every tool, sends bad arguments, changes a file under the server and
// cancels a call. Exit status 1 if a check fails.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const directory = mkdtempSync(join(tmpdir(), "mcp-"));
const root = join(directory, "repository");
mkdirSync(join(root, ".git"), { recursive: true });
const source = "export function mergeOptions(first, second) {\n  return { ...first, ...second };\n}\n";
writeFileSync(join(root, "options.js"), source);
writeFileSync(join(root, "main.js"), "import { mergeOptions } from './options.js';\nexport const run = () => mergeOptions({}, {});\n");

const home = Object.fromEntries(["CACHE", "CONFIG", "STATE", "DATA"].map((kind) => [`XDG_${kind}_HOME`, directory]));
const transport = new StdioClientTransport({ command: resolve(process.argv[2]), args: ["mcp", root], env: { ...process.env, ...home } });
const client = new Client({ name: "test", version: "1" });

function check(what, holds, text = "") {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) throw new Error(`${what}: ${text}`);
}

async function call(name, args = {}, options = undefined) {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  return { failed: Boolean(result.isError), text: result.content[0].text };
}

async function untilFresh(name, args) {
  let answer;
  for (let attempt = 0; attempt < 200; attempt++) {
    answer = await call(name, args);
    if (answer.text.startsWith("fresh: yes") && !answer.text.includes("no results")) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return answer;
}

try {
  await client.connect(transport);
  check("handshake names the server", client.getServerVersion().name === "smriti-tui");
  const tools = (await client.listTools()).tools;
  check("six tools, all read-only", tools.length === 6 && tools.every((tool) => tool.annotations.readOnlyHint));
  let answer = await untilFresh("search", { query: "merge two option objects" });
  check("search finds the function", !answer.failed && answer.text.includes("options.js:1-3"), answer.text);
  for (const [name, args, expected] of [
    ["outline", { path: "." }, "mergeOptions"],
    ["read_symbol", { symbol: "mergeOptions" }, "...second"],
    ["references", { symbol: "mergeOptions" }, "main.js:2"],
    ["similar", { symbol: "mergeOptions" }, "fresh: yes"],
    ["status", {}, "files"],
  ]) {
    answer = await call(name, args);
    check(`${name} answers`, !answer.failed && answer.text.includes(expected), answer.text);
  }
  answer = await call("outline", { path: "/etc" });
  check("a path outside the repository is refused", answer.failed, answer.text);
  writeFileSync(join(root, "options.js"), `${source}\nexport const pruneOptions = (all) => all;\n`);
  answer = await untilFresh("search", { query: "sym:pruneOptions" });
  check("a change is found", answer.text.includes("pruneOptions"), answer.text);
  const stop = new AbortController();
  const stopped = call("search", { query: "options" }, { signal: stop.signal }).then(() => false, () => true);
  stop.abort();
  check("a call can be cancelled", await stopped);
  check("the server answers afterwards", !(await call("status")).failed);
} finally {
  await client.close();
  rmSync(directory, { recursive: true, force: true });
}
