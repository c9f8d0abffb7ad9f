#!/usr/bin/env bash
# The crate alacritty_terminal erases letters left of the cursor for "delete characters", and leaves a line for "erase above".
#
# Expected: `ESC[9P` deletes at and behind the cursor only, `ESC[1J` clears all rows above the cursor, and `ESC[A` stops at the top of
#   the scroll region, as in xterm and in the crate avt, the emulator of asciinema.
# Seen on 2026-11-30 with alacritty_terminal 0.26.0, the emulator of Alacritty, and avt 0.18.0 (crates.io), 10 columns, 5 rows:
#   `abcdef`, the cursor on `d`, `ESC[7P`:     `abc`, as in avt; seven cells are left in the row.
#   the same with `ESC[8P`, `ESC[9P`:          `ab` and `a`; with `ESC[10P` the row is empty. avt: `abc` for each.
#   rows 1 and 2 with text, the cursor in row 2, `ESC[1J`:    row 1 stays. With the cursor in row 3 rows 1 and 2 are cleared.
#   region of rows 2 to 4, `ESC[9A` in row 3:  the cursor goes to row 1, out of the region; avt: row 2. Likewise row 5 for `ESC[9B`.
#   `中中a`, `ESC[K` on the second half of the first `中`:   the character stays, though half of it is erased; avt: an empty row.
# A shell or an editor that sends a large count to clear the rest of a line loses its prompt, and a status line is overwritten.
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
alacritty_terminal = { version = "=0.26.0", default-features = false }
avt = "=0.18.0"

[profile.dev]
debug = false
TOML
cat > "$work/show/src/main.rs" <<'RUST'
use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::Dimensions;
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::Flags;
use alacritty_terminal::term::{Config, Term};
use alacritty_terminal::vte::ansi::Processor;

const COLUMNS: usize = 10;
const ROWS: usize = 5;

struct Size;

impl Dimensions for Size {
    fn total_lines(&self) -> usize {
        ROWS
    }

    fn screen_lines(&self) -> usize {
        ROWS
    }

    fn columns(&self) -> usize {
        COLUMNS
    }
}

fn join(rows: impl Iterator<Item = String>, row: usize, column: usize) -> String {
    let rows: Vec<_> = rows.map(|row| row.trim_end().to_owned()).collect();
    format!("{} @{},{}", rows.join("|").trim_end_matches('|'), row + 1, column + 1)
}

/// The rows of the screen without trailing spaces, and the position of the cursor.
fn read_alacritty(output: &str) -> String {
    let mut term = Term::new(Config::default(), &Size, VoidListener);
    Processor::<alacritty_terminal::vte::ansi::StdSyncHandler>::new().advance(&mut term, output.as_bytes());
    let row = |row| {
        let cells = (0..COLUMNS).map(|column| &term.grid()[Line(row as i32)][Column(column)]);
        cells.filter(|cell| !cell.flags.contains(Flags::WIDE_CHAR_SPACER)).map(|cell| cell.c).collect()
    };
    let cursor = term.grid().cursor.point;
    join((0..ROWS).map(row), cursor.line.0 as usize, cursor.column.0)
}

fn read_avt(output: &str) -> String {
    let mut terminal = avt::Vt::builder().size(COLUMNS, ROWS).build();
    terminal.feed_str(output);
    let cursor = terminal.cursor();
    join(terminal.view().map(|line| line.text()), cursor.row, cursor.col)
}

fn main() {
    let rows = "one\r\ntwo\r\nthree\r\nfour\r\nfive";
    for (name, output, expected, alacritty) in [
        ("delete 7", "abcdef\x1b[1;4H\x1b[7P".to_owned(), "abc @1,4", "abc @1,4"),
        ("delete 8", "abcdef\x1b[1;4H\x1b[8P".to_owned(), "abc @1,4", "ab @1,4"),
        ("delete 9", "abcdef\x1b[1;4H\x1b[9P".to_owned(), "abc @1,4", "a @1,4"),
        ("delete 10", "abcdef\x1b[1;4H\x1b[10P".to_owned(), "abc @1,4", " @1,4"),
        ("erase above row 2", format!("{rows}\x1b[2;1H\x1b[1J"), "| wo|three|four|five @2,1", "one| wo|three|four|five @2,1"),
        ("erase above row 3", format!("{rows}\x1b[3;1H\x1b[1J"), "|| hree|four|five @3,1", "|| hree|four|five @3,1"),
        ("up", format!("{rows}\x1b[2;4r\x1b[3;1H\x1b[9A"), "one|two|three|four|five @2,1", "one|two|three|four|five @1,1"),
        ("down", format!("{rows}\x1b[2;4r\x1b[3;1H\x1b[9B"), "one|two|three|four|five @4,1", "one|two|three|four|five @5,1"),
        ("up, no region", format!("{rows}\x1b[3;1H\x1b[9A"), "one|two|three|four|five @1,1", "one|two|three|four|five @1,1"),
        ("half a character", "中中a\x1b[1;2H\x1b[K".to_owned(), " @1,2", "中 @1,2"),
    ] {
        let found = (read_avt(&output), read_alacritty(&output));
        println!("{name}: avt {:?}, alacritty_terminal {:?}", found.0, found.1);
        assert_eq!((found.0.as_str(), found.1.as_str()), (expected, alacritty), "{name}");
    }
}
RUST
cd "$work/show"
cargo run --quiet
