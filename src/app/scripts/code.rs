//! Scripts of the code: a method of sixteen lines under the fold it is in.

use super::{Script, scripts};
use crate::app::{App, Effect};

/// The line the cursor is on.
fn line(app: &App, _: &[Effect]) -> String {
    let location = app.code.cursor_location();
    location.map_or("none".to_owned(), |location| location.line.to_string())
}

/// How widely it is looked, and how many rows that makes.
fn width(app: &App, _: &[Effect]) -> String {
    let name = app.code.width_name().unwrap_or("hit");
    format!("{name}, {} rows", app.code.position().1)
}

pub(super) const SCRIPTS: &[Script] = scripts! {
    "line-down": "segment<tab><tab>", "j" => line, "38";
    "line-up": "segment<tab><tab>jj", "k" => line, "38";
    "half-page-down": "segment<tab><tab>", "<c-d>" => line, "43";
    "half-page-up": "segment<tab><tab>G", "<c-u>" => line, "46";
    "page-down": "segment<tab><tab>", "<pagedown>" => line, "48";
    "page-up": "segment<tab><tab>G", "<pageup>" => line, "41";
    "first-line": "segment<tab><tab>j", "g" => line, "18";
    "last-line": "segment<tab><tab>", "G" => line, "52";
    "zoom-out": "segment<tab><tab>", "z" => width, "outline, 19 rows";
    "zoom-in": "segment<tab><tab>z", "Z" => width, "hit, 17 rows";
    "whole-file": "segment<tab><tab>", "f" => width, "file, 52 rows";
    "parent": "segment<tab><tab>", "P" => width, "hit, 18 rows";
    "wider": "segment<tab><tab>", "+" => width, "hit, 27 rows";
    "narrower": "segment<tab><tab>+", "-" => width, "hit, 17 rows";
    "fold": "segment<tab><tab>", "<space>" => width, "hit, 2 rows";
};
