#!/usr/bin/env bash
# Four libraries write the package URL of one package in up to three ways: `?repository_url=https://…`, `https:%2F…`, `https%3A%2F…`.
#
# Expected: a package URL is an identifier: each library writes the one canonical text for the same type, name, version and qualifiers.
# Seen on 2026-11-30 with packageurl-python 0.17.6 (PyPI), packageurl-js 2.0.1 (npm), packageurl 0.7.1 and purl 0.1.6 (crates.io);
# packageurl-python finds the same parts in all texts that differ in their escapes only:
#   pkg:npm/a@1.0.0, a scope, qualifiers in another order:   the same text in all.
#   the version 1.0.0+build:                  packageurl-python and packageurl `%2B`, packageurl-js and purl `+`.
#   repository_url=https://example.org/m2:    `https://`, `https:%2F%2F` (packageurl) or `https%3A%2F%2F` (packageurl-js).
#   checksum=sha256:de4d:                     packageurl-js `sha256%3Ade4d`, the others `sha256:de4d`.
#   github.com/BurntSushi/toml for Go:        packageurl `burntsushi`, the others `BurntSushi`.
#   Foo.Bar of nuget:                         purl `foo.bar`, the others `Foo.Bar`.
#   Foo of npm; a.b of pypi:                  purl `Foo` and `a-b`, the others `foo` and `a.b`.
# SBOMs, advisories and lists of licenses are joined by this text: a finding of one tool has no package in the list of another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" packageurl-js@2.0.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check packageurl-python==0.17.6
mkdir -p "$work/write/src"
cat > "$work/write/Cargo.toml" <<'TOML'
[package]
name = "write"
version = "0.0.0"
edition = "2021"

[dependencies]
packageurl = "=0.7.1"
purl = "=0.1.6"

[profile.dev]
debug = false
TOML
cat > "$work/write/src/main.rs" <<'RUST'
fn main() {
    for url in std::env::args().skip(1) {
        println!("{}", url.parse::<packageurl::PackageUrl>().unwrap());
        println!("{}", url.parse::<purl::Purl>().unwrap());
    }
}
RUST
CARGO_TARGET_DIR="$work/target" cargo build --quiet --manifest-path "$work/write/Cargo.toml"
cd "$work"
cat > write.mjs <<'JS'
import { PackageURL } from "packageurl-js";
for (const url of process.argv.slice(2)) console.log(PackageURL.fromString(url).toString());
JS
venv/bin/python - <<'PY'
import subprocess
from packageurl import PackageURL

def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()

def check(url, python, js=None, packageurl=None, purl=None, same_parts=True):
    """The text of each library for a package URL; without one it is that of packageurl-python."""
    [found_js] = lines("node", "write.mjs", url)
    found = [PackageURL.from_string(url).to_string(), found_js, *lines("target/debug/write", url)]
    print(f"{url}:", *(f"{name} {text}" for name, text in zip(["packageurl-python", "packageurl-js", "packageurl", "purl"], found)), sep="\n  ")
    assert found == [f"pkg:{text or python}" for text in (python, js, packageurl, purl)]
    if same_parts:
        assert len({PackageURL.from_string(text) for text in found}) == 1

check("pkg:npm/a@1.0.0", "npm/a@1.0.0")
check("pkg:npm/@angular/core@1.0.0", "npm/%40angular/core@1.0.0")
check("pkg:maven/org.a/b@1?type=zip&classifier=s", "maven/org.a/b@1?classifier=s&type=zip")
check("pkg:npm/a@1.0.0+build", "npm/a@1.0.0%2Bbuild", js="npm/a@1.0.0+build", purl="npm/a@1.0.0+build")
check("pkg:golang/example.org/a@v2.0.0%2Bincompatible", "golang/example.org/a@v2.0.0%2Bincompatible",
      js="golang/example.org/a@v2.0.0+incompatible", purl="golang/example.org/a@v2.0.0+incompatible")
check("pkg:maven/org.a/b@1?repository_url=https://example.org/m2", "maven/org.a/b@1?repository_url=https://example.org/m2",
      js="maven/org.a/b@1?repository_url=https%3A%2F%2Fexample.org%2Fm2",
      packageurl="maven/org.a/b@1?repository_url=https:%2F%2Fexample.org%2Fm2")
check("pkg:npm/a@1?checksum=sha256:de4d", "npm/a@1?checksum=sha256:de4d", js="npm/a@1?checksum=sha256%3Ade4d")
check("pkg:golang/github.com/BurntSushi/toml@v1.2.3", "golang/github.com/BurntSushi/toml@v1.2.3",
      packageurl="golang/github.com/burntsushi/toml@v1.2.3", same_parts=False)
check("pkg:nuget/Foo.Bar@1", "nuget/Foo.Bar@1", purl="nuget/foo.bar@1", same_parts=False)
check("pkg:npm/Foo@1", "npm/foo@1", purl="npm/Foo@1")
check("pkg:pypi/a.b@1", "pypi/a.b@1", purl="pypi/a-b@1", same_parts=False)
PY
