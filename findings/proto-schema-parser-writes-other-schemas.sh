#!/usr/bin/env bash
# proto-schema-parser writes a schema of Protocol Buffers that it read without the options of maps and enum values, and `group` for
# `repeated group`.
#
# Expected: the README says that it parses a schema into a tree and generates the schema from the tree: the same messages.
# Seen on 2026-12-01 with proto-schema-parser 2.1.0 (PyPI), each input is accepted by protoc, each time without an error:
#   map<string, int32> m = 1 [deprecated = true];      the option is gone.
#   B = 1 [deprecated = true]; in an enum:             the option is gone.
#   repeated group R = 1 { … }:                        group R = 1 { … }: one in place of many, and protoc refuses it.
#   [default = "a\"b"], [default = "\001"]:            "a\\\"b", "\\001": another text.
#   [default = 0x7F]:                                  "0x7F", a text, which protoc refuses.
#   option java_package = 'a' 'b';                     "a' 'b", in place of the text ab.
#   [deprecated = true] of a usual field:              right.
# A tool that edits a schema with it changes fields that nobody touched.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check proto-schema-parser==2.1.0 grpcio-tools==1.85.1
cd "$work"
"$work/venv/bin/python" - <<'PY'
import pathlib, re, subprocess, sys
from proto_schema_parser.generator import Generator
from proto_schema_parser.parser import Parser

def accepted(schema):
    pathlib.Path("a.proto").write_text(schema)
    protoc = [sys.executable, "-m", "grpc_tools.protoc", "-I.", "-oout", "a.proto"]
    return subprocess.run(protoc, capture_output=True).returncode == 0

# the body of a file, what is written, whether protoc accepts that
CASES = [
    ("message M { optional int32 a = 1 [deprecated = true]; }", "message M { optional int32 a = 1 [deprecated = true]; }", True),
    ("message M { map<string, int32> m = 1 [deprecated = true]; }", "message M { map<string, int32> m = 1; }", True),
    ("enum E { A = 0; B = 1 [deprecated = true]; }", "enum E { A = 0; B = 1; }", True),
    ("message M { repeated group R = 1 { optional int32 x = 2; } }", "message M { group R = 1 { optional int32 x = 2; } }", False),
    (r'message M { optional string s = 1 [default = "a\"b"]; }', r'message M { optional string s = 1 [default = "a\\\"b"]; }', True),
    (r'message M { optional bytes s = 1 [default = "\001"]; }', r'message M { optional bytes s = 1 [default = "\\001"]; }', True),
    ("message M { optional int32 i = 1 [default = 0x7F]; }", 'message M { optional int32 i = 1 [default = "0x7F"]; }', False),
    ("option java_package = 'a' 'b';", '''option java_package = "a' 'b";''', True),
]
for body, expected, valid in CASES:
    schema = 'syntax = "proto2";\n' + body
    assert accepted(schema)
    written = Generator().generate(Parser().parse(schema))
    found = re.sub(r"\s+", " ", written).strip().removeprefix('syntax = "proto2"; ')
    print(f"{body}\n  {found}, accepted: {accepted(written)}")
    assert (found, accepted(written)) == (expected, valid)
PY
