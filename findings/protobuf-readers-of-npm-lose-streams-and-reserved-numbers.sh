#!/usr/bin/env bash
# protocol-buffers-schema writes a schema that it read without `reserved` and with `optional` in front of each field; proto-parser
# does not know which calls stream.
#
# Expected: a schema that is read and written without a change is the same schema; a reader says what a call takes and returns.
# Seen on 2026-12-01, without an error:
#   protocol-buffers-schema 3.6.1 (npm), `stringify(parse(…))`, as its README shows:
#     reserved 2, 4; reserved "old";              gone, so that a later field may take the number 2.
#     string name = 1; in proto3:                 optional string name = 1; so generated code tells "unset" from "" now.
#     int32 n = 1 [(rules.min) = 1];              [rules.min = 1], an option that protoc does not know.
#     import public "a.proto";                    an error, "Unexpected token".
#   proto-parser 0.0.9 (npm):
#     rpc Watch(stream M) returns (stream M);     the same as rpc Watch(M) returns (M).
#     [default = "a\"b"]:                         the text ab, without the quote.
#     B = 1 [deprecated = true]; in an enum:      without the option.
#     map<string, .a.M>, a type from the root:    its full name is `..a.M`.
# Clients and documents that are generated from these trees call a stream as a single message, and numbers are used twice.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" protocol-buffers-schema@3.6.1 proto-parser@0.0.9
cat > "$work/npm/check.cjs" <<'JS'
const assert = require("node:assert");
const schema = require("protocol-buffers-schema");
const { parse } = require("proto-parser");

for (const [body, expected] of [
  ["message M { repeated string names = 1; }", "message M { repeated string names = 1; }"],
  ['message M { reserved 2, 4; reserved "old"; repeated string names = 1; }', "message M { repeated string names = 1; }"],
  ["message M { string name = 1; }", "message M { optional string name = 1; }"],
  ["message M { repeated int32 n = 1 [(rules.min) = 1]; }", "message M { repeated int32 n = 1 [rules.min = 1]; }"],
]) {
  const found = schema.stringify(schema.parse(`syntax = "proto3"; ${body}`)).replace(/\s+/g, " ").trim();
  console.log(`${body}\n  ${found}`);
  assert.equal(found, `syntax = "proto3"; ${expected}`);
}
assert.throws(() => schema.parse('syntax = "proto3"; import public "a.proto";'), /Unexpected token/);

const tree = (body) => parse(`syntax = "proto2"; package a; ${body}`).root.nested.a.nested;
const { Watch, Get } = tree("message M {} service S { rpc Watch(stream M) returns (stream M); rpc Get(M) returns (M); }").S.methods;
const content = (method) => JSON.stringify(method).replaceAll(method.name, "");
console.log(content(Watch));
assert.equal(content(Watch), content(Get));

const { fields } = tree('message M { optional string s = 1 [default = "a\\"b"]; map<string, .a.M> m = 2; }').M;
console.log(fields.s.options, fields.m.type);
assert.equal(fields.s.options.default, "ab");
assert.equal(fields.m.type.resolvedValue, "..a.M");
const { E } = tree("enum E { A = 0; B = 1 [deprecated = true]; }");
console.log(E);
assert.ok(!JSON.stringify(E).includes("deprecated"));
JS
node "$work/npm/check.cjs"
