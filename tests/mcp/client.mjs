#!/usr/bin/env node
// Drives `smriti-tui mcp` with the official TypeScript SDKs that are installed: `@modelcontextprotocol/client`, whose
// protocol has no handshake, and `@modelcontextprotocol/sdk`.
//
//   client.mjs BINARY      in a directory where an SDK is installed
//
// Indexes a small repository of its own, calls every tool, sends bad arguments, changes a file under the server and
// cancels a call. Exit status 1 if a check fails or no SDK is installed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const source = "export function mergeOptions(first, second) {\n  return { ...first, ...second };\n}\n";
// What the strict mode of some clients sends for arguments that the model leaves out.
const strict = { again: false, expand: [], filters: [], limit: 0, max_tokens: 0, mode: "", page: 0, root: "" };
const require = createRequire(join(dirname(resolve(process.argv[1])), "client.mjs"));

// A module of an SDK; none if it is not installed.
async function load(name) {
  try {
    return await import(pathToFileURL(require.resolve(name)).href);
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

function check(what, holds, text = "") {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) throw new Error(`${what}: ${text}`);
}

async function drive(sdk, Client, StdioClientTransport, options, callTool) {
  const directory = mkdtempSync(join(tmpdir(), "mcp-"));
  const root = join(directory, "repository");
  mkdirSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, "options.js"), source);
  writeFileSync(join(root, "main.js"), "import { mergeOptions } from './options.js';\nexport const run = () => mergeOptions({}, {});\n");
  const home = Object.fromEntries(["CACHE", "CONFIG", "STATE", "DATA"].map((kind) => [`XDG_${kind}_HOME`, directory]));
  const transport = new StdioClientTransport({ command: resolve(process.argv[2]), args: ["mcp", root], env: { ...process.env, ...home } });
  const client = new Client({ name: "test", version: "1" }, options);

  async function call(name, args = {}, options = undefined) {
    const result = await callTool(client, { name, arguments: args }, options);
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
    check(`${sdk}: the server has a name`, client.getServerVersion().name === "smriti-tui");
    if (client.getNegotiatedProtocolVersion) console.log(`     protocol ${client.getNegotiatedProtocolVersion()}`);
    const tools = (await client.listTools()).tools;
    check("nine tools, all read-only", tools.length === 9 && tools.every((tool) => tool.annotations.readOnlyHint));
    let answer = await untilFresh("search", { query: "merge two option objects" });
    check("search finds the function", !answer.failed && answer.text.includes("options.js:1-3"), answer.text);
    for (const [name, args, expected] of [
      ["outline", { path: "." }, "mergeOptions"],
      ["read_symbol", { symbol: "mergeOptions" }, "sent before"],
      ["read_symbol", { symbol: "mergeOptions", again: true }, "...second"],
      ["search", { ...strict, query: "merge" }, "options.js"],
      ["search", { query: "merge", page: 1, root }, "options.js"],
      ["references", { symbol: "mergeOptions" }, "main.js:2"],
      ["similar", { symbol: "mergeOptions" }, "fresh: yes"],
      ["path", { from: "run", to: "mergeOptions" }, "options.js"],
      ["impact", { target: "mergeOptions" }, "main.js"],
      ["map", { path: "." }, "main.js"],
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
}

const version = (name) => JSON.parse(readFileSync(require.resolve(name).replace(/(@modelcontextprotocol\/\w+)\/.*/, "$1/package.json"))).version;
const [next, nextStdio] = [await load("@modelcontextprotocol/client"), await load("@modelcontextprotocol/client/stdio")];
const [first, firstStdio] = [await load("@modelcontextprotocol/sdk/client/index.js"), await load("@modelcontextprotocol/sdk/client/stdio.js")];
if (!next && !first) throw new Error("no SDK is installed");
if (next) {
  const options = { versionNegotiation: { mode: "auto" } };
  const sdk = `@modelcontextprotocol/client ${version("@modelcontextprotocol/client")}`;
  await drive(sdk, next.Client, nextStdio.StdioClientTransport, options, (client, call, options) => client.callTool(call, options));
}
if (first) {
  const sdk = `@modelcontextprotocol/sdk ${version("@modelcontextprotocol/sdk/client/index.js")}`;
  await drive(sdk, first.Client, firstStdio.StdioClientTransport, undefined, (client, call, options) => client.callTool(call, undefined, options));
}
