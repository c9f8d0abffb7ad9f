//! Scripts of the code pane: a method of sixteen lines in an open fold.

use super::{Script, listed, notice, popup, results::query, scripts};
use crate::app::fixture::{app, with_keys};
use crate::app::{App, Effect, Event};
use crate::config::Preset;

/// The line the cursor is on.
fn line(app: &App, _: &[Effect]) -> String {
    let location = app.code.cursor_location();
    location.map_or("none".to_owned(), |location| location.line.to_string())
}

/// The line and column of the cursor.
fn column(app: &App, _: &[Effect]) -> String {
    let (line, column) = app.code.cursor_position().unwrap_or_default();
    format!("{line}:{column}")
}

/// The rows above the cursor.
fn height(app: &App, _: &[Effect]) -> String {
    app.code.cursor_y().to_string()
}

/// An app with the keys of the vim preset.
fn in_vim() -> App {
    let mut app = with_keys(Preset::Vim);
    app.update(Event::Resize(100, 15));
    app
}

/// An app with room for callers and callees.
fn wide() -> App {
    app(160, 15)
}

/// Zoom level and number of rows.
fn width(app: &App, _: &[Effect]) -> String {
    let name = app.code.zoom_name().unwrap_or("hit");
    format!("{name}, {} rows", app.code.position().1)
}

/// Focused pane and width of the code pane.
fn room(app: &App, _: &[Effect]) -> String {
    format!(
        "{:?}, {} columns",
        app.screen.focus,
        app.screen.layout.area(crate::app::Focus::Code).width
    )
}

/// The number of cells of the first line that are scrolled out of view.
fn shift(app: &App, _: &[Effect]) -> String {
    app.code.shift(1).to_string()
}

