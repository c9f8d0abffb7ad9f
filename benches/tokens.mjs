// Samples of files with their number of tokens by o200k, one JSON object per line: the input of `tokens.rs`.
//
//   npm install gpt-tokenizer@4.0.0          # in any directory; its node_modules must be found from here
//   node benches/tokens.mjs DIR... > samples.jsonl
//   cargo bench -q --bench tokens -- samples.jsonl
//
// A sample is a part of a file, 300 to 5,000 tokens long. Its kind is the language of the code, `english`, `chinese`,
// `russian` and so on for Markdown by its letters, or `tables` for the tables of a Markdown file. At most 200 of a kind
// are written; files and parts are chosen by hashes of paths, so the same directories give the same samples.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { encode } = createRequire(join(process.cwd(), "x"))("gpt-tokenizer/encoding/o200k_base");

const MOST = 200;
const PROSE = new Set(["md", "rst", "adoc"]);
const KINDS = { rs: "rust", py: "python", js: "javascript", ts: "typescript", c: "c", h: "c", cc: "c++", cpp: "c++",
  go: "go", java: "java", kt: "kotlin", swift: "swift", rb: "ruby", php: "php", cs: "c#", sh: "shell", json: "json",
  yml: "yaml", yaml: "yaml", toml: "toml", html: "html", css: "css", svg: "svg", csv: "csv", lock: "lock", pem: "base64" };
const SCRIPTS = [["japanese", /[\u3040-\u30ff]/g], ["chinese", /\p{sc=Han}/gu], ["korean", /\p{sc=Hangul}/gu],
  ["ukrainian", /[ієїґ]/gi], ["russian", /\p{sc=Cyrillic}/gu], ["greek", /\p{sc=Greek}/gu],
  ["hindi", /\p{sc=Devanagari}/gu], ["arabic", /\p{sc=Arabic}/gu], ["hebrew", /\p{sc=Hebrew}/gu]];

const hash = (text) => createHash("md5").update(text).digest().readUInt32LE();

function* files(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && entry.name !== ".git") yield* files(path);
    else if (entry.isFile() && statSync(path).size < 600_000) yield path;
  }
}

function kindOf(extension, text) {
  if (!PROSE.has(extension)) return KINDS[extension];
  const share = (pattern) => (text.match(pattern) ?? []).length / text.length;
  const found = SCRIPTS.find(([name, pattern]) => share(pattern) > (name === "ukrainian" ? 0.02 : 0.12));
  return found ? found[0] : share(/[^\x00-\x7f]/g) < 0.01 ? "english" : "other languages";
}

/// A part of so many tokens that begins at a line.
function part(text, path) {
  const tokens = 300 + (hash(path + "length") % 4_700);
  const all = encode(text.slice(0, 100_000), { disallowedSpecial: new Set() }).length;
  const length = Math.ceil(Math.min(text.length, 100_000) * (tokens / all));
  const start = text.length > length ? hash(path + "start") % (text.length - length) : 0;
  const line = start === 0 ? 0 : text.indexOf("\n", start) + 1;
  return text.slice(line, line + length);
}

const candidates = process.argv.slice(2).flatMap((directory) => [...files(directory)]);
const counts = new Map();
const write = (kind, path, text) => {
  const tokens = encode(text, { disallowedSpecial: new Set() }).length;
  const count = counts.get(kind) ?? 0;
  if (tokens < 300 || tokens > 5_000 || count >= MOST) return;
  counts.set(kind, count + 1);
  console.log(JSON.stringify({ kind, path, tokens, text }));
};
for (const path of candidates.sort((a, b) => hash(a) - hash(b))) {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (!PROSE.has(extension) && !KINDS[extension]) continue;
  const text = readFileSync(path, "utf8");
  if (text.includes("\ufffd") || text.length < 800) continue;
  const kind = kindOf(extension, text);
  if ((counts.get(kind) ?? 0) < MOST) write(kind, path, part(text, path));
  if (PROSE.has(extension)) {
    const rows = text.split("\n").filter((line) => /^\s*[|+│├┌└]|^\s*[-=]{3,}[-= ]*$/.test(line));
    if (rows.length > 8) write("tables", path, part(rows.join("\n"), path));
  }
}
