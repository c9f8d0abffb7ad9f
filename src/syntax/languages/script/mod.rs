//! JavaScript and related languages, in which most declarations are values bound to a name: [`rows`] and
//! [`hooks`]. A function that wraps a file is transparent.

pub(super) mod hooks;
mod imports;
pub(super) mod rows;
