#!/usr/bin/env bash
# Parsers of JavaScript stack traces take `async` for a part of the path: the file of an anonymous frame is `async file:///app/x.mjs`.
#
# Expected: V8 puts `async` in front of a frame that waits (since Node 12), so it belongs to no file name; each frame names its file.
# Seen on 2026-11-30 with the packages below (npm) and a real error of an ES module, thrown in `load` and awaited by a function `run`,
# by a function without a name, and at the top level of the module (the last two are `at async file:///…/check.mjs:LINE:COLUMN`):
#   stacktrace-parser 0.1.11, stacktracey 2.2.0:                  four frames of the file, two functions are called `async`.
#   error-stack-parser 3.0.0, error-stack-parser-es 2.0.1,
#   stack-trace 1.0.0, stack-utils 2.0.6, parse-stack 0.1.4:      the file of the last two is `async file:///…/check.mjs`.
#   all, the frame with a name, `at async run (file:///…)`:       the right file.
# `await` at the top level of a module gives such a frame in many traces. A tool that opens the file, looks for its source map,
# or groups errors by file finds none under this name, and no warning tells why.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts stacktrace-parser@0.1.11 stacktracey@2.2.0 error-stack-parser@3.0.0 \
  error-stack-parser-es@2.0.1 stack-trace@1.0.0 stack-utils@2.0.6 parse-stack@0.1.4
cat > check.mjs <<'JS'
import assert from "node:assert";
import errorStackParser from "error-stack-parser";
import { parse as parseEs } from "error-stack-parser-es";
import parseStack from "parse-stack";
import { parse as stackTrace } from "stack-trace";
import StackUtils from "stack-utils";
import StackTracey from "stacktracey";
import { parse as stacktraceParser } from "stacktrace-parser";

const FILE = import.meta.url;

async function load() {
  await null;
  throw new Error("missing");
}
async function run() {
  await load();
}

let error;
try {
  await (async () => {
    await run();
  })();
} catch (caught) {
  error = caught;
}
const lines = error.stack.split("\n").slice(1);
console.log(error.stack.replaceAll(FILE, "FILE"));
assert.deepEqual(lines.map((line) => line.replace(FILE, "FILE").replace(/:\d+:\d+/, "")),
  ["    at load (FILE)", "    at async run (FILE)", "    at async FILE", "    at async FILE"]);

const utils = new StackUtils({ cwd: "/" });
const FOUND = {
  "stacktrace-parser": stacktraceParser(error.stack).map((frame) => [frame.file, frame.lineNumber, frame.methodName]),
  "stacktracey": new StackTracey(error).items.map((frame) => [frame.file, frame.line, frame.callee]),
  "error-stack-parser": errorStackParser.default.parse(error).map((frame) => [frame.fileName, frame.lineNumber, frame.functionName]),
  "error-stack-parser-es": parseEs(error).map((frame) => [frame.fileName, frame.lineNumber, frame.functionName]),
  "stack-trace": stackTrace(error).map((frame) => [frame.getFileName(), frame.getLineNumber(), frame.getFunctionName()]),
  "stack-utils": lines.map((line) => utils.parseLine(line)).map((frame) => [frame.file, frame.line, frame.function]),
  "parse-stack": parseStack(error).map((frame) => [frame.filepath, frame.lineNumber, frame.name]),
};
const numbers = lines.map((line) => Number(/:(\d+):\d+\)?$/.exec(line)[1]));
for (const [name, frames] of Object.entries(FOUND)) {
  console.log(name, JSON.stringify(frames).replaceAll(FILE, "FILE"));
  assert.deepEqual(frames.map((frame) => frame[1]), numbers);
  assert.deepEqual(frames.slice(0, 2).map((frame) => frame[0]), [FILE, FILE]);
  assert.deepEqual(frames.slice(0, 2).map((frame) => frame[2]), ["load", "async run"]);
  const inName = name === "stacktrace-parser" || name === "stacktracey";
  for (const [file, , called] of frames.slice(2)) {
    assert.equal(file, inName ? FILE : `async ${FILE}`);
    assert.equal(called ?? null, inName ? "async" : null);
  }
}
JS
node check.mjs
