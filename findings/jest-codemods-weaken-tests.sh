#!/usr/bin/env bash
# jest-codemods turns assertions of Chai into weaker ones: `to.be.a("string").and.not.be.empty` becomes a check that no value can fail.
#
# Expected: an assertion that fails with Chai fails after the conversion, or a warning says that it cannot be converted.
# Seen on 2026-11-30 with jest-codemods 0.35.0, chai 6.3.0 and jest's package expect 30.5.2 (npm), transforms chai-should and chai-assert.
# Right: equal, not.equal, include of a list, above, lengthOf, match, keys that are missing, members that are missing.
# Each of these fails with Chai and passes after the conversion, and no warning is printed:
#   expect("").to.be.a("string").and.not.be.empty       expect(typeof "").not.toHaveLength(0), which is true for any value
#   expect([1]).to.be.a("string").that.includes(1)      toContain(1), the type is not checked
#   expect(null).to.exist                               toBeDefined
#   expect(0).to.not.exist                              toBeFalsy
#   expect([1, 2]).to.have.members([1])                 toEqual(expect.arrayContaining([1])), further members are accepted
#   expect({ a: 1, b: 2, c: 3 }).to.have.all.keys("a", "b")    in the same way
#   expect(f).to.throw(TypeError, "zero")               toThrow(TypeError), any message
#   assert.throws(f, TypeError), assert.throws(f, /zero/)      toThrow(), any error
#   expect({ a: undefined }).to.deep.equal({})          toEqual, which ignores undefined
#   assert.isNaN(undefined)                             toBe()
# After the move to Jest the tests are green, and no one learns that they check less.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  jest-codemods@0.35.0 jscodeshift@17.4.0 chai@6.3.0 expect@30.5.2
cd "$work"
cat > convert.mjs <<'JS'
import assert from "node:assert";
import { createRequire } from "node:module";
import * as chai from "chai";
import jscodeshift from "jscodeshift";

const require = createRequire(import.meta.url);
const { expect } = require("expect");
const zero = () => { throw new RangeError("negative"); };
const typed = () => { throw new TypeError("negative"); };

function fails(code, names) {
  try {
    new Function(...Object.keys(names), code)(...Object.values(names));
    return false;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ReferenceError) throw error;
    return true;
  }
}

function check(transform, code, before, after) {
  const warnings = [];
  const warn = console.warn;
  console.warn = (...texts) => warnings.push(texts.join(" "));
  const source = `import { ${transform === "chai-assert" ? "assert" : "expect"} } from "chai";\n${code};\n`;
  const j = jscodeshift.withParser("babel");
  const api = { jscodeshift: j, j, stats() {}, report() {} };
  const result = require(`jest-codemods/dist/transformers/${transform}.js`).default({ path: "a.test.js", source }, api, {}).trim();
  console.warn = warn;
  const found = [fails(code, { expect: chai.expect, assert: chai.assert, zero, typed }), fails(result, { expect, zero, typed })];
  console.log(`${code}\n  ${result}\n  fails with Chai: ${found[0]}, after the conversion: ${found[1]}`);
  assert.deepEqual(warnings, []);
  assert.deepEqual(found, [before, after]);
}

// Right.
for (const [code, failing] of [
  ["expect(1).to.equal(1)", false], ["expect(1).to.equal('1')", true], ["expect(1).to.not.equal(1)", true],
  ["expect([1, 2]).to.include(2)", false], ["expect([1, 2]).to.include(3)", true], ["expect(3).to.be.above(3)", true],
  ["expect([1]).to.have.lengthOf(2)", true], ["expect('a').to.match(/b/)", true], ["expect([1]).to.have.members([1, 2])", true],
  ["expect({ a: 1 }).to.have.all.keys('a', 'b')", true], ["expect('a').to.be.a('string').and.not.be.empty", false],
]) check("chai-should", code, failing, failing);

for (const code of [
  "expect('').to.be.a('string').and.not.be.empty",
  "expect([1]).to.be.a('string').that.includes(1)",
  "expect(null).to.exist",
  "expect(0).to.not.exist",
  "expect([1, 2]).to.have.members([1])",
  "expect({ a: 1, b: 2, c: 3 }).to.have.all.keys('a', 'b')",
  "expect(typed).to.throw(TypeError, 'zero')",
  "expect({ a: undefined }).to.deep.equal({})",
]) check("chai-should", code, true, false);
for (const code of ["assert.throws(zero, TypeError)", "assert.throws(zero, /zero/)", "assert.isNaN(undefined)"]) check("chai-assert", code, true, false);
JS
node convert.mjs
