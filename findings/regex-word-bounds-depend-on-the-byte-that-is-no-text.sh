#!/usr/bin/env bash
# The crate regex finds a word beside one byte that is not UTF-8 and not beside another; ripgrep's `-w` misses words in Latin-1 quotes.
#
# Expected: a byte that is no UTF-8 is no letter, so the word beside it has a bound there, for `\b`, its halves and `-w` alike; what
#   stands before the byte does not matter.
# Seen on 2026-11-30 with regex 1.13.2 (regex::bytes) and grep-regex 0.1.14, which is `rg -w` (crates.io):
#   `\bmerge` after `a` and the byte ff, c3 or e9:   found, as expected.
#   `\bmerge` after `a` and the byte 81, 93 or ab (quotation marks of Windows-1252 and Latin-1):   not found; after a space and the byte:
#     found. The byte is skipped, and the letter before it decides.
#   `\b{start-half}merge`:   after a space and 93 found, at the start of the text and 93 not, after a space and ff not.
#   `merge\b` before any such byte:   found. `merge\b{end-half}`:   never found.
#   `-w` for merge in a line with `“merge”` of Windows-1252, or `«merge»` of Latin-1:   not found. In UTF-8 it is.
# A search for whole words misses uses in comments of old files, and a rename that trusts it leaves them, without a message.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/show/src"
cat > "$work/show/Cargo.toml" <<'TOML'
[package]
name = "show"
version = "0.0.0"
edition = "2021"

[dependencies]
regex = "=1.13.2"
grep-regex = "=0.1.14"
grep-matcher = "=0.1.9"

[profile.dev]
debug = false
TOML
cat > "$work/show/src/main.rs" <<'RUST'
use grep_matcher::Matcher;
use grep_regex::RegexMatcherBuilder;
use regex::bytes::Regex;

fn main() {
    let bytes: [(&str, &[u8]); 6] =
        [("81", b"\x81"), ("93", b"\x93"), ("ab", b"\xab"), ("c3", b"\xc3"), ("e9", b"\xe9"), ("ff", b"\xff")];
    for source in [r"\bmerge", r"\b{start-half}merge"] {
        let regex = Regex::new(source).expect("a pattern");
        for (name, before) in [("letter", &b"a"[..]), ("space", b" "), ("start", b"")] {
            let found = bytes.map(|(byte, text)| (byte, regex.is_match(&[before, text, b"merge"].concat())));
            let found: Vec<_> = found.iter().filter(|(_, found)| *found).map(|(byte, _)| *byte).collect();
            println!("{source} after {name}: {}", found.join(" "));
        }
    }
    for source in [r"merge\b", r"merge\b{end-half}"] {
        let regex = Regex::new(source).expect("a pattern");
        let found = bytes.iter().filter(|(_, text)| regex.is_match(&[b"merge", *text, b" a"].concat()));
        println!("{source}: {}", found.map(|(byte, _)| *byte).collect::<Vec<_>>().join(" "));
    }
    let matcher = RegexMatcherBuilder::new().word(true).build("merge").expect("a pattern");
    let lines: [(&str, &[u8]); 4] = [
        ("spaces", b"see merge here"),
        ("UTF-8", "see “merge” here".as_bytes()),
        ("Windows-1252", b"see \x93merge\x94 here"),
        ("Latin-1", b"see \xabmerge\xbb here"),
    ];
    for (name, line) in lines {
        println!("-w in {name}: {}", matcher.is_match(line).expect("no error"));
    }
}
RUST
cargo run --quiet --manifest-path "$work/show/Cargo.toml" --target-dir "$work/target" > "$work/seen"
cat > "$work/expected" <<'TEXT'
\bmerge after letter: c3 e9 ff
\bmerge after space: 81 93 ab c3 e9 ff
\bmerge after start: 81 93 ab c3 e9 ff
\b{start-half}merge after letter: 
\b{start-half}merge after space: 81 93 ab
\b{start-half}merge after start: 
merge\b: 81 93 ab c3 e9 ff
merge\b{end-half}: 
-w in spaces: true
-w in UTF-8: true
-w in Windows-1252: false
-w in Latin-1: false
TEXT
diff "$work/expected" "$work/seen"
echo "as seen on 2026-11-30"