pub(super) const SCRIPTS: &[Script] = scripts! {
    "line-down": "segment<tab><tab>", "j" => line, "38";
    "line-up": "segment<tab><tab>jj", "k" => line, "38";
    "half-page-down": "segment<tab><tab>", "<c-d>" => line, "43";
    "half-page-up": "segment<tab><tab>G", "<c-u>" => line, "45";
    "page-down": "segment<tab><tab>", "<pagedown>" => line, "48";
    "page-up": "segment<tab><tab>G", "<pageup>" => line, "40";
    "first-line": "segment<tab><tab>j", "gg" => line, "18";
    "last-line": "segment<tab><tab>", "G" => line, "51";
    "zoom-out": "segment<tab><tab>", "z" => width, "outline, 19 rows";
    "zoom-in": "segment<tab><tab>z", "Z" => width, "hit, 16 rows";
    "whole-file": "segment<tab><tab>", "f" => width, "file, 52 rows";
    "parent": "segment<tab><tab>", "P" => width, "hit, 17 rows";
    "wider": "segment<tab><tab>", "+" => width, "hit, 27 rows";
    "narrower": "segment<tab><tab>+", "-" => width, "hit, 16 rows";
    "open-fold": "segment<tab><tab>C", ")" => width, "hit, 16 rows";
    "close-fold": "segment<tab><tab>", "(" => width, "hit, 2 rows";
    "open-folds": "segment<tab><tab>C", "E" => width, "hit, 16 rows";
    "close-folds": "segment<tab><tab>", "C" => width, "hit, 2 rows";
    "zoom-out": "segment<tab><tab>f", "z" => notice, "Already the whole file";
    "zoom-in": "segment<tab><tab>", "Z" => notice, "Already the match itself";
    "wider": "segment<tab><tab>++++", "+" => notice, "No more lines";
    "narrower": "segment<tab><tab>", "-" => notice, "No surrounding lines are shown";
    "parent": "segment<tab><tab>z", "P" => notice, "The enclosing scope is already shown";
    "open-fold": "segment<tab><tab>", ")" => notice, "Nothing is folded here";
    "find": "segment<tab><tab>", "/" => popup, "find in file";
    "next-match": "segment<tab><tab>/serializer<enter>", "n" => line, "42";
    "previous-match": "segment<tab><tab>/serializer<enter>", "N" => line, "33";
    "next-match": "segment<tab><tab>/serializer<enter>", "n" => notice, "Matching line 5 of 8";
    "next-match": "segment<tab><tab>", "n" => line, "38";
    "previous-match": "segment<tab><tab>", "N" => line, "42";
    "find-name": "segment<tab><tab>jjjjj<a-right>", "*" => line, "45";
    "find-name": "segment<tab><tab>jjjjjjjj", "*" => notice, "Matching line 3 of 3: fieldnorms";
    "matching-bracket": "segment<tab><tab>jjjjj", "%" => line, "51";
    "matching-bracket": "segment<tab><tab>", "%" => notice, "No bracket on this line has its match on another line";
    "siblings": "segment<tab><tab>", "S" => query, "siblings of IndexMerger › write";
    "imports": "segment<tab><tab>", "i" => query, "imports of IndexMerger › write";
    "references": "segment<tab><tab>", "c" => query, "references to IndexMerger › write";
    "references": "segment<tab><tab>", "gr" => query, "references to IndexMerger › write";
    "definition": "segment<tab><tab>", "gd" => query, "definitions used by IndexMerger › write";
    "implementations": "segment<tab><tab>", "gi" => query, "implementations of IndexMerger › write";
    "docs": "segment<tab><tab>", "K" => popup, "docs of IndexMerger › write";
    "impact": "segment<tab><tab>", "gI" => query, "reached by a change of IndexMerger › write";
    "next-change": in listed, "<tab><tab>", "]c" => column, "3:1";
    "previous-change": in listed, "<tab><tab>]c]c", "[c" => column, "3:1";
    "old-text": in listed, "<tab><tab>]c", "d" => width, "file, 13 rows";
    "side-by-side": in listed, "<tab><tab>]cp", "D" => width, "file, 12 rows";
    "file-at-cursor": "segment<tab><tab>", "gf" => notice, "No file segment in this repository";
    "column-right": "segment<tab><tab>", "l" => column, "37:28";
    "column-left": "segment<tab><tab>l", "h" => column, "37:27";
    "column-right": "segment<tab><tab>", "<right>" => column, "37:28";
    "column-left": "segment<tab><tab>l", "<left>" => column, "37:27";
    "line-start": "segment<tab><tab>", "0" => column, "37:1";
    "line-end": "segment<tab><tab>", "$" => column, "37:56";
    "next-name": "segment<tab><tab>", "<a-right>" => column, "42:12";
    "previous-name": "segment<tab><tab><a-right><a-right>", "<a-left>" => column, "42:12";
    "next-word": "segment<tab><tab>", "<a-f>" => column, "37:35";
    "previous-word": "segment<tab><tab>", "<a-b>" => column, "37:20";
    "word-end": "segment<tab><tab>", "e" => column, "37:33";
    "next-word": in in_vim, "segment<tab><tab>", "w" => column, "37:35";
    "previous-word": in in_vim, "segment<tab><tab>", "b" => column, "37:20";
    "word-end": in in_vim, "segment<tab><tab>", "e" => column, "37:33";
    "center": "segment<tab><tab>f<pagedown>", "gc" => height, "6";
    "scroll-right": "segment<tab><tab>", "<s-right>" => shift, "8";
    "scroll-left": "segment<tab><tab><s-right>", "<s-left>" => shift, "0";
    "wrap": "segment<tab><tab>", "W" => width, "hit, 24 rows";
 "labels": "segment<tab><tab>", ";" => notice, "Type a label; Esc cancels";
    "labels": "segment<tab><tab>", "gw" => notice, "Type a label; Esc cancels";
    "columns": in wide, "segment<tab><tab>", "|" => room, "Code, 79 columns";
    "columns": "segment<tab><tab>", "|" => notice, "Callers and callees beside the code: hidden";
    "peek": "segment<tab>", "p" => room, "Code, 100 columns";
    "fold": "segment<tab><tab>", "<space>" => width, "hit, 2 rows";
};
