#!/usr/bin/env bash
# The crate scip writes a symbol of the package `My App` with single spaces: it cannot read it back, and no other index has this symbol.
#
# Expected: SCIP escapes a space in the scheme, the package's manager, name and version as two spaces; a symbol that is parsed and
# written without a change is the same text, as symbols are compared as text.
# Seen on 2026-11-30 with the crate scip 0.10.0 and @sourcegraph/scip-python 0.6.6 (npm), a project `My App`, version `1.0 beta`:
#   scip-python writes:                             scip-python python My  App 1.0  beta shapes/area().
#   parse_symbol of the crate:                      name "My App", version "1.0 beta", right.
#   format_symbol of this:                          scip-python python My App 1.0 beta shapes/area().
#   parse_symbol of this:                           an error; with `My App` alone, the error is another one.
#   a package without spaces, names in backticks:   the same text, right.
# A tool that reads an index, renames or filters symbols and writes them breaks every reference of such a project, without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" @sourcegraph/scip-python@0.6.6
mkdir -p "$work/project" "$work/show/src"
printf 'def area(x):\n    return x\n' > "$work/project/shapes.py"
cd "$work/project"
node "$work/npm/node_modules/.bin/scip-python" index . --project-name "My App" --project-version "1.0 beta" \
  --output ../index.scip > ../log.txt 2>&1
grep -aqF 'scip-python python My  App 1.0  beta shapes/area().' ../index.scip

cd "$work/show"
cat > Cargo.toml <<'TOML'
[package]
name = "show"
version = "0.1.0"
edition = "2021"

[dependencies]
protobuf = "3"
scip = "=0.10.0"
TOML
cat > src/main.rs <<'RUST'
use protobuf::Message;
use scip::symbol::{format_symbol, parse_symbol};

fn main() {
    let index = scip::types::Index::parse_from_bytes(&std::fs::read("../index.scip").unwrap()).unwrap();
    let symbol = index.documents[0].symbols.iter().map(|s| s.symbol.clone()).find(|s| s.ends_with("area().")).unwrap();
    let parsed = parse_symbol(&symbol).unwrap();
    let package = parsed.package.clone().unwrap();
    assert_eq!((package.name.as_str(), package.version.as_str()), ("My App", "1.0 beta"));
    let written = format_symbol(parsed);
    println!("{symbol}\n{written}");
    assert_eq!(written, "scip-python python My App 1.0 beta shapes/area().");
    println!("{:?}", parse_symbol(&written).unwrap_err());
    assert!(parse_symbol(&format_symbol(parse_symbol("x nuget My  App . A#").unwrap())).is_err());

    for right in ["scip-python python my-app 1.0 shapes/area().", "x npm p 1 `a b`/C#`<init>`(+1).(p)", "x . . . `a``b`/", "local 3"] {
        assert_eq!(format_symbol(parse_symbol(right).unwrap()), right);
    }
}
RUST
cargo run --quiet --target-dir "$work/target"
