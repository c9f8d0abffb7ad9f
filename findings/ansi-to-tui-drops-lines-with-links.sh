#!/usr/bin/env bash
# The crate ansi-to-tui drops a line of output from a link, a title or a prompt's mark on, if these end with ST (`ESC \`).
#
# Expected: what is shown in a ratatui program has the text that a terminal shows; sequences that have no effect there are skipped.
# Seen on 2026-11-30 with ansi-to-tui 8.0.1 and anstyle-svg 1.1.1 (crates.io), which reads each of these right:
#   `see `, a link (OSC 8) named `name`, ` end`:   ended by BEL: `see name end`. Ended by ST, as ripgrep writes it: `see `.
#   a prompt's mark (OSC 133) before `$ ls`:       ended by BEL: right. Ended by ST: an empty line.
#   `tput sc` before `42%`, `tput rc` behind it:   `742%8`; anstyle-svg: `42%`.
#   `tput sgr0` behind bold text:                  `bold(B`.
#   ESC[58;5;1m, a red underline:                  the text is bold and blinks; in anstyle-svg its underline is red.
#   ESC[;1m, which is 0;1:                         neither reset nor bold; `ESC[0;1m` is right.
# A program that shows the output of a build in a pane loses the lines with links, which are those with the errors.
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
ansi-to-tui = "=8.0.1"
anstyle-svg = "=1.1.1"

[profile.dev]
debug = false
TOML
cat > "$work/show/src/main.rs" <<'RUST'
use ansi_to_tui::IntoText;

/// Text of the page's body, and the classes of its spans.
fn read_page(output: &str) -> (String, String) {
    let page = anstyle_svg::Term::new().render_html(output);
    let body = page.split("<body").nth(1).unwrap();
    let mut text = String::new();
    let mut classes = Vec::new();
    for part in body.split('<').skip(1) {
        let (tag, behind) = part.split_once('>').unwrap();
        if let Some(class) = tag.strip_prefix("span class=") {
            classes.push(class.trim_matches('"').to_owned());
        }
        if !behind.trim().is_empty() {
            text.push_str(behind.trim_matches('\n'));
        }
    }
    (text, classes.join(", "))
}

fn main() {
    for (name, output) in [
        ("link, BEL", "see \x1b]8;;https://example.org/\x07name\x1b]8;;\x07 end"),
        ("link, ST", "see \x1b]8;;https://example.org/\x1b\\name\x1b]8;;\x1b\\ end"),
        ("mark, BEL", "\x1b]133;A\x07$ ls"),
        ("mark, ST", "\x1b]133;A\x1b\\$ ls"),
        ("saved cursor", "\x1b742%\x1b8"),
        ("sgr0", "\x1b[1mbold\x1b(B\x1b[m"),
        ("underline color", "\x1b[4m\x1b[58;5;1mx\x1b[m"),
        ("0;1", "\x1b[31mx\x1b[0;1my"),
        (";1", "\x1b[31mx\x1b[;1my"),
    ] {
        let text = output.into_text().unwrap();
        assert_eq!(text.lines.len(), 1);
        let spans = &text.lines[0].spans;
        let style = spans.last().map(|span| span.style).unwrap_or_default();
        let content: String = spans.iter().map(|span| span.content.as_ref()).collect();
        let (page_text, classes) = read_page(output);
        println!("{name}: {content:?} {:?} {:?}, anstyle-svg: {page_text:?} {classes:?}", style.fg, style.add_modifier);
    }
}
RUST
found=$(CARGO_TARGET_DIR="$work/target" cargo run --quiet --manifest-path "$work/show/Cargo.toml")
echo "$found"
test "$found" = 'link, BEL: "see name end" None NONE, anstyle-svg: "see name end" ""
link, ST: "see " None NONE, anstyle-svg: "see name end" ""
mark, BEL: "$ ls" None NONE, anstyle-svg: "$ ls" ""
mark, ST: "" None NONE, anstyle-svg: "$ ls" ""
saved cursor: "742%8" None NONE, anstyle-svg: "42%" ""
sgr0: "bold(B" None BOLD, anstyle-svg: "bold" "bold"
underline color: "x" None BOLD | UNDERLINED | SLOW_BLINK, anstyle-svg: "x" "underline-ansi256-001 underline"
0;1: "xy" Some(Reset) BOLD, anstyle-svg: "xy" "fg-red, bold"
;1: "xy" Some(Red) NONE, anstyle-svg: "xy" "fg-red, bold"'
