//! C and C++: [`rows`], [`hooks`], and preprocessing of macros, which no grammar can parse.

mod header;
pub(super) mod hooks;
pub(in crate::syntax) mod mask;
pub(super) mod rows;
