//! The table of languages: main languages, languages of documents and data, and languages with only a query.
//!
//! Principal value: [`LANGUAGES`]. Invariant: a language is one row; nothing outside `syntax` names one to
//! decide how it is parsed.

mod c;
mod conditional;
mod data;
mod kotlin;
#[cfg(feature = "all-languages")]
mod make;
#[cfg(feature = "all-languages")]
mod others;
mod php;
mod rows;
mod rust;
mod scanner_limits;
mod script;

use super::row::LanguageRow;
#[cfg(test)]
pub(super) use c::masked;
pub(super) use conditional::joined;
pub(super) use scanner_limits::with_bytes;

#[cfg(feature = "all-languages")]
const OTHERS: &[LanguageRow] = others::ROWS;
#[cfg(not(feature = "all-languages"))]
const OTHERS: &[LanguageRow] = &[];
const COUNT: usize = rows::ROWS.len() + data::ROWS.len() + OTHERS.len();

pub(super) static LANGUAGES: [LanguageRow; COUNT] = {
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
