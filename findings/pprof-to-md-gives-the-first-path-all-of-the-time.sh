#!/usr/bin/env bash
# pprof-to-md gives the first of its critical paths 100% of the time, whatever it took, and cuts the call tree at a recursion.
#
# Expected: the share of a path is that of its samples, so different paths sum up to at most 100%, and each function that took time is
#   in the tree.
# Seen on 2026-11-30 with pprof-to-md 0.2.0 (npm), profiles of 100 samples at 1 ms, written with pprof-format 2.3.2 (npm):
#   main → parse 70, main → render 25, main → save 5:    `[100.0%] parse`, `[25.0%] render`, `[5.0%] save`; the tree and the table of
#                                       functions of the same report say 70% for `parse`.
#   main → walk → walk → leaf 60, main → walk → walk 40: the tree ends at the second `walk`; `leaf`, with most of the time, is not in it.
#   main → visit → walk → leaf 60, main → visit → walk 40:   `leaf` is in the tree.
#   the number of samples, each time:   that of the different stacks, 3 or 2, and from it "30Hz" or "20Hz" for a rate of 1000.
# The report is made for language models, which are told that one path takes all of the time of a program.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" pprof-to-md@0.2.0 pprof-format@2.3.2
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { Function as Procedure, Line, Location, Profile, Sample, StringTable, ValueType } from "pprof-format";

/** Reports about a profile whose stacks, outermost function first, were sampled so many times. */
function report(stacks) {
  const stringTable = new StringTable();
  const text = (value) => stringTable.dedup(value);
  const names = [...new Set(stacks.flatMap(([stack]) => stack.split(" ")))];
  const profile = new Profile({
    stringTable,
    sampleType: [new ValueType({ type: text("samples"), unit: text("count") }), new ValueType({ type: text("cpu"), unit: text("nanoseconds") })],
    sample: stacks.map(([stack, count]) => new Sample({
      locationId: stack.split(" ").reverse().map((name) => names.indexOf(name) + 1),
      value: [count, count * 1e6],
    })),
    location: names.map((_, n) => new Location({ id: n + 1, line: [new Line({ functionId: n + 1, line: 10 * n + 1 })] })),
    function: names.map((name, n) => new Procedure({ id: n + 1, name: text(name), systemName: text(name), filename: text("app.js") })),
    periodType: new ValueType({ type: text("cpu"), unit: text("nanoseconds") }),
    period: 1e6,
    durationNanos: 100e6,
  });
  fs.writeFileSync("profile.pb", profile.encode());
  const read = (format) =>
    execFileSync("node_modules/.bin/pprof-to-md", ["--no-source", "-f", format, "profile.pb"], { encoding: "utf8" });
  const summary = read("summary"), detailed = read("detailed");
  return {
    paths: [...summary.matchAll(/^\d\. \*\*\[(.*?)%\]\*\* (.*)$/gm)].map(([, share, path]) => `${share} ${path.replaceAll("`", "")}`),
    table: [...summary.matchAll(/^\| \d \| `(\w+)` \| .*? \| (.*?)% /gm)].map(([, name, share]) => `${share} ${name}`),
    tree: [...detailed.matchAll(/\| +([\d.]+)%\] (\w+) @/g)].map(([, share, name]) => `${share} ${name}`),
    samples: detailed.match(/Samples:\*\* (\d+) \| \*\*Sample Rate:\*\* (\w+)/).slice(1).join(" "),
  };
}
function check(name, stacks, expected) {
  const found = report(stacks);
  console.log(name, found);
  assert.deepEqual(found, expected, name);
}

check("three paths", [["main parse", 70], ["main render", 25], ["main save", 5]], {
  paths: ["100.0 parse", "25.0 render", "5.0 save"],
  table: ["70.0 parse", "25.0 render", "5.0 save"],
  tree: ["100.0 main", "70.0 parse", "25.0 render", "5.0 save"],
  samples: "3 30Hz",
});
check("recursion", [["main walk walk leaf", 60], ["main walk walk", 40]], {
  paths: ["100.0 walk → walk → leaf"],
  table: ["60.0 leaf", "100.0 walk"],
  tree: ["100.0 main", "100.0 walk", "100.0 walk"],
  samples: "2 20Hz",
});
check("no recursion", [["main visit walk leaf", 60], ["main visit walk", 40]], {
  paths: ["100.0 visit → walk → leaf"],
  table: ["60.0 leaf", "100.0 walk"],
  tree: ["100.0 main", "100.0 visit", "100.0 walk", "60.0 leaf"],
  samples: "2 20Hz",
});
JS
cd "$work"
node check.mjs
