//! `smriti-tui doctor`: checks of the terminal, the machine and the repository, with advice.
//!
//! Principal types: [`Check`](check::Check), the result of one check, which belongs to an area, and
//! [`Diagnosis`](diagnosis::Diagnosis), all of them.
//!
//! Invariant: a check that fails ends no other check.

mod check;
mod diagnosis;
mod environment;
mod parse;
mod project;

#[cfg(test)]
pub(super) use diagnosis::Diagnosis;
pub(super) use diagnosis::run;
#[cfg(test)]
pub(super) use parse::ParsedFile;
pub(super) use parse::run as parse;
