//! The table of languages: hand-written rows, each in a file of its own, and those of [`table`].

mod conditional;
mod mask;
mod overrun;
mod table;

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

const COUNT: usize = MAIN.len() + table::DATA.len() + table::OTHERS.len();

pub(super) static LANGUAGES: [Row; COUNT] = {
    let mut rows = [Row::CODE; COUNT];
    let mut index = 0;
    while index < COUNT {
        let (data, others) = (MAIN.len(), MAIN.len() + table::DATA.len());
        rows[index] = if index < data {
            MAIN[index]
        } else if index < others {
            table::DATA[index - data]
        } else {
            table::OTHERS[index - others]
        };
        index += 1;
    }
    rows
};
