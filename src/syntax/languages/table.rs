//! The table of languages, [`LANGUAGES`], and the [`hooks()`] of those that need some.

use super::{c, data, php, python, rows, ruby, rust, script};
#[cfg(feature = "all-languages")]
use super::{further::ROWS as FURTHER, others::ROWS as OTHERS, template::ROWS as TEMPLATES};
use crate::syntax::query;
use crate::syntax::row::LanguageRow;
use crate::syntax::walker::Hooks;

#[cfg(feature = "all-languages")]
const TABLES: [&[LanguageRow]; 5] = [rows::ROWS, &data::ROWS, OTHERS, FURTHER, TEMPLATES];
#[cfg(not(feature = "all-languages"))]
const TABLES: [&[LanguageRow]; 2] = [rows::ROWS, &data::ROWS];
const COUNT: usize = {
    let (mut count, mut table) = (0, 0);
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
};

pub(in crate::syntax) static LANGUAGES: [LanguageRow; COUNT] = {
    let mut rows = [LanguageRow::CODE; COUNT];
    let (mut index, mut table, mut row) = (0, 0, 0);
    while table < TABLES.len() {
        if row < TABLES[table].len() {
            rows[index] = TABLES[table][row];
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
        "json" | "toml" | "xml" | "yaml" => &data::HOOKS,
        "php" | "php_only" => &php::HOOKS,
        "python" => &python::HOOKS,
        "ruby" => &ruby::HOOKS,
        "rust" => &rust::HOOKS,
        #[cfg(feature = "all-languages")]
        "bash" | "powershell" => &super::shell::HOOKS,
        #[cfg(feature = "all-languages")]
        "clojure" => &super::clojure::HOOKS,
        #[cfg(feature = "all-languages")]
        "dockerfile" => &super::others::DOCKERFILE,
        #[cfg(feature = "all-languages")]
        "elixir" => &super::elixir::HOOKS,
        #[cfg(feature = "all-languages")]
        "lua" | "luau" => &super::lua::HOOKS,
        #[cfg(feature = "all-languages")]
        "make" => &super::make::HOOKS,
        #[cfg(feature = "all-languages")]
        "sql" => &super::sql::HOOKS,
        #[cfg(feature = "all-languages")]
        "starlark" => &super::starlark::HOOKS,
        _ => &query::hooks::HOOKS,
    }
}
