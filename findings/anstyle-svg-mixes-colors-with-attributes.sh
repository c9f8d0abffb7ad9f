#!/usr/bin/env bash
# The crate anstyle-svg reads an attribute behind a color as another color: `ESC[38;5;9;1m`, bold bright red, is dark red, not bold.
#
# Expected: the parameters of a sequence are read one after another; only a colon, as in `4:3`, joins a style to the underline.
# Seen on 2026-11-30 with anstyle-svg 1.1.1 and ansi-to-html 0.2.4 (crates.io), which reads all that have no colon right:
#   38;5;9;1, color 9 and bold:        color 1, not bold. `1;38;5;9` is right.
#   48;5;9;4, color 9 behind the text, underlined:   color 4 behind it, not underlined.
#   38;2;10;20;30;1, RGB and bold:     the color 10, 20, 1, not bold.
#   4;31, underlined and red:          underlined. `31;4` and two sequences, `4` and `31`, are right.
#   4;3, underlined and italic:        a curly underline, as for `4:3`. `3;4` is right.
#   4;38;5;3, underlined in color 3:   curly and dashed underlines, and no color.
#   1;4;7;31:                          bold and underlined, neither inverse nor red.
# Pictures of terminal output, as snapbox takes them for tests, show other colors, and nobody is told.
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
ansi-to-html = "=0.2.4"
anstyle-svg = "=1.1.1"

[profile.dev]
debug = false
TOML
cat > "$work/show/src/main.rs" <<'RUST'
/// Classes of all spans of the page: the text's, and those of its background.
fn classes(output: &str) -> String {
    let page = anstyle_svg::Term::new().render_html(output);
    let body = page.split("<body").nth(1).unwrap();
    body.split("<span class=\"").skip(1).map(|span| span.split('"').next().unwrap()).collect::<Vec<_>>().join(" + ")
}

fn main() {
    for parameters in [
        "1;38;5;9", "38;5;9;1", "48;5;9;4", "38;2;10;20;30;1", "4;31", "31;4", "4m\x1b[31", "4;3", "3;4", "4:3", "4;38;5;3", "1;4;7;31",
    ] {
        let output = format!("\x1b[{parameters}mx\x1b[0m");
        let html = ansi_to_html::convert(&output).unwrap();
        println!("{}: {}, ansi-to-html {html}", parameters.escape_debug(), classes(&output));
    }
}
RUST
found=$(CARGO_TARGET_DIR="$work/target" cargo run --quiet --manifest-path "$work/show/Cargo.toml")
echo "$found"
expected="1;38;5;9: fg-ansi256-009 bold, ansi-to-html <b><span style='color:var(--bright-red,#f55)'>x</span></b>
38;5;9;1: fg-ansi256-001, ansi-to-html <span style='color:var(--bright-red,#f55)'><b>x</b></span>
48;5;9;4: bg-ansi256-004, ansi-to-html <span style='background:var(--bright-red,#f55)'><u>x</u></span>
38;2;10;20;30;1: fg-rgb-0A1401, ansi-to-html <span style='color:#0a141e'><b>x</b></span>
4;31: underline, ansi-to-html <u><span style='color:var(--red,#a00)'>x</span></u>
31;4: fg-red underline, ansi-to-html <span style='color:var(--red,#a00)'><u>x</u></span>
4m\\u{1b}[31: fg-red underline, ansi-to-html <u><span style='color:var(--red,#a00)'>x</span></u>
4;3: curly-underline, ansi-to-html <u><i>x</i></u>
3;4: underline italic, ansi-to-html <i><u>x</u></i>
4:3: curly-underline, ansi-to-html $(printf '\033')[4:3mx
4;38;5;3: curly-underline dashed-underline, ansi-to-html <u><span style='color:var(--yellow,#a60)'>x</span></u>
1;4;7;31: underline bold, ansi-to-html <b><u><span style='color:var(--black,#000);background:var(--bright-white,#fff)'><span style='background:var(--red,#a00)'>x</span></span></u></b>"
test "$found" = "$expected"
