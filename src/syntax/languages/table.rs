//! The table of languages, [`LANGUAGES`], and the [`hooks()`] of those that need some.

#[cfg(feature = "all-languages")]
use super::others::ROWS as OTHERS;
use super::{c, data, php, rows, rust, script};
use crate::syntax::query;
use crate::syntax::row::LanguageRow;
use crate::syntax::walker::Hooks;

#[cfg(not(feature = "all-languages"))]
const OTHERS: &[LanguageRow] = &[];
const COUNT: usize = rows::ROWS.len() + data::ROWS.len() + OTHERS.len();

pub(in crate::syntax) static LANGUAGES: [LanguageRow; COUNT] = {
    let tables = [rows::ROWS.as_slice(), &data::ROWS, OTHERS];
    let mut rows = [LanguageRow::CODE; COUNT];
    let (mut index, mut table, mut row) = (0, 0, 0);
    while table < tables.len() {
        if row < tables[table].len() {
            rows[index] = tables[table][row];
            (index, row) = (index + 1, row + 1);
        } else {
            (table, row) = (table + 1, 0);
        }
    }
    rows
};

/// Functions for the rules of a language that neither its row nor its query can express.
pub(in crate::syntax) fn hooks(language: &str) -> &'static Hooks {
    match language {
        "c" => &c::hooks::C,
        "cpp" => &c::hooks::CPP,
        "javascript" | "tsx" | "typescript" => &script::hooks::HOOKS,
        "json" | "toml" | "yaml" => &data::HOOKS,
        "php" => &php::HOOKS,
        "rust" => &rust::HOOKS,
        _ => &query::hooks::HOOKS,
    }
}
