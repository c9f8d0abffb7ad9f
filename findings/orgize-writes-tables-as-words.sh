#!/usr/bin/env bash
# The crate orgize writes a table of an Org file as one word, `ab12`, and drops the arguments of code blocks, macros and targets.
#
# Expected: `write_org` of a file that was only read gives the file, at most with other spaces or capital letters.
# Seen on 2026-11-30 with orgize 0.9.0 and 0.10.0-alpha.10 (crates.io); 0.9.0 is what `cargo add orgize` takes:
#   a table of a, b and 1, 2:                   `ab12`, without bars, line ends and the rule; the next line follows at once.
#   `#+begin_src sh :results output`:           `#+BEGIN_SRC sh`; the same for `-n` of an example and for arguments of other blocks.
#   `{{{version(1)}}}`, `<<target>>` and `[1/2]`:    nothing.
#   the property `:header+:`:                   `:header:`, which replaces a value in place of adding to it.
#   lists, links, planning, clocks, drawers, keywords, footnotes:    right.
#   0.10.0-alpha.10:                            the same text for all of them.
# No error is given. A program that changes one heading of a file and saves it destroys its tables.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "check"
version = "0.0.0"
edition = "2021"

[dependencies]
orgize = { version = "=0.9.0", default-features = false }
newer = { package = "orgize", version = "=0.10.0-alpha.10" }

[profile.dev]
debug = false
TOML
cat > src/main.rs <<'RS'
fn main() {
    let texts = [
        ("| a | b |\n|---+---|\n| 1 | 2 |\n", "ab12"),
        ("| a | b |\n| 1 | 2 |\n* Heading\n", "ab12* Heading\n"),
        ("#+BEGIN_SRC sh :results output\nls\n#+END_SRC\n", "#+BEGIN_SRC sh\nls\n#+END_SRC\n"),
        ("#+BEGIN_EXAMPLE -n\nls\n#+END_EXAMPLE\n", "#+BEGIN_EXAMPLE\nls\n#+END_EXAMPLE\n"),
        ("#+BEGIN_note :title Hint\nls\n#+END_note\n", "#+BEGIN_note\nls\n#+END_note\n"),
        ("Version {{{version(1)}}} of <<target>>this, [1/2] done\n", "Version  of this,  done\n"),
        ("* A\n:PROPERTIES:\n:header+: :dir /tmp\n:END:\n", "* A\n:PROPERTIES:\n:header: :dir /tmp\n:END:\n"),
        ("- a\n- [X] b\n", "- a\n- [X] b\n"),
        ("1. a\n2. b\n", "1. a\n2. b\n"),
        ("* TODO [#A] A :x:\nSCHEDULED: <2026-11-30 Mon +1w>\ntext\n", "* TODO [#A] A :x:\nSCHEDULED: <2026-11-30 Mon +1w>\ntext\n"),
        ("[[a][b *c*]] /d/ =e=\n", "[[a][b *c*]] /d/ =e=\n"),
        ("#+CAPTION: c\n#+NAME: n\n: fixed\n", "#+CAPTION: c\n#+NAME: n\n: fixed\n"),
        (":DRAWER:\nx\n:END:\n", ":DRAWER:\nx\n:END:\n"),
        ("a[fn:1:b]\n", "a[fn:1:b]\n"),
    ];
    for (text, expected) in texts {
        let mut written = Vec::new();
        orgize::Org::parse(text).write_org(&mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        if written != text {
            println!("{text:?} becomes {written:?}");
        }
        assert_eq!(written, expected);
        assert_eq!(newer::Org::parse(text).to_org(), text);
    }
}
RS
cargo run --quiet
