#!/usr/bin/env bash
# The terminal emulator of the crate vt100 takes the parts of an underline color for attributes: the text turns italic.
#
# Expected: an emulator that does not know underline colors ignores the whole sequence, 58;2;R;G;B or 58;5;N.
# Seen on 2026-11-29 with vt100 0.18.1 and crossterm 0.29.0 (crates.io), which writes what `SetUnderlineColor` asks for:
#   rgb(3, 7, 4)  the text is italic, inverse and underlined.
#   ansi 1        the text is bold.
#   ansi 32       the text is green.
# vt100 reads the foreground `38;2;R;G;B` and `38;5;N` of crossterm right, but not the standard form with colons,
# `38:2::R:G:B`, and it drops an underline with a style, `4:3`.
# So a test of a terminal program that reads its screen through vt100 sees attributes that the program never asked for.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/screen/src"
cat > "$work/screen/Cargo.toml" <<'TOML'
[package]
name = "screen"
version = "0.0.0"
edition = "2021"

[dependencies]
crossterm = { version = "=0.29.0", default-features = false }
vt100 = "=0.18.1"
TOML
cat > "$work/screen/src/main.rs" <<'RUST'
use std::num::NonZero;

use crossterm::style::{Color, SetForegroundColor, SetUnderlineColor};
use crossterm::Command;

fn written(command: impl Command) -> String {
    let mut text = String::new();
    command.write_ansi(&mut text).unwrap();
    text
}

fn show(name: &str, bytes: &str) {
    let mut parser = vt100::Parser::new(NonZero::new(2).unwrap(), NonZero::new(20).unwrap(), 0);
    parser.process(format!("{bytes}A").as_bytes());
    let cell = parser.screen().cell(0, 0).unwrap();
    let mut seen = vec![format!("{:?}", cell.fgcolor())];
    for (attribute, is_set) in [
        ("bold", cell.bold()), ("italic", cell.italic()), ("underline", cell.underline()), ("inverse", cell.inverse()),
    ] {
        if is_set {
            seen.push(attribute.to_owned());
        }
    }
    println!("{name}: {}", seen.join(" "));
}

fn main() {
    show("underline rgb(3, 7, 4)", &written(SetUnderlineColor(Color::Rgb { r: 3, g: 7, b: 4 })));
    show("underline ansi 1", &written(SetUnderlineColor(Color::AnsiValue(1))));
    show("underline ansi 32", &written(SetUnderlineColor(Color::AnsiValue(32))));
    show("foreground rgb(3, 7, 4)", &written(SetForegroundColor(Color::Rgb { r: 3, g: 7, b: 4 })));
    show("foreground 38:2::3:7:4", "\x1b[38:2::3:7:4m");
    show("underline 4", "\x1b[4m");
    show("underline 4:3", "\x1b[4:3m");
}
RUST
found=$(CARGO_TARGET_DIR="$work/target" cargo run --quiet --manifest-path "$work/screen/Cargo.toml")
echo "$found"
test "$found" = "underline rgb(3, 7, 4): Default italic underline inverse
underline ansi 1: Default bold
underline ansi 32: Idx(2)
foreground rgb(3, 7, 4): Rgb(3, 7, 4)
foreground 38:2::3:7:4: Default
underline 4: Default underline
underline 4:3: Default"
