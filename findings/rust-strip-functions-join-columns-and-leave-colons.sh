#!/usr/bin/env bash
# The crate strip-ansi-escapes removes tabs, so `a<tab>b` is `ab`; the crate console leaves `:3m` of a wavy underline in the text.
#
# Expected: what begins with an escape character is removed as a whole, and the text stays, with its tabs and line ends.
# Seen on 2026-11-30 with strip-ansi-escapes 0.2.1 and console 0.16.6 (crates.io); anstream 0.6.21 is right in all cases:
#   "name<tab>size":                       strip-ansi-escapes: "namesize".
#   "10%<CR>20%":                          strip-ansi-escapes: "10%20%", and "\r\n" becomes "\n".
#   ESC[4:3m word ESC[4:0m:                console: ":3mword:0m", and a width of 10 columns instead of 4.
#   ESC[38:5:1m (red), ESC[2 q (cursor), ESC[>1u (keyboard), each before "x":   console: ":5:1mx", " qx", "1ux".
# Both document that they remove escape sequences or codes. A log loses the columns of a table, one that says "10%20%" is wrong, and
# tables and progress bars that measure with console are too narrow by the letters that nobody sees.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/strip/src"
cat > "$work/strip/Cargo.toml" <<'TOML'
[package]
name = "strip"
version = "0.0.0"
edition = "2021"

[dependencies]
anstream = "=0.6.21"
strip-ansi-escapes = "=0.2.1"

[dependencies.console]
version = "=0.16.6"
default-features = false
features = ["std", "ansi-parsing"]

[profile.dev]
debug = false
TOML
cat > "$work/strip/src/main.rs" <<'RUST'
fn main() {
    // the output, its text, and what strip-ansi-escapes and console make of it
    let cases = [
        ("\x1b[31mred\x1b[m", "red", "red", "red"),
        ("\x1b[38;5;1mred\x1b[39m", "red", "red", "red"),
        ("name\tsize", "name\tsize", "namesize", "name\tsize"),
        ("10%\r20%", "10%\r20%", "10%20%", "10%\r20%"),
        ("a\r\nb\n", "a\r\nb\n", "a\nb\n", "a\r\nb\n"),
        ("\x1b[4:3mword\x1b[4:0m", "word", "word", ":3mword:0m"),
        ("\x1b[38:5:1mx", "x", "x", ":5:1mx"),
        ("\x1b[2 qx", "x", "x", " qx"),
        ("\x1b[>1ux", "x", "x", "1ux"),
    ];
    for (output, text, by_escapes, by_console) in cases {
        let anstream = anstream::adapter::strip_str(output).to_string();
        let escapes = strip_ansi_escapes::strip_str(output);
        let console = console::strip_ansi_codes(output).into_owned();
        println!("{output:?}: anstream {anstream:?}, strip-ansi-escapes {escapes:?}, console {console:?}");
        assert_eq!((anstream.as_str(), escapes.as_str(), console.as_str()), (text, by_escapes, by_console));
    }
    let width = console::measure_text_width("\x1b[4:3mword\x1b[4:0m");
    println!("width of \"word\" with a wavy underline: {width}");
    assert_eq!((width, console::measure_text_width("\x1b[4mword\x1b[24m")), (10, 4));
}
RUST
cd "$work/strip"
CARGO_TARGET_DIR="$work/target" cargo run --quiet
