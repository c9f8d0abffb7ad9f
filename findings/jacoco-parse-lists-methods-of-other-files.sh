#!/usr/bin/env bash
# jacoco-parse lists the methods of all classes of a package under each of its files; golang-cover-parse counts shared lines twice.
#
# Expected: the details of a file are its own, and as many as its totals say; the source file of a class stands beside its name.
# Seen on 2026-11-30 with jacoco-parse 2.0.1, golang-cover-parse 2.0.0 and lcov-parse 1.0.0 (npm), whose form both return:
#   JaCoCo, Parser.java with `parse` and Page.java with `render` and `close`:    `functions.found` is 1 and 2, as it should be, but
#                                                 each file lists all three methods, with the lines of the other file.
#   Go, a block that begins in the line in which another ends (`a.go:3.20,4.11` and `a.go:4.11,6.3`):    4 lines in the details,
#                                                 `lines.found` is 5, and line 4 ran 10 times instead of 5.
#   Go, a file that two test binaries cover, as with `-coverpkg`, other files between:   the file is listed twice, with half each.
#   the same files and lines as LCOV:             right.
# A viewer marks methods in files that have none there, and a check of the covered share passes or fails by the shape of the code.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  jacoco-parse@2.0.1 golang-cover-parse@2.0.0 lcov-parse@1.0.0
cat > "$work/check.cjs" <<'JS'
const assert = require("node:assert");
const { promisify } = require("node:util");
const readJacoco = promisify(require("jacoco-parse").parseContent);
const readGo = promisify(require("golang-cover-parse").parseContent);
const readLcov = promisify(require("lcov-parse"));

const counter = (type, covered, missed) => `<counter type="${type}" missed="${missed}" covered="${covered}"/>`;
const methods = { Parser: [["parse", 3]], Page: [["render", 1], ["close", 8]] };
const classes = Object.entries(methods).map(([name, list]) => `<class name="p/${name}" sourcefilename="${name}.java">${
  list.map(([method, line]) => `<method name="${method}" desc="()V" line="${line}">${counter("LINE", 1, 0)}${counter("METHOD", 1, 0)}</method>`)
    .join("")}${counter("METHOD", list.length, 0)}</class>`);
const files = Object.entries(methods).map(([name, list]) => `<sourcefile name="${name}.java">${
  list.map(([, line]) => `<line nr="${line}" mi="0" ci="1" mb="0" cb="0"/>`).join("")
}${counter("LINE", list.length, 0)}${counter("METHOD", list.length, 0)}</sourcefile>`);
const jacoco = `<?xml version="1.0"?><report name="r"><package name="p">${classes.join("")}${files.join("")}</package></report>`;
const lcov = Object.entries(methods).map(([name, list]) => `SF:p/${name}.java\n${
  list.map(([method, line]) => `FN:${line},${method}\nFNDA:1,${method}\nDA:${line},1\n`).join("")
}FNF:${list.length}\nFNH:${list.length}\nLF:${list.length}\nLH:${list.length}\nend_of_record\n`).join("");

const goBlocks = "mode: count\nm/a.go:3.20,4.11 1 5\nm/a.go:4.11,6.3 1 5\n";
const goTwice = "mode: set\nm/a.go:3.20,4.11 1 1\nm/b.go:1.1,2.2 1 1\nm/a.go:3.20,4.11 1 0\nm/b.go:1.1,2.2 1 1\n";
const goLcov = "SF:m/a.go\nDA:3,5\nDA:4,5\nDA:5,5\nDA:6,5\nLF:4\nLH:4\nend_of_record\n";

const functionsOf = (report) => report.map(({ file, functions }) =>
  `${file}: ${functions.found} of ${functions.details.map(({ name, line }) => `${name} ${line}`).join(", ")}`);
const linesOf = (report) => report.map(({ file, lines }) =>
  `${file}: ${lines.found} of ${lines.details.map(({ line, hit }) => `${line}×${hit}`).join(" ")}`);
async function check(name, found, expected) {
  console.log(name, await found);
  assert.deepEqual(await found, expected, name);
}
(async () => {
  await check("LCOV", readLcov(lcov).then(functionsOf), ["p/Parser.java: 1 of parse 3", "p/Page.java: 2 of render 1, close 8"]);
  await check("JaCoCo", readJacoco(jacoco).then(functionsOf),
    ["p/Parser.java: 1 of parse 3, render 1, close 8", "p/Page.java: 2 of parse 3, render 1, close 8"]);
  await check("LCOV, lines", readLcov(goLcov).then(linesOf), ["m/a.go: 4 of 3×5 4×5 5×5 6×5"]);
  await check("Go, one line in two blocks", readGo(goBlocks).then(linesOf), ["m/a.go: 5 of 3×5 4×10 5×5 6×5"]);
  await check("Go, two test binaries", readGo(goTwice).then(linesOf),
    ["m/a.go: 2 of 3×1 4×1", "m/b.go: 2 of 1×1 2×1", "m/a.go: 2 of 3×0 4×0", "m/b.go: 2 of 1×1 2×1"]);
})();
JS
cd "$work"
node check.cjs
