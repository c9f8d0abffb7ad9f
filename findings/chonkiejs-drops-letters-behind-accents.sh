#!/usr/bin/env bash
# @chonkiejs/core drops letters of words behind an accented one: `clé valeur méthode` becomes `clé  aleur  éthode`, by default.
#
# Expected: the chunks of a text are the text, and `text.slice(startIndex, endIndex)` is the text of a chunk.
# Seen on 2026-11-30 with @chonkiejs/core 0.0.11 and @chonkiejs/chunk 0.9.3 (npm), RecursiveChunker.create() without options, on a
# text of 700 to 1,400 characters:
#   words without a period, French:     "clé  aleur  éthode c che f chier c é va eur": a letter in seven is gone.
#   words without a period, Russian:    "ключ зна ение метод файл  люч значен е": a letter in eleven.
#   words without a period, English:    as written.
#   French or Korean with periods, Chinese: as written.
#   columns of code with 12 spaces:     "int count;" for "int            count;": runs of spaces become one, and no position is right.
# At the level of words, the splitter in WebAssembly counts bytes of UTF-8 and the chunker cuts by them as if they were characters; the
# gaps that it leaves for spaces then take letters. TokenChunker is right. No error is given. Lists of keywords, titles, transcripts
# and tables of such languages are indexed as words that do not exist.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @chonkiejs/core@0.0.11 @chonkiejs/chunk@0.9.3
cat > "$work/chunk.mjs" <<'JS'
import assert from "node:assert";
import { RecursiveChunker, TokenChunker } from "@chonkiejs/core";

const chunker = await RecursiveChunker.create();
const tokens = await TokenChunker.create();
const letters = (text) => text.replace(/\s/g, "").length;

// the text, the share of letters that are left, and whether all chunks are parts of the text at their positions
for (const [text, share, isRight, beginning] of [
  ["key value method cache file ".repeat(40), 1, true, "key value method cache file key"],
  ["La méthode lit le fichier et garde la clé. ".repeat(30), 1, true, "La méthode lit le fichier et ga"],
  ["이 함수는 파일을 읽고 키를 보관한다. ".repeat(40), 1, true, "이 함수는 파일을 읽고 키를 보관한다. 이 함수는 파일을"],
  ["这个函数读取文件，并把 key 保存在 cache 中。".repeat(40), 1, true, "这个函数读取文件，并把 key 保存在 cache 中"],
  ["clé valeur méthode cache fichier ".repeat(40), 961 / 1120, false, "clé  aleur  éthode c che f chier"],
  ["ключ значение метод файл ".repeat(40), 767 / 840, false, "ключ зна ение метод файл  люч"],
  ["int            count;\n".repeat(60), 1, false, "int count;\nint count;\n"],
]) {
  const chunks = await chunker.chunk(text);
  const joined = chunks.map((chunk) => chunk.text).join("");
  const isFound = chunks.every(({ text: part, startIndex, endIndex }) => text.slice(startIndex, endIndex) === part);
  console.log(`${JSON.stringify(joined.slice(0, 44))}: ${letters(joined)} of ${letters(text)} letters, positions ${isFound ? "right" : "wrong"}`);
  assert.equal(letters(joined) / letters(text), share);
  assert.equal(isFound, isRight);
  assert.equal(joined.trimEnd() === text.trimEnd(), isRight);
  assert(joined.startsWith(beginning));
  for (const { text: part, startIndex, endIndex } of await tokens.chunk(text)) {
    assert.equal(text.slice(startIndex, endIndex), part);
  }
}
JS
node "$work/chunk.mjs"
