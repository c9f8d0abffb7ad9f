//! The table of languages: rows with code, one file each, and rows with a query only.

mod conditional;
mod data;
mod mask;
#[cfg(feature = "all-languages")]
mod others;
mod overrun;

mod c;
mod c_sharp;
mod go;
mod java;
mod kotlin;
mod php;
mod python;
mod ruby;
mod rust;
mod scala;
mod script;
mod swift;

use super::row::Row;
#[cfg(test)]
pub(super) use mask::masked;

const MAIN: [Row; 15] = [
    c::ROW,
    c::CPP,
    c_sharp::ROW,
    go::ROW,
    java::ROW,
    kotlin::ROW,
    php::ROW,
    python::ROW,
    ruby::ROW,
    rust::ROW,
    scala::ROW,
    script::JAVASCRIPT,
    script::TSX,
    script::TYPESCRIPT,
    swift::ROW,
];

#[cfg(feature = "all-languages")]
const OTHERS: [Row; 21] = others::ROWS;
#[cfg(not(feature = "all-languages"))]
const OTHERS: [Row; 0] = [];
const COUNT: usize = MAIN.len() + data::ROWS.len() + OTHERS.len();

pub(super) static LANGUAGES: [Row; COUNT] = {
    let mut rows = [Row::CODE; COUNT];
    let mut index = 0;
    while index < COUNT {
        let (main, others) = (MAIN.len(), MAIN.len() + data::ROWS.len());
        rows[index] = if index < main {
            MAIN[index]
        } else if index < others {
            data::ROWS[index - main]
        } else {
            OTHERS[index - others]
        };
        index += 1;
    }
    rows
};
