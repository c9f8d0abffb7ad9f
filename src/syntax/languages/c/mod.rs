//! C and C++: rows, and rules for macros, which no grammar can parse.
//!
//! Principal values: [`C`] and [`CPP`], which share most rules.

mod header;
mod macro_words;
mod mask;
mod names;
mod rows;

#[cfg(test)]
pub(in crate::syntax) use mask::masked;
pub(super) use rows::{C, CPP};
